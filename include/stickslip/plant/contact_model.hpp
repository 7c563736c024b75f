// What every machine with one friction contact shares: the law's states among the unknowns, its guards and resets, its
// columns and its modes in words, and the Jacobian by automatic differentiation.
//
// A machine derives from ContactModel<Machine, Law> and gives
//   machine_states                      the number of its own unknowns, which stand before the law's
//   motion<S>(t, x) -> Contact<S>       what it tells the contact
//   flow_of<S>(t, x, contact, force)    its equations of motion, given the friction force: machine_states slopes
//   stop(x)                             sets the body at rest
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "stickslip/dual.hpp"
#include "stickslip/friction.hpp"
#include "stickslip/hybrid.hpp"
#include "stickslip/plant/jacobian.hpp"

namespace stickslip::plant {

// "sliding forward", "3 of 10 elements slip": the modes of a law's state in words; empty for a law without modes.
std::string mode_text(std::span<const Field> table, std::span<const double> state);

// Names and units of a law's states, one column per scalar.
std::vector<Column> state_columns(std::span<const Field> table);

template <class Machine, class Law>
class ContactModel : public HybridModel {
 public:
  using LawState = typename Law::template State<double>;
  static constexpr std::size_t law_states = param_count<LawState>;
  static constexpr std::size_t directions = 4;  // derivatives per pass; a compromise between passes and width
  using Directional = Dual<directions>;

  explicit ContactModel(const typename Law::template Params<double>& law)
      : law_(law), law_differentiated_(converted<typename Law::template Params<Directional>>(law)) {}

  std::size_t size() const override { return Machine::machine_states + law_states; }

  std::size_t guard_count() const override {
    if constexpr (HasGuards<Law>)
      return Law::guard_names.size();
    else
      return 0;
  }

  std::string_view guard_name([[maybe_unused]] std::size_t k) const override {
    if constexpr (HasGuards<Law>)
      return Law::guard_names[k];
    else
      return {};
  }

  void flow(double t, const double* x, double* slope) const override { evaluate<double>(law_, t, x, slope); }

  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    std::array<Directional, unknowns> y;
    std::array<Directional, unknowns> slope;
    const auto differentiated = [this](const Directional& time, const Directional* at, Directional* out) {
      evaluate<Directional>(law_differentiated_, time, at, out);
    };
    jacobian_by_passes<directions>(t, {x, unknowns}, y, slope, differentiated, dfdx, dfdt);
  }

  void guards([[maybe_unused]] double t, [[maybe_unused]] const double* x,
              [[maybe_unused]] double* values) const override {
    if constexpr (HasGuards<Law>) {
      const auto c = self().template motion<double>(t, x);
      const auto g = Law::guards(law_, c, law_state(x));
      std::copy(g.begin(), g.end(), values);
    }
  }

  void reset([[maybe_unused]] double t, [[maybe_unused]] double* x, [[maybe_unused]] std::size_t k) const override {
    if constexpr (HasGuards<Law>) {
      if (!reset_law(self().template motion<double>(t, x), x, k)) return;
      // A body that stops from a speed that is not zero (a band) may see the force on it jump with its velocity, as a
      // controller's does: the law is asked again about the body at rest.
      if constexpr (requires { Law::mode_at_rest(law_, self().template motion<double>(t, x)); })
        x[Machine::machine_states] = Law::mode_at_rest(law_, self().template motion<double>(t, x));
    }
  }

  std::string mode_text(const double* x) const override {
    const auto s = law_state(x);
    return plant::mode_text(fields<LawState>, scalars(s));
  }

  const typename Law::template Params<double>& law_params() const { return law_; }

 protected:
  // The law's state among the unknowns.
  template <class S>
  static typename Law::template State<S> state_of(const S* x) {
    typename Law::template State<S> s;
    const auto values = scalars(s);
    std::copy(x + Machine::machine_states, x + Machine::machine_states + law_states, values.begin());
    return s;
  }
  static LawState law_state(const double* x) { return state_of<double>(x); }

  // The law's own reset in the contact given; a body that the law now holds stops, and that is answered by true.
  bool reset_law([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] double* x,
                 [[maybe_unused]] std::size_t k) const {
    if constexpr (HasGuards<Law>) {
      const auto next = Law::reset(law_, c, law_state(x), k);
      const auto values = scalars(next);
      std::copy(values.begin(), values.end(), x + Machine::machine_states);
      if constexpr (HasHold<Law>) {
        if (Law::holds(next)) {
          self().stop(x);
          return true;
        }
      }
    }
    return false;
  }

  // A law with modes learns that the body moves at the start: a sampled step of no duration.
  void start_moving(double* x) const {
    if constexpr (HasGuards<Law>) {
      const auto c = self().template motion<double>(0.0, x);
      const auto moving = Law::advance(law_, c, c, law_state(x), 0.0);
      const auto values = scalars(moving);
      std::copy(values.begin(), values.end(), x + Machine::machine_states);
    }
  }

 private:
  static constexpr std::size_t unknowns = Machine::machine_states + law_states;

  const Machine& self() const { return static_cast<const Machine&>(*this); }

  template <class S, class Params>
  void evaluate(const Params& law, const S& t, const S* x, S* slope) const {
    const auto s = state_of<S>(x);
    const Contact<S> c = self().template motion<S>(t, x);
    const auto rate = Law::rate(law, c, s);
    const auto own = self().template flow_of<S>(t, x, c, force_at_rate<Law>(law, c, s, rate));
    const auto inner = scalars(rate);
    std::copy(own.begin(), own.end(), slope);
    std::copy(inner.begin(), inner.end(), slope + Machine::machine_states);
  }

  typename Law::template Params<double> law_;
  typename Law::template Params<Directional> law_differentiated_;
};

}  // namespace stickslip::plant
