// Model exchange: our solver on the FMU against our solver on the library.
#include <algorithm>

#include "figures.hpp"
#include "fmu/subject.hpp"
#include "fmu_kit.hpp"
#include "stickslip/io/toml.hpp"

namespace stickslip::tests {

using namespace experiment;
using namespace io;
using namespace solve;

namespace {

// An FMU as a hybrid model: guards are its event indicators, a reset is a visit to event mode.
class ImportedModel : public HybridModel {
 public:
  ImportedModel(ImportedInstance& instance, const UnpackedFmu& unit, std::function<void(double)> set_inputs)
      : instance_(instance), unit_(unit), set_inputs_(std::move(set_inputs)) {}

  // From initialization to the first continuous interval.
  void begin(double end) {
    instance_.initialize(0.0, end, [this] { set_inputs_(0.0); });
    instance_.update_discrete(next_);
    instance_.enter_continuous();
  }
  void completed(double t, std::span<const double> x) {
    at(t, x.data());
    instance_.completed_step();
  }

  std::size_t size() const override { return unit_.states.size(); }
  std::size_t guard_count() const override { return unit_.indicators; }
  std::string_view guard_name(std::size_t) const override { return "indicator"; }
  void flow(double t, const double* x, double* slope) const override {
    at(t, x);
    const auto s = instance_.slopes();
    std::copy(s.begin(), s.end(), slope);
  }
  // Differences are enough for a method that is not stiff, and Rosenbrock's order stands on exact ones: asked of the
  // FMU.
  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    at(t, x);
    const std::size_t n = size();
    std::vector<unsigned> slopes;
    for (const ImportedVariable& v : unit_.variables)
      if (!v.at("derivative").empty()) slopes.push_back(v.reference);
    const double one = 1.0;
    for (std::size_t j = 0; j < n; ++j) {
      const auto column = instance_.directional(slopes, {&unit_.states[j], 1}, {&one, 1});
      for (std::size_t i = 0; i < n; ++i) dfdx[i * n + j] = column[i];
    }
    constexpr double h = 1e-6;
    std::vector<double> late(n), early(n);
    flow(t + h, x, late.data());
    flow(t - h, x, early.data());
    for (std::size_t i = 0; i < n; ++i) dfdt[i] = (late[i] - early[i]) / (2.0 * h);
  }
  void guards(double t, const double* x, double* values) const override {
    at(t, x);
    const auto z = instance_.indicators();
    std::copy(z.begin(), z.end(), values);
  }
  void reset(double t, double* x, std::size_t) const override {
    at(t, x);
    const auto before = choices();
    instance_.enter_event_mode();
    const bool changed = instance_.update_discrete(next_);
    instance_.enter_continuous();
    // Importers start their integrator anew where states changed, and go on where they did not.
    EXPECT_TRUE(changed || choices() == before) << "a change of mode at t = " << t << " s was not told";
    if (!changed) return;
    const auto now = instance_.states();
    std::copy(now.begin(), now.end(), x);
  }
  double next_corner(double) const override { return next_; }
  double longest_step(double) const override { return 1.0 / 64.0; }
  std::vector<double> start() const override { return instance_.states(); }
  std::vector<Column> columns() const override { return {}; }
  void observe(double, const double*, double*) const override {}
  std::string mode_text(const double*) const override { return {}; }

 private:
  std::vector<long long> choices() const {
    std::vector<long long> all;
    for (const ImportedVariable& v : unit_.variables)
      if (v.is_choice) all.push_back(instance_.choice(v.reference));
    return all;
  }

  void at(double t, const double* x) const {
    instance_.set_time(t);
    set_inputs_(t);
    if (size() > 0) instance_.set_states({x, size()});
  }

