#include "stickslip/options.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <stdexcept>

namespace stickslip {
namespace {

enum class Colour : unsigned char { red, green };
constexpr std::array<std::string_view, 2> colour_names{"red", "green"};

std::vector<std::string_view> tool_names() { return {"saw", "file"}; }

struct Made {
  bool quick = false;
  bool careful = true;
  double cutoff = 0.0;
  double share = 1.0;
  std::size_t count = 3;
  std::uint64_t seed = 1;
  std::string title = {};
  std::vector<std::string> tools = {};
  Colour colour = Colour::red;

  static std::span<const OptionRow> options() {
    static const std::array rows{
        option_row<&Made::quick>({.name = "quick", .doc = "Less work"}),
        option_row<&Made::careful>({.name = "careful", .doc = "More work"}),
        option_row<&Made::cutoff>({.name = "cutoff", .unit = "Hz", .doc = "Low-pass", .lower = 0.0, .typed = "cut"}),
        option_row<&Made::share>(
            {.name = "share", .doc = "Share that is used", .lower = 0.0, .upper = 1.0, .above_lower = true}),
        option_row<&Made::count>({.name = "count", .doc = "How many", .upper = 10.0}),
        option_row<&Made::seed>({.name = "seed", .doc = "Seed"}),
        option_row<&Made::title>({.name = "title", .doc = "Title"}),
        option_row<&Made::tools>({.name = "tools", .doc = "Tools", .noun = "tool", .choices = tool_names}),
        choice_row<&Made::colour, colour_names>({.name = "colour", .doc = "Colour", .noun = "colour"})};
    return rows;
  }
};

std::string complaint(const std::string& name, const Words& words) {
  Made made;
  try {
    set_option(made, name, words);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(options, every_kind_of_value_is_read_from_words) {
  Made made;
  set_option(made, "quick", {"true"});
  set_option(made, "careful", {"no"});
  set_option(made, "cutoff", {"12.5"});
  set_option(made, "count", {"7"});
  set_option(made, "seed", {"18446744073709551615"});
  set_option(made, "title", {"seal"});
  set_option(made, "tools", {"saw", "file"});
  set_option(made, "colour", {"green"});
  EXPECT_TRUE(made.quick);
  EXPECT_FALSE(made.careful);
  EXPECT_EQ(made.cutoff, 12.5);
  EXPECT_EQ(made.count, 7U);
  EXPECT_EQ(made.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(made.title, "seal");
  EXPECT_EQ(made.tools, (Words{"saw", "file"}));
  EXPECT_EQ(made.colour, Colour::green);
}

// Octave has no whole numbers: 100000 arrives as 1e+05.
TEST(options, a_count_may_be_written_as_a_floating_number_that_is_whole) {
  Made made;
  set_option(made, "seed", {"1e+05"});
  EXPECT_EQ(made.seed, 100000U);
  EXPECT_EQ(complaint("seed", {"1.5"}), "{option seed: 1.5} is not a whole number");
}

TEST(options, words_of_a_set_read_back_as_the_same_set) {
  Made made;
  made.cutoff = 1.0 / 3.0;
  made.tools = {"file"};
  made.colour = Colour::green;
  Made other;
  for (const OptionRow& row : Made::options())
    if (const Words words = option_words(made, row); words != Words{""}) set_option(other, row.name, words);
  EXPECT_EQ(other.cutoff, made.cutoff);
  EXPECT_EQ(other.tools, made.tools);
  EXPECT_EQ(other.colour, made.colour);
  EXPECT_EQ(other.careful, made.careful);
}

TEST(options, an_unknown_name_is_answered_with_the_nearest) {
  EXPECT_TRUE(complaint("cutof", {"1"}).starts_with("no option is called 'cutof'; did you mean cutoff?"));
}

TEST(options, a_value_out_of_bounds_is_answered_with_the_bounds_and_the_meaning) {
  EXPECT_EQ(complaint("share", {"0"}), "{option share: 0} lies outside (0, 1]: share that is used");
  EXPECT_EQ(complaint("count", {"11"}), "{option count: 11} lies outside [0, 10]: how many");
  EXPECT_EQ(complaint("count", {"-1"}), "{option count: -1} lies outside [0, 10]: how many");
  EXPECT_EQ(complaint("cutoff", {"-2"}), "{option cutoff: -2} lies outside [0, inf) Hz: low-pass");
  EXPECT_EQ(complaint("cutoff", {"nan"}), "{option cutoff: nan} lies outside [0, inf) Hz: low-pass");
  EXPECT_EQ(complaint("cutoff", {"inf"}), "{option cutoff: inf} lies outside [0, inf) Hz: low-pass");
}

TEST(options, a_word_of_another_type_is_refused) {
  EXPECT_EQ(complaint("cutoff", {"12x"}), "{option cutoff: 12x} is not a number of Hz");
  EXPECT_EQ(complaint("quick", {"perhaps"}), "{option quick: perhaps} is neither true nor false");
  EXPECT_EQ(complaint("seed", {}), "{option seed} takes one value, not 0");
  EXPECT_EQ(complaint("seed", {"1", "2"}), "{option seed: 1, 2} takes one value, not 2");
}

TEST(options, a_wrong_choice_is_answered_with_the_list) {
  EXPECT_EQ(complaint("colour", {"blue"}), "no colour is called 'blue'. There are: red, green");
  EXPECT_EQ(complaint("tools", {"saw", "fil"}), "no tool is called 'fil'; did you mean file? There are: saw, file");
}

TEST(options, those_that_are_not_the_default_are_listed) {
  Made made;
  EXPECT_TRUE(changed_options(made).empty());
  made.careful = false;
  made.tools = {"saw", "file"};
  const auto changed = changed_options(made);
  ASSERT_EQ(changed.size(), 2U);
  EXPECT_EQ(changed[0].name, "careful");
  EXPECT_EQ(changed[0].text, "false");
  EXPECT_EQ(changed[1].text, "saw, file");
}

TEST(options, a_set_that_was_filled_in_cpp_is_checked_too) {
  EXPECT_NO_THROW(check_options(Made{}));
  EXPECT_THROW(check_options(Made{.share = 1.5}), std::invalid_argument);
}

TEST(options, names_on_the_command_line_have_hyphens_unless_the_row_says_otherwise) {
  EXPECT_EQ(typed_name(find_option(Made::options(), "cutoff")), "cut");
  EXPECT_EQ(typed_name(OptionRow{.name = "compare_below"}), "compare-below");
}

// ---- references

std::string typed(std::string_view name, std::string_view value) {
  return "--" + std::string(name) + (value.empty() ? "" : " ") + std::string(value);
}

TEST(option_references, are_rendered_by_the_front_end) {
  EXPECT_EQ(apply_wording("hold it with " + option_reference("fix", "a=1") + " or " + option_reference("free"), typed),
            "hold it with --fix a=1 or --free");
}

TEST(option_references, leave_every_other_text_as_it_is) {
  for (const char* text : {"", "{}", "{option", "{option }", "{option a b}", "{option a: b", "out/{a,b}.csv"})
    EXPECT_EQ(apply_wording(text, typed), text);
}

}  // namespace
}  // namespace stickslip
