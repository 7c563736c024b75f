// The options of an FMU, described once for every front end.
#include <array>
#include <stdexcept>

#include "platforms.hpp"
#include "stickslip/fmu/export.hpp"

namespace stickslip::fmu {

namespace {

constexpr std::string_view every_platform = "all";

std::vector<std::string_view> platform_choices() {
  auto all = platform_names();
  all.push_back(every_platform);
  return all;
}

}  // namespace

std::span<const OptionRow> FmuOptions::options() {
  using F = FmuOptions;
  static const std::array rows{
      option_row<&F::fmi>(
          {.name = "fmi", .doc = "fmu: version of the standard, 2 or 3", .lower = 2.0, .upper = 3.0, .everyday = true}),
      option_row<&F::name>({.name = "name", .doc = "fmu: its name, the modelIdentifier (default: that of the law)"}),
      option_row<&F::library>(
          {.name = "library", .doc = "fmu: run-time library (default: the one beside the program or package)"}),
      option_row<&F::source>({.name = "source", .doc = "fmu: C sources of a law, compiled by the importer"}),
      option_row<&F::platforms>({.name = "platforms",
                                 .doc = "fmu: C sources of a law, and their binaries by the compilers of this machine: "
                                        "x86_64-linux, aarch64-linux, x86_64-windows, or all",
                                 .noun = "platform",
                                 .choices = platform_choices,
                                 .typed = "platform"}),
  };
  return rows;
}

FmuRequest make_request(const std::string& file, const std::string& text, const FmuOptions& options) {
  check_options(options);
  const bool is_every = options.platforms == std::vector<std::string>{std::string(every_platform)};
  return {.file = file,
          .text = text,
          .library = options.library,
          .version = options.fmi == 2 ? FmiVersion::two : FmiVersion::three,
          .name = options.name,
          .source = options.source,
          .platforms = is_every ? fmu_platforms() : options.platforms};
}

void check_options_of_kind(std::string_view kind, const exporting::ExportOptions& text, const FmuOptions& fmu) {
  if (kind == "fmu")
    for (const GivenOption& given : changed_options(text))
      throw std::invalid_argument(option_reference(given.name) + " is for texts; an FMU does not have it");
  if (kind == "fmu") return;
  for (const GivenOption& given : changed_options(fmu))
    throw std::invalid_argument(option_reference(given.name) + " is for the kind fmu" +
                                (given.name == "name"     ? "; names in a text begin with " + option_reference("prefix")
                                 : given.name == "source" ? "; " + std::string(kind) + " is source text anyway"
                                                          : ""));
}

}  // namespace stickslip::fmu
