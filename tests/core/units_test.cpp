#include "stickslip/units.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <stdexcept>

#include "stickslip/names.hpp"

namespace stickslip {
namespace {

struct Expected {
  const char* written;
  const char* si;
  double factor;
  double offset = 0.0;
};

TEST(units, are_read_as_people_write_them) {
  constexpr double turn = 2.0 * std::numbers::pi;
  for (const Expected& e : {Expected{"mm", "m", 1e-3},
                            {"bar", "Pa", 1e5},
                            {"deg/s", "rad/s", turn / 360.0},
                            {"rpm", "rad/s", turn / 60.0},
                            {"1/min", "rad/s", turn / 60.0},
                            {"kN", "N", 1e3},
                            {"psi", "Pa", 6894.757293168361},
                            {"N.m", "N.m", 1.0},
                            {"Nm", "N.m", 1.0},
                            {"kNm", "N.m", 1e3},
                            {"ms", "s", 1e-3},
                            {"min", "s", 60.0},
                            {"degC", "K", 1.0, 273.15},
                            {"\xC2\xB0"
                             "C",
                             "K", 1.0, 273.15},
                            {"kgf", "N", 9.80665},
                            {"lbf", "N", 4.4482216152605},
                            {"in", "m", 0.0254},
                            {"m/s^2", "m/s2", 1.0},
                            {"m/s\xC2\xB2", "m/s2", 1.0},
                            {"g", "m/s2", 9.80665},
                            {"%", "1", 0.01},
                            {"V", "V", 1.0},
                            {"N s / m", "N.s/m", 1.0},
                            {"kg*m^2", "kg.m2", 1.0},
                            {"\xC2\xB5m", "m", 1e-6},
                            {"km/h", "m/s", 1.0 / 3.6},
                            {"Nm/rad", "N.m/rad", 1.0},
                            {"1/N", "1/N", 1.0},
                            {"s-1", "1/s", 1.0}}) {
    const Unit unit = unit_from(e.written);
    EXPECT_EQ(unit.si, e.si) << e.written;
    EXPECT_NEAR(unit.factor, e.factor, 1e-14 * e.factor) << e.written;  // a few roundings
    EXPECT_EQ(unit.offset, e.offset) << e.written;
  }
}

TEST(units, in_si_are_their_own) {
  for (const char* si : {"m", "rad", "m/s", "N", "N.m", "N.s/m", "N.m.s/rad", "kg.m2", "1/N", "Pa", "K"}) {
    EXPECT_EQ(unit_from(si).si, si);
    EXPECT_EQ(unit_from(si).factor, 1.0) << si;
  }
}

TEST(units, that_are_none_are_answered_with_the_nearest) {
  try {
    unit_from("barr");
    FAIL();
  } catch (const UnknownName& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("no unit is called 'barr'; did you mean bar?")) << error.what();
  }
  for (const char* text : {"", "furlong", "m/", "/s", "m//s", "1e5", ".", "s^", "m2m2m2m2m2"})
    EXPECT_FALSE(find_unit(text)) << text;
  EXPECT_FALSE(find_unit(std::string(1000, 'm')));
}

TEST(units, of_a_value_become_the_one_that_is_wanted) {
  EXPECT_DOUBLE_EQ(in_si(2000.0, "g", "kg"), 2.0);  // a lone g is a mass where one is wanted
  EXPECT_DOUBLE_EQ(in_si(1.0, "g", "m/s2"), 9.80665);
  EXPECT_DOUBLE_EQ(in_si(5.0, "MPa", "Pa"), 5e6);
  EXPECT_DOUBLE_EQ(in_si(2.0, "mA", "A"), 2e-3);
  EXPECT_DOUBLE_EQ(in_si(3.0, "N.mm", "N"), 3e-3);  // of a joint
  EXPECT_DOUBLE_EQ(in_si(40.0, "%", "1"), 0.4);
  EXPECT_EQ(in_si(7.0, "N/m^k", "N/m^k"), 7.0);  // a unit that is no product of powers is its own
  const auto refusal = [](const char* unit, const char* wanted) -> std::string {
    try {
      in_si(1.0, unit, wanted);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal("mm", "N"), "'mm' does not fit: N is needed");
  EXPECT_EQ(refusal("m", "1"), "'m' does not fit: a number without unit is needed");
  EXPECT_EQ(refusal("degC", "K"), "'degC' does not fit: a difference of temperature is needed, in K");
  EXPECT_NE(refusal("barr", "Pa").find("did you mean bar"), std::string::npos) << refusal("barr", "Pa");
}

TEST(units, have_powers_of_base_units) {
  EXPECT_EQ(base_units("N.s/m"), (BaseUnits{.kg = 1, .s = -1}));
  EXPECT_EQ(base_units("m3/(s.Pa)"), (BaseUnits{.kg = -1, .m = 4, .s = 1}));
  EXPECT_EQ(base_units("N.m/rad"), (BaseUnits{.kg = 1, .m = 2, .s = -2, .rad = -1}));
  EXPECT_EQ(base_units("1"), BaseUnits{});
  EXPECT_THROW(base_units("furlong"), UnknownName);
}

TEST(units, stand_at_the_end_of_names) {
  EXPECT_EQ(unit_in_name("t_s"), "s");
  EXPECT_EQ(unit_in_name("dq_rad_s"), "rad/s");
  EXPECT_EQ(unit_in_name("a_m_s2"), "m/s2");
  EXPECT_EQ(unit_in_name("tau_Nm"), "Nm");
  for (const char* name : {"stribeck_velocity", "pressure_1", "_s", "s", "x_", "force"})
    EXPECT_EQ(unit_in_name(name), "") << name;
}

TEST(units, have_rotary_twins_and_come_back) {
  EXPECT_EQ(rotary_unit("N"), "N.m");
  EXPECT_EQ(rotary_unit("m/s2"), "rad/s2");
  EXPECT_EQ(rotary_unit("N.s/m"), "N.m.s/rad");
  EXPECT_EQ(rotary_unit("kg"), "kg.m2");
  EXPECT_EQ(rotary_unit("1/N"), "1/N.m");
  for (const char* unit : {"N", "m", "m/s", "m/s2", "kg", "N/m", "N.s/m", "1/N", "N2", "s", "1", "Pa", "N.s2/m2", "K"})
    EXPECT_EQ(translational_unit(rotary_unit(unit)), unit);
}

}  // namespace
}  // namespace stickslip
