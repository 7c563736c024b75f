// The largest fixed step with which a method carries a law along y = a sin(2 pi f t), by stated criteria (003, section
// 4; the paper does not say which criterion its figure 5a used, and the number depends on it).
//
//   local          h = R/max(lambda): lambda is the fastest decay d(rate)/d(state) met along the motion, R the length
//                  of the method's interval of stability on the negative real axis. No motion can then grow an error.
//   one_percent    |F| <= 1.01 F_0 over 20 periods, F_0 the largest friction that the law itself has there
//   ten_times      |F| <= 10 F_0 over 20 periods
//   amplification  an error shrinks over one period: spectral radius of the period's map below 1. Inside the period it
//                  may grow, and by far: that is what the criterion says, and why one_percent asks for more steps.
//
// For the last three the step is T/N with a whole number N >= 3 of steps per period, z = 0 and y = 0 at the start, and
// the criterion holds for this N and for all larger ones. That is searched for from N = 2.2 T/h_local downwards.
//
// Laws without a smooth rate are answered with the reason; backlash laws and the exponential steps of
// studies/003/exponential.hpp are stable at every step.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>

#include "stickslip/dual.hpp"
#include "stickslip/friction/backlash.hpp"
#include "stickslip/friction/backlash_stribeck.hpp"
#include "stickslip/friction/bliman_sorine.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/modified_lugre.hpp"
#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/solve/fixed_step.hpp"
#include "stickslip/solve/report.hpp"

namespace stickslip::solve {

// Fixed-step methods of solve/fixed_step.hpp, and the exponential steps.
enum class DrivenMethod : std::uint8_t { euler, ode3, rk4, exponential };

// Bristle laws that relax in the clock tau.
template <class Law>
inline constexpr bool relaxes_along_motion =
    std::same_as<Law, LuGre> || std::same_as<Law, ModifiedLuGre> || std::same_as<Law, NewModifiedLuGre>;
// Laws whose sampled step is exact in displacement.
template <class Law>
inline constexpr bool exact_along_motion = std::same_as<Law, Dahl> || std::same_as<Law, BlimanSorine>;

// Laws that the exponential steps serve.
template <class Law>
concept ExponentialLaw = relaxes_along_motion<Law> || exact_along_motion<Law>;

enum class StepCriterion : std::uint8_t { local, one_percent, ten_times, amplification };

using stickslip::to_text;
constexpr std::string_view to_text(StepCriterion criterion) {
  constexpr std::array<std::string_view, 4> names{"local", "one-percent", "ten-times", "amplification"};
  return names[std::size_t(criterion)];
}

// |R(x)| <= 1 for -limit <= x <= 0, with the stability function R of the method: 1 + x, its Taylor polynomials of
// degree 3 and 4, and exp(x).
constexpr double real_stability_limit(DrivenMethod method) {
  constexpr std::array<double, 4> limits{2.0, 2.5127453266183286, 2.7852935634052818,
                                         std::numeric_limits<double>::infinity()};
  return limits[std::size_t(method)];
}

struct SineMotion {
  double amplitude = 1e-3;   // [m]
  double frequency = 100.0;  // [Hz]
  Contact<double> rest{};    // load, pressure, temperature and mass of the contact

  double period() const { return 1.0 / frequency; }
  Contact<double> at(double t) const {
    const double omega = 2.0 * std::numbers::pi * frequency;
    Contact<double> c = rest;
    c.displacement = amplitude * std::sin(omega * t);
    c.velocity = amplitude * omega * std::cos(omega * t);
    return c;
  }
};

struct LargestStepOptions {
  // No answer is longer [s]; 003 had 1e-4.
  double cap = std::numeric_limits<double>::infinity();

  // F_0 of the criteria [N]; 0 takes the larger of the law's friction at the start of sliding and its peak along the
  // motion.
  double static_force = 0.0;

