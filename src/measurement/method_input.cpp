#include "stickslip/method_input.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "roles.hpp"
#include "stickslip/param.hpp"
#include "stickslip/units.hpp"

namespace stickslip::measurement {
namespace {

struct OwnRole {
  std::string_view name;
  std::string_view unit;
  bool mechanical;         // has a rotary twin
  std::string_view words;  // other names, each between blanks
};

// Roles that only methods have.
constexpr std::array<OwnRole, 5> own_roles{{
    {"reference", "m/s", true, " ref v_ref w_ref velocity_ref velocity_reference speed_reference "},
    {"shaft_speed", "rad/s", false, " input_shaft_speed n_shaft shaft_velocity "},
    {"contact_force", "N", false, " clutch_force pack_force "},
    {"pressure_1", "Pa", false, " p1 p_1 pressure1 pa p_a pressure_a cap_pressure "},
    {"pressure_2", "Pa", false, " p2 p_2 pressure2 pb p_b pressure_b rod_pressure "},
}};

// What an observer calls the applied force and the friction.
struct Synonym {
  std::string_view name, role;
};
constexpr std::array<Synonym, 2> synonyms{{{"drive", "applied"}, {"friction", "force"}}};

const OwnRole* own_role(std::string_view name) {
  const auto found =
      std::find_if(own_roles.begin(), own_roles.end(), [name](const OwnRole& r) { return r.name == name; });
  return found == own_roles.end() ? nullptr : &*found;
}

// In small letters, without the unit at its end.
std::string find_plain_name(const Column& c) {
  std::string name = c.name;
  if (const std::string unit = unit_in_name(name); !unit.empty()) name.resize(name.size() - unit.size() - 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return char(std::tolower(letter)); });
  return name;
}

bool among(std::string_view words, const std::string& word) {
  return words.find(" " + word + " ") != std::string_view::npos;
}

// A column that plays a role of the method's own: hidden from the import under a name and a unit that say nothing.
struct Hidden {
  const OwnRole* role;
  std::size_t column;
  std::string name;  // as the file has it
  std::string unit;  // its own
  std::string alias;
};

class MethodImporter {
 public:
  MethodImporter(const Dataset& raw, const ImportOptions& options, std::span<const std::string_view> roles)
      : raw_(raw), options_(options), roles_(roles) {}

  MethodInput run() && {
    if (!options_.dropped.empty())
      throw std::invalid_argument(option_reference("drop", options_.dropped.front()) +
                                  ": a method follows a motion row by row and cannot leave rows out; cut the file");
    take_synonyms();
    hide_own_columns();
    leave_other_roles();
    options_.refused.emplace_back("derive-acceleration");
    options_.refused.emplace_back("zero-displacement");  // a spring knows where zero is
    if (reads("displacement") || !reads("velocity")) options_.refused.emplace_back("derive-velocity");
    Measurement m = import_measurement(raw_, options_);
    refuse_gaps(m);
    input_.rotary = m.rotary;
    for (std::size_t k = 0; k < m.data.columns.size(); ++k) m.data.columns[k].unit = show_column_unit(m, k);
    show_own_columns(m);
    add_notes(m);
    input_.data = std::move(m.data);
    complete_forces();
    return std::move(input_);
  }

 private:
  bool reads(std::string_view role) const { return std::find(roles_.begin(), roles_.end(), role) != roles_.end(); }

  // A column of that very name plays the role, whatever else might.
  void take_synonyms() {
    for (const Synonym& s : synonyms) {
      if (!reads(s.name)) continue;
      for (SignalName& n : options_.names)
        if (n.role == s.name) n.role = s.role;
      const bool told = std::any_of(options_.names.begin(), options_.names.end(),
                                    [&s](const SignalName& n) { return n.role == s.role; });
      if (!told && raw_.has(s.name)) options_.names.push_back({std::string(s.role), std::string(s.name)});
    }
  }

