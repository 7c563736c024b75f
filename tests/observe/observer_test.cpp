// The proportional-integral observer: gains in closed form, noise gains of independent code, and what must hold for
// every observer. The piston: m = 0.5 kg, b = 50 N.s/m, k = 1e5 N/m; three poles at -w_0.
#include "stickslip/observe/observer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

namespace stickslip::observe {
namespace {

constexpr double mass = 0.5;
constexpr double damping = 50.0;
constexpr double stiffness = 1e5;

using Poles = std::vector<std::complex<double>>;

LinearPlant piston(Measured measured = Measured::displacement) {
  return mass_plant(mass, damping, stiffness, measured);
}
Observer triple(double w) { return Observer::with_poles(piston(), Poles(3, -w)); }

std::string catch_complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

// Coefficients of the characteristic polynomial, which three equal poles do not blur as they blur the poles.
void expect_poles(const Observer& observer, const Poles& wanted, double tolerance) {
  const auto coefficients = [](const Poles& poles) {
    std::vector<std::complex<double>> c{1.0};
    for (const auto& pole : poles) {
      c.push_back(0.0);
      for (std::size_t k = c.size() - 1; k > 0; --k) c[k] -= pole * c[k - 1];
    }
    return c;
  };
  const auto got = coefficients(observer.poles());
  const auto expected = coefficients(wanted);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    EXPECT_NEAR(std::abs(got[k] - expected[k]), 0.0, tolerance * std::abs(expected[k])) << "coefficient " << k;
}

// L = [3 w - b/m, 3 w^2 - k/m - (b/m) L1, -m w^3]
TEST(observer, has_the_gains_of_the_closed_form) {
  for (const double w : {50.0, 100.0, 300.0, 500.0, 1000.0}) {
    const numerics::Matrix gain = triple(w).gain();
    const double first = 3.0 * w - damping / mass;
    EXPECT_NEAR(gain(0, 0), first, 1e-11 * w);
    EXPECT_NEAR(gain(1, 0), 3.0 * w * w - stiffness / mass - damping / mass * first,
                1e-11 * (w * w + stiffness / mass));
    EXPECT_NEAR(gain(2, 0), -mass * w * w * w, 1e-12 * mass * w * w * w);
  }
}

TEST(observer, places_complex_poles_too) {
  const Poles wanted{-200.0, {-100.0, 150.0}, {-100.0, -150.0}};
  expect_poles(Observer::with_poles(piston(), wanted), wanted, 1e-12);
}

TEST(observer, places_the_poles_with_two_outputs_equal_ones_and_pairs_included) {
  const LinearPlant plant = piston(Measured::displacement_and_velocity);
  for (const Poles& wanted :
       {Poles{-300.0, -300.0, -300.0}, Poles{-200.0, -300.0, -400.0}, Poles{-250.0, {-200.0, 100.0}, {-200.0, -100.0}}})
    expect_poles(Observer::with_poles(plant, wanted), wanted, 1e-9);
}

// The transfer m w^3 (s^2 + b/m s + k/m)/(s + w)^3 from displacement to friction, integrated by other code.
TEST(observer, has_the_reference_noise_gains) {
  struct Row {
    double speed, sample_time, gain;
  };
  for (const Row& row :
       {Row{50.0, 1e-4, 3049.6375213166853}, Row{50.0, 1e-3, 9643.782410453912}, Row{100.0, 1e-4, 4264.650833652049},
        Row{100.0, 1e-3, 13485.178022513193}, Row{300.0, 1e-3, 22221.91660836279}, Row{500.0, 1e-4, 12653.30646692692},
        Row{500.0, 1e-3, 35489.74092135727}, Row{1000.0, 1e-4, 63345.178825093404}})
    EXPECT_NEAR(triple(row.speed).noise_gain(row.sample_time, 0, 0), row.gain, 1e-6 * row.gain)
        << row.speed << " rad/s, " << row.sample_time << " s";
}

TEST(observer, is_late_by_three_over_the_speed) { EXPECT_NEAR(triple(300.0).delay(0), 3.0 / 300.0, 1e-12); }

// ---- observability

TEST(observability, of_the_displacement_is_complete) {
  const Observability o = observability(piston());
  EXPECT_EQ(o.rank, 3U);
  EXPECT_TRUE(o.complete());
  EXPECT_TRUE(o.missing.empty());
}

TEST(observability, of_the_speed_alone_lacks_one_rank_and_names_it) {
  const Observability o = observability(piston(Measured::velocity));
  EXPECT_EQ(o.rank, 2U);
  EXPECT_EQ(o.needed, 3U);
  EXPECT_EQ(o.missing,
            "velocity [m/s] determines 2 of 3 unknowns (displacement [m], velocity [m/s], friction [N]): 1 of "
            "displacement [m] together with -1e+05 of friction [N] leaves it as it is; measure one of these as well");
  const std::string complaint =
      catch_complaint([] { Observer::with_poles(piston(Measured::velocity), Poles(3, -100.0)); });
  EXPECT_EQ(complaint, "the unknown input cannot be observed: " + o.missing);
}

TEST(observability, of_the_speed_of_a_free_body_lacks_the_displacement_only) {
  const Observability o = observability(mass_plant(1.0, 0.0, 0.0, Measured::velocity));
  EXPECT_EQ(o.rank, 2U);
  EXPECT_NE(o.missing.find(": 1 of displacement [m] leaves it as it is"), std::string::npos) << o.missing;
}

TEST(observability, is_a_matter_of_the_plant_and_not_of_its_units) {
  for (const double size : {1e-9, 1.0, 1e9}) {
    EXPECT_TRUE(observability(mass_plant(size, 1.0, 1e5, Measured::displacement)).complete()) << size;
    EXPECT_FALSE(observability(mass_plant(size, 1.0, 1e5, Measured::velocity)).complete()) << size;
  }
}

TEST(observer, says_what_is_wrong_with_poles_and_matrices) {
  EXPECT_EQ(catch_complaint([] { Observer::with_poles(piston(), Poles(2, -1.0)); }),
            "2 poles are given, and the observer has 3 states: give one for each");
  EXPECT_EQ(catch_complaint([] {
              Observer::with_poles(piston(), {-1.0, -2.0, 3.0});
            }),
            "the pole 3 1/s does not decay: its real part must be < 0");
  EXPECT_EQ(catch_complaint([] {
              Observer::with_poles(piston(), {-1.0, -2.0, {-1.0, 1.0}});
            }),
            "the complex pole -1 + 1i 1/s lacks its conjugate");
  LinearPlant wrong = piston();
  wrong.e = numerics::Matrix(3, 1);
  EXPECT_EQ(catch_complaint([&] { observability(wrong); }), "the plant's matrix E is 3 x 1; it must be 2 x 1");
  EXPECT_EQ(catch_complaint([] { triple(100.0).discretise(0.0); }), "sample_time = 0 s must be above 0");
}

// ---- Riccati

// A free body whose speed is measured, v' = -f/m, f a random walk: the classical filter is Butterworth's with
// w = (q/(m^2 r))^(1/4): L = [sqrt(2) w, -m w^2].
TEST(observer, from_a_riccati_equation_is_that_of_butterworth_for_a_free_body) {
  LinearPlant body{{{0.0}}, {{1.0 / mass}}, {{-1.0 / mass}}, {{1.0}}, {"velocity"}, {"friction"}, {"velocity"}};
  const double q = 1e4;
  const double r = 1e-9;
  const double w = std::pow(q / (mass * mass * r), 0.25);
  const numerics::Matrix gain = Observer::optimal(body, {.unknowns = {q}, .outputs = {r}}).gain();
  EXPECT_NEAR(gain(0, 0), std::sqrt(2.0) * w, 1e-9 * w);
  EXPECT_NEAR(gain(1, 0), -mass * w * w, 1e-9 * mass * w * w);
}

// 500 kg on a damper of 3 N.s/m, place and speed measured: intensities twelve decades apart. The gains were computed
// with 60 digits, from the eigenvectors of the Hamilton matrix.
TEST(observer, has_the_optimal_gains_to_ten_digits_where_the_equation_is_badly_scaled) {
  const LinearPlant body = mass_plant(500.0, 3.0, 0.0, Measured::displacement_and_velocity);
  const auto gain = Observer::optimal(body, {.unknowns = {1e2}, .outputs = {1e-10, 1e-10}}).gain();
  const numerics::Matrix exact{
      {0.999999881246, 0.99951265307}, {0.99951265307, 63.2316512486}, {-487.346929602, -999999.881246}};
  for (std::size_t i = 0; i < exact.rows(); ++i)
    for (std::size_t j = 0; j < exact.columns(); ++j)
      EXPECT_NEAR(gain(i, j) / exact(i, j), 1.0, 1e-10) << i << " " << j;
}

// Mean square error of the estimate in the noise that the gains are made for, from Lyapunov's equation of the error,
// solved here by integration in time.
double mean_square(const LinearPlant& p, const numerics::Matrix& gain, double walk, double noise) {
  const std::size_t n = 3;
  numerics::Matrix closed(n, n);
  closed.place(0, 0, p.a);
  closed.place(0, 2, p.e);
  for (std::size_t i = 0; i < n; ++i) closed(i, 0) -= gain(i, 0);
  numerics::Matrix source = noise * (gain * gain.transposed());
  source(2, 2) += walk;
  numerics::Matrix covariance(n, n);
  const double h = 1e-6;
  for (int k = 0; k < 200000; ++k)
    covariance = covariance + h * (closed * covariance + covariance * closed.transposed() + source);
  return covariance(2, 2);
}

TEST(observer, from_a_riccati_equation_has_a_smaller_error_than_its_neighbours) {
  const double walk = 1e5;
  const double noise = 1e-6 * 1e-6 * 1e-4;
  const numerics::Matrix best = Observer::optimal(piston(), {.unknowns = {walk}, .outputs = {noise}}).gain();
  const double least = mean_square(piston(), best, walk, noise);
  for (std::size_t k = 0; k < 3; ++k)
    for (const double factor : {0.8, 1.25}) {
      numerics::Matrix other = best;
      other(k, 0) *= factor;
      EXPECT_GT(mean_square(piston(), other, walk, noise), least) << "gain " << k << " times " << factor;
    }
}

TEST(observer, from_a_riccati_equation_gets_faster_as_the_sensor_gets_better) {
  double last = 1.0;
  for (const double noise : {1e-5, 1e-6, 1e-7, 1e-8}) {
    const double delay = Observer::optimal(piston(), {.unknowns = {1e4}, .outputs = {noise * noise * 1e-4}}).delay(0);
    EXPECT_LT(delay, last);
    last = delay;
  }
}

TEST(observer, with_two_sensors_is_no_slower_than_with_one) {
  const NoiseIntensity both{.unknowns = {1e4}, .outputs = {1e-16, 1e-10}};
  const double one = Observer::optimal(piston(), {.unknowns = {1e4}, .outputs = {1e-16}}).delay(0);
  EXPECT_LT(Observer::optimal(piston(Measured::displacement_and_velocity), both).delay(0), one);
}

// ---- samples

// The piston at rest under u with constant friction: x = (u - f)/k.
TEST(sampled_observer, finds_a_constant_friction_exactly) {
  for (const Hold hold : {Hold::constant, Hold::linear}) {
    SampledObserver observer = triple(300.0).discretise(1e-3, hold);
    const std::array<double, 1> u{100.0};
    const std::array<double, 1> y{(100.0 - 42.0) / stiffness};
    observer.start(y);
    for (int k = 0; k < 200; ++k) observer.step(u, y);
    EXPECT_NEAR(observer.unknown(0), 42.0, 1e-8);
    EXPECT_NEAR(observer.expected_output(0), y[0], 1e-15);
  }
}

// A friction that rises steadily while a force holds the piston where it is.
TEST(sampled_observer, follows_a_ramp_with_the_delay_it_states) {
  const double rate = 1000.0;
  const Observer observer = triple(300.0);
  SampledObserver sampled = observer.discretise(1e-3, Hold::linear);
  const std::array<double, 1> y{0.0};
  sampled.start(y);
  double t = 0.0;
  for (int k = 0; k <= 300; ++k) {
    t = k * 1e-3;
    sampled.step(std::array<double, 1>{rate * t}, y);
  }
  EXPECT_NEAR(sampled.unknown(0), rate * (t - observer.delay(0)), 1e-6);
}

TEST(sampled_observer, stays_bounded_at_every_sample_time) {
  for (const double step : {1e-6, 1e-3, 0.1, 10.0}) {
    SampledObserver observer = triple(1000.0).discretise(step);
    observer.start(std::array<double, 1>{0.0});
    for (int k = 0; k < 1000; ++k)
      observer.step(std::array<double, 1>{0.0}, std::array<double, 1>{k % 2 == 0 ? 1e-4 : -1e-4});
    EXPECT_LT(std::abs(observer.unknown(0)), 1e6) << step;
  }
}

TEST(sampled_observer, makes_of_noise_what_its_noise_gain_says) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  for (const Hold hold : {Hold::constant, Hold::linear}) {
    SampledObserver observer = triple(300.0).discretise(1e-3, hold);
    double sum = 0.0;
    constexpr int count = 200000;
    for (int k = 0; k < count; ++k) {
      observer.step(std::array<double, 1>{0.0}, std::array<double, 1>{normal(engine)});
      sum += observer.unknown(0) * observer.unknown(0);
    }
    // The spread of the estimate over so many samples, correlated over some ten of them, is below 1 %.
    EXPECT_NEAR(std::sqrt(sum / count), observer.noise_gain(0, 0), 0.01 * observer.noise_gain(0, 0));
  }
}

TEST(sampled_observer, comes_to_the_continuous_noise_gain_as_samples_get_dense) {
  const Observer observer = triple(300.0);
  const double step = 1e-5;
  EXPECT_NEAR(observer.discretise(step).noise_gain(0, 0), observer.noise_gain(step, 0, 0),
              2e-3 * observer.noise_gain(step, 0, 0));
}

}  // namespace
}  // namespace stickslip::observe
