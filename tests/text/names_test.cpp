#include "stickslip/text/names.hpp"

#include <gtest/gtest.h>

namespace stickslip::text {
namespace {

using Names = std::vector<std::string>;

TEST(join, puts_the_separator_between_the_parts_only) {
  EXPECT_EQ(join(Names{}), "");
  EXPECT_EQ(join(Names{"a"}), "a");
  EXPECT_EQ(join(Names{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join(Names{"a", "b"}, "; "), "a; b");
  EXPECT_EQ(join(Names{"", "b", ""}), ", b, ");
}

TEST(join, takes_braces_and_percent_signs_as_they_are) { EXPECT_EQ(join(Names{"{}", "%s"}, "{0}"), "{}{0}%s"); }

TEST(join, takes_views_too) { EXPECT_EQ(join(std::vector<std::string_view>{"x", "y"}, ""), "xy"); }

TEST(join_in_words, ends_with_and) {
  EXPECT_EQ(join_in_words({}), "");
  EXPECT_EQ(join_in_words({"a"}), "a");
  EXPECT_EQ(join_in_words({"a", "b"}), "a and b");
  EXPECT_EQ(join_in_words({"limit[0]", "limit[1]", "limit[4]"}), "limit[0], limit[1] and limit[4]");
}

TEST(identifiers, are_those_of_c) {
  for (const char* name : {"a", "_a", "left_seal_2", "Z9"}) EXPECT_TRUE(is_identifier(name)) << name;
  for (const char* name : {"", "2nd", "left seal", "a-b", "a.b", "\xC3\xA4", "a\n"})
    EXPECT_FALSE(is_identifier(name)) << name;
}

TEST(split, is_the_inverse_of_join) {
  EXPECT_EQ(split("a|b|c", '|'), (Names{"a", "b", "c"}));
  EXPECT_EQ(split("", '|'), Names{""});
  EXPECT_EQ(split("|", '|'), (Names{"", ""}));
  for (const Names& names : {Names{"x"}, Names{"", "y"}, Names{"x", "", ""}})
    EXPECT_EQ(split(join(names, "|"), '|'), names);
}

}  // namespace
}  // namespace stickslip::text
