// Least squares with values that are not negative: C. Lawson, R. Hanson 1974, chapter 23, on the normal equations.
#include <algorithm>
#include <cmath>

#include "stickslip/numerics/least_squares.hpp"

namespace stickslip::numerics {
namespace {

// The columns in use: solves gram x = moment for them by Cholesky. False when the matrix is singular.
struct Passive {
  std::span<const double> gram;
  std::span<const double> moment;
  std::size_t size;
  std::vector<std::size_t> columns = {};
  std::vector<double> factor = {};
  std::vector<double> solution = {};

  bool solve() {
    const std::size_t k = columns.size();
    factor.assign(k * k, 0.0);
    solution.assign(k, 0.0);
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = gram[columns[i] * size + columns[j]];
        for (std::size_t l = 0; l < j; ++l) sum -= factor[i * k + l] * factor[j * k + l];
        if (i != j) {
          factor[i * k + j] = sum / factor[j * k + j];
        } else if (sum > 1e-12 * gram[columns[i] * size + columns[i]]) {
          factor[i * k + i] = std::sqrt(sum);
        } else {
          return false;
        }
      }
      double right = moment[columns[i]];
      for (std::size_t l = 0; l < i; ++l) right -= factor[i * k + l] * solution[l];
      solution[i] = right / factor[i * k + i];
    }
    for (std::size_t i = k; i-- > 0;) {
      for (std::size_t l = i + 1; l < k; ++l) solution[i] -= factor[l * k + i] * solution[l];
      solution[i] /= factor[i * k + i];
    }
    return true;
  }
};

// Column outside the set along which the sum of squares falls most, or `size` when there is none.
std::size_t steepest(const Passive& passive, const std::vector<double>& x, const std::vector<bool>& used,
                     const std::vector<bool>& barred) {
  constexpr double nothing = 1e-12;  // of the steepest slope at 0
  std::size_t best = passive.size;
  double most = 0.0;
  for (std::size_t j = 0; j < passive.size; ++j) {
    const double length = passive.gram[j * passive.size + j];
    if (length > 0.0) most = std::max(most, nothing * std::abs(passive.moment[j]) / std::sqrt(length));
  }
  for (std::size_t j = 0; j < passive.size; ++j) {
    const double length = passive.gram[j * passive.size + j];
    if (used[j] || barred[j] || !(length > 0.0)) continue;
    double fall = passive.moment[j];
    for (const std::size_t c : passive.columns) fall -= passive.gram[j * passive.size + c] * x[c];
    const double share = fall / (std::sqrt(length) * (1e-300 + std::abs(passive.moment[j]) / std::sqrt(length)));
    if (fall > 0.0 && share > 1e-10 && fall / std::sqrt(length) > most) {
      most = fall / std::sqrt(length);
      best = j;
    }
  }
  return best;
}

}  // namespace

std::vector<double> non_negative_solution(std::span<const double> gram, std::span<const double> moment) {
  const std::size_t n = moment.size();
  Passive passive{gram, moment, n};
  std::vector<double> x(n, 0.0);
  std::vector<bool> used(n, false), barred(n, false);
  for (std::size_t round = 0; round < 3 * n + 10; ++round) {
    const std::size_t entering = steepest(passive, x, used, barred);
    if (entering == n) break;
    passive.columns.push_back(entering);
    used[entering] = true;
    while (true) {
      if (!passive.solve()) {  // the new column depends on the others
        passive.columns.pop_back();
        used[entering] = false;
        barred[entering] = true;
        passive.solve();
      }
      double part = 1.0;
      for (std::size_t i = 0; i < passive.columns.size(); ++i) {
        const double old = x[passive.columns[i]];
        if (passive.solution[i] <= 0.0) part = std::min(part, old / (old - passive.solution[i]));
      }
      for (std::size_t i = 0; i < passive.columns.size(); ++i) {
        double& value = x[passive.columns[i]];
        value += part * (passive.solution[i] - value);
      }
      if (part >= 1.0) break;
      std::vector<std::size_t> kept;
      for (std::size_t i = 0; i < passive.columns.size(); ++i) {
        const std::size_t c = passive.columns[i];
        if (passive.solution[i] <= 0.0 && x[c] <= 1e-14 * std::abs(passive.solution[i]) + 1e-300) {
          x[c] = 0.0;
          used[c] = false;
        } else {
          kept.push_back(c);
        }
      }
      if (kept.size() == passive.columns.size()) break;
      passive.columns = kept;
    }
  }
  return x;
}

}  // namespace stickslip::numerics
