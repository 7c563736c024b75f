// One step of each method: its order on a problem in which time enters explicitly, its interpolant, its linear algebra.
#include "stickslip/solve/steppers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stickslip/dual.hpp"

namespace stickslip::solve {
namespace {

// dy/dt = -2 t y^2 with y(0) = 1: y = 1/(1 + t^2). Nonlinear and not autonomous. The second unknown, dw/dt = y cos t -
// w, couples the two.
struct Explicit {
  static constexpr std::size_t capacity = 2;
  using State = std::array<double, 2>;
  static constexpr std::size_t size() { return 2; }
  static constexpr std::size_t guard_count() { return 0; }
  State flow(double t, const State& x) const { return {-2.0 * t * x[0] * x[0], x[0] * std::cos(t) - x[1]}; }
  void jacobian(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const {
    dfdx[0] = -4.0 * t * x[0];
    dfdx[1] = 0.0;
    dfdx[2] = std::cos(t);
    dfdx[3] = -1.0;
    dfdt[0] = -2.0 * x[0] * x[0];
    dfdt[1] = -x[0] * std::sin(t);
  }
  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return std::numeric_limits<double>::infinity(); }
};

template <class Stepper>
void prepare(Stepper& stepper, const Explicit& system, double t, const Explicit::State& x) {
  if constexpr (requires { stepper.linearise(system, t, x); }) stepper.linearise(system, t, x);
}

// The error of y at t = 2 after n equal steps, and the largest error of the interpolant in the middle of a step.
struct Errors {
  double end;
  double middle;
};

template <class Stepper>
Errors errors(int n) {
  const Explicit system;
  Stepper stepper;
  Step<2> step;
  Explicit::State x{1.0, 0.0};
  const double h = 2.0 / n;
  double middle = 0.0;
  for (int i = 0; i < n; ++i) {
    const double t = i * h;
    prepare(stepper, system, t, x);
    EXPECT_TRUE(stepper.attempt(system, t, x, system.flow(t, x), h, step));
    stepper.interpolate(2, h, step);
    const double between = t + 0.4 * h;
    middle = std::max(middle, std::abs(step.at(0.4, 2)[0] - 1.0 / (1.0 + between * between)));
    x = step.to;
  }
  return {std::abs(x[0] - 1.0 / 5.0), middle};
}

// log2 of the ratio of the errors at n and 2 n steps, with room for the terms of the next order.
template <class Stepper>
void expect_orders(double end, double interpolant) {
  const Errors coarse = errors<Stepper>(40);
  const Errors fine = errors<Stepper>(80);
  EXPECT_GT(std::log2(coarse.end / fine.end), end - 0.3);
  EXPECT_GT(std::log2(coarse.middle / fine.middle), interpolant - 0.3);
}

TEST(steppers, dormand_prince_is_of_order_5_when_time_enters_explicitly) {
  expect_orders<DormandPrince<Explicit>>(5.0, 5.0);  // the interpolant has local order 5 as well
}

TEST(steppers, rodas_is_of_order_5_when_time_enters_explicitly) { expect_orders<Rodas<Explicit>>(5.0, 5.0); }

TEST(steppers, the_interpolant_meets_both_ends_of_the_step) {
  const Explicit system;
  const Explicit::State x{0.7, 0.1};
  Step<2> step;
  Rodas<Explicit> rodas;
  rodas.linearise(system, 0.5, x);
  ASSERT_TRUE(rodas.attempt(system, 0.5, x, system.flow(0.5, x), 0.1, step));
  rodas.interpolate(2, 0.1, step);
  EXPECT_EQ(step.at(0.0, 2), step.from);
  EXPECT_EQ(step.at(1.0, 2), step.to);
}

// y' = -k (y - cos t) - sin t with y = cos t: a method that is not stiffly accurate loses its digits here.
struct Stiff : Explicit {
  static constexpr double k = 1e8;
  State flow(double t, const State& x) const { return {-k * (x[0] - std::cos(t)) - std::sin(t), 0.0}; }
  void jacobian(double t, const State&, std::span<double> dfdx, std::span<double> dfdt) const {
    dfdx[0] = -k;
    dfdx[1] = dfdx[2] = dfdx[3] = 0.0;
    dfdt[0] = -k * std::sin(t) - std::cos(t);
    dfdt[1] = 0.0;
  }
};

TEST(steppers, rodas_follows_a_slow_solution_of_a_very_stiff_problem) {
  const Stiff system;
  Rodas<Stiff> rodas;
  Step<2> step;
  Stiff::State x{1.0, 0.0};
  for (int i = 0; i < 20; ++i) {
    const double t = 0.1 * i;
    rodas.linearise(system, t, x);
    ASSERT_TRUE(rodas.attempt(system, t, x, system.flow(t, x), 0.1, step));
    x = step.to;
  }
  EXPECT_NEAR(x[0], std::cos(2.0), 1e-6);
}

// ---- linear algebra

template <class Solver, std::size_t N>
void expect_solution(std::mt19937& rng, std::size_t n) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Solver solver;
  std::array<double, N * N> a{};
  std::array<double, N> truth{};
  std::array<double, N> b{};
  for (std::size_t i = 0; i < n * n; ++i) solver.a[i] = a[i] = number(rng);
  for (std::size_t i = 0; i < n; ++i) truth[i] = number(rng);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) b[i] += a[i * n + j] * truth[j];
  ASSERT_TRUE(solver.factor(n));
  solver.solve(n, b);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(b[i], truth[i], 1e-9);  // condition numbers up to 1e6 are drawn
}

