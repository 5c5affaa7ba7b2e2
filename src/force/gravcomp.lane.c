// Gravity compensation, a passive force: -gravcomp * mass * gravity at the center of mass of each
// body that has it.
//   xipos, cdof -> qfrc_gravcomp
#include "dyn/dyn.h"
#include "force/passive.h"
#include "math/vec.h"

int LANE(passive_gravcomp)(const lane_Model* m, lane_Data* d) {
  const real* g = lane_prms(m->opt.gravity);
  if (!m->flg_gravcomp || m->opt.disableflags & mjDSBL_GRAVITY) return 0;
  if (lane_agree(m, (g[0] == 0) & (g[1] == 0) & (g[2] == 0))) return 0;
  int found = 0;
  const range_List ranges = lane_ranges(d);
  range_each(ranges, body, i) {
    if (!lane_any(lane_prm(m->body_gravcomp, i) != 0)) continue;
    found = 1;
    const real weight = lane_prm(m->body_mass, i) * lane_prm(m->body_gravcomp, i);
    real frc[3];
    v3_scl(frc, g, -weight);
    LANE(dyn_applyFT)(m, d, frc, NULL, d->xipos + 3 * i, i, d->qfrc_gravcomp);
  }
  return found;
}
