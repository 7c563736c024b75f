#include "stickslip/identify/cylinder_friction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "method_kit.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "zero_phase.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

struct CylinderPlant {
  using Scalar = double;
  double mass = 0.0;
  double area_1 = 0.0;
  double area_2 = 0.0;
  double gravity = 9.81;

  static constexpr auto table() {
    using P = CylinderPlant;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of piston, rod and load.", 0.0, 1e12),
        STICKSLIP_FIELD(P, area_1, "A_1", "m2", "Area of chamber 1, whose pressure extends the rod.", 0.0, 1e6),
        STICKSLIP_FIELD(P, area_2, "A_2", "m2", "Area of chamber 2, whose pressure retracts it.", 0.0, 1e6),
        STICKSLIP_FIELD(P, gravity, "g", "m/s2", "Of the weight against extension; 0: a level cylinder.", -100.0,
                        100.0)};
  }
};

struct CylinderFilters {
  using Scalar = double;
  double bandwidth = 150.0;
  double acceleration_bandwidth = 32.0;

  static constexpr auto table() {
    using P = CylinderFilters;
    return std::array{
        STICKSLIP_FIELD(P, bandwidth, "", "Hz",
                        "Of pressures, velocity and displacement, -3 dB, without delay; 0: as they are.", 0.0, 1e9),
        STICKSLIP_FIELD(P, acceleration_bandwidth, "", "Hz", "Of the acceleration, -3 dB, without delay; 0: as it is.",
                        0.0, 1e9)};
  }
};

enum WhichPressure : int { mean_pressure = 0, first_pressure = 1, second_pressure = 2 };

struct CylinderCurves {
  using Scalar = double;
  double pressure = mean_pressure;
  double pressures = 3.0;
  double speeds = 12.0;
  double places = 20.0;
  double skip = 0.0;

  static constexpr auto table() {
    using P = CylinderCurves;
    return std::array{
        STICKSLIP_FIELD(P, pressure, "", "1", "The pressure p of curves and surface, and of a law that reads it.", 0.0,
                        2.0, Scale::linear, "mean|chamber-1|chamber-2"),
        STICKSLIP_FIELD(P, pressures, "", "1", "Classes of pressure, with as many rows in each.", 1.0, 100.0),
        STICKSLIP_FIELD(P, speeds, "", "1", "Parts of the speed in each direction.", 1.0, 1000.0),
        STICKSLIP_FIELD(P, places, "", "1", "Parts of the travel, for the surface.", 1.0, 1000.0),
        STICKSLIP_FIELD(P, skip, "", "s", "At the beginning and the end of each file, left out of the curves.", 0.0,
                        1e6)};
  }
};

// ---- a file

struct Stroke {
  double step = 0.0;  // [s]
  std::vector<double> time, place, velocity, acceleration, pressure_1, pressure_2, pressure;
  std::vector<double> friction, law;
  std::size_t first = 0, end = 0;  // rows that count
};

std::vector<double> differences(std::span<const double> x, double step) {
  std::vector<double> d(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t before = i > 0 ? i - 1 : 0;
    const std::size_t after = std::min(i + 1, x.size() - 1);
    d[i] = (x[after] - x[before]) / (double(after - before) * step);
  }
  return d;
}

std::vector<double> integral(std::span<const double> v, double step) {
  std::vector<double> x(v.size(), 0.0);
  for (std::size_t i = 1; i < v.size(); ++i) x[i] = x[i - 1] + (v[i] + v[i - 1]) / 2.0 * step;
  return x;
}

// 001 (13) for every row.
void add_friction(Stroke& s, const CylinderPlant& p) {
  for (std::size_t i = 0; i < s.time.size(); ++i)
    s.friction.push_back(s.pressure_1[i] * p.area_1 - s.pressure_2[i] * p.area_2 - p.mass * s.acceleration[i] -
                         p.mass * p.gravity);
}

