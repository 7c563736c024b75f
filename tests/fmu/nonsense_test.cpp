// Calls without sense into both interfaces: an error status and a message, never a crash. The functions are linked in.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <random>

#include "fmu/description.hpp"
#include "fmu/fmi2.hpp"
#include "fmu/fmi3.hpp"
#include "fmu/subject.hpp"
#include "fmu_kit.hpp"

namespace stickslip::tests {

using namespace fmu;

namespace {

std::string& last_message() {
  static std::string text;
  return text;
}
void note_2(void*, const char*, fmi2Status, const char*, const char* format, ...) {
  char text[2000];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  last_message() = text;
}
void note_3(void*, fmi3Status, const char*, const char* text) { last_message() = text; }

constexpr fmi2CallbackFunctions callbacks{note_2, nullptr, nullptr, nullptr, nullptr};

class Nonsense : public InFolder {
 protected:
  UnpackedFmu unit(const std::string& toml, int fmi) {
    return export_fmu(toml, fmi, (folder / std::to_string(made_++)).string());
  }
  fmi2Component made_2(const UnpackedFmu& u, fmi2Type type) {
    place_ = "file://" + u.folder + "/resources";
    return fmi2Instantiate("one", type, u.token.c_str(), place_.c_str(), &callbacks, 0, 0);
  }
  fmi3Instance made_3(const UnpackedFmu& u, bool exchange) {
    place_ = u.folder + "/resources";
    return exchange ? fmi3InstantiateModelExchange("one", u.token.c_str(), place_.c_str(), false, true, nullptr, note_3)
                    : fmi3InstantiateCoSimulation("one", u.token.c_str(), place_.c_str(), false, true, false, false,
                                                  nullptr, 0, nullptr, note_3, nullptr);
  }
  std::string place_;
  int made_ = 0;
};

void expect_message(const std::string& part) {
  EXPECT_NE(last_message().find(part), std::string::npos) << last_message();
}

TEST_F(Nonsense, an_instance_needs_its_token_its_resources_and_a_name) {
  const UnpackedFmu u = unit(law_toml("lugre"), 2);
  const std::string place = "file://" + u.folder + "/resources";
  const char* const token = u.token.c_str();
  EXPECT_EQ(fmi2Instantiate("a", fmi2CoSimulation, "{other}", place.c_str(), &callbacks, 0, 0), nullptr);
  expect_message("not of one export");
  EXPECT_EQ(fmi2Instantiate("a", fmi2CoSimulation, token, "file:///nowhere", &callbacks, 0, 0), nullptr);
  expect_message("neither model.toml nor experiment.toml");
  EXPECT_EQ(fmi2Instantiate("", fmi2CoSimulation, token, place.c_str(), &callbacks, 0, 0), nullptr);
  expect_message("no name");
  EXPECT_EQ(fmi2Instantiate(nullptr, fmi2CoSimulation, nullptr, nullptr, &callbacks, 0, 0), nullptr);
  EXPECT_EQ(fmi2Instantiate("a", fmi2CoSimulation, token, nullptr, &callbacks, 0, 0), nullptr);
  expect_message("null pointer");
  EXPECT_EQ(fmi2Instantiate("a", fmi2CoSimulation, token, place.c_str(), nullptr, 0, 0), nullptr);
  EXPECT_EQ(fmi3InstantiateScheduledExecution("a", token, "", false, false, nullptr, note_3, nullptr, nullptr, nullptr),
            nullptr);
  expect_message("model exchange and co-simulation");
  EXPECT_EQ(fmi3InstantiateModelExchange("a", token, nullptr, false, false, nullptr, nullptr), nullptr);
}

TEST_F(Nonsense, no_instance_is_an_error) {
  std::array<std::uint64_t, 64> memory{};
  for (void* const c : {static_cast<void*>(nullptr), static_cast<void*>(memory.data())}) {
    EXPECT_EQ(fmi2DoStep(c, 0.0, 1.0, 0), fmi2Error);
    EXPECT_EQ(fmi3Reset(c), fmi3Error);
    fmi2FreeInstance(c);
    fmi3FreeInstance(c);
  }
}

TEST_F(Nonsense, calls_out_of_order_are_refused_with_the_phase) {
  const UnpackedFmu u = unit(law_toml("coulomb"), 2);
  fmi2Component c = made_2(u, fmi2CoSimulation);
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(fmi2DoStep(c, 0.0, 1e-3, 0), fmi2Error);
  expect_message("fmi2DoStep: the instance is instantiated");
  EXPECT_EQ(fmi2ExitInitializationMode(c), fmi2Error);
  EXPECT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  EXPECT_EQ(fmi2EnterInitializationMode(c), fmi2Error);
  EXPECT_EQ(fmi2ExitInitializationMode(c), fmi2OK);
  EXPECT_EQ(fmi2SetTime(c, 1.0), fmi2Error);
  expect_message("for co-simulation");
  EXPECT_EQ(fmi2DoStep(c, 0.5, 1e-3, 0), fmi2Error);
  expect_message("the last one ended at t = 0 s");
  EXPECT_EQ(fmi2DoStep(c, 0.0, -1.0, 0), fmi2Error);
  EXPECT_EQ(fmi2DoStep(c, 0.0, std::nan(""), 0), fmi2Error);
  EXPECT_EQ(fmi2DoStep(c, 0.0, 1e-3, 0), fmi2OK);
  EXPECT_EQ(fmi2Terminate(c), fmi2OK);
  EXPECT_EQ(fmi2DoStep(c, 1e-3, 1e-3, 0), fmi2Error);
  EXPECT_EQ(fmi2Reset(c), fmi2OK);
  fmi2FreeInstance(c);
}

TEST_F(Nonsense, values_that_do_not_fit_are_named) {
  const UnpackedFmu u = unit(law_toml("coulomb"), 2);
  fmi2Component c = made_2(u, fmi2ModelExchange);
  ASSERT_NE(c, nullptr);
  const auto set = [&](const std::string& name, double value) {
    const unsigned ref = u.ref(name);
    return fmi2SetReal(c, &ref, 1, &value);
  };
  EXPECT_EQ(set("law.coulomb.forward", -1.0), fmi2Discard);
  expect_message("law.coulomb.forward = -1 lies outside [0, 1e+09] N");
  EXPECT_EQ(set("velocity", std::nan("")), fmi2Error);
  expect_message("velocity = nan is not finite");
  EXPECT_EQ(set("force", 1.0), fmi2Error);
  expect_message("force is computed");
  EXPECT_EQ(set("mode", 1.0), fmi2Error);
  expect_message("mode is an enumeration");
  const unsigned far = 100000;
  double value = 0.0;
  EXPECT_EQ(fmi2GetReal(c, &far, 1, &value), fmi2Error);
  expect_message("no value reference 100000");
  EXPECT_EQ(fmi2GetReal(c, nullptr, 1, &value), fmi2Error);
  expect_message("vr is a null pointer");
  EXPECT_EQ(fmi2GetReal(c, nullptr, 0, nullptr), fmi2OK);
  const char* text = nullptr;
  EXPECT_EQ(fmi2GetString(c, &far, 1, &text), fmi2Error);
  expect_message("no variables of type String");
  EXPECT_EQ(set("law.coulomb.forward", 2.0), fmi2OK);
  EXPECT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  EXPECT_EQ(fmi2ExitInitializationMode(c), fmi2Error);
  expect_message("breakaway.forward = 1.5 N must not be below coulomb.forward = 2 N");
  fmi2FreeInstance(c);
}

TEST_F(Nonsense, a_serialized_state_that_was_damaged_is_refused) {
  const UnpackedFmu u = unit(law_toml("gms"), 3);
  fmi3Instance c = made_3(u, false);
  ASSERT_NE(c, nullptr);
  void* state = nullptr;
  ASSERT_EQ(fmi3GetFMUState(c, &state), fmi3OK);
  std::size_t size = 0;
  ASSERT_EQ(fmi3SerializedFMUStateSize(c, state, &size), fmi3OK);
  std::vector<std::uint8_t> bytes(size);
  EXPECT_EQ(fmi3SerializeFMUState(c, state, bytes.data(), size - 1), fmi3Error);
  ASSERT_EQ(fmi3SerializeFMUState(c, state, bytes.data(), size), fmi3OK);
  void* read = nullptr;
  EXPECT_EQ(fmi3DeserializeFMUState(c, bytes.data(), size - 8, &read), fmi3Error);
  bytes[size / 2] ^= 1U;
  EXPECT_EQ(fmi3DeserializeFMUState(c, bytes.data(), size, &read), fmi3Error);
  expect_message("damaged");
  EXPECT_EQ(fmi3SetFMUState(c, &size), fmi3Error);
  expect_message("not a saved state");
  void* same = state;
  EXPECT_EQ(fmi3FreeFMUState(c, &state), fmi3OK);
  EXPECT_EQ(fmi3FreeFMUState(c, &same), fmi3Error);
  fmi3FreeInstance(c);
}

// ---- calls at random

// Arguments of every kind, sound ones and others.
struct Dice {
  std::mt19937 random;
  std::size_t variables, states, indicators;

