#include "instance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "stickslip/param.hpp"

namespace stickslip::fmu {

using namespace solve;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const char* log_category(Status status) {
  switch (status) {
    case Status::ok:
      return "logEvents";
    case Status::warning:
      return "logStatusWarning";
    case Status::discard:
      return "logStatusDiscard";
    case Status::error:
    case Status::fatal:
      break;
  }
  return "logStatusError";
}

}  // namespace

Instance::Instance(std::unique_ptr<Subject> subject, std::string token, Use use, Log log)
    : subject_(std::move(subject)), token_(std::move(token)), use_(use), log_(std::move(log)), now_(fresh()) {
  const Sheet& s = sheet();
  columns_.resize(s.columns);
  flow_.resize(s.unknowns);
  guards_.resize(s.guards);
  subject_->be_stepped(use == Use::co_simulation);
  subject_->set_inputs(now_.inputs, now_.used);
}

Moment Instance::fresh() const {
  const Sheet& s = sheet();
  Moment m;
  m.inputs.resize(s.inputs);
  m.used.resize(s.inputs);
  m.params.resize(s.parameters);
  for (const Variable& v : s.variables) {
    if (v.kind == Kind::input) m.inputs[v.index] = v.start;
    if (v.kind == Kind::parameter) m.params[v.index] = v.start;
  }
  m.given.assign(s.unknowns, nan);
  m.before = m.inputs;
  m.rates.assign(s.inputs, nan);
  m.scales.assign(s.guards, 0.0);
  m.progress.state.assign(s.unknowns, 0.0);
  return m;
}

// ---- answering

Status Instance::answer(const char* function, const std::function<void()>& body) noexcept {
  try {
    try {
      body();
      return Status::ok;
    } catch (const Refusal& refusal) {
      log(refusal.status, std::string(function) + ": " + refusal.text);
      return refusal.status;
    } catch (const std::exception& error) {
      log(Status::error, std::string(function) + ": " + error.what());
      return Status::error;
    }
  } catch (...) {
    return Status::error;  // not even a message could be made
  }
}

void Instance::log(Status status, const std::string& text) const {
  const std::string category = log_category(status);
  const auto is_asked_for = [&] {
    if (!logging_) return false;
    return categories_.empty() || std::any_of(categories_.begin(), categories_.end(),
                                              [&](const std::string& c) { return c == category || c == "logAll"; });
  };
  if (log_ && (status >= Status::discard || is_asked_for())) log_(status, category.c_str(), text);
}

void Instance::log_event(std::size_t guard, const std::string& from, const std::string& to) const {
  if (!logging_) return;
  log(Status::ok, "t = " + stickslip::to_text(time()) + " s: " + std::string(subject_->model().guard_name(guard)) +
                      (from == to ? "" : ", " + from + " -> " + to));
}

void Instance::set_logging(bool on, std::vector<std::string> categories) {
  logging_ = on;
  categories_ = std::move(categories);
}

void Instance::require(std::initializer_list<Phase> phases) const {
  if (std::find(phases.begin(), phases.end(), now_.phase) != phases.end()) return;
  refuse("the instance is " + std::string(to_text(now_.phase)) + ", where this call is not allowed");
}

void Instance::require(Use use) const {
  if (use != use_)
    refuse(use == Use::co_simulation ? "this is an instance for model exchange"
                                     : "this is an instance for co-simulation");
}

void Instance::check_finite(std::span<const double> values, const char* what) const {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      refuse(std::string(what) + "[" + std::to_string(i) + "] = " + stickslip::to_text(values[i]) + " is not finite");
}

void Instance::check_size(std::size_t given, std::size_t wanted, const char* what) const {
  if (given != wanted)
    refuse("there are " + std::to_string(wanted) + " " + what + ", but the call has room for " + std::to_string(given));
}

const Variable& Instance::variable(std::size_t reference) const {
  if (reference >= sheet().variables.size())
    refuse("there is no value reference " + std::to_string(reference) + "; they go from 0 to " +
           std::to_string(sheet().variables.size() - 1));
  return sheet().variables[reference];
}

// ---- the sequence of calls

void Instance::set_up(double start_time, std::optional<double> stop_time) {
  require({Phase::instantiated});
  if (!std::isfinite(start_time)) refuse("the start time is not finite");
  if (stop_time && !(*stop_time >= start_time)) refuse("the stop time lies before the start time");
  now_.progress.t = start_time;
  now_.stop = stop_time.value_or(std::numeric_limits<double>::infinity());
}

