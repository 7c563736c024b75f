// Figures of the experiments of Nouailletas et al. 2010 (004), sections 2.3 to 2.7, computed independently: other
// language, other methods (DOP853, Radau, fixed-step RK4), events located, agreement between two tolerances or methods
// to the digits used here.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "probe.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/hybrid.hpp"
#include "stickslip/friction/hybrid_presliding.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip::solve {

using namespace plant;

namespace {

using testing_tools::Moment;
using testing_tools::Probe;

// Eleven digits of the references need an error per step far below.
SolveOptions tight() {
  SolveOptions o;
  o.relative_tolerance = 3e-13;
  o.absolute_tolerance = 1e-18;
  return o;
}

constexpr double eleven_digits = 2e-11;
constexpr double ten_digits = 2e-10;
constexpr double nine_digits = 2e-9;
constexpr double eight_digits = 2e-8;
constexpr double seven_digits = 2e-7;

void expect_digits(double got, double reference, double relative) {
  EXPECT_NEAR(got, reference, relative * std::abs(reference));
}

// Indices of the mass's unknowns.
constexpr std::size_t x = 0, v = 1, z = 5;

// ---- stick-slip, section 2.3.1: m = 1 kg, K = 2 N/m, y' = 0.1 m/s, F_c = 1, F_s = 1.5 N, v_s = 1 mm/s, sigma_2 = 0.4

MassParams<double> pulled() {
  MassParams<double> p;
  p.spring_stiffness = 2.0;
  p.drive_velocity = 0.1;
  return p;
}

struct StickSlip {
  std::vector<Moment> onsets;  // v rises through 1 mm/s
  std::vector<Moment> offs;    // v falls through 1 mm/s
  std::vector<Moment> stops;   // v falls through 0
  std::vector<Moment> peaks;   // the acceleration falls through 0
  std::vector<Moment> pulls;   // v rises through y': the spring force is largest
};

StickSlip lugre_stick_slip(const LuGre::Params<double>& law, double end) {
  const Mass<LuGre> model(pulled(), law, {});
  const auto acceleration = [&model](double t, const double* s) {
    std::array<double, 6> slope;
    model.flow(t, s, slope.data());
    return slope[v];
  };
  const Probe probe(
      model,
      {[](double, const double* s) { return 1e-3 - s[v]; }, [](double, const double* s) { return s[v] - 1e-3; },
       [](double, const double* s) { return s[v]; }, acceleration, [](double, const double* s) { return 0.1 - s[v]; }});
  const auto report = solve(probe, end, tight());
  EXPECT_TRUE(report.succeeded()) << report.brief();
  return {probe.seen(0), probe.seen(1), probe.seen(2), probe.seen(3), probe.seen(4)};
}

// The first of the moments after t.
const Moment& after(const std::vector<Moment>& all, double t) {
  for (const Moment& m : all)
    if (m.t > t) return m;
  throw std::out_of_range("no moment after t = " + std::to_string(t));
}

TEST(references_004, lugre_stick_slip_has_the_onsets_stops_and_period_of_the_reference) {
  const auto run = lugre_stick_slip({}, 35.0);  // sigma_0 = 1e5 N/m, sigma_1 = sqrt(1e5) N s/m are the defaults
  ASSERT_GE(run.onsets.size(), 5U);
  expect_digits(run.onsets[0].t, 7.437606657014735, eleven_digits);
  expect_digits(run.onsets[2].t, 20.163046299143453, eleven_digits);
  expect_digits(run.onsets[3].t, 26.525766120206953, eleven_digits);
  expect_digits((run.onsets[4].t - run.onsets[1].t) / 3.0, 6.36271982106377, eleven_digits);
  expect_digits(run.offs[0].t, 10.262759125734602, eleven_digits);
  expect_digits(run.offs[1].t, 16.62547894679939, eleven_digits);
  expect_digits(run.offs[2].t, 22.98819876786355, eleven_digits);
  expect_digits(run.offs[3].t, 29.35091858892409, eleven_digits);
  const Moment& stop = after(run.stops, run.offs[0].t);
  expect_digits(stop.t, 10.266090941283398, eleven_digits);
  expect_digits(stop.x[x], 0.6362843896841494, eleven_digits);
  expect_digits(after(run.stops, run.offs[1].t).x[x], 1.2725563717906527, eleven_digits);
  expect_digits(after(run.stops, run.offs[2].t).x[x], 1.9088283538969801, eleven_digits);
  expect_digits(after(run.stops, run.offs[3].t).t, 29.354250404472932, eleven_digits);
}

TEST(references_004, lugre_stick_slip_has_the_peak_speed_and_spring_force_of_the_reference) {
  const auto run = lugre_stick_slip({}, 20.0);
  const double onset = run.onsets.at(1).t;
  double fastest = 0.0;
  for (const Moment& m : run.peaks)
    if (m.t > onset) fastest = std::max(fastest, m.x[v]);
  expect_digits(fastest, 0.36981599890265954, eight_digits);
  const Moment& pull = after(run.pulls, onset);
  expect_digits(2.0 * (0.1 * pull.t - pull.x[x]), 1.5079878334945895, eight_digits);
}

TEST(references_004, stiff_bristles_come_near_the_ideal_hybrid_period) {
  LuGre::Params<double> law;
  law.stiffness = 1e8;
  law.damping = 1e4;
  const auto run = lugre_stick_slip(law, 17.0);
  expect_digits(run.onsets.at(0).t, 7.540656952224286, eleven_digits);
  expect_digits(run.onsets.at(1).t, 14.051427150449838, ten_digits);
  expect_digits(after(run.stops, run.offs.at(1).t).t, 16.850165460302986, ten_digits);
}

// Switches of a law with modes: from stick to slip and back.
struct Switches {
  std::vector<Moment> slips;
  std::vector<Moment> sticks;
};

// mode is the index of the law's mode among the unknowns; 0 is stick.
template <class Law>
Switches switches(const MassParams<double>& plant, const typename Law::template Params<double>& law, Excitation force,
                  std::size_t mode, double end) {
  const Mass<Law> model(plant, law, std::move(force));
  const Probe probe(model, {});
  const auto report = solve(probe, end, tight());
  EXPECT_TRUE(report.succeeded()) << report.brief();
  Switches all;
  for (const Moment& m : probe.events()) (m.x[mode] == 0.0 ? all.slips : all.sticks).push_back(m);
  return all;
}

TEST(references_004, hybrid_stick_slip_switches_at_the_times_of_the_reference) {
  // S = 2 mm/s, S_2 = 0.02 S, p_0 = 1000 1/s are the defaults; starts in the stick mode.
  const auto run = switches<Hybrid>(pulled(), {}, {}, 5, 34.0);
  expect_digits(run.slips.at(1).t, 14.012280800779228, eleven_digits);
  expect_digits(run.sticks.at(1).t, 16.847494185487665, eleven_digits);
  expect_digits(run.sticks.at(2).t, 23.359774986258927, eleven_digits);
  expect_digits(run.sticks.at(3).t, 29.872055787030373, eleven_digits);
  // The rest position is where the next slip starts.
  expect_digits(run.slips.at(2).x[x], 1.3024561601550557, eleven_digits);
  expect_digits(run.slips.at(3).x[x], 1.9536842402321934, eleven_digits);
  expect_digits(run.slips.at(4).x[x], 2.604912320309332, eleven_digits);
}

TEST(references_004, rigid_stick_slip_switches_at_the_times_of_the_reference) {
  const auto run = switches<Stribeck>(pulled(), {}, {}, 5, 34.0);
  expect_digits(run.slips.at(0).t, 7.5, eleven_digits);
  expect_digits(run.slips.at(1).t, 14.012322313762635, eleven_digits);
  expect_digits(run.slips.at(2).t, 20.52464462752544, eleven_digits);
  expect_digits(run.slips.at(3).t, 27.036966941288235, eleven_digits);
  expect_digits(run.slips.at(4).t - run.slips.at(3).t, 6.512322313762795, eleven_digits);
  expect_digits(run.sticks.at(1).t, 16.85261137197006, eleven_digits);
  expect_digits(run.sticks.at(2).t, 23.36493368573286, eleven_digits);
  expect_digits(run.sticks.at(3).t, 29.877255999495652, eleven_digits);
  expect_digits(run.sticks.at(0).x[x], 0.6512322313762635, eleven_digits);
  expect_digits(run.sticks.at(1).x[x], 1.302464462752544, eleven_digits);
  expect_digits(run.sticks.at(2).x[x], 1.9536966941288234, eleven_digits);
  expect_digits(run.sticks.at(3).x[x], 2.604928925505109, eleven_digits);
}

// (14)-(18): z_max = 15 um, k_1 = F_s/z_max, k_2 = 2 sqrt(m F_s/z_max), S = 2 mm/s are the defaults.
constexpr std::size_t presliding_mode = [] {
  using State = HybridPresliding::State<double>;
  for (const Field& f : fields<State>)
    if (f.name == "mode") return Mass<HybridPresliding>::machine_states + f.first;
  return std::size_t(0);
}();

Switches presliding_stick_slip(double restart) {
  HybridPresliding::Params<double> law;
  law.restart = restart;
  return switches<HybridPresliding>(pulled(), law, {}, presliding_mode, 24.0);
}

TEST(references_004, hybrid_presliding_from_zero_switches_at_the_times_of_the_reference) {
  const auto run = presliding_stick_slip(0.0);
  expect_digits(run.sticks.at(0).t, 10.335648945554771, eleven_digits);
  expect_digits(run.sticks.at(0).x[x], 0.6512961164101907, eleven_digits);
  expect_digits(run.slips.at(1).t, 14.019435592951917, eleven_digits);
  expect_digits(run.sticks.at(1).t, 16.848610109658207, eleven_digits);
  expect_digits(run.sticks.at(1).x[x], 1.3025922328207973, eleven_digits);
  expect_digits(run.slips.at(2).t, 20.53239675653312, ten_digits);
  expect_digits(run.sticks.at(2).x[x], 1.9538883492221746, eleven_digits);
}

TEST(references_004, hybrid_presliding_that_keeps_its_deflection_switches_at_the_times_of_the_reference) {
  const auto run = presliding_stick_slip(1.0);
  expect_digits(run.slips.at(0).t, 7.506474428839037, eleven_digits);
  expect_digits(run.sticks.at(0).t, 10.335648945554771, eleven_digits);
  expect_digits(run.slips.at(1).t, 14.01928559293689, eleven_digits);
  expect_digits(run.sticks.at(1).t, 16.848460109656827, eleven_digits);
  expect_digits(run.sticks.at(2).t, 23.361271273760345, eleven_digits);
  expect_digits(run.sticks.at(2).x[x], 1.9538583492309383, eleven_digits);
}

// ---- PID control, section 2.3.2: K_p = 3, K_v = 6, K_i = 4, x_d = 1 m, from rest at x = 0

MassParams<double> controlled() {
  MassParams<double> p;
  p.proportional_gain = 3.0;
  p.velocity_gain = 6.0;
  p.integral_gain = 4.0;
  p.target = 1.0;
  return p;
}

TEST(references_004, lugre_limit_cycle_has_the_onsets_and_amplitude_of_the_reference) {
  const Mass<LuGre> model(controlled(), {}, {});
  const Probe probe(model, {[](double, const double* s) { return s[v] + 1e-3; },  // v falls through -1 mm/s
                            [](double, const double* s) { return s[v]; }});
  const auto report = solve(probe, 200.0, tight());
  ASSERT_TRUE(report.succeeded()) << report.brief();
  const auto onsets = probe.seen(0);
  expect_digits(onsets.at(0).t, 4.666969304320202, eleven_digits);
  expect_digits(onsets.at(1).t, 19.813341990047284, eleven_digits);
  expect_digits(onsets.at(2).t, 43.32908536830821, eleven_digits);
  const auto tops = probe.seen(1);
  expect_digits(tops.at(0).x[x] - 1.0, 0.50047324648462, eleven_digits);
  double amplitude = 0.0;
  for (const Moment& m : tops)
    if (m.t > 150.0) amplitude = std::max(amplitude, m.x[x] - 1.0);
  expect_digits(amplitude, 0.06390251033232586, nine_digits);
}

// The period from the last two slips forward (mode +1 after the switch, hence u > 0 before it).
double period(const std::vector<Moment>& slips) {
  std::vector<double> forward;
  for (const Moment& m : slips)
    if (m.guard == 0) forward.push_back(m.t);
  return forward.at(forward.size() - 1) - forward.at(forward.size() - 2);
}

// The first switch is the start of the slip at t = 0, where u = 3 N exceeds break-away.
TEST(references_004, hybrid_limit_cycle_has_the_period_and_amplitude_of_the_reference) {
  const auto run = switches<Hybrid>(controlled(), {}, {}, 5, 400.0);
  expect_digits(run.sticks.at(0).t, 3.6083487944277044, eleven_digits);
  expect_digits(run.sticks.at(1).t, 8.560468309380624, eleven_digits);
  expect_digits(run.slips.at(2).x[x] - 1.0, -0.23528170903111806, eleven_digits);
  expect_digits(run.slips.at(3).x[x] - 1.0, 0.12002820346539361, eleven_digits);
  expect_digits(period(run.slips), 23.730835479371706, eleven_digits);
  expect_digits(std::abs(run.slips.back().x[x] - 1.0), 0.06690397573774226, eleven_digits);
}

TEST(references_004, rigid_limit_cycle_has_the_period_of_the_reference) {
  const auto run = switches<Stribeck>(controlled(), {}, {}, 5, 400.0);
  expect_digits(run.sticks.at(0).t, 3.6123310490322376, eleven_digits);
  expect_digits(run.sticks.at(1).t, 8.56710391810848, eleven_digits);
  expect_digits(run.slips.at(1).t, 4.696897445746925, eleven_digits);
  expect_digits(run.sticks.at(1).x[x] - 1.0, -0.2352892775147789, ten_digits);
  expect_digits(run.sticks.at(2).x[x] - 1.0, 0.12004260039324088, ten_digits);
  expect_digits(period(run.slips), 23.72560778327903, eleven_digits);
}

// ---- presliding and break-away, sections 2.4 and 2.5

// The value of a column in the row at time t.
double value_at(const Trajectory& rows, std::string_view name, double t) {
  const auto times = rows.time();
  for (std::size_t i = 0; i < times.size(); ++i)
    if (std::abs(times[i] - t) < 1e-9) return rows.column(name)[i];
  throw std::out_of_range("no row at t = " + std::to_string(t));
}

template <class Law>
Trajectory positions(const typename Law::template Params<double>& law, const Excitation& force, double end) {
  const Mass<Law> model({}, law, force);
  Trajectory rows;
  const auto report = record(model, end, tight(), {.step = 1.0}, rows);
  EXPECT_TRUE(report.succeeded()) << report.brief();
  return rows;
}

TEST(references_004, lugre_presliding_loop_passes_through_the_positions_of_the_reference) {
  const std::vector<double> times{0.0, 10.0, 15.0, 35.0, 40.0, 60.0, 65.0};
  const std::vector<double> forces{0.0, 1.425, 1.425, -1.425, -1.425, 1.425, 1.425};
  const auto rows = positions<LuGre>({}, Excitation::table(times, forces), 65.0);
  expect_digits(value_at(rows, "displacement", 10.0), 4.485793084699234e-05, nine_digits);
  // The reference's own figure, -9.563511694e-06, is that of t = 35 s + 1 ns; DOP853 to t = 35 s gives the one here.
  expect_digits(value_at(rows, "displacement", 35.0), -9.56351166566353e-06, nine_digits);
  expect_digits(value_at(rows, "displacement", 40.0), -1.001743977514334e-05, nine_digits);
  expect_digits(value_at(rows, "displacement", 60.0), 4.485793084699211e-05, nine_digits);
}

// The moment at which x reaches the given value under u = 1 N/s t.
Moment on_the_ramp(const LuGre::Params<double>& law, double position) {
  const Mass<LuGre> model({}, law, Excitation::ramp(1.0));
  const Probe probe(model, {[position](double, const double* s) { return position - s[x]; }});
  solve(probe, 1.6, tight());
  return probe.seen(0).at(0);
}

TEST(references_004, bristles_deflect_on_a_force_ramp_as_in_the_reference) {
  const LuGre::Params<double> lugre;
  expect_digits(on_the_ramp(lugre, 1e-5).x[z], 7.2985550935658726e-06, eleven_digits);
  expect_digits(on_the_ramp(lugre, 1e-4).t, 1.473686079444021, eleven_digits);
  LuGre::Params<double> dahl;  // F_s = F_c and no bristle damping leave Dahl's law
  dahl.breakaway = 1.0;
  dahl.damping = 0.0;
  expect_digits(on_the_ramp(dahl, 1e-6).x[z], 9.516258196404045e-07, eleven_digits);
  expect_digits(on_the_ramp(dahl, 2e-6).x[z], 1.812692469220182e-06, eleven_digits);
  expect_digits(on_the_ramp(dahl, 5e-5).x[z], 9.932620530008964e-06, eleven_digits);
  expect_digits(on_the_ramp(dahl, 1e-4).t, 1.052343431411479, eleven_digits);
}

TEST(references_004, hybrid_presliding_breaks_away_on_a_force_ramp_at_the_time_of_the_reference) {
  HybridPresliding::Params<double> law;
  law.presliding_limit = 1e-5;
  const auto run = switches<HybridPresliding>({}, law, Excitation::ramp(1.0), presliding_mode, 1.6);
  expect_digits(run.slips.at(0).t, 1.505163977794748, ten_digits);
}

// ---- drift, section 2.7, Table 2: F_c = 1, F_s = 1.1 N, v_s = 0.1 m/s, sigma_0 = 110 N/m, sigma_1 = 2 sqrt(110) N
// s/m, sigma_2 = 0, z_ba = 9 mm, z_max = 10 mm

struct Profile {
  double bias, amplitude, frequency;  // [N], [N], [Hz]
  double end() const { return 5.0 + 20.0 / frequency; }
  double cycle(int k) const { return 1.0 + k / frequency; }

