// Machines whose course comes from outside: what drives an experiment by itself, read from one instance and given to
// another as inputs with their derivatives, must move it in the same way.
#include <algorithm>
#include <cmath>
#include <functional>

#include "fmu_kit.hpp"

namespace stickslip::tests {
namespace {

// An input, and what its experiment has in its place at a time: a column, or a course that is known.
struct Replay {
  std::string input, column;
  std::function<double(double)> course = {};
};

struct MachineCase {
  std::string base;
  std::vector<Replay> drives;
  std::string result;
  double step;   // [s]
  double end;    // [s]
  double share;  // of the result's size, for what straight lines between steps leave
};

std::vector<MachineCase> machines() {
  const auto rope = [](double t) { return 0.1 * t; };                       // the spring's end moves at 0.1 m/s
  const auto closing = [](double t) { return 5000.0 * std::min(1.0, t); };  // the clutch closes within a second
  return {{"drift", {{"force", "applied"}}, "displacement", 1e-3, 0.3, 0.01},
          {"breakaway", {{"force", "applied"}}, "friction", 0.01, 1.0, 0.01},
          {"stick-slip", {{"spring_end", "", rope}}, "displacement", 0.1, 12.0, 1e-6},
          {"limit-cycle", {{"target", "", [](double) { return 1.0; }}}, "displacement", 0.05, 3.0, 1e-6},
          {"harmonic",
           {{"displacement_input", "displacement"}, {"velocity_input", "velocity"}},
           "friction",
           1e-3,
           0.2,
           0.01},
          {"clutch-piston",
           {{"pressure_input", "pressure"}, {"shaft_speed_input", "shaft_speed"}},
           "displacement",
           1e-3,
           0.3,
           0.01},
          {"dry-clutch",
           {{"engine_torque_input", "engine_torque"}, {"normal_force", "", closing}},
           "slip_speed",
           5e-3,
           1.2,
           0.01},
          {"clutch-by-wire", {{"target_input", "target"}}, "displacement", 2e-3, 0.3, 0.01}};
}

class MachineInputs : public InFolder, public testing::WithParamInterface<MachineCase> {
 protected:
  using Rows = std::vector<std::vector<double>>;

  std::size_t steps() const { return std::size_t(std::llround(GetParam().end / GetParam().step)); }

  // The drives at every communication point, and behind them the result, of a run by its own course.
  Rows own_course(const UnpackedFmu& unit) const {
    const MachineCase& m = GetParam();
    const auto instance = instantiate(unit, ImportAs::co_simulation);
    instance->initialize(0.0, 1e3, {});
    Rows rows;
    for (std::size_t k = 0; k <= steps(); ++k) {
      const double t = m.step * double(k);
      std::vector<double> row;
      for (const Replay& d : m.drives) row.push_back(d.course ? d.course(t) : instance->get(unit.ref(d.column)));
      row.push_back(instance->get(unit.ref(m.result)));
      rows.push_back(std::move(row));
      if (k < steps()) instance->do_step(t, m.step);
    }
    return rows;
  }

  // The results of a run by inputs; by inputs that stay 0 where they are not told.
  std::vector<double> by_inputs(const UnpackedFmu& unit, const Rows& rows, bool told) const {
    const MachineCase& m = GetParam();
    const auto instance = instantiate(unit, ImportAs::co_simulation);
    std::vector<unsigned> refs;
    for (const Replay& d : m.drives) refs.push_back(unit.ref(d.input));
    const auto values = [&](std::size_t k) { return std::span(rows[k]).first(refs.size()); };
    instance->initialize(0.0, 1e3, [&] {
      instance->set_choice(unit.ref("drive.source"), 0);
      if (told) instance->set(refs, values(0));
    });
    std::vector<double> results{instance->get(unit.ref(m.result))};
    for (std::size_t k = 0; k < steps(); ++k) {
      std::vector<double> rates;
      for (std::size_t i = 0; i < refs.size(); ++i) rates.push_back((rows[k + 1][i] - rows[k][i]) / m.step);
      if (told) {
        instance->set(refs, values(k));
        instance->set_rates(refs, rates);
      }
      instance->do_step(m.step * double(k), m.step);
      results.push_back(instance->get(unit.ref(m.result)));
    }
    return results;
  }

