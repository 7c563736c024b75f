// Is generated C as fast as the library's own step?
//
// Every law with its default parameters follows the same motion, a slow sine with a faster one on top, which slides,
// turns and presliding-loops. Library: Stepper::step, which is advance and force or, where a law has a Run, its step,
// with what a long run can keep from step to step; compiled with this file (-O3 -fno-math-errno). Generated: `stickslip
// export c` as a single header, with the parameters built in and with --struct, compiled by the C compiler with -O2 and
// loaded. Both loops hand the same contacts to a step that may be inlined; the sums of the forces are compared.
#include <dlfcn.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "harness.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/friction/stepper.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::experiment;
using namespace stickslip::exporting;
using namespace stickslip::io;

constexpr double h = 1e-3;    // [s]
constexpr double goal = 1.3;  // times the library's own

std::vector<Contact<double>> motion(std::size_t steps) {
  std::vector<Contact<double>> all(steps + 1);
  for (std::size_t k = 0; k <= steps; ++k) {
    const double t = double(k) * h;
    Contact<double>& c = all[k];
    c.velocity = 0.02 * std::cos(6.0 * t) + 0.01 * std::cos(40.0 * t);
    c.displacement = 0.02 / 6.0 * std::sin(6.0 * t) + 0.01 / 40.0 * std::sin(40.0 * t);
    c.applied = 2.0 * std::cos(6.0 * t);
    c.load = 1.0;
    c.pressure = 2e5;
  }
  return all;
}

// A folder that goes when the program does.
struct Folder {
  std::filesystem::path path;
  Folder() : path(std::filesystem::temp_directory_path() / ("stickslip_bench_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

using Run = double (*)(const double* contacts, std::size_t steps);

// The loop around the generated step: seven columns per contact.
std::string loop_text(const LawInfo& law, bool changeable) {
  std::string contact;
  for (const std::size_t k : columns_read(law)) contact += (contact.empty() ? "c[" : ", c[") + std::to_string(k) + "]";
  const std::string p = changeable ? "q, " : "";
  return "#include <stddef.h>\ndouble run(const double *c, size_t steps)\n{\n  double sum = 0.0;\n  law_state s;\n" +
         std::string(changeable ? "  law_params own;\n  law_params *volatile p = &own; /* not known to the compiler "
                                  "*/\n  law_defaults(p);\n  const law_params *q = p;\n"
                                : "") +
         "  law_init(" + p + "&s, " + contact +
         ");\n  for (size_t k = 0; k < steps; ++k) {\n    c += 7;\n    sum += law_step(" + p + "&s, " + contact +
         ", 0.001);\n  }\n  return sum;\n}\n";
}

Run compiled(const LawInfo& law, const Folder& folder, bool changeable) {
  Model model{.file = std::string(law.name), .law = std::string(law.name)};
  model.elements = law.has_elements ? usual_elements : 0;
  model.group = law_group(law.name, model.elements);
  const std::string stem = (folder.path / (std::string(law.name) + (changeable ? "-s" : "-b"))).string();
  const auto header =
      export_files("c", model, {.prefix = "law", .changeable_parameters = changeable}, stem + ".h").front();
  std::ofstream(stem + ".c") << header.text << loop_text(law, changeable);
  const std::string command = "cc -std=c99 -O2 -fPIC -shared '" + stem + ".c' -o '" + stem + ".so' -lm";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("there is no C compiler, or it fails: " + command);
  void* const library = dlopen((stem + ".so").c_str(), RTLD_NOW);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return reinterpret_cast<Run>(dlsym(library, "run"));
}

template <class Law>
double library_sum(const typename Law::template Params<double>& p, const std::vector<Contact<double>>& contacts) {
  typename Law::template State<double> s{};
  Stepper<Law, double> stepper(p, contacts[0]);
  double sum = 0.0;
  for (std::size_t k = 1; k < contacts.size(); ++k) sum += stepper.step(contacts[k - 1], contacts[k], s, h).value;
  return sum;
}

// Times of the three in turn, so that a busy machine is unfair to none; the least of each.
struct Least {
  double library = HUGE_VAL, built_in = HUGE_VAL, changeable = HUGE_VAL;  // [ns]
};

template <class Law>
std::vector<std::string> row(std::size_t repeats, const std::vector<Contact<double>>& contacts, const Folder& folder) {
  const std::size_t steps = contacts.size() - 1;
  const Run built_in = compiled(law_info(Law::name), folder, false);
  const Run changeable = compiled(law_info(Law::name), folder, true);
  const double* const numbers = &contacts[0].velocity;
  auto p = default_params<Law>();
  bench::keep(p);  // not known to the compiler, as in a program that reads them
  const double expected = library_sum<Law>(p, contacts);
  for (const Run run : {built_in, changeable})
    if (!(std::abs(run(numbers, steps) - expected) <= 1e-9 * std::abs(expected)))
      throw std::runtime_error(std::string(Law::name) + ": the sums of the forces differ");
  Least least;
  const auto keep_least = [&](double& best, auto work) {
    best = std::min(best, bench::timed(1, double(steps), [&] { bench::keep(work()); }).median);
  };
  for (std::size_t i = 0; i < repeats; ++i) {
    keep_least(least.library, [&] { return library_sum<Law>(p, contacts); });
    keep_least(least.built_in, [&] { return built_in(numbers, steps); });
    keep_least(least.changeable, [&] { return changeable(numbers, steps); });
  }
  const double ratio = least.built_in / least.library;
  return {std::string(Law::name),
          bench::digits(least.library),
          bench::digits(least.built_in),
          bench::digits(ratio),
          bench::digits(least.changeable),
          bench::digits(least.changeable / least.library),
          std::max(least.built_in, least.changeable) <= goal * least.library ? "" : "slower"};
}

void measure(std::size_t repeats, std::size_t steps) {
  const auto contacts = motion(steps);
  static_assert(sizeof(Contact<double>) == 7 * sizeof(double));
  const Folder folder;
  std::cout << "machine: " << bench::machine() << "\nns per step, the least of " << repeats << " runs of " << steps
            << " steps; goal: at most " << goal << " times the library's own\n\n";
  bench::Table table({"law", "library", "built in", "ratio", "--struct", "ratio", ""});
  FrictionLaws::for_each([&](auto law) { table.add(row<decltype(law)>(repeats, contacts, folder)); });
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "steps"});
    measure(bench::option(argc, argv, "repeats", 51), bench::option(argc, argv, "steps", 4000));
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
