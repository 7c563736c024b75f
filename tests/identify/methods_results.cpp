// What the methods say beyond their numbers: what the data cannot show, known biases, and the files they write.
#include <cmath>

#include "../support/folder.hpp"
#include "../support/shell.hpp"
#include "methods_kit.hpp"
#include "stickslip/identify/two_sinusoids.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/method_result.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/toml.hpp"

namespace stickslip::identify {

using namespace experiment;
using namespace io;
using namespace measurement;

namespace {

using tests::contains;
using tests::method_on;

// 004, 5.2: J = 1.32e-5 kg m2, 56 points per turn, 1 ms, 2 N.m; printed 0.68 and 1.95e-5 kg m2.
TEST(two_sinusoids, say_with_the_numbers_of_004_that_the_mass_cannot_be_identified) {
  const MethodResult r = method_on(make_sample("two-sinusoids"));
  EXPECT_NEAR(r.figure("signal_to_noise").value, 0.68, 0.005);         // as printed, two digits
  EXPECT_NEAR(r.figure("mass_uncertainty").value, 1.95e-5, 0.005e-5);  // three digits
  EXPECT_FALSE(r.estimate("mass").identified);
  EXPECT_TRUE(contains(r.estimate("mass").remark, "not identified: signal-to-noise ratio 0.68"));
  EXPECT_EQ(r.estimate("mass").value, 1.32e-5);
}

TEST(two_sinusoids, find_the_mass_where_the_sensor_is_fine_enough) {
  const MethodResult r = method_on(make_sample("two-sinusoids"), {"sensor.resolution=1e-4"});
  EXPECT_TRUE(r.estimate("mass").identified);
  EXPECT_GT(r.estimate("mass").value, 0.9 * 1.32e-5);
  EXPECT_LT(r.estimate("mass").value, 1.1 * 1.32e-5);
}

// 44 % of the rows without a count make the printed choice useless; holding the last sign is late at reversals.
TEST(two_sinusoids, are_biased_by_the_measured_sign_less_by_the_held_one_and_not_by_the_commanded_one) {
  const Sample sample = make_sample("two-sinusoids");
  const double truth = sample.true_value("coulomb.forward");
  const auto found = [&](const std::string& sign) {
    return method_on(sample, {"sines.sign=" + sign}).estimate("coulomb.forward").value;
  };
  EXPECT_LT(found("measured"), 0.6 * truth);
  EXPECT_GT(found("held"), 0.8 * truth);
  EXPECT_LT(found("held"), 0.99 * truth);
  EXPECT_NEAR(found("commanded"), truth, 2e-3 * truth);
  EXPECT_TRUE(contains(method_on(sample, {"sines.sign=measured"}).remarks.back(), "take sines.sign=commanded"));
}

TEST(two_sinusoids, of_one_amplitude_do_not_tell_sliding_from_viscous_friction) {
  Sample sample = make_sample("two-sinusoids");
  for (auto& column : sample.files[0].values) column.resize(2000);
  sample.files[0].lines.resize(2000);
  const MethodResult r = method_on(sample);
  EXPECT_FALSE(r.estimate("viscous").identified);
  EXPECT_FALSE(r.estimate("coulomb.back").identified);
  EXPECT_TRUE(contains(r.estimate("viscous").remark, "record a second one, twice as large"));
}

// Without the column reference a sine of the given frequency is fitted to the coarse readings.
TEST(two_sinusoids, do_without_the_commanded_speed_when_they_know_the_frequency) {
  const Sample whole = make_sample("two-sinusoids");
  Sample sample = whole;
  sample.files.clear();
  for (const std::size_t test : {0U, 4U}) {
    Dataset one{.file = "test", .columns = {}, .values = {}, .lines = {}};
    for (const std::size_t k : {0U, 2U, 3U}) {
      one.columns.push_back(whole.files[0].columns[k]);
      const auto from = whole.files[0].values[k].begin() + std::ptrdiff_t(2000 * test);
      one.values.emplace_back(from, from + 2000);
    }
    one.lines.assign(whole.files[0].lines.begin(), whole.files[0].lines.begin() + 2000);
    sample.files.push_back(one);
  }
  const MethodResult r = method_on(sample, {"sines.frequency=2"});
  const double truth = whole.true_value("coulomb.forward");
  EXPECT_NEAR(r.estimate("coulomb.forward").value, truth, 5e-3 * truth);  // a reversal is found to a sample or so
}

// The ramp goes on for 7 ms on average until the next count: 0.5 to 0.7 % at 0.1 N.m/s.
TEST(breakaway, knows_how_much_its_readings_are_high) {
  double reading = 0.0;
  double bias = 0.0;
  constexpr int seeds = 20;
  for (int seed = 1; seed <= seeds; ++seed) {
    const MethodResult r = method_on(make_sample("breakaway", std::uint64_t(seed)));
    reading += r.figure("reading.forward").value / seeds;
    bias += r.figure("bias.forward").value / seeds;
  }
  EXPECT_GT(bias / 0.1352, 0.004);
  EXPECT_LT(bias / 0.1352, 0.008);
  // The mean of 20 times 10 ramps that scatter by 1 %: 0.07 %, three times that allowed.
  EXPECT_NEAR(reading - bias, 0.1352, 3.0 * 0.0007 * 0.1352);
}

TEST(breakaway, without_the_mass_has_a_wider_interval_and_says_what_is_missing) {
  const Sample sample = make_sample("breakaway");
  const IdentificationMethod& method = identification_method("breakaway");
  const MethodResult r = method.estimate(sample.files, method.settings());
  EXPECT_TRUE(contains(r.estimate("breakaway.forward").remark, "give plant.mass and plant.sliding"));
  const auto width = [](const Estimate& e) { return e.high - e.low; };
  EXPECT_GT(width(r.estimate("breakaway.forward")),
            width(method_on(sample, {"ramps.drop=sudden"}).estimate("breakaway.forward")));
  EXPECT_LT(r.estimate("breakaway.forward").low, 0.1352);
  EXPECT_GT(r.estimate("breakaway.forward").high, 0.1352);
  EXPECT_NEAR(r.figure("resolution").value, 2.0 * 3.14159265 / 56.0, 1e-5);  // read from the counts
}

TEST(breakaway, says_what_its_number_is_wherever_it_stands) {
  const MethodResult r = method_on(make_sample("breakaway"));
  const std::string meaning =
      "the largest friction of these ramps, at 0.1 N.m/s; of a contact without modes, such as LuGre, a lower bound of "
      "F_s";
  for (const char* name : {"breakaway.forward", "breakaway.back"}) EXPECT_EQ(r.estimate(name).remark, meaning);
  EXPECT_NEAR(r.figure("rate.forward").value, 0.1, 1e-3);
  EXPECT_TRUE(contains(io::summary_text(r), meaning));
  EXPECT_TRUE(contains(io::summary_json(r, ""), meaning));
  EXPECT_TRUE(contains(io::html(io::report_page(r, "")), meaning));
}

// The curve falls from 0.146 N.m at the start to 0.131 N.m in the middle of the travel.
TEST(breakaway, has_estimates_along_the_travel_when_asked) {
  const Sample sample = make_sample("torque-polynomials");
  std::vector<std::string> settings = sample.settings;
  settings.insert(settings.end(), {"ramps.positions=4", "ramps.drop=sudden"});
  const IdentificationMethod& method = identification_method("breakaway");
  const MethodResult r = method.estimate(sample.files, tests::settings_with(method, settings));
  EXPECT_GT(r.estimate("breakaway.forward[0]").low, r.estimate("breakaway.forward[1]").high);
  EXPECT_NEAR(r.estimate("breakaway.forward[1]").value, 0.1312, 0.02 * 0.1312);
}

TEST(stribeck_curve, says_that_breakaway_is_a_guess_when_the_slow_speeds_are_missing) {
  const MethodResult r = method_on(make_sample("stribeck-curve"), {"curve.slowest_speed=0.012"});
  const Estimate& e = r.estimate("breakaway.forward");
  EXPECT_FALSE(e.identified);
  EXPECT_TRUE(contains(e.remark, "record speeds below"));
}

// Sliding and viscous friction alone, at the speeds of the sample.
TEST(stribeck_curve, takes_a_straight_line_where_there_is_no_dip_and_does_not_invent_one) {
  Sample sample = make_sample("stribeck-curve");
  auto& values = sample.files[0].values;
  for (std::size_t i = 0; i < values[1].size(); ++i) {
    const double sign = values[1][i] > 0.0 ? 1.0 : -1.0;
    values[2][i] = sign * 20.0 + 60.0 * values[1][i] + 0.5 * std::sin(double(i * i));  // noise of a kind
  }
  const MethodResult r = method_on(sample);
  EXPECT_FALSE(r.estimate("breakaway.forward").identified);
  EXPECT_FALSE(r.estimate("stribeck_velocity.back").identified);
  EXPECT_TRUE(contains(r.estimate("breakaway.forward").remark, "show no dip at low speed; record speeds below"));
  EXPECT_TRUE(r.estimate("coulomb.forward").identified);
  EXPECT_NEAR(r.estimate("coulomb.forward").value, 20.0, 0.01 * 20.0);
  EXPECT_NEAR(r.estimate("viscous.back").value, 60.0, 0.05 * 60.0);
}

TEST(stribeck_curve, says_where_friction_has_not_settled) {
  Sample sample = make_sample("stribeck-curve");
  auto& values = sample.files[0].values;
  for (std::size_t i = 0; i < 250; ++i) values[2][i] *= 1.0 - std::exp(-double(i) / 100.0);  // the first, 0.5 mm/s
  const MethodResult r = method_on(sample);
  std::string remarks;
  for (const std::string& remark : r.remarks) remarks += remark + "\n";
  EXPECT_TRUE(contains(remarks, "forward: friction still changes within the stretches up to 0.0004"));
  EXPECT_FALSE(contains(remarks, "back: friction still changes"));
}

// Differences of an exact displacement: the stiffness to what they lose of a 40 Hz motion at 4 kHz, (w h)^2/6 = 0.07 %,
// and the force's noise, 0.05 %.
TEST(lugre_dynamic, takes_a_displacement_in_place_of_the_velocity) {
  Sample sample = make_sample("lugre-dynamic");
  Dataset& data = sample.files[0];
  const double step = data.values[0][1];
  double x = 0.0;
  std::vector<double> places;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    places.push_back(x);
    if (i + 1 < data.rows()) x += (data.values[1][i] + data.values[1][i + 1]) / 2.0 * step;
  }
  data.columns[1] = {"displacement", "m"};
  data.values[1] = places;
  const MethodResult r = method_on(sample);
  EXPECT_NEAR(r.estimate("stiffness").value, 2e6, 2e-3 * 2e6);
  EXPECT_NEAR(r.estimate("damping").value, 1500.0, 0.03 * 1500.0);
}

TEST(stribeck_curve, with_a_free_exponent_is_less_sure_of_it_and_of_breakaway) {
  const Sample sample = make_sample("stribeck-curve");
  const auto width = [](const Estimate& e) { return e.high - e.low; };
  const MethodResult fixed = method_on(sample);
  const MethodResult free = method_on(sample, {"curve.find_exponent=yes"});
  EXPECT_GT(width(free.estimate("breakaway.forward")), width(fixed.estimate("breakaway.forward")));
  EXPECT_LE(free.estimate("stribeck_exponent.forward").low, 2.0);
  EXPECT_GE(free.estimate("stribeck_exponent.forward").high, 2.0);
}

// A sweep from rest to 0.1 m/s and back in 40 s, both directions, exact: 400 means follow the curve to their own width.
TEST(stribeck_curve, reads_a_slow_sweep) {
  Dataset data{.file = "sweep.csv",
               .columns = {{"time", "s"}, {"velocity", "m/s"}, {"force", "N"}},
               .values = {{}, {}, {}},
               .lines = {}};
  for (int i = 0; i <= 8000; ++i) {
    const double v = 0.1 * std::sin(2.0 * 3.14159265358979 * i / 8000.0);
    const double g = 20.0 + 12.0 * std::exp(-std::pow(std::abs(v) / 0.01, 2.0));
    data.values[0].push_back(0.01 * i);
    data.values[1].push_back(v);
    data.values[2].push_back((v > 0.0 ? g : v < 0.0 ? -g : 0.0) + 60.0 * v);
    data.lines.push_back(std::size_t(i) + 2);
  }
  const IdentificationMethod& method = identification_method("stribeck-curve");
  const MethodResult r = method.estimate({&data, 1}, method.settings());
  EXPECT_TRUE(contains(r.remarks.front(), "rows of a slow sweep"));
  EXPECT_NEAR(r.estimate("breakaway.forward").value, 32.0, 0.02 * 32.0);
  EXPECT_NEAR(r.estimate("stribeck_velocity.back").value, 0.01, 0.02 * 0.01);
  EXPECT_NEAR(r.estimate("viscous.forward").value, 60.0, 0.02 * 60.0);
}

// 001: sigma_1 = 0.1 N.s/m is nothing beside the noise.
TEST(modified_lugre_dynamic, does_not_invent_a_damping_that_the_data_cannot_show) {
  const MethodResult r = method_on(make_sample("modified-lugre-dynamic"));
  EXPECT_FALSE(r.estimate("damping").identified);
  EXPECT_TRUE(contains(r.estimate("damping").remark, "record small fast motion"));
  EXPECT_EQ(r.law_parameters["damping"], 0.1);  // the given one
  EXPECT_TRUE(contains(law_toml(r), "# damping is not identified: "));
}

TEST(modified_lugre_dynamic, without_a_pause_does_not_invent_a_dwell_time) {
  Sample sample = make_sample("modified-lugre-dynamic");
  for (auto& column : sample.files[0].values)
    column = {column.begin() + 1250, column.begin() + 3750};  // the sine alone
  sample.files[0].lines.resize(2500);
  const MethodResult r = method_on(sample);
  EXPECT_FALSE(r.estimate("film_dwell_time").identified);
  EXPECT_TRUE(contains(r.estimate("film_dwell_time").remark, "record starts after pauses"));
  EXPECT_TRUE(r.estimate("lead_time.forward").identified);
}

TEST(torque_polynomials, give_the_ratio_of_breakaway_to_sliding) {
  const MethodResult r = method_on(make_sample("torque-polynomials"));
  EXPECT_NEAR(r.estimate("ratio.forward").value, 1.2325, 0.01 * 1.2325);  // scatter of 1 % over 36 ramps: 0.2 %
  EXPECT_NEAR(r.estimate("mean.back").value, 0.1506, 0.01 * 0.1506);
}

// place, side, torque and, in the last column, the polynomial there.
TEST(torque_polynomials, have_points_on_the_polynomials_of_their_coefficients) {
  const MethodResult r = method_on(make_sample("torque-polynomials"));
  const auto& columns = r.points.values;
  ASSERT_EQ(columns.size(), 4U);
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    const std::string side = columns[1][i] < 0.0 ? "back[" : "forward[";
    double value = 0.0;
    for (const Estimate& e : r.estimates)
      if (e.name.starts_with(side)) value += e.value * std::pow(columns[0][i], std::stod(e.name.substr(side.size())));
    EXPECT_NEAR(columns[3][i], value, 1e-9 * std::abs(value));
  }
}

