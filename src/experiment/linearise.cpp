// Poles of a machine at a point of its run.
#include "stickslip/experiment/linearise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "machine.hpp"
#include "stickslip/numerics/linear_algebra.hpp"
#include "stickslip/plant/driven.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::experiment {

using numerics::Matrix;

namespace {

// A rate below this share of its terms is what a solver's tolerance and rounding leave of an equilibrium.
constexpr double balanced = 1e-3;

// The state at the time, and the size that each unknown has had on the way there.
struct Point {
  double t = 0.0;
  std::vector<double> x, sizes;
};

Point point_at(const HybridModel& model, const Experiment& e, double time) {
  if (!(time >= 0.0) || !std::isfinite(time))
    throw std::invalid_argument("a run cannot be linearised at " + to_text(time) + " s; take a time from 0 on");
  solve::Progress progress = solve::begin_progress(model, 0.0, model.start());
  if (time > 0.0) {
    solve::SolveOptions options = solve_options(e);
    if (options.method == solve::Method::cvode) options.method = solve::Method::automatic;
    const solve::SolveReport report = solve::advance(model, progress, time, options);
    if (!report.succeeded())
      throw std::invalid_argument("the run does not reach " + to_text(time) + " s: " + report.brief());
  }
  progress.sizes.resize(model.size(), 0.0);
  for (std::size_t i = 0; i < model.size(); ++i)
    progress.sizes[i] = std::max(progress.sizes[i], std::abs(progress.state[i]));
  return {time, progress.state, progress.sizes};
}

std::vector<LinearState> states_at(const HybridModel& model, const Point& at) {
  const auto columns = model.columns();
  const auto shown = list_shown_unknowns(model);
  std::vector<LinearState> states(model.size());
  std::vector<double> rate(model.size());
  model.flow(at.t, at.x.data(), rate.data());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::size_t c = std::size_t(std::find(shown.begin(), shown.end(), i) - shown.begin());
    const bool has_column = c < columns.size();
    states[i] = {has_column ? columns[c].name : "unknown[" + std::to_string(i) + "]",
                 has_column ? columns[c].unit : std::string(), at.x[i], rate[i], StateRole::moving};
  }
  return states;
}

Matrix jacobian_at(const HybridModel& model, const Point& at, std::vector<double>& by_time) {
  Matrix a(model.size(), model.size());
  by_time.assign(model.size(), 0.0);
  model.jacobian(at.t, at.x.data(), a.values(), by_time);
  return a;
}

// ---- the input

// The place of the column that shows the drive as it is; columns() when none does.
std::size_t drive_column(const HybridModel& model, plant::Driven& driven, const Point& at) {
  constexpr double odd = 1.234567e-4;  // in any unit a small drive that no other column has by chance
  std::vector<double> row(model.columns().size());
  driven.drive_by(0, odd, 0.0, at.t);
  model.observe(at.t, at.x.data(), row.data());
  return std::size_t(std::find(row.begin(), row.end(), odd) - row.begin());
}

// With a drive that rises by 1 per second the derivative by time is the one by the drive, besides the machine's own.
LinearInput input_at(HybridModel& model, const Point& at) {
  auto* const driven = dynamic_cast<plant::Driven*>(&model);
  if (driven == nullptr || driven->drives().size() != 1) return {};
  std::vector<double> row(model.columns().size());
  model.observe(at.t, at.x.data(), row.data());
  const std::size_t column = drive_column(model, *driven, at);
  if (column == row.size()) return {};
  LinearInput input{model.columns()[column], row[column], {}};
  std::vector<double> still;
  driven->drive_by(0, input.value, 0.0, at.t);
  jacobian_at(model, at, still);
  driven->drive_by(0, input.value, 1.0, at.t);
  jacobian_at(model, at, input.gain);
  for (std::size_t i = 0; i < still.size(); ++i) input.gain[i] -= still[i];
  return input;
}

// ---- roles

// Position or speed.
bool is_body_unit(std::string_view unit) {
  constexpr std::array<std::string_view, 4> units{"m", "m/s", "rad", "rad/s"};
  return std::find(units.begin(), units.end(), unit) != units.end();
}

// Takes states out of the dynamics until all that are left depend on one another. A row or a column of zeros leaves the
// other eigenvalues as they are.
class Roles {
 public:
  Roles(const Matrix& a, std::vector<LinearState>& states, std::size_t law_states)
      : a_(a), states_(states), machine_states_(states.size() - law_states) {
    while (accumulate() || hold() || set_free()) {
    }
  }

