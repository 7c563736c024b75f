// Figures that docs/fmu.md quotes: a test measures one and names it; in the page the number stands before a comment of
// that name, "0.31<!--held_force-->". The page may not promise better than was measured, nor much worse.
//
// With STICKSLIP_FMU_FIGURES=FILE the figures go there instead, a line each; tools/fmu_figures.sh puts them in place.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>

namespace stickslip::tests {

class Figures : public testing::Environment {
 public:
  // Of several measurements of one name the largest counts.
  void quote(const std::string& name, double measured) {
    double& most = most_.try_emplace(name, 0.0).first->second;
    most = std::max(most, measured);
  }
  void TearDown() override {
    const char* const file = std::getenv("STICKSLIP_FMU_FIGURES");
    if (file != nullptr) {
      std::ofstream stream(file, std::ios::app);
      for (const auto& [name, measured] : most_) stream << name << ' ' << two_digits(measured) << '\n';
      return;
    }
    for (const auto& [name, measured] : most_) compare(name, measured);
  }

 private:
  // Rounded up: the page promises no less than was measured.
  static double two_digits(double x) {
    if (x == 0.0) return x;
    const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1.0);
    return std::ceil(x / unit - 1e-9) * unit;
  }
  static std::optional<double> quoted(const std::string& name) {
    static const std::string page = [] {
      std::ifstream stream(STICKSLIP_FMU_PAGE);
      return std::string{std::istreambuf_iterator<char>(stream), {}};
    }();
    const std::size_t end = page.find("<!--" + name + "-->");
    if (end == std::string::npos) return {};
    const std::size_t begin = page.find_last_not_of("0123456789.e+-", end - 1) + 1;
    return std::atof(page.substr(begin, end - begin).c_str());
  }
  static void compare(const std::string& name, double measured) {
    constexpr double above = 1.3;  // other compilers and instruction sets round in other ways
    constexpr double below = 5.0;
    const std::optional<double> said = quoted(name);
    ASSERT_TRUE(said) << "docs/fmu.md does not quote " << name << " = " << measured;
    EXPECT_LE(measured, above * *said) << name << ": docs/fmu.md says " << *said << "; run tools/fmu_figures.sh";
    const bool whole = testing::GTEST_FLAG(filter) == "*";
    if (!whole) return;
    EXPECT_LE(*said, below * measured) << name << ": measured " << measured << "; run tools/fmu_figures.sh";
  }

  std::map<std::string, double> most_;
};

inline Figures& figures() {
  static auto* const one = new Figures;  // gtest deletes it
  return *one;
}
inline testing::Environment* const figures_are_compared = testing::AddGlobalTestEnvironment(&figures());

}  // namespace stickslip::tests
