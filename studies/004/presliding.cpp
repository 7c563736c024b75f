// Sections 2.4-2.6: the hybrid law with presliding against LuGre, Dahl and the elasto-plastic law, and its options.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "004/parts.hpp"
#include "kit.hpp"
#include "stickslip/friction/hybrid_presliding.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::studies::hybrid_friction {

using namespace io;
using namespace plant;
using namespace solve;

namespace {

constexpr double breakaway = 1.5;  // f_s [N], Table 1
constexpr double limit = 1e-5;     // z_max [m] of 2.5

// Table 1 with z_max = 1e-5 m.
HybridPresliding::Params<double> table_1() {
  HybridPresliding::Params<double> p;
  p.presliding_limit = limit;
  return p;
}

Trajectory simulate_push(const HybridPresliding::Params<double>& law, Excitation force, double duration,
                         double output_step) {
  const Mass<HybridPresliding> model({}, law, std::move(force));
  Trajectory rows;
  const SolveReport report = record(model, duration, {.relative_tolerance = 1e-10}, {.step = output_step}, rows);
  if (!report.succeeded()) throw std::runtime_error("hybrid-presliding under a force: " + report.brief());
  return rows;
}

// A step of force to a third of f_s.
Trajectory simulate_steps(const HybridPresliding::Params<double>& law) {
  constexpr double duration = 0.1;  // [s] nearly forty times sqrt(m/k_1)
  return simulate_push(law, Excitation::constant(breakaway / 3.0), duration, duration / 2000.0);
}

// The time at which half of the last displacement is reached.
double half_time(const Trajectory& rows) {
  const auto x = rows.column("displacement");
  Series inverse{.name = {}, .x = {}, .y = {}};
  for (std::size_t i = 0; i < x.size() && x[i] <= 0.99 * x.back(); ++i) {
    inverse.x.push_back(x[i]);
    inverse.y.push_back(rows.time()[i]);
  }
  return interpolate(inverse, 0.5 * x.back());
}

// ---- the curve z(x), fig. 6

constexpr double shown = 1e-4;  // [m] ten times z_max

Series deflection_curve(Study& s, const std::string& name, std::string_view law) {
  const auto result = run_built_in(
      "breakaway", law,
      {"drive.rates=[1]", "drive.travel=1e-3", "solver.output_step=2e-4", "solver.relative_tolerance=1e-10"});
  Series z = curve(name, result.trajectory, "displacement", "deflection");
  for (const double x : {1e-6, 1e-5, 5e-5}) s.number("ramp." + name + ".z(" + digits(x) + ")", interpolate(z, x), "m");
  if (law == "hybrid-presliding") {  // it slides from here, and z is frozen
    z.x.push_back(1e-3);
    z.y.push_back(z.y.back());
  }
  return z;
}

// Largest |a - b| up to x = `shown`, over z_max.
double apart(const Series& a, const Series& b) {
  constexpr int places = 1000;
  double most = 0.0;
  for (int k = 1; k <= places; ++k) {
    const double x = shown * k / places;
    most = std::max(most, std::abs(interpolate(a, x) - interpolate(b, x)));
  }
  return most / limit;
}

void claim_overshoot(Study& s, const Series& lugre) {
  const double over = largest(lugre.y) / lugre.y.back();
  s.number("ramp.lugre.overshoot", over, "1");
  s.claims.push_back({"2.5, fig. 6",
                      "The presliding displacement of LuGre overshoots.",
                      "largest z more than 5 % above the one it slides with",
                      Verdict::agrees,
                      agrees_if(over > 1.05),
                      "by " + percent(over - 1.0),
                      {}});
}

void claim_curves(Study& s, const Series& hybrid, const Series& lugre, const Series& dahl) {
  const double own = s.number("ramp.hybrid.apart", apart(hybrid, lugre), "1");
  const double other = s.number("ramp.dahl.apart", apart(dahl, lugre), "1");
  s.claims.push_back(
      {"2.5, fig. 6", "The hybrid law fits LuGre very well.",
       "|z - z_LuGre| below 10 % of z_max up to 10 z_max; partly: below 50 %", Verdict::partly,
       grade(own < 0.1, own < 0.5), percent(own) + " of z_max",
       "z_max = 1e-5 m is LuGre's f_c/sigma_0; its z passes f_s/sigma_0 = 1.5e-5 m on the way, which the "
       "linear spring cannot follow"});
  s.claims.push_back({"2.5, fig. 6", "Dahl is a good approximation.", "the same", Verdict::partly,
                      grade(other < 0.1, other < 0.5), percent(other) + " of z_max",
                      "It lacks the Stribeck effect, and so LuGre's overshoot"});
}

// ---- drift, figs 7-8

struct DriftRuns {
  std::map<std::string, double> per_cycle;
  std::map<std::string, Trajectory> rows;
};

DriftRuns drift(Study& s, const std::string& profile) {
  DriftRuns runs;
  for (const std::string law : {"lugre", "dahl", "elasto-plastic", "hybrid-presliding", "hybrid"}) {
    const std::string preset = "drive.profile=" + profile;
    auto result = run_built_in("drift", law, {preset, "solver.relative_tolerance=1e-10"});
    const std::string name = "drift" + profile + "." + law;
    runs.per_cycle[law] = s.number(name + ".per_cycle", figure_value(result, "drift_per_cycle"), "m");
    s.number(name + ".final", figure_value(result, "final_position"), "m");
    s.number(name + ".largest", figure_value(result, "largest_position"), "m");
    s.number(name + ".after_cycles", figure_value(result, "last_cycle_position"), "m");
    if (profile == "A")
      s.models.push_back(make_model(result, "table-2-" + law, "The law of 004's drift test: " + law,
                                    {"Source: Nouailletas, Mendes, Koenig 2010 (004), Table 2."}));
    runs.rows.emplace(law, std::move(result.trajectory));
  }
  return runs;
}

constexpr double drift_limit = 0.01;  // z_max of Table 2 [m]
constexpr double still = 1e-9;        // [m per cycle] a millionth of LuGre's drift
constexpr double drifting = 1e-4;     // [m per cycle] a hundredth of z_max

void claim_lugre_drift(Study& s, const DriftRuns& a, const DriftRuns& b) {
  const auto both = [&](const std::string& law) {
    return with_unit(a.per_cycle.at(law), "m per cycle (A)") + ", " + with_unit(b.per_cycle.at(law), "m (B)");
  };
  const auto drifts = [&](const std::string& law) {
    return a.per_cycle.at(law) > drifting && b.per_cycle.at(law) > drifting;
  };
  s.claims.push_back({"2.5, figs 7-8",
                      "The position given by LuGre diverges.",
                      "more than 0.1 mm per cycle",
                      Verdict::agrees,
                      agrees_if(drifts("lugre")),
                      both("lugre"),
                      {}});
  s.claims.push_back({"2.5",
                      "Dahl drifts too.",
                      "more than 0.1 mm per cycle",
                      Verdict::agrees,
                      agrees_if(drifts("dahl")),
                      both("dahl"),
                      {}});
}

bool stays(const Trajectory& rows) {
  constexpr double rounding = 1e-12;
  const auto x = rows.column("displacement");
  return largest(x) <= drift_limit && *std::min_element(x.begin(), x.end()) >= -rounding;
}

void claim_no_drift(Study& s, const std::string& profile, const DriftRuns& runs, const std::string& law,
                    std::string says, Verdict expected, std::string reason) {
  const auto& rows = runs.rows.at(law);
  const double per_cycle = runs.per_cycle.at(law);
  const bool bounded = stays(rows);
  s.claims.push_back(
      {"2.5, figs 7-8", std::move(says) + " Profile " + profile + ".",
       "less than 1 nm per cycle, between 0 and z_max throughout", expected,
       agrees_if(std::abs(per_cycle) < still && bounded),
       with_unit(per_cycle, "m per cycle") + ", at most " + with_unit(1e3 * largest(rows.column("displacement")), "mm"),
       std::move(reason)});
}

// Largest distance between two runs over the same force.
double distance(const Trajectory& a, const Trajectory& b) {
  const Series one = curve("", a, "time", "displacement");
  const Series two = curve("", b, "time", "displacement");
  double most = 0.0;
  for (std::size_t i = 0; i < one.x.size(); ++i) most = std::max(most, std::abs(one.y[i] - interpolate(two, one.x[i])));
  return most;
}

void claim_sharper(Study& s, const DriftRuns& b) {
  std::vector<double> apart;
  std::string words;
  for (const double elastic : {0.009, 0.0092, 0.0094}) {
    const auto result =
        run_built_in("drift", "elasto-plastic", {"drive.profile=B", setting("law.breakaway_deflection", elastic)});
    apart.push_back(distance(result.trajectory, b.rows.at("hybrid-presliding")));
    s.number("driftB.apart.zba=" + digits(elastic), apart.back(), "m");
    words += (words.empty() ? "" : ", ") + with_unit(1e3 * apart.back(), "mm") + " at z_ba = " + digits(1e3 * elastic);
  }
  s.claims.push_back({"2.5",
                      "The closer z_ba is to z_max, the closer the Armstrong position is to the hybrid one.",
                      "largest distance falls from z_ba = 9 to 9.2 to 9.4 mm",
                      Verdict::agrees,
                      agrees_if(apart[0] > apart[1] && apart[1] > apart[2]),
                      words,
                      {}});
}

Plot drift_plot(std::string title, const DriftRuns& runs, const std::vector<std::string>& laws) {
  Plot plot{.title = std::move(title), .x_label = "time [s]", .y_label = "displacement [mm]", .series = {}};
  for (const auto& law : laws)
    plot.series.push_back(scale(curve(law, runs.rows.at(law), "time", "displacement"), 1.0, 1e3));
  return plot;
}

// ---- the options of 2.6

void add_dwell(Study& s) {
  const auto result = run_built_in("breakaway", "hybrid-presliding",
                                   {"drive.rates=[10]", "drive.dwells=[0, 0.5, 1, 2, 5]", "law.breakaway_rise=0.5",
                                    "law.dwell_time=1", "drive.largest_force=3"});
  const auto& forces = result.figure("case_forces").values;
  const auto& dwells = result.figure("case_dwells").values;
  const bool rising = forces.size() == 5 && std::is_sorted(forces.begin(), forces.end());
  for (std::size_t k = 0; k < forces.size(); ++k) s.number("dwell." + digits(dwells[k]), forces[k], "N");
  constexpr double bound = breakaway + 0.5 + 0.1;  // [N] f_s + dF, and what a ramp of 10 N/s gains during the lag of z
  s.claims.push_back({"2.6",
                      "Rising static friction: f_s made a bounded function of the dwell time.",
                      "break-away rises with every longer dwell and stays bounded",
                      Verdict::agrees,
                      agrees_if(rising && forces.back() > forces.front() + 0.3 && forces.back() < bound),
                      with_unit(forces.front(), "N at once, ") + with_unit(forces.back(), "N after 5 s"),
                      {}});
  s.figures.push_back({.title = "Options of 2.6",
                       .plots = {{.title = "Rising static friction",
                                  .x_label = "dwell [s]",
                                  .y_label = "break-away force [N]",
                                  .series = {{.name = "hybrid, dF = 0.5 N, tau = 1 s", .x = dwells, .y = forces}}}}});
}

void add_memory(Study& s) {
  auto heavy = table_1();
  heavy.stick_mass_ratio = 4.0;
  const Trajectory light_rows = simulate_steps(table_1());
  const Trajectory heavy_rows = simulate_steps(heavy);
  const double slower = s.number("memory.half_time_ratio", half_time(heavy_rows) / half_time(light_rows), "1");
  s.claims.push_back({"2.6",
                      "Frictional memory: the mass in mode 0 adjusts the dynamics of the adhesion.",
                      "four times the mass makes it twice as slow, within 2 %",
                      Verdict::agrees,
                      agrees_if(deviation(slower, 2.0) < 0.02),
                      digits(slower) + " times the half-time",
                      {}});
  const auto micrometres = [](const char* name, const Trajectory& rows) {
    return scale(curve(name, rows, "time", "displacement"), 1e3, 1e6);
  };
  s.figures.back().plots.push_back(
      {.title = "Frictional memory: a step of force in mode 0",
       .x_label = "time [ms]",
       .y_label = "displacement [um]",
       .series = {micrometres("m", light_rows), micrometres("4 m in mode 0", heavy_rows)}});
}

// 0 -> 1.2 -> 0.3 -> 0.9 -> 0.3 -> 1.2 N, 100 s each: an inner loop, and back to the outer curve.
Trajectory nested(double share) {
  auto law = table_1();
  law.hysteresis_share = share;
  constexpr std::array times{0.0, 100.0, 200.0, 300.0, 400.0, 500.0};
  constexpr std::array forces{0.0, 1.2, 0.3, 0.9, 0.3, 1.2};
  return simulate_push(law, Excitation::table(times, forces), 500.0, 0.5);
}

void add_nonlocal(Study& s) {
  const Trajectory fibres = nested(1.0);
  const Trajectory spring = nested(0.0);
  const auto x = [](const Trajectory& rows, double t) { return at(rows, "displacement", t); };
  // 0.75 N is passed at 62.5 s on the way up and at 150 s on the way down.
  const double open = s.number("nonlocal.opening", (x(fibres, 150.0) - x(fibres, 62.5)) / limit, "1");
  const double spring_open = (x(spring, 150.0) - x(spring, 62.5)) / limit;
  const double inner = std::abs(x(fibres, 400.0) - x(fibres, 200.0)) / limit;
  const double outer = std::abs(x(fibres, 500.0) - x(fibres, 100.0)) / limit;
  constexpr double closed = 1e-4;  // of z_max: what the damping leaves at these rates
  s.claims.push_back({"2.6",
                      "Non-local hysteresis: f_stick made a non-linear function of z.",
                      "loop open by more than 5 % of z_max; inner loop and outer curve close within 1e-4",
                      Verdict::agrees,
                      agrees_if(open > 0.05 && inner < closed && outer < closed && std::abs(spring_open) < 1e-3),
                      "open by " + percent(open) + " of z_max (linear spring " + percent(spring_open) +
                          "), closing to " + digits(std::max(inner, outer), 2),
                      {}});
  const auto loop = [](const char* name, const Trajectory& rows) {
    return scale(curve(name, rows, "displacement", "applied"), 1e6, 1.0);
  };
  s.figures.back().plots.push_back({.title = "Non-local hysteresis: an inner loop returns to the outer curve",
                                    .x_label = "displacement [um]",
                                    .y_label = "force [N]",
                                    .series = {loop("four fibres", fibres), loop("linear spring", spring)}});
}

}  // namespace

