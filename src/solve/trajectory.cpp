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

RowObserver::RowObserver(const HybridModel& model) : model_(&model), columns_(model.columns()), own_(columns_.size()) {
  const std::vector<Column> further = model.further_columns();
  columns_.insert(columns_.end(), further.begin(), further.end());
  row_.resize(columns_.size());
}

std::span<const double> RowObserver::row(double t, const double* x) {
  model_->observe(t, x, row_.data());
  model_->observe_further(t, x, row_.data() + own_);
  return row_;
}

SolveReport record(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling,
                   Trajectory& trajectory) {
  RowObserver observer(model);
  trajectory = Trajectory(observer.columns());
  return solve(model, end, options, sampling, [&](double t, std::span<const double> state) {
    trajectory.append(t, observer.row(t, state.data()));
    return true;
  });
}

}  // namespace stickslip::solve
