#include "sampling_bias.hpp"

#include <algorithm>
#include <limits>

#include "bias.hpp"
#include "stickslip/friction/contact_columns.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// Cubic through the ends of an interval of length 1 with the slopes there, at t.
double hermite(double from, double slope_from, double to, double slope_to, double t) {
  const double left = 1.0 - t;
  return (1.0 + 2.0 * t) * left * left * from + t * left * left * slope_from + (3.0 - 2.0 * t) * t * t * to -
         t * t * left * slope_to;
}

// The change of the velocity over a step around sample k: half the way between its neighbours.
double velocity_slope(const std::vector<Contact<double>>& motion, std::size_t k) {
  const std::size_t before = k > 0 ? k - 1 : 0;
  const std::size_t after = std::min(k + 1, motion.size() - 1);
  return (motion[after].velocity - motion[before].velocity) / double(after - before);
}

// A contact at the part t of the step from sample k to the next.
Contact<double> between(const Record& r, std::size_t k, double t) {
  const Contact<double>& from = r.motion[k];
  const Contact<double>& to = r.motion[k + 1];
  Contact<double> c;
  for (const ContactColumn& column : contact_table)
    c.*column.value = from.*column.value + t * (to.*column.value - from.*column.value);
  c.displacement = hermite(from.displacement, r.step * from.velocity, to.displacement, r.step * to.velocity, t);
  c.velocity = hermite(from.velocity, velocity_slope(r.motion, k), to.velocity, velocity_slope(r.motion, k + 1), t);
  // A cubic may swing through, but no reversal was seen.
  c.velocity = std::clamp(c.velocity, from.velocity < 0.0 || to.velocity < 0.0 ? -unbounded : 0.0,
                          from.velocity > 0.0 || to.velocity > 0.0 ? unbounded : 0.0);
  return c;
}

double interpolate(const std::vector<double>& values, std::size_t k, double t) {
  return values[k] + t * (values[k + 1] - values[k]);
}

}  // namespace

Record divide_steps(const Record& record, std::size_t parts) {
  Record fine{.name = record.name, .step = record.step / double(parts)};
  for (std::size_t k = 0; k < record.motion.size(); ++k) {
    const bool last = k + 1 == record.motion.size();
    for (std::size_t i = 0; i < (last ? 1 : parts); ++i) {
      const double t = double(i) / double(parts);
      fine.motion.push_back(i == 0 ? record.motion[k] : between(record, k, t));
      fine.force.push_back(i == 0 ? record.force[k] : interpolate(record.force, k, t));
      fine.weight.push_back(i > 0 ? 0.0 : record.weight.empty() ? 1.0 : record.weight[k]);
      if (!record.acceleration.empty())
        fine.acceleration.push_back(i == 0 ? record.acceleration[k] : interpolate(record.acceleration, k, t));
    }
  }
  return fine;
}

void widen_by_sampling(FitReport& report, Search& search, const Valley& best) {
  const Objective& objective = search.objective();
  const std::vector<double> errors = objective.estimate_sampling_errors(best.point, tuning.sampling_bias.parts);
  if (errors.empty()) return;
  const Bottom bottom(objective.problem(Slopes::exact), best.point);
  if (bottom.remainder(errors) > tuning.sampling_bias.refuted) return;
  const std::vector<double> shift = bottom.shift(errors);
  for_each_parameter(report, search.coordinates(), best.point, [&](const Widened& w) {
    double own = 0.0;
    for (std::size_t axis = 0; axis < shift.size(); ++axis) own += w.gradient[axis] * shift[axis];
    widen(w, {.shift = own, .margin = tuning.sampling_bias.margin, .cause = "the time between samples"});
  });
}

}  // namespace stickslip::identify
