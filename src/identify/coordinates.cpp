#include "coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "stickslip/dual.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/names.hpp"
#include "stickslip/options.hpp"
#include "tuning.hpp"

namespace stickslip::identify {
namespace {

using Kind = Coordinate::Kind;
constexpr Tuning::Boxes boxes = tuning.boxes;

// "coulomb" asks for coulomb, coulomb.forward and coulomb.back; "limit[3]" for that element.
bool asks_for(const std::string& wish, const Field& field, std::size_t offset) {
  return wish == field.name || wish == scalar_name(field, offset);
}

bool is_asked(std::span<const std::string> wishes, const Field& field, std::size_t offset) {
  return std::any_of(wishes.begin(), wishes.end(), [&](const auto& w) { return asks_for(w, field, offset); });
}

bool is_set(std::span<const Setting> fixed, const Field& field, std::size_t offset) {
  return std::any_of(fixed.begin(), fixed.end(), [&](const Setting& s) { return asks_for(s.key, field, offset); });
}

// The column that a field needs and that does not vary in the data: "load"; empty when nothing is missing.
std::string_view constant_column(const Field& field, const DataScales& scales) {
  const Reads needed = field.fit.needs;
  if (needed == Reads::load && !scales.load_varies) return "load";
  if (needed == Reads::pressure && !scales.pressure_varies) return "pressure";
  if (needed == Reads::temperature && !scales.temperature_varies) return "temperature";
  return {};
}

// Why a field is held though nobody asked for it; empty: it is free.
std::string reason_to_hold(const Field& field, const DataScales& scales) {
  if (field.use_in_fits() == Fit::option) return "a choice, not a number";
  if (field.use_in_fits() == Fit::held) return "held unless " + option_reference("free") + " names it";
  const std::string_view constant = constant_column(field, scales);
  if (constant.empty()) return {};
  if (constant == "load" && !(scales.load > 0.0)) return "no load was recorded";
  return "the " + std::string(constant) + " does not vary";
}

// What the data say of the size of a parameter, by its unit: numerator over denominator. Multiples of it bound a
// search.
struct UnitScale {
  double numerator, denominator;
  Box multiples;
  Box box(const Box& m) const { return {m.low * numerator / denominator, m.high * numerator / denominator}; }
};

UnitScale unit_scale(const Field& f, const DataScales& s) {
  const std::string_view unit = f.unit;
  if (f.fit.per_load) return {s.force, s.load > 0.0 ? s.load : 1.0, boxes.per_load};
  if (unit == "N") return {s.force, 1.0, boxes.force};
  if (unit == "N/m") return {s.force / s.displacement, 1.0, boxes.stiffness};
  if (unit == "N.s/m") return {s.force, s.velocity, boxes.damping};
  if (unit == "m") return {s.displacement, 1.0, boxes.displacement};
  if (unit == "m/s") return {s.velocity, 1.0, boxes.velocity};
  if (unit == "s/m") return {1.0, s.velocity, boxes.per_velocity};
  if (unit == "1/Pa") return {1.0, std::max(s.pressure, 1.0), boxes.per_pressure};
  if (unit == "N/Pa") return {s.force, std::max(s.pressure, 1.0), boxes.area};
  if (unit == "1/K") return {1.0, 1.0, boxes.per_kelvin};
  const double most = f.scale == Scale::log ? boxes.plain_log * std::max(f.lower, boxes.least_plain) : boxes.plain;
  return {1.0, 1.0, {f.lower, std::min(f.upper, most)}};
}

// Where a parameter is looked for; of a log scale the values themselves.
Box search_box(const Field& f, const DataScales& s) {
  if (!f.fit.has_box && f.unit == "s") return {s.step, s.duration};
  if (!f.fit.has_box && f.unit == "N/s") return {s.force / s.duration, boxes.rise * s.force / s.step};
  const UnitScale scale = unit_scale(f, s);
  return scale.box(f.fit.has_box ? Box{f.fit.low, f.fit.high} : scale.multiples);
}

// Levels of an element law are linear in the table (0 switches an element off), but are looked for on a log scale.
Scale search_scale(const Field& f) {
  if (f.scale == Scale::log) return Scale::log;
  if (f.shape == Shape::elements) return Scale::log;
  return Scale::linear;
}

// Bounds of least squares: the table's, but a log coordinate needs a positive one.
constexpr double least_positive = boxes.least_positive;

}  // namespace

void Coordinates::add(const Field& field, std::vector<std::size_t> offsets, const DataScales& scales) {
  Coordinate c;
  c.name = offsets.size() > 1 ? std::string(field.name) : scalar_name(field, offsets[0]);
  for (const std::size_t o : offsets) c.places.push_back(field.first + o);
  c.scale = search_scale(field);
  double floor = field.lower;
  double ceiling = field.upper;
  for (const std::size_t place : c.places) {
    c.bounded = c.bounded || ranges_[place].given;
    floor = std::max(floor, ranges_[place].low);
    ceiling = std::min(ceiling, ranges_[place].high);
  }
  Box box = search_box(field, scales);
  box = c.bounded ? Box{floor, ceiling} : Box{std::max(box.low, field.lower), std::min(box.high, field.upper)};
  for (const Relation& r : base_.relations) {
    if (r.left != field.name || r.kind == Relation::Kind::sums_to_one) continue;
    const auto right =
        std::find_if(base_.table.begin(), base_.table.end(), [&r](const Field& f) { return f.name == r.right; });
    c.kind = Kind::excess;
    c.scale = Scale::linear;
    for (const std::size_t o : offsets) c.bases.push_back(right->first + std::min(o, right->width - 1));
    const double closest = r.kind == Relation::Kind::not_below ? 0.0 : boxes.closest * box.high;
    if (c.bounded) {  // the map keeps the sum within the bounds
      floor = std::max(closest, floor - ranges_[c.bases[0]].high);
      ceiling = std::max(floor, ceiling - ranges_[c.bases[0]].low);
      box = {floor, std::min(ceiling, box.high)};
    } else {
      floor = closest;
      box = {floor, field.unit == "N" ? scales.force : box.high};
    }
    break;
  }
  c.breaks = field.fit.breaks;
  if (c.scale == Scale::log) {
    floor = std::log(std::max(floor, least_positive));
    ceiling = std::log(ceiling);
    box = {std::log(std::max(box.low, least_positive)), std::log(box.high)};
  }
  c.low = box.low;
  c.high = std::max(box.high, box.low);
  c.floor = floor;
  c.ceiling = ceiling;
  all_.push_back(std::move(c));
}

// Shares that add up to 1: the first is a part of 1, the next one of what is left, ..., the last is the rest.
void Coordinates::add_parts(const Field& field) {
  const std::size_t n = base_.list(field.name).size();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    Coordinate c;
    c.name = scalar_name(field, i);
    c.places = {field.first + i};
    c.kind = Kind::part;
    c.low = c.floor = boxes.least_share;
    c.high = c.ceiling = 1.0 - boxes.least_share;
    c.bounded = ranges_[c.places[0]].given;
    all_.push_back(std::move(c));
  }
}

