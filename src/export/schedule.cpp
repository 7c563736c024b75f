#include "schedule.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <stdexcept>

namespace stickslip::exporting {
namespace {

using Index = std::uint32_t;
constexpr Index none = std::numeric_limits<Index>::max();

// Rough costs in additions. A branch that the processor guesses wrong costs some fifteen of them.
constexpr int branch_cost = 16;
constexpr int loop_cost = 1000;
constexpr int guarded_cost = 1000;  // of what must not be done when its condition fails

// A place for statements: the program, one side of a branch, the body of a loop.
struct Region {
  Index parent = none;
  Index depth = 0;
  Index group = none;      // the branch or the loop to which it belongs
  bool holds = true;       // of a branch: its condition holds here
  bool is_vector = false;  // it stands inside a loop over the elements
};

// A branch or a loop in the making.
struct Group {
  bool is_loop = false;
  Index region = 0;  // where it stands
  TraceId condition = 0;
  std::size_t loop = 0;
  std::vector<TraceId> members{};  // selects, or results of the loop
  Index yes = none, no = none;     // regions
  bool dissolved = false;
};

class Scheduler {
 public:
  Scheduler(const TraceGraph& graph, std::span<const TraceId> outputs, std::span<const Given> given,
            const Vectors& vectors = {})
      : vectors_(vectors),
        nodes_(graph.nodes().begin(), graph.nodes().end()),
        loops_(graph.loops().begin(), graph.loops().end()),
        outputs_(outputs.begin(), outputs.end()),
        region_(nodes_.size(), none),
        group_(nodes_.size(), none),
        narrowed_(nodes_.size(), false),
        hoisted_(nodes_.size(), false),
        loop_group_(loops_.size(), none) {
    regions_.push_back({});
    for (const Given& g : given) nodes_[g.node] = {TraceOp::input, {g.input}};
    find_loop_dependence();
  }

  int unconditional_cost() {
    place_all();
    return cost_[0];
  }

  Schedule schedule() {
    place_all();
    Schedule result;
    result.body = order_items(list_region_items());
    result.nodes = nodes_;
    result.loops = loops_;
    result.outputs = outputs_;
    result.uses = count_uses();
    result.hoisted = hoisted_;
    result.is_vector = vectors_.is_vector;
    result.length = vectors_.length;
    if (vectors_.length > 0) find_crossings(result);
    return result;
  }

 private:
  void place_all() {
    for (TraceId& output : outputs_) use(output, 0);
    for (TraceId id = TraceId(nodes_.size()); id-- > 0;)
      if (region_[id] != none) place(id);
    dissolve_cheap_branches();
  }

  // ---- which loops' carried values a node depends on, as bits

  static std::uint64_t loop_bit(std::size_t loop) { return std::uint64_t(1) << loop; }

  void find_loop_dependence() {
    if (loops_.size() > 64) throw std::logic_error("a program has more than 64 loops");
    depends_.assign(nodes_.size(), 0);
    for (TraceId id = 0; id < nodes_.size(); ++id) {
      const TraceNode& n = nodes_[id];
      for (const TraceId o : n.inputs()) depends_[id] |= depends_[o];
      if (n.op == TraceOp::carried) depends_[id] = loop_bit(n.operands[0]);
      if (n.op != TraceOp::result) continue;
      for_each_operand(loops_[n.operands[0]], [&](TraceId o, bool) { depends_[id] |= depends_[o]; });
      depends_[id] &= ~loop_bit(n.operands[0]);
    }
  }

  // Calls visit(operand, inside the body).
  template <class Visit>
  static void for_each_operand(const TraceLoop& loop, Visit visit) {
    for (const TraceId o : loop.first) visit(o, false);
    for (const TraceId o : loop.next) visit(o, true);
    if (!loop.goes_on.is_known()) visit(loop.goes_on.node(), true);
  }

  // ---- what is known in a region

