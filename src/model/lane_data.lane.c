// Lane data: memory, and the way between it and mjData. Compiled for the widths beyond one only.
#include "model/lane_data.h"

#if LANE_W > 1

#include <string.h>

#include "base/mem.h"
#include "base/size.h"
#include "model/fields.h"

typedef struct {
  const char* name;
  size_t offset;  // of the pointer in lane_Data
} LaneField;

static const LaneField laneField[] = {
#define F(name) {#name, offsetof(lane_Data, name)},
    LANE_FIELDS(F)
#undef F
};

enum { NFIELD = sizeof laneField / sizeof *laneField, INPUTS = 8 };  // the first INPUTS are inputs

// *after: the row that the last call found, 0 at first; both tables have nearly the same order, so
// the search from there is short
static const field_Field* rowOf(const LaneField* lf, int* after) {
  const field_Table table = field_data();
  for (int k = 0; k < table.n; k++) {
    const int i = (*after + k) % table.n;
    if (strcmp(table.field[i].name, lf->name)) continue;
    *after = i;
    return &table.field[i];
  }
  return NULL;
}

static real* arrayOf(const lane_Data* d, const LaneField* lf) {
  real* array;
  memcpy(&array, (const char*)d + lf->offset, sizeof array);
  return array;
}

// scratch: a handful of Jacobians and body-sized arrays
static size_t scratchSize(const mjModel* m) { return (size_t)(60 * m->nv + 50 * m->nbody + 1000); }

lane_Data* LANE(lane_make)(const mjModel* m) {
  size_t reals = scratchSize(m);
  int row = 0;
  for (int i = 0; i < NFIELD; i++) {
    reals += (size_t)field_count(rowOf(&laneField[i], &row), m, NULL);
  }
  const size_t ints = (size_t)(2 * m->nout + m->nJmom);
  lane_Data* d = mem_calloc(1, sizeof *d);
  real* at = d ? mem_calloc(reals, sizeof *at) : NULL;
  int* structure = at ? mem_calloc(ints + 1, sizeof *structure) : NULL;
  if (!structure) {
    mem_free(at);
    mem_free(d);
    return NULL;
  }
  d->block = at;
  d->whole = span_whole(m);
  for (int i = 0; i < NFIELD; i++) {
    memcpy((char*)d + laneField[i].offset, &at, sizeof at);
    at += field_count(rowOf(&laneField[i], &row), m, NULL);
  }
  d->scratch = at;
  d->nscratch = (int)scratchSize(m);
  d->moment_rownnz = structure;
  d->moment_rowadr = structure + m->nout;
  d->moment_colind = structure + 2 * m->nout;
  return d;
}

void LANE(lane_delete)(lane_Data* d) {
  if (!d) return;
  mem_free(d->moment_rownnz);
  mem_free(d->block);
  mem_free(d);
}

void LANE(lane_put)(const mjModel* m, lane_Data* d, int lane, const mjData* world) {
  int row = 0;
  for (int i = 0; i < INPUTS; i++) {
    const field_Field* f = rowOf(&laneField[i], &row);
    const mjtSize n = field_count(f, m, NULL);
    const mjtNum* src = field_get(f, world);
    real* dst = arrayOf(d, &laneField[i]);
    for (mjtSize k = 0; k < n; k++) dst[k][lane] = src[k];
  }
  d->time[lane] = world->time;
}

void LANE(lane_get)(const mjModel* m, const lane_Data* d, int lane, mjData* world) {
  int row = 0;
  for (int i = 0; i < NFIELD; i++) {
    const field_Field* f = rowOf(&laneField[i], &row);
    const mjtSize n = field_count(f, m, NULL);
    const real* src = arrayOf(d, &laneField[i]);
    mjtNum* dst = field_get(f, world);
    for (mjtSize k = 0; k < n; k++) dst[k] = src[k][lane];
  }
  world->time = d->time[lane];
  for (int k = 0; k < 2; k++) world->energy[k] = d->energy[k][lane];
}

#endif
