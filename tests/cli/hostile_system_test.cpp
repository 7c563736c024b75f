// Where the program runs and where it writes: a clear message, an exit code that says so, and nothing half-written.
#include <sys/stat.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hostile.hpp"

namespace stickslip::tests {
namespace {

class HostileSystem : public Hostile {
 protected:
  static inline const std::string program = STICKSLIP_PROGRAM " ";

  std::string recording() const {
    std::string text = "time[s],velocity[m/s],force[N]\n";
    for (int i = 0; i < 300; ++i) {
      const double t = 0.01 * i, v = std::sin(3.0 * t);
      text +=
          std::to_string(t) + "," + std::to_string(v) + "," + std::to_string((v > 0.0 ? 2.0 : -2.0) + 0.5 * v) + "\n";
    }
    return written("recording.csv", text);
  }

  std::string sweep_spec() const {
    return written(
        "sweep.toml",
        "[experiment]\nbase = \"breakaway\"\n[law]\nname = \"stribeck\"\n[sweep]\nmethod = \"grid\"\nfigures = "
        "[\"break_away_force\"]\n[[sweep.parameter]]\nname = \"plant.mass\"\nvalues = [1, 2]\n");
  }

  // Runs the program as somebody without rights: root runs a copy, within reach of everybody, as the user nobody.
  Outcome unprivileged(const std::string& arguments) const {
    if (geteuid() != 0) return shell(program + arguments + " 2>&1");
    std::filesystem::copy_file(STICKSLIP_PROGRAM, in("stickslip"));
    return shell("setpriv --reuid=65534 --regid=65534 --clear-groups " + in("stickslip") + " " + arguments + " 2>&1");
  }

  // Compiles a locale into the test's own folder; empty when the system lacks its definition.
  std::string environment_of(const std::string& locale) const {
    const std::string own = in(locale + ".UTF-8");
    if (shell("localedef -i " + locale + " -f UTF-8 " + own + " 2>/dev/null; test -e " + own + "/LC_NUMERIC").code != 0)
      return "";
    return "env LOCPATH=" + folder.string() + " LC_ALL=" + locale + ".UTF-8 LANG=" + locale + ".UTF-8 ";
  }

  // What the program prints of several commands.
  std::string printed(const std::string& environment, const std::string& file) const {
    std::string all;
    for (const std::string& command : {"inspect " + file + " --json", "sweep " + sweep_spec(),
                                       std::string("run breakaway --set plant.mass=1.5 --json")})
      all += shell(environment + program + command).text;
    return all;
  }

  std::size_t files_in(const std::string& place) const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(in(place))) ++count;
    return count;
  }
};

// /dev/full takes no byte: what a full disk says, without one.
TEST_F(HostileSystem, a_full_disk_under_stdout_is_an_error) {
  for (const std::string& command :
       {std::string("laws"), "inspect " + recording(), std::string("run breakaway"), "sweep " + sweep_spec()}) {
    const Outcome o = shell(program + command + " 2>&1 >/dev/full");
    EXPECT_EQ(o.code, 1) << command;
    EXPECT_TRUE(contains(o.text, "stickslip: the output could not be written")) << command;
  }
}

