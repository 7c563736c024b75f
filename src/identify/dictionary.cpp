#include "dictionary.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/identify/least_squares.hpp"
#include "stickslip/numerics/least_squares.hpp"
#include "tuning.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

// Forces of single elements of stiffness 1, [atom][sample], and of their sliding friction.
struct Responses {
  std::vector<double> spring;
  std::vector<double> sliding;
};

// Parameters of a law that is one such element.
std::vector<double> one_element(AnyLaw& law, double stiffness, double travel, double sliding) {
  law.take_elements({.stiffness = {&stiffness, 1}, .travel = {&travel, 1}, .sliding = sliding});
  return {law.params().begin(), law.params().end()};
}

std::vector<double> compute_forces(std::string_view law, std::span<const batch::RecordView> records,
                                   const std::vector<double>& sets, std::size_t count, std::size_t threads) {
  batch::Batch batch(law, 1, records, {.threads = threads});
  return batch.forces({count, sets});
}

Responses spring_responses(std::string_view element, std::span<const batch::RecordView> records,
                           std::span<const double> sizes, std::size_t threads) {
  const auto law = make_law(element, 1);
  std::vector<double> sets;
  for (const double z : sizes) {
    const auto one = one_element(*law, 1.0, z, 0.0);
    sets.insert(sets.end(), one.begin(), one.end());
  }
  return {compute_forces(element, records, sets, sizes.size(), threads), {}};
}

// An element that slides may do so with its own inertia, and then depends on its stiffness: it is taken to be about its
// share of the force. What its sliding friction adds is the difference of two responses.
Responses sliding_responses(std::string_view element, std::span<const batch::RecordView> records,
                            std::span<const double> sizes, double share, std::size_t threads) {
  const auto law = make_law(element, 1);
  const double friction = tuning.projection.sliding * share;
  std::vector<double> sets;
  for (const double sliding : {0.0, friction})
    for (const double z : sizes) {
      const auto one = one_element(*law, share / z, z, sliding);
      sets.insert(sets.end(), one.begin(), one.end());
    }
  const std::vector<double> forces = compute_forces(element, records, sets, 2 * sizes.size(), threads);
  const std::size_t length = forces.size() / (2 * sizes.size());
  Responses r{{forces.begin(), forces.begin() + std::ptrdiff_t(sizes.size() * length)}, {}};
  r.sliding.resize(r.spring.size());
  for (std::size_t j = 0; j < sizes.size(); ++j)
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t at = j * length + k;
      r.sliding[at] = (forces[sizes.size() * length + at] - r.spring[at]) / friction;
      r.spring[at] /= share / sizes[j];
    }
  return r;
}

// The upper triangle of A A' for rows of A, in blocks that stay in the cache.
std::vector<double> products(const std::vector<std::vector<double>>& rows) {
  const std::size_t n = rows.size();
  const std::size_t length = rows[0].size();
  constexpr std::size_t block = tuning.projection.block;
  std::vector<double> gram(n * n, 0.0);
  for (std::size_t from = 0; from < length; from += block) {
    const std::size_t to = std::min(length, from + block);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a; b < n; ++b) {
        const double* x = rows[a].data();
        const double* y = rows[b].data();
        double sums[4] = {0.0, 0.0, 0.0, 0.0};
        std::size_t k = from;
        for (; k + 4 <= to; k += 4)
          for (std::size_t l = 0; l < 4; ++l) sums[l] += x[k + l] * y[k + l];
        for (; k < to; ++k) sums[0] += x[k] * y[k];
        gram[a * n + b] += (sums[0] + sums[1]) + (sums[2] + sums[3]);
      }
  }
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < a; ++b) gram[a * n + b] = gram[b * n + a];
  return gram;
}

}  // namespace

Dictionary::Dictionary(const Projection& law, std::span<const batch::RecordView> records, std::vector<double> sizes,
                       double force, std::size_t elements, const std::vector<std::vector<double>>& further,
                       std::size_t threads)
    : sizes_(std::move(sizes)), sliding_(law.slides), further_(further.size()) {
  const Responses responses = sliding_
                                  ? sliding_responses(law.element, records, sizes_, force / double(elements), threads)
                                  : spring_responses(law.element, records, sizes_, threads);
  const std::size_t length = responses.spring.size() / count();
  std::vector<double> weight, pressure, measured;
  for (const batch::RecordView& r : records)
    for (std::size_t k = 1; k < r.motion.size(); ++k) {
      weight.push_back(r.weight.empty() ? 1.0 : r.weight[k]);
      pressure.push_back(r.motion[k].pressure);
      measured.push_back(r.force[k]);
    }
  std::vector<std::vector<double>> rows;
  const auto add = [&](const double* column, bool by_pressure) {
    std::vector<double> row;
    row.reserve(length);
    for (std::size_t k = 0; k < length; ++k)
      if (weight[k] > 0.0) row.push_back(weight[k] * column[k] * (by_pressure ? pressure[k] : 1.0));
    rows.push_back(std::move(row));
  };
  for (const bool by_pressure : {false, true})
    for (std::size_t j = 0; j < count() && (sliding_ || !by_pressure); ++j)
      add(responses.spring.data() + j * length, by_pressure);
  for (const bool by_pressure : {false, true})
    for (std::size_t j = 0; j < count() && sliding_; ++j) add(responses.sliding.data() + j * length, by_pressure);
  for (const auto& column : further) add(column.data(), false);
  add(measured.data(), false);
  width_ = rows.size();
  gram_ = products(rows);
}

