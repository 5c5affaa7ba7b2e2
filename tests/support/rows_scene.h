// Rows for tests without collision detection: models of the golden files with contacts that are
// placed by hand between pairs of geoms.
#ifndef SINEW_TESTS_ROWS_SCENE_H_
#define SINEW_TESTS_ROWS_SCENE_H_

#include <math.h>

#include "constraint/constraint.h"
#include "dyn_support.h"
#include "model/stack.h"

#define assert_near(have, want, most)                                                              \
  do {                                                                                             \
    const double have_ = (have), want_ = (want);                                                   \
    if (!(fabs(have_ - want_) <= (most))) fail_msg("%s = %.17g, not %.17g", #have, have_, want_);  \
  } while (0)

static inline void scene_contact(mjContact* con, const mjData* d, int g1, int g2, int dim) {
  memset(con, 0, sizeof *con);
  mjtNum quat[4];
  for (int k = 0; k < 3; k++) {
    con->pos[k] = 0.5 * (d->geom_xpos[3 * g1 + k] + d->geom_xpos[3 * g2 + k]) + 0.1 * rng_uniform();
  }
  for (int k = 0; k < 4; k++) quat[k] = rng_uniform();
  mju_normalize4(quat);
  mju_quat2Mat(con->frame, quat);
  con->dist = -0.001 * (1 + rng_uniform());
  con->includemargin = 0.001;
  for (int k = 0; k < 5; k++) con->friction[k] = 0.5 + 0.4 * rng_uniform();
  con->solref[0] = 0.02;
  con->solref[1] = 1;
  const mjtNum imp[5] = {0.9, 0.95, 0.001, 0.5, 2};
  memcpy(con->solimp, imp, sizeof imp);
  con->dim = dim;
  con->geom1 = con->geom[0] = g1;
  con->geom2 = con->geom[1] = g2;
  for (int k = 0; k < 2; k++) con->flex[k] = con->elem[k] = con->vert[k] = -1;
}

// n contacts between geoms that follow from i, of all dimensions; false: no room
static inline bool scene_contacts(const mjModel* m, mjData* d, int n) {
  static const int dims[] = {3, 1, 6, 4};
  stack_clearArena(d);
  for (int i = 0; i < n; i++) {
    mjContact* con = stack_arena(d, sizeof *con, _Alignof(mjContact));
    if (!con) return false;
    const int g1 = (i / 2 * 5) % (int)m->ngeom, g2 = (i / 2 * 3 + 1) % (int)m->ngeom;
    scene_contact(con, d, g1, g2 == g1 ? (g1 + 1) % (int)m->ngeom : g2, dims[i % 4]);
    d->ncon++;
  }
  return true;
}

static inline void scene_position(const mjModel* m, mjData* d) {
  dyn_position(m, d);
  mj_comVel(m, d);
}

// option k of 4: cone, Jacobian
static inline void scene_option(mjModel* m, int k) {
  m->opt.cone = k & 1 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
  m->opt.jacobian = k & 2 ? mjJAC_SPARSE : mjJAC_DENSE;
}

// entry of efc_J
static inline mjtNum scene_J(const mjModel* m, const mjData* d, int row, int dof) {
  if (!con_isSparse(m)) return d->efc_J[(mjtSize)row * m->nv + dof];
  for (int k = 0; k < d->efc_J_rownnz[row]; k++) {
    const int at = d->efc_J_rowadr[row] + k;
    if (d->efc_J_colind[at] == dof) return d->efc_J[at];
  }
  return 0;
}

// cost of one block at jar (of its first row), as a system of its own -> state, force
static inline mjtNum scene_blockCost(const mjData* d, const con_Block* block, const mjtNum* jar,
                                     int* state, mjtNum* force) {
  con_Rows rows = con_rows(d);
  con_Block one = *block;
  cost_Count count;
  const int n = one.nefc;
  rows.D += one.efc;
  rows.R += one.efc;
  rows.frictionloss += one.efc;
  rows.ne = one.shape == CON_EQUALITY ? n : 0;
  rows.nf = one.shape == CON_FRICTION ? n : 0;
  rows.ncone = one.shape == CON_ELLIPTIC;
  rows.none = rows.ne || rows.nf || rows.ncone ? 0 : n;
  one.efc = 0;
  rows.block = &one;
  rows.nblock = 1;
  rows.nefc = n;
  for (int i = 0; i < n; i++) state[i] = mjCNSTRSTATE_SATISFIED;
  return cost_update(&rows, jar, force, state, &count);
}

#endif
