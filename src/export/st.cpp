// IEC 61131-3 Structured Text: the friction compensation as a function block, in the part of the language that every
// controller has: no structures, no references, no exceptions, every variable declared.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "roll.hpp"
#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

class St : public Dialect {
 public:
  explicit St(std::string prefix) : prefix_(std::move(prefix)) {}

  // A real literal has digits on both sides of its point.
  std::string number(double value) const override {
    constexpr double largest = 1e308;
    if (std::isnan(value)) value = 0.0;
    std::string text = stickslip::to_text(std::clamp(value, -largest, largest));
    const std::size_t exponent = std::min(text.find('e'), text.size());
    if (text.find('.') == std::string::npos) text.insert(exponent, ".0");
    std::replace(text.begin(), text.end(), 'e', 'E');
    return text;
  }
  std::string function(TraceOp op) const override {
    if (op == TraceOp::expm1 || op == TraceOp::tanh) return prefix_ + "_" + plain_name(op);
    if (op == TraceOp::log) return "LN";
    std::string name = plain_name(op);
    for (char& c : name) c = char(std::toupper(static_cast<unsigned char>(c)));
    return name;
  }
  std::string_view both() const override { return " AND "; }
  std::string_view either() const override { return " OR "; }
  std::string_view negation() const override { return "NOT "; }
  bool has_select() const override { return false; }
  std::string select(const std::string&, const std::string&, const std::string&) const override { return {}; }
  std::string definition(const std::string& name, bool, const std::string& value) const override {
    return assignment(name, value);
  }
  std::string declaration(const std::string&) const override { return {}; }
  std::string initialisation(const std::string& name, const std::string& value) const override {
    return assignment(name, value);
  }
  std::string assignment(const std::string& name, const std::string& value) const override {
    return name + " := " + value + ";";
  }
  std::string if_begins(const std::string& condition) const override { return "IF " + condition + " THEN"; }
  std::string if_turns() const override { return "ELSE"; }
  std::string if_ends() const override { return "END_IF;"; }
  std::string loop_begins(int most) const override { return "FOR pass := 1 TO " + std::to_string(most) + " DO"; }
  std::string loop_ends_unless(const std::string& condition) const override {
    return "IF NOT " + condition + " THEN EXIT; END_IF;";
  }
  std::string loop_ends() const override { return "END_FOR;"; }
  bool has_elements() const override { return true; }
  std::string elements_begin(std::size_t length) const override {
    return "FOR i := 0 TO " + std::to_string(length - 1) + " DO";
  }

 private:
  std::string prefix_;
};

std::string array_type(std::size_t length, std::string_view of = "LREAL") {
  return "ARRAY[0.." + std::to_string(length - 1) + "] OF " + std::string(of);
}

class StWriter {
 public:
  explicit StWriter(const Subject& subject) : s_(subject), st_(subject.name) { write_step(); }

  std::string text() const {
    std::string text;
    for (const std::string& line : description(s_)) text += line_comment(line);
    for (const std::string& line : compensation_description(s_)) text += line_comment(line);
    text += line_comment("") + line_comment("Not run on a controller: call it once in every cycle of the task.");
    return text + "\n" + functions() + block();
  }

 private:
  // ---- the law's step, and what it needs

  void write_step() {
    OutputGroups groups = step_groups(*s_.law);
    groups.push_back({s_.law->graph.find_id(s_.law->step.force.inertia)});
    VectorNames names{.field = [this](const ProgramInput& input) { return find_place(s_, input).member + "[i]"; },
                      .table =
                          [this](const std::vector<double>& values) {
                            tables_.push_back(values);
                            return "table_" + std::to_string(tables_.size()) + "[i]";
                          }};
    std::size_t scalar = 0;
    for (std::size_t g = 0; scalar < s_.law->state.size(); scalar += groups[g++].size())
      names.stores.push_back(groups[g].size() > 1 ? names.field(s_.law->state[scalar]) : "");
    std::vector<std::string> inputs;
    for (const ProgramInput& input : s_.law->inputs) inputs.push_back(input_name(input));
    step_ = make_grouped_listing(*s_.law, groups, inputs, st_, names);
  }

  static bool is_in_block(const ProgramInput& input) {
    return input.source == ProgramSource::state || input.source == ProgramSource::before;
  }

  // Scalars of the block are read into variables of the call first: the step replaces them one by one.
  std::string input_name(const ProgramInput& input) const {
    if (is_in_block(input)) return "was_" + local_name(s_, input);
    if (input.source != ProgramSource::now) return local_name(s_, input);
    const std::vector<std::string> told = compensation_contact(s_, "commanded", "displacement", st_.number(0.0));
    const auto place = std::find(s_.columns.begin(), s_.columns.end(), input.field) - s_.columns.begin();
    return told[std::size_t(place)];
  }

