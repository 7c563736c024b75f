#include "search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "stickslip/numerics/hash.hpp"

namespace stickslip::identify {

std::uint64_t hash_key(std::span<const double> numbers, std::uint64_t also) {
  numerics::Fnv1a hash;
  hash.add(also);
  for (const double x : numbers) hash.add(x);
  return hash.value();
}

void Search::note() {
  if (convergence_.empty() || best_loss_ < convergence_.back().loss)
    convergence_.push_back({evaluations_, best_loss_, stage_});
  observer_.report({stage_, best_loss_, evaluations_, share_});
}

std::vector<double> Search::losses(std::span<const double> points) {
  stop_if_cancelled();
  const std::size_t n = axes();
  std::vector<double> found = memory_.answer(memory_.next(), hash_key(points), [&] {
    std::vector<double> fresh = objective_.losses(points);
    stop_if_cancelled();
    return fresh;
  });
  evaluations_ += found.size();
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i] < best_loss_) {
      best_loss_ = found[i];
      best_.assign(points.begin() + std::ptrdiff_t(i * n), points.begin() + std::ptrdiff_t((i + 1) * n));
    }
  note();
  return found;
}

std::vector<double> Search::compute_losses(std::span<const double> places) {
  const std::size_t n = axes();
  std::vector<double> points;
  points.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); i += n) {
    const auto p = coordinates().at(places.subspan(i, n));
    points.insert(points.end(), p.begin(), p.end());
  }
  return losses(points);
}

void Search::stage(std::string name, double share) {
  stage_ = std::move(name);
  share_ = share;
}

void Search::offer(std::span<const double> point, double loss) {
  if (!(loss < best_loss_)) return;
  best_loss_ = loss;
  best_.assign(point.begin(), point.end());
  note();
}

std::vector<std::size_t> best_first(std::span<const double> losses) {
  std::vector<std::size_t> order(losses.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return losses[a] < losses[b]; });
  return order;
}

std::size_t usual_count(const Search& search, std::size_t samples, double steps, std::size_t least, std::size_t most) {
  if (search.options().budget > 0) return search.options().budget;
  return std::clamp(std::size_t(steps / double(std::max<std::size_t>(samples, 1))), least, most);
}

std::vector<double> compass(Search& search, std::vector<double> point, std::span<const std::size_t> along,
                            std::size_t rounds, double first_step) {
  const Coordinates& c = search.coordinates();
  std::vector<double> step;
  for (const std::size_t i : along)
    step.push_back(c[i].scale == Scale::log
                       ? first_step
                       : first_step * std::max(std::abs(point[i]), tuning.compass.least_size * c[i].high));
  double best = search.losses(point)[0];
  for (std::size_t round = 0; round < rounds && !along.empty(); ++round) {
    std::vector<double> tries;
    for (std::size_t k = 0; k < along.size(); ++k)
      for (const double direction : {1.0, -1.0}) {
        auto moved = point;
        moved[along[k]] = std::clamp(moved[along[k]] + direction * step[k], c[along[k]].floor, c[along[k]].ceiling);
        tries.insert(tries.end(), moved.begin(), moved.end());
      }
    const auto losses = search.losses(tries);
    // All coordinates that gained move together when that is better still.
    auto together = point;
    std::size_t single = losses.size();
    for (std::size_t k = 0; k < along.size(); ++k) {
      const std::size_t better = losses[2 * k] < losses[2 * k + 1] ? 2 * k : 2 * k + 1;
      if (losses[better] < best) {
        together[along[k]] = tries[better * point.size() + along[k]];
        if (single == losses.size() || losses[better] < losses[single]) single = better;
        step[k] *= tuning.compass.grow;
      } else {
        step[k] *= tuning.compass.shrink;
      }
    }
    if (single == losses.size()) continue;
    const double joint = search.losses(together)[0];
    if (joint < losses[single]) {
      point = together;
      best = joint;
    } else {
      point.assign(tries.begin() + std::ptrdiff_t(single * point.size()),
                   tries.begin() + std::ptrdiff_t((single + 1) * point.size()));
      best = losses[single];
    }
  }
  return point;
}

}  // namespace stickslip::identify
