#include "importer.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "fmu/fmi2.hpp"
#include "fmu/fmi3.hpp"
#include "stickslip/fmu/export.hpp"
#include "unzip.hpp"

namespace stickslip::tests {

using namespace fmu;

namespace fs = std::filesystem;

LoadedLibrary::LoadedLibrary(const std::string& path) : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(dlerror());
}
LoadedLibrary::~LoadedLibrary() { dlclose(library_); }
void* LoadedLibrary::find(const char* name) const {
  void* const found = dlsym(library_, name);
  if (found == nullptr) throw std::runtime_error(std::string("the library has no function ") + name);
  return found;
}

const ImportedVariable& UnpackedFmu::variable(const std::string& name) const {
  for (const ImportedVariable& v : variables)
    if (v.name == name) return v;
  throw std::runtime_error("the FMU has no variable " + name);
}

namespace {

void write(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(content.data(), std::streamsize(content.size()));
}

// All FMUs hold the same library: it is written once, and linked to where it should lie.
class WrittenLibrary {
 public:
  ~WrittenLibrary() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  void link_to(const fs::path& place, const std::string& content) {
    if (content != content_) {
      write(path_, content);
      content_ = content;
    }
    fs::create_directories(place.parent_path());
    fs::create_hard_link(path_, place);
  }

