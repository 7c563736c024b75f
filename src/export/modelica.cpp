// Modelica: a package with records, functions and a component with flanges, with units. Not run in a Modelica tool; the
// tests hold it to the grammar of the language and run it by an interpreter of their own.
#include <algorithm>
#include <cmath>

#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

class Modelica : public Dialect {
 public:
  std::string number(double value) const override {
    if (std::isfinite(value)) return stickslip::to_text(value);
    return std::isnan(value) ? "0" : value < 0.0 ? "-1.7976931348623157e+308" : "1.7976931348623157e+308";
  }
  std::string function(TraceOp op) const override { return plain_name(op); }
  std::string_view both() const override { return " and "; }
  std::string_view either() const override { return " or "; }
  std::string_view negation() const override { return "not "; }
  std::string select(const std::string& c, const std::string& a, const std::string& b) const override {
    return "if " + c + " then " + a + " else " + b;
  }
  std::string definition(const std::string& name, bool, const std::string& value) const override {
    return name + " := " + value + ";";
  }
  std::string declaration(const std::string&) const override { return {}; }
  std::string initialisation(const std::string& name, const std::string& value) const override {
    return name + " := " + value + ";";
  }
  std::string assignment(const std::string& name, const std::string& value) const override {
    return name + " := " + value + ";";
  }
  std::string if_begins(const std::string& condition) const override { return "if " + condition + " then"; }
  std::string if_turns() const override { return "else"; }
  std::string if_ends() const override { return "end if;"; }
  std::string loop_begins(int most) const override { return "for pass in 1:" + std::to_string(most) + " loop"; }
  std::string loop_ends_unless(const std::string& condition) const override {
    return "if not " + condition + " then break; end if;";
  }
  std::string loop_ends() const override { return "end for;"; }
  bool has_elements() const override { return true; }
  std::string elements_begin(std::size_t length) const override {
    return "for i in 1:" + std::to_string(length) + " loop";
  }
};

class ModelicaWriter {
 public:
  explicit ModelicaWriter(const Subject& subject) : s_(subject) {}

  std::string text() const {
    std::string text =
        "// Not run in a Modelica tool; held to the grammar of the language, and run by an interpreter of that.\n//\n";
    for (const std::string& line : description(s_)) text += line.empty() ? "//\n" : "// " + line + "\n";
    text += "package " + s_.name + " \"" + std::string(s_.info().title) + "\"\n\n";
    text += record("Parameters", "Parameters as they were identified", parameter_members(s_));
    text += record("State", "What the friction element remembers", state_members(s_));
    text += init() + step() + force() + expm1() + element();
    if (s_.options.compensation) text += compensation();
    return text + self_test() + "end " + s_.name + ";\n";
  }

 private:
  static std::string real(const std::string& name, const std::string& unit, const std::string& doc) {
    return "Real " + name + "(unit=\"" + unit + "\") \"" + doc + "\"";
  }

  // A parameter has its value; a state starts at zero, without an equation that would hold it there.
  std::string component(const Member& m) const {
    const bool several = m.count > 1;
    const std::string each = several ? "each " : "";
    std::vector<std::string> values;
    for (const double v : m.values) values.push_back(m_.number(v));
    const std::string start = values.empty() ? ", " + each + "start=0)" : ")";
    const std::string value = values.empty() ? "" : several ? " = {" + text::join(values) + "}" : " = " + values[0];
    return "    Real " + m.name + (several ? "[" + std::to_string(m.count) + "]" : "") + "(" + each + "unit=\"" +
           m.unit + "\"" + start + value + " \"" + m.doc + "\";\n";
  }

  std::string record(const std::string& name, const std::string& doc, const std::vector<Member>& members) const {
    std::string text = "  record " + name + " \"" + doc + "\"\n";
    for (const Member& m : members) text += component(m);
    if (members.empty()) text += "    Real none(start=0) \"The law has no memory\";\n";
    return text + "  end " + name + ";\n\n";
  }

  std::string contact_inputs() const {
    std::string text;
    for (const std::size_t k : s_.columns)
      text += "    input " +
              real(std::string(s_.column(k).name), s_.unit(s_.column(k).unit), std::string(s_.column(k).doc)) + ";\n";
    return text;
  }

  static std::string access(const std::string& object, const Place& place) {
    return object + "." + place.member + (place.is_single ? "" : "[" + std::to_string(place.index + 1) + "]");
  }

  std::vector<std::string> input_names() const {
    std::vector<std::string> names;
    for (const ProgramInput& input : s_.law->inputs) {
      const bool in_state = is_remembered(input);
      const bool in_record = in_state || input.source == ProgramSource::parameter;
      names.push_back(in_record ? access(in_state ? "s" : "p", find_place(s_, input)) : local_name(s_, input));
    }
    return names;
  }

