#include "identify.hpp"

#include <algorithm>
#include <iostream>

#include "stickslip/io/fit.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;

namespace {

bool tells_something(const FitReport& fit) {
  return std::any_of(fit.parameters.begin(), fit.parameters.end(),
                     [](const FittedParameter& p) { return p.free && p.identified; });
}

FitEnding ending_of(const FitReport& fit) {
  if (!fit.completed) return FitEnding::interrupted;
  return fit.converged && tells_something(fit) ? FitEnding::done : FitEnding::not_converged;
}

FitOptions complete_options(const FitRequest& r) {
  if (r.law.empty()) throw std::invalid_argument("the law is missing: --law NAME; stickslip laws lists them");
  if (r.elements != 0 && !law_info(r.law).has_elements)
    throw std::invalid_argument("--elements: the law " + r.law + " has no elements; leave it out");
  FitOptions o = options_of(r);
  o.law = r.law;
  o.elements = std::size_t(r.elements);
  return o;
}

void say_interrupted(const FitRequest& r) {
  std::cerr << "stickslip: interrupted; the best so far "
            << (r.output.empty() ? "is shown; with -o DIR a fit can be resumed\n"
                                 : "is kept in " + r.output + ": run the same command again to go on\n");
}

}  // namespace

FitAnswer identify(const FitRequest& r) {
  if (r.list) return {fit_choices_text()};
  FitOptions options = complete_options(r);
  FitInputs inputs = inputs_of(r, r.law);
  FitDirectory directory(r, description(options, inputs.from));
  options.memory = directory.memory();
  FitReport fit;
  const auto work = [&] { fit = stickslip::identify::identify(std::move(inputs.recordings), options); };
  if (!run_watched(r, "identify", options, work)) return {{}, FitEnding::interrupted};
  if (!r.output.empty()) write_fit(fit, inputs.from, r.output);
  directory.settle(fit.completed);
  FitAnswer answer{r.json ? fit_json(fit, inputs.from) : summary_text(fit, inputs.from), ending_of(fit)};
  if (!r.json && !r.output.empty()) answer.text += "written: " + r.output + "/{model.toml,fit.json,report.html}\n";
  if (answer.ending == FitEnding::interrupted) say_interrupted(r);
  return answer;
}

}  // namespace stickslip::cli
