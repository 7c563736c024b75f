// The order in which a program's operations are done, and which of them only under a condition.
//
// A graph knows no branch: select(c, a, b) has computed both a and b. Here every operation goes as deep as its users
// allow: what only a select's one side needs is done behind `if (c)`, as the library skips work by possible(). A
// select with cheap sides stays an expression. Behind a condition the condition is known, and selects by it are gone.
// What does not depend on the values that a loop carries is done before the loop.
#pragma once

#include <span>
#include <vector>

#include "stickslip/trace.hpp"

namespace stickslip::exporting {

struct Statement;

struct Block {
  std::vector<Statement> statements;  // no {} here: Statement is not complete, and clang would need it
};

struct Statement {
  enum class Kind : std::uint8_t { operation, branch, loop };
  Kind kind = Kind::operation;
  TraceId node = 0;  // operation: the node
  // branch: `if (condition) yes else no`; every select of `results` takes its second operand at the end of yes, its
  // third at the end of no
  TraceId condition = 0;
  std::vector<TraceId> results{};
  Block yes{};
  Block no{};
  std::size_t loop = 0;  // loop: its number; `yes` is its body
};

struct Schedule {
  Block body{};
  std::vector<TraceNode> nodes{};  // operands as they are to be taken: selects by a known condition are gone
  std::vector<TraceLoop> loops{};  // and of loops
  std::vector<TraceId> outputs{};
  std::vector<std::uint32_t> uses{};  // how often a node is taken
  std::vector<bool> hoisted{};        // it stands before a loop and is taken in every pass
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

Schedule make_schedule(const TraceGraph& graph, std::span<const TraceId> outputs, std::span<const Given> given = {});

}  // namespace stickslip::exporting
