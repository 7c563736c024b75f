// What the studies share: experiments in one line, curves out of trajectories, numbers in words.
#pragma once

#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/experiment.hpp"
#include "stickslip/io/report.hpp"
#include "study.hpp"

namespace stickslip::studies {

// A built-in experiment with settings as a person would type them: {"law.reset=R1", "drive.profile=D1"}. Throws
// std::runtime_error when the run does not reach its end: no claim can be judged by half a run.
experiment::ExperimentResult run_built_in(std::string_view base, std::string_view law,
                                          std::initializer_list<std::string_view> settings = {},
                                          std::size_t elements = 0);
experiment::ExperimentResult run_built_in(std::string_view base, std::string_view law,
                                          const std::vector<std::string>& settings, std::size_t elements);

// The only value of a figure. Throws std::runtime_error, with the reason, when the figure is missing.
double figure_value(const experiment::ExperimentResult& result, std::string_view name);

// The law of a run as a model.
StudyModel make_model(const experiment::ExperimentResult& result, std::string name, std::string title,
                      std::vector<std::string> about);

// A setting with a number in all its digits: "plant.mass" and 2.5 make "plant.mass=2.5".
std::string setting(std::string_view name, double value);

// One column of a trajectory over another, from a time on.
io::Series curve(std::string name, const solve::Trajectory& rows, std::string_view x, std::string_view y,
                 double from = 0.0);
// A copy with both axes multiplied: 1e3 for millimetres.
io::Series scale(io::Series series, double x_factor, double y_factor);

// Value of a column at a time: that of the last row which is not later.
double at(const solve::Trajectory& rows, std::string_view column, double t);
double largest(std::span<const double> values);
double largest_magnitude(std::span<const double> values);

// y at x by straight lines between the points of a curve with rising x.
double interpolate(const io::Series& series, double x);

// |a - b| over |b|.
inline double deviation(double a, double b) { return std::abs(a - b) / std::abs(b); }

// Four digits; with its unit; as a percentage.
std::string digits(double value, int count = 4);
std::string with_unit(double value, std::string_view unit);
std::string percent(double share);

}  // namespace stickslip::studies
