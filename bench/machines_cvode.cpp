// SUNDIALS CVODE (BDF, dense Jacobian from the library's dual numbers) on the hydraulic servo.
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>

#include "machines.hpp"

namespace stickslip::bench {
namespace {

// Release 7 replaced the pointer to a communicator by a value of its own.
#ifdef SUN_COMM_NULL
constexpr auto no_communicator = SUN_COMM_NULL;
#else
constexpr auto no_communicator = nullptr;
#endif

Servo::State read_state(N_Vector y) {
  Servo::State x;
  std::copy_n(N_VGetArrayPointer(y), x.size(), x.begin());
  return x;
}

int cvode_slope(double t, N_Vector y, N_Vector dydt, void* servo) {
  const auto slope = static_cast<const Servo*>(servo)->flow(t, read_state(y));
  std::copy(slope.begin(), slope.end(), N_VGetArrayPointer(dydt));
  return 0;
}

int cvode_jacobian(double t, N_Vector y, N_Vector, SUNMatrix j, void* servo, N_Vector, N_Vector, N_Vector) {
  constexpr std::size_t n = Servo::capacity;
  std::array<double, n * n> rows;
  Servo::State by_time;
  static_cast<const Servo*>(servo)->jacobian(t, read_state(y), rows, by_time);
  double* const columns = SUNDenseMatrix_Data(j);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) columns[column * n + row] = rows[row * n + column];
  return 0;
}

}  // namespace

Outcome by_cvode(const Servo& servo, double tolerance, double floor, Path* path) {
  constexpr auto n = sunindextype(Servo::capacity);
  SUNContext context = nullptr;
  SUNContext_Create(no_communicator, &context);
  N_Vector y = N_VNew_Serial(n, context);
  N_Vector absolute = N_VNew_Serial(n, context);
  const auto first = servo.start();
  for (std::size_t i = 0; i < Servo::capacity; ++i) {
    N_VGetArrayPointer(y)[i] = first[i];
    N_VGetArrayPointer(absolute)[i] = floor * tolerance * Servo::typical[i];
  }
  SUNMatrix matrix = SUNDenseMatrix(n, n, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void* memory = CVodeCreate(CV_BDF, context);
  CVodeInit(memory, cvode_slope, 0.0, y);
  CVodeSVtolerances(memory, tolerance, absolute);
  CVodeSetUserData(memory, const_cast<Servo*>(&servo));  // NOLINT: the functions above only read it
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory, cvode_jacobian);
  CVodeSetMaxNumSteps(memory, 50'000'000);
  CVodeSetErrFile(memory, nullptr);
  CVodeSetStopTime(memory, end);
  double t = 0.0;
  int flag = 0;
  for (std::size_t k = path != nullptr ? 1 : looks; k <= looks && flag >= 0; ++k) {
    flag = CVode(memory, double(k) * look, y, &t, CV_NORMAL);
    if (path != nullptr) path->push_back(read_state(y));
  }
  long steps = 0;
  long calls = 0;
  CVodeGetNumSteps(memory, &steps);
  CVodeGetNumRhsEvals(memory, &calls);
  Outcome all{N_VGetArrayPointer(y)[0], std::size_t(steps), std::size_t(calls),
              flag < 0 ? "CVODE flag " + std::to_string(flag) : ""};
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(absolute);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return all;
}

}  // namespace stickslip::bench
