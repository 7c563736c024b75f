// Generated texts, compiled and run, give the forces of the library along random motions.
//
// Where a language has its own exp and log, the excuse of friction/accuracy.hpp holds: both may decide differently
// within rounding of a switching point. C takes the same functions as the library, and nothing is excused.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "batch/tally.hpp"
#include "model_of_trial.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/accuracy.hpp"
#include "support/folder.hpp"
#include "support/shell.hpp"

namespace stickslip::conformance {

using namespace experiment;
using namespace exporting;
using namespace io;

namespace {

constexpr double double_relative = 1e-12;  // what generated code is held to
constexpr double float_relative = 2e-5;

// The runs of one law: many short ones, or a single long one.
struct Runs {
  const TrialLaw* law;
  std::vector<Trial> trials;
  std::string name() const { return test_name(law->name); }
};

struct Size {
  std::size_t trials;
  std::size_t steps;
};

std::vector<Runs> drawn(const std::string& suite, const Size& size) {
  std::vector<Runs> all;
  for (const TrialLaw& law : trial_laws()) {
    Random rng = random_for(suite, law.name);
    Runs runs{&law, {}};
    for (std::size_t c = 0; c < size.trials; ++c)
      runs.trials.push_back(law.draw(rng, double(float(log_uniform(rng, 1e-4, 1e-2))), size.steps));
    all.push_back(std::move(runs));
  }
  return all;
}

// The numbers of all runs, as the drivers below read them: per trial parameters, h, and seven columns per contact.
void write_inputs(const std::string& path, const std::vector<Runs>& all) {
  std::ofstream file(path, std::ios::binary);
  const auto put = [&](double x) { file.write(reinterpret_cast<const char*>(&x), sizeof x); };
  for (const Runs& runs : all)
    for (const Trial& t : runs.trials) {
      for (const double x : t.params) put(x);
      put(t.h);
      for (const Contact<double>& c : t.motion)
        for (const auto member : contact_members) put(c.*member);
    }
}

// Force and inertia behind every step, in the same order.
std::vector<std::vector<Forces>> read_outputs(const std::string& path, const std::vector<Runs>& all) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::vector<Forces>> outputs;
  for (const Runs& runs : all) {
    outputs.emplace_back();
    for (const Trial& t : runs.trials) {
      Forces forces(t.motion.size() - 1);
      for (auto& f : forces) {
        file.read(reinterpret_cast<char*>(&f.value), sizeof f.value);
        file.read(reinterpret_cast<char*>(&f.inertia), sizeof f.inertia);
      }
      outputs.back().push_back(std::move(forces));
    }
  }
  EXPECT_TRUE(file) << path << " is too short";
  return outputs;
}

using Reference = Forces (*TrialLaw::*)(const Trial&);

// The bits of the same scalar in the library, or nearly so; nothing is excused.
void expect_equal(const std::vector<Runs>& all, const std::vector<std::vector<Forces>>& outputs, Reference reference,
                  double bound) {
  for (std::size_t l = 0; l < all.size(); ++l) {
    double worst = 0.0;
    for (std::size_t c = 0; c < all[l].trials.size(); ++c) {
      const Forces expected = (all[l].law->*reference)(all[l].trials[c]);
      const Force<double> scale = largest(expected);
      for (std::size_t k = 0; k < expected.size(); ++k)
        worst = std::max(worst, distance(outputs[l][c][k], expected[k], scale));
    }
    EXPECT_LE(worst, bound) << all[l].law->name;
    testing::Test::RecordProperty(all[l].name() + "_error", to_text(worst));
  }
}

void expect_agreement(const std::vector<Runs>& all, const std::vector<std::vector<Forces>>& outputs) {
  for (std::size_t l = 0; l < all.size(); ++l) {
    Tally tally(*all[l].law, {double_relative, accuracy::lanes_disturbance});
    for (std::size_t c = 0; c < all[l].trials.size(); ++c)
      tally.add(all[l].trials[c], all[l].law->on_double(all[l].trials[c]), outputs[l][c]);
    tally.expect_agreement(all[l].name());
  }
}

std::string columns_text(const TrialLaw& law, const std::string& before, const std::string& after) {
  std::string text;
  for (const std::size_t k : columns_read(law_info(law.name)))
    text += (text.empty() ? "" : ", ") + before + std::to_string(k) + after;
  return text;
}

bool has_inertia(const TrialLaw& law) { return law.name == "new-modified-lugre"; }

class texts : public tests::InFolder {
 protected:
  void write(std::string_view kind, const Model& model, const ExportOptions& options, const std::string& file) const {
    for (const ExportedFile& f : export_files(kind, model, options, in(file))) std::ofstream(f.path) << f.text;
  }
  tests::Outcome in_folder(const std::string& command) const {
    return tests::shell("cd '" + folder.string() + "' && " + command + " 2>&1");
  }
};

// ---- C

#ifdef STICKSLIP_C_COMPILER
constexpr std::string_view strict = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror";

struct CChoice {
  bool single = false;
  bool changeable = true;
};

std::string c_run(const Runs& runs, const Size& size, const CChoice& choice) {
  const std::string name = runs.name();
  const std::string real = choice.single ? "float" : "double";
  const std::string count = std::to_string(runs.trials.front().params.size());
  const std::string p = choice.changeable ? "&p, " : "";
  const std::string contact = columns_text(*runs.law, "(" + real + ")at[", "]");
  std::string text = "static void run_" + name + "(FILE *in, FILE *out)\n{\n  static double numbers[" + count +
                     "], motion[7 * (" + std::to_string(size.steps) + " + 1)];\n  for (int c = 0; c < " +
                     std::to_string(size.trials) + "; ++c) {\n    double h;\n    " + name + "_state s;\n";
  if (choice.changeable) text += "    " + name + "_params p;\n    " + real + " *q = (" + real + " *)&p;\n";
  text +=
      "    get(numbers, " + count + ", in);\n    get(&h, 1, in);\n    get(motion, sizeof motion/sizeof *motion, in);\n";
  if (choice.changeable) text += "    for (int i = 0; i < " + count + "; ++i) q[i] = (" + real + ")numbers[i];\n";
  text += "    const double *at = motion;\n    " + name + "_init(" + p + "&s, " + contact +
          ");\n    for (int k = 0; k < " + std::to_string(size.steps) + "; ++k) {\n      at += 7;\n      put(" + name +
          "_step(" + p + "&s, " + contact + ", (" + real + ")h), out);\n      put(" +
          (has_inertia(*runs.law) ? name + "_inertia(" + p + "&s, " + contact + ")" : "0.0") +
          ", out);\n    }\n  }\n}\n\n";
  return text;
}

class c_texts : public texts {
 protected:
  // All laws in one source, as firmware would have them, compiled once.
  std::vector<std::vector<Forces>> run(const std::vector<Runs>& all, const Size& size, const CChoice& choice) const {
    std::string source = "#include <stdio.h>\n#include <stdlib.h>\n";
    for (const Runs& runs : all) {
      const Model model = tests::make_model(*runs.law, runs.trials.front());
      write("c", model, {.single_precision = choice.single, .changeable_parameters = choice.changeable},
            runs.name() + ".c");
      source += "#include \"" + runs.name() + ".c\"\n";
    }
    source +=
        "static void get(double *x, size_t n, FILE *in) { if (fread(x, sizeof *x, n, in) != n) exit(3); }\n"
        "static void put(double x, FILE *out) { fwrite(&x, sizeof x, 1, out); }\n\n";
    for (const Runs& runs : all) source += c_run(runs, size, choice);
    source += "int main(void)\n{\n  FILE *in = fopen(\"in\", \"rb\"), *out = fopen(\"out\", \"wb\");\n";
    for (const Runs& runs : all) source += "  run_" + runs.name() + "(in, out);\n";
    for (const Runs& runs : all)
      source += "  if (!(" + runs.name() + "_self_test() < " + (choice.single ? "1e-3" : "1e-13") + ")) puts(\"" +
                runs.name() + " fails its self-test\");\n";
    written("all.c", source + "  return fclose(out);\n}\n");
    write_inputs(in("in"), all);
    const auto built = in_folder(std::string(STICKSLIP_C_COMPILER) + " " + std::string(strict) +
                                 " -O1 -ffp-contract=off all.c -o all -lm");
    EXPECT_EQ(built.code, 0) << built.text.substr(0, 4000);
    const auto ran = in_folder("./all");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.text, "");
    return read_outputs(in("out"), all);
  }
};

