#include "roll.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace stickslip::exporting {
namespace {

constexpr std::size_t least_length = 4;  // below it a loop is longer than its elements

struct NotAlike {};  // thrown: the elements differ

class Roller {
 public:
  Roller(const TracedLaw& law, std::span<const Given> given, TraceId first_vector, Rolled& result)
      : law_(law), old_(law.graph), result_(result) {
    result_.first_vector = first_vector;
    for (const Given& g : given) {
      scalars_[g.node] = result_.graph.find_id(TraceNode{TraceOp::input, {g.input}});
      given_.insert(g.node);
    }
    find_shapes();
  }

  TraceId output(const std::vector<TraceId>& group) {
    if (group.size() == 1) return scalar(group[0]);
    const TraceId id = vector(group);
    is_vector(id);
    return id;
  }

  // Nodes are made in order, so that operands are known before their users.
  bool is_vector(TraceId id) {
    const auto nodes = result_.graph.nodes();
    for (TraceId k = TraceId(result_.is_vector.size()); k < nodes.size(); ++k) {
      const TraceNode& n = nodes[k];
      bool any = n.op == TraceOp::input && n.operands[0] >= result_.first_vector;
      if (n.op != TraceOp::sum)
        for (const TraceId o : n.inputs()) any = any || result_.is_vector[o];
      result_.is_vector.push_back(any);
    }
    return result_.is_vector[id];
  }

 private:
  const TraceNode& node(TraceId id) const { return old_.nodes()[id]; }
  static bool commutes(TraceOp op) { return op == TraceOp::add || op == TraceOp::multiply; }

  // ---- shapes: the same for what the elements do alike

  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t x) {
    hash ^= x + 0x9E3779B97F4A7C15U + (hash << 6U) + (hash >> 2U);
    return hash * 0xBF58476D1CE4E5B9U;
  }

  bool belongs_to_element(const ProgramInput& input) const {
    const bool has_field = input.source == ProgramSource::state || input.source == ProgramSource::parameter;
    if (!has_field) return false;
    const auto table = input.source == ProgramSource::state ? law_.info->states : law_.info->params;
    return table[input.field].shape == Shape::elements;
  }

  std::uint64_t shape_of(TraceId id) const {
    const TraceNode& n = node(id);
    std::uint64_t hash = mixed(17, std::uint64_t(n.op));
    if (n.op == TraceOp::constant) return hash;
    if (n.op == TraceOp::input) {
      const std::size_t number = n.operands[0];
      if (number >= law_.inputs.size() || !belongs_to_element(law_.inputs[number])) return mixed(hash, number);
      return mixed(mixed(hash, 1000 + std::uint64_t(law_.inputs[number].source)), law_.inputs[number].field);
    }
    if (n.op == TraceOp::carried || n.op == TraceOp::result) return mixed(mixed(hash, n.operands[0]), n.operands[1]);
    std::array<std::uint64_t, 3> parts{};
    for (std::size_t k = 0; k < operand_count(n.op); ++k) parts[k] = shapes_[n.operands[k]];
    if (commutes(n.op)) std::sort(parts.begin(), parts.begin() + 2);
    for (const std::uint64_t part : parts) hash = mixed(hash, part);
    return hash;
  }

  void find_shapes() {
    shapes_.resize(old_.nodes().size());
    for (TraceId id = 0; id < shapes_.size(); ++id) shapes_[id] = shape_of(id);
  }

  // ---- scalars

  TraceId scalar(TraceId id) {
    if (const auto known = scalars_.find(id); known != scalars_.end()) return known->second;
    const TraceNode& n = node(id);
    TraceId made = 0;
    if (n.op == TraceOp::result) {
      copy_loop(n.operands[0]);
      return scalars_.at(id);
    }
    if (const auto sum = sum_of_elements(id))
      made = *sum;
    else
      made = copied(n);
    return scalars_[id] = made;
  }

  TraceId copied(TraceNode n) {
    for (std::size_t k = 0; k < operand_count(n.op); ++k) n.operands[k] = scalar(n.operands[k]);
    return result_.graph.find_id(n);
  }

  void copy_loop(std::size_t number) {
    const TraceLoop& loop = old_.loops()[number];
    TraceGraph& graph = result_.graph;
    std::vector<Trace> values, carried(loop.first.size());
    for (const TraceId id : loop.first) values.emplace_back(graph, scalar(id));
    const std::size_t made = graph.begin_loop(loop.most, values, carried);
    for (std::size_t i = 0; i < carried.size(); ++i) scalars_[loop.carried[i]] = carried[i].node();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = Trace(graph, scalar(loop.next[i]));
    TraceMask goes_on = loop.goes_on;
    if (!goes_on.is_known()) goes_on = TraceMask(graph, scalar(goes_on.node()));
    graph.end_loop(made, goes_on, values);
    for (TraceId id = 0; id < old_.nodes().size(); ++id)
      if (node(id).op == TraceOp::result && node(id).operands[0] == number)
        scalars_[id] = values[node(id).operands[1]].node();
  }