  // What `condition` being `truth` says about `asked`.
  std::optional<bool> find_known_outcome(TraceId condition, bool truth, TraceId asked) const {
    if (condition == asked) return truth;
    const TraceNode& n = nodes_[condition];
    if (n.op == TraceOp::not_that) return find_known_outcome(n.operands[0], !truth, asked);
    const bool splits = (n.op == TraceOp::both && truth) || (n.op == TraceOp::either && !truth);
    if (splits)
      for (const TraceId o : n.inputs())
        if (const auto answer = find_known_outcome(o, truth, asked)) return answer;
    const TraceNode& other = nodes_[asked];
    const bool opposed = n.op == TraceOp::less && truth && other.op == TraceOp::less &&
                         n.operands[0] == other.operands[1] && n.operands[1] == other.operands[0];
    if (opposed) return false;
    return {};
  }

  std::optional<bool> find_known(TraceId asked, Index region) const {
    for (Index r = region; r != none; r = regions_[r].parent) {
      const Index g = regions_[r].group;
      if (g == none || groups_[g].is_loop) continue;
      if (const auto answer = find_known_outcome(groups_[g].condition, regions_[r].holds, asked)) return answer;
    }
    const TraceNode& n = nodes_[asked];
    if (n.op == TraceOp::not_that) {
      const auto answer = find_known(n.operands[0], region);
      return answer ? std::optional(!*answer) : answer;
    }
    if (n.op != TraceOp::both && n.op != TraceOp::either) return {};
    const bool decisive = n.op == TraceOp::either;  // the value of one operand that decides
    const auto a = find_known(n.operands[0], region);
    const auto b = find_known(n.operands[1], region);
    if ((a && *a == decisive) || (b && *b == decisive)) return decisive;
    return a && b ? std::optional(!decisive) : std::nullopt;
  }

  // ---- placing

  Index common(Index a, Index b) const {
    while (a != b) {
      Index& deeper = regions_[a].depth >= regions_[b].depth ? a : b;
      deeper = regions_[deeper].parent;
    }
    return a;
  }

  bool is_vector(TraceId id) const { return vectors_.length > 0 && vectors_.is_vector[id]; }

  // What is no vector is done once, outside of the loops over elements.
  Index place_for(TraceId id, Index region) const {
    while (!is_vector(id) && regions_[region].is_vector) region = regions_[region].parent;
    return region;
  }

  // Notes that the node is taken in that region; a select by a condition that is known there becomes its operand.
  // Returns whether it did.
  bool use(TraceId& id, Index region) {
    bool narrowed = false;
    const bool in_elements = regions_[region].is_vector;
    region = place_for(id, region);
    while (nodes_[id].op == TraceOp::select && region != 0) {
      const auto answer = find_known(nodes_[id].operands[0], region);
      if (!answer) break;
      id = nodes_[id].operands[*answer ? 1 : 2];
      region = place_for(id, region);
      narrowed = true;
    }
    if (in_elements != regions_[region].is_vector) hoisted_[id] = true;
    region_[id] = region_[id] == none ? region : common(region_[id], region);
    return narrowed;
  }

  Index hoist(TraceId id) const {
    Index place = region_[id];
    if (narrowed_[id]) return place;
    for (Index r = place; r != none; r = regions_[r].parent) {
      const Index g = regions_[r].group;
      if (g == none || !groups_[g].is_loop || r != groups_[g].yes) continue;
      if ((depends_[id] & loop_bit(groups_[g].loop)) == 0) place = regions_[r].parent;
    }
    return place;
  }

  void place(TraceId id) {
    TraceNode& n = nodes_[id];
    if (n.op == TraceOp::result) return place_loop(id);
    const Index wanted = region_[id];
    region_[id] = hoist(id);
    hoisted_[id] = hoisted_[id] || region_[id] != wanted;
    if (n.op == TraceOp::select) return place_select(id);
    for (std::size_t k = 0; k < operand_count(n.op); ++k)
      if (use(n.operands[k], region_[id])) narrowed_[id] = true;
    for (const TraceId o : n.inputs())
      if (is_vector(id) && !is_vector(o)) hoisted_[o] = true;  // once, not for every element
  }

