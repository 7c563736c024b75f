// Elements that the data do not need are found and told; one that sits at the wrong place is carried to the right one.
#include "identify/spare_elements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "fit_kit.hpp"
#include "identify/descend.hpp"

namespace stickslip::identify {
namespace {

using tests::Dice;
using tests::hold;

constexpr DataScales bench{.force = 3.0, .displacement = 1e-3, .velocity = 0.05, .duration = 4.0, .step = 1e-3};

double add_up(const ParamGroup& g, const std::vector<double>& values, std::string_view name) {
  for (const Field& f : g.table)
    if (f.name == name) {
      const auto from = values.begin() + std::ptrdiff_t(f.first);
      return std::accumulate(from, from + std::ptrdiff_t(g.list(name).size()), 0.0);
    }
  return 0.0;
}

ParamGroup with_elements(const std::string& law, std::vector<double> stiffness, std::vector<double> level) {
  ParamGroup g = law_group(law, stiffness.size());
  const bool shares = law == "gms";
  assign(g, "stiffness", {stiffness});
  assign(g, shares ? "share" : "limit", {level});
  return g;
}

TEST(spare_elements, only_laws_of_free_elements_have_any) {
  EXPECT_TRUE(can_spare_elements(Coordinates({.law = "maxwell-slip", .elements = 3}, bench)));
  EXPECT_TRUE(can_spare_elements(Coordinates({.law = "gms", .elements = 3}, bench)));
  EXPECT_FALSE(can_spare_elements(Coordinates({.law = "gms", .elements = 1}, bench)));
  EXPECT_FALSE(can_spare_elements(Coordinates({.law = "lugre"}, bench)));
  EXPECT_FALSE(can_spare_elements(Coordinates({.law = "mgms", .elements = 3}, bench)));
  EXPECT_FALSE(
      can_spare_elements(Coordinates({.law = "leuven", .elements = 3, .fixed = {hold("limit[1]", 0.5)}}, bench)));
}

TEST(spare_elements, an_heir_takes_stiffness_and_level_over) {
  for (const char* law : {"maxwell-slip", "gms"}) {
    const Coordinates c({.law = law, .elements = 3}, bench);
    const ParamGroup g = with_elements(law, {4e4, 2e4, 1e4}, {0.5, 0.3, 0.2});
    const auto all = with_one_fewer(c, {c.point(g.values), {}});
    ASSERT_EQ(all.size(), 9U) << law;  // three elements, each left to nobody or to one of two
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto values = c.parameters(all[i].point);
      const std::size_t out = i / 3, heir = i % 3;
      ASSERT_EQ(all[i].off, std::vector<std::size_t>{out});
      EXPECT_LT(values[out], 1e-9) << law;
      const double left = heir == out ? 7e4 - g.list("stiffness")[out] : 7e4;
      EXPECT_NEAR(add_up(g, values, "stiffness"), left, 1e-6 * left) << law;
      if (std::string(law) == "gms") {
        EXPECT_NEAR(add_up(g, values, "share"), 1.0, 1e-12);
        EXPECT_LT(values[g.table[1].first + out], 1e-5);
      }
    }
  }
}

TEST(spare_elements, a_split_keeps_stiffness_and_level) {
  const Coordinates c({.law = "maxwell-slip", .elements = 3}, bench);
  const ParamGroup g = with_elements("maxwell-slip", {4e4, 2e4, 0.0}, {0.5, 0.3, 0.0});
  const auto all = with_one_split(c, {c.point(g.values), {2}});
  EXPECT_EQ(all.size(), 6U);
  for (const auto& point : all) {
    const auto values = c.parameters(point);
    EXPECT_NEAR(add_up(g, values, "stiffness"), 6e4, 1e-6);
    EXPECT_NEAR(add_up(g, values, "limit"), 0.8, 1e-9);
    EXPECT_GT(values[g.table[0].first + 2], 9e3);
  }
}

TEST(spare_elements, axes_of_an_element_that_is_off_are_left_out) {
  for (const char* law : {"maxwell-slip", "gms"})
    for (std::size_t off = 0; off < 3; ++off) {
      const Coordinates c({.law = law, .elements = 3}, bench);
      std::vector<std::size_t> axes(c.count() + 1);  // the last one is a nuisance
      std::iota(axes.begin(), axes.end(), std::size_t{0});
      const auto left = axes_without(c, axes, std::vector{off});
      EXPECT_EQ(left.size(), axes.size() - 2) << law << " " << off;
      const std::string number = "[" + std::to_string(off) + "]";
      for (const std::size_t a : left)
        if (a < c.count()) {
          EXPECT_EQ(c[a].name.find(number), std::string::npos) << law << " " << c[a].name;
        }
    }
}

TEST(spare_elements, numbers_follow_the_order_of_slipping) {
  for (const char* law : {"maxwell-slip", "gms"}) {
    const Coordinates c({.law = law, .elements = 3}, bench);
    const auto sorted = c.point(with_elements(law, {4e4, 2e4, 1e4}, {0.2, 0.3, 0.5}).values);
    const auto turned = c.point(with_elements(law, {2e4, 1e4, 4e4}, {0.3, 0.5, 0.2}).values);
    const auto found = numbered_like(c, sorted, turned);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], sorted[i], 1e-9) << law << " " << c[i].name;
    EXPECT_EQ(numbered_like(c, sorted, sorted), sorted);
  }
  // An element that is held keeps its number.
  const Coordinates c({.law = "maxwell-slip", .elements = 2, .fixed = {hold("stiffness[0]", 4e4)}}, bench);
  const auto one = c.point(with_elements("maxwell-slip", {4e4, 1e4}, {0.2, 0.5}).values);
  const auto other = c.point(with_elements("maxwell-slip", {4e4, 1e4}, {4.0, 0.1}).values);
  EXPECT_EQ(numbered_like(c, one, other), other);
}

