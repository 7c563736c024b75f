// Gains of an observer: by pole placement and from the Riccati equation of its noise.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "augmented.hpp"
#include "stickslip/numerics/linear_algebra.hpp"
#include "stickslip/param.hpp"

namespace stickslip::observe {
namespace {

using Poles = std::vector<numerics::Complex>;

std::string format_pole(const numerics::Complex& pole) {
  const std::string real = to_text(pole.real());
  return pole.imag() == 0.0 ? real : real + (pole.imag() < 0.0 ? " - " : " + ") + to_text(std::abs(pole.imag())) + "i";
}

void check_poles(const Poles& poles, std::size_t needed) {
  if (poles.size() != needed)
    throw std::invalid_argument(std::to_string(poles.size()) + " poles are given, and the observer has " +
                                std::to_string(needed) + " states: give one for each");
  for (const numerics::Complex& pole : poles) {
    if (!(pole.real() < 0.0) || !std::isfinite(std::abs(pole)))
      throw std::invalid_argument("the pole " + format_pole(pole) + " 1/s does not decay: its real part must be < 0");
    if (std::count(poles.begin(), poles.end(), pole) != std::count(poles.begin(), poles.end(), std::conj(pole)))
      throw std::invalid_argument("the complex pole " + format_pole(pole) + " 1/s lacks its conjugate");
  }
}

// The plant in coordinates of size 1 and in units of the scaling's time; poles and gains are scaled with it.
Augmented rescale(const Augmented& plant, const Scaling& s) {
  Augmented other = plant;
  for (std::size_t i = 0; i < plant.a.rows(); ++i)
    for (std::size_t j = 0; j < plant.a.rows(); ++j) other.a(i, j) = plant.a(i, j) * s.time * s.sizes[j] / s.sizes[i];
  for (std::size_t i = 0; i < plant.c.rows(); ++i)
    for (std::size_t j = 0; j < plant.c.columns(); ++j) other.c(i, j) = plant.c(i, j) * s.sizes[j];
  return other;
}

// The gain in the plant's own units.
numerics::Matrix restore_units(numerics::Matrix gain, const Scaling& s) {
  for (std::size_t i = 0; i < gain.rows(); ++i)
    for (std::size_t j = 0; j < gain.columns(); ++j) gain(i, j) *= s.sizes[i] / s.time;
  return gain;
}

// Ackermann: L = phi(A) O^-1 (0 ... 0 1)', phi the wanted polynomial, O the observability matrix.
numerics::Matrix ackermann(const Augmented& plant, const Poles& poles) {
  const std::size_t n = plant.a.rows();
  const auto coefficients = numerics::polynomial(poles);
  numerics::Matrix phi(n, n);
  for (std::size_t k = coefficients.size(); k-- > 0;)
    phi = phi * plant.a + coefficients[k] * numerics::Matrix::identity(n);
  numerics::Matrix last(n, 1);
  last(n - 1, 0) = 1.0;
  return phi * numerics::solve(observability_matrix(plant, {1.0, std::vector<double>(n, 1.0)}), last);
}

// A real matrix with the poles: blocks of one for real ones, of two for pairs, chained where a pole repeats.
numerics::Matrix with_eigenvalues(Poles poles) {
  std::sort(poles.begin(), poles.end(), [](const numerics::Complex& a, const numerics::Complex& b) {
    return std::make_tuple(a.real(), std::abs(a.imag()), a.imag()) <
           std::make_tuple(b.real(), std::abs(b.imag()), b.imag());
  });
  const std::size_t n = poles.size();
  numerics::Matrix m(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    m(i, i) = poles[i].real();
    if (poles[i].imag() < 0.0) {
      // Pairs are sorted with equal real part and modulus: all negative ones of a repeated pair come first.
      const auto partner =
          std::size_t(std::find(poles.begin() + std::ptrdiff_t(i), poles.end(), std::conj(poles[i])) - poles.begin());
      m(i, partner) = poles[i].imag();
      m(partner, i) = -poles[i].imag();
      poles[partner] = poles[partner].real();  // taken
    }
    if (i > 0 && poles[i] == poles[i - 1]) m(i - 1, i) = std::abs(poles[i]);
  }
  return m;
}

// Numbers between -1 and 1 that are the same in every run.
class Trials {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return double(state_ >> 11) / double(1ULL << 52) - 1.0;
  }

