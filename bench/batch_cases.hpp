// What the benchmarks of the batch engine share: a record, candidates, and the plain loop that everything is compared
// with.
#pragma once

#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "batch/kernels.hpp"
#include "batch/prepared.hpp"
#include "harness.hpp"
#include "stickslip/batch/batch.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip::bench {

inline constexpr double sample_time = 1e-4;  // [s]

// v = V (sin w t + 0.5 sin 7.3 w t): it slides, turns and makes inner loops; with what other laws read.
inline batch::Record record(std::size_t samples, double top_speed = 2e-3, double phase = 0.0) {
  batch::Record r{.name = "sines", .step = sample_time, .motion = std::vector<Contact<double>>(samples + 1)};
  for (std::size_t k = 0; k <= samples; ++k) {
    const double w = 2.0 * std::numbers::pi * double(k) / double(samples) + phase;
    Contact<double>& c = r.motion[k];
    c.velocity = top_speed * (std::sin(w) + 0.5 * std::sin(7.3 * w));
    if (k > 0) c.displacement = r.motion[k - 1].displacement + (r.motion[k - 1].velocity + c.velocity) / 2 * r.step;
    c.applied = 2.0 * std::cos(w);
    c.load = 1.0 + 0.5 * std::sin(3.0 * w);
    c.pressure = 1e5;
    r.force.push_back(std::sin(w));
  }
  return r;
}

// The law's default parameters, each scattered by up to 20 %, yet admissible: sides and shares of elements move
// together.
template <class Law>
std::vector<double> candidates(std::size_t count) {
  using P = typename Law::template Params<double>;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> factor(0.8, 1.2);
  std::vector<double> all;
  for (std::size_t c = 0; c < count; ++c) {
    P p = default_params<Law>();
    for (const Field& f : fields<P>) {
      const double stretch = f.unit == "1" ? 1.0 : factor(random);
      for (double& x : scalars(p).subspan(f.first, f.width)) x *= stretch;
    }
    if constexpr (requires {
                    p.breakaway;
                    p.coulomb;
                  })
      p.breakaway = 1.5 * p.coulomb.forward;
    all.insert(all.end(), scalars(p).begin(), scalars(p).end());
  }
  return all;
}

// The mean square error of every candidate by the plain loop: one after the other, on double.
template <class Law>
std::vector<double> plain_losses(const std::vector<double>& matrix, const batch::Record& r) {
  using P = typename Law::template Params<double>;
  constexpr std::size_t width = param_count<P>;
  std::vector<double> losses;
  for (std::size_t c = 0; c < matrix.size() / width; ++c) {
    P p;
    for (std::size_t i = 0; i < width; ++i) scalars(p)[i] = matrix[c * width + i];
    Stepper<Law, double> stepper(p, r.motion[0]);
    typename Law::template State<double> s;
    double sum = 0.0;
    for (std::size_t k = 1; k < r.motion.size(); ++k) {
      const auto geometry = stepper.geometry(r.motion[k - 1], r.motion[k], r.step);
      const auto f = stepper.keeps_direction(geometry) ? stepper.step_same_direction(geometry, s)
                                                       : stepper.step(r.motion[k - 1], r.motion[k], s, r.step);
      const double e = f.value - r.force[k];
      sum += e * e;
    }
    losses.push_back(sum / double(r.motion.size() - 1));
  }
  return losses;
}

// The kernel of a target alone, on one thread: no validation, no packing.
template <class Law, class T>
Timing lanes_time(std::size_t repeats, const std::vector<double>& matrix, const batch::Record& r,
                  batch::Target target) {
  using P = typename Law::template Params<double>;
  constexpr std::size_t width = param_count<P>;
  const auto& kernels = batch::law_kernels<T>(target);
  const std::size_t count = matrix.size() / width / kernels.lanes * kernels.lanes;
  batch::AlignedVector<T> params(count * width);
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t i = 0; i < width; ++i) params[batch::place(c, i, width, kernels.lanes)] = T(matrix[c * width + i]);
  const auto prepared = batch::prepared<T>(batch::view(r));
  batch::AlignedVector<T> loss(count);
  auto d = batch::drive_along(prepared.arrays(), params, count / kernels.lanes);
  d.scoring = batch::scoring_along(prepared.arrays(), batch::Loss::squares, T(1), loss);
  return timed(repeats, double(count) * double(d.steps), [&] {
    kernels.drive[batch::position_of<Law>](d);
    keep(loss.front());
  });
}

}  // namespace stickslip::bench
