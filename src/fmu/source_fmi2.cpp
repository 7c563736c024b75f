#include <array>

#include "source_text.hpp"

namespace stickslip::fmu {

const std::string_view source_host_2 = R"c(
/* ---- the types of the Functional Mock-up Interface 2.0 */

typedef void *fmi2Component;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef int fmi2Boolean;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef struct {
  void (*logger)(void *environment, const char *instance, fmi2Status status, const char *category,
                 const char *message, ...);
  void *(*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void *memory);
  void (*stepFinished)(void *environment, fmi2Status status);
  void *componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  double nextEventTime;
} fmi2EventInfo;

/* ---- the importer */

#define MARK "FMI2src"

typedef fmi2CallbackFunctions Host;

static void host_log(const Host *host, const char *name, int status, const char *category, const char *text)
{
  host->logger(host->componentEnvironment, name, (fmi2Status)status, category, "%s", text);
}

static void *host_allocate(const Host *host, size_t size)
{
  return host->allocateMemory(1, size);
}

static void host_free(const Host *host, void *memory)
{
  host->freeMemory(memory);
}
)c";

namespace {

constexpr std::string_view served = R"c(
/* ---- FMI 2.0 for model exchange and co-simulation */

API const char *FMI(GetTypesPlatform)(void)
{
  return "default";
}

API const char *FMI(GetVersion)(void)
{
  return "2.0";
}

API fmi2Status FMI(SetDebugLogging)(fmi2Component component, fmi2Boolean on, size_t count,
                                    const char *const names[])
{
  return (fmi2Status)set_categories(instance_of(component), "fmi2SetDebugLogging", on, count, names);
}

API fmi2Component FMI(Instantiate)(const char *name, fmi2Type type, const char *guid, const char *resources,
                                   const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean logging)
{
  static const char function[] = "fmi2Instantiate";
  (void)resources;
  (void)visible;
  if (callbacks == NULL || callbacks->logger == NULL) return NULL; /* nobody to tell */
  if (callbacks->allocateMemory == NULL || callbacks->freeMemory == NULL) {
    host_log(callbacks, name == NULL ? "" : name, REFUSED, "logStatusError",
             "fmi2Instantiate: the importer has no functions for memory");
    return NULL;
  }
  return instantiate(callbacks, function, name, guid, type == fmi2ModelExchange, logging);
}

API void FMI(FreeInstance)(fmi2Component component)
{
  destroy(instance_of(component));
}

API fmi2Status FMI(SetupExperiment)(fmi2Component component, fmi2Boolean has_tolerance, double tolerance,
                                    double start, fmi2Boolean has_stop, double stop)
{
  (void)has_tolerance;
  (void)tolerance;
  return (fmi2Status)set_up(instance_of(component), "fmi2SetupExperiment", start, has_stop, stop);
}

API fmi2Status FMI(EnterInitializationMode)(fmi2Component component)
{
  return (fmi2Status)enter_initialization(instance_of(component), "fmi2EnterInitializationMode");
}

API fmi2Status FMI(ExitInitializationMode)(fmi2Component component)
{
  return (fmi2Status)exit_initialization(instance_of(component), "fmi2ExitInitializationMode");
}

API fmi2Status FMI(Terminate)(fmi2Component component)
{
  return (fmi2Status)terminate(instance_of(component), "fmi2Terminate");
}

API fmi2Status FMI(Reset)(fmi2Component component)
{
  return (fmi2Status)reset(instance_of(component));
}

API fmi2Status FMI(GetReal)(fmi2Component component, const fmi2ValueReference refs[], size_t count, double values[])
{
  Instance *c = instance_of(component);
  int status = check_arrays(c, "fmi2GetReal", count, refs, values);
  for (size_t k = 0; k < count && status == FINE; ++k) status = get_number(c, "fmi2GetReal", refs[k], 0, &values[k]);
  return (fmi2Status)status;
}

API fmi2Status FMI(SetReal)(fmi2Component component, const fmi2ValueReference refs[], size_t count,
                            const double values[])
{
  Instance *c = instance_of(component);
  int status = check_arrays(c, "fmi2SetReal", count, refs, values);
  for (size_t k = 0; k < count && status == FINE; ++k) status = set_number(c, "fmi2SetReal", refs[k], 0, values[k]);
  return (fmi2Status)status;
}

/* Enumerations. */
API fmi2Status FMI(GetInteger)(fmi2Component component, const fmi2ValueReference refs[], size_t count, int values[])
{
  Instance *c = instance_of(component);
  int status = check_arrays(c, "fmi2GetInteger", count, refs, values);
  for (size_t k = 0; k < count && status == FINE; ++k) {
    double x = 0.0;
    status = get_number(c, "fmi2GetInteger", refs[k], 1, &x);
    if (status == FINE) values[k] = (int)lround(x);
  }
  return (fmi2Status)status;
}

API fmi2Status FMI(SetInteger)(fmi2Component component, const fmi2ValueReference refs[], size_t count,
                               const int values[])
{
  Instance *c = instance_of(component);
  int status = check_arrays(c, "fmi2SetInteger", count, refs, values);
  for (size_t k = 0; k < count && status == FINE; ++k)
    status = set_number(c, "fmi2SetInteger", refs[k], 1, (double)values[k]);
  return (fmi2Status)status;
}

static int set_rate(Instance *c, const char *function, unsigned reference, int order, double value)
{
  const Variable *v = variable_of(c, function, reference, 0);
  size_t k;
  if (v == NULL) return REFUSED;
  if (c->now.exchanged) return refuse(c, function, "this is an instance for model exchange");
  if (c->now.phase == TERMINATED) return refuse_phase(c, function);
  if (v->kind != INPUT) return refuse_with(c, REFUSED, function, "%s is no input", v->name);
  if (order != 1) return refuse(c, function, "inputs are interpolated by their first derivative");
  if (!isfinite(value)) return refuse_with(c, REFUSED, function, "the derivative of %s is not finite", v->name);
  k = (v->offset - offsetof(Data, inputs)) / sizeof(double);
  c->now.rates[k] = value;
  c->now.has_rate[k] = 1;
  return FINE;
}

API fmi2Status FMI(SetRealInputDerivatives)(fmi2Component component, const fmi2ValueReference refs[], size_t count,
                                            const int orders[], const double values[])
{
  Instance *c = instance_of(component);
  int status = check_arrays(c, "fmi2SetRealInputDerivatives", count, refs, values);
  if (status == FINE && count > 0 && orders == NULL)
    status = refuse(c, "fmi2SetRealInputDerivatives", "the orders are a null pointer");
  for (size_t k = 0; k < count && status == FINE; ++k)
    status = set_rate(c, "fmi2SetRealInputDerivatives", refs[k], orders[k], values[k]);
  return (fmi2Status)status;
}

API fmi2Status FMI(DoStep)(fmi2Component component, double from, double length, fmi2Boolean no_set_before)
{
  (void)no_set_before;
  return (fmi2Status)do_step(instance_of(component), "fmi2DoStep", from, length);
}

API fmi2Status FMI(GetRealStatus)(fmi2Component component, fmi2StatusKind kind, double *value)
{
  const Instance *c = instance_of(component);
  if (c == NULL) return fmi2Error;
  if (kind != fmi2LastSuccessfulTime || value == NULL)
    return (fmi2Status)refuse(c, "fmi2GetRealStatus", "the only real status is the last successful time");
  *value = c->now.time;
  return fmi2OK;
}

API fmi2Status FMI(GetBooleanStatus)(fmi2Component component, fmi2StatusKind kind, fmi2Boolean *value)
{
  const Instance *c = instance_of(component);
  if (c == NULL) return fmi2Error;
  if (kind != fmi2Terminated || value == NULL)
    return (fmi2Status)refuse(c, "fmi2GetBooleanStatus", "the only boolean status is whether the FMU has ended");
  *value = 0;
  return fmi2OK;
}

API fmi2Status FMI(EnterEventMode)(fmi2Component component)
{
  return (fmi2Status)change_phase(instance_of(component), "fmi2EnterEventMode", CONTINUOUS, EVENT, EVENT);
}

API fmi2Status FMI(NewDiscreteStates)(fmi2Component component, fmi2EventInfo *info)
{
  Instance *c = instance_of(component);
  int changed = 0, status;
  if (c != NULL && info == NULL)
    return (fmi2Status)refuse(c, "fmi2NewDiscreteStates", "the place for the answer is a null pointer");
  status = update_discrete(c, "fmi2NewDiscreteStates", &changed);
  if (status != FINE) return (fmi2Status)status;
  memset(info, 0, sizeof *info);
  info->valuesOfContinuousStatesChanged = changed;
  return fmi2OK;
}

API fmi2Status FMI(EnterContinuousTimeMode)(fmi2Component component)
{
  return (fmi2Status)change_phase(instance_of(component), "fmi2EnterContinuousTimeMode", EVENT, EVENT, CONTINUOUS);
}

API fmi2Status FMI(CompletedIntegratorStep)(fmi2Component component, fmi2Boolean no_set_before,
                                            fmi2Boolean *enter_event_mode, fmi2Boolean *end)
{
  const Instance *c = instance_of(component);
  (void)no_set_before;
  if (c != NULL && (enter_event_mode == NULL || end == NULL))
    return (fmi2Status)refuse(c, "fmi2CompletedIntegratorStep", "a place for an answer is a null pointer");
  if (c != NULL) *enter_event_mode = *end = 0;
  return (fmi2Status)complete_step(instance_of(component), "fmi2CompletedIntegratorStep");
}

API fmi2Status FMI(SetTime)(fmi2Component component, double time)
{
  return (fmi2Status)set_time(instance_of(component), "fmi2SetTime", time);
}

API fmi2Status FMI(SetContinuousStates)(fmi2Component component, const double states[], size_t count)
{
  return (fmi2Status)write_states(instance_of(component), "fmi2SetContinuousStates", states, count);
}

API fmi2Status FMI(GetDerivatives)(fmi2Component component, double slopes[], size_t count)
{
  return (fmi2Status)read_slopes(instance_of(component), "fmi2GetDerivatives", slopes, count);
}

API fmi2Status FMI(GetEventIndicators)(fmi2Component component, double indicators[], size_t count)
{
  return (fmi2Status)read_indicators(instance_of(component), "fmi2GetEventIndicators", indicators, count);
}

API fmi2Status FMI(GetContinuousStates)(fmi2Component component, double states[], size_t count)
{
  return (fmi2Status)read_states(instance_of(component), "fmi2GetContinuousStates", states, count);
}

API fmi2Status FMI(GetNominalsOfContinuousStates)(fmi2Component component, double nominals[], size_t count)
{
  return (fmi2Status)read_nominals(instance_of(component), "fmi2GetNominalsOfContinuousStates", nominals, count);
}

API fmi2Status FMI(GetFMUstate)(fmi2Component component, fmi2FMUstate *state)
{
  return (fmi2Status)save(instance_of(component), "fmi2GetFMUstate", state);
}

API fmi2Status FMI(SetFMUstate)(fmi2Component component, fmi2FMUstate state)
{
  return (fmi2Status)restore(instance_of(component), "fmi2SetFMUstate", state);
}

API fmi2Status FMI(FreeFMUstate)(fmi2Component component, fmi2FMUstate *state)
{
  return (fmi2Status)forget(instance_of(component), "fmi2FreeFMUstate", state);
}

API fmi2Status FMI(SerializedFMUstateSize)(fmi2Component component, fmi2FMUstate state, size_t *size)
{
  return (fmi2Status)serialized_size(instance_of(component), "fmi2SerializedFMUstateSize", state, size);
}

API fmi2Status FMI(SerializeFMUstate)(fmi2Component component, fmi2FMUstate state, char bytes[], size_t size)
{
  return (fmi2Status)serialize(instance_of(component), "fmi2SerializeFMUstate", state, bytes, size);
}

API fmi2Status FMI(DeSerializeFMUstate)(fmi2Component component, const char bytes[], size_t size,
                                        fmi2FMUstate *state)
{
  return (fmi2Status)deserialize(instance_of(component), "fmi2DeSerializeFMUstate", bytes, size, state);
}

/* ---- what the FMU does not serve */
)c";