void Instance::enter_initialization() {
  require({Phase::instantiated});
  now_.phase = Phase::initialization;
}

void Instance::exit_initialization() {
  require({Phase::initialization});
  start_stale_ = true;
  refresh();
  now_.before = now_.inputs;
  for (const std::string& remark : subject_->remarks(now_.used)) log(Status::warning, remark);
  now_.phase = use_ == Use::model_exchange ? Phase::event : Phase::step;
}

void Instance::enter_event_mode() {
  require(Use::model_exchange);
  require({Phase::continuous, Phase::event});
  now_.phase = Phase::event;
}

void Instance::enter_continuous_time() {
  require(Use::model_exchange);
  require({Phase::event});
  refresh();
  now_.phase = Phase::continuous;
}

void Instance::terminate() {
  require({Phase::event, Phase::continuous, Phase::step, Phase::initialization});
  now_.phase = Phase::terminated;
}

void Instance::reset() {
  now_ = fresh();
  params_changed_ = true;
  start_stale_ = true;
  subject_->set_inputs(now_.inputs, now_.used);
  has_columns_ = has_flow_ = has_guards_ = false;
}

// ---- numbers

// Tells the subject about parameters, and computes the start while there is no motion yet. Before every evaluation.
void Instance::refresh() {
  if (params_changed_) {
    subject_->set_params(now_.params);
    subject_->set_inputs(now_.inputs, now_.used);
    params_changed_ = false;
    has_columns_ = has_flow_ = has_guards_ = false;
  }
  const bool before_start = now_.phase == Phase::instantiated || now_.phase == Phase::initialization;
  if (before_start && start_stale_) start_anew();
}

void Instance::start_anew() {
  now_.progress = begin_progress(subject_->model(), now_.progress.t, subject_->start(now_.given));
  std::fill(now_.scales.begin(), now_.scales.end(), 0.0);
  has_columns_ = has_flow_ = has_guards_ = false;
  start_stale_ = false;
  watch_scales(guards_now());
}

void Instance::evaluate(Wanted what) {
  refresh();
  const HybridModel& m = subject_->model();
  const double t = now_.progress.t;
  const double* x = now_.progress.state.data();
  if (what == Wanted::columns && !has_columns_) m.observe(t, x, columns_.data()), has_columns_ = true;
  if (what == Wanted::flow && !has_flow_) m.flow(t, x, flow_.data()), has_flow_ = true;
  if (what == Wanted::guards && !has_guards_) m.guards(t, x, guards_.data()), has_guards_ = true;
}

std::vector<double> Instance::guards_now() {
  evaluate(Wanted::guards);
  return guards_;
}

double Instance::number_behind(const Variable& v) {
  switch (v.kind) {
    case Kind::time:
      return now_.progress.t;
    case Kind::input:
      return now_.inputs[v.index];
    case Kind::parameter:
      return now_.params[v.index];
    case Kind::unknown:
      refresh();
      return now_.progress.state[v.index];
    case Kind::column:
      evaluate(Wanted::columns);
      return columns_[v.index];
    case Kind::slope:
      evaluate(Wanted::flow);
      return flow_[v.index];
    case Kind::guard:
      break;
  }
  evaluate(Wanted::guards);
  return indicator(v.index, guards_[v.index]);
}

double Instance::get(std::size_t reference, bool is_choice) {
  const Variable& v = variable(reference);
  if (v.is_choice() != is_choice)
    refuse(v.name + " is " + (v.is_choice() ? "an enumeration" : "a real number") + ", not what was asked for");
  return number_behind(v);
}

void Instance::get(std::span<const unsigned> references, bool is_choice,
                   const std::function<void(std::size_t, double)>& put) {
  for (std::size_t i = 0; i < references.size(); ++i) put(i, get(references[i], is_choice));
}

void Instance::set(std::size_t reference, double value, bool is_choice) {
  const Variable& v = variable(reference);
  if (v.is_choice() != is_choice)
    refuse(v.name + " is " + (v.is_choice() ? "an enumeration" : "a real number") + ", not what was set");
  if (!std::isfinite(value)) refuse(v.name + " = " + stickslip::to_text(value) + " is not finite");
  require({Phase::instantiated, Phase::initialization, Phase::event, Phase::continuous, Phase::step});
  if (v.kind == Kind::parameter) return set_parameter(v, value);
  if (v.kind == Kind::unknown && v.initial == Initial::exact) return set_unknown(v, value);
  if (v.kind != Kind::input) refuse(v.name + " is computed, it cannot be set");
  now_.inputs[v.index] = value;
  if (value != v.start) now_.used[v.index] = 1.0;
  subject_->set_inputs(now_.inputs, now_.used);
  start_stale_ = true;
  has_columns_ = has_flow_ = has_guards_ = false;
}

