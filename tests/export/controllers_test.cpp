// Texts for controllers: Structured Text, a Simulink script, a plug-in for ros2_control.
//
// No compiler of Structured Text is in Debian (matiec is not), and Simulink and ROS are not here either. Structured
// Text is held to a grammar of its statements, line by line, then read as C and run beside the C compensation; the
// script is parsed by Octave, which runs it with stand-ins for Simulink's functions, and its C is compiled; the plug-in
// is compiled and run against stand-ins of the interfaces.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "usual_model.hpp"

namespace stickslip::exporting {
namespace {

using namespace io;

class controllers : public InFolderOfTexts {};

// ---- Structured Text, read as C

std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

// An expression of the language's operators, functions, names and real literals.
std::string expression_in_c(std::string text) {
  const std::regex allowed(R"(([A-Za-z_][A-Za-z0-9_]*|[0-9]+\.[0-9]+(E[-+]?[0-9]+)?|[0-9]+|[-+*/(),<>=\[\] ])*)");
  EXPECT_TRUE(std::regex_match(text, allowed)) << text;
  text = replaced(text, R"(\bAND\b)", "&&");
  text = replaced(text, R"(\bOR\b)", "||");
  text = replaced(text, R"(\bNOT\b)", "!");
  text = replaced(text, R"(([^<>=])=([^=]))", "$1==$2");
  text = replaced(text, R"(\bABS\()", "fabs(");
  text = replaced(text, R"(\bEXP\()", "exp(");
  text = replaced(text, R"(\bLN\()", "log(");
  text = replaced(text, R"(\bSQRT\()", "sqrt(");
  return replaced(text, R"(\bSIN\()", "sin(");
}

class StructuredText {
 public:
  explicit StructuredText(const std::string& text) : lines_(text) {}

  std::string in_c() {
    for (std::string line; std::getline(lines_, line);) read(line);
    EXPECT_TRUE(open_.empty()) << open_.back() << " has no end";
    return c_;
  }

 private:
  void read(std::string line) {
    line = replaced(line, R"(\(\*.*\*\))", "");
    line = replaced(line, R"(^\s+|\s+$)", "");
    if (line.empty()) return;
    if (line.starts_with("VAR") || line.starts_with("FUNCTION")) return open(line);
    if (line.starts_with("END_") && line != "END_IF;" && line != "END_FOR;") return close(line);
    open_.back().starts_with("VAR") ? declaration(line) : statement(line);
  }

  void open(const std::string& line) {
    std::smatch m;
    if (std::regex_match(line, m, std::regex("FUNCTION_BLOCK ([A-Za-z]\\w*)"))) {
      name_ = m[1];
      is_block_ = true;
    } else if (std::regex_match(line, m, std::regex("FUNCTION ([A-Za-z]\\w*) : LREAL"))) {
      name_ = m[1];
      is_block_ = false;
      c_ += "static double " + name_ + "(double x)\n{\n  double " + name_ + "_value;\n";
    } else {
      EXPECT_TRUE(std::regex_match(line, std::regex("VAR(_INPUT|_OUTPUT| CONSTANT)?"))) << line;
    }
    open_.push_back(line);
  }

  void close(const std::string& line) {
    ASSERT_FALSE(open_.empty());
    const std::string what = open_.back().substr(0, open_.back().find(' '));
    EXPECT_EQ(line, "END_" + (what.starts_with("VAR") ? std::string("VAR") : what));
    if (line == "END_FUNCTION") c_ += "  return " + name_ + "_value;\n}\n";
    if (line == "END_FUNCTION_BLOCK") c_ += "}\n";
    open_.pop_back();
  }

  void declaration(const std::string& line) {
    std::smatch m;
    const std::regex form(R"((\w+) : (ARRAY\[0\.\.(\d+)\] OF )?(LREAL|BOOL|INT)( := (.*))?;)");
    ASSERT_TRUE(std::regex_match(line, m, form)) << line;
    const std::string type = m[4] == "LREAL" ? "double" : m[4] == "BOOL" ? "_Bool" : "int";
    const std::string length = m[3].matched ? "[" + std::to_string(std::stoi(m[3]) + 1) + "]" : "";
    const std::string values = m[6].matched     ? replaced(replaced(m[6], "\\[", "{"), "\\]", "}")
                               : length.empty() ? "0"
                                                : "{0}";
    const bool is_argument = !is_block_ && open_.back() == "VAR_INPUT";
    if (!is_argument) c_ += (is_block_ ? "static " : "  ") + type + " " + m[1].str() + length + " = " + values + ";\n";
  }

