// Motion drives the law, forces are compared.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "problem.hpp"
#include "sampling_bias.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/friction/contact_columns.hpp"
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

// Whether the force that is compared depends on the acceleration: by the law, by its elements or by a mass that moves.
bool compares_acceleration(const FitOptions& o) {
  const LawInfo& law = law_info(o.law);
  const auto is_inertia = [](const NuisanceWish& wish) { return wish.name == "inertia"; };
  return law.has_inertia || law.projection != nullptr ||
         std::any_of(o.nuisances.begin(), o.nuisances.end(), is_inertia);
}

// What a fit needs of a record, which is taken over: a long recording is not there twice.
CompactRecord take_over(Record record, const FitOptions& o) {
  if (o.loss == FitLoss::relative) weigh_relatively(record);
  const bool moves_mass = compares_acceleration(o);
  if (!moves_mass) record.acceleration = std::vector<double>();
  CompactRecord own = compact(std::move(record));
  if (!moves_mass || !own.acceleration.empty()) return own;
  const RecordView all = own.view();
  std::vector<double> slope(own.samples);
  for (std::size_t k = 0; k < own.samples; ++k) slope[k] = batch::acceleration_at(all, k);
  own.acceleration = std::move(slope);
  return own;
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

// The fitted samples of a recording.
struct Part {
  std::size_t record = 0;
  std::vector<std::uint32_t> samples = {};
  std::vector<double> weights = {};  // of all samples up to the last fitted one, 0 where they are not
  std::size_t first = 0;             // of its residuals among all
  std::size_t force_begin = 0;       // of its forces in what Batch::forces returns

  std::size_t count() const { return samples.size(); }
};

// Slopes of residuals along all axes, [residual][axis]; none where nobody asks.
class SlopeRows {
 public:
  SlopeRows(std::span<double> values, std::size_t axes) : values_(values), axes_(axes) {}

  bool wanted() const { return !values_.empty(); }
  std::size_t axes() const { return axes_; }
  std::span<double> row(std::size_t residual) const { return values_.subspan(residual * axes_, axes_); }
  // A column from a residual on; its numbers lie axes() apart.
  double* column(std::size_t residual, std::size_t axis) const { return values_.data() + residual * axes_ + axis; }

 private:
  std::span<double> values_;
  std::size_t axes_;
};

// Where residuals and slopes go.
struct Answer {
  std::span<double> residuals;
  SlopeRows slopes;
};

// Nuisances that are not linear, of one recording.
struct Bent {
  double gain = 1.0, delay = 0.0, growth = 0.0;
};

// Of a batch that works on the thread of whoever asks.
BatchOptions alone() { return {.device = Device::cpu, .threads = 1}; }

constexpr std::size_t pressure_column = 5;
static_assert(contact_table[pressure_column].name == "pressure");

FitTrace open_trace(const RecordView& record) {
  FitTrace t;
  t.name = record.name;
  const std::size_t samples = record.motion.size() - 1;
  for (std::vector<double>* column : {&t.time, &t.displacement, &t.velocity, &t.measured, &t.fitted})
    column->reserve(samples);
  t.use.reserve(samples);
  return t;
}

class OpenLoop : public Objective {
 public:
  OpenLoop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options)
      : options_(options), uses_(uses) {
    turn_signs(recordings, options);
    nuisances_ = make_nuisances(recordings, options);
    records_.reserve(recordings.size());
    for (Recording& r : recordings) {
      tests_.push_back(r.test);
      records_.push_back(take_over(std::move(r.record), options));
    }
    for (const CompactRecord& r : records_) whole_.push_back(r.view());
    make_parts();
    for (const Part& p : parts_) fitted_.push_back(view_fitted(p));
    batch_ = std::make_unique<Batch>(options.law, options.elements, std::span<const RecordView>(fitted_),
                                     batch_options(options));
    if (options.compare_below > 0.0)
      for (const Part& p : parts_) filters_.emplace_back(options.compare_below, whole_[p.record].step);
    make_basis();
    scales_ = measure_scales(fitted_);
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
  std::span<const RecordView> records() const override { return fitted_; }
  std::size_t samples() const override { return samples_; }
  std::string unit() const override { return options_.loss == FitLoss::relative ? "1" : "N"; }

 private:
  void make_parts();
  // A record up to its last fitted sample.
  RecordView view_fitted(const Part& part) const;
  void make_basis();
  // The batch's own losses know neither nuisances nor filters nor a bend that follows the residuals.
  bool needs_residuals() const {
    const bool own_bend = options_.loss == FitLoss::huber && !(options_.huber > 0.0);
    return !basis_.empty() || !filters_.empty() || own_bend;
  }
  std::size_t axes() const { return coordinates_->count() + nuisances_.size(); }
  // Steps of all fitted records.
  std::size_t steps() const { return parts_.back().force_begin + parts_.back().samples.back(); }
  double weight(std::size_t r, std::size_t k) const { return records_[r].weight.empty() ? 1.0 : records_[r].weight[k]; }
  // d model / d nuisance before gain and weight, for the linear ones, at a sample of a record.
  double regressor(const Nuisance& n, std::size_t r, std::size_t k) const;
  double force_beside_nuisances() const;
  std::vector<double> compute_projected_losses(std::span<const double> points);
  std::vector<double> residuals_without_nuisances(std::span<const double> forces) const;
  // Value and slope of the measured force at a time later by `delay`.
  std::pair<double, double> interpolate_measured(std::size_t r, std::size_t k, double delay) const;
  // Through the low-pass: the values of a part's samples, `stride` apart; those between its samples count as 0.
  void smooth(std::size_t part, double* values, std::size_t stride) const;
  // The values of a part's samples, `stride` apart, times their weights.
  void weigh(const Part& part, double* values, std::size_t stride) const;
  bool evaluate_differences(const Batch& batch, Slopes kind, std::span<const double> at, const Answer& answer,
                            std::size_t parts) const;
  bool evaluate_exactly(const Batch& batch, std::span<const double> at, const Answer& answer) const;
  // Residual j of a part before filter and weight, from the law's force there and its slopes along the coordinates.
  void assemble(const Part& part, std::size_t j, std::span<const double> at, double force,
                std::span<const double> slopes, const Answer& answer) const;
  void finish(const Answer& answer) const;
  Bent bent_nuisances(std::size_t r, std::span<const double> at) const;
  // The steps of the batch are parts of those between samples.
  CountedProblem state_problem(Slopes kind, std::shared_ptr<const Batch> batch, std::size_t parts) const;

  FitOptions options_;
  Uses uses_;
  std::vector<CompactRecord> records_;
  std::vector<bool> tests_;
  std::vector<Part> parts_;
  std::vector<RecordView> whole_;   // of every record
  std::vector<RecordView> fitted_;  // of every part
  std::vector<Nuisance> nuisances_;
  DataScales scales_;
  std::unique_ptr<Coordinates> coordinates_;
  std::unique_ptr<Batch> batch_;
  std::vector<numerics::LowPass> filters_;  // per part, where forces are compared below a frequency
  std::size_t samples_ = 0;
  numerics::OrthonormalBasis basis_;  // of the linear nuisances; weighted: what these can explain
};

void OpenLoop::make_parts() {
  std::size_t force_begin = 0;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    if (tests_[r]) continue;
    Part p{.record = r};
    p.samples.reserve(std::size_t(std::count(uses_[r].begin(), uses_[r].end(), Use::fitted)));
    for (std::size_t k = 0; k < records_[r].samples; ++k)
      if (uses_[r][k] == Use::fitted) p.samples.push_back(std::uint32_t(k));
    if (p.samples.empty()) continue;
    p.weights.assign(p.samples.back() + 1, 0.0);
    for (const std::size_t k : p.samples) p.weights[k] = weight(r, k);
    p.first = samples_;
    p.force_begin = force_begin;
    samples_ += p.count();
    force_begin += p.samples.back();  // samples 1 ... last
    parts_.push_back(std::move(p));
  }
}

