// The table of a sweep and its journal: whatever interrupts a sweep, resumed it leaves the same bytes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../support/mutate.hpp"
#include "stickslip/io/sweep.hpp"
#include "stickslip/io/sweep_journal.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::sweep {

using namespace io;

namespace {

constexpr std::string_view version = "0.1.0";

Sweep small_sweep() {
  return sweep({.experiment = {.base = "breakaway", .law = "stribeck"},
                .figures = {"break_away_force"},
                .parameters = {{.name = "plant.mass", .from = 1.0, .to = 2.0, .count = 2},
                               {.name = "law.coulomb", .values = {1.0, 99.0, 1.2}}}});
}

std::string file_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class Journal : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  // Runs what is not in the journal; ends after `most` runs. The table that is there then.
  std::string go_on(const Sweep& s, std::size_t most = most_samples, std::size_t threads = 1) {
    SweepTable table(s);
    SweepJournal journal(folder.string(), s, version);
    for (const std::string& row : journal.rows()) EXPECT_TRUE(table.add(row)) << row;
    before = table.size();
    std::size_t kept = 0;
    run(s, {.threads = threads,
            .done_before = [&](std::size_t i) { return table.has(i); },
            .keep =
                [&](const SweepRow& row) {
                  journal.append(SweepTable::row_text(s, row));
                  table.add(SweepTable::row_text(s, row));
                  ++kept;
                },
            .watch = {.cancelled = [&] { return kept >= most; }}});
    return table.csv();
  }

  std::string catch_refusal(const Sweep& s, std::string_view by = version) const {
    try {
      SweepJournal(folder.string(), s, by);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  }

  void write_journal(const std::string& text) const { std::ofstream(path, std::ios::binary | std::ios::trunc) << text; }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("stickslip_sweep_test_" + std::to_string(getpid()));
  const std::filesystem::path path = folder / "sweep.journal";
  std::size_t before = 0;  // rows that the last call of go_on found
};

TEST(table, has_names_with_units_rows_in_order_and_reasons) {
  const Sweep s = small_sweep();
  SweepTable table(s);
  for (const std::size_t i : {5UL, 1UL, 0UL}) EXPECT_TRUE(table.add(SweepTable::row_text(s, run_sample(s, i))));
  EXPECT_EQ(table.csv(),
            "sample,plant.mass[kg],law.coulomb[N],break_away_force[N],status,missing\n"
            "1,1,1,1.5,done,\n"
            "2,1,99,,law: breakaway.forward = 1.5 N must not be below coulomb.forward = 99 N,\n"
            "6,2,1.2,1.5,done,\n");
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.failed(), 1U);
}

TEST(table, quotes_a_reason_with_commas_and_keeps_a_row_in_a_line) {
  const Sweep s = small_sweep();
  SweepRow row{.sample = 0, .status = "no, \"never\"\nagain"};
  row.figures.resize(1);
  const std::string text = SweepTable::row_text(s, row);
  EXPECT_EQ(text, "1,1,1,,\"no, \"\"never\"\" again\",");
  SweepTable table(s);
  EXPECT_TRUE(table.add(text));
  EXPECT_EQ(table.failed(), 1U);
}

TEST(table, refuses_what_is_no_row_of_it) {
  SweepTable table(small_sweep());
  for (const char* text : {"", "1,1,1,done,", "7,1,1,1.5,done,", "0,1,1,1.5,done,", "x,1,1,1.5,done,"})
    EXPECT_FALSE(table.add(text)) << text;
}

TEST(table, knows_the_smallest_and_the_largest_of_each_figure) {
  const Sweep s = sweep({.experiment = {.base = "breakaway", .law = "stribeck"},
                         .figures = {"break_away_force"},
                         .parameters = {{.name = "law.breakaway", .values = {1.4, 0.1, 1.2, 1.6}}}});
  SweepTable table(s);
  const SweepReport report =
      run(s, {.threads = 1, .keep = [&](const SweepRow& row) { table.add(SweepTable::row_text(s, row)); }});
  const auto range = table.ranges().at(0);
  EXPECT_EQ(range.count, 3U);  // one breaks a relation
  EXPECT_EQ(range.smallest.sample, 2U);
  EXPECT_EQ(range.largest.sample, 3U);
  const auto json = nlohmann::json::parse(summary_json(s, table, report, version));
  EXPECT_EQ(json["succeeded"], 3);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["timing"]["threads_given"], 1);
  EXPECT_EQ(json["figures"]["break_away_force"]["largest"]["sample"], 4);
  EXPECT_EQ(json["figures"]["break_away_force"]["largest"]["at"]["law.breakaway"], 1.6);
}

