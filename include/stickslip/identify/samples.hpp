// Synthetic measurements whose truth is known: something to try every method on.
//
//   const Sample s = make_sample("seal", 7);
//   s.files[0];                  // a Dataset, as a recorder would have left it: noise, counts, several speeds
//   s.settings;                  // what a method must be told about the machine, as for --set
//   s.truth[0].name, .value;     // named as the method's estimates are
//
// The same seed gives the same rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/dataset.hpp"
#include "stickslip/experiment.hpp"

namespace stickslip::identify {

struct SampleInfo {
  std::string_view name;
  std::string_view title;
  std::string_view method;  // of `stickslip method`, for which it was made; empty: none in particular
};

std::span<const SampleInfo> sample_catalogue();

// A quantity behind a sample.
struct TrueValue {
  std::string name;  // "coulomb.forward"
  std::string unit;
  double value = 0.0;
};

struct Sample {
  const SampleInfo* info = nullptr;
  std::vector<measurement::Dataset> files =
      {};                                  // `file` of each: what it adds to a name, "-5bar"; empty for an only one
  std::vector<std::string> settings = {};  // "plant.mass=0.5"
  std::string law = {};                    // behind the friction; empty: none of the list
  std::size_t elements = 0;
  ParamGroup law_parameters = {};
  std::vector<TrueValue> truth = {};

  // Throws UnknownName.
  double true_value(std::string_view name) const;
};

// Throws UnknownName.
Sample make_sample(std::string_view name, std::uint64_t seed = 1);

// The truth as a TOML file: settings, [law] and [truth].
std::string truth_text(const Sample& sample);

}  // namespace stickslip::identify
