#include "stickslip/text/table.hpp"

#include <gtest/gtest.h>

namespace stickslip::text {
namespace {

TEST(align_columns, makes_columns_as_wide_as_their_longest_cell) {
  EXPECT_EQ(align_columns({{"name", "value"}, {"mass", "1"}, {"stiffness", "100000", "N/m"}}),
            "name       value\nmass       1\nstiffness  100000  N/m\n");
}

TEST(align_columns, indents_and_leaves_no_space_at_the_end) {
  EXPECT_EQ(align_columns({{"a", ""}, {"bb", "c"}, {}}, 2), "  a\n  bb  c\n\n");
  EXPECT_EQ(align_columns({}), "");
}

TEST(markdown_table, has_titles_a_rule_and_rows) {
  EXPECT_EQ(markdown_table({"a", "b"}, {{"1", "2"}, {"3", ""}}), "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |\n");
  EXPECT_EQ(markdown_table({"a"}, {}), "| a |\n| --- |\n");
}

}  // namespace
}  // namespace stickslip::text
