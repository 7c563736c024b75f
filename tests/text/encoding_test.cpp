#include "stickslip/text/encoding.hpp"

#include <gtest/gtest.h>

namespace stickslip::text {
namespace {

TEST(encoding, utf_8_has_no_overlong_form_no_surrogate_and_no_half_letter) {
  EXPECT_TRUE(is_utf8("a\u00B5\u20AC\U0001F600"));
  for (const char* wrong : {"\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\x80", "a\xFF"})
    EXPECT_FALSE(is_utf8(wrong)) << wrong;
}

TEST(encoding, half_a_pair_of_utf_16_becomes_the_replacement_letter) {
  EXPECT_EQ(utf8_from_utf16(std::string_view("\xFF\xFE\x3D\xD8\x00\xDE"
                                             "a\x00",
                                             8)),
            "\U0001F600a");
  EXPECT_EQ(utf8_from_utf16(std::string_view("\xFF\xFE\x3D\xD8"
                                             "a\x00",
                                             6)),
            "\uFFFDa");
}

TEST(encoding, a_plain_text_is_not_taken_for_utf_16) {
  EXPECT_FALSE(is_utf16("t,x\n"));
  EXPECT_FALSE(is_utf16(std::string_view("\0\0\0\0", 4)));
  EXPECT_TRUE(is_utf16(std::string_view("t\0,\0", 4)));
}

TEST(encoding, a_clean_name_is_one_visible_line_in_utf_8) {
  EXPECT_EQ(clean_name(" \x1B]0;title\x07 force\n"), "]0;title  force");
  EXPECT_EQ(clean_name("\xEF\xBB\xBFt"), "t");
  EXPECT_EQ(clean_name("a\u202Eb\u009Bc"), "a b c");
  EXPECT_EQ(clean_name("Kraft \xFC"), "Kraft \u00FC");
  EXPECT_EQ(clean_name(""), "");
}

TEST(encoding, printable_text_keeps_lines_and_shows_escapes) {
  EXPECT_EQ(printable("a\tb\n"), "a\tb\n");
  EXPECT_EQ(printable("\x1B[2Ja\x7F\r"), "\\x1b[2Ja\\x7f\\x0d");
  EXPECT_EQ(printable("\u009B"
                      "1m \xFF \u00B5"),
            "\\xc2\\x9b1m \\xff \u00B5");
}

}  // namespace
}  // namespace stickslip::text
