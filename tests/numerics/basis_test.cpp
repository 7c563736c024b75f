#include "stickslip/numerics/basis.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/numerics/random.hpp"

namespace stickslip::numerics {
namespace {

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

TEST(orthonormal_basis, has_vectors_of_length_one_at_right_angles) {
  Generator random(5);
  OrthonormalBasis basis;
  for (int i = 0; i < 5; ++i) {
    std::vector<double> v(40);
    for (double& x : v) x = 1e6 * (1.0 + random.normal());
    EXPECT_TRUE(basis.add(v));
  }
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      EXPECT_NEAR(product(basis.vectors()[i], basis.vectors()[j]), i == j ? 1.0 : 0.0, 1e-14) << i << " " << j;
}

TEST(orthonormal_basis, leaves_out_a_vector_that_depends_on_the_others_or_is_zero) {
  OrthonormalBasis basis;
  EXPECT_FALSE(basis.add({0.0, 0.0, 0.0}));
  EXPECT_TRUE(basis.empty());
  EXPECT_TRUE(basis.add({1.0, 1.0, 0.0}));
  EXPECT_FALSE(basis.add({-3.0, -3.0, 0.0}));
  EXPECT_FALSE(basis.add({std::nan(""), 1.0, 0.0}));
  EXPECT_EQ(basis.vectors().size(), 1U);
}

TEST(orthonormal_basis, takes_its_part_out_of_values_and_nothing_else) {
  OrthonormalBasis basis;
  std::vector<double> values{3.0, 4.0, 5.0};
  basis.project_out(values);
  EXPECT_EQ(values, (std::vector<double>{3.0, 4.0, 5.0}));
  basis.add({0.0, 2.0, 0.0});
  basis.project_out(values);
  EXPECT_EQ(values, (std::vector<double>{3.0, 0.0, 5.0}));
}

}  // namespace
}  // namespace stickslip::numerics
