// A run in columns with names and units; the first is the time.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stickslip/hybrid.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::solve {

class Trajectory {
 public:
  // Columns besides the time.
  explicit Trajectory(std::vector<Column> columns = {});

  void append(double t, std::span<const double> values);

  std::size_t rows() const { return values_.front().size(); }
  // With time[s] at the front.
  std::span<const Column> columns() const { return columns_; }
  std::span<const double> time() const { return values_.front(); }
  std::span<const double> column(std::size_t k) const { return values_[k]; }
  // Throws UnknownName.
  std::span<const double> column(std::string_view name) const;
  bool has(std::string_view name) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<double>> values_;  // one vector per column, all of the same length
};

// Makes the rows of a model's trajectory: its columns and its further ones.
class RowObserver {
 public:
  explicit RowObserver(const HybridModel& model);
  // Besides the time.
  const std::vector<Column>& columns() const { return columns_; }
  // Until the next call.
  std::span<const double> row(double t, const double* x);

 private:
  const HybridModel* model_;
  std::vector<Column> columns_;
  std::size_t own_;
  std::vector<double> row_;
};

// Solves the model and puts its columns, as a RowObserver gives them, into the trajectory (what it held is lost).
SolveReport record(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling,
                   Trajectory& trajectory);

}  // namespace stickslip::solve
