// What tests of derivatives of steps share: states with some motion, contact and sliding, and the
// models of tests/data/diff.
#ifndef SINEW_TESTS_TRANSITION_SUPPORT_H_
#define SINEW_TESTS_TRANSITION_SUPPORT_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <sinew/api.h>
#include <sinew/extra.h>

// uniform in [-1, 1] (xorshift)
static inline double drawn(uint64_t* seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

// controls within their ranges (part < 1) or beyond them
static inline void drawControls(const mjModel* m, mjData* d, double part, uint64_t* seed) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const double x = part * drawn(seed);
    d->ctrl[i] = m->actuator_ctrllimited[i]
                     ? (range[0] + range[1]) / 2 + (range[1] - range[0]) / 2 * x
                     : 0.4 * x;
  }
}

static inline void drawForces(const mjModel* m, mjData* d, double size, uint64_t* seed) {
  for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = size * drawn(seed);
}

typedef struct {
  int nstep;
  double speed;     // of the start
  double controls;  // part of their ranges
  double forces;    // xfrc_applied
  uint64_t seed;
} Warming;

// a state after some steps with random controls, which change every ten
static inline void warm(const mjModel* m, mjData* d, const Warming* by) {
  uint64_t seed = by->seed * 0x9e3779b97f4a7c15u + 88172645463325252u;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = by->speed * drawn(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.3 + 0.2 * drawn(&seed);
  if (by->forces != 0) drawForces(m, d, by->forces, &seed);
  for (int k = 0; k < by->nstep; k++) {
    if (k % 10 == 0) drawControls(m, d, by->controls, &seed);
    mj_step(m, d);
  }
}

// a model of tests/data/diff
typedef struct {
  const char* file;
  bool contacts;  // it has some, or limits
  Warming warming;
} Sample;

static const Sample samples[] = {
    {"joints", false, {25, 0.5, 0.8, 0.03, 1}}, {"fluid", false, {25, 0.8, 0.8, 0, 1}},
    {"tendons", true, {25, 0.3, 0.8, 0, 1}},    {"tendon_armature", true, {25, 0.3, 0.8, 0, 1}},
    {"wraps", false, {25, 0.5, 0.8, 0.1, 1}},   {"equalities", false, {25, 0.3, 0.8, 0.1, 1}},
    {"loops", false, {25, 0.3, 0.8, 0.05, 1}},  {"actuators", false, {25, 0.4, 0.8, 0, 1}},
    {"saturated", false, {25, 0.3, 4, 0, 1}},   {"contacts", true, {40, 0.2, 0.8, 0, 1}},
    {"surfaces", true, {40, 0.2, 0.8, 0, 1}},   {"limits", true, {60, 0.3, 0.8, 0.1, 1}},
    {"heavy", true, {60, 0.3, 0.8, 0, 1}},      {"sensors", true, {50, 0.3, 0.8, 0, 1}},
};

enum { NSAMPLE = sizeof samples / sizeof *samples };

typedef struct {
  const char* name;
  int integrator;
} Integrator;

static const Integrator integrators[] = {
    {"Euler", mjINT_EULER}, {"implicit", mjINT_IMPLICIT}, {"implicitfast", mjINT_IMPLICITFAST}};

enum { NINTEGRATOR = 3 };

static const char* const modeNames[] = {"analytic", "hybrid", "differences"};
static const char* const coneNames[] = {"pyramidal", "elliptic"};

// is there a mode of formulas
static inline bool hasFormulas(void) {
  char error[200] = "";
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>",
      error, sizeof error);
  mjData* d = mj_makeData(m);
  mjtNum A[4];
  const int used = sn_transition(m, d, sn_DIFF_ANALYTIC, A, NULL, NULL, NULL);
  mj_deleteData(d);
  mj_deleteModel(m);
  return used == sn_DIFF_ANALYTIC;
}

static inline void printReport(const char* name, const sn_DiffReport* r, int used) {
  printf("  %s: %.1e (%s), %d of %d columns left out; %c[%d][%d] %s: %.9g, differences %.9g "
         "(eps %.0e, ratio %.1g%s)\n",
         name, r->error, used < 0 ? "failed" : modeNames[used], r->nchanged, r->ncolumn,
         r->matrix ? r->matrix : '-', r->row, r->col, r->what, r->value, r->difference, r->eps,
         r->ratio, r->converged ? "" : ", not converged");
}

#endif
