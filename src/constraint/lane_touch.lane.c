// Contact Jacobian rows in SIMD lanes, as contact_rows.c, expand.c, impedance.c and reference.c
// compute them for one world.
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

// edges of a friction pyramid are normal +- friction * tangent, other rows are base rows
static void expand(const lane_Build* b, const lane_Item* item, mask has, int efc) {
  const real* friction = b->pair[item->id].friction;
  const real* base = b->out->base;
  const int n = item->ncol, nv = (int)b->m->nv, *col = item->col;
  real* row = build_row(b, efc);
  if (item->shape != CON_PYRAMID) {
    for (int r = 0; r < item->nefc; r++, row += nv) {
      for (int i = 0; i < n; i++) row[col[i]] = lane_select(has, base[r * n + i], row[col[i]]);
    }
    return;
  }
  for (int k = 1; k < item->nbase; k++, row += 2 * nv) {
    for (int i = 0; i < n; i++) {
      const real t = friction[k - 1] * base[k * n + i];
      row[col[i]] = lane_select(has, base[i] + t, row[col[i]]);
      row[nv + col[i]] = lane_select(has, base[i] - t, row[nv + col[i]]);
    }
  }
}

// contactR: R of the rows of a block, its mu and friction
static void contactR(const lane_Build* b, const build_State* s, int block) {
  const lane_Item* item = s->item;
  const int efc = b->out->block[block].efc;
  const real* friction = b->pair[item->id].friction;
  const real normal = imp_regularisation(s->imp, s->law->diag[0]);
  real *mu = &b->out->mu[block], *own = b->out->friction + 5 * block;
  if (item->shape == CON_ONESIDED) {
    build_setR(b, s, efc, normal);
    return;
  }
  real tangent = normal, cone = friction[0];
  if (lane_any(lane_opt(b->m, impratio) != 1)) {
    const real ratio = lane_max(lane_bc(mjMINVAL), lane_opt(b->m, impratio));
    tangent = normal / ratio;
    cone = imp_coneFriction(cone, normal, tangent, ratio);
  }
  *mu = lane_select(s->has, cone, *mu);
  for (int i = 0; i < 5; i++) own[i] = lane_select(s->has, friction[i], own[i]);
  if (item->shape == CON_PYRAMID) {
    build_setR(b, s, efc, 2 * cone * cone * normal);
    for (int i = efc + 1; i < efc + item->nefc; i++) {
      b->out->R[i] = b->out->R[efc];
      b->out->D[i] = b->out->D[efc];
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

// velocities that moving surfaces add to the rows: none along the normal, none for rolling
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

// sets aref; friction rows of a cone have no residual. add: to the velocities, or NULL
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

// order: the adhesion of a row first
static void addAdhesion(const lane_Build* b, const lane_Item* item, mask has, int efc, real pull) {
  const int n = item->shape == CON_PYRAMID ? item->nefc : 1;
  real* aref = b->out->aref;
  for (int i = efc; i < efc + n; i++) {
    aref[i] = lane_select(has, aref[i] + b->out->R[i] * (pull / n), aref[i]);
  }
}

// ---- blocks: a contact shares a block with contacts of other lanes if that costs less than a new
// one

// estimated cost in a solve of rows with these columns: products, the Hessian, and each row
static int costOf(uint64_t columns) {
  const int n = __builtin_popcountll(columns);
  return n * n / 3 + 6 * n + 60;
}

// returns true if the contact may use the rows of a block in its lanes; a block with one entry is
// not extended, because its row is not summed
static bool isAlike(const lane_Block* block, const lane_Item* item) {
  return block->type == item->type && block->nefc == item->nefc && block->columns &&
         block->tree[0] == item->tree[0] && block->tree[1] == item->tree[1] && item->tree[1] != -2;
}

// block that the contact can share at the least cost, -1: none. In the lanes of the contact this
// block and all later ones are unused, so their contacts stay in order
static int findBlock(const lane_Build* b, const lane_Item* item, mask has) {
  const lane_Make* out = b->out;
  int best = -1, least = costOf(item->columns);
  if (!item->columns || (item->nefc == 1 && item->ncol == 1)) return -1;
  for (int k = out->nblock - 1; k >= 0 && !lane_any(out->has[k] & has); k--) {
    const lane_Block* block = &out->block[k];
    if (!isAlike(block, item) || (block->nefc == 1 && block->ncol == 1)) continue;
    const int cost = costOf(block->columns | item->columns) - costOf(block->columns);
    if (cost <= least) {
      least = cost;
      best = k;
    }
  }
  return best;
}

// merges the columns of the contact into the block; false: no capacity for the list
static bool joinColumns(lane_Make* out, lane_Block* block, const lane_Item* item) {
  const uint64_t all = block->columns | item->columns;
  const int n = __builtin_popcountll(all);
  if (all == block->columns) return true;
  if (all == item->columns) {
    block->col = item->col;
  } else {
    if (out->ncol + n > out->mostCol) return false;
    int* col = out->col + out->ncol;
    block->col = col;
    for (uint64_t left = all; left; left &= left - 1) *col++ = __builtin_ctzll(left);
    out->ncol += n;
  }
  block->ncol = n;
  block->columns = all;
  return true;
}

// -1: the capacity is exceeded
static int openBlock(lane_Build* b, const lane_Item* item, mask has) {
  lane_Make* out = b->out;
  const int shared = findBlock(b, item, has);
  if (shared >= 0 && joinColumns(out, &out->block[shared], item)) {
    out->has[shared] = out->has[shared] | has;
    return shared;
  }
  if (!build_open(b, item, has)) return -1;
  const int block = out->nblock - 1;
  out->block[block].columns = item->columns;
  out->mu[block] = lane_bc(0);
  for (int i = 0; i < 5; i++) out->friction[5 * block + i] = lane_bc(0);
  return block;
}

static lane_Touch addBlock(lane_Build* b, const lane_Item* item, const lane_Contact* con,
                           mask has) {
  const lane_PairPrm* prm = &b->pair[con->pair];
  const lane_Touch none = {.block = -1, .has = build_none()};
  if (!item->nefc || !lane_any(has)) return none;
  const int block = openBlock(b, item, has);
  if (block < 0) return none;
  const int efc = b->out->block[block].efc;
  fillBase(b, item, con);
  expand(b, item, has, efc);
  const build_State s = build_state(b, item, has, con->dist - prm->includemargin);
  contactR(b, &s, block);
  real add[10];
  if (b->m->flg_surfacevel) surfaceVelocity(add, b, item, con);
  contactReference(b, &s, efc, b->m->flg_surfacevel ? add : NULL);
  if (b->plan->pairs.pair[con->pair].sticks) addAdhesion(b, item, has, efc, prm->adhesion);
  return (lane_Touch){block, has};
}

lane_Touch LANE(build_contact)(lane_Build* b, const lane_Contact* con) {
  const mask far = con->dist >= b->pair[con->pair].includemargin;
  const lane_Touch touch = addBlock(b, &b->plan->touch[con->pair], con, con->has & lane_not(far));
  if (!b->plan->sticky[con->pair].nefc) return touch;
  // beyond the margin, adhesion acts along the normal
  const lane_Touch pulled = addBlock(b, &b->plan->sticky[con->pair], con, con->has & far);
  return touch.block < 0 ? pulled : touch;
}

#endif
