#include "prepared.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "record_checks.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/param.hpp"

namespace stickslip::batch {
namespace {

static_assert(contact_table.size() == contact_columns);

}  // namespace

double acceleration_at(const RecordView& r, std::size_t k) {
  if (!r.acceleration.empty()) return r.acceleration[k];
  const std::size_t before = k == 0 ? 0 : k - 1;
  const std::size_t after = std::min(k + 1, r.motion.size() - 1);
  return (r.motion[after].velocity - r.motion[before].velocity) / (double(after - before) * r.step);
}

void check(const RecordView& record, std::size_t number) {
  const std::string who = name_record(record.name, number);
  if (!(record.step > 0.0) || !std::isfinite(record.step))
    refuse(who, "the sample time is " + to_text(record.step) + " s; it must be positive");
  const std::size_t samples = record.motion.size();
  if (samples < 2) refuse(who, "has " + std::to_string(samples) + " samples; two are needed");
  for (std::size_t k = 0; k < samples; ++k)
    for (std::size_t i = 0; i < contact_columns; ++i)
      if (const double x = record.motion.columns()[i][k]; !std::isfinite(x))
        refuse(who, std::string(contact_table[i].name) + " at sample " + std::to_string(k) + " is " + to_text(x) +
                        "; cut the record there or fill the gap");
  for (const auto& [name, column] : std::initializer_list<std::pair<std::string_view, std::span<const double>>>{
           {"force", record.force}, {"weight", record.weight}, {"acceleration", record.acceleration}})
    check_column(who, name, column, samples, "the motion", "; give the sample the weight 0 and any finite value");
}

template <class T>
PreparedRecord<T> prepared(const RecordView& record) {
  PreparedRecord<T> p;
  p.steps = record.motion.size() - 1;
  p.h = T(record.step);
  p.motion.reserve(record.motion.size() * contact_columns);
  for (std::size_t k = 0; k <= p.steps; ++k)
    for (const Strided<double>& column : record.motion.columns()) p.motion.push_back(T(column[k]));
  for (AlignedVector<T>* column : {&p.measured, &p.weight, &p.acceleration}) column->reserve(p.steps);
  for (std::size_t k = 1; k <= p.steps; ++k) {
    p.measured.push_back(record.force.empty() ? T(0) : T(record.force[k]));
    p.weight.push_back(T(weight_at(record.weight, k)));
    p.acceleration.push_back(T(acceleration_at(record, k)));
  }
  return p;
}

template PreparedRecord<double> prepared(const RecordView&);
template PreparedRecord<float> prepared(const RecordView&);

RecordArrays<double> arrays_in_place(const RecordView& record, bool has_inertia, AlignedVector<double>& filled) {
  RecordArrays<double> a{record.motion.size() - 1, record.step, record.motion.columns()};
  if (record.force.empty()) return a;  // nothing is compared
  const bool weights = record.weight.empty(), accelerations = has_inertia && record.acceleration.empty();
  filled.assign((std::size_t(weights) + std::size_t(accelerations)) * a.steps, 1.0);
  a.measured = record.force.data() + 1;
  a.weight = weights ? filled.data() : record.weight.data() + 1;
  if (!record.acceleration.empty()) a.acceleration = record.acceleration.data() + 1;
  if (!accelerations) return a;
  double* own = filled.data() + (weights ? a.steps : 0);
  for (std::size_t k = 0; k < a.steps; ++k) own[k] = acceleration_at(record, k + 1);
  a.acceleration = own;
  return a;
}

}  // namespace stickslip::batch
