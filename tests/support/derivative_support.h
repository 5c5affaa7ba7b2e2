// What the tests of analytic derivatives of tendons and actuators share: the matrices G, E and next
// of diff/derivatives.h against five-point differences of the forces that they are derivatives of.
//   G     qfrc_passive + qfrc_actuator - qfrc_bias - M qacc + ten_J' tension, qacc and tension
//   fixed E     (M - M without armature)(qacc - acc) + h D acc next  activations one step on
// Models have no springs, dampers and fluid but those of tendons.
#ifndef SINEW_TESTS_SLOPE_SUPPORT_H_
#define SINEW_TESTS_SLOPE_SUPPORT_H_

#include <math.h>

#include "diff/derivatives.h"
#include "dyn/dyn.h"
#include "finite_support.h"
#include "force/actuation.h"
#include "force/force_derivative.h"

enum { SLOPE_G, SLOPE_E, SLOPE_NEXT, SLOPE_NMAT };

typedef struct {
  mjModel *m, *bare;  // the model, and without armature
  mjData *d, *at;     // where derivatives are taken; scratch
  mjtNum *qacc, *acc, *tension;
  mjtNum* rate[2];         // (nJten) derivatives of ten_J qacc and ten_J qvel
  mjtNum* of[SLOPE_NMAT];  // (rows x ncol)
  int row[SLOPE_NMAT], ncol;
} Slopes;

static inline Slopes slopes_make(mjModel* m) {
  Slopes s = {.m = m, .bare = mj_copyModel(NULL, m), .d = mj_makeData(m), .at = mj_makeData(m)};
  const int nv = (int)m->nv;
  s.qacc = numbers(nv), s.acc = numbers(nv), s.tension = numbers(m->ntendon);
  for (int k = 0; k < 2; k++) s.rate[k] = numbers(m->nJten);
  s.row[SLOPE_G] = s.row[SLOPE_E] = nv;
  s.row[SLOPE_NEXT] = (int)m->na;
  s.ncol = 2 * nv + (int)(m->na + m->nu);
  for (int k = 0; k < SLOPE_NMAT; k++) s.of[k] = numbers(s.row[k] * s.ncol);
  mju_zero(s.bare->tendon_armature, (int)m->ntendon);
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON) s.bare->actuator_armature[i] = 0;
  }
  return s;
}

static inline void slopes_free(Slopes* s) {
  for (int k = 0; k < SLOPE_NMAT; k++) free(s->of[k]);
  free(s->qacc), free(s->acc), free(s->tension), free(s->rate[0]), free(s->rate[1]);
  mj_deleteData(s->d);
  mj_deleteData(s->at);
  mj_deleteModel(s->bare);
  mj_deleteModel(s->m);
}

// a random state; tendons are pulled by forces up to `tension`
static inline void slopes_state(Slopes* s, uint64_t seed, double tension) {
  const mjModel* m = s->m;
  mjtNum* dq = numbers(m->nv);
  rng_state = seed;
  mj_resetData(m, s->d);
  for (int i = 0; i < m->nv; i++) {
    dq[i] = 0.5 * rng_uniform();
    s->d->qvel[i] = rng_uniform();
    s->qacc[i] = 3 * rng_uniform();
    s->acc[i] = 3 * rng_uniform();
  }
  mj_integratePos(m, s->d->qpos, dq, 1);
  for (int i = 0; i < m->na; i++) s->d->act[i] = 0.4 + 0.3 * rng_uniform();
  for (int i = 0; i < m->nu; i++) s->d->ctrl[i] = 0.5 + 0.4 * rng_uniform();
  for (int i = 0; i < m->ntendon; i++) s->tension[i] = tension * rng_uniform();
  free(dq);
}

// ---- analytic

static inline diff_Matrix slopes_view(const Slopes* s, int k) {
  mjtNum* at = s->of[k];
  const int nv = (int)s->m->nv, na = (int)s->m->na;
  return (diff_Matrix){at, at + nv, at + 2 * nv, at + 2 * nv + na, s->ncol, s->ncol};
}

static inline void slopes_fill(Slopes* s, unsigned without) {
  mjModel* m = s->m;
  mjData* d = s->d;
  diff_Work w = {.without = without,
                 .qacc = s->qacc,
                 .acc = s->acc,
                 .G = slopes_view(s, SLOPE_G),
                 .E = slopes_view(s, SLOPE_E),
                 .next = slopes_view(s, SLOPE_NEXT)};
  for (int k = 0; k < SLOPE_NMAT; k++) mju_zero(s->of[k], s->row[k] * s->ncol);
  mj_forward(m, d);
  mj_markStack(d);
  assert_true(LANE(diff_open)(m, d, &w));
  LANE(diff_motion)(m, d, &w);
  LANE(diff_reach)(m, d, &w);
  LANE(diff_tendonRates)(m, d, &w);
  mju_copy(s->rate[0], w.tenA, (int)m->nJten);
  mju_copy(s->rate[1], w.tenV, (int)m->nJten);
  mju_copy(w.tension, s->tension, (int)m->ntendon);
  LANE(diff_tendons)(m, d, &w);
  LANE(diff_actuators)(m, d, &w);
  LANE(diff_rne)(m, d, &w);
  mj_freeStack(d);
}

