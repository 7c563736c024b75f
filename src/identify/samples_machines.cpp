// Samples of whole machines: seal, positioner, observer.
#include <algorithm>
#include <numbers>

#include "sample_kit.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/mgms.hpp"
#include "stickslip/stable_contact.hpp"

namespace stickslip::identify {

using namespace measurement;
using namespace solve;

namespace {

// ---- seal

constexpr double bar = 1e5;  // [Pa]

// A stroke forward and one back at the speed of 000's stimulus, with short changes of speed.
struct Stroke {
  double speed = 5e-3;    // [m/s]
  double length = 2e-3;   // [m]
  double change = 10e-3;  // [s] from rest to the speed

  double turn() const { return change + length / speed; }
  double end() const { return 2.0 * turn() + change; }
  double velocity(double t) const {
    const double up = std::clamp(t / change, 0.0, 1.0);
    const double back = std::clamp((t - turn()) / change, 0.0, 2.0);
    const double rest = std::clamp((t - 2.0 * turn()) / change, 0.0, 1.0);
    return speed * (up - back + rest);
  }
};

// Friction of a law along a stroke, with steps much finer than the rows.
struct Moved {
  double displacement, velocity, friction;
};
template <class Law>
std::vector<Moved> run_stroke(const typename Law::template Params<double>& p, const Stroke& stroke, double pressure,
                              double step) {
  constexpr int fine = 50;
  StableContact<Law> contact(p);
  contact.surround(0.0, pressure);
  contact.step(0.0, 0.0);  // the pressure holds from the beginning
  std::vector<Moved> rows;
  const auto count = std::size_t(stroke.end() / step + 0.5);
  for (std::size_t i = 0; i <= count; ++i) {
    for (int k = 1; i > 0 && k <= fine; ++k)
      contact.step(stroke.velocity((double(i - 1) + double(k) / fine) * step), step / fine);
    rows.push_back({contact.displacement(), contact.velocity(), contact.friction()});
  }
  return rows;
}

Dataset seal_file(double pressure, numerics::Generator& noise, const Mgms<10>::Params<double>& p) {
  constexpr double step = 1e-3;
  const auto rows = run_stroke<Mgms<10>>(p, Stroke{}, pressure, step);
  double largest = 0.0;
  for (const Moved& row : rows) largest = std::max(largest, row.friction);
  Recorder recorder("-" + to_text(pressure / bar) + "bar",
                    {{"time", "s"}, {"displacement", "m"}, {"velocity", "m/s"}, {"pressure", "Pa"}, {"force", "N"}});
  for (std::size_t i = 0; i < rows.size(); ++i)
    recorder.add({round_to_counts(double(i) * step, 1e6),
                  round_to_counts(rows[i].displacement + 0.2e-6 * noise.portable_normal(), 1e8),
                  round_to_counts(rows[i].velocity + 0.02e-3 * noise.portable_normal(), 1e7),
                  round_to_counts(pressure * (1.0 + 2e-3 * noise.portable_normal()), 1e-2),
                  round_to_counts(rows[i].friction + 0.005 * largest * noise.portable_normal(), 1e3)});
  return recorder.data();
}

// ---- positioner

// Moves to and fro, each to the end of a stroke at a speed of its own, with pauses.
double reference_position(double t) {
  struct Move {
    double speed, length;  // [m/s], [m]
  };
  constexpr std::array<Move, 8> moves{{{0.002, 0.006},
                                       {-0.01, 0.02},
                                       {0.03, 0.04},
                                       {-0.06, 0.06},
                                       {0.1, 0.08},
                                       {-0.004, 0.008},
                                       {0.05, 0.05},
                                       {-0.15, 0.092}}};
  constexpr double pause = 0.3;  // [s]
  double place = 0.0;
  double start = pause;
  for (const Move& m : moves) {
    const double lasts = m.length / std::abs(m.speed);
    // Half a cosine: the mean speed is the move's own, the largest pi/2 of it.
    const double part = std::clamp((t - start) / lasts, 0.0, 1.0);
    place += std::copysign(m.length, m.speed) * (1.0 - std::cos(std::numbers::pi * part)) / 2.0;
    start += lasts + pause;
  }
  return place;
}
constexpr double positioner_duration = 14.6;  // [s] all moves and pauses

LuGre::Params<double> slide_law() {
  LuGre::Params<double> p;
  p.stiffness = 2e5;
  p.damping = 400.0;
  p.coulomb = {6.0, 5.2};
  p.breakaway = {8.5, 7.4};
  p.stribeck_velocity = 5e-3;
  p.stribeck_exponent = 2.0;
  p.viscous = {22.0, 25.0};
  return p;
}

struct Positioner {
  double mass = 2.0;             // [kg]
  double sample_time = 1e-3;     // [s]
  double counts = 1e5;           // encoder points per metre: 10 um
  double proportional = 8000.0;  // [N/m]
  double integral = 30000.0;     // [N/(m.s)]
  double derivative = 120.0;     // [N.s/m]
  double filter = 4e-3;          // [s] of the difference of encoder readings
  double force_noise = 0.15;     // [N]
  double force_counts = 100.0;   // per newton
};

}  // namespace

Sample seal_sample(std::uint64_t seed) {
  Sample sample;
  numerics::Generator noise(seed);
  const auto p = default_params<Mgms<10>>();
  take_law<Mgms<10>>(sample, p, 10);
  for (const double pressure : {5 * bar, 10 * bar, 15 * bar, 20 * bar, 25 * bar})
    sample.files.push_back(seal_file(pressure, noise, p));
  take_truth(sample,
             {"stiffness_factor", "travel", "stiffness_slope", "stiffness_base", "coulomb_slope", "coulomb_base",
              "element_mass", "element_damping", "viscous", "stribeck_velocity", "stribeck_exponent"});
  return sample;
}

Sample positioner_sample(std::uint64_t seed) {
  const Positioner machine;
  Sample sample;
  numerics::Generator noise(seed);
  take_law<LuGre>(sample, slide_law());
  take_truth(sample,
             {"stiffness", "damping", "coulomb", "breakaway", "stribeck_velocity", "stribeck_exponent", "viscous"});
  sample.truth.push_back({"mass", "kg", machine.mass});
  StableContact<LuGre> body(slide_law());
  Recorder recorder("", {{"time", "s"}, {"displacement", "m"}, {"applied", "N"}});
  double sum = 0.0;
  double filtered = 0.0;
  double last = 0.0;
  double force = 0.0;
  constexpr int fine = 50;
  const auto rows = std::size_t(positioner_duration / machine.sample_time);
  for (std::size_t i = 0; i <= rows; ++i) {
    const double t = double(i) * machine.sample_time;
    for (int k = 0; i > 0 && k < fine; ++k) body.step_mass(force, machine.mass, machine.sample_time / fine);
    const double reading = round_to_counts(body.displacement(), machine.counts);
    const double error = reference_position(t) - reading;
    sum += error * machine.sample_time;
    const double share = machine.sample_time / (machine.sample_time + machine.filter);
    filtered += share * ((reading - last) / machine.sample_time - filtered);
    last = reading;
    force = machine.proportional * error + machine.integral * sum - machine.derivative * filtered;
    recorder.add({round_to_counts(t, 1e6), reading,
                  round_to_counts(force + machine.force_noise * noise.portable_normal(), machine.force_counts)});
  }
  sample.files.push_back(recorder.data());
  return sample;
}

Sample observer_sample(std::uint64_t seed) {
  constexpr double mass = 0.5, damping = 50.0, stiffness = 1e5;  // of the piston of 000
  constexpr double step = 1e-3;
  constexpr double length = 2.0;           // [s]
  constexpr double travel = 2e-3;          // [m]
  constexpr double frequency = 1.0;        // [Hz]
  constexpr double sensor_noise = 0.1e-6;  // [m]
  constexpr int fine = 50;
  Sample sample;
  numerics::Generator noise(seed);
  LuGre::Params<double> p;
  p.stiffness = 5e5;
  p.damping = 100.0;
  p.coulomb = 40.0;
  p.breakaway = 55.0;
  p.stribeck_velocity = 2e-3;
  p.viscous = 500.0;
  take_law<LuGre>(sample, p);
  StableContact<LuGre> seal(p);
  Recorder recorder("", {{"time", "s"}, {"displacement", "m"}, {"drive", "N"}, {"friction", "N"}});
  const double w = 2.0 * std::numbers::pi * frequency;
  for (std::size_t i = 0; i <= std::size_t(length / step); ++i) {
    const double t = double(i) * step;
    double friction = 0.0;
    for (int k = 1; i > 0 && k <= fine; ++k)
      friction = seal.step(travel * w / 2.0 * std::sin(w * (t - step + step * k / fine)), step / fine).value;
    const double place = travel * (1.0 - std::cos(w * t)) / 2.0;
    const double speed = travel * w * std::sin(w * t) / 2.0;
    const double drive = mass * travel * w * w * std::cos(w * t) / 2.0 + damping * speed + stiffness * place + friction;
    recorder.add({round_to_counts(t, 1e6), round_to_counts(place + sensor_noise * noise.portable_normal(), 1e8),
                  round_to_counts(drive + 0.05 * noise.portable_normal(), 1e3), round_to_counts(friction, 1e4)});
  }
  sample.files.push_back(recorder.data());
  sample.settings = {"plant.mass=0.5", "plant.damping=50", "plant.stiffness=1e5", "observer.speed=300",
                     "observer.settle_time=0.05"};
  return sample;
}

}  // namespace stickslip::identify
