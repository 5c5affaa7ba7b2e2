// Inverse dynamics differentiated at any motion of the present pose: at that of the state, and, for
// what integrators need, at others that are no state.
#ifndef SINEW_DIFF_DERIVATIVE_PASS_H_
#define SINEW_DIFF_DERIVATIVE_PASS_H_

#include "diff/derivatives.h"

// a motion as diff/derivatives.h has its letters
typedef struct {
  const real *qvel, *qacc;  // (nv); NULL: zero
  bool gravity;
  real *vel, *dot;         // (nbody x 6) v, (nv x 6) Sd
  real *both, *dotdot;     // (nv x 6)    Sd + So, Sdd
  real* cacc;              // (nbody x 6) a
  real *motion, *turning;  // (nbody x 6), (nv x 6) W(qacc), W- x S; NULL: not asked for
} pass_Motion;

enum { PASS_BODY = 12, PASS_DOF = 18 };  // numbers of a body and of a dof, without the last two

// arrays of a motion from (PASS_BODY nbody + PASS_DOF nv) numbers
pass_Motion LANE(pass_place)(const lane_Model* m, real* at);
// qvel, qacc, cdof -> the rest
void LANE(pass_move)(const lane_Model* m, const lane_Data* d, const pass_Motion* at);

// res += scl d RNE/d(q, v) at a motion. work: fluid, and wrenches that do not turn with the axes;
// NULL: none. lone: only rows of bodies that move alone on a free joint.
void LANE(pass_rne)(const lane_Model* m, lane_Data* d, const pass_Motion* at, const diff_Work* work,
                    bool lone, real scl, const diff_Matrix* res);

#endif
