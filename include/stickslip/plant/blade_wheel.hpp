// Blades in a ring, each a mass on a spring with a damper, neighbours joined by dry friction:
//
//   m x_i'' + c x_i' + k x_i + k_s (2 x_i - x_(i-1) - x_(i+1)) = f_i(t) - T_i + T_(i-1)
//
// T_i is the friction force of contact i between the blades i and i + 1, a law fed with x_i - x_(i+1); the blade after
// the last one is the first. What the law of 003 was made for: friction between the shrouds or under the platforms of
// turbine blades. f_i is a travelling wave f cos(w t - 2 pi e i/n) of engine order e, or acts on one blade alone.
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "stickslip/plant/contact_model.hpp"

namespace stickslip::plant {

template <class S>
struct BladeWheelParams {
  using Scalar = S;
  S blades = S(3);
  S mass = S(0.1);
  S stiffness = S(4e4);
  S damping = S(1.2);
  S shroud_stiffness = S(0);

  static constexpr auto table() {
    using P = BladeWheelParams;
    return std::array{
        STICKSLIP_FIELD(P, blades, "n", "1", "Number of blades in the ring.", 3.0, 1e6),
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of a blade.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, stiffness, "k", "N/m", "Stiffness of a blade.", 1e-12, 1e15, Scale::log),
        STICKSLIP_FIELD(P, damping, "c", "N.s/m", "Damping of a blade.", 0.0, 1e12),
        STICKSLIP_FIELD(P, shroud_stiffness, "k_s", "N/m", "Elastic coupling between neighbours.", 0.0, 1e15)};
  }
};

// What drives the blades.
struct BladeExcitation {
  double amplitude = 1.0;     // f [N]
  double frequency = 100.0;   // [Hz]
  double engine_order = 1.0;  // e
  bool single_blade = false;  // blade 0 alone, in place of the wave

  // f_i(t) for a ring of n blades [N].
  template <class S>
  S force(const S& t, std::size_t blade, std::size_t n) const {
    if (single_blade && blade > 0) return S(0);
    const double lag = single_blade ? 0.0 : 2.0 * std::numbers::pi * engine_order * double(blade) / double(n);
    return S(amplitude) * cosine(t * S(2.0 * std::numbers::pi * frequency) - S(lag));
  }

 private:
  static double cosine(double angle) { return std::cos(angle); }
  template <std::size_t n>
  static Dual<n> cosine(const Dual<n>& angle) {
    return Dual<n>::chain(angle, std::cos(angle.value), -std::sin(angle.value));
  }
};

// The ring as a hybrid model, for the event-driven solver: a few blades, laws that read the motion alone. Rings of any
// size are stepped by plant/ring_step.hpp.
template <class Law>
class BladeWheel : public HybridModel {
 public:
  using LawParams = typename Law::template Params<double>;
  static constexpr std::size_t law_states = param_count<typename Law::template State<double>>;
  static constexpr std::size_t works = 3;  // of the excitation, the dampers, friction [J]

  // `load` is the normal force on every contact [N].
  BladeWheel(const BladeWheelParams<double>& plant, const LawParams& law, const BladeExcitation& drive, double load)
      : plant_(plant),
        law_(law),
        law_differentiated_(convert_to<typename Law::template Params<Directional>>(law)),
        drive_(drive),
        load_(load),
        blades_(std::size_t(plant.blades)) {}

  // x_1 ... x_n, v_1 ... v_n, the works, the states of the contacts.
  std::size_t size() const override { return 2 * blades_ + works + blades_ * law_states; }

  std::size_t guard_count() const override { return blades_ * guards_per_contact(); }
  std::string_view guard_name([[maybe_unused]] std::size_t k) const override {
    if constexpr (HasGuards<Law>) return Law::guard_names[k % guards_per_contact()];
    return {};
  }

