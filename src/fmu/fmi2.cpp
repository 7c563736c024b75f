// FMI 2.0 for model exchange and co-simulation.
#include "fmi2.hpp"

#include <cmath>

#include "calls.hpp"

namespace {

using namespace stickslip::fmu;

using Fmi2 = Handle<0x46'4D'49'32'73'6C'69'70>;  // "FMI2slip"

template <class Body>
fmi2Status answer(fmi2Component c, const char* function, Body body) noexcept {
  Instance* instance = Fmi2::of(c);
  if (instance == nullptr) return fmi2Error;
  return fmi2Status(int(instance->answer(function, [&] { body(*instance); })));
}

// What is not offered; the description says so too.
fmi2Status refuse_call(fmi2Component c, const char* function, const char* why) noexcept {
  return answer(c, function, [why](Instance&) { refuse(why); });
}

constexpr const char* nothing_pending = "steps are not computed asynchronously: nothing is pending";
constexpr const char* no_other_status = "there is no such status: steps are not computed asynchronously";

}  // namespace

STICKSLIP_FMI const char* fmi2GetTypesPlatform() { return "default"; }
STICKSLIP_FMI const char* fmi2GetVersion() { return "2.0"; }

STICKSLIP_FMI fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, std::size_t count,
                                             const char* const asked[]) {
  return answer(c, "fmi2SetDebugLogging", [&](Instance& i) { i.set_logging(on != 0, check_categories(count, asked)); });
}

STICKSLIP_FMI fmi2Component fmi2Instantiate(const char* name, fmi2Type type, const char* guid, const char* resources,
                                            const fmi2CallbackFunctions* callbacks, fmi2Boolean, fmi2Boolean logging) {
  if (callbacks == nullptr || callbacks->logger == nullptr) return nullptr;  // nobody to tell
  const auto logger = callbacks->logger;
  void* const environment = callbacks->componentEnvironment;
  const auto tell = [logger, environment](const std::string& instance, Status status, const char* category,
                                          const std::string& text) {
    logger(environment, instance.c_str(), fmi2Status(int(status)), category, "%s", text.c_str());
  };
  const std::string own_name = name == nullptr ? "" : name;
  try {
    try {
      if (own_name.empty()) refuse("the instance has no name");
      if (type != fmi2ModelExchange && type != fmi2CoSimulation) refuse("the type is neither of the two there are");
      (void)require(guid, "the GUID");
      auto handle = std::make_unique<Fmi2>();
      handle->instance = make_instance(local_folder(resources), guid,
                                       type == fmi2ModelExchange ? Use::model_exchange : Use::co_simulation,
                                       [tell, own_name](Status s, const char* category, const std::string& text) {
                                         tell(own_name, s, category, text);
                                       });
      handle->instance->set_logging(logging != 0, {});
      return handle.release();
    } catch (const Refusal& refusal) {
      tell(own_name, Status::error, "logStatusError", "fmi2Instantiate: " + refusal.text);
    } catch (const std::exception& error) {
      tell(own_name, Status::error, "logStatusError", std::string("fmi2Instantiate: ") + error.what());
    }
  } catch (...) {
    return nullptr;
  }
  return nullptr;
}

STICKSLIP_FMI void fmi2FreeInstance(fmi2Component c) { Fmi2::destroy(c); }

STICKSLIP_FMI fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean, double, double start, fmi2Boolean has_stop,
                                             double stop) {
  return answer(c, "fmi2SetupExperiment",
                [&](Instance& i) { i.set_up(start, has_stop != 0 ? std::optional(stop) : std::nullopt); });
}

STICKSLIP_FMI fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return answer(c, "fmi2EnterInitializationMode", [](Instance& i) { i.enter_initialization(); });
}
STICKSLIP_FMI fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return answer(c, "fmi2ExitInitializationMode", [](Instance& i) { i.exit_initialization(); });
}
STICKSLIP_FMI fmi2Status fmi2Terminate(fmi2Component c) {
  return answer(c, "fmi2Terminate", [](Instance& i) { i.terminate(); });
}
STICKSLIP_FMI fmi2Status fmi2Reset(fmi2Component c) {
  return answer(c, "fmi2Reset", [](Instance& i) { i.reset(); });
}

// ---- variables