void Instance::set_parameter(const Variable& v, double value) {
  if (v.variability == Variability::fixed) require({Phase::instantiated, Phase::initialization});
  require({Phase::instantiated, Phase::initialization, Phase::event, Phase::step});
  if (value < v.lower || value > v.upper)
    throw Refusal{Status::discard, v.name + " = " + stickslip::to_text(value) + " lies outside [" +
                                       stickslip::to_text(v.lower) + ", " + stickslip::to_text(v.upper) + "]" +
                                       (v.unit.empty() || v.unit == "1" ? "" : " " + v.unit)};
  now_.params[v.index] = value;
  params_changed_ = true;
  start_stale_ = true;
}

void Instance::set_unknown(const Variable& v, double value) {
  require({Phase::instantiated, Phase::initialization});
  now_.given[v.index] = value;
  start_stale_ = true;
}

// ---- model exchange

void Instance::set_time(double t) {
  require(Use::model_exchange);
  require({Phase::event, Phase::continuous});
  if (!std::isfinite(t)) refuse("time = " + stickslip::to_text(t) + " is not finite");
  now_.progress.t = t;
  has_columns_ = has_flow_ = has_guards_ = false;
}

void Instance::get_states(std::span<double> values) {
  require(Use::model_exchange);
  require({Phase::initialization, Phase::event, Phase::continuous, Phase::terminated});
  check_size(values.size(), sheet().states.size(), "continuous states");
  refresh();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = now_.progress.state[sheet().states[i]];
}

void Instance::set_states(std::span<const double> values) {
  require(Use::model_exchange);
  require({Phase::event, Phase::continuous});
  check_size(values.size(), sheet().states.size(), "continuous states");
  check_finite(values, "state");
  for (std::size_t i = 0; i < values.size(); ++i) now_.progress.state[sheet().states[i]] = values[i];
  has_columns_ = has_flow_ = has_guards_ = false;
}

void Instance::get_slopes(std::span<double> values) {
  require(Use::model_exchange);
  require({Phase::initialization, Phase::event, Phase::continuous, Phase::terminated});
  check_size(values.size(), sheet().states.size(), "continuous states");
  evaluate(Wanted::flow);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = flow_[sheet().states[i]];
}

void Instance::get_indicators(std::span<double> values) {
  require(Use::model_exchange);
  require({Phase::initialization, Phase::event, Phase::continuous, Phase::terminated});
  check_size(values.size(), sheet().guards, "event indicators");
  evaluate(Wanted::guards);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = indicator(k, guards_[k]);
}

void Instance::get_nominals(std::span<double> values) {
  require(Use::model_exchange);
  check_size(values.size(), sheet().states.size(), "continuous states");
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = sheet().variables[sheet().place(Kind::unknown, sheet().states[i])].nominal;
}

// ---- events

bool Instance::is_quiet(std::size_t k) const {
  return !now_.progress.arming.armed[k] && std::isinf(now_.progress.arming.rest[k]);
}
bool Instance::is_mirrored(std::size_t k) const { return is_quiet(k) && guards_[k] < 0.0; }

double Instance::indicator(std::size_t k, double guard) const {
  constexpr double hair = 1e-13;   // of a guard's size: far above its rounding, far below what it measures
  constexpr double least = 1e-15;  // of a guard that has never been other than zero
  const Arming& arming = now_.progress.arming;
  if (arming.armed[k]) return guard;
  const double raise = std::max(least, hair * now_.scales[k]);
  if (is_quiet(k)) return std::abs(guard) + raise;
  return guard - arming.rest[k] + raise;
}

bool Instance::has_fired(std::size_t k, double guard) const { return indicator(k, guard) <= 0.0; }

void Instance::watch_scales(const std::vector<double>& guards) {
  for (std::size_t k = 0; k < guards.size(); ++k) now_.scales[k] = std::max(now_.scales[k], std::abs(guards[k]));
}

