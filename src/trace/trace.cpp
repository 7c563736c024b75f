#include "stickslip/trace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace stickslip {
namespace {

double round_to(double x, Precision precision) { return precision == Precision::fp32 ? double(float(x)) : x; }

Precision common(const Trace& a, const Trace& b) {
  return a.precision() == Precision::fp32 || b.precision() == Precision::fp32 ? Precision::fp32 : Precision::fp64;
}

TraceGraph& find_graph(const Trace& a, const Trace& b) { return a.is_number() ? *b.graph() : *a.graph(); }

bool is(const Trace& x, double value) { return x.is_number() && !(x.value() < value) && !(x.value() > value); }

bool same(const Trace& a, const Trace& b) {
  if (a.is_number() != b.is_number()) return false;
  return a.is_number() ? std::bit_cast<std::uint64_t>(a.value()) == std::bit_cast<std::uint64_t>(b.value())
                       : a.node() == b.node();
}

const TraceNode& find_node(const Trace& x) { return x.graph()->nodes()[x.node()]; }
const TraceNode& find_node(const TraceMask& m) { return m.graph()->nodes()[m.node()]; }

Trace number(double value, Precision precision) { return {value, precision}; }

// float by its own functions: a program in float does the same.
template <class Function>
double apply_function(Function f, double x, Precision precision) {
  return precision == Precision::fp32 ? double(f(float(x))) : f(x);
}

template <class Function>
Trace record_operation(TraceOp op, const Trace& x, Function f) {
  if (x.is_number()) return number(apply_function(f, x.value(), x.precision()), x.precision());
  return {*x.graph(), x.graph()->find_id(TraceNode{op, {x.node()}})};
}

Trace record_operation(TraceOp op, const Trace& a, const Trace& b) {
  TraceGraph& graph = find_graph(a, b);
  TraceId first = graph.find_id(a);
  TraceId second = graph.find_id(b);
  const bool commutes = op == TraceOp::add || op == TraceOp::multiply;
  if (commutes && first > second) std::swap(first, second);
  return {graph, graph.find_id(TraceNode{op, {first, second}})};
}

TraceMask make_comparison(TraceOp op, const Trace& a, const Trace& b) {
  TraceGraph& graph = find_graph(a, b);
  const TraceId first = graph.find_id(a);
  const TraceId second = graph.find_id(b);
  return graph.make_mask(graph.find_id(TraceNode{op, {first, second}}));
}

TraceMask join_masks(TraceOp op, const TraceMask& a, const TraceMask& b) {
  return a.graph()->make_mask(a.graph()->find_id(TraceNode{op, {a.node(), b.node()}}));
}

}  // namespace

// ---- arithmetic

Trace operator+(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(round_to(a.value() + b.value(), common(a, b)), common(a, b));
  if (is(a, 0.0)) return b;
  if (is(b, 0.0)) return a;
  return record_operation(TraceOp::add, a, b);
}

Trace operator-(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(round_to(a.value() - b.value(), common(a, b)), common(a, b));
  if (is(b, 0.0)) return a;
  if (is(a, 0.0)) return -b;
  if (same(a, b)) return number(0.0, common(a, b));
  return record_operation(TraceOp::subtract, a, b);
}

Trace operator-(const Trace& a) {
  if (a.is_number()) return number(-a.value(), a.precision());
  if (find_node(a).op == TraceOp::negate) return {*a.graph(), find_node(a).operands[0]};
  return {*a.graph(), a.graph()->find_id(TraceNode{TraceOp::negate, {a.node()}})};
}

Trace operator*(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(round_to(a.value() * b.value(), common(a, b)), common(a, b));
  if (is(a, 0.0) || is(b, 0.0)) return number(0.0, common(a, b));
  if (is(a, 1.0)) return b;
  if (is(b, 1.0)) return a;
  if (is(a, -1.0)) return -b;
  if (is(b, -1.0)) return -a;
  return record_operation(TraceOp::multiply, a, b);
}

Trace operator/(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return number(round_to(a.value() / b.value(), common(a, b)), common(a, b));
  if (is(b, 1.0)) return a;
  if (is(b, -1.0)) return -a;
  if (is(a, 0.0)) return number(0.0, common(a, b));
  // A division by a power of two is a product, exactly.
  int exponent = 0;
  if (b.is_number() && std::abs(std::frexp(b.value(), &exponent)) == 0.5 && std::abs(exponent) < 100)
    return a * number(1.0 / b.value(), b.precision());
  return record_operation(TraceOp::divide, a, b);
}

