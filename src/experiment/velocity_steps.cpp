// The body moves at one speed after another, by steps or ramps; the force is asked for.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"

namespace stickslip::experiment {
namespace {

constexpr std::size_t most_speeds = 16;

struct VelocityStepsDrive {
  using Scalar = double;
  std::array<double, most_speeds> speeds = make_list<most_speeds>({2e-4, 1e-3, 5e-3, 0.02, 0.1});
  double hold_time = 2.0;
  double ramp_time = 0.0;

  static constexpr auto table() {
    using P = VelocityStepsDrive;
    return std::array{STICKSLIP_FIELD(P, speeds, "", "m/s", "Velocities, one after another, from rest.", -1e6, 1e6),
                      STICKSLIP_FIELD(P, hold_time, "", "s", "Time for which each one is held.", 1e-9, 1e9, Scale::log),
                      STICKSLIP_FIELD(P, ramp_time, "", "s", "Time of the ramp to each one; 0: a step.", 0.0, 1e9)};
  }
};

constexpr std::array<FigureInfo, 4> figure_table{
    {{"speeds", "m/s", "Velocity of each hold."},
     {"steady_forces", "N", "Friction force at the end of each hold."},
     {"first_forces", "N", "Friction force at the beginning of each hold."},
     {"time_constants", "s",
      "Area between the force and its value at the end of the hold, over the difference at the beginning: the time "
      "constant of an exponential. 0 where that difference is below 1e-6 of the force; list without holds at rest."}}};

constexpr ExperimentInfo about{"velocity-steps", "The force response to steps and ramps of the speed",
                               "the classical measurement of a Stribeck curve and of the frictional lag", "lugre",
                               figure_table};

struct Hold {
  double start, end, speed;

  // The time at which its force is read: before the next step, which changes the force at once.
  double last() const { return end - 1e-9 * (end - start); }
};

std::vector<Hold> find_holds(const Experiment& e) {
  std::vector<Hold> holds;
  double t = 0.0;
  for (const double speed : e.drive.list("speeds")) {
    t += e.drive["ramp_time"];
    holds.push_back({t, t + e.drive["hold_time"], speed});
    t = holds.back().end;
  }
  return holds;
}

class VelocitySteps : public ImposedExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return nouailletas_table_1(); }
  ParamGroup drive() const override { return make_group("drive", VelocityStepsDrive{}); }
  double natural_output_step(const Experiment& e) const override { return e.drive["hold_time"] / 400.0; }

  Excitation excitation(const Experiment& e) const override {
    std::vector<Segment> parts;
    const double ramp_time = e.drive["ramp_time"];
    double speed = 0.0;
    for (const Hold& hold : find_holds(e)) {
      if (ramp_time > 0.0)
        parts.push_back({.start = hold.start - ramp_time, .offset = speed, .slope = (hold.speed - speed) / ramp_time});
      parts.push_back({.start = hold.start, .offset = hold.speed});
      speed = hold.speed;
    }
    return Excitation(std::move(parts)).integral();
  }

  double natural_duration(const Experiment& e) const override { return find_holds(e).back().end; }

  Plan plan(const Experiment& e, const HybridModel&) const override {
    std::vector<double> times;
    for (const Hold& hold : find_holds(e)) {
      if (hold.start > 0.0 && (times.empty() || hold.start > times.back())) times.push_back(hold.start);
      times.push_back(hold.last());
    }
    Plan plan;
    plan.watches.push_back(std::make_unique<TimeWatch>(std::move(times)));
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    std::vector<double> speeds, first, steady, constants;
    const auto force = r.trajectory.column("friction");
    const auto work = r.trajectory.column("work_friction");
    for (const Hold& hold : find_holds(r.experiment)) {
      if (hold.end > r.trajectory.time().back()) break;
      const std::size_t begin = r.row_at(hold.start);
      const std::size_t end = r.row_at(hold.last());
      speeds.push_back(hold.speed);
      first.push_back(force[begin]);
      steady.push_back(force[end]);
      if (hold.speed == 0.0) continue;
      const double area = (work[end] - work[begin]) / hold.speed - force[end] * (hold.last() - hold.start);
      const double difference = force[begin] - force[end];
      constexpr double smallest = 1e-6;  // of the force: below it the quotient is noise
      constants.push_back(std::abs(difference) > smallest * std::abs(force[end]) ? area / difference : 0.0);
    }
    FigureList figures(about);
    figures.list("speeds", std::move(speeds));
    figures.list("steady_forces", std::move(steady));
    figures.list("first_forces", std::move(first));
    figures.list("time_constants", std::move(constants));
    return figures.take();
  }
};

}  // namespace

const BuiltIn& velocity_steps_experiment() {
  static const VelocitySteps one;
  return one;
}

}  // namespace stickslip::experiment
