// What a fit makes small: recordings, parts of them that are fitted, weights, nuisances.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "coordinates.hpp"
#include "point.hpp"
#include "stickslip/identify/least_squares.hpp"
#include "stickslip/numerics/matrix.hpp"
#include "tuning.hpp"

namespace stickslip::identify {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

// A parameter that belongs to the recording, not to the law.
struct Nuisance {
  enum class Kind : unsigned char { offset, inertia, gravity_sin, gravity_cos, area, gain, delay, growth };
  Kind kind;
  std::size_t record = 0;  // whose it is; `common`: of all
  bool common = false;
  std::string name;  // "offset of run1.csv"
  std::string unit;
  double start = 0.0;
  double low = 0.0, high = 0.0;

  bool is_linear() const { return kind != Kind::gain && kind != Kind::delay && kind != Kind::growth; }
  bool applies_to(std::size_t r) const { return common || record == r; }
};

// Per recording and sample.
using Uses = std::vector<std::vector<Use>>;
Uses choose_uses(std::span<const Recording> recordings, const FitOptions& options);

// Residuals of a fit; whoever evaluates them counts what was simulated.
struct CountedProblem : LeastSquaresProblem {
  std::shared_ptr<std::size_t> simulated = std::make_shared<std::size_t>(0);  // candidates, each counted once
};

// What a search asks: by lanes and threads or a device today, by a cluster tomorrow.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // The loss of points of the law's coordinates, row after row; linear nuisances take their best values. Infinite where
  // a point makes no sense, NaN where cancelled.
  virtual std::vector<double> losses(std::span<const double> points) = 0;
};

// Recordings and a law, compared.
class Objective : public Evaluator {
 public:
  // Residuals of the fitted samples at points of the law's coordinates, [point][sample], of linear nuisances what these
  // leave; a point that makes no sense has NaN. No rows where there are none to compare at once (closed loop).
  virtual numerics::Matrix residuals_at(std::span<const double>) { return {}; }
  // Residuals of the fitted samples and their slopes, for least squares. Several threads need a problem each.
  virtual CountedProblem problem(Slopes slopes) const = 0;
  // The same with every step between samples divided into so many, slopes by differences; none in closed loop, whose
  // steps are the user's.
  virtual std::optional<CountedProblem> problem_in_parts(std::size_t) const { return {}; }
  // Whether it has slopes across events.
  virtual bool sees_past_events() const { return false; }
  // Nuisances that suit a point of the law.
  virtual std::vector<double> nuisances_at(std::span<const double> law_point) = 0;
  // Where a recording begins among the residuals.
  virtual std::vector<std::size_t> breaks() const = 0;
  // Every recording, measured and computed.
  virtual std::vector<FitTrace> traces(const Point& point) const = 0;

  virtual const Coordinates& coordinates() const = 0;
  // Goes on without coordinates that the data do not show; points of before are no longer points.
  virtual void leave_out(std::span<const std::string> unseen) = 0;
  virtual const DataScales& scales() const = 0;
  virtual std::span<const Nuisance> nuisances() const = 0;
  // The records that are fitted, weight 0 where they are not; none in closed loop.
  virtual std::span<const batch::RecordView> records() const { return {}; }
  virtual std::size_t samples() const = 0;  // fitted
  virtual std::string unit() const = 0;     // of a residual
};

// Takes the samples out of the recordings.
std::unique_ptr<Objective> open_loop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options);
std::unique_ptr<Objective> closed_loop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options);

// The loss of a batch that stands for that of a fit, and how its batches run.
batch::Loss batch_loss(FitLoss loss);
batch::BatchOptions batch_options(const FitOptions& options);

// Descents of least squares that go on at once: one per thread, fewer where residuals and slopes of each are long.
std::size_t descents_at_once(const Objective& objective, const FitOptions& options);

// The residual from which Huber's loss grows linearly: as given, or 1.345 times the noise that the median of |r| shows.
double huber_bend(std::span<const double> residuals, const FitOptions& options);

// The mean loss of residuals, as options.loss has it.
double mean_loss(std::span<const double> residuals, const FitOptions& options);

}  // namespace stickslip::identify
