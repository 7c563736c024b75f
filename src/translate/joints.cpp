// Targets whose joints know a level and a slope: URDF, SDF, and PhysX with a level for rest beside it.
#include <numbers>

#include "forms.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/markup.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::translate {

std::string xml_comment(const Original& o) {
  return "<!-- friction of the law " + std::string(o.info().name) + ", written by stickslip translate -->\n";
}

std::string attribute(const std::string& name, double value) { return " " + name + "=\"" + to_text(value) + "\""; }

void compare_levels(Translation& t, const Original& o, const Levels& f) {
  compare(t, o, [&f](const Stroke& s) { return along(s, [&f](double speed) { return f.at(speed); }); });
}

namespace {

// The first speed beyond the range, in decades, at which friction has risen by a tenth; 0: it does not rise.
double rises_at(const Original& o) {
  const double fast = o.range().fast, own = o.steady(fast);
  for (double speed = 10.0 * fast; speed <= 1e4 * fast; speed *= 10.0)
    if (o.steady(speed) > 1.1 * own) return speed;
  return 0.0;
}

// Where a straight line leaves the law over speed: in its slope, at its fastest, beyond.
void add_lost_slope(Translation& t, const Original& o, const Levels& f) {
  const double fast = o.range().fast, own = o.steady(fast);
  const double rise = 2.0 * (own - o.steady(0.5 * fast)) / fast;  // [N.s/m] of the law at the fast end
  if (std::abs(f.at(fast) - own) > 0.05 * std::abs(own))
    t.lost.push_back("a straight line over speed: at " + with_unit(fast, "m/s", o) + " it gives " +
                     with_unit(f.at(fast), "N", o) + ", the law " + with_unit(own, "N", o));
  if (rise * fast > 0.05 * own && std::abs(f.slope - rise) > 0.1 * rise)
    t.lost.push_back("the slope at speed: the law's friction rises with " + with_unit(rise, "N.s/m", o) + " up to " +
                     with_unit(fast, "m/s", o) + ", the line over the whole range with " +
                     with_unit(f.slope, "N.s/m", o));
  if (const double speed = rises_at(o); !(f.slope > 0.0) && speed > 0.0)
    t.lost.push_back("friction that rises with speed: the line has no slope, the law has " +
                     with_unit(o.steady(speed), "N", o) + " at " + with_unit(speed, "m/s", o) + "; for such speeds, " +
                     option_reference("speed", text::digits_or_dash(speed, 3)));
}

void add_lost_level(Translation& t, const Original& o, const Levels& f) {
  if (f.hold > 1.001 * f.level)
    t.lost.push_back("break-away at " + with_unit(f.hold, "N", o) + ": the target holds with " +
                     with_unit(f.level, "N", o) + ", the level of sliding, and knows no fall of friction with speed");
}

}  // namespace

Translation joint_with(const Original& o, const std::string& text, const Levels& f) {
  Translation t;
  t.text = text;
  t.form = "one level and a slope over speed, the same in both directions";
  compare_levels(t, o, f);
  add_lost_level(t, o, f);
  add_lost_slope(t, o, f);
  add_usual_losses(t, o, false);
  return t;
}

Translation to_urdf(const Original& o) {
  const Levels f = find_levels(o);
  return joint_with(o,
                    xml_comment(o) + "<joint name=\"" + text::escape_markup(o.options().joint) + "\" type=\"" +
                        (o.model().rotary ? "revolute" : "prismatic") + "\">\n  <dynamics" +
                        attribute("damping", f.slope) + attribute("friction", f.level) + "/>\n</joint>\n",
                    f);
}

Translation to_sdf(const Original& o) {
  const Levels f = find_levels(o);
  return joint_with(o,
                    xml_comment(o) + "<joint name=\"" + text::escape_markup(o.options().joint) + "\" type=\"" +
                        (o.model().rotary ? "revolute" : "prismatic") +
                        "\">\n  <axis>\n    <dynamics>\n      <damping>" + to_text(f.slope) +
                        "</damping>\n      <friction>" + to_text(f.level) +
                        "</friction>\n    </dynamics>\n  </axis>\n</joint>\n",
                    f);
}

// USD attributes of PhysxJointAxisAPI; the viscous one of an angular axis counts degrees.
Translation to_physx(const Original& o) {
  const Levels f = find_levels(o);
  const std::string axis = o.model().rotary ? "angular" : "linear";
  const double per_unit = o.model().rotary ? std::numbers::pi / 180.0 : 1.0;
  const auto line = [&axis](const std::string& name, double value) {
    return "    float physxJointAxis:" + axis + ":" + name + " = " + to_text(value) + "\n";
  };
  Translation t;
  t.text = "# friction of the law " + std::string(o.info().name) + ", written by stickslip translate; " +
           (o.model().rotary ? "N.m and N.m.s/deg" : "N and N.s/m") + "\nover \"" + o.options().joint +
           "\" (\n    prepend apiSchemas = [\"PhysxJointAxisAPI:" + axis + "\"]\n)\n{\n" +
           line("staticFrictionEffort", f.hold) + line("dynamicFrictionEffort", f.level) +
           line("viscousFrictionCoefficient", f.slope * per_unit) + "}\n";
  t.form = "a level at rest, a level of sliding and a slope over speed, the same in both directions";
  compare_levels(t, o, f);
  if (f.hold > 1.001 * f.level)
    t.lost.push_back("the fall from break-away to sliding over speed: the target drops at once when the body moves");
  add_lost_slope(t, o, f);
  add_usual_losses(t, o, false);
  return t;
}

}  // namespace stickslip::translate