RecordView OpenLoop::view_fitted(const Part& part) const {
  RecordView v = whole_[part.record];
  const std::size_t samples = part.weights.size();
  v.motion = v.motion.first(samples);
  v.force = v.force.first(samples);
  v.weight = part.weights;
  if (!v.acceleration.empty()) v.acceleration = v.acceleration.first(samples);
  return v;
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

double OpenLoop::regressor(const Nuisance& n, std::size_t r, std::size_t k) const {
  const auto& acceleration = whole_[r].acceleration;
  return linear_regressor(n.kind, whole_[r].motion[k], acceleration.empty() ? 0.0 : acceleration[k]);
}

void OpenLoop::smooth(std::size_t part, double* values, std::size_t stride) const {
  if (filters_.empty()) return;
  const auto& samples = parts_[part].samples;
  std::vector<double> whole(samples.back() - samples.front() + 1, 0.0);
  for (std::size_t j = 0; j < samples.size(); ++j) whole[samples[j] - samples.front()] = values[j * stride];
  filters_[part](whole);
  for (std::size_t j = 0; j < samples.size(); ++j) values[j * stride] = whole[samples[j] - samples.front()];
}

void OpenLoop::weigh(const Part& part, double* values, std::size_t stride) const {
  for (std::size_t j = 0; j < part.count(); ++j) values[j * stride] *= weight(part.record, part.samples[j]);
}

// A column that depends on the others is left out.
void OpenLoop::make_basis() {
  for (const Nuisance& n : nuisances_) {
    if (!n.is_linear()) continue;
    std::vector<double> column(samples_, 0.0);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& p = parts_[i];
      if (!n.applies_to(p.record)) continue;
      double* own = column.data() + p.first;
      for (std::size_t j = 0; j < p.count(); ++j) own[j] = regressor(n, p.record, p.samples[j]);
      smooth(i, own, 1);
      weigh(p, own, 1);
    }
    basis_.add(std::move(column), tuning.differences.dependent);
  }
}

