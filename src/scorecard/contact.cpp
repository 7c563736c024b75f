// What is asked of the law alone: does it give away energy, and what does a step cost?
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <random>

#include "stickslip/friction/all.hpp"
#include "subject.hpp"

namespace stickslip::scorecard {

using namespace experiment;

namespace {

// Calls measure(Law{}, parameters) for the subject's law.
template <class Measure>
ScoreCell with_law(const Subject& s, Measure measure) {
  const Experiment& e = s.experiment();
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements, [&](auto law) -> ScoreCell {
    using Law = decltype(law);
    return measure(law, make_set<typename Law::template Params<double>>(e.law));
  });
}

template <class Law>
double measure_stored_energy(const typename Law::template Params<double>& p, const Contact<double>& c,
                             const typename Law::template State<double>& s) {
  if constexpr (HasStoredEnergy<Law>)
    return Law::stored_energy(p, c, s);
  else
    return 0.0;
}

template <class Law>
double stiffness(const typename Law::template Params<double>& p, const Contact<double>& c) {
  if constexpr (HasPreslidingStiffness<Law>)
    return Law::presliding_stiffness(p, c);
  else
    return 0.0;
}

// A stretch of constant velocity under a constant applied force.
struct Stretch {
  double velocity, duration, applied;
};

// What a random motion is made of: the law's own scales.
struct Scale {
  double force, speed, length;
};

class Motions {
 public:
  explicit Motions(const Scale& scale) : scale_(scale) {}

  std::vector<Stretch> next() {
    std::vector<Stretch> motion(stretches);
    for (Stretch& piece : motion) piece = draw();
    return motion;
  }

 private:
  static constexpr std::size_t stretches = 6;

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  double decades(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }

  Stretch draw() {
    if (uniform(0.0, 1.0) < 0.15) return {0.0, decades(1e-3, 10.0), uniform(-1.0, 1.0) * scale_.force};
    const double direction = uniform(0.0, 1.0) < 0.5 ? 1.0 : -1.0;
    const double speed = scale_.speed * decades(1e-2, 1e2);
    const double travel = scale_.length * decades(1e-2, 1e2);
    return {direction * speed, travel / speed, direction * 2.0 * scale_.force};
  }

  Scale scale_;
  std::mt19937_64 random_{20100526};
};

// Energy that a motion draws out of a law at rest, beyond every doubt, and the work done on it [J].
//
// The work of a step is (F0 + F1)/2 v h; it is uncertain by the change of force, and by what a spring may add inside
// the step. A law that stores energy E owes it: drawn = E - work - uncertainty.
struct Balance {
  double drawn = 0.0;
  double turned_over = 0.0;
};

template <class Law>
Balance balance(const typename Law::template Params<double>& p, const std::vector<Stretch>& motion) {
  constexpr int steps = 64;
  Balance b;
  double account = 0.0;  // work + uncertainty
  typename Law::template State<double> s{};
  Contact<double> c;
  const double start = measure_stored_energy<Law>(p, c, s);
  for (const Stretch& piece : motion) {
    const Contact<double> stopped = c;
    c.velocity = piece.velocity;
    c.applied = piece.applied;
    s = Law::advance(p, stopped, c, s, 0.0);
    const double h = piece.duration / steps;
    const double travel = piece.velocity * h;
    double force0 = Law::force(p, c, s).value;
    for (int i = 0; i < steps; ++i) {
      const Contact<double> before = c;
      c.displacement += travel;
      s = Law::advance(p, before, c, s, h);
      const double force1 = Law::force(p, c, s).value;
      const double doubt =
          (std::abs(force1 - force0) + stiffness<Law>(p, c) * std::abs(travel)) * std::abs(travel) / 2.0;
      constexpr double rounding = 1e-13;
      const double slack =
          rounding * (std::abs(force0) + std::abs(force1)) * (std::abs(travel) + std::abs(c.displacement));
      account += (force0 + force1) / 2.0 * travel + doubt + slack;
      b.turned_over += (std::abs(force0) + std::abs(force1)) / 2.0 * std::abs(travel);
      b.drawn = std::max(b.drawn, measure_stored_energy<Law>(p, c, s) * (1.0 - rounding) - start - account);
      force0 = force1;
    }
  }
  return b;
}

// Random motions that draw energy out of a law.
struct Drawn {
  int count = 0;
  double worst = 0.0;  // over the work turned over

