// Experiment files: complete ones read back as the same experiment; mistakes are answered with file, line and remedy.
#include "stickslip/io/toml.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace stickslip::io {

using namespace experiment;

namespace {

Experiment read(const std::string& text) { return experiment::experiment(recipe_from_toml(text, "seal.toml")); }

std::string complaint_about(const std::string& text) {
  try {
    read(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

bool same_bits(const Experiment& a, const Experiment& b) {
  const auto left = a.groups();
  const auto right = b.groups();
  for (std::size_t g = 0; g < left.size(); ++g) {
    if (left[g]->lengths != right[g]->lengths) return false;
    for (const Field& f : left[g]->table)
      for (std::size_t i = 0; i < left[g]->list(f.name).size(); ++i)
        if (std::bit_cast<std::uint64_t>(left[g]->list(f.name)[i]) !=
            std::bit_cast<std::uint64_t>(right[g]->list(f.name)[i]))
          return false;
  }
  return a.base == b.base && a.law_name == b.law_name && a.elements == b.elements;
}

TEST(toml, written_in_full_reads_back_as_the_same_experiment_bit_for_bit) {
  for (const ExperimentInfo& info : experiment_catalogue())
    for (const LawInfo& law : law_catalogue()) {
      if (!refusal(info.name, law).empty()) continue;
      const Experiment e = experiment::experiment({.base = std::string(info.name), .law = std::string(law.name)});
      EXPECT_TRUE(same_bits(e, read(toml_text(e)))) << info.name << " with " << law.name << ":\n" << toml_text(e);
    }
}

TEST(toml, keeps_numbers_that_have_no_short_form) {
  Recipe recipe{.base = "drift", .law = "dry-clutch"};
  recipe.settings = {{"drive", "profile", {.text = "D2"}},
                     {"law", "reset", {.text = "R3"}},
                     {"drive", "bias", {.numbers = {0.1 + 0.2}}},
                     {"plant", "mass", {.numbers = {1.0 / 3.0}}},
                     {"solver", "relative_tolerance", {.numbers = {1.2345678901234567e-11}}}};
  const Experiment e = experiment::experiment(recipe);
  EXPECT_TRUE(same_bits(e, read(toml_text(e))));
}

TEST(toml, rounds_a_whole_number_that_no_double_holds) {
  const Experiment e = read("[experiment]\nbase = \"stick-slip\"\n[law]\nname = \"lugre\"\nstiffness = 900719925\n");
  EXPECT_EQ(e.law["stiffness"], 900719925.0);
  EXPECT_NE(complaint_about("[experiment]\nbase = \"stick-slip\"\n[plant]\nmass = 9007199254740993\n")
                .find("mass = 9007199254740992 kg lies outside"),
            std::string::npos);
}

TEST(toml, keeps_elements_and_sides) {
  Recipe recipe{.base = "harmonic", .law = "gms", .elements = 3};
  recipe.settings = {{"law", "share", {.numbers = {0.2, 0.3, 0.5}, .is_list = true}},
                     {"law", "coulomb.back", {.numbers = {0.125}}}};
  const Experiment e = experiment::experiment(recipe);
  EXPECT_TRUE(same_bits(e, read(toml_text(e))));
}

TEST(toml, gives_the_unit_and_the_meaning_of_every_value) {
  const std::string text = toml_text(experiment::experiment({.base = "stick-slip"}));
  EXPECT_NE(text.find("breakaway = 1.5  # [N] Largest friction at standstill.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("method = \"automatic\"  # Integrator of the smooth pieces. One of: automatic, runge-kutta,"),
            std::string::npos)
      << text;
}

TEST(toml, takes_sides_as_a_number_a_pair_a_table_or_dotted_keys) {
  const std::string head = "[experiment]\nbase = \"stick-slip\"\n[law]\nbreakaway = 9\n";
  EXPECT_EQ(read(head + "coulomb = 2").law.list("coulomb")[1], 2.0);
  EXPECT_EQ(read(head + "coulomb = [2, 3]").law.list("coulomb")[1], 3.0);
  EXPECT_EQ(read(head + "coulomb = {forward = 2, back = 4}").law.list("coulomb")[1], 4.0);
  EXPECT_EQ(read(head + "coulomb.back = 5").law.list("coulomb")[1], 5.0);
  EXPECT_EQ(read(head + "coulomb = \"6 N\"").law.list("coulomb")[1], 6.0);
}

struct Mistake {
  std::string text;
  std::string complaint;
};

const std::string in_head = "[experiment]\nbase = \"stick-slip\"\n";

class BadFile : public testing::TestWithParam<Mistake> {};

TEST_P(BadFile, is_answered_with_the_file_the_line_and_the_remedy) {
  EXPECT_EQ(complaint_about(GetParam().text), GetParam().complaint);
}

// "stick-slip, limit-cycle, ...": a new experiment costs no line here.
std::string all_experiments() {
  std::string text;
  for (const ExperimentInfo& e : experiment_catalogue()) text += (text.empty() ? "" : ", ") + std::string(e.name);
  return text;
}

std::vector<Mistake> mistakes() {
  return {
      {"", "seal.toml: [experiment] base is missing; add base = \"NAME\" with one of: " + all_experiments()},
      {"[experiment]\nbase = \"stick-slp\"",
       "seal.toml:2: no experiment is called 'stick-slp'; did you mean stick-slip? There are: " + all_experiments()},
      {"[experiment]\nbase = 3", "seal.toml:2: experiment.base must be a name in quotation marks, but it is a number"},
      {"[experiment]\nbas = \"drift\"",
       "seal.toml:2: no key of [experiment] is called 'bas'; did you mean base? There are: base"},
      {in_head + "[lawn]\nname = \"lugre\"",
       "seal.toml:3: no section of an experiment is called 'lawn'; did you mean law? There are: experiment, law, "
       "plant, "
       "drive, solver, run"},
      {"law = \"lugre\"", "seal.toml:1: 'law' must be a section: write [law]"},
      {in_head + "[law]\nname = \"lugree\"",
       "seal.toml:4: no friction law is called 'lugree'; did you mean lugre? There are: coulomb, coulomb-viscous, "
       "stribeck, tanh, "
       "karnopp, "
       "dahl, bliman-sorine, lugre, elasto-plastic, leuven, maxwell-slip, gms, mgms, modified-lugre, "
       "new-modified-lugre, "
       "backlash, backlash-stribeck, dry-clutch, hybrid, hybrid-presliding, preisach, bouc-wen"},
      {in_head + "[law]\nname = true",
       "seal.toml:4: law.name must be a name in quotation marks, but it is true or false"},
      {"[experiment]\nbase = \"harmonic\"\n[law]\nname = \"hybrid\"",
       "seal.toml:4: the law hybrid reads the force applied to the body, and in harmonic the motion is imposed, so "
       "there "
       "is none; take a law that reads the motion alone"},
      {in_head + "[law]\nelements = 3", "seal.toml:4: the law lugre has no elements: leave the number of elements out"},
      {in_head + "[law]\nname = \"gms\"\nelements = 0",
       "seal.toml:5: law.elements must be a whole number from 1 to 64, but it is a number of 0"},
      {in_head + "[law]\nname = \"gms\"\nelements = 65", "seal.toml:5: elements = 65 lies outside [1, 64]"},
      {in_head + "[law]\nname = \"gms\"\nelements = 2.5",
       "seal.toml:5: law.elements must be a whole number from 1 to 64, but it is a number"},
      {in_head + "[law]\nname = \"gms\"\nelements = 2\nshare = [0.5, 0.25, 0.25]",
       "seal.toml:6: law.share is given 3 values, but it has 2, one per element; set the number of elements to 3 or "
       "give "
       "as many values as there are elements"},
      {in_head + "[law]\nname = \"gms\"\nelements = 2\nshare = [0.5, 0.25]",
       "seal.toml:6: law: the sum of share must be 1, but it is 0.75"},
      {in_head + "[law]\ncoulomb = -1", "seal.toml:4: law.coulomb.forward = -1 N lies outside [1e-09, 1e+09] N"},
      {in_head + "[law]\n\ncoulomb.back = 0", "seal.toml:5: law.coulomb.back = 0 N lies outside [1e-09, 1e+09] N"},
      {in_head + "[law]\ncoulomb = nan", "seal.toml:4: law.coulomb.forward = nan N lies outside [1e-09, 1e+09] N"},
      {in_head + "[law]\nviscous = inf", "seal.toml:4: law.viscous.forward = inf N.s/m lies outside [0, 1e+09] N.s/m"},
      {in_head + "[law]\ncoulomb = 2",
       "seal.toml:4: law: breakaway.forward = 1.5 N must not be below coulomb.forward = 2 N"},
      {in_head + "[law]\nculomb = 1",
       "seal.toml:4: no parameter of the group 'law' is called 'culomb'; did you mean coulomb? There are: stiffness, "
       "damping, coulomb, breakaway, stribeck_velocity, stribeck_exponent, viscous"},
      {in_head + "[law]\ncoulomb.sideways = 1",
       "seal.toml:4: law.coulomb has no part 'sideways'; it has: coulomb.forward, coulomb.back"},
      {in_head + "[law]\ncoulomb = \"1.5 mm\"", "seal.toml:4: law.coulomb = '1.5 mm': 'mm' does not fit: N is needed"},
      {in_head + "[law]\ncoulomb = \"much\"", "seal.toml:4: law.coulomb = 'much' is not a number; give a number in N"},
      {in_head + "[law]\ncoulomb = true", "seal.toml:4: law.coulomb must be a number, but it is true or false"},
      {in_head + "[law]\ncoulomb = [1, \"two\"]",
       "seal.toml:4: law.coulomb = 'two' is not a number; give a number in N"},
      {in_head + "[law]\ncoulomb = []", "seal.toml:4: law.coulomb is given no value"},
      {in_head + "[plant]\nmass = 1979-05-27", "seal.toml:4: plant.mass must be a number, but it is a date"},
      {in_head + "[plant]\nmass = [1, 2]",
       "seal.toml:4: plant.mass is given 2 values, but it has one: leave the brackets out"},
      {in_head + "[plant]\nmass = 0", "seal.toml:4: plant.mass = 0 kg lies outside [1e-12, 1e+12] kg"},
      {in_head + "[drive]\namplitude = 1", "seal.toml:4: this experiment has no parameters in the group 'drive'"},
      {"[experiment]\nbase = \"drift\"\n[drive]\nprofile = \"C\"",
       "seal.toml:4: no choice of drive.profile is called 'C'; did you mean A, B, D1? There are: A, B, D1, D2, D3"},
      {"[experiment]\nbase = \"drift\"\n[drive]\nprofile = 1",
       "seal.toml:4: drive.profile is a choice by name, not a number; take one of: A, B, D1, D2, D3"},
      {"[experiment]\nbase = \"velocity-steps\"\n[drive]\nspeeds = []",
       "seal.toml:4: drive.speeds is given 0 values; it takes 1 to 16"},
      {in_head + "[solver]\nmethod = \"runge\"",
       "seal.toml:4: no choice of solver.method is called 'runge'; did you mean runge-kutta? There are: automatic, "
       "runge-kutta, rosenbrock, multistep, cvode"},
      {in_head + "[run]\nduration = -3", "seal.toml:4: run.duration = -3 s lies outside [0, 1e+09] s"},
  };
}

INSTANTIATE_TEST_SUITE_P(mistakes, BadFile, testing::ValuesIn(mistakes()));

TEST(toml, that_does_not_parse_is_answered_with_the_line) {
  EXPECT_EQ(complaint_about(in_head + "[law]\ncoulomb = \n").substr(0, 13), "seal.toml:4: ");
  EXPECT_EQ(complaint_about(in_head + "[law]\ncoulomb = 1\ncoulomb = 2\n").substr(0, 13), "seal.toml:5: ");
  EXPECT_EQ(complaint_about(in_head + "[law\n").substr(0, 13), "seal.toml:3: ");
}

TEST(toml, that_is_not_there_is_named) {
  try {
    read_recipe("no/such/file.toml");
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no/such/file.toml: the file cannot be read");
  }
}

TEST(toml, that_its_parser_does_not_expect_is_refused_with_its_line) {
  EXPECT_EQ(complaint_about("[experiment]\nbase = \"stick-slip\"\n[=]\n"),
            "seal.toml:3: not valid TOML; write key = value, or [table]");
  EXPECT_TRUE(complaint_about("[experiment]\nbase = ,\n").starts_with("seal.toml:2: "));
  EXPECT_TRUE(
      complaint_about("[experiment]\nb\xC3\xA4se = 1\n").starts_with("seal.toml:2: non-ASCII character outside"));
  EXPECT_EQ(complaint_about("[experiment] # \xC3\xA4\nbase = \"stick-slip\"\n"), "accepted");
}

}  // namespace
}  // namespace stickslip::io
