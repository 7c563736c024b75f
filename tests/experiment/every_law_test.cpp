// Every law in every experiment: it runs to its end, or is refused with a reason before anything starts.
#include <gtest/gtest.h>

#include <cmath>

#include "run_with.hpp"

namespace stickslip::experiment {
namespace {

struct Case {
  std::string_view base, law;
};

class EveryLaw : public testing::TestWithParam<Case> {};

bool imposed(std::string_view base) {
  return base == "harmonic" || base == "velocity-steps" || base == "step-size" || base == "blade-wheel";
}

// Shorter than by default, so that every pair can be run.
std::vector<std::string> shortened(std::string_view base) {
  if (base == "limit-cycle") return {"run.duration=5"};
  if (base == "stick-slip") return {"run.duration=8"};
  if (base == "drift") return {"drive.cycles=2"};
  if (base == "presliding") return {"drive.rise_time=0.5", "drive.hold_time=0.25"};
  if (base == "harmonic") return {"drive.cycles=2"};
  if (base == "breakaway") return {"drive.rates=[10]"};
  if (base == "velocity-steps") return {"drive.speeds=[0.001, 0.01]", "drive.hold_time=0.1"};
  if (base == "clutch-by-wire") return {"run.duration=0.2"};
  if (base == "dry-clutch") return {"run.duration=1.6"};
  if (base == "step-size") return {"drive.amplitudes=[1e-4]"};
  if (base == "hydraulic-servo") return {"drive.cycles=1", "solver.relative_tolerance=1e-8"};

  if (base == "blade-wheel") return {"drive.loads=[1, 10]", "drive.frequencies=2", "drive.cycles=5"};
  return {};
}

TEST_P(EveryLaw, runs_to_its_end_or_is_refused_with_a_reason) {
  const auto [base, law] = GetParam();
  const std::string why = refusal(base, law_info(law));
  const Recipe recipe = make_recipe(std::string(base), std::string(law), shortened(base));
  if (!why.empty()) {
    EXPECT_NE(why.find(law), std::string::npos) << why;
    EXPECT_THROW(experiment(recipe), std::invalid_argument);
    return;
  }
  const auto r = run(experiment(recipe));
  EXPECT_TRUE(r.completed) << r.message;
  ASSERT_EQ(r.figures.size(), experiment_info(base).figures.size());
  for (const Figure& f : r.figures) {
    EXPECT_TRUE(f.is_list || f.values.size() == 1 || !f.missing.empty()) << f.info->name;
    for (const double v : f.values) EXPECT_TRUE(std::isfinite(v)) << f.info->name;
  }
}

TEST_P(EveryLaw, is_refused_only_where_it_reads_a_force_that_an_imposed_motion_does_not_have) {
  const auto [base, law] = GetParam();
  const bool reads_force = includes(law_info(law).reads, Reads::applied);
  if (base == "step-size") return;  // it has reasons of its own
  EXPECT_EQ(!refusal(base, law_info(law)).empty(), imposed(base) && reads_force);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const ExperimentInfo& e : experiment_catalogue())
    for (const LawInfo& law : law_catalogue()) cases.push_back({e.name, law.name});
  return cases;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.base) + "_" + std::string(info.param.law);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(experiments, EveryLaw, testing::ValuesIn(all_cases()), case_name);

TEST(element_laws, run_with_any_number_of_elements) {
  for (const char* law : {"maxwell-slip", "gms", "leuven", "mgms"})
    for (const std::size_t n : {1U, 3U, 20U}) {
      Recipe recipe = make_recipe("harmonic", law, {"drive.cycles=1"});
      recipe.elements = n;
      EXPECT_TRUE(run(experiment(recipe)).completed) << law << " with " << n;
    }
}

TEST(a_law, has_its_own_table_in_every_experiment_but_its_own) {
  for (const ExperimentInfo& info : experiment_catalogue())
    for (const LawInfo& law : law_catalogue()) {
      if (law.name == info.law || !refusal(info.name, law).empty()) continue;
      const auto e = experiment({.base = std::string(info.name), .law = std::string(law.name)});
      EXPECT_EQ(e.law, law_group(law.name)) << info.name << " " << law.name;
      for (const Origin o : e.law_origins) EXPECT_EQ(o, Origin::law_table) << info.name << " " << law.name;
    }
}

TEST(a_law, of_the_experiment_itself_has_the_values_of_its_source) {
  const auto servo = experiment({.base = "hydraulic-servo"});
  EXPECT_EQ(servo.law.list("coulomb")[0], 210.0);
  EXPECT_EQ(servo.law_origins[0], Origin::experiment);
  const auto named = experiment({.base = "hydraulic-servo", .law = servo.law_name});
  EXPECT_EQ(named.law, servo.law);
  const auto model = experiment({.base = "hydraulic-servo", .law = servo.law_name, .law_values = LawValues::law_table});
  EXPECT_EQ(model.law, law_group(servo.law_name));
}

TEST(a_law, that_is_matched_has_the_parameters_that_it_shares_with_the_paper_and_its_own_others) {
  const auto e = experiment(make_recipe("drift", "modified-lugre", {"law.viscous=0.1"}));
  EXPECT_EQ(e.law["breakaway"], 1.1);
  EXPECT_EQ(e.law["stiffness"], 1.1 / 0.01);
  EXPECT_EQ(e.law["film_growth_time"], 0.25);
  for (std::size_t k = 0; k < e.law.table.size(); ++k) {
    const std::string_view name = e.law.table[k].name;
    const Origin expected = name == "viscous"           ? Origin::given
                            : name.starts_with("film_") ? Origin::law_table
                                                        : Origin::experiment;
    EXPECT_EQ(e.law_origins[k], expected) << name;
  }
  const auto dahl = experiment(make_recipe("harmonic", "dahl", {}));
  EXPECT_EQ(dahl.law["coulomb"], 2.0);  // a value for this law takes the place of the one for all laws
}

}  // namespace
}  // namespace stickslip::experiment