  void statement(const std::string& line) {
    if (is_block_ && !begun_) c_ += "static void " + name_ + "(void)\n{\n", begun_ = true;
    std::smatch m;
    if (std::regex_match(line, m, std::regex(R"(IF NOT (\w+) THEN EXIT; END_IF;)"))) {
      c_ += "if (!" + m[1].str() + ") break;\n";
    } else if (std::regex_match(line, m, std::regex("IF (.*) THEN"))) {
      c_ += "if (" + expression_in_c(m[1]) + ") {\n";
    } else if (std::regex_match(line, m, std::regex(R"(FOR (\w+) := (\d+) TO (\d+) DO)"))) {
      c_ += "for (" + m[1].str() + " = " + m[2].str() + "; " + m[1].str() + " <= " + m[3].str() + "; ++" + m[1].str() +
            ") {\n";
    } else if (line == "ELSE") {
      c_ += "} else {\n";
    } else if (line == "END_IF;" || line == "END_FOR;") {
      c_ += "}\n";
    } else if (line == "RETURN;") {
      c_ += "return;\n";
    } else if (std::regex_match(line, m, std::regex(R"((\w+(\[i\]|\[\d+\])?) := (.*);)"))) {
      const std::string target = !is_block_ && m[1] == name_ ? name_ + "_value" : m[1].str();
      c_ += target + " = " + expression_in_c(m[3]) + ";\n";
    } else {
      ADD_FAILURE() << "no statement of the language: " << line;
    }
  }

