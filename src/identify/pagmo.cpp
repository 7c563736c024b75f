// Pagmo's algorithms as further strategies. The box is the unit cube, which its cmaes needs.
#include <array>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/algorithms/pso_gen.hpp>
#include <pagmo/algorithms/sade.hpp>
#include <pagmo/algorithms/sga.hpp>
#include <pagmo/batch_evaluators/member_bfe.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <stdexcept>

#include "search.hpp"

namespace stickslip::identify {
namespace {

constexpr unsigned population_size = 90;  // as the four subpopulations of 000 together
constexpr unsigned usual_generations = 100;

constexpr std::array infos{
    StrategyInfo{"pagmo-sga", "pagmo's simple genetic algorithm, then least squares"},
    StrategyInfo{"pagmo-sade", "pagmo's self-adaptive differential evolution, then least squares"},
    StrategyInfo{"pagmo-cmaes", "pagmo's covariance matrix adaptation, then least squares"},
    StrategyInfo{"pagmo-pso", "pagmo's particle swarm, evaluated in batches, then least squares"}};

// What pagmo asks for; it copies its problems, so the search stays outside.
struct Problem {
  Search* search = nullptr;
  std::size_t axes = 1;

  // A place without a finite loss is a very bad one: pagmo does not like infinity.
  static double finite(double loss) { return loss < 1e300 ? loss : 1e300; }

  pagmo::vector_double fitness(const pagmo::vector_double& places) const {
    return {finite(search->losses_of_places(places)[0])};
  }
  pagmo::vector_double batch_fitness(const pagmo::vector_double& places) const {
    pagmo::vector_double all = search->losses_of_places(places);
    for (double& loss : all) loss = finite(loss);
    return all;
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(axes, 0.0), pagmo::vector_double(axes, 1.0)};
  }
  pagmo::thread_safety get_thread_safety() const { return pagmo::thread_safety::none; }
};

pagmo::algorithm algorithm_named(const std::string& name, unsigned generations, unsigned seed) {
  if (name == "pagmo-sga")
    return pagmo::algorithm(
        pagmo::sga(generations, .9, 1., .02, 1., 2, "exponential", "polynomial", "tournament", seed));
  if (name == "pagmo-sade") return pagmo::algorithm(pagmo::sade(generations, 2, 1, 1e-6, 1e-6, false, seed));
  if (name == "pagmo-cmaes")
    return pagmo::algorithm(pagmo::cmaes(generations, -1, -1, -1, -1, 0.5, 1e-6, 1e-6, false, true, seed));
  pagmo::pso_gen swarm(generations, 0.7298, 2.05, 2.05, 0.5, 5, 2, 4, false, seed);
  swarm.set_bfe(pagmo::bfe(pagmo::member_bfe{}));
  return pagmo::algorithm(swarm);
}

}  // namespace

std::vector<StrategyInfo> pagmo_strategies() { return {infos.begin(), infos.end()}; }

LawPoints pagmo_search(Search& search, const std::string& name, std::uint64_t seed) {
  const std::size_t budget = search.options().budget;
  const unsigned generations = budget > 0 ? std::max(1U, unsigned(budget / population_size)) : usual_generations;
  search.stage(name, 0.0);
  const auto own_seed = unsigned(seed ^ (seed >> 32));
  pagmo::population population(pagmo::problem(Problem{&search, search.axes()}), pagmo::bfe(pagmo::member_bfe{}),
                               population_size, own_seed);
  algorithm_named(name, generations, own_seed).evolve(population);
  return {search.best()};
}

}  // namespace stickslip::identify