  ImportedInstance& instance_;
  const UnpackedFmu& unit_;
  std::function<void(double)> set_inputs_;
  mutable double next_ = std::numeric_limits<double>::infinity();
};

// A law on the swing, by the library alone; its unknowns are those of the FMU.
class OwnModel : public HybridModel {
 public:
  explicit OwnModel(const std::string& law) : law_(make_law(law)), states_(law_->rest().size()) {}
  std::size_t size() const override { return states_ + 1; }
  std::size_t guard_count() const override { return law_->guard_names().size(); }
  std::string_view guard_name(std::size_t k) const override { return law_->guard_names()[k]; }
  void flow(double t, const double* x, double* slope) const override {
    law_->rate(swing(t), {x, states_}, {slope, states_});
    slope[states_] = law_->force(swing(t), {x, states_}).value * swing(t).velocity;
  }
  void jacobian(double t, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    const std::size_t n = size();
    std::fill(dfdx.begin(), dfdx.end(), 0.0);
    std::vector<double> along(states_), rate(states_);
    for (std::size_t j = 0; j < states_; ++j) {
      along[j] = 1.0;
      const double f = law_->slope_along(swing(t), {x, states_}, {.state = along}, rate, {}).value;
      for (std::size_t i = 0; i < states_; ++i) dfdx[i * n + j] = rate[i];
      dfdx[states_ * n + j] = f * swing(t).velocity;
      along[j] = 0.0;
    }
    constexpr double h = 1e-6;
    std::vector<double> late(n), early(n);
    flow(t + h, x, late.data());
    flow(t - h, x, early.data());
    for (std::size_t i = 0; i < n; ++i) dfdt[i] = (late[i] - early[i]) / (2.0 * h);
  }
  void guards(double t, const double* x, double* values) const override {
    law_->guards(swing(t), {x, states_}, {values, guard_count()});
  }
  void reset(double t, double* x, std::size_t k) const override { law_->reset(swing(t), {x, states_}, k); }
  double next_corner(double) const override { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const override { return 1.0 / 64.0; }
  std::vector<double> start() const override {
    std::vector<double> x = law_->rest();
    if (guard_count() > 0) law_->step(swing(0.0), swing(0.0), x, 0.0);
    const double stored = law_->stored_energy(swing(0.0), x);
    x.push_back(std::isnan(stored) ? 0.0 : stored);
    return x;
  }
  std::vector<Column> columns() const override { return {}; }
  void observe(double, const double*, double*) const override {}
  std::string mode_text(const double*) const override { return {}; }
  const AnyLaw& law() const { return *law_; }

 private:
  std::unique_ptr<AnyLaw> law_;
  std::size_t states_;
};

// Times of events after the start, those within a nanosecond as one.
std::vector<double> distinct(const std::vector<Event>& events) {
  std::vector<double> times;
  for (const Event& e : events)
    if (e.t > 0.0 && (times.empty() || e.t - times.back() > 1e-9)) times.push_back(e.t);
  return times;
}

SolveOptions fine() {
  SolveOptions o;
  o.relative_tolerance = 1e-11;
  o.absolute_tolerance = 1e-16;
  return o;
}

// The largest difference that was found goes to the documents.
void expect_equal_times(const std::vector<Event>& got, const std::vector<Event>& wanted) {
  const auto a = distinct(got);
  const auto b = distinct(wanted);
  ASSERT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(a[k], b[k], 1e-9) << "event " << k;
    most = std::max(most, std::abs(a[k] - b[k]));
  }
  figures().quote("exchange_event_times", most);
}

TEST_P(FmuOfLaw, is_solved_as_the_law_is) {
  constexpr double end = 1.7;
  const UnpackedFmu unit = fmu();
  const auto instance = instantiate(unit, ImportAs::model_exchange);
  const ElementInputs inputs(unit);
  ImportedModel imported(*instance, unit, [&](double t) { inputs.set(*instance, swing(t)); });
  imported.begin(end);
  const SolveReport got = solve::solve(imported, end, fine(), {}, [&](double t, std::span<const double> x) {
    imported.completed(t, x);
    return true;
  });
  ASSERT_TRUE(got.succeeded()) << got.brief();
  const OwnModel own(GetParam().law);
  const SolveReport wanted = solve::solve(own, end, fine());
  ASSERT_TRUE(wanted.succeeded()) << wanted.brief();
  expect_equal_times(got.events, wanted.events);
  if (own.guard_count() > 0) {
    EXPECT_GE(distinct(got.events).size(), 2U);
  }
  std::size_t next = 0;
  double most = 0.0;
  for (const Field& f : own.law().state_fields())
    for (std::size_t i = 0; i < f.width; ++i) {
      const ImportedVariable& v = unit.variable(scalar_name(f, i));
      const double x = wanted.state[f.first + i];
      if (v.is_choice) {
        EXPECT_EQ(double(instance->choice(v.reference)), x) << v.name;
      } else {
        const double size = std::max(std::abs(x), 1e-3 * std::stod(v.at("nominal")));
        EXPECT_NEAR(got.state[next], x, 1e-8 * size) << v.name;
        most = std::max(most, std::abs(got.state[next++] - x) / size);
      }
    }
  EXPECT_NEAR(got.state[next], wanted.state.back(), 1e-8 * std::abs(wanted.state.back()));
  most = std::max(most, std::abs(got.state[next] / wanted.state.back() - 1.0));
  figures().quote("exchange_states", most);
}

// An importer that knows nothing of arming: Euler steps, an event wherever an indicator has changed its sign.
TEST_P(FmuOfLaw, gets_along_with_an_importer_that_only_looks_at_signs) {
  const UnpackedFmu unit = fmu();
  const auto instance = instantiate(unit, ImportAs::model_exchange);
  const ElementInputs inputs(unit);
  ImportedModel imported(*instance, unit, [&](double t) { inputs.set(*instance, swing(t)); });
  imported.begin(2.0);
  constexpr double h = 2e-5;
  constexpr int steps = 50000;
  auto z = instance->indicators();
  std::size_t events = 0;
  double next = 0.0;
  const int last = unit.indicators > 0 ? steps : steps / 10;
  for (int k = 1; k <= last; ++k) {
    auto x = instance->states();
    const auto slope = instance->slopes();
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += h * slope[i];
    instance->set_time(h * k);
    inputs.set(*instance, swing(h * k));
    instance->set_states(x);
    instance->completed_step();
    const auto now = instance->indicators();
    bool crossed = false;
    for (std::size_t i = 0; i < z.size(); ++i) crossed = crossed || ((z[i] > 0.0) != (now[i] > 0.0));
    z = now;
    if (!crossed) continue;
    ++events;
    instance->enter_event_mode();
    instance->update_discrete(next);
    instance->enter_continuous();
    z = instance->indicators();
    for (const double value : z) ASSERT_GT(value, 0.0) << "after the event at t = " << h * k;
  }
  const double end = h * last;
  const OwnModel own(GetParam().law);
  const SolveReport wanted = solve::solve(own, end, fine());
  const std::vector<double> state(wanted.state.begin(), wanted.state.end() - 1);
  const double force = own.law().force(swing(end), state).value;
  const double size = std::max(1.0, std::abs(force));
  EXPECT_NEAR(instance->get(unit.ref("force")), force, 0.02 * size);
  figures().quote("exchange_signs_alone", 100.0 * std::abs(instance->get(unit.ref("force")) - force) / size);
  // Two events that the solver tells apart may fall into one step, and one on the spot may take two.
  const std::size_t count = distinct(wanted.events).size();
  EXPECT_GE(2 * events, count);
  EXPECT_LE(events, 2 * count + 2);
}

INSTANTIATE_TEST_SUITE_P(every_law, FmuOfLaw, testing::ValuesIn(laws_and_versions()), case_name);

// ---- experiments

struct Case {
  std::string base;
  std::string more;
  double end;
  double tolerance;  // relative to the size of a state
};

TEST_F(FmuTest, experiments_are_solved_as_the_library_solves_them) {
  const std::vector<Case> cases{
      {"stick-slip", "[law]\nname = \"coulomb\"\n", 5.0, 1e-8},
      {"stick-slip", "[law]\nname = \"lugre\"\n", 5.0, 1e-8},
      {"limit-cycle", "[law]\nname = \"stribeck\"\n", 5.0, 1e-8},
      {"harmonic", "", 0.5, 1e-8},
      {"hydraulic-servo", "[law]\nname = \"lugre\"\n[drive]\ninput = \"steps\"\n", 0.3, 1e-8}};
  int number = 0;
  for (const Case& c : cases)
    for (const int fmi : {2, 3}) {
      SCOPED_TRACE(c.base + " " + c.more + std::to_string(fmi));
      const std::string toml = experiment_toml(c.base, c.more);
      const UnpackedFmu unit = export_fmu(toml, fmi, in(std::to_string(number++)));
      const auto instance = instantiate(unit, ImportAs::model_exchange);
      ImportedModel imported(*instance, unit, [](double) {});
      const bool driven = c.base == "hydraulic-servo";
      if (driven) instance->set_choice(unit.ref("drive.source"), 1);
      imported.begin(c.end);
      const SolveReport got = solve::solve(imported, c.end, fine(), {}, [&](double t, std::span<const double> x) {
        imported.completed(t, x);
        return true;
      });
      ASSERT_TRUE(got.succeeded()) << got.brief();
      const Experiment e = experiment::experiment(recipe_from_toml(toml, "e.toml"));
      const auto model = make_model(e);
      const SolveReport wanted = solve::solve(*model, c.end, fine());
      expect_equal_times(got.events, wanted.events);
      const auto subject = fmu::experiment_subject(e);
      const auto& sheet = subject->sheet();
      for (std::size_t i = 0; i < sheet.states.size(); ++i) {
        const double x = wanted.state[sheet.states[i]];
        const std::size_t place = sheet.place(fmu::Kind::unknown, sheet.states[i]);
        const double size = std::max(std::abs(x), sheet.variables[place].nominal);
        EXPECT_NEAR(got.state[i], x, c.tolerance * size) << sheet.variables[place].name;
      }
    }
}

TEST_F(FmuTest, an_event_is_told_in_the_log_with_its_modes) {
  const UnpackedFmu unit = export_fmu(law_toml("coulomb"), 2, in("coulomb"));
  const auto instance = instantiate(unit, ImportAs::model_exchange, true);
  const ElementInputs inputs(unit);
  instance->initialize(0.0, 1.0, {});
  double next = 0.0;
  instance->update_discrete(next);
  instance->enter_continuous();
  EXPECT_EQ(instance->choice(unit.ref("mode")), 0);
  instance->set(unit.ref("applied"), 2.0);
  EXPECT_LT(instance->indicators()[0], 0.0);
  instance->enter_event_mode();
  instance->update_discrete(next);
  instance->enter_continuous();
  EXPECT_EQ(instance->choice(unit.ref("mode")), 1);
  ASSERT_EQ(instance->messages.size(), 3U);  // two remarks on inputs that are not set
  EXPECT_EQ(instance->messages[2], "logEvents: t = 0 s: break-away forward, or stop, held -> sliding forward");
}

TEST_F(FmuTest, indicators_are_the_guards_by_name) {
  const UnpackedFmu unit = export_fmu(law_toml("coulomb"), 3, in("coulomb"));
  const auto instance = instantiate(unit, ImportAs::model_exchange);
  instance->initialize(0.0, 1.0, [&] { instance->set(unit.ref("applied"), 0.4); });
  EXPECT_NEAR(instance->get(unit.ref("guard.break_away_forward_or_stop")), 1.5 - 0.4, 1e-15);
  EXPECT_NEAR(instance->get(unit.ref("guard.break_away_back_or_reversal")), 1.5 + 0.4, 1e-15);
  EXPECT_EQ(instance->indicators()[0], instance->get(unit.ref("guard.break_away_forward_or_stop")));
}

}  // namespace
}  // namespace stickslip::tests
