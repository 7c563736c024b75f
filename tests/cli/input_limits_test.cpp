// Files that are large in an unusual direction: read in time and memory that grow with their size, or refused with the
// limit. They are made here; none of them lies in the repository.
#ifdef STICKSLIP_HAS_MATIO
#include <zlib.h>
#endif

#include <cmath>
#include <cstdint>

#include "hostile.hpp"
#include "stickslip/dataset.hpp"

namespace stickslip::tests {
namespace {

using measurement::longest_name;
using measurement::longest_number;
using measurement::most_columns;

class InputLimits : public Hostile {
 protected:
  void expect_refused(const std::string& file, const std::string& place, const std::string& words) {
    const Outcome o = stickslip("inspect " + file);
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_TRUE(contains(o.text, file + place + words));
    EXPECT_LT(o.text.size(), 1000U);  // a message, not the file again
  }

  // "0.001,0.09,1" and so on: a small motion that every import accepts.
  static std::string motion_row(int i) {
    const double t = 0.001 * i;
    return std::to_string(t) + "," + std::to_string(std::sin(90.0 * t)) + "," + std::to_string(i % 7);
  }
};

TEST_F(InputLimits, a_hundred_thousand_columns_are_read) {
  std::string text = "t[s],x[m],F[N]";
  for (std::size_t k = 4; k <= most_columns; ++k) text += ",c" + std::to_string(k);
  for (int i = 0; i < 8; ++i) text += "\n" + motion_row(i) + repeated(most_columns - 3, "," + std::to_string(i));
  const std::string file = written("wide.csv", text + "\n");
  const Outcome o = stickslip("inspect " + file);
  EXPECT_EQ(o.code, 0) << o.text.substr(0, 500);
  EXPECT_TRUE(contains(o.text.substr(0, 500), "8 rows at a step of 0.001 s"));
}

TEST_F(InputLimits, one_column_more_is_refused_with_the_limit) {
  const std::string row = repeated(most_columns, "1,") + "1\n";
  const std::string words = "more than 100000 columns; at most 100000 are read";
  expect_refused(written("numbers.csv", repeated(5, row)), ":1: ", words);
  expect_refused(written("separators.csv", std::string(3'000'000, ',') + "\n0,0,1\n0.1,0,1\n"), ":1: ", words);
  expect_refused(written("marks.csv", "t,x,F\n" + repeated(1'000'000, "\"\",") + "\n0,0,1\n"), ":2: ", words);
}

TEST_F(InputLimits, separators_and_blanks_by_the_million_are_one_bad_row) {
  expect_refused(written("separators.csv", "t[s],x[m],F[N]\n0,0,1\n" + std::string(3'000'000, ',') + "\n"),
                 ":3: ", "row has 3000001 fields, expected 3 (separated by commas)");
  expect_refused(written("blanks.csv", "t x F\n0 0 1\n" + std::string(3'000'000, ' ') + "1\n"),
                 ":3: ", "row has 1 field, expected 3 (separated by blanks)");
}

TEST_F(InputLimits, a_name_of_ten_megabytes_is_refused_with_the_limit) {
  const std::string limit = "at most " + std::to_string(longest_name) + " are read; shorten it";
  for (const std::string part : {"n", "a b_", "\"\"", "[", "_s"}) {
    const std::string name = repeated(10'000'000 / part.size(), part);
    const std::string file = written("name.csv", "t[s],x[m],F[N],\"" + name + "\"\n0,0,1,1\n0.1,0,1,1\n");
    const Outcome o = stickslip("inspect " + file);
    EXPECT_EQ(o.code, 2) << part;
    EXPECT_TRUE(contains(o.text, file + ":1: the column name '"));
    EXPECT_TRUE(contains(o.text, limit));
    EXPECT_LT(o.text.size(), 1000U);
  }
}

TEST_F(InputLimits, the_longest_name_is_read) {
  std::string text = "t[s],x[m],F[N]," + std::string(longest_name, 'n');
  for (int i = 0; i < 8; ++i) text += "\n" + motion_row(i) + ",1";
  EXPECT_EQ(stickslip("inspect " + written("name.csv", text)).code, 0);
}

TEST_F(InputLimits, a_number_of_five_megabytes_is_refused_with_the_limit) {
  const std::string limit = "at most " + std::to_string(longest_number) + " are read";
  const std::string digits(5'000'000, '1');
  const std::string rows = "0.2,1,2\n0.3,1,2\n0.4,1,2\n0.5,1,2\n";
  for (const std::string before : {"", "0,0,1\n"}) {
    const std::string file = written("number.csv", "t[s],x[m],F[N]\n" + before + "0.1,0,0." + digits + "\n" + rows);
    const Outcome o = stickslip("inspect " + file);
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(contains(o.text, file + (before.empty() ? ":2: " : ":3: ") + "column 'F' holds a number of 5000002"));
    EXPECT_TRUE(contains(o.text, limit));
  }
  expect_refused(written("whole.csv", "t[s],x[m],F[N]\n0,0,1\n0.1,0," + digits + "\n"),
                 ":3: ", "column 'F' holds '1111111111111111111111111111111111111111...', which is not a number");
}

TEST_F(InputLimits, quotation_marks_by_the_million_are_one_bad_row) {
  expect_refused(written("marks.csv", "t[s],x[m],F[N]\n0,0,1\n" + std::string(2'000'000, '"') + "\n"),
                 ":3: ", "row has 1 field, expected 3");
  expect_refused(written("open.csv", "t[s],x[m],F[N]\n0,0,1\n" + repeated(1'000'000, "\"\n")),
                 ":3: ", "row has 1 field, expected 3");
}

TEST_F(InputLimits, comments_and_free_lines_by_the_million_are_passed) {
  std::string rows = "t[s],x[m],F[N]\n";
  for (int i = 0; i < 8; ++i) rows += motion_row(i) + "\n";
  EXPECT_EQ(stickslip("inspect " + written("comments.csv", repeated(1'000'000, "# a\n") + rows)).code, 0);
  expect_refused(written("lines.csv", repeated(1'000'000, "a\n") + rows),
                 ":2: ", "column 'a' holds 'a', which is not a number");
}

// ---- MATLAB, version 5

template <class Number>
std::string write_bytes(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string element(std::uint32_t type, const std::string& bytes) {
  return write_bytes(type) + write_bytes(std::uint32_t(bytes.size())) + bytes +
         std::string((8 - bytes.size() % 8) % 8, '\0');
}

struct Matrix {
  std::string name;
  std::vector<std::uint32_t> size;
  std::string numbers;  // bytes
  std::uint32_t type = 9;
};

std::string matrix(const Matrix& m) {
  std::string size;
  for (const std::uint32_t n : m.size) size += write_bytes(n);
  return element(14, element(6, write_bytes(std::uint32_t(6)) + write_bytes(std::uint32_t(0))) + element(5, size) +
                         element(1, m.name) + element(m.type, m.numbers));
}

#ifdef STICKSLIP_HAS_MATIO
std::string compressed(const std::string& text) {
  std::string packed(compressBound(text.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size());
  packed.resize(size);
  return write_bytes(std::uint32_t(15)) + write_bytes(std::uint32_t(size)) + packed;
}
#endif

std::string doubles(std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += write_bytes(double(i));
  return bytes;
}

std::string mat_header() {
  std::string text = "MATLAB 5.0 MAT-file";
  text.resize(124, ' ');
  return text + std::string("\x00\x01IM", 4);
}

TEST_F(InputLimits, matlab_matrices_are_as_wide_as_the_limit_or_refused_with_it) {
  const std::string time = matrix({"time_s", {8, 1}, doubles(8)});
  const auto wide = [](std::uint32_t columns) { return matrix({"k", {8, columns}, doubles(8 * columns)}); };
  const Outcome o = stickslip("inspect " + written("wide.mat", mat_header() + time + wide(most_columns - 1)));
  EXPECT_EQ(o.code, 0) << o.text.substr(0, 500);
  expect_refused(written("wider.mat", mat_header() + time + wide(most_columns)),
                 ": k: ", "it brings the file to more than 100000 columns; at most 100000 are read");
}

TEST_F(InputLimits, a_million_dimensions_are_refused_with_the_limit) {
  const Matrix many{"a", std::vector<std::uint32_t>(1'000'000, 1), doubles(1)};
  expect_refused(written("many.mat", mat_header() + matrix(many)),
                 ": variable 1: ", "its array has 1000000 dimensions, at most 32 are read");
}

TEST_F(InputLimits, fifty_thousand_variables_are_read) {
  std::string text = mat_header() + matrix({"time_s", {5, 1}, doubles(5)});
  for (int i = 0; i < 50'000; ++i) text += matrix({"k" + std::to_string(i), {5, 1}, doubles(5)});
  const Outcome o = stickslip("inspect " + written("variables.mat", text));
  EXPECT_EQ(o.code, 0) << o.text.substr(0, 500);
}

#ifdef STICKSLIP_HAS_MATIO
TEST_F(InputLimits, a_compressed_variable_cannot_ask_for_all_memory) {
  const std::string bomb = compressed(matrix({"a", {1, 1}, std::string(100'000'000, '\0'), 2}));
  ASSERT_LT(bomb.size(), 1'000'000U);
  expect_refused(written("bomb.mat", mat_header() + bomb),
                 ": variable 1: ", "the compressed variables expand to more than ");
  expect_refused(written("bombs.mat", mat_header() + repeated(20, bomb)),
                 ": a: ", "'a' is 1 by 1, but holds 100000000 numbers");
}
#endif

TEST_F(InputLimits, a_matlab_name_of_megabytes_is_refused_with_the_limit) {
  expect_refused(
      written("name.mat", mat_header() + matrix({std::string(5'000'000, 'n'), {8, 1}, doubles(8)})),
      ": nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...: ", "its name has 5000000 bytes, at most 1000 are read");
}

}  // namespace
}  // namespace stickslip::tests
