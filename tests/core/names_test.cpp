#include "stickslip/names.hpp"

#include <gtest/gtest.h>

#include <array>

namespace stickslip {
namespace {

using Names = std::vector<std::string_view>;

constexpr std::array<std::string_view, 6> laws{"coulomb", "dahl", "lugre", "modified-lugre", "new-modified-lugre",
                                               "gms"};

TEST(nearest_names, a_slip_of_the_finger_finds_the_name) {
  EXPECT_EQ(nearest_names("lugree", laws).front(), "lugre");
  EXPECT_EQ(nearest_names("culomb", laws), Names{"coulomb"});
  EXPECT_EQ(nearest_names("colulomb", laws), Names{"coulomb"});
}

TEST(nearest_names, two_letters_in_the_wrong_order_are_one_slip) {
  const std::array<std::string_view, 2> candidates{"abdc", "abxy"};
  EXPECT_EQ(nearest_names("abcd", candidates).front(), "abdc");
}

TEST(nearest_names, a_part_of_a_name_finds_every_name_that_holds_it) {
  EXPECT_EQ(nearest_names("modified", laws), (Names{"modified-lugre", "new-modified-lugre"}));
}

TEST(nearest_names, something_else_finds_nothing) { EXPECT_TRUE(nearest_names("wxyzwxyz", laws).empty()); }

TEST(nearest_names, at_most_three_are_named) {
  const std::array<std::string_view, 5> candidates{"aaaa1", "aaaa2", "aaaa3", "aaaa4", "aaaa5"};
  EXPECT_EQ(nearest_names("aaaa", candidates), (Names{"aaaa1", "aaaa2", "aaaa3"}));
}

TEST(nearest_names, no_candidates_and_no_text_are_harmless) {
  EXPECT_TRUE(nearest_names("lugre", {}).empty());
  EXPECT_TRUE(nearest_names("", laws).empty());
}

TEST(unknown_name, says_what_was_typed_what_is_near_and_what_there_is) {
  const std::array<std::string_view, 2> few{"dahl", "lugre"};
  EXPECT_STREQ(UnknownName("friction law", "lugree", few).what(),
               "no friction law is called 'lugree'; did you mean lugre? There are: dahl, lugre");
}

TEST(unknown_name, does_not_guess_when_nothing_is_near) {
  const std::array<std::string_view, 2> few{"dahl", "lugre"};
  EXPECT_STREQ(UnknownName("friction law", "viscosity", few).what(),
               "no friction law is called 'viscosity'. There are: dahl, lugre");
}

}  // namespace
}  // namespace stickslip
