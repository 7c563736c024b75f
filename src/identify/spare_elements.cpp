#include "spare_elements.hpp"

#include <algorithm>
#include <numeric>

#include "tuning.hpp"

namespace stickslip::identify {
namespace {

// Where the elements' numbers stand among the parameters.
struct Places {
  std::size_t count = 0;  // 0: no such elements
  std::size_t stiffness = 0, level = 0;
  bool shares = false;  // levels are shares of 1
};

// Whether every number of every element is free.
bool elements_are_free(const Coordinates& c) {
  const ParamGroup& g = c.base();
  for (std::size_t f = 0; f < g.table.size(); ++f) {
    const Field& field = g.table[f];
    if (field.shape != Shape::elements) continue;
    const std::size_t own = g.lengths[f] - (field.name == "share" ? 1 : 0);  // the last share is what the others leave
    for (std::size_t o = 0; o < own; ++o)
      if (c.moving(field.first + o) == c.count()) return false;
  }
  return true;
}

Places list_places(const Coordinates& c) {
  const ParamGroup& g = c.base();
  Places p;
  bool has_level = false;
  for (std::size_t f = 0; f < g.table.size(); ++f) {
    const Field& field = g.table[f];
    if (field.shape != Shape::elements) continue;
    if (field.name == "stiffness") {
      p.stiffness = field.first;
      p.count = g.lengths[f];
    } else if (field.name == "limit" || field.name == "share") {
      p.level = field.first;
      p.shares = field.name == "share";
      has_level = true;
    }
  }
  return has_level && elements_are_free(c) ? p : Places{};
}

const Field* elements_field(const ParamGroup& g, std::string_view name) {
  for (const Field& f : g.table)
    if (f.shape == Shape::elements && f.name == name) return &f;
  return nullptr;
}

// The elements of a law in the order in which they slip.
std::vector<std::size_t> sort_by_travel(const ParamGroup& g, std::span<const double> values) {
  std::size_t count = 0;
  for (std::size_t f = 0; f < g.table.size(); ++f)
    if (g.table[f].shape == Shape::elements) count = g.lengths[f];
  const Field* travel = elements_field(g, "travel");
  const Field* stiffness = elements_field(g, "stiffness");
  const Field* limit = elements_field(g, "limit");
  const Field* level = limit != nullptr ? limit : elements_field(g, "share");
  const auto find_travel = [&](std::size_t i) {
    if (travel != nullptr) return values[travel->first + i];
    if (stiffness == nullptr || level == nullptr) return double(i);
    return values[level->first + i] / std::max(values[stiffness->first + i], 1e-300);
  };
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return find_travel(a) < find_travel(b); });
  return order;
}

bool is_off(const std::vector<std::size_t>& off, std::size_t element) {
  return std::find(off.begin(), off.end(), element) != off.end();
}

void keep_sum(const Places& p, std::vector<double>& values) {
  if (!p.shares) return;
  const auto from = values.begin() + std::ptrdiff_t(p.level);
  const auto to = from + std::ptrdiff_t(p.count);
  const double sum = std::accumulate(from, to, 0.0);
  if (sum > 0.0) std::for_each(from, to, [sum](double& share) { share /= sum; });
}

}  // namespace

bool can_spare_elements(const Coordinates& c) { return list_places(c).count > 1; }

std::vector<Reduced> with_one_fewer(const Coordinates& c, const Reduced& from) {
  const Places p = list_places(c);
  std::vector<Reduced> all;
  const auto values = c.parameters(std::span(from.point).first(c.count()));
  for (std::size_t out = 0; out < p.count; ++out) {
    if (is_off(from.off, out)) continue;
    for (std::size_t heir = 0; heir < p.count; ++heir) {  // nobody inherits where it is the element itself
      if (is_off(from.off, heir)) continue;
      auto fewer = values;
      if (heir != out) {
        fewer[p.stiffness + heir] += values[p.stiffness + out];
        fewer[p.level + heir] += values[p.level + out];
      }
      fewer[p.stiffness + out] = 0.0;
      if (p.shares) fewer[p.level + out] = 0.0;
      keep_sum(p, fewer);
      Reduced next{c.point(fewer), from.off};
      next.off.push_back(out);
      all.push_back(std::move(next));
    }
  }
  return all;
}

std::vector<std::vector<double>> with_one_split(const Coordinates& c, const Reduced& from) {
  const Places p = list_places(c);
  std::vector<std::vector<double>> all;
  if (p.count == 0 || from.off.empty()) return all;
  const std::size_t idle = from.off.back();
  const auto values = c.parameters(std::span(from.point).first(c.count()));
  for (std::size_t i = 0; i < p.count; ++i) {
    if (is_off(from.off, i)) continue;
    for (const double part : tuning.elements.parts) {
      auto split = values;
      split[p.stiffness + idle] = split[p.stiffness + i] = values[p.stiffness + i] / 2.0;
      split[p.level + idle] = part * values[p.level + i];
      split[p.level + i] = (1.0 - part) * values[p.level + i];
      keep_sum(p, split);
      all.push_back(c.point(split));
    }
  }
  return all;
}

std::vector<double> numbered_like(const Coordinates& c, std::span<const double> other, std::vector<double> point) {
  const ParamGroup& g = c.base();
  if (!elements_are_free(c)) return point;
  const auto old = c.parameters(std::span(point).first(c.count()));
  const auto from = sort_by_travel(g, old);
  const auto to = sort_by_travel(g, c.parameters(other.first(c.count())));
  if (from == to) return point;
  auto values = old;
  for (const Field& f : g.table)
    if (f.shape == Shape::elements)
      for (std::size_t r = 0; r < from.size(); ++r) values[f.first + to[r]] = old[f.first + from[r]];
  const auto law = c.point(values);
  std::copy(law.begin(), law.end(), point.begin());
  return point;
}

std::vector<std::size_t> axes_without(const Coordinates& c, std::span<const std::size_t> axes,
                                      std::span<const std::size_t> off) {
  const Places p = list_places(c);
  const auto moves_one = [&](std::size_t axis) {
    if (axis >= c.count()) return false;
    for (const std::size_t place : c[axis].places)
      for (const std::size_t e : off) {
        const bool before_the_rest = p.shares && e + 1 == p.count && place + 1 == p.level + e;
        if (place == p.stiffness + e || place == p.level + e || before_the_rest) return true;
      }
    return false;
  };
  std::vector<std::size_t> left;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(left), [&](std::size_t a) { return !moves_one(a); });
  return left;
}

}  // namespace stickslip::identify
