// What stands behind AnyLaw: one class for all laws, its members in the law's own types.
#pragma once

#include <algorithm>
#include <limits>

#include "stickslip/dual.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip {

template <class Law>
class TypedLaw final : public AnyLaw {
 public:
  using Params = typename Law::template Params<double>;
  using State = typename Law::template State<double>;

  explicit TypedLaw(const Params& params) : params_(params) {}

  std::unique_ptr<AnyLaw> copy() const override { return std::make_unique<TypedLaw>(*this); }

  std::string_view name() const override { return Law::name; }
  std::span<const Field> param_fields() const override { return fields<Params>; }
  std::span<const Relation> relations() const override { return stickslip::relations<Params>(); }
  std::span<const Field> state_fields() const override { return fields<State>; }
  std::span<const std::string_view> guard_names() const override {
    if constexpr (HasGuards<Law>) return Law::guard_names;
    return {};
  }

  std::span<const double> params() const override { return scalars(params_); }
  void set_params(std::span<const double> values) override {
    std::copy_n(values.begin(), param_count<Params>, scalars(params_).begin());
  }

  void take_elements([[maybe_unused]] const FoundElements& found) override {
    if constexpr (HasProjection<Law>) {
      Law::take_elements(params_, found);
      const auto all = scalars(params_);
      for (const Field& f : fields<Params>)
        for (double& x : all.subspan(f.first, f.width)) x = std::clamp(x, f.lower, f.upper);
    }
  }

  std::vector<double> rest() const override {
    const State s;
    const auto values = scalars(s);
    return {values.begin(), values.end()};
  }

  void rate(const Contact<double>& c, std::span<const double> state, std::span<double> slope) const override {
    put(Law::rate(params_, c, read_state(state)), slope);
  }

  Force<double> force(const Contact<double>& c, std::span<const double> state) const override {
    return Law::force(params_, c, read_state(state));
  }

  void guards([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] std::span<const double> state,
              [[maybe_unused]] std::span<double> values) const override {
    if constexpr (HasGuards<Law>) {
      const auto g = Law::guards(params_, c, read_state(state));
      std::copy(g.begin(), g.end(), values.begin());
    }
  }

  void reset([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] std::span<double> state,
             [[maybe_unused]] std::size_t guard) const override {
    if constexpr (HasGuards<Law>) put(Law::reset(params_, c, read_state(state), guard), state);
  }

  bool holds([[maybe_unused]] std::span<const double> state) const override {
    if constexpr (HasHold<Law>)
      return Law::holds(read_state(state));
    else
      return false;
  }

  Force<double> slope_along(const Contact<double>& c, std::span<const double> state, const LawDirection& direction,
                            std::span<double> rate_slope,
                            [[maybe_unused]] std::span<double> guard_slope) const override {
    using Number = Dual<1>;
    const auto p = incline<typename Law::template Params<Number>>(params(), direction.params);
    const auto s = incline<typename Law::template State<Number>>(state, direction.state);
    const Contact<Number> at = incline(c, direction.contact);
    if (!rate_slope.empty()) {
      const auto rate = Law::rate(p, at, s);
      const auto all = scalars(rate);
      for (std::size_t i = 0; i < all.size(); ++i) rate_slope[i] = all[i].slope[0];
    }
    if constexpr (HasGuards<Law>)
      if (!guard_slope.empty()) {
        const auto g = Law::guards(p, at, s);
        for (std::size_t i = 0; i < g.size(); ++i) guard_slope[i] = g[i].slope[0];
      }
    const Force<Number> f = Law::force(p, at, s);
    return {f.value.slope[0], f.inertia.slope[0]};
  }

  Force<double> step(const Contact<double>& before, const Contact<double>& after, std::span<double> state,
                     double h) const override {
    const State next = Law::advance(params_, before, after, read_state(state), h);
    put(next, state);
    return Law::force(params_, after, next);
  }

