// What a built-in experiment is. One file each; catalogue.cpp is the list.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <memory>
#include <vector>

#include "stickslip/excitation.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/experiment/machine.hpp"
#include "watch.hpp"

namespace stickslip::experiment {

// A law's parameter as the experiment's source prints it, in place of the law's own default.
struct PaperValue {
  std::string_view field;
  double value;
  std::string_view law = {};  // for this law only, and then in place of a value for all laws
  double back = std::numeric_limits<double>::quiet_NaN();  // for negative velocity, where that side has its own
};

struct RunParams {
  using Scalar = double;
  double duration = 0.0;
  double slip_speed = 1e-3;

  static constexpr auto table() {
    using P = RunParams;
    return std::array{STICKSLIP_FIELD(P, duration, "t_end", "s",
                                      "Length of the run; 0: as long as the experiment's drive lasts.", 0.0, 1e9),
                      STICKSLIP_FIELD(P, slip_speed, "v_slip", "m/s",
                                      "Speed at which a slip begins, for laws that have no modes of stick and slip.",
                                      1e-15, 1e6, Scale::log)};
  }
};

struct SolverParams {
  using Scalar = double;
  double method = 0.0;
  double relative_tolerance = 1e-8;
  double absolute_tolerance = 1e-14;
  double first_step = 0.0;
  double longest_step = 0.0;
  double output_step = 0.0;
  double most_steps = 2e7;
  double most_events = 2e5;
  double most_seconds = 10.0;
  double most_wall_seconds = 600.0;
  double most_rows = 2e6;

  static constexpr auto table() {
    using P = SolverParams;
    return std::array{
        STICKSLIP_FIELD(P, method, "", "1", "Integrator of the smooth pieces.", 0.0, 4.0, Scale::linear,
                        "automatic|runge-kutta|rosenbrock|multistep|cvode"),
        STICKSLIP_FIELD(P, relative_tolerance, "", "1", "Error per step relative to a component's size.", 1e-15, 0.1,
                        Scale::log),
        STICKSLIP_FIELD(P, absolute_tolerance, "", "1",
                        "Error per step of a component that has not moved yet, in its own unit.", 1e-30, 1.0,
                        Scale::log),
        STICKSLIP_FIELD(P, first_step, "", "s",
                        "First step after the start and after an event; 0: the solver's choice.", 0.0, 1e9),
        STICKSLIP_FIELD(P, longest_step, "", "s", "No step is longer; 0: without limit.", 0.0, 1e9),
        STICKSLIP_FIELD(P, output_step, "", "s", "Rows of the trajectory at its multiples; 0: what suits the drive.",
                        0.0, 1e9),
        STICKSLIP_FIELD(P, most_steps, "", "1", "A run with more steps ends with a message.", 1.0, 1e12),
        STICKSLIP_FIELD(P, most_events, "", "1", "A run with more events ends with a message.", 1.0, 1e9),
        STICKSLIP_FIELD(P, most_seconds, "", "s",
                        "A run of which, at its present rate, more processor time than this is left, or that has taken "
                        "three times as much, ends with a message; 0: without limit.",
                        0.0, 1e9),
        STICKSLIP_FIELD(P, most_wall_seconds, "", "s",
                        "A run that has lasted longer than this by the clock ends with a message; 0: without limit.",
                        0.0, 1e9),
        STICKSLIP_FIELD(P, most_rows, "", "1", "A run whose trajectory has more rows ends with a message.", 1.0, 1e12)};
  }
};

// A solved run: what figures are computed from.
struct Record {
  const Experiment& experiment;
  double duration;
  const solve::Trajectory& trajectory;
  const std::vector<solve::Event>& events;  // the law's own
  const std::vector<Occurrence>& occurrences;

  // Row of the trajectory at a time: the last one that is not later.
  std::size_t row_at(double t) const;
  double at(std::string_view column, double t) const { return trajectory.column(column)[row_at(t)]; }
  // First time at which a column passes a level, by straight lines between rows; NaN when it does not [s].
  double passing_time(std::string_view column, double level) const;
};

// The figures of an experiment, each by the name that its table gives it.
class FigureList {
 public:
  explicit FigureList(const ExperimentInfo& info) : info_(info) {}
  void value(std::string_view name, double value, std::string_view why_not = {});
  void list(std::string_view name, std::vector<double> values, std::string_view why_empty = {});
  void missing(std::string_view name, std::string why);
  std::vector<Figure> take() { return std::move(figures_); }

