// Parameters at run time: values from text, and complaints that say what to do.
#include <gtest/gtest.h>

#include "run_with.hpp"

namespace stickslip::experiment {
namespace {

std::string complaint_about(const Recipe& recipe) {
  try {
    experiment(recipe);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string complaint_about(const char* base, const char* law, const char* setting) {
  return complaint_about(make_recipe(base, law, {setting}));
}

TEST(values, of_two_sides_are_one_number_a_pair_or_one_side) {
  const auto both = experiment(make_recipe("stick-slip", "lugre", {"law.breakaway=3", "law.coulomb=2"}));
  EXPECT_EQ(both.law.list("coulomb")[1], 2.0);
  const auto pair = experiment(make_recipe("stick-slip", "lugre", {"law.coulomb=[1.25, 0.5]"}));
  EXPECT_EQ(pair.law.list("coulomb")[0], 1.25);
  EXPECT_EQ(pair.law.list("coulomb")[1], 0.5);
  const auto side = experiment(make_recipe("stick-slip", "lugre", {"law.coulomb.back=0.75"}));
  EXPECT_EQ(side.law.list("coulomb")[0], 1.0);
  EXPECT_EQ(side.law.list("coulomb")[1], 0.75);
}

TEST(values, of_elements_are_a_list_one_number_for_all_or_one_element) {
  Recipe recipe = make_recipe("stick-slip", "maxwell-slip", {"law.limit=[0.1, 0.2, 0.3]", "law.stiffness=1e4"});
  recipe.elements = 3;
  const auto e = experiment(recipe);
  EXPECT_EQ(e.law.list("limit").size(), 3U);
  EXPECT_EQ(e.law.list("stiffness")[2], 1e4);
  recipe.settings.push_back({"law", "limit[1]", {{0.25}}});
  EXPECT_EQ(experiment(recipe).law.list("limit")[1], 0.25);
}

TEST(values, may_carry_their_unit) {
  EXPECT_EQ(experiment(make_recipe("stick-slip", "lugre", {"law.breakaway=2.5 N"})).law["breakaway"], 2.5);
  EXPECT_DOUBLE_EQ(experiment(make_recipe("stick-slip", "lugre", {"law.breakaway=2500 mN"})).law["breakaway"], 2.5);
  EXPECT_DOUBLE_EQ(experiment(make_recipe("stick-slip", "", {"plant.mass=2000 g"})).plant["mass"], 2.0);
  const auto steps = experiment(make_recipe("velocity-steps", "", {"drive.speeds=[100 mm/s, 0.2]"}));
  EXPECT_DOUBLE_EQ(steps.drive.list("speeds")[0], 0.1);
  EXPECT_DOUBLE_EQ(steps.drive.list("speeds")[1], 0.2);
}

TEST(values, of_a_drive_list_take_the_length_that_is_given) {
  const auto e = experiment(make_recipe("velocity-steps", "", {"drive.speeds=[0.1, 0.2]"}));
  EXPECT_EQ(e.drive.list("speeds").size(), 2U);
}

TEST(complaints, name_the_nearest_parameter) {
  EXPECT_EQ(complaint_about("stick-slip", "", "plant.mas=1"),
            "no parameter of the group 'plant' is called 'mas'; did you mean mass? There are: mass, spring_stiffness, "
            "drive_velocity, proportional_gain, velocity_gain, integral_gain, target, start_displacement, "
            "start_velocity, normal_force, pressure, temperature");
}

TEST(complaints, say_how_a_renamed_parameter_is_called_now) {
  for (const char* const machine : {"stick-slip", "presliding", "hydraulic-servo", "clutch-piston"})
    EXPECT_EQ(complaint_about(machine, "", "plant.load=1"), "plant.load is now called plant.normal_force") << machine;
}

TEST(complaints, name_the_groups) {
  EXPECT_EQ(complaint_about("stick-slip", "", "plnt.mass=1"),
            "no group of parameters is called 'plnt'; did you mean plant? There are: law, plant, drive, solver, run");
}

TEST(complaints, say_that_a_group_is_empty) {
  EXPECT_EQ(complaint_about("stick-slip", "", "drive.amplitude=1"),
            "this experiment has no parameters in the group 'drive'");
}

TEST(complaints, give_value_unit_and_bounds) {
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.coulomb=-1"),
            "law.coulomb.forward = -1 N lies outside [1e-09, 1e+09] N");
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.coulomb=nan"),
            "law.coulomb.forward = nan N lies outside [1e-09, 1e+09] N");
}

TEST(complaints, give_the_relation_that_does_not_hold) {
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.breakaway=0.5"),
            "law: breakaway.forward = 0.5 N must not be below coulomb.forward = 1 N");
}

TEST(complaints, about_units_say_which_is_needed) {
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.coulomb=1.5 mm"),
            "law.coulomb = '1.5 mm': 'mm' does not fit: N is needed");
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.stribeck_exponent=2 m"),
            "law.stribeck_exponent = '2 m': 'm' does not fit: a number without unit is needed");
  EXPECT_TRUE(complaint_about("stick-slip", "lugre", "law.coulomb=1.5 newtown").find("did you mean") !=
              std::string::npos)
      << complaint_about("stick-slip", "lugre", "law.coulomb=1.5 newtown");
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.coulomb=heavy"),
            "law.coulomb = 'heavy' is not a number; give a number in N");
}

