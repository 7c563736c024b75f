// A multistep method of variable step and order for smooth pieces that are somewhat stiff and wanted accurately: about
// one evaluation of the flow per step where a Runge-Kutta or Rosenbrock method takes six to eight.
//
// Blended formulas: R. D. Skeel and A. K. Kong, "Blended linear multistep methods", ACM Transactions on Mathematical
// Software 3(4), 1977. The residual of an Adams-Moulton formula and that of a backward differentiation formula (BDF)
// are added, the second with the weight -gamma h J: slow motion sees Adams, fast decay sees BDF. Every J keeps the
// order, so that an old one will do.
//
// The last steps are kept as Nordsieck's polynomial of degree k, z_j = h^j x^(j)/j!. A step to t + h predicts
//
//   zp_i = sum_j binomial(j, i) z_j
//
// and corrects, with the polynomials L_B(s) = prod_{j=1..k} (1 + s/j) and L_A'(s) = prod_{j=1..k-1} (1 + s/j) scaled to
// a first derivative of 1 at s = 0, L_A(0) = Adams-Moulton's weight of the new slope,
//
//   z_j = zp_j + A_j a + B_j b,   b = -gamma h J a,   h f(t + h, z_0) = z_1
//
// Newton's method for a has the matrix W = 1 - (A_0 + gamma) h J + gamma B_0 (h J)^2; J is exact but may be old. With
// D = a + B_0 b, which is h^(k+1) x^(k+1) up to higher orders, the error of the step is estimated by
//
//   W^-1 (gamma h J B_0/(k+1) - |c_(k+1)|/2) D,   c_1 = -1/2, c_2 = -1/12, ...: Adams-Moulton's error constants
//
// The error of BDF is the exact one. That of Adams is c_(k+1) h^(k+2) x^(k+2), a difference of two D, which is taken to
// be at most half of one. The order is k + 1. With gamma = 0.225 the formulas are stable for h lambda within an angle
// of 90, 90, 90, 87, 84 and 81 degrees from the negative real axis for k = 1 to 6 (computed from the formulas above; a
// test looks). Steps grow and shrink and k moves by the rules of Gear 1971 and Hindmarsh's LSODE.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "stickslip/solve/small_lu.hpp"
#include "stickslip/solve/steppers.hpp"

namespace stickslip::solve {

struct BlendedFormula {
  std::array<double, Step<1>::most_degree + 1> adams{};  // A_j
  std::array<double, Step<1>::most_degree + 1> bdf{};    // B_j
  double adams_error = 0.0;                              // |c_(k+1)|/2
  double bdf_error = 0.0;                                // B_0/(k + 1)
};

// The formula of degree k >= 1.
constexpr BlendedFormula blended_formula(std::size_t k) {
  BlendedFormula f;
  std::array<double, Step<1>::most_degree + 2> product{1.0};
  const auto times = [&product](double root) {  // (1 + s/root)
    for (std::size_t i = product.size() - 1; i > 0; --i) product[i] += product[i - 1] / root;
  };
  for (std::size_t j = 1; j < k; ++j) times(double(j));
  for (std::size_t j = 1; j <= k; ++j) f.adams[j] = product[j - 1] / double(j);
  times(double(k));
  for (std::size_t j = 0; j <= k; ++j) f.bdf[j] = product[j] / product[1];
  // c_0 = 1, c_j = -sum_{m < j} c_m/(j + 1 - m); the weight of the new slope is c_0 + ... + c_k.
  std::array<double, Step<1>::most_degree + 2> c{1.0};
  for (std::size_t j = 1; j <= k + 1; ++j)
    for (std::size_t m = 0; m < j; ++m) c[j] -= c[m] / double(j + 1 - m);
  for (std::size_t j = 0; j <= k; ++j) f.adams[0] += c[j];
  f.adams_error = -0.5 * c[k + 1];
  f.bdf_error = f.bdf[0] / double(k + 1);
  return f;
}

template <HybridSystem H>
class Blended {
 public:
  static constexpr std::size_t N = H::capacity;
  static constexpr std::size_t most_degree = Step<N>::most_degree;
  static constexpr double gamma = 0.225;
  using State = std::array<double, N>;

  // Begins anew at the end of a step of length h of another method, with its interpolant.
  void start(std::size_t n, const Step<N>& step, double h) {
    for (std::size_t i = 0; i < n; ++i) {
      const double c = step.c[i];
      const double d = step.d[i];
      const double e = step.e[i];
      history_[0][i] = step.to[i];
      history_[1][i] = step.to[i] - step.from[i] - c - d;
      history_[2][i] = e - c - 2.0 * d;
      history_[3][i] = 2.0 * e - d;
      history_[4][i] = e;
    }
    begin(4, h);
  }
  // Begins anew from h^j x^(j)/j!, j = 0, 1, ...
  void start(std::span<const State> scaled_derivatives, double h) {
    std::copy(scaled_derivatives.begin(), scaled_derivatives.end(), history_.begin());
    begin(scaled_derivatives.size() - 1, h);
  }