STICKSLIP_FMI fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                                     double values[]) {
  return answer(c, "fmi2GetReal", [&](Instance& i) {
    const auto to = numbers(values, count, "value");
    i.get(numbers(refs, count, "vr"), false, [to](std::size_t k, double x) { to[k] = x; });
  });
}
STICKSLIP_FMI fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                                        int values[]) {
  return answer(c, "fmi2GetInteger", [&](Instance& i) {
    const auto to = numbers(values, count, "value");
    i.get(numbers(refs, count, "vr"), true, [to](std::size_t k, double x) { to[k] = int(std::lround(x)); });
  });
}
STICKSLIP_FMI fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference[], std::size_t count, fmi2Boolean[]) {
  return answer(c, "fmi2GetBoolean", [&](Instance&) { refuse_type(count, "Boolean"); });
}
STICKSLIP_FMI fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference[], std::size_t count, const char*[]) {
  return answer(c, "fmi2GetString", [&](Instance&) { refuse_type(count, "String"); });
}

STICKSLIP_FMI fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                                     const double values[]) {
  return answer(c, "fmi2SetReal", [&](Instance& i) {
    const auto from = numbers(values, count, "value");
    const auto places = numbers(refs, count, "vr");
    for (std::size_t k = 0; k < count; ++k) i.set(places[k], from[k], false);
  });
}
STICKSLIP_FMI fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                                        const int values[]) {
  return answer(c, "fmi2SetInteger", [&](Instance& i) {
    const auto from = numbers(values, count, "value");
    const auto places = numbers(refs, count, "vr");
    for (std::size_t k = 0; k < count; ++k) i.set(places[k], from[k], true);
  });
}
STICKSLIP_FMI fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference[], std::size_t count,
                                        const fmi2Boolean[]) {
  return answer(c, "fmi2SetBoolean", [&](Instance&) { refuse_type(count, "Boolean"); });
}
STICKSLIP_FMI fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference[], std::size_t count,
                                       const char* const[]) {
  return answer(c, "fmi2SetString", [&](Instance&) { refuse_type(count, "String"); });
}

// ---- states of the FMU, derivatives

STICKSLIP_FMI fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return answer(c, "fmi2GetFMUstate", [&](Instance& i) {
    fmi2FMUstate& kept = require(state, "FMUstate");
    kept = const_cast<Moment*>(i.save(kept));
  });
}
STICKSLIP_FMI fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return answer(c, "fmi2SetFMUstate", [&](Instance& i) { i.restore(state); });
}
STICKSLIP_FMI fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return answer(c, "fmi2FreeFMUstate", [&](Instance& i) {
    if (state == nullptr || *state == nullptr) return;
    i.forget(*state);
    *state = nullptr;
  });
}
STICKSLIP_FMI fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, std::size_t* size) {
  return answer(c, "fmi2SerializedFMUstateSize",
                [&](Instance& i) { require(size, "size") = i.serialize(state).size(); });
}
STICKSLIP_FMI fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, char bytes[], std::size_t size) {
  return answer(c, "fmi2SerializeFMUstate", [&](Instance& i) { i.serialize(state, numbers(bytes, size, "bytes")); });
}
STICKSLIP_FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const char bytes[], std::size_t size,
                                                 fmi2FMUstate* state) {
  return answer(c, "fmi2DeSerializeFMUstate", [&](Instance& i) {
    fmi2FMUstate& kept = require(state, "FMUstate");
    kept = const_cast<Moment*>(i.deserialize(numbers(bytes, size, "bytes")));
  });
}
STICKSLIP_FMI fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[],
                                                      std::size_t unknown_count, const fmi2ValueReference knowns[],
                                                      std::size_t known_count, const double seed[],
                                                      double sensitivity[]) {
  return answer(c, "fmi2GetDirectionalDerivative", [&](Instance& i) {
    i.directional(numbers(unknowns, unknown_count, "vUnknown_ref"), numbers(knowns, known_count, "vKnown_ref"),
                  numbers(seed, known_count, "dvKnown"), numbers(sensitivity, unknown_count, "dvUnknown"));
  });
}

// ---- model exchange

