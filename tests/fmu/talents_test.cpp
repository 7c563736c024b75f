// Saved and serialized states, and derivatives.
#include <cmath>
#include <cstring>

#include "fmu/subject.hpp"
#include "fmu_kit.hpp"
#include "stickslip/numerics/hash.hpp"

namespace stickslip::tests {
namespace {

// The force after some steps of co-simulation from where the instance stands.
std::vector<double> forces_from(ImportedInstance& instance, const UnpackedFmu& unit, int first, int last) {
  const ElementInputs inputs(unit);
  std::vector<double> forces;
  for (int k = first; k < last; ++k) {
    inputs.set(instance, swing(5e-3 * (k + 1)));
    instance.do_step(5e-3 * k, 5e-3);
    forces.push_back(instance.get(unit.ref("force")));
    forces.push_back(instance.get(unit.ref("dissipated_energy")));
  }
  return forces;
}

TEST_P(FmuOfLaw, goes_on_from_a_saved_and_from_a_serialized_state_to_the_same_bits) {
  const UnpackedFmu unit = fmu();
  const ElementInputs inputs(unit);
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.0)); });
  forces_from(*instance, unit, 0, 50);
  void* saved = instance->save();
  const std::vector<char> bytes = instance->serialize(saved);
  const auto once = forces_from(*instance, unit, 50, 100);
  instance->restore(saved);
  EXPECT_EQ(forces_from(*instance, unit, 50, 100), once);
  instance->free_state(saved);
  EXPECT_EQ(saved, nullptr);
  const auto other = instantiate(unit, ImportAs::co_simulation);
  void* read = other->deserialize(bytes);
  other->restore(read);
  EXPECT_EQ(forces_from(*other, unit, 50, 100), once);
}

TEST_P(FmuOfLaw, starts_again_after_a_reset) {
  const UnpackedFmu unit = fmu();
  const ElementInputs inputs(unit);
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  const auto begin = [&] { instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.0)); }); };
  begin();
  const auto once = forces_from(*instance, unit, 0, 30);
  instance->reset();
  begin();
  EXPECT_EQ(forces_from(*instance, unit, 0, 30), once);
}

// ---- derivatives

struct Knowns {
  std::vector<unsigned> refs;
  std::vector<double> sizes;  // a step of this part of them is small
};

// Values of all unknowns with one known moved.
std::vector<double> moved(ImportedInstance& instance, const UnpackedFmu& unit, const std::vector<unsigned>& unknowns,
                          unsigned known, double by) {
  const bool is_state = std::find(unit.states.begin(), unit.states.end(), known) != unit.states.end();
  auto x = instance.states();
  const double before = instance.get(known);
  if (is_state) {
    auto shifted = x;
    for (std::size_t i = 0; i < x.size(); ++i) shifted[i] += unit.states[i] == known ? by : 0.0;
    instance.set_states(shifted);
  } else {
    instance.set(known, before + by);
  }
  std::vector<double> values(unknowns.size());
  instance.get(unknowns, values);
  if (is_state)
    instance.set_states(x);
  else
    instance.set(known, before);
  return values;
}

// Central differences of order 4.
std::vector<double> differences(ImportedInstance& instance, const UnpackedFmu& unit,
                                const std::vector<unsigned>& unknowns, unsigned known, double h) {
  const auto a = moved(instance, unit, unknowns, known, h);
  const auto b = moved(instance, unit, unknowns, known, -h);
  const auto c = moved(instance, unit, unknowns, known, 2.0 * h);
  const auto d = moved(instance, unit, unknowns, known, -2.0 * h);
  std::vector<double> slope(a.size());
  for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = (8.0 * (a[i] - b[i]) - (c[i] - d[i])) / (12.0 * h);
  return slope;
}

// Rates, real outputs that are no states, indicators.
std::vector<unsigned> list_unknowns(const UnpackedFmu& unit) {
  std::vector<unsigned> all;
  for (const ImportedVariable& v : unit.variables) {
    const bool is_state = std::find(unit.states.begin(), unit.states.end(), v.reference) != unit.states.end();
    const bool wanted = !v.at("derivative").empty() || v.at("causality") == "output" || v.name.starts_with("guard.");
    if (wanted && !is_state && !v.is_choice) all.push_back(v.reference);
  }
  return all;
}

