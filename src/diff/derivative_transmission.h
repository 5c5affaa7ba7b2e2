// Transmissions for derivatives, lane-generic: of every output of an actuator the moment, how it
// changes with positions, and how length and velocity do.
#ifndef SINEW_DIFF_DERIVATIVE_TRANSMISSION_H_
#define SINEW_DIFF_DERIVATIVE_TRANSMISSION_H_

#include "diff/derivative_row.h"

enum { SLOPE_NOUT = 3 };  // most outputs that an actuator has

typedef struct {
  int nout, n;               // outputs; columns, the same of all outputs
  diff_Row row[SLOPE_NOUT];  // col, up; T and in its last column the moment, if `full`
  bool turns;                // T is not zero, and the actuator's to apply
  real* moment;              // (nout x n)
  real *length, *rate;       // (nout x n) d length/dq, d velocity/dq
} diff_Gearing;

// `full`: T is filled even if it is zero. False if scratch is short
bool LANE(diff_openGearing)(const lane_Model* m, lane_Data* d, const diff_Work* w, int actuator,
                            bool full, diff_Gearing* g);

#endif
