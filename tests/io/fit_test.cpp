// What fits and rankings leave behind.
#include "stickslip/io/fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "../support/fit_report.hpp"
#include "../support/folder.hpp"
#include "../support/shell.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/rank.hpp"
#include "stickslip/io/toml.hpp"

namespace stickslip::io {

using namespace experiment;
using namespace identify;

namespace {

using nlohmann::json;
using tests::contains;
using tests::fit_by_hand;
using tests::InFolder;
using tests::origin_by_hand;
using tests::rank_by_hand;

std::string catch_complaint(const std::string& toml) {
  try {
    model_from_toml(toml, "model.toml");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

std::vector<std::string> list_titles(const Page& page) {
  std::vector<std::string> titles;
  for (const Section& s : page.sections) titles.push_back(s.title);
  return titles;
}

TEST(model_file, reads_back_bit_for_bit) {
  const FitReport fit = fit_by_hand();
  const Model model = model_from_toml(model_toml(fit, origin_by_hand()), "model.toml");
  EXPECT_EQ(model.law, "gms");
  EXPECT_EQ(model.elements, 5U);
  EXPECT_EQ(model.group.lengths, fit.group.lengths);
  EXPECT_EQ(model.group.values.size(), fit.group.values.size());
  for (const Field& f : fit.group.table) {
    const auto a = model.group.list(f.name);
    const auto b = fit.group.list(f.name);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << f.name;
  }
  EXPECT_EQ(model.velocity_resolution, 1e-5);
  EXPECT_GT(model.speeds[0], 0.0);
  EXPECT_GT(model.speeds[1], model.speeds[0]);
  EXPECT_FALSE(model.rotary);
}

TEST(model_file, of_every_law_reads_back_as_the_same_parameters) {
  for (const LawInfo& law : law_catalogue()) {
    FitReport fit{.law = std::string(law.name), .elements = law.has_elements ? 5U : 0U};
    fit.group = law_group(law.name, fit.elements);
    const Model model = model_from_toml(model_toml(fit, origin_by_hand()), "model.toml");
    for (const Field& f : fit.group.table) {
      const auto a = model.group.list(f.name);
      const auto b = fit.group.list(f.name);
      EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << law.name << " " << f.name;
    }
  }
}

TEST(model_file, has_units_and_intervals_beside_the_values) {
  const std::string text = model_toml(fit_by_hand(), origin_by_hand());
  EXPECT_TRUE(
      contains(text, "coulomb = [  # N, forward and back\n  0.3333333333333333,  # 95 % interval 0.33 ... 0.34\n"));
  EXPECT_TRUE(contains(text, "breakaway = 0.7  # N, given\n"));
  EXPECT_TRUE(contains(text, "# N.s/m, not identified: the motion is too slow to show it\n"));
  EXPECT_TRUE(contains(text, "seed = 7\n"));
  EXPECT_TRUE(contains(text, "date = \"2026-03-14\"\n"));
  EXPECT_TRUE(contains(text, "file = \"run \\\"1\\\".csv\"\nhash = \"000000000000feed\"\nused = \"fitted\"\n"));
  EXPECT_TRUE(contains(text, "name = \"offset of run \\\"1\\\".csv\"\nvalue = -0.02  # N, 95 % interval"));
}

TEST(model_file, tells_the_options_that_were_chosen) {
  FitReport fit = fit_by_hand();
  EXPECT_EQ(model_toml(fit, origin_by_hand()).find("compare_below"), std::string::npos);
  fit.options.compare_below = 50.0;
  fit.options.polish = false;
  fit.options.per_direction = {"coulomb"};
  fit.options.threads = 3;  // changes no bit of the result
  const std::string text = model_toml(fit, origin_by_hand());
  EXPECT_TRUE(contains(text, "\ncompare_below = 50  # Hz\n")) << text;
  EXPECT_TRUE(contains(text, "\npolish = false\n")) << text;
  EXPECT_TRUE(contains(text, "\nper_direction = [\"coulomb\"]\n")) << text;
  EXPECT_FALSE(contains(text, "threads")) << text;
  EXPECT_NO_THROW(model_from_toml(text, "model.toml"));
}

TEST(fit_json, has_every_option_that_changes_the_result) {
  FitReport fit = fit_by_hand();
  fit.options.fixed = {{"law", "viscous", {{0.5}}, {}}};
  const json options = json::parse(fit_json(fit, origin_by_hand()))["fit"]["options"];
  for (const OptionRow& row : FitOptions::options())
    EXPECT_EQ(options.contains(std::string(row.name)), row.changes_result) << row.name;
  EXPECT_EQ(options["fixed"]["viscous"], 0.5);
}

TEST(model_file, of_a_joint_has_the_units_of_a_joint) {
  Provenance from = origin_by_hand();
  from.rotary = true;
  const std::string text = model_toml(fit_by_hand(), from);
  EXPECT_TRUE(contains(text, "breakaway = 0.7  # N.m, given\n"));
  EXPECT_TRUE(contains(text, "# N.m.s/rad, not identified"));
  EXPECT_TRUE(model_from_toml(text, "model.toml").rotary);
}

TEST(model_file, gives_its_law_block_to_an_experiment_as_it_is) {
  const std::string text = model_toml(fit_by_hand(), origin_by_hand());
  const auto first = text.find("\n[law]\n") + 1;
  const std::string law = text.substr(first, text.find("\n[fit]") - first);
  const Experiment e =
      experiment::experiment(recipe_from_toml("[experiment]\nbase = \"presliding\"\n" + law, "seal.toml"));
  EXPECT_EQ(e.law.list("coulomb")[0], 1.0 / 3.0);
  EXPECT_EQ(e.law.list("coulomb")[1], 0.4);
  EXPECT_EQ(e.elements, 5U);
}

TEST(model_file, that_is_wrong_is_refused_with_line_and_key) {
  EXPECT_TRUE(contains(catch_complaint("[law]\nname = \"gmss\"\n"), "model.toml:2: no friction law is called 'gmss'"));
  EXPECT_TRUE(
      contains(catch_complaint("[law]\nname = \"tanh\"\ncolomb = 1\n"), "model.toml:3: no parameter of the group"));
  EXPECT_TRUE(contains(catch_complaint("[law]\nname = \"tanh\"\ncoulomb = -1\n"), "model.toml:3: law.coulomb"));
  EXPECT_TRUE(contains(catch_complaint("[law]\nname = \"tanh\"\nelements = 3\n"),
                       "model.toml:3: the law tanh has no elements"));
  EXPECT_TRUE(contains(catch_complaint("[fit]\nseed = 1\n"), "model.toml: [law] name is missing"));
  EXPECT_TRUE(
      contains(catch_complaint("[laws]\n"), "model.toml:1: no section of a model is called 'laws'; did you mean law?"));
  EXPECT_TRUE(contains(catch_complaint("[law]\nname = \"tanh\"\nbreakaway = 0.1\n"), "must not be below"));
  EXPECT_TRUE(contains(catch_complaint("[law\n"), "model.toml:1: "));
}

TEST(fit_json, holds_what_was_found_and_says_why_a_number_is_missing) {
  const json fit = json::parse(fit_json(fit_by_hand(), origin_by_hand()));
  EXPECT_EQ(fit["provenance"]["data"][1]["test"], true);
  EXPECT_EQ(fit["fit"]["law"], "gms");
  EXPECT_EQ(fit["fit"]["parameters"][0]["value"].get<double>(), 1.0 / 3.0);
  EXPECT_EQ(fit["fit"]["parameters"][0]["high"], 0.34);
  EXPECT_TRUE(fit["fit"]["parameters"][3]["deviation"].is_null());
  EXPECT_EQ(fit["fit"]["parameters"][3]["deviation_missing"], "the motion is too slow to show it");
  EXPECT_TRUE(fit["fit"]["condition"].is_null());
  EXPECT_EQ(fit["fit"]["condition_missing"], "singular: some parameters are not identified");
  EXPECT_EQ(fit["fit"]["unseen"][0]["r2"], 0.9985);
  EXPECT_EQ(fit["fit"]["correlation"]["matrix"][0][1], 0.97);
  EXPECT_EQ(fit["fit"]["convergence"].size(), 3U);
}

// Every null has its reason beside it.
void expect_reasons(const json& node) {
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) {
      EXPECT_TRUE(!value.is_null() || node.contains(key + "_missing")) << key;
    }
  }
  if (node.is_structured()) {
    for (const json& child : node) expect_reasons(child);
  }
}

TEST(fit_json, has_a_reason_beside_every_null) {
  FitReport fit = fit_by_hand();
  fit.loss = fit.noise = fit.aicc = fit.train[0].r2 = fit.parameters[0].high = fit.convergence[0].loss = std::nan("");
  expect_reasons(json::parse(fit_json(fit, origin_by_hand())));
  RankReport ranking = rank_by_hand();
  ranking.rows[1].test_rmse = std::nan("");
  expect_reasons(json::parse(rank_json(ranking, origin_by_hand())));
}

TEST(fit_page, has_a_section_for_everything_that_is_asked) {
  const Page page = report_page(fit_by_hand(), origin_by_hand());
  EXPECT_EQ(list_titles(page), (std::vector<std::string>{"Verdict", "Parameters", "Scores",
                                                         "What the data cannot determine", "Recording run \"1\".csv",
                                                         "Residuals", "Correlations", "Convergence", "Details"}));
  std::vector<std::string> plots;
  for (const Plot& p : page.sections[4].plots) plots.push_back(p.title);
  EXPECT_EQ(plots, (std::vector<std::string>{"Measured and fitted", "Residuals: computed less measured",
                                             "Loop over displacement", "Loop over velocity"}));
  EXPECT_EQ(page.sections[4].plots[0].series.size(), 3U);  // measured, fitted, unseen
  EXPECT_EQ(page.sections[1].tables[0].verdicts, (std::vector<int>{1, 1, 0, -1}));
  EXPECT_TRUE(contains(html(page), "&lt;b&gt;not bold&lt;/b&gt;"));
}

TEST(fit_page, shows_a_long_recording_by_its_extremes) {
  FitReport fit = fit_by_hand(300000);
  fit.traces[0].measured[123457] = 9.0;  // one sample that stands out
  const Page page = report_page(fit, origin_by_hand());
  const Series& measured = page.sections[4].plots[0].series[0];
  EXPECT_LE(measured.y.size(), 20000U);
  EXPECT_GE(measured.y.size(), 10000U);
  EXPECT_EQ(*std::max_element(measured.y.begin(), measured.y.end()), 9.0);
  EXPECT_TRUE(std::is_sorted(measured.x.begin(), measured.x.end()));
}

TEST(fit_page, marks_the_band_of_white_noise_on_both_sides_of_zero) {
  FitReport fit = fit_by_hand();
  fit.autocorrelation = {1.0, 0.5, 0.1};
  fit.train = {tests::score_by_hand("one", 400)};
  const Page page = report_page(fit, origin_by_hand());
  std::vector<Plot> found;
  for (const Section& section : page.sections)
    for (const Plot& plot : section.plots)
      if (plot.title == "Autocorrelation of the residuals") found.push_back(plot);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].series.size(), 3U);
  const double band = 1.96 / 20.0;  // 95 % of white noise, sqrt(400) = 20
  EXPECT_EQ(found[0].series[0].x, (std::vector<double>{0.0, 1.0, 2.0}));
  EXPECT_EQ(found[0].series[1].x, (std::vector<double>{0.0, 2.0}));
  EXPECT_EQ(found[0].series[1].y, (std::vector<double>{band, band}));
  EXPECT_EQ(found[0].series[2].y, (std::vector<double>{-band, -band}));
}

