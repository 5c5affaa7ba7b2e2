// How rows in lanes are made, for the files of this folder: a block is opened, then its rows are
// written with their numbers.
#ifndef SINEW_CONSTRAINT_LANE_BUILD_H_
#define SINEW_CONSTRAINT_LANE_BUILD_H_

#include "constraint/impedance.h"
#include "constraint/lane_make.h"

#if LANE_W > 1

typedef struct {
  const mjModel* m;
  const lane_Data* d;
  const lane_Plan* plan;
  lane_Make* out;
  bool full;
} lane_Build;

LANE_INLINE mask build_none(void) { return lane_bits(lane_bc(0)); }
LANE_INLINE mask build_all(void) { return lane_not(build_none()); }

// ---- blocks

// the next block, its rows of J being zero; false: there is no room
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
  out->nefc += item->nefc;
  return true;
}

LANE_INLINE real* build_row(const lane_Build* b, int efc) {
  return b->out->J + (size_t)efc * b->m->nv;
}

// row . qvel, read where the columns of the block are
// order: that of dense_dot
LANE_INLINE real build_velocity(const lane_Build* b, const lane_Item* item, const real* row) {
  return vn_dot(row + item->first, b->d->qvel + item->first, item->nread);
}

// a row of one number is no sum: -0 stays
LANE_INLINE real build_velocityOfOne(const lane_Build* b, const real* row, int col) {
  return row[col] * b->d->qvel[col];
}

// ---- impedance

// a constraint at its residual less margin
typedef struct {
  const lane_Item* item;
  mask has;
  real dist;  // residual of the whole, less margin
  real imp;
} build_State;

LANE_INLINE build_State build_state(const lane_Item* item, mask has, real dist) {
  const mjtNum* c = item->law.curve;
  const imp_Curve curve = {lane_bc(c[0]), lane_bc(c[1]), lane_bc(c[2]), lane_bc(c[3]),
                           lane_bc(c[4])};
  build_State s = {.item = item, .has = has, .dist = dist};
  real slope;
  imp_impedance(&curve, dist, &s.imp, &slope);
  return s;
}

LANE_INLINE void build_setR(const lane_Build* b, const build_State* s, int efc, real R) {
  b->out->R[efc] = lane_select(s->has, R, lane_bc(0));
  b->out->D[efc] = lane_select(s->has, 1 / R, lane_bc(0));
  b->out->frictionloss[efc] = lane_bc(0);
}

LANE_INLINE void build_setReference(const lane_Build* b, const build_State* s, int efc, mjtNum K,
                                    mjtNum B, real vel, real dist) {
  // order: imp_reference
  const real aref = -B * vel - K * s->imp * dist;
  b->out->aref[efc] = lane_select(s->has, aref, lane_bc(0));
}

// friction loss: the impedance is always the same, the reference -B vel
LANE_INLINE void build_setFriction(const lane_Build* b, const lane_Item* item, mask has, int efc,
                                   real vel) {
  b->out->R[efc] = lane_select(has, lane_bc(item->R), lane_bc(0));
  b->out->D[efc] = lane_select(has, lane_bc(1 / item->R), lane_bc(0));
  b->out->aref[efc] = lane_select(has, -item->law.B * vel, lane_bc(0));
}

// a constraint of one row, its velocity being known
LANE_INLINE void build_setScalar(const lane_Build* b, const lane_Item* item, mask has, int efc,
                                 real dist, real vel) {
  if (item->shape == CON_FRICTION) {
    build_setFriction(b, item, has, efc, vel);
    return;
  }
  const build_State s = build_state(item, has, dist);
  build_setR(b, &s, efc, imp_regularisation(s.imp, lane_bc(item->diag[0])));
  build_setReference(b, &s, efc, item->law.K, item->law.B, vel, dist);
}

// ---- kinds of blocks

// a connect, weld or distance that the lanes of `has` hold active (lane_bodies.lane.c)
void LANE(build_bodies)(lane_Build* b, const lane_Item* item, mask has);
// a contact (lane_touch.lane.c)
void LANE(build_contact)(lane_Build* b, const lane_Contact* con);

#endif

#endif
