// Analytic derivatives of actuator transmissions, lane-generic: for each output of an actuator its
// moment arm, the derivative of the moment by positions, and those of length and velocity.
#ifndef SINEW_DIFF_DERIVATIVE_TRANSMISSION_H_
#define SINEW_DIFF_DERIVATIVE_TRANSMISSION_H_

#include "diff/derivative_row.h"

enum { SLOPE_NOUT = 3 };  // largest number of outputs of an actuator

typedef struct {
  int nout, n;               // outputs; columns, the same for all outputs
  diff_Row row[SLOPE_NOUT];  // col, up; T and in its last column the moment, if `full`
  bool turns;                // T is nonzero and not handled elsewhere (tendons, contacts)
  real* moment;              // (nout x n)
  real *length, *rate;       // (nout x n) d length/dq, d velocity/dq
} diff_Gearing;

// `full`: T is filled even if it is zero. False if scratch is short
bool LANE(diff_openGearing)(const lane_Model* m, lane_Data* d, const diff_Work* w, int actuator,
                            bool full, diff_Gearing* g);

#endif
