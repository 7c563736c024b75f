#include "fit_words.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <ctime>

namespace stickslip::io {

using namespace identify;

namespace {

std::string share_words(double share) { return std::isfinite(share) ? text::percent(share) : "-"; }

constexpr std::string_view forward = ".forward";

bool is_other_side(const FittedParameter& a, const FittedParameter& b) {
  return a.name.ends_with(forward) && b.name == a.name.substr(0, a.name.size() - forward.size()) + ".back";
}

bool same_but_name(const FittedParameter& a, const FittedParameter& b) {
  return a.value == b.value && a.free == b.free && a.identified == b.identified && a.low == b.low && a.high == b.high &&
         a.remark == b.remark;
}

void add_scores(ScoreRows& table, const std::vector<FitScore>& scores, const std::string& part) {
  for (const FitScore& s : scores)
    table.rows.push_back({part, s.name, std::to_string(s.samples), text::digits_or_dash(s.rmse, 4),
                          share_words(s.nrmse), text::digits_or_dash(s.r2, 6), share_words(s.relative),
                          share_words(s.relative_norm), text::digits_or_dash(s.largest, 4)});
}

}  // namespace

std::string measured_unit(const FitReport& fit, bool rotary) {
  return text::show_unit(identify::measured_unit(fit), rotary);
}

std::string measured_name(const FitReport& fit, bool rotary) {
  if (!fit.closed_loop) return rotary ? "torque" : "force";
  if (fit.loss_unit.find('s') != std::string::npos) return "velocity";
  return rotary ? "angle" : "displacement";
}

std::string interval_words(const FittedParameter& p) {
  if (!p.free || !p.identified || p.method.empty() || !std::isfinite(p.low) || !std::isfinite(p.high)) return "-";
  return text::digits_or_dash(p.low, 5) + " ... " + text::digits_or_dash(p.high, 5);
}

std::string state_words(const FittedParameter& p) {
  if (!p.free) return "given";
  if (!p.identified) return "not identified";
  return p.method.empty() ? "no interval" : "found";
}

std::string remark_words(const FittedParameter& p) {
  const std::string state = state_words(p);
  if (p.remark.empty()) return state == "found" ? "" : state;
  const bool says_it = state == "found" || p.remark.starts_with(state) || p.remark.starts_with("held");
  return says_it ? p.remark : state + ": " + p.remark;
}

std::vector<FittedParameter> sides_together(const std::vector<FittedParameter>& parameters) {
  std::vector<FittedParameter> all;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    all.push_back(parameters[k]);
    if (k + 1 == parameters.size() || !is_other_side(parameters[k], parameters[k + 1]) ||
        !same_but_name(parameters[k], parameters[k + 1]))
      continue;
    all.back().name.resize(parameters[k].name.size() - forward.size());
    ++k;
  }
  return all;
}

std::string ending_words(const FitReport& fit) {
  if (!fit.completed) return "interrupted: the best so far";
  return std::string(fit.verdict.name());
}

std::string reason_lines(const Verdict& verdict) {
  std::string lines;
  if (!verdict.reason.empty()) lines += "  why:  " + in_one_line(verdict.reason) + "\n";
  if (!verdict.next_step.empty()) lines += "  next: " + in_one_line(verdict.next_step) + "\n";
  return lines;
}

std::string verdict_lines(const Verdict& verdict) {
  return "verdict: " + std::string(verdict.name()) + "\n" + reason_lines(verdict);
}

// With a capital at its beginning and a point at its end.
std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.back() == '.' ? text : text + ".";
}

std::vector<std::string> verdict_paragraphs(const Verdict& verdict) {
  std::vector<std::string> all{sentence(std::string(verdict.name()) + ": " + verdict.reason)};
  if (!verdict.next_step.empty()) all.push_back("Next: " + sentence(verdict.next_step));
  return all;
}

std::string law_words(const FitReport& fit) {
  return fit.law + (fit.elements > 0 ? ", " + std::to_string(fit.elements) + " elements" : "");
}

std::string_view to_name(FitLoss loss) { return fit_loss_names.at(std::size_t(loss)); }

std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\r', ' ');
  return text;
}

ScoreRows score_rows(const FitReport& fit, bool rotary) {
  const std::string unit = " [" + measured_unit(fit, rotary) + "]";
  ScoreRows table{{"part", "recording", "samples", "RMSE" + unit, "NRMSE", "R2", "mean relative error", "relative norm",
                   "largest" + unit},
                  {}};
  add_scores(table, fit.train, "fitted");
  add_scores(table, fit.test, "unseen");
  return table;
}

std::string today() {
  std::time_t now = std::time(nullptr);
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text(epoch);
    std::time_t given = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), given);
    if (error == std::errc() && end == text.data() + text.size()) now = given;
  }
  std::tm parts{};
  gmtime_r(&now, &parts);
  char buffer[32];
  return {buffer, std::strftime(buffer, sizeof buffer, "%Y-%m-%d", &parts)};
}

}  // namespace stickslip::io
