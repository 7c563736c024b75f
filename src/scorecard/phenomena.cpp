// The seven phenomena of 004's introduction, one measurement each.
#include <algorithm>
#include <cmath>

#include "subject.hpp"

namespace stickslip::scorecard {
namespace {

Score yes_if(bool holds) { return holds ? Score::yes : Score::no; }

// A force that rises smoothly to a share of break-away within 2 s and is then held.
std::vector<Segment> hold_load(const Subject& s, double share) {
  std::vector<Segment> force;
  add_smooth_ramp(force, 0.0, 0.0, share * s.breakaway(), 2.0);
  force.push_back({.start = 2.0, .offset = share * s.breakaway()});
  return force;
}

// Speed at which the mean position moves, between the last two seconds of a run [m/s].
double mean_speed(const MassRun& run, double end) {
  const auto& x = run.displacement;
  return std::abs(run.mean(x, end - 1.0, end) - run.mean(x, end - 2.0, end - 1.0));
}

// A push of 1.2 times break-away for 1 s, and nothing afterwards.
constexpr double slide_time = 1.0;
std::vector<Segment> slide(const Subject& s) { return {{.offset = 1.2 * s.breakaway()}, {.start = slide_time}}; }

// The last time at which the body still moves after a slide, faster than a hundredth of the Stribeck velocity [s].
double rest_after_slide(const Subject& s) {
  const MassRun run = s.run_push({.force = Excitation(slide(s)), .end = 20.0});
  double last = slide_time;
  for (std::size_t i = 0; i < run.time.size(); ++i)
    if (std::abs(run.velocity[i]) > 0.01 * s.speed()) last = run.time[i];
  return last;
}

// Largest friction during a ramp of `rate` shares of break-away per second that begins at `start`, after what `push`
// did, as long as the body has not travelled far enough to slide.
double breakaway_after(const Subject& s, std::vector<Segment> push, double start, double rate) {
  push.push_back({.start = start, .slope = rate * s.breakaway()});
  const double step = 5e-4 / rate;
  const MassRun run = s.run_push({.force = Excitation(std::move(push)),
                                  .end = start + 2.0 / rate,
                                  .step = step,
                                  .most_travel = s.travel(),
                                  .travel_from = start,
                                  .rows_from = start - 2.0 * step});
  double peak = 0.0;
  for (std::size_t i = 0; i < run.time.size(); ++i)
    if (run.time[i] >= start) peak = std::max(peak, run.friction[i]);
  return peak;
}

// Mean friction between the 11th and the 12th second at a speed that is held from the start, in units of s.speed(); NaN
// when the law does not slide at that speed: it holds, or falls back into its hold again and again.
double steady_friction(const Subject& s, double speed) {
  constexpr double end = 12.0;
  try {
    const MassRun run = s.led({{.offset = speed}}, end, 0.01);
    const bool slides = run.mean(run.velocity, end - 1.0, end) > speed * s.speed() / 2.0;
    return slides ? run.mean(run.friction, end - 1.0, end) : list_end();
  } catch (const RunFailed&) {
    return list_end();
  }
}

}  // namespace

ScoreCell stiction(const Subject& s) {
  constexpr double end = 10.0;
  const MassRun below = s.run_push({.force = Excitation(hold_load(s, 0.5)), .end = end});
  const MassRun above = s.run_push({.force = Excitation(hold_load(s, 1.2)), .end = end, .most_travel = 0.01});
  const bool breaks = std::abs(above.displacement.back()) >= 0.01;
  const double speed = mean_speed(below, end);
  return {speed, yes_if(speed < 1e-6 && breaks), breaks ? "" : "holds against 1.2 times its break-away force"};
}

ScoreCell rising_static_friction(const Subject& s) {
  const double rest = rest_after_slide(s);
  const double soon = breakaway_after(s, slide(s), rest + 0.1, 10.0);
  const double late = breakaway_after(s, slide(s), rest + 100.0, 10.0);
  const double rise = 100.0 * (late / soon - 1.0);
  return {rise, yes_if(rise > 5.0)};
}

ScoreCell frictional_memory(const Subject& s) {
  constexpr double middle = 1.0;  // in Stribeck velocities, where the curve is steepest; between 0.2 and 1.8
  constexpr double frequency = 2.0;
  constexpr double start = 2.0;
  std::vector<Segment> velocity;
  add_smooth_ramp(velocity, 0.0, 0.0, middle, start);
  velocity.push_back({.start = start, .offset = middle, .amplitude = 0.8, .frequency = frequency});
  const double last = start + 3.0 / frequency;  // three cycles later the speed rises through the middle again
  const MassRun run = s.led(velocity, last + 1.0 / frequency, 1e-3);
  const double rising = run.at(run.friction, last);
  const double falling = run.at(run.friction, last + 0.5 / frequency);
  const double lag = 100.0 * std::abs(rising - falling) / ((std::abs(rising) + std::abs(falling)) / 2.0);
  return {lag, yes_if(lag > 1.0)};
}

ScoreCell presliding_displacement(const Subject& s) {
  constexpr double hold = 6.0;
  std::vector<Segment> force = hold_load(s, 0.5);
  add_smooth_ramp(force, hold, 0.5 * s.breakaway(), 0.0, 2.0);
  force.push_back({.start = hold + 2.0});
  const MassRun run = s.run_push({.force = Excitation(std::move(force)), .end = hold + 6.0});
  const double loaded = run.mean(run.displacement, hold - 1.0, hold);
  const double released = run.mean(run.displacement, hold + 5.0, hold + 6.0);
  const double back = loaded - released;
  const bool springs = back > 1e-12;
  if (!springs) return {back, Score::no};
  const bool returns = back > 0.1 * loaded;
  return {back, returns ? Score::yes : Score::partly, returns ? "" : "less than a tenth of what it gave way"};
}

ScoreCell stribeck_effect(const Subject& s) {
  double most = 0.0;
  double after = 0.0;  // the least friction at a higher speed than that of `most`
  std::string note;
  for (const double speed : {0.1, 0.3, 1.0, 3.0, 10.0}) {
    const double friction = steady_friction(s, speed);
    if (std::isnan(friction)) {
      note += (note.empty() ? "no steady sliding at " : ", ") + to_text(speed) + " v_s";
      continue;
    }
    after = friction > most ? friction : std::min(after, friction);
    most = std::max(most, friction);
  }
  const double dip = most > 0.0 ? 100.0 * (1.0 - after / most) : 0.0;
  return {dip, yes_if(dip > 1.0), note};
}

ScoreCell viscous_friction(const Subject& s) {
  constexpr double slow = 0.5, fast = 1.0;  // [m/s]
  const double rise = (steady_friction(s, fast / s.speed()) - steady_friction(s, slow / s.speed())) / s.breakaway();
  return {100.0 * rise / (fast - slow), yes_if(rise > 1e-3)};
}

// Up to 0.9 of break-away, down to -0.9, up to 0.8, and there an inner loop: down to -0.4 and up to 0.8 again. With
// non-local memory the inner loop closes, and it takes energy.
ScoreCell nonlocal_hysteresis(const Subject& s) {
  constexpr double leg = 10.0;  // [s]
  constexpr std::array<double, 6> turns{0.0, 0.9, -0.9, 0.8, -0.4, 0.8};
  std::vector<Segment> force;
  for (std::size_t k = 0; k + 1 < turns.size(); ++k)
    add_smooth_ramp(force, leg * double(k), turns[k] * s.breakaway(), turns[k + 1] * s.breakaway(), leg);
  const MassRun run = s.run_push({.force = Excitation(force), .end = 5.0 * leg, .step = 0.01});
  const double first = run.at(run.displacement, 3.0 * leg);
  const double bottom = run.at(run.displacement, 4.0 * leg);
  const double second = run.displacement.back();
  const double width = std::abs(first - bottom);
  if (width < 1e-12) return {0.0, Score::no, "no presliding motion"};
  double loss = 0.0;  // integral of F dx around the inner loop
  for (std::size_t i = 1; i < run.time.size(); ++i)
    if (run.time[i - 1] >= 3.0 * leg)
      loss += (run.friction[i] + run.friction[i - 1]) / 2.0 * (run.displacement[i] - run.displacement[i - 1]);
  const double share = 100.0 * loss / (1.2 * s.breakaway() * width);
  const double gap = 100.0 * std::abs(second - first) / width;
  if (share <= 1.0) return {share, Score::no};
  if (share > 100.0) return {0.0, Score::no, "slides instead of looping"};
  const std::string note = "the inner loop misses its start by " + to_text(std::round(10.0 * gap) / 10.0) + " %";
  return {share, gap < 1.0 ? Score::yes : Score::partly, note};
}

ScoreCell breakaway_against_rate(const Subject& s) {
  const double slow = breakaway_after(s, {}, 0.0, 0.1);
  const double fast = breakaway_after(s, {}, 0.0, 10.0);
  const double change = 100.0 * (fast / slow - 1.0);
  return {change, yes_if(std::abs(change) > 2.0)};
}

}  // namespace stickslip::scorecard
