#include "options.hpp"

#include "stickslip/export/export.hpp"
#include "stickslip/fmu/export.hpp"
#include "stickslip/identify/rank.hpp"
#include "stickslip/measurement.hpp"
#include "stickslip/names.hpp"
#include "stickslip/translate/translate.hpp"

namespace stickslip::python {

using namespace batch;
using namespace exporting;
using namespace fmu;
using namespace identify;
using namespace measurement;
using namespace translate;

namespace {

[[noreturn]] void refuse_type(const OptionRow& row, py::handle value) {
  throw py::type_error(std::string(row.name) + " is " + std::string(py::repr(value)) +
                       ", which is of another type than it takes");
}

std::string text_from(const OptionRow& row, py::handle value) {
  if (!py::isinstance<py::str>(value)) refuse_type(row, value);
  return value.cast<std::string>();
}

Words flag_words(const OptionRow& row, py::handle value) {
  const int truth = py::isinstance<py::str>(value) ? -1 : PyObject_IsTrue(value.ptr());
  if (truth < 0) refuse_type(row, value);
  return {truth == 1 ? "true" : "false"};
}

// As Python writes it, so that messages show what was given.
Words number_words(const OptionRow& row, py::handle value) {
  const bool is_number = PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
                         py::hasattr(value, "__float__");
  if (!is_number || py::isinstance<py::str>(value) || py::isinstance<py::bool_>(value)) refuse_type(row, value);
  if (row.kind == OptionKind::count) {
    if (PyIndex_Check(value.ptr()) == 0) refuse_type(row, value);
    return {std::string(py::str(py::int_(py::reinterpret_borrow<py::object>(value))))};
  }
  return {std::string(py::repr(py::float_(py::reinterpret_borrow<py::object>(value))))};
}

// One name, or a sequence of them.
Words name_words(const OptionRow& row, py::handle value) {
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  if (PySequence_Check(value.ptr()) == 0 && !py::isinstance<py::set>(value)) refuse_type(row, value);
  Words words;
  for (const py::handle item : value) words.push_back(text_from(row, item));
  return words;
}

// {"stiffness": 2, "force": None}
Words setting_list(const OptionRow& row, py::handle value) {
  if (value.is_none()) return {};
  if (!py::hasattr(value, "items")) refuse_type(row, value);
  Words words;
  for (const py::handle item : py::reinterpret_borrow<py::object>(value).attr("items")()) {
    const auto [key, given] = item.cast<std::tuple<std::string, py::object>>();
    if (given.is_none())
      words.push_back(key + "=");
    else if (py::isinstance<py::str>(given))
      words.push_back(key + "=" + given.cast<std::string>());
    else
      words.push_back(setting_words({"", key, value_from(given, key), {}}));
  }
  return words;
}

Words words_from(const OptionRow& row, py::handle value) {
  switch (row.kind) {
    case OptionKind::flag:
      return flag_words(row, value);
    case OptionKind::number:
    case OptionKind::count:
      return number_words(row, value);
    case OptionKind::text:
    case OptionKind::choice:
      return {text_from(row, value)};
    case OptionKind::names:
      return name_words(row, value);
    case OptionKind::settings:
      return setting_list(row, value);
  }
  return {};
}

std::string_view to_name(OptionKind kind) {
  constexpr std::array<std::string_view, 7> names{"flag", "number", "count", "text", "choice", "names", "settings"};
  return names.at(std::size_t(kind));
}

py::object default_value(const OptionRow& row, const Words& words) {
  switch (row.kind) {
    case OptionKind::flag:
      return py::bool_(words.at(0) == "true");
    case OptionKind::number:
      return py::float_(detail::number_from(words.at(0)));
    case OptionKind::count:
      return py::int_(detail::count_from(words.at(0)));
    case OptionKind::text:
    case OptionKind::choice:
      return py::str(words.at(0));
    case OptionKind::names:
      return py::tuple();
    case OptionKind::settings:
      break;
  }
  return py::none();
}

template <OptionSet S>
py::list table() {
  S set{};
  const OptionView view = view_options(set);
  py::list rows;
  for (const OptionRow& row : view.rows) {
    py::dict d;
    d["name"] = std::string(row.name);
    d["kind"] = std::string(to_name(row.kind));
    d["unit"] = std::string(row.unit);
    d["doc"] = std::string(row.doc);
    d["choices"] = choices_text(row);
    d["default"] = default_value(row, view.words(row));
    rows.append(d);
  }
  return rows;
}

// Every table that a function of the package takes as keyword arguments.
py::dict option_tables() {
  py::dict all;
  all["fit"] = table<FitOptions>();
  all["rank"] = table<RankOptions>();
  all["import"] = table<ImportOptions>();
  all["batch"] = table<BatchOptions>();
  all["export"] = table<ExportOptions>();
  all["fmu"] = table<FmuOptions>();
  all["translate"] = table<TranslateOptions>();
  return all;
}

const OptionRow* find_row_by_name(std::string_view name) {
  for (const auto table :
       {FitOptions::options(), RankOptions::options(), ImportOptions::options(), BatchOptions::options(),
        ExportOptions::options(), FmuOptions::options(), TranslateOptions::options()})
    for (const OptionRow& row : table)
      if (row.name == name) return &row;
  return nullptr;
}

// "stiffness=2" as {"stiffness": 2}; quotes around what is a text there
std::string as_dict(std::string_view value, bool quoted) {
  const auto equals = value.find('=');
  const std::string key(value.substr(0, equals)), given(value.substr(std::min(equals, value.size() - 1) + 1));
  const std::string shown = given.empty() ? "None" : quoted ? "\"" + given + "\"" : given;
  return "{\"" + key + "\": " + shown + "}";
}

// "plant.mass=2" as plant={"mass": 2}
std::string group_words(std::string_view value) {
  const auto dot = value.find('.');
  if (dot == std::string_view::npos) return std::string(value);
  const std::string_view rest = value.substr(dot + 1);
  return std::string(value.substr(0, dot)) + (rest.find('=') == std::string_view::npos
                                                  ? "={\"" + std::string(rest) + "\": ...}"
                                                  : "=" + as_dict(rest, false));
}

}  // namespace

void take_options(const OptionView& options, const py::dict& given) {
  for (const auto& [key, value] : given) {
    const OptionRow& row = find_option(options.rows, key.cast<std::string>());
    options.put(row, words_from(row, value));
  }
}

std::string keyword_words(std::string_view name, std::string_view value) {
  if (name == "set") return group_words(value);
  const OptionRow* const row = find_row_by_name(name);
  if (value.empty()) return std::string(name) + (row != nullptr && row->kind == OptionKind::flag ? "=True" : "");
  if (row != nullptr && row->kind == OptionKind::settings)
    return std::string(name) + "=" + as_dict(value, name == "map");
  if (row != nullptr && row->kind == OptionKind::names) return std::string(name) + "=[\"" + std::string(value) + "\"]";
  return std::string(name) + " = " + std::string(value);
}

void add_options(py::module_& m) {
  m.def("option_tables", &option_tables);
  // What is wrong with a value, a name or a file, in the words of Python.
  py::register_exception_translator([](std::exception_ptr raised) {
    try {
      if (raised) std::rethrow_exception(raised);
    } catch (const py::builtin_exception&) {
      throw;  // a TypeError of ours
    } catch (const std::invalid_argument& error) {
      PyErr_SetString(PyExc_ValueError, apply_wording(error.what(), keyword_words).c_str());
    } catch (const std::runtime_error& error) {
      PyErr_SetString(PyExc_RuntimeError, apply_wording(error.what(), keyword_words).c_str());
    }
  });
}

}  // namespace stickslip::python
