// `stickslip export fmu`, as a user types it, through the shell.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::cli {
namespace {

using stickslip::tests::contains;
using stickslip::tests::Outcome;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' ";

class ExportFmu : public stickslip::tests::InFolder {
 protected:
  // A file of an FMU as Python's zipfile reads it; without a name, the names of all.
  std::string unzipped(const std::string& fmu, const std::string& name = "") const {
    const std::string what = name.empty() ? "'\\n'.join(z.namelist())" : "z.read('" + name + "').decode()";
    return shell("cd '" + folder.string() + "' && python3 -c \"import zipfile; z = zipfile.ZipFile('" + fmu +
                 "'); assert z.testzip() is None; print(" + what + ")\" 2>&1")
        .text;
  }
  Outcome run_export(const std::string& arguments) const {
    return shell("cd '" + folder.string() + "' && " + program + "export " + arguments + " 2>&1");
  }
};

TEST_F(ExportFmu, writes_a_law_and_an_experiment_in_both_versions) {
  written("model.toml", "[law]\nname = \"dahl\"\n");
  written("servo.toml", "[experiment]\nbase = \"hydraulic-servo\"\n");
  for (const std::string file : {"model", "servo"})
    for (const std::string fmi : {"2", "3"}) {
      const auto [code, text] = run_export("fmu " + file + ".toml --fmi " + fmi + " -o " + file + fmi + ".fmu");
      EXPECT_EQ(code, 0) << text;
      EXPECT_TRUE(contains(text, file + fmi + ".fmu: FMI " + fmi + ".0, model exchange and co-simulation"));
      EXPECT_TRUE(to_text(in(file + fmi + ".fmu")).starts_with("PK"));
    }
  run_export("fmu model.toml -o again.fmu");
  EXPECT_EQ(to_text(in("again.fmu")), to_text(in("model2.fmu")));
}

TEST_F(ExportFmu, is_read_by_unzip) {
  if (shell("unzip -v").code != 0) GTEST_SKIP() << "unzip is not installed";
  ASSERT_EQ(run_export("fmu lugre -o a.fmu").code, 0);
  const auto [code, text] = shell("cd '" + folder.string() + "' && unzip -t a.fmu 2>&1");
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "No errors detected")) << text;
}

TEST_F(ExportFmu, says_what_is_wrong_and_writes_nothing) {
  written("model.toml", "[law]\nname = \"dahl\"\n");
  written("wrong.toml", "[law]\nname = \"dahl\"\nstiffness = -1\n");
  EXPECT_TRUE(contains(run_export("fmuu model.toml -o a.fmu").text, "did you mean fmu?"));
  EXPECT_TRUE(contains(run_export("fmu model.toml").text, "-o model.fmu"));
  EXPECT_TRUE(contains(run_export("fmu model.toml --fmi 1 -o a.fmu").text, "--fmi 1 lies outside [2, 3]"));
  EXPECT_TRUE(
      contains(run_export("fmu wrong.toml -o a.fmu").text, "wrong.toml:3: law.stiffness = -1 N/m lies outside"));
  EXPECT_TRUE(contains(run_export("fmu nowhere.toml -o a.fmu").text, "nowhere.toml: the model cannot be read"));
  EXPECT_TRUE(
      contains(run_export("fmu model.toml --library nowhere.so -o a.fmu").text, "nowhere.so: the run-time library"));
  EXPECT_EQ(run_export("fmu wrong.toml -o a.fmu").code, 2);
  EXPECT_FALSE(std::filesystem::exists(in("a.fmu")));
}

TEST_F(ExportFmu, writes_a_law_as_sources) {
  written("model.toml", "[law]\nname = \"dahl\"\n");
  for (const std::string fmi : {"2", "3"}) {
    const auto [code, text] = run_export("fmu model.toml --source --fmi " + fmi + " -o a" + fmi + ".fmu");
    EXPECT_EQ(code, 0) << text;
    EXPECT_TRUE(contains(text, "a" + fmi + ".fmu: FMI " + fmi + ".0, C sources for model exchange and co-simulation, "))
        << text;
    EXPECT_TRUE(contains(unzipped("a" + fmi + ".fmu"), "sources/stickslip_dahl_law.c"));
  }
  EXPECT_EQ(run_export("fmu dahl --source -o b.fmu").code, 0);
}