  // A search that takes more processor time has no answer [s]; 0: no limit.
  double most_seconds = 0.0;
};

struct LargestStep {
  double step =
      std::numeric_limits<double>::quiet_NaN();  // [s]; infinite when every step is stable, NaN without answer
  int steps_per_period = 0;                      // N; 0 where the step is not T/N
  std::string reason;  // why there is no answer, or why it is what it is; empty when the criterion set it

  bool answered() const { return !std::isnan(step); }
};

namespace largest_step {

constexpr std::size_t most_states = 4;  // smooth laws have 1 or 2

template <class Law>
inline constexpr std::size_t states = param_count<typename Law::template State<double>>;

template <class Law>
inline constexpr bool never_unstable = std::same_as<Law, Backlash> || std::same_as<Law, BacklashStribeck>;

// Laws whose states follow a rate without modes.
template <class Law>
concept Smooth = FrictionLaw<Law> && !HasGuards<Law> && !HasHold<Law> && states<Law> > 0 && states<Law> <= most_states;

// A law along the sine as a system for the fixed steps.
template <Smooth Law>
class Driven {
 public:
  static constexpr std::size_t capacity = states<Law>;
  using State = std::array<double, capacity>;
  using Params = typename Law::template Params<double>;
  using LawState = typename Law::template State<double>;

  Driven(const Params& p, const SineMotion& motion)
      : p_(p), differentiated_(convert_to<typename Law::template Params<Dual<capacity>>>(p)), motion_(motion) {}

  std::size_t size() const { return capacity; }
  std::size_t guard_count() const { return 0; }
  State flow(double t, const State& x) const { return pack(Law::rate(p_, motion_.at(t), unpack(x))); }
  void jacobian(double t, const State& x, std::span<double> dfdx, std::span<double>) const {
    using S = Dual<capacity>;
    typename Law::template State<S> state;
    // A little aside: dahl exactly at its limit, which rounding reaches, has no derivative.
    constexpr double aside = 1.0 + 1e-9;
    for (std::size_t i = 0; i < capacity; ++i) scalars(state)[i] = S::variable(aside * x[i], i);
    const auto contact = motion_.at(t);
    const Contact<S> c{contact.velocity, contact.displacement, contact.applied,    contact.mass,
                       contact.load,     contact.pressure,     contact.temperature};
    const auto rate = Law::rate(differentiated_, c, state);
    for (std::size_t i = 0; i < capacity; ++i)
      std::copy_n(scalars(rate)[i].slope.begin(), capacity, dfdx.begin() + std::ptrdiff_t(i * capacity));
  }
  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return std::numeric_limits<double>::infinity(); }

  double force(double t, const State& x) const { return Law::force(p_, motion_.at(t), unpack(x)).value; }
  // The law's own stable step.
  State advance_state(double t, const State& x, double h) const {
    return pack(Law::advance(p_, motion_.at(t), motion_.at(t + h), unpack(x), h));
  }
  // Friction of steady sliding; 0 when the law does not say.
  double steady_force(const Contact<double>& c) const {
    if constexpr (HasSteadyState<Law>) return std::abs(Law::steady_state(p_, c));
    return 0.0;
  }
  double force_at_start_of_sliding() const {
    Contact<double> c = motion_.rest;
    c.velocity = 1e-12;  // [m/s] far below every Stribeck velocity
    return steady_force(c);
  }
  double period() const { return motion_.period(); }

 private:
  static State pack(const LawState& s) {
    State x;
    for (std::size_t i = 0; i < capacity; ++i) x[i] = scalars(s)[i];  // g++ 13 warns of std::copy_n of one number
    return x;
  }
  static LawState unpack(const State& x) {
    LawState s;
    for (std::size_t i = 0; i < capacity; ++i) scalars(s)[i] = x[i];
    return s;
  }