void Coordinates::add_field(const Field& field, const FitOptions& options, const DataScales& scales) {
  const std::size_t used = base_.lengths[std::size_t(&field - base_.table.data())];
  const std::string reason = reason_to_hold(field, scales);
  std::vector<std::size_t> free;
  for (std::size_t o = 0; o < used; ++o) {
    if (is_set(options.fixed, field, o)) continue;
    if (options.free.empty() ? reason.empty() : is_asked(options.free, field, o)) free.push_back(o);
  }
  if (free.empty()) {
    if (!reason.empty() && options.free.empty() && !is_set(options.fixed, field, 0))
      held_.push_back(std::string(field.name) + ": " + reason);
    return;
  }
  const bool sums = std::any_of(base_.relations.begin(), base_.relations.end(), [&field](const Relation& r) {
    return r.kind == Relation::Kind::sums_to_one && r.left == field.name;
  });
  const bool apart =
      is_asked(options.per_direction, field, 0) ||
      std::find(options.per_direction.begin(), options.per_direction.end(), "all") != options.per_direction.end();
  if (sums)
    add_parts(field);
  else if (field.shape == Shape::sides && !apart && free.size() == 2)
    add(field, free, scales);
  else
    for (const std::size_t o : free) add(field, {o}, scales);
}

// What the data do not show above its base follows the base.
void Coordinates::leave_out(std::span<const std::string> unseen) {
  for (const std::string& name : unseen) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&name](const auto& c) { return c.name == name; });
    if (found == all_.end()) continue;
    const std::size_t base = moving(found->bases[0]);
    held_.push_back(name + ": not identified: these data do not show it above " +
                    (base < count() ? all_[base].name : std::string("its lower bound")));
    all_.erase(found);
  }
}

