#include "moment.hpp"

#include <array>
#include <bit>

#include "stickslip/numerics/hash.hpp"

namespace stickslip::fmu {
namespace {

// Visits every number of a moment in one order, for writing and for reading.
template <class M, class Number>
void for_each_number(M& m, Number number) {
  for (auto* list :
       {&m.inputs, &m.params, &m.used, &m.given, &m.before, &m.rates, &m.scales, &m.progress.state, &m.progress.sizes})
    for (auto& x : *list) number(x);
  for (std::size_t k = 0; k < m.scales.size(); ++k) number(m.progress.arming.rest[k]);
  number(m.progress.t);
  number(m.progress.step);
  number(m.stop);
}

std::uint64_t checksum(std::span<const double> numbers, std::string_view token) {
  numerics::Fnv1a hash;
  hash.add(token);
  for (const double x : numbers) hash.add(x);
  return hash.value();
}

constexpr std::size_t word_size = 8;

// The lowest byte first, on every processor.
void add_word(std::vector<unsigned char>& bytes, std::uint64_t word) {
  for (std::size_t k = 0; k < word_size; ++k) bytes.push_back(static_cast<unsigned char>((word >> (8 * k)) & 0xFFU));
}

std::uint64_t word_in(std::span<const unsigned char> bytes, std::size_t index) {
  std::uint64_t word = 0;
  for (std::size_t k = 0; k < word_size; ++k) word |= std::uint64_t(bytes[index * word_size + k]) << (8 * k);
  return word;
}

std::vector<unsigned char> as_bytes(const std::vector<double>& numbers, std::uint64_t sum) {
  std::vector<unsigned char> bytes;
  bytes.reserve((numbers.size() + 1) * word_size);
  add_word(bytes, sum);
  for (const double x : numbers) add_word(bytes, std::bit_cast<std::uint64_t>(x));
  return bytes;
}

}  // namespace

std::string_view to_text(Phase phase) {
  constexpr std::array<std::string_view, 6> names{"instantiated",  "in initialization mode",
                                                  "in event mode", "in continuous-time mode",
                                                  "in step mode",  "terminated"};
  return names.at(std::size_t(phase));
}

std::vector<unsigned char> serialize_moment(const Moment& moment, std::string_view token) {
  std::vector<double> numbers{double(moment.phase), moment.progress.sizes.empty() ? 0.0 : 1.0};
  for_each_number(moment, [&numbers](double x) { numbers.push_back(x); });
  for (std::size_t k = 0; k < moment.scales.size(); ++k) numbers.push_back(moment.progress.arming.armed[k] ? 1.0 : 0.0);
  return as_bytes(numbers, checksum(numbers, token));
}

Moment moment_from(std::span<const unsigned char> bytes, std::string_view token, Moment like) {
  constexpr std::size_t head = 2;  // phase, whether there are sizes
  if (bytes.size() < (1 + head) * word_size || bytes.size() % word_size != 0)
    refuse("these bytes are not a serialized state");
  std::vector<double> numbers(bytes.size() / word_size - 1);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = std::bit_cast<double>(word_in(bytes, k + 1));
  if (word_in(bytes, 0) != checksum(numbers, token))
    refuse("these bytes are not a serialized state of this FMU, or they are damaged");
  if (!(numbers[0] >= 0.0 && numbers[0] <= double(Phase::terminated))) refuse("the serialized state has no phase");
  like.phase = Phase(int(numbers[0]));
  like.progress.sizes.resize(numbers[1] > 0.0 ? like.progress.state.size() : 0);
  std::size_t count = head + like.scales.size();
  for_each_number(like, [&count](double) { ++count; });
  if (count != numbers.size()) refuse("the serialized state has another size than this FMU's");
  std::size_t next = head;
  for_each_number(like, [&](double& x) { x = numbers[next++]; });
  for (std::size_t k = 0; k < like.scales.size(); ++k) like.progress.arming.armed[k] = numbers[next++] > 0.0;
  return like;
}

}  // namespace stickslip::fmu
