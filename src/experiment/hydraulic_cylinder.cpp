// What every experiment with the hydraulic cylinder of 001 needs.
#include <algorithm>
#include <array>

#include "hydraulic_servo.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::experiment {

using namespace solve;

namespace {

// 001 Table 2. Its second column, headed v > 0 like the first, is that of v < 0. The last six are for laws that the
// paper does not have: presliding that fits into F_c/sigma_0 of the weaker side, 16e-6 m.
constexpr std::array<PaperValue, 18> table_2{{{"coulomb", 210.0, {}, 80.0},
                                              {"breakaway", 830.0, {}, 500.0},
                                              {"stribeck_velocity", 0.0125, {}, 0.01},
                                              {"stribeck_exponent", 0.05, {}, 0.05},
                                              {"viscous", 330.0, {}, 350.0},
                                              {"film_velocity", 0.7, {}, 0.9},
                                              {"lead_time", 0.33, {}, 0.07},
                                              {"stiffness", 5e6},
                                              {"damping", 0.1},
                                              {"film_growth_time", 0.25},
                                              {"film_thinning_time", 1.5},
                                              {"film_dwell_time", 40.0},
                                              {"stribeck_velocity", 0.0125, "dry-clutch"},
                                              {"transition_velocity", 1e-3},
                                              {"breakaway_deflection", 1e-5},
                                              {"full_deflection", 0.0},
                                              {"presliding_limit", 1e-4},
                                              {"normal_force", 830.0, "dry-clutch"}}};

struct Chamber {
  std::string_view pressure, bubbles, name;
};
constexpr std::array chambers{Chamber{"pressure_1", "void_1", "chamber 1"},
                              Chamber{"pressure_2", "void_2", "chamber 2"}};

// The watches of cylinder_plan: the stops, reversals where the law has no modes, and the chambers where they cavitate.
constexpr std::size_t stop_watch = 0;
bool watches_reversals(const Experiment& e) { return !has_slip_modes(e.law_name); }
bool cavitates(const Experiment& e) { return e.plant["cavitation"] > 0.0; }

double lowest(const Record& r, std::string_view column) {
  const auto values = r.trajectory.column(column);
  return *std::min_element(values.begin(), values.end());
}

// Times of the rows at which a chamber's pressure has fallen below the cavitation pressure.
std::vector<double> cavitation_times(const Record& r, const Chamber& chamber) {
  const double limit = r.experiment.plant["cavitation_pressure"];
  const auto time = r.trajectory.time();
  const auto pressure = r.trajectory.column(chamber.pressure);
  std::vector<double> times;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (pressure[i] < limit && (i == 0 || !(pressure[i - 1] < limit))) times.push_back(time[i]);
  return times;
}

}  // namespace

std::span<const PaperValue> cylinder_contact() { return table_2; }

// With n = 0.05 friction is all but a step at v = 0: seven digits of a slow motion ask for more than the usual eight of
// every step.
ParamGroup cylinder_solver() {
  SolverParams p;
  p.relative_tolerance = 1e-11;
  p.absolute_tolerance = 1e-12;  // a picometre of spool or bristle
  return make_group("solver", p);
}

// A reversal is a corner of every law, and where the inertia differs between the directions a jump of the acceleration:
// laws without modes of their own are told where it is. The oil's bulk modulus jumps where it cavitates.
Plan cylinder_plan(const Experiment& e, const HybridModel& model) {
  constexpr double far_above = 1e12;  // [Pa]
  Plan plan;
  plan.watches.push_back(std::make_unique<RangeWatch>(column_index(model, "displacement"), 0.0, e.plant["stroke"]));
  if (watches_reversals(e)) plan.watches.push_back(std::make_unique<ReversalWatch>(column_index(model, "velocity")));
  for (const Chamber& c : chambers)
    if (cavitates(e))
      plan.watches.push_back(
          std::make_unique<RangeWatch>(column_index(model, c.pressure), e.plant["cavitation_pressure"], far_above));
  return plan;
}

void add_reversals(FigureList& list, const Record& r) {
  std::vector<double> times;
  for (const Event& e : r.events)
    if (e.from != e.to && e.from.starts_with("sliding")) times.push_back(e.t);
  for (const Occurrence& o : r.occurrences)
    if (watches_reversals(r.experiment) && o.watch == stop_watch + 1) times.push_back(o.t);
  list.list("reversal_times", std::move(times));
}

void add_stops(FigureList& list, const Record& r) {
  std::vector<double> times;
  for (const Occurrence& o : r.occurrences)
    if (o.watch == stop_watch && o.from == 0.0) times.push_back(o.t);
  list.list("stop_times", std::move(times));
}

void add_cavitation(FigureList& list, const Record& r) {
  std::vector<double> least, times;
  for (const Chamber& c : chambers) {
    least.push_back(lowest(r, c.pressure));
    const auto own = cavitation_times(r, c);
    times.insert(times.end(), own.begin(), own.end());
  }
  std::sort(times.begin(), times.end());
  list.list("lowest_pressures", std::move(least));
  list.list("cavitation_times", std::move(times));
}

std::vector<std::string> cavitation_notes(const Record& r) {
  const double limit = r.experiment.plant["cavitation_pressure"];
  std::vector<std::string> notes;
  for (const Chamber& c : chambers) {
    const double least = lowest(r, c.pressure);
    const auto times = cavitation_times(r, c);
    if (!(least < limit)) continue;
    const std::string since = times.empty() ? "from the start" : "at " + text::digits(times.front(), 4) + " s";
    if (cavitates(r.experiment)) {
      const auto bubbles = r.trajectory.column(c.bubbles);
      notes.push_back(std::string(c.name) + " cavitates, for the first time " + since + ": its bubbles reach " +
                      text::digits(*std::max_element(bubbles.begin(), bubbles.end()) * 1e6, 3) + " cm3");
    } else {
      notes.push_back("the pressure in " + std::string(c.name) + " falls to " + text::digits(least, 3) +
                      " Pa, below the cavitation pressure of " + text::digits(limit, 3) + " Pa, for the first time " +
                      since + ": oil carries no tension, set plant.cavitation to limited");
    }
  }
  return notes;
}

std::vector<double> find_range(std::span<const double> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {*low, *high};
}

Excitation make_steps(std::span<const double> levels, double hold_time) {
  std::vector<Segment> parts;
  for (const double level : levels) parts.push_back({.start = double(parts.size()) * hold_time, .offset = level});
  return Excitation(std::move(parts));
}

}  // namespace stickslip::experiment
