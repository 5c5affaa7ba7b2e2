// Contact reduction for flexes: a list of candidates that grows downward in scratch memory, the
// choice of at most mjMAXCONPAIR of them, their order, and the contact records.
//   touches -> contact, ncon
#include "collide/flex_group.h"

#include <stdalign.h>
#include <stdint.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "math/vec.h"
#include "model/contact_range.h"
#include "model/stack.h"

enum { CHUNK = 64 };

// ---- the list

void flexgroup_begin(flex_Group* group, const mjModel* m, mjData* d, int flex1, int flex2) {
  *group = (flex_Group){.m = m, .d = d, .flex = {flex1, flex2}, .isSelf = flex1 == flex2};
  mj_markStack(d);
}

// extends the buffer downward; scratch taken in between must have been given back
static bool grow(flex_Group* g) {
  const int more = g->room < CHUNK ? CHUNK : g->room;
  flex_Touch* low = stack_alloc(g->d, (size_t)more * sizeof *low, alignof(flex_Touch));
  if (!low || (g->end && low + more != g->end - g->room)) {
    g->full = true;
    return false;
  }
  if (!g->end) g->end = low + more;
  g->room += more;
  return true;
}

void flexgroup_add(flex_Group* group, const flex_Touch* touch) {
  if (group->full || (group->n == group->room && !grow(group))) return;
  group->end[-1 - group->n++] = *touch;
}

static inline const flex_Touch* touchAt(const flex_Group* g, int i) { return &g->end[-1 - i]; }

// ---- margins

mjtNum flexgroup_margin(const flex_Group* group, int geom) {
  const mjModel* m = group->m;
  if (group->isSelf) return 0;
  if (m->opt.enableflags & mjENBL_OVERRIDE) return m->opt.o_margin;
  const mjtNum first = geom >= 0 ? m->geom_margin[geom] : m->flex_margin[group->flex[0]];
  return first + m->flex_margin[group->flex[1]];
}

mjtNum flexgroup_limit(const flex_Group* group, int geom) {
  const mjModel* m = group->m;
  if (group->isSelf) return 0;
  const mjtNum first = geom >= 0 ? m->geom_gap[geom] : m->flex_gap[group->flex[0]];
  return flexgroup_margin(group, geom) + (first + m->flex_gap[group->flex[1]]);
}

// ---- contact reduction: farthest point sampling

// positions of the candidates, and the touches stored there
typedef struct {
  int n, *touch;
  mjtNum *x, *y, *z;
  mjtNum* apart;  // squared distance to the nearest chosen one; -1: the place was chosen
} Places;

static bool takePlaces(const flex_Group* g, Places* p) {
  p->n = g->n;
  p->touch = stack_int(g->d, (size_t)g->n);
  mjtNum* num = stack_num(g->d, 4 * (size_t)g->n);
  if (!p->touch || !num) return false;
  p->x = num;
  p->y = num + g->n;
  p->z = num + 2 * g->n;
  p->apart = num + 3 * g->n;
  for (int i = 0; i < g->n; i++) {
    const mjtNum* pos = touchAt(g, i)->point.pos;
    p->touch[i] = i;
    p->x[i] = pos[0];
    p->y[i] = pos[1];
    p->z[i] = pos[2];
    p->apart[i] = mjMAXVAL;
  }
  return true;
}

static int deepest(const flex_Group* g) {
  int best = 0;
  for (int i = 1; i < g->n; i++) {
    if (-touchAt(g, i)->point.dist > -touchAt(g, best)->point.dist) best = i;
  }
  return best;
}

// the first place that is farthest from all chosen ones, the last of which is `best`
static int farthest(Places* p, int best) {
  const mjtNum x = p->x[best], y = p->y[best], z = p->z[best];
  mjtNum* apart = p->apart;
  for (int i = 0; i < p->n; i++) {
    const mjtNum dx = p->x[i] - x, dy = p->y[i] - y, dz = p->z[i] - z;
    const mjtNum dist2 = dx * dx + dy * dy + dz * dz;
    apart[i] = dist2 < apart[i] ? dist2 : apart[i];
  }
  mjtNum most = -1;
  int next = -1;
  for (int i = 0; i < p->n; i++) {
    if (apart[i] > most) {
      most = apart[i];
      next = i;
    }
  }
  return next;
}

