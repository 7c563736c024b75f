// Measurements and tables of parameter sets, made ready for a batch.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/batch/batch.hpp"
#include "stickslip/dataset.hpp"
#include "stickslip/friction/contact_columns.hpp"

namespace stickslip::batch {

// The columns that a record is made of: time[s], velocity[m/s], displacement[m], applied[N], mass[kg], load[N],
// pressure[Pa], temperature[K], acceleration[m/s2], force[N], weight[1/N].
std::vector<std::string> record_roles();

// The record in a measurement, uniform in time, for a law of that name. time, force and what the law reads must be
// there; what it may read, weight and acceleration are used when they are there. A displacement that is missing is the
// integral of the velocity, a mass 1 kg. Throws std::invalid_argument with file, line, column and remedy.
Record make_record(const measurement::Dataset& data, std::string_view law);
// The same from data that nobody needs any longer: each column goes as soon as it was read.
Record make_record(measurement::Dataset&& data, std::string_view law);

// The acceleration at a sample: as recorded, or the slope of the velocity through its neighbours.
double acceleration_at(const RecordView& record, std::size_t sample);

// A record that keeps the columns of its motion apart: one number of a column that never changes, none of one that is
// the force.
struct CompactRecord {
  std::string name = {};
  double step = 0.0;  // [s]
  std::size_t samples = 0;
  std::array<std::vector<double>, contact_table.size()> motion = {};  // in the order of Contact
  std::vector<double> force = {}, weight = {}, acceleration = {};     // as in a Record

  RecordView view() const;  // for as long as this one is there
};

// Takes the columns out of the record.
CompactRecord compact(Record record);

// Weights with which Loss::absolute is the mean relative error: 1 over |force|, or over 5 % of the largest where the
// force is smaller. Given weights are multiplied.
void weigh_relatively(Record& record);

// Parameter sets in the rows of a table: its columns are named as the parameters are ("coulomb", "coulomb.back",
// "limit[3]"), a parameter without a column has its value of `base`. Throws std::invalid_argument with file, line,
// column and remedy; a row out of bounds is no error, its loss is infinite.
std::vector<double> parameter_sets(const measurement::Dataset& sets, std::span<const Field> table,
                                   std::span<const double> base);

}  // namespace stickslip::batch
