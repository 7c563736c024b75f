// What the program writes, it reads, and what others write of what it reads alone: every kind of file, with names and
// numbers that rapidcheck makes.
//
// RC_PARAMS chooses another seed or more cases: RC_PARAMS="seed=7 max_success=10000".
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <set>

#include "../support/folder.hpp"
#include "../support/mutate.hpp"
#include "../support/shell.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/journal.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/mat.hpp"
#include "stickslip/io/measurement.hpp"
#include "stickslip/io/sweep.hpp"
#include "stickslip/measurement.hpp"
#include "stickslip/text/encoding.hpp"
#include "stickslip/text/quoting.hpp"
#ifdef STICKSLIP_HAS_MATIO
#include "mat_writer.hpp"
#endif
#ifdef STICKSLIP_HAS_TOML
#include "stickslip/io/model.hpp"
#include "stickslip/io/toml.hpp"
#endif

namespace stickslip::io {

using namespace measurement;

namespace {

// Before the first property reads it. The same cases in every run.
[[maybe_unused]] const int seeded = setenv("RC_PARAMS", "seed=18 max_success=300", 0);

// Pieces that some reader or writer gives a meaning, between plain letters.
rc::Gen<std::string> hostile_text() {
  const auto piece = rc::gen::elementOf(std::vector<std::string>{
      "a",      "B",         "_",    "1",    ".",  " ", ",",   ";",   "|",      "\t",        "\"",
      "\"\"",   "'",         "=",    "+",    "-",  "@", "#",   "%",   "//",     "*/",        "/*",
      "-->",    "</script>", "[",    "]",    "(",  ")", "[N]", "_mm", "(s)",    "\\",        "\n",
      "\r",     "\x1B[2J",   "\x07", "&",    "<",  ">", "${",  "%{",  "\u00B5", "\xFC",      "\u202E",
      "\uFEFF", "nan",       "1e5",  "time", "$(", "`", "{",   "}",   "\x7F",   "\U0001F600"});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), [](const std::vector<std::string>& pieces) {
    std::string text;
    for (const std::string& p : pieces) text += p;
    return text;
  });
}

rc::Gen<double> any_number() {
  return rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t bits) {
    const auto number = std::bit_cast<double>(bits);
    return std::isfinite(number) ? number : double(bits % 1000) / 8.0;
  });
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (std::isnan(x) && std::isnan(y));
  });
}

// ---- CSV

// Names as a reader gives them: clean, not empty, all different.
std::vector<Column> some_columns() {
  std::vector<Column> columns;
  std::set<std::string> names;
  const std::size_t count = *rc::gen::inRange<std::size_t>(1, 6);
  for (std::size_t k = 0; k < count; ++k) {
    std::string name = text::clean_name(*hostile_text());
    if (name.empty() || !names.insert(name).second) name = "column " + std::to_string(k);
    columns.push_back(
        {name, *rc::gen::elementOf(std::vector<std::string>{"", "N", "m/s", "1", "-", "\u00B5m", "a, b"})});
  }
  return columns;
}

TEST(round_trip, a_table_comes_back_with_its_names_units_and_bits) {
  EXPECT_TRUE(rc::check([] {
    const auto columns = some_columns();
    std::vector<std::vector<double>> values(columns.size());
    const std::size_t rows = *rc::gen::inRange<std::size_t>(1, 5);
    for (auto& column : values)
      for (std::size_t i = 0; i < rows; ++i) column.push_back(*any_number());
    const std::string text = csv_text(columns, values);
    RC_LOG(text);
    const Dataset read = dataset_from_csv(text, "own.csv");
    RC_ASSERT(read.columns.size() == columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      RC_ASSERT(read.columns[k].name == columns[k].name);
      RC_ASSERT(read.columns[k].unit == columns[k].unit);
      RC_ASSERT(same_bits(read.values[k], values[k]));
    }
  }));
}

