// A whole experiment as an FMU: its machine with the law in it, driven by inputs or by its own course.
//
// Unknowns have the names of the columns that show them as they are; one that no column shows is "unknown[i]". The
// law's modes are discrete, everything else is a continuous state.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "parameters.hpp"
#include "stickslip/experiment/machine.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/plant/driven.hpp"
#include "subject.hpp"

namespace stickslip::fmu {

using namespace experiment;
using namespace io;
using namespace plant;
using namespace solve;

namespace {

// What drives a machine that takes inputs.
enum Source : int { from_input, own_course };
constexpr std::string_view sources = "input|own course";

// The table that goes along with an FMU, as the export writes it: a line of names, then lines of time and value.
InputTable table_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  InputTable table;
  while (std::getline(stream, line)) {
    const std::size_t comma = std::min(line.find(','), line.size());
    double t = 0.0;
    double value = 0.0;
    const auto first = std::from_chars(line.data(), line.data() + comma, t);
    const auto second =
        std::from_chars(line.data() + std::min(comma + 1, line.size()), line.data() + line.size(), value);
    if (first.ec != std::errc() || second.ec != std::errc())
      throw std::invalid_argument(file.string() + ": '" + line + "' is not a time and a value");
    table.times.push_back(t);
    table.values.push_back(value);
  }
  if (table.times.empty()) throw std::invalid_argument(file.string() + ": the table cannot be read, or it is empty");
  return table;
}

class ExperimentSubject : public Subject {
 public:
  explicit ExperimentSubject(Experiment e) : experiment_(std::move(e)) {
    build();
    const ExperimentInfo& info = experiment_info(experiment_.base);
    sheet_.identifier = "stickslip_" + as_identifier(info.name);
    sheet_.name = info.name;
    sheet_.title = std::string(info.title) + ", with the law " + experiment_.law_name;
    sheet_.source = info.source;
    sheet_.stop = experiment_.run["duration"] > 0.0 ? experiment_.run["duration"] : natural_duration(experiment_);
    sheet_.step = natural_output_step(experiment_);
    if (experiment_.solver["output_step"] > 0.0) sheet_.step = experiment_.solver["output_step"];
    sheet_.tolerance = experiment_.solver["relative_tolerance"];
    sheet_.variables.push_back(
        {.name = "time", .unit = "s", .doc = "Time.", .kind = Kind::time, .causality = Causality::independent});
    knowns_.push_back(0);
    add_inputs();
    add_groups();
    add_unknowns_and_columns();
    add_slopes(sheet_, knowns_);
    std::vector<std::string_view> names;
    for (std::size_t k = 0; k < model_->guard_count(); ++k) names.push_back(model_->guard_name(k));
    add_guards(sheet_, names, knowns_);
  }

  const HybridModel& model() const override { return *model_; }

  void set_inputs(std::span<const double> inputs, std::span<const double>) override {
    inputs_.assign(inputs.begin(), inputs.end());
    hold_input();
  }

  void set_params(std::span<const double> params) override {
    Experiment next = experiment_;
    const std::array groups{&next.law, &next.plant, &next.drive, &next.solver};
    for (std::size_t i = 0; i < places_.size(); ++i) groups[places_[i].group]->values[places_[i].scalar] = params[i];
    for (const ParamGroup* g : groups)
      if (const std::string wrong = complaint(*g); !wrong.empty())
        throw std::invalid_argument(std::string(g->name) + ": " + wrong);
    if (make_model(next)->size() != sheet_.unknowns)
      throw std::invalid_argument("these parameters change the number of unknowns: export the experiment with them");
    experiment_ = std::move(next);
    if (driven_ != nullptr) source_ = Source(int(params[places_.size()]));
    build();
  }

  std::vector<double> start(std::span<const double>) const override { return model_->start(); }

  // The flow by automatic differentiation; the input enters as a drive whose rate is its slope, which makes the
  // derivative by time the one by the input. Columns and guards, which no template gives, by differences of order 4.
  Slopes slopes(double t, std::span<const double> x, const Direction& d) override {
    for (const double p : d.params)
      if (p != 0.0) throw std::invalid_argument("an experiment has no derivatives by its parameters");
    const std::size_t n = x.size();
    std::vector<double> dfdx(n * n);
    std::vector<double> dfdt(n);
    model_->jacobian(t, x.data(), dfdx, dfdt);
    Slopes s{std::vector<double>(n, 0.0), {}, {}};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) s.flow[i] += d.unknowns[j] == 0.0 ? 0.0 : dfdx[i * n + j] * d.unknowns[j];
    const bool moves = is_driven() && std::any_of(d.inputs.begin(), d.inputs.end(), [](double r) { return r != 0.0; });
    if (moves) {
      const std::vector<double> still = dfdt;
      drive(inputs_, d.inputs, t);
      model_->jacobian(t, x.data(), dfdx, dfdt);
      for (std::size_t i = 0; i < n; ++i) s.flow[i] += dfdt[i] - still[i];
    }
    differences(t, x, d, moves, s);
    hold_input();
    return s;
  }

