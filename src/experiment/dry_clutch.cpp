// A vehicle sets off: the clutch closes, locks, and later carries the braking engine. 002 figs 9-10.
#include <algorithm>
#include <array>
#include <cmath>

#include "clutch_drive.hpp"
#include "stickslip/solve/fixed_step.hpp"

namespace stickslip::experiment {

using namespace plant;
using namespace solve;

namespace {

constexpr std::size_t most_steps = 8;

struct DryClutchDrive {
  using Scalar = double;
  double engine_torque = 150.0;
  double normal_force = 5000.0;
  double engagement_time = 1.0;
  double braking_torque = -60.0;
  double braking_time = 2.0;
  double braking_ramp = 0.1;
  double braking_hold = 0.9;
  double jerk_window = 0.01;
  double lock_angle = 0.1;
  std::array<double, most_steps> fixed_steps = make_list<most_steps>({1e-3});

  static constexpr auto table() {
    using P = DryClutchDrive;
    return std::array{
        STICKSLIP_FIELD(P, engine_torque, "T_e", "N.m", "Torque of the engine while the vehicle sets off.", -1e9, 1e9),
        STICKSLIP_FIELD(P, normal_force, "F_n", "N", "Normal force on the linings of the closed clutch.", 1e-6, 1e12,
                        Scale::log),
        STICKSLIP_FIELD(P, engagement_time, "", "s", "Time in which the normal force rises from 0, in a straight line.",
                        1e-6, 1e6, Scale::log),
        STICKSLIP_FIELD(P, braking_torque, "", "N.m", "Torque of the engine when it brakes.", -1e9, 1e9),
        STICKSLIP_FIELD(P, braking_time, "", "s", "Time at which the engine's torque starts to turn to braking.", 1e-6,
                        1e9, Scale::log),
        STICKSLIP_FIELD(P, braking_ramp, "", "s", "Time that the engine's torque takes to turn.", 1e-6, 1e6,
                        Scale::log),
        STICKSLIP_FIELD(P, braking_hold, "", "s", "Time for which the engine brakes; the run ends then.", 0.0, 1e6),
        STICKSLIP_FIELD(P, jerk_window, "", "s", "Time over which a change of acceleration counts as jerk.", 1e-6, 1e3,
                        Scale::log),
        STICKSLIP_FIELD(P, lock_angle, "", "rad",
                        "A clutch whose slip angle stays within this from a stop on is locked; a few times what its "
                        "linings yield.",
                        1e-12, 1e6, Scale::log),
        STICKSLIP_FIELD(P, fixed_steps, "h", "s", "Steps of the runs with fixed steps, in which sign switches count.",
                        1e-7, 1.0, Scale::log)};
  }
};

constexpr std::array<FigureInfo, 16> figure_table{
    {{"lock_time", "s",
      "Time at which the slip ends for good: the first stop (the law holds or, for a law without modes, the slip is "
      "zero) from which on the slip angle stays within drive.lock_angle until the engine brakes."},
     {"lock_speed", "rad/s", "Common speed of both sides, without slip, at that time."},
     {"lock_slip_angle", "rad", "Slip up to that time."},
     {"lock_slip_energy", "J", "Work taken by friction up to that time."},
     {"slip_energy", "J", "Work taken by friction in the whole run."},
     {"temperature_rise", "K", "Highest temperature of the linings above the surroundings."},
     {"largest_jerk", "rad/s3",
      "Largest change of the wheel's angular acceleration within drive.jerk_window, over that window."},
     {"sign_switches", "1",
      "Changes of sign of the slip in the solution with located events, before the engine brakes."},
     {"rebound", "rad/s", "Most negative slip before the engine brakes."},
     {"braking_slip", "rad", "Slip from the start of the braking to the end of the run."},
     {"euler_switches", "1",
      "Changes of sign of the slip at step ends before the engine brakes: fixed steps without event location, Euler's "
      "method, one count for each of drive.fixed_steps; -1 for a run that diverged."},
     {"euler_inner_switches", "1",
      "Changes of sign from one evaluation of the derivatives to the next, stages inside steps included."},
     {"ode3_switches", "1", "As euler_switches, for ode3 (Bogacki-Shampine)."},
     {"ode3_inner_switches", "1", "As euler_inner_switches, for ode3."},
     {"rk4_switches", "1", "As euler_switches, for the classical Runge-Kutta method."},
     {"rk4_inner_switches", "1", "As euler_inner_switches, for the classical Runge-Kutta method."}}};

constexpr ExperimentInfo about{"dry-clutch", "A vehicle that sets off through a dry clutch, and brakes with its engine",
                               "Mykhalevych (002), figs 9-10; driveline after Bataus et al. 2011", "dry-clutch",
                               figure_table};

// 002 prints no numbers. Torques are shares of T_s: friction at speed is 0.8 of it, w_s = 10 rad/s, phi_0 = 0.01 rad,
// k_w = 10. Bristles as stiff as (6): 1/phi_0, damped by k_w/w_s. The seals of `mgms` are scaled down to a break-away
// of about 1, their masses and dampers with them.
constexpr std::array<PaperValue, 37> clutch_values{{{"coulomb", 0.8},
                                                    {"breakaway", 1.0},
                                                    {"stribeck_velocity", 10.0},
                                                    {"stribeck_exponent", 2.0},
                                                    {"viscous", 0.0},
                                                    {"stiffness", 100.0},
                                                    {"damping", 1.0},
                                                    {"breakaway_deflection", 0.007},
                                                    {"full_deflection", 0.0},
                                                    {"transition_velocity", 0.1},
                                                    {"dead_velocity", 0.01},
                                                    {"stick_rate", 1e3},
                                                    {"stick_velocity", 0.1},
                                                    {"release_velocity", 1e-3},
                                                    {"presliding_limit", 0.01},
                                                    {"breakaway_velocity", 1.0},
                                                    {"normal_force", 1.0, "dry-clutch"},
                                                    {"friction", 1.0, "dry-clutch"},
                                                    {"radius", 1.0, "dry-clutch"},
                                                    {"surfaces", 1.0, "dry-clutch"},
                                                    {"kinetic_ratio", 0.8, "dry-clutch"},
                                                    {"elastic_travel", 0.01, "dry-clutch"},
                                                    {"internal_friction", 10.0, "dry-clutch"},
                                                    {"primary", 1.2, "bliman-sorine"},
                                                    {"opposing", 0.4, "bliman-sorine"},
                                                    {"path_length", 0.01, "bliman-sorine"},
                                                    {"normal_force", 1.0, "backlash-stribeck"},
                                                    {"adhesion_coefficient", 1.0, "backlash-stribeck"},
                                                    {"kinetic_coefficient", 0.8, "backlash-stribeck"},
                                                    {"dip_coefficient", 0.2, "backlash-stribeck"},
                                                    {"dip_rate", 0.1, "backlash-stribeck"},
                                                    {"dip_velocity", 0.0, "backlash-stribeck"},
                                                    {"coulomb_base", 0.8, "mgms"},
                                                    {"coulomb_slope", 0.0, "mgms"},
                                                    {"stiffness_base", 0.01, "mgms"},
                                                    {"element_mass", 2.0, "mgms"},
                                                    {"element_damping", 300.0, "mgms"}}};

// ---- fixed steps

struct Switches {
  double at_ends = 0.0;
  double inside = 0.0;
};

// Changes of sign in a row of numbers; zeros are passed over.
class SignCount {
 public:
  void see(double value) {
    if (value == 0.0) return;
    if (last_ * value < 0.0) ++count_;
    last_ = value > 0.0 ? 1.0 : -1.0;
  }
  double count() const { return double(count_); }