void add_presliding_law(Study& s) {
  const auto ramp =
      run_built_in("breakaway", "hybrid-presliding", {"drive.rates=[1]", "solver.relative_tolerance=1e-10"});
  const double force = s.number("breakaway.hybrid-presliding.force", figure_value(ramp, "break_away_force"), "N");
  s.claims.push_back({"2.4, (16)",
                      "With k_1 = f_s/z_max the adhesion breaks at z_max when |u| = f_s.",
                      "break-away within 1 % of f_s in a ramp of 1 N/s",
                      Verdict::agrees,
                      agrees_if(deviation(force, breakaway) < 0.01),
                      with_unit(force, "N") + "; z lags u/k_1 by the damping k_2",
                      {}});
  const Trajectory rows = simulate_steps(table_1());
  const auto x = rows.column("displacement");
  const double over = largest(x) / x.back() - 1.0;
  s.number("step.overshoot", over, "1");
  s.claims.push_back(
      {"2.4, (18)",
       "The damping ratio of 1 gives well-behaved transitions.",
       "no overshoot beyond 1e-6 after a step of force",
       Verdict::agrees,
       agrees_if(over < 1e-6),
       "overshoot " + digits(over, 2) + ", static gain " + digits(x.back() / (breakaway / 3.0) * 1.5e5) + "/k_1",
       {}});
}