  std::vector<std::string> remarks(std::span<const double> used) const override {
    if (driven_ == nullptr || source_ == from_input || std::count(used.begin(), used.end(), 1.0) == 0) return {};
    return {"an input is set, but drive.source is the experiment's own course: the input does nothing"};
  }

  bool holds_inputs() const override { return true; }

  void step(Progress& progress, std::span<const double> begin, double h) override {
    if (is_driven() && !std::equal(begin.begin(), begin.end(), inputs_.begin())) {
      std::vector<double> rates(inputs_.size());
      for (std::size_t k = 0; k < rates.size(); ++k) rates[k] = (inputs_[k] - begin[k]) / h;
      drive(begin, rates, progress.t);
    }
    const SolveReport report = advance(*model_, progress, progress.t + h, solve_options(experiment_));
    hold_input();
    if (!report.succeeded()) throw std::runtime_error(report.brief() + ": " + report.message);
  }

 private:
  void build() {
    model_ = make_model(experiment_);
    driven_ = dynamic_cast<Driven*>(model_.get());
    hold_input();
  }

  bool is_driven() const { return driven_ != nullptr && source_ == from_input; }

  void drive(std::span<const double> values, std::span<const double> rates, double from) {
    for (std::size_t k = 0; k < values.size(); ++k) driven_->drive_by(k, values[k], rates[k], from);
  }
  // The inputs stay as they are until they are set again.
  void hold_input() {
    if (is_driven()) drive(inputs_, std::vector<double>(inputs_.size(), 0.0), 0.0);
  }

  // A machine whose course a table may give is made for its input; others follow their own course unless told.
  bool is_made_for_an_input() const { return !table_column(experiment_.base).name.empty(); }

  // The input of such a machine has the drive's name. Elsewhere a column of that name keeps it.
  std::string input_name(const std::string& drive) const {
    if (is_made_for_an_input()) return drive;
    for (const Column& c : model_->columns())
      if (c.name == drive) return drive + "_input";
    return drive;
  }

  void add_inputs() {
    if (driven_ == nullptr) return;
    for (const Drive& d : driven_->drives()) {
      knowns_.push_back(sheet_.variables.size());
      sheet_.variables.push_back({.name = input_name(d.name),
                                  .unit = d.unit,
                                  .doc = "Drives the machine, in place of the experiment's own course.",
                                  .kind = Kind::input,
                                  .index = sheet_.inputs++,
                                  .causality = Causality::input});
    }
    inputs_.assign(sheet_.inputs, 0.0);
    if (!is_made_for_an_input()) source_ = own_course;
    build();
  }

