// Random experiments: law, parameters, machine and drive drawn from a seed. Every run ends within its budget of work,
// with finite numbers, and with the energy of its machine balanced up to where it ended.
//
//   STICKSLIP_RANDOM_RUNS=100000   that many runs (seeds 1, 2, ...), in place of some hundreds
//   STICKSLIP_RANDOM_FIRST=5001    the first seed
//   STICKSLIP_RANDOM_TALK=1        prints every run; with STICKSLIP_RANDOM_RUNS=1 this replays one seed
//
// A seed chooses an experiment, a law that makes sense in it, and a width of up to four decades; every parameter of
// law, machine and drive is then drawn within that width of its default, inside the bounds of its table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "parameters.hpp"
#include "stickslip/experiment.hpp"

namespace stickslip::experiment {
namespace {

using conformance::Random;

// The budget of a run: what is given to solver.most_seconds and so on.
constexpr double most_seconds = 0.1;    // [s] processor time left
constexpr double most_steps = 300'000;  // accepted and rejected
constexpr double most_events = 5'000;   // of law and watches
constexpr double most_rows = 200'000;   // of the trajectory
constexpr double all_seconds = 15.0;    // [s] for a run under this budget, with figures and the pages of its rows
constexpr double closed = 1e-6;         // imbalance over what flowed,
constexpr double oil_closed = 1e-5;     // with oil under a pressure of the order of its bulk modulus

std::size_t number_from_environment(const char* name, std::size_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

// ---- the draw

void draw(Random& rng, double reach, ParamGroup& group) {
  const std::vector<double> usual = group.values;
  for (int attempt = 0; attempt < 100; ++attempt) {
    group.values = usual;
    for (std::size_t k = 0; k < group.table.size(); ++k) {
      const Field& f = group.table[k];
      const auto first = group.values.begin() + std::ptrdiff_t(f.first);
      for (auto value = first; value < first + std::ptrdiff_t(group.lengths[k]); ++value)
        *value = conformance::drawn(rng, f, *value, {reach, reach});
      if (f.shape == Shape::elements && f.unit == "s") std::sort(first, first + std::ptrdiff_t(group.lengths[k]));
    }
    for (int pass = 0; pass < 3; ++pass)
      for (const Relation& r : group.relations) conformance::repair(rng, group.table, r, group.values);
    if (complaint(group).empty()) return;
  }
  throw std::logic_error("no admissible values for '" + std::string(group.name) + "' in 100 draws");
}

// What takes seconds by default is drawn around something shorter.
void shorten(Experiment& e) {
  if (e.base != "blade-wheel") return;
  assign(e.drive, "loads", {.numbers = {1.0, 10.0}, .is_list = true});
  assign(e.drive, "frequencies", {.numbers = {2.0}});
  assign(e.drive, "cycles", {.numbers = {5.0}});
}

bool is_hydraulic(const Experiment& e) { return e.base.starts_with("hydraulic"); }

// A force that sets in on a cylinder that is not at x = 0 adds f x to what is stored: it acts from the start. Oil under
// a pressure of the order of its bulk modulus stores so much that more digits are asked for.
void settle_cylinder(Experiment& e) {
  assign(e.plant, "load_time", {.numbers = {0.0}});
  assign(e.solver, "relative_tolerance", {.numbers = {std::min(1e-10, e.solver["relative_tolerance"])}});
}

Experiment drawn_experiment(std::size_t seed) {
  Random rng(seed);
  rng.discard(20);
  const auto bases = experiment_catalogue();
  Recipe recipe{.base = std::string(bases[rng() % bases.size()].name), .law_values = LawValues::law_table};
  std::vector<const LawInfo*> laws;
  for (const LawInfo& law : law_catalogue())
    if (refusal(recipe.base, law).empty()) laws.push_back(&law);
  const LawInfo& law = *laws[rng() % laws.size()];
  recipe.law = law.name;
  if (law.has_elements) recipe.elements = 1 + rng() % 10;
  Experiment e = experiment(recipe);
  shorten(e);
  const double reach = std::pow(10.0, conformance::uniform(rng, 0.0, 4.0));
  for (ParamGroup* group : {&e.law, &e.plant, &e.drive}) draw(rng, reach, *group);
  if (is_hydraulic(e)) settle_cylinder(e);
  const auto limit = [&e](const char* name, double value) {
    if (!e.solver.table.empty()) assign(e.solver, name, {.numbers = {value}});
  };
  limit("most_seconds", most_seconds);
  if (e.solver.table.empty()) assign(e.drive, "most_seconds", {.numbers = {most_seconds}});
  limit("most_steps", most_steps);
  limit("most_events", most_events);
  limit("most_rows", most_rows);
  return e;
}

// The experiment as a command line.
std::string command(const Experiment& e) {
  std::string text = "stickslip run " + e.base + " --law " + e.law_name;
  if (e.elements > 0) text += " --elements " + std::to_string(e.elements);
  for (const ParamGroup* group : e.groups())
    for (const Field& f : group->table)
      text += " --set '" + std::string(group->name) + "." + std::string(f.name) + "=" + value_text(*group, f) + "'";
  return text;
}

// ---- the balance

// Columns of a machine: what it stores, what comes in and what goes out.
struct Ports {
  std::vector<std::string> stored, in, out;
};

const std::vector<Ports>& all_ports() {
  static const std::vector<Ports> all{
      {{"stored_energy"}, {"work_valve"}, {"work_leakage", "work_friction", "work_stops"}},
      {{"stored_energy"}, {"work_pressure", "work_centrifugal"}, {"work_friction", "work_damping"}},
      {{"energy"}, {"work_engine"}, {"slip_energy", "work_road", "work_damper"}},
      {{"kinetic_energy"}, {"work_motor"}, {"work_friction", "work_viscous", "work_springs"}},
      {{}, {"work_in"}, {"work_friction"}}};
  return all;
}

double sum(const solve::Trajectory& rows, const std::vector<std::string>& names, std::size_t i) {
  double all = 0.0;
  for (const std::string& name : names) all += rows.column(name)[i];
  return all;
}

// The energy that is lost in rounding [J]: below a hundred times solver.absolute_tolerance nothing is controlled, and
// that of oil, V beta (exp(P/beta) - 1), is known to the last digit of V beta.
double rounding(const ExperimentResult& r) {
  constexpr double least = 1e-12;
  if (!is_hydraulic(r.experiment)) return least;
  const ParamGroup& p = r.experiment.plant;
  const double volume = p["bore"] * p["bore"] * p["stroke"] + p["dead_volume_1"] + p["dead_volume_2"];
  return least + 1e-15 * volume * p["bulk_modulus"];
}

// The largest imbalance over the energy that has passed the ports and the store; 0 for a machine without a balance.
double imbalance(const ExperimentResult& r) {
  const solve::Trajectory& rows = r.trajectory;
  if (rows.rows() == 0) return 0.0;
  for (const Ports& p : all_ports()) {
    bool there = true;
    for (const auto* names : {&p.stored, &p.in, &p.out})
      for (const std::string& name : *names) there = there && rows.has(name);
    if (!there) continue;
    const auto stored = [&](std::size_t i) {
      if (!p.stored.empty()) return sum(rows, p.stored, i);
      const double v = rows.column("velocity")[i];
      return r.experiment.plant["mass"] * v * v / 2.0;
    };
    double flowed = stored(0);
    double worst = 0.0;
    for (std::size_t i = 1; i < rows.rows(); ++i) {
      const double now = stored(i);
      flowed += std::abs(now - stored(i - 1));
      for (const auto* names : {&p.in, &p.out})
        for (const std::string& name : *names) flowed += std::abs(rows.column(name)[i] - rows.column(name)[i - 1]);
      worst = std::max(worst, std::abs(now - stored(0) - sum(rows, p.in, i) + sum(rows, p.out, i)));
    }
    return worst > rounding(r) ? worst / flowed : 0.0;
  }
  return 0.0;
}

// The first column or figure with a number that is not finite; empty when all are.
std::string not_finite(const ExperimentResult& r) {
  const auto finite = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  };
  for (const Column& c : r.trajectory.columns())
    if (!finite(r.trajectory.column(c.name))) return c.name;
  for (std::size_t k = 0; k < r.table.columns.size(); ++k)
    if (!finite(r.table.values[k])) return r.table.columns[k].name;
  for (const Figure& f : r.figures)
    if (!finite(f.values)) return std::string(f.info->name);
  return {};
}

// ---- a run

enum class Outcome : std::uint8_t { ended, budget, reason, refused, silent, not_finite, open, slow };
constexpr std::array<std::string_view, 8> words{"ended",  "budget",     "reason", "refused",
                                                "silent", "not finite", "open",   "slow"};

struct Verdict {
  std::size_t seed;
  std::string base, law;
  Outcome outcome;
  double seconds = 0.0;
  std::string message = {};
};

Outcome judge(const ExperimentResult& r, double seconds, std::string& message) {
  using solve::Ending;
  message = r.message;
  if (r.report.ending == Ending::not_finite && !message.empty()) return Outcome::reason;
  if (const std::string name = not_finite(r); !name.empty()) {
    message = name + " is not finite; " + message;
    return Outcome::not_finite;
  }
  if (const double gap = imbalance(r); !(gap <= (is_hydraulic(r.experiment) ? oil_closed : closed))) {
    message = "energy open by " + to_text(gap) + "; " + message;
    return Outcome::open;
  }
  if (seconds > all_seconds) return Outcome::slow;
  if (r.completed) return Outcome::ended;
  const bool budget = r.message.find("out of time") != std::string::npos || r.report.ending == Ending::too_slow ||
                      r.report.ending == Ending::too_many_steps || r.report.ending == Ending::too_many_events ||
                      r.report.ending == Ending::too_many_rows;
  if (r.message.empty()) return Outcome::silent;
  return budget ? Outcome::budget : Outcome::reason;
}

Verdict run_seed(std::size_t seed, bool talks) {
  const Experiment e = drawn_experiment(seed);
  Verdict one{seed, e.base, e.law_name, Outcome::refused};
  if (talks) std::printf("%zu: %s\n", seed, command(e).c_str());
  const double began = solve::thread_seconds();
  try {
    const ExperimentResult r = run(e);
    one.seconds = solve::thread_seconds() - began;
    one.outcome = judge(r, one.seconds, one.message);
  } catch (const std::invalid_argument& error) {
    one.message = error.what();
  }
  if (talks) std::printf("  %.2f s %s: %s\n", one.seconds, words[std::size_t(one.outcome)].data(), one.message.c_str());
  std::fflush(stdout);
  return one;
}

// ---- the report

using Counts = std::array<std::size_t, words.size()>;

void print(const char* title, const std::map<std::string, Counts>& all) {
  std::printf("\n%-24s", title);
  for (const std::string_view word : words) std::printf("%11s", word.data());
  for (const auto& [name, counts] : all) {
    std::printf("\n%-24s", name.c_str());
    for (const std::size_t n : counts) std::printf("%11zu", n);
  }
  std::printf("\n");
}

TEST(random_runs, end_within_their_budget_with_finite_numbers_and_a_closed_balance) {
  const std::size_t count = number_from_environment("STICKSLIP_RANDOM_RUNS", 300);
  const std::size_t first = number_from_environment("STICKSLIP_RANDOM_FIRST", 1);
  const bool talks = std::getenv("STICKSLIP_RANDOM_TALK") != nullptr;
  std::map<std::string, Counts> laws, bases, whole;
  double slowest = 0.0;
  for (std::size_t seed = first; seed < first + count; ++seed) {
    const Verdict r = run_seed(seed, talks);
    slowest = std::max(slowest, r.seconds);
    for (Counts* counts : {&laws[r.law], &bases[r.base], &whole["all"]}) ++(*counts)[std::size_t(r.outcome)];
    EXPECT_LE(r.outcome, Outcome::refused) << "seed " << seed << ", " << words[std::size_t(r.outcome)] << ": " << r.base
                                           << " with " << r.law << ", " << r.seconds << " s: " << r.message;
  }
  print("law", laws);
  print("experiment", bases);
  print("", whole);
  std::printf("slowest: %.2f s\n", slowest);
}

}  // namespace
}  // namespace stickslip::experiment