TEST(complaints, about_choices_list_them) {
  EXPECT_EQ(
      complaint_about("drift", "dry-clutch", "law.reset=R7"),
      "no choice of law.reset is called 'R7'; did you mean R1, R2, R3? There are: clamp, R1, R2, R3, R4, none, hold");
  EXPECT_EQ(complaint_about("drift", "dry-clutch", "law.reset=2"),
            "law.reset is a choice by name, not a number; take one of: clamp, R1, R2, R3, R4, none, hold");
}

TEST(complaints, about_lengths_say_how_many) {
  EXPECT_EQ(complaint_about("stick-slip", "", "plant.mass=[1, 2]"),
            "plant.mass is given 2 values, but it has one: leave the brackets out");
  EXPECT_EQ(complaint_about("stick-slip", "lugre", "law.coulomb=[1, 2, 3]"),
            "law.coulomb is given 3 values, but it has two: [forward, back], or one number for both");
  EXPECT_EQ(complaint_about("stick-slip", "gms", "law.stiffness=[1, 2]"),
            "law.stiffness is given 2 values, but it has 10, one per element; set the number of elements to 2 or give "
            "as many values as there are elements");
  EXPECT_EQ(complaint_about("velocity-steps", "", "drive.speeds=[]"),
            "drive.speeds is given 0 values; it takes 1 to 16");
}

TEST(complaints, about_elements_say_what_is_possible) {
  EXPECT_EQ(complaint_about({.base = "stick-slip", .law = "lugre", .elements = 3}),
            "the law lugre has no elements: leave the number of elements out");
  EXPECT_EQ(complaint_about({.base = "stick-slip", .law = "gms", .elements = 65}),
            "elements = 65 lies outside [1, 64]");
}

TEST(complaints, about_a_law_give_the_reason) {
  EXPECT_EQ(complaint_about({.base = "harmonic", .law = "coulomb"}),
            "the law coulomb reads the force applied to the body, and in harmonic the motion is imposed, so there is "
            "none; take a law that reads the motion alone");
}

TEST(complaints, stand_behind_the_place_of_the_setting) {
  Recipe recipe = make_recipe("stick-slip", "lugre", {});
  recipe.settings.push_back({"law", "coulomb", {{-1.0}}, {}});
  recipe.settings[0].where = "seal.toml:12";
  EXPECT_EQ(complaint_about(recipe), "seal.toml:12: law.coulomb.forward = -1 N lies outside [1e-09, 1e+09] N");
}

TEST(tables, of_figures_have_a_unit_and_a_meaning_for_every_figure) {
  for (const ExperimentInfo& e : experiment_catalogue())
    for (const FigureInfo& f : e.figures) {
      EXPECT_FALSE(f.unit.empty()) << f.name;
      EXPECT_TRUE(f.meaning.ends_with(".")) << f.name;
    }
}

}  // namespace
}  // namespace stickslip::experiment
