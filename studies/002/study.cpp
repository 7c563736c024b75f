// 002: M. Mykhalevych, a friction law for the dry clutch. The drift test and the loops; clutch.cpp has figs 9-10;
// README.md says what stands where.
#include "study.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "002/parts.hpp"
#include "kit.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/friction/dry_clutch.hpp"
#include "stickslip/friction/tanh.hpp"

namespace stickslip::studies {

using namespace io;
using namespace solve;

namespace {

// The paper prints no number. These are 004 Table 2's, and T_s, T_d, w_s, phi_0 of (6) matched to them.
constexpr double static_force = 1.1;     // F_s, T_s [N]
constexpr double kinetic_force = 1.0;    // F_c, T_d [N]
constexpr double elastic_travel = 0.01;  // phi_0 [m]

constexpr double still = 1e-9;     // [m per cycle] a millionth of what LuGre drifts; the runs are exact to 1e-10
constexpr double drifting = 1e-4;  // [m per cycle] a hundredth of phi_0: seen by eye in fig. 4 after 18 cycles

// ---- the drift test, figs 3-5

struct Reading {
  std::string_view name;
  std::string_view law;
  std::string_view setting;  // for the law, besides 004 Table 2
};

constexpr std::array<Reading, 10> contestants{{{"ideal", "stribeck", "law.viscous=0"},
                                               {"static", "tanh", "law.transition_velocity=0.01"},
                                               {"lugre", "lugre", "law.viscous=0"},
                                               {"elasto-plastic", "elasto-plastic", "law.viscous=0"},
                                               {"clamp", "dry-clutch", "law.reset=clamp"},
                                               {"R1", "dry-clutch", "law.reset=R1"},
                                               {"R2", "dry-clutch", "law.reset=R2"},
                                               {"R3", "dry-clutch", "law.reset=R3"},
                                               {"R4", "dry-clutch", "law.reset=R4"},
                                               {"none", "dry-clutch", "law.reset=none"}}};

class DriftTest {
 public:
  DriftTest(Study& study, std::string_view profile) : profile_(profile) {
    for (const Reading& r : contestants) {
      const std::string preset = "drive.profile=" + profile_;
      auto result = run_built_in("drift", r.law, {preset, r.setting, "solver.relative_tolerance=1e-10"});
      const std::string name = "drift." + profile_ + "." + std::string(r.name);
      drift_[r.name] = study.number(name + ".per_cycle", figure_value(result, "drift_per_cycle"), "m");
      study.number(name + ".x20", figure_value(result, "last_cycle_position"), "m");
      study.number(name + ".x25", figure_value(result, "final_position"), "m");
      if (profile_ == "D1") study.models.push_back(model(r, result));
      runs_.emplace(r.name, std::move(result.trajectory));
    }
  }

  double per_cycle(std::string_view reading) const { return drift_.at(reading); }
  const Trajectory& rows(std::string_view reading) const { return runs_.at(reading); }
  std::string words(std::string_view reading) const {
    return std::string(reading) + " " + with_unit(per_cycle(reading), "m per cycle");
  }

  Plot positions(std::string title, const std::vector<std::string_view>& readings, double from = 0.0) const {
    Plot plot{.title = std::move(title), .x_label = "time [s]", .y_label = "displacement [mm]", .series = {}};
    for (const auto r : readings)
      plot.series.push_back(scale(curve(std::string(r), rows(r), "time", "displacement", from), 1.0, 1e3));
    return plot;
  }
  Plot force() const {
    return {.title = "Fig. 3: the force, profile " + profile_,
            .x_label = "time [s]",
            .y_label = "force [N]",
            .series = {curve("applied", rows("ideal"), "time", "applied")}};
  }

 private:
  static StudyModel model(const Reading& r, const experiment::ExperimentResult& result) {
    const std::string name(r.name);
    const bool law_6 = r.law == "dry-clutch";
    return make_model(
        result, law_6 ? "law-6-" + name : name,
        law_6 ? "Law (6) of 002, reset " + name : "The law that 002 calls " + name,
        {"Source: Mykhalevych (002), which prints no number: 004's Table 2 (F_c = 1 N, F_s = 1.1 N, 10 mm), (6) "
         "matched to it."});
  }

