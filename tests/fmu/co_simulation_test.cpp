// Co-simulation: an element is the law's own sampled step, an experiment our event-driven solver.
#include "figures.hpp"
#include "fmu/subject.hpp"
#include "fmu_kit.hpp"
#include "stickslip/io/toml.hpp"

namespace stickslip::tests {

using namespace experiment;
using namespace io;
using namespace solve;

namespace {

// The numbers of the library's own stepping, for comparison.
struct OwnElement {
  std::unique_ptr<AnyLaw> law;
  std::vector<double> state;
  Contact<double> before;

  OwnElement(const std::string& name, const Contact<double>& start)
      : law(make_law(name)), state(law->rest()), before(start) {
    if (!law->guard_names().empty() && start.velocity != 0.0) law->step(start, start, state, 0.0);
    std::vector<double> g(law->guard_names().size());
    for (std::size_t pass = 0; pass < 4 * g.size(); ++pass) {
      law->guards(start, state, g);
      for (std::size_t k = 0; k < g.size(); ++k)
        if (g[k] < 0.0) {
          law->reset(start, state, k);
          break;
        }
    }
  }
  double force(const Contact<double>& c) const { return law->force(c, state).value; }
  double step(const Contact<double>& after, double h) {
    const double f = law->step(before, after, state, h).value;
    before = after;
    return f;
  }
};

TEST_P(FmuOfLaw, steps_as_the_law_does_bit_by_bit) {
  const UnpackedFmu unit = fmu();
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  const ElementInputs inputs(unit);
  take_samples_of_the_law(*instance, unit);
  instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.0)); });
  OwnElement own(GetParam().law, swing(0.0));
  EXPECT_EQ(instance->get(unit.ref("force")), own.force(swing(0.0)));
  std::mt19937 random(7);
  double t = 0.0;
  for (int k = 0; k < 400; ++k) {
    const double h = 1e-3 * (1.0 + double(random() % 8));
    const Contact<double> after = swing(t + h);
    inputs.set(*instance, after);
    instance->do_step(t, h);
    t += h;
    ASSERT_EQ(instance->get(unit.ref("force")), own.step(after, h)) << "t = " << t;
  }
  for (const Field& f : own.law->state_fields())
    for (std::size_t i = 0; i < f.width; ++i) {
      const ImportedVariable& v = unit.variable(scalar_name(f, i));
      const double got = v.is_choice ? double(instance->choice(v.reference)) : instance->get(v.reference);
      EXPECT_EQ(got, own.state[f.first + i]) << v.name;
    }
  instance->terminate();
}

TEST_P(FmuOfLaw, dissipates_no_less_than_it_keeps_account_of) {
  const UnpackedFmu unit = fmu();
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  const ElementInputs inputs(unit);
  instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.0)); });
  EXPECT_NEAR(instance->get(unit.ref("dissipated_energy")), 0.0, 1e-18);
  double work = instance->get(unit.ref("energy_in"));
  double power = instance->get(unit.ref("force")) * swing(0.0).velocity;
  const bool inertial = make_law(GetParam().law)->adds_inertia();
  for (int k = 1; k <= 1000; ++k) {
    const Contact<double> after = swing(1e-3 * k);
    inputs.set(*instance, after);
    instance->do_step(1e-3 * (k - 1), 1e-3);
    const double now = instance->get(unit.ref("force")) * after.velocity;
    work += 1e-3 * (power + now) / 2.0;
    power = now;
  }
  EXPECT_NEAR(instance->get(unit.ref("energy_in")), work, 1e-12 * std::abs(work)) << inertial;
  EXPECT_GT(work, 0.0);
}

// A master that sets the inputs of the beginning of a step, at 1 Hz with steps of 1 ms: the difference of the force
// from that of a master that sets those of the end, as root mean squares over that of the force.
double lateness(const UnpackedFmu& unit, const std::string& law, bool with_derivatives) {
  constexpr double h = 1e-3;
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  const ElementInputs inputs(unit);
  take_samples_of_the_law(*instance, unit);
  instance->initialize(0.0, 10.0, [&] { inputs.set(*instance, swing(0.0)); });
  OwnElement own(law, swing(0.0));
  double off = 0.0;
  double all = 0.0;
  for (int k = 0; k < 1500; ++k) {
    const double t = h * k;
    const Contact<double> now = swing(t);
    const Contact<double> after = swing(t + h);
    inputs.set(*instance, now);
    std::vector<double> rates;
    for (const auto field : inputs.fields) rates.push_back((after.*field - now.*field) / h);
    if (with_derivatives) instance->set_rates(inputs.refs, rates);
    instance->do_step(t, h);
    const double wanted = own.step(after, h);
    all += wanted * wanted;
    off += std::pow(instance->get(unit.ref("force")) - wanted, 2);
  }
  return std::sqrt(off / all);
}

