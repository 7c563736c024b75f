// The event-driven solver against closed forms: where events are, what happens on boundaries and corners, how a run
// ends.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/hybrid.hpp"
#include "stickslip/friction/karnopp.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/solve/solve.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip::solve {

using namespace plant;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// A model that is written in a test: one that has nothing but what is set.
class Toy : public HybridModel {
 public:
  explicit Toy(std::vector<double> start, std::size_t guards = 0) : start_(std::move(start)), guards_(guards) {}

  std::size_t size() const override { return start_.size(); }
  std::size_t guard_count() const override { return guards_; }
  std::string_view guard_name(std::size_t) const override { return "toy guard"; }
  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    const std::size_t n = size();
    std::vector<double> up(n), down(n), y(x, x + n);
    const double h = 1e-6;
    for (std::size_t j = 0; j <= n; ++j) {
      if (j < n) y[j] = x[j] + h;
      flow(j < n ? t : t + h, y.data(), up.data());
      if (j < n) y[j] = x[j] - h;
      flow(j < n ? t : t - h, y.data(), down.data());
      for (std::size_t i = 0; i < n; ++i) (j < n ? dfdx[i * n + j] : dfdt[i]) = (up[i] - down[i]) / (2.0 * h);
      if (j < n) y[j] = x[j];
    }
  }
  void guards(double, const double*, double*) const override {}
  void reset(double, double*, std::size_t) const override {}
  double next_corner(double) const override { return never; }
  double longest_step(double) const override { return never; }
  std::vector<double> start() const override { return start_; }
  std::vector<Column> columns() const override { return {{"x", "1"}}; }
  void observe(double, const double* x, double* values) const override { values[0] = x[0]; }
  std::string mode_text(const double*) const override { return {}; }

 private:
  std::vector<double> start_;
  std::size_t guards_;
};

MassParams<double> free_mass(double mass = 1.0) {
  MassParams<double> p;
  p.mass = mass;
  return p;
}

Coulomb::Params<double> coulomb(double force) {
  Coulomb::Params<double> p;
  p.coulomb = force;
  p.breakaway = force;
  return p;
}

// ---- location

// Falls at a steady speed, and is slowed down only close to the guard: a long step beyond it has no stage there.
class SlowedNearTheGuard : public Toy {
 public:
  SlowedNearTheGuard() : Toy({1.0}, 1) {}
  static double speed(double x) { return 1.0 - 0.9 * std::exp(-x * x / (0.02 * 0.02)); }
  void flow(double, const double* x, double* slope) const override { slope[0] = -speed(x[0]); }
  void guards(double, const double* x, double* values) const override { values[0] = x[0]; }
};

TEST(event_driven, the_step_that_ends_at_an_event_is_as_accurate_as_every_other) {
  const SlowedNearTheGuard model;
  constexpr int parts = 200000;  // of the exact time, the integral of dx/speed, by the midpoint rule
  double exact = 0.0;
  for (int i = 0; i < parts; ++i) exact += 1.0 / (parts * SlowedNearTheGuard::speed((i + 0.5) / parts));
  for (const Method method : {Method::runge_kutta, Method::rosenbrock, Method::multistep}) {
    const auto report = solve(model, 20.0, {.method = method, .relative_tolerance = 1e-9});
    ASSERT_FALSE(report.events.empty());
    EXPECT_NEAR(report.events[0].t, exact, 1e-6);
  }
}

// Under u = r t a mass that friction F holds sets off at t_0 = F/r; then m dv/dt = r (t - t_0).
TEST(event_driven, break_away_on_a_ramp_is_located_to_rounding) {
  for (const double rate : {0.01, 0.7, 300.0}) {
    const double t0 = 1.3 / rate;
    const Mass<Coulomb> model(free_mass(2.0), coulomb(1.3), Excitation::ramp(rate));
    const auto report = solve(model, 3.0 * t0);
    ASSERT_EQ(report.events.size(), 1U);
    EXPECT_NEAR(report.events[0].t, t0, 4e-16 * t0);
    const double v = rate * 4.0 * t0 * t0 / (2.0 * 2.0);
    EXPECT_NEAR(report.state[1], v, 1e-12 * v);  // a parabola: both methods are exact
    EXPECT_EQ(report.events[0].guard_name, "break-away forward, or stop");
    EXPECT_EQ(report.events[0].from, "held");
    EXPECT_EQ(report.events[0].to, "sliding forward");
  }
}

