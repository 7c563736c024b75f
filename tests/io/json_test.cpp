#include "stickslip/io/json.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "stickslip/io/results.hpp"

namespace stickslip::io {

using namespace experiment;

namespace {

std::string file_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A folder that is gone with the test.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("stickslip_json_test_" + std::to_string(getpid()));
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(json, writes_values_in_the_order_in_which_they_came) {
  Json json = Json::object();
  json.add("b", 1.5);
  json.add("a", "two \"words\"\n");
  json.add("list", Json::make_array({1.0, 0.1}));
  json.add("empty", Json::array());
  json.add("truth", true);
  EXPECT_EQ(json.text(),
            "{\n  \"b\": 1.5,\n  \"a\": \"two \\\"words\\\"\\n\",\n  \"list\": [1, 0.1],\n  \"empty\": [],\n"
            "  \"truth\": true\n}");
}

TEST(json, writes_null_for_a_number_that_json_does_not_know) {
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).text(), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).text(), "null");
}

TEST(json, writes_numbers_in_their_shortest_form) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(Json::make_array({0.0, -0.0, 1.0, 1e5, 0.1, 1e-300, most}).text(),
            "[0, -0, 1, 1e+05, 0.1, 1e-300, 1.7976931348623157e+308]");
  EXPECT_EQ(Json(std::size_t(18446744073709551615U)).text(), "18446744073709551615");
}

TEST(json, indents_what_is_nested) {
  Json inner = Json::object();
  inner.add("x", Json::make_array({}));
  Json list = Json::array();
  list.add(inner);
  list.add(Json());
  Json json = Json::object();
  json.add("list", list);
  json.add("none", Json::object());
  EXPECT_EQ(json.text(), "{\n  \"list\": [\n    {\n      \"x\": []\n    },\n    null\n  ],\n  \"none\": {}\n}");
}

TEST(json, a_copy_is_a_value_of_its_own) {
  Json json = Json::array();
  const Json before = json;
  json.add(1.0);
  EXPECT_EQ(before.text(), "[]");
  EXPECT_EQ(json.text(), "[1]");
}

