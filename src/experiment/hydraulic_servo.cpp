// A load mass on a vertical hydraulic cylinder, driven by the current of its servo valve. 001.
#include "hydraulic_servo.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ripple.hpp"

namespace stickslip::experiment {

using namespace solve;

namespace {

constexpr std::size_t most_steps = 16;

struct ServoDrive {
  using Scalar = double;
  double input = 0.0;
  double amplitude = 2e-3;
  double frequency = 0.5;
  double offset = 0.0;
  double cycles = 4.0;
  std::array<double, most_steps> currents = make_list<most_steps>({2e-3, -2e-3, 0.0});
  double hold_time = 0.5;

  static constexpr auto table() {
    using P = ServoDrive;
    return std::array{
        STICKSLIP_FIELD(P, input, "", "1",
                        "Course of the valve's current. A table, drive.table = FILE.csv with the columns time[s] and "
                        "current[A], takes its place.",
                        0.0, 1.0, Scale::linear, "sine|steps"),
        STICKSLIP_FIELD(P, amplitude, "", "A", "Sine: amplitude.", 0.0, 1e3),
        STICKSLIP_FIELD(P, frequency, "f", "Hz", "Sine: frequency.", 1e-6, 1e6, Scale::log),
        STICKSLIP_FIELD(P, offset, "u_0", "A", "Sine: mean value.", -1e3, 1e3),
        STICKSLIP_FIELD(P, cycles, "", "1", "Sine: number of periods; the figures are those of the last two.", 1.0,
                        1e6),
        STICKSLIP_FIELD(P, currents, "", "A", "Steps: currents, one after another.", -1e3, 1e3),
        STICKSLIP_FIELD(P, hold_time, "", "s", "Steps: time for which each one is held.", 1e-6, 1e6, Scale::log)};
  }
};

constexpr std::array<FigureInfo, 21> figure_table{
    {{"velocity_ripple", "m/s",
      "RMS of the velocity above 5, 10 and 20 Hz in the last two periods (the whole run without a sine): samples at "
      "the output step, line from the first to the last removed, harmonics of the window up to that frequency "
      "removed."},
     {"friction_ripple", "N", "The same of the friction force."},
     {"pressure_1_ripple", "Pa", "The same of the pressure in chamber 1."},
     {"pressure_2_ripple", "Pa", "The same of the pressure in chamber 2."},
     {"velocity_ripple_peak", "m/s", "Largest magnitude of the velocity above 10 Hz, as above."},
     {"ripple_counts", "1",
      "Peaks and dips of the velocity per period (per run without a sine) with a prominence of at least 1 and 5 mm/s."},
     {"velocity_range", "m/s", "Smallest and largest velocity in the last two periods."},
     {"friction_range", "N", "Smallest and largest sampled friction force of the run."},
     {"last_friction_range", "N", "Smallest and largest sampled friction force in the last two periods."},
     {"friction_peak_time", "s", "Time of first_friction_peak."},
     {"first_friction_peak", "N", "Largest sampled friction force in the first half period (run without a sine)."},
     {"breakaway_friction", "N",
      "Magnitude of the friction force at each break-away, the law's change of mode from held to sliding."},
     {"pressure_1_range", "Pa", "Smallest and largest pressure in chamber 1 in the last two periods."},
     {"pressure_2_range", "Pa", "Smallest and largest pressure in chamber 2 in the last two periods."},
     {"least_pressure_difference", "Pa", "Smallest P_1 - P_2 in the last two periods."},
     {"displacement_range", "m", "Smallest and largest displacement of the run."},
     {"drift_per_cycle", "m", "Displacement gained in the last period."},
     {"reversal_times", "s", "Times at which the velocity passes zero or becomes zero."},
     {"stop_times", "s", "Times at which the piston meets an end stop."},
     {"lowest_pressures", "Pa", "Lowest pressure of the run in chamber 1 and in chamber 2."},
     {"cavitation_times", "s", "Times at which a chamber falls below the cavitation pressure."}}};

constexpr ExperimentInfo about{"hydraulic-servo", "A load mass on a vertical hydraulic cylinder with a servo valve",
                               "Yanada et al. 2014 (001), section 3, Tables 1 and 2", "new-modified-lugre",
                               figure_table};

bool is_sine(const Experiment& e) { return !has_table(e) && e.drive["input"] == 0.0; }

Excitation make_current(const Experiment& e) {
  if (has_table(e)) return Excitation::table(e.table.times, e.table.values);
  if (!is_sine(e)) return make_steps(e.drive.list("currents"), e.drive["hold_time"]);
  return Excitation::sine(e.drive["amplitude"], e.drive["frequency"], e.drive["offset"]);
}

// The rows at the multiples of the output step: what a recorder with that sampling rate would have seen. Of the rows at
// an event none counts, unless it falls on a multiple; then the later one.
struct Samples {
  std::vector<std::size_t> rows;
  double step;

