// The parts of study 004, in the order of the paper.
#pragma once

#include "study.hpp"

namespace stickslip::studies::hybrid_friction {

void add_introduction(Study& study);      // 1
void add_tuning(Study& study);            // 2.1-2.2: the law, and its simulation parameters by (11)
void add_stick_slip(Study& study);        // 2.3.1, fig. 4
void add_limit_cycle(Study& study);       // 2.3.2, fig. 5
void add_presliding_law(Study& study);    // 2.4
void add_presliding_curve(Study& study);  // 2.5, fig. 6
void add_drift(Study& study);             // 2.5, figs 7-8
void add_options(Study& study);           // 2.6
void add_actuator(Study& study);          // 4-5, figs 12-22
void add_identification(Study& study);    // 3.2, 3.3, 5.1-5.2

}  // namespace stickslip::studies::hybrid_friction
