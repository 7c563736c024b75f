// What the outputs of a plant determine.
#include <algorithm>
#include <cmath>

#include "augmented.hpp"
#include "stickslip/numerics/linear_algebra.hpp"
#include "stickslip/param.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::observe {
namespace {

void check_shape(const char* name, const numerics::Matrix& m, std::size_t rows, std::size_t columns) {
  if (m.rows() == rows && m.columns() == columns) return;
  throw std::invalid_argument(std::string("the plant's matrix ") + name + " is " + std::to_string(m.rows()) + " x " +
                              std::to_string(m.columns()) + "; it must be " + std::to_string(rows) + " x " +
                              std::to_string(columns));
}

void check_names(const char* what, const std::vector<std::string>& names, std::size_t count) {
  if (names.size() == count) return;
  throw std::invalid_argument("the plant has " + std::to_string(count) + " " + what + " and " +
                              std::to_string(names.size()) + " names for them");
}

// "1 of displacement [m] and -100000 of friction [N]": a direction, in the plant's own units, its first part 1.
std::string direction_text(const Augmented& plant, const Scaling& scaling, const numerics::Matrix& right,
                           std::size_t column) {
  constexpr double noticeable = 1e-6;  // of the whole direction, in coordinates of size 1
  std::string text;
  double first = 0.0;
  for (std::size_t i = 0; i < plant.names.size(); ++i) {
    if (std::abs(right(i, column)) < noticeable) continue;
    const double part = right(i, column) * scaling.sizes[i];
    if (first == 0.0) first = part;
    constexpr double digits = 1e6;  // six are enough to recognise a stiffness
    const double shown = std::round(part / first * digits) / digits;
    text += (text.empty() ? "" : " together with ") + to_text(shown) + " of " + plant.names[i];
  }
  return text;
}

}  // namespace

Augmented augment(const LinearPlant& p) {
  const std::size_t n = p.a.rows();
  const std::size_t q = p.e.columns();
  check_shape("A", p.a, n, n);
  check_shape("B", p.b, n, p.b.columns());
  check_shape("E", p.e, n, q);
  check_shape("C", p.c, p.c.rows(), n);
  check_names("states", p.states, n);
  check_names("unknown inputs", p.unknowns, q);
  check_names("outputs", p.outputs, p.c.rows());
  if (n == 0 || q == 0 || p.c.rows() == 0)
    throw std::invalid_argument("a plant for an observer needs a state, an unknown input and an output");
  Augmented all{numerics::Matrix(n + q, n + q), numerics::Matrix(p.c.rows(), n + q), p.states};
  all.a.place(0, 0, p.a);
  all.a.place(0, n, p.e);
  all.c.place(0, 0, p.c);
  all.names.insert(all.names.end(), p.unknowns.begin(), p.unknowns.end());
  return all;
}

double fastest_time(const Augmented& plant) {
  double fastest = 0.0;
  for (const numerics::Complex& value : numerics::eigenvalues(plant.a)) fastest = std::max(fastest, std::abs(value));
  return fastest > 0.0 ? 1.0 / fastest : 1.0;
}

Scaling natural_scaling(const Augmented& plant, double time) {
  Scaling scaling{time, std::vector<double>(plant.a.rows(), 1.0)};
  const numerics::Matrix rows = observability_matrix(plant, scaling);
  for (std::size_t j = 0; j < rows.columns(); ++j) {
    const double length = numerics::norm(rows.part(0, j, rows.rows(), 1));
    if (length > 0.0) scaling.sizes[j] = 1.0 / length;
  }
  return scaling;
}

numerics::Matrix observability_matrix(const Augmented& plant, const Scaling& scaling) {
  const std::size_t n = plant.a.rows();
  const std::size_t outputs = plant.c.rows();
  numerics::Matrix all(n * outputs, n);
  numerics::Matrix row = plant.c;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < outputs; ++i)
      for (std::size_t j = 0; j < n; ++j) all(k * outputs + i, j) = row(i, j) * scaling.sizes[j];
    row = scaling.time * (row * plant.a);
  }
  return all;
}

Observability observability(const LinearPlant& p) {
  const Augmented plant = augment(p);
  const Scaling scaling = natural_scaling(plant, fastest_time(plant));
  const numerics::Singular parts = numerics::singular_values(observability_matrix(plant, scaling));
  constexpr double rounding = 1e-11;  // of entries of size 1, with room for powers of A
  Observability result{0, plant.a.rows(), {}};
  for (const double value : parts.values)
    if (value > rounding * parts.values.front()) ++result.rank;
  if (result.complete()) return result;
  result.missing = text::join(p.outputs) + " determines " + std::to_string(result.rank) + " of " +
                   std::to_string(result.needed) + " unknowns (" + text::join(plant.names) + "):";
  for (std::size_t k = result.rank; k < result.needed; ++k)
    result.missing +=
        (k > result.rank ? "; and " : " ") + direction_text(plant, scaling, parts.right, k) + " leaves it as it is";
  result.missing += "; measure one of these as well";
  return result;
}

LinearPlant mass_plant(double mass, double damping, double stiffness, Measured measured) {
  LinearPlant p{{{0.0, 1.0}, {-stiffness / mass, -damping / mass}},
                {{0.0}, {1.0 / mass}},
                {{0.0}, {-1.0 / mass}},
                {{1.0, 0.0}},
                {"displacement [m]", "velocity [m/s]"},
                {"friction [N]"},
                {"displacement [m]"}};
  if (measured == Measured::displacement_and_velocity) p.c = {{1.0, 0.0}, {0.0, 1.0}};
  if (measured == Measured::velocity) p.c = {{0.0, 1.0}};
  if (measured == Measured::displacement_and_velocity) p.outputs = p.states;
  if (measured == Measured::velocity) p.outputs = {p.states[1]};
  return p;
}

}  // namespace stickslip::observe
