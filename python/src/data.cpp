// Recordings: read from files or made of arrays, with what was found and repaired on the way.
#include "data.hpp"

#include "options.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/measurement.hpp"

namespace stickslip::python {

using namespace io;
using namespace measurement;

namespace {

HeldData import_raw(const Dataset& raw, const ImportOptions& options) {
  const py::gil_scoped_release free;
  HeldData held{import_measurement(raw, options), raw};
  render_options(held.measurement, keyword_words);
  return held;
}

HeldData read_data(const std::string& file, const py::dict& options) {
  return import_raw(read_dataset(file), options_from<ImportOptions>(options));
}

// Rows are counted from 1, as lines of a file are.
Dataset dataset_from(const std::string& name, const py::list& columns) {
  Dataset data{.file = name};
  for (const py::handle item : columns) {
    const auto [column, unit, given] = item.cast<std::tuple<std::string, std::string, py::object>>();
    const Array values = array_from(given, column);
    if (values.ndim() != 1)
      throw std::invalid_argument(column + " has " + std::to_string(values.ndim()) + " dimensions; give a column");
    const auto numbers = make_span(values);
    if (!data.values.empty() && numbers.size() != data.values[0].size())
      throw std::invalid_argument(column + " has " + std::to_string(numbers.size()) + " samples, but " +
                                  data.columns[0].name + " has " + std::to_string(data.values[0].size()));
    data.columns.push_back({column, unit});
    data.values.emplace_back(numbers.begin(), numbers.end());
  }
  const std::size_t rows = data.values.empty() ? 0 : data.values[0].size();
  for (std::size_t i = 0; i < rows; ++i) data.lines.push_back(i + 1);
  return data;
}

HeldData data_from(const std::string& name, const py::list& columns, const py::dict& options) {
  return import_raw(dataset_from(name, columns), options_from<ImportOptions>(options));
}

py::dict list_columns(const py::object& self) {
  const Measurement& m = self.cast<const HeldData&>().measurement;
  py::dict all;
  for (std::size_t k = 0; k < m.data.columns.size(); ++k)
    all[py::str(m.data.columns[k].name)] = make_view(m.data.values[k], self);
  return all;
}

py::dict list_units(const HeldData& held) {
  py::dict all;
  for (std::size_t k = 0; k < held.measurement.data.columns.size(); ++k)
    all[py::str(held.measurement.data.columns[k].name)] = show_column_unit(held.measurement, k);
  return all;
}

py::list list_findings(const HeldData& held) {
  py::list all;
  for (const Finding& f : held.measurement.findings) all.append(py::make_tuple(f.what, f.column, f.line, f.text));
  return all;
}

py::list list_repairs(const HeldData& held) {
  py::list all;
  for (const Repair& r : held.measurement.repairs) all.append(py::make_tuple(r.name, r.text));
  return all;
}

}  // namespace

void add_data(py::module_& m) {
  m.def("measurement_roles", &measurement_roles);
  m.def("repair_names", [] {
    std::vector<std::string> names;
    for (const std::string_view name : repair_names()) names.emplace_back(name);
    return names;
  });
  m.def("read_data", &read_data);
  m.def("data_from", &data_from);
  py::class_<HeldData>(m, "Data")
      .def_property_readonly("file", [](const HeldData& d) { return d.measurement.data.file; })
      .def_property_readonly("step", [](const HeldData& d) { return d.measurement.step; })
      .def_property_readonly("rotary", [](const HeldData& d) { return d.measurement.rotary; })
      .def_property_readonly("bandwidth", [](const HeldData& d) { return d.measurement.bandwidth; })
      .def_property_readonly("guesses", [](const HeldData& d) { return d.measurement.guesses; })
      .def_property_readonly("columns", &list_columns)
      .def_property_readonly("units", &list_units)
      .def_property_readonly("findings", &list_findings)
      .def_property_readonly("repairs", &list_repairs)
      .def("text", [](const HeldData& d) { return apply_wording(summary_text(d.measurement), keyword_words); })
      .def("json", [](const HeldData& d) { return summary_json(d.measurement, STICKSLIP_VERSION); })
      .def("raw", [](const HeldData& d) {
        py::list all;
        for (std::size_t k = 0; k < d.raw.columns.size(); ++k)
          all.append(py::make_tuple(d.raw.columns[k].name, d.raw.columns[k].unit, make_array(d.raw.values[k])));
        return all;
      });
}

}  // namespace stickslip::python
