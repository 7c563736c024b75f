// The laws on paper: as JSON for a machine, as Markdown for docs/laws.
#pragma once

#include <string>

#include "stickslip/friction/catalogue.hpp"

namespace stickslip::cli {

// All laws.
std::string laws_json();
std::string laws_markdown();

// One law: title, equation, source, parameters, states.
std::string law_json(const LawInfo& law);
std::string law_markdown(const LawInfo& law);

}  // namespace stickslip::cli
