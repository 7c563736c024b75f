// `stickslip sweep` as a user types it: tables, exit codes, and going on after Ctrl-C or a kill.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::cli {
namespace {

using nlohmann::json;

using stickslip::tests::contains;
using stickslip::tests::InFolder;
using stickslip::tests::Outcome;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' sweep ";

constexpr const char* quick =
    "[experiment]\nbase = \"breakaway\"\n[law]\nname = \"stribeck\"\n"
    "[sweep]\nmethod = \"grid\"\nfigures = [\"break_away_force\"]\n"
    "[[sweep.parameter]]\nname = \"law.coulomb\"\nvalues = [1, \"1.2 N\", 99]\n";

constexpr const char* quick_table =
    "sample,law.coulomb[N],break_away_force[N],status,missing\n"
    "1,1,1.5,done,\n"
    "2,1.2,1.5,done,\n"
    "3,99,,law: breakaway.forward = 1.5 N must not be below coulomb.forward = 99 N,\n";

// Long enough to be interrupted: some hundredths of a second a run.
constexpr const char* slow =
    "[experiment]\nbase = \"stick-slip\"\n[law]\nname = \"lugre\"\n[run]\nduration = 40\n"
    "[sweep]\nmethod = \"latin-hypercube\"\nsamples = 24\nfigures = [\"period\", \"peak_speed\"]\n"
    "[[sweep.parameter]]\nname = \"plant.mass\"\nfrom = 0.5\nto = 2\n"
    "[[sweep.parameter]]\nname = \"law.coulomb\"\nfrom = 0.8\nto = 1.2\n";

class SweepCommand : public InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    std::ofstream(in("quick.toml")) << quick;
    std::ofstream(in("slow.toml")) << slow;
  }
  Outcome sweep(const std::string& arguments) const { return shell(program + arguments + " 2>/dev/null"); }
  Outcome catch_complaint(const std::string& arguments) const {
    return shell(program + arguments + " 2>&1 >/dev/null");
  }

  // Starts the slow sweep into `out`, sends it a signal when its journal has a row, and waits. The status of
  // wait().
  int interrupted_by(int signal) const {
    const pid_t child = fork();
    if (child == 0) {
      const int log = open(in("stderr").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
      const int output = open(in("stdout").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
      dup2(log, STDERR_FILENO);
      dup2(output, STDOUT_FILENO);
      std::signal(SIGINT, SIG_DFL);
      execl(STICKSLIP_PROGRAM, STICKSLIP_PROGRAM, "sweep", in("slow.toml").c_str(), "-o", in("out").c_str(),
            "--threads", "1", static_cast<char*>(nullptr));
      _exit(127);
    }
    int status = 0;
    while (rows_in_journal() < 1) {
      if (waitpid(child, &status, WNOHANG) != 0) return status;  // ended by itself
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    kill(child, signal);
    waitpid(child, &status, 0);
    return status;
  }

  std::ptrdiff_t rows_in_journal() const {
    const std::string text = to_text(in("out/sweep.journal"));
    const auto head = text.find("# checksum,row\n");
    return head == std::string::npos ? 0 : std::count(text.begin() + std::ptrdiff_t(head), text.end(), '\n') - 1;
  }
};

TEST_F(SweepCommand, prints_the_table_and_writes_nothing) {
  const auto [code, text] = shell("cd '" + folder.string() + "' && " + program + "quick.toml --threads 2");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(text, quick_table);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);
}

TEST_F(SweepCommand, writes_table_summary_and_spec_and_says_where) {
  const auto [code, text] = sweep(in("quick.toml") + " -o " + in("out/deep"));
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "3 of 3 samples: 2 done, 1 failed\n"));
  EXPECT_TRUE(contains(text, "written: " + in("out/deep") + "/{sweep.csv,sweep.json,sweep.toml}\n"));
  EXPECT_EQ(to_text(in("out/deep/sweep.csv")), quick_table);
  const auto summary = json::parse(to_text(in("out/deep/sweep.json")));
  EXPECT_EQ(summary["completed"], true);
  EXPECT_EQ(summary["failed"], 1);
  EXPECT_EQ(sweep(in("out/deep/sweep.toml")).text, quick_table);
}

TEST_F(SweepCommand, prints_the_summary_as_json) {
  const auto [code, text] = sweep(in("quick.toml") + " --json --threads 1");
  EXPECT_EQ(code, 0);
  const auto summary = json::parse(text);
  EXPECT_EQ(summary["timing"]["threads_given"], 1);
  EXPECT_EQ(summary["timing"]["threads_used"], 1);
  EXPECT_EQ(summary["samples"], 3);
}

