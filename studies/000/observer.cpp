// The friction of the seals from displacement and pressure of the piston: section II.B, figs 5-6.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "000/parts.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/observe/friction_observer.hpp"
#include "stickslip/plant/clutch_piston.hpp"

namespace stickslip::studies::piston_seals {

using namespace io;
using namespace measurement;
using namespace observe;
using namespace solve;

namespace {

constexpr double settled = 0.06;  // [s] errors count from here on

Dataset make_dataset(const Trajectory& rows) { return dataset_from_csv(csv_text(rows), "clutch-piston"); }

// The piston on pressure ramps, 3 to 7 bar and back, its seals at 5 bar throughout.
Trajectory ramps() {
  return run_built_in("clutch-piston", "mgms",
                      {"drive.profile=ramps", "plant.seal_pressure=5e5", "solver.output_step=1e-4"})
      .trajectory;
}

FrictionEstimate observe_friction(const Dataset& data, double speed, double sample_time) {
  ObserverSettings settings = observer_settings();
  const auto set = [&](std::string_view key, double value) { assign(settings.observer, key, {.numbers = {value}}); };
  settings.plant = default_piston();  // the piston that was simulated
  set("speed", speed);
  set("sample_time", sample_time);
  set("settle_time", settled);
  assign(settings.observer, "hold", {.text = "constant"});  // as a controller sees its samples
  return estimate_friction(data, settings);
}

// White noise on the displacement, the same in every run.
Dataset with_noise(const Dataset& data, double deviation, double sample_time) {
  Dataset noisy = resample_at_step(data, "time", sample_time);
  std::mt19937_64 engine(2022);
  std::normal_distribution<double> normal(0.0, deviation);
  for (std::size_t k = 0; k < noisy.columns.size(); ++k)
    if (noisy.columns[k].name == "displacement")
      for (double& x : noisy.values[k]) x += normal(engine);
  return noisy;
}

constexpr std::array<double, 7> speeds{50, 100, 200, 300, 500, 1000, 2000};  // w_0 [rad/s]
constexpr std::array<double, 3> noises{0.0, 1e-6, 1e-5};                     // [m]

struct Errors {
  std::vector<Series> over_speed;  // a series per noise
  std::vector<double> best;        // speed with the least error, per noise
};

Errors measure_errors(Study& s, const Dataset& data) {
  constexpr double sample_time = 1e-4;
  Errors all;
  for (const double noise : noises) {
    const Dataset measured = noise > 0.0 ? with_noise(data, noise, sample_time) : data;
    Series series{.name = digits(1e6 * noise) + " um of noise", .x = {}, .y = {}};
    for (const double speed : speeds) {
      const double error = observe_friction(measured, speed, sample_time).error;
      s.number("observer.error[w0=" + digits(speed) + ",noise=" + digits(1e6 * noise) + " um]", error, "N");
      series.x.push_back(speed);
      series.y.push_back(error);
    }
    all.best.push_back(speeds[std::size_t(std::min_element(series.y.begin(), series.y.end()) - series.y.begin())]);
    all.over_speed.push_back(std::move(series));
  }
  return all;
}

void claim_errors(Study& s, const Errors& errors, const FrictionEstimate& fast, double friction) {
  const double relative = s.number("observer.relative_error", fast.error / friction, "1");
  s.claims.push_back(
      {"II.B",
       "The observer estimates the friction of the seals from pressure and displacement. Pressure ramps.",
       "root mean square error below 10 % of that of the friction, w_0 = 1000 rad/s, 0.1 ms, no noise",
       Verdict::agrees,
       agrees_if(relative < 0.1),
       with_unit(fast.error, "N, ") + percent(relative),
       {}});
  const auto& clean = errors.over_speed.front().y;
  s.claims.push_back({"check",
                      "Without noise a faster observer is a better one.",
                      "the error falls from each speed to the next, 50 to 2000 rad/s",
                      Verdict::agrees,
                      agrees_if(std::is_sorted(clean.rbegin(), clean.rend())),
                      with_unit(clean.front(), "N to ") + with_unit(clean.back(), "N"),
                      {}});
  s.claims.push_back({"check",
                      "With noise there is a best speed, and it falls as the noise grows.",
                      "best of the speeds tried with 10 um below that with 1 um of noise",
                      Verdict::agrees,
                      agrees_if(errors.best[2] < errors.best[1]),
                      with_unit(errors.best[1], "rad/s at 1 um, ") + with_unit(errors.best[2], "rad/s at 10 um"),
                      {}});
}

void claim_rank(Study& s) {
  const Observability o = observability(mass_plant(0.5, 50.0, 1e5, Measured::velocity));
  s.claims.push_back({"check",
                      "The speed alone does not tell friction from an offset of the spring.",
                      "rank 2 of 3",
                      Verdict::agrees,
                      agrees_if(o.rank == 2 && o.needed == 3),
                      "rank " + std::to_string(o.rank) + " of " + std::to_string(o.needed),
                      {}});
}

double root_mean_square(const Dataset& data, double sample_time) {
  const Dataset even = resample_at_step(data, "time", sample_time);
  const auto t = signal(even, "time", "s");
  const auto f = signal(even, "friction", "N");
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t[i] < settled) continue;
    sum += f[i] * f[i];
    ++count;
  }
  return std::sqrt(sum / double(count));
}

// ---- figs 5-6: a shift with each seal, and the friction that the observer finds in it

