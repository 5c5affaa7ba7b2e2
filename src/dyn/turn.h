// Rotation of a deformation gradient (polar decomposition) by iteration: a frame is turned towards
// the columns of the gradient until no torque is left (Mueller, Bender, Chentanez, Macklin 2016: A
// robust method to extract the rotational part of deformations). Pure and lane-generic: a gradient
// in each lane.
#ifndef SINEW_DYN_TURN_H_
#define SINEW_DYN_TURN_H_

#include "math/quat.h"
#include "math/vec.h"

enum { TURN_MOST = 500 };
#define TURN_SMALL 1e-9

// adds torque and alignment (dot product) of an axis of the frame and its column
LANE_INLINE void turn_pull(real torque[3], real* along, real x, real y, real z,
                           const real column[3]) {
  const real axis[3] = {x, y, z};
  v3_addCross(torque, axis, column);
  *along += v3_dot(axis, column);
}

// column: (3 x 3), a column of the gradient after the other -> quat, starting at the identity
// order: the axis from the angle, then the turn from the left
LANE_INLINE void turn_towards(const real column[9], real quat[4]) {
  mask done = lane_bc(0) > lane_bc(1);
  quat_unit(quat);
  for (int k = 0; k < TURN_MOST; k++) {
    real mat[9], turn[3], along = lane_bc(0), step[4], next[4];
    v3_zero(turn);
    quat_toMat(mat, quat);
    turn_pull(turn, &along, mat[0], mat[3], mat[6], column);
    turn_pull(turn, &along, mat[1], mat[4], mat[7], column + 3);
    turn_pull(turn, &along, mat[2], mat[5], mat[8], column + 6);
    v3_scl(turn, turn, 1 / (lane_abs(along) + mjMINVAL));
    const real angle = v3_normalize(turn);
    done = done | (angle < TURN_SMALL);
    if (lane_all(done)) return;
    quat_fromAxisAngle(step, turn, angle);
    quat_mul(next, step, quat);
    quat_normalize(next);
    for (int i = 0; i < 4; i++) quat[i] = lane_select(done, quat[i], next[i]);
  }
}

#endif
