// `stickslip translate`: a model in the format of another simulator, or out of another tool's file.
#include "stickslip/translate/translate.hpp"

#include <array>
#include <fstream>
#include <iostream>
#include <sstream>

#include "common.hpp"
#include "option_words.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/names.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace io;
using namespace translate;

namespace {

struct TranslateRequest {
  std::string file;    // a model.toml, or with `from` another tool's file
  std::string target;  // name of a target
  std::string from;    // "bam"
  std::string output;
  bool json = false;
  bool list = false;
  TranslateOptions options;
};

std::string percent(const Translation& t) {
  std::ostringstream text;
  text.precision(3);
  text << 100.0 * t.difference / t.force;
  return text.str();
}

std::string losses_in_words(const Translation& t, bool rotary) {
  std::ostringstream text;
  text.precision(4);
  const std::string unit = rotary ? "N.m" : "N";
  text << "the target represents " << t.form << "\n"
       << "force difference " << t.difference << " " << unit << " rms, " << percent(t) << " % of the law's own, over"
       << " strokes of " << t.range.slow << " to " << t.range.fast << (rotary ? " rad/s" : " m/s") << " from "
       << t.range.amplitude << (rotary ? " rad" : " m") << " on; " << t.sliding_difference << " " << unit
       << " over those that slide\n"
       << "speeds: " << t.range.source << "\n";
  for (const std::string& s : t.lost) text << "lost: " << s << "\n";
  for (const std::string& s : t.notes) text << "note: " << s << "\n";
  return text.str();
}

Json strokes_json(const Translation& t) {
  Json all = Json::array();
  for (const TestStroke& s : t.strokes) {
    Json stroke = Json::object();
    stroke.add("speed", s.speed);
    stroke.add("amplitude", s.amplitude);
    stroke.add("slides", s.slides);
    all.add(stroke);
  }
  return all;
}

std::string losses_json(const Translation& t) {
  Json json = Json::object();
  json.add("form", t.form);
  json.add("force_difference", t.difference);
  json.add("sliding_force_difference", t.sliding_difference);
  json.add("force", t.force);
  json.add("slowest", t.range.slow);
  json.add("fastest", t.range.fast);
  json.add("shortest", t.range.amplitude);
  Json lost = Json::array();
  for (const std::string& s : t.lost) lost.add(s);
  json.add("lost", lost);
  Json notes = Json::array();
  for (const std::string& s : t.notes) notes.add(s);
  json.add("notes", notes);
  json.add("speeds_of", t.range.source);
  json.add("strokes", strokes_json(t));
  json.add("text", t.text);
  return json.text() + "\n";
}

std::string file_text(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw std::invalid_argument(name + " cannot be read; check its name");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string law_file(const ReadLaw& law, const std::string& source, bool is_part) {
  std::string text = "# out of " + source + "\n";
  if (is_part) text += "# one of two laws: their forces add up\n";
  if (!law.load.empty()) text += "# the column load holds " + law.load + " [N.m]\n";
  return text + law_toml(law.law, 0, law.group) + "\n[fit]\nrotary = true\n";
}

// "model.toml" and, for a second law, "model.2.toml".
std::string number_file(const std::string& name, std::size_t number) {
  if (number == 0) return name;
  const std::string ending = ".toml";
  const std::string stem = name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
  return stem + "." + std::to_string(number + 1) + ending;
}

std::string read_from(const TranslateRequest& r) {
  constexpr std::array<std::string_view, 1> known{"bam"};
  if (r.from != "bam") throw UnknownName("source", r.from, known);
  if (!r.target.empty()) throw std::invalid_argument("--from and --to do not go together: make a model.toml first");
  const auto laws = laws_from_bam(file_text(r.file), r.file);
  std::string text;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const std::string model = law_file(laws[i], r.file, laws.size() > 1);
    if (r.output.empty()) {
      text += (i == 0 ? "" : "\n") + model;
    } else {
      write_file(number_file(r.output, i), model);
      text += "written: " + number_file(r.output, i) + ", law " + laws[i].law +
              (laws[i].load.empty() ? "" : ", load = " + laws[i].load) + "\n";
    }
  }
  return text;
}

std::vector<std::string> source_names() { return {"bam"}; }
std::vector<std::string> target_names() { return names_in(translation_targets()); }

std::string translate(const TranslateRequest& r) {
  if (r.list) return list_text(translation_targets());
  if (r.file.empty()) throw std::invalid_argument("the model is missing: give the model.toml of a fit");
  if (!r.from.empty()) return read_from(r);
  if (r.target.empty()) throw std::invalid_argument("--to is missing: stickslip translate --list names the targets");
  const Model model = read_model(r.file);
  Translation t = translate_model(model, r.target, r.options);
  for (std::string& line : t.lost) line = in_typed_words(line);
  if (!r.output.empty()) write_file(r.output, t.text);
  if (r.json) return losses_json(t);
  if (!r.output.empty()) return losses_in_words(t, model.rotary) + "written: " + r.output + "\n";
  std::cerr << losses_in_words(t, model.rotary);
  return t.text;
}

}  // namespace

Command translate_command() {
  const auto r = std::make_shared<TranslateRequest>();
  std::vector<Option> options{
      {"MODEL", &r->file, "A model.toml; with --from, the file of the other tool"},
      {"--to NAME", &r->target, "Target: " + join(target_names()), {}, target_names},
      {"--from NAME", &r->from, "bam: read a parameter file of BAM and write a model.toml", {}, source_names},
      output_file(r->output, "File for the snippet (default: stdout)"),
      json_flag(r->json, "the snippet and what is lost as JSON"),
      list_flag(r->list, "the targets")};
  append(options, table_options(view_options(r->options), "Where the law is evaluated"));
  return {.options = std::move(options),
          .examples = {"stickslip translate seal/model.toml --to mjcf --joint elbow",
                       "stickslip translate mx106/m4.json --from bam -o servo.toml"},
          .notes =
              "Reports what is lost as a number: the force that the target cannot represent, over the range of "
              "the law.\nOn bad input nothing is written.",
          .work = [r] { return Answer{translate(*r)}; }};
}

}  // namespace stickslip::cli
