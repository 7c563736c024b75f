// In place of pagmo.cpp where pagmo was left out.
#include "search.hpp"

namespace stickslip::identify {

std::vector<StrategyInfo> pagmo_strategies() { return {}; }
LawPoints pagmo_search(Search&, const std::string&, std::uint64_t) { return {}; }

}  // namespace stickslip::identify
