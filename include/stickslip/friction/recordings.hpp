// What to record to see a parameter: the remedies that rows of parameter tables name with seen_in().
//
// A text in braces stands for a number of the data or of the fit and its unit (rad and N.m of a joint):
//   {slow}    a fiftieth of the speeds in the data, with its unit
//   {fast}    the largest speed in the data
//   {level}   the friction while sliding
//   {stroke}  that friction over the stiffness
//   {travel}  the range of the displacement
#pragma once

#include <string_view>

namespace stickslip::recording {

inline constexpr std::string_view slow_motion =
    "record slow steady motion, speeds below {slow} in several steps, and break-away from rest";
inline constexpr std::string_view steady_speeds =
    "record ten or more steady speeds between standstill and the Stribeck dip";
inline constexpr std::string_view fast_motion = "record speeds well above {fast}";
inline constexpr std::string_view small_reversals =
    "record small reversals with a fine position sensor, strokes below {stroke}";
inline constexpr std::string_view fast_presliding =
    "record presliding at higher frequency, where damping times speed reaches a tenth of {level}";
inline constexpr std::string_view reversals_of_all_sizes =
    "take fewer elements, or record reversals of several sizes up to {travel}";
inline constexpr std::string_view changes_of_speed = "record fast changes of speed while sliding";
inline constexpr std::string_view pressures = "record at more pressures, further apart";
inline constexpr std::string_view loads = "record at more normal forces, further apart";
inline constexpr std::string_view temperatures = "record at more temperatures";
inline constexpr std::string_view rests = "record starts after rests of different length";
inline constexpr std::string_view fast_sines = "record fast sines of several frequencies while sliding";

}  // namespace stickslip::recording
