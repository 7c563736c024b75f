// C99: a pair of files, or one header. No heap, no recursion, no static state, bounded time. MISRA C's required rules
// 10.3 (nothing is narrowed silently), 14.4 (conditions are Boolean) and 15.6 (every body is in braces) are kept.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "kept_values.hpp"
#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

class C : public Braces {
 public:
  C(bool single, std::string prefix) : single_(single), prefix_(std::move(prefix)) {}

  std::string real() const { return single_ ? "float" : "double"; }

  std::string number(double value) const override {
    const bool is_finite = single_ ? std::isfinite(float(value)) : std::isfinite(value);
    if (!is_finite) return std::isnan(value) ? "NAN" : value < 0.0 ? "-INFINITY" : "INFINITY";
    std::array<char, 32> digits{};
    char* const begin = digits.data();
    char* const limit = begin + digits.size();
    char* const end = single_ ? std::to_chars(begin, limit, float(value)).ptr : std::to_chars(begin, limit, value).ptr;
    std::string text(begin, end);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return single_ ? text + "f" : text;
  }
  std::string function(TraceOp op) const override {
    if (op == TraceOp::expm1) return prefix_ + "_expm1";
    return library_function(op);
  }
  std::string library_function(TraceOp op) const {
    return (op == TraceOp::abs ? "fabs" : plain_name(op)) + (single_ ? "f" : "");
  }
  std::string definition(const std::string& name, bool mask, const std::string& value) const override {
    return "const " + (mask ? "bool" : real()) + " " + name + " = " + value + ";";
  }
  std::string declaration(const std::string& name) const override { return real() + " " + name + ";"; }
  std::string initialisation(const std::string& name, const std::string& value) const override {
    return real() + " " + name + " = " + value + ";";
  }

 protected:
  std::string_view counter() const override { return "int"; }
  std::string array_declaration(const std::string& name, bool mask, std::size_t length) const override {
    return (mask ? "bool" : real()) + " " + name + "[" + std::to_string(length) + "];";
  }

 private:
  bool single_;
  std::string prefix_;  // of the functions of the text
};

class CWriter {
 public:
  CWriter(const Subject& subject, std::string linkage)
      : s_(subject),
        c_(subject.options.single_precision, subject.name),
        linkage_(std::move(linkage)),
        changeable_(subject.options.changeable_parameters),
        kept_(choose_kept()),
        step_(step_listing()) {}

  // The head of the text: what it is, and what a step costs at most.
  std::vector<std::string> head() const {
    auto lines = description(s_);
    const OperationCount& n = step_.listing.worst_case;
    const auto count = [](std::uint64_t times, const std::string& one) {
      return std::to_string(times) + " " + one + (times == 1 ? "" : "s");
    };
    lines.emplace_back("");
    lines.push_back("A step is at most " + count(n.sums, "sum") + ", " + count(n.products, "product") + ", " +
                    count(n.divisions, "division") + ", " + count(n.roots, "square root") + ", " +
                    count(n.functions, "call") + " of exp, expm1, log, tanh or sin");
    lines.push_back(
        "and " + count(n.decisions, "decision") + (s_.options.single_precision ? ", all in float" : "") +
        (s_.law->graph.loops().empty() ? std::string(".") : ". Newton's iterations count with all passes;"));
    if (!s_.law->graph.loops().empty()) lines.emplace_back("they usually end after four.");
    return lines;
  }

  // What the text needs from the C library.
  std::string includes() const { return "#include <math.h>\n\n" + expm1(); }

  // ---- types and declarations

  std::string types() const {
    auto members = state_members(s_);
    for (std::size_t i = 0; i < kept_.size(); ++i)
      members.push_back({name_kept(i), 1, "SI", "Computed at the end of the last step, needed in the next.", {}});
    std::string text = "#include <stdbool.h>\n\n" + type("state", members, "What the friction element remembers.");
    if (changeable_) text += type("params", parameter_members(s_), "Parameters, to be changed at run time.");
    if (s_.options.compensation) text += compensation_type();
    return text;
  }

