#include "convert.hpp"

#include <cmath>

namespace stickslip::python {
namespace {

[[noreturn]] void refuse_type(py::handle value, const std::string& name) {
  throw py::type_error(name + " must be a number, a list of numbers or a text, but it is " +
                       std::string(py::str(py::type::of(value).attr("__name__"))));
}

double number_from(py::handle value, const std::string& name) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse_type(value, name);
  }
  return number;
}

// An array without dimensions looks like a sequence and is a number.
bool is_list(py::handle value) {
  if (PySequence_Check(value.ptr()) == 0) return false;
  if (PySequence_Size(value.ptr()) >= 0) return true;
  PyErr_Clear();
  return false;
}

}  // namespace

ParamValue value_from(py::handle value, const std::string& name) {
  if (py::isinstance<py::str>(value)) return value_from_text(value.cast<std::string>());
  if (py::isinstance<py::bytes>(value) || py::isinstance<py::bool_>(value)) refuse_type(value, name);
  if (!is_list(value)) return {.numbers = {number_from(value, name)}};
  ParamValue all{.is_list = true};
  for (const py::handle item : value) all.numbers.push_back(number_from(item, name));
  return all;
}

std::vector<Setting> settings_from(const py::list& items) {
  std::vector<Setting> all;
  for (const py::handle item : items) {
    const auto [group, key, value] = item.cast<std::tuple<std::string, std::string, py::object>>();
    all.push_back({group, key, value_from(value, key), {}});
  }
  return all;
}

py::array make_array(std::vector<double> values) {
  auto kept = std::make_unique<std::vector<double>>(std::move(values));
  const double* const data = kept->data();
  const auto size = py::ssize_t(kept->size());
  const py::capsule owner(kept.release(), [](void* vector) { delete static_cast<std::vector<double>*>(vector); });
  return py::array_t<double>(size, data, owner);
}

py::array make_view(std::span<const double> values, py::handle owner) {
  return py::array_t<double>(py::ssize_t(values.size()), values.data(), owner);
}

void check_finite(std::span<const double> values, const std::string& name) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw std::invalid_argument(name + "[" + std::to_string(i) + "] = " + to_text(values[i]) +
                                  " is not a finite number; take such samples out, or fill them");
}

std::span<const double> make_span(const Array& array) { return {array.data(), std::size_t(array.size())}; }

Array array_from(py::handle values, const std::string& name) {
  const py::array given = py::array::ensure(values);
  if (!given) PyErr_Clear();
  const bool is_empty = given && given.size() == 0;
  if (!given || (!is_empty && std::string("fiu").find(given.dtype().kind()) == std::string::npos))
    throw py::type_error(name + " must be real numbers, but it is " +
                         (given ? "an array of " + std::string(py::str(given.dtype()))
                                : std::string(py::str(py::type::of(values).attr("__name__")))));
  return Array::ensure(given);
}

// Python runs its signal handlers in the thread that asks, which is the one that called us or none.
bool Listener::cancelled() {
  constexpr std::chrono::milliseconds pause{50};
  if (stop_ || std::this_thread::get_id() != caller_) return stop_;
  const auto now = std::chrono::steady_clock::now();
  if (now - asked_ < pause) return stop_;
  asked_ = now;
  const py::gil_scoped_acquire hold;
  if (PyErr_CheckSignals() == 0) return stop_;
  py::error_already_set raised;
  stop(raised);
  return true;
}

void Listener::stop(py::error_already_set& raised) {
  if (raised.matches(PyExc_KeyboardInterrupt))
    interrupted_ = true;
  else
    failure_ = std::make_exception_ptr(std::move(raised));
  stop_ = true;
}

}  // namespace stickslip::python
