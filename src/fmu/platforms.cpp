#include "platforms.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "stickslip/names.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::fmu {

namespace fs = std::filesystem;

namespace {

struct Platform {
  std::string_view name;    // by FMI 3.0, which names processor and system
  std::string_view folder;  // of FMI 2.0, which has names for x86 alone
  std::string_view extension;
  std::string_view compilers;  // the first that is found
  std::string_view options;
};

// Without the time of linking, and at an address that does not depend on the folder: the same input gives the same
// bytes.
constexpr std::array<Platform, 3> platforms{
    {{"x86_64-linux", "linux64", ".so", "x86_64-linux-gnu-gcc|gcc|cc|clang", "-fPIC -fvisibility=hidden"},
     {"aarch64-linux", "aarch64-linux", ".so", "aarch64-linux-gnu-gcc", "-fPIC -fvisibility=hidden"},
     {"x86_64-windows", "win64", ".dll", "x86_64-w64-mingw32-gcc",
      "-static-libgcc -Wl,-no-insert-timestamp,-disable-auto-image-base"}}};

const Platform& platform_named(std::string_view name) {
  for (const Platform& p : platforms)
    if (p.name == name) return p;
  throw UnknownName("platform", std::string(name), platform_names());
}

// The path of the first of these programs that PATH holds; empty when it holds none.
std::string find_program(std::string_view programs) {
  const char* const path = std::getenv("PATH");
  for (const std::string& program : text::split(programs, '|'))
    for (const std::string& folder : text::split(path == nullptr ? "" : path, ':')) {
      const fs::path file = fs::path(folder) / program;
      if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file.string();
    }
  return {};
}

// A folder of its own below the system's for temporary files; it goes with what is in it.
class Workshop {
 public:
  Workshop() : path_((fs::temp_directory_path() / "stickslip_fmu_XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error(path_ + ": the folder cannot be made");
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string in(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string read_all(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string in_quotes(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace

std::vector<std::string_view> platform_names() {
  std::vector<std::string_view> all;
  for (const Platform& p : platforms) all.push_back(p.name);
  return all;
}

std::vector<std::string> fmu_platforms() {
  std::vector<std::string> found;
  for (const Platform& p : platforms)
    if (!find_program(p.compilers).empty()) found.emplace_back(p.name);
  return found;
}

ArchiveFile compile_for(std::string_view platform, FmiVersion fmi, const std::string& identifier,
                        const std::vector<ArchiveFile>& sources) {
  const Platform& p = platform_named(platform);
  const std::string compiler = find_program(p.compilers);
  if (compiler.empty())
    throw std::invalid_argument(option_reference("platforms", std::string(platform)) +
                                ": there is no compiler for it (" +
                                std::string(p.compilers.substr(0, p.compilers.find('|'))) + ")");
  const Workshop workshop;
  const std::string library = workshop.in("library" + std::string(p.extension));
  const std::string messages = workshop.in("messages");
  std::string command = in_quotes(compiler) + " -std=c99 -O2 -s -shared " + std::string(p.options);
  for (const ArchiveFile& f : sources) {
    const fs::path place = workshop.in(fs::path(f.name).filename().string());
    std::ofstream(place, std::ios::binary) << f.content;
    if (place.extension() == ".c") command += " " + in_quotes(place.string());
  }
  command += " -o " + in_quotes(library) + " -lm >" + in_quotes(messages) + " 2>&1";
  std::string binary;
  if (std::system(command.c_str()) == 0) binary = read_all(library);
  if (binary.empty()) throw std::runtime_error(compiler + " does not compile the sources:\n" + read_all(messages));
  const std::string_view folder = fmi == FmiVersion::two ? p.folder : p.name;
  return {"binaries/" + std::string(folder) + "/" + identifier + std::string(p.extension), binary, true};
}

}  // namespace stickslip::fmu
