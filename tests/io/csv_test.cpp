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

}  // namespace
}  // namespace stickslip
