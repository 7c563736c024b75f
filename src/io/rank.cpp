#include "stickslip/io/rank.hpp"

#include <algorithm>
#include <cmath>

#include "fit_parts.hpp"
#include "fit_words.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string standing_words(const RankReport& report, std::size_t k) {
  const RankRow& row = report.rows[k];
  if (!row.skipped.empty()) return "skipped: " + row.skipped;
  const std::string standing = k == report.chosen ? "chosen" : row.inside_noise ? "tied with the best" : "behind";
  return row.fit.verdict.conclusion == Conclusion::unexplained ? standing + "; " + ending_words(row.fit) : standing;
}

std::string error_unit(const RankReport& report, bool rotary) {
  const RankRow* row = find_chosen_row(report);
  return row == nullptr ? "" : " [" + measured_unit(row->fit, rotary) + "]";
}

std::vector<std::string> table_header(const RankReport& report, bool rotary) {
  return {"law",
          "free parameters",
          "states",
          "unseen RMSE" + error_unit(report, rotary),
          "unseen R2",
          "AICc above the least",
          "behind [standard errors]"};
}

std::vector<std::string> split_cells(const RankRow& row) {
  if (!row.skipped.empty()) return {row.law, "-", "-", "-", "-", "-", "-"};
  return {row.law,
          std::to_string(row.parameters),
          std::to_string(row.states),
          text::digits_or_dash(row.test_rmse, 5),
          text::digits_or_dash(row.test_r2, 6),
          text::digits_or_dash(row.aicc_difference, 4),
          text::digits_or_dash(row.behind, 3)};
}

int rank_verdict(const RankReport& report, std::size_t k) {
  const RankRow& row = report.rows[k];
  if (!row.skipped.empty()) return -1;
  return k == report.chosen ? 1 : row.inside_noise ? 0 : -1;
}

ReportTable laws_table(const RankReport& report, bool rotary) {
  ReportTable table{.title = "Laws, best first",
                    .header = table_header(report, rotary),
                    .rows = {},
                    .words = {"standing", "chosen", "inside the noise", "behind"}};
  table.header.emplace_back("remark");
  for (std::size_t k = 0; k < report.rows.size(); ++k) {
    table.rows.push_back(split_cells(report.rows[k]));
    const RankRow& row = report.rows[k];
    table.rows.back().push_back(row.skipped.empty() ? ending_words(row.fit) : row.skipped);
    table.verdicts.push_back(rank_verdict(report, k));
  }
  return table;
}

// Error on unseen data over the number of parameters.
Plot cost_plot(const RankReport& report, bool rotary) {
  Plot plot{.title = "Error on unseen data over the number of free parameters and states",
            .x_label = "free parameters and states",
            .y_label = "RMSE" + error_unit(report, rotary),
            .series = {}};
  for (const RankRow& row : report.rows)
    if (row.skipped.empty() && std::isfinite(row.test_rmse))
      plot.series.push_back({row.law, {double(row.complexity())}, {row.test_rmse}, true});
  return plot;
}

// The unseen part of one recording and what the best laws make of it.
void add_comparison(const RankReport& report, bool rotary, Section& section) {
  constexpr std::size_t most_laws = 4;
  constexpr std::size_t most_points = 20000;
  const RankRow& first = *find_chosen_row(report);
  const auto unseen = [](const FitTrace& t) { return std::count(t.use.begin(), t.use.end(), Use::scored); };
  const auto trace = std::max_element(first.fit.traces.begin(), first.fit.traces.end(),
                                      [&](const FitTrace& a, const FitTrace& b) { return unseen(a) < unseen(b); });
  if (trace == first.fit.traces.end()) return;
  const auto index = std::size_t(trace - first.fit.traces.begin());
  const auto samples = display_samples(*trace, most_points);
  const auto time = pick(trace->time, samples);
  Plot plot{.title = "The best laws on " + trace->name,
            .x_label = "time [s]",
            .y_label = measured_name(first.fit, rotary) + error_unit(report, rotary),
            .series = {{"measured", time, pick(trace->measured, samples)}}};
  for (const RankRow& row : report.rows)
    if (row.skipped.empty() && row.fit.traces.size() > index && plot.series.size() <= most_laws &&
        row.fit.traces[index].fitted.size() == trace->measured.size())
      plot.series.push_back({row.law, time, pick(row.fit.traces[index].fitted, samples)});
  section.plots.push_back(std::move(plot));
}

