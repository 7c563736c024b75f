// What does friction along a known motion cost, and how does the cost grow with the amplitude?
//
// 003: y = a sin(2 pi f t), f = 100 Hz, sigma_0 = 2e5 N/m, F_t0 = 2 N; LuGre with g = F_n mu(v), mu = 0.065 + 0.156
// exp(-4.757 (|v| - 0.065)), F_n = F_t0/0.2775, and Dahl. Output every 1e-4 s, from z = 0.
// Cost: ms of processor time per simulated second. Error: largest |F - F_true|/F_t0 at the outputs of the third period,
// over ten runs whose output times are shifted by a tenth of the output step each: 100 outputs per period alone would
// step over the peak of g beside a reversal, and reversals at the ends of steps flatter fixed steps. The truth is a
// fourth-order Runge-Kutta run with lambda h <= 0.05 whose steps end at the reversals.
//   ours   exponential steps of order 3, loosest tolerance that reaches the error
//   ode3   Bogacki-Shampine of fixed step, as Simulink's; the longest step that divides the output step and reaches it
//   CVODE  BDF with exact Jacobian, loosest relative tolerance that reaches the error
// A setting reaches the error when the next two finer ones do so too: errors go up and down with it.
// The peers' right-hand sides are written out by hand below: they do not pay for the generality of our laws.
#include <cmath>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <numbers>
#include <optional>

#include "harness.hpp"
#include "stickslip/excitation.hpp"
#include "studies/003/exponential.hpp"

#ifdef STICKSLIP_BENCH_CVODE
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#endif

namespace {

using namespace stickslip;
using namespace stickslip::studies;

constexpr double stiffness = 2e5;  // [N/m]
constexpr double adhesion = 2.0;   // F_t0 [N]
constexpr double normal_force = adhesion / 0.2775;
constexpr double frequency = 100.0;      // [Hz]
constexpr double output_step = 1e-4;     // [s]
constexpr std::size_t per_period = 100;  // outputs
constexpr std::size_t compared_outputs = 3 * per_period;
constexpr int shifts = 10;

enum class Kind { lugre, dahl };

// The peers' law along the sine.
struct Peer {
  Kind kind;
  double amplitude;         // [m]
  double shift = 3.382e-5;  // of the motion against the output times [s]; this one when time is taken
  double low = normal_force * 0.065;
  double dip = normal_force * 0.156 * std::exp(4.757 * 0.065);

