// The piston of a wet clutch during a shift: pressure over time moves it against return spring and seals. 000 eq. (5).
#include "clutch_piston.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stickslip::experiment {

using namespace plant;

namespace {

constexpr std::size_t most_points = 16;
using Points = std::array<double, most_points>;

constexpr Points points(std::initializer_list<double> values, double factor = 1.0) {
  Points all = make_list<most_points>(values);
  for (double& v : all) v *= factor;
  return all;
}

constexpr double bar = 1e5;  // [Pa]

struct ShiftDrive {
  using Scalar = double;
  double profile = 0.0;
  Points times = {};
  Points pressures = {};
  Points shaft_speeds = {};

  static constexpr auto table() {
    using P = ShiftDrive;
    return std::array{
        STICKSLIP_FIELD(P, profile, "", "1",
                        "Profile that the lists below begin with: the clutch that closes in an up-shift (fig. 6), the "
                        "one that opens (fig. 5), or pressure ramps on a shaft at rest.",
                        0.0, 2.0, Scale::linear, "closing|opening|ramps"),
        STICKSLIP_FIELD(P, times, "t", "s", "Times of the points; straight lines between them.", 0.0, 1e9),
        STICKSLIP_FIELD(P, pressures, "p_p", "Pa", "Pressure of the chamber at these times.", 0.0, 1e12),
        STICKSLIP_FIELD(P, shaft_speeds, "w", "rad/s", "Speed of the shaft at these times.", -1e6, 1e6)};
  }
};

// The figures of the paper are lost, and with them its pressures: an up-shift of common length. A clutch that closes is
// filled fast to just below the touch point, waits there, takes the torque over on a ramp, and is pressed home; the
// engine's speed then falls.
constexpr ShiftDrive closing{0.0, points({0.0, 0.05, 0.1, 0.2, 0.5, 0.6, 0.9}),
                             points({1.0, 1.0, 8.0, 8.0, 12.0, 15.0, 15.0}, bar),
                             points({500.0, 500.0, 500.0, 500.0, 350.0, 320.0, 320.0})};
constexpr ShiftDrive opening{1.0, points({0.0, 0.05, 0.35, 0.45, 0.9}), points({12.0, 12.0, 6.0, 1.0, 1.0}, bar),
                             points({500.0, 500.0, 500.0, 420.0, 320.0})};
constexpr ShiftDrive ramps{2.0, points({0.0, 0.05, 0.35, 0.45, 0.75, 0.9}), points({3.0, 3.0, 7.0, 7.0, 3.0, 3.0}, bar),
                           points({0.0, 0.0, 0.0, 0.0, 0.0, 0.0})};
constexpr std::array profiles{closing, opening, ramps};

constexpr std::array<FigureInfo, 8> figure_table{
    {{"largest_displacement", "m", "Largest displacement of the piston."},
     {"last_displacement", "m", "Displacement at the end of the run."},
     {"move_time", "s", "Time at which the speed first rises through run.slip_speed."},
     {"move_pressure", "Pa", "Pressure of the chamber at that time."},
     {"touch_time", "s", "Time at which the piston first touches the disc pack."},
     {"largest_friction", "N", "Largest friction force of the seals, against closing."},
     {"smallest_friction", "N", "Smallest friction force: against opening it is negative."},
     {"friction_work", "J", "Work that the seals have taken by the end."}}};

constexpr ExperimentInfo about{"clutch-piston", "The piston of a wet clutch during a shift, its seals with friction",
                               "Mustafa et al. 2022 (000), eq. (5), corrected", "mgms", figure_table};

// A clutch piston's seals: the D-ring of the paper's figure 10, total break-away 100 N and sliding friction 54.6 N at
// 5 bar. Laws without pressure have these levels; presliding ends after some tenths of a millimetre.
constexpr std::array<PaperValue, 12> seal_levels{{{"coulomb", 54.6},
                                                  {"breakaway", 66.9},
                                                  {"stribeck_velocity", 1e-3},
                                                  {"stribeck_exponent", 2.0},
                                                  {"viscous", 10.0},
                                                  {"stiffness", 3.7e5},
                                                  {"damping", 100.0},
                                                  {"breakaway_deflection", 1e-4},
                                                  {"full_deflection", 0.0},
                                                  {"transition_velocity", 1e-3},
                                                  {"normal_force", 182.0, "backlash-stribeck"},
                                                  {"viscous", 1.0, "mgms"}}};

Excitation through(const Experiment& e, std::string_view column) {
  const auto times = e.drive.list("times");
  const auto values = e.drive.list(column);
  if (times.size() != values.size())
    throw std::invalid_argument("drive." + std::string(column) + " has " + std::to_string(values.size()) +
                                " values and drive.times has " + std::to_string(times.size()) +
                                ": give as many as there are times");
  return Excitation::table(times, values);
}

class ClutchPistonExperiment : public BuiltIn {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return seal_levels; }
  ParamGroup plant() const override { return make_group("plant", ClutchPistonParams<double>{}); }
  ParamGroup drive() const override { return make_group("drive", closing); }
  std::string_view preset_field() const override { return "profile"; }
  void apply_preset(ParamGroup& drive) const override {
    drive = make_group("drive", profiles[std::size_t(drive["profile"])]);
  }

  std::unique_ptr<HybridModel> model(const Experiment& e) const override {
    Excitation pressure = through(e, "pressures");
    return clutch_piston_model(e, std::move(pressure), through(e, "shaft_speeds"));
  }
  double natural_duration(const Experiment& e) const override { return e.drive.list("times").back(); }
  double natural_output_step(const Experiment& e) const override { return natural_duration(e) / 900.0; }

  // The first watch sees slips, the second the touch point.
  Plan plan(const Experiment& e, const HybridModel& model) const override {
    Plan plan;
    plan.watches.push_back(std::make_unique<SlipWatch>(column_index(model, "velocity"), e.run["slip_speed"]));
    const double start = model.start()[0];
    if (const double travel = e.plant["touch_point"] - start; travel > 0.0)
      plan.watches.push_back(std::make_unique<TravelWatch>(column_index(model, "displacement"), start, travel));
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    const auto x = r.trajectory.column("displacement");
    const auto friction = r.trajectory.column("friction");
    const double moves = first(r, 0);
    FigureList figures(about);
    figures.value("largest_displacement", *std::max_element(x.begin(), x.end()));
    figures.value("last_displacement", x.back());
    figures.value("move_time", moves, "the piston stays below run.slip_speed");
    figures.value("move_pressure", std::isnan(moves) ? moves : r.at("pressure", moves),
                  "the piston stays below run.slip_speed");
    figures.value("touch_time", first(r, 1), "the piston does not come to the disc pack from below");
    figures.value("largest_friction", *std::max_element(friction.begin(), friction.end()));
    figures.value("smallest_friction", *std::min_element(friction.begin(), friction.end()));
    figures.value("friction_work", r.trajectory.column("work_friction").back());
    return figures.take();
  }

 private:
  // Time of a watch's first change; NaN when it saw none.
  static double first(const Record& r, std::size_t watch) {
    for (const Occurrence& o : r.occurrences)
      if (o.watch == watch) return o.t;
    return list_end();
  }
};

}  // namespace

const BuiltIn& clutch_piston_experiment() {
  static const ClutchPistonExperiment one;
  return one;
}

}  // namespace stickslip::experiment
