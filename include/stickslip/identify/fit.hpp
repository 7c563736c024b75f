// Identification: the parameters of a law that make it follow recordings, and how far they can be trusted.
//
//   FitReport fit = identify(recordings, {.law = "lugre", .seed = 7});
//   for (const FittedParameter& p : fit.parameters) p.name, p.value, p.low, p.high, p.remark;
//
// Open loop: the recorded motion drives the law, forces are compared. What was measured in recording r is modelled as
//
//   gain_r ((1 + growth_r p) F(law, motion) + inertia_r a + gravity_sin_r sin x + gravity_cos_r cos x + area_r p +
//   offset_r)
//
// at t - delay_r,
//
// with those nuisances that were asked for, each for every recording or one in common. Closed loop: a body on the
// contact is pushed by the recorded force and its motion is compared.
//
// A global search (strategy) finds the valley, least squares with exact derivatives through the simulation goes to its
// bottom, and the shape of the bottom gives intervals, correlations and what the data cannot tell. The same seed gives
// the same bits for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/batch/batch.hpp"
#include "stickslip/batch/closed_loop.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/identify/verdict.hpp"
#include "stickslip/options.hpp"

namespace stickslip::identify {

// ---- what goes in

// A run on a bench, ready to be compared. In closed loop `motion` is used, in open loop `record`.
struct Recording {
  batch::Record record = {};
  batch::MotionRecord motion = {};
  std::uint64_t hash = 0;                      // of the data, for the provenance of the result
  bool test = false;                           // kept from the fit: scored only
  bool rotary = false;                         // angles and torques: texts say rad and N.m
  std::vector<std::string> notes = {};         // guesses, findings and repairs of the import, to be shown
  std::vector<std::string> problems = {};      // findings that no fit can be trusted with
  std::vector<std::string> suspicions = {};    // findings that a law which follows the data refutes
  std::vector<std::string> clock_doubts = {};  // findings on the step of time, which no law can refute
  // A derived motion, seen through the position sensor and derived once more; empty when the velocity was recorded.
  // Where inside a step of the sensor a body rests is not known: the first view has it in the middle, each other one
  // anywhere, anew for every rest.
  struct Seen {
    double displacement = 0.0, velocity = 0.0, acceleration = 0.0;
  };
  std::vector<std::vector<Seen>> views = {};
  // Samples in which that sensor shows no motion, for longer than the derivative looks around.
  struct Rest {
    std::size_t from = 0, to = 0;
  };
  std::vector<Rest> rests = {};
  // Samples in which the body stands still as far as its position is known, where the velocity does not say so itself:
  // it was derived, or is noisy.
  std::vector<Rest> stops = {};
  double velocity_noise = 0.0;                      // of a recorded velocity [m/s]; 0: none that could hide its sign
  std::vector<std::size_t> poor_acceleration = {};  // samples left out where the acceleration is used
};

// A nuisance parameter: "offset", "gain", "sign", "delay", "inertia", "gravity", "area" or "growth".
struct NuisanceWish {
  std::string name;
  bool common = false;  // one for all recordings
};

std::vector<std::string_view> nuisance_names();

// Deterministic work that was done is remembered, so that a run which was killed ends with the same bits as one that
// was not. `recall` fills `answer` and says true when the piece of work with that number and key was done before.
struct FitMemory {
  std::function<bool(std::size_t number, std::uint64_t key, std::vector<double>& answer)> recall = {};
  std::function<void(std::size_t number, std::uint64_t key, const std::vector<double>& answer)> keep = {};
};

// Where a fit is.
struct FitProgress {
  std::string stage;  // "search: generation 12", "polish: start 2"
  double best = 0.0;  // loss so far
  std::size_t evaluations = 0;
  double share = 0.0;  // of the work that is planned, 0 to 1
};

enum class FitLoss : unsigned char { squares, relative, huber, absolute };
// What people call them, in the same order.
inline constexpr std::array<std::string_view, 4> fit_loss_names{"ls", "mre", "huber", "absolute"};

// The table of what a person may choose is in src/identify/fit_options.cpp.
struct FitOptions {
  std::string law = {};
  std::size_t elements = 0;                     // 0: the usual number
  std::vector<std::string> free = {};           // parameters to be found; empty: those that the data can show
  std::vector<Setting> fixed = {};              // law.key = value, left there
  std::vector<Setting> bounds = {};             // law.key = [low, high], not left by search and least squares
  std::vector<std::string> per_direction = {};  // fields with a value for each direction of motion; "all"
  FitLoss loss = FitLoss::squares;
  double huber = 0.0;  // [N] residual from which FitLoss::huber grows linearly; 0: 1.345 times the noise
  std::string strategy = "auto";
  std::uint64_t seed = 1;
  std::size_t budget = 0;             // evaluations of the global search; 0: the strategy's own
  std::size_t population = 0;         // individuals of a genetic search; 0: 90
  std::size_t generations = 0;        // of a genetic search; 0: 100, or as many as a budget allows
  double crossover_rate = 1.0;        // of the children that two parents have, ga
  double mutation_rate = 1.0;         // variables of a child that change, in the mean, ga
  double migration_rate = 0.1;        // of a subpopulation, ga
  std::size_t migration_period = 20;  // [generations] 0: never, ga
  double train = 1.0;      // share of every recording, from its beginning, that is fitted; the rest is scored
  std::size_t blocks = 0;  // > 0: every second of so many blocks in time is kept for the test instead
  bool closed_loop = false;
  double compare_below = 0.0;  // [Hz] forces are compared through a low-pass without delay; 0: as they are
  std::vector<NuisanceWish> nuisances = {};
  std::size_t threads = 0;
  batch::Device device = batch::Device::automatic;
  bool polish = true;     // false: the search alone, without least squares behind it
  bool intervals = true;  // false: no uncertainty, for those who fit very often
  FitMemory memory = {};
  std::function<bool()> cancelled = {};  // asked often; the best so far is kept
  std::function<void(const FitProgress&)> progress = {};