  static constexpr double omega = 2.0 * std::numbers::pi * frequency;
  double velocity(double t) const { return amplitude * omega * std::cos(omega * (t + shift)); }
  double level(double speed) const { return kind == Kind::dahl ? adhesion : low + dip * std::exp(-4.757 * speed); }
  double decay(double v) const { return stiffness * std::abs(v) / level(std::abs(v)); }
  double slope(double t, double z) const {
    const double v = velocity(t);
    return v - decay(v) * z;
  }
  double fastest() const { return decay(amplitude * omega); }
};

using Forces = std::vector<double>;

// z at t1 from z at t0, in equal steps.
double rk4(const Peer& peer, double z, double t0, double t1, std::size_t steps) {
  const double h = (t1 - t0) / double(steps);
  for (std::size_t i = 0; i < steps; ++i) {
    const double t = t0 + double(i) * h;
    const double k1 = peer.slope(t, z);
    const double k2 = peer.slope(t + h / 2.0, z + h / 2.0 * k1);
    const double k3 = peer.slope(t + h / 2.0, z + h / 2.0 * k2);
    const double k4 = peer.slope(t + h, z + h * k3);
    z += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return z;
}

// The truth: every output interval in so many steps, cut where the motion turns.
Forces by_rk4(const Peer& peer, std::size_t outputs, std::size_t parts) {
  Forces all{0.0};
  double z = 0.0;
  for (std::size_t k = 0; k + 1 < outputs; ++k) {
    const double t0 = double(k) * output_step;
    const double t1 = t0 + output_step;
    // v = 0 at odd quarters of a period.
    const double half_periods = std::floor((t1 + peer.shift) * 2.0 * frequency - 0.5);
    const double turn = std::clamp((half_periods + 0.5) / (2.0 * frequency) - peer.shift, t0, t1);
    if (turn > t0) z = rk4(peer, z, t0, turn, parts);
    if (turn < t1) z = rk4(peer, z, turn, t1, parts);
    all.push_back(stiffness * z);
  }
  return all;
}

Forces by_ode3(const Peer& peer, std::size_t outputs, std::size_t parts) {
  Forces all{0.0};
  all.reserve(outputs);
  const double h = output_step / double(parts);
  double z = 0.0;
  for (std::size_t k = 0; k + 1 < outputs; ++k) {
    for (std::size_t i = 0; i < parts; ++i) {
      const double t = double(k) * output_step + double(i) * h;
      const double k1 = peer.slope(t, z);
      const double k2 = peer.slope(t + 0.5 * h, z + 0.5 * h * k1);
      const double k3 = peer.slope(t + 0.75 * h, z + 0.75 * h * k2);
      z += h / 9.0 * (2.0 * k1 + 3.0 * k2 + 4.0 * k3);
    }
    all.push_back(stiffness * z);
  }
  return all;
}

LuGre::Params<double> make_lugre(const Peer& peer) {
  LuGre::Params<double> p;
  p.stiffness = stiffness;
  p.damping = 0.0;
  p.viscous = 0.0;
  p.coulomb = peer.low;
  p.breakaway = peer.low + peer.dip;
  p.stribeck_velocity = 1.0 / 4.757;
  p.stribeck_exponent = 1.0;
  return p;
}

Forces by_exponential(const Peer& peer, std::size_t outputs, double tolerance) {
  Forces all;
  all.reserve(outputs);
  const auto motion = Excitation::sine(peer.amplitude, frequency, 0.0, Peer::omega * peer.shift);
  const OutputTimes times{.end = double(outputs - 1) * output_step, .step = output_step};
  const ExponentialOptions options{.tolerance = tolerance};
  const auto keep = [&all](double, const auto&, double force) { all.push_back(force); };
  if (peer.kind == Kind::dahl)
    solve_exponential<Dahl>({.stiffness = stiffness, .coulomb = adhesion, .exponent = 1.0}, motion, {}, times, options,
                            keep);
  else
    solve_exponential<LuGre>(make_lugre(peer), motion, {}, times, options, keep);
  return all;
}

#ifdef STICKSLIP_BENCH_CVODE
#ifdef SUN_COMM_NULL
constexpr auto no_communicator = SUN_COMM_NULL;
#else
constexpr auto no_communicator = nullptr;
#endif

int cvode_slope(double t, N_Vector z, N_Vector slope, void* peer) {
  N_VGetArrayPointer(slope)[0] = static_cast<const Peer*>(peer)->slope(t, N_VGetArrayPointer(z)[0]);
  return 0;
}

int cvode_jacobian(double t, N_Vector, N_Vector, SUNMatrix j, void* peer, N_Vector, N_Vector, N_Vector) {
  const auto* const p = static_cast<const Peer*>(peer);
  SUNDenseMatrix_Data(j)[0] = -p->decay(p->velocity(t));
  return 0;
}

// Empty when CVODE gives up.
Forces by_cvode(const Peer& peer, std::size_t outputs, double tolerance) {
  Peer problem = peer;
  SUNContext context = nullptr;
  SUNContext_Create(no_communicator, &context);
  N_Vector z = N_VNew_Serial(1, context);
  N_VGetArrayPointer(z)[0] = 0.0;
  SUNMatrix matrix = SUNDenseMatrix(1, 1, context);
  SUNLinearSolver solver = SUNLinSol_Dense(z, matrix, context);
  void* memory = CVodeCreate(CV_BDF, context);
  CVodeInit(memory, cvode_slope, 0.0, z);
  CVodeSStolerances(memory, tolerance, tolerance * adhesion / stiffness);
  CVodeSetUserData(memory, &problem);
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory, cvode_jacobian);
  CVodeSetMaxNumSteps(memory, 1000000);
  CVodeSetMaxStep(memory, 1.0 / (16.0 * frequency));  // ours has this limit too; without it CVODE steps over reversals
  CVodeSetErrFile(memory, nullptr);
  Forces all{0.0};
  all.reserve(outputs);
  double reached = 0.0;
  for (std::size_t k = 1; k < outputs; ++k) {
    if (CVode(memory, double(k) * output_step, z, &reached, CV_NORMAL) < 0) {
      all.clear();
      break;
    }
    all.push_back(stiffness * N_VGetArrayPointer(z)[0]);
  }
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(z);
  SUNContext_Free(&context);
  return all;
}
#endif

// A solver with one knob, its setting found, and what it then costs.
struct Candidate {
  std::function<Forces(std::size_t outputs)> run;
  double error = 0.0;
  std::string setting;
  std::vector<double> times = {};  // [ns] per simulated second
  double cost() const { return bench::summarise(times).median * 1e-6; }
};

double measure_error(const Forces& forces, const Forces& truth) {
  if (forces.size() != truth.size()) return std::numeric_limits<double>::infinity();
  double most = 0.0;
  for (std::size_t k = truth.size() - per_period; k < truth.size(); ++k) {
    const double e = std::abs(forces[k] - truth[k]) / adhesion;
    if (!(e <= most)) most = e;
  }
  return most;
}

// The law at all shifts, with the truth for each.
class Judge {
 public:
  explicit Judge(const Peer& peer) {
    constexpr double offset = 0.382;  // no step that divides the output step into few parts meets the reversals
    const auto parts = std::size_t(std::ceil(peer.fastest() * output_step / 0.05));
    for (int k = 0; k < shifts; ++k) {
      peers_.push_back(peer);
      peers_.back().shift = (k + offset) * output_step / shifts;
      truths_.push_back(by_rk4(peers_.back(), compared_outputs, parts));
    }
  }

