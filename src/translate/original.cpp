#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "forms.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::translate {

using namespace io;

namespace {

constexpr std::size_t samples_per_stroke = 8000;
constexpr double stroke_periods = 2.0;
constexpr double strong_push = 1e9;  // [N] more than any friction

// A law without a speed of its own is the same at every speed, and any will do.
double own_speed(const Original& o, const AnyLaw& law) {
  constexpr double any = 0.01;
  if (const double said = law.own_speed(); !std::isnan(said)) return said > 0.0 ? said : any;
  for (const Field& f : law.param_fields())
    if (f.unit == "m/s" && o.value(f.name) > 0.0) return o.value(f.name);
  return any;
}

}  // namespace

Original::Original(const Model& model, const TranslateOptions& options)
    : model_(model), options_(options), info_(law_info(model.law)), law_(make_law(model.law, model.elements)) {
  check_options(options);
  law_->set_params(model.group.values);
  range_ = find_range();
  speed_ = std::sqrt(range_.slow * range_.fast);
  const double stiffness = presliding_stiffness();
  if (stiffness > 0.0) path_ = std::abs(steady(speed_)) / stiffness;
  make_strokes();
}

OperatingRange Original::find_range() const {
  constexpr double decades = 100.0;  // from the fastest stroke down to the slowest, where nothing else is known
  if (options_.speed > 0.0) return {options_.speed / decades, options_.speed, 0.0, "as given"};
  if (const auto [slow, fast] = model_.speeds; fast > 0.0)
    return {std::max(slow, fast / (10.0 * decades)), fast, 0.0, "of the recording"};
  const double own = own_speed(*this, *law_);
  return {own, own_fastest(own), 0.0, "of the law's own parameters"};
}

// Ten times the speed at which the law changes; where friction goes on to rise, on to twice its level there, at most
// ten thousand times that speed: a viscous part belongs into the range.
double Original::own_fastest(double own) const {
  constexpr double rises = 1.1, doubled = 2.0;
  const double first = 10.0 * own, last = 1e4 * own;
  const double level = std::abs(steady(first));
  if (!(std::abs(steady(last)) > rises * level)) return first;
  double speed = first;
  while (speed < last && std::abs(steady(speed)) < doubled * level) speed *= 1.1;
  return std::min(speed, last);
}

bool Original::has(std::string_view field) const {
  const auto table = law_->param_fields();
  return std::any_of(table.begin(), table.end(), [field](const Field& f) { return f.name == field; });
}

double Original::value(std::string_view field) const {
  const auto used = model_.group.list(field);
  double sum = 0.0;
  for (const double x : used) sum += x;
  return sum / double(used.size());
}

Contact<double> Original::contact() const {
  return {.load = options_.load, .pressure = options_.pressure, .temperature = options_.temperature};
}

// The force after a long way at one speed, for a law that does not tell it.
double Original::settle_at(double velocity) const {
  constexpr std::size_t steps = 2000;
  const std::vector<double> velocities(steps, velocity);
  const std::vector<double> applied(steps, velocity > 0.0 ? strong_push : -strong_push);
  std::vector<double> state = law_->rest(), forces(steps);
  const double way = std::max(path_, 1e-3 * std::abs(velocity));
  law_->follow({.velocity = velocities, .applied = applied, .still = contact()},
               50.0 * way / (std::abs(velocity) * double(steps)), state, forces);
  return forces.back();
}

// Within the dead band of a law there is no steady sliding; there, too, it is pushed on.
double Original::sliding(double velocity) const {
  Contact<double> c = contact();
  c.velocity = velocity;
  const double told = info_.has_steady_state ? law_->steady_state(c) : 0.0;
  return told != 0.0 ? told : settle_at(velocity);
}

double Original::steady(double speed) const { return (sliding(speed) - sliding(-speed)) / 2.0; }

