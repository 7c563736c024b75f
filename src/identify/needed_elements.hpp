// How many elements the data need, and where else one of them could be.
#pragma once

#include "search.hpp"
#include "spare_elements.hpp"

namespace stickslip::identify {

struct ElementsNeeded {
  std::size_t count = 0;
  Reduced one_fewer;  // the best fit with one element fewer, nuisances included; nothing is off where there is none
};

// The fewest elements with which the sum of squares rises by less than `rise`, the others adapted.
ElementsNeeded elements_needed(Search& search, const std::vector<double>& best, std::size_t elements, double rise);

// Adds the valleys in which the element that can be missed best has another place.
void look_for_other_places(Search& search, const Reduced& one_fewer);

}  // namespace stickslip::identify
