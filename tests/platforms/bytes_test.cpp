// Files and states are the same bytes on every processor, whichever end of a number it keeps first. Runs here, and
// under an emulator on a processor with the other order (big_endian/).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>

#include "../support/folder.hpp"
#include "fmu/moment.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/journal.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/mat.hpp"
#include "stickslip/numerics/hash.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip {
namespace {

class Bytes : public tests::InFolder {};

constexpr std::array<double, 5> numbers{0.1, -1.0 / 3.0, 123456789.0, 4.9406564584124654e-324, 1.7976931348623157e308};

std::uint64_t hash_dataset(std::span<const unsigned char> bytes) {
  numerics::Fnv1a hash;
  for (const unsigned char byte : bytes) hash.add(byte);
  return hash.value();
}

TEST_F(Bytes, of_a_table_are_the_shortest_digits_and_are_read_to_the_last_bit) {
  const std::vector<Column> columns{{"x", "m"}};
  const std::vector<std::vector<double>> values{{numbers.begin(), numbers.end()}};
  const std::string text = io::csv_text(columns, values);
  EXPECT_EQ(text, "x[m]\n0.1\n-0.3333333333333333\n123456789\n5e-324\n1.7976931348623157e+308\n");
  EXPECT_EQ(io::dataset_from_csv(text, "x.csv").values, values);
}

// Digits are read eight at a time where the lowest byte comes first.
TEST_F(Bytes, of_numbers_of_every_length_are_read_as_the_standard_library_does) {
  numerics::Generator g(3);
  std::string text = "x[m]\n";
  std::vector<double> expected;
  for (int i = 0; i < 2000; ++i) {
    std::string number = std::to_string(g.next()).substr(0, 1 + g.below(19));
    number.insert(g.below(number.size()) + 1, ".");
    text += number + "\n";
    double value = 0.0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    expected.push_back(value);
  }
  EXPECT_EQ(io::dataset_from_csv(text, "x.csv").values[0], expected);
}

TEST_F(Bytes, of_texts_in_utf_16_are_read_in_both_orders) {
  for (const bool big : {false, true}) {
    std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : std::string("x[m]\n1.5\n")) bytes += big ? std::string{'\0', c} : std::string{c, '\0'};
    const auto data = io::dataset_from_csv(bytes, "x.csv");
    EXPECT_EQ(data.columns[0].name, "x");
    EXPECT_EQ(data.values[0], std::vector<double>{1.5});
  }
}

TEST_F(Bytes, of_json_are_the_same_and_are_read) {
  io::Json json = io::Json::object();
  for (std::size_t k = 0; k < numbers.size(); ++k) json.add("x" + std::to_string(k), numbers[k]);
  json.add("name", "µ");
  EXPECT_EQ(json.text(),
            "{\n  \"x0\": 0.1,\n  \"x1\": -0.3333333333333333,\n  \"x2\": 123456789,\n  \"x3\": 5e-324,\n"
            "  \"x4\": 1.7976931348623157e+308,\n  \"name\": \"µ\"\n}");
  const io::FlatJson read = io::read_flat_json(json.text(), "x.json");
  for (std::size_t k = 0; k < numbers.size(); ++k) EXPECT_EQ(read.numbers.at("x" + std::to_string(k)), numbers[k]);
}

TEST_F(Bytes, of_a_journal_are_the_same_and_are_read) {
  const io::JournalLines task{{"law.coulomb", "1.5"}};
  {
    io::WorkJournal journal(folder.string(), "fit", task);
    journal.append("12,3ff0000000000000");
  }
  EXPECT_EQ(to_text(in("fit.journal")),
            "# stickslip fit journal 2\n# law.coulomb = 1.5\n# checksum,row\n811367194b778f59,12,3ff0000000000000\n");
  EXPECT_EQ(io::WorkJournal(folder.string(), "fit", task).rows(), std::vector<std::string>{"12,3ff0000000000000"});
}

// ---- a MATLAB file of version 5: one vector of three numbers called "force", in either order

