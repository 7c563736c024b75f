#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "descend.hpp"
#include "intervals.hpp"
#include "judge.hpp"
#include "sampling_bias.hpp"
#include "score.hpp"
#include "sensor_bias.hpp"
#include "simplify.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/hash.hpp"
#include "stickslip/numerics/matrix.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {
namespace {

constexpr std::array own_strategies{
    StrategyInfo{"auto", "picks a strategy for the law and reports which"},
    StrategyInfo{"multistart", "a Latin hypercube, a closer look, least squares from the best"},
    StrategyInfo{"projection", "for laws of elements: break points searched, stiffnesses by least squares"},
    StrategyInfo{"ga", "the genetic algorithm of 000, then least squares"}};

void check(const std::vector<Recording>& recordings, const FitOptions& options) {
  if (recordings.empty()) throw std::invalid_argument("a fit needs a recording");
  if (options.law.empty()) throw std::invalid_argument("the law is missing: stickslip laws lists them");
  law_info(options.law);
  std::vector<std::string_view> names;
  for (const StrategyInfo& s : strategies()) names.push_back(s.name);
  if (std::find(names.begin(), names.end(), options.strategy) == names.end())
    throw UnknownName("strategy", options.strategy, names);
  for (const NuisanceWish& wish : options.nuisances) {
    const auto known = nuisance_names();
    if (std::find(known.begin(), known.end(), wish.name) == known.end())
      throw UnknownName("nuisance", wish.name, known);
  }
  if (options.closed_loop && !options.nuisances.empty())
    throw std::invalid_argument("nuisances belong to a measured force; in closed loop the motion is compared");
}

struct Choice {
  std::string strategy, reason;
};

Choice choose_strategy(const FitOptions& o, std::size_t axes) {
  if (o.strategy == "projection" && !can_project(o.law))
    throw std::invalid_argument("the law " + o.law +
                                " has no elements whose stiffnesses enter linearly: take multistart");
  if (o.strategy == "projection" && o.closed_loop)
    throw std::invalid_argument("projection compares forces; in closed loop take multistart");
  if (o.strategy != "auto") return {o.strategy, "asked for"};
  if (axes == 0) return {"multistart", "nothing is free in the law"};
  if (can_project(o.law) && !o.closed_loop)
    return {"projection", "the law is linear in its stiffnesses once its break points are known"};
  return {"multistart", "forces have slopes along " + std::to_string(axes) +
                            " parameters, so that least squares finds " +
                            "the bottom of a valley and only the valley must be searched"};
}

// An option of a genetic search that another strategy would not read.
void refuse_without_effect(const FitOptions& o, const std::string& strategy) {
  const FitOptions usual;
  const bool genes = strategy == "ga";
  const bool crowd = genes || strategy.starts_with("pagmo-");
  const auto refuse = [&](bool given, bool read, std::string_view name) {
    if (given && !read)
      throw std::invalid_argument(option_reference(name) + " has no effect: the strategy is " + strategy + "; take " +
                                  option_reference("strategy", "ga") + ", or leave it out");
  };
  refuse(o.population != usual.population, crowd, "population");
  refuse(o.generations != usual.generations, crowd, "generations");
  refuse(o.crossover_rate != usual.crossover_rate, genes, "crossover_rate");
  refuse(o.mutation_rate != usual.mutation_rate, genes, "mutation_rate");
  refuse(o.migration_rate != usual.migration_rate, genes, "migration_rate");
  refuse(o.migration_period != usual.migration_period, genes, "migration_period");
}

LawPoints search_with(Search& search, const std::string& strategy) {
  const std::uint64_t seed = search.options().seed;
  if (search.axes() == 0) return {{}};
  if (strategy == "ga") return genetic(search, seed);
  if (strategy == "projection") return projection(search, search.objective().records(), seed);
  if (strategy == "multistart") return multistart(search, seed);
  return pagmo_search(search, strategy, seed);
}

// The best that a search which was stopped had found.
Valley best_so_far(Search& search) {
  if (!search.has_best())
    throw std::runtime_error("interrupted before the first candidates were compared: there is no result to keep");
  Valley p;
  p.point = Point(search.best(), search.objective().nuisances_at(search.best()));
  p.loss = search.best_loss();
  return p;
}

// A parameter on which nothing depends keeps its usual value: whatever the search left there was invented.
void restore_idle(Search& search, Valley& best) {
  const Coordinates& c = search.coordinates();
  const auto usual = c.point(c.base().values);
  const CountedProblem whole = search.objective().problem(Slopes::differences);
  std::vector<double> residuals(whole.residuals);
  numerics::Matrix slopes(whole.residuals, best.point.axes());
  whole.evaluate(best.point, residuals, slopes.values());
  for (std::size_t i = 0; i < c.count(); ++i) {
    bool idle = !c[i].breaks;
    for (std::size_t k = 0; k < residuals.size() && idle; ++k) idle = slopes(k, i) == 0.0;
    if (!idle) continue;
    const double found = best.point[i];
    best.point[i] = usual[i];
    std::vector<double> other(whole.residuals);
    if (!whole.evaluate(best.point, other, {}) || other != residuals) best.point[i] = found;
  }
  search.count(*whole.simulated);
}

std::uint64_t hash_recordings(std::span<const Recording> recordings) {
  numerics::Fnv1a hash;
  for (const Recording& r : recordings) hash.add(r.hash);
  return hash.value();
}

// The finest step of a velocity that comes in steps; 0 when it does not. Rests of a derived velocity are equal
// neighbours too, and what lies between them are no steps.
double velocity_resolution(std::span<const FitTrace> traces) {
  Steps steps;
  double finest = 0.0;
  for (const FitTrace& t : traces) {
    steps.add(t.velocity);
    const double step = numerics::find_step(t.velocity);
    if (step > 0.0 && (finest == 0.0 || step < finest)) finest = step;
  }
  return steps.equal * 10 > tuning.report.steps_in_ten * steps.all ? finest : 0.0;
}

std::string loss_unit(const FitOptions& o, const std::string& residual) {
  if (o.loss == FitLoss::squares || o.loss == FitLoss::huber) return residual == "1" ? "1" : residual + "2";
  return residual;
}

void fill_fit(FitReport& report, Search& search, const Valley& best) {
  report.loss = best.loss;
  report.settled = best.converged;
  report.convergence = search.convergence();
}

// Measured and computed, after all else that needs room.
void fill_traces(FitReport& report, Search& search, const Valley& best) {
  report.traces = search.objective().traces(best.point);
  report.train = score_traces(report.traces, Use::fitted);
  report.test = score_traces(report.traces, Use::scored);
  report.sensor_noise = measure_sensor_noise(report.traces);
  report.autocorrelation = autocorrelate(report.traces, tuning.report.lags);
  report.velocity_resolution = velocity_resolution(report.traces);
}

Valley find_valley(Search& search, FitReport& report) {
  try {
    const LawPoints starts = search_with(search, report.strategy);
    if (starts.empty())
      throw std::invalid_argument("no candidate gives a finite loss: the law " + report.law +
                                  " cannot follow these data within its bounds; fix what is known with " +
                                  option_reference("fixed", "NAME=VALUE"));
    if (!search.options().polish) {
      Valley p = best_so_far(search);
      p.converged = true;
      return p;
    }
    Valley best = descend(search, starts);
    restore_idle(search, best);
    return best;
  } catch (const Interrupted&) {
    report.completed = false;
    return best_so_far(search);
  }
}

// What was left out of the law because the data do not show it, and what else these data could mean with it.
struct Unseen {
  std::vector<std::string> names;
  std::vector<Rival> rivals;
};

// A dip that the data do not show is left out of the law, and what is left goes to its own bottom.
Unseen leave_out_unseen(std::unique_ptr<Search>& search, Valley& best, FitReport& report) {
  Unseen left;
  std::vector<std::string>& unseen = left.names;
  try {
    unseen = list_unseen_excess(*search, best);
    if (unseen.empty()) return left;
    if (search->options().intervals) left.rivals = list_rivals(*search, best, unseen);
    Objective& objective = search->objective();
    const Coordinates before = search->coordinates();
    objective.leave_out(unseen);
    const auto starts = starts_without(before, objective.coordinates(), best.point, unseen);
    search = std::make_unique<Search>(objective, search->options(), search->take_history());
    best.point = Point(starts[0], objective.nuisances_at(starts[0]));
    best = descend(*search, starts);
    restore_idle(*search, best);
  } catch (const Interrupted&) {
    report.completed = false;
    if (search->has_best()) best = best_so_far(*search);
  }
  return left;
}

FitReport open_report(std::span<const Recording> recordings, const FitOptions& options) {
  FitReport report;
  report.law = options.law;
  report.elements = law_info(options.law).has_elements ? (options.elements > 0 ? options.elements : 10) : 0;
  report.options = options;
  report.closed_loop = options.closed_loop;
  report.hash = hash_recordings(recordings);
  report.rotary = recordings[0].rotary;
  return report;
}

// Findings of all recordings, each with the name of its own.
std::vector<std::string> list_findings(std::span<const Recording> recordings,
                                       std::vector<std::string> Recording::*findings) {
  std::vector<std::string> all;
  for (const Recording& r : recordings)
    for (const std::string& problem : r.*findings)
      all.push_back((r.record.name.empty() ? r.motion.name : r.record.name) + ": " + problem);
  return all;
}

// What is made small, and by which strategy.
std::unique_ptr<Objective> state_problem(std::vector<Recording>& recordings, const FitOptions& options,
                                         FitReport& report) {
  std::vector<std::string> names;
  for (const Recording& r : recordings) names.push_back(options.closed_loop ? r.motion.name : r.record.name);
  const Uses uses = choose_uses(recordings, options);
  auto problem = options.closed_loop ? closed_loop(recordings, uses, options) : open_loop(recordings, uses, options);
  for (std::size_t r = 0; r < recordings.size(); ++r)
    for (const std::string& note : recordings[r].notes) report.notes.push_back(names[r] + ": " + note);
  if (options.compare_below > 0.0)
    report.notes.push_back("forces were compared below " + to_text(options.compare_below) + " Hz");
  const Choice choice = choose_strategy(options, problem->coordinates().count());
  refuse_without_effect(options, choice.strategy);
  report.strategy = choice.strategy;
  report.reason = choice.reason;
  report.loss_unit = loss_unit(options, problem->unit());
  return problem;
}

// A fit that is stopped here keeps its parameters, without intervals.
void add_intervals(FitReport& report, Search& search, const Valley& best, std::span<const Rival> rivals) {
  try {
    search.stage("intervals", tuning.progress.intervals);
    estimate_intervals(report, search, best, rivals);
  } catch (const Interrupted&) {
    report.completed = false;
    FitOptions quick = search.options();
    quick.intervals = false;
    Search again(search.objective(), quick);
    estimate_intervals(report, again, best);
  }
  report.evaluations = search.evaluations();
}

std::string ending(const FitReport& report) {
  if (!report.completed) return "interrupted: the best so far";
  return report.settled ? "done" : "least squares did not settle within its iterations";
}

void add_held(FitReport& report, const Coordinates& c) {
  for (const std::string& h : c.held()) {
    const std::string name = h.substr(0, h.find(':'));
    for (FittedParameter& p : report.parameters)
      if ((p.name == name || p.name.starts_with(name + ".") || p.name.starts_with(name + "[")) && p.remark.empty()) {
        p.remark = h.substr(h.find(':') + 2);
        p.identified = p.identified && !p.remark.starts_with("not identified");
      }
  }
  for (FittedParameter& p : report.parameters)
    if (!p.free && p.remark.empty()) p.remark = "held";
}

// What ends at a bound that the user gave says so, before all else.
void add_bounds_reached(FitReport& report, const Coordinates& c) {
  std::size_t at = 0;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o, ++at) {
      FittedParameter& p = report.parameters[at];
      const std::size_t place = report.group.table[f].first + o;
      const std::string reached(c.bound_reached(place, report.group.values[place]));
      if (reached.empty() || p.remark.starts_with(reached)) continue;
      p.remark = reached + (p.remark.empty() ? "" : "; " + p.remark);
    }
}

}  // namespace

