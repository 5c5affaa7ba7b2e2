// Adaptive octree of a signed distance field (SDF): cells that intersect the surface are subdivided
// down to the largest depth, neighbors differ by at most one level (2:1 balance), and a hanging
// corner (in the middle of a larger neighbor's edge or face) gets the mean of that edge or face, so
// that trilinear interpolation is continuous.
//   vertices, faces, tree of faces -> oct_Tree
#include "asset/octree.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "asset/surface_distance.h"
#include "base/assert.h"
#include "base/mem.h"
#include "math/vec.h"

enum { NSIDE = 6, NHANG = 4, LEAF = -1 };

typedef struct {
  double lo[3], hi[3];
  int parent, child;  // the first of eight children, or LEAF
  int depth;
  int first, count;        // triangles that may touch it, a range in the list of its level
  int corner[OCT_NCHILD];  // vertex indices
} Cell;

typedef struct {
  double x[3];
  double value;
  int hang[NHANG];  // vertices whose mean this one gets, -1: none
  bool known;
} Vertex;

// a triangle with precomputed values for overlap tests
typedef struct {
  const double* v[3];
  double min[3], max[3], n[3];
} Triangle;

// a dynamic array; on the heap, since most of its memory is freed soon
typedef struct {
  void* data;
  size_t n, room, width;
} List;

typedef struct {
  List cell, vertex;
  uint32_t* slot;  // hash table of vertices: index + 1, 0: empty
  size_t nslot;
  oct_Status status;
} Build;

static bool fail(Build* b, oct_Status status) {
  if (b->status == OCT_OK) b->status = status;
  return false;
}

// ---- lists

static bool reserve(Build* b, List* list, size_t more) {
  size_t room = list->room ? list->room : 1024;
  while (room < list->n + more) room *= 2;
  if (room == list->room) return true;
  void* data = mem_grow(list->data, list->n * list->width, room * list->width);
  if (!data) return fail(b, OCT_NO_MEMORY);
  list->data = data;
  list->room = room;
  return true;
}

static Cell* cellOf(const Build* b, int i) { return (Cell*)b->cell.data + i; }
static Vertex* vertexOf(const Build* b, int i) { return (Vertex*)b->vertex.data + i; }
static int ncell(const Build* b) { return (int)b->cell.n; }

// ---- vertices, one for each position

static uint64_t hashOf(const double x[3]) {
  uint64_t h = 0, bits;
  for (int k = 0; k < 3; k++) {
    memcpy(&bits, x + k, sizeof bits);
    h = (h ^ bits ^ (h >> 29)) * 0x9e3779b97f4a7c15ull;
  }
  return h ^ (h >> 32);
}

static uint32_t* findSlot(const Build* b, const double x[3]) {
  size_t at = hashOf(x) & (b->nslot - 1);
  for (; b->slot[at]; at = (at + 1) & (b->nslot - 1)) {
    const double* y = vertexOf(b, (int)b->slot[at] - 1)->x;
    if (x[0] == y[0] && x[1] == y[1] && x[2] == y[2]) break;
  }
  return &b->slot[at];
}

static bool growSlots(Build* b) {
  const size_t n = b->nslot ? 2 * b->nslot : 4096;
  uint32_t* slot = mem_calloc(n, sizeof *slot);
  if (!slot) return fail(b, OCT_NO_MEMORY);
  mem_free(b->slot);
  b->slot = slot;
  b->nslot = n;
  for (size_t i = 0; i < b->vertex.n; i++) {
    *findSlot(b, vertexOf(b, (int)i)->x) = (uint32_t)i + 1;
  }
  return true;
}

// returns the index, -1 if out of memory
static int addVertex(Build* b, const double x[3]) {
  if (2 * (b->vertex.n + 1) > b->nslot && !growSlots(b)) return -1;
  uint32_t* slot = findSlot(b, x);
  if (*slot) return (int)*slot - 1;
  if (!reserve(b, &b->vertex, 1)) return -1;
  const int id = (int)b->vertex.n++;
  *vertexOf(b, id) = (Vertex){.x = {x[0], x[1], x[2]}, .hang = {-1, -1, -1, -1}};
  *slot = (uint32_t)id + 1;
  return id;
}

// ---- cells

// sets the corners of the last cell of the list
static bool addCorners(Build* b, Cell* cell) {
  for (int i = 0; i < OCT_NCHILD; i++) {
    double x[3];  // + 0: no negative zeros
    for (int k = 0; k < 3; k++) x[k] = ((i >> k & 1) ? cell->hi[k] : cell->lo[k]) + 0.0;
    cell->corner[i] = addVertex(b, x);
    if (cell->corner[i] < 0) return false;
  }
  return true;
}