std::vector<double> OpenLoop::residuals_without_nuisances(std::span<const double> forces) const {
  std::vector<double> residuals(samples_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& p = parts_[i];
    double* own = residuals.data() + p.first;
    for (std::size_t j = 0; j < p.count(); ++j) {
      const std::size_t k = p.samples[j];
      own[j] = forces[p.force_begin + k - 1] - whole_[p.record].force[k];
    }
    smooth(i, own, 1);
    weigh(p, own, 1);
  }
  return residuals;
}

// The size of what is left of the measured force without offset, weight, pressure and inertia: about that of friction.
double OpenLoop::force_beside_nuisances() const {
  std::vector<double> rest = residuals_without_nuisances(std::vector<double>(steps(), 0.0));
  basis_.project_out(rest);
  for (const Part& p : parts_)
    for (std::size_t j = 0; j < p.count(); ++j) rest[p.first + j] /= weight(p.record, p.samples[j]);
  const double size = usual_largest(rest);
  return size > 0.0 ? size : scales_.force;
}

std::vector<double> OpenLoop::compute_projected_losses(std::span<const double> points) {
  const std::size_t n = coordinates_->count();
  const std::size_t count = n == 0 ? 1 : points.size() / n;
  const std::size_t length = steps();
  const std::size_t together = std::max<std::size_t>(4, 4'000'000 / length);  // 32 MB of forces, and some lanes
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
  const RecordView& record = whole_[r];
  const double wanted = double(k) + delay / record.step;
  const double place = std::clamp(wanted, 0.0, double(record.force.size() - 1));
  const auto from = std::min(std::size_t(place), record.force.size() - 2);
  const double slope = record.force[from + 1] - record.force[from];
  const bool beyond = wanted != place;  // before the first or behind the last sample the force stays
  return {record.force[from] + (place - double(from)) * slope, beyond ? 0.0 : slope / record.step};
}

// The set at a point, then the sets at both sides of it along every coordinate.
class BothSides {
 public:
  BothSides(const Coordinates& c, std::span<const double> at, Slopes kind, bool with_slopes)
      : count_(with_slopes ? c.count() : 0), matrix_(c.parameters(at)) {
    for (std::size_t i = 0; i < count_; ++i) {
      const double way = way_along(c[i], at[i], kind);
      for (const double direction : {1.0, -1.0}) {
        std::vector<double> moved(at.begin(), at.end());
        moved[i] = std::clamp(moved[i] + direction * way, c[i].floor, c[i].ceiling);
        ends_.push_back(moved[i]);
        const auto p = c.parameters(moved);
        matrix_.insert(matrix_.end(), p.begin(), p.end());
      }
      sides_.push_back({1 + 2 * i, 2 + 2 * i, 0.0});
    }
    at_.assign(at.begin(), at.end());
  }

