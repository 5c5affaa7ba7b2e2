// Saves and restores the linearization point bit by bit. A step changes qpos, qvel, act, qacc, the
// warm start, states of plugins and the time, a callback may change ctrl. Trees are kept awake
// meanwhile, with a copy of the mjModel struct: a sleeping tree does not respond to a small
// perturbation, but is woken by it, which is no derivative.
#include "diff/linearization_point.h"

#include <stdalign.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "dyn/dyn.h"
#include "math/vec.h"
#include "model/awake.h"
#include "model/lane_data.h"
#include "model/pose_source.h"
#include "model/stack.h"

// ---- what is saved

typedef struct {
  size_t array, size;  // offsets in mjData and mjModel
} Part;

#define PART(array, size)                                                                          \
  { offsetof(mjData, array), offsetof(mjModel, size) }

static const Part parts[] = {
    PART(qpos, nq),
    PART(qvel, nv),
    PART(act, na),
    PART(ctrl, nu),
    PART(qacc_warmstart, nv),
    PART(qacc, nv),
    PART(plugin_state, npluginstate),
};

enum { NPART = sizeof parts / sizeof *parts };

static int sizeOf(const Part* part, const mjModel* m) {
  return (int)*(const mjtSize*)((const char*)m + part->size);
}

static mjtNum* arrayOf(const Part* part, const mjData* d) {
  mjtNum* array;
  memcpy(&array, (const char*)d + part->array, sizeof array);
  return array;
}

static size_t keptSize(const mjModel* m) {
  size_t n = 0;
  for (int k = 0; k < NPART; k++) n += (size_t)sizeOf(parts + k, m);
  return n;
}

static void keep(linpoint_Point* p) {
  mjtNum* kept = p->kept;
  for (int k = 0; k < NPART; k++) {
    const int n = sizeOf(parts + k, p->m);
    vn_copy(kept, arrayOf(parts + k, p->d), n);
    kept += n;
  }
  p->time = p->d->time;
  p->hasEnergy[0] = p->d->flg_energypos;
  p->hasEnergy[1] = p->d->flg_energyvel;
  vn_copy(p->energy, p->d->energy, 2);
  vn_copy(p->sensordata, p->d->sensordata, (int)p->m->nsensordata);
  vn_zero(p->unit, (int)p->m->nv);
}

void linpoint_restore(linpoint_Point* p) {
  const mjtNum* kept = p->kept;
  for (int k = 0; k < NPART; k++) {
    const int n = sizeOf(parts + k, p->m);
    vn_copy(arrayOf(parts + k, p->d), kept, n);
    kept += n;
  }
  p->d->time = p->time;
}

// ---- sleep

static bool keepAwake(linpoint_Point* p) {
  if (!(p->given->opt.enableflags & mjENBL_SLEEP)) return true;
  p->awake = *p->given;
  p->awake.opt.enableflags &= ~mjENBL_SLEEP;
  p->m = &p->awake;
  if (!awake_anyAsleep(p->given, p->d)) return true;
  const size_t bytes = (size_t)p->d->nbuffer;
  p->asleep = stack_alloc(p->d, bytes, alignof(max_align_t));
  if (!p->asleep) return false;
  memcpy(p->asleep, p->d->buffer, bytes);
  return true;
}

// results of sleeping trees are not computed in the next pass, so all of them are restored
static void layDown(linpoint_Point* p) {
  mjData* d = p->d;
  memcpy(d->buffer, p->asleep, (size_t)d->nbuffer);
  for (int t = 0; t < p->m->ntree; t++) {
    if (d->tree_asleep[t] >= 0) source_forget(p->given, d, t);
  }
  awake_update(p->given, d);
}

// ---- open and close

static bool isGood(const char* function, const char* name, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (!mju_isBad(vec[i])) continue;
    mju_error("%s: %s[%d] is not finite or too large; there are no derivatives at such a state",
              function, name, i);
    return false;
  }
  return true;
}

