// Feed-forward friction compensation of one joint as a controller of ros2_control, written for ROS 2 Jazzy.
//
// The controller before it in the chain writes the commanded velocity to the reference interface `velocity`; this one
// writes the force, or torque, that friction will take to the joint's effort interface. The friction itself is C from
//
//   stickslip export c model.toml -o joint_friction.c --with compensation
#pragma once

#include <string>
#include <vector>

#include "controller_interface/chainable_controller_interface.hpp"
#include "joint_friction.h"

namespace stickslip_example {

class FrictionCompensation : public controller_interface::ChainableControllerInterface {
 public:
  controller_interface::CallbackReturn on_init() override;
  controller_interface::CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;
  controller_interface::CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) override;

  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;

 protected:
  std::vector<hardware_interface::CommandInterface> on_export_reference_interfaces() override;
  controller_interface::return_type update_reference_from_subscribers(const rclcpp::Time& time,
                                                                      const rclcpp::Duration& period) override;
  controller_interface::return_type update_and_write_commands(const rclcpp::Time& time,
                                                              const rclcpp::Duration& period) override;

 private:
  std::string joint() const;

  joint_friction_compensation compensation_{};
};

}  // namespace stickslip_example
