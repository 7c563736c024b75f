// How long does it take to read a measurement of a million rows and four columns, beside numpy and pandas?
//
// Two files: numbers as a logger writes them (six digits), and to the last bit (17 digits). Everybody reads the file
// from the page cache. The sum of all bits of all values tells who read which numbers exactly.
#include <unistd.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "harness.hpp"
#include "stickslip/io/csv.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::io;
using namespace stickslip::measurement;

// time, displacement, velocity, force of something that shakes.
std::string table_text(std::size_t rows, int digits) {
  std::mt19937_64 dice(1);
  std::normal_distribution<double> noise;
  std::string text = "time[s],displacement[m],velocity[m/s],force[N]\n";
  char number[32];
  for (std::size_t i = 0; i < rows; ++i)
    for (int k = 0; k < 4; ++k) {
      const double value = k == 0 ? double(i) * 1e-3 : noise(dice) * (k == 1 ? 1e-4 : k == 2 ? 0.1 : 20.0);
      const auto form = std::chars_format::general;
      const int shown = k == 0 ? 9 : digits;
      text.append(number, std::to_chars(number, number + sizeof number, value, form, shown).ptr);
      text += k == 3 ? '\n' : ',';
    }
  return text;
}

std::uint64_t hash_bits(const Dataset& data) {
  std::uint64_t sum = 0;
  for (const auto& column : data.values)
    for (const double v : column) sum += std::bit_cast<std::uint64_t>(v);
  return sum;
}

// By the C library, cell for cell: what is right.
std::uint64_t right_bits(const std::string& text) {
  std::uint64_t sum = 0;
  for (const char* p = text.data() + text.find('\n') + 1; *p != '\0'; ++p) {
    char* end = nullptr;
    sum += std::bit_cast<std::uint64_t>(std::strtod(p, &end));
    p = end;
  }
  return sum;
}

struct Row {
  std::string name;
  double seconds;
  std::uint64_t bits;
};

std::vector<Row> by_python(const std::string& file, std::size_t repeats) {
  std::vector<Row> rows;
#ifdef STICKSLIP_BENCH_PYTHON
  const std::string command = STICKSLIP_BENCH_PYTHON " " + file + " " + std::to_string(repeats) + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return rows;
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  if (pclose(pipe) != 0) return rows;
  std::istringstream lines(text);
  for (Row r; lines >> r.name >> r.seconds >> r.bits;) rows.push_back(r);
#else
  (void)file;
  (void)repeats;
#endif
  return rows;
}

// False when our own numbers are not exact.
bool compare(std::size_t rows, int digits, std::size_t repeats) {
  const auto folder = std::filesystem::temp_directory_path();
  const std::string file = (folder / ("stickslip_bench_" + std::to_string(getpid()) + ".csv")).string();
  const std::string text = table_text(rows, digits);
  std::ofstream(file) << text;
  const bench::Timing own = bench::timed(repeats, 1.0, [&file] { bench::keep(read_dataset(file)); });
  std::vector<Row> all{{"stickslip", own.median * 1e-9, hash_bits(read_dataset(file))}};
  for (const Row& r : by_python(file, repeats)) all.push_back(r);
  std::filesystem::remove(file);
  const std::uint64_t right = right_bits(text);
  bench::Table table({std::to_string(digits) + " digits, " + bench::digits(double(text.size()) * 1e-6) + " MB", "ms",
                      "MB/s", "times ours", "to the last bit"});
  for (const Row& r : all)
    table.add({r.name, bench::digits(r.seconds * 1e3), bench::digits(double(text.size()) * 1e-6 / r.seconds),
               bench::digits(r.seconds / all[0].seconds), r.bits == right ? "yes" : "no"});
  std::cout << table.text() << "\n";
  return all[0].bits == right;
}

}  // namespace

int main(int argc, char** argv) {
  bench::refuse_other_options(argc, argv, {"rows", "repeats"});
  const std::size_t rows = bench::option(argc, argv, "rows", 1'000'000);
  const std::size_t repeats = bench::option(argc, argv, "repeats", 5);
  std::cout << bench::machine() << "\n" << rows << " rows of four columns, median of " << repeats << "\n\n";
  bool exact = true;
  for (const int digits : {6, 17}) exact = compare(rows, digits, repeats) && exact;
  if (!exact) std::cerr << "numbers differ from those of the C library\n";
  return exact ? 0 : 1;
}