  Params p_;
  typename Law::template Params<Dual<capacity>> differentiated_;
  SineMotion motion_;
};

// The law and what becomes of small errors in its state, dM/dt = d(rate)/d(state) M. A Runge-Kutta step of both
// together gives the exact derivative of the step of the law.
template <Smooth Law>
class Variation {
 public:
  static constexpr std::size_t n = states<Law>;
  static constexpr std::size_t capacity = n + n * n;
  using State = std::array<double, capacity>;

  explicit Variation(const Driven<Law>& driven) : driven_(driven) {}

  std::size_t size() const { return capacity; }
  std::size_t guard_count() const { return 0; }
  State flow(double t, const State& x) const {
    std::array<double, n> state;
    std::copy_n(x.begin(), n, state.begin());
    std::array<double, n * n> slopes;
    std::array<double, n> unused;
    driven_.jacobian(t, state, slopes, unused);
    const auto rate = driven_.flow(t, state);
    State all{};
    std::copy_n(rate.begin(), n, all.begin());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t l = 0; l < n; ++l) all[n + i * n + j] += slopes[i * n + l] * x[n + l * n + j];
    return all;
  }
  void jacobian(double, const State&, std::span<double>, std::span<double>) const {}  // explicit methods ask for none
  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return std::numeric_limits<double>::infinity(); }

 private:
  const Driven<Law>& driven_;
};

// The larger |lambda| of lambda^2 - 2 p lambda + q = 0, p half of the trace and q the determinant.
inline double find_spectral_radius(std::array<double, 4> m) {
  double largest = 0.0;
  for (const double x : m) largest = std::max(largest, std::abs(x));
  if (!(largest > 0.0)) return 0.0;
  if (!std::isfinite(largest)) return std::numeric_limits<double>::infinity();
  for (double& x : m) x /= largest;
  const double p = (m[0] + m[3]) / 2.0;
  const double off = (m[0] - m[3]) / 2.0;
  const double discriminant = off * off + m[1] * m[2];  // p^2 - q
  const double q = m[0] * m[3] - m[1] * m[2];
  return largest * (discriminant < 0.0 ? std::sqrt(std::abs(q)) : std::abs(p) + std::sqrt(discriminant));
}

// Spectral radius by Gelfand's formula, the 2^k-th root of |M^(2^k)|; 30 squarings leave a relative error of 1e-8.
template <std::size_t n>
double spectral_radius(std::array<double, n * n> m) {
  if constexpr (n == 1) return std::abs(m[0]);
  if constexpr (n == 2) return find_spectral_radius(m);
  double logarithm = 0.0;
  double root = 1.0;
  for (int k = 0; k < 30; ++k) {
    double largest = 0.0;
    for (const double x : m) largest = std::max(largest, std::abs(x));
    if (!(largest > 0.0)) return 0.0;
    if (!std::isfinite(largest)) return std::numeric_limits<double>::infinity();
    logarithm += root * std::log(largest);
    std::array<double, n * n> square{};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t l = 0; l < n; ++l) square[i * n + j] += m[i * n + l] / largest * (m[l * n + j] / largest);
    m = square;
    root /= 2.0;
  }
  return std::exp(logarithm);
}

// What the law itself does along the motion, by its own stable steps.
struct Course {
  double fastest = 0.0;  // largest decay [1/s]
  double peak = 0.0;     // largest |F| [N]
};

template <class Law>
Course course(const Driven<Law>& driven) {
  constexpr int samples = 4096;  // per period; top speed, where lambda is largest for bristle laws, is one of them
  constexpr int periods = 3;
  constexpr std::size_t n = Driven<Law>::capacity;
  Course found;
  typename Driven<Law>::State x{};
  const double h = driven.period() / samples;
  std::array<double, n * n> slopes{};
  std::array<double, n> unused{};
  for (int k = 0; k <= periods * samples; ++k) {
    const double t = driven.period() * (k % samples) / samples;
    driven.jacobian(t, x, slopes, unused);
    found.fastest = std::max(found.fastest, spectral_radius<n>(slopes));
    found.peak = std::max(found.peak, std::abs(driven.force(t, x)));
    x = driven.advance_state(t, x, h);
  }
  return found;
}

