// Messages of the library in the words of the command line: {option fixed: a=1} becomes --fix a=1.
#pragma once

#include <string>
#include <string_view>

namespace stickslip::cli {

// How the command line writes an option and perhaps its value.
std::string type_option(std::string_view name, std::string_view value);

// The text with every reference to an option written so. Sound inside JSON and HTML too: nothing that needs an escape
// is added.
std::string in_typed_words(std::string_view text);

}  // namespace stickslip::cli
