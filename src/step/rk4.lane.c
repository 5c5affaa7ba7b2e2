// Fourth-order Runge-Kutta integrator (RK4). Stage i starts at X_0 + c_i h F_{i-1} with c = (1/2,
// 1/2, 1); the step is X_0 + h (F_0 + 2 F_1 + 2 F_2 + F_3)/6. Positions are integrated on the
// configuration manifold with the combined velocity; activations take Euler steps in the stages and
// follow their own rule (exact filters, limits) in the step.
//   qpos, qvel, act, time, first stage in d -> the same one timestep later; d keeps the last stage
#include "step/integrate.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "step/stages.h"

enum { STAGES = 4 };
static const double fraction[STAGES] = {0, 0.5, 0.5,
                                        1};  // time of a stage, as fraction of the step
static const double weight[STAGES] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

typedef struct {
  real *qpos, *qvel, *act, time;   // at the start
  real *velSum, *accSum, *dotSum;  // weighted sums over the stages
} Start;

static bool begin(const lane_Model* m, lane_Data* d, Start* s) {
  const int nq = (int)m->nq, nv = (int)m->nv, na = (int)m->na;
  real* at = lane_scratch(d, nq + 3 * nv + 2 * na);
  if (!at) return false;
  s->qpos = at;
  s->qvel = s->qpos + nq;
  s->velSum = s->qvel + nv;
  s->accSum = s->velSum + nv;
  s->act = s->accSum + nv;
  s->dotSum = s->act + na;
  ASSERT_FULL(s->dotSum + na == at + nq + 3 * nv + 2 * na);
  vn_copy(s->qpos, d->qpos, nq);
  vn_copy(s->qvel, d->qvel, nv);
  vn_copy(s->act, d->act, na);
  s->time = d->time;
  vn_scl(s->velSum, d->qvel, lane_bc(weight[0]), nv);
  vn_scl(s->accSum, d->qacc, lane_bc(weight[0]), nv);
  vn_scl(s->dotSum, d->act_dot, lane_bc(weight[0]), na);
  return true;
}

// state of a stage from the rates of the stage before, which d holds
static void moveTo(const lane_Model* m, lane_Data* d, const Start* s, int stage) {
  const real h = lane_opt(m, timestep) * fraction[stage];  // order: the product first
  vn_copy(d->qpos, s->qpos, (int)m->nq);
  LANE(dyn_integrateRanges)(m, lane_ranges(d), d->qpos, d->qvel, h);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = s->qvel[i] + h * d->qacc[i];
  for (int i = 0; i < m->na; i++) d->act[i] = s->act[i] + h * d->act_dot[i];
  d->time = s->time + h;
}

static void addStage(const lane_Model* m, const lane_Data* d, const Start* s, int stage) {
  vn_addToScl(s->velSum, d->qvel, lane_bc(weight[stage]), (int)m->nv);
  vn_addToScl(s->accSum, d->qacc, lane_bc(weight[stage]), (int)m->nv);
  vn_addToScl(s->dotSum, d->act_dot, lane_bc(weight[stage]), (int)m->na);
}

void LANE(step_rk4)(const lane_Model* m, lane_Data* d) {
  Start s;
  lane_mark(d);
  if (begin(m, d, &s)) {
    for (int stage = 1; stage < STAGES; stage++) {
      moveTo(m, d, &s, stage);
      // odd: sleep under RK4
      // odd: last stage of RK4; sensors are those of the first
      LANE(step_pass)(m, d, STAGE_NONE, STAGE_ENERGY);
      addStage(m, d, &s, stage);
    }
    vn_copy(d->qpos, s.qpos, (int)m->nq);
    vn_copy(d->qvel, s.qvel, (int)m->nv);
    vn_copy(d->act, s.act, (int)m->na);
    d->time = s.time;
    LANE(step_advance)(m, d, s.dotSum, s.accSum, s.velSum);
  }
  lane_free(d);
}
