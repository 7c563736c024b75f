// `stickslip identify`: the parameters of a law that make it follow recordings.
#include <iostream>

#include "common.hpp"
#include "fit_request.hpp"
#include "option_words.hpp"
#include "stickslip/io/fit.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;

namespace {

Ending ending(const FitReport& fit) {
  if (!fit.completed) return Ending::interrupted;
  return fit.verdict.is_usable() ? Ending::done : Ending::failed;
}

FitOptions complete_options(const FitRequest& r) {
  const FitOptions& o = r.rank.fit;
  if (o.law.empty()) throw std::invalid_argument("the law is missing: --law NAME; stickslip laws lists them");
  if (o.elements != 0 && !law_info(o.law).has_elements)
    throw std::invalid_argument("--elements: the law " + o.law + " has no elements; leave it out");
  return o;
}

void report_interrupted(const FitRequest& r) {
  std::cerr << "stickslip: interrupted; the best so far "
            << (r.output.empty() ? "is shown; with -o DIR a fit can be resumed\n"
                                 : "is kept in " + r.output + ": run the same command again to resume\n");
}

Answer identify(const FitRequest& r) {
  if (r.list) return {fit_choices_text()};
  FitOptions options = complete_options(r);
  Recordings inputs = read_inputs(r, options.law);
  FitDirectory directory(r, description(options, inputs.from));
  options.memory = directory.memory();
  FitReport fit;
  const auto work = [&] { fit = stickslip::identify::identify(std::move(inputs.all), options); };
  if (!run_watched(r, "identify", options, work)) return {{}, Ending::interrupted};
  render_options(fit, type_option);
  if (!r.output.empty()) write_fit(fit, inputs.from, r.output);
  directory.settle(fit.completed);
  Answer answer{r.json ? fit_json(fit, inputs.from) : summary_text(fit, inputs.from), ending(fit)};
  if (!r.json && !r.output.empty()) answer.text += "written: " + r.output + "/{model.toml,fit.json,report.html}\n";
  if (answer.ending == Ending::interrupted) report_interrupted(r);
  return answer;
}

}  // namespace

Command identify_command() {
  const auto r = std::make_shared<FitRequest>();
  std::vector<Option> options;
  append_fit_options(options, *r);
  options.push_back(output_directory(r->output, "model.toml, fit.json, report.html; resumes what is there"));
  options.push_back(json_flag(r->json, "fit.json"));
  return {.options = std::move(options),
          .examples = {"stickslip identify slow.csv fast.csv --test check.csv --law lugre \\",
                       "    --common inertia -o seal", "stickslip run stick-slip --law seal/model.toml"},
          .notes = "Run again with the same -o, a fit resumes where it was stopped or killed.",
          .fails_when = "the verdict is 'not explained by this law' or 'data problem'",
          .keeps = "the best so far is kept",
          .work = [r] { return identify(*r); }};
}

}  // namespace stickslip::cli
