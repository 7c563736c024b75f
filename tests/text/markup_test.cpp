#include "stickslip/text/markup.hpp"

#include <gtest/gtest.h>

namespace stickslip::text {
namespace {

TEST(escape_markup, writes_what_markup_would_read_as_entities) {
  EXPECT_EQ(escape_markup("a < b & c > \"d\" 'e'"), "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;");
  EXPECT_EQ(escape_markup(""), "");
  EXPECT_EQ(escape_markup("&amp;"), "&amp;amp;");
  EXPECT_EQ(escape_markup("µ ½"), "µ ½");
}

TEST(escape_markup, takes_a_further_character) {
  EXPECT_EQ(escape_markup("two\nlines '", '\n', "&#10;"), "two&#10;lines '");
}

TEST(escape_markdown, keeps_a_cell_in_its_cell) {
  EXPECT_EQ(escape_markdown("|v| * sigma_0 <x> [m]"), "\\|v\\| \\* sigma\\_0 \\<x> \\[m]");
}

TEST(markup, no_control_character_stays) {
  EXPECT_EQ(escape_markup("a\x1B[2J\u009Bb\u00B5\n"), "a\uFFFD[2J\uFFFDb\u00B5\n");
}

}  // namespace
}  // namespace stickslip::text
