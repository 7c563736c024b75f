// JavaScript: an ES module.
#include <algorithm>
#include <cmath>

#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

class Js : public Braces {
 public:
  std::string number(double value) const override {
    if (std::isfinite(value)) return stickslip::to_text(value);
    return std::isnan(value) ? "NaN" : value < 0.0 ? "-Infinity" : "Infinity";
  }
  std::string function(TraceOp op) const override { return "Math." + plain_name(op); }
  std::string definition(const std::string& name, bool, const std::string& value) const override {
    return "const " + name + " = " + value + ";";
  }
  std::string declaration(const std::string& name) const override { return "let " + name + ";"; }
  std::string initialisation(const std::string& name, const std::string& value) const override {
    return "let " + name + " = " + value + ";";
  }

 protected:
  std::string_view counter() const override { return "let"; }
  std::string array_declaration(const std::string& name, bool, std::size_t length) const override {
    return "const " + name + " = new Array(" + std::to_string(length) + ");";
  }
};

class JsWriter {
 public:
  explicit JsWriter(const Subject& subject) : s_(subject), changeable_(subject.options.changeable_parameters) {}

  std::string text() const {
    std::string text;
    for (const std::string& line : description(s_)) text += line.empty() ? "//\n" : "// " + line + "\n";
    text += "\nexport const name = \"" + s_.name + "\";\n\n";
    if (changeable_) text += parameters();
    std::string programs =
        init() + step() +
        program("force", "The friction force in a contact, for the state as it is.", s_.law->force.value);
    if (carries_inertia(s_))
      programs += program("inertia", "Friction is force + inertia * acceleration.", s_.law->force.inertia);
    if (s_.law->holds) programs += holds();
    if (s_.options.compensation) programs += compensation();
    return text + tables() + programs + self_test();
  }

 private:
  std::string arguments(const std::string& object, const std::vector<std::size_t>& columns, bool with_step) const {
    std::vector<std::string> all;
    if (changeable_) all.emplace_back("p");
    if (!object.empty()) all.push_back(object);
    for (const std::size_t k : columns) all.emplace_back(s_.column(k).name);
    if (with_step) all.emplace_back("h");
    return text::join(all);
  }

  std::string units() const {
    std::vector<std::string> all;
    for (const std::size_t k : s_.columns)
      all.push_back(std::string(s_.column(k).name) + " [" + s_.unit(s_.column(k).unit) + "]");
    return text::join(all);
  }

  std::string access(const std::string& object, const ProgramInput& input) const {
    const Place place = find_place(s_, input);
    return object + "." + place.member + (place.is_single ? "" : "[" + std::to_string(place.index) + "]");
  }

  std::vector<std::string> input_names() const {
    std::vector<std::string> names;
    for (const ProgramInput& input : s_.law->inputs)
      names.push_back(input.source == ProgramSource::parameter ? access("p", input) : local_name(s_, input));
    return names;
  }

  // The program's lines behind the inputs that it reads from the state.
  std::string body(const Listing& listing) const {
    std::string text;
    for (std::size_t i = 0; i < listing.inputs_used.size(); ++i) {
      const ProgramInput& input = s_.law->inputs[i];
      const bool in_state = is_remembered(input);
      if (listing.inputs_used[i] && in_state)
        text += "  const " + local_name(s_, input) + " = " + access("s", input) + ";\n";
    }
    for (const std::string& line : listing.lines) text += "  " + line + "\n";
    return text;
  }

  static std::string table_name(std::size_t number) { return "table_" + std::to_string(number); }
  VectorNames vector_names() const {
    return {.field =
                [this](const ProgramInput& input) {
                  return (input.source == ProgramSource::state ? "s." : "p.") + find_place(s_, input).member + "[i]";
                },
            .table =
                [this](const std::vector<double>& values) {
                  const auto place = std::find(tables_.begin(), tables_.end(), values);
                  const auto number = std::size_t(place - tables_.begin());
                  if (place == tables_.end()) tables_.push_back(values);
                  return table_name(number + 1) + "[i]";
                }};
  }
  // Constants of the elements.
  std::string tables() const {
    std::string text;
    for (std::size_t k = 0; k < tables_.size(); ++k) {
      std::vector<std::string> numbers;
      for (const double v : tables_[k]) numbers.push_back(js_.number(v));
      text += "const " + table_name(k + 1) + " = [\n  " + text::join(numbers, ",\n  ") + ",\n];\n\n";
    }
    return text;
  }