 private:
  fs::path path_ = fs::temp_directory_path() / ("stickslip_fmu_" + std::to_string(getpid()) + ".so");
  std::string content_;
};

void read_variables(UnpackedFmu& fmu) {
  for (const XmlElement& e : fmu.description.child("ModelVariables")->children) {
    const XmlElement& type = fmu.fmi == 2 ? e.children.at(0) : e;
    ImportedVariable v{e.at("name"), unsigned(std::stoul(e.at("valueReference"))), type.name == "Enumeration",
                       e.attributes};
    v.attributes.insert(type.attributes.begin(), type.attributes.end());
    fmu.variables.push_back(std::move(v));
  }
}

// The states stand behind the derivatives that the structure lists.
void read_structure(UnpackedFmu& fmu) {
  const XmlElement& structure = *fmu.description.child("ModelStructure");
  if (fmu.fmi == 2) {
    fmu.indicators = std::stoul(fmu.description.at("numberOfEventIndicators"));
    if (const XmlElement* all = structure.child("Derivatives"))
      for (const XmlElement& u : all->children) {
        const ImportedVariable& slope = fmu.variables.at(std::stoul(u.at("index")) - 1);
        fmu.states.push_back(fmu.variables.at(std::stoul(slope.at("derivative")) - 1).reference);
      }
    return;
  }
  for (const XmlElement& u : structure.children) {
    fmu.indicators += u.name == "EventIndicator" ? 1U : 0U;
    if (u.name != "ContinuousStateDerivative") continue;
    for (const ImportedVariable& v : fmu.variables)
      if (std::to_string(v.reference) == u.at("valueReference"))
        fmu.states.push_back(unsigned(std::stoul(v.at("derivative"))));
  }
}

void check(int status, const char* function, const std::vector<std::string>& messages) {
  if (status != 0)
    throw std::runtime_error(std::string(function) + " answered " + std::to_string(status) + ": " +
                             (messages.empty() ? "" : messages.back()));
}

// The function of the loaded library with the type that our declaration has.
#define STICKSLIP_CALL(name, ...) \
  check(int(reinterpret_cast<decltype(&::name)>(library_->find(#name))(__VA_ARGS__)), #name, messages)

// Keeps a message of FMI 2.0, which comes as a format with its values.
void note(void* self, const char*, fmi2Status, const char* category, const char* format, ...) {
  char text[2000];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  static_cast<ImportedInstance*>(self)->messages.push_back(std::string(category) + ": " + text);
}

class Instance2 : public ImportedInstance {
 public:
  Instance2(const UnpackedFmu& fmu, ImportAs use, bool logging) : fmu_(fmu), library_(fmu.library) {
    callbacks_.logger = note;
    callbacks_.allocateMemory = std::calloc;
    callbacks_.freeMemory = std::free;
    callbacks_.componentEnvironment = static_cast<ImportedInstance*>(this);
    const std::string place = "file://" + fmu.folder + "/resources";
    c_ = reinterpret_cast<decltype(&::fmi2Instantiate)>(library_->find("fmi2Instantiate"))(
        "one", use == ImportAs::model_exchange ? fmi2ModelExchange : fmi2CoSimulation, fmu.token.c_str(), place.c_str(),
        &callbacks_, 0, logging ? 1 : 0);
    if (c_ == nullptr) throw std::runtime_error(messages.empty() ? "no instance" : messages.back());
  }
  ~Instance2() override { reinterpret_cast<decltype(&::fmi2FreeInstance)>(library_->find("fmi2FreeInstance"))(c_); }

  void initialize(double start, double stop, const std::function<void()>& before_exit) override {
    STICKSLIP_CALL(fmi2SetupExperiment, c_, 0, 0.0, start, 1, stop);
    STICKSLIP_CALL(fmi2EnterInitializationMode, c_);
    if (before_exit) before_exit();
    STICKSLIP_CALL(fmi2ExitInitializationMode, c_);
  }
  void get(std::span<const unsigned> refs, std::span<double> values) override {
    STICKSLIP_CALL(fmi2GetReal, c_, refs.data(), refs.size(), values.data());
  }
  void set(std::span<const unsigned> refs, std::span<const double> values) override {
    STICKSLIP_CALL(fmi2SetReal, c_, refs.data(), refs.size(), values.data());
  }
  long long choice(unsigned ref) override {
    int x = 0;
    STICKSLIP_CALL(fmi2GetInteger, c_, &ref, 1, &x);
    return x;
  }
  void set_choice(unsigned ref, long long value) override {
    const int x = int(value);
    STICKSLIP_CALL(fmi2SetInteger, c_, &ref, 1, &x);
  }
  void set_rates(std::span<const unsigned> refs, std::span<const double> values) override {
    const std::vector<int> orders(refs.size(), 1);
    STICKSLIP_CALL(fmi2SetRealInputDerivatives, c_, refs.data(), refs.size(), orders.data(), values.data());
  }
  void do_step(double from, double h) override { STICKSLIP_CALL(fmi2DoStep, c_, from, h, 1); }
  void set_time(double t) override { STICKSLIP_CALL(fmi2SetTime, c_, t); }
  void set_states(std::span<const double> x) override {
    STICKSLIP_CALL(fmi2SetContinuousStates, c_, x.data(), x.size());
  }
  std::vector<double> states() override {
    std::vector<double> x(fmu_.states.size());
    STICKSLIP_CALL(fmi2GetContinuousStates, c_, x.data(), x.size());
    return x;
  }
  std::vector<double> slopes() override {
    std::vector<double> x(fmu_.states.size());
    STICKSLIP_CALL(fmi2GetDerivatives, c_, x.data(), x.size());
    return x;
  }
  std::vector<double> indicators() override {
    std::vector<double> z(fmu_.indicators);
    STICKSLIP_CALL(fmi2GetEventIndicators, c_, z.data(), z.size());
    return z;
  }
  void enter_event_mode() override { STICKSLIP_CALL(fmi2EnterEventMode, c_); }
  bool update_discrete(double& next) override {
    fmi2EventInfo info{};
    bool changed = false;
    do {
      STICKSLIP_CALL(fmi2NewDiscreteStates, c_, &info);
      changed = changed || info.valuesOfContinuousStatesChanged != 0;
    } while (info.newDiscreteStatesNeeded != 0);
    next = info.nextEventTimeDefined != 0 ? info.nextEventTime : std::numeric_limits<double>::infinity();
    return changed;
  }
  void enter_continuous() override { STICKSLIP_CALL(fmi2EnterContinuousTimeMode, c_); }
  void completed_step() override {
    int event = 0;
    int end = 0;
    STICKSLIP_CALL(fmi2CompletedIntegratorStep, c_, 1, &event, &end);
  }
  std::vector<double> directional(std::span<const unsigned> unknowns, std::span<const unsigned> knowns,
                                  std::span<const double> seed) override {
    std::vector<double> s(unknowns.size());
    STICKSLIP_CALL(fmi2GetDirectionalDerivative, c_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                   seed.data(), s.data());
    return s;
  }
  void* save() override {
    void* state = nullptr;
    STICKSLIP_CALL(fmi2GetFMUstate, c_, &state);
    return state;
  }
  void restore(void* state) override { STICKSLIP_CALL(fmi2SetFMUstate, c_, state); }
  void free_state(void*& state) override { STICKSLIP_CALL(fmi2FreeFMUstate, c_, &state); }
  std::vector<char> serialize(void* state) override {
    std::size_t size = 0;
    STICKSLIP_CALL(fmi2SerializedFMUstateSize, c_, state, &size);
    std::vector<char> bytes(size);
    STICKSLIP_CALL(fmi2SerializeFMUstate, c_, state, bytes.data(), size);
    return bytes;
  }
  void* deserialize(std::span<const char> bytes) override {
    void* state = nullptr;
    STICKSLIP_CALL(fmi2DeSerializeFMUstate, c_, bytes.data(), bytes.size(), &state);
    return state;
  }
  void terminate() override { STICKSLIP_CALL(fmi2Terminate, c_); }
  void reset() override { STICKSLIP_CALL(fmi2Reset, c_); }

 private:
  const UnpackedFmu& fmu_;
  std::shared_ptr<LoadedLibrary> library_;
  fmi2CallbackFunctions callbacks_{};
  fmi2Component c_ = nullptr;
};

class Instance3 : public ImportedInstance {
 public:
  Instance3(const UnpackedFmu& fmu, ImportAs use, bool logging) : fmu_(fmu), library_(fmu.library) {
    const fmi3LogMessageCallback log = [](void* self, fmi3Status, const char* category, const char* text) {
      static_cast<Instance3*>(self)->messages.push_back(std::string(category) + ": " + text);
    };
    const std::string place = fmu.folder + "/resources/";
    c_ =
        use == ImportAs::model_exchange
            ? reinterpret_cast<decltype(&::fmi3InstantiateModelExchange)>(library_->find(
                  "fmi3InstantiateModelExchange"))("one", fmu.token.c_str(), place.c_str(), false, logging, this, log)
            : reinterpret_cast<decltype(&::fmi3InstantiateCoSimulation)>(library_->find("fmi3InstantiateCoSimulation"))(
                  "one", fmu.token.c_str(), place.c_str(), false, logging, false, false, nullptr, 0, this, log,
                  nullptr);
    if (c_ == nullptr) throw std::runtime_error(messages.empty() ? "no instance" : messages.back());
  }
  ~Instance3() override { reinterpret_cast<decltype(&::fmi3FreeInstance)>(library_->find("fmi3FreeInstance"))(c_); }

  void initialize(double start, double stop, const std::function<void()>& before_exit) override {
    STICKSLIP_CALL(fmi3EnterInitializationMode, c_, false, 0.0, start, true, stop);
    if (before_exit) before_exit();
    STICKSLIP_CALL(fmi3ExitInitializationMode, c_);
  }
  void get(std::span<const unsigned> refs, std::span<double> values) override {
    STICKSLIP_CALL(fmi3GetFloat64, c_, refs.data(), refs.size(), values.data(), values.size());
  }
  void set(std::span<const unsigned> refs, std::span<const double> values) override {
    STICKSLIP_CALL(fmi3SetFloat64, c_, refs.data(), refs.size(), values.data(), values.size());
  }
  long long choice(unsigned ref) override {
    std::int64_t x = 0;
    STICKSLIP_CALL(fmi3GetInt64, c_, &ref, 1, &x, 1);
    return x;
  }
  void set_choice(unsigned ref, long long value) override {
    const std::int64_t x = value;
    STICKSLIP_CALL(fmi3SetInt64, c_, &ref, 1, &x, 1);
  }
  void set_rates(std::span<const unsigned>, std::span<const double>) override {
    throw std::runtime_error("FMI 3.0 has no derivatives of inputs");
  }
  void do_step(double from, double h) override {
    bool event = false;
    bool end = false;
    bool early = false;
    double last = 0.0;
    STICKSLIP_CALL(fmi3DoStep, c_, from, h, true, &event, &end, &early, &last);
    if (event || end || early || last != from + h) throw std::runtime_error("fmi3DoStep did not do the step");
  }
  void set_time(double t) override { STICKSLIP_CALL(fmi3SetTime, c_, t); }
  void set_states(std::span<const double> x) override {
    STICKSLIP_CALL(fmi3SetContinuousStates, c_, x.data(), x.size());
  }
  std::vector<double> states() override {
    std::size_t count = 0;
    STICKSLIP_CALL(fmi3GetNumberOfContinuousStates, c_, &count);
    std::vector<double> x(count);
    STICKSLIP_CALL(fmi3GetContinuousStates, c_, x.data(), x.size());
    return x;
  }
  std::vector<double> slopes() override {
    std::vector<double> x(fmu_.states.size());
    STICKSLIP_CALL(fmi3GetContinuousStateDerivatives, c_, x.data(), x.size());
    return x;
  }
  std::vector<double> indicators() override {
    std::size_t count = 0;
    STICKSLIP_CALL(fmi3GetNumberOfEventIndicators, c_, &count);
    std::vector<double> z(count);
    STICKSLIP_CALL(fmi3GetEventIndicators, c_, z.data(), z.size());
    return z;
  }
  void enter_event_mode() override { STICKSLIP_CALL(fmi3EnterEventMode, c_); }
  bool update_discrete(double& next) override {
    bool again = false;
    bool end = false;
    bool nominals = false;
    bool values = false;
    bool has_next = false;
    bool changed = false;
    do {
      STICKSLIP_CALL(fmi3UpdateDiscreteStates, c_, &again, &end, &nominals, &values, &has_next, &next);
      changed = changed || values;
    } while (again);
    if (!has_next) next = std::numeric_limits<double>::infinity();
    return changed;
  }
  void enter_continuous() override { STICKSLIP_CALL(fmi3EnterContinuousTimeMode, c_); }
  void completed_step() override {
    bool event = false;
    bool end = false;
    STICKSLIP_CALL(fmi3CompletedIntegratorStep, c_, true, &event, &end);
  }
  std::vector<double> directional(std::span<const unsigned> unknowns, std::span<const unsigned> knowns,
                                  std::span<const double> seed) override {
    std::vector<double> s(unknowns.size());
    STICKSLIP_CALL(fmi3GetDirectionalDerivative, c_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                   seed.data(), seed.size(), s.data(), s.size());
    check_adjoint(unknowns, knowns, seed, s);
    return s;
  }
  void* save() override {
    void* state = nullptr;
    STICKSLIP_CALL(fmi3GetFMUState, c_, &state);
    return state;
  }
  void restore(void* state) override { STICKSLIP_CALL(fmi3SetFMUState, c_, state); }
  void free_state(void*& state) override { STICKSLIP_CALL(fmi3FreeFMUState, c_, &state); }
  std::vector<char> serialize(void* state) override {
    std::size_t size = 0;
    STICKSLIP_CALL(fmi3SerializedFMUStateSize, c_, state, &size);
    std::vector<char> bytes(size);
    STICKSLIP_CALL(fmi3SerializeFMUState, c_, state, reinterpret_cast<std::uint8_t*>(bytes.data()), size);
    return bytes;
  }
  void* deserialize(std::span<const char> bytes) override {
    void* state = nullptr;
    STICKSLIP_CALL(fmi3DeserializeFMUState, c_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                   &state);
    return state;
  }
  void terminate() override { STICKSLIP_CALL(fmi3Terminate, c_); }
  void reset() override { STICKSLIP_CALL(fmi3Reset, c_); }

 private:
  // w . (J s) = (J' w) . s for w = (1, 1, ...).
  void check_adjoint(std::span<const unsigned> unknowns, std::span<const unsigned> knowns, std::span<const double> seed,
                     const std::vector<double>& sensitivity) {
    const std::vector<double> ones(unknowns.size(), 1.0);
    std::vector<double> back(knowns.size());
    STICKSLIP_CALL(fmi3GetAdjointDerivative, c_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                   ones.data(), ones.size(), back.data(), back.size());
    double left = 0.0;
    double right = 0.0;
    double size = 1e-300;
    for (const double s : sensitivity) left += s, size += std::abs(s);
    for (std::size_t k = 0; k < back.size(); ++k) right += back[k] * seed[k], size += std::abs(back[k] * seed[k]);
    if (!(std::abs(left - right) <= 1e-7 * size)) throw std::runtime_error("adjoint and directional derivative differ");
  }

  const UnpackedFmu& fmu_;
  std::shared_ptr<LoadedLibrary> library_;
  fmi3Instance c_ = nullptr;
};

}  // namespace

namespace {

std::string pack_archive(const std::string& toml, int fmi, const std::string& folder, bool source) {
  fs::create_directories(folder);
  const std::string file = folder + "/source.toml";
  write(file, toml);
  return fmu_archive({.file = file,
                      .library = source ? "" : STICKSLIP_FMU_LIBRARY,
                      .version = fmi == 2 ? FmiVersion::two : FmiVersion::three,
                      .source = source});
}

void read_description(UnpackedFmu& fmu) {
  fmu.token = fmu.description.at(fmu.fmi == 2 ? "guid" : "instantiationToken");
  fmu.identifier = fmu.description.child("CoSimulation")->at("modelIdentifier");
  read_variables(fmu);
  read_structure(fmu);
}

// The files that the description wants to be compiled.
std::vector<std::string> listed_sources(const UnpackedFmu& fmu, const std::string& build_description) {
  const XmlElement build = fmu.fmi == 2 ? XmlElement{""} : XmlReader(build_description).read();
  const XmlElement& list = fmu.fmi == 2 ? *fmu.description.child("CoSimulation")->child("SourceFiles")
                                        : *build.child("BuildConfiguration")->child("SourceFileSet");
  std::vector<std::string> names;
  for (const XmlElement& file : list.children) names.push_back(file.at("name"));
  return names;
}

}  // namespace

UnpackedFmu export_fmu(const std::string& toml, int fmi, const std::string& folder) {
  const std::string zip = pack_archive(toml, fmi, folder, false);
  static WrittenLibrary written;
  UnpackedFmu fmu{.fmi = fmi, .folder = folder};
  std::string library;
  for (const Unzipped& f : unzipped(zip, false)) {
    if (f.name == "modelDescription.xml") fmu.description = XmlReader(f.content).read();
    if (f.name.starts_with("binaries/"))
      written.link_to(library = folder + "/" + f.name, f.content);
    else
      write(fs::path(folder) / f.name, f.content);
  }
  read_description(fmu);
  fmu.library = std::make_shared<LoadedLibrary>(library);
  return fmu;
}

UnpackedFmu exported_source(const std::string& toml, int fmi, const std::string& folder, const std::string& compiler) {
  UnpackedFmu fmu{.fmi = fmi, .folder = folder};
  std::string build_description;
  for (const Unzipped& f : unzipped(pack_archive(toml, fmi, folder, true), true)) {
    if (f.name == "modelDescription.xml") fmu.description = XmlReader(f.content).read();
    if (f.name == "sources/buildDescription.xml") build_description = f.content;
    write(fs::path(folder) / f.name, f.content);
  }
  read_description(fmu);
  const std::string library = folder + "/" + fmu.identifier + ".so";
  std::string command = compiler + " -std=c99 -Wall -Wextra -Wpedantic -Werror -O0 -fPIC -shared";
  for (const std::string& name : listed_sources(fmu, build_description))
    command += " '" + folder + "/sources/" + name + "'";
  command += " -o '" + library + "' -lm";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("does not compile: " + command);
  fmu.library = std::make_shared<LoadedLibrary>(library);
  return fmu;
}

std::unique_ptr<ImportedInstance> instantiate(const UnpackedFmu& fmu, ImportAs use, bool logging) {
  if (fmu.fmi == 2) return std::make_unique<Instance2>(fmu, use, logging);
  return std::make_unique<Instance3>(fmu, use, logging);
}

}  // namespace stickslip::tests