TEST(fit_page, of_an_empty_report_is_still_a_page) {
  FitReport fit{.law = "tanh"};
  fit.group = law_group("tanh");
  EXPECT_TRUE(contains(html(report_page(fit, {.version = "0.1.0", .date = ""})), "No data were held out"));
}

TEST(fit_text, tells_law_ending_parameters_scores_and_advice) {
  const std::string text = summary_text(fit_by_hand(), origin_by_hand());
  EXPECT_TRUE(text.starts_with(
      "gms, 5 elements: usable with limits\n  why:  viscous is not identified\n  next: record faster motion\n  1 "
      "recording, 400 samples fitted, strategy projection"))
      << text;
  EXPECT_TRUE(contains(text, "  coulomb.forward "));
  EXPECT_TRUE(contains(text, "0.33 ... 0.34"));
  EXPECT_TRUE(contains(text, "not identified: the motion is too slow"));
  EXPECT_TRUE(contains(text, "  unseen  all"));
  EXPECT_TRUE(contains(text, "  - viscous cannot be told"));
  FitReport stopped = fit_by_hand();
  stopped.completed = false;
  EXPECT_TRUE(contains(summary_text(stopped, origin_by_hand()), "interrupted: the best so far"));
}

TEST(fit_text, shows_both_directions_in_one_where_nothing_tells_them_apart) {
  FitReport fit = fit_by_hand();
  fit.parameters[1] = fit.parameters[0];
  fit.parameters[1].name = "coulomb.back";
  const std::string text = summary_text(fit, origin_by_hand());
  EXPECT_TRUE(contains(text, "  coulomb                0.333333  0.33 ... 0.34 "));
  EXPECT_EQ(text.find("coulomb.back"), std::string::npos);
  fit.parameters[1].high = 0.35;
  EXPECT_TRUE(contains(summary_text(fit, origin_by_hand()), "  coulomb.back "));
}

