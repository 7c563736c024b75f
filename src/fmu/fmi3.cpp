// FMI 3.0 for model exchange and co-simulation.
#include "fmi3.hpp"

#include <cmath>

#include "calls.hpp"

namespace {

using namespace stickslip::fmu;

using Fmi3 = Handle<0x46'4D'49'33'73'6C'69'70>;  // "FMI3slip"

template <class Body>
fmi3Status answer(fmi3Instance c, const char* function, Body body) noexcept {
  Instance* instance = Fmi3::of(c);
  if (instance == nullptr) return fmi3Error;
  return fmi3Status(int(instance->answer(function, [&] { body(*instance); })));
}

// What is not offered; the description says so too.
fmi3Status refuse_call(fmi3Instance c, const char* function, const char* why) noexcept {
  return answer(c, function, [why](Instance&) { refuse(why); });
}

constexpr const char* no_clocks = "the FMU has no clocks";
constexpr const char* no_structure = "the FMU has no structural parameters";
constexpr const char* no_elements = "the FMU has no arrays (providesPerElementDependencies is false)";

fmi3Instance instantiate(const char* function, const char* name, const char* token, const char* resources, bool logging,
                         Use use, void* environment, fmi3LogMessageCallback log) noexcept {
  const auto tell = [log, environment](Status status, const char* category, const std::string& text) {
    if (log != nullptr) log(environment, fmi3Status(int(status)), category, text.c_str());
  };
  try {
    try {
      if (name == nullptr || *name == '\0') refuse("the instance has no name");
      (void)require(token, "the instantiation token");
      auto handle = std::make_unique<Fmi3>();
      handle->instance = make_instance(local_folder(resources), token, use, tell);
      handle->instance->set_logging(logging, {});
      return handle.release();
    } catch (const Refusal& refusal) {
      tell(Status::error, "logStatusError", std::string(function) + ": " + refusal.text);
    } catch (const std::exception& error) {
      tell(Status::error, "logStatusError", std::string(function) + ": " + error.what());
    }
  } catch (...) {
    return nullptr;
  }
  return nullptr;
}

void check_count(std::size_t references, std::size_t values) {
  if (references != values)
    refuse("all variables are scalars: " + std::to_string(references) + " references need as many values, not " +
           std::to_string(values));
}

}  // namespace

STICKSLIP_FMI const char* fmi3GetVersion() { return "3.0"; }

STICKSLIP_FMI fmi3Status fmi3SetDebugLogging(fmi3Instance c, bool on, std::size_t count, const char* const asked[]) {
  return answer(c, "fmi3SetDebugLogging", [&](Instance& i) { i.set_logging(on, check_categories(count, asked)); });
}

STICKSLIP_FMI fmi3Instance fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources,
                                                        bool, bool logging, void* environment,
                                                        fmi3LogMessageCallback log) {
  return instantiate("fmi3InstantiateModelExchange", name, token, resources, logging, Use::model_exchange, environment,
                     log);
}
STICKSLIP_FMI fmi3Instance fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool,
                                                       bool logging, bool event_mode, bool, const fmi3ValueReference[],
                                                       std::size_t intermediate_count, void* environment,
                                                       fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback) {
  const char* const why = event_mode               ? "co-simulation has no event mode (hasEventMode is false)"
                          : intermediate_count > 0 ? "there are no intermediate updates (providesIntermediateUpdate is "
                                                     "false)"
                                                   : nullptr;
  if (why != nullptr) {
    if (log != nullptr) log(environment, fmi3Error, "logStatusError", why);
    return nullptr;
  }
  return instantiate("fmi3InstantiateCoSimulation", name, token, resources, logging, Use::co_simulation, environment,
                     log);
}
STICKSLIP_FMI fmi3Instance fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool, bool,
                                                             void* environment, fmi3LogMessageCallback log,
                                                             fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,
                                                             fmi3UnlockPreemptionCallback) {
  if (log != nullptr)
    log(environment, fmi3Error, "logStatusError",
        "fmi3InstantiateScheduledExecution: the FMU is for model exchange and co-simulation");
  return nullptr;
}
STICKSLIP_FMI void fmi3FreeInstance(fmi3Instance c) { Fmi3::destroy(c); }

