// The surface of a field as triangles: marching cubes (Lorensen and Cline 1987). The triangles of a
// cube are not looked up in the printed table but found from the signs of its corners: on each side
// of the cube, walked around counter-clockwise, a segment leads from where the walk leaves the
// inside to where it came into it; segments make loops, loops are cut into fans. On a side with two
// inside corners across each other that keeps them apart, in both cubes that share the side.
//   field on a grid -> vertices, normals, faces
#include <math.h>
#include <string.h>

#include "asset/mesh.h"
#include "base/assert.h"

enum { NCORNER = 8, NEDGE = 12, NSIDE = 6, NSIGNS = 256, MOST_TRIANGLES = 10, GRID = 300 };

// corners: bit 0 x, bit 1 y, bit 2 z. Edges: 4 along each axis, from a corner where that bit is 0
typedef struct {
  int n;
  signed char edge[3 * MOST_TRIANGLES];
} Case;

static const int sideCorner[NSIDE][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

// number of the edge between two corners
static int edgeOf(int a, int b) {
  const int low = a & b, axis = (a ^ b) >> 1;  // bits 1, 2, 4 -> axis 0, 1, 2
  const int first = axis == 0 ? low >> 1 : axis == 1 ? (low & 1) | (low >> 1 & 2) : low;
  return 4 * axis + first;
}

static void makeCase(int signs, Case* c) {
  int next[NEDGE];
  for (int i = 0; i < NEDGE; i++) next[i] = -1;
  for (int side = 0; side < NSIDE; side++) {
    const int* corner = sideCorner[side];
    for (int i = 0; i < 4; i++) {
      const bool inside = signs >> corner[i] & 1, leaves = !(signs >> corner[(i + 1) % 4] & 1);
      if (!inside || !leaves) continue;
      int from = i;  // back to where the walk came in
      while (signs >> corner[(from + 3) % 4] & 1) from = (from + 3) % 4;
      next[edgeOf(corner[i], corner[(i + 1) % 4])] = edgeOf(corner[(from + 3) % 4], corner[from]);
    }
  }
  c->n = 0;
  for (int first = 0; first < NEDGE; first++) {
    if (next[first] < 0) continue;
    int a = next[first], b = next[a];
    for (; b != first; a = b, b = next[b]) {
      ASSERT(c->n < MOST_TRIANGLES && b >= 0);
      c->edge[3 * c->n] = (signed char)first;
      c->edge[3 * c->n + 1] = (signed char)a;
      c->edge[3 * c->n++ + 2] = (signed char)b;
    }
    for (int i = first, k; (k = next[i]) >= 0; i = k) next[i] = -1;
  }
}

typedef struct {
  const mesh_Field* field;
  int n[3];
  float* value;  // (n[0] n[1] n[2]) x fastest
  int* vertex;   // (the same x 3) of the edges from each point along the axes, -1
  mesh_Data* mesh;
  int mostVert, mostFace;
} Grid;

static size_t pointAt(const Grid* g, int x, int y, int z) {
  return ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x;
}

static double coordinate(const Grid* g, int k, double at) {
  const double center = g->field->aabb[k], half = g->field->aabb[3 + k];
  return center - half + 2 * half * at / (g->n[k] - 1);
}

static void sample(Grid* g) {
  float* value = g->value;
  for (int z = 0; z < g->n[2]; z++) {
    for (int y = 0; y < g->n[1]; y++) {
      for (int x = 0; x < g->n[0]; x++) {
        const double p[3] = {coordinate(g, 0, x), coordinate(g, 1, y), coordinate(g, 2, z)};
        *value++ = (float)g->field->distance(g->field->context, p);
      }
    }
  }
}

// the vertex on an edge of the cube at `at`; made if it is new and vertices are
static int vertexOn(Grid* g, const int at[3], int edge) {
  const int axis = edge / 4, first = edge % 4;
  const int bits = axis == 0 ? first << 1 : axis == 1 ? (first & 1) | (first & 2) << 1 : first;
  const int from[3] = {at[0] + (bits & 1), at[1] + (bits >> 1 & 1), at[2] + (bits >> 2 & 1)};
  const size_t a = pointAt(g, from[0], from[1], from[2]);
  int* id = &g->vertex[3 * a + (size_t)axis];
  if (*id >= 0) return *id;
  const size_t step[3] = {1, (size_t)g->n[0], (size_t)g->n[0] * (size_t)g->n[1]};
  const float va = g->value[a], vb = g->value[a + step[axis]], t = va / (va - vb);
  float* v = g->mesh->vert + 3 * (size_t)g->mesh->nvert;
  for (int k = 0; k < 3; k++) {
    v[k] = (float)coordinate(g, k, from[k] + (k == axis ? (double)t : 0));
  }
  return *id = g->mesh->nvert++;
}

static int signsAt(const Grid* g, const int at[3]) {
  int signs = 0;
  for (int i = 0; i < NCORNER; i++) {
    const size_t p = pointAt(g, at[0] + (i & 1), at[1] + (i >> 1 & 1), at[2] + (i >> 2));
    signs |= (g->value[p] < 0) << i;
  }
  return signs;
}

// calls for all cubes, z outermost; the first time vertices and faces are counted
static void march(Grid* g, const Case* table, bool count) {
  for (int z = 0; z + 1 < g->n[2]; z++) {
    for (int y = 0; y + 1 < g->n[1]; y++) {
      for (int x = 0; x + 1 < g->n[0]; x++) {
        const int at[3] = {x, y, z};
        const Case* c = &table[signsAt(g, at)];
        g->mostFace += count ? c->n : 0;
        g->mostVert += count ? 3 * c->n : 0;
        for (int i = 0; i < 3 * c->n && !count; i++) {
          g->mesh->face[3 * (size_t)g->mesh->nface + (size_t)i] = vertexOn(g, at, c->edge[i]);
        }
        g->mesh->nface += count ? 0 : c->n;
      }
    }
  }
}

static void addNormals(mesh_Data* mesh) {
  for (int i = 0; i < mesh->nface; i++) {
    const int* f = mesh->face + 3 * (size_t)i;
    const float *a = mesh->vert + 3 * (size_t)f[0], *b = mesh->vert + 3 * (size_t)f[1],
                *c = mesh->vert + 3 * (size_t)f[2];
    const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
                v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                        u[0] * v[1] - u[1] * v[0]};
    for (int k = 0; k < 9; k++) mesh->normal[3 * (size_t)f[k / 3] + (size_t)(k % 3)] += n[k % 3];
  }
  for (int i = 0; i < mesh->nvert; i++) {
    float* n = mesh->normal + 3 * (size_t)i;
    const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : k == 2;
  }
}

