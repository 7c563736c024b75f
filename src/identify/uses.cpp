#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "problem.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

std::size_t sample_count(const Recording& r, bool closed_loop) {
  return closed_loop ? r.motion.applied.size() : r.record.motion.size();
}

const std::vector<double>& sample_weights(const Recording& r, bool closed_loop) {
  return closed_loop ? r.motion.weight : r.record.weight;
}

void check(const FitOptions& o) {
  if (!(o.train > 0.0 && o.train <= 1.0))
    throw std::invalid_argument("the share " + to_text(o.train) + " for the fit must lie above 0 and not above 1");
  if (o.blocks == 1) throw std::invalid_argument("1 block leaves nothing for the test: take 2 at least");
  if (o.blocks > 0 && o.train < 1.0)
    throw std::invalid_argument("a share for the fit and blocks exclude each other: give one of them");
}

Use use_in_split(std::size_t k, std::size_t n, const FitOptions& o) {
  if (o.blocks > 0) return (k * o.blocks / n) % 2 == 0 ? Use::fitted : Use::scored;
  return double(k) < o.train * double(n) ? Use::fitted : Use::scored;
}

// The error of the velocity around every sample: its noise, or of a derived one how far it moves there when it is
// derived once more. In small strokes, of a few steps of the sensor, that is far more than elsewhere.
std::vector<double> estimate_velocity_errors(const Recording& r) {
  const std::size_t n = r.record.motion.size();
  if (r.views.empty()) return std::vector<double>(n, r.velocity_noise);
  const auto& again = r.views.front();
  std::vector<double> sums(n + 1, 0.0);  // of squares up to a sample
  for (std::size_t k = 0; k < n; ++k)
    sums[k + 1] = sums[k] + std::pow(again[k].velocity - r.record.motion[k].velocity, 2.0);
  std::vector<double> errors(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t from = k - std::min(k, tuning.sensor_bias.around);
    const std::size_t to = std::min(n, k + tuning.sensor_bias.around + 1);
    errors[k] = std::sqrt((sums[to] - sums[from]) / double(to - from));
  }
  return errors;
}

// Whether the velocity changes its sign within two samples: a derived one may do so a sample too early or too late.
bool turns_near(const Record& r, std::size_t k) {
  constexpr std::size_t near = 2;
  const std::size_t to = std::min(r.motion.size() - 1, k + near);
  for (std::size_t i = k - std::min(k, near); i < to; ++i)
    if (r.motion[i].velocity * r.motion[i + 1].velocity <= 0.0) return true;
  return false;
}

std::vector<bool> mark_stops(const Recording& r) {
  std::vector<bool> stops(r.record.motion.size(), false);
  for (const Recording::Rest& stop : r.stops)
    for (std::size_t k = stop.from; k < stop.to; ++k) stops[k] = true;
  return stops;
}

// A law without presliding jumps with the sign of the velocity. Where the body stands it holds any force, and where the
// sign is a guess its force is one too: such samples would pull its level down, and say nothing of the law. They are
// neither fitted nor compared, unless hardly any are left, or so many move that slowly that these data are not for it.
void leave_out_uncertain_signs(const Recording& r, std::vector<Use>& uses) {
  const std::vector<double> errors = estimate_velocity_errors(r);
  const std::vector<bool> stops = mark_stops(r);
  for (const Use use : {Use::fitted, Use::scored}) {
    std::vector<Use> kept = uses;
    std::size_t all = 0, moving = 0, guessed = 0;
    for (std::size_t k = 0; k < uses.size(); ++k) {
      if (uses[k] != use) continue;
      ++all;
      const bool slow = std::abs(r.record.motion[k].velocity) < tuning.sensor_bias.sign_errors * errors[k];
      const bool guess = !stops[k] && (slow || turns_near(r.record, k));
      if (!stops[k]) ++moving;
      if (guess) ++guessed;
      if (stops[k] || guess) kept[k] = Use::left_out;
    }
    const std::size_t left = moving - guessed;
    const bool enough = left >= tuning.still.fewest && double(left) >= tuning.still.left * double(all);
    const double most = use == Use::fitted ? tuning.still.guessed : tuning.still.excused;
    if (enough && double(guessed) <= most * double(moving)) uses = std::move(kept);
  }
}

// What a contact with presliding holds in a rest hangs on movements of less than a step of the sensor. In every sample
// of a rest that is the same error, which would pull stiffness and break-away: they are not fitted, unless they are
// most of what there is.
void leave_out_rests(const Recording& r, std::vector<Use>& uses) {
  std::vector<Use> kept = uses;
  for (const Recording::Rest& rest : r.rests)
    for (std::size_t k = rest.from; k < rest.to; ++k)
      if (kept[k] == Use::fitted) kept[k] = Use::left_out;
  const auto fitted = [](const std::vector<Use>& all) { return std::count(all.begin(), all.end(), Use::fitted); };
  if (4 * fitted(kept) > fitted(uses)) uses = std::move(kept);
}

// Whether the force that is compared depends on the acceleration: by a mass that moves, or by the law itself.
bool uses_acceleration(const FitOptions& o) {
  const auto is_inertia = [](const NuisanceWish& wish) { return wish.name == "inertia"; };
  return !o.closed_loop &&
         (law_info(o.law).has_inertia || std::any_of(o.nuisances.begin(), o.nuisances.end(), is_inertia));
}

}  // namespace

Uses choose_uses(std::span<const Recording> recordings, const FitOptions& options) {
  check(options);
  Uses uses;
  std::size_t fitted = 0;
  const bool with_acceleration = uses_acceleration(options);
  for (const Recording& r : recordings) {
    const std::size_t n = sample_count(r, options.closed_loop);
    const auto& weight = sample_weights(r, options.closed_loop);
    std::vector<Use> own(n, Use::left_out);
    for (std::size_t k = 1; k < n; ++k) {  // the first sample is the start of the run
      if (!weight.empty() && !(weight[k] > 0.0)) continue;
      own[k] = r.test ? Use::scored : use_in_split(k, n, options);
    }
    if (!options.closed_loop) {
      const bool sharp = !law_info(options.law).has_presliding;
      if (sharp && (!r.views.empty() || r.velocity_noise > 0.0)) leave_out_uncertain_signs(r, own);
      if (!sharp && !r.views.empty()) leave_out_rests(r, own);
    }
    if (with_acceleration)
      for (const std::size_t k : r.poor_acceleration) own[std::min(k, n - 1)] = Use::left_out;
    fitted += std::size_t(std::count(own.begin(), own.end(), Use::fitted));
    uses.push_back(std::move(own));
  }
  if (fitted == 0) throw std::invalid_argument("no sample is left to be fitted: every recording is kept for the test");
  return uses;
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

std::size_t descents_at_once(const Objective& objective, const FitOptions& options) {
  constexpr double room = 256e6;  // [B] for all of them
  constexpr double others = 4.0;  // residuals before, during and after a step; slopes come on top
  const double axes = double(objective.coordinates().count() + objective.nuisances().size());
  const double each = double(objective.samples()) * (axes + others) * double(sizeof(double));
  const std::size_t threads = options.threads > 0 ? options.threads : std::thread::hardware_concurrency();
  return std::clamp(std::size_t(room / std::max(each, 1.0)), std::size_t(1), std::max<std::size_t>(threads, 1));
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
