// `stickslip loss`: how well each of many parameter sets of a law explains measurements.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "common.hpp"
#include "option_words.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/recordings.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/text/numbers.hpp"
#include "terminal.hpp"

namespace stickslip::cli {

using namespace batch;
using namespace io;
using namespace measurement;

namespace {

struct LossRequest {
  std::vector<std::string> data;  // .csv and .mat files
  std::string law;                // its name, or a model's file that ends in .toml
  std::size_t elements = 0;
  std::string sets;                   // a .csv file: columns named as parameters, a row per set
  std::vector<std::string> settings;  // "law.key=value", for what has no column
  ImportOptions import = {};
  BatchOptions batch = {};
  std::string output;  // a .csv file
  bool json = false;
  bool quiet = false;
  std::vector<Setting> model = {};  // parameters out of a model's file
};

// Nothing is repaired silently: what an import found and did goes to stderr. Columns that have the name of their role,
// or that the user named, need no word.
void show_notes(const Recordings& data) {
  for (const identify::Recording& one : data.all)
    for (const std::string& note : one.notes)
      if (!note.ends_with("by its name") && !note.ends_with("as told"))
        std::cerr << one.record.name << ": " << in_typed_words(note) << "\n";
}

std::vector<Record> read_records(const LossRequest& r) {
  RecordingOptions options{.law = r.law, .import = r.import};
  options.import.refused.emplace_back("derive-acceleration");  // no inertia is compared: keep the samples at the ends
  Recordings data = open_recordings(list_sources(r.data), options);
  if (!r.quiet) show_notes(data);
  std::vector<Record> records;
  for (identify::Recording& one : data.all) records.push_back(std::move(one.record));
  return records;
}

// The law's parameters with what --set changes.
ParamGroup base_parameters(const LossRequest& r) {
  if (r.elements != 0 && !law_info(r.law).has_elements)
    throw std::invalid_argument("--elements: the law " + r.law + " has no elements; leave it out");
  ParamGroup law = law_group(r.law, r.elements);
  for (const Setting& s : r.model) assign(law, s.key, s.value);
  for (const std::string& text : r.settings) {
    const Setting s = setting_from_text(text, "--set");
    if (s.group != "law") throw std::invalid_argument("--set " + text + ": only parameters of the law can be set here");
    try {
      assign(law, s.key, s.value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(s.where + ": " + error.what());
    }
  }
  return law;
}

// The law, its elements and its parameters out of a model's file.
void take_model(LossRequest& r) {
  const Model model = read_model(r.law);
  if (r.elements != 0)
    throw std::invalid_argument("--elements: the file " + r.law + " has the number of elements; leave it out");
  r.law = model.law;
  r.elements = model.elements;
  r.model = model.settings;
}

struct Scored {
  Dataset sets;
  std::vector<double> losses;
  BatchReport report;
};

// Without a file of sets there is one: the base.
Scored score(const LossRequest& r) {
  if (r.law.empty()) throw std::invalid_argument("the law is missing: --law NAME; stickslip laws lists them");
  const ParamGroup base = base_parameters(r);
  Scored s;
  if (!r.sets.empty()) s.sets = read_dataset(r.sets);
  const std::vector<double> matrix = r.sets.empty() ? base.values : parameter_sets(s.sets, base.table, base.values);
  const std::size_t count = r.sets.empty() ? 1 : s.sets.rows();
  if (count == 0) throw std::invalid_argument(r.sets + " has no rows: a set of parameters in each is needed");
  const bool talkative = shows_progress(r.quiet);
  const InterruptWatch watch(talkative, "finishing the current blocks");
  ProgressLine line(talkative, "loss");
  BatchOptions options = r.batch;
  options.watch = {.cancelled = [] { return InterruptWatch::interrupted(); },
                   .progress = [&line](std::size_t done, std::size_t all) { line(done, all); }};
  Batch batch(r.law, r.elements, read_records(r), options);
  s.losses = batch.losses({count, matrix});
  s.report = batch.report();
  return s;
}

// The sets with their losses.
std::string losses_csv(const Scored& s, std::string_view unit) {
  std::vector<Column> columns = s.sets.columns;
  std::vector<std::vector<double>> values = s.sets.values;
  columns.push_back({"loss", std::string(unit)});
  values.push_back(s.losses);
  return csv_text(columns, values);
}

std::size_t best_row(const Scored& s) {
  const auto better = [](double a, double b) { return a < b; };  // NaN is never better
  std::size_t best = 0;
  for (std::size_t i = 1; i < s.losses.size(); ++i)
    if (better(s.losses[i], s.losses[best]) || std::isnan(s.losses[best])) best = i;
  return best;
}

nlohmann::ordered_json choice_json(const BatchChoice& c) {
  return {
      {"device", to_name(c.device)}, {"precision", to_name(c.precision)}, {"threads", c.threads}, {"target", c.target}};
}

std::string summary(const Scored& s, std::string_view unit) {
  const std::size_t best = best_row(s);
  const BatchReport& r = s.report;
  nlohmann::ordered_json j{{"sets", r.candidates},          {"samples", r.samples},        {"invalid", r.invalid},
                           {"not_finite", r.not_finite},    {"completed", r.completed},    {"unit", unit},
                           {"given", choice_json(r.given)}, {"used", choice_json(r.used)}, {"reason", r.reason}};
  if (std::isfinite(s.losses[best])) j["best"] = {{"row", best + 1}, {"loss", s.losses[best]}};
  return j.dump(2) + "\n";
}

std::string in_words(const Scored& s, std::string_view unit) {
  const BatchReport& r = s.report;
  const std::size_t best = best_row(s);
  std::string text = std::to_string(r.candidates) + " sets, " + std::to_string(r.samples) +
                     " samples each: " + std::to_string(r.invalid) + " inadmissible, " + std::to_string(r.not_finite) +
                     " diverged\n" + "run on " + std::string(to_name(r.used.device)) + " (" + r.used.target + ", " +
                     std::string(to_name(r.used.precision)) + ", " + std::to_string(r.used.threads) +
                     " threads): " + r.reason + "\n";
  if (!std::isfinite(s.losses[best])) return text + "no set has a finite loss\n";
  text += "least loss: " + text::with_unit(to_text(s.losses[best]), unit) + ", row " + std::to_string(best + 1) + "\n";
  for (std::size_t k = 0; k < s.sets.columns.size(); ++k)
    text += "  " + std::string(s.sets.columns[k].name) + " = " + to_text(s.sets.values[k][best]) + " " +
            std::string(s.sets.columns[k].unit) + "\n";
  return text;
}

Answer loss(LossRequest r) {
  if (r.law.ends_with(".toml")) take_model(r);
  const Scored s = score(r);
  const std::string_view unit = r.batch.relative ? "1" : r.batch.loss == Loss::absolute ? "N" : "N2";
  if (!r.output.empty()) write_file(r.output, losses_csv(s, unit));
  std::string text = r.json ? summary(s, unit) : in_words(s, unit);
  if (!r.json && !r.output.empty()) text += "written: " + r.output + "\n";
  if (!s.report.completed)
    std::cerr << "stickslip: interrupted; losses that are missing are nan" << (r.output.empty() ? "\n" : " there\n");
  const bool finite = std::any_of(s.losses.begin(), s.losses.end(), [](double x) { return std::isfinite(x); });
  return {std::move(text), !s.report.completed ? Ending::interrupted : finite ? Ending::done : Ending::failed};
}

}  // namespace

Command loss_command() {
  const auto r = std::make_shared<LossRequest>();
  constexpr std::string_view data = "Data", machine = "Comparison and machine";
  std::vector<Option> options{
      {"DATA...", &r->data, "Recordings: .csv or .mat with time, velocity, force and what else the law reads"},
      {"--law NAME", &r->law, "Law, or the model.toml of a fit", {}, law_names},
      {"--sets FILE", &r->sets,
       "A .csv file: columns named as parameters, a set per row (default: one set, the law's defaults)"},
      settings_option(r->settings, "Set a parameter that has no column: law.key=value"),
      output_file(r->output, "A .csv file: the sets and their losses"),
      json_flag(r->json, "the summary as JSON"),
      under(machine, elements_option(r->elements)),
      under(machine, quiet_flag(r->quiet))};
  append(options, table_options(view_options(r->batch), machine));
  append(options, table_options(view_options(r->import), data));
  return {.options = std::move(options),
          .examples = {"stickslip loss run.csv --law lugre --sets guesses.csv -o losses.csv"},
          .notes =
              "guesses.csv begins with a header such as coulomb[N],breakaway[N]. A set that breaks a bound has an "
              "infinite loss.",
          .fails_when = "no set has a finite loss",
          .keeps = "missing losses are nan",
          .work = [r] { return loss(*r); }};
}

}  // namespace stickslip::cli