template <class Law>
class Search {
 public:
  Search(const Driven<Law>& driven, FixedMethod method, StepCriterion criterion, double limit, double most_seconds)
      : driven_(driven), method_(method), criterion_(criterion), limit_(limit), watch_(most_seconds, 0.0) {}

  // True when the time was over: what has been found then means nothing.
  bool is_out_of_time() const { return watch_.is_over(); }

  // The smallest N that holds with all larger ones, looked for below `fine`; 0 when none up to three times that holds.
  int fewest_steps(int fine) const {
    constexpr double shrink = 0.9;
    constexpr int confirmed = 8;  // neighbours above the border: whether N is odd or a multiple of 4 matters beside it
    int holds = std::max(fine, floor_of_scan);
    int fails = holds;
    while (fails >= floor_of_scan && stable(fails)) {
      holds = fails;
      fails = fails > unit_scan ? int(shrink * fails) : fails - 1;
    }
    while (holds - fails > 1) {
      const int middle = (holds + fails) / 2;
      (stable(middle) ? holds : fails) = middle;
    }
    const int most = 3 * std::max(fine, unit_scan);
    for (int n = holds + 1; n <= holds + confirmed && n <= most; ++n)
      if (!stable(n)) holds = n + 1;
    return holds < most ? holds : 0;
  }

  static constexpr int floor_of_scan = 3;

 private:
  static constexpr int unit_scan = 200;  // below it every N is tried

  bool stable(int n) const {
    if (is_out_of_time() || (watch_.looks() && is_out_of_time())) return true;  // ends the search
    return criterion_ == StepCriterion::amplification ? errors_shrink(n) : stays_below(n);
  }

  bool stays_below(int n) const {
    constexpr int periods = 20;
    const auto below = [this](double t, const auto& x) {
      return std::abs(driven_.force(t, x)) <= limit_ && !(watch_.looks() && watch_.is_over());
    };
    FixedStep<Driven<Law>> steps(driven_, options(n));
    return steps.run(0.0, {}, periods * driven_.period(), below).succeeded();
  }

  template <std::size_t length>
  static double largest_error(const std::array<double, length>& x) {
    double largest = 0.0;
    for (std::size_t i = states<Law>; i < length; ++i) largest = std::max(largest, std::abs(x[i]));
    return largest;
  }

  // Errors may fall below the smallest double and grow again: their size is taken out every few steps.
  bool errors_shrink(int n) const {
    constexpr std::size_t size = states<Law>;
    constexpr int few = 16;
    const Variation<Law> variation(driven_);
    FixedStep<Variation<Law>> steps(variation, options(n));
    std::array<double, size + size * size> x{};
    for (std::size_t i = 0; i < size; ++i) x[size + i * size + i] = 1.0;
    double logarithm = 0.0;
    typename Driven<Law>::State own{};  // the law's course by its own steps: the method's may leave every number
    for (int k = 0; k < n && !(watch_.looks() && watch_.is_over()); k += few) {
      const auto at = [&](int step) { return driven_.period() * std::min(step, n) / n; };
      std::copy(own.begin(), own.end(), x.begin());
      const auto report = steps.run(at(k), x, at(k + few), [](double, const auto&) { return true; });
      if (!report.succeeded()) return false;
      std::copy_n(report.state.begin(), x.size(), x.begin());
      for (int step = k; step < std::min(k + few, n); ++step) own = driven_.advance_state(at(step), own, at(1));
      const double largest = largest_error(x);
      if (largest == 0.0) return true;
      for (std::size_t i = size; i < x.size(); ++i) x[i] /= largest;
      logarithm += std::log(largest);
    }
    std::array<double, size * size> map;
    std::copy_n(x.begin() + size, map.size(), map.begin());
    return logarithm + std::log(spectral_radius<size>(map)) < 0.0;
  }

