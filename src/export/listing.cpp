#include "listing.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace stickslip::exporting {
namespace {

// How tightly an expression holds together; a sign binds like a sum, so that it is always in parentheses behind an
// operator.
enum Level : std::uint8_t { choice, disjunction, conjunction, comparison, sum, product, whole };

struct Text {
  std::string text;
  Level level = whole;
};

constexpr std::size_t longest_inlined = 60;  // characters; longer expressions get a name

class Lister {
 public:
  Lister(Schedule schedule, std::span<const std::string> inputs, const Dialect& dialect,
         std::span<const std::string> stores = {})
      : schedule_(std::move(schedule)), inputs_(inputs), dialect_(dialect) {
    for (std::size_t k = 0; k < stores.size(); ++k)
      if (is_vector(schedule_.outputs[k])) stores_.push_back({schedule_.outputs[k], stores[k]});
    listing_.inputs_used.assign(inputs.size(), false);
  }

  Listing listing() {
    write(schedule_.body, 0, stores_);
    listing_.worst_case = worst_case(schedule_);
    for (const TraceId id : schedule_.outputs)
      listing_.outputs.push_back(is_vector(id) ? std::string() : to_text(id).text);
    return std::move(listing_);
  }

 private:
  const TraceNode& node(TraceId id) const { return schedule_.nodes[id]; }

  void line(std::size_t depth, const std::string& text) {
    if (!text.empty()) listing_.lines.push_back(std::string(2 * depth, ' ') + text);
  }

  bool is_vector(TraceId id) const { return !schedule_.is_vector.empty() && schedule_.is_vector[id]; }
  bool is_whole(TraceId id) const { return !schedule_.kept_whole.empty() && schedule_.kept_whole[id]; }

  std::string new_name(bool mask = false, std::size_t length = 0) {
    listing_.variables.push_back({"t" + std::to_string(listing_.variables.size() + 1), mask, length});
    return listing_.variables.back().name;
  }

  // ---- expressions

  Text number_text(double value) const { return {dialect_.number(value), value < 0.0 ? sum : whole}; }

  Text to_text(TraceId id) {
    const TraceNode& n = node(id);
    if (n.op == TraceOp::constant) return number_text(n.value);
    if (n.op == TraceOp::input) {
      listing_.inputs_used[n.operands[0]] = true;
      return {inputs_[n.operands[0]]};
    }
    return texts_.at(id);
  }

  std::string enclose(TraceId id, Level least) {
    const Text t = to_text(id);
    return t.level >= least ? t.text : "(" + t.text + ")";
  }

  Text infix(const TraceNode& n, std::string_view sign, Level level, bool associates) {
    const auto right = Level(associates ? level : level + 1);
    return {enclose(n.operands[0], level) + std::string(sign) + enclose(n.operands[1], right), level};
  }

  Text expression(const TraceNode& n) {
    switch (n.op) {
      case TraceOp::add:
        return infix(n, " + ", sum, false);
      case TraceOp::subtract:
        return infix(n, " - ", sum, false);
      case TraceOp::multiply:
        return infix(n, "*", product, false);
      case TraceOp::divide:
        return infix(n, "/", product, false);
      case TraceOp::negate:
        return {"-" + enclose(n.operands[0], whole), sum};
      case TraceOp::less:
        return infix(n, " < ", comparison, false);
      case TraceOp::less_equal:
        return infix(n, " <= ", comparison, false);
      case TraceOp::both:
        return infix(n, dialect_.both(), conjunction, true);
      case TraceOp::either:
        return {
            enclose(n.operands[0], comparison) + std::string(dialect_.either()) + enclose(n.operands[1], comparison),
            disjunction};
      case TraceOp::not_that:
        return {std::string(dialect_.negation()) + "(" + to_text(n.operands[0]).text + ")", comparison};
      case TraceOp::select:
        return {dialect_.select(enclose(n.operands[0], disjunction), enclose(n.operands[1], sum),
                                enclose(n.operands[2], sum)),
                choice};
      default:
        return {dialect_.function(n.op) + "(" + to_text(n.operands[0]).text + ")"};
    }
  }

  // ---- statements

  // Where a vector goes that a block gives.
  struct Store {
    TraceId value;
    std::string place;
  };