static bool takeMesh(Grid* g, arena_Arena* arena, mesh_Fault* fault) {
  mesh_Data* mesh = g->mesh;
  if (!g->mostFace) {
    return mesh_fail(fault,
                     "plugin: its distances have no surface in the box that it tells; look at the "
                     "values of its config elements");
  }
  mesh->vert = arena_raw(arena, (size_t)g->mostVert, 3 * sizeof *mesh->vert);
  mesh->face = arena_raw(arena, (size_t)g->mostFace, 3 * sizeof *mesh->face);
  return (mesh->vert && mesh->face) || mesh_noMemory(fault);
}

static bool setGrid(Grid* g, mesh_Fault* fault) {
  const double* half = g->field->aabb + 3;
  const double sum = half[0] + half[1] + half[2];
  for (int k = 0; k < 3; k++) {
    const double cells = GRID * half[k] / sum;
    if (!(half[k] > 0) || !(cells >= 1 && cells <= GRID) || !isfinite(g->field->aabb[k])) {
      return mesh_fail(fault,
                       "plugin: the half sizes of its box are %.3g %.3g %.3g; they must be "
                       "positive, and none a hundredth of the others",
                       half[0], half[1], half[2]);
    }
    g->n[k] = (int)cells + 1;
  }
  return true;
}

bool mesh_march(const mesh_Field* field, arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault) {
  arena_Arena scratch = arena_make(0);
  Grid g = {.field = field, .mesh = mesh};
  Case* table = arena_alloc(&scratch, NSIGNS * sizeof *table);
  *mesh = (mesh_Data){0};
  bool ok = setGrid(&g, fault);
  const size_t n = ok ? (size_t)g.n[0] * (size_t)g.n[1] * (size_t)g.n[2] : 0;
  if (ok) {
    g.value = arena_raw(&scratch, n, sizeof *g.value);
    g.vertex = arena_raw(&scratch, n, 3 * sizeof *g.vertex);
    ok = (table && g.value && g.vertex) || mesh_noMemory(fault);
  }
  if (ok) {
    for (int i = 0; i < NSIGNS; i++) makeCase(i, &table[i]);
    for (size_t i = 0; i < 3 * n; i++) g.vertex[i] = -1;
    sample(&g);
    march(&g, table, true);
    ok = takeMesh(&g, arena, fault);
  }
  if (ok) {
    march(&g, table, false);
    mesh->normal = arena_array(arena, (size_t)mesh->nvert, 3 * sizeof *mesh->normal);
    mesh->nnormal = mesh->nvert;
    ok = mesh->normal || mesh_noMemory(fault);
  }
  if (ok) addNormals(mesh);
  arena_free(&scratch);
  return ok;
}