  double largest_difference(const Rows& rows, const std::vector<double>& results) const {
    double size = 0.0;
    double most = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      size = std::max(size, std::abs(rows[k].back()));
      most = std::max(most, std::abs(rows[k].back() - results[k]));
    }
    EXPECT_GT(size, 0.0);
    return most / size;
  }
};

TEST_P(MachineInputs, move_it_as_its_own_course_does) {
  const UnpackedFmu unit = export_fmu(experiment_toml(GetParam().base), 2, in("unit"));
  const Rows rows = own_course(unit);
  EXPECT_LT(largest_difference(rows, by_inputs(unit, rows, true)), GetParam().share);
  EXPECT_GT(largest_difference(rows, by_inputs(unit, rows, false)), 0.1);
}

// A derivative by an input, against what the input does to the rates.
TEST_P(MachineInputs, have_directional_derivatives) {
  const UnpackedFmu unit = export_fmu(experiment_toml(GetParam().base), 3, in("unit"));
  const auto instance = instantiate(unit, ImportAs::model_exchange);
  instance->initialize(0.0, 1e3, [&] {
    instance->set_choice(unit.ref("drive.source"), 0);
    for (const Replay& d : GetParam().drives) instance->set(unit.ref(d.input), 0.3);
  });
  std::vector<unsigned> slopes;
  for (const ImportedVariable& v : unit.variables)
    if (!v.at("derivative").empty()) slopes.push_back(v.reference);
  for (const Replay& d : GetParam().drives) {
    const unsigned input = unit.ref(d.input);
    const double one = 1.0;
    const double small = 1e-5;
    const auto told = instance->directional(slopes, {&input, 1}, {&one, 1});
    instance->set(input, 0.3 + small);
    std::vector<double> late(slopes.size()), early(slopes.size());
    instance->get(slopes, late);
    instance->set(input, 0.3 - small);
    instance->get(slopes, early);
    instance->set(input, 0.3);
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const double found = (late[i] - early[i]) / (2.0 * small);
      EXPECT_NEAR(told[i], found, 1e-5 * std::max(std::abs(found), 1.0)) << d.input << " " << slopes[i];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(every_machine, MachineInputs, testing::ValuesIn(machines()), [](const auto& one) {
  std::string name = one.param.base;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// Every experiment that solves a model has inputs.
TEST_F(FmuTest, of_every_experiment_has_an_input) {
  int number = 0;
  for (const std::string& base : solved_experiments()) {
    const UnpackedFmu unit = export_fmu(experiment_toml(base), 3, in(std::to_string(number++)));
    EXPECT_TRUE(std::any_of(unit.variables.begin(), unit.variables.end(), [](const ImportedVariable& v) {
      return v.at("causality") == "input" && !v.at("unit").empty();
    })) << base;
    EXPECT_NO_THROW(unit.variable("drive.source")) << base;
  }
  EXPECT_GE(number, 12);
}

TEST_F(FmuTest, says_that_an_input_does_nothing_while_the_own_course_drives) {
  const UnpackedFmu unit = export_fmu(experiment_toml("stick-slip"), 2, in("unit"));
  const auto instance = instantiate(unit, ImportAs::co_simulation, true);
  instance->initialize(0.0, 1.0, [&] { instance->set(unit.ref("force"), 1.0); });
  ASSERT_EQ(instance->messages.size(), 1U);
  EXPECT_NE(instance->messages[0].find("the input does nothing"), std::string::npos) << instance->messages[0];
}

}  // namespace
}  // namespace stickslip::tests
