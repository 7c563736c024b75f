// Derivatives through every law with ceres::Jet agree with differences: of the force after a run with respect to every
// parameter, and of force and rate with respect to velocity and state.
#include <ceres/jet.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "trials.hpp"

namespace stickslip::conformance {
namespace {

using Jet = ceres::Jet<double, 1>;  // one direction at a time: one instantiation serves every law and every parameter

constexpr int trials = 40;
constexpr std::size_t steps = 12;

// Differences are taken over this part of a number. Rounding then costs 2^-52/part = 2e-11 of the force, and the
// extrapolation below leaves an error of the order part^4 times the fifth derivative.
constexpr double part = 1e-5;
// Jet against difference, relative to the largest force: 2e-11 times the amplification of rounding inside a law.
constexpr double tolerance = 1e-6;
// One-sided slopes further apart than this are a kink or a jump, where no derivative exists.
constexpr double kinked = 1e-2;
// Part of all directions that must be smooth enough to be compared.
constexpr double least_compared = 0.7;

// A slope by differences, and how far two central differences of different width lie apart.
struct Measured {
  double value;
  double doubt;
};

// The slope of f at x in units of f per `size` of x, by central differences over size*part and half of that,
// extrapolated (Richardson). None where the slopes to the two sides differ, or the two differences do not agree.
template <class Function>
std::optional<Measured> slope(Function f, double x, double size, double scale) {
  const auto at = [&](double parts) { return f(x + parts * part * size); };
  const double middle = at(0.0);
  const double wide = (at(1.0) - at(-1.0)) / (2.0 * part);
  const double above = (at(0.5) - middle) / (0.5 * part);
  const double below = (middle - at(-0.5)) / (0.5 * part);
  const double narrow = (above + below) / 2.0;
  const double yardstick = scale + std::abs(narrow);
  if (!(std::abs(above - below) <= kinked * yardstick)) return std::nullopt;
  if (!(std::abs(wide - narrow) <= kinked * yardstick)) return std::nullopt;
  return Measured{narrow + (narrow - wide) / 3.0, std::abs(narrow - wide)};
}

// Counts directions and compares those that have a derivative.
class Comparison {
 public:
  template <class Function>
  void add(const std::string& what, double jet, Function f, double x, double size, double scale) {
    ++all_;
    const auto numeric = slope(f, x, size, scale);
    if (!numeric) return;
    ++compared_;
    const double error = std::abs(jet * size - numeric->value);
    const double allowed = tolerance * (scale + std::abs(numeric->value)) + numeric->doubt;
    if (error <= allowed) return;
    ADD_FAILURE() << what << " at " << x << ": jet " << jet << ", difference " << numeric->value / size;
  }

  void expect_enough() const {
    EXPECT_GE(double(compared_), least_compared * double(all_)) << compared_ << " of " << all_ << " are smooth";
    testing::Test::RecordProperty("compared", std::to_string(compared_) + " of " + std::to_string(all_));
  }

 private:
  std::size_t all_ = 0;
  std::size_t compared_ = 0;
};

// The largest force of a run.
double largest_force(const Forces& forces) {
  double most = 0.0;
  for (const auto& f : forces) most = std::max(most, std::abs(f.value));
  return most;
}

// State and contact at the end of a run, and the largest magnitude of every number of the state in it.
struct Moment {
  std::vector<double> params;
  Contact<double> contact;
  std::vector<double> state;
  std::vector<double> size;
};

// What jets need of a law, as functions.
struct JetLaw {
  // The force at the end of a run, and its derivative by parameter `along`.
  Jet (*last_force)(const Trial& trial, std::size_t along);
  double (*last_force_on_double)(const Trial& trial);
  // Force and rates at one moment, on jets with the derivative by velocity (along = 0) or state scalar along - 1.
  std::vector<Jet> (*outputs)(const Moment& moment, std::size_t along);
  std::vector<double> (*outputs_on_double)(const Moment& moment);
  Moment (*moment)(const Trial& trial);
};

template <class Law, class S>
S last_force(const Trial& trial, const typename Law::template Params<S>& p) {
  typename Law::template State<S> s;
  for (std::size_t k = 1; k < trial.motion.size(); ++k)
    s = Law::advance(p, contact_on<S>(trial.motion[k - 1]), contact_on<S>(trial.motion[k]), s, S(trial.h));
  return Law::force(p, contact_on<S>(trial.motion.back()), s).value;
}

template <class Law>
Jet last_force_on_jet(const Trial& trial, std::size_t along) {
  auto p = set_on<typename Law::template Params<Jet>>(trial.params);
  scalars(p)[along].v[0] = 1.0;
  return last_force<Law, Jet>(trial, p);
}

template <class Law>
double last_force_on_double(const Trial& trial) {
  return last_force<Law, double>(trial, set_on<typename Law::template Params<double>>(trial.params));
}

template <class Law, class S>
std::vector<S> outputs(const Moment& m, const Contact<S>& c, const typename Law::template State<S>& s) {
  const auto p = set_on<typename Law::template Params<S>>(m.params);
  std::vector<S> all{Law::force(p, c, s).value};
  const auto rate = Law::rate(p, c, s);
  for (const S& r : scalars(rate)) all.push_back(r);
  return all;
}

template <class Law>
std::vector<Jet> outputs_on_jet(const Moment& m, std::size_t along) {
  auto c = contact_on<Jet>(m.contact);
  auto s = set_on<typename Law::template State<Jet>>(m.state);
  (along == 0 ? c.velocity : scalars(s)[along - 1]).v[0] = 1.0;
  return outputs<Law, Jet>(m, c, s);
}

template <class Law>
std::vector<double> outputs_on_double(const Moment& m) {
  return outputs<Law, double>(m, m.contact, set_on<typename Law::template State<double>>(m.state));
}

template <class Law>
Moment make_moment(const Trial& trial) {
  const auto p = set_on<typename Law::template Params<double>>(trial.params);
  typename Law::template State<double> s;
  Moment m{trial.params, trial.motion.back(), {}, std::vector<double>(scalars(s).size())};
  for (std::size_t k = 1; k < trial.motion.size(); ++k) {
    s = Law::advance(p, trial.motion[k - 1], trial.motion[k], s, trial.h);
    for (std::size_t i = 0; i < m.size.size(); ++i) m.size[i] = std::max(m.size[i], std::abs(scalars(s)[i]));
  }
  m.state.assign(scalars(s).begin(), scalars(s).end());
  return m;
}

const std::vector<JetLaw>& jet_laws() {
  static const auto all = [] {
    std::vector<JetLaw> laws;
    FrictionLaws::for_each([&laws]<class Law>(Law) {
      laws.push_back({&last_force_on_jet<Law>, &last_force_on_double<Law>, &outputs_on_jet<Law>,
                      &outputs_on_double<Law>, &make_moment<Law>});
    });
    return laws;
  }();
  return all;
}

class jets : public testing::TestWithParam<std::size_t> {
 protected:
  const TrialLaw& law() const { return trial_laws()[GetParam()]; }
  const JetLaw& jet_law() const { return jet_laws()[GetParam()]; }
  Trial draw(Random& rng) const { return law().draw(rng, log_uniform(rng, 1e-4, 1e-2), steps); }

