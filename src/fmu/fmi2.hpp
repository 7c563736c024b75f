// The C interface of the Functional Mock-up Interface 2.0, declared from its specification: 44 functions.
#pragma once

#include <cstddef>

extern "C" {

using fmi2Component = void*;
using fmi2FMUstate = void*;
using fmi2ValueReference = unsigned int;
using fmi2Boolean = int;

enum fmi2Status { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending };
enum fmi2Type { fmi2ModelExchange, fmi2CoSimulation };
enum fmi2StatusKind { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

struct fmi2CallbackFunctions {
  void (*logger)(void* environment, const char* instance, fmi2Status status, const char* category, const char* message,
                 ...);
  void* (*allocateMemory)(std::size_t count, std::size_t size);
  void (*freeMemory)(void* memory);
  void (*stepFinished)(void* environment, fmi2Status status);
  void* componentEnvironment;
};

struct fmi2EventInfo {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  double nextEventTime;
};

const char* fmi2GetTypesPlatform();
const char* fmi2GetVersion();
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, std::size_t count, const char* const categories[]);

fmi2Component fmi2Instantiate(const char* name, fmi2Type type, const char* guid, const char* resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible, fmi2Boolean logging);
void fmi2FreeInstance(fmi2Component c);
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, double tolerance, double start,
                               fmi2Boolean has_stop, double stop);
fmi2Status fmi2EnterInitializationMode(fmi2Component c);
fmi2Status fmi2ExitInitializationMode(fmi2Component c);
fmi2Status fmi2Terminate(fmi2Component c);
fmi2Status fmi2Reset(fmi2Component c);

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference refs[], std::size_t count, double values[]);
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference refs[], std::size_t count, int values[]);
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference refs[], std::size_t count, fmi2Boolean values[]);
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference refs[], std::size_t count, const char* values[]);
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference refs[], std::size_t count, const double values[]);
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference refs[], std::size_t count, const int values[]);
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                          const fmi2Boolean values[]);
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                         const char* const values[]);

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state);
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state);
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state);
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, std::size_t* size);
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, char bytes[], std::size_t size);
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const char bytes[], std::size_t size, fmi2FMUstate* state);
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[], std::size_t unknown_count,
                                        const fmi2ValueReference knowns[], std::size_t known_count, const double seed[],
                                        double sensitivity[]);

fmi2Status fmi2EnterEventMode(fmi2Component c);
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info);
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_before, fmi2Boolean* enter_event_mode,
                                       fmi2Boolean* terminate);
fmi2Status fmi2SetTime(fmi2Component c, double time);
fmi2Status fmi2SetContinuousStates(fmi2Component c, const double states[], std::size_t count);
fmi2Status fmi2GetDerivatives(fmi2Component c, double slopes[], std::size_t count);
fmi2Status fmi2GetEventIndicators(fmi2Component c, double indicators[], std::size_t count);
fmi2Status fmi2GetContinuousStates(fmi2Component c, double states[], std::size_t count);
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, double nominals[], std::size_t count);

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                                       const int orders[], const double values[]);
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference refs[], std::size_t count,
                                        const int orders[], double values[]);
fmi2Status fmi2DoStep(fmi2Component c, double from, double length, fmi2Boolean no_set_before);
fmi2Status fmi2CancelStep(fmi2Component c);
fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status* value);
fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, double* value);
fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind kind, int* value);
fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean* value);
fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind kind, const char** value);

}  // extern "C"