  void flow(double t, const double* x, double* slope) const override { evaluate<double>(law_, t, x, slope); }

  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    std::vector<Directional> y(size());
    std::vector<Directional> slope(size());
    const auto differentiated = [this](const Directional& time, const Directional* at, Directional* out) {
      evaluate<Directional>(law_differentiated_, time, at, out);
    };
    jacobian_by_passes<directions>(t, {x, size()}, y, slope, differentiated, dfdx, dfdt);
  }

  void guards([[maybe_unused]] double t, [[maybe_unused]] const double* x,
              [[maybe_unused]] double* values) const override {
    if constexpr (HasGuards<Law>)
      for (std::size_t j = 0; j < blades_; ++j) {
        const auto g = Law::guards(law_, contact<double>(x, j), law_state<double>(x, j));
        values = std::copy(g.begin(), g.end(), values);
      }
  }

  void reset([[maybe_unused]] double t, [[maybe_unused]] double* x, [[maybe_unused]] std::size_t k) const override {
    if constexpr (HasGuards<Law>) {
      const std::size_t j = k / guards_per_contact();
      const auto next = Law::reset(law_, contact<double>(x, j), law_state<double>(x, j), k % guards_per_contact());
      const auto values = scalars(next);
      std::copy(values.begin(), values.end(), x + states_from(j));
    }
  }

  double next_corner(double) const override { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const override { return 1.0 / (16.0 * drive_.frequency); }
  std::vector<double> start() const override { return std::vector<double>(size(), 0.0); }
  std::string mode_text(const double*) const override { return {}; }

  std::vector<Column> columns() const override {
    std::vector<Column> all;
    for (std::size_t i = 0; i < blades_; ++i) all.push_back({"displacement[" + std::to_string(i) + "]", "m"});
    for (std::size_t i = 0; i < blades_; ++i) all.push_back({"friction[" + std::to_string(i) + "]", "N"});
    all.insert(all.end(), {{"work_in", "J"}, {"work_damping", "J"}, {"work_friction", "J"}, {"stored_energy", "J"}});
    return all;
  }

  void observe(double, const double* x, double* values) const override {
    values = std::copy(x, x + blades_, values);
    for (std::size_t j = 0; j < blades_; ++j)
      *values++ = Law::force(law_, contact<double>(x, j), law_state<double>(x, j)).value;
    values = std::copy(x + 2 * blades_, x + 2 * blades_ + works, values);
    *values = blade_energy(x);
  }

  // Of motion and springs of all blades, without what the contacts store [J].
  double blade_energy(const double* x) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < blades_; ++i) {
      const double apart = x[i] - x[after(i)];
      const double v = x[blades_ + i];
      sum += plant_.mass * v * v + plant_.stiffness * x[i] * x[i] + plant_.shroud_stiffness * apart * apart;
    }
    return sum / 2.0;
  }

 private:
  static constexpr std::size_t directions = 4;
  using Directional = Dual<directions>;

  static constexpr std::size_t guards_per_contact() {
    if constexpr (HasGuards<Law>) return Law::guard_names.size();
    return 0;
  }

  std::size_t after(std::size_t i) const { return i + 1 == blades_ ? 0 : i + 1; }
  std::size_t before(std::size_t i) const { return i == 0 ? blades_ - 1 : i - 1; }
  std::size_t states_from(std::size_t j) const { return 2 * blades_ + works + j * law_states; }

  template <class S>
  Contact<S> contact(const S* x, std::size_t j) const {
    Contact<S> c;
    c.displacement = x[j] - x[after(j)];
    c.velocity = x[blades_ + j] - x[blades_ + after(j)];
    c.load = S(load_);
    c.mass = S(plant_.mass / 2.0);
    return c;
  }

  template <class S>
  typename Law::template State<S> law_state(const S* x, std::size_t j) const {
    typename Law::template State<S> s;
    const auto values = scalars(s);
    std::copy(x + states_from(j), x + states_from(j) + law_states, values.begin());
    return s;
  }

  // Accelerations: (m + I_i + I_(i-1)) a_i - I_i a_(i+1) - I_(i-1) a_(i-1) = push_i, by elimination; I is the law's own
  // inertia.
  template <class S>
  void accelerate(const std::vector<S>& inertia, std::vector<S>& push) const {
    const std::size_t n = blades_;
    std::vector<S> m(n * n, S(0));
    for (std::size_t i = 0; i < n; ++i) {
      m[i * n + i] = S(plant_.mass) + inertia[i] + inertia[before(i)];
      m[i * n + after(i)] = m[i * n + after(i)] - inertia[i];
      m[i * n + before(i)] = m[i * n + before(i)] - inertia[before(i)];
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = k + 1; i < n; ++i) {
        const S factor = m[i * n + k] / m[k * n + k];
        for (std::size_t j = k; j < n; ++j) m[i * n + j] = m[i * n + j] - factor * m[k * n + j];
        push[i] = push[i] - factor * push[k];
      }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j) push[i] = push[i] - m[i * n + j] * push[j];
      push[i] = push[i] / m[i * n + i];
    }
  }

  template <class S, class Params>
  void evaluate(const Params& law, const S& t, const S* x, S* slope) const {
    const std::size_t n = blades_;
    std::vector<S> push(n, S(0)), value(n), inertia(n);
    for (std::size_t j = 0; j < n; ++j) {
      const Contact<S> c = contact<S>(x, j);
      const auto s = law_state<S>(x, j);
      const Force<S> friction = Law::force(law, c, s);
      const auto rate = Law::rate(law, c, s);
      const auto inner = scalars(rate);
      std::copy(inner.begin(), inner.end(), slope + states_from(j));
      value[j] = friction.value;
      inertia[j] = friction.inertia;
    }
    S in = S(0);
    S damped = S(0);
    for (std::size_t i = 0; i < n; ++i) {
      const S f = drive_.force(t, i, n);
      const S& v = x[n + i];
      const S shroud = S(plant_.shroud_stiffness) * (x[i] + x[i] - x[before(i)] - x[after(i)]);
      push[i] = f - S(plant_.damping) * v - S(plant_.stiffness) * x[i] - shroud - value[i] + value[before(i)];
      in = in + f * v;
      damped = damped + S(plant_.damping) * v * v;
    }
    accelerate(inertia, push);
    S rubbed = S(0);
    for (std::size_t i = 0; i < n; ++i) {
      slope[i] = x[n + i];
      slope[n + i] = push[i];
      rubbed = rubbed + (value[i] + inertia[i] * (push[i] - push[after(i)])) * (x[n + i] - x[n + after(i)]);
    }
    slope[2 * n] = in;
    slope[2 * n + 1] = damped;
    slope[2 * n + 2] = rubbed;
  }

  BladeWheelParams<double> plant_;
  LawParams law_;
  typename Law::template Params<Directional> law_differentiated_;
  BladeExcitation drive_;
  double load_;
  std::size_t blades_;
};

}  // namespace stickslip::plant
