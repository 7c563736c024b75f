// The friction of a cylinder from its pressures, on made-up strokes whose friction is known, and the filter that it
// uses.
#include <cmath>
#include <numbers>
#include <random>

#include "../support/shell.hpp"
#include "methods_kit.hpp"
#include "zero_phase.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

using tests::contains;

constexpr double two_pi = 2.0 * std::numbers::pi;

std::vector<double> sine(double frequency, double step, std::size_t rows) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rows; ++i) values.push_back(std::sin(two_pi * frequency * step * double(i)));
  return values;
}

// The part of a filtered sine in phase with the sine itself, and the part a quarter of a period away.
std::pair<double, double> response(double frequency, double bandwidth) {
  constexpr double step = 1e-3;
  const auto in = sine(frequency, step, 4000);
  const auto out = zero_phase(in, step, bandwidth);
  double same = 0.0, across = 0.0, count = 0.0;
  for (std::size_t i = 1000; i < 3000; ++i) {
    same += 2.0 * out[i] * in[i];
    across += 2.0 * out[i] * std::cos(two_pi * frequency * step * double(i));
    count += 1.0;
  }
  return {same / count, across / count};
}

TEST(a_zero_phase_filter, has_its_bandwidth_and_no_delay) {
  const auto [at_bandwidth, late] = response(40.0, 40.0);
  EXPECT_NEAR(at_bandwidth, std::sqrt(0.5), 1e-3);
  EXPECT_NEAR(late, 0.0, 1e-3);
  EXPECT_NEAR(response(4.0, 40.0).first, 1.0, 1e-4);       // (f/f_b)^4 (sqrt(2) - 1) = 4e-5
  EXPECT_LT(std::abs(response(200.0, 40.0).first), 4e-3);  // (sqrt(2) - 1)^-1 5^-4, and the bilinear rule takes more
}

TEST(a_zero_phase_filter, leaves_a_straight_line_as_it_is_up_to_its_ends) {
  std::vector<double> line;
  for (int i = 0; i < 500; ++i) line.push_back(3.0 + 0.2 * i);
  const auto out = zero_phase(line, 1e-3, 30.0);
  for (std::size_t i = 0; i < line.size(); ++i) ASSERT_NEAR(out[i], line[i], 1e-2) << i;
}

// Level strokes of a cylinder of 63 mm: friction 300 N + 900 N.s/m, half as much again at 100 bar; noise of both
// sensors.
Dataset strokes(double mass, double gravity, unsigned seed) {
  Dataset data{.file = "strokes.csv",
               .columns = {{"t", "ms"}, {"p1", "bar"}, {"p2", "bar"}, {"x", "mm"}},
               .values = {{}, {}, {}, {}},
               .lines = {}};
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  constexpr double area_1 = 31.2e-4, area_2 = 21.6e-4, w = two_pi * 0.4, size = 0.15;
  for (int i = 0; i < 20000; ++i) {
    const double t = 1e-3 * i;
    const double v = size * w * std::sin(w * t);
    const double p2 = 40e5 + 30e5 * std::sin(two_pi * t / 9.0);
    const double share = std::tanh(v / 2e-3);
    // F = (300 share + 900 v)(1 + (p1 + p2)/2 /200 bar); P_1 A_1 - P_2 A_2 - m a - m g = F, linear in p1.
    const double base = 300.0 * share + 900.0 * v;
    const double others = p2 * area_2 + mass * (size * w * w * std::cos(w * t) + gravity) + base * (1.0 + p2 / 400e5);
    const double p1 = others / (area_1 - base / 400e5);
    data.values[0].push_back(1e3 * t);
    data.values[1].push_back((p1 + 2e4 * normal(engine)) / 1e5);
    data.values[2].push_back((p2 + 2e4 * normal(engine)) / 1e5);
    data.values[3].push_back(1e3 * (size * (1.0 - std::cos(w * t)) + 1e-6 * normal(engine)));
    data.lines.push_back(std::size_t(i) + 2);
  }
  return data;
}

