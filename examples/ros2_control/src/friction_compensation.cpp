#include "friction_compensation.hpp"

#include <limits>

#include "hardware_interface/types/hardware_interface_type_values.hpp"
#include "pluginlib/class_list_macros.hpp"

namespace stickslip_example {

using controller_interface::CallbackReturn;
using controller_interface::interface_configuration_type;
using controller_interface::InterfaceConfiguration;
using controller_interface::return_type;

std::string FrictionCompensation::joint() const { return get_node()->get_parameter("joint").as_string(); }

CallbackReturn FrictionCompensation::on_init() {
  auto_declare<std::string>("joint", "");
  auto_declare<double>("limit", 0.0);  // largest effort [N] or [N.m]
  return CallbackReturn::SUCCESS;
}

InterfaceConfiguration FrictionCompensation::command_interface_configuration() const {
  return {interface_configuration_type::INDIVIDUAL, {joint() + "/" + hardware_interface::HW_IF_EFFORT}};
}

InterfaceConfiguration FrictionCompensation::state_interface_configuration() const {
  return {interface_configuration_type::NONE, {}};
}

std::vector<hardware_interface::CommandInterface> FrictionCompensation::on_export_reference_interfaces() {
  reference_interfaces_.resize(1, std::numeric_limits<double>::quiet_NaN());
  std::vector<hardware_interface::CommandInterface> interfaces;
  interfaces.emplace_back(get_node()->get_name(), hardware_interface::HW_IF_VELOCITY, &reference_interfaces_[0]);
  return interfaces;
}

CallbackReturn FrictionCompensation::on_activate(const rclcpp_lifecycle::State&) {
  joint_friction_compensation_init(&compensation_, get_node()->get_parameter("limit").as_double());
  return CallbackReturn::SUCCESS;
}

CallbackReturn FrictionCompensation::on_deactivate(const rclcpp_lifecycle::State&) {
  (void)command_interfaces_[0].set_value(0.0);
  return CallbackReturn::SUCCESS;
}

// The reference comes from the chain alone.
return_type FrictionCompensation::update_reference_from_subscribers(const rclcpp::Time&, const rclcpp::Duration&) {
  return return_type::OK;
}

// A reference that was never written is no number: the compensation passes it over and keeps its last force, 0.
return_type FrictionCompensation::update_and_write_commands(const rclcpp::Time&, const rclcpp::Duration& period) {
  const double force = joint_friction_compensate(&compensation_, reference_interfaces_[0], period.seconds());
  (void)command_interfaces_[0].set_value(force);
  return return_type::OK;
}

}  // namespace stickslip_example

PLUGINLIB_EXPORT_CLASS(stickslip_example::FrictionCompensation, controller_interface::ChainableControllerInterface)
