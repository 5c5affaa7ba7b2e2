// Derivatives of all constraint forces, dispatched by type of constraint: scalar, equality, contact
// (diff/rows_derivative.h).
#include "diff/rows_derivative.h"

#include <sinew/api.h>

#include "model/stack.h"

// R of the normal, before friction scales it
static mjtNum normalR(const rows_Slope* r, const con_Block* b, int k) {
  const mjtNum R = r->d->efc_R[b->efc + (b->contact < 0 ? k : 0)];
  if (b->shape != CON_PYRAMID) return R;
  const mjtNum mu = r->d->contact[b->contact].mu;
  return R / (2 * mu * mu);
}

rows_Rate rows_rate(const rows_Slope* r, const con_Block* b, int k) {
  const int efc = b->efc + k;
  const mjtNum* kbip = r->d->efc_KBIP + 4 * efc;
  const mjtNum K = kbip[0], d = kbip[2], x = r->d->efc_pos[efc] - r->d->efc_margin[efc];
  const mjtNum slope = r->w->without & SLOPE_IMPEDANCE ? 0 : kbip[3];
  rows_Rate rate = {.stiffness = K * (d + slope * x), .damping = kbip[1]};
  // the regularization is constant at its minimum
  const bool floor = normalR(r, b, k) <= mjMINVAL * (1 + 1e-9);
  if (floor || (r->w->without & SLOPE_REGULARISER)) return rate;
  rate.relative = kbip[3] / (d * (1 - d));
  if (b->contact < 0) return rate;
  // the adhesion force enters aref as R times its share
  const mjtNum pull = r->d->contact[b->contact].adhesion;
  const int n = b->shape == CON_PYRAMID ? b->nefc : 1;
  rate.stiffness += r->d->efc_R[b->efc] * rate.relative * pull / n;
  return rate;
}

static bool isScalar(const rows_Slope* r, const con_Block* b) {
  if (b->type != mjCNSTR_EQUALITY) return true;
  const int type = r->m->eq_type[b->id];
  return type == mjEQ_JOINT || type == mjEQ_TENDON;
}

// all rows but contacts
static void addBlock(const rows_Slope* r, const con_Block* b, const diff_Matrix* force) {
  if (isScalar(r, b)) {
    rows_jointSlope(r, b, force);
  } else {
    rows_equalitySlope(r, b, force);
  }
}

bool rows_slope(rows_Slope* r) {
  mjData* d = r->d;
  if (!d->nefc && !d->ncon) return true;
  ckin_Derivative* touch =
      stack_alloc(d, (size_t)d->ncon * sizeof *touch + 1, _Alignof(ckin_Derivative));
  if (!touch || !ckin_derivatives(r->m, d, touch)) return false;
  r->touch = touch;
  r->rows = con_rows(d);
  for (int k = 0; k < r->rows.nblock; k++) {
    if (r->rows.block[k].contact < 0) addBlock(r, r->rows.block + k, NULL);
  }
  rows_contactSlope(r);
  return true;
}

void rows_forceSlope(const rows_Slope* r, const diff_Matrix* res) {
  for (int k = 0; k < r->rows.nblock && r->d->nefc; k++) {
    const con_Block* b = r->rows.block + k;
    if (b->contact < 0) {
      addBlock(r, b, res);
    } else {
      rows_contactForce(r, b, res);
    }
  }
}