 private:
  double last_ = 0.0;
  std::size_t count_ = 0;
};

// The slip is the machine's first unknown. What is counted when the time is over counts for nothing.
template <std::size_t N>
Switches switches_within(const HybridModel& model, const FixedStepOptions& options, double end,
                         solve::Stopwatch& watch) {
  const Erased<N> system(model);
  using State = typename Erased<N>::State;
  State x{};
  const auto first = model.start();
  std::copy(first.begin(), first.end(), x.begin());
  SignCount ends, inside;
  const auto observe = [&](double, const State& state) {
    ends.see(state[0]);
    return !(watch.looks() && watch.is_over());
  };
  const auto look_inside = [&inside](double, const State& state, const State&) { inside.see(state[0]); };
  const auto report = FixedStep<Erased<N>>(system, options).run(0.0, x, end, observe, look_inside, [](const State&) {
    return std::string();
  });
  return report.succeeded() ? Switches{ends.count(), inside.count()} : Switches{-1.0, -1.0};
}

Switches find_switches(const HybridModel& model, const FixedStepOptions& options, double end, solve::Stopwatch& watch) {
  constexpr std::size_t usual = 24;
  constexpr std::size_t largest = 208;
  return model.size() <= usual ? switches_within<usual>(model, options, end, watch)
                               : switches_within<largest>(model, options, end, watch);
}

// ---- figures

// Largest |a(t + window) - a(t)|/window, with straight lines between the rows.
double largest_jerk(const Record& r, double window) {
  const auto time = r.trajectory.time();
  const auto a = r.trajectory.column("wheel_acceleration");
  double most = 0.0;
  std::size_t ahead = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double later = time[i] + window;
    while (ahead < time.size() && time[ahead] < later) ++ahead;
    if (ahead == time.size()) break;
    const double width = time[ahead] - time[ahead - 1];
    const double part = width > 0.0 ? (later - time[ahead - 1]) / width : 1.0;
    most = std::max(most, std::abs(a[ahead - 1] + part * (a[ahead] - a[ahead - 1]) - a[i]));
  }
  return most / window;
}

double rebound(const Record& r, double until) {
  const auto slip = r.trajectory.column("slip_speed");
  const auto end = slip.begin() + std::ptrdiff_t(r.row_at(until)) + 1;
  return std::min(0.0, *std::min_element(slip.begin(), end));
}

class DryClutchExperiment : public BuiltIn {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return clutch_values; }
  ParamGroup plant() const override { return make_group("plant", ClutchDriveParams<double>{}); }
  ParamGroup drive() const override { return make_group("drive", DryClutchDrive{}); }

