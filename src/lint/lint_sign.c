// Lint rules for signs: nonpositive timestep, negative stiffness (springs that push away), negative
// damping (adds energy), servos with positive feedback, which drive away from their targets.
#include <stdio.h>

#include "lint/lint.h"

void lint_timestep(lint_Audit* c) {
  const double h = c->m->opt.timestep;
  if (h > 0) return;
  lint_add(c, sn_FINDING_WARNING, mjOBJ_MODEL, -1, "give a timestep above 0, such as 0.002",
           "the timestep is %g s; time does not go forward", h);
}

// terms of an actuator's force that must not be positive: -kp and -kv
static void testActuators(lint_Audit* c) {
  static const struct {
    const char *name, *effect;
  } term[] = {{"kp", "drives away from its target"}, {"kv", "adds energy instead of damping"}};
  const mjModel* m = c->m;
  for (int i = 0; i < m->nactuator; i++) {
    const mjtNum* bias = m->actuator_biasprm + mjNBIAS * i;
    if (m->actuator_biastype[i] != mjBIAS_AFFINE) continue;
    for (int k = 0; k < 2; k++) {
      if (!(bias[1 + k] > 0)) continue;
      char advice[100];
      snprintf(advice, sizeof advice, "give a %s of 0 or more (biasprm[%d] of 0 or less)",
               term[k].name, 1 + k);
      lint_add(c, sn_FINDING_WARNING, mjOBJ_ACTUATOR, i, advice, "its %s is %g: it %s",
               term[k].name, -bias[1 + k], term[k].effect);
    }
  }
}

// values that must not be negative
static void testNumbers(lint_Audit* c, int type, mjtSize n, const char* name, const mjtNum* value,
                        const int* place) {
  for (int i = 0; i < n; i++) {
    const double x = value[place ? place[i] : i];
    if (!(x < 0)) continue;
    lint_add(c, sn_FINDING_WARNING, type, i, "give 0 or more", "its %s is negative: %g", name, x);
  }
}

void lint_signs(lint_Audit* c) {
  const mjModel* m = c->m;
  testNumbers(c, mjOBJ_JOINT, m->njnt, "stiffness", m->jnt_stiffness, NULL);
  testNumbers(c, mjOBJ_JOINT, m->njnt, "damping", m->dof_damping, m->jnt_dofadr);
  testNumbers(c, mjOBJ_JOINT, m->njnt, "armature", m->dof_armature, m->jnt_dofadr);
  testNumbers(c, mjOBJ_JOINT, m->njnt, "frictionloss", m->dof_frictionloss, m->jnt_dofadr);
  testNumbers(c, mjOBJ_TENDON, m->ntendon, "stiffness", m->tendon_stiffness, NULL);
  testNumbers(c, mjOBJ_TENDON, m->ntendon, "damping", m->tendon_damping, NULL);
  testNumbers(c, mjOBJ_FLEX, m->nflex, "edge stiffness", m->flex_edgestiffness, NULL);
  testNumbers(c, mjOBJ_FLEX, m->nflex, "edge damping", m->flex_edgedamping, NULL);
  testNumbers(c, mjOBJ_FLEX, m->nflex, "damping", m->flex_damping, NULL);
  testActuators(c);
}