  Index new_region(Index parent, Index group, bool holds) {
    const bool by_elements = !groups_[group].is_loop && is_vector(groups_[group].condition);
    regions_.push_back({parent, regions_[parent].depth + 1, group, holds, regions_[parent].is_vector || by_elements});
    return Index(regions_.size() - 1);
  }

  bool is_operation(TraceId id) const { return operand_count(nodes_[id].op) > 0 || nodes_[id].op == TraceOp::result; }

  void place_select(TraceId id) {
    TraceNode& n = nodes_[id];
    const Index region = region_[id];
    if (is_vector(id) && !is_vector(n.operands[0])) hoisted_[n.operands[0]] = true;
    if (!is_operation(n.operands[1]) && !is_operation(n.operands[2])) {
      for (TraceId& o : n.operands) use(o, region);
      return;
    }
    const Index g = branch_for(id, region);
    groups_[g].members.push_back(id);
    group_[id] = g;
    use(n.operands[0], region);
    use(n.operands[1], groups_[g].yes);
    use(n.operands[2], groups_[g].no);
  }

  // The branch that a select joins: one by the same condition in the same region, unless one would then have to stand
  // before and behind something; or its own.
  Index branch_for(TraceId id, Index region) {
    const TraceId condition = nodes_[id].operands[0];
    std::vector<Index>& there = branches_[{region, condition}];
    for (const Index g : there)
      if (!reaches(id, g) && !is_reached(g, id)) return g;
    groups_.push_back({.region = region, .condition = condition});
    const auto g = Index(groups_.size() - 1);
    groups_[g].yes = new_region(region, g, true);
    groups_[g].no = new_region(region, g, false);
    there.push_back(g);
    return g;
  }

  void place_loop(TraceId id) {
    const std::size_t number = nodes_[id].operands[0];
    if (loop_group_[number] != none) return;
    // All results have been taken where they are: they are younger than everything in the loop.
    groups_.push_back({.is_loop = true, .loop = number});
    const auto g = Index(groups_.size() - 1);
    loop_group_[number] = g;
    Index region = none;
    for (TraceId k = 0; k <= id; ++k) {
      if (nodes_[k].op != TraceOp::result || nodes_[k].operands[0] != number || region_[k] == none) continue;
      groups_[g].members.push_back(k);
      group_[k] = g;
      const Index place = hoist(k);
      region = region == none ? place : common(region, place);
    }
    for (const TraceId k : groups_[g].members) region_[k] = region;
    groups_[g].region = region;
    groups_[g].yes = new_region(region, g, true);
    TraceLoop& loop = loops_[number];
    for (TraceId& o : loop.first) use(o, region);
    for (TraceId& o : loop.next) use(o, groups_[g].yes);
    if (loop.goes_on.is_known()) return;
    TraceId mask = loop.goes_on.node();
    use(mask, groups_[g].yes);
  }

  // ---- whether one needs another, branches and loops taken as a whole

  bool search(TraceId from, Index skipped, const std::function<bool(TraceId)>& found) {
    stamp_.resize(nodes_.size(), 0);
    ++now_;
    std::vector<TraceId> open;
    const auto push = [&](TraceId id) {
      if (stamp_[id] == now_) return;
      stamp_[id] = now_;
      open.push_back(id);
    };
    const auto push_operands = [&](TraceId id) {
      for (const TraceId o : nodes_[id].inputs()) push(o);
      if (nodes_[id].op == TraceOp::result)
        for_each_operand(loops_[nodes_[id].operands[0]], [&](TraceId o, bool) { push(o); });
    };
    stamp_[from] = now_;
    push_operands(from);
    if (skipped != none)
      for (const TraceId m : groups_[skipped].members) {
        stamp_[m] = now_;
        push_operands(m);
      }
    while (!open.empty()) {
      const TraceId id = open.back();
      open.pop_back();
      if (found(id)) return true;
      push_operands(id);
      if (group_[id] != none)
        for (const TraceId m : groups_[group_[id]].members) push(m);
    }
    return false;
  }

