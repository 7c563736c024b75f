// Real recordings and the traps that are known to lie in them. They are no part of the project: without them the tests
// are skipped. STICKSLIP_RECORDINGS names their folder where the build did not find it.
#include <cstdlib>
#include <filesystem>

#include "made.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/io/csv.hpp"

namespace stickslip::measurement {

using namespace batch;
using namespace io;

namespace {

using namespace tests;

std::string folder() {
  if (const char* given = std::getenv("STICKSLIP_RECORDINGS")) return given;
#ifdef STICKSLIP_RECORDINGS
  return STICKSLIP_RECORDINGS;
#else
  return "";
#endif
}

class Recordings : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(folder())) GTEST_SKIP() << "there are no recordings here";
  }
  static Measurement imported(const std::string& name) {
    const Measurement m = import_measurement(read_dataset(folder() + "/" + name), {});
    EXPECT_NO_THROW((void)make_record(m.data, "lugre")) << name;
    return m;
  }
};

TEST_F(Recordings, the_tribometer_has_doubled_steps_a_large_offset_and_its_load_comes_late) {
  const Measurement m = imported("tribometer_presliding/train.csv");
  EXPECT_TRUE(found(m, "missing-samples", "t_s"));
  EXPECT_TRUE(found(m, "offset", "x_m"));
  EXPECT_TRUE(found(m, "unloaded", "normal_N"));
  EXPECT_TRUE(found(m, "missing-velocity", ""));
  EXPECT_TRUE(found(m, "quantisation", "x_m"));
  EXPECT_NEAR(m.step, 5e-3, 1e-6);
  EXPECT_EQ(column(m, "displacement")[0], 0.0);
}

TEST_F(Recordings, the_seals_have_gaps_no_velocity_and_the_pressure_in_their_force) {
  const Measurement m = imported("pneumatic_seal/KDN_1bar.csv");
  EXPECT_TRUE(found(m, "gap", "t_s"));
  EXPECT_TRUE(found(m, "missing-velocity", ""));
  EXPECT_NE(find_finding_text(m, "offset").find("the offset may be the force of the pressure"), std::string::npos);
  EXPECT_NEAR(column(m, "pressure")[0], 1e5, 2e3);
  EXPECT_LT(column(m, "weight")[20], 1.0);  // in the gap from 0.12 to 0.41 s
}

TEST_F(Recordings, every_seal_can_be_imported) {
  if (IsSkipped()) return;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder() + "/pneumatic_seal")) {
    const Measurement m = imported("pneumatic_seal/" + entry.path().filename().string());
    EXPECT_TRUE(found(m, "missing-velocity", "")) << entry.path();
    EXPECT_TRUE(found(m, "offset", "force_N")) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0U);
}

// Looked at by eye: the seals push as well as rub, the joint jitters, the tribometer is loaded late. None of it is a
// wrong sign, unit or column, a delay or a dead sensor.
TEST_F(Recordings, no_fault_is_seen_that_is_not_there) {
  if (IsSkipped()) return;
  for (const char* name : {"tribometer_presliding/train.csv", "pneumatic_seal/KDN_1bar.csv",
                           "pneumatic_seal/NAP310_7bar.csv", "emps/DATA_EMPS.csv", "panda_joint7/train.csv"})
    for (const Finding& f : imported(name).findings) EXPECT_FALSE(f.data_problem) << name << ": " << f.text;
}

TEST_F(Recordings, the_ball_screw_wants_velocity_and_acceleration_and_is_not_symmetric) {
  const Measurement m = imported("emps/DATA_EMPS.csv");
  EXPECT_TRUE(repaired(m, "derive-velocity"));
  EXPECT_TRUE(repaired(m, "derive-acceleration"));
  EXPECT_TRUE(found(m, "offset", "force_N"));
  // Wide against the motion, which lasts seconds, and well below half the sample rate of 1 kHz.
  EXPECT_GT(m.bandwidth, 20.0);
  EXPECT_LT(m.bandwidth, 200.0);
}

TEST_F(Recordings, the_joint_jitters_and_its_torque_comes_in_steps) {
  const Measurement m = imported("panda_joint7/train.csv");
  EXPECT_TRUE(m.rotary);
  EXPECT_TRUE(found(m, "jitter", "t_s"));
  EXPECT_TRUE(found(m, "gap", "t_s"));
  EXPECT_TRUE(found(m, "quantisation", "tau_Nm"));
  EXPECT_NEAR(m.resolution[3], 6.7e-3, 0.4e-3);  // 6.4 and 7.3 mNm by turns
}

}  // namespace
}  // namespace stickslip::measurement
