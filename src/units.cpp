#include "stickslip/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "stickslip/names.hpp"

namespace stickslip {
namespace {

// Powers of kg, m, s, A, K, rad.
using Dimension = std::array<int, 6>;

struct Atom {
  std::string_view name;
  Dimension dimension;
  double factor;
  bool prefixed = false;
  double offset = 0.0;
};

constexpr Dimension none{};
constexpr Dimension mass{1, 0, 0, 0, 0, 0};
constexpr Dimension length{0, 1, 0, 0, 0, 0};
constexpr Dimension duration{0, 0, 1, 0, 0, 0};
constexpr Dimension current{0, 0, 0, 1, 0, 0};
constexpr Dimension warmth{0, 0, 0, 0, 1, 0};
constexpr Dimension angle{0, 0, 0, 0, 0, 1};
constexpr Dimension force{1, 1, -2, 0, 0, 0};
constexpr Dimension torque{1, 2, -2, 0, 0, 0};
constexpr Dimension pressure{1, -1, -2, 0, 0, 0};
constexpr Dimension effort{1, 2, -3, 0, 0, 0};
constexpr Dimension voltage{1, 2, -3, -1, 0, 0};
constexpr Dimension resistance{1, 2, -3, -2, 0, 0};
constexpr Dimension rate{0, 0, -1, 0, 0, 0};
constexpr Dimension turning{0, 0, -1, 0, 0, 1};
constexpr Dimension acceleration{0, 1, -2, 0, 0, 0};
constexpr Dimension volume{0, 3, 0, 0, 0, 0};

constexpr double pi = std::numbers::pi;
constexpr double gravity = 9.80665;       // [m/s2] standard
constexpr double pound = 0.45359237;      // [kg]
constexpr double inch = 0.0254;           // [m]
constexpr double atmosphere = 101325.0;   // [Pa]
constexpr double freezing = 273.15;       // [K]
constexpr double rankine = 5.0 / 9.0;     // [K]
constexpr double minute = 60.0;           // [s]
constexpr double hour = 3600.0;           // [s]
constexpr double degree = pi / 180.0;     // [rad]
constexpr double per_minute = pi / 30.0;  // [rad/s]

constexpr auto atoms = std::to_array<Atom>({
    {"m", length, 1.0, true},
    {"s", duration, 1.0, true},
    {"kg", mass, 1.0},
    {"N", force, 1.0, true},
    {"Nm", torque, 1.0, true},
    {"Pa", pressure, 1.0, true},
    {"bar", pressure, 1e5, true},
    {"rad", angle, 1.0, true},
    {"deg", angle, degree, true},
    {"rpm", turning, per_minute, true},
    {"V", voltage, 1.0, true},
    {"A", current, 1.0, true},
    {"K", warmth, 1.0, true},
    {"W", effort, 1.0, true},
    {"J", torque, 1.0, true},
    {"Hz", rate, 1.0, true},
    {"Ohm", resistance, 1.0, true},
    {"l", volume, 1e-3, true},
    {"L", volume, 1e-3, true},
    {"gram", mass, 1e-3, true},
    {"mg", mass, 1e-6},
    {"g", acceleration, gravity},
    {"g0", acceleration, gravity},
    {"t", mass, 1e3},
    {"min", duration, minute},
    {"h", duration, hour},
    {"degC", warmth, 1.0, false, freezing},
    {"degF", warmth, rankine, false, freezing - 32.0 * rankine},
    {"psi", pressure, pound* gravity / (inch * inch), true},
    {"atm", pressure, atmosphere},
    {"mmHg", pressure, atmosphere / 760.0},
    {"lbf", force, pound* gravity},
    {"lb", mass, pound},
    {"ozf", force, pound* gravity / 16.0},
    {"kgf", force, gravity},
    {"gf", force, 1e-3 * gravity},
    {"in", length, inch},
    {"ft", length, 12.0 * inch},
    {"rev", angle, 2.0 * pi},
    {"%", none, 0.01},
    {"1", none, 1.0},
});

// Other spellings of the above, of a whole unit.
struct Spelling {
  std::string_view written, meant;
};
constexpr auto spellings = std::to_array<Spelling>({
    {"-", "1"},
    {"\xC2\xB0", "deg"},
    {"\xC2\xB0/s", "deg/s"},
    {"\xC2\xB0"
     "C",
     "degC"},
    {"C", "degC"},
    {"\xC2\xB0"
     "F",
     "degF"},
    {"1/min", "rpm"},
    {"min-1", "rpm"},
    {"min^-1", "rpm"},
    {"U/min", "rpm"},
    {"RPM", "rpm"},
    {"r/min", "rpm"},
    {"rev/min", "rpm"},
    {"sec", "s"},
    {"Sec", "s"},
    {"second", "s"},
    {"seconds", "s"},
    {"msec", "ms"},
    {"usec", "us"},
    {"meter", "m"},
    {"metre", "m"},
    {"micron", "um"},
    {"inch", "in"},
    {"degree", "deg"},
    {"degrees", "deg"},
    {"Deg", "deg"},
    {"DEG", "deg"},
    {"radian", "rad"},
    {"radians", "rad"},
    {"newton", "N"},
    {"Newton", "N"},
    {"KN", "kN"},
    {"NM", "Nm"},
    {"nm", "nm"},
    {"PSI", "psi"},
    {"Bar", "bar"},
    {"BAR", "bar"},
    {"barg", "bar"},
    {"lbs", "lbf"},
    {"volt", "V"},
    {"Volt", "V"},
    {"volts", "V"},
    {"amp", "A"},
    {"Amp", "A"},
    {"percent", "%"},
    {"kph", "km/h"},
    {"kmh", "km/h"},
    {"mps", "m/s"},
    {"lbfin", "lbf.in"},
    {"lbfft", "lbf.ft"},
    {"Nms", "Nm.s"},
    {"Ns", "N.s"},
    {"none", "1"},
});

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr auto prefixes = std::to_array<Prefix>({{"n", 1e-9},
                                                 {"u", 1e-6},
                                                 {"\xC2\xB5", 1e-6},  // micro sign
                                                 {"\xCE\xBC", 1e-6},  // Greek mu
                                                 {"m", 1e-3},
                                                 {"c", 1e-2},
                                                 {"d", 1e-1},
                                                 {"h", 1e2},
                                                 {"k", 1e3},
                                                 {"M", 1e6},
                                                 {"G", 1e9}});

struct Parsed {
  Dimension dimension{};
  double factor = 1.0;
  double offset = 0.0;
};

std::optional<Parsed> parse_unit_name(std::string_view name) {
  for (const Atom& a : atoms)
    if (a.name == name) return Parsed{a.dimension, a.factor, a.offset};
  for (const Prefix& p : prefixes)
    for (const Atom& a : atoms)
      if (a.prefixed && name.starts_with(p.name) && name.substr(p.name.size()) == a.name)
        return Parsed{a.dimension, p.factor * a.factor, 0.0};
  return std::nullopt;
}

// Takes the power from the end of "s-2", "m^2", "kg": its absolute value is below ten.
int take_power(std::string_view& factor) {
  if (factor.size() < 2 || factor.back() < '0' || factor.back() > '9' || factor == "g0") return 1;
  int exponent = factor.back() - '0';
  factor.remove_suffix(1);
  if (factor.ends_with('-')) {
    exponent = -exponent;
    factor.remove_suffix(1);
  }
  if (factor.ends_with('^')) factor.remove_suffix(1);
  return exponent;
}

bool multiply(Parsed& product, std::string_view factor, int sign) {
  const int exponent = take_power(factor);
  const auto one = parse_unit_name(factor);
  if (!one) return false;
  for (std::size_t k = 0; k < product.dimension.size(); ++k)
    product.dimension[k] += sign * exponent * one->dimension[k];
  product.factor *= std::pow(one->factor, sign * exponent);
  product.offset = one->offset;  // of a temperature that stands alone
  return true;
}

// Stars, dots in the middle and blanks between names become points; raised digits become plain ones.
std::string plain(std::string_view text) {
  struct Change {
    std::string_view from, to;
  };
  constexpr auto changes = std::to_array<Change>(
      {{"\xC2\xB7", "."}, {"*", "."}, {"\xC2\xB2", "2"}, {"\xC2\xB3", "3"}, {"(", ""}, {")", ""}, {"**", "^"}});
  std::string out(text);
  for (const Change& c : changes)
    for (std::size_t at = out.find(c.from); at != std::string::npos; at = out.find(c.from, at + c.to.size()))
      out.replace(at, c.from.size(), c.to);
  std::string joined;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool between = out[i] == ' ' && i > 0 && i + 1 < out.size() &&
                         std::string_view("/. ").find(out[i + 1]) == std::string_view::npos &&
                         std::string_view("/. ").find(out[i - 1]) == std::string_view::npos;
    if (out[i] != ' ') joined += out[i];
    if (between) joined += '.';
  }
  return joined;
}

std::optional<Parsed> parse_unit(std::string_view text) {
  constexpr std::size_t longest = 40;  // no unit is longer; a cell of a broken file may be
  if (text.empty() || text.size() > longest) return std::nullopt;
  std::string unit = plain(text);
  for (const Spelling& s : spellings)
    if (s.written == unit) unit = s.meant;
  Parsed product;
  int sign = 1;
  std::size_t factors = 0;
  for (std::size_t from = 0; from <= unit.size();) {
    const std::size_t end = std::min(unit.find_first_of("./", from), unit.size());
    if (!multiply(product, std::string_view(unit).substr(from, end - from), sign)) return std::nullopt;
    if (end < unit.size() && unit[end] == '/') sign = -1;
    from = end + 1;
    ++factors;
  }
  if (factors > 1) product.offset = 0.0;
  return product;
}

// How the project writes what has a name of its own, or a usual form.
constexpr auto usual = std::to_array<std::string_view>(
    {"1",   "m",     "s",       "1/s",   "kg",   "A",     "K",     "rad",       "N",      "Pa",
     "N.m", "W",     "V",       "Ohm",   "m/s",  "m/s2",  "m/s3",  "rad/s",     "rad/s2", "rad/s3",
     "N/m", "N.s/m", "N.m/rad", "kg.m2", "1/N",  "1/N.m", "N/s",   "N.m/s",     "Pa/s",   "Pa.s",
     "m2",  "m3",    "m3/s",    "N/V",   "N/A",  "N.m/A", "N.m/V", "N.m.s/rad", "A/s",    "V/s",
     "K/s", "1/K",   "1/m",     "s/m",   "N/Pa", "kg/m3", "V/m",   "V/N",       "m/V",    "rad/V"});

// "kg.m2/s3"
std::string compose_unit(const Dimension& d) {
  constexpr std::array<std::string_view, 6> names{"kg", "m", "s", "A", "K", "rad"};
  std::string over;
  std::string under;
  for (std::size_t k = 0; k < d.size(); ++k) {
    if (d[k] == 0) continue;
    std::string& side = d[k] > 0 ? over : under;
    side += (side.empty() ? "" : ".") + std::string(names[k]);
    if (std::abs(d[k]) > 1) side += std::to_string(std::abs(d[k]));
  }
  return (over.empty() ? "1" : over) + (under.empty() ? "" : "/" + under);
}

std::string si_text(const Dimension& d) {
  for (const std::string_view text : usual)
    if (parse_unit(text)->dimension == d) return std::string(text);
  return compose_unit(d);
}

// ---- rotary twins

struct Token {
  char mark;  // before it: 0, '.' or '/'
  std::string name, power;
};

std::vector<Token> split_tokens(std::string_view unit) {
  std::vector<Token> tokens;
  for (std::size_t from = 0; from <= unit.size();) {
    const std::size_t end = std::min(unit.find_first_of("./", from), unit.size());
    const std::string_view whole = unit.substr(from, end - from);
    const std::size_t digits = whole == "1" ? whole.size() : std::min(whole.find_first_of("-0123456789"), whole.size());
    tokens.push_back(
        {from == 0 ? '\0' : unit[from - 1], std::string(whole.substr(0, digits)), std::string(whole.substr(digits))});
    from = end + 1;
  }
  return tokens;
}

std::string to_text(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& t : tokens) {
    if (t.mark != '\0') text += t.mark;
    text += t.name + t.power;
  }
  return text;
}

