// Mesh topology of a flex: edges, numbered in the order in which elements use them; the triangles
// on both sides of each edge; the boundary (faces or edges that belong to one element only); layers
// of solids below it; and pairs of elements that meet at the boundary, whose vertices may collide
// with the other element.
#include <string.h>

#include "base/assert.h"
#include "compile/compile_flex.h"
#include "compile/compile_index.h"
#include <sinew/math.h>

const int flex_edgeCount[4] = {0, 1, 3, 6};
const int flex_edgeVerts[4][6][2] = {
    {{0}}, {{0, 1}}, {{1, 2}, {2, 0}, {0, 1}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}}};

// ---- orientation

// orients tetrahedra consistently
static void orient(comp_Flex* flex) {
  for (int i = 0; i < flex->nelem && flex->dim == 3; i++) {
    int* v = flex->elem + 4 * (size_t)i;
    const double* x = flex_x(flex, v[0]);
    double a[3], b[3], d[3], n[3];
    for (int k = 0; k < 3; k++) {
      a[k] = flex_x(flex, v[1])[k] - x[k];
      b[k] = flex_x(flex, v[2])[k] - x[k];
      d[k] = flex_x(flex, v[3])[k] - x[k];
    }
    mju_cross(n, a, b);
    if (n[0] * d[0] + n[1] * d[1] + n[2] * d[2] <= 0) continue;
    const int swap = v[1];
    v[1] = v[2];
    v[2] = swap;
  }
}

// ---- edges

// indices of edges by their vertices: a hash table with open addressing
typedef struct {
  int* slot;  // index of an edge + 1, 0: empty
  size_t mask;
} Table;

static int* findSlot(const Table* table, const int* edge, int a, int b) {
  uint64_t h = ((uint64_t)(uint32_t)a << 32 | (uint32_t)b) * 0x9E3779B97F4A7C15ull;
  for (size_t at = (size_t)(h >> 20);; at++) {
    int* slot = &table->slot[at & table->mask];
    if (!*slot || (edge[2 * (*slot - 1)] == a && edge[2 * (*slot - 1) + 1] == b)) return slot;
  }
}

// looks up or adds an edge of an element; opposite: the third vertex of a triangle
static int meetEdge(comp_Flex* flex, const Table* table, const int end[2], int opposite) {
  const int a = end[0] < end[1] ? end[0] : end[1], b = end[0] < end[1] ? end[1] : end[0];
  int* slot = findSlot(table, flex->edge, a, b);
  if (!*slot) {
    const int i = flex->nedge++;
    *slot = flex->nedge;
    flex->edge[2 * i] = a, flex->edge[2 * i + 1] = b;
    flex->first[2 * i] = end[0], flex->first[2 * i + 1] = end[1];
    flex->flap[2 * i] = opposite, flex->flap[2 * i + 1] = -1;
  } else {
    flex->flap[2 * (*slot - 1) + 1] = opposite;
  }
  return *slot - 1;
}

static bool findEdges(comp_Compile* c, comp_Flex* flex) {
  const int each = flex_edgeCount[flex->dim], most = flex->nelem * each;
  size_t room = 16;
  while (room < 2 * (size_t)most) room *= 2;
  Table table = {arena_array(&c->scratch, room, sizeof *table.slot), room - 1};
  if (!table.slot) return diag_noMemory(c->diag), false;
  flex->elemedge = comp_alloc(c, most, sizeof *flex->elemedge);
  flex->edge = comp_alloc(c, most, 2 * sizeof *flex->edge);
  flex->first = comp_alloc(c, most, 2 * sizeof *flex->first);
  flex->flap = comp_alloc(c, most, 2 * sizeof *flex->flap);
  if (c->diag->failed) return false;
  for (int i = 0; i < flex->nelem; i++) {
    const int* v = flex->elem + (size_t)i * ((size_t)flex->dim + 1);
    for (int k = 0; k < each; k++) {
      const int* local = flex_edgeVerts[flex->dim][k];
      const int end[2] = {v[local[0]], v[local[1]]};
      flex->elemedge[i * each + k] = meetEdge(flex, &table, end, flex->dim == 2 ? v[k] : -1);
    }
  }
  return true;
}

// ---- fragments: the faces, edges or points that bound elements

enum { MOST_FRAGMENT = 3 };

typedef struct {
  int vert[MOST_FRAGMENT], sorted[MOST_FRAGMENT], elem;
} Fragment;

typedef struct {
  const comp_Flex* flex;
  Fragment* fragment;
  int *order, n;
  mjtByte* border;  // (nelem)
  int* connection;  // (nconnection x 3): two elements and a fragment that they share
  int nconnection;
} Border;

