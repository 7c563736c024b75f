// CVODE (BDF, tight tolerances) integrates the continuous face; the sampled face must come to the same force.
#include <cvode/cvode.h>
#include <gtest/gtest.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "sine.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip::peers {
namespace {

// Release 7 replaced the pointer to a communicator by a value of its own.
#ifdef SUN_COMM_NULL
constexpr auto no_communicator = SUN_COMM_NULL;
#else
constexpr auto no_communicator = nullptr;
#endif

// CVODE reports errors by its return value.
void must_succeed(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string(what) + " failed with " + std::to_string(flag));
}

// One integration of dy/dt = slope(t, y) by CVODE; owns all that CVODE allocates.
class Cvode {
 public:
  Cvode(CVRhsFn slope, void* problem, std::span<const double> start) {
    must_succeed(SUNContext_Create(no_communicator, &context_), "SUNContext_Create");
    values_ = N_VNew_Serial(static_cast<sunindextype>(start.size()), context_);
    std::copy(start.begin(), start.end(), N_VGetArrayPointer(values_));
    matrix_ =
        SUNDenseMatrix(static_cast<sunindextype>(start.size()), static_cast<sunindextype>(start.size()), context_);
    solver_ = SUNLinSol_Dense(values_, matrix_, context_);
    memory_ = CVodeCreate(CV_BDF, context_);
    must_succeed(CVodeInit(memory_, slope, 0.0, values_), "CVodeInit");
    must_succeed(CVodeSStolerances(memory_, 1e-10, 1e-16), "CVodeSStolerances");
    must_succeed(CVodeSetUserData(memory_, problem), "CVodeSetUserData");
    must_succeed(CVodeSetLinearSolver(memory_, solver_, matrix_), "CVodeSetLinearSolver");
    must_succeed(CVodeSetMaxNumSteps(memory_, 1000000), "CVodeSetMaxNumSteps");
  }
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;
  ~Cvode() {
    CVodeFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroy(values_);
    SUNContext_Free(&context_);
  }

  // Integrates up to t and starts anew there: the motion turns at t and the law has a corner.
  void to_corner(double t) {
    double reached = 0.0;
    must_succeed(CVodeSetStopTime(memory_, t), "CVodeSetStopTime");
    must_succeed(CVode(memory_, t, values_, &reached, CV_NORMAL), "CVode");
    must_succeed(CVodeReInit(memory_, t, values_), "CVodeReInit");
  }

  std::span<const double> values() const {
    return {N_VGetArrayPointer(values_), static_cast<std::size_t>(N_VGetLength(values_))};
  }

 private:
  SUNContext context_ = nullptr;
  N_Vector values_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* memory_ = nullptr;
};

template <class Law>
struct Problem {
  using Params = typename Law::template Params<double>;
  using State = typename Law::template State<double>;
  Params params = default_params<Law>();

  static int slope(double t, N_Vector y, N_Vector dydt, void* self) {
    State state;
    const auto values = scalars(state);
    std::copy_n(N_VGetArrayPointer(y), values.size(), values.begin());
    const State rate = Law::rate(static_cast<const Problem*>(self)->params, contact(t), state);
    std::copy_n(scalars(rate).begin(), values.size(), N_VGetArrayPointer(dydt));
    return 0;
  }
};

constexpr std::array corners{0.25, 0.75, 1.25};  // [s] where the sine turns

template <class Law>
double force_by_cvode() {
  Problem<Law> problem;
  typename Problem<Law>::State state;
  Cvode cvode(&Problem<Law>::slope, &problem, scalars(state));
  for (const double t : corners) cvode.to_corner(t);
  std::copy_n(cvode.values().begin(), scalars(state).size(), scalars(state).begin());
  return Law::force(problem.params, contact(end), state).value;
}

template <class Law>
double force_by_steps(int steps) {
  const auto params = default_params<Law>();
  return Law::force(params, contact(end), sampled<Law>(params, {}, 0.0, end, steps)).value;
}

// CVODE without root finding serves the laws that have states and no modes.
template <class Law>
concept Smooth = !HasGuards<Law> && (param_count<typename Law::template State<double>> > 0);

TEST(peers, cvode_agrees_with_the_sampled_face_of_every_law_without_modes) {
  int laws = 0;
  FrictionLaws::for_each([&laws](auto law) {
    using Law = decltype(law);
    if constexpr (Smooth<Law>) {
      const double truth = force_by_cvode<Law>();
      const double coarse = std::abs(force_by_steps<Law>(5000) - truth);
      const double fine = std::abs(force_by_steps<Law>(20000) - truth);
      EXPECT_LT(fine, 1e-4 * std::abs(truth)) << law.name;
      EXPECT_LT(fine, coarse / 4.0 + 1e-7 * std::abs(truth)) << law.name << " gains less than order one";
      ++laws;
    }
  });
  EXPECT_GE(laws, 5);
}

}  // namespace
}  // namespace stickslip::peers