Stroke read_stroke(const Dataset& data, const CylinderPlant& p, const CylinderFilters& f, const CylinderCurves& c) {
  Stroke s;
  s.step = uniform_step(data, "time", "resample it, or take out the gap");
  const auto filtered = [&](std::string_view column, const char* unit) {
    return zero_phase(signal(data, column, unit), s.step, f.bandwidth);
  };
  const auto t = signal(data, "time", "s");
  s.time.assign(t.begin(), t.end());
  s.pressure_1 = filtered("pressure_1", "Pa");
  s.pressure_2 = filtered("pressure_2", "Pa");
  const bool has_place = data.has("displacement");
  if (has_place) s.place = filtered("displacement", "m");
  std::vector<double> raw_velocity;
  if (data.has("velocity") || !has_place) {
    const auto v = signal(data, "velocity", "m/s");
    raw_velocity.assign(v.begin(), v.end());
  } else {
    raw_velocity = differences(signal(data, "displacement", "m"), s.step);
  }
  s.velocity = zero_phase(raw_velocity, s.step, f.bandwidth);
  if (!has_place) s.place = integral(s.velocity, s.step);
  if (data.has("acceleration"))
    s.acceleration = zero_phase(signal(data, "acceleration", "m/s2"), s.step, f.acceleration_bandwidth);
  else
    s.acceleration = zero_phase(differences(raw_velocity, s.step), s.step, f.acceleration_bandwidth);
  for (std::size_t i = 0; i < s.time.size(); ++i)
    s.pressure.push_back(int(c.pressure) == first_pressure    ? s.pressure_1[i]
                         : int(c.pressure) == second_pressure ? s.pressure_2[i]
                                                              : (s.pressure_1[i] + s.pressure_2[i]) / 2.0);
  const auto skipped = std::min(std::size_t(c.skip / s.step), s.time.size());
  s.first = skipped;
  s.end = s.time.size() - std::min(skipped, s.time.size() - skipped);
  add_friction(s, p);
  return s;
}

// The force of a law along the same motion, under the same pressure.
void follow_law(Stroke& s, const AnyLaw& law) {
  std::vector<double> state = law.rest();
  s.law.resize(s.time.size());
  law.follow({.velocity = s.velocity, .displacement = s.place, .pressure = s.pressure}, s.step, state, s.law);
}

// ---- curves and surface

// Borders between classes with as many rows in each; the outer ones hold all.
std::vector<double> find_borders(std::vector<double> values, std::size_t classes) {
  std::sort(values.begin(), values.end());
  std::vector<double> borders;
  for (std::size_t k = 0; k <= classes; ++k) borders.push_back(values[k * (values.size() - 1) / classes]);
  return borders;
}

std::size_t find_class(const std::vector<double>& borders, double value) {
  std::size_t k = 0;
  while (k + 2 < borders.size() && value >= borders[k + 1]) ++k;
  return k;
}

// Means of the rows that fall into one part.
struct Cell {
  std::vector<double> friction = {};
  double pressure = 0.0, velocity = 0.0, place = 0.0, law = 0.0;  // sums

  void add(const Stroke& s, std::size_t i) {
    friction.push_back(s.friction[i]);
    pressure += s.pressure[i];
    velocity += s.velocity[i];
    place += s.place[i];
    if (!s.law.empty()) law += s.law[i];
  }
  double mean(double sum) const { return sum / double(friction.size()); }
};

// Rows that the filters make one of.
double rows_per_independent(const Stroke& s, const CylinderFilters& f) {
  const double slowest = f.acceleration_bandwidth > 0.0 ? f.acceleration_bandwidth : f.bandwidth;
  return slowest > 0.0 ? std::max(1.0, 1.0 / (2.0 * slowest * s.step)) : 1.0;
}

struct Cylinder {
  CylinderPlant plant;
  CylinderFilters filters;
  CylinderCurves curves;
  std::vector<Stroke> strokes = {};
  std::vector<double> pressures = {};  // borders of classes [Pa]
  double fastest = 0.0;                // [m/s]
  double from = 0.0, to = 0.0;         // [m] travel

  template <class Take>
  void for_rows(Take take) const {
    for (const Stroke& s : strokes)
      for (std::size_t i = s.first; i < s.end; ++i) take(s, i);
  }
  std::size_t classes() const { return pressures.size() - 1; }
};

void set_ranges(Cylinder& c) {
  std::vector<double> pressures;
  c.from = std::numeric_limits<double>::infinity();
  c.to = -c.from;
  c.for_rows([&](const Stroke& s, std::size_t i) {
    pressures.push_back(s.pressure[i]);
    c.fastest = std::max(c.fastest, std::abs(s.velocity[i]));
    c.from = std::min(c.from, s.place[i]);
    c.to = std::max(c.to, s.place[i]);
  });
  c.pressures = find_borders(std::move(pressures), std::size_t(c.curves.pressures));
}

std::string pressure_name(const Cylinder& c, std::size_t k) {
  return text::digits(c.pressures[k] / 1e5, 3) + " to " + text::digits(c.pressures[k + 1] / 1e5, 3) + " bar";
}