  void follow(const MotionColumns& motion, double h, std::span<double> state, std::span<double> forces) const override {
    if (forces.empty()) return;
    Contact<double> before = contact_at(motion, 0);
    State s = read_state(state);
    forces[0] = Law::force(params_, before, s).value;
    Stepper<Law, double> stepper(params_, before);
    for (std::size_t k = 1; k < forces.size(); ++k) {
      Contact<double> after = contact_at(motion, k);
      if (motion.displacement.empty())
        after.displacement = before.displacement + (before.velocity + after.velocity) / 2.0 * h;
      const auto geometry = stepper.geometry(before, after, h);
      const Force<double> f = stepper.keeps_direction(geometry) ? stepper.step_same_direction(geometry, s)
                                                                : stepper.step(before, after, s, h);
      forces[k] = f.value;
      if constexpr (has_inertia<Law>) forces[k] += f.inertia * (after.velocity - before.velocity) / h;
      before = after;
    }
    put(s, state);
  }

  double steady_state([[maybe_unused]] const Contact<double>& c) const override {
    if constexpr (HasSteadyState<Law>)
      return Law::steady_state(params_, c);
    else
      return none;
  }

  double stored_energy([[maybe_unused]] const Contact<double>& c,
                       [[maybe_unused]] std::span<const double> state) const override {
    if constexpr (HasStoredEnergy<Law>)
      return Law::stored_energy(params_, c, read_state(state));
    else
      return none;
  }

  double presliding_stiffness([[maybe_unused]] const Contact<double>& c) const override {
    if constexpr (HasPreslidingStiffness<Law>)
      return Law::presliding_stiffness(params_, c);
    else
      return none;
  }

  double own_speed() const override {
    if constexpr (HasOwnSpeed<Law>)
      return Law::own_speed(params_);
    else
      return none;
  }

  double stored_energy_along([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] std::span<const double> state,
                             [[maybe_unused]] const LawDirection& direction) const override {
    if constexpr (HasStoredEnergy<Law>)
      return Law::stored_energy(incline<typename Law::template Params<Dual<1>>>(params(), direction.params),
                                incline(c, direction.contact),
                                incline<typename Law::template State<Dual<1>>>(state, direction.state))
          .slope[0];
    else
      return 0.0;
  }

  bool adds_inertia() const override { return has_inertia<Law>; }

 private:
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  static State read_state(std::span<const double> values) {
    State s;
    std::copy_n(values.begin(), param_count<State>, scalars(s).begin());
    return s;
  }
  static void put(const State& s, std::span<double> values) { std::ranges::copy(scalars(s), values.begin()); }

  static Contact<double> contact_at(const MotionColumns& m, std::size_t k) {
    const auto at = [k](std::span<const double> column, double constant) {
      return column.empty() ? constant : column[k];
    };
    return {.velocity = at(m.velocity, m.still.velocity),
            .displacement = at(m.displacement, m.still.displacement),
            .applied = at(m.applied, m.still.applied),
            .mass = at(m.mass, m.still.mass),
            .load = at(m.load, m.still.load),
            .pressure = at(m.pressure, m.still.pressure),
            .temperature = at(m.temperature, m.still.temperature)};
  }

  // A set whose scalars have slopes; without any they are constants.
  template <class Set>
  static Set incline(std::span<const double> values, std::span<const double> slopes) {
    Set set;
    const auto all = scalars(set);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = Dual<1>(values[i]);
      if (!slopes.empty()) all[i].slope[0] = slopes[i];
    }
    return set;
  }
  static Contact<Dual<1>> incline(const Contact<double>& c, const Contact<double>& d) {
    const auto number = [](double value, double slope) {
      Dual<1> x(value);
      x.slope[0] = slope;
      return x;
    };
    return {number(c.velocity, d.velocity),
            number(c.displacement, d.displacement),
            number(c.applied, d.applied),
            number(c.mass, d.mass),
            number(c.load, d.load),
            number(c.pressure, d.pressure),
            number(c.temperature, d.temperature)};
  }

  Params params_;
};

}  // namespace stickslip