  void add(const Balance& b) {
    if (b.drawn <= 0.0) return;
    ++count;
    worst = std::max(worst, b.drawn / b.turned_over);
  }
};

// Every parameter within a decade of the given one, every choice free; the given set where that is not admissible.
template <class P>
P drawn_near(const P& given, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(0.0, 1.0);
  P p = given;
  const auto all = scalars(p);
  for (const Field& f : fields<P>)
    for (double& value : all.subspan(f.first, f.width)) {
      const double draw = share(random);
      const double choice = std::floor(f.lower + draw * (f.upper - f.lower + 1.0));
      value = f.choices.empty() ? value * std::pow(10.0, 2.0 * draw - 1.0) : choice;
      value = std::clamp(value, f.lower, f.upper);
    }
  return complaint(p).empty() ? p : given;
}

constexpr int motions = 10'000;

template <class Law>
Drawn draw_from(const Subject& s, const typename Law::template Params<double>& p, bool other_parameters) {
  const double k = stiffness<Law>(p, Contact<double>{});
  Motions draw({s.breakaway(), s.speed(), k > 0.0 ? s.breakaway() / k : 1e-5});
  std::mt19937_64 random{20100526};
  Drawn drawn;
  for (int i = 0; i < motions; ++i) drawn.add(balance<Law>(other_parameters ? drawn_near(p, random) : p, draw.next()));
  return drawn;
}

}  // namespace

// Random motions: stretches of constant velocity, with stops and reversals, over four decades of speed and travel. A
// law that is not passive for all parameters and showed nothing is tried with others.
ScoreCell energy_drawn(const Subject& s) {
  return with_law(s, [&s](auto law, const auto& p) -> ScoreCell {
    using Law = decltype(law);
    const auto text = [](const Drawn& d) {
      return std::to_string(d.count) + " of " + std::to_string(motions) + " motions";
    };
    const Drawn drawn = draw_from<Law>(s, p, false);
    if (drawn.count > 0) return {100.0 * drawn.worst, Score::no, text(drawn)};
    if (Law::passivity == Passivity::always) return {0.0, Score::yes};
    const Drawn elsewhere = draw_from<Law>(s, p, true);
    return {100.0 * elsewhere.worst, Score::partly,
            "none with these parameters; with others within a decade " + text(elsewhere) + "; passive " +
                (Law::passivity == Passivity::never ? "" : "when ") + std::string(Law::passive_when)};
  });
}

// A slow sine with a faster one on top: slides, turns, presliding loops.
ScoreCell cost_per_step(const Subject& s) {
  return with_law(s, [&s](auto law, const auto& p) -> ScoreCell {
    using Law = decltype(law);
    constexpr std::size_t steps = 4000;
    constexpr double h = 1e-3;
    std::vector<Contact<double>> motion(steps + 1);
    for (std::size_t i = 1; i <= steps; ++i) {
      const double w = 2.0 * std::numbers::pi * double(i) * h;
      motion[i].velocity = 2.0 * s.speed() * (std::sin(w) + 0.5 * std::sin(7.3 * w));
      motion[i].displacement = motion[i - 1].displacement + (motion[i - 1].velocity + motion[i].velocity) / 2.0 * h;
      motion[i].applied = 2.0 * s.breakaway() * std::cos(w);
    }
    double best = std::numeric_limits<double>::infinity();
    constexpr int repeats = 15;
    double sum = 0.0;
    for (int r = 0; r < repeats; ++r) {
      typename Law::template State<double> state{};
      const auto begin = std::chrono::steady_clock::now();
      for (std::size_t i = 0; i < steps; ++i) {
        state = Law::advance(p, motion[i], motion[i + 1], state, h);
        sum += Law::force(p, motion[i + 1], state).value;
      }
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      best = std::min(best, taken.count() / double(steps));
    }
    const double nanoseconds = 1e9 * best;
    const bool finite = std::isfinite(sum);
    return {nanoseconds,
            nanoseconds < 100.0    ? Score::yes
            : nanoseconds < 1000.0 ? Score::partly
                                   : Score::no,
            finite ? "" : "the force is not finite"};
  });
}

}  // namespace stickslip::scorecard
