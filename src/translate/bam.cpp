// BAM's parameter files (Duclusaud and Passault, "Extended friction models for the physics simulation of servo
// actuators", 2024): m1 Coulomb, m2 Stribeck, m3 and m4 the same with load, m5 with a load for each side of the
// gearbox, m6 with a square of it.
//
//   budget = base + g load + e (stribeck + g_s load_s),   e = exp(-|w/w_s|^alpha),   damping = viscous
//   m3, m4: load = load_s = |external - motor|;  m5: g load = |external k_e - motor k_m|, g_s load_s with k_es, k_ms
//   m6 adds to g_s load_s, where external and motor torque oppose: k_eq external^2 when the motor is the stronger,
//   k_mq motor^2 when it is not
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "forms.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/names.hpp"
#include "stickslip/options.hpp"

namespace stickslip::translate {

using namespace io;

namespace {

constexpr std::array<std::string_view, 6> bam_models{"m1", "m2", "m3", "m4", "m5", "m6"};

// The law stribeck without any friction. Where break-away is the level of sliding, it has no dip.
ReadLaw empty_law() {
  ReadLaw law{std::string(Stribeck::name), law_group(Stribeck::name), {}};
  for (const Field& f : law.group.table)
    if (f.unit == "N" || f.unit == "N.s/m" || f.unit == "1")
      for (std::size_t i = 0; i < f.width && f.name != "stribeck_exponent"; ++i)
        law.group.values[f.first + i] = f.lower;
  return law;
}

struct BamFile {
  const FlatJson& json;
  const std::string& file;

  double number(const std::string& key) const {
    const auto found = json.numbers.find(key);
    if (found == json.numbers.end())
      throw std::invalid_argument(file + ": the number \"" + key + "\" is missing: BAM's own files have it");
    const double x = found->second;
    if (!(x >= 0.0)) throw std::invalid_argument(file + ": " + key + " = " + to_text(x) + " must not be negative");
    return x;
  }
  // BAM's fits end at 1e-13 N.m where our levels end at 1e-9: the same nothing.
  void put(ReadLaw& law, std::string_view key, double value) const {
    const auto field = std::find_if(law.group.table.begin(), law.group.table.end(),
                                    [key](const Field& candidate) { return candidate.name == key; });
    try {
      assign(law.group, key, {{std::max(value, field->lower)}});
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(file + ": " + error.what());
    }
  }
};

// Levels first: a break-away below the Coulomb level would be refused on the way.
ReadLaw sliding_law(const BamFile& f, bool stribeck) {
  ReadLaw law = empty_law();
  const double base = f.number("friction_base");
  f.put(law, "coulomb", base);
  f.put(law, "breakaway", base + (stribeck ? f.number("friction_stribeck") : 0.0));
  f.put(law, "viscous", f.number("friction_viscous"));
  if (stribeck) {
    f.put(law, "stribeck_velocity", f.number("dtheta_stribeck"));
    f.put(law, "stribeck_exponent", f.number("alpha"));
  }
  return law;
}

std::vector<ReadLaw> with_one_load(const BamFile& f, bool stribeck) {
  ReadLaw law = sliding_law(f, stribeck);
  const double base = f.number("load_friction_base");
  f.put(law, "load_coulomb", base);
  f.put(law, "load_breakaway", base + (stribeck ? f.number("load_friction_stribeck") : 0.0));
  law.load = "|external torque - motor torque|";
  return {std::move(law)};
}

std::string weigh_load(double external, double motor) {
  return "|" + to_text(external) + " external torque - " + to_text(motor) + " motor torque|";
}

// Friction of sliding with one load, and the part that dies with speed with another.
std::vector<ReadLaw> with_two_loads(const BamFile& f, bool squares) {
  ReadLaw sliding = sliding_law(f, true);
  f.put(sliding, "load_coulomb", 1.0);
  f.put(sliding, "load_breakaway", 1.0);
  sliding.load = weigh_load(f.number("load_friction_external"), f.number("load_friction_motor"));
  ReadLaw dip = empty_law();
  f.put(dip, "stribeck_velocity", f.number("dtheta_stribeck"));
  f.put(dip, "stribeck_exponent", f.number("alpha"));
  f.put(dip, "load_breakaway", 1.0);
  dip.load = weigh_load(f.number("load_friction_external_stribeck"), f.number("load_friction_motor_stribeck"));
  if (squares)
    dip.load += " + " + to_text(f.number("load_friction_external_quad")) +
                " (external torque)^2 where the two oppose and the motor is the stronger, + " +
                to_text(f.number("load_friction_motor_quad")) +
                " (motor torque)^2 where they oppose and it is the weaker";
  return {std::move(sliding), std::move(dip)};
}

}  // namespace

std::vector<ReadLaw> laws_from_bam(std::string_view text, const std::string& file) {
  const FlatJson json = read_flat_json(text, file);
  const auto named = json.texts.find("model");
  if (named == json.texts.end())
    throw std::invalid_argument(file + ": the text \"model\" is missing: is this one of BAM's parameter files?");
  const std::string& model = named->second;
  const BamFile f{json, file};
  if (model == "m1" || model == "m2") return {sliding_law(f, model == "m2")};
  if (model == "m3" || model == "m4") return with_one_load(f, model == "m4");
  if (model == "m5" || model == "m6") return with_two_loads(f, model == "m6");
  throw UnknownName(file + ": model", model, bam_models);
}

Translation to_bam(const Original& o) {
  const double load_low = o.has("load_coulomb") ? o.value("load_coulomb") : 0.0;
  const double load_high = o.has("load_breakaway") ? std::max(load_low, o.value("load_breakaway")) : load_low;
  const bool loaded = load_high > 0.0;
  const StribeckForm f = make_stribeck(o, true);
  const bool dips = f.breakaway > f.coulomb || load_high > load_low;
  Json json = Json::object();
  json.add("friction_base", f.coulomb);
  if (dips) json.add("friction_stribeck", std::max(0.0, f.breakaway - f.coulomb));
  if (loaded) json.add("load_friction_base", load_low);
  if (loaded && dips) json.add("load_friction_stribeck", load_high - load_low);
  if (dips) {
    json.add("dtheta_stribeck", f.velocity);
    json.add("alpha", f.exponent);
  }
  json.add("friction_viscous", f.viscous);
  json.add("model", std::string(bam_models[(loaded ? 2U : 0U) + (dips ? 1U : 0U)]));
  if (!o.options().actuator.empty()) json.add("actuator", o.options().actuator);
  Translation t;
  t.text = json.text() + "\n";
  t.form = std::string(dips ? "a level, a Stribeck dip and a slope" : "one level and a slope") +
           (loaded ? ", growing with the load" : "") + ", the same in both directions";
  const double load = o.options().load;
  StribeckForm at_load = f;
  at_load.coulomb += load_low * load;
  at_load.breakaway += load_high * load;
  compare(t, o, [&](const Stroke& s) { return along(s, [&](double speed) { return at_load.at(speed); }); });
  add_usual_losses(t, o, false);
  if (loaded)
    std::erase_if(t.lost, [](const std::string& s) { return s.starts_with("friction does not follow the load"); });
  if (o.options().actuator.empty())
    t.lost.push_back("the motor: add \"actuator\", \"kt\", \"R\" and \"armature\" of yours, or name it with " +
                     option_reference("actuator"));
  return t;
}

}  // namespace stickslip::translate