std::string double_exponent(const std::string& exponent) {
  return std::to_string(2 * (exponent.empty() ? 1 : std::atoi(exponent.c_str())));
}

}  // namespace

std::optional<Unit> find_unit(std::string_view text) {
  const auto p = parse_unit(text);
  if (!p) return std::nullopt;
  return Unit{si_text(p->dimension), p->factor, p->offset};
}

Unit unit_from(std::string_view text) {
  if (auto unit = find_unit(text)) return *std::move(unit);
  std::vector<std::string_view> names;
  for (const Atom& a : atoms) names.push_back(a.name);
  constexpr auto composite =
      std::to_array<std::string_view>({"mm", "kN", "m/s", "mm/s", "rad/s", "deg/s", "N.m", "m/s2", "ms"});
  names.insert(names.end(), composite.begin(), composite.end());
  throw UnknownName("unit", text, names);
}

double in_si(double value, std::string_view written, std::string_view wanted) {
  if (written == wanted) return value;
  const auto meant = parse_unit(wanted == "kg" && written == "g" ? "gram" : written);
  const auto needed = parse_unit(wanted);
  if (!meant) (void)unit_from(written);  // throws, with the nearest names
  const auto turning = parse_unit(rotary_unit(wanted));
  const bool fits =
      needed && (meant->dimension == needed->dimension || (turning && meant->dimension == turning->dimension));
  const std::string refused = "'" + std::string(written) + "' does not fit: ";
  if (!fits)
    throw std::invalid_argument(refused + (wanted == "1" ? "a number without unit" : std::string(wanted)) +
                                " is needed");
  if (meant->offset != 0.0)
    throw std::invalid_argument(refused + "a difference of temperature is needed, in " + std::string(wanted));
  return value * (meant->factor / needed->factor);
}