static bool split(Build* b, int id) {
  if (b->cell.n + OCT_NCHILD > OCT_MOST_CELLS) return fail(b, OCT_MANY);
  if (!reserve(b, &b->cell, OCT_NCHILD)) return false;
  Cell* cell = cellOf(b, id);
  cell->child = ncell(b);
  for (int i = 0; i < OCT_NCHILD; i++) {
    Cell* child = cellOf(b, cell->child + i);
    *child = (Cell){.parent = id,
                    .child = LEAF,
                    .depth = cell->depth + 1,
                    .first = cell->first,
                    .count = cell->count};
    for (int k = 0; k < 3; k++) {
      const double mid = (cell->lo[k] + cell->hi[k]) / 2;
      child->lo[k] = (i >> k & 1) ? mid : cell->lo[k];
      child->hi[k] = (i >> k & 1) ? cell->hi[k] : mid;
    }
    b->cell.n++;
    if (!addCorners(b, child)) return false;
  }
  return true;
}

// ---- triangle-box overlap: which triangles touch a cell (Schwarz and Seidel 2010)

static Triangle triangleOf(const double* vert, const int* face) {
  Triangle t;
  double e1[3], e2[3];
  for (int i = 0; i < 3; i++) t.v[i] = vert + 3 * (size_t)face[i];
  for (int k = 0; k < 3; k++) {
    const double x = t.v[0][k], y = t.v[1][k], z = t.v[2][k];
    t.min[k] = x < y ? (x < z ? x : z) : (y < z ? y : z);
    t.max[k] = x > y ? (x > z ? x : z) : (y > z ? y : z);
  }
  v3_sub(e1, t.v[1], t.v[0]);
  v3_sub(e2, t.v[2], t.v[1]);
  v3_cross(t.n, e1, e2);
  return t;
}

// the box is on one side of the triangle's plane
static bool planeMisses(const Triangle* t, const double lo[3], const double size[3]) {
  double near[3], far[3];
  for (int k = 0; k < 3; k++) {
    const double c = t->n[k] > 0 ? size[k] : 0;
    near[k] = c - t->v[0][k];
    far[k] = (size[k] - c) - t->v[0][k];
  }
  const double at = v3_dot(t->n, lo);
  return (at + v3_dot(t->n, near)) * (at + v3_dot(t->n, far)) > 0;
}

// in the projection along an axis, the box is outside of an edge
static bool edgesMiss(const Triangle* t, int a, const double lo[3], const double size[3]) {
  const int b = (a + 1) % 3, c = (a + 2) % 3;
  const double sign = t->n[a] >= 0 ? 1 : -1;
  for (int i = 0; i < 3; i++) {
    const double *v = t->v[i], *w = t->v[(i + 1) % 3];
    const double m0 = sign * -(w[c] - v[c]), m1 = sign * (w[b] - v[b]);
    const double reach0 = size[b] * m0, reach1 = size[c] * m1;
    const double off =
        -(m0 * v[b] + m1 * v[c]) + (reach0 > 0 ? reach0 : 0) + (reach1 > 0 ? reach1 : 0);
    if (m0 * lo[b] + m1 * lo[c] + off < 0) return true;
  }
  return false;
}

static bool touches(const Triangle* t, const Cell* cell) {
  double size[3];
  for (int k = 0; k < 3; k++) {
    if (t->max[k] < cell->lo[k] || t->min[k] > cell->hi[k]) return false;
    size[k] = cell->hi[k] - cell->lo[k];
  }
  if (planeMisses(t, cell->lo, size)) return false;
  for (int a = 0; a < 3; a++) {
    if (edgesMiss(t, a, cell->lo, size)) return false;
  }
  return true;
}

// cells begin .. end-1 are one level: subdivides those that triangles touch
static bool divideLevel(Build* b, const Triangle* tri, int begin, int end, const List* from,
                        List* to) {
  to->n = 0;
  for (int i = begin; i < end; i++) {
    Cell* cell = cellOf(b, i);
    if (!reserve(b, to, (size_t)cell->count + 1)) return false;
    const int* in = (const int*)from->data + cell->first;
    int* kept = (int*)to->data + to->n;
    int n = 0;
    for (int k = 0; k < cell->count; k++) {
      if (touches(&tri[in[k]], cell)) kept[n++] = in[k];
    }
    cell->first = (int)to->n;
    cell->count = n;
    to->n += (size_t)n;
    if (to->n > INT32_MAX) return fail(b, OCT_MANY);
    if (n && !split(b, i)) return false;
  }
  return true;
}

