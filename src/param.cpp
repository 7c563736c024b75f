#include "stickslip/param.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stickslip {
namespace {

const Field& look_up_field(std::span<const Field> table, std::string_view name) {
  return *std::find_if(table.begin(), table.end(), [name](const Field& f) { return f.name == name; });
}

std::string describe_value(const Field& f, std::size_t offset, double value) {
  std::string text = scalar_name(f, offset) + " = " + to_text(value);
  if (f.unit != "1") text += " " + std::string(f.unit);
  return text;
}

std::string range_complaint(const Field& f, std::size_t offset, double value) {
  if (value >= f.lower && value <= f.upper) return {};
  std::string text =
      describe_value(f, offset, value) + " lies outside [" + to_text(f.lower) + ", " + to_text(f.upper) + "]";
  if (f.unit != "1") text += " " + std::string(f.unit);
  return text;
}

std::string sum_complaint(const Field& f, std::span<const double> values) {
  double sum = 0.0;
  for (const double v : values.subspan(f.first, f.width)) sum += v;
  if (std::abs(sum - 1.0) <= 1e-6) return {};
  return "the sum of " + std::string(f.name) + " must be 1, but it is " + to_text(sum);
}

bool relation_holds(Relation::Kind kind, double left, double right) {
  switch (kind) {
    case Relation::Kind::not_below:
      return left >= right;
    case Relation::Kind::above:
      return left > right;
    case Relation::Kind::above_unless_zero:
      return left == 0.0 || left > right;
    case Relation::Kind::sums_to_one:
      break;
  }
  return true;
}

std::string relation_complaint(std::span<const Field> table, const Relation& r, std::span<const double> values) {
  const Field& left = look_up_field(table, r.left);
  if (r.kind == Relation::Kind::sums_to_one) return sum_complaint(left, values);
  const Field& right = look_up_field(table, r.right);
  for (std::size_t i = 0; i < std::max(left.width, right.width); ++i) {
    const std::size_t l = std::min(i, left.width - 1);
    const std::size_t k = std::min(i, right.width - 1);
    const double a = values[left.first + l];
    const double b = values[right.first + k];
    if (relation_holds(r.kind, a, b)) continue;
    return describe_value(left, l, a) +
           (r.kind == Relation::Kind::not_below ? " must not be below " : " must be above ") +
           describe_value(right, k, b);
  }
  return {};
}

}  // namespace

std::string scalar_name(const Field& field, std::size_t offset) {
  if (field.shape == Shape::sides) return std::string(field.name) + (offset == 0 ? ".forward" : ".back");
  if (field.shape == Shape::elements) return std::string(field.name) + "[" + std::to_string(offset) + "]";
  return std::string(field.name);
}

std::string to_text(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::string complaint(std::span<const Field> table, std::span<const Relation> relations,
                      std::span<const double> values) {
  for (const Field& f : table)
    for (std::size_t i = 0; i < f.width; ++i)
      if (auto text = range_complaint(f, i, values[f.first + i]); !text.empty()) return text;
  for (const Relation& r : relations)
    if (auto text = relation_complaint(table, r, values); !text.empty()) return text;
  return {};
}

}  // namespace stickslip
