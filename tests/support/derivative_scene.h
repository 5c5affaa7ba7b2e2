// What tests of the slope kernels share: the parts that are tested, on one world, and differences
// of what they are the derivatives of.
#ifndef SINEW_TESTS_SLOPE_SCENE_H_
#define SINEW_TESTS_SLOPE_SCENE_H_

#include "finite_support.h"

#include "diff/derivatives.h"

// a model, a state of it and two accelerations
typedef struct {
  mjModel* m;
  mjData* d;
  mjtNum *qpos, *qvel, *qacc, *acc;
} Scene;

static inline void randomNumbers(mjtNum* res, mjtSize n, double scale) {
  for (int i = 0; i < n; i++) res[i] = scale * rng_uniform();
}

static inline mjtNum* copyOf(const mjtNum* vec, mjtSize n) {
  mjtNum* res = numbers(n);
  mju_copy(res, vec, (int)n);
  return res;
}

// a random state that is turned by up to some angle and moves at some speed; wrenches on all bodies
static inline Scene scene_make(mjModel* m, double angle, double speed) {
  Scene s = {.m = m, .d = mj_makeData(m), .qacc = numbers(m->nv), .acc = numbers(m->nv)};
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  mjtNum* dq = numbers(m->nv);
  randomNumbers(dq, m->nv, angle);
  mj_integratePos(m, s.d->qpos, dq, 1);
  free(dq);
  randomNumbers(s.d->qvel, m->nv, speed);
  randomNumbers(s.d->xfrc_applied + 6, 6 * (m->nbody - 1), 1);
  randomNumbers(s.qacc, m->nv, 2);
  randomNumbers(s.acc, m->nv, 2);
  s.qpos = copyOf(s.d->qpos, m->nq);
  s.qvel = copyOf(s.d->qvel, m->nv);
  mj_forward(m, s.d);
  return s;
}

static inline void scene_free(Scene* s) {
  free(s->qpos);
  free(s->qvel);
  free(s->qacc);
  free(s->acc);
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
}

// derivatives by position and velocity (nv x nv)
typedef struct {
  mjtNum *q, *v;
} Pair;

static inline Pair pair_make(int nv) { return (Pair){numbers(nv * nv), numbers(nv * nv)}; }

static inline void pair_free(Pair* p) {
  free(p->q);
  free(p->v);
}

// G and E of joints, loads, fluid and inverse dynamics
static inline void scene_slopes(const Scene* s, unsigned without, const Pair* G, const Pair* E) {
  const mjModel* m = s->m;
  const int nv = (int)m->nv;
  diff_Work w = {.without = without,
                 .qacc = s->qacc,
                 .acc = s->acc,
                 .G = {.q = G->q, .v = G->v, .stride = nv},
                 .E = {.q = E->q, .v = E->v, .stride = nv}};
  mj_markStack(s->d);
  assert_true(diff_open_w1(m, s->d, &w));
  diff_motion_w1(m, s->d, &w);
  for (int i = 0; i < nv; i++) w.driven[i] = w.lifted[i] = 1;
  diff_joints_w1(m, s->d, &w);
  diff_loads_w1(m, s->d, &w);
  diff_fluid_w1(m, s->d, &w);
  diff_rne_w1(m, s->d, &w);
  mj_freeStack(s->d);
}

// ---- differences

// forces on dofs (nv) at the present state of s->d
typedef void scene_Forces(const Scene* s, mjtNum* res);

static inline void scene_at(const Scene* s, scene_Forces* forces, int kind, int i, double by,
                            mjtNum* res) {
  const mjModel* m = s->m;
  mju_copy(s->d->qpos, s->qpos, (int)m->nq);
  mju_copy(s->d->qvel, s->qvel, (int)m->nv);
  mjtNum* dq = numbers(m->nv);
  dq[i] = 1;
  if (kind == 0) mj_integratePos(m, s->d->qpos, dq, by);
  if (kind == 1) s->d->qvel[i] += by;
  free(dq);
  mj_forward(m, s->d);
  forces(s, res);
}

// five-point difference of step eps
static inline void scene_column(const Scene* s, scene_Forces* forces, int kind, int i, double eps,
                                mjtNum* res) {
  const double by[4] = {eps, -eps, 2 * eps, -2 * eps}, weight[4] = {8, -8, -1, 1};
  const int nv = (int)s->m->nv;
  mjtNum* part = numbers(nv);
  mju_zero(res, nv);
  for (int k = 0; k < 4; k++) {
    scene_at(s, forces, kind, i, by[k], part);
    mju_addToScl(res, part, weight[k] / (12 * eps), nv);
  }
  free(part);
}

// worst entry of a column of an analytic matrix, by the best of some steps; entries that are small
// in their column or in the matrix count less
static inline double scene_columnError(const Scene* s, scene_Forces* forces, int kind, int i,
                                       const mjtNum* mat) {
  const int nv = (int)s->m->nv;
  mjtNum* fd = numbers(nv);
  double best = 1e100, overall = 0;
  for (int k = 0; k < nv * nv; k++) overall = fmax(overall, fabs(mat[k]));
  for (double eps = 1e-2; eps > 2e-6; eps *= 0.2) {
    scene_column(s, forces, kind, i, eps, fd);
    double largest = 0, worst = 0;
    for (int k = 0; k < nv; k++) largest = fmax(largest, fabs(fd[k]));
    for (int k = 0; k < nv; k++) {
      const double scale = fabs(fd[k]) + fmax(0.01 * largest, 1e-4 * overall + 1e-30);
      const double error = fabs(mat[k * nv + i] - fd[k]) / scale;
      worst = error > worst || error != error ? error : worst;
    }
    best = worst < best ? worst : best;
  }
  free(fd);
  return best;
}

// worst entry of a pair of matrices
static inline double scene_error(const Scene* s, scene_Forces* forces, const Pair* p) {
  double worst = 0;
  for (int i = 0; i < s->m->nv; i++) {
    worst = fmax(worst, scene_columnError(s, forces, 0, i, p->q));
    worst = fmax(worst, scene_columnError(s, forces, 1, i, p->v));
  }
  scene_at(s, forces, -1, 0, 0, s->d->qfrc_inverse);
  return worst;
}

// qfrc_smooth - M qacc
static inline void scene_smooth(const Scene* s, mjtNum* res) {
  mj_mulM(s->m, s->d, res, s->qacc);
  mju_sub(res, s->d->qfrc_smooth, res, (int)s->m->nv);
}

#endif
