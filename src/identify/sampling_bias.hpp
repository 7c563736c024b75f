// What lies between the samples, and what it does to the parameters.
#pragma once

#include "descend.hpp"
#include "stickslip/batch/record.hpp"

namespace stickslip::identify {

// The motion of a record with every step divided into so many: displacements by cubic Hermite splines, velocities by
// those of Catmull and Rom, all else along straight lines. Columns that nobody reads keep their first value.
batch::CompactRecord divide_steps(const batch::RecordView& record, std::size_t parts, Reads reads);

// A law is stepped from sample to sample, with an error of second order in the sample time, while the machine moved on
// in between. The law that was found is stepped finer along the same motion; by as much as its forces differ, the
// parameters were shifted, and intervals reach as far in that direction. Not where the recording refutes it: the part
// of that difference which no parameter takes up would stand above the residuals.
void widen_by_sampling(FitReport& report, Search& search, const Valley& best);

}  // namespace stickslip::identify
