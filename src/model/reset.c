// Reset of mjData to its initial state: qpos0, zero velocity, neutral controls, awake trees, empty
// arena; keyframes.
#include "model/reset.h"

#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "model/awake.h"
#include "model/fields.h"
#include "model/history.h"
#include "model/private_data.h"
#include "model/stack.h"

static void copyNums(mjtNum* res, const mjtNum* src, mjtSize n) {
  if (n) memcpy(res, src, (size_t)n * sizeof(mjtNum));
}

// quaternion inputs of an orientation servo start at the identity
static bool takesQuaternion(const mjModel* m, int actuator) {
  return m->actuator_gaintype[actuator] == mjGAIN_SO3 &&
         (m->actuator_ctrlspec[actuator] & mjCHART_QUAT) && m->actuator_ctrlnum[actuator] > 0;
}

void mj_resetCtrl(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0;
  for (int i = 0; i < m->nactuator; i++) {
    if (takesQuaternion(m, i)) d->ctrl[m->actuator_ctrladr[i]] = 1;
  }
}

// clears the struct's scalars: statistics, warnings, timers, counters, flags, time and energy
static void clearScalars(mjData* d) {
  enum { FIRST = offsetof(mjData, maxuse_stack), LAST = offsetof(mjData, buffer) };
  _Static_assert(FIRST < LAST && offsetof(mjData, threadpool) < FIRST,
                 "threads are not among them");
  stack_clear(d);
  memset((char*)d + FIRST, 0, LAST - FIRST);
}

// fills all arrays of one part of the buffer with one byte value; integers, which are indices and
// counts, with zero: a stage that runs before the one that computes them finds empty lists
static void fillPart(const mjModel* m, mjData* d, field_Part part, int value) {
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (f->part != part) continue;
    size_t bytes = (size_t)field_count(f, m, d) * field_typeSize(f->type);
    if (bytes) memset(field_get(f, d), f->type == FIELD_NUM ? value : 0, bytes);
  }
}

static void resetMocap(const mjModel* m, mjData* d) {
  for (int b = 0; b < m->nbody; b++) {
    int i = m->body_mocapid[b];
    if (i < 0) continue;
    copyNums(d->mocap_pos + 3 * i, m->body_pos + 3 * b, 3);
    copyNums(d->mocap_quat + 4 * i, m->body_quat + 4 * b, 4);
  }
}

void reset_data(const mjModel* m, mjData* d, unsigned char resultByte) {
  clearScalars(d);
  stack_clearArena(d);
  private_clear(d);
  fillPart(m, d, FIELD_INPUT, 0);
  fillPart(m, d, FIELD_RESULT, resultByte);
  mj_resetCtrl(m, d);
  copyNums(d->qpos, m->qpos0, m->nq);
  if (m->neq) memcpy(d->eq_active, m->eq_active0, (size_t)m->neq * sizeof *d->eq_active);
  resetMocap(m, d);
  history_reset(m, d);
  awake_all(m, d);
}

void reset_toKeyframe(const mjModel* m, mjData* d, int key) {
  if (key < 0 || key >= m->nkey) return;
  d->time = m->key_time[key];
  copyNums(d->qpos, m->key_qpos + key * m->nq, m->nq);
  copyNums(d->qvel, m->key_qvel + key * m->nv, m->nv);
  copyNums(d->act, m->key_act + key * m->na, m->na);
  copyNums(d->mocap_pos, m->key_mpos + key * 3 * m->nmocap, 3 * m->nmocap);
  copyNums(d->mocap_quat, m->key_mquat + key * 4 * m->nmocap, 4 * m->nmocap);
  copyNums(d->ctrl, m->key_ctrl + key * m->nu, m->nu);
}

void mj_setKeyframe(mjModel* m, const mjData* d, int k) {
  ARGS_NEED(m, d);
  if (k < 0 || k >= m->nkey) {
    mju_error("mj_setKeyframe: keyframe %d does not exist: the model has %d", k, (int)m->nkey);
    return;
  }
  m->key_time[k] = d->time;
  copyNums(m->key_qpos + k * m->nq, d->qpos, m->nq);
  copyNums(m->key_qvel + k * m->nv, d->qvel, m->nv);
  copyNums(m->key_act + k * m->na, d->act, m->na);
  copyNums(m->key_mpos + k * 3 * m->nmocap, d->mocap_pos, 3 * m->nmocap);
  copyNums(m->key_mquat + k * 4 * m->nmocap, d->mocap_quat, 4 * m->nmocap);
  copyNums(m->key_ctrl + k * m->nu, d->ctrl, m->nu);
}