constexpr std::string_view pending = "steps are not computed asynchronously: nothing is pending";
constexpr std::string_view no_other_status = "there is no such status: steps are not computed asynchronously";

constexpr std::array refused{
    RefusedCall{"GetBoolean", "const fmi2ValueReference refs[], size_t count, fmi2Boolean values[]", "Boolean", true},
    RefusedCall{"SetBoolean", "const fmi2ValueReference refs[], size_t count, const fmi2Boolean values[]", "Boolean",
                true},
    RefusedCall{"GetString", "const fmi2ValueReference refs[], size_t count, const char *values[]", "String", true},
    RefusedCall{"SetString", "const fmi2ValueReference refs[], size_t count, const char *const values[]", "String",
                true},
    RefusedCall{"GetDirectionalDerivative",
                "const fmi2ValueReference unknowns[], size_t unknown_count, const fmi2ValueReference knowns[], "
                "size_t known_count, const double seed[], double sensitivity[]",
                "there are no derivatives (providesDirectionalDerivative is false)"},
    RefusedCall{"GetRealOutputDerivatives",
                "const fmi2ValueReference refs[], size_t count, const int orders[], double values[]",
                "there are no output derivatives (maxOutputDerivativeOrder is 0)"},
    RefusedCall{"CancelStep", "", pending},
    RefusedCall{"GetStatus", "fmi2StatusKind kind, fmi2Status *value", pending},
    RefusedCall{"GetIntegerStatus", "fmi2StatusKind kind, int *value", no_other_status},
    RefusedCall{"GetStringStatus", "fmi2StatusKind kind, const char **value", no_other_status}};

}  // namespace

std::string source_functions_2() {
  return std::string(served) + refusal_code("fmi2", "fmi2Component component", refused);
}

}  // namespace stickslip::fmu
