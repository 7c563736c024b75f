// `stickslip identify` and `stickslip rank` as a user types them: files, exit codes, and going on after Ctrl-C or kill.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "../support/folder.hpp"
#include "../support/shell.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/io/model.hpp"

namespace stickslip::cli {

using namespace io;

namespace {

using nlohmann::json;
using tests::contains;
using tests::InFolder;
using tests::Outcome;
using tests::shell;

const std::string program = "SOURCE_DATE_EPOCH=1000000000 '" STICKSLIP_PROGRAM "' ";

// LuGre friction along a motion of rising amplitude, with a little noise: its parameters are the law's usual ones.
std::string lugre_recording(unsigned seed) {
  using Law = LuGre;
  const Law::Params<double> p;
  Law::State<double> state;
  std::mt19937 random(seed);
  const auto noise = [&random] { return 0.01 * (double(random() % 20001) / 10000.0 - 1.0); };
  std::ostringstream text;
  text.precision(12);
  text << "time[s],displacement[m],velocity[m/s],force[N]\n";
  constexpr double step = 1e-3;
  constexpr int rows = 600;
  Contact<double> before;
  for (int i = 0; i < rows; ++i) {
    const double t = step * i;
    const double size = 2e-2 * t / (step * rows);
    const Contact<double> now{.velocity = size * std::sin(40.0 * t),
                              .displacement = before.displacement + step * before.velocity};
    if (i > 0) state = Law::advance(p, before, now, state, step);
    text << t << "," << now.displacement << "," << now.velocity << "," << Law::force(p, now, state).value + noise()
         << "\n";
    before = now;
  }
  return text.str();
}

class FitCommand : public InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    run = written("run.csv", lugre_recording(1));
    check = written("check.csv", lugre_recording(2));
  }

  std::string quick() const { return "identify " + run + " --law lugre --seed 3 --budget 400 "; }
  std::string slow(int budget = 40000) const {
    return "identify " + run + " --law lugre --seed 3 --strategy ga --budget " + std::to_string(budget) + " ";
  }

  // The three files of a directory, one behind the other.
  std::string results(const std::string& directory, const std::string& name = "fit.json") const {
    return to_text(in(directory + "/model.toml")) + to_text(in(directory + "/" + name)) +
           to_text(in(directory + "/report.html"));
  }

