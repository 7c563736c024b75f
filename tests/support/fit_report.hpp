// A fit and a ranking made by hand, with every kind of entry: for tests of files and pages.
#pragma once

#include <cmath>
#include <limits>

#include "stickslip/identify/rank.hpp"
#include "stickslip/io/fit.hpp"

namespace stickslip::tests {

inline identify::FitTrace trace_by_hand(const std::string& name, std::size_t samples, identify::Use use_at_end) {
  identify::FitTrace t;
  t.name = name;
  for (std::size_t i = 0; i < samples; ++i) {
    const double phase = 20.0 * double(i) / double(samples);
    t.time.push_back(0.001 * double(i));
    t.displacement.push_back(1e-3 * std::sin(phase));
    t.velocity.push_back(1e-2 * std::cos(phase));
    t.measured.push_back(std::tanh(5.0 * std::cos(phase)) + 0.05 * std::sin(977.0 * phase));
    t.fitted.push_back(std::tanh(5.0 * std::cos(phase)));
    t.use.push_back(i * 3 < samples * 2 ? identify::Use::fitted : use_at_end);
  }
  return t;
}

inline identify::FitScore score_by_hand(const std::string& name, std::size_t samples) {
  return {.name = name,
          .samples = samples,
          .rmse = 0.035,
          .nrmse = 0.017,
          .r2 = 0.9985,
          .relative = 0.04,
          .relative_norm = 0.03,
          .largest = 0.05};
}

// GMS with five elements: a list, a pair of sides that differ, a field with one value for both, something not told.
inline identify::FitReport fit_by_hand(std::size_t samples = 600) {
  identify::FitReport fit{.law = "gms", .elements = 5};
  fit.options.law = "gms";
  fit.options.seed = 7;
  fit.options.nuisances = {{"offset"}, {"inertia", true}};
  fit.strategy = "projection";
  fit.reason = "the law is linear once its break points are known";
  fit.group = law_group("gms", 5);
  assign(fit.group, "coulomb", {.numbers = {1.0 / 3.0, 0.4}, .is_list = true});
  assign(fit.group, "breakaway", {.numbers = {0.7}});
  fit.parameters = {
      {"coulomb.forward", "F_C", "N", "Level of sliding friction.", 1.0 / 3.0, true, true, 0.001, 0.33, 0.34, "slopes"},
      {"coulomb.back", "F_C", "N", "Level of sliding friction.", 0.4, true, true, 0.002, 0.39, 0.41, "profile"},
      {"breakaway", "F_S", "N", "Largest friction at rest.", 0.7},
      {"viscous", "sigma_2", "N.s/m", "Viscous friction.", 0.4, true, false, std::numeric_limits<double>::infinity(),
       0.0, 0.0, "", "the motion is too slow to show it"}};
  fit.nuisances = {
      {"offset of run \"1\".csv", "b", "N", "Constant force.", -0.02, true, true, 0.001, -0.022, -0.018, "slopes"}};
  fit.correlated = {"coulomb.forward", "coulomb.back"};
  fit.correlation = {1.0, 0.97, 0.97, 1.0};
  fit.noise = 0.035;
  fit.correlation_time = 3.2;
  fit.condition = std::numeric_limits<double>::infinity();
  fit.loss = 0.0012;
  fit.loss_unit = "N2";
  fit.aicc = -123.4;
  fit.free_count = 3;
  fit.train = {score_by_hand("all", 2 * samples / 3), score_by_hand("run \"1\".csv", 2 * samples / 3)};
  fit.test = {score_by_hand("all", samples / 3), score_by_hand("run \"1\".csv", samples / 3)};
  fit.traces = {trace_by_hand("run \"1\".csv", samples, identify::Use::scored)};
  for (int lag = 0; lag < 40; ++lag) fit.autocorrelation.push_back(std::exp(-lag / 3.0));
  fit.advice = {"viscous cannot be told: the motion is too slow. Drive it at 0.1 m/s and more."};
  fit.notes = {"run1.csv: velocity derived from displacement", "<b>not bold</b>"};
  fit.convergence = {{100, 0.5, "search"}, {200, 0.01, "search"}, {210, 0.0012, "polish"}};
  fit.evaluations = 210;
  fit.message = "settled after 9 steps";
  fit.verdict = {identify::Conclusion::usable, "viscous is not identified", "record faster motion"};
  fit.sensor_noise = 0.02;
  fit.hash = 0x1234abcd;
  fit.velocity_resolution = 1e-5;
  return fit;
}

inline io::Provenance origin_by_hand() {
  return {.version = "0.1.0", .date = "2026-03-14", .files = {{"run \"1\".csv", 0xFEEDU}, {"run2.csv", 0xBEEFU, true}}};
}

inline identify::RankReport rank_by_hand() {
  identify::RankReport r{.verdict = {identify::Conclusion::usable,
                                     "gms explains the data best; lugre cannot be told from it.",
                                     "record faster motion"}};
  identify::RankRow gms{.law = "gms", .fit = fit_by_hand(), .parameters = 3, .test_rmse = 0.03, .test_r2 = 0.998};
  identify::RankRow lugre{.law = "lugre",
                          .fit = fit_by_hand(),
                          .parameters = 5,
                          .test_rmse = 0.031,
                          .test_r2 = 0.997,
                          .aicc_difference = 4.0,
                          .behind = 0.7,
                          .inside_noise = true};
  identify::RankRow coulomb{.law = "coulomb", .skipped = "column 'applied' is missing"};
  r.rows = {gms, lugre, coulomb};
  r.rows[1].fit.law = "lugre";
  r.notes = {"blocks of 0.5 s"};
  return r;
}

}  // namespace stickslip::tests
