// The friction elements of the Modelica Standard Library 4: a table over speed, and how far break-away lies above its
// first row.
#include "forms.hpp"

namespace stickslip::translate {
namespace {

std::string table_text(const std::vector<CurveRow>& curve, double scale) {
  std::string text = "[";
  for (std::size_t i = 0; i < curve.size(); ++i)
    text += (i == 0 ? "" : ";\n     ") + to_text(curve[i].speed) + ", " + to_text(round_digits(curve[i].force * scale));
  return text + "]";
}

// A clutch has its normal force as an input: the table holds coefficients of friction.
std::string clutch_text(const Original& o, const std::vector<CurveRow>& curve, double peak) {
  const double normal = o.value("normal_force") + o.options().load;
  const double geometry = o.value("radius") * o.value("surfaces");
  return "Modelica.Mechanics.Rotational.Components.Clutch " + o.options().joint + "(\n  mu_pos=\n    " +
         table_text(curve, 1.0 / (normal * geometry)) + ",\n  peak=" + to_text(peak) +
         ",\n  cgeo=" + to_text(geometry) + " \"m, mean radius times surfaces\",\n  fn_max=" + to_text(normal) +
         " \"N\");\n";
}

bool is_clutch(const Original& o) {
  return o.has("normal_force") && o.has("radius") && o.has("surfaces") &&
         o.value("normal_force") + o.options().load > 0.0;
}

}  // namespace

Translation to_modelica(const Original& o) {
  const std::vector<CurveRow> curve = tabulate_curve(o);
  const double hold = find_levels(o).hold;
  const double peak = curve[0].force > 0.0 ? round_digits(std::max(1.0, hold / curve[0].force)) : 1.0;
  const bool rotary = o.model().rotary;
  Translation t;
  t.text = "// friction of the law " + std::string(o.info().name) +
           ", written by stickslip translate; Modelica Standard Library 4; " +
           (rotary ? "rad/s and N.m" : "m/s and N") + "\n";
  if (is_clutch(o)) {
    t.text += clutch_text(o, curve, peak);
  } else {
    t.text += std::string("Modelica.Mechanics.") +
              (rotary ? "Rotational.Components.BearingFriction " : "Translational.Components.SupportFriction ") +
              o.options().joint + "(\n  " + (rotary ? "tau_pos" : "f_pos") + "=\n    " + table_text(curve, 1.0) +
              ",\n  peak=" + to_text(peak) + ");\n";
  }
  t.form = "a table over speed with straight lines between its rows, a peak at rest, the same in both directions";
  compare(t, o, [&](const Stroke& s) { return along(s, [&](double speed) { return curve_at(curve, speed); }); });
  add_usual_losses(t, o, false);
  return t;
}

}  // namespace stickslip::translate
