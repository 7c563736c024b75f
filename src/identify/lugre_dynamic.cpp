#include "stickslip/identify/lugre_dynamic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "method_kit.hpp"
#include "stickslip/dual.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

struct FitParams {
  using Scalar = double;
  double lead = 0.0;
  double acceleration_window = 0.0;
  double still_speed = 0.0;
  double still_time = 0.2;
  double skip = 0.0;

  static constexpr auto table() {
    using P = FitParams;
    return std::array{
        STICKSLIP_FIELD(P, lead, "", "1", "Whether the fluid friction's lead T is found, or 0 (modified law of 2008).",
                        0.0, 1.0, Scale::linear, "found|none"),
        STICKSLIP_FIELD(P, acceleration_window, "", "s",
                        "Cubics over this time give the acceleration; 0: chosen from noise and motion.", 0.0, 1e6),
        STICKSLIP_FIELD(P, still_speed, "", "m/s", "Slower is rest; 0: six times the noise of the velocity.", 0.0, 1e3),
        STICKSLIP_FIELD(P, still_time, "", "s", "Shortest rest: shorter stretches below still_speed are motion.", 0.0,
                        1e6),
        STICKSLIP_FIELD(P, skip, "", "s", "At the beginning of each file, not compared.", 0.0, 1e6)};
  }
};

// ---- a recording, prepared

struct Drive {
  double step = 0.0;                      // [s]
  std::vector<double> velocity = {};      // 0 at rest
  std::vector<double> acceleration = {};  // [m/s2]
  std::vector<double> force = {};
  std::vector<double> between = {};    // velocities at the ends of the smaller steps
  std::vector<std::size_t> ends = {};  // per row, the end of those that lead to it
  std::vector<bool> compared = {};     // rows that count
  std::size_t resting = 0;
  double noise = 0.0;     // [m/s] deviation of a row of the velocity
  std::size_t reach = 1;  // rows on either side from which the acceleration comes
};

// The velocity with its long stretches below `still` set to 0.
std::vector<double> with_rest(std::span<const double> v, double still, std::size_t least, std::size_t& resting) {
  std::vector<double> own(v.begin(), v.end());
  for (std::size_t first = 0; first < v.size();) {
    std::size_t end = first;
    while (end < v.size() && std::abs(v[end]) <= still) ++end;
    if (end - first >= std::max<std::size_t>(least, 3)) {
      std::fill(own.begin() + std::ptrdiff_t(first), own.begin() + std::ptrdiff_t(end), 0.0);
      resting += end - first;
    }
    first = end + 1;
  }
  return own;
}

// Slope of the straight line through the rows from first to last, both included.
double slope_between(std::span<const double> v, std::size_t first, std::size_t last, double step) {
  const double middle = double(first + last) / 2.0;
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t i = first; i <= last; ++i) {
    sum += (double(i) - middle) * v[i];
    squares += (double(i) - middle) * (double(i) - middle);
  }
  return squares > 0.0 ? sum / squares / step : 0.0;
}

// Slope in the middle of the cubic through the rows up to `reach` on either side of a row: true for a sine to the
// fourth order of frequency times window, where the straight line is to the second.
double fit_cubic_slope(std::span<const double> v, std::size_t middle, std::size_t reach, double step) {
  double first = 0.0, third = 0.0, s2 = 0.0, s4 = 0.0, s6 = 0.0;
  for (std::size_t k = 1; k <= reach; ++k) {
    const double x = double(k);
    const double odd = v[middle + k] - v[middle - k];
    first += x * odd;
    third += x * x * x * odd;
    s2 += 2.0 * x * x;
    s4 += 2.0 * x * x * x * x;
    s6 += 2.0 * x * x * x * x * x * x;
  }
  return (s6 * first - s4 * third) / (s2 * s6 - s4 * s4) / step;
}

