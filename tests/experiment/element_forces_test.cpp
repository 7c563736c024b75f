// Laws made of elements: the force of every element is a column of the trajectory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "run_with.hpp"

namespace stickslip::experiment {
namespace {

std::vector<std::span<const double>> element_columns(const ExperimentResult& r) {
  std::vector<std::span<const double>> all;
  for (std::size_t k = 0; k < r.trajectory.columns().size(); ++k)
    if (r.trajectory.columns()[k].name.starts_with("element_force[")) all.push_back(r.trajectory.column(k));
  return all;
}

// What a law adds to its elements is switched off, where its table has it.
Recipe without_dampers(Recipe recipe) {
  const auto law = experiment(recipe).law;
  for (const Field& f : law.table)
    if ((f.name == "viscous" || f.name == "damping") && f.lower <= 0.0)
      recipe.settings.push_back({"law", std::string(f.name), {.numbers = {0.0}}});
  return recipe;
}

TEST(element_forces, sum_to_the_friction_force_for_every_law_that_has_them) {
  std::set<std::string> found;
  for (const LawInfo& law : law_catalogue()) {
    if (!refusal("harmonic", law).empty()) continue;
    const auto r = run(experiment(without_dampers(
        make_recipe("harmonic", std::string(law.name), {"run.duration=0.3", "solver.relative_tolerance=1e-6"}))));
    const auto forces = element_columns(r);
    if (forces.empty()) continue;
    found.insert(std::string(law.name));
    const auto friction = r.trajectory.column("friction");
    double largest = 0.0;
    for (std::size_t i = 0; i < friction.size(); ++i) {
      double sum = 0.0;
      for (const auto& force : forces) sum += force[i];
      largest = std::max(largest, std::abs(friction[i]));
      // Rounding of a sum of sixteen terms.
      ASSERT_NEAR(sum, friction[i], 1e-13 * (1.0 + largest)) << law.name << ", row " << i;
    }
    EXPECT_GT(largest, 0.0) << law.name;
    EXPECT_EQ(r.trajectory.columns().back().unit, "N") << law.name;
  }
  for (const char* const name : {"maxwell-slip", "gms", "mgms", "leuven"})
    EXPECT_TRUE(found.contains(name)) << name << " is made of elements";
  EXPECT_FALSE(found.contains("lugre"));
}

// m dv/dt = ..., friction 6 v on top of the elements.
TEST(element_forces, leave_out_what_is_no_element) {
  const auto r = run(experiment(make_recipe("harmonic", "maxwell-slip", {"run.duration=0.2", "law.viscous=6"})));
  const auto forces = element_columns(r);
  const auto friction = r.trajectory.column("friction");
  const auto velocity = r.trajectory.column("velocity");
  for (std::size_t i = 0; i < friction.size(); ++i) {
    double sum = 6.0 * velocity[i];
    for (const auto& force : forces) sum += force[i];
    ASSERT_NEAR(sum, friction[i], 1e-12);
  }
}

TEST(element_forces, are_those_of_the_elements_in_use) {
  Recipe recipe = make_recipe("harmonic", "gms", {"run.duration=0.1"});
  recipe.elements = 3;
  const auto r = run(experiment(recipe));
  EXPECT_EQ(element_columns(r).size(), 3U);
  EXPECT_EQ(r.trajectory.columns().back().name, "element_force[2]");
}

// In a machine, too, and an element whose stretch is its state shows its force.
TEST(element_forces, of_a_seal_in_a_machine_sum_to_its_friction) {
  const auto r = run(experiment(make_recipe("hydraulic-servo", "mgms", {"run.duration=0.2"})));
  const auto forces = element_columns(r);
  ASSERT_FALSE(forces.empty());
  const auto friction = r.trajectory.column("friction");
  for (std::size_t i = 0; i < friction.size(); ++i) {
    double sum = 0.0;
    for (const auto& force : forces) sum += force[i];
    ASSERT_NEAR(sum, friction[i], 1e-9);  // of some hundred N
  }
}

}  // namespace
}  // namespace stickslip::experiment