  double natural_duration(const Experiment& e) const override {
    const auto d = make_set<DryClutchDrive>(e.drive);
    return d.braking_time + d.braking_ramp + d.braking_hold;
  }
  double natural_output_step(const Experiment& e) const override { return e.drive["jerk_window"] / 10.0; }

  std::unique_ptr<HybridModel> model(const Experiment& e) const override {
    const auto d = make_set<DryClutchDrive>(e.drive);
    const std::array turning{0.0, d.braking_time, d.braking_time + d.braking_ramp};
    const std::array torque{d.engine_torque, d.engine_torque, d.braking_torque};
    const std::array closing{0.0, d.engagement_time};
    const std::array force{0.0, d.normal_force};
    return clutch_drive_with_law(
        e, {Excitation::table(turning, torque), Excitation::table(closing, force), d.normal_force});
  }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    constexpr double clearly = 1e-5;  // [rad/s] a ten-millionth of the slip at the start
    Plan plan;
    const std::size_t slip = column_index(model, "slip_speed");
    plan.watches.push_back(std::make_unique<SignWatch>(slip, clearly));
    plan.watches.push_back(std::make_unique<ExtremumWatch>(Combination{slip}, 1.0, slip));
    plan.watches.push_back(std::make_unique<TimeWatch>(std::vector{e.drive["braking_time"]}));
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    FigureList figures(about);
    add_lock(figures, r, lock_time(r));
    const auto heat = r.trajectory.column("temperature");
    const double braking = r.experiment.drive["braking_time"];
    figures.value("slip_energy", r.trajectory.column("slip_energy").back());
    figures.value("temperature_rise", *std::max_element(heat.begin(), heat.end()));
    figures.value("largest_jerk", largest_jerk(r, r.experiment.drive["jerk_window"]));
    figures.value("sign_switches", SignWatch::switches(r.occurrences, 0, braking));
    figures.value("rebound", rebound(r, braking));
    if (r.trajectory.time().back() > braking)
      figures.value("braking_slip", r.trajectory.column("slip_angle").back() - r.at("slip_angle", braking));
    else
      figures.missing("braking_slip", "the run ends before the engine brakes");
    add_switches(figures, r);
    return figures.take();
  }

 private:
  // NaN when the slip does not end before the engine brakes. A slip that turns round touches zero, and is no lock.
  static double lock_time(const Record& r) {
    const double until = r.experiment.drive["braking_time"];
    for (const double t : stops(r))
      if (t <= until && stays_locked(r, t, until)) return t;
    return list_end();
  }

  static std::vector<double> stops(const Record& r) {
    if (!has_slip_modes(r.experiment.law_name)) return SignWatch::zeros(r.occurrences, 0);
    const auto slides = [](std::string_view mode) { return mode.starts_with("sliding"); };
    std::vector<double> times;
    for (const Event& e : r.events)
      if (slides(e.from) && !slides(e.to)) times.push_back(e.t);
    return times;
  }

  static bool stays_locked(const Record& r, double from, double until) {
    const auto time = r.trajectory.time();
    const auto angle = r.trajectory.column("slip_angle");
    const double most = r.experiment.drive["lock_angle"];
    const std::size_t first = r.row_at(from);
    for (std::size_t i = first; i < time.size() && time[i] <= until; ++i)
      if (std::abs(angle[i] - angle[first]) > most) return false;
    return true;
  }

  static void add_lock(FigureList& figures, const Record& r, double t) {
    const bool locked = !std::isnan(t);
    const auto add = [&](std::string_view name, std::string_view column) {
      figures.value(name, locked ? r.at(column, t) : list_end(), "the slip does not end before the engine brakes");
    };
    figures.value("lock_time", t, "the slip does not end before the engine brakes");
    add("lock_speed", "common_speed");
    add("lock_slip_angle", "slip_angle");
    add("lock_slip_energy", "slip_energy");
  }

  static void add_switches(FigureList& figures, const Record& r) {
    const auto model = make_model(r.experiment);
    const double end = std::min(r.duration, r.experiment.drive["braking_time"]);
    solve::Stopwatch watch(3.0 * r.experiment.solver["most_seconds"], r.experiment.solver["most_wall_seconds"]);
    for (const FixedMethod method : {FixedMethod::euler, FixedMethod::ode3, FixedMethod::rk4}) {
      std::vector<double> at_ends, inside;
      for (const double step : r.experiment.drive.list("fixed_steps")) {
        const Switches n = find_switches(*model, {.method = method, .step = step}, end, watch);
        at_ends.push_back(n.at_ends);
        inside.push_back(n.inside);
      }
      const std::string name(to_text(method));
      if (watch.is_over()) {
        const std::string why =
            "the fixed steps took longer than " + watch.text() + ": raise fixed_steps or most_seconds";
        figures.missing(name + "_switches", why);
        figures.missing(name + "_inner_switches", why);
        continue;
      }
      figures.list(name + "_switches", std::move(at_ends));
      figures.list(name + "_inner_switches", std::move(inside));
    }
  }
};

}  // namespace

const BuiltIn& dry_clutch_experiment() {
  static const DryClutchExperiment one;
  return one;
}

}  // namespace stickslip::experiment
