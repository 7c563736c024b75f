// The recording scalar: what becomes a node, what folds, and how loops are kept.
#include "stickslip/trace.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "interpreter.hpp"

namespace stickslip::exporting {
namespace {

using tests::evaluated;

TEST(trace, equal_operations_are_one_node) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  const Trace y = graph.input(1);
  const Trace a = exp(x * y) + abs(x);
  const std::size_t count = graph.nodes().size();
  const Trace b = exp(y * x) + abs(x);
  EXPECT_EQ(a.node(), b.node());
  EXPECT_EQ(graph.nodes().size(), count);
}

TEST(trace, constants_fold_by_the_functions_of_double) {
  const Trace x = exp(Trace(0.3)) / Trace(7.0) - tanh(Trace(0.1));
  ASSERT_TRUE(x.is_number());
  EXPECT_EQ(x.value(), std::exp(0.3) / 7.0 - std::tanh(0.1));
}

TEST(trace, constants_of_a_float_program_fold_by_the_functions_of_float) {
  const Trace third(1.0 / 3.0, Precision::fp32);
  EXPECT_EQ((third * Trace(3.1, Precision::fp32)).value(), double(float(1.0 / 3.0) * 3.1F));
  EXPECT_EQ(exp(third).value(), double(std::exp(float(1.0 / 3.0))));
  TraceGraph graph(Precision::fp32);
  const TraceId tenth = graph.find_id(Trace(0.1));
  EXPECT_EQ(graph.nodes()[tenth].value, double(0.1F));
}

TEST(trace, neutral_operands_leave_no_node) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  for (const Trace& same : {x * 1.0, 1.0 * x, x / 1.0, x + 0.0, 0.0 + x, x - 0.0, -(-x), abs(abs(x)) - abs(x) + x,
                            select(x < x, Trace(3.0), x), select(x < Trace(0.0), x, x)})
    EXPECT_EQ(same.node(), x.node());
  EXPECT_TRUE((x * 0.0).is_number());
  EXPECT_TRUE((x - x).is_number());
}

TEST(trace, a_division_by_a_power_of_two_becomes_a_product_and_another_does_not) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  const TraceId eighth = (x / 8.0).node();
  const TraceId third = (x / 3.0).node();
  EXPECT_EQ(graph.nodes()[eighth].op, TraceOp::multiply);
  EXPECT_EQ(graph.nodes()[third].op, TraceOp::divide);
}

TEST(trace, masks_fold_and_a_negated_condition_turns_the_select) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  const TraceMask negative = x < Trace(0.0);
  EXPECT_TRUE((negative && false).is_known());
  EXPECT_TRUE((negative || true).value());
  EXPECT_EQ((!!negative).node(), negative.node());
  EXPECT_EQ(select(!negative, x, Trace(1.0)).node(), select(negative, Trace(1.0), x).node());
}

TEST(trace, possible_is_true_unless_ruled_out_and_notes_what_was_asked) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  EXPECT_TRUE(possible(x < Trace(0.0)));
  EXPECT_TRUE(possible(x < Trace(0.0)));
  EXPECT_FALSE(possible((x < Trace(0.0)) && false));
  EXPECT_EQ(graph.asked().size(), 1U);
  EXPECT_TRUE(graph.asked().empty());
}

TEST(trace, an_assumed_condition_is_known_until_it_is_taken_back) {
  TraceGraph graph;
  const Trace x = graph.input(0);
  const TraceMask negative = x < Trace(0.0);
  graph.assume(negative.node(), false);
  EXPECT_EQ(select(x < Trace(0.0), -x, x).node(), x.node());
  graph.assume_nothing();
  EXPECT_NE(select(x < Trace(0.0), -x, x).node(), x.node());
}

// Heron's square root, as a law would write it.
template <class S>
S take_root(const S& x) {
  std::array<S, 2> y{x, S(1)};
  repeat(100, y, [&](std::array<S, 2>& now) {
    const S next = (now[0] + x / now[0]) / S(2);
    now[1] = abs(next - now[0]);
    now[0] = next;
    return now[1] > S(1e-15) * next;
  });
  return y[0];
}

TEST(trace, a_loop_is_recorded_once_and_gives_the_same_bits) {
  TraceGraph graph;
  const std::array outputs{take_root(graph.input(0)).node()};
  ASSERT_EQ(graph.loops().size(), 1U);
  EXPECT_LT(graph.nodes().size(), 20U);
  for (const double x : {2.0, 1e-3, 1e6}) EXPECT_EQ(evaluated(graph, outputs, {{x}})[0], take_root(x));
}

TEST(trace, a_loop_over_constants_is_done_at_once) {
  const Trace root = take_root(Trace(2.0));
  ASSERT_TRUE(root.is_number());
  EXPECT_EQ(root.value(), take_root(2.0));
}

}  // namespace
}  // namespace stickslip::exporting
