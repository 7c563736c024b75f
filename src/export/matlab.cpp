// MATLAB and Octave: a function file, with fixed sizes and types, as a Simulink MATLAB Function block wants it.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

class Matlab : public Dialect {
 public:
  std::string number(double value) const override {
    if (std::isfinite(value)) return stickslip::to_text(value);
    return std::isnan(value) ? "NaN" : value < 0.0 ? "-Inf" : "Inf";
  }
  std::string function(TraceOp op) const override { return plain_name(op); }
  std::string_view negation() const override { return "~"; }
  bool has_select() const override { return false; }
  std::string select(const std::string&, const std::string&, const std::string&) const override { return {}; }
  std::string definition(const std::string& name, bool, const std::string& value) const override {
    return name + " = " + value + ";";
  }
  std::string declaration(const std::string&) const override { return {}; }
  std::string initialisation(const std::string& name, const std::string& value) const override {
    return name + " = " + value + ";";
  }
  std::string assignment(const std::string& name, const std::string& value) const override {
    return name + " = " + value + ";";
  }
  std::string if_begins(const std::string& condition) const override { return "if " + condition; }
  std::string if_turns() const override { return "else"; }
  std::string if_ends() const override { return "end"; }
  std::string loop_begins(int most) const override { return "for pass = 1:" + std::to_string(most); }
  std::string loop_ends_unless(const std::string& condition) const override {
    return "if ~" + condition + ", break; end";
  }
  std::string loop_ends() const override { return "end"; }
  bool has_elements() const override { return true; }
  std::string elements_begin(std::size_t length) const override { return "for i = 1:" + std::to_string(length); }
  std::string element(const std::string& array) const override { return array + "(i)"; }
  std::string array_declaration(const std::string& name, bool mask, std::size_t length) const override {
    return name + " = " + (mask ? "false(" : "zeros(") + std::to_string(length) + ", 1);";
  }
};

class MatlabWriter {
 public:
  explicit MatlabWriter(const Subject& subject) : s_(subject) {
    for (const std::size_t k : s_.columns) contact_.emplace_back(s_.column(k).name);
  }

  std::string text() const {
    const std::string arguments = text::join(contact_);
    return "function [force, state, inertia, self_test_error] = " + s_.name + "(state, " + arguments +
           ", h) %#codegen\n" + help() +
           "force = 0;\ninertia = 0;\nself_test_error = 0;\nif nargin == 0\n  state = zeros(" + size() +
           ", 1);\n  if nargout > 3\n    self_test_error = self_test();\n  end\nelseif nargin < " +
           std::to_string(contact_.size() + 2) + "\n  [force, inertia] = friction(state, " + arguments +
           ");\nelse\n  [force, state, inertia] = advanced(state, " + arguments + ", h);\nend\nend\n\n" +
           advance_text() + friction() + self_test();
  }

  // A file of its own: functions inside a file are not seen from outside.
  std::string compensation(const std::string& name) const {
    auto others = compensation_columns(s_);
    std::vector<std::string> arguments;
    for (const std::size_t k : others) arguments.emplace_back(s_.column(k).name);
    const std::string contact = text::join(compensation_contact(s_, "commanded", "displacement", "0"));
    const std::string n = std::to_string(state_size());
    std::string text = "function [force, memory, status] = " + name + "(memory, " + text::join(arguments) +
                       ", limit, h) %#codegen\n%" + name + "\n";
    for (const std::string& line : compensation_description(s_)) text += "%  " + line + "\n";
    text +=
        "%\n%  [~, memory] = " + name + "();                  at standstill\n%  [force, memory] = " + name +
        "(memory, " + text::join(arguments) + ", limit, h);\n%\n%  limit [" + s_.unit("N") +
        "] is the largest force, h [s] the time since the last call.\n%  status: 0 computed; 1 an input was no number "
        "or h negative: nothing changed, the force is the\n%  last one; 2 it came to no number: begun anew, the "
        "force is 0.\n";
    text += "deadband = " + m_.number(s_.model.velocity_resolution) +
            ";\nforce = 0;\nstatus = 0;\nif nargin == 0\n  memory = zeros(" + std::to_string(state_size() + 3) +
            ", 1);\n  return;\nend\nif ~all(isfinite([" + text::join(arguments, ", ") +
            ", h])) || h < 0\n  force = memory(" + std::to_string(state_size() + 3) +
            ");\n  status = 1;\n  return;\nend\n";
    text += "commanded = velocity;\nif abs(velocity) < deadband\n  commanded = 0;\nend\nlast = memory(" +
            std::to_string(state_size() + 1) + ");\ndisplacement = memory(" + std::to_string(state_size() + 2) +
            ") + 0.5*(last + commanded)*h;\n";
    text += "[wanted, friction, inertia] = " + s_.name + "(memory(1:" + n + "), " + contact + ", h);\n";
    text +=
        "if h > 0\n  wanted = wanted + inertia*(commanded - last)/h;\nend\nif ~isfinite(wanted)\n  memory = zeros(" +
        std::to_string(state_size() + 3) + ", 1);\n  status = 2;\n  return;\nend\n";
    return text +
           "force = min(max(wanted, -limit), limit);\nmemory = [friction(:); commanded; displacement; force];\nend\n";
  }