void expect_derivatives(ImportedInstance& instance, const UnpackedFmu& unit, const Knowns& knowns, double tolerance) {
  const auto unknowns = list_unknowns(unit);
  for (std::size_t k = 0; k < knowns.refs.size(); ++k) {
    const double one = 1.0;
    const auto exact = instance.directional(unknowns, {&knowns.refs[k], 1}, {&one, 1});
    const auto estimated = differences(instance, unit, unknowns, knowns.refs[k], knowns.sizes[k]);
    std::vector<double> values(unknowns.size());
    instance.get(unknowns, values);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double rounding = 1e-14 * std::abs(values[i]) / knowns.sizes[k];
      EXPECT_NEAR(exact[i], estimated[i], tolerance * std::abs(exact[i]) + rounding + 1e-12)
          << unit.variables.at(unknowns[i]).name << " by " << unit.variables.at(knowns.refs[k]).name;
    }
  }
}

// A parameter that a relation holds back cannot be moved alone.
bool is_related(const std::string& law, std::string_view field) {
  const auto relations = law_info(law).relations;
  return std::any_of(relations.begin(), relations.end(),
                     [field](const Relation& r) { return r.left == field || r.right == field; });
}

TEST_P(FmuOfLaw, has_the_derivatives_that_differences_show) {
  const UnpackedFmu unit = fmu();
  const auto instance = instantiate(unit, ImportAs::model_exchange);
  const ElementInputs inputs(unit);
  instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.11)); });
  Knowns knowns;
  for (std::size_t i = 0; i < inputs.refs.size(); ++i) {
    knowns.refs.push_back(inputs.refs[i]);
    knowns.sizes.push_back(1e-4 * std::max(std::abs(swing(0.11).*inputs.fields[i]), 1e-6));
  }
  auto x = instance->states();
  for (std::size_t i = 0; i < unit.states.size(); ++i) {
    const double nominal = std::stod(unit.variables.at(unit.states[i]).at("nominal"));
    x[i] += (0.1 + 0.017 * double(i)) * nominal;  // no two alike: a difference of two has a corner at zero
    knowns.refs.push_back(unit.states[i]);
    knowns.sizes.push_back(1e-4 * nominal);
  }
  instance->set_states(x);
  for (const Field& f : law_info(GetParam().law).params) {
    const ImportedVariable& v = unit.variable("law." + scalar_name(f, 0));
    const double value = std::stod(v.at("start"));
    const double h = 1e-5 * std::abs(value);
    const bool has_room = value - 2.0 * h > f.lower && value + 2.0 * h < f.upper && h > 0.0;
    if (v.is_choice || is_related(GetParam().law, f.name) || !has_room) continue;
    knowns.refs.push_back(v.reference);
    knowns.sizes.push_back(h);
  }
  expect_derivatives(*instance, unit, knowns, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(every_law, FmuOfLaw, testing::ValuesIn(laws_and_versions()), case_name);

TEST_F(FmuTest, the_servo_has_the_derivatives_that_differences_show) {
  for (const int fmi : {2, 3}) {
    const UnpackedFmu unit = export_fmu(experiment_toml("hydraulic-servo"), fmi, in(std::to_string(fmi)));
    const auto instance = instantiate(unit, ImportAs::model_exchange);
    instance->initialize(0.0, 10.0, [&] { instance->set(unit.ref("current"), 1e-3); });
    double next = 0.0;
    instance->update_discrete(next);
    instance->enter_continuous();
    auto x = instance->states();
    Knowns knowns{{unit.ref("current")}, {1e-7}};
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double nominal = std::stod(unit.variables.at(unit.states[i]).at("nominal"));
      x[i] += 0.1 * nominal;
      knowns.refs.push_back(unit.states[i]);
      knowns.sizes.push_back(1e-4 * nominal);
    }
    instance->set_states(x);
    expect_derivatives(*instance, unit, knowns, 1e-5);
  }
}

