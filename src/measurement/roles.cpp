#include "roles.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "stickslip/measurement.hpp"
#include "stickslip/names.hpp"
#include "stickslip/units.hpp"

namespace stickslip::measurement {
namespace {

enum class Need : unsigned char { name_or_unit, name, name_and_unit, own_name };  // what a guess must rest on

struct Role {
  std::string_view name;
  std::string_view unit;
  bool mechanical;  // has a rotary twin that the others must share
  Need need;
  std::string_view words;  // other names, each between blanks
};

// Of two roles that a name suggests equally, the first.
constexpr std::array<Role, 11> roles{{
    {"time", "s", false, Need::name_or_unit, " t timestamp zeit "},
    {"load", "N", false, Need::name, " normal normal_force normal_load fn preload "},
    {"pressure", "Pa", false, Need::name_or_unit, " p press "},
    {"temperature", "K", false, Need::name_or_unit, " temp "},
    {"acceleration", "m/s2", true, Need::name_or_unit, " acc accel a ddq ddx qdd xdd ddtheta "},
    {"velocity", "m/s", true, Need::name_or_unit, " vel v speed dq dx qd xd omega w dtheta angular_velocity "},
    {"displacement", "m", true, Need::name_or_unit, " position pos x q theta phi angle stroke disp "},
    {"applied", "N", true, Need::name_and_unit, " command drive u "},
    {"force", "N", true, Need::name_or_unit, " friction f tau torque moment friction_force friction_torque "},
    {"mass", "kg", true, Need::name, " m inertia "},
    {"weight", "1/N", true, Need::own_name, " "},
}};

// A signal of these kinds is what somebody wished, not what was measured.
constexpr std::string_view wishes = " ref reference des desired target setpoint cmd command soll ";

bool among(std::string_view words, std::string_view word) {
  const auto between_blanks = [&](std::size_t at) {
    return at > 0 && words[at - 1] == ' ' && at + word.size() < words.size() && words[at + word.size()] == ' ';
  };
  auto at = word.empty() ? std::string_view::npos : words.find(word);
  while (at != std::string_view::npos && !between_blanks(at)) at = words.find(word, at + 1);
  return at != std::string_view::npos;
}

// In small letters, without the unit at its end, and of a field of a structure the field alone.
std::string find_base(const Column& c) {
  std::string name = c.name;
  if (const std::string unit = unit_in_name(name); !unit.empty()) name.resize(name.size() - unit.size() - 1);
  if (const auto dot = name.rfind('.'); dot != std::string::npos && dot + 1 < name.size()) name.erase(0, dot + 1);
  for (char& letter : name) letter = char(std::tolower(static_cast<unsigned char>(letter)));
  return name;
}

std::vector<std::string> split_tokens(const std::string& base) {
  std::vector<std::string> tokens;
  for (std::size_t from = 0; from <= base.size();) {
    const std::size_t end = std::min(base.find_first_of("_ -.", from), base.size());
    if (end > from) tokens.push_back(base.substr(from, end - from));
    from = end + 1;
  }
  return tokens;
}

// Whether values in that unit can play the role; nothing when the unit is not known.
std::optional<bool> fits(std::string_view unit, const Role& role) {
  const auto known = find_unit(unit);
  if (!known) return std::nullopt;
  return known->si == role.unit || (role.mechanical && translational_unit(known->si) == role.unit);
}

enum Rank : int { nothing, by_unit, by_part, by_beginning, by_word, by_own_name };

// What a column's name says, taken apart once for all roles.
struct NameParts {
  std::string base;
  std::vector<std::string> tokens;
  bool wish;  // what somebody wished, not what was measured
};

NameParts split_name(const Column& c) {
  NameParts parts{find_base(c), {}, false};
  parts.tokens = split_tokens(parts.base);
  parts.wish = std::any_of(parts.tokens.begin(), parts.tokens.end(),
                           [](const std::string& token) { return among(wishes, token); });
  return parts;
}

Rank find_rank(const Column& c, const NameParts& parts, const Role& role) {
  if (parts.base == role.name || c.name == role.name) return by_own_name;
  if (role.need == Need::own_name) return nothing;
  if (among(role.words, parts.base)) return by_word;
  if (parts.wish) return nothing;
  const auto named = [&role](const std::string& token) { return token == role.name || among(role.words, token); };
  if (!parts.tokens.empty() && named(parts.tokens.front())) return by_beginning;
  for (const std::string& token : parts.tokens)
    if (token.size() > 2 && named(token)) return by_part;
  return role.need == Need::name_or_unit ? by_unit : nothing;
}

// How strongly name and unit together speak for a role.
Rank evidence(const Column& c, const NameParts& parts, const Role& role) {
  const Rank rank = find_rank(c, parts, role);
  if (c.unit.empty()) return rank == by_unit || role.need == Need::name_and_unit ? nothing : rank;
  return rank != nothing && fits(c.unit, role).value_or(false) ? rank : nothing;
}

struct Choice {
  std::size_t column;
  std::string unit;  // its own
  std::string why;
  bool reversed = false;
};

using Choices = std::array<std::optional<Choice>, roles.size()>;

std::size_t role_index(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Role& r : roles) {
    if (r.name == name) return names.size();
    names.push_back(r.name);
  }
  throw UnknownName("role of a column", name, names);
}

std::string needed_units(const Role& role) {
  const std::string own(role.unit);
  return role.mechanical ? own + " or " + rotary_unit(own) : own;
}

void check_unit(const Dataset& raw, const SignalName& n, const Role& role, const std::string& unit) {
  if (unit.empty()) return;
  const std::string given = n.role + (n.reversed ? "=-" : "=") + n.column;
  const std::string told = option_reference("map", given), with_unit = option_reference("map", given + "[UNIT]");
  try {
    (void)unit_from(unit);
  } catch (const UnknownName& error) {
    refuse(raw, header_line, told + ": " + error.what() + "; " + with_unit + " says which it is");
  }
  if (!*fits(unit, role))
    refuse(raw, header_line,
           told + ": '" + unit + "' is no unit of " + n.role + ", " + needed_units(role) + " is needed; " + with_unit +
               " says which it is");
}

Choices read_choices(const Dataset& raw, std::span<const SignalName> names, std::array<bool, roles.size()>& told) {
  Choices chosen;
  for (const SignalName& n : names) {
    const std::size_t r = role_index(n.role);
    told[r] = true;
    if (n.column.empty()) continue;
    const std::size_t k = find_place(raw, n.column);
    if (k == raw.columns.size())
      refuse(raw, header_line, option_reference("map", signal_words(n)) + ": there is no column '" + n.column + "'");
    const std::string unit = n.unit.empty() ? raw.columns[k].unit : n.unit;
    check_unit(raw, n, roles[r], unit);
    chosen[r] = Choice{k, unit, "as told", n.reversed};
  }
  return chosen;
}

// The role for which a column speaks most; roles.size() when for none.
struct Candidate {
  std::size_t role = roles.size();
  Rank rank = nothing;
};

Candidate find_candidate(const Column& c, const std::array<bool, roles.size()>& told) {
  Candidate best;
  const NameParts parts = split_name(c);
  for (std::size_t r = 0; r < roles.size(); ++r)
    if (const Rank rank = evidence(c, parts, roles[r]); rank > best.rank && !told[r]) best = {r, rank};
  return best;
}

[[noreturn]] void refuse_tie(const Dataset& raw, const Role& role, std::size_t a, std::size_t b) {
  const std::string name(role.name);
  refuse(raw, header_line,
         "'" + raw.columns[a].name + "' and '" + raw.columns[b].name + "' may both be the " + name +
             "; tell which with " + option_reference("map", name + "=COLUMN") + ", or " +
             option_reference("map", name + "=") + " when neither is");
}

void guess(const Dataset& raw, const std::array<bool, roles.size()>& told, Choices& chosen) {
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < raw.columns.size(); ++k) {
    const auto plays = [k](const std::optional<Choice>& c) { return c && c->column == k; };
    const bool taken = std::any_of(chosen.begin(), chosen.end(), plays);
    candidates.push_back(taken ? Candidate{} : find_candidate(raw.columns[k], told));
  }
  for (std::size_t r = 0; r < roles.size(); ++r) {
    if (told[r]) continue;
    std::vector<std::size_t> best;
    Rank rank = by_unit;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      if (candidates[k].role != r || candidates[k].rank < rank) continue;
      if (candidates[k].rank > rank) best.clear();
      rank = candidates[k].rank;
      best.push_back(k);
    }
    if (best.size() > 1 && rank > by_unit) refuse_tie(raw, roles[r], best[0], best[1]);
    if (best.size() == 1)
      chosen[r] = Choice{best[0], raw.columns[best[0]].unit, rank == by_unit ? "by its unit" : "by its name"};
  }
}