STICKSLIP_FMI fmi3Status fmi3EnterInitializationMode(fmi3Instance c, bool, double, double start, bool has_stop,
                                                     double stop) {
  return answer(c, "fmi3EnterInitializationMode", [&](Instance& i) {
    i.set_up(start, has_stop ? std::optional(stop) : std::nullopt);
    i.enter_initialization();
  });
}
STICKSLIP_FMI fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  return answer(c, "fmi3ExitInitializationMode", [](Instance& i) { i.exit_initialization(); });
}
STICKSLIP_FMI fmi3Status fmi3EnterEventMode(fmi3Instance c) {
  return answer(c, "fmi3EnterEventMode", [](Instance& i) { i.enter_event_mode(); });
}
STICKSLIP_FMI fmi3Status fmi3Terminate(fmi3Instance c) {
  return answer(c, "fmi3Terminate", [](Instance& i) { i.terminate(); });
}
STICKSLIP_FMI fmi3Status fmi3Reset(fmi3Instance c) {
  return answer(c, "fmi3Reset", [](Instance& i) { i.reset(); });
}

// ---- variables

STICKSLIP_FMI fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                        double values[], std::size_t value_count) {
  return answer(c, "fmi3GetFloat64", [&](Instance& i) {
    check_count(count, value_count);
    const auto to = numbers(values, count, "values");
    i.get(numbers(refs, count, "valueReferences"), false, [to](std::size_t k, double x) { to[k] = x; });
  });
}
STICKSLIP_FMI fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                        const double values[], std::size_t value_count) {
  return answer(c, "fmi3SetFloat64", [&](Instance& i) {
    check_count(count, value_count);
    const auto from = numbers(values, count, "values");
    const auto places = numbers(refs, count, "valueReferences");
    for (std::size_t k = 0; k < count; ++k) i.set(places[k], from[k], false);
  });
}
// Enumerations.
STICKSLIP_FMI fmi3Status fmi3GetInt64(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                      std::int64_t values[], std::size_t value_count) {
  return answer(c, "fmi3GetInt64", [&](Instance& i) {
    check_count(count, value_count);
    const auto to = numbers(values, count, "values");
    i.get(numbers(refs, count, "valueReferences"), true, [to](std::size_t k, double x) { to[k] = std::lround(x); });
  });
}
STICKSLIP_FMI fmi3Status fmi3SetInt64(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                      const std::int64_t values[], std::size_t value_count) {
  return answer(c, "fmi3SetInt64", [&](Instance& i) {
    check_count(count, value_count);
    const auto from = numbers(values, count, "values");
    const auto places = numbers(refs, count, "valueReferences");
    for (std::size_t k = 0; k < count; ++k) i.set(places[k], double(from[k]), true);
  });
}

#define STICKSLIP_FMI3_REFUSED(NAME, T)                                                                            \
  STICKSLIP_FMI fmi3Status fmi3Get##NAME(fmi3Instance c, const fmi3ValueReference[], std::size_t count, T[],       \
                                         std::size_t) {                                                            \
    return answer(c, "fmi3Get" #NAME, [&](Instance&) { refuse_type(count, #NAME); });                              \
  }                                                                                                                \
  STICKSLIP_FMI fmi3Status fmi3Set##NAME(fmi3Instance c, const fmi3ValueReference[], std::size_t count, const T[], \
                                         std::size_t) {                                                            \
    return answer(c, "fmi3Set" #NAME, [&](Instance&) { refuse_type(count, #NAME); });                              \
  }
STICKSLIP_FMI3_ABSENT_TYPES(STICKSLIP_FMI3_REFUSED)

STICKSLIP_FMI fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference[], std::size_t count, const char*[],
                                       std::size_t) {
  return answer(c, "fmi3GetString", [&](Instance&) { refuse_type(count, "String"); });
}
STICKSLIP_FMI fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference[], std::size_t count,
                                       const char* const[], std::size_t) {
  return answer(c, "fmi3SetString", [&](Instance&) { refuse_type(count, "String"); });
}
STICKSLIP_FMI fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference[], std::size_t count, std::size_t[],
                                       fmi3Binary[], std::size_t) {
  return answer(c, "fmi3GetBinary", [&](Instance&) { refuse_type(count, "Binary"); });
}
STICKSLIP_FMI fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference[], std::size_t count,
                                       const std::size_t[], const fmi3Binary[], std::size_t) {
  return answer(c, "fmi3SetBinary", [&](Instance&) { refuse_type(count, "Binary"); });
}
STICKSLIP_FMI fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference[], std::size_t count, fmi3Clock[]) {
  return answer(c, "fmi3GetClock", [&](Instance&) { refuse_type(count, "Clock"); });
}
STICKSLIP_FMI fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference[], std::size_t count,
                                      const fmi3Clock[]) {
  return answer(c, "fmi3SetClock", [&](Instance&) { refuse_type(count, "Clock"); });
}

