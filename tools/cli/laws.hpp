// The laws on paper: as text for a terminal, as JSON for a machine, as Markdown for docs/laws.
#pragma once

#include <cstddef>
#include <string>

#include "stickslip/friction/catalogue.hpp"

namespace stickslip::cli {

// All laws, a line each; the last column is wrapped so that no line is longer than width, 0 meaning without limit.
std::string laws_text(std::size_t width);
std::string laws_json();
std::string laws_markdown();

// One law: title, equation, source, parameters, states.
std::string law_text(const LawInfo& law, std::size_t width);
std::string law_json(const LawInfo& law);
std::string law_markdown(const LawInfo& law);

}  // namespace stickslip::cli
