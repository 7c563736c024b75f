// Fixed steps of a ring of blades of any size (plant/blade_wheel.hpp), bounded at every step size.
//
//   m (v1_i - v0_i)/h + c w_i + k (x_i + h w_i/2) + coupling = f_i(t + h/2) - T_i + T_(i-1),    w = (v0 + v1)/2
//   x1_i = x_i + h w_i
//
// The blades move by the midpoint rule. A contact sees the constant velocity r_j = w_j - w_(j+1) for the whole step
// through the sampled face of its law; T_j = 3/4 F(h/3) + 1/4 F(h) is Radau's quadrature of its force along the step,
// and T_j r_j h the work that it takes. From these equations, without approximation,
//
//   energy of the blades (end - start) = sum f_i w_i h - sum c w_i^2 h - sum T_j r_j h:
//
// the rule itself neither makes nor loses energy, so that with contacts that only take it the motion stays bounded
// however long the step. Order 2 for laws that are smooth.
//
// The w are the unknowns: Newton's method, with slopes dT_j/dr_j by secants, leads to a cyclic tridiagonal system that
// costs the same per blade for every number of blades. Where a contact changes its kind inside the iteration, slopes
// are raised to the largest seen, which makes every pass a descent for friction that grows with the velocity; friction
// that falls with it is taken as it is (slope 0). A pass costs one evaluation of every contact.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "stickslip/plant/blade_wheel.hpp"

namespace stickslip::plant {

// What the steps did so far.
struct RingEffort {
  std::size_t steps = 0;
  std::size_t passes = 0;         // of Newton's method
  std::size_t unsettled = 0;      // steps that ended with a residual above rounding: a force that jumps has none
  double largest_residual = 0.0;  // of these, over the largest force in the ring
};

// Solves the symmetric cyclic tridiagonal system with the diagonal d and the couplings e_i between i and i + 1 (the
// last one between the last and the first), diagonally dominant, in place of b. Thomas, with the corner by Sherman and
// Morrison.
class CyclicTridiagonal {
 public:
  void solve(const std::vector<double>& d, const std::vector<double>& e, std::vector<double>& b) {
    const std::size_t n = d.size();
    const double corner = e[n - 1];
    const double gamma = -d[0];
    diagonal_ = d;
    diagonal_[0] -= gamma;
    diagonal_[n - 1] -= corner * corner / gamma;
    border_.assign(n, 0.0);
    border_[0] = gamma;
    border_[n - 1] = corner;
    sweep(e, b);
    const double share = (b[0] + corner * b[n - 1] / gamma) / (1.0 + border_[0] + corner * border_[n - 1] / gamma);
    for (std::size_t i = 0; i < n; ++i) b[i] -= share * border_[i];
  }

 private:
  // Both right sides at once.
  void sweep(const std::vector<double>& e, std::vector<double>& b) {
    const std::size_t n = b.size();
    for (std::size_t i = 1; i < n; ++i) {
      const double factor = e[i - 1] / diagonal_[i - 1];
      diagonal_[i] -= factor * e[i - 1];
      b[i] -= factor * b[i - 1];
      border_[i] -= factor * border_[i - 1];
    }
    b[n - 1] /= diagonal_[n - 1];
    border_[n - 1] /= diagonal_[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) {
      b[i] = (b[i] - e[i] * b[i + 1]) / diagonal_[i];
      border_[i] = (border_[i] - e[i] * border_[i + 1]) / diagonal_[i];
    }
  }

  std::vector<double> diagonal_, border_;
};

template <class Law>
class RingStep {
 public:
  using Params = typename Law::template Params<double>;
  using State = typename Law::template State<double>;

  RingStep(const BladeWheelParams<double>& plant, const Params& law, const BladeExcitation& drive, double load)
      : plant_(plant), law_(law), drive_(drive), n_(std::size_t(plant.blades)) {
    for (auto* all : {&x_, &v_, &w_, &right_, &diagonal_, &coupling_, &residual_, &push_}) all->assign(n_, 0.0);
    contacts_.resize(n_);
    for (Rubbing& c : contacts_) {
      c.before.load = load;
      c.before.mass = plant.mass / 2.0;
    }
  }