TEST(event_driven, both_sides_of_an_event_are_rows_of_the_trajectory) {
  const Mass<Coulomb> model(free_mass(), coulomb(1.0), Excitation::ramp(1.0));
  Trajectory rows;
  record(model, 2.0, {}, {.step = 0.5}, rows);
  const std::vector<double> times(rows.time().begin(), rows.time().end());
  EXPECT_EQ(times, (std::vector{0.0, 0.5, 1.0, 1.0, 1.5, 2.0}));
  const auto mode = rows.column("mode");
  EXPECT_EQ(mode[2], 0.0);
  EXPECT_EQ(mode[3], 1.0);
  EXPECT_THROW(rows.column("speed"), std::invalid_argument);
}

// ---- boundaries

TEST(event_driven, a_force_of_exactly_break_away_does_not_move_the_mass) {
  const Mass<Coulomb> model(free_mass(), coulomb(1.0), Excitation::constant(1.0));
  const auto report = solve(model, 1000.0);
  EXPECT_TRUE(report.succeeded());
  EXPECT_EQ(report.state[0], 0.0);
  EXPECT_TRUE(report.events.empty());
}

TEST(event_driven, a_start_in_a_mode_that_does_not_hold_is_put_right) {
  const Mass<Coulomb> model(free_mass(), coulomb(1.0), Excitation::constant(1.5));
  const auto report = solve(model, 2.0);
  ASSERT_EQ(report.events.size(), 1U);
  EXPECT_EQ(report.events[0].t, 0.0);
  EXPECT_NEAR(report.state[0], 0.5 * 0.5 * 4.0, 1e-12);
}

// Three seconds of u = 1.5 F, then 0.5 F: the body must come to rest once and stay.
TEST(event_driven, a_body_that_stops_stays_stopped) {
  const Mass<Coulomb> model(free_mass(), coulomb(1.0),
                            Excitation({{.start = 0.0, .offset = 1.5}, {.start = 3.0, .offset = 0.5}}));
  const auto report = solve(model, 100.0);
  ASSERT_EQ(report.events.size(), 2U);
  EXPECT_NEAR(report.events[1].t, 6.0, 1e-12);
  EXPECT_EQ(report.state[1], 0.0);
  EXPECT_NEAR(report.state[0], 0.5 * 0.5 * 9.0 * 2.0, 1e-11);
}

// ---- guards inside a step, several at once

// dx/dt = 1 and a guard that is negative for |t - 0.537| < width only: a straight line is one step for every method.
class Pit : public Toy {
 public:
  explicit Pit(double width) : Toy({0.0, 0.0}, 1), width_(width) {}
  void flow(double, const double*, double* slope) const override {
    slope[0] = 1.0;
    slope[1] = 0.0;
  }
  void guards(double, const double* x, double* g) const override {
    g[0] = x[1] > 0.0 ? 1.0 : (x[0] - 0.537) * (x[0] - 0.537) - width_ * width_;
  }
  void reset(double, double* x, std::size_t) const override { x[1] = 1.0; }

 private:
  double width_;
};

TEST(event_driven, a_guard_that_falls_and_rises_within_a_step_is_seen) {
  SolveOptions o;
  o.first_step = 1.0;
  for (const double width : {0.2, 0.02, 1e-4}) {
    const auto report = solve(Pit(width), 1.0, o);
    ASSERT_EQ(report.events.size(), 1U) << width;
    EXPECT_NEAR(report.events[0].t, 0.537 - width, 1e-13);
    EXPECT_EQ(report.state[1], 1.0);
  }
}

TEST(event_driven, two_guards_that_fall_at_once_are_both_reset) {
  class Pair : public Toy {
   public:
    Pair() : Toy({0.0, 0.0, 0.0}, 2) {}
    void flow(double, const double*, double* slope) const override {
      slope[0] = 1.0;
      slope[1] = slope[2] = 0.0;
    }
    void guards(double, const double* x, double* g) const override {
      g[0] = x[1] == 0.0 ? 0.3 - x[0] : 1.0;
      g[1] = x[2] == 0.0 ? 3.0 * (0.3 - x[0]) : 1.0;
    }
    void reset(double, double* x, std::size_t k) const override { x[1 + k] = 1.0; }
  };
  const auto report = solve(Pair(), 1.0);
  ASSERT_EQ(report.events.size(), 2U);
  EXPECT_NEAR(report.events[0].t, 0.3, 1e-15);
  EXPECT_NEAR(report.events[1].t, 0.3, 1e-15);
  EXPECT_EQ(report.state[1] + report.state[2], 2.0);
}

