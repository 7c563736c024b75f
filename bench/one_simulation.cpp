// What does one simulation cost, for an error of 1e-6 m in the final position, by our solver and by its peers?
//
// Stick-slip (20 s) and limit cycle (100 s) of 004 with LuGre friction. Every solver runs at the loosest tolerance of a
// scan at which the error is below 1e-6 m and stays there for the two tighter ones: near break-away errors are erratic,
// and a single hit may be luck. All are told the same sizes of the unknowns: 1 for x, v and w, 1e-5 m for z. CVODE gets
// a second row with the absolute tolerance that suits it best, which nobody knows beforehand.
#include "one_simulation.hpp"

#include <cmath>
#include <ctime>
#include <functional>
#include <iostream>

#include "harness.hpp"
#include "stickslip/dual.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/solve/event_driven.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::solve;
using bench::Case;
using bench::Outcome;

// The mass of one_simulation.hpp as a system of fixed size, without the integral where no controller asks for it; the
// law and its derivatives come from the library.
template <Case which>
struct LuGreMass {
  static constexpr std::size_t capacity = which == Case::stick_slip ? 3 : 4;
  using State = std::array<double, capacity>;
  using Directional = Dual<capacity + 1>;

  LuGre::Params<double> law;  // the defaults are 004 Table 1
  LuGre::Params<Directional> differentiated = convert_to<LuGre::Params<Directional>>(law);

  static constexpr std::size_t size() { return capacity; }
  static constexpr std::size_t guard_count() { return 0; }

  template <class S, class Params>
  static std::array<S, capacity> slope(const Params& p, const S& t, const std::array<S, capacity>& x) {
    Contact<S> c;
    c.velocity = x[1];
    const LuGre::State<S> bristle{x[capacity - 1]};
    const S friction = LuGre::force(p, c, bristle).value;
    const S rate = LuGre::rate(p, c, bristle).deflection;
    if constexpr (which == Case::stick_slip)
      return {x[1], S(2) * (S(0.1) * t - x[0]) - friction, rate};
    else
      return {x[1], S(-3) * (x[0] - S(1)) - S(6) * x[1] - S(4) * x[2] - friction, x[0] - S(1), rate};
  }

  State flow(double t, const State& x) const { return slope<double>(law, t, x); }

  State linearise(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const {
    std::array<Directional, capacity> y;
    for (std::size_t i = 0; i < capacity; ++i) y[i] = Directional::variable(x[i], i);
    const auto f = slope<Directional>(differentiated, Directional::variable(t, capacity), y);
    State value;
    for (std::size_t i = 0; i < capacity; ++i) {
      for (std::size_t j = 0; j < capacity; ++j) dfdx[i * capacity + j] = f[i].slope[j];
      dfdt[i] = f[i].slope[capacity];
      value[i] = f[i].value;
    }
    return value;
  }
  void jacobian(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const {
    linearise(t, x, dfdx, dfdt);
  }

  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return std::numeric_limits<double>::infinity(); }
};

// Only the end counts.
struct Nobody {
  static constexpr bool ends_only = true;
  template <class Piece>
  bool operator()(const Piece&) const {
    return true;
  }
};

template <Case which>
Outcome by_us(double tolerance) {
  using System = LuGreMass<which>;
  static const System system;
  SolveOptions o;
  o.method = Method::rosenbrock;
  o.relative_tolerance = tolerance;
  o.typical.assign(System::capacity, 1.0);
  o.typical.back() = bench::bristle_scale;
  EventDriven<System> solver(system, o);
  const auto no_modes = [](const auto&) { return std::string(); };
  const auto report = solver.run(0.0, {}, bench::find_end(which), Nobody{}, no_modes);
  return {report.state[0], report.steps + report.rejected, report.succeeded() ? "" : report.brief()};
}

struct Solver {
  std::string name;
  std::function<Outcome(double tolerance)> run;
  double ratio_wanted = 0.0;  // of its time to ours; 0 when nothing is promised
};

constexpr double error_wanted = 1e-6;  // [m]

// The loosest of the tolerances 1e-2, 1e-2/10^(1/4), ... that is good together with the two after it; 0 when none is.
double loosest_good(const Solver& solver, Case c) {
  int good = 0;
  double candidate = 0.0;
  for (double tolerance = 1e-2; tolerance > 1e-11; tolerance /= std::pow(10.0, 0.25)) {
    const Outcome o = solver.run(tolerance);
    const bool ok = o.failure.empty() && std::abs(o.position - bench::find_truth(c)) < error_wanted;
    if (ok && good == 0) candidate = tolerance;
    good = ok ? good + 1 : 0;
    if (good == 3) return candidate;
  }
  return 0.0;
}

#ifdef STICKSLIP_BENCH_CVODE
// CVODE with the absolute tolerance, 1 to 1e-4 of the usual one, that takes the fewest steps.
Solver tuned_cvode(Case c) {
  Solver best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const double floor : {1.0, 1e-1, 1e-2, 1e-3, 1e-4}) {
    const Solver one{"CVODE BDF, atol tuned", [c, floor](double tol) { return bench::by_cvode(c, tol, floor); }};
    const double tolerance = loosest_good(one, c);
    const std::size_t steps = tolerance > 0.0 ? one.run(tolerance).steps : fewest;
    if (steps < fewest) best = one;
    fewest = std::min(fewest, steps);
  }
  return best;
}
#endif

