// Parameter tables: the one place where a parameter's name, unit, bounds and meaning are written.
//
// A parameter set is a plain aggregate of scalars (or arrays, or Sides of them); its table() lists the fields once, in
// the order of declaration. The command line, TOML, reports, optimisers and every other front end read that table, and
// because a row holds no C++ types, none of them is a template.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "stickslip/scalar.hpp"

namespace stickslip {

// How an optimiser or a slider should walk along a parameter.
enum class Scale : unsigned char { linear, log };

// What the scalars of a wide field stand for.
enum class Shape : unsigned char {
  single,    // one value
  sides,     // two values: for positive and for negative velocity
  elements,  // one value per element; an element law's user decides how many are in use
};

// The columns that a machine may record of a contact, as bits: what a law reads, and what a parameter needs to be seen.
enum class Reads : std::uint8_t {
  nothing = 0,
  velocity = 1,
  displacement = 2,
  applied = 4,
  mass = 8,
  load = 16,
  pressure = 32,
  temperature = 64,
};
constexpr Reads operator|(Reads a, Reads b) { return Reads(std::uint8_t(a) | std::uint8_t(b)); }
constexpr bool includes(Reads set, Reads one) { return (std::uint8_t(set) & std::uint8_t(one)) != 0; }

// What a fit does with a parameter that it was told nothing about.
enum class Fit : unsigned char {
  free,    // looks for it
  held,    // leaves it at its value unless it is asked for
  option,  // never looks for it: a choice by name
};

// What identification needs to know of a parameter. The defaults are those of a plain number that every motion shows.
struct FitRow {
  Fit use = Fit::free;
  bool breaks = false;              // the instant of an event depends on it: forces have no slope along it
  Reads needs = Reads::nothing;     // the column that must vary in the data; otherwise it is held
  bool per_load = false;            // a force over the normal force: its scale is that quotient
  bool has_box = false;             // low and high are given; otherwise the unit decides
  double low = 0.0, high = 0.0;     // where it is looked for, in multiples of the data's own scale for its unit
  std::string_view recording = {};  // what to record to see it (friction/recordings.hpp); empty: no advice
};

struct Field {
  std::string_view name;    // identifier in every front end, and the C++ field's own name
  std::size_t first;        // index of its first scalar within the set
  std::size_t width;        // number of scalars: 1, 2 for Sides, or the length of an array
  Shape shape;              // what these scalars stand for
  std::string_view symbol;  // symbol in the literature
  std::string_view unit;    // SI, in FMI unit syntax ("N.s/m"); "1" when dimensionless
  std::string_view doc;     // one sentence
  double lower;             // smallest admissible value
  double upper;             // largest admissible value
  Scale scale = Scale::linear;
  std::string_view choices = {};  // "a|b|c" when the value is the index of a named choice
  FitRow fit = {};

  constexpr Fit use_in_fits() const { return choices.empty() ? fit.use : Fit::option; }

  // What a row says for fits, written behind it: STICKSLIP_FIELD(...).held().seen_in(recording::small_reversals).
  constexpr Field held() const {
    return with([](FitRow& r) { r.use = Fit::held; });
  }
  constexpr Field breaks() const {
    return with([](FitRow& r) { r.breaks = true; });
  }
  constexpr Field needs(Reads column) const {
    return with([column](FitRow& r) { r.needs = column; });
  }
  constexpr Field per_load() const {
    return with([](FitRow& r) { r.per_load = true; });
  }
  constexpr Field searched(double low, double high) const {
    return with([low, high](FitRow& r) { r.has_box = true, r.low = low, r.high = high; });
  }
  constexpr Field seen_in(std::string_view recording) const {
    return with([recording](FitRow& r) { r.recording = recording; });
  }

 private:
  template <class Change>
  constexpr Field with(Change change) const {
    Field row = *this;
    change(row.fit);
    return row;
  }
};

// A parameter that may differ between the two directions of motion. One number serves both.
template <class S>
struct Sides {
  S forward;  // for positive velocity
  S back;     // for negative velocity