// A file with any bytes as its names is read or refused; what an import writes of it is read again, as the same motion.
TEST(round_trip, a_measurement_of_any_names_is_read_again) {
  EXPECT_TRUE(rc::check([] {
    std::string text = "time[s],displacement[mm],force[N]";
    const std::size_t others = *rc::gen::inRange<std::size_t>(1, 4);
    for (std::size_t k = 0; k < others; ++k) text += "," + *hostile_text();
    for (int i = 0; i < 12; ++i) {
      text += "\n" + std::to_string(i) + "," + std::to_string(i * i % 7) + "," + std::to_string(i % 5);
      for (std::size_t k = 0; k < others; ++k) text += "," + std::to_string(i);
    }
    RC_LOG(text);
    Measurement first;
    try {
      first = import_measurement(dataset_from_csv(text, "foreign.csv"), {});
    } catch (const std::invalid_argument&) {
      RC_DISCARD("refused");
    }
    const std::string own = csv_text(first);
    RC_LOG(own);
    const Dataset read = dataset_from_csv(own, "measurement.csv");
    RC_ASSERT(read.columns.size() == first.data.columns.size());
    for (std::size_t k = 0; k < read.columns.size(); ++k) {
      RC_ASSERT(read.columns[k].name == first.data.columns[k].name);
      RC_ASSERT(same_bits(read.values[k], first.data.values[k]));
    }
    RC_ASSERT(import_measurement(read, {}).step == first.step);
  }));
}

TEST(round_trip, a_table_in_utf_16_comes_back_from_its_measurement) {
  std::string bytes = "\xFF\xFE";
  for (const char16_t c :
       std::u16string(u"time [s]\tWeg, \u00B5 \"roh\" [mm]\tforce [N]\n0\t0\t1\n1\t1\t2\n2\t0\t1\n3\t1\t"
                      u"2\n4\t2\t2\n5\t1\t1\n"))
    bytes += {char(c & 0xFF), char(c >> 8)};
  const Measurement m = import_measurement(dataset_from_csv(bytes, "excel.txt"), {});
  const Dataset read = dataset_from_csv(csv_text(m), "measurement.csv");
  ASSERT_EQ(read.columns.size(), m.data.columns.size());
  for (std::size_t k = 0; k < read.columns.size(); ++k) EXPECT_EQ(read.columns[k].name, m.data.columns[k].name);
}

// ---- MATLAB, written by matio

#ifdef STICKSLIP_HAS_MATIO

class MatFile : public tests::InFolder {};

// Any bits as doubles, one of ten files of version 7.3, which is read by a process of its own.
TEST_F(MatFile, of_any_numbers_comes_back_to_the_bit) {
  EXPECT_TRUE(rc::check([this] {
    const std::size_t rows = *rc::gen::inRange<std::size_t>(2, 40), wide = *rc::gen::inRange<std::size_t>(1, 4);
    const int kind = *rc::gen::inRange(0, 10);
    const auto bits = *rc::gen::container<std::vector<std::uint64_t>>(rows * wide, rc::gen::arbitrary<std::uint64_t>());
    std::vector<double> numbers;
    for (const std::uint64_t b : bits) numbers.push_back(std::bit_cast<double>(b));
    std::vector<float> singles;
    std::vector<std::int16_t> integers;
    for (std::size_t i = 0; i < rows; ++i) {
      singles.push_back(float(double(bits[i] % 100'000) / 7.0));
      integers.push_back(std::int16_t(bits[i]));
    }
    std::filesystem::remove(in("own.mat"));
    {
      tests::MatWriter mat(in("own.mat"), kind == 0 ? MAT_FT_MAT73 : MAT_FT_MAT5,
                           kind % 2 == 0 ? MAT_COMPRESSION_NONE : MAT_COMPRESSION_ZLIB);
      mat.matrix("x", numbers, rows);
      mat.singles("single", singles);
      mat.integers("integer", integers);
    }
    const Dataset read = read_dataset(in("own.mat"));
    RC_ASSERT(read.columns.size() == wide + 2);
    for (std::size_t k = 0; k < read.columns.size(); ++k) {
      std::vector<double> wanted;
      for (std::size_t i = 0; i < rows; ++i) {
        const std::string& name = read.columns[k].name;
        const std::size_t column = name == "x" ? 0 : name.starts_with("x_") ? std::size_t(name.back() - '1') : 0;
        wanted.push_back(name == "single"    ? double(singles[i])
                         : name == "integer" ? double(integers[i])
                                             : numbers[column * rows + i]);
      }
      RC_ASSERT(same_bits(read.values[k], wanted));
    }
  }));
}

// What other programs write of the same numbers.
class ForeignMatFile : public tests::InFolder {
 protected:
  // The script saves the doubles in the file `bits` as the variable x of files *.mat.
  void expect_bits_after(const std::string& command) {
    std::vector<double> numbers;
    tests::Dice dice(3);
    for (int i = 0; i < 500; ++i) numbers.push_back(std::bit_cast<double>(std::uint64_t(dice())));
    std::ofstream(in("bits"), std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers.data()), std::streamsize(numbers.size() * sizeof(double)));
    const tests::Outcome o = tests::shell("cd " + folder.string() + " && " + command + " 2>&1");
    ASSERT_EQ(o.code, 0) << o.text;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".mat") continue;
      ++files;
      const Dataset read = read_dataset(entry.path().string());
      ASSERT_EQ(read.columns.size(), 1U) << entry.path();
      EXPECT_TRUE(same_bits(read.values[0], numbers)) << entry.path();
    }
    EXPECT_GE(files, 2U);
  }
};