STICKSLIP_FMI fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference, std::size_t*) {
  return refuse_call(c, "fmi3GetNumberOfVariableDependencies", no_elements);
}
STICKSLIP_FMI fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference, std::size_t[],
                                                     fmi3ValueReference[], std::size_t[], fmi3DependencyKind[],
                                                     std::size_t) {
  return refuse_call(c, "fmi3GetVariableDependencies", no_elements);
}

// ---- states of the FMU, derivatives

STICKSLIP_FMI fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state) {
  return answer(c, "fmi3GetFMUState", [&](Instance& i) {
    fmi3FMUState& kept = require(state, "FMUState");
    kept = const_cast<Moment*>(i.save(kept));
  });
}
STICKSLIP_FMI fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  return answer(c, "fmi3SetFMUState", [&](Instance& i) { i.restore(state); });
}
STICKSLIP_FMI fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState* state) {
  return answer(c, "fmi3FreeFMUState", [&](Instance& i) {
    if (state == nullptr || *state == nullptr) return;
    i.forget(*state);
    *state = nullptr;
  });
}
STICKSLIP_FMI fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, std::size_t* size) {
  return answer(c, "fmi3SerializedFMUStateSize",
                [&](Instance& i) { require(size, "size") = i.serialize(state).size(); });
}
STICKSLIP_FMI fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, std::uint8_t bytes[],
                                               std::size_t size) {
  return answer(c, "fmi3SerializeFMUState", [&](Instance& i) {
    const auto to = numbers(bytes, size, "serializedState");
    i.serialize(state, {reinterpret_cast<char*>(to.data()), to.size()});
  });
}
STICKSLIP_FMI fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const std::uint8_t bytes[], std::size_t size,
                                                 fmi3FMUState* state) {
  return answer(c, "fmi3DeserializeFMUState", [&](Instance& i) {
    fmi3FMUState& kept = require(state, "FMUState");
    const auto from = numbers(bytes, size, "serializedState");
    kept = const_cast<Moment*>(i.deserialize({reinterpret_cast<const char*>(from.data()), from.size()}));
  });
}

STICKSLIP_FMI fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                                      std::size_t unknown_count, const fmi3ValueReference knowns[],
                                                      std::size_t known_count, const double seed[],
                                                      std::size_t seed_count, double sensitivity[],
                                                      std::size_t sensitivity_count) {
  return answer(c, "fmi3GetDirectionalDerivative", [&](Instance& i) {
    i.directional(numbers(unknowns, unknown_count, "unknowns"), numbers(knowns, known_count, "knowns"),
                  numbers(seed, seed_count, "seed"), numbers(sensitivity, sensitivity_count, "sensitivity"));
  });
}
STICKSLIP_FMI fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                                  std::size_t unknown_count, const fmi3ValueReference knowns[],
                                                  std::size_t known_count, const double seed[], std::size_t seed_count,
                                                  double sensitivity[], std::size_t sensitivity_count) {
  return answer(c, "fmi3GetAdjointDerivative", [&](Instance& i) {
    i.adjoint(numbers(unknowns, unknown_count, "unknowns"), numbers(knowns, known_count, "knowns"),
              numbers(seed, seed_count, "seed"), numbers(sensitivity, sensitivity_count, "sensitivity"));
  });
}

// ---- configuration, clocks