TEST(rank_files, tell_order_choice_and_what_was_skipped) {
  const std::string text = summary_text(rank_by_hand(), origin_by_hand());
  EXPECT_TRUE(contains(text, "chosen\n"));
  EXPECT_TRUE(contains(text, "tied with the best\n"));
  EXPECT_TRUE(contains(text, "skipped: column 'applied' is missing\n"));
  EXPECT_TRUE(text.starts_with("verdict: usable with limits\n  why:  gms explains the data best")) << text;
  RankReport poor = rank_by_hand();
  poor.rows[1].fit.verdict.conclusion = identify::Conclusion::unexplained;
  EXPECT_TRUE(contains(summary_text(poor, origin_by_hand()), "tied with the best; not explained by this law\n"));
  const json ranking = json::parse(rank_json(rank_by_hand(), origin_by_hand()));
  EXPECT_EQ(ranking["chosen"], "gms");
  EXPECT_EQ(ranking["verdict"]["conclusion"], "usable with limits");
  EXPECT_EQ(ranking["laws"][1]["inside_noise"], true);
  EXPECT_EQ(ranking["laws"][2]["skipped"], "column 'applied' is missing");
  const auto titles = list_titles(report_page(rank_by_hand(), origin_by_hand()));
  EXPECT_EQ(titles[0], "Ranking");
  EXPECT_EQ(titles[1], "The best laws side by side");
  EXPECT_EQ(titles[2], "Verdict");
}