 private:
  unsigned long long state_ = 2022;
};

// A' X - X M = C' G gives A' - C' G X^-1 = X M X^-1: the poles of M for every G. Of many G the one whose X is best
// conditioned: its poles move least when the plant is not quite the one that was thought.
numerics::Matrix robust(const Augmented& plant, const Poles& poles) {
  const numerics::Matrix wanted = with_eigenvalues(poles);
  const numerics::Matrix at = plant.a.transposed();
  const numerics::Matrix ct = plant.c.transposed();
  constexpr int trials = 60;
  Trials numbers;
  numerics::Matrix best;
  double best_condition = std::numeric_limits<double>::infinity();
  for (int k = 0; k < trials; ++k) {
    numerics::Matrix g(ct.columns(), wanted.rows());
    for (std::size_t i = 0; i < g.rows(); ++i)
      for (std::size_t j = 0; j < g.columns(); ++j) g(i, j) = numbers.next();
    const numerics::Matrix x = numerics::solve_sylvester(at, wanted, ct * g);
    const auto sizes = numerics::singular_values(x).values;
    const double condition = sizes.front() / sizes.back();
    if (!(condition < best_condition)) continue;
    best_condition = condition;
    best = numerics::solve(x.transposed(), g.transposed());
  }
  return best;
}

void check_observable(const LinearPlant& plant) {
  const Observability o = observability(plant);
  if (!o.complete()) throw std::invalid_argument("the unknown input cannot be observed: " + o.missing);
}

void check_intensities(const char* what, const std::vector<double>& values, std::size_t count, bool may_be_zero) {
  if (values.size() != count)
    throw std::invalid_argument(std::to_string(values.size()) + " noise intensities are given for " +
                                std::to_string(count) + " " + what);
  for (const double v : values)
    if (!(v > 0.0 || (may_be_zero && v == 0.0)) || !std::isfinite(v))
      throw std::invalid_argument("the noise intensity " + to_text(v) + " of the " + what + " must be above 0");
}

bool decays(const numerics::Matrix& closed) {
  for (const numerics::Complex& value : numerics::eigenvalues(closed))
    if (!(value.real() < 0.0)) return false;
  return true;
}

}  // namespace

Observer Observer::with_poles(const LinearPlant& p, const Poles& poles) {
  check_observable(p);
  const Augmented plant = augment(p);
  check_poles(poles, plant.a.rows());
  double mean = 0.0;
  for (const numerics::Complex& pole : poles) mean += std::abs(pole) / double(poles.size());
  const Scaling scaling = natural_scaling(plant, 1.0 / mean);
  const Augmented scaled = rescale(plant, scaling);
  Poles wanted = poles;
  for (numerics::Complex& pole : wanted) pole /= mean;
  try {
    const numerics::Matrix gain = p.c.rows() == 1 ? ackermann(scaled, wanted) : robust(scaled, wanted);
    return {p, restore_units(gain, scaling)};
  } catch (const numerics::SingularMatrix&) {
    throw std::invalid_argument(
        "a pole of the observer is one of the plant's own: with several outputs shift it by a thousandth");
  }
}

Observer Observer::optimal(const LinearPlant& p, const NoiseIntensity& noise) {
  check_observable(p);
  const Augmented plant = augment(p);
  const std::size_t n = p.a.rows();
  check_intensities("unknown inputs", noise.unknowns, p.e.columns(), false);
  check_intensities("outputs", noise.outputs, p.c.rows(), false);
  if (!noise.states.empty()) check_intensities("states", noise.states, n, true);
  const Scaling s = natural_scaling(plant, fastest_time(plant));
  const Augmented scaled = rescale(plant, s);
  // Of z and the scaled time: intensities of rates [1/t], of outputs [t].
  numerics::Matrix q(plant.a.rows(), plant.a.rows());
  for (std::size_t i = 0; i < q.rows(); ++i) {
    const double own = i >= n ? noise.unknowns[i - n] : noise.states.empty() ? 0.0 : noise.states[i];
    q(i, i) = own * s.time / (s.sizes[i] * s.sizes[i]);
  }
  numerics::Matrix weight(p.c.rows(), p.c.rows());
  for (std::size_t i = 0; i < weight.rows(); ++i) weight(i, i) = s.time / noise.outputs[i];
  // A common factor of all intensities changes no gain.
  const double size = numerics::norm(q);
  const numerics::Matrix ct = scaled.c.transposed();
  try {
    const numerics::Matrix covariance =
        numerics::solve_riccati(scaled.a, size * (ct * weight * scaled.c), (1.0 / size) * q);
    Observer observer(p, restore_units(size * (covariance * ct * weight), s));
    if (decays(observer.closed_)) return observer;
  } catch (const numerics::SingularMatrix&) {
  }
  throw std::invalid_argument(
      "the Riccati equation of these noise intensities has no stable solution that can be "
      "found: bring them nearer to each other, or give poles");
}

}  // namespace stickslip::observe
