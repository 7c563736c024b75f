// What the tests of FMUs share: texts of models and experiments, a motion, every law in both versions.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "importer.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/friction/any_law.hpp"
#include "support/folder.hpp"

namespace stickslip::tests {

inline std::string law_toml(const std::string& law) { return "[law]\nname = \"" + law + "\"\n"; }
inline std::string experiment_toml(const std::string& base, const std::string& more = "") {
  return "[experiment]\nbase = \"" + base + "\"\n" + more;
}

struct LawAndVersion {
  std::string law;
  int fmi = 2;
};
inline std::vector<LawAndVersion> laws_and_versions() {
  std::vector<LawAndVersion> all;
  for (const LawInfo& law : law_catalogue())
    for (const int fmi : {2, 3}) all.push_back({std::string(law.name), fmi});
  return all;
}
inline std::string case_name(const testing::TestParamInfo<LawAndVersion>& info) {
  std::string name = info.param.law + "_fmi" + std::to_string(info.param.fmi);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

class FmuOfLaw : public InFolder, public testing::WithParamInterface<LawAndVersion> {
 protected:
  UnpackedFmu fmu() const { return export_fmu(law_toml(GetParam().law), GetParam().fmi, folder.string()); }
};
class FmuTest : public InFolder {};

// The experiments that solve a model.
inline std::vector<std::string> solved_experiments() {
  std::vector<std::string> names;
  for (const experiment::ExperimentInfo& e : experiment::experiment_catalogue()) {
    try {
      experiment::make_model(experiment::experiment({.base = std::string(e.name)}));
      names.emplace_back(e.name);
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  return names;
}

// A swing with a push in phase with its velocity, as laws that hold a body want it.
inline Contact<double> swing(double t) {
  constexpr double amplitude = 1e-3;  // [m] well beyond presliding, fast enough for every band of velocities
  constexpr double omega = 2.0 * 3.14159265358979323846;
  return {.velocity = amplitude * omega * std::cos(omega * t + 0.3),
          .displacement = amplitude * (std::sin(omega * t + 0.3) - std::sin(0.3)),
          .applied = 3.0 * std::cos(omega * t + 0.3),
          .mass = 2.0,
          .load = 5.0,
          .pressure = 1e6,
          .temperature = 10.0};
}

// A law with true stick steps as its sampled face does, and stops no body that is moved elsewhere.
inline void take_samples_of_the_law(ImportedInstance& instance, const UnpackedFmu& fmu) {
  for (const ImportedVariable& v : fmu.variables)
    if (v.name == "stick") instance.set_choice(v.reference, 1);
}

// The inputs of an element FMU, with what a contact has for each.
struct ElementInputs {
  std::vector<unsigned> refs;
  std::vector<double Contact<double>::*> fields;

  explicit ElementInputs(const UnpackedFmu& fmu) {
    const std::vector<std::pair<std::string, double Contact<double>::*>> all{
        {"velocity", &Contact<double>::velocity},
        {"displacement", &Contact<double>::displacement},
        {"load", &Contact<double>::load},
        {"pressure", &Contact<double>::pressure},
        {"applied", &Contact<double>::applied},
        {"mass", &Contact<double>::mass},
        {"temperature", &Contact<double>::temperature}};
    for (const auto& [name, field] : all)
      for (const ImportedVariable& v : fmu.variables)
        if (v.name == name && v.at("causality") == "input") {
          refs.push_back(v.reference);
          fields.push_back(field);
        }
  }
  void set(ImportedInstance& instance, const Contact<double>& c) const {
    std::vector<double> values;
    for (const auto field : fields) values.push_back(c.*field);
    instance.set(refs, values);
  }
};

}  // namespace stickslip::tests