  FixedStepOptions options(int n) const {
    constexpr double far = 1e200;  // what leaves this has diverged
    return {.method = method_, .step = driven_.period() / n, .bound = far};
  }

  const Driven<Law>& driven_;
  FixedMethod method_;
  StepCriterion criterion_;
  double limit_;  // on |F| [N]
  mutable Stopwatch watch_;
};

template <class Law>
std::string reason_without_answer() {
  const std::string name(Law::name);
  if (states<Law> == 0) return name + " has no state that a step could make unstable";
  if (HasHold<Law>) return name + " holds the body rigidly: its events set the step, no decay does";
  if (HasGuards<Law>) return name + " changes its modes by events: it has no smooth rate along the whole motion";
  return name + " has " + std::to_string(states<Law>) + " states; the search serves up to " +
         std::to_string(most_states);
}

template <Smooth Law>
LargestStep search_largest_step(const typename Law::template Params<double>& p, const SineMotion& motion,
                                DrivenMethod method, StepCriterion criterion, const LargestStepOptions& options) {
  const Driven<Law> driven(p, motion);
  const Course own = course(driven);
  const double local = real_stability_limit(method) / own.fastest;
  if (criterion == StepCriterion::local || !std::isfinite(local)) return {local, 0, {}};
  const double static_force =
      options.static_force > 0.0 ? options.static_force : std::max(driven.force_at_start_of_sliding(), own.peak);
  const double limit = (criterion == StepCriterion::one_percent ? 1.01 : 10.0) * static_force;
  constexpr double finer = 2.2;  // than the local limit: there all criteria hold
  const Search<Law> search(driven, FixedMethod(method), criterion, limit, options.most_seconds);
  const int n = search.fewest_steps(int(std::min(1e8, std::ceil(finer * motion.period() / local))));
  if (search.is_out_of_time())
    return {.reason = "the search had no answer after " + to_text(options.most_seconds) +
                      " s of processor time: the law decays in " + to_text(1.0 / own.fastest) +
                      " s along a period of " + to_text(motion.period()) + " s"};
  if (n == 0) return {.reason = "the criterion holds with no step: the force passes its limit along the motion itself"};
  const bool at_floor = n == Search<Law>::floor_of_scan;
  return {motion.period() / n, n, at_floor ? "3 steps per period are the fewest tried" : ""};
}

}  // namespace largest_step

// Throws std::invalid_argument when amplitude or frequency is not positive.
template <FrictionLaw Law>
LargestStep largest_stable_step(const typename Law::template Params<double>& p, const SineMotion& motion,
                                DrivenMethod method, StepCriterion criterion, const LargestStepOptions& options = {}) {
  if (!(motion.amplitude > 0.0) || !(motion.frequency > 0.0))
    throw std::invalid_argument("largest stable step along a sine of amplitude = " + to_text(motion.amplitude) +
                                " m and frequency = " + to_text(motion.frequency) + " Hz: both must be above 0");
  constexpr double every_step = std::numeric_limits<double>::infinity();
  LargestStep found;
  if constexpr (largest_step::never_unstable<Law>)
    found = {every_step, 0, std::string(Law::name) + " follows the displacement; nothing in it decays"};
  else if (method == DrivenMethod::exponential && ExponentialLaw<Law>)
    found = {every_step, 0, "exponential steps are stable at every step"};
  else if (method == DrivenMethod::exponential)
    found.reason = "the exponential steps do not serve " + std::string(Law::name);
  else if constexpr (largest_step::Smooth<Law>)
    found = largest_step::search_largest_step<Law>(p, motion, method, criterion, options);
  else
    found.reason = largest_step::reason_without_answer<Law>();
  if (found.step > options.cap) {
    found.step = options.cap;
    found.steps_per_period = 0;
    found.reason = "cap";
  }
  return found;
}

}  // namespace stickslip::solve
