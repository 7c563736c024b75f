// Many parameter sets of one law at once.
#include "data.hpp"
#include "options.hpp"
#include "stickslip/io/recordings.hpp"

namespace stickslip::python {

using namespace batch;
using namespace identify;
using namespace io;

namespace {

// (recording, name) each. They were imported when they were read.
std::vector<Record> records_from(const py::list& data, const std::string& law) {
  std::vector<RecordingSource> sources;
  for (const py::handle item : data) {
    const auto [held, name] = item.cast<std::tuple<const HeldData*, std::string>>();
    sources.push_back({&held->measurement, name, false});
  }
  std::vector<Record> records;
  for (Recording& one : open_recordings(sources, {.law = law}).all) records.push_back(std::move(one.record));
  return records;
}

// Rows of the matrix are used where they lie.
Candidates candidates_from(const Batch& batch, const Array& matrix) {
  if (matrix.ndim() != 2 || std::size_t(matrix.shape(1)) != batch.width())
    throw std::invalid_argument("the matrix must have a row for each parameter set and " +
                                std::to_string(batch.width()) + " columns");
  return {std::size_t(matrix.shape(0)), make_span(matrix)};
}

py::array losses(Batch& batch, const py::object& sets) {
  const Array matrix = array_from(sets, "the matrix");
  const Candidates candidates = candidates_from(batch, matrix);
  std::vector<double> all;
  {
    const py::gil_scoped_release free;
    all = batch.losses(candidates);
  }
  return make_array(std::move(all));
}

py::array forces(Batch& batch, const py::object& sets) {
  const Array matrix = array_from(sets, "the matrix");
  const Candidates candidates = candidates_from(batch, matrix);
  std::vector<double> all;
  {
    const py::gil_scoped_release free;
    all = batch.forces(candidates);
  }
  const auto rows = py::ssize_t(candidates.count);
  const auto samples = rows == 0 ? 0 : py::ssize_t(all.size()) / rows;
  return make_array(std::move(all)).reshape({rows, samples});
}

py::dict report(const Batch& batch) {
  const BatchReport& r = batch.report();
  py::dict d;
  d["target"] = r.used.target;
  d["device"] = std::string(to_name(r.used.device));
  d["threads"] = r.used.threads;
  d["reason"] = r.reason;
  d["candidates"] = r.candidates;
  d["invalid"] = r.invalid;
  d["not_finite"] = r.not_finite;
  d["samples"] = r.samples;
  d["candidate_steps"] = r.candidate_steps;
  return d;
}

}  // namespace

void add_batches(py::module_& m) {
  py::class_<Batch>(m, "Batch")
      .def(py::init([](const std::string& law, std::size_t elements, const py::list& data, const py::dict& options) {
        return std::make_unique<Batch>(law, elements, records_from(data, law), options_from<BatchOptions>(options));
      }))
      .def_property_readonly("width", &Batch::width)
      .def("losses", &losses)
      .def("forces", &forces)
      .def("report", &report)
      .def("measured", [](const Batch& batch) {
        std::vector<double> all;
        for (const RecordView& r : batch.records()) all.insert(all.end(), r.force.begin() + 1, r.force.end());
        return make_array(std::move(all));
      });
}

}  // namespace stickslip::python
