// Specs of sweeps as files: they read back as they were written; mistakes are answered with file, line and remedy.
#include <gtest/gtest.h>

#include "stickslip/io/sweep.hpp"
#include "stickslip/io/toml.hpp"

namespace stickslip::sweep {

using namespace experiment;
using namespace io;

namespace {

Sweep read(const std::string& text) { return sweep(sweep_from_toml(text, "s.toml")); }

std::string complaint_about(const std::string& text) {
  try {
    read(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

// Four lines, then what is given: its first line is line 5.
std::string grid_with(const std::string& rest) {
  return "[experiment]\nbase = \"stick-slip\"\n[sweep]\nmethod = \"grid\"\n" + rest;
}

// Six lines before what is given about plant.mass.
std::string mass_with(const std::string& rest) {
  return grid_with("[[sweep.parameter]]\nname = \"plant.mass\"\n" + rest + "\n");
}

TEST(spec, has_an_experiment_a_method_and_parameters_with_units) {
  const Sweep s = read(
      "[experiment]\nbase = \"stick-slip\"\n[law]\nname = \"lugre\"\ncoulomb = \"1.25 N\"\n"
      "[sweep]\nmethod = \"latin-hypercube\"\nsamples = 5\nseed = 3\nfigures = [\"peak_speed\", \"period\"]\n"
      "[[sweep.parameter]]\nname = \"plant.mass\"\nfrom = \"1 kg\"\nto = 2\nscale = \"linear\"\n"
      "[[sweep.parameter]]\nname = \"law.breakaway.back\"\nvalues = [1.5, \"1.75 N\"]\n");
  EXPECT_EQ(s.method, SweepMethod::latin_hypercube);
  EXPECT_EQ(s.samples, 5U);
  EXPECT_EQ(s.seed, 3U);
  EXPECT_EQ(s.figures.at(0)->name, "peak_speed");
  EXPECT_EQ(s.axes.at(0).from, 1.0);
  EXPECT_EQ(s.axes.at(0).scale, Scale::linear);
  EXPECT_EQ(s.axes.at(1).texts, (std::vector<std::string>{"1.5", "1.75"}));
  EXPECT_EQ(experiment::experiment(sample_recipe(s, 0)).law["coulomb"], 1.25);
}

TEST(spec, written_reads_back_as_the_same_sweep) {
  for (const std::string& text :
       {mass_with("values = [1, 2, 3]"), mass_with("from = 0.1\nto = 0.7\ncount = 4"),
        std::string("[experiment]\nbase = \"drift\"\n[law]\nname = \"maxwell-slip\"\nelements = 3\n"
                    "\"limit[1]\" = 0.25\nstiffness = [1e5, 2e5, 3e5]\n[plant]\nmass = \"2 kg\"\n"
                    "[sweep]\nmethod = \"random\"\nsamples = 4\nfigures = [\"final_position\"]\n"
                    "[[sweep.parameter]]\nname = \"drive.profile\"\nvalues = [\"D2\", \"D1\"]\n"
                    "[[sweep.parameter]]\nname = \"law.limit[2]\"\nfrom = 0.1\nto = 0.2\n")}) {
    const Sweep s = read(text);
    const Sweep again = read(toml_text(s));
    EXPECT_EQ(description(again, "1"), description(s, "1")) << toml_text(s);
    EXPECT_EQ(toml_text(again), toml_text(s));
    for (std::size_t i = 0; i < s.samples; ++i)
      for (std::size_t k = 0; k < s.axes.size(); ++k)
        EXPECT_EQ(sample_value(again, i, k).text, sample_value(s, i, k).text);
  }
}

TEST(spec, keeps_a_part_that_is_set_after_its_whole) {
  SweepRecipe recipe = sweep_from_toml(mass_with("values = [1]") + "[law]\ncoulomb = 1.25\n", "s.toml");
  assign(recipe, setting_from_text("law.coulomb.back=1.125", "--set"));
  const Sweep s = sweep(recipe);
  const Experiment e = experiment::experiment(sample_recipe(read(toml_text(s)), 0));
  EXPECT_EQ(e.law.list("coulomb")[0], 1.25);
  EXPECT_EQ(e.law.list("coulomb")[1], 1.125);
}

struct Mistake {
  std::string text;
  std::string complaint;  // its beginning
};

void expect_all(const std::vector<Mistake>& mistakes) {
  for (const Mistake& m : mistakes)
    EXPECT_EQ(complaint_about(m.text).substr(0, m.complaint.size()), m.complaint) << m.text;
}

TEST(mistakes, in_names_are_answered_with_the_nearest) {
  expect_all({
      {grid_with("[[sweep.parameter]]\nname = \"plant.mas\"\nvalues = [1]\n"),
       "s.toml:6: no parameter of the group 'plant' is called 'mas'; did you mean mass?"},
      {grid_with("[[sweep.parameter]]\nname = \"plnt.mass\"\nvalues = [1]\n"),
       "s.toml:6: no group of parameters is called 'plnt'; did you mean plant?"},
      {grid_with("[[sweep.parameter]]\nname = \"mass\"\nvalues = [1]\n"),
       "s.toml:6: the name of a parameter is 'mass'; write group.key, as in law.coulomb or plant.mass"},
      {grid_with("[[sweep.parameter]]\nname = \"law.coulomb.left\"\nvalues = [1]\n"),
       "s.toml:6: law.coulomb has no part 'left'; it has: coulomb.forward, coulomb.back"},
      {grid_with("[[sweep.parameter]]\nname = \"law.name\"\nvalues = [\"lugre\"]\n"),
       "s.toml:6: law.name chooses a law and is not a parameter of one; make a sweep for each of its values"},
      {grid_with("figures = [\"perod\"]\n[[sweep.parameter]]\nname = \"plant.mass\"\nvalues = [1]\n"),
       "s.toml:5: no figure of stick-slip is called 'perod'; did you mean period?"},
      {grid_with("figures = [\"period\", \"period\"]\n[[sweep.parameter]]\nname = \"plant.mass\"\nvalues = [1]\n"),
       "s.toml:5: duplicate figure period; remove one"},
      {grid_with("sample = 3\n"), "s.toml:5: no key of [sweep] is called 'sample'; did you mean samples?"},
      {mass_with("valeus = [1]"), "s.toml:7: no key of [[sweep.parameter]] is called 'valeus'; did you mean values?"},
      {mass_with("from = 1\nto = 2\nscale = \"liner\"\ncount = 2"),
       "s.toml:9: no scale is called 'liner'; did you mean linear?"},
      {"[experiment]\nbase = \"stick-slip\"\n[sweep]\nmethod = \"gird\"\n",
       "s.toml:4: no method of a sweep is called 'gird'; did you mean grid?"},
      {"[experiment]\nbase = \"stick-slip\"\n[sweeep]\nmethod = \"grid\"\n",
       "s.toml:3: no section of an experiment is called 'sweeep'; did you mean sweep?"},
      {mass_with("values = [1]") + "[plant]\nmas = 2\n", "s.toml:9: no parameter of the group 'plant' is called 'mas'"},
  });
}

TEST(mistakes, in_values_are_answered_with_the_bounds_and_the_unit) {
  expect_all({
      {mass_with("values = [1, -2]"), "s.toml:7: plant.mass = -2 kg lies outside [1e-12, 1e+12] kg"},
      {mass_with("values = [1,\n 2,\n nan]"), "s.toml:9: plant.mass = nan kg lies outside [1e-12, 1e+12] kg"},
      {mass_with("values = [\"1 lbf\"]"), "s.toml:7: plant.mass = '1 lbf': 'lbf' does not fit: kg is needed"},
      {mass_with("values = [true]"), "s.toml:7: plant.mass must be a number, but it is true or false"},
      {mass_with("values = []"), "s.toml:7: values of plant.mass is an empty list; write at least one value"},
      {mass_with("values = 3"), "s.toml:7: values of plant.mass must be a list in brackets, but it is a number"},
      {mass_with("from = -1\nto = 2\ncount = 3"), "s.toml:7: plant.mass = -1 kg lies outside [1e-12, 1e+12] kg"},
      {mass_with("from = 3\nto = 2\ncount = 3"),
       "s.toml:8: plant.mass: from = 3 kg must be below to = 2 kg; exchange them"},
      {mass_with("from = 3\nto = 3\ncount = 3"),
       "s.toml:8: plant.mass: from = 3 kg must be below to = 3 kg; for one value write values = [3]"},
      {mass_with("from = [1, 2]\nto = 3\ncount = 3"),
       "s.toml:7: plant.mass: an end of an interval is one number, not a list"},
      {grid_with("[[sweep.parameter]]\nname = \"plant.normal_force\"\nfrom = 0\nto = 2\ncount = 3\nscale = \"log\"\n"),
       "s.toml:7: plant.normal_force: from = 0 N cannot lie on a logarithmic scale; take a number above 0, or write "
       "scale = "
       "\"linear\""},
      {grid_with("[[sweep.parameter]]\nname = \"solver.method\"\nfrom = 0\nto = 2\ncount = 3\n"),
       "s.toml:6: solver.method is a choice by name; write values = [...] with some of: automatic, runge-kutta, "
       "rosenbrock, multistep"},
      {grid_with("[[sweep.parameter]]\nname = \"solver.method\"\nvalues = [\"rosenbrok\"]\n"),
       "s.toml:7: no choice of solver.method is called 'rosenbrok'; did you mean rosenbrock?"},
  });
}

TEST(mistakes, in_the_kind_of_a_parameter_say_what_to_write) {
  expect_all({
      {mass_with(""), "s.toml:6: plant.mass has no values; write values = [1, 2, 3], or from and to"},
      {mass_with("values = [1]\nfrom = 1\nto = 2"), "s.toml:6: plant.mass has values and an interval; leave one"},
      {mass_with("values = [1]\ncount = 2"), "s.toml:6: plant.mass has a list of values; leave out count and scale"},
      {mass_with("from = 1\ncount = 2"), "s.toml:6: plant.mass has an interval with one end; write to too"},
      {mass_with("from = 1\nto = 2"), "s.toml:6: plant.mass has no count; a grid needs the number of points"},
      {mass_with("from = 1\nto = 2\ncount = 1"),
       "s.toml:9: count of plant.mass must be a whole number from 2 to 1000000, but it is a number of 1"},
      {mass_with("from = 1\nto = 2\ncount = 2.5"), "s.toml:9: count of plant.mass must be a whole number from 2 to"},
      {grid_with("[[sweep.parameter]]\nvalues = [1]\n"),
       "s.toml:5: the name of this parameter is missing; write name = \"law.coulomb\""},
      {grid_with("[sweep.parameter]\nname = \"plant.mass\"\nvalues = [1]\n"),
       "s.toml:5: a swept parameter is written with two brackets: [[sweep.parameter]]"},
      {mass_with("values = [1]\n[[sweep.parameter]]\nname = \"plant.mass\"\nvalues = [1]"),
       "s.toml:9: plant.mass is swept twice; remove one"},
      {grid_with("[[sweep.parameter]]\nname = \"law.coulomb\"\nvalues = [1]\n"
                 "[[sweep.parameter]]\nname = \"law.coulomb.back\"\nvalues = [1]\n"),
       "s.toml:9: law.coulomb.back and law.coulomb set the same number; sweep the parts, or the whole"},
      {grid_with("[[sweep.parameter]]\nname = \"law.coulomb\"\nvalues = [1]\n[law]\ncoulomb.back = 1\n"),
       "s.toml:6: law.coulomb is swept as a whole, but law.coulomb.back is set"},
  });
}

TEST(mistakes, in_the_number_of_samples_say_the_number_and_the_limit) {
  const std::string drawn = "[experiment]\nbase = \"stick-slip\"\n[sweep]\nmethod = \"random\"\n";
  const std::string mass = "[[sweep.parameter]]\nname = \"plant.mass\"\nfrom = 1\nto = 2\n";
  expect_all({
      {drawn + mass, "s.toml:3: the method random needs a number of samples; write samples = 100"},
      {drawn + "samples = 0\n" + mass, "s.toml:5: sweep.samples must be a whole number from 1 to 1000000"},
      {drawn + "samples = 1.5\n" + mass, "s.toml:5: sweep.samples must be a whole number from 1 to 1000000"},
      {drawn + "samples = 2000000\n" + mass, "s.toml:5: sweep.samples must be a whole number from 1 to 1000000"},
      {drawn + "samples = \"many\"\n" + mass, "s.toml:5: sweep.samples must be a number, but it is a text"},
      {drawn + "samples = 3\nseed = -1\n" + mass, "s.toml:6: sweep.seed must be a whole number from 0 to"},
      {drawn + "samples = 3\n" + mass + "count = 3\n",
       "s.toml:7: plant.mass has a count, which is for a grid; leave it out"},
      {grid_with("samples = 3\n" + mass + "count = 3\n"),
       "s.toml:5: samples = 3: a grid has as many samples as it has points; leave samples out"},
      {grid_with(mass + "count = 2000\n[[sweep.parameter]]\nname = \"law.viscous\"\nfrom = 1\nto = 2\ncount = 3000\n"),
       "s.toml:3: the grid has 2000 x 3000 = 6e+06 points, more than the limit of 1000000; take smaller counts, or "
       "method = \"latin-hypercube\""},
  });
}

TEST(mistakes, in_the_whole_of_a_spec_are_named) {
  expect_all({
      {"[experiment]\nbase = \"stick-slip\"\n", "s.toml: [sweep] is missing; add it with method = \"grid\""},
      {grid_with(""), "s.toml:3: no parameter is swept; add [[sweep.parameter]]"},
      {grid_with("figures = []\n"), "s.toml:5: sweep.figures is an empty list"},
      {"[sweep]\nmethod = \"grid\"\n", "s.toml: [experiment] base is missing"},
      {grid_with("[[sweep.parameter]\n"), "s.toml:5: "},
  });
}

TEST(mistakes, that_leave_no_sample_to_run_name_the_relation) {
  EXPECT_EQ(complaint_about(grid_with("[[sweep.parameter]]\nname = \"law.coulomb\"\nvalues = [7, 8]\n")),
            "s.toml:6: law: breakaway.forward = 1.5 N must not be below coulomb.forward = 7 N; none of the 2 samples "
            "can be run: change what is set or swept");
}

TEST(mistakes, in_what_is_set_on_the_command_line_are_named) {
  SweepRecipe recipe = sweep_from_toml(mass_with("values = [1]"), "s.toml");
  const auto complaint = [&recipe](const char* text) -> std::string {
    try {
      assign(recipe, setting_from_text(text, "--set"));
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(complaint("plant.mass=2"),
            "--set plant.mass=2: plant.mass is swept and cannot be set; leave it out here, or out of the sweep");
  EXPECT_EQ(complaint("sweep.sample=2").substr(0, 76),
            "--set sweep.sample=2: no number of a sweep is called 'sample'; did you mean ");
}

TEST(experiment_file, with_a_sweep_is_refused_by_a_single_run) {
  try {
    recipe_from_toml(mass_with("values = [1]"), "s.toml");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "s.toml:3: [sweep] is for stickslip sweep; use that, or remove it to run the experiment alone");
  }
}

}  // namespace
}  // namespace stickslip::sweep
