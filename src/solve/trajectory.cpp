#include "stickslip/trajectory.hpp"

#include <algorithm>

#include "stickslip/names.hpp"

namespace stickslip::solve {

Trajectory::Trajectory(std::vector<Column> columns) : columns_(std::move(columns)) {
  columns_.insert(columns_.begin(), {"time", "s"});
  values_.resize(columns_.size());
}

void Trajectory::append(double t, std::span<const double> values) {
  values_.front().push_back(t);
  for (std::size_t k = 1; k < values_.size(); ++k) values_[k].push_back(values[k - 1]);
}

std::span<const double> Trajectory::column(std::string_view name) const {
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (columns_[k].name == name) return values_[k];
  std::vector<std::string_view> names;
  for (const Column& c : columns_) names.push_back(c.name);
  throw UnknownName("column", name, names);
}

bool Trajectory::has(std::string_view name) const {
  return std::any_of(columns_.begin(), columns_.end(), [name](const Column& c) { return c.name == name; });
}

SolveReport record(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling,
                   Trajectory& trajectory) {
  trajectory = Trajectory(model.columns());
  std::vector<double> row(trajectory.columns().size() - 1);
  return solve(model, end, options, sampling, [&](double t, std::span<const double> state) {
    model.observe(t, state.data(), row.data());
    trajectory.append(t, row);
    return true;
  });
}

}  // namespace stickslip::solve