  std::istringstream lines_;
  std::vector<std::string> open_;
  std::string name_;
  std::string c_;
  bool is_block_ = false;
  bool begun_ = false;
};

#ifdef STICKSLIP_C_COMPILER
// 400 commands with a stop, a command that is no number, and a limit that is reached.
constexpr std::string_view both = R"(
int main(void)
{
  double worst = 0.0, largest = 0.0;
  int limited = 0, passed = 0;
  ref_compensation c;
  ref_compensation_init(&c, LIMIT START);
  most = LIMIT;
  h = 1e-3;
  COLUMNS
  for (int k = 0; k < 400; ++k) {
    velocity = k > 300 && k < 330 ? 0.0 : k == 200 ? NAN : 0.02*sin(0.1*k) + 0.004*sin(1.3*k);
    const double expected = ref_compensate(&c, velocity NOW, h);
    st_block();
    worst = fmax(worst, fabs(force - expected));
    largest = fmax(largest, fabs(expected));
    limited += fabs(force) == LIMIT;
    passed += status == 1 && c.status == 1;
    if (status != c.status) return 1;
  }
  printf("%g %d %d\n", worst/largest, limited, passed);
  return 0;
}
)";

TEST_F(controllers, structured_text_compensates_like_the_c_for_every_law) {
  for (const LawInfo& law : law_catalogue()) {
    write("st", law, {}, "st_block.st");
    write("c", law, {.compensation = true}, "ref.h");
    std::string columns, start, now;
    for (const std::size_t k : columns_read(law)) {
      const std::string name(contact_table[k].name);
      if (name == "velocity" || name == "displacement" || name == "applied") continue;
      columns += name + " = 1.0;\n";
      start += ", 1.0";
      now += ", 1.0";
    }
    StructuredText text(to_text(in("st_block.st")));
    std::string main(both);
    main = replaced(replaced(replaced(main, "COLUMNS", columns), " START", start), " NOW", now);
    const std::string limit = law.name == "mgms" ? "30.0" : "0.9";
    written("try.c", "#include <math.h>\n#include <stdio.h>\n#include \"ref.h\"\n" + text.in_c() +
                         replaced(main, "LIMIT", limit));
    if (HasFailure()) return;
    const auto ran = run(std::string(STICKSLIP_C_COMPILER) +
                         " -std=c99 -O1 -ffp-contract=off -Wno-unused-function try.c -o try -lm && ./try");
    ASSERT_EQ(ran.code, 0) << law.name << "\n" << ran.text.substr(0, 3000);
    std::istringstream words(ran.text);
    double worst = 1.0;
    int limited = 0, passed = 0;
    words >> worst >> limited >> passed;
    EXPECT_LT(worst, 1e-9) << law.name;  // expm1 and tanh are its own
    EXPECT_EQ(passed, 1) << law.name;
  }
}

TEST_F(controllers, the_c_of_a_simulink_block_compiles) {
  for (const LawInfo& law : law_catalogue()) {
    const std::string name = identifier(law.name);
    write("simulink", law, {}, name + ".m");
    const std::string script = to_text(in(name + ".m"));
    // The vector that the block keeps is as long as the state.
    std::smatch m;
    ASSERT_TRUE(std::regex_search(script, m, std::regex(R"('state'\);[^;]*;[^;]*;\s*symbol.Size = '(\d+)')")))
        << script;
    written("size.c", "#include \"" + name + "_law.h\"\ntypedef char enough[sizeof(" + name + "_law_state) <= " +
                          m[1].str() + "*sizeof(double) ? 1 : -1];\nint main(void) { return 0; }\n");
    const auto built =
        run(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -Wall -Wextra -Werror size.c " + name + "_law.c -lm");
    EXPECT_EQ(built.code, 0) << built.text;
  }
}
#endif

#ifdef STICKSLIP_OCTAVE
// Octave has no Simulink: the functions that a script calls note what they are asked.
TEST_F(controllers, a_simulink_script_runs_in_octave_with_stand_ins) {
  write("simulink", law_info("lugre"), {}, "rod.m");
  written("add_block.m", "function add_block(kind, place)\nprintf('block %s %s\\n', kind, place);\nend\n");
  written("set_param.m",
          "function set_param(what, varargin)\nfor k = 1:2:numel(varargin)\n  printf('set %s\\n%s\\n', varargin{k}, "
          "varargin{k + 1});\nend\nend\n");
  written("get_param.m",
          "function value = get_param(what, name)\nvalue = 'rig';\nif strcmp(name, 'SymbolSpec'), value = 'spec'; "
          "end\nend\n");
  written("addSymbol.m",
          "function symbol = addSymbol(spec, name)\nprintf('symbol %s\\n', name);\nsymbol = struct();\nend\n");
  written("newline.m", "function c = newline()\nc = char(10);\nend\n");
  const auto ran = run(std::string(STICKSLIP_OCTAVE) + " --no-gui --quiet --no-init-file --eval \"rod('rig', 1e-3);\"");
  EXPECT_EQ(ran.code, 0) << ran.text;
  for (const std::string part :
       {"block simulink/User-Defined Functions/C Function rig/rod", "symbol velocity", "symbol force", "symbol state",
        "#include \"rod_law.h\"", "force = rod_law_step((rod_law_state *)state, velocity, h);"})
    EXPECT_TRUE(tests::contains(ran.text, part));
}
#endif

// ---- ros2_control

#if defined(STICKSLIP_CXX_COMPILER) && defined(STICKSLIP_C_COMPILER)
TEST_F(controllers, the_plug_in_for_ros2_control_compensates_against_stand_ins) {
  write("c", law_info("lugre"), {.compensation = true}, "joint_friction.c");
  const auto built =
      run(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -O1 -c joint_friction.c && " +
          std::string(STICKSLIP_CXX_COMPILER) +
          " -std=c++17 -O1 -Wall -Wextra -Werror -I . -I " STICKSLIP_ROS2_STAND_INS " -I " STICKSLIP_ROS2_EXAMPLE
          "/include " STICKSLIP_ROS2_EXAMPLE "/src/friction_compensation.cpp " STICKSLIP_ROS2_STAND_INS
          "/run.cpp joint_friction.o -o run -lm && ./run");
  EXPECT_EQ(built.code, 0) << built.text.substr(0, 3000);
  EXPECT_TRUE(tests::contains(built.text, "as the C compensates"));
}

// The class that the description of the plug-in names is the one that the source exports; the package names its parts.
TEST(plug_in, is_described_as_it_is) {
  const auto read = [](const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(std::string(STICKSLIP_ROS2_EXAMPLE) + "/" + file).rdbuf();
    return text.str();
  };
  EXPECT_TRUE(tests::contains(read("friction_compensation.xml"), "type=\"stickslip_example::FrictionCompensation\""));
  EXPECT_TRUE(tests::contains(read("src/friction_compensation.cpp"),
                              "PLUGINLIB_EXPORT_CLASS(stickslip_example::FrictionCompensation"));
  for (const std::string part : {"controller_interface", "hardware_interface", "pluginlib", "rclcpp_lifecycle"}) {
    EXPECT_TRUE(tests::contains(read("package.xml"), "<depend>" + part + "</depend>"));
    EXPECT_TRUE(tests::contains(read("CMakeLists.txt"), part));
  }
}
#endif

}  // namespace
}  // namespace stickslip::exporting
