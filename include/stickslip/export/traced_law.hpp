// A law as programs: its equations, run once on a scalar that records (trace.hpp).
//
//   const auto law = traced_law(model.group, {.law = "lugre"});
//   law->step.state, law->step.force            the sampled step, as numbers of law->graph
//
// Every program reads the law's parameters (or has them built in), its state and the contact; the sampled step reads
// the contact before the step and its length too. One type serves every number of elements: what an element that is
// off would do folds away.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/experiment.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/trace.hpp"

namespace stickslip::exporting {

// What an input of a program is.
enum class ProgramSource : std::uint8_t {
  parameter,  // scalar `offset` of field `field` of the law's parameters
  state,      // of its state
  before,     // column `field` of the contact before the step
  now,        // of the contact now: behind the step, or where no step is made
  step_size,  // h
};

struct ProgramInput {
  ProgramSource source;
  std::size_t field = 0;
  std::size_t offset = 0;

  bool operator==(const ProgramInput&) const = default;
};

// The columns that a law needs or uses, as numbers of contact_table.
std::vector<std::size_t> columns_read(const LawInfo& law);

struct TracedForce {
  Trace value;
  Trace inertia;
};

struct TracedLaw {
  explicit TracedLaw(Precision precision) : graph(precision) {}

  const LawInfo* info = nullptr;
  std::size_t elements = 0;  // of a law that has elements
  TraceGraph graph;
  std::vector<ProgramInput> inputs;  // in the order of their numbers
  std::vector<ProgramInput> state;   // the scalars of the state that are in use

  struct Step {
    std::vector<Trace> state;  // as in `state`
    TracedForce force;         // at its end
  } step;
  TracedForce force;
  std::vector<Trace> rate;                 // as in `state`
  std::vector<Trace> guards;               // empty for a law without modes; with elements, of those in use
  std::vector<std::vector<Trace>> resets;  // for every guard, as in `state`
  std::optional<Trace> steady_state;
  std::optional<Trace> stored_energy;
  std::optional<TraceMask> holds;
};

struct TraceRequest {
  std::string_view law;
  std::size_t elements = 0;  // of a law that has elements
  bool built_in = true;      // the group's values are part of the programs; otherwise inputs
  Precision precision = Precision::fp64;
  bool all_programs = true;  // false: the sampled step, the force and holds alone
};

// Throws UnknownName.
std::unique_ptr<TracedLaw> traced_law(const ParamGroup& group, const TraceRequest& request);

}  // namespace stickslip::exporting