 private:
  // A law without memory has a state of one element that nobody reads.
  std::size_t state_size() const { return std::max<std::size_t>(s_.law->state.size() + s_.kept.size(), 1); }
  std::string size() const { return std::to_string(state_size()); }

  std::string help() const {
    std::string text = "%" + s_.name + "\n";
    for (const std::string& line : description(s_)) text += line.empty() ? "%\n" : "%  " + line + "\n";
    const std::string arguments = text::join(contact_);
    text +=
        "%\n%  [~, state] = " + s_.name + "();                 at rest at the origin\n%  [force, state] = " + s_.name +
        "(state, " + arguments + ", h);   the contact a time h [s] later\n%  force = " + s_.name + "(state, " +
        arguments + ");              for the state as it is\n%  [~, ~, ~, error] = " + s_.name +
        "();           of the built-in test, relative\n%\n%  Friction is force + inertia*acceleration, inertia the " +
        "third result.\n%  The contact:";
    for (const std::size_t k : s_.columns)
      text += "\n%    " + std::string(s_.column(k).name) + " [" + s_.unit(s_.column(k).unit) + "]  " +
              std::string(s_.column(k).doc);
    text += "\n%  The state, a column of " + size() + ":";
    std::size_t first = 1;
    for (const Member& m : state_members(s_)) {
      text += "\n%    " + std::to_string(first) +
              (m.count > 1 ? " to " + std::to_string(first + m.count - 1) : std::string()) + "  " + m.name + " [" +
              m.unit + "]  " + m.doc;
      first += m.count;
    }
    return text + "\n";
  }

  std::vector<std::string> input_names() const {
    std::vector<std::string> names;
    for (const ProgramInput& input : s_.law->inputs) names.push_back(local_name(s_, input));
    return names;
  }

  std::string body(const Listing& listing) const {
    std::string text;
    std::size_t place = 0;
    for (std::size_t i = 0; i < s_.law->inputs.size(); ++i) {
      const ProgramInput& input = s_.law->inputs[i];
      const bool is_kept = input.source == ProgramSource::before &&
                           std::find(s_.kept.begin(), s_.kept.end(), input.field) != s_.kept.end();
      const bool in_law = input.source == ProgramSource::state || input.source == ProgramSource::own;
      if (!in_law && !is_kept) continue;
      ++place;
      if (listing.inputs_used[i]) text += local_name(s_, input) + " = state(" + std::to_string(place) + ");\n";
    }
    for (const std::string& line : listing.lines) text += line + "\n";
    return text;
  }

  // "state(i)", "state(6 + i)": a field of the state in a loop over the elements.
  std::string field_in_state(const ProgramInput& first) const {
    const auto place = std::find(s_.law->state.begin(), s_.law->state.end(), first) - s_.law->state.begin();
    return place == 0 ? "state(i)" : "state(" + std::to_string(place) + " + i)";
  }

  struct Program {
    GroupedListing listing;
    std::string tables;  // that it takes
  };
  Program program(const OutputGroups& groups, bool writes_state) const {
    Program made;
    std::vector<std::vector<double>> tables;
    VectorNames names{.field = [this](const ProgramInput& first) { return field_in_state(first); },
                      .table =
                          [&tables](const std::vector<double>& values) {
                            tables.push_back(values);
                            return "table_" + std::to_string(tables.size()) + "(i)";
                          }};
    std::size_t scalar = 0;
    for (std::size_t g = 0; writes_state && scalar < s_.law->state.size(); scalar += groups[g++].size())
      names.stores.push_back(groups[g].size() > 1 ? field_in_state(s_.law->state[scalar]) : "");
    made.listing = make_grouped_listing(*s_.law, groups, input_names(), m_, names);
    for (std::size_t k = 0; k < tables.size(); ++k) {
      std::vector<std::string> numbers;
      for (const double v : tables[k]) numbers.push_back(m_.number(v));
      made.tables += "table_" + std::to_string(k + 1) + " = [" + text::join(numbers, "; ") + "];\n";
    }
    return made;
  }

