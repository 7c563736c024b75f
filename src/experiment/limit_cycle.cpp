// A mass on a rough floor under PID position control: friction and the integral part make it hunt around its target.
// 004 section 2.3.2, Table 1.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

constexpr std::array<FigureInfo, 8> figure_table{
    {{"period", "s", "Time between the last two onsets of slips in the positive direction."},
     {"amplitude", "m", "Largest distance from the target during that period."},
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
    return group_of("plant", p);
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
    const std::size_t n = forward.size();
    constexpr std::string_view why = "fewer than two slips in the positive direction";
    figures.value("period", n > 1 ? forward[n - 1] - forward[n - 2] : list_end(), why);
    figures.value("amplitude", n > 1 ? largest_error(r, forward[n - 2], forward[n - 1]) : list_end(), why);
    const bool stopped = !slips.empty() && !std::isnan(slips[0].stop);
    figures.value("first_overshoot", stopped ? slips[0].stop_position - r.experiment.plant["target"] : list_end(),
                  "the body never stopped");
  }
};

}  // namespace

const BuiltIn& limit_cycle_experiment() {
  static const LimitCycle one;
  return one;
}

}  // namespace stickslip::experiment
