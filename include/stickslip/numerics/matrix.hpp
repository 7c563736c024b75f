// A dense matrix of any size, stored row by row. Its products are plain loops, for small matrices; decompositions are
// in linear_algebra.hpp.
//
//   Matrix slopes(residuals, parameters);
//   slopes(k, i) = ...;                        // row k, column i
//   for (double& slope : slopes.row(k)) ...    // one row, contiguous
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace stickslip::numerics {

template <class T>
class Dense {
 public:
  Dense() = default;
  Dense(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), values_(rows * columns, T(0)) {}
  // Rows of equal length: {{0, 1}, {-4, -2}}.
  Dense(std::initializer_list<std::initializer_list<T>> rows)
      : Dense(rows.size(), rows.size() == 0 ? 0 : rows.begin()->size()) {
    std::size_t k = 0;
    for (const auto& row : rows)
      for (const T& value : row)
        if (k < values_.size()) values_[k++] = value;
  }
  static Dense identity(std::size_t n) {
    Dense one(n, n);
    for (std::size_t i = 0; i < n; ++i) one(i, i) = T(1);
    return one;
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  T& operator()(std::size_t i, std::size_t j) { return values_[i * columns_ + j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return values_[i * columns_ + j]; }

  std::span<T> row(std::size_t i) { return std::span<T>(values_).subspan(i * columns_, columns_); }
  std::span<const T> row(std::size_t i) const { return std::span<const T>(values_).subspan(i * columns_, columns_); }
  // All values, row after row.
  std::span<T> values() { return values_; }
  std::span<const T> values() const { return values_; }
  // One more row at the end; an empty matrix takes its width from the first.
  void append_row(std::span<const T> row) {
    if (rows_ == 0) columns_ = row.size();
    values_.insert(values_.end(), row.begin(), row.end());
    ++rows_;
  }
  bool operator==(const Dense&) const = default;

  Dense transposed() const {
    Dense other(columns_, rows_);
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t j = 0; j < columns_; ++j) other(j, i) = (*this)(i, j);
    return other;
  }

  // Puts `part` where its upper left corner is at (row, column).
  void place(std::size_t row, std::size_t column, const Dense& part) {
    for (std::size_t i = 0; i < part.rows(); ++i)
      for (std::size_t j = 0; j < part.columns(); ++j) (*this)(row + i, column + j) = part(i, j);
  }
  // The part of the given size with its upper left corner at (row, column).
  Dense part(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns) const {
    Dense cut(rows, columns);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) cut(i, j) = (*this)(row + i, column + j);
    return cut;
  }

  friend Dense operator+(Dense a, const Dense& b) {
    for (std::size_t k = 0; k < a.values_.size(); ++k) a.values_[k] += b.values_[k];
    return a;
  }
  friend Dense operator-(Dense a, const Dense& b) {
    for (std::size_t k = 0; k < a.values_.size(); ++k) a.values_[k] -= b.values_[k];
    return a;
  }
  friend Dense operator*(const T& factor, Dense a) {
    for (T& value : a.values_) value *= factor;
    return a;
  }
  friend Dense operator*(const Dense& a, const Dense& b) {
    Dense c(a.rows_, b.columns_);
    for (std::size_t i = 0; i < a.rows_; ++i)
      for (std::size_t k = 0; k < a.columns_; ++k)
        for (std::size_t j = 0; j < b.columns_; ++j) c(i, j) += a(i, k) * b(k, j);
    return c;
  }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<T> values_;
};

using Matrix = Dense<double>;

}  // namespace stickslip::numerics