// A limit on the size of files ends a write half-way, as a full disk does.
TEST_F(HostileSystem, a_file_that_does_not_fit_is_not_left_in_half) {
  const std::string file = recording();
  const Outcome o = shell("trap '' XFSZ; ulimit -f 8; " + program + "inspect " + file + " -o " + in("out") + " 2>&1");
  EXPECT_EQ(o.code, 1);
  EXPECT_TRUE(contains(o.text, " cannot be written: File too large"));
  for (const auto& entry : std::filesystem::directory_iterator(in("out")))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(HostileSystem, a_place_that_cannot_be_written_is_refused_with_its_name) {
  const std::string file = recording();
  written("file", "");
  for (const std::string& place : {in("file"), in("file/deeper"), std::string("/proc/nowhere")})
    for (const std::string& command : {"inspect " + file, "identify " + file + " --law coulomb",
                                       "sweep " + sweep_spec(), std::string("run breakaway")}) {
      const Outcome o = shell(program + command + " -o " + place + " 2>&1");
      EXPECT_EQ(o.code, 2) << command << ": " << o.text;
      EXPECT_TRUE(contains(o.text, place)) << command;
    }
}

TEST_F(HostileSystem, a_folder_without_permission_to_write_is_refused) {
  if (geteuid() == 0 && shell("command -v setpriv").code != 0) GTEST_SKIP() << "setpriv is not installed";
  const std::string file = recording();
  std::filesystem::create_directories(in("locked"));
  chmod(in("locked").c_str(), 0555);
  const Outcome o = unprivileged("inspect " + file + " -o " + in("locked"));
  EXPECT_EQ(o.code, 2) << o.text;
  EXPECT_TRUE(contains(o.text, "Permission denied"));
  EXPECT_EQ(files_in("locked"), 0U);
}

TEST_F(HostileSystem, a_reader_that_goes_away_ends_the_program_quietly) {
  for (const std::string& command : {std::string("laws --json"), "inspect " + recording() + " --json"}) {
    const Outcome o =
        shell("{ " + program + command + " 2>" + in("stderr") + "; echo $? >" + in("code") + "; } | true");
    EXPECT_EQ(to_text(in("stderr")), "") << command;
    const std::string code = to_text(in("code"));
    EXPECT_TRUE(code == "141\n" || code == "0\n") << command << ": " << code;  // 128 + SIGPIPE, or it was quicker
  }
}

TEST_F(HostileSystem, memory_that_ends_is_an_error_and_no_crash) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a sanitized program reserves terabytes";
#endif
  std::string text = "t[s],x[m],F[N]\n";
  for (int i = 0; i < 1'000'000; ++i) text += std::to_string(i) + "," + std::to_string(i % 7) + ",1\n";
  const std::string file = written("long.csv", text);
  std::size_t refused = 0;
  for (int limit = 20'000; limit <= 170'000; limit += 15'000) {  // to load the program takes 20 to 60 MB
    const std::string within = "ulimit -v " + std::to_string(limit) + "; " + program;
    if (shell(within + "--version 2>&1").code != 0) continue;  // not enough to load the program
    const Outcome o = shell(within + "inspect " + file + " -o " + in("out") + " 2>&1");
    EXPECT_TRUE(o.code == 0 || o.code == 1 || o.code == 2) << limit << ": " << o.text;
    if (o.code == 0) continue;
    ++refused;
    EXPECT_TRUE(contains(o.text, "stickslip: ")) << limit;
    if (!std::filesystem::exists(in("out"))) continue;
    EXPECT_EQ(files_in("out") % 3, 0U) << "half of the files, at " << limit;
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(HostileSystem, closed_streams_harm_nothing) {
  const std::string file = recording();
  EXPECT_EQ(shell(program + "inspect " + file + " <&- 2>&1").code, 0);
  EXPECT_EQ(shell(program + "inspect " + file + " -o " + in("out") + " <&- 2>&- >/dev/null").code, 0);
  EXPECT_EQ(shell(program + "inspect " + file + " -o " + in("closed") + " >&- 2>&-").code, 1);
  // Files must not be opened as the stream that was closed: the results are whole.
  EXPECT_EQ(to_text(in("closed/measurement.csv")), to_text(in("out/measurement.csv")));
  EXPECT_EQ(to_text(in("closed/summary.json")), to_text(in("out/summary.json")));
}

// A decimal comma, and a capital i with a dot.
TEST_F(HostileSystem, the_locale_changes_no_byte) {
  const std::string file = recording();
  const std::string plain = printed("env LC_ALL=C ", file);
  EXPECT_EQ(printed("env LC_ALL=no_such ", file), plain);
  for (const std::string locale : {"de_DE", "tr_TR"}) {
    const std::string there = environment_of(locale);
    if (there.empty()) GTEST_SKIP() << "the locale " << locale << " is not installed (package locales)";
    EXPECT_EQ(shell(there + "locale decimal_point").text, ",\n");  // it is in force
    EXPECT_EQ(printed(there, file), plain) << locale;
  }
}

TEST_F(HostileSystem, an_empty_environment_is_enough) {
  const std::string file = recording();
  EXPECT_EQ(shell("env -i " + program + "inspect " + file + " --json").text,
            shell(program + "inspect " + file + " --json").text);
  EXPECT_EQ(shell("env -u HOME " + program + "run breakaway --json").code, 0);
}

TEST_F(HostileSystem, two_programs_in_one_folder_leave_whole_files_or_one_is_refused) {
  const std::string file = recording();
  const std::string each = program + "inspect " + file + " -o " + in("out") + " >/dev/null 2>&1";
  shell("for i in 1 2 3 4 5 6; do " + each + " & done; wait");
  ASSERT_EQ(shell(program + "inspect " + file + " -o " + in("alone")).code, 0);
  for (const std::string name : {"measurement.csv", "summary.json", "report.html"})
    EXPECT_EQ(to_text(in("out/" + name)), to_text(in("alone/" + name))) << name;
  EXPECT_EQ(files_in("out"), 3U);  // no part is left

  shell("for i in 1 2 3 4; do " + program + "sweep " + sweep_spec() + " -o " + in("swept") + " >" + in("said") +
        "$i 2>&1 & done; wait");
  EXPECT_EQ(shell(program + "sweep " + sweep_spec()).text, to_text(in("swept/sweep.csv")));
}

}  // namespace
}  // namespace stickslip::tests
