// Files that were damaged on their way: readers must end soon, and either read them or refuse them with their place.
//
// STICKSLIP_MUTATED_FILES says how many there are of each kind; the seeds are fixed, so that a failure comes back.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "../support/mutate.hpp"
#include "readers.hpp"
#include "stickslip/translate/translate.hpp"
#ifdef STICKSLIP_HAS_TOML
#include "stickslip/export/export.hpp"
#include "stickslip/io/toml.hpp"
#endif

namespace stickslip::io {

using namespace exporting;

namespace {

using tests::Dice;
using tests::files_wanted;
using tests::mutate;
using tests::Reader;

struct Answer {
  bool refused = false;
  std::string fault = {};  // what is wrong with the answer
};

// [s]; an ordinary file takes less than a millisecond, a sanitized one ten times that
constexpr double longest = 2.0;

Answer collect_answer(const Reader& reader, const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  try {
    reader.read(text, reader.name);
  } catch (const std::invalid_argument& refusal) {
    answer.refused = true;
    const std::string what = refusal.what();
    if (what.find(reader.name) == std::string::npos) answer.fault = "the refusal does not name the file: " + what;
  } catch (const std::exception& error) {
    answer.fault = std::string("not a refusal: ") + error.what();
  }
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (took > longest) answer.fault += " it took " + std::to_string(took) + " s";
  return answer;
}

// Whole files are read; some damage is harmless, some is not: with neither of them the reader was hardly tried.
void try_mutations(const Reader& reader, std::size_t count, unsigned seed) {
  for (const std::string& whole : reader.seeds) ASSERT_NO_THROW(reader.read(whole, reader.name));
  Dice dice(seed);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = reader.seeds[i % reader.seeds.size()];
    for (std::size_t k = 1 + dice() % 4; k > 0; --k) mutate(text, dice);
    const Answer answer = collect_answer(reader, text);
    ASSERT_EQ(answer.fault, "") << reader.name << ", number " << i << ":\n" << text.substr(0, 2000);
    if (answer.refused) ++refused;
  }
  EXPECT_GT(refused, count / 100);
  EXPECT_LT(refused, count - count / 100);
}

TEST(mutated, tables_are_read_or_refused_with_their_place) { try_mutations(tests::csv_reader(), files_wanted(), 1); }

// A fifth as many: each is written, locked and cut on the disk.
TEST(mutated, journals_go_on_or_are_refused_with_their_place) {
  const Reader journal = tests::journal_reader();
  try_mutations(journal, files_wanted() / 5, 7);
  std::filesystem::remove_all(std::filesystem::path(journal.name).parent_path());
}

TEST(mutated, json_is_read_or_refused_with_its_place) {
  Reader json = tests::json_reader();
  try_mutations(json, files_wanted() / 2, 8);
  json.seeds.pop_back();  // is no file of BAM's
  json.read = [](const std::string& text, const std::string& file) { (void)translate::laws_from_bam(text, file); };
  try_mutations(json, files_wanted() / 2, 9);
}

#ifdef STICKSLIP_HAS_MATIO
// A tenth as many: each is read by a process of its own.
TEST(mutated, hdf5_files_are_read_or_refused_with_their_place) {
  const Reader mat = tests::hdf5_reader();
  try_mutations(mat, files_wanted() / 10, 5);
  std::filesystem::remove(mat.name);
}

TEST(mutated, matlab_files_are_read_or_refused_with_their_place) {
  try_mutations(tests::matlab_reader(), files_wanted(), 2);
}
#endif

// ---- TOML

#ifdef STICKSLIP_HAS_TOML
const std::string experiment =
    "[experiment]\nbase = \"stick-slip\"\n[law]\nname = \"gms\"\nelements = 3\ncoulomb = [1.5, 2]\n[plant]\nmass = \"2 "
    "kg\"\n[solver]\nmethod = \"rosenbrock\"\n[run]\nend = 20\n";
const std::string sweep =
    "[experiment]\nbase = \"stick-slip\"\n[sweep]\nmethod = \"grid\"\nfigures = "
    "[\"period\"]\n[[sweep.parameter]]\nname = "
    "\"plant.mass\"\nvalues = [1, 2, \"5 kg\"]\n[[sweep.parameter]]\nname = \"law.coulomb\"\nfrom = 1\nto = 2\ncount = "
    "3\n";

TEST(mutated, experiment_files_are_read_or_refused_with_their_place) {
  const Reader recipe{"damaged.toml", {experiment}, [](const std::string& text, const std::string& file) {
                        (void)recipe_from_toml(text, file);
                      }};
  try_mutations(recipe, files_wanted(), 3);
  const Reader spec{"damaged.toml", {sweep}, [](const std::string& text, const std::string& file) {
                      (void)sweep_from_toml(text, file);
                    }};
  try_mutations(spec, files_wanted(), 4);
}

// A model that is read can be written, in every language.
TEST(mutated, models_are_exported_or_refused_with_their_place) {
  Reader model = tests::model_reader();
  model.read = [](const std::string& text, const std::string& file) {
    const Model read = model_from_toml(text, file);
    for (const std::string path : {"a.c", "a.h"})
      (void)export_files("c", read, {.single_precision = path == "a.h", .compensation = true}, path);
    (void)export_files("matlab", read, {.compensation = true}, "a.m");
    (void)export_files("js", read, {.changeable_parameters = true}, "a.js");
    (void)export_files("modelica", read, {}, "a.mo");
  };
  try_mutations(model, files_wanted(), 6);
}
#endif

}  // namespace
}  // namespace stickslip::io
