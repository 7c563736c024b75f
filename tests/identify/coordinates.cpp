// The coordinates of a search stand for admissible parameters, and back.
#include "identify/coordinates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "fit_kit.hpp"
#include "stickslip/friction/catalogue.hpp"

namespace stickslip::identify {
namespace {

using tests::catch_complaint;
using tests::Dice;
using tests::hold;

// Sizes of a bench on which everything varies, so that nothing is held for lack of data.
constexpr DataScales bench{.force = 3.0,
                           .displacement = 0.02,
                           .velocity = 0.05,
                           .duration = 4.0,
                           .step = 1e-3,
                           .load = 20.0,
                           .pressure = 5e5,
                           .temperature = 40.0,
                           .load_varies = true,
                           .pressure_varies = true,
                           .temperature_varies = true};

std::vector<double> places(std::size_t count, Dice& dice) {
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(dice.unit());
  return all;
}

ParamGroup with_values(const Coordinates& c, std::vector<double> values) {
  ParamGroup g = c.base();
  g.values = std::move(values);
  return g;
}

// Every law, those with elements at 3 and at 10 of them, with one value and with two values per direction.
struct Variant {
  std::string law;
  std::size_t elements;
  bool apart;

  FitOptions options() const {
    FitOptions o{.law = law, .elements = elements};
    if (apart) o.per_direction = {"all"};
    return o;
  }
};

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const LawInfo& law : law_catalogue())
    for (const bool apart : {false, true})
      for (const std::size_t n : law.has_elements ? std::vector<std::size_t>{3, 10} : std::vector<std::size_t>{0})
        all.push_back({std::string(law.name), n, apart});
  return all;
}

class EveryLaw : public testing::TestWithParam<Variant> {
 protected:
  Coordinates coordinates{GetParam().options(), bench};
  Dice dice{99};
};

TEST_P(EveryLaw, has_only_admissible_points_in_its_box) {
  ASSERT_GT(coordinates.count(), 0U);
  for (int trial = 0; trial < 200; ++trial) {
    const auto point = coordinates.at(places(coordinates.count(), dice));
    for (std::size_t i = 0; i < point.size(); ++i) {
      EXPECT_GE(point[i], coordinates[i].floor) << coordinates[i].name;
      EXPECT_LE(point[i], coordinates[i].ceiling) << coordinates[i].name;
    }
    EXPECT_EQ(complaint(with_values(coordinates, coordinates.parameters(point))), "");
  }
}

TEST_P(EveryLaw, has_admissible_points_at_the_corners_of_its_box) {
  for (const double corner : {0.0, 1.0}) {
    const auto point = coordinates.at(std::vector<double>(coordinates.count(), corner));
    EXPECT_EQ(complaint(with_values(coordinates, coordinates.parameters(point))), "") << corner;
  }
}

TEST_P(EveryLaw, finds_the_point_of_its_parameters) {
  for (int trial = 0; trial < 50; ++trial) {
    const auto p = coordinates.parameters(coordinates.at(places(coordinates.count(), dice)));
    const auto again = coordinates.parameters(coordinates.point(p));
    // A sum of two levels loses digits of the smaller one; shares are differences from 1.
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(again[i], p[i], 1e-9 * std::abs(p[i]) + 1e-12) << i;
  }
}

// Central differences with a step of 1e-6: rounding spoils the tenth digit of the parameter.
TEST_P(EveryLaw, has_slopes_that_are_those_of_differences) {
  constexpr double small = 1e-6;
  const std::size_t n = coordinates.count();
  for (int trial = 0; trial < 5; ++trial) {
    const auto point = coordinates.at(places(n, dice));
    const auto p = coordinates.parameters(point);
    const auto slopes = coordinates.slopes(point);
    for (std::size_t c = 0; c < n; ++c) {
      const double way = small * std::max(std::abs(point[c]), 1e-3 * std::abs(coordinates[c].high));
      auto up = point, down = point;
      up[c] += way;
      down[c] -= way;
      const auto high = coordinates.parameters(up);
      const auto low = coordinates.parameters(down);
      for (std::size_t i = 0; i < p.size(); ++i) {
        const double slope = (high[i] - low[i]) / (up[c] - down[c]);
        EXPECT_NEAR(slopes[i * n + c], slope, 1e-6 * std::abs(slope) + 1e-9 * std::abs(p[i]) / way)
            << coordinates[c].name << " " << i;
      }
    }
  }
}

