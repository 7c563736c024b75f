#include "stickslip/trace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace stickslip {
namespace {

double rounded(double x, Precision precision) { return precision == Precision::fp32 ? double(float(x)) : x; }

Precision common(const Trace& a, const Trace& b) {
  return a.precision() == Precision::fp32 || b.precision() == Precision::fp32 ? Precision::fp32 : Precision::fp64;
}

TraceGraph& graph_of(const Trace& a, const Trace& b) { return a.is_number() ? *b.graph() : *a.graph(); }

bool is(const Trace& x, double value) { return x.is_number() && !(x.value() < value) && !(x.value() > value); }

bool same(const Trace& a, const Trace& b) {
  if (a.is_number() != b.is_number()) return false;
  return a.is_number() ? std::bit_cast<std::uint64_t>(a.value()) == std::bit_cast<std::uint64_t>(b.value())
                       : a.node() == b.node();
}

const TraceNode& node_of(const Trace& x) { return x.graph()->nodes()[x.node()]; }
const TraceNode& node_of(const TraceMask& m) { return m.graph()->nodes()[m.node()]; }

Trace number(double value, Precision precision) { return {value, precision}; }

// float by its own functions: a program in float does the same.
template <class Function>
double applied(Function f, double x, Precision precision) {
  return precision == Precision::fp32 ? double(f(float(x))) : f(x);
}

template <class Function>
Trace recorded(TraceOp op, const Trace& x, Function f) {
  if (x.is_number()) return number(applied(f, x.value(), x.precision()), x.precision());
  return {*x.graph(), x.graph()->id_of(TraceNode{op, {x.node()}})};
}

Trace recorded(TraceOp op, const Trace& a, const Trace& b) {
  TraceGraph& graph = graph_of(a, b);
  TraceId first = graph.id_of(a);
  TraceId second = graph.id_of(b);
  const bool commutes = op == TraceOp::add || op == TraceOp::multiply;
  if (commutes && first > second) std::swap(first, second);
  return {graph, graph.id_of(TraceNode{op, {first, second}})};
}

TraceMask compared(TraceOp op, const Trace& a, const Trace& b) {
  TraceGraph& graph = graph_of(a, b);
  const TraceId first = graph.id_of(a);
  const TraceId second = graph.id_of(b);
  return graph.mask_of(graph.id_of(TraceNode{op, {first, second}}));
}

TraceMask joined(TraceOp op, const TraceMask& a, const TraceMask& b) {
  return a.graph()->mask_of(a.graph()->id_of(TraceNode{op, {a.node(), b.node()}}));
}

}  // namespace

// ---- arithmetic

Trace operator+(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(rounded(a.value() + b.value(), common(a, b)), common(a, b));
  if (is(a, 0.0)) return b;
  if (is(b, 0.0)) return a;
  return recorded(TraceOp::add, a, b);
}

Trace operator-(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(rounded(a.value() - b.value(), common(a, b)), common(a, b));
  if (is(b, 0.0)) return a;
  if (is(a, 0.0)) return -b;
  if (same(a, b)) return number(0.0, common(a, b));
  return recorded(TraceOp::subtract, a, b);
}

Trace operator-(const Trace& a) {
  if (a.is_number()) return number(-a.value(), a.precision());
  if (node_of(a).op == TraceOp::negate) return {*a.graph(), node_of(a).operands[0]};
  return {*a.graph(), a.graph()->id_of(TraceNode{TraceOp::negate, {a.node()}})};
}

Trace operator*(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(rounded(a.value() * b.value(), common(a, b)), common(a, b));
  if (is(a, 0.0) || is(b, 0.0)) return number(0.0, common(a, b));
  if (is(a, 1.0)) return b;
  if (is(b, 1.0)) return a;
  if (is(a, -1.0)) return -b;
  if (is(b, -1.0)) return -a;
  return recorded(TraceOp::multiply, a, b);
}

Trace operator/(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(rounded(a.value() / b.value(), common(a, b)), common(a, b));
  if (is(b, 1.0)) return a;
  if (is(b, -1.0)) return -a;
  if (is(a, 0.0)) return number(0.0, common(a, b));
  // A division by a power of two is a product, exactly.
  int exponent = 0;
  if (b.is_number() && std::abs(std::frexp(b.value(), &exponent)) == 0.5 && std::abs(exponent) < 100)
    return a * number(1.0 / b.value(), b.precision());
  return recorded(TraceOp::divide, a, b);
}