// Slope from `reach` rows on either side, but not beyond the stretch of motion: the acceleration jumps there.
std::vector<double> find_slopes(std::span<const double> v, double step, std::size_t reach) {
  std::vector<double> slopes(v.size(), 0.0);
  for (std::size_t first = 0; first < v.size();) {
    std::size_t end = first;
    while (end < v.size() && v[end] != 0.0) ++end;
    for (std::size_t i = first; i < end; ++i) {
      const bool inside = i >= first + reach && i + reach < end && reach > 1;
      slopes[i] = inside ? fit_cubic_slope(v, i, reach, step)
                         : slope_between(v, i - std::min(reach, i - first), std::min(i + reach, end - 1), step);
    }
    first = end + 1;
  }
  return slopes;
}

// Deviation of such a slope for noise of deviation 1 [1/s].
double slope_noise(std::size_t reach, double step) {
  std::vector<double> impulse(2 * reach + 1, 0.0);
  double sum = 0.0;
  for (std::size_t k = 0; k < impulse.size(); ++k) {
    impulse[k] = 1.0;
    sum += std::pow(
        reach > 1 ? fit_cubic_slope(impulse, reach, reach, step) : slope_between(impulse, 0, 2 * reach, step), 2.0);
    impulse[k] = 0.0;
  }
  return std::sqrt(sum);
}

double mean_square_difference(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / double(a.size());
}

// The window whose slopes are best: their noise falls with its width, what a cubic smooths away grows with it. The
// latter is the difference from the slopes of half the window, less what noise makes of that; it falls sixteenfold with
// half the window, so that the difference is nearly the whole of it.
std::size_t best_reach(std::span<const double> v, double step, double noise) {
  constexpr std::size_t widest = 512;
  std::size_t best = 1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t reach = 2; reach <= std::min(widest, v.size() / 8); reach = std::max(reach + 1, reach * 5 / 4)) {
    const std::size_t half = std::max<std::size_t>(1, reach / 2);
    const double own = std::pow(noise * slope_noise(reach, step), 2.0);
    const double of_half = std::pow(noise * slope_noise(half, step), 2.0);
    const double apart = mean_square_difference(find_slopes(v, step, reach), find_slopes(v, step, half));
    const double error = own + std::max(apart - of_half, 0.0);
    if (error < least) least = error, best = reach;
    if (apart > 100.0 * (own + of_half)) break;
  }
  return best;
}

// Where the velocity changes by much of itself, near a reversal, the Stribeck level is steep and a step between two
// rows is cut into smaller ones, with velocities on a cubic through four rows; at rest it stays a straight line.
void cut_steps(Drive& d) {
  constexpr double finest = 50.0;
  constexpr double share = 0.03;  // of the velocity, that it may change within a step
  const auto& v = d.velocity;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double before = i > 0 ? v[i - 1] : v[i];
    const double speed = std::max(std::abs(before), std::abs(v[i]));
    const double wanted = speed > 0.0 ? std::ceil(std::abs(v[i] - before) / (share * speed)) : 1.0;
    const auto parts = std::size_t(std::clamp(wanted, 1.0, finest));
    const bool smooth = i > 1 && i + 1 < v.size() && before != 0.0 && v[i] != 0.0;
    const double left = smooth ? (v[i] - v[i - 2]) / 2.0 : v[i] - before;
    const double right = smooth ? (v[i + 1] - before) / 2.0 : v[i] - before;
    for (std::size_t k = 1; i > 0 && k <= parts; ++k) {
      const double u = double(k) / double(parts);
      const double hermite = before + u * left + u * u * (3.0 * (v[i] - before) - 2.0 * left - right) +
                             u * u * u * (left + right - 2.0 * (v[i] - before));
      d.between.push_back(hermite);
    }
    d.ends.push_back(d.between.size());
  }
}

