// Every number by which a fit is tuned, with its unit and its reason. What a standard prescribes (Huber's constant)
// stands beside the equation that it belongs to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stickslip::identify {

// Where slopes come from.
enum class Slopes : unsigned char {
  exact,            // dual numbers through the simulation, one plain run
  differences,      // central, all parameters at once on SIMD lanes: several times faster
  across_events,    // differences, over ways along break points that move their events by some samples
  close_to_events,  // the same over shorter ways
};

// How far least squares goes.
struct Descent {
  Slopes slopes = Slopes::differences;
  std::size_t iterations = 60;
  double tolerance = 1e-9;  // relative change of the sum of squares, and of the parameters, at which it ends
};

// From where to where a search looks.
struct Box {
  double low, high;
};

struct Tuning {
  // Where a search looks for a parameter of that unit, in multiples of what the data say of its size, where the row of
  // the table says nothing else.
  struct Boxes {
    Box force{1e-3, 2.0};           // of the largest force
    Box per_load{0.0, 2.0};         // of the largest force over the largest load
    Box stiffness{0.3, 2e4};        // of force over travel: presliding may be a ten-thousandth of the travel
    Box damping{0.0, 2.0};          // of force over velocity
    Box displacement{1e-5, 1.0};    // of the travel
    Box velocity{1e-3, 2.0};        // of the largest velocity
    Box per_velocity{0.0, 100.0};   // of one over the largest velocity
    Box per_pressure{0.0, 100.0};   // of one over the largest pressure
    Box area{0.0, 2.0};             // of force over pressure
    Box per_kelvin{-0.1, 0.1};      // 1/K: a tenth of the value a kelvin
    double rise = 10.0;             // of the largest force in one sample: the fastest rise
    double plain = 10.0;            // the largest number without a unit,
    double plain_log = 1e3;         // over the least one on a log scale,
    double least_plain = 1e-3;      // which is at least this
    double least_positive = 1e-12;  // of a coordinate that is a logarithm and whose bound is 0
    double closest = 1e-9;          // of the box, relative: what lies above another value does not touch it
    double least_share = 1e-6;      // of what elements before have left; at most 1 minus this
    double usual = 0.99;            // of the samples: the largest size but for outliers
    double varies = 0.02;           // of its size: a column that changes more is worth a parameter
  } boxes;

  // How much of the planned work is done when a stage begins, for progress: shares of times measured on long fits.
  struct Progress {
    double closer = 0.3, searched = 0.6;       // of multistart
    double genetic = 0.8;                      // of all: a genetic search
    double projected = 0.1, projection = 0.3;  // of projection: before its starts, and they
    double finer = 0.5;                        // likewise
    double first = 0.65, together = 0.7, elements = 0.72, to_the_end = 0.75;
    double perturb = 0.78, leap = 0.79, break_points = 0.8, turn = 0.05;
    double exact = 0.85, intervals = 0.9;
  } progress;

  struct Multistart {
    double work = 4e7;           // steps of the law in all: a second or two
    std::size_t least = 400;     // candidates; fewer miss valleys even of short laws
    std::size_t most = 4000;     // candidates; more find nothing new
    std::size_t spread = 2;      // thirds of the candidates lie over the whole box, the others close to the best
    std::size_t handed_on = 16;  // starts
    double near = 0.05;          // of the box, mean over the axes: two starts that are no closer lead elsewhere
    double closer = 0.15;        // of the box: how far the second round looks around a start
    std::uint64_t salt = 0x9E3779B97F4A7C15U;  // the second round has random numbers of its own
  } multistart;

  struct Compass {
    double least_size = 1e-3;  // of the box: the size of a value near 0, for its first step
    double grow = 1.6;         // a step that gained
    double shrink = 0.5;       // a step that did not
  } compass;

  // Slopes by differences.
  struct Differences {
    double small = 1e-6;       // relative: rounding spoils the tenth digit, curvature none
    double across = 0.02;      // of the logarithm of a break point: some samples of a stroke that lasts hundreds
    double close = 0.002;      // likewise, about one sample
    double least_size = 1e-3;  // of the box: the size of a value near 0
    double motion = 0.01;      // of the box: the usual size of a linear coordinate in closed loop
    double dependent = 1e-20;  // of a column's square that others leave: rounding
  } differences;

