// What the catalogue says, in words: shared by the text and the Markdown of a law.
#pragma once

#include <string>
#include <vector>

#include "stickslip/friction/catalogue.hpp"
#include "tables.hpp"

namespace stickslip::cli {

// "z, h", "n F_i" for a law with n elements, "4 e_i" for one that always has four: the symbols of the continuous
// states; "-" when there are none.
std::string states_in_words(const LawInfo& law);

// "3", or "n x 3" when each of n elements has its own: the number of modes; "-" when there are none.
std::string modes_in_words(const LawInfo& law);

// "velocity, applied [load]": what a law needs, and in brackets what it uses when it is given.
std::string reads_in_words(const LawInfo& law);

// What a force below break-away does to the body.
std::string stick_in_words(const LawInfo& law);

// "always", "when ...", or why never.
std::string passivity_in_words(const LawInfo& law);

// "breakaway >= coulomb".
std::string relation_in_words(const Relation& relation);

// The scalars of a field: a number, a choice, "1 forward, 2 back", or first and last of the elements. Six digits.
std::string value_in_words(const Field& field, std::span<const double> values);

// Its default; the exact values stand in the JSON.
std::string default_in_words(const LawInfo& law, const Field& field);

// "[0, 1e+09]", or the choices.
std::string bounds_in_words(const Field& field);

// How many elements a law with elements may have.
std::string elements_in_words();

// Titles, then a row for every law: name, states, modes, reads, source.
std::vector<Row> overview();

}  // namespace stickslip::cli