void Dictionary::solve(Subset& s) const {
  const std::size_t m = count();
  const std::size_t n = s.atoms.size();
  const std::size_t slides = sliding_ ? 2 : 0;
  const std::size_t size = n + slides + further_;
  const std::size_t right = width_ - 1;
  // Column c of the small problem as a sum of columns of the dictionary.
  struct Term {
    std::size_t column;
    double factor;
  };
  std::vector<std::vector<Term>> columns(size);
  for (std::size_t i = 0; i < n; ++i) {
    columns[i].push_back({s.atoms[i], 1.0});
    if (sliding_ && s.growth > 0.0) columns[i].push_back({m + s.atoms[i], s.growth});
    for (std::size_t k = 0; k < slides; ++k) columns[n + k].push_back({(2 + k) * m + s.atoms[i], 1.0 / double(n)});
  }
  for (std::size_t k = 0; k < further_; ++k) columns[n + slides + k].push_back({right - further_ + k, 1.0});
  std::vector<double> gram(size * size), moment(size, 0.0), scale(size);
  for (std::size_t a = 0; a < size; ++a) {
    for (const Term& t : columns[a]) moment[a] += t.factor * product(t.column, right);
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = 0.0;
      for (const Term& x : columns[a])
        for (const Term& y : columns[b]) sum += x.factor * y.factor * product(x.column, y.column);
      gram[a * size + b] = gram[b * size + a] = sum;
    }
    scale[a] = gram[a * size + a] > 0.0 ? 1.0 / std::sqrt(gram[a * size + a]) : 0.0;
  }
  for (std::size_t a = 0; a < size; ++a) {
    moment[a] *= scale[a];
    for (std::size_t b = 0; b < size; ++b) gram[a * size + b] *= scale[a] * scale[b];
  }
  s.values = numerics::non_negative_solution(gram, moment);
  s.loss = product(right, right);
  for (std::size_t a = 0; a < size; ++a) {
    if (s.values[a] > 0.0) {
      s.loss -= 2.0 * s.values[a] * moment[a];
      for (std::size_t b = 0; b < size; ++b) s.loss += s.values[a] * gram[a * size + b] * s.values[b];
    }
  }
  for (std::size_t a = 0; a < size; ++a) s.values[a] *= scale[a];
}

void Dictionary::solve_growth(Subset& s, double most) const {
  if (!sliding_ || !(most > 0.0)) return solve(s);
  // The loss falls and rises again along rho; golden section in rho/(rho + most).
  double low = 0.0;
  double high = tuning.projection.growth_most;
  const auto at = [&](double u) {
    Subset t = s;
    t.growth = most * u / (1.0 - u);
    solve(t);
    return t;
  };
  constexpr double golden = 0.6180339887498949;
  Subset left = at(high - golden * (high - low));
  Subset right = at(low + golden * (high - low));
  for (int i = 0; i < tuning.projection.growth_cuts; ++i) {
    if (left.loss < right.loss) {
      high = low + golden * (high - low);
      right = left;
      left = at(high - golden * (high - low));
    } else {
      low = high - golden * (high - low);
      left = right;
      right = at(low + golden * (high - low));
    }
  }
  s = left.loss < right.loss ? left : right;
}

void Dictionary::exchange(Subset& s, std::span<const std::vector<std::size_t>> choices) const {
  for (int round = 0; round < tuning.projection.exchanges; ++round) {
    bool better = false;
    for (std::size_t i = 0; i < s.atoms.size(); ++i) {
      const std::size_t tries = choices.empty() ? count() : choices[i].size();
      for (std::size_t j = 0; j < tries; ++j) {
        const std::size_t atom = choices.empty() ? j : choices[i][j];
        if (std::find(s.atoms.begin(), s.atoms.end(), atom) != s.atoms.end()) continue;
        Subset other{s.atoms, s.growth};
        other.atoms[i] = atom;
        solve(other);
        if (other.loss < s.loss * (1.0 - tuning.projection.exchange_gain)) {
          s = std::move(other);
          better = true;
        }
      }
    }
    if (!better) return;
  }
}

}  // namespace stickslip::identify
