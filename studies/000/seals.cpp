// The seals of 000: one table of their numbers, from which studies, model files and the command `model` are made.
#include "000/parts.hpp"

namespace stickslip::studies {
namespace piston_seals {

std::string list_text(const std::vector<double>& values) {
  constexpr int enough = 12;  // digits: 0.1 mm is 0.0001 in a file
  std::string text;
  for (const double v : values) text += (text.empty() ? "[" : ", ") + digits(v, enough);
  return text + "]";
}

ParamGroup Seal::law(std::size_t n) const {
  ParamGroup group = law_group("mgms", n);
  for (const std::string& text : settings(n)) {
    const Setting one = setting_from_text(text);
    assign(group, one.key, one.value);
  }
  return group;
}

std::vector<std::string> Seal::settings(std::size_t n) const {
  std::vector<double> travel, factor;
  for (std::size_t i = 0; i < n; ++i) {
    travel.push_back(first + (last - first) * (double(i) + 0.5) / double(n));
    factor.push_back(breakaway / double(n) / travel.back());
  }
  return {"law.travel=" + list_text(travel),
          "law.stiffness_factor=" + list_text(factor),
          setting("law.stiffness_slope", stiffness_slope),
          setting("law.stiffness_base", stiffness_base),
          setting("law.coulomb_slope", coulomb_slope),
          setting("law.coulomb_base", coulomb_base)};
}

constexpr std::string_view chosen =
    "Chosen by us, for nothing else is printed: travels, stiffness, sliding friction and their growth with pressure.";

Seal d_ring() {
  return {
      .name = "D-ring",
      .file = "d-ring",
      .first = 0.07e-3,
      .last = 0.67e-3,
      .breakaway = 100.0,
      .stiffness_slope = 1e-6,
      .stiffness_base = 0.5,
      .coulomb_slope = 3.2e-5,
      .coulomb_base = 38.6,
      .origin = {
          "Printed besides: 5.46 N of sliding friction per element of ten at 5 bar, which (3.2 p/bar + 38.6) N makes.",
          "Chosen by us: travels of 0.10 to 0.64 mm, 10 N of break-away per element at 5 bar, growth with pressure."}};
}
Seal o_ring() {
  return {.name = "O-ring",
          .file = "o-ring",
          .first = 0.05e-3,
          .last = 0.9e-3,
          .breakaway = 130.0,
          .stiffness_slope = 1.2e-6,
          .stiffness_base = 0.5,
          .coulomb_slope = 4.5e-5,
          .coulomb_base = 45.0,
          .origin = {std::string(chosen)}};
}
Seal bonded_seal() {
  return {.name = "bonded piston seal",
          .file = "bps",
          .first = 0.05e-3,
          .last = 0.5e-3,
          .breakaway = 110.0,
          .stiffness_slope = 0.8e-6,
          .stiffness_base = 0.6,
          .coulomb_slope = 2.6e-5,
          .coulomb_base = 50.0,
          .origin = {std::string(chosen)}};
}

std::vector<Seal> all_seals() { return {d_ring(), o_ring(), bonded_seal()}; }

StudyModel Seal::model(std::size_t n) const {
  StudyModel m{
      .name = file,
      .title = name + " under pressure: modified generalised Maxwell slip, " + std::to_string(n) + " elements",
      .about = {"Source: Mustafa et al. 2022, IEEE Access (000), eqs. 8-12, whose tables are not printed.",
                "Printed, for the D-ring: c = 1 N.s/m, Stribeck speed 1 mm/s, exponent 2; element mass 0.1 and "
                "damping 15,",
                "read with mm and N/mm as figure 9 requires (100 kg, 15000 N.s/m in SI)."},
      .law = "mgms",
      .elements = n,
      .group = law(n)};
  m.about.insert(m.about.end(), origin.begin(), origin.end());
  m.about.insert(m.about.end(),
                 {"Not a measured seal: fit your own recordings with stickslip identify --law mgms.",
                  "The law reads the pressure [Pa]: stickslip run clutch-piston --law " + file + ".toml"});
  return m;
}

}  // namespace piston_seals

std::vector<StudyModel> ready_models() {
  constexpr std::size_t elements = 10;  // as in figs 12-14
  std::vector<StudyModel> all;
  for (const piston_seals::Seal& seal : piston_seals::all_seals()) all.push_back(seal.model(elements));
  return all;
}

}  // namespace stickslip::studies