std::uint64_t hash_report(const RankReport& report) {
  const RankRow* row = find_chosen_row(report);
  return row == nullptr ? 0 : row->fit.hash;
}

void add_number(Json& json, const std::string& key, double value) {
  json.add(key, value);
  if (!std::isfinite(value)) json.add(key + "_missing", "the run diverged, or no data were held out");
}

Json row_json(const RankReport& report, std::size_t k, bool rotary) {
  const RankRow& row = report.rows[k];
  Json json = Json::object();
  json.add("law", row.law);
  if (!row.skipped.empty()) {
    json.add("skipped", row.skipped);
    return json;
  }
  json.add("free_count", row.parameters);
  json.add("states", row.states);
  add_number(json, "unseen_rmse", row.test_rmse);
  add_number(json, "unseen_r2", row.test_r2);
  add_number(json, "aicc_difference", row.aicc_difference);
  add_number(json, "behind", row.behind);
  json.add("inside_noise", row.inside_noise);
  json.add("fit", fit_parts(row.fit, rotary));
  return json;
}

}  // namespace

const RankRow* find_chosen_row(const RankReport& report) {
  if (report.chosen >= report.rows.size() || !report.rows[report.chosen].skipped.empty()) return nullptr;
  return &report.rows[report.chosen];
}

std::string rank_json(const RankReport& report, const Provenance& from) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("provenance", provenance_json(from, hash_report(report)));
  json.add("completed", report.completed);
  json.add("winner", report.winner);
  const RankRow* chosen = find_chosen_row(report);
  json.add("chosen", chosen == nullptr ? Json() : Json(chosen->law));
  if (chosen == nullptr) json.add("chosen_missing", report.verdict.reason);
  json.add("verdict", verdict_json(report.verdict));
  Json notes = Json::array();
  for (const std::string& note : report.notes) notes.add(note);
  json.add("notes", std::move(notes));
  Json rows = Json::array();
  for (std::size_t k = 0; k < report.rows.size(); ++k) rows.add(row_json(report, k, from.rotary));
  json.add("laws", std::move(rows));
  return json.text() + "\n";
}

std::string summary_text(const RankReport& report, const Provenance& from) {
  Rows rows{table_header(report, from.rotary)};
  rows.front().emplace_back("standing");
  for (std::size_t k = 0; k < report.rows.size(); ++k) {
    rows.push_back(split_cells(report.rows[k]));
    rows.back().push_back(in_one_line(standing_words(report, k)));
  }
  return verdict_lines(report.verdict) + text::align_columns(rows, 2) +
         (report.completed ? "" : "Interrupted: laws that are missing here were not fitted.\n");
}

Page report_page(const RankReport& report, const Provenance& from) {
  Page page{.title = "Which law explains the data",
            .subtitle = std::to_string(report.rows.size()) + " laws, ranked on unseen data. stickslip " + from.version +
                        ", " + from.date + "."};
  Section ranking{.title = "Ranking",
                  .paragraphs = verdict_paragraphs(report.verdict),
                  .tables = {laws_table(report, from.rotary)}};
  ranking.paragraphs.emplace_back(
      "Every law was fitted to the same parts and scored on the others. Behind: mean difference of the squared errors "
      "to the best, over its standard error. Two laws are tied when their errors differ by less than 4 %, or by less "
      "than 2 standard errors and a quarter of the least error. Among tied laws the one with fewer free parameters and "
      "hidden states comes first.");
  for (const std::string& note : report.notes) ranking.paragraphs.push_back(note);
  const RankRow* chosen = find_chosen_row(report);
  if (chosen != nullptr) {
    ranking.plots.push_back(cost_plot(report, from.rotary));
    page.sections.push_back(std::move(ranking));
    Section best{.title = "The best laws side by side"};
    add_comparison(report, from.rotary, best);
    if (!best.plots.empty()) page.sections.push_back(std::move(best));
    for (Section& section : report_page(chosen->fit, from).sections) page.sections.push_back(std::move(section));
  } else {
    page.sections.push_back(std::move(ranking));
    page.sections.push_back({.title = "Details", .tables = {data_table(from)}});
  }
  return page;
}

void write_rank(const RankReport& report, const Provenance& from, const std::string& directory) {
  std::vector<std::pair<std::string, std::string>> files{{"rank.json", rank_json(report, from)},
                                                         {"report.html", html(report_page(report, from))}};
  if (const RankRow* chosen = find_chosen_row(report)) files.emplace_back("model.toml", model_toml(chosen->fit, from));
  write_files(directory, files);
}

}  // namespace stickslip::io