TEST_P(FmuOfLaw, follows_inputs_from_the_beginning_of_a_step_by_their_derivatives) {
  if (GetParam().fmi == 3) return;  // has no derivatives of inputs
  const UnpackedFmu unit = fmu();
  EXPECT_EQ(unit.description.child("CoSimulation")->at("canInterpolateInputs"), "true");
  EXPECT_LT(lateness(unit, GetParam().law, true), 1e-9);
  const double late = lateness(unit, GetParam().law, false);
  EXPECT_GT(late, 1e-6);
  figures().quote("late_inputs", 100.0 * late);
}

INSTANTIATE_TEST_SUITE_P(every_law, FmuOfLaw, testing::ValuesIn(laws_and_versions()), case_name);

// ---- experiments

// The same communication points with the library's own solver.
std::vector<double> own_states(fmu::Subject& subject, double h, int steps, const std::function<double(double)>& input) {
  const auto& sheet = subject.sheet();
  std::vector<double> inputs(sheet.inputs, input(0.0));
  subject.set_inputs(inputs, std::vector<double>(inputs.size(), 1.0));
  Progress p = begin_progress(subject.model(), 0.0, subject.start(std::vector<double>(sheet.unknowns, std::nan(""))));
  for (int k = 0; k < steps; ++k) {
    if (!inputs.empty()) inputs[0] = input(h * k);
    subject.set_inputs(inputs, std::vector<double>(inputs.size(), 1.0));
    p.t = h * k;
    subject.step(p, inputs, h);
  }
  std::vector<double> states;
  for (const std::size_t i : sheet.states) states.push_back(p.state[i]);
  return states;
}

TEST_F(FmuTest, an_experiment_steps_as_the_library_does_bit_by_bit) {
  for (const auto& [base, h] : std::vector<std::pair<std::string, double>>{{"stick-slip", 0.05},
                                                                           {"limit-cycle", 0.1},
                                                                           {"hydraulic-servo", 0.01},
                                                                           {"dry-clutch", 0.02},
                                                                           {"clutch-piston", 0.01},
                                                                           {"harmonic", 0.02}})
    for (const int fmi : {2, 3}) {
      SCOPED_TRACE(base + " " + std::to_string(fmi));
      const UnpackedFmu unit = export_fmu(experiment_toml(base), fmi, in(base + std::to_string(fmi)));
      const auto input = [](double t) { return 2e-3 * std::sin(20.0 * t); };
      const auto instance = instantiate(unit, ImportAs::co_simulation);
      instance->initialize(0.0, 100.0, {});
      constexpr int steps = 20;
      for (int k = 0; k < steps; ++k) {
        for (const ImportedVariable& v : unit.variables)
          if (v.at("causality") == "input") instance->set(v.reference, input(h * k));
        instance->do_step(h * k, h);
      }
      const auto subject =
          fmu::experiment_subject(to_text(unit.folder + "/resources/experiment.toml"), "", unit.folder);
      const std::vector<double> own = own_states(*subject, h, steps, input);
      ASSERT_EQ(own.size(), unit.states.size());
      for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(instance->get(unit.states[i]), own[i]) << i;
    }
}

// The valve's current as steps that are held, and as straight lines, against steps of a hundredth.
TEST_F(FmuTest, an_experiment_follows_its_input_in_straight_lines_by_its_derivative) {
  const UnpackedFmu unit = export_fmu(experiment_toml("hydraulic-servo"), 2, in("servo"));
  const auto current = [](double t) { return 2e-3 * std::sin(20.0 * t); };
  const unsigned input = unit.ref("current");
  const auto travel = [&](double h, bool with_derivatives) {
    const auto instance = instantiate(unit, ImportAs::co_simulation);
    instance->initialize(0.0, 100.0, {});
    for (int k = 0; k < std::lround(0.4 / h); ++k) {
      const double t = h * k;
      instance->set(input, current(t));
      const double rate = (current(t + h) - current(t)) / h;
      if (with_derivatives) instance->set_rates({&input, 1}, {&rate, 1});
      instance->do_step(t, h);
    }
    return instance->get(unit.ref("displacement"));
  };
  const double exact = travel(1e-4, true);
  const double held = std::abs(travel(0.01, false) / exact - 1.0);
  const double followed = std::abs(travel(0.01, true) / exact - 1.0);
  EXPECT_LT(followed, 0.01);
  EXPECT_LT(followed, 0.1 * held);
  figures().quote("servo_input_held", 100.0 * held);
  figures().quote("servo_input_followed", 100.0 * followed);
}

