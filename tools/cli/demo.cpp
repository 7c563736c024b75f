// `stickslip demo`: the whole way on built-in samples, from recordings to a simulated machine, in one report.
#include <cmath>
#include <filesystem>
#include <iostream>

#include "common.hpp"
#include "fit_request.hpp"
#include "option_words.hpp"
#include "stickslip/identify/samples.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/rank.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::cli {

using namespace experiment;
using namespace identify;
using namespace io;
using namespace measurement;

namespace {

struct DemoRequest {
  std::string output = "stickslip-demo";  // directory
  bool quiet = false;
};

constexpr std::uint64_t demo_seed = 1;
// Three digits, or as many as are asked for.
std::string short_text(double value, int count = 3) { return text::digits_or_dash(value, count); }

const std::vector<std::string> seal_laws{"mgms", "gms", "maxwell-slip", "lugre", "dahl", "tanh"};
constexpr std::size_t unseen_pressure = 2;  // the third of five: between those that are fitted
constexpr std::size_t seal_elements = 10;   // as many as the sample was made with

// The recordings of a sample as files, where a person can try further commands on them.
std::vector<std::string> data_files(const Sample& sample, const std::string& folder) {
  std::vector<std::string> files;
  for (const Dataset& data : sample.files) {
    files.push_back(folder + "/" + std::string(sample.info->name) + data.file + ".csv");
    write_file(files.back(), csv_text(data.columns, data.values));
  }
  return files;
}

struct SealPart {
  RankReport report;
  Provenance from;
  std::size_t samples = 0;
};

SealPart rank_seal(const DemoRequest& r) {
  FitRequest request{.quiet = r.quiet};
  request.data = data_files(make_sample("seal", demo_seed), r.output + "/data");
  request.test = {request.data[unseen_pressure]};
  request.data.erase(request.data.begin() + std::ptrdiff_t(unseen_pressure));
  Recordings inputs = read_inputs(request, "mgms");
  SealPart part{.report = {}, .from = inputs.from};
  for (const Recording& one : inputs.all) part.samples += one.record.force.size();
  RankOptions options{.laws = seal_laws, .elements = seal_elements};
  FitPieces pieces;
  options.fit.memory = pieces.memory();
  const auto work = [&] { part.report = stickslip::identify::rank(std::move(inputs.all), options); };
  part.report.completed =
      run_watched(request, "seal", options.fit, work, seal_laws.size() + 1) && part.report.completed;
  prepare_directory(r.output + "/seal");
  render_options(part.report, type_option);
  write_rank(part.report, part.from, r.output + "/seal");
  return part;
}

struct SlidePart {
  Sample sample;
  FitReport fit;
  Provenance from;
};

SlidePart identify_slide(const DemoRequest& r) {
  SlidePart part{.sample = make_sample("positioner", demo_seed), .fit = {}, .from = {}};
  FitRequest request{.data = data_files(part.sample, r.output + "/data"), .quiet = r.quiet};
  FitOptions options{.law = "lugre", .per_direction = {"coulomb", "breakaway", "viscous"}, .train = 0.7};
  options.nuisances = {{"inertia", true}, {"offset", true}};
  Recordings inputs = read_inputs(request, options.law);
  part.from = inputs.from;
  const auto work = [&] { part.fit = stickslip::identify::identify(std::move(inputs.all), options); };
  part.fit.completed = run_watched(request, "positioner", options, work) && part.fit.completed;
  prepare_directory(r.output + "/positioner");
  render_options(part.fit, type_option);
  write_fit(part.fit, part.from, r.output + "/positioner");
  return part;
}

// ---- the machine: the slide, pulled slowly through a soft spring

double find_mass(const SlidePart& part) {
  for (const FittedParameter& p : part.fit.nuisances)
    if (p.name.starts_with("inertia") && p.value > 0.0) return p.value;
  return part.sample.true_value("mass");
}

ExperimentResult pulled_slide(const ParamGroup& law, double mass) {
  Recipe recipe{.base = "stick-slip", .law = "lugre"};
  for (const Field& f : law.table) {
    const auto values = law.list(f.name);
    recipe.settings.push_back(
        {"law", std::string(f.name), {.numbers = {values.begin(), values.end()}, .is_list = values.size() > 1}});
  }
  const auto plant = [&recipe](const std::string& key, double value) {
    recipe.settings.push_back({"plant", key, {.numbers = {value}}});
  };
  plant("mass", mass);
  plant("spring_stiffness", 1000.0);
  plant("drive_velocity", 0.002);
  recipe.settings.push_back({"run", "duration", {.numbers = {20.0}}});
  recipe.settings.push_back({"run", "slip_speed", {.numbers = {0.01}}});  // above the drive's, far below a slip's
  return run(experiment::experiment(recipe));
}

struct MachinePart {
  ExperimentResult found, truth;
};

std::string figure_text(const ExperimentResult& result, std::string_view name) {
  const Figure& f = result.figure(name);
  return f.values.empty() ? "none" : short_text(f.values.front()) + " " + std::string(f.info->unit);
}

Section machine_section(const MachinePart& machine) {
  Section section{.title = "The machine: pulled through a spring, the slide sticks and slips"};
  section.paragraphs = {
      "The slide with the law and the mass that were found, pulled at 2 mm/s through a spring of 1000 N/m: stickslip "
      "run "
      "stick-slip --law positioner/model.toml. Beside it the law and the mass behind the sample."};
  section.tables.push_back({.title = "What the model predicts",
                            .header = {"figure", "with the law found", "with the true law"},
                            .rows = {}});
  for (const std::string_view name : {"period", "peak_speed", "largest_pull"})
    section.tables.front().rows.push_back(
        {std::string(name), figure_text(machine.found, name), figure_text(machine.truth, name)});
  for (const auto& [column, label] : {std::pair{"velocity", "velocity [m/s]"}, {"friction", "friction [N]"}}) {
    Plot plot{.title = column, .x_label = "time [s]", .y_label = label, .series = {}};
    for (const auto& [name, result] : {std::pair{"law found", &machine.found}, {"true law", &machine.truth}}) {
      const auto t = result->trajectory.column("time");
      const auto y = result->trajectory.column(column);
      plot.series.push_back({name, {t.begin(), t.end()}, {y.begin(), y.end()}});
    }
    section.plots.push_back(std::move(plot));
  }
  return section;
}

// A row of found and true, with whether the interval holds the truth.
void add_truth(ReportTable& table, const TrueValue& t, const FittedParameter& p) {
  const bool known = p.free && p.identified && !p.method.empty();
  table.rows.push_back({t.name, short_text(p.value, 5),
                        known ? short_text(p.low, 4) + " ... " + short_text(p.high, 4) : "-", short_text(t.value),
                        text::show_unit(t.unit)});
  table.verdicts.push_back(!known ? 0 : t.value >= p.low && t.value <= p.high ? 1 : -1);
}

Section truth_section(const SlidePart& slide) {
  Section section{.title = "Found and true"};
  section.paragraphs = {
      "The sample was made with this law, so its truth is known. An interval counts the scatter of the residuals. It "
      "does "
      "not count that the velocity was derived from a coarse encoder: a true value may lie outside."};
  ReportTable table{.title = "The law behind the sample",
                    .header = {"parameter", "found", "95 % interval", "true", "unit"},
                    .rows = {},
                    .words = {"truth in the interval", "inside", "no interval", "outside"}};
  for (const TrueValue& t : slide.sample.truth) {
    for (const FittedParameter& p : slide.fit.parameters)
      if (p.name == t.name) add_truth(table, t, p);
    for (const FittedParameter& p : slide.fit.nuisances)
      if (t.name == "mass" && p.name.starts_with("inertia")) add_truth(table, t, p);
  }
  section.tables.push_back(std::move(table));
  return section;
}

// ---- one page, ten lines

void append(Page& page, const Page& other, const std::string& prefix) {
  for (Section section : other.sections) {
    section.title = prefix + ": " + section.title;
    page.sections.push_back(std::move(section));
  }
}

Page whole_page(const SealPart& seal, const SlidePart& slide, const MachinePart& machine) {
  Page page{.title = "Stickslip: from recordings to a machine",
            .subtitle = "Two synthetic measurements whose truth is known. stickslip " + seal.from.version + ", " +
                        seal.from.date + "."};
  append(page, report_page(seal.report, seal.from), "Seal");
  page.sections.front().paragraphs.emplace_back(
      "Laws with elements have ten of them here, as many as the sample was made with.");
  append(page, report_page(slide.fit, slide.from), "Positioner");
  page.sections.push_back(truth_section(slide));
  page.sections.push_back(machine_section(machine));
  return page;
}

std::string score_words(const std::vector<FitScore>& scores) {
  return scores.empty() ? "-"
                        : "RMSE " + short_text(scores.front().rmse) + " N, R2 " + short_text(scores.front().r2, 5);
}

std::string seal_lines(const SealPart& seal) {
  std::string text = "seal       " + std::to_string(seal.from.files.size()) + " pressures, " +
                     std::to_string(seal.samples) + " samples; " + std::to_string(seal_laws.size()) + " laws, " +
                     std::to_string(seal_elements) + " elements, fitted to four pressures, ranked on the fifth\n";
  for (const RankRow& row : seal.report.rows) {
    if (!row.skipped.empty()) continue;
    text += "           " + row.law + std::string(14 - std::min<std::size_t>(13, row.law.size()), ' ') + "unseen " +
            score_words(row.fit.test) + "\n";
    if (&row - seal.report.rows.data() == 1) break;
  }
  return text + "           " + seal.report.verdict.reason + "\n";
}

std::string slide_lines(const SlidePart& slide) {
  std::string text = "positioner lugre from a coarse encoder and a noisy force: " + score_words(slide.fit.test) +
                     " on the unseen part\n           mass " + short_text(find_mass(slide), 4) + " kg (true " +
                     short_text(slide.sample.true_value("mass")) + ")";
  for (const FittedParameter& p : slide.fit.parameters)
    if (p.name == "coulomb.forward" || p.name == "viscous.forward")
      text += ", " + p.name + " " + short_text(p.value, 4) + " " + p.unit + " (true " +
              short_text(slide.sample.true_value(p.name)) + ")";
  return text + "\n";
}

std::string machine_lines(const MachinePart& machine) {
  return "machine    pulled through a spring it sticks and slips every " + figure_text(machine.found, "period") +
         ", with the true law every " + figure_text(machine.truth, "period") + "\n";
}

std::string places(const DemoRequest& r) {
  return "look at    " + r.output + "/report.html\nmodels     " + r.output + "/{seal,positioner}/model.toml, data in " +
         r.output + "/data\nnext       stickslip rank " + r.output + "/data/seal-*.csv -o ranking\n";
}

Answer demo(const DemoRequest& r) {
  prepare_directory(r.output + "/data");
  const SealPart seal = rank_seal(r);
  if (!seal.report.completed) return {seal_lines(seal), Ending::interrupted};
  const SlidePart slide = identify_slide(r);
  if (!slide.fit.completed) return {seal_lines(seal) + slide_lines(slide), Ending::interrupted};
  const MachinePart machine{pulled_slide(slide.fit.group, find_mass(slide)),
                            pulled_slide(slide.sample.law_parameters, slide.sample.true_value("mass"))};
  write_file(r.output + "/report.html", html(whole_page(seal, slide, machine)));
  const bool good = seal.report.verdict.is_usable() && slide.fit.verdict.is_usable();
  return {seal_lines(seal) + slide_lines(slide) + machine_lines(machine) + places(r),
          good ? Ending::done : Ending::failed};
}

}  // namespace

Command demo_command() {
  const auto r = std::make_shared<DemoRequest>();
  return {.options = {output_directory(r->output, "the report, the models and the sample data"), quiet_flag(r->quiet)},
          .notes =
              "Ranks six laws on a seal, identifies the friction of a positioner, validates both on unseen data "
              "and simulates the positioner. Takes less than a minute.",
          .fails_when = "no law explains the seal or the positioner",
          .keeps = "finished parts are kept",
          .work = [r] { return demo(*r); }};
}

}  // namespace stickslip::cli