Trace exp(const Trace& x) {
  return recorded(TraceOp::exp, x, [](auto v) { return std::exp(v); });
}
Trace expm1(const Trace& x) {
  return recorded(TraceOp::expm1, x, [](auto v) { return std::expm1(v); });
}
Trace log(const Trace& x) {
  return recorded(TraceOp::log, x, [](auto v) { return std::log(v); });
}
Trace sqrt(const Trace& x) {
  return recorded(TraceOp::sqrt, x, [](auto v) { return std::sqrt(v); });
}
Trace tanh(const Trace& x) {
  return recorded(TraceOp::tanh, x, [](auto v) { return std::tanh(v); });
}
Trace sin(const Trace& x) {
  return recorded(TraceOp::sin, x, [](auto v) { return std::sin(v); });
}
Trace abs(const Trace& x) {
  if (!x.is_number() && node_of(x).op == TraceOp::abs) return x;
  return recorded(TraceOp::abs, x, [](auto v) { return std::abs(v); });
}

// ---- conditions

TraceMask operator<(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return a.value() < b.value();
  if (same(a, b)) return false;
  return compared(TraceOp::less, a, b);
}

TraceMask operator<=(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return a.value() <= b.value();
  return compared(TraceOp::less_equal, a, b);
}

TraceMask operator&&(const TraceMask& a, const TraceMask& b) {
  if (a.is_known()) return a.value() ? b : a;
  if (b.is_known()) return b.value() ? a : b;
  return a.node() == b.node() ? a : joined(TraceOp::both, a, b);
}

TraceMask operator||(const TraceMask& a, const TraceMask& b) {
  if (a.is_known()) return a.value() ? a : b;
  if (b.is_known()) return b.value() ? b : a;
  return a.node() == b.node() ? a : joined(TraceOp::either, a, b);
}

TraceMask operator!(const TraceMask& a) {
  if (a.is_known()) return !a.value();
  if (node_of(a).op == TraceOp::not_that) return {*a.graph(), node_of(a).operands[0]};
  return a.graph()->mask_of(a.graph()->id_of(TraceNode{TraceOp::not_that, {a.node()}}));
}

Trace select(const TraceMask& condition, const Trace& a, const Trace& b) {
  if (condition.is_known()) return condition.value() ? a : b;
  if (same(a, b)) return a;
  TraceGraph& graph = *condition.graph();
  const TraceNode& mask = node_of(condition);
  if (mask.op == TraceOp::not_that) return select(TraceMask(graph, mask.operands[0]), b, a);
  const TraceId first = graph.id_of(a);
  const TraceId second = graph.id_of(b);
  return {graph, graph.id_of(TraceNode{TraceOp::select, {condition.node(), first, second}})};
}

// ---- the graph

std::size_t TraceGraph::Hash::operator()(const TraceNode& node) const {
  std::uint64_t hash = std::uint64_t(node.op) * 0x9E3779B97F4A7C15U;
  for (const TraceId id : node.operands) hash = (hash ^ id) * 0xBF58476D1CE4E5B9U + (hash >> 29U);
  return std::size_t(hash ^ std::bit_cast<std::uint64_t>(node.value) * 0x94D049BB133111EBU);
}

Trace TraceGraph::input(TraceId number) { return {*this, id_of(TraceNode{TraceOp::input, {number}})}; }

TraceId TraceGraph::id_of(const Trace& x) {
  if (!x.is_number()) return x.node();
  return id_of(TraceNode{TraceOp::constant, {}, rounded(x.value(), precision_) + 0.0});  // + 0: of one sign
}

TraceId TraceGraph::id_of(const TraceNode& node) {
  const auto [place, is_new] = known_.try_emplace(node, TraceId(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return place->second;
}

std::vector<TraceId> TraceGraph::asked() { return std::exchange(asked_, {}); }

void TraceGraph::note(TraceId mask) {
  if (std::find(asked_.begin(), asked_.end(), mask) == asked_.end()) asked_.push_back(mask);
}

void TraceGraph::assume(TraceId mask, bool truth) {
  assumed_ = true;
  assumption_ = mask;
  assumed_truth_ = truth;
}

TraceMask TraceGraph::mask_of(TraceId node) {
  if (assumed_ && node == assumption_) return assumed_truth_;
  return {*this, node};
}

std::size_t TraceGraph::begin_loop(int most, std::span<const Trace> first, std::span<Trace> carried) {
  const std::size_t loop = loops_.size();
  loops_.push_back({.most = most});
  for (std::size_t i = 0; i < first.size(); ++i) {
    const TraceId id = id_of(TraceNode{TraceOp::carried, {TraceId(loop), TraceId(i)}});
    loops_[loop].first.push_back(id_of(first[i]));
    loops_[loop].carried.push_back(id);
    carried[i] = Trace(*this, id);
  }
  return loop;
}

void TraceGraph::end_loop(std::size_t loop, const TraceMask& goes_on, std::span<Trace> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const TraceId next = id_of(values[i]);
    loops_[loop].next.push_back(next);
    values[i] = Trace(*this, id_of(TraceNode{TraceOp::result, {TraceId(loop), TraceId(i)}}));
  }
  loops_[loop].goes_on = goes_on;
}

}  // namespace stickslip
