// The cylinder of 001 under a position controller: it goes to positions and hunts around them, or follows a sine.
#include <algorithm>
#include <array>
#include <cmath>

#include "hydraulic_servo.hpp"

namespace stickslip::experiment {

using namespace solve;

namespace {

constexpr std::size_t most_targets = 16;

struct PositionerDrive {
  using Scalar = double;
  double input = 0.0;
  std::array<double, most_targets> targets = make_list<most_targets>({0.12, 0.1});
  double hold_time = 4.0;
  double amplitude = 0.02;
  double frequency = 0.25;
  double offset = 0.1;
  double cycles = 3.0;
  double proportional_gain = 0.3;
  double integral_gain = 0.3;
  double velocity_gain = 0.0;

  static constexpr auto table() {
    using P = PositionerDrive;
    return std::array{
        STICKSLIP_FIELD(P, input, "", "1",
                        "Course of the position that is asked for. A table, drive.table = FILE.csv with the columns "
                        "time[s] and target[m], takes its place.",
                        0.0, 1.0, Scale::linear, "steps|sine"),
        STICKSLIP_FIELD(P, targets, "r", "m", "Steps: positions, one after another.", -1e3, 1e3),
        STICKSLIP_FIELD(P, hold_time, "", "s", "Steps: time for which each one is asked for.", 1e-6, 1e6, Scale::log),
        STICKSLIP_FIELD(P, amplitude, "", "m", "Sine: amplitude.", 0.0, 1e3),
        STICKSLIP_FIELD(P, frequency, "f", "Hz", "Sine: frequency.", 1e-6, 1e6, Scale::log),
        STICKSLIP_FIELD(P, offset, "r_0", "m", "Sine: mean value.", -1e3, 1e3),
        STICKSLIP_FIELD(P, cycles, "", "1", "Sine: number of periods; the figures are those of the last.", 1.0, 1e6),
        STICKSLIP_FIELD(P, proportional_gain, "K_p", "A/m", "Proportional gain of the controller.", -1e6, 1e6),
        STICKSLIP_FIELD(P, integral_gain, "K_i", "A/(m.s)", "Integral gain of the controller.", -1e6, 1e6),
        STICKSLIP_FIELD(P, velocity_gain, "K_v", "A.s/m", "Gain of the velocity, which is fed back.", -1e6, 1e6)};
  }
};

constexpr std::array<FigureInfo, 13> figure_table{
    {{"rise_time", "s", "Steps: time from 10 % to 90 % of the first step."},
     {"overshoot", "m", "Steps: farthest that the piston goes beyond the first target while it is asked for."},
     {"rest_errors", "m", "Steps: displacement less target at the end of each hold."},
     {"hunting", "m", "Steps: peak-to-peak displacement in the second half of the last hold."},
     {"tracking_error", "m",
      "RMS and largest |displacement less target|, in the last period of a sine (else the run)."},
     {"current_range", "A", "Smallest and largest current of the run."},
     {"velocity_range", "m/s", "Smallest and largest velocity of the run."},
     {"friction_range", "N", "Smallest and largest friction force of the run."},
     {"displacement_range", "m", "Smallest and largest displacement of the run."},
     {"reversal_times", "s", "Times at which the velocity passes zero or becomes zero."},
     {"stop_times", "s", "Times at which the piston meets an end stop."},
     {"lowest_pressures", "Pa", "Lowest pressure of the run in chamber 1 and in chamber 2."},
     {"cavitation_times", "s", "Times at which a chamber falls below the cavitation pressure."}}};

constexpr ExperimentInfo about{"hydraulic-positioner", "A hydraulic cylinder that a controller moves to positions",
                               "Machine and friction of Yanada et al. 2014 (001); the controller is ours",
                               "new-modified-lugre", figure_table};

bool is_sine(const Experiment& e) { return !has_table(e) && e.drive["input"] > 0.0; }
bool is_steps(const Experiment& e) { return !has_table(e) && !is_sine(e); }

Excitation make_target(const Experiment& e) {
  if (has_table(e)) return Excitation::table(e.table.times, e.table.values);
  if (is_steps(e)) return make_steps(e.drive.list("targets"), e.drive["hold_time"]);
  return Excitation::sine(e.drive["amplitude"], e.drive["frequency"], e.drive["offset"]);
}

// The figures of a run to positions: rows [from, to] of the trajectory belong to a hold.
class PositionerFigures {
 public:
  explicit PositionerFigures(const Record& r)
      : r_(r), time_(r.trajectory.time()), x_(r.trajectory.column("displacement")), list_(about) {}