TEST_F(FmuTest, a_derivative_counts_for_one_step_and_for_inputs_alone) {
  const UnpackedFmu unit = export_fmu(law_toml("tanh"), 2, in("tanh"));
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 10.0, {});
  const unsigned velocity = unit.ref("velocity");
  const unsigned force = unit.ref("force");
  const double rate = 2.0;
  instance->set_rates({&velocity, 1}, {&rate, 1});
  instance->do_step(0.0, 0.25);
  EXPECT_EQ(instance->get(velocity), 0.5);
  instance->do_step(0.25, 0.25);
  EXPECT_EQ(instance->get(velocity), 0.5);
  EXPECT_THROW(instance->set_rates({&force, 1}, {&rate, 1}), std::runtime_error);
  EXPECT_NE(instance->messages.back().find("force is no input"), std::string::npos) << instance->messages.back();
}

TEST_F(FmuTest, a_servo_with_its_own_course_moves_as_a_run_of_the_experiment) {
  const std::string toml = experiment_toml("hydraulic-servo", "[run]\nduration = 0.5\n");
  const UnpackedFmu unit = export_fmu(toml, 2, in("servo"));
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 0.5, [&] { instance->set_choice(unit.ref("drive.source"), 1); });
  for (int k = 0; k < 50; ++k) instance->do_step(0.01 * k, 0.01);
  const ExperimentResult own = run(experiment::experiment(recipe_from_toml(toml, "servo.toml")));
  for (const char* const name : {"displacement", "velocity", "pressure_1", "pressure_2", "friction"}) {
    const auto column = own.trajectory.column(name);
    double size = 0.0;
    for (const double x : column) size = std::max(size, std::abs(x));
    EXPECT_NEAR(instance->get(unit.ref(name)), column.back(), 1e-7 * size) << name;
  }
}

TEST_F(FmuTest, a_table_that_drives_a_servo_goes_along) {
  written("course.csv", "time[s],current[A]\n0,0\n0.1,0.002\n0.5,-0.002\n");
  std::ofstream(in("servo.toml")) << experiment_toml("hydraulic-servo", "[drive]\ntable = \"course.csv\"\n");
  const UnpackedFmu unit = [&] {
    std::filesystem::create_directories(in("unit"));
    std::filesystem::copy(in("course.csv"), in("unit/course.csv"));
    return export_fmu(to_text(in("servo.toml")), 3, in("unit"));
  }();
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 1.0, [&] { instance->set_choice(unit.ref("drive.source"), 1); });
  instance->do_step(0.0, 0.05);
  EXPECT_NEAR(instance->get(unit.ref("driving_current")), 0.001, 1e-15);
}

// ---- parameters

TEST_F(FmuTest, a_parameter_that_is_tuned_between_steps_changes_the_force) {
  const UnpackedFmu unit = export_fmu(law_toml("tanh"), 2, in("tanh"));
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 1.0, [&] { instance->set(unit.ref("velocity"), 1.0); });
  const double before = instance->get(unit.ref("force"));
  const double viscous = instance->get(unit.ref("law.viscous.forward"));
  instance->set(unit.ref("law.viscous.forward"), viscous + 0.25);
  instance->do_step(0.0, 0.1);
  EXPECT_NEAR(instance->get(unit.ref("force")), before + 0.25, 1e-12);
}

TEST_F(FmuTest, several_instances_do_not_know_of_each_other) {
  const UnpackedFmu unit = export_fmu(law_toml("dahl"), 3, in("dahl"));
  const auto one = instantiate(unit, ImportAs::co_simulation);
  const auto two = instantiate(unit, ImportAs::co_simulation);
  for (auto* i : {one.get(), two.get()}) i->initialize(0.0, 1.0, {});
  one->set(unit.ref("velocity"), 1e-3);
  one->set(unit.ref("displacement"), 1e-6);
  for (int k = 0; k < 5; ++k) {
    one->do_step(1e-3 * k, 1e-3);
    two->do_step(1e-3 * k, 1e-3);
  }
  EXPECT_GT(one->get(unit.ref("force")), 0.0);
  EXPECT_EQ(two->get(unit.ref("force")), 0.0);
}

}  // namespace
}  // namespace stickslip::tests
