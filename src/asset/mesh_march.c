// Isosurface extraction of a scalar field by marching cubes (Lorensen and Cline 1987), with the
// triangles, the order of triangles and the order of vertices of the reference.
//   field on a grid -> vertices, normals, faces
#include <math.h>
#include <string.h>

#include "asset/march_table.h"
#include "asset/mesh.h"

// corners: bit 0 x, bit 1 y, bit 2 z. Edges: 4 along each axis, from a corner where that bit is 0
enum { NCORNER = 8, NEDGE = 12, GRID = 300 };

typedef struct {
  const mesh_Field* field;
  int n[3];
  float* value;  // (n[0] n[1] n[2]) x fastest
  int* vertex;   // (the same x 3) vertices of the edges from each point along the axes, -1: none
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

// where the index of the vertex on an edge of the cube at `at` is stored; `from`: the grid point at
// which the edge starts
static int* vertexOn(const Grid* g, const int at[3], int edge, int from[3]) {
  const int axis = edge / 4, first = edge % 4;
  const int bits = axis == 0 ? first << 1 : axis == 1 ? (first & 1) | (first & 2) << 1 : first;
  for (int k = 0; k < 3; k++) from[k] = at[k] + (bits >> k & 1);
  return &g->vertex[3 * pointAt(g, from[0], from[1], from[2]) + (size_t)axis];
}

// adds the vertex on an edge, if the field changes its sign there and the vertex is new
static void addVertex(Grid* g, const int at[3], int edge) {
  const int axis = edge / 4;
  int from[3];
  int* id = vertexOn(g, at, edge, from);
  if (*id >= 0) return;
  const size_t step[3] = {1, (size_t)g->n[0], (size_t)g->n[0] * (size_t)g->n[1]};
  const size_t a = pointAt(g, from[0], from[1], from[2]);
  const float va = g->value[a], vb = g->value[a + step[axis]];
  if ((va < 0) == (vb < 0)) return;
  float* v = g->mesh->vert + 3 * (size_t)g->mesh->nvert;
  for (int k = 0; k < 3; k++) {
    v[k] = (float)from[k] + (k == axis ? va / (va - vb) : 0);
  }
  *id = g->mesh->nvert++;
}

static int signsAt(const Grid* g, const int at[3]) {
  int signs = 0;
  for (int i = 0; i < NCORNER; i++) {
    const size_t p = pointAt(g, at[0] + (i & 1), at[1] + (i >> 1 & 1), at[2] + (i >> 2));
    signs |= (g->value[p] < 0) << i;
  }
  return signs;
}

// adds the vertices of a cube in the order of its edges, then its triangles
static void addCube(Grid* g, const int at[3], const char* triangles, int corners) {
  for (int edge = 0; edge < NEDGE; edge++) addVertex(g, at, edge);
  int* face = g->mesh->face + 3 * (size_t)g->mesh->nface;
  int from[3];
  for (int i = 0; i < corners; i++) face[i] = *vertexOn(g, at, triangles[i] - 'a', from);
  g->mesh->nface += corners / 3;
}

// iterates over all cubes, z outermost; the first pass counts vertices and faces
static void march(Grid* g, bool count) {
  for (int z = 0; z + 1 < g->n[2]; z++) {
    for (int y = 0; y + 1 < g->n[1]; y++) {
      for (int x = 0; x + 1 < g->n[0]; x++) {
        const int at[3] = {x, y, z};
        const char* triangles = marchTable[signsAt(g, at)];
        const int corners = (int)strlen(triangles);
        g->mostFace += count ? corners / 3 : 0;
        g->mostVert += count ? corners : 0;
        if (corners && !count) addCube(g, at, triangles, corners);
      }
    }
  }
}

static void addNormals(mesh_Data* mesh) {
  for (int i = 0; i < mesh->nface; i++) {
    const int* f = mesh->face + 3 * (size_t)i;
    const float *a = mesh->vert + 3 * (size_t)f[1], *b = mesh->vert + 3 * (size_t)f[2],
                *c = mesh->vert + 3 * (size_t)f[0];
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

// scales vertices from grid cells to the units of the field
static void scaleVertices(const Grid* g) {
  float* v = g->mesh->vert;
  for (int i = 0; i < g->mesh->nvert; i++, v += 3) {
    for (int k = 0; k < 3; k++) v[k] = (float)coordinate(g, k, v[k]);
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
  *mesh = (mesh_Data){0};
  bool ok = setGrid(&g, fault);
  const size_t n = ok ? (size_t)g.n[0] * (size_t)g.n[1] * (size_t)g.n[2] : 0;
  if (ok) {
    g.value = arena_raw(&scratch, n, sizeof *g.value);
    g.vertex = arena_raw(&scratch, n, 3 * sizeof *g.vertex);
    ok = (g.value && g.vertex) || mesh_noMemory(fault);
  }
  if (ok) {
    for (size_t i = 0; i < 3 * n; i++) g.vertex[i] = -1;
    sample(&g);
    march(&g, true);
    ok = takeMesh(&g, arena, fault);
  }
  if (ok) {
    march(&g, false);
    mesh->normal = arena_array(arena, (size_t)mesh->nvert, 3 * sizeof *mesh->normal);
    mesh->nnormal = mesh->nvert;
    ok = mesh->normal || mesh_noMemory(fault);
  }
  if (ok) {
    addNormals(mesh);
    scaleVertices(&g);
  }
  arena_free(&scratch);
  return ok;
}
