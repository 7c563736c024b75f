// The genetic algorithm of 000, with the published defaults of its toolbox (GEATbx 3.8, H. Pohlheim): four
// subpopulations of 25, 20, 15 and 30; linear ranking with pressure 1.7; stochastic universal sampling; discrete
// recombination; real-valued mutation (breeder) of one variable in nvar; 10 % of every subpopulation migrate in a ring
// every 20 generations; 100 generations. Nine of ten are replaced by offspring, the best of the old ones stay.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "search.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::identify {
namespace {

constexpr std::array<std::size_t, 4> sizes{25, 20, 15, 30};
constexpr double pressure = 1.7;
constexpr double renewed = 0.9;
constexpr std::size_t migration_period = 20;
constexpr double migrants = 0.1;
constexpr std::size_t usual_generations = 100;
constexpr double mutation_range = 0.1;     // of the box, largest step
constexpr double mutation_precision = 16;  // steps range times 2^-(u precision)

struct Individual {
  std::vector<double> places;
  double loss = 0.0;
};
using Population = std::vector<Individual>;

void sort_by_loss(Population& p) {
  std::stable_sort(p.begin(), p.end(), [](const Individual& a, const Individual& b) { return a.loss < b.loss; });
}

// Stochastic universal sampling: equally spaced pointers over the ranks' fitness, 2 - p + 2 (p - 1) (n - rank)/(n - 1).
std::vector<std::size_t> select_parents(const Population& sorted, std::size_t count, numerics::Generator& random) {
  const std::size_t n = sorted.size();
  std::vector<double> fitness(n);
  for (std::size_t i = 0; i < n; ++i)
    fitness[i] = 2.0 - pressure + 2.0 * (pressure - 1.0) * double(n - 1 - i) / double(n - 1);
  const double total = std::accumulate(fitness.begin(), fitness.end(), 0.0);
  const double spacing = total / double(count);
  std::vector<std::size_t> chosen;
  double pointer = random.unit() * spacing;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    for (sum += fitness[i]; pointer < sum && chosen.size() < count; pointer += spacing) chosen.push_back(i);
  while (chosen.size() < count) chosen.push_back(n - 1);
  for (std::size_t i = count; i > 1; --i) std::swap(chosen[i - 1], chosen[random.below(i)]);
  return chosen;
}

// Every variable from one of the two parents.
std::vector<double> recombine(const Individual& a, const Individual& b, numerics::Generator& random) {
  std::vector<double> child(a.places.size());
  for (std::size_t i = 0; i < child.size(); ++i) child[i] = random.below(2) == 0 ? a.places[i] : b.places[i];
  return child;
}

void mutate(std::vector<double>& places, numerics::Generator& random) {
  for (double& x : places) {
    if (random.unit() * double(places.size()) >= 1.0) continue;
    const double step = mutation_range * std::exp2(-mutation_precision * random.unit());
    x = std::clamp(x + (random.below(2) == 0 ? step : -step), 0.0, 1.0);
  }
}

void evaluate(Search& search, std::vector<Population*> fresh) {
  std::vector<double> places;
  for (const Population* p : fresh)
    for (const Individual& i : *p) places.insert(places.end(), i.places.begin(), i.places.end());
  const auto losses = search.losses_of_places(places);
  std::size_t at = 0;
  for (Population* p : fresh)
    for (Individual& i : *p) i.loss = losses[at++];
}

Population breed(const Population& sorted, numerics::Generator& random) {
  const auto count = std::size_t(std::lround(renewed * double(sorted.size())));
  const auto parents = select_parents(sorted, count, random);
  Population young;
  for (std::size_t i = 0; i < count; ++i) {
    young.push_back({recombine(sorted[parents[i]], sorted[parents[(i + 1) % count]], random), 0.0});
    mutate(young.back().places, random);
  }
  return young;
}

// The best of each go to the next one in the ring and take the place of its worst.
void migrate(std::vector<Population>& all) {
  std::vector<Population> leaving;
  for (const Population& p : all)
    leaving.emplace_back(p.begin(), p.begin() + std::ptrdiff_t(std::ceil(migrants * double(p.size()))));
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Population& arriving = leaving[(k + all.size() - 1) % all.size()];
    std::copy(arriving.begin(), arriving.end(), all[k].end() - std::ptrdiff_t(arriving.size()));
    sort_by_loss(all[k]);
  }
}

}  // namespace

LawPoints genetic(Search& search, std::uint64_t seed) {
  numerics::Generator random(seed);
  std::vector<Population> all(sizes.size());
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t i = 0; i < sizes[k]; ++i) {
      all[k].push_back({});
      for (std::size_t j = 0; j < search.axes(); ++j) all[k].back().places.push_back(random.unit());
    }
  std::size_t per_generation = 0;
  for (const std::size_t size : sizes) per_generation += std::size_t(std::lround(renewed * double(size)));
  const std::size_t generations = search.options().budget > 0
                                      ? std::max<std::size_t>(1, search.options().budget / per_generation)
                                      : usual_generations;
  search.stage("genetic search: generation 0", 0.0);
  evaluate(search, {&all[0], &all[1], &all[2], &all[3]});
  for (Population& p : all) sort_by_loss(p);
  for (std::size_t g = 1; g <= generations; ++g) {
    search.stage("genetic search: generation " + std::to_string(g), 0.8 * double(g) / double(generations));
    std::vector<Population> young;
    for (const Population& p : all) young.push_back(breed(p, random));
    evaluate(search, {&young[0], &young[1], &young[2], &young[3]});
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::copy(young[k].begin(), young[k].end(), all[k].end() - std::ptrdiff_t(young[k].size()));
      sort_by_loss(all[k]);
    }
    if (g % migration_period == 0) migrate(all);
  }
  return {search.best()};
}

}  // namespace stickslip::identify
