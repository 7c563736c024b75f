// A clutch actuator moves to a position and hunts around it. 004 sections 4-5.
#include "clutch_by_wire.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stickslip::experiment {

using namespace plant;
using namespace solve;

namespace {

constexpr std::size_t most_targets = 16;

struct ClutchByWireDrive {
  using Scalar = double;
  std::array<double, most_targets> targets = make_list<most_targets>({50.0});
  double hold_time = 20.0;

  static constexpr auto table() {
    using P = ClutchByWireDrive;
    return std::array{
        STICKSLIP_FIELD(P, targets, "theta_d", "rad", "Angles of the motor that are asked for, one after another.",
                        -1e6, 1e6),
        STICKSLIP_FIELD(P, hold_time, "", "s", "Time for which each one is asked for.", 1e-3, 1e6, Scale::log)};
  }
};

constexpr std::array<FigureInfo, 15> figure_table{
    {{"rise_time", "s", "Time from 10 % to 90 % of the first target."},
     {"overshoot", "rad", "Largest angle beyond the first target while it is asked for."},
     {"switch_times", "s", "Times at which the law begins to slide or to hold; from its modes, or by run.slip_speed."},
     {"switch_errors", "rad", "Angle less target at these times."},
     {"rest_errors", "rad", "Angle less target where each slip comes to rest."},
     {"resumed_slips", "1", "Slips in the direction of the slip before, at the first target: stops that were none."},
     {"rest_low", "rad", "Lower of the last two rest errors: a side of the limit cycle."},
     {"rest_high", "rad", "Higher of the last two rest errors."},
     {"period", "s", "Time from the onset of the last slip but two to that of the last: a cycle has two slips."},
     {"amplitude", "rad", "Half the way between the last two rests."},
     {"cycle_torque", "N.m", "Largest torque of the motor since the onset of the last slip but two."},
     {"first_torque", "N.m", "Largest torque of the motor in the whole run."},
     {"quantum", "rad", "Angle between two points of the encoder; 0 without one."},
     {"largest_reading_error", "rad", "Largest difference between angle and reading at the sampling instants."},
     {"final_error", "rad", "Angle less target at the end."}}};

constexpr ExperimentInfo about{"clutch-by-wire", "A clutch actuator that moves to a position and hunts around it",
                               "Nouailletas et al. 2010 (004), sections 4-5", "coulomb", figure_table};

// Friction in units of C_r: sliding at 1, break-away at beta (5.2). 004 identifies no Stribeck dip, the level falls at
// once: so it does for coulomb and hybrid, and within 1 rad/s for the others. Table 3 for the hybrid law; S_2 = 0.02 S,
// as 2.2 suggests. Presliding is below the encoder's resolution: 5 mrad.
constexpr std::array<PaperValue, 36> actuator_values{{{"coulomb", 1.0},
                                                      {"breakaway", 1.2325, {}, 1.3728},
                                                      {"stribeck_velocity", 1.0},
                                                      {"stribeck_exponent", 2.0},
                                                      {"viscous", 0.0},
                                                      {"stiffness", 200.0},
                                                      {"damping", 0.05},
                                                      {"breakaway_deflection", 4e-3},
                                                      {"full_deflection", 0.0},
                                                      {"transition_velocity", 0.1},
                                                      {"dead_velocity", 0.01},
                                                      {"stick_rate", 1e4},
                                                      {"stick_velocity", 150.0},
                                                      {"release_velocity", 3.0},
                                                      {"presliding_limit", 5e-3},
                                                      {"stick_velocity", 1.0, "hybrid-presliding"},
                                                      {"stribeck_velocity", 1e-9, "hybrid"},
                                                      {"normal_force", 1.2325, "dry-clutch"},
                                                      {"friction", 1.0, "dry-clutch"},
                                                      {"kinetic_ratio", 1.0 / 1.2325, "dry-clutch"},
                                                      {"stribeck_velocity", 1.0, "dry-clutch"},
                                                      {"elastic_travel", 5e-3, "dry-clutch"},
                                                      {"internal_friction", 1.0, "dry-clutch"},
                                                      {"primary", 1.4, "bliman-sorine"},
                                                      {"opposing", 0.4, "bliman-sorine"},
                                                      {"path_length", 5e-3, "bliman-sorine"},
                                                      {"normal_force", 1.0, "backlash-stribeck"},
                                                      {"adhesion_coefficient", 1.2, "backlash-stribeck"},
                                                      {"kinetic_coefficient", 1.0, "backlash-stribeck"},
                                                      {"dip_coefficient", 0.2, "backlash-stribeck"},
                                                      {"dip_rate", 1.0, "backlash-stribeck"},
                                                      {"dip_velocity", 0.0, "backlash-stribeck"},
                                                      {"coulomb_base", 1.0, "mgms"},
                                                      {"stiffness_base", 0.01, "mgms"},
                                                      {"element_mass", 1e-4, "mgms"},
                                                      {"element_damping", 0.1, "mgms"}}};

// ---- slips

// Begin and end of every slip, in order.
std::vector<double> find_switches(const std::vector<Slip>& slips) {
  std::vector<double> times;
  for (const Slip& s : slips) {
    times.push_back(s.onset);
    if (!std::isnan(s.stop)) times.push_back(s.stop);
  }
  return times;
}

double largest_torque(const Record& r, double from) {
  const auto u = r.trajectory.column("torque");
  double most = 0.0;
  for (std::size_t i = r.row_at(from); i < u.size(); ++i) most = std::max(most, std::abs(u[i]));
  return most;
}

class ClutchByWireExperiment : public BuiltIn {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return actuator_values; }
  ParamGroup plant() const override { return make_group("plant", ClutchByWireParams<double>{}); }
  ParamGroup drive() const override { return make_group("drive", ClutchByWireDrive{}); }
  // Every sample of the controller is an event: ten million are 20 s at 2 us.
  ParamGroup solver() const override {
    SolverParams p;
    p.most_events = 1e7;
    p.most_steps = 2e8;
    return make_group("solver", p);
  }
  double natural_duration(const Experiment& e) const override {
    return double(e.drive.list("targets").size()) * e.drive["hold_time"];
  }
  double natural_output_step(const Experiment&) const override { return 2e-3; }
  // Above the swings of presliding, below every real slip.
  double slip_speed() const override { return 0.5; }

