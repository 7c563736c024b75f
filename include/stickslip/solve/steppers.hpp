// One step of the adaptive one-step methods: the solution at the end, an estimate of its error, and a polynomial in
// between.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "stickslip/hybrid.hpp"
#include "stickslip/solve/small_lu.hpp"

namespace stickslip::solve {

// A step from `from` to `to`, and the interpolant
//   x(s) = (1 - s) from + s (to + (1 - s) (c + s (d + (1 - s) e))),  0 <= s <= 1,
// or, with a degree above 0, that of a multistep method,
//   x(s) = to + sum_{j = 1..degree} power_j (s - 1)^j.
template <std::size_t N>
struct Step {
  static constexpr std::size_t most_degree = 6;

  std::array<double, N> from{}, to{}, error{}, c{}, d{}, e{};
  std::size_t degree = 0;
  std::array<std::array<double, N>, most_degree + 1> power;

  std::array<double, N> at(double s, std::size_t n) const { return degree == 0 ? quartic(s, n) : polynomial(s, n); }

 private:
  std::array<double, N> quartic(double s, std::size_t n) const {
    std::array<double, N> x;
    const double r = 1.0 - s;
    for (std::size_t i = 0; i < n; ++i) x[i] = r * from[i] + s * (to[i] + r * (c[i] + s * (d[i] + r * e[i])));
    return x;
  }

  std::array<double, N> polynomial(double s, std::size_t n) const {
    std::array<double, N> x{};
    for (std::size_t j = degree; j > 0; --j)
      for (std::size_t i = 0; i < n; ++i) x[i] = (x[i] + power[j][i]) * (s - 1.0);
    for (std::size_t i = 0; i < n; ++i) x[i] += to[i];
    return x;
  }
};

struct StepCounts {
  std::size_t flow_calls = 0;
  std::size_t jacobians = 0;
};

// The number of unknowns: a constant for a system of fixed size, so that every loop over them unrolls.
template <class H>
inline constexpr bool has_fixed_size = requires {
  typename std::integral_constant<std::size_t, H::size()>;
};

template <HybridSystem H>
constexpr std::size_t count_states(const H& system) {
  if constexpr (has_fixed_size<H>)
    return H::size();
  else
    return system.size();
}

namespace detail {

// A multiple of a slope or stage in a sum.
template <std::size_t N>
struct Term {
  double weight;
  const std::array<double, N>& k;
};
template <std::size_t N>
Term(double, const std::array<double, N>&) -> Term<N>;

// x + scale * (sum of the terms)
template <std::size_t N, class... Terms>
[[gnu::always_inline]] inline std::array<double, N> shift_by(std::size_t n, const std::array<double, N>& x,
                                                             double scale, const Terms&... terms) {
  std::array<double, N> y;
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + scale * (... + (terms.weight * terms.k[i]));
  return y;
}

}  // namespace detail

// The error estimates of both methods fall with h^5: a step h with error e would have had error 1 at h e^(-1/5). Single
// precision is plenty for a step size, and faster.
inline double stretch(double error) { return double(std::pow(float(error), -0.2F)); }

// Dormand and Prince 1980, RK5(4)7M, with the interpolant of order 4 of Hairer, Norsett and Wanner (DOPRI5).
template <HybridSystem H>
class DormandPrince {
 public:
  static constexpr std::size_t N = H::capacity;
  using State = std::array<double, N>;

