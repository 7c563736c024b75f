// Largest errors of the lanes' functions, in units of the last place of the result, float and double alike: Highway's
// documented bounds, which tests/batch/math.cpp checks on every target.
#pragma once

namespace stickslip::batch::ulp {

inline constexpr double exp = 1;
inline constexpr double log = 4;
inline constexpr double tanh = 4;
inline constexpr double sin = 3;
inline constexpr double sin_range = 39000;  // [rad] |x| up to which sin keeps its bound

}  // namespace stickslip::batch::ulp
