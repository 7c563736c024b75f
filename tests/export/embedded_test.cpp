// Generated C where it is at home: on small processors, under strict compilers and checkers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "schedule.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "usual_model.hpp"

namespace stickslip::exporting {
namespace {

using namespace io;

class embedded : public InFolderOfTexts {
 protected:
  void write(const LawInfo& law, const ExportOptions& options, const std::string& file) const {
    InFolderOfTexts::write("c", law, options, file);
  }
};

// Every law in every form that the options give.
const std::vector<std::pair<std::string, ExportOptions>> forms{
    {"small", {.embedded = true, .compensation = true}},
    {"stops", {.embedded = true, .stick = Standstill::stops}},
    {"params", {.single_precision = true, .changeable_parameters = true}},
    {"energy", {.single_precision = true, .all_programs = true}},
};

// ---- what a step costs at most

TEST(worst_case, is_the_larger_side_of_a_branch_and_every_pass_of_a_loop) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  const Trace slow = exp(exp(x) * x);
  const Trace other = sqrt(x + Trace(1.0)) / (x * x + Trace(3.0));
  std::array<Trace, 1> v{select(x < Trace(0.0), slow, other)};
  repeat(10, v, [&](std::array<Trace, 1>& now) {
    now[0] = now[0] * x;
    return now[0] < Trace(1.0);
  });
  const std::array outputs{graph.find_id(v[0])};
  const OperationCount n = worst_case(make_schedule(graph, outputs));
  EXPECT_EQ(n.functions, 2U);
  EXPECT_EQ(n.products, 1U + 10U);
  EXPECT_EQ(n.sums, 2U) << "of the other side";
  EXPECT_EQ(n.roots, 1U);
  EXPECT_EQ(n.divisions, 1U);
  EXPECT_EQ(n.decisions, 2U + 10U * 2U) << "comparison and branch, comparison and end of the loop";
}

class float_texts : public embedded {
 protected:
  void write_all() const {
    std::string all;
    for (const LawInfo& law : law_catalogue())
      for (const auto& [form, options] : forms) {
        const std::string name = identifier(law.name) + "_" + form;
        write(law, options, name + ".h");
        all += "#include \"" + name + ".h\"\n";
      }
    written("all.c", all + "int main(void) { return 0; }\n");
  }
};

#ifdef STICKSLIP_CLANG
TEST_F(float_texts, of_every_law_compile_under_clang_without_a_conversion) {
  write_all();
  const auto built = run(std::string(STICKSLIP_CLANG) +
                         " -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wdouble-promotion "
                         "-Wno-unused-function -Werror -fsyntax-only all.c");
  EXPECT_EQ(built.code, 0) << built.text.substr(0, 4000);
}
#else
TEST(float_texts, compile_under_clang) { GTEST_SKIP() << "clang is not installed"; }
#endif

#ifdef STICKSLIP_C_COMPILER
TEST_F(float_texts, of_every_law_compile_without_a_conversion) {
  write_all();
  const auto built = run(std::string(STICKSLIP_C_COMPILER) +
                         " -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wdouble-promotion "
                         "-Wfloat-conversion -Wno-unused-function -Werror -fsyntax-only all.c");
  EXPECT_EQ(built.code, 0) << built.text.substr(0, 4000);
}

// expm1 by exp and log is a matter of a few roundings, from where it is its own argument to where it overflows.
TEST_F(float_texts, know_expm1_where_the_c_library_does_not) {
  write(law_info("lugre"), {.embedded = true}, "single.h");
  write(law_info("lugre"), {}, "twice.h");
  written("try.c",
          "#define STICKSLIP_NO_EXPM1\n#include \"single.h\"\n#include \"twice.h\"\n#include <float.h>\n#include "
          "<stdio.h>\n"
          "int main(void)\n{\n  double worst = 0.0, worst_f = 0.0;\n  for (int sign = -1; sign < 2; sign += 2)\n"
          "    for (double x = 1e-18; x < 88.0; x *= 1.003) {\n      const double e = expm1(sign*x);\n"
          "      const float f = (float)(sign*x);\n"
          "      worst = fmax(worst, fabs(twice_expm1(sign*x) - e)/fabs(e)/DBL_EPSILON);\n"
          "      worst_f = fmax(worst_f, fabs((double)single_expm1(f) - "
          "expm1((double)f))/fabs(expm1((double)f))/FLT_EPSILON);\n"
          "    }\n  printf(\"%g %g %g\", worst, worst_f, twice_expm1(800.0));\n  return 0;\n}\n");
  const auto built =
      run(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -O1 -ffp-contract=off try.c -o try -lm && ./try");
  ASSERT_EQ(built.code, 0) << built.text;
  std::istringstream words(built.text);
  double twice = 0.0, single = 0.0;
  std::string overflow;
  words >> twice >> single >> overflow;
  EXPECT_LT(twice, 4.0) << "roundings of double";
  EXPECT_LT(single, 4.0) << "roundings of float";
  EXPECT_GT(single, 0.1) << "the C library's own was measured";
  EXPECT_EQ(overflow, "inf");
}
#endif

#ifdef STICKSLIP_CPPCHECK
// MISRA C 2012, required rules: nothing is narrowed silently (10.3), conditions are Boolean (14.4), an else-if chain
// ends in else (15.7).
TEST_F(embedded, c_keeps_the_required_rules_of_misra) {
  const auto findings = [&](const std::string& file) {
    const auto checked =
        run("timeout 100 " + std::string(STICKSLIP_CPPCHECK) + " --quiet --std=c99 --addon=misra " + file);
    EXPECT_NE(checked.code, 124) << file << " was not checked to its end";
    return checked.text;
  };
  written("wrong.c", "int f(int x);\nint f(int x)\n{\n  if (x)\n    x = 1;\n  return x;\n}\n");
  EXPECT_TRUE(tests::contains(findings("wrong.c"), "misra-c2012-14.4")) << "the checker works";
  // A law with modes in double, and one with loops as the embedded profile has it; gms in double takes cppcheck
  // minutes.
  for (const auto& [law, f] : {std::pair("hybrid", 0), std::pair("hybrid", 2), std::pair("gms", 0)}) {
    const auto& [form, options] = forms[std::size_t(f)];
    const std::string name = identifier(law) + "_" + form;
    write(law_info(law), options, name + ".c");
    const std::string found = findings(name + ".c");
    for (const std::string rule : {"10.3]", "14.4]", "15.7]", "5.5]"})
      EXPECT_EQ(found.find("misra-c2012-" + rule), std::string::npos) << name << "\n" << found.substr(0, 2000);
  }
}
#else
TEST(embedded, c_keeps_rules) { GTEST_SKIP() << "cppcheck is not installed"; }
#endif

// Rule 15.6, which Debian's cppcheck does not find: every body is in braces.
TEST_F(embedded, c_has_every_body_in_braces) {
  for (const LawInfo& law : law_catalogue())
    for (const auto& [form, options] : forms) {
      write(law, options, "braces.h");
      std::istringstream lines(to_text(in("braces.h")));
      for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(" }");
        if (first == std::string::npos) continue;
        const std::string code = line.substr(first);
        const bool has_body = code.starts_with("if (") || code.starts_with("for (") || code.starts_with("else");
        EXPECT_TRUE(!has_body || code.ends_with("{") || code.ends_with("{ break; }")) << law.name << ": " << line;
      }
    }
}

#ifdef STICKSLIP_AVR_GCC
TEST_F(embedded, c_of_every_law_compiles_and_links_for_an_avr) {
  std::string sources, calls;
  for (const LawInfo& law : law_catalogue()) {
    const std::string name = identifier(law.name);
    write(law, {.embedded = true}, name + ".h");
    const auto built =
        run("printf '#include \"" + name + ".h\"\\nint main(void) { return " + name +
            "_self_test() < 1.0f; }\\n' > try.c && " + std::string(STICKSLIP_AVR_GCC) +
            " -mmcu=avr6 -std=c99 -Os -Wall -Wextra -Wconversion -Werror -Wno-unused-function try.c -o try.elf -lm");
    EXPECT_EQ(built.code, 0) << law.name << "\n" << built.text.substr(0, 2000);
  }
}
#else
TEST(embedded, c_compiles_for_an_avr) { GTEST_SKIP() << "avr-gcc is not installed"; }
#endif

// ---- tables of docs/export.md

// Numbers of a row behind its name.
std::vector<double> read_numbers(const std::string& row) {
  std::vector<double> numbers;
  std::istringstream cells(row);
  for (std::string cell; std::getline(cells, cell, '|');)
    if (cell.find_first_of("0123456789") != std::string::npos && cell.find('`') == std::string::npos)
      numbers.push_back(std::stod(cell));
  return numbers;
}

// The page says what was measured, between two comments with the table's name; with STICKSLIP_WRITE_TABLE it is
// written. Another compiler may take a fifth more or less; the last columns are not compared.
void expect_on_page(const std::string& name, const std::string& table, std::size_t not_compared = 0) {
  const std::string path = STICKSLIP_EXPORT_PAGE;
  std::ostringstream read;
  read << std::ifstream(path).rdbuf();
  std::string page = read.str();
  const std::string opening = "<!-- begin " + name + " -->\n";
  const std::size_t begin = page.find(opening);
  const std::size_t end = page.find("<!-- end " + name + " -->");
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos) << path << " has no place for the table " << name;
  const std::size_t first = begin + opening.size();
  if (std::getenv("STICKSLIP_WRITE_TABLE") != nullptr) {
    page.replace(first, end - first, table);
    std::ofstream(path) << page;
    return;
  }
  std::istringstream there(page.substr(first, end - first)), here(table);
  for (std::string row, wanted; std::getline(here, row);) {
    ASSERT_TRUE(std::getline(there, wanted)) << "the page has no row\n" << row;
    EXPECT_EQ(wanted.substr(0, wanted.find('|', 1)), row.substr(0, row.find('|', 1)));
    const auto old = read_numbers(wanted), now = read_numbers(row);
    ASSERT_EQ(old.size(), now.size()) << row;
    for (std::size_t i = 0; i + not_compared < now.size(); ++i)
      EXPECT_NEAR(now[i], old[i], 0.2 * old[i] + 80.0) << "measured: " << row << "\non the page: " << wanted;
  }
}

