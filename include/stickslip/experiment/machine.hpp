// What an experiment's machine asks of whoever runs it on their own: scores, FMUs.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "stickslip/excitation.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/hybrid.hpp"

namespace stickslip::experiment {

// False for an experiment that answers without a solver: it has neither the group solver nor the group run.
bool solves(std::string_view base);

// The field of the drive whose choice stands for values of other fields; empty where there is none.
std::string_view preset_field(std::string_view base);

// Length of the run when run.duration is 0, and step between rows when solver.output_step is 0 [s].
double natural_duration(const Experiment& e);
double natural_output_step(const Experiment& e);

// The experiment's law on a mass of its plant group, pushed by a force [N].
std::unique_ptr<HybridModel> make_mass(const Experiment& e, Excitation force);

// The column of that name; throws std::logic_error when the model has none.
std::size_t column_index(const HybridModel& model, std::string_view name);

// For every column the unknown that it shows as it is; model.size() for a column that is computed.
std::vector<std::size_t> list_shown_unknowns(const HybridModel& model);

// A size to measure changes of a quantity by, where nothing better is known.
double usual_size(std::string_view unit);

// What the solver group asks for.
solve::SolveOptions solve_options(const Experiment& e);

}  // namespace stickslip::experiment
