// Which column is what.
#include "made.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/measurement.hpp"

namespace stickslip::measurement {

using namespace io;

namespace {

using tests::catch_refusal;

// Five rows below a header.
Dataset table(const std::string& header, std::size_t columns) {
  std::string text = header + "\n";
  for (int i = 0; i < 6; ++i) {
    text += std::to_string(i);
    for (std::size_t k = 1; k < columns; ++k) text += "," + std::to_string((i * int(k + 2)) % 5);
    text += "\n";
  }
  return dataset_from_csv(text, "run.csv");
}

std::vector<std::string> guesses(const Dataset& data, const std::vector<SignalName>& names = {}) {
  return import_measurement(data, {.names = names}).guesses;
}

TEST(roles, are_guessed_from_names_and_units_and_the_guess_is_told) {
  EXPECT_EQ(
      guesses(table("t_s,normal_N,x_mm,friction_N", 4)),
      (std::vector<std::string>{"time = t_s [s]: by its name", "load = normal_N [N]: by its name",
                                "displacement = x_mm [mm -> m]: by its name", "force = friction_N [N]: by its name"}));
  EXPECT_EQ(guesses(table("Time (ms),Pos,p [bar],F_left", 4)),
            (std::vector<std::string>{"time = Time [ms -> s]: by its name", "pressure = p [bar -> Pa]: by its name",
                                      "displacement = Pos [no unit, taken as m]: by its name",
                                      "force = F_left [no unit, taken as N]: by its name"}));
  EXPECT_EQ(guesses(table("clock[s],gauge[kN]", 2)),
            (std::vector<std::string>{"time = clock [s]: by its unit", "force = gauge [kN -> N]: by its unit"}));
}

TEST(roles, take_no_wish_for_a_measurement_and_no_voltage_for_a_force) {
  EXPECT_EQ(guesses(table("t_s,q_m,q_ref_m,u_V,force_N", 5)),
            (std::vector<std::string>{"time = t_s [s]: by its name", "displacement = q_m [m]: by its name",
                                      "force = force_N [N]: by its name"}));
}

TEST(roles, prefer_their_own_names) {
  EXPECT_EQ(guesses(table("time,t,force[N],friction[N]", 4))[0], "time = time [no unit, taken as s]: by its name");
  EXPECT_EQ(guesses(table("time,t,force[N],friction[N]", 4))[1], "force = force [N]: by its name");
}

TEST(roles, ask_when_two_columns_may_play_one) {
  EXPECT_EQ(catch_refusal(table("t_s,f[N],tau[N]", 3)),
            "run.csv:1: 'f' and 'tau' may both be the force; tell which with {option map: force=COLUMN}, or {option "
            "map: force=} when neither is");
  EXPECT_EQ(guesses(table("t_s,f[N],tau[N]", 3), {{"force", "tau"}})[1], "force = tau [N]: as told");
  EXPECT_EQ(guesses(table("t_s,f[N],tau[N]", 3), {{"force", ""}}).size(), 1U);
}

TEST(roles, take_the_unit_that_is_told) {
  const Measurement m =
      import_measurement(table("c_1,signal", 2), {.names = {{"time", "c_1", "ms"}, {"force", "signal", "kN"}}});
  EXPECT_EQ(m.guesses[1], "force = signal [kN -> N]: as told");
  EXPECT_EQ(tests::column(m, "force")[1], 3000.0);
  EXPECT_DOUBLE_EQ(m.step, 1e-3);
}

TEST(roles, refuse_units_that_do_not_fit) {
  EXPECT_EQ(
      catch_refusal(table("t_s,x_bar", 2), {.names = {{"displacement", "x_bar"}}}),
      "run.csv:1: {option map: displacement=x_bar}: 'bar' is no unit of displacement, m or rad is needed; {option "
      "map: displacement=x_bar[UNIT]} says which it is");
  EXPECT_TRUE(catch_refusal(table("t_s,x", 2), {.names = {{"displacement", "x", "furlong"}}})
                  .starts_with("run.csv:1: {option map: displacement=x}: no unit is called 'furlong'"));
  EXPECT_TRUE(catch_refusal(table("t_s,x", 2), {.names = {{"displacement", "y"}}})
                  .starts_with("run.csv:1: {option map: displacement=y}: there is no column 'y'"));
  EXPECT_TRUE(catch_refusal(table("a,b", 2))
                  .starts_with("run.csv:1: no column is the time; tell which with {option map: time="));
}

TEST(roles, of_a_joint_are_written_as_laws_want_them_and_shown_as_they_are) {
  const Measurement m = import_measurement(table("t_s,q_deg,tau_Nm,load_N", 4), {});
  EXPECT_TRUE(m.rotary);
  EXPECT_EQ(m.guesses[2], "displacement = q_deg [deg -> rad]: by its name");
  EXPECT_NEAR(tests::column(m, "displacement")[1], 3.0 * std::numbers::pi / 180.0, 1e-15);
  EXPECT_EQ(m.data.columns[1].unit, "m");
  EXPECT_TRUE(csv_text(m).starts_with("time[s],displacement[rad],force[N.m],load[N],velocity[rad/s]")) << csv_text(m);
  EXPECT_EQ(catch_refusal(table("t_s,q_rad,force_N", 3)),
            "run.csv:1: displacement is in rad, but force is in N: one belongs to a straight motion, the other to a "
            "turning one; tell the columns with {option map: ROLE=COLUMN[UNIT]}");
}

TEST(roles, converts_columns_by_name_for_commands_that_take_data_as_they_are) {
  const Dataset data = convert_units(table("time[ms],velocity[mm/s],force[V],x[mm]", 4));
  EXPECT_EQ(data.columns[0].unit, "s");
  EXPECT_EQ(data.columns[1].unit, "m/s");
  EXPECT_EQ(data.values[1][1], 0.003);
  EXPECT_EQ(data.columns[2].unit, "V");   // left for signal() to refuse
  EXPECT_EQ(data.columns[3].unit, "mm");  // plays no role
}

}  // namespace
}  // namespace stickslip::measurement
