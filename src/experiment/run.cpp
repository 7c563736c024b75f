// Solving an experiment: the watched model, its rows, and the figures.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "builtin.hpp"
#include "machine.hpp"
#include "stickslip/names.hpp"

namespace stickslip::experiment {

using namespace solve;

namespace {

// The watches' changes of phase, replayed from the list of events, which keeps the law's own.
std::vector<Occurrence> take_occurrences(const Watched& model, std::vector<Event>& events) {
  std::vector<Occurrence> seen;
  std::vector<double> phases;
  for (std::size_t w = 0; w < model.watch_count(); ++w) phases.push_back(model.watch(w).start());
  std::vector<Event> own;
  for (Event& event : events) {
    if (!model.is_watch(event.guard)) {
      own.push_back(std::move(event));
      continue;
    }
    const auto [w, k] = model.find_watch(event.guard);
    const double next = model.watch(w).next_phase(phases[w], k);
    seen.push_back({event.t, w, phases[w], next});
    phases[w] = next;
  }
  events = std::move(own);
  return seen;
}

// Collects rows, and ends the run when the plan says so.
class Recorder {
 public:
  Recorder(const Watched& model, const Plan& plan, std::size_t inner_size, bool modes)
      : plan_(plan), inner_size_(inner_size), observer_(model), trajectory_(observer_.columns()) {
    if (modes) mode_ = column_index(model, "mode");
    watches_modes_ = modes;
  }

  bool operator()(double t, std::span<const double> state) {
    const std::span<const double> row = observer_.row(t, state.data());
    trajectory_.append(t, row);
    if (!plan_.ends_at_breakaway || t < plan_.breakaway_after) return true;
    broke_away_ = watches_modes_ ? row[mode_] != 0.0 : state[inner_size_ + plan_.breakaway_watch] != 0.0;
    return !broke_away_;
  }

  Trajectory take() { return std::move(trajectory_); }
  bool broke_away() const { return broke_away_; }

 private:
  const Plan& plan_;
  std::size_t inner_size_;
  RowObserver observer_;
  Trajectory trajectory_;
  std::size_t mode_ = 0;
  bool watches_modes_ = false;
  bool broke_away_ = false;
};

bool slides(std::string_view mode) { return mode.starts_with("sliding"); }
double slip_direction(std::string_view mode) { return mode.starts_with("sliding back") ? -1.0 : 1.0; }

// Where a body that stops at t comes to rest: on the spot, unless the law lets its speed die at a rate of its own.
double rest_position(const Record& r, double t) {
  const double x = r.at("displacement", t);
  const auto table = r.experiment.law.table;
  const bool coasts = std::any_of(table.begin(), table.end(), [](const Field& f) { return f.name == "stick_rate"; });
  return coasts ? x + r.at("velocity", t) / r.experiment.law["stick_rate"] : x;
}

void end_slip(std::vector<Slip>& slips, const Record& r, double t) {
  if (slips.empty() || !std::isnan(slips.back().stop)) return;
  slips.back().stop = t;
  slips.back().stop_position = rest_position(r, t);
}

}  // namespace

std::size_t Record::row_at(double t) const {
  const auto time = trajectory.time();
  constexpr double rounding = 1e-14;  // relative; the row at a watched time may lie a few last bits after it
  const auto later = std::upper_bound(time.begin(), time.end(), t * (1.0 + rounding));
  return later == time.begin() ? 0 : std::size_t(later - time.begin()) - 1;
}

double Record::passing_time(std::string_view column, double level) const {
  const auto time = trajectory.time();
  const auto values = trajectory.column(column);
  const double sense = level < values[0] ? -1.0 : 1.0;
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (sense * (values[i] - level) < 0.0 || values[i] == values[i - 1]) continue;
    return time[i - 1] + (time[i] - time[i - 1]) * (level - values[i - 1]) / (values[i] - values[i - 1]);
  }
  return list_end();
}

std::vector<Slip> find_slips(const Record& r) {
  std::vector<Slip> slips;
  const auto begin = [&slips](double t, double direction) { slips.push_back({t, direction, list_end(), list_end()}); };
  if (has_slip_modes(r.experiment.law_name)) {
    for (const Event& e : r.events) {
      if (e.from == e.to) continue;
      if (slides(e.from)) end_slip(slips, r, e.t);
      if (slides(e.to) && (!slides(e.from) || slip_direction(e.from) != slip_direction(e.to)))
        begin(e.t, slip_direction(e.to));
    }
    return slips;
  }
  for (const Occurrence& o : r.occurrences) {
    if (o.watch != 0) continue;
    if (o.from == 0.0)
      begin(o.t, o.to);
    else if (o.to == 0.0)
      end_slip(slips, r, o.t);
  }
  return slips;
}

bool has_slip_modes(std::string_view law) {
  const auto states = law_info(law).states;
  return std::any_of(states.begin(), states.end(), [](const Field& f) { return f.name == "mode"; });
}

