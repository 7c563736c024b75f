// `stickslip loss`: how well each of many parameter sets of a law explains measurements.
#pragma once

#include <string>
#include <vector>

#include "stickslip/experiment.hpp"

namespace stickslip::cli {

struct LossRequest {
  std::vector<std::string> data;  // .csv files
  std::string law;                // its name, or a model's file that ends in .toml
  int elements = 0;
  std::string sets;                   // a .csv file: columns named as parameters, a row per set
  std::vector<std::string> settings;  // "law.key=value", for what has no column
  std::vector<std::string> names;     // "role=column"
  double sample_time = 0.0;           // [s]; 0: as the data are
  std::string loss = "ls";
  double huber = 1.0;
  std::string device = "auto";
  std::string precision = "fp64";
  int threads = 0;
  std::string output;  // a .csv file
  bool json = false;
  bool quiet = false;
  std::vector<Setting> model = {};  // parameters out of a model's file
};

struct LossAnswer {
  std::string text;
  bool interrupted = false;
  bool none_finite = false;
};

LossAnswer loss(LossRequest request);

}  // namespace stickslip::cli