  std::string declarations() const {
    std::string text;
    for (const auto& [comment, signature] : signatures())
      text += comment_text({comment}) + linkage_ + signature + ";\n";
    return text;
  }

  // ---- definitions

  std::string definitions() const {
    std::string text;
    if (changeable_) text += defaults();
    text += init() + step() + program("force", s_.law->force.value);
    if (carries_inertia(s_)) text += program("inertia", s_.law->force.inertia);
    if (s_.law->stored_energy) text += program("stored_energy", *s_.law->stored_energy);
    if (s_.law->holds) text += holds();
    if (s_.options.all_programs) text += continuous_programs();
    if (s_.options.compensation) text += compensation();
    return tables() + text + self_test();
  }

  std::string comment_text(const std::vector<std::string>& lines) const {
    if (lines.size() == 1) return "/* " + lines[0] + " */\n";
    std::string text = "/*\n";
    for (const std::string& line : lines) text += line.empty() ? " *\n" : " * " + line + "\n";
    return text + " */\n";
  }

 private:
  std::string of(std::string_view what) const { return s_.name + "_" + std::string(what); }
  std::string real(const std::string& name) const { return c_.real() + " " + name; }

  std::vector<std::string> contact_arguments() const {
    std::vector<std::string> arguments;
    for (const std::size_t k : s_.columns) arguments.push_back(real(std::string(s_.column(k).name)));
    return arguments;
  }
  std::vector<std::string> contact_names() const {
    std::vector<std::string> names;
    for (const std::size_t k : s_.columns) names.emplace_back(s_.column(k).name);
    return names;
  }

