// Sections 4-5: the clutch-by-wire actuator, its two models, play, encoder and limit cycles.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "004/parts.hpp"
#include "kit.hpp"
#include "stickslip/plant/clutch_by_wire.hpp"

namespace stickslip::studies::hybrid_friction {

using namespace experiment;
using namespace io;
using namespace plant;

namespace {

constexpr std::string_view tight = "solver.relative_tolerance=1e-10";
constexpr std::string_view ideal_sensors = "plant.controller=continuous";
constexpr std::string_view no_play = "plant.play=0";

using Curve = std::array<double, polynomial_terms>;

double at_place(const Curve& c, double place) {
  double sum = 0.0;
  for (std::size_t k = polynomial_terms; k-- > 0;) sum = sum * place + (std::isnan(c[k]) ? 0.0 : c[k]);
  return sum;
}

double spring_residue(const ClutchByWireParams<double>& p, double x) {
  return at_place(p.clutch_force, x) - at_place(p.compensator_force, x) * at_place(p.slope, x);
}

// ---- 4.1: the exhaustive model

void claim_rest(Study& s) {
  const ClutchByWireParams<double> p;
  double tightest = 1e300;
  constexpr int parts = 1000;
  for (int i = 0; i <= parts; ++i) {
    const double x = p.rack_ratio * p.travel * i / parts;
    tightest = std::min(tightest, p.rack_friction * at_place(p.compensator_force, x) / std::abs(spring_residue(p, x)));
  }
  s.number("cbw.rest_margin", tightest, "1");
  const auto r = run_built_in("clutch-by-wire", "coulomb",
                              {"plant.model=exhaustive", "plant.torque_limit=1e-9", "run.duration=1"});
  const double moved = largest_magnitude(r.trajectory.column("displacement"));
  s.claims.push_back({"4.1, (44)",
                      "With enough rack friction, (44), the actuator does not move without a torque.",
                      "(44) holds over the travel with our curves, and in 1 s nothing moves",
                      Verdict::agrees,
                      agrees_if(tightest > 1.0 && moved == 0.0),
                      "friction at least " + digits(tightest, 3) + " times what the springs leave; moved by " +
                          with_unit(moved, "rad"),
                      {}});
}

void claim_lever(Study& s) {
  const ClutchByWireParams<double> p;
  const double force = 0.1094;  // mean torque of 5.2 [N.m]
  const double as_printed = force * p.rack_ratio * p.efficiency;
  const double ours = force * p.efficiency / p.rack_ratio;
  s.claims.push_back({"(40)", "The torque on the motor is the rack's force over r eta.",
                      "the mean torque of 5.2 belongs to a force on the rack between 10 N and 10 kN", Verdict::does_not,
                      agrees_if(as_printed > 10.0 && as_printed < 1e4),
                      with_unit(as_printed, "N") + " as printed; " + with_unit(ours, "N") + " with r/eta",
                      "r is a travel per angle (x' = r w): a torque is force times r. We divide by eta alone"});
}

// ---- 5.2: what was identified

void claim_identified(Study& s) {
  const ClutchByWireParams<double> p;
  const double point = 2.0 * std::numbers::pi / p.encoder_points;
  const double ratio = p.sample_time * p.sample_time * p.torque_limit / (2.0 * p.inertia * point);
  const double uncertainty = p.inertia / ratio;
  s.number("cbw.signal_to_noise", ratio, "1");
  s.number("cbw.inertia_uncertainty", uncertainty, "kg.m2");
  s.claims.push_back({"5.2",
                      "Signal to noise of the acceleration is 0.68, which makes J uncertain by 1.95e-5 kg m2.",
                      "both within 1 %",
                      Verdict::agrees,
                      agrees_if(deviation(ratio, 0.68) < 0.01 && deviation(uncertainty, 1.95e-5) < 0.01),
                      digits(ratio) + " and " + with_unit(uncertainty, "kg m2"),
                      {}});
  constexpr double sliding = 0.1094;  // [N.m] mean C_r; with it the printed means of C_s give
  const double forward = s.number("cbw.ratio.forward", 0.1352 / sliding, "1");
  const double back = s.number("cbw.ratio.back", 0.1506 / sliding, "1");
  const double apart = std::max(deviation(forward, 1.2325), deviation(back, 1.3728));
  s.claims.push_back({"5.2, (46), (49)",
                      "beta = 1.2325 and 1.3728 is the mean break-away torque, 0.1352 and 0.1506 N.m, over the mean "
                      "sliding torque, 0.1094 N.m.",
                      "the printed numbers agree within 0.1 %, more than their rounding; partly: within 1 %",
                      Verdict::partly, grade(apart < 1e-3, apart < 0.01),
                      digits(forward, 5) + " and " + digits(back, 5) + ": " + percent(apart) + " apart",
                      "beta was computed with " + with_unit(0.1352 / 1.2325, "N.m. ") +
                          "The recordings behind it are lost: nothing else about its value can be checked"});
  const double jump = s.number("cbw.viscous_jump", p.viscous * p.viscous_threshold, "N.m");
  s.claims.push_back(
      {"(48)", "Viscous friction is f_v w above 240 rad/s and 0 below.",
       "the torque is continuous at 240 rad/s (jumps by less than 1 % of C_r)", Verdict::does_not,
       agrees_if(jump < 0.01 * 0.1094), "jumps by " + with_unit(jump, "N.m"),
       "As printed friction more than doubles at once; our model takes f_v (|w| - 240), which is continuous"});
}

// ---- step responses and limit cycles

struct Cycle {
  double period, amplitude, torque, rise, overshoot;
  ExperimentResult run;
};

// 60 s after a step of 50 rad: after 20 s the period still changes by 5 %.
Cycle cycle(Study& s, const std::string& name, std::vector<std::string> settings) {
  settings.insert(settings.end(), {"drive.hold_time=60", "run.duration=60", "solver.output_step=1e-2"});
  auto r = run_built_in("clutch-by-wire", "coulomb", settings, 0);
  const auto figure = [&](std::string_view which, std::string unit) {
    return s.number("cbw." + name + "." + std::string(which), figure_value(r, which), std::move(unit));
  };
  const double period = figure("period", "s");
  const double amplitude = figure("amplitude", "rad");
  const double torque = figure("cycle_torque", "N.m");
  const double rise = figure("rise_time", "s");
  const double overshoot = figure("overshoot", "rad");
  figure("rest_low", "rad");
  return {period, amplitude, torque, rise, overshoot, std::move(r)};
}

// ---- 4.2: the simple model made from the complete one

Curve product(const Curve& a, const Curve& b) {
  Curve all{};
  for (std::size_t i = 0; i < polynomial_terms; ++i)
    for (std::size_t j = 0; j < polynomial_terms; ++j) {
      const double term = (std::isnan(a[i]) ? 0.0 : a[i]) * (std::isnan(b[j]) ? 0.0 : b[j]);
      if (i + j < polynomial_terms)
        all[i + j] += term;
      else if (term != 0.0)
        throw std::runtime_error("the complete model's torque is no polynomial of degree 4");
    }
  return all;
}

// Coefficients over the motor's angle of beta (C_r + C_0) forward and beta (C_r - C_0) back, x = r theta: what the
// complete model's springs and rack oppose to each direction. With our curves they are of degree 3, as in (45).
std::string simple_torque(const ClutchByWireParams<double>& p, double direction) {
  const Curve slope_part = product(p.compensator_force, p.slope);
  const double ratio = direction > 0.0 ? p.breakaway_ratio.forward : p.breakaway_ratio.back;
  std::string list;
  for (std::size_t k = 0; k < polynomial_terms; ++k) {
    const auto own = [k](const Curve& c) { return std::isnan(c[k]) ? 0.0 : c[k]; };
    const double rack = p.rack_friction * own(p.compensator_force);
    const double springs = own(p.clutch_force) - slope_part[k];
    const double torque = p.rack_ratio / p.efficiency * (rack + direction * springs) * std::pow(p.rack_ratio, k);
    list += (list.empty() ? "[" : ", ") + stickslip::to_text(ratio * (torque + (k == 0 ? p.motor_friction : 0.0)));
  }
  return list + "]";
}

// The simple model of 4.2 with the torques of the complete one: no viscous friction, no play.
std::vector<std::string> simple_settings() {
  const ClutchByWireParams<double> p;
  return {"plant.breakaway_forward=" + simple_torque(p, 1.0), "plant.breakaway_back=" + simple_torque(p, -1.0),
          "plant.viscous=0", std::string(no_play)};
}

// Largest distance between two models in the first 0.3 s after each of the steps, over the height of the step.
double apart_in_steps(const ExperimentResult& one, const ExperimentResult& other) {
  constexpr std::array<double, 4> heights{50.0, 30.0, 40.0, 30.0};  // [rad] of the steps to 50, 20, 60, 30
  constexpr double hold = 2.0, moving = 0.3;                        // [s]
  constexpr int parts = 300;
  const Series a = curve({}, one.trajectory, "time", "displacement");
  const Series b = curve({}, other.trajectory, "time", "displacement");
  double most = 0.0;
  for (std::size_t k = 0; k < heights.size(); ++k)
    for (int i = 1; i <= parts; ++i) {
      const double t = hold * double(k) + moving * i / parts;
      most = std::max(most, std::abs(interpolate(a, t) - interpolate(b, t)) / heights[k]);
    }
  return most;
}

void claim_models(Study& s, const Cycle& simple, const Cycle& full) {
  const auto test = [](std::vector<std::string> settings) {
    settings.insert(settings.end(), {std::string(ideal_sensors), "drive.targets=[50, 20, 60, 30]", "drive.hold_time=2",
                                     "run.duration=8", "solver.output_step=1e-3"});
    return run_built_in("clutch-by-wire", "coulomb", settings, 0);
  };
  const double way =
      s.number("cbw.simple.apart", apart_in_steps(test(simple_settings()), test({"plant.model=exhaustive"})), "1");
  const double rise = deviation(simple.rise, full.rise);
  const double over = deviation(simple.overshoot, full.overshoot);
  constexpr double near = 0.05;
  s.claims.push_back(
      {"4.2",
       "The simple model behaves like the complete one: in motion, with polynomials fitted to the complete model's "
       "torque.",
       "rise time and overshoot of a 50 rad step within 5 %; steps to 50, 20, 60, 30 rad followed within 5 % of each",
       Verdict::agrees,
       agrees_if(rise < near && over < near && way < near),
       "rise time " + percent(rise) + ", overshoot " + percent(over) + ", path " + percent(way) +
           " apart (curves of our own)",
       {}});
  const double wide = deviation(simple.amplitude, full.amplitude);
  const double period = deviation(simple.period, full.period);
  s.claims.push_back({"4.2, 5.3", "The same in limit cycles.", "amplitude and period within 5 %", Verdict::does_not,
                      agrees_if(wide < near && period < near),
                      with_unit(simple.amplitude, "rad, ") + with_unit(simple.period, "s (simple), ") +
                          with_unit(full.amplitude, "rad, ") + with_unit(full.period, "s (complete)"),
                      "Inside the play of the complete model only the motor resists, which 5.3 says too"});
}

// Time from the step from 50 back to 20 rad, for which the play has to be crossed, to half of the way.
double way_back(Study& s, const std::string& name, std::string_view play) {
  const auto r = run_built_in("clutch-by-wire", "coulomb",
                              {ideal_sensors, play, "drive.targets=[50, 20]", "drive.hold_time=2", "run.duration=2.2"});
  const auto time = r.trajectory.time();
  const auto angle = r.trajectory.column("displacement");
  std::size_t i = 0;
  while (i + 1 < time.size() && !(time[i] > 2.0 && angle[i] < 35.0)) ++i;
  const double part = (angle[i - 1] - 35.0) / (angle[i - 1] - angle[i]);
  return s.number("cbw." + name + ".way_back", time[i - 1] + part * (time[i] - time[i - 1]) - 2.0, "s");
}

void claim_play_in_step(Study& s) {
  const double bare = way_back(s, "bare", no_play);
  const double play = way_back(s, "play", "plant.play=3");
  const double apart = deviation(play, bare);
  s.claims.push_back({"4.2",
                      "Because of the reduction the play can be neglected in the motion.",
                      "half of the way from 50 back to 20 rad is reached, with and without play, in times within 5 %",
                      Verdict::agrees,
                      agrees_if(apart < 0.05),
                      with_unit(1e3 * bare, "ms") + " without, " + with_unit(1e3 * play, "ms") +
                          " with play: " + percent(apart) + " apart",
                      {}});
}

void claim_cycles(Study& s, const Cycle& bare, const Cycle& play) {
  const auto words = [](double with, double without, std::string_view unit) {
    return with_unit(without, unit) + " without play, " + with_unit(with, unit) + " with it";
  };
  s.claims.push_back({"5.3, fig. 22",
                      "Without the play in the model the limit cycle's amplitude is too high.",
                      "amplitude without play at least twice that with it",
                      Verdict::agrees,
                      agrees_if(bare.amplitude > 2.0 * play.amplitude),
                      words(play.amplitude, bare.amplitude, "rad"),
                      {}});
  s.claims.push_back({"5.3",
                      "During limit cycles the torque is higher without the play: with it only the motor resists.",
                      "torque with play within 2 % of C_ds = 0.055 N.m, without it above 0.13 N.m",
                      Verdict::agrees,
                      agrees_if(deviation(play.torque, 0.055) < 0.02 && bare.torque > 0.13),
                      words(play.torque, bare.torque, "N.m"),
                      {}});
}

// ---- the period, for several controllers, because the paper's is not printed

struct Gains {
  double proportional, integral;  // [N.m/rad], [N.m/(rad.s)]
};

// Period of the limit cycle; NaN unless it is one: the last two periods within 1 %, the last four slips to and fro.
double steady_period(std::string_view sensors, std::string_view play, const Gains& gains) {
  const auto r =
      run_built_in("clutch-by-wire", "coulomb",
                   {std::string(sensors), std::string(play), setting("plant.proportional_gain", gains.proportional),
                    setting("plant.integral_gain", gains.integral), "drive.hold_time=40", "run.duration=40",
                    "solver.output_step=0.1"},
                   0);
  const auto& times = r.figure("switch_times").values;  // onset, stop, onset, stop, ...
  const auto& errors = r.figure("switch_errors").values;
  constexpr std::size_t slips = 5;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (times.size() < 2 * slips) return none;
  const std::size_t whole = times.size() / 2;  // slips that have ended
  const auto onset = [&](std::size_t back) { return times[2 * (whole - back)]; };
  const auto way = [&](std::size_t back) { return errors[2 * (whole - back) + 1] - errors[2 * (whole - back)]; };
  for (std::size_t back = 1; back < 4; ++back)
    if (way(back) * way(back + 1) >= 0.0) return none;
  const double last = onset(1) - onset(3);
  return deviation(onset(2) - onset(4), last) < 0.01 && deviation(onset(3) - onset(5), last) < 0.01 ? last : none;
}

struct Periods {
  std::size_t tried = 0, steady = 0, longer = 0;  // pairs of gains; with play longer than without
  double least = 1e300, most = 0.0;               // period with play over that without

