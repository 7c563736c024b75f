// `stickslip laws`: the catalogue of laws, or one of them, as text.
#include "laws.hpp"

#include "common.hpp"
#include "stickslip/io/model.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace stickslip::cli {
namespace {

std::string add_title(std::string_view title, const std::string& text) {
  return text.empty() ? text : "\n" + std::string(title) + "\n" + text;
}

std::string equation(const LawInfo& law) {
  std::string text;
  for (const std::string& line : split(law.equation, '\n')) text += "  " + line + "\n";
  return text;
}

std::string parameters(const LawInfo& law, std::size_t width) {
  std::vector<Row> rows{{"name", "symbol", "unit", "default", "bounds", "meaning"}};
  for (const Field& f : law.params)
    rows.push_back({std::string(f.name), std::string(f.symbol), std::string(f.unit), default_in_words(law, f),
                    bounds_in_words(f), std::string(f.doc)});
  return rows.size() > 1 ? table(rows, 2, width) : "";
}

std::string relations(const LawInfo& law) {
  std::string text;
  for (const Relation& r : law.relations) text += "  " + relation_in_words(r) + "\n";
  return text;
}

std::string states(const LawInfo& law, std::size_t width) {
  std::vector<Row> rows;
  for (const Field& f : law.states) {
    const std::string choices = f.choices.empty() ? "" : " (" + join(split(f.choices, '|')) + ")";
    rows.push_back({std::string(f.name), std::string(f.symbol), std::string(f.unit), std::string(f.doc) + choices});
  }
  return rows.empty() ? "" : table(rows, 2, width);
}

std::string law_text(const LawInfo& law, std::size_t width) {
  std::vector<Row> facts{{"source", std::string(law.source)},
                         {"reads", reads_in_words(law)},
                         {"sticks", stick_in_words(law)},
                         {"passive", passivity_in_words(law)}};
  if (law.has_elements) facts.push_back({"elements", elements_in_words()});
  return std::string(law.name) + ": " + std::string(law.title) + "\n\n" + equation(law) + "\n" +
         table(facts, 0, width) + add_title("parameters", parameters(law, width)) +
         add_title("relations that must hold", relations(law)) + add_title("states", states(law, width));
}

// The law of a file, with its values.
std::string model_text(const std::string& file, std::size_t width) {
  const io::Model model = io::read_model(file);
  const LawInfo& law = law_info(model.law);
  std::vector<Row> rows{{"name", "symbol", "value", "unit", "meaning"}};
  for (const Field& f : law.params)
    rows.push_back({std::string(f.name), std::string(f.symbol), value_in_words(f, model.group.list(f.name)),
                    std::string(f.unit), std::string(f.doc)});
  const std::string elements = model.elements > 0 ? ", " + std::to_string(model.elements) + " elements" : "";
  return file + ": " + std::string(law.name) + elements + "\n\n" + equation(law) +
         add_title("parameters", table(rows, 2, width));
}

struct LawsRequest {
  std::string law;
  bool json = false;
  bool markdown = false;
};

std::string laws(const LawsRequest& r) {
  if (r.json && r.markdown) throw std::invalid_argument("--json and --markdown exclude each other; give one");
  const std::size_t width = terminal_width();
  if (r.law.ends_with(".toml")) {
    if (r.json || r.markdown) throw std::invalid_argument("--json and --markdown describe a law; give its name");
    return model_text(r.law, width);
  }
  if (r.law.empty()) return r.json ? laws_json() : r.markdown ? laws_markdown() : table(overview(), 0, width);
  const LawInfo& law = law_info(r.law);
  return r.json ? law_json(law) : r.markdown ? law_markdown(law) : law_text(law, width);
}

}  // namespace

Command laws_command() {
  const auto r = std::make_shared<LawsRequest>();
  return {.options = {{"NAME",
                       &r->law,
                       "Law to describe: equation, parameters, units, bounds, states; or a model.toml",
                       {},
                       law_names},
                      json_flag(r->json, "JSON with exact numbers"),
                      {"--markdown", &r->markdown, "Print a Markdown page"}},
          .examples = {"stickslip laws", "stickslip laws lugre"},
          .work = [r] { return Answer{laws(*r)}; }};
}

}  // namespace stickslip::cli