// All rows from `skip` on but those beside a reversal or the end of a rest: which side's friction acts there, and with
// which acceleration, a sample does not tell.
std::vector<bool> select_compared_rows(const Drive& d, std::size_t skip) {
  const auto& v = d.velocity;
  std::vector<bool> compared(v.size(), false);
  const auto same = [](double a, double b) { return a * b > 0.0 || (a == 0.0 && b == 0.0); };
  for (std::size_t i = std::max<std::size_t>(skip, 1); i + 1 < v.size(); ++i)
    compared[i] = same(v[i - 1], v[i]) && same(v[i], v[i + 1]);
  return compared;
}

// The column velocity; without it, central differences of the displacement, whose sums give the displacement back.
std::vector<double> find_velocity(const Dataset& data, double step) {
  if (data.has("velocity") || !data.has("displacement")) {
    const auto v = signal(data, "velocity", "m/s");
    return {v.begin(), v.end()};
  }
  const auto x = signal(data, "displacement", "m");
  std::vector<double> v(x.size(), 0.0);
  for (std::size_t i = 1; i + 1 < x.size(); ++i) v[i] = (x[i + 1] - x[i - 1]) / (2.0 * step);
  return v;
}

Drive make_drive(const Dataset& data, const FitParams& p) {
  Drive d;
  d.step = uniform_step(data, "time", "resample it, or take out the gap");
  const auto v = find_velocity(data, d.step);
  const auto f = signal(data, "force", "N");
  constexpr double widths = 6.0;
  d.noise = numerics::white_noise(v);
  const double still = p.still_speed > 0.0 ? p.still_speed : widths * d.noise;
  d.velocity = with_rest(v, still, std::size_t(p.still_time / d.step), d.resting);
  d.reach = p.acceleration_window > 0.0 ? std::max<std::size_t>(1, std::size_t(p.acceleration_window / d.step / 2.0))
                                        : best_reach(d.velocity, d.step, d.noise);
  d.acceleration = find_slopes(d.velocity, d.step, d.reach);
  d.force.assign(f.begin(), f.end());
  cut_steps(d);
  d.compared = select_compared_rows(d, std::size_t(p.skip / d.step));
  if (std::all_of(d.velocity.begin(), d.velocity.end(), [](double x) { return x == 0.0; }))
    refuse(data, data.lines.front(),
           "column 'velocity' never leaves its noise; record a motion, or lower " +
               option_reference("set", "fit.still_speed"));
  return d;
}

// The same drive with noise once more on its velocity, where it moves.
Drive disturbed_drive(const Drive& d, numerics::Generator& noise) {
  Drive other = d;
  for (double& v : other.velocity)
    if (v != 0.0) v += d.noise * noise.portable_normal();
  other.acceleration = find_slopes(other.velocity, d.step, d.reach);
  other.between.clear();
  other.ends.clear();
  cut_steps(other);
  return other;
}

// ---- the law along the recordings

constexpr std::size_t most_free = 7;
using Slopes = Dual<most_free>;

struct Unknown {
  std::string name;
  std::string unit;
  std::size_t index;  // in the law's table
  bool log;           // found by its logarithm
  std::string missing_remedy;
};

template <class S>
S plain_exp(const S& x) {
  using std::exp;
  return exp(x);
}

// The law's parameters with the unknowns in their places; each is a variable.
template <class Law, class S>
typename Law::template Params<S> params_at(const ParamGroup& group, std::span<const Unknown> unknowns,
                                           std::span<const double> x) {
  typename Law::template Params<S> p;
  const auto all = scalars(p);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = S(group.values[i]);
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    S own(x[k]);
    if constexpr (!std::is_same_v<S, double>) own = S::variable(x[k], k);
    all[unknowns[k].index] = unknowns[k].log ? plain_exp(own) : own;
  }
  return p;
}

