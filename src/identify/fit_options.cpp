// The options of a fit, described once for every front end.
#include <algorithm>
#include <stdexcept>

#include "stickslip/identify/rank.hpp"
#include "stickslip/names.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

constexpr double most_threads = 1024.0;  // far above any machine of today; a typed 10000 is a mistake

std::vector<std::string_view> law_names() {
  std::vector<std::string_view> names;
  for (const LawInfo& law : law_catalogue()) names.push_back(law.name);
  return names;
}

std::vector<std::string_view> strategy_names() {
  std::vector<std::string_view> names;
  for (const StrategyInfo& s : strategies()) names.push_back(s.name);
  return names;
}

// ---- fixed: key=value

Setting read_fixed(const std::string& text) {
  const std::string where = option_reference("fixed", text);
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw std::invalid_argument(where + ": write key=value, as in stribeck_exponent=2");
  const std::string key = text.substr(0, equals);
  return {"law", key.starts_with("law.") ? key.substr(4) : key, value_from_text(text.substr(equals + 1)), where};
}

// ---- bounds: key=low,high

Setting bounds_from(const std::string& text) {
  const auto equals = text.find('=');
  const std::string key = text.substr(0, equals);
  const std::string range = equals == std::string::npos ? "" : text.substr(equals + 1);
  Setting s{"law",
            key.starts_with("law.") ? key.substr(4) : key,
            value_from_text(range.starts_with('[') ? range : "[" + range + "]"),
            {}};
  if (key.empty() || s.value.numbers.size() != 2)
    throw std::invalid_argument(option_reference("bounds", text) +
                                ": write key=low,high, as in stribeck_velocity=1e-4,1e-2");
  s.where = option_reference("bounds", setting_words(s));
  if (!(s.value.numbers[0] < s.value.numbers[1]))
    throw std::invalid_argument(s.where + ": the lower bound must lie below the upper one");
  return s;
}

// ---- both rows hold settings

template <std::vector<Setting> FitOptions::*settings, auto parse>
void put_settings(FitOptions& o, const Words& words) {
  (o.*settings).clear();
  for (const std::string& word : words) (o.*settings).push_back(parse(word));
}

template <std::vector<Setting> FitOptions::*settings>
Words get_settings(const FitOptions& o) {
  Words words;
  for (const Setting& s : o.*settings) words.push_back(setting_words(s));
  return words;
}

// ---- nuisances: two rows, for every recording and in common

template <bool common>
void put_nuisances(FitOptions& o, const Words& words) {
  std::erase_if(o.nuisances, [](const NuisanceWish& w) { return w.common == common; });
  for (const std::string& name : words) {
    const auto same = [&name](const NuisanceWish& w) { return w.name == name; };
    if (std::any_of(o.nuisances.begin(), o.nuisances.end(), same))
      throw std::invalid_argument("the nuisance " + name + " is asked for twice; take it out of " +
                                  option_reference("nuisances") + " or " + option_reference("common"));
    o.nuisances.push_back({name, common});
  }
}

template <bool common>
Words get_nuisances(const FitOptions& o) {
  Words words;
  for (const NuisanceWish& w : o.nuisances)
    if (w.common == common) words.push_back(w.name);
  return words;
}

}  // namespace

std::string setting_words(const Setting& s) {
  if (!s.value.text.empty()) return s.key + "=" + s.value.text;
  std::string numbers;
  for (const double x : s.value.numbers) numbers += (numbers.empty() ? "" : ", ") + to_text(x);
  return s.key + "=" + (s.value.is_list ? "[" + numbers + "]" : numbers);
}