  // The column that plays a role of the method's own: as told, by its own name, by another name.
  std::optional<std::size_t> column_for(const OwnRole& role, std::string& unit) {
    for (const SignalName& n : options_.names) {
      if (n.role != role.name) continue;
      unit = n.unit;
      if (n.column.empty()) return std::nullopt;
      const std::size_t k = find_place(raw_, n.column);
      if (k == raw_.columns.size())
        refuse(raw_, header_line,
               option_reference("map", n.role + "=" + n.column) + ": there is no column '" + n.column + "'");
      return k;
    }
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < raw_.columns.size(); ++k) {
      const std::string base = find_plain_name(raw_.columns[k]);
      if (base == role.name || raw_.columns[k].name == role.name) return k;
      if (!found && among(role.words, base)) found = k;
    }
    return found;
  }

  void hide_own_columns() {
    for (const std::string_view name : roles_) {
      const OwnRole* role = own_role(name);
      if (role == nullptr) continue;
      std::string unit;
      if (const auto k = column_for(*role, unit)) hide(*role, *k, unit);
    }
    std::erase_if(options_.names, [](const SignalName& n) { return own_role(n.role) != nullptr; });
  }

  void hide(const OwnRole& role, std::size_t k, std::string unit) {
    Column& c = raw_.columns[k];
    if (unit.empty()) unit = c.unit.empty() ? unit_in_name(c.name) : c.unit;
    hidden_.push_back({&role, k, c.name, unit, "own column " + std::to_string(k)});
    check_unit(hidden_.back());
    check_finite(hidden_.back());
    if (!unit.empty()) {
      const Unit known = unit_from(unit);
      for (double& v : raw_.values[k]) v = known.factor * v + known.offset;
    }
    c = {hidden_.back().alias, ""};
  }

  void check_unit(const Hidden& h) const {
    const std::string wanted(h.role->unit);
    if (h.unit.empty()) return;
    const auto known = find_unit(h.unit);
    if (known && (known->si == wanted || (h.role->mechanical && known->si == rotary_unit(wanted)))) return;
    refuse(raw_, header_line,
           "column '" + h.name + "' has the unit '" + h.unit + "', but " + wanted + " is needed; " +
               option_reference("map", std::string(h.role->name) + "=" + h.name + "[UNIT]") + " says which it is");
  }

  void check_finite(const Hidden& h) const {
    for (std::size_t i = 0; i < raw_.rows(); ++i)
      if (const double v = raw_.values[h.column][i]; !std::isfinite(v))
        refuse(raw_, raw_.lines[i],
               "column '" + h.name + "' holds " + to_text(v) +
                   "; take out the rows that were not measured, or give it " + "no role with " +
                   option_reference("map", std::string(h.role->name) + "="));
  }

  // Two chambers have two pressures, and neither is the one pressure that others read.
  void leave_other_roles() {
    const bool told = std::any_of(options_.names.begin(), options_.names.end(),
                                  [](const SignalName& n) { return n.role == "pressure"; });
    if (reads("pressure_1") && !reads("pressure") && !told) options_.names.push_back({"pressure", ""});
  }

  static void refuse_gaps(const Measurement& m) {
    for (const Finding& f : m.findings)
      if (f.what == "gap") refuse(m.data, f.line, f.text + "; cut the file there and give its parts as several files");
  }

