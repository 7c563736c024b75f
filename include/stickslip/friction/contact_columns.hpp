// The columns of a contact as data: what files, front ends and generated texts call them.
#pragma once

#include <array>
#include <string_view>

#include "stickslip/friction.hpp"

namespace stickslip {

struct ContactColumn {
  std::string_view name;
  std::string_view unit;
  std::string_view doc;
  Reads reads;  // its bit
  double Contact<double>::*value;

  // What a contact has that nobody fills in.
  constexpr double usual() const { return Contact<double>{}.*value; }
};

// In the order of Contact.
inline constexpr std::array<ContactColumn, 7> contact_table{{
    {"velocity", "m/s", "Relative sliding velocity.", Reads::velocity, &Contact<double>::velocity},
    {"displacement", "m", "Relative displacement.", Reads::displacement, &Contact<double>::displacement},
    {"applied", "N", "Sum of all other tangential forces on the body.", Reads::applied, &Contact<double>::applied},
    {"mass", "kg", "Mass of the body.", Reads::mass, &Contact<double>::mass},
    {"load", "N", "Normal force.", Reads::load, &Contact<double>::load},
    {"pressure", "Pa", "Pressure on the seal.", Reads::pressure, &Contact<double>::pressure},
    {"temperature", "K", "Temperature above the reference state.", Reads::temperature, &Contact<double>::temperature},
}};

}  // namespace stickslip