  // Constants of the elements, and what is defined on the way.
  static std::string variables(const Listing& listing, const std::string& tables) {
    if (listing.variables.empty() && tables.empty()) return {};
    constexpr std::size_t per_line = 12;
    std::array<std::string, 2> texts;
    std::array<std::size_t, 2> counts{};
    std::string arrays;
    for (const Variable& v : listing.variables) {
      if (v.length > 0) {
        arrays +=
            std::string(v.is_mask ? "    Boolean " : "    Real ") + v.name + "[" + std::to_string(v.length) + "];\n";
        continue;
      }
      const std::size_t count = counts[v.is_mask ? 1 : 0]++;
      std::string& text = texts[v.is_mask ? 1 : 0];
      if (count % per_line == 0)
        text += (count > 0 ? ";\n" : "") + std::string(v.is_mask ? "    Boolean " : "    Real ");
      text += (count % per_line == 0 ? "" : ", ") + v.name;
    }
    return "  protected\n" + tables + arrays + texts[0] + (texts[0].empty() ? "" : ";\n") + texts[1] +
           (texts[1].empty() ? "" : ";\n");
  }
  static std::string statements(const Listing& listing) {
    std::string text;
    for (const std::string& line : listing.lines) text += "    " + line + "\n";
    return text;
  }

  std::string init() const {
    std::string text = "  function init \"At rest, without memory, in the contact where the motion begins\"\n" +
                       contact_inputs() + "    output State s;\n  algorithm\n";
    for (const ProgramInput& scalar : s_.law->state) text += "    " + access("s", find_place(s_, scalar)) + " := 0;\n";
    for (const std::size_t k : s_.kept)
      text += "    s.last_" + std::string(s_.column(k).name) + " := " + std::string(s_.column(k).name) + ";\n";
    if (state_members(s_).empty()) text += "    s.none := 0;\n";
    return text + "  end init;\n\n";
  }

  std::string force_output() const {
    return "    output " + real("force", s_.unit("N"), "Friction, against positive velocity") + ";\n    output " +
           real("inertia", s_.unit("kg"), "Friction is force + inertia*acceleration") + ";\n";
  }

  // "s.pull[i]": a field in a loop over the elements.
  std::string field(const std::string& object, const ProgramInput& first) const {
    return object + "." + find_place(s_, first).member + "[i]";
  }

  struct Program {
    GroupedListing listing;
    std::string tables;  // that it takes
  };
  Program program(const OutputGroups& groups, bool writes_state) const {
    Program made;
    VectorNames names{.field =
                          [this](const ProgramInput& first) {
                            return field(first.source == ProgramSource::state ? "s" : "p", first);
                          },
                      .table =
                          [&made, this, count = std::size_t(0)](const std::vector<double>& values) mutable {
                            std::vector<std::string> numbers;
                            for (const double v : values) numbers.push_back(m_.number(v));
                            const std::string called = "table_" + std::to_string(++count);
                            made.tables += "    constant Real " + called + "[" + std::to_string(values.size()) +
                                           "] = {" + text::join(numbers) + "};\n";
                            return called + "[i]";
                          }};
    std::size_t scalar = 0;
    for (std::size_t g = 0; writes_state && scalar < s_.law->state.size(); scalar += groups[g++].size())
      names.stores.push_back(groups[g].size() > 1 ? field("next", s_.law->state[scalar]) : "");
    made.listing = make_grouped_listing(*s_.law, groups, input_names(), m_, names);
    return made;
  }

  std::string step() const {
    auto groups = step_groups(*s_.law);
    groups.push_back({s_.law->graph.find_id(s_.law->step.force.inertia)});
    const Program made = program(groups, true);
    const Listing& l = made.listing.listing;
    const auto& values = made.listing.values;
    const std::size_t fields = groups.size() - 2;
    std::string text =
        "  function step \"Goes on to the contact that a time h later is there\"\n    input Parameters p;\n"
        "    input State s;\n" +
        contact_inputs() + "    input " + real("h", "s", "Length of the step") + ";\n" + "    output State next;\n" +
        force_output() + variables(l, made.tables) + "  algorithm\n" + statements(l);
    std::size_t scalar = 0;
    for (std::size_t g = 0; g < fields; scalar += groups[g++].size())
      for (std::size_t i = 0; i < values[g].size(); ++i)
        text += "    " + access("next", find_place(s_, s_.law->state[scalar + i])) + " := " + values[g][i] + ";\n";
    for (const std::size_t k : s_.kept)
      text += "    next.last_" + std::string(s_.column(k).name) + " := " + std::string(s_.column(k).name) + ";\n";
    if (state_members(s_).empty()) text += "    next.none := 0;\n";
    return text + "    force := " + values[fields][0] + ";\n    inertia := " + values[fields + 1][0] +
           ";\n  end step;\n\n";
  }

