// The compiled half of the package: thin, no equations. What a user sees is written in Python, beside it.
#include "options.hpp"
#include "stickslip/names.hpp"

namespace stickslip::python {
namespace {

// ValueError with the nearest names, as every other front end answers.
[[noreturn]] void refuse_name(const std::string& kind, const std::string& typed,
                              const std::vector<std::string>& candidates) {
  const std::vector<std::string_view> names(candidates.begin(), candidates.end());
  throw UnknownName(kind, typed, names);
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled half of stickslip; use the package.";
  m.attr("version") = STICKSLIP_VERSION;
  m.def("refuse_name", &refuse_name);
  add_options(m);
  add_laws(m);
  add_data(m);
  add_runs(m);
  add_fits(m);
  add_methods(m);
  add_batches(m);
  add_leaving(m);
}

}  // namespace stickslip::python
