// A search through the box of coordinates: what the strategies share.
#pragma once

#include <limits>
#include <mutex>
#include <vector>

#include "observer.hpp"
#include "problem.hpp"

namespace stickslip::identify {

// Leaves a search that the user stopped.
struct Interrupted {};

// Remembers answers in the order in which they were asked for, if somebody remembers at all.
class Memory {
 public:
  explicit Memory(const FitMemory& memory, std::size_t next = 0) : memory_(memory), next_(next) {}

  // The number of the next piece of work; given out by one thread.
  std::size_t next() { return next_++; }
  std::size_t done() const { return next_; }
  // The answer to a piece of work: recalled, or computed and kept. `compute` may throw.
  template <class Compute>
  std::vector<double> answer(std::size_t number, std::uint64_t key, Compute compute) {
    std::vector<double> found;
    {
      const std::lock_guard lock(mutex_);
      if (memory_.recall && memory_.recall(number, key, found)) return found;
    }
    found = compute();
    const std::lock_guard lock(mutex_);
    if (memory_.keep) memory_.keep(number, key, found);
    return found;
  }

 private:
  const FitMemory& memory_;
  std::mutex mutex_;
  std::size_t next_ = 0;
};

std::uint64_t hash_key(std::span<const double> numbers, std::uint64_t also = 0);

// What a search leaves to the one that goes on after it.
struct SearchHistory {
  std::size_t work = 0;         // pieces that were remembered
  std::size_t evaluations = 0;  // candidates that were simulated
  std::vector<ConvergencePoint> convergence = {};
};

class Search {
 public:
  Search(Objective& objective, const FitOptions& options, SearchHistory history = {})
      : objective_(objective),
        options_(options),
        observer_(options),
        memory_(options.memory, history.work),
        evaluations_(history.evaluations),
        convergence_(std::move(history.convergence)) {}
  SearchHistory take_history() { return {memory_.done(), evaluations_, std::move(convergence_)}; }

  std::size_t axes() const { return objective_.coordinates().count(); }
  const FitOptions& options() const { return options_; }
  Objective& objective() { return objective_; }
  const Coordinates& coordinates() const { return objective_.coordinates(); }
  Memory& memory() { return memory_; }

  // Losses of points, of coordinates or of places in [0, 1]. Throws Interrupted.
  std::vector<double> losses(std::span<const double> points);
  std::vector<double> compute_losses(std::span<const double> places);

  // What is being done, for progress; `share` of the planned work that is done.
  void stage(std::string name, double share);
  // A point that something else than losses() found.
  void offer(std::span<const double> point, double loss);
  void stop_if_cancelled() const {
    if (observer_.cancelled()) throw Interrupted{};
  }

  bool has_best() const { return !best_.empty(); }
  const std::vector<double>& best() const { return best_; }
  double best_loss() const { return best_loss_; }
  std::size_t evaluations() const { return evaluations_; }
  void count(std::size_t evaluations) { evaluations_ += evaluations; }
  const std::vector<ConvergencePoint>& convergence() const { return convergence_; }

  // Bottoms that least squares has reached.
  void add_valley(Point point) { valleys_.push_back(std::move(point)); }
  const std::vector<Point>& valleys() const { return valleys_; }

 private:
  void note();

  Objective& objective_;
  const FitOptions& options_;
  Caller observer_;
  Memory memory_;
  std::string stage_;
  double share_ = 0.0;
  std::vector<double> best_;
  double best_loss_ = std::numeric_limits<double>::infinity();
  std::size_t evaluations_ = 0;
  std::vector<ConvergencePoint> convergence_;
  std::vector<Point> valleys_;
};

// Indices in the order of rising loss.
std::vector<std::size_t> best_first(std::span<const double> losses);

// Candidates in a search that is left to itself: about that many steps of the law.
std::size_t usual_count(const Search& search, std::size_t samples, double steps, std::size_t least, std::size_t most);

// Strategies: each returns starts for least squares, coordinates of the law, best first.
using LawPoints = std::vector<std::vector<double>>;
LawPoints genetic(Search& search, std::uint64_t seed);
LawPoints multistart(Search& search, std::uint64_t seed);
bool can_project(std::string_view law);
LawPoints projection(Search& search, std::span<const batch::RecordView> records, std::uint64_t seed);
// Pagmo's algorithms; empty where it was left out.
std::vector<StrategyInfo> pagmo_strategies();
LawPoints pagmo_search(Search& search, const std::string& name, std::uint64_t seed);

// Goes down from a point by trying both directions of every coordinate, with steps that shrink. For what has no slope.
std::vector<double> compass(Search& search, std::vector<double> point, std::span<const std::size_t> along,
                            std::size_t rounds, double first_step);

}  // namespace stickslip::identify
