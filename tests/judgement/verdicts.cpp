// What is said first of a fit or a ranking.
#include "case.hpp"

namespace stickslip::judgement {
namespace {

class Verdict : public Case {
 protected:
  static Outcome identify(const std::string& what) { return shell(program + "identify " + what + " --json --quiet"); }
  static Outcome rank(const std::string& what) { return shell(program + "rank " + what + " --json --quiet"); }
};

struct Truth {
  double coulomb, viscous, noise;
};

// Three kinds of motion, other numbers for each.
struct Trial {
  std::string name;
  Motion motion;
  Truth truth;
};

std::vector<Trial> coulomb_runs() {
  return {{"sine", sine(0.05, 0.5, 6.0), {6.0, 20.0, 0.1}},
          {"ramps", ramps(0.04, {0.03, 0.08, 0.02, 0.12, 0.05}), {14.0, 35.0, 0.25}},
          {"chirp", chirp(0.02, 0.3, 2.5, 6.0), {2.5, 11.0, 0.06}}};
}

TEST_F(Verdict, coulomb_and_viscous_friction_is_identified_by_the_stribeck_law_without_a_dip) {
  unsigned seed = 11;
  for (const Trial& run : coulomb_runs()) {
    const auto force =
        with_noise(coulomb_viscous(run.motion, run.truth.coulomb, run.truth.viscous), run.truth.noise, ++seed);
    const std::string file = recording(run.name + ".csv", run.motion, force);
    const Outcome outcome = identify(file + " --law stribeck");
    ASSERT_EQ(outcome.code, 0) << run.name;
    const json fit = read_fit(outcome);
    const json coulomb = parameter(fit, "coulomb.forward");
    EXPECT_EQ(coulomb["identified"], true) << run.name;
    // 4000 samples: a sixtieth of the noise; the interval is two of these, and coulomb goes with viscous.
    EXPECT_NEAR(coulomb["value"].get<double>(), run.truth.coulomb, 0.15 * run.truth.noise) << run.name;
    EXPECT_LE(coulomb["low"].get<double>(), run.truth.coulomb + 0.05 * run.truth.noise) << run.name;
    EXPECT_GE(coulomb["high"].get<double>(), run.truth.coulomb - 0.05 * run.truth.noise) << run.name;
    EXPECT_EQ(parameter(fit, "stribeck_velocity.forward")["identified"], false) << run.name;
    EXPECT_NE(fit["verdict"]["reason"].get<std::string>().find("stribeck_velocity"), std::string::npos);
  }
}

TEST_F(Verdict, coulomb_and_viscous_friction_is_ranked_as_such) {
  unsigned seed = 31;
  for (const Trial& run : coulomb_runs())
    for (const bool applied : {false, true}) {
      if (applied && run.name == "sine") continue;  // the two others have both
      const auto force =
          with_noise(coulomb_viscous(run.motion, run.truth.coulomb, run.truth.viscous), run.truth.noise, ++seed);
      std::vector<Signal> more;
      if (applied) more.push_back({"applied[N]", force});
      const std::string file = recording(run.name + ".csv", run.motion, force, more);
      const Outcome outcome = rank(file + " --laws stribeck,lugre,dahl,preisach");
      ASSERT_EQ(outcome.code, 0) << outcome.text;
      const json ranking = json::parse(outcome.text);
      EXPECT_EQ(ranking["chosen"], "coulomb-viscous") << run.name << applied << ranking["verdict"];
      EXPECT_EQ(ranking["verdict"]["conclusion"], "good") << ranking["verdict"];
    }
}

TEST_F(Verdict, a_law_that_misses_the_data_is_not_called_an_explanation) {
  // Friction that depends on the place, which no law of motion alone describes.
  const Motion m = sine(0.05, 0.4, 10.0);
  std::vector<double> force;
  for (std::size_t k = 0; k < m.size(); ++k)
    force.push_back(40.0 * m.displacement[k] / 0.05 + (m.velocity[k] > 0.0 ? 3.0 : -3.0));
  const std::string file = recording("spring.csv", m, with_noise(force, 0.2, 5));
  const Outcome outcome = identify(file + " --law coulomb-viscous");
  EXPECT_EQ(outcome.code, 1) << outcome.text;
  const json fit = read_fit(outcome);
  EXPECT_EQ(fit["verdict"]["conclusion"], "not explained by this law");
  EXPECT_FALSE(fit["verdict"]["next_step"].get<std::string>().empty());
  const Outcome text = shell(program + "identify " + file + " --law coulomb-viscous --quiet -o " + in("out"));
  EXPECT_EQ(text.code, 1);
  EXPECT_TRUE(text.text.starts_with("coulomb-viscous: not explained by this law\n  why:  ")) << text.text;
  EXPECT_EQ(text.text.find("converged"), std::string::npos) << text.text;
  EXPECT_TRUE(contains(to_text(in("out/report.html")), "Not explained by this law"));
}

TEST_F(Verdict, residuals_far_above_the_noise_are_said_though_r2_is_high) {
  // A dip of a tenth that the law cannot draw, measured by a fine sensor.
  const Motion m = sine(0.03, 0.5, 8.0);
  std::vector<double> force;
  for (const double v : m.velocity) {
    const double level = 10.0 + 2.5 * std::exp(-std::abs(v) / 0.02);
    force.push_back(v > 0.0 ? level : -level);
  }
  const std::string file = recording("dip.csv", m, with_noise(force, 0.02, 8));
  const json fit = read_fit(identify(file + " --law coulomb-viscous"));
  EXPECT_GT(fit["fitted"][0]["r2"].get<double>(), 0.99);
  EXPECT_EQ(fit["verdict"]["conclusion"], "usable with limits");
  EXPECT_TRUE(contains(fit["verdict"]["reason"], "residuals stand above the noise"));
  EXPECT_NEAR(fit["sensor_noise"].get<double>(), 0.02, 0.004);
}

// A dip of 3 % is a small share of the signal: plain to a sensor that is twenty times finer, nothing else without one.
TEST_F(Verdict, small_residuals_far_above_a_real_noise_are_not_good) {
  const Motion m = sine(0.03, 0.5, 8.0);
  std::vector<double> force;
  for (const double v : m.velocity) {
    const double level = 10.0 + 0.5 * std::exp(-std::abs(v) / 0.02);
    force.push_back(v > 0.0 ? level : -level);
  }
  const auto judged = [&](const std::vector<double>& f, const std::string& name) {
    return read_fit(identify(recording(name, m, f) + " --law coulomb-viscous"))["verdict"];
  };
  const json noisy = judged(with_noise(force, 0.007, 41), "fine.csv");
  EXPECT_EQ(noisy["conclusion"], "usable with limits") << noisy;
  EXPECT_TRUE(contains(noisy["reason"], "residuals stand above the noise"));
  EXPECT_EQ(judged(force, "exact.csv")["conclusion"], "good");
}

TEST_F(Verdict, advice_never_shows_the_bounds_of_a_search) {
  unsigned seed = 3;
  for (const std::string law : {"stribeck", "lugre", "bouc-wen"}) {
    const Motion m = sine(0.05, 0.5, 4.0);
    const std::string file = recording("run.csv", m, with_noise(coulomb_viscous(m, 4.0, 9.0), 0.1, ++seed));
    const Outcome outcome = shell(program + "identify " + file + " --quiet --law " + law);
    const std::string said = outcome.text.substr(outcome.text.find("\n  part "));  // behind the values
    const std::string first = outcome.text.substr(0, outcome.text.find("\n  parameter "));
    for (const std::string bound : {"1e-09", "1e+09", "1e-12", "1e-16", "1e+12", "1e-10", "1e+06"})
      EXPECT_EQ((first + said).find(bound), std::string::npos) << law << ": " << bound << "\n" << outcome.text;
    EXPECT_EQ(outcome.text.find("the data allow 1e"), std::string::npos) << outcome.text;
  }
}

TEST_F(Verdict, a_joint_is_told_of_radians_and_newton_metres) {
  const Motion m = sine(0.8, 0.5, 6.0);
  const auto torque = with_noise(coulomb_viscous(m, 4.0, 0.9), 0.1, 21);
  const std::string file = recording(
      "joint.csv", m.step, {{"angle[rad]", m.displacement}, {"speed[rad/s]", m.velocity}, {"torque[N.m]", torque}});
  const Outcome outcome = shell(program + "identify " + file + " --quiet --law lugre");
  EXPECT_TRUE(contains(outcome.text, "N.m"));
  for (const std::string linear : {" m/s ", " m/s,", " N\n", " N:", " N,", " N)", " m\n"})
    EXPECT_EQ(outcome.text.find(linear), std::string::npos) << "'" << linear << "'\n" << outcome.text;
}

}  // namespace
}  // namespace stickslip::judgement
