// Option tables in Python: keyword arguments fill them, and messages name them as keyword arguments.
#pragma once

#include "convert.hpp"
#include "stickslip/options.hpp"

namespace stickslip::python {

// Sets what the dict holds; names must be those of the table. TypeError for a value of another type than it takes.
void take_options(const OptionView& options, const py::dict& given);

template <OptionSet S>
S options_from(const py::dict& given) {
  S set{};
  take_options(view_options(set), given);
  return set;
}

// {option fixed: stiffness=2} as fixed={"stiffness": 2}
std::string keyword_words(std::string_view name, std::string_view value);

void add_options(py::module_& m);

}  // namespace stickslip::python
