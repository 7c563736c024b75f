// Sweeps in the library: order and values of samples, rows that do not depend on threads, failing runs.
#include "stickslip/sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "stickslip/io/sweep.hpp"

namespace stickslip::sweep {

using namespace experiment;
using namespace io;

namespace {

// Quick to run: a ramp of force until a mass breaks away.
SweepRecipe breakaway_over(std::vector<SweepParameter> parameters) {
  return {.experiment = {.base = "breakaway", .law = "stribeck"}, .parameters = std::move(parameters)};
}

std::vector<std::string> texts(const Sweep& s, std::size_t axis) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < s.samples; ++i) all.push_back(sample_value(s, i, axis).text);
  return all;
}

std::string table_with(const Sweep& s, std::size_t threads) {
  SweepTable table(s);
  const SweepReport report =
      run(s, {.threads = threads, .keep = [&](const SweepRow& row) { table.add(SweepTable::row_text(s, row)); }});
  EXPECT_TRUE(report.completed());
  EXPECT_EQ(report.threads_given, threads);
  EXPECT_EQ(report.threads_used, std::min(threads, s.samples));
  return table.csv();
}

TEST(grid, has_every_combination_and_changes_the_last_parameter_fastest) {
  const Sweep s = sweep(breakaway_over({{.name = "plant.mass", .from = 1.0, .to = 2.0, .count = 2},
                                        {.name = "law.breakaway", .values = {2.0, 3.0, 4.0}}}));
  EXPECT_EQ(s.samples, 6U);
  EXPECT_EQ(texts(s, 0), (std::vector<std::string>{"1", "1", "1", "2", "2", "2"}));
  EXPECT_EQ(texts(s, 1), (std::vector<std::string>{"2", "3", "4", "2", "3", "4"}));
}

TEST(grid, walks_along_the_parameters_own_scale_unless_told_otherwise) {
  const SweepParameter mass{.name = "plant.mass", .from = 1.0, .to = 100.0, .count = 3};
  EXPECT_EQ(texts(sweep(breakaway_over({mass})), 0)[1], "10");
  SweepParameter linear = mass;
  linear.scale = Scale::linear;
  EXPECT_EQ(texts(sweep(breakaway_over({linear})), 0)[1], "50.5");
  const SweepParameter exponent{.name = "law.stribeck_exponent", .from = 1.0, .to = 4.0, .count = 3};
  EXPECT_EQ(texts(sweep(breakaway_over({exponent})), 0)[1], "2.5");
}

TEST(drawn_samples, lie_in_their_interval_one_in_each_part_of_it) {
  SweepRecipe recipe = breakaway_over({{.name = "law.stribeck_exponent", .from = 1.0, .to = 2.0},
                                       {.name = "plant.mass", .from = 1.0, .to = 1000.0},
                                       {.name = "law.breakaway", .values = {2.0, 3.0}}});
  recipe.method = SweepMethod::latin_hypercube;
  recipe.samples = 30;
  const Sweep s = sweep(recipe);
  std::map<std::string, int> breakaways;
  std::vector<int> parts(30);
  std::vector<int> decades(3);
  for (std::size_t i = 0; i < s.samples; ++i) {
    ++parts[std::size_t((sample_value(s, i, 0).value.numbers[0] - 1.0) * 30.0)];
    ++decades[std::size_t(std::log10(sample_value(s, i, 1).value.numbers[0]))];
    ++breakaways[sample_value(s, i, 2).text];
  }
  EXPECT_EQ(parts, std::vector<int>(30, 1));
  EXPECT_EQ(decades, std::vector<int>(3, 10));
  EXPECT_EQ(breakaways["2"], 15);
  EXPECT_EQ(breakaways["3"], 15);
}

TEST(drawn_samples, are_those_of_their_seed) {
  SweepRecipe recipe = breakaway_over({{.name = "plant.mass", .from = 1.0, .to = 2.0}});
  recipe.samples = 5;
  for (const SweepMethod method : {SweepMethod::latin_hypercube, SweepMethod::random}) {
    recipe.method = method;
    recipe.seed = 11;
    const auto first = texts(sweep(recipe), 0);
    EXPECT_EQ(texts(sweep(recipe), 0), first);
    recipe.seed = 12;
    EXPECT_NE(texts(sweep(recipe), 0), first);
  }
}

