// Figures of paper 001 (hydraulic actuator), Table 2, for the friction laws alone.
//
// v > 0: F_s 830, F_c 210 N, v_s 0.0125, v_b 0.7 m/s, n 0.05, sigma_2 330 N.s/m, T 0.33 s
// v < 0: F_s 500, F_c  80 N, v_s 0.01,   v_b 0.9 m/s, n 0.05, sigma_2 350 N.s/m, T 0.07 s
// sigma_0 5e6 N/m, sigma_1 0.1 N.s/m, tau_hp 0.25, tau_hn 1.5, tau_h0 40 s
// The figures were computed by other code in another language; static ones to 12 digits, the runs to 8.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "precise.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

using reference::extrapolate_step;
using reference::Vector;

// LuGre and the steady-state law with the static part of Table 2.
template <class Params>
Params with_table_2() {
  const NewModifiedLuGre::Params<double> table;
  Params p;
  p.coulomb = table.coulomb;
  p.breakaway = table.breakaway;
  p.stribeck_velocity = table.stribeck_velocity;
  p.stribeck_exponent = table.stribeck_exponent;
  p.viscous = table.viscous;
  return p;
}

LuGre::Params<double> make_table_2_lugre() {
  auto p = with_table_2<LuGre::Params<double>>();
  p.stiffness = 5e6;
  p.damping = 0.1;
  return p;
}

struct StaticRow {
  double speed;
  double lugre_forward, lugre_back;  // eq. (1) [N]
  double film_forward, film_back;    // eq. (12) [N]
  double h_forward, h_back;          // eq. (10), steady film thickness
};

constexpr std::array static_rows{StaticRow{1e-6, 542.2088057082877, -303.474861891646, 542.1666672461457,
                                           -303.4508883062059, 9.475051309473541e-05, 9.011234256319215e-05},
                                 StaticRow{1e-4, 492.6816050369609, -269.8265712407729, 491.9091945650433,
                                           -269.3879241551179, 0.0020413379230961822, 0.001941411568181778},
                                 StaticRow{1e-3, 467.14529191218236, -252.60979497327972, 463.88775869221774,
                                           -250.76185049060146, 0.009475051309473539, 0.009011234256319212},
                                 StaticRow{1e-2, 443.9299885509561, -238.00936529200578, 430.3515316722408,
                                           -230.31582081414876, 0.043979292355960514, 0.04182644430120021},
                                 StaticRow{1e-1, 447.4145430953196, -251.76118875103336, 391.5529782811471,
                                           -220.15288471299198, 0.20413379230961815, 0.19414115681817773}};

void expect_digits(double value, double expected) { EXPECT_NEAR(value, expected, 2e-12 * std::abs(expected)); }

TEST(actuator_001, steady_friction_has_the_reference_figures) {
  const auto lugre = make_table_2_lugre();
  const auto steady = with_table_2<Stribeck::Params<double>>();
  const NewModifiedLuGre::Params<double> film;
  for (const StaticRow& row : static_rows) {
    const Contact<double> forward{.velocity = row.speed};
    const Contact<double> back{.velocity = -row.speed};
    expect_digits(LuGre::steady_state(lugre, forward), row.lugre_forward);
    expect_digits(LuGre::steady_state(lugre, back), row.lugre_back);
    expect_digits(Stribeck::steady_state(steady, forward), row.lugre_forward);
    expect_digits(Stribeck::steady_state(steady, back), row.lugre_back);
    expect_digits(NewModifiedLuGre::steady_state(film, forward), row.film_forward);
    expect_digits(NewModifiedLuGre::steady_state(film, back), row.film_back);
    expect_digits(NewModifiedLuGre::steady_film(film, row.speed, false), row.h_forward);
    expect_digits(NewModifiedLuGre::steady_film(film, row.speed, true), row.h_back);
  }
}

TEST(actuator_001, the_lead_term_is_an_added_mass) {
  const NewModifiedLuGre::Params<double> p;
  EXPECT_DOUBLE_EQ(NewModifiedLuGre::force(p, {.velocity = 0.1}, {}).inertia, 108.9);
  EXPECT_DOUBLE_EQ(NewModifiedLuGre::force(p, {.velocity = -0.1}, {}).inertia, 24.5);
}

struct RunRow {
  double t;  // [s]
  double force, deflection, film;
};

// v = 0.14 sin(2 pi t) m/s, z(0) = h(0) = 0; the force includes sigma_2 T dv/dt.
constexpr double amplitude = 0.14;

constexpr std::array film_rows{RunRow{0.01, 271.94172183327566, 3.4687169827698191e-05, 0.00095444744975096778},
                               RunRow{0.05, 526.26394639644991, 8.4176478012230698e-05, 0.013092540937721558},
                               RunRow{0.1, 510.99412386785593, 8.1267985354227106e-05, 0.038087960267960241},
                               RunRow{0.25, 422.92585671070003, 7.5345171898703135e-05, 0.1264258528302698},
                               RunRow{0.4, 318.78671128483472, 7.3825910965816065e-05, 0.17149858093129378},
                               RunRow{0.49, 293.1215154228596, 7.7165000263955467e-05, 0.16853514013142273},
                               RunRow{0.55, -230.94115116088759, -3.9060558430659809e-05, 0.16428899819001139},
                               RunRow{0.75, -232.8122194141506, -3.6762444018131031e-05, 0.19017711014022448},
                               RunRow{1.1, 468.37519314749841, 7.2744198487841025e-05, 0.19149128601484694},
                               RunRow{1.25, 400.2293709570348, 7.0805874384574684e-05, 0.21075343584091652},
                               RunRow{2.25, 397.97207358926465, 7.0354414874884797e-05, 0.21914150333803048},
                               RunRow{2.75, -228.32297484424186, -3.5864595032299726e-05, 0.21825022643189246}};

