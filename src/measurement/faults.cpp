#include "faults.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "agreement.hpp"
#include "findings.hpp"
#include "friction_share.hpp"
#include "sensor_faults.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/units.hpp"

namespace stickslip::measurement {
namespace {

std::string mapping(const SignalName& name) { return option_reference("map", signal_words(name)); }

// "--map force=-F": the unit only where it is not the file's.
std::string describe_turn(const Signal& s) {
  SignalName other{s.name.role, s.name.column, "", !s.name.reversed};
  return mapping(other);
}

std::string in_unit(const Signal& s, const std::string& unit) {
  return mapping({s.name.role, s.name.column, unit, s.name.reversed});
}

Fault fault(const Signal& s, const std::string& what, const std::string& text) {
  return {{what, s.name.column, header_line, text, true}};
}

double find_factor(const std::string& unit) { return unit.empty() ? 1.0 : find_unit(unit).value_or(Unit{}).factor; }

// ---- units: which one makes a quantity and its rate agree

struct UnitGuess {
  std::string remedy;
  double oddity = 0.0;  // decades between what would be measured and what is usual
};

constexpr std::array<std::string_view, 9> lengths{"m", "mm", "um", "cm", "in", "nm", "dm", "ft", "km"};
constexpr std::array<std::string_view, 4> angles{"rad", "deg", "rev", "mrad"};
constexpr std::array<std::string_view, 8> speeds{"m/s", "mm/s", "um/s", "cm/s", "in/s", "m/min", "mm/min", "km/h"};
constexpr std::array<std::string_view, 5> rotations{"rad/s", "deg/s", "rpm", "rev/s", "mrad/s"};
constexpr std::array<std::string_view, 6> accelerations{"m/s2", "g", "mm/s2", "cm/s2", "in/s2", "um/s2"};
constexpr std::array<std::string_view, 3> spins{"rad/s2", "deg/s2", "rev/s2"};
constexpr std::array<std::string_view, 5> times{"s", "ms", "us", "min", "ns"};

std::span<const std::string_view> list_units(std::string_view role, bool rotary) {
  if (role == "displacement") return rotary ? std::span<const std::string_view>(angles) : lengths;
  if (role == "velocity") return rotary ? std::span<const std::string_view>(rotations) : speeds;
  if (role == "acceleration") return rotary ? std::span<const std::string_view>(spins) : accelerations;
  return times;
}

// What is usual on a bench, for the choice between units that are all consistent.
double usual_size(std::string_view role, bool rotary) {
  if (role == "displacement") return rotary ? 1.0 : 1e-2;  // [rad, m] travel
  if (role == "velocity") return rotary ? 2.0 : 5e-2;      // [rad/s, m/s] largest
  if (role == "acceleration") return rotary ? 10.0 : 1.0;
  return 1e-3;  // [s] step
}

double measure_size(const Signal& s, double step) {
  if (s.name.role == "time") return step;
  const auto [low, high] = std::minmax_element(s.values.begin(), s.values.end());
  return s.name.role == "displacement" ? *high - *low : std::max(std::abs(*low), std::abs(*high));
}

std::vector<double> find_slopes(std::span<const double> x, double step) {
  std::vector<double> slopes(x.size());
  for (std::size_t i = 1; i + 1 < x.size(); ++i) slopes[i] = (x[i + 1] - x[i - 1]) / (2.0 * step);
  return slopes;
}

double variance(std::span<const double> x) {
  double sum = 0.0, squares = 0.0;
  for (const double v : x) {
    sum += v;
    squares += v * v;
  }
  const double n = double(x.size());
  return std::max(squares / n - sum / n * (sum / n), 1e-300);
}

double decades(double a, double b) { return a > 0.0 && b > 0.0 ? std::abs(std::log10(a / b)) : 0.0; }

constexpr double same_factor = 0.07;  // of a slope: what noise and filters may do to it

// Units of a signal with which `factor` would be 1 when the signal's own factor enters with that power.
void add_guesses(const Signal& s, double factor, int power, const Signals& all, std::vector<UnitGuess>& guesses) {
  if (!s.is_recorded() || s.name.column.empty()) return;
  for (const std::string_view unit : list_units(s.name.role, all.rotary)) {
    const double ratio = find_factor(std::string(unit)) / find_factor(s.name.unit);
    if (std::abs(std::log(factor * std::pow(ratio, power))) > same_factor) continue;
    double oddity = 0.0;
    for (const Signal* other : {&all.time, &all.displacement, &all.velocity}) {
      if (!other->is_recorded()) continue;
      const double size = measure_size(*other, all.step) * (other == &s ? ratio : 1.0);
      oddity += decades(size, usual_size(other->name.role, all.rotary));
    }
    guesses.push_back({in_unit(s, std::string(unit)), oddity});
  }
}

std::string remedies(std::vector<UnitGuess> guesses) {
  std::stable_sort(guesses.begin(), guesses.end(),
                   [](const UnitGuess& a, const UnitGuess& b) { return a.oddity < b.oddity; });
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(most, guesses.size()); ++k)
    text += (k == 0   ? "; repair it with "
             : k == 1 ? ", or, where that is not the cause, with "
                      : " or ") +
            guesses[k].remedy;
  return text;
}

// "1000 times as fast as the velocity says"
std::string speed_words(double factor, const Signal& rate) {
  const std::string says = " the " + rate.name.role + " says";
  return factor >= 1.0 ? brief(factor) + " times as fast as" + says
                       : brief(1.0 / factor) + " times more slowly than" + says;
}

// ---- a quantity and its rate

constexpr double related = 0.97;  // correlation from which two channels are taken to be of one motion

bool is_one(double factor) { return factor > 0.8 && factor < 1.25; }

// A rate that should be the derivative of the quantity, both recorded.
struct Pair {
  const Signal& quantity;
  const Signal& rate;
  Comparison comparison;
  Agreement at_rest = comparison.best();  // without a shift
};

std::optional<Fault> wrong_unit(const Pair& p, const Signals& all) {
  const double factor = std::abs(p.at_rest.slope);
  if (is_one(factor)) return std::nullopt;
  std::vector<UnitGuess> guesses;
  add_guesses(p.quantity, factor, 1, all, guesses);
  add_guesses(p.rate, factor, -1, all, guesses);
  add_guesses(all.time, factor, -1, all, guesses);
  if (guesses.empty()) return std::nullopt;
  return fault(p.quantity, "unit", "it changes " + speed_words(factor, p.rate) + remedies(guesses));
}

// Whether every part of the recording that moves shows the same factor: one jump between two samples may feign any.
bool shows_throughout(const Pair& p, const Signals& all) {
  constexpr std::size_t parts = 5;
  const std::size_t length = p.rate.values.size() / parts;
  const double usual = variance(find_slopes(p.quantity.values, all.step));
  std::size_t same = 0;
  for (std::size_t k = 0; k < parts; ++k) {
    const auto y = p.quantity.values.subspan(k * length, length), r = p.rate.values.subspan(k * length, length);
    const Agreement a = Comparison(y, r, all.step).best();
    const bool agrees = std::abs(a.correlation) > 0.9 && std::abs(a.slope / p.at_rest.slope - 1.0) < 0.25;
    if (agrees) ++same;
    if (!agrees && variance(find_slopes(y, all.step)) > 0.3 * usual) return false;
  }
  return same >= 2;
}

// No unit explains the factor: a calibration, a gear, a sensor on another body.
std::optional<Fault> find_unknown_factor(const std::optional<Pair>& p, const Signals& all) {
  constexpr double exactly = 0.995;  // a rate that is sampled too rarely shows a factor too, but not so well
  if (!p || p->at_rest.correlation < exactly || is_one(p->at_rest.slope)) return std::nullopt;
  if (!shows_throughout(*p, all)) return std::nullopt;
  return fault(p->quantity, "unit",
               "it changes " + speed_words(p->at_rest.slope, p->rate) +
                   ", which no unit explains; leave one of the columns out with " +
                   option_reference("map", p->rate.name.role + "=") + " or " +
                   option_reference("map", p->quantity.name.role + "="));
}

// Which of the two counts the wrong way: a force that resists the motion tells.
std::optional<Fault> opposite(const Pair& p, const Signals& all) {
  if (p.at_rest.slope > 0.0) return std::nullopt;
  double work = 0.0;
  for (std::size_t i = 0; i < all.force.values.size() && all.velocity.there(); ++i)
    work += all.force.values[i] * all.velocity.values[i];
  const bool rate_is_wrong = p.rate.name.role == "velocity" ? work < 0.0 : true;
  const Signal& wrong = rate_is_wrong ? p.rate : p.quantity;
  const Signal& other = rate_is_wrong ? p.quantity : p.rate;
  return fault(wrong, "sign",
               "it has the sign opposite to that of the " + other.name.role +
                   (work == 0.0 ? "" : "; the force tells that this one is reversed") + "; turn it with " +
                   describe_turn(wrong) + (work == 0.0 ? ", or the other with " + describe_turn(other) : ""));
}

double factor_between(const Signal& a, const Signal& b) { return find_factor(a.name.unit) / find_factor(b.name.unit); }

std::vector<double> scale_values(std::span<const double> values, double factor) {
  std::vector<double> all(values.begin(), values.end());
  for (double& v : all) v *= factor;
  return all;
}

std::string exchange_remedy(const Signal& a, const Signal& b) {
  const auto shown = [](const Signal& s, std::string_view si) {
    return s.name.unit.empty() ? std::string(si) : s.name.unit;
  };
  const auto to_si = [](const Signal& s) {
    return s.name.role == "displacement" ? "m" : s.name.role == "velocity" ? "m/s" : "N";
  };
  return "; repair it with " + mapping({a.name.role, b.name.column, shown(a, to_si(a)), false}) + " " +
         mapping({b.name.role, a.name.column, shown(b, to_si(b)), false});
}

// The columns of displacement and velocity exchanged: what is called the velocity has the derivative that is called
// displacement.
std::optional<Fault> find_exchanged_motion(const Pair& p, const Signals& all) {
  const auto as_quantity = scale_values(p.rate.values, factor_between(p.quantity, p.rate));
  const auto as_rate = scale_values(p.quantity.values, factor_between(p.rate, p.quantity));
  const Agreement other = Comparison(as_quantity, as_rate, all.step).best();
  constexpr double sure = 0.98;
  if (other.correlation < sure || !is_one(other.slope)) return std::nullopt;
  if (other.correlation < std::abs(p.at_rest.correlation) - 0.02) return std::nullopt;
  return fault(p.quantity, "swapped",
               "its derivative is not the " + p.rate.name.role + ", but it is that of column '" + p.rate.name.column +
                   "': the two columns are exchanged" + exchange_remedy(p.quantity, p.rate));
}

// The columns of force and velocity exchanged: the one that is called force is the derivative of the displacement.
std::optional<Fault> find_exchanged_force(const Pair& p, const Signals& all) {
  if (!all.force.is_recorded() || p.rate.name.role != "velocity") return std::nullopt;
  const auto as_rate = scale_values(all.force.values, factor_between(p.rate, all.force));
  const Agreement other = Comparison(p.quantity.values, as_rate, all.step).best();
  constexpr double sure = 0.98;
  if (other.correlation < sure || !is_one(other.slope) || other.correlation < p.at_rest.correlation)
    return std::nullopt;
  return fault(all.force, "swapped",
               "it is the derivative of the displacement, and column '" + p.rate.name.column +
                   "' is not: the columns of force and velocity are exchanged" + exchange_remedy(all.force, p.rate));
}

// ---- motion

struct Motion {
  std::size_t forward = 0, back = 0, reversals = 0;
};

Motion read_motion(std::span<const double> velocity, double moving) {
  Motion m;
  int last = 0;
  for (const double v : velocity) {
    const int now = v > moving ? 1 : v < -moving ? -1 : 0;
    if (now > 0) ++m.forward;
    if (now < 0) ++m.back;
    if (now != 0 && last != 0 && now != last) ++m.reversals;
    if (now != 0) last = now;
  }
  return m;
}

// ---- delays

std::vector<std::ptrdiff_t> shifts(std::ptrdiff_t farthest) {
  std::vector<std::ptrdiff_t> all{0};
  for (std::ptrdiff_t s = 1; s <= farthest; s += std::max<std::ptrdiff_t>(1, s / 10)) {
    all.push_back(s);
    all.push_back(-s);
  }
  return all;
}

struct BestShift {
  std::ptrdiff_t shift = 0;
  double left = 1.0;     // unexplained there
  double at_rest = 1.0;  // unexplained without a shift
};

// The first of the smallest: of a periodic motion the shift next to 0.
template <class Left>
BestShift best_shift(std::ptrdiff_t farthest, const Left& left_at) {
  BestShift best;
  best.at_rest = best.left = left_at(std::ptrdiff_t(0));
  const auto look = [&](std::ptrdiff_t s) {
    if (const double left = left_at(s); left < 0.98 * best.left) best = {s, left, best.at_rest};
  };
  for (const std::ptrdiff_t s : shifts(farthest)) look(s);
  const std::ptrdiff_t middle = best.shift, fine = std::max<std::ptrdiff_t>(1, std::abs(middle) / 10);
  for (std::ptrdiff_t s = middle - fine; s <= middle + fine; ++s)
    if (std::abs(s) <= farthest)
      if (const double left = left_at(s); left < best.left) best = {s, left, best.at_rest};
  return best;
}

// Shifts around the best one that leave hardly more: without the rows beside reversals nothing tells them apart.
struct Plateau {
  std::ptrdiff_t first, last;
};

template <class Left>
Plateau find_plateau(const BestShift& best, std::ptrdiff_t farthest, const Left& left_at) {
  constexpr double hardly = 0.1;  // of what the best shift explains
  const double level = best.left + hardly * (best.at_rest - best.left);
  Plateau p{best.shift, best.shift};
  while (p.first > -farthest && left_at(p.first - 1) < level) --p.first;
  while (p.last < farthest && left_at(p.last + 1) < level) ++p.last;
  return p;
}

// The shift in the plateau that leaves least of the rows beside reversals; from its middle where several leave the
// same.
template <class Left>
std::ptrdiff_t choose_in(const Plateau& plateau, const Left& left_at) {
  const std::ptrdiff_t middle = (plateau.first + plateau.last) / 2;
  std::ptrdiff_t chosen = middle;
  double least = left_at(middle);
  for (std::ptrdiff_t away = 1; away <= plateau.last - plateau.first; ++away)
    for (const std::ptrdiff_t s : {middle - away, middle + away})
      if (s >= plateau.first && s <= plateau.last)
        if (const double left = left_at(s); left < least) least = left, chosen = s;
  return chosen;
}

std::string samples_words(std::ptrdiff_t shift, double step) {
  return brief(double(std::abs(shift)) * step) + " s (" + std::to_string(std::abs(shift)) + " samples)";
}

std::string delay_option(const Signal& s, std::ptrdiff_t shift, double step) {
  return option_reference("delay", s.name.role + "=" + brief(double(shift) * step));
}

std::optional<Fault> late_rate(const std::optional<Pair>& pair, const Signals& all) {
  if (!pair) return std::nullopt;
  const Pair& p = *pair;
  const std::size_t n = p.rate.values.size();
  const auto farthest = std::ptrdiff_t(std::min<std::size_t>(200, n / 10));
  const std::size_t stroke =
      n / (read_motion(p.rate.values, moving_speed(p.rate.values)).reversals + 1);      // samples between reversals
  const std::size_t window = std::clamp<std::size_t>(stroke / 8, 1, p.at_rest.window);  // a longer one hides a lag
  const BestShift best = best_shift(farthest, [&](std::ptrdiff_t s) {
    const Agreement a = p.comparison.over(window, s);
    return a.slope * p.at_rest.slope > 0.0 ? 1.0 - a.correlation * a.correlation : 1.0;
  });
  constexpr double clear = 0.3, visible = 2e-3, harmful = 1e-2;  // of what is unexplained; of the squares
  if (std::abs(best.shift) < 2 || best.left > clear * best.at_rest || best.at_rest < visible) return std::nullopt;
  Fault f =
      fault(p.rate, "lag",
            "it comes " + samples_words(best.shift, all.step) + (best.shift > 0 ? " later" : " earlier") +
                " than the " + p.quantity.name.role + "; repair it with " + delay_option(p.rate, best.shift, all.step));
  f.finding.data_problem = best.at_rest >= harmful;
  return f;
}

std::optional<Pair> find_pair(const Signal& quantity, const Signal& rate, const Signals& all) {
  if (!quantity.is_recorded() || !rate.is_recorded()) return std::nullopt;
  return Pair{quantity, rate, Comparison(quantity.values, rate.values, all.step)};
}

// Exchanged columns, a sign or a unit: a quantity and its rate cannot both be right.
std::optional<Fault> contradiction(const std::optional<Pair>& p, const Signals& all) {
  if (!p || (p->at_rest.correlation >= related && is_one(p->at_rest.slope))) return std::nullopt;
  if (p->rate.name.role == "velocity") {
    if (auto found = find_exchanged_force(*p, all)) return found;
    if (auto found = find_exchanged_motion(*p, all)) return found;
  }
  if (std::abs(p->at_rest.correlation) < related || !shows_throughout(*p, all)) return std::nullopt;
  if (auto found = wrong_unit(*p, all)) return found;
  return opposite(*p, all);
}

// A velocity that its displacement confirms is right: then it is the acceleration, which few fits use.
std::optional<Fault> without_harm(std::optional<Fault> fault, bool confirmed) {
  if (fault && confirmed) fault->finding.data_problem = false;
  return fault;
}

// ---- the force

bool goes_both_ways(const Motion& m) {
  constexpr std::size_t enough = 20;  // samples
  return m.forward >= enough && m.back >= enough && m.reversals >= 3;
}

std::optional<Fault> drives_the_motion(const Signals& s, const FrictionShare& share) {
  const double as_recorded = share.unexplained(s.force.values, 0),
               as_turned = share.unexplained(s.force.values, 0, -1.0);
  constexpr double clear = 0.7, visible = 0.1;
  if (as_turned > clear * as_recorded || as_recorded - as_turned < visible) return std::nullopt;
  const std::string or_else = s.displacement.is_recorded() || !s.velocity.is_recorded()
                                  ? ""
                                  : ", or " + describe_turn(s.velocity) + " where the velocity is reversed";
  return fault(
      s.force, "sign",
      "it drives the motion, where friction resists it; turn its sign with " + describe_turn(s.force) + or_else);
}

// Whether the velocity jumps from one side to the other where the force passes smoothly through zero: then it is the
// velocity that acts as a friction does.
bool velocity_jumps_with(const Signals& s, double moving_force) {
  constexpr std::size_t within = 3;  // samples
  const auto force = s.force.values, velocity = s.velocity.values;
  const std::size_t reversals = read_motion(velocity, s.moving).reversals;
  const double fast = 3.0 * s.moving, small = 1.5 * moving_force;
  std::size_t jumps = 0, smooth = 0;
  for (std::size_t i = within; i < velocity.size(); ++i) {
    const double before = velocity[i - within], now = velocity[i];
    const bool jump = before * now < 0.0 && std::min(std::abs(before), std::abs(now)) > fast;
    if (!jump) continue;
    ++jumps;
    if (std::abs(force[i]) < small && std::abs(force[i] - force[i - within]) < small) ++smooth;
    i += 2 * within;
  }
  return jumps >= 4 && 10 * jumps >= 8 * reversals && 10 * smooth >= 8 * jumps;
}

// Whether what is called velocity is explained by what is called force, as friction by a velocity, and not the other
// way round.
bool is_explained_otherwise(const Signals& s, double as_recorded, std::size_t margin) {
  constexpr double poor = 0.02, clear = 0.25;
  constexpr double by_noise = 5.0;  // times the share of the noise: friction explains the rest
  const double noise = std::pow(numerics::white_noise(s.force.values), 2.0) / variance(s.force.values);
  if (as_recorded < std::max(poor, by_noise * noise)) return false;
  const auto a = find_slopes(s.force.values, s.step);
  const Signals other{.step = s.step,
                      .rotary = s.rotary,
                      .velocity = s.force,
                      .acceleration = {.values = a},
                      .moving = moving_speed(s.force.values)};
  return FrictionShare(other, margin).unexplained(s.velocity.values, 0) < clear * as_recorded;
}

// Force and velocity exchanged, where no displacement tells it.
std::optional<Fault> find_exchanged_unseen(const Signals& s, double as_recorded, std::size_t margin) {
  if (!s.force.is_recorded() || !s.velocity.is_recorded() || s.displacement.is_recorded()) return std::nullopt;
  const double moving_force = moving_speed(s.force.values);
  if (!goes_both_ways(read_motion(s.force.values, moving_force))) return std::nullopt;
  if (!velocity_jumps_with(s, moving_force) && !is_explained_otherwise(s, as_recorded, margin)) return std::nullopt;
  return fault(s.force, "swapped",
               "it goes with column '" + s.velocity.name.column +
                   "' as a velocity goes with its friction: the columns of force and velocity are exchanged" +
                   exchange_remedy(s.force, s.velocity));
}

// The clock, where no rate tells whether it is right: what is usual on a bench.
std::optional<Fault> odd_clock(const Signals& s) {
  if (!s.time.is_recorded() || s.time.name.column.empty()) return std::nullopt;
  const bool checked = s.velocity.is_recorded() && (s.displacement.is_recorded() || s.acceleration.is_recorded());
  constexpr double slow = 0.0999, fast = 2e-6;  // [s]
  if (checked || (s.step < slow && s.step > fast)) return std::nullopt;
  const bool is_slow = s.step >= slow;
  const double factor = find_factor(s.time.name.unit) * (is_slow ? 1e-3 : 1e3);
  std::string unit = is_slow ? "ms" : "s";
  for (const std::string_view other : times)
    if (std::abs(find_factor(std::string(other)) / factor - 1.0) < 1e-6) unit = other;
  Fault f = fault(s.time, "clock",
                  "a sample every " + brief(s.step) + " s, " + brief(s.step * double(s.lines.size() - 1)) +
                      " s altogether, is " + (is_slow ? "slow" : "fast") +
                      " for a friction test; if that is not so, give the unit of the time with " +
                      in_unit(s.time, unit) + ", and if it is, confirm it with " +
                      in_unit(s.time, s.time.name.unit.empty() ? "s" : s.time.name.unit));
  f.finding.data_problem = false;
  return f;
}

Fault late_force(const Signals& s, std::ptrdiff_t shift) {
  Fault f = fault(s.force, "lag",
                  "it comes " + samples_words(shift, s.step) + (shift > 0 ? " later" : " earlier") +
                      " than the motion, more than friction with memory does; repair it with " +
                      delay_option(s.force, shift, s.step));
  f.finding.suspected = true;  // damping and play look like a delay, too
  return f;
}

bool is_late(const BestShift& best, std::ptrdiff_t farthest, double harmful, double clear) {
  if (std::abs(best.shift) < 2 || std::abs(best.shift) >= farthest) return false;
  return best.left <= clear * best.at_rest && best.at_rest >= harmful;
}

// First without the rows beside reversals, where a derived velocity is poor. With them the shift is known to a sample,
// and a short one is seen, if it explains almost all.
std::optional<Fault> find_late_force(const Signals& s, const FrictionShare& share, const BestShift& best,
                                     std::ptrdiff_t farthest) {
  constexpr double harmful = 0.003, large = 0.01;         // of the squares
  const double clear = best.at_rest > large ? 0.5 : 0.4;  // of these; what laws of other kinds leave may fall to 0.6
  constexpr double beside_reversals = 0.001;              // of the speed that counts as moving
  const FrictionShare fine(s, std::size_t(farthest), beside_reversals);
  const auto left_at = [&](std::ptrdiff_t shift) { return share.unexplained(s.force.values, shift); };
  const auto finely = [&](std::ptrdiff_t shift) { return fine.unexplained(s.force.values, shift); };
  if (is_late(best, farthest, harmful, clear))
    return late_force(s, choose_in(find_plateau(best, farthest, left_at), finely));
  constexpr double visible = 0.001, almost_all = 0.15;  // of the squares; of these: laws with memory leave 0.3
  if (const BestShift other = best_shift(farthest, finely); is_late(other, farthest, visible, almost_all))
    return late_force(s, other.shift);
  return std::nullopt;
}

std::optional<Fault> force_fault(const Signals& s) {
  if (!s.force.there() || !s.velocity.there() || s.displacement.few_levels) return std::nullopt;
  const Motion motion = read_motion(s.velocity.values, s.moving);
  if (!goes_both_ways(motion)) return std::nullopt;
  const auto farthest = std::min({std::size_t(400), s.lines.size() / 10, s.lines.size() / (2 * motion.reversals)});
  const FrictionShare share(s, farthest);
  if (auto found = drives_the_motion(s, share)) return found;
  const BestShift best = best_shift(std::ptrdiff_t(farthest),
                                    [&](std::ptrdiff_t shift) { return share.unexplained(s.force.values, shift); });
  if (auto found = find_exchanged_unseen(s, best.left, farthest)) return found;
  constexpr double mostly = 0.6;  // of the time: at rest the force is what is applied, whenever
  if (share.moving_share() < mostly) return std::nullopt;
  return find_late_force(s, share, best, std::ptrdiff_t(farthest));
}

}  // namespace

