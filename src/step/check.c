// Divergence check (NaN, infinity, huge values): the first bad value, not finite or beyond
// mjMAXVAL, in qpos, qvel or qacc raises a warning and, unless that is disabled, resets the world;
// the warning survives the reset. An activation that is not finite only raises a warning.
//   qpos, qvel, act, qacc -> d->warning, all of d after a reset
#include "step/check.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "model/awake.h"
#include "model/pose_source.h"
#include "model/warning.h"

// If x is bad, counts the warning and resets the world. Returns whether it was bad
static bool checkOne(const mjModel* m, mjData* d, mjtNum x, int warning, int index) {
  if (!mju_isBad(x)) return false;
  mj_warning(d, warning, index);
  if (!(m->opt.disableflags & mjDSBL_AUTORESET)) mj_resetData(m, d);
  d->warning[warning].number++;  // odd: bad numbers counted twice
  d->warning[warning].lastinfo = index;
  return true;
}

// Whether a value is bad, without a branch per value. The bits of absolute values, read as
// integers, order like the values; infinity and NaN come last
static bool hasBad(const mjtNum* vec, int begin, int end) {
  const mjtNum most = mjMAXVAL;
  uint64_t mostBits, over = 0;
  _Static_assert(sizeof most == sizeof mostBits, "all bits of a number");
  memcpy(&mostBits, &most, sizeof mostBits);
  for (int i = begin; i < end; i++) {
    uint64_t bits;
    memcpy(&bits, vec + i, sizeof bits);
    over |= mostBits - (bits & INT64_MAX);
  }
  return over >> 63;
}

// checks the values begin .. end - 1 of vec
static bool checkRange(const mjModel* m, mjData* d, const mjtNum* vec, int begin, int end,
                       int warning) {
  if (!hasBad(vec, begin, end)) return false;
  for (int i = begin; i < end; i++) {
    if (checkOne(m, d, vec[i], warning, i)) return true;
  }
  return false;
}

// checks the values of vec at awake dofs
static bool checkDofs(const mjModel* m, mjData* d, const mjtNum* vec, int warning) {
  const range_List ranges = awake_ranges(d);
  for (int k = 0; k < ranges.n; k++) {
    if (checkRange(m, d, vec, ranges.range[k].dof[0], ranges.range[k].dof[1], warning)) return true;
  }
  return false;
}

// Positions of sleeping trees that have not changed passed the check before. Returns whether no
// position is bad and no sleeping tree has changed
static bool checkPos(const mjModel* m, mjData* d) {
  const range_Resting* run;
  const int n = awake_resting(d, &run);
  int begin = 0;
  bool kept = true;
  for (int k = 0; k < n; k++) {
    if (!source_keepsQpos(m, d, &run[k])) {
      kept = false;
      continue;
    }
    ASSERT_FULL(begin <= run[k].range.qpos[0]);  // runs ascend
    if (checkRange(m, d, d->qpos, begin, run[k].range.qpos[0], mjWARN_BADQPOS)) return false;
    begin = run[k].range.qpos[1];
  }
  return !checkRange(m, d, d->qpos, begin, (int)m->nq, mjWARN_BADQPOS) && kept;
}

void step_checkPos(const mjModel* m, mjData* d) { checkPos(m, d); }

// A bad activation that drives a joint shows up in qacc; that of an actuator that moves nothing or
// is disabled would stay unnoticed
static void checkAct(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->na; i++) {
    if (isfinite(d->act[i])) continue;
    warning_badAct(d, i);
    return;
  }
}

void step_checkState(const mjModel* m, mjData* d) {
  source_trustQpos(d, checkPos(m, d));
  step_checkVel(m, d);
  checkAct(m, d);
}

void step_checkVel(const mjModel* m, mjData* d) { checkDofs(m, d, d->qvel, mjWARN_BADQVEL); }

bool step_checkAcc(const mjModel* m, mjData* d) {
  return checkDofs(m, d, d->qacc, mjWARN_BADQACC) && !(m->opt.disableflags & mjDSBL_AUTORESET);
}
