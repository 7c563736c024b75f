// Runs the program as a user does, through the shell.
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../support/shell.hpp"
#include "stickslip/friction/catalogue.hpp"

namespace stickslip::cli {
namespace {

using nlohmann::json;
using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

using stickslip::tests::Outcome;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' ";

// What it prints on stdout; on stderr.
Outcome run(const std::string& arguments) { return shell(program + arguments + " 2>/dev/null"); }
Outcome catch_complaint(const std::string& arguments) { return shell(program + arguments + " 2>&1 >/dev/null"); }

AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return AssertionSuccess();
  return AssertionFailure() << "'" << part << "' is not in:\n" << text;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(laws, prints_a_line_for_every_law_with_what_it_reads_and_its_source) {
  const auto [code, text] = run("laws");
  EXPECT_EQ(code, 0);
  const auto lines = split_lines(text);
  ASSERT_EQ(lines.size(), law_catalogue().size() + 1);
  EXPECT_TRUE(lines[0].starts_with("name"));
  for (std::size_t i = 0; i < law_catalogue().size(); ++i) {
    const LawInfo& law = law_catalogue()[i];
    EXPECT_TRUE(lines[i + 1].starts_with(std::string(law.name) + " "));
    EXPECT_TRUE(contains(lines[i + 1], to_text(law.reads)));
    EXPECT_TRUE(contains(lines[i + 1], std::string(law.source)));
  }
}

TEST(laws, puts_optional_columns_in_brackets) { EXPECT_TRUE(contains(run("laws").text, "velocity, applied [load]")); }

TEST(laws, of_a_name_prints_equation_source_and_every_row_of_the_tables) {
  for (const LawInfo& law : law_catalogue()) {
    const auto [code, text] = run("laws " + std::string(law.name));
    EXPECT_EQ(code, 0);
    EXPECT_TRUE(contains(text, std::string(law.title)));
    EXPECT_TRUE(contains(text, std::string(law.equation.substr(0, law.equation.find('\n')))));
    EXPECT_TRUE(contains(text, std::string(law.source)));
    for (const auto& table : {law.params, law.states})
      for (const Field& f : table) {
        EXPECT_TRUE(contains(text, std::string(f.name)));
        EXPECT_TRUE(contains(text, std::string(f.symbol)));
        EXPECT_TRUE(contains(text, std::string(f.doc)));
      }
  }
}

TEST(laws, of_a_name_prints_defaults_bounds_and_relations) {
  const std::string text = run("laws lugre").text;
  EXPECT_TRUE(contains(text, "stiffness          sigma_0  N/m    100000   [0.001, 1e+12]  Stiffness of the bristles."));
  EXPECT_TRUE(contains(text, "breakaway >= coulomb"));
}

TEST(laws, fits_a_narrow_terminal) {
  const auto [code, text] = shell("script -qec \"stty cols 80; " + program + "laws\" /dev/null 2>/dev/null");
  if (code != 0) GTEST_SKIP() << "there is no program `script` that imitates a terminal";
  EXPECT_GT(split_lines(text).size(), law_catalogue().size());
  for (const std::string& line : split_lines(text)) EXPECT_LE(line.size(), 80u + 1u) << line;  // 1: the terminal's \r
}

TEST(json, of_all_laws_parses_and_names_them_in_order) {
  const auto [code, text] = run("laws --json");
  EXPECT_EQ(code, 0);
  const json laws = json::parse(text);
  ASSERT_EQ(laws.size(), law_catalogue().size());
  for (std::size_t i = 0; i < laws.size(); ++i) EXPECT_EQ(laws[i].at("name"), law_catalogue()[i].name);
}

TEST(json, of_a_law_holds_the_exact_defaults_and_bounds) {
  for (const LawInfo& law : law_catalogue()) {
    const json read = json::parse(run("laws --json " + std::string(law.name)).text);
    ASSERT_EQ(read.at("parameters").size(), law.params.size());
    for (std::size_t i = 0; i < law.params.size(); ++i) {
      const Field& field = law.params[i];
      const json& row = read.at("parameters")[i];
      EXPECT_EQ(row.at("name"), field.name);
      EXPECT_EQ(row.at("lower").get<double>(), field.lower);
      EXPECT_EQ(row.at("upper").get<double>(), field.upper);
      const json& value = row.at("default");
      const auto values = value.is_array() ? value.get<std::vector<double>>() : std::vector{value.get<double>()};
      const auto first = law.defaults.begin() + static_cast<std::ptrdiff_t>(field.first);
      EXPECT_EQ(values, std::vector<double>(first, first + static_cast<std::ptrdiff_t>(field.width))) << field.name;
    }
  }
}

TEST(json, never_holds_nan_infinity_or_null) {
  std::string all = run("laws --json").text;
  for (const LawInfo& law : law_catalogue()) all += run("laws --json " + std::string(law.name)).text;
  for (const std::string word : {": null", ": nan", ": inf", ": -inf", "null,", "NaN"})
    EXPECT_EQ(all.find(word), std::string::npos) << word;
}

TEST(markdown, of_all_laws_links_to_the_page_of_each) {
  const std::string text = run("laws --markdown").text;
  for (const LawInfo& law : law_catalogue())
    EXPECT_TRUE(contains(text, "| [`" + std::string(law.name) + "`](" + std::string(law.name) + ".md) |"));
}

TEST(markdown, of_a_law_is_a_page_with_its_equation_and_parameters) {
  const std::string text = run("laws lugre --markdown").text;
  EXPECT_TRUE(contains(text, "# lugre\n"));
  EXPECT_TRUE(contains(text, "```\ndz/dt = v - sigma_0 |v| z / g(v)\n"));
  EXPECT_TRUE(
      contains(text, "| `stiffness` | sigma\\_0 | N/m | 100000 | \\[0.001, 1e+12] | Stiffness of the bristles. |"));
}

TEST(help, is_there_on_every_level) {
  for (const std::string arguments : {"--help", "-h", "laws --help", "completion --help"}) {
    const auto [code, text] = run(arguments);
    EXPECT_EQ(code, 0);
    EXPECT_TRUE(contains(text, "Usage: stickslip"));
  }
  EXPECT_TRUE(contains(run("laws --help").text, "--markdown"));
}

TEST(version, is_that_of_the_project) { EXPECT_EQ(run("--version").text, "stickslip " STICKSLIP_VERSION "\n"); }

TEST(wrong_use, of_a_law_name_is_answered_with_the_nearest_and_code_2) {
  const auto [code, text] = catch_complaint("laws lugree");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "no friction law is called 'lugree'; did you mean lugre"));
}

