// Centers of mass, spatial inertias and dof motions about the center of mass of each kinematic
// tree, C(b) = subtree_com[root of b]: this reference point keeps values small and frees the tree
// algorithms of lever arms. subtree_com[b] = sum of m xipos over the subtree / its mass; cinert =
// spatial inertia about C, world axes; cdof = motion of C that a unit speed of the dof gives to a
// body that it moves (rotation, translation).
//   xipos, ximat, xmat, xanchor, xaxis -> subtree_com, cinert, cdof
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/spatial.h"

// children come after their parents: in a loop from the last body up, sums are complete when
// visited
// order: times the reciprocal of the mass, no division
LANE_INLINE void divideByMass(const lane_Model* m, const lane_Data* d, int body, real com[3]) {
  const real mass = lane_prm(m->body_subtreemass, body);
  if (lane_agree(m, mass < mjMINVAL)) {
    v3_copy(com, d->xipos + 3 * body);
  } else {
    v3_scl(com, com, 1.0 / mass);
  }
}

void LANE(dyn_subtreeCom)(const lane_Model* m, lane_Data* d) {
  const range_List ranges = lane_ranges(d);
  real* com = d->subtree_com;
  vn_zero(d->cinert, 10);
  v3_scl(com, d->xipos, lane_prm(m->body_mass, 0));
  range_each(ranges, body, i) { v3_scl(com + 3 * i, d->xipos + 3 * i, lane_prm(m->body_mass, i)); }
  lane_addSleepers(m, d, com);
  // order: children are added from the last body up
  range_eachBack(ranges, body, i) {
    ASSERT_FULL(m->body_parentid[i] < i);  // the parent's sum is still open
    v3_addTo(com + 3 * m->body_parentid[i], com + 3 * i);
    divideByMass(m, d, i, com + 3 * i);
  }
  divideByMass(m, d, 0, com);
}

static void bodyInertia(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_each(ranges, body, i) {
    real offset[3], diag[3];
    v3_sub(offset, d->xipos + 3 * i, d->subtree_com + 3 * m->body_rootid[i]);
    for (int k = 0; k < 3; k++) diag[k] = lane_prm(m->body_inertia, 3 * i + k);
    spat_inertia(d->cinert + 10 * i, diag, d->ximat + 9 * i, offset, lane_prm(m->body_mass, i));
  }
}

LANE_INLINE void rotationDof(real cdof[6], const real axis[3], const real offset[3]) {
  v3_copy(cdof, axis);
  v3_cross(cdof + 3, axis, offset);
}

// three rotations about the axes of the body
LANE_INLINE void ballDofs(real cdof[18], const real mat[9], const real offset[3]) {
  for (int k = 0; k < 3; k++) {
    real axis[3];
    m3_column(axis, mat, k);
    rotationDof(cdof + 6 * k, axis, offset);
  }
}

static void dofMotion(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_each(ranges, jnt, i) {
    const int type = m->jnt_type[i], body = m->jnt_bodyid[i];
    real* cdof = d->cdof + 6 * m->jnt_dofadr[i];
    if (type == mjJNT_SLIDE) {
      v3_zero(cdof);
      v3_copy(cdof + 3, d->xaxis + 3 * i);
      continue;
    }
    real offset[3];
    v3_sub(offset, d->subtree_com + 3 * m->body_rootid[body], d->xanchor + 3 * i);
    if (type == mjJNT_HINGE) {
      rotationDof(cdof, d->xaxis + 3 * i, offset);
      continue;
    }
    if (type == mjJNT_FREE) {
      vn_zero(cdof, 18);
      cdof[3] = cdof[10] = cdof[17] = lane_bc(1);
      cdof += 18;
    }
    ASSERT_FULL(type == mjJNT_FREE || type == mjJNT_BALL);
    ballDofs(cdof, d->xmat + 9 * body, offset);
  }
}

void LANE(dyn_comRanges)(const lane_Model* m, lane_Data* d, range_List ranges) {
  bodyInertia(m, d, ranges);
  dofMotion(m, d, ranges);
}

void LANE(dyn_comPos)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_subtreeCom)(m, d);
  LANE(dyn_comRanges)(m, d, lane_ranges(d));
}