  // Starts a command in the background; its pid.
  pid_t started(const std::string& arguments) const {
    const pid_t child = fork();
    if (child != 0) return child;
    const int log = open(in("stderr").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    const int output = open(in("stdout").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    dup2(log, STDERR_FILENO);
    dup2(output, STDOUT_FILENO);
    std::signal(SIGINT, SIG_DFL);
    execl("/bin/sh", "sh", "-c", ("exec env " + program + arguments).c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }

  std::size_t journal_size(const std::string& directory) const {
    std::error_code none;
    const auto size = std::filesystem::file_size(in(directory + "/fit.journal"), none);
    return none ? 0 : std::size_t(size);
  }

  // The status of a command that gets a signal once its journal has grown by so much.
  int interrupted_by(int signal, const std::string& arguments, std::size_t after) const {
    const pid_t child = started(arguments);
    int status = 0;
    while (journal_size("out") < after) {
      if (waitpid(child, &status, WNOHANG) != 0) return status;  // ended by itself
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    kill(child, signal);
    waitpid(child, &status, 0);
    return status;
  }

  // How long a command runs.
  double measure_seconds(const std::string& arguments) const {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(shell(program + arguments + " >/dev/null 2>&1").code, 0);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  // How often a command was killed, and how often it left work behind to go on from.
  struct Kills {
    std::size_t all = 0, with_work = 0;
  };

  // Kills the command at random times, again and again, until it ends by itself.
  void kill_until_done(const std::string& arguments, double longest, std::mt19937& random, Kills& kills) const {
    constexpr std::size_t head = 2000;  // bytes; the description of a task is shorter
    for (;; ++kills.all) {
      const pid_t child = started(arguments);
      const double wait = longest * double(random() % 10000) / 10000.0;
      std::this_thread::sleep_for(std::chrono::duration<double>(wait));
      kill(child, SIGKILL);
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFEXITED(status)) {
        EXPECT_EQ(WEXITSTATUS(status), 0) << to_text(in("stderr"));
        return;
      }
      if (journal_size("out") > head) ++kills.with_work;
    }
  }

  std::string run, check;
};

TEST_F(FitCommand, finds_the_law_and_writes_a_model_that_reads_back) {
  const auto [code, text] = shell(program + quick() + "--test " + check + " -o " + in("out") + " 2>&1");
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "lugre: ") && contains(text, "  2 recordings, "));
  EXPECT_TRUE(contains(text, "written: " + in("out") + "/{model.toml,fit.json,report.html}\n"));
  const Model model = read_model(in("out/model.toml"));
  EXPECT_EQ(model.law, "lugre");
  EXPECT_NEAR(model.group["coulomb"], 1.0, 0.05);  // noise of 0.006 N over 600 samples, and a valley to the break-away
  const json fit = json::parse(to_text(in("out/fit.json")));
  EXPECT_GT(fit["fit"]["unseen"][0]["r2"], 0.99);
  EXPECT_EQ(fit["provenance"]["date"], "2001-09-09");
  EXPECT_EQ(fit["provenance"]["data"][1]["file"], "check.csv");
  EXPECT_FALSE(std::filesystem::exists(in("out/fit.journal")));
}

TEST_F(FitCommand, leaves_a_model_that_run_and_loss_take_as_a_law) {
  ASSERT_EQ(shell(program + quick() + "-o " + in("out") + " >/dev/null 2>&1").code, 0);
  const auto [code, text] =
      shell(program + "run breakaway --law " + in("out/model.toml") + " --set law.viscous=0 --write " + in("e.toml"));
  EXPECT_EQ(code, 0) << text;
  const Model model = read_model(in("out/model.toml"));
  EXPECT_TRUE(contains(to_text(in("e.toml")), "stiffness = " + stickslip::to_text(model.group["stiffness"])));
  EXPECT_TRUE(contains(to_text(in("e.toml")), "viscous = 0 "));
  const auto [done, summary] = shell(program + "loss " + run + " --law " + in("out/model.toml") + " --json");
  EXPECT_EQ(done, 0) << summary;
  const json fit = json::parse(to_text(in("out/fit.json")));
  const double loss = fit["fit"]["loss"];
  EXPECT_NEAR(json::parse(summary)["best"]["loss"].get<double>(), loss, 0.01 * loss);  // a few edge samples more
}

TEST_F(FitCommand, writes_the_same_bits_for_any_number_of_threads) {
  for (const std::string n : {"1", "2", "3"})
    ASSERT_EQ(shell(program + quick() + "--threads " + n + " -o " + in(n) + " >/dev/null 2>&1").code, 0);
  ASSERT_FALSE(results("1").empty());
  EXPECT_EQ(results("1"), results("2"));
  EXPECT_EQ(results("1"), results("3"));
}

TEST_F(FitCommand, killed_again_and_again_ends_with_the_bits_of_an_undisturbed_one) {
  const double whole = measure_seconds(slow() + "-o " + in("undisturbed"));
  std::mt19937 random(5);
  Kills kills;
  while (kills.with_work < 3) {
    kill_until_done(slow() + "-o " + in("out"), 0.8 * whole, random, kills);
    ASSERT_EQ(results("out"), results("undisturbed"));
    std::filesystem::remove_all(in("out"));
  }
}

TEST_F(FitCommand, DISABLED_killed_two_hundred_times_ends_with_the_same_bits) {
  const std::string command = slow(200000);
  const double whole = measure_seconds(command + "-o " + in("undisturbed"));
  std::mt19937 random(9);
  Kills kills;
  while (kills.all < 200) {
    kill_until_done(command + "-o " + in("out"), 0.7 * whole, random, kills);
    ASSERT_EQ(results("out"), results("undisturbed")) << "after " << kills.all << " kills";
    std::filesystem::remove_all(in("out"));
  }
  std::cout << kills.all << " kills, " << kills.with_work << " with work to go on from\n";
  EXPECT_GE(kills.with_work, 100U);
}

TEST_F(FitCommand, stopped_by_ctrl_c_writes_the_best_so_far_and_goes_on_from_there) {
  ASSERT_EQ(shell(program + slow() + "-o " + in("undisturbed") + " >/dev/null 2>&1").code, 0);
  const int status = interrupted_by(SIGINT, slow() + "-o " + in("out"), 20000);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(contains(to_text(in("stderr")), "the best so far is kept in " + in("out") + ": run the same command"));
  EXPECT_EQ(json::parse(to_text(in("out/fit.json")))["fit"]["completed"], false);
  EXPECT_TRUE(contains(to_text(in("out/report.html")), "interrupted: the best so far"));
  EXPECT_EQ(read_model(in("out/model.toml")).law, "lugre");
  const auto resumed = shell(program + slow() + "-o " + in("out") + " 2>&1 >/dev/null");
  EXPECT_EQ(resumed.code, 0);
  EXPECT_TRUE(contains(resumed.text, "resumed: "));
  EXPECT_EQ(results("out"), results("undisturbed"));
}

TEST_F(FitCommand, refuses_the_directory_of_another_fit) {
  ASSERT_TRUE(WIFSIGNALED(interrupted_by(SIGKILL, slow() + "-o " + in("out"), 20000)));
  const auto [code, text] = shell(program + slow() + "--loss mre -o " + in("out") + " 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "belongs to another fit: loss is ls there and mre here. Give -o another directory"));
}

TEST_F(FitCommand, says_nothing_on_stderr_in_a_pipe) {
  EXPECT_EQ(shell(program + quick() + "2>&1 >/dev/null").text, "");
}

TEST_F(FitCommand, says_what_is_wrong_and_writes_nothing) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"identify --law lugre", "the data are missing"},
      {"identify " + run, "the law is missing: --law NAME"},
      {"identify " + run + " --law lugree", "did you mean lugre?"},
      {"identify no/such.csv --law lugre", "no/such.csv"},
      {"identify " + run + " --law lugre --elements 3", "the law lugre has no elements"},
      {"identify " + run + " --law lugre --loss lsq", "no loss is called 'lsq'"},
      {"identify " + run + " --law lugre --strategy gaa", "no strategy is called 'gaa'; did you mean ga?"},
      {"identify " + run + " --law lugre --nuisance ofset", "no nuisance is called 'ofset'; did you mean offset?"},
      {"identify " + run + " --law lugre --nuisance offset --common offset", "the nuisance offset is asked for twice"},
      {"identify " + run + " --law lugre --free colomb", "colomb"},
      {"identify " + run + " --law lugre --fix coulomb", "--fix coulomb: write key=value"},
      {"identify " + run + " --law lugre --fix coulomb=-1", "--fix coulomb=-1"},
      {"identify " + run + " --law lugre --bounds coulomb", "--bounds coulomb: write key=low,high"},
      {"identify " + run + " --law lugre --bounds coulomb=2,1", "the lower bound must lie below the upper one"},
      {"identify " + run + " --law lugre --bounds colomb=1,2", "did you mean coulomb?"},
      {"identify " + run + " --law lugre --train 1.5", "--train 1.5 lies outside (0, 1]"},
      {"identify " + run + " --law lugre --set plant.mass=2", "only a fit in closed loop has a plant"},
      {"identify " + run + " --law lugre --closed-loop --set plant.mas=2", "did you mean mass?"},
      {"identify " + run + " --law mgms", "pressure"},
      {"identify " + run + " --law lugre --threads -1", "--threads -1 lies outside"},
      {"rank " + run + " --laws lugre,gmss", "did you mean gms, mgms?"},
      {"rank " + run + " --laws mgms", "the law mgms reads the column 'pressure', which the data do not have"}};
  for (const auto& [arguments, complaint] : mistakes) {
    const auto [code, text] = shell(program + arguments + " -o " + in("out") + " 2>&1 >/dev/null");
    EXPECT_EQ(code, 2) << arguments << "\n" << text;
    EXPECT_TRUE(contains(text, complaint)) << arguments;
    EXPECT_FALSE(std::filesystem::exists(in("out"))) << arguments;
  }
}

