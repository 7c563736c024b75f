#include <algorithm>
#include <cmath>
#include <map>

#include "intervals.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::identify {

std::string brief_number(double value) {
  if (!(std::abs(value) > 0.0) || !std::isfinite(value)) return to_text(value);
  const double scale = std::pow(10.0, 2.0 - std::floor(std::log10(std::abs(value))));
  return to_text(std::round(value * scale) / scale);
}

std::vector<std::string> join_sides(std::vector<std::string> names) {
  for (std::size_t k = 0; k + 1 < names.size(); ++k) {
    const std::string stem = names[k].substr(0, names[k].find(".forward"));
    if (names[k] != stem + ".forward" || names[k + 1] != stem + ".back") continue;
    names[k] = stem;
    names.erase(names.begin() + std::ptrdiff_t(k) + 1);
  }
  return names;
}

namespace {

// A parameter that was found or given; 0 when the data do not tell it.
double find_known_value(const FitReport& report, std::string_view name) {
  for (const FittedParameter& p : report.parameters)
    if (p.name == name || p.name == std::string(name) + ".forward") return p.free && !p.identified ? 0.0 : p.value;
  return 0.0;
}

// The row of a parameter: that of "limit" for "limit[3]".
const Field* find_row(const FitReport& report, std::string_view name) {
  const std::string_view field = name.substr(0, name.find_first_of("[."));
  for (const Field& f : law_info(report.law).params)
    if (f.name == field) return &f;
  return nullptr;
}

std::string with_own_unit(double value, std::string_view unit, const FitReport& report) {
  return text::with_unit(brief_number(value), text::show_unit(unit, report.rotary));
}

// The text with the numbers that its braces stand for: friction/recordings.hpp. What the data do not tell is taken from
// their scales, never from the bounds of a search.
std::string with_numbers(std::string text, const FitReport& report, const DataScales& scales) {
  constexpr double some_travel = 0.01;  // of the travel: presliding where no stiffness is known
  const double found = find_known_value(report, "coulomb");
  const double level = found > tuning.advice.level * scales.force ? found : scales.force;
  const double stiffness = find_known_value(report, "stiffness");
  const double stroke = stiffness > level / scales.displacement ? level / stiffness : some_travel * scales.displacement;
  const std::pair<std::string_view, std::string> numbers[] = {
      {"{slow}", with_own_unit(tuning.advice.slow * scales.velocity, "m/s", report)},
      {"{fast}", with_own_unit(scales.velocity, "m/s", report)},
      {"{level}", with_own_unit(level, "N", report)},
      {"{stroke}", with_own_unit(stroke, "m", report)},
      {"{travel}", with_own_unit(scales.displacement, "m", report)}};
  for (const auto& [brace, number] : numbers)
    if (const auto at = text.find(brace); at != std::string::npos) text.replace(at, brace.size(), number);
  return text;
}

// Which recording would show a parameter.
std::string experiment_for(const FitReport& report, const std::string& name, const DataScales& scales) {
  const Field* row = find_row(report, name);
  if (row != nullptr && !row->fit.recording.empty())
    return with_numbers(std::string(row->fit.recording), report, scales);
  return "record a motion that changes with it, or fix it with " +
         option_reference("fixed", name.substr(0, name.find_first_of("[.")) + "=VALUE");
}

// What is said of an element alone, where nothing is known of any.
bool is_spare(const FitReport& report, const std::string& name) {
  return report.elements_needed < report.elements && belongs_to_element(name);
}

void add_spare_elements(const FitReport& report, const DataScales& scales, std::vector<std::string>& all) {
  if (report.elements_needed == report.elements) return;
  const std::string needed = std::to_string(report.elements_needed);
  all.push_back(needed + (report.elements_needed == 1 ? " element follows" : " elements follow") +
                " these data as well as " + std::to_string(report.elements) + ": fit again with " +
                option_reference("elements", needed) + ", or record reversals of several sizes up to " +
                with_own_unit(scales.displacement, "m", report));
}

// Parameters that went astray together have one remedy.
void add_unidentified(const FitReport& report, const DataScales& scales, std::vector<std::string>& all) {
  std::map<std::string, std::vector<std::string>> by_remedy;
  for (const FittedParameter& p : report.parameters)
    if (p.free && !p.identified && !is_spare(report, p.name)) {
      const bool tied = p.remark.find("only together with") != std::string::npos;
      by_remedy[tied ? "fix one of the coupled parameters (" + option_reference("fixed", "NAME=VALUE") +
                           "), or leave a nuisance out"
                     : experiment_for(report, p.name, scales)]
          .push_back(p.name);
    }
  for (const auto& [remedy, names] : by_remedy)
    all.push_back(text::join_in_words(join_sides(names)) + " cannot be identified from these data: " + remedy);
  for (const FittedParameter& p : report.nuisances)
    if (!p.identified) all.push_back(p.name + " cannot be identified from these data: leave it out");
}

void add_inseparable(const FitReport& report, const DataScales& scales, std::vector<std::string>& all) {
  const std::size_t n = report.correlated.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double r = report.correlation[i * n + j];
      if (std::abs(r) < tuning.advice.close || is_spare(report, report.correlated[i]) ||
          is_spare(report, report.correlated[j]))
        continue;
      all.push_back(report.correlated[j] + " and " + report.correlated[i] + " can hardly be separated (correlation " +
                    brief_number(r) + "): " + experiment_for(report, report.correlated[i], scales));
    }
}

void add_residuals(const FitReport& report, std::vector<std::string>& all) {
  if (report.correlation_time > tuning.advice.correlated)
    all.push_back("the residuals are correlated over " + brief_number(report.correlation_time) +
                  " samples: the law misses something that the data show, or the sensors filter; intervals are widened "
                  "for it, but they hold only if the law is right");
}

}  // namespace

std::vector<std::string> advice_for(const FitReport& report, const DataScales& scales) {
  std::vector<std::string> all;
  add_spare_elements(report, scales, all);
  add_unidentified(report, scales, all);
  add_inseparable(report, scales, all);
  add_residuals(report, all);
  return all;
}

}  // namespace stickslip::identify
