#include "stickslip/text/quoting.hpp"

#include <gtest/gtest.h>

namespace stickslip::text {
namespace {

TEST(quoting, a_csv_cell_has_marks_only_where_it_needs_them) {
  EXPECT_EQ(csv_cell("force[N]"), "force[N]");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("5\" pipe"), "\"5\"\" pipe\"");
  EXPECT_EQ(csv_cell("#1"), "\"#1\"");
  EXPECT_EQ(csv_cell("a\nb"), "a b");
}

TEST(quoting, no_cell_begins_a_formula) {
  EXPECT_EQ(csv_cell("=1+1"), "'=1+1");
  EXPECT_EQ(csv_cell("@SUM(A1,A2)"), "\"'@SUM(A1,A2)\"");
  EXPECT_EQ(csv_cell("'-1"), "''-1");
}

TEST(quoting, what_is_inside_a_cell_comes_back) {
  for (const std::string text : {"=1", "'=1", "''+x", "'quoted'", "a\"b", "\"\"", "#t"}) {
    std::string cell = csv_cell(text);
    if (cell.starts_with('"')) cell = cell.substr(1, cell.size() - 2);
    EXPECT_EQ(csv_text_in(cell), text);
  }
}

TEST(quoting, a_toml_string_escapes_marks_and_control_characters) {
  EXPECT_EQ(toml_string("a\"b\\c\nd\x7F"), R"("a\"b\\c\u000Ad\u007F")");
  EXPECT_EQ(toml_string("\xFC"), "\"\u00FC\"");
}

TEST(quoting, a_line_of_a_comment_ends_no_comment) {
  EXPECT_EQ(comment_line("a */ b /* c --> d"), "a * / b / * c - -> d");
  EXPECT_EQ(comment_line("*/*---"), "* / *- - -");
  EXPECT_EQ(comment_line("path\\"), "path\\ ");
  EXPECT_EQ(comment_line("a\n#include"), "a #include");
}

}  // namespace
}  // namespace stickslip::text
