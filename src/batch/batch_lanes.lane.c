// Steps a group of worlds in SIMD lanes: gathers the rows of the worlds into lanes, steps, and
// scatters them back. Compiled only for widths beyond one.
#include "model/lane_data.h"

#if LANE_W > 1

#include "base/assert.h"
#include "base/mem.h"
#include "batch/batch_lanes.h"
#include "step/lane_constraint.h"
#include "step/worlds.h"

extern const batch_Lanes LANE(batch_lanes);

// data with which a thread steps groups
typedef struct {
  lane_Data* d;
  mjModel view[LANE_W];  // for each lane the model with the parameters of its world
  int nparameter;        // looked up so far
  real* parameter[BATCH_MOST_PARAMETERS];
} Lanes;

// offsets of arrays in lane_Data by slot (batch_slot); time has the slot after them
static const size_t offsets[] = {
#define SLOT_LANE(name) offsetof(lane_Data, name),
#define SLOT_SINGLE(name)
#define SLOT_PRIVATE(name)
#define FIELD(name, part, stage, world, ...) SLOT_##world(name)
#include "model/data_fields.def"
#undef FIELD
};
enum { TIME_SLOT = sizeof offsets / sizeof *offsets };

// lanes of a field; NULL: none
static real* lanesOf(lane_Data* d, const batch_Array* a) {
  if (a->slot < 0) return NULL;
  ASSERT_FULL(a->slot <= TIME_SLOT);
  return a->slot == TIME_SLOT ? &d->time : *(real**)((char*)d + offsets[a->slot]);
}

// ---- rows to lanes and back

static void put(real* to, const batch_Group* g, const mjtNum* rows, mjtSize stride, mjtSize n) {
  const mjtNum* row[LANE_W];
  for (int k = 0; k < LANE_W; k++) row[k] = rows + (mjtSize)g->world[k] * stride;
  for (mjtSize i = 0; i < n; i++) {
    for (int k = 0; k < LANE_W; k++) to[i][k] = row[k][i];
  }
}

static void take(const real* from, const batch_Group* g, unsigned bad, mjtNum* rows, mjtSize n) {
  for (int k = 0; k < g->n; k++) {
    if (bad >> k & 1) continue;
    mjtNum* row = rows + (mjtSize)g->world[k] * n;
    for (mjtSize i = 0; i < n; i++) row[i] = from[i][k];
  }
}

static void putInputs(lane_Data* d, const batch_Group* g) {
  for (int i = 0; i < g->b->input.n; i++) {
    const batch_Array* a = &g->b->input.array[i];
    real* to = lanesOf(d, a);
    if (to) put(to, g, (const mjtNum*)a->rows, a->count, a->count);
  }
  const batch_Array* active = batch_find(&g->b->input, "eq_active");
  for (int k = 0; k < LANE_W && active->count; k++) {
    LANE(step_putActive)(g->b->m, d, k, (const mjtBool*)batch_row(active, g->world[k]));
  }
}

static void takeAll(lane_Data* d, const batch_Group* g, unsigned bad, const batch_List* list) {
  for (int i = 0; i < list->n; i++) {
    const batch_Array* a = &list->array[i];
    const real* from = lanesOf(d, a);
    const bool given = g->ctrl && from == d->ctrl;  // the arrays get the last row of controls
    if (from && (given || !a->kept)) take(from, g, bad, (mjtNum*)a->rows, a->count);
  }
}

// ---- parameters

// looks up the parameters of the batch in the model of lanes
static void findParameters(Lanes* l, const batch_List* list) {
  for (; l->nparameter < list->n; l->nparameter++) {
    ASSERT(l->nparameter < BATCH_MOST_PARAMETERS);
    l->parameter[l->nparameter] =
        LANE(lane_parameter)(l->d->model, list->array[l->nparameter].name);
    ASSERT(l->parameter[l->nparameter]);
  }
}

