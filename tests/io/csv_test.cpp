#include "stickslip/io/csv.hpp"

#include <gtest/gtest.h>

#include <charconv>

namespace stickslip {
namespace {

TEST(csv, has_a_header_with_units_and_a_row_per_instant) {
  Trajectory t({{"velocity", "m/s"}, {"mode", "1"}});
  t.append(0.0, std::vector{0.5, 1.0});
  t.append(0.25, std::vector{-1e-7, 0.0});
  EXPECT_EQ(csv_text(t), "time[s],velocity[m/s],mode[1]\n0,0.5,1\n0.25,-1e-07,0\n");
}

TEST(csv, keeps_every_bit_of_a_number) {
  Trajectory t(std::vector{Column{"x", "m"}});
  t.append(0.1, std::vector{0.1 + 0.2});
  const std::string text = csv_text(t);
  const std::size_t comma = text.rfind(',');
  double read = 0.0;
  std::from_chars(text.data() + comma + 1, text.data() + text.size(), read);
  EXPECT_EQ(read, 0.1 + 0.2);
}

// ---- reading

std::string complaint_about(const std::string& text) {
  try {
    dataset_from_csv(text, "current.csv");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(csv, reads_what_it_writes) {
  const std::vector<Column> columns{{"time", "s"}, {"current", "A"}};
  const std::vector<std::vector<double>> values{{0.0, 0.1, 1e-300}, {-2e-3, 1.0 / 3.0, 5e9}};
  const Dataset read = dataset_from_csv(csv_text(columns, values), "current.csv");
  EXPECT_EQ(read.values, values);
  EXPECT_EQ(read.columns[1].name, "current");
  EXPECT_EQ(read.columns[1].unit, "A");
  EXPECT_EQ(read.lines, (std::vector<std::size_t>{2, 3, 4}));
}

TEST(csv, forgives_spaces_blank_lines_carriage_returns_and_a_byte_order_mark) {
  const Dataset read =
      dataset_from_csv("\xEF\xBB\xBFtime[s] , current[A]\r\n\r\n 0, +1.5 \r\n1,2\r\n\n", "current.csv");
  EXPECT_EQ(read.values, (std::vector<std::vector<double>>{{0.0, 1.0}, {1.5, 2.0}}));
  EXPECT_EQ(read.columns[0].name, "time");
  EXPECT_EQ(read.lines, (std::vector<std::size_t>{3, 4}));
}

TEST(csv, refuses_a_bad_cell_with_file_line_column_and_remedy) {
  EXPECT_EQ(
      complaint_about("time[s],current[A]\n0,1\n1,abc\n"),
      "current.csv:3: column 'current' holds 'abc', which is no number; write it with a decimal point and without "
      "a unit");
  EXPECT_TRUE(complaint_about("time[s],current[A]\n0,1\n1,2 A\n").starts_with("current.csv:3: column 'current'"));
  EXPECT_EQ(complaint_about("time[s],current[A]\n,1\n"),
            "current.csv:2: column 'time' is empty; write a number or take out the row");
  EXPECT_EQ(complaint_about("time[s],current[A]\n0,1,2\n"),
            "current.csv:2: 3 cells stand in this row, but there are 2 columns; separate cells by commas");
}

TEST(csv, refuses_a_file_without_names_or_rows) {
  EXPECT_TRUE(complaint_about("").starts_with("current.csv:1: the file is empty"));
  EXPECT_EQ(complaint_about("time[s],current[A]\n"), "current.csv:1: there is a header, but no row of numbers");
}

TEST(csv, names_the_columns_that_there_are_when_one_is_missing) {
  const Dataset read = dataset_from_csv("time[s],current[mA],speed[m/s]\n0,1,nan\n", "current.csv");
  const auto refusal = [&read](const char* name, const char* unit) -> std::string {
    try {
      signal(read, name, unit);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(refusal("current", "A"),
            "current.csv:1: column 'current' has the unit 'mA', but A is needed; convert the values and write "
            "current[A]");
  EXPECT_TRUE(
      refusal("force", "N")
          .starts_with("current.csv:1: column 'force' is missing; there are: time[s], current[mA], speed[m/s]"));
  EXPECT_EQ(refusal("speed", "m/s"),
            "current.csv:2: column 'speed' holds nan; take out the rows that were not measured");
}

}  // namespace
}  // namespace stickslip