// Below a hundredth of the largest speed the direction is not known.
constexpr double still_share = 0.01;

void add_speed_curves(MethodResult& r, const Cylinder& c) {
  const auto parts = std::size_t(c.curves.speeds);
  const double rows_each = rows_per_independent(c.strokes.front(), c.filters);
  MethodPlot plot{.title = "Friction over velocity, in classes of pressure",
                  .x_label = "velocity [m/s]",
                  .y_label = "friction [N]"};
  MethodTable table{.title = "Friction over velocity and pressure",
                    .header = {"pressure [Pa]", "velocity [m/s]", "friction [N]", "low", "high", "law [N]", "rows"}};
  for (std::size_t k = 0; k < c.classes(); ++k) {
    std::vector<Cell> cells(2 * parts);
    c.for_rows([&](const Stroke& s, std::size_t i) {
      const double share = s.velocity[i] / c.fastest;
      if (find_class(c.pressures, s.pressure[i]) != k || std::abs(share) < still_share) return;
      const auto part = std::size_t((share + 1.0) * double(parts));
      cells[std::min(part, 2 * parts - 1)].add(s, i);
    });
    MethodCurve measured{.name = "measured, " + pressure_name(c, k), .dots = true};
    MethodCurve law{.name = "law, " + pressure_name(c, k)};
    for (const Cell& cell : cells) {
      constexpr std::size_t least_rows = 3;
      if (cell.friction.size() < least_rows) continue;
      const MeanValue f = find_mean(cell.friction);
      const double independent = std::max(2.0, double(f.count) / rows_each);
      const double half = numerics::student_quantile(0.975, independent - 1.0) * f.spread / std::sqrt(independent);
      measured.x.push_back(cell.mean(cell.velocity));
      measured.y.push_back(f.mean);
      law.x.push_back(cell.mean(cell.velocity));
      law.y.push_back(cell.mean(cell.law));
      table.rows.push_back({text::digits(cell.mean(cell.pressure)), text::digits(measured.x.back()),
                            text::digits(f.mean), text::digits(f.mean - half), text::digits(f.mean + half),
                            c.strokes.front().law.empty() ? "" : text::digits(law.y.back()), std::to_string(f.count)});
    }
    plot.curves.push_back(std::move(measured));
    if (!c.strokes.front().law.empty()) plot.curves.push_back(std::move(law));
  }
  r.plots.push_back(std::move(plot));
  r.tables.push_back(std::move(table));
}

// F(z, p) of a law alone: from rest at one end of the travel to the other and back at the usual speed, at constant
// pressure. One force per part of the travel and direction.
std::vector<double> law_surface(const Cylinder& c, const AnyLaw& law, double pressure) {
  const auto parts = std::size_t(c.curves.places);
  constexpr std::size_t steps_per_part = 50;
  const std::size_t steps = steps_per_part * parts;
  const double speed = c.fastest / 2.0;
  const double h = (c.to - c.from) / speed / double(steps);
  std::vector<double> velocity, place;
  for (std::size_t i = 0; i <= 2 * steps; ++i) {
    const bool back = i > steps;
    velocity.push_back(back ? -speed : speed);
    place.push_back(c.from + (c.to - c.from) * double(back ? 2 * steps - i : i) / double(steps));
  }
  Contact<double> still;
  still.pressure = pressure;
  std::vector<double> state = law.rest();
  std::vector<double> force(velocity.size());
  law.follow({.velocity = velocity, .displacement = place, .still = still}, h, state, force);
  std::vector<double> means(2 * parts, 0.0);
  for (std::size_t i = 1; i <= 2 * steps; ++i) means[(i - 1) / steps_per_part] += force[i] / double(steps_per_part);
  std::reverse(means.begin() + std::ptrdiff_t(parts), means.end());
  return means;
}

void add_surface_curves(MethodResult& r, const Cylinder& c) {
  MethodPlot plot{.title = "Friction over displacement, in classes of pressure",
                  .x_label = "displacement [m]",
                  .y_label = "friction [N]"};
  for (std::size_t k = 0; k < c.classes(); ++k)
    for (const double direction : {1.0, -1.0}) {
      MethodCurve curve{.name = std::string(direction > 0.0 ? "forward, " : "back, ") + pressure_name(c, k)};
      for (std::size_t i = 0; i < r.surface.values[0].size(); ++i) {
        if (r.surface.values[2][i] != direction || r.surface.values[3][i] != double(k)) continue;
        curve.x.push_back(r.surface.values[0][i]);
        curve.y.push_back(r.surface.values[4][i]);
      }
      plot.curves.push_back(std::move(curve));
    }
  r.plots.push_back(std::move(plot));
}

