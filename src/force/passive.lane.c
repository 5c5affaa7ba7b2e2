// Passive forces: the list of their parts (springs, dampers, fluid drag, ...), and the sum.
// qfrc_passive = spring + damper + fluid + adhesion + gravity compensation, the latter without the
// joints where actuators provide it.
#include "force/passive.h"

#include "force/adhesion.h"
#include "force/flex_force.h"
#include "math/vec.h"
#include "model/callbacks.h"

static void zeroAll(lane_Data* d, range_List ranges) {
  range_eachRange(ranges, s) {
    const int adr = s->dof[0], n = range_dofs(s);
    vn_zero(d->qfrc_spring + adr, n);
    vn_zero(d->qfrc_damper + adr, n);
    vn_zero(d->qfrc_gravcomp + adr, n);
    vn_zero(d->qfrc_fluid + adr, n);
    vn_zero(d->qfrc_passive + adr, n);
  }
}

static void addTo(real* res, const real* vec, range_List ranges) {
  range_each(ranges, dof, i) res[i] = res[i] + vec[i];
}

static void addGravcomp(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_each(ranges, dof, i) {
    if (m->jnt_actgravcomp[m->dof_jntid[i]]) continue;
    d->qfrc_passive[i] = d->qfrc_passive[i] + d->qfrc_gravcomp[i];
  }
}

#if LANE_W == 1
// Plugins add to all dofs. Sleeping dofs keep the forces with which they fell asleep, which nothing
// clears.
static void addPlugins(const lane_Model* m, mjData* d, range_List ranges) {
  if (!m->nplugin) return;
  lane_mark(d);
  const int nv = (int)m->nv;
  mjtNum* kept = lane_anyAsleep(m, d) ? lane_scratch(d, 2 * nv) : NULL;
  if (kept) vn_copy(kept, d->qfrc_passive, nv);
  plugins_compute(m, d, mjPLUGIN_PASSIVE, mjSTAGE_VEL);
  if (kept) {
    vn_copy(kept + nv, d->qfrc_passive, nv);
    vn_copy(d->qfrc_passive, kept, nv);
    range_each(ranges, dof, i) d->qfrc_passive[i] = kept[nv + i];
  }
  lane_free(d);
}
#endif

void LANE(passive_forces)(const lane_Model* m, lane_Data* d) {
  const range_List ranges = lane_ranges(d);
  zeroAll(d, ranges);
  const bool spring = !(m->opt.disableflags & mjDSBL_SPRING);
  const bool damper = !(m->opt.disableflags & mjDSBL_DAMPER);
  if (!spring && !damper) return;  // odd: no springs and no dampers

  // order: joints, flexes, tendons
  if (spring) LANE(passive_jointSprings)(m, d);
  if (damper) LANE(passive_dofDampers)(m, d);
#if LANE_W == 1
  if (m->nflex) flex_forces(m, d);
#endif
  if (spring) LANE(passive_tendonSprings)(m, d);
  if (damper) LANE(passive_tendonDampers)(m, d);
  const int gravcomp = LANE(passive_gravcomp)(m, d);
  const int fluid = LANE(passive_fluid)(m, d);

  // order: springs and dampers, fluid, adhesion, gravity compensation
  range_eachRange(ranges, s) {
    const int adr = s->dof[0];
    vn_add(d->qfrc_passive + adr, d->qfrc_spring + adr, d->qfrc_damper + adr, range_dofs(s));
  }
  if (fluid) addTo(d->qfrc_passive, d->qfrc_fluid, ranges);
#if LANE_W == 1
  if (LANE(adhesion_pull)(m, d)) addTo(d->qfrc_passive, d->qfrc_adhesion, ranges);
#endif
  if (gravcomp) addGravcomp(m, d, ranges);
  callback_passive(m, d);
#if LANE_W == 1
  addPlugins(m, d, ranges);
#endif
}