 private:
  bool is_moving(std::size_t i) const { return states_[i].role == StateRole::moving; }
  bool depends_on_none(std::size_t i) const {
    for (std::size_t j = 0; j < states_.size(); ++j)
      if (is_moving(j) && a_(i, j) != 0.0) return false;
    return true;
  }
  bool moves_none(std::size_t j) const {
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (is_moving(i) && a_(i, j) != 0.0) return false;
    return true;
  }
  bool is_motion(std::size_t i) const { return i < machine_states_ && is_body_unit(states_[i].unit); }
  // A number that counts or chooses is not a sum.
  bool is_sum(std::size_t i) const {
    const bool has_unit = !states_[i].unit.empty() && states_[i].unit != "1";
    return !is_motion(i) && (states_[i].rate != 0.0 || (has_unit && i < machine_states_));
  }

  template <class Condition>
  bool assign(StateRole role, Condition condition) {
    bool changed = false;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!is_moving(i) || !condition(i)) continue;
      states_[i].role = role;
      changed = true;
    }
    return changed;
  }
  bool hold() {
    return assign(StateRole::held, [this](std::size_t i) { return states_[i].rate == 0.0 && depends_on_none(i); });
  }
  bool accumulate() {
    return assign(StateRole::accumulating, [this](std::size_t i) { return is_sum(i) && moves_none(i); });
  }
  bool set_free() {
    return assign(StateRole::free, [this](std::size_t i) { return is_motion(i) && moves_none(i); });
  }

  const Matrix& a_;
  std::vector<LinearState>& states_;
  std::size_t machine_states_;
};

// ---- poles

std::vector<std::size_t> states_that(const std::vector<LinearState>& states, StateRole role) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].role == role) places.push_back(i);
  return places;
}

std::vector<double> shares_in(const numerics::Modes& modes, std::size_t k, const std::vector<std::size_t>& moving,
                              std::size_t states) {
  if (modes.shares.rows() == 0) return {};
  std::vector<double> shares(states, 0.0);
  for (std::size_t i = 0; i < moving.size(); ++i) shares[moving[i]] = modes.shares(i, k);
  return shares;
}

std::vector<Pole> find_poles(const Linearisation& l) {
  const auto moving = states_that(l.states, StateRole::moving);
  Matrix a(moving.size(), moving.size());
  for (std::size_t i = 0; i < moving.size(); ++i)
    for (std::size_t j = 0; j < moving.size(); ++j) a(i, j) = l.a(moving[i], moving[j]);
  const numerics::Modes modes = numerics::modes(a);
  double largest = 0.0;
  for (const auto& s : modes.values) largest = std::max(largest, std::abs(s));
  constexpr double rounding = 1e-13;  // of the largest pole: what the decomposition leaves of a zero
  std::vector<Pole> poles;
  for (std::size_t k = 0; k < modes.values.size(); ++k) {
    if (modes.values[k].imag() < 0.0) continue;
    const auto cleaned = [&](double part) { return std::abs(part) < rounding * largest ? 0.0 : part; };
    poles.push_back({{cleaned(modes.values[k].real()), cleaned(modes.values[k].imag())},
                     shares_in(modes, k, moving, l.states.size())});
  }
  for (const std::size_t i : states_that(l.states, StateRole::free)) {
    poles.push_back({0.0, std::vector<double>(l.states.size(), 0.0)});
    poles.back().shares[i] = 1.0;
  }
  std::stable_sort(poles.begin(), poles.end(),
                   [](const Pole& p, const Pole& q) { return p.natural_frequency() < q.natural_frequency(); });
  return poles;
}

// ---- what to know about the point

// True for a position: its rate is one other state.
bool follows_a_speed(const Matrix& a, std::size_t i) {
  std::size_t others = 0;
  bool as_it_is = false;
  for (std::size_t j = 0; j < a.columns(); ++j) {
    if (a(i, j) == 0.0) continue;
    ++others;
    as_it_is = j != i && a(i, j) == 1.0;
  }
  return others == 1 && as_it_is;
}

void find_imbalance(Linearisation& l) {
  for (std::size_t i = 0; i < l.states.size(); ++i) {
    const LinearState& s = l.states[i];
    if (s.role == StateRole::held || s.role == StateRole::accumulating || follows_a_speed(l.a, i)) continue;
    double terms = std::abs(s.rate);
    for (std::size_t j = 0; j < l.states.size(); ++j) terms = std::max(terms, std::abs(l.a(i, j) * l.states[j].value));
    const double share = terms > 0.0 ? std::abs(s.rate) / terms : 0.0;
    if (share <= l.imbalance) continue;
    l.imbalance = share;
    l.unbalanced = i;
  }
}

std::string rate_text(const LinearState& s) { return text::with_unit(s.rate, s.rate_unit(), 3); }

