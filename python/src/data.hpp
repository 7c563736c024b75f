// A recording, as other sources of the module take it.
#pragma once

#include "convert.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::python {

struct HeldData {
  measurement::Measurement measurement;
  measurement::Dataset raw;
};

}  // namespace stickslip::python