std::vector<Solver> solvers(Case c) {
  const bool pulled = c == Case::stick_slip;
  std::vector<Solver> all{{"ours, Rodas5P", pulled ? by_us<Case::stick_slip> : by_us<Case::limit_cycle>}};
#ifdef STICKSLIP_BENCH_CVODE
  all.push_back({"CVODE BDF", [c](double tolerance) { return bench::by_cvode(c, tolerance); }, pulled ? 25.0 : 18.0});
  all.push_back(tuned_cvode(c));
#endif
#ifdef STICKSLIP_BENCH_ODEINT
  all.push_back({"odeint rosenbrock4", [c](double tolerance) { return bench::by_rosenbrock4(c, tolerance); }, 1.5});
  all.push_back({"odeint dopri5", [c](double tolerance) { return bench::by_dopri5(c, tolerance); }});
#endif
  return all;
}

// Processor time of one run [ns], repeated until the clock can tell it.
double measure_time(const Solver& solver, double tolerance) {
  constexpr double least = 5e-3;  // [s]
  const std::clock_t start = std::clock();
  const auto elapsed = [start] { return double(std::clock() - start) / CLOCKS_PER_SEC; };
  int runs = 0;
  for (; runs == 0 || elapsed() < least; ++runs) bench::keep(solver.run(tolerance));
  return 1e9 * elapsed() / runs;
}

struct Contestant {
  Solver solver;
  double tolerance = 0.0;
  std::vector<double> times = {};  // [ns]
};

// A row per solver; false when a promised ratio is missed. The solvers take turns, so that what else the machine does
// meets them alike.
bool compare(Case c, std::size_t repeats) {
  std::vector<Contestant> all;
  for (const Solver& solver : solvers(c)) all.push_back({solver, loosest_good(solver, c)});
  for (std::size_t i = 0; i < repeats; ++i)
    for (Contestant& one : all)
      if (one.tolerance > 0.0) one.times.push_back(measure_time(one.solver, one.tolerance));
  bench::Table table({"solver", "tolerance", "steps", "error [m]", "time [ms]", "ratio", "wanted"});
  bool kept = true;
  const double ours = all.front().times.empty() ? 0.0 : bench::summarise(all.front().times).median;
  for (const Contestant& one : all) {
    if (one.times.empty()) {
      table.add({one.solver.name, "none is good enough"});
      continue;
    }
    const Outcome outcome = one.solver.run(one.tolerance);
    const double median = bench::summarise(one.times).median;
    kept = kept && median >= one.solver.ratio_wanted * ours;
    table.add({one.solver.name, bench::digits(one.tolerance), std::to_string(outcome.steps),
               bench::digits(outcome.position - bench::find_truth(c)), bench::digits(median * 1e-6),
               bench::digits(median / ours),
               one.solver.ratio_wanted > 0.0 ? bench::digits(one.solver.ratio_wanted) : ""});
  }
  std::cout << (c == Case::stick_slip ? "stick-slip, 20 s\n" : "limit cycle, 100 s\n") << table.text() << '\n';
  return kept && ours > 0.0;
}

}  // namespace

int main(int argc, char** argv) {
  bench::refuse_other_options(argc, argv, {"repeats", "strict"});
  const std::size_t repeats = bench::option(argc, argv, "repeats", 25);
  const bool strict = bench::option(argc, argv, "strict", 2) == 1;  // --strict=1: exit code 1 when a ratio is missed
  std::cout << bench::machine() << ", processor time, median of " << repeats << "\n\n";
  const bool kept = compare(Case::stick_slip, repeats) & compare(Case::limit_cycle, repeats);
  if (!kept) std::cout << "a wanted ratio was missed\n";
  return strict && !kept ? 1 : 0;
}