  std::unique_ptr<HybridModel> model(const Experiment& e) const override {
    std::vector<Segment> steps;
    for (const double target : e.drive.list("targets"))
      steps.push_back({.start = double(steps.size()) * e.drive["hold_time"], .offset = target});
    return clutch_by_wire_with_law(e, Excitation(std::move(steps)));
  }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    Plan plan;
    plan.watches.push_back(std::make_unique<SlipWatch>(column_index(model, "velocity"), e.run["slip_speed"]));
    return plan;
  }

  // The controller's samples are no events of the machine: a thousand in every second.
  ExperimentResult run(const Experiment& e) const override {
    Solved solved = solve_once(*this, e);
    std::erase_if(solved.report.events,
                  [](const Event& event) { return event.guard_name == sampling_event && event.from == event.to; });
    return make_result(*this, e, std::move(solved));
  }

  std::vector<Figure> figures(const Record& r) const override {
    FigureList figures(about);
    add_step(figures, r);
    const auto slips = find_slips(r);
    add_slips(figures, r, slips);
    add_cycle(figures, r, slips);
    const double points = r.experiment.plant["encoder_points"];
    figures.value("first_torque", largest_torque(r, 0.0));
    figures.value("quantum", points > 0.0 ? 2.0 * std::numbers::pi / points : 0.0);
    figures.value("largest_reading_error", largest_reading_error(r));
    figures.value("final_error", r.trajectory.column("error").back());
    return figures.take();
  }

 private:
  static void add_step(FigureList& figures, const Record& r) {
    const double target = r.experiment.drive.list("targets")[0];
    const double rise = r.passing_time("displacement", 0.9 * target) - r.passing_time("displacement", 0.1 * target);
    figures.value("rise_time", rise, "the first target is not reached");
    const auto angle = r.trajectory.column("displacement");
    double beyond = 0.0;
    for (std::size_t i = 0; i <= r.row_at(r.experiment.drive["hold_time"]); ++i)
      beyond = std::max(beyond, target < 0.0 ? target - angle[i] : angle[i] - target);
    figures.value("overshoot", beyond);
  }

  static void add_slips(FigureList& figures, const Record& r, const std::vector<Slip>& slips) {
    const auto times = find_switches(slips);
    std::vector<double> errors, rests;
    for (const double t : times) errors.push_back(r.at("error", t));
    for (const Slip& s : slips)
      if (!std::isnan(s.stop)) rests.push_back(rest_error(r, s));
    double resumed = 0.0;
    for (std::size_t k = 1; k < slips.size(); ++k)
      if (slips[k].direction == slips[k - 1].direction && slips[k].onset < r.experiment.drive["hold_time"]) ++resumed;
    figures.list("switch_times", times);
    figures.list("switch_errors", std::move(errors));
    figures.list("rest_errors", std::move(rests));
    figures.value("resumed_slips", resumed);
  }

  static void add_cycle(FigureList& figures, const Record& r, std::vector<Slip> slips) {
    while (!slips.empty() && std::isnan(slips.back().stop)) slips.pop_back();
    const std::size_t n = slips.size();
    const bool cycles = n >= 3;
    const double a = cycles ? rest_error(r, slips[n - 1]) : list_end();
    const double b = cycles ? rest_error(r, slips[n - 2]) : list_end();
    const double begin = cycles ? slips[n - 3].onset : list_end();
    constexpr std::string_view why = "fewer than three slips";
    figures.value("rest_low", std::min(a, b), why);
    figures.value("rest_high", std::max(a, b), why);
    figures.value("period", cycles ? slips[n - 1].onset - begin : list_end(), why);
    figures.value("amplitude", std::abs(a - b) / 2.0, why);
    figures.value("cycle_torque", cycles ? largest_torque(r, begin) : list_end(), why);
  }

  // Where a slip comes to rest: where it stops, or where the hybrid law's stick mode lets it coast to.
  static double rest_error(const Record& r, const Slip& s) { return s.stop_position - r.at("target", s.stop); }

  static double largest_reading_error(const Record& r) {
    const auto angle = r.trajectory.column("displacement");
    const auto reading = r.trajectory.column("reading");
    const auto time = r.trajectory.time();
    constexpr double rounding = 1e-9;  // [rad] of rows between steps, far below every encoder's point
    double most = 0.0;
    for (std::size_t i = 1; i < time.size(); ++i)
      if (std::abs(reading[i] - reading[i - 1]) > rounding) most = std::max(most, std::abs(angle[i] - reading[i]));
    return most;
  }
};

}  // namespace

const BuiltIn& clutch_by_wire_experiment() {
  static const ClutchByWireExperiment one;
  return one;
}

}  // namespace stickslip::experiment
