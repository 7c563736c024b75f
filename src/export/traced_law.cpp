#include "stickslip/export/traced_law.hpp"

#include <algorithm>
#include <array>

#include "schedule.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/friction/stopping_step.hpp"

namespace stickslip::exporting {
namespace {

std::array<Trace*, contact_table.size()> list_scalars(Contact<Trace>& c) {
  return {&c.velocity, &c.displacement, &c.applied, &c.mass, &c.load, &c.pressure, &c.temperature};
}

// Fills the sets of a law with inputs and constants.
class Recorder {
 public:
  Recorder(TracedLaw& law, const ParamGroup& group, const TraceRequest& request)
      : law_(law), group_(group), request_(request) {}

  Trace input(const ProgramInput& what) {
    law_.inputs.push_back(what);
    return law_.graph.input(TraceId(law_.inputs.size() - 1));
  }

  // An element beyond those in use is off: its parameters and its state are zero, and stay so.
  template <class P>
  P parameters() {
    P p;
    for (std::size_t k = 0; k < fields<P>.size(); ++k) {
      const Field& f = fields<P>[k];
      const Field& own = group_.table[k];
      for (std::size_t i = 0; i < f.width; ++i) {
        const bool used = i < group_.lengths[k];
        const double value = used ? group_.values[own.first + i] : 0.0;
        scalars(p)[f.first + i] =
            used && !request_.built_in ? input({ProgramSource::parameter, k, i}) : Trace(value, request_.precision);
      }
    }
    return p;
  }

  template <class State>
  State state() {
    State s;
    for (std::size_t k = 0; k < fields<State>.size(); ++k) {
      const Field& f = fields<State>[k];
      for (std::size_t i = 0; i < f.width; ++i) {
        const ProgramInput what{ProgramSource::state, k, i};
        if (is_off(f, i)) continue;
        law_.state.push_back(what);
        scalars(s)[f.first + i] = input(what);
      }
    }
    return s;
  }

  Trace own_state(OwnState which) {
    const ProgramInput what{ProgramSource::own, std::size_t(which), 0};
    law_.state.push_back(what);
    return input(what);
  }

  Contact<Trace> contact(ProgramSource source) {
    Contact<Trace> c;
    const auto all = list_scalars(c);
    for (std::size_t k = 0; k < contact_table.size(); ++k)
      *all[k] = Trace(contact_table[k].usual(), request_.precision);
    for (const std::size_t k : law_.columns) *all[k] = input({source, k, 0});
    return c;
  }

  template <class State>
  std::vector<Trace> outputs(const State& s) const {
    std::vector<Trace> values;
    for (const Field& f : fields<State>)
      for (std::size_t i = 0; i < f.width; ++i)
        if (!is_off(f, i)) values.push_back(scalars(s)[f.first + i]);
    return values;
  }

 private:
  bool is_off(const Field& f, std::size_t i) const {
    return law_.info->has_elements && f.shape == Shape::elements && i >= law_.elements;
  }