// Calls row(index of the residual, force of the law) for every row that is compared.
template <class Law, class S, class Row>
void follow(const typename Law::template Params<S>& p, std::span<const Drive> drives, Row row) {
  std::size_t index = 0;
  for (const Drive& d : drives) {
    typename Law::template State<S> state;
    Contact<S> before;
    before.velocity = S(d.velocity.front());
    std::size_t k = 0;
    for (std::size_t i = 0; i < d.velocity.size(); ++i) {
      const S step(i > 0 ? d.step / double(d.ends[i] - d.ends[i - 1]) : 0.0);
      Contact<S> now = before;
      for (; k < d.ends[i]; ++k) {
        now.velocity = S(d.between[k]);
        state = Law::advance(p, before, now, state, step);
        before = now;
      }
      if (!d.compared[i]) continue;
      const Force<S> f = Law::force(p, now, state);
      row(index++, d.force[i], f.value + f.inertia * S(d.acceleration[i]));
    }
  }
}

std::size_t count_compared_rows(std::span<const Drive> drives) {
  std::size_t count = 0;
  for (const Drive& d : drives) count += std::size_t(std::count(d.compared.begin(), d.compared.end(), true));
  return count;
}

template <class Law>
double misfit(const ParamGroup& group, std::span<const Unknown> unknowns, std::span<const double> x,
              std::span<const Drive> drives) {
  double sum = 0.0;
  follow<Law, double>(params_at<Law, double>(group, unknowns, x), drives,
                      [&sum](std::size_t, double measured, double own) { sum += (own - measured) * (own - measured); });
  return sum;
}

template <class Law>
LeastSquaresProblem make_problem(const ParamGroup& group, std::span<const Unknown> unknowns,
                                 std::span<const Drive> drives) {
  LeastSquaresProblem problem{.residuals = count_compared_rows(drives)};
  for (const Unknown& u : unknowns) {
    problem.lower.push_back(u.log ? std::log(1e-6) : 0.0);
    problem.upper.push_back(u.log ? std::log(1e12) : 1e9);
  }
  problem.evaluate = [&group, unknowns, drives](std::span<const double> x, std::span<double> residuals,
                                                std::span<double> slopes) {
    bool finite = true;
    follow<Law, Slopes>(params_at<Law, Slopes>(group, unknowns, x), drives,
                        [&](std::size_t i, double measured, const Slopes& own) {
                          residuals[i] = own.value - measured;
                          finite = finite && std::isfinite(own.value);
                          for (std::size_t k = 0; !slopes.empty() && k < unknowns.size(); ++k)
                            slopes[i * unknowns.size() + k] = own.slope[k];
                        });
    return finite;
  };
  return problem;
}

// The stiffness of a grid that fits best, all else as given; then the whole from there.
template <class Law>
std::vector<double> choose_start(const ParamGroup& group, std::span<const Unknown> unknowns,
                                 std::span<const Drive> drives) {
  std::vector<double> x;
  for (const Unknown& u : unknowns) {
    const double given = group.values[u.index];
    x.push_back(u.log ? std::log(std::max(given, 1e-6)) : given);
  }
  std::vector<double> best = x;
  double least = std::numeric_limits<double>::infinity();
  for (double decade = 2.0; decade <= 10.0; decade += 0.25) {
    std::vector<double> trial = x;
    trial[0] = std::log(10.0) * decade;
    trial[1] = 0.0;
    const double sum = misfit<Law>(group, unknowns, trial, drives);
    if (sum < least) least = sum, best = trial;
  }
  return best;
}

// What the noise of the velocity makes of the estimates. It adds up in the bristles' deflection, slowly, and the
// residuals hardly show it: so the motion is disturbed a few times by noise of the same size, and the change of the
// force goes through the fit.
template <class Law>
std::vector<double> deviation_by_motion(const ParamGroup& group, std::span<const Unknown> unknowns,
                                        const LeastSquaresFit& fit, std::span<const Drive> drives) {
  constexpr int trials = 16;
  numerics::Generator noise(1);
  const auto p = params_at<Law, double>(group, unknowns, fit.values);
  std::vector<double> squares(unknowns.size(), 0.0);
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<Drive> disturbed;
    for (const Drive& d : drives) disturbed.push_back(disturbed_drive(d, noise));
    std::vector<double> change(fit.residuals.size());
    follow<Law, double>(p, disturbed, [&](std::size_t i, double measured, double own) {
      change[i] = own - measured - fit.residuals[i];
    });
    const auto moved = linear_least_squares(fit.slopes, change).values;
    for (std::size_t k = 0; k < squares.size(); ++k) squares[k] += moved[k] * moved[k] / trials;
  }
  for (double& square : squares) square = std::sqrt(square);
  return squares;
}