// ---- elements as loops

#ifdef STICKSLIP_C_COMPILER
// The code of 64 elements is hardly longer than that of 5; unrolled it was 165, 281, 65 and 12 kB. Nor are the texts,
// but for the numbers of the elements themselves.
class elements : public embedded {
 protected:
  static Model model_with(std::string_view law, std::size_t count) {
    return {.file = "m", .law = std::string(law), .elements = count, .group = law_group(law, count)};
  }
  // Of step, force and init, and that the numbers are those of the library.
  double code(std::string_view law, std::size_t count) const {
    for (const ExportedFile& f : export_files("c", model_with(law, count), {}, in("many.c")))
      std::ofstream(f.path) << f.text;
    written("main.c",
            "#include <stdio.h>\n#include \"many.h\"\nint main(void) { printf(\"%g\", many_self_test()); }\n");
    const auto ran =
        run(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -O2 -ffp-contract=off main.c many.c -o many -lm && ./many");
    EXPECT_EQ(ran.text, "0") << law << " with " << count << " elements";
    const auto built = run(std::string(STICKSLIP_C_COMPILER) + " -std=c99 -O2 -c many.c && size many.o | tail -1");
    return std::stod(built.text);
  }
  static std::size_t text(std::string_view law, std::size_t count, std::string_view kind, const std::string& file,
                          const ExportOptions& options = {}) {
    std::size_t size = 0;
    for (const ExportedFile& f : export_files(kind, model_with(law, count), options, file)) size += f.text.size();
    return size;
  }
};

TEST_F(elements, are_loops_in_every_language) {
  const std::vector<std::pair<std::string, std::string>> languages{
      {"c", "many.c"}, {"matlab", "many.m"}, {"js", "many.mjs"}, {"modelica", "many.mo"}, {"st", "many.st"}};
  std::ostringstream table;
  table << "| law | elements | code of C | C | MATLAB | JavaScript | Modelica | Structured Text |\n"
           "|---|---|---|---|---|---|---|---|\n";
  for (const std::string law : {"gms", "mgms", "leuven", "maxwell-slip"}) {
    const double few = code(law, 5), many = code(law, 64);
    EXPECT_LT(many, few + 4000.0) << law;
    const ExportOptions in_a_structure{.changeable_parameters = true};  // a line for every default
    EXPECT_LT(text(law, 64, "c", "many.c", in_a_structure), text(law, 5, "c", "many.c", in_a_structure) + 59 * 40 * 8);
    std::ostringstream rows[2];
    for (const auto& [kind, file] : languages) {
      const std::size_t sizes[2] = {text(law, 5, kind, file), text(law, 64, kind, file)};
      // A number of an element takes at most 24 characters, and a few parameters and constants have one each.
      EXPECT_LT(sizes[1], sizes[0] + 59 * 24 * 10) << law << ", " << kind;
      for (const int i : {0, 1}) rows[i] << " | " << sizes[i];
    }
    table << "| `" << law << "` | 5 | " << few << rows[0].str() << " |\n| `" << law << "` | 64 | " << many
          << rows[1].str() << " |\n";
  }
  expect_on_page("elements", table.str());
}
#endif

// ---- Cortex-M4F

#if defined(STICKSLIP_ARM_GCC) && defined(STICKSLIP_QEMU_ARM)

constexpr int steps = 500;
constexpr double h = 1e-3;  // [s]

// A slow sine with a faster one on top, which slides, turns and presliding-loops.
std::vector<double> contact_at(int k) {
  const double t = k * h;
  return {0.02 * std::cos(6.0 * t) + 0.01 * std::cos(40.0 * t),
          0.02 / 6.0 * std::sin(6.0 * t) + 0.01 / 40.0 * std::sin(40.0 * t),
          2.0 * std::cos(6.0 * t),
          1.0,
          1.0,
          2e5,
          0.0};
}

std::string motion_text() {
  std::ostringstream text;
  text.precision(17);
  text << "static const double motion[" << steps + 1 << "][7] = {\n";
  for (int k = 0; k <= steps; ++k) {
    text << "  {";
    for (const double x : contact_at(k)) text << x << ", ";
    text << "},\n";
  }
  text << "};\n";
  return text.str();
}

std::string arguments(const LawInfo& law, const std::string& row, const std::string& cast) {
  std::string text;
  for (const std::size_t k : columns_read(law)) text += ", " + cast + row + "[" + std::to_string(k) + "]";
  return text;
}

constexpr std::string_view measuring = R"(
static void run_@(char *line)
{
  static double forces[STEPS];
  uint32_t sum[2] = {0, 0}, most[2] = {0, 0};
  double error = 0.0, largest = 0.0;
  @_d_state d;
  @_f_state f;
  @_d_init(&d@dstart@);
  @_f_init(&f@fstart@);
  for (int k = 0; k < STEPS; ++k) {
    const double *m = motion[k + 1];
    const uint32_t begin = ticks();
    forces[k] = @_d_step(&d@dnow@, H);
    const uint32_t took = (begin - ticks()) & 0xFFFFFFu;
    sum[0] += took;
    most[0] = took > most[0] ? took : most[0];
    largest = fmax(largest, fabs(forces[k]));
  }
  for (int k = 0; k < STEPS; ++k) {
    const double *m = motion[k + 1];
    float in[7];
    for (int i = 0; i < 7; ++i) in[i] = (float)m[i];
    const uint32_t begin = ticks();
    const float force = @_f_step(&f@fnow@, (float)H);
    const uint32_t took = (begin - ticks()) & 0xFFFFFFu;
    sum[1] += took;
    most[1] = took > most[1] ? took : most[1];
    error = fmax(error, fabs((double)force - forces[k]));
  }
  snprintf(line, 120, "@ %lu %lu %lu %lu %lu\n", (unsigned long)(40.0*sum[0]/STEPS), 40*(unsigned long)most[0],
           (unsigned long)(40.0*sum[1]/STEPS), 40*(unsigned long)most[1], (unsigned long)(1e9*error/largest + 0.5));
  print(line);
}
)";

