// A scalar that records: running a law's own templates on it yields the law as a program.
//
//   TraceGraph graph;
//   const Trace x = graph.input(0);
//   const Trace y = exp(-x) * S(2) + exp(-x);      three nodes: the second exp is the first
//
// The program is a graph of operations without a branch: select() takes its place, and the one loop that a law has
// (repeat, scalar.hpp) is recorded once, as a loop. Equal operations on equal operands are one node; operations on
// constants are done at once. What is simplified gives the same number, bit by bit, as long as all numbers are finite:
// x 1, x/1, x + 0, 0 x, --x, select of equal operands or by a constant; a zero may lose its sign.
//
// possible(mask) answers true, for a program must serve every case, and notes the mask: there the library parts ways.
// Recorded again under the assumption that the mask holds, or that it does not, a law gives the program of that way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "stickslip/precision.hpp"
#include "stickslip/scalar.hpp"

namespace stickslip {

enum class TraceOp : std::uint8_t {
  constant,    // value
  input,       // number `a` of the program's inputs
  carried,     // value `b` that loop `a` carries, at the beginning of a pass
  result,      // value `b` that loop `a` carries, at its end
  add,         // a + b
  subtract,    // a - b
  multiply,    // a b
  divide,      // a/b
  negate,      // -a
  exp,         //
  expm1,       // exp(a) - 1
  log,         //
  sqrt,        //
  tanh,        //
  sin,         //
  abs,         //
  sum,         // of a vector, over all elements in order; in rolled programs alone
  select,      // b where the mask a holds, c elsewhere
  less,        // mask: a < b
  less_equal,  // mask: a <= b
  both,        // mask: a and b
  either,      // mask: a or b
  not_that,    // mask: not a
};

constexpr bool is_mask(TraceOp op) { return op >= TraceOp::less; }

// Number of operands that are nodes.
constexpr std::size_t operand_count(TraceOp op) {
  if (op < TraceOp::add) return 0;
  if (op == TraceOp::select) return 3;
  return op == TraceOp::negate || (op >= TraceOp::exp && op <= TraceOp::sum) || op == TraceOp::not_that ? 1 : 2;
}

using TraceId = std::uint32_t;

struct TraceNode {
  TraceOp op = TraceOp::constant;
  std::array<TraceId, 3> operands{};  // a, b, c
  double value = 0.0;                 // of a constant

  std::span<const TraceId> inputs() const { return std::span(operands).first(operand_count(op)); }
  bool operator==(const TraceNode&) const = default;
};

class TraceGraph;

// A number: a constant, or a node of a graph. Constants are computed in the precision of the program to be.
class Trace {
 public:
  constexpr Trace() = default;
  constexpr Trace(double v) : value_(v) {}  // NOLINT: a plain number is a constant
  // A constant of a program in that precision.
  constexpr Trace(double v, Precision precision)
      : value_(precision == Precision::fp32 ? double(float(v)) : v), precision_(precision) {}
  constexpr Trace(TraceGraph& graph, TraceId node) : graph_(&graph), node_(node) {}

  constexpr bool is_number() const { return graph_ == nullptr; }
  constexpr double value() const { return value_; }
  constexpr TraceGraph* graph() const { return graph_; }
  constexpr TraceId node() const { return node_; }
  Precision precision() const;

 private:
  double value_ = 0.0;
  TraceGraph* graph_ = nullptr;
  TraceId node_ = 0;
  Precision precision_ = Precision::fp64;
};

// A condition: known, or a node of a graph.
class TraceMask {
 public:
  constexpr TraceMask(bool known = false) : value_(known) {}  // NOLINT: a known condition is one
  constexpr TraceMask(TraceGraph& graph, TraceId node) : graph_(&graph), node_(node) {}

  constexpr bool is_known() const { return graph_ == nullptr; }
  constexpr bool value() const { return value_; }
  constexpr TraceGraph* graph() const { return graph_; }
  constexpr TraceId node() const { return node_; }