  std::string force() const {
    const std::array numbers{s_.law->force.value, s_.law->force.inertia};
    const auto nodes = find_nodes(*s_.law, numbers);
    const Program made = program({{nodes[0]}, {nodes[1]}}, false);
    const Listing& l = made.listing.listing;
    const auto& values = made.listing.values;
    return "  function friction \"In a contact, for the state as it is\"\n    input Parameters p;\n    input State "
           "s;\n" +
           contact_inputs() + force_output() + variables(l, made.tables) + "  algorithm\n" + statements(l) +
           "    force := " + values[0][0] + ";\n    inertia := " + values[1][0] + ";\n  end friction;\n\n";
  }

  // Kahan: (u - 1) x/log(u) with the rounded u = exp(x).
  static std::string expm1() {
    return "  function expm1 \"exp(x) - 1 without loss for small x\"\n    input Real x;\n    output Real y;\n"
           "  protected\n    Real u;\n  algorithm\n    u := exp(x);\n"
           "    y := if u - 1 <= -1 then -1 else if abs(u - 1) <= 0 then x else (u - 1)*x/log(u);\n  end expm1;\n\n";
  }

  // What the columns of a contact are called in the base class of an element.
  std::string between_flanges(std::size_t column) const {
    const std::string name(s_.column(column).name);
    if (name == "velocity") return s_.model.rotary ? "w_rel" : "v_rel";
    if (name == "displacement") return s_.model.rotary ? "phi_rel" : "s_rel";
    return name;
  }

  // The law between two flanges of the Modelica Standard Library 4. Friction is computed at samples and held between
  // them; what the law reads beside the motion are inputs, which a Modelica tool wants connected.
  std::string element() const {
    const bool rotary = s_.model.rotary;
    const std::string speed = rotary ? "w_rel" : "v_rel";
    std::string inputs;
    std::vector<std::string> contact;
    for (const std::size_t k : s_.columns) {
      contact.push_back(between_flanges(k));
      if (const std::string name(s_.column(k).name); contact.back() == name)
        inputs += "    Modelica.Blocks.Interfaces.RealInput " + name + "(unit=\"" + s_.unit(s_.column(k).unit) +
                  "\") \"" + std::string(s_.column(k).doc) + "\";\n";
    }
    const auto held = [this](const std::string& name, const std::string& unit, const std::string& doc) {
      return "    Real " + name + "(unit=\"" + s_.unit(unit) + "\", start=0) \"" + doc + "\";\n";
    };
    return "  model Element \"Friction between two flanges, sampled\"\n    extends Modelica.Mechanics." +
           std::string(rotary ? "Rotational" : "Translational") +
           ".Interfaces.PartialCompliantWithRelativeStates;\n"
           "    parameter Parameters p \"Parameters of the law\";\n"
           "    parameter Real h(unit=\"s\") = 0.0001 \"Time between two samples\";\n" +
           inputs + "    State s \"What the element remembers\";\n" +
           held("friction_held", "N", "Friction since the last sample") +
           held("inertia_held", "kg", "Inertia that friction adds since then") + "  initial algorithm\n    s := init(" +
           text::join(contact) +
           ");\n  algorithm\n    when sample(h, h) then\n      (s, friction_held, inertia_held) := step(p, s, " +
           text::join(contact) + ", h);\n    end when;\n  equation\n    " + (rotary ? "tau" : "f") +
           " = friction_held + inertia_held*der(" + speed + ");\n  end Element;\n\n";
  }