  void add_groups() {
    const std::array groups{&experiment_.law, &experiment_.plant, &experiment_.drive, &experiment_.solver};
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t k = 0; k < groups[g]->table.size(); ++k) {
        const Field& f = groups[g]->table[k];
        const bool unused = groups[g] == &experiment_.solver && (f.name == "output_step" || f.name == "first_step");
        const bool stands_for_others = groups[g] == &experiment_.drive && f.name == preset_field(experiment_.base);
        if (!unused && !stands_for_others) add_parameters(sheet_, *groups[g], f, k, g, places_);
      }
    if (driven_ == nullptr) return;
    sheet_.variables.push_back({.name = "drive.source",
                                .unit = "",
                                .doc = "What drives the machine: the inputs, or the course of the experiment.",
                                .kind = Kind::parameter,
                                .index = sheet_.parameters++,
                                .causality = Causality::parameter,
                                .variability = Variability::fixed,
                                .initial = Initial::exact,
                                .start = double(source_),
                                .lower = double(from_input),
                                .upper = double(own_course),
                                .choices = add_choices(sheet_, "drive_source", sources, double(from_input))});
  }

  void add_unknowns_and_columns() {
    const std::vector<Column> columns = model_->columns();
    const auto shown = list_shown_unknowns(*model_);
    std::vector<std::size_t> column_of(model_->size(), columns.size());
    for (std::size_t c = columns.size(); c-- > 0;)
      if (shown[c] < model_->size()) column_of[shown[c]] = c;
    for (std::size_t i = 0; i < model_->size(); ++i)
      add_unknown(i, column_of[i] < columns.size() ? &columns[column_of[i]] : nullptr);
    for (const std::size_t k : state_places(sheet_, sheet_.unknowns)) knowns_.push_back(k);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const bool is_unknown = shown[c] < model_->size() && column_of[shown[c]] == c;
      if (!is_unknown) add_column(columns[c], c);
    }
    sheet_.columns = columns.size();
  }

  void add_unknown(std::size_t i, const Column* column) {
    Variable v{.name = column != nullptr ? column->name : "unknown[" + std::to_string(i) + "]",
               .unit = column != nullptr ? column->unit : "",
               .doc = "",
               .kind = Kind::unknown,
               .index = i,
               .causality = column != nullptr ? Causality::output : Causality::local,
               .initial = Initial::calculated};
    const double start = model_->start()[i];
    v.nominal = start != 0.0 ? std::abs(start) : usual_size(v.unit);
    if (column != nullptr) describe_law_state(v);
    if (!v.is_choice()) sheet_.states.push_back(i);
    sheet_.variables.push_back(std::move(v));
    ++sheet_.unknowns;
  }

  // What the law's table says about a state, when this is one.
  void describe_law_state(Variable& v) {
    for (const Field& f : law_->state_fields())
      for (std::size_t k = 0; k < f.width; ++k) {
        if (scalar_name(f, k) != v.name) continue;
        v.doc = f.doc;
        v.nominal = law_sizes_[f.first + k];
        if (f.choices.empty()) return;
        v.unit.clear();
        v.nominal = 1.0;
        v.choices = add_choices(sheet_, std::string(f.name), f.choices, f.lower);
        v.variability = Variability::discrete;
        v.lower = f.lower;
        v.upper = f.upper;
      }
  }

  void add_column(const Column& column, std::size_t c) {
    const bool is_taken = driven_ != nullptr && column.name == table_column(experiment_.base).name;
    sheet_.variables.push_back({.name = (is_taken ? "driving_" : "") + column.name,
                                .unit = column.unit,
                                .doc = "",
                                .kind = Kind::column,
                                .index = c,
                                .causality = Causality::output,
                                .initial = Initial::calculated,
                                .dependencies = knowns_});
  }

  // Columns, and behind them guards, with unknowns and input moved along the direction.
  std::vector<double> observe_at(double t, std::span<const double> x, const Direction& d, bool moves, double along) {
    std::vector<double> moved(x.begin(), x.end());
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += along * d.unknowns[i];
    if (moves)
      for (std::size_t k = 0; k < inputs_.size(); ++k) driven_->drive_by(k, inputs_[k] + along * d.inputs[k], 0.0, t);
    std::vector<double> values(sheet_.columns + sheet_.guards);
    model_->observe(t, moved.data(), values.data());
    model_->guards(t, moved.data(), values.data() + sheet_.columns);
    return values;
  }

  void differences(double t, std::span<const double> x, const Direction& d, bool moves, Slopes& s) {
    constexpr double part = 1e-4;  // of an unknown's size: 1e-16 of the fifth derivative against 1e-12 of rounding
    double fastest = 0.0;
    if (moves)
      for (std::size_t k = 0; k < inputs_.size(); ++k)
        fastest = std::max(fastest, std::abs(d.inputs[k]) / std::max(std::abs(inputs_[k]), 1e-3));
    for (const std::size_t i : sheet_.states) {
      const double size = std::max(std::abs(x[i]), sheet_.variables[sheet_.place(Kind::unknown, i)].nominal);
      fastest = std::max(fastest, std::abs(d.unknowns[i]) / size);
    }
    std::vector<double> sum(sheet_.columns + sheet_.guards, 0.0);
    if (fastest > 0.0) {
      const double h = part / fastest;
      // f' = [8 f(h) - 8 f(-h) - f(2h) + f(-2h)]/(12 h)
      constexpr std::array<std::pair<double, double>, 4> weights{{{1.0, 8.0}, {-1.0, -8.0}, {2.0, -1.0}, {-2.0, 1.0}}};
      for (const auto& [at, weight] : weights) {
        const auto values = observe_at(t, x, d, moves, at * h);
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weight * values[k] / (12.0 * h);
      }
    }
    s.columns.assign(sum.begin(), sum.begin() + std::ptrdiff_t(sheet_.columns));
    s.guards.assign(sum.begin() + std::ptrdiff_t(sheet_.columns), sum.end());
  }

  Experiment experiment_;
  std::unique_ptr<AnyLaw> law_ = make_law(experiment_.law_name, experiment_.elements);  // for its tables
  std::vector<double> law_sizes_ = typical_states(experiment_.law_name, experiment_.elements, experiment_.law.values);
  std::unique_ptr<HybridModel> model_;
  Driven* driven_ = nullptr;
  Source source_ = from_input;
  std::vector<double> inputs_;
  std::vector<ScalarPlace> places_;
  std::vector<std::size_t> knowns_;  // places of the time, the input and the states
};

}  // namespace

std::unique_ptr<Subject> experiment_subject(std::string_view text, const std::string& file, const std::string& folder) {
  Recipe recipe = recipe_from_toml(text, file);
  for (const Setting& s : recipe.settings)
    if (names_input_table(s)) recipe.table = table_in(std::filesystem::path(folder) / s.value.text);
  std::erase_if(recipe.settings, names_input_table);
  return experiment_subject(experiment::experiment(recipe));
}

std::unique_ptr<Subject> experiment_subject(const Experiment& e) {
  if (!solves(e.base))
    throw std::invalid_argument("the experiment " + e.base + " has no model to solve, and so nothing to export");
  return std::make_unique<ExperimentSubject>(e);
}

}  // namespace stickslip::fmu