TEST(event_driven, a_guard_whose_reset_changes_nothing_falls_once) {
  class Watch : public Toy {
   public:
    Watch() : Toy({0.0}, 1) {}
    void flow(double t, const double*, double* slope) const override { slope[0] = std::cos(t); }
    void guards(double, const double* x, double* g) const override { g[0] = 0.5 - x[0]; }
  };
  const auto report = solve(Watch(), 4.0 * std::numbers::pi);
  ASSERT_EQ(report.events.size(), 2U);  // x = sin t rises through 0.5 twice
  EXPECT_NEAR(report.events[0].t, std::numbers::pi / 6.0, 1e-8);
  EXPECT_NEAR(report.events[1].t, std::numbers::pi * 13.0 / 6.0, 1e-7);
}

// A damped body creeps to rest for ever; its velocity is never taken for turned.
TEST(event_driven, a_velocity_that_dies_away_does_not_change_its_sign) {
  class Creep : public Toy {
   public:
    Creep() : Toy({1.0, 0.0}, 1) {}
    void flow(double, const double* x, double* slope) const override {
      slope[0] = -20.0 * x[0];
      slope[1] = 0.0;
    }
    void guards(double, const double* x, double* g) const override { g[0] = x[0]; }
    void reset(double, double* x, std::size_t) const override { x[1] += 1.0; }
  };
  for (const double tolerance : {1e-3, 1e-8, 1e-12}) {
    for (const Method method : {Method::runge_kutta, Method::rosenbrock, Method::multistep}) {
      SolveOptions o;
      o.relative_tolerance = tolerance;
      o.method = method;
      EXPECT_EQ(solve(Creep(), 100.0, o).state[1], 0.0) << tolerance << " " << to_text(method);
    }
  }
}

// ---- corners

TEST(event_driven, no_stage_sees_beyond_a_corner) {
  class Jump : public Toy {
   public:
    Jump() : Toy({0.0}) {}
    void flow(double t, const double*, double* slope) const override { slope[0] = t < 1.0 ? 1.0 : 1e6; }
    void jacobian(double, const double*, std::span<double> dfdx, std::span<double> dfdt) const override {
      dfdx[0] = dfdt[0] = 0.0;
    }
    double next_corner(double t) const override { return t < 1.0 ? 1.0 : never; }
  };
  for (const Method method : {Method::runge_kutta, Method::rosenbrock, Method::multistep}) {
    SolveOptions o;
    o.method = method;
    const auto report = solve(Jump(), 2.0, o);
    EXPECT_NEAR(report.state[0], 1.0 + 1e6, 1e-8);
    EXPECT_LT(report.rejected, 3U);
  }
}

TEST(event_driven, a_force_that_jumps_past_break_away_moves_the_mass_at_that_instant) {
  const Mass<Coulomb> model(free_mass(), coulomb(1.0),
                            Excitation({{.start = 0.0, .offset = 0.9}, {.start = 0.7, .offset = 1.4}}));
  const auto report = solve(model, 1.7);
  ASSERT_EQ(report.events.size(), 1U);
  EXPECT_EQ(report.events[0].t, 0.7);
  EXPECT_NEAR(report.state[1], 0.4, 1e-13);
}

TEST(event_driven, a_pulse_far_shorter_than_the_steps_moves_the_mass) {
  constexpr double width = 1e-6;  // [s] in a run of 1000 s
  const Mass<Coulomb> model(
      free_mass(), coulomb(1.0),
      Excitation({{.start = 0.0}, {.start = 500.0, .offset = 1e4}, {.start = 500.0 + width, .offset = 0.0}}));
  SolveOptions o;
  o.relative_tolerance = 1e-2;
  const auto report = solve(model, 1000.0, o);
  ASSERT_EQ(report.events.size(), 2U);
  const double pulse = (500.0 + width) - 500.0;  // what is left of the width after rounding
  const double top = (1e4 - 1.0) * pulse;
  EXPECT_NEAR(report.state[0], 0.5 * top * pulse + 0.5 * top * top, 1e-6 * top * top);
}