TEST(wrong_use, of_a_command_is_answered_with_the_nearest_and_code_2) {
  const auto [code, text] = catch_complaint("lawz");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "no command is called 'lawz'; did you mean laws?"));
}

TEST(wrong_use, of_an_option_is_answered_with_the_nearest_and_code_2) {
  const auto [code, text] = catch_complaint("laws --jsno");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "no option is called '--jsno'; did you mean --json?"));
  EXPECT_TRUE(contains(catch_complaint("--versoin").text, "did you mean --version?"));
}

TEST(wrong_use, of_arguments_says_which_one_and_where_to_read_more) {
  const auto [code, text] = catch_complaint("laws lugre dahl");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "'dahl' is one argument too many for 'laws'"));
  EXPECT_TRUE(contains(text, "See: stickslip laws --help"));
}

TEST(wrong_use, is_code_2_and_says_nothing_on_stdout) {
  for (const std::string arguments : {"", "lawz", "laws lugree", "laws --jsno", "laws a b", "completion",
                                      "completion tcsh", "laws --json --markdown"}) {
    const auto [code, text] = run(arguments);
    EXPECT_EQ(code, 2) << arguments;
    EXPECT_EQ(text, "") << arguments;
  }
}

TEST(output, that_cannot_be_written_is_a_failure) {
  if (shell("test -e /dev/full").code != 0) GTEST_SKIP() << "there is no /dev/full";
  for (const std::string arguments : {"laws", "laws --json", "laws lugre", "--help", "--version", "completion bash"}) {
    const auto [code, text] = shell(program + arguments + " 2>&1 >/dev/full");
    EXPECT_EQ(code, 1) << arguments;
    EXPECT_TRUE(contains(text, "the output could not be written"));
  }
}

TEST(output, into_a_closed_pipe_is_not_a_success) {
  const auto [code, text] = shell("(" + program + "laws --json; echo $? >&3) 3>&1 >&- 2>/dev/null");
  EXPECT_EQ(code, 0);
  EXPECT_NE(text, "0\n");
  EXPECT_NE(text, "");
}

// The words that bash offers after the given ones.
std::string completed(const std::string& words, int place) {
  const std::string script = "eval \"$(" + program + "completion bash)\"; COMP_WORDS=(" + words +
                             "); COMP_CWORD=" + std::to_string(place) + "; _stickslip; echo \"${COMPREPLY[*]}\"";
  std::string quoted;
  for (const char c : script) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return shell("bash -c '" + quoted + "'").text;
}

TEST(completion, offers_commands_laws_and_options) {
  if (shell("command -v bash >/dev/null").code != 0) GTEST_SKIP() << "there is no bash";
  EXPECT_EQ(completed("stickslip la", 1), "laws\n");
  EXPECT_EQ(completed("stickslip --v", 1), "--version\n");
  EXPECT_EQ(completed("stickslip laws coulomb-", 2), "coulomb-viscous\n");
  EXPECT_EQ(completed("stickslip laws --j", 2), "--json\n");
  EXPECT_EQ(completed("stickslip completion b", 2), "bash\n");
  EXPECT_EQ(completed("stickslip identify --law lug", 3), "lugre\n");
}

}  // namespace
}  // namespace stickslip::cli
