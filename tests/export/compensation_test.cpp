// The feed-forward compensation: the law's force along the commanded velocity, with a deadband and a limit.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "modelica.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/all.hpp"
#include "support/folder.hpp"
#include "support/shell.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

constexpr double h = 1e-3;           // [s]
constexpr double resolution = 2e-3;  // [m/s]
constexpr double limit = 0.9;        // [N] below Coulomb friction, so that it is reached
constexpr double load = 2.0;         // [N] where a law uses it
constexpr double pressure = 3e5;     // [Pa]

std::string number(double x) { return to_text(x); }

// A reversal, commands inside the deadband, and a stop.
std::vector<double> commands() {
  std::vector<double> all;
  for (int k = 0; k < 60; ++k) all.push_back(k > 45 && k < 52 ? 0.0 : 0.01 * std::sin(0.2 * k));
  return all;
}

// What is expected, from the law itself.
template <class Law>
std::vector<double> expected() {
  const auto p = default_params<Law>();
  typename Law::template State<double> s{};
  Contact<double> before{.load = load, .pressure = pressure};
  std::vector<double> forces;
  for (const double command : commands()) {
    Contact<double> now = before;
    now.velocity = std::abs(command) < resolution ? 0.0 : command;
    now.displacement += 0.5 * (before.velocity + now.velocity) * h;
    s = Law::advance(p, before, now, s, h);
    const Force<double> f = Law::force(p, now, s);
    forces.push_back(std::clamp(f.value + f.inertia * (now.velocity - before.velocity) / h, -limit, limit));
    before = now;
  }
  return forces;
}

// One law that reads the velocity alone, one with an inertia, one with displacement, one with an applied force and a
// load, one with a pressure.
const std::array<std::string_view, 5> laws{"lugre", "new-modified-lugre", "gms", "coulomb", "mgms"};

std::vector<double> compute_expected(std::string_view law) {
  return FrictionLaws::with(law, [](auto type) { return expected<decltype(type)>(); });
}

Model make_model(std::string_view law) {
  Model model{.file = "m", .law = std::string(law)};
  model.elements = law_info(law).has_elements ? usual_elements : 0;
  model.group = law_group(law, model.elements);
  model.velocity_resolution = resolution;
  return model;
}

// ", load" and ", pressure" where the law reads them.
std::string others(std::string_view law) {
  std::string text;
  for (const std::size_t k : columns_read(law_info(law))) {
    if (contact_table[k].name == "load") text += ", " + to_text(load);
    if (contact_table[k].name == "pressure") text += ", " + to_text(pressure);
    if (contact_table[k].name == "mass") text += ", 1.0";
    if (contact_table[k].name == "temperature") text += ", 0.0";
  }
  return text;
}

std::string commands_text(const std::string& separator) {
  std::string text;
  for (const double v : commands()) text += (text.empty() ? "" : separator) + to_text(v);
  return text;
}

class compensation : public tests::InFolder {
 protected:
  void write(std::string_view kind, std::string_view law, const std::string& file, bool changeable = false) const {
    for (const ExportedFile& f :
         export_files(kind, make_model(law), {.changeable_parameters = changeable, .compensation = true}, in(file)))
      std::ofstream(f.path) << f.text;
  }
  // The numbers that a command prints, one per line.
  std::vector<double> printed(const std::string& command) const {
    const auto ran = tests::shell("cd '" + folder.string() + "' && " + command + " 2>&1");
    EXPECT_EQ(ran.code, 0) << ran.text;
    std::istringstream stream(ran.text);
    std::vector<double> numbers;
    for (double x; stream >> x;) numbers.push_back(x);
    return numbers;
  }
  static void expect_expected(std::string_view law, const std::vector<double>& forces) {
    const auto wanted = compute_expected(law);
    ASSERT_EQ(forces.size(), wanted.size()) << law;
    bool limited = false;
    for (std::size_t k = 0; k < forces.size(); ++k) {
      EXPECT_NEAR(forces[k], wanted[k], 1e-12 * limit) << law << ", command " << k;
      limited = limited || std::abs(wanted[k]) >= limit;
    }
    EXPECT_TRUE(limited) << law << " never reaches the limit";
  }
};

