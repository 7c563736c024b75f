// The page of a run: what a person is shown of it.
#include "stickslip/io/results.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stickslip/io/report.hpp"

namespace stickslip::io {
namespace {

using namespace experiment;

const Section* find_section(const Page& page, std::string_view title) {
  for (const Section& s : page.sections)
    if (s.title == title) return &s;
  return nullptr;
}

ExperimentResult short_run(std::string_view base, std::vector<Setting> settings) {
  return run(experiment::experiment({.base = std::string(base), .settings = std::move(settings)}));
}

// A machine that starts from rest does in its first period what it does in no other.
TEST(page_of_a_run, shows_the_first_cycle_of_a_drive_that_repeats_itself) {
  const auto r = short_run("harmonic", {{"drive", "cycles", {{3.0}}}, {"drive", "frequency", {{0.8}}}});
  const Page page = report_page(r, "0.0.0");
  const Section* const first = find_section(page, "First cycle");
  ASSERT_NE(first, nullptr);
  for (const Plot& plot : first->plots)
    for (const Series& s : plot.series) ASSERT_LT(s.x.size(), r.trajectory.rows() / 2) << plot.title;
  EXPECT_NEAR(first->plots[0].series[0].x.back(), 1.25, 1e-9);
}

TEST(page_of_a_run, shows_no_first_cycle_where_there_is_no_second) {
  const auto once = short_run("harmonic", {{"drive", "cycles", {{1.0}}}});
  const Page page = report_page(once, "0.0.0");
  EXPECT_EQ(find_section(page, "First cycle"), nullptr);
  const auto pulled = short_run("stick-slip", {{"run", "duration", {{5.0}}}});
  const Page other = report_page(pulled, "0.0.0");
  EXPECT_EQ(find_section(other, "First cycle"), nullptr);
}

// A note of the machine is read before the figures.
TEST(page_of_a_run, begins_with_what_makes_its_figures_doubtful) {
  const auto r = short_run("hydraulic-servo", {{"plant", "mass", {{3000.0}}},
                                               {"plant", "gravity", {{0.0}}},
                                               {"plant", "underlap", {{-4e-5}}},
                                               {"drive", "amplitude", {{9e-3}}},
                                               {"run", "duration", {{1.2}}}});
  ASSERT_FALSE(r.notes.empty());
  EXPECT_NE(summary_text(r).find("note: the pressure in chamber"), std::string::npos);
  const Page page = report_page(r, "0.0.0");
  const auto& lines = find_section(page, "Summary")->paragraphs;
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                          [](const std::string& s) { return s.find("carries no tension") != std::string::npos; }));
}

}  // namespace
}  // namespace stickslip::io
