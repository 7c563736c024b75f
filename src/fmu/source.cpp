#include "source.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>

#include "categories.hpp"
#include "description.hpp"
#include "documentation.hpp"
#include "source_text.hpp"
#include "stickslip/export/members.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/text/names.hpp"
#include "subject.hpp"

namespace stickslip::fmu {

using namespace exporting;
using namespace io;

// ---- texts

std::string fill(std::string text, std::string_view key, std::string_view value) {
  const std::string mark = "@" + std::string(key) + "@";
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
    text.replace(at, mark.size(), value);
  return text;
}

namespace {

// "const double seed[]" -> "seed"
std::string parameter_name(std::string_view parameter) {
  parameter = parameter.substr(0, parameter.find('['));
  return std::string(parameter.substr(parameter.find_last_of(" *") + 1));
}

std::vector<std::string> parameter_names(std::string_view parameters) {
  std::vector<std::string> names;
  while (!parameters.empty()) {
    const std::size_t comma = std::min(parameters.find(','), parameters.size());
    names.push_back(parameter_name(parameters.substr(0, comma)));
    parameters.remove_prefix(std::min(comma + 2, parameters.size()));
  }
  return names;
}

constexpr std::string_view refused_call = R"c(
API @version@Status FMI(@name@)(@instance@@parameters@)
{
@unused@  return (@version@Status)@answer@;
}
)c";

std::string refusal_text(std::string_view version, std::string_view instance, const RefusedCall& call) {
  std::string unused;
  for (const std::string& name : parameter_names(call.parameters))
    if (!call.for_type || name != "count") unused += "  (void)" + name + ";\n";
  const std::string answer = std::string(call.for_type ? "refuse_type(" : "refuse_call(") + parameter_name(instance) +
                             ", \"@version@@name@\", " + (call.for_type ? "count, " : "") + "\"" +
                             std::string(call.why) + "\")";
  std::string text = fill(std::string(refused_call), "answer", answer);
  text = fill(text, "unused", unused);
  text = fill(text, "instance", instance);
  text = fill(text, "parameters", call.parameters.empty() ? "" : ", " + std::string(call.parameters));
  return fill(fill(text, "name", call.name), "version", version);
}

}  // namespace

std::string refusal_code(std::string_view version, std::string_view instance, std::span<const RefusedCall> calls) {
  std::string text;
  for (const RefusedCall& call : calls) text += refusal_text(version, instance, call);
  return text;
}

namespace {

constexpr std::string_view opening = R"c(/*
 * @title@ as a Functional Mock-up Unit for model exchange and co-simulation, FMI @fmi@.0.
 * Written by Stickslip @ours@. Compile with @law@.c, for example
 *
 *   cc -std=c99 -O2 -fPIC -shared fmu.c @law@.c -o @identifier@.so -lm
 *
 * No mutable data outside the instances. To link it into a program beside other FMUs, define FMI@fmi@_FUNCTION_PREFIX
 * as @identifier@_: all functions of the interface then carry that name in front.
 */
#include "@law@.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#define API __declspec(dllexport)
#elif defined(__GNUC__)
#define API __attribute__((visibility("default")))
#else
#define API
#endif

#if defined(FMI@fmi@_OVERRIDE_FUNCTION_PREFIX)
#define PREFIX FMI@fmi@_OVERRIDE_FUNCTION_PREFIX
#elif defined(FMI@fmi@_FUNCTION_PREFIX)
#define PREFIX FMI@fmi@_FUNCTION_PREFIX
#else
#define PREFIX
#endif
#define GLUED(a, b) a##b
#define GLUE(a, b) GLUED(a, b)
#define FMI(name) GLUE(PREFIX, fmi@fmi@##name)
)c";

constexpr std::string_view law_part = R"c(
/* ---- the law and its variables */

#define TOKEN "@token@"
enum { VARIABLES = @variables@, INPUTS = @inputs@, VELOCITY = @velocity@ };
/* Inputs that the law reads, -1 for one that it does not. IS_RIGID: it holds a body truly at rest. */
enum { DISPLACEMENT = @displacement@, APPLIED = @applied@, MASS = @mass@, IS_RIGID = @rigid@ };
/* GUARD_ROOM: an array has at least one element. */
enum { GUARDS = @guards@, GUARD_ROOM = @guard_room@, STATES = @states@, LAW_STATES = @law_states@, UNUSED = @unused@ };

enum { INSTANTIATED, INITIALIZING, EVENT, CONTINUOUS, STEPPING, TERMINATED };

