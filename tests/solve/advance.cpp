// A solution that is carried from one time to the next.
#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/experiment.hpp"
#include "stickslip/plant/driven.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::solve {

using namespace experiment;
using namespace plant;

namespace {

Experiment stick_slip(const std::string& law) { return experiment::experiment({.base = "stick-slip", .law = law}); }

// In many pieces the same events happen at the same times as in one.
TEST(advance, does_not_see_where_it_was_stopped) {
  for (const std::string law : {"coulomb", "stribeck", "karnopp", "gms", "lugre"}) {
    const auto model = make_model(stick_slip(law));
    SolveOptions options;
    options.relative_tolerance = 1e-11;
    constexpr double end = 10.0;
    const SolveReport whole = solve(*model, end, options);
    Progress p = begin_progress(*model, 0.0, model->start());
    std::vector<double> times;
    constexpr int pieces = 37;
    for (int k = 1; k <= pieces; ++k)
      for (const Event& e : advance(*model, p, end * k / pieces, options).events) times.push_back(e.t);
    EXPECT_EQ(p.t, end);
    ASSERT_EQ(times.size(), whole.events.size()) << law;
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], whole.events[i].t, 1e-8) << law;
    for (std::size_t i = 0; i < p.state.size(); ++i)
      EXPECT_NEAR(p.state[i], whole.state[i], 1e-8 * std::max(1.0, std::abs(whole.state[i]))) << law << " " << i;
  }
}

// A guard that rests at zero is not fired by being looked at again.
TEST(advance, keeps_the_arming_of_a_guard_that_rests_at_zero) {
  const auto model = make_model(experiment::experiment({.base = "harmonic", .law = "maxwell-slip"}));
  const SolveReport whole = solve(*model, 3.0, {});
  Progress p = begin_progress(*model, 0.0, model->start());
  std::size_t events = 0;
  for (int k = 1; k <= 300; ++k) events += advance(*model, p, 0.01 * k, {}).events.size();
  EXPECT_GT(whole.events.size(), 10U);
  EXPECT_EQ(events, whole.events.size());
}

TEST(advance, takes_a_drive_from_outside) {
  const auto model = make_model(experiment::experiment({.base = "hydraulic-servo"}));
  auto* driven = dynamic_cast<Driven*>(model.get());
  ASSERT_NE(driven, nullptr);
  driven->drive_by(0, 2e-3, 0.0, 0.0);
  Progress p = begin_progress(*model, 0.0, model->start());
  advance(*model, p, 0.05, {});
  std::vector<double> values(model->columns().size());
  model->observe(p.t, p.state.data(), values.data());
  const auto columns = model->columns();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].name == "current") {
      EXPECT_EQ(values[c], 2e-3);
    }
    if (columns[c].name == "spool") {
      EXPECT_GT(values[c], 1e-5);
    }
  }
}

TEST(advance, refuses_what_cannot_be_resumed) {
  const auto model = make_model(stick_slip("coulomb"));
  Progress p = begin_progress(*model, 0.0, model->start());
  SolveOptions options;
  options.method = Method::cvode;
  EXPECT_THROW(advance(*model, p, 1.0, options), std::invalid_argument);
  EXPECT_THROW(advance(*model, p, 0.0, {}), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::solve
