#include "stickslip/io/mat.hpp"

#include <gtest/gtest.h>

#include "../support/folder.hpp"
#include "../support/shell.hpp"
#include "mat_writer.hpp"
#include "stickslip/io/csv.hpp"

namespace stickslip::io {

using namespace measurement;

namespace {

using stickslip::tests::contains;

class Mat : public stickslip::tests::InFolder {
 protected:
  static std::string complaint_about(const std::string& file) {
    try {
      read_dataset(file);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "no complaint";
  }

  static void expect_example(const Dataset& data) {
    std::vector<std::string> names;
    for (const Column& c : data.columns) names.push_back(c.name + "|" + c.unit);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"F_1|", "F_2|", "n|", "run.x|", "t_s|s", "v|"}));
    const auto column = [&data](const std::string& name) {
      for (std::size_t k = 0; k < data.columns.size(); ++k)
        if (data.columns[k].name == name) return data.values[k];
      return std::vector<double>();
    };
    EXPECT_EQ(column("t_s"), (std::vector<double>{0.0, 0.1, 0.2, 0.3, 0.4}));
    EXPECT_EQ(column("run.x"), (std::vector<double>{1.0 / 3.0, 2.0, 3.0, 4.0, 5.0}));
    EXPECT_EQ(column("v"), (std::vector<double>{0.5, 1.0, 1.5, 2.0, 2.5}));
    EXPECT_EQ(column("n"), (std::vector<double>{-1.0, 2.0, -3.0, 4.0, -5.0}));
    EXPECT_EQ(column("F_2"), (std::vector<double>{6.0, 7.0, 8.0, 9.0, 10.0}));
    EXPECT_EQ(data.left_out.size(), 2U);  // the text and the scalar
    EXPECT_EQ(data.rows(), 5U);
  }
};

TEST_F(Mat, reads_version_5_plain_and_compressed) {
  tests::write_example(in("plain.mat"), MAT_FT_MAT5, MAT_COMPRESSION_NONE);
  expect_example(read_dataset(in("plain.mat")));
  tests::write_example(in("packed.mat"), MAT_FT_MAT5, MAT_COMPRESSION_ZLIB);
  expect_example(read_dataset(in("packed.mat")));
}

TEST_F(Mat, reads_version_7_3) {
  tests::write_example(in("large.mat"), MAT_FT_MAT73, MAT_COMPRESSION_NONE);
  expect_example(read_dataset(in("large.mat")));
}

TEST_F(Mat, takes_the_length_that_most_columns_have_and_of_two_the_larger) {
  {
    tests::MatWriter mat(in("two.mat"), MAT_FT_MAT5, MAT_COMPRESSION_NONE);
    mat.matrix("short", {1.0, 2.0, 3.0}, 3);
    mat.matrix("long", {1.0, 2.0, 3.0, 4.0}, 4);
    mat.matrix("rate", {10.0}, 1);
  }
  const Dataset two = read_dataset(in("two.mat"));
  ASSERT_EQ(two.columns.size(), 1U);
  EXPECT_EQ(two.columns[0].name, "long");
  EXPECT_EQ(two.lines, (std::vector<std::size_t>{1, 2, 3, 4}));
  EXPECT_EQ(two.left_out, (std::vector<std::string>{"variable 'short' has 3 rows, most have 4",
                                                    "variable 'rate' has 1 rows, most have 4"}));
  {
    tests::MatWriter mat(in("most.mat"), MAT_FT_MAT5, MAT_COMPRESSION_NONE);
    mat.matrix("short", {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, 3);
    mat.matrix("long", {1.0, 2.0, 3.0, 4.0}, 4);
  }
  const Dataset most = read_dataset(in("most.mat"));
  ASSERT_EQ(most.columns.size(), 2U);
  EXPECT_EQ(most.values[1], (std::vector<double>{4.0, 5.0, 6.0}));
  EXPECT_EQ(most.left_out, std::vector<std::string>{"variable 'long' has 4 rows, most have 3"});
}

TEST_F(Mat, refuses_a_damaged_file_with_file_and_variable) {
  tests::write_example(in("whole.mat"), MAT_FT_MAT5, MAT_COMPRESSION_NONE);
  const std::string bytes = to_text(in("whole.mat"));
  const std::string cut = written("cut.mat", bytes.substr(0, 300));
  EXPECT_TRUE(contains(complaint_about(cut), cut + ": variable 2: an element says that it is "));
  EXPECT_TRUE(contains(complaint_about(cut), "save it again"));
  const std::string none = written("none.mat", "not a MATLAB file");
  EXPECT_EQ(complaint_about(none), none + ": not a MATLAB file of version 5 to 7; save it with -v7");
  const std::string empty = written("empty.mat", bytes.substr(0, 128));
  EXPECT_TRUE(contains(complaint_about(empty), empty + ": no variable is a vector of numbers"));
}

}  // namespace
}  // namespace stickslip::io