TEST_F(FitCommand, lists_strategies_and_nuisances) {
  const auto [code, text] = shell(program + "identify --list");
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "  auto "));
  EXPECT_TRUE(contains(text, " inertia"));
}

TEST_F(FitCommand, keeps_a_parameter_within_bounds_and_says_that_it_ends_there) {
  const auto [code, text] = shell(program + quick() + "--bounds coulomb=1.2,2 --json 2>/dev/null");  // 1 N is true
  EXPECT_NE(code, 2) << text;
  const json found = json::parse(text);
  EXPECT_EQ(found["fit"]["options"]["bounds"], (json{{"coulomb", {1.2, 2}}}));
  for (const json& p : found["fit"]["parameters"])
    if (p["name"] == "coulomb.forward") {
      EXPECT_NEAR(p["value"].get<double>(), 1.2, 1e-9);
      EXPECT_TRUE(contains(p["remark"].get<std::string>(), "at its lower bound"));
      return;
    }
  FAIL() << text;
}

TEST_F(FitCommand, prints_the_fit_as_json) {
  const auto [code, text] = shell(program + quick() + "--fix stribeck_exponent=2 --json 2>/dev/null");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(json::parse(text)["fit"]["options"]["fixed"], (json{{"stribeck_exponent", 2}}));
}