constexpr std::array lugre_rows{RunRow{0.01, 176.35644125641335, 3.4690997016648204e-05, 0.0},
                                RunRow{0.05, 438.6845327592095, 8.4881590488152463e-05, 0.0},
                                RunRow{0.1, 443.88361918080545, 8.3345588506845817e-05, 0.0},
                                RunRow{0.25, 456.80261254630403, 8.2120522510309251e-05, 0.0},
                                RunRow{0.4, 443.68462915984202, 8.3305789716567249e-05, 0.0},
                                RunRow{0.49, 439.76121169860932, 8.7372055855637989e-05, 0.0},
                                RunRow{0.55, -238.50694517723639, -4.4673023114440345e-05, 0.0},
                                RunRow{0.75, -263.18244262388697, -4.2836488525147298e-05, 0.0},
                                RunRow{1.1, 443.88361918080216, 8.3345588506845153e-05, 0.0},
                                RunRow{1.25, 456.80261254627277, 8.2120522510303003e-05, 0.0},
                                RunRow{2.25, 456.80261254627362, 8.2120522510303166e-05, 0.0},
                                RunRow{2.75, -263.18244262388697, -4.2836488525147291e-05, 0.0}};

Contact<double> motion(double t) {
  const double phase = 2.0 * std::numbers::pi * (t - std::round(2.0 * t) / 2.0);  // exact at the reversals
  const double turned = std::fmod(std::round(2.0 * t), 2.0) == 0.0 ? 1.0 : -1.0;
  return {.velocity = amplitude * turned * std::sin(phase)};
}

double acceleration(double t) { return amplitude * 2.0 * std::numbers::pi * std::cos(2.0 * std::numbers::pi * t); }

// The next step: (v/v_s)^0.05 bends without end towards v = 0, so the steps shrink in proportion to the distance from
// the nearest reversal, down to a nanosecond.
double step_at(double t) {
  const double since = t - std::floor(2.0 * t) / 2.0;
  const double until = 0.5 - since;
  return std::max(1e-9, std::min(1e-4, 0.02 * std::min(since, until)));
}

template <class Law, std::size_t rows>
void expect_run(const typename Law::template Params<double>& p, const std::array<RunRow, rows>& expected) {
  typename Law::template State<double> s;
  constexpr std::size_t states = param_count<typename Law::template State<double>>;
  const auto slope = [&p](double t, const Vector<states>& y) {
    typename Law::template State<double> now;
    std::copy(y.begin(), y.end(), scalars(now).begin());
    const auto rate = Law::rate(p, motion(t), now);
    Vector<states> r;
    std::copy(scalars(rate).begin(), scalars(rate).end(), r.begin());
    return r;
  };
  Vector<states> y{};
  double t = 0.0;
  for (const RunRow& row : expected) {
    while (t < row.t) {
      const double reversal = std::floor(2.0 * t + 1.0 + 1e-9) / 2.0;
      const double stop = std::min(row.t, reversal);
      const double h = std::min(step_at(t), stop - t);
      y = extrapolate_step(slope, t, y, h);
      t = stop - (t + h) < 1e-13 ? stop : t + h;
    }
    std::copy(y.begin(), y.end(), scalars(s).begin());
    const auto force = Law::force(p, motion(t), s);
    EXPECT_NEAR(force.value + force.inertia * acceleration(t), row.force, 1e-8 * std::abs(row.force)) << "t = " << t;
    EXPECT_NEAR(s.deflection, row.deflection, 2e-8 * std::abs(row.deflection)) << "t = " << t;
    if constexpr (states > 1) {
      EXPECT_NEAR(s.film, row.film, 2e-8 * std::abs(row.film)) << "t = " << t;
    }
  }
}

TEST(actuator_001, the_new_modified_law_follows_the_reference_run) {
  expect_run<NewModifiedLuGre>(NewModifiedLuGre::Params<double>{}, film_rows);
}

TEST(actuator_001, lugre_follows_the_reference_run) { expect_run<LuGre>(make_table_2_lugre(), lugre_rows); }

// The deployed face must show the same run: 10 kHz samples, error of order h^2.
TEST(actuator_001, the_sampled_new_modified_law_follows_the_reference_run_at_10_kHz) {
  const NewModifiedLuGre::Params<double> p;
  NewModifiedLuGre::State<double> s;
  const int per_second = 10000;
  std::size_t next = 0;
  for (int k = 0; next < film_rows.size(); ++k) {
    const double t = double(k + 1) / per_second;
    s = NewModifiedLuGre::advance(p, motion(double(k) / per_second), motion(t), s, 1.0 / per_second);
    if (std::abs(t - film_rows[next].t) > 1e-9) continue;
    const auto force = NewModifiedLuGre::force(p, motion(t), s);
    const double expected = film_rows[next].force;
    EXPECT_NEAR(force.value + force.inertia * acceleration(t), expected, 2e-4 * std::abs(expected)) << "t = " << t;
    ++next;
  }
}

}  // namespace
}  // namespace stickslip
