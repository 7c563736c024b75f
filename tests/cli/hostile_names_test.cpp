// Names out of files, through every writer: whatever a name holds, it stays a name.
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "hostile.hpp"

namespace stickslip::tests {
namespace {

using nlohmann::json;

// Each begins, ends or breaks something in one of the texts that we write.
const std::vector<std::string> names{"*/ int evil; /*",
                                     "</script><script>evil()</script>",
                                     "--><evil a='b'>",
                                     "\"evil\" 'x' `y` \\",
                                     "\x1B]0;evil\x07\x1B[31m",
                                     "evil\u009B2J\x7F",
                                     "=1+cmd|' /C evil'!A0",
                                     "+evil",
                                     "-evil",
                                     "@SUM(evil)",
                                     "${evil} $(evil) %{ evil",
                                     "evil, with; separators | and\ttabs",
                                     "# evil",
                                     "\xFC evil in Latin-1",
                                     "\u202Elive"};

std::string in_shell(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string in_csv(const std::string& name) {
  std::string cell = "\"";
  for (const char c : name) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

// No byte that a terminal obeys.
testing::AssertionResult is_harmless(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : ' ');
    const bool control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F || (c == 0xC2 && next < 0xA0);
    if (control)
      return testing::AssertionFailure() << "byte " << int(c)
                                         << " in: " << json(text).dump(-1, ' ', true, json::error_handler_t::replace);
  }
  return testing::AssertionSuccess();
}

// Text, script and markup of the page are ours: the only elements called script are the page's own two.
testing::AssertionResult is_sound_page(const std::string& html) {
  std::size_t scripts = 0;
  for (auto at = html.find("<script"); at != std::string::npos; at = html.find("<script", at + 1)) ++scripts;
  if (scripts > 2) return testing::AssertionFailure() << scripts << " scripts";
  if (html.find("<evil") != std::string::npos) return testing::AssertionFailure() << "an element of the name";
  return is_harmless(html);
}

class HostileNames : public Hostile {
 protected:
  // A slide to and fro with friction, and beside it a column per name.
  std::string recording(const std::string& file) const {
    std::string text = "time[s],velocity[m/s],force[N]";
    for (const std::string& name : names) text += "," + in_csv(name);
    for (int i = 0; i < 400; ++i) {
      const double t = 0.01 * i, v = std::sin(3.0 * t);
      const double force = (v > 0.0 ? 2.0 : -2.0) + 0.5 * v + 0.01 * std::sin(91.0 * t);
      text += "\n" + std::to_string(t) + "," + std::to_string(v) + "," + std::to_string(force);
      for (std::size_t k = 0; k < names.size(); ++k) text += "," + std::to_string(i);
    }
    return written(file, text + "\n");
  }

  // A model whose provenance holds what nobody would call a hash.
  std::string model(const std::string& hash) const {
    std::string quoted;
    for (const char c : hash) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04X", unsigned(static_cast<unsigned char>(c)));
      quoted += code;
    }
    return written("model.toml",
                   "[law]\nname = \"lugre\"\n[fit]\nrotary = true\n[provenance]\nhash = \"" + quoted + "\"\n");
  }
};

TEST_F(HostileNames, of_columns_pass_inspection_report_json_and_terminal) {
  const std::string file = recording("recording.csv");
  const Outcome o = stickslip("inspect " + file + " -o " + in("out"));
  ASSERT_EQ(o.code, 0) << o.text;
  EXPECT_TRUE(is_harmless(o.text));
  EXPECT_TRUE(is_harmless(stickslip("inspect " + file + " --json").text));
  const auto summary = json::parse(to_text(in("out/summary.json")));
  EXPECT_GE(summary["columns"].size(), names.size() + 3);
  EXPECT_TRUE(is_sound_page(to_text(in("out/report.html"))));
}

TEST_F(HostileNames, of_columns_come_back_from_our_own_csv_which_runs_no_formula) {
  ASSERT_EQ(stickslip("inspect " + recording("recording.csv") + " -o " + in("one")).code, 0);
  const std::string own = to_text(in("one/measurement.csv"));
  for (const char sign : {'=', '+', '-', '@'})
    for (const std::string before : {",", ",\""})
      EXPECT_EQ(own.substr(0, own.find('\n')).find(before + sign), std::string::npos) << before << sign;
  ASSERT_EQ(stickslip("inspect " + in("one/measurement.csv") + " -o " + in("two")).code, 0);
  const auto first = json::parse(to_text(in("one/summary.json")))["columns"];
  const auto second = json::parse(to_text(in("two/summary.json")))["columns"];
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_EQ(first[k]["name"], second[k]["name"]);
}

TEST_F(HostileNames, of_files_pass_a_fit_and_its_model) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k % 4 != 0) continue;  // every fourth: a fit each
    std::string name = names[k];
    std::erase(name, '/');
    const std::string file = recording(name + ".csv");
    const std::string out = in("fit" + std::to_string(k));
    const Outcome o =
        stickslip("identify " + in_shell(file) + " --law coulomb-viscous --seed 1 --budget 100 -o " + out);
    ASSERT_LE(o.code, 1) << o.text;
    EXPECT_TRUE(is_harmless(o.text));
    EXPECT_TRUE(is_sound_page(to_text(out + "/report.html")));
    EXPECT_TRUE(is_harmless(to_text(out + "/fit.json")));
    EXPECT_TRUE(json::accept(to_text(out + "/fit.json")));
    EXPECT_EQ(stickslip("export js " + out + "/model.toml -o " + in("law.js")).code, 0);  // the model is read
  }
}

