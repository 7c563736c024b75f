// A method applied to a sample as a user would do it.
#pragma once

#include <gtest/gtest.h>

#include "stickslip/identify/method_result.hpp"
#include "stickslip/identify/samples.hpp"

namespace stickslip::tests {

inline identify::MethodSettings settings_with(const identify::IdentificationMethod& method,
                                              const std::vector<std::string>& texts) {
  identify::MethodSettings settings = method.settings();
  for (const std::string& text : texts) {
    const Setting s = setting_from_text(text, "--set");
    assign(settings.group(s.group), s.key, s.value);
  }
  return settings;
}

// With the sample's own settings and more.
inline identify::MethodResult method_on(const identify::Sample& sample, std::vector<std::string> more = {}) {
  const identify::IdentificationMethod& method = identify::identification_method(sample.info->method);
  std::vector<std::string> all = sample.settings;
  all.insert(all.end(), more.begin(), more.end());
  return method.estimate(sample.files, settings_with(method, all));
}

// What the method says about data that it cannot use.
inline std::string catch_complaint(std::string_view name, const measurement::Dataset& data,
                                   const std::vector<std::string>& texts = {}) {
  const identify::IdentificationMethod& method = identify::identification_method(name);
  try {
    (void)method.estimate({&data, 1}, settings_with(method, texts));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace stickslip::tests