/* All that changes in an instance; it is saved and serialized as it is. */
typedef struct {
  double time; /* [s] */
  double stop; /* [s] */
  double inputs[INPUTS];
  double before[INPUTS]; /* where the last step ended */
  double rates[INPUTS];  /* of the inputs over the next step, where they are given */
  double energy_in;      /* [J] */
  double held_force;     /* [N] that holds the body, where the law is rigid */
  double own_displacement; /* [m] integral of the velocity, in place of a displacement that is not given */
  double stick;          /* 0: stops a body that is moved elsewhere; 1: takes the samples of the law */
  double off;            /* 0: modes of elements that are not in use */
  double unused[UNUSED + 1]; /* states of such elements */
  double rest[GUARD_ROOM];   /* where a guard that is not armed stood when its mode began; -inf: it is quiet */
  double scales[GUARD_ROOM]; /* the largest magnitude that each guard has had */
  double given[VARIABLES]; /* states that were set before the start */
  @law@_params params;
  @law@_state state;
  unsigned char is_given[VARIABLES];
  unsigned char is_used[INPUTS]; /* the input has had another value than its start */
  unsigned char has_rate[INPUTS];
  unsigned char is_armed[GUARD_ROOM];
  unsigned char exchanged; /* the importer integrates; otherwise it is stepped */
  unsigned char phase;
  unsigned char start_is_stale; /* something was set since the start was computed */
  unsigned char params_changed; /* since the last step */
} Data;

static void law_defaults(Data *d)
{
  @law@_defaults(&d->params);
}

@holds@
/* The inputs as the law is told them. */
static const double *seen(const Data *d, const double given[], double in[])
{
  memcpy(in, given, INPUTS * sizeof in[0]);
#if @displacement@ >= 0
  if (!d->is_used[DISPLACEMENT]) in[DISPLACEMENT] = d->own_displacement;
#endif
#if @rigid@
  if (d->exchanged) {
    if (!d->is_used[APPLIED]) in[APPLIED] = law_holds(d) ? d->held_force + hold_damping(d) * in[VELOCITY] : 0.0;
  } else if (d->stick == 0.0 && law_holds(d)) {
    in[APPLIED] = d->held_force;
    in[VELOCITY] = 0.0; /* it is being stopped */
  }
#endif
  (void)d;
  return in;
}

static void law_rate(const Data *d, const double in[], double slope[])
{
  @law@_rate(&d->params, &d->state, @in@, slope);
}
@modes@
static void law_init(Data *d, const double in[])
{
  @law@_init(&d->params, &d->state, @in@);
}

/* To these inputs; returns the force without the part that is an inertia. */
static double law_step(Data *d, const double in[], double h)
{
  return @law@_step(&d->params, &d->state, @in@, h);
}

static double law_force(const Data *d, const double in[])
{
  return @law@_force(&d->params, &d->state, @in@);
}

static double law_inertia(const Data *d)
{
@inertia@}

static double law_friction(const Data *d)
{
  double room[INPUTS];
  return law_force(d, seen(d, d->inputs, room))@acceleration@;
}

static double law_stored_energy(const Data *d)
{
@stored_energy@}

typedef enum {
  TIME,
  INPUT,
  TUNABLE, /* a parameter */
  FIXED,   /* a parameter that is set before the start */
  STATE,   /* of the law; can be set before the start */
  MODE,    /* of the law */
  KEPT,    /* computed, and kept in the data */
  SLOPE,     /* of a state */
  INDICATOR, /* of an event */
  FORCE,
  ADDED_INERTIA,
  STORED_ENERGY,
  DISSIPATED_ENERGY
} Kind;

/* In the order of their value references. */
typedef struct {
  const char *name;
  const char *unit;
  Kind kind;
  int is_choice;
  size_t offset; /* in the data */
  double lower, upper; /* of parameters and modes */
  double start; /* of inputs */
  int place;    /* of slopes and indicators among theirs */
} Variable;

static const Variable variables[VARIABLES] = {
@table@};

/* Where the rate of a state comes from: its place among the law's own, or one of these. */
enum { RATE_OF_NOTHING = -1, RATE_OF_ENERGY = -2, RATE_OF_HOLD = -3, RATE_OF_WAY = -4 };

/* In the order of the state vector. */
static const struct {
  int variable;
  int rate;
  double nominal;
} flowing[STATES] = {
@flowing@};

enum { CATEGORIES = @category_count@ };
static const char *const categories[CATEGORIES] = {@categories@};
)c";

// ---- where the numbers are in C

