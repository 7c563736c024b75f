// Samples of 004: a motor with a coarse encoder.
#include <algorithm>
#include <array>
#include <functional>
#include <numbers>

#include "sample_kit.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

// Table 3 of 004.
constexpr double inertia = 1.32e-5;                 // [kg.m2]
constexpr double points_per_turn = 56.0;            // of the encoder
constexpr double count = two_pi / points_per_turn;  // [rad]
constexpr double sample_time = 1e-3;                // [s]

// The curves of the machine clutch-by-wire: means over the travel of 80 rad 0.1352 and 0.1506 N.m, as 004 has them.
constexpr std::array<double, 4> forward_curve{0.146033, -1.0834e-3, 2.03125e-5, -8.4628e-8};
constexpr std::array<double, 5> back_curve{0.1499176, -3.294e-5, 9.375e-6, -2.34375e-7, 1.46484375e-9};
constexpr std::array<double, 2> ratios{1.2325, 1.3728};
constexpr double mean_forward = 0.1352, mean_back = 0.1506;  // [N.m] 004, 5.1

double encoder(double angle) { return count * std::round(angle / count); }

struct Ramps {
  double rate;                                               // [N.m/s]
  double step;                                               // [rad] that the motor moves before the torque is reset
  double pause;                                              // [s] without torque after a ramp
  double noise;                                              // [N.m] of a reading of the torque
  double scatter;                                            // of the break-away torque, from ramp to ramp
  double first, last;                                        // [rad] where the motor turns round
  int passes;                                                // to and fro
  std::function<double(double angle, bool back)> breakaway;  // C_s [N.m]
  std::array<double, 2> ratio;                               // C_s/C_r forward, back
};

// The torque is ramped up until the motor has moved by a step and reset, again and again, up to the end and back.
class RampBench {
 public:
  RampBench(const Ramps& ramps, numerics::Generator& noise)
      : ramps_(ramps), noise_(noise), recorder_("", {{"time", "s"}, {"displacement", "rad"}, {"applied", "N.m"}}) {
    angle_ = ramps.first + count * noise.unit();
  }

  Dataset run() {
    for (int pass = 0; pass < ramps_.passes; ++pass) {
      while (angle_ < ramps_.last) ramp(1.0);
      while (angle_ > ramps_.first) ramp(-1.0);
    }
    return recorder_.data();
  }

 private:
  void ramp(double direction) {
    const bool back = direction < 0.0;
    const double scattered = 1.0 + ramps_.scatter * noise_.portable_normal();
    const double start = angle_;
    const double holds = ramps_.breakaway(angle_, back) * scattered;
    double torque = 0.0;
    bool slides = false;
    while (std::abs(encoder(angle_) - encoder(start)) < ramps_.step) {
      row(direction * torque);
      for (int k = 0; k < fine; ++k) {
        torque += ramps_.rate * sample_time / fine;
        slides = slides || torque > holds;
        if (slides) slide(direction, torque, ramps_.breakaway(angle_, back) * scattered / ramps_.ratio[back ? 1 : 0]);
      }
    }
    rest(direction);
  }

  // Without torque, until the pause is over.
  void rest(double direction) {
    const bool back = direction < 0.0;
    for (int i = 0; i < int(ramps_.pause / sample_time); ++i) {
      row(0.0);
      for (int k = 0; k < fine && speed_ > 0.0; ++k)
        slide(direction, 0.0, ramps_.breakaway(angle_, back) / ramps_.ratio[back ? 1 : 0]);
    }
    speed_ = 0.0;
  }

  void slide(double direction, double torque, double friction) {
    speed_ = std::max(speed_ + (torque - friction) / inertia * sample_time / fine, 0.0);
    angle_ += direction * speed_ * sample_time / fine;
  }

  void row(double torque) {
    recorder_.add({round_to_counts(double(recorder_.rows()) * sample_time, 1e6), round_to_counts(encoder(angle_), 1e6),
                   round_to_counts(torque + ramps_.noise * noise_.portable_normal(), 1e6)});
  }

  static constexpr int fine = 50;
  const Ramps& ramps_;
  numerics::Generator& noise_;
  Recorder recorder_;
  double angle_ = 0.0;
  double speed_ = 0.0;  // [rad/s] in the direction of the ramp
};

void tell_machine(Sample& s) {
  s.settings.push_back("plant.mass=" + to_text(inertia));
  s.settings.push_back("sensor.resolution=" + to_text(count));
}

