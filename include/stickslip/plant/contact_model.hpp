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

#include "stickslip/hybrid.hpp"
#include "stickslip/plant/bound_law.hpp"
#include "stickslip/plant/jacobian.hpp"

namespace stickslip::plant {

// "sliding forward", "3 of 10 elements slip": the modes of a law's state in words; empty for a law without modes.
std::string mode_text(std::span<const Field> table, std::span<const double> state);

// Names and units of a law's states, one column per scalar.
std::vector<Column> state_columns(std::span<const Field> table);

// "element_force[0]" and so on, in N.
std::vector<Column> element_columns(std::size_t count);

template <class Machine, class Law>
class ContactModel : public HybridModel {
 public:
  using Directional = Dual<directions_per_pass>;

  explicit ContactModel(const typename Law::template Params<double>& law) : law_(law) {}

  std::size_t size() const override { return unknowns(); }
  std::size_t guard_count() const override { return law_.guard_names().size(); }
  std::string_view guard_name(std::size_t k) const override { return law_.guard_names()[k]; }

  void flow(double t, const double* x, double* slope) const override { evaluate<double>(t, x, slope); }

  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    const auto differentiated = [this](const Directional& time, const Directional* at, Directional* out) {
      evaluate<Directional>(time, at, out);
    };
    with_room(unknowns(), [&](std::span<Directional> y, std::span<Directional> slope) {
      jacobian_by_passes<directions_per_pass>(t, {x, unknowns()}, y, slope, differentiated, dfdx, dfdt);
    });
  }

  void guards(double t, const double* x, double* values) const override {
    if (law_.guard_names().empty()) return;
    law_.guards(self().template motion<double>(t, x), law_state(x), values);
  }

  void reset(double t, double* x, std::size_t k) const override {
    if (!reset_law(self().template motion<double>(t, x), x, k)) return;
    // A body that stops from a speed that is not zero (a band) may see the force on it jump with its velocity, as a
    // controller's does: the law is asked again about the body at rest.
    law_.come_to_rest(self().template motion<double>(t, x), law_state(x));
  }

  // The force of every element, for a law made of elements.
  std::vector<Column> further_columns() const override { return element_columns(law_.element_count()); }
  void observe_further(double t, const double* x, double* values) const override {
    if (law_.element_count() > 0) law_.element_forces(self().template motion<double>(t, x), law_state(x), values);
  }

  std::string mode_text(const double* x) const override {
    return plant::mode_text(law_.state_fields(), {law_state(x), law_.state_count()});
  }

  const typename Law::template Params<double>& law_params() const { return law_.params(); }

 protected:
  const BoundLaw<Law>& law() const { return law_; }

  // The law's states stand behind the machine's own unknowns.
  template <class S>
  static S* law_state(S* x) {
    return x + Machine::machine_states;
  }

  // What the law gives for the state x in this contact.
  Force<double> friction(const Contact<double>& c, const double* x) const { return law_.force(c, law_state(x)); }

  // The machine's own columns, followed by those of the law.
  std::vector<Column> with_law_columns(std::vector<Column> own) const {
    const auto inner = state_columns(law_.state_fields());
    own.insert(own.end(), inner.begin(), inner.end());
    return own;
  }

  // The law's own reset in the contact given; a body that the law now holds stops, and that is answered by true.
  bool reset_law(const Contact<double>& c, double* x, std::size_t k) const {
    law_.reset(c, law_state(x), k);
    if (!law_.holds(law_state(x))) return false;
    self().stop(x);
    return true;
  }

  // A law with modes learns that the body moves at the start.
  void start_moving(double* x) const { law_.start_moving(self().template motion<double>(0.0, x), law_state(x)); }

 private:
  const Machine& self() const { return static_cast<const Machine&>(*this); }
  std::size_t unknowns() const { return Machine::machine_states + law_.state_count(); }

  // Calls use(y, slope) with room for n numbers each: on the stack, but for laws of many elements.
  template <class Use>
  static void with_room(std::size_t n, Use use) {
    if (n <= 8) return on_stack<8>(use);
    if (n <= 16) return on_stack<16>(use);
    if (n <= 32) return on_stack<32>(use);
    std::vector<Directional> y(n), slope(n);
    use(y, slope);
  }
  template <std::size_t n, class Use>
  static void on_stack(Use use) {
    std::array<Directional, n> y;
    std::array<Directional, n> slope;
    use(y, slope);
  }

  template <class S>
  void evaluate(const S& t, const S* x, S* slope) const {
    const Contact<S> c = self().template motion<S>(t, x);
    const Force<S> friction = law_.flow(c, law_state(x), law_state(slope));
    const auto own = self().template find_flow<S>(t, x, c, friction);
    std::copy(own.begin(), own.end(), slope);
  }

  BoundLaw<Law> law_;
};

}  // namespace stickslip::plant
