// `stickslip linearise`: the poles of an experiment's machine at one instant of its run.
#include "common.hpp"
#include "experiment_request.hpp"
#include "stickslip/io/linearisation.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace experiment;
using namespace io;

namespace {

struct LineariseRequest : ExperimentRequest {
  double at = 0.0;     // [s]
  std::string output;  // directory
  bool json = false;
};

Answer work(const LineariseRequest& o) {
  const Experiment e = experiment::experiment(make_recipe(o));
  if (!o.output.empty()) prepare_directory(o.output);
  const Linearisation l = linearise(e, o.at);
  if (!o.output.empty()) write_linearisation(l, STICKSLIP_VERSION, o.output);
  if (o.json) return {linearisation_json(l, STICKSLIP_VERSION)};
  const std::string files = l.input.column.name.empty() ? "poles.csv,A.csv" : "poles.csv,A.csv,B.csv";
  return {linearisation_text(l) +
          (o.output.empty() ? "" : "written: " + o.output + "/{linearisation.json," + files + ",experiment.toml}\n")};
}

}  // namespace

Command linearise_command() {
  const auto r = std::make_shared<LineariseRequest>();
  std::vector<Option> options = experiment_options(*r);
  append(options, {{"--at SECONDS", &r->at, "Instant of the run (default: 0, its start)"},
                   output_directory(r->output, "linearisation.json, poles.csv, A.csv, B.csv, experiment.toml"),
                   json_flag(r->json, "linearisation.json")});
  return {.options = std::move(options),
          .examples = {"stickslip linearise hydraulic-servo --at 0.5 -o out",
                       "stickslip linearise stick-slip --law lugre --set plant.mass=2"},
          .notes =
              "A = d rate/d state and B = d rate/d input are exact derivatives of the equations of motion in the "
              "mode that the law has at that instant.",
          .work = [r] { return work(*r); }};
}

}  // namespace stickslip::cli
