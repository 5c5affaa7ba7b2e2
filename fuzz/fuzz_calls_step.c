// Stages of a step in any order, and a step that is compared with the same step of a fresh data:
// what a data remembers may save work, never change a result.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

// ---- stages

typedef void Stage(const mjModel* m, mjData* d);

static void rk4(const mjModel* m, mjData* d) { mj_RungeKutta(m, d, 4); }

static Stage* const stages[] = {mj_step,
                                mj_step1,
                                mj_step2,
                                mj_forward,
                                mj_inverse,
                                mj_fwdPosition,
                                mj_fwdVelocity,
                                mj_fwdActuation,
                                mj_fwdConstraint,
                                mj_kinematics,
                                mj_comPos,
                                mj_camlight,
                                mj_crb,
                                mj_makeM,
                                mj_factorM,
                                mj_comVel,
                                mj_subtreeVel,
                                mj_energyPos,
                                mj_energyVel,
                                mj_tendon,
                                mj_transmission,
                                mj_passive,
                                mj_collision,
                                mj_makeConstraint,
                                mj_island,
                                mj_projectConstraint,
                                mj_referenceConstraint,
                                mj_rnePostConstraint,
                                mj_invPosition,
                                mj_invVelocity,
                                mj_invConstraint,
                                mj_compareFwdInv,
                                mj_sensorPos,
                                mj_sensorVel,
                                mj_sensorAcc,
                                mj_Euler,
                                mj_implicit,
                                rk4,
                                mj_checkPos,
                                mj_checkVel,
                                mj_checkAcc,
                                mj_fwdKinematics,
                                mj_fwdAcceleration};

void calls_stage(calls_Player* p) {
  stages[calls_byte(p) % (int)(sizeof stages / sizeof *stages)](p->m, p->d);
}

void calls_skip(calls_Player* p) {
  const int stage = calls_byte(p), sensor = stage / 4 % 2;
  if (stage / 8 % 2) {
    mj_forwardSkip(p->m, p->d, stage % 4, sensor);
  } else {
    mj_inverseSkip(p->m, p->d, stage % 4, sensor);
  }
}

void calls_constants(calls_Player* p) {
  if (calls_byte(p) % 2) mj_setTotalmass(p->m, calls_number(p));
  mj_setConst(p->m, p->d);
}

void calls_threads(calls_Player* p) { mju_threadpool(p->d, calls_byte(p) % 8 ? 0 : 2); }

// ---- a step, and the same step from a fresh data

static bool same(const mjtNum* a, const mjtNum* b, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return false;
  }
  return true;
}

// the state of d in another data. Who sleeps is no part of a state vector: with sleep it is a copy
static void repeatState(calls_Player* p) {
  const int sig = mjSTATE_INTEGRATION;
  if (p->m->opt.enableflags & mjENBL_SLEEP) {
    mj_copyData(p->fresh, p->m, p->d);
    return;
  }
  mj_getState(p->m, p->d, p->state, sig);
  mj_resetData(p->m, p->fresh);
  mj_setState(p->m, p->fresh, p->state, sig);
}

static bool sameSleep(const calls_Player* p) {
  if (!(p->m->opt.enableflags & mjENBL_SLEEP)) return true;
  return !memcmp(p->d->tree_asleep, p->fresh->tree_asleep,
                 (size_t)p->m->ntree * sizeof *p->d->tree_asleep);
}

void calls_stepTwice(calls_Player* p) {
  mj_step(p->m, p->d);
  repeatState(p);
  mj_step(p->m, p->d);
  mj_step(p->m, p->fresh);
  if (same(p->d->qpos, p->fresh->qpos, p->m->nq) && same(p->d->qvel, p->fresh->qvel, p->m->nv) &&
      same(p->d->act, p->fresh->act, p->m->na) && sameSleep(p)) {
    return;
  }
  fprintf(stderr, "fuzz_calls: a step depends on what was before the state\n");
  abort();
}
