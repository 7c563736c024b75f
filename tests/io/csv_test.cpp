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
    csv_from_text(text, "current.csv");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(csv, reads_what_it_writes) {
  const std::vector<Column> columns{{"time", "s"}, {"current", "A"}};
  const std::vector<std::vector<double>> values{{0.0, 0.1, 1e-300}, {-2e-3, 1.0 / 3.0, 5e9}};
  const CsvTable read = csv_from_text(csv_text(columns, values), "current.csv");
  EXPECT_EQ(read.values, values);
  EXPECT_EQ(read.columns[1].name, "current");
  EXPECT_EQ(read.columns[1].unit, "A");
  EXPECT_EQ(read.lines, (std::vector<std::size_t>{2, 3, 4}));
}

TEST(csv, forgives_spaces_blank_lines_carriage_returns_and_a_byte_order_mark) {
  const CsvTable read = csv_from_text("\xEF\xBB\xBFtime[s] , current[A]\r\n\r\n 0, +1.5 \r\n1,2\r\n\n", "current.csv");
  EXPECT_EQ(read.values, (std::vector<std::vector<double>>{{0.0, 1.0}, {1.5, 2.0}}));
  EXPECT_EQ(read.columns[0].name, "time");
  EXPECT_EQ(read.lines, (std::vector<std::size_t>{3, 4}));
}

TEST(csv, refuses_a_bad_cell_with_file_line_and_column) {
  EXPECT_EQ(complaint_about("time[s],current[A]\n0,1\n1,abc\n"),
            "current.csv:3: column 'current': 'abc' is not a number");
  EXPECT_EQ(complaint_about("time[s],current[A]\n0,1\n1,2 A\n"),
            "current.csv:3: column 'current': '2 A' is not a number");
  EXPECT_EQ(complaint_about("time[s],current[A]\n,1\n"), "current.csv:2: column 'time' is empty");
  EXPECT_EQ(complaint_about("time[s],current[A]\n0,nan\n"),
            "current.csv:2: column 'current': nan is not a finite number");
  EXPECT_EQ(complaint_about("time[s],current[A]\n0,1,2\n"), "current.csv:2: the row has 3 cells, the header 2");
}

TEST(csv, refuses_a_file_without_names_or_rows) {
  EXPECT_EQ(complaint_about(""), "current.csv: the file is empty");
  EXPECT_EQ(complaint_about("time[s],current[A]\n"), "current.csv: there is a header, but no row of numbers");
  EXPECT_EQ(complaint_about("0,1\n1,2\n"),
            "current.csv:1: '0' stands where a name is wanted; begin the file with a row name[unit],...");
  EXPECT_EQ(complaint_about("time[s],\n"), "current.csv:1: column 2 has no name");
}

TEST(csv, names_the_columns_that_there_are_when_one_is_missing) {
  const CsvTable read = csv_from_text("time[s],current[mA]\n0,1\n", "current.csv");
  try {
    read.column({"current", "A"});
    FAIL() << "another unit was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "current.csv: column 'current[mA]' has another unit; convert it to 'current[A]'");
  }
  try {
    read.column({"force", "N"});
    FAIL() << "a column was found";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "current.csv: there is no column 'force[N]'; the file has: time[s], current[mA]");
  }
}

}  // namespace
}  // namespace stickslip
