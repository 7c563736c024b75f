// Between Python's objects and the library's: values of parameters, settings, columns without copies, interrupts.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "stickslip/experiment.hpp"

namespace stickslip::python {

namespace py = pybind11;

// Numbers as they lie in memory; another type or layout is converted, which copies.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// A number, a list of numbers or a text; TypeError for anything else.
ParamValue value_from(py::handle value, const std::string& name);

// (group, key, value) each.
std::vector<Setting> settings_from(const py::list& items);

// The vector's memory becomes the array's.
py::array make_array(std::vector<double> values);

// An array that looks at memory which `owner` keeps.
py::array make_view(std::span<const double> values, py::handle owner);

// Throws std::invalid_argument with the place of the first NaN or infinity.
void check_finite(std::span<const double> values, const std::string& name);

std::span<const double> make_span(const Array& array);

// Real numbers; TypeError for texts, complex numbers and objects, which NumPy would convert or cut.
Array array_from(py::handle values, const std::string& name);

// Asks Python for Ctrl-C and tells it about progress, while the work itself runs without the GIL. An exception of the
// progress function stops the work and leaves from rethrow().
class Listener {
 public:
  explicit Listener(py::object progress) : progress_(std::move(progress)) {}

  bool cancelled();
  template <class... Words>
  void tell(const Words&... words) {
    if (progress_.is_none() || failure_) return;
    const py::gil_scoped_acquire hold;
    try {
      progress_(words...);
    } catch (py::error_already_set& raised) {
      stop(raised);
    }
  }

  bool interrupted() const { return interrupted_; }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // Ctrl-C keeps the best so far; everything else leaves.
  void stop(py::error_already_set& raised);

  py::object progress_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point asked_ = {};
  std::atomic<bool> stop_ = false;
  std::atomic<bool> interrupted_ = false;
  std::exception_ptr failure_ = nullptr;
};

// What the sources of the module add to it.
void add_laws(py::module_& m);
void add_data(py::module_& m);
void add_runs(py::module_& m);
void add_fits(py::module_& m);
void add_methods(py::module_& m);
void add_batches(py::module_& m);
void add_leaving(py::module_& m);

}  // namespace stickslip::python
