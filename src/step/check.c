// Numbers that diverged: the first bad one (not finite, or beyond mjMAXVAL) in qpos, qvel or qacc
// raises a warning and, unless that is disabled, resets the world; the warning survives the reset.
//   qpos, qvel, qacc -> d->warning, all of d after a reset
#include "step/check.h"

#include <stdbool.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "step/forward.h"

// is a number bad; then the warning is counted and the world reset. Returns whether it was
static bool checkOne(const mjModel* m, mjData* d, mjtNum x, int warning, int index) {
  if (!mju_isBad(x)) return false;
  mj_warning(d, warning, index);
  if (!(m->opt.disableflags & mjDSBL_AUTORESET)) mj_resetData(m, d);
  d->warning[warning].number++;
  d->warning[warning].lastinfo = index;
  return true;
}

// the dofs of vec that are awake
static bool checkDofs(const mjModel* m, mjData* d, const mjtNum* vec, int warning) {
  const bool sleep = m->opt.enableflags & mjENBL_SLEEP;
  const int n = sleep ? d->nv_awake : (int)m->nv;
  for (int k = 0; k < n; k++) {
    const int i = sleep ? d->dof_awake_ind[k] : k;
    if (checkOne(m, d, vec[i], warning, i)) return true;
  }
  return false;
}

void step_checkPos(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nq; i++) {
    if (checkOne(m, d, d->qpos[i], mjWARN_BADQPOS, i)) return;
  }
}

void step_checkVel(const mjModel* m, mjData* d) { checkDofs(m, d, d->qvel, mjWARN_BADQVEL); }

void step_checkAcc(const mjModel* m, mjData* d) {
  if (checkDofs(m, d, d->qacc, mjWARN_BADQACC) && !(m->opt.disableflags & mjDSBL_AUTORESET)) {
    step_forward(m, d, mjSTAGE_NONE, 0);
  }
}
