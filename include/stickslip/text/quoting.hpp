// Texts from outside inside CSV, TOML and comments of programs: one function per kind of text.
#pragma once

#include <string>
#include <string_view>

namespace stickslip::text {

// A cell of a CSV file, in one line: in quotation marks where a reader would take it for more than one cell, for a
// comment or for a text in quotation marks. Spreadsheets run a cell that begins with = + - @ as a formula: an
// apostrophe stands before it, as people write it there.
std::string csv_cell(std::string_view text);

// What csv_cell wrote, without the quotation marks that split it off: doubled marks are one, and an apostrophe before a
// formula's sign is gone.
std::string csv_text_in(std::string_view cell);

// A line of a table that readers pass over.
bool begins_comment(std::string_view line);

// In quotation marks, valid in TOML whatever the text holds.
std::string toml_string(std::string_view text);

// One line of a comment: no line break, no end of a comment in C, MATLAB, JavaScript, Modelica or XML.
std::string comment_line(std::string_view text);

}  // namespace stickslip::text
