// A recording made ready for a method: through import_measurement, as for a fit, and with columns that only methods
// read: a commanded speed, the pressures of two chambers, the speed of a shaft.
//
//   const MethodInput in = import_for_method(read_dataset("run.csv"), {}, {{"time", "displacement", "reference"}});
//   signal(in.data, "reference", "m/s")
//
// A displacement keeps its offset: a spring knows where zero is. A velocity is derived for methods that read it and no
// displacement; the others have a way of their own. A gap is refused: methods follow a motion from its first row to its
// last.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/measurement.hpp"

namespace stickslip::measurement {

struct MethodInput {
  Dataset data;  // columns called by their roles, SI, uniform in time; rad and N.m of a joint
  bool rotary = false;
  std::vector<std::string> notes = {};  // what was guessed, found and repaired
};

// `roles` that the method reads. A force that is missing is the applied one, and the other way round, as for a fit.
// Throws std::invalid_argument with file, line, column and remedy.
MethodInput import_for_method(const Dataset& raw, const ImportOptions& options,
                              std::span<const std::string_view> roles);

// The same with m and N in place of rad and N.m, for methods that compute along a straight line.
Dataset straighten(Dataset data, bool rotary);

// Roles that the option map of a method takes: those of every recording, and the method's own.
std::vector<std::string> roles_for_method(std::span<const std::string_view> roles);

}  // namespace stickslip::measurement
