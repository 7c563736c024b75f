// A small importer of FMUs: unpacks, reads the description, loads the library, and calls either version in one way.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "xml.hpp"

namespace stickslip::tests {

// A variable as the description has it.
struct ImportedVariable {
  std::string name;
  unsigned reference = 0;
  bool is_choice = false;
  std::map<std::string, std::string> attributes = {};  // of the variable and of its type

  std::string at(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
};

// The library, loaded; its functions by name.
class LoadedLibrary {
 public:
  explicit LoadedLibrary(const std::string& path);
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;
  ~LoadedLibrary();
  void* find(const char* name) const;

 private:
  void* library_;
};

struct UnpackedFmu {
  int fmi = 2;
  std::string folder;
  XmlElement description = {""};
  std::vector<ImportedVariable> variables = {};
  std::vector<unsigned> states = {};  // references, in the order of the state vector
  std::size_t indicators = 0;
  std::string token = {}, identifier = {};
  std::shared_ptr<LoadedLibrary> library = {};

  const ImportedVariable& variable(const std::string& name) const;
  unsigned ref(const std::string& name) const { return variable(name).reference; }
};

// Exports the text of a model or an experiment, unpacks it into the folder and loads it.
UnpackedFmu export_fmu(const std::string& toml, int fmi, const std::string& folder);

// The same for a source FMU, compiled as its description says.
UnpackedFmu exported_source(const std::string& toml, int fmi, const std::string& folder, const std::string& compiler);

enum class ImportAs { model_exchange, co_simulation };

// One instance. Everything but `status` functions throws when the FMU does not answer with OK.
class ImportedInstance {
 public:
  virtual ~ImportedInstance() = default;

  std::vector<std::string> messages;  // of the log

  virtual void initialize(double start, double stop, const std::function<void()>& before_exit) = 0;
  virtual void get(std::span<const unsigned> refs, std::span<double> values) = 0;
  virtual void set(std::span<const unsigned> refs, std::span<const double> values) = 0;
  virtual long long choice(unsigned ref) = 0;
  virtual void set_choice(unsigned ref, long long value) = 0;
  // First derivatives of inputs, which FMI 3.0 does not have.
  virtual void set_rates(std::span<const unsigned> refs, std::span<const double> values) = 0;
  virtual void do_step(double from, double h) = 0;
  virtual void set_time(double t) = 0;
  virtual void set_states(std::span<const double> x) = 0;
  virtual std::vector<double> states() = 0;
  virtual std::vector<double> slopes() = 0;
  virtual std::vector<double> indicators() = 0;
  virtual void enter_event_mode() = 0;
  // True when the states have changed; the time of the next event goes to `next`.
  virtual bool update_discrete(double& next) = 0;
  virtual void enter_continuous() = 0;
  virtual void completed_step() = 0;
  virtual std::vector<double> directional(std::span<const unsigned> unknowns, std::span<const unsigned> knowns,
                                          std::span<const double> seed) = 0;
  virtual void* save() = 0;
  virtual void restore(void* state) = 0;
  virtual void free_state(void*& state) = 0;
  virtual std::vector<char> serialize(void* state) = 0;
  virtual void* deserialize(std::span<const char> bytes) = 0;
  virtual void terminate() = 0;
  virtual void reset() = 0;

  double get(unsigned ref) {
    double x = 0.0;
    get(std::span<const unsigned>(&ref, 1), std::span<double>(&x, 1));
    return x;
  }
  void set(unsigned ref, double value) { set(std::span<const unsigned>(&ref, 1), std::span<const double>(&value, 1)); }
};

std::unique_ptr<ImportedInstance> instantiate(const UnpackedFmu& fmu, ImportAs use, bool logging = false);

}  // namespace stickslip::tests
