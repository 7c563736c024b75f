#include "export_fmu.hpp"

#include <array>
#include <filesystem>
#include <stdexcept>

#include "stickslip/fmu/export.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace fmu;
using namespace io;

namespace {

namespace fs = std::filesystem;

// Where the run-time library lies, seen from the program: after an install, and in a build tree.
constexpr std::array<const char*, 2> places{STICKSLIP_FMU_INSTALLED, STICKSLIP_FMU_BUILT};

std::string runtime_library() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
  std::string looked;
  for (const char* const place : places) {
    const fs::path path = (program / place).lexically_normal();
    if (fs::is_regular_file(path, none)) return path.string();
    looked += "\n  " + path.string();
  }
  throw std::invalid_argument(
      "the run-time library of FMUs, libstickslip_fmu.so, is in none of its places; build the target stickslip_fmu or "
      "install the whole project, or name it by --library FILE. Looked for:" +
      looked);
}

}  // namespace

std::string export_fmu(const ExportRequest& r, const Model* model) {
  if (r.fmi != 2 && r.fmi != 3)
    throw std::invalid_argument("--fmi " + std::to_string(r.fmi) + ": there are 2 and 3, for FMI 2.0 and FMI 3.0");
  if (!r.prefix.empty() || !r.additions.empty() || r.single_precision || r.changeable_parameters)
    throw std::invalid_argument("--prefix, --with, --float and --struct are for texts; an FMU has none of these");
  const std::string bytes =
      fmu_archive({.file = r.model,
                   .text = model == nullptr ? "" : law_toml(model->law, model->elements, model->group),
                   .library = r.library.empty() && !r.source ? runtime_library() : r.library,
                   .version = r.fmi == 2 ? FmiVersion::two : FmiVersion::three,
                   .source = r.source});
  write_file(r.output, bytes);
  return r.output + ": FMI " + std::to_string(r.fmi) + ".0, " +
         (r.source ? "C sources for co-simulation alone, " : "model exchange and co-simulation, ") +
         std::to_string(bytes.size()) + " bytes\n";
}

}  // namespace stickslip::cli