// ---- figures by name

const FigureInfo* FigureList::figure_info(std::string_view name) const {
  for (const FigureInfo& f : info_.figures)
    if (f.name == name) return &f;
  throw std::logic_error("the table of " + std::string(info_.name) + " has no figure '" + std::string(name) + "'");
}

void FigureList::value(std::string_view name, double value, std::string_view why_not) {
  if (std::isfinite(value))
    figures_.push_back({figure_info(name), {value}, false, {}});
  else
    missing(name, std::string(why_not.empty() ? "the value is not finite" : why_not));
}

void FigureList::list(std::string_view name, std::vector<double> values, std::string_view why_empty) {
  if (values.empty() && !why_empty.empty()) return missing(name, std::string(why_empty));
  figures_.push_back({figure_info(name), std::move(values), true, {}});
}

void FigureList::missing(std::string_view name, std::string why) {
  figures_.push_back({figure_info(name), {}, false, std::move(why)});
}

const Figure& ExperimentResult::figure(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Figure& f : figures) {
    if (f.info->name == name) return f;
    names.push_back(f.info->name);
  }
  throw UnknownName("figure of " + experiment.base, name, names);
}

// ---- a run

SolveOptions solve_options(const Experiment& e) {
  const auto p = make_set<SolverParams>(e.solver);
  SolveOptions o;
  o.method = Method(int(p.method));
  o.relative_tolerance = p.relative_tolerance;
  o.absolute_tolerance = p.absolute_tolerance;
  o.first_step = p.first_step;
  if (p.longest_step > 0.0) o.longest_step = p.longest_step;
  o.most_steps = std::size_t(p.most_steps);
  o.most_events = std::size_t(p.most_events);
  o.most_seconds = p.most_seconds;
  o.most_wall_seconds = p.most_wall_seconds;
  o.most_rows = std::size_t(p.most_rows);
  return o;
}

std::unique_ptr<HybridModel> make_model(const Experiment& e) {
  const BuiltIn& b = built_in(e.base);
  if (!b.solves()) throw std::invalid_argument("the experiment " + e.base + " has no model to solve");
  return b.model(e);
}

Solved solve_once(const BuiltIn& b, const Experiment& e) {
  const auto model = make_model(e);
  Plan plan = b.plan(e, *model);
  const Watched watched(*model, std::move(plan.watches), plan.difference_time);
  Recorder recorder(watched, plan, model->size(), has_slip_modes(e.law_name));
  Solved solved;
  solved.duration = e.run["duration"] > 0.0 ? e.run["duration"] : b.natural_duration(e);
  solved.output_step = e.solver["output_step"] > 0.0 ? e.solver["output_step"] : b.natural_output_step(e);
  solved.report = solve::solve(watched, solved.duration, solve_options(e), {.step = solved.output_step},
                               [&recorder](double t, std::span<const double> state) { return recorder(t, state); });
  solved.occurrences = take_occurrences(watched, solved.report.events);
  solved.report.state.resize(std::min(solved.report.state.size(), model->size()));
  solved.trajectory = recorder.take();
  solved.broke_away = recorder.broke_away();
  return solved;
}

// What the law has to say about the body that it acts on; machines that have a mass alone can be asked.
void add_caution(ExperimentResult& result, const Experiment& e) {
  const auto has = [&e](std::string_view name) {
    return std::any_of(e.plant.table.begin(), e.plant.table.end(), [&](const Field& f) { return f.name == name; });
  };
  if (!has("mass")) return;
  Contact<double> c;
  c.mass = e.plant["mass"];
  if (has("normal_force")) c.load = e.plant["normal_force"];
  if (has("temperature")) c.temperature = e.plant["temperature"];
  if (const std::string_view text = contact_law(e)->caution(c); !text.empty()) result.notes.emplace_back(text);
}

ExperimentResult make_result(const BuiltIn& b, const Experiment& e, Solved solved) {
  ExperimentResult result;
  result.experiment = e;
  result.duration = solved.duration;
  result.output_step = solved.output_step;
  result.completed = solved.report.succeeded() || solved.broke_away;
  if (solved.broke_away) solved.report.message = "the run ends at break-away, as planned";
  result.message = solved.report.brief();
  add_caution(result, e);
  result.period = b.period(e);
  const Record record{e, solved.duration, solved.trajectory, solved.report.events, solved.occurrences};
  result.figures = b.figures(record);
  for (std::string& note : b.notes(record)) result.notes.push_back(std::move(note));
  result.trajectory = std::move(solved.trajectory);
  result.report = std::move(solved.report);
  return result;
}

ExperimentResult BuiltIn::run(const Experiment& e) const { return make_result(*this, e, solve_once(*this, e)); }

ExperimentResult run(const Experiment& e) { return built_in(e.base).run(e); }

}  // namespace stickslip::experiment
