// A hybrid system: a flow between events, guards that announce an event, resets that carry the state over it.
//
//   dx/dt = flow(t, x);   an event happens when a guard falls through zero;   x := reset(t, x, k)
//
// Modes are components of x whose flow is zero: they change by resets alone. Time enters explicitly, and the flow may
// have corners at known times.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip {

// What a solver may ask of a system with room for `capacity` unknowns. A system of fixed size answers size() with the
// capacity itself, and every loop over it has a constant length.
template <class H>
concept HybridSystem = requires(const H& system, double t, const std::array<double, H::capacity>& x,
                                std::span<double> out, std::size_t k) {
  { system.size() } -> std::convertible_to<std::size_t>;
  { system.guard_count() } -> std::convertible_to<std::size_t>;
  { system.flow(t, x) } -> std::same_as<std::array<double, H::capacity>>;
  // jacobian is size() x size() numbers, row after row: d flow_i / d x_j; time_slope is d flow / dt.
  system.jacobian(t, x, out, out);
  system.guards(t, x, out);
  { system.reset(t, x, k) } -> std::same_as<std::array<double, H::capacity>>;
  // The next time after t at which the flow has a corner, and the longest step that still resolves what drives it.
  { system.next_corner(t) } -> std::convertible_to<double>;
  { system.longest_step(t) } -> std::convertible_to<double>;
};

// A column of a trajectory.
struct Column {
  std::string name;  // like_this
  std::string unit;  // SI, "1" when dimensionless
};

// A hybrid system behind a pointer: what experiments hand to solvers, writers and reports.
class HybridModel {
 public:
  virtual ~HybridModel() = default;

  virtual std::size_t size() const = 0;
  virtual std::size_t guard_count() const = 0;
  virtual std::string_view guard_name(std::size_t k) const = 0;

  virtual void flow(double t, const double* x, double* slope) const = 0;
  virtual void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const = 0;
  virtual void guards(double t, const double* x, double* values) const = 0;
  virtual void reset(double t, double* x, std::size_t k) const = 0;
  virtual double next_corner(double t) const = 0;
  virtual double longest_step(double t) const = 0;

  // True for a machine that is smooth for hundreds of steps between its events and whose own decays are faster than the
  // motion that must be resolved: Method::automatic then takes the multistep method (docs/decisions/0009).
  virtual bool suits_multistep() const { return false; }

  // State at the start, and the columns that a trajectory of this system has.
  virtual std::vector<double> start() const = 0;
  virtual std::vector<Column> columns() const = 0;
  virtual void observe(double t, const double* x, double* values) const = 0;

  // Columns that the rows of a trajectory have behind those: what nobody asks for inside a step.
  virtual std::vector<Column> further_columns() const { return {}; }
  virtual void observe_further([[maybe_unused]] double t, [[maybe_unused]] const double* x,
                               [[maybe_unused]] double* values) const {}

  // The modes of a state in words ("sliding forward"), for lists of events.
  virtual std::string mode_text(const double* x) const = 0;

  // True when guard `other`, which the reset of guard `fired` has put below zero, means something else from now on and
  // counts from its next fall on. Otherwise it has fallen with that reset, and is reset at the same instant.
  virtual bool starts_anew([[maybe_unused]] std::size_t fired, [[maybe_unused]] std::size_t other) const {
    return false;
  }
};

// A HybridModel as a HybridSystem with room for N unknowns.
template <std::size_t N>
class Erased {
 public:
  static constexpr std::size_t capacity = N;
  using State = std::array<double, N>;

  explicit Erased(const HybridModel& model) : model_(&model), size_(model.size()), guard_count_(model.guard_count()) {}

  std::size_t size() const { return size_; }
  std::size_t guard_count() const { return guard_count_; }
  State flow(double t, const State& x) const {
    State slope;
    model_->flow(t, x.data(), slope.data());
    return slope;
  }
  void jacobian(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const {
    model_->jacobian(t, x.data(), dfdx, dfdt);
  }
  void guards(double t, const State& x, std::span<double> values) const { model_->guards(t, x.data(), values.data()); }
  State reset(double t, const State& x, std::size_t k) const {
    State next = x;
    model_->reset(t, next.data(), k);
    return next;
  }
  double next_corner(double t) const { return model_->next_corner(t); }
  double longest_step(double t) const { return model_->longest_step(t); }
  bool suits_multistep() const { return model_->suits_multistep(); }
  bool starts_anew(std::size_t fired, std::size_t other) const { return model_->starts_anew(fired, other); }

 private:
  const HybridModel* model_;
  std::size_t size_, guard_count_;  // asked for in every loop
};

}  // namespace stickslip
