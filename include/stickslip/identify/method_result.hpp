// The papers' own identification methods: what goes into one and what comes out.
//
//   const IdentificationMethod& m = identification_method("breakaway");
//   MethodSettings settings = m.settings();
//   assign(settings.group("plant"), "mass", {{1.32e-5}});
//   const MethodResult r = m.estimate(files, settings);
//   r.estimate("breakaway.forward").value, .low, .high, .remark
//
// An interval holds the truth with a probability of 95 %, as far as the method's own assumptions hold. A parameter that
// the data cannot show is not invented: `identified` is false and the remark says why, and what to record.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/dataset.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/method_input.hpp"

namespace stickslip::identify {

struct MethodSettings {
  std::vector<ParamGroup> groups = {};
  measurement::ImportOptions import = {};    // how the files are read, as for a fit; names: also the method's own roles
  std::shared_ptr<const AnyLaw> model = {};  // a law to compare with, for methods that take one

  // Throw UnknownName.
  ParamGroup& group(std::string_view name);
  const ParamGroup& group(std::string_view name) const;
};

struct Estimate {
  std::string name;  // "coulomb.forward"
  std::string unit;
  double value = 0.0;
  double low = 0.0, high = 0.0;  // 95 %
  bool identified = true;
  std::string remark = {};
};

// A number behind the estimates.
struct MethodFigure {
  std::string name;
  double value = 0.0;
  std::string unit;
  std::string meaning;
};

struct MethodCurve {
  std::string name;
  std::vector<double> x = {};
  std::vector<double> y = {};
  bool dots = false;
};

struct MethodPlot {
  std::string title, x_label, y_label;
  std::vector<MethodCurve> curves = {};
  bool log_x = false;
};

struct MethodTable {
  std::string title;
  std::vector<std::string> header = {};
  std::vector<std::vector<std::string>> rows = {};
};

struct MethodResult {
  std::string method;
  std::string title;
  std::string source;
  MethodSettings settings = {};
  std::vector<std::string> files = {};
  std::size_t rows = 0;
  std::vector<Estimate> estimates = {};
  std::vector<MethodFigure> figures = {};
  std::vector<std::string> remarks = {};
  std::vector<std::string> notes = {};  // what was guessed, found and repaired in the files
  std::vector<MethodPlot> plots = {};
  std::vector<MethodTable> tables = {};
  experiment::ResultTable points = {};   // what was fitted, for points.csv
  experiment::ResultTable surface = {};  // friction over displacement and pressure, for surface.csv; empty: none
  std::string law = {};                  // whose parameters were found; empty: none of the list
  ParamGroup law_parameters = {};        // with the estimates in their places

  // Throw UnknownName.
  const Estimate& estimate(std::string_view name) const;
  const MethodFigure& figure(std::string_view name) const;
};

struct IdentificationMethod {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  std::string_view columns;  // that it reads, in words
  std::span<const std::string_view> roles;
  MethodSettings (*settings)();
  // All files together. Throws std::invalid_argument: what is wrong with data (file, line, column, remedy) or settings.
  MethodResult (*estimate)(std::span<const measurement::Dataset> files, const MethodSettings& settings);
  bool takes_model = false;  // compares with MethodSettings::model
};

// Writes the references to options in its texts as a front end says them.
void render_options(MethodResult& result, const OptionWording& wording);

std::span<const IdentificationMethod> identification_methods();
// Throws UnknownName.
const IdentificationMethod& identification_method(std::string_view name);

}  // namespace stickslip::identify
