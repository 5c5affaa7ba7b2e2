// World frames of what is attached to bodies (geoms, sites, inertial frames, cameras),
// lane-generic: pos = xpos_b + xmat_b local, mat of the quaternion product xquat_b o local quat, or
// copies where the compiler found frames to coincide (mjtSameFrame).
#ifndef SINEW_DYN_FRAME_H_
#define SINEW_DYN_FRAME_H_

#include "math/quat.h"
#include "math/vec.h"
#include "model/lane_data.h"

// transforms a point from the frame of a body to the world
LANE_INLINE void frame_point(real res[3], const lane_Data* d, int body, const real local[3]) {
  real vec[3];
  m3_mulVec(vec, d->xmat + 9 * body, local);
  v3_add(res, d->xpos + 3 * body, vec);
}

// rotation matrix in the world of an orientation in a body; the quaternion product is not
// normalized
LANE_INLINE void frame_rotation(real res[9], const lane_Data* d, int body, const real local[4]) {
  real quat[4];
  quat_mul(quat, d->xquat + 4 * body, local);
  quat_toMat(res, quat);
}

LANE_INLINE void frame_pose(real pos[3], real mat[9], const lane_Data* d, int body,
                            const real localPos[3], const real localQuat[4], int sameframe) {
  if (sameframe == mjSAMEFRAME_BODY) {
    v3_copy(pos, d->xpos + 3 * body);
  } else if (sameframe == mjSAMEFRAME_INERTIA) {
    v3_copy(pos, d->xipos + 3 * body);
  } else {
    frame_point(pos, d, body, localPos);
  }
  if (sameframe == mjSAMEFRAME_BODY || sameframe == mjSAMEFRAME_BODYROT) {
    m3_copy(mat, d->xmat + 9 * body);
  } else if (sameframe == mjSAMEFRAME_NONE) {
    frame_rotation(mat, d, body, localQuat);
  } else {
    m3_copy(mat, d->ximat + 9 * body);
  }
}

#endif
