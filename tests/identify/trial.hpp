// Synthetic recordings of a law with known parameters, for fits whose answer is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stickslip/identify/fit.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::tests {

// Draws trials, the same on every machine.
class Dice : public numerics::Generator {
 public:
  using numerics::Generator::Generator;
  double factor(double reach);  // from 1/reach to reach, log-uniform
};

// What a motion must visit to show a law: a path of presliding [m] and a speed at which friction changes [m/s].
struct Sizes {
  double path, speed;
};
Sizes sizes_for(const std::string& law, const ParamGroup& truth);

// Parameters around the law's defaults: what a fit leaves free times 1/2 to 2, elements in the order of their travel.
ParamGroup draw_truth(const std::string& law, std::size_t elements, Dice& dice);

// What happens between two samples of a recording: the law moves on in so many steps. One for hybrid-presliding, whose
// sampled face decides once a step, at its end, whether it sticks: a motion that is imposed on it has no finer truth.
std::size_t unseen_steps(const std::string& law);

// A motion that visits presliding, reversals, slow and fast sliding of that law, at rest in the beginning. In steps of
// which `parts` make up a sample.
std::vector<Contact<double>> rich_motion(const std::string& law, const ParamGroup& truth, double sample,
                                         std::size_t parts = 1);

// The force of the law along the motion, with noise of that part of the largest force. Of `parts` steps of the motion
// one is recorded.
identify::Recording recorded(const std::string& law, std::size_t elements, const ParamGroup& truth,
                             const std::vector<Contact<double>>& motion, double sample, double noise, Dice& dice,
                             std::size_t parts = 1);

// What a bench records of that law: one run along the rich motion; of the seals' law a ramp at each of five pressures.
std::vector<identify::Recording> bench_day(const std::string& law, std::size_t elements, const ParamGroup& truth,
                                           double sample, double noise, Dice& dice);

// Element parameters in the order of rising travel, as drawn_truth has them. Returns for each parameter of the report
// the place it takes.
std::vector<identify::FittedParameter> sort_by_travel(const identify::FitReport& report);

}  // namespace stickslip::tests