  bool reaches(TraceId id, Index g) {
    return search(id, none, [&](TraceId other) { return group_[other] == g; });
  }
  bool is_reached(Index g, TraceId id) {
    return search(groups_[g].members.front(), g, [&](TraceId other) { return other == id; });
  }

  // ---- branches that do not pay

  int own_cost(TraceId id) const {
    const bool guarded = narrowed_[id] && operation_cost(nodes_[id].op) > 1;
    const int times = is_vector(id) && !regions_[region_[id]].is_vector ? int(vectors_.length) : 1;
    return guarded ? guarded_cost : times * operation_cost(nodes_[id].op);
  }

  // From the inside to the outside: a branch stands behind the one in which it stands.
  void dissolve_cheap_branches() {
    cost_.assign(regions_.size(), 0);
    for (TraceId id = 0; id < nodes_.size(); ++id)
      if (region_[id] != none) cost_[region_[id]] += own_cost(id);
    for (const Group& g : groups_) cost_[g.region] += g.is_loop ? loop_cost : branch_cost;
    merged_into_.resize(regions_.size());
    for (Index r = 0; r < regions_.size(); ++r) merged_into_[r] = r;
    for (Index g = Index(groups_.size()); g-- > 0;) dissolve_if_cheap(groups_[g]);
    for (const TraceId id : dissolved_members_) group_[id] = none;
    for (Index& r : region_)
      if (r != none) r = final_region(r);
    for (Group& g : groups_) g.region = final_region(g.region);
    for (Region& r : regions_)
      if (r.parent != none) r.parent = final_region(r.parent);
  }

  void dissolve_if_cheap(Group& group) {
    if (group.is_loop || cost_[group.yes] + cost_[group.no] > branch_cost) return;
    group.dissolved = true;
    cost_[group.region] += cost_[group.yes] + cost_[group.no] - branch_cost;
    merged_into_[group.yes] = merged_into_[group.no] = group.region;
    dissolved_members_.insert(dissolved_members_.end(), group.members.begin(), group.members.end());
  }

  Index final_region(Index r) const {
    while (merged_into_[r] != r) r = merged_into_[r];
    return r;
  }

  // ---- order

  // A statement in the making: a node, or a group.
  struct Item {
    Index region = 0;
    TraceId node = 0;
    Index group = none;
    std::vector<Index> followers{};
    Index missing = 0;  // statements before it that have not been ordered yet
  };

  bool is_leaf(TraceId id) const {
    const TraceOp op = nodes_[id].op;
    return op == TraceOp::constant || op == TraceOp::input || op == TraceOp::carried;
  }

  std::vector<Item> list_region_items() {
    std::vector<Item> items;
    item_of_group_.assign(groups_.size(), none);
    item_of_node_.assign(nodes_.size(), none);
    for (TraceId id = 0; id < nodes_.size(); ++id) {
      if (region_[id] == none || is_leaf(id)) continue;
      const Index g = group_[id];
      if (g != none && item_of_group_[g] != none) {
        item_of_node_[id] = item_of_group_[g];
        continue;
      }
      items.push_back({.region = region_[id], .node = id, .group = g});
      item_of_node_[id] = Index(items.size() - 1);
      if (g != none) item_of_group_[g] = item_of_node_[id];
    }
    for (TraceId id = 0; id < nodes_.size(); ++id) {
      if (region_[id] == none || is_leaf(id)) continue;
      const Index g = group_[id];
      const TraceNode& n = nodes_[id];
      for (std::size_t k = 0; k < operand_count(n.op); ++k) {
        const bool inside = n.op == TraceOp::select && g != none && k > 0;
        const Index from = inside ? (k == 1 ? groups_[g].yes : groups_[g].no) : region_[id];
        link(items, n.operands[k], from, item_of_node_[id]);
      }
      if (n.op != TraceOp::result) continue;
      for_each_operand(loops_[n.operands[0]], [&](TraceId o, bool body) {
        link(items, o, body ? groups_[g].yes : region_[id], item_of_node_[id]);
      });
    }
    return items;
  }

