#include "sampling_bias.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bias.hpp"
#include "descend.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

// Cubic through the ends of an interval of length 1 with the slopes there, at t.
double hermite(double from, double slope_from, double to, double slope_to, double t) {
  const double left = 1.0 - t;
  return (1.0 + 2.0 * t) * left * left * from + t * left * left * slope_from + (3.0 - 2.0 * t) * t * t * to -
         t * t * left * slope_to;
}

// The change of the velocity over a step at sample k: the harmonic mean of those before and after it, 0 at a turn
// (Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5, 1984), so that a motion that starts does not swing back before.
double velocity_slope(const MotionView& motion, std::size_t k) {
  const Strided<double>& v = motion.columns()[0];
  const auto change = [&v](std::size_t from) { return v[from + 1] - v[from]; };
  if (k == 0) return change(0);
  if (k + 1 == motion.size()) return change(k - 1);
  const double before = change(k - 1), after = change(k);
  return before * after > 0.0 ? 2.0 * before * after / (before + after) : 0.0;
}

// By how much the slopes at the ends of a step bend the velocity between them, on average over the step.
double bend_of_slopes(const RecordView& r, std::size_t k) {
  return (velocity_slope(r.motion, k) - velocity_slope(r.motion, k + 1)) / 12.0;
}

// By how much the way over the step from sample k needs more than the mean of the velocities at its ends.
double bend_of_way(const RecordView& r, std::size_t k) {
  const Contact<double> from = r.motion[k], to = r.motion[k + 1];
  return (to.displacement - from.displacement) / r.step - (from.velocity + to.velocity) / 2.0;
}

// Whether displacements are precise enough to tell how the velocity bends between two samples. They are where they
// mostly say what its slopes say; an encoder's steps drown that.
bool shows_bends(const RecordView& r) {
  if (r.motion.size() < 2) return false;
  const auto usual = [&r](auto size) {
    std::vector<double> sizes(r.motion.size() - 1);
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] = std::abs(size(k));
    return numerics::median(std::move(sizes));
  };
  const double bends = usual([&r](std::size_t k) { return bend_of_slopes(r, k); });
  const double differences = usual([&r](std::size_t k) { return bend_of_way(r, k) - bend_of_slopes(r, k); });
  return differences < tuning.sampling_bias.bends * bends;
}

// A contact at the part t of the step from sample k to the next.
Contact<double> between(const RecordView& r, std::size_t k, double t, bool by_way) {
  const Contact<double> from = r.motion[k], to = r.motion[k + 1];
  Contact<double> c;
  for (const ContactColumn& column : contact_table)
    c.*column.value = from.*column.value + t * (to.*column.value - from.*column.value);
  c.displacement = hermite(from.displacement, r.step * from.velocity, to.displacement, r.step * to.velocity, t);
  c.velocity =
      by_way ? c.velocity + 6.0 * t * (1.0 - t) * bend_of_way(r, k)  // the derivative of that
             : hermite(from.velocity, velocity_slope(r.motion, k), to.velocity, velocity_slope(r.motion, k + 1), t);
  return c;
}

// Whether a column may take other values between the samples than the one that all of them have.
bool is_bent(const MotionView& motion, std::size_t column) {
  constexpr std::size_t displacement = 1;  // the columns before are bent by each other
  return column <= displacement || motion.columns()[column].stride > 0;
}

double interpolate(std::span<const double> values, std::size_t k, double t) {
  return values[k] + t * (values[k + 1] - values[k]);
}

}  // namespace

CompactRecord divide_steps(const RecordView& record, std::size_t parts, Reads reads) {
  const std::size_t samples = record.motion.size();
  CompactRecord fine{.name = record.name, .step = record.step / double(parts), .samples = (samples - 1) * parts + 1};
  const bool by_way = shows_bends(record);
  const Contact<double> start = record.motion[0];
  for (std::size_t i = 0; i < contact_table.size(); ++i) {
    const bool varies = includes(reads, contact_table[i].reads) && is_bent(record.motion, i);
    fine.motion[i].assign(varies ? fine.samples : 1, start.*contact_table[i].value);
  }
  if (!record.acceleration.empty()) fine.acceleration.resize(fine.samples);
  for (std::size_t f = 1; f < fine.samples; ++f) {
    const std::size_t k = f / parts, part = f % parts;
    const double t = double(part) / double(parts);
    const Contact<double> c = part == 0 ? record.motion[k] : between(record, k, t, by_way);
    for (std::size_t i = 0; i < contact_table.size(); ++i)
      if (fine.motion[i].size() > 1) fine.motion[i][f] = c.*contact_table[i].value;
    if (!fine.acceleration.empty())
      fine.acceleration[f] = part == 0 ? record.acceleration[k] : interpolate(record.acceleration, k, t);
  }
  if (!fine.acceleration.empty()) fine.acceleration[0] = record.acceleration[0];
  return fine;
}

void widen_by_sampling(FitReport& report, Search& search, const Valley& best) {
  const Objective& objective = search.objective();
  const std::size_t parts = std::clamp(tuning.sampling_bias.work / std::max<std::size_t>(objective.samples(), 1),
                                       std::size_t(2), tuning.sampling_bias.parts);
  const std::optional<CountedProblem> finer = objective.problem_in_parts(parts);
  if (!finer) return;
  const Point there =
      descend_along(*finer, plain_squares(search), best.point, smooth_axes(objective), tuning.sampling_bias.descent)
          .point;
  const double squares = squares_at(objective.problem(Slopes::differences), best.point);
  search.count(*finer->simulated);
  if (!(squares_at(*finer, there) < tuning.sampling_bias.refuted * squares)) return;
  const double left = 1.0 / double(parts * parts);  // of an error of second order
  const std::vector<double> before = all_values(search.coordinates(), best.point);
  const std::vector<double> after = all_values(search.coordinates(), there);
  for_each_parameter(report, search.coordinates(), best.point, [&](const Widened& w) {
    widen(w, {.kind = Bias::Kind::known,
              .shift = (after[w.place] - before[w.place]) / (1.0 - left),
              .margin = tuning.sampling_bias.margin,
              .cause = "the time between samples"});
  });
}

}  // namespace stickslip::identify