  static std::span<const OptionRow> options();
};

// "stiffness=1.5", "limit=[1, 2]": a setting as people type it, without its group.
std::string setting_words(const Setting& setting);

struct StrategyInfo {
  std::string_view name;
  std::string_view what;
};
// "auto", "ga", "projection", "multistart", and pagmo's where it is there.
std::vector<StrategyInfo> strategies();

// ---- what comes out

struct FittedParameter {
  std::string name;  // "coulomb", "limit[3]", "offset of run1.csv"
  std::string symbol;
  std::string unit;
  std::string doc;
  double value = 0.0;
  bool free = false;
  bool identified = true;        // false: the data do not tell it; the remark says why
  double deviation = 0.0;        // standard deviation; infinite when nothing is known
  double low = 0.0, high = 0.0;  // 95 % interval
  std::string method = {};       // "slopes", "profile"; empty: none
  std::string remark = {};
};

// How well measured and computed agree.
struct FitScore {
  std::string name;  // of the recording; "all"
  std::size_t samples = 0;
  double rmse = 0.0;           // [N], in closed loop [m] or [m/s]
  double nrmse = 0.0;          // over the range of what was measured
  double r2 = 0.0;             // 1 - sum of squares / sum of squares about the mean
  double relative = 0.0;       // mean relative error with a floor of 5 % of the largest value
  double relative_norm = 0.0;  // ||residual|| / ||measured||
  double largest = 0.0;        // residual
};

// What becomes of a sample.
enum class Use : unsigned char {
  left_out,  // weight 0, or the start of a run
  fitted,
  scored,  // kept from the fit
};

// One recording, measured and computed, per compared sample.
struct FitTrace {
  std::string name;
  std::vector<double> time, displacement, velocity, measured, fitted;
  std::vector<Use> use;
};

struct ConvergencePoint {
  std::size_t evaluations = 0;
  double loss = 0.0;
  std::string stage;
};

struct FitReport {
  std::string law;
  std::size_t elements = 0;
  std::size_t elements_needed = 0;  // so many fit as well; with intervals only, otherwise all
  FitOptions options = {};          // as given
  std::string strategy = {};        // used
  std::string reason = {};          // why
  bool closed_loop = false;
  ParamGroup group = {};                         // the law's parameters, found and fixed
  std::vector<FittedParameter> parameters = {};  // of the law, every scalar in use
  std::vector<FittedParameter> nuisances = {};
  std::vector<std::string> correlated = {};  // names of the rows of `correlation`: the free ones that are identified
  std::vector<double> correlation = {};
  Verdict verdict = {};           // what to conclude
  double sensor_noise = 0.0;      // standard deviation that the measured signal itself shows from sample to sample
  double noise = 0.0;             // standard deviation of the residuals
  double correlation_time = 1.0;  // samples per independent one
  double condition = 1.0;         // of the slopes
  double loss = 0.0;              // of the fit, in the unit of `loss_unit`
  std::string loss_unit = {};
  double aicc = 0.0;  // Akaike's criterion, corrected for few samples; smaller is better
  std::size_t free_count = 0;
  std::vector<FitScore> train = {};  // all first, then each recording
  std::vector<FitScore> test = {};   // empty when nothing was kept
  std::vector<FitTrace> traces = {};
  std::vector<double> autocorrelation = {};    // of the residuals, lag 0, 1, ...
  std::vector<std::string> advice = {};        // what could not be told, and which experiment would
  std::vector<std::string> notes = {};         // from the import, and of the fit itself
  std::vector<std::string> clock_doubts = {};  // Recording::clock_doubts of all
  std::vector<ConvergencePoint> convergence = {};
  std::size_t evaluations = 0;
  bool completed = true;             // false: stopped by the user; the best so far
  bool settled = true;               // false: least squares did not reach the bottom
  bool rotary = false;               // angles and torques
  std::string message = {};          // how it ended, in one line
  std::uint64_t hash = 0;            // of all data
  double velocity_resolution = 0.0;  // [m/s] finest step of the recorded velocity, 0 when it is smooth

  // Throws UnknownName.
  const FittedParameter& parameter(std::string_view name) const;
};

// SI unit of what was compared: "N", in closed loop "m" or "m/s".
std::string_view measured_unit(const FitReport& report);

// Writes the references to options in its texts (remarks, advice, notes) as a front end says them.
void render_options(FitReport& report, const OptionWording& wording);

// Throws std::invalid_argument for what cannot be done with these data (with the remedy).
FitReport identify(std::vector<Recording> recordings, const FitOptions& options);

}  // namespace stickslip::identify
