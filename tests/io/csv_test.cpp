#include "stickslip/io/csv.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <random>

namespace stickslip::io {

using namespace measurement;
using namespace solve;

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
      "current.csv:3: column 'current' holds 'abc', which is not a number; write it with a decimal point and without "
      "a unit");
  EXPECT_TRUE(complaint_about("time[s],current[A]\n0,1\n1,2 A\n").starts_with("current.csv:3: column 'current'"));
  EXPECT_EQ(complaint_about("time[s],current[A]\n,1\n"),
            "current.csv:2: column 'time' is empty; write a number or remove the row");
  EXPECT_EQ(complaint_about("time[s],current[A]\n0,1,2\n"),
            "current.csv:2: row has 3 fields, expected 2 (separated by commas)");
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

// ---- how people write tables

std::vector<std::string> heads(const Dataset& data) {
  std::vector<std::string> all;
  for (const Column& c : data.columns) all.push_back(c.name + "|" + c.unit);
  return all;
}

TEST(csv, finds_the_separator_by_itself) {
  const std::vector<std::vector<double>> values{{0.0, 0.5}, {-1.5, 2e3}};
  for (const std::string s : {",", ";", "\t", "|", " ", "   ", " ; "}) {
    const Dataset read = dataset_from_csv("t[s]" + s + "x[mm]\n0" + s + "-1.5\n0.5" + s + "2e3\n", "run.csv");
    EXPECT_EQ(read.values, values) << "'" << s << "'";
    EXPECT_EQ(heads(read), (std::vector<std::string>{"t|s", "x|mm"})) << "'" << s << "'";
  }
}

TEST(csv, takes_a_decimal_comma_where_the_comma_separates_nothing) {
  const std::vector<std::vector<double>> values{{0.0, 0.5}, {-1.5, 2.25}};
  EXPECT_EQ(dataset_from_csv("t;x\n0;-1,5\n0,5;2,25\n", "run.csv").values, values);
  EXPECT_EQ(dataset_from_csv("t\tx\n0\t-1,5\n0,5\t+2,25\n", "run.csv").values, values);
  EXPECT_EQ(dataset_from_csv("0,0 -1,5\n0,5 2,25\n", "run.csv").values, values);
  EXPECT_EQ(dataset_from_csv("F[N]\n1,5\n2,5\n", "run.csv").values, (std::vector<std::vector<double>>{{1.5, 2.5}}));
  EXPECT_EQ(
      complaint_about("t;x\n0,5;1\n1.5;2\n"),
      "current.csv:3: column 't' holds '1.5', which is not a number; write it with a decimal comma, like the rows "
      "before it, and without a unit");
}

TEST(csv, leaves_out_comments_and_the_lines_above_the_header) {
  const Dataset read = dataset_from_csv(
      "Test bench 7, run 12\n# made on a Monday\n1000\ntime[s],x[mm]\n% first\n0,1\n// then\n1,2\n", "run.csv");
  EXPECT_EQ(read.values, (std::vector<std::vector<double>>{{0.0, 1.0}, {1.0, 2.0}}));
  EXPECT_EQ(heads(read), (std::vector<std::string>{"time|s", "x|mm"}));
  EXPECT_EQ(read.lines, (std::vector<std::size_t>{6, 8}));
}

TEST(csv, reads_units_in_brackets_in_the_name_and_in_a_row_of_their_own) {
  EXPECT_EQ(heads(dataset_from_csv("Time (s),Force (left),v [mm/s],p_bar,dq_rad_s,mode\n1,2,3,4,5,6\n", "run.csv")),
            (std::vector<std::string>{"Time|s", "Force (left)|", "v|mm/s", "p_bar|bar", "dq_rad_s|rad/s", "mode|"}));
  EXPECT_EQ(heads(dataset_from_csv("time;x;n\n[s];[mm];-\n0;1;2\n", "run.csv")),
            (std::vector<std::string>{"time|s", "x|mm", "n|-"}));
  EXPECT_EQ(heads(dataset_from_csv("time (s) x [mm]\n0 1\n", "run.csv")), (std::vector<std::string>{"time|s", "x|mm"}));
  EXPECT_EQ(heads(dataset_from_csv("# t_s x_m\n0 1\n", "run.csv")), (std::vector<std::string>{"t_s|s", "x_m|m"}));
  EXPECT_EQ(heads(dataset_from_csv("limit[3],limit[4][N]\n0,1\n", "sets.csv")),
            (std::vector<std::string>{"limit[3]|", "limit[4]|N"}));
}

TEST(csv, calls_columns_without_a_header_by_their_number) {
  EXPECT_EQ(heads(dataset_from_csv("0,1,2\n1,2,3\n", "run.csv")), (std::vector<std::string>{"c1|", "c2|", "c3|"}));
}

TEST(csv, reads_quoted_cells_and_a_separator_at_the_end_of_each_row) {
  EXPECT_EQ(dataset_from_csv("\"t [s]\",\"x, raw\"\n\"0\",\"1.5\"\n", "run.csv").values,
            (std::vector<std::vector<double>>{{0.0}, {1.5}}));
  EXPECT_EQ(dataset_from_csv("t;x;\n0;1;\n1;2;\n", "run.csv").values,
            (std::vector<std::vector<double>>{{0.0, 1.0}, {1.0, 2.0}}));
}

