// The order in which a program's operations are done, and which of them only under a condition.
//
// A graph knows no branch: select(c, a, b) has computed both a and b. Here every operation goes as deep as its users
// allow: what only a select's one side needs is done behind `if (c)`, as the library skips work by possible(). A
// select with cheap sides stays an expression. Behind a condition the condition is known, and selects by it are gone.
// What does not depend on the values that a loop carries is done before the loop.
//
// A rolled program (roll.hpp) has nodes whose values are vectors. Their operations stand in loops over the elements, as
// many in one loop as can be; a sum over a vector is known behind its loop. A branch by a condition of the elements
// stands inside such a loop, one by a scalar around loops.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/trace.hpp"

namespace stickslip::exporting {

struct Statement;

struct Block {
  std::vector<Statement> statements;  // no {} here: Statement is not complete, and clang would need it
};

struct Statement {
  enum class Kind : std::uint8_t { operation, branch, loop, elements };
  Kind kind = Kind::operation;
  TraceId node = 0;  // operation: the node
  // branch: `if (condition) yes else no`; every select of `results` takes its second operand at the end of yes, its
  // third at the end of no
  TraceId condition = 0;
  std::vector<TraceId> results{};
  Block yes{};
  Block no{};
  std::size_t loop = 0;  // loop: its number; `yes` is its body
  bool stores = false;   // elements: `yes` is the body; at its end the vectors are stored that the block gives
};

struct Schedule {
  Block body{};
  std::vector<TraceNode> nodes{};  // operands as they are to be taken: selects by a known condition are gone
  std::vector<TraceLoop> loops{};  // and of loops
  std::vector<TraceId> outputs{};
  std::vector<std::uint32_t> uses{};  // how often a node is taken
  std::vector<bool> hoisted{};        // it stands before a loop and is taken in every pass
  std::vector<bool> is_vector{};      // empty: none is
  std::vector<bool> kept_whole{};     // a vector that is taken outside of the loop which makes it
  std::size_t length = 0;             // of a vector
};

// Which nodes of a program are vectors, and how long these are.
struct Vectors {
  std::vector<bool> is_vector = {};
  std::size_t length = 0;
};

// A node that need not be computed: it is the input of that number.
struct Given {
  TraceId node;
  TraceId input;
};

// Of an operation, in additions, roughly.
int operation_cost(TraceOp op);

// What is done whatever the conditions, in additions.
int unconditional_cost(const TraceGraph& graph, std::span<const TraceId> outputs);

// How many operations of each kind a program does at most: of the two sides of a branch the larger number of each kind,
// of a loop all the passes that it may make.
struct OperationCount {
  std::uint64_t sums = 0;  // also differences, signs and absolute values
  std::uint64_t products = 0;
  std::uint64_t divisions = 0;
  std::uint64_t roots = 0;
  std::uint64_t functions = 0;  // exp, expm1, log, tanh, sin
  std::uint64_t decisions = 0;  // comparisons, their connections, choices and branches

  friend OperationCount operator+(const OperationCount& a, const OperationCount& b);
  friend OperationCount operator*(std::uint64_t times, const OperationCount& a);
};
OperationCount worst_case(const Schedule& schedule);

Schedule make_schedule(const TraceGraph& graph, std::span<const TraceId> outputs, std::span<const Given> given = {},
                       const Vectors& vectors = {});

}  // namespace stickslip::exporting
