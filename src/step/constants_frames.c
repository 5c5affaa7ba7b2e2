// Reference poses at qpos0: anchors of connect and weld equalities, and offsets of cameras and
// lights from their bodies and targets.
//   d at qpos0, cameras and lights as if fixed -> eq_data, cam_*0, light_*0
#include <sinew/math.h>

#include "math/quat.h"
#include "math/vec.h"
#include "step/constants.h"

// transforms a point from the frame of one body into that of another
static void carry(const mjData* d, int from, int to, const mjtNum point[3], mjtNum res[3]) {
  mjtNum global[3];
  m3_mulVec(global, d->xmat + 9 * from, point);
  v3_addTo(global, d->xpos + 3 * from);
  v3_subFrom(global, d->xpos + 3 * to);
  m3_mulTVec(res, d->xmat + 9 * to, global);
}

// data: anchor in body 2, the same anchor in body 1, orientation (quaternion) of body 2 in body 1,
// which is kept if it is not all zero
static void setWeld(const mjData* d, int body1, int body2, mjtNum* data) {
  mjtNum* quat = data + 6;
  if (quat[0] != 0 || quat[1] != 0 || quat[2] != 0 || quat[3] != 0) {
    mju_normalize4(quat);
    return;
  }
  carry(d, body2, body1, data, data + 3);
  mjtNum inverse[4];
  quat_neg(inverse, d->xquat + 4 * body1);
  quat_mul(quat, inverse, d->xquat + 4 * body2);
}

static void setEqualities(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->neq; i++) {
    const int body1 = m->eq_obj1id[i], body2 = m->eq_obj2id[i];
    mjtNum* data = m->eq_data + mjNEQDATA * i;
    const bool bodies = m->eq_objtype[i] == mjOBJ_BODY;
    if (m->eq_type[i] == mjEQ_CONNECT && bodies) {
      carry(d, body1, body2, data, data + 3);
    } else if (m->eq_type[i] == mjEQ_CONNECT) {
      vn_zero(data, mjNEQDATA);
    } else if (m->eq_type[i] == mjEQ_WELD && bodies) {
      setWeld(d, body1, body2, data);
    }
  }
}

// position relative to the body, and to the center of mass of the subtree of the target (or the
// body)
static void setOffsets(const mjData* d, const mjtNum pos[3], int body, int target, mjtNum pos0[3],
                       mjtNum poscom0[3]) {
  v3_sub(pos0, pos, d->xpos + 3 * body);
  v3_sub(poscom0, pos, d->subtree_com + 3 * (target >= 0 ? target : body));
}

void const_frames(mjModel* m, const mjData* d) {
  setEqualities(m, d);
  for (int i = 0; i < m->ncam; i++) {
    setOffsets(d, d->cam_xpos + 3 * i, m->cam_bodyid[i], m->cam_targetbodyid[i],
               m->cam_pos0 + 3 * i, m->cam_poscom0 + 3 * i);
    m3_copy(m->cam_mat0 + 9 * i, d->cam_xmat + 9 * i);
  }
  for (int i = 0; i < m->nlight; i++) {
    setOffsets(d, d->light_xpos + 3 * i, m->light_bodyid[i], m->light_targetbodyid[i],
               m->light_pos0 + 3 * i, m->light_poscom0 + 3 * i);
    v3_copy(m->light_dir0 + 3 * i, d->light_xdir + 3 * i);
  }
}
