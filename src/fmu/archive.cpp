// PKWARE's APPNOTE 6.3, method 0 (stored).
#include "fmu/archive.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace stickslip::fmu {
namespace {

constexpr unsigned version_needed = 20;            // folders
constexpr unsigned made_by_unix = 3U << 8U | 20U;  // so that the permissions below are read
constexpr unsigned first_day = 1U << 5U | 1U;      // 1 January 1980
constexpr unsigned names_in_utf8 = 1U << 11U;

// Table of CRC-32, polynomial 0xEDB88320.
constexpr auto remainders = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < table.size(); ++n) {
    std::uint32_t c = n;
    for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xEDB88320U ^ (c >> 1U) : c >> 1U;
    table[n] = c;
  }
  return table;
}();

std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t c = 0xFFFFFFFFU;
  for (const char byte : bytes) c = remainders[(c ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (c >> 8U);
  return c ^ 0xFFFFFFFFU;
}

// Numbers of the format, least byte first.
class Bytes {
 public:
  Bytes& two(std::uint64_t x) { return put(x, 2); }
  Bytes& four(std::uint64_t x) { return put(x, 4); }
  Bytes& text(std::string_view t) {
    all_ += t;
    return *this;
  }
  const std::string& all() const { return all_; }

 private:
  Bytes& put(std::uint64_t x, int count) {
    for (int i = 0; i < count; ++i, x >>= 8U) all_ += static_cast<char>(x & 0xFFU);
    return *this;
  }
  std::string all_;
};

// What stands before a file and in the list of files alike.
void describe(Bytes& to, const ArchiveFile& f, std::uint32_t sum) {
  to.two(version_needed).two(names_in_utf8).two(0).two(0).two(first_day).four(sum);
  to.four(f.content.size()).four(f.content.size()).two(f.name.size()).two(0);
}

}  // namespace

std::string archive_of(const std::vector<ArchiveFile>& files) {
  Bytes body, list;
  for (const ArchiveFile& f : files) {
    if (body.all().size() + f.content.size() > std::numeric_limits<std::uint32_t>::max() / 2U)
      throw std::invalid_argument(f.name + ": the archive would have more than 2 GB");
    const std::uint32_t sum = checksum(f.content);
    const std::uint32_t permissions = f.is_program ? 0100755U : 0100644U;
    list.four(0x02014B50U).two(made_by_unix);
    describe(list, f, sum);
    list.two(0).two(0).two(0).four(permissions << 16U).four(body.all().size()).text(f.name);
    body.four(0x04034B50U);
    describe(body, f, sum);
    body.text(f.name).text(f.content);
  }
  Bytes end;
  end.four(0x06054B50U).two(0).two(0).two(files.size()).two(files.size());
  end.four(list.all().size()).four(body.all().size()).two(0);
  return body.all() + list.all() + end.all();
}

}  // namespace stickslip::fmu
