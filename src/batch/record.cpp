#include "stickslip/batch/record.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/names.hpp"
#include "stickslip/options.hpp"
#include "stickslip/units.hpp"

namespace stickslip::batch {

using namespace measurement;

namespace {

void fill(const Dataset& data, const ContactColumn& role, Record& r) {
  const auto values = signal(data, role.name, role.unit);
  for (std::size_t k = 0; k < values.size(); ++k) r.motion[k].*role.value = values[k];
}

void integrate_velocity(Record& r) {
  for (std::size_t k = 1; k < r.motion.size(); ++k)
    r.motion[k].displacement =
        r.motion[k - 1].displacement + (r.motion[k - 1].velocity + r.motion[k].velocity) / 2.0 * r.step;
}

Record begin_record(const Dataset& data, std::string_view law) {
  law_info(law);
  return {.name = data.file,
          .step = uniform_step(data, "time", "resample it with " + option_reference("sample_time", "SECONDS"))};
}

bool integrates(const Dataset& data, std::string_view law) {
  return includes(law_info(law).reads, Reads::displacement) && !data.has("displacement");
}

// What of a contact a law needs, and what else is there.
std::vector<ContactColumn> list_filled(const Dataset& data, std::string_view law) {
  std::vector<ContactColumn> roles;
  for (const ContactColumn& role : contact_table) {
    const bool needed = includes(law_info(law).reads, role.reads) && role.name != "mass" && role.name != "displacement";
    const bool first = integrates(data, law) && role.name == "velocity";  // says when the velocity is missing too
    if (needed || first || data.has(role.name)) roles.push_back(role);
  }
  return roles;
}

std::vector<double>& column_of(Dataset& data, std::string_view name) {
  const auto at =
      std::find_if(data.columns.begin(), data.columns.end(), [&](const Column& c) { return c.name == name; });
  return data.values[std::size_t(at - data.columns.begin())];
}

std::vector<double> copy(std::span<const double> values) { return {values.begin(), values.end()}; }

// Where a column of sets goes: every scalar of a field, or one of them; and its values in SI over those of the file.
struct Places {
  std::vector<std::size_t> scalars;
  double factor = 1.0;
};

Places find_places(const Dataset& sets, const Column& column, std::span<const Field> table) {
  std::vector<std::string> names;
  for (const Field& f : table) {
    std::vector<std::size_t> whole;
    for (std::size_t i = 0; i < f.width; ++i) whole.push_back(f.first + i);
    const auto take = [&](std::vector<std::size_t> scalars) -> Places {
      try {
        return {std::move(scalars), column.unit.empty() ? 1.0 : in_si(1.0, column.unit, f.unit)};
      } catch (const std::invalid_argument& error) {
        refuse(sets, header_line, "column '" + std::string(column.name) + "': " + error.what());
      }
    };
    if (column.name == f.name) return take(whole);
    for (std::size_t i = 0; i < f.width; ++i)
      if (column.name == scalar_name(f, i)) return take({f.first + i});
    names.emplace_back(f.name);
  }
  try {
    throw UnknownName("parameter of the law", column.name, std::vector<std::string_view>(names.begin(), names.end()));
  } catch (const UnknownName& error) {
    refuse(sets, header_line, error.what());
  }
}

}  // namespace

std::vector<std::string> record_roles() {
  std::vector<std::string> roles{"time"};
  for (const ContactColumn& c : contact_table) roles.emplace_back(c.name);
  roles.insert(roles.end(), {"acceleration", "force", "weight"});
  return roles;
}

Record make_record(const Dataset& data, std::string_view law) {
  Record r = begin_record(data, law);
  r.motion.resize(data.rows());
  for (const ContactColumn& role : list_filled(data, law)) fill(data, role, r);
  if (integrates(data, law)) integrate_velocity(r);
  r.force = copy(signal(data, "force", "N"));
  if (data.has("acceleration")) r.acceleration = copy(signal(data, "acceleration", "m/s2"));
  if (data.has("weight")) r.weight = copy(signal(data, "weight", "1/N"));
  return r;
}

Record make_record(Dataset&& data, std::string_view law) {
  Record r = begin_record(data, law);
  const std::size_t samples = data.rows();
  const std::vector<ContactColumn> roles = list_filled(data, law);
  for (const ContactColumn& role : roles) signal(data, role.name, role.unit);  // complains while the lines are there
  const auto take = [&data](std::string_view name, std::string_view unit) {
    signal(data, name, unit);
    return std::move(column_of(data, name));
  };
  const auto drop = [&data](std::string_view name) { column_of(data, name) = std::vector<double>(); };
  drop("time");
  r.force = take("force", "N");
  if (data.has("acceleration")) r.acceleration = take("acceleration", "m/s2");
  if (data.has("weight")) r.weight = take("weight", "1/N");
  data.lines = std::vector<std::size_t>();
  const bool applies_force = data.has("applied") && column_of(data, "applied") == r.force;
  if (applies_force) drop("applied");
  r.motion.resize(samples);
  for (const ContactColumn& role : roles) {
    const std::vector<double>& column = applies_force && role.name == "applied" ? r.force : column_of(data, role.name);
    for (std::size_t k = 0; k < samples; ++k) r.motion[k].*role.value = column[k];
    drop(role.name);
  }
  if (integrates(data, law)) integrate_velocity(r);
  return r;
}

RecordView view(const Record& r) { return {r.name, r.step, {r.motion}, r.force, r.weight, r.acceleration}; }

RecordView CompactRecord::view() const {
  MotionView::Columns columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::vector<double>& own = motion[i].empty() ? force : motion[i];
    columns[i] = {own.data(), own.size() > 1 ? 1U : 0U};
  }
  return {name, step, {columns, samples}, force, weight, acceleration};
}