// ---- differences

typedef struct {
  mjtNum* of[SLOPE_NMAT];
} Values;

static inline void evaluateG(const Slopes* s, mjtNum* res) {
  const mjModel* m = s->m;
  const mjData* d = s->at;
  const int nv = (int)m->nv;
  mj_mulM(m, d, res, s->qacc);
  for (int i = 0; i < nv; i++) {
    res[i] = d->qfrc_passive[i] + d->qfrc_actuator[i] - d->qfrc_bias[i] - res[i];
  }
  for (int t = 0; t < m->ntendon; t++) {
    const int adr = m->ten_J_rowadr[t];
    for (int k = adr; k < adr + m->ten_J_rownnz[t]; k++) {
      res[m->ten_J_colind[k]] += d->ten_J[k] * s->tension[t];
    }
  }
}

static inline void evaluateE(const Slopes* s, mjtNum* res) {
  const mjModel* m = s->m;
  mjData* d = s->at;
  const int nv = (int)m->nv;
  mjtNum *gap = numbers(nv), *part = numbers(nv);
  mju_sub(gap, s->qacc, s->acc, nv);
  mj_mulM(m, d, res, gap);
  LANE(dyn_makeM)(s->bare, d);
  mj_mulM(s->bare, d, part, gap);
  mju_subFrom(res, part, nv);
  if (m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST) {
    LANE(deriv_velocity)(m, d, 0);
    for (int i = 0; i < nv; i++) {
      for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
        res[i] += m->opt.timestep * d->qDeriv[k] * s->acc[m->D_colind[k]];
      }
    }
  }
  free(gap), free(part);
}

// input i of all columns moved by `by`
static inline void evaluate(const Slopes* s, int i, double by, Values* res) {
  const mjModel* m = s->m;
  mjData* d = s->at;
  const int nv = (int)m->nv, na = (int)m->na;
  mj_copyData(d, m, s->d);
  if (i < nv) {
    mjtNum* dq = numbers(nv);
    dq[i] = 1;
    mj_integratePos(m, d->qpos, dq, by);
    free(dq);
  } else {
    mjtNum* at = i < 2 * nv        ? d->qvel + i - nv
                 : i < 2 * nv + na ? d->act + i - 2 * nv
                                   : d->ctrl + i - 2 * nv - na;
    *at += by;
  }
  mj_forward(m, d);
  evaluateG(s, res->of[SLOPE_G]);
  evaluateE(s, res->of[SLOPE_E]);
  LANE(actuation_advance)(m, d, d->act_dot);
  mju_copy(res->of[SLOPE_NEXT], d->act, na);
}

// five-point difference of column i
static inline void difference(const Slopes* s, int i, double eps, Values* res, Values* room) {
  static const double at[4] = {1, -1, 2, -2}, weight[4] = {8, -8, -1, 1};
  for (int k = 0; k < SLOPE_NMAT; k++) mju_zero(res->of[k], s->row[k]);
  for (int q = 0; q < 4; q++) {
    evaluate(s, i, at[q] * eps, room);
    for (int k = 0; k < SLOPE_NMAT; k++) {
      mju_addToScl(res->of[k], room->of[k], weight[q] / (12 * eps), s->row[k]);
    }
  }
}

static inline double columnError(const Slopes* s, int k, int col, const mjtNum* fd) {
  double most = 0, worst = 0;
  for (int i = 0; i < s->row[k]; i++) most = fmax(most, fabs(fd[i]));
  for (int i = 0; i < s->row[k]; i++) {
    const double x = s->of[k][i * s->ncol + col];
    const double error = fabs(x - fd[i]) / (fabs(fd[i]) + fmax(0.01 * most, 1e-4));
    worst = isnan(x) ? 1e9 : fmax(worst, error);
  }
  return worst;
}

// worst error of all matrices, each column with its best step; by matrix in `each`
static inline double slopes_error(const Slopes* s, double each[SLOPE_NMAT]) {
  Values fd, room;
  double worst = 0;
  for (int k = 0; k < SLOPE_NMAT; k++) {
    fd.of[k] = numbers(s->row[k]), room.of[k] = numbers(s->row[k]);
    each[k] = 0;
  }
  for (int i = 0; i < s->ncol; i++) {
    double best[SLOPE_NMAT] = {1e9, 1e9, 1e9};
    for (double eps = 1e-3; eps > 5e-7; eps *= 0.1) {
      difference(s, i, eps, &fd, &room);
      for (int k = 0; k < SLOPE_NMAT; k++) {
        best[k] = fmin(best[k], columnError(s, k, i, fd.of[k]));
      }
    }
    for (int k = 0; k < SLOPE_NMAT; k++) {
      each[k] = fmax(each[k], best[k]);
      worst = fmax(worst, best[k]);
    }
  }
  for (int k = 0; k < SLOPE_NMAT; k++) free(fd.of[k]), free(room.of[k]);
  return worst;
}

#endif
