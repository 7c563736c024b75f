// How right is a mass on LuGre friction at a fixed step, and what does a step cost?
//
// Period: the spring-pulled mass of 004 section 2.3.1 (m = 1 kg, K = 2 N/m, y' = 0.1 m/s; sigma_0 = 1e5, sigma_1 =
// 316.23, sigma_2 = 0.4, F_c = 1, F_s = 1.5, v_s = 1e-3), reference period 6.36271982 s. Presliding: a ramp of force to
// 0.5 N in 1 s on bristles without damping, against x = -(F_s/sigma_0) log(1 - F/F_s).
#include "stickslip/solve/fixed_step.hpp"

#include <cmath>
#include <exception>
#include <iostream>

#include "harness.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/stable_contact.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::plant;
using namespace stickslip::solve;

constexpr double mass = 1.0;
constexpr double spring = 2.0;
constexpr double pulled_at = 0.1;
constexpr double reference_period = 6.36271982;
constexpr double threshold = 1e-2;  // [m/s] a slip begins where the velocity rises through it

// Mean time between slips, the first one left out.
struct Slips {
  std::vector<double> times;
  void see(double t0, double v0, double t1, double v1) {
    if (v0 < threshold && v1 >= threshold) times.push_back(t0 + (t1 - t0) * (threshold - v0) / (v1 - v0));
  }
  std::string error(double duration) const {
    const double expected = std::floor((duration - 7.5) / reference_period);
    if (double(times.size()) < expected || double(times.size()) > expected + 2.0) return "limit cycle lost";
    const double period = (times.back() - times[1]) / double(times.size() - 2);
    return bench::digits(100.0 * std::abs(period / reference_period - 1.0)) + " %";
  }
};

Applied<double> pull(double t, double h, double displacement) {
  return {.before = spring * (pulled_at * t - displacement),
          .after = spring * (pulled_at * (t + h) - displacement),
          .per_displacement = -spring};
}

std::string stable_period(double h, double duration) {
  StableContact<LuGre> contact;
  Slips slips;
  for (double t = 0.0; t < duration; t += h) {
    const double v0 = contact.velocity();
    contact.step_mass(pull(t, h, contact.displacement()), mass, h);
    slips.see(t, v0, t + h, contact.velocity());
  }
  return slips.error(duration);
}

std::string fixed_period(FixedMethod method, double h, double duration) {
  MassParams<double> plant;
  plant.spring_stiffness = spring;
  plant.drive_velocity = pulled_at;
  const Mass<LuGre> model(plant, {}, Excitation());
  const Erased<8> system(model);
  FixedStep<Erased<8>> solver(system, {.method = method, .step = h});
  Slips slips;
  double t0 = 0.0;
  double v0 = 0.0;
  const auto report = solver.run(0.0, {}, duration, [&](double t, const auto& x) {
    slips.see(t0, v0, t, x[1]);
    t0 = t;
    v0 = x[1];
    return true;
  });
  return report.succeeded() ? slips.error(duration) : "diverges";
}

void print_periods(double duration) {
  struct Peer {
    double h;
    const char *euler, *implicit;
  };
  bench::Table table({"step", "stable step", "ode3", "rk4", "euler", "MuJoCo Euler", "MuJoCo implicitfast"});
  for (const auto& [h, euler, implicit] :
       {Peer{1e-4, "0.01 %", "0.94 %"}, Peer{1e-3, "0.06 %", "8.8 %"}, Peer{2e-3, "0.11 %", "16.6 %"},
        Peer{5e-3, "limit cycle lost", "limit cycle lost"}, Peer{1e-2, "diverges", "limit cycle lost"},
        Peer{2e-2, "", ""}, Peer{5e-2, "", ""}})
    table.add({bench::digits(1e3 * h) + " ms", stable_period(h, duration), fixed_period(FixedMethod::ode3, h, duration),
               fixed_period(FixedMethod::rk4, h, duration), fixed_period(FixedMethod::euler, h, duration), euler,
               implicit});
  std::cout << "error of the stick-slip period (measured elsewhere: MuJoCo 3.14)\n" << table.text() << '\n';
}

void print_presliding() {
  bench::Table table({"mass, stiffness", "1 ms", "10 ms"});
  struct Case {
    double mass, stiffness;
  };
  for (const auto& [m, stiffness] : {Case{1.0, 1e5}, Case{0.01, 1e5}, Case{0.01, 1e6}, Case{0.01, 1e8}}) {
    std::vector<std::string> row{bench::digits(m) + " kg, " + bench::digits(stiffness) + " N/m"};
    for (const double h : {1e-3, 1e-2}) {
      LuGre::Params<double> p;
      p.stiffness = stiffness;
      p.damping = 0.0;
      StableContact<LuGre> contact(p);
      const int steps = int(std::lround(1.0 / h));
      for (int k = 0; k < steps; ++k) contact.step_mass({.before = 0.5 * k * h, .after = 0.5 * (k + 1) * h}, m, h);
      const double expected = -1.5 / stiffness * std::log(1.0 - 0.5 / 1.5);
      row.push_back(bench::digits(100.0 * std::abs(contact.displacement() / expected - 1.0)) + " %");
    }
    table.add(std::move(row));
  }
  std::cout << "error of the presliding displacement at 0.5 N, sigma_1 = 0\n"
            << table.text()
            << "measured elsewhere: MuJoCo 3.14 with sigma_1 = 0 and 10 g is right up to a step of 6 us "
            << "at 1e5 N/m and fails at 1 us at 1e6 N/m\n\n";
}

// Stick-slip at 1 ms, 20 s: stuck, slipping and stopping.
template <class Law>
std::vector<std::string> cost(std::size_t repeats) {
  constexpr double h = 1e-3;
  constexpr int steps = 20'000;
  long evaluations = 0;
  const auto p = default_params<Law>();
  const auto timing = bench::timed(repeats, steps, [&] {
    StableContact<Law> contact(p);
    evaluations = 0;
    for (int k = 0; k < steps; ++k) {
      contact.step_mass(pull(k * h, h, contact.displacement()), mass, h);
      evaluations += contact.effort().evaluations;
    }
    bench::keep(contact);
  });
  return {std::string(Law::name), to_text(timing), bench::digits(double(evaluations) / steps)};
}

void print_costs(std::size_t repeats) {
  bench::Table table({"law", "ns per step", "evaluations of the law"});
  FrictionLaws::for_each([&](auto law) { table.add(cost<decltype(law)>(repeats)); });
  std::cout << "cost of a coupled stable step at 1 ms (median, half the quartile distance)\n" << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "seconds"});
    std::cout << "machine: " << bench::machine() << "\n\n";
    print_periods(double(bench::option(argc, argv, "seconds", 60)));
    print_presliding();
    print_costs(bench::option(argc, argv, "repeats", 5));
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
