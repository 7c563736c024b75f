// The scorecard against what is known of the laws by their equations.
#include "stickslip/scorecard.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/io/scorecard.hpp"
#include "stickslip/names.hpp"

namespace stickslip::scorecard {

using namespace io;

namespace {

const ScoreCell& cell(const Scorecard& card, std::string_view row, std::string_view column) {
  for (const ScoreRow& r : card.rows)
    for (std::size_t k = 0; k < card.columns.size(); ++k)
      if (r.name == row && card.columns[k].name == column) return r.cells[k];
  throw std::logic_error("no cell " + std::string(row) + ", " + std::string(column));
}

// Laws that are quick to measure.
const Scorecard& quick_card() {
  static const Scorecard card = scorecard({.laws = {"coulomb", "stribeck", "tanh", "karnopp", "dahl", "lugre",
                                                    "elasto-plastic", "maxwell-slip", "modified-lugre", "hybrid"}});
  return card;
}

Score verdict(std::string_view row, std::string_view column) { return cell(quick_card(), row, column).verdict; }
double value(std::string_view row, std::string_view column) { return cell(quick_card(), row, column).value; }

double breakaway(std::string_view name) {
  for (const ScoreRow& row : quick_card().rows)
    if (row.name == name) return row.breakaway;
  return 0.0;
}

TEST(Scorecard, break_away_is_the_static_friction_of_004_table_1) {
  for (const std::string_view law : {"coulomb", "stribeck", "karnopp", "hybrid"})
    EXPECT_NEAR(breakaway(law), 1.5, 1e-6) << law;
  // The ramp of F_b per second is fast enough for a bristle to let go earlier (004, fig. 6).
  for (const std::string_view law : {"lugre", "elasto-plastic", "modified-lugre"}) {
    EXPECT_LT(breakaway(law), 1.5) << law;
    EXPECT_GT(breakaway(law), 1.35) << law;
  }
  for (const std::string_view law : {"tanh", "dahl", "maxwell-slip"}) EXPECT_NEAR(breakaway(law), 1.0, 0.04) << law;
}

TEST(Scorecard, a_smooth_law_does_not_stick) {
  // v = v_t artanh(F/F_c) with v_t = 0.01 m/s at half the friction, less what the viscous part takes.
  EXPECT_NEAR(value("tanh", "stiction"), 0.01 * std::atanh(0.5) * 0.5, 0.0005);
  EXPECT_EQ(verdict("tanh", "stiction"), Score::no);
  EXPECT_EQ(verdict("tanh", "creep"), Score::no);
  EXPECT_EQ(verdict("tanh", "drift"), Score::no);
  for (const std::string_view law : {"coulomb", "stribeck", "karnopp", "hybrid", "lugre", "maxwell-slip"})
    EXPECT_EQ(verdict(law, "stiction"), Score::yes) << law;
}

TEST(Scorecard, lugre_drifts_under_dither_and_the_elasto_plastic_law_was_made_not_to) {
  EXPECT_EQ(verdict("lugre", "drift"), Score::no);
  EXPECT_EQ(verdict("dahl", "drift"), Score::no);
  EXPECT_EQ(verdict("elasto-plastic", "drift"), Score::yes);
}

TEST(Scorecard, the_stribeck_dip_and_the_viscous_slope_are_those_of_the_parameters) {
  // (F_s - F_c)/F_s = 1/3; sigma_2 = 0.4 N.s/m.
  for (const std::string_view law : {"stribeck", "lugre", "elasto-plastic", "hybrid"}) {
    EXPECT_NEAR(value(law, "stribeck"), 100.0 / 3.0, 1.0) << law;
    EXPECT_NEAR(value(law, "viscous") * breakaway(law), 100.0 * 0.4, 0.1) << law;
  }
  EXPECT_EQ(verdict("coulomb", "stribeck"), Score::no);
  EXPECT_EQ(verdict("dahl", "viscous"), Score::no);
}

TEST(Scorecard, presliding_starts_with_the_stiffness) {
  // Half of 1.5 N on 1e5 N/m is 7.5 um; Dahl and LuGre give back less than their spring took, the part that flowed.
  EXPECT_NEAR(value("elasto-plastic", "presliding"), 7.5e-6, 0.4e-6);
  EXPECT_EQ(verdict("lugre", "presliding"), Score::yes);
  for (const std::string_view law : {"coulomb", "stribeck", "karnopp", "hybrid"})
    EXPECT_EQ(verdict(law, "presliding"), Score::no) << law;
}

TEST(Scorecard, only_parallel_elements_remember_more_than_one_turn) {
  EXPECT_EQ(verdict("maxwell-slip", "nonlocal-hysteresis"), Score::yes);
  EXPECT_EQ(verdict("lugre", "nonlocal-hysteresis"), Score::partly);
  EXPECT_EQ(verdict("dahl", "nonlocal-hysteresis"), Score::partly);
  EXPECT_EQ(verdict("stribeck", "nonlocal-hysteresis"), Score::no);
  EXPECT_EQ(verdict("tanh", "nonlocal-hysteresis"), Score::no);
}

TEST(Scorecard, bristles_lag_and_static_laws_follow_at_once) {
  EXPECT_EQ(verdict("lugre", "frictional-memory"), Score::yes);
  EXPECT_EQ(verdict("stribeck", "frictional-memory"), Score::no);
}

TEST(Scorecard, a_lubricant_film_makes_static_friction_rise_with_the_dwell) {
  EXPECT_EQ(verdict("modified-lugre", "rising-static-friction"), Score::yes);
  EXPECT_EQ(verdict("lugre", "rising-static-friction"), Score::no);
}

TEST(Scorecard, lugre_breaks_away_earlier_under_a_faster_ramp_and_a_static_law_does_not_care) {
  EXPECT_LT(value("lugre", "breakaway-rate"), -5.0);
  EXPECT_NEAR(value("stribeck", "breakaway-rate"), 0.0, 0.1);
}

TEST(Scorecard, lugre_with_large_sigma_1_gives_energy_away) {
  EXPECT_EQ(verdict("lugre", "passivity"), Score::no);
  EXPECT_EQ(verdict("dahl", "passivity"), Score::yes);
  EXPECT_EQ(verdict("coulomb", "passivity"), Score::yes);
}

// With stick_mass_ratio = 1, the default, hybrid-presliding takes energy in every motion; with another it does not.
TEST(Scorecard, a_law_that_gives_energy_away_with_other_parameters_is_not_called_passive) {
  const Scorecard card = scorecard({.laws = {"hybrid-presliding"}});
  for (const ScoreRow& row : card.rows) {
    const ScoreCell& passivity = cell(card, row.name, "passivity");
    EXPECT_EQ(passivity.verdict, Score::partly) << row.name;
    EXPECT_GT(passivity.value, 0.0) << row.name;
    EXPECT_NE(passivity.note.find("within a decade"), std::string::npos) << passivity.note;
    EXPECT_NE(passivity.note.find("stick_mass_ratio = 1"), std::string::npos) << passivity.note;
  }
}

TEST(Scorecard, a_bristle_needs_a_shorter_step_than_a_rigid_law) {
  EXPECT_LT(10.0 * value("lugre", "ode3-step"), value("coulomb", "ode3-step"));
}

TEST(Scorecard, json_has_every_cell) {
  const auto json = nlohmann::json::parse(scorecard_json(quick_card(), "1.2.3"));
  EXPECT_EQ(json["version"], "1.2.3");
  ASSERT_EQ(json["laws"].size(), quick_card().rows.size());
  for (const auto& law : json["laws"])
    for (const auto& column : json["columns"]) {
      const auto& cell = law["cells"].at(column["name"].get<std::string>());
      EXPECT_TRUE(cell["value"].is_number()) << law["name"] << " " << column["name"] << " " << cell;
      EXPECT_FALSE(cell["verdict"].get<std::string>().empty()) << law["name"] << " " << column["name"];
    }
}

TEST(Scorecard, a_law_that_does_not_exist_is_refused_with_the_nearest_name) {
  try {
    scorecard({.laws = {"lugree"}});
    FAIL();
  } catch (const UnknownName& error) {
    EXPECT_NE(std::string(error.what()).find("lugre"), std::string::npos);
  }
}

// What a law claims about standstill is what it does.
TEST(EveryLaw, that_claims_to_stick_neither_drifts_nor_creeps) {
  const Scorecard card = scorecard();
  for (const ScoreRow& row : card.rows) {
    for (const ScoreCell& c : row.cells) EXPECT_TRUE(std::isfinite(c.value)) << row.name << ": " << c.note;
    if (law_info(row.law).stick == Stick::none) continue;
    for (const std::string_view column : {"stiction", "drift", "creep"})
      EXPECT_EQ(cell(card, row.name, column).verdict, Score::yes) << row.name << ", " << column;
  }
  EXPECT_GE(card.rows.size(), law_catalogue().size());
}

}  // namespace
}  // namespace stickslip::scorecard