// Rows of the surface: what was measured, the law along the recorded motion, and the law at constant pressure.
void add_surface(MethodResult& r, const Cylinder& c, const AnyLaw* law) {
  const auto parts = std::size_t(c.curves.places);
  r.surface.columns = {{"displacement", "m"},   {"pressure", "Pa"}, {"direction", "1"},
                       {"pressure_class", "1"}, {"friction", "N"},  {"rows", "1"}};
  if (law != nullptr) {
    r.surface.columns.push_back({"law", "N"});
    r.surface.columns.push_back({"law_at_constant_pressure", "N"});
  }
  r.surface.values.resize(r.surface.columns.size());
  for (std::size_t k = 0; k < c.classes(); ++k) {
    std::vector<Cell> cells(2 * parts);
    double pressure = 0.0;
    std::size_t count = 0;
    c.for_rows([&](const Stroke& s, std::size_t i) {
      if (find_class(c.pressures, s.pressure[i]) != k) return;
      pressure += s.pressure[i];
      ++count;
      if (std::abs(s.velocity[i]) < still_share * c.fastest) return;
      const auto part = std::min(std::size_t((s.place[i] - c.from) / (c.to - c.from) * double(parts)), parts - 1);
      cells[part + (s.velocity[i] < 0.0 ? parts : 0)].add(s, i);
    });
    pressure /= double(std::max<std::size_t>(count, 1));
    const auto own = law != nullptr ? law_surface(c, *law, pressure) : std::vector<double>();
    for (std::size_t n = 0; n < cells.size(); ++n) {
      const Cell& cell = cells[n];
      if (cell.friction.empty()) continue;
      double sum = 0.0;
      for (const double f : cell.friction) sum += f;
      std::vector<double> row{cell.mean(cell.place), cell.mean(cell.pressure),    n < parts ? 1.0 : -1.0, double(k),
                              cell.mean(sum),        double(cell.friction.size())};
      if (law != nullptr) row.insert(row.end(), {cell.mean(cell.law), own[n]});
      for (std::size_t j = 0; j < row.size(); ++j) r.surface.values[j].push_back(row[j]);
    }
  }
  add_surface_curves(r, c);
}

// ---- what comes out

void add_points(MethodResult& r, const Cylinder& c, bool with_law) {
  r.points.columns = {
      {"file", "1"},        {"time", "s"},        {"displacement", "m"}, {"velocity", "m/s"}, {"acceleration", "m/s2"},
      {"pressure_1", "Pa"}, {"pressure_2", "Pa"}, {"pressure", "Pa"},    {"friction", "N"}};
  if (with_law) r.points.columns.push_back({"law", "N"});
  r.points.values.resize(r.points.columns.size());
  MethodPlot over_time{.title = "Friction over time", .x_label = "time [s]", .y_label = "friction [N]"};
  for (std::size_t n = 0; n < c.strokes.size(); ++n) {
    const Stroke& s = c.strokes[n];
    const std::array<const std::vector<double>*, 8> columns{&s.time,       &s.place,      &s.velocity, &s.acceleration,
                                                            &s.pressure_1, &s.pressure_2, &s.pressure, &s.friction};
    r.points.values[0].insert(r.points.values[0].end(), s.time.size(), double(n));
    for (std::size_t k = 0; k < columns.size(); ++k)
      r.points.values[k + 1].insert(r.points.values[k + 1].end(), columns[k]->begin(), columns[k]->end());
    if (with_law) r.points.values.back().insert(r.points.values.back().end(), s.law.begin(), s.law.end());
    over_time.curves.push_back({.name = "measured, " + r.files[n], .x = s.time, .y = s.friction});
    if (with_law) over_time.curves.push_back({.name = "law, " + r.files[n], .x = s.time, .y = s.law});
  }
  r.plots.push_back(std::move(over_time));
}