  // "double seal_step(const seal_params *p, seal_state *s, double velocity, double h)"
  std::string signature(const std::string& result, std::string_view what, const std::string& object,
                        std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), object);
    if (changeable_) arguments.insert(arguments.begin(), "const " + of("params") + " *p");
    return result + " " + of(what) + "(" + text::join(arguments) + ")";
  }
  std::string init_signature() const { return signature("void", "init", of("state") + " *s", contact_arguments()); }
  std::string step_signature() const {
    auto arguments = contact_arguments();
    arguments.push_back(real("h"));
    return signature(c_.real(), "step", of("state") + " *s", arguments);
  }
  std::string force_signature(std::string_view what) const {
    return signature(c_.real(), what, "const " + of("state") + " *s", contact_arguments());
  }
  std::string array_signature(std::string_view what, const std::string& array) const {
    auto arguments = contact_arguments();
    arguments.push_back(real(array + "[]"));
    return signature("void", what, "const " + of("state") + " *s", arguments);
  }
  std::string reset_signature() const {
    auto arguments = contact_arguments();
    arguments.emplace_back("int which");
    return signature("void", "reset", of("state") + " *s", arguments);
  }
  std::string holds_signature() const { return "bool " + of("holds") + "(const " + of("state") + " *s)"; }
  std::string test_signature() const { return c_.real() + " " + of("self_test") + "(void)"; }
  std::string defaults_signature() const { return "void " + of("defaults") + "(" + of("params") + " *p)"; }

  std::vector<std::pair<std::string, std::string>> signatures() const {
    std::vector<std::pair<std::string, std::string>> all;
    if (changeable_) all.push_back({"The parameters as they were identified.", defaults_signature()});
    all.push_back({"At rest, without memory, in the contact where the motion begins.", init_signature()});
    all.push_back(
        {"Goes on to the contact that a time h later is there; returns the friction force [" + s_.unit("N") + "].",
         step_signature()});
    all.push_back(
        {"The friction force [" + s_.unit("N") + "] in a contact, for the state as it is.", force_signature("force")});
    if (carries_inertia(s_))
      all.push_back(
          {"Friction is force + inertia * acceleration [" + s_.unit("kg") + "].", force_signature("inertia")});
    if (s_.law->stored_energy)
      all.push_back({"Elastic energy [" + s_.unit("J") + "] in the state.", force_signature("stored_energy")});
    if (s_.law->holds) all.push_back({"Whether the body is held exactly at rest.", holds_signature()});
    if (s_.options.all_programs) add_continuous_signatures(all);
    if (s_.options.compensation) {
      all.push_back({"Starts at standstill; the limit is that of the force.", compensation_init_signature()});
      all.push_back(
          {"The force to be added to the controller's own, a time h after the last call.", compensation_signature()});
    }
    all.push_back(
        {"The largest error of the forces along a built-in motion, over the largest force.", test_signature()});
    return all;
  }

  void add_continuous_signatures(std::vector<std::pair<std::string, std::string>>& all) const {
    if (s_.law->steady_state)
      all.push_back({"The friction force of steady sliding [" + s_.unit("N") + "].", force_signature("steady_state")});
    all.push_back({"The rates of the state, in its order.", array_signature("rate", "slope")});
    if (s_.law->guards.empty()) return;
    all.push_back({"The guards: positive while the mode lasts.", array_signature("guards", "value")});
    all.push_back({"The new mode where the guard of that number has fallen through zero.", reset_signature()});
  }

  std::string type(std::string_view what, const std::vector<Member>& members, const std::string& comment) const {
    std::string text = comment_text({comment}) + "typedef struct {\n";
    for (const Member& m : members)
      text += "  " + real(m.name) + (m.count > 1 ? "[" + std::to_string(m.count) + "]" : "") + "; /* [" + m.unit +
              "] " + m.doc + " */\n";
    if (members.empty()) text += "  unsigned char none; /* the law has no memory */\n";
    return text + "} " + of(what) + ";\n\n";
  }

  // ---- programs

  std::string access(const std::string& object, const ProgramInput& input) const {
    const Place place = find_place(s_, input);
    return object + "->" + place.member + (place.is_single ? "" : "[" + std::to_string(place.index) + "]");
  }

  std::vector<std::string> input_names() const {
    std::vector<std::string> names;
    for (const ProgramInput& input : s_.law->inputs)
      names.push_back(input.source == ProgramSource::parameter ? access("p", input) : local_name(s_, input));
    return names;
  }

  // Values that a step leaves to the next stand behind the other inputs.
  // Those of single elements would keep the elements from being loops: then they are computed again.
  std::vector<KeptValue> choose_kept() const {
    auto kept = list_kept_values(*s_.law);
    std::vector<Given> given;
    auto groups = step_groups(*s_.law);
    const auto without = rolled(*s_.law, groups, {}, TraceId(s_.law->inputs.size()));
    if (without == nullptr) return kept;
    for (const KeptValue& value : kept) {
      given.push_back({value.before, TraceId(s_.law->inputs.size() + given.size())});
      groups.push_back({value.now});
    }
    const auto with = rolled(*s_.law, groups, given, TraceId(s_.law->inputs.size() + kept.size()));
    return with == nullptr ? std::vector<KeptValue>() : kept;
  }
  static std::string name_kept(std::size_t i) { return "kept_" + std::to_string(i + 1); }
  std::vector<Given> list_given() const {
    std::vector<Given> all;
    for (std::size_t i = 0; i < kept_.size(); ++i) all.push_back({kept_[i].before, TraceId(s_.law->inputs.size() + i)});
    return all;
  }

  // The inputs that stand in the state, and what is done to those that are not read.
  std::string opening(const GroupedListing& written, bool with_step) const {
    std::string text;
    bool reads_params = written.takes_params;
    bool reads_state = written.takes_state;
    for (std::size_t i = 0; i < s_.law->inputs.size(); ++i) {
      const ProgramInput& input = s_.law->inputs[i];
      const bool in_state = is_remembered(input);
      const bool used = written.listing.inputs_used[i];
      reads_params |= used && input.source == ProgramSource::parameter;
      reads_state |= used && in_state;
      if (used && in_state) text += "  const " + real(local_name(s_, input)) + " = " + access("s", input) + ";\n";
      const bool is_argument = input.source == ProgramSource::now || input.source == ProgramSource::step_size;
      const bool is_given = with_step || input.source != ProgramSource::step_size;
      if (!used && is_argument && is_given) text += "  (void)" + local_name(s_, input) + ";\n";
    }
    if (changeable_ && !reads_params) text += "  (void)p;\n";
    if (!reads_state && !with_step) text += "  (void)s;\n";
    return text;
  }

  static std::string indent(const Listing& listing) {
    std::string text;
    for (const std::string& line : listing.lines) text += "  " + line + "\n";
    return text;
  }

  // ---- vectors, for laws with elements

  std::string element_access(const ProgramInput& input) const {
    return (input.source == ProgramSource::state ? "s->" : "p->") + find_place(s_, input).member + "[i]";
  }
  // Constants of the elements, one table for all programs that take it.
  std::string table_name(const std::vector<double>& values) const {
    const auto place = std::find(tables_.begin(), tables_.end(), values);
    const auto number = std::size_t(place - tables_.begin());
    if (place == tables_.end()) tables_.push_back(values);
    return of("table_") + std::to_string(number + 1) + "[i]";
  }
  std::string tables() const {
    std::string text;
    for (std::size_t k = 0; k < tables_.size(); ++k) {
      std::vector<std::string> numbers;
      for (const double v : tables_[k]) numbers.push_back(c_.number(v));
      text += "static const " + real(of("table_") + std::to_string(k + 1)) + "[" + std::to_string(numbers.size()) +
              "] = {\n  " + text::join(numbers, ",\n  ") + ",\n};\n\n";
    }
    return text;
  }
  VectorNames vector_names() const {
    return {.field = [this](const ProgramInput& input) { return element_access(input); },
            .table = [this](const std::vector<double>& values) { return table_name(values); }};
  }

  GroupedListing step_listing() const {
    auto groups = step_groups(*s_.law);
    auto vectors = vector_names();
    std::size_t scalar = 0;
    for (std::size_t g = 0; g + 1 < groups.size(); scalar += groups[g++].size()) {
      const bool several = groups[g].size() > 1;
      vectors.stores.push_back(several ? element_access(s_.law->state[scalar]) : "");
    }
    for (const KeptValue& value : kept_) groups.push_back({value.now});
    auto names = input_names();
    for (std::size_t i = 0; i < kept_.size(); ++i) names.push_back(name_kept(i));
    return make_grouped_listing(*s_.law, groups, std::move(names), c_, vectors, list_given());
  }

  std::string step() const {
    const std::size_t groups = step_.values.size() - kept_.size() - 1;  // of the state
    std::string text = linkage_ + step_signature() + "\n{\n" + opening(step_, true);
    // First, and not beside the state's new values: a compiler would store both at once, and the next step would have
    // to wait for the state before it can read the contact.
    for (const std::size_t k : s_.kept)
      text += "  s->last_" + std::string(s_.column(k).name) + " = " + std::string(s_.column(k).name) + ";\n";
    for (std::size_t i = 0; i < kept_.size(); ++i)
      text += "  const " + real(name_kept(i)) + " = s->" + name_kept(i) + ";\n";
    text += indent(step_.listing);
    const std::size_t length = element_count(*s_.law);
    std::size_t scalar = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      for (const std::string& value : step_.values[g])
        text += "  " + access("s", s_.law->state[scalar++]) + " = " + value + ";\n";
      if (step_.values[g].empty()) scalar += length;
    }
    for (std::size_t i = 0; i < kept_.size(); ++i)
      text += "  s->" + name_kept(i) + " = " + step_.values[groups + 1 + i][0] + ";\n";
    if (s_.law->state.empty() && s_.kept.empty()) text += "  (void)s;\n";
    return text + "  return " + step_.values[groups][0] + ";\n}\n\n";
  }

  std::string program(std::string_view what, const Trace& value) const {
    const std::array numbers{value};
    const auto names = input_names();
    const auto written = make_grouped_listing(*s_.law, {find_nodes(*s_.law, numbers)}, names, c_, vector_names());
    return linkage_ + force_signature(what) + "\n{\n" + opening(written, false) + indent(written.listing) +
           "  return " + written.values[0][0] + ";\n}\n\n";
  }

  std::string holds() const {
    const std::array node{s_.law->holds->node()};
    const auto names = input_names();
    const Listing listing = make_listing(s_.law->graph, node, names, c_);
    std::string text = linkage_ + holds_signature() + "\n{\n";
    for (std::size_t i = 0; i < listing.inputs_used.size(); ++i)
      if (listing.inputs_used[i]) text += "  const " + real(names[i]) + " = " + access("s", s_.law->inputs[i]) + ";\n";
    return text + indent(listing) + "  return " + listing.outputs[0] + ";\n}\n\n";
  }

  // ---- rates, guards and resets

  std::string continuous_programs() const {
    std::string text;
    if (s_.law->steady_state) text += program("steady_state", *s_.law->steady_state);
    text += array_program("rate", "slope", rate_groups(*s_.law));
    if (!s_.law->guards.empty()) text += array_program("guards", "value", guard_groups(*s_.law)) + reset();
    return text;
  }

  // Numbers into an array of the caller.
  std::string array_program(std::string_view what, const std::string& array, const OutputGroups& groups) const {
    auto vectors = vector_names();
    std::size_t first = 0;
    for (const auto& group : groups) {
      const std::string index = first == 0 ? "i" : std::to_string(first) + " + i";
      vectors.stores.push_back(group.size() > 1 ? array + "[" + index + "]" : "");
      first += group.size();
    }
    const auto written = make_grouped_listing(*s_.law, groups, input_names(), c_, vectors);
    std::string text =
        linkage_ + array_signature(what, array) + "\n{\n" + opening(written, false) + indent(written.listing);
    first = 0;
    for (std::size_t g = 0; g < groups.size(); first += groups[g++].size())
      for (std::size_t i = 0; i < written.values[g].size(); ++i)
        text += "  " + array + "[" + std::to_string(first + i) + "] = " + written.values[g][i] + ";\n";
    if (groups.empty()) text += "  (void)" + array + ";\n";
    return text + "}\n\n";
  }

  // What a reset leaves as it is, is not written.
  std::string reset() const {
    std::string text = linkage_ + reset_signature() + "\n{\n";
    if (changeable_) text += "  (void)p;\n";
    for (const std::string& name : contact_names()) text += "  (void)" + name + ";\n";
    text += "  switch (which) {\n";
    for (std::size_t k = 0; k < s_.law->resets.size(); ++k)
      text += "  case " + std::to_string(k) + ": {\n" + reset_of(k) + "    break;\n  }\n";
    return text + "  default:\n    break;\n  }\n}\n\n";
  }
  std::string reset_of(std::size_t guard) const {
    std::vector<TraceId> nodes;
    std::vector<std::size_t> changed;
    const auto next = find_nodes(*s_.law, s_.law->resets[guard]);
    for (std::size_t i = 0; i < next.size(); ++i) {
      const TraceNode& n = s_.law->graph.nodes()[next[i]];
      const bool stays = n.op == TraceOp::input && s_.law->inputs[n.operands[0]] == s_.law->state[i];
      if (!stays) nodes.push_back(next[i]), changed.push_back(i);
    }
    const auto names = input_names();
    const Listing listing = make_listing(s_.law->graph, nodes, names, c_);
    std::string text;
    for (std::size_t i = 0; i < s_.law->inputs.size(); ++i)
      if (listing.inputs_used[i] && is_remembered(s_.law->inputs[i]))
        text += "    const " + real(names[i]) + " = " + access("s", s_.law->inputs[i]) + ";\n";
    for (const std::string& line : listing.lines) text += "    " + line + "\n";
    for (std::size_t i = 0; i < changed.size(); ++i)
      text += "    " + access("s", s_.law->state[changed[i]]) + " = " + listing.outputs[i] + ";\n";
    return text;
  }

  std::string init() const {
    std::vector<TraceId> nodes;
    for (const KeptValue& value : kept_) nodes.push_back(value.now);
    const auto names = input_names();
    const Listing listing = make_listing(s_.law->graph, nodes, names, c_);
    std::string text = linkage_ + init_signature() + "\n{\n" + indent(listing);
    const auto is_read = [&](const ProgramInput& input) {
      const auto place = std::find(s_.law->inputs.begin(), s_.law->inputs.end(), input);
      return bool(listing.inputs_used[std::size_t(place - s_.law->inputs.begin())]);
    };
    bool reads_params = false;
    for (const ProgramInput& input : s_.law->inputs)
      reads_params |= input.source == ProgramSource::parameter && is_read(input);
    if (changeable_ && !reads_params) text += "  (void)p;\n";
    for (const ProgramInput& scalar : s_.law->state)
      text += "  " + access("s", scalar) + " = " + c_.number(0.0) + ";\n";
    for (const std::size_t k : s_.columns) {
      const std::string name(s_.column(k).name);
      const bool is_kept = std::find(s_.kept.begin(), s_.kept.end(), k) != s_.kept.end();
      if (is_kept) text += "  s->last_" + name + " = " + name + ";\n";
      if (!is_kept && !is_read({ProgramSource::now, k, 0})) text += "  (void)" + name + ";\n";
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) text += "  s->" + name_kept(i) + " = " + listing.outputs[i] + ";\n";
    if (s_.law->state.empty() && s_.kept.empty()) text += "  s->none = 0U;\n";
    return text + "}\n\n";
  }

  std::string defaults() const {
    std::string text = linkage_ + defaults_signature() + "\n{\n";
    for (const Member& m : parameter_members(s_))
      for (std::size_t i = 0; i < m.count; ++i)
        text += "  p->" + m.name + (m.count > 1 ? "[" + std::to_string(i) + "]" : "") + " = " + c_.number(m.values[i]) +
                ";\n";
    return text + "}\n\n";
  }

  // ---- compensation

  std::string compensation_type() const {
    return comment_text(compensation_description(s_)) + "typedef struct {\n  " + of("state") + " friction;\n  " +
           real("velocity") + "; /* [" + s_.unit("m/s") + "] the last command, 0 inside the deadband */\n  " +
           real("displacement") + "; /* [" + s_.unit("m") + "] where the commands have led */\n  " + real("deadband") +
           "; /* [" + s_.unit("m/s") + "] a slower command counts as standstill */\n  " + real("limit") + "; /* [" +
           s_.unit("N") + "] largest force */\n  " + real("force") + "; /* [" + s_.unit("N") +
           "] the last one */\n  int status; /* of the last call: 0 computed; 1 an input was no number or h negative: "
           "nothing\n                 changed, the force is the last one; 2 it came to no number: begun anew, the "
           "force "
           "is 0 */\n} " +
           of("compensation") + ";\n\n";
  }
  std::vector<std::string> compensation_arguments() const {
    std::vector<std::string> arguments;
    for (const std::size_t k : compensation_columns(s_)) arguments.push_back(real(std::string(s_.column(k).name)));
    return arguments;
  }
  std::string compensation_init_signature() const {
    auto arguments = compensation_arguments();
    arguments.front() = real("limit");
    return signature("void", "compensation_init", of("compensation") + " *c", arguments);
  }
  std::string compensation_signature() const {
    auto arguments = compensation_arguments();
    arguments.push_back(real("h"));
    return signature(c_.real(), "compensate", of("compensation") + " *c", arguments);
  }

  std::string call(std::string_view what, const std::string& object, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), object);
    if (changeable_) arguments.insert(arguments.begin(), "p");
    return of(what) + "(" + text::join(arguments) + ")";
  }

  // "!(velocity - velocity == 0.0) || ...": an input that is no number, for the difference of two infinities is none.
  std::string is_no_number(const std::vector<std::string>& names) const {
    std::vector<std::string> tests;
    for (const std::string& n : names) tests.push_back("!(" + n + " - " + n + " == " + c_.number(0.0) + ")");
    return text::join(tests, " || ");
  }
  std::vector<std::string> compensation_inputs() const {
    std::vector<std::string> names;
    for (const std::size_t k : compensation_columns(s_)) names.emplace_back(s_.column(k).name);
    names.emplace_back("h");
    return names;
  }

  std::string compensation() const {
    const std::string zero = c_.number(0.0);
    const auto standstill = [&](const std::string& indent) {
      return indent + "c->velocity = " + zero + ";\n" + indent + "c->displacement = " + zero + ";\n" + indent +
             "c->force = " + zero + ";\n" + indent +
             call("init", "&c->friction", compensation_contact(s_, zero, zero, zero)) + ";\n";
    };
    std::string text = linkage_ + compensation_init_signature() +
                       "\n{\n  c->deadband = " + c_.number(s_.model.velocity_resolution) +
                       ";\n  c->limit = limit;\n  c->status = 0;\n" + standstill("  ") + "}\n\n";
    auto arguments = compensation_contact(s_, "commanded", "c->displacement", zero);
    auto contact = arguments;
    arguments.emplace_back("h");
    const std::string absolute = c_.function(TraceOp::abs);
    text += linkage_ + compensation_signature() + "\n{\n  if (" + is_no_number(compensation_inputs()) + " || h < " +
            zero + ") {\n    c->status = 1;\n    return c->force;\n  }\n  const " + real("commanded") + " = " +
            absolute + "(velocity) < c->deadband ? " + zero + " : velocity;\n";
    if (carries_inertia(s_))
      text += "  const " + real("acceleration") + " = h > " + zero + " ? (commanded - c->velocity)/h : " + zero + ";\n";
    text += "  c->displacement += " + c_.number(0.5) + "*(c->velocity + commanded)*h;\n  c->velocity = commanded;\n";
    text += "  const " + real("force") + " = " + call("step", "&c->friction", arguments) +
            (carries_inertia(s_) ? " + acceleration*" + call("inertia", "&c->friction", contact) : "") + ";\n";
    text += "  if (" + is_no_number({"force"}) + ") {\n    c->status = 2;\n" + standstill("    ") +
            "    return c->force;\n  }\n  c->status = 0;\n";
    text += "  c->force = force > c->limit ? c->limit : force < -c->limit ? -c->limit : force;\n";
    return text + "  return c->force;\n}\n\n";
  }

  // ---- self-test

  std::string table(const std::string& name, const std::vector<std::vector<double>>& rows, bool nested) const {
    std::string text = "  static const " + real(name) + "[" + std::to_string(rows.size()) + "]" +
                       (nested ? "[" + std::to_string(rows.front().size()) + "]" : "") + " = {\n";
    for (const auto& row : rows) {
      std::vector<std::string> numbers;
      for (const double v : row) numbers.push_back(c_.number(v));
      text += "    " + (nested ? "{" + text::join(numbers) + "}" : text::join(numbers)) + ",\n";
    }
    return text + "  };\n";
  }

  std::string self_test() const {
    std::vector<std::vector<double>> forces;
    for (const double f : s_.test.forces) forces.push_back({f});
    const auto row = [&](const std::string& index) {
      std::vector<std::string> arguments;
      for (std::size_t k = 0; k < s_.columns.size(); ++k)
        arguments.push_back("motion[" + index + "][" + std::to_string(k) + "]");
      return arguments;
    };
    const auto with_params = [&](std::string text) {
      const std::size_t at = text.find("(p, ");
      if (changeable_ && at != std::string::npos) text.replace(at, 4, "(&p, ");
      return text;
    };
    auto step_arguments = row("k + 1");
    step_arguments.push_back(c_.number(s_.test.h));
    const std::string absolute = c_.function(TraceOp::abs);
    std::string text = linkage_ + test_signature() + "\n{\n" + table("motion", s_.test.contacts, true) +
                       table("expected", forces, false);
    if (changeable_) text += "  " + of("params") + " p;\n";
    text += "  " + of("state") + " s;\n  " + real("worst") + " = " + c_.number(0.0) + ";\n  " + real("largest") +
            " = " + c_.number(0.0) + ";\n";
    if (changeable_) text += "  " + of("defaults") + "(&p);\n";
    text += "  " + with_params(call("init", "&s", row("0"))) + ";\n  for (int k = 0; k < " +
            std::to_string(s_.test.forces.size()) + "; ++k) {\n    const " + real("error") + " = " + absolute + "(" +
            with_params(call("step", "&s", step_arguments)) + " - expected[k]);\n    const " + real("size") + " = " +
            absolute + "(expected[k]);\n    if (!(error <= worst)) {\n      worst = error;\n    }\n" +
            "    if (size > largest) {\n      largest = size;\n    }\n  }\n";
    return text + "  return largest > " + c_.number(0.0) + " ? worst/largest : worst;\n}\n";
  }

  // ---- what not every C library has

  // Kahan: (u - 1) x/log(u) with the rounded u = exp(x); no more than a few roundings from expm1.
  std::string expm1() const {
    const auto& nodes = s_.law->graph.nodes();
    const bool is_needed =
        std::any_of(nodes.begin(), nodes.end(), [](const TraceNode& n) { return n.op == TraceOp::expm1; });
    if (!is_needed) return {};
    const std::string one = c_.number(1.0);
    const std::string zero = c_.number(0.0);
    return "/* exp(x) - 1 without loss for small x. avr-libc has no expm1; define STICKSLIP_NO_EXPM1 for another\n"
           "   library that has none. */\nstatic " +
           real(c_.function(TraceOp::expm1)) + "(" + real("x") +
           ")\n{\n#if defined(__AVR__) || defined(STICKSLIP_NO_EXPM1)\n  const " + real("u") + " = " +
           c_.function(TraceOp::exp) + "(x);\n  const " + real("less_one") + " = u - " + one + ";\n  " + real("y") +
           " = x;\n  if ((less_one < " + zero + ") || (less_one > " + zero +
           ")) {\n    y = less_one;\n    if ((less_one > -" + one + ") && (less_one < " + c_.number(1e30) +
           ")) {\n      y = less_one*x/" + c_.function(TraceOp::log) +
           "(u);\n    }\n  }\n  return y;\n#else\n  return " + c_.library_function(TraceOp::expm1) +
           "(x);\n#endif\n}\n\n";
  }

  const Subject& s_;
  C c_;
  std::string linkage_;
  bool changeable_;
  std::vector<KeptValue> kept_;
  mutable std::vector<std::vector<double>> tables_{};  // that programs were found to take
  GroupedListing step_;
};

