// One instance of an FMU: where it stands in the standard's sequence of calls, and its numbers. Both versions of the C
// interface call it; what is not allowed is thrown as a Refusal.
//
// Model exchange. The event indicator of an armed guard is the guard itself; that of one which is not armed
// (solve/arming.hpp) is the guard less the value from which it must fall, raised by a hair so that it is not zero; that
// of a quiet one stays positive. All are continuous between events, and fall through zero where an event happens.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "moment.hpp"
#include "subject.hpp"

namespace stickslip::fmu {

enum class Use : std::uint8_t { model_exchange, co_simulation };

// What an update of the discrete states found.
struct EventUpdate {
  bool states_changed = false;
  double next_time = std::numeric_limits<double>::infinity();  // [s] of the next event that time alone brings
};

class Instance {
 public:
  using Log = std::function<void(Status, const char* category, const std::string& message)>;

  Instance(std::unique_ptr<Subject> subject, std::string token, Use use, Log log);

  // Runs the body of a C function; its status, with a log message unless it is ok. No exception leaves.
  Status answer(const char* function, const std::function<void()>& body) noexcept;

  const Sheet& sheet() const { return subject_->sheet(); }
  Use use() const { return use_; }
  double time() const { return now_.progress.t; }

  // Categories to be logged; errors are logged always.
  void set_logging(bool on, std::vector<std::string> categories);

  void set_up(double start_time, std::optional<double> stop_time);
  void enter_initialization();
  void exit_initialization();
  void enter_event_mode();
  EventUpdate update_discrete_states();
  void enter_continuous_time();
  void complete_step();
  void terminate();
  void reset();

  // Real variables, or choices.
  double get(std::size_t reference, bool is_choice);
  void set(std::size_t reference, double value, bool is_choice);
  void get(std::span<const unsigned> references, bool is_choice, const std::function<void(std::size_t, double)>& put);

  void set_time(double t);
  void get_states(std::span<double> values);
  void set_states(std::span<const double> values);
  void get_slopes(std::span<double> values);
  void get_indicators(std::span<double> values);
  void get_nominals(std::span<double> values);

  // The first derivative of an input: what was set then counts for the beginning of the next step.
  void set_rate(std::size_t reference, int order, double value);
  void do_step(double from, double h);

  // sensitivity[i] = sum over k of d unknown_i/d known_k seed[k], and the same transposed.
  void directional(std::span<const unsigned> unknowns, std::span<const unsigned> knowns, std::span<const double> seed,
                   std::span<double> sensitivity);
  void adjoint(std::span<const unsigned> unknowns, std::span<const unsigned> knowns, std::span<const double> seed,
               std::span<double> sensitivity);

  // Saved moments belong to the instance until they are freed.
  const Moment* save(const void* old);
  void restore(const void* moment);
  void forget(const void* moment);
  std::vector<unsigned char> serialize(const void* moment) const;
  void serialize(const void* moment, std::span<char> bytes) const;
  const Moment* deserialize(std::span<const char> bytes);

  // Refuses the call unless the instance is in one of these phases, and serves this use.
  void require(std::initializer_list<Phase> phases) const;
  void require(Use use) const;

 private:
  void check_moment(const Moment& m);
  void check_outputs(const Moment& m);
  enum class Wanted : std::uint8_t { columns, flow, guards };

  const Variable& variable(std::size_t reference) const;
  Moment fresh() const;
  std::vector<double> lay_inputs(Moment& m, double h) const;
  void refresh();
  void start_anew();
  void evaluate(Wanted what);
  double number_behind(const Variable& v);
  void set_parameter(const Variable& v, double value);
  void set_unknown(const Variable& v, double value);
  bool is_quiet(std::size_t k) const;
  bool is_mirrored(std::size_t k) const;
  double indicator(std::size_t k, double guard) const;
  bool has_fired(std::size_t k, double guard) const;
  std::size_t fire(const std::vector<double>& before);
  void watch_scales(const std::vector<double>& guards);
  std::vector<double> guards_now();
  void check_finite(std::span<const double> values, const char* what) const;
  void check_size(std::size_t given, std::size_t wanted, const char* what) const;
  void log(Status status, const std::string& text) const;
  void log_event(std::size_t guard, const std::string& from, const std::string& to) const;
  const Moment& find_saved(const void* moment) const;
  double slope_along(const Variable& v, const Slopes& slopes, const Direction& direction) const;
  Direction seed_direction(std::span<const unsigned> knowns, std::span<const double> seed) const;

  std::unique_ptr<Subject> subject_;
  std::string token_;
  Use use_;
  Log log_;
  bool logging_ = false;
  std::vector<std::string> categories_;
  Moment now_;
  bool params_changed_ = false;  // since the subject was told
  bool start_stale_ = true;      // the start has not been computed from what was set
  std::vector<double> columns_, flow_, guards_;
  bool has_columns_ = false, has_flow_ = false, has_guards_ = false;
  std::vector<std::unique_ptr<Moment>> saved_;
};

// An instance for the resources of an unpacked FMU. Throws std::invalid_argument: no model there, or not the one of the
// token.
std::unique_ptr<Instance> make_instance(const std::string& folder, const std::string& token, Use use,
                                        Instance::Log log);

}  // namespace stickslip::fmu