TEST_F(ForeignMatFile, of_octave_is_read_to_the_bit) {
  if (tests::shell("command -v octave-cli").code != 0) GTEST_SKIP() << "octave-cli is not installed";
  expect_bits_after(
      "octave-cli --no-init-file --eval \"x = fread(fopen('bits'), Inf, 'double'); save('-v6', 'v6.mat', 'x'); "
      "save('-v7', 'v7.mat', 'x')\"");
}

TEST_F(ForeignMatFile, of_scipy_is_read_to_the_bit) {
  if (tests::shell("/usr/bin/python3 -c 'import scipy.io' 2>/dev/null").code != 0)
    GTEST_SKIP() << "python3-scipy is not installed";
  expect_bits_after(
      "/usr/bin/python3 -c \"import numpy, scipy.io; x = numpy.fromfile('bits').reshape(-1, 1); "
      "scipy.io.savemat('plain.mat', {'x': x}); scipy.io.savemat('packed.mat', {'x': x}, do_compression=True); "
      "scipy.io.savemat('big.mat', {'x': x.astype('>f8')})\"");
}

#endif

// ---- JSON

TEST(round_trip, a_json_object_of_texts_and_numbers_comes_back) {
  EXPECT_TRUE(rc::check([] {
    FlatJson wanted;
    Json json = Json::object();
    const std::size_t count = *rc::gen::inRange<std::size_t>(0, 6);
    for (std::size_t k = 0; k < count; ++k) {
      std::string key = *hostile_text() + std::to_string(k);
      if (!text::is_utf8(key)) key = text::utf8_from_windows_1252(key);
      if (*rc::gen::arbitrary<bool>()) {
        json.add(key, Json(wanted.numbers[key] = *any_number()));
      } else {
        std::string value = *hostile_text();
        if (!text::is_utf8(value)) value = text::utf8_from_windows_1252(value);
        json.add(key, Json(wanted.texts[key] = value));
      }
    }
    RC_LOG(json.text());
    RC_ASSERT(text::printable(json.text()) == json.text());  // a terminal shows it as it is
    const FlatJson read = read_flat_json(json.text(), "own.json");
    RC_ASSERT(read.texts == wanted.texts);
    RC_ASSERT(read.numbers == wanted.numbers);
  }));
}

// ---- journals

TEST(round_trip, a_journal_gives_back_its_rows) {
  const auto folder = std::filesystem::temp_directory_path() / ("stickslip_journals_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  EXPECT_TRUE(rc::check([&folder] {
    const JournalLines task{{"law", text::clean_name(*hostile_text())}, {"data", text::clean_name(*hostile_text())}};
    std::vector<std::string> rows;
    for (std::size_t k = *rc::gen::inRange<std::size_t>(0, 6); k > 0; --k) {
      std::string row = *hostile_text();
      std::erase(row, '\n');
      rows.push_back(row);
    }
    std::filesystem::remove(folder / "sweep.journal");
    for (const std::string& row : rows) WorkJournal(folder.string(), "sweep", task).append(row);
    RC_ASSERT(WorkJournal(folder.string(), "sweep", task).rows() == rows);
  }));
  std::filesystem::remove_all(folder);
}

// ---- TOML

#ifdef STICKSLIP_HAS_TOML

