// The laws as data, for front ends that show or read them and need no templates.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stickslip/friction/elements.hpp"

namespace stickslip {

// One law, described. Element laws are described with their usual number of elements.
struct LawInfo {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  std::string_view equation;  // lines of plain text
  Reads reads;                // columns of the contact it needs
  Reads may_read;             // columns it uses when they are given
  Stick stick;
  Passivity passivity;
  std::string_view passive_when;
  std::span<const Field> params;
  std::span<const Relation> relations;
  std::vector<double> defaults;  // of all scalars, in table order
  std::span<const Field> states;
  std::span<const std::string_view> guards;  // names of the guards; empty for a law without modes
  bool has_elements;                         // takes a number of elements
  bool has_hold;                             // sets the body exactly at rest
  bool has_steady_state;
  bool has_stored_energy;
  bool has_presliding;           // starts with a stiffness
  bool is_baseline;              // so plain that every other law must compare with it
  bool has_inertia;              // its force depends on the acceleration too
  const Projection* projection;  // how variable projection finds its elements; nullptr: it cannot
  std::span<const LawVariant> variants;
  std::string_view compared_at;  // settings that bring it to the scale at which laws are compared
};

// All laws, in the order of the list.
std::span<const LawInfo> law_catalogue();

// The law of that name; throws UnknownName.
const LawInfo& law_info(std::string_view name);

// The first law of the list that reads these columns and no others, for who wants data that suit most laws. Throws
// std::invalid_argument.
const LawInfo& law_that_reads(Reads columns);

// "velocity, load"
std::string to_text(Reads columns);

}  // namespace stickslip
