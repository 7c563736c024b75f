// report.html of a fit: everything but the plots.
#include <cmath>

#include "fit_parts.hpp"
#include "fit_words.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

int rank_verdict(const FittedParameter& p) { return !p.free ? 0 : p.identified ? 1 : -1; }

ReportTable parameter_table(const std::vector<FittedParameter>& parameters, const std::string& title, bool rotary) {
  ReportTable table{.title = title,
                    .header = {"parameter", "value", "95 % interval", "unit", "meaning and remark"},
                    .rows = {},
                    .words = {"state", "found", "given", "not identified"}};
  for (const FittedParameter& p : sides_together(parameters)) {
    table.rows.push_back({p.symbol.empty() ? p.name : p.name + " (" + p.symbol + ")", text::digits_or_dash(p.value),
                          interval_words(p), text::show_unit(p.unit, rotary),
                          p.doc + (p.remark.empty() ? "" : " " + sentence(p.remark))});
    table.verdicts.push_back(rank_verdict(p));
  }
  return table;
}

std::string make_subtitle(const FitReport& fit, const Provenance& from) {
  return law_words(fit) + ": " + ending_words(fit) + ". stickslip " + from.version + ", " + from.date + ".";
}

ReportTable options_table(const FitReport& fit) {
  ReportTable table{.title = "How it was fitted", .header = {"what", "value"}, .rows = {}};
  for (const OptionRow& row : FitOptions::options()) {
    const std::string text = words_text(option_words(fit.options, row));
    const std::string unit = row.unit.empty() || text.empty() ? "" : " " + std::string(row.unit);
    if (row.changes_result) table.rows.push_back({std::string(row.name), text.empty() ? "-" : text + unit});
  }
  for (std::vector<std::string> row : std::vector<std::vector<std::string>>{
           {"strategy used", fit.strategy},
           {"loop", fit.closed_loop ? "closed: motions are compared" : "open: forces are compared"},
           {"free parameters", std::to_string(fit.free_count)},
           {"loss reached", text::digits_or_dash(fit.loss) + " " + fit.loss_unit},
           {"AICc", text::digits_or_dash(fit.aicc)},
           {"condition of the slopes", text::digits_or_dash(fit.condition, 3)},
           {"ending", in_one_line(fit.message)}})
    table.rows.push_back(std::move(row));
  return table;
}

}  // namespace

Section parameters_section(const FitReport& fit, bool rotary) {
  Section section{.title = "Parameters"};
  section.tables.push_back(parameter_table(fit.parameters, "Parameters of the law " + fit.law, rotary));
  if (!fit.nuisances.empty())
    section.tables.push_back(parameter_table(fit.nuisances, "Nuisances: what the bench adds", rotary));
  return section;
}

Section scores_section(const FitReport& fit, bool rotary) {
  ScoreRows scores = score_rows(fit, rotary);
  Section section{.title = "Scores"};
  section.tables.push_back(
      {.title = "How well measured and computed agree", .header = scores.header, .rows = scores.rows});
  section.paragraphs.push_back(
      "RMSE: root mean square of the residuals. NRMSE: over the range of the measured values. R2: 1 less the "
      "residuals' "
      "sum of squares over that about the mean. Mean relative error: its floor is 5 % of the largest value. Relative "
      "norm: norm of the residuals over that of the measured values.");
  if (fit.test.empty())
    section.paragraphs.push_back(
        "No data were held out: these scores show how well the law follows, not how well it predicts.");
  return section;
}

Section advice_section(const FitReport& fit) {
  Section section{.title = "What the data cannot determine"};
  for (const std::string& line : fit.advice) section.paragraphs.push_back(sentence(line));
  if (fit.advice.empty())
    section.paragraphs.emplace_back("Every free parameter has an interval; no further experiment is needed.");
  return section;
}

Section correlation_section(const FitReport& fit) {
  constexpr double strong = 0.95;  // one of the two can hardly be told without the other
  constexpr double notable = 0.8;
  const std::size_t n = fit.correlated.size();
  Section section{.title = "Correlations"};
  if (n == 0 || fit.correlation.size() != n * n) {
    section.paragraphs.emplace_back("There are none: no intervals were computed.");
    return section;
  }
  section.paragraphs.emplace_back(
      "Near 1 or -1 the data determine the two parameters only jointly: the other compensates a change of one.");
  ReportTable table{.title = "Correlation of the errors of the parameters",
                    .header = {"parameter"},
                    .rows = {},
                    .words = {.good = "", .neutral = "coupled", .bad = "tied"}};
  table.header.insert(table.header.end(), fit.correlated.begin(), fit.correlated.end());
  for (std::size_t i = 0; i < n; ++i) {
    table.rows.push_back({fit.correlated[i]});
    table.cell_verdicts.push_back({ReportTable::unjudged});
    for (std::size_t j = 0; j < n; ++j) {
      const double r = fit.correlation[i * n + j];
      const double size = i == j ? 0.0 : std::abs(r);
      table.rows.back().push_back(text::digits_or_dash(r, 3));
      table.cell_verdicts.back().push_back(size > strong ? -1 : size > notable ? 0 : ReportTable::unjudged);
    }
  }
  section.tables.push_back(std::move(table));
  return section;
}

ReportTable data_table(const Provenance& from) {
  ReportTable table{.title = "Data", .header = {"file", "hash", "used"}, .rows = {}};
  for (const DataFile& file : from.files)
    table.rows.push_back({file.name, text::hexadecimal(file.hash), file.test ? "scored only" : "fitted"});
  return table;
}

Section details_section(const FitReport& fit, const Provenance& from) {
  Section section{.title = "Details"};
  section.paragraphs = fit.notes;
  section.tables = {options_table(fit), data_table(from)};
  return section;
}

Page report_page(const FitReport& fit, const Provenance& from) {
  Page page{.title = "Fit of the law " + fit.law, .subtitle = make_subtitle(fit, from)};
  page.sections = {{.title = "Verdict", .paragraphs = verdict_paragraphs(fit.verdict)},
                   parameters_section(fit, from.rotary),
                   scores_section(fit, from.rotary),
                   advice_section(fit)};
  for (Section& section : recording_sections(fit, from.rotary)) page.sections.push_back(std::move(section));
  page.sections.push_back(residuals_section(fit));
  page.sections.push_back(correlation_section(fit));
  page.sections.push_back(convergence_section(fit));
  page.sections.push_back(details_section(fit, from));
  return page;
}

}  // namespace stickslip::io
