// Analytic derivatives of inverse dynamics: qfrc_inverse = M qacc + bias - passive - J'f(qacc)
// changes by -G with position and velocity, G as for the step (diff/derivatives.h) at the given
// qacc, and with qacc by the Hessian H = M + J' Hs J. Row i of a result belongs to input i.
//   state, qacc -> DfDq, DfDv, DfDa
#include "diff/inverse_derivative.h"

#include <string.h>

#include <sinew/api.h>

#include "constraint/law.h"
#include "diff/assemble.h"
#include "diff/linearization_point.h"
#include "diff/transition.h"
#include "dyn/dyn.h"
#include "force/actuation.h"
#include "math/vec.h"
#include "model/stack.h"
#include "step/forward.h"

static const char* const FUNCTION = "sn_inverseDerivatives";

// with invdiscrete, qacc is a difference of velocities, and depends on the integrator's matrix
bool inverse_isCovered(const mjModel* m) {
  return diff_isCovered(m) && !(m->opt.enableflags & mjENBL_INVDISCRETE);
}

// ---- by acceleration

// x = Hs x, x indexed by constraint rows
static void mulCurvature(const rows_Slope* r, mjtNum* x) {
  for (int n = 0; n < r->rows.nblock; n++) {
    const con_Block* b = r->rows.block + n;
    mjtNum* at = x + b->efc;
    if (b->shape == CON_ELLIPTIC && r->d->efc_state[b->efc] == mjCNSTRSTATE_CONE) {
      const mjContact* con = r->d->contact + b->contact;
      mjtNum H[LAW_DIM * LAW_DIM], y[LAW_DIM];
      law_coneHessian(H, r->jar + b->efc, r->d->efc_D[b->efc], con->mu, con->friction, b->nefc);
      for (int k = 0; k < b->nefc; k++) y[k] = vn_dot(H + k * b->nefc, at, b->nefc);
      vn_copy(at, y, b->nefc);
    } else {
      for (int k = 0; k < b->nefc; k++) at[k] *= rows_curvature(r, b->efc + k);
    }
  }
}

// H, row by row; unit: (nv) zeros, x: (nefc)
static void byAcceleration(const rows_Slope* r, mjtNum* unit, mjtNum* x, mjtNum* res) {
  const int nv = (int)r->m->nv;
  for (int i = 0; i < nv; i++) {
    mjtNum* row = res + (size_t)i * (size_t)nv;
    unit[i] = 1;
    LANE(dyn_mulM)(r->m, r->d, row, unit);
    if (r->d->nefc) {
      con_mulJac(&r->rows, x, unit);
      mulCurvature(r, x);
      con_addJacT(&r->rows, row, x);
    }
    unit[i] = 0;
  }
}

// ---- by position and velocity

static void writeNegative(mjtNum* res, const mjtNum* G, int stride, int n) {
  for (int i = 0; i < n && res; i++) {
    for (int k = 0; k < n; k++)
      res[(size_t)i * (size_t)n + (size_t)k] = -G[(size_t)k * (size_t)stride + (size_t)i];
  }
}

static bool run(const mjModel* m, mjData* d, bool actuation, mjtNum* scratch,
                const finite_Inverse* out) {
  const int nv = (int)m->nv;
  diff_Work w = {.unapplied = true, .qacc = d->qacc, .acc = d->qacc};
  rows_Slope rows;
  mjtNum *G = scratch, *unit = G + 2 * (size_t)nv * (size_t)nv;
  mjtNum* jar = stack_num(d, 2 * (size_t)d->nefc + 1);
  if (!jar) return false;
  memset(scratch, 0, (2 * (size_t)nv + 1) * (size_t)nv * sizeof *scratch);
  w.G = (diff_Matrix){.q = G, .v = G + nv, .stride = 2 * nv};
  if (d->nefc) {
    const con_Rows all = con_rows(d);
    con_mulJac(&all, jar, d->qacc);
    for (int i = 0; i < d->nefc; i++) jar[i] -= d->efc_aref[i];
    con_update(m, d, jar, NULL, true);
  }
  if (!assemble_slopes(m, d, &w, &rows, jar, actuation)) return false;
  writeNegative(out->DfDq, w.G.q, w.G.stride, nv);
  writeNegative(out->DfDv, w.G.v, w.G.stride, nv);
  if (out->DfDa) byAcceleration(&rows, unit, jar + d->nefc, out->DfDa);
  return true;
}

bool inverse_slope(const mjModel* m, mjData* d, bool actuation, const finite_Inverse* out) {
  linpoint_Point at;
  const size_t nv = (size_t)m->nv;
  mjtNum* scratch = linpoint_open(&at, m, d, (2 * nv + 1) * nv, FUNCTION);
  if (!scratch) return false;
  const int full = linpoint_countFull(d);
  bool good = step_inverse(at.m, d, mjSTAGE_NONE, 1) && linpoint_countFull(d) == full;
  if (good && actuation) LANE(actuation_forces)(at.m, d);
  if (good && !run(at.m, d, actuation, scratch, out)) {
    mju_error("%s: the arena of %lld bytes is too small. Give the model more: <size "
              "memory=\"...\"/>",
              FUNCTION, (long long)d->narena);
    good = false;
  } else {
    good = linpoint_tellFull(&at, good ? full : -1);
  }
  linpoint_close(&at);
  return good;
}