  unsigned roll(unsigned sides) { return unsigned(random() % sides); }
  double number() {
    constexpr std::array odd{0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             1e-3,
                             1e300,
                             -1e300,
                             1e-300,
                             std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()};
    return roll(3) == 0 ? odd[roll(odd.size())] : 1e-3 * (double(roll(2001)) - 1000.0);
  }
  unsigned reference() { return roll(8) == 0 ? unsigned(random()) : roll(unsigned(variables) + 1); }
  std::vector<unsigned> references() {
    std::vector<unsigned> all(roll(5));
    for (unsigned& r : all) r = reference();
    return all;
  }
  std::vector<double> numbers(std::size_t count) {
    std::vector<double> all(count);
    for (double& x : all) x = number();
    return all;
  }
  std::size_t count(std::size_t right) { return roll(6) == 0 ? roll(300) : right; }
};

// What a call may take; made anew for each.
struct Arguments {
  Dice& d;
  std::vector<void*>& saved;
  std::vector<unsigned> refs = d.references();
  std::vector<double> values = d.numbers(std::max<std::size_t>(refs.size(), 1));
  std::vector<int> whole = std::vector<int>(std::max<std::size_t>(refs.size(), 1), int(d.roll(7)) - 3);
  std::vector<std::int64_t> choices = {whole.begin(), whole.end()};
  std::vector<double> room = d.numbers(512);
  bool with = d.roll(10) != 0;  // now and then a pointer is left out
  double* numbers = with ? room.data() : nullptr;
  std::array<bool, 6> flags = {};
  double t = 0.0;
  std::size_t size = 0;
  void* state = nullptr;
  void* any_saved = saved.empty() ? nullptr : saved[d.roll(unsigned(saved.size()))];