  struct Stages {
    Descent first{Slopes::differences, 12, 1e-5};   // from every start: enough to see which lead somewhere
    Descent second{Slopes::differences, 80, 1e-8};  // to the bottom of the best
    Descent last{Slopes::exact, 1, 1e-8};           // starts at the bottom
    Descent far{Slopes::across_events, 40, 1e-5};   // break points with all others, seeing past the next event
    Descent near{Slopes::close_to_events, 40, 1e-8};
    std::size_t kept = 6;       // starts that go to the bottom
    std::size_t grids = 10;     // starts of a law with one break point, each with a grid of its own
    double same_valley = 1e-3;  // of the loss: two starts that end so close are one
    double apart = 0.1;         // of the box, along one coordinate: may be another valley
    double settled = 1e-4;      // of the loss: a last step with exact slopes that gains less found the bottom
    double bend = 0.3;          // of the median residual: an absolute value is a Huber loss with its bend well inside
    int bends = 3;              // passes, for losses that are no squares: the bend follows the residuals
  } stages;

  // Points around the best one, near and far: a valley beside the valley.
  struct Perturbation {
    std::size_t points = 384;  // candidates of a round
    std::size_t kept = 6;      // of them, the best of each distance
    int rounds = 4;
    std::size_t many = 12;           // coordinates with break points: too many to find a better valley by chance
    double nearest = 0.02;           // of the box
    double farthest = 20.0;          // times the nearest: 0.4 of the box
    double linear = 4.0;             // times its value: how far a linear coordinate may go
    double least_size = 0.05;        // of the box: likewise near 0
    double axes = 0.5;               // of the coordinates move in one candidate,
    double least_axes = 3.0;         // but so many at least
    std::uint64_t salt = 0x51ED27U;  // every round has random numbers of its own
  } perturbation;

  // One and two decades away from the best point.
  struct Far {
    Descent look{Slopes::differences, 6, 1e-7};  // the other coordinates
    std::size_t few = 6;      // coordinates: all decades are tried, of more only the promising ones, for intervals
    double hopeless = 0.5;    // of the sum of squares: a rise that adapting seldom takes back
    double promising = 1.02;  // times the least loss after a short descent: worth a descent to the bottom
    int rounds = 3;
  } far;

  // A grid along one break point: between two samples the loss is a plateau, and the plateaus lie in no order.
  struct Grid {
    int half = 400;                                  // points to either side
    std::array<double, 3> widths{0.3, 0.03, 0.003};  // of the logarithm, ever finer
  } grid;

  // Turns between a compass along break points and least squares along the rest.
  struct BreakPoints {
    int turns = 2;
    std::size_t rounds = 12;  // of the compass
    double step = 0.05;       // of the logarithm, in the first turn
    double finer = 3.0;       // the next turn's step is so much smaller
  } break_points;

  // Elements that are taken out and put back beside another one.
  struct Elements {
    int turns = 3;                                 // of elements with limits or shares
    std::size_t few = 4;                           // candidates that are descended
    Descent adapt{Slopes::differences, 20, 1e-7};  // the others, when one is left out
    std::array<double, 3> parts{0.1, 0.25, 0.4};   // of the level: the half of the stiffness with it slips earlier
  } elements;

  // Elements with break points of their own, put elsewhere.
  struct Moves {
    double work = 2e6;             // steps of the law in a round: some 10 ms
    std::size_t least = 200;       // candidates of a round
    std::size_t most = 1000;       // candidates of a round
    double effort = 1e8;           // steps of the law in all: some seconds
    std::size_t fewest = 2000;     // candidates in all
    std::size_t all = 100000;      // candidates in all
    int rounds = 12;               // of a chain, at most
    int failures = 2;              // rounds in a row that gained too little: the chain ends
    double gain = 0.05;            // of the loss: too little
    std::size_t chains = 4;        // at most, each from a start of its own
    std::size_t squared = 144;     // chains times the square of the elements: chance places many of them badly
    std::size_t simulated = 96;    // of the candidates, where the others have adapted
    std::size_t few = 4;           // candidates that are descended
    double shortest = 3e-4;        // of the travel of all recordings: the smallest break point of a moved element,
    double shortest_drawn = 5e-3;  // and of one in a new start: smaller ones act as Coulomb friction, a wrong valley
    double levels = 4.0;           // times more or less than the others hold: what a moved element may hold
    double levels_drawn = 3.0;     // likewise in a new start
    double others = 2.0;           // times more or less: the rest of the law in a new start
    double nearest = 0.03;         // of the logarithm of the travel: how far the two parts of an element lie apart,
    double farthest = 0.6;         // at most
    double share = 0.3;            // of what it held: the smaller part at least
    double reach = 0.5;            // of the logarithm: as far as slopes are believed when others adapt
    double rounding = 1e-9;        // of a column's square: keeps columns that depend on each other from making noise
    double apart = 0.05;           // of the logarithm: two places of an element that lead elsewhere
    Descent descent{Slopes::across_events, 10, 1e-4};
    std::uint64_t salt = 0xE1E3E275U;  // random numbers of its own
  } moves;