class Files : public InFolder {};

TEST_F(Files, of_a_fit_and_of_a_ranking_are_written) {
  write_fit(fit_by_hand(), origin_by_hand(), folder.string());
  for (const std::string name : {"model.toml", "fit.json", "report.html"})
    EXPECT_TRUE(std::filesystem::exists(in(name))) << name;
  EXPECT_EQ(read_model(in("model.toml")).group, fit_by_hand().group);
  write_rank(rank_by_hand(), origin_by_hand(), folder.string());
  EXPECT_TRUE(std::filesystem::exists(in("rank.json")));
}

TEST_F(Files, of_a_ranking_without_any_law_have_no_model) {
  RankReport none = rank_by_hand();
  none.rows.erase(none.rows.begin(), none.rows.begin() + 2);
  write_rank(none, origin_by_hand(), folder.string());
  EXPECT_FALSE(std::filesystem::exists(in("model.toml")));
  EXPECT_TRUE(json::parse(to_text(in("rank.json")))["chosen"].is_null());
}

TEST(today_is, the_day_of_SOURCE_DATE_EPOCH) {
  setenv("SOURCE_DATE_EPOCH", "86399", 1);
  EXPECT_EQ(today(), "1970-01-01");
  setenv("SOURCE_DATE_EPOCH", "86400", 1);
  EXPECT_EQ(today(), "1970-01-02");
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_GT(today(), "2026-01-01");
}

}  // namespace
}  // namespace stickslip::io
