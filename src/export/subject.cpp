#include "subject.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <stdexcept>

#include "roll.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/friction/stopping_step.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/units.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

// ---- names

constexpr std::size_t longest_name = 40;

// Names that begin with _ belong to the compilers.
bool is_own_name(std::string_view name) {
  return text::is_identifier(name) && name.front() != '_' && name.size() <= longest_name;
}

using Words = std::span<const std::string_view>;

bool is_word(const std::string& name, Words words) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

// The file's own name, with _ for what cannot stand in a name; the law's where that is none.
std::string name_from(const std::string& path, std::string_view law, Words words) {
  std::string name = std::filesystem::path(path).stem().string();
  for (char& c : name)
    if (c == '-' || c == '.' || c == ' ') c = '_';
  if (is_own_name(name) && !is_word(name, words)) return name;
  name = law;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string make_name(const ExportOptions& options, const std::string& path, std::string_view law, Words words) {
  if (options.prefix.empty()) return name_from(path, law, words);
  if (is_word(options.prefix, words))
    throw std::invalid_argument(option_reference("prefix", options.prefix) +
                                " is a word of the language; take another name");
  if (!is_own_name(options.prefix))
    throw std::invalid_argument(option_reference("prefix", options.prefix) +
                                " is not a valid name: use a letter, then up to " + std::to_string(longest_name - 1) +
                                " letters, digits and _");
  return options.prefix;
}

// ---- columns of a contact

constexpr std::size_t velocity_column = 0;
constexpr std::size_t displacement_column = 1;
constexpr std::size_t applied_column = 2;

// ---- the self-test

constexpr int test_steps = 32;
constexpr double test_step = 1e-3;   // [s]
constexpr double test_speed = 0.02;  // [m/s] 20 um a step: springs stretch, slip and turn

// The force a law speaks of: what pushes it about in the test.
double force_scale(const ParamGroup& group) {
  double scale = 0.0;
  for (const Field& f : group.table)
    if (f.unit == "N")
      for (const double v : group.list(f.name)) scale = std::max(scale, std::abs(v));
  return scale > 0.0 ? scale : 1.0;
}

// Two turns of falling size, a stop, and a start.
double test_velocity(int k) {
  if (k == 0 || (k >= 22 && k < 25)) return 0.0;
  const double size = k < 12 ? 1.0 : 0.1;
  return test_speed * size * std::sin(2.0 * std::numbers::pi * k / 10.0 + 0.1);
}

std::vector<Contact<double>> test_motion(const ParamGroup& group) {
  std::vector<Contact<double>> motion(test_steps + 1);
  Contact<double> c{.mass = 1.0, .load = 1.0, .pressure = 1e5, .temperature = 5.0};
  const double push = 1.5 * force_scale(group);
  for (int k = 0; k <= test_steps; ++k) {
    const double v = test_velocity(k);
    c.displacement += k == 0 ? 0.0 : (c.velocity + v) / 2.0 * test_step;
    c.velocity = v;
    c.applied = push * std::sin(0.7 * k);
    motion[std::size_t(k)] = c;
  }
  return motion;
}

// The library's own forces along it.
template <class Law>
std::vector<double> forces_along(const ParamGroup& group, std::span<const Contact<double>> motion) {
  const auto p = make_set<typename Law::template Params<double>>(group);
  typename Law::template State<double> s{};
  std::vector<double> forces;
  for (std::size_t k = 1; k < motion.size(); ++k) {
    s = Law::advance(p, motion[k - 1], motion[k], s, test_step);
    forces.push_back(Law::force(p, motion[k], s).value);
  }
  return forces;
}

template <class Law>
std::vector<double> forces_of_element(const ParamGroup& group, std::span<const Contact<double>> motion) {
  const auto p = make_set<typename Law::template Params<double>>(group);
  const VelocityElement<Law, double> element(p);
  typename VelocityElement<Law, double>::Memory memory{};
  std::vector<double> forces;
  for (std::size_t k = 1; k < motion.size(); ++k) {
    const auto [next, force] = element.step(motion[k - 1], motion[k], memory, test_step);
    memory = next;
    forces.push_back(force.value);
  }
  return forces;
}

SelfTest self_test(const Model& model, std::span<const std::size_t> columns, bool stops) {
  const auto motion = test_motion(model.group);
  SelfTest test{.h = test_step};
  for (const Contact<double>& c : motion) {
    const std::array all{c.velocity, c.displacement, c.applied, c.mass, c.load, c.pressure, c.temperature};
    std::vector<double> row;
    for (const std::size_t k : columns) row.push_back(all[k]);
    test.contacts.push_back(row);
  }
  test.forces = FrictionLaws::with(model.law, std::max<std::size_t>(model.elements, 1), [&](auto type) {
    using Law = decltype(type);
    return stops ? forces_of_element<Law>(model.group, motion) : forces_along<Law>(model.group, motion);
  });
  return test;
}

// ---- what the step reads of the contact before it

void mark_used(const TraceGraph& graph, std::span<const TraceId> outputs, std::vector<bool>& used) {
  const Schedule schedule = make_schedule(graph, outputs);
  for (std::size_t id = 0; id < schedule.nodes.size(); ++id)
    if (schedule.nodes[id].op == TraceOp::input && schedule.uses[id] > 0) used[schedule.nodes[id].operands[0]] = true;
}

std::vector<std::size_t> find_kept_columns(TracedLaw& law) {
  std::vector<bool> used(law.inputs.size(), false);
  const auto outputs = step_nodes(law);
  mark_used(law.graph, outputs, used);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i] && law.inputs[i].source == ProgramSource::before) kept.push_back(law.inputs[i].field);
  return kept;
}