  // Whether residuals are only noise.
  struct Noise {
    double quantile = 0.8;       // of the differences of neighbours: sees no event that was missed,
    double deviations = 1.2816;  // so many deviations of a normal distribution
    double above = 1.08;         // times that noise: the root of the mean square may be
    double white = 0.9;          // mean square of differences, over twice that of residuals; white noise: 1
    double nothing = 1e-5;       // of the largest force: residuals that need no reason
  } noise;

  // Variable projection and its dictionary of single elements.
  struct Projection {
    std::size_t grid_points = 48;  // break points of the coarse grid,
    std::size_t per_element = 3;   // but so many per element at least
    double shortest = 3e-4;        // of the travel of all recordings: the smallest break point
    std::size_t finer = 9;         // points around each break point in the second round,
    double finer_width = 0.9;      // of the distance to the neighbours on the coarse grid
    int starts = 3;                // spread over the grid by chance
    std::size_t few = 3;           // of those drawn for a budget, the best are exchanged too
    double same = 1.001;           // ratio of two losses: other starts
    double hopeless = 3.0;         // times the best loss: such a start is not handed on
    double growth = 10.0;          // times 1 / largest pressure: the scale of the growth with pressure
    double least_level = 1e-4;     // of the strongest element: 0 would switch one off for good
    double back = 0.02;            // of the range of displacements: the motion has turned
    double whole = 0.5;            // of the range: a first stroke that shows the whole travel
    std::size_t others = 256;      // candidates for what the elements leave open
    std::size_t others_kept = 4;   // of them
    std::size_t spread = 8;        // starts of a multistart for a law that is more than its elements
    double sliding = 0.1;          // of an element's level: sliding friction by which its response is found
    int exchanges = 12;            // rounds at most
    double exchange_gain = 1e-9;   // of the loss: smaller gains are rounding
    int growth_cuts = 24;          // of a golden section: 1e-5 of the interval
    double growth_most = 0.95;     // rho/(rho + scale) at the end of the interval
    std::size_t block = 1024;      // samples whose columns stay in the cache
  } projection;

  // The genetic algorithm of 000: the published defaults of its toolbox (GEATbx 3.8, H. Pohlheim).
  struct Genetic {
    std::array<std::size_t, 4> sizes{25, 20, 15, 30};  // of the subpopulations, or shares where a size is given
    std::size_t smallest = 2;                          // subpopulation: one has no rank
    std::size_t generations = 100;
    double pressure = 1.7;             // of linear ranking: children of the best over the mean
    double renewed = 0.9;              // of a subpopulation in every generation
    double mutation_range = 0.1;       // of the box, largest step
    double mutation_precision = 16.0;  // steps range times 2^-(u precision)
  } genetic;

  // Pagmo's algorithms, as long as the genetic algorithm; the rest are pagmo's own defaults.
  struct Pagmo {
    unsigned population = 90;
    unsigned generations = 100;
    double infinite = 1e300;                                                            // pagmo does not like infinity
    double crossover = 0.9, distribution = 1.0, mutation = 0.02, mutation_width = 1.0;  // sga
    unsigned tournament = 2;                                                            // sga
    unsigned variant = 2, adaptation = 1;                                               // sade
    double sigma = 0.5;                                                                 // cmaes: of the unit cube
    double tolerance = 1e-6;                                                            // sade, cmaes: of x and of f
    double inertia = 0.7298, own = 2.05, social = 2.05, speed = 0.5;                    // pso (Clerc, Kennedy 2002)
    unsigned pso_variant = 5, topology = 2, neighbours = 4;                             // pso
  } pagmo;

  struct Intervals {
    double wide = 1.0;           // of the logarithm: an interval from value/e to value e tells nothing
    double wide_linear = 0.02;   // of the box: a linear value near 0 whose interval is smaller is known
    double probability = 0.975;  // below the upper end of a two-sided 95 % interval
    double event_way = 2e-3;     // of the logarithm: differences along break points that move events by some samples
    double parabolic = 1.8;      // of the rise, to either side: the interval is then right within 30 %
    Descent follow{Slopes::differences, 8, 1e-6};  // the others, along a profile
    double far_log = 3.0;                          // of the logarithm: a profile that has not risen here never does
    double far_box = 2.0;                          // of the box, and
    double far_value = 3.0;                        // of the value: likewise along a linear coordinate
    double stretch = 2.5;                          // of the way, from one point of a profile to the next
    int halvings = 5;                              // of the last way: 3 % of it
    double first_break = 1e-3;                     // of the logarithm: the first way along a break point
    double first_log = 0.5;                        // the first way along others at most,
    double first_box = 0.2;                        // of the box where they are linear
    double at_bound = 1e-9;                        // of the range
    double overflow = 700.0;                       // exp() of more is infinite
    double unbounded = 1e4;                        // times the value: an end so far away says nothing
    double spare = 13.0;  // squares of the noise: what an element that is not there gains by chance, see intervals.cpp
    double worse = 0.1;   // of the sum of squares: no longer as good a fit, however correlated its residuals are
  } intervals;