MethodResult find_friction(const Dataset& data, std::vector<std::string> more,
                           std::shared_ptr<const AnyLaw> model = {}) {
  const IdentificationMethod& method = identification_method("cylinder-friction");
  more.insert(more.end(), {"plant.area_1=31.2e-4", "plant.area_2=21.6e-4"});
  MethodSettings settings = tests::settings_with(method, more);
  settings.model = std::move(model);
  return method.estimate({&data, 1}, settings);
}

TEST(cylinder_friction, finds_the_friction_of_every_row_from_pressures_in_bar_and_a_displacement_in_mm) {
  const Dataset data = strokes(60.0, 0.0, 4);
  const MethodResult r = find_friction(data, {"plant.mass=60", "plant.gravity=0", "filters.bandwidth=40"});
  ASSERT_EQ(r.points.columns.back().name, "friction");
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 500; i + 500 < data.rows(); ++i) {
    const double t = 1e-3 * double(i), v = 0.15 * two_pi * 0.4 * std::sin(two_pi * 0.4 * t);
    const double p = (data.values[1][i] + data.values[2][i]) * 1e5 / 2.0;
    const double truth = (300.0 * std::tanh(v / 2e-3) + 900.0 * v) * (1.0 + p / 200e5);
    if (std::abs(v) < 0.05) continue;  // a reversal of friction within 10 ms is faster than the filter
    sum += std::pow(r.points.values.back()[i] - truth, 2.0);
    count += 1.0;
  }
  // 2e4 Pa on 31 and 22 cm2 are 76 N a row; of 500 Hz 40 pass: 21 N.
  EXPECT_LT(std::sqrt(sum / count), 30.0);
}

TEST(cylinder_friction, grows_with_pressure_on_its_surface_and_changes_sign_with_direction) {
  const MethodResult r = find_friction(strokes(60.0, 0.0, 5), {"plant.mass=60", "plant.gravity=0"});
  const auto& s = r.surface.values;  // displacement, pressure, direction, class, friction, rows
  std::array<double, 3> means{}, counts{};
  for (std::size_t i = 0; i < s[0].size(); ++i) {
    EXPECT_GT(s[4][i] * s[2][i], 0.0) << s[0][i];
    means[std::size_t(s[3][i])] += s[4][i] * s[2][i] * s[5][i];
    counts[std::size_t(s[3][i])] += s[5][i];
  }
  EXPECT_GT(means[1] / counts[1], 1.02 * means[0] / counts[0]);
  EXPECT_GT(means[2] / counts[2], 1.02 * means[1] / counts[1]);
  EXPECT_EQ(r.plots.size(), 3U);
}

TEST(cylinder_friction, runs_any_law_along_the_same_motion_and_at_constant_pressure) {
  auto law = make_law("coulomb");
  const MethodResult r = find_friction(strokes(60.0, 0.0, 6), {"plant.mass=60", "plant.gravity=0"}, std::move(law));
  EXPECT_EQ(r.surface.columns[6].name, "law");
  EXPECT_EQ(r.surface.columns[7].name, "law_at_constant_pressure");
  EXPECT_GT(r.figure("misfit").value, 0.0);
  for (std::size_t i = 0; i < r.surface.values[0].size(); ++i)
    EXPECT_GT(r.surface.values[7][i] * r.surface.values[2][i], 0.0);
}

// Weight that was not taken off: friction of one sign.
TEST(cylinder_friction, says_when_the_balance_is_wrong) {
  const MethodResult r = find_friction(strokes(300.0, 9.81, 7), {"plant.mass=300", "plant.gravity=0"});
  std::string remarks;
  for (const std::string& remark : r.remarks) remarks += remark + "\n";
  EXPECT_TRUE(contains(remarks, "friction has the same sign in both directions"));
  EXPECT_TRUE(contains(remarks, "check mass, areas, gravity"));
}

TEST(cylinder_friction, asks_for_the_areas) {
  const IdentificationMethod& method = identification_method("cylinder-friction");
  const Dataset data = strokes(60.0, 0.0, 8);
  EXPECT_TRUE(contains(tests::catch_complaint(method.name, data), "plant.area_1 is missing"));
}

}  // namespace
}  // namespace stickslip::identify