 private:
  const FigureInfo* figure_info(std::string_view name) const;
  const ExperimentInfo& info_;
  std::vector<Figure> figures_;
};

// How a run is watched, and when it has seen enough.
struct Plan {
  Watches watches = {};
  double difference_time = 1e-7;   // [s] for derivatives of columns (watch.hpp)
  bool ends_at_breakaway = false;  // the run ends when the law slips, or phase `breakaway_watch` is not 0
  std::size_t breakaway_watch = 0;
  double breakaway_after = 0.0;  // [s] but not before this time
};

// The values of a list that has room for `most`: it ends with a NaN.
template <std::size_t most>
constexpr std::array<double, most> make_list(std::initializer_list<double> values) {
  std::array<double, most> all{};
  all.fill(std::numeric_limits<double>::quiet_NaN());
  std::copy(values.begin(), values.end(), all.begin());
  return all;
}

inline ParamGroup empty_group(std::string_view name) { return {name, {}, {}, {}, {}, false}; }

class BuiltIn {
 public:
  virtual ~BuiltIn() = default;
  virtual const ExperimentInfo& info() const = 0;
  // False for one that answers without a solver: it has neither the group solver nor the group run.
  virtual bool solves() const { return true; }
  virtual ParamGroup plant() const = 0;
  virtual ParamGroup drive() const { return empty_group("drive"); }
  virtual double duration() const { return 0.0; }
  virtual ParamGroup solver() const { return make_group("solver", SolverParams{}); }
  // Speed at which a slip begins unless run.slip_speed says otherwise [m/s, rad/s].
  virtual double slip_speed() const { return RunParams{}.slip_speed; }
  virtual std::span<const PaperValue> paper() const = 0;
  // The field of the drive whose choice stands for values of other fields, and these values.
  virtual std::string_view preset_field() const { return {}; }
  virtual void apply_preset(ParamGroup&) const {}
  // The column of a CSV file that may drive the experiment; without a name where none may.
  virtual Column table_column() const { return {}; }
  // Why a law makes no sense here; empty when it does.
  virtual std::string refusal(const LawInfo&) const { return {}; }

  // The machine with the law in it.
  virtual std::unique_ptr<HybridModel> model(const Experiment& e) const = 0;
  // Length of the run when run.duration is 0 [s].
  virtual double natural_duration(const Experiment& e) const = 0;
  // Step between rows when solver.output_step is 0 [s].
  virtual double natural_output_step(const Experiment& e) const = 0;
  virtual Plan plan(const Experiment&, const HybridModel&) const { return {}; }
  virtual std::vector<Figure> figures(const Record& record) const = 0;
  // Time after which the drive repeats itself [s]; 0: it does not.
  virtual double period(const Experiment&) const { return 0.0; }
  // What a reader of the figures should know of this run, a sentence each.
  virtual std::vector<std::string> notes(const Record&) const { return {}; }
  virtual ExperimentResult run(const Experiment& e) const;
};

// A law on a mass (plant/mass.hpp), pushed by a force [N].
class MassExperiment : public BuiltIn {
 public:
  ParamGroup plant() const override;
  virtual Excitation excitation(const Experiment&) const { return {}; }
  std::unique_ptr<HybridModel> model(const Experiment& e) const override;
};

// A law under an imposed displacement [m] (plant/imposed.hpp).
class ImposedExperiment : public BuiltIn {
 public:
  ParamGroup plant() const override;
  // A motion that is imposed has no applied force to hold a body against.
  std::string refusal(const LawInfo& law) const override;
  virtual Excitation excitation(const Experiment&) const { return {}; }
  std::unique_ptr<HybridModel> model(const Experiment& e) const override;
};

std::span<const BuiltIn* const> built_ins();
const BuiltIn& built_in(std::string_view name);

// True when the law switches between stick and slip modes itself.
bool has_slip_modes(std::string_view law);

// One run of the experiment's model under the plan of its built-in; figures are not computed yet.
struct Solved {
  double duration = 0.0;
  double output_step = 0.0;
  solve::SolveReport report;  // the law's own events
  solve::Trajectory trajectory;
  std::vector<Occurrence> occurrences;
  bool broke_away = false;  // the plan's reason to end
};
Solved solve_once(const BuiltIn& b, const Experiment& e);
// The result of a solved run, figures included.
ExperimentResult make_result(const BuiltIn& b, const Experiment& e, Solved solved);

// ---- slips

struct Slip {
  double onset;
  double direction;  // +1 or -1
  double stop;       // list_end() while it lasts
  double stop_position;
};

// The slips of a run: changes of mode where the law has modes, otherwise what watch 0, a SlipWatch, saw.
std::vector<Slip> find_slips(const Record& record);

// The laws of these experiments have the parameters of 004 Table 1.
std::span<const PaperValue> nouailletas_table_1();

// Instances.
const BuiltIn& stick_slip_experiment();
const BuiltIn& limit_cycle_experiment();
const BuiltIn& presliding_experiment();
const BuiltIn& drift_experiment();
const BuiltIn& harmonic_experiment();
const BuiltIn& breakaway_experiment();
const BuiltIn& step_size_experiment();
const BuiltIn& velocity_steps_experiment();
const BuiltIn& hydraulic_servo_experiment();
const BuiltIn& hydraulic_positioner_experiment();

const BuiltIn& clutch_piston_experiment();
const BuiltIn& blade_wheel_experiment();

const BuiltIn& dry_clutch_experiment();
const BuiltIn& clutch_by_wire_experiment();

}  // namespace stickslip::experiment
