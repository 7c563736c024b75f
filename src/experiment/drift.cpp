// A steady force with a dither on it, together below break-away: a law that sticks must not drift.
//
// force: 0 -> peak in rise_time, -> bias in settle_time, bias + amplitude sin(2 pi f t) for a number of cycles, -> 0 in
// fall_time, rest. 004 Table 2 (profiles A and B), 002 section 2 (D1, D2, D3: pushed over break-away first).
#include <array>
#include <cmath>

#include "builtin.hpp"

namespace stickslip::experiment {
namespace {

struct DriftDrive {
  using Scalar = double;
  double profile = 0.0;
  double peak = 0.6;
  double rise_time = 1.0;
  double settle_time = 0.0;
  double bias = 0.6;
  double amplitude = 0.3;
  double frequency = 1.0;
  double cycles = 20.0;
  double fall_time = 1.0;
  double rest_time = 3.0;

  static constexpr auto table() {
    using P = DriftDrive;
    return std::array{
        STICKSLIP_FIELD(P, profile, "", "1",
                        "Sets the values below as a paper has them (A and B: 004, D1 to D3: 002); they may be changed "
                        "besides.",
                        0.0, 4.0, Scale::linear, "A|B|D1|D2|D3"),
        STICKSLIP_FIELD(P, peak, "", "N", "Force at the end of the first ramp.", -1e12, 1e12),
        STICKSLIP_FIELD(P, rise_time, "", "s", "Time of the first ramp.", 1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(P, settle_time, "", "s", "Time of the ramp from the peak to the bias; 0: none.", 0.0, 1e9),
        STICKSLIP_FIELD(P, bias, "b", "N", "Steady part of the force.", -1e12, 1e12),
        STICKSLIP_FIELD(P, amplitude, "A", "N", "Amplitude of the dither.", 0.0, 1e12),
        STICKSLIP_FIELD(P, frequency, "f", "Hz", "Frequency of the dither.", 1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(P, cycles, "", "1", "Number of cycles of the dither.", 1.0, 1e9),
        STICKSLIP_FIELD(P, fall_time, "", "s", "Time of the ramp from the bias to 0; 0: the force is cut.", 0.0, 1e9),
        STICKSLIP_FIELD(P, rest_time, "", "s", "Time without force at the end.", 1e-9, 1e9, Scale::log)};
  }
};

constexpr std::array<DriftDrive, 5> profiles{{
    {0, 0.6, 1.0, 0.0, 0.6, 0.30, 1.0, 20.0, 1.0, 3.0},
    {1, 0.7, 1.0, 0.0, 0.7, 0.35, 0.2, 20.0, 1.0, 3.0},
    {2, 1.2, 1.0, 1.0, 0.5, 0.40, 1.0, 18.0, 0.0, 5.0},
    {3, 1.2, 1.0, 1.0, 0.0, 0.90, 1.0, 18.0, 0.0, 5.0},
    {4, 1.2, 1.0, 1.0, 0.5, 0.30, 1.0, 18.0, 0.0, 5.0},
}};

// The laws of 004 Table 2, its sigma_0 and sigma_1 put right; 002 prints none, and is run with the same ones.
const std::array<PaperValue, 12> table_2{{{"coulomb", 1.0},
                                          {"breakaway", 1.1},
                                          {"stribeck_velocity", 0.1},
                                          {"stribeck_exponent", 2.0},
                                          {"viscous", 0.0},
                                          {"stiffness", 1.1 / 0.01},
                                          {"damping", 2.0 * std::sqrt(1.1 / 0.01)},
                                          {"presliding_limit", 0.01},
                                          {"breakaway_deflection", 0.009},
                                          {"full_deflection", 0.01},
                                          {"stick_velocity", 1e-4},
                                          {"release_velocity", 1e-6}}};

constexpr std::array<FigureInfo, 6> figure_table{
    {{"drift_per_cycle", "m", "Displacement gained in the last cycle of the dither."},
     {"final_position", "m", "Displacement at the end of the run."},
     {"first_cycle_position", "m", "Displacement at the end of the first cycle."},
     {"last_cycle_position", "m", "Displacement at the end of the last cycle."},
     {"largest_position", "m", "Largest displacement of the run, among the rows of the trajectory and the extrema."},
     {"largest_force", "N", "Largest force of the dither, bias and amplitude together."}}};

constexpr ExperimentInfo about{"drift", "A steady force with a dither, together below break-away",
                               "Nouailletas et al. 2010 (004), Table 2; Mykhalevych (002)", "lugre", figure_table};

// Start and end of the dither [s].
double dither_start(const DriftDrive& d) { return d.rise_time + d.settle_time; }
double cycle_end(const DriftDrive& d, double cycle) { return dither_start(d) + cycle / d.frequency; }

class Drift : public MassExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return table_2; }
  ParamGroup drive() const override { return make_group("drive", profiles[0]); }
  double natural_output_step(const Experiment& e) const override { return 0.01 / e.drive["frequency"]; }
  std::string_view preset_field() const override { return "profile"; }
  void apply_preset(ParamGroup& drive) const override {
    drive = make_group("drive", profiles[std::size_t(drive["profile"])]);
  }