// How far the estimates move on average when the velocity has its noise twice: noise in what drives a law does not only
// scatter the estimates, it draws them to one side, a lead to smaller values (errors in variables). Once more of it
// moves them about as far as it has already.
template <class Law>
std::vector<double> draw_by_noise(const ParamGroup& group, std::span<const Unknown> unknowns,
                                  const LeastSquaresFit& fit, std::span<const Drive> drives) {
  constexpr int trials = 3;
  numerics::Generator noise(2);
  std::vector<double> mean(unknowns.size(), 0.0);
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<Drive> disturbed;
    for (const Drive& d : drives) disturbed.push_back(disturbed_drive(d, noise));
    const LeastSquaresFit other = least_squares(make_problem<Law>(group, unknowns, disturbed), fit.values,
                                                {.most_iterations = 2, .tolerance = 1e-6, .slopes = false});
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += (other.values[k] - fit.values[k]) / trials;
  }
  for (double& m : mean) m = std::abs(m);
  return mean;
}

// How far the estimates move with half the window of the acceleration: what a window smooths away.
template <class Law>
std::vector<double> change_by_window(const ParamGroup& group, std::span<const Unknown> unknowns,
                                     const LeastSquaresFit& fit, std::span<const Drive> drives) {
  std::vector<Drive> sharper(drives.begin(), drives.end());
  for (Drive& d : sharper) d.acceleration = find_slopes(d.velocity, d.step, std::max<std::size_t>(1, d.reach / 2));
  std::vector<double> change(fit.residuals.size());
  follow<Law, double>(
      params_at<Law, double>(group, unknowns, fit.values), sharper,
      [&](std::size_t i, double measured, double own) { change[i] = own - measured - fit.residuals[i]; });
  std::vector<double> moved = linear_least_squares(fit.slopes, change).values;
  for (double& m : moved) m = std::abs(m);
  return moved;
}

// ---- what comes out

Unknown unknown(const ParamGroup& group, std::string_view field, std::size_t side, bool log, std::string remedy) {
  for (const Field& f : group.table)
    if (f.name == field) return {scalar_name(f, side), std::string(f.unit), f.first + side, log, std::move(remedy)};
  throw std::invalid_argument("the law has no parameter " + std::string(field));
}

Estimate estimate_at(const Unknown& u, double x, double half) {
  if (!u.log) return make_estimate(u.name, u.unit, x, half);
  return {u.name, u.unit, std::exp(x), std::exp(x - half), std::exp(x + half)};
}

void judge(Estimate& e, const Unknown& u, double half) {
  constexpr double factor = 1.5;  // a wider interval, up or down, is no knowledge
  if (u.log) {
    if (!(half < std::log(factor))) doubt(e, "the data hardly change with it; " + u.missing_remedy);
    return;
  }
  if (!(half < e.value)) doubt(e, "cannot be told from 0; " + u.missing_remedy);
}

void add_curves(MethodResult& r, std::span<const Drive> drives, const std::vector<double>& residuals) {
  MethodPlot plot{.title = "Friction, measured and by the law", .x_label = "time [s]", .y_label = "friction [N]"};
  MethodCurve measured{.name = "measured"};
  MethodCurve law{.name = "law"};
  double start = 0.0;
  std::size_t k = 0;
  for (const Drive& d : drives) {
    for (std::size_t i = 0; i < d.force.size(); ++i) {
      if (!d.compared[i]) continue;
      const double t = start + double(i) * d.step;
      measured.x.push_back(t);
      measured.y.push_back(d.force[i]);
      law.x.push_back(t);
      law.y.push_back(d.force[i] + residuals[k++]);
    }
    start += double(d.force.size()) * d.step;
  }
  r.points.columns = {{"time", "s"}, {"force", "N"}, {"law", "N"}};
  r.points.values = {measured.x, measured.y, law.y};
  plot.curves = {std::move(measured), std::move(law)};
  r.plots.push_back(std::move(plot));
}