  // The operand's statement comes before the one, in the operand's region, that holds its user.
  void link(std::vector<Item>& items, TraceId operand, Index from, Index user) {
    if (is_leaf(operand)) return;
    const Index before = item_of_node_[operand];
    const Index place = items[before].region;
    Index behind = user;
    for (Index r = from; r != place; r = regions_[r].parent) behind = item_of_group_[regions_[r].group];
    const bool is_last_of_side = items[behind].region != place;  // taken at the end of the block it stands in
    if (behind == before || is_last_of_side) return;
    items[before].followers.push_back(behind);
    ++items[behind].missing;
  }

  Block order_items(std::vector<Item> items) {
    std::vector<std::vector<Index>> in_region(regions_.size());
    for (Index i = 0; i < items.size(); ++i) in_region[items[i].region].push_back(i);
    return make_block(0, items, in_region);
  }

  // Statements that are ready, the earliest first.
  using Ready = std::priority_queue<Index, std::vector<Index>, std::greater<>>;
  using Items = std::vector<std::vector<Index>>;

  Block make_block(Index region, std::vector<Item>& items, const Items& in_region) {
    if (region == none) return {};
    if (vectors_.length > 0 && !regions_[region].is_vector) return make_block_of_loops(region, items, in_region);
    Ready ready;
    for (const Index i : in_region[region])
      if (items[i].missing == 0) ready.push(i);
    Block block;
    while (!ready.empty()) {
      const Index i = ready.top();
      ready.pop();
      block.statements.push_back(statement(items, in_region, i));
      for (const Index f : items[i].followers)
        if (--items[f].missing == 0) ready.push(f);
    }
    if (block.statements.size() != in_region[region].size())
      throw std::logic_error("the statements of a program cannot be put in order");
    return block;
  }

  // Whether a statement stands in a loop over the elements.
  bool is_of_elements(const Item& item) const {
    if (item.group == none) return is_vector(item.node) || nodes_[item.node].op == TraceOp::sum;
    return !groups_[item.group].is_loop && is_vector(groups_[item.group].condition);
  }

  bool gives_vectors(Index region) const {
    const Index g = regions_[region].group;
    const auto& given = g == none ? outputs_ : groups_[g].members;
    return std::any_of(given.begin(), given.end(), [&](TraceId id) { return is_vector(id); });
  }

  // Scalars as long as there are any that can be done, then a loop with all that can be done for the elements. Vectors
  // that the block gives are stored when nothing is left that could still read what they replace.
  Block make_block_of_loops(Index region, std::vector<Item>& items, const Items& in_region) {
    Ready scalars, vectors;
    const auto push = [&](Index i) { (is_of_elements(items[i]) ? vectors : scalars).push(i); };
    const auto release = [&](Index i) {
      for (const Index f : items[i].followers)
        if (--items[f].missing == 0) push(f);
    };
    std::size_t heavy = 0;  // what may read a vector and has not been ordered yet
    std::size_t ordered = 0;
    for (const Index i : in_region[region]) {
      if (items[i].group != none || is_of_elements(items[i])) ++heavy;
      if (items[i].missing == 0) push(i);
    }
    Block block;
    bool stores = !gives_vectors(region);
    while (!scalars.empty() || !vectors.empty()) {
      if (!scalars.empty()) {
        const Index i = scalars.top();
        scalars.pop();
        if (items[i].group != none) --heavy;
        block.statements.push_back(statement(items, in_region, i));
        ++ordered;
        release(i);
        continue;
      }
      Statement loop{.kind = Statement::Kind::elements};
      std::vector<Index> sums;
      while (!vectors.empty()) {
        const Index i = vectors.top();
        vectors.pop();
        --heavy;
        loop.yes.statements.push_back(statement(items, in_region, i));
        ++ordered;
        const bool is_sum = items[i].group == none && nodes_[items[i].node].op == TraceOp::sum;
        is_sum ? sums.push_back(i) : release(i);
      }
      for (const Index i : sums) release(i);
      loop.stores = heavy == 0 && !stores;
      stores = stores || loop.stores;
      block.statements.push_back(std::move(loop));
    }
    if (ordered != in_region[region].size())
      throw std::logic_error("the statements of a program cannot be put in order");
    if (!stores) block.statements.push_back({.kind = Statement::Kind::elements, .stores = true});
    return block;
  }