  // ((f_1 + f_2) + ...) + f_n, with terms of one shape.
  std::optional<TraceId> sum_of_elements(TraceId id) {
    if (node(id).op != TraceOp::add) return {};
    for (const std::size_t side : {0U, 1U}) {
      auto terms = terms_of(id, shapes_[node(id).operands[side]]);
      if (terms.empty()) continue;
      if (const auto sum = add_up(terms)) return sum;
      std::swap(terms[0], terms[1]);  // they stand in any order in their sum
      if (const auto sum = add_up(terms)) return sum;
    }
    return {};
  }

  std::optional<TraceId> add_up(const std::vector<TraceId>& terms) {
    try {
      const TraceId all = vector(terms);
      if (is_vector(all)) return result_.graph.find_id(TraceNode{TraceOp::sum, {all}});
    } catch (const NotAlike&) {
    }
    return {};
  }

  std::vector<TraceId> terms_of(TraceId id, std::uint64_t shape) const {
    std::vector<TraceId> terms(result_.length);
    for (std::size_t left = result_.length; left > 1; --left) {
      const TraceNode& n = node(id);
      if (n.op != TraceOp::add) return {};
      const std::size_t term = shapes_[n.operands[1]] == shape ? 1 : 0;
      if (shapes_[n.operands[term]] != shape) return {};
      terms[left - 1] = n.operands[term];
      id = n.operands[1 - term];
    }
    if (shapes_[id] != shape) return {};
    terms[0] = id;
    return terms;
  }

  // ---- vectors

  TraceId vector(const std::vector<TraceId>& all) {
    if (std::all_of(all.begin(), all.end(), [&](TraceId id) { return id == all[0]; })) return scalar(all[0]);
    if (const auto known = vectors_.find(all); known != vectors_.end()) return known->second;
    const TraceOp op = node(all[0]).op;
    for (const TraceId id : all)
      if (node(id).op != op || given_.count(id) > 0) throw NotAlike{};
    TraceId made = 0;
    if (op == TraceOp::constant)
      made = table(all);
    else if (op == TraceOp::input)
      made = field(all);
    else if (operand_count(op) > 0)
      made = operation(op, all);
    else
      throw NotAlike{};
    return vectors_[all] = made;
  }

  TraceId operation(TraceOp op, const std::vector<TraceId>& all) {
    TraceNode made{op};
    std::vector<std::array<TraceId, 3>> operands;
    for (const TraceId id : all) {
      auto own = node(id).operands;
      if (commutes(op) && shapes_[own[0]] > shapes_[own[1]]) std::swap(own[0], own[1]);
      operands.push_back(own);
    }
    for (std::size_t k = 0; k < operand_count(op); ++k) {
      std::vector<TraceId> column;
      for (const auto& own : operands) column.push_back(own[k]);
      made.operands[k] = vector(column);
    }
    return result_.graph.find_id(made);
  }

  TraceId new_input(VectorInput input) {
    result_.vectors.push_back(std::move(input));
    return result_.graph.find_id(
        TraceNode{TraceOp::input, {TraceId(result_.first_vector + result_.vectors.size() - 1)}});
  }

  TraceId table(const std::vector<TraceId>& all) {
    VectorInput input;
    for (const TraceId id : all) input.table.push_back(node(id).value);
    for (std::size_t k = 0; k < result_.vectors.size(); ++k)
      if (result_.vectors[k].table == input.table)
        return result_.graph.find_id(TraceNode{TraceOp::input, {TraceId(result_.first_vector + k)}});
    return new_input(std::move(input));
  }

  TraceId field(const std::vector<TraceId>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ProgramInput& input = law_.inputs.at(node(all[i]).operands[0]);
      const ProgramInput& first = law_.inputs.at(node(all[0]).operands[0]);
      if (!belongs_to_element(input) || input.source != first.source || input.field != first.field || input.offset != i)
        throw NotAlike{};
    }
    return new_input({.first = law_.inputs[node(all[0]).operands[0]]});
  }

  const TracedLaw& law_;
  const TraceGraph& old_;
  Rolled& result_;
  std::vector<std::uint64_t> shapes_;
  std::unordered_map<TraceId, TraceId> scalars_;
  std::unordered_set<TraceId> given_;
  std::map<std::vector<TraceId>, TraceId> vectors_;
};

}  // namespace

std::size_t element_count(const TracedLaw& law) {
  if (law.info->has_elements) return law.elements;
  std::size_t most = 0;
  for (const Field& f : law.info->states)
    if (f.shape == Shape::elements) most = std::max(most, f.width);
  return most;
}

std::unique_ptr<Rolled> rolled(const TracedLaw& law, const std::vector<std::vector<TraceId>>& groups,
                               std::span<const Given> given, TraceId first_vector) {
  auto result = std::make_unique<Rolled>(law.graph.precision());
  result->length = element_count(law);
  if (result->length < least_length) return nullptr;
  Roller roller(law, given, first_vector, *result);
  try {
    for (const auto& group : groups) result->outputs.push_back(roller.output(group));
  } catch (const NotAlike&) {
    return nullptr;
  }
  if (result->vectors.empty()) return nullptr;
  roller.is_vector(0);
  return result;
}

}  // namespace stickslip::exporting
