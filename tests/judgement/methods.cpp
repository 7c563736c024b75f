// The papers' methods on machines that nobody here has seen: what they find, and what they say when they cannot.
#include "case.hpp"

namespace stickslip::judgement {
namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

class Methods : public Case {
 protected:
  // What a method found, as JSON.
  json method(const std::string& name, const std::string& rest) {
    const Outcome outcome = shell(program + "method " + name + " " + rest + " --json 2>" + in("stderr"));
    EXPECT_EQ(outcome.code, 0) << to_text(in("stderr"));
    return json::parse(outcome.text, nullptr, false);
  }
  // A column of a trajectory that the program has written, at uniform times: straight lines between rows.
  std::vector<double> column(const std::string& file, const std::string& header, double step, std::size_t count) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    std::size_t wanted = 0;
    for (std::size_t at = 0; at < line.find(header); ++at) wanted += line[at] == ',' ? 1U : 0U;
    std::vector<double> times, values, even;
    while (std::getline(in, line)) {
      std::size_t from = 0;
      times.push_back(std::stod(line));
      for (std::size_t k = 0; k < wanted; ++k) from = line.find(',', from) + 1;
      values.push_back(std::stod(line.substr(from)));
    }
    std::size_t i = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const double t = double(k) * step;
      while (i + 2 < times.size() && times[i + 1] <= t) ++i;
      const double part = times[i + 1] > times[i] ? (t - times[i]) / (times[i + 1] - times[i]) : 0.0;
      even.push_back(values[i] + part * (values[i + 1] - values[i]));
    }
    return even;
  }
};

testing::AssertionResult holds(const json& estimate, double truth) {
  if (estimate.at("low").get<double>() <= truth && truth <= estimate.at("high").get<double>())
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << truth << " is not in " << estimate.dump();
}

// ---- two-sinusoids

// A loop that follows its command by `lag` and `gain`; an encoder of 100 counts per turn.
std::vector<Signal> lagging_loop(double lag, double gain, double frequency, double coulomb, double viscous) {
  constexpr double step = 1e-3, inertia = 4e-5, count = two_pi / 100.0;
  std::vector<double> reference, angle, torque;
  const double w = two_pi * frequency;
  for (const double speed : {30.0, 70.0, 110.0})
    for (int i = 0; i < int(4.0 / frequency / step); ++i) {
      const double phase = w * (i * step - lag), v = gain * speed * std::sin(phase);
      reference.push_back(speed * std::sin(w * i * step));
      angle.push_back(count * std::round((12.3 - gain * speed / w * std::cos(phase)) / count));
      torque.push_back(inertia * gain * speed * w * std::cos(phase) + (v > 0.0 ? coulomb : -coulomb) + viscous * v);
    }
  return {{"reference[rad/s]", reference},
          {"displacement[rad]", angle},
          {"applied[N.m]", with_noise(torque, 2e-3 * coulomb, 17)}};
}

TEST_F(Methods, two_sinusoids_are_not_biased_by_the_lag_of_a_loop) {
  for (const double lag : {0.0, 0.012, 0.035}) {
    const auto found = method("two-sinusoids", recording("loop.csv", 1e-3, lagging_loop(lag, 0.96, 1.6, 0.31, 1.7e-3)));
    for (const char* name : {"coulomb.forward", "coulomb.back"}) {
      const json& e = found.at("estimates").at(name);
      // A wide interval would be no answer: a lag of 35 ms costs a third of the friction.
      EXPECT_NEAR(e.at("value").get<double>(), 0.31, 0.01 * 0.31) << lag;
      EXPECT_TRUE(holds(e, 0.31)) << lag;
      EXPECT_LT(e.at("high").get<double>() - e.at("low").get<double>(), 0.02 * 0.31) << lag;
    }
    EXPECT_NEAR(found.at("figures").at("lag").at("value").get<double>(), lag, 1e-3);
  }
}

// ---- breakaway

