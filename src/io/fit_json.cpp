// fit.json
#include <cmath>

#include "fit_parts.hpp"
#include "fit_words.hpp"
#include "stickslip/io/json.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

// A number, or null and beside it the reason.
void add_number(Json& json, const std::string& key, double value, std::string_view why_missing) {
  json.add(key, value);
  if (!std::isfinite(value)) json.add(key + "_missing", why_missing);
}

Json texts_json(const std::vector<std::string>& texts) {
  Json all = Json::array();
  for (const std::string& text : texts) all.add(text);
  return all;
}

std::string why_no_interval(const FittedParameter& p) {
  if (!p.free) return "given, not found";
  if (!p.identified) return p.remark.empty() ? "not identified by the data" : p.remark;
  return p.method.empty() ? "no intervals were asked for" : "open: the data do not bound it";
}

Json parameter_json(const FittedParameter& p, bool rotary) {
  Json json = Json::object();
  json.add("name", p.name);
  json.add("symbol", p.symbol);
  json.add("unit", p.unit == "1" ? "1" : text::show_unit(p.unit, rotary));
  json.add("meaning", p.doc);
  add_number(json, "value", p.value, "no value was found");
  json.add("free", p.free);
  json.add("identified", p.identified);
  const bool known = p.free && p.identified && !p.method.empty();
  const double none = std::nan("");
  add_number(json, "deviation", known ? p.deviation : none, why_no_interval(p));
  add_number(json, "low", known ? p.low : none, why_no_interval(p));
  add_number(json, "high", known ? p.high : none, why_no_interval(p));
  json.add("method", p.method);
  json.add("remark", p.remark);
  return json;
}

Json parameters_json(const std::vector<FittedParameter>& parameters, bool rotary) {
  Json all = Json::array();
  for (const FittedParameter& p : parameters) all.add(parameter_json(p, rotary));
  return all;
}

Json scores_json(const std::vector<FitScore>& scores) {
  constexpr std::string_view why = "the measured values do not vary, or the run diverged";
  Json all = Json::array();
  for (const FitScore& s : scores) {
    Json one = Json::object();
    one.add("name", s.name);
    one.add("samples", s.samples);
    add_number(one, "rmse", s.rmse, why);
    add_number(one, "nrmse", s.nrmse, why);
    add_number(one, "r2", s.r2, why);
    add_number(one, "relative_error", s.relative, why);
    add_number(one, "relative_norm", s.relative_norm, why);
    add_number(one, "largest", s.largest, why);
    all.add(std::move(one));
  }
  return all;
}

Json correlation_json(const FitReport& fit) {
  const std::size_t n = fit.correlated.size();
  Json json = Json::object();
  json.add("names", texts_json(fit.correlated));
  Json rows = Json::array();
  for (std::size_t i = 0; i < n; ++i)
    rows.add(Json::make_array(
        {fit.correlation.begin() + std::ptrdiff_t(i * n), fit.correlation.begin() + std::ptrdiff_t((i + 1) * n)}));
  json.add("matrix", std::move(rows));
  return json;
}

Json convergence_json(const FitReport& fit) {
  Json all = Json::array();
  for (const ConvergencePoint& c : fit.convergence) {
    Json one = Json::object();
    one.add("evaluations", c.evaluations);
    add_number(one, "loss", c.loss, "no admissible parameters yet");
    one.add("stage", c.stage);
    all.add(std::move(one));
  }
  return all;
}

Json numbers_or_text(const ParamValue& value) {
  if (!value.text.empty()) return value.text;
  return value.is_list ? Json::make_array(value.numbers) : Json(value.numbers.at(0));
}

Json option_json(const OptionRow& row, const Words& words) {
  switch (row.kind) {
    case OptionKind::flag:
      return words.at(0) == "true";
    case OptionKind::number:
      return detail::number_from(words.at(0));
    case OptionKind::count:
      return std::size_t(detail::count_from(words.at(0)));
    case OptionKind::text:
    case OptionKind::choice:
      return words.at(0);
    case OptionKind::names:
      return texts_json(words);
    case OptionKind::settings:
      break;
  }
  Json all = Json::object();
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    all.add(word.substr(0, equals), numbers_or_text(value_from_text(std::string_view(word).substr(equals + 1))));
  }
  return all;
}

}  // namespace

Json options_json(const FitOptions& o) {
  Json json = Json::object();
  for (const OptionRow& row : FitOptions::options())
    if (row.changes_result) json.add(row.name, option_json(row, option_words(o, row)));
  return json;
}

Json verdict_json(const Verdict& verdict) {
  Json json = Json::object();
  json.add("conclusion", verdict.name());
  json.add("reason", verdict.reason);
  json.add("next_step", verdict.next_step);
  return json;
}

Json provenance_json(const Provenance& from, std::uint64_t hash) {
  Json json = Json::object();
  json.add("version", from.version);
  json.add("date", from.date);
  json.add("hash", text::hexadecimal(hash));
  Json files = Json::array();
  for (const DataFile& file : from.files) {
    Json one = Json::object();
    one.add("file", file.name);
    one.add("hash", text::hexadecimal(file.hash));
    one.add("test", file.test);
    files.add(std::move(one));
  }
  json.add("data", std::move(files));
  return json;
}

Json fit_parts(const FitReport& fit, bool rotary) {
  Json json = Json::object();
  json.add("law", fit.law);
  if (fit.elements > 0) {
    json.add("elements", fit.elements);
    json.add("elements_needed", fit.elements_needed);
  }
  json.add("completed", fit.completed);
  json.add("settled", fit.settled);
  json.add("verdict", verdict_json(fit.verdict));
  json.add("sensor_noise", fit.sensor_noise);
  json.add("message", fit.message);
  json.add("closed_loop", fit.closed_loop);
  json.add("rotary", rotary);
  json.add("strategy", fit.strategy);
  json.add("reason", fit.reason);
  json.add("options", options_json(fit.options));
  json.add("parameters", parameters_json(fit.parameters, rotary));
  json.add("nuisances", parameters_json(fit.nuisances, rotary));
  json.add("free_count", fit.free_count);
  add_number(json, "loss", fit.loss, "every run diverged");
  json.add("loss_unit", fit.loss_unit);
  add_number(json, "aicc", fit.aicc, "too few samples for so many parameters");
  add_number(json, "noise", fit.noise, "every run diverged");
  json.add("unit", measured_unit(fit, rotary));
  add_number(json, "correlation_time", fit.correlation_time, "the residuals do not vary");
  add_number(json, "condition", fit.condition, "singular: some parameters are not identified");
  add_number(json, "velocity_resolution", fit.velocity_resolution, "not known");
  json.add("fitted", scores_json(fit.train));
  json.add("unseen", scores_json(fit.test));
  json.add("correlation", correlation_json(fit));
  json.add("autocorrelation", Json::make_array(fit.autocorrelation));
  json.add("advice", texts_json(fit.advice));
  json.add("notes", texts_json(fit.notes));
  json.add("evaluations", fit.evaluations);
  json.add("convergence", convergence_json(fit));
  return json;
}

std::string fit_json(const FitReport& fit, const Provenance& from) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("provenance", provenance_json(from, fit.hash));
  json.add("fit", fit_parts(fit, from.rotary));
  return json.text() + "\n";
}

}  // namespace stickslip::io
