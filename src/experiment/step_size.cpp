// The largest fixed step with which a method carries a law along a sine, against the amplitude. 003 section 4, fig. 5a.
//
// Nothing is solved here: solve/largest_step.hpp answers, by one of its criteria.
#include <algorithm>
#include <array>
#include <cmath>

#include "builtin.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/plant/imposed.hpp"
#include "stickslip/solve/largest_step.hpp"

namespace stickslip::experiment {

using namespace plant;
using namespace solve;

namespace {

constexpr std::size_t most_amplitudes = 16;

struct StepSizeDrive {
  using Scalar = double;
  double method = 1.0;
  double criterion = 0.0;
  std::array<double, most_amplitudes> amplitudes =
      make_list<most_amplitudes>({1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2});
  double frequency = 100.0;
  double static_force = 0.0;
  double asked_step = 1e-4;
  double most_seconds = 30.0;

  static constexpr auto table() {
    using P = StepSizeDrive;
    return std::array{
        STICKSLIP_FIELD(P, method, "", "1", "Method whose step is asked for.", 0.0, 3.0, Scale::linear,
                        "euler|ode3|rk4|exponential"),
        STICKSLIP_FIELD(P, criterion, "", "1",
                        "local: limit of stability over the fastest decay; one-percent, ten-times: the force stays "
                        "below 1.01 or 10 times the friction over 20 periods; amplification: an error shrinks over one "
                        "period.",
                        0.0, 3.0, Scale::linear, "local|one-percent|ten-times|amplification"),
        STICKSLIP_FIELD(P, amplitudes, "a", "m", "Amplitudes of the motion.", 1e-12, 1e3, Scale::log),
        STICKSLIP_FIELD(P, frequency, "f", "Hz", "Frequency of the motion.", 1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(
            P, static_force, "F_0", "N",
            "Friction that one-percent and ten-times compare with; 0: the law's own at the start of sliding.", 0.0,
            1e12),
        STICKSLIP_FIELD(P, asked_step, "h", "s", "Step whose amplitude is asked for.", 1e-15, 1e3, Scale::log),
        STICKSLIP_FIELD(P, most_seconds, "", "s",
                        "Amplitudes for which there is no processor time left have no answer; 0: without limit.", 0.0,
                        1e9)};
  }
};

constexpr std::array<FigureInfo, 4> figure_table{
    {{"amplitudes", "m", "Amplitudes of the motion."},
     {"steps", "s", "Largest step at each amplitude by drive.criterion."},
     {"steps_per_period", "1", "Steps in a period at each amplitude, a whole number but for the criterion local."},
     {"asked_amplitude", "m",
      "Amplitude at which the largest step falls to drive.asked_step, by the criterion local."}}};

constexpr ExperimentInfo about{"step-size", "The largest stable fixed step of a method against the amplitude of a sine",
                               "Snabl et al. (003), section 4, fig. 5a", "lugre", figure_table};

// As harmonic has them: 003.
std::span<const PaperValue> laws() { return harmonic_experiment().paper(); }

SineMotion make_motion(const Experiment& e, double amplitude) {
  const auto plant = make_set<ImposedParams<double>>(e.plant);
  SineMotion motion{.amplitude = amplitude, .frequency = e.drive["frequency"]};
  motion.rest.mass = plant.mass;
  motion.rest.load = plant.normal_force;
  motion.rest.pressure = plant.pressure;
  motion.rest.temperature = plant.temperature;
  return motion;
}

// In at most so many seconds; 0: without limit.
LargestStep step_at(const Experiment& e, double amplitude, StepCriterion criterion, double most_seconds) {
  const LargestStepOptions options{.static_force = e.drive["static_force"], .most_seconds = most_seconds};
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements, [&](auto law) {
    using Law = decltype(law);
    return largest_stable_step<Law>(make_set<typename Law::template Params<double>>(e.law), make_motion(e, amplitude),
                                    DrivenMethod(int(e.drive["method"])), criterion, options);
  });
}

// The amplitude at which the local limit passes a step, by halving its logarithm; NaN where it does not.
double measure_amplitude(const Experiment& e, double step) {
  double low = -12.0;  // log10 of the amplitude [m]
  double high = 3.0;
  const auto longer = [&](double log_amplitude) {
    return step_at(e, std::pow(10.0, log_amplitude), StepCriterion::local, 0.0).step > step;
  };
  if (!longer(low) || longer(high)) return list_end();
  constexpr int halvings = 50;  // 15 decades to 1e-14 of one
  for (int k = 0; k < halvings; ++k) (longer((low + high) / 2.0) ? low : high) = (low + high) / 2.0;
  return std::pow(10.0, (low + high) / 2.0);
}

class StepSize : public ImposedExperiment {
 public:
  const ExperimentInfo& info() const override { return about; }
  bool solves() const override { return false; }
  std::span<const PaperValue> paper() const override { return laws(); }
  ParamGroup drive() const override { return make_group("drive", StepSizeDrive{}); }
  double natural_duration(const Experiment&) const override { return 0.0; }
  double natural_output_step(const Experiment&) const override { return 0.0; }
  std::vector<Figure> figures(const Record&) const override { return {}; }

  std::string refusal(const LawInfo& law) const override {
    return FrictionLaws::with(law.name, [](auto type) -> std::string {
      using Law = decltype(type);
      if constexpr (largest_step::Smooth<Law> || largest_step::never_unstable<Law>)
        return {};
      else
        return largest_step::reason_without_answer<Law>() + "; take a law with a smooth rate, such as lugre or dahl";
    });
  }

  ExperimentResult run(const Experiment& e) const override {
    const auto criterion = StepCriterion(int(e.drive["criterion"]));
    const double began = thread_seconds();
    const double most = e.drive["most_seconds"];
    constexpr double least = 1e-6;  // [s] 0 would stand for no limit
    std::vector<double> amplitudes, steps, counts;
    std::string why;
    for (const double amplitude : e.drive.list("amplitudes")) {
      const double left = most > 0.0 ? std::max(least, most - (thread_seconds() - began)) : 0.0;
      const LargestStep found = step_at(e, amplitude, criterion, left);
      if (!std::isfinite(found.step)) {
        why = found.reason;
        continue;
      }
      amplitudes.push_back(amplitude);
      steps.push_back(found.step);
      counts.push_back(1.0 / (e.drive["frequency"] * found.step));
    }
    return result(e, why, std::move(amplitudes), std::move(steps), std::move(counts));
  }

 private:
  static ExperimentResult result(const Experiment& e, const std::string& why, std::vector<double> amplitudes,
                                 std::vector<double> steps, std::vector<double> counts) {
    ExperimentResult r;
    r.experiment = e;
    r.completed = true;
    r.message = why.empty() ? std::to_string(steps.size()) + " amplitudes" : why;
    r.table = {{{"amplitude", "m"}, {"step", "s"}, {"steps_per_period", "1"}}, {amplitudes, steps, counts}};
    FigureList figures(about);
    figures.list("amplitudes", std::move(amplitudes), why);
    figures.list("steps", std::move(steps), why);
    figures.list("steps_per_period", std::move(counts), why);
    figures.value("asked_amplitude", measure_amplitude(e, e.drive["asked_step"]), "no amplitude has that step");
    r.figures = figures.take();
    return r;
  }
};

}  // namespace

const BuiltIn& step_size_experiment() {
  static const StepSize one;
  return one;
}

}  // namespace stickslip::experiment
