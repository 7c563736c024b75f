#include "stickslip/friction/catalogue.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "stickslip/friction/all.hpp"
#include "stickslip/friction/contact_columns.hpp"

namespace stickslip {
namespace {

template <class Law>
std::span<const std::string_view> guard_names() {
  if constexpr (HasGuards<Law>) return Law::guard_names;
  return {};
}

template <class Law>
std::vector<double> default_values() {
  const auto p = default_params<Law>();
  const auto values = scalars(p);
  return {values.begin(), values.end()};
}

template <class Law>
const Projection* find_projection() {
  if constexpr (HasProjection<Law>) return &Law::projection;
  return nullptr;
}

template <class Law>
constexpr bool is_baseline_law() {
  return requires { requires Law::baseline; };
}

template <class Law>
LawInfo describe_law() {
  using P = typename Law::template Params<double>;
  using State = typename Law::template State<double>;
  return {.name = Law::name,
          .title = Law::title,
          .source = Law::source,
          .equation = Law::equation,
          .reads = Law::reads,
          .may_read = Law::may_read,
          .stick = Law::stick,
          .passivity = Law::passivity,
          .passive_when = Law::passive_when,
          .params = fields<P>,
          .relations = relations<P>(),
          .defaults = default_values<Law>(),
          .states = fields<State>,
          .guards = guard_names<Law>(),
          .has_elements = requires {Law::elements;
}
, .has_hold = HasHold<Law>, .has_steady_state = HasSteadyState<Law>, .has_stored_energy = HasStoredEnergy<Law>,
  .has_presliding = HasPreslidingStiffness<Law>, .is_baseline = is_baseline_law<Law>(), .has_inertia = has_inertia<Law>,
  .projection = find_projection<Law>(), .variants = list_variants<Law>(), .compared_at = comparison_scale<Law>()
};  // namespace
}  // namespace stickslip

std::vector<LawInfo> describe_all() {
  std::vector<LawInfo> all;
  FrictionLaws::for_each([&all](auto law) { all.push_back(describe_law<decltype(law)>()); });
  return all;
}

}  // namespace

std::span<const LawInfo> law_catalogue() {
  static const std::vector<LawInfo> all = describe_all();
  return all;
}

const LawInfo& law_info(std::string_view name) {
  for (const LawInfo& info : law_catalogue())
    if (info.name == name) return info;
  throw UnknownName("friction law", name, FrictionLaws::names);
}

const LawInfo& law_that_reads(Reads columns) {
  for (const LawInfo& info : law_catalogue())
    if (info.reads == columns && info.may_read == Reads::nothing) return info;
  throw std::invalid_argument("no law reads " + to_text(columns) + " alone: take one of the list");
}

std::string to_text(Reads columns) {
  std::string text;
  for (const ContactColumn& c : contact_table)
    if (includes(columns, c.reads)) text += (text.empty() ? "" : ", ") + std::string(c.name);
  return text;
}

}  // namespace stickslip