  template <class Run>
  double error(Run run) const {
    double most = 0.0;
    for (std::size_t k = 0; k < peers_.size(); ++k) {
      const double e = measure_error(run(peers_[k], compared_outputs), truths_[k]);
      if (!(e <= most)) most = e;
    }
    return most;
  }

 private:
  std::vector<Peer> peers_;
  std::vector<Forces> truths_;
};

// Errors go up and down with the setting: one that reaches the error counts only when the next two finer ones do too.
constexpr int in_a_row = 3;

template <class Run>
Candidate loosest_tolerance(const Peer& peer, const Judge& judge, double target, Run run) {
  constexpr int per_decade = 16;
  constexpr int last = 13 * per_decade;
  const auto choose_tolerance = [](int k) { return std::pow(10.0, -double(k) / per_decade); };
  std::vector<double> errors;  // of the latest settings that reach the target
  for (int k = per_decade; k <= last; ++k) {
    errors.push_back(judge.error(
        [&](const Peer& shifted, std::size_t outputs) { return run(shifted, outputs, choose_tolerance(k)); }));
    if (!(errors.back() <= target)) errors.clear();
    if (errors.size() < in_a_row) continue;
    const double tolerance = choose_tolerance(k + 1 - in_a_row);
    return {[=](std::size_t outputs) { return run(peer, outputs, tolerance); }, errors.front(),
            bench::digits(tolerance)};
  }
  throw std::runtime_error("no tolerance down to 1e-13 reaches the error " + bench::digits(target));
}

// The fewest parts of the output step that reach the error: doubled until they do, then halved in between.
Candidate longest_ode3_step(const Peer& peer, const Judge& judge, double target) {
  const auto error = [&](std::size_t parts) {
    return judge.error([&](const Peer& shifted, std::size_t outputs) { return by_ode3(shifted, outputs, parts); });
  };
  const auto reaches = [&](std::size_t parts) {
    for (std::size_t k = 0; k < in_a_row; ++k)
      if (!(error(parts + k) <= target)) return false;
    return true;
  };
  std::size_t high = 1;
  while (!reaches(high)) high *= 2;
  std::size_t low = high / 2;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (reaches(middle) ? high : low) = middle;
  }
  return {[=](std::size_t outputs) { return by_ode3(peer, outputs, high); }, error(high),
          bench::digits(output_step / double(high))};
}

// Cost of one candidate over another's: median of the ratios turn by turn, since the clock of a shared machine jumps.
double cost_ratio(const Candidate& over, const Candidate& under) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < over.times.size(); ++i) ratios.push_back(over.times[i] / under.times[i]);
  return bench::summarise(ratios).median;
}

double processor_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

struct Line {
  Candidate ours, ode3;
  std::optional<Candidate> cvode;
};

Line search_largest_step(const Peer& peer, double target) {
  const Judge judge(peer);
  Line line{loosest_tolerance(peer, judge, target, by_exponential), longest_ode3_step(peer, judge, target), {}};
#ifdef STICKSLIP_BENCH_CVODE
  line.cvode = loosest_tolerance(peer, judge, target, by_cvode);
#endif
  return line;
}

// All candidates of all lines take turns, so that they see the same neighbours on the machine.
void take_turns(std::vector<Line>& lines, std::size_t repeats, std::size_t outputs) {
  const double simulated = double(outputs - 1) * output_step;
  const auto one_turn = [&](Candidate& one, bool counts) {
    const double start = processor_seconds();
    bench::keep(one.run(outputs).back());
    if (counts) one.times.push_back((processor_seconds() - start) / simulated * 1e9);
  };
  for (std::size_t i = 0; i <= repeats; ++i)
    for (Line& line : lines) {
      one_turn(line.ours, i > 0);
      one_turn(line.ode3, i > 0);
      if (line.cvode) one_turn(*line.cvode, i > 0);
    }
}