STICKSLIP_FMI fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
  return refuse_call(c, "fmi3EnterConfigurationMode", no_structure);
}
STICKSLIP_FMI fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) {
  return refuse_call(c, "fmi3ExitConfigurationMode", no_structure);
}
STICKSLIP_FMI fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], std::size_t, double[],
                                                fmi3IntervalQualifier[]) {
  return refuse_call(c, "fmi3GetIntervalDecimal", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], std::size_t,
                                                 std::uint64_t[], std::uint64_t[], fmi3IntervalQualifier[]) {
  return refuse_call(c, "fmi3GetIntervalFraction", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], std::size_t, double[]) {
  return refuse_call(c, "fmi3GetShiftDecimal", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference[], std::size_t, std::uint64_t[],
                                              std::uint64_t[]) {
  return refuse_call(c, "fmi3GetShiftFraction", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], std::size_t,
                                                const double[]) {
  return refuse_call(c, "fmi3SetIntervalDecimal", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], std::size_t,
                                                 const std::uint64_t[], const std::uint64_t[]) {
  return refuse_call(c, "fmi3SetIntervalFraction", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], std::size_t, const double[]) {
  return refuse_call(c, "fmi3SetShiftDecimal", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference[], std::size_t,
                                              const std::uint64_t[], const std::uint64_t[]) {
  return refuse_call(c, "fmi3SetShiftFraction", no_clocks);
}
STICKSLIP_FMI fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference, double) {
  return refuse_call(c, "fmi3ActivateModelPartition", no_clocks);
}

// ---- events, model exchange

STICKSLIP_FMI fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
  return refuse_call(c, "fmi3EvaluateDiscreteStates",
                     "discrete states are evaluated when they are updated (providesEvaluateDiscreteStates is false)");
}
STICKSLIP_FMI fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, bool* need_update, bool* terminate,
                                                  bool* nominals_changed, bool* values_changed, bool* has_next_time,
                                                  double* next_time) {
  return answer(c, "fmi3UpdateDiscreteStates", [&](Instance& i) {
    require(need_update, "discreteStatesNeedUpdate") = false;
    require(terminate, "terminateSimulation") = false;
    require(nominals_changed, "nominalsOfContinuousStatesChanged") = false;
    bool& changed = require(values_changed, "valuesOfContinuousStatesChanged");
    bool& has_next = require(has_next_time, "nextEventTimeDefined");
    double& next = require(next_time, "nextEventTime");
    const EventUpdate update = i.update_discrete_states();
    changed = update.states_changed;
    has_next = std::isfinite(update.next_time);
    if (has_next) next = update.next_time;
  });
}
STICKSLIP_FMI fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) {
  return answer(c, "fmi3EnterContinuousTimeMode", [](Instance& i) { i.enter_continuous_time(); });
}
STICKSLIP_FMI fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, bool, bool* enter_event_mode, bool* terminate) {
  return answer(c, "fmi3CompletedIntegratorStep", [&](Instance& i) {
    require(enter_event_mode, "enterEventMode") = false;
    require(terminate, "terminateSimulation") = false;
    i.complete_step();
  });
}
STICKSLIP_FMI fmi3Status fmi3SetTime(fmi3Instance c, double time) {
  return answer(c, "fmi3SetTime", [&](Instance& i) { i.set_time(time); });
}
STICKSLIP_FMI fmi3Status fmi3SetContinuousStates(fmi3Instance c, const double states[], std::size_t count) {
  return answer(c, "fmi3SetContinuousStates",
                [&](Instance& i) { i.set_states(numbers(states, count, "continuousStates")); });
}
STICKSLIP_FMI fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, double slopes[], std::size_t count) {
  return answer(c, "fmi3GetContinuousStateDerivatives",
                [&](Instance& i) { i.get_slopes(numbers(slopes, count, "derivatives")); });
}
STICKSLIP_FMI fmi3Status fmi3GetEventIndicators(fmi3Instance c, double indicators[], std::size_t count) {
  return answer(c, "fmi3GetEventIndicators",
                [&](Instance& i) { i.get_indicators(numbers(indicators, count, "eventIndicators")); });
}
STICKSLIP_FMI fmi3Status fmi3GetContinuousStates(fmi3Instance c, double states[], std::size_t count) {
  return answer(c, "fmi3GetContinuousStates",
                [&](Instance& i) { i.get_states(numbers(states, count, "continuousStates")); });
}
STICKSLIP_FMI fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, double nominals[], std::size_t count) {
  return answer(c, "fmi3GetNominalsOfContinuousStates",
                [&](Instance& i) { i.get_nominals(numbers(nominals, count, "nominals")); });
}
STICKSLIP_FMI fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, std::size_t* count) {
  return answer(c, "fmi3GetNumberOfEventIndicators",
                [&](Instance& i) { require(count, "nEventIndicators") = i.sheet().guards; });
}
STICKSLIP_FMI fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, std::size_t* count) {
  return answer(c, "fmi3GetNumberOfContinuousStates",
                [&](Instance& i) { require(count, "nContinuousStates") = i.sheet().states.size(); });
}

// ---- co-simulation

STICKSLIP_FMI fmi3Status fmi3EnterStepMode(fmi3Instance c) {
  return refuse_call(c, "fmi3EnterStepMode", "co-simulation has no event mode to leave (hasEventMode is false)");
}
STICKSLIP_FMI fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference[], std::size_t,
                                                  const std::int32_t[], double[], std::size_t) {
  return refuse_call(c, "fmi3GetOutputDerivatives", "there are no output derivatives (maxOutputDerivativeOrder is 0)");
}
STICKSLIP_FMI fmi3Status fmi3DoStep(fmi3Instance c, double from, double length, bool, bool* event_handling_needed,
                                    bool* terminate, bool* early_return, double* last_time) {
  return answer(c, "fmi3DoStep", [&](Instance& i) {
    require(event_handling_needed, "eventHandlingNeeded") = false;
    require(terminate, "terminateSimulation") = false;
    require(early_return, "earlyReturn") = false;
    double& last = require(last_time, "lastSuccessfulTime");
    last = i.time();
    i.do_step(from, length);
    last = i.time();
  });
}
