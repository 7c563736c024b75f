// Which column of a recording is what: told, or guessed from names and units.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/dataset.hpp"

namespace stickslip::measurement {

// A recording whose columns are called by their roles and have SI units.
struct Cast {
  Dataset data = {};
  std::vector<std::string> in_file = {};  // what each column is called there
  std::vector<SignalName> played = {};    // by each column: the role, its unit and sign, as told or as the file says
  bool rotary = false;                    // rad and N.m, written as m and N
  std::vector<std::string> guesses = {};
};

Cast cast_roles(Dataset raw, std::span<const SignalName> names);

// Index of a column; columns.size() when there is none.
std::size_t find_place(const Dataset& data, std::string_view name);

bool is_role(std::string_view name);

// rad and N.m of a joint, for the roles that turn.
std::string find_role_unit(std::string_view role, const std::string& unit, bool rotary);

}  // namespace stickslip::measurement
