#include "stickslip/io/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace stickslip::io {
namespace {

Page make_page(std::vector<Plot> plots) { return {"title", "subtitle", {{"section", {}, {}, std::move(plots)}}}; }
Page make_page(ReportTable table) { return {"title", "subtitle", {{"section", {}, {std::move(table)}, {}}}}; }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The message of the error that html() answers with.
std::string complaint(const Page& page) {
  try {
    html(page);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(report, texts_cannot_become_markup) {
  const std::string nasty = "<img src=x> & \"a\" 'b'";
  Page page = make_page(ReportTable{nasty, {nasty}, {{nasty}}, {1}, {}, {nasty, nasty, nasty, nasty}});
  page.title = page.subtitle = page.sections[0].title = nasty;
  page.sections[0].paragraphs = {nasty};
  page.sections[0].plots = {{nasty, nasty, nasty, {{nasty, {1}, {1}}}}};
  const std::string text = html(page);
  EXPECT_FALSE(contains(text, "<img"));
  EXPECT_TRUE(contains(text, "<h1>&lt;img src=x&gt; &amp; &quot;a&quot; &#39;b&#39;</h1>"));
}

TEST(report, a_script_end_in_a_name_does_not_end_the_data) {
  const std::string harmless = html(make_page({Plot{"p", "x", "y", {{"name", {1}, {1}}}}}));
  const std::string nasty = html(make_page({Plot{"p", "x", "y", {{"</script>\n\"\\", {1}, {1}}}}}));
  EXPECT_EQ(occurrences(nasty, "</script"), occurrences(harmless, "</script"));
  EXPECT_TRUE(contains(nasty, R"("name":"\u003c/script\u003e\u000a\"\\")"));
}

TEST(report, what_is_not_finite_is_a_gap) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string text = html(make_page({Plot{"p", "x", "y", {{"s", {1, 2, 3, 4}, {nan, infinity, -infinity, 5}}}}}));
  EXPECT_TRUE(contains(text, "[null,null,null,5]"));
}

TEST(report, numbers_keep_nine_digits) {
  const std::string text =
      html(make_page({Plot{"p", "x", "y", {{"s", {1.0 / 3, 0.1, -0.0}, {1272.59641232, 1e-300, 2e5}}}}}));
  EXPECT_TRUE(contains(text, "[0.333333333,0.1,0]"));
  EXPECT_TRUE(contains(text, "[1272.59641,1e-300,200000]"));
}

TEST(report, plots_over_the_same_time_share_it) {
  const std::vector<double> time = {0, 0.125, 0.25};
  const std::string text =
      html(make_page({Plot{"a", "t", "x", {{"s", time, {1, 2, 3}}}}, Plot{"b", "t", "v", {{"s", time, {4, 5, 6}}}}}));
  EXPECT_EQ(occurrences(text, "[0,0.125,0.25]"), 1U);
  EXPECT_TRUE(contains(text, R"("x":0,"y":1)"));
  EXPECT_TRUE(contains(text, R"("x":0,"y":2)"));
}

TEST(report, the_same_page_gives_the_same_bytes) {
  const auto make = [] {
    return make_page({Plot{"a", "t", "x", {{"s", {1, 2}, {3, 4}}}}, Plot{"b", "t", "x", {{"s", {1, 2}, {0.5, 0.25}}}}});
  };
  EXPECT_EQ(html(make()), html(make()));
}

// 100 000 points of 2 columns with 9 digits, sign, point, exponent of 2 digits and comma: at most 16 bytes a number;
// script and style have a share of their own.
TEST(report, a_hundred_thousand_points_fit_into_four_megabytes) {
  constexpr std::size_t count = 100000;
  constexpr std::size_t number = 16;
  constexpr std::size_t page_itself = 50000;
  Series series{"s", {}, {}};
  for (std::size_t k = 0; k < count; ++k) {
    series.x.push_back(std::sqrt(static_cast<double>(k)));
    series.y.push_back(-1e-5 * std::sin(static_cast<double>(k)));
  }
  EXPECT_LT(html(make_page({Plot{"p", "x", "y", {series}}})).size(), 2 * count * number + page_itself);
}

TEST(report, a_page_without_plots_carries_no_script) {
  const std::string text = html(make_page(ReportTable{"t", {"a"}, {{"1"}}}));
  EXPECT_FALSE(contains(text, "<script"));
  EXPECT_LT(text.size(), 10000U);  // the style sheet and little else
}

TEST(report, the_page_refers_to_nothing_outside_and_forbids_it) {
  const std::string text = html(make_page({Plot{"p", "x", "y", {{"s", {1, 2}, {1, 2}}}}}));
  EXPECT_FALSE(contains(text, "http:"));
  EXPECT_FALSE(contains(text, "https:"));
  EXPECT_FALSE(contains(text, "src="));
  EXPECT_TRUE(contains(text, "Content-Security-Policy\" content=\"default-src 'none'"));
}

TEST(report, columns_of_numbers_are_aligned_at_the_right) {
  const std::string text = html(make_page(ReportTable{
      "t", {"law", "force", "share", "mixed"}, {{"lugre", "1.5e-06 N", "-4 %", "1"}, {"3 laws", "+2", "-", "one"}}}));
  EXPECT_TRUE(
      contains(text, R"(<td>lugre</td><td class="number">1.5e-06 N</td><td class="number">-4 %</td><td>1</td>)"));
  EXPECT_TRUE(contains(text, R"(<th scope="col" class="number">force</th>)"));
}

TEST(report, a_verdict_is_a_colour_and_a_word) {
  const std::string text = html(make_page(
      ReportTable{"t", {"claim"}, {{"a"}, {"b"}, {"c"}}, {1, 0, -1}, {}, {"agrees?", "yes", "not stated", "no"}}));
  EXPECT_TRUE(contains(text, R"(<th scope="col">agrees?</th>)"));
  EXPECT_TRUE(contains(text, R"(<td class="good"><span class="word">yes</span></td>)"));
  EXPECT_TRUE(contains(text, R"(<td class="neutral"><span class="word">not stated</span></td>)"));
  EXPECT_TRUE(contains(text, R"(<td class="bad"><span class="word">no</span></td>)"));
}

TEST(report, cells_can_be_judged_one_by_one) {
  const std::string text = html(make_page(
      ReportTable{"t", {"law", "drift"}, {{"lugre", "2e-5"}}, {}, {{ReportTable::unjudged, -1}}, {.bad = "fails"}}));
  EXPECT_TRUE(contains(text, R"(<td>lugre</td><td class="number bad">2e-5 <small>fails</small></td>)"));
}

TEST(report, a_series_with_more_x_than_y_is_named) {
  EXPECT_EQ(complaint(make_page({Plot{"force", "x", "y", {{"lugre", {1, 2, 3}, {1, 2}}}}})),
            "series 'lugre' of plot 'force' has 3 x and 2 y: give as many of one as of the other");
}

TEST(report, a_table_that_does_not_fit_its_header_is_named) {
  EXPECT_EQ(complaint(make_page(ReportTable{"claims", {"a", "b"}, {{"1", "2"}, {"1"}}})),
            "table 'claims': row 2 has 1 entries, expected 2");
  EXPECT_EQ(complaint(make_page(ReportTable{"claims", {"a"}, {{"1"}, {"2"}}, {1}})),
            "table 'claims': verdicts has 1 entries, expected 2");
  EXPECT_EQ(complaint(make_page(ReportTable{"claims", {"a"}, {{"1"}}, {}, {{1, 1}}})),
            "table 'claims': row 1 of cell_verdicts has 2 entries, expected 1");
}

}  // namespace
}  // namespace stickslip::io
