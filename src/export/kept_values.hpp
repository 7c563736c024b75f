// What one step of a law can leave to the next.
//
// A step looks at the contact before it and at the contact behind it; the first is where the last step ended. What is
// computed from the one contact and the parameters alone, and was computed from the other one step ago, need not be
// computed again: a bristle law evaluates its Stribeck curve once per step, as the library's Stepper does.
#pragma once

#include <vector>

#include "schedule.hpp"
#include "stickslip/export/traced_law.hpp"

namespace stickslip::exporting {

struct KeptValue {
  TraceId before;  // what the step takes
  TraceId now;     // what it leaves: the same of the other contact
};

// Those that the sampled step computes anyway and that are worth keeping.
std::vector<KeptValue> list_kept_values(TracedLaw& law);

}  // namespace stickslip::exporting
