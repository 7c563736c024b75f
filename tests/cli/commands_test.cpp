// What every command must have, whatever it does: the program's own table is asked, so that a new row is tested at
// once.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip {
namespace {

using stickslip::tests::contains;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' ";

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string first_word(const std::string& line) {
  std::string word;
  std::istringstream(line) >> word;
  return word;
}

// The commands that `stickslip --help` lists: two spaces, the name, its summary.
std::vector<std::string> commands() {
  std::vector<std::string> names;
  for (const std::string& line : split_lines(shell(program + "--help").text))
    if (line.starts_with("  ") && line.size() > 3 && line[2] != ' ') names.push_back(first_word(line));
  return names;
}

std::string read_help(const std::string& command, const std::string& flag) {
  return shell(program + command + " " + flag).text;
}

// The long options that a help text lists.
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> names;
  for (const std::string& line : split_lines(help)) {
    const auto first = line.find("--");
    const bool is_entry = line.starts_with("  -") && first != std::string::npos;
    if (is_entry) names.insert(line.substr(first, line.find_first_of(" ,", first) - first));
  }
  return names;
}

std::string page(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// "\-\-json" of a manual page is "--json".
std::string without_escapes(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
  return text;
}

TEST(commands, are_listed_for_a_newcomer_in_groups_on_80_columns) {
  const std::string text = shell(program + "--help").text;
  EXPECT_GE(commands().size(), 16U);
  for (const std::string& line : split_lines(text)) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_TRUE(contains(text, "Start here:\n  demo "));
}

TEST(commands, have_help_with_usage_and_exit_codes_on_80_columns) {
  for (const std::string& command : commands())
    for (const std::string flag : {"--help", "-h", "--help-all"}) {
      const auto [code, text] = shell(program + command + " " + flag);
      EXPECT_EQ(code, 0) << command;
      EXPECT_TRUE(contains(text, "Usage: stickslip " + command + " [OPTIONS]"));
      EXPECT_TRUE(contains(text, "Exit codes: 0 done"));
      for (const std::string& line : split_lines(text)) EXPECT_LE(line.size(), 80U) << command << ": " << line;
    }
}

TEST(commands, show_at_most_twelve_options_for_every_day_and_all_on_request) {
  for (const std::string& command : commands()) {
    const auto everyday = options_in(read_help(command, "--help"));
    const auto all = options_in(read_help(command, "--help-all"));
    EXPECT_LE(everyday.size(), 12U) << command;
    EXPECT_TRUE(std::includes(all.begin(), all.end(), everyday.begin(), everyday.end())) << command;
  }
  EXPECT_LE(options_in(read_help("identify", "--help")).size(), 8U + 2U);  // --help and --help-all
  EXPECT_GE(options_in(read_help("identify", "--help-all")).size(), 29U);
}

TEST(commands, are_completed_by_every_shell_with_all_their_options) {
  for (const std::string shell_name : {"bash", "zsh", "fish"}) {
    const auto [code, script] = shell(program + "completion " + shell_name);
    EXPECT_EQ(code, 0);
    for (const std::string& command : commands()) {
      EXPECT_TRUE(contains(script, command));
      for (const std::string& option : options_in(read_help(command, "--help-all")))
        EXPECT_TRUE(contains(script, shell_name == "fish" ? "-l " + option.substr(2) : option)) << command;
    }
  }
}

TEST(commands, stand_in_the_manual_and_in_the_docs_with_all_their_options) {
  const std::string manual = without_escapes(shell(program + "manual").text);
  const std::string docs = page(STICKSLIP_DOCS "/commands.md");
  for (const std::string& command : commands()) {
    EXPECT_TRUE(contains(manual, ".SS " + command + "\n"));
    EXPECT_TRUE(contains(docs, "\n### " + command + "\n"));
    for (const std::string& option : options_in(read_help(command, "--help-all"))) {
      if (option.starts_with("--help")) continue;  // told once for all
      EXPECT_TRUE(contains(manual, option)) << command;
      EXPECT_TRUE(contains(docs, option)) << command;
    }
  }
}

TEST(commands, used_wrongly_exit_with_2_say_where_to_read_more_and_print_nothing) {
  for (const std::string& command : commands()) {
    const auto [code, text] = shell(program + command + " --nonsense 2>&1 >/dev/null");
    EXPECT_EQ(code, 2) << command;
    EXPECT_TRUE(contains(text, "no option is called '--nonsense'"));
    EXPECT_TRUE(contains(text, "See: stickslip " + command + " --help"));
    EXPECT_EQ(shell(program + command + " --nonsense 2>/dev/null").text, "") << command;
  }
}

TEST(values, that_are_no_numbers_missing_or_doubled_are_refused_by_the_option_s_name) {
  const auto complaint = [](const std::string& arguments) {
    const auto [code, text] = shell(program + arguments + " 2>&1");
    EXPECT_EQ(code, 2) << arguments;
    return text;
  };
  EXPECT_TRUE(contains(complaint("sample seal --seed x"), "--seed x is not a number"));
  EXPECT_TRUE(contains(complaint("sample seal --seed -1"), "--seed -1 is negative"));
  EXPECT_TRUE(contains(complaint("identify a.csv --train 0,7"), "--train 0,7 is not a number"));
  EXPECT_TRUE(contains(complaint("sweep a.toml --threads many"), "--threads many is not a number"));
  EXPECT_TRUE(contains(complaint("sample seal --seed"), "--seed needs a value"));
  EXPECT_TRUE(contains(complaint("sample seal --seed 1 --seed 2"), "--seed is given more than once"));
}

// ---- the scripts and the page, judged by the programs that read them

class Printed : public stickslip::tests::InFolder {
 protected:
  std::string printed(const std::string& arguments, const std::string& file) const {
    EXPECT_EQ(shell(program + arguments + " >" + in(file)).code, 0);
    return in(file);
  }
  static bool is_there(const std::string& tool) { return shell("command -v " + tool + " >/dev/null").code == 0; }
};

TEST_F(Printed, completion_scripts_pass_the_syntax_check_of_their_shells) {
  std::string skipped;
  for (const std::string name : {"bash", "zsh", "fish"}) {
    if (!is_there(name)) {
      skipped += " " + name;
      continue;
    }
    const auto [code, text] = shell(name + " -n " + printed("completion " + name, name) + " 2>&1");
    EXPECT_EQ(code, 0) << name << text;
    EXPECT_EQ(text, "") << name;
  }
  if (!skipped.empty()) GTEST_SKIP() << "not installed:" << skipped;
}

TEST_F(Printed, fish_completes_commands_options_and_values) {
  if (!is_there("fish")) GTEST_SKIP() << "fish is not installed";
  const std::string script = printed("completion fish", "script.fish");
  const auto offered = [&](const std::string& line) {
    return shell("fish -c \"source " + script + "; complete -C'" + line + "'\"").text;
  };
  EXPECT_TRUE(contains(offered("stickslip ide"), "identify\t"));
  EXPECT_TRUE(contains(offered("stickslip identify --per"), "--per-direction\t"));
  EXPECT_TRUE(contains(offered("stickslip identify --law lug"), "lugre"));
}

TEST_F(Printed, the_manual_is_a_page_without_faults) {
  const std::string file = printed("manual", "stickslip.1");
  EXPECT_TRUE(contains(page(file), ".TH STICKSLIP 1"));
  if (!is_there("mandoc")) GTEST_SKIP() << "mandoc is not installed";
  // The page has no date, so that the same program always prints the same page.
  EXPECT_EQ(shell("mandoc -T lint -W warning " + file + " 2>&1 | grep -v 'missing date'").text, "");
}

}  // namespace
}  // namespace stickslip