  std::vector<Figure> take() {
    if (time_.back() < r_.duration) {
      for (const FigureInfo& f : figure_table) list_.missing(f.name, "the run did not reach its end");
      return list_.take();
    }
    steps();
    tracking();
    for (const std::string_view column : {"current", "velocity", "friction", "displacement"})
      list_.list(std::string(column) + "_range", find_range(r_.trajectory.column(column)));
    add_reversals(list_, r_);
    add_stops(list_, r_);
    add_cavitation(list_, r_);
    return list_.take();
  }

 private:
  std::span<const double> displacement_between(double from, double to) const {
    const std::size_t first = r_.row_at(from);
    return x_.subspan(first, r_.row_at(to) + 1 - first);
  }

  void steps() {
    if (!is_steps(r_.experiment)) {
      for (const std::string_view name : {"rise_time", "overshoot", "rest_errors", "hunting"})
        list_.missing(name, "no steps are asked for");
      return;
    }
    const auto targets = r_.experiment.drive.list("targets");
    const double hold = r_.experiment.drive["hold_time"];
    const double step = targets[0] - x_[0];
    const double sense = step < 0.0 ? -1.0 : 1.0;
    list_.value(
        "rise_time",
        r_.passing_time("displacement", x_[0] + 0.9 * step) - r_.passing_time("displacement", x_[0] + 0.1 * step),
        "the piston does not get to 90 % of the first step");
    double beyond = 0.0;
    for (const double x : displacement_between(0.0, std::min(hold, r_.duration)))
      beyond = std::max(beyond, sense * (x - targets[0]));
    list_.value("overshoot", beyond);
    std::vector<double> errors;
    for (std::size_t k = 0; k < targets.size() && double(k + 1) * hold <= r_.duration * (1.0 + 1e-12); ++k)
      errors.push_back(x_[row_before(double(k + 1) * hold)] - targets[k]);
    const bool is_whole = errors.size() == targets.size();
    list_.list("rest_errors", std::move(errors), "the run ends before the first hold");
    if (!is_whole) return list_.missing("hunting", "the run ends before the last hold");
    const double end = double(targets.size()) * hold;
    const auto range = find_range(displacement_between(end - 0.5 * hold, end));
    list_.value("hunting", range[1] - range[0]);
  }

  void tracking() {
    const auto target = r_.trajectory.column("target");
    const double period = is_sine(r_.experiment) ? 1.0 / r_.experiment.drive["frequency"] : r_.duration;
    double squares = 0.0;
    double most = 0.0;
    double length = 0.0;
    for (std::size_t i = r_.row_at(std::max(0.0, r_.duration - period)) + 1; i < time_.size(); ++i) {
      const double error = x_[i] - target[i];
      squares += error * error * (time_[i] - time_[i - 1]);
      length += time_[i] - time_[i - 1];
      most = std::max(most, std::abs(error));
    }
    list_.list("tracking_error", {std::sqrt(squares / length), most});
  }

  // The last row before a time at which the target jumps.
  std::size_t row_before(double t) const {
    const auto place = std::lower_bound(time_.begin(), time_.end(), t * (1.0 - 1e-12)) - time_.begin();
    return std::min(std::size_t(place), time_.size() - 1);
  }

  const Record& r_;
  std::span<const double> time_, x_;
  FigureList list_;
};

class HydraulicPositionerExperiment : public BuiltIn {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return cylinder_contact(); }
  ParamGroup plant() const override { return hydraulic_servo_plant(); }
  ParamGroup drive() const override { return make_group("drive", PositionerDrive{}); }
  ParamGroup solver() const override { return cylinder_solver(); }
  Column table_column() const override { return {"target", "m"}; }

  std::unique_ptr<HybridModel> model(const Experiment& e) const override {
    return hydraulic_positioner_model(e, make_target(e),
                                      {.proportional_gain = e.drive["proportional_gain"],
                                       .integral_gain = e.drive["integral_gain"],
                                       .velocity_gain = e.drive["velocity_gain"]});
  }

  double natural_duration(const Experiment& e) const override {
    if (has_table(e)) return e.table.times.back();
    if (is_sine(e)) return e.drive["cycles"] / e.drive["frequency"];
    return double(e.drive.list("targets").size()) * e.drive["hold_time"];
  }
  double natural_output_step(const Experiment&) const override { return 1e-3; }
  double period(const Experiment& e) const override { return is_sine(e) ? 1.0 / e.drive["frequency"] : 0.0; }
  Plan plan(const Experiment& e, const HybridModel& model) const override { return cylinder_plan(e, model); }
  std::vector<Figure> figures(const Record& r) const override { return PositionerFigures(r).take(); }
  std::vector<std::string> notes(const Record& r) const override { return cavitation_notes(r); }
};

}  // namespace

const BuiltIn& hydraulic_positioner_experiment() {
  static const HydraulicPositionerExperiment one;
  return one;
}

}  // namespace stickslip::experiment
