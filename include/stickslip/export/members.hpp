// Where the C text of a law (export.hpp) keeps each scalar of its state and of its parameters.
#pragma once

#include <string>
#include <vector>

#include "stickslip/export/export.hpp"

namespace stickslip::exporting {

struct LawMember {
  bool is_state = false;  // otherwise a parameter
  std::string scalar;     // "pull[2]", "coulomb.back"
  std::string member;     // "pull[2]", "coulomb_back"
};

// Of the text that export_files("c", model, options, path) writes with changeable parameters.
std::vector<LawMember> law_members(const io::Model& model, const ExportOptions& options, const std::string& path);

}  // namespace stickslip::exporting
