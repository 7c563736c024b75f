#include "stickslip/identify/breakaway.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "method_kit.hpp"
#include "ramps.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

struct RampRules {
  using Scalar = double;
  double skip_after_turn = 1.0;
  double positions = 1.0;
  double outlier = 6.0;
  double drop = 0.0;

  static constexpr auto table() {
    using P = RampRules;
    return std::array{
        STICKSLIP_FIELD(P, skip_after_turn, "", "1", "Ramps left out after a change of direction: play is taken up.",
                        0.0, 1000.0),
        STICKSLIP_FIELD(P, positions, "", "1", "Parts of the travel with an estimate of their own.", 1.0, 1000.0),
        STICKSLIP_FIELD(P, outlier, "", "1",
                        "Readings this many usual deviations from the median are left out; 0: none.", 0.0, 1e6),
        STICKSLIP_FIELD(P, drop, "", "1",
                        "How friction falls at break-away: unknown, so that inertia may hide in it, or at once.", 0.0,
                        1.0, Scale::linear, "any|sudden")};
  }
};

// Readings that are not artefacts: within so many deviations of the median, by the median deviation.
std::vector<Ramp> without_outliers(const std::vector<Ramp>& ramps, double limit, std::size_t& removed) {
  std::vector<double> readings;
  for (const Ramp& r : ramps) readings.push_back(r.reading);
  const double middle = numerics::median(readings);
  for (double& r : readings) r = std::abs(r - middle);
  const double usual = numerics::deviation_per_median * numerics::median(readings);
  std::vector<Ramp> kept;
  for (const Ramp& r : ramps)
    if (limit == 0.0 || !(usual > 0.0) || std::abs(r.reading - middle) <= limit * usual) kept.push_back(r);
  removed += ramps.size() - kept.size();
  return kept;
}

std::vector<Ramp> of_direction(const std::vector<Ramp>& all, bool back) {
  std::vector<Ramp> own;
  for (const Ramp& r : all)
    if (r.back == back) own.push_back(r);
  return own;
}

template <class Value>
MeanValue mean_over(const std::vector<Ramp>& ramps, Value value) {
  std::vector<double> values;
  for (const Ramp& r : ramps) values.push_back(value(r));
  return find_mean(values);
}

constexpr std::size_t least_ramps = 3;

double mean_rate(const std::vector<Ramp>& ramps) {
  return mean_over(ramps, [](const Ramp& r) { return r.rate; }).mean;
}

// A bristle that is still stretching when the body slides has less than F_s, the less the faster the ramp.
std::string say_what_it_is(const std::vector<Ramp>& ramps, const std::string& unit) {
  return "the largest friction of these ramps, at " + text::digits(mean_rate(ramps), 2) + " " + unit +
         "/s; of a contact without modes, such as LuGre, a lower bound of F_s";
}

// Mean of the corrected readings. The correction takes friction to drop at once; a contact without modes lets go more
// slowly, and inertia holds the body meanwhile. So the interval reaches down to the slowest start that there is, and up
// to the readings themselves when the drop is not known.
Estimate mean_estimate(const std::string& name, const std::string& unit, const std::vector<Ramp>& ramps,
                       const RampPlant& plant, bool sudden) {
  const MeanValue force = mean_over(ramps, [](const Ramp& r) { return r.force(); });
  Estimate e = make_estimate(name, unit, force.mean, force.half);
  e.remark = say_what_it_is(ramps, unit);
  const double sliding = ramps.front().back ? plant.sliding.back : plant.sliding.forward;
  const bool known = plant.mass > 0.0 && sliding > 0.0;
  if (known && sudden) return e;
  e.low = mean_over(ramps, [](const Ramp& r) { return std::min(r.least_force(), r.force()); }).mean - force.half;
  if (known) return e;
  e.high = mean_over(ramps, [](const Ramp& r) { return r.reading; }).mean + force.half;
  e.remark +=
      "; inertia and friction are told apart only as far as the interval says: give plant.mass and plant.sliding";
  return e;
}

struct Bench {
  RampPlant plant;
  RampSensor sensor;
  RampRules rules;
  Motion motion;
  Ramps ramps;
};

void add_places(MethodResult& r, const Bench& b, const std::vector<Ramp>& ramps, const std::string& side) {
  const auto parts = std::size_t(b.rules.positions);
  if (parts < 2) return;
  const auto by_place = [](const Ramp& x, const Ramp& y) { return x.place < y.place; };
  const auto [low, high] = std::minmax_element(ramps.begin(), ramps.end(), by_place);
  MethodTable table{
      .title = "Along the travel, " + side,
      .header = {"from [" + b.motion.place + "]", "to", "ramps", "breakaway [" + b.motion.force + "]", "low", "high"}};
  const double width = (high->place - low->place) / double(parts);
  for (std::size_t k = 0; k < parts; ++k) {
    std::vector<Ramp> here;
    const double from = low->place + double(k) * width;
    for (const Ramp& one : ramps)
      if (one.place >= from && (one.place < from + width || k + 1 == parts)) here.push_back(one);
    const std::string name = "breakaway." + side + "[" + std::to_string(k) + "]";
    if (here.size() < least_ramps) {
      r.remarks.push_back(name + ": " + std::to_string(here.size()) + " ramps are too few for an interval");
      continue;
    }
    const Estimate e = mean_estimate(name, b.motion.force, here, b.plant, b.rules.drop == 1.0);
    table.rows.push_back({text::digits(from), text::digits(from + width), std::to_string(here.size()),
                          text::digits(e.value), text::digits(e.low), text::digits(e.high)});
    r.estimates.push_back(e);
  }
  r.tables.push_back(std::move(table));
}

