// The list of columns, the list of rows, and the way from one to the other.
#include "stickslip/scorecard.hpp"

#include <array>

#include "stickslip/friction/catalogue.hpp"
#include "subject.hpp"

namespace stickslip::scorecard {
namespace {

struct Measurement {
  ScoreColumn about;
  ScoreCell (*measure)(const Subject& subject);
};

// F_b is the break-away force, v_s the Stribeck velocity of the law.
constexpr std::array<Measurement, 13> measurements{{
    {{"stiction", "stiction", "m/s",
      "Speed of the mean position under 0.5 F_b, between the 9th and the 10th second; then the same at 1.2 F_b.",
      "yes: below 1 um/s, and 1.2 F_b moves the mass by 10 mm", "sticks", "", "moves"},
     stiction},
    {{"rising-static-friction", "rising static friction", "%",
      "Rise of the peak friction of a force ramp (10 F_b per second) from a dwell of 0.1 s to one of 100 s, both after "
      "a slide.",
      "yes: more than 5 %", "rises", "", "constant"},
     rising_static_friction},
    {{"frictional-memory", "frictional memory", "%",
      "Difference of friction between rising and falling speed, both at v_s, while the speed swings between 0.2 and "
      "1.8 v_s at 2 Hz; over their mean.",
      "yes: more than 1 %", "lags", "", "follows at once"},
     frictional_memory},
    {{"presliding", "presliding displacement", "m",
      "Displacement that comes back when a force of 0.5 F_b is taken away.",
      "yes: more than 1 pm, and at least a tenth of the displacement under load; partly: less than a tenth", "springs",
      "springs back in part", "none"},
     presliding_displacement},
    {{"stribeck", "Stribeck effect", "%",
      "Fall of the friction from its maximum to the least one at a higher speed, at steady speeds of 0.1, 0.3, 1, 3 "
      "and "
      "10 v_s.",
      "yes: more than 1 %", "falls", "", "does not fall"},
     stribeck_effect},
    {{"viscous", "viscous friction", "%/(m/s)", "Rise of the friction from 0.5 to 1 m/s, over F_b.",
      "yes: more than 0.1 % of F_b between the two speeds", "rises", "", "does not rise"},
     viscous_friction},
    {{"nonlocal-hysteresis", "hysteresis, non-local memory", "%",
      "Slow force cycle 0, 0.9, -0.9, 0.8, -0.4, 0.8 F_b: energy lost in the inner loop (0.8, -0.4, 0.8) over its "
      "height times its width.",
      "yes: more than 1 %, and the inner loop closes to 1 % of its width; partly: it does not close", "closes",
      "local memory", "none"},
     nonlocal_hysteresis},
    {{"drift", "drift under dither", "m",
      "Displacement gained per cycle under 0.3 F_b + 0.2 F_b sin(2 pi t/s): mean of cycles 31-40 against 21-30.",
      "none: below 1 pm; small: below 1 nm", "none", "small", "drifts"},
     drift_under_dither},
    {{"creep", "creep under load", "m", "Displacement gained under 0.9 F_b from 50 s to 100 s.",
      "none: below 1 pm; small: below 1 nm", "none", "small", "creeps"},
     creep_under_load},
    {{"passivity", "energy given away", "%",
      "10 000 random motions from rest: the most energy that one draws out of the law beyond what was put in, over the "
      "work turned over, after the uncertainty of the quadrature.",
      "none: in no motion, and the law claims to be passive for all parameters; depends: in no motion with these "
      "parameters, but the law has a condition; the number is that with others within a decade of them",
      "none", "depends", "gives away"},
     energy_drawn},
    {{"breakaway-rate", "break-away against rate", "%",
      "Change of the peak friction of a force ramp on the virgin contact from 0.1 to 10 F_b per second.",
      "depends: more than 2 % either way", "depends", "", "constant"},
     breakaway_against_rate},
    {{"ode3-step", "largest ode3 step", "s",
      "A mass swayed by 1.5 F_b sin(2 pi t/s) for 2 s: the largest step of 0.1 s, 56 ms, 32 ms, 18 ms, 10 ms, ... with "
      "which ode3 meets the range of its motion to 10 %, and with the next shorter one too.",
      "long: at least 1 ms; medium: at least 10 us", "long", "medium", "short"},
     largest_ode3_step},
    {{"cost", "cost per step", "ns",
      "Time of one sampled step (advance and force) on one core of the machine at hand, the fastest of 15 rounds of "
      "4000.",
      "cheap: below 100 ns; medium: below 1 us", "cheap", "medium", "dear"},
     cost_per_step},
}};

struct Candidate {
  std::string law;
  std::string options = {};  // in words
  std::vector<std::string> settings = {};
};

// "coulomb=1 viscous=0" as settings of the law.
std::vector<std::string> law_settings(std::string_view assignments) {
  std::vector<std::string> all;
  while (!assignments.empty()) {
    const std::size_t end = std::min(assignments.find(' '), assignments.size());
    all.push_back("law." + std::string(assignments.substr(0, end)));
    assignments.remove_prefix(std::min(end + 1, assignments.size()));
  }
  return all;
}

// Every law at the scale of 004 Table 1, and its variants as rows of their own.
std::vector<Candidate> candidates(const std::vector<std::string>& laws) {
  std::vector<Candidate> all;
  const auto add = [&all](const LawInfo& law) {
    all.push_back({std::string(law.name), "", law_settings(law.compared_at)});
    for (const LawVariant& v : law.variants)
      all.push_back({std::string(law.name), std::string(v.words), law_settings(v.settings)});
  };
  if (laws.empty())
    for (const LawInfo& law : law_catalogue()) add(law);
  for (const std::string& name : laws) add(law_info(name));
  return all;
}

ScoreCell measure(const Measurement& m, const Subject& subject) {
  try {
    return m.measure(subject);
  } catch (const RunFailed& failure) {
    return {std::numeric_limits<double>::quiet_NaN(), Score::no, failure.what()};
  }
}

}  // namespace

std::span<const ScoreColumn> scorecard_columns() {
  static const auto columns = [] {
    std::array<ScoreColumn, measurements.size()> all;
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = measurements[k].about;
    return all;
  }();
  return columns;
}

std::string_view choose_word(const ScoreColumn& column, Score verdict) {
  return verdict == Score::yes ? column.yes : verdict == Score::partly ? column.partly : column.no;
}

Scorecard scorecard(const ScorecardOptions& options) {
  Scorecard card{scorecard_columns(), {}};
  for (const Candidate& c : candidates(options.laws)) {
    ScoreRow row{.name = c.law + c.options, .law = c.law, .cells = {}};
    if (options.progress) options.progress(row.name);
    const Subject subject(c.law, c.settings);
    row.breakaway = subject.breakaway();
    for (const Measurement& m : measurements) row.cells.push_back(measure(m, subject));
    card.rows.push_back(std::move(row));
  }
  return card;
}

}  // namespace stickslip::scorecard