  // One step of length h.
  void step(double h) {
    prepare(h);
    iterate(h);
    finish(h);
  }

  double time() const { return t_; }
  std::size_t blades() const { return n_; }
  double displacement(std::size_t i) const { return x_[i]; }
  double velocity(std::size_t i) const { return v_[i]; }
  // Puts a blade somewhere at the start.
  void place(std::size_t i, double displacement, double velocity) {
    x_[i] = displacement;
    v_[i] = w_[i] = velocity;
    for (std::size_t j = 0; j < n_; ++j) contacts_[j].before.displacement = x_[j] - x_[after(j)];
  }

  // Of the last step: mean force [N], mean relative velocity [m/s].
  double friction(std::size_t contact) const { return contacts_[contact].force; }
  double sliding_velocity(std::size_t contact) const { return contacts_[contact].rate; }

  // Since the start [J].
  double work_in() const { return work_in_; }
  double work_damping() const { return work_damping_; }
  double work_friction() const { return work_friction_; }
  double blade_energy() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double apart = x_[i] - x_[after(i)];
      sum += plant_.mass * v_[i] * v_[i] + plant_.stiffness * x_[i] * x_[i] + plant_.shroud_stiffness * apart * apart;
    }
    return sum / 2.0;
  }
  const RingEffort& effort() const { return effort_; }

 private:
  static constexpr int most_passes = 60;
  static constexpr int patience = 6;  // passes of a smooth ring

  struct Rubbing {
    Contact<double> before;  // what the law saw last
    State state{}, next{};
    double rate = 0.0;   // r_j of the last evaluation [m/s]
    double force = 0.0;  // T_j at that rate [N]
    double slope = 0.0;  // dT_j/dr_j, by a secant [N.s/m]
    double steepest = 0.0;
    double inertia = 0.0;   // of the law, at the last evaluation [kg]
    double momentum = 0.0;  // of that inertia at the start of the step [N.s]
  };

  std::size_t after(std::size_t i) const { return i + 1 == n_ ? 0 : i + 1; }
  std::size_t before(std::size_t i) const { return i == 0 ? n_ - 1 : i - 1; }

  // The part of the equation that no iteration changes: D w_i - k_s h/2 (neighbours) + T_i - T_(i-1) = right_i.
  void prepare(double h) {
    own_ = 2.0 * plant_.mass / h + plant_.damping + plant_.stiffness * h / 2.0 + plant_.shroud_stiffness * h;
    scale_ = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      push_[i] = drive_.force(t_ + h / 2.0, i, n_);
      const double shroud = plant_.shroud_stiffness * (2.0 * x_[i] - x_[before(i)] - x_[after(i)]);
      const double inertial = 2.0 * plant_.mass * v_[i] / h;
      right_[i] = push_[i] + inertial - plant_.stiffness * x_[i] - shroud;
      scale_ = std::max({scale_, std::abs(push_[i]), std::abs(inertial), std::abs(plant_.stiffness * x_[i])});
      w_[i] = 2.0 * v_[i] - w_[i];  // as the last half step went on
    }
    for (std::size_t j = 0; j < n_; ++j) start(contacts_[j], v_[j] - v_[after(j)]);
  }

  // A law may have another inertia in the other direction: its momentum, which passes through zero, is carried on.
  void start(Rubbing& c, double rate) const {
    c.steepest = 0.0;
    c.momentum = 0.0;
    if (!(c.inertia > 0.0)) return;
    Contact<double> now = c.before;
    now.velocity = rate;
    c.momentum = Law::force(law_, now, c.state).inertia * rate;
  }

  // T of a contact whose blades move with the relative velocity r for the whole step.
  double force_at(Rubbing& c, double r, double h) const {
    Contact<double> start = c.before;
    start.velocity = r;
    const bool turns = (r > 0.0) != (c.before.velocity > 0.0) || (r < 0.0) != (c.before.velocity < 0.0);
    State s = turns ? Law::advance(law_, c.before, start, c.state, 0.0) : c.state;
    Contact<double> inside = start;
    inside.displacement += r * h / 3.0;
    s = Law::advance(law_, start, inside, s, h / 3.0);
    const double early = Law::force(law_, inside, s).value;
    Contact<double> end = start;
    end.displacement = start.displacement + r * h;
    c.next = Law::advance(law_, inside, end, s, h - h / 3.0);
    const Force<double> last = Law::force(law_, end, c.next);
    c.inertia = last.inertia;
    return 0.75 * early + 0.25 * last.value + 2.0 * (last.inertia * r - c.momentum) / h;
  }

  // Evaluates every contact at the present w; slopes by secants within a step, the first ones from the last step.
  void evaluate(double h, bool first, bool raised) {
    for (std::size_t j = 0; j < n_; ++j) {
      Rubbing& c = contacts_[j];
      const double r = w_[j] - w_[after(j)];
      const double force = force_at(c, r, h);
      const double run = r - c.rate;
      if (!first && std::abs(run) > 1e-9 * std::abs(r)) c.slope = std::max(0.0, (force - c.force) / run);
      c.steepest = std::max(c.steepest, c.slope);
      if (raised) c.slope = c.steepest;
      c.rate = r;
      c.force = force;
      scale_ = std::max(scale_, std::abs(force));
    }
  }

  // Fills diagonal, couplings and the residual right - left; returns the largest residual.
  double linearise(double h) {
    const double elastic = plant_.shroud_stiffness * h / 2.0;
    double worst = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const Rubbing& ahead = contacts_[i];
      const Rubbing& behind = contacts_[before(i)];
      const double pulled = elastic * (w_[before(i)] + w_[after(i)]);
      residual_[i] = right_[i] - own_ * w_[i] + pulled - ahead.force + behind.force;
      diagonal_[i] = own_ + ahead.slope + behind.slope;
      coupling_[i] = -elastic - ahead.slope;
      worst = std::max(worst, std::abs(residual_[i]));
    }
    return worst;
  }

  void iterate(double h) {
    constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();
    double worst = 0.0;
    for (int pass = 0; pass < most_passes; ++pass) {
      evaluate(h, pass == 0, pass > patience);
      ++effort_.passes;
      worst = linearise(h);
      if (worst <= rounding * scale_) return;
      system_.solve(diagonal_, coupling_, residual_);
      for (std::size_t i = 0; i < n_; ++i) w_[i] += residual_[i];
    }
    evaluate(h, false, true);
    ++effort_.unsettled;
    effort_.largest_residual = std::max(effort_.largest_residual, worst / scale_);
  }

  void finish(double h) {
    for (std::size_t i = 0; i < n_; ++i) {
      work_in_ += push_[i] * w_[i] * h;
      work_damping_ += plant_.damping * w_[i] * w_[i] * h;
      x_[i] += h * w_[i];
      v_[i] = 2.0 * w_[i] - v_[i];
    }
    for (std::size_t j = 0; j < n_; ++j) {
      Rubbing& c = contacts_[j];
      work_friction_ += c.force * c.rate * h;
      c.state = c.next;
      c.before.velocity = c.rate;
      c.before.displacement = x_[j] - x_[after(j)];
    }
    t_ += h;
    ++effort_.steps;
  }

  BladeWheelParams<double> plant_;
  Params law_;
  BladeExcitation drive_;
  std::size_t n_;
  double t_ = 0.0;
  double own_ = 0.0;    // D [N.s/m]
  double scale_ = 0.0;  // largest force of the step [N]
  std::vector<double> x_, v_, w_, right_, diagonal_, coupling_, residual_, push_;
  std::vector<Rubbing> contacts_;
  CyclicTridiagonal system_;
  double work_in_ = 0.0, work_damping_ = 0.0, work_friction_ = 0.0;
  RingEffort effort_;
};

}  // namespace stickslip::plant
