// A record as the kernels read it.
#pragma once

#include <cstddef>

#include "aligned.hpp"
#include "columns.hpp"
#include "stickslip/batch/batch.hpp"

namespace stickslip::batch {

template <class T>
struct PreparedRecord {
  std::size_t steps = 0;
  T h = 0;                        // [s]
  AlignedVector<T> motion;        // [sample 0..steps][column]
  AlignedVector<T> measured;      // [sample 1..steps]
  AlignedVector<T> weight;        // the same
  AlignedVector<T> acceleration;  // the same
};

// Throws std::invalid_argument when the record is unusable; `number` names one without a name.
void check(const Record& record, std::size_t number);

// A checked record on another number.
template <class T>
PreparedRecord<T> prepared(const Record& record);

extern template PreparedRecord<double> prepared(const Record&);
extern template PreparedRecord<float> prepared(const Record&);

}  // namespace stickslip::batch
