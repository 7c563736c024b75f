// Figures of paper 000 (piston seals): Maxwell slip, and the modified generalised law as corrected.
//
// The figures were computed by other code in another language, to the digits that the tolerances say.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "precise.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

using reference::integrated;
using reference::Vector;

constexpr double ramp_speed = 5e-3;  // [m/s]

Contact<double> on_ramp(double t, double pressure) {
  return {.velocity = ramp_speed, .displacement = ramp_speed * t, .pressure = pressure};
}

// The continuous face on the ramp from t0 to t1, no event in between.
template <class Law>
typename Law::template State<double> ramped(const typename Law::template Params<double>& p,
                                            typename Law::template State<double> s, double t0, double t1,
                                            double pressure) {
  constexpr std::size_t n = param_count<typename Law::template State<double>>;
  const auto slope = [&](double t, const Vector<n>& y) {
    typename Law::template State<double> now;
    std::copy(y.begin(), y.end(), scalars(now).begin());
    const auto rate = Law::rate(p, on_ramp(t, pressure), now);
    Vector<n> r;
    std::copy(scalars(rate).begin(), scalars(rate).end(), r.begin());
    return r;
  };
  Vector<n> y;
  std::copy(scalars(s).begin(), scalars(s).end(), y.begin());
  y = integrated(slope, t0, t1, y, std::max(1, int((t1 - t0) / 2e-4) + 1));
  std::copy(y.begin(), y.end(), scalars(s).begin());
  return s;
}

// Single element: W = 21 N reached after 23 ms, F_C = 5.46 N, m = 0.1 kg, d = 15 N.s/m, c = 1 N.s/m, w_s = 1 mm/s.
// Closed form after break-away: m delta'' + d delta' + k delta = 0, delta(0) = z_max, delta'(0) = v.
constexpr double break_time = 0.023;
constexpr double break_travel = ramp_speed * break_time;
constexpr double break_force = 21.0;

Mgms<1>::Params<double> single_element() {
  Mgms<1>::Params<double> p;
  p.stiffness_factor = {break_force / break_travel};
  p.travel = {break_travel};
  p.stiffness_slope = 0.0;
  p.stiffness_base = 1.0;
  p.coulomb_slope = 0.0;
  p.coulomb_base = 5.46;
  p.element_mass = 0.1;
  p.element_damping = 15.0;
  return p;
}

struct SingleRow {
  double t, force, speed, stretch;
};

constexpr std::array single_rows{SingleRow{0.01, 9.130434782608697, 0.0, 5e-05},
                                 SingleRow{0.0229, 20.908695652173915, 0.0, 0.0001145},
                                 SingleRow{0.0235, 5.555042929817303, 0.09504292981730345, 9.257821113255959e-05},
                                 SingleRow{0.024, 5.60509925649915, 0.1450992564991503, 3.258411409603939e-05},
                                 SingleRow{0.025, 5.526426335643004, 0.06642633564300388, -8.569586716486288e-05},
                                 SingleRow{0.026, -5.550539132523908, -0.09053913252390818, -6.29862598419928e-05},
                                 SingleRow{0.028, 5.509791650972986, 0.04979165097298587, 7.381552869773746e-05},
                                 SingleRow{0.03, 5.466118432604887, 0.0061184326048863424, -6.813443511519275e-05},
                                 SingleRow{0.04, -5.489521242802305, -0.029521242802305617, -2.108483298325237e-05},
                                 SingleRow{0.05, -5.474849290993735, -0.014849290993735081, 3.2317506582378562e-06},
                                 SingleRow{0.1, 5.464909853537653, 0.004909853010346477, -3.5525220065883297e-07},
                                 SingleRow{0.2, 5.465000006444884, 0.005000006229078903, 1.98098125391213e-10}};

TEST(seals_000, the_stiffness_of_the_single_element_is_the_reference_one) {
  EXPECT_NEAR(single_element().stiffness_factor[0], 182608.69565217392, 1e-6);
}

TEST(seals_000, a_single_element_follows_the_closed_form) {
  const auto p = single_element();
  Mgms<1>::State<double> s;
  double t = 0.0;
  for (const SingleRow& row : single_rows) {
    if (t < break_time && row.t > break_time) {
      s = ramped<Mgms<1>>(p, s, t, break_time, 0.0);
      EXPECT_NEAR(Mgms<1>::guards(p, on_ramp(break_time, 0.0), s)[0], 0.0, 1e-16);
      s = Mgms<1>::reset(p, on_ramp(break_time, 0.0), s, 0);
      t = break_time;
    }
    s = ramped<Mgms<1>>(p, s, t, row.t, 0.0);
    t = row.t;
    EXPECT_NEAR(Mgms<1>::force(p, on_ramp(t, 0.0), s).value, row.force, 2e-10 * std::abs(row.force)) << "t = " << t;
    EXPECT_NEAR(s.speed[0], row.speed, 1e-11) << "t = " << t;
    EXPECT_NEAR(s.stretch[0], row.stretch, 1e-14) << "t = " << t;
  }
}