  constexpr Sides() : forward(S(0)), back(S(0)) {}
  STICKSLIP_HD constexpr Sides(const S& both) : forward(both), back(both) {}  // NOLINT: a number is a pair of itself
  STICKSLIP_HD constexpr Sides(const S& f, const S& b) : forward(f), back(b) {}

  // The side that a motion in the given direction sees.
  template <class Mask>
  STICKSLIP_HD S towards(const Mask& moves_back) const {
    return select(moves_back, back, forward);
  }
};

namespace detail {
template <class T>
inline constexpr Shape shape_of = Shape::single;
template <class S>
inline constexpr Shape shape_of<Sides<S>> = Shape::sides;
template <class S, std::size_t n>
inline constexpr Shape shape_of<std::array<S, n>> = Shape::elements;
}  // namespace detail

// One row. Spells the field's name once, so that the table cannot drift from the struct.
#define STICKSLIP_FIELD(P, member, ...)                                                                        \
  ::stickslip::Field {                                                                                         \
#member, offsetof(P, member) / sizeof(typename P::Scalar), sizeof(P::member) / sizeof(typename P::Scalar), \
        ::stickslip::detail::shape_of < decltype(P::member)>, __VA_ARGS__                                      \
  }

// A relation between two parameters of a set, or among the elements of one.
struct Relation {
  enum class Kind : unsigned char {
    not_below,          // left >= right, side by side
    above,              // left > right, side by side
    above_unless_zero,  // left > right, or left = 0 (an option that 0 switches off)
    sums_to_one,        // the elements of `left` add up to 1 within 1e-6
  };
  Kind kind;
  std::string_view left;
  std::string_view right = {};
};

template <class P>
concept ParamSet = std::is_standard_layout_v<P> && requires {
  typename P::Scalar;
  P::table().size();
};

// The table as an object that lives as long as the program. Read this, never a temporary table().
template <ParamSet P>
inline constexpr auto fields = P::table();

template <ParamSet P>
inline constexpr std::size_t param_count = sizeof(P) / sizeof(typename P::Scalar);

// True when the rows cover the struct from end to end, in the order of declaration.
template <ParamSet P>
constexpr bool table_covers_struct() {
  std::size_t next = 0;
  for (const Field& f : fields<P>) {
    if (f.first != next) return false;
    next += f.width;
  }
  return next == param_count<P>;
}

// The scalars of a set, in table order. Sound because a set is nothing but scalars laid end to end.
template <ParamSet P>
STICKSLIP_HD std::span<typename P::Scalar> scalars(P& p) {
  static_assert(table_covers_struct<P>(), "table() must list every field of the set, in order");
  return {reinterpret_cast<typename P::Scalar*>(&p), param_count<P>};
}

template <ParamSet P>
STICKSLIP_HD std::span<const typename P::Scalar> scalars(const P& p) {
  static_assert(table_covers_struct<P>(), "table() must list every field of the set, in order");
  return {reinterpret_cast<const typename P::Scalar*>(&p), param_count<P>};
}

// The relations of a set; a set without any need not mention them.
template <ParamSet P>
constexpr std::span<const Relation> relations() {
  if constexpr (requires { P::relations.size(); }) return P::relations;
  return {};
}

// The same set on another scalar.
template <ParamSet To, ParamSet From>
To convert_to(const From& from) {
  To to;
  const auto target = scalars(to);
  const auto source = scalars(from);
  static_assert(param_count<To> == param_count<From>);
  for (std::size_t i = 0; i < target.size(); ++i) target[i] = typename To::Scalar(source[i]);
  return to;
}

// Run-time half, in src/param.cpp -----------------------------------------------------------------------------------

// "stiffness", "coulomb.back", "limit[3]": the name of one scalar of a field.
std::string scalar_name(const Field& field, std::size_t offset);

// A number the way a person would write it, shortest form that reads back as the same double.
std::string to_text(double value);

// The first complaint about the values, ready to show to a person; empty when they are admissible. NaN and infinity are
// refused. The values stand in table order.
std::string complaint(std::span<const Field> table, std::span<const Relation> relations,
                      std::span<const double> values);

template <ParamSet P>
requires std::same_as<typename P::Scalar, double> std::string complaint(const P& p) {
  return complaint(fields<P>, relations<P>(), scalars(p));
}

}  // namespace stickslip
