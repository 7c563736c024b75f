// A zip archive of files that are deflated where zlib is there, all of the same date: the same files, packed by the
// same zlib, give the same bytes.
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
