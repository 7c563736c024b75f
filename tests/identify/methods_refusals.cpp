// Bad data are refused with file, line and remedy.
#include <cmath>
#include <limits>

#include "../support/shell.hpp"
#include "methods_kit.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

using tests::catch_complaint;
using tests::contains;

Dataset first_file(std::string_view sample) {
  Dataset data = make_sample(sample).files.front();
  data.file = "run.csv";
  return data;
}

Dataset without(Dataset data, std::string_view column) {
  for (std::size_t k = 0; k < data.columns.size(); ++k) {
    if (data.columns[k].name != column) continue;
    data.columns.erase(data.columns.begin() + std::ptrdiff_t(k));
    data.values.erase(data.values.begin() + std::ptrdiff_t(k));
    return data;
  }
  return data;
}

Dataset cut(Dataset data, std::size_t first, std::size_t count) {
  for (auto& column : data.values)
    column = {column.begin() + std::ptrdiff_t(first), column.begin() + std::ptrdiff_t(first + count)};
  data.lines.resize(count);
  return data;
}

TEST(methods, refuse_a_missing_column_with_those_that_there_are) {
  for (const auto name : {"stribeck-curve", "lugre-dynamic", "modified-lugre-dynamic"})
    EXPECT_TRUE(contains(catch_complaint(name, without(first_file(name), "force")),
                         "run.csv:1: column 'force' is missing; there are: time[s], velocity[m/s]"))
        << name;
  for (const auto name : {"breakaway", "two-sinusoids", "torque-polynomials"})
    EXPECT_TRUE(
        contains(catch_complaint(name, without(first_file(name), "applied")), "run.csv:1: column 'applied' is missing"))
        << name;
}

TEST(methods, refuse_what_is_no_number_with_its_line) {
  for (const IdentificationMethod& m : identification_methods()) {
    Dataset data = first_file(m.name);
    data.values.back()[7] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(contains(catch_complaint(m.name, data), "run.csv:9: column")) << m.name;
    EXPECT_TRUE(contains(catch_complaint(m.name, data), "holds nan; take out the rows that were not measured"))
        << m.name;
  }
}

TEST(methods, refuse_a_wrong_unit) {
  Dataset data = first_file("breakaway");
  data.columns[2].unit = "N";
  EXPECT_TRUE(
      contains(catch_complaint("breakaway", data), "displacement is in rad, but applied is in N: one belongs to"));
}

TEST(methods, resample_uneven_times_and_say_so_but_refuse_a_gap) {
  for (const auto name : {"lugre-dynamic", "breakaway", "two-sinusoids"}) {
    Sample sample = make_sample(name);
    const double step = sample.files[0].values[0][1] - sample.files[0].values[0][0];
    sample.files[0].values[0][10] += 0.4 * step;
    const auto notes = tests::method_on(sample).notes;
    ASSERT_FALSE(notes.empty()) << name;
    EXPECT_TRUE(contains(notes.back(), "repaired (resample)")) << name;
    for (std::size_t i = 10; i < sample.files[0].rows(); ++i) sample.files[0].values[0][i] += 20.0 * step;
    sample.files[0].file = "run.csv";
    EXPECT_TRUE(
        contains(catch_complaint(name, sample.files[0]), "run.csv:12: 1 steps are longer than three usual ones"))
        << name;
    EXPECT_TRUE(contains(catch_complaint(name, sample.files[0]), "cut the file there")) << name;
  }
}

TEST(breakaway, refuses_too_few_ramps_and_says_how_many_it_found) {
  const Dataset data = cut(first_file("breakaway"), 0, 2500);  // a ramp and a half
  EXPECT_TRUE(contains(catch_complaint("breakaway", data),
                       "run.csv:1: too few ramps: 1 forward and 0 back end in motion, but an interval needs 3"));
}

TEST(torque_polynomials, refuse_fewer_ramps_than_their_degree_needs) {
  EXPECT_TRUE(contains(catch_complaint("torque-polynomials", first_file("breakaway"), {"polynomials.degree=8"}),
                       "end in motion, but a polynomial of degree 8 with an interval needs 11; record more, or lower"));
}

TEST(stribeck_curve, refuses_a_record_without_enough_constant_speeds) {
  const Dataset data = cut(first_file("stribeck-curve"), 0, 1000);  // two speeds in each direction
  EXPECT_TRUE(contains(catch_complaint("stribeck-curve", data, {"curve.kind=steady"}),
                       "run.csv:1: too few constant speeds: 2 forward and 2 back, but more than 4 are needed in a "
                       "direction; record more speeds"));
}

TEST(two_sinusoids, refuse_a_record_without_the_speed_that_was_asked_for_and_name_the_ways_out) {
  EXPECT_TRUE(contains(catch_complaint("two-sinusoids", without(first_file("two-sinusoids"), "reference")),
                       "run.csv:1: column 'reference' is missing, the speed that was asked for; name it with {option "
                       "map: reference=COLUMN}, or give the sine's frequency with {option set: sines.frequency=HZ}"));
}

TEST(two_sinusoids, refuse_less_than_six_half_periods) {
  EXPECT_TRUE(contains(catch_complaint("two-sinusoids", cut(first_file("two-sinusoids"), 0, 600)),
                       "run.csv:1: only 2 whole half periods"));
}

TEST(lugre_dynamic, refuses_a_record_that_never_moves) {
  Dataset data = first_file("lugre-dynamic");
  for (double& v : data.values[1]) v = 0.0;
  EXPECT_TRUE(contains(catch_complaint("lugre-dynamic", data), "run.csv:2: column 'velocity' never leaves its noise"));
}

TEST(lugre_dynamic, refuses_static_parameters_that_contradict_each_other) {
  EXPECT_TRUE(
      contains(catch_complaint("lugre-dynamic", first_file("lugre-dynamic"), {"law.coulomb=5", "law.breakaway=2"}),
               "breakaway"));
}

TEST(methods, know_their_names) {
  try {
    identification_method("breakway");
    FAIL() << "breakway was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(contains(error.what(), "no method is called 'breakway'; did you mean breakaway?"));
  }
}

}  // namespace
}  // namespace stickslip::identify