  std::string words() const {
    return "longer with play in " + std::to_string(longer) + " of " + std::to_string(steady) +
           " pairs of gains with steady cycles (of " + std::to_string(tried) + " tried), " + digits(least, 3) + " to " +
           digits(most, 3) + " times";
  }
};

Periods compare_periods(Study& s, const std::string& name, std::string_view sensors, std::span<const Gains> pairs) {
  Periods all;
  for (const Gains& g : pairs) {
    ++all.tried;
    const double ratio = steady_period(sensors, "plant.play=3", g) / steady_period(sensors, no_play, g);
    if (std::isnan(ratio)) continue;
    ++all.steady;
    all.longer += ratio > 1.0 ? 1U : 0U;
    all.least = std::min(all.least, ratio);
    all.most = std::max(all.most, ratio);
    s.number("cbw." + name + ".period_ratio[Kp=" + digits(g.proportional) + ",Ki=" + digits(g.integral) + "]", ratio,
             "1");
  }
  return all;
}

void claim_period(Study& s, const Cycle& bare, const Cycle& play) {
  const auto claim = [&s](std::string says, const Periods& found, Verdict expected, std::string reason) {
    s.claims.push_back({"5.3, fig. 22", std::move(says),
                        "period with play shorter for every pair of gains that leaves steady cycles with and without "
                        "it; partly: for some",
                        expected, grade(found.steady > 0 && found.longer == 0, found.longer < found.steady),
                        found.words(), std::move(reason)});
  };
  constexpr std::array<Gains, 9> ideal{{{0.02, 0.5},
                                        {0.02, 1.0},
                                        {0.02, 2.0},
                                        {0.05, 0.5},
                                        {0.05, 1.0},
                                        {0.05, 2.0},
                                        {0.1, 0.5},
                                        {0.1, 1.0},
                                        {0.1, 2.0}}};
  claim("Without the play in the model the limit cycle's period is too high. Ideal sensors.",
        compare_periods(s, "ideal", ideal_sensors, ideal), Verdict::does_not,
        "With the play the torque to build up is " + digits(play.torque / bare.torque, 2) +
            " of that without, but the error that the integral collects only " +
            digits(play.amplitude / bare.amplitude, 2) + ": it takes longer, whatever the gains");
  constexpr std::array<Gains, 4> coarse{{{0.02, 1.0}, {0.05, 1.0}, {0.05, 2.0}, {0.1, 1.0}}};
  claim("The same with Table 3's encoder and 1 ms.", compare_periods(s, "encoder", "plant.controller=sampled", coarse),
        Verdict::partly,
        "Shorter where without play the motor comes to rest within half a point of the encoder, 0.056 rad: the error "
        "reads 0, and the integral waits");
}

void claim_table_3(Study& s) {
  const auto r = run_built_in("clutch-by-wire", "hybrid",
                              {ideal_sensors, no_play, "plant.breakaway_forward=[0.1352]",
                               "plant.breakaway_back=[0.1506]", "run.duration=0.2", tight});
  const double false_stops = s.number("cbw.hybrid_S150.resumed_slips", figure_value(r, "resumed_slips"), "1");
  s.models.push_back(
      make_model(r, "table-3-hybrid", "The hybrid law of 004's clutch actuator",
                 {"Source: Nouailletas, Mendes, Koenig 2010 (004), Table 3 and 5.2. In units of the sliding torque "
                  "C_r:",
                  "it slides at 1 and breaks away at beta. stickslip run clutch-by-wire --law "
                  "table-3-hybrid.toml"}));
  s.number("cbw.hybrid_S150.stop_time", r.figure("switch_times").values.at(1), "s");
  s.claims.push_back({"Table 3", "The hybrid law with S = 150 rad/s simulates the actuator under control.",
                      "no slip that stops and goes on in the same direction", Verdict::does_not,
                      agrees_if(false_stops == 0.0), digits(false_stops) + " false stops in the first 0.2 s",
                      "With velocity feedback the torque is below C_r long before the motor stands: S must be chosen "
                      "with the controller in mind"});
}

// ---- pages

ReportTable quantisation_table(Study& s) {
  ReportTable table{.title = "Encoder and sampling, 50 rad step, no play",
                    .header = {"points per turn", "overshoot [rad]", "period [s]", "amplitude [rad]"},
                    .rows = {}};
  for (const double points : {56.0, 560.0, 0.0}) {
    const auto r = run_built_in("clutch-by-wire", "coulomb", {setting("plant.encoder_points", points), no_play});
    const std::string name = "cbw.encoder=" + digits(points);
    table.rows.push_back({points == 0.0 ? "exact" : digits(points), digits(figure_value(r, "overshoot")),
                          digits(s.number(name + ".period", figure_value(r, "period"), "s")),
                          digits(s.number(name + ".amplitude", figure_value(r, "amplitude"), "rad"))});
  }
  return table;
}

Series sample_curve(std::string name, const Curve& c, double end, double x_factor, double factor) {
  constexpr int parts = 100;
  Series series{.name = std::move(name), .x = {}, .y = {}};
  for (int i = 0; i <= parts; ++i) {
    series.x.push_back(x_factor * end * i / parts);
    series.y.push_back(factor * at_place(c, end * i / parts));
  }
  return series;
}

Section curves_section() {
  const ClutchByWireParams<double> p;
  const double end = p.rack_ratio * p.travel;
  Series residue{.name = "F_2 - F_1 tan alpha", .x = {}, .y = {}};
  constexpr int parts = 100;
  for (int i = 0; i <= parts; ++i) {
    const double x = end * i / parts;
    residue.x.push_back(1e3 * x);
    residue.y.push_back(spring_residue(p, x));
  }
  return {
      .title = "The actuator's curves, figs 12-15",
      .paragraphs = {"The printed coefficients are lost. These are ours: consistent with the means 0.1352 and 0.1506 "
                     "N.m, the ratios beta, and condition (44)."},
      .plots = {{.title = "Fig. 12: forces at the rack",
                 .x_label = "rack [mm]",
                 .y_label = "force [N]",
                 .series = {sample_curve("F_1", p.compensator_force, end, 1e3, 1.0),
                            sample_curve("F_2", p.clutch_force, end, 1e3, 1.0), residue}},
                {.title = "Figs 13, 15: break-away torque",
                 .x_label = "motor [rad]",
                 .y_label = "torque [N.m]",
                 .series = {sample_curve("forward", p.breakaway_forward, p.travel, 1.0, 1.0),
                            sample_curve("back", p.breakaway_back, p.travel, 1.0, -1.0)}}}};
}

Section response_section(const Cycle& bare, const Cycle& play, ReportTable table) {
  const auto steps = run_built_in("clutch-by-wire", "coulomb",
                                  {"drive.targets=[50, 20, 60, 30]", "drive.hold_time=2", "solver.output_step=5e-3"});
  const auto plot = [](std::string title, std::string label, std::vector<Series> series) {
    return Plot{
        .title = std::move(title), .x_label = "time [s]", .y_label = std::move(label), .series = std::move(series)};
  };
  const auto one = [](std::string name, const ExperimentResult& r, std::string_view column, double from) {
    return curve(std::move(name), r.trajectory, "time", column, from);
  };
  return {.title = "Position tests, figs 19-22",
          .tables = {std::move(table)},
          .plots = {plot("Fig. 19: position steps", "angle [rad]",
                         {one("asked", steps, "target", 0.0), one("read", steps, "reading", 0.0)}),
                    plot("Fig. 20: torque", "torque [N.m]", {one("torque", steps, "torque", 0.0)}),
                    plot("Figs 21-22: limit cycles after a step", "angle less target [rad]",
                         {one("without play", bare.run, "error", 1.0), one("with play", play.run, "error", 1.0)}),
                    plot("Figs 21-22: torque in limit cycles", "torque [N.m]",
                         {one("without play", bare.run, "torque", 1.0), one("with play", play.run, "torque", 1.0)})}};
}

}  // namespace

void add_actuator(Study& s) {
  claim_rest(s);
  claim_lever(s);
  claim_identified(s);
  const std::string ideal(ideal_sensors), none(no_play), exact(tight);
  const Cycle bare = cycle(s, "bare", {ideal, none, exact});
  const Cycle play = cycle(s, "play", {ideal, exact});
  const Cycle full = cycle(s, "complete", {ideal, exact, "plant.model=exhaustive"});
  auto fitted = simple_settings();
  fitted.insert(fitted.end(), {ideal, exact});
  const Cycle simple = cycle(s, "simple", fitted);
  claim_models(s, simple, full);
  claim_play_in_step(s);
  claim_cycles(s, bare, play);
  claim_period(s, bare, play);
  claim_table_3(s);
  s.figures.push_back(curves_section());
  s.figures.push_back(response_section(bare, play, quantisation_table(s)));
}

}  // namespace stickslip::studies::hybrid_friction