  static Samples of(const Record& r, double step) {
    Samples all{{}, step};
    const auto time = r.trajectory.time();
    std::size_t next = 0;
    for (std::size_t i = 0; i < time.size(); ++i) {
      const bool repeated = !all.rows.empty() && time[i] == time[all.rows.back()];
      if (repeated) all.rows.back() = i;
      if (repeated || time[i] != double(next) * step) continue;
      all.rows.push_back(i);
      ++next;
    }
    return all;
  }

  // A column in a window of time, ends included.
  std::vector<double> column(const Record& r, std::string_view name, double from, double to) const {
    const auto time = r.trajectory.time();
    const auto values = r.trajectory.column(name);
    const double rounding = 1e-6 * step;
    std::vector<double> picked;
    for (const std::size_t i : rows)
      if (time[i] >= from - rounding && time[i] <= to + rounding) picked.push_back(values[i]);
    return picked;
  }
};

// The window of the figures, in numbers.
struct Window {
  double from, to;  // [s]
  double periods;   // 1 without a sine

  static Window of(const Record& r) {
    if (!is_sine(r.experiment)) return {0.0, r.duration, 1.0};
    const double period = 1.0 / r.experiment.drive["frequency"];
    const double whole = std::floor(r.duration / period * (1.0 + 1e-12));
    const double periods = std::clamp(whole, 1.0, 2.0);
    return {std::max(0.0, r.duration - periods * period), r.duration, periods};
  }
};

// The figures of one run, group by group.
class ServoFigures {
 public:
  ServoFigures(const Record& r, double step)
      : r_(r), samples_(Samples::of(r, step)), window_(Window::of(r)), list_(about) {}

  std::vector<Figure> take() {
    if (r_.trajectory.time().back() < r_.duration || in_window("velocity").size() < 2) {
      for (const FigureInfo& f : figure_table) list_.missing(f.name, "the run did not reach its end");
      return list_.take();
    }
    ripples();
    ranges();
    breakaway();
    drift();
    add_reversals(list_, r_);
    add_stops(list_, r_);
    add_cavitation(list_, r_);
    return list_.take();
  }

 private:
  std::vector<double> in_window(std::string_view column) const {
    return samples_.column(r_, column, window_.from, window_.to);
  }
  std::vector<double> of_run(std::string_view column) const { return samples_.column(r_, column, 0.0, r_.duration); }

  void ripples() {
    constexpr std::array cutoffs{5.0, 10.0, 20.0};  // [Hz]
    double most = 0.0;
    for (const std::string_view column : {"velocity", "friction", "pressure_1", "pressure_2"}) {
      const auto left = high_pass(in_window(column), samples_.step, cutoffs);
      std::vector<double> all(cutoffs.size());
      for (std::size_t k = 0; k < all.size(); ++k) all[k] = rms(left[k]);
      list_.list(std::string(column) + "_ripple", std::move(all));
      if (column != "velocity") continue;
      for (const double v : left[1]) most = std::max(most, std::abs(v));
    }
    list_.value("velocity_ripple_peak", most);
    const auto velocity = in_window("velocity");
    auto turned = velocity;
    for (double& v : turned) v = -v;
    const auto per_period = [&](double prominence) {
      return double(peak_count(velocity, prominence) + peak_count(turned, prominence)) / window_.periods;
    };
    std::vector<double> counts{per_period(1e-3), per_period(5e-3)};  // [m/s]
    list_.list("ripple_counts", std::move(counts));
  }