  // A step of length h from (t, x), where x is what start() was given or the end of the step that was accepted last.
  // weight is one over the error allowed in every unknown. The error is infinite when Newton's method did not converge.
  // False when something is not finite. Fills all of the step but its interpolant.
  bool attempt(const H& system, double t, double h, const State& weight, Step<N>& step) {
    const std::size_t n = count_states(system);
    if (h != h_) rescale(n, h / h_);
    h_ = h;
    predict(n);
    if (age_ >= old) linearise(system, t);
    bool converged = correct(system, t + h, weight);
    if (!converged && age_ > 0) {
      linearise(system, t);
      converged = correct(system, t + h, weight);
    }
    step.from = history_[0];
    step.to = corrected_;
    return estimate(n, converged, step);
  }

  // The interpolant of the last attempt: its polynomial in s - 1, s = 0 to 1, and a straight line through what it
  // misses at s = 0.
  void interpolate(std::size_t n, Step<N>& step) const {
    const auto& f = formula();
    step.degree = degree_;
    for (std::size_t i = 0; i < n; ++i) {
      double first = corrected_[i];
      for (std::size_t j = 1; j <= degree_; ++j) {
        step.power[j][i] = predicted_[j][i] + f.adams[j] * adams_[i] + f.bdf[j] * bdf_[i];
        first += (j % 2 == 0 ? 1.0 : -1.0) * step.power[j][i];
      }
      step.power[1][i] -= step.from[i] - first;
    }
  }

  // The last attempt becomes the present.
  void accept(std::size_t n) {
    with_degree([this, n]<std::size_t k>(std::integral_constant<std::size_t, k>) {
      constexpr auto f = blended_formula(k);
      for (std::size_t i = 0; i < n; ++i) {
        history_[0][i] = corrected_[i];
        for (std::size_t j = 1; j <= k; ++j)
          history_[j][i] = predicted_[j][i] + f.adams[j] * adams_[i] + f.bdf[j] * bdf_[i];
      }
    });
    ++age_;
    ++alike_;
  }

  // After accept(): the length of the next step, from the error of this one in units of the one allowed. Degree and
  // step change when degree + 2 steps have been alike.
  double next_step(std::size_t n, double error, const State& weight) {
    if (rest_ > 0) --rest_;
    const double factor = rest_ == 0 ? choose_order(n, error, weight) : 1.0;
    last_change_ = change_;
    return factor * h_;
  }

  // After a step whose error, in units of the one allowed, was too large: the length of the next attempt. Failures that
  // come close upon each other lower the degree.
  [[gnu::noinline]] double shorter_step(double error) {
    const bool diverged = !(error < std::numeric_limits<double>::infinity());
    const double factor = diverged ? 0.25 : std::clamp(stretch_step(error, degree_ + 1) / 1.2, 0.1, 0.9);
    if (++failures_ > 1 && degree_ > 1) --degree_;
    begin_rest();
    return h_ * (failures_ > 1 ? std::min(factor, 0.3) : factor);
  }

  // So many failures close upon each other are a sign that the past does not tell the future: begin anew.
  bool is_lost() const { return failures_ > patience; }

  // The size of an error in units of the one allowed: root mean square over the unknowns, as in LSODE and CVODE.
  static double measure(std::size_t n, const State& error, const State& weight) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += (error[i] * weight[i]) * (error[i] * weight[i]);
    return std::sqrt(sum / double(n));
  }

  std::size_t degree() const { return degree_; }
  StepCounts take_counts() { return std::exchange(counts_, {}); }

 private:
  static constexpr std::size_t patience = 3;
  static constexpr std::size_t old = 30;  // steps after which a Jacobian is computed anew
  static constexpr auto formulas = [] {
    std::array<BlendedFormula, most_degree + 1> all;
    for (std::size_t k = 1; k <= most_degree; ++k) all[k] = blended_formula(k);
    return all;
  }();

  const BlendedFormula& formula() const { return formulas[degree_]; }

  // error^(-1/order), in single precision as stretch() is.
  static double stretch_step(double error, std::size_t order) {
    constexpr double least = 1e-12;
    return double(std::pow(float(std::max(error, least)), -1.0F / float(order)));
  }

  void begin(std::size_t degree, double h) {
    degree_ = degree;
    h_ = h;
    age_ = old;
    failures_ = 0;
    begin_rest();
  }

  void begin_rest() {
    rest_ = degree_ + 2;
    alike_ = 0;
  }

