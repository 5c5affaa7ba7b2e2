// Actuator input for the force: the activation that is used (current or next), and the period of
// servos whose length is an angle (angle wrapping).
#include "force/actuation.h"
#include "force/actuator.h"

void LANE(act_forForce)(const act_View* a, int slot, real* act) {
  if (a->m->actuator_actearly[a->id]) {
    LANE(actuation_next)(a->m, a->d, a->id, slot, a->act_dot, act);
  } else {
    *act = act_state(a, slot);
  }
}

// a position servo: PID, or a fixed gain against an affine bias of the same stiffness
static bool isServo(const lane_Model* m, int i) {
  if (m->actuator_gaintype[i] == mjGAIN_PID) return true;
  const int dyn = m->actuator_dyntype[i];
  return m->actuator_gaintype[i] == mjGAIN_FIXED && m->actuator_biastype[i] == mjBIAS_AFFINE &&
         (dyn == mjDYN_NONE || dyn == mjDYN_INTEGRATOR) &&
         lane_agree(m, lane_prm(m->actuator_gainprm, mjNGAIN * i) ==
                           -lane_prm(m->actuator_biasprm, mjNBIAS * i + 1));
}

int LANE(act_servoPeriod)(const lane_Model* m, int actuator, const real turns[3], real* period) {
  if (!isServo(m, actuator)) return 0;
  if (lane_agree(m, (turns[0] == 0) & (turns[1] == 0) & (turns[2] == 0))) return 0;
  *period = 2 * mjPI * v3_norm(turns);
  return 1;
}
