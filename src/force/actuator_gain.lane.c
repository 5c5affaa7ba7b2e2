// Actuator gain (fixed, affine, muscle, user): the factor of the input, or for types with several
// inputs or outputs the whole force. One table row per type.
//   length, velocity -> gain
#include "force/actuator.h"
#include "math/curve.h"
#include "model/callbacks.h"

static void fixedGain(const act_View* a, real* gain) { *gain = act_prm(act_gainprm(a), 0); }

static void affineGain(const act_View* a, real* gain) {
  *gain = act_prm(act_gainprm(a), 0) + act_prm(act_gainprm(a), 1) * act_length(a)[0] +
          act_prm(act_gainprm(a), 2) * act_velocity(a)[0];
}

static void muscleGain(const act_View* a, real* gain) {
  enum { NPRM = 9 };
  const int out = a->m->actuator_outadr[a->id];
  real prm[NPRM];
  for (int k = 0; k < NPRM; k++) prm[k] = act_prm(act_gainprm(a), k);
  const real* range = lane_prmAt(a->m->actuator_lengthrange, 2 * out);
  const real lengthrange[2] = {act_prm(range, 0), act_prm(range, 1)};
  *gain = curve_muscleGain(act_length(a)[0], act_velocity(a)[0], lengthrange,
                           lane_prm(a->m->actuator_acc0, out), prm);
}

static void userGain(const act_View* a, real* gain) { *gain = callback_actGain(a->m, a->d, a->id); }

const act_Gain LANE(act_gains)[] = {
    [mjGAIN_FIXED] = {.gain = fixedGain},      [mjGAIN_AFFINE] = {.gain = affineGain},
    [mjGAIN_MUSCLE] = {.gain = muscleGain},    [mjGAIN_DCMOTOR] = {.force = LANE(dcmotor_force)},
    [mjGAIN_SO3] = {.force = LANE(so3_force)}, [mjGAIN_PID] = {.force = LANE(pid_force)},
    [mjGAIN_USER] = {.gain = userGain},
};

bool LANE(act_hasGain)(int type) {
  enum { NKIND = sizeof LANE(act_gains) / sizeof *LANE(act_gains) };
  _Static_assert(NKIND == mjGAIN_USER + 1, "a row for every kind");
  return type >= 0 && type < NKIND && (LANE(act_gains)[type].gain || LANE(act_gains)[type].force);
}
