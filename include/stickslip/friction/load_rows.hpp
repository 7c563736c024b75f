// Rows of the parameters by which friction grows with the normal force: S load_coulomb, load_breakaway.
#pragma once

#include "stickslip/friction/recordings.hpp"
#include "stickslip/param.hpp"

#define STICKSLIP_LOAD_COULOMB_ROW(P)                                                           \
  STICKSLIP_FIELD(P, load_coulomb, "mu", "1", "Sliding friction per normal force.", 0.0, 100.0) \
      .per_load()                                                                               \
      .needs(::stickslip::Reads::load)                                                          \
      .seen_in(::stickslip::recording::loads)

#define STICKSLIP_LOAD_ROWS(P)                                                                             \
  STICKSLIP_LOAD_COULOMB_ROW(P),                                                                           \
      STICKSLIP_FIELD(P, load_breakaway, "mu_s", "1", "Break-away friction per normal force.", 0.0, 100.0) \
          .per_load()                                                                                      \
          .needs(::stickslip::Reads::load)                                                                 \
          .seen_in(::stickslip::recording::loads)

namespace stickslip {

inline constexpr Relation load_breakaway_not_below_coulomb{Relation::Kind::not_below, "load_breakaway", "load_coulomb"};

}  // namespace stickslip
