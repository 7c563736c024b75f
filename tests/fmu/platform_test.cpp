// Source FMUs with binaries of several platforms: each is loaded on its platform, by a program compiled for it, and
// stepped beside the one of this machine.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fmu_kit.hpp"
#include "rules.hpp"
#include "stickslip/fmu/export.hpp"
#include "support/shell.hpp"
#include "unzip.hpp"

namespace stickslip::tests {

using namespace fmu;

namespace {

// How programs of a platform are made and run here.
struct Machine {
  std::string name, folder_2, extension, compiler, options, runner;
};

const Machine here{"x86_64-linux", "linux64", ".so", "gcc", "-ldl", ""};
const Machine arm{"aarch64-linux",         "aarch64-linux", ".so",
                  "aarch64-linux-gnu-gcc", "-ldl",          "qemu-aarch64-static -L /usr/aarch64-linux-gnu"};
const Machine windows{"x86_64-windows", "win64", ".dll", "x86_64-w64-mingw32-gcc", "-static-libgcc", ""};

bool has_program(const std::string& name) { return shell("command -v '" + name + "' >/dev/null 2>&1").code == 0; }

std::string first_program(const std::vector<std::string>& names) {
  for (const std::string& program : names)
    if (has_program(program)) return program;
  return {};
}
// Debian's lie outside PATH.
std::string wine() { return first_program({"wine64", "/usr/lib/wine/wine64", "wine"}); }
std::string wine_server() { return first_program({"wineserver", "/usr/lib/wine/wineserver64"}); }

class Platforms : public InFolder {
 protected:
  // A bristle in both versions, true stick, and a law with many modes: the forces here and there.
  void compare(const Machine& there) {
    for (const auto& [law, fmi] :
         {std::pair<std::string, int>{"lugre", 2}, {"lugre", 3}, {"coulomb", 2}, {"hybrid-presliding", 3}}) {
      SCOPED_TRACE(law + " on " + there.name + ", FMI " + std::to_string(fmi));
      const std::string file = written(law + ".toml", law_toml(law));
      const std::string zip = fmu_archive({.file = file,
                                           .library = {},
                                           .version = fmi == 2 ? FmiVersion::two : FmiVersion::three,
                                           .platforms = {here.name, there.name}});
      const std::string unit = law + std::to_string(fmi);
      unpack(zip, unit);
      const std::vector<double> wanted = run(here, unit, fmi);
      const std::vector<double> got = run(there, unit, fmi);
      ASSERT_EQ(wanted.size(), std::size_t(steps));
      ASSERT_EQ(got.size(), wanted.size());
      double size = 0.0;
      for (const double x : wanted) size = std::max(size, std::abs(x));
      EXPECT_GT(size, 0.1);
      for (std::size_t k = 0; k < got.size(); ++k) ASSERT_NEAR(got[k], wanted[k], 1e-12 * size) << k;
    }
  }

  std::string settings;  // of the shell, before a program runs

 private:
  static constexpr int steps = 700;

  void unpack(const std::string& zip, const std::string& unit) {
    for (const Unzipped& f : unzipped(zip, true)) {
      const std::filesystem::path place = in(unit + "/" + f.name);
      std::filesystem::create_directories(place.parent_path());
      std::ofstream(place, std::ios::binary) << f.content;
      if (f.name == "modelDescription.xml") description_ = XmlReader(f.content).read();
    }
  }
  std::string loader(const Machine& m) {
    const std::string program = in("loader_" + m.name + (m.extension == ".dll" ? ".exe" : ""));
    if (std::filesystem::exists(program)) return program;
    const Outcome made = shell(m.compiler + " -std=c99 -Wno-pedantic '" STICKSLIP_FMU_LOADER "' -o '" + program + "' " +
                               m.options + " -lm 2>&1");
    EXPECT_EQ(made.code, 0) << made.text;
    return program;
  }
  std::vector<double> run(const Machine& m, const std::string& unit, int fmi) {
    const std::string token = description_.at(fmi == 2 ? "guid" : "instantiationToken");
    const std::string identifier = description_.child("CoSimulation")->at("modelIdentifier");
    const std::string library =
        in(unit + "/binaries/" + (fmi == 2 ? m.folder_2 : m.name) + "/" + identifier + m.extension);
    EXPECT_TRUE(std::filesystem::exists(library)) << library;
    const Outcome ran = shell(settings + m.runner + " '" + loader(m) + "' " + std::to_string(fmi) + " '" + library +
                              "' '" + token + "' " + force_reference() + " " + std::to_string(steps));
    EXPECT_EQ(ran.code, 0) << ran.text;
    std::istringstream lines(ran.text);
    std::vector<double> forces;
    for (double x = 0.0; lines >> x;) forces.push_back(x);
    return forces;
  }
  std::string force_reference() {
    for (const XmlElement& v : description_.child("ModelVariables")->children)
      if (v.at("name") == "force") return v.at("valueReference");
    return "no force";
  }

  XmlElement description_ = {""};
};

TEST_F(Platforms, a_binary_for_arm_gives_the_forces_of_this_machine) {
  if (!has_program(arm.compiler)) GTEST_SKIP() << arm.compiler << " is not installed";
  if (!has_program("qemu-aarch64-static")) GTEST_SKIP() << "qemu-aarch64-static is not installed";
  compare(arm);
}

TEST_F(Platforms, a_binary_for_windows_gives_the_forces_of_this_machine) {
  if (!has_program(windows.compiler)) GTEST_SKIP() << windows.compiler << " is not installed";
  if (wine().empty()) GTEST_SKIP() << "wine is not installed";
  settings = "WINEPREFIX='" + in("wine") + "' WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' ";
  Machine there = windows;
  there.runner = wine();
  compare(there);
  if (!wine_server().empty()) shell(settings + wine_server() + " -k 2>&1");  // it writes into the folder until it ends
}

TEST_F(Platforms, the_same_input_gives_the_same_bytes) {
  const std::string file = written("a.toml", law_toml("dahl"));
  for (const std::string& platform : fmu_platforms()) {
    const auto once = fmu_archive({.file = file, .library = {}, .platforms = {platform}});
    EXPECT_TRUE(once == fmu_archive({.file = file, .library = {}, .platforms = {platform}})) << platform;
  }
}

TEST_F(Platforms, one_without_a_compiler_is_refused_by_name) {
  const std::string file = written("a.toml", law_toml("dahl"));
  const char* const path = std::getenv("PATH");
  const std::string kept = path == nullptr ? "" : path;
  setenv("PATH", folder.c_str(), 1);
  EXPECT_TRUE(fmu_platforms().empty());
  try {
    fmu_archive({.file = file, .library = {}, .platforms = {"x86_64-windows"}});
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(contains(error.what(), "there is no compiler for it (x86_64-w64-mingw32-gcc)"));
  }
  try {
    fmu_archive({.file = file, .library = {}, .platforms = {"x86_64-window"}});
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(contains(error.what(), "did you mean x86_64-windows"));
  }
  setenv("PATH", kept.c_str(), 1);
}

}  // namespace
}  // namespace stickslip::tests
