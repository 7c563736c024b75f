#include "stickslip/param.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stickslip {
namespace {

// A set with every shape of field and every kind of relation.
template <class S>
struct Everything {
  using Scalar = S;
  S stiffness = S(2);
  Sides<S> coulomb = S(1);
  Sides<S> breakaway = S(1.5);
  std::array<S, 3> share{S(0.25), S(0.25), S(0.5)};
  S z_breakaway = S(0);
  S exponent = S(2);

  static constexpr auto table() {
    using P = Everything;
    return std::array{STICKSLIP_FIELD(P, stiffness, "k", "N/m", "Stiffness.", 1e-3, 1e12, Scale::log),
                      STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Coulomb friction.", 0.0, 10.0),
                      STICKSLIP_FIELD(P, breakaway, "F_s", "N", "Break-away friction.", 0.0, 10.0),
                      STICKSLIP_FIELD(P, share, "a_i", "1", "Share of an element.", 0.0, 1.0),
                      STICKSLIP_FIELD(P, z_breakaway, "z_ba", "m", "Elastic up to here; 0 is off.", 0.0, 1.0),
                      STICKSLIP_FIELD(P, exponent, "n", "1", "Exponent.", 0.1, 10.0)};
  }
  static constexpr std::array relations{
      Relation{Relation::Kind::not_below, "breakaway", "coulomb"},
      Relation{Relation::Kind::sums_to_one, "share"},
      Relation{Relation::Kind::above, "stiffness", "exponent"},
  };
};

// A set without relations need not mention them.
struct Single {
  using Scalar = double;
  double value = 1.0;

  static constexpr auto table() {
    using P = Single;
    return std::array{STICKSLIP_FIELD(P, value, "x", "1", "A value.", 0.0, 2.0)};
  }
};

// Only above zero does it have to exceed the other: 0 switches it off.
struct Switchable {
  using Scalar = double;
  double rise = 0.0;
  double level = 1.0;

  static constexpr auto table() {
    using P = Switchable;
    return std::array{STICKSLIP_FIELD(P, rise, "r", "N", "A rise, or 0.", 0.0, 10.0),
                      STICKSLIP_FIELD(P, level, "l", "N", "A level.", 0.0, 10.0)};
  }
  static constexpr std::array relations{Relation{Relation::Kind::above_unless_zero, "rise", "level"}};
};

// Rows that say something for fits.
struct Fitted {
  using Scalar = double;
  double plain = 1.0;
  double exponent = 1.0;
  double rule = 0.0;
  double slope = 0.0;

  static constexpr auto table() {
    using P = Fitted;
    return std::array{STICKSLIP_FIELD(P, plain, "p", "N", "A number.", 0.0, 10.0),
                      STICKSLIP_FIELD(P, exponent, "n", "1", "An exponent.", 0.0, 10.0).held().searched(0.5, 4.0),
                      STICKSLIP_FIELD(P, rule, "r", "1", "A rule.", 0.0, 1.0, Scale::linear, "off|on"),
                      STICKSLIP_FIELD(P, slope, "m", "1", "A slope.", 0.0, 1.0)
                          .per_load()
                          .needs(Reads::load)
                          .breaks()
                          .seen_in("ramps")};
  }
};

// The same two fields as a set, with the rows in the wrong order.
struct Swapped {
  using Scalar = double;
  double first = 0.0;
  double second = 0.0;

