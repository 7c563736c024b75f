#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "objective.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

std::size_t length_of(const Recording& r, bool closed_loop) {
  return closed_loop ? r.motion.applied.size() : r.record.motion.size();
}

const std::vector<double>& weight_of(const Recording& r, bool closed_loop) {
  return closed_loop ? r.motion.weight : r.record.weight;
}

void check(const FitOptions& o) {
  if (!(o.train > 0.0 && o.train <= 1.0))
    throw std::invalid_argument("the share " + text_of(o.train) + " for the fit must lie above 0 and not above 1");
  if (o.blocks == 1) throw std::invalid_argument("1 block leaves nothing for the test: take 2 at least");
  if (o.blocks > 0 && o.train < 1.0)
    throw std::invalid_argument("a share for the fit and blocks exclude each other: give one of them");
}

// 1: to be fitted, 2: to be scored.
unsigned char part_of(std::size_t k, std::size_t n, const FitOptions& o) {
  if (o.blocks > 0) return (k * o.blocks / n) % 2 == 0 ? 1 : 2;
  return double(k) < o.train * double(n) ? 1 : 2;
}

}  // namespace

Roles roles_of(std::span<const Recording> recordings, const FitOptions& options) {
  check(options);
  Roles roles;
  std::size_t fitted = 0;
  for (const Recording& r : recordings) {
    const std::size_t n = length_of(r, options.closed_loop);
    const auto& weight = weight_of(r, options.closed_loop);
    std::vector<unsigned char> own(n, 0);
    for (std::size_t k = 1; k < n; ++k) {  // the first sample is the start of the run
      if (!weight.empty() && !(weight[k] > 0.0)) continue;
      own[k] = r.test ? 2 : part_of(k, n, options);
      if (own[k] == 1) ++fitted;
    }
    roles.push_back(std::move(own));
  }
  if (fitted == 0) throw std::invalid_argument("no sample is left to be fitted: every recording is kept for the test");
  return roles;
}

Loss batch_loss(FitLoss loss) {
  return loss == FitLoss::squares ? Loss::squares : loss == FitLoss::huber ? Loss::huber : Loss::absolute;
}

BatchOptions batch_options(const FitOptions& options) {
  BatchOptions b{.loss = batch_loss(options.loss),
                 .huber = options.huber > 0.0 ? options.huber : std::numeric_limits<double>::infinity(),
                 .device = options.device,
                 .threads = options.threads};
  b.watch.cancelled = options.cancelled;
  return b;
}

double huber_bend(std::span<const double> residuals, const FitOptions& options) {
  constexpr double efficient = 1.345;  // Huber 1964: 95 % efficiency
  if (options.huber > 0.0) return options.huber;
  return std::max(efficient * numerics::deviation_per_median * numerics::median_magnitude(residuals), 1e-300);
}

double mean_loss(std::span<const double> residuals, const FitOptions& options) {
  double sum = 0.0;
  for (const double r : residuals) sum += r;
  if (!std::isfinite(sum)) return sum;  // no median of what is no number
  const double bend = options.loss == FitLoss::huber ? huber_bend(residuals, options) : 0.0;
  sum = 0.0;
  for (const double r : residuals) sum += loss_term(batch_loss(options.loss), r, bend);
  return sum / double(residuals.size());
}

}  // namespace stickslip::identify
