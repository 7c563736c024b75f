// The last stage of a fit: what a person should conclude from it.
#include "judge.hpp"

#include <algorithm>
#include <cmath>

#include "intervals.hpp"
#include "score.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "tuning.hpp"

namespace stickslip::identify {
namespace {

constexpr Tuning::Judgement limits = tuning.judgement;

// The step of a signal that comes in steps, 0 of one that does not: half of its neighbours are equal.
double resolution(std::span<const double> signal) {
  Steps steps;
  steps.add(signal);
  return 2 * steps.equal > signal.size() ? steps.finest : 0.0;
}

// The white noise of a signal, also of one whose sensor was at its ends in more than a twentieth of the rows.
double white_noise(std::span<const double> signal) {
  const auto [low, high] = std::minmax_element(signal.begin(), signal.end());
  if (low == signal.end()) return 0.0;
  const auto held = std::count(signal.begin(), signal.end(), *low) + std::count(signal.begin(), signal.end(), *high);
  const double white = numerics::white_noise(signal);
  if (20 * std::size_t(held) < signal.size()) return white;
  return std::max(white, numerics::white_noise_between(signal, *low, *high));
}

// What a law leaves of the measured signal, over the signal's own deviation from its mean: sqrt(1 - R2).
double unexplained_share(const FitScore& score) { return std::sqrt(std::max(0.0, 1.0 - score.r2)); }

const FitScore& judged_score(const FitReport& fit) { return fit.test.empty() ? fit.train[0] : fit.test[0]; }

std::string size_words(const FitReport& fit, double value) {
  return text::with_unit(text::digits(value, 2), text::show_unit(measured_unit(fit), fit.rotary));
}

std::string times_words(double ratio) { return text::digits(ratio, 2) + " times"; }

// Residuals against the noise of the sensor: "an RMSE of 0.1 N on unseen data, 1.1 times the noise of the sensor".
std::string error_words(const FitReport& fit, const FitScore& score) {
  std::string words = "RMSE " + size_words(fit, score.rmse) + (fit.test.empty() ? "" : " on unseen data");
  if (fit.sensor_noise > 0.0)
    words += ", " + times_words(score.rmse / fit.sensor_noise) + " the noise of the sensor (" +
             size_words(fit, fit.sensor_noise) + ")";
  return words + ", R2 " + text::digits(score.r2, 4);
}

std::string other_law() {
  return "compare laws with rank; look whether inertia, gravity, pressure or an offset acts beside friction (" +
         option_reference("common", "inertia") + ", " + option_reference("nuisances", "offset") + ")";
}

std::vector<std::string> unidentified(const FitReport& fit) {
  std::vector<std::string> names;
  for (const FittedParameter& p : fit.parameters)
    if (p.free && !p.identified) names.push_back(p.name);
  return join_sides(std::move(names));
}

bool is_any_identified(const FitReport& fit) {
  return std::any_of(fit.parameters.begin(), fit.parameters.end(),
                     [](const FittedParameter& p) { return p.free && p.identified; });
}

// A signal without noise, as simulations give it, still scatters by its digits and by its curvature.
bool is_noise_of_a_sensor(const FitReport& fit, const FitScore& score) {
  constexpr double visible = 5e-4;  // of the signal's deviation from its mean
  return fit.sensor_noise * unexplained_share(score) > visible * score.rmse;
}

bool follows_within_noise(const FitReport& fit, const FitScore& score) {
  constexpr double far = 10.0;  // times the noise: what the law misses is plain, however small
  if (score.rmse <= limits.above_noise * fit.sensor_noise) return true;
  return unexplained_share(score) <= limits.negligible &&
         !(is_noise_of_a_sensor(fit, score) && score.rmse > far * fit.sensor_noise);
}

// "a sample every 1 s ... is slow for a friction test; ...": no fit can tell whether it is.
constexpr std::string_view clock_doubt = "the clock is in doubt: ";

std::string with_clock_doubts(std::string reason, const FitReport& fit) {
  for (const std::string& doubt : fit.clock_doubts) reason.append("; ").append(clock_doubt).append(doubt);
  return reason;
}

// Why a fit that follows its data is not simply good; empty when it is.
std::vector<std::string> list_limits(const FitReport& fit, const FitScore& score) {
  std::vector<std::string> all;
  if (!follows_within_noise(fit, score)) all.push_back("residuals stand above the noise: " + error_words(fit, score));
  if (!fit.test.empty() && fit.test[0].rmse > limits.worse_unseen * std::max(fit.train[0].rmse, fit.sensor_noise))
    all.push_back("unseen data are followed worse than fitted ones (RMSE " + size_words(fit, fit.test[0].rmse) +
                  " against " + size_words(fit, fit.train[0].rmse) + ")");
  if (!fit.settled) all.emplace_back("least squares did not reach the bottom: other parameters may fit better");
  if (const auto names = unidentified(fit); fit.options.intervals && !names.empty())
    all.push_back(name_some(names) + (names.size() == 1 ? " is" : " are") + " not identified");
  for (const std::string& doubt : fit.clock_doubts) all.push_back(std::string(clock_doubt) + doubt);
  return all;
}

Verdict usable(const FitReport& fit, const std::vector<std::string>& reasons) {
  Verdict v{Conclusion::usable, {}, {}};
  for (const std::string& reason : reasons) v.reason += (v.reason.empty() ? "" : "; ") + reason;
  if (!fit.settled)
    v.next_step = "fit again with another " + option_reference("seed") + " or a larger " + option_reference("budget");
  else if (reasons[0].starts_with("residuals"))
    v.next_step = other_law();
  else if (reasons[0].starts_with(clock_doubt))
    v.next_step = "give the unit of the time and fit again";
  else if (!fit.advice.empty())
    v.next_step = fit.advice[0];
  return v;
}

Verdict data_problem(const std::string& what) {
  return {Conclusion::data_problem, what, "repair it and fit again; stickslip inspect shows what the recording holds"};
}

}  // namespace

std::string name_some(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() <= most) return text::join_in_words(names);
  std::vector<std::string> first(names.begin(), names.begin() + most - 1);
  first.push_back(std::to_string(names.size() - first.size()) + " more");
  return text::join_in_words(first);
}