// Resets of the guards that have fired, each as long as the ones before it have not put it right; how many there were.
// A new mode begins for them, and for those whose value the resets changed.
std::size_t Instance::fire(const std::vector<double>& before) {
  const HybridModel& m = subject_->model();
  std::vector<double>& x = now_.progress.state;
  std::vector<bool> fired(before.size()), helped(before.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (!has_fired(k, before[k]) || !has_fired(k, guards_now()[k])) continue;
    const std::vector<double> old = x;
    const std::string from = m.mode_text(old.data());
    m.reset(now_.progress.t, x.data(), k);
    has_columns_ = has_flow_ = has_guards_ = false;
    fired[k] = true;
    helped[k] = x != old;
    log_event(k, from, m.mode_text(x.data()));
  }
  const std::vector<double> after = guards_now();
  for (std::size_t k = 0; k < before.size(); ++k)
    if (fired[k] || after[k] != before[k])
      now_.progress.arming.arm(k, after[k], fired[k] && !helped[k]);
    else
      now_.progress.arming.rearm(k, after[k]);
  return std::size_t(std::count(fired.begin(), fired.end(), true));
}

EventUpdate Instance::update_discrete_states() {
  require(Use::model_exchange);
  require({Phase::event});
  refresh();
  const std::vector<double> old = now_.progress.state;
  const std::size_t most = 4 * sheet().guards + 1;
  std::size_t passes = 0;
  while (passes < most && fire(guards_now()) > 0) ++passes;
  if (passes == most && sheet().guards > 0)
    log(Status::warning, "t = " + stickslip::to_text(time()) + " s: events without end; the last mode is kept");
  watch_scales(guards_now());
  EventUpdate update{.next_time = subject_->model().next_corner(now_.progress.t)};
  // Also for a change of mode alone: the slopes jump, and importers start their integrators anew where states changed.
  update.states_changed = now_.progress.state != old;
  return update;
}

// A guard that has become positive is armed.
void Instance::complete_step() {
  require(Use::model_exchange);
  require({Phase::continuous});
  const std::vector<double> guards = guards_now();
  watch_scales(guards);
  for (std::size_t k = 0; k < guards.size(); ++k) now_.progress.arming.rearm(k, guards[k]);
}

// ---- co-simulation

void Instance::set_rate(std::size_t reference, int order, double value) {
  require(Use::co_simulation);
  require({Phase::instantiated, Phase::initialization, Phase::step});
  const Variable& v = variable(reference);
  if (v.kind != Kind::input) refuse(v.name + " is no input: there is no derivative to be set");
  if (order != 1) refuse("order " + std::to_string(order) + ": inputs are interpolated by their first derivative");
  if (!std::isfinite(value)) refuse("the derivative of " + v.name + " is not finite");
  now_.rates[v.index] = value;
}

// Leaves the inputs at the end of a step in the moment, and returns those at its beginning. What was set counts for the
// end; for the beginning once a derivative is given.
std::vector<double> Instance::lay_inputs(Moment& m, double h) const {
  const bool is_sloped = std::any_of(m.rates.begin(), m.rates.end(), [](double x) { return !std::isnan(x); });
  if (!is_sloped) return subject_->holds_inputs() ? m.inputs : m.before;
  const std::vector<double> begin = m.inputs;
  for (const Variable& v : sheet().variables) {
    if (v.kind != Kind::input || std::isnan(m.rates[v.index])) continue;
    m.inputs[v.index] += m.rates[v.index] * h;
    if (m.inputs[v.index] != v.start) m.used[v.index] = 1.0;
  }
  m.rates.assign(m.rates.size(), nan);
  return begin;
}

void Instance::do_step(double from, double h) {
  require(Use::co_simulation);
  require({Phase::step});
  constexpr double rounding = 1e-9;  // of a step: a master's own sum of steps
  if (!std::isfinite(from) || !std::isfinite(h) || !(h > 0.0))
    refuse("a step of " + stickslip::to_text(h) + " s from t = " + stickslip::to_text(from) + " s makes no sense");
  if (std::abs(from - time()) > rounding * std::max(std::abs(from), h))
    refuse("the step begins at t = " + stickslip::to_text(from) +
           " s, but the last one ended at t = " + stickslip::to_text(time()) + " s");
  if (from + h > now_.stop * (1.0 + rounding) + rounding * h)
    refuse("the step goes beyond the stop time of " + stickslip::to_text(now_.stop) + " s");
  refresh();
  Moment next = now_;
  next.progress.t = from;
  const std::vector<double> begin = lay_inputs(next, h);
  try {
    subject_->set_inputs(next.inputs, next.used);
    subject_->step(next.progress, begin, h);
    check_finite(next.progress.state, "the unknown");
  } catch (...) {
    subject_->set_inputs(now_.inputs, now_.used);
    throw;
  }
  next.progress.t = from + h;
  next.before = next.inputs;
  now_ = std::move(next);
  has_columns_ = has_flow_ = has_guards_ = false;
}

