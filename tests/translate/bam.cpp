// BAM's models against their own formula, written down once more here.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/names.hpp"
#include "stickslip/translate/translate.hpp"

namespace stickslip::translate {

using namespace io;

namespace {

struct Numbers {
  double base = 0.06, stribeck = 0.04, viscous = 0.05, velocity = 1.3, alpha = 0.84;
  double load = 0.11, load_stribeck = 0.07;
  double motor = 0.31, external = 0.02, motor_stribeck = 0.18, external_stribeck = 0.014;
  double motor_quad = 0.0069, external_quad = 0.0099;
};
constexpr Numbers n;

std::string locate_file(const std::string& model) {
  std::string text = R"({"kt": 1.6, "R": 2.3, "armature": 0.012, "friction_base": 0.06, "friction_viscous": 0.05)";
  if (model != "m1" && model != "m3") text += R"(, "friction_stribeck": 0.04, "dtheta_stribeck": 1.3, "alpha": 0.84)";
  if (model == "m3" || model == "m4") text += R"(, "load_friction_base": 0.11)";
  if (model == "m4") text += R"(, "load_friction_stribeck": 0.07)";
  if (model == "m5" || model == "m6")
    text += R"(, "load_friction_motor": 0.31, "load_friction_external": 0.02,
               "load_friction_motor_stribeck": 0.18, "load_friction_external_stribeck": 0.014)";
  if (model == "m6") text += R"(, "load_friction_motor_quad": 0.0069, "load_friction_external_quad": 0.0099)";
  return text + ", \"model\": \"" + model + "\", \"actuator\": \"mx64\"}";
}

// The largest friction torque at a speed, and the damping torque, by BAM's formula.
double budget(const std::string& model, double motor, double external, double speed) {
  const bool dips = model != "m1" && model != "m3";
  const double e = dips ? std::exp(-std::pow(std::abs(speed) / n.velocity, n.alpha)) : 0.0;
  double f = n.base + e * n.stribeck + n.viscous * std::abs(speed);
  if (model == "m3" || model == "m4") f += n.load * std::abs(external - motor);
  if (model == "m4") f += e * n.load_stribeck * std::abs(external - motor);
  if (model == "m5" || model == "m6") {
    f += std::abs(external * n.external - motor * n.motor);
    f += e * std::abs(external * n.external_stribeck - motor * n.motor_stribeck);
  }
  if (model == "m6" && external * motor < 0.0) {
    if (std::abs(external) < std::abs(motor)) f += e * n.external_quad * external * external;
    if (std::abs(external) > std::abs(motor)) f += e * n.motor_quad * motor * motor;
  }
  return f;
}

// The load that the text of a read law describes.
double compute_load(const ReadLaw& law, bool is_dip, const std::string& model, double motor, double external) {
  if (law.load.empty()) return 0.0;
  if (model == "m3" || model == "m4") return std::abs(external - motor);
  if (!is_dip) return std::abs(external * n.external - motor * n.motor);
  double load = std::abs(external * n.external_stribeck - motor * n.motor_stribeck);
  if (model == "m6" && external * motor < 0.0) {
    if (std::abs(external) < std::abs(motor)) load += n.external_quad * external * external;
    if (std::abs(external) > std::abs(motor)) load += n.motor_quad * motor * motor;
  }
  return load;
}

TEST(bam, laws_slide_as_bam_says) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> torque(-5.0, 5.0), speed(-4.0, 4.0);
  for (const std::string model : {"m1", "m2", "m3", "m4", "m5", "m6"}) {
    const auto laws = laws_from_bam(locate_file(model), "servo.json");
    EXPECT_EQ(laws.size(), model >= "m5" ? 2U : 1U);
    for (int i = 0; i < 200; ++i) {
      const double motor = torque(random), external = torque(random), w = speed(random);
      double sum = 0.0;
      for (std::size_t k = 0; k < laws.size(); ++k) {
        const auto law = make_law(laws[k].law);
        law->set_params(laws[k].group.values);
        sum += law->steady_state({.velocity = w, .load = compute_load(laws[k], k == 1, model, motor, external)});
      }
      const double expected = budget(model, motor, external, w);
      EXPECT_NEAR(std::abs(sum), expected, 4e-9 + 1e-12 * expected) << model << " at " << w;
    }
  }
}

// A level that a fit pressed against zero is smaller than our smallest.
TEST(bam, friction_that_is_nearly_none) {
  const auto laws =
      laws_from_bam(R"({"friction_base": 6.6e-13, "friction_viscous": 0.05, "model": "m1"})", "servo.json");
  EXPECT_LE(laws[0].group["viscous"], 0.05);
  EXPECT_LE(laws[0].group.list("coulomb")[0], 1e-9);
}

TEST(bam, there_and_back) {
  for (const std::string model : {"m1", "m2", "m3", "m4"}) {
    const auto first = laws_from_bam(locate_file(model), "servo.json")[0];
    Model m = model_from_toml(law_toml(first.law, 0, first.group), "model.toml");
    const Translation t = translate_model(m, "bam", {.load = 2.0, .actuator = "mx64"});
    EXPECT_LT(t.difference, 1e-9 * t.force) << model;
    EXPECT_NE(t.text.find("\"model\": \"" + model + "\""), std::string::npos) << t.text;
    const auto second = laws_from_bam(t.text, "again.json")[0];
    EXPECT_EQ(second.law, first.law);
    EXPECT_EQ(second.group.values, first.group.values) << t.text;
  }
}

std::string complaint_about(const std::string& text) {
  try {
    laws_from_bam(text, "servo.json");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(bam, damaged_files_are_refused_with_their_place) {
  EXPECT_NE(complaint_about("{\"model\": \"m1\",\n \"friction_base\": }").find("servo.json:2"), std::string::npos);
  EXPECT_NE(complaint_about("{\"model\": \"m9\"}").find("m9"), std::string::npos);
  EXPECT_NE(complaint_about("{\"model\": \"m1\"}").find("friction_base"), std::string::npos);
  EXPECT_NE(complaint_about("{\"friction_base\": 1}").find("\"model\" is missing"), std::string::npos);
  EXPECT_NE(complaint_about("{\"model\": \"m1\", \"friction_base\": -1, \"friction_viscous\": 0}").find("-1"),
            std::string::npos);
  for (const char* text : {"", "{", "[]", "{\"a\"", "{\"a\": \"b", "{\"a\": 1e999}", "{\"a\": 1} x", "{\"a\": nan}"})
    EXPECT_NE(complaint_about(text).find("servo.json"), std::string::npos) << text;
}

}  // namespace
}  // namespace stickslip::translate