TEST_F(c_texts, agree_with_the_library_for_a_hundred_parameter_sets_of_every_law) {
  constexpr Size size{100, 100};
  const auto all = drawn("c", size);
  expect_equal(all, run(all, size, {}), &TrialLaw::on_double, double_relative);
}

TEST_F(c_texts, with_parameters_built_in_agree_over_ten_thousand_steps) {
  constexpr Size size{1, 10000};
  const auto all = drawn("c built in", size);
  expect_equal(all, run(all, size, {.changeable = false}), &TrialLaw::on_double, double_relative);
}

TEST_F(c_texts, in_float_agree_with_the_library_on_float) {
  constexpr Size size{100, 100};
  const auto all = drawn("c float", size);
  expect_equal(all, run(all, size, {.single = true}), &TrialLaw::on_float, float_relative);
}

// Also with numbers of elements for which no type is compiled: the library switches the others off.
TEST_F(c_texts, as_single_headers_compile_without_a_warning_and_pass_their_own_test) {
  std::string source = "#include <stdio.h>\n";
  std::string calls;
  for (const LawInfo& law : law_catalogue())
    for (const bool single : {false, true})
      for (const bool changeable : {false, true}) {
        const std::string name = test_name(law.name) + (single ? "_f" : "_d") + (changeable ? "_s" : "_b");
        Model model{.file = "m", .law = std::string(law.name)};
        model.elements = law.has_elements ? (changeable ? 12 : 3) : 0;
        model.group = law_group(law.name, model.elements);
        model.velocity_resolution = 1e-4;
        write("c", model, {.single_precision = single, .changeable_parameters = changeable, .compensation = true},
              name + ".h");
        source += "#include \"" + name + ".h\"\n";
        calls += "  if (!(" + name + "_self_test() < " + (single ? "1e-3" : "1e-13") + ")) puts(\"" + name + "\");\n";
      }
  written("headers.c", source + "int main(void)\n{\n" + calls + "  return 0;\n}\n");
  const auto built =
      in_folder(std::string(STICKSLIP_C_COMPILER) + " " + std::string(strict) + " -O0 headers.c -o headers -lm");
  EXPECT_EQ(built.code, 0) << built.text.substr(0, 4000);
  EXPECT_EQ(in_folder("./headers").text, "");
}