void add_figures(MethodResult& r, const Cylinder& c, bool with_law) {
  double largest = -std::numeric_limits<double>::infinity();
  double smallest = -largest;
  double square = 0.0;
  double misfit = 0.0;
  std::size_t count = 0;
  c.for_rows([&](const Stroke& s, std::size_t i) {
    largest = std::max(largest, s.friction[i]);
    smallest = std::min(smallest, s.friction[i]);
    square += s.friction[i] * s.friction[i];
    if (with_law) misfit += (s.friction[i] - s.law[i]) * (s.friction[i] - s.law[i]);
    ++count;
  });
  r.figures.push_back({"largest_friction", largest, "N", "Largest friction, positive against extension."});
  r.figures.push_back({"smallest_friction", smallest, "N", "Smallest friction."});
  r.figures.push_back({"root_mean_square", std::sqrt(square / double(count)), "N", "Of the friction."});
  r.figures.push_back({"weight", c.plant.mass * c.plant.gravity, "N", "m g, taken off."});
  if (with_law)
    r.figures.push_back({"misfit", std::sqrt(misfit / double(count)), "N",
                         "Root mean square of measured friction less the law along the same motion."});
}

// The friction must change its sign with the velocity; a constant share that does not is an error of the balance.
void judge_offset(MethodResult& r, const Cylinder& c) {
  std::vector<double> forward, back;
  c.for_rows([&](const Stroke& s, std::size_t i) {
    if (s.velocity[i] > still_share * c.fastest) forward.push_back(s.friction[i]);
    if (s.velocity[i] < -still_share * c.fastest) back.push_back(s.friction[i]);
  });
  if (forward.size() < 3 || back.size() < 3) return;
  const double up = numerics::median(forward);
  const double down = numerics::median(back);
  r.figures.push_back({"offset", (up + down) / 2.0, "N", "Middle between the usual friction forward and back."});
  if (up * down > 0.0)
    r.remarks.push_back("friction has the same sign in both directions (" + text::digits(up, 3) + " N forward, " +
                        text::digits(down, 3) + " N back): check mass, areas, gravity and the zero of the pressures");
}

void check_plant(const CylinderPlant& p) {
  for (const auto& [name, value] : {std::pair{"area_1", p.area_1}, std::pair{"area_2", p.area_2}})
    if (!(value > 0.0))
      throw std::invalid_argument("plant." + std::string(name) + " is missing: give the area of the chamber with " +
                                  option_reference("set", "plant." + std::string(name) + "=M2"));
}

constexpr std::array<std::string_view, 6> roles{"time",     "pressure_1",   "pressure_2",
                                                "velocity", "displacement", "acceleration"};

}  // namespace

MethodSettings cylinder_friction_settings() {
  return {{make_group("plant", CylinderPlant{}), make_group("filters", CylinderFilters{}),
           make_group("curves", CylinderCurves{})},
          {}};
}

const IdentificationMethod& cylinder_friction_method() {
  static const IdentificationMethod method{
      "cylinder-friction",
      "Friction of a hydraulic cylinder from its two chamber pressures, over velocity, travel and pressure",
      "001, section 3.1, (13)",
      "time[s], pressure_1[Pa], pressure_2[Pa], velocity[m/s] or displacement[m] or both, acceleration[m/s2] if "
      "recorded",
      roles,
      cylinder_friction_settings,
      estimate_cylinder_friction,
      true};
  return method;
}

MethodResult estimate_cylinder_friction(std::span<const Dataset> given, const MethodSettings& settings) {
  Cylinder c{make_set<CylinderPlant>(settings.group("plant")), make_set<CylinderFilters>(settings.group("filters")),
             make_set<CylinderCurves>(settings.group("curves"))};
  const Inputs inputs = read_inputs(cylinder_friction_method(), given, settings);
  check_plant(c.plant);
  const AnyLaw* law = settings.model.get();
  for (const Dataset& data : inputs.files) {
    c.strokes.push_back(read_stroke(data, c.plant, c.filters, c.curves));
    if (law != nullptr) follow_law(c.strokes.back(), *law);
  }
  MethodResult r = begin_result(cylinder_friction_method(), inputs, settings);
  set_ranges(c);
  if (!(c.fastest > 0.0) || !(c.to > c.from)) refuse(inputs.files.front(), 1, "the cylinder does not move");
  add_figures(r, c, law != nullptr);
  add_points(r, c, law != nullptr);
  add_speed_curves(r, c);
  add_surface(r, c, law);
  judge_offset(r, c);
  r.remarks.push_back(c.plant.mass > 0.0 ? "taken off: mass times acceleration, and a weight of " +
                                               text::digits(c.plant.mass * c.plant.gravity, 4) +
                                               " N against extension (plant.gravity=0 for a level cylinder)"
                                         : "plant.mass is 0: inertia and weight count as friction");
  r.remarks.push_back("errors of areas, mass and zeros of the pressures are not in the intervals");
  return r;
}

}  // namespace stickslip::identify