static int byVerts(int a, int b, const void* context) {
  const Fragment* fragment = context;
  for (int k = 0; k < MOST_FRAGMENT; k++) {
    const int x = fragment[a].sorted[k], y = fragment[b].sorted[k];
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

static void sortThree(int x[MOST_FRAGMENT], int n) {
  for (int i = 1; i < n; i++) {
    for (int k = i; k > 0 && x[k] < x[k - 1]; k--) {
      const int swap = x[k];
      x[k] = x[k - 1];
      x[k - 1] = swap;
    }
  }
}

static bool makeFragments(comp_Compile* c, Border* b) {
  static const int part[4][4][MOST_FRAGMENT] = {
      {{0}}, {{0}, {1}}, {{0, 1}, {2, 0}, {1, 2}}, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};
  const comp_Flex* flex = b->flex;
  const int dim = flex->dim, each = dim + 1;
  b->n = flex->nelem * each;
  b->fragment = comp_alloc(c, b->n, sizeof *b->fragment);
  b->order = comp_alloc(c, b->n, sizeof *b->order);
  b->border = comp_alloc(c, flex->nelem, 1);
  b->connection = comp_alloc(c, b->n, 3 * sizeof *b->connection);
  int* scratch = comp_alloc(c, b->n, sizeof *scratch);
  if (c->diag->failed) return false;
  for (int i = 0; i < b->n; i++) {
    Fragment* f = &b->fragment[i];
    f->elem = i / each;
    for (int k = 0; k < dim; k++) f->vert[k] = flex->elem[f->elem * each + part[dim][i % each][k]];
    memcpy(f->sorted, f->vert, sizeof f->sorted);
    sortThree(f->sorted, dim);
    b->order[i] = i;
  }
  comp_sort(b->order, b->n, scratch, byVerts, b->fragment);
  return true;
}

// groups equal fragments: a single one is boundary, several connect their elements
static bool findBorder(comp_Compile* c, comp_Flex* flex, Border* b) {
  flex->shellvert = comp_alloc(c, b->n, MOST_FRAGMENT * sizeof *flex->shellvert);
  if (!flex->shellvert) return false;
  for (int i = 0, n; i < b->n; i += n) {
    for (n = 1; i + n < b->n && !byVerts(b->order[i], b->order[i + n], b->fragment);) n++;
    const Fragment* f = &b->fragment[b->order[i]];
    if (n == 1) {
      memcpy(flex->shellvert + flex->nshellvert, f->vert, (size_t)flex->dim * sizeof *f->vert);
      flex->nshellvert += flex->dim;
      b->border[f->elem] = 1;
    }
    for (int k = 1; k < n; k++) {
      int* connection = b->connection + 3 * (size_t)b->nconnection++;
      connection[0] = b->fragment[b->order[i + k - 1]].elem;
      connection[1] = b->fragment[b->order[i + k]].elem;
      connection[2] = b->order[i + k];
    }
  }
  return true;
}

// the vertex of an element that is not in a fragment
static int vertBeside(const comp_Flex* flex, int elem, const Fragment* f) {
  for (int k = 0; k <= flex->dim; k++) {
    const int v = flex->elem[elem * (flex->dim + 1) + k];
    bool inside = false;
    for (int j = 0; j < flex->dim; j++) inside = inside || f->vert[j] == v;
    if (!inside) return v;
  }
  return flex->elem[elem * (flex->dim + 1)];  // elements with a repeated vertex were rejected
}

static bool findPairs(comp_Compile* c, comp_Flex* flex, const Border* b) {
  flex->evpair = comp_alloc(c, b->nconnection, 4 * sizeof *flex->evpair);
  for (int i = 0; i < b->nconnection && flex->evpair && flex->dim < 3; i++) {
    const int *connection = b->connection + 3 * (size_t)i, e1 = connection[0], e2 = connection[1];
    const Fragment* f = &b->fragment[connection[2]];
    if (!b->border[e1] && !b->border[e2]) continue;
    int* pair = flex->evpair + 2 * (size_t)flex->nevpair;
    pair[0] = e2, pair[1] = vertBeside(flex, e1, f);
    pair[2] = e1, pair[3] = vertBeside(flex, e2, f);
    flex->nevpair += 2;
  }
  return flex->evpair != NULL;
}

// ---- layers: breadth-first from the boundary

// neighbors of each element, as sparse rows
static bool listNeighbours(comp_Compile* c, const comp_Flex* flex, const Border* b, int** adr,
                           int** list) {
  *adr = comp_alloc(c, flex->nelem + 1, sizeof **adr);
  *list = comp_alloc(c, 2 * b->nconnection, sizeof **list);
  if (c->diag->failed) return false;
  for (int i = 0; i < b->nconnection; i++) {
    for (int k = 0; k < 2; k++) (*adr)[b->connection[3 * (size_t)i + (size_t)k] + 1]++;
  }
  for (int i = 0; i < flex->nelem; i++) (*adr)[i + 1] += (*adr)[i];
  for (int i = b->nconnection - 1; i >= 0; i--) {
    const int* connection = b->connection + 3 * (size_t)i;
    for (int k = 0; k < 2; k++) (*list)[--(*adr)[connection[k] + 1]] = connection[1 - k];
  }
  // rows were filled from their ends: entry i + 1 is now the start of row i
  for (int i = 0; i < flex->nelem; i++) (*adr)[i] = (*adr)[i + 1];
  (*adr)[flex->nelem] = 2 * b->nconnection;
  return true;
}

static bool findLayers(comp_Compile* c, comp_Flex* flex, const Border* b) {
  flex->layer = comp_alloc(c, flex->nelem, sizeof *flex->layer);
  int* queue = comp_alloc(c, flex->nelem, sizeof *queue);
  int *adr, *list, head = 0, tail = 0;
  if (c->diag->failed) return false;
  if (flex->dim < 3) return true;
  if (!listNeighbours(c, flex, b, &adr, &list)) return false;
  for (int i = 0; i < flex->nelem; i++) {
    flex->layer[i] = b->border[i] ? 0 : flex->nelem + 1;
    if (b->border[i]) queue[tail++] = i;
  }
  while (head < tail) {
    const int e = queue[head++];
    for (int k = adr[e]; k < adr[e + 1]; k++) {
      if (flex->layer[list[k]] <= flex->nelem) continue;
      flex->layer[list[k]] = flex->layer[e] + 1;
      queue[tail++] = list[k];
    }
  }
  return true;
}

bool comp_flexTopology(comp_Compile* c, comp_Flex* flex) {
  Border b = {.flex = flex};
  orient(flex);
  return findEdges(c, flex) && makeFragments(c, &b) && findBorder(c, flex, &b) &&
         findPairs(c, flex, &b) && findLayers(c, flex, &b);
}
