// SUNDIALS CVODE (BDF, dense analytic Jacobian) on the two simulations.
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "one_simulation.hpp"

namespace stickslip::bench {
namespace {

// Release 7 replaced the pointer to a communicator by a value of its own.
#ifdef SUN_COMM_NULL
constexpr auto no_communicator = SUN_COMM_NULL;
#else
constexpr auto no_communicator = nullptr;
#endif

int cvode_slope(double t, N_Vector y, N_Vector dydt, void* which) {
  slope(*static_cast<const Case*>(which), t, N_VGetArrayPointer(y), N_VGetArrayPointer(dydt));
  return 0;
}

int cvode_jacobian(double, N_Vector y, N_Vector, SUNMatrix j, void* which, N_Vector, N_Vector, N_Vector) {
  double* const columns = SUNDenseMatrix_Data(j);
  jacobian(*static_cast<const Case*>(which), N_VGetArrayPointer(y),
           [columns](std::size_t row, std::size_t column) -> double& { return columns[column * unknowns + row]; });
  return 0;
}

}  // namespace

Outcome by_cvode(Case c, double tolerance, double floor) {
  SUNContext context = nullptr;
  SUNContext_Create(no_communicator, &context);
  N_Vector y = N_VNew_Serial(unknowns, context);
  N_Vector absolute = N_VNew_Serial(unknowns, context);
  N_VConst(0.0, y);
  N_VConst(floor * tolerance, absolute);
  N_VGetArrayPointer(absolute)[3] *= bristle_scale;
  SUNMatrix matrix = SUNDenseMatrix(unknowns, unknowns, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void* memory = CVodeCreate(CV_BDF, context);
  CVodeInit(memory, cvode_slope, 0.0, y);
  CVodeSVtolerances(memory, tolerance, absolute);
  CVodeSetUserData(memory, &c);
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory, cvode_jacobian);
  CVodeSetMaxNumSteps(memory, 50'000'000);
  CVodeSetErrFile(memory, nullptr);
  double t = 0.0;
  CVodeSetStopTime(memory, find_end(c));
  const int flag = CVode(memory, find_end(c), y, &t, CV_NORMAL);
  long steps = 0;
  CVodeGetNumSteps(memory, &steps);
  Outcome all{N_VGetArrayPointer(y)[0], std::size_t(steps), flag < 0 ? "CVODE flag " + std::to_string(flag) : ""};
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(absolute);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return all;
}

}  // namespace stickslip::bench
