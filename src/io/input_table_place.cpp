// Where a recipe names its table: apart from what reads one, which whoever reads experiment files need not link.
#include <filesystem>

#include "stickslip/io/input_table.hpp"

namespace stickslip::io {

using namespace experiment;

bool names_input_table(const Setting& s) { return s.group == "drive" && s.key == "table"; }

void locate_tables(Recipe& recipe, const std::string& folder) {
  for (Setting& s : recipe.settings)
    if (names_input_table(s) && !s.value.text.empty())
      s.value.text = (std::filesystem::path(folder) / s.value.text).string();
}

}  // namespace stickslip::io