// Bounds between two values that the parameter takes in the box, for each parameter alone: a sum is clipped to them,
// and what lies below it gives way.
TEST_P(EveryLaw, keeps_every_parameter_within_bounds_that_a_user_gives) {
  const std::size_t n = coordinates.count();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t place = coordinates[i].places[0];
    double low = coordinates.parameters(coordinates.at(places(n, dice)))[place];
    double high = coordinates.parameters(coordinates.at(places(n, dice)))[place];
    if (low > high) std::swap(low, high);
    if (!(low < high)) continue;
    FitOptions options = GetParam().options();
    options.bounds = {tests::within(coordinates[i].name, low, high)};
    const Coordinates bounded(options, bench);
    for (int trial = 0; trial < 20; ++trial) {
      auto point = bounded.at(places(n, dice));
      if (trial == 0) point = bounded.floors();
      if (trial == 1) point = bounded.ceilings();
      const auto p = bounded.parameters(point);
      EXPECT_GE(p[place], low - 1e-12 * std::abs(low)) << coordinates[i].name;  // exp(log(x)) is x but for rounding
      EXPECT_LE(p[place], high + 1e-12 * std::abs(high)) << coordinates[i].name;
      if (trial > 1) {
        EXPECT_EQ(complaint(with_values(bounded, p)), "") << coordinates[i].name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(laws, EveryLaw, testing::ValuesIn(variants()), [](const auto& variant) {
  std::string name = variant.param.law;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(variant.param.elements) + (variant.param.apart ? "_per_direction" : "");
});

std::size_t find_index(const Coordinates& c, std::string_view name) {
  for (std::size_t i = 0; i < c.count(); ++i)
    if (c[i].name == name) return i;
  ADD_FAILURE() << "no coordinate " << name;
  return 0;
}

bool has(const Coordinates& c, std::string_view name) {
  for (std::size_t i = 0; i < c.count(); ++i)
    if (c[i].name == name) return true;
  return false;
}

TEST(coordinates, bounds_that_make_no_sense_are_refused_with_the_reason) {
  const auto refused = [](FitOptions options, const Setting& bounds) {
    options.bounds = {bounds};
    return catch_complaint([&] { Coordinates(options, bench); });
  };
  const auto says = [](const std::string& text, std::string_view part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  says(refused({.law = "lugre"}, tests::within("colomb", 1.0, 2.0)), "did you mean coulomb");
  says(refused({.law = "lugre"}, tests::within("coulomb", -1.0, 2.0)), "coulomb of lugre lies in [");
  says(refused({.law = "lugre", .fixed = {hold("stiffness", 1e5)}}, tests::within("stiffness", 1e4, 1e6)),
       "stiffness is not searched (it is fixed)");
  says(refused({.law = "mgms", .elements = 3}, tests::within("viscous", 1.0, 2.0)),
       "viscous is not searched (held unless");
  says(refused({.law = "gms", .elements = 3}, tests::within("share", 0.1, 0.2)), "cannot add up to 1");
}

TEST(coordinates, a_bound_replaces_the_range_that_the_data_suggest) {
  FitOptions options{.law = "lugre"};
  options.bounds = {tests::within("stiffness", 2e3, 7e3)};
  const Coordinates c(options, bench);
  const Coordinate& own = c[find_index(c, "stiffness")];
  EXPECT_TRUE(own.bounded);
  for (const double edge : {own.low, own.floor}) EXPECT_NEAR(std::exp(edge), 2e3, 1e-6);
  for (const double edge : {own.high, own.ceiling}) EXPECT_NEAR(std::exp(edge), 7e3, 1e-6);
}

TEST(coordinates, breakaway_follows_coulomb_where_it_is_not_free) {
  const Coordinates c({.law = "lugre", .free = {"coulomb"}}, bench);
  ASSERT_EQ(c.count(), 1U);
  const ParamGroup g = with_values(c, c.parameters(std::vector{std::log(2.75)}));
  EXPECT_NEAR(g.list("coulomb")[0], 2.75, 1e-12);
  EXPECT_EQ(g.list("breakaway")[0], g.list("coulomb")[0]);
  EXPECT_EQ(g.list("breakaway")[1], g.list("coulomb")[1]);
}

TEST(coordinates, coulomb_stays_below_a_breakaway_that_is_fixed) {
  const Coordinates c({.law = "lugre", .free = {"coulomb"}, .fixed = {hold("breakaway", 2.0)}}, bench);
  const ParamGroup above = with_values(c, c.parameters(std::vector{std::log(5.0)}));
  EXPECT_EQ(above.list("coulomb")[0], 2.0);
  EXPECT_EQ(above.list("breakaway")[0], 2.0);
  const ParamGroup below = with_values(c, c.parameters(std::vector{std::log(1.5)}));
  EXPECT_NEAR(below.list("coulomb")[0], 1.5, 1e-12);
}

TEST(coordinates, breakaway_follows_a_coulomb_that_is_fixed_above_its_usual_value) {
  const Coordinates c({.law = "lugre", .free = {"viscous"}, .fixed = {hold("coulomb", 3.0)}}, bench);
  const ParamGroup g = with_values(c, c.parameters(std::vector{0.1}));
  EXPECT_EQ(g.list("coulomb")[0], 3.0);
  EXPECT_EQ(g.list("breakaway")[0], 3.0);
}

// The usual 15 um would cut the search off at a length that has nothing to do with the data.
TEST(coordinates, a_full_deflection_that_nobody_gave_is_the_one_of_steady_sliding) {
  const Coordinates c({.law = "elasto-plastic"}, bench);
  EXPECT_EQ(c.base().list("full_deflection")[0], 0.0);
  const Coordinates fixed({.law = "elasto-plastic", .fixed = {hold("full_deflection", 2e-5)}}, bench);
  EXPECT_EQ(fixed.base().list("full_deflection")[0], 2e-5);
  for (const double place : {0.0, 0.5, 1.0}) {
    const auto p = fixed.parameters(fixed.at(std::vector<double>(fixed.count(), place)));
    EXPECT_EQ(complaint(with_values(fixed, p)), "") << place;
  }
}

TEST(coordinates, what_lies_below_a_fixed_value_is_not_looked_for_above_it) {
  const Coordinates c({.law = "elasto-plastic", .fixed = {hold("full_deflection", 2e-5)}}, bench);
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (c[i].name != "breakaway_deflection") continue;
    EXPECT_LE(c[i].high, 2e-5);
    EXPECT_LE(c[i].ceiling, 2e-5);
    EXPECT_GT(c[i].high, 1.9e-5);
    return;
  }
  FAIL() << "breakaway_deflection is not searched";
}

TEST(coordinates, both_directions_move_together_unless_they_are_asked_for_apart) {
  const Coordinates together({.law = "lugre"}, bench);
  const Coordinates apart({.law = "lugre", .per_direction = {"coulomb"}}, bench);
  EXPECT_TRUE(has(together, "coulomb"));
  EXPECT_TRUE(has(apart, "coulomb.forward"));
  EXPECT_TRUE(has(apart, "coulomb.back"));
  EXPECT_FALSE(has(apart, "breakaway.back"));
  EXPECT_EQ(apart.count(), together.count() + 1);
}

TEST(coordinates, one_direction_alone_can_be_free) {
  const Coordinates c({.law = "lugre", .free = {"coulomb.back"}}, bench);
  ASSERT_EQ(c.count(), 1U);
  EXPECT_EQ(c[0].name, "coulomb.back");
}

TEST(coordinates, shares_add_up_to_one) {
  const Coordinates c({.law = "gms", .elements = 4}, bench);
  Dice dice(5);
  for (int trial = 0; trial < 20; ++trial) {
    const ParamGroup g = with_values(c, c.parameters(c.at(places(c.count(), dice))));
    double sum = 0.0;
    for (const double share : g.list("share")) sum += share;
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
}

TEST(coordinates, ranges_follow_the_sizes_in_the_data) {
  DataScales large = bench;
  large.force *= 1000.0;
  const Coordinates small({.law = "dahl"}, bench);
  const Coordinates big({.law = "dahl"}, large);
  for (const char* name : {"coulomb", "stiffness"}) {
    const std::size_t i = find_index(small, name);
    EXPECT_NEAR(big[i].low - small[i].low, std::log(1000.0), 1e-9) << name;
    EXPECT_NEAR(big[i].high - small[i].high, std::log(1000.0), 1e-9) << name;
  }
}

TEST(coordinates, what_the_data_cannot_feed_is_held_with_the_reason) {
  DataScales still = bench;
  still.load_varies = false;
  const Coordinates c({.law = "coulomb"}, still);
  EXPECT_FALSE(has(c, "load_coulomb"));
  ASSERT_FALSE(c.held().empty());
  EXPECT_EQ(c.held()[0], "load_coulomb: the load does not vary");
}

TEST(coordinates, a_row_that_says_so_is_held_until_it_is_asked_for) {
  const Coordinates usual({.law = "dahl"}, bench);
  EXPECT_FALSE(has(usual, "exponent"));
  EXPECT_EQ(usual.held(), std::vector<std::string>{"exponent: held unless {option free} names it"});
  EXPECT_TRUE(has(Coordinates({.law = "dahl", .free = {"exponent"}}, bench), "exponent"));
}

TEST(coordinates, a_choice_is_never_searched) {
  EXPECT_FALSE(has(Coordinates({.law = "dry-clutch"}, bench), "reset"));
  const std::string said = catch_complaint([] { Coordinates({.law = "dry-clutch", .free = {"reset"}}, bench); });
  EXPECT_EQ(said, "reset of dry-clutch is a choice, not a number: fix it at one of clamp|R1|R2|R3|R4|none|hold");
}

TEST(coordinates, break_points_are_those_of_the_table) {
  const Coordinates c({.law = "hybrid-presliding"}, bench);
  for (std::size_t i = 0; i < c.count(); ++i) EXPECT_EQ(c[i].breaks, c[i].name == "presliding_limit") << c[i].name;
}

TEST(coordinates, a_box_of_the_row_counts_in_the_scale_of_the_data) {
  const Coordinates c({.law = "lugre"}, bench);
  EXPECT_EQ(c[find_index(c, "damping")].high, 100.0 * bench.force / bench.velocity);
  EXPECT_EQ(c[find_index(c, "viscous")].high, 2.0 * bench.force / bench.velocity);
  const Coordinates load({.law = "backlash"}, bench);
  EXPECT_EQ(load[find_index(load, "load_coulomb")].high, 2.0 * bench.force / bench.load);
}

TEST(coordinates, an_unknown_name_is_answered_with_the_nearest) {
  for (const bool direction : {false, true}) {
    FitOptions o{.law = "lugre"};
    (direction ? o.per_direction : o.free) = {"colomb"};
    const std::string said = catch_complaint([&] { Coordinates(o, bench); });
    EXPECT_NE(said.find("'colomb'"), std::string::npos) << said;
    EXPECT_NE(said.find("did you mean coulomb"), std::string::npos) << said;
  }
  const std::string said =
      catch_complaint([] { Coordinates({.law = "lugre", .fixed = {hold("viscose", 1.0)}}, bench); });
  EXPECT_NE(said.find("did you mean viscous"), std::string::npos) << said;
}

TEST(coordinates, a_fixed_value_out_of_bounds_is_refused_with_its_place) {
  const std::string said =
      catch_complaint([] { Coordinates({.law = "lugre", .fixed = {hold("coulomb", -1.0)}}, bench); });
  EXPECT_TRUE(said.starts_with("--fix: ")) << said;
  EXPECT_NE(said.find("coulomb"), std::string::npos) << said;
  EXPECT_NE(said.find("-1"), std::string::npos) << said;
}

TEST(coordinates, a_fixed_pair_that_breaks_a_relation_is_refused) {
  const std::string said = catch_complaint([] {
    Coordinates({.law = "lugre", .fixed = {hold("coulomb", 3.0), hold("breakaway", 2.0)}}, bench);
  });
  EXPECT_NE(said.find("breakaway"), std::string::npos) << "it was not refused: " << said;
}

}  // namespace
}  // namespace stickslip::identify
