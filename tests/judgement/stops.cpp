// A body that stands, and a velocity whose sign is a guess: a law that sticks is not asked there.
#include "bristles.hpp"

namespace stickslip::judgement {
namespace {

constexpr double step = 1e-3;  // [s]

// There and back with half a second of rest before each way, trapezoids of speed.
Motion strokes(const std::vector<double>& speeds) {
  Motion m{.step = step};
  double x = 0.02;
  for (const double speed : speeds)
    for (const bool moves : {false, true})
      for (int i = 0; i < 500; ++i) {
        const double v = moves ? speed * std::min({1.0, i / 100.0, (500 - i) / 100.0}) : 0.0;
        m.displacement.push_back(x);
        m.velocity.push_back(v);
        x += v * step;
      }
  return m;
}

struct Sensors {
  std::string name;
  double position_step;   // [m]; 0: exact
  double velocity_noise;  // [m/s]; 0: no velocity is recorded
};

class Stops : public Case {
 protected:
  std::string write(const Motion& m, const Sensors& sensors, const std::vector<double>& force, unsigned seed) {
    std::vector<double> x = m.displacement;
    const double q = sensors.position_step;
    if (q > 0.0)
      for (double& one : x) one = q * std::round(one / q);
    std::vector<Signal> all{{"displacement[m]", x}};
    if (sensors.velocity_noise > 0.0)
      all.push_back({"velocity[m/s]", with_noise(m.velocity, sensors.velocity_noise, seed)});
    all.push_back({"force[N]", force});
    return recording(sensors.name + ".csv", step, all);
  }
};

TEST_F(Stops, do_not_spoil_coulomb_and_viscous_friction) {
  constexpr double coulomb = 6.0, viscous = 20.0, noise = 0.1;
  const std::vector<Sensors> all{{"exact", 0.0, 0.0}, {"fine", 1e-6, 0.0}, {"coarse", 1e-5, 0.0}, {"noisy", 0.0, 2e-4}};
  const Motion m = strokes({0.05, -0.03, 0.08, -0.08});
  unsigned seed = 50;
  for (const Sensors& sensors : all) {
    const auto force = with_noise(coulomb_viscous(m, coulomb, viscous), noise, ++seed);
    const std::string file = write(m, sensors, force, ++seed);
    const Outcome outcome = shell(program + "identify " + file + " --law coulomb-viscous --json --quiet");
    EXPECT_EQ(outcome.code, 0) << sensors.name;
    const json fit = read_fit(outcome);
    EXPECT_EQ(fit["verdict"]["conclusion"], "good") << sensors.name << fit["verdict"].dump();
    EXPECT_LT(fit["fitted"][0]["rmse"].get<double>(), 1.2 * noise) << sensors.name;
    for (const auto& [name, truth] : {std::pair("coulomb", coulomb), std::pair("viscous", viscous)}) {
      EXPECT_TRUE(holds(fit, std::string(name) + ".forward", truth)) << sensors.name;
      EXPECT_EQ(parameter(fit, std::string(name) + ".forward")["identified"], true) << sensors.name;
    }
    const Outcome ranked = shell(program + "rank " + file + " --laws stribeck,tanh,dahl,lugre --json --quiet");
    EXPECT_EQ(json::parse(ranked.text)["chosen"], "coulomb-viscous") << sensors.name;
  }
}

TEST_F(Stops, a_noisy_velocity_does_not_shift_what_a_sine_shows) {
  constexpr double coulomb = 9.0, viscous = 31.0, noise = 0.15;
  const Motion m = sine(0.014, 0.7, 4.5, step);
  const auto force = with_noise(coulomb_viscous(m, coulomb, viscous), noise, 71);
  const json fit = read_fit(shell(program + "identify " + write(m, {"sine", 0.0, 3e-4}, force, 72) +
                                  " --law coulomb-viscous --json --quiet"));
  EXPECT_EQ(fit["verdict"]["conclusion"], "good") << fit["verdict"].dump();
  EXPECT_TRUE(holds(fit, "coulomb.forward", coulomb));
  EXPECT_TRUE(holds(fit, "viscous.forward", viscous));
}

// A joint behind an encoder of 20 000 counts, at 500 Hz: a Stribeck dip, rests of other lengths, nothing but angle and
// torque recorded.
TEST_F(Stops, leave_the_dip_of_a_joint_as_it_is) {
  constexpr double coulomb = 0.83, breakaway = 1.31, dip = 0.06, viscous = 0.27, noise = 0.012, h = 2e-3;
  constexpr double count = 2.0 * std::numbers::pi / 20000.0;
  std::vector<double> angle, torque;
  double q = -0.4;
  int pause = 120;
  for (const double speed : {0.5, -0.9, 0.12, -0.3, 1.4, -0.75}) {
    for (int i = 0; i < pause + 900; ++i) {
      const double phase = std::numbers::pi * double(i - pause) / 900.0;
      const double w = i < pause ? 0.0 : speed * std::pow(std::sin(phase), 2.0);
      const double level = coulomb + (breakaway - coulomb) * std::exp(-w * w / (dip * dip));
      angle.push_back(count * std::round(q / count));
      torque.push_back(w == 0.0 ? 0.0 : std::copysign(level, w) + viscous * w);
      q += w * h;
    }
    pause += 90;
  }
  const std::string file =
      recording("joint.csv", h, {{"angle[rad]", angle}, {"torque[N.m]", with_noise(torque, noise, 91)}});
  const Outcome outcome = shell(program + "identify " + file + " --law stribeck --json --quiet");
  EXPECT_EQ(outcome.code, 0);
  const json fit = read_fit(outcome);
  for (const auto& [name, truth] : {std::pair("coulomb", coulomb), std::pair("breakaway", breakaway),
                                    std::pair("stribeck_velocity", dip), std::pair("viscous", viscous)})
    EXPECT_TRUE(holds(fit, std::string(name) + ".forward", truth));
}

// Bristles that hardly slide, with a velocity that is mostly noise: a law that is excused wherever the sign is a guess
// would follow what is left as well as any other.
TEST_F(Stops, excuse_no_law_from_presliding) {
  const Bristles bristles;
  const Path slow = [](double t) { return 4e-5 * std::sin(2.0 * std::numbers::pi * 0.9 * t); };
  Motion m{.step = step};
  for (int k = 0; k < 5000; ++k) {
    m.displacement.push_back(slow(k * step));
    m.velocity.push_back(velocity(slow, k * step));
  }
  const auto force = with_noise(bristle_force(bristles, slow, step, m.size()), 0.05, 81);
  const std::string file = write(m, {"presliding", 0.0, 1e-4}, force, 82);
  const json ranked =
      json::parse(shell(program + "rank " + file + " --laws stribeck,dahl,maxwell-slip --json --quiet").text);
  const std::string first = ranked["chosen"];
  EXPECT_TRUE(first == "dahl" || first == "maxwell-slip") << first;
}

}  // namespace
}  // namespace stickslip::judgement
