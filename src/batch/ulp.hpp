// Largest errors of the lanes' functions, in units of the last place of the result, float and double alike: Highway's
// documented bounds, and ours for falling() and decay(). tests/batch/math.cpp checks them on every target.
#pragma once

namespace stickslip::batch::ulp {

inline constexpr double exp = 1;
inline constexpr double falling = 2;  // where the result is a normal number
inline constexpr double decay = 24;   // also for tiny arguments
inline constexpr double log = 4;
inline constexpr double tanh = 4;
inline constexpr double sin = 3;
inline constexpr double sin_range = 39000;  // [rad] |x| up to which sin keeps its bound

}  // namespace stickslip::batch::ulp
