// A law behind a pointer is the law itself: the same numbers, and slopes that agree with differences.
#include "stickslip/friction/any_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "../support/strokes.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

using tests::strokes;

struct Columns {
  std::vector<double> velocity, displacement, applied, load, pressure;
};

Columns make_columns(const std::vector<Contact<double>>& motion) {
  Columns c;
  for (const auto& m : motion) {
    c.velocity.push_back(m.velocity);
    c.displacement.push_back(m.displacement);
    c.applied.push_back(m.applied);
    c.load.push_back(m.load);
    c.pressure.push_back(m.pressure);
  }
  return c;
}

TEST(any_law, steps_as_the_law_does) {
  constexpr double h = 1e-3;
  const auto motion = strokes(500, h);
  FrictionLaws::for_each([&](auto typed) {
    using Law = decltype(typed);
    const auto p = default_params<Law>();
    typename Law::template State<double> s;
    const auto law = make_law(Law::name);
    EXPECT_EQ(law->name(), Law::name);
    std::vector<double> state = law->rest();
    for (std::size_t k = 1; k < motion.size(); ++k) {
      s = Law::advance(p, motion[k - 1], motion[k], s, h);
      const Force<double> expected = Law::force(p, motion[k], s);
      const Force<double> found = law->step(motion[k - 1], motion[k], state, h);
      ASSERT_EQ(found.value, expected.value) << Law::name << " at step " << k;
      ASSERT_EQ(found.inertia, expected.inertia) << Law::name << " at step " << k;
      ASSERT_EQ(law->force(motion[k], state).value, expected.value) << Law::name << " at step " << k;
    }
  });
}

// At a crawl, so that neither a viscous part nor an element's own mass counts.
TEST(any_law, takes_elements_as_its_own_parameters) {
  const std::vector<double> stiffness{4e4, 1e4}, travel{2e-5, 1e-4};
  std::size_t found = 0;
  for (const LawInfo& info : law_catalogue()) {
    if (info.projection == nullptr) continue;
    ++found;
    const auto law = make_law(info.name, 2);
    law->take_elements({.stiffness = stiffness, .travel = travel, .sliding = 1.8});
    const auto p = law->params();
    EXPECT_EQ(complaint(law->param_fields(), law->relations(), p), "") << info.name;
    EXPECT_NEAR(law->presliding_stiffness({}), 5e4, 1e-6) << info.name;
    std::vector<double> state = law->rest();
    const Contact<double> start{}, within{.velocity = 1e-6, .displacement = 1e-5};
    // A law with a smooth transition has lost a few per cent of the stiffness here.
    EXPECT_NEAR(law->step(start, within, state, 20.0).value, 0.5, 0.02) << info.name;
    EXPECT_NEAR(law->steady_state({.velocity = 1e-9}), 1.8, 0.01) << info.name;
  }
  EXPECT_GT(found, 0U);
}

TEST(any_law, follows_a_motion_as_it_steps) {
  constexpr double h = 1e-3;
  const auto motion = strokes(2000, h);
  const Columns c = make_columns(motion);
  for (const LawInfo& info : law_catalogue()) {
    const auto law = make_law(info.name);
    std::vector<double> state = law->rest(), followed = law->rest(), forces(motion.size());
    law->follow({.velocity = c.velocity,
                 .displacement = c.displacement,
                 .applied = c.applied,
                 .load = c.load,
                 .pressure = c.pressure,
                 .still = {.mass = 1.5, .temperature = 5.0}},
                h, followed, forces);
    double largest = 0.0, error = 0.0;
    for (std::size_t k = 1; k < motion.size(); ++k) {
      const Force<double> f = law->step(motion[k - 1], motion[k], state, h);
      const double whole = f.value + f.inertia * (motion[k].velocity - motion[k - 1].velocity) / h;
      largest = std::max(largest, std::abs(whole));
      error = std::max(error, std::abs(whole - forces[k]));
    }
    EXPECT_GT(largest, 0.0) << info.name;
    EXPECT_LE(error, 1e-11 * largest) << info.name;
  }
}

TEST(any_law, a_displacement_that_is_not_given_is_the_integral_of_the_velocity) {
  constexpr double h = 1e-3;
  const Columns c = make_columns(strokes(300, h));
  const auto law = make_law("maxwell-slip");
  std::vector<double> a = law->rest(), b = law->rest(), with(300), without(300);
  law->follow({.velocity = c.velocity, .displacement = c.displacement}, h, a, with);
  law->follow({.velocity = c.velocity}, h, b, without);
  EXPECT_EQ(with, without);
}