  std::size_t states() { return d.count(d.states); }
  std::size_t indicators() { return d.count(d.indicators); }
  bool seldom() { return d.roll(6) == 0; }
  void keep(bool done) {
    if (done && saved.size() < 20) saved.push_back(state);
  }
};

using Call2 = void (*)(fmi2Component c, Arguments& a);
constexpr std::array<Call2, 30> calls_2{
    [](fmi2Component c, Arguments& a) { fmi2SetupExperiment(c, 0, 0.0, a.d.number(), int(a.with), a.d.number()); },
    [](fmi2Component c, Arguments&) { fmi2EnterInitializationMode(c); },
    [](fmi2Component c, Arguments&) { fmi2ExitInitializationMode(c); },
    [](fmi2Component c, Arguments& a) { a.seldom() ? fmi2Terminate(c) : fmi2OK; },
    [](fmi2Component c, Arguments& a) { a.seldom() ? fmi2Reset(c) : fmi2OK; },
    [](fmi2Component c, Arguments& a) {
      fmi2GetReal(c, a.refs.data(), a.refs.size(), a.with ? a.values.data() : nullptr);
    },
    [](fmi2Component c, Arguments& a) {
      fmi2SetReal(c, a.with ? a.refs.data() : nullptr, a.refs.size(), a.values.data());
    },
    [](fmi2Component c, Arguments& a) { fmi2GetInteger(c, a.refs.data(), a.refs.size(), a.whole.data()); },
    [](fmi2Component c, Arguments& a) { fmi2SetInteger(c, a.refs.data(), a.refs.size(), a.whole.data()); },
    [](fmi2Component c, Arguments& a) { fmi2GetBoolean(c, a.refs.data(), a.refs.size(), a.whole.data()); },
    [](fmi2Component c, Arguments& a) { fmi2SetTime(c, a.d.number()); },
    [](fmi2Component c, Arguments& a) { fmi2SetContinuousStates(c, a.numbers, a.states()); },
    [](fmi2Component c, Arguments& a) { fmi2GetContinuousStates(c, a.numbers, a.states()); },
    [](fmi2Component c, Arguments& a) { fmi2GetDerivatives(c, a.numbers, a.states()); },
    [](fmi2Component c, Arguments& a) { fmi2GetEventIndicators(c, a.numbers, a.indicators()); },
    [](fmi2Component c, Arguments&) { fmi2EnterEventMode(c); },
    [](fmi2Component c, Arguments& a) {
      fmi2EventInfo info{};
      fmi2NewDiscreteStates(c, a.with ? &info : nullptr);
    },
    [](fmi2Component c, Arguments&) { fmi2EnterContinuousTimeMode(c); },
    [](fmi2Component c, Arguments& a) {
      int other = 0;
      fmi2CompletedIntegratorStep(c, 0, a.with ? a.whole.data() : nullptr, &other);
    },
    [](fmi2Component c, Arguments& a) { fmi2DoStep(c, a.d.number(), a.d.number(), 0); },
    [](fmi2Component c, Arguments& a) {
      fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &a.t);
      fmi2DoStep(c, a.t, 1e-3, 0);
    },
    [](fmi2Component c, Arguments& a) { a.keep(fmi2GetFMUstate(c, a.with ? &a.state : nullptr) == fmi2OK); },
    [](fmi2Component c, Arguments& a) { fmi2GetFMUstate(c, &a.any_saved); },
    [](fmi2Component c, Arguments& a) { fmi2SetFMUstate(c, a.with ? a.any_saved : &a.size); },
    [](fmi2Component c, Arguments& a) { a.seldom() ? fmi2FreeFMUstate(c, &a.any_saved) : fmi2OK; },
    [](fmi2Component c, Arguments& a) {
      if (fmi2SerializedFMUstateSize(c, a.any_saved, &a.size) != fmi2OK) return;
      std::vector<char> bytes(a.size);
      fmi2SerializeFMUstate(c, a.any_saved, bytes.data(), a.size);
      if (a.d.roll(2) == 0) bytes[a.d.roll(unsigned(a.size))] = char(a.d.roll(256));
      a.keep(fmi2DeSerializeFMUstate(c, bytes.data(), a.with ? a.size : a.size / 2, &a.state) == fmi2OK);
    },
    [](fmi2Component c, Arguments& a) {
      fmi2GetDirectionalDerivative(c, a.refs.data(), a.refs.size(), a.refs.data(), a.refs.size(), a.values.data(),
                                   a.numbers);
    },
    [](fmi2Component c, Arguments&) { fmi2CancelStep(c); },
    [](fmi2Component c, Arguments& a) {
      fmi2SetRealInputDerivatives(c, a.refs.data(), a.refs.size(), a.whole.data(), a.values.data());
    },
    [](fmi2Component c, Arguments& a) { fmi2GetNominalsOfContinuousStates(c, a.numbers, a.states()); }};

using Call3 = void (*)(fmi3Instance c, Arguments& a);
constexpr std::array<Call3, 30> calls_3{
    [](fmi3Instance c, Arguments& a) {
      fmi3EnterInitializationMode(c, false, 0.0, a.d.number(), a.with, a.d.number());
    },
    [](fmi3Instance c, Arguments&) { fmi3EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0); },
    [](fmi3Instance c, Arguments&) { fmi3ExitInitializationMode(c); },
    [](fmi3Instance c, Arguments& a) { a.seldom() ? fmi3Terminate(c) : fmi3OK; },
    [](fmi3Instance c, Arguments& a) { a.seldom() ? fmi3Reset(c) : fmi3OK; },
    [](fmi3Instance c, Arguments& a) {
      fmi3GetFloat64(c, a.refs.data(), a.refs.size(), a.with ? a.values.data() : nullptr, a.refs.size());
    },
    [](fmi3Instance c, Arguments& a) {
      fmi3SetFloat64(c, a.refs.data(), a.refs.size(), a.values.data(), a.with ? a.refs.size() : 0);
    },
    [](fmi3Instance c, Arguments& a) {
      fmi3GetInt64(c, a.refs.data(), a.refs.size(), a.choices.data(), a.refs.size());
    },
    [](fmi3Instance c, Arguments& a) {
      fmi3SetInt64(c, a.refs.data(), a.refs.size(), a.choices.data(), a.refs.size());
    },
    [](fmi3Instance c, Arguments& a) { fmi3GetClock(c, a.refs.data(), a.refs.size(), a.flags.data()); },
    [](fmi3Instance c, Arguments& a) { fmi3SetTime(c, a.d.number()); },
    [](fmi3Instance c, Arguments& a) { fmi3SetContinuousStates(c, a.numbers, a.states()); },
    [](fmi3Instance c, Arguments& a) { fmi3GetContinuousStates(c, a.numbers, a.states()); },
    [](fmi3Instance c, Arguments& a) { fmi3GetContinuousStateDerivatives(c, a.numbers, a.states()); },
    [](fmi3Instance c, Arguments& a) { fmi3GetEventIndicators(c, a.numbers, a.indicators()); },
    [](fmi3Instance c, Arguments&) { fmi3EnterEventMode(c); },
    [](fmi3Instance c, Arguments& a) {
      bool* const f = a.flags.data();
      fmi3UpdateDiscreteStates(c, a.with ? f : nullptr, f + 1, f + 2, f + 3, f + 4, &a.t);
    },
    [](fmi3Instance c, Arguments&) { fmi3EnterContinuousTimeMode(c); },
    [](fmi3Instance c, Arguments& a) {
      fmi3CompletedIntegratorStep(c, true, a.with ? a.flags.data() : nullptr, &a.flags[1]);
    },
    [](fmi3Instance c, Arguments& a) {
      fmi3DoStep(c, a.d.number(), a.d.number(), true, &a.flags[0], &a.flags[1], &a.flags[2], a.with ? &a.t : nullptr);
    },
    [](fmi3Instance c, Arguments& a) {
      const unsigned time = 0;
      fmi3GetFloat64(c, &time, 1, &a.t, 1);
      fmi3DoStep(c, a.t, 1e-3, true, &a.flags[0], &a.flags[1], &a.flags[2], &a.t);
    },
    [](fmi3Instance c, Arguments& a) { a.keep(fmi3GetFMUState(c, a.with ? &a.state : nullptr) == fmi3OK); },
    [](fmi3Instance c, Arguments& a) { fmi3SetFMUState(c, a.with ? a.any_saved : &a.size); },
    [](fmi3Instance c, Arguments& a) { a.seldom() ? fmi3FreeFMUState(c, &a.any_saved) : fmi3OK; },
    [](fmi3Instance c, Arguments& a) {
      std::vector<std::uint8_t> bytes(a.d.roll(300));
      for (auto& byte : bytes) byte = std::uint8_t(a.d.roll(256));
      fmi3DeserializeFMUState(c, bytes.data(), bytes.size(), &a.state);
    },
    [](fmi3Instance c, Arguments& a) {
      fmi3GetDirectionalDerivative(c, a.refs.data(), a.refs.size(), a.refs.data(), a.refs.size(), a.values.data(),
                                   a.refs.size(), a.numbers, a.refs.size());
    },
    [](fmi3Instance c, Arguments& a) {
      fmi3GetAdjointDerivative(c, a.refs.data(), a.refs.size(), a.refs.data(), a.refs.size(), a.values.data(),
                               a.refs.size(), a.numbers, a.refs.size());
    },
    [](fmi3Instance c, Arguments& a) { fmi3GetIntervalDecimal(c, a.refs.data(), a.refs.size(), a.numbers, nullptr); },
    [](fmi3Instance c, Arguments&) { fmi3EnterConfigurationMode(c); },
    [](fmi3Instance c, Arguments& a) { fmi3GetNominalsOfContinuousStates(c, a.numbers, a.states()); }};

