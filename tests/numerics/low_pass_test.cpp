// The filter through which forces are compared.
#include "stickslip/numerics/low_pass.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <string>

namespace stickslip::numerics {
namespace {

constexpr double step = 1e-3;
constexpr double corner = 20.0;
constexpr std::size_t samples = 4000;

std::vector<double> sine(double frequency, double phase = 0.0) {
  std::vector<double> s;
  for (std::size_t k = 0; k < samples; ++k)
    s.push_back(std::sin(2.0 * std::numbers::pi * frequency * double(k) * step + phase));
  return s;
}

// Amplitude and phase of a sine in the middle of the signal, away from its ends.
std::complex<double> part_at(double frequency, const std::vector<double>& signal) {
  std::complex<double> sum = 0.0;
  for (std::size_t k = samples / 4; k < 3 * samples / 4; ++k)
    sum += signal[k] * std::polar(1.0, -2.0 * std::numbers::pi * frequency * double(k) * step);
  return sum * 2.0 / double(samples / 2) * std::complex<double>(0.0, 1.0);
}

double gain(double frequency) {
  std::vector<double> s = sine(frequency);
  LowPass(corner, step)(s);
  return std::abs(part_at(frequency, s));
}

TEST(low_pass, a_constant_stays_as_it_is) {
  std::vector<double> s(500, 3.25);
  LowPass(corner, step)(s);
  for (const double x : s) EXPECT_NEAR(x, 3.25, 1e-12);
}

TEST(low_pass, a_ramp_stays_as_it_is_to_both_ends) {
  std::vector<double> s;
  for (std::size_t k = 0; k < samples; ++k) s.push_back(double(k) * step);
  LowPass(corner, step)(s);
  // The mirror about the end value goes on with the ramp; what the margin leaves of a start is exp(-3 ...) small.
  for (std::size_t k = 0; k < samples; ++k) EXPECT_NEAR(s[k], double(k) * step, 1e-5) << k;
}

TEST(low_pass, slow_sines_pass_and_half_is_left_at_the_corner) {
  EXPECT_NEAR(gain(1.0), 1.0, 1e-6);
  EXPECT_NEAR(gain(corner), 0.5, 0.005);
  // Butterworth of order 4 twice: 1/(1 + (f/corner)^8), with frequencies bent by the bilinear transform.
  const double ratio = std::tan(std::numbers::pi * 40.0 * step) / std::tan(std::numbers::pi * corner * step);
  EXPECT_NEAR(gain(40.0), 1.0 / (1.0 + std::pow(ratio, 8.0)), 1e-4);
  EXPECT_LT(gain(200.0), 1e-6);
}

TEST(low_pass, nothing_is_delayed) {
  for (const double frequency : {2.0, 10.0, 20.0, 30.0}) {
    std::vector<double> s = sine(frequency);
    LowPass(corner, step)(s);
    EXPECT_NEAR(std::arg(part_at(frequency, s)), 0.0, 1e-5) << frequency;
  }
}

TEST(low_pass, a_signal_that_is_shorter_than_the_margin_is_filtered_too) {
  std::vector<double> s{1.0, 1.0, 1.0, 2.0, 2.0};
  LowPass(corner, step)(s);
  for (const double x : s) EXPECT_TRUE(x > 0.9 && x < 2.1) << x;
}

TEST(low_pass, a_frequency_above_half_the_sample_rate_is_refused_with_that_rate) {
  try {
    LowPass(600.0, step);
    ADD_FAILURE() << "600 Hz was taken";
  } catch (const std::invalid_argument& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("half the sample rate, 500 Hz"), std::string::npos) << said;
  }
  EXPECT_THROW(LowPass(0.0, step), std::invalid_argument);
  EXPECT_THROW(LowPass(std::nan(""), step), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::numerics
