// A folder of a test's own, gone afterwards.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace stickslip::tests {

class InFolder : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string in(const std::string& name) const { return (folder / name).string(); }
  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(in(name)) << text;
    return in(name);
  }
  static std::string to_text(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("stickslip_test_" + std::to_string(getpid()));
};

}  // namespace stickslip::tests
