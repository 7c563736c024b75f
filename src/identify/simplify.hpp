// Leaves out of a law what the data do not show.
#pragma once

#include "descend.hpp"

namespace stickslip::identify {

// Coordinates by which one parameter lies above another (break-away above Coulomb friction), and without which the law
// follows the data as well, within what chance leaves.
std::vector<std::string> list_unseen_excess(Search& search, const Valley& best);

// Starts for the law without them.
LawPoints starts_without(const Coordinates& before, const Coordinates& after, const Point& best,
                         std::span<const std::string> names);

}  // namespace stickslip::identify
