// The motion is a sine; the force is asked for. 003 sections 3-4, 002 figs 6-7.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"

namespace stickslip::experiment {
namespace {

struct HarmonicDrive {
  using Scalar = double;
  double amplitude = 1e-4;
  double frequency = 100.0;
  double cycles = 10.0;

  static constexpr auto table() {
    using P = HarmonicDrive;
    return std::array{
        STICKSLIP_FIELD(P, amplitude, "a", "m", "Amplitude of the motion.", 1e-15, 1e6, Scale::log),
        STICKSLIP_FIELD(P, frequency, "f", "Hz", "Frequency of the motion.", 1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(P, cycles, "", "1", "Number of cycles; the figures are those of the last one.", 1.0, 1e9)};
  }
};

// 003: a contact with k_c = 2e5 N/m and F_t0 = 2 N. Its law mu(v) = 0.065 + 0.156 exp(-4.757 (|v| - 0.065)) under
// F_n = F_t0/0.2775 is a Stribeck curve with exponent 1; laws without one slide at F_t0.
constexpr double adhesion = 2.0;
constexpr double normal_force = adhesion / 0.2775;
const double static_coefficient = 0.065 + 0.156 * std::exp(4.757 * 0.065);

const std::array<PaperValue, 13> snabl{{{"stiffness", 2e5},
                                        {"damping", 0.0},
                                        {"viscous", 0.0},
                                        {"coulomb", normal_force * 0.065},
                                        {"breakaway", normal_force* static_coefficient},
                                        {"stribeck_velocity", 1.0 / 4.757},
                                        {"stribeck_exponent", 1.0},
                                        {"breakaway_deflection", 0.9 * adhesion / 2e5},
                                        {"full_deflection", adhesion / 2e5},
                                        {"coulomb", adhesion, "dahl"},
                                        {"coulomb", adhesion, "backlash"},
                                        {"coulomb", adhesion, "preisach"},
                                        // 002 prints no numbers: its law stays as its own table has it.
                                        {"stribeck_velocity", 0.1, "dry-clutch"}}};

constexpr std::array<FigureInfo, 3> figure_table{
    {{"work_per_cycle", "J", "Work taken by friction in the last cycle."},
     {"peak_force", "N", "Largest magnitude of the friction force in the last cycle."},
     {"slip_amplitude", "m",
      "Half the range, in the last cycle, of the displacement less the deflection of the contact. The deflection is "
      "the "
      "law's state deflection, stretch or travel, and for another law with a presliding stiffness its force over that; "
      "otherwise 0."}}};

constexpr ExperimentInfo about{"harmonic", "An imposed sine motion",
                               "Snabl et al. (003), sections 3-4; Mykhalevych (002), figs 6-7", "lugre", figure_table};

// The deflection of the contact: a column, times a factor.
struct Deflection {
  std::string_view column;
  double factor;
};

// Slope of the force over the displacement at the very start of the motion [N/m].
double starting_stiffness(const HybridModel& model, double amplitude) {
  const std::size_t friction = column_index(model, "friction");
  auto x = model.start();
  std::vector<double> slope(x.size()), row(model.columns().size());
  model.flow(0.0, x.data(), slope.data());
  model.observe(0.0, x.data(), row.data());
  const double force = row[friction];
  const double velocity = row[column_index(model, "velocity")];
  const double h = 1e-6 * amplitude / velocity;  // a millionth of the stroke: inside every presliding zone
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += h * slope[i];
  model.observe(0.0, x.data(), row.data());
  return (row[friction] - force) / (h * velocity);
}

Deflection measure_deflection(const Experiment& e, const HybridModel& model) {
  const LawInfo& law = law_info(e.law_name);
  for (const std::string_view name : {"deflection", "stretch", "travel"})
    for (const Field& f : law.states)
      if (f.name == name && f.shape == Shape::single) return {name, 1.0};
  if (!law.has_presliding) return {"friction", 0.0};
  return {"friction", 1.0 / starting_stiffness(model, e.drive["amplitude"])};
}

class Harmonic : public ImposedExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  std::span<const PaperValue> paper() const override { return snabl; }
  ParamGroup drive() const override { return make_group("drive", HarmonicDrive{}); }
  double natural_output_step(const Experiment& e) const override { return 1.0 / (400.0 * e.drive["frequency"]); }

  Excitation excitation(const Experiment& e) const override {
    const auto d = make_set<HarmonicDrive>(e.drive);
    return Excitation::sine(d.amplitude, d.frequency);
  }

  double natural_duration(const Experiment& e) const override { return e.drive["cycles"] / e.drive["frequency"]; }
  double period(const Experiment& e) const override { return 1.0 / e.drive["frequency"]; }

  Plan plan(const Experiment& e, const HybridModel& model) const override {
    const auto d = make_set<HarmonicDrive>(e.drive);
    const std::size_t velocity = column_index(model, "velocity");
    const std::size_t friction = column_index(model, "friction");
    const Deflection z = measure_deflection(e, model);
    Plan plan;
    plan.difference_time = 1e-6 / d.frequency;
    plan.watches.push_back(std::make_unique<ExtremumWatch>(Combination{friction}, 1.0, velocity));
    plan.watches.push_back(std::make_unique<TimeWatch>(std::vector{last_cycle(d)}));
    if (z.factor > 0.0) {
      const Combination slip{column_index(model, "displacement"), column_index(model, z.column), z.factor};
      plan.watches.push_back(std::make_unique<ExtremumWatch>(slip, -1.0, velocity));
    }
    return plan;
  }

  std::vector<Figure> figures(const Record& r) const override {
    const auto d = make_set<HarmonicDrive>(r.experiment.drive);
    const double from = last_cycle(d);
    FigureList figures(about);
    if (r.trajectory.time().back() < r.duration) {
      for (const FigureInfo& f : figure_table) figures.missing(f.name, "the run did not reach its end");
      return figures.take();
    }
    const auto work = r.trajectory.column("work_friction");
    figures.value("work_per_cycle", work.back() - work[r.row_at(from)]);
    figures.value("peak_force", peak_force(r, from));
    figures.value("slip_amplitude", slip_amplitude(r, from));
    return figures.take();
  }

 private:
  // Start of the last cycle, of the cycles that the run really has [s].
  static double last_cycle(const HarmonicDrive& d) { return (d.cycles - 1.0) / d.frequency; }

  static double peak_force(const Record& r, double from) {
    const auto force = r.trajectory.column("friction");
    double most = 0.0;
    for (std::size_t i = r.row_at(from); i < force.size(); ++i) most = std::max(most, std::abs(force[i]));
    return most;
  }

  double slip_amplitude(const Record& r, double from) const {
    const auto model = make_model(r.experiment);
    const Deflection z = measure_deflection(r.experiment, *model);
    const auto y = r.trajectory.column("displacement");
    const auto deflection = r.trajectory.column(z.column);
    double low = list_end();
    double high = list_end();
    for (std::size_t i = r.row_at(from); i < y.size(); ++i) {
      const double slip = y[i] - z.factor * deflection[i];
      low = std::fmin(low, slip);
      high = std::fmax(high, slip);
    }
    return (high - low) / 2.0;
  }
};

}  // namespace

const BuiltIn& harmonic_experiment() {
  static const Harmonic one;
  return one;
}

}  // namespace stickslip::experiment
