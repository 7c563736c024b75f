// The element in generated texts that is told velocity and mass alone: does it hold a body, and let it slip as it
// should?
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "stickslip/export/export.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "support/folder.hpp"
#include "support/pushed_body.hpp"
#include "support/shell.hpp"

namespace stickslip::tests {

using namespace exporting;
using namespace io;
using namespace pushed_body;

namespace {

class standstill : public InFolder {
 protected:
  void write(std::string_view kind, const Model& model, ExportOptions options, const std::string& file) const {
    options.stick = Standstill::stops;
    for (const ExportedFile& f : export_files(kind, model, options, in(file))) std::ofstream(f.path) << f.text;
  }
  Outcome run(const std::string& command) const {
    return shell("cd '" + folder.string() + "' && " + command + " 2>&1");
  }
};

std::vector<Model> models_told_less() {
  std::vector<Model> all;
  for (const LawInfo& law : law_catalogue()) {
    const Reads read = law.reads | law.may_read;
    if (law.stick != Stick::rigid && !includes(read, Reads::displacement)) continue;
    all.push_back({.file = "m", .law = std::string(law.name), .group = law_group(law.name, 0)});
    for (std::size_t k = 0; k < all.back().group.table.size(); ++k)
      if (law.has_elements && all.back().group.table[k].shape == Shape::elements)
        all.back().elements = all.back().group.lengths[k];
  }
  return all;
}

std::string identifier(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

#ifdef STICKSLIP_C_COMPILER
// main STEP PUSH: a constant push, or the sine where it is 0; writes the path every 0.01 s, then force and mode.
constexpr std::string_view master = R"(
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "law.h"
int main(int argc, char **argv)
{
  const double h = atof(argv[1]), constant = atof(argv[2]), peak = atof(argv[3]), mass = 1.7;
  const long every = lround(0.01/h), steps = lround(3.0/h);
  double v = 0.0, x = 0.0, force = 0.0;
  law_state s;
  law_init(&s, LAW_START);
  for (long k = 0; k <= steps; ++k) {
    if (k % every == 0) printf("%.17g\n", x);
    const double push = constant > 0.0 ? constant : peak*sin(2.0*3.14159265358979323846*0.7*h*(double)k);
    const double before = v;
    v += h*(push - force)/mass;
    x += h*(before + v)/2.0;
    force = law_step(&s, LAW_NOW, h);
  }
  printf("%.17g\n", force);
  return argc < 1;
}
)";

class PushedBody : public standstill, public testing::WithParamInterface<const char*> {
 protected:
  // A law with a load has it in its arguments.
  void build() const {
    const Model model = model_from_toml(law_text(GetParam()), "law.toml");
    write("c", model, {}, "law.h");
    const bool loaded = includes(law_info(model.law).may_read, Reads::load);
    const std::string more = loaded ? ", 0.0" : "";
    written("main.c",
            "#define LAW_START 0.0, 1.7" + more + "\n#define LAW_NOW v, mass" + more + "\n" + std::string(master));
    const auto built = run(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -O1 main.c -o main -lm");
    ASSERT_EQ(built.code, 0) << built.text;
  }
  std::vector<double> path(double h, double constant) const {
    std::istringstream lines(run("./main " + stickslip::to_text(h) + " " + stickslip::to_text(constant) + " " +
                                 stickslip::to_text(find_peak(GetParam())))
                                 .text);
    std::vector<double> x;
    for (double value = 0.0; lines >> value;) x.push_back(value);
    return x;
  }
};

TEST_P(PushedBody, converges_with_the_step_of_who_moves_it) {
  build();
  const auto exact = referee(GetParam());
  double travel = 0.0;
  for (const double x : exact) travel = std::max(travel, std::abs(x));
  ASSERT_GT(travel, 0.02);
  auto coarse = path(2e-3, 0.0), fine = path(2e-4, 0.0);
  coarse.pop_back(), fine.pop_back();
  ASSERT_GE(coarse.size(), 300U);
  EXPECT_LT(largest_difference(coarse, exact), 0.03 * travel);
  EXPECT_LT(largest_difference(fine, exact), 0.003 * travel);
}

TEST_P(PushedBody, is_held_for_good_by_a_push_below_break_away) {
  build();
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    auto x = path(h, 2.9);
    EXPECT_NEAR(x.back(), 2.9, 1e-9) << "the force that holds it";
    x.pop_back();
    const double early = x[45];
    EXPECT_LT(std::abs(early), 20.0 * 2.9 / mass * h * h) << h;
    EXPECT_LT(std::abs(x.back() - early), 1e-12) << h;
  }
}

INSTANTIATE_TEST_SUITE_P(rigid_laws, PushedBody,
                         testing::Values("coulomb", "coulomb-viscous", "stribeck", "karnopp", "hybrid"),
                         [](const auto& one) { return identifier(one.param); });

TEST_F(standstill, needs_neither_applied_force_nor_displacement_in_c) {
  std::string source = "#include <stdio.h>\n", calls;
  for (const Model& model : models_told_less())
    for (const bool single : {false, true}) {
      const std::string name = identifier(model.law) + (single ? "_f" : "_d");
      write("c", model, {.single_precision = single}, name + ".h");
      const std::string text = to_text(in(name + ".h"));
      const std::size_t at = text.find(name + "_step(");
      const std::string arguments = text.substr(at, text.find(')', at) - at);
      EXPECT_EQ(arguments.find("displacement"), std::string::npos) << arguments;
      const bool is_rigid = law_info(model.law).stick == Stick::rigid;
      EXPECT_TRUE(!is_rigid || arguments.find("applied") == std::string::npos) << arguments;
      source += "#include \"" + name + ".h\"\n";
      calls += "  if (!(" + name + "_self_test() < " + (single ? "1e-3" : "1e-13") + ")) puts(\"" + name + "\");\n";
    }
  written("main.c", source + "int main(void)\n{\n" + calls + "  return 0;\n}\n");
  const auto built =
      run(std::string(STICKSLIP_C_COMPILER) +
          " -std=c99 -O1 -ffp-contract=off -Wall -Wextra -Werror -Wno-unused-function main.c -o main -lm && ./main");
  EXPECT_EQ(built.code, 0);
  EXPECT_EQ(built.text, "");
}
#endif

#ifdef STICKSLIP_NODE
TEST_F(standstill, stops_the_body_in_javascript_too) {
  std::string source;
  for (const Model& model : models_told_less()) {
    const std::string name = identifier(model.law);
    write("js", model, {}, name + ".mjs");
    source += "import * as " + name + " from './" + name + ".mjs';\nif (!(" + name +
              ".self_test() < 1e-12)) console.log('" + name + "', " + name + ".self_test());\n";
  }
  written("all.mjs", source);
  EXPECT_EQ(run(std::string(STICKSLIP_NODE) + " all.mjs").text, "");
}
#endif

#ifdef STICKSLIP_OCTAVE
TEST_F(standstill, stops_the_body_in_octave_too) {
  std::string source;
  for (const Model& model : models_told_less()) {
    const std::string name = identifier(model.law) + "_m";
    write("matlab", model, {}, name + ".m");
    source += "[~, ~, ~, err] = " + name + "();\nif !(err < 1e-12)\n  printf('" + name + " %g\\n', err);\nend\n";
  }
  written("run_all.m", source);
  EXPECT_EQ(run(std::string(STICKSLIP_OCTAVE) + " --no-gui --quiet --no-init-file run_all.m").text, "");
}
#endif

TEST_F(standstill, is_told_in_the_text) {
  const Model coulomb{.file = "m", .law = "coulomb", .group = law_group("coulomb", 0)};
  const Model dahl{.file = "m", .law = "dahl", .group = law_group("dahl", 0)};
  const auto text = [&](const Model& model, Standstill stick) {
    return export_files("c", model, {.stick = stick}, in("x.h")).front().text;
  };
  EXPECT_TRUE(contains(text(coulomb, Standstill::samples), "it must be given, or nothing is ever held"));
  EXPECT_TRUE(contains(text(dahl, Standstill::samples), "`displacement` must be given with every step"));
  EXPECT_TRUE(contains(text(coulomb, Standstill::stops), "stopped from its velocity and mass"));
  EXPECT_TRUE(contains(text(dahl, Standstill::stops), "The element integrates the velocity"));
}

TEST_F(standstill, is_no_matter_of_a_compensation) {
  const Model coulomb{.file = "m", .law = "coulomb", .group = law_group("coulomb", 0)};
  try {
    export_files("c", coulomb, {.stick = Standstill::stops, .compensation = true}, in("x.h"));
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument& e) {
    EXPECT_TRUE(contains(e.what(), "counts no applied force"));
  }
}

}  // namespace
}  // namespace stickslip::tests
