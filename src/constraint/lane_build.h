// Builder of constraint Jacobian rows in SIMD lanes, internal to this folder: opens a block, then
// writes its rows with R, D and the reference acceleration.
#ifndef SINEW_CONSTRAINT_LANE_BUILD_H_
#define SINEW_CONSTRAINT_LANE_BUILD_H_

#include "constraint/impedance.h"
#include "constraint/lane_make.h"

#if LANE_W > 1

typedef struct {
  const lane_Model* m;
  const lane_Data* d;
  const lane_Plan* plan;
  const lane_PairPrm* pair;  // (npair)
  lane_Make* out;
  bool full;
} lane_Build;

LANE_INLINE mask build_none(void) { return lane_bits(lane_bc(0)); }
LANE_INLINE mask build_all(void) { return lane_not(build_none()); }

// ---- blocks

// appends a block whose rows have only zeros; false: the capacity is exceeded
LANE_INLINE bool build_open(lane_Build* b, const lane_Item* item, mask has) {
  lane_Make* out = b->out;
  if (out->nblock == out->mostBlocks || out->nefc + item->nefc > out->mostRows) {
    b->full = true;
    return false;
  }
  out->has[out->nblock] = has;
  out->block[out->nblock++] = (lane_Block){.shape = item->shape,
                                           .type = item->type,
                                           .id = item->id,
                                           .efc = out->nefc,
                                           .nefc = item->nefc,
                                           .ncol = item->ncol,
                                           .col = item->col,
                                           .tree = {item->tree[0], item->tree[1]}};
  for (int i = out->nefc; i < out->nefc + item->nefc; i++) {
    out->R[i] = out->D[i] = out->aref[i] = out->frictionloss[i] = lane_bc(0);
  }
  out->nefc += item->nefc;
  return true;
}

LANE_INLINE real* build_row(const lane_Build* b, int efc) {
  return b->out->J + (size_t)efc * b->m->nv;
}

// row . qvel, over the dofs that the columns of the block span
// order: that of dense_dot
LANE_INLINE real build_velocity(const lane_Build* b, const lane_Item* item, const real* row) {
  return vn_dot(row + item->first, b->d->qvel + item->first, item->nread);
}

// a row with one entry is not summed: -0 stays
LANE_INLINE real build_velocityOfOne(const lane_Build* b, const real* row, int col) {
  return row[col] * b->d->qvel[col];
}

// ---- impedance

// a constraint evaluated at its residual minus margin
typedef struct {
  const lane_Item* item;
  const lane_Law* law;
  mask has;
  real dist;  // residual of the whole constraint, minus margin
  real imp;
} build_State;

LANE_INLINE const lane_Law* build_law(const lane_Build* b, const lane_Item* item) {
  return &b->out->law[item->number];
}

LANE_INLINE build_State build_state(const lane_Build* b, const lane_Item* item, mask has,
                                    real dist) {
  build_State s = {.item = item, .law = build_law(b, item), .has = has, .dist = dist};
  real slope;
  imp_impedance(&s.law->curve, dist, &s.imp, &slope);
  return s;
}

LANE_INLINE void build_setR(const lane_Build* b, const build_State* s, int efc, real R) {
  b->out->R[efc] = lane_select(s->has, R, b->out->R[efc]);
  b->out->D[efc] = lane_select(s->has, 1 / R, b->out->D[efc]);
}

LANE_INLINE void build_setReference(const lane_Build* b, const build_State* s, int efc, real K,
                                    real B, real vel, real dist) {
  // order: imp_reference
  const real aref = -B * vel - K * s->imp * dist;
  b->out->aref[efc] = lane_select(s->has, aref, b->out->aref[efc]);
}

// friction loss: the impedance is constant, the reference is -B vel
LANE_INLINE void build_setFriction(const lane_Build* b, const lane_Item* item, mask has, int efc,
                                   real vel) {
  const lane_Law* law = build_law(b, item);
  b->out->R[efc] = lane_select(has, law->R, lane_bc(0));
  b->out->D[efc] = lane_select(has, 1 / law->R, lane_bc(0));
  b->out->aref[efc] = lane_select(has, -law->B * vel, lane_bc(0));
}

// a constraint of one row whose velocity is known
LANE_INLINE void build_setScalar(const lane_Build* b, const lane_Item* item, mask has, int efc,
                                 real dist, real vel) {
  if (item->shape == CON_FRICTION) {
    build_setFriction(b, item, has, efc, vel);
    return;
  }
  const build_State s = build_state(b, item, has, dist);
  build_setR(b, &s, efc, imp_regularisation(s.imp, s.law->diag[0]));
  build_setReference(b, &s, efc, s.law->K, s.law->B, vel, dist);
}

// ---- kinds of blocks

// a connect, weld or distance that is active in the lanes of `has` (lane_bodies.lane.c)
void LANE(build_bodies)(lane_Build* b, const lane_Item* item, mask has);
// a contact (lane_touch.lane.c)
lane_Touch LANE(build_contact)(lane_Build* b, const lane_Contact* con);

#endif

#endif