  void write(const Block& block, std::size_t depth, std::span<const Store> stores = {}) {
    for (const Statement& s : block.statements) {
      if (s.kind == Statement::Kind::operation) write_operation(s.node, depth);
      if (s.kind == Statement::Kind::branch) write_branch(s, depth);
      if (s.kind == Statement::Kind::loop) write_loop(s, depth);
      if (s.kind == Statement::Kind::elements) write_elements(s, depth, stores);
    }
  }

  void write_elements(const Statement& s, std::size_t depth, std::span<const Store> stores) {
    declare(s.yes, depth);
    line(depth, dialect_.elements_begin(schedule_.length));
    in_elements_ = true;
    write(s.yes, depth + 1);
    in_elements_ = false;
    if (s.stores) write_stores(stores, depth + 1);
    line(depth, dialect_.loop_ends());
  }

  // Every value is there before the first of them replaces what it came from.
  void write_stores(std::span<const Store> stores, std::size_t depth) {
    std::vector<std::string> values;
    for (const Store& store : stores) {
      values.push_back(to_text(store.value).text);
      const bool is_fixed = node(store.value).op == TraceOp::constant || defined_.count(values.back()) > 0;
      if (is_fixed || values.back() == store.place) continue;
      const std::string called = new_name();
      line(depth, dialect_.definition(called, false, values.back()));
      values.back() = called;
    }
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k] != stores[k].place) line(depth, dialect_.assignment(stores[k].place, values[k]));
  }

  // Before a loop over the elements: its sums, and the vectors that are taken behind it.
  void declare(const Block& block, std::size_t depth) {
    for (const Statement& s : block.statements) {
      if (s.kind == Statement::Kind::branch) {
        declare_results(s, depth);
        declare(s.yes, depth);
        declare(s.no, depth);
      }
      if (s.kind != Statement::Kind::operation) continue;
      if (node(s.node).op == TraceOp::sum) {
        names_[s.node] = new_name();
        line(depth, dialect_.initialisation(names_.at(s.node), dialect_.number(0.0)));
      } else if (is_whole(s.node)) {
        declare_array(s.node, depth);
      }
    }
  }
  void declare_results(const Statement& s, std::size_t depth) {
    for (const TraceId id : s.results)
      if (is_whole(id)) declare_array(id, depth);
  }
  void declare_array(TraceId id, std::size_t depth) {
    const bool mask = is_mask(node(id).op);
    const std::string called = new_name(mask, schedule_.length);
    line(depth, dialect_.array_declaration(called, mask, schedule_.length));
    names_[id] = dialect_.element(called);
  }

  void write_operation(TraceId id, std::size_t depth) {
    const TraceNode& n = node(id);
    if (n.op == TraceOp::sum) {
      texts_[id] = {names_.at(id)};
      return line(depth,
                  dialect_.assignment(names_.at(id), names_.at(id) + " + " + enclose(n.operands[0], Level(sum + 1))));
    }
    if (n.op == TraceOp::select && !dialect_.has_select()) return write_choice(id, depth);
    const Text text = expression(n);
    texts_[id] = text;
    const bool is_call = n.op >= TraceOp::exp && n.op <= TraceOp::sin;
    const bool is_inlined = schedule_.uses[id] == 1 && !schedule_.hoisted[id] && !is_call;
    if (is_whole(id)) return keep_whole(id, depth);
    if (!is_inlined || text.text.size() > longest_inlined) name(id, depth);
  }

  void keep_whole(TraceId id, std::size_t depth) {
    line(depth, dialect_.assignment(names_.at(id), texts_.at(id).text));
    texts_[id] = {names_.at(id)};
    defined_.insert(names_.at(id));
  }

  void name(TraceId id, std::size_t depth) {
    const bool mask = is_mask(node(id).op);
    const std::string called = new_name(mask);
    line(depth, dialect_.definition(called, mask, texts_.at(id).text));
    texts_[id] = {called};
    defined_.insert(called);
  }

  // For a language without a conditional expression.
  void write_choice(TraceId id, std::size_t depth) {
    const TraceNode& n = node(id);
    const std::string called = is_whole(id) ? names_.at(id) : new_name();
    if (!is_whole(id)) line(depth, dialect_.declaration(called));
    line(depth, dialect_.if_begins(to_text(n.operands[0]).text));
    line(depth + 1, dialect_.assignment(called, to_text(n.operands[1]).text));
    line(depth, dialect_.if_turns());
    line(depth + 1, dialect_.assignment(called, to_text(n.operands[2]).text));
    line(depth, dialect_.if_ends());
    texts_[id] = {called};
    defined_.insert(called);
  }

  // Inside a loop over the elements, and with scalars, results are assigned at the end; vectors by the side's last
  // loop.
  void write_side(const Statement& s, const Block& side, std::size_t operand, std::size_t depth) {
    const bool by_elements = is_vector(s.condition);
    std::vector<Store> stores;
    for (const TraceId id : s.results)
      if (is_vector(id) && !in_elements_ && !by_elements) stores.push_back({node(id).operands[operand], names_.at(id)});
    write(side, depth, stores);
    for (const TraceId id : s.results)
      if (!is_vector(id) || in_elements_ || by_elements)
        line(depth, dialect_.assignment(names_.at(id), to_text(node(id).operands[operand]).text));
  }

  void write_branch(const Statement& s, std::size_t depth) {
    if (!in_elements_) declare_results(s, depth);
    for (const TraceId id : s.results) {
      if (!is_whole(id)) {
        names_[id] = new_name();
        line(depth, dialect_.declaration(names_.at(id)));
      }
      defined_.insert(names_.at(id));
    }
    line(depth, dialect_.if_begins(to_text(s.condition).text));
    write_side(s, s.yes, 1, depth + 1);
    line(depth, dialect_.if_turns());
    write_side(s, s.no, 2, depth + 1);
    line(depth, dialect_.if_ends());
    for (const TraceId id : s.results) texts_[id] = {names_.at(id)};
  }

  void write_loop(const Statement& s, std::size_t depth) {
    const TraceLoop& loop = schedule_.loops[s.loop];
    std::vector<std::string> names;
    for (std::size_t i = 0; i < loop.carried.size(); ++i) {
      names.push_back(new_name());
      line(depth, dialect_.initialisation(names[i], to_text(loop.first[i]).text));
      texts_[loop.carried[i]] = {names[i]};
    }
    const bool once = loop.goes_on.is_known() && !loop.goes_on.value();
    line(depth, dialect_.loop_begins(once ? 1 : loop.most));
    write(s.yes, depth + 1);
    write_next(loop, names, depth + 1);
    line(depth, dialect_.loop_ends());
    for (const TraceId id : s.results) texts_[id] = {names[node(id).operands[1]]};
  }

  // The new values are complete before the first of them replaces an old one.
  void write_next(const TraceLoop& loop, const std::vector<std::string>& names, std::size_t depth) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string value = to_text(loop.next[i]).text;
      const bool is_fixed = value == names[i] || node(loop.next[i]).op == TraceOp::constant;
      values.push_back(is_fixed ? value : new_name());
      if (!is_fixed) line(depth, dialect_.definition(values[i], false, value));
    }
    std::string condition;
    if (!loop.goes_on.is_known()) {
      condition = new_name(true);
      line(depth, dialect_.definition(condition, true, to_text(loop.goes_on.node()).text));
    }
    for (std::size_t i = 0; i < names.size(); ++i)
      if (values[i] != names[i]) line(depth, dialect_.assignment(names[i], values[i]));
    if (!condition.empty()) line(depth, dialect_.loop_ends_unless(condition));
  }

  Schedule schedule_;
  std::span<const std::string> inputs_;
  const Dialect& dialect_;
  Listing listing_;
  std::unordered_map<TraceId, Text> texts_;
  std::unordered_map<TraceId, std::string> names_;
  std::unordered_set<std::string> defined_;  // names that keep their value
  std::vector<Store> stores_;                // of the program
  bool in_elements_ = false;
};

}  // namespace

std::string plain_name(TraceOp op) {
  constexpr std::array<std::string_view, 7> names{"exp", "expm1", "log", "sqrt", "tanh", "sin", "abs"};
  return std::string(names.at(std::size_t(op) - std::size_t(TraceOp::exp)));
}

Listing make_listing(const TraceGraph& graph, std::span<const TraceId> outputs, std::span<const std::string> inputs,
                     const Dialect& dialect, std::span<const Given> given) {
  return Lister(make_schedule(graph, outputs, given), inputs, dialect).listing();
}

Listing make_listing(const Rolled& program, std::span<const std::string> inputs, const Dialect& dialect,
                     std::span<const std::string> stores) {
  return Lister(make_schedule(program.graph, program.outputs, {}, {program.is_vector, program.length}), inputs, dialect,
                stores)
      .listing();
}

}  // namespace stickslip::exporting