  Excitation excitation(const Experiment& e) const override {
    const auto d = make_set<DriftDrive>(e.drive);
    std::vector<Segment> parts{{.slope = d.peak / d.rise_time}};
    if (d.settle_time > 0.0)
      parts.push_back({.start = d.rise_time, .offset = d.peak, .slope = (d.bias - d.peak) / d.settle_time});
    parts.push_back({.start = dither_start(d), .offset = d.bias, .amplitude = d.amplitude, .frequency = d.frequency});
    const double end = cycle_end(d, d.cycles);
    if (d.fall_time > 0.0) parts.push_back({.start = end, .offset = d.bias, .slope = -d.bias / d.fall_time});
    parts.push_back({.start = end + d.fall_time});
    return Excitation(std::move(parts));
  }

  double natural_duration(const Experiment& e) const override {
    const auto d = make_set<DriftDrive>(e.drive);
    return cycle_end(d, d.cycles) + d.fall_time + d.rest_time;
  }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    const auto d = make_set<DriftDrive>(e.drive);
    std::vector<double> times{cycle_end(d, 1.0)};
    for (const double cycle : {d.cycles - 1.0, d.cycles})
      if (cycle_end(d, cycle) > times.back()) times.push_back(cycle_end(d, cycle));
    Plan plan;
    plan.watches.push_back(std::make_unique<TimeWatch>(std::move(times)));
    plan.watches.push_back(std::make_unique<SlipWatch>(column_index(model, "velocity"), extremum_speed));
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    const auto d = make_set<DriftDrive>(r.experiment.drive);
    const double reached = r.trajectory.time().back();
    const auto at_cycle = [&](double cycle) {
      const double t = cycle_end(d, cycle);
      return t <= reached ? r.at("displacement", t) : list_end();
    };
    constexpr std::string_view why = "the run ended before that cycle";
    FigureList figures(about);
    figures.value("drift_per_cycle", at_cycle(d.cycles) - at_cycle(d.cycles - 1.0), why);
    figures.value("final_position", r.trajectory.column("displacement").back());
    figures.value("first_cycle_position", at_cycle(1.0), why);
    figures.value("last_cycle_position", at_cycle(d.cycles), why);
    const auto x = r.trajectory.column("displacement");
    figures.value("largest_position", *std::max_element(x.begin(), x.end()));
    figures.value("largest_force", std::abs(d.bias) + d.amplitude);
    return figures.take();
  }

 private:
  // A motion slower than this has no extremum that matters [m/s]: it moves less than a picometre per cycle.
  static constexpr double extremum_speed = 1e-9;
};

}  // namespace

const BuiltIn& drift_experiment() {
  static const Drift one;
  return one;
}

}  // namespace stickslip::experiment