#ifdef STICKSLIP_C_COMPILER
TEST_F(compensation, in_c_is_the_limited_force_of_the_law) {
  for (const std::string_view law : laws)
    for (const bool changeable : {false, true}) {
      write("c", law, "friction.h", changeable);
      const std::string p = changeable ? "&p, " : "";
      written("main.c", "#include <stdio.h>\n#include \"friction.h\"\nint main(void)\n{\n  const double v[] = {" +
                            commands_text(", ") + "};\n  friction_compensation c;\n" +
                            (changeable ? "  friction_params p;\n  friction_defaults(&p);\n" : "") +
                            "  friction_compensation_init(" + p + "&c, " + number(limit) + others(law) +
                            ");\n  for (int k = 0; k < " + std::to_string(commands().size()) +
                            "; ++k) printf(\"%.17g\\n\", friction_compensate(" + p + "&c, v[k]" + others(law) + ", " +
                            number(h) + "));\n  return 0;\n}\n");
      expect_expected(
          law, printed(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -ffp-contract=off main.c -o main -lm && ./main"));
    }
}
#endif

// A command that is no number is passed over, one that overflows the law begins anew, and both are told.
constexpr std::string_view hurt_in_c = R"c(#include <float.h>
#include <math.h>
#include <stdio.h>
#include "friction.h"
int main(void)
{
  friction_compensation c, twin;
  friction_compensation_init(&c, 50.0@others@);
  friction_compensation_init(&twin, 50.0@others@);
  for (int k = 0; k < 200; ++k) {
    const double v = 0.01*sin(0.1*k);
    const double wanted = friction_compensate(&twin, v@others@, 1e-3);
    const double bad = k % 3 == 0 ? NAN : k % 3 == 1 ? INFINITY : -INFINITY;
    const double last = c.force;
    if (k % 7 == 3 && (friction_compensate(&c, bad@others@, 1e-3) != last || c.status != 1)) return 1;
    if (k % 7 == 4 && (friction_compensate(&c, v@others@, NAN) != last || c.status != 1)) return 2;
    if (k % 7 == 5 && (friction_compensate(&c, v@others@, -1e-3) != last || c.status != 1)) return 3;
    if (friction_compensate(&c, v@others@, 1e-3) != wanted || c.status != 0) return 4;
  }
  for (int k = 0; k < 20; ++k) {
    const double f = friction_compensate(&c, k % 2 ? DBL_MAX : -DBL_MAX@others@, 1e300);
    if (!(fabs(f) <= 50.0)) return 5;
  }
  friction_compensation_init(&twin, 50.0@others@);
  double wanted = 0.0, found = 1.0;
  for (int k = 0; k < 4000; ++k) {
    wanted = friction_compensate(&twin, 0.01*sin(0.1*k)@others@, 1e-3);
    found = friction_compensate(&c, 0.01*sin(0.1*k)@others@, 1e-3);
    if (!(fabs(found) <= 50.0)) return 6;
  }
  return fabs(found - wanted) <= 0.02*fabs(wanted) + 1e-9 ? 0 : 7;
}
)c";

TEST_F(compensation, in_c_recovers_from_commands_that_are_no_numbers) {
  for (const LawInfo& law : law_catalogue()) {
    write("c", law.name, "friction.h");
    std::string text(hurt_in_c);
    for (std::size_t at = 0; (at = text.find("@others@")) != std::string::npos;) text.replace(at, 8, others(law.name));
    written("main.c", text);
    const auto ran =
        tests::shell("cd '" + folder.string() +
                     "' && " STICKSLIP_C_COMPILER " -std=c99 -Wall -Wextra -Werror main.c -o main -lm && ./main 2>&1");
    EXPECT_EQ(ran.code, 0) << law.name << " " << ran.text;
  }
}

#ifdef STICKSLIP_NODE
TEST_F(compensation, in_javascript_passes_over_what_is_no_number) {
  for (const std::string_view law : laws) {
    write("js", law, "friction.mjs");
    written("main.mjs", "import * as friction from './friction.mjs';\nconst c = friction.compensation(" +
                            number(limit) + others(law) + ");\nfor (const v of [" + commands_text(", ") +
                            "]) {\n  const last = c.force;\n  for (const bad of [NaN, Infinity, undefined])\n    if "
                            "(friction.compensate(c, bad" +
                            others(law) + ", " + number(h) +
                            ") !== last || c.status !== 1) process.exit(1);\n  console.log(friction.compensate(c, v" +
                            others(law) + ", " + number(h) + "));\n}\n");
    expect_expected(law, printed(std::string(STICKSLIP_NODE) + " main.mjs"));
  }
}

TEST_F(compensation, in_javascript_is_the_limited_force_of_the_law) {
  for (const std::string_view law : laws) {
    write("js", law, "friction.mjs");
    written("main.mjs", "import * as friction from './friction.mjs';\nconst c = friction.compensation(" +
                            number(limit) + others(law) + ");\nfor (const v of [" + commands_text(", ") +
                            "]) console.log(friction.compensate(c, v" + others(law) + ", " + number(h) + "));\n");
    expect_expected(law, printed(std::string(STICKSLIP_NODE) + " main.mjs"));
  }
}
#endif

#ifdef STICKSLIP_OCTAVE
TEST_F(compensation, in_octave_is_the_limited_force_of_the_law) {
  std::string script;
  for (const std::string_view law : laws) {
    std::string name(law);
    std::replace(name.begin(), name.end(), '-', '_');
    name += "_m";
    write("matlab", law, name + ".m");
    script += "[~, m] = " + name + "_compensation();\nfor v = [" + commands_text(", ") + "]\n  [f, m] = " + name +
              "_compensation(m, v" + others(law) + ", " + number(limit) + ", " + number(h) +
              ");\n  [g, n, status] = " + name + "_compensation(m, NaN" + others(law) + ", " + number(limit) + ", " +
              number(h) +
              ");\n  if g ~= f || status ~= 1 || any(n ~= m), error('not passed over'), end\n"
              "  printf('%.17g\\n', f);\nend\n";
  }
  written("run_all.m", script);
  const auto all = printed(std::string(STICKSLIP_OCTAVE) + " --no-gui --quiet --no-init-file run_all.m");
  const std::size_t count = commands().size();
  ASSERT_GE(all.size(), laws.size() * count);
  for (std::size_t l = 0; l < laws.size(); ++l) {
    const auto first = all.begin() + std::ptrdiff_t(l * count);
    expect_expected(laws[l], {first, first + std::ptrdiff_t(count)});
  }
}
#endif

TEST_F(compensation, in_modelica_is_the_limited_force_of_the_law) {
  using namespace tests::modelica;
  for (const std::string_view law : laws) {
    const auto package =
        Parser(export_files("modelica", make_model(law), {.compensation = true}, "friction.mo").front().text).parsed();
    const auto made = [&](const std::string& type) {
      return package->made({.name = "x", .type = type, .unit = {}, .start = {}}, {});
    };
    Value memory = made("Compensation");
    std::vector<double> forces;
    for (const double v : commands()) {
      std::vector<Value> arguments{made("Parameters"), memory, real(v)};
      if (law == "coulomb") arguments.push_back(real(load));
      if (law == "mgms") arguments.push_back(real(pressure));
      arguments.insert(arguments.end(), {real(limit), real(h)});
      for (const double bad : {std::nan(""), HUGE_VAL}) {
        auto hurt = arguments;
        hurt[2] = real(bad);
        const auto results = package->call("compensate", hurt);
        EXPECT_EQ(results[0].number, forces.empty() ? 0.0 : forces.back());
        EXPECT_EQ(results[2].number, 1.0);
        arguments[1] = results[1];
      }
      auto results = package->call("compensate", arguments);
      forces.push_back(results[0].number);
      EXPECT_EQ(results[2].number, 0.0);
      memory = results[1];
      arguments[2] = real(1e299);  // takes the law to no number, or not
      arguments.back() = real(1e299);
      results = package->call("compensate", arguments);
      EXPECT_LE(std::abs(results[0].number), limit);
    }
    expect_expected(law, forces);
  }
}

TEST_F(compensation, takes_its_deadband_from_the_model_and_has_none_without_a_resolution) {
  Model model = make_model("lugre");
  const auto text = [&] { return export_files("c", model, {.compensation = true}, "x.h").front().text; };
  EXPECT_TRUE(tests::contains(text(), "c->deadband = 0.002;"));
  EXPECT_TRUE(tests::contains(text(), "0.002 m/s is the resolution of the data"));
  model.velocity_resolution = 0.0;
  EXPECT_TRUE(tests::contains(text(), "c->deadband = 0.0;"));
  EXPECT_TRUE(tests::contains(text(), "fine or not known"));
}

}  // namespace
}  // namespace stickslip::exporting
