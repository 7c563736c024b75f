#include "rank.hpp"

#include <algorithm>
#include <array>
#include <iostream>

#include "stickslip/io/rank.hpp"

namespace stickslip::cli {
namespace {

struct Need {
  Reads what;
  std::string_view column;
};
// Velocity and displacement are always there after the import; a mass that is missing is 1 kg.
constexpr std::array<Need, 4> needs{{{Reads::applied, "applied"},
                                     {Reads::load, "load"},
                                     {Reads::pressure, "pressure"},
                                     {Reads::temperature, "temperature"}}};

// The column that a law needs and the data do not have; empty when there is none.
std::string_view missing_column(const LawInfo& law, const std::vector<std::string>& columns) {
  for (const Need& n : needs)
    if (includes(law.reads, n.what) && std::find(columns.begin(), columns.end(), n.column) == columns.end())
      return n.column;
  return {};
}

void check_laws(const FitRequest& r, const std::vector<std::string>& columns) {
  for (const std::string& law : r.laws) {
    const std::string_view missing = missing_column(law_info(law), columns);
    if (!missing.empty() && !r.closed_loop)
      throw std::invalid_argument("the law " + law + " reads the column '" + std::string(missing) +
                                  "', which the data do not have; take it out of --laws, or name the column: --map " +
                                  std::string(missing) + "=COLUMN");
  }
}

RankOptions options_for(const FitRequest& r) {
  RankOptions o{.laws = r.laws, .fit = options_of(r)};
  if (r.elements > 0) o.elements = std::size_t(r.elements);
  for (const std::string& law : r.laws) law_info(law);
  return o;
}

FitEnding ending_of(const RankReport& report) {
  if (!report.completed) return FitEnding::interrupted;
  return chosen_row(report) != nullptr ? FitEnding::done : FitEnding::not_converged;
}

}  // namespace

std::vector<std::string> laws_for(const std::vector<std::string>& columns, std::vector<std::string>& left_out) {
  std::vector<std::string> laws;
  for (const LawInfo& law : law_catalogue()) {
    const std::string_view missing = missing_column(law, columns);
    if (missing.empty())
      laws.emplace_back(law.name);
    else
      left_out.push_back(std::string(law.name) + " was left out: it reads the column '" + std::string(missing) +
                         "', which the data do not have.");
  }
  return laws;
}

FitAnswer rank(const FitRequest& r) {
  if (r.list) return {fit_choices_text()};
  if (!r.law.empty()) throw std::invalid_argument("--law " + r.law + ": rank takes --laws a,b,c");
  RankOptions options = options_for(r);
  FitInputs inputs = inputs_of(r, "dahl");  // reads velocity and displacement, as much as any law needs
  std::vector<std::string> notes;
  check_laws(r, inputs.columns);
  if (r.laws.empty() && !r.closed_loop) options.laws = laws_for(inputs.columns, notes);
  FitDirectory directory(r, description(options, inputs.from));
  options.fit.memory = directory.memory();
  RankReport report;
  const auto work = [&] { report = stickslip::rank(std::move(inputs.recordings), options); };
  const std::size_t fits = options.laws.size() + 1;  // the chosen one again, with intervals
  if (!run_watched(r, "rank", options.fit, work, fits)) return {{}, FitEnding::interrupted};
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  if (!r.output.empty()) write_rank(report, inputs.from, r.output);
  directory.settle(report.completed);
  FitAnswer answer{r.json ? rank_json(report, inputs.from) : summary_text(report, inputs.from), ending_of(report)};
  if (!r.json && !r.output.empty()) answer.text += "written: " + r.output + "/{model.toml,rank.json,report.html}\n";
  if (answer.ending == FitEnding::interrupted)
    std::cerr << "stickslip: interrupted; the laws fitted so far are "
              << (r.output.empty() ? "shown\n" : "kept in " + r.output + ": run the same command again to go on\n");
  return answer;
}

}  // namespace stickslip::cli
