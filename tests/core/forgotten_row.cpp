// Compiled by two tests: with ROW_IS_THERE the table is complete, without it the row of `damping` is missing.
#include "stickslip/param.hpp"

struct Bristle {
  using Scalar = double;
  double stiffness = 1.0;
  double damping = 0.0;

  static constexpr auto table() {
    using P = Bristle;
    return std::array{STICKSLIP_FIELD(P, stiffness, "sigma_0", "N/m", "Stiffness.", 0.0, 1e9),
#ifdef ROW_IS_THERE
                      STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping.", 0.0, 1e9)
#endif
    };
  }
};

double first(const Bristle& set) { return stickslip::scalars(set)[0]; }