// A parameter that lies above another one is computed after it.
void Coordinates::order_by_base() {
  std::stable_sort(all_.begin(), all_.end(), [](const Coordinate& a, const Coordinate& b) {
    return a.kind != Kind::excess && b.kind == Kind::excess;
  });
}

// A parameter above another one that moves or was set, itself neither: it gives way.
void Coordinates::tie(const FitOptions& options) {
  const auto moves = [this](std::size_t place) { return moving(place) < count(); };
  const auto field = [this](std::string_view name) -> const Field& {
    return *std::find_if(base_.table.begin(), base_.table.end(), [name](const Field& f) { return f.name == name; });
  };
  for (const Relation& r : base_.relations) {
    if (r.kind == Relation::Kind::sums_to_one) continue;
    const Field& left = field(r.left);
    const Field& right = field(r.right);
    for (std::size_t o = 0; o < left.width; ++o) {
      const std::size_t upper = left.first + o;
      const std::size_t lower = right.first + std::min(o, right.width - 1);
      const bool set = is_set(options.fixed, left, o);
      if (moves(upper) || !(moves(lower) || (is_set(options.fixed, right, o) && !set))) continue;
      if (r.kind == Relation::Kind::above_unless_zero && !set) base_.values[upper] = 0.0;
      if (r.kind == Relation::Kind::above_unless_zero && base_.values[upper] == 0.0) continue;
      const double room = r.kind == Relation::Kind::not_below ? 1.0 : 1.0 + boxes.closest;
      ties_.push_back({upper, lower, !set, room});
      if (set) stay_below(lower, base_.values[upper] / room);
    }
  }
}

// A parameter whose bound was fixed is not looked for beyond it: there the map clips, and forces have no slope.
void Coordinates::stay_below(std::size_t place, double bound) {
  for (Coordinate& c : all_) {
    if (c.kind != Kind::value || std::find(c.places.begin(), c.places.end(), place) == c.places.end()) continue;
    const double most = c.scale == Scale::log ? std::log(std::max(bound, least_positive)) : bound;
    c.ceiling = std::max(c.floor, std::min(c.ceiling, most));
    c.high = std::clamp(c.high, c.floor, c.ceiling);
    c.low = std::min(c.low, c.high);
  }
}

// What lies above another one that moves keeps it below its own upper bound.
void Coordinates::stay_below_bounds() {
  for (std::size_t i = 0; i < all_.size(); ++i)
    for (std::size_t k = 0; k < all_[i].bases.size() && all_[i].bounded; ++k)
      stay_below(all_[i].bases[k], ranges_[all_[i].places[k]].high);
}

// Two values that were both fixed can contradict each other; nothing that is searched mends that.
void Coordinates::check() const {
  ParamGroup usual = base_;
  usual.values = parameters(point(base_.values));
  const std::string wrong = complaint(usual);
  if (!wrong.empty()) throw std::invalid_argument(wrong + ": fix other values, or leave one of them free");
}

// The field that a wish names: "coulomb", "coulomb.back", "limit[3]". Throws UnknownName.
const Field& Coordinates::field_for(const std::string& wish, const std::string& law) const {
  std::vector<std::string_view> names;
  for (const Field& f : base_.table) {
    for (std::size_t o = 0; o < f.width; ++o)
      if (asks_for(wish, f, o)) return f;
    names.push_back(f.name);
  }
  throw UnknownName("parameter of " + law, wish, names);
}

// Without a pressure (load, temperature) that varies, growth with it is left out of the law.
void Coordinates::leave_out_growth(const FitOptions& options, const DataScales& scales) {
  for (const Field& f : base_.table) {
    const std::string_view constant = constant_column(f, scales);
    const bool recorded = !constant.empty() && (constant != "load" || scales.load > 0.0);
    if (recorded && !is_set(options.fixed, f, 0) && !is_asked(options.free, f, 0))
      for (std::size_t o = 0; o < f.width; ++o)
        base_.values[f.first + o] = f.lower > 0.0 ? base_.values[f.first + o] : 0.0;
  }
}

// Throws for bounds that the law does not allow.
void Coordinates::take_bounds(const FitOptions& options) {
  for (const Field& f : base_.table)
    for (std::size_t o = 0; o < f.width; ++o) ranges_.push_back({f.lower, f.upper});
  for (const Setting& s : options.bounds) {
    const Field& f = field_for(s.key, options.law);
    const double low = s.value.numbers.at(0);
    const double high = s.value.numbers.at(1);
    if (f.use_in_fits() == Fit::option)
      throw std::invalid_argument(s.where + ": " + std::string(f.name) + " is a choice, not a number");
    if (low < f.lower || high > f.upper)
      throw std::invalid_argument(s.where + ": " + std::string(f.name) + " of " + options.law + " lies in [" +
                                  to_text(f.lower) + ", " + to_text(f.upper) + "] " + std::string(f.unit));
    for (std::size_t o = 0; o < f.width; ++o)
      if (asks_for(s.key, f, o)) ranges_[f.first + o] = {low, high, true};
  }
}

