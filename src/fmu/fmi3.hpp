// The C interface of the Functional Mock-up Interface 3.0, declared from its specification: 75 functions.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

using fmi3Instance = void*;
using fmi3FMUState = void*;
using fmi3ValueReference = std::uint32_t;
using fmi3Binary = const std::uint8_t*;
using fmi3Clock = bool;

enum fmi3Status { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal };
enum fmi3DependencyKind { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent };
enum fmi3IntervalQualifier { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged };

using fmi3LogMessageCallback = void (*)(void* environment, fmi3Status status, const char* category,
                                        const char* message);
using fmi3ClockUpdateCallback = void (*)(void* environment);
using fmi3IntermediateUpdateCallback = void (*)(void* environment, double time, bool set_requested, bool get_allowed,
                                                bool step_finished, bool can_return, bool* return_requested,
                                                double* return_time);
using fmi3LockPreemptionCallback = void (*)();
using fmi3UnlockPreemptionCallback = void (*)();

const char* fmi3GetVersion();
fmi3Status fmi3SetDebugLogging(fmi3Instance c, bool on, std::size_t count, const char* const categories[]);

fmi3Instance fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible,
                                          bool logging, void* environment, fmi3LogMessageCallback log);
fmi3Instance fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible,
                                         bool logging, bool event_mode, bool early_return,
                                         const fmi3ValueReference intermediate[], std::size_t intermediate_count,
                                         void* environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update);
fmi3Instance fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources, bool visible,
                                               bool logging, void* environment, fmi3LogMessageCallback log,
                                               fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
                                               fmi3UnlockPreemptionCallback unlock);
void fmi3FreeInstance(fmi3Instance c);

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, bool has_tolerance, double tolerance, double start,
                                       bool has_stop, double stop);
fmi3Status fmi3ExitInitializationMode(fmi3Instance c);
fmi3Status fmi3EnterEventMode(fmi3Instance c);
fmi3Status fmi3Terminate(fmi3Instance c);
fmi3Status fmi3Reset(fmi3Instance c);

// fmi3GetNAME and fmi3SetNAME of variables whose values are of type T.
#define STICKSLIP_FMI3_TYPE(NAME, T)                                                                             \
  fmi3Status fmi3Get##NAME(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, T values[],       \
                           std::size_t value_count);                                                             \
  fmi3Status fmi3Set##NAME(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, const T values[], \
                           std::size_t value_count);
// The types that no variable of ours has.
#define STICKSLIP_FMI3_ABSENT_TYPES(USE) \
  USE(Float32, float)                    \
  USE(Int8, std::int8_t)                 \
  USE(UInt8, std::uint8_t)               \
  USE(Int16, std::int16_t)               \
  USE(UInt16, std::uint16_t)             \
  USE(Int32, std::int32_t)               \
  USE(UInt32, std::uint32_t)             \
  USE(UInt64, std::uint64_t)             \
  USE(Boolean, bool)
STICKSLIP_FMI3_TYPE(Float64, double)
STICKSLIP_FMI3_TYPE(Int64, std::int64_t)
STICKSLIP_FMI3_ABSENT_TYPES(STICKSLIP_FMI3_TYPE)
fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, const char* values[],
                         std::size_t value_count);
fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, const char* const values[],
                         std::size_t value_count);
fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, std::size_t sizes[],
                         fmi3Binary values[], std::size_t value_count);
fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, const std::size_t sizes[],
                         const fmi3Binary values[], std::size_t value_count);
fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, fmi3Clock values[]);
fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, const fmi3Clock values[]);

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference ref, std::size_t* count);
fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference dependent, std::size_t dependent_elements[],
                                       fmi3ValueReference independents[], std::size_t independent_elements[],
                                       fmi3DependencyKind kinds[], std::size_t count);

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state);
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state);
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState* state);
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, std::size_t* size);
fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, std::uint8_t bytes[], std::size_t size);
fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const std::uint8_t bytes[], std::size_t size, fmi3FMUState* state);

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], std::size_t unknown_count,
                                        const fmi3ValueReference knowns[], std::size_t known_count, const double seed[],
                                        std::size_t seed_count, double sensitivity[], std::size_t sensitivity_count);
fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], std::size_t unknown_count,
                                    const fmi3ValueReference knowns[], std::size_t known_count, const double seed[],
                                    std::size_t seed_count, double sensitivity[], std::size_t sensitivity_count);

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c);
fmi3Status fmi3ExitConfigurationMode(fmi3Instance c);

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                  double intervals[], fmi3IntervalQualifier qualifiers[]);
fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                   std::uint64_t counters[], std::uint64_t resolutions[],
                                   fmi3IntervalQualifier qualifiers[]);
fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count, double shifts[]);
fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                std::uint64_t counters[], std::uint64_t resolutions[]);
fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                  const double intervals[]);
fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                   const std::uint64_t counters[], const std::uint64_t resolutions[]);
fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                               const double shifts[]);
fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                const std::uint64_t counters[], const std::uint64_t resolutions[]);
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c);
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, bool* need_update, bool* terminate, bool* nominals_changed,
                                    bool* values_changed, bool* has_next_time, double* next_time);

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c);
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, bool no_set_before, bool* enter_event_mode, bool* terminate);
fmi3Status fmi3SetTime(fmi3Instance c, double time);
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const double states[], std::size_t count);
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, double slopes[], std::size_t count);
fmi3Status fmi3GetEventIndicators(fmi3Instance c, double indicators[], std::size_t count);
fmi3Status fmi3GetContinuousStates(fmi3Instance c, double states[], std::size_t count);
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, double nominals[], std::size_t count);
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, std::size_t* count);
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, std::size_t* count);

fmi3Status fmi3EnterStepMode(fmi3Instance c);
fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference refs[], std::size_t count,
                                    const std::int32_t orders[], double values[], std::size_t value_count);
fmi3Status fmi3DoStep(fmi3Instance c, double from, double length, bool no_set_before, bool* event_handling_needed,
                      bool* terminate, bool* early_return, double* last_time);

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, double time);

}  // extern "C"
