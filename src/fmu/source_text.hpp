// The parts of fmu.c, in their order: host, law (source.cpp), core, functions.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stickslip::fmu {

// The standard's types, and how an instance talks to its importer: Host, host_log, host_allocate, host_free.
extern const std::string_view source_host_2, source_host_3;

// The instance, the same for both versions: sequence of calls, numbers, steps, saved states.
extern const std::string_view source_core;

// The functions of the C interface over the core.
std::string source_functions_2();
std::string source_functions_3();

// A function that the FMU does not serve. It answers with an error and says why; one for variables of a type that the
// FMU does not have does so only when there are any.
struct RefusedCall {
  std::string_view name;        // without "fmi2"
  std::string_view parameters;  // behind the instance
  std::string_view why;         // or the name of the type
  bool for_type = false;
};
std::string refusal_code(std::string_view version, std::string_view instance, std::span<const RefusedCall> calls);

// Every "@key@" of a text in place.
std::string fill(std::string text, std::string_view key, std::string_view value);

}  // namespace stickslip::fmu