  TracedLaw& law_;
  const ParamGroup& group_;
  const TraceRequest& request_;
};

template <class Law, class P, class State>
void record_modes(TracedLaw& law, const Recorder& recorder, const P& p, const Contact<Trace>& c, const State& s) {
  if constexpr (HasGuards<Law, Trace>) {
    const auto guards = Law::guards(p, c, s);
    // The guards of elements are as many as the elements; other laws have a fixed number.
    const std::size_t count = law.info->has_elements ? law.elements : guards.size();
    for (std::size_t k = 0; k < count; ++k) {
      law.guards.push_back(guards[k]);
      law.resets.push_back(recorder.outputs(Law::reset(p, c, s, k)));
    }
  }
}

std::vector<TraceId> find_nodes(TraceGraph& graph, const TracedLaw::Step& step) {
  std::vector<TraceId> ids;
  for (const Trace& x : step.state) ids.push_back(graph.find_id(x));
  ids.push_back(graph.find_id(step.force.value));
  ids.push_back(graph.find_id(step.force.inertia));
  return ids;
}

TracedLaw::Step select(const TraceMask& condition, const TracedLaw::Step& a, const TracedLaw::Step& b) {
  TracedLaw::Step chosen = a;
  for (std::size_t i = 0; i < a.state.size(); ++i) chosen.state[i] = select(condition, a.state[i], b.state[i]);
  chosen.force.value = select(condition, a.force.value, b.force.value);
  chosen.force.inertia = select(condition, a.force.inertia, b.force.inertia);
  return chosen;
}

// The step as one program, or as two where the library parts ways and the usual way is cheaper without the other's
// operations: a motion that does not reverse.
template <class Record>
TracedLaw::Step split_paths(TraceGraph& graph, Record record) {
  constexpr int least_gain = 16;         // additions: what a wrong guess of the processor costs
  constexpr std::size_t most_masks = 8;  // that are tried
  TracedLaw::Step whole = record();
  auto masks = graph.asked();
  masks.resize(std::min(masks.size(), most_masks));
  const int whole_cost = exporting::unconditional_cost(graph, find_nodes(graph, whole));
  int best = whole_cost - least_gain;
  std::optional<TraceId> chosen;
  for (const TraceId mask : masks) {
    graph.assume(mask, false);
    const int cost = exporting::unconditional_cost(graph, find_nodes(graph, record()));
    if (cost < best) best = cost, chosen = mask;
  }
  graph.assume_nothing();
  if (!chosen) return whole;
  graph.assume(*chosen, true);
  const TracedLaw::Step yes = record();
  graph.assume(*chosen, false);
  const TracedLaw::Step no = record();
  graph.assume_nothing();
  graph.asked();
  return select(graph.make_mask(*chosen), yes, no);
}

// The columns that an element is told which finds out itself what holds its body and where it is.
std::vector<std::size_t> columns_of_element(const LawInfo& law) {
  const bool is_rigid = law.stick == Stick::rigid;
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < contact_table.size(); ++k) {
    const Reads column = contact_table[k].reads;
    if (column == Reads::displacement || (column == Reads::applied && is_rigid)) continue;
    if (includes(law.reads | law.may_read, column) || (column == Reads::mass && is_rigid)) columns.push_back(k);
  }
  return columns;
}

// The element's step and force in place of the law's.
template <class Law>
void record_element(TracedLaw& law, const ParamGroup& group, const TraceRequest& request) {
  using Element = VelocityElement<Law, Trace>;
  Recorder recorder(law, group, request);
  const auto p = recorder.parameters<typename Element::Params>();
  const Element element(p);
  typename Element::Memory m{.law = recorder.state<typename Element::State>()};
  if constexpr (Element::is_rigid) m.held_force = recorder.own_state(OwnState::held_force);
  if constexpr (Element::integrates) m.own_displacement = recorder.own_state(OwnState::own_displacement);
  const Contact<Trace> before = recorder.contact(ProgramSource::before);
  const Contact<Trace> now = recorder.contact(ProgramSource::now);
  const Trace h = recorder.input({ProgramSource::step_size});
  const auto record_step = [&]() -> TracedLaw::Step {
    const auto [next, after] = element.step(before, now, m, h);
    std::vector<Trace> state = recorder.outputs(next.law);
    if constexpr (Element::is_rigid) state.push_back(next.held_force);
    if constexpr (Element::integrates) state.push_back(next.own_displacement);
    return {std::move(state), {after.value, after.inertia}};
  };
  law.step = request.compact ? record_step() : split_paths(law.graph, record_step);
  const Force<Trace> f = element.force(now, m);
  law.force = {f.value, f.inertia};
  if constexpr (Element::is_rigid) law.holds = Element::holds(m.law);
}

template <class Law>
void record(TracedLaw& law, const ParamGroup& group, const TraceRequest& request) {
  using P = typename Law::template Params<Trace>;
  using State = typename Law::template State<Trace>;
  Recorder recorder(law, group, request);
  const P p = recorder.parameters<P>();
  const State s = recorder.state<State>();
  const Contact<Trace> before = recorder.contact(ProgramSource::before);
  const Contact<Trace> now = recorder.contact(ProgramSource::now);
  const Trace h = recorder.input({ProgramSource::step_size});

  const auto record_step = [&]() -> TracedLaw::Step {
    const State next = Law::advance(p, before, now, s, h);
    const Force<Trace> after = Law::force(p, now, next);
    return {recorder.outputs(next), {after.value, after.inertia}};
  };
  law.step = request.compact ? record_step() : split_paths(law.graph, record_step);
  const Force<Trace> f = Law::force(p, now, s);
  law.force = {f.value, f.inertia};
  if constexpr (HasHold<Law, Trace>) law.holds = Law::holds(s);
  if (!request.all_programs) return;
  law.rate = recorder.outputs(Law::rate(p, now, s));
  record_modes<Law>(law, recorder, p, now, s);
  if constexpr (HasSteadyState<Law, Trace>) law.steady_state = Law::steady_state(p, now);
  if constexpr (HasStoredEnergy<Law, Trace>) law.stored_energy = Law::stored_energy(p, now, s);
}

}  // namespace

const std::array<Field, 2> own_states{{
    {"held_force", 0, 1, Shape::single, "w", "N", "Force that holds the body, while it is held.", -1e12, 1e12},
    {"own_displacement", 0, 1, Shape::single, "x", "m", "Integral of the velocity.", -1e12, 1e12},
}};

std::vector<std::size_t> columns_read(const LawInfo& law) {
  std::vector<std::size_t> read;
  for (std::size_t k = 0; k < contact_table.size(); ++k)
    if (includes(law.reads | law.may_read, contact_table[k].reads)) read.push_back(k);
  return read;
}

std::unique_ptr<TracedLaw> trace_law(const ParamGroup& group, const TraceRequest& request) {
  auto law = std::make_unique<TracedLaw>(request.precision);
  law->info = &law_info(request.law);
  law->elements = request.elements;
  law->columns = request.stops ? columns_of_element(*law->info) : columns_read(*law->info);
  FrictionLaws::with_largest(request.law, [&](auto type) {
    using Law = decltype(type);
    request.stops ? record_element<Law>(*law, group, request) : record<Law>(*law, group, request);
  });
  return law;
}

}  // namespace stickslip::exporting
