#include "watch.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace stickslip::experiment {

std::size_t column_index(const HybridModel& model, std::string_view name) {
  const auto columns = model.columns();
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].name == name) return k;
  throw std::logic_error("the model has no column '" + std::string(name) + "'");
}

// ---- what a watch sees

Probe::Probe(const HybridModel& model, double difference_time)
    : model_(&model), difference_time_(difference_time), now_(model.columns().size()) {
  slope_.resize(model.size());
  state_.resize(model.size());
  ahead_.resize(now_.size());
  behind_.resize(now_.size());
}

void Probe::look(double t, const double* x) {
  t_ = t;
  x_ = x;
  looked_around_ = false;
  model_->observe(t, x, now_.data());
}

void Probe::look_around() const {
  const double h = difference_time_;
  model_->flow(t_, x_, slope_.data());
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] = x_[i] + h * slope_[i];
  model_->observe(t_ + h, state_.data(), ahead_.data());
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] = x_[i] - h * slope_[i];
  model_->observe(t_ - h, state_.data(), behind_.data());
  looked_around_ = true;
}

double Probe::rate(std::size_t column) const {
  if (!looked_around_) look_around();
  return (ahead_[column] - behind_[column]) / (2.0 * difference_time_);
}

// ---- the watches

void SlipWatch::guards(const Probe& probe, double phase, double* values) const {
  const double v = probe.value(velocity_);
  if (phase == 0.0) {
    values[0] = level_ - v;
    values[1] = level_ + v;
    return;
  }
  const double direction = phase > 0.0 ? 1.0 : -1.0;
  const double stage = std::abs(phase);
  values[0] = direction * v;
  values[1] = stage == 1.0 ? direction * probe.rate(velocity_) : stage == 2.0 ? direction * v - level_ : 1.0;
}

double SlipWatch::next_phase(double phase, std::size_t guard) const {
  if (phase == 0.0) return guard == 0 ? 1.0 : -1.0;
  return guard == 0 ? 0.0 : phase + (phase > 0.0 ? 1.0 : -1.0);
}

void ExtremumWatch::guards(const Probe& probe, double phase, double* values) const {
  const double direction = phase > 0.0 ? 1.0 : -1.0;
  const double sought = std::abs(phase);
  const double towards = sought == 2.0 ? -direction * sense_ : direction * sense_;
  values[0] = 1.0;
  if (sought < 4.0) {
    const double minus = quantity_.factor == 0.0 ? 0.0 : quantity_.factor * probe.rate(quantity_.minus);
    values[0] = towards * (probe.rate(quantity_.plus) - minus);
  }
  values[1] = direction * probe.value(velocity_);
}

double ExtremumWatch::next_phase(double phase, std::size_t guard) const {
  const double direction = phase > 0.0 ? 1.0 : -1.0;
  return guard == 0 ? phase + direction : -direction;
}

void ReversalWatch::guards(const Probe& probe, double phase, double* values) const {
  values[0] = phase * probe.value(velocity_);
}

void RangeWatch::guards(const Probe& probe, double phase, double* values) const {
  const double x = probe.value(column_);
  values[0] = phase < 0.0 ? low_ - x : x - low_;
  values[1] = phase > 0.0 ? x - high_ : high_ - x;
}

double RangeWatch::next_phase(double phase, std::size_t guard) const {
  if (phase != 0.0) return 0.0;
  return guard == 0 ? -1.0 : 1.0;
}

void TravelWatch::guards(const Probe& probe, double phase, double* values) const {
  values[0] = phase == 0.0 ? travel_ - std::abs(probe.value(displacement_) - start_) : 1.0;
}

void TimeWatch::guards(const Probe& probe, double phase, double* values) const {
  const auto next = std::size_t(phase);
  values[0] = next < times_.size() ? times_[next] - probe.time() : 1.0;
}

double TimeWatch::next_corner(double t) const {
  const auto next = std::upper_bound(times_.begin(), times_.end(), t);
  return next == times_.end() ? std::numeric_limits<double>::infinity() : *next;
}

