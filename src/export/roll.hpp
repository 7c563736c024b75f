// A program of equal elements as one over vectors, so that a writer can make loops of it.
//
// A recorded graph has the operations of every element apart. Operations that are the same for all elements, on the
// same scalars and on neighbouring state, parameters or constants, become one node here, whose value is a vector; the
// sum of a vector, from its first element to its last, is a node `sum`. Nothing is computed in another order.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "schedule.hpp"
#include "stickslip/export/traced_law.hpp"

namespace stickslip::exporting {

// A vector that a rolled program takes: a field of the state or of the parameters, or constants.
struct VectorInput {
  std::optional<ProgramInput> first = {};  // the scalar of the first element
  std::vector<double> table = {};
};

struct Rolled {
  explicit Rolled(Precision precision) : graph(precision) {}

  TraceGraph graph;
  std::size_t length = 0;             // of a vector
  std::vector<TraceId> outputs = {};  // one for every group that was asked for
  std::vector<bool> is_vector = {};   // of nodes
  TraceId first_vector = 0;           // the number of the first input that is a vector
  std::vector<VectorInput> vectors = {};
};

// How many elements a law's program has.
std::size_t element_count(const TracedLaw& law);

// The outputs in groups of one, or of all elements, in order; inputs from `first_vector` on are free for vectors. Null
// where the elements are not alike, or so few that loops are not worth it.
std::unique_ptr<Rolled> rolled(const TracedLaw& law, const std::vector<std::vector<TraceId>>& groups,
                               std::span<const Given> given, TraceId first_vector);

}  // namespace stickslip::exporting
