// What a fit makes small: recordings, parts of them that are fitted, weights, nuisances.
#pragma once

#include <memory>

#include "coordinates.hpp"
#include "stickslip/identify/least_squares.hpp"

namespace stickslip::identify {

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

// Which samples are fitted (1), scored only (2) or left out (0), per recording and sample.
using Roles = std::vector<std::vector<unsigned char>>;
Roles roles_of(std::span<const Recording> recordings, const FitOptions& options);

// Where slopes come from.
enum class Slopes : unsigned char {
  exact,        // dual numbers through the simulation, one plain run
  differences,  // central, all parameters at once on SIMD lanes: several times faster
};

// A point of a fit: coordinates of the law, then nuisances.
class Objective {
 public:
  virtual ~Objective() = default;

  // The loss of points of the law's coordinates, row after row; linear nuisances take their best values. Infinite where
  // a point makes no sense, NaN where cancelled.
  virtual std::vector<double> losses(std::span<const double> points) = 0;
  // Residuals of the fitted samples and their slopes, for least squares. Several threads need a problem each.
  virtual LeastSquaresProblem problem(Slopes slopes) const = 0;
  // Nuisances that suit a point of the law.
  virtual std::vector<double> nuisances_at(std::span<const double> law_point) = 0;
  // Where a recording begins among the residuals.
  virtual std::vector<std::size_t> breaks() const = 0;
  // Every recording, measured and computed.
  virtual std::vector<FitTrace> traces(std::span<const double> point) const = 0;

  virtual const Coordinates& coordinates() const = 0;
  virtual const DataScales& scales() const = 0;
  virtual std::span<const Nuisance> nuisances() const = 0;
  // The records that are fitted, weight 0 where they are not; none in closed loop.
  virtual std::span<const batch::Record> records() const { return {}; }
  virtual std::size_t samples() const = 0;  // fitted
  virtual std::string unit() const = 0;     // of a residual
};

std::unique_ptr<Objective> open_loop(std::vector<Recording>& recordings, const Roles& roles, const FitOptions& options);
std::unique_ptr<Objective> closed_loop(const std::vector<Recording>& recordings, const Roles& roles,
                                       const FitOptions& options);

// The loss of a batch that stands for that of a fit, and how its batches run.
batch::Loss batch_loss(FitLoss loss);
batch::BatchOptions batch_options(const FitOptions& options);

// The residual from which Huber's loss grows linearly: as given, or 1.345 times the noise that the median of |r| shows.
double huber_bend(std::span<const double> residuals, const FitOptions& options);

// The mean loss of residuals, as options.loss has it.
double mean_loss(std::span<const double> residuals, const FitOptions& options);

}  // namespace stickslip::identify