static bool divide(Build* b, const Triangle* tri, int nface, int maxdepth) {
  List list[2] = {{.width = sizeof(int)}, {.width = sizeof(int)}};
  bool ok = reserve(b, &list[0], (size_t)nface);
  for (int i = 0; i < nface && ok; i++) ((int*)list[0].data)[i] = i;
  list[0].n = ok ? (size_t)nface : 0;
  int begin = 0;
  for (int level = 0; level < maxdepth && ok && begin < ncell(b); level++) {
    const int end = ncell(b);
    ok = divideLevel(b, tri, begin, end, &list[level % 2], &list[(level + 1) % 2]);
    begin = end;
  }
  mem_free(list[0].data);
  mem_free(list[1].data);
  return ok;
}

// ---- neighbors

// the leaf beyond a side of a leaf, nearest to its center; -1 outside of the tree
static int neighbour(const Build* b, int leaf, int axis, int side) {
  int at = leaf, parent = cellOf(b, at)->parent;
  while (parent >= 0 && ((at - cellOf(b, parent)->child) >> axis & 1) == side) {
    at = parent;
    parent = cellOf(b, at)->parent;
  }
  if (parent < 0) return -1;
  const Cell *from = cellOf(b, leaf), *up = cellOf(b, parent);
  at = up->child + ((at - up->child) ^ (1 << axis));
  while (cellOf(b, at)->child != LEAF) {
    const Cell* cell = cellOf(b, at);
    int slot = 0;
    for (int k = 0; k < 3; k++) {
      const double center = (from->lo[k] + from->hi[k]) / 2, mid = (cell->lo[k] + cell->hi[k]) / 2;
      slot |= (k == axis ? !side : center > mid) << k;
    }
    at = cell->child + slot;
  }
  return at;
}

// lists leaves that have a neighbor two levels finer
static bool listCoarse(Build* b, List* list) {
  list->n = 0;
  for (int i = 0; i < ncell(b); i++) {
    if (cellOf(b, i)->child != LEAF) continue;
    if (!reserve(b, list, NSIDE)) return false;
    for (int d = 0; d < NSIDE; d++) {
      const int other = neighbour(b, i, d / 2, d % 2);
      if (other < 0) continue;
      const int finer = cellOf(b, other)->depth - cellOf(b, i)->depth;
      if (finer > 1) ((int*)list->data)[list->n++] = i;
      if (finer < -1) ((int*)list->data)[list->n++] = other;
    }
  }
  return true;
}

static bool balance(Build* b) {
  List list = {.width = sizeof(int)};
  bool ok = true;
  do {
    ok = listCoarse(b, &list);
    for (size_t i = 0; i < list.n && ok; i++) {
      const int id = ((int*)list.data)[i];
      if (cellOf(b, id)->child == LEAF) ok = split(b, id);
    }
  } while (ok && list.n);
  mem_free(list.data);
  return ok;
}

// ---- hanging corners, in the middle of an edge or face of a larger cell

static void hangOn(Vertex* v, const Cell* large) {
  int bit = 0, fixed = 0, nfixed = 0, n = 0;
  for (int k = 0; k < 3; k++) {
    const bool low = fabs(v->x[k] - large->lo[k]) < 1e-9;
    const bool high = fabs(v->x[k] - large->hi[k]) < 1e-9;
    if (!low && !high) continue;
    fixed |= 1 << k;
    bit |= !low << k;
    nfixed++;
  }
  if (nfixed != 1 && nfixed != 2) return;
  for (int i = 0; i < OCT_NCHILD; i++) {
    if ((i & fixed) == bit) v->hang[n++] = large->corner[i];
  }
  ASSERT_FULL(n == (nfixed == 1 ? NHANG : 2));
}

static void findHanging(const Build* b) {
  for (int i = 0; i < ncell(b); i++) {
    if (cellOf(b, i)->child != LEAF) continue;
    for (int d = 0; d < NSIDE; d++) {
      const int axis = d / 2, side = d % 2, other = neighbour(b, i, axis, side);
      if (other < 0 || cellOf(b, other)->depth >= cellOf(b, i)->depth) continue;
      for (int k = 0; k < OCT_NCHILD; k++) {
        Vertex* v = vertexOf(b, cellOf(b, i)->corner[k]);
        if ((k >> axis & 1) == side && v->hang[0] < 0) hangOn(v, cellOf(b, other));
      }
    }
  }
}

// ---- values

static double meanOf(const Build* b, const Vertex* v) {
  double sum = 0;
  int n = 0;
  for (; n < NHANG && v->hang[n] >= 0; n++) sum += vertexOf(b, v->hang[n])->value;
  return sum / n;
}