static bool isGoodState(const mjModel* m, const mjData* d, const char* function) {
  return isGood(function, "qpos", d->qpos, (int)m->nq) &&
         isGood(function, "qvel", d->qvel, (int)m->nv) &&
         isGood(function, "act", d->act, (int)m->na);
}

static mjtNum* takeScratch(linpoint_Point* p, size_t n) {
  const size_t kept = keptSize(p->m), nsensor = (size_t)p->m->nsensordata;
  p->kept = stack_num(p->d, kept + nsensor + (size_t)p->m->nv + n);
  if (!p->kept) return NULL;
  p->sensordata = p->kept + kept;
  p->unit = p->sensordata + nsensor;
  return p->unit + p->m->nv;
}

// drops contacts and rows of earlier evaluations if they take the space: they will be recomputed
static mjtNum* makeRoom(linpoint_Point* p, size_t n) {
  mj_markStack(p->d);
  mjtNum* scratch = keepAwake(p) ? takeScratch(p, n) : NULL;
  if (scratch) return scratch;
  mj_freeStack(p->d);
  stack_clearArena(p->d);
  mj_markStack(p->d);
  scratch = keepAwake(p) ? takeScratch(p, n) : NULL;
  if (!scratch) mj_freeStack(p->d);
  return scratch;
}

mjtNum* linpoint_open(linpoint_Point* p, const mjModel* m, mjData* d, size_t n,
                      const char* function) {
  p->m = p->given = m;
  p->d = d;
  p->asleep = NULL;
  p->function = function;
  if (!isGoodState(m, d, function)) return NULL;
  mjtNum* scratch = makeRoom(p, n);
  if (!scratch) {
    mju_error("%s: the arena of %lld bytes is too small for %zu numbers of scratch. Give the model "
              "more: <size memory=\"...\"/>",
              function, (long long)d->narena, n);
    return NULL;
  }
  keep(p);
  return scratch;
}

// restores energies too: a sensor may read those of the previous evaluation. Other results that are
// computed on demand are those of a perturbed state, so they are invalidated
static void restoreResults(linpoint_Point* p) {
  mjData* d = p->d;
  d->flg_energypos = p->hasEnergy[0];
  d->flg_energyvel = p->hasEnergy[1];
  d->flg_subtreevel = d->flg_rnepost = false;
  vn_copy(d->energy, p->energy, 2);
  vn_copy(d->sensordata, p->sensordata, (int)p->m->nsensordata);
}

void linpoint_close(linpoint_Point* p) {
  linpoint_restore(p);
  if (p->asleep) layDown(p);
  restoreResults(p);
  mj_freeStack(p->d);
}

// ---- moves

void linpoint_moveCtrl(linpoint_Point* p, int i, mjtNum by) { p->d->ctrl[i] += by; }
void linpoint_moveAct(linpoint_Point* p, int i, mjtNum by) { p->d->act[i] += by; }
void linpoint_moveQvel(linpoint_Point* p, int i, mjtNum by) { p->d->qvel[i] += by; }
void linpoint_moveQacc(linpoint_Point* p, int i, mjtNum by) { p->d->qacc[i] += by; }

void linpoint_moveQpos(linpoint_Point* p, int i, mjtNum by) {
  p->unit[i] = 1;
  LANE(dyn_integratePos)(p->m, p->d->qpos, p->unit, by);
  p->unit[i] = 0;
}

// ---- arena overflow

int linpoint_countFull(const mjData* d) {
  return d->warning[mjWARN_CONTACTFULL].number + d->warning[mjWARN_CNSTRFULL].number;
}

bool linpoint_tellFull(const linpoint_Point* p, int full) {
  if (linpoint_countFull(p->d) == full) return true;
  mju_error(
      "%s: an evaluation was not complete, so that differences mean nothing; its warning says "
      "why. If the arena is too small, give the model more: <size memory=\"...\"/>",
      p->function);
  return false;
}

// ---- sensors

bool linpoint_hasKinetic(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_E_KINETIC) return true;
  }
  return false;
}
