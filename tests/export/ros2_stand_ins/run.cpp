// A controller manager in small: loads the plug-in, writes its reference, reads the effort.
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "controller_interface/chainable_controller_interface.hpp"
#include "joint_friction.h"

std::unique_ptr<controller_interface::ChainableControllerInterface> make_plug_in();

int main() {
  using controller_interface::CallbackReturn;
  const auto controller = make_plug_in();
  if (controller->on_init() != CallbackReturn::SUCCESS) return 1;
  controller->get_node()->values["joint"] = std::string("elbow");
  controller->get_node()->values["limit"] = 0.9;
  const auto wanted = controller->command_interface_configuration().names;
  if (wanted.size() != 1 || wanted[0] != "elbow/effort") return 2;
  auto references = controller->export_reference_interfaces();
  if (references.size() != 1 || references[0].get_name() != "friction_compensation/velocity") return 3;
  double effort = 7.0;
  hardware_interface::CommandInterface command("elbow", "effort", &effort);
  controller->lend(command);
  if (controller->on_activate({}) != CallbackReturn::SUCCESS) return 4;

  joint_friction_compensation expected;
  joint_friction_compensation_init(&expected, 0.9);
  const rclcpp::Duration period(1e-3);
  controller->update({}, period);
  if (effort != 0.0) return 5;  // the reference was never written
  bool limited = false;
  for (int k = 0; k < 300; ++k) {
    const double velocity = k == 100 ? std::numeric_limits<double>::quiet_NaN() : 0.02 * std::sin(0.05 * k);
    references[0].set_value(velocity);
    controller->update({}, period);
    if (effort != joint_friction_compensate(&expected, velocity, 1e-3)) return 6;
    limited = limited || std::fabs(effort) == 0.9;
  }
  if (!limited) return 7;
  controller->on_deactivate({});
  if (effort != 0.0) return 8;
  std::puts("as the C compensates");
}