// What the paper's car records, and the friction to compare with.
Dataset keep_signals(const Dataset& all) {
  Dataset kept{.file = all.file, .columns = {}, .values = {}, .lines = all.lines};
  for (std::size_t k = 0; k < all.columns.size(); ++k)
    for (const std::string_view name : {"time", "displacement", "pressure", "shaft_speed", "friction"})
      if (all.columns[k].name == name) {
        kept.columns.push_back(all.columns[k]);
        kept.values.push_back(all.values[k]);
      }
  return kept;
}

// Friction from pressure, shaft speed and displacement of a whole shift. Spring, pack and stop of the piston are known.
FrictionEstimate observe_shift(const Dataset& data) {
  ObserverSettings settings = observer_settings();
  settings.plant = default_piston();
  const plant::ClutchPistonParams<double> piston;
  assign(settings.plant, "pack_stiffness", {.numbers = {piston.pack_stiffness}});
  assign(settings.plant, "stop_stiffness", {.numbers = {piston.stop_stiffness}});
  assign(settings.observer, "input", {.text = "pressure"});
  assign(settings.observer, "speed", {.numbers = {1000.0}});
  assign(settings.observer, "sample_time", {.numbers = {1e-4}});
  assign(settings.observer, "settle_time", {.numbers = {settled}});
  return estimate_friction(keep_signals(data), settings);
}

struct Shift {
  std::vector<Plot> plots;
  double worst = 0.0;  // error of the estimate over the friction, both as root mean square, of the worst seal
  std::string words = {};
};

Shift run_shift(Study& s, const std::string& profile, const std::string& figure) {
  Plot motion{.title = figure + "a: displacement, " + profile + " clutch",
              .x_label = "time [s]",
              .y_label = "displacement [mm]",
              .series = {}};
  Plot friction{.title = figure + "b: friction of the seals, as the observer finds it and as it is",
                .x_label = "time [s]",
                .y_label = "force [N]",
                .series = {}};
  Plot pressure{.title = figure + "a: pressure", .x_label = "time [s]", .y_label = "pressure [bar]", .series = {}};
  Shift all;
  for (const Seal& seal : all_seals()) {
    auto settings = seal.settings(10);
    settings.insert(settings.end(), {"drive.profile=" + profile, "solver.output_step=1e-4"});
    const Trajectory rows = run_built_in("clutch-piston", "mgms", settings, 10).trajectory;
    const Dataset data = make_dataset(rows);
    const FrictionEstimate estimate = observe_shift(data);
    const double share = estimate.error / root_mean_square(data, 1e-4);
    s.number("observer." + profile + "." + seal.name + ".relative_error", share, "1");
    all.worst = std::max(all.worst, share);
    all.words +=
        (all.words.empty() ? "" : ", ") + seal.name + " " + with_unit(estimate.error, "N (") + percent(share) + ")";
    if (pressure.series.empty())  // the same for all seals
      pressure.series.push_back(scale(curve("pressure", rows, "time", "pressure"), 1.0, 1.0 / bar));
    motion.series.push_back(scale(curve(seal.name, rows, "time", "displacement"), 1.0, 1e3));
    friction.series.push_back({seal.name + ", estimate", estimate.time, estimate.friction});
    friction.series.push_back(curve(seal.name, rows, "time", "friction"));
  }
  all.plots = {std::move(motion), std::move(pressure), std::move(friction)};
  return all;
}

void claim_shift(Study& s, const std::string& figure, const std::string& profile, const Shift& shift) {
  s.claims.push_back(
      {"II.B, " + figure + "b",
       "The observer finds the friction of the three seals while a clutch is " + profile +
           ", from pressure and displacement.",
       "root mean square error below 10 % of that of the friction, every seal, w_0 = 1000 rad/s, 0.1 ms, "
       "no noise, exact spring, pack and stop",
       Verdict::agrees,
       agrees_if(shift.worst < 0.1),
       shift.words,
       {}});
}

}  // namespace

void add_observer(Study& s) {
  const Trajectory rows = ramps();
  const Dataset data = make_dataset(rows);
  const Errors errors = measure_errors(s, data);
  const FrictionEstimate fast = observe_friction(data, 1000.0, 1e-4);
  const FrictionEstimate slow = observe_friction(data, 100.0, 1e-4);
  const double at_1_ms = observe_friction(data, 300.0, 1e-3).error;
  s.number("observer.error[w0=300,Ts=1 ms]", at_1_ms, "N");
  claim_errors(s, errors, fast, root_mean_square(data, 1e-4));
  claim_rank(s);
  Section section{.title = "Observer"};
  section.plots = {{.title = "Friction and its estimates, pressure ramps",
                    .x_label = "time [s]",
                    .y_label = "force [N]",
                    .series = {curve("friction", rows, "time", "friction"),
                               {"estimate, 1000 rad/s", fast.time, fast.friction},
                               {"estimate, 100 rad/s", slow.time, slow.friction}}},
                   {.title = "Error of the estimate over the speed of the observer",
                    .x_label = "w_0 [rad/s]",
                    .y_label = "error [N]",
                    .series = errors.over_speed,
                    .log_x = true,
                    .log_y = true}};
  Shift opening = run_shift(s, "opening", "Fig. 5");
  Shift closing = run_shift(s, "closing", "Fig. 6");
  claim_shift(s, "fig. 5", "opening", opening);
  claim_shift(s, "fig. 6", "closing", closing);
  for (Shift* shift : {&opening, &closing})
    for (Plot& plot : shift->plots) section.plots.push_back(std::move(plot));
  s.figures.push_back(std::move(section));
}

}  // namespace stickslip::studies::piston_seals
