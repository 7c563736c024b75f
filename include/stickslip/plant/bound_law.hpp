// A law with its parameters, as a machine asks it: the law's states are numbers in a row among the machine's unknowns.
//
// BoundLaw<Law> calls the law's own functions, for a machine that is compiled for one law. BoundLaw<ErasedLaw> asks a
// ContactLaw, a law behind a pointer, for a machine that is compiled once and takes any law: with every law compiled
// into every machine a build took four minutes longer. The same functions are called with the same numbers either way.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

#include "stickslip/dual.hpp"
#include "stickslip/friction.hpp"

namespace stickslip::plant {

// Derivatives per pass over the equations; a compromise between passes and width.
inline constexpr std::size_t directions_per_pass = 4;
using ContactDual = Dual<directions_per_pass>;

template <class Law>
class BoundLaw {
 public:
  using Params = typename Law::template Params<double>;
  using State = typename Law::template State<double>;

  // `elements`: how many of a law's elements are in use; the others carry no force.
  explicit BoundLaw(const Params& params, std::size_t elements = element_force_count<Law>())
      : params_(params),
        differentiated_(convert_to<typename Law::template Params<ContactDual>>(params)),
        elements_(std::min(elements, element_force_count<Law>())) {}

  const Params& params() const { return params_; }
  static constexpr std::size_t state_count() { return param_count<State>; }
  static std::span<const Field> state_fields() { return fields<State>; }
  static std::span<const std::string_view> guard_names() {
    if constexpr (HasGuards<Law>)
      return Law::guard_names;
    else
      return {};
  }
  static constexpr Stick stick() { return Law::stick; }

  // The force, and the slopes of the states in `rate`.
  template <class S>
  Force<S> flow(const Contact<S>& c, const S* state, S* rate) const {
    const auto s = state_at(state);
    const auto slope = Law::rate(params_for<S>(), c, s);
    put(slope, rate);
    return force_at_rate<Law>(params_for<S>(), c, s, slope);
  }
  Force<double> force(const Contact<double>& c, const double* state) const {
    return Law::force(params_, c, state_at(state));
  }

  // The forces of the elements [N]; none for a law without that talent. For rows that are written, not for solvers.
  std::size_t element_count() const { return elements_; }
  void element_forces([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] const double* state,
                      [[maybe_unused]] double* values) const {
    if constexpr (HasElementForces<Law>) {
      const auto forces = Law::element_forces(params_, c, state_at(state));
      // A loop: g++ 13 warns of std::copy_n from an array of one.
      for (std::size_t i = 0; i < std::min(elements_, forces.size()); ++i) values[i] = forces[i];
    }
  }

  // What follows does nothing for a law without guards.
  void guards([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] const double* state,
              [[maybe_unused]] double* values) const {
    if constexpr (HasGuards<Law>) {
      const auto g = Law::guards(params_, c, state_at(state));
      std::copy(g.begin(), g.end(), values);
    }
  }
  void reset([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] double* state,
             [[maybe_unused]] std::size_t k) const {
    if constexpr (HasGuards<Law>) put(Law::reset(params_, c, state_at(state), k), state);
  }
  // True while the law holds the body exactly at rest.
  static bool holds([[maybe_unused]] const double* state) {
    if constexpr (HasGuards<Law> && HasHold<Law>)
      return Law::holds(state_at(state));
    else
      return false;
  }
  // The mode of a body that has just stopped, asked again at rest; laws that have one put their mode first.
  void come_to_rest([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] double* state) const {
    if constexpr (requires { Law::mode_at_rest(params_, c); }) state[0] = Law::mode_at_rest(params_, c);
  }
  // What a user of the law in this contact should know; empty when there is nothing.
  std::string_view caution([[maybe_unused]] const Contact<double>& c) const {
    if constexpr (requires { Law::soundness(params_, c); })
      if (Law::soundness(params_, c) < 0.0) return Law::caution;
    return {};
  }
  // A law with modes learns that the body moves: a sampled step of no duration.
  void start_moving([[maybe_unused]] const Contact<double>& c, [[maybe_unused]] double* state) const {
    if constexpr (HasGuards<Law>) put(Law::advance(params_, c, c, state_at(state), 0.0), state);
  }

 private:
  template <class S>
  static typename Law::template State<S> state_at(const S* state) {
    typename Law::template State<S> s;
    std::copy_n(state, state_count(), scalars(s).begin());
    return s;
  }
  template <class LawState, class S>
  static void put(const LawState& from, S* to) {
    const auto values = scalars(from);
    std::copy(values.begin(), values.end(), to);
  }
  template <class S>
  const auto& params_for() const {
    if constexpr (std::is_same_v<S, double>)
      return params_;
    else
      return differentiated_;
  }