 private:
  TraceGraph* graph_ = nullptr;
  TraceId node_ = 0;
  bool value_ = false;
};

// A loop: passes go on while the mask holds at their end, at most `most` of them; at least one is made.
struct TraceLoop {
  int most = 1;
  std::vector<TraceId> first{};    // the values before it
  std::vector<TraceId> carried{};  // at the beginning of a pass
  std::vector<TraceId> next{};     // at its end
  TraceMask goes_on{};
};

class TraceGraph {
 public:
  explicit TraceGraph(Precision precision = Precision::fp64) : precision_(precision) {}
  TraceGraph(const TraceGraph&) = delete;  // its numbers point to it
  TraceGraph& operator=(const TraceGraph&) = delete;

  Precision precision() const { return precision_; }
  std::span<const TraceNode> nodes() const { return nodes_; }
  std::span<const TraceLoop> loops() const { return loops_; }

  Trace input(TraceId number);

  // The node of a number, which may be a constant; of an operation, found or made.
  TraceId find_id(const Trace& x);
  TraceId find_id(const TraceNode& node);

  // The masks of which possible() was asked, in their order and once each; from now on they are forgotten.
  std::vector<TraceId> asked();
  void note(TraceId mask);

  // What is recorded from now on may take the mask for known.
  void assume(TraceId mask, bool truth);
  void assume_nothing() { assumed_ = false; }
  // The mask of a node, known where it is assumed.
  TraceMask make_mask(TraceId node);

  // Recording a loop: its carried values, and where they lead.
  std::size_t begin_loop(int most, std::span<const Trace> first, std::span<Trace> carried);
  void end_loop(std::size_t loop, const TraceMask& goes_on, std::span<Trace> values);

 private:
  struct Hash {
    std::size_t operator()(const TraceNode& node) const;
  };
  Precision precision_;
  std::vector<TraceNode> nodes_;
  std::vector<TraceLoop> loops_;
  std::unordered_map<TraceNode, TraceId, Hash> known_;
  std::vector<TraceId> asked_;
  bool assumed_ = false;
  TraceId assumption_ = 0;
  bool assumed_truth_ = false;
};

inline Precision Trace::precision() const { return graph_ != nullptr ? graph_->precision() : precision_; }

Trace operator+(const Trace& a, const Trace& b);
Trace operator-(const Trace& a, const Trace& b);
Trace operator-(const Trace& a);
Trace operator*(const Trace& a, const Trace& b);
Trace operator/(const Trace& a, const Trace& b);

TraceMask operator<(const Trace& a, const Trace& b);
TraceMask operator<=(const Trace& a, const Trace& b);
inline TraceMask operator>(const Trace& a, const Trace& b) { return b < a; }
inline TraceMask operator>=(const Trace& a, const Trace& b) { return b <= a; }

TraceMask operator&&(const TraceMask& a, const TraceMask& b);
TraceMask operator||(const TraceMask& a, const TraceMask& b);
TraceMask operator!(const TraceMask& a);

Trace exp(const Trace& x);
Trace expm1(const Trace& x);
Trace log(const Trace& x);
Trace sqrt(const Trace& x);
Trace tanh(const Trace& x);
Trace sin(const Trace& x);
Trace abs(const Trace& x);
Trace select(const TraceMask& condition, const Trace& a, const Trace& b);

// A program must serve every case that is not ruled out.
inline bool possible(const TraceMask& condition) {
  if (condition.is_known()) return condition.value();
  condition.graph()->note(condition.node());
  return true;
}

// As double and float have it (scalar.hpp), so that programs agree with them.
inline Trace decay(const Trace& x) { return -expm1(-x); }

// A loop of the program (scalar.hpp); unrolled where nothing is recorded.
template <std::size_t n, class Pass>
void repeat(int most, std::array<Trace, n>& values, Pass pass) {
  TraceGraph* graph = nullptr;
  for (const Trace& x : values)
    if (!x.is_number()) graph = x.graph();
  if (graph == nullptr) return repeat_plainly(most, values, pass);
  std::array<Trace, n> carried;
  const std::size_t loop = graph->begin_loop(most, values, carried);
  const TraceMask goes_on = pass(carried);
  values = carried;
  graph->end_loop(loop, goes_on, values);
}

}  // namespace stickslip