std::string guard_name(const std::string& name) {
  std::string guard;
  for (const char c : name) guard += char(std::toupper(static_cast<unsigned char>(c)));
  return guard + "_H";
}

std::string header_text(const Subject& s, const CWriter& writer, const std::string& inside) {
  const std::string guard = guard_name(s.name);
  return writer.comment_text(writer.head()) + "#ifndef " + guard + "\n#define " + guard + "\n\n" + inside +
         "\n#endif\n";
}

}  // namespace

std::vector<ExportedFile> c_files(const Model& model, const ExportOptions& options, const std::string& path) {
  const Subject s = make_subject(model, options, path, options.changeable_parameters);
  const std::filesystem::path file(path);
  if (file.extension() == ".h") {
    const CWriter writer(s, "static inline ");
    return {
        {path, header_text(s, writer,
                           writer.includes() + writer.types() + writer.declarations() + "\n" + writer.definitions())}};
  }
  const CWriter writer(s, "");
  const std::string header = std::filesystem::path(file).replace_extension(".h").string();
  const std::string open = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  const std::string close = "\n#ifdef __cplusplus\n}\n#endif\n";
  return {
      {header, header_text(s, writer, open + writer.types() + writer.declarations() + close)},
      {path, writer.comment_text(writer.head()) + "#include \"" + std::filesystem::path(header).filename().string() +
                 "\"\n\n" + writer.includes() + writer.definitions()}};
}

}  // namespace stickslip::exporting
