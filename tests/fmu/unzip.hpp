// Reads an archive of stored and deflated files from its list at the end, and checks it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#ifdef STICKSLIP_HAS_ZLIB
#include <zlib.h>
#endif

namespace stickslip::tests {

struct Unzipped {
  std::string name;
  std::string content;
};

inline std::uint32_t crc32_bit_by_bit(std::string_view bytes) {
  std::uint32_t c = 0xFFFFFFFFU;
  for (const char byte : bytes) {
    c ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xEDB88320U ^ (c >> 1U) : c >> 1U;
  }
  return ~c;
}

// The content of a deflated file, which must have that size.
inline std::string inflated([[maybe_unused]] std::string_view bytes, [[maybe_unused]] std::size_t size) {
#ifdef STICKSLIP_HAS_ZLIB
  std::string content(size, '\0');
  z_stream z{};
  inflateInit2(&z, -MAX_WBITS);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = uInt(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(content.data());
  z.avail_out = uInt(size);
  const int end = inflate(&z, Z_FINISH);
  inflateEnd(&z);
  if (end == Z_STREAM_END && z.total_out == size && z.avail_in == 0) return content;
#endif
  throw std::runtime_error("a deflated file cannot be read");
}

// Without `sums` the contents are taken as they are: bit by bit, a library takes a quarter of a second.
inline std::vector<Unzipped> unzipped(std::string_view zip, bool sums) {
  const auto number = [zip](std::size_t at, std::size_t bytes) {
    if (at + bytes > zip.size()) throw std::runtime_error("the archive is too short");
    std::uint64_t x = 0;
    for (std::size_t i = bytes; i-- > 0;) x = x << 8U | static_cast<unsigned char>(zip[at + i]);
    return std::size_t(x);
  };
  const auto check = [](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  };
  const std::size_t end = zip.size() - 22;
  check(zip.size() >= 22 && number(end, 4) == 0x06054B50, "no end of the list of files");
  std::size_t entry = number(end + 16, 4);
  check(entry + number(end + 12, 4) == end, "the list of files has another length");
  std::vector<Unzipped> files;
  for (std::size_t left = number(end + 10, 2); left > 0; --left) {
    check(number(entry, 4) == 0x02014B50, "no entry");
    const std::size_t size = number(entry + 24, 4);
    const std::size_t packed = number(entry + 20, 4);
    const std::size_t method = number(entry + 10, 2);
    const std::size_t name_size = number(entry + 28, 2);
    const std::size_t at = number(entry + 42, 4);
    const std::string name(zip.substr(entry + 46, name_size));
    check(method == 8 || (method == 0 && packed == size), "the file is neither stored nor deflated");
    check(number(at + 8, 2) == method && number(at + 18, 4) == packed, "two methods, or two sizes");
    check(number(entry + 14, 2) == 0x21, "the date is not the fixed one");
    check(number(at, 4) == 0x04034B50 && zip.substr(at + 30, name_size) == name, "the file has another name");
    const std::string_view bytes = zip.substr(at + 30 + name_size, packed);
    const std::string content = method == 8 ? inflated(bytes, size) : std::string(bytes);
    check(!sums || crc32_bit_by_bit(content) == number(entry + 16, 4), "the sum is wrong");
    check(number(at + 14, 4) == number(entry + 16, 4), "two sums");
    files.push_back({name, content});
    entry += 46 + name_size;
  }
  return files;
}

}  // namespace stickslip::tests