TEST(json, quotes_control_characters_and_mends_bytes_that_are_no_text) {
  EXPECT_EQ(quote_json("\"\\\n\x01 µ"), "\"\\\"\\\\\\n\\u0001 µ\"");
  EXPECT_EQ(quote_json("\xFF"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(quote_json(""), "\"\"");
}

TEST(flat_json, reads_numbers_and_texts_with_their_escapes) {
  const FlatJson flat =
      read_flat_json(R"({"a": 1, "b": -2.5e-3, "t": "two\nlines \u00b5 \"q\" \\", "a b": 7})", "x.json");
  EXPECT_EQ(flat.numbers, (std::map<std::string, double>{{"a", 1.0}, {"a b", 7.0}, {"b", -2.5e-3}}));
  EXPECT_EQ(flat.texts.at("t"), "two\nlines µ \"q\" \\");
  EXPECT_TRUE(read_flat_json("{}", "x.json").numbers.empty());
}

std::string complaint_about(const std::string& text) {
  try {
    read_flat_json(text, "x.json");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(flat_json, is_refused_with_file_line_and_what_is_wrong) {
  const std::string broken = complaint_about("{\"a\": 1,\n\n \"b\": }");
  EXPECT_TRUE(broken.starts_with("x.json:3: syntax error")) << broken;
  EXPECT_TRUE(broken.ends_with("the file must be one JSON object of numbers and texts")) << broken;
  EXPECT_TRUE(complaint_about("[1]").starts_with("x.json: an object in braces was expected"));
  EXPECT_TRUE(complaint_about("{\"a\": [1]}").starts_with("x.json: \"a\" is neither a number nor a text"));
  EXPECT_TRUE(complaint_about("{\"a\": null}").starts_with("x.json: \"a\" is neither"));
  EXPECT_TRUE(complaint_about("{\"a\": 1e999}").starts_with("x.json: a number is out of range"));
  for (const char* text : {"", "{", "{\"a\"", "{\"a\": \"b", "{\"a\": 1} x", "{\"a\": nan}", "{'a': 1}"})
    EXPECT_TRUE(complaint_about(text).starts_with("x.json:1: ")) << text << ": " << complaint_about(text);
}

TEST(summary, holds_figures_with_units_events_solver_report_and_all_parameters) {
  const auto r = run(experiment::experiment({.base = "stick-slip", .law = "stribeck"}));
  const auto json = nlohmann::json::parse(summary_json(r, "1.2.3"));
  EXPECT_EQ(json["version"], "1.2.3");
  EXPECT_EQ(json["law"], "stribeck");
  EXPECT_EQ(json["completed"], true);
  EXPECT_EQ(json["figures"]["period"]["value"], r.figure("period").values[0]);
  EXPECT_EQ(json["figures"]["period"]["unit"], "s");
  EXPECT_EQ(json["figures"]["slip_onsets"]["value"].size(), 5U);
  ASSERT_EQ(json["events"].size(), r.report.events.size());
  EXPECT_EQ(json["events"][0]["time"], r.report.events[0].t);
  EXPECT_EQ(json["events"][0]["to"], "sliding forward");
  EXPECT_EQ(json["solver"]["method_given"], "automatic");
  EXPECT_EQ(json["solver"]["duration_used"], 35.0);
  for (const ParamGroup* group : r.experiment.groups())
    for (const Field& f : group->table)
      EXPECT_TRUE(json["parameters"][std::string(group->name)].contains(std::string(f.name))) << f.name;
  EXPECT_EQ(json["parameters"]["solver"]["method"]["value"], "automatic");
}

TEST(summary, says_why_a_figure_has_no_value) {
  const auto r = run(experiment::experiment({.base = "stick-slip", .law = "dahl"}));
  const auto json = nlohmann::json::parse(summary_json(r, ""));
  EXPECT_TRUE(json["figures"]["period"]["value"].is_null());
  EXPECT_EQ(json["figures"]["period"]["missing"], "fewer than three slips");
}

TEST(summary, of_a_run_that_stopped_early_says_so) {
  Recipe recipe{.base = "stick-slip"};
  recipe.settings.push_back({"solver", "most_steps", {.numbers = {100.0}}});
  const auto r = run(experiment::experiment(recipe));
  EXPECT_FALSE(r.completed);
  const auto json = nlohmann::json::parse(summary_json(r, ""));
  EXPECT_EQ(json["completed"], false);
  EXPECT_EQ(json["solver"]["ending"], "stopped: too many steps");
  EXPECT_LT(json["solver"]["time_reached"], 35.0);
}

TEST(results, are_four_files_and_nothing_else) {
  const Folder folder;
  const auto r = run(experiment::experiment({.base = "breakaway", .law = "stribeck"}));
  prepare_directory(folder.path);
  write_results(r, "1.2.3", folder.path);
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"experiment.toml", "report.html", "summary.json", "trajectory.csv"}));
  EXPECT_EQ(file_text(folder.path / "summary.json"), summary_json(r, "1.2.3"));
  EXPECT_NE(file_text(folder.path / "report.html").find("Friction over velocity"), std::string::npos);
}

TEST(results, are_refused_where_a_file_stands_in_the_place_of_the_directory) {
  const Folder folder;
  std::filesystem::create_directories(folder.path);
  std::ofstream(folder.path / "taken") << "x";
  EXPECT_THROW(prepare_directory((folder.path / "taken" / "deeper").string()), std::invalid_argument);
}

TEST(results, leave_nothing_behind_where_a_file_cannot_be_written) {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "summary.json" / "full");  // a directory in the file's place
  EXPECT_THROW(write_file((folder.path / "summary.json").string(), "{}"), std::invalid_argument);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

}  // namespace
}  // namespace stickslip::io
