// Integration of activations over one timestep. Filters with an exact (exponential) solution use
// it, all others take an Euler step; then the result is clamped to the activation range. Rotations
// that integrators hold are wrapped to half a turn.
//   act, act_dot -> act
#include "base/assert.h"
#include "force/actuation.h"
#include "force/actuator.h"

void LANE(actuation_next)(const lane_Model* m, const lane_Data* d, int actuator, int slot,
                          const real* act_dot, real* next) {
  const act_View a = {.m = m, .d = d, .act_dot = act_dot, .id = actuator};
  const int dyntype = m->actuator_dyntype[actuator];
  LANE(act_dynamics)[dyntype].next(&a, slot, next);
  if (m->actuator_actlimited[actuator] && dyntype != mjDYN_DCMOTOR) {
    const real* range = lane_prmAt(m->actuator_actrange, 2 * actuator);
    *next = act_clip(*next, act_prm(range, 0), act_prm(range, 1));
  }
}

// wraps a rotation vector: the same rotation by at most half a turn
static void wrapRotation(real vec[3]) {
  const real angle = v3_norm(vec);
  const mask over = angle > mjPI;
  const real full = lane_select(over, angle, lane_bc(1));
  const real scale = (full - 2 * mjPI * act_round(full / (2 * mjPI))) / full;
  v3_scl(vec, vec, lane_select(over, scale, lane_bc(1)));
}

static void wrapIntegrator(const lane_Model* m, lane_Data* d, int actuator) {
  real period, *act = d->act + m->actuator_actadr[actuator];
  if (m->actuator_gaintype[actuator] == mjGAIN_SO3) {
    ASSERT_FULL(m->actuator_actnum[actuator] == 3);
    wrapRotation(act);
  } else if (act_period(m, actuator, &period)) {
    const int last = m->actuator_actnum[actuator] - 1;
    act[last] = act_wrap(act[last], d->actuator_length[m->actuator_outadr[actuator]], period);
  }
}

void LANE(actuation_advance)(const lane_Model* m, lane_Data* d, const real* act_dot) {
  if (!m->na || (m->opt.disableflags & mjDSBL_ACTUATION)) return;
  lane_mark(d);
  real* next = lane_scratch(d, 2 * m->na);
  real* still = next ? next + m->na : NULL;  // act_dot of disabled groups
  if (next) vn_zero(still, m->na);
  for (int i = 0; i < m->nactuator && next; i++) {
    const int adr = m->actuator_actadr[i];
    if (adr < 0) continue;
    const real* rate = actuation_isDisabled(m, i) ? still : act_dot;
    const int num = m->actuator_actnum[i];
    ASSERT_FULL(num > 0 && adr + num <= m->na);
    for (int k = 0; k < num; k++) LANE(actuation_next)(m, d, i, k, rate, next + adr + k);
    vn_copy(d->act + adr, next + adr, num);
    if (m->actuator_dyntype[i] == mjDYN_INTEGRATOR) wrapIntegrator(m, d, i);
  }
  lane_free(d);
}
