#include "friction_share.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "sensor_faults.hpp"
#include "stickslip/numerics/least_squares.hpp"

namespace stickslip::measurement {
namespace {

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> integrate_velocity(const Signals& s) {
  const auto v = s.velocity.values;
  std::vector<double> x(v.size());
  for (std::size_t i = 1; i < v.size(); ++i) x[i] = x[i - 1] + (v[i - 1] + v[i]) / 2.0 * s.step;
  return x;
}

}  // namespace

FrictionShare::FrictionShare(const Signals& s, std::size_t margin, double slowest) : slowest_(slowest) {
  constexpr std::size_t most_rows = 4000;
  const std::size_t n = s.velocity.values.size();
  const std::size_t stride = std::max<std::size_t>(1, (n - 2 * margin) / most_rows);
  const double at_rest = slowest * s.moving;  // there the force is what is applied
  for (std::size_t i = margin; i + margin < n; i += stride)
    if (std::abs(s.velocity.values[i]) > at_rest) rows_.push_back(i);
  moving_share_ = double(rows_.size() * stride) / double(n - 2 * margin);
  const std::vector<double> integral = s.displacement.there() ? std::vector<double>() : integrate_velocity(s);
  const std::span<const double> x = s.displacement.there() ? s.displacement.values : std::span<const double>(integral);
  add_other_forces(s, x);
  add_sliding(s);
  add_memory(x);
  for (const auto& a : friction_)
    for (const auto& b : friction_) gram_.push_back(product(a, b));
}

template <class Value>
std::vector<double> FrictionShare::sample_at_rows(const Value& value) const {
  std::vector<double> column;
  for (const std::size_t i : rows_) column.push_back(value(i));
  return column;
}

void FrictionShare::add_other_forces(const Signals& s, std::span<const double> x) {
  add_free(sample_at_rows([](std::size_t) { return 1.0; }));
  add_free(sample_at_rows([&x](std::size_t i) { return x[i]; }));
  if (s.rotary) {  // the weight of an arm
    add_free(sample_at_rows([&x](std::size_t i) { return std::sin(x[i]); }));
    add_free(sample_at_rows([&x](std::size_t i) { return std::cos(x[i]); }));
  }
  for (const Signal* signal : {&s.acceleration, &s.load, &s.pressure})
    if (signal->there()) add_free(sample_at_rows([signal](std::size_t i) { return signal->values[i]; }));
}

void FrictionShare::add_sliding(const Signals& s) {
  const auto v = s.velocity.values;
  const double fast = 10.0 * s.moving;
  const double steep = 0.1 * slowest_;  // of the usual speed: where the direction counts as known
  const auto direction = [&](std::size_t i) { return std::tanh(v[i] / (steep * fast)); };
  add_friction(sample_at_rows(direction));
  for (const double share : {0.003, 0.02, 0.06})
    add_friction(sample_at_rows([&](std::size_t i) { return std::tanh(v[i] / (share * fast)); }));
  add_friction(sample_at_rows([&v](std::size_t i) { return v[i]; }));
  for (const double share : {0.03, 0.1, 0.3})  // Stribeck's
    add_friction(
        sample_at_rows([&](std::size_t i) { return direction(i) * std::exp(-std::abs(v[i]) / (share * fast)); }));
  for (const Signal* signal : {&s.load, &s.pressure})
    if (signal->there()) add_friction(sample_at_rows([&](std::size_t i) { return direction(i) * signal->values[i]; }));
}

// All stops in one pass along x, kept where they are used.
void FrictionShare::add_memory(std::span<const double> x) {
  constexpr std::array shares{2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.16, 0.25, 0.35, 0.45};
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  const double travel = *high - *low;
  std::array<double, shares.size()> z{};
  std::array<std::vector<double>, shares.size()> columns;
  std::size_t next = 0;  // of rows_
  for (std::size_t i = 0; i < x.size() && next < rows_.size(); ++i) {
    for (std::size_t j = 0; j < z.size() && i > 0; ++j)
      z[j] = std::clamp(z[j] + x[i] - x[i - 1], -shares[j] * travel, shares[j] * travel);
    if (i != rows_[next]) continue;
    ++next;
    for (std::size_t j = 0; j < z.size(); ++j) columns[j].push_back(z[j]);
  }
  for (auto& column : columns) add_friction(std::move(column));
}

// The column less what the free ones explain of it, of length 1; empty when nothing is left.
std::vector<double> FrictionShare::beside_free(std::vector<double> column) const {
  const double before = product(column, column);
  for (const auto& q : free_) {
    const double part = product(q, column);
    for (std::size_t i = 0; i < column.size(); ++i) column[i] -= part * q[i];
  }
  const double left = product(column, column);
  if (!(left > 1e-10 * before)) return {};
  for (double& c : column) c /= std::sqrt(left);
  return column;
}

void FrictionShare::add_free(std::vector<double> column) {
  if (auto rest = beside_free(std::move(column)); !rest.empty()) free_.push_back(std::move(rest));
}

void FrictionShare::add_friction(std::vector<double> column) {
  if (auto rest = beside_free(std::move(column)); !rest.empty()) friction_.push_back(std::move(rest));
}

double FrictionShare::unexplained(std::span<const double> force, std::ptrdiff_t shift, double sign) const {
  std::vector<double> f;
  for (const std::size_t i : rows_) f.push_back(sign * force[std::size_t(std::ptrdiff_t(i) + shift)]);
  const double mean = std::accumulate(f.begin(), f.end(), 0.0) / double(f.size());
  double whole = 0.0;
  for (double& one : f) {
    one -= mean;
    whole += one * one;
  }
  double rest = whole;
  for (const auto& q : free_) rest -= std::pow(product(q, f), 2.0);
  std::vector<double> moment;
  for (const auto& a : friction_) moment.push_back(product(a, f));
  const auto b = numerics::non_negative_solution(gram_, moment);
  for (std::size_t j = 0; j < b.size(); ++j) {
    rest -= 2.0 * b[j] * moment[j];
    for (std::size_t k = 0; k < b.size(); ++k) rest += b[j] * b[k] * gram_[j * b.size() + k];
  }
  return whole > 0.0 ? std::max(0.0, rest / whole) : 1.0;
}

}  // namespace stickslip::measurement
