// The format: "MAT-File Format", The MathWorks, level 5. A header of 128 bytes, then elements: type, size, bytes; an
// array is an element of elements (flags, dimensions, name, numbers); a compressed element holds one other.
//
// matio reads such files too, but a damaged one can keep it busy without end; every size here is checked against the
// bytes that are there.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "mat_columns.hpp"
#include "stickslip/io/mat.hpp"

#ifdef STICKSLIP_HAS_MATIO
#include <zlib.h>
#endif

namespace stickslip::io {

using namespace measurement;

namespace {

enum class Type : std::uint32_t {
  int8 = 1,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  single,
  reserved,
  float64,
  int64 = 12,
  uint64,
  matrix,
  compressed,
};

enum class Class : std::uint8_t { cell = 1, structure, object, text, sparse, first_number, last_number = 15 };

constexpr std::size_t header_size = 128;
constexpr std::size_t tag_size = 8;

struct Element {
  Type type;
  std::string_view bytes;
};

template <class T>
T value_at(std::string_view bytes, std::size_t at, bool swapped) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes.data() + at, sizeof(T));
  if (swapped)
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(raw[i], raw[sizeof(T) - 1 - i]);
  return std::bit_cast<T>(raw);
}

template <class T>
std::vector<double> numbers_as(std::string_view bytes, bool swapped) {
  std::vector<double> numbers(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = double(value_at<T>(bytes, i * sizeof(T), swapped));
  return numbers;
}

// Bytes of a number; 0: the element holds none.
std::size_t find_size(Type type) {
  switch (type) {
    case Type::int8:
    case Type::uint8:
      return 1;
    case Type::int16:
    case Type::uint16:
      return 2;
    case Type::int32:
    case Type::uint32:
    case Type::single:
      return 4;
    case Type::float64:
    case Type::int64:
    case Type::uint64:
      return 8;
    default:
      return 0;
  }
}

std::vector<double> numbers_in(const Element& e, bool swapped) {
  switch (e.type) {
    case Type::int8:
      return numbers_as<std::int8_t>(e.bytes, swapped);
    case Type::uint8:
      return numbers_as<std::uint8_t>(e.bytes, swapped);
    case Type::int16:
      return numbers_as<std::int16_t>(e.bytes, swapped);
    case Type::uint16:
      return numbers_as<std::uint16_t>(e.bytes, swapped);
    case Type::int32:
      return numbers_as<std::int32_t>(e.bytes, swapped);
    case Type::uint32:
      return numbers_as<std::uint32_t>(e.bytes, swapped);
    case Type::single:
      return numbers_as<float>(e.bytes, swapped);
    case Type::float64:
      return numbers_as<double>(e.bytes, swapped);
    case Type::int64:
      return numbers_as<std::int64_t>(e.bytes, swapped);
    default:
      return numbers_as<std::uint64_t>(e.bytes, swapped);
  }
}

// What an array says about itself before its numbers.
struct ArrayHead {
  Class kind{};
  bool complex = false;
  std::vector<std::size_t> size = {};
  std::string name = {};

  std::size_t count() const {
    std::size_t all = 1;
    for (const std::size_t n : size) all *= n;
    return all;
  }
};

class Mat5Reader {
 public:
  Mat5Reader(std::string_view bytes, const std::string& file)
      : file_(file), swapped_(is_swapped(bytes)), room_(limit_expansion(bytes.size())) {
    for (std::string_view rest = bytes.substr(header_size); !rest.empty();) {
      place_ = "variable " + std::to_string(++variables_);
      const Element e = take_element(rest, true);
      if (e.type == Type::compressed) {
        const std::string inflated = expand(e.bytes);
        std::string_view inside = inflated;
        read_variable(take_element(inside, true));
      } else {
        read_variable(e);
      }
    }
  }

  Dataset dataset() && { return make_dataset(std::move(arrays_), std::move(left_out_), file_); }

 private:
  static bool is_swapped(std::string_view bytes) {
    return (bytes.substr(126, 2) == "IM") != (std::endian::native == std::endian::little);
  }

  [[noreturn]] void refuse_here(const std::string& what) const {
    refuse_variable(file_, place_, what + "; the file is damaged: save it again");
  }

  std::uint32_t word(std::string_view bytes, std::size_t at) const {
    return value_at<std::uint32_t>(bytes, at, swapped_);
  }

  // The next element; `rest` is left behind it. Elements begin at multiples of eight bytes, but for compressed ones.
  Element take_element(std::string_view& rest, bool outermost) const {
    if (rest.size() < tag_size) refuse_here("it ends within an element");
    const std::uint32_t first = word(rest, 0);
    if (first >> 16 != 0) {  // type, size and bytes in eight bytes
      const std::uint32_t size = first >> 16;
      if (size > 4) refuse_here("a short element says that it is " + std::to_string(size) + " bytes long");
      const Element e{Type(first & 0xFFFF), rest.substr(4, size)};
      rest.remove_prefix(tag_size);
      return e;
    }
    const std::size_t size = word(rest, 4);
    if (size > rest.size() - tag_size)
      refuse_here("an element says that it is " + std::to_string(size) + " bytes long, but there are " +
                  std::to_string(rest.size() - tag_size));
    const Element e{Type(first), rest.substr(tag_size, size)};
    const std::size_t padded = outermost && e.type == Type::compressed ? size : (size + 7) / 8 * 8;
    rest.remove_prefix(std::min(tag_size + padded, rest.size()));
    return e;
  }

  // zlib packs zeros 1000 to 1: without a limit, 10 MB could ask for 10 GB. Recordings are packed 2 to 20 to 1.
  static std::size_t limit_expansion(std::size_t file_size) { return (std::size_t(64) << 20) + 100 * file_size; }

  std::string expand(std::string_view bytes);

  void read_variable(const Element& e) {
    if (e.type != Type::matrix) return;
    read_array(e.bytes, "", 0);
  }

  ArrayHead read_array_head(std::string_view& rest) const {
    const Element flags = take_element(rest, false);
    const Element size = take_element(rest, false);
    const Element name = take_element(rest, false);
    if (flags.type != Type::uint32 || flags.bytes.size() != 8 || size.type != Type::int32 ||
        (name.type != Type::int8 && name.type != Type::uint8))
      refuse_here("its array has no head");
    ArrayHead head{.kind = Class(word(flags.bytes, 0) & 0xFF), .complex = (word(flags.bytes, 0) & 0x800) != 0};
    constexpr std::size_t most_dimensions = 32;
    if (size.bytes.size() > 4 * most_dimensions)
      refuse_here("its array has " + std::to_string(size.bytes.size() / 4) + " dimensions, at most " +
                  std::to_string(most_dimensions) + " are read");
    for (std::size_t at = 0; at + 4 <= size.bytes.size(); at += 4) {
      head.size.push_back(word(size.bytes, at));
      constexpr std::size_t most = std::size_t(1) << 32;  // sizes are 32 bits wide: the product does not overflow
      if (head.count() > most) refuse_here("its array is impossibly large");
    }
    if (head.size.size() < 2) refuse_here("its array has less than two dimensions");
    head.name = name.bytes;
    return head;
  }

  void read_array(std::string_view rest, const std::string& prefix, int depth) {
    constexpr int deepest = 16;  // structures within structures
    if (depth > deepest) refuse_here("its structures lie too deep");
    if (rest.empty()) return;  // an empty field
    ArrayHead head = read_array_head(rest);
    if (depth == 0) place_ = head.name;
    head.name = prefix + head.name;
    if (head.kind == Class::structure && head.count() == 1) return read_fields(rest, head.name, depth);
    const bool numeric = head.kind >= Class::first_number && head.kind <= Class::last_number;
    if (!numeric || head.complex || head.size.size() > 2) {
      left_out_.push_back("variable '" + head.name + "' is not a real vector or matrix");
      return;
    }
    const Element numbers = take_element(rest, false);
    const std::size_t width = find_size(numbers.type);
    const std::size_t count = width == 0 ? 0 : numbers.bytes.size() / width;
    if (width == 0 || count != head.count())
      refuse_here("'" + head.name + "' is " + std::to_string(head.size[0]) + " by " + std::to_string(head.size[1]) +
                  ", but holds " + std::to_string(count) + " numbers");
    arrays_.push_back({head.name, head.size[0], head.size[1], numbers_in(numbers, swapped_)});
  }

  void read_fields(std::string_view rest, const std::string& name, int depth) {
    const Element length = take_element(rest, false);
    const Element names = take_element(rest, false);
    if (length.type != Type::int32 || length.bytes.size() != 4) refuse_here("its structure has no field names");
    const std::size_t width = word(length.bytes, 0);
    if (width == 0 || width > 1024) refuse_here("its field names are impossibly long");
    for (std::size_t at = 0; at + width <= names.bytes.size(); at += width) {
      const std::string_view padded = names.bytes.substr(at, width);
      const Element field = take_element(rest, false);
      if (field.type != Type::matrix) refuse_here("a field of its structure is not an array");
      read_array(field.bytes, name + "." + std::string(padded.substr(0, padded.find('\0'))), depth + 1);
    }
  }

  const std::string file_;
  const bool swapped_;
  std::size_t room_;  // bytes that compressed variables may still expand to
  std::string place_;
  std::size_t variables_ = 0;
  std::vector<MatArray> arrays_;
  std::vector<std::string> left_out_;
};

#ifdef STICKSLIP_HAS_MATIO
std::string Mat5Reader::expand(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) refuse_here("it cannot be decompressed");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = uInt(bytes.size());
  std::string out;
  int state = Z_OK;
  while (state == Z_OK && out.size() <= room_) {
    const std::size_t before = out.size();
    out.resize(before + std::max<std::size_t>(std::size_t(1) << 16, before));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
    stream.avail_out = uInt(std::min<std::size_t>(out.size() - before, std::size_t(1) << 30));
    const uInt room = stream.avail_out;
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(before + room - stream.avail_out);
    if (state == Z_OK && stream.avail_in == 0 && stream.avail_out != 0) break;  // it wants bytes that are not there
  }
  inflateEnd(&stream);
  if (out.size() > room_)
    refuse_variable(file_, place_,
                    "the compressed variables expand to more than " + std::to_string(room_) +
                        " bytes, the limit for a file of this size (64 MiB and 100 times the file); save it with -v6");
  room_ -= out.size();
  if (state != Z_STREAM_END) refuse_here("its compressed bytes are damaged or cut");
  return out;
}
#else
std::string Mat5Reader::expand(std::string_view) {
  refuse_variable(file_, place_,
                  "it is compressed, and this build has no zlib: install libmatio-dev and build again, or save it "
                  "with -v6");
}
#endif

}  // namespace

Dataset dataset_from_mat5(std::string_view bytes, const std::string& file) {
  if (bytes.size() < header_size || !is_mat(bytes))
    throw std::invalid_argument(file + ": not a MATLAB file of version 5 to 7; save it with -v7");
  return Mat5Reader(bytes, file).dataset();
}

}  // namespace stickslip::io
