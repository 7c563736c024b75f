// Laws whose force is the sum of elements, each with a stiffness and a level at which it slips (maxwell-slip, leuven,
// gms): fits with one element fewer, and with an element at another place.
//
// Two elements that slip at the same travel are one, and so are two that never slip in a recording. A fit with more
// elements than the data show therefore has many bottoms, and least squares cannot carry an element from one to
// another.
#pragma once

#include "coordinates.hpp"

namespace stickslip::identify {

// A point with some elements switched off.
struct Reduced {
  std::vector<double> point;     // coordinates of the law; nuisances may follow
  std::vector<std::size_t> off;  // elements
};

// Whether the law has several such elements, none of them held.
bool can_spare_elements(const Coordinates& c);

// With one element fewer, in every way: it is left out, or another one takes over its stiffness and its level. Of the
// points only the law's part is given.
std::vector<Reduced> with_one_fewer(const Coordinates& c, const Reduced& from);

// With the last element that was switched off as one half of another, of which one half slips earlier than the other;
// the law's part of the points.
std::vector<std::vector<double>> with_one_split(const Coordinates& c, const Reduced& from);

// The same law, its elements numbered so that they slip in the order in which those of another point do: what an
// element is called tells nothing.
std::vector<double> numbered_like(const Coordinates& c, std::span<const double> other, std::vector<double> point);

// The given axes without those that would bring back an element that is switched off.
std::vector<std::size_t> axes_without(const Coordinates& c, std::span<const std::size_t> axes,
                                      std::span<const std::size_t> off);

}  // namespace stickslip::identify