// Some fields of a group moved within their bounds; what breaks a relation stays as it was.
void perturb(ParamGroup& group) {
  for (const Field& f : group.table) {
    if (!f.choices.empty() || !*rc::gen::arbitrary<bool>()) continue;
    ParamGroup moved = group;
    for (std::size_t i = 0; i < group.list(f.name).size(); ++i)
      moved.values[f.first + i] *= 1.0 + 1e-3 * double(*rc::gen::inRange(-999, 999)) / 3.0;
    if (complaint(moved).empty()) group = moved;
  }
}

TEST(round_trip, a_model_of_every_law_comes_back_to_the_bit) {
  for (const LawInfo& law : law_catalogue())
    EXPECT_TRUE(rc::check([&law] {
      const std::size_t elements = law.has_elements ? *rc::gen::inRange<std::size_t>(1, 9) : 0;
      ParamGroup group = law_group(law.name, elements);
      perturb(group);
      const std::string text = law_toml(law.name, elements, group) +
                               "\n[fit]\nrotary = true\n[provenance]\nfile = " + text::toml_string(*hostile_text()) +
                               "\nhash = \"ab12\"\n";
      RC_LOG(text);
      const Model read = model_from_toml(text, "own.toml");
      RC_ASSERT(read.law == law.name);
      RC_ASSERT(same_bits(read.group.values, group.values));
      RC_ASSERT(read.data_hash == "ab12");
    })) << law.name;
}

TEST(round_trip, an_experiment_of_every_kind_comes_back_to_the_bit) {
  for (const auto& info : experiment::experiment_catalogue())
    EXPECT_TRUE(rc::check([&info] {
      experiment::Experiment e = experiment::experiment({.base = std::string(info.name)});
      for (ParamGroup* group : {&e.law, &e.plant, &e.drive, &e.solver, &e.run}) perturb(*group);
      const bool takes_table = !experiment::table_column(info.name).name.empty();
      if (takes_table) e.table.file = text::clean_name("/data/" + *hostile_text());
      const std::string text = toml_text(e);
      RC_LOG(text);
      auto recipe = recipe_from_toml(text, "own.toml");
      if (takes_table) {
        const auto table = std::find_if(recipe.settings.begin(), recipe.settings.end(), names_input_table);
        RC_ASSERT(table != recipe.settings.end());
        RC_ASSERT(table->value.text == e.table.file);
        recipe.settings.erase(table);
      }
      const experiment::Experiment read = experiment::experiment(recipe);
      RC_ASSERT(same_bits(read.law.values, e.law.values));
      RC_ASSERT(same_bits(read.plant.values, e.plant.values));
      RC_ASSERT(same_bits(read.drive.values, e.drive.values));
      RC_ASSERT(same_bits(read.solver.values, e.solver.values));
      RC_ASSERT(same_bits(read.run.values, e.run.values));
    })) << info.name;
}

TEST(round_trip, the_spec_of_a_sweep_comes_back_as_the_same_sweep) {
  EXPECT_TRUE(rc::check([] {
    sweep::SweepRecipe recipe{.experiment = {.base = "stick-slip"}};
    recipe.method = *rc::gen::elementOf(std::vector{sweep::SweepMethod::grid, sweep::SweepMethod::latin_hypercube});
    const bool grid = recipe.method == sweep::SweepMethod::grid;
    if (!grid) recipe.samples = *rc::gen::inRange<std::size_t>(1, 20);
    recipe.seed = grid ? 1 : *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
    const double from = 1.0 + double(*rc::gen::inRange(0, 999)) / 7.0;
    sweep::SweepParameter mass{.name = "plant.mass", .from = from, .to = from * 3.0, .scale = Scale::log};
    if (grid) mass.count = *rc::gen::inRange<std::size_t>(2, 9);
    recipe.parameters = {mass, {.name = "law.coulomb", .values = {1.0 / 3.0, from / 1000.0}}};
    const sweep::Sweep wanted = sweep::sweep(recipe);
    const std::string text = toml_text(wanted);
    RC_LOG(text);
    const sweep::Sweep read = sweep::sweep(sweep_from_toml(text, "own.toml"));
    RC_ASSERT(description(read, "1") == description(wanted, "1"));
    RC_ASSERT(same_bits(read.places, wanted.places));
  }));
}

#endif

}  // namespace
}  // namespace stickslip::io
