#include "stickslip/translate/translate.hpp"

#include "forms.hpp"
#include "stickslip/names.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"

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

void check_joint(std::string_view target, const std::string& joint) {
  if (names_joint(target) && !text::is_identifier(joint))
    throw std::invalid_argument(option_reference("joint", joint) + " is not a valid name for " + std::string(target) +
                                ": use a letter, then letters, digits and _");
}

}  // namespace

std::span<const TargetInfo> translation_targets() { return targets; }

Translation translate_model(const Model& model, std::string_view target, const TranslateOptions& options) {
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
