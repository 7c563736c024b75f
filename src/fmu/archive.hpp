// A zip archive with files as they are, all of the same date: the same files give the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stickslip::fmu {

struct ArchiveFile {
  std::string name;  // with '/' between folders
  std::string content;
  bool is_program = false;
};

// Throws std::invalid_argument for files beyond the 4 GB of the format.
std::string pack_archive(const std::vector<ArchiveFile>& files);

}  // namespace stickslip::fmu