BaseUnits base_units(std::string_view unit) {
  (void)unit_from(unit);
  const Dimension d = parse_unit(unit)->dimension;
  return {.kg = d[0], .m = d[1], .s = d[2], .A = d[3], .K = d[4], .rad = d[5]};
}

std::string unit_in_name(std::string_view name) {
  const std::size_t last = name.rfind('_');
  if (last == std::string_view::npos || last == 0) return {};
  const std::string_view end = name.substr(last + 1);
  if (end.empty() || (end.front() >= '0' && end.front() <= '9')) return {};
  constexpr auto times = std::to_array<std::string_view>({"s", "s2", "min", "h"});
  const std::size_t before = name.rfind('_', last - 1);
  if (before != std::string_view::npos && before > 0 && std::find(times.begin(), times.end(), end) != times.end()) {
    std::string ratio = std::string(name.substr(before + 1, last - before - 1)) + "/" + std::string(end);
    if (ratio.front() != '/' && find_unit(ratio)) return ratio;
  }
  return find_unit(end) ? std::string(end) : std::string();
}

std::string rotary_unit(std::string_view translational) {
  std::vector<Token> out;
  for (const Token& t : split_tokens(translational)) {
    out.push_back(t);
    if (t.name == "m") out.back().name = "rad";
    if (t.name == "N") out.push_back({'.', "m", t.power});
    if (t.name == "kg") out.push_back({'.', "m", double_exponent(t.power)});
  }
  return to_text(out);
}

std::string translational_unit(std::string_view rotary) {
  std::vector<Token> out;
  for (const Token& t : split_tokens(rotary)) {
    const bool arm = t.name == "m" && t.mark == '.' && !out.empty() &&
                     ((out.back().name == "N" && out.back().power == t.power) ||
                      (out.back().name == "kg" && double_exponent(out.back().power) == t.power));
    if (arm) continue;
    out.push_back(t);
    if (t.name == "rad") out.back().name = "m";
  }
  return to_text(out);
}

}  // namespace stickslip
