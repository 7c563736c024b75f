// A law as programs: its equations, run once on a scalar that records (trace.hpp).
//
//   const auto law = trace_law(model.group, {.law = "lugre"});
//   law->step.state, law->step.force            the sampled step, as numbers of law->graph
//
// Every program reads the law's parameters (or has them built in), its state and the contact; the sampled step reads
// the contact before the step and its length too. One type serves every number of elements: what an element that is
// off would do folds away.
#pragma once

#include <array>
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
  own,        // number `field` of own_states: what an element remembers beside the state of its law
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

// What an element that is told the velocity alone (friction/stopping_step.hpp) remembers beside the state of its law.
enum class OwnState : std::uint8_t { held_force, own_displacement };
extern const std::array<Field, 2> own_states;

struct TracedForce {
  Trace value;
  Trace inertia;
};

struct TracedLaw {
  explicit TracedLaw(Precision precision) : graph(precision) {}

  const LawInfo* info = nullptr;
  std::size_t elements = 0;  // of a law that has elements
  TraceGraph graph;
  std::vector<std::size_t> columns;  // of the contact, that the programs may read; numbers of contact_table
  std::vector<ProgramInput> inputs;  // in the order of their numbers
  std::vector<ProgramInput> state;   // the scalars of the state that are in use, those of `own` last

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
  bool compact = false;      // the step as one program, where two would be faster
  bool stops = false;        // the element that is told the velocity alone; its programs: step, force, holds
  bool all_programs = true;  // false: the sampled step, the force and holds alone
};

// Throws UnknownName.
std::unique_ptr<TracedLaw> trace_law(const ParamGroup& group, const TraceRequest& request);

}  // namespace stickslip::exporting
