// A law that made the data is found again, and a search stays where a user wants it.
#include "case.hpp"
#include "stickslip/batch/batch.hpp"
#include "stickslip/experiment.hpp"

namespace stickslip::judgement {
namespace {

class Valley : public Case {
 protected:
  static json identify(const std::string& what) {
    const Outcome outcome = shell(program + "identify " + what + " --json --quiet 2>/dev/null");
    EXPECT_NE(outcome.code, 2) << outcome.text;
    return read_fit(outcome);
  }
};

// Force of a seal of six elements along a motion under pressure.
std::vector<double> seal_force(const Motion& m, const std::vector<double>& pressure) {
  ParamGroup seal = law_group("mgms", 6);
  const std::vector<double> travel{6e-5, 9e-5, 1.5e-4, 2.4e-4, 3.9e-4, 5.6e-4}, held{9.0, 6.0, 12.0, 5.0, 8.0, 10.0};
  std::vector<double> factor;
  for (std::size_t i = 0; i < travel.size(); ++i) factor.push_back(held[i] / travel[i]);
  assign(seal, "travel", {travel, {}, true});
  assign(seal, "stiffness_factor", {factor, {}, true});
  assign(seal, "stiffness_slope", {{7e-7}});
  assign(seal, "coulomb_slope", {{2e-5}});
  assign(seal, "coulomb_base", {{9.0}});
  batch::Record record;
  record.step = m.step;
  for (std::size_t k = 0; k < m.size(); ++k)
    record.motion.push_back({.velocity = m.velocity[k], .displacement = m.displacement[k], .pressure = pressure[k]});
  auto force = batch::Batch("mgms", 6, {record}, {.threads = 1}).forces({1, seal.values});
  force.insert(force.begin(), 0.0);
  return force;
}

// A piston goes 3 mm and back while the pressure rises from 1 to 9 bar and falls again.
TEST_F(Valley, a_seal_is_found_from_one_shift_of_a_clutch) {
  constexpr double way = 3e-3, duration = 0.6, noise = 0.5;
  const double w = 2.0 * std::numbers::pi / duration;
  const Motion m = moved(
      duration, 1e-3, [=](double t) { return way * (1.0 - std::cos(w * t)) / 2.0; },
      [=](double t) { return way * w * std::sin(w * t) / 2.0; });
  std::vector<double> pressure;
  for (const double x : m.displacement) pressure.push_back(1e5 * (1.0 + 8.0 * x / way));
  const std::string file =
      recording("shift.csv", m, with_noise(seal_force(m, pressure), noise, 5), {{"pressure[Pa]", pressure}});
  const json fit = identify(file + " --law mgms --elements 6 --no-intervals --threads 1");
  EXPECT_LT(fit["fitted"][0]["rmse"].get<double>(), 1.1 * noise);
}

TEST_F(Valley, a_parameter_stays_within_its_bounds_and_says_where_it_ends) {
  const Motion m = sine(0.04, 0.7, 4.0);
  const std::string file = recording("slide.csv", m, with_noise(coulomb_viscous(m, 8.0, 30.0), 0.1, 6));
  const json free = identify(file + " --law coulomb-viscous --bounds coulomb=5,10");
  EXPECT_NEAR(parameter(free, "coulomb.forward")["value"].get<double>(), 8.0, 0.1);
  EXPECT_EQ(parameter(free, "coulomb.forward")["remark"].get<std::string>().find("bound"), std::string::npos);
  const json held = identify(file + " --law coulomb-viscous --bounds coulomb=9,10");
  EXPECT_NEAR(parameter(held, "coulomb.forward")["value"].get<double>(), 9.0, 1e-6);
  EXPECT_TRUE(contains(parameter(held, "coulomb.forward")["remark"].get<std::string>(), "at its lower bound"));
}

}  // namespace
}  // namespace stickslip::judgement