  void show_own_columns(Measurement& m) {
    for (const std::string_view name : roles_)  // a column of that name which was told to play no role
      if (own_role(name) != nullptr && m.data.has(name))
        m.data.columns[find_place(m.data, name)].name += " of the file";
    for (const Hidden& h : hidden_) {
      const std::string unit(h.role->unit);
      const bool turns = h.role->mechanical && m.rotary;
      Column& c = m.data.columns[find_place(m.data, h.alias)];
      c = {std::string(h.role->name), turns ? rotary_unit(unit) : unit};
      const std::string own = h.unit.empty() ? c.unit : unit_from(h.unit).si;
      if (own != c.unit)
        refuse(m.data, header_line,
               "column '" + h.name + "' is in " + h.unit + ", but the motion is " +
                   (m.rotary ? "a turning one" : "a straight one") + "; " +
                   option_reference("map", std::string(h.role->name) + "=" + h.name + "[UNIT]") + " says which it is");
      for (Finding& f : m.findings)
        if (f.column == h.alias) f.column = h.name;
    }
  }

  void add_notes(const Measurement& m) {
    std::vector<std::string> read{""};  // columns that count here, as the file calls them; "" for the whole file
    for (const std::string& guess : m.guesses) {
      const auto equals = guess.find(" = ");
      if (reads(guess.substr(0, equals))) read.push_back(guess.substr(equals + 3, guess.rfind(" [") - equals - 3));
      if (says_something(guess)) input_.notes.push_back(guess);
    }
    for (const Hidden& h : hidden_)
      if (h.name != h.role->name)
        input_.notes.push_back(std::string(h.role->name) + " = " + h.name + " [" + h.unit + "]: by its name");
    for (const Finding& f : m.findings) {
      // Coarse sensors are what some methods are for.
      constexpr std::array<std::string_view, 5> expected{"quantisation", "missing-velocity", "constant", "unloaded",
                                                         "offset"};
      if (std::find(expected.begin(), expected.end(), f.what) != expected.end()) continue;
      if (std::find(read.begin(), read.end(), f.column) == read.end()) continue;
      if (f.data_problem) {
        input_.notes.insert(input_.notes.begin(), "data problem: " + f.what + ": " + f.text);
        continue;
      }
      input_.notes.push_back("line " + std::to_string(f.line) + ": " + f.what + ": " + f.text);
    }
    for (const Repair& r : m.repairs) input_.notes.push_back("repaired (" + r.name + "): " + r.text);
  }

  // "force = friction_N [N]: by its name" does, "force = force [N]: by its name" does not.
  bool says_something(const std::string& guess) const {
    const std::string role = guess.substr(0, guess.find(" = "));
    const bool synonym = std::any_of(synonyms.begin(), synonyms.end(), [&guess](const Synonym& s) {
      return guess.starts_with(std::string(s.role) + " = " + std::string(s.name) + " [");
    });
    return reads(role) && !synonym &&
           (!guess.starts_with(role + " = " + role + " [") || guess.find("->") != std::string::npos);
  }

  void complete_forces() {
    const auto stand_in = [this](std::string_view missing, std::string_view other, const char* note) {
      if (!reads(missing) || input_.data.has(missing) || !input_.data.has(other) || reads(other)) return;
      input_.data.columns[find_place(input_.data, other)].name = missing;
      input_.notes.emplace_back(note);
    };
    stand_in("force", "applied", "no friction force was recorded; the applied force stands for it, inertia and all");
    stand_in("applied", "force", "no applied force was recorded; the column of the force stands for it");
  }

  Dataset raw_;
  ImportOptions options_;
  std::span<const std::string_view> roles_;
  std::vector<Hidden> hidden_;
  MethodInput input_;
};

}  // namespace

MethodInput import_for_method(const Dataset& raw, const ImportOptions& options,
                              std::span<const std::string_view> roles) {
  return MethodImporter(raw, options, roles).run();
}

Dataset straighten(Dataset data, bool rotary) {
  if (rotary)
    for (Column& c : data.columns) c.unit = translational_unit(c.unit);
  return data;
}

std::vector<std::string> roles_for_method(std::span<const std::string_view> roles) {
  std::vector<std::string> all = measurement_roles();
  for (const std::string_view role : roles)
    if (std::find(all.begin(), all.end(), role) == all.end()) all.emplace_back(role);
  return all;
}

}  // namespace stickslip::measurement