std::vector<StrategyInfo> strategies() {
  std::vector<StrategyInfo> all(own_strategies.begin(), own_strategies.end());
  const auto more = pagmo_strategies();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string_view measured_unit(const FitReport& report) {
  if (!report.closed_loop) return "N";
  return report.loss_unit.find('s') == std::string::npos ? "m" : "m/s";
}

const FittedParameter& FitReport::parameter(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto* list : {&parameters, &nuisances})
    for (const FittedParameter& p : *list) {
      if (p.name == name) return p;
      names.push_back(p.name);
    }
  throw UnknownName("parameter", name, names);
}

FitReport identify(std::vector<Recording> recordings, const FitOptions& options) {
  check(recordings, options);
  FitReport report = open_report(recordings, options);
  const std::vector<std::string> problems = list_findings(recordings, &Recording::problems);
  const std::vector<std::string> suspicions = list_findings(recordings, &Recording::suspicions);
  for (const Recording& r : recordings)
    report.clock_doubts.insert(report.clock_doubts.end(), r.clock_doubts.begin(), r.clock_doubts.end());
  std::vector<Recording> copies;
  if (options.intervals && !options.closed_loop) copies = copy_if_derived(recordings);
  const auto problem = state_problem(recordings, options, report);
  auto search = std::make_unique<Search>(*problem, options);
  Valley best = find_valley(*search, report);
  Unseen unseen;
  if (report.completed && options.polish) unseen = leave_out_unseen(search, best, report);
  fill_fit(report, *search, best);
  add_intervals(report, *search, best, unseen.rivals);
  if (options.intervals && report.completed) widen_by_sampling(report, *search, best);
  if (!copies.empty() && report.completed) widen_by_sensor_bias(report, copies, *search, best, unseen.names);
  fill_traces(report, *search, best);
  add_held(report, problem->coordinates());
  add_bounds_reached(report, problem->coordinates());
  report.advice = advice_for(report, problem->scales());
  report.message = ending(report);
  report.verdict = judge(report, problems, suspicions);
  return report;
}

}  // namespace stickslip::identify
