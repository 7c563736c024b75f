// Every law's MJCF, the motion along which translate compares, the law's force there, and a body that the law brakes:
// as JSON for mujoco.mjs, which does the same in MuJoCo. Beside it, for the page, what other targets lose.
#include <cmath>
#include <iostream>

#include "forms.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/io/json.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::translate;

constexpr double mass = 1.0;      // [kg]
constexpr double duration = 1.0;  // [s]

io::Json numbers(const std::vector<double>& values) {
  io::Json all = io::Json::array();
  for (const double x : values) all.add(x);
  return all;
}

// The speed of a body that is pulled from rest for a second; the force is the law's own, in steps of 10 us.
double pulled(const AnyLaw& law, const TranslateOptions& o, double pull) {
  constexpr double h = 1e-5;
  std::vector<double> state = law.rest();
  Contact<double> c{.load = o.load, .pressure = o.pressure};
  c.applied = pull;
  c.mass = mass;
  for (int k = 0; k < int(std::lround(duration / h)); ++k) {
    Contact<double> next = c;
    const Force<double> f = law.force(c, state);
    next.velocity = law.holds(state) ? 0.0 : c.velocity + h * (pull - f.value) / (mass + f.inertia);
    next.displacement += h * next.velocity;
    law.step(c, next, state, h);
    c = next;
  }
  return c.velocity;
}

io::Json stroke_json(const Stroke& s) {
  io::Json json = io::Json::object();
  json.add("step", s.step);
  json.add("slides", s.slides);
  json.add("velocity", numbers(s.velocity));
  json.add("force", numbers(s.force));
  return json;
}

// Share of the law's own force, over all strokes and over those that slide.
io::Json losses_json(const Translation& t) { return numbers({t.difference / t.force, t.sliding_difference / t.force}); }

io::Json law_json(const LawInfo& law) {
  const io::Model model = io::model_from_toml("[law]\nname = \"" + std::string(law.name) + "\"\n", "model.toml");
  const TranslateOptions options{.load = 10.0, .pressure = 1e6};
  const Translation t = translate_model(model, "mjcf", options);
  const Original original(model, options);
  const Levels levels = find_levels(original);
  io::Json json = io::Json::object();
  json.add("law", std::string(law.name));
  json.add("text", t.text);
  json.add("force", t.force);
  json.add("level", levels.level);
  json.add("pull", 2.0 * levels.hold);
  json.add("speed", pulled(original.law(), options, 2.0 * levels.hold));
  io::Json lost = io::Json::object();
  for (const char* target : {"mjcf", "urdf", "modelica", "bam"})
    lost.add(target, losses_json(translate_model(model, target, options)));
  json.add("lost", lost);
  io::Json strokes = io::Json::array();
  for (const Stroke& s : original.strokes()) strokes.add(stroke_json(s));
  json.add("strokes", strokes);
  return json;
}

}  // namespace

int main() {
  io::Json all = io::Json::array();
  for (const LawInfo& law : law_catalogue()) all.add(law_json(law));
  std::cout << all.text() << "\n";
}