struct Measured {
  double mean[2];  // instructions a step: double, embedded
  double most[2];
  double error;  // of float, over the largest force
  int bytes[2];  // of code and tables
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

class cortex_m4f : public embedded {
 protected:
  static std::string compiler() {
    return std::string(STICKSLIP_ARM_GCC) +
           " -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -std=gnu11 -O2 -ffp-contract=off "
           "-ffunction-sections "
           "-fdata-sections";
  }

  void build_laws() const {
    std::string main =
        "#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\nuint32_t ticks(void);\nvoid print(const "
        "char *);\nenum { STEPS = " +
        std::to_string(steps) + " };\nstatic const double H = 1e-3;\n" + motion_text();
    std::string calls, objects;
    for (const LawInfo& law : law_catalogue()) {
      const std::string name = identifier(law.name);
      write(law, {}, name + "_d.c");
      write(law, {.embedded = true}, name + "_f.c");
      main += "#include \"" + name + "_d.h\"\n#include \"" + name + "_f.h\"\n";
      std::string one(measuring);
      one = replaced(one, "@dstart@", arguments(law, "motion[0]", ""));
      one = replaced(one, "@fstart@", arguments(law, "motion[0]", "(float)"));
      one = replaced(one, "@dnow@", arguments(law, "m", ""));
      one = replaced(one, "@fnow@", arguments(law, "in", ""));
      calls += replaced(one, "@", name);
      objects += " " + name + "_d.o " + name + "_f.o";
    }
    main += calls + "int main(void)\n{\n  static char line[120];\n";
    for (const LawInfo& law : law_catalogue()) main += "  run_" + identifier(law.name) + "(line);\n";
    written("main.c", main + "  return 0;\n}\n");
    const auto built = run("for f in *_d.c *_f.c main.c; do " + compiler() + " -c $f || exit 1; done && " + compiler() +
                           " main.o" + objects +
                           " " STICKSLIP_CORTEX_M4 "/start.c -T " STICKSLIP_CORTEX_M4
                           "/memory.ld -nostartfiles --specs=nosys.specs -Wl,--gc-sections -lm -o laws.elf");
    ASSERT_EQ(built.code, 0) << built.text.substr(0, 4000);
  }

