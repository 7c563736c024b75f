// What the laws made of parallel elements share: arrays of parameters, the elements' stick and slip, and how many of
// them the user wants.
//
// Inside the loops the number of elements is a compile-time constant N. A user's n is served by the smallest compiled
// N >= n; the elements beyond n are off: their stiffness is 0, so they carry no force.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "stickslip/friction.hpp"

namespace stickslip {

inline constexpr std::size_t most_elements = 64;
inline constexpr std::size_t usual_elements = 10;

// An array whose first n values are value(i) and whose others are zero.
template <class S, std::size_t N, class Value>
STICKSLIP_HD constexpr std::array<S, N> per_element(std::size_t n, Value value) {
  std::array<S, N> all{};
  for (std::size_t i = 0; i < N; ++i) all[i] = i < n ? S(value(i)) : S(0);
  return all;
}

// Pull of the spring of every element [N], and whether it sticks (0) or slips forward (1) or back (-1).
template <class S, std::size_t N>
struct ElementState {
  using Scalar = S;
  std::array<S, N> pull{};
  std::array<S, N> slip{};

  static constexpr auto table() {
    using P = ElementState;
    return std::array{STICKSLIP_FIELD(P, pull, "F_i", "N", "Force carried by an element.", -1e9, 1e9),
                      STICKSLIP_FIELD(P, slip, "q_i", "1", "Direction in which an element slips, or sticks.", -1.0, 1.0,
                                      Scale::linear, "slips back|sticks|slips forward")};
  }
};

template <std::size_t N>
inline constexpr std::array<std::string_view, N> element_guard_names = [] {
  std::array<std::string_view, N> names{};
  for (auto& n : names) n = "an element slips or sticks";
  return names;
}();

// True where an element slips.
template <class S>
STICKSLIP_HD auto slips(const S& slip) noexcept {
  return slip > S(0) || slip < S(0);
}

// Guard of one element: the pull still missing to its limit while it sticks, the speed while it slips.
template <class S>
STICKSLIP_HD S element_guard(const S& slip, const S& pull, const S& limit, const S& velocity) noexcept {
  return select(slips(slip), slip * velocity, limit - abs(pull));
}

// The same for an element whose pull may lie beyond its limit, because the limit falls or the pull was carried over: it
// slips in the direction of motion only, unloading never makes it slip.
template <class S>
STICKSLIP_HD S directed_element_guard(const S& slip, const S& pull, const S& limit, const S& velocity) noexcept {
  return select(slips(slip), slip * velocity, limit - sign(velocity) * pull);
}

// The slip flag of element i after its guard fell: a slipping one sticks, a sticking one slips where it is pulled.
template <class S>
STICKSLIP_HD S slip_after_guard(const S& slip, const S& pull) noexcept {
  return select(slips(slip), S(0), sign(pull));
}

template <class S, std::size_t N>
STICKSLIP_HD S total(const std::array<S, N>& values) noexcept {
  S sum = S(0);
  for (std::size_t i = 0; i < N; ++i) sum = sum + values[i];
  return sum;
}

// Talent: variable projection. With known break points such a law is linear in the stiffnesses of its elements, so that
// a fit needs to search the break points only (src/identify/projection.cpp).

// Elements as a fit finds them.
struct FoundElements {
  std::span<const double> stiffness;  // [N/m]
  std::span<const double> travel;     // stretch at which an element slips [m], rising
  double growth = 0.0;                // of all stiffnesses with the pressure [1/Pa]
  double sliding = 0.0;               // friction of all elements while they slide [N]
  double sliding_growth = 0.0;        // of it with the pressure [N/Pa]
  double viscous = 0.0;               // [N.s/m]

  double limit(std::size_t i) const { return stiffness[i] * travel[i]; }
  double sum_limits() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < travel.size(); ++i) sum += limit(i);
    return sum;
  }
};

// What a fit has to know before it looks for them.
struct Projection {
  std::string_view element;      // the law whose single element answers as one of this law does
  std::string_view growth = {};  // the field with which the stiffnesses grow with the pressure, if they do
  bool slides = false;           // elements have a sliding friction apart from their limit
  bool is_whole = true;          // the elements are the law; otherwise the rest of it is searched around them
};

// take_elements(p, found) writes the elements as the law's own parameters.
template <class L>
concept HasProjection = requires(typename L::template Params<double>& p, const FoundElements& found) {
  { L::projection } -> std::convertible_to<Projection>;
  L::take_elements(p, found);
};

// Energy of the springs, sum F_i^2 / (2 k_i) [J]; an element that is off holds none.
template <class S, std::size_t N>
STICKSLIP_HD S spring_energy(const std::array<S, N>& pull, const std::array<S, N>& stiffness) noexcept {
  S sum = S(0);
  for (std::size_t i = 0; i < N; ++i) {
    const auto on = stiffness[i] > S(0);
    sum = sum + select(on, pull[i] * pull[i] / select(on, stiffness[i] + stiffness[i], S(1)), S(0));
  }
  return sum;
}

}  // namespace stickslip
