// The API's support functions of one world: Jacobians, forces at points, motion of objects,
// positions on the configuration manifold, poses in bodies, total mass.
// Ids out of range are reported as errors and leave the result alone.
#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "dyn/dyn.h"
#include "dyn/frame.h"

static bool inRange(const char* function, const char* kind, int id, mjtSize n) {
  if (id >= 0 && id < n) return true;
  mju_error("%s: there is no %s %d: the model has %d", function, kind, id, (int)n);
  return false;
}

// ---- Jacobians

void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
            int body) {
  ARGS_NEED(m, d, point);
  if (inRange("mj_jac", "body", body, m->nbody)) LANE(dyn_jac)(m, d, jacp, jacr, point, body);
}

void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  ARGS_NEED(m, d);
  if (!inRange("mj_jacBody", "body", body, m->nbody)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->xpos + 3 * body, body);
}

void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  ARGS_NEED(m, d);
  if (!inRange("mj_jacBodyCom", "body", body, m->nbody)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->xipos + 3 * body, body);
}

void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom) {
  ARGS_NEED(m, d);
  if (!inRange("mj_jacGeom", "geom", geom, m->ngeom)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->geom_xpos + 3 * geom, m->geom_bodyid[geom]);
}

void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site) {
  ARGS_NEED(m, d);
  if (!inRange("mj_jacSite", "site", site, m->nsite)) return;
  LANE(dyn_jac)(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
}

void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(jacp);
  if (!inRange("mj_jacSubtreeCom", "body", body, m->nbody)) return;
  LANE(dyn_jacSubtreeCom)(m, d, jacp, body);
}

void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                     const mjtNum point[3], const mjtNum axis[3], int body) {
  ARGS_NEED(m, d, point, axis);
  if (!inRange("mj_jacPointAxis", "body", body, m->nbody)) return;
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
  if (!inRange("mj_jacDot", "body", body, m->nbody)) return;
  LANE(dyn_jacDot)(m, d, jacp, jacr, point, body);
}

void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(mat);
  if (inRange("mj_angmomMat", "body", body, m->nbody)) LANE(dyn_angmomMat)(m, d, mat, body);
}

void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                const mjtNum point[3], int body, mjtNum* qfrc_target) {
  ARGS_NEED(m, d, point);
  if (m->nv > 0) ARGS_NEED(qfrc_target);
  static const mjtNum none[3] = {0, 0, 0};
  if (!inRange("mj_applyFT", "body", body, m->nbody)) return;
  LANE(dyn_applyFT)(m, d, force ? force : none, torque ? torque : none, point, body, qfrc_target);
}

// ---- objects

void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                       int flg_local) {
  ARGS_NEED(m, d, res);
  if (!LANE(dyn_objectVelocity)(m, d, objtype, objid, res, flg_local)) {
    mju_error("mj_objectVelocity: objects of type %d have no velocity: body, xbody, geom, site and "
              "camera do",
              objtype);
  }
}

void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                           int flg_local) {
  ARGS_NEED(m, d, res);
  if (!LANE(dyn_objectAcceleration)(m, d, objtype, objid, res, flg_local)) {
    mju_error("mj_objectAcceleration: objects of type %d have no acceleration: body, xbody, geom, "
              "site and camera do",
              objtype);
  }
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
