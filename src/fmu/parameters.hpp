// Parameter groups as variables of an FMU.
#pragma once

#include <string>
#include <vector>

#include "sheet.hpp"
#include "stickslip/experiment.hpp"

namespace stickslip::fmu {

// The scalar of a group that stands behind a parameter of the sheet.
struct ScalarPlace {
  std::size_t group;   // among the groups of the subject
  std::size_t scalar;  // in table order
};

// Adds every scalar of a field that is in use as a parameter "group.field". Choices, and what is read at the start
// alone, are fixed; all others can be tuned.
void add_parameters(Sheet& sheet, const ParamGroup& group, const Field& field, std::size_t field_index,
                    std::size_t group_index, std::vector<ScalarPlace>& places);

// The size that each scalar of the law's state reaches in a swing of 0.1 m/s, as a power of ten; 1 for one that stays
// 0.
std::vector<double> typical_states(const std::string& law, std::size_t elements, const std::vector<double>& params);

}  // namespace stickslip::fmu