TEST(small_lu, factors_and_inverse_solve_random_equations) {
  std::mt19937 rng(1);
  for (int trial = 0; trial < 200; ++trial) {
    expect_solution<SmallLu<7>, 7>(rng, 7);
    expect_solution<SmallLu<7>, 7>(rng, 4);
    expect_solution<SmallInverse<4>, 4>(rng, 4);
    expect_solution<SmallInverse<4>, 4>(rng, 3);
  }
}

TEST(small_lu, a_zero_on_the_diagonal_is_exchanged_and_a_singular_matrix_refused) {
  SmallLu<2> lu{{0.0, 2.0, 4.0, 0.0}, {}, {}, false};
  SmallInverse<2> inverse{{0.0, 2.0, 4.0, 0.0}, false};
  std::array<double, 2> b{2.0, 4.0};
  std::array<double, 2> c = b;
  ASSERT_TRUE(lu.factor(2));
  ASSERT_TRUE(inverse.factor(2));
  lu.solve(2, b);
  inverse.solve(2, c);
  EXPECT_EQ(b, (std::array{1.0, 1.0}));
  EXPECT_EQ(c, b);
  SmallLu<2> singular{{1.0, 2.0, 2.0, 4.0}, {}, {}, false};
  SmallInverse<2> as_well{{1.0, 2.0, 2.0, 4.0}, false};
  EXPECT_FALSE(singular.factor(2));
  EXPECT_FALSE(as_well.factor(2));
}

// ---- dual numbers

TEST(dual, every_function_has_the_derivative_of_its_central_difference) {
  const auto check = [](auto f, double at) {
    const double h = 1e-6;
    const auto dual = f(Dual<1>::variable(at, 0));
    EXPECT_DOUBLE_EQ(dual.value, f(at));
    EXPECT_NEAR(dual.slope[0], (f(at + h) - f(at - h)) / (2.0 * h), 1e-8);
  };
  using std::abs, std::exp, std::log, std::sin, std::sqrt, std::tanh;
  check([](auto x) { return exp(x); }, 0.3);
  check([](auto x) { return log(x); }, 0.3);
  check([](auto x) { return sqrt(x); }, 0.3);
  check([](auto x) { return tanh(x); }, 0.3);
  check([](auto x) { return sin(x); }, 0.3);
  check([](auto x) { return abs(x); }, -0.3);
  check([](auto x) { return (x * x - x) / (decltype(x)(2.0) + x); }, 0.3);
}

}  // namespace
}  // namespace stickslip::solve
