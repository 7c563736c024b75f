// Boost.odeint (Dormand-Prince 5, controlled) integrates LuGre's continuous face; the sampled face must agree.
#include <gtest/gtest.h>

#include <array>
#include <boost/numeric/odeint.hpp>

#include "sine.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::peers {
namespace {

namespace odeint = boost::numeric::odeint;
using Unknowns = std::array<double, 1>;

double force_by_odeint(const LuGre::Params<double>& p) {
  Unknowns z{0.0};
  const auto slope = [&p](const Unknowns& y, Unknowns& dydt, double t) {
    dydt[0] = LuGre::rate(p, contact(t), BristleState<double>{y[0]}).deflection;
  };
  double from = 0.0;
  for (const double to : {0.25, 0.75, 1.25}) {  // [s] the law has a corner where the sine turns
    const auto stepper = odeint::make_controlled<odeint::runge_kutta_dopri5<Unknowns>>(1e-14, 1e-9);
    odeint::integrate_adaptive(stepper, slope, z, from, to, 1e-6);
    from = to;
  }
  return LuGre::force(p, contact(end), BristleState<double>{z[0]}).value;
}

TEST(peers, odeint_agrees_on_lugre) {
  const LuGre::Params<double> p;
  const double truth = force_by_odeint(p);
  const double ours = LuGre::force(p, contact(end), sampled<LuGre>(p, {}, 0.0, end, 20000)).value;
  EXPECT_NEAR(ours, truth, 1e-4 * std::abs(truth));
}

}  // namespace
}  // namespace stickslip::peers