TEST_F(HostileNames, of_files_are_shown_harmlessly_in_complaints) {
  for (std::string name : names) {
    std::erase(name, '/');
    const Outcome missing = stickslip("inspect " + in_shell("no such " + name));
    EXPECT_EQ(missing.code, 2);
    EXPECT_TRUE(is_harmless(missing.text));
    const Outcome cell = stickslip("inspect " + written("bad.csv", "t,x\n0,1\n1," + in_csv(name) + "\n"));
    EXPECT_EQ(cell.code, 2);
    EXPECT_TRUE(is_harmless(cell.text));
    const Outcome key = stickslip("run " + written("bad.toml", "[experiment]\nbase = \"" + name + "\"\n"));
    EXPECT_EQ(key.code, 2);
    EXPECT_TRUE(is_harmless(key.text));
  }
}

// A hash is letters and digits; the name of the file becomes a name of the language, or stands in #include, or is
// refused.
TEST_F(HostileNames, reach_no_export) {
  for (std::string name : names) {
    const Outcome o = stickslip("export c " + model(name + "\nevil*/\n") + " -o " + in("law.c"));
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(contains(o.text, "provenance.hash must be a text of letters and digits"));
    std::erase(name, '/');
    const std::vector<std::pair<std::string, std::string>> kinds{{"c", ".c"},   {"c", ".h"},         {"matlab", ".m"},
                                                                 {"js", ".js"}, {"modelica", ".mo"}, {"simulink", ".m"},
                                                                 {"st", ".st"}};
    for (const auto& [kind, ending] : kinds) {
      const std::string place = in("evil " + name + ending);
      const Outcome written = stickslip("export " + kind + " " + model("ab") + " -o " + in_shell(place));
      EXPECT_TRUE(is_harmless(written.text));
      if (written.code != 0) {
        EXPECT_EQ(written.code, 2);
        continue;
      }
      std::istringstream lines(to_text(place));
      for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(line.find("evil " + name) == std::string::npos || line == "#include \"evil " + name + ".h\"")
            << line;
    }
  }
}

TEST_F(HostileNames, of_joints_are_escaped_in_xml_and_refused_where_a_language_takes_names) {
  const std::string file = model("ab");
  for (const std::string& name : names) {
    for (const std::string target : {"mjcf", "urdf", "sdf"}) {
      const Outcome o =
          stickslip("translate " + file + " --to " + target + " --joint=" + in_shell(name) + " -o " + in("joint.xml"));
      ASSERT_EQ(o.code, 0) << o.text;
      const std::string xml = to_text(in("joint.xml"));
      for (const std::string raw : {"<evil", "<script", "\"evil\""}) EXPECT_EQ(xml.find(raw), std::string::npos) << xml;
      EXPECT_TRUE(is_harmless(xml));
    }
    for (const std::string target : {"modelica", "physx"}) {
      const Outcome o = stickslip("translate " + file + " --to " + target + " --joint=" + in_shell(name));
      EXPECT_EQ(o.code, 2);
      EXPECT_TRUE(contains(o.text, "is not a valid name for " + target));
      EXPECT_TRUE(is_harmless(o.text));
    }
  }
}

TEST_F(HostileNames, of_models_stay_within_the_description_of_an_fmu) {
  for (const std::string& name : names) {
    std::string stem = name;
    std::erase(stem, '/');
    const std::string file = model(name);
    const std::string hostile = in(stem + ".toml");
    std::filesystem::copy_file(file, hostile, std::filesystem::copy_options::overwrite_existing);
    const Outcome o = stickslip("export fmu " + in_shell(hostile) + " -o " + in_shell(in(stem + ".fmu")));
    EXPECT_TRUE(is_harmless(o.text));
    if (o.code != 0) continue;  // refused
    const Outcome xml = shell("unzip -p " + in_shell(in(stem + ".fmu")) + " modelDescription.xml 2>/dev/null");
    if (xml.code == 127) GTEST_SKIP() << "no unzip here";
    EXPECT_EQ(xml.text.find("<evil"), std::string::npos);
    EXPECT_EQ(xml.text.find("<script"), std::string::npos);
    EXPECT_TRUE(is_harmless(xml.text));
  }
}

}  // namespace
}  // namespace stickslip::tests
