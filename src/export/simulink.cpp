// A script that makes a C Function block of Simulink, and the C that the block calls.
//
// The block keeps the state of the friction element as a persistent vector and hands it to the C as it is: all members
// of the state are of type double.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "kept_values.hpp"
#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

std::string quoted(const std::string& text) {
  std::string twice;
  for (const char c : text) twice += c == '\'' ? std::string("''") : std::string(1, c);
  return "'" + twice + "'";
}

class SimulinkWriter {
 public:
  SimulinkWriter(const Subject& subject, std::string law) : s_(subject), law_(std::move(law)) {
    for (const std::size_t k : s_.columns) contact_.emplace_back(s_.column(k).name);
  }

  std::string script() const {
    std::string text = "function block = " + s_.name + "(model, h)\n%" + s_.name + "\n";
    for (const std::string& line : description(s_)) text += line.empty() ? "%\n" : "%  " + line + "\n";
    text += "%\n%  block = " + s_.name +
            "(model, h) adds the friction to a model that is open, as a C Function block\n"
            "%  (R2020a or newer) with the sample time h [s]. In:";
    for (const std::size_t k : s_.columns)
      text += " " + std::string(s_.column(k).name) + " [" + s_.unit(s_.column(k).unit) + "]";
    text += "; out: force [" + s_.unit("N") + "]" +
            (carries_inertia(s_) ? ", inertia [" + s_.unit("kg") + "]: friction is force + inertia*acceleration" : "") +
            ".\n%  " + law_ + ".c and " + law_ + ".h lie beside this file. Not run in Simulink.\n";
    text += "here = fileparts(mfilename('fullpath'));\nset_param(model, 'SimCustomHeaderCode', " +
            quoted("#include \"" + law_ + ".h\"") + ", ...\n  'SimUserSources', fullfile(here, " + quoted(law_ + ".c") +
            "), ...\n  'SimUserIncludeDirs', here, 'SimParseCustomCode', 'on');\nblock = [get_param(model, 'Name') " +
            quoted("/" + s_.name) + "];\nadd_block('simulink/User-Defined Functions/C Function', block);\n";
    text += "spec = get_param(block, 'SymbolSpec');\n";
    for (const std::string& name : contact_) text += symbol(name, "Input", "1");
    text += symbol("force", "Output", "1");
    if (carries_inertia(s_)) text += symbol("inertia", "Output", "1");
    text += symbol("state", "Persistent", std::to_string(size())) + symbol("begun", "Persistent", "1") +
            symbol("h", "Parameter", "");
    text += "set_param(block, 'StartCode', 'begun = 0.0;', ...\n  'OutputCode', [ ...\n" + output_code() + "  ]);\n" +
            "set_param(block, 'h', sprintf('%.17g', h), 'SampleTime', sprintf('%.17g', h));\nend\n";
    return text;
  }

 private:
  // A state of doubles, one after the other, with what a step leaves to the next; one that nobody reads of a law
  // without memory.
  std::size_t size() const {
    std::size_t count = list_kept_values(*s_.law).size();
    for (const Member& m : state_members(s_)) count += m.count;
    return std::max<std::size_t>(count, 1);
  }

  static std::string symbol(const std::string& name, const std::string& scope, const std::string& size) {
    return "symbol = addSymbol(spec, " + quoted(name) + ");\nsymbol.Scope = " + quoted(scope) +
           ";\nsymbol.Type = 'double';\n" + (size.empty() ? "" : "symbol.Size = " + quoted(size) + ";\n");
  }

  std::string output_code() const {
    const std::string contact = text::join(contact_);
    const std::string state = "(" + law_ + "_state *)state";
    std::vector<std::string> lines{"if (begun == 0.0) {",
                                   "  " + law_ + "_init(" + state + ", " + contact + ");",
                                   "  force = " + law_ + "_force(" + state + ", " + contact + ");",
                                   "  begun = 1.0;",
                                   "} else {",
                                   "  force = " + law_ + "_step(" + state + ", " + contact + ", h);",
                                   "}"};
    if (carries_inertia(s_)) lines.push_back("inertia = " + law_ + "_inertia(" + state + ", " + contact + ");");
    std::string text;
    for (const std::string& line : lines) text += "    " + quoted(line) + ", newline, ...\n";
    return text;
  }

  const Subject& s_;
  std::string law_;
  std::vector<std::string> contact_;
};

}  // namespace

std::vector<ExportedFile> simulink_files(const Model& model, const ExportOptions& options, const std::string& path) {
  if (options.compensation)
    throw std::invalid_argument("the kind simulink writes friction alone; leave out " +
                                option_reference("compensation"));
  const Subject s = make_subject(model, options, path, false);
  const std::filesystem::path file(path);
  if (file.stem().string() != s.name)
    throw std::invalid_argument("a MATLAB function has the name of its file: call the file " + s.name + ".m, or give " +
                                option_reference("prefix", file.stem().string()));
  ExportOptions of_law = options;
  of_law.prefix = s.name + "_law";
  auto files = c_files(model, of_law, std::filesystem::path(file).replace_filename(of_law.prefix + ".c").string());
  files.insert(files.begin(), {path, SimulinkWriter(s, of_law.prefix).script()});
  return files;
}

}  // namespace stickslip::exporting
