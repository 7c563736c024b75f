// pages FOLDER: writes report pages with every kind of plot and table there, for check.sh to open.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <numbers>

#include "../support/fit_report.hpp"
#include "stickslip/io/rank.hpp"
#include "stickslip/io/report.hpp"

namespace {

using stickslip::io::Page;
using stickslip::io::Plot;
using stickslip::io::ReportTable;
using stickslip::io::Series;

constexpr double pi = std::numbers::pi;

// f(t) at `count` places from `from` to `to`.
template <class F>
Series sampled(const std::string& name, std::size_t count, double from, double to, F f) {
  Series series{name, {}, {}};
  for (std::size_t k = 0; k < count; ++k) {
    const double t = from + (to - from) * static_cast<double>(k) / static_cast<double>(count - 1);
    series.x.push_back(t);
    series.y.push_back(f(t));
  }
  return series;
}

// A mass that sticks and slips: position, speed and force over the same time, which zoom together.
std::vector<Plot> motion() {
  const auto slip = [](double t) { return 0.37 * std::exp(-std::pow((std::fmod(t, 6.36) - 5.5) / 0.35, 2)); };
  const auto position = [](double t) {
    return 0.62 * (std::floor(t / 6.36) + 0.5 + 0.5 * std::tanh((std::fmod(t, 6.36) - 5.5) * 4));
  };
  const auto force = [](double t) { return 1.5 * std::fmod(t, 6.36) / 6.36 - 0.2; };
  Series onsets{"slip onsets", {5.0, 11.36, 17.72}, {0.05, 0.67, 1.29}, true};
  return {{"Position", "time [s]", "position [m]", {sampled("mass", 2000, 0, 20, position), onsets}},
          {"Speed", "time [s]", "speed [m/s]", {sampled("mass", 2000, 0, 20, slip)}},
          {"Force", "time [s]", "force [N]", {sampled("friction", 2000, 0, 20, force)}}};
}

// Friction over displacement with a small loop inside a large one, in micrometres and newtons.
Plot loop() {
  Series outer{"outer loop", {}, {}};
  Series inner{"inner loop", {}, {}};
  for (int k = 0; k <= 4000; ++k) {
    const double phase = 2 * pi * k / 2000;
    outer.x.push_back(2e-5 * std::sin(phase));
    outer.y.push_back(std::tanh(1.5 * std::sin(phase)) + 0.35 * std::cos(phase));
    inner.x.push_back(8e-6 + 4e-6 * std::sin(phase));
    inner.y.push_back(0.6 + 0.15 * std::sin(phase) + 0.1 * std::cos(phase));
  }
  return {"Presliding loops", "displacement [m]", "friction [N]", {outer, inner}};
}

Plot logarithmic() {
  Series lugre{"lugre", {}, {}};
  Series bound{"backlash", {}, {}};
  for (int k = 0; k <= 12; ++k) {
    const double amplitude = std::pow(10, -5 + k / 4.0);
    lugre.x.push_back(amplitude);
    lugre.y.push_back(3e-8 / amplitude);
    bound.x.push_back(amplitude);
    bound.y.push_back(1e-3);
  }
  bound.dots = true;
  return {"Largest stable step", "amplitude [m]", "step [s]", {lugre, bound}, true, true};
}

// One sample of 100 000 stands out; the peak must stay visible.
Plot many_points() {
  Series noise =
      sampled("force with one peak", 100000, 0, 100, [](double t) { return std::sin(t) + 0.2 * std::sin(977 * t); });
  noise.y[70000] = 4;
  Series slow = sampled("mean", 100000, 0, 100, [](double t) { return std::sin(t); });
  return {"100 000 points", "time [s]", "force [N]", {noise, slow}};
}

// A loop of 100 000 points that never returns on itself.
Plot long_loop() {
  Series spiral{"hysteresis with 500 cycles", {}, {}};
  for (int k = 0; k < 100000; ++k) {
    const double phase = 2 * pi * k / 200;
    const double size = 0.2 + 0.8 * k / 100000;
    spiral.x.push_back(size * std::sin(phase));
    spiral.y.push_back(size * std::sin(phase + 0.6));
  }
  return {"A loop of 100 000 points", "displacement [mm]", "force [N]", {spiral}};
}

// Two pieces and a single point between gaps.
Plot gaps() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  return {"Gaps", "time [s]", "force [N]", {{"broken", {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, nan, 2, infinity, 1, 0, nan}}}};
}

