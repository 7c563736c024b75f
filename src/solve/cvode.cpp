// CVODE (BDF, dense exact Jacobian) with its root finding on the guards of a hybrid system.
//
// After break-away v = 0 is the next root: a guard that is not positive when a mode begins is given to CVODE raised by
// what it was and a small margin, until it has become positive. Corners of the excitation are stop times, and no
// evaluation sees beyond them.
#include "cvode.hpp"

#include <stdexcept>

#ifndef STICKSLIP_HAS_CVODE

namespace stickslip::solve {

bool is_built_in(Method method) { return method != Method::cvode; }

SolveReport solve_by_cvode(const HybridModel&, double, const SolveOptions&, const CvodeSampling&) {
  throw std::invalid_argument(
      "the solver 'cvode' is not part of this build: install libsundials-dev and configure with "
      "STICKSLIP_WITH_SUNDIALS=ON, or choose automatic, runge-kutta, rosenbrock or multistep");
}

}  // namespace stickslip::solve

#else

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace stickslip::solve {
namespace {

// Release 7 replaced the pointer to a communicator by a value of its own.
#ifdef SUN_COMM_NULL
constexpr auto no_communicator = SUN_COMM_NULL;
#else
constexpr auto no_communicator = nullptr;
#endif

constexpr double infinity = std::numeric_limits<double>::infinity();

void must_succeed(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string(what) + " of SUNDIALS failed with " + std::to_string(flag));
}

// One run; owns all that CVODE allocates.
class Run {
 public:
  Run(const HybridModel& model, double end, const SolveOptions& options, const CvodeSampling& sampling)
      : model_(model), options_(options), sampling_(sampling), end_(end), n_(model.size()), x_(model.start()) {
    const auto rows = static_cast<sunindextype>(n_);
    must_succeed(SUNContext_Create(no_communicator, &context_), "SUNContext_Create");
    y_ = N_VNew_Serial(rows, context_);
    absolute_ = N_VNew_Serial(rows, context_);
    matrix_ = SUNDenseMatrix(rows, rows, context_);
    solver_ = SUNLinSol_Dense(y_, matrix_, context_);
    for (auto* list : {&armed_, &falling_}) list->assign(model.guard_count(), false);
    for (auto* list : {&rest_, &values_}) list->assign(model.guard_count(), 0.0);
    seen_.assign(n_, 0.0);
    jacobian_.resize(n_ * n_);
    time_slope_.resize(n_);
    report_.method_given = report_.method_used = Method::cvode;
    report_.relative_tolerance_given = report_.relative_tolerance_used = options.relative_tolerance;
    report_.shortest_step = infinity;
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    CVodeFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroy(absolute_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }

  SolveReport run() {
    hand_out(0.0, x_);
    settle();
    Pace pace(t_, end_, options_);
    while (t_ < end_ && report_.ending == Ending::not_run) piece(pace);
    if (report_.ending == Ending::not_run) report_.ending = Ending::reached_end;
    report_.t = t_;
    report_.state = x_;
    return report_;
  }

 private:
  // ---- what CVODE calls

  static int flow(double t, N_Vector y, N_Vector slope, void* self) {
    auto& run = *static_cast<Run*>(self);
    ++run.report_.flow_calls;
    run.model_.flow(run.before_corner(t), N_VGetArrayPointer(y), N_VGetArrayPointer(slope));
    const double* f = N_VGetArrayPointer(slope);
    return std::all_of(f, f + run.n_, [](double v) { return std::isfinite(v); }) ? 0 : 1;
  }

  static int jacobian(double t, N_Vector y, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
    auto& run = *static_cast<Run*>(self);
    ++run.report_.jacobians;
    run.model_.jacobian(run.before_corner(t), N_VGetArrayPointer(y), run.jacobian_, run.time_slope_);
    double* const columns = SUNDenseMatrix_Data(matrix);
    for (std::size_t i = 0; i < run.n_; ++i)
      for (std::size_t j = 0; j < run.n_; ++j) columns[j * run.n_ + i] = run.jacobian_[i * run.n_ + j];
    return 0;
  }

  static int roots(double t, N_Vector y, double* out, void* self) {
    auto& run = *static_cast<Run*>(self);
    ++run.report_.guard_calls;
    run.model_.guards(run.before_corner(t), N_VGetArrayPointer(y), out);
    for (std::size_t k = 0; k < run.model_.guard_count(); ++k) out[k] = run.height(k, out[k]);
    return 0;
  }

  double before_corner(double t) const { return std::min(t, corner_ - 4e-16 * std::abs(corner_)); }

  // Height of a guard above the level at which it fires; 1 for one that is to keep quiet.
  double height(std::size_t k, double value) const {
    if (armed_[k]) return value;
    return rest_[k] == -infinity ? 1.0 : value - rest_[k];
  }

  // ---- pieces between events and corners

  void piece(Pace& pace) {
    restart();
    while (t_ < stop_ && report_.ending == Ending::not_run) {
      const double from = t_;
      const int flag = CVode(memory_, stop_, y_, &t_, CV_ONE_STEP);
      if (flag < 0) return fail(flag);
      count_step(from);
      if (pace.ends(t_)) pace.report_to(report_);
      x_.assign(N_VGetArrayPointer(y_), N_VGetArrayPointer(y_) + n_);
      for (std::size_t i = 0; i < n_; ++i) seen_[i] = std::max(seen_[i], std::abs(x_[i]));
      sample(from, flag == CV_ROOT_RETURN);
      if (flag == CV_ROOT_RETURN) return pass_roots();
      rearm();
    }
    if (t_ >= corner_) pass_corner();
  }

  // CVODE measures errors by rtol |x| + atol: the floor is the same thousandth of the largest size as elsewhere.
  void restart() {
    corner_ = model_.next_corner(t_);
    stop_ = std::min(end_, corner_);
    std::copy(x_.begin(), x_.end(), N_VGetArrayPointer(y_));
    for (std::size_t i = 0; i < n_; ++i) N_VGetArrayPointer(absolute_)[i] = find_floor(i);
    if (memory_ == nullptr) {
      memory_ = CVodeCreate(CV_BDF, context_);
      must_succeed(CVodeInit(memory_, flow, t_, y_), "CVodeInit");
      must_succeed(CVodeSetUserData(memory_, this), "CVodeSetUserData");
      must_succeed(CVodeSetErrFile(memory_, nullptr), "CVodeSetErrFile");
      must_succeed(CVodeSetLinearSolver(memory_, solver_, matrix_), "CVodeSetLinearSolver");
      must_succeed(CVodeSetJacFn(memory_, jacobian), "CVodeSetJacFn");
      set_roots();
    } else {
      must_succeed(CVodeReInit(memory_, t_, y_), "CVodeReInit");
    }
    must_succeed(CVodeSVtolerances(memory_, options_.relative_tolerance, absolute_), "CVodeSVtolerances");
    must_succeed(CVodeSetMaxStep(memory_, std::min({options_.longest_step, model_.longest_step(t_), stop_ - t_})),
                 "CVodeSetMaxStep");
    must_succeed(CVodeSetStopTime(memory_, stop_), "CVodeSetStopTime");
  }

  void set_roots() {
    if (model_.guard_count() == 0) return;
    const auto count = static_cast<int>(model_.guard_count());
    must_succeed(CVodeRootInit(memory_, count, roots), "CVodeRootInit");
    std::vector<int> falling(model_.guard_count(), -1);
    must_succeed(CVodeSetRootDirection(memory_, falling.data()), "CVodeSetRootDirection");
    must_succeed(CVodeSetNoInactiveRootWarn(memory_), "CVodeSetNoInactiveRootWarn");
  }

  double find_floor(std::size_t i) const {
    const double typical = i < options_.typical.size() ? options_.typical[i] : 0.0;
    return options_.absolute_tolerance + 1e-3 * options_.relative_tolerance * std::max(seen_[i], typical);
  }

  void count_step(double from) {
    ++report_.steps;
    report_.shortest_step = std::min(report_.shortest_step, t_ - from);
    report_.longest_step = std::max(report_.longest_step, t_ - from);
    if (report_.steps >= options_.most_steps) report_.ending = Ending::too_many_steps;
  }

  void fail(int flag) {
    const bool flow_failed = flag == CV_RHSFUNC_FAIL || flag == CV_FIRST_RHSFUNC_ERR || flag == CV_REPTD_RHSFUNC_ERR ||
                             flag == CV_UNREC_RHSFUNC_ERR;
    report_.ending = flow_failed ? Ending::not_finite : Ending::step_vanished;
  }

  // ---- rows

  void hand_out(double t, std::span<const double> x) {
    if (sampling_.row && report_.ending == Ending::not_run && !sampling_.row(t, x))
      report_.ending = Ending::interrupted;
  }

  // The rows that are due between `from` and the present time, and the present one where it is wanted.
  void sample(double from, bool event) {
    if (!sampling_.row) return;
    const auto due = [this] { return double(rows_) * sampling_.step; };
    std::vector<double> between(n_);
    N_Vector at = N_VMake_Serial(static_cast<sunindextype>(n_), between.data(), context_);
    for (; sampling_.step > 0.0 && due() < t_; ++rows_) {
      if (due() <= from) continue;
      must_succeed(CVodeGetDky(memory_, due(), 0, at), "CVodeGetDky");
      hand_out(due(), between);
    }
    N_VDestroy(at);
    if (sampling_.step == 0.0 || due() == t_ || event || t_ >= end_) hand_out(t_, x_);
  }

  // ---- events

  void look() { model_.guards(t_, x_.data(), values_.data()); }

  // A start in a mode that does not hold is put right; a guard whose reset does not help is left alone.
  void settle() {
    std::vector<bool> helpless(model_.guard_count(), false);
    for (std::size_t pass = 0; pass < 4 * model_.guard_count(); ++pass) {
      look();
      std::size_t k = 0;
      while (k < values_.size() && (helpless[k] || !(values_[k] < 0.0))) ++k;
      if (k == values_.size()) break;
      helpless[k] = !apply_reset(k);
      if (helpless[k]) report_.events.pop_back();
    }
    if (!report_.events.empty()) hand_out(t_, x_);
    look();
    for (std::size_t k = 0; k < values_.size(); ++k) arm(k, values_[k]);
  }

  void arm(std::size_t k, double value) {
    armed_[k] = value > 0.0;
    rest_[k] = value - margin(k, value);
  }

  // How far a guard moves when the unknowns that flow are off by the error that is not controlled.
  double margin(std::size_t k, double value) {
    std::vector<double> slope(n_), shifted(values_.size());
    model_.flow(t_, x_.data(), slope.data());
    double sum = 1e-15 * std::abs(value);
    for (std::size_t i = 0; i < n_; ++i) {
      if (slope[i] == 0.0) continue;
      auto x = x_;
      x[i] += 10.0 * find_floor(i);
      model_.guards(t_, x.data(), shifted.data());
      sum += std::abs(shifted[k] - value);
    }
    return sum;
  }

  void rearm() {
    look();
    for (std::size_t k = 0; k < values_.size(); ++k) armed_[k] = armed_[k] || values_[k] > 0.0;
  }

  void pass_roots() {
    std::vector<int> found(model_.guard_count());
    must_succeed(CVodeGetRootInfo(memory_, found.data()), "CVodeGetRootInfo");
    for (std::size_t k = 0; k < found.size(); ++k) falling_[k] = found[k] != 0;
    pass_event();
  }

  // Beyond a corner a force may have jumped past a guard.
  void pass_corner() {
    look();
    bool any = false;
    for (std::size_t k = 0; k < values_.size(); ++k) any = (falling_[k] = height(k, values_[k]) < 0.0) || any;
    if (any)
      pass_event();
    else
      rearm();
  }

  void pass_event() {
    look();
    const std::vector<double> before = values_;
    std::vector<bool> idle(before.size(), false);
    for (std::size_t k = 0; k < before.size(); ++k)
      if (falling_[k]) idle[k] = !apply_reset(k);
    hand_out(t_, x_);
    watch_for_zeno();
    look();
    for (std::size_t k = 0; k < before.size(); ++k) {
      if (falling_[k] || values_[k] != before[k]) arm(k, values_[k]);
      if (idle[k] && !armed_[k]) rest_[k] = -infinity;
    }
  }

  // True when the state has changed.
  bool apply_reset(std::size_t k) {
    const std::vector<double> before = x_;
    model_.reset(t_, x_.data(), k);
    report_.events.push_back({t_, k, model_.mode_text(before.data()), model_.mode_text(x_.data())});
    return x_ != before;
  }

  void watch_for_zeno() {
    at_once_ = t_ - last_event_ <= 1e-12 * end_ ? at_once_ + 1 : 0;
    if (at_once_ == 0) last_event_ = t_;
    if (report_.ending != Ending::not_run) return;
    if (at_once_ >= options_.most_events_at_once)
      report_.ending = Ending::zeno;
    else if (report_.events.size() >= options_.most_events)
      report_.ending = Ending::too_many_events;
  }

  const HybridModel& model_;
  const SolveOptions& options_;
  const CvodeSampling& sampling_;
  double end_;
  std::size_t n_;
  double t_ = 0.0, corner_ = 0.0, stop_ = 0.0;
  std::vector<double> x_, seen_, jacobian_, time_slope_, rest_, values_;
  std::vector<bool> armed_, falling_;
  std::size_t rows_ = 1;
  double last_event_ = -infinity;
  std::size_t at_once_ = 0;
  SolveReport report_;
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr, absolute_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

bool is_built_in(Method) { return true; }

SolveReport solve_by_cvode(const HybridModel& model, double end, const SolveOptions& options,
                           const CvodeSampling& sampling) {
  return Run(model, end, options, sampling).run();
}

}  // namespace stickslip::solve

#endif
