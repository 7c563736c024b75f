// Measured against computed, for the page of a fit.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fit_parts.hpp"
#include "fit_words.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

constexpr std::size_t most_points = 20000;  // of a line; a screen shows less

double residual_at(const FitTrace& t, std::size_t i) { return t.fitted[i] - t.measured[i]; }

// The extremes of the measured values and of the residuals between two samples, in the order of time.
void add_extremes(const FitTrace& t, std::size_t first, std::size_t end, std::vector<std::size_t>& kept) {
  std::array<std::size_t, 5> all{first, first, first, first, first};
  for (std::size_t i = first; i < end; ++i) {
    if (t.measured[i] < t.measured[all[1]]) all[1] = i;
    if (t.measured[i] > t.measured[all[2]]) all[2] = i;
    if (residual_at(t, i) < residual_at(t, all[3])) all[3] = i;
    if (residual_at(t, i) > residual_at(t, all[4])) all[4] = i;
  }
  std::sort(all.begin(), all.end());
  kept.insert(kept.end(), all.begin(), std::unique(all.begin(), all.end()));
}

// The values of the samples of that use, gaps elsewhere.
std::vector<double> select_used(const FitTrace& t, const std::vector<double>& values, Use use,
                                const std::vector<std::size_t>& samples) {
  std::vector<double> out = pick(values, samples);
  for (std::size_t k = 0; k < samples.size(); ++k)
    if (t.use.size() == values.size() && t.use[samples[k]] != use) out[k] = std::numeric_limits<double>::quiet_NaN();
  return out;
}

bool has_use(const FitTrace& t, Use use) { return std::find(t.use.begin(), t.use.end(), use) != t.use.end(); }

struct Axis {
  std::string title;
  std::string label;
  const std::vector<double>* values;
};

Plot comparison(const FitTrace& t, const Axis& x, const std::string& y_label, const std::vector<std::size_t>& samples) {
  const std::vector<double> at = pick(*x.values, samples);
  Plot plot{.title = x.title, .x_label = x.label, .y_label = y_label, .series = {}};
  plot.series.push_back({"measured", at, pick(t.measured, samples)});
  if (t.use.empty() || has_use(t, Use::fitted))
    plot.series.push_back({"fitted", at, select_used(t, t.fitted, Use::fitted, samples)});
  if (has_use(t, Use::scored))
    plot.series.push_back({"computed, unseen", at, select_used(t, t.fitted, Use::scored, samples)});
  return plot;
}

Plot residual_plot(const FitTrace& t, const std::string& unit, const std::vector<std::size_t>& samples) {
  std::vector<double> residuals(t.measured.size());
  for (std::size_t i = 0; i < residuals.size(); ++i) residuals[i] = residual_at(t, i);
  const std::vector<double> at = pick(t.time, samples);
  Plot plot{.title = "Residuals: computed less measured",
            .x_label = "time [s]",
            .y_label = "residual [" + unit + "]",
            .series = {}};
  if (t.use.empty() || has_use(t, Use::fitted))
    plot.series.push_back({"fitted", at, select_used(t, residuals, Use::fitted, samples)});
  if (has_use(t, Use::scored)) plot.series.push_back({"unseen", at, select_used(t, residuals, Use::scored, samples)});
  return plot;
}

Section recording_section(const FitReport& fit, const FitTrace& t, bool rotary) {
  const auto samples = display_samples(t, most_points);
  const std::string unit = measured_unit(fit, rotary);
  const std::string label = measured_name(fit, rotary) + " [" + unit + "]";
  Section section{.title = "Recording " + t.name};
  if (samples.size() < t.measured.size())
    section.paragraphs.push_back(std::to_string(t.measured.size()) + " samples; the plots show " +
                                 std::to_string(samples.size()) + " of them, the extremes among these.");
  section.plots.push_back(comparison(t, {"Measured and fitted", "time [s]", &t.time}, label, samples));
  section.plots.push_back(residual_plot(t, unit, samples));
  if (fit.closed_loop) return section;
  const std::string way = rotary ? "angle" : "displacement";
  if (t.displacement.size() == t.measured.size())
    section.plots.push_back(comparison(
        t, {"Loop over " + way, way + " [" + text::show_unit("m", rotary) + "]", &t.displacement}, label, samples));
  if (t.velocity.size() == t.measured.size())
    section.plots.push_back(comparison(
        t, {"Loop over velocity", "velocity [" + text::show_unit("m/s", rotary) + "]", &t.velocity}, label, samples));
  return section;
}

}  // namespace

