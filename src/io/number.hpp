// Decimal numbers out of text, to the last bit as std::from_chars reads them, and a fifth faster.
//
// Up to eight digits are read at once, whatever their number, without a branch that a processor must guess; w 10^q with
// w < 2^53 and |q| <= 22 is one exact operation (Clinger 1990); up to 19 digits and -54 <= q <= 55 take one or two
// products with a 128-bit power of five (Lemire 2021, "Number parsing at a gigabyte per second"). Everything else is
// left to std::from_chars.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace stickslip::io::number {

__extension__ using Wide = unsigned __int128;

struct PowerOfFive {
  std::uint64_t high, low;  // 5^q 2^b, the highest bit set
};

inline constexpr int smallest_power = -54;  // 5^54 < 2^126: a division by it stays within 128 bits
inline constexpr int largest_power = 55;    // 5^55 < 2^128

constexpr Wide five_to(int q) {
  Wide power = 1;
  for (int i = 0; i < q; ++i) power *= 5;
  return power;
}

constexpr PowerOfFive halves(Wide value) { return {std::uint64_t(value >> 64), std::uint64_t(value)}; }

constexpr PowerOfFive power_above_one(int q) {
  Wide power = five_to(q);
  while ((power >> 127) == 0) power <<= 1;
  return halves(power);
}

// 2^(z + 127) / 5^-q with 2^(z - 1) < 5^-q < 2^z, by long division. Rounded up where Lemire's proof wants it.
constexpr PowerOfFive power_below_one(int q) {
  const Wide divisor = five_to(-q);
  Wide rest = 1;
  while (rest < divisor) rest <<= 1;
  rest -= divisor;
  Wide quotient = 1;
  for (int i = 0; i < 127; ++i) {
    rest <<= 1;
    quotient <<= 1;
    if (rest < divisor) continue;
    rest -= divisor;
    quotient |= 1;
  }
  return halves(q >= -27 ? quotient + 1 : quotient);
}

constexpr auto powers_of_five() {
  std::array<PowerOfFive, std::size_t(largest_power - smallest_power + 1)> all{};
  for (int q = smallest_power; q <= largest_power; ++q)
    all[std::size_t(q - smallest_power)] = q < 0 ? power_below_one(q) : power_above_one(q);
  return all;
}

inline constexpr auto powers = powers_of_five();

inline constexpr std::array<double, 23> exact_tens{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// The double next to w 10^q, w > 0; false where the products do not decide it.
inline bool by_products(std::uint64_t w, int q, double& value) {
  const int zeros = std::countl_zero(w);
  w <<= zeros;
  const PowerOfFive& five = powers[std::size_t(q - smallest_power)];
  Wide product = Wide(w) * five.high;
  constexpr std::uint64_t undecided = 0x1FF;  // the bits below the 55 that are looked at
  if ((std::uint64_t(product >> 64) & undecided) == undecided) product += (Wide(w) * five.low) >> 64;
  const auto high = std::uint64_t(product >> 64);
  const auto low = std::uint64_t(product);
  if (low == ~std::uint64_t(0) && q < -27) return false;
  const int top = int(high >> 63);
  std::uint64_t mantissa = high >> (top + 9);
  int exponent = ((217706 * q) >> 16) + 63 + top - zeros + 1023;
  if (exponent <= 0 || exponent >= 2046) return false;
  const bool halfway = low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 && (mantissa << (top + 9)) == high;
  if (halfway) mantissa &= ~std::uint64_t(1);
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >= (std::uint64_t(2) << 52)) {
    mantissa = std::uint64_t(1) << 52;
    ++exponent;
  }
  value = std::bit_cast<double>((mantissa & ~(std::uint64_t(1) << 52)) | (std::uint64_t(exponent) << 52));
  return true;
}

inline bool is_digit(char c) { return std::uint8_t(c - '0') < 10; }

