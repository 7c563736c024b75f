// Many at once, in closed loop: a body on a contact, pushed by a recorded force; what every candidate makes of the
// motion is compared with the recorded one.
//
//   ClosedLoopBatch batch("lugre", 0, records, {.loss = Loss::squares});
//   const std::vector<double> loss = batch.losses({4096, matrix});
//
// The body follows the coupled stable step (solve/stable_step.hpp), at any sample time. Its search for the velocity
// takes another number of turns for every candidate, so it runs on plain numbers: threads, no lanes, no device. The
// answer does not depend on the number of threads, to the last bit.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/batch/batch.hpp"

namespace stickslip::batch {

// A recorded motion, at samples `step` apart, of m dv/dt = applied - spring x - damper v - friction.
struct MotionRecord {
  std::string name = {};                  // for messages
  double step = 0.0;                      // [s]
  std::vector<double> applied = {};       // per sample [N]; straight between them
  double mass = 1.0;                      // [kg]
  double spring = 0.0;                    // to the ground [N/m]
  double damper = 0.0;                    // to the ground [N.s/m]
  double load = 0.0;                      // normal force [N]
  double pressure = 0.0;                  // [Pa]
  double temperature = 0.0;               // above the reference state [K]
  double start = 0.0;                     // displacement at the first sample [m]
  double start_velocity = 0.0;            // [m/s]
  std::vector<double> displacement = {};  // measured, per sample [m]; or
  std::vector<double> velocity = {};      // measured, per sample [m/s]
  std::vector<double> weight = {};  // per sample, one over the unit of what is measured; 0 leaves one out. Empty: 1
  std::size_t substeps = 1;         // steps of the simulation per sample
};

// A simulated motion, per sample.
struct Motion {
  std::vector<double> displacement = {};
  std::vector<double> velocity = {};
};

class ClosedLoopBatch {
 public:
  // As Batch; options.device and options.precision are left aside.
  ClosedLoopBatch(std::string_view law, std::size_t elements, std::vector<MotionRecord> records,
                  BatchOptions options = {});
  ClosedLoopBatch(const ClosedLoopBatch&) = delete;
  ClosedLoopBatch& operator=(const ClosedLoopBatch&) = delete;
  ~ClosedLoopBatch();

  std::size_t width() const;

  // The mean loss of every candidate, of residuals weight (simulated - measured) from the second sample on; infinite
  // where parameters are invalid or the run is not finite.
  std::vector<double> losses(const Candidates& candidates);

  // The motions of one set of parameters, one per record. Throws std::invalid_argument for an inadmissible set.
  std::vector<Motion> motions(std::span<const double> parameters) const;

  const BatchReport& report() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace stickslip::batch
