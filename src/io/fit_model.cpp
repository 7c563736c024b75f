// model.toml
#include <algorithm>
#include <array>
#include <cmath>

#include "fit_words.hpp"
#include "stickslip/text/quoting.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

std::string number(double value) {
  return std::isnan(value) ? "nan" : std::isinf(value) ? (value < 0.0 ? "-inf" : "inf") : to_text(value);
}

// What is known of one scalar: "95 % interval 1.48 ... 1.52", "given", "not identified: ...".
std::string knowledge(const FittedParameter& p) {
  const std::string interval = interval_words(p);
  if (interval == "-") return in_one_line(remark_words(p));
  return in_one_line("95 % interval " + interval + (p.remark.empty() ? "" : "; " + p.remark));
}

// The entry of a scalar, or of its whole field; null when the report does not speak of it.
const FittedParameter* find_entry(const FitReport& fit, const Field& f, std::size_t offset) {
  const std::string own = scalar_name(f, offset);
  const FittedParameter* whole = nullptr;
  for (const FittedParameter& p : fit.parameters) {
    if (p.name == own) return &p;
    if (p.name == f.name) whole = &p;
  }
  return whole;
}

std::string knowledge(const FitReport& fit, const Field& f, std::size_t offset) {
  const FittedParameter* entry = find_entry(fit, f, offset);
  return entry == nullptr ? "given" : knowledge(*entry);
}

std::string unit_before(const Field& f, bool rotary) {
  const std::string unit = text::show_unit(f.unit, rotary);
  return unit.empty() ? "" : unit + ", ";
}

// A value per line, each with what is known of it.
std::string list_text(const FitReport& fit, const Field& f, bool rotary) {
  const auto values = fit.group.list(f.name);
  const std::string unit = unit_before(f, rotary);
  std::string text = std::string(f.name) + " = [  # " + unit +
                     (f.shape == Shape::sides ? "forward and back" : "one per element") + "\n";
  for (std::size_t i = 0; i < values.size(); ++i)
    text += "  " + number(values[i]) + ",  # " + knowledge(fit, f, i) + "\n";
  return text + "]\n";
}

std::string field_text(const FitReport& fit, const Field& f, bool rotary) {
  const std::string value = value_text(fit.group, f);
  if (value.starts_with('[')) return list_text(fit, f, rotary);
  return std::string(f.name) + " = " + value + "  # " + unit_before(f, rotary) + knowledge(fit, f, 0) + "\n";
}

std::string law_text(const FitReport& fit, bool rotary) {
  std::string text = "[law]\nname = " + text::toml_string(fit.law) + "\n";
  if (fit.elements > 0) text += "elements = " + std::to_string(fit.elements) + "\n";
  for (const Field& f : fit.group.table) text += field_text(fit, f, rotary);
  return text;
}

std::string scores_text(const std::vector<FitScore>& scores, const std::string& part, const std::string& unit) {
  if (scores.empty()) return {};
  const FitScore& all = scores.front();
  return part + "_rmse = " + number(all.rmse) + "  # " + unit + "\n" + part + "_nrmse = " + number(all.nrmse) + "\n" +
         part + "_r2 = " + number(all.r2) + "\n" + part + "_relative_error = " + number(all.relative) +
         "  # floor: 5 % of the largest value\n";
}

std::string quote_list(const Words& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + text::toml_string(word);
  return "[" + list + "]";
}

// Options that were chosen, besides those that the section always has.
std::string describe_choices(const FitOptions& o) {
  constexpr std::array<std::string_view, 9> always{"law",  "elements",    "loss",  "strategy", "seed",
                                                   "free", "closed_loop", "train", "blocks"};
  const FitOptions usual;
  std::string text;
  for (const OptionRow& row : FitOptions::options()) {
    const Words words = option_words(o, row);
    const bool shown = std::find(always.begin(), always.end(), row.name) != always.end();
    if (shown || !row.changes_result || words == option_words(usual, row)) continue;
    const bool list = row.kind == OptionKind::names || row.kind == OptionKind::settings;
    const bool plain = row.kind == OptionKind::flag || row.kind == OptionKind::number || row.kind == OptionKind::count;
    text += std::string(row.name) + " = " +
            (list    ? quote_list(words)
             : plain ? words.at(0)
                     : text::toml_string(words.at(0))) +
            (row.unit.empty() ? "" : "  # " + std::string(row.unit)) + "\n";
  }
  return text;
}

