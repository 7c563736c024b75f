// `stickslip study`: papers reproduced, as a table, as JSON and as a report.
#include "studies/study.hpp"

#include <chrono>
#include <cstdint>
#include <iostream>

#include "common.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/names.hpp"
#include "tables.hpp"

namespace stickslip::cli {

using namespace io;

namespace {

using studies::Claim;
using studies::Study;
using studies::StudyInfo;

struct StudyRequest {
  std::string paper;   // "002", or "all"
  std::string output;  // directory; with "all" a folder for each study inside it
  bool json = false;
};

std::vector<std::string> study_names() {
  std::vector<std::string> names;
  for (const StudyInfo& info : studies::study_catalogue()) names.emplace_back(info.paper);
  names.emplace_back("all");
  return names;
}

Json lines(const std::vector<std::string>& all) {
  Json list = Json::array();
  for (const std::string& line : all) list.add(line);
  return list;
}

Json claim_json(const Claim& c) {
  Json json = Json::object();
  json.add("place", c.place);
  json.add("paper_says", c.says);
  json.add("we_get", c.ours);
  json.add("verdict", to_text(c.verdict));
  json.add("expected", to_text(c.expected));
  json.add("criterion", c.criterion);
  json.add("reason", c.reason);
  return json;
}

Json study_json(const Study& s) {
  Json json = Json::object();
  json.add("paper", s.paper);
  json.add("title", s.title);
  json.add("source", s.source);
  json.add("version", STICKSLIP_VERSION);
  json.add("as_expected", worse_than_expected(s).empty());
  Json claims = Json::array();
  for (const Claim& c : s.claims) claims.add(claim_json(c));
  json.add("claims", std::move(claims));
  Json numbers = Json::array();
  for (const studies::Number& n : s.numbers) {
    Json one = Json::object();
    one.add("name", n.name);
    one.add("value", n.value);
    one.add("unit", n.unit);
    numbers.add(std::move(one));
  }
  json.add("numbers", std::move(numbers));
  Json models = Json::array();
  for (const studies::StudyModel& m : s.models) {
    Json one = Json::object();
    one.add("file", "models/" + m.name + ".toml");
    one.add("law", m.law);
    one.add("title", m.title);
    models.add(std::move(one));
  }
  json.add("models", std::move(models));
  json.add("departures", lines(s.departures));
  json.add("left_out", lines(s.left_out));
  return json;
}

std::string claim_text(const Claim& c) {
  std::string text = "\n" + c.place + ": " + c.says + "\n  " + std::string(to_text(c.verdict)) + ": " + c.ours + "\n";
  if (!c.reason.empty()) text += "  why: " + c.reason + "\n";
  if (c.verdict < c.expected) text += "  WORSE THAN BEFORE: it was '" + std::string(to_text(c.expected)) + "'\n";
  return text;
}

std::string study_text(const Study& s) {
  std::string text = s.paper + ": " + s.title + "\n" + s.source + "\n";
  for (const Claim& c : s.claims) text += claim_text(c);
  text += "\n" + summarise(s) + "\n";
  for (const std::string& line : s.left_out) text += "Left out: " + line + "\n";
  return text;
}

std::string plain_text(const std::vector<Study>& all) {
  std::string text;
  for (const Study& s : all) text += (text.empty() ? "" : "\n") + study_text(s);
  return text;
}

// One study as an object, several as an array of objects.
std::string json_text(const std::vector<Study>& all) {
  if (all.size() == 1) return study_json(all.front()).text() + "\n";
  Json list = Json::array();
  for (const Study& s : all) list.add(study_json(s));
  return list.text() + "\n";
}

std::vector<const StudyInfo*> find_studies(const std::string& paper) {
  if (paper.empty()) throw std::invalid_argument("the paper is missing: one of " + join(study_names()));
  std::vector<const StudyInfo*> all;
  for (const StudyInfo& info : studies::study_catalogue())
    if (paper == "all" || paper == info.paper) all.push_back(&info);
  if (!all.empty()) return all;
  const auto names = study_names();
  throw UnknownName("study", paper, std::vector<std::string_view>(names.begin(), names.end()));
}

// Runs the study, with a line on stderr that says so.
Study run_study(const StudyInfo& info) {
  std::cerr << "study " << info.paper << ": " << info.title << " ... " << std::flush;
  const auto start = std::chrono::steady_clock::now();
  Study study = info.run();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::cerr << study.claims.size() << " claims, " << worse_than_expected(study).size() << " worse than before, "
            << double(std::int64_t(10.0 * taken.count())) / 10.0 << " s\n";
  return study;
}

void write_study(const Study& s, const std::string& directory) {
  prepare_directory(directory);
  write_file(directory + "/study.json", study_json(s).text() + "\n");
  write_file(directory + "/report.html", html(make_page(s)));
  if (s.models.empty()) return;
  prepare_directory(directory + "/models");
  for (const studies::StudyModel& m : s.models) write_file(directory + "/models/" + m.name + ".toml", model_text(m));
}

// A line per study goes to stderr while it runs. A claim with a worse verdict than the one it is known to get is a
// failure.
Answer study(const StudyRequest& r) {
  const auto wanted = find_studies(r.paper);
  if (!r.output.empty()) prepare_directory(r.output);
  Answer answer;
  std::vector<Study> all;
  for (const StudyInfo* info : wanted) {
    all.push_back(run_study(*info));
    const Study& s = all.back();
    if (!worse_than_expected(s).empty()) answer.ending = Ending::failed;
    if (!r.output.empty()) write_study(s, wanted.size() > 1 ? r.output + "/" + s.paper : r.output);
  }
  answer.text = r.json ? json_text(all) : plain_text(all);
  return answer;
}

}  // namespace

Command study_command() {
  const auto r = std::make_shared<StudyRequest>();
  return {.options = {{"PAPER", &r->paper, join(study_names()), {}, study_names},
                      output_directory(r->output,
                                       "study.json, report.html and models/*.toml; with all, a folder per paper"),
                      json_flag(r->json, "study.json")},
          .fails_when = "a claim has a worse verdict than expected",
          .work = [r] { return study(*r); }};
}

}  // namespace stickslip::cli