TEST_F(c_texts, compute_nothing_from_the_heap_or_from_memory_of_their_own) {
  Model model{.file = "m", .law = "leuven", .elements = 5, .group = law_group("leuven", 5)};
  const auto files = export_files("c", model, {}, in("seal.c"));
  for (const ExportedFile& f : files) {
    EXPECT_EQ(f.text.find("alloc"), std::string::npos);
    for (std::size_t at = f.text.find("static"); at != std::string::npos; at = f.text.find("static", at + 1))
      EXPECT_EQ(f.text.substr(at, 13), "static const ") << "the self-test's tables alone";
  }
}
#else
TEST(c_texts, are_compiled) { GTEST_SKIP() << "there is no C compiler here"; }
#endif

// ---- JavaScript

#ifdef STICKSLIP_NODE
constexpr std::string_view js_kit = R"(
import { readFileSync, writeFileSync } from 'node:fs';
const bytes = readFileSync('in');
const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
let place = 0;
const out = [];
function filled(shape, values) {
  let i = 0;
  const p = {};
  for (const [key, value] of Object.entries(shape))
    p[key] = Array.isArray(value) ? value.map(() => values[i++]) : values[i++];
  return p;
}
function run(law, columns, count, trials, steps) {
  if (!(law.self_test() < 1e-12)) console.log(law.name + ' fails its self-test: ' + law.self_test());
  for (let c = 0; c < trials; ++c) {
    const own = law.parameters ? [filled(law.parameters, numbers.subarray(place, place + count))] : [];
    const h = numbers[place + count];
    place += count + 1;
    const contact = () => columns.map((k) => numbers[place + k]);
    const s = law.init(...contact());
    for (let k = 0; k < steps; ++k) {
      place += 7;
      out.push(law.step(...own, s, ...contact(), h));
      out.push(law.inertia ? law.inertia(...own, s, ...contact()) : 0);
    }
    place += 7;
  }
}
)";

class js_texts : public texts {
 protected:
  std::vector<std::vector<Forces>> run(const std::vector<Runs>& all, const Size& size, bool changeable) const {
    std::string source(js_kit);
    for (const Runs& runs : all) {
      const Model model = tests::make_model(*runs.law, runs.trials.front());
      write("js", model, {.changeable_parameters = changeable}, runs.name() + ".mjs");
      source += "import * as " + runs.name() + " from './" + runs.name() + ".mjs';\nrun(" + runs.name() + ", [" +
                columns_text(*runs.law, "", "") + "], " + std::to_string(runs.trials.front().params.size()) + ", " +
                std::to_string(size.trials) + ", " + std::to_string(size.steps) + ");\n";
    }
    written("all.mjs", source + "writeFileSync('out', new Float64Array(out));\n");
    write_inputs(in("in"), all);
    const auto ran = in_folder(std::string(STICKSLIP_NODE) + " all.mjs");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.text, "");
    return read_outputs(in("out"), all);
  }
};

