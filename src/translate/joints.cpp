// Targets whose joints know a level and a slope: MJCF, URDF, SDF, and PhysX with a level for rest beside it.
#include <numbers>

#include "forms.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/text/markup.hpp"

namespace stickslip::translate {
namespace {

// "<!-- ... -->": the origin of the numbers, in a form that every XML reader skips.
std::string xml_comment(const Original& o) {
  return "<!-- friction of the law " + std::string(o.info().name) + ", written by stickslip translate -->\n";
}

std::string attribute(const std::string& name, double value) { return " " + name + "=\"" + text_of(value) + "\""; }

void add_lost_level(Translation& t, const Original& o, const Levels& f) {
  if (f.hold > 1.001 * f.level)
    t.lost.push_back("break-away at " + with_unit(f.hold, "N", o) + ": the target holds with " +
                     with_unit(f.level, "N", o) + ", the level of sliding, and knows no fall of friction with speed");
}

void compare_levels(Translation& t, const Original& o, const Levels& f) {
  compare(t, o, [&f](const Stroke& s) { return along(s, [&f](double speed) { return f.level + f.slope * speed; }); });
}

Translation joint_with(const Original& o, const std::string& text, const Levels& f) {
  Translation t;
  t.text = text;
  t.form = "one level and a slope over speed, the same in both directions";
  compare_levels(t, o, f);
  add_lost_level(t, o, f);
  add_usual_losses(t, o, false);
  return t;
}

std::unique_ptr<AnyLaw> bristle(const StribeckForm& f, double stiffness, double damping) {
  auto law = make_law(LuGre::name);  // what MuJoCo itself computes
  ParamGroup g = law_group(LuGre::name);
  const auto put = [&g](std::string_view key, double value) { assign(g, key, {{value}}); };
  put("stiffness", stiffness);
  put("damping", damping);
  put("coulomb", f.coulomb);
  put("breakaway", std::max(f.breakaway, f.coulomb));
  put("stribeck_velocity", f.velocity);
  put("stribeck_exponent", 2.0);
  put("viscous", f.viscous);
  law->set_params(g.values);
  return law;
}

}  // namespace

// MuJoCo has two places for friction: the joint, and since 3.7 a dcmotor with a LuGre bristle, which carries no viscous
// part; that stays in the joint. A motor without inputs and without a torque constant is friction alone.
Translation to_mjcf(const Original& o) {
  const std::string name = text::escape_markup(o.options().joint);
  const std::string type = o.model().rotary ? "hinge" : "slide";
  if (!(o.presliding_stiffness() > 0.0)) {
    const Levels f = levels_of(o);
    return joint_with(o,
                      xml_comment(o) + "<joint name=\"" + name + "\" type=\"" + type + "\"" +
                          attribute("frictionloss", f.level) + attribute("damping", f.slope) + "/>\n",
                      f);
  }
  const StribeckForm f = stribeck_of(o, false);
  const double stiffness = o.presliding_stiffness();
  const double damping = o.has("damping") ? o.value("damping") : 0.0;
  Translation t;
  t.form = "a LuGre bristle with a Gaussian Stribeck dip, the same in both directions";
  t.text = xml_comment(o) + "<joint name=\"" + name + "\" type=\"" + type + "\"" + attribute("damping", f.viscous) +
           "/>\n<!-- in <actuator>, MuJoCo 3.7 or later: stiffness, damping, coulomb, static, stribeck velocity -->\n" +
           "<dcmotor name=\"" + name + "_friction\" joint=\"" + name +
           "\" input=\"none\" motorconst=\"0 0\" resistance=\"1\" lugre=\"" + text_of(stiffness) + " " +
           text_of(damping) + " " + text_of(f.coulomb) + " " + text_of(std::max(f.breakaway, f.coulomb)) + " " +
           text_of(f.velocity) + "\"/>\n";
  const auto law = bristle(f, stiffness, damping);
  compare(t, o, [&](const Stroke& s) { return o.followed(*law, s); });
  add_usual_losses(t, o, true);
  if (o.has("stribeck_exponent") && o.value("stribeck_exponent") != 2.0)
    t.lost.push_back("the exponent of the Stribeck dip is " + text_of(o.value("stribeck_exponent")) +
                     ", here it is 2: level, dip and velocity were fitted anew");
  const Levels plain = levels_of(o);
  Translation joint;
  compare_levels(joint, o, plain);
  t.text += "<!-- without a dcmotor: " +
            ("frictionloss=\"" + text_of(plain.level) + "\" damping=\"" + text_of(plain.slope) + "\"") +
            " in the joint; force difference " + with_unit(joint.difference, "N", o) + " -->\n";
  return t;
}

Translation to_urdf(const Original& o) {
  const Levels f = levels_of(o);
  return joint_with(o,
                    xml_comment(o) + "<joint name=\"" + text::escape_markup(o.options().joint) + "\" type=\"" +
                        (o.model().rotary ? "revolute" : "prismatic") + "\">\n  <dynamics" +
                        attribute("damping", f.slope) + attribute("friction", f.level) + "/>\n</joint>\n",
                    f);
}

Translation to_sdf(const Original& o) {
  const Levels f = levels_of(o);
  return joint_with(o,
                    xml_comment(o) + "<joint name=\"" + text::escape_markup(o.options().joint) + "\" type=\"" +
                        (o.model().rotary ? "revolute" : "prismatic") +
                        "\">\n  <axis>\n    <dynamics>\n      <damping>" + text_of(f.slope) +
                        "</damping>\n      <friction>" + text_of(f.level) +
                        "</friction>\n    </dynamics>\n  </axis>\n</joint>\n",
                    f);
}

// USD attributes of PhysxJointAxisAPI; the viscous one of an angular axis counts degrees.
Translation to_physx(const Original& o) {
  const Levels f = levels_of(o);
  const std::string axis = o.model().rotary ? "angular" : "linear";
  const double per_unit = o.model().rotary ? std::numbers::pi / 180.0 : 1.0;
  const auto line = [&axis](const std::string& name, double value) {
    return "    float physxJointAxis:" + axis + ":" + name + " = " + text_of(value) + "\n";
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
  add_usual_losses(t, o, false);
  return t;
}

}  // namespace stickslip::translate
