// Every law in the hydraulic servo.
#include "hydraulic_servo.hpp"
#include "machine.hpp"

namespace stickslip::experiment {

using namespace plant;

ParamGroup hydraulic_servo_plant() { return group_of("plant", HydraulicServoParams<double>{}); }

std::unique_ptr<HybridModel> hydraulic_servo_model(const Experiment& e, const Excitation& current) {
  return machine_with_law<HydraulicServo>(e, set_of<HydraulicServoParams<double>>(e.plant), current);
}

std::unique_ptr<HybridModel> hydraulic_positioner_model(const Experiment& e, const Excitation& target,
                                                        const ServoController& controller) {
  return machine_with_law<HydraulicPositioner>(e, set_of<HydraulicServoParams<double>>(e.plant), target, controller);
}

}  // namespace stickslip::experiment
