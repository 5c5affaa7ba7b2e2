// Sweep and prune over the elements of a flex: the ends of their bounding boxes along the longest
// axis are sorted, and each element that begins is compared with all that have begun and not ended.
// Pairs are tested in the order in which they are found, which is part of the result.
//   flexelem_aabb, bvh_aabb_dyn -> pairs of elements
#include "collide/flex_sweep.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/flex_collide.h"
#include "model/stack.h"

enum { MOST_PAIRS = 1000000 };

// ---- sorting

// an end of a box: key that increases with the coordinate as a float, and 2 * box + (1 for the
// upper end)
typedef struct {
  uint32_t key;
  int end;
} End;

// -0 and 0 have the same key
static uint32_t keyOf(mjtNum x) {
  const float value = (float)x + 0.0f;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

enum { RADIX = 11, BUCKETS = 1 << RADIX };

// radix sort: one stable pass over a digit of the keys
static void sortDigit(const End* from, End* to, int n, int shift) {
  int count[BUCKETS] = {0};
  for (int i = 0; i < n; i++) count[from[i].key >> shift & (BUCKETS - 1)]++;
  for (int i = 0, sum = 0; i < BUCKETS; i++) {
    const int own = count[i];
    count[i] = sum;
    sum += own;
  }
  for (int i = 0; i < n; i++) to[count[from[i].key >> shift & (BUCKETS - 1)]++] = from[i];
}

// stable radix sort; returns the array that has the result
static const End* sortEnds(End* ends, End* room, int n) {
  sortDigit(ends, room, n, 0);
  sortDigit(room, ends, n, RADIX);
  sortDigit(ends, room, n, 2 * RADIX);
  return room;
}

// ---- the sweep

// bodies of an element's vertices; the fourth is NO_VERTEX if there are fewer
typedef int Bodies __attribute__((vector_size(16)));

// an active box of the sweep: its extent along the other two axes. Boxes that have not ended form a
// linked list in the order in which they began
typedef struct {
  mjtNum low[2], high[2];
  Bodies body;
  int before, after;
} Open;

enum { NO_VERTEX = -1 };  // also for vertices without a body

typedef struct {
  flex_Group* group;
  int nbox, npair;
  int* elem;  // (nbox)
  End *ends, *room;
  Open* open;  // (nbox + 1) the last one is the sentinel of the list
} Sweep;

static bool takeMemory(Sweep* s, int nelem) {
  mjData* d = s->group->d;
  const size_t n = (size_t)nelem;
  s->elem = stack_int(d, n);
  s->ends = stack_alloc(d, 4 * n * sizeof *s->ends, alignof(End));
  s->open = stack_alloc(d, (n + 1) * sizeof *s->open, alignof(Open));
  s->room = s->ends ? s->ends + 2 * n : NULL;
  return s->elem && s->ends && s->open;
}

static int axisOf(const mjtNum half[3]) {
  if (half[0] > half[1] && half[0] > half[2]) return 0;
  return half[1] > half[2] ? 1 : 2;
}

static void fill(Sweep* s, const mjtNum* box, int axis) {
  const mjModel* m = s->group->m;
  const int f = s->group->flex[1];
  for (int e = 0; e < m->flex_elemnum[f]; e++, box += 6) {
    if (!flex_isActive(m, f, e)) continue;
    const int b = s->nbox++;
    s->elem[b] = e;
    s->ends[2 * b] = (End){keyOf(box[axis] - box[3 + axis]), 2 * b};
    s->ends[2 * b + 1] = (End){keyOf(box[axis] + box[3 + axis]), 2 * b + 1};
  }
}

static inline bool meets(const Open* a, const Open* b) {
  return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
         b->low[1] <= a->high[1];
}

// elements that share a body do not collide; most that overlap share one
static inline bool shareBody(const Open* a, const Open* b) {
  Bodies same = {0};
  for (int i = 0; i < 4; i++) same |= (a->body == b->body[i]) & (b->body >= 0)[i];
  return same[0] | same[1] | same[2] | same[3];
}

static Bodies bodiesOf(const mjModel* m, int flex, int elem) {
  const int dim = m->flex_dim[flex], *of = m->flex_vertbodyid + m->flex_vertadr[flex];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex] + elem * (dim + 1);
  Bodies body = {NO_VERTEX, NO_VERTEX, NO_VERTEX, NO_VERTEX};
  for (int i = 0; i <= dim; i++) body[i] = of[vert[i]];
  return body;
}

static void begin(Sweep* s, int box, const mjtNum aabb[6], int axis) {
  Open *open = s->open, *own = &open[box], *ring = &open[s->nbox];
  for (int k = 0; k < 2; k++) {
    const int other = (axis + 1 + k) % 3;
    own->low[k] = aabb[other] - aabb[3 + other];
    own->high[k] = aabb[other] + aabb[3 + other];
  }
  own->body = bodiesOf(s->group->m, s->group->flex[1], s->elem[box]);
  for (int i = ring->after; i != s->nbox && s->npair < MOST_PAIRS; i = open[i].after) {
    if (!meets(&open[i], own)) continue;
    s->npair++;
    if (!shareBody(&open[i], own)) flex_tryElems(s->group, s->elem[i], s->elem[box]);
  }
  own->before = ring->before;
  own->after = s->nbox;
  open[ring->before].after = box;
  ring->before = box;
}

static void end(Sweep* s, int box) {
  const Open* own = &s->open[box];
  s->open[own->before].after = own->after;
  s->open[own->after].before = own->before;
}

void flex_sweepElems(flex_Group* group) {
  const mjModel* m = group->m;
  const mjData* d = group->d;
  const int f = group->flex[1];
  Sweep s = {.group = group};
  if (!takeMemory(&s, m->flex_elemnum[f])) {
    group->full = true;
    return;
  }
  const mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[f];
  const int axis = axisOf(flex_nodeBox(m, d, m->flex_bvhadr[f]) + 3);
  fill(&s, box, axis);
  s.open[s.nbox].before = s.open[s.nbox].after = s.nbox;
  const End* ends = sortEnds(s.ends, s.room, 2 * s.nbox);
  for (int i = 0; i < 2 * s.nbox; i++) {
    const int at = ends[i].end >> 1;
    if (ends[i].end & 1) {
      end(&s, at);
    } else {
      begin(&s, at, box + 6 * s.elem[at], axis);
    }
  }
}
