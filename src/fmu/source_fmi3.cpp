#include <array>

#include "source_text.hpp"

namespace stickslip::fmu {

const std::string_view source_host_3 = R"c(
/* ---- the types of the Functional Mock-up Interface 3.0 */

#include <stdbool.h>
#include <stdlib.h>

typedef void *fmi3Instance;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef const uint8_t *fmi3Binary;
typedef bool fmi3Clock;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(void *environment, fmi3Status status, const char *category,
                                       const char *message);
typedef void (*fmi3ClockUpdateCallback)(void *environment);
typedef void (*fmi3IntermediateUpdateCallback)(void *environment, double time, bool set_requested, bool get_allowed,
                                               bool step_finished, bool can_return, bool *return_requested,
                                               double *return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

/* ---- the importer */

#define MARK "FMI3src"

typedef struct {
  fmi3LogMessageCallback log;
  void *environment;
} Host;

static void host_log(const Host *host, const char *name, int status, const char *category, const char *text)
{
  (void)name;
  if (host->log != NULL) host->log(host->environment, (fmi3Status)status, category, text);
}

static void *host_allocate(const Host *host, size_t size)
{
  (void)host;
  return calloc(1, size);
}

static void host_free(const Host *host, void *memory)
{
  (void)host;
  free(memory);
}
)c";

namespace {

constexpr std::string_view served = R"c(
/* ---- FMI 3.0 for model exchange and co-simulation */

API const char *FMI(GetVersion)(void)
{
  return "3.0";
}

API fmi3Status FMI(SetDebugLogging)(fmi3Instance instance, bool on, size_t count, const char *const names[])
{
  return (fmi3Status)set_categories(instance_of(instance), "fmi3SetDebugLogging", on, count, names);
}

static fmi3Instance no_instance(fmi3LogMessageCallback log, void *environment, const char *why)
{
  if (log != NULL) log(environment, fmi3Error, "logStatusError", why);
  return NULL;
}

API fmi3Instance FMI(InstantiateModelExchange)(const char *name, const char *token, const char *resources,
                                               bool visible, bool logging, void *environment,
                                               fmi3LogMessageCallback log)
{
  Host host;
  host.log = log;
  host.environment = environment;
  (void)resources, (void)visible;
  return instantiate(&host, "fmi3InstantiateModelExchange", name, token, 1, logging);
}

API fmi3Instance FMI(InstantiateCoSimulation)(const char *name, const char *token, const char *resources,
                                              bool visible, bool logging, bool event_mode, bool early_return,
                                              const fmi3ValueReference intermediate[], size_t intermediate_count,
                                              void *environment, fmi3LogMessageCallback log,
                                              fmi3IntermediateUpdateCallback update)
{
  static const char function[] = "fmi3InstantiateCoSimulation";
  Host host;
  host.log = log;
  host.environment = environment;
  (void)resources, (void)visible, (void)early_return, (void)intermediate, (void)update;
  if (event_mode)
    return no_instance(log, environment,
                       "fmi3InstantiateCoSimulation: there is no event mode (hasEventMode is false)");
  if (intermediate_count > 0)
    return no_instance(log, environment,
                       "fmi3InstantiateCoSimulation: there are no intermediate updates (providesIntermediateUpdate "
                       "is false)");
  return instantiate(&host, function, name, token, 0, logging);
}

API fmi3Instance FMI(InstantiateScheduledExecution)(const char *name, const char *token, const char *resources,
                                                    bool visible, bool logging, void *environment,
                                                    fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
                                                    fmi3LockPreemptionCallback lock,
                                                    fmi3UnlockPreemptionCallback unlock)
{
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
  return no_instance(log, environment, "fmi3InstantiateScheduledExecution: there is no scheduled execution");
}

API void FMI(FreeInstance)(fmi3Instance instance)
{
  destroy(instance_of(instance));
}

API fmi3Status FMI(EnterInitializationMode)(fmi3Instance instance, bool has_tolerance, double tolerance, double start,
                                            bool has_stop, double stop)
{
  static const char function[] = "fmi3EnterInitializationMode";
  Instance *c = instance_of(instance);
  const int status = set_up(c, function, start, has_stop, stop);
  (void)has_tolerance, (void)tolerance;
  return (fmi3Status)(status != FINE ? status : enter_initialization(c, function));
}

API fmi3Status FMI(ExitInitializationMode)(fmi3Instance instance)
{
  return (fmi3Status)exit_initialization(instance_of(instance), "fmi3ExitInitializationMode");
}

API fmi3Status FMI(Terminate)(fmi3Instance instance)
{
  return (fmi3Status)terminate(instance_of(instance), "fmi3Terminate");
}

API fmi3Status FMI(Reset)(fmi3Instance instance)
{
  return (fmi3Status)reset(instance_of(instance));
}

static int check_values(const Instance *c, const char *function, const fmi3ValueReference refs[], size_t count,
                        const void *values, size_t value_count)
{
  const int status = check_arrays(c, function, count, refs, values);
  if (status != FINE || count == value_count) return status;
  return refuse(c, function, "all variables are scalars: there are as many values as references");
}

API fmi3Status FMI(GetFloat64)(fmi3Instance instance, const fmi3ValueReference refs[], size_t count, double values[],
                               size_t value_count)
{
  Instance *c = instance_of(instance);
  int status = check_values(c, "fmi3GetFloat64", refs, count, values, value_count);
  for (size_t k = 0; k < count && status == FINE; ++k)
    status = get_number(c, "fmi3GetFloat64", refs[k], 0, &values[k]);
  return (fmi3Status)status;
}

API fmi3Status FMI(SetFloat64)(fmi3Instance instance, const fmi3ValueReference refs[], size_t count,
                               const double values[], size_t value_count)
{
  Instance *c = instance_of(instance);
  int status = check_values(c, "fmi3SetFloat64", refs, count, values, value_count);
  for (size_t k = 0; k < count && status == FINE; ++k)
    status = set_number(c, "fmi3SetFloat64", refs[k], 0, values[k]);
  return (fmi3Status)status;
}

/* Enumerations. */
API fmi3Status FMI(GetInt64)(fmi3Instance instance, const fmi3ValueReference refs[], size_t count, int64_t values[],
                             size_t value_count)
{
  Instance *c = instance_of(instance);
  int status = check_values(c, "fmi3GetInt64", refs, count, values, value_count);
  for (size_t k = 0; k < count && status == FINE; ++k) {
    double x = 0.0;
    status = get_number(c, "fmi3GetInt64", refs[k], 1, &x);
    if (status == FINE) values[k] = (int64_t)lround(x);
  }
  return (fmi3Status)status;
}

API fmi3Status FMI(SetInt64)(fmi3Instance instance, const fmi3ValueReference refs[], size_t count,
                             const int64_t values[], size_t value_count)
{
  Instance *c = instance_of(instance);
  int status = check_values(c, "fmi3SetInt64", refs, count, values, value_count);
  for (size_t k = 0; k < count && status == FINE; ++k)
    status = set_number(c, "fmi3SetInt64", refs[k], 1, (double)values[k]);
  return (fmi3Status)status;
}

API fmi3Status FMI(DoStep)(fmi3Instance instance, double from, double length, bool no_set_before,
                           bool *event_handling_needed, bool *end, bool *early_return, double *last_time)
{
  static const char function[] = "fmi3DoStep";
  Instance *c = instance_of(instance);
  int status;
  (void)no_set_before;
  if (c == NULL) return fmi3Error;
  if (event_handling_needed == NULL || end == NULL || early_return == NULL || last_time == NULL)
    return (fmi3Status)refuse(c, function, "a place for an answer is a null pointer");
  *event_handling_needed = *end = *early_return = false;
  status = do_step(c, function, from, length);
  *last_time = c->now.time;
  return (fmi3Status)status;
}

API fmi3Status FMI(EnterEventMode)(fmi3Instance instance)
{
  return (fmi3Status)change_phase(instance_of(instance), "fmi3EnterEventMode", CONTINUOUS, EVENT, EVENT);
}

API fmi3Status FMI(UpdateDiscreteStates)(fmi3Instance instance, bool *need_update, bool *end, bool *nominals_changed,
                                         bool *values_changed, bool *has_next_time, double *next_time)
{
  static const char function[] = "fmi3UpdateDiscreteStates";
  Instance *c = instance_of(instance);
  int changed = 0, status;
  if (c == NULL) return fmi3Error;
  if (need_update == NULL || end == NULL || nominals_changed == NULL || values_changed == NULL ||
      has_next_time == NULL || next_time == NULL)
    return (fmi3Status)refuse(c, function, "a place for an answer is a null pointer");
  *need_update = *end = *nominals_changed = *values_changed = *has_next_time = false;
  status = update_discrete(c, function, &changed);
  *values_changed = changed != 0;
  return (fmi3Status)status;
}

API fmi3Status FMI(EnterContinuousTimeMode)(fmi3Instance instance)
{
  return (fmi3Status)change_phase(instance_of(instance), "fmi3EnterContinuousTimeMode", EVENT, EVENT, CONTINUOUS);
}

API fmi3Status FMI(CompletedIntegratorStep)(fmi3Instance instance, bool no_set_before, bool *enter_event_mode,
                                            bool *end)
{
  Instance *c = instance_of(instance);
  (void)no_set_before;
  if (c == NULL) return fmi3Error;
  if (enter_event_mode == NULL || end == NULL)
    return (fmi3Status)refuse(c, "fmi3CompletedIntegratorStep", "a place for an answer is a null pointer");
  *enter_event_mode = *end = false;
  return (fmi3Status)complete_step(c, "fmi3CompletedIntegratorStep");
}

API fmi3Status FMI(SetTime)(fmi3Instance instance, double time)
{
  return (fmi3Status)set_time(instance_of(instance), "fmi3SetTime", time);
}

API fmi3Status FMI(SetContinuousStates)(fmi3Instance instance, const double states[], size_t count)
{
  return (fmi3Status)write_states(instance_of(instance), "fmi3SetContinuousStates", states, count);
}

API fmi3Status FMI(GetContinuousStateDerivatives)(fmi3Instance instance, double slopes[], size_t count)
{
  return (fmi3Status)read_slopes(instance_of(instance), "fmi3GetContinuousStateDerivatives", slopes, count);
}

API fmi3Status FMI(GetEventIndicators)(fmi3Instance instance, double indicators[], size_t count)
{
  return (fmi3Status)read_indicators(instance_of(instance), "fmi3GetEventIndicators", indicators, count);
}

API fmi3Status FMI(GetContinuousStates)(fmi3Instance instance, double states[], size_t count)
{
  return (fmi3Status)read_states(instance_of(instance), "fmi3GetContinuousStates", states, count);
}

API fmi3Status FMI(GetNominalsOfContinuousStates)(fmi3Instance instance, double nominals[], size_t count)
{
  return (fmi3Status)read_nominals(instance_of(instance), "fmi3GetNominalsOfContinuousStates", nominals, count);
}

static fmi3Status answer_count(const Instance *c, const char *function, size_t *count, size_t number)
{
  if (c == NULL) return fmi3Error;
  if (count == NULL) return (fmi3Status)refuse(c, function, "the place for the answer is a null pointer");
  *count = number;
  return fmi3OK;
}

API fmi3Status FMI(GetNumberOfEventIndicators)(fmi3Instance instance, size_t *count)
{
  return answer_count(instance_of(instance), "fmi3GetNumberOfEventIndicators", count, GUARDS);
}

API fmi3Status FMI(GetNumberOfContinuousStates)(fmi3Instance instance, size_t *count)
{
  return answer_count(instance_of(instance), "fmi3GetNumberOfContinuousStates", count, STATES);
}

API fmi3Status FMI(GetFMUState)(fmi3Instance instance, fmi3FMUState *state)
{
  return (fmi3Status)save(instance_of(instance), "fmi3GetFMUState", state);
}

API fmi3Status FMI(SetFMUState)(fmi3Instance instance, fmi3FMUState state)
{
  return (fmi3Status)restore(instance_of(instance), "fmi3SetFMUState", state);
}

API fmi3Status FMI(FreeFMUState)(fmi3Instance instance, fmi3FMUState *state)
{
  return (fmi3Status)forget(instance_of(instance), "fmi3FreeFMUState", state);
}

API fmi3Status FMI(SerializedFMUStateSize)(fmi3Instance instance, fmi3FMUState state, size_t *size)
{
  return (fmi3Status)serialized_size(instance_of(instance), "fmi3SerializedFMUStateSize", state, size);
}

API fmi3Status FMI(SerializeFMUState)(fmi3Instance instance, fmi3FMUState state, uint8_t bytes[], size_t size)
{
  return (fmi3Status)serialize(instance_of(instance), "fmi3SerializeFMUState", state, bytes, size);
}

API fmi3Status FMI(DeserializeFMUState)(fmi3Instance instance, const uint8_t bytes[], size_t size,
                                        fmi3FMUState *state)
{
  return (fmi3Status)deserialize(instance_of(instance), "fmi3DeserializeFMUState", bytes, size, state);
}

/* ---- what the FMU does not serve */
)c";

constexpr std::string_view no_clocks = "the FMU has no clocks";
constexpr std::string_view no_structure = "the FMU has no structural parameters";
constexpr std::string_view no_arrays = "the FMU has no arrays (providesPerElementDependencies is false)";
constexpr std::string_view no_events = "co-simulation has no event mode to leave (hasEventMode is false)";
constexpr std::string_view no_evaluation =
    "discrete states are evaluated when they are updated (providesEvaluateDiscreteStates is false)";
constexpr std::string_view no_derivatives = "there are no derivatives (the description says so)";
constexpr std::string_view derivative_parameters =
    "const fmi3ValueReference unknowns[], size_t unknown_count, const fmi3ValueReference knowns[], size_t known_count, "
    "const double seed[], size_t seed_count, double sensitivity[], size_t sensitivity_count";

constexpr std::array refused{
    RefusedCall{"GetString", "const fmi3ValueReference refs[], size_t count, const char *values[], size_t value_count",
                "String", true},
    RefusedCall{"SetString",
                "const fmi3ValueReference refs[], size_t count, const char *const values[], size_t value_count",
                "String", true},
    RefusedCall{"GetBinary",
                "const fmi3ValueReference refs[], size_t count, size_t sizes[], fmi3Binary values[], "
                "size_t value_count",
                "Binary", true},
    RefusedCall{"SetBinary",
                "const fmi3ValueReference refs[], size_t count, const size_t sizes[], const fmi3Binary values[], "
                "size_t value_count",
                "Binary", true},
    RefusedCall{"GetClock", "const fmi3ValueReference refs[], size_t count, fmi3Clock values[]", "Clock", true},
    RefusedCall{"SetClock", "const fmi3ValueReference refs[], size_t count, const fmi3Clock values[]", "Clock", true},
    RefusedCall{"GetNumberOfVariableDependencies", "fmi3ValueReference ref, size_t *count", no_arrays},
    RefusedCall{"GetVariableDependencies",
                "fmi3ValueReference dependent, size_t dependent_elements[], fmi3ValueReference independents[], "
                "size_t independent_elements[], fmi3DependencyKind kinds[], size_t count",
                no_arrays},
    RefusedCall{"GetDirectionalDerivative", derivative_parameters, no_derivatives},
    RefusedCall{"GetAdjointDerivative", derivative_parameters, no_derivatives},
    RefusedCall{"EnterConfigurationMode", "", no_structure},
    RefusedCall{"ExitConfigurationMode", "", no_structure},
    RefusedCall{"GetIntervalDecimal",
                "const fmi3ValueReference refs[], size_t count, double intervals[], "
                "fmi3IntervalQualifier qualifiers[]",
                no_clocks},
    RefusedCall{"GetIntervalFraction",
                "const fmi3ValueReference refs[], size_t count, uint64_t counters[], uint64_t resolutions[], "
                "fmi3IntervalQualifier qualifiers[]",
                no_clocks},
    RefusedCall{"GetShiftDecimal", "const fmi3ValueReference refs[], size_t count, double shifts[]", no_clocks},
    RefusedCall{"GetShiftFraction",
                "const fmi3ValueReference refs[], size_t count, uint64_t counters[], uint64_t resolutions[]",
                no_clocks},
    RefusedCall{"SetIntervalDecimal", "const fmi3ValueReference refs[], size_t count, const double intervals[]",
                no_clocks},
    RefusedCall{"SetIntervalFraction",
                "const fmi3ValueReference refs[], size_t count, const uint64_t counters[], "
                "const uint64_t resolutions[]",
                no_clocks},
    RefusedCall{"SetShiftDecimal", "const fmi3ValueReference refs[], size_t count, const double shifts[]", no_clocks},
    RefusedCall{"SetShiftFraction",
                "const fmi3ValueReference refs[], size_t count, const uint64_t counters[], "
                "const uint64_t resolutions[]",
                no_clocks},
    RefusedCall{"ActivateModelPartition", "fmi3ValueReference clock, double time", no_clocks},
    RefusedCall{"EnterStepMode", "", no_events},
    RefusedCall{"EvaluateDiscreteStates", "", no_evaluation},
    RefusedCall{"GetOutputDerivatives",
                "const fmi3ValueReference refs[], size_t count, const int32_t orders[], double values[], "
                "size_t value_count",
                "there are no output derivatives (maxOutputDerivativeOrder is 0)"}};

// Variables of these types there are none.
struct AbsentType {
  std::string_view name, in_c;
};
constexpr std::array absent{
    AbsentType{"Float32", "float"},   AbsentType{"Int8", "int8_t"},     AbsentType{"UInt8", "uint8_t"},
    AbsentType{"Int16", "int16_t"},   AbsentType{"UInt16", "uint16_t"}, AbsentType{"Int32", "int32_t"},
    AbsentType{"UInt32", "uint32_t"}, AbsentType{"UInt64", "uint64_t"}, AbsentType{"Boolean", "bool"}};

constexpr std::string_view instance = "fmi3Instance instance";

std::string access_to(const AbsentType& type, bool sets) {
  const std::string name = (sets ? "Set" : "Get") + std::string(type.name);
  const std::string parameters = "const fmi3ValueReference refs[], size_t count, " + std::string(sets ? "const " : "") +
                                 std::string(type.in_c) + " values[], size_t value_count";
  const std::array call{RefusedCall{name, parameters, type.name, true}};
  return refusal_code("fmi3", instance, call);
}

}  // namespace

std::string source_functions_3() {
  std::string text(served);
  for (const AbsentType& type : absent) text += access_to(type, false) + access_to(type, true);
  return text + refusal_code("fmi3", instance, refused);
}

}  // namespace stickslip::fmu