std::vector<std::size_t> display_samples(const FitTrace& t, std::size_t most) {
  std::vector<std::size_t> kept;
  const std::size_t count = t.measured.size();
  constexpr std::size_t per_stretch = 5;
  const std::size_t stretch = count <= most ? 1 : (count * per_stretch + most - 1) / most;
  for (std::size_t first = 0; first < count; first += stretch) {
    if (stretch == 1)
      kept.push_back(first);
    else
      add_extremes(t, first, std::min(first + stretch, count), kept);
  }
  return kept;
}

std::vector<double> pick(const std::vector<double>& values, const std::vector<std::size_t>& samples) {
  std::vector<double> out;
  out.reserve(samples.size());
  for (const std::size_t i : samples) out.push_back(values[i]);
  return out;
}

std::vector<Section> recording_sections(const FitReport& fit, bool rotary) {
  constexpr std::size_t most_shown = 12;  // a browser draws these at once; the scores name all
  std::vector<Section> all;
  for (const FitTrace& t : fit.traces)
    if (all.size() < most_shown) all.push_back(recording_section(fit, t, rotary));
  if (fit.traces.size() > most_shown)
    all.front().paragraphs.push_back("The first " + std::to_string(most_shown) + " of " +
                                     std::to_string(fit.traces.size()) + " recordings are drawn.");
  return all;
}

Section residuals_section(const FitReport& fit) {
  Section section{.title = "Residuals"};
  section.paragraphs.push_back("Residuals of a right law are noise: their autocorrelation falls to the band at once. " +
                               (std::isfinite(fit.correlation_time)
                                    ? "Here one sample in " + text::digits_or_dash(fit.correlation_time, 3) +
                                          " is independent; the intervals account for it."
                                    : std::string()));
  Plot plot{
      .title = "Autocorrelation of the residuals", .x_label = "lag [samples]", .y_label = "correlation", .series = {}};
  Series line{"autocorrelation", {}, fit.autocorrelation};
  for (std::size_t k = 0; k < fit.autocorrelation.size(); ++k) line.x.push_back(double(k));
  const std::size_t samples = fit.train.empty() ? 0 : fit.train.front().samples;
  if (samples > 0 && line.x.size() > 1) {
    const double band = 1.96 / std::sqrt(double(samples));  // 95 % of those of white noise lie inside
    plot.series = {line,
                   {"band of white noise, 95 %", {0.0, line.x.back()}, {band, band}},
                   {"band, below", {0.0, line.x.back()}, {-band, -band}}};
  } else if (!line.x.empty()) {
    plot.series = {line};
  }
  if (!plot.series.empty()) section.plots.push_back(std::move(plot));
  return section;
}

Section convergence_section(const FitReport& fit) {
  Section section{.title = "Convergence"};
  Series line{"loss", {}, {}};
  bool positive = true;
  for (const ConvergencePoint& c : fit.convergence) {
    line.x.push_back(double(c.evaluations));
    line.y.push_back(c.loss);
    positive = positive && (c.loss > 0.0 || !std::isfinite(c.loss));
  }
  section.paragraphs.push_back(std::to_string(fit.evaluations) + " evaluations by the strategy " + fit.strategy +
                               (fit.reason.empty() ? "." : ": " + fit.reason + "."));
  if (!line.x.empty())
    section.plots.push_back(
        {.title = "Best loss so far",
         .x_label = "evaluations",
         .y_label = "loss" + (fit.loss_unit.empty() || fit.loss_unit == "1" ? "" : " [" + fit.loss_unit + "]"),
         .series = {line},
         .log_y = positive});
  return section;
}

}  // namespace stickslip::io
