// Support table (support_table.h): a cube map of directions, built by subdivision (quadtree). A
// direction whose largest component is scaled to 1 is linear in the two others, so an edge of the
// hull graph rises all over a square of directions if it rises at the four corners. A vertex with
// such an edge is no local maximum there; squares where it may be one are quartered down to cells.
#include "collide/support_table.h"

#include <math.h>
#include <stddef.h>

#include "base/assert.h"

// an edge rises for certain if by more than this, in sizes of the hull: far above rounding
static const mjtNum CERTAIN = 1e-11;
static const mjtNum OVERLAP = 1e-9;  // of cells, since directions are rounded too

enum { LISTED = 16 };  // items of a cell whose neighbors are stored; more are useless

// ---- building the table

typedef struct {
  supportTable_Hull* hull;
  int vertex;       // current vertex
  mjtNum certain;   // as a length
  uint32_t* count;  // of each cell; NULL: items are written
  uint32_t total;
} Maker;

// square on a face, in cells: its lower corner x, y and its width w
typedef struct {
  int face, x, y, w;
} Square;

// component `axis` of directions on a face is +1 or -1
static inline int axisOf(int face) { return face >> 1; }
static inline int signOf(int face) { return face & 1 ? -1 : 1; }

// true if an edge of the vertex rises in all directions of a square
static bool rises(const Maker* k, const Square* s) {
  const supportTable_Graph* g = &k->hull->graph;
  const int a = axisOf(s->face), b = (a + 1) % 3, c = (a + 2) % 3;
  const mjtNum *from = g->at + 3 * k->vertex, unit = 2.0 / k->hull->side;
  const mjtNum x0 = s->x * unit - 1 - OVERLAP, x1 = (s->x + s->w) * unit - 1 + OVERLAP;
  const mjtNum y0 = s->y * unit - 1 - OVERLAP, y1 = (s->y + s->w) * unit - 1 + OVERLAP;
  for (const int* n = g->neighbor + g->edgeadr[k->vertex]; *n >= 0; n++) {
    const mjtNum* to = g->at + 3 * *n;
    const mjtNum eb = to[b] - from[b], ec = to[c] - from[c];
    const mjtNum least =
        signOf(s->face) * (to[a] - from[a]) + (eb > 0 ? x0 : x1) * eb + (ec > 0 ? y0 : y1) * ec;
    if (least > k->certain) return true;
  }
  return false;
}

static void visit(Maker* k, const Square* s) {
  supportTable_Hull* hull = k->hull;
  if (rises(k, s)) return;
  if (s->w > 1) {
    const int w = s->w / 2;
    for (int i = 0; i < 4; i++) {
      const Square part = {s->face, s->x + (i & 1 ? w : 0), s->y + (i & 2 ? w : 0), w};
      visit(k, &part);
    }
    return;
  }
  const int cell = (s->face * hull->side + s->x) * hull->side + s->y;
  k->total++;
  if (k->count) {
    k->count[cell]++;
  } else {
    hull->item[2 * hull->adr[cell]++] = (uint16_t)k->vertex;
  }
}

static void visitAll(Maker* k) {
  k->total = 0;
  for (k->vertex = 0; k->vertex < k->hull->graph.nhull; k->vertex++) {
    for (int face = 0; face < 6; face++) {
      const Square whole = {face, 0, 0, k->hull->side};
      visit(k, &whole);
    }
  }
}

static bool areNeighbors(const supportTable_Graph* g, int i, int j) {
  for (const int* n = g->neighbor + g->edgeadr[i]; *n >= 0; n++) {
    if (*n == j) return true;
  }
  return false;
}

// sets the neighbor bits of the items of a cell
static void setNeighbors(const supportTable_Graph* g, uint16_t* item, int n) {
  for (int i = 0; i < n; i++) {
    unsigned next = 0;
    for (int j = 0; j < n && j < LISTED; j++) {
      next |= (unsigned)areNeighbors(g, item[2 * i], item[2 * j]) << j;
    }
    item[2 * i + 1] = (uint16_t)next;
  }
}

// size of the hull; NaN if a vertex is not finite
static mjtNum sizeOf(const supportTable_Graph* g) {
  mjtNum most = 0, sum = 0;
  for (int i = 0; i < 3 * g->nhull; i++) {
    most = fabs(g->at[i]) > most ? fabs(g->at[i]) : most;
    sum += g->at[i];
  }
  return most + 0 * sum;
}

