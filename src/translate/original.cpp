#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "forms.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::translate {

using namespace io;

namespace {

constexpr std::size_t samples_per_stroke = 4000;
constexpr double stroke_periods = 2.0;
constexpr double strong_push = 1e9;  // [N] more than any friction

// The speed at which the law's friction changes; a law without one is the same at every speed, and any will do.
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
  speed_ = options.speed > 0.0 ? options.speed / 10.0 : own_speed(*this, *law_);
  const double stiffness = presliding_stiffness();
  // Without a stiffness to tell, a path that takes a tenth of a second at that speed.
  path_ = stiffness > 0.0 ? std::abs(steady(speed_)) / stiffness : 0.1 * speed_;
  if (!(path_ > 0.0)) path_ = 0.1 * speed_;
  make_strokes();
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
double Original::settled(double velocity) const {
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
  return told != 0.0 ? told : settled(velocity);
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

std::vector<double> Original::followed(const AnyLaw& law, const Stroke& stroke) const {
  std::vector<double> state = law.rest(), forces(stroke.velocity.size());
  law.follow({.velocity = stroke.velocity, .applied = stroke.applied, .still = contact()}, stroke.step, state, forces);
  return forces;
}

// Strokes at a tenth of the law's velocity, at it and at ten times it, each long enough to slide, and one at the
// slowest speed that stays within the elastic path.
void Original::make_strokes() {
  range_ = {0.1 * speed_, 10.0 * speed_, 0.5 * path_};
  struct Plan {
    double speed, amplitude;
  };
  for (const Plan plan : {Plan{range_.slow, range_.amplitude}, Plan{range_.slow, 100.0 * path_},
                          Plan{speed_, 100.0 * path_}, Plan{range_.fast, 100.0 * path_}}) {
    const double period = 2.0 * std::numbers::pi * plan.amplitude / plan.speed;
    Stroke s{stroke_periods * period / double(samples_per_stroke), plan.amplitude > path_, {}, {}, {}};
    // What moves the body against the law: a law that asks for the applied force then slides as the motion says.
    const double push = 10.0 * std::abs(steady(0.01 * speed_)) + 10.0 * std::abs(steady(range_.fast));
    for (std::size_t k = 0; k <= samples_per_stroke; ++k) {
      const double angle = 2.0 * std::numbers::pi * stroke_periods * double(k) / double(samples_per_stroke);
      s.velocity.push_back(plan.speed * std::sin(angle));
      s.applied.push_back(s.velocity.back() < 0.0 ? -push : push);
    }
    s.force = followed(*law_, s);
    strokes_.push_back(std::move(s));
  }
}

std::string with_unit(double value, std::string_view unit, const Original& original) {
  return text::digits_or_dash(value, 4) + " " + text::shown_unit(unit, original.model().rotary);
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
