#include "study.hpp"

#include <array>

#include "stickslip/io/model.hpp"
#include "stickslip/names.hpp"

namespace stickslip::studies {

using namespace io;

namespace {

std::string count_text(const Study& study, Verdict verdict) {
  std::size_t count = 0;
  for (const Claim& c : study.claims) count += c.verdict == verdict ? 1 : 0;
  return std::to_string(count);
}

// What a reader finds in the column "we get": the numbers, then the reason.
std::string answer_text(const Claim& c) {
  std::string text = c.reason.empty() ? c.ours : c.ours + ". " + c.reason;
  if (c.verdict < c.expected) text += ". WORSE THAN BEFORE: expected '" + std::string(to_text(c.expected)) + "'";
  return text;
}

// The models and their files; empty without any.
Section model_section(const Study& study) {
  Section section{.title = "Models",
                  .paragraphs = {"Each is a file that stickslip run, export, translate and loss take for a law."}};
  ReportTable table{.title = "Models of this study", .header = {"file", "law", "what it is"}, .rows = {}};
  for (const StudyModel& m : study.models) table.rows.push_back({"models/" + m.name + ".toml", m.law, m.title});
  section.tables.push_back(std::move(table));
  return section;
}

int verdict_sign(Verdict verdict) { return int(verdict) - int(Verdict::partly); }

}  // namespace

std::string_view to_text(Verdict verdict) {
  constexpr std::array<std::string_view, 3> words{"does not", "partly", "agrees"};
  return words[std::size_t(verdict)];
}

double Study::number(std::string name, double value, std::string unit) {
  numbers.push_back({std::move(name), value, std::move(unit)});
  return value;
}

double Study::value(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Number& n : numbers) {
    if (n.name == name) return n.value;
    names.push_back(n.name);
  }
  throw UnknownName("number of study " + paper, name, names);
}

std::string summarise(const Study& study) {
  return "Of " + std::to_string(study.claims.size()) + " claims " + count_text(study, Verdict::agrees) + " agree, " +
         count_text(study, Verdict::partly) + " partly, " + count_text(study, Verdict::does_not) + " do not.";
}

std::vector<const Claim*> worse_than_expected(const Study& study) {
  std::vector<const Claim*> worse;
  for (const Claim& c : study.claims)
    if (c.verdict < c.expected) worse.push_back(&c);
  return worse;
}

ReportTable claim_table(const Study& study) {
  ReportTable table;
  table.title = "What the paper says, what we get";
  table.header = {"place", "the paper says", "we get", "reproduced when"};
  table.words = {.header = "agrees?", .good = "agrees", .neutral = "partly", .bad = "does not"};
  for (const Claim& c : study.claims) {
    table.rows.push_back({c.place, c.says, answer_text(c), c.criterion});
    table.verdicts.push_back(verdict_sign(c.verdict));
  }
  return table;
}

Page make_page(const Study& study) {
  Page page{.title = study.paper + ": " + study.title, .subtitle = study.source};
  page.sections.push_back({.title = "Claims", .paragraphs = {summarise(study)}, .tables = {claim_table(study)}});
  page.sections.push_back({.title = "Differences from the paper", .paragraphs = study.departures});
  page.sections.insert(page.sections.end(), study.figures.begin(), study.figures.end());
  if (!study.models.empty()) page.sections.push_back(model_section(study));
  page.sections.push_back({.title = "Not here", .paragraphs = study.left_out});
  return page;
}

std::string model_text(const StudyModel& model) {
  std::string text = "# " + model.title + "\n";
  for (const std::string& line : model.about) text += "# " + line + "\n";
  return text + "\n" + law_toml(model.law, model.elements, model.group);
}

StudyModel ready_model(std::string_view name) {
  auto all = ready_models();
  std::vector<std::string_view> names;
  for (StudyModel& m : all) {
    if (m.name == name) return std::move(m);
    names.push_back(m.name);
  }
  throw UnknownName("ready-made model", name, names);
}

std::span<const StudyInfo> study_catalogue() {
  static constexpr std::array<StudyInfo, 5> all{
      {{"000", "Piston seals, their observer and identification", study_000},
       {"001", "The friction law in the simulation of a hydraulic actuator", study_001},
       {"002", "A friction law for the dry clutch", study_002},
       {"003", "A backlash-based law against Dahl and LuGre", study_003},
       {"004", "Hybrid friction, sections 2.1-2.7 and 4-5", study_004}}};
  return all;
}

const StudyInfo& study_info(std::string_view paper) {
  std::vector<std::string_view> names;
  for (const StudyInfo& info : study_catalogue()) {
    if (info.paper == paper) return info;
    names.push_back(info.paper);
  }
  throw UnknownName("study", paper, names);
}

}  // namespace stickslip::studies
