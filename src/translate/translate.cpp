#include "stickslip/translate/translate.hpp"

#include <algorithm>

#include "forms.hpp"
#include "stickslip/names.hpp"
#include "stickslip/options.hpp"

namespace stickslip::translate {

using namespace io;

namespace {

constexpr std::array targets{TargetInfo{"mjcf", "MuJoCo: joint friction and damping, or a dcmotor's LuGre bristle"},
                             TargetInfo{"urdf", "URDF: joint dynamics"},
                             TargetInfo{"sdf", "SDFormat (Gazebo): joint axis dynamics"},
                             TargetInfo{"modelica", "Modelica Standard Library: bearing, support or clutch friction"},
                             TargetInfo{"physx", "PhysX: static, dynamic and viscous joint friction, as USD"},
                             TargetInfo{"bam", "BAM: friction models m1 to m4"}};
constexpr std::array writers{to_mjcf, to_urdf, to_sdf, to_modelica, to_physx, to_bam};

// Modelica and USD take the joint's name as a name of their language; in XML it is a text, and is escaped there.
bool names_joint(std::string_view target) { return target == "modelica" || target == "physx"; }

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_part = [&is_letter](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_part);
}

void check_joint(std::string_view target, const std::string& joint) {
  if (names_joint(target) && !is_identifier(joint))
    throw std::invalid_argument(option_reference("joint", joint) + " is not a valid name for " + std::string(target) +
                                ": use a letter, then letters, digits and _");
}

}  // namespace

std::span<const TargetInfo> translation_targets() { return targets; }

Translation translated(const Model& model, std::string_view target, const TranslateOptions& options) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    names.push_back(targets[i].name);
    if (targets[i].name != target) continue;
    check_joint(target, options.joint);
    return writers[i](Original(model, options));
  }
  throw UnknownName("target", target, names);
}

}  // namespace stickslip::translate