// |f(x + h) - 2 f(x) + f(x - h)|/h along one state, of every row.
std::vector<double> asymmetry(const HybridModel& model, const Point& at, std::size_t j, double h) {
  const std::size_t n = at.x.size();
  std::vector<double> x = at.x;
  std::vector<double> here(n), above(n), below(n);
  model.flow(at.t, x.data(), here.data());
  x[j] = at.x[j] + h;
  model.flow(at.t, x.data(), above.data());
  x[j] = at.x[j] - h;
  model.flow(at.t, x.data(), below.data());
  for (std::size_t i = 0; i < n; ++i) here[i] = std::abs(above[i] - 2.0 * here[i] + below[i]) / h;
  return here;
}

// True when the rates have a corner along a state: the derivative from one side is not the one from the other. The
// asymmetry of a smooth rate shrinks with the step, that of a corner does not.
bool has_corner(const HybridModel& model, const Point& at, const Linearisation& l, std::size_t j) {
  const double step = 1e-6 * std::max(at.sizes[j], usual_size(l.states[j].unit));
  const auto wide = asymmetry(model, at, j, step);
  const auto narrow = asymmetry(model, at, j, step / 8.0);
  constexpr double visible = 1e-2;  // of the derivative itself
  for (std::size_t i = 0; i < l.states.size(); ++i)
    if (l.states[i].role == StateRole::moving && wide[i] > visible * std::abs(l.a(i, j)) && narrow[i] > wide[i] / 2.0)
      return true;
  return false;
}

std::vector<std::string> corners(const HybridModel& model, const Point& at, const Linearisation& l) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < l.states.size(); ++j)
    if (l.states[j].role == StateRole::moving && has_corner(model, at, l, j)) names.push_back(l.states[j].name);
  return names;
}

void add_notes(Linearisation& l, const HybridModel& model, const Point& at) {
  const LinearState& s = l.states[l.unbalanced];
  if (!l.is_equilibrium())
    l.notes.push_back("not an equilibrium: " + s.name + " changes at " + rate_text(s) + ", " +
                      text::percent(l.imbalance) +
                      " of its largest term; the poles are those of the equations at this instant");
  for (std::size_t i = 0; i < l.states.size(); ++i)
    if (is_body_unit(l.states[i].unit) && l.states[i].role == StateRole::moving && l.states[i].rate != 0.0 &&
        follows_a_speed(l.a, i))
      l.notes.push_back("a moving point: " + l.states[i].name + " changes at " + rate_text(l.states[i]));
  if (const auto names = corners(model, at, l); !names.empty())
    l.notes.push_back("the equations have a corner here along " + text::join_in_words(names) +
                      ": the derivatives, and the poles, hold to one side of it");
  const auto growing =
      std::count_if(l.poles.begin(), l.poles.end(), [](const Pole& p) { return p.value.real() > 0.0; });
  if (growing > 0) l.notes.push_back("unstable: " + std::to_string(growing) + " of the poles grow");
}

}  // namespace

std::string_view to_text(StateRole role) {
  constexpr std::array<std::string_view, 4> words{"moving", "free", "held", "accumulating"};
  return words[std::size_t(role)];
}

std::string LinearState::rate_unit() const {
  if (unit.empty() || unit == "1") return "1/s";
  if (unit.ends_with(".s")) return unit.substr(0, unit.size() - 2);
  return unit.ends_with("/s") ? unit + "2" : unit + "/s";
}

double Pole::natural_frequency() const { return std::abs(value); }
double Pole::frequency() const { return std::abs(value) / (2.0 * std::numbers::pi); }
double Pole::damping_ratio() const { return (0.0 - value.real()) / std::abs(value); }  // no -0 for an undamped pair
double Pole::time_constant() const {
  return value.real() == 0.0 ? std::numeric_limits<double>::infinity() : -1.0 / value.real();
}

bool Linearisation::is_equilibrium() const { return imbalance < balanced; }

Linearisation linearise(const Experiment& e, double time) {
  const auto model = make_model(e);
  const Point at = point_at(*model, e, time);
  Linearisation l;
  l.experiment = e;
  l.time = time;
  l.mode = model->mode_text(at.x.data());
  l.states = states_at(*model, at);
  std::vector<double> by_time;
  l.a = jacobian_at(*model, at, by_time);
  std::size_t law_states = 0;
  for (const Field& f : contact_law(e)->state_fields()) law_states += f.width;
  Roles(l.a, l.states, law_states);
  l.poles = find_poles(l);
  find_imbalance(l);
  add_notes(l, *model, at);
  l.input = input_at(*model, at);  // last: it takes the drive over
  return l;
}

}  // namespace stickslip::experiment