// ---- members

std::string_view side(std::size_t offset) { return offset == 0 ? "_forward" : "_back"; }

Member make_member(const Subject& s, const Field& f, std::size_t count) {
  return {std::string(f.name), count, s.unit(f.unit), std::string(f.doc), {}};
}

// What the caller must tell of a body at rest, or need not.
std::string standstill_text(const Subject& s) {
  const bool stops = s.options.stick == Standstill::stops;
  const bool is_rigid = s.info().stick == Stick::rigid;
  const bool reads_way = includes(s.info().reads | s.info().may_read, Reads::displacement);
  if (is_rigid && stops)
    return "A body that is moved elsewhere is stopped from its velocity and mass (implicit Euler): no applied force.";
  if (is_rigid)
    return "`applied` is the sum of all other forces on the body: it must be given, or nothing is ever held.";
  if (reads_way && stops) return "The element integrates the velocity: it needs no displacement.";
  if (reads_way) return "`displacement` must be given with every step: the force follows it, not the velocity.";
  return "";
}

}  // namespace

const Field& Subject::field(const ProgramInput& input) const {
  if (input.source == ProgramSource::own) return own_states[input.field];
  return input.source == ProgramSource::state ? info().states[input.field] : info().params[input.field];
}

std::string Subject::unit(std::string_view translational) const {
  return model.rotary ? rotary_unit(translational) : std::string(translational);
}

Subject make_subject(const Model& model, const ExportOptions& options, const std::string& path, bool changeable,
                     std::span<const std::string_view> words) {
  TraceRequest request{.law = model.law,
                       .elements = model.elements,
                       .built_in = !changeable,
                       .compact = options.embedded,
                       .stops = options.stick == Standstill::stops,
                       .all_programs = options.all_programs};
  if (options.single_precision) request.precision = Precision::fp32;
  Subject s{model, options, make_name(options, path, model.law, words), trace_law(model.group, request), {}, {}, {}};
  s.columns = s.law->columns;
  s.kept = find_kept_columns(*s.law);
  s.test = self_test(model, s.columns, request.stops);
  return s;
}

