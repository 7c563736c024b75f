// A fit on a terminal, and its files.
#include "fit_words.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string parameters_text(const FitReport& fit, bool rotary) {
  Rows rows{{"parameter", "value", "95 % interval", "unit", "remark"}};
  const auto add = [&](const FittedParameter& p) {
    rows.push_back({p.name, text::digits_or_dash(p.value), interval_words(p), text::show_unit(p.unit, rotary),
                    in_one_line(remark_words(p))});
  };
  for (const FittedParameter& p : sides_together(fit.parameters)) add(p);
  for (const FittedParameter& p : fit.nuisances) add(p);
  return text::align_columns(rows, 2);
}

std::string scores_text(const FitReport& fit, bool rotary) {
  ScoreRows scores = score_rows(fit, rotary);
  constexpr std::size_t shown = 7;  // up to the mean relative error: a line of a terminal; the report has all
  scores.rows.insert(scores.rows.begin(), scores.header);
  for (auto& row : scores.rows) row.resize(shown);
  return text::align_columns(scores.rows, 2);
}

std::string count_words(const FitReport& fit) {
  const std::size_t samples = fit.train.empty() ? 0 : fit.train.front().samples;
  const std::size_t recordings = fit.traces.size();
  return std::to_string(recordings) + (recordings == 1 ? " recording, " : " recordings, ") + std::to_string(samples) +
         " samples fitted";
}

}  // namespace

std::string summary_text(const FitReport& fit, const Provenance& from) {
  std::string text = law_words(fit) + ": " + ending_words(fit) + "\n";
  text += reason_lines(fit.verdict);
  text += "  " + count_words(fit) + ", strategy " + fit.strategy + ", " + std::to_string(fit.evaluations) +
          " evaluations\n";
  text += parameters_text(fit, from.rotary) + scores_text(fit, from.rotary);
  for (const std::string& line : fit.advice) text += "  - " + in_one_line(line) + "\n";
  return text;
}

void write_fit(const FitReport& fit, const Provenance& from, const std::string& directory) {
  write_files(directory, {{"model.toml", model_toml(fit, from)},
                          {"fit.json", fit_json(fit, from)},
                          {"report.html", html(report_page(fit, from))}});
}

}  // namespace stickslip::io
