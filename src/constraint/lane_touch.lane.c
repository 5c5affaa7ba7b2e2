// Rows of contacts in lanes: as contact_rows.c, expand.c, impedance.c and reference.c have them for
// one world.
//   contact, cdof, subtree_com, qvel -> J, R, D, mu, aref of a block
#include "constraint/jacobian.h"
#include "constraint/lane_build.h"

#if LANE_W > 1

// base rows of one body's dofs
static void fillSide(const lane_Build* b, const lane_Item* item, int side, const real axes[9],
                     const real pos[3]) {
  const int body = item->body[side], *dof = item->dof[side];
  real offset[3], *jac = b->out->base + item->at[side];
  v3_sub(offset, pos, b->d->subtree_com + 3 * b->m->body_rootid[body]);
  for (int c = 0; c < item->n[side]; c++) {
    jac_contact(jac + c, item->ncol, item->nbase, b->d->cdof + 6 * dof[c], axes, offset);
  }
}

static void fillBase(const lane_Build* b, const lane_Item* item, const lane_Contact* con) {
  if (item->n[0]) {
    real axes[9];
    for (int k = 0; k < 9; k++) axes[k] = -con->frame[k];
    fillSide(b, item, 0, axes, con->pos);
  }
  if (item->n[1]) fillSide(b, item, 1, con->frame, con->pos);
}

// edges of a pyramid are normal +- friction * tangent, other rows are base rows
static void expand(const lane_Build* b, const lane_Item* item, mask has, int efc) {
  const real* friction = b->pair[item->id].friction;
  const real *base = b->out->base, zero = lane_bc(0);
  const int n = item->ncol, nv = (int)b->m->nv, *col = item->col;
  real* row = build_row(b, efc);
  if (item->shape != CON_PYRAMID) {
    for (int r = 0; r < item->nefc; r++, row += nv) {
      for (int i = 0; i < n; i++) row[col[i]] = lane_select(has, base[r * n + i], zero);
    }
    return;
  }
  for (int k = 1; k < item->nbase; k++, row += 2 * nv) {
    for (int i = 0; i < n; i++) {
      const real t = friction[k - 1] * base[k * n + i];
      row[col[i]] = lane_select(has, base[i] + t, zero);
      row[nv + col[i]] = lane_select(has, base[i] - t, zero);
    }
  }
}

// contactR: R of the rows, and mu
static void contactR(const lane_Build* b, const build_State* s, int efc) {
  const lane_Item* item = s->item;
  const real* friction = b->pair[item->id].friction;
  const real normal = imp_regularisation(s->imp, s->law->diag[0]);
  real* mu = &b->out->mu[b->out->nblock - 1];
  if (item->shape == CON_ONESIDED) {
    build_setR(b, s, efc, normal);
    *mu = lane_bc(0);
    return;
  }
  real tangent = normal, cone = friction[0];
  if (lane_any(lane_opt(b->m, impratio) != 1)) {
    const real ratio = lane_max(lane_bc(mjMINVAL), lane_opt(b->m, impratio));
    tangent = normal / ratio;
    cone = imp_coneFriction(cone, normal, tangent, ratio);
  }
  *mu = lane_select(s->has, cone, lane_bc(0));
  for (int i = 0; i < 5; i++) {
    b->out->friction[5 * (b->out->nblock - 1) + i] = friction[i];
  }
  if (item->shape == CON_PYRAMID) {
    build_setR(b, s, efc, 2 * cone * cone * normal);
    for (int i = efc + 1; i < efc + item->nefc; i++) {
      b->out->R[i] = b->out->R[efc];
      b->out->D[i] = b->out->D[efc];
      b->out->frictionloss[i] = lane_bc(0);
    }
  } else {
    real R[6];
    imp_coneR(R, normal, tangent, friction, item->nefc);
    for (int i = 0; i < item->nefc; i++) build_setR(b, s, efc + i, R[i]);
  }
}

// ---- reference