// ---- derivatives

Direction Instance::seed_direction(std::span<const unsigned> knowns, std::span<const double> seed) const {
  const Sheet& s = sheet();
  Direction d{std::vector<double>(s.unknowns), std::vector<double>(s.inputs), std::vector<double>(s.parameters)};
  for (std::size_t k = 0; k < knowns.size(); ++k) {
    const Variable& v = variable(knowns[k]);
    if (v.is_choice()) refuse("there is no derivative by the choice " + v.name);
    if (v.kind == Kind::unknown)
      d.unknowns[v.index] += seed[k];
    else if (v.kind == Kind::input)
      d.inputs[v.index] += seed[k];
    else if (v.kind == Kind::parameter)
      d.params[v.index] += seed[k];
    else
      refuse(v.name + " is not known: derivatives are by states, inputs and parameters");
  }
  return d;
}

double Instance::slope_along(const Variable& v, const Slopes& slopes, const Direction& d) const {
  if (v.kind == Kind::slope) return slopes.flow[v.index];
  if (v.kind == Kind::column) return slopes.columns[v.index];
  if (v.kind == Kind::guard) return (is_mirrored(v.index) ? -1.0 : 1.0) * slopes.guards[v.index];
  if (v.kind == Kind::unknown && !v.is_choice()) return d.unknowns[v.index];
  refuse(v.name + " has no derivative: it is neither a rate, a real output nor an event indicator");
}

void Instance::directional(std::span<const unsigned> unknowns, std::span<const unsigned> knowns,
                           std::span<const double> seed, std::span<double> sensitivity) {
  require({Phase::initialization, Phase::event, Phase::continuous, Phase::step, Phase::terminated});
  check_size(seed.size(), knowns.size(), "knowns");
  check_size(sensitivity.size(), unknowns.size(), "unknowns");
  check_finite(seed, "seed");
  evaluate(Wanted::guards);
  const Direction d = seed_direction(knowns, seed);
  const Slopes slopes = subject_->slopes(now_.progress.t, now_.progress.state, d);
  for (std::size_t i = 0; i < unknowns.size(); ++i) sensitivity[i] = slope_along(variable(unknowns[i]), slopes, d);
}

void Instance::adjoint(std::span<const unsigned> unknowns, std::span<const unsigned> knowns,
                       std::span<const double> seed, std::span<double> sensitivity) {
  check_size(seed.size(), unknowns.size(), "unknowns");
  check_size(sensitivity.size(), knowns.size(), "knowns");
  check_finite(seed, "seed");
  std::vector<double> column(unknowns.size());
  const double one = 1.0;
  for (std::size_t k = 0; k < knowns.size(); ++k) {
    directional(unknowns, knowns.subspan(k, 1), {&one, 1}, column);
    sensitivity[k] = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) sensitivity[k] += seed[i] * column[i];
  }
}

// ---- saved moments

const Moment& Instance::find_saved(const void* moment) const {
  const auto found = std::find_if(saved_.begin(), saved_.end(), [moment](const auto& m) { return m.get() == moment; });
  if (found == saved_.end()) refuse("not a saved state of the instance");
  return **found;
}

const Moment* Instance::save(const void* old) {
  refresh();
  if (old != nullptr) {
    auto& kept = const_cast<Moment&>(find_saved(old));
    kept = now_;
    return &kept;
  }
  saved_.push_back(std::make_unique<Moment>(now_));
  return saved_.back().get();
}

void Instance::restore(const void* moment) {
  now_ = find_saved(moment);
  params_changed_ = true;
  start_stale_ = false;
  refresh();
  subject_->set_inputs(now_.inputs, now_.used);
  has_columns_ = has_flow_ = has_guards_ = false;
}

void Instance::forget(const void* moment) {
  (void)find_saved(moment);
  std::erase_if(saved_, [moment](const auto& m) { return m.get() == moment; });
}