std::vector<Fault> faults_between(const Signals& s) {
  std::vector<Fault> all;
  const auto add = [&all](std::optional<Fault> f) {
    if (f) all.push_back(*std::move(f));
    return f.has_value();
  };
  if (s.lines.size() < fewest_rows_for_faults) return all;
  add(odd_clock(s));
  const auto speed = find_pair(s.displacement, s.velocity, s), change = find_pair(s.velocity, s.acceleration, s);
  if (add(contradiction(speed, s)) || add(without_harm(contradiction(change, s), speed.has_value()))) return all;
  std::vector<Fault> sensors = sensor_faults(s);
  std::optional<Fault> late = late_rate(speed, s);
  if (late)  // a channel that rests earlier than the other looks like a sensor at its end
    std::erase_if(sensors, [&s](const Fault& f) {
      return f.finding.what == "saturation" && f.finding.column != s.force.name.column;
    });
  const bool at_fault = std::any_of(sensors.begin(), sensors.end(),
                                    [](const Fault& f) { return f.finding.data_problem || f.finding.what == "dead"; });
  all.insert(all.end(), sensors.begin(), sensors.end());
  if (at_fault) {  // the channels need not agree then
    add(std::move(late));
    return all;
  }
  if (add(find_unknown_factor(speed, s)) || add(std::move(late))) return all;
  if (!add(without_harm(find_unknown_factor(change, s), speed.has_value())))
    add(without_harm(late_rate(change, s), speed.has_value()));
  add(force_fault(s));
  return all;
}

}  // namespace stickslip::measurement
