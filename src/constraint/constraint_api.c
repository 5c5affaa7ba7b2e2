// Public API functions for constraint rows: products with the constraint Jacobian, forces, options.
#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "constraint/constraint.h"
#include "math/vec.h"
#include "model/contact_range.h"

enum { SPARSE_FROM = 60 };  // from this number of dofs the automatic choice is a sparse Jacobian

bool con_isPyramidal(const mjModel* m) { return m->opt.cone == mjCONE_PYRAMIDAL; }

bool con_isSparse(const mjModel* m) {
  return m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= SPARSE_FROM);
}

bool con_isDual(const mjModel* m) {
  return m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations > 0;
}

int mj_isPyramidal(const mjModel* m) {
  ARGS_NEED_OR(0, m);
  return con_isPyramidal(m);
}

int mj_isSparse(const mjModel* m) {
  ARGS_NEED_OR(0, m);
  return con_isSparse(m);
}

int mj_isDual(const mjModel* m) {
  ARGS_NEED_OR(0, m);
  return con_isDual(m);
}

void mj_makeConstraint(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  con_make(m, d);
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  con_project(m, d);
}

void mj_referenceConstraint(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  con_reference(m, d);
}

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                         int flg_coneHessian) {
  ARGS_NEED(m, d);
  if (d->nefc > 0) ARGS_NEED(jar);
  con_update(m, d, jar, cost, flg_coneHessian != 0);
}

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ARGS_NEED(m, d);
  if (d->nefc > 0) ARGS_NEED(res, vec);
  if (!d->nefc) return;
  const con_Rows rows = con_rows(d);
  con_mulJac(&rows, res, vec);
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(res);
  if (d->nefc > 0) ARGS_NEED(vec);
  if (!d->nefc) return;
  const con_Rows rows = con_rows(d);
  vn_zero(res, (int)m->nv);
  con_addJacT(&rows, res, vec);
}

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]) {
  ARGS_NEED(m, d, result);
  v6_zero(result);
  if (id < 0 || id >= d->ncon || d->contact[id].efc_address < 0) return;
  const mjContact* con = &d->contact[id];
  if (!contact_hasRows(d, con)) {
    mju_error(
        "mj_contactForce: contact %d has dim %d and efc_address %d; dim must be 1, 3, 4 or 6, "
        "and its rows be among the %d there are",
        id, con->dim, con->efc_address, d->nefc);
    return;
  }
  const mjtNum* force = d->efc_force + con->efc_address;
  if (d->efc_type[con->efc_address] == mjCNSTR_CONTACT_PYRAMIDAL) {
    mju_decodePyramid(result, force, con->friction, con->dim);
  } else {
    vn_copy(result, force, con->dim);
  }
  result[0] -= con->adhesion;
}