  // first_slope is the flow at (t, x). False when something is not finite. Fills all of the step but its interpolant.
  bool attempt(const H& system, double t, const State& x, const State& first_slope, double h, Step<N>& step) {
    using detail::shift_by;
    using T = detail::Term<N>;
    const std::size_t n = count_states(system);
    auto& [k1, k3, k4, k5, k6] = stages_;
    k1 = first_slope;
    const State k2 = system.flow(t + h / 5, shift_by(n, x, h, T{1.0 / 5, k1}));
    k3 = system.flow(t + 3 * h / 10, shift_by(n, x, h, T{3.0 / 40, k1}, T{9.0 / 40, k2}));
    k4 = system.flow(t + 4 * h / 5, shift_by(n, x, h, T{44.0 / 45, k1}, T{-56.0 / 15, k2}, T{32.0 / 9, k3}));
    k5 = system.flow(t + 8 * h / 9, shift_by(n, x, h, T{19372.0 / 6561, k1}, T{-25360.0 / 2187, k2},
                                             T{64448.0 / 6561, k3}, T{-212.0 / 729, k4}));
    const State y6 = shift_by(n, x, h, T{9017.0 / 3168, k1}, T{-355.0 / 33, k2}, T{46732.0 / 5247, k3},
                              T{49.0 / 176, k4}, T{-5103.0 / 18656, k5});
    k6 = system.flow(t + h, y6);
    step.from = x;
    step.to = shift_by(n, x, h, T{35.0 / 384, k1}, T{500.0 / 1113, k3}, T{125.0 / 192, k4}, T{-2187.0 / 6784, k5},
                       T{11.0 / 84, k6});
    last_slope_ = system.flow(t + h, step.to);
    counts_.flow_calls += 6;
    for (std::size_t i = 0; i < n; ++i) {
      shift_[i] = step.to[i] - y6[i];
      slope_shift_[i] = h * (last_slope_[i] - k6[i]);
    }
    return estimate(n, h, step);
  }

  // The interpolant of the last attempt, whose length was h.
  void interpolate(std::size_t n, double h, Step<N>& step) const {
    const auto& [k1, k3, k4, k5, k6] = stages_;
    for (std::size_t i = 0; i < n; ++i) {
      const double k7 = last_slope_[i];
      const double change = step.to[i] - step.from[i];
      step.c[i] = h * k1[i] - change;
      step.d[i] = change - h * k7 - step.c[i];
      step.e[i] = h * (-12715105075.0 / 11282082432 * k1[i] + 87487479700.0 / 32700410799 * k3[i] -
                       10690763975.0 / 1880347072 * k4[i] + 701980252875.0 / 199316789632 * k5[i] -
                       1453857185.0 / 822651844 * k6[i] + 69997945.0 / 29380423 * k7);
    }
  }

  const State& last_slope() const { return last_slope_; }
  // |h lambda| of the last attempt, from its last two slopes (Hairer and Wanner, Solving ODEs II, IV.2), every unknown
  // measured by its own size; the method is stable up to about 3.3.
  template <class Size>
  double stiffness(std::size_t n, Size size) const {
    double up = 0.0;
    double down = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double weight = 1.0 / size(i);
      up += slope_shift_[i] * slope_shift_[i] * weight * weight;
      down += shift_[i] * shift_[i] * weight * weight;
    }
    return down > 0.0 ? std::sqrt(up / down) : 0.0;
  }
  StepCounts take_counts() { return std::exchange(counts_, {}); }

 private:
  // The error estimate; false when the end of the step is not finite.
  bool estimate(std::size_t n, double h, Step<N>& step) const {
    const auto& [k1, k3, k4, k5, k6] = stages_;
    bool finite = true;
    for (std::size_t i = 0; i < n; ++i) {
      const double k7 = last_slope_[i];
      step.error[i] = h * (71.0 / 57600 * k1[i] - 71.0 / 16695 * k3[i] + 71.0 / 1920 * k4[i] -
                           17253.0 / 339200 * k5[i] + 22.0 / 525 * k6[i] - 1.0 / 40 * k7);
      finite = finite && std::isfinite(step.to[i]) && std::isfinite(k7);
    }
    return finite;
  }

  std::array<State, 5> stages_;  // slopes 1, 3, 4, 5, 6
  State last_slope_;
  State shift_, slope_shift_;  // between the last two stages
  StepCounts counts_;
};

