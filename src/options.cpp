#include "stickslip/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "join.hpp"
#include "stickslip/names.hpp"
#include "stickslip/param.hpp"

namespace stickslip {
namespace {

constexpr std::string_view reference_opens = "{option ";

bool is_list(OptionKind kind) { return kind == OptionKind::names || kind == OptionKind::settings; }

bool is_name_sign(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

std::string lower_first(std::string_view text) {
  std::string copy(text);
  const bool shouts = copy.size() > 1 && copy[1] >= 'A' && copy[1] <= 'Z';
  if (!copy.empty() && !shouts && copy[0] >= 'A' && copy[0] <= 'Z') copy[0] = char(copy[0] - 'A' + 'a');
  return copy;
}

[[noreturn]] void refuse_value(const OptionRow& row, const std::string& word, const std::string& what) {
  throw std::invalid_argument(option_reference(row.name, word) + " " + what);
}

void check_bounds(const OptionRow& row, const std::string& word) {
  const double value = detail::number_from(word);
  const bool low = row.above_lower ? !(value > row.lower) : !(value >= row.lower);
  if (!low && value <= row.upper && std::isfinite(value)) return;
  const std::string unit = row.unit.empty() ? "" : " " + std::string(row.unit);
  refuse_value(row, word, "lies outside " + bounds_text(row) + unit + ": " + lower_first(row.doc));
}

void check_choice(const OptionRow& row, const std::string& word) {
  if (row.choices == nullptr) return;
  const auto known = row.choices();
  if (std::find(known.begin(), known.end(), word) == known.end())
    throw UnknownName(row.noun.empty() ? row.name : row.noun, word, known);
}

std::string bound_text(double bound) { return std::isfinite(bound) ? to_text(bound) : bound < 0 ? "-inf" : "inf"; }

}  // namespace

namespace detail {

bool flag_from(const std::string& word) {
  if (word == "true" || word == "yes" || word == "1") return true;
  if (word == "false" || word == "no" || word == "0") return false;
  throw std::invalid_argument("is neither true nor false");
}

double number_from(const std::string& word) {
  double value = 0.0;
  const char* const end = word.data() + word.size();
  const char* const begin = word.data() + (word.starts_with('+') ? 1 : 0);
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end) throw std::invalid_argument("is not a number");
  return value;
}

// Languages whose numbers are all floating write 100000 as 1e+05.
std::uint64_t count_from(const std::string& word) {
  std::uint64_t count = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error == std::errc() && stop == word.data() + word.size()) return count;
  constexpr double exact = 9007199254740992.0;  // 2^53: whole numbers below it are exact
  const double value = number_from(word);
  if (value != std::floor(value) || std::abs(value) > exact) throw std::invalid_argument("is not a whole number");
  if (value < 0.0) throw std::invalid_argument("is negative");
  return std::uint64_t(value);
}

std::string describe_number(double value) { return to_text(value); }

void set_option(void* set, const OptionRow& row, const Words& words) {
  check_words(row, words);
  row.put(set, words);
}

}  // namespace detail

std::string option_reference(std::string_view name, std::string_view value) {
  return std::string(reference_opens) + std::string(name) + (value.empty() ? "" : ": ") + std::string(value) + "}";
}

std::string apply_wording(std::string_view text, const OptionWording& wording) {
  std::string all;
  while (true) {
    const auto begin = text.find(reference_opens);
    all += text.substr(0, begin);
    if (begin == std::string_view::npos) return all;
    text.remove_prefix(begin);
    const std::string_view inner = text.substr(reference_opens.size());
    const auto name =
        inner.substr(0, std::size_t(std::find_if_not(inner.begin(), inner.end(), is_name_sign) - inner.begin()));
    const std::string_view rest = inner.substr(name.size());
    const auto end = rest.find('}');
    const bool has_value = rest.starts_with(": ");
    if (name.empty() || end == std::string_view::npos || (!has_value && end != 0)) {
      all += reference_opens;  // somebody else's text
      text = inner;
      continue;
    }
    all += wording(name, has_value ? rest.substr(2, end - 2) : std::string_view());
    text = rest.substr(end + 1);
  }
}

const OptionRow& find_option(std::span<const OptionRow> rows, std::string_view name) {
  std::vector<std::string_view> names;
  for (const OptionRow& row : rows) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  throw UnknownName("option", name, names);
}

std::string typed_name(const OptionRow& row) {
  std::string name(row.typed.empty() ? row.name : row.typed);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string bounds_text(const OptionRow& row) {
  if (!std::isfinite(row.lower) && !std::isfinite(row.upper)) return {};
  const bool open = row.above_lower || !std::isfinite(row.lower);
  return (open ? "(" : "[") + bound_text(row.lower) + ", " + bound_text(row.upper) +
         (std::isfinite(row.upper) ? "]" : ")");
}

std::string choices_text(const OptionRow& row) {
  if (row.choices == nullptr) return {};
  const auto known = row.choices();
  std::string text;
  for (std::size_t k = 0; k < known.size(); ++k)
    text += (k == 0 ? "" : k + 1 == known.size() ? " or " : ", ") + std::string(known[k]);
  return text;
}

void check_words(const OptionRow& row, const Words& words) {
  if (!is_list(row.kind) && words.size() != 1)
    refuse_value(row, words_text(words), "takes one value, not " + std::to_string(words.size()));
  for (const std::string& word : words) try {
      if (row.kind == OptionKind::flag) detail::flag_from(word);
      if (row.kind == OptionKind::number || row.kind == OptionKind::count) check_bounds(row, word);
      if (row.kind == OptionKind::count) detail::count_from(word);
      if (row.kind == OptionKind::choice || row.kind == OptionKind::names) check_choice(row, word);
    } catch (const UnknownName&) {
      throw;
    } catch (const std::invalid_argument& error) {
      const std::string what = error.what();
      if (what.starts_with(reference_opens)) throw;
      refuse_value(row, word, what + (row.unit.empty() ? "" : " of " + std::string(row.unit)));
    }
}

std::string words_text(const Words& words) { return join_names(words); }

}  // namespace stickslip
