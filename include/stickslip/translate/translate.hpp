// A model in the words of another simulator, and what is lost on the way.
//
//   const Translation t = translate_model(read_model("model.toml"), "mjcf");
//   t.text;        the snippet that the simulator reads
//   t.difference;  [N] root mean square of the force that the snippet cannot represent
//
// Every target has a form of its own: one level and a slope, a level for rest and one for sliding, a table over speed,
// a bristle. The form is fitted to the law over a range of speeds, that of the recording where the model knows it, and
// run beside the law there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/io/model.hpp"
#include "stickslip/options.hpp"

namespace stickslip::translate {

struct TargetInfo {
  std::string_view name;
  std::string_view title;
};

// mjcf, urdf, sdf, modelica, physx, bam.
std::span<const TargetInfo> translation_targets();

struct TranslateOptions {
  std::string joint = "joint";  // what the snippet calls the joint
  double speed = 0.0;           // [m/s] up to which forces are compared; 0: that of the recording, or of the law itself
  double load = 0.0;            // [N], [Pa] and [K] at which the law is looked at
  double pressure = 0.0;
  double temperature = 0.0;
  std::string actuator = {};  // bam: the name of its motor; empty: left to the user

  static std::span<const OptionRow> options();
};

// Where law and snippet were compared: strokes whose speed is a sine.
struct OperatingRange {
  double slow = 0.0;       // [m/s] peak of the slowest stroke
  double fast = 0.0;       // [m/s] peak of the fastest
  double amplitude = 0.0;  // [m] of the shortest stroke
  std::string source;      // where the speeds are from, in words
};

// A velocity that is a sine, two periods from rest.
struct TestStroke {
  double speed = 0.0;      // [m/s] its peak
  double amplitude = 0.0;  // [m]
  bool slides = true;      // longer than the law's elastic path
};

struct Translation {
  std::string text;
  std::string form;                     // what the target can represent, in words
  std::vector<std::string> lost;        // what it cannot, a sentence each
  std::vector<std::string> notes = {};  // what the target's solver makes of it, a sentence each
  OperatingRange range;
  std::vector<TestStroke> strokes;
  double difference = 0.0;          // [N] root mean square over the range
  double sliding_difference = 0.0;  // [N] the same without the strokes that stay within the elastic path
  double force = 0.0;               // [N] root mean square of the law's own force over the range
};

// Throws UnknownName, std::invalid_argument.
Translation translate_model(const io::Model& model, std::string_view target, const TranslateOptions& options = {});

// A law out of another tool's file.
struct ReadLaw {
  std::string law;
  ParamGroup group;
  std::string load = {};  // what the column `load` must hold; empty: the law reads none
};

// BAM's friction models m1 to m6 as the law stribeck: m1 and m3 without a dip, m3 and m4 with a load, m5 and m6 as the
// sum of two, each with a load of its own. Throws std::invalid_argument with the file, the key and the remedy.
std::vector<ReadLaw> laws_from_bam(std::string_view json, const std::string& file);

}  // namespace stickslip::translate