double Original::asymmetry() const {
  double worst = 0.0;
  for (const double speed : {0.01 * speed_, speed_, range_.fast}) {
    const double forward = sliding(speed), back = sliding(-speed);
    worst = std::max(worst, std::abs(forward + back) / std::max(std::abs(forward - back) / 2.0, 1e-300));
  }
  return worst;
}

double Original::presliding_stiffness() const {
  return info_.has_presliding ? law_->presliding_stiffness(contact()) : 0.0;
}

std::vector<double> Original::follow_stroke(const AnyLaw& law, const Stroke& stroke) const {
  std::vector<double> state = law.rest(), forces(stroke.velocity.size());
  law.follow({.velocity = stroke.velocity, .applied = stroke.applied, .still = contact()}, stroke.step, state, forces);
  return forces;
}

// Strokes at the slowest speed of the range, in its middle and at its fastest, and one within the elastic path. None is
// shorter than the speed covers in a tenth of a second: 10 rad/s is slow for every machine, so that a stroke shows
// friction and not the inertia of a bristle.
void Original::make_strokes() {
  constexpr double fastest_turn = 10.0;    // [rad/s]
  constexpr double sliding_paths = 100.0;  // of the elastic path, so that presliding is a small part of the stroke
  std::vector<TestStroke> plans;
  if (const double amplitude = 0.5 * path_; amplitude > 0.0)
    plans.push_back({std::min(range_.slow, fastest_turn * amplitude), amplitude, false});
  for (const double speed : {range_.slow, speed_, range_.fast})
    plans.push_back({speed, std::max(sliding_paths * path_, speed / fastest_turn), true});
  // What moves the body against the law: a law that asks for the applied force then slides as the motion says.
  const double push = 10.0 * std::abs(steady(0.01 * speed_)) + 10.0 * std::abs(steady(range_.fast));
  for (const TestStroke& plan : plans) strokes_.push_back(make_stroke(plan, push));
  range_.amplitude = plans.front().amplitude;
}

Stroke Original::make_stroke(const TestStroke& plan, double push) const {
  constexpr double turn = 2.0 * std::numbers::pi;
  Stroke s{plan, stroke_periods * turn * plan.amplitude / plan.speed / double(samples_per_stroke), {}, {}, {}};
  for (std::size_t k = 0; k <= samples_per_stroke; ++k) {
    s.velocity.push_back(plan.speed * std::sin(turn * stroke_periods * double(k) / double(samples_per_stroke)));
    s.applied.push_back(s.velocity.back() < 0.0 ? -push : push);
  }
  s.force = follow_stroke(*law_, s);
  return s;
}

std::string with_unit(double value, std::string_view unit, const Original& original) {
  return text::digits_or_dash(value, 4) + " " + text::show_unit(unit, original.model().rotary);
}

void add_usual_losses(Translation& t, const Original& o, bool has_bristle) {
  const double stiffness = o.presliding_stiffness();
  if (!has_bristle && stiffness > 0.0)
    t.lost.push_back("presliding: the law starts with " + with_unit(stiffness, "N/m", o) +
                     "; here a body that rests does not move at all, or creeps");
  if (has_bristle && o.info().stick != Stick::none)
    t.lost.push_back("a bristle creeps under a force that oscillates below break-away; the law does not");
  if (o.asymmetry() > 1e-3)
    t.lost.push_back("the directions differ by " + text::digits_or_dash(100.0 * o.asymmetry(), 3) +
                     " %: their mean was written");
  const Reads all = o.info().reads | o.info().may_read;
  const auto fixed_at = [&](Reads column, const std::string& name, double value, std::string_view unit) {
    if (includes(all, column))
      t.lost.push_back("friction does not follow the " + name + ": the law was looked at with " +
                       text::digits_or_dash(value, 4) + " " + std::string(unit));
  };
  fixed_at(Reads::load, "load", o.options().load, "N");
  fixed_at(Reads::pressure, "pressure", o.options().pressure, "Pa");
  fixed_at(Reads::temperature, "temperature", o.options().temperature, "K above the reference");
}

}  // namespace stickslip::translate
