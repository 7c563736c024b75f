#include "kept_values.hpp"

#include <algorithm>
#include <unordered_map>

#include "subject.hpp"

namespace stickslip::exporting {
namespace {

constexpr int least_worth = 20;  // additions: a load and a store, and what makes a reader think

// What a node depends on, as bits.
enum Dependence : std::uint8_t { on_before = 1, on_others = 2 };

class Keeper {
 public:
  explicit Keeper(TracedLaw& law) : law_(law), graph_(law.graph), count_(graph_.nodes().size()) {
    find_dependence();
    find_needed();
  }

  std::vector<KeptValue> values() {
    std::vector<KeptValue> kept;
    for (TraceId id = 0; id < count_; ++id) {
      if (!needed_[id] || !wanted_elsewhere_[id] || dependence_[id] != on_before || worth(id) < least_worth) continue;
      const TraceId twin = mirror(id);
      if (twin < count_ && needed_[twin]) kept.push_back({id, twin});
    }
    return kept;
  }

 private:
  const TraceNode& node(TraceId id) const { return graph_.nodes()[id]; }

  void find_dependence() {
    dependence_.assign(count_, 0);
    for (TraceId id = 0; id < count_; ++id) {
      const TraceNode& n = node(id);
      for (const TraceId o : n.inputs()) dependence_[id] |= dependence_[o];
      if (n.op == TraceOp::carried || n.op == TraceOp::result) dependence_[id] = on_others;
      if (n.op != TraceOp::input) continue;
      const ProgramSource source = law_.inputs[n.operands[0]].source;
      if (source == ProgramSource::parameter) continue;
      dependence_[id] = source == ProgramSource::before ? on_before : on_others;
    }
  }

  // The nodes of the step, and whether one is an operand of what depends on more than the contact before.
  void find_needed() {
    needed_.assign(count_, false);
    wanted_elsewhere_.assign(count_, false);
    const auto need = [&](TraceId id, bool elsewhere) {
      needed_[id] = true;
      if (elsewhere) wanted_elsewhere_[id] = true;
    };
    for (const TraceId id : step_nodes(law_)) need(id, true);
    for (TraceId id = TraceId(count_); id-- > 0;) {
      if (!needed_[id]) continue;
      const bool elsewhere = dependence_[id] != on_before;
      for (const TraceId o : node(id).inputs()) need(o, elsewhere);
      if (node(id).op != TraceOp::result) continue;
      const TraceLoop& loop = graph_.loops()[node(id).operands[0]];
      for (const TraceId o : loop.first) need(o, true);
      for (const TraceId o : loop.next) need(o, true);
      if (!loop.goes_on.is_known()) need(loop.goes_on.node(), true);
    }
  }

  int worth(TraceId id) const {
    std::vector<TraceId> open{id}, seen;
    int cost = 0;
    while (!open.empty()) {
      const TraceId next = open.back();
      open.pop_back();
      if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
      seen.push_back(next);
      cost += operation_cost(node(next).op);
      open.insert(open.end(), node(next).inputs().begin(), node(next).inputs().end());
    }
    return cost;
  }

  // The same node of the contact now.
  TraceId mirror(TraceId id) {
    if (const auto known = mirrors_.find(id); known != mirrors_.end()) return known->second;
    TraceNode n = node(id);
    if (n.op == TraceOp::input && law_.inputs[n.operands[0]].source == ProgramSource::before) {
      const ProgramInput wanted{ProgramSource::now, law_.inputs[n.operands[0]].field, 0};
      const auto place = std::find(law_.inputs.begin(), law_.inputs.end(), wanted);
      n.operands[0] = TraceId(place - law_.inputs.begin());
    }
    for (std::size_t k = 0; k < operand_count(n.op); ++k) n.operands[k] = mirror(n.operands[k]);
    const bool commutes = n.op == TraceOp::add || n.op == TraceOp::multiply;
    if (commutes && n.operands[0] > n.operands[1]) std::swap(n.operands[0], n.operands[1]);
    return mirrors_[id] = graph_.find_id(n);
  }

  TracedLaw& law_;
  TraceGraph& graph_;
  std::size_t count_;
  std::vector<std::uint8_t> dependence_;
  std::vector<bool> needed_, wanted_elsewhere_;
  std::unordered_map<TraceId, TraceId> mirrors_;
};

}  // namespace

std::vector<KeptValue> list_kept_values(TracedLaw& law) { return Keeper(law).values(); }

}  // namespace stickslip::exporting