// The generated law, and where it keeps each scalar.
class GeneratedLaw {
 public:
  GeneratedLaw(const Model& model, const std::string& name, const std::string& version)
      : options_{.version = version, .prefix = name, .changeable_parameters = true, .all_programs = true},
        files_(export_files("c", model, options_, name + ".c")),
        info_(law_info(model.law)) {
    for (const LawMember& m : law_members(model, options_, name + ".c")) {
      (m.is_state ? states_ : params_)[m.scalar] = (m.is_state ? "state." : "params.") + m.member;
      if (m.is_state) order_.push_back(m.scalar);
    }
  }

  const std::vector<ExportedFile>& files() const { return files_; }
  const LawInfo& info() const { return info_; }

  // "state.pull[2]", "params.coulomb_back"; empty for the scalar of an element that is not in use.
  std::string state(const std::string& name) const { return look_up(states_, name); }
  std::string param(const std::string& name) const { return look_up(params_, name); }
  // Its place among the rates; none for an element that is not in use.
  std::optional<std::size_t> rate(const std::string& name) const {
    const auto place = std::find(order_.begin(), order_.end(), name);
    return place == order_.end() ? std::nullopt : std::optional(std::size_t(place - order_.begin()));
  }
  std::size_t states() const { return order_.size(); }

 private:
  static std::string look_up(const std::map<std::string, std::string>& all, const std::string& name) {
    const auto place = all.find(name);
    return place == all.end() ? "" : place->second;
  }

  ExportOptions options_;
  std::vector<ExportedFile> files_;
  const LawInfo& info_;
  std::map<std::string, std::string> states_, params_;  // by the names of the sheet
  std::vector<std::string> order_;                      // of the state
};

// ---- the variables

// The sheet of an element without derivatives, and without the guards of elements that are not in use, which are its
// last variables.
Sheet source_sheet(Sheet sheet, std::size_t guards) {
  sheet.derivatives = false;
  std::erase_if(sheet.variables, [guards](const Variable& v) { return v.kind == Kind::guard && v.index >= guards; });
  sheet.guards = guards;
  return sheet;
}

// The guards that the generated law has.
std::size_t guards_in_use(const LawInfo& law, const Model& model) {
  return law.has_elements && !law.guards.empty() ? model.elements : law.guards.size();
}

struct InC {
  std::string kind;
  std::string member;  // of the data
  std::size_t place = 0;
};

// The place of an unknown among the states, in their order.
std::size_t state_place(const Sheet& sheet, std::size_t unknown) {
  return std::size_t(std::find(sheet.states.begin(), sheet.states.end(), unknown) - sheet.states.begin());
}

// States of elements that are not in use, in their order.
std::vector<std::size_t> unused_states(const Sheet& sheet, const GeneratedLaw& law) {
  std::vector<std::size_t> unused;
  for (const Variable& v : sheet.variables)
    if (v.kind == Kind::unknown && v.initial == Initial::exact && law.state(v.name).empty()) unused.push_back(v.index);
  return unused;
}

InC in_c(const Variable& v, const Sheet& sheet, const GeneratedLaw& law) {
  const std::string off = "off";
  if (v.kind == Kind::slope) return {"SLOPE", off, state_place(sheet, v.index)};
  if (v.kind == Kind::guard) return {"INDICATOR", off, v.index};
  if (v.kind == Kind::time) return {"TIME", "time"};
  if (v.kind == Kind::input) return {"INPUT", "inputs[" + std::to_string(v.index) + "]"};
  if (v.kind == Kind::parameter && v.name == "stick") return {"FIXED", v.name};
  if (v.kind == Kind::parameter)
    return {v.variability == Variability::fixed ? "FIXED" : "TUNABLE", law.param(v.name.substr(v.name.find('.') + 1))};
  const bool is_own =
      v.kind == Kind::unknown && (v.name == "energy_in" || v.name == "held_force" || v.name == "own_displacement");
  if (is_own) return {"KEPT", v.name};
  if (v.kind == Kind::unknown && law.state(v.name).empty()) {
    const auto unused = unused_states(sheet, law);
    const auto place = std::find(unused.begin(), unused.end(), v.index);
    if (place == unused.end()) return {"KEPT", off};
    return {"STATE", "unused[" + std::to_string(place - unused.begin()) + "]"};
  }
  if (v.kind == Kind::unknown) return {v.is_choice() ? "MODE" : "STATE", law.state(v.name)};
  std::string kind = v.name;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return {kind, off};
}

std::string number(double x) {
  if (std::isinf(x)) return x < 0.0 ? "-INFINITY" : "INFINITY";
  return to_text(x);
}

