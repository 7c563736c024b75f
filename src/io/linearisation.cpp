#include "stickslip/io/linearisation.hpp"

#include <algorithm>
#include <cmath>

#include "experiment_words.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/text/table.hpp"

namespace stickslip::io {

using namespace experiment;
using text::digits;

namespace {

constexpr int shown_digits = 4;

std::vector<std::string> names_with(const Linearisation& l, StateRole role) {
  std::vector<std::string> names;
  for (const LinearState& s : l.states)
    if (s.role == role) names.push_back(s.name);
  return names;
}

// ---- for people

std::string pole_text(const Pole& p) {
  if (!p.is_pair()) return digits(p.value.real(), shown_digits);
  return digits(p.value.real(), shown_digits) + " +- " + digits(p.value.imag(), shown_digits) + "i";
}

// "velocity 48 %, pressure_1 30 %": the states that make up most of a pole.
std::string mainly(const Linearisation& l, const Pole& p) {
  constexpr double least = 0.1;  // what has less is not named
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < p.shares.size(); ++i)
    if (p.shares[i] >= least) places.push_back(i);
  std::stable_sort(places.begin(), places.end(), [&](auto i, auto j) { return p.shares[i] > p.shares[j]; });
  std::vector<std::string> parts;
  for (const std::size_t i : places)
    parts.push_back(l.states[i].name + " " + digits(std::round(100.0 * p.shares[i])) + " %");
  return parts.empty() ? "-" : text::join(parts);
}

std::string poles_text(const Linearisation& l) {
  if (l.poles.empty()) return "no poles: nothing moves here\n";
  std::vector<text::Row> rows{{"pole [1/s]", "frequency [Hz]", "[rad/s]", "damping", "time constant [s]", "mainly"}};
  for (const Pole& p : l.poles)
    rows.push_back({pole_text(p), digits(p.frequency(), shown_digits), digits(p.natural_frequency(), shown_digits),
                    text::digits_or_dash(p.damping_ratio(), shown_digits),
                    text::digits_or_dash(p.time_constant(), shown_digits), mainly(l, p)});
  return text::align_columns(rows);
}

std::string states_text(const Linearisation& l) {
  std::vector<text::Row> rows{{"state", "value", "rate", "role"}};
  for (const LinearState& s : l.states) {
    rows.push_back({s.name, text::with_unit(s.value, s.unit.empty() ? "1" : s.unit, shown_digits),
                    text::with_unit(s.rate + 0.0, s.rate_unit(), shown_digits), std::string(to_text(s.role))});
  }
  return text::align_columns(rows);
}

// Which states have no pole in the table, and why.
std::string describe_left_out(const Linearisation& l) {
  std::string text;
  if (const auto names = names_with(l, StateRole::held); !names.empty())
    text += "held until the next event, without a pole: " + text::join(names) + "\n";
  if (const auto names = names_with(l, StateRole::accumulating); !names.empty())
    text += "sums on which nothing depends, without a pole: " + text::join(names) + "\n";
  return text;
}

std::string input_text(const Linearisation& l) {
  const LinearInput& u = l.input;
  if (u.column.name.empty()) return "no B: nothing drives " + l.experiment.base + " from outside\n";
  return "input: " + u.column.name + " = " + text::with_unit(u.value, u.column.unit, shown_digits) + "\n";
}

// ---- for programs

Json poles_json(const Linearisation& l) {
  Json all = Json::array();
  for (const Pole& p : l.poles) {
    Json one = Json::object();
    one.add("real", p.value.real());
    one.add("imaginary", p.value.imag());
    one.add("pair", p.is_pair());
    one.add("natural_frequency", p.natural_frequency());
    one.add("frequency", p.frequency());
    one.add("damping_ratio", p.damping_ratio());
    one.add("time_constant", p.time_constant());
    one.add("shares", Json::make_array(p.shares));
    all.add(std::move(one));
  }
  return all;
}

Json states_json(const Linearisation& l) {
  Json all = Json::array();
  for (const LinearState& s : l.states) {
    Json one = Json::object();
    one.add("name", s.name);
    one.add("unit", s.unit);
    one.add("value", s.value);
    one.add("rate", s.rate);
    one.add("role", to_text(s.role));
    all.add(std::move(one));
  }
  return all;
}

Json matrix_json(const numerics::Matrix& a) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < a.rows(); ++i) rows.add(Json::make_array({a.row(i).begin(), a.row(i).end()}));
  return rows;
}