TEST_F(ExportFmu, compiles_the_sources_of_a_law_for_the_platforms_that_are_named) {
  const auto [code, text] = run_export("fmu lugre --platform x86_64-linux -o a.fmu");
  ASSERT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "C sources for model exchange and co-simulation, binaries for x86_64-linux, "));
  EXPECT_TRUE(contains(unzipped("a.fmu"), "binaries/linux64/stickslip_lugre.so"));
  EXPECT_TRUE(contains(unzipped("a.fmu"), "sources/stickslip_lugre_law.c"));
  EXPECT_TRUE(contains(run_export("fmu lugre --platform x86_64-lunix -o b.fmu").text, "did you mean x86_64-linux"));
  EXPECT_TRUE(contains(run_export("c lugre --platform all -o b.c").text, "--platform is for the kind fmu"));
  EXPECT_FALSE(std::filesystem::exists(in("b.fmu")));
}

TEST_F(ExportFmu, gives_an_fmu_the_name_that_it_is_given) {
  for (const std::string fmi : {"2", "3"}) {
    ASSERT_EQ(run_export("fmu lugre --name left_seal --fmi " + fmi + " -o named.fmu").code, 0);
    EXPECT_TRUE(contains(unzipped("named.fmu", "modelDescription.xml"), "modelIdentifier=\"left_seal\"")) << fmi;
    EXPECT_TRUE(contains(unzipped("named.fmu"), "/left_seal.so")) << fmi;
    EXPECT_FALSE(contains(unzipped("named.fmu"), "stickslip_lugre.so")) << fmi;
  }
  const auto [code, text] = run_export("fmu lugre --name 'left seal' -o wrong.fmu");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "such as left_seal")) << text;
  EXPECT_TRUE(contains(run_export("fmu lugre --name 2nd -o wrong.fmu").text, "such as fmu_2nd"));
  EXPECT_TRUE(contains(run_export("c lugre --name seal -o wrong.c").text, "--prefix"));
  EXPECT_FALSE(std::filesystem::exists(in("wrong.fmu")));
}

// A law on two sides of one machine: both sources in one program, as an importer without shared libraries links them.
TEST_F(ExportFmu, links_two_named_sources_of_one_law_into_one_program) {
  for (const std::string name : {"left_seal", "right_seal"}) {
    ASSERT_EQ(run_export("fmu lugre --source --name " + name + " -o " + name + ".fmu").code, 0);
    const auto [code, text] = shell(
        "cd '" + folder.string() + "' && mkdir " + name + " && cd " + name + " && python3 -m zipfile -e ../" + name +
        ".fmu . && cd sources && cc -std=c99 -Wall -Wextra -Werror -DFMI2_FUNCTION_PREFIX=" + name + "_ -c *.c 2>&1");
    ASSERT_EQ(code, 0) << text;
  }
  written("main.c",
          "const char *left_seal_fmi2GetVersion(void);\nconst char *right_seal_fmi2GetVersion(void);\n"
          "int main(void) { return left_seal_fmi2GetVersion()[0] == '2' && right_seal_fmi2GetVersion()[0] == '2' ? 0 : "
          "1; }\n");
  const auto [code, text] =
      shell("cd '" + folder.string() +
            "' && cc main.c left_seal/sources/*.o right_seal/sources/*.o -lm -o both 2>&1 && ./both");
  EXPECT_EQ(code, 0) << text;
}

TEST_F(ExportFmu, refuses_sources_of_an_experiment_or_with_a_library) {
  written("model.toml", "[law]\nname = \"dahl\"\n");
  written("servo.toml", "[experiment]\nbase = \"hydraulic-servo\"\n");
  const auto [code, text] = run_export("fmu servo.toml --source -o a.fmu");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "servo.toml: a source FMU is of a friction law alone")) << text;
  EXPECT_TRUE(contains(text, "leave --source out")) << text;
  EXPECT_TRUE(contains(run_export("fmu model.toml --source --library x.so -o a.fmu").text, "leave one of"));
  EXPECT_TRUE(contains(run_export("c model.toml --source -o a.c").text, "--source is for the kind fmu"));
  EXPECT_FALSE(std::filesystem::exists(in("a.fmu")));
}