TEST(table, takes_no_extremes_of_a_figure_that_is_a_list_in_any_row) {
  const Sweep s = small_sweep();
  SweepTable table(s);
  EXPECT_TRUE(table.add("1,1,1,1.5,done,"));
  EXPECT_EQ(table.ranges().at(0).count, 1U);
  EXPECT_TRUE(table.add("3,1,1.2,1.5 1.75,done,"));
  EXPECT_EQ(table.ranges().at(0).count, 0U);
}

TEST_F(Journal, of_a_sweep_stopped_after_any_run_gives_the_table_of_one_that_was_not) {
  const Sweep s = small_sweep();
  const std::string whole = go_on(s);
  for (std::size_t stop = 0; stop <= s.samples; ++stop) {
    std::filesystem::remove(path);
    go_on(s, stop);
    EXPECT_EQ(go_on(s, most_samples, 2), whole);
    EXPECT_EQ(before, stop);
  }
}

TEST_F(Journal, stopped_after_every_single_run_gives_the_same_table_too) {
  const Sweep s = small_sweep();
  const std::string whole = go_on(s);
  std::filesystem::remove(path);
  for (std::size_t i = 0; i < s.samples; ++i) go_on(s, 1);
  EXPECT_EQ(go_on(s), whole);
  EXPECT_EQ(before, s.samples);
}

TEST_F(Journal, torn_at_any_byte_of_its_last_line_loses_that_row_alone) {
  const Sweep s = small_sweep();
  const std::string whole = go_on(s);
  const std::string text = file_text(path);
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t length = last; length < text.size(); ++length) {
    write_journal(text.substr(0, length));
    EXPECT_EQ(go_on(s), whole) << length;
    EXPECT_EQ(before, s.samples - 1) << length;
    EXPECT_EQ(file_text(path), text) << length;
  }
}

TEST_F(Journal, torn_at_any_byte_of_its_head_begins_anew) {
  const Sweep s = small_sweep();
  go_on(s, 0);
  const std::string head = file_text(path);
  for (std::size_t length = 0; length < head.size(); ++length) {
    write_journal(head.substr(0, length));
    EXPECT_EQ(catch_refusal(s), "accepted") << length;
    EXPECT_EQ(file_text(path), head) << length;
  }
}

TEST_F(Journal, runs_again_what_a_damaged_line_held) {
  const Sweep s = small_sweep();
  const std::string whole = go_on(s);
  std::string text = file_text(path);
  const auto digit = text.find("1.5,done");
  text[digit] = '2';
  write_journal(text);
  EXPECT_EQ(go_on(s), whole);
  EXPECT_EQ(before, s.samples - 1);
}

// Flips, cuts, insertions, repeated parts: the same table, or a refusal that leaves the file as it is.
TEST_F(Journal, with_any_damage_gives_the_same_table_or_is_refused) {
  const Sweep s = small_sweep();
  const std::string whole = go_on(s);
  const std::string text = file_text(path);
  tests::Dice dice(11);
  std::size_t refused = 0;
  constexpr std::size_t count = 500;
  for (std::size_t i = 0; i < count; ++i) {
    std::string damaged = text;
    for (std::size_t k = 1 + dice() % 3; k > 0; --k) tests::mutate(damaged, dice);
    write_journal(damaged);
    if (catch_refusal(s) == "accepted") {
      ASSERT_EQ(go_on(s), whole) << i << ":\n" << damaged;
      continue;
    }
    ++refused;
    ASSERT_EQ(file_text(path), damaged) << i;
  }
  EXPECT_GT(refused, count / 100);
  EXPECT_LT(refused, count - count / 100);
}

TEST_F(Journal, in_any_order_and_with_rows_of_another_sweep_gives_the_same_table) {
  const Sweep s = small_sweep();
  const std::string whole = go_on(s);
  const std::string own = file_text(path);
  std::filesystem::remove(path);
  SweepRecipe other{.experiment = {.base = "breakaway", .law = "stribeck"},
                    .figures = {"break_away_force"},
                    .parameters = {{.name = "plant.mass", .from = 1.0, .to = 2.0, .count = 2},
                                   {.name = "law.coulomb", .values = {0.5, 0.6, 0.7}}}};
  go_on(sweep(other));
  const std::string foreign = file_text(path);
  const auto skip_head = [](const std::string& text) { return text.substr(text.find("# checksum,row\n") + 15); };
  const std::string head = own.substr(0, own.size() - skip_head(own).size());
  const auto rows = text::split(skip_head(own), '\n');
  std::string reversed;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) reversed += row->empty() ? "" : *row + "\n";
  write_journal(head + skip_head(foreign) + reversed);
  EXPECT_EQ(go_on(s), whole);
  EXPECT_EQ(before, s.samples);
}