static void putFloats(real* to, const batch_Group* g, const batch_Array* a) {
  for (int k = 0; k < LANE_W; k++) {
    const float* row = (const float*)batch_row(a, g->world[k]);
    for (mjtSize i = 0; i < a->count; i++) to[i][k] = row[i];
  }
}

// points the model of a lane at the rows of its world
static void viewWorld(mjModel* view, const sn_Batch* b, int world) {
  for (int i = 0; i < b->parameter.n; i++) {
    const batch_Array* a = &b->parameter.array[i];
    char *at = (char*)view + a->offset, *row = batch_row(a, world);
    memcpy(at, a->member ? row : (char*)&row, a->member ? a->bytes : sizeof row);
  }
}

// sets the parameters; returns the worlds whose constraints are not in the plan
static unsigned putParameters(Lanes* l, const batch_Group* g) {
  const batch_List* list = &g->b->parameter;
  unsigned misfits = 0;
  findParameters(l, list);
  for (int i = 0; i < list->n; i++) {
    const batch_Array* a = &list->array[i];
    if (a->type == sn_TYPE_FLOAT) {
      putFloats(l->parameter[i], g, a);
    } else {
      put(l->parameter[i], g, (const mjtNum*)a->rows, a->count, a->count);
    }
  }
  for (int k = 0; k < LANE_W && list->n; k++) {
    viewWorld(&l->view[k], g->b, g->world[k]);
    if (!LANE(step_putPlan)(l->d, k)) misfits |= 1u << k;
  }
  return misfits;
}

// ---- steps

static unsigned bitsOf(mask m) {
  unsigned bits = 0;
  for (int k = 0; k < LANE_W; k++) bits |= (unsigned)(m[k] != 0) << k;
  return bits;
}

static unsigned stepGroup(void* lanes, batch_Group* g) {
  Lanes* l = lanes;
  lane_Data* d = l->d;
  const mjModel* m = g->b->m;
  mask bad = lane_bc(0) != lane_bc(0);
  const unsigned misfits = putParameters(l, g);
  putInputs(d, g);
  for (int k = 0; k < LANE_W; k++) {
    uint64_t* word = g->b->hint + (size_t)g->world[k] * (size_t)g->b->nseparation;
    LANE(step_putSeparations)(d, k, (separation_Cache){word, g->b->nseparation});
  }
  for (int k = 0; k < g->nstep; k++) {
    if (g->ctrl) put(d->ctrl, g, g->ctrl + k * m->nu, g->nstep * m->nu, m->nu);
    bad |= LANE(step_lane)(d->model, d, k == g->nstep - 1 && batch_wantsGeoms(g->b));
  }
  LANE(step_demand)(d->model, d, batch_wantsForces(g->b), batch_wantsMomenta(g->b));
  const unsigned bits = bitsOf(bad) | misfits;
  for (int k = 0; k < g->n; k++) g->signature[k] = LANE(step_signature)(d, k);
  takeAll(d, g, bits, &g->b->input);
  takeAll(d, g, bits, &g->b->result);
  return bits;
}

static void destroy(void* lanes) {
  Lanes* l = lanes;
  LANE(step_freeLanes)(l->d);
  mem_free(l);
}

static int separations(const void* lanes) {
  return LANE(step_separations)(((const Lanes*)lanes)->d);
}

static void* make(const mjModel* m) {
  Lanes* l = mem_calloc(1, sizeof *l);
  if (!l) return NULL;
  l->d = LANE(step_makeLanes)(m);
  if (!l->d) {
    mem_free(l);
    return NULL;
  }
  for (int k = 0; k < LANE_W; k++) {
    l->view[k] = *m;
    l->d->model->one[k] = &l->view[k];
  }
  return l;
}

const batch_Lanes LANE(batch_lanes) = {LANE_W,  LANE(step_inLanes), make,
                                       destroy, separations,        stepGroup};

#endif