// Force ramps on a body that a LuGre contact holds, there and back; the largest friction of each direction.
struct Bench {
  double mass, breakaway, sliding, stiffness, stribeck_velocity, rate;
};

std::pair<std::vector<Signal>, double> ramped(const Bench& b, unsigned seed) {
  constexpr double step = 1e-3;
  constexpr int fine = 40;
  const double damping = std::sqrt(b.stiffness * b.mass), h = step / fine;
  double x = 0.0, v = 0.0, z = 0.0, peak = 0.0;
  std::vector<double> places, forces;
  const auto advance = [&](double u) {
    const double g = b.sliding + (b.breakaway - b.sliding) * std::exp(-std::pow(v / b.stribeck_velocity, 2.0));
    const double next = (z + h * v) / (1.0 + h * b.stiffness * std::abs(v) / g);
    const double friction = b.stiffness * next + damping * (next - z) / h * std::exp(-std::pow(v / 1e-3, 2.0));
    z = next;
    v += h / b.mass * (u - friction);
    x += h * v;
    peak = std::max(peak, std::abs(friction));
  };
  for (const double direction : {1.0, -1.0})
    for (int ramp = 0; ramp < 6; ++ramp) {
      const double start = x;
      for (double u = 0.0; std::abs(x - start) < 2e-3;) {
        places.push_back(x);
        forces.push_back(direction * u);
        for (int k = 0; k < fine; ++k) advance(direction * (u += b.rate * h));
      }
      for (int i = 0; i < 150; ++i) {
        places.push_back(x);
        forces.push_back(0.0);
        for (int k = 0; k < fine; ++k) advance(0.0);
      }
    }
  return {{{"displacement[m]", with_noise(places, 1e-6, seed)},
           {"applied[N]", with_noise(forces, 1e-3 * b.breakaway, seed + 1)}},
          peak};
}

TEST_F(Methods, breakaway_is_not_where_a_contact_without_modes_gives_way) {
  const std::vector<Bench> benches{{1.3, 24.0, 18.0, 3e5, 4e-3, 12.0}, {6.0, 55.0, 40.0, 2e6, 8e-3, 20.0}};
  for (const Bench& b : benches) {
    const auto [signals, peak] = ramped(b, 5);
    const std::string file = recording("ramps.csv", 1e-3, signals);
    for (const std::string& told : {std::string(), " --set plant.mass=" + std::to_string(b.mass) +
                                                       " --set plant.sliding=" + std::to_string(b.sliding)}) {
      const auto found = method("breakaway", file + told);
      for (const char* name : {"breakaway.forward", "breakaway.back"}) {
        EXPECT_TRUE(holds(found.at("estimates").at(name), peak)) << told;
        EXPECT_NEAR(found.at("estimates").at(name).at("value").get<double>(), peak, 0.05 * peak) << told;
      }
    }
  }
}

// ---- modified-lugre-dynamic

// A servo whose hydraulic mode swings at 12 to 16 Hz: a window of 40 ms would smooth it away.
TEST_F(Methods, a_damping_that_the_data_cannot_show_is_not_invented) {
  ASSERT_EQ(shell(program + "run hydraulic-servo --set drive.amplitude=3.8e-3 --set drive.frequency=1 --set " +
                  "drive.cycles=3 -o " + in("run") + " 2>&1")
                .code,
            0);
  constexpr double step = 5e-4;
  const auto value = [&](const char* name) { return column(in("run/trajectory.csv"), name, step, 6000); };
  const std::string file = recording("servo.csv", step,
                                     {{"velocity[m/s]", with_noise(value("velocity["), 5e-5, 3)},
                                      {"force[N]", with_noise(value("friction["), 2.0, 4)}});
  const auto found = method("modified-lugre-dynamic", file + " --set law.coulomb.forward=210");
  EXPECT_FALSE(found.at("estimates").at("damping").at("identified").get<bool>());
  EXPECT_TRUE(holds(found.at("estimates").at("damping"), 0.1));
  EXPECT_TRUE(found.at("estimates").at("stiffness").at("identified").get<bool>());
  EXPECT_TRUE(holds(found.at("estimates").at("stiffness"), 5e6));
  EXPECT_TRUE(holds(found.at("estimates").at("lead_time.back"), 0.07));
  EXPECT_TRUE(contains(found.at("remarks").dump(), "static parameters at the law's own values: "));
  const Outcome refused = shell(program + "method modified-lugre-dynamic " + file + " 2>&1");
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(contains(refused.text, "needs the static parameters of the law: --law FILE.toml"));
}

