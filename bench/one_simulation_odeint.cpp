// Boost.odeint's rosenbrock4 and dopri5 on the two simulations. C++17: rosenbrock4 does not compile as C++20.
#include <array>
#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>

#include "one_simulation.hpp"

namespace stickslip::bench {
namespace {

namespace odeint = boost::numeric::odeint;
namespace ublas = boost::numeric::ublas;

constexpr std::size_t most_steps = 50'000'000;
constexpr double first_step = 1e-6;  // [s]

// rosenbrock4 measures its error relative to |y| with one absolute tolerance for all unknowns: z is given in units of
// bristle_scale. Its coefficient d4 has the wrong sign, so that it is of first order when time enters explicitly: time
// is made the fifth unknown.
constexpr std::size_t with_time = unknowns + 1;
using Vector = ublas::vector<double>;
using Matrix = ublas::matrix<double>;

struct ScaledSlope {
  Case c;
  void operator()(const Vector& y, Vector& dydt, double) const {
    double x[unknowns] = {y[0], y[1], y[2], y[3] * bristle_scale};
    double f[unknowns];
    slope(c, y[unknowns], x, f);
    for (std::size_t i = 0; i < unknowns; ++i) dydt[i] = f[i];
    dydt[3] /= bristle_scale;
    dydt[unknowns] = 1.0;
  }
};

struct ScaledJacobian {
  Case c;
  void operator()(const Vector& y, Matrix& j, double, Vector& dfdt) const {
    const double x[unknowns] = {y[0], y[1], y[2], y[3] * bristle_scale};
    jacobian(c, x, [&j](std::size_t row, std::size_t column) -> double& { return j(row, column); });
    for (std::size_t i = 0; i < with_time; ++i) {
      j(i, unknowns) = j(unknowns, i) = 0.0;
      dfdt[i] = 0.0;
    }
    j(1, unknowns) = c == Case::stick_slip ? 0.2 : 0.0;
    for (std::size_t i = 0; i < unknowns; ++i) {
      j(i, 3) *= bristle_scale;
      j(3, i) /= bristle_scale;
    }
  }
};

// The controlled stepper, asked step by step.
template <class Stepper, class System, class State>
Outcome driven(Stepper& stepper, const System& system, State& y, double end) {
  Outcome all;
  double t = 0.0;
  double h = first_step;
  while (t < end) {
    if (++all.steps > most_steps) return {y[0], all.steps, "too many steps"};
    h = std::min(h, end - t);
    if (!(h > 1e-15 * end)) return {y[0], all.steps, "the step vanished"};
    stepper.try_step(system, y, t, h);
    if (end - t < 1e-12 * end) break;
  }
  all.position = y[0];
  return all;
}

}  // namespace

Outcome by_rosenbrock4(Case c, double tolerance) {
  odeint::rosenbrock4_controller<odeint::rosenbrock4<double>> stepper(tolerance, tolerance);
  Vector y(with_time, 0.0);
  const auto system = std::make_pair(ScaledSlope{c}, ScaledJacobian{c});
  return driven(stepper, system, y, find_end(c));
}

Outcome by_dopri5(Case c, double tolerance) {
  using State = std::array<double, unknowns>;
  auto stepper = odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(tolerance, tolerance);
  State y{};
  const auto system = [c](const State& scaled, State& dydt, double t) {
    State x = scaled;
    x[3] *= bristle_scale;
    slope(c, t, x.data(), dydt.data());
    dydt[3] /= bristle_scale;
  };
  return driven(stepper, system, y, find_end(c));
}

}  // namespace stickslip::bench
