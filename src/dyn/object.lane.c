// Spatial velocity and acceleration of bodies, geoms, sites and cameras: cvel, cacc moved from the
// tree's center of mass to the object, in world or local axes. Both are zero for objects that no
// dof moves.
//   cvel, cacc -> res (rotation, translation)
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/spatial.h"

typedef struct {
  int body;
  const real *pos, *mat;
} Object;

static bool find(const lane_Model* m, const lane_Data* d, int type, int id, Object* o) {
  switch (type) {
    case mjOBJ_BODY:
      *o = (Object){id, d->xipos + 3 * id, d->ximat + 9 * id};
      return true;
    case mjOBJ_XBODY:
      *o = (Object){id, d->xpos + 3 * id, d->xmat + 9 * id};
      return true;
    case mjOBJ_GEOM:
      *o = (Object){m->geom_bodyid[id], d->geom_xpos + 3 * id, d->geom_xmat + 9 * id};
      return true;
    case mjOBJ_SITE:
      *o = (Object){m->site_bodyid[id], d->site_xpos + 3 * id, d->site_xmat + 9 * id};
      return true;
    case mjOBJ_CAMERA:
      *o = (Object){m->cam_bodyid[id], d->cam_xpos + 3 * id, d->cam_xmat + 9 * id};
      return true;
    default:
      return false;
  }
}

// odd: objects that no dof moves
LANE_INLINE bool canMove(const lane_Model* m, int body) {
  return m->body_dofnum[m->body_weldid[body]] > 0;
}

LANE_INLINE void moveTo(const lane_Model* m, const lane_Data* d, const Object* o,
                        const real* motion, bool local, real res[6]) {
  real offset[3];
  ASSERT_FULL(res != o->pos);
  v3_sub(offset, o->pos, d->subtree_com + 3 * m->body_rootid[o->body]);
  spat_shiftMotion(res, motion + 6 * o->body, offset);
  if (local) spat_toFrame(res, res, o->mat);
}

bool LANE(dyn_objectVelocity)(const lane_Model* m, const lane_Data* d, int objtype, int objid,
                              real res[6], int flg_local) {
  Object o;
  if (!find(m, d, objtype, objid, &o)) return false;
  if (canMove(m, o.body)) {
    moveTo(m, d, &o, d->cvel, flg_local, res);
  } else {
    v6_zero(res);
  }
  return true;
}

// the derivative of the object's velocity: the spatial acceleration plus w x v
bool LANE(dyn_objectAcceleration)(const lane_Model* m, const lane_Data* d, int objtype, int objid,
                                  real res[6], int flg_local) {
  Object o;
  if (!find(m, d, objtype, objid, &o)) return false;
  if (canMove(m, o.body)) {
    real vel[6];
    moveTo(m, d, &o, d->cvel, flg_local, vel);
    moveTo(m, d, &o, d->cacc, flg_local, res);
    v3_addCross(res + 3, vel, vel + 3);
  } else {
    v6_zero(res);
  }
  return true;
}