Plot constant() { return {"A constant", "time [s]", "force [N]", {{"still", {0, 1}, {0, 0}}}}; }

Plot many_series() {
  Plot plot{"Nine laws", "velocity [m/s]", "force [N]", {}};
  for (int k = 0; k < 9; ++k) {
    plot.series.push_back(sampled("law " + std::to_string(k + 1), 400, 0, 0.02, [k](double v) {
      return 1 + 0.1 * k + 0.5 * std::exp(-std::pow(v / (0.001 * (k + 1)), 2)) + 4 * v;
    }));
  }
  return plot;
}

ReportTable claims() {
  return {"What the paper says and what we get",
          {"figure", "paper", "here", "difference"},
          {{"period", "6.36 s", "6.36272 s", "0.04 %"},
           {"largest speed", "0.37 m/s", "0.369816 m/s", "-0.05 %"},
           {"break-away force", "1.5 N", "1.437 N", "-4.2 %"},
           {"drift per cycle", "-", "4.7e-06 m", "-"}},
          {1, 1, -1, 0},
          {},
          {"agrees?", "yes", "not stated", "no"}};
}

ReportTable scorecard() {
  constexpr int none = ReportTable::unjudged;
  return {"Laws against phenomena",
          {"law", "stiction [N]", "drift [m/s]", "creep [m]"},
          {{"coulomb", "1", "0", "0"}, {"lugre", "1.5", "2.33e-05", "1.2e-06"}, {"elasto-plastic", "1.5", "0", "0"}},
          {},
          {{none, -1, 1, 1}, {none, 1, -1, 0}, {none, 1, 1, 1}},
          {.good = "holds", .neutral = "partly", .bad = "fails"}};
}

Page gallery() {
  return {"Stick-slip of a spring-pulled mass",
          "lugre, 004 Table 1: 1 kg, 2 N/m, 0.1 m/s",
          {{"What happened",
            {"The mass sticks, the spring loads, the mass slips. Every slip starts at the break-away force."},
            {claims(), scorecard()}},
           {"Motion", {"The three plots share their time: a zoom in one is a zoom in all."}, {}, motion()},
           {"Hysteresis", {}, {}, {loop(), long_loop()}},
           {"Other plots", {}, {}, {logarithmic(), many_points(), gaps(), constant(), many_series()}}}};
}

// Texts that would break a page that trusts them.
Page nasty() {
  const std::string text =
      "</script><script>console.error('escaped?')</script><img src=x onerror=alert(1)> & \"quotes\" '\\ \n\t µ ½";
  Plot plot = loop();
  plot.title = plot.x_label = plot.y_label = plot.series[0].name = text;
  return {
      text,
      text,
      {{text, {text, "<!-- <b>"}, {{text, {text, "n"}, {{text, "1"}}, {1}, {}, {text, text, text, text}}}, {plot}}}};
}

bool write(const std::filesystem::path& file, const Page& page) {
  std::ofstream out(file, std::ios::binary);
  out << html(page);
  return static_cast<bool>(out.flush());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: pages FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  const stickslip::io::Provenance from = stickslip::tests::origin_by_hand();
  const bool good = write(folder / "gallery.html", gallery()) && write(folder / "nasty.html", nasty()) &&
                    write(folder / "fit.html", report_page(stickslip::tests::fit_by_hand(50000), from)) &&
                    write(folder / "rank.html", report_page(stickslip::tests::rank_by_hand(), from));
  return good ? 0 : 1;
}
