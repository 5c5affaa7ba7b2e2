// Mesh optimization: vertex welding by a hash table, closed shells by union-find, faces sorted by
// direction, clusters of faces with normal cones.
#include "render/mesh_optimize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
  LEAST_FACES = 4 * FACE_GROUP,  // least faces of a mesh for which clusters pay off
  SIDE = 16,                     // cells of a side of the octahedral map
  DIRECTIONS = SIDE * SIDE,
  MOST_ROW = 9,  // most values of a face in one array
};

// largest area of the holes of a shell that counts as closed, relative to its surface
static const double MOST_HOLE = 1e-5;

// arrays of a mesh that is being made
static void* writable(const void* x) { return (void*)(uintptr_t)x; }

// size of a hash table for n entries; more entries would not fit into memory
static unsigned powerFrom(unsigned n) {
  unsigned size = 16;
  while (size < n && size < 1u << 31) size *= 2;
  return size;
}

// normal of a triangle, with a length of twice its area, which is returned
static double crossOf(const paint_Mesh* mesh, int a, int b, int c, double n[3]) {
  const float *p = mesh->vert + 3 * a, *q = mesh->vert + 3 * b, *r = mesh->vert + 3 * c;
  double u[3], v[3];
  for (int k = 0; k < 3; k++) {
    u[k] = (double)q[k] - (double)p[k];
    v[k] = (double)r[k] - (double)p[k];
  }
  n[0] = u[1] * v[2] - u[2] * v[1];
  n[1] = u[2] * v[0] - u[0] * v[2];
  n[2] = u[0] * v[1] - u[1] * v[0];
  return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

// ---- vertices

// lookup in a hash table of vertices (index + 1): the slot of one at this place, or a free one
static unsigned placeOf(const int* table, unsigned mask, const float* vert, const float p[3]) {
  uint32_t bits[3];
  for (int k = 0; k < 3; k++) {
    const float x = p[k] + 0.0f;  // zeros of both signs are equal
    memcpy(&bits[k], &x, sizeof x);
  }
  unsigned at = (bits[0] * 2654435761u ^ bits[1] * 2246822519u ^ bits[2] * 3266489917u);
  for (at = (at ^ at >> 15) & mask; table[at]; at = (at + 1) & mask) {
    const float* q = vert + 3 * (table[at] - 1);
    if (q[0] == p[0] && q[1] == p[1] && q[2] == p[2]) break;
  }
  return at;
}

// vertices at one place become the first of them
static void weld(paint_Mesh* mesh) {
  const unsigned size = powerFrom(2 * (unsigned)mesh->nvert);
  int* table = mem_calloc(size, sizeof *table);
  int* number = mem_alloc(((size_t)mesh->nvert + 1) * sizeof *number);
  float* vert = writable(mesh->vert);
  int *face = writable(mesh->face), n = 0;
  if (table && number) {
    for (int i = 0; i < mesh->nvert; i++) {
      const unsigned at = placeOf(table, size - 1, vert, vert + 3 * i);
      if (!table[at]) {
        memmove(vert + 3 * n, vert + 3 * i, 3 * sizeof *vert);
        table[at] = ++n;
      }
      number[i] = table[at] - 1;
    }
    for (int i = 0; i < 3 * mesh->nface; i++) face[i] = number[face[i]];
    mesh->nvert = n;
  }
  mem_free(table);
  mem_free(number);
}

// ---- shells: faces that are connected by their vertices

// an edge from the lower vertex to the higher one, and how much more often it occurs than the
// opposite one
typedef struct {
  int from, to, excess;
} Edge;

static void countEdge(Edge* table, unsigned mask, int a, int b) {
  const int from = a < b ? a : b, to = a < b ? b : a;
  unsigned at = ((unsigned)from * 2654435761u ^ (unsigned)to * 2246822519u) & mask;
  while (table[at].to && (table[at].from != from || table[at].to != to)) at = (at + 1) & mask;
  table[at] = (Edge){from, to, table[at].excess + (a < b ? 1 : -1)};
}

// representative of a set of vertices (union-find)
static int rootOf(int* parent, int v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

// state of the search for closed shells
typedef struct {
  bool still;  // vertices do not move; else all triangles have area 1
  unsigned size;
  Edge* table;             // (size)
  int *shell, *rim;        // (vertices) union-find: connected by faces, and by open edges
  double *surface, *hole;  // (vertices) of shells, at the representative vertex; surfaces only of
                           // those with holes
} Search;

static double areaOf(const paint_Mesh* mesh, const Search* s, int a, int b, int c) {
  double n[3];
  return s->still ? crossOf(mesh, a, b, c, n) : 1;
}

static void joinFaces(const paint_Mesh* mesh, Search* s) {
  for (int i = 0; i < mesh->nvert; i++) s->shell[i] = s->rim[i] = i;
  for (int i = 0; i < mesh->nface; i++) {
    const int* f = mesh->face + 3 * i;
    for (int k = 0; k < 3; k++) {
      const int next = f[(k + 1) % 3];
      if (f[k] != next) countEdge(s->table, s->size - 1, f[k], next);
      s->shell[rootOf(s->shell, f[k])] = rootOf(s->shell, next);
    }
  }
}

static void measureSurfaces(const paint_Mesh* mesh, Search* s) {
  for (int i = 0; i < mesh->nface; i++) {
    const int *f = mesh->face + 3 * i, root = rootOf(s->shell, f[0]);
    if (s->hole[root] > 0) s->surface[root] += areaOf(mesh, s, f[0], f[1], f[2]);
  }
}

// Edges without a partner are rims of holes, which are filled with triangles from one vertex of the
// rim: where a vertex is on an edge of its neighbors (T-junction) the hole has no area.
static void measureHoles(const paint_Mesh* mesh, Search* s) {
  for (unsigned i = 0; i < s->size; i++) {
    const Edge* e = &s->table[i];
    if (e->excess) s->rim[rootOf(s->rim, e->from)] = rootOf(s->rim, e->to);
  }
  for (unsigned i = 0; i < s->size; i++) {
    const Edge* e = &s->table[i];
    if (!e->excess) continue;
    s->hole[rootOf(s->shell, e->from)] +=
        abs(e->excess) * areaOf(mesh, s, rootOf(s->rim, e->from), e->from, e->to);
  }
}

// Whether each face is of a closed shell: each edge occurs as often in one direction as in the
// other, except (if vertices do not move) for holes too small to see. False: out of memory.
static bool findClosed(const paint_Mesh* mesh, bool still, bool* closed) {
  const size_t n = (size_t)mesh->nvert + 1;
  Search s = {.still = still, .size = powerFrom(4 * (unsigned)mesh->nface)};
  s.table = mem_calloc(s.size, sizeof *s.table);
  s.shell = mem_alloc(2 * n * sizeof *s.shell);
  s.surface = mem_calloc(2 * n, sizeof *s.surface);
  const bool done = s.table && s.shell && s.surface;
  if (done) {
    s.rim = s.shell + n;
    s.hole = s.surface + n;
    joinFaces(mesh, &s);
    measureHoles(mesh, &s);
    measureSurfaces(mesh, &s);
    for (int i = 0; i < mesh->nface; i++) {
      const int root = rootOf(s.shell, mesh->face[3 * i]);
      closed[i] = s.hole[root] <= (still ? MOST_HOLE : 0) * s.surface[root];
    }
  }
  mem_free(s.table);
  mem_free(s.shell);
  mem_free(s.surface);
  return done;
}

// ---- directions

// normal of a face, of length 1 or 0
static void normalOf(const paint_Mesh* mesh, int face, double n[3]) {
  const int* f = mesh->face + 3 * face;
  const double len = crossOf(mesh, f[0], f[1], f[2], n);
  for (int k = 0; k < 3; k++) n[k] = len > 0 ? n[k] / len : 0;
}

// cell of a direction on the octahedral map: the octahedron |x| + |y| + |z| = 1, unfolded to a
// square
static int directionOf(const double n[3]) {
  const double size = fabs(n[0]) + fabs(n[1]) + fabs(n[2]);
  if (!(size > 0)) return 0;
  double u = n[0] / size, v = n[1] / size;
  if (n[2] < 0) {
    const double over = (1 - fabs(v)) * (u < 0 ? -1 : 1);
    v = (1 - fabs(u)) * (v < 0 ? -1 : 1);
    u = over;
  }
  const int i = (int)((0.5 + 0.5 * u) * SIDE), j = (int)((0.5 + 0.5 * v) * SIDE);
  return (i < SIDE ? i : SIDE - 1) * SIDE + (j < SIDE ? j : SIDE - 1);
}

// counting sort by direction: order[i] is the i-th face, those of closed shells first; returns
// their number
static int findOrder(const paint_Mesh* mesh, const bool* closed, int* order, int* key) {
  int place[2 * DIRECTIONS + 1] = {0};
  for (int i = 0; i < mesh->nface; i++) {
    double n[3];
    normalOf(mesh, i, n);
    key[i] = directionOf(n) + (closed[i] ? 0 : DIRECTIONS);
    place[key[i] + 1]++;
  }
  for (int i = 0; i < 2 * DIRECTIONS; i++) place[i + 1] += place[i];
  const int nclosed = place[DIRECTIONS];
  for (int i = 0; i < mesh->nface; i++) order[place[key[i]]++] = i;
  return nclosed;
}

// permutes rows of 32-bit values
static void reorder(const void* rows, size_t size, const int* order, int n, int32_t* scratch) {
  int32_t* to = writable(rows);
  if (!to) return;
  memcpy(scratch, to, (size_t)n * size * sizeof *to);
  for (int i = 0; i < n; i++)
    memcpy(to + (size_t)i * size, scratch + (size_t)order[i] * size, size * sizeof *to);
}

// nclosed: how many faces at the beginning are of closed shells; negative: to be determined
static bool sortFaces(paint_Mesh* mesh, int nclosed) {
  const int n = mesh->nface;
  int32_t* scratch = mem_alloc(((size_t)n * (MOST_ROW + 1) + 1) * sizeof *scratch);
  bool* closed = mem_alloc((size_t)n + 1);
  const bool done = scratch && closed && (nclosed >= 0 || findClosed(mesh, true, closed));
  if (done) {
    for (int i = 0; i < n && nclosed >= 0; i++) closed[i] = i < nclosed;
    int* order = scratch + (size_t)n * MOST_ROW;
    mesh->nclosed = findOrder(mesh, closed, order, scratch);
    reorder(mesh->face, 3, order, n, scratch);
    reorder(mesh->normal, 9, order, n, scratch);
    reorder(mesh->texcoord, 6, order, n, scratch);
  }
  mem_free(scratch);
  mem_free(closed);
  return done;
}

// ---- clusters

static int groupsOf(int nface) { return (nface + FACE_GROUP - 1) / FACE_GROUP; }

// padded, as clusters are loaded several at a time
static int strideOf(int nface) { return (groupsOf(nface) + 15) & ~15; }

int optimize_floats(int nface) { return nface < LEAST_FACES ? 0 : CONE_COUNT * strideOf(nface); }

// bounding sphere of faces
static void makeBall(const paint_Mesh* mesh, int first, int end, float* at, int stride) {
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 3 * first; i < 3 * end; i++) {
      const double x = (double)mesh->vert[3 * mesh->face[i] + k];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    at[(CONE_MIDDLE + k) * stride] = (float)(0.5 * (low + high));
    square += 0.25 * (high - low) * (high - low);
  }
  at[CONE_RADIUS * stride] = (float)sqrt(square);
}

// normal cone: an axis, and the largest angle of the normals of faces from it
static void makeCone(const paint_Mesh* mesh, int first, int end, float* at, int stride) {
  double n[FACE_GROUP][3], axis[3] = {0}, least = 1;
  for (int i = first; i < end; i++) {
    normalOf(mesh, i, n[i - first]);
    for (int k = 0; k < 3; k++) axis[k] += n[i - first][k];
  }
  const double len = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (int k = 0; k < 3; k++) axis[k] = len > 0 ? axis[k] / len : 0;
  for (int i = 0; i < end - first; i++) {
    const double along = n[i][0] * axis[0] + n[i][1] * axis[1] + n[i][2] * axis[2];
    least = along < least ? along : least;
  }
  for (int k = 0; k < 3; k++) at[(CONE_AXIS + k) * stride] = (float)axis[k];
  at[CONE_COSINE * stride] = (float)least;
  at[CONE_SINE * stride] = (float)sqrt(fmax(1 - least * least, 0));
}

static void makeGroups(paint_Mesh* mesh, float* room) {
  const int stride = strideOf(mesh->nface);
  memset(room, 0, (size_t)optimize_floats(mesh->nface) * sizeof *room);
  mesh->ngroup = groupsOf(mesh->nface);
  mesh->coneStride = stride;
  mesh->cone = room;
  for (int g = 0; g < mesh->ngroup; g++) {
    const int first = g * FACE_GROUP, end = first + FACE_GROUP;
    const int last = end < mesh->nface ? end : mesh->nface;
    makeBall(mesh, first, last, room + g, stride);
    makeCone(mesh, first, last, room + g, stride);
  }
}

// ---- optimization

static void sortAndGroup(paint_Mesh* mesh, int nclosed, float* room) {
  mesh->nclosed = mesh->ngroup = 0;
  if (sortFaces(mesh, nclosed) && mesh->nface >= LEAST_FACES) makeGroups(mesh, room);
}

void optimize_mesh(paint_Mesh* mesh, float* room) {
  weld(mesh);
  sortAndGroup(mesh, -1, room);
}

void optimize_again(paint_Mesh* mesh, int nclosed, float* room) {
  sortAndGroup(mesh, nclosed, room);
}

void optimize_skin(paint_Mesh* mesh) {
  bool* closed = mem_alloc((size_t)mesh->nface + 1);
  mesh->nclosed = mesh->ngroup = 0;
  if (closed && findClosed(mesh, false, closed))
    mesh->nclosed = memchr(closed, false, (size_t)mesh->nface) ? 0 : mesh->nface;
  mem_free(closed);
}
