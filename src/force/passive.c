// Passive forces: the list of their parts, and the sum.
// qfrc_passive = spring + damper + fluid + adhesion + gravity compensation, the latter without the
// joints where it is given to the actuators.
#include "force/passive.h"

#include "force/adhesion.h"
#include "math/vec.h"
#include "model/callbacks.h"

static void zeroAll(const mjModel* m, lane_Data* d) {
  vn_zero(d->qfrc_spring, m->nv);
  vn_zero(d->qfrc_damper, m->nv);
  vn_zero(d->qfrc_gravcomp, m->nv);
  vn_zero(d->qfrc_fluid, m->nv);
  vn_zero(d->qfrc_passive, m->nv);
}

static void addGravcomp(const mjModel* m, lane_Data* d) {
  for (int i = 0; i < m->nv; i++) {
    if (m->jnt_actgravcomp[m->dof_jntid[i]]) continue;
    d->qfrc_passive[i] = d->qfrc_passive[i] + d->qfrc_gravcomp[i];
  }
}

void LANE(passive_forces)(const mjModel* m, lane_Data* d) {
  zeroAll(m, d);
  const bool spring = !(m->opt.disableflags & mjDSBL_SPRING);
  const bool damper = !(m->opt.disableflags & mjDSBL_DAMPER);
  if (!spring && !damper) return;

  if (spring) LANE(passive_springs)(m, d);
  if (damper) LANE(passive_dampers)(m, d);
  const int gravcomp = LANE(passive_gravcomp)(m, d);
  const int fluid = LANE(passive_fluid)(m, d);

  vn_add(d->qfrc_passive, d->qfrc_spring, d->qfrc_damper, m->nv);
  if (fluid) vn_addTo(d->qfrc_passive, d->qfrc_fluid, m->nv);
#if LANE_W == 1
  if (LANE(adhesion_pull)(m, d)) vn_addTo(d->qfrc_passive, d->qfrc_adhesion, m->nv);
#endif
  if (gravcomp) addGravcomp(m, d);
  callback_passive(m, d);
}
