// A record as the kernels read it.
#pragma once

#include <array>
#include <cstddef>

#include "aligned.hpp"
#include "columns.hpp"
#include "stickslip/batch/batch.hpp"

namespace stickslip::batch {

// Where the numbers of a record lie.
template <class T>
struct RecordArrays {
  std::size_t steps = 0;
  T h = 0;                                              // [s]
  std::array<Strided<T>, contact_columns> motion = {};  // [sample 0..steps]
  const T* measured = nullptr;                          // [sample 1..steps]
  const T* weight = nullptr;                            // the same
  const T* acceleration = nullptr;                      // the same; read for laws with inertia alone
};

// A record on another number, or laid out for a device.
template <class T>
struct PreparedRecord {
  std::size_t steps = 0;
  T h = 0;                        // [s]
  AlignedVector<T> motion;        // [sample 0..steps][column]
  AlignedVector<T> measured;      // [sample 1..steps]
  AlignedVector<T> weight;        // the same
  AlignedVector<T> acceleration;  // the same

  RecordArrays<T> arrays() const {
    RecordArrays<T> a{steps, h, {}, measured.data(), weight.data(), acceleration.data()};
    for (std::size_t i = 0; i < contact_columns; ++i) a.motion[i] = {motion.data() + i, contact_columns};
    return a;
  }
};

// Throws std::invalid_argument when the record is unusable; `number` names one without a name.
void check(const RecordView& record, std::size_t number);

// A checked record on another number.
template <class T>
PreparedRecord<T> prepared(const RecordView& record);

extern template PreparedRecord<double> prepared(const RecordView&);
extern template PreparedRecord<float> prepared(const RecordView&);

// A checked record where it is. What it does not have and a comparison needs is added to `filled`.
RecordArrays<double> arrays_in_place(const RecordView& record, bool has_inertia, AlignedVector<double>& filled);

}  // namespace stickslip::batch
