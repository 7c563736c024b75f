// A file's bytes, mapped into memory where the system can do that and read otherwise.
#pragma once

#include <string>
#include <string_view>

namespace stickslip::io {

class MappedFile {
 public:
  // Throws std::invalid_argument when it cannot be read.
  explicit MappedFile(const std::string& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return bytes_; }

  // A part of the bytes is done with: its pages need not stay in memory. They come back from the file when it is read
  // again.
  void release(std::string_view part) const;

 private:
  std::string copy_;  // of what cannot be mapped: a pipe, an empty file
  void* mapped_ = nullptr;
  std::string_view bytes_;
};

}  // namespace stickslip::io
