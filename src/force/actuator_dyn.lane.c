// Activation dynamics (integrator, first-order filter, muscle, user): time derivative of the
// activations, and the activation one step later, one table row per type.
//   ctrl, act -> act_dot; act, act_dot -> next act
#include "force/actuator.h"
#include "math/curve.h"
#include "math/elementary.h"
#include "model/callbacks.h"

// activations without a control of their own stay; those of a plugin come first
static void integratorRate(const act_View* a, real* act_dot) {
  const int num = act_num(a), nctrl = a->m->actuator_ctrlnum[a->id];
  if (callback_isPlugin(a->m, a->id)) {
    act_dot[num - 1] = act_ctrl(a, 0);
    return;
  }
  for (int k = 0; k < num && k < nctrl; k++) act_dot[k] = act_ctrl(a, k);
}

// the state of the filter is the last activation
static void filterRate(const act_View* a, real* act_dot) {
  const int k = act_num(a) - 1;
  act_dot[k] = (act_ctrl(a, 0) - act_state(a, k)) / act_atLeastMin(act_prm(act_dynprm(a), 0));
}

static void muscleRate(const act_View* a, real* act_dot) {
  const int k = act_num(a) - 1;
  const real prm[3] = {act_prm(act_dynprm(a), 0), act_prm(act_dynprm(a), 1),
                       act_prm(act_dynprm(a), 2)};
  act_dot[k] = curve_muscleDynamics(act_ctrl(a, 0), act_state(a, k), prm);
}

// the callback of an actuator with several activations writes them itself
static void userRate(const act_View* a, real* act_dot) {
  const real rate = callback_actDyn(a->m, a->d, a->id);
  if (act_num(a) == 1) act_dot[0] = rate;
}

static void eulerNext(const act_View* a, int slot, real* next) {
  *next = act_state(a, slot) + lane_opt(a->m, timestep) * act_rate(a, slot);
}

// exact for a control that is constant over the step
static void exactNext(const act_View* a, int slot, real* next) {
  const real tau = act_atLeastMin(act_prm(act_dynprm(a), 0));
  *next = act_state(a, slot) +
          act_rate(a, slot) * tau * (1 - lane_exp(-lane_opt(a->m, timestep) / tau));
}

const act_Dynamics LANE(act_dynamics)[] = {
    [mjDYN_NONE] = {NULL, eulerNext},
    [mjDYN_INTEGRATOR] = {integratorRate, eulerNext},
    [mjDYN_FILTER] = {filterRate, eulerNext},
    [mjDYN_FILTEREXACT] = {filterRate, exactNext},
    [mjDYN_MUSCLE] = {muscleRate, eulerNext},
    [mjDYN_DCMOTOR] = {LANE(dcmotor_rate), LANE(dcmotor_next)},
    [mjDYN_PID] = {LANE(pid_rate), eulerNext},
    [mjDYN_USER] = {userRate, eulerNext},
};

bool LANE(act_hasDynamics)(int type) {
  enum { NKIND = sizeof LANE(act_dynamics) / sizeof *LANE(act_dynamics) };
  _Static_assert(NKIND == mjDYN_USER + 1, "a row for every kind");
  return type >= 0 && type < NKIND && LANE(act_dynamics)[type].next;
}
