// Public functions on poses (position and quaternion) and on coordinate transforms of spatial
// vectors.
#include <sinew/math.h>

#include "base/args.h"
#include "math/quat.h"
#include "math/spatial.h"

void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3], const mjtNum quat1[4],
                 const mjtNum pos2[3], const mjtNum quat2[4]) {
  ARGS_NEED(posres, quatres, pos1, quat1, pos2, quat2);
  mjtNum quat[4];
  quat_mul(quat, quat1, quat2);
  quat_normalize(quat);
  mju_trnVecPose(posres, pos1, quat1, pos2);
  v4_copy(quatres, quat);
}

void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3], const mjtNum quat[4]) {
  ARGS_NEED(posres, quatres, pos, quat);
  mjtNum inv[4];
  quat_neg(inv, quat);
  quat_rotate(posres, pos, inv);
  v3_neg(posres, posres);
  v4_copy(quatres, inv);
}

void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4], const mjtNum vec[3]) {
  ARGS_NEED(res, pos, quat, vec);
  mjtNum rotated[3];
  quat_rotate(rotated, vec, quat);
  v3_add(res, rotated, pos);
}

void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force, const mjtNum newpos[3],
                          const mjtNum oldpos[3], const mjtNum rotnew2old[9]) {
  ARGS_NEED(res, vec, newpos, oldpos);
  mjtNum offset[3];
  v3_sub(offset, newpos, oldpos);
  if (flg_force) {
    spat_shiftForce(res, vec, offset);
  } else {
    spat_shiftMotion(res, vec, offset);
  }
  if (rotnew2old) spat_toFrame(res, res, rotnew2old);
}