TEST_F(SweepCommand, run_again_runs_nothing_and_leaves_the_same_table) {
  EXPECT_EQ(sweep(in("quick.toml") + " -o " + in("out")).code, 0);
  const auto said = catch_complaint(in("quick.toml") + " -o " + in("out"));
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.text, "resumed: 3 of 3 done before\n");
  EXPECT_EQ(to_text(in("out/sweep.csv")), quick_table);
  EXPECT_EQ(json::parse(to_text(in("out/sweep.json")))["timing"]["run_now"], 0);
  EXPECT_EQ(catch_complaint(in("quick.toml") + " --quiet -o " + in("out")).text, "");
}

TEST_F(SweepCommand, twice_the_same_leaves_the_same_files_but_for_the_timing) {
  for (const std::string place : {"one", "two"})
    EXPECT_EQ(sweep(in("quick.toml") + " -o " + in(place) + (place == "one" ? " --threads 1" : " --threads 2")).code,
              0);
  auto one = json::parse(to_text(in("one/sweep.json"))), two = json::parse(to_text(in("two/sweep.json")));
  EXPECT_TRUE(one.contains("timing"));
  one.erase("timing");
  two.erase("timing");
  EXPECT_EQ(one, two);
  EXPECT_EQ(to_text(in("one/sweep.csv")), to_text(in("two/sweep.csv")));
  EXPECT_EQ(to_text(in("one/sweep.toml")), to_text(in("two/sweep.toml")));
}

TEST_F(SweepCommand, that_is_finished_says_so_in_its_journal) {
  EXPECT_EQ(sweep(in("quick.toml") + " -o " + in("out")).code, 0);
  const std::string once = to_text(in("out/sweep.journal"));
  EXPECT_TRUE(once.ends_with("\n# complete\n"));
  EXPECT_EQ(sweep(in("quick.toml") + " -o " + in("out")).code, 0);
  EXPECT_EQ(to_text(in("out/sweep.journal")), once);
}

TEST_F(SweepCommand, says_nothing_on_stderr_in_a_pipe) { EXPECT_EQ(catch_complaint(in("quick.toml")).text, ""); }

TEST_F(SweepCommand, stopped_by_ctrl_c_exits_130_and_resumed_leaves_the_table_of_an_undisturbed_one) {
  EXPECT_EQ(sweep(in("slow.toml") + " -o " + in("undisturbed")).code, 0);
  const int status = interrupted_by(SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(contains(to_text(in("stderr")), " of 24 samples done; they are kept in " + in("out") +
                                                  ": run the same command again to resume\n"));
  const auto summary = json::parse(to_text(in("out/sweep.json")));
  EXPECT_EQ(summary["completed"], false);
  const std::size_t done = summary["timing"]["run_now"];
  EXPECT_GE(done, 1U);
  EXPECT_LT(done, 24U);
  EXPECT_EQ(rows_in_journal(), std::ptrdiff_t(done));
  const std::string part = to_text(in("out/sweep.csv"));
  EXPECT_EQ(std::size_t(std::count(part.begin(), part.end(), '\n')), done + 1);

  const auto resumed = catch_complaint(in("slow.toml") + " -o " + in("out"));
  EXPECT_EQ(resumed.code, 0);
  EXPECT_EQ(resumed.text, "resumed: " + std::to_string(done) + " of 24 done before\n");
  EXPECT_EQ(to_text(in("out/sweep.csv")), to_text(in("undisturbed/sweep.csv")));
}

TEST_F(SweepCommand, killed_outright_goes_on_from_its_journal) {
  EXPECT_EQ(sweep(in("slow.toml") + " -o " + in("undisturbed")).code, 0);
  const int status = interrupted_by(SIGKILL);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_GE(rows_in_journal(), 1);
  EXPECT_FALSE(std::filesystem::exists(in("out/sweep.csv")));
  EXPECT_EQ(sweep(in("slow.toml") + " -o " + in("out")).code, 0);
  EXPECT_GE(json::parse(to_text(in("out/sweep.json")))["timing"]["done_before"], 1);
  EXPECT_EQ(to_text(in("out/sweep.csv")), to_text(in("undisturbed/sweep.csv")));
}

TEST_F(SweepCommand, refuses_the_directory_of_another_sweep_with_code_2) {
  EXPECT_EQ(sweep(in("quick.toml") + " -o " + in("out")).code, 0);
  const auto [code, text] = catch_complaint(in("quick.toml") + " --set law.viscous=0.5 -o " + in("out"));
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(
      contains(text, "the directory " + in("out") +
                         " belongs to another sweep: law.viscous is not set there and 0.5 here. Give -o another "
                         "directory, or remove " +
                         in("out") + "/sweep.journal to start again\n"));
  EXPECT_EQ(to_text(in("out/sweep.csv")), quick_table);
}

TEST_F(SweepCommand, of_which_every_run_fails_exits_1_and_keeps_the_reasons) {
  const auto [code, text] = sweep(in("slow.toml") + " --set solver.most_steps=10 --set sweep.samples=2");
  EXPECT_EQ(code, 1);
  EXPECT_TRUE(contains(text, ",,,\"stopped: too many steps at t = "));
}

TEST_F(SweepCommand, of_a_bad_spec_names_file_and_line_writes_nothing_and_exits_2) {
  std::ofstream(in("bad.toml")) << quick << "[[sweep.parameter]]\nname = \"plant.mas\"\nvalues = [1]\n";
  const auto [code, text] = catch_complaint(in("bad.toml") + " -o " + in("out"));
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(
      contains(text, in("bad.toml") + ":12: no parameter of the group 'plant' is called 'mas'; did you mean mass?"));
  EXPECT_TRUE(contains(text, "See: stickslip sweep --help\n"));
  EXPECT_FALSE(std::filesystem::exists(in("out")));
}

TEST_F(SweepCommand, used_wrongly_exits_2_and_says_how) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"", "the spec is missing: give a .toml file with a [sweep]"},
      {"no/such.toml", "no/such.toml: the file cannot be read"},
      {in("quick.toml") + " --threads -1", "--threads -1 lies outside [0, 1024]"},
      {in("quick.toml") + " --set law.coulomb=2", "--set law.coulomb=2: law.coulomb is swept and cannot be set"},
      {in("quick.toml") + " --set sweep.samples=2", "--set sweep.samples=2: samples = 2: a grid has as many samples"},
      {in("quick.toml") + " --thread 2", "no option is called '--thread'; did you mean --threads?"}};
  for (const auto& [arguments, complaint] : mistakes) {
    const auto [code, text] = catch_complaint(arguments);
    EXPECT_EQ(code, 2) << arguments;
    EXPECT_TRUE(contains(text, complaint));
  }
}

