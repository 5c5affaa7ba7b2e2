// Contact Jacobian: velocity of body 2 relative to body 1 at the contact point, in the contact
// frame (normal, tangents). Both Jacobians are taken at one point, so the contributions of dofs
// that move both bodies cancel and are left out. Consecutive contacts of the same bodies share
// their columns.
//   contact, cdof, subtree_com -> blocks of dim base rows
#include <sinew/api.h>

#include "constraint/body_pair.h"
#include "constraint/flex_rows.h"
#include "dyn/contact_side.h"
#include "math/four.h"
#include "model/contact_range.h"

// A contact that no dof can change
// odd: pair within a body; it has rows of zeros if dense (they take part in PGS's random order and
// in costs), unless nothing in it can move
static bool isRowless(const rows_Build* b, int body1, int body2) {
  return b->sparse || (b->m->body_treeid[body1] < 0 && b->m->body_treeid[body2] < 0);
}

static void planBlock(rows_Build* b, con_Shape shape, int type, int contact, int nefc, int ncol,
                      int common) {
  const int dim = b->d->contact[contact].dim;
  con_Block* block = rows_plan(b, shape, type, contact, nefc, dim, ncol);
  block->contact = contact;
  block->common = common;
}

LANE_INLINE void planShape(rows_Build* b, int contact, int ncol, int common) {
  const int dim = b->d->contact[contact].dim;
  if (dim == 1) {
    planBlock(b, CON_ONESIDED, mjCNSTR_CONTACT_FRICTIONLESS, contact, 1, ncol, common);
  } else if (b->pyramidal) {
    planBlock(b, CON_PYRAMID, mjCNSTR_CONTACT_PYRAMIDAL, contact, 2 * (dim - 1), ncol, common);
  } else {
    planBlock(b, CON_ELLIPTIC, mjCNSTR_CONTACT_ELLIPTIC, contact, dim, ncol, common);
  }
}

// contact of a flex with the passive option with another flex or with something fixed to the world:
// no rows, but a force
static bool isPassive(const mjModel* m, const mjContact* con) {
  bool passive = false;
  for (int k = 0; k < 2; k++) {
    if (con->geom[k] >= 0 && m->body_weldid[m->geom_bodyid[con->geom[k]]]) return false;
    passive |= con->geom[k] < 0 && con->flex[k] >= 0 && m->flex_passive[con->flex[k]];
  }
  return passive;
}

// a contact with several bodies on one side
static __attribute__((noinline)) void planList(rows_Build* b, int contact) {
  mjContact* con = &b->d->contact[contact];
  const int ncol = flexrows_most(b, con);
  if (!ncol) {
    con->exclude = 3;
  } else {
    planShape(b, contact, ncol, 0);
  }
}

// the program has written invalid values into a contact, which gets no rows
static __attribute__((noinline, cold)) void tellWrong(const mjModel* m, int i,
                                                      const mjContact* con) {
  mju_error(
      "mj_makeConstraint: contact %d is left out: dim %d must be 1, 3, 4 or 6, geoms %d and %d "
      "must be -1 to %d, flexes %d and %d must be -1 to %d, with elements and vertices they have",
      i, con->dim, con->geom[0], con->geom[1], (int)m->ngeom - 1, con->flex[0], con->flex[1],
      (int)m->nflex - 1);
}

void rows_planContact(rows_Build* b) {
  const mjModel* m = b->m;
  int common = 0, ncol = 0, last[2] = {-1, -1};
  for (int i = 0; i < b->d->ncon; i++) {
    mjContact* con = &b->d->contact[i];
    if (con->exclude) continue;
    if (!contact_isDim(con->dim) || !contact_hasSides(m, con)) {
      tellWrong(m, i, con);
      continue;
    }
    if (side_isFlex(con) && isPassive(m, con)) con->exclude = 4;
    if (con->exclude) continue;
    const int body1 = side_body(m, con, 0), body2 = side_body(m, con, 1);
    if (body1 < 0 || body2 < 0) {
      planList(b, i);
      continue;
    }
    if (body1 != last[0] || body2 != last[1]) {
      const pair_Chain c1 = pair_chain(m, body1), c2 = pair_chain(m, body2);
      common = pair_common(c1, c2);
      ncol = c1.n + c2.n - 2 * common;
      last[0] = body1;
      last[1] = body2;
    }
    if (!ncol && isRowless(b, body1, body2)) {
      con->exclude = 3;
    } else {
      planShape(b, i, ncol, common);
    }
  }
  b->pair[0] = b->pair[1] = -1;
}

// ---- Jacobian

LANE_INLINE four_Double dotFour(const mjtNum axis[3], four_Double x, four_Double y, four_Double z) {
  return axis[0] * x + axis[1] * y + axis[2] * z;
}

