// Serialization of world states as rows of bytes: all inputs of the batch (what a step reads
// besides the model), warning counts, and a checksum of these.
#include <string.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/mem.h"
#include "hash64.h"
#include "philox.h"
#include "purpose.h"
#include "rollout.h"

static const int64_t MOST_WARNINGS = INT64_MAX / 4;  // the sum of two does not overflow

// ---- rows

static bool isState(const sn_Field* f) {
  return f->stage == sn_STAGE_INPUT && strcmp(f->name, "tree_asleep");
}

bool rollout_makeParts(rollout_Run* run) {
  for (int i = 0; i < sn_fieldCount(sn_TYPE_DATA); i++) {
    sn_Field f;
    mjtSize count;
    if (!sn_field(sn_TYPE_DATA, i, &f) || !isState(&f)) continue;
    char* rows = sn_batchArray(run->b, f.name, &count);
    ASSERT(rows && run->npart < ROLLOUT_MOST_PARTS);
    if (!rows) return rollout_fail(run, "%s", sn_lastError()), false;
    run->part[run->npart++] = (rollout_Part){rows, (size_t)count * f.size};
    run->stateBytes += (size_t)count * f.size;
  }
  run->stateBytes += mjNWARNING * sizeof(int64_t) + sizeof(uint64_t);
  run->warned = mem_calloc((size_t)run->n * mjNWARNING, sizeof *run->warned);
  if (!run->warned) rollout_fail(run, "out of memory");
  return run->warned != NULL;
}

int64_t rollout_warnings(const rollout_Run* run, int world, int kind) {
  const size_t at = (size_t)world * mjNWARNING + (size_t)kind;
  return run->warned[at] + sn_batchWarnings(run->b)[at];
}

void rollout_packState(const rollout_Run* run, int world, char* out) {
  char* at = out;
  for (int i = 0; i < run->npart; i++) {
    const rollout_Part* p = &run->part[i];
    if (p->bytes) memcpy(at, p->rows + (size_t)world * p->bytes, p->bytes);
    at += p->bytes;
  }
  for (int k = 0; k < mjNWARNING; k++, at += sizeof(int64_t)) {
    const int64_t count = rollout_warnings(run, world, k);
    memcpy(at, &count, sizeof count);
  }
  const uint64_t hash = hash64_bytes(HASH64_START, out, (size_t)(at - out));
  memcpy(at, &hash, sizeof hash);
}

bool rollout_unpackState(rollout_Run* run, int world, const char* row) {
  const char* at = row;
  uint64_t hash;
  memcpy(&hash, row + run->stateBytes - sizeof hash, sizeof hash);
  if (hash != hash64_bytes(HASH64_START, row, run->stateBytes - sizeof hash)) return false;
  for (int i = 0; i < run->npart; i++) {
    const rollout_Part* p = &run->part[i];
    if (p->bytes) memcpy(p->rows + (size_t)world * p->bytes, at, p->bytes);
    at += p->bytes;
  }
  const size_t begin = (size_t)world * mjNWARNING;
  for (int k = 0; k < mjNWARNING; k++, at += sizeof(int64_t)) {
    int64_t count;
    memcpy(&count, at, sizeof count);
    if (count < 0 || count > MOST_WARNINGS) return false;
    run->warned[begin + (size_t)k] = count - sn_batchWarnings(run->b)[begin + (size_t)k];
  }
  return true;
}

// ---- initial states

// adds uniform noise in [-noise, noise] to hinges, slides, positions of free joints, and velocities
static void addNoise(rollout_Run* run, int world, double noise) {
  const mjModel* m = run->m;
  mjtNum* qpos = (mjtNum*)sn_batchArray(run->b, "qpos", NULL) + (size_t)world * (size_t)m->nq;
  mjtNum* qvel = (mjtNum*)sn_batchArray(run->b, "qvel", NULL) + (size_t)world * (size_t)m->nv;
  philox_Place place = {
      .seed = run->seed, .purpose = PURPOSE_START, .world = (uint32_t)(run->first + world)};
  for (int j = 0; j < m->njnt; j++) {
    const int type = m->jnt_type[j];
    const int n = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
    for (int k = 0; k < n; k++) {
      const int i = m->jnt_qposadr[j] + k;
      place.index = (uint32_t)i;
      qpos[i] += noise * (2 * philox_uniform(place) - 1);
    }
  }
  for (int i = 0; i < m->nv; i++) {
    place.index = (uint32_t)(m->nq + i);
    qvel[i] += noise * (2 * philox_uniform(place) - 1);
  }
}

// does a record have values that only a step or mj_forward computes
static bool recordsResults(const rollout_Run* run) {
  for (int i = 0; i < run->columns.n; i++) {
    sn_Field f;
    const int k = sn_findField(sn_TYPE_DATA, run->columns.column[i].source.name);
    if (k < 0 || !sn_field(sn_TYPE_DATA, k, &f) || !isState(&f)) return true;
  }
  return false;
}

// computes results at the start without changing the states
static void computeResults(rollout_Run* run) {
  char* kept = mem_calloc((size_t)run->n, run->stateBytes);
  if (!kept) {
    rollout_fail(run, "out of memory");
    return;
  }
  for (int w = 0; w < run->n; w++) rollout_packState(run, w, kept + (size_t)w * run->stateBytes);
  if (sn_forwardBatch(run->b, NULL) < 0) rollout_fail(run, "%s", sn_lastError());
  for (int w = 0; w < run->n; w++) rollout_unpackState(run, w, kept + (size_t)w * run->stateBytes);
  mem_free(kept);
}

void rollout_startWorlds(rollout_Run* run, double noise) {
  sn_BatchReset reset;
  sn_defaultBatchReset(&reset);
  reset.key = run->key;
  if (sn_resetBatch(run->b, NULL, &reset) < 0) rollout_fail(run, "%s", sn_lastError());
  for (int w = 0; w < run->n && noise != 0; w++) addNoise(run, w, noise);
  if (recordsResults(run)) computeResults(run);
  rollout_record(run);
}
