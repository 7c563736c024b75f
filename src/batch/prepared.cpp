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

double acceleration_at(const Record& r, std::size_t k) {
  if (!r.acceleration.empty()) return r.acceleration[k];
  const std::size_t before = k == 0 ? 0 : k - 1;
  const std::size_t after = std::min(k + 1, r.motion.size() - 1);
  return (r.motion[after].velocity - r.motion[before].velocity) / (double(after - before) * r.step);
}

void check(const Record& record, std::size_t number) {
  const std::string who = name_record(record.name, number);
  if (!(record.step > 0.0) || !std::isfinite(record.step))
    refuse(who, "the sample time is " + to_text(record.step) + " s; it must be positive");
  const std::size_t samples = record.motion.size();
  if (samples < 2) refuse(who, "has " + std::to_string(samples) + " samples; two are needed");
  for (std::size_t k = 0; k < samples; ++k)
    for (const ContactColumn& column : contact_table)
      if (const double x = record.motion[k].*column.value; !std::isfinite(x))
        refuse(who, std::string(column.name) + " at sample " + std::to_string(k) + " is " + to_text(x) +
                        "; cut the record there or fill the gap");
  for (const auto& [name, column] : std::initializer_list<std::pair<std::string_view, std::span<const double>>>{
           {"force", record.force}, {"weight", record.weight}, {"acceleration", record.acceleration}})
    check_column(who, name, column, samples, "the motion", "; give the sample the weight 0 and any finite value");
}

template <class T>
PreparedRecord<T> prepared(const Record& record) {
  PreparedRecord<T> p;
  p.steps = record.motion.size() - 1;
  p.h = T(record.step);
  for (const Contact<double>& c : record.motion)
    for (const ContactColumn& column : contact_table) p.motion.push_back(T(c.*column.value));
  for (std::size_t k = 1; k <= p.steps; ++k) {
    p.measured.push_back(record.force.empty() ? T(0) : T(record.force[k]));
    p.weight.push_back(T(weight_at(record.weight, k)));
    p.acceleration.push_back(T(acceleration_at(record, k)));
  }
  return p;
}

template PreparedRecord<double> prepared(const Record&);
template PreparedRecord<float> prepared(const Record&);

}  // namespace stickslip::batch
