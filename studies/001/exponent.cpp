// The Stribeck exponent n in place of the printed 0.05, all else as printed: where the paper's order of the laws
// appears.
#include <algorithm>
#include <cmath>
#include <limits>

#include "001/parts.hpp"
#include "kit.hpp"

namespace stickslip::studies::hydraulic_actuator {

using namespace io;

namespace {

constexpr std::array<double, 8> exponents{0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0};

// RMS of the velocity above 10 Hz over n, per law [m/s].
using Sweep = std::map<std::string_view, Series>;

Sweep run_sweep(Study& s, const Drive& d) {
  Sweep all;
  for (const auto law : laws) {
    Series one{.name = std::string(display_name(law)), .x = {}, .y = {}};
    for (const double n : exponents) {
      const auto r = run_built_in("hydraulic-servo", law,
                                  {setting("drive.amplitude", d.amplitude), setting("drive.frequency", d.frequency),
                                   setting("law.stribeck_exponent", n), "solver.relative_tolerance=1e-8"});
      const std::string name = "sweep." + std::string(law) + "[" + std::string(d.name) + ",n=" + digits(n) + "]";
      one.x.push_back(n);
      one.y.push_back(s.number(name, ripple(r, "velocity"), "m/s"));
    }
    all.emplace(law, std::move(one));
  }
  return all;
}

bool printed_order(const Sweep& sweep, std::size_t k) {
  return sweep.at("stribeck").y[k] > sweep.at("lugre").y[k] &&
         sweep.at("lugre").y[k] > sweep.at("new-modified-lugre").y[k];
}

// The smallest exponent of the sweep from which on the order is that of the paper; infinity when there is none.
double order_from(const Sweep& sweep) {
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t k = exponents.size(); k-- > 0 && printed_order(sweep, k);) first = exponents[k];
  return first;
}

void claim_order(Study& s, const Sweep& sweep) {
  const double from = order_from(sweep);
  const Series& lugre = sweep.at("lugre");
  const Series& lead = sweep.at("new-modified-lugre");
  std::string ratios;
  double last = 0.0;
  for (std::size_t k = 0; k < exponents.size(); ++k) {
    last = lugre.y[k] / lead.y[k];
    ratios += (k == 0 ? "" : ", ") + digits(last, 3) + " (n = " + digits(exponents[k]) + ")";
  }
  if (std::isfinite(from)) s.number("order.from_exponent[2 mA]", from, "1");
  s.claims.push_back(
      {"check",
       "With a larger Stribeck exponent the printed order appears at 2 mA: steady-state, LuGre, new law.",
       "from some n of the sweep below 1 on, and LuGre at least 1.5 times the new law at n = 2",
       Verdict::agrees,
       agrees_if(from < 1.0 && last > 1.5),
       "LuGre over new law: " + ratios + "; in order from n = " + digits(from),
       {}});
}

void claim_strong(Study& s, const Sweep& sweep) {
  std::size_t in_order = 0;
  for (std::size_t k = 0; k < exponents.size(); ++k) in_order += printed_order(sweep, k) ? 1U : 0U;
  const double from = order_from(sweep);
  const double last = sweep.at("lugre").y.back() / sweep.at("new-modified-lugre").y.back();
  s.number("order.exponents_in_order[4.5 mA]", double(in_order), "1");
  s.claims.push_back(
      {"check", "With a larger Stribeck exponent the printed order appears at 4.5 mA too.", "as at 2 mA",
       Verdict::does_not, agrees_if(from < 1.0 && last > 1.5),
       "in order for " + std::to_string(in_order) + " of " + std::to_string(exponents.size()) +
           " exponents; LuGre over new law " + digits(last, 3) + " at n = 2",
       "There the order holds up to n = 0.5, by 3 % at most, and is lost above: LuGre calms down with growing n, "
       "the new law does not. Why is not settled here"});
}

Plot make_plot(const Sweep& sweep, const Drive& d) {
  Plot plot{.title = "Velocity above 10 Hz over the Stribeck exponent, " + std::string(d.name),
            .x_label = "n",
            .y_label = "RMS [mm/s]",
            .series = {},
            .log_x = true,
            .log_y = true};
  for (const auto law : laws) plot.series.push_back(scale(sweep.at(law), 1.0, 1e3));
  return plot;
}

}  // namespace

void add_exponent(Study& s) {
  const Sweep at_2 = run_sweep(s, weak);
  const Sweep at_4_5 = run_sweep(s, strong);
  claim_order(s, at_2);
  claim_strong(s, at_4_5);
  s.figures.push_back(
      {.title = "Other Stribeck exponents",
       .paragraphs =
           {"n of both directions replaced, all else as printed in Table 2. n = 0.05 makes the curve fall from "
            "830 N at rest to 609 N at a nanometre per second: what a solver finds for the break-away then "
            "depends on how finely it resolves the velocity."},
       .plots = {make_plot(at_2, weak), make_plot(at_4_5, strong)}});
}

}  // namespace stickslip::studies::hydraulic_actuator
