// What an FMU says about itself: its variables with units, bounds, starts and dependencies. The value reference of a
// variable is its place in the list, in both versions of the standard.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::fmu {

// What the number behind a variable is.
enum class Kind : std::uint8_t {
  time,
  input,
  parameter,
  unknown,  // of the hybrid model: a continuous state, or a mode
  column,   // what the model observes besides its unknowns
  slope,    // derivative of an unknown
  guard,    // event indicator
};
enum class Causality : std::uint8_t { independent, parameter, input, output, local };
enum class Variability : std::uint8_t { fixed, tunable, discrete, continuous };
enum class Initial : std::uint8_t { none, exact, calculated };

// Values with names, from `first` on: a mode, or a parameter that chooses.
struct Choices {
  std::string name;
  std::vector<std::string> items;
  int first = 0;
};

struct Variable {
  std::string name;
  std::string unit;  // SI; empty for choices, and where it is not known
  std::string doc;
  Kind kind = Kind::time;
  std::size_t index = 0;  // among the numbers of its kind
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  Initial initial = Initial::none;
  double start = 0.0;  // of inputs, and where initial is exact
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double nominal = 1.0;                        // of a continuous state
  int choices = -1;                            // place in Sheet::choices; -1: a real number
  std::vector<std::size_t> dependencies = {};  // inputs, states and time that it is computed from

  bool is_choice() const { return choices >= 0; }
};

struct Sheet {
  std::string identifier;  // of the binary: a name in C
  std::string name;        // of the law or the experiment
  std::string title;
  std::string source;    // where the law or the experiment is from
  std::string equation;  // lines of plain text; empty for an experiment
  std::vector<Variable> variables = {};
  std::vector<Choices> choices = {};
  std::size_t inputs = 0, parameters = 0, unknowns = 0, columns = 0, guards = 0;
  std::vector<std::size_t> states = {};  // the unknowns that flow, in the order of the standard's state vector
  bool derivatives = true;               // directional ones are served
  double stop = 1.0;                     // [s] DefaultExperiment
  double step = 1e-3;                    // [s]
  double tolerance = 1e-8;

  // Place of the variable with this number behind it; the sheet has one for each.
  std::size_t place(Kind kind, std::size_t index) const;
};

// The place of these choices ("a|b|c", counted from `first`) in the sheet, added when they are new. Their type is
// called name_type: the standard forbids a type with the name of a variable.
int add_choices(Sheet& sheet, std::string name, std::string_view items, double first);

// The variables that both subjects have: a slope for every state, a guard for every name, all computed from the knowns.
void add_slopes(Sheet& sheet, const std::vector<std::size_t>& knowns);
void add_guards(Sheet& sheet, const std::vector<std::string_view>& names, const std::vector<std::size_t>& knowns);

// The places of the states among the first unknowns.
std::vector<std::size_t> state_places(const Sheet& sheet, std::size_t unknowns);

// The name of the FMU and of what is in it; an empty one changes nothing. Throws std::invalid_argument for a name that
// is none in C.
void rename(Sheet& sheet, const std::string& name);

// "hydraulic-servo" -> "hydraulic_servo": letters, digits and underscores.
std::string as_identifier(std::string_view name);

}  // namespace stickslip::fmu