std::string row(const Variable& v, const Sheet& sheet, const GeneratedLaw& law) {
  const InC c = in_c(v, sheet, law);
  const bool bounded = v.kind == Kind::parameter || v.is_choice();
  return "  {\"" + v.name + "\", \"" + (v.unit == "1" ? "" : v.unit) + "\", " + c.kind + ", " +
         (v.is_choice() ? "1" : "0") + ", offsetof(Data, " + c.member + "), " + (bounded ? number(v.lower) : "0") +
         ", " + (bounded ? number(v.upper) : "0") + ", " + (v.kind == Kind::input ? number(v.start) : "0") + ", " +
         std::to_string(c.place) + "},\n";
}

std::string rate_source(const Variable& v, const GeneratedLaw& law) {
  if (v.name == "energy_in") return "RATE_OF_ENERGY";
  if (v.name == "held_force") return "RATE_OF_HOLD";
  if (v.name == "own_displacement") return "RATE_OF_WAY";
  const auto place = law.rate(v.name);
  return place ? std::to_string(*place) : "RATE_OF_NOTHING";
}

std::string flowing_text(const Sheet& sheet, const GeneratedLaw& law) {
  std::string text;
  for (const std::size_t unknown : sheet.states) {
    const std::size_t place = sheet.place(Kind::unknown, unknown);
    const Variable& v = sheet.variables[place];
    text += "  {" + std::to_string(place) + ", " + rate_source(v, law) + ", " + number(v.nominal) + "}, /* " + v.name +
            " */\n";
  }
  return text;
}

// "in[0], in[3]": the inputs that the law reads, in its order.
std::string contact(const Sheet& sheet, const LawInfo& law) {
  std::vector<std::string> arguments;
  for (const std::size_t k : columns_read(law))
    for (const Variable& v : sheet.variables)
      if (v.kind == Kind::input && v.name == contact_table[k].name)
        arguments.push_back("in[" + std::to_string(v.index) + "]");
  return text::join(arguments);
}

const Variable* find(const Sheet& sheet, std::string_view name) {
  const auto found = std::find_if(sheet.variables.begin(), sheet.variables.end(),
                                  [name](const Variable& v) { return v.name == name; });
  return found == sheet.variables.end() ? nullptr : &*found;
}

// The place of an input that the law reads, or -1.
std::string read_input(const Sheet& sheet, const LawInfo& law, std::string_view name) {
  const Variable* const v = find(sheet, name);
  if (v == nullptr || v->kind != Kind::input) return "-1";
  for (const std::size_t k : columns_read(law))
    if (contact_table[k].name == name) return std::to_string(v->index);
  return name == "mass" && law.stick == Stick::rigid ? std::to_string(v->index) : "-1";
}

// Whether the body is held, in model exchange by stiff presliding where the applied force is not given.
constexpr std::string_view holding = R"c(
static int law_holds(const Data *d)
{
  return d->@mode@ == 0.0;
}

static int holds_softly(const Data *d)
{
  return d->exchanged && !d->is_used[APPLIED] && law_holds(d);
}

/* Stiff presliding of 1 um: k = F/(1 um), F the largest of three speeds, c = 2 sqrt(k m). */
static double hold_stiffness(const Data *d)
{
  static const double speeds[] = {1e-6, 1e-2, 1.0};
  double in[INPUTS];
  double level = 0.0;
  memcpy(in, d->inputs, sizeof in);
  for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; ++k) {
    in[VELOCITY] = speeds[k];
    level = fmax(level, @law@_steady_state(&d->params, &d->state, @in@));
  }
  return level / 1e-6;
}

static double hold_damping(const Data *d)
{
  return 2.0 * sqrt(hold_stiffness(d) * d->inputs[MASS]);
}
)c";

// A law with true stick has one mode, and the body is held where it is 0.
std::string holds_text(const Sheet& sheet, const GeneratedLaw& law) {
  if (law.info().stick != Stick::rigid) return "";
  for (const Variable& v : sheet.variables)
    if (v.kind == Kind::unknown && v.is_choice()) return fill(std::string(holding), "mode", law.state(v.name));
  return "";
}

constexpr std::string_view guarding = R"c(
/* The inputs in which the law says whether the body sets off: the damping of the hold tears nothing loose. */
static const double *weighed(const Data *d, double in[])
{
  seen(d, d->inputs, in);
#if @rigid@
  if (holds_softly(d)) in[APPLIED] = d->held_force;
#endif
  return in;
}

static void law_guards(const Data *d, const double in[], double value[])
{
  @law@_guards(&d->params, &d->state, @in@, value);
}

static void law_reset(Data *d, const double in[], int which)
{
  @law@_reset(&d->params, &d->state, @in@, which);
}
)c";

