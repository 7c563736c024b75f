// Runs a recorded program, node by node as it was recorded: the measure for everything that reorders it.
#pragma once

#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "stickslip/trace.hpp"

namespace stickslip::tests {

class Interpreter {
 public:
  Interpreter(const TraceGraph& graph, std::span<const double> inputs)
      : graph_(graph), inputs_(inputs), values_(graph.nodes().size()), known_(graph.nodes().size(), 0) {}

  // A mask is 1 or 0.
  double value(TraceId id) {
    if (known_[id] == pass_) return values_[id];
    values_[id] = computed(graph_.nodes()[id]);
    known_[id] = pass_;
    return values_[id];
  }

 private:
  double computed(const TraceNode& n) {
    const auto operand = [&](std::size_t k) { return value(n.operands[k]); };
    switch (n.op) {
      case TraceOp::constant:
        return n.value;
      case TraceOp::input:
        return inputs_[n.operands[0]];
      case TraceOp::carried:
        return carried_.at(n.operands[0]).at(n.operands[1]);
      case TraceOp::result:
        return results(n.operands[0]).at(n.operands[1]);
      case TraceOp::add:
        return operand(0) + operand(1);
      case TraceOp::subtract:
        return operand(0) - operand(1);
      case TraceOp::multiply:
        return operand(0) * operand(1);
      case TraceOp::divide:
        return operand(0) / operand(1);
      case TraceOp::negate:
        return -operand(0);
      case TraceOp::exp:
        return std::exp(operand(0));
      case TraceOp::expm1:
        return std::expm1(operand(0));
      case TraceOp::log:
        return std::log(operand(0));
      case TraceOp::sqrt:
        return std::sqrt(operand(0));
      case TraceOp::tanh:
        return std::tanh(operand(0));
      case TraceOp::sin:
        return std::sin(operand(0));
      case TraceOp::abs:
        return std::abs(operand(0));
      case TraceOp::sum:
        throw std::logic_error("a recorded program has no vectors");
      case TraceOp::select:
        return operand(0) > 0.0 ? operand(1) : operand(2);
      case TraceOp::less:
        return operand(0) < operand(1) ? 1.0 : 0.0;
      case TraceOp::less_equal:
        return operand(0) <= operand(1) ? 1.0 : 0.0;
      case TraceOp::both:
        return operand(0) * operand(1);
      case TraceOp::either:
        return std::max(operand(0), operand(1));
      case TraceOp::not_that:
        return 1.0 - operand(0);
    }
    throw std::logic_error("an unknown operation");
  }

  // Loops do not stand in one another here, so that all that was computed may be forgotten after a pass.
  const std::vector<double>& results(std::size_t number) {
    carried_.resize(graph_.loops().size());
    results_.resize(graph_.loops().size());
    if (!results_[number].empty()) return results_[number];
    const TraceLoop& loop = graph_.loops()[number];
    std::vector<double> now;
    for (const TraceId id : loop.first) now.push_back(value(id));
    for (int k = 0; k < loop.most; ++k) {
      carried_[number] = now;
      ++pass_;
      now.clear();
      for (const TraceId id : loop.next) now.push_back(value(id));
      const bool goes_on = loop.goes_on.is_known() ? loop.goes_on.value() : value(loop.goes_on.node()) > 0.0;
      if (!goes_on) break;
    }
    ++pass_;
    return results_[number] = now;
  }

  const TraceGraph& graph_;
  std::span<const double> inputs_;
  std::vector<double> values_;
  std::vector<int> known_;
  int pass_ = 1;
  std::vector<std::vector<double>> carried_, results_;
};

inline std::vector<double> evaluated(const TraceGraph& graph, std::span<const TraceId> outputs,
                                     const std::vector<double>& inputs) {
  Interpreter interpreter(graph, inputs);
  std::vector<double> values;
  for (const TraceId id : outputs) values.push_back(interpreter.value(id));
  return values;
}

}  // namespace stickslip::tests
