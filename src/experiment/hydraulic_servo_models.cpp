// Every law in the hydraulic servo.
#include "hydraulic_servo.hpp"
#include "machine.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"

namespace stickslip::experiment {

using namespace plant;

ParamGroup hydraulic_servo_plant() { return group_of("plant", HydraulicServoParams<double>{}); }

std::unique_ptr<HybridModel> hydraulic_servo_model(const Experiment& e, const Excitation& current) {
  return machine_with_law<HydraulicServo>(e, set_of<HydraulicServoParams<double>>(e.plant), current);
}

}  // namespace stickslip::experiment
