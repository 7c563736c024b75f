// A body that stops from a speed inside Karnopp's band, under a force that depends on its velocity.
#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/experiment.hpp"

namespace stickslip::experiment {
namespace {

// A stiff velocity controller, K_v (v_d - v), pulls a body of 1.5 kg at v_d = 1 mm/s, ten times the band of 0.1 mm/s.
// Stopped inside the band the force on it jumps from about F_s to 100 F_s: it must set off again, and in the end slide
// with the friction of its curve, 1 N + 0.5 N exp(-(v/v_s)^2) + 0.4 N.s/m v.
TEST(Band, a_stopped_body_whose_controller_pulls_harder_sets_off_again) {
  constexpr double gain = 1.5e5;
  Recipe recipe{.base = "drift", .law = "karnopp"};
  for (const char* text :
       {"law.coulomb=1", "law.breakaway=1.5", "law.stribeck_velocity=1e-3", "law.viscous=0.4", "law.dead_velocity=1e-4",
        "plant.mass=1.5", "plant.velocity_gain=1.5e5", "drive.peak=150", "drive.bias=150", "drive.amplitude=0",
        "drive.rise_time=1e-3", "drive.cycles=2", "run.duration=2"})
    recipe.settings.push_back(setting_from_text(text));
  const ExperimentResult result = run(experiment(recipe));
  ASSERT_TRUE(result.completed) << result.message;
  const double v = result.trajectory.column("velocity").back();
  const double friction = result.trajectory.column("friction").back();
  EXPECT_NEAR(friction, 1.0 + 0.5 * std::exp(-std::pow(v / 1e-3, 2.0)) + 0.4 * v, 1e-6);
  EXPECT_NEAR(gain * (1e-3 - v), friction, 1e-6);
}

}  // namespace
}  // namespace stickslip::experiment
