// Derivatives of inverse dynamics (recursive Newton-Euler, RNE) at the present pose for any motion:
// that of the state, and, for the integrators, motions that are not a state.
#ifndef SINEW_DIFF_DERIVATIVE_PASS_H_
#define SINEW_DIFF_DERIVATIVE_PASS_H_

#include "diff/derivatives.h"

// a motion, in the notation of diff/derivatives.h
typedef struct {
  const real *qvel, *qacc;  // (nv); NULL: zero
  bool gravity;
  real *vel, *dot;         // (nbody x 6) v, (nv x 6) Sd
  real *both, *dotdot;     // (nv x 6)    Sd + So, Sdd
  real* cacc;              // (nbody x 6) a
  real *motion, *turning;  // (nbody x 6), (nv x 6) W(qacc), W- x S; NULL: not computed
} pass_Motion;

enum { PASS_BODY = 12, PASS_DOF = 18 };  // values per body and per dof, without the last two

// places the arrays of a motion in (PASS_BODY nbody + PASS_DOF nv) values
pass_Motion LANE(pass_place)(const lane_Model* m, real* at);
// qvel, qacc, cdof -> the rest
void LANE(pass_move)(const lane_Model* m, const lane_Data* d, const pass_Motion* at);

// res += scl d RNE/d(q, v) at a motion. work: adds the fluid, and wrenches that do not turn with
// the axes; NULL: none. lone: only rows of bodies that move alone on a free joint.
void LANE(pass_rne)(const lane_Model* m, lane_Data* d, const pass_Motion* at, const diff_Work* work,
                    bool lone, real scl, const diff_Matrix* res);

#endif
