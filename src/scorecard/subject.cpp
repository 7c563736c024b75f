#include "subject.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stickslip/experiment/machine.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::scorecard {

using namespace experiment;
using namespace plant;
using namespace solve;

namespace {

double stribeck_velocity(const ParamGroup& law) {
  for (const Field& f : law.table) {
    if (f.name == "stribeck_velocity") return law.values[f.first];
    if (f.name == "dip_rate") return 1.0 / law.values[f.first];
  }
  return 1e-3;
}

struct MassColumns {
  std::size_t displacement, velocity, friction;
};

MassColumns find_columns(const HybridModel& model) {
  return {column_index(model, "displacement"), column_index(model, "velocity"), column_index(model, "friction")};
}

}  // namespace

double MassRun::at(const std::vector<double>& column, double t) const {
  const auto later = std::upper_bound(time.begin(), time.end(), t);
  return column[later == time.begin() ? 0 : std::size_t(later - time.begin()) - 1];
}

double MassRun::mean(const std::vector<double>& column, double from, double to) const {
  double area = 0.0;
  double weight = 0.0;
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (time[i - 1] < from || time[i] > to) continue;
    const double wave = std::sin(std::numbers::pi * ((time[i] + time[i - 1]) / 2.0 - from) / (to - from));
    const double share = wave * wave * (time[i] - time[i - 1]);
    area += (column[i] + column[i - 1]) / 2.0 * share;
    weight += share;
  }
  return weight > 0.0 ? area / weight : list_end();
}

Subject::Subject(std::string_view law, const std::vector<std::string>& settings) {
  Recipe recipe{.base = "stick-slip", .law = std::string(law), .law_values = LawValues::matched};
  for (const std::string& text : settings) recipe.settings.push_back(setting_from_text(text));
  experiment_ = stickslip::experiment::experiment(recipe);
  speed_ = stribeck_velocity(experiment_.law);
  breakaway_ = peak_friction(1.0);
  breakaway_ = peak_friction(breakaway_);
  const MassRun half = run_push({.force = Excitation::ramp(breakaway_), .end = 0.5});
  travel_ = std::max(1e-4, 10.0 * half.displacement.back());
}

// Largest friction while a ramp of force takes the mass from rest over 10 mm [N]; rate in [N/s].
double Subject::peak_friction(double rate) const {
  constexpr double travel = 0.01;
  const MassRun run = run_push({.force = Excitation::ramp(rate), .end = 1e3, .most_travel = travel});
  return *std::max_element(run.friction.begin(), run.friction.end());
}

std::unique_ptr<HybridModel> Subject::model(const Push& push) const {
  MassParams<double> plant;
  plant.mass = mass();
  plant.velocity_gain = push.velocity_gain;
  Experiment e = experiment_;
  e.plant = make_group("plant", plant);
  return make_mass(e, push.force);
}

MassRun Subject::run_push(const Push& push) const {
  const auto mass = model(push);
  const MassColumns columns = find_columns(*mass);
  std::vector<double> row(mass->columns().size());
  MassRun run;
  double origin = 0.0;
  const auto sink = [&](double t, std::span<const double> state) {
    if (t < push.rows_from) return true;
    mass->observe(t, state.data(), row.data());
    run.time.push_back(t);
    run.displacement.push_back(row[columns.displacement]);
    run.velocity.push_back(row[columns.velocity]);
    run.friction.push_back(row[columns.friction]);
    if (t <= push.travel_from) origin = row[columns.displacement];
    return std::abs(row[columns.displacement] - origin) < push.most_travel;
  };
  SolveOptions options;
  options.most_steps = 2'000'000;
  options.most_events = 20'000;
  options.relative_tolerance = push.relative_tolerance;
  const SolveReport report = solve::solve(*mass, push.end, options, {.step = push.step}, sink);
  if (!report.succeeded() && report.ending != Ending::interrupted) throw RunFailed(report.brief());
  return run;
}

MassRun Subject::led(const std::vector<Segment>& velocity, double end, double step) const {
  // The velocity errs by friction over gain: 1 % of the speed; the mass follows within 10 us at a speed of 1 mm/s.
  const double gain = 100.0 * breakaway_ / speed_;
  std::vector<Segment> force = velocity;
  for (Segment& s : force) {
    for (double* value : {&s.offset, &s.slope, &s.curvature, &s.amplitude}) *value *= gain * speed_;
  }
  return run_push({.force = Excitation(std::move(force)), .end = end, .step = step, .velocity_gain = gain});
}

void add_smooth_ramp(std::vector<Segment>& segments, double start, double from, double to, double time) {
  const double curvature = 2.0 * (to - from) / (time * time);
  segments.push_back({.start = start, .offset = from, .curvature = curvature});
  segments.push_back({.start = start + time / 2.0,
                      .offset = (from + to) / 2.0,
                      .slope = 2.0 * (to - from) / time,
                      .curvature = -curvature});
}

}  // namespace stickslip::scorecard
