// A mass pulled over a rough floor by a spring whose other end moves at constant speed. 004 section 2.3.1, Table 1.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

constexpr std::array<FigureInfo, 8> figure_table{
    {{"slip_onsets", "s",
      "Times at which a slip begins: the law's mode changes to sliding or, for a law without modes, the speed rises "
      "through run.slip_speed."},
     {"stop_times", "s",
      "Times at which a slip ends: the law's mode changes from sliding or, for a law without modes, the velocity is "
      "zero "
      "for the first time after the onset."},
     {"stop_positions", "m",
      "Displacements at the stops; for the law hybrid, whose speed then dies at the rate stick_rate, where it comes to "
      "rest."},
     {"period", "s",
      "Mean time from onset to onset, the first slip left out. Missing when the last two of them differ by more than "
      "1 %."},
     {"period_change", "1", "Relative difference of the last two times from onset to onset."},
     {"peak_speed", "m/s", "Largest speed after the second onset, or of the whole run when there is none."},
     {"slip_ends", "s", "Times at which the speed of a slip falls through run.slip_speed."},
     {"largest_pull", "N", "Largest force of the spring from the second stop on, or of the whole run."}}};

constexpr ExperimentInfo about{"stick-slip", "A mass pulled by a spring whose other end moves at constant speed",
                               "Nouailletas et al. 2010 (004), section 2.3.1, Table 1", "lugre", figure_table};

double largest(const Record& r, std::string_view column, double from) {
  const auto time = r.trajectory.time();
  const auto values = r.trajectory.column(column);
  double most = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (time[i] >= from) most = std::max(most, std::abs(values[i]));
  return most;
}

std::vector<double> slip_ends(const Record& r) {
  std::vector<double> times;
  for (const Occurrence& o : r.occurrences)
    if (o.watch == 0 && std::abs(o.to) == 3.0) times.push_back(o.t);
  return times;
}

// Relative difference of the last two times from onset to onset, the first slip left out; NaN with fewer.
double last_change(const std::vector<double>& onsets) {
  const std::size_t n = onsets.size();
  if (n < 4) return list_end();
  const double last = onsets[n - 1] - onsets[n - 2];
  return std::abs(last - (onsets[n - 2] - onsets[n - 3])) / last;
}

class StickSlip : public MassExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return nouailletas_table_1(); }
  double duration() const override { return 35.0; }  // five slips
  double natural_duration(const Experiment&) const override { return duration(); }
  double natural_output_step(const Experiment&) const override { return 0.01; }

  ParamGroup plant() const override {
    MassParams<double> p;
    p.spring_stiffness = 2.0;
    p.drive_velocity = 0.1;
    return make_group("plant", p);
  }

  // The pull of the spring is largest where the speed rises through the drive's: the second watch.
  Plan plan(const Experiment& e, const HybridModel& model) const override {
    Plan plan;
    const std::size_t velocity = column_index(model, "velocity");
    plan.watches.push_back(std::make_unique<SlipWatch>(velocity, e.run["slip_speed"]));
    if (const double drive = std::abs(e.plant["drive_velocity"]); drive > 0.0)
      plan.watches.push_back(std::make_unique<SlipWatch>(velocity, drive));
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    const auto slips = find_slips(r);
    std::vector<double> onsets, stops, positions;
    for (const Slip& s : slips) {
      onsets.push_back(s.onset);
      if (std::isnan(s.stop)) continue;
      stops.push_back(s.stop);
      positions.push_back(s.stop_position);
    }
    FigureList figures(about);
    const double second_stop = stops.size() > 1 ? stops[1] : 0.0;
    const double second = onsets.size() > 1 ? onsets[1] : 0.0;
    const double period = onsets.size() > 2 ? (onsets.back() - second) / double(onsets.size() - 2) : list_end();
    const double change = last_change(onsets);
    figures.list("slip_onsets", std::move(onsets));
    figures.list("stop_times", std::move(stops));
    figures.list("stop_positions", std::move(positions));
    figures.value("period", change > 0.01 ? list_end() : period,
                  change > 0.01
                      ? "the slips do not repeat: the last two times from onset to onset differ by more than 1 %"
                      : "fewer than three slips");
    figures.value("period_change", change, "fewer than four slips");
    figures.value("peak_speed", largest(r, "velocity", second));
    figures.list("slip_ends", slip_ends(r));
    figures.value("largest_pull", largest(r, "applied", second_stop));
    return figures.take();
  }
};

}  // namespace

std::span<const PaperValue> nouailletas_table_1() {
  // sigma_1 = sqrt(sigma_0 m): the tables print sigma_0 and sigma_1 in each other's place; the units tell.
  // The bristles of an elasto-plastic law slide wholly at the Stribeck curve: with a constant limit its friction would
  // stay above the curve.
  static const std::array<PaperValue, 8> values{{{"coulomb", 1.0},
                                                 {"breakaway", 1.5},
                                                 {"stribeck_velocity", 1e-3},
                                                 {"stribeck_exponent", 2.0},
                                                 {"viscous", 0.4},
                                                 {"stiffness", 1e5},
                                                 {"damping", std::sqrt(1e5)},
                                                 {"full_deflection", 0.0}}};
  return values;
}

const BuiltIn& stick_slip_experiment() {
  static const StickSlip one;
  return one;
}

}  // namespace stickslip::experiment
