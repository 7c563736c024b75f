// Motion drives the law, forces are compared.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "identify/objective.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/names.hpp"

namespace stickslip {

std::vector<std::string_view> nuisance_names() { return {"offset", "gain", "sign", "delay", "inertia", "gravity"}; }

namespace identify_detail {
namespace {

using Kind = Nuisance::Kind;

constexpr double infinite = std::numeric_limits<double>::infinity();

// Per sample; where it was not recorded, the slope of the velocity over the step that ends there.
std::vector<double> acceleration_of(const Record& r) {
  if (!r.acceleration.empty()) return r.acceleration;
  std::vector<double> a(r.motion.size(), 0.0);
  for (std::size_t k = 1; k < a.size(); ++k) a[k] = (r.motion[k].velocity - r.motion[k - 1].velocity) / r.step;
  return a;
}

// ---- which nuisances there are

struct NuisanceShape {
  Kind kind;
  std::string_view name, unit;
};

std::vector<NuisanceShape> shapes_of(const std::string& wish) {
  if (wish == "offset") return {{Kind::offset, "offset", "N"}};
  if (wish == "inertia") return {{Kind::inertia, "inertia", "kg"}};
  if (wish == "gravity") return {{Kind::gravity_sin, "gravity_sin", "N"}, {Kind::gravity_cos, "gravity_cos", "N"}};
  if (wish == "gain") return {{Kind::gain, "gain", "1"}};
  if (wish == "delay") return {{Kind::delay, "delay", "s"}};
  throw UnknownName("nuisance", wish, nuisance_names());
}

Nuisance nuisance_of(const NuisanceShape& shape, double step) {
  Nuisance n{.kind = shape.kind, .name = std::string(shape.name), .unit = std::string(shape.unit)};
  n.low = -infinite;
  n.high = infinite;
  if (shape.kind == Kind::inertia) n.low = 0.0;
  if (shape.kind == Kind::gain) n.start = 1.0, n.low = 0.01, n.high = 100.0;
  if (shape.kind == Kind::delay) n.low = -20.0 * step, n.high = 20.0 * step;
  return n;
}

// One gain of several recordings stays 1: a common factor is the law's own.
std::vector<Nuisance> nuisances_of(std::span<const Recording> recordings, const FitOptions& options) {
  std::vector<Nuisance> all;
  for (const NuisanceWish& wish : options.nuisances) {
    if (wish.name == "sign") continue;
    for (const NuisanceShape& shape : shapes_of(wish.name)) {
      Nuisance n = nuisance_of(shape, recordings[0].record.step);
      if (wish.common || recordings.size() == 1) {
        if (shape.kind == Kind::gain)
          throw std::invalid_argument(
              "a gain common to all recordings cannot be told from the law's own level: leave it out");
        n.common = true;
        all.push_back(n);
        continue;
      }
      for (std::size_t r = shape.kind == Kind::gain ? 1 : 0; r < recordings.size(); ++r) {
        if (recordings[r].test) continue;
        n.record = r;
        n.name = std::string(shape.name) + " of " + recordings[r].record.name;
        all.push_back(n);
      }
    }
  }
  return all;
}

// Friction takes energy: a force that brings it has the other sign.
void turn_signs(std::vector<Recording>& recordings, const FitOptions& options) {
  const bool asked = std::any_of(options.nuisances.begin(), options.nuisances.end(),
                                 [](const NuisanceWish& w) { return w.name == "sign"; });
  if (!asked) return;
  for (Recording& r : recordings) {
    double work = 0.0;
    for (std::size_t k = 0; k < r.record.force.size(); ++k) work += r.record.force[k] * r.record.motion[k].velocity;
    if (work >= 0.0) continue;
    for (double& f : r.record.force) f = -f;
    r.notes.push_back("sign: the force brings energy into the motion; it was taken with the other sign");
  }
}

// ---- the objective

struct Part {
  std::vector<std::size_t> samples;  // fitted ones
  std::vector<double> acceleration;  // of all samples
  std::size_t first = 0;             // of its residuals among all
  std::size_t force_begin = 0;       // of its forces in what Batch::forces returns
};

class OpenLoop : public Objective {
 public:
  OpenLoop(std::vector<Recording>& recordings, const Roles& roles, const FitOptions& options)
      : options_(options), roles_(roles) {
    turn_signs(recordings, options);
    for (const Recording& r : recordings) records_.push_back(r.record);
    if (options.loss == FitLoss::relative)
      for (Record& r : records_) weigh_relatively(r);
    nuisances_ = nuisances_of(recordings, options);
    for (const Recording& r : recordings) tests_.push_back(r.test);
    coordinates_ = std::make_unique<Coordinates>(options, scales_of(fitted_records()));
    batch_ = std::make_unique<Batch>(options.law, options.elements, fitted_records(), batch_options());
    make_parts();
    make_basis();
  }