std::span<const OptionRow> FitOptions::options() {
  using F = FitOptions;
  static const std::array rows{
      option_row<&F::law>(
          {.name = "law", .doc = "Name of the law", .noun = "friction law", .choices = law_names, .everyday = true}),
      option_row<&F::elements>(
          {.name = "elements", .doc = "Number of elements, for laws that have elements (default: the law's own)"}),
      option_row<&F::free>({.name = "free", .doc = "Parameters to find (default: those that the data can show)"}),
      custom_row<F, put_settings<&F::fixed, read_fixed>, get_settings<&F::fixed>>(
          OptionKind::settings,
          {.name = "fixed", .doc = "Hold a parameter at a value: key=value", .typed = "fix", .everyday = true}),
      custom_row<F, put_settings<&F::bounds, bounds_from>, get_settings<&F::bounds>>(
          OptionKind::settings,
          {.name = "bounds", .doc = "Look for a parameter only between two values: key=low,high"}),
      option_row<&F::per_direction>(
          {.name = "per_direction", .doc = "Parameters with a value for each direction of motion, or all"}),
      choice_row<&F::loss, fit_loss_names>(
          {.name = "loss", .doc = "ls (mean square), mre (mean relative error), huber or absolute", .noun = "loss"}),
      option_row<&F::huber>({.name = "huber",
                             .unit = "N",
                             .doc = "Residual from which huber grows linearly (default: 1.345 times the noise)",
                             .lower = 0.0}),
      option_row<&F::strategy>({.name = "strategy",
                                .doc = "How the parameters are searched",
                                .noun = "strategy",
                                .choices = strategy_names}),
      option_row<&F::seed>({.name = "seed", .doc = "Seed of the search; the same seed gives the same bits"}),
      option_row<&F::budget>(
          {.name = "budget", .doc = "Evaluations of the global search (default: the strategy's own)"}),
      option_row<&F::population>(
          {.name = "population", .doc = "Individuals of a genetic search in all (default: 90)", .upper = 1e6}),
      option_row<&F::generations>(
          {.name = "generations", .doc = "Generations of a genetic search (default: 100, or what a budget allows)"}),
      option_row<&F::crossover_rate>({.name = "crossover_rate",
                                      .doc = "Share of the children that are recombined from two parents, for ga",
                                      .lower = 0.0,
                                      .upper = 1.0}),
      option_row<&F::mutation_rate>({.name = "mutation_rate",
                                     .doc = "Parameters of a child that mutate, in the mean, for ga",
                                     .lower = 0.0,
                                     .upper = 1e3}),
      option_row<&F::migration_rate>({.name = "migration_rate",
                                      .doc = "Share of a subpopulation that migrates to the next, for ga",
                                      .lower = 0.0,
                                      .upper = 1.0}),
      option_row<&F::migration_period>(
          {.name = "migration_period", .doc = "Generations between two migrations, 0 for none, for ga"}),
      option_row<&F::train>({.name = "train",
                             .doc = "Share of every recording, from its beginning, that is fitted; the rest is scored",
                             .lower = 0.0,
                             .upper = 1.0,
                             .above_lower = true,
                             .everyday = true}),
      option_row<&F::blocks>(
          {.name = "blocks", .doc = "Cut every recording into so many blocks and keep every second one for the test"}),
      option_row<&F::closed_loop>(
          {.name = "closed_loop", .doc = "The recorded force drives a body; motions are compared"}),
      option_row<&F::compare_below>(
          {.name = "compare_below",
           .unit = "Hz",
           .doc = "Compare forces through a low-pass of this frequency (default: as they are)",
           .lower = 0.0}),
      custom_row<F, put_nuisances<false>, get_nuisances<false>>(
          OptionKind::names, {.name = "nuisances",
                              .doc = "Find these for every recording: offset, gain, ...",
                              .noun = "nuisance",
                              .choices = nuisance_names,
                              .typed = "nuisance"}),
      custom_row<F, put_nuisances<true>, get_nuisances<true>>(
          OptionKind::names, {.name = "common",
                              .doc = "Find these once for all recordings: inertia, gravity, ...",
                              .noun = "nuisance",
                              .choices = nuisance_names,
                              .everyday = true}),
      option_row<&F::threads>({.name = "threads",
                               .doc = "Number of threads (default: 0, one per processor)",
                               .upper = most_threads,
                               .changes_result = false}),
      choice_row<&F::device, device_names>({.name = "device", .doc = "Where batches run", .noun = "device"}),
      option_row<&F::polish>({.name = "polish", .doc = "Least squares behind the search"}),
      option_row<&F::intervals>({.name = "intervals", .doc = "Uncertainty of what was found"}),
  };
  return rows;
}

std::span<const OptionRow> RankOptions::options() {
  static const std::array rows{
      option_row<&RankOptions::laws>({.name = "laws",
                                      .doc = "Fit only these laws (default: all that the data can feed)",
                                      .noun = "friction law",
                                      .choices = law_names,
                                      .everyday = true}),
      option_row<&RankOptions::elements>(
          {.name = "elements", .doc = "Number of elements, for laws that have elements"}),
  };
  return rows;
}

void render_options(FitReport& report, const OptionWording& wording) {
  const auto render = [&wording](std::string& text) { text = apply_wording(text, wording); };
  for (std::vector<FittedParameter>* all : {&report.parameters, &report.nuisances})
    for (FittedParameter& p : *all) render(p.remark);
  for (std::vector<std::string>* all : {&report.advice, &report.notes})
    for (std::string& text : *all) render(text);
  render(report.reason);
  render(report.verdict.reason);
  render(report.verdict.next_step);
  render(report.message);
}

void render_options(RankReport& report, const OptionWording& wording) {
  for (RankRow& row : report.rows) {
    row.skipped = apply_wording(row.skipped, wording);
    render_options(row.fit, wording);
  }
  for (std::string& text : report.notes) text = apply_wording(text, wording);
  report.verdict.reason = apply_wording(report.verdict.reason, wording);
  report.verdict.next_step = apply_wording(report.verdict.next_step, wording);
}

}  // namespace stickslip::identify