  void compare_parameter(Comparison& comparison, const Trial& trial, const std::string& name, std::size_t i) const {
    const double x = trial.params[i];
    const auto f = [&](double value) {
      Trial moved = trial;
      moved.params[i] = value;
      return jet_law().last_force_on_double(moved);
    };
    comparison.add("d force/d " + name, jet_law().last_force(trial, i).v[0], f, x, x == 0.0 ? 1.0 : std::abs(x),
                   largest_force(law().on_double(trial)));
  }

  // How large the outputs are here or from rest. A rate near the steady state is a small difference of large terms,
  // whose size shows from rest.
  std::vector<double> output_sizes(const Moment& m) const {
    auto sizes = jet_law().outputs_on_double(m);
    Moment resting = m;
    resting.state = law().rest;
    const auto from_rest = jet_law().outputs_on_double(resting);
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] = std::max(std::abs(sizes[k]), std::abs(from_rest[k]));
    return sizes;
  }

  // Force and rates by the velocity (along = 0) or by state scalar along - 1.
  void compare_outputs(Comparison& comparison, const Moment& m, std::size_t along) const {
    const auto jet = jet_law().outputs(m, along);
    const auto sizes = output_sizes(m);
    const double x = along == 0 ? m.contact.velocity : m.state[along - 1];
    const double size = along == 0 ? std::abs(x) : m.size[along - 1];
    for (std::size_t k = 0; k < jet.size(); ++k) {
      const auto f = [&](double value) {
        Moment moved = m;
        (along == 0 ? moved.contact.velocity : moved.state[along - 1]) = value;
        return jet_law().outputs_on_double(moved)[k];
      };
      const std::string what =
          "d output " + std::to_string(k) + "/d " + (along == 0 ? "velocity" : "state " + std::to_string(along - 1));
      comparison.add(what, jet[k].v[0], f, x, size, sizes[k]);
    }
  }
};

TEST_P(jets, carry_the_derivative_of_a_run_by_every_parameter) {
  Random rng = random_for("jets by parameter", law().name);
  Comparison comparison;
  for (int t = 0; t < trials; ++t) {
    const Trial trial = draw(rng);
    for (const Field& f : law().params)
      for (std::size_t i = 0; f.choices.empty() && i < f.width; ++i)
        compare_parameter(comparison, trial, scalar_name(f, i), f.first + i);
  }
  comparison.expect_enough();
}

// Laws take shortcuts at the usual exponents, which must not lose the derivative by the exponent itself.
TEST_P(jets, carry_the_derivative_by_an_exponent_of_exactly_one_or_two) {
  Random rng = random_for("jets by exponent", law().name);
  Comparison comparison;
  bool has_exponent = false;
  for (int t = 0; t < trials; ++t)
    for (const Field& f : law().params) {
      if (!f.name.ends_with("exponent")) continue;
      has_exponent = true;
      for (const double value : {1.0, 2.0}) {
        Trial trial = draw(rng);
        std::fill_n(trial.params.begin() + std::ptrdiff_t(f.first), f.width, value);
        for (std::size_t i = 0; i < f.width; ++i) compare_parameter(comparison, trial, scalar_name(f, i), f.first + i);
      }
    }
  if (has_exponent) comparison.expect_enough();
}

TEST_P(jets, carry_the_derivative_of_force_and_rate_by_velocity_and_state) {
  Random rng = random_for("jets by state", law().name);
  Comparison comparison;
  for (int t = 0; t < trials; ++t) {
    const Moment m = jet_law().moment(draw(rng));
    if (m.contact.velocity != 0.0) compare_outputs(comparison, m, 0);
    for (const Field& f : law().states)
      for (std::size_t i = f.first; f.choices.empty() && i < f.first + f.width; ++i)
        if (m.size[i] > 0.0) compare_outputs(comparison, m, i + 1);
  }
  comparison.expect_enough();
}

INSTANTIATE_TEST_SUITE_P(laws, jets, testing::Range(std::size_t(0), FrictionLaws::names.size()),
                         [](const auto& law) { return test_name(FrictionLaws::names[law.param]); });

}  // namespace
}  // namespace stickslip::conformance