std::vector<std::string> description(const Subject& s) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) { lines.push_back(line); };
  add(std::string(s.info().title) + " (" + std::string(s.info().name) +
      (s.info().has_elements ? ", " + std::to_string(s.law->elements) + " elements)" : ")"));
  add("");
  std::string equation(s.info().equation);
  for (std::size_t at = 0; at < equation.size();) {
    const std::size_t end = std::min(equation.find('\n', at), equation.size());
    add("  " + equation.substr(at, end - at));
    at = end + 1;
  }
  add("");
  add("Source: " + std::string(s.info().source));
  add("Written by Stickslip " + s.options.version +
      "; data: " + (s.model.data_hash.empty() ? std::string("not known") : "hash " + s.model.data_hash));
  add("");
  add("Parameters:");
  for (const Field& f : s.model.group.table)
    add("  " + std::string(f.name) + " = " + value_text(s.model.group, f) + " [" + s.unit(f.unit) + "]  " +
        std::string(f.doc));
  add("");
  if (const std::string told = standstill_text(s); !told.empty()) add(told);
  add("All numbers are SI. Friction is positive when it acts against positive velocity.");
  return lines;
}

std::string local_name(const Subject& s, const ProgramInput& input) {
  if (input.source == ProgramSource::step_size) return "h";
  if (input.source == ProgramSource::now) return std::string(s.column(input.field).name);
  if (input.source == ProgramSource::before) return "last_" + std::string(s.column(input.field).name);
  const Field& f = s.field(input);
  if (f.shape == Shape::single) return std::string(f.name);
  if (f.shape == Shape::sides) return std::string(f.name) + std::string(side(input.offset));
  return std::string(f.name) + "_" + std::to_string(input.offset + 1);
}

bool is_remembered(const ProgramInput& input) {
  return input.source == ProgramSource::state || input.source == ProgramSource::own ||
         input.source == ProgramSource::before;
}

std::vector<TraceId> find_nodes(TracedLaw& law, std::span<const Trace> numbers) {
  std::vector<TraceId> ids;
  for (const Trace& x : numbers) ids.push_back(law.graph.find_id(x));
  return ids;
}

std::vector<TraceId> step_nodes(TracedLaw& law) {
  std::vector<Trace> numbers = law.step.state;
  numbers.push_back(law.step.force.value);
  return find_nodes(law, numbers);
}

namespace {

// Numbers in the order of the state, perhaps with others behind them.
OutputGroups group_by_field(const TracedLaw& law, const std::vector<TraceId>& nodes) {
  const std::size_t length = element_count(law);
  OutputGroups groups;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool in_state = i < law.state.size();
    const bool goes_on = in_state && i > 0 && length > 1 && law.state[i].source == ProgramSource::state &&
                         law.state[i].field == law.state[i - 1].field && groups.back().size() < length;
    if (!goes_on) groups.emplace_back();
    groups.back().push_back(nodes[i]);
  }
  return groups;
}

}  // namespace

OutputGroups step_groups(TracedLaw& law) { return group_by_field(law, step_nodes(law)); }

OutputGroups rate_groups(TracedLaw& law) { return group_by_field(law, find_nodes(law, law.rate)); }

OutputGroups guard_groups(TracedLaw& law) {
  const auto nodes = find_nodes(law, law.guards);
  if (nodes.size() > 1 && nodes.size() == element_count(law)) return {nodes};
  OutputGroups groups;
  for (const TraceId node : nodes) groups.push_back({node});
  return groups;
}

namespace {

GroupedListing in_one_row(const TracedLaw& law, const OutputGroups& groups, std::span<const std::string> inputs,
                          const Dialect& dialect, std::span<const Given> given) {
  std::vector<TraceId> nodes;
  for (const auto& group : groups) nodes.insert(nodes.end(), group.begin(), group.end());
  GroupedListing result{.listing = make_listing(law.graph, nodes, inputs, dialect, given)};
  auto next = result.listing.outputs.begin();
  for (const auto& group : groups) {
    result.values.emplace_back(next, next + std::ptrdiff_t(group.size()));
    next += std::ptrdiff_t(group.size());
  }
  return result;
}

}  // namespace

