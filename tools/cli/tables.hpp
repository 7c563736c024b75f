// Text in columns that fit a terminal; the rest of what is shown comes from the room of texts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/text/markup.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/text/table.hpp"

namespace stickslip::cli {

using text::join;
using text::markdown_table;
using text::Row;
using text::split;

// The text in lines of at most width characters, broken at spaces.
std::vector<std::string> wrap(const std::string& text, std::size_t width);

// Rows in columns, no line longer than width where that is possible (0: without limit).
std::string table(const std::vector<Row>& rows, std::size_t indent, std::size_t width);

// `text`
std::string code(std::string_view text);

}  // namespace stickslip::cli