std::string options_text(const FitReport& fit) {
  const FitOptions& o = fit.options;
  std::string free;
  for (const FittedParameter& p : fit.parameters)
    if (p.free) free += (free.empty() ? "" : ", ") + text::toml_string(p.name);
  return "loss = \"" + std::string(to_name(o.loss)) + "\"\nstrategy = " + text::toml_string(fit.strategy) +
         "\nseed = " + std::to_string(o.seed) + "\nfree = [" + free +
         "]\nclosed_loop = " + (fit.closed_loop ? "true" : "false") + "\ntrain = " + number(o.train) +
         "\nblocks = " + std::to_string(o.blocks) + "\n" + describe_choices(o);
}

std::string nuisance_text(const FittedParameter& p, bool rotary) {
  return "\n[[fit.nuisance]]\nname = " + text::toml_string(p.name) + "\nvalue = " + number(p.value) + "  # " +
         (text::show_unit(p.unit, rotary).empty() ? "" : text::show_unit(p.unit, rotary) + ", ") + knowledge(p) + "\n";
}

// The speed below which that share of the samples lies.
double speed_quantile(std::vector<double>& speeds, double share) {
  const auto place = speeds.begin() + std::ptrdiff_t(share * double(speeds.size() - 1));
  std::nth_element(speeds.begin(), place, speeds.end());
  return *place;
}

// Where the model was seen, for who uses it elsewhere. The fastest hundredth of the samples is left out: spikes of a
// velocity that was differentiated. Rests would pull the slow end to nothing: it ends three decades below the fast one.
std::string speeds_text(const FitReport& fit, bool rotary) {
  std::vector<double> speeds;
  for (const FitTrace& t : fit.traces)
    for (const double v : t.velocity)
      if (std::isfinite(v)) speeds.push_back(std::abs(v));
  if (speeds.empty()) return {};
  const double fast = speed_quantile(speeds, 0.99);
  if (!(fast > 0.0)) return {};
  const double slow = std::max(speed_quantile(speeds, 0.05), 1e-3 * fast);
  return "speeds = [" + text::digits(slow, 3) + ", " + text::digits(fast, 3) + "]  # " +
         text::show_unit("m/s", rotary) + ", between which the data move\n";
}

std::string fit_text(const FitReport& fit, bool rotary) {
  const std::string unit = measured_unit(fit, rotary);
  std::string text = "[fit]\nending = " + text::toml_string(ending_words(fit)) + "\n" + options_text(fit);
  text += scores_text(fit.train, "fitted", unit) + scores_text(fit.test, "unseen", unit);
  text += "noise = " + number(fit.noise) + "  # " + unit + ", standard deviation of the residuals\n";
  text += "velocity_resolution = " + number(fit.velocity_resolution) + "  # " + text::show_unit("m/s", rotary) +
          ", of the data; 0: fine\n" + speeds_text(fit, rotary);
  text += std::string("rotary = ") + (rotary ? "true" : "false") + "\n";
  for (const FittedParameter& p : fit.nuisances) text += nuisance_text(p, rotary);
  return text;
}

std::string provenance_text(const FitReport& fit, const Provenance& from) {
  std::string text = "[provenance]\nprogram = \"stickslip\"\nversion = " + text::toml_string(from.version) +
                     "\ndate = " + text::toml_string(from.date) + "\nhash = \"" + text::hexadecimal(fit.hash) +
                     "\"  # of all data\n";
  for (const DataFile& file : from.files)
    text += "\n[[provenance.data]]\nfile = " + text::toml_string(file.name) + "\nhash = \"" +
            text::hexadecimal(file.hash) + "\"\nused = " + (file.test ? "\"scored only\"" : "\"fitted\"") + "\n";
  return text;
}

}  // namespace

std::string model_toml(const FitReport& fit, const Provenance& from) {
  return "# stickslip run takes the law from this file (option law); its [law] fits into an experiment file.\n" +
         law_text(fit, from.rotary) + "\n" + fit_text(fit, from.rotary) + "\n" + provenance_text(fit, from);
}

}  // namespace stickslip::io