STICKSLIP_FMI fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return answer(c, "fmi2EnterEventMode", [](Instance& i) { i.enter_event_mode(); });
}
STICKSLIP_FMI fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
  return answer(c, "fmi2NewDiscreteStates", [&](Instance& i) {
    fmi2EventInfo& to = require(info, "eventInfo");
    const EventUpdate update = i.update_discrete_states();
    to = {};
    to.valuesOfContinuousStatesChanged = update.states_changed ? 1 : 0;
    to.nextEventTimeDefined = std::isfinite(update.next_time) ? 1 : 0;
    if (to.nextEventTimeDefined != 0) to.nextEventTime = update.next_time;
  });
}
STICKSLIP_FMI fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return answer(c, "fmi2EnterContinuousTimeMode", [](Instance& i) { i.enter_continuous_time(); });
}
STICKSLIP_FMI fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean* enter_event_mode,
                                                     fmi2Boolean* terminate) {
  return answer(c, "fmi2CompletedIntegratorStep", [&](Instance& i) {
    require(enter_event_mode, "enterEventMode") = 0;
    require(terminate, "terminateSimulation") = 0;
    i.complete_step();
  });
}
STICKSLIP_FMI fmi2Status fmi2SetTime(fmi2Component c, double time) {
  return answer(c, "fmi2SetTime", [&](Instance& i) { i.set_time(time); });
}
STICKSLIP_FMI fmi2Status fmi2SetContinuousStates(fmi2Component c, const double states[], std::size_t count) {
  return answer(c, "fmi2SetContinuousStates", [&](Instance& i) { i.set_states(numbers(states, count, "x")); });
}
STICKSLIP_FMI fmi2Status fmi2GetDerivatives(fmi2Component c, double slopes[], std::size_t count) {
  return answer(c, "fmi2GetDerivatives", [&](Instance& i) { i.get_slopes(numbers(slopes, count, "derivatives")); });
}
STICKSLIP_FMI fmi2Status fmi2GetEventIndicators(fmi2Component c, double indicators[], std::size_t count) {
  return answer(c, "fmi2GetEventIndicators",
                [&](Instance& i) { i.get_indicators(numbers(indicators, count, "eventIndicators")); });
}
STICKSLIP_FMI fmi2Status fmi2GetContinuousStates(fmi2Component c, double states[], std::size_t count) {
  return answer(c, "fmi2GetContinuousStates", [&](Instance& i) { i.get_states(numbers(states, count, "x")); });
}
STICKSLIP_FMI fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, double nominals[], std::size_t count) {
  return answer(c, "fmi2GetNominalsOfContinuousStates",
                [&](Instance& i) { i.get_nominals(numbers(nominals, count, "x_nominal")); });
}

// ---- co-simulation

STICKSLIP_FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference refs[],
                                                     std::size_t count, const int orders[], const double values[]) {
  return answer(c, "fmi2SetRealInputDerivatives", [&](Instance& i) {
    const auto of = numbers(orders, count, "order");
    const auto from = numbers(values, count, "value");
    const auto places = numbers(refs, count, "vr");
    for (std::size_t k = 0; k < count; ++k) i.set_rate(places[k], of[k], from[k]);
  });
}
STICKSLIP_FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference[], std::size_t,
                                                      const int[], double[]) {
  return refuse_call(c, "fmi2GetRealOutputDerivatives",
                     "there are no output derivatives (maxOutputDerivativeOrder is 0)");
}
STICKSLIP_FMI fmi2Status fmi2DoStep(fmi2Component c, double from, double length, fmi2Boolean) {
  return answer(c, "fmi2DoStep", [&](Instance& i) { i.do_step(from, length); });
}
STICKSLIP_FMI fmi2Status fmi2CancelStep(fmi2Component c) { return refuse_call(c, "fmi2CancelStep", nothing_pending); }

STICKSLIP_FMI fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind, fmi2Status*) {
  return refuse_call(c, "fmi2GetStatus", nothing_pending);
}
STICKSLIP_FMI fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, double* value) {
  return answer(c, "fmi2GetRealStatus", [&](Instance& i) {
    i.require(Use::co_simulation);
    if (kind != fmi2LastSuccessfulTime) refuse("the only real status is the last successful time");
    require(value, "value") = i.time();
  });
}
STICKSLIP_FMI fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind, int*) {
  return refuse_call(c, "fmi2GetIntegerStatus", no_other_status);
}
STICKSLIP_FMI fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean* value) {
  return answer(c, "fmi2GetBooleanStatus", [&](Instance& i) {
    i.require(Use::co_simulation);
    if (kind != fmi2Terminated) refuse("the only boolean status is whether the FMU has ended the simulation");
    require(value, "value") = 0;
  });
}
STICKSLIP_FMI fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind, const char**) {
  return refuse_call(c, "fmi2GetStringStatus", no_other_status);
}