// ---- loose tolerances

TEST(event_driven, no_slip_is_stepped_over_at_a_tolerance_of_1e_2) {
  MassParams<double> pulled;
  pulled.spring_stiffness = 2.0;
  pulled.drive_velocity = 0.1;
  SolveOptions loose;
  loose.relative_tolerance = 1e-2;
  const Mass<Stribeck> rigid(pulled, {}, {});
  EXPECT_EQ(solve(rigid, 100.0, loose).events.size(), solve(rigid, 100.0).events.size());
  const Mass<LuGre> bristles(pulled, {}, {});
  EXPECT_NEAR(solve(bristles, 100.0, loose).state[0], solve(bristles, 100.0).state[0], 0.05);  // one slip is 0.64 m
}

// A sine whose peaks exceed break-away by one part in ten thousand: 0.45 % of its period.
TEST(event_driven, the_peak_of_a_sine_just_beyond_break_away_is_not_missed) {
  SolveOptions loose;
  loose.relative_tolerance = 1e-2;
  const Mass<Coulomb> model(free_mass(), coulomb(1.0), Excitation::sine(1.0001, 1.0));
  const auto report = solve(model, 1.0, loose);
  ASSERT_GE(report.events.size(), 1U);
  EXPECT_NEAR(report.events[0].t, std::asin(1.0 / 1.0001) / (2.0 * std::numbers::pi), 1e-14);
}

// Twenty peaks that exceed break-away by a hundred-thousandth, at steps that do not know of them; at the worst the peak
// lies beside a step's end in every one of them.
template <class Law>
std::size_t slips_under_grazing_peaks(double frequency) {
  typename Law::template Params<double> law;
  law.breakaway = 1.1;
  const Segment dither{.start = 0.37, .offset = 0.5, .amplitude = 0.60001, .frequency = frequency};
  const Mass<Law> model(free_mass(), law, Excitation({Segment{}, dither}));
  std::size_t slips = 0;
  for (const Event& e : solve(model, 0.37 + 20.0 / frequency).events) slips += e.to.starts_with("sliding") ? 1U : 0U;
  return slips;
}

TEST(event_driven, every_peak_that_grazes_break_away_is_found_whatever_its_frequency) {
  for (const double frequency : {0.31, 0.7, 1.0, 1.9, 13.0}) {
    EXPECT_EQ(slips_under_grazing_peaks<Coulomb>(frequency), 20U) << frequency;
    EXPECT_EQ(slips_under_grazing_peaks<Karnopp>(frequency), 20U) << frequency;
    EXPECT_EQ(slips_under_grazing_peaks<Hybrid>(frequency), 20U) << frequency;
  }
}

// ---- resets of one instant

// A tank that overflows into a second one, which overflows with it.
TEST(event_driven, a_reset_that_pushes_another_guard_through_zero_is_followed_by_its_reset) {
  class Tanks : public Toy {
   public:
    Tanks() : Toy({0.0, 0.8}, 2) {}
    void flow(double, const double*, double* slope) const override {
      slope[0] = 1.0;
      slope[1] = 0.0;
    }
    void guards(double, const double* x, double* g) const override {
      g[0] = 0.5 - x[0];
      g[1] = 1.0 - x[1];
    }
    void reset(double, double* x, std::size_t k) const override {
      if (k == 0) x[1] += x[0];
      x[k] = 0.0;
    }
  };
  const auto report = solve(Tanks(), 0.9);
  ASSERT_EQ(report.events.size(), 2U);
  EXPECT_EQ(report.events[1].guard, 1U);
  EXPECT_EQ(report.events[0].t, report.events[1].t);
  EXPECT_EQ(report.state[1], 0.0);
}

// Thrown against a steady force beyond break-away: it stops, and comes back at once.
TEST(event_driven, the_hybrid_law_does_not_keep_a_body_that_turns_under_a_force_beyond_break_away) {
  auto thrown = free_mass();
  thrown.start_velocity = 0.3;
  const Mass<Hybrid> model(thrown, {}, Excitation({Segment{.offset = -2.0}}));
  const auto report = solve(model, 1.0);
  EXPECT_LT(report.state[1], -0.1) << report.brief();
  EXPECT_GE(report.events.size(), 2U);
}

