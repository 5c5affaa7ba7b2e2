// Merges the rows of worlds into lanes: a block that two worlds have is one slot, and slots stand
// in an order that is that of each world. Compiled once per variant.
#include "newton_lanes.h"

#include <stdio.h>
#include <stdlib.h>

#include "constraint/constraint.h"
#include "solve/lane_solve.h"

enum { MOST_SLOTS = 2000, KEYS = 6 };

// what a block is, the same in all worlds
typedef struct {
  int key[KEYS];  // shape, type, id or geoms, side or number among those of the geoms
  int nefc, ncol, rank;
  int* col;
  int tree[2];
  int block[LANE_W];  // its number in each world, -1
} Slot;

typedef struct {
  const mjModel* m;
  mjData* world[LANE_W];
  lane_Data* d;
  lane_Rows rows;
  int nslot;
  Slot slot[MOST_SLOTS];
  lane_Block block[MOST_SLOTS];
  mask* has;
  real *numbers, *force, *mu, *friction;
  mask alive, redo;
  lint niter;
} Problem;

static void* reals(size_t n) {
  void* block = aligned_alloc(64, (n + 1) * 64);
  memset(block, 0, (n + 1) * 64);
  return block;
}

// ---- slots

static int ordinalOf(const mjData* d, int contact) {
  int n = 0;
  for (int k = 0; k < contact; k++) {
    n += d->contact[k].efc_address >= 0 && d->contact[k].geom[0] == d->contact[contact].geom[0] &&
         d->contact[k].geom[1] == d->contact[contact].geom[1];
  }
  return n;
}

static Slot slotOf(const mjData* d, const con_Rows* r, const con_Block* b) {
  Slot s = {.nefc = b->nefc, .ncol = b->ncol, .rank = b->shape < CON_ONESIDED ? b->shape : 2};
  s.key[0] = b->shape;
  s.key[1] = b->type;
  if (b->contact < 0) {
    s.key[2] = b->id;
    s.key[4] = b->upper;
  } else {
    s.key[2] = d->contact[b->contact].geom[0];
    s.key[3] = d->contact[b->contact].geom[1];
    s.key[4] = ordinalOf(d, b->contact);
    s.rank = 3;
  }
  s.col = (int*)con_columns(r, b);
  memcpy(s.tree, b->tree, sizeof s.tree);
  for (int k = 0; k < LANE_W; k++) s.block[k] = -1;
  return s;
}

static bool isSame(const Slot* a, const Slot* b) {
  return !memcmp(a->key, b->key, sizeof a->key) && a->nefc == b->nefc && a->ncol == b->ncol &&
         !memcmp(a->col, b->col, (size_t)a->ncol * sizeof *a->col);
}

// the slot of a block from `from` on, made if there is none
static int placeBlock(Problem* p, const Slot* s, int from) {
  for (int k = from; k < p->nslot; k++) {
    if (isSame(p->slot + k, s)) return k;
  }
  while (from < p->nslot && p->slot[from].rank < s->rank) from++;
  while (from < p->nslot && p->slot[from].rank == s->rank &&
         memcmp(p->slot[from].key + 2, s->key + 2, 3 * sizeof(int)) < 0) {
    from++;
  }
  if (p->nslot == MOST_SLOTS) abort();
  memmove(p->slot + from + 1, p->slot + from, (size_t)(p->nslot - from) * sizeof *p->slot);
  p->nslot++;
  p->slot[from] = *s;
  p->slot[from].col = malloc((size_t)s->ncol * sizeof(int) + 1);
  memcpy(p->slot[from].col, s->col, (size_t)s->ncol * sizeof(int));
  return from;
}

static void mergeWorld(Problem* p, int lane) {
  const con_Rows r = con_rows(p->world[lane]);
  int from = 0;
  for (int k = 0; k < r.nblock; k++) {
    const Slot s = slotOf(p->world[lane], &r, r.block + k);
    const int at = placeBlock(p, &s, from);
    p->slot[at].block[lane] = k;
    from = at + 1;
  }
}

// ---- numbers

static void putRow(const Problem* p, int lane, int row, int efc) {
  const mjData* d = p->world[lane];
  const int nv = (int)p->m->nv;
  const lane_Rows* r = &p->rows;
  for (int i = 0; i < nv; i++) ((real*)r->J)[row * nv + i][lane] = d->efc_J[efc * nv + i];
  ((real*)r->D)[row][lane] = d->efc_D[efc];
  ((real*)r->R)[row][lane] = d->efc_R[efc];
  ((real*)r->aref)[row][lane] = d->efc_aref[efc];
  ((real*)r->frictionloss)[row][lane] = d->efc_frictionloss[efc];
}

