#include "stickslip/solve/hybrid_tuning.hpp"

#include <cmath>
#include <stdexcept>

namespace stickslip::solve {
namespace {

void require_positive(const char* name, double value, const char* unit) {
  if (value > 0.0 && std::isfinite(value)) return;
  throw std::invalid_argument(std::string(name) + " = " + to_text(value) + " " + unit +
                              " must be positive and finite to derive the hybrid law's parameters");
}

// "S < p_0 dx fails: S = 150 m/s, p_0 dx = 112 m/s; take ..."
std::string describe_violation(const std::string& condition, const std::string& left, const std::string& right,
                               const std::string& remedy) {
  return condition + " fails: " + left + ", " + right + "; " + remedy;
}

std::string name_value(const char* name, double value, const char* unit) {
  return std::string(name) + " = " + to_text(value) + " " + unit;
}

void check_rate(const HybridMachine& m, const HybridTuning& t, std::vector<std::string>& all) {
  if (m.sample_time <= 0.0 || t.stick_rate <= 0.0) return;
  const double least = decays_per_sample / m.sample_time;
  if (t.stick_rate > least) return;
  all.push_back(describe_violation("p_0 > 5/T_s", name_value("p_0", t.stick_rate, "1/s"),
                                   name_value("5/T_s", least, "1/s"),
                                   "a stopped body still moves at the next sample: raise p_0"));
}

void check_coasting(const HybridMachine& m, const HybridTuning& t, std::vector<std::string>& all) {
  if (m.sensor_resolution <= 0.0 || t.stick_rate <= 0.0) return;
  const double most = t.stick_rate * m.sensor_resolution;
  if (t.stick_velocity < most) return;
  all.push_back(describe_violation("S < p_0 dx", name_value("S", t.stick_velocity, "m/s"),
                                   name_value("p_0 dx", most, "m/s"),
                                   "a stopping body coasts further than the sensor resolves: lower S or raise p_0"));
}

void check_step(const HybridMachine& m, const HybridTuning& t, std::vector<std::string>& all) {
  if (m.largest_force <= 0.0 || t.longest_step <= 0.0) return;
  const double momentum = m.mass * t.stick_velocity;
  const double impulse = m.largest_force * t.longest_step;
  if (momentum > impulse) return;
  const double longest = momentum / m.largest_force;
  all.push_back(
      describe_violation("m S > u_max T_e", name_value("m S", momentum, "N.s"), name_value("u_max T_e", impulse, "N.s"),
                         "a step may jump over a stop: keep T_e below " + to_text(longest) + " s or raise S"));
}

void check_release(const HybridTuning& t, std::vector<std::string>& all) {
  if (t.release_velocity <= 0.0 || t.release_velocity < t.stick_velocity) return;
  all.push_back(describe_violation("S_2 < S", name_value("S_2", t.release_velocity, "m/s"),
                                   name_value("S", t.stick_velocity, "m/s"), "004 takes S_2 = 0.02 S"));
}

}  // namespace

HybridTuning tune(const HybridMachine& machine, double margin) {
  require_positive("mass", machine.mass, "kg");
  require_positive("largest_force", machine.largest_force, "N");
  require_positive("sample_time", machine.sample_time, "s");
  require_positive("sensor_resolution", machine.sensor_resolution, "m");
  if (!(margin > 1.0) || !std::isfinite(margin))
    throw std::invalid_argument("margin = " + to_text(margin) + " must be above 1: the conditions are strict");
  HybridTuning t;
  t.stick_rate = margin * decays_per_sample / machine.sample_time;
  t.stick_velocity = t.stick_rate * machine.sensor_resolution / margin;
  t.release_velocity = release_share * t.stick_velocity;
  t.longest_step = machine.mass * t.stick_velocity / (margin * machine.largest_force);
  return t;
}

std::vector<std::string> violations(const HybridMachine& machine, const HybridTuning& tuning) {
  std::vector<std::string> all;
  check_rate(machine, tuning, all);
  check_coasting(machine, tuning, all);
  check_step(machine, tuning, all);
  check_release(tuning, all);
  return all;
}

}  // namespace stickslip::solve