  Params params_;
  typename Law::template Params<ContactDual> differentiated_;
  std::size_t elements_;
};

// A BoundLaw behind a pointer.
class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  virtual std::span<const Field> state_fields() const = 0;
  virtual std::span<const std::string_view> guard_names() const = 0;
  virtual Stick stick() const = 0;
  virtual Force<double> flow(const Contact<double>& c, const double* state, double* rate) const = 0;
  virtual Force<ContactDual> flow(const Contact<ContactDual>& c, const ContactDual* state, ContactDual* rate) const = 0;
  virtual Force<double> force(const Contact<double>& c, const double* state) const = 0;
  virtual std::size_t element_count() const = 0;
  virtual void element_forces(const Contact<double>& c, const double* state, double* values) const = 0;
  virtual void guards(const Contact<double>& c, const double* state, double* values) const = 0;
  virtual void reset(const Contact<double>& c, double* state, std::size_t k) const = 0;
  virtual bool holds(const double* state) const = 0;
  virtual void come_to_rest(const Contact<double>& c, double* state) const = 0;
  virtual void start_moving(const Contact<double>& c, double* state) const = 0;
  virtual std::string_view caution(const Contact<double>& c) const = 0;
};

template <class Law>
class TypedContactLaw final : public ContactLaw {
 public:
  explicit TypedContactLaw(const typename Law::template Params<double>& params,
                           std::size_t elements = element_force_count<Law>())
      : law_(params, elements) {}

  std::span<const Field> state_fields() const override { return law_.state_fields(); }
  std::span<const std::string_view> guard_names() const override { return law_.guard_names(); }
  Stick stick() const override { return law_.stick(); }
  Force<double> flow(const Contact<double>& c, const double* state, double* rate) const override {
    return law_.flow(c, state, rate);
  }
  Force<ContactDual> flow(const Contact<ContactDual>& c, const ContactDual* state, ContactDual* rate) const override {
    return law_.flow(c, state, rate);
  }
  Force<double> force(const Contact<double>& c, const double* state) const override { return law_.force(c, state); }
  std::size_t element_count() const override { return law_.element_count(); }
  void element_forces(const Contact<double>& c, const double* state, double* values) const override {
    law_.element_forces(c, state, values);
  }
  void guards(const Contact<double>& c, const double* state, double* values) const override {
    law_.guards(c, state, values);
  }
  void reset(const Contact<double>& c, double* state, std::size_t k) const override { law_.reset(c, state, k); }
  bool holds(const double* state) const override { return law_.holds(state); }
  void come_to_rest(const Contact<double>& c, double* state) const override { law_.come_to_rest(c, state); }
  void start_moving(const Contact<double>& c, double* state) const override { law_.start_moving(c, state); }
  std::string_view caution(const Contact<double>& c) const override { return law_.caution(c); }

 private:
  BoundLaw<Law> law_;
};

// Stands for the law in a machine that takes any: Mass<ErasedLaw>(plant, std::make_shared<TypedContactLaw<LuGre>>(p),
// f).
struct ErasedLaw {
  template <class S>
  using Params = std::shared_ptr<const ContactLaw>;
};

template <>
class BoundLaw<ErasedLaw> {
 public:
  using Params = ErasedLaw::Params<double>;

  explicit BoundLaw(Params law)
      : law_(std::move(law)),
        state_count_(count(law_->state_fields())),
        guard_names_(law_->guard_names()),
        stick_(law_->stick()) {}

  const Params& params() const { return law_; }
  std::size_t state_count() const { return state_count_; }
  std::span<const Field> state_fields() const { return law_->state_fields(); }
  std::span<const std::string_view> guard_names() const { return guard_names_; }
  Stick stick() const { return stick_; }
  template <class S>
  Force<S> flow(const Contact<S>& c, const S* state, S* rate) const {
    return law_->flow(c, state, rate);
  }
  Force<double> force(const Contact<double>& c, const double* state) const { return law_->force(c, state); }
  std::size_t element_count() const { return law_->element_count(); }
  void element_forces(const Contact<double>& c, const double* state, double* values) const {
    law_->element_forces(c, state, values);
  }
  void guards(const Contact<double>& c, const double* state, double* values) const { law_->guards(c, state, values); }
  void reset(const Contact<double>& c, double* state, std::size_t k) const { law_->reset(c, state, k); }
  bool holds(const double* state) const { return law_->holds(state); }
  void come_to_rest(const Contact<double>& c, double* state) const { law_->come_to_rest(c, state); }
  void start_moving(const Contact<double>& c, double* state) const { law_->start_moving(c, state); }

 private:
  static std::size_t count(std::span<const Field> table) {
    std::size_t n = 0;
    for (const Field& f : table) n += f.width;
    return n;
  }

  Params law_;
  std::size_t state_count_;  // this and the following: asked for in every loop
  std::span<const std::string_view> guard_names_;
  Stick stick_;
};

}  // namespace stickslip::plant