std::vector<std::string> row(const std::string& name, const Line& line) {
  const auto& [ours, ode3, cvode] = line;
  using bench::digits;
  std::vector<std::string> cells{name,         digits(ours.cost()),           digits(ours.error),
                                 ours.setting, digits(ode3.cost()),           digits(ode3.error),
                                 ode3.setting, digits(cost_ratio(ode3, ours))};
  if (cvode)
    for (const auto& cell :
         {digits(cvode->cost()), digits(cvode->error), cvode->setting, digits(cost_ratio(*cvode, ours))})
      cells.push_back(cell);
  return cells;
}

void goal(const std::string& text, double value, double bound, bool at_least) {
  const bool met = at_least ? value >= bound : value <= bound;
  std::cout << (met ? "reached  " : "MISSED   ") << text << ": " << bench::digits(value) << (at_least ? " >= " : " <= ")
            << bench::digits(bound) << '\n';
}

struct Case {
  Kind kind;
  double millimetres;
  double target;
  std::string name;
};

const std::vector<Case> cases{
    {Kind::lugre, 0.01, 1e-3, "lugre 0.01 mm, 1e-3"}, {Kind::lugre, 0.03, 1e-3, "lugre 0.03 mm, 1e-3"},
    {Kind::lugre, 0.1, 1e-3, "lugre 0.1 mm, 1e-3"},   {Kind::lugre, 0.3, 1e-3, "lugre 0.3 mm, 1e-3"},
    {Kind::lugre, 1.0, 1e-3, "lugre 1 mm, 1e-3"},     {Kind::lugre, 3.0, 1e-3, "lugre 3 mm, 1e-3"},
    {Kind::lugre, 10.0, 1e-3, "lugre 10 mm, 1e-3"},   {Kind::lugre, 10.0, 1e-6, "lugre 10 mm, 1e-6"},
    {Kind::dahl, 10.0, 1e-6, "dahl 10 mm, 1e-6"}};
constexpr std::size_t amplitudes = 7;  // the first ones, at the same error

void print_goals(const std::vector<Line>& lines) {
  double growth = 0.0;
  double share = 0.0;
  for (std::size_t k = 0; k < amplitudes; ++k) {
    for (std::size_t other = 0; other < amplitudes; ++other)
      growth = std::max(growth, cost_ratio(lines[k].ours, lines[other].ours));
    share = std::max(share, cost_ratio(lines[k].ours, lines[k].ode3));
  }
  goal("our cost at its highest over its lowest", growth, 2.5, false);
  goal("our cost over ode3's at its highest", share, 1.0, false);
  const auto ratios = [&](std::size_t k, double over_ode3, double over_cvode) {
    const Line& line = lines[k];
    goal(cases[k].name + ": ode3 over ours", cost_ratio(line.ode3, line.ours), over_ode3, true);
    if (line.cvode && over_cvode > 0.0)
      goal(cases[k].name + ": CVODE over ours", cost_ratio(*line.cvode, line.ours), over_cvode, true);
  };
  ratios(6, 30.0, 25.0);
  ratios(7, 12.0, 8.0);
  ratios(8, 40.0, 0.0);
}

void measure(std::size_t repeats, std::size_t outputs, std::size_t count) {
  std::vector<Line> lines;
  for (std::size_t k = 0; k < std::min(count, cases.size()); ++k)
    lines.push_back(search_largest_step({cases[k].kind, cases[k].millimetres * 1e-3}, cases[k].target));
  take_turns(lines, repeats, outputs);
  std::vector<std::string> header{"case",        "ours [ms/s]", "error",    "tolerance",
                                  "ode3 [ms/s]", "error",       "step [s]", "ode3/ours"};
  for (const char* const title : {"CVODE [ms/s]", "error", "tolerance", "CVODE/ours"})
    if (lines.front().cvode) header.emplace_back(title);
  bench::Table table(header);
  for (std::size_t k = 0; k < lines.size(); ++k) table.add(row(cases[k].name, lines[k]));
  std::cout << table.text() << '\n';
  if (lines.size() == cases.size()) print_goals(lines);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "outputs", "cases"});
    const std::size_t repeats = bench::option(argc, argv, "repeats", 15);
    const std::size_t outputs = bench::option(argc, argv, "outputs", 5000) + 1;
    std::cout << "machine: " << bench::machine() << "\nmedian of " << repeats << " repeats of "
              << bench::digits(double(outputs - 1) * output_step) << " s; ms of processor time per simulated second\n";
#ifndef STICKSLIP_BENCH_CVODE
    std::cout << "CVODE not built\n";
#endif
    measure(repeats, outputs, bench::option(argc, argv, "cases", cases.size()));
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