void add_presliding_curve(Study& s) {
  const Series lugre = deflection_curve(s, "LuGre", "lugre");
  const Series dahl = deflection_curve(s, "Dahl", "dahl");
  const Series hybrid = deflection_curve(s, "hybrid", "hybrid-presliding");
  claim_overshoot(s, lugre);
  claim_curves(s, hybrid, lugre, dahl);
  Plot plot{.title = "Fig. 6: deflection z over the position",
            .x_label = "displacement [um]",
            .y_label = "z [um]",
            .series = {}};
  for (const Series* one : {&hybrid, &lugre, &dahl}) {
    Series part{.name = one->name, .x = {}, .y = {}};
    for (std::size_t i = 0; i < one->x.size() && one->x[i] <= shown; ++i) {
      part.x.push_back(1e6 * one->x[i]);
      part.y.push_back(1e6 * one->y[i]);
    }
    part.x.push_back(1e6 * shown);
    part.y.push_back(1e6 * interpolate(*one, shown));
    plot.series.push_back(std::move(part));
  }
  s.figures.push_back({.title = "Presliding, fig. 6", .plots = {std::move(plot)}});
}

void add_drift(Study& s) {
  const DriftRuns a = drift(s, "A");
  const DriftRuns b = drift(s, "B");
  claim_lugre_drift(s, a, b);
  const std::string armstrong = "The position given by the Armstrong (elasto-plastic) law stays between 0 and z_max.";
  claim_no_drift(s, "A", a, "elasto-plastic", armstrong, Verdict::agrees, {});
  claim_no_drift(
      s, "B", b, "elasto-plastic", armstrong, Verdict::does_not,
      "The force peaks between sigma_0 z_ba = 0.99 N and f_s = 1.1 N, where this law slips a little each time");
  const std::string hybrid = "The position given by the hybrid law stays between 0 and z_max.";
  claim_no_drift(s, "A", a, "hybrid-presliding", hybrid, Verdict::agrees, {});
  claim_no_drift(s, "B", b, "hybrid-presliding", hybrid, Verdict::agrees, {});
  claim_no_drift(s, "B", b, "hybrid", "The simplest hybrid law, without presliding, does not drift below f_s (1).",
                 Verdict::agrees, {});
  const double close = distance(a.rows.at("elasto-plastic"), a.rows.at("hybrid-presliding"));
  s.claims.push_back({"2.5, figs 7-8",
                      "Armstrong and hybrid positions are very close. Profile A.",
                      "within 1 % of z_max",
                      Verdict::agrees,
                      agrees_if(close < 0.01 * drift_limit),
                      "within " + with_unit(1e6 * close, "um"),
                      {}});
  claim_sharper(s, b);
  s.figures.push_back({.title = "Drift, figs 7-8",
                       .plots = {drift_plot("Fig. 7: profile A, 0.6 + 0.3 sin(2 pi t) N", a,
                                            {"lugre", "dahl", "elasto-plastic", "hybrid-presliding"}),
                                 drift_plot("Fig. 8: the laws that stick, profile A", a,
                                            {"elasto-plastic", "hybrid-presliding", "hybrid"}),
                                 drift_plot("Profile B, 0.7 + 0.35 sin(0.4 pi t) N: peak above sigma_0 z_ba", b,
                                            {"elasto-plastic", "hybrid-presliding", "hybrid"})}});
}

void add_options(Study& s) {
  add_dwell(s);
  add_memory(s);
  add_nonlocal(s);
}

}  // namespace stickslip::studies::hybrid_friction
