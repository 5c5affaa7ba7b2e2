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
  const mjtNum* friction = b->plan->pairs.pair[item->id].params.friction;
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
  const mjtNum* friction = b->plan->pairs.pair[item->id].params.friction;
  const real normal = imp_regularisation(s->imp, lane_bc(item->diag[0]));
  real* mu = &b->out->mu[b->out->nblock - 1];
  if (item->shape == CON_ONESIDED) {
    build_setR(b, s, efc, normal);
    *mu = lane_bc(0);
    return;
  }
  const real ratio = lane_max(lane_bc(mjMINVAL), lane_bc(lane_opt(b->m, impratio)));
  const real tangent = normal / ratio;
  const real cone = imp_coneFriction(lane_bc(friction[0]), normal, tangent, ratio);
  *mu = lane_select(s->has, cone, lane_bc(0));
  if (item->shape == CON_PYRAMID) {
    build_setR(b, s, efc, 2 * cone * cone * normal);
    for (int i = efc + 1; i < efc + item->nefc; i++) {
      b->out->R[i] = b->out->R[efc];
      b->out->D[i] = b->out->D[efc];
      b->out->frictionloss[i] = lane_bc(0);
    }
  } else {
    real R[6], of[5];
    for (int k = 0; k < 5; k++) of[k] = lane_bc(friction[k]);
    imp_coneR(R, normal, tangent, of, item->nefc);
    for (int i = 0; i < item->nefc; i++) build_setR(b, s, efc + i, R[i]);
  }
}

// aref; friction rows of a cone have no residual
static void contactReference(const lane_Build* b, const build_State* s, int efc) {
  const lane_Item* item = s->item;
  const imp_Law* law = &item->law;
  for (int i = 0; i < item->nefc; i++) {
    const real* row = build_row(b, efc + i);
    const bool friction = item->shape == CON_ELLIPTIC && i > 0;
    const real vel = item->nefc == 1 && item->ncol == 1 ? build_velocityOfOne(b, row, item->col[0])
                                                        : build_velocity(b, item, row);
    build_setReference(b, s, efc + i, friction ? 0 : law->K, friction ? law->friction : law->B, vel,
                       friction ? lane_bc(0) : s->dist);
  }
}

void LANE(build_contact)(lane_Build* b, const lane_Contact* con) {
  const lane_Item* item = &b->plan->touch[con->pair];
  const contact_Params* params = &b->plan->pairs.pair[con->pair].params;
  const mask has = con->has & lane_not(con->dist >= params->includemargin);
  if (!item->nefc || !lane_any(has) || !build_open(b, item, has)) return;
  const int efc = b->out->nefc - item->nefc;
  b->out->block[b->out->nblock - 1].friction = params->friction;
  fillBase(b, item, con);
  expand(b, item, has, efc);
  const build_State s = build_state(item, has, con->dist - params->includemargin);
  contactR(b, &s, efc);
  contactReference(b, &s, efc);
}

#endif