// A program without its run-time library beside it, as after copying it alone.
TEST_F(ExportFmu, names_the_places_where_it_looked_for_the_run_time_library) {
  written("model.toml", "[law]\nname = \"dahl\"\n");
  std::filesystem::create_directories(in("bin"));
  std::filesystem::copy_file(STICKSLIP_PROGRAM, in("bin/stickslip"));
  const auto [code, text] = shell("cd '" + folder.string() + "' && bin/stickslip export fmu model.toml -o a.fmu 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "build the target stickslip_fmu or install the whole project, or name it by --library"));
  EXPECT_TRUE(contains(text, "stickslip/libstickslip_fmu.so"));
}

// ---- what the pages show

struct Shown {
  std::string command;
  std::vector<std::string> output;
};

// Blocks of a page that begin with a "$ " line; their lines, without the page's indentation.
std::vector<std::vector<Shown>> sessions(const std::string& page) {
  std::vector<std::vector<Shown>> all;
  std::istringstream lines(page);
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string bare = line.starts_with("    ") ? line.substr(4) : line;
    const bool is_command = bare.starts_with("$ ");
    if (is_command && !is_inside) all.emplace_back();
    if (is_command) all.back().push_back({bare.substr(2), {}});
    if (!is_command && is_inside && (bare.empty() || bare == "```")) is_inside = false;
    if (!is_command && is_inside) all.back().back().output.push_back(bare);
    is_inside = is_inside || is_command;
  }
  return all;
}

// "a.fmu: 6595894 bytes" as "a.fmu: # bytes", and 6595894.
std::pair<std::string, double> part_size(const std::string& line) {
  const std::size_t end = line.rfind(" bytes");
  if (end == std::string::npos) return {line, 0.0};
  const std::size_t begin = line.find_last_not_of("0123456789", end - 1) + 1;
  return {line.substr(0, begin) + "#" + line.substr(end), std::atof(line.c_str() + begin)};
}

// Sizes may differ by two fifths: they are those of another compiler. The sanitizers make programs many times as long.
#ifdef __SANITIZE_ADDRESS__
constexpr double size_tolerance = 20.0;
#else
constexpr double size_tolerance = 0.4;
#endif

// Every command of the page and its output, one session for a page.
void expect_sessions(const std::string& page, const std::string& folder) {
  const std::string mark = "---- next ----";
  for (const auto& session : sessions(page)) {
    std::string script = "cd '" + folder + "' && PATH=\"$(dirname " + program + "):$PATH\"\n";
    for (const Shown& one : session) script += one.command + "\necho '" + mark + "'\n";
    std::istringstream lines(shell("exec 2>&1\n" + script).text);
    for (const Shown& one : session) {
      std::vector<std::string> got;
      for (std::string line; std::getline(lines, line) && line != mark;)
        if (!line.empty()) got.push_back(line);
      ASSERT_EQ(got.size(), one.output.size()) << one.command << "\n" << (got.empty() ? "" : got.front());
      for (std::size_t k = 0; k < got.size(); ++k) {
        const auto [text, size] = part_size(got[k]);
        const auto [shown, size_shown] = part_size(one.output[k]);
        EXPECT_EQ(text, shown) << one.command;
        EXPECT_NEAR(size, size_shown, size_tolerance * size_shown) << one.command;
      }
    }
  }
}

TEST_F(ExportFmu, prints_what_the_pages_show) {
  for (const std::string tool : {"unzip -v", "aarch64-linux-gnu-gcc --version", "x86_64-w64-mingw32-gcc --version"})
    if (shell(tool).code != 0) GTEST_SKIP() << tool << ": not installed";
  for (const std::string page : {"fmu.md", "export.md"}) {
    SCOPED_TRACE(page);
    const std::string text = to_text(STICKSLIP_DOCS "/" + page);
    EXPECT_GE(sessions(text).size(), page == "fmu.md" ? 3U : 1U);
    const std::string place = in("session_of_" + page);
    std::filesystem::create_directories(place);
    expect_sessions(text, place);
  }
}

}  // namespace
}  // namespace stickslip::cli
