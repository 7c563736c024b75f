// `stickslip export fmu`: a law or an experiment for other simulators.
#pragma once

#include "export.hpp"
#include "stickslip/io/model.hpp"

namespace stickslip::cli {

// What goes to stdout. `model`: of a law that was given by its name; otherwise null.
std::string export_fmu(const ExportRequest& request, const io::Model* model);

}  // namespace stickslip::cli
