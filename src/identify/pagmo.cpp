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

constexpr const Tuning::Pagmo& own = tuning.pagmo;

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
  static double finite(double loss) { return loss < own.infinite ? loss : own.infinite; }

  pagmo::vector_double fitness(const pagmo::vector_double& places) const {
    return {finite(search->compute_losses(places)[0])};
  }
  pagmo::vector_double batch_fitness(const pagmo::vector_double& places) const {
    pagmo::vector_double all = search->compute_losses(places);
    for (double& loss : all) loss = finite(loss);
    return all;
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(axes, 0.0), pagmo::vector_double(axes, 1.0)};
  }
  pagmo::thread_safety get_thread_safety() const { return pagmo::thread_safety::none; }
};

pagmo::algorithm make_algorithm(const std::string& name, unsigned generations, unsigned seed) {
  if (name == "pagmo-sga")
    return pagmo::algorithm(pagmo::sga(generations, own.crossover, own.distribution, own.mutation, own.mutation_width,
                                       own.tournament, "exponential", "polynomial", "tournament", seed));
  if (name == "pagmo-sade")
    return pagmo::algorithm(
        pagmo::sade(generations, own.variant, own.adaptation, own.tolerance, own.tolerance, false, seed));
  if (name == "pagmo-cmaes")  // -1: its rates by its own rules
    return pagmo::algorithm(
        pagmo::cmaes(generations, -1, -1, -1, -1, own.sigma, own.tolerance, own.tolerance, false, true, seed));
  pagmo::pso_gen swarm(generations, own.inertia, own.own, own.social, own.speed, own.pso_variant, own.topology,
                       own.neighbours, false, seed);
  swarm.set_bfe(pagmo::bfe(pagmo::member_bfe{}));
  return pagmo::algorithm(swarm);
}

}  // namespace

std::vector<StrategyInfo> pagmo_strategies() { return {infos.begin(), infos.end()}; }

LawPoints pagmo_search(Search& search, const std::string& name, std::uint64_t seed) {
  const FitOptions& o = search.options();
  const auto size = o.population > 0 ? unsigned(o.population) : own.population;
  const auto wanted = o.generations > 0 ? unsigned(o.generations) : own.generations;
  const unsigned allowed = std::max(1U, unsigned(o.budget / size));
  const unsigned generations = o.budget == 0 ? wanted : o.generations > 0 ? std::min(wanted, allowed) : allowed;
  search.stage(name, 0.0);
  const auto own_seed = unsigned(seed ^ (seed >> 32));
  pagmo::population population(pagmo::problem(Problem{&search, search.axes()}), pagmo::bfe(pagmo::member_bfe{}), size,
                               own_seed);
  make_algorithm(name, generations, own_seed).evolve(population);
  return {search.best()};
}

}  // namespace stickslip::identify