  // ---- vectors that are taken outside of the loop which makes them

  struct Crossings {
    std::vector<std::size_t> made_in;  // the loop that makes a node, 0: none
    std::vector<bool> crosses;
    std::size_t loops = 0;
  };

  void find_crossings(Schedule& result) const {
    Crossings c{std::vector<std::size_t>(nodes_.size(), 0), std::vector<bool>(nodes_.size(), false)};
    cross(result.body, outputs_, 0, c);
    result.kept_whole = c.crosses;
  }

  void take(TraceId id, std::size_t loop, Crossings& c) const {
    if (is_vector(id) && !is_leaf(id) && c.made_in[id] != loop) c.crosses[id] = true;
  }

  // `given`: what is stored at the end of the block.
  void cross(const Block& block, const std::vector<TraceId>& given, std::size_t loop, Crossings& c) const {
    for (const Statement& s : block.statements) {
      if (s.kind == Statement::Kind::elements) {
        const std::size_t own = ++c.loops;
        cross(s.yes, {}, own, c);
        if (s.stores)
          for (const TraceId id : given) take(id, own, c);
      } else if (s.kind == Statement::Kind::operation) {
        c.made_in[s.node] = loop;
        for (const TraceId o : nodes_[s.node].inputs()) take(o, loop, c);
      } else {
        cross_parts(s, loop, c);
      }
    }
  }

  void cross_parts(const Statement& s, std::size_t loop, Crossings& c) const {
    std::vector<TraceId> yes, no;
    if (s.kind == Statement::Kind::branch) {
      take(s.condition, loop, c);
      for (const TraceId id : s.results) yes.push_back(nodes_[id].operands[1]), no.push_back(nodes_[id].operands[2]);
    }
    cross(s.yes, yes, loop, c);
    cross(s.no, no, loop, c);
    for (const TraceId id : s.results) {
      c.made_in[id] = loop;
      if (loop == 0 && is_vector(id)) c.crosses[id] = true;  // made by the loops of both sides
    }
    if (loop == 0) return;
    for (const auto& side : {yes, no})
      for (const TraceId id : side) take(id, loop, c);
  }

  Statement statement(std::vector<Item>& items, const std::vector<std::vector<Index>>& in_region, Index i) {
    const Item& item = items[i];
    if (item.group == none) return {.kind = Statement::Kind::operation, .node = item.node};
    const Group& g = groups_[item.group];
    Statement s;
    s.kind = g.is_loop ? Statement::Kind::loop : Statement::Kind::branch;
    s.node = item.node;
    s.condition = g.is_loop ? 0 : nodes_[g.members.front()].operands[0];
    s.results = g.members;
    std::sort(s.results.begin(), s.results.end());
    s.loop = g.loop;
    s.yes = make_block(g.yes, items, in_region);
    s.no = make_block(g.no, items, in_region);
    return s;
  }

  std::vector<std::uint32_t> count_uses() const {
    std::vector<std::uint32_t> uses(nodes_.size(), 0);
    for (const TraceId id : outputs_) ++uses[id];
    for (TraceId id = 0; id < nodes_.size(); ++id) {
      if (region_[id] == none || group_[id] != none) continue;
      for (const TraceId o : nodes_[id].inputs()) ++uses[o];
    }
    for (const Group& g : groups_) {
      if (g.dissolved || g.members.empty()) continue;
      if (g.is_loop) for_each_operand(loops_[g.loop], [&](TraceId o, bool) { ++uses[o]; });
      if (g.is_loop) continue;
      ++uses[nodes_[g.members.front()].operands[0]];
      for (const TraceId m : g.members) ++uses[nodes_[m].operands[1]], ++uses[nodes_[m].operands[2]];
    }
    return uses;
  }

