#include "score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuning.hpp"

namespace stickslip::identify {
namespace {

struct Sums {
  std::size_t count = 0;
  double squares = 0.0, measured = 0.0, measured_squares = 0.0, largest = 0.0;
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  void add(double measured_value, double fitted) {
    const double r = fitted - measured_value;
    ++count;
    squares += r * r;
    measured += measured_value;
    measured_squares += measured_value * measured_value;
    largest = std::max(largest, std::abs(r));
    low = std::min(low, measured_value);
    high = std::max(high, measured_value);
  }
  double top() const { return std::max(std::abs(low), std::abs(high)); }
};

FitScore score_samples(std::string name, std::span<const FitTrace* const> traces, Use use) {
  constexpr double floor = tuning.report.relative_floor;
  Sums sums;
  for (const FitTrace* t : traces)
    for (std::size_t k = 0; k < t->use.size(); ++k)
      if (t->use[k] == use) sums.add(t->measured[k], t->fitted[k]);
  FitScore score{std::move(name), sums.count};
  if (sums.count == 0) return score;
  const double n = double(sums.count);
  double relative = 0.0;
  for (const FitTrace* t : traces)
    for (std::size_t k = 0; k < t->use.size(); ++k)
      if (t->use[k] == use)
        relative += std::abs(t->fitted[k] - t->measured[k]) / std::max(std::abs(t->measured[k]), floor * sums.top());
  const double about_mean = sums.measured_squares - sums.measured * sums.measured / n;
  score.rmse = std::sqrt(sums.squares / n);
  score.nrmse = sums.high > sums.low ? score.rmse / (sums.high - sums.low) : 0.0;
  score.r2 = about_mean > 0.0 ? 1.0 - sums.squares / about_mean : 0.0;
  score.relative = sums.top() > 0.0 ? relative / n : 0.0;
  score.relative_norm = sums.measured_squares > 0.0 ? std::sqrt(sums.squares / sums.measured_squares) : 0.0;
  score.largest = sums.largest;
  return score;
}

}  // namespace

void Steps::add(std::span<const double> signal) {
  constexpr double rounding = 1e-9;  // of the largest value
  double largest = 0.0;
  for (const double v : signal) largest = std::max(largest, std::abs(v));
  for (std::size_t k = 1; k < signal.size(); ++k) {
    const double step = std::abs(signal[k] - signal[k - 1]);
    ++all;
    if (!(step > rounding * largest)) ++equal;
    if (step > rounding * largest && (finest == 0.0 || step < finest)) finest = step;
  }
}

std::vector<FitScore> score_traces(std::span<const FitTrace> traces, Use use) {
  std::vector<const FitTrace*> all;
  for (const FitTrace& t : traces) all.push_back(&t);
  std::vector<FitScore> scores{score_samples("all", all, use)};
  if (scores[0].samples == 0) return {};
  for (const FitTrace* t : all) {
    FitScore own = score_samples(t->name, std::span(&t, 1), use);
    if (own.samples > 0) scores.push_back(std::move(own));
  }
  return scores;
}

std::vector<double> autocorrelate(std::span<const FitTrace> traces, std::size_t lags) {
  std::vector<double> sums(lags + 1, 0.0);
  for (const FitTrace& t : traces) {
    std::vector<double> r;
    r.reserve(t.use.size());
    for (std::size_t k = 0; k < t.use.size(); ++k)
      r.push_back(t.use[k] == Use::fitted ? t.fitted[k] - t.measured[k] : 0.0);
    for (std::size_t lag = 0; lag <= lags; ++lag)
      for (std::size_t k = 0; k + lag < r.size(); ++k) sums[lag] += r[k] * r[k + lag];
  }
  const double all = sums[0];
  if (all > 0.0)
    for (double& s : sums) s /= all;
  return sums;
}

}  // namespace stickslip::identify