// Rodas5P: Rosenbrock method of order 5(4), L-stable and stiffly accurate, eight stages, with its interpolant of
// order 4. G. Steinebach, "Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the Julia
// Differential Equations package", BIT Numerical Mathematics 63(27), 2023. Unlike Rodas 4(3) it keeps its order on the
// slow motion of a stiff system (a mass that presliding springs hold), where it takes a tenth of the steps.
// Flattened: the flow of a small system belongs inside the step, however many others call it.
template <HybridSystem H>
class Rodas {
 public:
  static constexpr std::size_t N = H::capacity;
  using State = std::array<double, N>;

  // The Jacobian at the start of a step; it serves every attempt from there. Returns the flow there, which a system
  // that differentiates automatically has as a by-product: its optional linearise(t, x, jacobian, time_slope).
  [[gnu::flatten]] State linearise(const H& system, double t, const State& x) {
    const std::size_t n = count_states(system);
    const std::span<double> matrix(jacobian_.data(), n * n);
    const std::span<double> slope(time_slope_.data(), n);
    ++counts_.jacobians;
    if constexpr (requires { system.linearise(t, x, matrix, slope); }) return system.linearise(t, x, matrix, slope);
    system.jacobian(t, x, matrix, slope);
    ++counts_.flow_calls;
    return system.flow(t, x);
  }

  // first_slope is the flow at (t, x). False when something is not finite, or grows too fast
  // for the step. Fills all of the step but its interpolant.
  [[gnu::flatten]] bool attempt(const H& system, double t, const State& x, const State& first_slope, double h,
                                Step<N>& step) {
    using detail::shift_by;
    using T = detail::Term<N>;
    const std::size_t n = count_states(system);
    if (!factor(n, h)) return false;
    const double r = 1.0 / h;
    const State& f = time_slope_;
    auto& [k1, k2, k3, k4, k5, k6, k7] = stages_;
    k1 = stage(n, first_slope, T{gamma * h, f});
    State y = shift_by(n, x, 1.0, T{3.0, k1});
    k2 = stage(n, system.flow(t + 0.6358126895828704 * h, y), T{-0.42387512638858027 * h, f},
               T{-14.155112264123755 * r, k1});
    y = shift_by(n, x, 1.0, T{2.849394379747939, k1}, T{0.45842242204463923, k2});
    k3 = stage(n, system.flow(t + 0.4095798393397535 * h, y), T{-0.3384627126235924 * h, f},
               T{-17.97296035885952 * r, k1}, T{-2.859693295451294 * r, k2});
    y = shift_by(n, x, 1.0, T{-6.954028509809101, k1}, T{2.489845061869568, k2}, T{-10.358996098473584, k3});
    k4 = stage(n, system.flow(t + 0.9769306725060716 * h, y), T{1.8046452872882734 * h, f},
               T{147.12150275711716 * r, k1}, T{-1.41221402718213 * r, k2}, T{71.68940251302358 * r, k3});
    y = shift_by(n, x, 1.0, T{2.8029986275628964, k1}, T{0.5072464736228206, k2}, T{-0.3988312541770524, k3},
                 T{-0.04721187230404641, k4});
    k5 =
        stage(n, system.flow(t + 0.4288403609558664 * h, y), T{2.325825639765069 * h, f}, T{165.43517024871676 * r, k1},
              T{-0.4592823456491126 * r, k2}, T{42.90938336958603 * r, k3}, T{-5.961986721573306 * r, k4});
    y = shift_by(n, x, 1.0, T{-7.502846399306121, k1}, T{2.561846144803919, k2}, T{-11.627539656261098, k3},
                 T{-0.18268767659942256, k4}, T{0.030198172008377946, k5});
    k6 = stage(n, system.flow(t + h, y), T{24.854864614690072 * r, k1}, T{-3.0009227002832186 * r, k2},
               T{47.4931110020768 * r, k3}, T{5.5814197821558125 * r, k4}, T{-0.6610691825249471 * r, k5});
    y = shift_by(n, y, 1.0, T{1.0, k6});
    k7 = stage(n, system.flow(t + h, y), T{30.91273214028599 * r, k1}, T{-3.1208243349937974 * r, k2},
               T{77.79954646070892 * r, k3}, T{34.28646028294783 * r, k4}, T{-19.097331116725623 * r, k5},
               T{-28.087943162872662 * r, k6});
    y = shift_by(n, y, 1.0, T{1.0, k7});
    step.error = stage(n, system.flow(t + h, y), T{37.80277123390563 * r, k1}, T{-3.2571969029072276 * r, k2},
                       T{112.26918849496327 * r, k3}, T{66.9347231244047 * r, k4}, T{-40.06618937091002 * r, k5},
                       T{-54.66780262877968 * r, k6}, T{-9.48861652309627 * r, k7});
    counts_.flow_calls += 7;
    step.from = x;
    step.to = shift_by(n, y, 1.0, T{1.0, step.error});
    bool finite = true;
    for (std::size_t i = 0; i < n; ++i) finite = finite && std::isfinite(step.to[i]);
    return finite;
  }

