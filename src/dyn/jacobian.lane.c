// Jacobians of points, axes and momenta, their time derivatives, and generalized forces J'f. The
// columns of a body are those of the dof chain of its weld root: jacr = rotation part of cdof, jacp
// = translation + rotation x (point - C), C the center of mass of the body's tree. Chains are
// walked from the last dof up; all other columns are zero.
//   cdof, cdof_dot, cvel, subtree_com -> dense 3 x nv matrices, generalized forces
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/spatial.h"

// last dof that moves the body, -1 if none
LANE_INLINE int lastDof(const lane_Model* m, int body) {
  const int weld = m->body_weldid[body], n = m->body_dofnum[weld];
  ASSERT_FULL(weld <= body && (!n || m->body_dofadr[weld] + n <= m->nv));
  return n ? m->body_dofadr[weld] + n - 1 : -1;
}

LANE_INLINE void setColumn(real* jac, int nv, int i, const real col[3]) {
  for (int k = 0; k < 3; k++) jac[k * nv + i] = col[k];
}

LANE_INLINE void addColumn(real* jac, int nv, int i, const real col[3]) {
  for (int k = 0; k < 3; k++) jac[k * nv + i] = jac[k * nv + i] + col[k];
}

// velocity of a point at an offset from the reference point
LANE_INLINE void pointMotion(real res[3], const real motion[6], const real offset[3]) {
  real c[3];
  v3_cross(c, motion, offset);
  v3_add(res, motion + 3, c);
}

void LANE(dyn_jac)(const lane_Model* m, const lane_Data* d, real* jacp, real* jacr,
                   const real point[3], int body) {
  const int nv = (int)m->nv;
  if (jacp) vn_zero(jacp, 3 * nv);
  if (jacr) vn_zero(jacr, 3 * nv);
  real offset[3];
  v3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int i = lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    const real* cdof = d->cdof + 6 * i;
    if (jacr) setColumn(jacr, nv, i, cdof);
    if (jacp) {
      real col[3];
      pointMotion(col, cdof, offset);
      setColumn(jacp, nv, i, col);
    }
  }
}

// whether an axis is carried by its own body, not by the body before the joint
// odd: jacDot of a ball before a slide
LANE_INLINE bool turnsWithBody(const lane_Model* m, int dof) {
  const int type = m->jnt_type[m->dof_jntid[dof]], first = m->jnt_dofadr[m->dof_jntid[dof]];
  return type == mjJNT_BALL || (type == mjJNT_FREE && dof >= first + 3);
}

void LANE(dyn_jacDot)(const lane_Model* m, const lane_Data* d, real* jacp, real* jacr,
                      const real point[3], int body) {
  const int nv = (int)m->nv;
  if (jacp) vn_zero(jacp, 3 * nv);
  if (jacr) vn_zero(jacr, 3 * nv);
  real offset[3], speed[3];
  v3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  pointMotion(speed, d->cvel + 6 * body, offset);
  for (int i = lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    real dot[6];
    if (turnsWithBody(m, i)) {
      spat_crossMotion(dot, d->cvel + 6 * m->dof_bodyid[i], d->cdof + 6 * i);
    } else {
      v6_copy(dot, d->cdof_dot + 6 * i);
    }
    if (jacr) setColumn(jacr, nv, i, dot);
    if (jacp) {
      real col[3];
      pointMotion(col, dot, offset);
      v3_addCross(col, d->cdof + 6 * i, speed);
      setColumn(jacp, nv, i, col);
    }
  }
}

// subtrees are runs of bodies: the bodies after body whose parent is not before it
LANE_INLINE int subtreeEnd(const lane_Model* m, int body) {
  int end = body + 1;
  while (end < m->nbody && m->body_parentid[end] >= body) end++;
  ASSERT_FULL(end > body && end <= m->nbody);
  return end;
}

void LANE(dyn_jacSubtreeCom)(const lane_Model* m, const lane_Data* d, real* jacp, int body) {
  const int nv = (int)m->nv, end = subtreeEnd(m, body);
  vn_zero(jacp, 3 * nv);
  for (int b = body; b < end; b++) {
    real offset[3];
    v3_sub(offset, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);
    for (int i = lastDof(m, b); i >= 0; i = m->dof_parentid[i]) {
      real col[3];
      pointMotion(col, d->cdof + 6 * i, offset);
      v3_scl(col, col, lane_prm(m->body_mass, b));
      addColumn(jacp, nv, i, col);
    }
  }
  const real mass = lane_prm(m->body_subtreemass, body);
  vn_scl(jacp, jacp, 1.0 / lane_max(mass, lane_bc(mjMINVAL)), 3 * nv);
}

// sum over the subtree of R I R' jacr + m [xipos - com] x jacp
void LANE(dyn_angmomMat)(const lane_Model* m, const lane_Data* d, real* res, int body) {
  const int nv = (int)m->nv, end = subtreeEnd(m, body);
  vn_zero(res, 3 * nv);
  for (int b = body; b < end; b++) {
    const real* mat = d->ximat + 9 * b;
    real offset[3], arm[3];
    v3_sub(offset, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);
    v3_sub(arm, d->xipos + 3 * b, d->subtree_com + 3 * body);
    v3_scl(arm, arm, lane_prm(m->body_mass, b));
    for (int i = lastDof(m, b); i >= 0; i = m->dof_parentid[i]) {
      real col[3], spin[3];
      m3_mulTVec(spin, mat, d->cdof + 6 * i);
      for (int k = 0; k < 3; k++) spin[k] = lane_prm(m->body_inertia, 3 * b + k) * spin[k];
      m3_mulVec(spin, mat, spin);
      pointMotion(col, d->cdof + 6 * i, offset);
      v3_addCross(spin, arm, col);
      addColumn(res, nv, i, spin);
    }
  }
}

// order: by the columns of the Jacobians, force before torque, each added by itself
void LANE(dyn_applyFT)(const lane_Model* m, const lane_Data* d, const real force[3],
                       const real torque[3], const real point[3], int body, real* qfrc) {
  real offset[3];
  v3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int i = lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    const real* cdof = d->cdof + 6 * i;
    real col[3];
    pointMotion(col, cdof, offset);
    qfrc[i] = qfrc[i] + v3_dot(col, force);
    if (torque) qfrc[i] = qfrc[i] + v3_dot(cdof, torque);
  }
}