Recording bench_run(const ParamGroup& truth, std::size_t elements, double noise) {
  Dice dice(5);
  const auto motion = tests::sines({{5e-4, 2, 300}, {4e-3, 2, 400}, {2e-3, 3, 300}, {2e-2, 2, 400}});
  return tests::recorded("maxwell-slip", elements, truth, motion, tests::kit_step, noise, dice);
}

TEST(spare_elements, a_third_element_that_two_do_without_is_told) {
  const ParamGroup truth = with_elements("maxwell-slip", {6e4, 1e4}, {0.6, 0.8});
  const Recording run = bench_run(truth, 2, 0.01);
  const FitReport fit = identify({run}, {.law = "maxwell-slip", .elements = 3, .threads = 2});
  std::size_t told = 0;
  for (const FittedParameter& p : fit.parameters)
    if (p.name.find('[') != std::string::npos) {
      EXPECT_FALSE(p.identified) << p.name;
      EXPECT_EQ(p.remark, "not identified: 2 elements fit as well as 3") << p.name;
      ++told;
    } else if (p.free) {
      EXPECT_EQ(p.remark.find("elements"), std::string::npos) << p.name;
    }
  EXPECT_EQ(told, 6U);
  EXPECT_EQ(fit.elements_needed, 2U);
  EXPECT_TRUE(std::any_of(fit.advice.begin(), fit.advice.end(), [](const std::string& a) {
    return a.starts_with("2 elements follow these data as well as 3: fit again with {option elements: 2}, or record");
  }));
  // With as many as there are, all of them are known.
  const FitReport two = identify({run}, {.law = "maxwell-slip", .elements = 2, .threads = 2});
  EXPECT_EQ(two.elements_needed, 2U);
  for (const FittedParameter& p : two.parameters)
    if (p.free) {
      EXPECT_TRUE(p.identified) << p.name << ": " << p.remark;
    }
}

// One element does nothing, and one stands for two: the bottom of a valley of its own.
TEST(spare_elements, an_element_at_the_wrong_place_is_carried_to_the_right_one) {
  const ParamGroup truth = with_elements("maxwell-slip", {6e4, 2e4, 4e3}, {0.3, 0.6, 0.7});
  std::vector<Recording> runs{bench_run(truth, 3, 0.001)};
  const FitOptions options{.law = "maxwell-slip", .elements = 3, .threads = 1};
  const auto objective = open_loop(runs, choose_uses(runs, options), options);
  Search search(*objective, options);
  const Coordinates& c = search.coordinates();
  const auto axes = smooth_axes(*objective);
  const auto start = with_elements("maxwell-slip", {6e4, 1e-6, 1.2e4}, {0.3, 1e-6, 1.2});
  const Valley wrong = descend_along(objective->problem(Slopes::differences), options, Point(c.point(start.values)),
                                     axes, {Slopes::differences});
  const double at_truth = objective->losses(c.point(truth.values))[0];
  EXPECT_GT(wrong.loss, 3.0 * at_truth);
  EXPECT_LT(reseat_elements(search, wrong, axes).loss, at_truth);
}

}  // namespace
}  // namespace stickslip::identify