// Excel's "Unicode text" is UTF-16 with tabulators; some loggers leave the byte order mark out.
TEST(csv, reads_utf_16_with_and_without_its_mark) {
  const std::u16string text = u"t [s]\tF [\u00B5N]\n0\t1\n1\t2\n";
  for (const bool big_endian : {false, true}) {
    std::string bytes;
    for (const char16_t c : text) {
      const char low = char(c & 0xFF), high = char(c >> 8);
      bytes += {big_endian ? high : low, big_endian ? low : high};
    }
    for (const std::string mark : {big_endian ? "\xFE\xFF" : "\xFF\xFE", ""}) {
      const auto data = dataset_from_csv(mark + bytes, "excel.txt");
      EXPECT_EQ(heads(data), (std::vector<std::string>{"t|s", "F|\u00B5N"}));
      EXPECT_EQ(data.values, (std::vector<std::vector<double>>{{0.0, 1.0}, {1.0, 2.0}}));
    }
  }
}

TEST(csv, reads_names_in_windows_letters_and_leaves_control_characters_out) {
  EXPECT_EQ(heads(dataset_from_csv("t,s[\xB5m]\n0,1\n", "run.csv")), (std::vector<std::string>{"t|", "s|\u00B5m"}));
  EXPECT_EQ(heads(dataset_from_csv("t,a\x1B[31mb\x07\n0,1\n", "run.csv")),
            (std::vector<std::string>{"t|", "a [31mb|"}));
}

TEST(csv, takes_a_quotation_mark_inside_a_cell_as_a_letter) {
  EXPECT_EQ(heads(dataset_from_csv("t,5\" pipe,x\n0,1,2\n", "run.csv")),
            (std::vector<std::string>{"t|", "5\" pipe|", "x|"}));
  EXPECT_EQ(heads(dataset_from_csv("t,\"a \"\"b\"\", c\"\n0,1\n", "run.csv")),
            (std::vector<std::string>{"t|", "a \"b\", c|"}));
}

TEST(csv, says_what_is_wrong_with_a_strange_file) {
  EXPECT_EQ(complaint_about("t,t\n0,1\n"), "current.csv:1: duplicate column 't'; rename one");
  EXPECT_EQ(complaint_about("t;x\n0;1\n0\n"), "current.csv:3: row has 1 field, expected 2 (separated by semicolons)");
  EXPECT_EQ(complaint_about(std::string("t,x\n0,1\n0,1\0002\n", 14)),
            "current.csv:3: column 'x' holds '1?2', which is not a number; write it with a decimal point and without a "
            "unit");
  EXPECT_TRUE(complaint_about("t,x\n0,1\n0," + std::string(100000, 'a')).size() < 200);
  EXPECT_TRUE(complaint_about("t,x\n0,1e999\n").starts_with("current.csv:2: column 'x' holds '1e999'"));
}

// Large files are read in parts, by several threads where there are several processors.
TEST(csv, reads_a_large_file_with_comments_in_it_in_order) {
  std::string text = "t,x\n";
  std::vector<std::vector<double>> values(2);
  std::vector<std::size_t> lines;
  std::size_t line = 1;
  for (int i = 0; i < 400000; ++i) {
    if (i % 1000 == 7) {
      text += i % 2000 == 7 ? "# a remark, as long as a row\n" : "\n";
      ++line;
    }
    text += std::to_string(i) + ",-0.125000\n";
    values[0].push_back(i);
    values[1].push_back(-0.125);
    lines.push_back(++line);
  }
  const Dataset read = dataset_from_csv(text, "large.csv");
  EXPECT_EQ(read.values, values);
  EXPECT_EQ(read.lines, lines);
  EXPECT_EQ(complaint_about(text + "1,2\n3,x\n4,y\n"),
            "current.csv:" + std::to_string(line + 2) +
                ": column 'x' holds 'x', which is not a number; write it with a decimal point and without a unit");
}

// ---- to the last bit

// The C library is the referee.
void expect_bits(const std::string& number) {
  const Dataset read = dataset_from_csv(number + "," + number + "\n", "number.csv");
  const double wanted = std::strtod(number.c_str(), nullptr);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(read.values[0][0]), std::bit_cast<std::uint64_t>(wanted)) << number;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(read.values[1][0]), std::bit_cast<std::uint64_t>(wanted)) << number;
}

std::string spelled(double value, std::chars_format form, int digits) {
  char text[512];
  return {text, std::to_chars(text, text + sizeof text, value, form, digits).ptr};
}

TEST(csv, reads_random_doubles_in_many_spellings_to_the_last_bit) {
  std::mt19937_64 dice(7);
  for (int i = 0; i < 5000; ++i) {
    const auto bits = dice();
    const auto any = std::bit_cast<double>(bits);
    const double tame = double(std::int64_t(bits)) * 1e-15;
    for (const double value : {std::isfinite(any) ? any : 1.0, tame})
      for (const int digits : {3, 9, 17, 25}) {
        expect_bits(spelled(value, std::chars_format::general, digits));
        expect_bits(spelled(value, std::chars_format::scientific, digits));
      }
    expect_bits(spelled(tame, std::chars_format::fixed, int(bits % 25)));
    expect_bits("+" + spelled(std::abs(tame), std::chars_format::fixed, 6));
  }
}

TEST(csv, reads_numbers_at_the_borders_to_the_last_bit) {
  for (const char* number :
       {"0", "-0", "-0.0", ".5", "5.", "1e-400", "-1e-400", "4.9e-324", "2.4703282292062327e-324",
        "2.2250738585072011e-308", "1.7976931348623157e308", "9007199254740993", "9007199254740992.5",
        "0.1000000000000000055511151231257827", "123456789012345678901234567890", "1E+5", "8.5e22", "6.0221409e+23"})
    expect_bits(number);
}

}  // namespace
}  // namespace stickslip::io