Trace exp(const Trace& x) {
  return record_operation(TraceOp::exp, x, [](auto v) { return std::exp(v); });
}
Trace expm1(const Trace& x) {
  return record_operation(TraceOp::expm1, x, [](auto v) { return std::expm1(v); });
}
Trace log(const Trace& x) {
  return record_operation(TraceOp::log, x, [](auto v) { return std::log(v); });
}
Trace sqrt(const Trace& x) {
  return record_operation(TraceOp::sqrt, x, [](auto v) { return std::sqrt(v); });
}
Trace tanh(const Trace& x) {
  return record_operation(TraceOp::tanh, x, [](auto v) { return std::tanh(v); });
}
Trace sin(const Trace& x) {
  return record_operation(TraceOp::sin, x, [](auto v) { return std::sin(v); });
}
Trace abs(const Trace& x) {
  if (!x.is_number() && find_node(x).op == TraceOp::abs) return x;
  return record_operation(TraceOp::abs, x, [](auto v) { return std::abs(v); });
}

// ---- conditions

TraceMask operator<(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return a.value() < b.value();
  if (same(a, b)) return false;
  return make_comparison(TraceOp::less, a, b);
}

TraceMask operator<=(const Trace& a, const Trace& b) {
  if (a.is_number() && b.is_number()) return a.value() <= b.value();
  return make_comparison(TraceOp::less_equal, a, b);
}

TraceMask operator&&(const TraceMask& a, const TraceMask& b) {
  if (a.is_known()) return a.value() ? b : a;
  if (b.is_known()) return b.value() ? a : b;
  return a.node() == b.node() ? a : join_masks(TraceOp::both, a, b);
}

TraceMask operator||(const TraceMask& a, const TraceMask& b) {
  if (a.is_known()) return a.value() ? a : b;
  if (b.is_known()) return b.value() ? b : a;
  return a.node() == b.node() ? a : join_masks(TraceOp::either, a, b);
}

TraceMask operator!(const TraceMask& a) {
  if (a.is_known()) return !a.value();
  if (find_node(a).op == TraceOp::not_that) return {*a.graph(), find_node(a).operands[0]};
  return a.graph()->make_mask(a.graph()->find_id(TraceNode{TraceOp::not_that, {a.node()}}));
}

Trace select(const TraceMask& condition, const Trace& a, const Trace& b) {
  if (condition.is_known()) return condition.value() ? a : b;
  if (same(a, b)) return a;
  TraceGraph& graph = *condition.graph();
  const TraceNode& mask = find_node(condition);
  if (mask.op == TraceOp::not_that) return select(TraceMask(graph, mask.operands[0]), b, a);
  const TraceId first = graph.find_id(a);
  const TraceId second = graph.find_id(b);
  return {graph, graph.find_id(TraceNode{TraceOp::select, {condition.node(), first, second}})};
}

// ---- the graph

std::size_t TraceGraph::Hash::operator()(const TraceNode& node) const {
  std::uint64_t hash = std::uint64_t(node.op) * 0x9E3779B97F4A7C15U;
  for (const TraceId id : node.operands) hash = (hash ^ id) * 0xBF58476D1CE4E5B9U + (hash >> 29U);
  return std::size_t(hash ^ std::bit_cast<std::uint64_t>(node.value) * 0x94D049BB133111EBU);
}

Trace TraceGraph::input(TraceId number) { return {*this, find_id(TraceNode{TraceOp::input, {number}})}; }

TraceId TraceGraph::find_id(const Trace& x) {
  if (!x.is_number()) return x.node();
  return find_id(TraceNode{TraceOp::constant, {}, round_to(x.value(), precision_) + 0.0});  // + 0: of one sign
}

TraceId TraceGraph::find_id(const TraceNode& node) {
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

TraceMask TraceGraph::make_mask(TraceId node) {
  if (assumed_ && node == assumption_) return assumed_truth_;
  return {*this, node};
}

std::size_t TraceGraph::begin_loop(int most, std::span<const Trace> first, std::span<Trace> carried) {
  const std::size_t loop = loops_.size();
  loops_.push_back({.most = most});
  for (std::size_t i = 0; i < first.size(); ++i) {
    const TraceId id = find_id(TraceNode{TraceOp::carried, {TraceId(loop), TraceId(i)}});
    loops_[loop].first.push_back(find_id(first[i]));
    loops_[loop].carried.push_back(id);
    carried[i] = Trace(*this, id);
  }
  return loop;
}

void TraceGraph::end_loop(std::size_t loop, const TraceMask& goes_on, std::span<Trace> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const TraceId next = find_id(values[i]);
    loops_[loop].next.push_back(next);
    values[i] = Trace(*this, find_id(TraceNode{TraceOp::result, {TraceId(loop), TraceId(i)}}));
  }
  loops_[loop].goes_on = goes_on;
}

}  // namespace stickslip
