// Motion drives the law, forces are compared.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "problem.hpp"
#include "sampling_bias.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/basis.hpp"
#include "stickslip/numerics/low_pass.hpp"

namespace stickslip::identify {

using namespace batch;

std::vector<std::string_view> nuisance_names() {
  return {"offset", "gain", "sign", "delay", "inertia", "gravity", "area", "growth"};
}

namespace {

using Kind = Nuisance::Kind;

std::vector<double> accelerations(const Record& r) {
  std::vector<double> a;
  for (std::size_t k = 0; k < r.motion.size(); ++k) a.push_back(batch::acceleration_at(r, k));
  return a;
}

// ---- which nuisances there are

struct NuisanceShape {
  Kind kind;
  std::string_view name, unit;
};

std::vector<NuisanceShape> nuisance_shapes(const std::string& wish) {
  if (wish == "offset") return {{Kind::offset, "offset", "N"}};
  if (wish == "inertia") return {{Kind::inertia, "inertia", "kg"}};
  if (wish == "gravity") return {{Kind::gravity_sin, "gravity_sin", "N"}, {Kind::gravity_cos, "gravity_cos", "N"}};
  if (wish == "area") return {{Kind::area, "area", "m2"}};
  if (wish == "growth") return {{Kind::growth, "growth", "1/Pa"}};
  if (wish == "gain") return {{Kind::gain, "gain", "1"}};
  if (wish == "delay") return {{Kind::delay, "delay", "s"}};
  throw UnknownName("nuisance", wish, nuisance_names());
}

Nuisance make_nuisance(const NuisanceShape& shape, double step) {
  Nuisance n{.kind = shape.kind, .name = std::string(shape.name), .unit = std::string(shape.unit)};
  n.low = -infinite;
  n.high = infinite;
  if (shape.kind == Kind::inertia) n.low = 0.0;
  if (shape.kind == Kind::gain) n.start = 1.0, n.low = 0.01, n.high = 100.0;
  if (shape.kind == Kind::delay) n.low = -20.0 * step, n.high = 20.0 * step;
  return n;
}

// One gain of several recordings stays 1: a common factor is the law's own.
std::vector<Nuisance> make_nuisances(std::span<const Recording> recordings, const FitOptions& options) {
  std::vector<Nuisance> all;
  for (const NuisanceWish& wish : options.nuisances) {
    if (wish.name == "sign") continue;
    for (const NuisanceShape& shape : nuisance_shapes(wish.name)) {
      Nuisance n = make_nuisance(shape, recordings[0].record.step);
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
  OpenLoop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options)
      : options_(options), uses_(uses) {
    turn_signs(recordings, options);
    nuisances_ = make_nuisances(recordings, options);
    for (Recording& r : recordings) {
      tests_.push_back(r.test);
      records_.push_back(std::move(r.record));
    }
    if (options.loss == FitLoss::relative)
      for (Record& r : records_) weigh_relatively(r);
    batch_ = std::make_unique<Batch>(options.law, options.elements, select_fitted_records(), batch_options(options));
    make_parts();
    if (options.compare_below > 0.0)
      for (const std::size_t r : fitted_) filters_.emplace_back(options.compare_below, records_[r].step);
    make_basis();
    scales_ = measure_scales(batch_->records());
    if (!basis_.empty()) scales_.force = force_beside_nuisances();
    coordinates_ = std::make_unique<Coordinates>(options, scales_);
  }

  std::vector<double> losses(std::span<const double> points) override;
  numerics::Matrix residuals_at(std::span<const double> points) override;
  CountedProblem problem(Slopes kind) const override;
  std::vector<double> nuisances_at(std::span<const double> law_point) override;
  std::optional<CountedProblem> problem_in_parts(std::size_t parts) const override;
  bool sees_past_events() const override { return true; }
  std::vector<std::size_t> breaks() const override {
    std::vector<std::size_t> all;
    for (const Part& p : parts_)
      if (p.first > 0) all.push_back(p.first);
    return all;
  }
  std::vector<FitTrace> traces(const Point& point) const override;

  const Coordinates& coordinates() const override { return *coordinates_; }
  void leave_out(std::span<const std::string> unseen) override {
    coordinates_ = std::make_unique<Coordinates>(options_, scales_, unseen);
  }
  const DataScales& scales() const override { return scales_; }
  std::span<const Nuisance> nuisances() const override { return nuisances_; }
  std::span<const Record> records() const override { return batch_->records(); }
  std::size_t samples() const override { return samples_; }
  std::string unit() const override { return options_.loss == FitLoss::relative ? "1" : "N"; }

 private:
  // The records that are fitted, with weight 0 where they are not, cut behind the last fitted sample.
  std::vector<Record> select_fitted_records() const;
  void make_parts();
  void make_basis();
  // The batch's own losses know neither nuisances nor filters nor a bend that follows the residuals.
  bool needs_residuals() const {
    const bool own_bend = options_.loss == FitLoss::huber && !(options_.huber > 0.0);
    return !basis_.empty() || !filters_.empty() || own_bend;
  }
  double weight(std::size_t r, std::size_t k) const { return records_[r].weight.empty() ? 1.0 : records_[r].weight[k]; }
  // d model / d nuisance before gain and weight, for the linear ones, at sample k of a fitted part.
  double regressor(const Nuisance& n, std::size_t part, std::size_t k) const;
  double force_beside_nuisances() const;
  std::vector<double> compute_projected_losses(std::span<const double> points);
  std::vector<double> residuals_without_nuisances(std::span<const double> forces) const;
  // Value and slope of the measured force at a time later by `delay`.
  std::pair<double, double> interpolate_measured(std::size_t r, std::size_t k, double delay) const;
  // Through the low-pass: the values of a part's samples, `stride` apart; those between its samples count as 0.
  void smooth(std::size_t part, double* values, std::size_t stride) const;
  struct Forces;
  bool differences(Batch& batch, Slopes kind, std::span<const double> at, bool with_slopes, Forces& f) const;
  bool exactly(const Batch& batch, std::span<const double> at, Forces& f) const;
  void assemble(std::size_t part, std::span<const double> at, const Forces& forces, std::span<double> residuals,
                std::span<double> slopes) const;
  // The value of a nuisance of that kind of a recording.
  double own_value(Kind kind, std::size_t r, std::span<const double> at, double usual) const;
  // The steps of the batch are parts of those between samples.
  bool evaluate(Batch& batch, Slopes kind, std::span<const double> at, std::span<double> residuals,
                std::span<double> slopes, std::size_t parts) const;
  CountedProblem state_problem(Slopes kind, std::vector<Record> records, std::size_t parts) const;

  FitOptions options_;
  Uses uses_;
  std::vector<Record> records_;
  std::vector<bool> tests_;
  std::vector<std::size_t> fitted_;  // index of the record behind each part
  std::vector<Nuisance> nuisances_;
  DataScales scales_;
  std::unique_ptr<Coordinates> coordinates_;
  std::unique_ptr<Batch> batch_;
  std::vector<Part> parts_;
  std::vector<numerics::LowPass> filters_;  // per part, where forces are compared below a frequency
  std::size_t samples_ = 0;
  numerics::OrthonormalBasis basis_;  // of the linear nuisances; weighted: what these can explain
};

std::vector<Record> OpenLoop::select_fitted_records() const {
  std::vector<Record> all;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    if (tests_[r]) continue;
    Record own = records_[r];
    std::size_t last = 0;
    own.weight.assign(own.motion.size(), 0.0);
    for (std::size_t k = 0; k < own.motion.size(); ++k)
      if (uses_[r][k] == Use::fitted) own.weight[k] = weight(r, k), last = k;
    if (last == 0) continue;
    own.motion.resize(last + 1);
    own.weight.resize(last + 1);
    own.force.resize(last + 1);
    own.acceleration = accelerations(records_[r]);
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
      if (uses_[r][k] == Use::fitted) p.samples.push_back(k);
    if (p.samples.empty()) continue;
    p.acceleration = accelerations(records_[r]);
    p.first = samples_;
    p.force_begin = force_begin;
    samples_ += p.samples.size();
    force_begin += p.samples.back();  // samples 1 ... last
    fitted_.push_back(r);
    parts_.push_back(std::move(p));
  }
}

double linear_regressor(Kind kind, const Contact<double>& c, double acceleration) {
  switch (kind) {
    case Kind::offset:
      return 1.0;
    case Kind::inertia:
      return acceleration;
    case Kind::gravity_sin:
      return std::sin(c.displacement);
    case Kind::gravity_cos:
      return std::cos(c.displacement);
    case Kind::area:
      return c.pressure;
    default:
      return 0.0;
  }
}

double OpenLoop::regressor(const Nuisance& n, std::size_t part, std::size_t k) const {
  return linear_regressor(n.kind, records_[fitted_[part]].motion[k], parts_[part].acceleration[k]);
}

void OpenLoop::smooth(std::size_t part, double* values, std::size_t stride) const {
  if (filters_.empty()) return;
  const auto& samples = parts_[part].samples;
  std::vector<double> whole(samples.back() - samples.front() + 1, 0.0);
  for (std::size_t j = 0; j < samples.size(); ++j) whole[samples[j] - samples.front()] = values[j * stride];
  filters_[part](whole);
  for (std::size_t j = 0; j < samples.size(); ++j) values[j * stride] = whole[samples[j] - samples.front()];
}

// A column that depends on the others is left out.
void OpenLoop::make_basis() {
  for (const Nuisance& n : nuisances_) {
    if (!n.is_linear()) continue;
    std::vector<double> column(samples_, 0.0);
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (n.applies_to(fitted_[i])) {
        double* own = column.data() + parts_[i].first;
        for (std::size_t j = 0; j < parts_[i].samples.size(); ++j) own[j] = regressor(n, i, parts_[i].samples[j]);
        smooth(i, own, 1);
        for (std::size_t j = 0; j < parts_[i].samples.size(); ++j) own[j] *= weight(fitted_[i], parts_[i].samples[j]);
      }
    basis_.add(std::move(column), tuning.differences.dependent);
  }
}

std::vector<double> OpenLoop::residuals_without_nuisances(std::span<const double> forces) const {
  std::vector<double> residuals(samples_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& p = parts_[i];
    const Record& record = records_[fitted_[i]];
    for (std::size_t j = 0; j < p.samples.size(); ++j) {
      const std::size_t k = p.samples[j];
      residuals[p.first + j] = forces[p.force_begin + k - 1] - record.force[k];
    }
    smooth(i, residuals.data() + p.first, 1);
    for (std::size_t j = 0; j < p.samples.size(); ++j) residuals[p.first + j] *= weight(fitted_[i], p.samples[j]);
  }
  return residuals;
}

// The size of what is left of the measured force without offset, weight, pressure and inertia: about that of friction.
double OpenLoop::force_beside_nuisances() const {
  std::vector<double> rest =
      residuals_without_nuisances(std::vector<double>(parts_.back().force_begin + parts_.back().samples.back(), 0.0));
  basis_.project_out(rest);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (std::size_t j = 0; j < parts_[i].samples.size(); ++j)
      rest[parts_[i].first + j] /= weight(fitted_[i], parts_[i].samples[j]);
  const double size = usual_largest(rest);
  return size > 0.0 ? size : scales_.force;
}

std::vector<double> OpenLoop::compute_projected_losses(std::span<const double> points) {
  const std::size_t n = coordinates_->count();
  const std::size_t count = n == 0 ? 1 : points.size() / n;
  const std::size_t length = parts_.back().force_begin + parts_.back().samples.back();
  const std::size_t together = std::max<std::size_t>(32, 4'000'000 / length);
  std::vector<double> losses;
  for (std::size_t first = 0; first < count; first += together) {
    const std::size_t some = std::min(together, count - first);
    const auto matrix = coordinates_->matrix(points.subspan(first * n, some * n), some);
    const std::vector<double> forces = batch_->forces({some, matrix});
    for (std::size_t c = 0; c < some; ++c) {
      auto r = residuals_without_nuisances(std::span(forces).subspan(c * length, length));
      basis_.project_out(r);
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

numerics::Matrix OpenLoop::residuals_at(std::span<const double> points) {
  const std::size_t count = points.size() / coordinates_->count();
  const std::vector<double> forces = batch_->forces({count, coordinates_->matrix(points, count)});
  const std::size_t length = forces.size() / count;
  numerics::Matrix all;
  for (std::size_t c = 0; c < count; ++c) {
    auto r = residuals_without_nuisances(std::span(forces).subspan(c * length, length));
    basis_.project_out(r);
    all.append_row(r);
  }
  return all;
}

std::vector<double> OpenLoop::losses(std::span<const double> points) {
  if (needs_residuals()) return compute_projected_losses(points);
  const std::size_t n = coordinates_->count();
  const std::size_t count = n == 0 ? 1 : points.size() / n;
  return batch_->losses({count, coordinates_->matrix(points, count)});
}

std::pair<double, double> OpenLoop::interpolate_measured(std::size_t r, std::size_t k, double delay) const {
  const Record& record = records_[r];
  const double wanted = double(k) + delay / record.step;
  const double place = std::clamp(wanted, 0.0, double(record.force.size() - 1));
  const auto from = std::min(std::size_t(place), record.force.size() - 2);
  const double slope = record.force[from + 1] - record.force[from];
  const bool beyond = wanted != place;  // before the first or behind the last sample the force stays
  return {record.force[from] + (place - double(from)) * slope, beyond ? 0.0 : slope / record.step};
}

// F(law) at the compared steps, and its slopes along the coordinates, [step][coordinate].
struct OpenLoop::Forces {
  std::vector<double> values, slopes;

  // Of steps in parts, those that end at a sample.
  void keep_samples(std::size_t parts, std::size_t coordinates) {
    if (parts == 1) return;
    const std::size_t rows = values.size() / parts;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t end = (row + 1) * parts - 1;
      values[row] = values[end];
      std::copy_n(slopes.begin() + std::ptrdiff_t(end * coordinates), coordinates,
                  slopes.begin() + std::ptrdiff_t(row * coordinates));
    }
    values.resize(rows);
    slopes.resize(rows * coordinates);
  }
};

// The set at a point, then the sets at both sides of it along every coordinate.
bool OpenLoop::differences(Batch& batch, Slopes kind, std::span<const double> at, bool with_slopes, Forces& f) const {
  constexpr double small = tuning.differences.small;
  const double event = kind == Slopes::across_events     ? tuning.differences.across
                       : kind == Slopes::close_to_events ? tuning.differences.close
                                                         : small;
  const std::size_t n = coordinates_->count();
  std::vector<double> matrix = coordinates_->parameters(at);
  std::vector<double> ends;
  for (std::size_t c = 0; c < n && with_slopes; ++c) {
    const Coordinate& own = (*coordinates_)[c];
    const double part = own.breaks ? event : small;
    const double way =
        own.scale == Scale::log ? part : part * std::max(std::abs(at[c]), tuning.differences.least_size * own.high);
    for (const double direction : {1.0, -1.0}) {
      std::vector<double> moved(at.begin(), at.end());
      moved[c] = std::clamp(moved[c] + direction * way, own.floor, own.ceiling);
      ends.push_back(moved[c]);
      const auto p = coordinates_->parameters(moved);
      matrix.insert(matrix.end(), p.begin(), p.end());
    }
  }
  const std::size_t count = 1 + ends.size();
  const std::vector<double> forces = batch.forces({count, matrix});
  const std::size_t length = forces.size() / count;
  f.values.assign(forces.begin(), forces.begin() + std::ptrdiff_t(length));
  f.slopes.resize(with_slopes ? length * n : 0);
  for (std::size_t c = 0; c < n && with_slopes; ++c) {
    const double* up = forces.data() + (1 + 2 * c) * length;
    const double* down = up + length;
    double high = ends[2 * c];
    double low = ends[2 * c + 1];
    if (!std::isfinite(up[0])) up = forces.data(), high = at[c];  // inadmissible there: one side must do
    if (!std::isfinite(down[0])) down = forces.data(), low = at[c];
    const double inverse = high > low ? 1.0 / (high - low) : 0.0;
    for (std::size_t k = 0; k < length; ++k) f.slopes[k * n + c] = (up[k] - down[k]) * inverse;
  }
  return std::isfinite(f.values.front());
}

bool OpenLoop::exactly(const Batch& batch, std::span<const double> at, Forces& f) const {
  const std::size_t n = coordinates_->count();
  const std::vector<double> p = coordinates_->parameters(at);
  const std::vector<double> chain = coordinates_->slopes(at);
  std::vector<std::size_t> moved;  // scalars that some coordinate moves
  for (std::size_t i = 0; i < p.size(); ++i)
    if (std::any_of(chain.begin() + std::ptrdiff_t(i * n), chain.begin() + std::ptrdiff_t((i + 1) * n),
                    [](double s) { return s != 0.0; }))
      moved.push_back(i);
  Residuals found;
  try {
    found = batch.residuals(p, moved);
  } catch (const std::invalid_argument&) {
    return false;
  }
  f.values.assign(found.values.size(), 0.0);
  f.slopes.assign(found.values.size() * n, 0.0);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (const std::size_t k : parts_[i].samples) {
      const std::size_t row = parts_[i].force_begin + k - 1;
      const double w = weight(fitted_[i], k);
      f.values[row] = found.values[row] / w + records_[fitted_[i]].force[k];
      for (std::size_t m = 0; m < moved.size(); ++m) {
        const double s = found.slopes[row * moved.size() + m] / w;
        for (std::size_t c = 0; c < n; ++c) f.slopes[row * n + c] += s * chain[moved[m] * n + c];
      }
    }
  return true;
}

bool OpenLoop::evaluate(Batch& batch, Slopes kind, std::span<const double> at, std::span<double> residuals,
                        std::span<double> slopes, std::size_t parts) const {
  const auto law = at.first(coordinates_->count());
  Forces forces;
  const bool exact = kind == Slopes::exact && !slopes.empty();
  if (exact ? !exactly(batch, law, forces) : !differences(batch, kind, law, !slopes.empty(), forces)) return false;
  forces.keep_samples(parts, slopes.empty() ? 0 : coordinates_->count());
  for (std::size_t i = 0; i < parts_.size(); ++i) assemble(i, at, forces, residuals, slopes);
  return true;
}

// r = w H(gain (F + linear nuisances) - interpolate_measured(t + delay)) of one recording; H is the low-pass, where
// there is one.
void OpenLoop::assemble(std::size_t i, std::span<const double> at, const Forces& forces, std::span<double> residuals,
                        std::span<double> slopes) const {
  const Part& part = parts_[i];
  const std::size_t r = fitted_[i];
  const std::size_t n = coordinates_->count();
  const std::size_t all = n + nuisances_.size();
  const double gain = own_value(Kind::gain, r, at, 1.0);
  const double delay = own_value(Kind::delay, r, at, 0.0);
  const double growth = own_value(Kind::growth, r, at, 0.0);
  for (std::size_t j = 0; j < part.samples.size(); ++j) {
    const std::size_t k = part.samples[j];
    const std::size_t row = part.force_begin + k - 1;
    const double pressure = records_[r].motion[k].pressure;
    const double factor = 1.0 + growth * pressure;
    double model = factor * forces.values[row];
    for (std::size_t q = 0; q < nuisances_.size(); ++q)
      if (nuisances_[q].is_linear() && nuisances_[q].applies_to(r)) model += at[n + q] * regressor(nuisances_[q], i, k);
    const auto [value, slope] = interpolate_measured(r, k, delay);
    residuals[part.first + j] = gain * model - value;
    if (slopes.empty()) continue;
    double* own = slopes.data() + (part.first + j) * all;
    for (std::size_t c = 0; c < n; ++c) own[c] = gain * factor * forces.slopes[row * n + c];
    for (std::size_t q = 0; q < nuisances_.size(); ++q) {
      const Nuisance& nuisance = nuisances_[q];
      own[n + q] = !nuisance.applies_to(r)         ? 0.0
                   : nuisance.kind == Kind::growth ? gain * pressure * forces.values[row]
                   : nuisance.kind == Kind::gain   ? model
                   : nuisance.kind == Kind::delay  ? -slope
                                                   : gain * regressor(nuisance, i, k);
    }
  }
  smooth(i, residuals.data() + part.first, 1);
  for (std::size_t c = 0; c < all && !slopes.empty(); ++c) smooth(i, slopes.data() + part.first * all + c, all);
  for (std::size_t j = 0; j < part.samples.size(); ++j) {
    const double w = weight(r, part.samples[j]);
    residuals[part.first + j] *= w;
    for (std::size_t c = 0; c < all && !slopes.empty(); ++c) slopes[(part.first + j) * all + c] *= w;
  }
}

double OpenLoop::own_value(Kind kind, std::size_t r, std::span<const double> at, double usual) const {
  for (std::size_t q = 0; q < nuisances_.size(); ++q)
    if (nuisances_[q].kind == kind && nuisances_[q].applies_to(r)) return at[coordinates_->count() + q];
  return usual;
}

CountedProblem OpenLoop::problem(Slopes kind) const {
  const auto records = batch_->records();
  return state_problem(kind, {records.begin(), records.end()}, 1);
}

std::optional<CountedProblem> OpenLoop::problem_in_parts(std::size_t parts) const {
  std::vector<Record> divided;
  for (const Record& r : batch_->records()) divided.push_back(divide_steps(r, parts));
  return state_problem(Slopes::differences, std::move(divided), parts);
}

CountedProblem OpenLoop::state_problem(Slopes kind, std::vector<Record> records, std::size_t parts) const {
  CountedProblem problem;
  problem.residuals = samples_;
  problem.lower = coordinates_->floors();
  problem.upper = coordinates_->ceilings();
  for (const Nuisance& n : nuisances_) {
    problem.lower.push_back(n.low);
    problem.upper.push_back(n.high);
  }
  const auto own = std::make_shared<Batch>(options_.law, options_.elements, std::move(records),
                                           BatchOptions{.device = Device::cpu, .threads = 1});
  problem.evaluate = [this, own, kind, parts, simulated = problem.simulated](
                         std::span<const double> at, std::span<double> residuals, std::span<double> slopes) {
    const bool both_sides = !slopes.empty() && kind != Slopes::exact;
    *simulated += (both_sides ? 1 + 2 * coordinates_->count() : 1) * parts;
    return evaluate(*own, kind, at, residuals, slopes, parts);
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
          matrix[row * linear.size() + c] = regressor(nuisances_[linear[c]], i, k);
    }
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (std::size_t c = 0; c < linear.size(); ++c) {  // weighed behind the low-pass, as residuals are
      double* own = matrix.data() + parts_[i].first * linear.size() + c;
      smooth(i, own, linear.size());
      for (std::size_t j = 0; j < parts_[i].samples.size(); ++j)
        own[j * linear.size()] *= weight(fitted_[i], parts_[i].samples[j]);
    }
  const auto found = linear_least_squares(matrix, right);
  for (std::size_t c = 0; c < linear.size(); ++c)
    start[linear[c]] = std::clamp(found.values[c], nuisances_[linear[c]].low, nuisances_[linear[c]].high);
  return start;
}

// A recording that was kept from the fit has no nuisances of its own: it is shown and scored without them.
std::vector<FitTrace> OpenLoop::traces(const Point& point) const {
  const std::size_t n = coordinates_->count();
  const auto p = coordinates_->parameters(point.law());
  Batch whole(options_.law, options_.elements, records_, BatchOptions{.threads = options_.threads});
  const std::vector<double> forces = whole.forces({1, p});
  std::vector<FitTrace> all;
  std::size_t begin = 0;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    const Record& record = records_[r];
    FitTrace t;
    t.name = record.name;
    const auto acceleration = accelerations(record);
    const double gain = own_value(Kind::gain, r, point, 1.0);
    const double delay = own_value(Kind::delay, r, point, 0.0);
    const double growth = own_value(Kind::growth, r, point, 0.0);
    for (std::size_t k = 1; k < record.motion.size(); ++k) {
      double model = (1.0 + growth * record.motion[k].pressure) * forces[begin + k - 1];
      for (std::size_t q = 0; q < nuisances_.size(); ++q)
        if (nuisances_[q].applies_to(r))
          model += point[n + q] * linear_regressor(nuisances_[q].kind, record.motion[k], acceleration[k]);
      t.time.push_back(double(k) * record.step);
      t.displacement.push_back(record.motion[k].displacement);
      t.velocity.push_back(record.motion[k].velocity);
      t.measured.push_back(interpolate_measured(r, k, delay).first);
      t.fitted.push_back(gain * model);
      t.use.push_back(uses_[r][k]);
    }
    begin += record.motion.size() - 1;
    if (options_.compare_below > 0.0) {
      const numerics::LowPass filter(options_.compare_below, record.step);
      filter(t.measured);
      filter(t.fitted);
    }
    all.push_back(std::move(t));
  }
  return all;
}

}  // namespace

std::unique_ptr<Objective> open_loop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options) {
  return std::make_unique<OpenLoop>(recordings, uses, options);
}

}  // namespace stickslip::identify