  std::string advance_text() const {
    auto groups = step_groups(*s_.law);
    groups.push_back({s_.law->graph.find_id(s_.law->step.force.inertia)});
    const Program p = program(groups, true);
    const auto& values = p.listing.values;
    std::string text = "function [force, state, inertia] = advanced(state, " + text::join(contact_) + ", h)\n" +
                       p.tables + body(p.listing.listing);
    const std::size_t fields = groups.size() - 2;
    const bool has_loops = std::any_of(values.begin(), values.end(), [](const auto& all) { return all.empty(); });
    std::vector<std::string> next;
    std::size_t place = 0;
    for (std::size_t g = 0; g < fields; place += groups[g++].size())
      for (std::size_t i = 0; i < values[g].size(); ++i)
        next.push_back((has_loops ? "state(" + std::to_string(place + i + 1) + ") = " : "") + values[g][i]);
    for (const std::size_t k : s_.kept)
      next.push_back((has_loops ? "state(" + std::to_string(++place) + ") = " : "") + std::string(s_.column(k).name));
    if (has_loops)
      for (const std::string& line : next) text += line + ";\n";
    else if (!next.empty())
      text += "state = [" + text::join(next, "; ...\n  ") + "];\n";
    return text + "force = " + values[fields][0] + ";\ninertia = " + values[fields + 1][0] + ";\nend\n\n";
  }

  std::string friction() const {
    const std::array numbers{s_.law->force.value, s_.law->force.inertia};
    const auto nodes = find_nodes(*s_.law, numbers);
    const Program p = program({{nodes[0]}, {nodes[1]}}, false);
    return "function [force, inertia] = friction(state, " + text::join(contact_) + ")\n" + p.tables +
           body(p.listing.listing) + "force = " + p.listing.values[0][0] + ";\ninertia = " + p.listing.values[1][0] +
           ";\nend\n\n";
  }

  std::string start() const {
    std::string text = "state = zeros(" + size() + ", 1);\n";
    std::size_t place = s_.law->state.size();
    for (const std::size_t k : s_.kept) {
      const auto column = std::size_t(std::find(s_.columns.begin(), s_.columns.end(), k) - s_.columns.begin());
      text += "state(" + std::to_string(++place) + ") = motion(1, " + std::to_string(column + 1) + ");\n";
    }
    return text;
  }

  std::string self_test() const {
    std::string rows, forces;
    for (const auto& row : s_.test.contacts) {
      std::vector<std::string> numbers;
      for (const double v : row) numbers.push_back(m_.number(v));
      rows += "  " + text::join(numbers) + "; ...\n";
    }
    for (const double f : s_.test.forces) forces += "  " + m_.number(f) + "; ...\n";
    std::vector<std::string> arguments;
    for (std::size_t k = 0; k < s_.columns.size(); ++k)
      arguments.push_back("motion(k + 1, " + std::to_string(k + 1) + ")");
    return "function worst = self_test()\nmotion = [ ...\n" + rows + "  ];\nexpected = [ ...\n" + forces + "  ];\n" +
           start() + "worst = 0;\nfor k = 1:" + std::to_string(s_.test.forces.size()) +
           "\n  [force, state] = advanced(state, " + text::join(arguments) + ", " + m_.number(s_.test.h) +
           ");\n  worst = max(worst, abs(force - expected(k)));\nend\nworst = worst/max(max(abs(expected)), "
           "realmin);\nend\n";
  }

  const Subject& s_;
  Matlab m_;
  std::vector<std::string> contact_;
};

constexpr std::array<std::string_view, 20> words{
    "break",  "case", "catch",     "classdef", "continue",   "else",   "elseif", "end",    "for", "function",
    "global", "if",   "otherwise", "parfor",   "persistent", "return", "spmd",   "switch", "try", "while"};

}  // namespace

std::vector<ExportedFile> matlab_files(const Model& model, const ExportOptions& options, const std::string& path) {
  const Subject s = make_subject(model, options, path, false, words);
  const std::filesystem::path file(path);
  if (file.stem().string() != s.name)
    throw std::invalid_argument("a MATLAB function has the name of its file: call the file " + s.name + ".m, or give " +
                                option_reference("prefix", file.stem().string()));
  const MatlabWriter writer(s);
  std::vector<ExportedFile> files{{path, writer.text()}};
  const std::string second = s.name + "_compensation";
  if (options.compensation)
    files.push_back(
        {std::filesystem::path(file).replace_filename(second + ".m").string(), writer.compensation(second)});
  return files;
}

}  // namespace stickslip::exporting