// "force = friction_N [N]: by its name"
std::string sentence(std::span<const Column> given, const Role& role, const Choice& c, const std::string& si) {
  const std::string unit = c.unit.empty() ? "no unit, taken as " + si : c.unit == si ? si : c.unit + " -> " + si;
  return std::string(role.name) + " = " + (c.reversed ? "-" : "") + given[c.column].name + " [" + unit + "]: " + c.why;
}

// Of the mechanical roles some may have no unit; the others must agree on whether the body turns.
bool is_rotary(const Dataset& raw, const Choices& chosen) {
  std::optional<bool> rotary;
  std::string first;
  for (std::size_t r = 0; r < roles.size(); ++r) {
    if (!roles[r].mechanical || !chosen[r] || chosen[r]->unit.empty()) continue;
    const bool own = unit_from(chosen[r]->unit).si != roles[r].unit;
    const std::string text = std::string(roles[r].name) + " is in " + chosen[r]->unit;
    if (rotary && *rotary != own)
      refuse(raw, header_line,
             first + ", but " + text + ": one belongs to a straight motion, the other to a turning one; tell the " +
                 "columns with " + option_reference("map", "ROLE=COLUMN[UNIT]"));
    if (!rotary) first = text;
    rotary = own;
  }
  return rotary.value_or(false);
}