// What a seed gives must never change: tables would no longer be those of before. A second program, in another
// language, gives the same numbers to rounding.
TEST(drawn_samples, are_what_they_always_were) {
  SweepRecipe recipe = breakaway_over(
      {{.name = "law.stribeck_exponent", .from = 1.0, .to = 2.0}, {.name = "plant.mass", .from = 0.1, .to = 10.0}});
  recipe.samples = 3;
  recipe.method = SweepMethod::random;
  const Sweep random = sweep(recipe);
  EXPECT_EQ(texts(random, 0),
            (std::vector<std::string>{"1.566561575172281", "1.9710027535867962", "1.444264700826358"}));
  EXPECT_EQ(texts(random, 1),
            (std::vector<std::string>{"3.1014409336577584", "0.7739598541663035", "3.355743702303114"}));
  recipe.method = SweepMethod::latin_hypercube;
  const Sweep hypercube = sweep(recipe);
  EXPECT_EQ(texts(hypercube, 0),
            (std::vector<std::string>{"1.323667584528932", "1.481453072351924", "1.8147549002754526"}));
  EXPECT_EQ(texts(hypercube, 1),
            (std::vector<std::string>{"0.2232088722544219", "0.7194585690721701", "7.288940478185473"}));
}

TEST(table, has_the_same_bytes_on_1_2_and_7_threads) {
  SweepRecipe recipe{.experiment = {.base = "stick-slip", .law = "stribeck"},
                     .method = SweepMethod::latin_hypercube,
                     .samples = 12,
                     .parameters = {{.name = "plant.mass", .from = 0.5, .to = 2.0},
                                    {.name = "law.coulomb.forward", .from = 0.5, .to = 1.4}}};
  const Sweep s = sweep(recipe);
  const std::string alone = table_with(s, 1);
  EXPECT_EQ(std::count(alone.begin(), alone.end(), '\n'), 13);
  EXPECT_EQ(table_with(s, 2), alone);
  EXPECT_EQ(table_with(s, 7), alone);
}

TEST(row, has_the_figures_of_the_run_that_its_parameters_make) {
  SweepRecipe recipe = breakaway_over({{.name = "law.breakaway", .values = {2.0, 3.0}}});
  recipe.figures = {"break_away_force"};
  const SweepRow row = run_sample(sweep(recipe), 1);
  Recipe alone = recipe.experiment;
  alone.settings = {{"law", "breakaway", {.numbers = {3.0}}}};
  EXPECT_TRUE(row.done());
  ASSERT_EQ(row.figures.size(), 1U);
  EXPECT_EQ(row.figures[0], run(experiment::experiment(alone)).figure("break_away_force").values);
}

TEST(row, of_a_sample_that_breaks_a_relation_says_so_and_the_others_run) {
  const Sweep s = sweep(breakaway_over({{.name = "law.coulomb", .values = {1.0, 99.0, 1.2}}}));
  std::map<std::size_t, SweepRow> rows;
  const SweepReport report = run(s, {.threads = 2, .keep = [&](const SweepRow& row) { rows[row.sample] = row; }});
  EXPECT_EQ(report.run, 3U);
  EXPECT_EQ(report.failed, 1U);
  EXPECT_TRUE(rows[0].done());
  EXPECT_TRUE(rows[2].done());
  EXPECT_EQ(rows[1].status, "law: breakaway.forward = 1.5 N must not be below coulomb.forward = 99 N");
  for (const auto& values : rows[1].figures) EXPECT_TRUE(values.empty());
}

TEST(row, of_a_run_that_stops_early_has_its_message_and_no_figures) {
  SweepRecipe recipe{.experiment = {.base = "stick-slip", .law = "lugre"},
                     .parameters = {{.name = "solver.most_steps", .values = {100.0}}}};
  const SweepRow row = run_sample(sweep(recipe), 0);
  EXPECT_FALSE(row.done());
  EXPECT_EQ(row.status.substr(0, 23), "stopped: too many steps");
  for (const auto& values : row.figures) EXPECT_TRUE(values.empty());
}

