// What the experiments with a hydraulic cylinder share: the machine with every law in it, its contact, what is watched.
#pragma once

#include "builtin.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"

namespace stickslip::experiment {

ParamGroup hydraulic_servo_plant();
// The machine with the experiment's law, under a current [A].
std::unique_ptr<HybridModel> hydraulic_servo_model(const Experiment& e, const Excitation& current);
// The same with a controller that is asked for a position [m].
std::unique_ptr<HybridModel> hydraulic_positioner_model(const Experiment& e, const Excitation& target,
                                                        const plant::ServoController& controller);

// The contact of 001 Table 2.
std::span<const PaperValue> cylinder_contact();

// Tolerances for a Stribeck curve that is all but a step.
ParamGroup cylinder_solver();

// End stops, both chambers' cavitation, and reversals where the law has no modes of its own.
Plan cylinder_plan(const Experiment& e, const HybridModel& model);

// Figures that a cylinder has whatever drives it.
void add_reversals(FigureList& list, const Record& r);
void add_stops(FigureList& list, const Record& r);
void add_cavitation(FigureList& list, const Record& r);

// A sentence about each chamber that falls below the cavitation pressure.
std::vector<std::string> cavitation_notes(const Record& r);

// Smallest and largest.
std::vector<double> find_range(std::span<const double> values);

inline bool has_table(const Experiment& e) { return !e.table.times.empty(); }

// One constant after another, each for the same time [s].
Excitation make_steps(std::span<const double> levels, double hold_time);

}  // namespace stickslip::experiment