  // The interpolant of the last attempt: Steinebach's p + s (q + s w) as c + s (d + (1 - s) e).
  void interpolate(std::size_t n, double, Step<N>& step) const {
    constexpr std::array<double, 8> first{25.948786856663858,  -2.5579724845846235, 10.433815404888879,
                                          -2.3679251022685204, 0.524948541321073,   1.1241088310450404,
                                          0.4272876194431874,  -0.17202221070155493};
    constexpr std::array<double, 8> second{-9.91568850695171,   -0.9689944594115154, 3.0438037242978453,
                                           -24.495224566215796, 20.176138334709044,  15.98066361424651,
                                           -6.789040303419874,  -6.710236069923372};
    constexpr std::array<double, 8> third{11.419903575922262,   2.8879645146136994,  72.92137995996029,
                                          80.12511834622643,    -52.072871366152654, -59.78993625266729,
                                          -0.15582684282751913, 4.883087185713722};
    for (std::size_t i = 0; i < n; ++i) {
      double p = first[7] * step.error[i];
      double q = second[7] * step.error[i];
      double w = third[7] * step.error[i];
      for (std::size_t j = 0; j < 7; ++j) {
        p += first[j] * stages_[j][i];
        q += second[j] * stages_[j][i];
        w += third[j] * stages_[j][i];
      }
      step.c[i] = p;
      step.d[i] = q + w;
      step.e[i] = -w;
    }
  }

  // Largest row sum of |J|: a bound for |lambda|.
  double norm(std::size_t n) const {
    double most = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) sum += std::abs(jacobian_[i * n + j]);
      most = std::max(most, sum);
    }
    return most;
  }

  // Whether nothing grows too fast for a step of length h at the state of the last Jacobian.
  bool can_step(std::size_t n, double h) { return factor(n, h); }

  StepCounts take_counts() { return std::exchange(counts_, {}); }

 private:
  static constexpr double gamma = 0.21193756319429014;

  // The factors of 1/(gamma h) - J. A step that is L-stable damps whatever is fast, also what grows: it would hold a
  // stiff contact beyond break-away. An odd number of real eigenvalues above 1/(gamma h) makes the determinant
  // negative; such a step is too long, and fails.
  bool factor(std::size_t n, double h) {
    for (std::size_t i = 0; i < n * n; ++i) equations_.a[i] = -jacobian_[i];
    for (std::size_t i = 0; i < n; ++i) equations_.a[i * n + i] += 1.0 / (gamma * h);
    return equations_.factor(n) && !equations_.is_negative;
  }

  // The solution k of (1/(gamma h) - J) k = slope + sum of the terms.
  template <class... Terms>
  [[gnu::always_inline]] State stage(std::size_t n, const State& slope, const Terms&... terms) const {
    State k = detail::shift_by(n, slope, 1.0, terms...);
    equations_.solve(n, k);
    return k;
  }

  std::array<State, 7> stages_;  // the eighth is the error of the step
  std::array<double, N * N> jacobian_;
  State time_slope_;
  SmallSolver<N> equations_;
  StepCounts counts_;
};

}  // namespace stickslip::solve