class MatBytes {
 public:
  explicit MatBytes(std::endian order) : order_(order) {
    bytes_ = "MATLAB 5.0 MAT-file";
    bytes_.resize(124, ' ');
    add(std::uint16_t(0x0100));
    add(std::uint16_t(0x4D49));  // "MI", or "IM" where the lowest byte is first
  }
  void add_vector(std::string_view name, std::span<const double> values) {
    constexpr std::uint32_t int8 = 1, int32 = 5, uint32 = 6, float64 = 9, matrix = 14, doubles = 6;
    const auto padded = (name.size() + 7) / 8 * 8;
    add_tag(matrix, 16 + 16 + 8 + padded + 8 + values.size() * 8);
    add_tag(uint32, 8);
    add(doubles), add(std::uint32_t(0));
    add_tag(int32, 8);
    add(std::uint32_t(values.size())), add(std::uint32_t(1));
    add_tag(int8, name.size());
    bytes_ += std::string(name) + std::string(padded - name.size(), '\0');
    add_tag(float64, values.size() * 8);
    for (const double x : values) add(std::bit_cast<std::uint64_t>(x));
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void add_tag(std::uint32_t type, std::size_t size) { add(type), add(std::uint32_t(size)); }
  template <class Word>
  void add(Word word) {
    for (std::size_t k = 0; k < sizeof word; ++k) {
      const std::size_t place = order_ == std::endian::little ? k : sizeof word - 1 - k;
      bytes_ += char((word >> (8 * place)) & 0xFFU);
    }
  }
  std::endian order_;
  std::string bytes_;
};

TEST_F(Bytes, of_matlab_files_are_read_in_both_orders) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    MatBytes mat(order);
    mat.add_vector("force", numbers);
    const auto data = io::dataset_from_mat5(mat.bytes(), "x.mat");
    ASSERT_EQ(data.columns.size(), 1U);
    EXPECT_EQ(data.columns[0].name, "force");
    EXPECT_EQ(data.values[0], std::vector<double>(numbers.begin(), numbers.end()));
  }
}

// ---- states of FMUs

fmu::Moment example_moment() {
  fmu::Moment m;
  m.phase = fmu::Phase::step;
  m.inputs = {0.1, -2.0};
  m.params = {1.0 / 3.0};
  m.used = {1.0, 0.0};
  m.given = {std::numeric_limits<double>::quiet_NaN()};
  m.before = {0.0, 5e-324};
  m.scales = {7.0};
  m.progress.t = 0.25;
  m.progress.state = {1e300};
  m.progress.step = 1e-3;
  m.progress.sizes = {2.0};
  m.progress.arming.arm(0, 1.0, false);
  return m;
}

TEST_F(Bytes, of_a_serialized_state_are_the_same_and_are_read) {
  const auto bytes = fmu::serialize_moment(example_moment(), "token");
  ASSERT_EQ(bytes.size(), 8U * 19U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(4.0), 0x4010000000000000U);
  const std::vector<unsigned char> phase(bytes.begin() + 8, bytes.begin() + 16);  // behind the checksum: 4, a step
  EXPECT_EQ(phase, (std::vector<unsigned char>{0, 0, 0, 0, 0, 0, 0x10, 0x40}));
  EXPECT_EQ(hash_dataset(bytes), 12998083472957583809U);
  fmu::Moment like = example_moment();
  like.progress = {.state = {0.0}};
  const fmu::Moment read = fmu::moment_from(bytes, "token", like);
  EXPECT_EQ(read.progress.t, 0.25);
  EXPECT_EQ(read.progress.state, std::vector<double>{1e300});
  EXPECT_EQ(read.before, (std::vector<double>{0.0, 5e-324}));
  EXPECT_TRUE(read.progress.arming.armed[0]);
  EXPECT_EQ(fmu::serialize_moment(read, "token"), bytes);
}

TEST_F(Bytes, of_a_serialized_state_are_refused_when_one_of_them_is_changed) {
  auto bytes = fmu::serialize_moment(example_moment(), "token");
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    bytes[k] = static_cast<unsigned char>(bytes[k] ^ 1U);
    EXPECT_THROW(fmu::moment_from(bytes, "token", example_moment()), fmu::Refusal) << k;
    bytes[k] = static_cast<unsigned char>(bytes[k] ^ 1U);
  }
  EXPECT_THROW(fmu::moment_from(bytes, "another token", example_moment()), fmu::Refusal);
}

// ---- what results are computed from

TEST_F(Bytes, of_hashes_and_random_numbers_are_the_same) {
  numerics::Fnv1a hash;
  hash.add(1.0 / 3.0);
  hash.add(std::uint64_t(12));
  hash.add(std::string_view("seal.csv"));
  EXPECT_EQ(hash.value(), 10021398677996644324U);
  numerics::Generator g(42);
  EXPECT_EQ(g.next(), 13679457532755275413U);  // as SplitMix64 is published
  EXPECT_EQ(g.below(1000), 291U);
}

}  // namespace
}  // namespace stickslip
