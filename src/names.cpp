#include "stickslip/names.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "join.hpp"

namespace stickslip {
namespace {

// Edit distance with insertions, deletions, replacements and swaps of neighbours (Damerau 1964), each costing 1.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t(0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// Lower is nearer. A name that contains the typed text, or begins it, counts as near whatever its length.
std::size_t remoteness(std::string_view typed, std::string_view candidate) {
  const bool part = typed.size() >= 3 && (candidate.find(typed) != std::string_view::npos ||
                                          typed.find(candidate) != std::string_view::npos);
  return part ? 1 : edit_distance(typed, candidate);
}

std::string describe_unknown(std::string_view kind, std::string_view typed,
                             std::span<const std::string_view> candidates) {
  std::string text = "no " + std::string(kind) + " is called '" + std::string(typed) + "'";
  const auto near = nearest_names(typed, candidates);
  if (!near.empty())
    text += "; did you mean " + join_names(near) + "?";
  else
    text += ".";
  return text + " There are: " + join_names(candidates);
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view typed, std::span<const std::string_view> candidates) {
  const std::size_t tolerance = std::max<std::size_t>(2, typed.size() / 3);
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const std::string_view c : candidates)
    if (const std::size_t r = remoteness(typed, c); r <= tolerance) ranked.emplace_back(r, c);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [distance, name] : ranked)
    if (names.size() < 3) names.push_back(name);
  return names;
}

UnknownName::UnknownName(std::string_view kind, std::string_view typed, std::span<const std::string_view> candidates)
    : std::invalid_argument(describe_unknown(kind, typed, candidates)) {}

}  // namespace stickslip