// Columns that have the name of a role give it up to the one that plays it; all names stay different.
void free_role_names(Dataset& data) {
  std::unordered_set<std::string> taken;
  for (const Column& c : data.columns) taken.insert(c.name);
  for (Column& c : data.columns) {
    if (!is_role(c.name)) continue;
    do c.name += " of the file";
    while (!taken.insert(c.name).second);
  }
}

void convert(std::vector<double>& values, const Unit& unit) {
  if (unit.factor == 1.0 && unit.offset == 0.0) return;
  for (double& v : values) v = unit.factor * v + unit.offset;
}

}  // namespace

std::size_t find_place(const Dataset& data, std::string_view name) {
  std::size_t k = 0;
  while (k < data.columns.size() && data.columns[k].name != name) ++k;
  return k;
}

bool is_role(std::string_view name) {
  return std::any_of(roles.begin(), roles.end(), [name](const Role& r) { return r.name == name; });
}

std::vector<std::string> measurement_roles() {
  std::vector<std::string> names;
  for (const Role& r : roles) names.emplace_back(r.name);
  return names;
}

Cast cast_roles(Dataset raw, std::span<const SignalName> names) {
  std::array<bool, roles.size()> told{};
  Choices chosen = read_choices(raw, names, told);
  guess(raw, told, chosen);
  const std::vector<Column> given = raw.columns;
  Cast cast{.rotary = is_rotary(raw, chosen)};
  cast.data = std::move(raw);
  for (const Column& c : given) {
    cast.in_file.push_back(c.name);
    cast.played.push_back({"", c.name, c.unit});
  }
  free_role_names(cast.data);
  for (Column& c : cast.data.columns)
    if (const auto unit = find_unit(c.unit)) c.unit = unit->si;
  std::vector<bool> plays(given.size());
  for (std::size_t r = 0; r < roles.size(); ++r) {
    if (!chosen[r]) continue;
    const std::size_t k = chosen[r]->column;
    const std::string unit(roles[r].unit);
    cast.guesses.push_back(
        sentence(given, roles[r], *chosen[r], cast.rotary && roles[r].mechanical ? rotary_unit(unit) : unit));
    cast.data.columns[k] = {std::string(roles[r].name), unit};
    cast.played[k] = {std::string(roles[r].name), given[k].name, chosen[r]->unit, chosen[r]->reversed};
    if (!chosen[r]->unit.empty()) convert(cast.data.values[k], unit_from(chosen[r]->unit));
    if (chosen[r]->reversed)
      for (double& v : cast.data.values[k]) v = -v;
    plays[k] = true;
  }
  for (std::size_t k = 0; k < given.size(); ++k)
    if (const auto unit = find_unit(given[k].unit); unit && !plays[k]) convert(cast.data.values[k], *unit);
  return cast;
}

std::string find_role_unit(std::string_view role, const std::string& unit, bool rotary) {
  const auto same = [role](const Role& r) { return r.name == role && r.mechanical; };
  return rotary && std::any_of(roles.begin(), roles.end(), same) ? rotary_unit(unit) : unit;
}

std::string signal_words(const SignalName& n) {
  return n.role + "=" + (n.reversed ? "-" : "") + n.column + (n.unit.empty() ? "" : "[" + n.unit + "]");
}

std::string show_column_unit(const Measurement& m, std::size_t k) {
  return find_role_unit(m.data.columns[k].name, m.data.columns[k].unit, m.rotary);
}

Dataset convert_units(Dataset data, std::span<const Column> wanted) {
  for (std::size_t k = 0; k < data.columns.size(); ++k)
    for (const Column& w : wanted) {
      Column& c = data.columns[k];
      const auto unit = find_unit(c.unit);
      if (c.name != w.name || c.unit == w.unit || !unit || unit->si != w.unit) continue;
      convert(data.values[k], *unit);
      c.unit = w.unit;
    }
  return data;
}

Dataset convert_units(Dataset data) {
  std::vector<Column> wanted;
  for (const Role& role : roles) wanted.push_back({std::string(role.name), std::string(role.unit)});
  return convert_units(std::move(data), wanted);
}

}  // namespace stickslip::measurement