  std::vector<double> losses(std::span<const double> points) override;
  LeastSquaresProblem problem() const override;
  std::vector<double> nuisances_at(std::span<const double> law_point) override;
  std::vector<std::size_t> breaks() const override {
    std::vector<std::size_t> all;
    for (const Part& p : parts_)
      if (p.first > 0) all.push_back(p.first);
    return all;
  }
  std::vector<FitTrace> traces(std::span<const double> point) const override;

  const Coordinates& coordinates() const override { return *coordinates_; }
  std::span<const Nuisance> nuisances() const override { return nuisances_; }
  std::span<const Record> records() const override { return batch_->records(); }
  std::size_t samples() const override { return samples_; }
  std::string unit() const override { return options_.loss == FitLoss::relative ? "1" : "N"; }

 private:
  BatchOptions batch_options() const {
    BatchOptions b{.loss = options_.loss == FitLoss::squares ? Loss::squares
                           : options_.loss == FitLoss::huber ? Loss::huber
                                                             : Loss::absolute,
                   .huber = options_.huber > 0.0 ? options_.huber : infinite,
                   .device = options_.device,
                   .threads = options_.threads};
    b.watch.cancelled = options_.cancelled;
    return b;
  }

  // The records that are fitted, with weight 0 where they are not, cut behind the last fitted sample.
  std::vector<Record> fitted_records() const;
  void make_parts();
  void make_basis();
  bool has_linear() const { return !basis_.empty(); }
  double weight(std::size_t r, std::size_t k) const { return records_[r].weight.empty() ? 1.0 : records_[r].weight[k]; }
  // d model / d nuisance before gain and weight, for the linear ones.
  double regressor(const Nuisance& n, std::size_t r, std::size_t k) const;
  std::vector<double> projected_losses(std::span<const double> points);
  std::vector<double> residuals_without_nuisances(std::span<const double> forces) const;
  // Value and slope of the measured force at a time later by `delay`.
  std::pair<double, double> measured(std::size_t r, std::size_t k, double delay) const;
  bool evaluate(std::span<const double> at, std::span<double> residuals, std::span<double> slopes) const;