// Read in SI the element rings: its own velocity changes sign twenty times, for the last time at 68.58 ms, and the
// force flips to the other side of zero.
TEST(seals_000, a_single_element_in_SI_rings_and_its_force_flips_sign) {
  const auto p = single_element();
  Mgms<1>::State<double> s;
  const double h = 1e-6;
  int changes = 0;
  double last_negative = 0.0;
  double fastest = 0.0;
  double slowest = 0.0;
  for (int k = 0; k < 200000; ++k) {
    const double before = s.speed[0];
    s = Mgms<1>::advance(p, on_ramp(k * h, 0.0), on_ramp((k + 1) * h, 0.0), s, h);
    if (before * s.speed[0] < 0.0) ++changes;
    if (s.speed[0] < 0.0) last_negative = (k + 1) * h;
    fastest = std::max(fastest, s.speed[0]);
    slowest = std::min(slowest, s.speed[0]);
  }
  EXPECT_EQ(changes, 20);
  EXPECT_NEAR(last_negative, 0.068581, 2e-6);
  EXPECT_NEAR(fastest, 0.14792318239266422, 1e-6);
  EXPECT_NEAR(slowest, -0.11502219659851498, 1e-6);
}

struct TenRow {
  double t, at_5_bar, at_15_bar, at_25_bar;
};

// Ten elements on the ramp: the defaults of the law, p in bar: z_i = 0.10 + 0.06 i mm, k_i = (0.1 p + 0.5) 10 N/z_i,
// F_C,i = (3.2 p + 38.6)/10 N, m = 100 kg, d = 15000 N.s/m.
constexpr std::array ten_rows{TenRow{0.01, 18.59584374253051, 37.19168748506102, 55.78753122759153},
                              TenRow{0.025, 39.45311265895003, 76.64273059819295, 113.83263337433479},
                              TenRow{0.038, 50.71806272228104, 96.90833854450393, 143.09858210061472},
                              TenRow{0.05, 57.38510706417557, 107.97733937769027, 158.56941895059936},
                              TenRow{0.062, 61.617076261092876, 114.17610007748748, 166.73482836340617},
                              TenRow{0.075, 64.38974334385607, 117.45595810820403, 170.52169513066812},
                              TenRow{0.086, 64.54099794975224, 115.49352919633671, 166.4455035469951},
                              TenRow{0.098, 63.784574013853145, 111.71547337501838, 159.64570847144466},
                              TenRow{0.11, 61.79903862559242, 105.47919990400973, 149.1586028627571},
                              TenRow{0.125, 58.95461996088071, 97.52433344271093, 136.09314635658643},
                              TenRow{0.15, 54.65588348112226, 86.66014627500951, 118.66335777427241},
                              TenRow{0.3, 54.65446040679927, 86.65598915502069, 118.65639535270542}};

void expect_ten_elements(double pressure, double TenRow::*column) {
  const auto p = default_params<Mgms<10>>();
  Mgms<10>::State<double> s;
  double t = 0.0;
  std::size_t broken = 0;
  for (const TenRow& row : ten_rows) {
    for (; broken < 10 && p.travel[broken] / ramp_speed <= row.t; ++broken) {
      const double breaks = p.travel[broken] / ramp_speed;
      s = ramped<Mgms<10>>(p, s, t, breaks, pressure);
      s = Mgms<10>::reset(p, on_ramp(breaks, pressure), s, broken);
      t = breaks;
    }
    s = ramped<Mgms<10>>(p, s, t, row.t, pressure);
    t = row.t;
    EXPECT_NEAR(Mgms<10>::force(p, on_ramp(t, pressure), s).value, row.*column, 2e-10 * row.*column) << "t = " << t;
  }
}

TEST(seals_000, ten_elements_follow_the_reference_at_5_bar) { expect_ten_elements(5e5, &TenRow::at_5_bar); }
TEST(seals_000, ten_elements_follow_the_reference_at_15_bar) { expect_ten_elements(15e5, &TenRow::at_15_bar); }
TEST(seals_000, ten_elements_follow_the_reference_at_25_bar) { expect_ten_elements(25e5, &TenRow::at_25_bar); }

