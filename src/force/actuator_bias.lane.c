// Actuator bias (affine, muscle, user): force without input, one table row per type. The biases of
// DC motors and orientation servos are part of their forces.
//   length, velocity -> bias
#include "force/actuator.h"
#include "math/curve.h"
#include "model/callbacks.h"

static void noBias(const act_View* a, real* bias) {
  (void)a;
  *bias = lane_bc(0);
}

static void affineBias(const act_View* a, real* bias) {
  *bias = act_prm(act_biasprm(a), 0) + act_prm(act_biasprm(a), 1) * act_length(a)[0] +
          act_prm(act_biasprm(a), 2) * act_velocity(a)[0];
}

static void muscleBias(const act_View* a, real* bias) {
  enum { NPRM = 9 };
  const int out = a->m->actuator_outadr[a->id];
  real prm[NPRM];
  for (int k = 0; k < NPRM; k++) prm[k] = act_prm(act_biasprm(a), k);
  const real* range = lane_prmAt(a->m->actuator_lengthrange, 2 * out);
  const real lengthrange[2] = {act_prm(range, 0), act_prm(range, 1)};
  *bias = curve_muscleBias(act_length(a)[0], lengthrange, lane_prm(a->m->actuator_acc0, out), prm);
}

static void userBias(const act_View* a, real* bias) { *bias = callback_actBias(a->m, a->d, a->id); }

act_Bias* const LANE(act_biases)[] = {
    [mjBIAS_NONE] = noBias,    [mjBIAS_AFFINE] = affineBias, [mjBIAS_MUSCLE] = muscleBias,
    [mjBIAS_DCMOTOR] = noBias, [mjBIAS_SO3] = noBias,        [mjBIAS_USER] = userBias,
};

bool LANE(act_hasBias)(int type) {
  enum { NKIND = sizeof LANE(act_biases) / sizeof *LANE(act_biases) };
  _Static_assert(NKIND == mjBIAS_USER + 1, "a row for every kind");
  return type >= 0 && type < NKIND && LANE(act_biases)[type];
}