std::vector<unsigned char> Instance::serialize(const void* moment) const {
  return serialize_moment(find_saved(moment), token_);
}

void Instance::serialize(const void* moment, std::span<char> bytes) const {
  const auto own = serialize(moment);
  if (bytes.size() < own.size())
    refuse("a serialized state has " + std::to_string(own.size()) + " bytes, but there is room for " +
           std::to_string(bytes.size()));
  std::copy(own.begin(), own.end(), bytes.begin());
}

namespace {

// A choice is one of its numbers, a parameter lies within its bounds.
bool is_allowed(const Variable& v, double x) {
  const bool is_whole = !v.is_choice() || x == std::floor(x);
  const bool is_bounded = v.is_choice() || v.kind == Kind::parameter;
  return is_whole && (!is_bounded || (x >= v.lower && x <= v.upper));
}

}  // namespace

// Bytes with the right checksum may still be no moment of this FMU: every number must be one that calls could have led
// to, and all that is computed from them finite.
void Instance::check_moment(const Moment& m) {
  const auto damaged = [](const std::string& what) { refuse("the serialized state is damaged: " + what); };
  for (const auto* list : {&m.inputs, &m.params, &m.used, &m.before, &m.scales, &m.progress.state, &m.progress.sizes})
    check_finite(*list, "the serialized state is damaged: a number");
  if (!std::isfinite(m.progress.t) || !std::isfinite(m.progress.step) || m.progress.step < 0.0 || std::isnan(m.stop))
    damaged("a time makes no sense");
  for (const auto* list : {&m.given, &m.rates})
    for (const double x : *list)
      if (std::isinf(x)) damaged("a number is not finite");
  for (const Variable& v : sheet().variables) {
    if (v.kind == Kind::parameter && !is_allowed(v, m.params[v.index])) damaged(v.name + " lies outside its bounds");
    if (v.kind == Kind::unknown && !is_allowed(v, m.progress.state[v.index])) damaged(v.name + " is no choice");
  }
  check_outputs(m);
}

// Columns, slopes and guards of a moment, with the subject put back as it was.
void Instance::check_outputs(const Moment& m) {
  const auto put_back = [this] {
    params_changed_ = true;
    refresh();
    subject_->set_inputs(now_.inputs, now_.used);
  };
  std::vector<double> columns(sheet().columns), flow(sheet().unknowns), guards(sheet().guards);
  try {
    subject_->set_params(m.params);
    subject_->set_inputs(m.inputs, m.used);
    subject_->model().observe(m.progress.t, m.progress.state.data(), columns.data());
    subject_->model().flow(m.progress.t, m.progress.state.data(), flow.data());
    subject_->model().guards(m.progress.t, m.progress.state.data(), guards.data());
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
  for (const auto* list : {&columns, &flow, &guards})
    check_finite(*list, "the serialized state is damaged: a number that it leads to");
}

const Moment* Instance::deserialize(std::span<const char> bytes) {
  const std::vector<unsigned char> copied(bytes.begin(), bytes.end());
  auto moment = std::make_unique<Moment>(moment_from(copied, token_, fresh()));
  const bool exchanges = moment->phase == Phase::event || moment->phase == Phase::continuous;
  if (exchanges ? use_ != Use::model_exchange : moment->phase == Phase::step && use_ != Use::co_simulation)
    refuse("the serialized state is of an instance for the other use");
  check_moment(*moment);
  saved_.push_back(std::move(moment));
  return saved_.back().get();
}

// ---- from the resources of an FMU

std::unique_ptr<Instance> make_instance(const std::string& folder, const std::string& token, Use use,
                                        Instance::Log log) {
  namespace fs = std::filesystem;
  for (const std::string_view name : {element_resource, experiment_resource}) {
    const fs::path path = fs::path(folder) / name;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) continue;
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    auto subject = name == element_resource ? element_subject(text, std::string(name))
                                            : experiment_subject(text, std::string(name), folder);
    const std::string own = make_token(*subject, text);
    if (own != token)
      throw std::invalid_argument("the FMU's resources have the token " + own + ", but the importer asks for '" +
                                  token + "': modelDescription.xml and resources are not of one export");
    return std::make_unique<Instance>(std::move(subject), own, use, std::move(log));
  }
  throw std::invalid_argument("there is neither " + std::string(element_resource) + " nor " +
                              std::string(experiment_resource) + " in the resources of the FMU, '" + folder + "'");
}

}  // namespace stickslip::fmu
