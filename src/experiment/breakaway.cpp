// A slow ramp of force on a body at rest, after a dwell, for several rates and dwells. 004 section 2.4, fig. 6.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"

namespace stickslip::experiment {
namespace {

constexpr std::size_t most_cases = 16;

struct BreakawayDrive {
  using Scalar = double;
  std::array<double, most_cases> rates = make_list<most_cases>({1.0, 0.1, 10.0});
  std::array<double, most_cases> dwells = make_list<most_cases>({0.0});
  double largest_force = 3.0;
  double travel = 1e-4;

  static constexpr auto table() {
    using P = BreakawayDrive;
    return std::array{
        STICKSLIP_FIELD(P, rates, "", "N/s", "Rates of the ramp; the first one's run is recorded.", 1e-12, 1e12,
                        Scale::log),
        STICKSLIP_FIELD(P, dwells, "", "s", "Times at rest before the ramp; every rate is run with every dwell.", 0.0,
                        1e9),
        STICKSLIP_FIELD(P, largest_force, "", "N", "Force at which a ramp ends when nothing breaks away.", 1e-12, 1e12,
                        Scale::log),
        STICKSLIP_FIELD(P, travel, "", "m", "Displacement that counts as broken away, for a law without slip modes.",
                        1e-15, 1e6, Scale::log)};
  }
};

const std::array<PaperValue, 9> laws{{{"coulomb", 1.0},
                                      {"breakaway", 1.5},
                                      {"stribeck_velocity", 1e-3},
                                      {"stribeck_exponent", 2.0},
                                      {"viscous", 0.4},
                                      {"stiffness", 1e5},
                                      {"damping", std::sqrt(1e5)},
                                      {"full_deflection", 0.0},
                                      {"presliding_limit", 1e-5}}};

constexpr std::array<FigureInfo, 6> figure_table{
    {{"break_away_force", "N",
      "Applied force of the first rate and dwell at break-away: the law's mode changes to sliding or, for a law "
      "without "
      "slip modes, the displacement reaches drive.travel."},
     {"time", "s", "Time from the start of that ramp to break-away."},
     {"case_rates", "N/s", "Rate of every case: each rate with each dwell, the first dwell first."},
     {"case_dwells", "s", "Dwell of every case."},
     {"case_forces", "N",
      "Break-away force of every case; a case that did not break away is left out of all four lists."},
     {"case_times", "s", "Time from the start of the ramp to break-away of every case."}}};

constexpr ExperimentInfo about{"breakaway", "A slow ramp of force on a body at rest, after a dwell",
                               "Nouailletas et al. 2010 (004), section 2.4, fig. 6", "lugre", figure_table};

class Breakaway : public MassExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return laws; }
  ParamGroup drive() const override { return make_group("drive", BreakawayDrive{}); }
  double natural_output_step(const Experiment& e) const override { return natural_duration(e) / 1500.0; }

  Excitation excitation(const Experiment& e) const override {
    const auto d = make_set<BreakawayDrive>(e.drive);
    if (d.dwells[0] == 0.0) return Excitation::ramp(d.rates[0]);
    return Excitation({Segment{}, Segment{.start = d.dwells[0], .slope = d.rates[0]}});
  }

  double natural_duration(const Experiment& e) const override {
    const auto d = make_set<BreakawayDrive>(e.drive);
    return d.dwells[0] + d.largest_force / d.rates[0];
  }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    Plan plan;
    plan.watches.push_back(std::make_unique<TravelWatch>(column_index(model, "displacement"),
                                                         e.plant["start_displacement"], e.drive["travel"]));
    plan.ends_at_breakaway = true;
    return plan;
  }

  // The first rate and dwell with its rows, the others for their figures. The limits on time are those of all cases
  // together.
  ExperimentResult run(const Experiment& e) const override {
    solve::Stopwatch watch(3.0 * e.solver["most_seconds"], e.solver["most_wall_seconds"]);
    Solved first = solve_once(*this, e);
    std::vector<std::vector<double>> cases(4);
    const std::string not_run = run_cases(e, first, watch, cases);
    ExperimentResult result = make_result(*this, e, std::move(first));
    result.completed = result.completed && not_run.empty();
    result.message += not_run;
    FigureList more(about);
    for (const std::size_t k : {0U, 1U, 2U, 3U}) more.list(figure_table[2 + k].name, std::move(cases[k]));
    for (Figure& f : more.take()) result.figures.push_back(std::move(f));
    return result;
  }

  std::vector<Figure> figures(const Record& r) const override {
    const double end = r.trajectory.time().back();
    const bool broke = end < r.duration;
    constexpr std::string_view why = "no break-away up to drive.largest_force";
    FigureList figures(about);
    figures.value("break_away_force", broke ? r.trajectory.column("applied").back() : list_end(), why);
    figures.value("time", broke ? end - r.experiment.drive["dwells"] : list_end(), why);
    return figures.take();
  }

 private:
  // All cases, or as many as there is time for; then the first one that is left out, in words.
  std::string run_cases(const Experiment& e, const Solved& first, solve::Stopwatch& watch,
                        std::vector<std::vector<double>>& cases) const {
    for (const double dwell : e.drive.list("dwells"))
      for (const double rate : e.drive.list("rates")) {
        const bool is_first = dwell == e.drive["dwells"] && rate == e.drive["rates"];
        if (!is_first && watch.looks() && watch.is_over())
          return "; out of time after " + watch.text() + ", before the case of " + to_text(rate) +
                 " N/s and a dwell of " + to_text(dwell) +
                 " s; raise most_seconds = " + to_text(e.solver["most_seconds"]) + " s";
        add_case(cases, rate, dwell, is_first ? first : solve_once(*this, single(e, rate, dwell)));
      }
    return {};
  }

  // The same experiment with one rate and one dwell.
  static Experiment single(const Experiment& e, double rate, double dwell) {
    Experiment one = e;
    assign(one.drive, "rates", {.numbers = {rate}});
    assign(one.drive, "dwells", {.numbers = {dwell}});
    return one;
  }

  static void add_case(std::vector<std::vector<double>>& cases, double rate, double dwell, const Solved& s) {
    if (!s.broke_away) return;
    const double values[]{rate, dwell, s.trajectory.column("applied").back(), s.trajectory.time().back() - dwell};
    for (std::size_t k = 0; k < cases.size(); ++k) cases[k].push_back(values[k]);
  }
};

}  // namespace

const BuiltIn& breakaway_experiment() {
  static const Breakaway one;
  return one;
}

}  // namespace stickslip::experiment