TEST_F(FmuTest, an_experiment_goes_on_from_a_saved_state_to_the_same_bits) {
  for (const int fmi : {2, 3}) {
    const UnpackedFmu unit =
        export_fmu(experiment_toml("stick-slip", "[law]\nname = \"stribeck\"\n"), fmi, in(std::to_string(fmi)));
    const auto instance = instantiate(unit, ImportAs::co_simulation);
    const auto displacements = [&](ImportedInstance& i, int first, int last) {
      std::vector<double> all;
      for (int k = first; k < last; ++k) {
        i.do_step(0.25 * k, 0.25);
        all.push_back(i.get(unit.ref("displacement")));
        all.push_back(double(i.choice(unit.ref("mode"))));
      }
      return all;
    };
    instance->initialize(0.0, 100.0, {});
    displacements(*instance, 0, 20);
    void* saved = instance->save();
    const std::vector<char> bytes = instance->serialize(saved);
    const auto once = displacements(*instance, 20, 60);
    EXPECT_NE(once.front(), once[once.size() - 2]);
    instance->restore(saved);
    EXPECT_EQ(displacements(*instance, 20, 60), once);
    const auto other = instantiate(unit, ImportAs::co_simulation);
    other->restore(other->deserialize(bytes));
    EXPECT_EQ(displacements(*other, 20, 60), once);
  }
}

// The bytes of a serialized state with another number at one place, and the checksum that belongs to them.
std::vector<char> tampered(std::vector<char> bytes, const std::string& token, std::size_t place, double value) {
  std::vector<double> numbers((bytes.size() - sizeof(std::uint64_t)) / sizeof(double));
  char* const payload = bytes.data() + sizeof(std::uint64_t);
  std::memcpy(payload + place * sizeof(double), &value, sizeof value);
  std::memcpy(numbers.data(), payload, numbers.size() * sizeof(double));
  numerics::Fnv1a hash;
  hash.add(std::string_view(token));
  for (const double x : numbers) hash.add(x);
  const std::uint64_t sum = hash.value();
  std::memcpy(bytes.data(), &sum, sizeof sum);
  return bytes;
}

// Whoever changes a serialized state and mends its checksum gets a refusal, or a state whose outputs are finite.
TEST_P(FmuOfLaw, gives_no_output_that_is_not_finite_for_a_state_that_was_tampered_with) {
  const UnpackedFmu unit = fmu();
  const ElementInputs inputs(unit);
  for (const ImportAs use : {ImportAs::co_simulation, ImportAs::model_exchange}) {
    const auto instance = instantiate(unit, use);
    instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.0)); });
    void* saved = instance->save();
    const std::vector<char> bytes = instance->serialize(saved);
    const double force = instance->get(unit.ref("force"));
    std::size_t refused = 0;
    const std::size_t count = bytes.size() / sizeof(double) - 1;
    for (std::size_t place = 0; place < count; ++place)
      for (const double value : {std::nan(""), HUGE_VAL, -1e308, 7.5, 1e200}) {
        try {
          void* state = instance->deserialize(tampered(bytes, unit.token, place, value));
          instance->restore(state);
          for (const ImportedVariable& v : unit.variables) {
            if (v.is_choice) continue;
            ASSERT_TRUE(std::isfinite(instance->get(v.reference))) << v.name << " at " << place;
          }
          instance->free_state(state);
        } catch (const std::runtime_error&) {
          ++refused;
        }
        instance->restore(saved);
        ASSERT_EQ(instance->get(unit.ref("force")), force) << place;
      }
    EXPECT_GT(refused, count);  // NaN and infinity nearly everywhere
  }
}

TEST_F(FmuTest, a_state_that_is_given_before_the_start_is_the_start) {
  const UnpackedFmu unit = export_fmu(law_toml("dahl"), 2, in("dahl"));
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->set(unit.ref("deflection"), 1e-6);
  instance->initialize(0.0, 1.0, {});
  EXPECT_EQ(instance->get(unit.ref("deflection")), 1e-6);
  EXPECT_GT(instance->get(unit.ref("stored_energy")), 0.0);
  EXPECT_EQ(instance->get(unit.ref("dissipated_energy")), 0.0);
}

}  // namespace
}  // namespace stickslip::tests