TEST(row, of_a_figure_without_a_value_says_why) {
  SweepRecipe recipe{.experiment = {.base = "stick-slip", .law = "stribeck"},
                     .parameters = {{.name = "run.duration", .values = {0.1}}}};
  recipe.figures = {"period"};
  const Sweep s = sweep(recipe);
  EXPECT_EQ(SweepTable::row_text(s, run_sample(s, 0)), "1,0.1,,done,period: fewer than three slips");
}

TEST(run, does_not_repeat_what_was_done_before) {
  const Sweep s = sweep(breakaway_over({{.name = "plant.mass", .values = {1.0, 2.0, 3.0, 4.0}}}));
  std::vector<std::size_t> run_now;
  const SweepReport report = run(s, {.threads = 1,
                                     .done_before = [](std::size_t i) { return i % 2 == 0; },
                                     .keep = [&](const SweepRow& row) { run_now.push_back(row.sample); }});
  EXPECT_EQ(run_now, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(report.done_before, 2U);
  EXPECT_EQ(report.run, 2U);
  EXPECT_TRUE(report.completed());
}

TEST(run, that_is_cancelled_ends_between_runs_and_says_how_far_it_came) {
  const Sweep s = sweep(breakaway_over({{.name = "plant.mass", .values = {1.0, 2.0, 3.0, 4.0}}}));
  std::size_t kept = 0;
  const SweepReport report = run(
      s, {.threads = 1, .keep = [&](const SweepRow&) { ++kept; }, .watch = {.cancelled = [&] { return kept == 3; }}});
  EXPECT_EQ(report.run, 3U);
  EXPECT_FALSE(report.completed());
}

TEST(run, ends_with_the_exception_of_the_one_who_keeps_the_rows) {
  const Sweep s = sweep(breakaway_over({{.name = "plant.mass", .values = {1.0, 2.0}}}));
  EXPECT_THROW(run(s, {.threads = 2, .keep = [](const SweepRow&) { throw std::runtime_error("disk full"); }}),
               std::runtime_error);
}

TEST(settings, of_a_sweep_take_its_method_samples_and_seed) {
  SweepRecipe recipe = breakaway_over({{.name = "plant.mass", .from = 1.0, .to = 2.0}});
  for (const char* text : {"sweep.method=random", "sweep.samples=3", "sweep.seed=5", "law.coulomb=1.25"})
    assign(recipe, setting_from_text(text, "--set"));
  const Sweep s = sweep(recipe);
  EXPECT_EQ(s.method, SweepMethod::random);
  EXPECT_EQ(s.samples, 3U);
  EXPECT_EQ(s.seed, 5U);
  EXPECT_EQ(experiment::experiment(sample_recipe(s, 0)).law["coulomb"], 1.25);
}

TEST(settings, that_break_a_relation_alone_are_fine_when_the_sweep_mends_it) {
  SweepRecipe recipe = breakaway_over({{.name = "law.breakaway", .values = {6.0, 7.0}}});
  recipe.experiment.settings = {{"law", "coulomb", {.numbers = {5.0}}}};
  EXPECT_EQ(sweep(recipe).samples, 2U);
}

TEST(choices, lists_and_parts_of_parameters_can_be_swept) {
  SweepRecipe recipe{.experiment = {.base = "drift", .law = "maxwell-slip", .elements = 3}};
  recipe.parameters = {
      {.name = "drive.profile", .values = {{ParamValue{.text = "D1"}, ""}, {ParamValue{.text = "D2"}, ""}}},
      {.name = "law.limit[1]", .values = {0.25}},
      {.name = "law.stiffness", .values = {{ParamValue{.numbers = {1e5, 2e5, 3e5}, .is_list = true}, ""}}}};
  const Sweep s = sweep(recipe);
  const Experiment e = experiment::experiment(sample_recipe(s, 1));
  EXPECT_EQ(value_text(e.drive, e.drive.table[0]), "\"D2\"");
  EXPECT_EQ(e.law.list("limit")[1], 0.25);
  EXPECT_EQ(e.law.list("stiffness")[2], 3e5);
  EXPECT_EQ(sample_value(s, 1, 0).text, "D2");
  EXPECT_EQ(sample_value(s, 1, 2).text, "1e+05 2e+05 3e+05");
}

}  // namespace
}  // namespace stickslip::sweep
