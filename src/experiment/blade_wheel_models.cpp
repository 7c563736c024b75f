// Every law between the blades of a wheel.
#include "blade_wheel.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/plant/ring_step.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

// What one contact does in a cycle.
struct Loop {
  double work = 0.0;   // [J]
  double force = 0.0;  // largest magnitude [N]
  double low = 0.0, high = 0.0;

  // Work over that of a body that slips all the way, 4 F a: for a spring in series with a slider the share of the
  // motion that is slip.
  double slipping() const {
    const double whole = 2.0 * force * (high - low);
    return whole > 0.0 ? std::clamp(work / whole, 0.0, 1.0) : 0.0;
  }
};

template <class Law>
class Measurement {
 public:
  Measurement(const WheelRun& run, const typename Law::template Params<double>& law)
      : run_(run),
        ring_(run.plant, law, run.drive, run.load),
        step_(1.0 / (run.drive.frequency * double(run.cycle_steps))) {}

  WheelResponse response() {
    double before = 0.0;
    for (cycle_ = 0; cycle_ < run_.cycles; ++cycle_) before = cycle();
    std::vector<Loop> loops(ring_.blades());
    const double taken = ring_.work_friction();
    WheelResponse r;
    r.amplitude = cycle(&loops);
    r.power = (ring_.work_friction() - taken) * run_.drive.frequency / double(ring_.blades());
    r.drift = r.amplitude > 0.0 ? std::abs(r.amplitude - before) / r.amplitude : 0.0;
    for (const Loop& loop : loops) r.slipping.push_back(loop.slipping());
    r.unsettled = double(ring_.effort().unsettled) / double(ring_.effort().steps);
    return r;
  }

 private:
  // One cycle; returns its amplitude.
  double cycle(std::vector<Loop>* loops = nullptr) {
    double most = 0.0;
    for (std::size_t k = 0; k < run_.cycle_steps; ++k) {
      ring_.step(step_);
      if (run_.watch->looks() && run_.watch->is_over()) throw Unanswered{cycle_ + 1, false};
      for (std::size_t i = 0; i < ring_.blades(); ++i) most = std::max(most, std::abs(ring_.displacement(i)));
      if (loops != nullptr) watch(*loops, k == 0);
    }
    if (!std::isfinite(ring_.work_friction())) throw Unanswered{cycle_ + 1, true};
    return most;
  }

  void watch(std::vector<Loop>& loops, bool first) {
    for (std::size_t j = 0; j < loops.size(); ++j) {
      Loop& loop = loops[j];
      const double apart = ring_.displacement(j) - ring_.displacement(j + 1 == loops.size() ? 0 : j + 1);
      loop.work += ring_.friction(j) * ring_.sliding_velocity(j) * step_;
      loop.force = std::max(loop.force, std::abs(ring_.friction(j)));
      loop.low = first ? apart : std::min(loop.low, apart);
      loop.high = first ? apart : std::max(loop.high, apart);
    }
  }

  const WheelRun& run_;
  RingStep<Law> ring_;
  double step_;
  std::size_t cycle_ = 0;
};

template <class Visit>
decltype(auto) with_law(const Experiment& e, Visit visit) {
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements, visit);
}

}  // namespace

WheelResponse wheel_response(const Experiment& e, const ParamGroup& law, const WheelRun& run) {
  return with_law(e, [&](auto type) {
    using Law = decltype(type);
    return Measurement<Law>(run, make_set<typename Law::template Params<double>>(law)).response();
  });
}

double wheel_contact_stiffness(const Experiment& e, const ParamGroup& law, double load) {
  return with_law(e, [&](auto type) -> double {
    using Law = decltype(type);
    if constexpr (HasPreslidingStiffness<Law>) {
      const Contact<double> contact{.load = load};
      return Law::presliding_stiffness(make_set<typename Law::template Params<double>>(law), contact);
    } else {
      return 0.0;
    }
  });
}

}  // namespace stickslip::experiment