// The static parameters as they were taken, those that nobody gave apart: the estimates hold for these alone.
void add_statics(MethodResult& r, const ParamGroup& group, std::span<const Unknown> unknowns) {
  const ParamGroup usual = law_group(r.law);
  std::vector<std::string> given, assumed;
  for (const Field& f : group.table) {
    const auto inside = [&f](const Unknown& u) { return u.index >= f.first && u.index < f.first + f.width; };
    if (std::any_of(unknowns.begin(), unknowns.end(), inside)) continue;
    const std::string text =
        std::string(f.name) + " = " + value_text(group, f) + (f.unit == "1" ? "" : " " + std::string(f.unit));
    const bool same = std::equal(group.values.begin() + std::ptrdiff_t(f.first),
                                 group.values.begin() + std::ptrdiff_t(f.first + f.width),
                                 usual.values.begin() + std::ptrdiff_t(f.first));
    (same ? assumed : given).push_back(text);
  }
  if (!given.empty())
    r.remarks.push_back("static parameters taken as given, an error in them is not in the intervals: " +
                        text::join(given));
  if (!assumed.empty())
    r.remarks.push_back("static parameters at the law's own values: " + text::join(assumed) +
                        "; where these are not the machine's, the estimates are wrong: give " +
                        option_reference("law", "FILE") + " or " + option_reference("set", "law.NAME=VALUE"));
}

// What cannot be said is everything.
double finite_or_all(double half) { return std::isfinite(half) ? half : std::numeric_limits<double>::infinity(); }

template <class Law>
MethodResult estimate_parameters(const IdentificationMethod& method, std::span<const Dataset> given,
                                 const MethodSettings& settings, std::span<const Unknown> unknowns,
                                 const ParamGroup& group) {
  const auto p = make_set<FitParams>(settings.group("fit"));
  const Inputs inputs = read_straight_inputs(method, given, settings);
  const std::vector<Dataset>& files = inputs.files;
  if (const std::string wrong = complaint(group); !wrong.empty()) throw std::invalid_argument("law: " + wrong);
  std::vector<Drive> drives;
  std::vector<std::size_t> breaks;
  for (const Dataset& data : files) {
    if (!drives.empty()) breaks.push_back(count_compared_rows(drives));
    drives.push_back(make_drive(data, p));
  }
  if (count_compared_rows(drives) <= unknowns.size())
    refuse(files.front(), 1, "no rows are left to compare; lower " + option_reference("set", "fit.skip"));
  MethodResult r = begin_result(method, inputs, settings);
  const LeastSquaresFit fit =
      least_squares(make_problem<Law>(group, unknowns, drives), choose_start<Law>(group, unknowns, drives),
                    {.most_iterations = 200, .tolerance = 1e-9});
  const Spread spread = estimate_spread(fit.slopes, fit.residuals, unknowns.size(), breaks);
  const auto by_motion = deviation_by_motion<Law>(group, unknowns, fit, drives);
  const auto by_window = change_by_window<Law>(group, unknowns, fit, drives);
  const auto drawn = draw_by_noise<Law>(group, unknowns, fit, drives);
  r.law = std::string(Law::name);
  r.law_parameters = group;
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    // Scatter adds up in squares, what draws to one side as it is.
    const double scatter =
        std::hypot(interval(spread, k), numerics::student_quantile(0.975, spread.degrees) * by_motion[k]);
    const double half = finite_or_all(scatter + by_window[k] + drawn[k]);
    Estimate e = estimate_at(unknowns[k], fit.values[k], half);
    judge(e, unknowns[k], half);
    if (e.identified) r.law_parameters.values[unknowns[k].index] = e.value;  // otherwise the given one stays
    r.estimates.push_back(std::move(e));
  }
  r.figures = {{"misfit", spread.noise, "N", "Standard deviation of the measured friction from the law's."},
               {"acceleration_window", 2.0 * double(drives.front().reach) * drives.front().step, "s",
                "Time over which cubics gave the acceleration."},
               {"condition", spread.condition, "1", "Condition number of the fit."},
               {"correlation_time", spread.correlation_time, "1", "Rows per independent one, from the residuals."}};
  add_statics(r, group, unknowns);
  if (!fit.converged) r.remarks.push_back("the search did not end: " + fit.message);
  add_curves(r, drives, fit.residuals);
  if (inputs.rotary) show_rotary_units(r);
  return r;
}

