// Poses of cameras and lights: fixed in a body, tracking the position of the body or of its
// subtree's center of mass with a constant orientation, or turned towards a target body (look-at).
//   xpos, xquat, xmat, subtree_com -> cam_xpos, cam_xmat, light_xpos, light_xdir
#include "dyn/dyn.h"
#include "dyn/frame.h"

// tracking position: constant offset from the body or from its subtree's center of mass
LANE_INLINE void follow(real pos[3], const lane_Data* d, int mode, int body, const real pos0[3],
                        const real poscom0[3]) {
  const bool com = mode == mjCAMLIGHT_TRACKCOM;
  v3_add(pos, (com ? d->subtree_com : d->xpos) + 3 * body, com ? poscom0 : pos0);
}

LANE_INLINE bool isFollower(int mode) {
  return mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM;
}

// the target point, NULL if there is none
LANE_INLINE const real* targetOf(const lane_Data* d, int mode, int target) {
  if (target < 0) return NULL;
  if (mode == mjCAMLIGHT_TARGETBODY) return d->xpos + 3 * target;
  return mode == mjCAMLIGHT_TARGETBODYCOM ? d->subtree_com + 3 * target : NULL;
}

// columns x, y, z: z points back from the target, x is horizontal
static void lookAt(real mat[9], const real pos[3], const real target[3]) {
  real x[3], y[3], z[3];
  v3_sub(z, pos, target);
  v3_normalize(z);
  v3_set(x, -z[1], z[0], lane_bc(0));
  v3_normalize(x);
  v3_cross(y, z, x);
  v3_normalize(y);
  for (int k = 0; k < 3; k++) v3_set(mat + 3 * k, x[k], y[k], z[k]);
}

static void camera(const lane_Model* m, lane_Data* d, int i) {
  const int mode = m->cam_mode[i], body = m->cam_bodyid[i];
  real *pos = d->cam_xpos + 3 * i, *mat = d->cam_xmat + 9 * i;
  if (isFollower(mode)) {
    follow(pos, d, mode, body, lane_prmAt(m->cam_pos0, 3 * i), lane_prmAt(m->cam_poscom0, 3 * i));
    m3_copy(mat, lane_prmAt(m->cam_mat0, 9 * i));
    return;
  }
  frame_point(pos, d, body, lane_prmAt(m->cam_pos, 3 * i));
  const real* target = targetOf(d, mode, m->cam_targetbodyid[i]);
  if (target) {
    lookAt(mat, pos, target);
  } else {
    frame_rotation(mat, d, body, lane_prmAt(m->cam_quat, 4 * i));
  }
}

static void light(const lane_Model* m, lane_Data* d, int i) {
  const int mode = m->light_mode[i], body = m->light_bodyid[i];
  real *pos = d->light_xpos + 3 * i, *dir = d->light_xdir + 3 * i;
  if (isFollower(mode)) {
    follow(pos, d, mode, body, lane_prmAt(m->light_pos0, 3 * i),
           lane_prmAt(m->light_poscom0, 3 * i));
    v3_copy(dir, lane_prmAt(m->light_dir0, 3 * i));
  } else {
    frame_point(pos, d, body, lane_prmAt(m->light_pos, 3 * i));
    const real* target = targetOf(d, mode, m->light_targetbodyid[i]);
    if (target) {
      v3_sub(dir, target, pos);
    } else {
      v3_copy(dir, lane_prmAt(m->light_dir, 3 * i));
      quat_rotate(dir, dir, d->xquat + 4 * body);
    }
  }
  v3_normalize(dir);
}

// odd: sensors of sleeping objects; cameras and lights too
void LANE(dyn_camlight)(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->ncam; i++) {
    if (!lane_isViewAsleep(m, d, m->cam_bodyid[i], m->cam_targetbodyid[i])) camera(m, d, i);
  }
  for (int i = 0; i < m->nlight; i++) {
    if (!lane_isViewAsleep(m, d, m->light_bodyid[i], m->light_targetbodyid[i])) light(m, d, i);
  }
}