// A text with a few bytes changed, doubled or taken out.
std::string damaged(std::string text, std::mt19937& random) {
  const auto roll = [&random](std::size_t sides) { return std::size_t(random() % sides); };
  for (std::size_t left = 1 + roll(4); left > 0 && !text.empty(); --left) {
    const std::size_t at = roll(text.size());
    const std::size_t count = std::min(1 + roll(12), text.size() - at);
    switch (roll(4)) {
      case 0:
        text[at] = char(roll(256));
        break;
      case 1:
        text.insert(at, text.substr(roll(text.size()), count));
        break;
      case 2:
        text.erase(at, count);
        break;
      default:
        text.insert(at, std::array<std::string, 5>{"-", "1e308", "nan", "[", "\n"}[roll(5)]);
    }
  }
  return text;
}

TEST_F(Nonsense, damaged_models_and_experiments_are_refused_or_described) {
  std::mt19937 random(3);
  const std::string servo = to_text(unit(experiment_toml("hydraulic-servo"), 2).folder + "/resources/experiment.toml");
  const std::vector<std::string> texts{"[law]\nname = \"gms\"\nelements = 3\nstiffness = [1e5, 2e4, 1e4]\n" +
                                           std::string("share = [0.5, 0.25, 0.25]\nviscous.back = \"2 N.s/m\"\n"),
                                       servo};
  int described = 0;
  for (int k = 0; k < 3000; ++k) {
    const bool is_law = k % 2 == 0;
    const std::string text = damaged(texts[is_law ? 0 : 1], random);
    try {
      const auto subject =
          is_law ? fmu::element_subject(text, "a.toml") : fmu::experiment_subject(text, "a.toml", folder.string());
      described += fmu::description_2(subject->sheet(), fmu::make_token(*subject, text), "0").empty() ? 0 : 1;
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  EXPECT_GT(described, 100);
}

TEST_F(Nonsense, calls_at_random_leave_the_instances_alive) {
  constexpr int calls = 4000;
  unsigned seed = 1;
  for (const std::string& toml :
       {law_toml("coulomb"), law_toml("gms"), law_toml("new-modified-lugre"), law_toml("preisach"),
        experiment_toml("stick-slip", "[law]\nname = \"karnopp\"\n"), experiment_toml("hydraulic-servo")})
    for (const bool exchange : {false, true}) {
      const UnpackedFmu two = unit(toml, 2);
      Dice dice{std::mt19937(seed++), two.variables.size(), two.states.size(), two.indicators};
      std::vector<void*> saved_2, saved_3;
      fmi2Component c2 = made_2(two, exchange ? fmi2ModelExchange : fmi2CoSimulation);
      const UnpackedFmu three = unit(toml, 3);
      fmi3Instance c3 = made_3(three, exchange);
      ASSERT_TRUE(c2 != nullptr && c3 != nullptr) << last_message();
      for (int k = 0; k < calls; ++k) {
        Arguments for_2{dice, saved_2};
        calls_2[dice.roll(calls_2.size())](c2, for_2);
        Arguments for_3{dice, saved_3};
        calls_3[dice.roll(calls_3.size())](c3, for_3);
      }
      EXPECT_EQ(fmi2Reset(c2), fmi2OK);
      EXPECT_EQ(fmi3Reset(c3), fmi3OK);
      EXPECT_EQ(fmi2EnterInitializationMode(c2), fmi2OK);
      EXPECT_EQ(fmi2ExitInitializationMode(c2), fmi2OK) << last_message();
      fmi2FreeInstance(c2);
      fmi3FreeInstance(c3);
    }
}

}  // namespace
}  // namespace stickslip::tests