constexpr std::array<std::string_view, 4> roles{"time", "velocity", "displacement", "force"};
const std::string stiffness_remedy = "record motion within the presliding range, smaller than breakaway/stiffness";
const std::string damping_remedy = "record small fast motion, in which damping times speed exceeds the noise";
const std::string sine_remedy = "record a sine of about a second's period that passes through zero";
const std::string dwell_remedy = "record starts after pauses of different lengths";

}  // namespace

MethodSettings lugre_dynamic_settings() { return {{law_group(LuGre::name), make_group("fit", FitParams{})}, {}}; }
MethodSettings modified_lugre_dynamic_settings() {
  return {{law_group(NewModifiedLuGre::name), make_group("fit", FitParams{})}, {}};
}

const IdentificationMethod& lugre_dynamic_method() {
  static const IdentificationMethod method{
      "lugre-dynamic",
      "Stiffness and damping of the LuGre law's bristles, static parameters given",
      "001, sections 2.2 and 4.1",
      "time[s], velocity[m/s] or displacement[m], force[N]: the friction; or rad/s, rad, N.m",
      roles,
      lugre_dynamic_settings,
      estimate_lugre_dynamic};
  return method;
}

const IdentificationMethod& modified_lugre_dynamic_method() {
  static const IdentificationMethod method{
      "modified-lugre-dynamic",
      "Bristles, film and lead of the (new) modified LuGre law, static parameters given",
      "001, sections 2.3 and 4.1",
      "time[s], velocity[m/s] or displacement[m], force[N]: the friction; or rad/s, rad, N.m",
      roles,
      modified_lugre_dynamic_settings,
      estimate_modified_lugre_dynamic};
  return method;
}

MethodResult estimate_lugre_dynamic(std::span<const Dataset> files, const MethodSettings& settings) {
  const ParamGroup& group = settings.group("law");
  const std::array unknowns{unknown(group, "stiffness", 0, true, stiffness_remedy),
                            unknown(group, "damping", 0, false, damping_remedy)};
  return estimate_parameters<LuGre>(lugre_dynamic_method(), files, settings, unknowns, group);
}

MethodResult estimate_modified_lugre_dynamic(std::span<const Dataset> files, const MethodSettings& settings) {
  ParamGroup group = settings.group("law");
  std::vector<Unknown> unknowns{unknown(group, "stiffness", 0, true, stiffness_remedy),
                                unknown(group, "damping", 0, false, damping_remedy),
                                unknown(group, "film_growth_time", 0, true, sine_remedy),
                                unknown(group, "film_thinning_time", 0, true, sine_remedy),
                                unknown(group, "film_dwell_time", 0, true, dwell_remedy)};
  for (const std::size_t side : {std::size_t(0), std::size_t(1)}) {
    Unknown lead = unknown(group, "lead_time", side, false, sine_remedy);
    if (make_set<FitParams>(settings.group("fit")).lead == 0.0)
      unknowns.push_back(std::move(lead));
    else
      group.values[lead.index] = 0.0;
  }
  return estimate_parameters<NewModifiedLuGre>(modified_lugre_dynamic_method(), files, settings, unknowns, group);
}

}  // namespace stickslip::identify
