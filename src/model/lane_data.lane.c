// SIMD lane data: allocation, scratch size, and gather/scatter of worlds between mjData and lanes,
// by the rows LANE of the field table of mjData. Compiled for widths above one only.
#include "model/lane_data.h"

#if LANE_W > 1

#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"
#include "model/fields.h"

// offset in lane_Data of the pointer of each row of field_data(), 0 for rows that lanes do not have
#define LANE_PLACE_LANE(name) offsetof(lane_Data, name)
#define LANE_PLACE_SINGLE(name) 0
#define LANE_PLACE_PRIVATE(name) 0
static const size_t place[] = {
#define FIELD(name, part, stage, world, ...) LANE_PLACE_##world(name),
#include "model/data_fields.def"
#undef FIELD
};

static bool isLane(const field_Field* f) { return (f->flags & sn_FIELD_LANE) != 0; }

static real* arrayOf(const lane_Data* d, int row) {
  ASSERT_FULL(row >= 0 && row < (int)(sizeof place / sizeof *place));
  real* array;
  memcpy(&array, (const char*)d + place[row], sizeof array);
  return array;
}

// islands: their rows, vectors over dofs and sparsity structure
static mjtSize islandsSize(const mjModel* m, mjtSize dense, mjtSize nefc) {
  if (m->ntree < 2) return 0;
  return nefc * dense + 12 * nefc + m->ntree * (m->nC + 4 * dense + 40 * LANE_W);
}

// scratch: a few Jacobians and body-sized arrays; for solvers two triangles of a factor, some
// vectors over rows and the rows of contacts; worlds with more of them are solved one by one
static size_t scratchSize(const mjModel* m) {
  const mjtSize ndual = m->opt.solver == mjSOL_PGS ? 200 : 0;  // rows of dual problems
  const mjtSize nv = m->nv, dense = nv < LANE_DENSE_DOFS ? nv : LANE_DENSE_DOFS;
  const mjtSize nefc = 8 * dense + 500, ncone = 100;
  return (size_t)(60 * nv + 50 * m->nbody + 1000 + dense * (dense + ncone) + 12 * nefc +
                  islandsSize(m, dense, nefc) + ndual * (ndual + dense + 20));
}

static size_t arraysSize(const mjModel* m) {
  const field_Table table = field_data();
  size_t n = 0;
  for (int i = 0; i < table.n; i++) {
    if (isLane(&table.field[i])) n += (size_t)field_count(&table.field[i], m, NULL);
  }
  return n;
}

// places all arrays one after another from `at` on; returns the end
static real* placeArrays(const mjModel* m, lane_Data* d, real* at) {
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    if (!isLane(&table.field[i])) continue;
    memcpy((char*)d + place[i], &at, sizeof at);
    at += field_count(&table.field[i], m, NULL);
  }
  return at;
}

lane_Data* LANE(lane_make)(const mjModel* m) {
  const size_t ints = (size_t)(2 * m->nout + m->nJmom + m->ngeom);
  lane_Data* d = mem_calloc(1, sizeof *d);
  real* block = d ? mem_calloc(arraysSize(m) + scratchSize(m), sizeof *block) : NULL;
  int* structure = block ? mem_calloc(ints + 1, sizeof *structure) : NULL;
  if (structure) d->model = LANE(lane_makeModel)(m);
  if (!structure || !d->model) {
    mem_free(structure);
    mem_free(block);
    mem_free(d);
    return NULL;
  }
  d->block = block;
  d->whole = range_whole(m);
  d->scratch = placeArrays(m, d, block);
  ASSERT((size_t)(d->scratch - block) == arraysSize(m));
  d->nscratch = (int)scratchSize(m);
  d->moment_rownnz = structure;
  d->moment_rowadr = structure + m->nout;
  d->moment_colind = structure + 2 * m->nout;
  d->geomRead = d->moment_colind + m->nJmom;
  return d;
}

void LANE(lane_delete)(lane_Data* d) {
  if (!d) return;
  ASSERT(!d->used && !d->nfull);  // every frame was freed
  LANE(lane_deleteModel)(d->model);
  mem_free(d->moment_rownnz);
  mem_free(d->block);
  mem_free(d);
}

void LANE(lane_put)(const mjModel* m, lane_Data* d, int lane, const mjData* world) {
  ASSERT(lane >= 0 && lane < LANE_W);
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (!isLane(f) || f->stage != sn_STAGE_INPUT) continue;
    const mjtSize n = field_count(f, m, NULL);
    const mjtNum* src = field_get(f, world);
    real* dst = arrayOf(d, i);
    for (mjtSize k = 0; k < n; k++) dst[k][lane] = src[k];
  }
  d->time[lane] = world->time;
}

void LANE(lane_get)(const mjModel* m, const lane_Data* d, int lane, mjData* world) {
  ASSERT(lane >= 0 && lane < LANE_W);
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (!isLane(f)) continue;
    const mjtSize n = field_count(f, m, NULL);
    const real* src = arrayOf(d, i);
    mjtNum* dst = field_get(f, world);
    for (mjtSize k = 0; k < n; k++) dst[k] = src[k][lane];
  }
  world->time = d->time[lane];
  for (int k = 0; k < 2; k++) world->energy[k] = d->energy[k][lane];
}

#endif