CompactRecord compact(Record record) {
  CompactRecord c{.name = std::move(record.name),
                  .step = record.step,
                  .samples = record.motion.size(),
                  .force = std::move(record.force),
                  .weight = std::move(record.weight),
                  .acceleration = std::move(record.acceleration)};
  if (c.samples == 0) return c;
  for (std::size_t i = 0; i < c.motion.size(); ++i) {
    const auto value = contact_table[i].value;
    const auto is = [&](std::size_t k, double other) {
      return std::bit_cast<std::uint64_t>(record.motion[k].*value) == std::bit_cast<std::uint64_t>(other);
    };
    std::size_t same = 1, forces = 0;  // samples from the beginning on
    while (same < c.samples && is(same, record.motion[0].*value)) ++same;
    while (forces < c.force.size() && is(forces, c.force[forces])) ++forces;
    const bool is_force = forces == c.samples && same < c.samples;
    if (!is_force) c.motion[i].resize(same == c.samples ? 1 : c.samples);
    for (std::size_t k = 0; k < c.motion[i].size(); ++k) c.motion[i][k] = record.motion[k].*value;
  }
  return c;
}

void weigh_relatively(Record& record) {
  constexpr double floor = 0.05;
  double largest = 0.0;
  for (const double f : record.force) largest = std::max(largest, std::abs(f));
  if (record.weight.empty()) record.weight.assign(record.force.size(), 1.0);
  for (std::size_t k = 0; k < record.force.size(); ++k)
    record.weight[k] /= largest > 0.0 ? std::max(std::abs(record.force[k]), floor * largest) : 1.0;
}

std::vector<double> parameter_sets(const Dataset& sets, std::span<const Field> table, std::span<const double> base) {
  const std::size_t width = base.size();
  std::vector<double> all;
  all.reserve(sets.rows() * width);
  for (std::size_t row = 0; row < sets.rows(); ++row) all.insert(all.end(), base.begin(), base.end());
  for (std::size_t k = 0; k < sets.columns.size(); ++k) {
    const Places places = find_places(sets, sets.columns[k], table);
    for (const std::size_t place : places.scalars)
      for (std::size_t row = 0; row < sets.rows(); ++row)
        all[row * width + place] = places.factor * sets.values[k][row];
  }
  return all;
}

}  // namespace stickslip::batch
