// A model with eyes: it notes every event, and the moments at which given functions of its state fall through zero.
//
// A watched function is one more guard whose reset changes nothing: its moment is located like an event.
#pragma once

#include <functional>
#include <vector>

#include "stickslip/hybrid.hpp"

namespace stickslip::testing_tools {

struct Moment {
  double t;               // [s]
  std::size_t guard;      // a watched function has a number from the model's own guard_count() on
  std::vector<double> x;  // before the reset
};

class Probe : public HybridModel {
 public:
  using Watch = std::function<double(double t, const double* x)>;

  Probe(const HybridModel& model, std::vector<Watch> watched) : model_(model), watched_(std::move(watched)) {}

  std::size_t size() const override { return model_.size(); }
  std::size_t guard_count() const override { return model_.guard_count() + watched_.size(); }
  std::string_view guard_name(std::size_t k) const override {
    return k < model_.guard_count() ? model_.guard_name(k) : "watched";
  }
  void flow(double t, const double* x, double* slope) const override { model_.flow(t, x, slope); }
  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    model_.jacobian(t, x, dfdx, dfdt);
  }
  void guards(double t, const double* x, double* values) const override {
    model_.guards(t, x, values);
    for (std::size_t k = 0; k < watched_.size(); ++k) values[model_.guard_count() + k] = watched_[k](t, x);
  }
  void reset(double t, double* x, std::size_t k) const override {
    moments_.push_back({t, k, std::vector<double>(x, x + size())});
    if (k < model_.guard_count()) model_.reset(t, x, k);
  }
  double next_corner(double t) const override { return model_.next_corner(t); }
  double longest_step(double t) const override { return model_.longest_step(t); }
  std::vector<double> start() const override { return model_.start(); }
  std::vector<Column> columns() const override { return model_.columns(); }
  void observe(double t, const double* x, double* values) const override { model_.observe(t, x, values); }
  std::string mode_text(const double* x) const override { return model_.mode_text(x); }

  // The moments of the k-th watched function after the start.
  std::vector<Moment> seen(std::size_t k) const {
    std::vector<Moment> found;
    for (const Moment& m : moments_)
      if (m.guard == model_.guard_count() + k && m.t > 0.0) found.push_back(m);
    return found;
  }
  // The model's own events.
  std::vector<Moment> events() const {
    std::vector<Moment> found;
    for (const Moment& m : moments_)
      if (m.guard < model_.guard_count()) found.push_back(m);
    return found;
  }

 private:
  const HybridModel& model_;
  std::vector<Watch> watched_;
  mutable std::vector<Moment> moments_;
};

}  // namespace stickslip::testing_tools
