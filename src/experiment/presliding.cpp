// A slow cycle of force below break-away, with holds at its turns, and at last a ramp up to break-away.
//
// force: 0 -> A in T, hold, then per cycle A -> -A in 2 T, hold, -A -> A in 2 T, hold; then on at the rate A/T.
// 004 sections 2.4-2.5; the force test of Canudas de Wit et al. 1995, fig. 2 (A = 95 % of break-away).
#include <array>
#include <cmath>

#include "builtin.hpp"

namespace stickslip::experiment {
namespace {

struct PreslidingDrive {
  using Scalar = double;
  double force = 1.425;
  double rise_time = 10.0;
  double hold_time = 5.0;
  double cycles = 1.0;
  double last_force = 3.0;
  double travel = 1e-3;

  static constexpr auto table() {
    using P = PreslidingDrive;
    return std::array{
        STICKSLIP_FIELD(P, force, "A", "N", "Amplitude of the cycle.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, rise_time, "T", "s", "Time of the ramp from 0 to the amplitude.", 1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(P, hold_time, "", "s", "Time for which the force is held at every turn.", 1e-9, 1e9,
                        Scale::log),
        STICKSLIP_FIELD(P, cycles, "", "1", "Number of cycles; a part of one is left out.", 0.0, 1000.0),
        STICKSLIP_FIELD(P, last_force, "", "N", "Force at which the last ramp ends.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, travel, "", "m", "Displacement that counts as broken away, for a law without slip modes.",
                        1e-15, 1e6, Scale::log)};
  }
  static constexpr std::array relations{Relation{Relation::Kind::not_below, "last_force", "force"}};
};

constexpr std::array<FigureInfo, 5> figure_table{
    {{"turn_times", "s", "Times at which the force reaches a turn and at which its hold ends."},
     {"turn_displacements", "m", "Displacements at these times."},
     {"turn_forces", "N", "Applied forces at these times."},
     {"break_away_force", "N",
      "Applied force in the last ramp at which the law's mode changes to sliding or, for a law without slip modes, the "
      "displacement reaches drive.travel."},
     {"break_away_time", "s", "Time of that."}}};

constexpr ExperimentInfo about{"presliding", "A slow cycle of force below break-away, and a last ramp up to break-away",
                               "Nouailletas et al. 2010 (004), sections 2.4-2.5; Canudas de Wit et al. 1995, fig. 2",
                               "lugre", figure_table};

// Corners of the force: times and values, up to the start of the last ramp.
struct Corners {
  std::vector<double> times{0.0};
  std::vector<double> forces{0.0};

  void go(double duration, double force) {
    times.push_back(times.back() + duration);
    forces.push_back(force);
  }
};

Corners last_cycle(const PreslidingDrive& d) {
  Corners c;
  c.go(d.rise_time, d.force);
  c.go(d.hold_time, d.force);
  for (int k = 0; k < int(d.cycles); ++k) {
    for (const double side : {-1.0, 1.0}) {
      c.go(2.0 * d.rise_time, side * d.force);
      c.go(d.hold_time, side * d.force);
    }
  }
  return c;
}

class Presliding : public MassExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return nouailletas_table_1(); }
  ParamGroup drive() const override { return make_group("drive", PreslidingDrive{}); }
  double natural_output_step(const Experiment& e) const override { return e.drive["rise_time"] / 200.0; }

  Excitation excitation(const Experiment& e) const override {
    const auto d = make_set<PreslidingDrive>(e.drive);
    Corners c = last_cycle(d);
    c.go(ramp_time(d), d.last_force);
    return Excitation::table(c.times, c.forces);
  }

  double natural_duration(const Experiment& e) const override {
    const auto d = make_set<PreslidingDrive>(e.drive);
    return last_cycle(d).times.back() + ramp_time(d);
  }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    const auto d = make_set<PreslidingDrive>(e.drive);
    const auto times = last_cycle(d).times;
    Plan plan;
    plan.watches.push_back(
        std::make_unique<TravelWatch>(column_index(model, "displacement"), e.plant["start_displacement"], d.travel));
    plan.watches.push_back(std::make_unique<TimeWatch>(std::vector<double>(times.begin() + 1, times.end())));
    plan.ends_at_breakaway = true;
    plan.breakaway_after = times.back();
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    const Corners c = last_cycle(make_set<PreslidingDrive>(r.experiment.drive));
    FigureList figures(about);
    std::vector<double> times, displacements, forces;
    for (std::size_t k = 1; k < c.times.size() && c.times[k] <= r.trajectory.time().back(); ++k) {
      times.push_back(c.times[k]);
      displacements.push_back(r.at("displacement", c.times[k]));
      forces.push_back(c.forces[k]);
    }
    figures.list("turn_times", std::move(times));
    figures.list("turn_displacements", std::move(displacements));
    figures.list("turn_forces", std::move(forces));
    add_breakaway(figures, r, c.times.back());
    return figures.take();
  }

 private:
  static double ramp_time(const PreslidingDrive& d) {
    return std::max(1e-6 * d.rise_time, (d.last_force - d.force) * d.rise_time / d.force);
  }

  static void add_breakaway(FigureList& figures, const Record& r, double after) {
    const double end = r.trajectory.time().back();
    const bool broke = end > after && end < r.duration;
    const std::string_view why = end <= after ? "it had broken away before the last ramp; lower drive.force"
                                              : "no break-away in the last ramp; raise drive.last_force";
    figures.value("break_away_force", broke ? r.at("applied", end) : list_end(), why);
    figures.value("break_away_time", broke ? end : list_end(), why);
  }
};

}  // namespace

const BuiltIn& presliding_experiment() {
  static const Presliding one;
  return one;
}

}  // namespace stickslip::experiment
