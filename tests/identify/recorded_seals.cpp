// Real seals, measured by others; skipped where the recordings are absent. STICKSLIP_RECORDINGS names their folder
// where the build did not find it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "stickslip/batch/record.hpp"
#include "stickslip/identify/fit.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::identify {

using namespace batch;
using namespace io;
using namespace measurement;

namespace {

std::string folder() {
  if (const char* given = std::getenv("STICKSLIP_RECORDINGS")) return given;
#ifdef STICKSLIP_RECORDINGS
  return STICKSLIP_RECORDINGS;
#else
  return {};
#endif
}

struct Seal {
  std::string name;
  std::vector<int> pressures;  // [bar]
};

class RecordedSeals : public testing::TestWithParam<Seal> {};

double unseen_error(const std::vector<Recording>& recordings, bool grows) {
  FitOptions o{.law = "maxwell-slip", .elements = 3, .intervals = false};
  o.nuisances = {{"offset", true}, {"area", true}};
  if (grows) o.nuisances.push_back({"growth", true});
  return identify(recordings, o).test[0].rmse;
}

// Fitted at all pressures but one: friction that grows with pressure predicts the one left out better than friction
// that does not. The force of the pressure on the piston is found along with it.
TEST_P(RecordedSeals, friction_that_grows_with_pressure_predicts_an_unseen_pressure_better) {
  const std::filesystem::path place = std::filesystem::path(folder()) / "pneumatic_seal";
  if (folder().empty() || !std::filesystem::exists(place)) GTEST_SKIP() << "the recordings are not here";
  std::vector<Recording> all;
  for (const int bar : GetParam().pressures) {
    const std::string file = (place / (GetParam().name + "_" + std::to_string(bar) + "bar.csv")).string();
    const Measurement m = import_measurement(read_dataset(file), {.sample_time = 0.03});
    Recording r;
    r.record = make_record(m.data, "maxwell-slip");
    all.push_back(std::move(r));
  }
  for (std::size_t unseen = 0; unseen < all.size(); ++unseen) {
    auto recordings = all;
    recordings[unseen].test = true;
    const double with = unseen_error(recordings, true);
    EXPECT_LT(with, unseen_error(recordings, false)) << GetParam().pressures[unseen] << " bar";
  }
}

INSTANTIATE_TEST_SUITE_P(seals, RecordedSeals,
                         testing::Values(Seal{"KDN", {1, 3, 5, 7}}, Seal{"NAP310", {1, 3, 5, 7}},
                                         Seal{"O-ring257", {1, 3, 5, 7}}, Seal{"Stadium_lc", {1, 2, 3, 4, 5}}));

}  // namespace
}  // namespace stickslip::identify
