// The list of built-in experiments, and the way from a recipe to an experiment.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/names.hpp"

namespace stickslip::experiment {
namespace {

constexpr std::array<std::string_view, 5> group_names{"law", "plant", "drive", "solver", "run"};

// Puts the source's values in place of the law's own defaults: those for all laws first, then those for this one.
// Elements keep the law's own.
void apply_paper(Experiment& e, std::span<const PaperValue> paper) {
  for (const bool own : {false, true})
    for (const PaperValue& p : paper)
      for (std::size_t k = 0; k < e.law.table.size(); ++k) {
        const Field& f = e.law.table[k];
        const bool meant = own ? p.law == e.law_name : p.law.empty();
        if (!meant || f.name != p.field || f.shape == Shape::elements) continue;
        for (std::size_t i = 0; i < f.width; ++i)
          e.law.values[f.first + i] = i == 1 && !std::isnan(p.back) ? p.back : p.value;
        e.law_origins[k] = Origin::experiment;
      }
}

// A law is the same law everywhere: the source's values are for the experiment's own law.
bool takes_values_of_source(const Recipe& recipe, const BuiltIn& b, const LawInfo& law) {
  if (recipe.law_values == LawValues::usual) return law.name == b.info().law;
  return recipe.law_values == LawValues::matched;
}

std::string locate(const std::string& where, const std::string& what) {
  return (where.empty() ? "" : where + ": ") + what;
}

std::size_t count_elements(const Recipe& recipe, const LawInfo& law) {
  if (recipe.elements > most_elements)
    throw std::invalid_argument(locate(
        recipe.elements_where,
        "elements = " + std::to_string(recipe.elements) + " lies outside [1, " + std::to_string(most_elements) + "]"));
  if (law.has_elements) return recipe.elements == 0 ? usual_elements : recipe.elements;
  if (recipe.elements != 0)
    throw std::invalid_argument(
        locate(recipe.elements_where,
               "the law " + std::string(law.name) + " has no elements: leave the number of elements out"));
  return 0;
}

[[noreturn]] void refuse(const Setting& s, const std::string& what) {
  throw std::invalid_argument(locate(s.where, what));
}

ParamGroup& find_group(Experiment& e, const Setting& s) {
  for (ParamGroup* g : {&e.law, &e.plant, &e.drive, &e.solver, &e.run})
    if (g->name == s.group) return *g;
  try {
    throw UnknownName("group of parameters", s.group, group_names);
  } catch (const UnknownName& unknown) {
    refuse(s, unknown.what());
  }
}

void apply(Experiment& e, const Setting& s) {
  ParamGroup& group = find_group(e, s);
  try {
    assign(group, s.key, s.value);
  } catch (const std::invalid_argument& error) {
    refuse(s, error.what());
  }
  if (&group != &e.law) return;
  for (std::size_t k = 0; k < group.table.size(); ++k)
    if (group.table[k].name == s.key.substr(0, s.key.find_first_of(".["))) e.law_origins[k] = Origin::given;
}

// Settings of the field that stands for others come first, whatever the order in which they were written.
void apply_all(Experiment& e, const BuiltIn& b, const std::vector<Setting>& settings) {
  const auto is_preset = [&b](const Setting& s) { return s.group == "drive" && s.key == b.preset_field(); };
  for (const Setting& s : settings) {
    if (!is_preset(s)) continue;
    apply(e, s);
    b.apply_preset(e.drive);
  }
  for (const Setting& s : settings)
    if (!is_preset(s)) apply(e, s);
}

// The complaint about a relation, with the place where one of its parameters was set.
void check(const ParamGroup& group, const std::vector<Setting>& settings) {
  const std::string text = complaint(group);
  if (text.empty()) return;
  for (const Setting& s : settings)
    if (s.group == group.name && text.find(s.key.substr(0, s.key.find_first_of(".["))) != std::string::npos)
      refuse(s, std::string(group.name) + ": " + text);
  throw std::invalid_argument(std::string(group.name) + ": " + text);
}

ParamGroup run_group(const BuiltIn& b) {
  RunParams p;
  p.duration = b.duration();
  p.slip_speed = b.slip_speed();
  return make_group("run", p);
}

// An input table that the experiment can take: times that rise, a value for each.
void check(const InputTable& table, const BuiltIn& b) {
  if (table.times.empty() && table.values.empty()) return;
  const auto refuse = [&table](const std::string& what) {
    throw std::invalid_argument(locate(table.where.empty() ? table.file : table.where, what));
  };
  const std::string name(b.info().name);
  if (b.table_column().name.empty()) refuse("the experiment " + name + " takes no table: leave it out");
  if (table.times.size() != table.values.size()) refuse("a table needs as many times as values");
  if (!(table.times.back() > 0.0)) refuse("the table ends at t = 0 s or before: the run would have no length");
  for (std::size_t k = 0; k < table.times.size(); ++k) {
    if (!std::isfinite(table.times[k]) || !std::isfinite(table.values[k]))
      refuse("the table has a number that is not finite");
    if (k > 0 && !(table.times[k] > table.times[k - 1])) refuse("the times of the table do not rise");
  }
}

}  // namespace

std::span<const BuiltIn* const> built_ins() {
  static const std::array all{&stick_slip_experiment(),      &limit_cycle_experiment(),
                              &presliding_experiment(),      &drift_experiment(),
                              &harmonic_experiment(),        &breakaway_experiment(),
                              &step_size_experiment(),       &velocity_steps_experiment(),
                              &hydraulic_servo_experiment(), &hydraulic_positioner_experiment(),
                              &dry_clutch_experiment(),      &clutch_by_wire_experiment(),
                              &clutch_piston_experiment(),   &blade_wheel_experiment()};
  return all;
}

const BuiltIn& built_in(std::string_view name) {
  std::vector<std::string_view> names;
  for (const BuiltIn* b : built_ins()) {
    if (b->info().name == name) return *b;
    names.push_back(b->info().name);
  }
  throw UnknownName("experiment", name, names);
}

std::span<const ExperimentInfo> experiment_catalogue() {
  static const std::vector<ExperimentInfo> all = [] {
    std::vector<ExperimentInfo> infos;
    for (const BuiltIn* b : built_ins()) infos.push_back(b->info());
    return infos;
  }();
  return all;
}

const ExperimentInfo& experiment_info(std::string_view name) { return built_in(name).info(); }

Column table_column(std::string_view base) { return built_in(base).table_column(); }

std::string refusal(std::string_view base, const LawInfo& law) { return built_in(base).refusal(law); }

std::string_view to_text(Origin origin) {
  constexpr std::array<std::string_view, 3> names{"law's table", "experiment", "given"};
  return names[std::size_t(origin)];
}

std::vector<const ParamGroup*> Experiment::groups() const { return {&law, &plant, &drive, &solver, &run}; }

Experiment experiment(const Recipe& recipe) {
  const BuiltIn& b = built_in(recipe.base);
  const LawInfo& law = law_info(recipe.law.empty() ? b.info().law : recipe.law);
  if (const std::string why = b.refusal(law); !why.empty()) throw std::invalid_argument(locate(recipe.law_where, why));
  Experiment e{.base = recipe.base,
               .law_name = std::string(law.name),
               .elements = count_elements(recipe, law),
               .law = law_group(law.name, count_elements(recipe, law)),
               .plant = b.plant(),
               .drive = b.drive(),
               .solver = b.solves() ? b.solver() : empty_group("solver"),
               .run = b.solves() ? run_group(b) : empty_group("run"),
               .table = recipe.table};
  check(recipe.table, b);
  e.law_origins.assign(e.law.table.size(), Origin::law_table);
  if (takes_values_of_source(recipe, b, law)) apply_paper(e, b.paper());
  apply_all(e, b, recipe.settings);
  for (const ParamGroup* g : std::as_const(e).groups()) check(*g, recipe.settings);
  return e;
}

}  // namespace stickslip::experiment
