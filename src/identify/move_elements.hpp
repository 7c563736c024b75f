// Laws of elements that break away at a travel of their own: an element at another place.
//
// Least squares moves a break point by some samples. One that sits where no element of the truth is cannot pass its
// neighbours, and the others have bent themselves around it: a wrong valley. Here an element is put at every place of a
// grid, with the law simulated for each, and judged by what the others would leave after one step of least squares.
#pragma once

#include "descend.hpp"

namespace stickslip::identify {

// Whether every element of the law has a break point and a stiffness of its own, all of them free.
bool can_move_elements(const Coordinates& c);

// Whether residuals are no larger than the noise that their neighbours show.
bool is_noise(const Objective& objective, const Point& point);

// The best that is found by moving one element after the other, or the point as it was.
Valley move_elements(Search& search, Valley best);

}  // namespace stickslip::identify