// It still creeps back, slower than S_2, when a force beyond break-away pushes it forward.
TEST(event_driven, a_start_against_a_slow_creep_is_not_kept_in_stick) {
  auto creeping = free_mass();
  creeping.start_velocity = -3e-5;
  const Mass<Hybrid> model(creeping, {}, Excitation({Segment{.offset = 2.0}}));
  EXPECT_GT(solve(model, 0.5).state[1], 0.1);
  Progress p = begin_progress(model, 0.0, model.start());
  EXPECT_EQ(p.state[Mass<Hybrid>::machine_states], 1.0);
  advance(model, p, 0.5, {});
  EXPECT_GT(p.state[1], 0.1);
}

// ---- growth under a stiff method

// x'' = w^2 x from 1e-13: an L-stable step much longer than 1/w would damp what grows.
TEST(event_driven, a_stiff_method_does_not_step_over_what_grows) {
  class Grows : public Toy {
   public:
    Grows() : Toy({1e-13, 0.0}) {}
    void flow(double, const double* x, double* slope) const override {
      slope[0] = x[1];
      slope[1] = 1e4 * x[0];
    }
    void jacobian(double, const double*, std::span<double> dfdx, std::span<double> dfdt) const override {
      dfdx[0] = dfdx[3] = 0.0;
      dfdx[1] = 1.0;
      dfdx[2] = 1e4;
      dfdt[0] = dfdt[1] = 0.0;
    }
  };
  SolveOptions o;
  o.method = Method::rosenbrock;
  o.absolute_tolerance = 1e-3;  // far above the start
  o.first_step = 1.0;
  EXPECT_GT(solve(Grows(), 0.5, o).state[0], 1.0);  // 2.6e8, and nothing at all when it is damped
}

// ---- how runs end

// Turns with 1e9 rad/s.
class Swings : public Toy {
 public:
  Swings() : Toy({1.0, 0.0}) {}
  void flow(double, const double* x, double* slope) const override {
    slope[0] = 1e9 * x[1];
    slope[1] = -1e9 * x[0];
  }
};