  // Of what a program needs to step: not the self-test and its tables, which a linker leaves out.
  int bytes(const std::string& object) const {
    std::istringstream lines(run("arm-none-eabi-nm -S --radix=d " + object).text);
    int sum = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string at, size, kind, name;
      if (!(words >> at >> size >> kind >> name)) continue;
      const bool is_test =
          name.find("self_test") != std::string::npos || name.starts_with("motion.") || name.starts_with("expected.");
      if (!is_test) sum += std::stoi(size);
    }
    return sum;
  }

  std::map<std::string, Measured> measured() const {
    const auto ran =
        run("timeout 120 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none "
            "-semihosting-config enable=on,target=native -icount shift=0 -kernel laws.elf");
    EXPECT_EQ(ran.code, 0) << ran.text;
    std::map<std::string, Measured> all;
    std::istringstream lines(ran.text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name;
      Measured m{};
      double nano = 0.0;
      if (!(words >> name >> m.mean[0] >> m.most[0] >> m.mean[1] >> m.most[1] >> nano)) continue;
      m.error = nano * 1e-9;
      m.bytes[0] = bytes(name + "_d.o");
      m.bytes[1] = bytes(name + "_f.o");
      all[name] = m;
    }
    return all;
  }
};

std::string table_text(const std::map<std::string, Measured>& all) {
  std::ostringstream text;
  text << "| law | double: bytes | instructions a step | at most | embedded: bytes | instructions a step | at most | "
          "its "
          "error |\n|---|---|---|---|---|---|---|---|\n";
  for (const LawInfo& law : law_catalogue()) {
    const Measured& m = all.at(identifier(law.name));
    text << "| `" << law.name << "`";
    for (const int i : {0, 1}) text << " | " << m.bytes[i] << " | " << m.mean[i] << " | " << m.most[i];
    char error[32];
    std::snprintf(error, sizeof error, "%.1e", m.error);
    text << " | " << error << " |\n";
  }
  return text.str();
}

