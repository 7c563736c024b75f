// `stickslip rank`: which law explains recordings best, on parts that it has not seen.
#include "stickslip/io/rank.hpp"

#include <iostream>

#include "common.hpp"
#include "fit_request.hpp"
#include "option_words.hpp"
#include "stickslip/identify/recording.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;

namespace {

Ending ending(const RankReport& report) {
  if (!report.completed) return Ending::interrupted;
  return find_chosen_row(report) != nullptr && report.verdict.is_usable() ? Ending::done : Ending::failed;
}

Answer rank(const FitRequest& r) {
  if (r.list) return {fit_choices_text()};
  RankOptions options = r.rank;
  Recordings inputs = read_inputs(r, "");
  std::vector<std::string> notes;
  if (!options.fit.closed_loop) check_columns(options.laws, inputs.columns);
  if (options.laws.empty() && !options.fit.closed_loop) options.laws = laws_for(inputs.columns, notes);
  FitDirectory directory(r, description(options, inputs.from));
  options.fit.memory = directory.memory();
  RankReport report;
  const auto work = [&] { report = stickslip::identify::rank(std::move(inputs.all), options); };
  const std::size_t fits = options.laws.size() + 1;  // the chosen one again, with intervals
  if (!run_watched(r, "rank", options.fit, work, fits)) return {{}, Ending::interrupted};
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  render_options(report, type_option);
  if (!r.output.empty()) write_rank(report, inputs.from, r.output);
  directory.settle(report.completed);
  Answer answer{r.json ? rank_json(report, inputs.from) : summary_text(report, inputs.from), ending(report)};
  if (!r.json && !r.output.empty()) answer.text += "written: " + r.output + "/{model.toml,rank.json,report.html}\n";
  if (answer.ending == Ending::interrupted)
    std::cerr << "stickslip: interrupted; the laws fitted so far are "
              << (r.output.empty() ? "shown\n" : "kept in " + r.output + ": run the same command again to resume\n");
  return answer;
}

}  // namespace

Command rank_command() {
  const auto r = std::make_shared<FitRequest>();
  std::vector<Option> options = table_options(view_options(r->rank), "Fit");
  append_fit_options(options, *r, {"law", "elements", "free", "fixed", "bounds", "intervals"});
  options.push_back(output_directory(r->output, "model.toml, rank.json, report.html; resumes what is there"));
  options.push_back(json_flag(r->json, "rank.json"));
  return {.options = std::move(options),
          .examples = {"stickslip rank run1.csv run2.csv --laws coulomb,stribeck,lugre,gms -o ranking"},
          .notes = "Run again with the same -o, a ranking resumes where it was stopped or killed.",
          .fails_when = "no law explains the data, or the data have a problem",
          .keeps = "finished fits are kept",
          .work = [r] { return rank(*r); }};
}

}  // namespace stickslip::cli