TEST(event_driven, a_run_that_would_take_hours_ends_with_the_time_that_is_left) {
  SolveOptions o;
  o.method = Method::runge_kutta;
  o.most_seconds = 0.05;
  const auto report = solve(Swings(), 10.0, o);
  EXPECT_EQ(report.ending, Ending::too_slow);
  EXPECT_GT(report.seconds_left, 100.0);
  EXPECT_NE(report.message.find("of processor time"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("of 10 s"), std::string::npos) << report.message;
}

TEST(event_driven, a_run_ends_when_its_time_by_the_clock_is_over_and_says_where_it_was) {
  SolveOptions o;
  o.method = Method::runge_kutta;
  o.most_wall_seconds = 0.05;
  const auto report = solve(Swings(), 10.0, o);
  EXPECT_EQ(report.ending, Ending::out_of_time);
  EXPECT_GT(report.t, 0.0);
  EXPECT_NE(report.message.find("by the clock have passed at t = "), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("most_wall_seconds = 0.05 s"), std::string::npos) << report.message;
}

TEST(event_driven, a_step_that_takes_long_is_timed_too) {
  class Waits : public Toy {
   public:
    Waits() : Toy({1.0}) {}
    void flow(double, const double* x, double* slope) const override {
      for (const double end = thread_seconds() + 1e-3; thread_seconds() < end;) {
      }
      slope[0] = -x[0];
    }
  };
  SolveOptions o;
  o.longest_step = 1e-3;
  o.most_seconds = 0.02;
  const double began = thread_seconds();
  const auto report = solve(Waits(), 10.0, o);
  EXPECT_FALSE(report.succeeded());
  EXPECT_LT(thread_seconds() - began, 0.5);  // a look after 1024 steps would come after 6 s
}

TEST(event_driven, rows_beyond_the_limit_end_the_run_and_name_it) {
  const Mass<LuGre> model({}, {}, Excitation::sine(1.4, 10.0));
  SolveOptions o;
  o.most_rows = 100;
  std::size_t rows = 0;
  const auto report = solve(model, 100.0, o, {.step = 1e-6}, [&rows](double, auto) { return ++rows > 0; });
  EXPECT_EQ(report.ending, Ending::too_many_rows);
  EXPECT_EQ(rows, 100U);
  EXPECT_NE(report.message.find("100 rows up to t = "), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("output_step"), std::string::npos) << report.message;
}

// A ball that keeps 0.7 of its speed at every bounce comes to rest after sqrt(2 h/g) (1 + 0.7)/(1 - 0.7) seconds.
TEST(event_driven, a_bouncing_ball_ends_at_its_zeno_point_with_a_message) {
  class Ball : public Toy {
   public:
    Ball() : Toy({1.0, 0.0}, 1) {}
    void flow(double, const double* x, double* slope) const override {
      slope[0] = x[1];
      slope[1] = -9.81;
    }
    void guards(double, const double* x, double* g) const override { g[0] = x[0]; }
    void reset(double, double* x, std::size_t) const override {
      x[0] = 0.0;
      x[1] = -0.7 * x[1];
    }
    std::string_view guard_name(std::size_t) const override { return "bounce"; }
  };
  SolveOptions o;
  o.most_events = 2000;
  const auto report = solve(Ball(), 10.0, o);
  EXPECT_FALSE(report.succeeded());
  EXPECT_NEAR(report.t, std::sqrt(2.0 / 9.81) * 1.7 / 0.3, 1e-2);  // bounces below the tolerance take their time
  EXPECT_NE(report.message.find("bounce"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("t = "), std::string::npos) << report.message;
}

// A relay without hysteresis: each side drives the state to the other.
TEST(event_driven, chatter_ends_with_the_guard_the_time_and_the_count) {
  class Relay : public Toy {
   public:
    Relay() : Toy({1.0, -1.0}, 1) {}
    void flow(double, const double* x, double* slope) const override {
      slope[0] = x[1];
      slope[1] = 0.0;
    }
    void guards(double, const double* x, double* g) const override { g[0] = -x[1] * x[0]; }
    void reset(double, double* x, std::size_t) const override { x[1] = -x[1]; }
    std::string_view guard_name(std::size_t) const override { return "relay"; }
  };
  SolveOptions o;
  o.most_events = 500;
  const auto report = solve(Relay(), 10.0, o);
  EXPECT_TRUE(report.ending == Ending::zeno || report.ending == Ending::too_many_events) << report.brief();
  EXPECT_NE(report.message.find("guard 'relay' fell"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("before t = 1"), std::string::npos) << report.message;
  EXPECT_LE(report.events.size(), 500U);
}

TEST(event_driven, a_flow_that_is_not_a_number_ends_the_run_where_it_begins) {
  class Root : public Toy {
   public:
    Root() : Toy({0.0}) {}
    void flow(double t, const double*, double* slope) const override { slope[0] = std::sqrt(1.0 - t); }
  };
  for (const Method method : {Method::runge_kutta, Method::rosenbrock, Method::multistep}) {
    SolveOptions o;
    o.method = method;
    const auto report = solve(Root(), 2.0, o);
    EXPECT_EQ(report.ending, Ending::not_finite) << report.brief();
    EXPECT_NEAR(report.t, 1.0, 1e-3);
    EXPECT_NE(report.message.find("not finite"), std::string::npos);
  }
}

TEST(event_driven, a_limit_on_steps_is_kept_and_named) {
  const Mass<LuGre> model({}, {}, Excitation::sine(1.4, 10.0));
  SolveOptions o;
  o.most_steps = 50;
  const auto report = solve(model, 100.0, o);
  EXPECT_EQ(report.ending, Ending::too_many_steps);
  EXPECT_EQ(report.steps + report.rejected, 50U);
  EXPECT_NE(report.message.find("most_steps"), std::string::npos);
}

TEST(event_driven, an_observer_can_end_the_run) {
  const Mass<LuGre> model({}, {}, Excitation::sine(1.4, 10.0));
  int rows = 0;
  const auto report = solve(model, 100.0, {}, {.step = 0.1}, [&rows](double, auto) { return ++rows < 7; });
  EXPECT_EQ(report.ending, Ending::interrupted);
  EXPECT_EQ(rows, 7);
}

TEST(event_driven, options_without_sense_are_refused_with_their_names) {
  const Mass<LuGre> model({}, {}, {});
  const auto message = [&model](auto change, double end = 1.0) {
    SolveOptions o;
    change(o);
    try {
      solve(model, end, o);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message([](auto& o) { o.relative_tolerance = -1.0; }), "relative_tolerance = -1 must be above 0");
  EXPECT_EQ(message([](auto& o) { o.relative_tolerance = 2.0; }),
            "relative_tolerance = 2 leaves no digit: take 0.1 or less");
  EXPECT_EQ(message([](auto& o) { o.absolute_tolerance = 0.0; }), "absolute_tolerance = 0 must be above 0");
  EXPECT_EQ(message([](auto&) {}, -1.0), "end = -1 must be above 0");
}

TEST(report, starts_pessimistic_and_names_the_nearest_solver) {
  EXPECT_EQ(SolveReport{}.brief().substr(0, 11), "was not run");
  EXPECT_EQ(SolveReport{}.message, "solve() was not called");
  EXPECT_EQ(find_method_by_name("rosenbrock"), Method::rosenbrock);
  try {
    find_method_by_name("rosenbrok");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean rosenbrock"), std::string::npos) << error.what();
  }
}

// ---- order across events, choice of the method

// A mass on a spring with Coulomb friction swings by half cosines about -F/K and +F/K in turn: it turns at multiples of
// pi/omega and has lost 2 F/K of its amplitude each time.
double swing_error(Method method, double step) {
  MassParams<double> p = free_mass();
  p.spring_stiffness = 4.0;
  p.start_displacement = 1.0;
  SolveOptions o;
  o.method = method;
  o.relative_tolerance = 0.1;  // the step is given: no step is rejected
  o.first_step = o.longest_step = step;
  const Mass<Coulomb> model(p, coulomb(0.3), {});
  const double end = 4.0;  // after two turns, during the third half cosine
  const auto report = solve(model, end, o);
  EXPECT_EQ(report.rejected, 0U);
  EXPECT_EQ(report.events.size(), 3U);
  const double centre = 0.3 / 4.0;
  const double truth = centre + (1.0 - 5.0 * centre) * std::cos(2.0 * end);
  return std::abs(report.state[0] - truth);
}

TEST(event_driven, both_methods_keep_their_order_across_events) {
  // Over four halvings: from one to the next the errors of amplitude and phase may cancel.
  const auto order = [](Method m) { return std::log2(swing_error(m, 0.16) / swing_error(m, 0.01)) / 4.0; };
  EXPECT_GT(order(Method::runge_kutta), 4.7);
  EXPECT_GT(order(Method::rosenbrock), 4.6);
}

// dy/dt = -k(t) (y - cos t) - sin t, solution cos t; k = 1e6 up to t = 1 and 1 after it.
TEST(event_driven, the_method_is_chosen_by_stiffness_and_changes_back) {
  class Changing : public Toy {
   public:
    Changing() : Toy({1.0}) {}
    void flow(double t, const double* x, double* slope) const override {
      slope[0] = -(t < 1.0 ? 1e6 : 1.0) * (x[0] - std::cos(t)) - std::sin(t);
    }
    void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
      const double k = t < 1.0 ? 1e6 : 1.0;
      dfdx[0] = -k;
      dfdt[0] = -k * std::sin(t) - std::cos(t);
      (void)x;
    }
    double next_corner(double t) const override { return t < 1.0 ? 1.0 : never; }
  };
  const auto report = solve(Changing(), 50.0);
  EXPECT_NEAR(report.state[0], std::cos(50.0), 1e-6);
  EXPECT_GT(report.stiff_steps, 20U);
  EXPECT_GT(report.steps - report.stiff_steps, 100U);
  EXPECT_LT(report.steps, 2000U);
  EXPECT_EQ(report.method_given, Method::automatic);
}

TEST(event_driven, a_run_that_is_not_stiff_takes_no_implicit_step) {
  MassParams<double> p = free_mass();
  p.spring_stiffness = 4.0;
  p.start_displacement = 1.0;
  const auto report = solve(Mass<Coulomb>(p, coulomb(0.01), {}), 20.0);
  EXPECT_EQ(report.stiff_steps, 0U);
  EXPECT_EQ(report.method_used, Method::runge_kutta);
}

}  // namespace
}  // namespace stickslip::solve
