// Digits of a double: those of printf, and words for what is no number.
#include "stickslip/text/numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "stickslip/numerics/random.hpp"

namespace stickslip::text {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(digits, are_significant_ones_without_trailing_zeros) {
  EXPECT_EQ(digits(0.0), "0");
  EXPECT_EQ(digits(-0.0), "-0");
  EXPECT_EQ(digits(1.0), "1");
  EXPECT_EQ(digits(0.000123456789), "0.000123457");
  EXPECT_EQ(digits(0.0000123456789, 3), "1.23e-05");
  EXPECT_EQ(digits(123456.0, 3), "1.23e+05");
  EXPECT_EQ(digits(99.96, 3), "100");
  EXPECT_EQ(digits(1e300, 4), "1e+300");
  EXPECT_EQ(digits(std::numeric_limits<double>::max(), 17), "1.7976931348623157e+308");
  EXPECT_EQ(digits(std::numeric_limits<double>::denorm_min(), 3), "4.94e-324");
}

TEST(digits, of_what_is_no_number_are_its_name) {
  EXPECT_EQ(digits(nan), "nan");
  EXPECT_EQ(digits(infinite), "inf");
  EXPECT_EQ(digits(-infinite), "-inf");
}

TEST(digits, of_what_is_no_number_can_be_a_dash) {
  EXPECT_EQ(digits_or_dash(nan), "-");
  EXPECT_EQ(digits_or_dash(-infinite), "-");
  EXPECT_EQ(digits_or_dash(2.5, 1), "2");  // a tie goes to the even digit
  EXPECT_EQ(digits_or_dash(0.0), "0");
}

TEST(digits, are_those_of_printf_for_any_double) {
  numerics::Generator random(17);
  for (int i = 0; i < 100000; ++i) {
    const double any = std::bit_cast<double>(random.next());
    const double usual = random.normal(std::pow(10.0, 12.0 * random.unit() - 6.0));
    for (const double value : {any, usual}) {
      if (!std::isfinite(value)) continue;
      const int count = 1 + int(random.below(17));
      char buffer[64];
      std::snprintf(buffer, sizeof buffer, "%.*g", count, value);
      ASSERT_EQ(digits(value, count), buffer) << count;
    }
  }
}

TEST(digits, are_at_least_one_and_at_most_seventeen) {
  EXPECT_EQ(digits(0.1, 0), "0.1");
  EXPECT_EQ(digits(0.1, 1000), "0.10000000000000001");
}

TEST(percent, is_of_a_share) {
  EXPECT_EQ(percent(0.1234), "12.3 %");
  EXPECT_EQ(percent(0.0), "0 %");
  EXPECT_EQ(percent(-1.0, 1), "-1e+02 %");
}

TEST(digits, are_appended_to_a_text) {
  std::string text = "[";
  append_digits(text, 0.1, 9);
  append_digits(text, -2.0, 9);
  EXPECT_EQ(text, "[0.1-2");
}

TEST(shown_unit, is_nothing_for_a_pure_number_and_turns_for_a_joint) {
  EXPECT_EQ(show_unit("1"), "");
  EXPECT_EQ(show_unit("N"), "N");
  EXPECT_EQ(show_unit("N", true), "N.m");
  EXPECT_EQ(show_unit("1", true), "");
}

TEST(with_unit, shows_no_unit_of_a_pure_number) {
  EXPECT_EQ(with_unit("3.2", "N"), "3.2 N");
  EXPECT_EQ(with_unit("3.2", "1"), "3.2");
  EXPECT_EQ(with_unit("3.2", ""), "3.2");
  EXPECT_EQ(with_unit(1.0 / 3.0, "m/s", 3), "0.333 m/s");
}

TEST(hexadecimal, has_sixteen_digits) {
  EXPECT_EQ(hexadecimal(0), "0000000000000000");
  EXPECT_EQ(hexadecimal(0xCBF29CE484222325U), "cbf29ce484222325");
}

TEST(hexadecimal, comes_back_bit_by_bit_or_not_at_all) {
  std::uint64_t bits = 0;
  for (const double value : {0.0, -0.0, 0.1, infinite, nan}) {
    ASSERT_TRUE(read_hexadecimal(hexadecimal(std::bit_cast<std::uint64_t>(value)), bits));
    EXPECT_EQ(bits, std::bit_cast<std::uint64_t>(value));
  }
  for (const char* wrong : {"", "0", "000000000000000g", "00000000000000000", "0x00000000000000", "-000000000000001"})
    EXPECT_FALSE(read_hexadecimal(wrong, bits)) << wrong;
}

}  // namespace
}  // namespace stickslip::text
