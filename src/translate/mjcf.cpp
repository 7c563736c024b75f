// MuJoCo has two places for friction: the joint, and since 3.7 a dcmotor with a LuGre bristle, which carries no viscous
// part; that stays in the joint. What its solver and its steps of time make of them is stated beside the snippet.
//
// A dcmotor is friction alone when its motor gives no force. MuJoCo refuses a motor constant of 0, and knows
// input="none", a motor without a control, from 3.12 on only: 1e-9 N/A at 1 ohm brakes with 1e-18 N.s/m, and a control
// that stays at 0 does nothing.
#include <algorithm>
#include <array>

#include "forms.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/text/markup.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::translate {
namespace {

constexpr double default_step = 2e-3;  // [s] of MuJoCo
constexpr double fine_step = 1e-4;     // [s] a careful user's
constexpr double body = 1.0;           // [kg], [kg.m2] of whom notes speak

// A dry level in MuJoCo is a soft constraint. It asks for the acceleration -b v and yields by (1 - d)/d of the mass, so
// that a body of mass m creeps with v = F (1 - d) / (d b m). MuJoCo's own values are d = 0.9 and b = 2/(0.95 x 20 ms);
// these are the hardest that it takes: a time constant below two steps counts as two steps, b = 1/(d step).
constexpr double impedance = 0.9999;
constexpr const char* hard_friction = " solreffriction=\"0.0002 1\" solimpfriction=\"0.9999 0.9999 0.001 0.5 2\"";
constexpr double usual_impedance = 0.9;
constexpr double usual_rate = 2.0 / (0.95 * 0.02);  // [1/s]

double creep(double force, double yields, double rate) { return force * (1.0 - yields) / (yields * rate * body); }

std::string milliseconds(double step) { return text::digits_or_dash(1e3 * step, 3) + " ms"; }

std::string joint_start(const Original& o) {
  return "<joint name=\"" + text::escape_markup(o.options().joint) + "\" type=\"" +
         (o.model().rotary ? "hinge" : "slide") + "\"";
}

void add_creep(Translation& t, const Original& o, const Levels& f) {
  const double half = 0.5 * f.level;
  const auto hard = [half](double step) { return creep(half, impedance, 1.0 / (impedance * step)); };
  t.notes.push_back("frictionloss is a soft constraint: under half its level a body of " + with_unit(body, "kg", o) +
                    " creeps with " + with_unit(hard(default_step), "m/s", o) + " at steps of " +
                    milliseconds(default_step) + ", " + with_unit(hard(fine_step), "m/s", o) + " at " +
                    milliseconds(fine_step) + "; without the two sol attributes, with " +
                    with_unit(creep(half, usual_impedance, usual_rate), "m/s", o));
}

Translation joint_friction(const Original& o) {
  const Levels f = find_levels(o);
  Translation t = joint_with(o,
                             xml_comment(o) + joint_start(o) + attribute("frictionloss", f.level) +
                                 attribute("damping", f.slope) + hard_friction + "/>\n",
                             f);
  add_creep(t, o, f);
  return t;
}

struct Bristle {
  StribeckForm curve;
  double stiffness = 0.0;  // [N/m]
  double damping = 0.0;    // [N.s/m]
  bool own_damping = true;
};

constexpr double calm = 1.5;  // times step times stiffness: a damping with which a vibration dies within some steps

// MuJoCo advances bristle and body by explicit steps h, which at rest decay where h < damping / stiffness. A law
// without damping gets enough for MuJoCo's default step: without it a body at rest would vibrate and creep.
Bristle make_bristle(const Original& o) {
  Bristle b{make_stribeck(o, false), o.presliding_stiffness(), 0.0, o.has("damping") && o.value("damping") > 0.0};
  b.curve.breakaway = std::max(b.curve.breakaway, b.curve.coulomb);
  b.damping = b.own_damping ? o.value("damping") : round_digits(calm * default_step * b.stiffness);
  return b;
}

std::unique_ptr<AnyLaw> make_bristle_law(const Bristle& b) {
  auto law = make_law(LuGre::name);  // what MuJoCo itself computes
  ParamGroup g = law_group(LuGre::name);
  const auto put = [&g](std::string_view key, double value) { assign(g, key, {{value}}); };
  put("stiffness", b.stiffness);
  put("damping", b.damping);
  put("coulomb", b.curve.coulomb);
  put("breakaway", b.curve.breakaway);
  put("stribeck_velocity", b.curve.velocity);
  put("stribeck_exponent", 2.0);
  put("viscous", b.curve.viscous);
  law->set_params(g.values);
  return law;
}

std::string motor_text(const Original& o, const Bristle& b) {
  const std::string name = text::escape_markup(o.options().joint);
  return joint_start(o) + attribute("damping", b.curve.viscous) +
         "/>\n<!-- in <actuator>: stiffness, damping, coulomb, static, stribeck velocity. The motor itself gives no "
         "force: leave\n     its control at 0, or from MuJoCo 3.12 on add input=\"none\" and it has no control -->\n" +
         "<dcmotor name=\"" + name + "_friction\" joint=\"" + name +
         "\" motorconst=\"1e-9\" resistance=\"1\" lugre=\"" + to_text(b.stiffness) + " " + to_text(b.damping) + " " +
         to_text(b.curve.coulomb) + " " + to_text(b.curve.breakaway) + " " + to_text(b.curve.velocity) + "\"/>\n";
}

std::string joint_instead(const Original& o) {
  const Levels plain = find_levels(o);
  Translation joint;
  compare_levels(joint, o, plain);
  return "<!-- without a dcmotor:" + attribute("frictionloss", plain.level) + attribute("damping", plain.slope) +
         hard_friction + "\n     in the joint; force difference " + with_unit(joint.difference, "N", o) + " -->\n";
}

// The lightest body that MuJoCo's integrator Euler moves without diverging: roots of z' = z + h v,
// v' = v - h (stiffness z + damping v) / m stay within the unit circle for m > h damping / 2 - h^2 stiffness / 4.
double lightest(const Bristle& b, double step) {
  return std::max(0.0, step * (b.damping / 2.0 - step * b.stiffness / 4.0));
}

void add_step_notes(Translation& t, const Original& o, const Bristle& b) {
  if (!b.own_damping)
    t.notes.push_back("the bristle got a damping of " + with_unit(b.damping, "N.s/m", o) +
                      ", which the law has not: without it a body at rest vibrates in MuJoCo and creeps");
  const double enough = round_digits(calm * default_step * b.stiffness);
  t.notes.push_back("a body rests at steps below " + milliseconds(b.damping / b.stiffness) +
                    (b.damping < default_step * b.stiffness
                         ? ", at longer ones it vibrates and creeps (for " + milliseconds(default_step) +
                               ": a damping of " + with_unit(enough, "N.s/m", o) + ")"
                         : "") +
                    "; with the integrator Euler it must weigh more than " +
                    with_unit(lightest(b, default_step), "kg", o) + " at " + milliseconds(default_step) + ", " +
                    with_unit(lightest(b, fine_step), "kg", o) + " at " + milliseconds(fine_step));
  t.notes.push_back(
      "the integrators implicit and implicitfast add step times damping to the inertia of a body that "
      "slides: " +
      with_unit(default_step * b.damping, "kg", o) + " at " + milliseconds(default_step) + ", " +
      with_unit(fine_step * b.damping, "kg", o) + " at " + milliseconds(fine_step) +
      "; Euler, the default, adds nothing");
}

Translation bristle_friction(const Original& o) {
  const Bristle b = make_bristle(o);
  Translation t;
  t.form = "a LuGre bristle with a Gaussian Stribeck dip, the same in both directions";
  t.text = xml_comment(o) + motor_text(o, b) + joint_instead(o);
  const auto law = make_bristle_law(b);
  compare(t, o, [&](const Stroke& s) { return o.follow_stroke(*law, s); });
  add_usual_losses(t, o, true);
  if (o.has("stribeck_exponent") && o.value("stribeck_exponent") != 2.0)
    t.lost.push_back("the exponent of the Stribeck dip is " + to_text(o.value("stribeck_exponent")) +
                     ", here it is 2: level, dip and velocity were fitted anew");
  add_step_notes(t, o, b);
  return t;
}

}  // namespace

Translation to_mjcf(const Original& o) {
  return o.presliding_stiffness() > 0.0 ? bristle_friction(o) : joint_friction(o);
}

}  // namespace stickslip::translate