static void exchange(Places* p, int i, int k) {
  const int touch = p->touch[i];
  const mjtNum x = p->x[i], y = p->y[i], z = p->z[i];
  p->touch[i] = p->touch[k];
  p->x[i] = p->x[k];
  p->y[i] = p->y[k];
  p->z[i] = p->z[k];
  p->touch[k] = touch;
  p->x[k] = x;
  p->y[k] = y;
  p->z[k] = z;
}

// The deepest first, then always the one farthest from those chosen. The chosen touch is swapped
// into the next position, but the values of a place stay there.
// odd: choice of flex contacts
static void choose(const flex_Group* g, Places* p) {
  int best = deepest(g);
  for (int k = 0; k < mjMAXCONPAIR - 1 && best >= 0; k++) {
    p->apart[best] = -1;
    const int next = farthest(p, best);
    exchange(p, k, best);
    best = next == k ? best : next;
  }
}

// ---- order

static int firstId(const flex_Touch* t) {
  return t->geom >= 0 ? t->geom : t->elem[0] >= 0 ? t->elem[0] : t->vert[0];
}

static uint64_t keyOf(const flex_Touch* t) {
  const int second = t->elem[1] >= 0 ? t->elem[1] : t->vert[1];
  return (uint64_t)(uint32_t)firstId(t) << 32 | (uint32_t)second;
}

// stable insertion sort: there are few
static void sortTouches(const flex_Group* g, int* touch, int n) {
  uint64_t key[mjMAXCONPAIR];
  for (int i = 0; i < n; i++) {
    const int moved = touch[i];
    const uint64_t own = keyOf(touchAt(g, moved));
    int k = i;
    for (; k > 0 && key[k - 1] > own; k--) {
      key[k] = key[k - 1];
      touch[k] = touch[k - 1];
    }
    key[k] = own;
    touch[k] = moved;
  }
}

// ---- records

static void complain(const flex_Group* g, const contact_Params* params, int put) {
  if (put == CONTACT_NONE && !contact_isDim(params->dim)) {
    mju_error("contact of flex %d: condim is %d, it must be 1, 3, 4 or 6; the contact is dropped",
              g->flex[1], params->dim);
  } else if (put == CONTACT_NONE) {
    mj_warning(g->d, mjWARN_CONTACTFULL, g->d->ncon);
  } else {
    mju_warning("contact of flex %d: a point has no normal or is NaN or infinite; it is dropped",
                g->flex[1]);
  }
}

// mixes the parameters of a geom or flex with a flex once per run of equal pairs
static void append(const flex_Group* g, const int* touch, int n) {
  mjData* d = g->d;
  const int before = d->ncon;
  contact_Params params = {.geom = {-1, -1}, .flex = {g->flex[0], g->flex[1]}};
  int dim = 0;
  for (int i = 0; i < n; i++) {
    const flex_Touch* t = touchAt(g, touch[i]);
    if (!i || t->geom != params.geom[0]) {
      params.geom[0] = t->geom;
      contact_mixFlex(g->m, &params);
      dim = params.dim;
      params.includemargin = flexgroup_margin(g, t->geom);
    }
    params.dim = t->isFrictionless ? 1 : dim;
    const int put = contact_putFlex(d, &params, &t->point, t->elem, t->vert);
    if (put == 1) continue;
    complain(g, &params, put);
    if (put == CONTACT_NONE) {
      contact_truncate(d, before);
      return;
    }
  }
}

void flexgroup_flush(flex_Group* group, bool isSorted) {
  int few[mjMAXCONPAIR], *touch = few, n = group->n;
  const size_t before = group->d->pstack;
  Places places;
  if (group->full || (n > mjMAXCONPAIR && !takePlaces(group, &places))) {
    mj_warning(group->d, mjWARN_CONTACTFULL, group->d->ncon);
    n = 0;
  } else if (n > mjMAXCONPAIR) {
    choose(group, &places);
    touch = places.touch;
    n = mjMAXCONPAIR;
  } else {
    for (int i = 0; i < n; i++) few[i] = i;
  }
  if (isSorted) sortTouches(group, touch, n);
  for (int i = 0; i < n; i++) few[i] = touch[i];
  stack_release(group->d, before);  // contact records may need the space
  append(group, few, n);
  flexgroup_restart(group);
}

void flexgroup_finish(flex_Group* group, bool isSorted) {
  if (group->n || group->full) flexgroup_flush(group, isSorted);
  mj_freeStack(group->d);
}