Json input_json(const LinearInput& u) {
  if (u.column.name.empty()) return {};
  Json one = Json::object();
  one.add("name", u.column.name);
  one.add("unit", u.column.unit);
  one.add("value", u.value);
  return one;
}

// Names in front, then numbers; the names of states have no comma.
std::string matrix_csv(const Linearisation& l, const std::vector<std::string>& columns, const numerics::Matrix& m) {
  std::string text = "rate_of," + text::join(columns, ",") + "\n";
  for (std::size_t i = 0; i < m.rows(); ++i) {
    text += l.states[i].name;
    for (const double value : m.row(i)) text += "," + to_text(value);
    text += "\n";
  }
  return text;
}

std::string poles_csv(const Linearisation& l) {
  std::string text =
      "real[1/s],imaginary[1/s],natural_frequency[rad/s],frequency[Hz],damping_ratio[1],time_constant[s]\n";
  for (const Pole& p : l.poles)
    for (const double side : {1.0, -1.0})
      if (side > 0.0 || p.is_pair())
        text += to_text(p.value.real()) + "," + to_text(side * p.value.imag()) + "," + to_text(p.natural_frequency()) +
                "," + to_text(p.frequency()) + "," + to_text(p.damping_ratio()) + "," + to_text(p.time_constant()) +
                "\n";
  return text;
}

}  // namespace

std::string linearisation_json(const Linearisation& l, std::string_view version) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("version", version);
  json.add("experiment", l.experiment.base);
  json.add("law", l.experiment.law_name);
  if (l.experiment.elements > 0) json.add("elements", l.experiment.elements);
  json.add("time", l.time);
  json.add("mode", l.mode);
  json.add("equilibrium", l.is_equilibrium());
  json.add("imbalance", l.imbalance);
  Json notes = Json::array();
  for (const std::string& note : l.notes) notes.add(note);
  json.add("notes", std::move(notes));
  json.add("poles", poles_json(l));
  json.add("states", states_json(l));
  json.add("A", matrix_json(l.a));
  json.add("input", input_json(l.input));
  json.add("B", l.input.column.name.empty() ? Json() : Json::make_array(l.input.gain));
  json.add("parameters", parameters_json(l.experiment));
  return json.text() + "\n";
}

std::string linearisation_text(const Linearisation& l) {
  std::string text = with_law(l.experiment) + "\nat " + digits(l.time) + " s" +
                     (l.time == 0.0 ? ", the start of the run" : "") + (l.mode.empty() ? "" : ", " + l.mode) + "\n";
  for (const std::string& line : fill_in(l.experiment)) text += line + "\n";
  for (const std::string& note : l.notes) text += "note: " + note + "\n";
  return text + "\n" + poles_text(l) + "\n" + states_text(l) + "\n" + describe_left_out(l) + input_text(l);
}

void write_linearisation(const Linearisation& l, std::string_view version, const std::string& directory) {
  std::vector<std::string> names;
  for (const LinearState& s : l.states) names.push_back(s.name);
  write_file(directory + "/linearisation.json", linearisation_json(l, version));
  write_file(directory + "/poles.csv", poles_csv(l));
  write_file(directory + "/A.csv", matrix_csv(l, names, l.a));
  if (!l.input.column.name.empty()) {
    numerics::Matrix b(l.states.size(), 1);
    std::copy(l.input.gain.begin(), l.input.gain.end(), b.values().begin());
    write_file(directory + "/B.csv", matrix_csv(l, {l.input.column.name}, b));
  }
  write_file(directory + "/experiment.toml", toml_text(l.experiment));
}

}  // namespace stickslip::io