  void ranges() {
    list_.list("velocity_range", find_range(in_window("velocity")));
    list_.list("friction_range", find_range(of_run("friction")));
    list_.list("last_friction_range", find_range(in_window("friction")));
    const double half = is_sine(r_.experiment) ? 0.5 / r_.experiment.drive["frequency"] : r_.duration;
    const auto first = samples_.column(r_, "friction", 0.0, half);
    const auto peak = std::max_element(first.begin(), first.end());
    list_.value("friction_peak_time", double(peak - first.begin()) * samples_.step);
    list_.value("first_friction_peak", *peak);
    const auto p1 = in_window("pressure_1");
    const auto p2 = in_window("pressure_2");
    list_.list("pressure_1_range", find_range(p1));
    list_.list("pressure_2_range", find_range(p2));
    double least = list_end();
    for (std::size_t i = 0; i < p1.size(); ++i) least = std::fmin(least, p1[i] - p2[i]);
    list_.value("least_pressure_difference", least);
    list_.list("displacement_range", find_range(of_run("displacement")));
  }

  void breakaway() {
    std::vector<double> forces;
    const auto time = r_.trajectory.time();
    const auto friction = r_.trajectory.column("friction");
    for (const Event& e : r_.events) {
      if (e.from != "held" || !e.to.starts_with("sliding")) continue;
      const auto row = std::lower_bound(time.begin(), time.end(), e.t) - time.begin();  // the piston still at rest
      forces.push_back(std::abs(friction[std::size_t(row)]));
    }
    list_.list("breakaway_friction", std::move(forces),
               has_slip_modes(r_.experiment.law_name)
                   ? "the piston was never held"
                   : "the law never holds the piston: its peak is first_friction_peak");
  }

  void drift() {
    if (!is_sine(r_.experiment)) return list_.missing("drift_per_cycle", "the current is not a sine");
    const auto x = of_run("displacement");
    const double period = 1.0 / r_.experiment.drive["frequency"];
    const auto before = samples_.column(r_, "displacement", 0.0, r_.duration - period);
    list_.value("drift_per_cycle", before.empty() ? list_end() : x.back() - before.back(), "the run has no period");
  }

  const Record& r_;
  Samples samples_;
  Window window_;
  FigureList list_;
};

class HydraulicServoExperiment : public BuiltIn {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return cylinder_contact(); }
  ParamGroup plant() const override { return hydraulic_servo_plant(); }
  ParamGroup drive() const override { return make_group("drive", ServoDrive{}); }
  ParamGroup solver() const override { return cylinder_solver(); }
  Column table_column() const override { return {"current", "A"}; }

  std::unique_ptr<HybridModel> model(const Experiment& e) const override {
    return hydraulic_servo_model(e, make_current(e));
  }

  double natural_duration(const Experiment& e) const override {
    if (has_table(e)) return e.table.times.back();
    if (is_sine(e)) return e.drive["cycles"] / e.drive["frequency"];
    return double(e.drive.list("currents").size()) * e.drive["hold_time"];
  }
  double natural_output_step(const Experiment&) const override { return sampling_step; }

  Plan plan(const Experiment& e, const HybridModel& model) const override { return cylinder_plan(e, model); }
  double period(const Experiment& e) const override { return is_sine(e) ? 1.0 / e.drive["frequency"] : 0.0; }
  std::vector<std::string> notes(const Record& r) const override { return cavitation_notes(r); }

  std::vector<Figure> figures(const Record& r) const override {
    const double asked = r.experiment.solver["output_step"];
    return ServoFigures(r, asked > 0.0 ? asked : sampling_step).take();
  }

 private:
  static constexpr double sampling_step = 5e-4;  // [s] the paper's recorder: 2 kHz
};

}  // namespace

const BuiltIn& hydraulic_servo_experiment() {
  static const HydraulicServoExperiment one;
  return one;
}

}  // namespace stickslip::experiment