// The sampled face on the ramp; peaks were read off a 10 us grid, to four digits.
TEST(seals_000, the_breakaway_peak_grows_with_pressure_as_in_the_reference) {
  struct Peak {
    double pressure, force, t;
  };
  const auto p = default_params<Mgms<10>>();
  for (const Peak& expected : {Peak{5e5, 66.87239055264719, 0.08006}, Peak{15e5, 122.41233576314185, 0.08004},
                               Peak{25e5, 178.30640778981729, 0.06804}}) {
    Mgms<10>::State<double> s;
    const double h = 1e-6;
    double peak = 0.0;
    double peak_time = 0.0;
    for (int k = 0; k < 200000; ++k) {
      const auto after = on_ramp((k + 1) * h, expected.pressure);
      s = Mgms<10>::advance(p, on_ramp(k * h, expected.pressure), after, s, h);
      const double force = Mgms<10>::force(p, after, s).value;
      if (force > peak) peak = force, peak_time = (k + 1) * h;
    }
    EXPECT_NEAR(peak, expected.force, 1e-3 * expected.force);
    EXPECT_NEAR(peak_time, expected.t, 6e-5);
  }
}

// Triangular motion of +-1 mm at 5 mm/s and 5 bar; area of the second cycle to four digits.
TEST(seals_000, the_hysteresis_of_ten_elements_has_the_reference_area) {
  const auto p = default_params<Mgms<10>>();
  Mgms<10>::State<double> s;
  const double h = 2e-6;
  const auto at = [](double velocity, double displacement) {
    return Contact<double>{.velocity = velocity, .displacement = displacement, .pressure = 5e5};
  };
  double x = 0.0;
  double area = 0.0;
  double largest = 0.0;
  double first_largest = 0.0;
  const auto stroke = [&](double velocity, double distance, bool counts) {
    const int steps = int(std::lround(distance / (std::abs(velocity) * h)));
    for (int k = 0; k < steps; ++k) {
      const auto before = at(velocity, x);
      const auto after = at(velocity, x + velocity * h);
      const double first = Mgms<10>::force(p, before, s).value;
      s = Mgms<10>::advance(p, before, after, s, h);
      const double last = Mgms<10>::force(p, after, s).value;
      if (counts) area += (first + last) / 2.0 * velocity * h;
      if (counts) largest = std::max(largest, last);
      if (!counts) first_largest = std::max(first_largest, last);
      x += velocity * h;
    }
  };
  // The drive stands for an instant: slipping elements stick.
  const auto turn = [&](double velocity) { s = Mgms<10>::advance(p, at(velocity, x), at(0.0, x), s, 0.0); };
  const auto cycle = [&](bool counts) {
    stroke(ramp_speed, 1e-3, counts);
    turn(ramp_speed);
    stroke(-ramp_speed, 2e-3, counts);
    turn(-ramp_speed);
    stroke(ramp_speed, 1e-3, counts);
  };
  cycle(false);
  cycle(true);
  EXPECT_NEAR(area, 0.18254113841077643, 1e-4 * 0.18254);
  EXPECT_NEAR(largest, 63.76118777318995, 1e-3 * 63.76);
  EXPECT_NEAR(first_largest, 66.8723905526472, 1e-3 * 66.87);
}

// Four massless elements, z triangular between +-300 um from 0: k = 4, 2, 1, 0.5e5 N/m, W = 5, 10, 15, 20 N. Force on
// the way down, and the area sum 4 W_i max(Z - W_i/k_i, 0).
TEST(seals_000, four_massless_elements_have_the_reference_loop) {
  auto p = default_params<MaxwellSlip<5>>(4);
  p.stiffness = {4e5, 2e5, 1e5, 0.5e5, 0.0};
  p.limit = {5.0, 10.0, 15.0, 20.0, 0.0};
  MaxwellSlip<5>::State<double> s;
  double x = 0.0;
  const auto go = [&](double to) {
    s = MaxwellSlip<5>::advance(p, {.displacement = x}, {.displacement = to}, s, 1.0);
    x = to;
    return MaxwellSlip<5>::force(p, {.displacement = x}, s).value;
  };
  EXPECT_NEAR(go(3e-4), 45.0, 1e-12);
  EXPECT_NEAR(go(2e-4), 0.0, 1e-12);
  EXPECT_NEAR(go(1e-4), -15.0, 1e-12);
  EXPECT_NEAR(go(0.0), -30.0, 1e-12);
  EXPECT_NEAR(go(-1e-4), -35.0, 1e-12);
  EXPECT_NEAR(go(-2e-4), -40.0, 1e-12);
  go(-3e-4);
  // Steps of 25 um end at every corner of the loop, so that the trapezoid is exact.
  double area = 0.0;
  double last = MaxwellSlip<5>::force(p, {.displacement = x}, s).value;
  for (const double direction : {25e-6, -25e-6}) {
    for (int k = 0; k < 24; ++k) {
      const double force = go(x + direction);
      area += (force + last) / 2.0 * direction;
      last = force;
    }
  }
  EXPECT_NEAR(area, 0.02475, 1e-12);
}

}  // namespace
}  // namespace stickslip
