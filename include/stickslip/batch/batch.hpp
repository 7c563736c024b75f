// Many at once: parameter sets of one law, each driven along the same recordings and compared with the measured force.
//
//   Batch batch("lugre", 0, records, {.loss = Loss::squares});
//   const std::vector<double> loss = batch.losses({4096, matrix});      one row of the matrix per candidate
//   batch.report().used.target;                                          "avx512"
//
// The motion is imposed: the law's sampled face (friction.hpp) runs at the record's own sample time, on SIMD lanes,
// threads or a CUDA device. The answer does not depend on the number of threads nor on how candidates are split into
// blocks, to the last bit; between scalar, lanes and device it agrees within friction/accuracy.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/batch/loss.hpp"
#include "stickslip/batch/motion_view.hpp"
#include "stickslip/batch/pool.hpp"
#include "stickslip/friction.hpp"
#include "stickslip/options.hpp"
#include "stickslip/precision.hpp"

namespace stickslip::batch {

// A run on a bench, at samples `step` apart. The law is at rest at the first sample; forces are compared from the
// second on.
struct Record {
  std::string name = {};                     // for messages
  double step = 0.0;                         // [s]
  std::vector<Contact<double>> motion = {};  // per sample
  std::vector<double> force = {};            // measured, per sample [N]
  std::vector<double> weight = {};           // per sample [1/N]; 0 leaves a sample out. Empty: 1
  std::vector<double> acceleration = {};     // per sample [m/s2], for laws with inertia. Empty: slope of the velocity
};

// A record whose numbers somebody else keeps: batches that look at the same ones do not copy them.
struct RecordView {
  std::string name = {};
  double step = 0.0;                          // [s]
  MotionView motion = {};                     // per sample
  std::span<const double> force = {};         // as in a Record
  std::span<const double> weight = {};        // the same
  std::span<const double> acceleration = {};  // the same
};

RecordView view(const Record& record);

// Parameter sets, row after row, each in the order of the law's table with the elements in use at its front.
struct Candidates {
  std::size_t count = 0;
  std::span<const double> values = {};  // count x Batch::width()
};

enum class Device : unsigned char { automatic, cpu, cuda };
// What people call them, in the same order.
inline constexpr std::array<std::string_view, 3> device_names{"auto", "cpu", "cuda"};
inline constexpr std::array<std::string_view, 2> precision_names{"fp64", "fp32"};

struct BatchOptions {
  Loss loss = Loss::squares;
  double huber = 1.0;  // [N] residual from which Loss::huber grows linearly
  bool relative =
      false;  // each residual over the size of the measured force: with Loss::absolute, the mean relative error
  Device device = Device::automatic;
  Precision precision = Precision::fp64;
  std::size_t threads = 0;  // 0: as many as the machine has processors
  std::size_t block = 0;    // candidates in a piece of work; 0: chosen by size
  Watch watch = {};

  static std::span<const OptionRow> options();
};

// Where and how a batch runs.
struct BatchChoice {
  Device device = Device::automatic;
  Precision precision = Precision::fp64;
  std::size_t threads = 0;
  std::string target = {};  // "avx512", "scalar", ..., or the name of the device
};

// What the last call did.
struct BatchReport {
  BatchChoice given;
  BatchChoice used;
  std::string reason = {};  // why the device was chosen, in a sentence
  std::size_t candidates = 0;
  std::size_t invalid = 0;       // parameters out of their bounds or relations: loss is infinite
  std::size_t not_finite = 0;    // runs that diverged: loss is infinite
  std::size_t samples = 0;       // compared, per candidate
  double candidate_steps = 0.0;  // done
  double device_seconds = 0.0;   // that the device itself was at work, without copies
  bool completed = true;         // false: cancelled; the losses that are missing are NaN
};

// Residuals weight (force - measured), record after record from the second sample on, and their derivatives.
struct Residuals {
  std::vector<double> values = {};
  std::vector<double> slopes = {};  // [residual][free parameter]
};

// Forces of all candidates at some steps of a record, [candidate][step].
struct ForceBlock {
  std::size_t record = 0;
  std::size_t first = 0;  // step; it ends at sample first + 1
  std::size_t count = 0;
  std::span<const double> values = {};

  std::span<const double> candidate(std::size_t c) const { return values.subspan(c * count, count); }
};

// Residuals of one set at some steps of a record and their derivatives, [step][free parameter].
struct ResidualBlock {
  std::size_t record = 0;
  std::size_t first = 0;
  std::span<const double> values = {};
  std::span<const double> slopes = {};
};

class Batch {
 public:
  // A law by its name; `elements` in use by laws that have elements (0: the usual number). All throw
  // std::invalid_argument with the record, the sample and the remedy; UnknownName for the law; std::runtime_error for a
  // device that was asked for and is not there.
  Batch(std::string_view law, std::size_t elements, std::vector<Record> records, BatchOptions options = {});
  // Records that are kept elsewhere, for as long as the batch is used.
  Batch(std::string_view law, std::size_t elements, std::span<const RecordView> records, BatchOptions options = {});
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch();

  // Scalars in a parameter set, and their table.
  std::size_t width() const;
  std::span<const Field> table() const;
  std::span<const RecordView> records() const;

  // The loss of every candidate; infinite where parameters are invalid or the run is not finite.
  std::vector<double> losses(const Candidates& candidates);

  // The friction force of every candidate, [candidate][record after record][sample 1...], Force::inertia included; NaN
  // for invalid parameters. On the processor.
  std::vector<double> forces(const Candidates& candidates);

  // Residuals of one set of parameters and their derivatives by the free ones, exact through the simulation. On the
  // processor.
  Residuals residuals(std::span<const double> parameters, std::span<const std::size_t> free) const;

  // The numbers of forces() and of residuals() by blocks of steps in their order, for recordings that are long. On the
  // calling thread; a block is gone when the visitor returns.
  void visit_forces(const Candidates& candidates, const std::function<void(const ForceBlock&)>& visit) const;
  void visit_residuals(std::span<const double> parameters, std::span<const std::size_t> free,
                       const std::function<void(const ResidualBlock&)>& visit) const;

  const BatchReport& report() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// "auto", "cpu", "cuda"; "fp64", "fp32"; and back. Throw UnknownName.
std::string_view to_name(Device device);
std::string_view to_name(Precision precision);
Device find_device(std::string_view name);
Precision find_precision(std::string_view name);

// Why a CUDA device cannot be used here; empty when it can.
std::string cuda_missing();

}  // namespace stickslip::batch