TEST_F(Journal, of_another_sweep_is_refused_with_what_differs_and_stays_as_it_is) {
  go_on(small_sweep(), 2);
  const std::string text = file_text(path);
  SweepRecipe other{.experiment = {.base = "breakaway", .law = "stribeck"},
                    .figures = {"break_away_force"},
                    .parameters = {{.name = "plant.mass", .from = 1.0, .to = 2.0, .count = 2},
                                   {.name = "law.coulomb", .values = {1.0, 99.0, 1.25}}}};
  EXPECT_EQ(catch_refusal(sweep(other)),
            "the directory " + folder.string() +
                " belongs to another sweep: sweep.parameter 2 is law.coulomb in 1, 99, 1.2 there and law.coulomb in 1, "
                "99, 1.25 here. Give -o another directory, or remove " +
                path.string() + " to start again");
  EXPECT_EQ(file_text(path), text);
}

TEST_F(Journal, names_settings_that_are_there_or_here_only) {
  SweepRecipe recipe{.experiment = {.base = "breakaway", .law = "stribeck"},
                     .parameters = {{.name = "plant.mass", .values = {1.0, 2.0}}}};
  go_on(sweep(recipe), 1);
  recipe.experiment.settings = {{"law", "coulomb", {.text = "1.25 N"}}};
  EXPECT_NE(catch_refusal(sweep(recipe)).find("another sweep: law.coulomb is not set there and 1.25 here. Give"),
            std::string::npos);
  std::filesystem::remove(path);
  go_on(sweep(recipe), 1);
  recipe.experiment.settings.clear();
  EXPECT_NE(catch_refusal(sweep(recipe)).find("another sweep: law.coulomb is 1.25 there and not set here. Give"),
            std::string::npos);
}

TEST_F(Journal, of_another_version_is_refused) {
  go_on(small_sweep(), 1);
  EXPECT_NE(catch_refusal(small_sweep(), "9.9.9").find("program is stickslip 0.1.0 there and stickslip 9.9.9 here"),
            std::string::npos);
}

TEST_F(Journal, that_is_none_is_refused) {
  write_journal("dear diary\n");
  EXPECT_EQ(catch_refusal(small_sweep()),
            path.string() + " is not a journal of a sweep; give -o another directory, or remove that file");
  EXPECT_EQ(file_text(path), "dear diary\n");
}

TEST_F(Journal, in_use_is_refused) {
  const Sweep s = small_sweep();
  const SweepJournal journal(folder.string(), s, version);
  EXPECT_EQ(catch_refusal(s),
            "another sweep is running in the directory " + folder.string() + "; wait for it, or give -o another one");
}

TEST(description, does_not_depend_on_how_a_setting_is_written) {
  SweepRecipe recipe{.experiment = {.base = "breakaway", .law = "stribeck"},
                     .parameters = {{.name = "plant.mass", .values = {1.0}}}};
  const auto of = [&recipe](std::vector<Setting> settings) {
    recipe.experiment.settings = std::move(settings);
    return description(sweep(recipe), version);
  };
  const auto plain = of({{"law", "coulomb", {.numbers = {1.25}}}, {"law", "viscous", {.numbers = {0.5}}}});
  EXPECT_EQ(of({{"law", "viscous", {.numbers = {0.5}}}, {"law", "coulomb", {.text = "1.25 N"}, "seal.toml:3"}}), plain);
  EXPECT_EQ(of({{"law", "coulomb.back", {.numbers = {7.0}}},
                {"law", "viscous", {.numbers = {9.0}}},
                {"law", "coulomb", {.numbers = {1.25}}},
                {"law", "viscous", {.numbers = {0.5}}}}),
            plain);
  EXPECT_NE(of({{"law", "coulomb", {.numbers = {1.25}}}}), plain);
}

TEST(description, changes_with_the_numbers_of_a_table) {
  SweepRecipe recipe{.experiment = {.base = "hydraulic-servo", .law = "lugre"},
                     .parameters = {{.name = "run.slip_speed", .values = {1e-3}}}};
  recipe.experiment.table = {.file = "a.csv", .times = {0.0, 0.1}, .values = {0.0, 1e-3}};
  const auto before = description(sweep(recipe), version);
  recipe.experiment.table.file = "b.csv";
  EXPECT_EQ(description(sweep(recipe), version), before);
  recipe.experiment.table.values[1] = 2e-3;
  EXPECT_NE(description(sweep(recipe), version), before);
}

}  // namespace
}  // namespace stickslip::sweep