  Candidates candidates() const { return {1 + ends_.size(), matrix_}; }

  // Where a side is inadmissible, the other one must do: the first forces of all show it. False: the point itself is.
  bool choose_sides(const ForceBlock& first) {
    for (std::size_t i = 0; i < count_; ++i) {
      Side& s = sides_[i];
      double high = ends_[2 * i], low = ends_[2 * i + 1];
      if (!std::isfinite(first.candidate(s.up)[0])) s.up = 0, high = at_[i];
      if (!std::isfinite(first.candidate(s.down)[0])) s.down = 0, low = at_[i];
      s.inverse = high > low ? 1.0 / (high - low) : 0.0;
    }
    return std::isfinite(first.candidate(0)[0]);
  }

  // The slopes of the force at a step of a block.
  void find_slopes(const ForceBlock& block, std::size_t step, std::span<double> slopes) const {
    for (std::size_t i = 0; i < count_; ++i)
      slopes[i] = (block.candidate(sides_[i].up)[step] - block.candidate(sides_[i].down)[step]) * sides_[i].inverse;
  }

 private:
  static double way_along(const Coordinate& c, double at, Slopes kind) {
    constexpr double small = tuning.differences.small;
    const double event = kind == Slopes::across_events     ? tuning.differences.across
                         : kind == Slopes::close_to_events ? tuning.differences.close
                                                           : small;
    const double part = c.breaks ? event : small;
    return c.scale == Scale::log ? part : part * std::max(std::abs(at), tuning.differences.least_size * c.high);
  }

  struct Side {
    std::size_t up = 0, down = 0;  // candidates
    double inverse = 0.0;          // of the way between them
  };

  std::size_t count_;
  std::vector<double> matrix_, ends_, at_;
  std::vector<Side> sides_;
};

bool OpenLoop::evaluate_differences(const Batch& batch, Slopes kind, std::span<const double> at, const Answer& answer,
                                    std::size_t parts) const {
  const std::size_t n = coordinates_->count();
  BothSides sides(*coordinates_, at.first(n), kind, answer.slopes.wanted());
  std::vector<double> slopes(answer.slopes.wanted() ? n : 0);
  bool defined = true;
  std::size_t next = 0;  // sample of the part
  batch.visit_forces(sides.candidates(), [&](const ForceBlock& block) {
    if (block.first == 0) next = 0;
    if (block.first == 0 && block.record == 0) defined = sides.choose_sides(block);
    const Part& part = parts_[block.record];
    for (; defined && next < part.count(); ++next) {
      const std::size_t step = part.samples[next] * parts - 1 - block.first;  // that ends at the sample
      if (step >= block.count) break;
      sides.find_slopes(block, step, slopes);
      assemble(part, next, at, block.candidate(0)[step], slopes, answer);
    }
  });
  if (defined) finish(answer);
  return defined;
}

bool OpenLoop::evaluate_exactly(const Batch& batch, std::span<const double> at, const Answer& answer) const {
  const std::size_t n = coordinates_->count();
  const std::vector<double> p = coordinates_->parameters(at.first(n));
  numerics::Matrix chain(p.size(), n);  // d parameter / d coordinate
  std::ranges::copy(coordinates_->slopes(at.first(n)), chain.values().begin());
  std::vector<std::size_t> moved;  // scalars that some coordinate moves
  for (std::size_t i = 0; i < p.size(); ++i)
    if (std::ranges::any_of(chain.row(i), [](double s) { return s != 0.0; })) moved.push_back(i);
  std::vector<double> slopes(n);
  std::size_t next = 0;  // sample of the part
  try {
    batch.visit_residuals(p, moved, [&](const ResidualBlock& block) {
      if (block.first == 0) next = 0;
      const Part& part = parts_[block.record];
      for (; next < part.count(); ++next) {
        const std::size_t k = part.samples[next], step = k - 1 - block.first;
        if (step >= block.values.size()) break;
        const double w = weight(part.record, k);
        const auto own = block.slopes.subspan(step * moved.size(), moved.size());
        std::ranges::fill(slopes, 0.0);
        for (std::size_t m = 0; m < moved.size(); ++m)
          for (std::size_t c = 0; c < n; ++c) slopes[c] += own[m] / w * chain(moved[m], c);
        assemble(part, next, at, block.values[step] / w + whole_[part.record].force[k], slopes, answer);
      }
    });
  } catch (const std::invalid_argument&) {
    return false;
  }
  finish(answer);
  return true;
}