  std::string member(const ProgramInput& input) const {
    const Place place = find_place(s_, input);
    return place.member + (place.is_single ? "" : "[" + std::to_string(place.index) + "]");
  }

  std::string law_step() const {
    std::string text;
    for (std::size_t i = 0; i < s_.law->inputs.size(); ++i)
      if (step_.listing.inputs_used[i] && is_in_block(s_.law->inputs[i]))
        text += input_name(s_.law->inputs[i]) + " := " + member(s_.law->inputs[i]) + ";\n";
    for (const std::string& line : step_.listing.lines) text += line + "\n";
    const std::size_t groups = step_.values.size() - 2;
    std::size_t scalar = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      for (const std::string& value : step_.values[g]) text += member(s_.law->state[scalar++]) + " := " + value + ";\n";
      if (step_.values[g].empty()) scalar += element_count(*s_.law);
    }
    for (const std::size_t k : s_.kept) {
      const std::string name(s_.column(k).name);
      text += "last_" + name + " := " + input_name({ProgramSource::now, k, 0}) + ";\n";
    }
    text += "wanted := " + step_.values[groups][0] + ";\n";
    if (carries_inertia(s_))
      text += "IF h > 0.0 THEN\n  wanted := wanted + (" + step_.values[groups + 1][0] +
              ")*(commanded - command_before)/h;\nEND_IF;\n";
    return text;
  }

  // ---- declarations

  static std::string line_comment(const std::string& line) {
    std::string safe = line;
    for (std::size_t at = 0; (at = safe.find("*)", at)) != std::string::npos; ++at) safe.replace(at, 2, "* )");
    for (std::size_t at = 0; (at = safe.find("(*", at)) != std::string::npos; ++at) safe.replace(at, 2, "( *");
    return "(* " + safe + " *)\n";
  }
  static std::string declared(const std::string& name, const std::string& type, const std::string& comment = {}) {
    return "  " + name + " : " + type + ";" + (comment.empty() ? "" : " (* " + comment + " *)") + "\n";
  }

  std::string inputs() const {
    std::string text = "VAR_INPUT\n";
    for (const std::size_t k : compensation_columns(s_)) {
      const ContactColumn& c = s_.column(k);
      text += declared(std::string(c.name), "LREAL",
                       "[" + s_.unit(c.unit) + "] " + (k == 0 ? "Commanded velocity." : std::string(c.doc)));
    }
    return text + declared("h", "LREAL", "[s] Time since the last call.") +
           declared("most", "LREAL", "[" + s_.unit("N") + "] Largest force.") + "END_VAR\nVAR_OUTPUT\n" +
           declared("force", "LREAL", "[" + s_.unit("N") + "] To be added to the controller's own.") +
           declared("status", "INT",
                    "0 computed; 1 an input was no number or h negative: the force is the last one; 2 begun anew") +
           "END_VAR\n";
  }

  std::string memory() const {
    std::string text = "VAR\n";
    for (const Member& m : state_members(s_))
      text += declared(m.name, m.count > 1 ? array_type(m.count) : "LREAL", "[" + m.unit + "] " + m.doc);
    return text + declared("command_before", "LREAL") + declared("displacement", "LREAL") +
           declared("deadband", "LREAL := " + st_.number(s_.model.velocity_resolution),
                    "[" + s_.unit("m/s") + "] A slower command counts as standstill.") +
           "END_VAR\n";
  }

  std::string temporaries() const {
    std::string text = "VAR\n" + declared("commanded", "LREAL") + declared("wanted", "LREAL");
    const auto members = state_members(s_);
    const bool has_elements = std::any_of(members.begin(), members.end(), [](const Member& m) { return m.count > 1; });
    if (has_elements || !tables_.empty()) text += declared("i", "INT");
    if (!s_.law->graph.loops().empty()) text += declared("pass", "INT");
    for (std::size_t k = 0; k < s_.law->inputs.size(); ++k)
      if (step_.listing.inputs_used[k] && is_in_block(s_.law->inputs[k]))
        text += declared(input_name(s_.law->inputs[k]), "LREAL");
    for (const Variable& v : step_.listing.variables) {
      const std::string type = v.is_mask ? "BOOL" : "LREAL";
      text += declared(v.name, v.length > 0 ? array_type(v.length, type) : type);
    }
    text += "END_VAR\n";
    if (tables_.empty()) return text;
    text += "VAR CONSTANT\n";
    for (std::size_t k = 0; k < tables_.size(); ++k) {
      std::vector<std::string> numbers;
      for (const double v : tables_[k]) numbers.push_back(st_.number(v));
      text +=
          declared("table_" + std::to_string(k + 1), array_type(numbers.size()) + " := [" + text::join(numbers) + "]");
    }
    return text + "END_VAR\n";
  }

  // ---- the block

  std::string standstill() const {
    std::string text;
    for (const Member& m : state_members(s_)) {
      if (m.count > 1)
        text += "  FOR i := 0 TO " + std::to_string(m.count - 1) + " DO\n    " + m.name + "[i] := 0.0;\n  END_FOR;\n";
      else
        text += "  " + m.name + " := 0.0;\n";
    }
    return text + "  command_before := 0.0;\n  displacement := 0.0;\n  force := 0.0;\n";
  }

  std::string block() const {
    std::vector<std::string> tests;
    for (const std::size_t k : compensation_columns(s_))
      tests.push_back("NOT (ABS(" + std::string(s_.column(k).name) + ") < 1.0E300)");
    return "FUNCTION_BLOCK " + s_.name + "\n" + inputs() + memory() + temporaries() + "IF " +
           text::join(tests, " OR ") +
           " OR NOT (ABS(h) < 1.0E300) OR h < 0.0 THEN\n  status := 1;\n  RETURN;\nEND_IF;\n"
           "commanded := velocity;\nIF ABS(velocity) < deadband THEN\n  commanded := 0.0;\nEND_IF;\n"
           "displacement := displacement + 0.5*(command_before + commanded)*h;\n" +
           law_step() + "command_before := commanded;\nIF NOT (ABS(wanted) < 1.0E300) THEN\n  status := 2;\n" +
           standstill() +
           "  RETURN;\nEND_IF;\nstatus := 0;\nforce := wanted;\nIF wanted > most THEN\n  force := most;\nEND_IF;\n"
           "IF wanted < -most THEN\n  force := -most;\nEND_IF;\nEND_FUNCTION_BLOCK\n";
  }

  // ---- functions that the language does not have

  bool uses(TraceOp op) const {
    const auto nodes = s_.law->graph.nodes();
    return std::any_of(nodes.begin(), nodes.end(), [op](const TraceNode& n) { return n.op == op; });
  }

  // Kahan: (u - 1) x/log(u) with the rounded u = exp(x); tanh(x) = d/(d + 2), d = exp(2 x) - 1.
  std::string functions() const {
    std::string text;
    const std::string expm1 = st_.function(TraceOp::expm1);
    const std::string tanh = st_.function(TraceOp::tanh);
    if (uses(TraceOp::expm1) || uses(TraceOp::tanh))
      text += "FUNCTION " + expm1 +
              " : LREAL\nVAR_INPUT\n  x : LREAL;\nEND_VAR\nVAR\n  u : LREAL;\nEND_VAR\nu := EXP(x);\n" + expm1 +
              " := u - 1.0;\nIF u = 1.0 THEN\n  " + expm1 +
              " := x;\nELSE\n  IF u > 1.0E-300 AND u < 1.0E30 THEN\n    IF u - 1.0 > -1.0 THEN\n      " + expm1 +
              " := (u - 1.0)*x/LN(u);\n    END_IF;\n  END_IF;\nEND_IF;\nEND_FUNCTION\n\n";
    if (uses(TraceOp::tanh))
      text += "FUNCTION " + tanh +
              " : LREAL\nVAR_INPUT\n  x : LREAL;\nEND_VAR\nVAR\n  d : LREAL;\nEND_VAR\nIF x > 20.0 THEN\n  " + tanh +
              " := 1.0;\nELSE\n  d := " + expm1 + "(2.0*x);\n  " + tanh + " := d/(d + 2.0);\nEND_IF;\nEND_FUNCTION\n\n";
    return text;
  }

  const Subject& s_;
  St st_;
  std::vector<std::vector<double>> tables_{};
  GroupedListing step_{};
};

// Words of the language in small letters, as prefixes are compared; it knows no difference.
constexpr std::array<std::string_view, 40> words{
    "abs",  "and",    "array", "bool", "by",    "case", "constant", "do",    "else", "elsif",
    "exit", "exp",    "false", "for",  "force", "if",   "int",      "limit", "ln",   "lreal",
    "max",  "min",    "mod",   "most", "not",   "of",   "or",       "real",  "sel",  "sin",
    "sqrt", "status", "step",  "then", "to",    "true", "type",     "until", "var",  "while"};

}  // namespace

std::vector<ExportedFile> st_files(const Model& model, const ExportOptions& options, const std::string& path) {
  if (options.stick == Standstill::stops)
    throw std::invalid_argument("the kind st writes a compensation, which knows where its commands lead; leave out " +
                                option_reference("stick", "stops"));
  const Subject s = make_subject(model, options, path, false, words);
  return {{path, StWriter(s).text()}};
}

}  // namespace stickslip::exporting
