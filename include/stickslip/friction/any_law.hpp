// A law behind a pointer, for front ends that learn its name at run time: handles, FMUs, scripting languages.
//
//   const auto law = make_law("lugre");
//   std::vector<double> state = law->rest();
//   const Force<double> f = law->step(before, after, state, h);
//
// A law holds its parameters and nothing else; the state belongs to who asks, so that one law serves many contacts.
// Batches, which evaluate one law millions of times, do not come this way.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "stickslip/friction/catalogue.hpp"

namespace stickslip {

// A motion as columns of equal length. A column without samples is constant, at its value in `still`; a displacement
// without samples is the integral of the velocity by trapezoids, from still.displacement on.
struct MotionColumns {
  std::span<const double> velocity = {};
  std::span<const double> displacement = {};
  std::span<const double> applied = {};
  std::span<const double> mass = {};
  std::span<const double> load = {};
  std::span<const double> pressure = {};
  std::span<const double> temperature = {};
  Contact<double> still = {};
};

// Slopes along one direction in the space of contact, state and parameters; no numbers: the set does not move.
struct LawDirection {
  Contact<double> contact = {.mass = 0.0};
  std::span<const double> state = {};
  std::span<const double> params = {};
};

class AnyLaw {
 public:
  virtual ~AnyLaw() = default;
  virtual std::unique_ptr<AnyLaw> copy() const = 0;

  virtual std::string_view name() const = 0;
  // Tables with room for the elements that were asked for; LawInfo has those of the usual number.
  virtual std::span<const Field> param_fields() const = 0;
  virtual std::span<const Relation> relations() const = 0;
  virtual std::span<const Field> state_fields() const = 0;
  virtual std::span<const std::string_view> guard_names() const = 0;

  // All scalars, in table order. set_params takes as many and does not judge them: complaint() of the table does.
  virtual std::span<const double> params() const = 0;
  virtual void set_params(std::span<const double> values) = 0;

  // Writes elements as the law's own parameters, inside their bounds; for laws that LawInfo gives a projection.
  virtual void take_elements(const FoundElements& found) = 0;

  // The state of a body that has been at rest for long.
  virtual std::vector<double> rest() const = 0;

  // Continuous face.
  virtual void rate(const Contact<double>& c, std::span<const double> state, std::span<double> slope) const = 0;
  virtual Force<double> force(const Contact<double>& c, std::span<const double> state) const = 0;
  virtual void guards(const Contact<double>& c, std::span<const double> state, std::span<double> values) const = 0;
  virtual void reset(const Contact<double>& c, std::span<double> state, std::size_t guard) const = 0;
  // True while the law holds the body exactly at rest.
  virtual bool holds(std::span<const double> state) const = 0;
  // How force, rate and guards change along a direction. A span without room is left out.
  virtual Force<double> slope_along(const Contact<double>& c, std::span<const double> state,
                                    const LawDirection& direction, std::span<double> rate_slope,
                                    std::span<double> guard_slope) const = 0;

  // Sampled face: advances the state over h seconds and returns the force at the end.
  virtual Force<double> step(const Contact<double>& before, const Contact<double>& after, std::span<double> state,
                             double h) const = 0;
  // Steps along a motion: forces[k] is the force at sample k, that of the state as it is at sample 0. Force::inertia
  // is multiplied with the slope of the velocity over the step.
  virtual void follow(const MotionColumns& motion, double h, std::span<double> state,
                      std::span<double> forces) const = 0;

  // NaN where LawInfo says that the law has no such thing.
  virtual double steady_state(const Contact<double>& c) const = 0;
  virtual double stored_energy(const Contact<double>& c, std::span<const double> state) const = 0;
  virtual double presliding_stiffness(const Contact<double>& c) const = 0;
  virtual double own_speed() const = 0;
  // How the stored energy changes along a direction; 0 for a law without one.
  virtual double stored_energy_along(const Contact<double>& c, std::span<const double> state,
                                     const LawDirection& direction) const = 0;
  // Whether Force::inertia may be other than zero.
  virtual bool adds_inertia() const = 0;
};

// The law of that name with its usual parameters; elements = 0: the usual number. Throws UnknownName,
// std::invalid_argument.
std::unique_ptr<AnyLaw> make_law(std::string_view name, std::size_t elements = 0);

}  // namespace stickslip
