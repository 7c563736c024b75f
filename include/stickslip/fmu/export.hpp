// Functional Mock-up Units: a law or an experiment in one file that other simulators read, FMI 2.0 or 3.0, for model
// exchange and co-simulation.
//
//   const std::string bytes = fmu_archive({.file = "model.toml", .library = "libstickslip_fmu.so"});
//
// An FMU holds modelDescription.xml, the run-time library, which is the same for all, and the model as a text. Nothing
// is compiled, and the same input gives the same bytes. A source FMU holds the law as C in place of the library.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/export/export.hpp"
#include "stickslip/options.hpp"

namespace stickslip::fmu {

enum class FmiVersion : std::uint8_t { two = 2, three = 3 };

struct FmuRequest {
  std::string file;       // model.toml ([law]) or an experiment ([experiment])
  std::string text = {};  // the content of a model.toml; empty: as it stands in the file
  std::string library;    // the run-time library; none for C sources
  FmiVersion version = FmiVersion::two;
  std::string name = {};  // of the FMU, its modelIdentifier; empty: stickslip_ and that of the law or the experiment
  bool source = false;    // of a law: C sources, to be compiled by the importer
  std::vector<std::string> platforms = {};  // of C sources: binaries of them for these (fmu_platforms)
};

// The platforms, as FMI 3.0 names them, for which this machine has a compiler.
std::vector<std::string> fmu_platforms();

// What a front end asks its user.
struct FmuOptions {
  std::size_t fmi = 2;                      // version of the standard
  std::string name = {};                    // as in a request
  std::string library = {};                 // the run-time library; empty: the front end looks for it
  bool source = false;                      // as in a request
  std::vector<std::string> platforms = {};  // "all": those of fmu_platforms()

  static std::span<const OptionRow> options();

  bool wants_sources() const { return source || !platforms.empty(); }
};

// The request for a file, or for the text of a model.toml. Throws std::invalid_argument for a version that there is
// not.
FmuRequest make_request(const std::string& file, const std::string& text, const FmuOptions& options);

// Throws std::invalid_argument for an option of texts given for an FMU, or the other way round.
void check_options_of_kind(std::string_view kind, const exporting::ExportOptions& text, const FmuOptions& fmu);

// Throws std::invalid_argument with file, line and remedy.
std::string fmu_archive(const FmuRequest& request);

}  // namespace stickslip::fmu