double measure_sensor_noise(std::span<const FitTrace> traces) {
  double squares = 0.0;
  double samples = 0.0;
  for (const FitTrace& t : traces) {
    const double white = white_noise(t.measured);
    const double steps = resolution(t.measured) / std::sqrt(12.0);  // evenly spread within a step
    const double own = std::max(white, steps);
    squares += own * own * double(t.measured.size());
    samples += double(t.measured.size());
  }
  return samples > 0.0 ? std::sqrt(squares / samples) : 0.0;
}

Verdict judge(const FitReport& fit, std::span<const std::string> problems, std::span<const std::string> suspicions) {
  if (!problems.empty()) return data_problem(problems[0]);
  const FitScore& score = judged_score(fit);
  const auto unexplained = [&fit](const std::string& reason) {
    return Verdict{Conclusion::unexplained, with_clock_doubts(reason, fit), other_law()};
  };
  if (!suspicions.empty() && !follows_within_noise(fit, score)) return data_problem(suspicions[0]);
  if (!std::isfinite(score.rmse) || score.r2 < limits.blown_up)
    return unexplained("the simulated force diverges: " + error_words(fit, score));
  if (score.r2 <= 0.0) return unexplained("the law does worse than a constant: " + error_words(fit, score));
  const bool far_above = score.rmse > limits.far_above_noise * fit.sensor_noise;
  if (far_above && unexplained_share(score) > limits.unexplained)
    return unexplained("residuals stand far above the noise: " + error_words(fit, score));
  if (fit.options.intervals && fit.free_count > 0 && fit.completed && !is_any_identified(fit))
    return {Conclusion::unexplained, "these data identify none of the free parameters",
            fit.advice.empty() ? std::string() : fit.advice[0]};
  const auto reasons = list_limits(fit, score);
  if (!reasons.empty()) return usable(fit, reasons);
  return {Conclusion::good, error_words(fit, score), {}};
}

}  // namespace stickslip::identify