// r = w H(gain (F + linear nuisances) - interpolate_measured(t + delay)); H is the low-pass, where there is one.
void OpenLoop::assemble(const Part& part, std::size_t j, std::span<const double> at, double force,
                        std::span<const double> slopes, const Answer& answer) const {
  const std::size_t n = coordinates_->count();
  const std::size_t r = part.record, k = part.samples[j];
  const Bent bent = nuisances_.empty() ? Bent{} : bent_nuisances(r, at);
  const double pressure = whole_[r].motion.columns()[pressure_column][k];
  const double factor = 1.0 + bent.growth * pressure;
  double model = factor * force;
  for (std::size_t q = 0; q < nuisances_.size(); ++q)
    if (nuisances_[q].is_linear() && nuisances_[q].applies_to(r)) model += at[n + q] * regressor(nuisances_[q], r, k);
  const auto [value, slope] = interpolate_measured(r, k, bent.delay);
  answer.residuals[part.first + j] = bent.gain * model - value;
  if (!answer.slopes.wanted()) return;
  const auto own = answer.slopes.row(part.first + j);
  for (std::size_t c = 0; c < n; ++c) own[c] = bent.gain * factor * slopes[c];
  for (std::size_t q = 0; q < nuisances_.size(); ++q) {
    const Nuisance& nuisance = nuisances_[q];
    own[n + q] = !nuisance.applies_to(r)         ? 0.0
                 : nuisance.kind == Kind::growth ? bent.gain * pressure * force
                 : nuisance.kind == Kind::gain   ? model
                 : nuisance.kind == Kind::delay  ? -slope
                                                 : bent.gain * regressor(nuisance, r, k);
  }
}

// Filter and weights.
void OpenLoop::finish(const Answer& answer) const {
  const std::size_t columns = answer.slopes.wanted() ? answer.slopes.axes() : 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& p = parts_[i];
    smooth(i, answer.residuals.data() + p.first, 1);
    weigh(p, answer.residuals.data() + p.first, 1);
    for (std::size_t c = 0; c < columns; ++c) {
      smooth(i, answer.slopes.column(p.first, c), columns);
      weigh(p, answer.slopes.column(p.first, c), columns);
    }
  }
}

Bent OpenLoop::bent_nuisances(std::size_t r, std::span<const double> at) const {
  const auto value = [&](Kind kind, double usual) {
    for (std::size_t q = 0; q < nuisances_.size(); ++q)
      if (nuisances_[q].kind == kind && nuisances_[q].applies_to(r)) return at[coordinates_->count() + q];
    return usual;
  };
  return {value(Kind::gain, 1.0), value(Kind::delay, 0.0), value(Kind::growth, 0.0)};
}

CountedProblem OpenLoop::problem(Slopes kind) const {
  return state_problem(
      kind, std::make_shared<Batch>(options_.law, options_.elements, std::span<const RecordView>(fitted_), alone()), 1);
}

std::optional<CountedProblem> OpenLoop::problem_in_parts(std::size_t parts) const {
  struct Divided {
    std::vector<CompactRecord> records;
    std::optional<Batch> batch;
  };
  const auto own = std::make_shared<Divided>();
  const LawInfo& law = law_info(options_.law);
  for (const RecordView& r : fitted_) own->records.push_back(divide_steps(r, parts, law.reads | law.may_read));
  std::vector<RecordView> views;
  for (const CompactRecord& r : own->records) views.push_back(r.view());
  own->batch.emplace(options_.law, options_.elements, std::span<const RecordView>(views), alone());
  return state_problem(Slopes::differences, std::shared_ptr<const Batch>(own, &*own->batch), parts);
}