  // Up within 1 s, twenty cycles, down within 1 s, then nothing for 3 s.
  Excitation force() const {
    const double down = cycle(20);
    return Excitation({{.start = 0.0, .slope = bias},
                       {.start = 1.0, .offset = bias, .amplitude = amplitude, .frequency = frequency},
                       {.start = down, .offset = bias, .slope = -bias},
                       {.start = down + 1.0}});
  }
};
constexpr Profile profile_a{0.6, 0.3, 1.0};
constexpr Profile profile_b{0.7, 0.35, 0.2};

template <class P>
P table_2() {
  P p;
  p.coulomb = 1.0;
  p.breakaway = 1.1;
  p.stribeck_velocity = 0.1;
  p.viscous = 0.0;
  return p;
}

LuGre::Params<double> make_table_2_lugre() {
  auto p = table_2<LuGre::Params<double>>();
  p.stiffness = 110.0;
  p.damping = 2.0 * std::sqrt(110.0);
  return p;
}

// full_deflection 0 takes z_max = g(v)/sigma_0.
ElastoPlastic::Params<double> make_table_2_elasto_plastic(double full_deflection) {
  auto p = table_2<ElastoPlastic::Params<double>>();
  p.stiffness = 110.0;
  p.damping = 2.0 * std::sqrt(110.0);
  p.breakaway_deflection = 0.009;
  p.full_deflection = full_deflection;
  return p;
}

HybridPresliding::Params<double> make_table_2_hybrid() {
  auto p = table_2<HybridPresliding::Params<double>>();
  p.presliding_limit = 0.01;
  p.stick_velocity = 1e-4;
  return p;
}

template <class Law>
double position_at(const typename Law::template Params<double>& law, const Profile& profile, double t) {
  return value_at(positions<Law>(law, profile.force(), profile.end()), "displacement", t);
}

template <class Law>
double measure_last_drift(const typename Law::template Params<double>& law, const Profile& profile) {
  const auto rows = positions<Law>(law, profile.force(), profile.end());
  return value_at(rows, "displacement", profile.cycle(20)) - value_at(rows, "displacement", profile.cycle(19));
}

constexpr double zero = 1e-11;  // [m] zero of the reference

TEST(references_004, lugre_drifts_as_in_the_reference) {
  const auto law = make_table_2_lugre();
  expect_digits(position_at<LuGre>(law, profile_a, profile_a.end()), 0.14217770256172158, eleven_digits);
  expect_digits(measure_last_drift<LuGre>(law, profile_b), 0.026973474013362253, eleven_digits);
  expect_digits(position_at<LuGre>(law, profile_b, profile_b.end()), 0.543800622980347, eleven_digits);
}

TEST(references_004, elasto_plastic_under_profile_a_comes_back) {
  for (const double full_deflection : {0.01, 0.0}) {
    const auto law = make_table_2_elasto_plastic(full_deflection);
    expect_digits(position_at<ElastoPlastic>(law, profile_a, profile_a.cycle(1)), 0.00368518406622933, eleven_digits);
    expect_digits(position_at<ElastoPlastic>(law, profile_a, profile_a.cycle(20)), 0.003684964327125888, eleven_digits);
  }
  EXPECT_NEAR(position_at<ElastoPlastic>(make_table_2_elasto_plastic(0.0), profile_a, profile_a.end()), 0.0, zero);
}

TEST(references_004, elasto_plastic_under_profile_b_drifts_when_full_deflection_follows_the_stribeck_curve) {
  expect_digits(position_at<ElastoPlastic>(make_table_2_elasto_plastic(0.01), profile_b, profile_b.cycle(1)),
                0.0057514429989970065, eleven_digits);
  const auto law = make_table_2_elasto_plastic(0.0);
  expect_digits(measure_last_drift<ElastoPlastic>(law, profile_b), 0.00012889263005838418, ten_digits);
  expect_digits(position_at<ElastoPlastic>(law, profile_b, profile_b.cycle(20)), 0.008200453663896, eleven_digits);
  expect_digits(position_at<ElastoPlastic>(law, profile_b, profile_b.end()), 0.002577851501793604, eleven_digits);
}

TEST(references_004, hybrid_presliding_does_not_drift) {
  const auto law = make_table_2_hybrid();
  EXPECT_NEAR(measure_last_drift<HybridPresliding>(law, profile_a), 0.0, zero);
  EXPECT_NEAR(measure_last_drift<HybridPresliding>(law, profile_b), 0.0, zero);
  EXPECT_NEAR(position_at<HybridPresliding>(law, profile_b, profile_b.end()), 0.0, zero);
}

TEST(references_004, hybrid_presliding_stays_below_its_limit_under_profile_a) {
  const Mass<HybridPresliding> model({}, make_table_2_hybrid(), profile_a.force());
  const Probe probe(model, {[](double, const double* s) { return s[v]; }});
  solve(probe, profile_a.end(), tight());
  double most = 0.0;
  for (const Moment& m : probe.seen(0)) most = std::max(most, m.x[x]);
  expect_digits(most, 0.007507428175450676, seven_digits);
}

}  // namespace
}  // namespace stickslip::solve
