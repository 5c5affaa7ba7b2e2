// Public support functions for one world: Jacobians, generalized forces of forces at points,
// velocities of objects, integration on the configuration manifold, frame transformations, total
// mass. Ids out of range are reported as errors and leave the result unchanged.
#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "dyn/dyn.h"
#include "dyn/frame.h"
#include "model/private_data.h"

// ---- Jacobians

void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
            int body) {
  ARGS_NEED(m, d, point);
  if (args_hasId(__func__, "body", body, m->nbody)) LANE(dyn_jac)(m, d, jacp, jacr, point, body);
}

void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  ARGS_NEED(m, d);
  if (!args_hasId(__func__, "body", body, m->nbody)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->xpos + 3 * body, body);
}

void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  ARGS_NEED(m, d);
  if (!args_hasId(__func__, "body", body, m->nbody)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->xipos + 3 * body, body);
}

void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom) {
  ARGS_NEED(m, d);
  if (!args_hasId(__func__, "geom", geom, m->ngeom)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->geom_xpos + 3 * geom, m->geom_bodyid[geom]);
}

void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site) {
  ARGS_NEED(m, d);
  if (!args_hasId(__func__, "site", site, m->nsite)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
}

void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(jacp);
  if (!args_hasId(__func__, "body", body, m->nbody)) return;
  LANE(dyn_jacSubtreeCom)(m, d, jacp, body);
}

void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                     const mjtNum point[3], const mjtNum axis[3], int body) {
  ARGS_NEED(m, d, point, axis);
  if (!args_hasId(__func__, "body", body, m->nbody)) return;
  const int nv = (int)m->nv;
  LANE(dyn_jac)(m, d, jacPoint, jacAxis, point, body);
  if (!jacAxis) return;
  for (int i = 0; i < nv; i++) {
    real col[3];
    v3_set(col, jacAxis[i], jacAxis[nv + i], jacAxis[2 * nv + i]);
    v3_cross(col, col, axis);
    for (int k = 0; k < 3; k++) jacAxis[k * nv + i] = col[k];
  }
}

void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
               int body) {
  ARGS_NEED(m, d, point);
  if (!args_hasId(__func__, "body", body, m->nbody)) return;
  LANE(dyn_jacDot)(m, d, jacp, jacr, point, body);
}

void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(mat);
  if (args_hasId(__func__, "body", body, m->nbody)) LANE(dyn_angmomMat)(m, d, mat, body);
}

void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                const mjtNum point[3], int body, mjtNum* qfrc_target) {
  ARGS_NEED(m, d, point);
  if (m->nv > 0) ARGS_NEED(qfrc_target);
  static const mjtNum none[3] = {0, 0, 0};
  if (!args_hasId(__func__, "body", body, m->nbody)) return;
  LANE(dyn_applyFT)(m, d, force ? force : none, torque ? torque : none, point, body, qfrc_target);
}

// ---- objects

// objects that have a pose, and how many there are of each type; -1: the type has none
static mjtSize countObjects(const mjModel* m, int type) {
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY:
      return m->nbody;
    case mjOBJ_GEOM:
      return m->ngeom;
    case mjOBJ_SITE:
      return m->nsite;
    case mjOBJ_CAMERA:
      return m->ncam;
    default:
      return -1;
  }
}

static bool hasMotion(const char* function, const mjModel* m, int type, int id) {
  const mjtSize n = countObjects(m, type);
  if (n >= 0) return args_hasId(function, "object of this type,", id, n);
  mju_error("%s: objects of type %d do not move: body, xbody, geom, site and camera do", function,
            type);
  return false;
}

void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                       int flg_local) {
  ARGS_NEED(m, d, res);
  if (!hasMotion(__func__, m, objtype, objid)) return;
  LANE(dyn_objectVelocity)(m, d, objtype, objid, res, flg_local);
}

void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                           int flg_local) {
  ARGS_NEED(m, d, res);
  if (!hasMotion(__func__, m, objtype, objid)) return;
  LANE(dyn_objectAcceleration)(m, d, objtype, objid, res, flg_local);
}

// ---- positions

void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                         const mjtNum* qpos2) {
  ARGS_NEED(m);
  if (m->nv > 0) ARGS_NEED(qvel, qpos1, qpos2);
  LANE(dyn_differentiatePos)(m, qvel, dt, qpos1, qpos2);
}

void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  ARGS_NEED(m);
  if (m->nv > 0) ARGS_NEED(qpos, qvel);
  LANE(dyn_integratePos)(m, qpos, qvel, dt);
}

void mj_normalizeQuat(const mjModel* m, mjtNum* qpos) {
  ARGS_NEED(m);
  if (m->nq > 0) ARGS_NEED(qpos);
  LANE(dyn_normalizeQuat)(m, qpos);
}

void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                     const mjtNum quat[4], int body, mjtByte sameframe) {
  if (!xpos && !xmat) return;
  ARGS_NEED(d);
  if (!args_hasId(__func__, "body", body, private_of(d)->whole.body[1])) return;
  static const mjtNum origin[3] = {0, 0, 0}, unit[4] = {1, 0, 0, 0};
  real where[3], mat[9];
  frame_pose(where, mat, d, body, pos ? pos : origin, quat ? quat : unit, sameframe);
  if (xpos && pos) v3_copy(xpos, where);
  if (xmat && quat) m3_copy(xmat, mat);
}

// ---- mass

mjtNum mj_getTotalmass(const mjModel* m) {
  ARGS_NEED_OR(0, m);
  return m->nbody > 1 ? mju_sum(m->body_mass + 1, (int)m->nbody - 1) : 0;
}

void mj_setTotalmass(mjModel* m, mjtNum newmass) {
  ARGS_NEED(m);
  const mjtNum scale = mju_max(mjMINVAL, newmass / mju_max(mjMINVAL, mj_getTotalmass(m)));
  for (int i = 1; i < m->nbody; i++) {
    m->body_mass[i] *= scale;
    for (int k = 0; k < 3; k++) m->body_inertia[3 * i + k] *= scale;
  }
}
