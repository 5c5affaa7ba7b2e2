// Derivatives by finite differences, as mjd_transitionFD and mjd_inverseFD give them.
#ifndef SINEW_DIFF_FINITE_H_
#define SINEW_DIFF_FINITE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// derivatives of the next state and of sensordata, by rows; ndx = 2 nv + na; each may be NULL
typedef struct {
  mjtNum *A, *B;  // (ndx x ndx), (ndx x nu)
  mjtNum *C, *D;  // (nsensordata x ndx), (nsensordata x nu)
} finite_Transition;

// derivatives of the inverse; row i belongs to input i; each may be NULL
typedef struct {
  mjtNum *DfDq, *DfDv, *DfDa;  // (nv x nv)
  mjtNum *DsDq, *DsDv, *DsDa;  // (nv x nsensordata)
  mjtNum* DmDq;                // (nv x nC)
} finite_Inverse;

// how differences are taken
typedef struct {
  mjtNum eps;
  bool centered;
  bool exact;            // of the step itself: each column has the integrator's matrix of its own
  bool positions;        // only columns of positions; those of other inputs are left as they are
  const char* function;  // for messages
} finite_Options;

// false, after a message, if there are none to take, or an evaluation was not complete
bool finite_transition(const mjModel* m, mjData* d, const finite_Options* options,
                       const finite_Transition* out);
bool finite_inverse(const mjModel* m, mjData* d, const finite_Options* options, bool actuation,
                    const finite_Inverse* out);

#endif
