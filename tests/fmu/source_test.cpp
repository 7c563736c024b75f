// Source FMUs: every law is exported, compiled by a C compiler as its description says, and compared with the library.
#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <set>

#include "figures.hpp"
#include "fmu/fmi2.hpp"
#include "fmu/fmi3.hpp"
#include "fmu_kit.hpp"
#include "rules.hpp"
#include "stickslip/fmu/export.hpp"
#include "support/pushed_body.hpp"
#include "unzip.hpp"

namespace stickslip::tests {

using namespace fmu;

namespace {

namespace fs = std::filesystem;

// Compiled once for all tests.
class CompiledFmus {
 public:
  ~CompiledFmus() {
    all_.clear();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  const UnpackedFmu& of(const std::string& toml, int fmi) {
    const auto key = std::pair(toml, fmi);
    const auto found = all_.find(key);
    if (found != all_.end()) return found->second;
    const std::string place = (folder_ / std::to_string(all_.size())).string();
    return all_.emplace(key, exported_source(toml, fmi, place, STICKSLIP_C_COMPILER)).first->second;
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("stickslip_source_fmus_" + std::to_string(getpid()));
  std::map<std::pair<std::string, int>, UnpackedFmu> all_;
};

const UnpackedFmu& compiled(const std::string& toml, int fmi) {
  static CompiledFmus fmus;
  return fmus.of(toml, fmi);
}

class SourceFmuOfLaw : public testing::TestWithParam<LawAndVersion> {
 protected:
  const UnpackedFmu& fmu() const { return compiled(law_toml(GetParam().law), GetParam().fmi); }
};

// ---- the same motion for the FMU and for the library

struct Moment {
  Contact<double> contact;
  double acceleration = 0.0;
  double h = 0.0;
};

// Steps of random length with reversals and stops, all columns of the contact changing.
std::vector<Moment> random_motion(std::size_t count) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Moment now{{.velocity = 2e-3, .applied = 1.0, .mass = 2.0, .load = 5.0, .pressure = 1e6, .temperature = 10.0}};
  std::vector<Moment> motion{now};
  while (motion.size() <= count) {
    const double before = now.contact.velocity;
    now.h = 1e-4 * (1.0 + double(random() % 20));
    now.contact.velocity = random() % 6 == 0 ? 0.0 : 0.7 * before + 0.01 * any(random);
    now.contact.displacement += (before + now.contact.velocity) / 2.0 * now.h;
    now.contact.applied = 3.0 * any(random);
    now.contact.load = 5.0 + any(random);
    now.contact.pressure = 1e6 * (1.0 + 0.1 * any(random));
    now.contact.temperature = 10.0 + any(random);
    now.acceleration = (now.contact.velocity - before) / now.h;
    motion.push_back(now);
  }
  return motion;
}

struct Own {
  std::unique_ptr<AnyLaw> law;
  std::vector<double> state;
  Moment now;

  Own(const std::string& name, const Moment& start) : law(make_law(name)), state(law->rest()), now(start) {
    if (!law->guard_names().empty()) law->step(start.contact, start.contact, state, 0.0);
  }
  void step(const Moment& next) {
    law->step(now.contact, next.contact, state, next.h);
    now = next;
  }
  double force() const {
    const Force<double> f = law->force(now.contact, state);
    return f.value + f.inertia * now.acceleration;
  }
};

struct Imported {
  const UnpackedFmu& fmu;
  std::unique_ptr<ImportedInstance> instance = instantiate(fmu, ImportAs::co_simulation);
  ElementInputs inputs{fmu};
  double t = 0.0;