static void evaluateCell(Build* b, const Cell* cell, const surface_Surface* surface, int* hint) {
  for (int k = 0; k < OCT_NCHILD; k++) {
    Vertex* v = vertexOf(b, cell->corner[k]);
    if (v->known) continue;
    v->value = v->hang[0] >= 0 ? meanOf(b, v) : surface_distance(surface, v->x, hint);
    v->known = true;
  }
}

// level by level, so that means are computed from known values
static void evaluate(Build* b, const surface_Surface* surface) {
  int hint = -1, deepest = 0;
  for (int depth = 0; depth <= deepest; depth++) {
    for (int i = 0; i < ncell(b); i++) {
      const Cell* cell = cellOf(b, i);
      if (cell->depth > deepest) deepest = cell->depth;
      if (cell->depth == depth) evaluateCell(b, cell, surface, &hint);
    }
  }
}

// ---- the whole

static bool makeRoot(Build* b, const double* vert, int nvert, int nface) {
  Cell root = {.parent = -1, .child = LEAF, .count = nface};
  v3_copy(root.lo, vert);
  v3_copy(root.hi, vert);
  for (int i = 1; i < nvert; i++) {
    for (int k = 0; k < 3; k++) {
      const double x = vert[3 * (size_t)i + (size_t)k];
      if (x < root.lo[k]) root.lo[k] = x;
      if (x > root.hi[k]) root.hi[k] = x;
    }
  }
  for (int k = 0; k < 3; k++) {
    const double center = (root.lo[k] + root.hi[k]) / 2, half = (root.hi[k] - root.lo[k]) / 2;
    root.lo[k] = center - 1.1 * half;
    root.hi[k] = center + 1.1 * half;
  }
  if (!reserve(b, &b->cell, 1)) return false;
  *cellOf(b, 0) = root;
  b->cell.n = 1;
  return addCorners(b, cellOf(b, 0));
}

static bool publish(Build* b, arena_Arena* arena, oct_Tree* res) {
  const size_t n = b->cell.n;
  res->ncell = (int)n;
  res->depth = arena_raw(arena, n, sizeof *res->depth);
  res->child = arena_raw(arena, n, OCT_NCHILD * sizeof *res->child);
  res->aabb = arena_raw(arena, n, 6 * sizeof *res->aabb);
  res->coeff = arena_raw(arena, n, OCT_NCHILD * sizeof *res->coeff);
  if (!res->depth || !res->child || !res->aabb || !res->coeff) return fail(b, OCT_NO_MEMORY);
  for (size_t i = 0; i < n; i++) {
    const Cell* cell = cellOf(b, (int)i);
    res->depth[i] = cell->depth;
    for (int k = 0; k < 3; k++) {
      res->aabb[6 * i + (size_t)k] = (cell->lo[k] + cell->hi[k]) / 2;
      res->aabb[6 * i + 3 + (size_t)k] = (cell->hi[k] - cell->lo[k]) / 2;
    }
    for (int k = 0; k < OCT_NCHILD; k++) {
      res->child[OCT_NCHILD * i + (size_t)k] = cell->child == LEAF ? -1 : cell->child + k;
      res->coeff[OCT_NCHILD * i + (size_t)k] = vertexOf(b, cell->corner[k])->value;
    }
  }
  return true;
}

static bool makeCells(Build* b, const double* vert, int nvert, const int* face, int nface,
                      int maxdepth) {
  Triangle* tri = mem_alloc((size_t)nface * sizeof *tri);
  if (!tri) return fail(b, OCT_NO_MEMORY);
  for (int i = 0; i < nface; i++) tri[i] = triangleOf(vert, face + 3 * (size_t)i);
  const bool ok = makeRoot(b, vert, nvert, nface) && divide(b, tri, nface, maxdepth);
  mem_free(tri);
  return ok && balance(b);
}

oct_Status oct_make(arena_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                    const hull_Tree* tree, int maxdepth, oct_Tree* res) {
  ASSERT(nvert > 0 && nface > 0 && maxdepth >= 0 && maxdepth <= OCT_MOST_DEPTH);
  Build b = {.cell.width = sizeof(Cell), .vertex.width = sizeof(Vertex)};
  *res = (oct_Tree){0};
  if (makeCells(&b, vert, nvert, face, nface, maxdepth)) {
    findHanging(&b);
    evaluate(&b, &(surface_Surface){vert, face, tree});
    publish(&b, arena, res);
  }
  mem_free(b.cell.data);
  mem_free(b.vertex.data);
  mem_free(b.slot);
  return b.status;
}