// Whether a scalar is what the shares before it leave of 1.
bool Coordinates::is_rest(std::size_t place) const {
  const std::size_t before = place > 0 ? moving(place - 1) : count();
  return before < count() && all_[before].kind == Kind::part && moving(place) == count();
}

// Bounds of what is not searched would be forgotten without a word, and shares must be able to add up to 1.
void Coordinates::check_bounds(const FitOptions& options) const {
  for (const Setting& s : options.bounds) {
    const Field& f = field_for(s.key, options.law);
    bool searched = false;
    for (std::size_t o = 0; o < base_.lengths[std::size_t(&f - base_.table.data())]; ++o)
      searched = searched || (asks_for(s.key, f, o) && (moving(f.first + o) < count() || is_rest(f.first + o)));
    if (searched) continue;
    const auto reason = std::find_if(held_.begin(), held_.end(),
                                     [&f](const auto& h) { return h.starts_with(std::string(f.name) + ":"); });
    throw std::invalid_argument(s.where + ": " + s.key + " is not searched (" +
                                (reason != held_.end() ? reason->substr(f.name.size() + 2) : "it is fixed") +
                                "), so that its bounds have no effect");
  }
  double low = 0.0, high = 0.0;
  bool shares = false;
  for (const Coordinate& c : all_) {
    if (c.kind != Kind::part) continue;
    low += ranges_[c.places[0]].low;
    high += ranges_[c.places[0]].high;
    shares = true;
    if (&c != &all_.back() && (&c + 1)->kind == Kind::part) continue;
    low += ranges_[c.places[0] + 1].low;  // the last one, which is what the others leave
    high += ranges_[c.places[0] + 1].high;
  }
  if (shares && !(low < 1.0 && high > 1.0))
    throw std::invalid_argument("within these bounds the shares cannot add up to 1: they give " + to_text(low) +
                                " to " + to_text(high));
}

Coordinates::Coordinates(const FitOptions& options, const DataScales& scales, std::span<const std::string> unseen)
    : base_(law_group(options.law, options.elements)) {
  for (const Setting& s : options.fixed) try {
      assign(base_, s.key, s.value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(s.where + ": " + error.what());
    }
  for (const std::string& wish : options.free)
    if (field_for(wish, options.law).use_in_fits() == Fit::option)
      throw std::invalid_argument(wish + " of " + options.law + " is a choice, not a number: fix it at one of " +
                                  std::string(field_for(wish, options.law).choices));
  for (const std::string& wish : options.per_direction)
    if (wish != "all") field_for(wish, options.law);
  take_bounds(options);
  leave_out_growth(options, scales);
  for (const Field& f : base_.table) add_field(f, options, scales);
  leave_out(unseen);
  order_by_base();
  tie(options);
  if (unseen.empty()) check_bounds(options);
  stay_below_bounds();
  check();
}

std::size_t Coordinates::moving(std::size_t place) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [place](const Coordinate& c) {
    return std::find(c.places.begin(), c.places.end(), place) != c.places.end();
  });
  return std::size_t(found - all_.begin());
}

std::string_view Coordinates::bound_reached(std::size_t place, double value) const {
  constexpr double close = tuning.intervals.at_bound;
  const Range& r = ranges_[place];
  const std::size_t own = moving(place);
  if (!r.given || (own == count() && !is_rest(place))) return {};
  const bool log = own < count() && all_[own].scale == Scale::log && r.low > 0.0;
  const auto along = [log](double x) { return log ? std::log(x) : x; };
  const double width = along(r.high) - along(r.low);
  if (along(value) - along(r.low) < close * width) return "at its lower bound";
  return along(r.high) - along(value) < close * width ? "at its upper bound" : "";
}