// ---- observer and cylinder

TEST_F(Methods, the_friction_of_a_cylinder_comes_out_of_its_pressures_in_any_unit) {
  ASSERT_EQ(shell(program + "run hydraulic-servo --set drive.frequency=0.7 -o " + in("run") + " 2>&1").code, 0);
  constexpr double step = 1e-3;
  constexpr std::size_t rows = 5000;
  const auto value = [&](const char* name, double factor) {
    auto values = column(in("run/trajectory.csv"), name, step, rows);
    for (double& v : values) v *= factor;
    return values;
  };
  const auto p1 = value("pressure_1[", 1e-5), p2 = value("pressure_2[", 1e-5);
  const auto truth = value("friction[", 1.0);
  const std::string plant = " --set plant.mass=118 --set plant.area_1=8.042477e-4 --set plant.area_2=5.497787e-4 ";
  const std::string file =
      recording("cylinder.csv", step, {{"x_mm", value("displacement[", 1e3)}, {"p_a[bar]", p1}, {"p_b[bar]", p2}});
  ASSERT_EQ(shell(program + "method cylinder-friction " + file + plant + "-o " + in("out") + " 2>&1").code, 0);
  EXPECT_TRUE(contains(to_text(in("out/surface.csv")), "displacement[m],pressure[Pa],direction[1]"));
  const auto figures = json::parse(to_text(in("out/summary.json")))["figures"];
  const double largest = *std::max_element(truth.begin(), truth.end());
  EXPECT_NEAR(figures.at("largest_friction").at("value").get<double>(), largest, 0.05 * largest);
}

TEST_F(Methods, the_observer_follows_a_cylinder_without_settings_for_its_samples) {
  ASSERT_EQ(shell(program + "run hydraulic-servo --set drive.frequency=0.8 -o " + in("run") + " 2>&1").code, 0);
  constexpr double step = 2e-3;
  constexpr std::size_t rows = 2400;
  const auto value = [&](const char* name) { return column(in("run/trajectory.csv"), name, step, rows); };
  const auto p1 = value("pressure_1["), p2 = value("pressure_2["), friction = value("friction[");
  std::vector<double> push, place;
  for (std::size_t i = 0; i < rows; ++i)
    push.push_back((p1[i] * 8.042477e-4 - p2[i] * 5.497787e-4 - 118.0 * 9.81) / 1e3);
  for (const double x : value("displacement[")) place.push_back(1e3 * x);
  const std::string file = recording(
      "cylinder.csv", step, {{"x[mm]", with_noise(place, 1e-4, 8)}, {"u[kN]", push}, {"friction[N]", friction}});
  const std::string plant =
      " --set plant.mass=118 --set plant.damping=0 --set plant.stiffness=0 --set "
      "observer.settle_time=0.3 --set observer.speed=400";
  const auto found = method("observer", file + plant);
  const auto [low, high] = std::minmax_element(friction.begin(), friction.end());
  EXPECT_LT(found.at("figures").at("error").at("value").get<double>(), 0.1 * (*high - *low) / 2.0);
  EXPECT_GT(found.at("figures").at("covered").at("value").get<double>(), 0.9);
  const auto held = method("observer", file + plant + " --set observer.hold=constant");
  EXPECT_GT(held.at("figures").at("covered").at("value").get<double>(), 0.9);
}

}  // namespace
}  // namespace stickslip::judgement
