// Access, products and parts of a matrix.
#include "stickslip/numerics/matrix.hpp"

#include <gtest/gtest.h>

namespace stickslip::numerics {
namespace {

const Matrix two_by_three{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};

TEST(matrix, is_stored_row_by_row) {
  EXPECT_EQ(two_by_three.rows(), 2U);
  EXPECT_EQ(two_by_three.columns(), 3U);
  EXPECT_EQ(two_by_three(1, 0), 4.0);
  EXPECT_EQ(two_by_three.row(1)[2], 6.0);
  EXPECT_EQ(two_by_three.values()[3], 4.0);
}

TEST(matrix, a_row_can_be_written) {
  Matrix m(2, 2);
  for (double& x : m.row(1)) x = 7.0;
  EXPECT_EQ(m, (Matrix{{0.0, 0.0}, {7.0, 7.0}}));
}

TEST(matrix, grows_by_rows) {
  Matrix m;
  m.append_row(std::vector<double>{1.0, 2.0});
  m.append_row(std::vector<double>{3.0, 4.0});
  EXPECT_EQ(m, (Matrix{{1.0, 2.0}, {3.0, 4.0}}));
}

TEST(matrix, products_sums_and_transposes) {
  EXPECT_EQ(two_by_three * two_by_three.transposed(), (Matrix{{14.0, 32.0}, {32.0, 77.0}}));
  EXPECT_EQ(two_by_three * Matrix::identity(3), two_by_three);
  EXPECT_EQ(2.0 * two_by_three - two_by_three, two_by_three);
  EXPECT_EQ(two_by_three + Matrix(2, 3), two_by_three);
}

TEST(matrix, parts_are_cut_and_placed) {
  EXPECT_EQ(two_by_three.part(0, 1, 2, 2), (Matrix{{2.0, 3.0}, {5.0, 6.0}}));
  Matrix m(2, 3);
  m.place(0, 0, two_by_three.part(0, 0, 2, 1));
  EXPECT_EQ(m, (Matrix{{1.0, 0.0, 0.0}, {4.0, 0.0, 0.0}}));
}

TEST(matrix, an_empty_one_has_no_rows) {
  const Matrix none;
  EXPECT_EQ(none.rows(), 0U);
  EXPECT_TRUE(none.values().empty());
  EXPECT_EQ(none * none, none);
}

}  // namespace
}  // namespace stickslip::numerics
