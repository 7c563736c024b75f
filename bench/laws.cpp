// What does one step (advance, then force) of every law cost, on double and in SIMD lanes?
//
// Every law has its default parameters, varied by a few percent from candidate to candidate, and follows the same
// motion: a slow sine with a faster one on top, which slides, turns and presliding-loops. Scalar: one candidate after
// the other. Lanes: a block of candidates at a time, time per candidate and step.
#include <cmath>
#include <exception>
#include <iostream>
#include <numbers>
#include <utility>

#include "batch/kernels.hpp"
#include "harness.hpp"
#include "stickslip/friction/all.hpp"

namespace {

using namespace stickslip;
using batch::AlignedVector;

struct Size {
  std::size_t repeats;
  std::size_t candidates;
  std::size_t steps;
};

constexpr double sample_time = 1e-4;  // [s]

// v = V (sin w t + 0.5 sin 7.3 w t) at 1 Hz, with what the other laws read: a force that alternately holds and pushes,
// a constant load and pressure.
std::vector<Contact<double>> motion(std::size_t steps) {
  constexpr double top_speed = 2e-3;  // [m/s]
  std::vector<Contact<double>> all(steps + 1);
  for (std::size_t k = 0; k <= steps; ++k) {
    const double w = 2.0 * std::numbers::pi * double(k) / double(steps);
    Contact<double>& c = all[k];
    c.velocity = top_speed * (std::sin(w) + 0.5 * std::sin(7.3 * w));
    c.displacement = k == 0 ? 0.0 : all[k - 1].displacement + (all[k - 1].velocity + c.velocity) / 2.0 * sample_time;
    c.applied = 2.0 * std::cos(w);
    c.load = 1.0;
    c.pressure = 1e5;
  }
  return all;
}

// Default parameters, stretched by up to 5 % so that lanes differ.
template <class Law>
typename Law::template Params<double> candidate(std::size_t index) {
  using P = typename Law::template Params<double>;
  P p = default_params<Law>();
  const double stretch = 1.0 + 0.05 * double(index % 16) / 16.0;
  for (const Field& f : fields<P>)
    if (f.unit == "N" || f.unit == "N/m")
      for (double& x : scalars(p).subspan(f.first, f.width)) x *= stretch;
  return p;
}

template <class Law>
bench::Timing scalar_time(const Size& size, const std::vector<Contact<double>>& motion) {
  const double units = double(size.candidates) * double(size.steps);
  std::vector<typename Law::template Params<double>> params;
  for (std::size_t i = 0; i < size.candidates; ++i) params.push_back(candidate<Law>(i));
  std::vector<double> force(size.steps);
  return bench::timed(size.repeats, units, [&] {
    for (const auto& p : params) {
      typename Law::template State<double> s;
      for (std::size_t k = 0; k < size.steps; ++k) {
        s = Law::advance(p, motion[k], motion[k + 1], s, sample_time);
        force[k] = Law::force(p, motion[k + 1], s).value;
      }
      bench::keep(force.front());
    }
  });
}

template <class Law>
bench::Timing lanes_time(const Size& size, const std::vector<Contact<double>>& motion, std::size_t law) {
  using P = typename Law::template Params<double>;
  using State = typename Law::template State<double>;
  const auto& kernels = batch::law_kernels<double>();
  const std::size_t lanes = kernels.lanes;
  const std::size_t blocks = (size.candidates + lanes - 1) / lanes;
  AlignedVector<double> params(blocks * lanes * param_count<P>);
  AlignedVector<double> rest(blocks * lanes * param_count<State>);
  for (std::size_t c = 0; c < blocks * lanes; ++c) {
    const P p = candidate<Law>(c);
    const State s;
    for (std::size_t i = 0; i < param_count<P>; ++i) params[batch::place(c, i, param_count<P>, lanes)] = scalars(p)[i];
    for (std::size_t i = 0; i < param_count<State>; ++i)
      rest[batch::place(c, i, param_count<State>, lanes)] = scalars(s)[i];
  }
  AlignedVector<double> state;
  AlignedVector<double> force(blocks * lanes * size.steps);
  batch::Drive<double> drive{.blocks = blocks,
                             .steps = size.steps,
                             .h = sample_time,
                             .motion = &motion.front().velocity,
                             .params = params.data(),
                             .force = force.data()};
  return bench::timed(size.repeats, double(blocks * lanes) * double(size.steps), [&] {
    state = rest;
    drive.state = state.data();
    kernels.drive[law](drive);
    bench::keep(force.front());
  });
}

template <class Law>
std::vector<std::string> row(const Size& size, const std::vector<Contact<double>>& motion, std::size_t law) {
  const auto scalar = scalar_time<Law>(size, motion);
  const auto lanes = lanes_time<Law>(size, motion, law);
  std::vector<std::string> cells{std::string(Law::name), text_of(scalar), text_of(lanes),
                                 bench::digits(scalar.median / lanes.median)};
  if constexpr (requires { Law::elements; }) {
    cells.push_back(bench::digits(scalar.median / double(Law::elements)));
    cells.push_back(bench::digits(lanes.median / double(Law::elements)));
  }
  return cells;
}

void measure(const Size& size) {
  static_assert(sizeof(Contact<double>) == batch::contact_columns * sizeof(double));
  const auto path = motion(size.steps);
  std::cout << "machine: " << bench::machine() << "\ntarget: " << name_of(batch::chosen_target()) << ", "
            << batch::law_kernels<double>().lanes << " lanes of double\nrepeats: " << size.repeats << " of "
            << size.candidates << " candidates x " << size.steps << " steps\n\n"
            << "ns per candidate and step (median, half the quartile distance):\n";
  bench::Table table({"law", "scalar", "lanes", "ratio", "scalar/element", "lanes/element"});
  std::size_t index = 0;
  FrictionLaws::for_each([&](auto law) { table.add(row<decltype(law)>(size, path, index++)); });
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "candidates", "steps"});
    measure({.repeats = bench::option(argc, argv, "repeats", 11),
             .candidates = bench::option(argc, argv, "candidates", 64),
             .steps = bench::option(argc, argv, "steps", 1000)});
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