  void set(const Moment& m) {
    inputs.set(*instance, m.contact);
    for (const ImportedVariable& v : fmu.variables)
      if (v.name == "acceleration") instance->set(v.reference, m.acceleration);
  }
  void begin(const Moment& start) {
    take_samples_of_the_law(*instance, fmu);
    instance->initialize(0.0, 100.0, [&] { set(start); });
  }
  void step(const Moment& next) {
    set(next);
    instance->do_step(t, next.h);
    t += next.h;
  }
  double get(const std::string& name) { return instance->get(fmu.ref(name)); }
};

// Every parameter that can be tuned, two per cent larger, in both.
void enlarge_parameters(Imported& imported, Own& own) {
  std::vector<double> values(own.law->params().begin(), own.law->params().end());
  for (const Field& f : own.law->param_fields())
    for (std::size_t i = 0; i < f.width; ++i) {
      const std::string name = "law." + scalar_name(f, i);
      const double larger = 1.02 * values[f.first + i];
      for (const ImportedVariable& v : imported.fmu.variables)
        if (v.name == name && v.at("variability") == "tunable" && larger <= std::stod(v.at("max"))) {
          imported.instance->set(v.reference, larger);
          values[f.first + i] = larger;
        }
    }
  own.law->set_params(values);
}

void expect_the_same_state(Imported& imported, const Own& own) {
  for (const Field& f : own.law->state_fields())
    for (std::size_t i = 0; i < f.width; ++i) {
      const ImportedVariable& v = imported.fmu.variable(scalar_name(f, i));
      const double x = own.state[f.first + i];
      const double got =
          v.is_choice ? double(imported.instance->choice(v.reference)) : imported.instance->get(v.reference);
      EXPECT_NEAR(got, x, 1e-12 * std::abs(x)) << v.name;
      figures().quote("source_state", x == 0.0 ? 0.0 : std::abs(got / x - 1.0));
    }
}

// Half the way with the parameters of the model, half with others.
TEST_P(SourceFmuOfLaw, has_the_force_of_the_library_along_a_random_motion_also_with_changed_parameters) {
  const auto motion = random_motion(200);
  Imported imported{fmu()};
  Own own(GetParam().law, motion[0]);
  Own unchanged(GetParam().law, motion[0]);
  imported.begin(motion[0]);
  EXPECT_EQ(imported.get("force"), own.force());
  double largest = 1e-300;
  for (std::size_t k = 1; k < motion.size(); ++k) {
    if (k == motion.size() / 2) enlarge_parameters(imported, own);
    imported.step(motion[k]);
    own.step(motion[k]);
    unchanged.step(motion[k]);
    largest = std::max(largest, std::abs(own.force()));
    const double off = std::abs(imported.get("force") - own.force());
    ASSERT_LE(off, 1e-12 * largest) << "step " << k;
    figures().quote("source_force", off / largest);
  }
  EXPECT_GT(std::abs(own.force() - unchanged.force()), 1e-6 * largest) << "the parameters do not act";
  expect_the_same_state(imported, own);
}

TEST_P(SourceFmuOfLaw, keeps_account_of_the_energy) {
  const auto motion = random_motion(100);
  Imported imported{fmu()};
  Own own(GetParam().law, motion[0]);
  imported.begin(motion[0]);
  const bool stores = law_info(GetParam().law).has_stored_energy;
  double energy = stores ? own.law->stored_energy(motion[0].contact, own.state) : 0.0;
  double size = std::abs(energy);
  for (std::size_t k = 1; k < motion.size(); ++k) {
    const auto power = [&own] { return own.law->force(own.now.contact, own.state).value * own.now.contact.velocity; };
    const double before = power();
    own.step(motion[k]);
    imported.step(motion[k]);
    energy += motion[k].h * (before + power()) / 2.0;
    size = std::max(size, std::abs(energy));
  }
  const double stored = stores ? own.law->stored_energy(own.now.contact, own.state) : 0.0;
  figures().quote("source_state", std::abs(imported.get("energy_in") - energy) / size);
  EXPECT_NEAR(imported.get("energy_in"), energy, 1e-12 * size);
  EXPECT_NEAR(imported.get("dissipated_energy"), energy - stored, 1e-12 * size);
  if (stores) {
    EXPECT_NEAR(imported.get("stored_energy"), stored, 1e-12 * size);
  }
}

TEST_P(SourceFmuOfLaw, goes_on_to_the_same_bits_from_a_saved_and_from_a_serialized_state) {
  const auto motion = random_motion(60);
  Imported imported{fmu()};
  imported.begin(motion[0]);
  std::size_t k = 1;
  for (; k < 30; ++k) imported.step(motion[k]);
  const double then = imported.t;
  void* saved = imported.instance->save();
  const std::vector<char> bytes = imported.instance->serialize(saved);
  const auto forces = [&](Imported& from) {
    std::vector<double> all;
    from.t = then;
    for (std::size_t i = k; i < motion.size(); ++i) {
      from.step(motion[i]);
      all.push_back(from.get("force"));
      all.push_back(from.get("dissipated_energy"));
    }
    return all;
  };
  const auto first = forces(imported);
  imported.instance->restore(saved);
  EXPECT_EQ(forces(imported), first);
  imported.instance->free_state(saved);
  EXPECT_EQ(saved, nullptr);
  Imported other{fmu()};
  void* read = other.instance->deserialize(bytes);
  other.instance->restore(read);
  EXPECT_EQ(forces(other), first);
}

TEST_P(SourceFmuOfLaw, has_a_description_that_follows_the_rules) {
  expect_description_by_the_rules(fmu());
  const bool two = fmu().fmi == 2;
  for (const char* const use : {"ModelExchange", "CoSimulation"}) {
    const XmlElement* const element = fmu().description.child(use);
    ASSERT_NE(element, nullptr);
    EXPECT_FALSE(element->has(two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives"));
    EXPECT_FALSE(element->has("canNotUseMemoryManagementFunctions")) << "memory is the importer's";
    EXPECT_EQ(element->child("SourceFiles") != nullptr, two);
  }
}

// ---- model exchange: the FMU with the run-time library leads, the sources are told the same

class Pair {
 public:
  Pair(const UnpackedFmu& leader, const UnpackedFmu& follower)
      : fmu_(leader),
        leader_(instantiate(leader, ImportAs::model_exchange)),
        follower_(instantiate(follower, ImportAs::model_exchange)) {}

  void begin(const std::function<void(ImportedInstance&)>& set) {
    for (ImportedInstance* i : both()) i->initialize(0.0, 100.0, [&] { set(*i); });
    compare("at the start");
    update();
    indicators_ = leader_->indicators();
  }

  // An Euler step; an event wherever an indicator has changed its sign.
  void step(double t, double h, const std::function<void(ImportedInstance&)>& set) {
    auto x = leader_->states();
    const auto slope = leader_->slopes();
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += h * slope[i];
    for (ImportedInstance* i : both()) {
      i->set_time(t + h);
      set(*i);
      i->set_states(x);
      i->completed_step();
    }
    const auto now = leader_->indicators();
    bool is_event = false;
    for (std::size_t k = 0; k < now.size(); ++k) is_event = is_event || (now[k] > 0.0) != (indicators_[k] > 0.0);
    if (is_event) {
      compare("before an event at t = " + std::to_string(t + h) + " s");
      for (ImportedInstance* i : both()) i->enter_event_mode();
      update();
      ++events_;
    }
    indicators_ = leader_->indicators();
  }

  // Everything that an importer reads.
  void compare(const std::string& when) {
    expect_near(follower_->states(), leader_->states(), "states " + when);
    expect_near(follower_->slopes(), leader_->slopes(), "slopes " + when);
    auto indicators = leader_->indicators();
    indicators.resize(std::min(indicators.size(), follower_->indicators().size()));  // of elements in use
    expect_near(follower_->indicators(), indicators, "indicators " + when);
    for (const ImportedVariable& v : fmu_.variables) {
      if (v.at("causality") != "output") continue;
      if (v.is_choice)
        EXPECT_EQ(follower_->choice(v.reference), leader_->choice(v.reference)) << v.name << " " << when;
      else
        expect_near({follower_->get(v.reference)}, {leader_->get(v.reference)}, v.name + " " + when);
    }
  }

  double force() { return leader_->get(fmu_.ref("force")); }
  std::size_t events() const { return events_; }

 private:
  std::array<ImportedInstance*, 2> both() const { return {leader_.get(), follower_.get()}; }
  void update() {
    double next = 0.0;
    const bool changed = leader_->update_discrete(next);
    EXPECT_EQ(follower_->update_discrete(next), changed);
    for (ImportedInstance* i : both()) i->enter_continuous();
    compare("after an event");
  }
  // Of the same operations, in C: a rounding is left where a compiler contracts or reorders.
  static void expect_near(const std::vector<double>& got, const std::vector<double>& wanted, const std::string& what) {
    ASSERT_EQ(got.size(), wanted.size()) << what;
    for (std::size_t k = 0; k < got.size(); ++k) {
      EXPECT_NEAR(got[k], wanted[k], 1e-12 * std::abs(wanted[k]) + 1e-300) << what << ", number " << k;
      if (got[k] != wanted[k]) figures().quote("source_exchange", std::abs(got[k] / wanted[k] - 1.0));
    }
    figures().quote("source_exchange", 0.0);
  }

  const UnpackedFmu& fmu_;
  std::unique_ptr<ImportedInstance> leader_, follower_;
  std::vector<double> indicators_;
  std::size_t events_ = 0;
};

TEST_P(SourceFmuOfLaw, is_integrated_as_the_other_kind_also_with_changed_parameters) {
  const auto folder = fs::temp_directory_path() / ("stickslip_pair_" + std::to_string(getpid()));
  const UnpackedFmu other = export_fmu(law_toml(GetParam().law), GetParam().fmi, folder.string());
  ASSERT_EQ(fmu().states, other.states);
  ASSERT_EQ(fmu().indicators, other.indicators);
  Pair pair(other, fmu());
  const ElementInputs inputs(other);
  pair.begin([&](ImportedInstance& i) { inputs.set(i, swing(0.0)); });
  constexpr double h = 2e-5;
  constexpr int steps = 40000;  // 0.8 s: two reversals
  for (int k = 0; k < steps && !HasFailure(); ++k) {
    pair.step(h * k, h, [&](ImportedInstance& i) { inputs.set(i, swing(h * (k + 1))); });
    if (k % 50 == 0) pair.compare("at step " + std::to_string(k));
  }
  if (other.indicators > 0) {
    EXPECT_GE(pair.events(), 2U);
  }
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(every_law, SourceFmuOfLaw, testing::ValuesIn(laws_and_versions()), case_name);

// ---- beside the FMU with the run-time library

class SourceFmu : public InFolder {};

const std::string three_elements =
    "[law]\nname = \"gms\"\nelements = 3\nstiffness = [1e5, 2e4, 1e4]\nshare = [0.5, 0.25, 0.25]\n";

TEST_F(SourceFmu, has_the_variables_of_the_other_kind_under_the_same_references) {
  for (const std::string& toml : {law_toml("coulomb"), law_toml("new-modified-lugre"), three_elements})
    for (const int fmi : {2, 3}) {
      const UnpackedFmu& source = compiled(toml, fmi);
      const UnpackedFmu other = export_fmu(toml, fmi, in(std::to_string(fmi) + std::to_string(toml.size())));
      EXPECT_EQ(source.states, other.states);
      for (const ImportedVariable& v : other.variables) {
        if (v.name.starts_with("guard.") && v.reference >= source.variables.size()) continue;  // of no element in use
        const ImportedVariable& same = source.variable(v.name);
        EXPECT_EQ(same.reference, v.reference) << v.name;
        for (const char* const key : {"unit", "min", "max", "causality", "variability", "description", "declaredType",
                                      "initial", "start", "nominal", "derivative", "reinit"})
          EXPECT_EQ(same.at(key), v.at(key)) << v.name;
      }
      EXPECT_NE(source.token, other.token);
    }
}

TEST_F(SourceFmu, steps_as_the_other_kind_with_fewer_elements_than_the_law_has_room_for) {
  const auto motion = random_motion(100);
  Imported source{compiled(three_elements, 2)};
  const UnpackedFmu unit = export_fmu(three_elements, 2, in("other"));
  Imported other{unit};
  source.begin(motion[0]);
  other.begin(motion[0]);
  for (std::size_t k = 1; k < motion.size(); ++k) {
    source.step(motion[k]);
    other.step(motion[k]);
    ASSERT_NEAR(source.get("force"), other.get("force"), 1e-12) << k;
  }
  EXPECT_EQ(source.get("pull[4]"), 0.0);
  Pair pair(unit, source.fmu);
  const ElementInputs inputs(unit);
  pair.begin([&](ImportedInstance& i) { inputs.set(i, swing(0.0)); });
  for (int k = 0; k < 20000 && !HasFailure(); ++k)
    pair.step(2e-5 * k, 2e-5, [&](ImportedInstance& i) { inputs.set(i, swing(2e-5 * (k + 1))); });
  pair.compare("in the end");
  EXPECT_GE(pair.events(), 3U);
}

// A body that the importer moves, of which the element is told velocity and mass: it is held by stiff presliding.
TEST_F(SourceFmu, holds_a_body_in_model_exchange_as_the_other_kind) {
  for (const std::string law : {"coulomb", "coulomb-viscous", "stribeck", "karnopp", "hybrid"})
    for (const int fmi : {2, 3}) {
      SCOPED_TRACE(law + std::to_string(fmi));
      const std::string toml = pushed_body::law_text(law);
      const UnpackedFmu other = export_fmu(toml, fmi, in(law + std::to_string(fmi)));
      Pair pair(other, compiled(toml, fmi));
      pair.begin([&](ImportedInstance& i) { i.set(other.ref("mass"), pushed_body::mass); });
      constexpr double h = 1e-5;
      double v = 0.0;
      for (int k = 0; k < 120000 && !HasFailure(); ++k) {
        v += h * (pushed_body::push(h * k, pushed_body::find_peak(law)) - pair.force()) / pushed_body::mass;
        pair.step(h * k, h, [&](ImportedInstance& i) { i.set(other.ref("velocity"), v); });
        if (k % 100 == 0) pair.compare("at step " + std::to_string(k));
      }
      EXPECT_GE(pair.events(), 3U);  // sets off, stops, sets off
    }
}

TEST_F(SourceFmu, follows_inputs_by_their_derivatives_as_the_other_kind) {
  for (const std::string law : {"coulomb", "lugre", "hybrid-presliding"}) {
    const UnpackedFmu binary = export_fmu(law_toml(law), 2, in(law + "_binary"));
    const UnpackedFmu source = exported_source(law_toml(law), 2, in(law + "_source"), STICKSLIP_C_COMPILER);
    const auto one = instantiate(binary, ImportAs::co_simulation);
    const auto other = instantiate(source, ImportAs::co_simulation);
    one->initialize(0.0, 10.0, {});
    other->initialize(0.0, 10.0, {});
    const unsigned velocity = binary.ref("velocity");
    for (int k = 0; k < 400; ++k) {
      const double now = swing(2e-3 * k).velocity;
      const double rate = (swing(2e-3 * (k + 1)).velocity - now) / 2e-3;
      for (auto* i : {one.get(), other.get()}) {
        i->set(velocity, now);
        i->set_rates({&velocity, 1}, {&rate, 1});
        i->do_step(2e-3 * k, 2e-3);
      }
      const double force = one->get(binary.ref("force"));
      ASSERT_NEAR(other->get(source.ref("force")), force, 1e-12 * std::max(1.0, std::abs(force))) << law << k;
    }
    EXPECT_NE(one->get(binary.ref("force")), 0.0) << law;
  }
}

TEST_F(SourceFmu, starts_from_the_states_that_were_set) {
  for (const int fmi : {2, 3}) {
    Imported imported{compiled(law_toml("lugre"), fmi)};
    imported.instance->set(imported.fmu.ref("deflection"), 1e-5);
    imported.instance->initialize(0.0, 1.0, {});
    const auto law = make_law("lugre");
    const std::vector<double> state{1e-5};
    EXPECT_EQ(imported.get("deflection"), 1e-5);
    EXPECT_EQ(imported.get("force"), law->force({}, state).value);
    EXPECT_EQ(imported.get("energy_in"), law->stored_energy({}, state));
    EXPECT_EQ(imported.get("dissipated_energy"), 0.0);
    imported.instance->reset();
    imported.instance->initialize(0.0, 1.0, {});
    EXPECT_EQ(imported.get("force"), 0.0);
  }
}

// Pushed beyond break-away, or moving, at the start itself.
TEST_F(SourceFmu, starts_in_the_mode_of_the_other_kind) {
  for (const std::string law : {"coulomb", "karnopp", "hybrid", "gms", "hybrid-presliding", "dry-clutch", "backlash"}) {
    const UnpackedFmu other = export_fmu(law_toml(law), 2, in(law));
    for (const ImportAs use : {ImportAs::model_exchange, ImportAs::co_simulation})
      for (const double velocity : {-0.01, 0.0, 0.01})
        for (const double applied : {-9.0, 0.0, 9.0})
          for (const bool samples : {false, true}) {
            std::vector<std::vector<double>> found;
            for (const UnpackedFmu* const unit : {&other, &compiled(law_toml(law), 2)}) {
              const auto i = instantiate(*unit, use);
              if (samples) take_samples_of_the_law(*i, *unit);
              i->initialize(0.0, 1.0, [&] {
                ElementInputs(*unit).set(*i, {.velocity = velocity, .applied = applied, .mass = 2.0});
              });
              std::vector<double>& all = found.emplace_back();
              for (const ImportedVariable& v : unit->variables)
                if (v.at("causality") == "output")
                  all.push_back(v.is_choice ? double(i->choice(v.reference)) : i->get(v.reference));
            }
            EXPECT_EQ(found[0], found[1]) << law << ", velocity " << velocity << ", applied " << applied;
          }
  }
}

TEST_F(SourceFmu, has_instances_that_do_not_know_of_each_other) {
  const auto motion = random_motion(20);
  Imported one{compiled(law_toml("lugre"), 3)};
  Imported two{compiled(law_toml("lugre"), 3)};
  one.begin(motion[0]);
  two.begin({});
  for (std::size_t k = 1; k < motion.size(); ++k) one.step(motion[k]);
  EXPECT_NE(one.get("force"), 0.0);
  EXPECT_EQ(two.get("force"), 0.0);
  EXPECT_EQ(two.get("time"), 0.0);
}

TEST_F(SourceFmu, has_every_function_of_the_interface_and_no_other) {
  const LoadedLibrary runtime(STICKSLIP_FMU_LIBRARY);
  for (const int fmi : {2, 3}) {
    const UnpackedFmu& unit = compiled(law_toml("coulomb"), fmi);
    const std::string text = to_text(unit.folder + "/sources/fmu.c");
    const std::regex defined("\nAPI [^\n]*FMI\\((\\w+)\\)\\(");
    std::set<std::string> names;
    for (std::sregex_iterator at(text.begin(), text.end(), defined), end; at != end; ++at)
      names.insert("fmi" + std::to_string(fmi) + at->str(1));
    EXPECT_EQ(names.size(), fmi == 2 ? 44U : 75U);
    for (const std::string& name : names) {
      EXPECT_NO_THROW(unit.library->find(name.c_str())) << name;
      EXPECT_NO_THROW(runtime.find(name.c_str())) << name;
    }
  }
}

// ---- wrong use

// What a call is refused with.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "it was accepted";
}

#define EXPECT_REFUSED(part, ...)                           \
  do {                                                      \
    const std::string text = refusal([&] { __VA_ARGS__; }); \
    EXPECT_NE(text.find(part), std::string::npos) << text;  \
  } while (false)

TEST_F(SourceFmu, refuses_what_makes_no_sense_and_says_why) {
  for (const int fmi : {2, 3}) {
    const UnpackedFmu& unit = compiled(law_toml("coulomb"), fmi);
    Imported imported{unit};
    ImportedInstance& i = *imported.instance;
    EXPECT_REFUSED("the instance is instantiated", i.do_step(0.0, 1e-3));
    const auto count = unsigned(unit.variables.size());
    EXPECT_REFUSED(
        "there is no value reference " + std::to_string(count) + "; they go from 0 to " + std::to_string(count - 1),
        i.get(count));
    EXPECT_REFUSED("there is no value reference 4294967295", i.set(4294967295U, 1.0));
    EXPECT_REFUSED("velocity = nan is not finite", i.set(unit.ref("velocity"), std::nan("")));
    EXPECT_REFUSED("velocity = inf is not finite", i.set(unit.ref("velocity"), HUGE_VAL));
    EXPECT_REFUSED("force is computed", i.set(unit.ref("force"), 1.0));
    EXPECT_REFUSED("mode is an enumeration", i.get(unit.ref("mode")));
    EXPECT_REFUSED("mode is computed", i.set_choice(unit.ref("mode"), 1));
    EXPECT_REFUSED("force is a real number", i.choice(unit.ref("force")));
    EXPECT_REFUSED("answered 2", i.set(unit.ref("law.coulomb.forward"), -1.0));
    EXPECT_REFUSED("law.coulomb.forward = -1 lies outside [0, 1e+09] N", i.set(unit.ref("law.coulomb.forward"), -1.0));
    EXPECT_REFUSED("this is an instance for co-simulation", i.set_time(1.0));
    EXPECT_REFUSED("this is an instance for co-simulation", i.slopes());
    imported.begin({});
    EXPECT_REFUSED("makes no sense", i.do_step(0.0, -1e-3));
    EXPECT_REFUSED("makes no sense", i.do_step(0.0, std::nan("")));
    EXPECT_REFUSED("the last one ended at t = 0 s", i.do_step(0.5, 1e-3));
    EXPECT_REFUSED("beyond the stop time of 100 s", i.do_step(0.0, 1e3));
    i.terminate();
    EXPECT_REFUSED("the instance is terminated", i.set(unit.ref("velocity"), 1.0));
    UnpackedFmu stranger = unit;
    stranger.token = "{other}";
    EXPECT_REFUSED("of another export", instantiate(stranger, ImportAs::co_simulation));
  }
}

TEST_F(SourceFmu, refuses_calls_of_model_exchange_out_of_order) {
  for (const int fmi : {2, 3}) {
    const UnpackedFmu& unit = compiled(law_toml("coulomb"), fmi);
    const auto i = instantiate(unit, ImportAs::model_exchange);
    double next = 0.0;
    EXPECT_REFUSED("the instance is instantiated", i->slopes());
    EXPECT_REFUSED("the instance is instantiated", i->enter_event_mode());
    i->initialize(0.0, 1.0, {});
    EXPECT_REFUSED("the instance is in event mode", i->do_step(0.0, 1e-3));
    EXPECT_REFUSED("the instance is in event mode", i->completed_step());
    i->update_discrete(next);
    i->enter_continuous();
    EXPECT_REFUSED("the instance is in continuous-time mode", i->update_discrete(next));
    EXPECT_REFUSED("the instance is in continuous-time mode", i->set(unit.ref("law.coulomb.forward"), 1.0));
    EXPECT_REFUSED("the time is not finite", i->set_time(std::nan("")));
    const std::vector<double> states(unit.states.size(), std::nan(""));
    EXPECT_REFUSED("a state is not finite", i->set_states(states));
    EXPECT_REFUSED("the call has room for 1", i->set_states(std::span(states).first(1)));
    if (fmi == 2) {
      const unsigned velocity = unit.ref("velocity");
      const double rate = 1.0;
      EXPECT_REFUSED("this is an instance for model exchange", i->set_rates({&velocity, 1}, {&rate, 1}));
    }
    void* const saved = i->save();
    const std::vector<char> bytes = i->serialize(saved);
    const auto other = instantiate(unit, ImportAs::co_simulation);
    EXPECT_REFUSED("of an instance for the other use", other->deserialize(bytes));
    i->restore(i->deserialize(bytes));
    EXPECT_EQ(i->indicators().size(), unit.indicators);
    i->terminate();
    EXPECT_REFUSED("the instance is terminated", i->set_time(1.0));
  }
}

TEST_F(SourceFmu, logs_inputs_that_were_not_set_and_events) {
  for (const int fmi : {2, 3}) {
    const UnpackedFmu& unit = compiled(law_toml("coulomb"), fmi);
    const auto i = instantiate(unit, ImportAs::model_exchange, true);
    i->initialize(0.0, 1.0, {});
    double next = 0.0;
    i->update_discrete(next);
    i->enter_continuous();
    i->set(unit.ref("applied"), 2.0);
    i->enter_event_mode();
    EXPECT_TRUE(i->update_discrete(next));
    EXPECT_EQ(i->choice(unit.ref("mode")), 1);
    ASSERT_EQ(i->messages.size(), 3U);
    EXPECT_EQ(i->messages[0],
              "logStatusWarning: applied is not set: what holds the body is found from its velocity and mass");
    EXPECT_TRUE(i->messages[1].starts_with("logStatusWarning: mass is not set"));
    EXPECT_EQ(i->messages[2], "logEvents: t = 0 s: guard.break_away_forward_or_stop");
    const auto quiet = instantiate(unit, ImportAs::model_exchange);
    quiet->initialize(0.0, 1.0, {});
    EXPECT_TRUE(quiet->messages.empty());
  }
}

TEST_F(SourceFmu, refuses_states_that_it_has_not_saved_and_damaged_bytes) {
  for (const int fmi : {2, 3}) {
    const UnpackedFmu& unit = compiled(law_toml("gms"), fmi);
    Imported imported{unit};
    ImportedInstance& i = *imported.instance;
    imported.begin({});
    void* saved = i.save();
    std::vector<char> bytes = i.serialize(saved);
    EXPECT_REFUSED("not a saved state", i.restore(&bytes));
    EXPECT_REFUSED("not a saved state", i.restore(nullptr));
    EXPECT_REFUSED("not a serialized state", i.deserialize(std::span(bytes).first(bytes.size() - 8)));
    bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 1);
    EXPECT_REFUSED("damaged", i.deserialize(bytes));
    void* same = saved;
    i.free_state(saved);
    EXPECT_REFUSED("not a saved state", i.free_state(same));
  }
}

void hear_nothing(void*, const char*, fmi2Status, const char*, const char*, ...) {}

TEST_F(SourceFmu, answers_null_pointers_by_an_error) {
  const UnpackedFmu& two = compiled(law_toml("coulomb"), 2);
  const auto get_2 = reinterpret_cast<decltype(&::fmi2GetReal)>(two.library->find("fmi2GetReal"));
  const auto save_2 = reinterpret_cast<decltype(&::fmi2GetFMUstate)>(two.library->find("fmi2GetFMUstate"));
  const auto make_2 = reinterpret_cast<decltype(&::fmi2Instantiate)>(two.library->find("fmi2Instantiate"));
  const auto free_2 = reinterpret_cast<decltype(&::fmi2FreeInstance)>(two.library->find("fmi2FreeInstance"));
  const unsigned ref = 0;
  double value = 0.0;
  EXPECT_EQ(get_2(nullptr, &ref, 1, &value), fmi2Error);
  EXPECT_EQ(make_2("one", fmi2CoSimulation, two.token.c_str(), nullptr, nullptr, 0, 0), nullptr);
  fmi2CallbackFunctions callbacks{};
  callbacks.logger = hear_nothing;
  EXPECT_EQ(make_2("one", fmi2CoSimulation, two.token.c_str(), nullptr, &callbacks, 0, 0), nullptr);
  callbacks.allocateMemory = std::calloc;
  callbacks.freeMemory = std::free;
  fmi2Component c = make_2("one", fmi2CoSimulation, two.token.c_str(), nullptr, &callbacks, 0, 0);
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(get_2(c, nullptr, 1, &value), fmi2Error);
  EXPECT_EQ(get_2(c, &ref, 1, nullptr), fmi2Error);
  EXPECT_EQ(get_2(c, nullptr, 0, nullptr), fmi2OK);
  EXPECT_EQ(save_2(c, nullptr), fmi2Error);
  free_2(c);
  free_2(nullptr);

  const UnpackedFmu& three = compiled(law_toml("coulomb"), 3);
  Imported imported{three};
  const auto get_3 = reinterpret_cast<decltype(&::fmi3GetFloat64)>(three.library->find("fmi3GetFloat64"));
  const auto step_3 = reinterpret_cast<decltype(&::fmi3DoStep)>(three.library->find("fmi3DoStep"));
  EXPECT_EQ(get_3(nullptr, &ref, 1, &value, 1), fmi3Error);
  EXPECT_EQ(step_3(nullptr, 0.0, 1.0, true, nullptr, nullptr, nullptr, nullptr), fmi3Error);
}

// ---- the archive

std::string source_zip(const std::string& file, const std::string& library = "") {
  return fmu_archive({.file = file, .library = library, .version = FmiVersion::three, .source = true});
}

TEST_F(SourceFmu, holds_the_description_and_the_sources_always_with_the_same_bytes) {
  const std::string file = written("a.toml", law_toml("gms"));
  const std::string zip = source_zip(file);
  EXPECT_EQ(zip, source_zip(file));
  std::vector<std::string> names;
  for (const Unzipped& f : unzipped(zip, true)) names.push_back(f.name);
  EXPECT_EQ(names, (std::vector<std::string>{"modelDescription.xml", "sources/buildDescription.xml", "sources/fmu.c",
                                             "sources/stickslip_gms_law.h", "sources/stickslip_gms_law.c",
                                             "documentation/index.html", "terminalsAndIcons/terminalsAndIcons.xml"}));
}

TEST_F(SourceFmu, is_not_made_of_an_experiment_nor_with_a_run_time_library) {
  const std::string experiment = written("rig.toml", experiment_toml("stick-slip"));
  EXPECT_REFUSED("rig.toml: a source FMU is of a friction law alone", source_zip(experiment));
  EXPECT_REFUSED("leave {option source} out, or export a model.toml", source_zip(experiment));
  const std::string law = written("law.toml", law_toml("gms"));
  EXPECT_REFUSED("leave one of {option library} and {option source} out", source_zip(law, "a.so"));
}

}  // namespace
}  // namespace stickslip::tests