// The mean sliding torque, as two-sinusoids would have found it.
void tell_sliding(Sample& s) {
  s.settings.push_back("plant.sliding.forward=" + to_text(round_to_counts(mean_forward / ratios[0], 1e6)));
  s.settings.push_back("plant.sliding.back=" + to_text(round_to_counts(mean_back / ratios[1], 1e6)));
}

std::string power_unit(std::size_t k) { return k == 0 ? "N.m" : k == 1 ? "N.m/rad" : "N.m/rad^" + std::to_string(k); }

double polynomial(std::span<const double> c, double x) {
  double sum = 0.0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * x + c[k];
  return sum;
}

}  // namespace

Sample breakaway_sample(std::uint64_t seed) {
  Sample sample;
  numerics::Generator noise(seed);
  const Ramps ramps{.rate = 0.1,
                    .step = 4.0 * count,
                    .pause = 0.1,
                    .noise = 2e-4,
                    .scatter = 0.01,
                    .first = 10.0,
                    .last = 15.0,
                    .passes = 1,
                    .breakaway = [](double, bool goes_back) { return goes_back ? mean_back : mean_forward; },
                    .ratio = ratios};
  sample.files.push_back(RampBench(ramps, noise).run());
  sample.truth = {{"breakaway.forward", "N.m", mean_forward}, {"breakaway.back", "N.m", mean_back}};
  tell_machine(sample);
  tell_sliding(sample);
  return sample;
}

Sample two_sinusoids_sample(std::uint64_t seed) {
  constexpr double sliding_forward = 0.1097, sliding_back = 0.1091;             // [N.m]
  constexpr double viscous = 7.1746e-4;                                         // [N.m.s/rad]
  constexpr std::array<double, 5> amplitudes{40.0, 80.0, 120.0, 160.0, 200.0};  // [rad/s]
  constexpr double frequency = 2.0;                                             // [Hz]
  constexpr int rows_per_test = 2000;                                           // four periods
  constexpr double torque_noise = 2e-3;                                         // [N.m]
  Sample sample;
  numerics::Generator noise(seed);
  Recorder recorder("", {{"time", "s"}, {"reference", "rad/s"}, {"displacement", "rad"}, {"applied", "N.m"}});
  const double w = two_pi * frequency;
  double start = 20.0 + noise.unit();
  for (const double amplitude : amplitudes)
    for (int i = 0; i < rows_per_test; ++i) {
      const double phase = w * i * sample_time;
      const double speed = amplitude * std::sin(phase);
      const double angle = start + amplitude / w * (1.0 - std::cos(phase));
      const double sliding = speed > 1e-9 ? sliding_forward : speed < -1e-9 ? -sliding_back : 0.0;
      const double torque = inertia * amplitude * w * std::cos(phase) + sliding + viscous * speed +
                            torque_noise * noise.portable_normal();
      recorder.add({round_to_counts(double(recorder.rows()) * sample_time, 1e6), round_to_counts(speed, 1e4),
                    round_to_counts(encoder(angle), 1e6), round_to_counts(torque, 1e5)});
    }
  sample.files.push_back(recorder.data());
  sample.truth = {{"coulomb.forward", "N.m", sliding_forward},
                  {"coulomb.back", "N.m", sliding_back},
                  {"viscous", "N.m.s/rad", viscous}};
  tell_machine(sample);
  sample.settings.emplace_back("plant.largest_drive=2");
  return sample;
}

Sample torque_polynomials_sample(std::uint64_t seed) {
  Sample sample;
  numerics::Generator noise(seed);
  const Ramps ramps{.rate = 0.25,
                    .step = 30.0 * count,
                    .pause = 0.1,
                    .noise = 2e-4,
                    .scatter = 0.01,
                    .first = 0.0,
                    .last = 80.0,
                    .passes = 2,
                    .breakaway =
                        [](double angle, bool back) {
                          const double inside = std::clamp(angle, 0.0, 85.0);
                          return back ? polynomial(back_curve, inside) : polynomial(forward_curve, inside);
                        },
                    .ratio = ratios};
  sample.files.push_back(RampBench(ramps, noise).run());
  for (std::size_t k = 0; k < forward_curve.size(); ++k)
    sample.truth.push_back({"forward[" + std::to_string(k) + "]", power_unit(k), forward_curve[k]});
  for (std::size_t k = 0; k < back_curve.size(); ++k)
    sample.truth.push_back({"back[" + std::to_string(k) + "]", power_unit(k), back_curve[k]});
  tell_machine(sample);
  tell_sliding(sample);
  return sample;
}

}  // namespace stickslip::identify