CountedProblem OpenLoop::state_problem(Slopes kind, std::shared_ptr<const Batch> batch, std::size_t parts) const {
  CountedProblem problem;
  problem.residuals = samples_;
  problem.lower = coordinates_->floors();
  problem.upper = coordinates_->ceilings();
  for (const Nuisance& n : nuisances_) {
    problem.lower.push_back(n.low);
    problem.upper.push_back(n.high);
  }
  problem.evaluate = [this, batch = std::move(batch), kind, parts, simulated = problem.simulated](
                         std::span<const double> at, std::span<double> residuals, std::span<double> slopes) {
    const Answer answer{residuals, {slopes, axes()}};
    const bool exact = kind == Slopes::exact && answer.slopes.wanted();
    const bool both_sides = answer.slopes.wanted() && !exact;
    *simulated += (both_sides ? 1 + 2 * coordinates_->count() : 1) * parts;
    return exact ? evaluate_exactly(*batch, at, answer) : evaluate_differences(*batch, kind, at, answer, parts);
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
  numerics::Matrix matrix(samples_, linear.size());
  std::vector<double> right(samples_);
  for (std::size_t row = 0; row < samples_; ++row) right[row] = std::isfinite(residuals[row]) ? -residuals[row] : 0.0;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (std::size_t c = 0; c < linear.size(); ++c) {  // weighed behind the low-pass, as residuals are
      const Part& part = parts_[i];
      if (!nuisances_[linear[c]].applies_to(part.record)) continue;
      for (std::size_t j = 0; j < part.count(); ++j)
        matrix(part.first + j, c) = regressor(nuisances_[linear[c]], part.record, part.samples[j]);
      smooth(i, &matrix(part.first, c), linear.size());
      weigh(part, &matrix(part.first, c), linear.size());
    }
  const auto found = linear_least_squares(matrix.values(), right);
  for (std::size_t c = 0; c < linear.size(); ++c)
    start[linear[c]] = std::clamp(found.values[c], nuisances_[linear[c]].low, nuisances_[linear[c]].high);
  return start;
}

// A recording that was kept from the fit has no nuisances of its own: it is shown and scored without them.
std::vector<FitTrace> OpenLoop::traces(const Point& point) const {
  const std::size_t n = coordinates_->count();
  const auto p = coordinates_->parameters(point.law());
  std::vector<RecordView> motions = whole_;
  for (RecordView& r : motions) r.force = r.weight = {};
  const Batch batch(options_.law, options_.elements, std::span<const RecordView>(motions), alone());
  std::vector<FitTrace> all;
  batch.visit_forces({1, p}, [&](const ForceBlock& block) {
    const std::size_t r = block.record;
    if (block.first == 0) all.push_back(open_trace(whole_[r]));
    FitTrace& t = all.back();
    const Bent bent = bent_nuisances(r, point);
    for (std::size_t j = 0; j < block.count; ++j) {
      const std::size_t k = block.first + j + 1;
      const Contact<double> contact = whole_[r].motion[k];
      double model = (1.0 + bent.growth * contact.pressure) * block.values[j];
      for (std::size_t q = 0; q < nuisances_.size(); ++q)
        if (nuisances_[q].applies_to(r)) model += point[n + q] * regressor(nuisances_[q], r, k);
      t.time.push_back(double(k) * whole_[r].step);
      t.displacement.push_back(contact.displacement);
      t.velocity.push_back(contact.velocity);
      t.measured.push_back(interpolate_measured(r, k, bent.delay).first);
      t.fitted.push_back(bent.gain * model);
      t.use.push_back(uses_[r][k]);
    }
  });
  if (options_.compare_below > 0.0)
    for (std::size_t r = 0; r < all.size(); ++r) {
      const numerics::LowPass filter(options_.compare_below, whole_[r].step);
      filter(all[r].measured);
      filter(all[r].fitted);
    }
  return all;
}

}  // namespace

std::unique_ptr<Objective> open_loop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options) {
  return std::make_unique<OpenLoop>(recordings, uses, options);
}

}  // namespace stickslip::identify