  Vectors vectors_;
  std::vector<TraceNode> nodes_;
  std::vector<TraceLoop> loops_;
  std::vector<TraceId> outputs_;
  std::vector<Index> region_;   // where a node is done; none: nowhere
  std::vector<Index> group_;    // the branch or loop that gives it
  std::vector<bool> narrowed_;  // it takes the operand of a select whose condition is known where it stands
  std::vector<bool> hoisted_;
  std::vector<Index> loop_group_;
  std::vector<std::uint64_t> depends_;
  std::vector<Region> regions_;
  std::vector<Group> groups_;
  std::map<std::pair<Index, TraceId>, std::vector<Index>> branches_;
  std::vector<int> cost_;           // of what stands in a region
  std::vector<Index> merged_into_;  // the region to which the content of a dissolved branch goes
  std::vector<TraceId> dissolved_members_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 0;
  std::vector<Index> item_of_group_, item_of_node_;
};

// ---- the worst case

template <class Join>
OperationCount joined(const OperationCount& a, const OperationCount& b, Join join) {
  return {join(a.sums, b.sums),   join(a.products, b.products),   join(a.divisions, b.divisions),
          join(a.roots, b.roots), join(a.functions, b.functions), join(a.decisions, b.decisions)};
}

OperationCount count_of(TraceOp op) {
  if (op < TraceOp::add) return {};
  if (op == TraceOp::multiply) return {.products = 1};
  if (op == TraceOp::divide) return {.divisions = 1};
  if (op == TraceOp::sqrt) return {.roots = 1};
  if (op == TraceOp::select || is_mask(op)) return {.decisions = 1};
  return operation_cost(op) > 1 ? OperationCount{.functions = 1} : OperationCount{.sums = 1};
}

OperationCount count_of(const Schedule& schedule, const Block& block) {
  OperationCount all;
  for (const Statement& s : block.statements) {
    if (s.kind == Statement::Kind::operation) all = all + count_of(schedule.nodes[s.node].op);
    if (s.kind == Statement::Kind::branch)
      all = all + OperationCount{.decisions = 1} +
            joined(count_of(schedule, s.yes), count_of(schedule, s.no), [](auto a, auto b) { return std::max(a, b); });
    if (s.kind == Statement::Kind::elements) all = all + schedule.length * count_of(schedule, s.yes);
    if (s.kind == Statement::Kind::loop)
      all = all +
            std::uint64_t(schedule.loops[s.loop].most) * (OperationCount{.decisions = 1} + count_of(schedule, s.yes));
  }
  return all;
}

}  // namespace

OperationCount operator+(const OperationCount& a, const OperationCount& b) { return joined(a, b, std::plus<>()); }

OperationCount operator*(std::uint64_t times, const OperationCount& a) {
  return joined(a, a, [times](auto one, auto) { return times * one; });
}

OperationCount worst_case(const Schedule& schedule) { return count_of(schedule, schedule.body); }

int operation_cost(TraceOp op) {
  if (op < TraceOp::add) return 0;
  if (op == TraceOp::divide || op == TraceOp::sqrt) return 6;
  return op >= TraceOp::exp && op <= TraceOp::sin ? 30 : 1;
}

int unconditional_cost(const TraceGraph& graph, std::span<const TraceId> outputs) {
  return Scheduler(graph, outputs, {}).unconditional_cost();
}

Schedule make_schedule(const TraceGraph& graph, std::span<const TraceId> outputs, std::span<const Given> given,
                       const Vectors& vectors) {
  return Scheduler(graph, outputs, given, vectors).schedule();
}

}  // namespace stickslip::exporting
