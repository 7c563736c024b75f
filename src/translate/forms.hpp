// The law under translation, and the forms that targets offer in its place.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/translate/translate.hpp"

namespace stickslip::translate {

// A stroke to and fro, and the law's force along it.
struct Stroke : TestStroke {
  double step = 0.0;  // [s]
  std::vector<double> velocity, applied, force;
};

// A law with what a translation asks of it.
class Original {
 public:
  Original(const io::Model& model, const TranslateOptions& options);

  const LawInfo& info() const { return info_; }
  const AnyLaw& law() const { return *law_; }
  const io::Model& model() const { return model_; }
  const TranslateOptions& options() const { return options_; }
  const OperatingRange& range() const { return range_; }
  double speed() const { return speed_; }  // [m/s] in the middle of the range
  const std::vector<Stroke>& strokes() const { return strokes_; }

  // Friction of steady sliding, mean of both directions [N].
  double steady(double speed) const;
  // How far the two directions differ at the fastest, relative.
  double asymmetry() const;
  double presliding_stiffness() const;  // [N/m]; 0 when the law starts with none

  bool has(std::string_view field) const;
  // The mean of the field's scalars that are in use.
  double value(std::string_view field) const;

  // The force of a law along a stroke, from rest.
  std::vector<double> follow_stroke(const AnyLaw& law, const Stroke& stroke) const;

 private:
  Contact<double> contact() const;
  double sliding(double velocity) const;
  double settle_at(double velocity) const;
  OperatingRange find_range() const;
  double own_fastest(double own) const;
  void make_strokes();
  Stroke make_stroke(const TestStroke& plan, double push) const;

  const io::Model& model_;
  TranslateOptions options_;
  const LawInfo& info_;
  std::unique_ptr<AnyLaw> law_;
  double speed_ = 0.0;  // [m/s] in the middle of the range
  double path_ = 0.0;   // [m] within which the law is elastic; 0: without a stiffness
  OperatingRange range_;
  std::vector<Stroke> strokes_;
};

// Fitted numbers to seven digits: what is behind them is not known.
double round_digits(double value);

// F = sign(v) (level + slope |v|), at rest up to `hold`. Fitted to steady sliding over the strokes.
struct Levels {
  double hold = 0.0;   // [N]
  double level = 0.0;  // [N]
  double slope = 0.0;  // [N.s/m]

  double at(double speed) const { return level + slope * speed; }
};
Levels find_levels(const Original& original);

// F = sign(v) (coulomb + (breakaway - coulomb) exp(-(|v|/velocity)^exponent) + viscous |v|)
struct StribeckForm {
  double coulomb = 0.0, breakaway = 0.0;  // [N]
  double velocity = 1.0;                  // [m/s]
  double exponent = 2.0;
  double viscous = 0.0;  // [N.s/m]

  double at(double speed) const;
};
// The law's own numbers where it has such rows (with an exponent of 2 when the target knows no other); otherwise fitted
// to its steady sliding.
StribeckForm make_stribeck(const Original& original, bool any_exponent);

// F = sign(v) times the table between its rows; its last slope goes on.
struct CurveRow {
  double speed, force;
};
std::vector<CurveRow> tabulate_curve(const Original& original);
double curve_at(const std::vector<CurveRow>& curve, double speed);

// Root mean square of the law's force, and of its difference to what a form says along the same strokes.
template <class Form>
void compare(Translation& t, const Original& original, Form force_along) {
  double difference = 0.0, force = 0.0, count = 0.0, sliding = 0.0, slid = 0.0;
  for (const Stroke& stroke : original.strokes()) {
    const std::vector<double> other = force_along(stroke);
    for (std::size_t k = 1; k < stroke.force.size(); ++k) {
      const double square = (stroke.force[k] - other[k]) * (stroke.force[k] - other[k]);
      difference += square;
      force += stroke.force[k] * stroke.force[k];
      count += 1.0;
      sliding += stroke.slides ? square : 0.0;
      slid += stroke.slides ? 1.0 : 0.0;
    }
  }
  t.range = original.range();
  t.strokes.assign(original.strokes().begin(), original.strokes().end());
  t.difference = std::sqrt(difference / count);
  t.sliding_difference = std::sqrt(sliding / slid);
  t.force = std::sqrt(force / count);
}

// A static form: the force depends on the velocity alone.
template <class Curve>
std::vector<double> along(const Stroke& stroke, Curve curve) {
  std::vector<double> all;
  for (const double v : stroke.velocity) all.push_back(v == 0.0 ? 0.0 : (v > 0.0 ? 1.0 : -1.0) * curve(std::abs(v)));
  return all;
}

// What every static form loses of a law: memory, presliding, loads, directions.
void add_usual_losses(Translation& t, const Original& original, bool has_bristle);
// "1.5 N", "1.5 N.m" of a rotary model.
std::string with_unit(double value, std::string_view unit, const Original& original);

// "<!-- ... -->": the origin of the numbers, in a form that every XML reader skips.
std::string xml_comment(const Original& original);
// " name="value""
std::string attribute(const std::string& name, double value);
void compare_levels(Translation& t, const Original& original, const Levels& levels);
// A joint that knows one level and a slope, with what it loses.
Translation joint_with(const Original& original, const std::string& text, const Levels& levels);

Translation to_mjcf(const Original& original);
Translation to_urdf(const Original& original);
Translation to_sdf(const Original& original);
Translation to_modelica(const Original& original);
Translation to_physx(const Original& original);
Translation to_bam(const Original& original);

}  // namespace stickslip::translate
