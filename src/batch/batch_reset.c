// Resets worlds of a batch to the initial state, a keyframe or given states, with random noise that
// depends only on the seed and the index of the world.
#include <string.h>

#include "base/args.h"
#include "batch/batch.h"

void sn_defaultBatchReset(sn_BatchReset* reset) {
  ARGS_NEED(reset);
  *reset = (sn_BatchReset){.key = -1};
}

// ---- noise

#define TURN 6.283185307179586
// random number generator of a world: SplitMix64 (Steele, Lea, Flood 2014)
typedef struct {
  uint64_t state;
} Noise;

static uint64_t next(Noise* noise) {
  uint64_t x = noise->state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static Noise noiseOf(uint64_t seed, int world) {
  Noise noise = {seed};
  noise.state = next(&noise) ^ (uint64_t)world * 0xd1342543de82ef95u;
  next(&noise);
  return noise;
}

// uniform in (0, 1), without the ends
static mjtNum uniform(Noise* noise) { return ((mjtNum)(next(noise) >> 12) + 0.5) * 0x1p-52; }

// normal distribution by the Box-Muller transform
static mjtNum normal(Noise* noise) {
  const mjtNum r = __builtin_sqrt(-2 * sn_log(uniform(noise)));
  return r * sn_cos(TURN * uniform(noise));
}

static void addNoise(Noise* noise, mjtNum* x, mjtNum size, bool isNormal) {
  *x += size * (isNormal ? normal(noise) : 2 * uniform(noise) - 1);
}

// adds noise to positions, but not to rotations (quaternions)
static void addToPositions(const mjModel* m, mjData* d, Noise* noise, const sn_BatchReset* r) {
  for (int j = 0; j < m->njnt; j++) {
    const int type = m->jnt_type[j];
    const int n = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
    for (int k = 0; k < n; k++) {
      addNoise(noise, d->qpos + m->jnt_qposadr[j] + k, r->qpos_noise, r->normal);
    }
  }
}

// ---- worlds

static void resetWorld(sn_Batch* b, batch_Worker* worker, int world, void* context) {
  const sn_BatchReset* r = context;
  const mjModel* m = batch_worldModel(b, worker, world);
  mjData* d = batch_worldData(b, worker, world);
  const size_t nq = (size_t)m->nq, nv = (size_t)m->nv;
  if (r->key >= 0) {
    mj_resetDataKeyframe(m, d, r->key);
  } else {
    mj_resetData(m, d);
  }
  if (r->qpos && nq) memcpy(d->qpos, r->qpos + (size_t)world * nq, nq * sizeof *d->qpos);
  if (r->qvel && nv) memcpy(d->qvel, r->qvel + (size_t)world * nv, nv * sizeof *d->qvel);
  Noise noise = noiseOf(r->seed, world);
  if (r->qpos_noise != 0) addToPositions(m, d, &noise, r);
  for (int i = 0; i < m->nv && r->qvel_noise != 0; i++) {
    addNoise(&noise, d->qvel + i, r->qvel_noise, r->normal);
  }
  batch_storeInputs(b, d, world);
  memset(b->warning + (size_t)world * mjNWARNING, 0, mjNWARNING * sizeof *b->warning);
}

int sn_resetBatch(sn_Batch* b, const mjtBool* mask, const sn_BatchReset* reset) {
  ARGS_NEED_OR(-1, b);
  sn_BatchReset r = {.key = -1};
  if (reset) r = *reset;
  if (r.key >= b->m->nkey) {
    mju_error("sn_resetBatch: there is no keyframe %d; the model has %d", r.key, (int)b->m->nkey);
    return -1;
  }
  return batch_run(b, "sn_resetBatch", mask, resetWorld, &r) ? 0 : -1;
}
