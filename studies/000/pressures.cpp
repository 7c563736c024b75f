// Three seals at five pressures, figs 7 and 12-14.
#include <algorithm>

#include "000/parts.hpp"

namespace stickslip::studies::piston_seals {

using namespace io;
using namespace solve;

namespace {

constexpr double step = 1e-3;   // [s] between rows
constexpr double length = 0.5;  // [s] steady from 0.5 s on, says the paper

struct Traces {
  Seal seal;
  std::vector<Trajectory> rows;  // one per pressure

  double peak(std::size_t k) const { return largest(rows[k].column("friction")); }
  double last(std::size_t k) const { return rows[k].column("friction").back(); }
};

Traces make_traces(const Seal& seal) {
  Traces all{seal, {}};
  for (const double p : pressures)
    all.rows.push_back(simulate_motion(seal.settings(10), 10, p, {ramp_speed}, length, step));
  return all;
}

bool grow(const Traces& t) {
  for (std::size_t k = 1; k < pressures.size(); ++k)
    if (!(t.peak(k) > t.peak(k - 1)) || !(t.last(k) > t.last(k - 1))) return false;
  return true;
}

// The share of the variance, pooled over the pressures, that a law without pressure can explain at best: one curve for
// all pressures, and no curve is nearer to all of them than their mean.
double best_without_pressure(const Traces& t) {
  const auto count = std::size_t(length / step);
  const double traces = double(t.rows.size());
  std::vector<std::vector<double>> data;
  double mean = 0.0;
  for (const Trajectory& rows : t.rows) {
    data.emplace_back();
    for (std::size_t i = 1; i <= count; ++i) data.back().push_back(at(rows, "friction", double(i) * step));
    for (const double f : data.back()) mean += f / (traces * double(count));
  }
  double error = 0.0;
  double spread = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    double middle = 0.0;
    for (const auto& trace : data) middle += trace[i] / traces;
    for (const auto& trace : data) {
      error += (trace[i] - middle) * (trace[i] - middle);
      spread += (trace[i] - mean) * (trace[i] - mean);
    }
  }
  return 1.0 - error / spread;
}

Plot make_plot(const Traces& t, const std::string& figure) {
  Plot plot{.title = figure + ": " + t.seal.name, .x_label = "displacement [mm]", .y_label = "force [N]", .series = {}};
  for (std::size_t k = 0; k < pressures.size(); ++k)
    plot.series.push_back(
        scale(curve(digits(pressures[k] / bar) + " bar", t.rows[k], "displacement", "friction"), 1e3, 1.0));
  return plot;
}

ReportTable make_table(const std::vector<Traces>& seals) {
  ReportTable table{.title = "Break-away and sliding friction of the seals",
                    .header = {"seal", "pressure [bar]", "peak [N]", "sliding [N]"},
                    .rows = {}};
  for (const Traces& t : seals)
    for (std::size_t k = 0; k < pressures.size(); ++k)
      table.rows.push_back({t.seal.name, digits(pressures[k] / bar), digits(t.peak(k)), digits(t.last(k))});
  return table;
}

}  // namespace

void add_pressures(Study& s) {
  const std::vector<Traces> seals{make_traces(d_ring()), make_traces(o_ring()), make_traces(bonded_seal())};
  std::string words;
  std::string without;
  double most = 0.0;
  for (const Traces& t : seals) {
    for (std::size_t k = 0; k < pressures.size(); ++k) {
      const std::string name = t.seal.name + "[" + digits(pressures[k] / bar) + " bar]";
      s.number(name + ".peak", t.peak(k), "N");
      s.number(name + ".sliding", t.last(k), "N");
    }
    words += (words.empty() ? "" : ", ") + t.seal.name + " " + digits(t.peak(0)) + " to " + digits(t.peak(4)) + " N";
    const double share = s.number(t.seal.name + ".best_without_pressure", best_without_pressure(t), "1");
    without += (without.empty() ? "" : ", ") + digits(share, 3);
    most = std::max(most, share);
  }
  const bool all = std::all_of(seals.begin(), seals.end(), grow);
  s.claims.push_back({"III.B, figs 7, 12-14",
                      "Break-away and sliding friction grow with the pressure, for every seal.",
                      "both rise from each of the five pressures to the next",
                      Verdict::agrees,
                      agrees_if(all),
                      "peaks from 5 to 25 bar: " + words,
                      {}});
  s.claims.push_back({"IV, figs 12-14",
                      "A Maxwell slip law without pressure cannot give good results at several pressures.",
                      "R2 of the best curve that is the same at all five pressures, pooled, below 0.5",
                      Verdict::agrees,
                      agrees_if(most < 0.5),
                      "R2 at best " + without,
                      {}});
  s.figures.push_back(
      {.title = "Three seals at five pressures",
       .paragraphs = {"The parameters of O-ring and bonded piston seal are ours."},
       .tables = {make_table(seals)},
       .plots = {make_plot(seals[2], "Fig. 12"), make_plot(seals[1], "Fig. 13"), make_plot(seals[0], "Fig. 14")}});
}

}  // namespace stickslip::studies::piston_seals
