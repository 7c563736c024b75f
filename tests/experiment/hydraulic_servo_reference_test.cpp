// The actuator of 001 against figures that were computed independently (servo_reference.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>

#include "run_with.hpp"
#include "servo_reference.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"

namespace stickslip::experiment {

using namespace plant;
using namespace solve;

namespace {

using servo_reference::Run;

// As the experiment stands: its own tolerance serves the references' digits.
ExperimentResult run_servo(const Run& run, std::vector<std::string> settings = {}) {
  if (run.strong) settings.insert(settings.begin(), {"drive.amplitude=4.5e-3", "drive.frequency=1"});
  auto result = stickslip::experiment::run(experiment(make_recipe("hydraulic-servo", std::string(run.law), settings)));
  EXPECT_TRUE(result.completed) << result.message;
  return result;
}

// The runs of Table 2 serve several tests.
const ExperimentResult& table_2(const Run& run) {
  static std::map<std::pair<std::string_view, bool>, ExperimentResult> all;
  const std::pair key{run.law, run.strong};
  const auto known = all.find(key);
  return known != all.end() ? known->second : all.emplace(key, run_servo(run)).first->second;
}

void expect_digits(double value, double expected, int digits, const std::string& what) {
  EXPECT_NEAR(value, expected, 0.5 * std::pow(10.0, 1 - digits) * std::abs(expected)) << what;
}

std::string make_name(const Run& run) { return std::string(run.law) + (run.strong ? " 4.5 mA" : " 2 mA"); }

double at(const ExperimentResult& r, std::string_view column, double t) {
  const auto time = r.trajectory.time();
  const auto later = std::upper_bound(time.begin(), time.end(), t * (1.0 + 1e-13));
  return r.trajectory.column(column)[std::size_t(later - time.begin()) - 1];
}

TEST(hydraulic_servo, passes_the_reference_checkpoints) {
  for (const auto& [run, rows] : servo_reference::checkpoints)
    for (const auto& row : rows) {
      const auto& r = table_2(run);
      const auto expect = [&](std::string_view column, double expected, int digits) {
        expect_digits(at(r, column, row.t), expected, digits,
                      make_name(run) + " " + std::string(column) + " at " + std::to_string(row.t));
      };
      expect("displacement", row.displacement, 7);
      expect("velocity", row.velocity, 7);
      expect("pressure_1", row.pressure_1, 7);
      expect("pressure_2", row.pressure_2, 7);
      expect("spool", row.spool, 7);
      expect("friction", row.friction, 6);
      if (r.trajectory.has("deflection")) expect("deflection", row.deflection, 6);
      if (r.trajectory.has("film")) expect("film", row.film, 7);
    }
}

TEST(hydraulic_servo, reverses_and_breaks_away_at_the_reference_times) {
  for (const auto& [run, reversals, breakaways] : servo_reference::events) {
    const auto& r = table_2(run);
    const auto& ours = r.figure("reversal_times").values;
    ASSERT_GE(ours.size(), reversals.size()) << make_name(run);
    for (std::size_t k = 0; k < reversals.size(); ++k)
      EXPECT_NEAR(ours[k], reversals[k], 5e-8 * reversals[k] + 1e-12) << make_name(run) << " reversal " << k;
    std::vector<double> released;
    for (const Event& e : r.report.events)
      if (e.from == "held") released.push_back(e.t);
    ASSERT_GE(released.size(), breakaways.size()) << make_name(run);
    for (std::size_t k = 0; k < breakaways.size(); ++k)
      EXPECT_NEAR(released[k], breakaways[k], 5e-8 * breakaways[k]) << make_name(run) << " break-away " << k;
  }
}

template <std::size_t n>
void expect_figure(const ExperimentResult& r, std::string_view name, const std::array<double, n>& expected, int digits,
                   const std::string& what) {
  ASSERT_EQ(r.figure(name).values.size(), n) << what << " " << name;
  for (std::size_t k = 0; k < n; ++k)
    expect_digits(figure(r, name, k), expected[k], digits, what + " " + std::string(name) + " " + std::to_string(k));
}

TEST(hydraulic_servo, has_the_reference_figures_of_merit) {
  for (const auto& m : servo_reference::merits) {
    const auto& r = table_2(m.run);
    const std::string what = make_name(m.run);
    expect_figure(r, "velocity_ripple", m.velocity_ripple, 5, what);
    expect_figure(r, "friction_ripple", m.friction_ripple, 5, what);
    expect_figure(r, "pressure_1_ripple", m.pressure_1_ripple, 5, what);
    expect_figure(r, "pressure_2_ripple", m.pressure_2_ripple, 5, what);
    expect_figure(r, "velocity_ripple_peak", std::array{m.velocity_ripple_peak}, 5, what);
    expect_figure(r, "ripple_counts", m.ripple_counts, 12, what);
    expect_figure(r, "velocity_range", m.velocity_range, 5, what);
    expect_figure(r, "friction_range", m.friction_range, 5, what);
    expect_figure(r, "last_friction_range", m.last_friction_range, 5, what);
    expect_figure(r, "friction_peak_time", std::array{m.friction_peak_time}, 12, what);
    expect_figure(r, "first_friction_peak", std::array{m.first_friction_peak}, 5, what);
    expect_figure(r, "pressure_1_range", m.pressure_1_range, 5, what);
    expect_figure(r, "pressure_2_range", m.pressure_2_range, 5, what);
    expect_figure(r, "least_pressure_difference", std::array{m.least_pressure_difference}, 5, what);
    expect_figure(r, "displacement_range", m.displacement_range, 5, what);
    const auto& released = r.figure("breakaway_friction").values;
    EXPECT_EQ(double(r.figure("reversal_times").values.size() + released.size()), m.events) << what;
  }
}

TEST(hydraulic_servo, changes_with_the_stribeck_exponent_as_the_reference) {
  for (const auto& e : servo_reference::exponents) {
    const auto r = run_servo(e.run, {"law.stribeck_exponent=" + std::to_string(e.exponent),
                                     "solver.relative_tolerance=1e-9"});  // four digits are asked for
    const std::string what = make_name(e.run) + " n = " + std::to_string(e.exponent);
    expect_digits(figure(r, "velocity_ripple", 1), e.velocity_ripple_10, 4, what);
    expect_digits(figure(r, "velocity_ripple", 2), e.velocity_ripple_20, 4, what);
    expect_digits(figure(r, "friction_ripple", 1), e.friction_ripple_10, 4, what);
    expect_digits(figure(r, "pressure_1_ripple", 1), e.pressure_1_ripple_10, 4, what);
    expect_figure(r, "ripple_counts", e.ripple_counts, 12, what);
    expect_figure(r, "friction_range", e.friction_range, 4, what);
    expect_figure(r, "velocity_range", e.velocity_range, 4, what);
  }
}

// Port width [m] with which the velocity spans 0.28 m/s in the third period of the run at 4.5 mA, 1 Hz; 6 digits.
TEST(hydraulic_servo, spans_the_printed_velocities_with_the_reference_port_widths) {
  const std::vector<std::tuple<std::string, double, double, double>> widths{
      {"new-modified-lugre", 0.03003494048594985, 0.12675013932805912, -0.1532498600775303},
      {"lugre", 0.030383716535202786, 0.12579537732298623, -0.1542046226707841},
      {"stribeck", 0.030265106785906142, 0.1260649644662999, -0.1539350353958443}};
  for (const auto& [law, width, most, least] : widths) {
    const auto r =
        run_servo({law, true}, {"plant.port_width=" + to_text(width), "drive.cycles=3", "solver.output_step=1e-4"});
    double high = 0.0;
    double low = 0.0;
    for (std::size_t i = 0; i < r.trajectory.rows(); ++i) {
      if (r.trajectory.time()[i] < 2.0) continue;
      high = std::max(high, r.trajectory.column("velocity")[i]);
      low = std::min(low, r.trajectory.column("velocity")[i]);
    }
    expect_digits(high - low, 0.28, 6, law);
    expect_digits(high, most, 6, law);
    expect_digits(low, least, 6, law);
  }
}

TEST(hydraulic_servo, moves_evenly_with_the_reference_offset_of_the_current) {
  const auto r = run_servo({"new-modified-lugre", true}, {"plant.port_width=0.030432045297571722",
                                                          "drive.offset=0.6156888677437421e-3", "drive.cycles=3"});
  double high = 0.0;
  for (std::size_t i = 0; i < r.trajectory.rows(); ++i)
    if (r.trajectory.time()[i] >= 2.0) high = std::max(high, r.trajectory.column("velocity")[i]);
  expect_digits(high, 0.14, 6, "largest velocity");
}

// Other positions at the start, 2 mA, 0.5 Hz, 6 s; 4 digits.
TEST(hydraulic_servo, started_elsewhere_has_the_reference_ripple) {
  struct Start {
    std::string law;
    double x, velocity_ripple, pressure_ripple, most, least;
  };
  const std::vector<Start> starts{
      {"new-modified-lugre", 0.08, 0.9373931375394491e-3, 11.870576105695953e3, 0.07500784298138483,
       -0.0916328981544503},
      {"lugre", 0.08, 0.879089093167124e-3, 10.214980121431967e3, 0.07427821584064659, -0.09134236449159668},
      {"stribeck", 0.08, 4.214027538895017e-3, 50.722800383419255e3, 0.07459385551241017, -0.0916297622646108},
      {"new-modified-lugre", 0.12, 0.7955549261127796e-3, 7.864532462704094e3, 0.07490995188863102,
       -0.09170647489019282},
      {"lugre", 0.12, 0.7961282918911837e-3, 7.1923306060783325e3, 0.07436639136549741, -0.09134609545321594},
      {"stribeck", 0.12, 4.407378956877282e-3, 39.392551864866604e3, 0.07484630707724182, -0.09147446163574931},
      {"new-modified-lugre", 0.15, 0.5303836389161131e-3, 4.492554623505461e3, 0.07494528221212675,
       -0.09166541328388311},
      {"lugre", 0.15, 0.556826986238642e-3, 4.296646717186157e3, 0.07426211642305044, -0.09123836302729241},
      {"stribeck", 0.15, 3.6065428631986194e-3, 26.270689236203324e3, 0.07439787608192196, -0.09123815130879917}};
  for (const Start& s : starts) {
    const auto r = run_servo({s.law, false}, {"plant.start_displacement=" + to_text(s.x), "drive.cycles=3"});
    expect_digits(figure(r, "velocity_ripple", 1), s.velocity_ripple, 4, s.law);
    expect_digits(figure(r, "pressure_1_ripple", 1), s.pressure_ripple, 4, s.law);
    expect_digits(figure(r, "velocity_range", 0), s.least, 4, s.law);
    expect_digits(figure(r, "velocity_range", 1), s.most, 4, s.law);
  }
}

// ---- sliding at a constant current, x = 0.1 m

constexpr std::size_t n = 4;  // v, P_1, P_2, z
using Linear = std::array<std::array<double, n>, n>;

// Slopes of v, P_1, P_2 and z with the LuGre law at a spool that rests where the current [A] holds it.
std::array<Dual<n>, n> sliding_slopes(const std::array<double, n>& at, double current) {
  const HydraulicServoParams<Dual<n>> plant;
  const ServoEquations<Dual<n>> equations(plant);
  LuGre::Params<Dual<n>> law;
  const Experiment e = experiment({.base = "hydraulic-servo", .law = "lugre", .law_values = LawValues::matched});
  for (std::size_t i = 0; i < e.law.values.size(); ++i) scalars(law)[i] = e.law.values[i];
  std::array<Dual<n>, n> x;
  for (std::size_t i = 0; i < n; ++i) x[i] = Dual<n>::variable(at[i], i);
  const ServoState<Dual<n>> state{0.1, x[0], x[1], x[2], plant.valve_gain * Dual<n>(current), 0.0};
  Contact<Dual<n>> c;
  c.velocity = x[0];
  const auto friction = LuGre::force(law, c, {x[3]}).value;
  const auto d = equations.slopes(state, current, (equations.applied(state) - friction) / plant.mass,
                                  equations.flow_1(state), equations.flow_2(state));
  return {d.velocity, d.pressure_1, d.pressure_2, LuGre::rate(law, c, {x[3]}).deflection};
}

// Gaussian elimination with row exchanges; returns the determinant and leaves the solution in b.
template <class T>
T eliminate(std::array<std::array<T, n>, n> a, std::array<T, n>& b) {
  T determinant = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    if (best != k) {
      std::swap(a[k], a[best]);
      std::swap(b[k], b[best]);
      determinant = -determinant;
    }
    determinant *= a[k][k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const T factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return determinant;
}

Linear make_jacobian(const std::array<Dual<n>, n>& slopes) {
  Linear j;
  for (std::size_t i = 0; i < n; ++i) j[i] = slopes[i].slope;
  return j;
}

std::array<double, n> equilibrium(std::array<double, n> x, double current) {
  for (int pass = 0; pass < 50; ++pass) {
    const auto slopes = sliding_slopes(x, current);
    std::array<double, n> step;
    for (std::size_t i = 0; i < n; ++i) step[i] = slopes[i].value;
    eliminate(make_jacobian(slopes), step);
    for (std::size_t i = 0; i < n; ++i) x[i] -= step[i];
  }
  return x;
}

// The root of det(J - lambda) near a guess, by the secant method.
std::complex<double> eigenvalue_near(const Linear& j, std::complex<double> guess) {
  const auto determinant = [&j](std::complex<double> lambda) {
    std::array<std::array<std::complex<double>, n>, n> a;
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c) a[r][c] = j[r][c] - (r == c ? lambda : 0.0);
    std::array<std::complex<double>, n> unused{};
    return eliminate(a, unused);
  };
  std::complex<double> before = guess * 1.01;
  auto value_before = determinant(before);
  for (int pass = 0; pass < 50 && std::abs(guess - before) > 1e-13 * std::abs(guess); ++pass) {
    const auto value = determinant(guess);
    const auto next = guess - value * (guess - before) / (value - value_before);
    before = guess;
    value_before = value;
    guess = next;
  }
  return guess;
}

struct Sliding {
  double current;                                   // [A]
  double velocity, pressure_1, pressure_2;          // 9 digits
  double mode, damping;                             // of the hydraulic mode [Hz], 4 digits
  std::array<std::complex<double>, 3> eigenvalues;  // [1/s], 4 digits
};

const std::vector<Sliding> slidings{{2e-3,
                                     0.07417224537791989,
                                     2718178.901337223,
                                     1066295.9464500053,
                                     16.635608991923895,
                                     0.11705877517884321,
                                     {{{-888.922, 0.0}, {-12.236, 103.806}, {-26.505, 0.0}}}},
                                    {4.5e-3,
                                     0.12319518521585102,
                                     2728000.5512143383,
                                     1061706.2853860608,
                                     16.56142530256944,
                                     0.19087862756866394,
                                     {{{-1495.681, 0.0}, {-19.863, 102.145}, {-44.801, 0.0}}}},
                                    {-2e-3,
                                     -0.09115459358584571,
                                     3446322.0356658944,
                                     3389532.2823750605,
                                     16.67268760946529,
                                     0.10019251409981403,
                                     {{{-2096.491, 0.0}, {-10.496, 104.23}, {-21.508, 0.0}}}}};

TEST(hydraulic_servo, slides_at_a_constant_current_in_the_reference_equilibria) {
  for (const Sliding& s : slidings) {
    const double z = s.velocity > 0.0 ? 8e-5 : -4e-5;
    const auto x = equilibrium({s.velocity * 1.01, s.pressure_1 * 1.01, s.pressure_2 * 0.99, z}, s.current);
    expect_digits(x[0], s.velocity, 9, "velocity");
    expect_digits(x[1], s.pressure_1, 9, "pressure 1");
    expect_digits(x[2], s.pressure_2, 9, "pressure 2");
    const Linear j = make_jacobian(sliding_slopes(x, s.current));
    for (const auto& expected : s.eigenvalues)
      EXPECT_LT(std::abs(eigenvalue_near(j, expected) - expected), 1e-4 * std::abs(expected)) << expected;
    const auto mode = eigenvalue_near(j, s.eigenvalues[1]);
    expect_digits(std::abs(mode) / (2.0 * std::numbers::pi), s.mode, 4, "mode");
    expect_digits(-mode.real() / std::abs(mode), s.damping, 4, "damping");
  }
}

// Nothing in the equilibrium depends on where the piston is: a run must end in it.
TEST(hydraulic_servo, settles_in_the_reference_equilibrium) {
  const auto r = run_servo({"lugre", false}, {"drive.input=steps", "drive.currents=[2e-3]", "drive.hold_time=2.2",
                                              "plant.start_displacement=0.01"});
  expect_digits(r.trajectory.column("velocity").back(), slidings[0].velocity, 9, "velocity");
  expect_digits(r.trajectory.column("pressure_1").back(), slidings[0].pressure_1, 9, "pressure 1");
  expect_digits(r.trajectory.column("pressure_2").back(), slidings[0].pressure_2, 9, "pressure 2");
}

TEST(hydraulic_servo, has_the_reference_constants) {
  const HydraulicServoParams<double> p;
  expect_digits(p.ring_area(), 0.0005497787143782138, 12, "A_2");
  const ServoEquations<double> e(p);
  const ServoState<double> middle{0.1, 0.0, p.supply_pressure / 2.0, p.supply_pressure / 2.0, 0.0, 0.0};
  expect_digits(e.applied(middle), -521.4074876480672, 12, "net force at the valve's centre");
  const double a1 = p.piston_area();
  const double a2 = p.ring_area();
  const double stiffness = p.bulk_modulus * (a1 * a1 / e.volume_1(middle) + a2 * a2 / e.volume_2(middle));
  expect_digits(stiffness, 1297131.627281835, 12, "hydraulic stiffness");
  expect_digits(std::sqrt((5e6 + stiffness) / p.mass) / (2.0 * std::numbers::pi), 36.76634970183841, 12, "stick mode");
  expect_digits(std::sqrt(stiffness / (p.mass + 350.0 * 0.07)) / (2.0 * std::numbers::pi), 15.184647822782805, 12,
                "mode with the added mass of v < 0");
}

// ---- what the break-away depends on: the steady-state law without true stick, 2 mA; 3 digits

// tanh(v/e) in place of sign(v); the law's transition velocity is 2 e.
TEST(hydraulic_servo, with_a_smoothed_sign_has_the_reference_friction) {
  struct Smoothed {
    double width, ripple, most, least;
  };
  for (const Smoothed& s : {Smoothed{1e-4, 2.0693507243208886e-3, 478.17859898976826, -260.2779950395302},
                            Smoothed{1e-3, 1.6943535646834815e-3, 453.1679091965507, -249.44807125065495}}) {
    const auto r = run_servo({"tanh", false}, {"law.transition_velocity=" + to_text(2.0 * s.width)});
    expect_digits(figure(r, "velocity_ripple", 1), s.ripple, 3, "ripple");
    expect_digits(figure(r, "friction_range", 0), s.least, 3, "smallest friction");
    expect_digits(figure(r, "friction_range", 1), s.most, 3, "largest friction");
  }
}

// ---- the film at standstill: tau_h0 for |v| below a threshold in place of v = 0 alone, 2 mA; 3 digits

double threshold = 0.0;  // [m/s]

struct Dwelling : NewModifiedLuGre {
  template <class S>
  static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    State<S> slopes = NewModifiedLuGre::rate(p, c, s);
    const S target = steady_film(p, abs(c.velocity), c.velocity < S(0));
    slopes.film = select(abs(c.velocity) < S(threshold), (target - s.film) / p.film_dwell_time, slopes.film);
    return slopes;
  }
};

Trajectory dwelling(double below) {
  threshold = below;
  const HydraulicServo<Dwelling> model(HydraulicServoParams<double>{}, Dwelling::Params<double>{},
                                       Excitation::sine(2e-3, 0.5));
  Trajectory rows;
  SolveOptions options;
  options.relative_tolerance = 1e-10;
  options.absolute_tolerance = 1e-13;
  EXPECT_TRUE(record(model, 8.0, options, {.step = 5e-4}, rows).succeeded());
  return rows;
}

double largest_change(const Trajectory& one, const Trajectory& other, std::string_view column) {
  EXPECT_EQ(one.rows(), other.rows());
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(one.rows(), other.rows()); ++i)
    most = std::max(most, std::abs(one.column(column)[i] - other.column(column)[i]));
  return most;
}

TEST(hydraulic_servo, hardly_feels_where_standstill_begins) {
  const Trajectory exact = dwelling(0.0);
  const Trajectory wide = dwelling(1e-4);
  expect_digits(largest_change(exact, wide, "film"), 0.00019091037450277848, 3, "film");
  expect_digits(largest_change(exact, wide, "friction"), 0.035348779453073575, 3, "friction");
}

}  // namespace
}  // namespace stickslip::experiment