bool supportTable_make(supportTable_Hull* hull) {
  const int ncell = supportTable_count(hull->side);
  Maker k = {.hull = hull, .certain = CERTAIN * sizeOf(&hull->graph), .count = hull->adr};
  ASSERT(hull->side > 0 && (hull->side & (hull->side - 1)) == 0);
  if (!(k.certain > 0 && k.certain < 1e6) || hull->graph.nhull > SUPPORT_TABLE_HULL) return false;
  for (int i = 0; i <= ncell; i++) hull->adr[i] = 0;
  visitAll(&k);
  if (k.total > (uint32_t)hull->most) return false;
  uint32_t sum = 0;
  for (int i = 0; i <= ncell; i++) {
    const uint32_t n = hull->adr[i];
    hull->adr[i] = sum;
    sum += n;
  }
  k.count = NULL;
  visitAll(&k);  // now adr has the ends of cells
  for (int i = ncell; i > 0; i--) hull->adr[i] = hull->adr[i - 1];
  hull->adr[0] = 0;
  for (int i = 0; i < ncell; i++) {
    const uint32_t at = hull->adr[i];
    setNeighbors(&hull->graph, hull->item + 2 * at, (int)(hull->adr[i + 1] - at));
  }
  return true;
}

// ---- lookup

// cell of a direction; -1: invalid direction
static inline int cellOf(const supportTable_Hull* hull, const mjtNum l[3]) {
  const mjtNum ax = fabs(l[0]), ay = fabs(l[1]), az = fabs(l[2]);
  const int a = ax >= ay ? (ax >= az ? 0 : 2) : (ay >= az ? 1 : 2);
  const mjtNum major = l[a], inv = 0.5 * hull->side / fabs(major), half = 0.5 * hull->side;
  const mjtNum x = l[a == 2 ? 0 : a + 1] * inv + half, y = l[a == 0 ? 2 : a - 1] * inv + half;
  if (!(x >= 0 && x <= hull->side && y >= 0 && y <= hull->side)) return -1;
  const int i = x < hull->side ? (int)x : hull->side - 1;
  const int j = y < hull->side ? (int)y : hull->side - 1;
  return ((2 * a + (major < 0)) * hull->side + i) * hull->side + j;
}

// order: as climbs compute it
static inline mjtNum along(const supportTable_Graph* g, const mjtNum l[3], int i) {
  const mjtNum* v = g->at + 3 * i;
  return l[0] * v[0] + l[1] * v[1] + l[2] * v[2];
}

static bool hasHigher(const supportTable_Graph* g, const mjtNum l[3], int i) {
  const mjtNum value = along(g, l, i);
  for (const int* n = g->neighbor + g->edgeadr[i]; *n >= 0; n++) {
    if (along(g, l, *n) > value) return true;
  }
  return false;
}

// item i of a cell has a neighbor with a larger value
static inline bool isBelow(const uint16_t* item, const mjtNum* value, int i) {
  for (unsigned next = item[2 * i + 1]; next; next &= next - 1) {
    if (value[__builtin_ctz(next)] > value[i]) return true;
  }
  return false;
}

int supportTable_end(const supportTable_Hull* hull, const mjtNum l[3]) {
  const supportTable_Graph* g = &hull->graph;
  const int cell = cellOf(hull, l);
  if (cell < 0) return -1;
  const uint16_t* item = hull->item + 2 * hull->adr[cell];
  const int n = (int)(hull->adr[cell + 1] - hull->adr[cell]);
  if (n <= 1) return n ? item[0] : -1;
  if (n > LISTED) return -1;
  mjtNum value[LISTED];
  int best = 0;
  for (int i = 0; i < n; i++) {
    value[i] = along(g, l, item[2 * i]);
    if (value[i] > value[best]) best = i;
  }
  for (int i = 0; i < n; i++) {
    if (i == best) continue;
    if (item[2 * i + 1] >> best & 1 && value[i] < value[best]) continue;
    if (!isBelow(item, value, i) && !hasHigher(g, l, item[2 * i])) return -1;
  }
  return item[2 * best];
}

mjtNum supportTable_extent(const supportTable_Hull* hull, const mjtNum l[3]) {
  const int cell = cellOf(hull, l);
  if (cell < 0) return HUGE_VAL;
  const uint16_t* end = hull->item + 2 * hull->adr[cell + 1];
  mjtNum most = 0;
  for (const uint16_t* item = hull->item + 2 * hull->adr[cell]; item < end; item += 2) {
    const mjtNum value = along(&hull->graph, l, *item);
    most = value > most ? value : most;
  }
  return most;
}
