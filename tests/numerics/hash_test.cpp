// FNV-1a against the numbers of its authors (http://www.isthe.com/chongo/tech/comp/fnv, test vectors of 64 bits).
#include "stickslip/numerics/hash.hpp"

#include <gtest/gtest.h>

namespace stickslip::numerics {
namespace {

std::uint64_t hash_bytes(std::string_view bytes) {
  Fnv1a hash;
  for (const char c : bytes) hash.add(static_cast<unsigned char>(c));
  return hash.value();
}

TEST(fnv, gives_the_published_numbers) {
  EXPECT_EQ(hash_bytes(""), 0xCBF29CE484222325U);
  EXPECT_EQ(hash_bytes("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(hash_bytes("foobar"), 0x85944171F73967E8U);
}

TEST(fnv, tells_apart_where_one_text_ends_and_the_next_begins) {
  Fnv1a one;
  one.add(std::string_view("ab"));
  one.add(std::string_view("c"));
  Fnv1a two;
  two.add(std::string_view("a"));
  two.add(std::string_view("bc"));
  EXPECT_NE(one.value(), two.value());
}

TEST(fnv, tells_zero_from_negative_zero) {
  Fnv1a one;
  one.add(0.0);
  Fnv1a two;
  two.add(-0.0);
  EXPECT_NE(one.value(), two.value());
}

}  // namespace
}  // namespace stickslip::numerics