  static constexpr auto table() {
    using P = Swapped;
    return std::array{STICKSLIP_FIELD(P, second, "b", "1", "Second.", 0.0, 1.0),
                      STICKSLIP_FIELD(P, first, "a", "1", "First.", 0.0, 1.0)};
  }
};

using Set = Everything<double>;

Set admissible() {
  Set set;
  set.stiffness = 3.0;  // above the exponent
  return set;
}

TEST(fit_row, a_plain_row_is_a_free_number_that_every_motion_shows) {
  const Field& row = fields<Fitted>[0];
  EXPECT_EQ(row.use_in_fits(), Fit::free);
  EXPECT_FALSE(row.fit.breaks || row.fit.per_load || row.fit.has_box);
  EXPECT_EQ(row.fit.needs, Reads::nothing);
  EXPECT_TRUE(row.fit.recording.empty());
}

TEST(fit_row, says_how_a_fit_treats_the_parameter_and_leaves_the_rest_of_the_row) {
  const Field& exponent = fields<Fitted>[1];
  EXPECT_EQ(exponent.use_in_fits(), Fit::held);
  EXPECT_TRUE(exponent.fit.has_box);
  EXPECT_EQ(exponent.fit.low, 0.5);
  EXPECT_EQ(exponent.fit.high, 4.0);
  EXPECT_EQ(exponent.name, "exponent");
  EXPECT_EQ(exponent.upper, 10.0);
  const Field& slope = fields<Fitted>[3];
  EXPECT_TRUE(slope.fit.breaks && slope.fit.per_load);
  EXPECT_EQ(slope.fit.needs, Reads::load);
  EXPECT_EQ(slope.fit.recording, "ramps");
}

TEST(fit_row, a_choice_is_an_option) { EXPECT_EQ(fields<Fitted>[2].use_in_fits(), Fit::option); }

TEST(table, covers_the_struct_from_end_to_end) {
  static_assert(table_covers_struct<Set>());
  static_assert(table_covers_struct<Everything<float>>());
  static_assert(param_count<Set> == 10);
}

TEST(table, with_rows_in_the_wrong_order_does_not_cover_the_struct) { static_assert(!table_covers_struct<Swapped>()); }

TEST(table, takes_name_place_width_and_shape_from_the_member) {
  const Field& share = fields<Set>[3];
  EXPECT_EQ(share.name, "share");
  EXPECT_EQ(share.first, 5u);
  EXPECT_EQ(share.width, 3u);
  EXPECT_EQ(share.shape, Shape::elements);
  EXPECT_EQ(fields<Set>[1].shape, Shape::sides);
  EXPECT_EQ(fields<Set>[0].shape, Shape::single);
}

TEST(scalars, stand_in_the_order_of_the_table) {
  Set set;
  set.coulomb = {4.0, 5.0};
  const auto values = scalars(set);
  EXPECT_EQ(values[fields<Set>[1].first], 4.0);
  EXPECT_EQ(values[fields<Set>[1].first + 1], 5.0);
  values[0] = 7.0;
  EXPECT_EQ(set.stiffness, 7.0);
}

TEST(converted, keeps_every_value_on_another_scalar) {
  Set set;
  set.coulomb = {4.0, 5.0};
  const auto as_float = convert_to<Everything<float>>(set);
  EXPECT_EQ(as_float.coulomb.back, 5.0f);
  EXPECT_EQ(as_float.share[2], 0.5f);
}

TEST(sides, one_number_serves_both_directions) {
  const Sides<double> both = 3.0;
  EXPECT_EQ(both.towards(false), 3.0);
  EXPECT_EQ(both.towards(true), 3.0);
  EXPECT_EQ((Sides<double>{1.0, 2.0}.towards(true)), 2.0);
}

TEST(scalar_name, says_which_side_and_which_element) {
  EXPECT_EQ(scalar_name(fields<Set>[0], 0), "stiffness");
  EXPECT_EQ(scalar_name(fields<Set>[1], 0), "coulomb.forward");
  EXPECT_EQ(scalar_name(fields<Set>[1], 1), "coulomb.back");
  EXPECT_EQ(scalar_name(fields<Set>[3], 2), "share[2]");
}

TEST(to_text, writes_the_shortest_text_that_reads_back_as_the_same_number) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(1.0), "1");
  EXPECT_EQ(to_text(-0.0), "-0");
  EXPECT_EQ(to_text(1e9), "1e+09");
  EXPECT_EQ(to_text(316.22776601683796), "316.22776601683796");
  EXPECT_EQ(std::stod(to_text(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(to_text(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

TEST(complaint, is_empty_for_an_admissible_set) {
  EXPECT_EQ(complaint(admissible()), "");
  EXPECT_EQ(complaint(Single{}), "");
}

TEST(complaint, accepts_the_bounds_themselves) {
  EXPECT_EQ(complaint(Single{.value = 0.0}), "");
  EXPECT_EQ(complaint(Single{.value = 2.0}), "");
}

TEST(complaint, names_the_parameter_its_value_its_unit_and_the_range) {
  Set set = admissible();
  set.stiffness = -1.0;
  EXPECT_EQ(complaint(set), "stiffness = -1 N/m lies outside [0.001, 1e+12] N/m");
}

TEST(complaint, names_the_side_that_is_wrong) {
  Set set = admissible();
  set.coulomb.back = 11.0;
  EXPECT_EQ(complaint(set), "coulomb.back = 11 N lies outside [0, 10] N");
}

TEST(complaint, names_the_element_and_leaves_out_the_unit_one) {
  Set set = admissible();
  set.share[1] = 2.0;
  EXPECT_EQ(complaint(set), "share[1] = 2 lies outside [0, 1]");
}

TEST(complaint, refuses_nan_and_infinity_by_name) {
  EXPECT_EQ(complaint(Single{.value = std::numeric_limits<double>::quiet_NaN()}), "value = nan lies outside [0, 2]");
  EXPECT_EQ(complaint(Single{.value = std::numeric_limits<double>::infinity()}), "value = inf lies outside [0, 2]");
  EXPECT_EQ(complaint(Single{.value = -std::numeric_limits<double>::infinity()}), "value = -inf lies outside [0, 2]");
}

TEST(relation, not_below_is_checked_side_by_side) {
  Set set = admissible();
  set.coulomb = {1.0, 2.0};
  set.breakaway = {2.5, 1.5};
  EXPECT_EQ(complaint(set), "breakaway.back = 1.5 N must not be below coulomb.back = 2 N");
}

TEST(relation, not_below_accepts_equality) {
  Set set = admissible();
  set.coulomb = 1.5;
  EXPECT_EQ(complaint(set), "");
}

TEST(relation, above_refuses_equality) {
  Set set = admissible();
  set.stiffness = set.exponent;
  EXPECT_EQ(complaint(set), "stiffness = 2 N/m must be above exponent = 2");
}

TEST(relation, shares_must_add_up_to_one) {
  Set set = admissible();
  set.share[2] = 0.25;
  EXPECT_EQ(complaint(set), "the sum of share must be 1, but it is 0.75");
  set.share[2] = 0.5 + 1e-7;
  EXPECT_EQ(complaint(set), "");
}

TEST(relation, an_option_that_zero_switches_off_is_only_checked_when_it_is_on) {
  EXPECT_EQ(complaint(Switchable{.rise = 0.0, .level = 1.0}), "");
  EXPECT_EQ(complaint(Switchable{.rise = 2.0, .level = 1.0}), "");
  EXPECT_EQ(complaint(Switchable{.rise = 0.5, .level = 1.0}), "rise = 0.5 N must be above level = 1 N");
}

TEST(relation, bounds_are_complained_about_before_relations) {
  Set set = admissible();
  set.breakaway = -1.0;
  EXPECT_EQ(complaint(set), "breakaway.forward = -1 N lies outside [0, 10] N");
}

}  // namespace
}  // namespace stickslip