TEST_F(SweepCommand, finds_the_table_of_a_drive_beside_its_spec) {
  std::ofstream(in("current.csv")) << "time[s],current[A]\n0,2e-3\n0.05,2e-3\n";
  std::ofstream(in("servo.toml")) << "[experiment]\nbase = \"hydraulic-servo\"\n[drive]\ntable = \"current.csv\"\n"
                                     "[sweep]\nmethod = \"grid\"\n"
                                     "[[sweep.parameter]]\nname = \"run.slip_speed\"\nvalues = [1e-3]\n";
  EXPECT_EQ(shell("cd / && " + program + in("servo.toml") + " -o " + in("out") + " 2>/dev/null").code, 0);
  EXPECT_EQ(sweep(in("out/sweep.toml") + " -o " + in("out")).code, 0);
  std::ofstream(in("current.csv"), std::ios::trunc) << "time[s],current[A]\n0,1e-3\n0.05,2e-3\n";
  EXPECT_TRUE(contains(catch_complaint(in("servo.toml") + " -o " + in("out")).text, "drive.table is 2 rows with the"));
}

TEST_F(SweepCommand, of_the_page_in_docs_gives_the_samples_that_the_page_shows) {
  const std::string page = to_text(STICKSLIP_DOCS "/methods/sweep.md");
  const auto first = page.find("```toml\n") + 8;
  std::ofstream(in("docs.toml")) << page.substr(first, page.find("```", first) - first);
  const auto [code, text] = sweep(in("docs.toml"));
  EXPECT_EQ(code, 0);
  std::istringstream lines(text);
  std::string line;
  for (int row = 0; row < 4 && std::getline(lines, line); ++row) {
    std::size_t end = 0;
    for (int cell = 0; cell < 3; ++cell) end = line.find(',', end) + 1;  // figures may round otherwise elsewhere
    EXPECT_TRUE(contains(page, "\n    " + (row == 0 ? line : line.substr(0, end))));
  }
}

TEST_F(SweepCommand, helps_with_a_spec_that_works) {
  const auto [code, text] = shell(program + "--help");
  EXPECT_EQ(code, 0);
  const auto first = text.find("  [experiment]");
  const auto last = text.find("Without -o");
  ASSERT_NE(first, std::string::npos);
  ASSERT_NE(last, std::string::npos);
  std::ofstream(in("help.toml")) << text.substr(first, last - first);
  EXPECT_TRUE(contains(sweep(in("help.toml")).text, "sample,plant.mass[kg],period[s],status,missing\n1,1,"));
}

}  // namespace
}  // namespace stickslip::cli
