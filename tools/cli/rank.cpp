#include "rank.hpp"

#include <iostream>

#include "stickslip/identify/recording.hpp"
#include "stickslip/io/rank.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;

namespace {

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
  const auto work = [&] { report = stickslip::identify::rank(std::move(inputs.recordings), options); };
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