// A derived velocity is smooth; where the encoder rests it is equal from sample to sample.
TEST_F(FitCommand, finds_no_steps_in_the_velocity_of_a_stroke_behind_an_encoder_with_rests) {
  std::ostringstream text;
  text.precision(12);
  text << "time[s],displacement[m],force[N]\n";
  constexpr double pi = 3.14159265358979, count = 1e-5, length = 0.02;
  for (int i = 0; i < 3900; ++i) {
    const int stroke = i / 650;
    const double part = std::min(double(i % 650) / 400.0, 1.0);  // of the way, then 0.5 s of rest
    const double way = (1.0 - std::cos(pi * part)) / 2.0;
    const double v = (stroke % 2 == 0 ? 1.0 : -1.0) * length * pi / 2.0 * std::sin(pi * part) / 0.8;
    const double place = 0.1 + length * (stroke % 2 == 0 ? way : 1.0 - way);
    const double friction = part > 0.0 && part < 1.0 ? std::copysign(6.0, v) + 20.0 * v : 0.0;
    text << 2e-3 * i << "," << count * std::round(place / count) << "," << friction + 0.05 * std::sin(7.0 * i) << "\n";
  }
  const std::string file = written("strokes.csv", text.str());
  shell(program + "identify " + file + " --law coulomb-viscous --budget 400 -o " + in("fit") + " 2>&1");
  EXPECT_EQ(json::parse(to_text(in("fit/fit.json")))["fit"]["velocity_resolution"].get<double>(), 0.0);
}

TEST_F(FitCommand, fits_a_body_in_closed_loop) {
  std::ostringstream data;
  data << "time[s],applied[N],displacement[m]\n";
  double x = 0.0;
  double v = 0.0;
  constexpr double step = 1e-3;
  for (int i = 0; i < 400; ++i) {  // 2 kg, viscous friction 3 N.s/m and 1 N, always forward
    data << step * i << "," << 5.0 << "," << x << "\n";
    v += step * (5.0 - 1.0 - 3.0 * v) / 2.0;
    x += step * v;
  }
  const std::string file = written("push.csv", data.str());
  const auto [code, text] = shell(program + "identify " + file +
                                  " --law tanh --closed-loop --set plant.mass=2 --free coulomb,viscous --json 2>&1");
  ASSERT_TRUE(code == 0) << text;
  double viscous = 0.0;
  const json fit = json::parse(text);
  for (const json& p : fit["fit"]["parameters"])
    if (p["name"] == "viscous.forward") viscous = p["value"];
  EXPECT_NEAR(viscous, 3.0, 0.1);  // the motion above is that of Euler's steps, first order in 1 ms
}

TEST_F(FitCommand, ranks_laws_and_hands_on_a_model) {
  const std::string command = "rank " + run + " --test " + check + " --laws tanh,dahl,lugre --budget 300 ";
  const auto [code, text] = shell(program + command + "-o " + in("out") + " 2>&1");
  EXPECT_EQ(code, 0) << text;
  const json ranking = json::parse(to_text(in("out/rank.json")));
  EXPECT_EQ(ranking["chosen"], "lugre");
  EXPECT_EQ(ranking["laws"].size(), 4U);  // and the baseline
  EXPECT_EQ(read_model(in("out/model.toml")).law, "lugre");
  EXPECT_TRUE(contains(to_text(in("out/report.html")), "The best laws side by side"));
  EXPECT_FALSE(std::filesystem::exists(in("out/fit.journal")));
}

TEST_F(FitCommand, ranks_with_the_same_bits_on_any_number_of_threads_and_after_a_kill) {
  const std::string command = "rank " + run + " --laws tanh,lugre --blocks 4 --strategy ga --seed 2 ";
  ASSERT_EQ(shell(program + command + "--threads 1 -o " + in("one") + " >/dev/null 2>&1").code, 0);
  const int status = interrupted_by(SIGKILL, command + "--threads 2 -o " + in("out"), 40000);
  ASSERT_TRUE(WIFSIGNALED(status)) << to_text(in("stderr"));
  ASSERT_EQ(shell(program + command + "--threads 3 -o " + in("out") + " >/dev/null 2>&1").code, 0);
  EXPECT_EQ(results("out", "rank.json"), results("one", "rank.json"));
}

}  // namespace
}  // namespace stickslip::cli