void add_direction(MethodResult& r, const Bench& b, const std::vector<Ramp>& ramps, bool back) {
  const std::string side = back ? "back" : "forward";
  const std::string& unit = b.motion.force;
  r.estimates.push_back(mean_estimate("breakaway." + side, unit, ramps, b.plant, b.rules.drop == 1.0));
  const double reading = mean_over(ramps, [](const Ramp& x) { return x.reading; }).mean;
  const double bias = mean_over(ramps, [](const Ramp& x) { return x.bias; }).mean;
  r.figures.push_back({"reading." + side, reading, unit, "Mean of the forces at which the body was seen to slide."});
  r.figures.push_back({"bias." + side, bias, unit, "By this they are high, and it has been taken off."});
  r.figures.push_back({"ramps." + side, double(ramps.size()), "1", "Ramps that count."});
  r.figures.push_back(
      {"rate." + side, mean_rate(ramps), unit + "/s", "Mean rate of the ramps; the value holds for it."});
  const double distance = mean_over(ramps, [](const Ramp& x) { return x.distance; }).mean;
  r.figures.push_back({"distance." + side, distance, b.motion.place, "From rest, at which they were seen to slide."});
  r.remarks.push_back(side + ": the readings are " + text::percent(bias / (reading - bias)) +
                      " high, for the ramp goes on until the sensor counts; corrected");
  const auto crept = std::count_if(ramps.begin(), ramps.end(), [](const Ramp& x) { return x.gave_way; });
  if (2 * std::size_t(crept) > ramps.size())
    r.remarks.push_back(
        side + ": the body gives way before it slides, " + text::digits(distance, 2) + " " + b.motion.place +
        " or less; such a contact breaks away at less force the faster the ramp: " + "the value holds for " +
        text::digits(mean_rate(ramps), 2) + " " + unit + "/s, repeat it at a tenth of that");
  MethodCurve dots{.name = side, .dots = true};
  for (const Ramp& one : ramps) {
    dots.x.push_back(one.place);
    dots.y.push_back(one.force());
    const std::array<double, 5> row{one.place, back ? -1.0 : 1.0, one.reading, one.bias, one.rate};
    for (std::size_t k = 0; k < row.size(); ++k) r.points.values[k].push_back(row[k]);
  }
  r.plots.front().curves.push_back(std::move(dots));
  add_places(r, b, ramps, side);
}

constexpr std::array<std::string_view, 3> roles{"time", "displacement", "applied"};

}  // namespace

MethodSettings breakaway_settings() {
  return {{make_group("plant", RampPlant{}), make_group("sensor", RampSensor{}), make_group("ramps", RampRules{})}, {}};
}

const IdentificationMethod& breakaway_method() {
  static const IdentificationMethod method{
      "breakaway",
      "Break-away force by repeated ramps with reset, with a coarse position sensor",
      "004, section 3.2",
      "time[s], displacement[m] or [rad], applied[N] or [N.m]: what pushes the body",
      roles,
      breakaway_settings,
      estimate_breakaway};
  return method;
}

MethodResult estimate_breakaway(std::span<const Dataset> given, const MethodSettings& settings) {
  const Inputs inputs = read_inputs(breakaway_method(), given, settings);
  const std::vector<Dataset>& files = inputs.files;
  Bench b{make_set<RampPlant>(settings.group("plant")),
          make_set<RampSensor>(settings.group("sensor")),
          make_set<RampRules>(settings.group("ramps")),
          read_motion(files.front()),
          {}};
  b.ramps = find_ramps(files, b.plant, b.sensor, std::size_t(b.rules.skip_after_turn));
  MethodResult r = begin_result(breakaway_method(), inputs, settings);
  std::size_t removed = 0;
  const std::array sides{without_outliers(of_direction(b.ramps.all, false), b.rules.outlier, removed),
                         without_outliers(of_direction(b.ramps.all, true), b.rules.outlier, removed)};
  if (sides[0].size() < least_ramps && sides[1].size() < least_ramps)
    refuse(files.front(), 1,
           "too few ramps: " + std::to_string(sides[0].size()) + " forward and " + std::to_string(sides[1].size()) +
               " back end in motion, but an interval needs 3 in a direction (" +
               std::to_string(b.ramps.without_motion) + " end without motion, " + std::to_string(b.ramps.after_turn) +
               " stand after a change of direction); record more, or lower " +
               option_reference("set", "ramps.skip_after_turn"));
  r.plots.push_back({.title = "Break-away along the travel",
                     .x_label = "place [" + b.motion.place + "]",
                     .y_label = "break-away [" + b.motion.force + "]"});
  r.points.columns = {{"place", b.motion.place},
                      {"direction", "1"},
                      {"reading", b.motion.force},
                      {"bias", b.motion.force},
                      {"rate", b.motion.force + "/s"}};
  r.points.values.resize(r.points.columns.size());
  for (std::size_t side = 0; side < 2; ++side) {
    if (sides[side].size() >= least_ramps) add_direction(r, b, sides[side], side == 1);
    if (sides[side].size() < least_ramps)
      r.remarks.push_back(std::string(side == 1 ? "back" : "forward") + ": " + std::to_string(sides[side].size()) +
                          " ramps are too few; record more");
  }
  r.figures.push_back({"resolution", b.ramps.resolution, b.motion.place, "A count of the sensor."});
  if (removed > 0) r.remarks.push_back(std::to_string(removed) + " readings far from the others were left out");
  if (b.ramps.without_motion > 0)
    r.remarks.push_back(std::to_string(b.ramps.without_motion) + " ramps ended without motion and do not count");
  return r;
}

}  // namespace stickslip::identify
