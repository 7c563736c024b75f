// A mass on a rough floor under PID position control: friction and the integral part make it hunt around its target.
// 004 section 2.3.2, Table 1.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "builtin.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

constexpr std::array<FigureInfo, 11> figure_table{
    {{"period", "s",
      "Time between the last two onsets of slips in the positive direction; of two or three such slips where only "
      "these "
      "repeat. Missing unless limit_cycle is 1."},
     {"amplitude", "m", "Largest distance from the target during that period. Missing unless limit_cycle is 1."},
     {"limit_cycle", "1",
      "1 when period and amplitude have converged: at the rate at which their changes shrink from cycle to cycle less "
      "than 1 % is still to come; otherwise 0."},
     {"period_change", "1", "Relative change of the period from the last cycle but one to the last."},
     {"amplitude_change", "1", "Relative change of the amplitude from the last cycle but one to the last."},
     {"first_overshoot", "m", "Displacement less target at the first stop."},
     {"events", "1", "Number of changes of mode of the law during the run."},
     {"slip_onsets", "s",
      "Times at which a slip begins: the law's mode changes to sliding or, for a law without modes, the speed rises "
      "through run.slip_speed."},
     {"slip_directions", "1", "Direction of each slip, 1 or -1."},
     {"stop_times", "s",
      "Times at which a slip ends: the law's mode changes from sliding or, for a law without modes, the velocity is "
      "zero "
      "for the first time after the onset."},
     {"stop_errors", "m", "Displacement less target at each stop; for the law hybrid where the body comes to rest."}}};

constexpr ExperimentInfo about{"limit-cycle", "A mass under PID position control that hunts around its target",
                               "Nouailletas et al. 2010 (004), section 2.3.2, Table 1", "lugre", figure_table};

double largest_error(const Record& r, double from, double to) {
  const double target = r.experiment.plant["target"];
  const auto time = r.trajectory.time();
  const auto x = r.trajectory.column("displacement");
  double most = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (time[i] >= from && time[i] <= to) most = std::max(most, std::abs(x[i] - target));
  return most;
}

// A quantity of the last three cycles, the last one first, and how it changes.
struct Course {
  std::array<double, 3> values;

  double change() const { return relative(0); }
  // Relative change that is still to come when changes go on to shrink as they did; infinite when they do not shrink.
  double to_come() const {
    constexpr double settled = 1e-6;  // it would take ten thousand cycles to change by 1 %
    if (change() <= settled) return change();
    const double ratio = change() / relative(1);
    return ratio < 1.0 ? change() * ratio / (1.0 - ratio) : list_infinity;
  }

 private:
  static constexpr double list_infinity = std::numeric_limits<double>::infinity();
  double relative(std::size_t k) const {
    const double size = std::max(std::abs(values[k]), std::abs(values[k + 1]));
    return size > 0.0 ? std::abs(values[k] - values[k + 1]) / size : 0.0;
  }
};

// The last cycles of the hunting, counted over `slips` slips in the positive direction each.
struct Cycles {
  Course period, amplitude;
  bool converged = false;
};

Cycles last_cycles(const Record& r, const std::vector<double>& onsets, std::size_t slips) {
  constexpr double nearly = 0.01;
  Cycles c{};
  for (std::size_t k = 0; k < c.period.values.size(); ++k) {
    const double to = onsets[onsets.size() - 1 - k * slips];
    const double from = onsets[onsets.size() - 1 - (k + 1) * slips];
    c.period.values[k] = to - from;
    c.amplitude.values[k] = largest_error(r, from, to);
  }
  const double most = std::max({c.period.change(), c.amplitude.change(), c.period.to_come(), c.amplitude.to_come()});
  c.converged = most < nearly;
  return c;
}

class LimitCycle : public MassExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return nouailletas_table_1(); }
  double duration() const override { return 400.0; }  // the cycle has settled to ten digits
  double natural_output_step(const Experiment&) const override { return 0.05; }
  double natural_duration(const Experiment&) const override { return duration(); }

  ParamGroup plant() const override {
    MassParams<double> p;
    p.proportional_gain = 3.0;
    p.velocity_gain = 6.0;
    p.integral_gain = 4.0;
    p.target = 1.0;
    return make_group("plant", p);
  }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    Plan plan;
    plan.watches.push_back(std::make_unique<SlipWatch>(column_index(model, "velocity"), e.run["slip_speed"]));
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    FigureList figures(about);
    const auto slips = find_slips(r);
    add_cycle(figures, r, slips);
    figures.value("events", double(r.events.size()));
    std::vector<double> onsets, directions, stops, errors;
    for (const Slip& s : slips) {
      onsets.push_back(s.onset);
      directions.push_back(s.direction);
      if (std::isnan(s.stop)) continue;
      stops.push_back(s.stop);
      errors.push_back(s.stop_position - r.experiment.plant["target"]);
    }
    figures.list("slip_onsets", std::move(onsets));
    figures.list("slip_directions", std::move(directions));
    figures.list("stop_times", std::move(stops));
    figures.list("stop_errors", std::move(errors));
    return figures.take();
  }

 private:
  static void add_cycle(FigureList& figures, const Record& r, const std::vector<Slip>& slips) {
    std::vector<double> forward;
    for (const Slip& s : slips)
      if (s.direction > 0.0) forward.push_back(s.onset);
    add_convergence(figures, r, forward);
    const bool stopped = !slips.empty() && !std::isnan(slips[0].stop);
    figures.value("first_overshoot", stopped ? slips[0].stop_position - r.experiment.plant["target"] : list_end(),
                  "the body never stopped");
  }

  // A cycle may have up to three slips in each direction.
  static void add_convergence(FigureList& figures, const Record& r, const std::vector<double>& onsets) {
    constexpr std::size_t most_slips = 3;
    constexpr std::size_t cycles = std::tuple_size_v<decltype(Course::values)>;
    if (onsets.size() <= cycles) {
      const std::string why = "no limit cycle: " + std::to_string(onsets.size()) +
                              " slips in the positive direction, and three cycles need four";
      for (const std::string_view name : {"period", "amplitude", "period_change", "amplitude_change"})
        figures.missing(name, why);
      return figures.value("limit_cycle", 0.0);
    }
    const Cycles single = last_cycles(r, onsets, 1);
    Cycles found = single;
    for (std::size_t n = 2; !found.converged && n <= most_slips && onsets.size() > n * cycles; ++n)
      found = last_cycles(r, onsets, n);
    if (!found.converged) found = single;
    const std::string why = "no limit cycle: from the last cycle but one to the last the period changes by " +
                            to_text(std::round(1e4 * found.period.change()) / 100.0) + " %, the amplitude by " +
                            to_text(std::round(1e4 * found.amplitude.change()) / 100.0) + " %";
    figures.value("period", found.converged ? found.period.values[0] : list_end(), why);
    figures.value("amplitude", found.converged ? found.amplitude.values[0] : list_end(), why);
    figures.value("limit_cycle", found.converged ? 1.0 : 0.0);
    figures.value("period_change", found.period.change());
    figures.value("amplitude_change", found.amplitude.change());
  }
};

}  // namespace

const BuiltIn& limit_cycle_experiment() {
  static const LimitCycle one;
  return one;
}

}  // namespace stickslip::experiment
