// Derivatives at whatever state the program has led to: of steps, of the inverse, by numbers of the
// model; all matrices or some of them, any mode, any parameter. The state is as it was before.
#include <stdlib.h>
#include <string.h>

#include <sinew/extra.h>

#include "calls.h"

// a matrix, or none
static mjtNum* matrix(calls_Player* p, mjtSize rows, mjtSize cols) {
  if (calls_byte(p) % 4 == 0) return NULL;
  return calloc((size_t)(rows * cols) + 1, sizeof(mjtNum));
}

static void transition(calls_Player* p, int mode) {
  const mjtSize ndx = 2 * p->m->nv + p->m->na, nu = p->m->nu, ns = p->m->nsensordata;
  mjtNum *A = matrix(p, ndx, ndx), *B = matrix(p, ndx, nu), *C = matrix(p, ns, ndx);
  mjtNum* D = matrix(p, ns, nu);
  sn_transition(p->m, p->d, mode, A, B, C, D);
  free(A);
  free(B);
  free(C);
  free(D);
}

static void reference(calls_Player* p) {
  const mjtSize ndx = 2 * p->m->nv + p->m->na;
  mjtNum* A = matrix(p, ndx, ndx);
  const mjtNum eps = calls_number(p);
  mjd_transitionFD(p->m, p->d, eps, calls_byte(p) % 2, A, NULL, NULL, NULL);
  free(A);
}

static void inverse(calls_Player* p, int mode) {
  const mjtSize nv = p->m->nv, ns = p->m->nsensordata;
  mjtNum* out[7];
  for (int k = 0; k < 7; k++) out[k] = matrix(p, nv, k < 3 ? nv : k < 6 ? ns : p->m->nC);
  sn_inverseDerivatives(p->m, p->d, mode, calls_byte(p) % 2, out[0], out[1], out[2], out[3], out[4],
                        out[5], out[6]);
  for (int k = 0; k < 7; k++) free(out[k]);
}

static void parameters(calls_Player* p) {
  enum { MOST = 6 };
  const int n = calls_byte(p) % MOST;
  sn_Parameter prm[MOST];
  for (int k = 0; k < n; k++) {
    prm[k].field = calls_id(p, sn_fieldCount(sn_TYPE_MODEL));
    mjtSize rows = 0, cols = 0;
    sn_fieldAddress(sn_TYPE_MODEL, prm[k].field, p->m, p->d, &rows, &cols);
    prm[k].index = calls_id(p, rows * cols);
  }
  mjtNum* P = calloc((size_t)((2 * p->m->nv + p->m->na) * MOST) + 1, sizeof *P);
  if (P) sn_parameterDerivatives(p->m, p->d, prm, n, P);
  free(P);
}

static void check(calls_Player* p, int mode) {
  sn_DiffReport report;
  sn_transitionCheck(p->m, p->d, mode, &report);
}

void calls_derivative(calls_Player* p) {
  const int mode = calls_id(p, sn_NDIFFMODE), kind = calls_byte(p) % 8;
  const int spec = mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT | mjSTATE_CTRL;
  const size_t bytes = (size_t)mj_stateSize(p->m, spec) * sizeof(mjtNum);
  mjtNum *before = malloc(bytes + 1), *after = malloc(bytes + 1);
  if (before && after) {
    mj_getState(p->m, p->d, before, spec);
    if (kind < 3) transition(p, mode);
    if (kind == 3) reference(p);
    if (kind == 4) inverse(p, mode);
    if (kind == 5 || kind == 6) parameters(p);
    if (kind == 7) check(p, mode);
    mj_getState(p->m, p->d, after, spec);
    if (memcmp(before, after, bytes) != 0) abort();
  }
  free(before);
  free(after);
}
