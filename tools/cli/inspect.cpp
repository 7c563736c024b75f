#include "inspect.hpp"

#include <stdexcept>

#include "places.hpp"
#include "signal_names.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/measurement.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace io;
using namespace measurement;

namespace {

ImportOptions options_of(const InspectRequest& r) {
  ImportOptions o{.refused = r.refused, .sample_time = r.sample_time, .bandwidth = r.bandwidth};
  for (const std::string& text : r.names) o.names.push_back(name_from(text, measurement_roles()));
  return o;
}

std::string json_of(const std::vector<Measurement>& all) {
  if (all.size() == 1) return summary_json(all[0], STICKSLIP_VERSION);
  std::string text;
  for (const Measurement& m : all) text += (text.empty() ? "[" : ",") + summary_json(m, STICKSLIP_VERSION);
  return text + "]\n";
}

}  // namespace

// Everything is read before the first byte is written.
std::string inspect(const InspectRequest& r) {
  if (r.data.empty()) throw std::invalid_argument("the data are missing: give a .csv or .mat file");
  const ImportOptions options = options_of(r);
  const std::vector<std::string> places = places_of(r.data, r.output);
  std::vector<Measurement> all;
  for (const std::string& file : r.data) all.push_back(import_measurement(read_dataset(file), options));
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += (i > 0 ? "\n" : "") + summary_text(all[i]);
    if (r.output.empty()) continue;
    prepare_directory(places[i]);
    write_results(all[i], STICKSLIP_VERSION, places[i]);
    text += "written: " + places[i] + "/{measurement.csv,summary.json,report.html}\n";
  }
  return r.json ? json_of(all) : text;
}

}  // namespace stickslip::cli
