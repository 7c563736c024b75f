// Watches: a model that also reports when its motion starts, peaks, stops, turns or passes a time.
//
// A watch adds guards and a phase (a state without flow) to a model, and changes nothing else. The solver then locates
// what a figure depends on in the same way as a change of mode, with every method, to rounding.
#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "stickslip/experiment/machine.hpp"
#include "stickslip/hybrid.hpp"

namespace stickslip::experiment {

// What a watch may ask of the model at one instant.
class Probe {
 public:
  Probe(const HybridModel& model, double difference_time);

  void look(double t, const double* x);
  double time() const { return t_; }
  double value(std::size_t column) const { return now_[column]; }
  // Time derivative of a column by a central difference along the flow. Good to 1e-9 of the column per difference time:
  // the place of an extremum is found to that, its value to the square of it.
  double rate(std::size_t column) const;

 private:
  const HybridModel* model_;
  double difference_time_;
  double t_ = 0.0;
  const double* x_ = nullptr;
  std::vector<double> now_;
  // The columns a difference time before and after, made for all of them when the first rate is asked for.
  void look_around() const;
  mutable bool looked_around_ = false;
  mutable std::vector<double> slope_, state_, ahead_, behind_;
};

class MotionWatch {
 public:
  virtual ~MotionWatch() = default;
  virtual std::size_t guard_count() const = 0;
  virtual double start() const { return 0.0; }
  virtual void guards(const Probe& probe, double phase, double* values) const = 0;
  virtual double next_phase(double phase, std::size_t guard) const = 0;
  virtual double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
};

// Slips: begin when |v| rises through a level, end at the next v = 0. Phase 0: no slip; +-1: before, +-2: after its
// fastest moment; +-3: slower than the level again; the sign is that of the motion.
class SlipWatch : public MotionWatch {
 public:
  SlipWatch(std::size_t velocity, double level) : velocity_(velocity), level_(level) {}
  std::size_t guard_count() const override { return 2; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double phase, std::size_t guard) const override;

 private:
  std::size_t velocity_;
  double level_;
};

// plus - factor * minus, of two columns.
struct Combination {
  std::size_t plus;
  std::size_t minus = 0;
  double factor = 0.0;
};

// The extrema of a combination of columns between two reversals of the motion, the first three: a quantity that rises
// with the motion peaks, dips and peaks again. Phase +-1, +-2, +-3: the next one is sought; +-4: no more; the sign is
// that of the motion. `sense` is +1 for a quantity that sets off in the direction of the motion, -1 for one against it.
class ExtremumWatch : public MotionWatch {
 public:
  ExtremumWatch(Combination quantity, double sense, std::size_t velocity)
      : quantity_(quantity), sense_(sense), velocity_(velocity) {}
  std::size_t guard_count() const override { return 2; }
  double start() const override { return 1.0; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double phase, std::size_t guard) const override;

 private:
  Combination quantity_;
  double sense_;
  std::size_t velocity_;
};

// Reversals: the phase is the direction of the motion, +1 or -1, and +1 at the start from rest.
class ReversalWatch : public MotionWatch {
 public:
  explicit ReversalWatch(std::size_t velocity) : velocity_(velocity) {}
  std::size_t guard_count() const override { return 1; }
  double start() const override { return 1.0; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double phase, std::size_t) const override { return -phase; }

 private:
  std::size_t velocity_;
};

// A column that leaves the range [low, high]: phase 0 inside, -1 below, +1 above.
class RangeWatch : public MotionWatch {
 public:
  RangeWatch(std::size_t column, double low, double high) : column_(column), low_(low), high_(high) {}
  std::size_t guard_count() const override { return 2; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double phase, std::size_t guard) const override;

 private:
  std::size_t column_;
  double low_, high_;
};

// The first time that |x - x(0)| reaches a travel. Phase 0, then 1.
class TravelWatch : public MotionWatch {
 public:
  TravelWatch(std::size_t displacement, double start, double travel)
      : displacement_(displacement), start_(start), travel_(travel) {}
  std::size_t guard_count() const override { return 1; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double, std::size_t) const override { return 1.0; }

 private:
  std::size_t displacement_;
  double start_, travel_;
};

// Times at which a row is wanted, in rising order. Phase k: k of them have passed.
class TimeWatch : public MotionWatch {
 public:
  explicit TimeWatch(std::vector<double> times) : times_(std::move(times)) {}
  std::size_t guard_count() const override { return 1; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double phase, std::size_t) const override { return phase + 1.0; }
  double next_corner(double t) const override;

 private:
  std::vector<double> times_;
};

struct Occurrence;

// The sign of a column. Phase +1, -1: it is clearly positive, negative; +2, -2: it has been zero since and is not yet
// clearly on either side; 0: it started there.
class SignWatch : public MotionWatch {
 public:
  SignWatch(std::size_t column, double clearly) : column_(column), clearly_(clearly) {}
  std::size_t guard_count() const override { return 2; }
  void guards(const Probe& probe, double phase, double* values) const override;
  double next_phase(double phase, std::size_t guard) const override;

  // The times at which the column is zero after it was clearly not.
  static std::vector<double> zeros(const std::vector<Occurrence>& seen, std::size_t watch);
  // How often the sign clearly changes up to a time.
  static double switches(const std::vector<Occurrence>& seen, std::size_t watch, double until);

 private:
  std::size_t column_;
  double clearly_;
};

using Watches = std::vector<std::unique_ptr<MotionWatch>>;

// A change of phase.
struct Occurrence {
  double t;
  std::size_t watch;
  double from, to;
};

// Holds scratch space: one for each thread that solves.
class Watched : public HybridModel {
 public:
  Watched(const HybridModel& model, Watches watches, double difference_time);

  std::size_t size() const override { return model_->size() + watches_.size(); }
  std::size_t guard_count() const override { return guard_count_; }
  std::string_view guard_name(std::size_t k) const override;
  void flow(double t, const double* x, double* slope) const override;
  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override;
  void guards(double t, const double* x, double* values) const override;
  void reset(double t, double* x, std::size_t k) const override;
  double next_corner(double t) const override;
  double longest_step(double t) const override { return model_->longest_step(t); }
  bool suits_multistep() const override { return model_->suits_multistep(); }
  // A watch in a new phase looks at something else.
  bool starts_anew(std::size_t fired, std::size_t other) const override;
  std::vector<double> start() const override;
  std::vector<Column> columns() const override { return model_->columns(); }
  void observe(double t, const double* x, double* values) const override { model_->observe(t, x, values); }
  std::vector<Column> further_columns() const override { return model_->further_columns(); }
  void observe_further(double t, const double* x, double* values) const override {
    model_->observe_further(t, x, values);
  }
  std::string mode_text(const double* x) const override { return model_->mode_text(x); }

  // True when the guard is one of a watch, not one of the model.
  bool is_watch(std::size_t guard) const { return guard >= model_->guard_count(); }
  // The watch that a guard belongs to, and its number there.
  std::pair<std::size_t, std::size_t> find_watch(std::size_t guard) const;
  const MotionWatch& watch(std::size_t k) const { return *watches_[k]; }
  std::size_t watch_count() const { return watches_.size(); }

 private:
  const HybridModel* model_;
  Watches watches_;
  std::size_t guard_count_;
  mutable Probe probe_;
  mutable std::vector<double> inner_jacobian_, inner_slope_;
};

}  // namespace stickslip::experiment
