#include "candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sized_laws.hpp"

namespace stickslip::batch {

LawFacts law_facts(std::string_view law, std::size_t elements) {
  const std::size_t n = elements > 0 ? elements : usual_elements;
  return FrictionLaws::with(law, n, [n](auto type) {
    using Law = decltype(type);
    using Params = typename Law::template Params<double>;
    const Params p = default_params<Law>(n);
    return LawFacts{position_of<Law>, fields<Params>, relations<Params>(), {scalars(p).begin(), scalars(p).end()}};
  });
}

void check_size(const LawFacts& law, const Candidates& candidates) {
  if (candidates.values.size() == candidates.count * law.width()) return;
  throw std::invalid_argument("the matrix of candidates has " + std::to_string(candidates.values.size()) +
                              " numbers; " + std::to_string(candidates.count) + " x " + std::to_string(law.width()) +
                              " are needed");
}

std::vector<unsigned char> validity(Pool& pool, const LawFacts& law, const Candidates& candidates) {
  constexpr std::size_t block = 256;
  const std::size_t width = law.width();
  std::vector<unsigned char> valid(candidates.count);
  const Pieces pieces{candidates.count, block, 1};
  pool.run(pieces.count(), [&](std::size_t i, std::size_t) {
    const Piece piece = pieces[i];
    for (std::size_t c = piece.first; c < piece.first + piece.count; ++c)
      valid[c] = complaint(law.table, law.relations, candidates.values.subspan(c * width, width)).empty() ? 1 : 0;
  });
  return valid;
}

Piece Pieces::operator[](std::size_t i) const {
  const std::size_t first = i % blocks() * block;
  return {first, std::min(block, candidates - first), i / blocks()};
}

std::vector<double> mean_losses(const std::vector<double>& sums, const std::vector<unsigned char>& valid,
                                BatchReport& report) {
  const std::size_t n = valid.size();
  std::vector<double> losses(n, std::numeric_limits<double>::infinity());
  for (std::size_t c = 0; c < n; ++c) {
    if (valid[c] == 0) continue;
    double sum = 0.0;
    for (std::size_t at = c; at < sums.size(); at += n) sum += sums[at];
    const bool cancelled = !report.completed && std::isnan(sum);
    if (std::isfinite(sum) || cancelled)
      losses[c] = sum / double(report.samples);
    else
      ++report.not_finite;
  }
  return losses;
}

}  // namespace stickslip::batch