GroupedListing make_grouped_listing(const TracedLaw& law, const OutputGroups& groups, std::vector<std::string> inputs,
                                    const Dialect& dialect, const VectorNames& names, std::span<const Given> given) {
  const auto program = dialect.has_elements() ? rolled(law, groups, given, TraceId(inputs.size())) : nullptr;
  if (program == nullptr) return in_one_row(law, groups, inputs, dialect, given);
  GroupedListing result;
  const std::size_t scalars = inputs.size();
  for (const VectorInput& v : program->vectors) {
    inputs.push_back(v.first ? names.field(*v.first) : names.table(v.table));
    result.takes_state |= v.first && v.first->source == ProgramSource::state;
    result.takes_params |= v.first && v.first->source == ProgramSource::parameter;
  }
  result.listing = make_listing(*program, inputs, dialect, names.stores);
  result.listing.inputs_used.resize(scalars);  // vectors are read where they stand
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::string& value = result.listing.outputs[g];  // of all in the group where they are equal
    result.values.emplace_back(value.empty() ? 0 : groups[g].size(), value);
  }
  return result;
}

std::vector<Member> state_members(const Subject& s) {
  std::vector<Member> members;
  for (const ProgramInput& scalar : s.law->state) {
    const Field& f = s.field(scalar);
    if (!members.empty() && members.back().name == f.name)
      ++members.back().count;
    else
      members.push_back(make_member(s, f, 1));
  }
  for (const std::size_t k : s.kept)
    members.push_back({"last_" + std::string(s.column(k).name),
                       1,
                       s.unit(s.column(k).unit),
                       "Of the contact where the last step ended.",
                       {}});
  return members;
}

std::vector<Member> parameter_members(const Subject& s) {
  std::vector<Member> members;
  const ParamGroup& group = s.model.group;
  for (std::size_t k = 0; k < group.table.size(); ++k) {
    const Field& f = group.table[k];
    const auto values = group.list(f.name);
    if (f.shape != Shape::sides) {
      members.push_back(make_member(s, f, values.size()));
      members.back().values.assign(values.begin(), values.end());
      continue;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      members.push_back(make_member(s, f, 1));
      members.back().name += side(i);
      members.back().values = {values[i]};
    }
  }
  return members;
}

Place find_place(const Subject& s, const ProgramInput& input) {
  const bool is_contact = input.source == ProgramSource::before || input.source == ProgramSource::now ||
                          input.source == ProgramSource::step_size;
  if (is_contact || s.field(input).shape != Shape::elements) return {local_name(s, input)};
  const std::size_t count = s.info().has_elements ? s.law->elements : s.field(input).width;
  return {std::string(s.field(input).name), input.offset, count == 1};
}

std::vector<std::string> compensation_description(const Subject& s) {
  return {"Feed-forward friction compensation: the force that the law expects along the commanded velocity, held",
          "inside the limit. A command below the deadband counts as standstill: " +
              (s.model.velocity_resolution > 0.0
                   ? to_text(s.model.velocity_resolution) + " " + s.unit("m/s") + " is the resolution of the data."
                   : std::string("none, for the resolution of the data is fine or not known.")),
          "It keeps a state of the law of its own."};
}

std::vector<std::size_t> compensation_columns(const Subject& s) {
  std::vector<std::size_t> columns;
  for (const std::size_t k : s.columns)
    if (k != displacement_column && k != applied_column) columns.push_back(k);
  return columns;
}

std::vector<std::string> compensation_contact(const Subject& s, const std::string& velocity,
                                              const std::string& displacement, const std::string& zero) {
  std::vector<std::string> arguments;
  for (const std::size_t k : s.columns)
    arguments.push_back(k == velocity_column       ? velocity
                        : k == displacement_column ? displacement
                        : k == applied_column      ? zero
                                                   : std::string(s.column(k).name));
  return arguments;
}

bool carries_inertia(const Subject& s) {
  const Trace& inertia = s.law->force.inertia;
  return !inertia.is_number() || inertia.value() > 0.0;
}

}  // namespace stickslip::exporting
