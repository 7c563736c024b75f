// The papers' identification methods, the observer, and samples to try them on.
#include <algorithm>

#include "data.hpp"
#include "options.hpp"
#include "stickslip/identify/method_result.hpp"
#include "stickslip/identify/samples.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/friction_estimate.hpp"
#include "stickslip/io/method_result.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/names.hpp"

namespace stickslip::python {

using namespace identify;
using namespace io;
using namespace measurement;
using namespace observe;

namespace {

using Names = std::vector<std::tuple<std::string, std::string, std::string>>;

void assign_all(std::vector<ParamGroup*> groups, const py::list& settings) {
  for (const Setting& s : settings_from(settings)) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&s](ParamGroup* g) { return g->name == s.group; });
    std::vector<std::string_view> names;
    for (const ParamGroup* g : groups) names.push_back(g->name);
    if (found == groups.end()) throw UnknownName("group of parameters", s.group, names);
    assign(**found, s.key, s.value);
  }
}

// Files by their names, recordings as they were given.
std::vector<Dataset> datasets_from(const py::list& data) {
  std::vector<Dataset> all;
  for (const py::handle item : data)
    all.push_back(py::isinstance<py::str>(item) ? read_dataset(item.cast<std::string>())
                                                : item.cast<const HeldData&>().raw);
  return all;
}

py::list list_plots(const MethodResult& r) {
  py::list all;
  for (const MethodPlot& p : r.plots) {
    py::list curves;
    for (const MethodCurve& c : p.curves)
      curves.append(py::make_tuple(c.name, make_array(c.x), make_array(c.y), c.dots));
    all.append(py::make_tuple(p.title, p.x_label, p.y_label, curves, p.log_x));
  }
  return all;
}

py::dict run_estimation(const IdentificationMethod& m, const py::list& data, const py::list& given, const Names& names,
                        const std::string& output) {
  MethodSettings settings = m.settings();
  std::vector<ParamGroup*> groups;
  for (ParamGroup& g : settings.groups) groups.push_back(&g);
  assign_all(groups, given);
  for (const auto& [role, column, unit] : names) settings.import.names.push_back({role, column, unit});
  const std::vector<Dataset> files = datasets_from(data);
  MethodResult r;
  {
    const py::gil_scoped_release free;
    r = m.estimate(files, settings);
  }
  render_options(r, keyword_words);
  if (!output.empty()) {
    prepare_directory(output);
    write_results(r, STICKSLIP_VERSION, output);
  }
  py::dict d;
  d["json"] = summary_json(r, STICKSLIP_VERSION);
  d["text"] = summary_text(r);
  d["plots"] = list_plots(r);
  d["law"] = r.law;
  d["values"] = r.law_parameters.values;
  return d;
}

py::dict run_observer(const py::list& data, const py::list& given, const Names& names, const std::string& output) {
  const std::vector<Dataset> files = datasets_from(data);
  if (files.size() != 1)
    throw std::invalid_argument("the observer takes one recording at a time, but " + std::to_string(files.size()) +
                                " are given");
  ObserverSettings settings = observer_settings();
  assign_all({&settings.plant, &settings.observer}, given);
  for (const auto& [role, column, unit] : names) settings.import.names.push_back({role, column, unit});
  FrictionEstimate e = estimate_friction(files[0], settings);
  render_options(e, keyword_words);
  if (!output.empty()) {
    prepare_directory(output);
    write_results(e, STICKSLIP_VERSION, output);
  }
  const Dataset columns = dataset_from_csv(csv_text(e), "friction.csv");
  py::dict d, arrays;
  for (std::size_t k = 0; k < columns.columns.size(); ++k)
    arrays[py::str(columns.columns[k].name)] = make_array(columns.values[k]);
  d["json"] = summary_json(e, STICKSLIP_VERSION);
  d["text"] = summary_text(e);
  d["columns"] = arrays;
  d["law"] = "";
  return d;
}

py::dict method(const std::string& name, const py::list& data, const py::list& given, const Names& names,
                const std::string& output) {
  if (name == "observer") return run_observer(data, given, names, output);
  std::vector<std::string_view> known{"observer"};
  for (const IdentificationMethod& m : identification_methods()) {
    if (m.name == name) return run_estimation(m, data, given, names, output);
    known.push_back(m.name);
  }
  throw UnknownName("method", name, known);
}

py::list method_list() {
  py::list all;
  all.append(py::make_tuple("observer", "Friction of a body from its motion, by a proportional-integral observer",
                            observer_roles()));
  for (const IdentificationMethod& m : identification_methods())
    all.append(py::make_tuple(std::string(m.name), std::string(m.title),
                              std::vector<std::string>(m.roles.begin(), m.roles.end())));
  return all;
}

// name, columns as (name, unit, values), settings, truth.
py::list sample(const std::string& name, std::uint64_t seed) {
  const Sample s = make_sample(name, seed);
  py::dict truth;
  for (const TrueValue& t : s.truth) truth[py::str(t.name)] = t.value;
  py::list all;
  for (const Dataset& file : s.files) {
    py::list columns;
    for (std::size_t k = 0; k < file.columns.size(); ++k)
      columns.append(py::make_tuple(file.columns[k].name, file.columns[k].unit, make_array(file.values[k])));
    all.append(py::make_tuple(name + file.file, columns, s.settings, truth));
  }
  return all;
}

}  // namespace

void add_methods(py::module_& m) {
  m.def("method_list", &method_list);
  m.def("method", &method);
  m.def("sample_list", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const SampleInfo& s : sample_catalogue()) all.emplace_back(s.name, s.title);
    return all;
  });
  m.def("sample", &sample);
}

}  // namespace stickslip::python
