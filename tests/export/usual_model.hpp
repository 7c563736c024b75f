// A law with its usual parameters, and what is written of it, in a folder.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include "stickslip/export/export.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "support/folder.hpp"
#include "support/shell.hpp"

namespace stickslip::exporting {

inline std::string identifier(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

inline io::Model usual_model(const LawInfo& law) {
  io::Model model{.file = "m", .law = std::string(law.name), .group = law_group(law.name, 0)};
  for (std::size_t k = 0; k < model.group.table.size(); ++k)
    if (law.has_elements && model.group.table[k].shape == Shape::elements) model.elements = model.group.lengths[k];
  model.velocity_resolution = 1e-4;  // of the compensations
  return model;
}

class InFolderOfTexts : public tests::InFolder {
 protected:
  void write(std::string_view kind, const LawInfo& law, const ExportOptions& options, const std::string& file) const {
    for (const ExportedFile& f : export_files(kind, usual_model(law), options, in(file)))
      std::ofstream(f.path) << f.text;
  }
  tests::Outcome run(const std::string& command) const {
    return tests::shell("cd '" + folder.string() + "' && " + command + " 2>&1");
  }
};

}  // namespace stickslip::exporting
