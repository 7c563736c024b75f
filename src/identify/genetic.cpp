// The genetic algorithm of 000, with the published defaults of its toolbox (GEATbx 3.8, H. Pohlheim) unless options say
// otherwise: four subpopulations of 25, 20, 15 and 30; linear ranking with pressure 1.7; stochastic universal sampling;
// discrete recombination; real-valued mutation (breeder) of one variable in nvar; 10 % of every subpopulation migrate
// in a ring every 20 generations; 100 generations. Nine of ten are replaced by offspring, the best of the old ones
// stay.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "search.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::identify {
namespace {

constexpr const Tuning::Genetic& own = tuning.genetic;

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
    fitness[i] = 2.0 - own.pressure + 2.0 * (own.pressure - 1.0) * double(n - 1 - i) / double(n - 1);
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

// Every variable from one of the two parents; a child that is not recombined is like the first.
std::vector<double> recombine(const Individual& a, const Individual& b, double rate, numerics::Generator& random) {
  if (rate < 1.0 && random.unit() >= rate) return a.places;
  std::vector<double> child(a.places.size());
  for (std::size_t i = 0; i < child.size(); ++i) child[i] = random.below(2) == 0 ? a.places[i] : b.places[i];
  return child;
}

// `rate` variables of a child in the mean.
void mutate(std::vector<double>& places, double rate, numerics::Generator& random) {
  for (double& x : places) {
    if (random.unit() * double(places.size()) >= rate) continue;
    const double step = own.mutation_range * std::exp2(-own.mutation_precision * random.unit());
    x = std::clamp(x + (random.below(2) == 0 ? step : -step), 0.0, 1.0);
  }
}

void evaluate(Search& search, std::vector<Population>& fresh) {
  std::vector<double> places;
  for (const Population& p : fresh)
    for (const Individual& i : p) places.insert(places.end(), i.places.begin(), i.places.end());
  const auto losses = search.compute_losses(places);
  std::size_t at = 0;
  for (Population& p : fresh)
    for (Individual& i : p) i.loss = losses[at++];
}

std::size_t count_renewed(std::size_t size) { return std::size_t(std::lround(own.renewed * double(size))); }

Population breed(const Population& sorted, const FitOptions& o, numerics::Generator& random) {
  const std::size_t count = count_renewed(sorted.size());
  const auto parents = select_parents(sorted, count, random);
  Population young;
  for (std::size_t i = 0; i < count; ++i) {
    young.push_back({recombine(sorted[parents[i]], sorted[parents[(i + 1) % count]], o.crossover_rate, random), 0.0});
    mutate(young.back().places, o.mutation_rate, random);
  }
  return young;
}

// The best of each go to the next one in the ring and take the place of its worst.
void migrate(std::vector<Population>& all, double share) {
  std::vector<Population> leaving;
  for (const Population& p : all)
    leaving.emplace_back(p.begin(), p.begin() + std::ptrdiff_t(std::ceil(share * double(p.size()))));
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Population& arriving = leaving[(k + all.size() - 1) % all.size()];
    const auto room = std::ptrdiff_t(std::min(arriving.size(), all[k].size()));
    std::copy(arriving.begin(), arriving.begin() + room, all[k].end() - room);
    sort_by_loss(all[k]);
  }
}

// Four subpopulations in the published proportions.
std::vector<std::size_t> sizes_for(std::size_t population) {
  const std::size_t usual = std::accumulate(own.sizes.begin(), own.sizes.end(), std::size_t{0});
  std::vector<std::size_t> sizes(own.sizes.begin(), own.sizes.end());
  for (std::size_t& size : sizes)
    if (population > 0)
      size = std::max(own.smallest, std::size_t(std::lround(double(size * population) / double(usual))));
  return sizes;
}

// As many as asked for, and no more than a budget allows.
std::size_t generations_for(const FitOptions& o, std::size_t per_generation) {
  const std::size_t wanted = o.generations > 0 ? o.generations : own.generations;
  if (o.budget == 0) return wanted;
  const std::size_t allowed = std::max<std::size_t>(1, o.budget / per_generation);
  return o.generations > 0 ? std::min(wanted, allowed) : allowed;
}

}  // namespace

LawPoints genetic(Search& search, std::uint64_t seed) {
  const FitOptions& o = search.options();
  numerics::Generator random(seed);
  const auto sizes = sizes_for(o.population);
  std::vector<Population> all(sizes.size());
  std::size_t per_generation = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    per_generation += count_renewed(sizes[k]);
    for (std::size_t i = 0; i < sizes[k]; ++i) {
      all[k].push_back({});
      for (std::size_t j = 0; j < search.axes(); ++j) all[k].back().places.push_back(random.unit());
    }
  }
  const std::size_t generations = generations_for(o, per_generation);
  search.stage("genetic search: generation 0", 0.0);
  evaluate(search, all);
  for (Population& p : all) sort_by_loss(p);
  for (std::size_t g = 1; g <= generations; ++g) {
    search.stage("genetic search: generation " + std::to_string(g),
                 tuning.progress.genetic * double(g) / double(generations));
    std::vector<Population> young;
    for (const Population& p : all) young.push_back(breed(p, o, random));
    evaluate(search, young);
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::copy(young[k].begin(), young[k].end(), all[k].end() - std::ptrdiff_t(young[k].size()));
      sort_by_loss(all[k]);
    }
    if (o.migration_period > 0 && g % o.migration_period == 0) migrate(all, o.migration_rate);
  }
  return {search.best()};
}

}  // namespace stickslip::identify
