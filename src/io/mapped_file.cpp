#include "mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>

namespace stickslip::io {
namespace {

[[noreturn]] void refuse_file(const std::string& file, int descriptor) {
  if (descriptor >= 0) close(descriptor);
  throw std::invalid_argument("the file " + file + " cannot be read; check its name");
}

}  // namespace

MappedFile::MappedFile(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat about = {};
  if (descriptor < 0 || fstat(descriptor, &about) != 0 || S_ISDIR(about.st_mode)) refuse_file(file, descriptor);
  if (S_ISREG(about.st_mode) && about.st_size > 0) {
    mapped_ = mmap(nullptr, std::size_t(about.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapped_ == MAP_FAILED) mapped_ = nullptr;
    if (mapped_ != nullptr) madvise(mapped_, std::size_t(about.st_size), MADV_SEQUENTIAL);
  }
  if (mapped_ != nullptr) {
    bytes_ = {static_cast<const char*>(mapped_), std::size_t(about.st_size)};
  } else {
    char block[1 << 16];
    for (ssize_t got = 0; (got = ::read(descriptor, block, sizeof block)) != 0;) {
      if (got < 0) refuse_file(file, descriptor);
      copy_.append(block, std::size_t(got));
    }
    bytes_ = copy_;
  }
  close(descriptor);
}

MappedFile::~MappedFile() {
  if (mapped_ != nullptr) munmap(mapped_, bytes_.size());
}

void MappedFile::release(std::string_view part) const {
  if (mapped_ == nullptr) return;
  const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
  if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace stickslip::io
