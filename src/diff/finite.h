// Jacobians by finite differences, as mjd_transitionFD and mjd_inverseFD return them.
#ifndef SINEW_DIFF_FINITE_H_
#define SINEW_DIFF_FINITE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// derivatives of the next state and of sensordata, row-major; ndx = 2 nv + na; each may be NULL
typedef struct {
  mjtNum *A, *B;  // (ndx x ndx), (ndx x nu)
  mjtNum *C, *D;  // (nsensordata x ndx), (nsensordata x nu)
} finite_Transition;

// derivatives of inverse dynamics; row i belongs to input i; each may be NULL
typedef struct {
  mjtNum *DfDq, *DfDv, *DfDa;  // (nv x nv)
  mjtNum *DsDq, *DsDv, *DsDa;  // (nv x nsensordata)
  mjtNum* DmDq;                // (nv x nC)
} finite_Inverse;

// options of the finite differences
typedef struct {
  mjtNum eps;
  bool centered;
  bool exact;            // of the true step: each column evaluates its own integrator matrix
  bool positions;        // only columns of positions; those of other inputs are left unchanged
  const char* function;  // for messages
} finite_Options;

// false, after an error message, if the state cannot be differentiated or an evaluation failed
bool finite_transition(const mjModel* m, mjData* d, const finite_Options* options,
                       const finite_Transition* out);
bool finite_inverse(const mjModel* m, mjData* d, const finite_Options* options, bool actuation,
                    const finite_Inverse* out);

#endif
