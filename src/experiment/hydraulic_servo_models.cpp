// Every law in the hydraulic servo.
#include "hydraulic_servo.hpp"
#include "machine.hpp"

namespace stickslip::experiment {

using namespace plant;

ParamGroup hydraulic_servo_plant() { return make_group("plant", HydraulicServoParams<double>{}); }

std::unique_ptr<HybridModel> hydraulic_servo_model(const Experiment& e, const Excitation& current) {
  return machine_with_law<HydraulicServo>(e, make_set<HydraulicServoParams<double>>(e.plant), current);
}

std::unique_ptr<HybridModel> hydraulic_positioner_model(const Experiment& e, const Excitation& target,
                                                        const ServoController& controller) {
  return machine_with_law<HydraulicPositioner>(e, make_set<HydraulicServoParams<double>>(e.plant), target, controller);
}

}  // namespace stickslip::experiment
