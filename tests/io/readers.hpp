// Every kind of file that the program reads: whole examples, and who reads them. Damaged files and fuzzers begin here.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "stickslip/io/csv.hpp"
#include "stickslip/io/fit_journal.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/mat.hpp"
#include "stickslip/measurement.hpp"
#ifdef STICKSLIP_HAS_TOML
#include "stickslip/io/model.hpp"
#endif
#ifdef STICKSLIP_HAS_MATIO
#include "mat_writer.hpp"
#endif

namespace stickslip::tests {

// One kind of file: how it begins its life, and who reads it.
struct Reader {
  std::string name;  // of the file; every refusal must contain it
  std::vector<std::string> seeds;
  std::function<void(const std::string& text, const std::string& file)> read;
};

// A file of this process alone.
inline std::string own_file(const std::string& ending) {
  return (std::filesystem::temp_directory_path() / ("stickslip_damaged_" + std::to_string(getpid()) + ending)).string();
}

inline std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// CSV, read and imported.
inline Reader csv_reader() {
  return {"damaged.csv",
          {"time[s],displacement[mm],force[N]\n0,0,1\n0.1,1,2\n0.2,2,3\n0.3,3,2\n0.4,2,1\n0.5,1,1\n0.6,0,-1\n0.7,-1,"
           "-2\n",
           "# bench 7\nt;x;F\n[s];[mm];[kN]\n0;0,5;1\n0,1;1,5;2\n0,2;2,5;3\n0,3;1,5;-1\n0,4;0,5;-2\n0,5;0,25;-2\n",
           "t_s q_rad dq_rad_s tau_Nm\n0 0 0 1\n.1 1 2 3\n.2 2 1 4\n.3 3 0 -1\n.5 2 -1 -2\n.6 1 -1 -2\n.7 0 0 0\n",
           "\"t [s]\",\"p [bar]\",\"\"\r\n\"0\",1,2\r\n1,2,3\r\n2,3,4\r\n2,3,4\r\n3,5,6\r\n4,7,8\r\n"},
          [](const std::string& text, const std::string& file) {
            (void)measurement::import_measurement(io::dataset_from_csv(text, file), {});
          }};
}

// A JSON object of numbers and texts, as parameter files of other tools are.
inline Reader json_reader() {
  return {"damaged.json",
          {R"({"kt": 1.6, "friction_base": 0.06, "friction_viscous": 0.05, "model": "m1", "actuator": "mx64"})",
           R"({"model": "m4", "friction_base": 6e-2, "friction_stribeck": 0.04, "dtheta_stribeck": 1.3, "alpha": 0.84,
               "friction_viscous": 5.0E-2, "load_friction_base": 0.11, "load_friction_stribeck": 0.07})",
           R"({"a\u00e4\n\"": -0.0, "": "", "\ud83d\ude00": "\\/\b"})"},
          [](const std::string& text, const std::string& file) { (void)io::read_flat_json(text, file); }};
}

// The journal of a fit; what is left of it goes on.
inline Reader journal_reader() {
  static const std::string folder = own_file("_journal");
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/fit.journal";
  const io::JournalLines task{{"law", "gms"}, {"data", "run.csv with the fingerprint 0123456789abcdef"}};
  std::filesystem::remove(file);
  {
    io::FitJournal journal(folder, task);
    journal.keep(0, 42, {-0.0, 1.0 / 3.0, 5e-324});
    journal.keep(1, 43, {});
    journal.keep(0, 99, {2.0});
  }
  return {file, {content_of(file)}, [task](const std::string& text, const std::string& path) {
            std::ofstream(path, std::ios::binary) << text;
            io::FitJournal journal(folder, task);
            journal.keep(7, 7, {1.0});
          }};
}

#ifdef STICKSLIP_HAS_MATIO
inline std::string example_mat(mat_ft version, matio_compression compression) {
  const std::string file = own_file("_example.mat");
  write_example(file, version, compression);
  std::string text = content_of(file);
  std::filesystem::remove(file);
  return text;
}

inline Reader matlab_reader() {
  return {"damaged.mat",
          {example_mat(MAT_FT_MAT5, MAT_COMPRESSION_NONE), example_mat(MAT_FT_MAT5, MAT_COMPRESSION_ZLIB)},
          [](const std::string& text, const std::string& file) {
            // F_1 and F_2 may both be the force.
            (void)measurement::import_measurement(io::dataset_from_mat5(text, file), {.names = {{"force", ""}}});
          }};
}

// HDF5, by matio in a process of its own.
inline Reader hdf5_reader() {
  return {own_file(".mat"),
          {example_mat(MAT_FT_MAT73, MAT_COMPRESSION_NONE), example_mat(MAT_FT_MAT73, MAT_COMPRESSION_ZLIB)},
          [](const std::string& text, const std::string& file) {
            std::ofstream(file, std::ios::binary) << text;
            (void)io::read_dataset(file);
          }};
}
#endif

#ifdef STICKSLIP_HAS_TOML
inline Reader model_reader() {
  return {"damaged.toml",
          {"[law]\nname = \"lugre\"\nstiffness = 2e5\ncoulomb = [1.5, 1.4]\nbreakaway = 2\n[fit]\nspeeds = [1e-3, "
           "0.5]\nvelocity_resolution = "
           "1e-4\nrotary = false\n[provenance]\nversion = \"0.1\"\nhash = \"0123456789abcdef\"\n",
           "[law]\nname = \"gms\"\nelements = 3\nstiffness = [3e4, 2e4, 1e4]\nshare = [0.5, 0.25, 0.25]\nattraction = "
           "\"20 N/s\"\n[fit]\nrotary = true\n",
           "[law]\nname = \"elasto-plastic\"\nbreakaway_deflection = 1e-5\n[fit]\n[provenance]\nhash = \"ab\"\n"},
          [](const std::string& text, const std::string& file) { (void)io::model_from_toml(text, file); }};
}
#endif

}  // namespace stickslip::tests