inline constexpr std::uint64_t zeros_in_text = 0x3030303030303030U;
inline constexpr std::array<std::uint64_t, 8> tens{1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

// The highest bit of the first byte that is no digit, of little-endian bytes; bits above it mean nothing.
inline std::uint64_t mark_non_digits(std::uint64_t eight) {
  return ((eight + 0x4646464646464646U) | (eight - zeros_in_text)) & 0x8080808080808080U;
}
inline std::uint64_t read_eight_digits(std::uint64_t eight) {
  eight -= zeros_in_text;
  eight = eight * 10 + (eight >> 8);
  return (((eight & 0x000000FF000000FFU) * 0x000F424000000064U) +
          (((eight >> 16) & 0x000000FF000000FFU) * 0x0000271000000001U)) >>
         32;
}

inline const char* read_digits(const char* p, const char* end, std::uint64_t& w) {
  if constexpr (std::endian::native == std::endian::little)
    while (end - p >= 8) {
      std::uint64_t eight;
      std::memcpy(&eight, p, sizeof eight);
      const std::uint64_t marks = mark_non_digits(eight);
      if (marks == 0) {
        w = w * 100000000U + read_eight_digits(eight);
        p += 8;
        continue;
      }
      const auto count = std::size_t(std::countr_zero(marks)) / 8;
      if (count == 0) return p;
      w = w * tens[count] + read_eight_digits((eight << (64 - 8 * count)) | (zeros_in_text >> (8 * count)));
      return p + count;
    }
  for (; p != end && is_digit(*p); ++p) w = w * 10 + std::uint64_t(*p - '0');
  return p;
}

// Digits that count: without the zeros in front.
inline long significant(const char* p, const char* end) {
  while (p != end && (*p == '0' || *p == '.')) ++p;
  long count = 0;
  for (; p != end; ++p) count += is_digit(*p) ? 1 : 0;
  return count;
}

// Adds the power behind an e; leaves p where it is when there is none. False: an e without digits, or with many.
inline bool read_exponent(const char*& p, const char* end, long& exponent) {
  if (p == end || (*p | 0x20) != 'e') return true;
  const char* q = p + 1;
  const bool down = q != end && *q == '-';
  if (q != end && (*q == '-' || *q == '+')) ++q;
  const char* const digits = q;
  long power = 0;
  for (; q != end && is_digit(*q) && q - digits < 4; ++q) power = power * 10 + (*q - '0');
  if (q == digits || (q != end && is_digit(*q))) return false;
  exponent += down ? -power : power;
  p = q;
  return true;
}

// As std::from_chars does: reads the number at the start of [begin, end) and returns where it ends; null when there is
// none, or one beyond the range of a double.
inline const char* read(const char* begin, const char* end, double& value) {
  const auto by_library = [begin, end, &value]() -> const char* {
    const auto [stop, error] = std::from_chars(begin, end, value);
    return error == std::errc() ? stop : nullptr;
  };
  const char* p = begin;
  const bool negative = p != end && *p == '-';
  if (negative) ++p;
  const char* const first = p;
  std::uint64_t w = 0;
  p = read_digits(p, end, w);
  long count = p - first;
  long exponent = 0;
  if (p != end && *p == '.') {
    const char* const fraction = ++p;
    p = read_digits(p, end, w);
    exponent = fraction - p;
    count -= exponent;
  }
  constexpr long most_digits = 19;  // 10^19 < 2^64
  if (count == 0 || (count > most_digits && significant(first, p) > most_digits)) return by_library();
  if (!read_exponent(p, end, exponent)) return by_library();
  constexpr std::uint64_t exact = std::uint64_t(1) << 53;
  double size = 0.0;
  if (w < exact && exponent >= -22 && exponent <= 22)
    size =
        exponent < 0 ? double(w) / exact_tens[std::size_t(-exponent)] : double(w) * exact_tens[std::size_t(exponent)];
  else if (w != 0 && (exponent < smallest_power || exponent > largest_power || !by_products(w, int(exponent), size)))
    return by_library();
  value = negative ? -size : size;
  return p;
}

}  // namespace stickslip::io::number