  std::string profile_;
  std::map<std::string_view, double> drift_;
  std::map<std::string_view, Trajectory> runs_;
};

void claim_known_laws(Study& s, const DriftTest& biased) {
  const double peak = largest(biased.rows("ideal").column("applied"));
  s.claims.push_back({"fig. 3",
                      "The force first exceeds the static friction F_s, then is a sinusoid below it, then zero.",
                      "peak above F_s = 1.1 N, sinusoid below",
                      Verdict::agrees,
                      agrees_if(peak > static_force),
                      "chosen, for none is printed: peak " + with_unit(peak, "N") +
                          ", then 0.5 + 0.4 sin N (D1); 0.9 sin N (D2) and 0.5 + 0.3 sin N (D3) besides",
                      {}});
  s.claims.push_back({"fig. 4",
                      "The static model creeps under a sinusoid smaller than the static friction.",
                      "more than 0.1 mm per cycle",
                      Verdict::agrees,
                      agrees_if(biased.per_cycle("static") > drifting),
                      biased.words("static"),
                      {}});
  s.claims.push_back({"fig. 4",
                      "LuGre creeps under it.",
                      "more than 0.1 mm per cycle",
                      Verdict::agrees,
                      agrees_if(biased.per_cycle("lugre") > drifting),
                      biased.words("lugre"),
                      {}});
  s.claims.push_back({"fig. 4",
                      "The elasto-plastic law does not.",
                      "less than 1 nm per cycle",
                      Verdict::agrees,
                      agrees_if(std::abs(biased.per_cycle("elasto-plastic")) < still),
                      biased.words("elasto-plastic"),
                      {}});
}

void claim_zero_mean(Study& s, const DriftTest& zero_mean) {
  const double lugre = zero_mean.per_cycle("lugre");
  const double smooth = zero_mean.per_cycle("static");
  s.claims.push_back(
      {"fig. 4", "The same with \"a sinusoid\", read as one without a mean.", "LuGre and the static model creep",
       Verdict::does_not, agrees_if(lugre > drifting && smooth > drifting),
       zero_mean.words("lugre") + ", " + zero_mean.words("static"),
       "By symmetry nothing drifts without a bias, not even LuGre: the test separates the laws only with one"});
}

void claim_law_6(Study& s, const DriftTest& biased, const DriftTest& gentle) {
  const auto claim = [&](std::string place, std::string says, std::string_view reading, Verdict expected,
                         std::string reason) {
    const bool whole = std::abs(biased.per_cycle(reading)) < still;
    const bool part = std::abs(gentle.per_cycle(reading)) < still;
    s.claims.push_back({std::move(place), std::move(says),
                        "less than 1 nm per cycle under 0.5 + 0.4 sin; partly: under 0.5 + 0.3 sin", expected,
                        grade(whole, whole || part), biased.words(reading), std::move(reason)});
  };
  claim("fig. 5, (6) line 3", "Law (6) does not creep. Reset as printed, phi := phi_0 sign(phi) at w = 0 (R1).", "R1",
        Verdict::does_not,
        "Every stop lifts the elastic force to 0.76 F_s; the body creeps backwards, further than LuGre forwards");
  claim("fig. 5, text", "The same, the integrator zeroed at w = 0 (R2).", "R2", Verdict::does_not,
        "Every stop forgets the elastic force, and the bias pushes the body on");
  claim("fig. 5, fig. 8", "The same, phi := +phi_0 on a rising crossing of w = 0 (R4).", "R4", Verdict::does_not,
        "As R1 for a force to the right");
  claim("fig. 5", "The same, reset to phi_0 sign(phi) only from beyond phi_0 (R3, our reading).", "R3", Verdict::partly,
        "Free of drift while the force stays below 0.7616 F_s = 0.838 N; here it peaks at 0.9 N");
  claim("fig. 5", "The same, phi held at 3 phi_0 while moving outwards, no reset (clamp, our reading and default).",
        "clamp", Verdict::agrees, {});
}

void claim_rest(Study& s, const DriftTest& biased) {
  const auto& rows = biased.rows("clamp");
  const double back = std::abs(at(rows, "displacement", 25.0) - at(rows, "displacement", 20.0));
  s.number("drift.D1.clamp.spring_back", back, "m");
  s.claims.push_back({"fig. 5",
                      "After 20 s, without a force, the bodies stay where the first phase has left them.",
                      "moves by less than phi_0 = 10 mm, the elastic travel",
                      Verdict::agrees,
                      agrees_if(back < elastic_travel),
                      "springs back by " + with_unit(1e3 * back, "mm") + " (clamp)",
                      {}});
  const auto x = curve("x", rows, "time", "displacement", 19.0);
  double low = x.y.front();
  double high = x.y.front();
  for (std::size_t i = 0; i < x.x.size() && x.x[i] <= 20.0; ++i) {
    low = std::min(low, x.y[i]);
    high = std::max(high, x.y[i]);
  }
  const double swing = s.number("drift.D1.clamp.swing", high - low, "m");
  s.claims.push_back({"fig. 5b",
                      "Under the sinusoid the body oscillates inside the zone of elastic deformation.",
                      "swing between 0 and 2 phi_0",
                      Verdict::agrees,
                      agrees_if(swing > 0.0 && swing < 2.0 * elastic_travel),
                      with_unit(1e3 * swing, "mm") + " peak to peak (clamp)",
                      {}});
}

// Four elements that together carry 2 F_s, soften from 110 N/m, and slip at 4, 8, 16 and 96 mm.
double leuven_drift(Study& s, double exponent) {
  const auto result = run_built_in(
      "drift", "leuven",
      {"drive.profile=D1", "law.stiffness=[40, 35, 20, 15]", "law.limit=[0.16, 0.28, 0.32, 1.44]", "law.damping=20.98",
       setting("law.transition_exponent", exponent), "solver.relative_tolerance=1e-10"},
      4);
  const std::string name = "drift.D1.leuven" + digits(exponent) + ".per_cycle";
  return s.number(name, figure_value(result, "drift_per_cycle"), "m");
}

void claim_leuven(Study& s) {
  const double soft = leuven_drift(s, 2.0);
  const double sharp = leuven_drift(s, 8.0);
  const double lugre = s.value("drift.D1.lugre.per_cycle");
  s.claims.push_back(
      {"p. 3", "The Leuven law does not creep.", "less than 1 nm per cycle; partly: less than LuGre", Verdict::partly,
       grade(std::abs(soft) < still, std::abs(soft) < lugre && sharp < soft),
       with_unit(soft, "m per cycle") + " with exponent 2, " + with_unit(sharp, "m per cycle") +
           " with 8 (Lampaert's form, four elements)",
       "The factor 1 - (F_h/g)^n lets the bristle slip at every force; it creeps less than LuGre, and the "
       "less the higher the exponent"});
}

void drift_section(Study& s, const DriftTest& biased, const DriftTest& zero_mean) {
  s.figures.push_back(
      {.title = "The drift test, figs 3-5",
       .paragraphs =
           {"The paper gives no numbers. Profile D1: 0.5 + 0.4 sin(2 pi t) N after a push of 1.2 N; F_s = 1.1 "
            "N. D2: 0.9 sin(2 pi t) N, without a bias."},
       .plots = {biased.force(),
                 biased.positions("Fig. 4: static, LuGre, elasto-plastic, and an ideal contact",
                                  {"static", "lugre", "elasto-plastic", "ideal"}),
                 biased.positions("Fig. 5a: law (6) in all readings", {"clamp", "R1", "R2", "R3", "R4", "none"}),
                 biased.positions("Fig. 5b: the oscillation in the elastic zone, clamp", {"clamp"}, 15.0),
                 zero_mean.positions("D2, without a bias: no law drifts except R4",
                                     {"lugre", "static", "clamp", "R1", "R2", "R3", "R4"})}});
}

// ---- loops, figs 6-7

struct Loop {
  double work;          // in the last cycle [J]
  double peak_force;    // [N]
  double first_change;  // of the work from the first cycle to the second, over that of the last
  double last_change;   // from the third to the fourth
  Trajectory rows;
};

constexpr double cycles = 4.0;

Loop loop(Study& s, double amplitude, double frequency, std::string_view rule) {
  const std::string reset = "law.reset=" + std::string(rule);
  auto result = run_built_in("harmonic", "dry-clutch",
                             {reset, setting("drive.amplitude", amplitude), setting("drive.frequency", frequency),
                              setting("drive.cycles", cycles), "solver.relative_tolerance=1e-10"});
  const auto work_until = [&](double cycle) {
    constexpr double rounding = 1e-9;  // of a cycle: the row at its end may lie a rounding error late
    return at(result.trajectory, "work_friction", (cycle + rounding) / frequency);
  };
  const auto work_in = [&](double cycle) { return work_until(cycle) - work_until(cycle - 1.0); };
  const std::string name = "loop.A=" + digits(amplitude) + ",f=" + digits(frequency) + "." + std::string(rule);
  const double work = s.number(name + ".work", figure_value(result, "work_per_cycle"), "J");
  const double peak = s.number(name + ".peak_force", figure_value(result, "peak_force"), "N");
  return {work, peak, deviation(work_in(1.0), work_in(2.0)), deviation(work_in(3.0), work_in(4.0)),
          std::move(result.trajectory)};
}

// Hysteresis is a loss per cycle that stays when the motion slows down; a viscous loss falls with the speed. Both loops
// have the same amplitude, the second a hundredth of the speed.
constexpr double slower = 100.0;

void claim_loss(Study& s, std::string place, std::string says, const Loop& usual, const Loop& slow, Verdict expected,
                std::string reason) {
  const double left = slow.work / usual.work;
  s.claims.push_back({std::move(place), std::move(says),
                      "work per cycle above 0 at 0.1 Hz, and at least half of it at 1 mHz (of a viscous loss a "
                      "hundredth is left)",
                      expected, agrees_if(usual.work > 0.0 && left > 0.5),
                      with_unit(1e3 * usual.work, "mJ at 0.1 Hz, ") + with_unit(1e3 * slow.work, "mJ at 1 mHz"),
                      std::move(reason)});
}

void claim_elastic_loops(Study& s, const std::map<std::string_view, Loop>& usual,
                         const std::map<std::string_view, Loop>& slow) {
  const auto claim = [&](std::string place, std::string says, std::string_view rule, Verdict expected,
                         std::string reason) {
    claim_loss(s, std::move(place), std::move(says), usual.at(rule), slow.at(rule), expected, std::move(reason));
  };
  claim("fig. 6a, (6) line 3",
        "Law (6) shows hysteresis losses in the regime of elastic deformation (0.8 phi_0). Reset as printed (R1).",
        "R1", Verdict::does_not,
        "The reset winds the elastic angle up to phi_0 at every turn: the contact gives energy out");
  claim("fig. 6a, text", "The same, the integrator zeroed at w = 0 (R2).", "R2", Verdict::agrees, {});
  const std::string viscous =
      "The loss is viscous: it falls with the speed. Without a reset the torque of (6) is a function of angle and "
      "speed "
      "alone, and the loop is the work of k_w w/w_s inside the tanh";
  claim("fig. 6a", "The same, reset only from beyond phi_0 (R3).", "R3", Verdict::does_not, viscous);
  claim("fig. 6a", "The same with the clamp.", "clamp", Verdict::does_not, viscous);
}

void claim_sliding_loop(Study& s, const Loop& usual, const Loop& slow, const Loop& fast) {
  claim_loss(s, "fig. 6b", "It shows hysteresis losses in the sliding regime (5 phi_0, R1).", usual, slow,
             Verdict::agrees, {});
  const double at_speed = std::abs(at(fast.rows, "friction", 3.5));  // x = 0, where the speed is largest
  s.number("loop.A=0.05,f=1.R1.force_at_speed", at_speed, "N");
  s.claims.push_back(
      {"fig. 7b",
       "The loop over the speed shows the Stribeck effect.",
       "force within 1 % of T_d at the largest speed, peak within 1 % of T_s",
       Verdict::agrees,
       agrees_if(deviation(at_speed, kinetic_force) < 0.01 && deviation(fast.peak_force, static_force) < 0.01),
       with_unit(at_speed, "N") + " at 3.1 w_s, peak " + with_unit(fast.peak_force, "N") + " (R1)",
       {}});
}

void claim_settling(Study& s, const Loop& printed, const Loop& clamp) {
  const bool settles = printed.first_change > 1e-3 && printed.last_change < 1e-6;
  s.claims.push_back({"fig. 6b",
                      "In the sliding regime the loop becomes steady after several cycles.",
                      "work changes by more than 0.1 % from cycle 1 to 2, by less than 1e-6 from 3 to 4",
                      Verdict::agrees,
                      agrees_if(settles),
                      "from 1 to 2 by " + percent(printed.first_change) + " (R1), " + percent(clamp.first_change) +
                          " (clamp); from 3 to 4 by " + digits(printed.last_change, 2) + " and " +
                          digits(clamp.last_change, 2),
                      {}});
}

Plot loop_plot(std::string title, std::string_view x, double x_factor, std::string x_label,
               const std::vector<std::pair<std::string, const Loop*>>& loops, double from) {
  Plot plot{.title = std::move(title), .x_label = std::move(x_label), .y_label = "force [N]", .series = {}};
  for (const auto& [name, one] : loops)
    plot.series.push_back(scale(curve(name, one->rows, x, "friction", from), x_factor, 1.0));
  return plot;
}

void loops(Study& s) {
  std::map<std::string_view, Loop> small, small_slow;
  for (const auto rule : {"clamp", "R1", "R2", "R3"}) {
    small.emplace(rule, loop(s, 0.008, 0.1, rule));
    small_slow.emplace(rule, loop(s, 0.008, 0.1 / slower, rule));
  }
  const Loop large_r1 = loop(s, 0.05, 0.1, "R1");
  const Loop large_slow_r1 = loop(s, 0.05, 0.1 / slower, "R1");
  const Loop large_r2 = loop(s, 0.05, 0.1, "R2");
  const Loop large_clamp = loop(s, 0.05, 0.1, "clamp");
  const Loop fast_r1 = loop(s, 0.05, 1.0, "R1");
  const Loop fast_clamp = loop(s, 0.05, 1.0, "clamp");
  for (const auto rule : {"R1", "R2", "R3"}) loop(s, 0.003, 0.1, rule);
  claim_elastic_loops(s, small, small_slow);
  claim_sliding_loop(s, large_r1, large_slow_r1, fast_r1);
  claim_settling(s, large_r1, large_clamp);

  using Loops = std::vector<std::pair<std::string, const Loop*>>;
  const Loops elastic{{"clamp", &small.at("clamp")},
                      {"clamp, 1 mHz", &small_slow.at("clamp")},
                      {"R1", &small.at("R1")},
                      {"R2", &small.at("R2")},
                      {"R3", &small.at("R3")}};
  const Loops large{{"clamp", &large_clamp}, {"R1", &large_r1}, {"R2", &large_r2}};
  const Loops fast{{"clamp", &fast_clamp}, {"R1", &fast_r1}};
  s.figures.push_back(
      {.title = "Loops, figs 6-7",
       .paragraphs =
           {"Imposed sine motion of 0.1 Hz; amplitude 0.8 phi_0 = 8 mm for the elastic phase, 5 phi_0 = 50 mm "
            "for the sliding phase. At 1 mHz the loop of the clamp has closed."},
       .plots = {
           loop_plot("Fig. 6a: elastic phase over the displacement", "displacement", 1e3, "displacement [mm]", elastic,
                     20.0),
           loop_plot("Fig. 6b: sliding phase, from the start", "displacement", 1e3, "displacement [mm]", large, 0.0),
           loop_plot("Fig. 7a: elastic phase over the speed", "velocity", 1e3, "speed [mm/s]", elastic, 20.0),
           loop_plot("Fig. 7b: sliding phase over the speed, 1 Hz", "velocity", 1e3, "speed [mm/s]", fast, 2.0)}});
}

// ---- what the text says of the law itself, figs 1-2

std::size_t continuous_states(std::string_view law) {
  std::size_t count = 0;
  for (const Field& f : law_info(law).states) count += f.choices.empty() ? f.width : 0;
  return count;
}

void claim_states(Study& s) {
  const auto own = continuous_states("dry-clutch");
  s.number("states.dry-clutch", double(own), "1");
  s.claims.push_back({"p. 4, abstract", "Law (6) has one state variable only, the sliding speed.",
                      "no state besides the speed", Verdict::does_not, agrees_if(own == 0),
                      std::to_string(own) + " besides the speed: the integral of it; LuGre " +
                          std::to_string(continuous_states("lugre")) + ", elasto-plastic " +
                          std::to_string(continuous_states("elasto-plastic")),
                      "The integrator, whose reset the paper describes, is a state like LuGre's z"});
  s.claims.push_back({"p. 3",
                      "LuGre and the elasto-plastic law have one state variable.",
                      "one each",
                      Verdict::agrees,
                      agrees_if(continuous_states("lugre") == 1 && continuous_states("elasto-plastic") == 1),
                      "1 and 1",
                      {}});
}

void claim_force(Study& s) {
  const Contact<double> rest{};
  const double smooth = Tanh::force({}, rest, {}).value;
  s.claims.push_back({"(4)",
                      "Without relative speed the friction of the static model is zero.",
                      "exactly 0",
                      Verdict::agrees,
                      agrees_if(smooth == 0.0),
                      with_unit(smooth, "N"),
                      {}});
  constexpr double small = 1e-3;  // of phi_0: tanh is straight to 3e-7
  const double stiffness =
      DryClutch::force<double>({}, rest, {.travel = small * elastic_travel}).value / (small * elastic_travel);
  s.number("elastic_stiffness", stiffness, "N/m");
  s.claims.push_back({"(6)",
                      "In the elastic regime the force is proportional to the relative travel.",
                      "within 1e-6 of T_s/phi_0 = 110 N/m at a thousandth of phi_0",
                      Verdict::agrees,
                      agrees_if(deviation(stiffness, static_force / elastic_travel) < 1e-6),
                      with_unit(stiffness, "N/m"),
                      {}});
  DryClutch::Params<double> heated;
  heated.temperature_coefficient = -0.005;
  const double hot = DryClutch::steady_state(heated, Contact<double>{.velocity = 1.0, .temperature = 20.0});
  const double cold = DryClutch::steady_state(heated, Contact<double>{.velocity = 1.0});
  s.claims.push_back({"p. 2",
                      "The influence of the temperature can be put in by T_s = f(temperature).",
                      "-0.5 % per kelvin takes 10 % off in 20 K",
                      Verdict::agrees,
                      agrees_if(deviation(hot, 0.9 * cold) < 1e-12),
                      with_unit(hot / cold, "of the cold torque"),
                      {}});
}

// Figs 1-2: the torque while the slip speed stays below w_s, and above it.
void claim_regimes(Study& s) {
  const auto result = run_built_in("velocity-steps", "dry-clutch",
                                   {"law.reset=none", "law.stribeck_velocity=0.1", "drive.speeds=[0.01, 0.5]",
                                    "drive.hold_time=10", "solver.output_step=0.02"});
  const auto& steady = result.figure("steady_forces").values;
  s.number("regimes.slow", steady[0], "N");
  s.number("regimes.fast", steady[1], "N");
  s.claims.push_back({"fig. 1",
                      "Below w_s the torque rises with the travel to its static level.",
                      "within 1 % of T_s = 1.1 N at 0.1 w_s",
                      Verdict::agrees,
                      agrees_if(deviation(steady[0], static_force) < 0.01),
                      with_unit(steady[0], "N"),
                      {}});
  s.claims.push_back({"fig. 2",
                      "Above w_s it falls to the dynamic level (Stribeck effect).",
                      "within 1 % of T_d = 1 N at 5 w_s",
                      Verdict::agrees,
                      agrees_if(deviation(steady[1], kinetic_force) < 0.01),
                      with_unit(steady[1], "N"),
                      {}});
  s.figures.push_back({.title = "The law, figs 1-2",
                       .plots = {{.title = "Torque at 0.1 w_s (10 s), then at 5 w_s",
                                  .x_label = "time [s]",
                                  .y_label = "force [N]",
                                  .series = {curve("law (6)", result.trajectory, "time", "friction")}}}});
}

}  // namespace

Study study_002() {
  Study s{.paper = "002",
          .title = "a friction law for the dry clutch",
          .source = "M. Mykhalevych, Kharkiv National Automobile and Highway University"};
  s.departures = {
      "No parameter is printed: the linear tests take 004's Table 2 (F_c = 1, F_s = 1.1 N, 10 mm), (6) matched to it.",
      "Three contradictory resets are described: (6) line 3 (R1), zeroing in words (R2), +phi_0 in fig. 8 (R4). None "
      "has "
      "the property that the paper claims; the clamp |phi| <= 3 phi_0 has, and is our default.",
      "The captions of fig. 4 (a LuGre, b static) contradict the text (a static, b LuGre); we name the curves.",
      "The exponent i of (5) and the number of surfaces i of (6) are different things.",
      "The drive of figs 9-10 is not described: engine, clutch, rigid driveline and vehicle after Bataus et al. 2011, "
      "with values of our own."};
  s.left_out = {"Fig. 8 is a block diagram."};
  claim_states(s);
  claim_force(s);
  claim_regimes(s);
  const DriftTest d1(s, "D1");
  const DriftTest d2(s, "D2");
  const DriftTest d3(s, "D3");
  claim_known_laws(s, d1);
  claim_zero_mean(s, d2);
  claim_leuven(s);
  claim_law_6(s, d1, d3);
  claim_rest(s, d1);
  drift_section(s, d1, d2);
  loops(s);
  dry_clutch_law::add_clutch(s);
  return s;
}

}  // namespace stickslip::studies
