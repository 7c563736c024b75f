// `stickslip translate`: a model in the words of another simulator, or out of another tool's file.
#pragma once

#include <string>
#include <vector>

#include "stickslip/translate/translate.hpp"

namespace stickslip::cli {

struct TranslateRequest {
  std::string file;    // a model.toml, or with `from` another tool's file
  std::string target;  // name of a target
  std::string from;    // "bam"
  std::string output;
  bool json = false;
  bool list = false;
  translate::TranslateOptions options;
};

std::vector<std::string> translation_names();
std::string translate(const TranslateRequest& request);

}  // namespace stickslip::cli
