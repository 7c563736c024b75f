// `stickslip inspect DATA...`: what a recording holds, what is wrong with it, what an import does about it.
#include <stdexcept>

#include "common.hpp"
#include "option_words.hpp"
#include "stickslip/io/measurement.hpp"
#include "stickslip/io/recordings.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace io;
using namespace measurement;

namespace {

struct InspectRequest {
  std::vector<std::string> data;  // .csv and .mat files
  ImportOptions import;
  std::string output;  // directory
  bool json = false;
};

std::string summaries_json(const std::vector<Measurement>& all) {
  if (all.size() == 1) return summary_json(all[0], STICKSLIP_VERSION);
  std::string text;
  for (const Measurement& m : all) text += (text.empty() ? "[" : ",") + summary_json(m, STICKSLIP_VERSION);
  return text + "]\n";
}

// Everything is read before the first byte is written.
std::string inspect(const InspectRequest& r) {
  if (r.data.empty()) throw std::invalid_argument("the data are missing: give a .csv or .mat file");
  const std::vector<std::string> places = result_places(r.data, r.output);
  std::vector<Measurement> all;
  for (const std::string& file : r.data) {
    all.push_back(open_measurement(file, r.import));
    render_options(all.back(), type_option);
  }
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += (i > 0 ? "\n" : "") + summary_text(all[i]);
    if (r.output.empty()) continue;
    prepare_directory(places[i]);
    write_results(all[i], STICKSLIP_VERSION, places[i]);
    text += "written: " + places[i] + "/{measurement.csv,summary.json,report.html}\n";
  }
  return r.json ? summaries_json(all) : text;
}

}  // namespace

Command inspect_command() {
  const auto r = std::make_shared<InspectRequest>();
  std::vector<Option> options{
      {"DATA...", &r->data, "Recordings: .csv (any separator, units in the header) or .mat"},
      output_directory(r->output, "measurement.csv, summary.json, report.html; a folder per file"),
      json_flag(r->json, "summary.json; a list for several files")};
  append(options, table_options(view_options(r->import), {}));
  return {.options = std::move(options),
          .examples = {"stickslip inspect run.csv --map force=tau[N.m] --refuse edge-weights -o out"},
          .notes =
              "Nothing is repaired silently: every repair is listed by the name that --refuse takes.\nA data problem "
              "(a sign, a unit, exchanged columns, a delay, a dead or saturated sensor) comes with\nthe option that "
              "repairs it; every other command that reads recordings takes it too.\nOn bad input nothing is written.",
          .work = [r] { return Answer{inspect(*r)}; }};
}

}  // namespace stickslip::cli
