// 001: H. Yanada, W. H. Khaing, X. B. Tran, effect of friction model on simulation of hydraulic actuator.
#include <stdexcept>

#include "001/parts.hpp"

namespace stickslip::studies {

Study study_001() {
  using namespace hydraulic_actuator;
  Study s{.paper = "001",
          .title = "the friction law in the simulation of a hydraulic actuator",
          .source =
              "H. Yanada, W. H. Khaing, X. B. Tran, effect of friction model on simulation of hydraulic actuator, "
              "ICDES 2014"};
  s.departures = {
      "Table 2: both columns are headed v > 0; the second is that of v < 0.",
      "(1) and (12) need sign(v) and |v|^n, (2) and (5) need |v|: as printed z diverges for v < 0.",
      "(19)-(22) hold for x_v >= 0 alone (as printed P_1 rises to many times the supply pressure); one formula serves "
      "every spool position, see plant/hydraulic_servo.hpp.",
      "The port width w is not printed: 0.030 m, from the velocities of fig. 5a. Tank pressure 0, g = 9.81 m/s2, start "
      "at the middle of the stroke, at rest, without film and deflection, with pressures that carry the mass.",
      "The lead term sigma_2 T dv/dt is an added mass, 108.9 kg (v > 0) and 24.5 kg (v < 0), not a term of the last "
      "step.",
      "Oscillations are measured as RMS above 10 Hz in the last two periods: the hydraulic mode lies at 15 to 17 Hz, "
      "and "
      "a high-pass of 20 Hz would miss it.",
      "The identification method is that of a cited paper and is not printed: ours has the same inputs and outputs. "
      "The "
      "measurements are lost, so that recordings made with Table 2 stand for them."};
  s.left_out = {
      "The measured curves of figs 4-8 are lost: which law comes nearest to the measurement (\"good overall "
      "agreement\", \"cannot be simulated precisely\") cannot be judged.",
      "Figs 1-3 are drawings."};
  add_runs(s);
  add_exponent(s);
  try {
    add_identification(s);
  } catch (const std::runtime_error& error) {  // built without what fits need
    s.left_out.push_back("Identification: " + std::string(error.what()));
  }
  return s;
}

}  // namespace stickslip::studies
