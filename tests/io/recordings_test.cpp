// One way in: files, columns in memory and imported measurements become the same recordings.
#include "stickslip/io/recordings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "stickslip/io/csv.hpp"

namespace stickslip::io {

using namespace identify;
using namespace measurement;

namespace {

class OpenRecordings : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder / "other");
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream((folder / name).string()) << text;
    return (folder / name).string();
  }

  // A sine with a decimal comma and other units, as benches write it.
  static std::string bench_text(const std::string& velocity = "v[mm/s]") {
    std::string text = "t[ms];" + velocity + ";F[kN]\n";
    for (int k = 0; k < 200; ++k) {
      const double v = std::sin(0.1 * k);
      std::string row = to_text(2.0 * k) + ";" + to_text(v) + ";" + to_text(1e-3 * std::tanh(20.0 * v)) + "\n";
      for (char& c : row)
        if (c == '.') c = ',';
      text += row;
    }
    return text;
  }

  std::filesystem::path folder;
};

std::string complaint(const std::vector<RecordingSource>& sources, const RecordingOptions& options) {
  try {
    open_recordings(sources, options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

TEST_F(OpenRecordings, a_file_its_columns_and_its_measurement_are_the_same_recording) {
  const std::string file = written("bench.csv", bench_text());
  const Dataset columns = read_dataset(file);
  const Measurement measurement = open_measurement(file, {});
  const Recordings all = open_recordings(
      std::vector<RecordingSource>{{file, "a", false}, {columns, "b", false}, {&measurement, "c", false}},
      {.law = "tanh"});
  ASSERT_EQ(all.all.size(), 3U);
  EXPECT_DOUBLE_EQ(all.all[0].record.step, 2e-3);
  EXPECT_NEAR(all.all[0].record.motion[16].velocity, 1e-3 * std::sin(1.6), 1e-12);
  for (const Recording& other : all.all) {
    EXPECT_EQ(other.hash, all.all[0].hash);
    EXPECT_EQ(other.record.force, all.all[0].record.force);
    EXPECT_EQ(other.notes, all.all[0].notes);
  }
  EXPECT_EQ(all.from.files[2].name, "c");
}

TEST_F(OpenRecordings, files_are_named_without_folders_where_that_tells_them_apart) {
  const std::string one = written("a.csv", bench_text()), two = written("b.csv", bench_text()),
                    same = written("other/a.csv", bench_text());
  const auto plain = list_sources({one}, {two});
  EXPECT_EQ(plain[0].name, "a.csv");
  EXPECT_EQ(plain[1].name, "b.csv");
  EXPECT_FALSE(plain[0].test);
  EXPECT_TRUE(plain[1].test);
  EXPECT_EQ(list_sources({one, same})[1].name, same);
  const Recordings all = open_recordings(plain, {.law = "tanh"});
  EXPECT_TRUE(all.all[1].test);
  EXPECT_TRUE(all.from.files[1].test);
}

TEST_F(OpenRecordings, without_a_law_there_is_what_every_law_needs) {
  const Recordings all = open_recordings(list_sources({written("a.csv", bench_text())}), {});
  EXPECT_NE(all.all[0].record.motion[50].velocity, 0.0);
  EXPECT_NE(all.all[0].record.motion[50].displacement, all.all[0].record.motion[60].displacement);
  EXPECT_NE(std::find(all.columns.begin(), all.columns.end(), "velocity"), all.columns.end());
}

TEST_F(OpenRecordings, options_of_the_import_reach_every_file) {
  const std::string file = written("a.csv", bench_text());
  const RecordingOptions options{.law = "tanh", .import = {.sample_time = 4e-3}};
  EXPECT_DOUBLE_EQ(open_recordings(list_sources({file}), options).all[0].record.step, 4e-3);
}

TEST_F(OpenRecordings, wrong_use_is_refused_before_a_file_is_read) {
  EXPECT_TRUE(complaint({}, {.law = "tanh"}).starts_with("the data are missing"));
  EXPECT_TRUE(complaint(list_sources({"no.csv"}), {.law = "lugree"}).find("did you mean lugre?") != std::string::npos);
  EXPECT_TRUE(complaint(list_sources({"no.csv"}), {.law = "tanh", .body = {{"plant", "mass", {{2.0}}, {}}}})
                  .starts_with("{option set: plant.mass=2}: only a fit in closed loop has a plant; add {option "
                               "closed_loop}"));
}

TEST_F(OpenRecordings, a_joint_and_a_slide_are_not_fitted_together) {
  std::string joint = bench_text("v[rad/s]");
  joint.replace(joint.find("F[kN]"), 5, "F[N.m]");
  EXPECT_NE(complaint(list_sources({written("a.csv", bench_text()), written("b.csv", joint)}), {.law = "tanh"})
                .find("one is rotary, one linear; fit them separately"),
            std::string::npos);
}

TEST_F(OpenRecordings, a_law_that_misses_its_column_is_named_with_the_remedy) {
  const Recordings all = open_recordings(list_sources({written("a.csv", bench_text())}), {});
  EXPECT_NO_THROW(check_columns(std::vector<std::string>{"tanh"}, all.columns));
  try {
    check_columns(std::vector<std::string>{"tanh", "mgms"}, all.columns);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "the law mgms reads the column 'pressure', which the data do not have; take it out of {option laws}, or "
              "name the column: {option map: pressure=COLUMN}");
  }
}

}  // namespace
}  // namespace stickslip::io
