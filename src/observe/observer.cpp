#include "stickslip/observe/observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "augmented.hpp"
#include "stickslip/numerics/linear_algebra.hpp"
#include "stickslip/param.hpp"

namespace stickslip::observe {
namespace {

// Nodes and weights of Gauss and Legendre with five points on [-1, 1].
constexpr std::array<double, 5> nodes{-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                      0.9061798459386640};
constexpr std::array<double, 5> weights{0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                        0.2369268850561891};

template <class Function>
double integral(Function f, double from, double to) {
  double sum = 0.0;
  for (std::size_t k = 0; k < nodes.size(); ++k)
    sum += weights[k] * f((from + to) / 2.0 + nodes[k] * (to - from) / 2.0);
  return sum * (to - from) / 2.0;
}

numerics::Matrix make_column(std::span<const double> first, std::span<const double> second) {
  numerics::Matrix all(first.size() + second.size(), 1);
  for (std::size_t i = 0; i < first.size(); ++i) all(i, 0) = first[i];
  for (std::size_t i = 0; i < second.size(); ++i) all(first.size() + i, 0) = second[i];
  return all;
}

}  // namespace

Observer::Observer(const LinearPlant& plant, numerics::Matrix gain) : plant_(plant), gain_(std::move(gain)) {
  const Augmented all = augment(plant);
  closed_ = all.a - gain_ * all.c;
}

std::vector<std::complex<double>> Observer::poles() const {
  auto all = numerics::eigenvalues(closed_);
  std::sort(all.begin(), all.end(),
            [](const numerics::Complex& a, const numerics::Complex& b) { return a.real() > b.real(); });
  return all;
}

// The errors (x - xh, f - fh) obey e' = closed e + (0, f'): a ramp of f leaves f - fh = -(closed^-1)_ff f'.
double Observer::delay(std::size_t unknown) const {
  const std::size_t row = plant_.a.rows() + unknown;
  numerics::Matrix ramp(closed_.rows(), 1);
  ramp(row, 0) = 1.0;
  return -numerics::solve(closed_, ramp)(row, 0);
}

double Observer::noise_response(double frequency, std::size_t unknown, std::size_t output) const {
  // (i w - A) (x + i y) = g, in real numbers: -A x - w y = g, w x - A y = 0.
  const std::size_t n = closed_.rows();
  numerics::Matrix left(2 * n, 2 * n);
  numerics::Matrix right(2 * n, 1);
  left.place(0, 0, -1.0 * closed_);
  left.place(n, n, -1.0 * closed_);
  for (std::size_t i = 0; i < n; ++i) {
    left(i, n + i) = -frequency;
    left(n + i, i) = frequency;
    right(i, 0) = gain_(i, output);
  }
  const numerics::Matrix response = numerics::solve(left, right);
  const std::size_t row = plant_.a.rows() + unknown;
  return std::hypot(response(row, 0), response(n + row, 0));
}

double Observer::noise_gain(double sample_time, std::size_t unknown, std::size_t output) const {
  const auto power = [&](double w) {
    const double response = noise_response(w, unknown, output);
    return response * response;
  };
  double slowest = std::numbers::pi / sample_time;
  const double end = slowest;
  for (const numerics::Complex& pole : poles()) slowest = std::min(slowest, std::abs(pole));
  // Panels that grow by a twentieth resolve every resonance that is not damped below a hundredth.
  constexpr double growth = 1.05;
  double from = 0.0;
  double sum = 0.0;
  for (double to = slowest / 20.0; from < end; to *= growth) {
    sum += integral(power, from, std::min(to, end));
    from = to;
  }
  return std::sqrt(sum * sample_time / std::numbers::pi);
}

SampledObserver Observer::discretise(double sample_time, Hold hold) const {
  if (!(sample_time > 0.0) || !std::isfinite(sample_time))
    throw std::invalid_argument("sample_time = " + to_text(sample_time) + " s must be above 0");
  const std::size_t n = closed_.rows();
  const std::size_t m = plant_.b.columns() + plant_.c.rows();
  // x' = closed x + G w, w' = r, r' = 0 over one sample time: exp gives the answers to x, to w and to its change.
  numerics::Matrix system(n + 2 * m, n + 2 * m);
  system.place(0, 0, sample_time * closed_);
  system.place(0, n, sample_time * plant_.b);
  system.place(0, n + plant_.b.columns(), sample_time * gain_);
  system.place(n, n + m, numerics::Matrix::identity(m));
  const numerics::Matrix flow = numerics::exponential(system);
  SampledObserver s;
  s.states_ = plant_.a.rows();
  s.inputs_ = plant_.b.columns();
  s.hold_ = hold;
  s.sample_time_ = sample_time;
  s.transition_ = flow.part(0, 0, n, n);
  const numerics::Matrix held = flow.part(0, n, n, m);
  const numerics::Matrix change = flow.part(0, n + m, n, m);
  s.from_before_ = hold == Hold::linear ? held - change : numerics::Matrix(n, m);
  s.from_now_ = hold == Hold::linear ? change : held;
  s.output_ = augment(plant_).c;
  s.estimate_ = numerics::Matrix(n, 1);
  return s;
}

void SampledObserver::start(std::span<const double> y) {
  // The smallest state with C x = y: exact where outputs are states.
  const numerics::Matrix c = output_.part(0, 0, output_.rows(), states_);
  const numerics::Matrix x = c.transposed() * numerics::solve(c * c.transposed(), make_column(y, {}));
  estimate_ = numerics::Matrix(transition_.rows(), 1);
  estimate_.place(0, 0, x);
  has_last_ = false;
}

void SampledObserver::start(std::span<const double> y, std::span<const double> unknowns) {
  start(y);
  for (std::size_t k = 0; k < unknowns.size(); ++k) estimate_(states_ + k, 0) = unknowns[k];
}

void SampledObserver::step(std::span<const double> u, std::span<const double> y) {
  const numerics::Matrix now = make_column(u, y);
  if (hold_ == Hold::linear && !has_last_) {
    last_ = now;
    has_last_ = true;
    return;
  }
  estimate_ = transition_ * estimate_ + from_now_ * now;
  if (hold_ == Hold::linear) estimate_ = estimate_ + from_before_ * last_;
  last_ = now;
}

double SampledObserver::expected_output(std::size_t k) const {
  double sum = 0.0;
  for (std::size_t j = 0; j < states_; ++j) sum += output_(k, j) * estimate_(j, 0);
  return sum;
}

double SampledObserver::noise_gain(std::size_t unknown, std::size_t output) const {
  // A sample enters with from_now and, joined by lines, with from_before one step later: s' = transition s +
  // (transition from_now + from_before) noise, and the newest sample besides.
  const std::size_t column = inputs_ + output;
  const numerics::Matrix now = from_now_.part(0, column, from_now_.rows(), 1);
  const numerics::Matrix before = from_before_.part(0, column, from_before_.rows(), 1);
  const numerics::Matrix later = transition_ * now + before;
  const numerics::Matrix settled = numerics::settle_covariance(transition_, later * later.transposed());
  const std::size_t row = states_ + unknown;
  return std::sqrt(settled(row, row) + now(row, 0) * now(row, 0));
}

}  // namespace stickslip::observe