TEST_F(cortex_m4f, steps_cost_what_the_page_says) {
  build_laws();
  if (HasFatalFailure()) return;
  const auto all = measured();
  ASSERT_EQ(all.size(), law_catalogue().size());
  for (const auto& [name, m] : all) {
    EXPECT_LT(m.mean[1], m.mean[0]) << name;
    EXPECT_LE(m.bytes[1], m.bytes[0]) << name;
    EXPECT_LT(m.error, 1e-3) << name << ": of float";
  }
  expect_on_page("cortex-m4f", table_text(all), 1);
}

// What an object of the embedded profile asks of others: float functions of the C library, nothing of double.
TEST_F(cortex_m4f, code_of_the_embedded_profile_has_no_operation_on_double) {
  const auto needs = [&](const std::string& name) {
    EXPECT_EQ(run(compiler() + " -c " + name + ".c").code, 0);
    return run("arm-none-eabi-nm --undefined-only " + name + ".o").text;
  };
  write(law_info("lugre"), {}, "wide.c");
  EXPECT_TRUE(tests::contains(needs("wide"), "__aeabi_dmul")) << "this is how double would be seen";
  for (const LawInfo& law : law_catalogue())
    for (const auto& [form, options] : forms) {
      write(law, options, "narrow.c");
      std::istringstream lines(needs("narrow"));
      for (std::string kind, name; lines >> kind >> name;)
        EXPECT_TRUE(name.ends_with("f") && !name.starts_with("__")) << law.name << ", " << form << " needs " << name;
    }
}
#else
TEST(cortex_m4f, steps_are_counted) { GTEST_SKIP() << "gcc-arm-none-eabi or qemu-system-arm is not installed"; }
#endif

}  // namespace
}  // namespace stickslip::exporting
