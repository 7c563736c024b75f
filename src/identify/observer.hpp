// Who watches a fit: every stage reports to one observer and asks it whether to go on.
#pragma once

#include "stickslip/identify/fit.hpp"

namespace stickslip::identify {

class Observer {
 public:
  virtual ~Observer() = default;
  // Where the fit is, and the best loss so far.
  virtual void report(const FitProgress& progress) = 0;
  // Asked often, by several threads.
  virtual bool cancelled() const = 0;
};

// The functions of a caller's options.
class Caller : public Observer {
 public:
  explicit Caller(const FitOptions& options) : options_(options) {}
  void report(const FitProgress& progress) override {
    if (options_.progress) options_.progress(progress);
  }
  bool cancelled() const override { return options_.cancelled && options_.cancelled(); }

 private:
  const FitOptions& options_;
};

}  // namespace stickslip::identify