  // Where a body stands still, and where the sign of its velocity is a guess.
  struct Still {
    double least_noise = 1e-5;  // of the largest velocity: less hides no sign
    double steps = 1.5;         // of the position sensor: one, whatever rounding adds
    double noises = 8.0;        // of the position sensor: the width of thousands of samples of noise
    double rounding = 1e-9;     // of the travel
    std::size_t samples = 10;   // a reversal is no stop
    double deviations = 4.0;    // of the way that the noise of a velocity makes by chance
    double guessed = 0.5;       // of the samples that move: where more signs are guesses, a fit takes them all,
    double excused = 0.25;      // and a comparison where these are more: the data are not for such laws
    double left = 0.05;         // of the samples must be left, to fit and to compare,
    std::size_t fewest = 20;    // and so many
  } still;

  // What deriving a velocity does to the parameters.
  struct SensorBias {
    double margin = 2.8;       // of the rms shift: 95 % of Student, four views
    double sign_errors = 3.0;  // errors of a derived velocity: slower than that, its sign is a guess
    std::size_t around = 30;   // samples to either side over which that error is measured
  } sensor_bias;

  // What happens between samples.
  struct SamplingBias {
    std::size_t parts = 8;       // of a step: its error falls to a sixty-fourth
    std::size_t work = 2000000;  // samples times parts: longer recordings get fewer parts
    Descent descent{Slopes::differences, 12, 1e-6};
    double bends = 0.5;    // of what the velocities say: displacements that differ by more are not precise
    double margin = 0.5;   // of the shift: the motion between samples is a guess
    double refuted = 1.5;  // times the sum of squares: no machine that moved between the samples
  } sampling_bias;

  double untrustworthy = 0.3;  // of the value: an error of the recording that shifts it further leaves no digit

  // What the data do not show is left out.
  struct Simplify {
    double worth_a_look = 20.0;  // times the allowed rise, after a short descent: a longer one may still take it back
  } simplify;

  // When a fit is good, usable or no explanation.
  struct Judgement {
    double above_noise = 2.0;  // RMSE over the noise of the sensor: more is something that the law does not describe
    double far_above_noise = 3.0;  // likewise, where the share below is left over as well
    double negligible = 0.02;      // of the signal's deviation from its mean: smaller residuals do no harm (R2 0.9996)
    double unexplained = 0.32;     // likewise: R2 below 0.9 leaves a third of the signal
    double blown_up = -3.0;        // R2: residuals of twice the signal are no friction law's
    double worse_unseen = 2.0;     // RMSE of unseen data over that of fitted ones
  } judgement;

  // Which law explains the data.
  struct Ranking {
    std::array<std::size_t, 7> blocks{10, 8,  12, 6,
                                      14, 20, 4};  // in time, every second one for the test; tried in turn
    double still = 0.02;                           // of the largest speed: slower is no direction
    double least_side = 0.25;                      // of what moves forward, and of what moves back, on either side
    std::size_t compared_blocks = 20;              // of the test samples, for the standard error of differences
    double told_apart = 2.0;                       // standard errors
    double large_loss = 1.25;                      // times the least error: no scatter of the blocks excuses that
    double practical = 0.04;                       // of the error: a difference that nobody would notice in use
  } ranking;

  // What to record to see more.
  struct Advice {
    double level = 1e-3;      // of the largest force: a smaller level that was found is none
    double slow = 0.02;       // of the largest velocity: slow enough to see presliding
    double close = 0.98;      // correlation: two parameters that can hardly be separated
    double correlated = 5.0;  // samples: residuals that hang together for longer are no noise
  } advice;

  struct Report {
    std::size_t lags = 100;        // of the autocorrelation
    std::size_t steps_in_ten = 1;  // equal neighbours of a velocity that comes in steps, of ten
    double relative_floor = 0.05;  // of the largest value, below which an error is not taken relatively
  } report;
};

inline constexpr Tuning tuning{};

}  // namespace stickslip::identify