// adds the velocity of a geom's surface at a point, in world axes: res = (linear, angular)
static void addSurface(real res[6], const lane_Build* b, int geom, const real pos[3], mjtNum sign) {
  const real* given = lane_prmAt(b->m->geom_surfacevel, 6 * geom);
  const real* mat = b->d->geom_xmat + 9 * geom;
  real lin[3], ang[3], arm[3];
  m3_mulVec(lin, mat, given);
  m3_mulVec(ang, mat, given + 3);
  v3_sub(arm, pos, b->d->geom_xpos + 3 * geom);
  v3_addCross(lin, ang, arm);
  v3_addToScl(res, lin, lane_bc(sign));
  v3_addToScl(res + 3, ang, lane_bc(sign));
}

// what moving surfaces add to the velocity of the rows: nothing along the normal, no rolling
static void surfaceVelocity(real add[10], const lane_Build* b, const lane_Item* item,
                            const lane_Contact* con) {
  const int* geom = b->plan->pairs.pair[con->pair].geom;
  const real* friction = b->pair[con->pair].friction;
  real vel[6], base[6];
  v6_zero(vel);
  addSurface(vel, b, geom[1], con->pos, 1);
  addSurface(vel, b, geom[0], con->pos, -1);
  m3_mulVec(base, con->frame, vel);
  m3_mulVec(base + 3, con->frame, vel + 3);
  base[0] = base[4] = base[5] = lane_bc(0);
  if (item->shape != CON_PYRAMID) {
    v6_copy(add, base);
    return;
  }
  for (int k = 1; k < item->nbase; k++) {
    const real t = friction[k - 1] * base[k];
    add[2 * k - 2] = base[0] + t;
    add[2 * k - 1] = base[0] - t;
  }
}

// aref; friction rows of a cone have no residual. add: to velocities, or NULL
static void contactReference(const lane_Build* b, const build_State* s, int efc, const real* add) {
  const lane_Item* item = s->item;
  const lane_Law* law = s->law;
  for (int i = 0; i < item->nefc; i++) {
    const real* row = build_row(b, efc + i);
    const bool friction = item->shape == CON_ELLIPTIC && i > 0;
    real vel = item->nefc == 1 && item->ncol == 1 ? build_velocityOfOne(b, row, item->col[0])
                                                  : build_velocity(b, item, row);
    if (add) vel = vel + add[i];
    build_setReference(b, s, efc + i, friction ? lane_bc(0) : law->K,
                       friction ? law->friction : law->B, vel, friction ? lane_bc(0) : s->dist);
  }
}

// order: the share of a row first
static void addAdhesion(const lane_Build* b, const lane_Item* item, int efc, real pull) {
  const int n = item->shape == CON_PYRAMID ? item->nefc : 1;
  real* aref = b->out->aref;
  for (int i = efc; i < efc + n; i++) aref[i] = aref[i] + b->out->R[i] * (pull / n);
}

// ---- blocks

static void addBlock(lane_Build* b, const lane_Item* item, const lane_Contact* con, mask has) {
  const lane_PairPrm* prm = &b->pair[con->pair];
  if (!item->nefc || !lane_any(has) || !build_open(b, item, has)) return;
  const int efc = b->out->nefc - item->nefc;
  fillBase(b, item, con);
  expand(b, item, has, efc);
  const build_State s = build_state(b, item, has, con->dist - prm->includemargin);
  contactR(b, &s, efc);
  real add[10];
  if (b->m->flg_surfacevel) surfaceVelocity(add, b, item, con);
  contactReference(b, &s, efc, b->m->flg_surfacevel ? add : NULL);
  if (b->plan->pairs.pair[con->pair].sticks) addAdhesion(b, item, efc, prm->adhesion);
}

void LANE(build_contact)(lane_Build* b, const lane_Contact* con) {
  const mask far = con->dist >= b->pair[con->pair].includemargin;
  addBlock(b, &b->plan->touch[con->pair], con, con->has & lane_not(far));
  // beyond the margin adhesion acts along the normal
  if (b->plan->sticky[con->pair].nefc) {
    addBlock(b, &b->plan->sticky[con->pair], con, con->has & far);
  }
}

#endif
