// Files that were damaged on their way: readers must end soon, and either read them or refuse them with their place.
//
// STICKSLIP_MUTATED_FILES says how many there are altogether; the seeds are fixed, so that a failure comes back.
#include <gtest/gtest.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

#include "../support/mutate.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/mat.hpp"
#include "stickslip/measurement.hpp"
#ifdef STICKSLIP_HAS_TOML
#include "stickslip/export/export.hpp"
#include "stickslip/io/toml.hpp"
#endif
#ifdef STICKSLIP_HAS_MATIO
#include "mat_writer.hpp"
#endif

namespace stickslip::io {

using namespace exporting;
using namespace measurement;

namespace {

using tests::Dice;
using tests::files_wanted;
using tests::mutate;

// One kind of file: how it begins its life, and who reads it.
struct Reader {
  std::string name;  // of the file; every refusal must contain it
  std::vector<std::string> seeds;
  std::function<void(const std::string& text, const std::string& file)> read;
  double longest = 2.0;  // [s]; an ordinary one takes less than a millisecond, a sanitized one ten times that
};

struct Answer {
  bool refused = false;
  std::string fault = {};  // what is wrong with the answer
};

Answer answer_of(const Reader& reader, const std::string& text) {
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
  if (took > reader.longest) answer.fault += " it took " + std::to_string(took) + " s";
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
    const Answer answer = answer_of(reader, text);
    ASSERT_EQ(answer.fault, "") << reader.name << ", number " << i << ":\n" << text.substr(0, 2000);
    if (answer.refused) ++refused;
  }
  EXPECT_GT(refused, count / 100);
  EXPECT_LT(refused, count - count / 100);
}

// ---- CSV, read and imported

const std::vector<std::string> tables{
    "time[s],displacement[mm],force[N]\n0,0,1\n0.1,1,2\n0.2,2,3\n0.3,3,2\n0.4,2,1\n0.5,1,1\n0.6,0,-1\n0.7,-1,-2\n",
    "# bench 7\nt;x;F\n[s];[mm];[kN]\n0;0,5;1\n0,1;1,5;2\n0,2;2,5;3\n0,3;1,5;-1\n0,4;0,5;-2\n0,5;0,25;-2\n",
    "t_s q_rad dq_rad_s tau_Nm\n0 0 0 1\n.1 1 2 3\n.2 2 1 4\n.3 3 0 -1\n.5 2 -1 -2\n.6 1 -1 -2\n.7 0 0 0\n",
    "\"t [s]\",\"p [bar]\",\"\"\r\n\"0\",1,2\r\n1,2,3\r\n2,3,4\r\n2,3,4\r\n3,5,6\r\n4,7,8\r\n"};

TEST(mutated, tables_are_read_or_refused_with_their_place) {
  const Reader csv{"damaged.csv", tables, [](const std::string& text, const std::string& file) {
                     (void)import_measurement(dataset_from_csv(text, file), {});
                   }};
  try_mutations(csv, files_wanted() / 2, 1);
}

// ---- MATLAB

#ifdef STICKSLIP_HAS_MATIO
std::string own_file() {
  return (std::filesystem::temp_directory_path() / ("stickslip_mutated_" + std::to_string(getpid()) + ".mat")).string();
}

std::string example_mat(mat_ft version, matio_compression compression) {
  tests::write_example(own_file(), version, compression);
  std::ostringstream text;
  text << std::ifstream(own_file(), std::ios::binary).rdbuf();
  std::filesystem::remove(own_file());
  return text.str();
}

// Few, because each is read by a process of its own, which is given up after five seconds.
TEST(mutated, hdf5_files_are_read_or_refused_with_their_place) {
  const Reader mat{own_file(),
                   {example_mat(MAT_FT_MAT73, MAT_COMPRESSION_NONE)},
                   [](const std::string& text, const std::string& file) {
                     std::ofstream(file, std::ios::binary) << text;
                     (void)read_dataset(file);
                   },
                   10.0};
  try_mutations(mat, files_wanted() / 100, 5);
  std::filesystem::remove(own_file());
}

TEST(mutated, matlab_files_are_read_or_refused_with_their_place) {
  const Reader mat{"damaged.mat",
                   {example_mat(MAT_FT_MAT5, MAT_COMPRESSION_NONE), example_mat(MAT_FT_MAT5, MAT_COMPRESSION_ZLIB)},
                   [](const std::string& text, const std::string& file) {
                     // F_1 and F_2 may both be the force.
                     (void)import_measurement(dataset_from_mat5(text, file), {.names = {{"force", ""}}});
                   }};
  try_mutations(mat, files_wanted() / 4, 2);
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
  try_mutations(recipe, files_wanted() / 8, 3);
  const Reader spec{"damaged.toml", {sweep}, [](const std::string& text, const std::string& file) {
                      (void)sweep_from_toml(text, file);
                    }};
  try_mutations(spec, files_wanted() / 8, 4);
}

const std::vector<std::string> models{
    "[law]\nname = \"lugre\"\nstiffness = 2e5\ncoulomb = [1.5, 1.4]\nbreakaway = 2\n[fit]\nspeeds = [1e-3, "
    "0.5]\nvelocity_resolution = "
    "1e-4\nrotary = false\n[provenance]\nversion = \"0.1\"\nhash = \"0123456789abcdef\"\n",
    "[law]\nname = \"gms\"\nelements = 3\nstiffness = [3e4, 2e4, 1e4]\nshare = [0.5, 0.25, 0.25]\nattraction = \"20 "
    "N/s\"\n[fit]\nrotary = true\n",
    "[law]\nname = \"elasto-plastic\"\nbreakaway_deflection = 1e-5\n[fit]\n[provenance]\nhash = \"ab\"\n"};

// A model that is read can be written, in every language.
TEST(mutated, models_are_exported_or_refused_with_their_place) {
  const Reader model{"damaged.toml", models, [](const std::string& text, const std::string& file) {
                       const Model read = model_from_toml(text, file);
                       for (const std::string path : {"a.c", "a.h"})
                         (void)exported("c", read, {.single_precision = path == "a.h", .compensation = true}, path);
                       (void)exported("matlab", read, {.compensation = true}, "a.m");
                       (void)exported("js", read, {.changeable_parameters = true}, "a.js");
                       (void)exported("modelica", read, {}, "a.mo");
                     }};
  try_mutations(model, files_wanted() / 4, 6);
}
#endif

}  // namespace
}  // namespace stickslip::io