// The body of a function that the generated law has, or one that gives zero.
std::string body(bool has, std::string_view what) {
  if (!has) return "  (void)d;\n  return 0.0;\n";
  return "  double room[INPUTS];\n  const double *in = seen(d, d->inputs, room);\n  return @law@_" + std::string(what) +
         "(&d->params, &d->state, @in@);\n";
}

std::string law_text(const Sheet& sheet, const GeneratedLaw& law, const std::string& token) {
  std::string table;
  for (const Variable& v : sheet.variables) table += row(v, sheet, law);
  std::vector<std::string> names;
  for (const Category& c : categories) names.push_back("\"" + std::string(c.name) + "\"");
  const Variable* const acceleration = find(sheet, "acceleration");
  std::string text = fill(std::string(law_part), "token", token);
  text = fill(text, "variables", std::to_string(sheet.variables.size()));
  text = fill(text, "inputs", std::to_string(sheet.inputs));
  text = fill(text, "velocity", std::to_string(find(sheet, "velocity")->index));
  text = fill(text, "guards", std::to_string(sheet.guards));
  text = fill(text, "guard_room", std::to_string(std::max<std::size_t>(sheet.guards, 1)));
  text = fill(text, "states", std::to_string(sheet.states.size()));
  text = fill(text, "law_states", std::to_string(law.states()));
  text = fill(text, "unused", std::to_string(unused_states(sheet, law).size()));
  text = fill(text, "flowing", flowing_text(sheet, law));
  text = fill(text, "modes", sheet.guards > 0 ? guarding : "");
  for (const std::string_view name : {"displacement", "applied", "mass"})
    text = fill(text, name, read_input(sheet, law.info(), name));
  text = fill(text, "rigid", law.info().stick == Stick::rigid ? "1" : "0");
  text = fill(text, "holds", holds_text(sheet, law));
  text = fill(text, "inertia", body(acceleration != nullptr, "inertia"));
  text =
      fill(text, "acceleration",
           acceleration == nullptr ? "" : " + law_inertia(d) * d->inputs[" + std::to_string(acceleration->index) + "]");
  text = fill(text, "stored_energy", body(law.info().has_stored_energy, "stored_energy"));
  text = fill(text, "table", table);
  text = fill(text, "category_count", std::to_string(names.size()));
  text = fill(text, "categories", text::join(names));
  return fill(text, "in", contact(sheet, law.info()));
}

std::string core_text(const Sheet& sheet, const LawInfo& law) {
  std::string text = fill(std::string(source_core), "displacement", read_input(sheet, law, "displacement"));
  text = fill(text, "guards", std::to_string(sheet.guards));
  return fill(text, "rigid", law.stick == Stick::rigid ? "1" : "0");
}

std::string opening_text(const Sheet& sheet, FmiVersion fmi, const std::string& ours) {
  std::string text = fill(std::string(opening), "title", sheet.title);
  text = fill(text, "fmi", std::to_string(int(fmi)));
  text = fill(text, "identifier", sheet.identifier);
  return fill(text, "ours", ours);
}

}  // namespace

std::string source_identifier(std::string_view text, const std::string& file, const std::string& name) {
  const auto subject = element_subject(text, file);
  subject->rename(name);
  return subject->sheet().identifier;
}

std::vector<ArchiveFile> source_files(std::string_view text, const std::string& file, const std::string& name,
                                      FmiVersion fmi, const std::string& version) {
  const auto subject = element_subject(text, file);
  subject->rename(name);
  const std::string law_name = subject->sheet().identifier + "_law";
  const Model model = model_from_toml(text, file);
  const GeneratedLaw law(model, law_name, version);
  const Sheet sheet = source_sheet(subject->sheet(), guards_in_use(law.info(), model));
  const std::string token = make_token(*subject, "source\n" + std::string(text));
  const bool two = fmi == FmiVersion::two;
  std::string fmu = opening_text(sheet, fmi, version) + std::string(two ? source_host_2 : source_host_3) +
                    law_text(sheet, law, token) + core_text(sheet, law.info()) +
                    (two ? source_functions_2() : source_functions_3());
  const SourceList sources{"fmu.c", law_name + ".c"};
  std::vector<ArchiveFile> files{{"modelDescription.xml", two ? description_2(sheet, token, version, sources)
                                                              : description_3(sheet, token, version)}};
  if (!two) files.push_back({"sources/buildDescription.xml", build_description(sheet, sources)});
  files.push_back({"sources/fmu.c", fill(std::move(fmu), "law", law_name)});
  for (const ExportedFile& f : law.files()) files.push_back({"sources/" + f.path, f.text});
  for (ArchiveFile& f : documentation_files(sheet, fmi, version)) files.push_back(std::move(f));
  return files;
}

}  // namespace stickslip::fmu