  void rescale(std::size_t n, double ratio) {
    double power = ratio;
    for (std::size_t j = 1; j <= degree_; ++j, power *= ratio)
      for (std::size_t i = 0; i < n; ++i) history_[j][i] *= power;
    alike_ = 0;
  }

  // Calls f with the degree as a constant: sums over it are unrolled and stay in registers.
  template <class F>
  void with_degree(F f) {
    [ this, &f ]<std::size_t... k>(std::index_sequence<k...>) {
      (void)((degree_ == k + 1 && (f(std::integral_constant<std::size_t, k + 1>()), true)) || ...);
    }
    (std::make_index_sequence<most_degree>());
  }

  // Pascal's triangle.
  void predict(std::size_t n) {
    with_degree([this, n]<std::size_t k>(std::integral_constant<std::size_t, k>) {
      for (std::size_t i = 0; i < n; ++i) {
        std::array<double, k + 1> z;
        for (std::size_t j = 0; j <= k; ++j) z[j] = history_[j][i];
        for (std::size_t m = 0; m < k; ++m)
          for (std::size_t j = k; j-- > m;) z[j] += z[j + 1];
        for (std::size_t j = 0; j <= k; ++j) predicted_[j][i] = z[j];
      }
    });
  }

  void linearise(const H& system, double t) {
    const std::size_t n = count_states(system);
    std::array<double, N * N> rows;
    State spare;
    system.jacobian(t, history_[0], std::span<double>(rows.data(), n * n), std::span<double>(spare.data(), n));
    ++counts_.jacobians;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) jacobian_[j * n + i] = rows[i * n + j];
    for (std::size_t j = 0; j < n; ++j) {
      State column;
      for (std::size_t i = 0; i < n; ++i) column[i] = jacobian_[j * n + i];
      column = column_product<N>(n, jacobian_, column);
      for (std::size_t i = 0; i < n; ++i) square_[j * n + i] = column[i];
    }
    age_ = 0;
    rate_ = 1.0;
    factored_step_ = 0.0;
  }

  // gamma h J and the inverse of W for the present step and degree.
  bool factor(std::size_t n) {
    if (factored_step_ == h_ && factored_degree_ == degree_) return true;
    factored_step_ = h_;
    factored_degree_ = degree_;
    const double first = -(formula().adams[0] + gamma) * h_;
    const double second = gamma * formula().bdf[0] * h_ * h_;
    const double blend = gamma * h_;
    for (std::size_t i = 0; i < n * n; ++i) {
      inverse_.a[i] = first * jacobian_[i] + second * square_[i];
      blend_[i] = blend * jacobian_[i];
    }
    for (std::size_t i = 0; i < n; ++i) inverse_.a[i * n + i] += 1.0;
    constexpr double enough = 0.01;  // W is 1 without J; a smaller diagonal has cancelled
    return inverse_.factor(n,
                           enough);  // columns are the rows of the transposed matrix, whose inverse is that transposed
  }

  State solve_for(std::size_t n, const State& x) const { return column_product<N>(n, inverse_.a, x); }

  // Newton's method; true when what is left is a small part of the error allowed.
  bool correct(const H& system, double t, const State& weight) {
    constexpr int most_iterations = 4;
    constexpr double small = 0.1;
    const std::size_t n = count_states(system);
    if (!factor(n)) return false;
    corrected_ = predicted_[0];
    corrected_slope_ = predicted_[1];
    adams_ = bdf_ = residual_ = {};
    double last = 0.0;
    for (int pass = 0; pass < most_iterations; ++pass) {
      const double shift = iterate(n, system.flow(t, corrected_), weight);
      ++counts_.flow_calls;
      if (!std::isfinite(shift) || (pass > 0 && shift > 2.0 * last)) return false;
      if (pass > 0) rate_ = std::max(0.2 * rate_, shift / last);
      if (shift * std::min(1.0, rate_) <= small) return true;
      last = shift;
    }
    return false;
  }

  // One iteration with the flow at the present iterate; returns its largest shift in units of the error allowed.
  double iterate(std::size_t n, const State& flow, const State& weight) {
    const double adams_0 = formula().adams[0];
    const double bdf_0 = formula().bdf[0];
    State residual;
    for (std::size_t i = 0; i < n; ++i) {
      residual[i] = h_ * flow[i] - corrected_slope_[i];
      residual_[i] += residual[i];
    }
    const State a = solve_for(n, residual);
    const State b = column_product(n, blend_, a);
    State shift;
    for (std::size_t i = 0; i < n; ++i) {
      shift[i] = adams_0 * a[i] - bdf_0 * b[i];
      adams_[i] += a[i];
      bdf_[i] -= b[i];
      corrected_[i] += shift[i];
      corrected_slope_[i] += a[i] - b[i];
    }
    return measure(n, shift, weight);
  }

  // W^-1 (gamma h J bdf_error - adams_error) x: the error of a formula whose D is x.
  State measure_error(std::size_t n, const BlendedFormula& f, const State& x) const {
    State e = column_product(n, blend_, x);
    for (std::size_t i = 0; i < n; ++i) e[i] = f.bdf_error * e[i] - f.adams_error * x[i];
    return solve_for(n, e);
  }

  // error_of the present D without its first product: W a is the sum r of Newton's residuals, and with b = -gamma h J a
  // this gives gamma h J D = gamma (a - r) + (A_0 + gamma - 1) b.
  bool estimate(std::size_t n, bool converged, Step<N>& step) {
    const auto& f = formula();
    State e{};
    for (std::size_t i = 0; i < n; ++i) {
      change_[i] = adams_[i] + f.bdf[0] * bdf_[i];
      const double product = gamma * (adams_[i] - residual_[i]) + (f.adams[0] + gamma - 1.0) * bdf_[i];
      e[i] = f.bdf_error * product - f.adams_error * change_[i];
    }
    step.error = solve_for(n, e);
    double sum = 0.0;  // finite when all are
    for (std::size_t i = 0; i < n; ++i) sum += step.to[i] * 0.0;
    if (!converged) step.error[0] = std::numeric_limits<double>::infinity();
    return sum == 0.0;
  }

  double measure_error_size(std::size_t n, const BlendedFormula& f, const State& x, const State& weight) const {
    return measure(n, measure_error(n, f, x), weight);
  }

  // By how much the step may grow; moves to the degree, the present one or one of its neighbours, that allows most.
  double choose_order(std::size_t n, double error, const State& weight) {
    constexpr double worth_it = 1.15;  // a change costs a factorisation and degree + 2 steps of rest
    constexpr double most = 10.0;
    constexpr std::size_t pause = 3;  // steps until the next thought of a change when there is none
    const double same = stretch_step(error, degree_ + 1) / 1.2;
    const double down = degree_ > 1 ? lower(n, weight) : 0.0;
    const double up = degree_ < most_degree && alike_ > 1 ? higher(n, weight) : 0.0;
    failures_ = 0;
    const double best = std::max({same, down, up});
    rest_ = pause;
    if (best < worth_it) return 1.0;
    if (best > same && best == up) raise(n);
    if (best > same && best == down) --degree_;
    begin_rest();
    return std::min(best, most);
  }

  // h^k x^(k) is k! times the last of the history.
  double lower(std::size_t n, const State& weight) const {
    State x;
    const double product = factorial(degree_);
    for (std::size_t i = 0; i < n; ++i) x[i] = product * history_[degree_][i];
    return stretch_step(measure_error_size(n, formulas[degree_ - 1], x, weight), degree_) / 1.3;
  }

  // h^(k+2) x^(k+2) is the difference of the last two D of steps of one length.
  double higher(std::size_t n, const State& weight) const {
    State x;
    for (std::size_t i = 0; i < n; ++i) x[i] = change_[i] - last_change_[i];
    return stretch_step(measure_error_size(n, formulas[degree_ + 1], x, weight), degree_ + 2) / 1.4;
  }

  void raise(std::size_t n) {
    ++degree_;
    for (std::size_t i = 0; i < n; ++i) history_[degree_][i] = change_[i] / factorial(degree_);
  }

  static double factorial(std::size_t k) {
    constexpr std::array<double, most_degree + 1> all{1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0};
    return all[k];
  }

  std::size_t degree_ = 1;
  double h_ = 0.0;                                  // that the history is scaled with
  std::array<State, most_degree + 1> history_{};    // z
  std::array<State, most_degree + 1> predicted_{};  // zp
  State corrected_{}, corrected_slope_{};           // z_0 and z_1 of the attempt
  State residual_{};                                // r, the sum over the iterations
  State adams_{}, bdf_{};                           // a and b
  State change_{}, last_change_{};                  // D of the attempt and of the step before it
  std::size_t rest_ = 0;                            // steps until a change is thought of
  std::size_t alike_ = 0;                           // steps accepted since step or degree last changed
  std::size_t failures_ = 0;                        // since a change was last thought of
  std::size_t age_ = old;                           // of the Jacobian, in steps
  double rate_ = 1.0;                               // of convergence of Newton's method
  double factored_step_ = 0.0;
  std::size_t factored_degree_ = 0;
  // All column after column.
  std::array<double, N * N> jacobian_, square_;  // J, J^2
  std::array<double, N * N> blend_;              // gamma h J
  SmallInverse<N> inverse_;                      // of W
  StepCounts counts_;
};

}  // namespace stickslip::solve
