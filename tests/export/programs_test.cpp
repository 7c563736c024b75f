// Every program of every law, run as it was recorded, gives the numbers of the law on double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "batch/trials.hpp"
#include "interpreter.hpp"
#include "model_of_trial.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

using conformance::Trial;
using conformance::trial_laws;

// One instant of a run on double, and the programs' inputs there.
template <class Law>
struct Instant {
  typename Law::template Params<double> p;
  typename Law::template State<double> s;
  Contact<double> before, now;
  double h;

  std::vector<double> inputs(const TracedLaw& law) const {
    using P = typename Law::template Params<double>;
    using State = typename Law::template State<double>;
    std::vector<double> all;
    for (const ProgramInput& input : law.inputs) switch (input.source) {
        case ProgramSource::parameter:
          all.push_back(scalars(p)[fields<P>[input.field].first + input.offset]);
          break;
        case ProgramSource::state:
          all.push_back(scalars(s)[fields<State>[input.field].first + input.offset]);
          break;
        case ProgramSource::before:
          all.push_back(before.*conformance::contact_members[input.field]);
          break;
        case ProgramSource::now:
          all.push_back(now.*conformance::contact_members[input.field]);
          break;
        case ProgramSource::step_size:
          all.push_back(h);
          break;
        case ProgramSource::own:
          throw std::logic_error("a law's own programs remember its state alone");
      }
    return all;
  }
};

class Comparison {
 public:
  Comparison(TracedLaw& law, std::vector<double> inputs) : law_(law), inputs_(std::move(inputs)) {}

  void expect(const Trace& program, double value, const std::string& what) {
    const std::array node{law_.graph.find_id(program)};
    const double got = tests::evaluated(law_.graph, node, inputs_)[0];
    if (std::isnan(value) && std::isnan(got)) return;
    EXPECT_EQ(got, value) << law_.info->name << ": " << what;
  }
  void expect(const std::vector<Trace>& programs, std::span<const double> values, const std::string& what) {
    ASSERT_EQ(programs.size(), values.size()) << what;
    for (std::size_t i = 0; i < values.size(); ++i) expect(programs[i], values[i], what + " " + std::to_string(i));
  }

 private:
  TracedLaw& law_;
  std::vector<double> inputs_;
};

template <class Law>
void expect_programs_at(TracedLaw& law, const Instant<Law>& at) {
  Comparison all(law, at.inputs(law));
  auto next = Law::advance(at.p, at.before, at.now, at.s, at.h);
  all.expect(law.step.state, scalars(next), "step");
  all.expect(law.step.force.value, Law::force(at.p, at.now, next).value, "force behind the step");
  all.expect(law.step.force.inertia, Law::force(at.p, at.now, next).inertia, "inertia behind the step");
  all.expect(law.force.value, Law::force(at.p, at.now, at.s).value, "force");
  all.expect(law.force.inertia, Law::force(at.p, at.now, at.s).inertia, "inertia");
  auto rate = Law::rate(at.p, at.now, at.s);
  all.expect(law.rate, scalars(rate), "rate");
  if constexpr (HasGuards<Law>) {
    const auto guards = Law::guards(at.p, at.now, at.s);
    all.expect(law.guards, guards, "guard");
    for (std::size_t k = 0; k < guards.size(); ++k) {
      auto reset = Law::reset(at.p, at.now, at.s, k);
      all.expect(law.resets[k], scalars(reset), "reset " + std::to_string(k));
    }
  }
  if constexpr (HasSteadyState<Law>) all.expect(*law.steady_state, Law::steady_state(at.p, at.now), "steady state");
  if constexpr (HasStoredEnergy<Law>)
    all.expect(*law.stored_energy, Law::stored_energy(at.p, at.now, at.s), "stored energy");
}

template <class Law>
void expect_programs(const conformance::TrialLaw& drawn, bool built_in) {
  conformance::Random rng = conformance::random_for("programs", drawn.name);
  for (int draw = 0; draw < 3; ++draw) {
    const Trial trial = drawn.draw(rng, 1e-3, 40);
    const Model model = tests::make_model(drawn, trial);
    const auto law = trace_law(model.group, {model.law, model.elements, built_in});
    Instant<Law> at{.p = make_set<typename Law::template Params<double>>(model.group),
                    .s = {},
                    .before = {},
                    .now = {},
                    .h = trial.h};
    for (std::size_t k = 1; k < trial.motion.size(); ++k) {
      at.before = trial.motion[k - 1];
      at.now = trial.motion[k];
      expect_programs_at(*law, at);
      if (testing::Test::HasFailure()) return;
      at.s = Law::advance(at.p, at.before, at.now, at.s, at.h);
    }
  }
}

void expect_all_programs(bool built_in) {
  std::size_t k = 0;
  FrictionLaws::for_each([&](auto law) { expect_programs<decltype(law)>(trial_laws()[k++], built_in); });
}

TEST(programs, are_the_law_bit_by_bit_with_parameters_as_inputs) { expect_all_programs(false); }

TEST(programs, are_the_law_bit_by_bit_with_parameters_built_in) { expect_all_programs(true); }

// The operations that the sampled step needs.
std::size_t step_size(TracedLaw& law) {
  const TraceGraph& graph = law.graph;
  std::vector<TraceId> open{law.graph.find_id(law.step.force.value)};
  for (const Trace& x : law.step.state) open.push_back(law.graph.find_id(x));
  std::vector<bool> seen(graph.nodes().size(), false);
  while (!open.empty()) {
    const TraceId id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const TraceNode& n = graph.nodes()[id];
    open.insert(open.end(), n.inputs().begin(), n.inputs().end());
    if (n.op != TraceOp::result) continue;
    const TraceLoop& loop = graph.loops()[n.operands[0]];
    open.insert(open.end(), loop.first.begin(), loop.first.end());
    open.insert(open.end(), loop.next.begin(), loop.next.end());
    if (!loop.goes_on.is_known()) open.push_back(loop.goes_on.node());
  }
  return std::size_t(std::count(seen.begin(), seen.end(), true));
}

TEST(programs, of_any_number_of_elements_have_no_part_for_those_that_are_off) {
  for (const std::string_view name : {"maxwell-slip", "gms", "mgms", "leuven"}) {
    const auto size_with = [&](std::size_t n) {
      const auto law = trace_law(law_group(name, n), {.law = name, .elements = n, .all_programs = false});
      EXPECT_EQ(law->state.size() % n, 0U) << name;
      return double(step_size(*law));
    };
    // The program grows by as much for each of forty elements as for one.
    const double each = size_with(25) - size_with(24);
    EXPECT_NEAR((size_with(64) - size_with(24)) / 40.0, each, 0.2 * each) << name;
  }
}

TEST(programs, of_a_bristle_keep_newton_as_a_loop) {
  const auto law = trace_law(law_group("elasto-plastic"), {.law = "elasto-plastic", .all_programs = false});
  EXPECT_GE(law->graph.loops().size(), 4U);
  EXPECT_LT(step_size(*law), 1000U);
}

}  // namespace
}  // namespace stickslip::exporting