// jac_contact of four dofs with contiguous columns, as SIMD; dim is at least 3
LANE_INLINE void contactFour(mjtNum* at, int ncol, int dim, const mjtNum* cdof, const int dof[4],
                             const mjtNum axes[9], const mjtNum offset[3]) {
  const mjtNum *c0 = cdof + 6 * dof[0], *c1 = cdof + 6 * dof[1];
  const mjtNum *c2 = cdof + 6 * dof[2], *c3 = cdof + 6 * dof[3];
  four_Double x = four_load(c0), y = four_load(c1), z = four_load(c2), u = four_load(c3);
  four_Double p = four_load(c0 + 2), q = four_load(c1 + 2), v = four_load(c2 + 2);
  four_Double w = four_load(c3 + 2);
  four_transpose(&x, &y, &z, &u);
  four_transpose(&p, &q, &v, &w);
  const four_Double lx = y * offset[2] - z * offset[1] + u;
  const four_Double ly = z * offset[0] - x * offset[2] + v;
  const four_Double lz = x * offset[1] - y * offset[0] + w;
  four_store(at, dotFour(axes, lx, ly, lz));
  four_store(at + ncol, dotFour(axes + 3, lx, ly, lz));
  four_store(at + 2 * ncol, dotFour(axes + 6, lx, ly, lz));
  for (int r = 3; r < dim; r++) {
    four_store(at + r * ncol, dotFour(axes + 3 * (r - 3), x, y, z));
  }
}

// base rows of one body's dofs; rows are ncol apart
static void fillSide(mjtNum* jac, int ncol, int dim, const mjtNum* cdof, const int* dof, int n,
                     const mjtNum axes[9], const mjtNum offset[3]) {
  if (n < 4 || dim < 3) {
    for (int c = 0; c < n; c++) jac_contact(jac + c, ncol, dim, cdof + 6 * dof[c], axes, offset);
    return;
  }
  // the last group of four may overlap the one before
  for (int c = 0; c < n; c += 4) {
    const int at = c + 4 <= n ? c : n - 4;
    contactFour(jac + at, ncol, dim, cdof, dof + at, axes, offset);
  }
}

static void fillJacobian(rows_Build* b, const con_Block* block, const mjContact* con,
                         const int body[2]) {
  const mjModel* m = b->m;
  const int common = block->common;
  const pair_Chain c1 = pair_chain(m, body[0]), c2 = pair_chain(m, body[1]);
  const int n1 = c1.n - common, n2 = c2.n - common;
  const bool lower = pair_firstLower(c1, c2, common);
  ASSERT_FULL(n1 + n2 == block->ncol);
  mjtNum offset[3], axes[9], *jac = b->jac + block->jac;
  if (n1) {
    for (int k = 0; k < 9; k++) axes[k] = -con->frame[k];
    pair_offset(offset, m, b->d, body[0], con->pos);
    fillSide(jac + (lower ? 0 : n2), block->ncol, con->dim, b->d->cdof, c1.dof + common, n1, axes,
             offset);
  }
  if (n2) {
    pair_offset(offset, m, b->d, body[1], con->pos);
    fillSide(jac + (lower ? n1 : 0), block->ncol, con->dim, b->d->cdof, c2.dof + common, n2,
             con->frame, offset);
  }
}

// ---- columns

static void setColumns(rows_Build* b, con_Block* block, const int body[2]) {
  if (body[0] == b->pair[0] && body[1] == b->pair[1]) {
    ASSERT_FULL(b->nblock > 0 && block[-1].ncol == block->ncol);
    block->col = block[-1].col;
  } else {
    const pair_Chain c1 = pair_chain(b->m, body[0]), c2 = pair_chain(b->m, body[1]);
    const int n = pair_columns(b->col + block->col, c1, c2, block->common, false);
    ASSERT_FULL(n == block->ncol);
  }
  b->pair[0] = body[0];
  b->pair[1] = body[1];
  pair_trees(block->tree, b->m, body[0], body[1]);
}

// residual and margin are those of the normal: all edges of a pyramid have them, but only the first
// row of a cone
LANE_INLINE void setScalars(rows_Build* b, const con_Block* block, const mjContact* con,
                            mjtNum tran) {
  mjData* d = b->d;
  const mjtNum mu = con->friction[0];
  // order: the normal, then the tangent
  const mjtNum diag = block->shape == CON_PYRAMID ? tran + mu * mu * tran : tran;
  rows_setScalars(b, block, con->dist, con->includemargin, 0, diag);
  if (block->shape != CON_ELLIPTIC) return;
  for (int i = block->efc + 1; i < block->efc + block->nefc; i++) {
    d->efc_pos[i] = d->efc_margin[i] = 0;
  }
}

void rows_placeContact(rows_Build* b, con_Block* block) {
  mjContact* con = &b->d->contact[block->contact];
  const int body[2] = {side_body(b->m, con, 0), side_body(b->m, con, 1)};
  con->efc_address = block->efc;
  if (body[0] < 0 || body[1] < 0) {
    flexrows_place(b, block, con);
    b->pair[0] = b->pair[1] = -1;
  } else {
    setColumns(b, block, body);
  }
}

void rows_fillContact(rows_Build* b, con_Block* block) {
  const mjContact* con = &b->d->contact[block->contact];
  const int body[2] = {side_body(b->m, con, 0), side_body(b->m, con, 1)};
  if (body[0] < 0 || body[1] < 0) {
    setScalars(b, block, con, flexrows_fill(b, block, con));
    return;
  }
  const mjtNum* weight = b->m->body_invweight0;
  fillJacobian(b, block, con, body);
  setScalars(b, block, con, weight[2 * body[0]] + weight[2 * body[1]]);
}