  FitOptions options_;
  Roles roles_;
  std::vector<Record> records_;
  std::vector<bool> tests_;
  std::vector<std::size_t> fitted_;  // index of the record behind each part
  std::vector<Nuisance> nuisances_;
  std::unique_ptr<Coordinates> coordinates_;
  std::unique_ptr<Batch> batch_;
  std::vector<Part> parts_;
  std::size_t samples_ = 0;
  std::vector<std::vector<double>> basis_;  // orthonormal, of the linear nuisances; weighted
};

std::vector<Record> OpenLoop::fitted_records() const {
  std::vector<Record> all;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    if (tests_[r]) continue;
    Record own = records_[r];
    std::size_t last = 0;
    own.weight.assign(own.motion.size(), 0.0);
    for (std::size_t k = 0; k < own.motion.size(); ++k)
      if (roles_[r][k] == 1) own.weight[k] = weight(r, k), last = k;
    if (last == 0) continue;
    own.motion.resize(last + 1);
    own.weight.resize(last + 1);
    own.force.resize(last + 1);
    own.acceleration = acceleration_of(records_[r]);
    own.acceleration.resize(last + 1);
    all.push_back(std::move(own));
  }
  return all;
}

void OpenLoop::make_parts() {
  std::size_t force_begin = 0;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    Part p;
    for (std::size_t k = 0; k < records_[r].motion.size(); ++k)
      if (roles_[r][k] == 1) p.samples.push_back(k);
    if (p.samples.empty()) continue;
    p.acceleration = acceleration_of(records_[r]);
    p.first = samples_;
    p.force_begin = force_begin;
    samples_ += p.samples.size();
    force_begin += p.samples.back();  // samples 1 ... last
    fitted_.push_back(r);
    parts_.push_back(std::move(p));
  }
}

double OpenLoop::regressor(const Nuisance& n, std::size_t r, std::size_t k) const {
  const double x = records_[r].motion[k].displacement;
  switch (n.kind) {
    case Kind::offset:
      return 1.0;
    case Kind::inertia: {
      const auto at = std::find(fitted_.begin(), fitted_.end(), r);
      return at == fitted_.end() ? acceleration_of(records_[r])[k]
                                 : parts_[std::size_t(at - fitted_.begin())].acceleration[k];
    }
    case Kind::gravity_sin:
      return std::sin(x);
    case Kind::gravity_cos:
      return std::cos(x);
    default:
      return 0.0;
  }
}

// Modified Gram-Schmidt; a column that depends on the others is left out.
void OpenLoop::make_basis() {
  for (const Nuisance& n : nuisances_) {
    if (!n.is_linear()) continue;
    std::vector<double> column(samples_, 0.0);
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (n.applies_to(fitted_[i]))
        for (std::size_t j = 0; j < parts_[i].samples.size(); ++j) {
          const std::size_t k = parts_[i].samples[j];
          column[parts_[i].first + j] = weight(fitted_[i], k) * regressor(n, fitted_[i], k);
        }
    double before = 0.0;
    for (const double c : column) before += c * c;
    for (const auto& b : basis_) {
      double along = 0.0;
      for (std::size_t k = 0; k < samples_; ++k) along += b[k] * column[k];
      for (std::size_t k = 0; k < samples_; ++k) column[k] -= along * b[k];
    }
    double after = 0.0;
    for (const double c : column) after += c * c;
    if (!(after > 1e-20 * before)) continue;
    for (double& c : column) c /= std::sqrt(after);
    basis_.push_back(std::move(column));
  }
}

std::vector<double> OpenLoop::residuals_without_nuisances(std::span<const double> forces) const {
  std::vector<double> residuals(samples_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& p = parts_[i];
    const Record& record = records_[fitted_[i]];
    for (std::size_t j = 0; j < p.samples.size(); ++j) {
      const std::size_t k = p.samples[j];
      residuals[p.first + j] = weight(fitted_[i], k) * (forces[p.force_begin + k - 1] - record.force[k]);
    }
  }
  return residuals;
}

std::vector<double> OpenLoop::projected_losses(std::span<const double> points) {
  const std::size_t n = coordinates_->count();
  const std::size_t count = points.size() / n;
  const std::size_t length = parts_.back().force_begin + parts_.back().samples.back();
  const std::size_t together = std::max<std::size_t>(32, 4'000'000 / length);
  std::vector<double> losses;
  for (std::size_t first = 0; first < count; first += together) {
    const std::size_t some = std::min(together, count - first);
    std::vector<double> matrix;
    for (std::size_t c = 0; c < some; ++c) {
      const auto p = coordinates_->parameters(points.subspan((first + c) * n, n));
      matrix.insert(matrix.end(), p.begin(), p.end());
    }
    const std::vector<double> forces = batch_->forces({some, matrix});
    for (std::size_t c = 0; c < some; ++c) {
      auto r = residuals_without_nuisances(std::span(forces).subspan(c * length, length));
      for (const auto& b : basis_) {
        double along = 0.0;
        for (std::size_t k = 0; k < samples_; ++k) along += b[k] * r[k];
        for (std::size_t k = 0; k < samples_; ++k) r[k] -= along * b[k];
      }
      const double loss = mean_loss(r, options_);
      losses.push_back(std::isfinite(loss) ? loss : batch_->report().completed ? infinite : loss);
    }
    if (!batch_->report().completed) {
      losses.resize(count, std::numeric_limits<double>::quiet_NaN());
      break;
    }
  }
  return losses;
}

std::vector<double> OpenLoop::losses(std::span<const double> points) {
  if (has_linear()) return projected_losses(points);
  const std::size_t n = coordinates_->count();
  const std::size_t count = n == 0 ? 1 : points.size() / n;
  std::vector<double> matrix;
  for (std::size_t c = 0; c < count; ++c) {
    const auto p = coordinates_->parameters(points.subspan(c * n, n));
    matrix.insert(matrix.end(), p.begin(), p.end());
  }
  return batch_->losses({count, matrix});
}

std::pair<double, double> OpenLoop::measured(std::size_t r, std::size_t k, double delay) const {
  const Record& record = records_[r];
  const double place = std::clamp(double(k) + delay / record.step, 0.0, double(record.force.size() - 1));
  const auto from = std::min(std::size_t(place), record.force.size() - 2);
  const double slope = record.force[from + 1] - record.force[from];
  return {record.force[from] + (place - double(from)) * slope, slope / record.step};
}

bool OpenLoop::evaluate(std::span<const double> at, std::span<double> residuals, std::span<double> slopes) const {
  const std::size_t n = coordinates_->count();
  const std::size_t all = n + nuisances_.size();
  const std::vector<double> p = coordinates_->parameters(at.first(n));
  // Scalars that some coordinate moves.
  const std::vector<double> chain = coordinates_->slopes(at.first(n));
  std::vector<std::size_t> moved;
  if (!slopes.empty())
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (chain[i * n + j] != 0.0) {
          moved.push_back(i);
          break;
        }
  Residuals found;
  try {
    found = batch_->residuals(p, moved);
  } catch (const std::invalid_argument&) {
    return false;
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const std::size_t r = fitted_[i];
    double gain = 1.0;
    double delay = 0.0;
    for (std::size_t q = 0; q < nuisances_.size(); ++q) {
      if (!nuisances_[q].applies_to(r)) continue;
      if (nuisances_[q].kind == Kind::gain) gain = at[n + q];
      if (nuisances_[q].kind == Kind::delay) delay = at[n + q];
    }
    for (std::size_t j = 0; j < part.samples.size(); ++j) {
      const std::size_t k = part.samples[j];
      const double w = weight(r, k);
      const std::size_t row = part.force_begin + k - 1;
      double model = found.values[row] / w + records_[r].force[k];
      for (std::size_t q = 0; q < nuisances_.size(); ++q)
        if (nuisances_[q].is_linear() && nuisances_[q].applies_to(r))
          model += at[n + q] * regressor(nuisances_[q], r, k);
      const auto [value, slope] = measured(r, k, delay);
      residuals[part.first + j] = w * (gain * model - value);
      if (slopes.empty()) continue;
      double* own = slopes.data() + (part.first + j) * all;
      std::fill(own, own + all, 0.0);
      for (std::size_t m = 0; m < moved.size(); ++m) {
        const double s = gain * found.slopes[row * moved.size() + m];
        for (std::size_t c = 0; c < n; ++c) own[c] += s * chain[moved[m] * n + c];
      }
      for (std::size_t q = 0; q < nuisances_.size(); ++q) {
        if (!nuisances_[q].applies_to(r)) continue;
        if (nuisances_[q].kind == Kind::gain)
          own[n + q] = w * model;
        else if (nuisances_[q].kind == Kind::delay)
          own[n + q] = -w * slope;
        else
          own[n + q] = w * gain * regressor(nuisances_[q], r, k);
      }
    }
  }
  return true;
}

LeastSquaresProblem OpenLoop::problem() const {
  LeastSquaresProblem problem{
      .residuals = samples_, .lower = coordinates_->floors(), .upper = coordinates_->ceilings()};
  for (const Nuisance& n : nuisances_) {
    problem.lower.push_back(n.low);
    problem.upper.push_back(n.high);
  }
  problem.evaluate = [this](std::span<const double> at, std::span<double> residuals, std::span<double> slopes) {
    return evaluate(at, residuals, slopes);
  };
  return problem;
}

std::vector<double> OpenLoop::nuisances_at(std::span<const double> law_point) {
  std::vector<double> start;
  for (const Nuisance& n : nuisances_) start.push_back(n.start);
  std::vector<std::size_t> linear;
  for (std::size_t q = 0; q < nuisances_.size(); ++q)
    if (nuisances_[q].is_linear()) linear.push_back(q);
  if (linear.empty()) return start;
  const auto p = coordinates_->parameters(law_point);
  const auto residuals = residuals_without_nuisances(batch_->forces({1, p}));
  std::vector<double> matrix(samples_ * linear.size(), 0.0), right(samples_);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (std::size_t j = 0; j < parts_[i].samples.size(); ++j) {
      const std::size_t row = parts_[i].first + j;
      const std::size_t k = parts_[i].samples[j];
      right[row] = std::isfinite(residuals[row]) ? -residuals[row] : 0.0;
      for (std::size_t c = 0; c < linear.size(); ++c)
        if (nuisances_[linear[c]].applies_to(fitted_[i]))
          matrix[row * linear.size() + c] = weight(fitted_[i], k) * regressor(nuisances_[linear[c]], fitted_[i], k);
    }
  const auto found = linear_least_squares(matrix, right);
  for (std::size_t c = 0; c < linear.size(); ++c)
    start[linear[c]] = std::clamp(found.values[c], nuisances_[linear[c]].low, nuisances_[linear[c]].high);
  return start;
}

// A recording that was kept from the fit has no nuisances of its own: it is shown and scored without them.
std::vector<FitTrace> OpenLoop::traces(std::span<const double> point) const {
  const std::size_t n = coordinates_->count();
  const auto p = coordinates_->parameters(point.first(n));
  Batch whole(options_.law, options_.elements, records_, BatchOptions{.threads = options_.threads});
  const std::vector<double> forces = whole.forces({1, p});
  std::vector<FitTrace> all;
  std::size_t begin = 0;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    const Record& record = records_[r];
    FitTrace t;
    t.name = record.name;
    const auto acceleration = acceleration_of(record);
    for (std::size_t k = 1; k < record.motion.size(); ++k) {
      double gain = 1.0, delay = 0.0, model = forces[begin + k - 1];
      for (std::size_t q = 0; q < nuisances_.size(); ++q) {
        const Nuisance& nuisance = nuisances_[q];
        if (!nuisance.applies_to(r)) continue;
        if (nuisance.kind == Kind::gain) gain = point[n + q];
        if (nuisance.kind == Kind::delay) delay = point[n + q];
        if (nuisance.kind == Kind::inertia) model += point[n + q] * acceleration[k];
        if (nuisance.is_linear() && nuisance.kind != Kind::inertia) model += point[n + q] * regressor(nuisance, r, k);
      }
      t.time.push_back(double(k) * record.step);
      t.displacement.push_back(record.motion[k].displacement);
      t.velocity.push_back(record.motion[k].velocity);
      t.measured.push_back(measured(r, k, delay).first);
      t.fitted.push_back(gain * model);
      t.role.push_back(roles_[r][k]);
    }
    begin += record.motion.size() - 1;
    all.push_back(std::move(t));
  }
  return all;
}

}  // namespace

std::unique_ptr<Objective> open_loop(std::vector<Recording>& recordings, const Roles& roles,
                                     const FitOptions& options) {
  return std::make_unique<OpenLoop>(recordings, roles, options);
}

}  // namespace identify_detail
}  // namespace stickslip