template <class S>
std::pair<S, S> Coordinates::room_for_share(std::size_t coordinate, const S& left) const {
  S low = S(0), high = S(0);  // of all that come later
  std::size_t place = all_[coordinate].places[0];
  const Range own = ranges_[place];
  const auto field = std::find_if(base_.table.begin(), base_.table.end(),
                                  [place](const Field& f) { return f.first <= place && place < f.first + f.width; });
  const std::size_t end = field->first + base_.lengths[std::size_t(field - base_.table.begin())];
  for (++place; place < end; ++place) {
    low = low + S(ranges_[place].low);
    high = high + S(ranges_[place].high);
  }
  const S least = left - high > S(own.low) ? left - high : S(own.low);
  const S most = left - low < S(own.high) ? left - low : S(own.high);
  return {least, most};
}

template <class S>
std::vector<S> Coordinates::map_point(std::span<const S> at) const {
  using std::exp;
  std::vector<S> p(base_.values.begin(), base_.values.end());
  S left = S(1);
  bool has_parts = false;
  std::size_t after_parts = 0;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const Coordinate& c = all_[i];
    const S u = c.scale == Scale::log ? exp(at[i]) : at[i];
    if (c.kind == Kind::part) {
      const auto [least, most] = room_for_share(i, left);
      p[c.places[0]] = least + (most - least) * u;
      left = left - p[c.places[0]];
      has_parts = true;
      after_parts = c.places[0] + 1;
      continue;
    }
    for (std::size_t k = 0; k < c.places.size(); ++k) p[c.places[k]] = c.kind == Kind::excess ? p[c.bases[k]] + u : u;
  }
  if (has_parts) p[after_parts] = left;
  for (const Tie& t : ties_) {
    if (t.follows)
      p[t.left] = p[t.right] * S(t.room);
    else if (p[t.right] * S(t.room) > p[t.left])
      p[t.right] = p[t.left] / S(t.room);
  }
  // An excess may pass its bounds, a fixed right side the left one.
  for (std::size_t place = 0; place < p.size(); ++place) {
    if (p[place] > S(ranges_[place].high)) p[place] = S(ranges_[place].high);
    if (ranges_[place].given && p[place] < S(ranges_[place].low)) p[place] = S(ranges_[place].low);
  }
  return p;
}

std::vector<double> Coordinates::parameters(std::span<const double> at) const { return map_point<double>(at); }

std::vector<double> Coordinates::matrix(std::span<const double> points, std::size_t rows) const {
  std::vector<double> all;
  all.reserve(rows * base_.values.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const auto p = parameters(points.subspan(r * count(), count()));
    all.insert(all.end(), p.begin(), p.end());
  }
  return all;
}

std::vector<double> Coordinates::slopes(std::span<const double> at) const {
  constexpr std::size_t together = 8;
  using Number = Dual<together>;
  const std::size_t n = count();
  std::vector<double> slopes(base_.values.size() * n, 0.0);
  for (std::size_t first = 0; first < n; first += together) {
    std::vector<Number> x(at.begin(), at.end());
    for (std::size_t j = 0; j < together && first + j < n; ++j) x[first + j].slope[j] = 1.0;
    const std::vector<Number> p = map_point<Number>(x);
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < together && first + j < n; ++j) slopes[i * n + first + j] = p[i].slope[j];
  }
  return slopes;
}

std::vector<double> Coordinates::point(std::span<const double> p) const {
  std::vector<double> at(count());
  double left = 1.0;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const Coordinate& c = all_[i];
    double u = p[c.places[0]];
    if (c.kind == Kind::excess) u -= p[c.bases[0]];
    if (c.kind == Kind::part) {
      const double share = u;
      const auto [least, most] = room_for_share(i, left);
      u = most > least ? (share - least) / (most - least) : 0.5;
      left -= share;
    }
    if (c.scale == Scale::log) u = std::log(std::max(u, least_positive));
    at[i] = std::clamp(u, c.floor, c.ceiling);
  }
  return at;
}

std::vector<double> Coordinates::at(std::span<const double> unit) const {
  std::vector<double> at(count());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Coordinate& c = all_[i];
    // What may vanish is looked for near zero more often than far from it.
    const bool from_zero = c.scale == Scale::linear && c.kind != Kind::part && c.low >= 0.0 && c.low < 1e-3 * c.high;
    at[i] = c.low + (from_zero ? unit[i] * unit[i] * unit[i] : unit[i]) * (c.high - c.low);
  }
  return at;
}

std::vector<double> Coordinates::floors() const {
  std::vector<double> all;
  for (const Coordinate& c : all_) all.push_back(c.floor);
  return all;
}
std::vector<double> Coordinates::ceilings() const {
  std::vector<double> all;
  for (const Coordinate& c : all_) all.push_back(c.ceiling);
  return all;
}

}  // namespace stickslip::identify