void SignWatch::guards(const Probe& probe, double phase, double* values) const {
  const double value = probe.value(column_);
  const double side = phase < 0.0 ? -1.0 : 1.0;
  const bool clear = std::abs(phase) == 1.0;
  values[0] = clear ? side * value : clearly_ - side * value;
  values[1] = clear ? 1.0 : clearly_ + side * value;
}

double SignWatch::next_phase(double phase, std::size_t guard) const {
  const double side = phase < 0.0 ? -1.0 : 1.0;
  if (std::abs(phase) == 1.0) return 2.0 * side;
  return guard == 0 ? side : -side;
}

std::vector<double> SignWatch::zeros(const std::vector<Occurrence>& seen, std::size_t watch) {
  std::vector<double> times;
  for (const Occurrence& o : seen)
    if (o.watch == watch && std::abs(o.to) == 2.0) times.push_back(o.t);
  return times;
}

double SignWatch::switches(const std::vector<Occurrence>& seen, std::size_t watch, double until) {
  const auto count = std::count_if(seen.begin(), seen.end(), [&](const Occurrence& o) {
    return o.watch == watch && o.t <= until && std::abs(o.from) == 2.0 && o.from * o.to < 0.0;
  });
  return double(count);
}

// ---- the watched model

Watched::Watched(const HybridModel& model, Watches watches, double difference_time)
    : model_(&model),
      watches_(std::move(watches)),
      guard_count_(model.guard_count()),
      probe_(model, difference_time),
      inner_jacobian_(model.size() * model.size()),
      inner_slope_(model.size()) {
  for (const auto& w : watches_) guard_count_ += w->guard_count();
}

std::pair<std::size_t, std::size_t> Watched::find_watch(std::size_t guard) const {
  std::size_t k = guard - model_->guard_count();
  std::size_t w = 0;
  for (; k >= watches_[w]->guard_count(); ++w) k -= watches_[w]->guard_count();
  return {w, k};
}

std::string_view Watched::guard_name(std::size_t k) const {
  return is_watch(k) ? std::string_view("watched by the experiment") : model_->guard_name(k);
}

void Watched::flow(double t, const double* x, double* slope) const {
  model_->flow(t, x, slope);
  std::fill(slope + model_->size(), slope + size(), 0.0);
}

void Watched::jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const {
  const std::size_t n = model_->size();
  model_->jacobian(t, x, inner_jacobian_, inner_slope_);
  std::fill(dfdx.begin(), dfdx.begin() + std::ptrdiff_t(size() * size()), 0.0);
  std::fill(dfdt.begin(), dfdt.begin() + std::ptrdiff_t(size()), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) dfdx[i * size() + j] = inner_jacobian_[i * n + j];
    dfdt[i] = inner_slope_[i];
  }
}

void Watched::guards(double t, const double* x, double* values) const {
  model_->guards(t, x, values);
  values += model_->guard_count();
  probe_.look(t, x);
  for (std::size_t w = 0; w < watches_.size(); ++w) {
    watches_[w]->guards(probe_, x[model_->size() + w], values);
    values += watches_[w]->guard_count();
  }
}

void Watched::reset(double t, double* x, std::size_t k) const {
  if (!is_watch(k)) return model_->reset(t, x, k);
  const auto [w, guard] = find_watch(k);
  double& phase = x[model_->size() + w];
  phase = watches_[w]->next_phase(phase, guard);
}

bool Watched::starts_anew(std::size_t fired, std::size_t other) const {
  if (is_watch(fired) != is_watch(other)) return false;
  return is_watch(fired) ? find_watch(fired).first == find_watch(other).first : model_->starts_anew(fired, other);
}

double Watched::next_corner(double t) const {
  double next = model_->next_corner(t);
  for (const auto& w : watches_) next = std::min(next, w->next_corner(t));
  return next;
}

std::vector<double> Watched::start() const {
  auto x = model_->start();
  for (const auto& w : watches_) x.push_back(w->start());
  return x;
}

}  // namespace stickslip::experiment
