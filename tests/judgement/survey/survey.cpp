// Fresh truths, motions and noise without end: does a ranking name the law, do intervals hold the truth?
//
//   survey rank LAW SEED       one recording of the law, ranked among all laws:         a line of the answer
//   survey cover LAW SEED      recordings of the law as a bench might make them, fitted: a line for each parameter
//
// tools/survey.sh runs many of them at once and counts.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>

#include "../../identify/trial.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/identify/rank.hpp"
#include "stickslip/identify/recording.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::identify {
namespace {

using tests::Dice;

constexpr std::size_t elements = 3;

std::size_t make_elements(const std::string& law) { return law_info(law).has_elements ? elements : 0; }

std::uint64_t seed_for(const std::string& law, std::uint64_t number) {
  std::uint64_t seed = 77 + number;
  for (const char c : law) seed = seed * 1099511628211U + static_cast<unsigned char>(c);
  return seed;
}

double between(Dice& dice, double low, double high) { return low * std::pow(high / low, dice.unit()); }

// Beyond F_c/sigma_0 an elastic deflection leaves nothing of g in the law: the bristle stays there while it slides.
bool slides_at_its_level(const std::string& law, const ParamGroup& truth) {
  return law != "elasto-plastic" || truth["breakaway_deflection"] < truth.list("coulomb")[0] / truth["stiffness"];
}

// What a fit holds unless it is asked for is as the law has it: nobody who fits could know better.
ParamGroup draw_law(const std::string& law, Dice& dice) {
  const ParamGroup usual = law_group(law, make_elements(law));
  for (int attempt = 0; attempt < 1000; ++attempt) {
    ParamGroup truth = tests::draw_truth(law, make_elements(law), dice);
    for (const Field& f : truth.table)
      for (std::size_t o = 0; o < f.width && f.use_in_fits() == Fit::held && !f.name.ends_with("exponent"); ++o)
        truth.values[f.first + o] = usual.values[f.first + o];
    for (const Relation& r : truth.relations)  // a fit leaves out what lies above another one and is not asked for
      for (const Field& f : truth.table)
        if (r.kind == Relation::Kind::above_unless_zero && f.name == r.left && f.use_in_fits() == Fit::held)
          truth.values[f.first] = 0.0;
    if (complaint(truth).empty() && slides_at_its_level(law, truth)) return truth;
  }
  return usual;
}

// ---- what a bench records

// Phases of sinusoidal velocity, some within presliding, some sliding, in any order; in the law's own steps.
std::vector<Contact<double>> draw_motion(const std::string& law, const ParamGroup& truth, double sample,
                                         std::size_t samples, Dice& dice) {
  const double step = sample / double(tests::unseen_steps(law));
  const tests::Sizes sizes = tests::sizes_for(law, truth);
  std::vector<Contact<double>> motion{{}};
  const std::size_t phases = 4 + dice.below(4);
  for (std::size_t p = 0; p < phases; ++p) {
    const std::size_t count = samples / phases * tests::unseen_steps(law);
    const double periods = double(1 + dice.below(3));
    const double time = double(count) * step;
    const double presliding = between(dice, 0.4, 6.0) * sizes.path * 2.0 * std::numbers::pi * periods / time;
    const double sliding = between(dice, 0.4, 12.0) * sizes.speed;
    const double speed = p % 2 == 0 ? presliding : sliding;
    for (std::size_t k = 1; k <= count; ++k) {
      Contact<double> c = motion.back();
      c.velocity = speed * std::sin(2.0 * std::numbers::pi * periods * double(k) / double(count));
      c.displacement += (motion.back().velocity + c.velocity) / 2.0 * step;
      motion.push_back(c);
    }
  }
  return motion;
}

struct Bench {
  double step, noise;
  bool quantised;  // the position comes in steps, and the velocity is derived from it
  std::size_t files, samples;
};

Bench draw_bench(Dice& dice) {
  Bench b{.step = between(dice, 1e-4, 1e-2),
          .noise = between(dice, 1e-3, 5e-2),
          .quantised = false,
          .files = 1,
          .samples = 1500 + dice.below(2500)};
  b.quantised = dice.unit() < 0.4;
  b.files = 1 + dice.below(3);
  return b;
}

// Through the import, as a file would come.
Recording imported(const Recording& r, const std::string& law, const Bench& bench) {
  const batch::Record& record = r.record;
  measurement::Dataset data;
  data.file = record.name;
  std::vector<double> time, x, v;
  double low = 0.0, high = 0.0;
  for (const auto& c : record.motion) low = std::min(low, c.displacement), high = std::max(high, c.displacement);
  const double quantum = (high - low) / 4000.0;  // an encoder of twelve bits over the travel
  for (std::size_t k = 0; k < record.motion.size(); ++k) {
    time.push_back(double(k) * record.step);
    const double at = record.motion[k].displacement;
    x.push_back(bench.quantised ? quantum * std::round(at / quantum) : at);
    v.push_back(record.motion[k].velocity);
  }
  data.columns = {{"time", "s"}, {"displacement", "m"}, {"force", "N"}};
  data.values = {time, x, record.force};
  if (!bench.quantised) {
    data.columns.push_back({"velocity", "m/s"});
    data.values.push_back(v);
  }
  for (std::size_t k = 0; k < time.size(); ++k) data.lines.push_back(k + 2);
  return open_loop_recording(measurement::import_measurement(data, {}), record.name, law);
}

// ---- rankings

// Laws that have another one as a special case, or as a limit that no recording tells from it.
bool contains_law(const std::string& named, const std::string& truth) {
  if (named == truth) return true;
  const std::pair<std::string_view, std::vector<std::string_view>> contained_in[] = {
      {"coulomb", {"coulomb-viscous", "stribeck", "karnopp", "hybrid"}},
      {"coulomb-viscous", {"stribeck", "karnopp", "hybrid"}},
      {"stribeck", {"karnopp", "hybrid"}},
      {"dahl", {"bouc-wen", "lugre", "elasto-plastic"}},
      {"lugre", {"elasto-plastic", "modified-lugre", "new-modified-lugre"}},
      {"backlash", {"maxwell-slip", "gms", "backlash-stribeck"}},
      {"maxwell-slip", {"gms", "leuven"}},
  };
  for (const auto& [law, all] : contained_in)
    if (law == truth) return std::find(all.begin(), all.end(), named) != all.end();
  return false;
}

void survey_rank(const std::string& law, std::uint64_t number) {
  Dice dice(seed_for(law, number));
  ParamGroup truth = draw_law(law, dice);
  if (law_info(law).is_baseline) {  // of its two parts both must be visible
    const double viscous = between(dice, 0.2, 1.0) * truth["coulomb"] / (10.0 * tests::sizes_for(law, truth).speed);
    for (const Field& f : truth.table)
      for (std::size_t o = 0; o < f.width && f.name == "viscous"; ++o) truth.values[f.first + o] = viscous;
  }
  const double noise = between(dice, 3e-3, 3e-2);
  const auto motion = tests::rich_motion(law, truth, 1e-3, tests::unseen_steps(law));
  Recording r = tests::recorded(law, make_elements(law), truth, motion, 1e-3, noise, dice, tests::unseen_steps(law));
  for (std::size_t k = 0; k < r.record.force.size(); ++k)
    r.record.motion[k].applied = r.record.force[k];  // as the import does where none was recorded
  RankOptions options{.elements = elements};
  options.fit.threads = 1;
  options.fit.intervals = false;
  if (const char* laws = std::getenv("STICKSLIP_SURVEY_LAWS"))
    for (std::string all = laws; !all.empty(); all = all.find(',') < all.size() ? all.substr(all.find(',') + 1) : "")
      options.laws.push_back(all.substr(0, all.find(',')));
  const RankReport report = rank({r}, options);
  std::size_t own = 0;
  for (const RankRow& row : report.rows)
    if (row.law == law) own = row.complexity();
  const RankRow& first = report.rows[0];
  const bool named = contains_law(first.law, law);
  const bool overdone = report.winner && first.complexity() > own && !named;
  std::cout << "rank " << law << " " << number << " " << (named ? "named" : "missed") << " " << first.law << " "
            << (overdone ? "overdone" : "fair") << " " << report.verdict.name() << " noise " << noise;
  for (const RankRow& row : report.rows)
    if (row.law == law) std::cout << " own " << row.test_rmse / first.test_rmse << " behind " << row.behind;
  std::cout << std::endl;
}

// ---- intervals

void survey_cover(const std::string& law, std::uint64_t number) {
  Dice dice(seed_for(law, number));
  const std::size_t n = make_elements(law);
  const ParamGroup truth = draw_law(law, dice);
  const Bench bench = draw_bench(dice);
  std::vector<Recording> day;
  for (std::size_t f = 0; f < bench.files; ++f) {
    const auto motion = draw_motion(law, truth, bench.step, bench.samples / bench.files, dice);
    Recording r = tests::recorded(law, n, truth, motion, bench.step, bench.noise, dice, tests::unseen_steps(law));
    r.record.name = "run" + std::to_string(f + 1);
    day.push_back(imported(r, law, bench));
  }
  FitOptions options{.law = law, .elements = n, .seed = number + 1, .threads = 1};
  const FitReport fit = identify(day, options);
  const auto found = tests::sort_by_travel(fit);
  const std::string where = law + " " + std::to_string(number) + (bench.quantised ? " quantised" : " exact");
  std::cout << "fit " << where << " " << fit.verdict.name() << " step " << bench.step << " noise " << bench.noise
            << " files " << bench.files << " rmse over sensor noise " << fit.train[0].rmse / fit.sensor_noise << "\n";
  std::size_t at = 0;
  for (std::size_t f = 0; f < truth.table.size(); ++f)
    for (std::size_t o = 0; o < truth.lengths[f]; ++o, ++at) {
      const FittedParameter& p = found[at];
      if (!p.free || p.name.ends_with(".back")) continue;
      const double value = truth.values[truth.table[f].first + o];
      const bool inside = value >= p.low && value <= p.high;
      std::cout << "cover " << where << " " << truth.table[f].name << " "
                << (!p.identified ? "flagged"
                    : inside      ? "inside"
                                  : "outside")
                << " truth " << value << " found " << p.value << " [" << p.low << ", " << p.high << "] " << p.method
                << "\n";
    }
}

}  // namespace
}  // namespace stickslip::identify

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "survey rank|cover LAW SEED\n";
    return 2;
  }
  const std::string what = argv[1];
  const auto number = std::strtoull(argv[3], nullptr, 10);
  try {
    if (what == "rank")
      stickslip::identify::survey_rank(argv[2], number);
    else
      stickslip::identify::survey_cover(argv[2], number);
  } catch (const std::exception& error) {
    std::cout << what << " " << argv[2] << " " << number << " refused: " << error.what() << std::endl;
    return 1;
  }
  return 0;
}