  std::string compensation() const {
    std::string text;
    for (const std::string& line : compensation_description(s_)) text += "  // " + line + "\n";
    const std::string zero = "0";
    std::string inputs;
    for (const std::size_t k : compensation_columns(s_))
      inputs += "    input " +
                real(std::string(s_.column(k).name), s_.unit(s_.column(k).unit), std::string(s_.column(k).doc)) + ";\n";
    text += "  record Compensation \"What it remembers\"\n    State friction;\n    " +
            real("velocity", s_.unit("m/s"), "The last command") + ";\n    " +
            real("displacement", s_.unit("m"), "Where the commands have led") + ";\n    " +
            real("force", s_.unit("N"), "The last one") + ";\n  end Compensation;\n\n";
    text +=
        "  function compensate \"The force to be added to the controller's own\"\n    input Parameters p;\n"
        "    input Compensation c;\n" +
        inputs + "    input " + real("limit", s_.unit("N"), "Largest force") + ";\n    input " +
        real("h", "s", "Time since the last call") + ";\n    input Real deadband(unit=\"" + s_.unit("m/s") +
        "\") = " + m_.number(s_.model.velocity_resolution) +
        " \"A slower command counts as standstill\";\n    output " + real("force", s_.unit("N"), "Compensation") +
        ";\n    output Compensation next;\n    output Real status \"0 computed; 1 an input was no number or h "
        "negative: "
        "the force is the last one; 2 begun anew\";\n  protected\n    Real wanted;\n    Real inertia;\n  algorithm\n" +
        compensation_statements() + "  end compensate;\n\n";
    return text;
  }
  // A comparison with what is no number fails.
  std::string compensation_statements() const {
    const std::string zero = "0";
    std::vector<std::string> tests{"0 <= h", "h < 1e300"};
    for (const std::size_t k : compensation_columns(s_))
      tests.push_back("abs(" + std::string(s_.column(k).name) + ") < 1e300");
    return "    next := c;\n    force := c.force;\n    status := 1;\n    if " + text::join(tests, " and ") +
           " then\n      next.velocity := if abs(velocity) < deadband then 0 else velocity;\n" +
           "      next.displacement := c.displacement + 0.5*(c.velocity + next.velocity)*h;\n" +
           "      (next.friction, wanted, inertia) := step(p, c.friction, " +
           text::join(compensation_contact(s_, "next.velocity", "next.displacement", zero)) + ", h);\n" +
           "      if h > 0 then\n        wanted := wanted + inertia*(next.velocity - c.velocity)/h;\n      end if;\n" +
           "      status := 0;\n      force := min(max(wanted, -limit), limit);\n" +
           "      if not abs(wanted) < 1e300 then\n        status := 2;\n        force := 0;\n" +
           "        next.velocity := 0;\n        next.displacement := 0;\n        next.friction := init(" +
           text::join(compensation_contact(s_, zero, zero, zero)) +
           ");\n      end if;\n      next.force := force;\n    end if;\n";
  }

  std::string self_test() const {
    const std::size_t steps = s_.test.forces.size();
    std::vector<std::string> rows, forces, first, arguments;
    for (const auto& row : s_.test.contacts) {
      std::vector<std::string> numbers;
      for (const double v : row) numbers.push_back(m_.number(v));
      rows.push_back("{" + text::join(numbers) + "}");
    }
    for (const double f : s_.test.forces) forces.push_back(m_.number(f));
    for (std::size_t k = 1; k <= s_.columns.size(); ++k) {
      first.push_back("motion[1, " + std::to_string(k) + "]");
      arguments.push_back("motion[k + 1, " + std::to_string(k) + "]");
    }
    return "  function self_test \"The largest error of the forces along a built-in motion, over the largest force\"\n"
           "    output Real worst;\n  protected\n    constant Real motion[" +
           std::to_string(steps + 1) + ", " + std::to_string(s_.columns.size()) + "] = {\n      " +
           text::join(rows, ",\n      ") + "};\n    constant Real expected[" + std::to_string(steps) + "] = {\n      " +
           text::join(forces, ",\n      ") +
           "};\n    Parameters p;\n    State s;\n    Real force;\n    Real inertia;\n  algorithm\n    worst := 0;\n    "
           "s := init(" +
           text::join(first) + ");\n    for k in 1:" + std::to_string(steps) +
           " loop\n      (s, force, inertia) := step(p, s, " + text::join(arguments) + ", " + m_.number(s_.test.h) +
           ");\n      worst := max(worst, abs(force - expected[k]));\n    end for;\n    worst := "
           "worst/max(abs(expected));\n"
           "  end self_test;\n\n";
  }

  const Subject& s_;
  Modelica m_;
};

// Modelica 3.4, section 2.3.3, and the built-in types and functions that a text uses.
constexpr std::array<std::string_view, 66> words{
    "algorithm", "and",       "annotation",    "block",      "break",   "class",    "connect",     "connector",
    "constant",  "der",       "constrainedby", "discrete",   "each",    "else",     "elseif",      "elsewhen",
    "end",       "equation",  "encapsulated",  "expandable", "extends", "external", "enumeration", "false",
    "final",     "flow",      "for",           "function",   "if",      "import",   "impure",      "in",
    "initial",   "inner",     "input",         "loop",       "model",   "not",      "operator",    "or",
    "outer",     "output",    "package",       "parameter",  "partial", "public",   "protected",   "pure",
    "record",    "redeclare", "replaceable",   "return",     "stream",  "then",     "true",        "type",
    "when",      "while",     "within",        "Real",       "Boolean", "exp",      "log",         "abs",
    "time",      "Modelica"};

}  // namespace

std::vector<ExportedFile> modelica_files(const Model& model, const ExportOptions& options, const std::string& path) {
  const Subject s = make_subject(model, options, path, true, words);
  return {{path, ModelicaWriter(s).text()}};
}

}  // namespace stickslip::exporting