TEST(any_law, elements_are_those_asked_for) {
  EXPECT_EQ(make_law("mgms", 20)->rest().size() > make_law("mgms", 5)->rest().size(), true);
  EXPECT_THROW(make_law("mgms", 65), std::invalid_argument);
  EXPECT_THROW(make_law("coulombb"), UnknownName);
}

// Central differences of force, rate and guards along random directions, at a state of smooth sliding.
TEST(any_law, slopes_agree_with_differences) {
  constexpr double h = 1e-3;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const LawInfo& info : law_catalogue()) {
    const auto law = make_law(info.name);
    std::vector<double> state = law->rest();
    Contact<double> at{.velocity = 2.3e-3, .applied = 0.3, .mass = 1.5, .load = 20.0, .pressure = 1e6};
    for (int k = 0; k < 40; ++k) {
      Contact<double> next = at;
      next.displacement += at.velocity * h;
      law->step(at, next, state, h);
      at = next;
    }
    Contact<double> d{.velocity = 1e-3 * unit(random), .displacement = 1e-4 * unit(random), .applied = unit(random)};
    d.load = unit(random);
    d.mass = 0.0;
    d.pressure = 1e4 * unit(random);
    const auto moved = [&](double e) {
      Contact<double> c = at;
      c.velocity += e * d.velocity;
      c.displacement += e * d.displacement;
      c.applied += e * d.applied;
      c.load += e * d.load;
      c.pressure += e * d.pressure;
      return c;
    };
    const std::size_t n = state.size(), guards = law->guard_names().size();
    std::vector<double> rate(n), guard(guards), up(n), down(n), guard_up(guards), guard_down(guards);
    const Force<double> slope = law->slope_along(at, state, {.contact = d}, rate, guard);
    constexpr double e = 1e-5;
    const double difference = (law->force(moved(e), state).value - law->force(moved(-e), state).value) / (2.0 * e);
    EXPECT_NEAR(slope.value, difference, 1e-6 * (1.0 + std::abs(difference))) << info.name;
    if (info.has_stored_energy) {
      const double stored = (law->stored_energy(moved(e), state) - law->stored_energy(moved(-e), state)) / (2.0 * e);
      EXPECT_NEAR(law->stored_energy_along(at, state, {.contact = d}), stored, 1e-6 * (1e-6 + std::abs(stored)))
          << info.name;
    }
    law->rate(moved(e), state, up);
    law->rate(moved(-e), state, down);
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(rate[i], (up[i] - down[i]) / (2.0 * e), 1e-6 * (1e-2 + std::abs(rate[i])))  // stiff rates cancel
          << info.name << " " << i;
    law->guards(moved(e), state, guard_up);
    law->guards(moved(-e), state, guard_down);
    for (std::size_t i = 0; i < guards; ++i)
      EXPECT_NEAR(guard[i], (guard_up[i] - guard_down[i]) / (2.0 * e), 1e-6 * (1e-3 + std::abs(guard[i])))
          << info.name << " " << law->guard_names()[i];
  }
}

TEST(any_law, slopes_along_parameters_are_those_of_the_force) {
  const auto law = make_law("tanh");
  const Contact<double> at{.velocity = 2e-3};
  std::vector<double> along(law->params().size(), 0.0);
  along[0] = 1.0;
  const double slope = law->slope_along(at, law->rest(), {.params = along}, {}, {}).value;
  std::vector<double> moved(law->params().begin(), law->params().end());
  const double before = law->force(at, law->rest()).value;
  moved[0] += 1e-6;
  law->set_params(moved);
  EXPECT_NEAR(slope, (law->force(at, law->rest()).value - before) / 1e-6, 1e-6);
  EXPECT_NE(slope, 0.0);
}

TEST(any_law, a_copy_has_parameters_of_its_own) {
  const auto law = make_law("coulomb");
  const auto copy = law->copy();
  std::vector<double> other(law->params().begin(), law->params().end());
  other[0] *= 2.0;
  law->set_params(other);
  EXPECT_EQ(copy->params()[0] * 2.0, law->params()[0]);
}

}  // namespace
}  // namespace stickslip
