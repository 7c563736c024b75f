#include "stickslip/translate/translate.hpp"

#include "forms.hpp"
#include "stickslip/names.hpp"

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

}  // namespace

std::span<const TargetInfo> translation_targets() { return targets; }

Translation translated(const Model& model, std::string_view target, const TranslateOptions& options) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].name == target) return writers[i](Original(model, options));
    names.push_back(targets[i].name);
  }
  throw UnknownName("target", target, names);
}

}  // namespace stickslip::translate
