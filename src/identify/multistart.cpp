// Many points spread over the box, the best of them handed on; a second round looks closer around these.
#include <algorithm>
#include <cmath>

#include "search.hpp"
#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/sampling.hpp"

namespace stickslip::identify {

namespace {

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / double(a.size());
}

// Indices of the best places that lie apart.
std::vector<std::size_t> best_apart(std::span<const double> places, std::span<const double> losses, std::size_t axes) {
  std::vector<std::size_t> chosen;
  for (const std::size_t i : best_first(losses)) {
    if (chosen.size() == tuning.multistart.handed_on || !std::isfinite(losses[i])) break;
    const bool apart = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t c) {
      return distance(places.subspan(i * axes, axes), places.subspan(c * axes, axes)) > tuning.multistart.near;
    });
    if (apart) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace

LawPoints multistart(Search& search, std::uint64_t seed) {
  const std::size_t axes = search.axes();
  const std::size_t count = usual_count(search, search.objective().samples(), tuning.multistart.work,
                                        tuning.multistart.least, tuning.multistart.most);
  const std::size_t first = count * tuning.multistart.spread / 3;
  search.stage("search: spread", 0.0);
  std::vector<double> places = numerics::hypercube_places(first, axes, seed);
  std::vector<double> losses = search.compute_losses(places);

  search.stage("search: closer", tuning.progress.closer);
  numerics::Generator random(seed ^ tuning.multistart.salt);
  std::vector<double> closer;
  const auto seeds = best_apart(places, losses, axes);
  for (std::size_t i = 0; i < count - first && !seeds.empty(); ++i) {
    const std::size_t from = seeds[i % seeds.size()];
    for (std::size_t j = 0; j < axes; ++j) {
      const double bell = random.unit() + random.unit() + random.unit() - 1.5;
      closer.push_back(std::clamp(places[from * axes + j] + tuning.multistart.closer * bell, 0.0, 1.0));
    }
  }
  if (!closer.empty()) {
    const auto more = search.compute_losses(closer);
    places.insert(places.end(), closer.begin(), closer.end());
    losses.insert(losses.end(), more.begin(), more.end());
  }
  search.stage("search: closer", tuning.progress.searched);
  LawPoints starts;
  for (const std::size_t i : best_apart(places, losses, axes))
    starts.push_back(search.coordinates().at(std::span(places).subspan(i * axes, axes)));
  return starts;
}

}  // namespace stickslip::identify
