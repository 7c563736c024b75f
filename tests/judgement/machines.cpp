// Laws in machines, as a user meets them: one law is one law everywhere, a limit cycle is one, a force beyond
// break-away moves a body and one below does not, and what cannot be computed says so.
#include "case.hpp"

namespace stickslip::judgement {
namespace {

json summarise(const std::string& arguments) {
  return json::parse(shell(program + "run " + arguments + " --json 2>/dev/null").text);
}

double figure(const json& summary, const char* name) { return summary["figures"][name]["value"].get<double>(); }

class Machines : public Case {
 protected:
  std::string model(const std::string& name, const std::string& text) {
    std::ofstream(in(name)) << "[law]\n" << text;
    return in(name);
  }
};

// ---- a law is the same law everywhere

TEST_F(Machines, a_model_is_the_same_in_every_experiment_and_what_it_leaves_out_is_printed) {
  const std::string file = model("seal.toml", "name = \"mgms\"\ncoulomb_base = 31.0\nstribeck_velocity = 2e-3\n");
  const auto laws = json::parse(shell(program + "laws mgms --json").text);
  json first;
  for (const std::string base : {"harmonic", "stick-slip", "drift --set drive.cycles=2", "clutch-piston"}) {
    const json law = summarise(base + " --law " + file)["parameters"]["law"];
    if (first.is_null()) first = law;
    EXPECT_EQ(law, first) << base;
  }
  EXPECT_EQ(first["coulomb_base"]["from"], "given");
  EXPECT_EQ(first["element_mass"]["from"], "law's table");
  EXPECT_EQ(first["element_mass"]["value"], 100.0);
  EXPECT_EQ(first["viscous"]["value"], 1.0);
  const auto text = shell(program + "run harmonic --law " + file).text;
  EXPECT_TRUE(contains(text, "law parameters given: coulomb_base = 31 N, stribeck_velocity = 0.002 m/s\n")) << text;
  EXPECT_TRUE(contains(text, "law parameters filled in from the law's own table: ")) << text;
  EXPECT_TRUE(contains(text, "viscous = 1 N")) << text;
}

TEST_F(Machines, a_law_by_name_has_its_own_table_and_with_matched_the_contact_of_the_experiment) {
  const json own = summarise("harmonic --law dahl")["parameters"]["law"];
  EXPECT_EQ(own["coulomb"]["value"], 1.0);
  EXPECT_EQ(own["stiffness"]["value"], 1e5);
  const json matched = summarise("harmonic --law dahl --matched")["parameters"]["law"];
  EXPECT_EQ(matched["coulomb"]["value"], 2.0);
  EXPECT_EQ(matched["coulomb"]["from"], "experiment");
  EXPECT_EQ(matched["stiffness"]["value"], 2e5);
}

// A ring that is scaled by a file loses what the same numbers lose when they are all typed.
TEST_F(Machines, the_loop_of_a_seal_does_not_depend_on_how_its_numbers_were_given) {
  const std::string file = model("seal.toml", "name = \"lugre\"\nstiffness = 4e5\ncoulomb = 20.0\nbreakaway = 26.0\n");
  const std::string drive = " --set drive.amplitude=3e-4 --set drive.frequency=2 --set drive.cycles=3";
  const json by_file = summarise("harmonic --law " + file + drive);
  std::string typed = "harmonic --law lugre" + drive;
  for (const auto& [name, parameter] : by_file["parameters"]["law"].items()) {
    const json& value = parameter["value"];
    typed += " --set 'law." + name + "=" + value.dump() + "'";
  }
  EXPECT_NEAR(figure(by_file, "work_per_cycle"), figure(summarise(typed), "work_per_cycle"), 1e-9);
}

// ---- limit cycles

TEST_F(Machines, a_hunting_that_slows_down_for_ever_has_no_period) {
  const json dahl = summarise("limit-cycle --law dahl --set law.coulomb=0.7 --set run.duration=600");
  EXPECT_EQ(figure(dahl, "limit_cycle"), 0.0);
  EXPECT_TRUE(dahl["figures"]["period"]["value"].is_null());
  const json stribeck = summarise("limit-cycle --law stribeck --set law.coulomb=0.7 --set law.breakaway=1.2");
  EXPECT_EQ(figure(stribeck, "limit_cycle"), 1.0);
  EXPECT_GT(figure(stribeck, "period"), 1.0);
}

// ---- just beyond, and just below, break-away

TEST_F(Machines, every_peak_just_beyond_break_away_moves_the_body) {
  for (const std::string law : {"coulomb", "hybrid"})
    for (const std::string frequency : {"1", "2.7"}) {
      const json drift =
          summarise("drift --law " + law + " --set law.breakaway=1.1 --set drive.peak=0.5" +
                    " --set drive.bias=0.5 --set drive.amplitude=0.60001 --set drive.frequency=" + frequency);
      int slips = 0;
      for (const json& e : drift["events"]) slips += contains(e["to"].get<std::string>(), "sliding") ? 1 : 0;
      EXPECT_EQ(slips, 20) << law << " at " << frequency << " Hz";
    }
}

TEST_F(Machines, the_clamp_of_a_clutch_lining_warns_where_it_creeps_and_hold_does_not_creep) {
  for (const std::string weight : {"0.1", "0.5"}) {
    const std::string lining = "drift --law dry-clutch --set drive.profile=D1 --set law.internal_friction=" + weight;
    const json clamp = summarise(lining);
    EXPECT_GT(figure(clamp, "drift_per_cycle"), 0.01) << weight;
    EXPECT_TRUE(contains(clamp["notes"].dump(), "reset = hold")) << clamp["notes"];
    const json hold = summarise(lining + " --set law.reset=hold --set law.kinetic_ratio=0.3");
    EXPECT_EQ(figure(hold, "drift_per_cycle"), 0.0) << weight;
    EXPECT_FALSE(hold.contains("notes"));
  }
  EXPECT_FALSE(summarise("drift --law dry-clutch --set drive.profile=D1").contains("notes"));
}

// ---- what takes too long

TEST_F(Machines, a_run_that_would_take_hours_ends_with_the_reason) {
  const auto [code, text] =
      shell(program + "run stick-slip --law dahl --set plant.mass=1e-9 --set solver.most_seconds=0.3");
  EXPECT_EQ(code, 1);
  EXPECT_TRUE(contains(text, "stopped: too slow")) << text;
  EXPECT_TRUE(contains(text, "make the body heavier")) << text;
}

}  // namespace
}  // namespace stickslip::judgement