static void placeRows(Problem* p) {
  lane_Rows* r = &p->rows;
  const size_t nv = (size_t)p->m->nv;
  for (int k = 0; k < p->nslot; k++) {
    const Slot* s = p->slot + k;
    p->block[k] = (lane_Block){.shape = s->key[0],
                               .type = s->key[1],
                               .id = s->key[2],
                               .efc = r->nefc,
                               .nefc = s->nefc,
                               .ncol = s->ncol,
                               .col = s->col,
                               .tree = {s->tree[0], s->tree[1]}};
    r->nefc += s->nefc;
    if (s->key[0] == CON_EQUALITY) r->ne += s->nefc;
    if (s->key[0] == CON_FRICTION) r->nf += s->nefc;
  }
  const size_t n = (size_t)r->nefc;
  p->numbers = reals(n * (nv + 5));
  r->J = p->numbers;
  r->D = r->J + n * nv;
  r->R = r->D + n;
  r->aref = r->R + n;
  r->frictionloss = r->aref + n;
  p->force = p->numbers + n * (nv + 4);
  p->has = reals((size_t)p->nslot);
  r->mu = p->mu = reals((size_t)p->nslot);
  r->friction = p->friction = reals(5 * (size_t)p->nslot);
  r->nblock = p->nslot;
  r->block = p->block;
  r->has = p->has;
}

static void putRows(Problem* p, int lane) {
  const con_Rows rows = con_rows(p->world[lane]);
  for (int k = 0; k < p->nslot; k++) {
    const int number = p->slot[k].block[lane];
    if (number < 0) continue;
    p->has[k][lane] = -1;
    if (p->slot[k].key[0] == CON_ELLIPTIC) {
      const mjContact* c = con_contact(&rows, rows.block + number);
      p->mu[k][lane] = c->mu;
      for (int i = 0; i < 5; i++) p->friction[5 * k + i][lane] = c->friction[i];
    }
    for (int i = 0; i < p->slot[k].nefc; i++) {
      putRow(p, lane, p->block[k].efc + i, rows.block[number].efc + i);
    }
  }
}

static void put(real* array, int lane, const mjtNum* from, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) array[i][lane] = from[i];
}

static void putWorld(const Problem* p, int lane) {
  const mjModel* m = p->m;
  const mjData* w = p->world[lane];
  put(p->d->M, lane, w->M, m->nC);
  put(p->d->qLD, lane, w->qLD, m->nC);
  put(p->d->qLDiagInv, lane, w->qLDiagInv, m->nv);
  put(p->d->qacc_smooth, lane, w->qacc_smooth, m->nv);
  put(p->d->qfrc_smooth, lane, w->qfrc_smooth, m->nv);
  put(p->d->qacc_warmstart, lane, w->qacc_warmstart, m->nv);
}

// ---- what tests call

static void* make(const mjModel* m, mjData* const* world, unsigned alive) {
  Problem* p = reals(sizeof *p / 64 + 1);
  p->m = m;
  p->d = LANE(lane_make)(m);
  for (int k = 0; k < LANE_W; k++) {
    p->world[k] = world[k];
    p->alive[k] = alive >> k & 1 ? -1 : 0;
    mergeWorld(p, k);
  }
  placeRows(p);
  for (int k = 0; k < LANE_W; k++) {
    putRows(p, k);
    putWorld(p, k);
  }
  return p;
}

static void solve(void* problem) {
  Problem* p = problem;
  p->redo = LANE(solve_lanes)(p->m, p->d, &p->rows, p->alive, p->force, &p->niter);
}

static bool get(void* problem, int lane, mjtNum* qacc, mjtNum* frc, mjtNum* force, int* niter) {
  const Problem* p = problem;
  for (int i = 0; i < p->m->nv; i++) {
    qacc[i] = p->d->qacc[i][lane];
    frc[i] = p->d->qfrc_constraint[i][lane];
  }
  for (int k = 0, efc = 0; k < p->nslot; k++) {
    if (!p->has[k][lane]) continue;
    for (int i = 0; i < p->block[k].nefc; i++) force[efc++] = p->force[p->block[k].efc + i][lane];
  }
  *niter = (int)p->niter[lane];
  return !p->redo[lane];
}

static int countRows(void* problem) { return ((Problem*)problem)->rows.nefc; }

static void mark(void* problem, mjtNum value) {
  Problem* p = problem;
  for (int i = 0; i < p->m->nv; i++) p->d->qacc[i] = p->d->qfrc_constraint[i] = lane_bc(value);
  for (int i = 0; i < p->rows.nefc; i++) p->force[i] = lane_bc(value);
}

static void clear(void* problem) {
  Problem* p = problem;
  for (int k = 0; k < p->nslot; k++) free(p->slot[k].col);
  LANE(lane_delete)(p->d);
  free(p->has);
  free(p->mu);
  free(p->friction);
  free(p->numbers);
  free(p);
}

#define STRING(x) #x
#define NAME(x) STRING(x)

const NewtonVariant LANE(newtonVariant) = {
    .name = NAME(LANE_SUFFIX),
    .width = LANE_W,
#if defined(__AVX2__) || LANE_W == 2
    .base = false,
#else
    .base = true,
#endif
    .make = make,
    .solve = solve,
    .get = get,
    .rows = countRows,
    .mark = mark,
    .clear = clear,
};