  GroupedListing listing(const OutputGroups& groups) const {
    auto vectors = vector_names();
    std::size_t scalar = 0;
    for (std::size_t g = 0; g < groups.size() && scalar < s_.law->state.size(); scalar += groups[g++].size())
      vectors.stores.push_back(groups[g].size() > 1 ? vectors.field(s_.law->state[scalar]) : "");
    return make_grouped_listing(*s_.law, groups, input_names(), js_, vectors);
  }

  std::string parameters() const {
    std::string text =
        "// The parameters as they were identified; a copy may be changed.\nexport const parameters = {\n";
    for (const Member& m : parameter_members(s_)) {
      std::vector<std::string> values;
      for (const double v : m.values) values.push_back(js_.number(v));
      text += "  " + m.name + ": " + (m.count > 1 ? "[" + text::join(values) + "]" : values[0]) + ", // [" + m.unit +
              "] " + m.doc + "\n";
    }
    return text + "};\n\n";
  }

  std::string init() const {
    std::vector<std::string> names;
    for (const std::size_t k : s_.columns)
      names.push_back(std::string(s_.column(k).name) + " = " + js_.number(s_.column(k).usual()));
    std::string text = "// A state at rest, without memory, in the contact where the motion begins: " + units() +
                       ".\nexport function init(" + text::join(names) + ") {\n  return {\n";
    for (const Member& m : state_members(s_)) {
      const bool is_kept = m.name.starts_with("last_");
      const std::string value = is_kept       ? m.name.substr(5)
                                : m.count > 1 ? "new Array(" + std::to_string(m.count) + ").fill(0)"
                                              : "0";
      text += "    " + m.name + ": " + value + ", // [" + m.unit + "] " + m.doc + "\n";
    }
    return text + "  };\n}\n\n";
  }

  std::string step() const {
    const auto written = listing(step_groups(*s_.law));
    const Listing& l = written.listing;
    std::string text =
        "// Takes the state to the contact that a time h [s] later is there; returns the friction force [" +
        s_.unit("N") + "].\nexport function step(" + arguments("s", s_.columns, true) + ") {\n" + body(l);
    std::size_t scalar = 0;
    for (std::size_t g = 0; g + 1 < written.values.size(); ++g) {
      for (const std::string& value : written.values[g])
        text += "  " + access("s", s_.law->state[scalar++]) + " = " + value + ";\n";
      if (written.values[g].empty()) scalar += element_count(*s_.law);
    }
    for (const std::size_t k : s_.kept)
      text += "  s.last_" + std::string(s_.column(k).name) + " = " + std::string(s_.column(k).name) + ";\n";
    return text + "  return " + written.values.back()[0] + ";\n}\n\n";
  }

  std::string program(const std::string& what, const std::string& comment, const Trace& value) const {
    const std::array numbers{value};
    const Listing l = listing({find_nodes(*s_.law, numbers)}).listing;
    return "// " + comment + "\nexport function " + what + "(" + arguments("s", s_.columns, false) + ") {\n" + body(l) +
           "  return " + l.outputs[0] + ";\n}\n\n";
  }

  std::string holds() const {
    const Listing l = listing({{s_.law->holds->node()}}).listing;
    return "// Whether the body is held exactly at rest.\nexport function holds(s) {\n" + body(l) + "  return " +
           l.outputs[0] + ";\n}\n\n";
  }