// ---- files

class MethodFiles : public tests::InFolder {};

TEST_F(MethodFiles, hold_estimates_points_summary_report_and_the_law) {
  const MethodResult r = method_on(make_sample("stribeck-curve"));
  const auto names = write_results(r, "1.2.3", folder.string());
  EXPECT_EQ(names,
            (std::vector<std::string>{"estimates.csv", "points.csv", "summary.json", "report.html", "law.toml"}));
  for (const std::string& name : names) EXPECT_GT(to_text(in(name)).size(), 100U) << name;
  EXPECT_TRUE(contains(to_text(in("estimates.csv")), "\ncoulomb.forward,"));
  EXPECT_EQ(read_dataset(in("points.csv")).rows(), 26U);
  EXPECT_TRUE(contains(to_text(in("report.html")), "Friction over speed"));
}

TEST_F(MethodFiles, have_a_law_that_an_experiment_can_take) {
  const MethodResult r = method_on(make_sample("stribeck-curve"));
  const Recipe recipe = recipe_from_toml(law_toml(r), "law.toml");
  EXPECT_EQ(recipe.law, "stribeck");
  const Experiment e = experiment::experiment(recipe);
  EXPECT_EQ(e.law.list("coulomb")[1], r.estimate("coulomb.back").value);
}

}  // namespace
}  // namespace stickslip::identify
