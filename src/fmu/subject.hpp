// What an FMU runs: a friction element, or a whole experiment, as a hybrid model with inputs and parameters.
//
// The numbers of one instance (time, unknowns, arming) stand outside, in a Progress: a subject holds its parameters and
// what its inputs are now.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sheet.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/hybrid.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::fmu {

// Slopes along one direction in the space of unknowns, inputs and parameters; all of their full length.
struct Direction {
  std::vector<double> unknowns, inputs, params;
};

// How flow, columns and guards change along it.
struct Slopes {
  std::vector<double> flow, columns, guards;
};

class Subject {
 public:
  virtual ~Subject() = default;

  const Sheet& sheet() const { return sheet_; }
  void rename(const std::string& name) { fmu::rename(sheet_, name); }
  virtual const HybridModel& model() const = 0;
  // Told once: the importer steps it by step(), or integrates the model itself.
  virtual void be_stepped(bool) {}

  // In the order of the sheet. Parameters inside their bounds may still break a relation: std::invalid_argument says
  // which, and those before are kept. `used` is 1 for an input that has ever had a value other than its start.
  virtual void set_inputs(std::span<const double> inputs, std::span<const double> used) = 0;
  virtual void set_params(std::span<const double> params) = 0;

  // The unknowns at the start. `given` has a number for every unknown that was set from outside, and NaN for others.
  virtual std::vector<double> start(std::span<const double> given) const = 0;

  // Throws std::invalid_argument for a direction that it has no slopes for.
  virtual Slopes slopes(double t, std::span<const double> unknowns, const Direction& direction) = 0;

  // What an importer should know about inputs that it has not used, a sentence each.
  virtual std::vector<std::string> remarks(std::span<const double>) const { return {}; }

  // Carries the progress over h seconds. `begin` are the inputs at its beginning; those at its end were set, and
  // between they change in a straight line. Throws std::runtime_error when the solver does not get there.
  virtual void step(solve::Progress& progress, std::span<const double> begin, double h) = 0;
  // Whether an input of which no derivative is given stays what it was set to over a step; else it comes from where the
  // last step ended.
  virtual bool holds_inputs() const { return false; }

 protected:
  Sheet sheet_;
};

// From the text of a model.toml ([law]) or of an experiment ([experiment]). `file` stands before complaints, `folder`
// is where a table that drives an experiment lies. Throw std::invalid_argument.
std::unique_ptr<Subject> element_subject(std::string_view text, const std::string& file);
std::unique_ptr<Subject> experiment_subject(std::string_view text, const std::string& file, const std::string& folder);
std::unique_ptr<Subject> experiment_subject(const experiment::Experiment& experiment);

// A hash of the text and of the variables: the GUID, or instantiation token, of an FMU.
std::string make_token(const Subject& subject, std::string_view text);

// Where the text lies among the resources of an FMU.
inline constexpr std::string_view element_resource = "model.toml";
inline constexpr std::string_view experiment_resource = "experiment.toml";
inline constexpr std::string_view table_resource = "drive.csv";

}  // namespace stickslip::fmu