  std::string call(const std::string& what, const std::string& object, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), object);
    if (changeable_) arguments.insert(arguments.begin(), "p");
    return what + "(" + text::join(arguments) + ")";
  }

  std::string compensation() const {
    std::string text;
    for (const std::string& line : compensation_description(s_)) text += "// " + line + "\n";
    const auto columns = compensation_columns(s_);
    const std::string arguments_of_call = arguments("c", columns, true);
    const auto contact = compensation_contact(s_, "commanded", "c.displacement", "0");
    std::vector<std::string> start{"limit"};
    for (std::size_t i = 1; i < columns.size(); ++i) start.emplace_back(s_.column(columns[i]).name);
    std::vector<std::string> inputs{"velocity"};
    inputs.insert(inputs.end(), start.begin() + 1, start.end());
    inputs.emplace_back("h");
    text += "export function compensation(" + text::join(start) + ") {\n  return { friction: init(" +
            text::join(compensation_contact(s_, "0", "0", "0")) +
            "), velocity: 0, displacement: 0, deadband: " + js_.number(s_.model.velocity_resolution) +
            ", limit, force: 0, status: 0 };\n}\n\n";
    text +=
        "// The force to be added to the controller's own, a time h after the last call. c.status is 0 for a force "
        "that was\n"
        "// computed; 1 when an input was no number or h negative: nothing changed, the force is the last one; 2 when "
        "it\n"
        "// came to no number: begun anew, the force is 0.\nexport function compensate(" +
        arguments_of_call + ") {\n  if (![" + text::join(inputs) +
        "].every(Number.isFinite) || h < 0) {\n    c.status = 1;\n    return c.force;\n  }\n  const commanded = "
        "Math.abs(velocity) < c.deadband ? 0 : velocity;\n";
    if (carries_inertia(s_)) text += "  const acceleration = h > 0 ? (commanded - c.velocity)/h : 0;\n";
    text += "  c.displacement += 0.5*(c.velocity + commanded)*h;\n  c.velocity = commanded;\n";
    auto with_step = contact;
    with_step.emplace_back("h");
    text += "  const wanted = " + call("step", "c.friction", with_step) +
            (carries_inertia(s_) ? " + acceleration*" + call("inertia", "c.friction", contact) : "") + ";\n";
    std::vector<std::string> anew{"c.limit"};
    anew.insert(anew.end(), start.begin() + 1, start.end());
    text += "  if (!Number.isFinite(wanted)) {\n    Object.assign(c, compensation(" + text::join(anew) +
            "), { deadband: c.deadband, status: 2 });\n    return c.force;\n  }\n  c.status = 0;\n";
    return text + "  c.force = Math.min(Math.max(wanted, -c.limit), c.limit);\n  return c.force;\n}\n\n";
  }

  std::string self_test() const {
    std::string rows, forces;
    for (const auto& row : s_.test.contacts) {
      std::vector<std::string> numbers;
      for (const double v : row) numbers.push_back(js_.number(v));
      rows += "    [" + text::join(numbers) + "],\n";
    }
    for (const double f : s_.test.forces) forces += "    " + js_.number(f) + ",\n";
    return "// The largest error of the forces along a built-in motion, over the largest force.\n"
           "export function self_test() {\n  const motion = [\n" +
           rows + "  ];\n  const expected = [\n" + forces + "  ];\n  const s = init(...motion[0]);\n" +
           "  let worst = 0;\n  let largest = 0;\n  for (let k = 0; k < expected.length; ++k) {\n" +
           "    const error = Math.abs(step(" + (changeable_ ? "parameters, " : "") + "s, ...motion[k + 1], " +
           js_.number(s_.test.h) + ") - expected[k]);\n    if (!(error <= worst)) worst = error;\n" +
           "    largest = Math.max(largest, Math.abs(expected[k]));\n  }\n" +
           "  return largest > 0 ? worst/largest : worst;\n}\n";
  }

  const Subject& s_;
  Js js_;
  bool changeable_;
  mutable std::vector<std::vector<double>> tables_{};  // that programs were found to take
};

}  // namespace

std::vector<ExportedFile> js_files(const Model& model, const ExportOptions& options, const std::string& path) {
  const Subject s = make_subject(model, options, path, options.changeable_parameters);
  return {{path, JsWriter(s).text()}};
}

}  // namespace stickslip::exporting