TEST_F(js_texts, agree_with_the_library_for_a_hundred_parameter_sets_of_every_law) {
  constexpr Size size{100, 100};
  const auto all = drawn("js", size);
  expect_agreement(all, run(all, size, true));
}

TEST_F(js_texts, with_parameters_built_in_agree_too) {
  constexpr Size size{1, 100};
  const auto all = drawn("js built in", size);
  expect_agreement(all, run(all, size, false));
}
#else
TEST(js_texts, are_run) { GTEST_SKIP() << "there is no node here"; }
#endif

// ---- Octave

#ifdef STICKSLIP_OCTAVE
std::size_t octave_steps() {
  const char* const text = std::getenv("STICKSLIP_OCTAVE_STEPS");
  return text == nullptr ? 200 : std::size_t(std::strtoull(text, nullptr, 10));
}

class matlab_texts : public texts {
 protected:
  std::vector<std::vector<Forces>> run(const std::vector<Runs>& all, const Size& size) const {
    std::string source =
        "f = fopen('in', 'rb');\nnumbers = fread(f, Inf, 'double');\nfclose(f);\nplace = 0;\nout = [];\n";
    for (const Runs& runs : all) {
      const std::string name = runs.name() + "_m";
      write("matlab", tests::make_model(*runs.law, runs.trials.front()), {}, name + ".m");
      const std::string contact = columns_text(*runs.law, "numbers(place + 1 + ", ")");
      const std::string count = std::to_string(runs.trials.front().params.size());
      source += "[~, state, ~, err] = " + name + "();\nif !(err < 1e-12)\n  printf('" + name +
                " fails its self-test: %g\\n', err);\nend\nh = numbers(place + " + count + " + 1);\nplace += " + count +
                " + 1;\n" + start(runs, contact) + "for k = 1:" + std::to_string(size.steps) +
                "\n  place += 7;\n  [force, state, inertia] = " + name + "(state, " + contact +
                ", h);\n  out(end + 1) = force;\n  out(end + 1) = inertia;\nend\nplace += 7;\n";
    }
    written("run_all.m", source + "f = fopen('out', 'wb');\nfwrite(f, out, 'double');\nfclose(f);\n");
    write_inputs(in("in"), all);
    const auto ran = in_folder(std::string(STICKSLIP_OCTAVE) + " --no-gui --quiet --no-init-file run_all.m");
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_EQ(ran.text.find("self-test"), std::string::npos) << ran.text;
    return read_outputs(in("out"), all);
  }

  // The contact where the motion begins stands behind the law's own memory; all trials begin at rest at the origin, and
  // only what surrounds them has to be told.
  static std::string start(const Runs& runs, const std::string&) {
    const Model model = tests::make_model(*runs.law, runs.trials.front());
    const auto files = export_files("matlab", model, {}, "x.m");
    std::string text;
    for (const std::string_view column : {"pressure", "load", "temperature", "applied", "mass"}) {
      const std::size_t at = files[0].text.find("  last_" + std::string(column) + " [");
      if (at == std::string::npos) continue;
      const std::size_t line = files[0].text.rfind("%", at);
      const std::size_t place = std::strtoull(files[0].text.c_str() + line + 1, nullptr, 10);
      const std::array<std::string_view, 7> names{"velocity", "displacement", "applied",    "mass",
                                                  "load",     "pressure",     "temperature"};
      const auto k = std::size_t(std::find(names.begin(), names.end(), column) - names.begin());
      text += "state(" + std::to_string(place) + ") = numbers(place + 1 + " + std::to_string(k) + ");\n";
    }
    return text;
  }
};

TEST_F(matlab_texts, agree_with_the_library_in_octave) {
  const Size size{1, octave_steps()};
  const auto all = drawn("matlab", size);
  expect_agreement(all, run(all, size));
}
#else
TEST(matlab_texts, are_run_in_octave) { GTEST_SKIP() << "there is no octave here"; }
#endif

}  // namespace
}  // namespace stickslip::conformance
