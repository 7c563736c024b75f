// A stand-in for the parts of ros2_control (Jazzy) that examples/ros2_control uses, with the same names and signatures.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rclcpp {
class Time {};
class Duration {
 public:
  explicit Duration(double seconds) : seconds_(seconds) {}
  double seconds() const { return seconds_; }

 private:
  double seconds_;
};
class Parameter {
 public:
  explicit Parameter(std::variant<std::string, double> value) : value_(std::move(value)) {}
  std::string as_string() const { return std::get<std::string>(value_); }
  double as_double() const { return std::get<double>(value_); }

 private:
  std::variant<std::string, double> value_;
};
}  // namespace rclcpp

namespace rclcpp_lifecycle {
class State {};
class LifecycleNode {
 public:
  const char* get_name() const { return "friction_compensation"; }
  rclcpp::Parameter get_parameter(const std::string& name) const { return rclcpp::Parameter(values.at(name)); }
  std::map<std::string, std::variant<std::string, double>> values;
};
namespace node_interfaces {
struct LifecycleNodeInterface {
  enum class CallbackReturn { SUCCESS, FAILURE, ERROR };
};
}  // namespace node_interfaces
}  // namespace rclcpp_lifecycle

namespace hardware_interface {
class CommandInterface {
 public:
  CommandInterface(std::string prefix, std::string name, double* value)
      : prefix_(std::move(prefix)), name_(std::move(name)), value_(value) {}
  std::string get_name() const { return prefix_ + "/" + name_; }
  bool set_value(double value) { return *value_ = value, true; }

 private:
  std::string prefix_, name_;
  double* value_;
};
class LoanedCommandInterface {
 public:
  explicit LoanedCommandInterface(CommandInterface& lent) : lent_(&lent) {}
  [[nodiscard]] bool set_value(double value) { return lent_->set_value(value); }

 private:
  CommandInterface* lent_;
};
}  // namespace hardware_interface

namespace controller_interface {
using CallbackReturn = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;
enum class return_type { OK, ERROR };
enum class interface_configuration_type { ALL, INDIVIDUAL, NONE };
struct InterfaceConfiguration {
  interface_configuration_type type;
  std::vector<std::string> names;
};

class ChainableControllerInterface {
 public:
  virtual ~ChainableControllerInterface() = default;
  virtual CallbackReturn on_init() = 0;
  virtual CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) = 0;
  virtual CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) = 0;
  virtual InterfaceConfiguration command_interface_configuration() const = 0;
  virtual InterfaceConfiguration state_interface_configuration() const = 0;

  std::shared_ptr<rclcpp_lifecycle::LifecycleNode> get_node() const { return node_; }
  std::vector<hardware_interface::CommandInterface> export_reference_interfaces() {
    return on_export_reference_interfaces();
  }
  return_type update(const rclcpp::Time& time, const rclcpp::Duration& period) {
    return update_and_write_commands(time, period);
  }
  void lend(hardware_interface::CommandInterface& command) { command_interfaces_.emplace_back(command); }

 protected:
  virtual std::vector<hardware_interface::CommandInterface> on_export_reference_interfaces() = 0;
  virtual return_type update_reference_from_subscribers(const rclcpp::Time& time, const rclcpp::Duration& period) = 0;
  virtual return_type update_and_write_commands(const rclcpp::Time& time, const rclcpp::Duration& period) = 0;
  template <class T>
  T auto_declare(const std::string& name, const T& usual) {
    node_->values.emplace(name, usual);
    return std::get<T>(node_->values.at(name));
  }

  std::vector<hardware_interface::LoanedCommandInterface> command_interfaces_;
  std::vector<double> reference_interfaces_;

 private:
  std::shared_ptr<rclcpp_lifecycle::LifecycleNode> node_ = std::make_shared<rclcpp_lifecycle::LifecycleNode>();
};
}  // namespace controller_interface
