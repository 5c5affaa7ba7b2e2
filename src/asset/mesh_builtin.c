// Procedural meshes: spheres by subdivision, half spheres, cones, superquadrics, and the grids of
// tactile sensors. Coordinates are floats; faces are counter-clockwise seen from outside. A shape
// without faces gets those of its convex hull.
#include <math.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/spec.h>

#include "asset/mesh.h"
#include "base/assert.h"

enum {
  SPHERE_MOST = 4,       // number of subdivisions
  HEMISPHERE_MOST = 10,  // number of rows
  RESOLUTION_MOST = 1000,
};

#define PI 3.14159265358979323846

// allocates a mesh; counts increase as it is filled
static bool makeRoom(arena_Arena* arena, mesh_Data* mesh, size_t nvert, size_t nface,
                     mesh_Fault* fault) {
  mesh->vert = arena_array(arena, nvert, 3 * sizeof *mesh->vert);
  mesh->face = nface ? arena_array(arena, nface, 3 * sizeof *mesh->face) : NULL;
  return (mesh->vert && (mesh->face || !nface)) || mesh_noMemory(fault);
}

static int addVertex(mesh_Data* mesh, double x, double y, double z) {
  float* v = mesh->vert + 3 * (size_t)mesh->nvert;
  v[0] = (float)x;
  v[1] = (float)y;
  v[2] = (float)z;
  return mesh->nvert++;
}

static void addFace(mesh_Data* mesh, int a, int b, int c) {
  int* face = mesh->face + 3 * (size_t)mesh->nface++;
  face[0] = a;
  face[1] = b;
  face[2] = c;
}

// ---- sphere: an icosahedron whose triangles are subdivided into four, repeatedly

// midpoint of an edge; edges are looked up by their smaller and larger vertex
typedef struct {
  int *key, *middle;  // (slots x 2), (slots); key 0 0 is an empty slot
  unsigned mask;
} Edges;

static int middleOf(mesh_Data* mesh, Edges* edges, int a, int b) {
  const int low = a < b ? a : b, high = a < b ? b : a;
  ASSERT_FULL(high > 0);  // 0 0 marks an empty slot
  unsigned at = ((unsigned)low * 2654435761u ^ (unsigned)high * 40503u) & edges->mask;
  for (;; at = (at + 1) & edges->mask) {
    int* key = edges->key + 2 * (size_t)at;
    if (key[0] == low && key[1] == high) return edges->middle[at];
    if (key[1]) continue;
    key[0] = low;
    key[1] = high;
    break;
  }
  const float *p = mesh->vert + 3 * (size_t)a, *q = mesh->vert + 3 * (size_t)b;
  float m[3];
  for (int k = 0; k < 3; k++) m[k] = (p[k] + q[k]) / 2;
  const float length = sqrtf(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  return edges->middle[at] = addVertex(mesh, m[0] / length, m[1] / length, m[2] / length);
}

static bool subdivide(arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault) {
  const int n = mesh->nface;
  unsigned slots = 16;
  while (slots < 4 * (unsigned)n) slots *= 2;
  Edges edges = {arena_array(arena, slots, 2 * sizeof(int)), arena_array(arena, slots, sizeof(int)),
                 slots - 1};
  int* old = arena_array(arena, (size_t)n, 3 * sizeof *old);
  if (!edges.key || !edges.middle || !old) return mesh_noMemory(fault);
  memcpy(old, mesh->face, 3 * (size_t)n * sizeof *old);
  mesh->nface = 0;
  for (int i = 0; i < n; i++) {
    const int a = old[3 * i], b = old[3 * i + 1], c = old[3 * i + 2];
    const int ab = middleOf(mesh, &edges, a, b), bc = middleOf(mesh, &edges, b, c),
              ca = middleOf(mesh, &edges, c, a);
    addFace(mesh, a, ab, ca);
    addFace(mesh, b, bc, ab);
    addFace(mesh, c, ca, bc);
    addFace(mesh, ab, bc, ca);
  }
  return true;
}

static bool makeSphere(const double* params, arena_Arena* arena, mesh_Data* mesh,
                       mesh_Fault* fault) {
  static const signed char corner[12][3] = {{-1, 2, 0}, {1, 2, 0}, {-1, -2, 0}, {1, -2, 0},
                                            {0, -1, 2}, {0, 1, 2}, {0, -1, -2}, {0, 1, -2},
                                            {2, 0, -1}, {2, 0, 1}, {-2, 0, -1}, {-2, 0, 1}};
  static const unsigned char face[20][3] = {
      {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  const int levels = (int)params[0];
  if (!(params[0] > -1) || levels > SPHERE_MOST) {
    return mesh_fail(fault, "params: a sphere can be subdivided 0 to %d times, not %.6g",
                     SPHERE_MOST, params[0]);
  }
  const size_t nface = (size_t)20 << (2 * levels);
  if (!makeRoom(arena, mesh, nface / 2 + 2, nface, fault)) return false;
  const float phi = (float)((1 + sqrt(5)) / 2), length = sqrtf(1 + phi * phi);
  for (int i = 0; i < 12; i++) {
    float v[3];
    for (int k = 0; k < 3; k++) {
      const float sign = corner[i][k] < 0 ? -1 : 1;
      v[k] = (corner[i][k] == 0 ? 0 : corner[i][k] % 2 ? sign : sign * phi) / length;
    }
    addVertex(mesh, v[0], v[1], v[2]);
  }
  for (int i = 0; i < 20; i++) addFace(mesh, face[i][0], face[i][1], face[i][2]);
  for (int i = 0; i < levels; i++) {
    if (!subdivide(arena, mesh, fault)) return false;
  }
  ASSERT((size_t)mesh->nface == nface &&
         mesh->nface == 2 * mesh->nvert - 4);  // Euler characteristic
  return true;
}

// ---- half sphere: rows of an octahedron's upper half, projected to the sphere, and a flat cap

static void hemisphereRow(mesh_Data* mesh, int row, int rows) {
  static const double corner[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  const double f = (double)(row + 1) / (rows + 1);
  for (int side = 0; side < 4; side++) {
    for (int i = 0; i <= row; i++) {
      const double g = (double)i / (row + 1);
      const double x = f * (corner[side][0] + g * (corner[side + 1][0] - corner[side][0]));
      const double y = f * (corner[side][1] + g * (corner[side + 1][1] - corner[side][1]));
      const double z = 1 - f, length = sqrt(x * x + y * y + z * z);
      addVertex(mesh, x / length, y / length, z / length);
    }
  }
}

// triangles between row r and the next
static void hemisphereBand(mesh_Data* mesh, int r) {
  const int cur = 2 * r * (r + 1) + 1, nc = 4 * (r + 1), next = cur + nc, nn = 4 * (r + 2);
  for (int side = 0; side < 4; side++) {
    for (int i = 0; i <= r + 1; i++) {
      const int vc = i + (r + 1) * side, vn = i + (r + 2) * side;
      addFace(mesh, cur + vc % nc, next + vn % nn, next + (vn + 1) % nn);
      if (i <= r) addFace(mesh, cur + vc % nc, next + (vn + 1) % nn, cur + (vc + 1) % nc);
    }
  }
}

static bool makeHemisphere(const double* params, arena_Arena* arena, mesh_Data* mesh,
                           mesh_Fault* fault) {
  const int rows = (int)params[0];
  if (!(params[0] > -1) || rows > HEMISPHERE_MOST) {
    return mesh_fail(fault, "params: the resolution of a hemisphere is 0 to %d, not %.6g",
                     HEMISPHERE_MOST, params[0]);
  }
  const size_t n = (size_t)(rows + 1) * (size_t)(rows + 2);
  if (!makeRoom(arena, mesh, 2 * n + 2, 4 * n + 8 * (size_t)(rows + 2), fault)) return false;
  addVertex(mesh, 0, 0, 1);
  for (int r = 0; r <= rows; r++) hemisphereRow(mesh, r, rows);
  const int centre = addVertex(mesh, 0, 0, 0);
  for (int i = 0; i < 4; i++) addFace(mesh, 0, 1 + i, 1 + (i + 1) % 4);
  for (int r = 0; r < rows; r++) hemisphereBand(mesh, r);
  const int first = 2 * rows * (rows + 1) + 1, count = 4 * (rows + 1);
  for (int i = 0; i < count; i++) addFace(mesh, first + i, centre, first + (i + 1) % count);
  ASSERT((size_t)mesh->nvert == 2 * n + 2 && mesh->nface == 2 * mesh->nvert - 4);
  return true;
}

// ---- superquadrics

static double power(double x, double m) { return (x < 0 ? -1 : 1) * sn_pow(fabs(x), m); }

static double cosPower(double w, double m) { return power(sn_cos(w), m); }
static double sinPower(double w, double m) { return power(sn_sin(w), m); }

static bool checkResolution(const char* shape, double given, int least, mesh_Fault* fault) {
  if (given >= least && given <= RESOLUTION_MOST) return true;
  return mesh_fail(fault, "params: the resolution of a %s is %d to %d, not %.6g", shape, least,
                   RESOLUTION_MOST, given);
}

static void supersphereFaces(mesh_Data* mesh, int n, int north) {
  for (int j = 0; j < n; j++) addFace(mesh, 0, 1 + (j + 1) % n, 1 + j);
  for (int i = 0; i < n - 2; i++) {
    for (int j = 0; j < n; j++) {
      const int v1 = 1 + i * n + j, v2 = 1 + i * n + (j + 1) % n, v3 = v2 + n, v4 = v1 + n;
      addFace(mesh, v1, v2, v4);
      addFace(mesh, v2, v3, v4);
    }
  }
  const int last = 1 + (n - 2) * n;
  for (int j = 0; j < n; j++) addFace(mesh, last + j, last + (j + 1) % n, north);
}

static bool makeSupersphere(const double* params, arena_Arena* arena, mesh_Data* mesh,
                            mesh_Fault* fault) {
  if (!checkResolution("supersphere", params[0], 3, fault)) return false;
  const int res = (int)params[0];
  const double e = params[1], n = params[2];
  if (!(e >= 0) || !(n >= 0)) {
    return mesh_fail(fault, "params: the exponents of a supersphere are 0 or more, not %.6g %.6g",
                     e, n);
  }
  const size_t r = (size_t)res;
  if (!makeRoom(arena, mesh, r * (r - 1) + 2, 2 * r * (r - 1), fault)) return false;
  addVertex(mesh, 0, 0, -1);
  for (int i = 1; i < res; i++) {
    const double v = -PI / 2 + i * PI / res;
    for (int j = 0; j < res; j++) {
      const double u = -PI + 2 * PI * j / res;
      addVertex(mesh, cosPower(v, n) * cosPower(u, e), cosPower(v, n) * sinPower(u, e),
                sinPower(v, n));
    }
  }
  supersphereFaces(mesh, res, addVertex(mesh, 0, 0, 1));
  ASSERT((size_t)mesh->nvert == r * (r - 1) + 2 && mesh->nface == 2 * mesh->nvert - 4);
  return true;
}

static bool makeSupertorus(const double* params, arena_Arena* arena, mesh_Data* mesh,
                           mesh_Fault* fault) {
  if (!checkResolution("supertorus", params[0], 3, fault)) return false;
  const int res = (int)params[0];
  const double radius = params[1], s = params[2], t = params[3];
  if (!(radius > 0 && radius <= 1)) {
    return mesh_fail(fault, "params: the radius of a supertorus is above 0 and at most 1, not %.6g",
                     radius);
  }
  if (!(s > 0) || !(t > 0)) {
    return mesh_fail(fault, "params: the exponents of a supertorus are above 0, not %.6g %.6g", s,
                     t);
  }
  const size_t r = (size_t)res;
  if (!makeRoom(arena, mesh, r * r, 2 * r * r, fault)) return false;
  for (int i = 0; i < res; i++) {
    const double u = 2 * PI * i / res;
    for (int j = 0; j < res; j++) {
      const double v = 2 * PI * j / res, ring = 1 + radius * cosPower(v, s);
      addVertex(mesh, ring * cosPower(u, t), ring * sinPower(u, t), radius * sinPower(v, s));
    }
  }
  for (int i = 0; i < res; i++) {
    for (int j = 0; j < res; j++) {
      const int ip = (i + 1) % res, jp = (j + 1) % res;
      addFace(mesh, i * res + j, ip * res + j, i * res + jp);
      addFace(mesh, ip * res + j, ip * res + jp, i * res + jp);
    }
  }
  ASSERT((size_t)mesh->nvert == r * r && mesh->nface == 2 * mesh->nvert);
  return true;
}

static bool makeCone(const double* params, arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault) {
  if (!checkResolution("cone", params[0], 3, fault)) return false;
  const int n = (int)params[0];
  const double radius = params[1];
  if (!makeRoom(arena, mesh, 2 * (size_t)n + 1, 0, fault)) return false;
  for (int i = 0; i < n; i++) addVertex(mesh, sn_cos(2 * PI * i / n), sn_sin(2 * PI * i / n), -1);
  for (int i = n; i < 2 * n && radius > 0; i++)
    addVertex(mesh, radius * sn_cos(2 * PI * i / n), radius * sn_sin(2 * PI * i / n), 1);
  if (!(radius > 0)) addVertex(mesh, 0, 0, 1);
  ASSERT(mesh->nvert <= 2 * n);
  return true;
}

// ---- grids of tactile sensors, with three normals for each vertex: outward and along the grid

static void addNormal(mesh_Data* mesh, double x, double y, double z) {
  float* n = mesh->normal + 3 * (size_t)mesh->nnormal++;
  n[0] = (float)x;
  n[1] = (float)y;
  n[2] = (float)z;
}

// center of bin i of n between -1 and 1, denser near 0 with gamma
static double binCentre(int i, int n, double gamma, double scale) {
  double edge[2];
  for (int k = 0; k < 2; k++) {
    const double x = -1 + 2.0 * (i + k) / n;
    edge[k] = (gamma != 0 ? gamma * (x * x * x * x * x) + (1 - gamma) * x : x) * scale;
  }
  return 0.5 * (edge[0] + edge[1]);
}

static bool gridRoom(const double* params, arena_Arena* arena, mesh_Data* mesh, size_t nface,
                     mesh_Fault* fault) {
  const size_t n = (size_t)params[0] * (size_t)params[1];
  mesh->normal = arena_array(arena, 3 * n, 3 * sizeof *mesh->normal);
  return makeRoom(arena, mesh, n, nface, fault) && (mesh->normal || mesh_noMemory(fault));
}

static bool makeWedge(const double* params, arena_Arena* arena, mesh_Data* mesh,
                      mesh_Fault* fault) {
  if (!checkResolution("wedge", params[0], 1, fault) ||
      !checkResolution("wedge", params[1], 1, fault))
    return false;
  if (!(params[2] > 0 && params[2] <= 180) || !(params[3] > 0 && params[3] <= 90)) {
    return mesh_fail(fault,
                     "params: the fields of view of a wedge are above 0 and at most 180 and 90 "
                     "degrees, not %.6g %.6g",
                     params[2], params[3]);
  }
  if (!(params[4] >= 0 && params[4] <= 1))
    return mesh_fail(fault, "params: gamma of a wedge is 0 to 1, not %.6g", params[4]);
  if (!gridRoom(params, arena, mesh, 0, fault)) return false;
  const int na = (int)params[0], ne = (int)params[1];
  for (int i = 0; i < na; i++) {
    const double a = binCentre(i, na, params[4], params[2] * PI / 180);
    const double sa = sn_sin(a), ca = sn_cos(a);
    for (int j = 0; j < ne; j++) {
      const double e = binCentre(j, ne, params[4], params[3] * PI / 180);
      const double se = sn_sin(e), ce = sn_cos(e);
      addVertex(mesh, ce * sa, se, -ce * ca);
      // te x ta, ta, te with ta = (ca, 0, sa), te = (-se sa, ce, se ca)
      addNormal(mesh, ce * sa, se * ca * ca + se * sa * sa, -ce * ca);
      addNormal(mesh, ca, 0, sa);
      addNormal(mesh, -se * sa, ce, se * ca);
    }
  }
  return true;
}

static bool makePlate(const double* params, arena_Arena* arena, mesh_Data* mesh,
                      mesh_Fault* fault) {
  if (!checkResolution("plate", params[0], 1, fault) ||
      !checkResolution("plate", params[1], 1, fault))
    return false;
  const int nx = (int)params[0], ny = (int)params[1];
  if (!gridRoom(params, arena, mesh, 2 * (size_t)nx * (size_t)ny, fault)) return false;
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j < ny; j++) {
      const int at = addVertex(mesh, -1 + (i + 0.5) * 2 / nx, -1 + (j + 0.5) * 2 / ny, -1);
      for (int k = 0; k < 3; k++) addNormal(mesh, k == 0, k == 1, k == 2);
      if (!i || !j) continue;
      addFace(mesh, at - ny - 1, at - 1, at - ny);
      addFace(mesh, at, at - ny, at - 1);
    }
  }
  ASSERT(mesh->nvert == nx * ny && mesh->nnormal == 3 * mesh->nvert);
  return true;
}

bool mesh_makeBuiltin(int builtin, const double* params, int nparams, arena_Arena* arena,
                      mesh_Data* mesh, mesh_Fault* fault) {
  static const struct {
    const char* name;
    int nparams;
    bool (*make)(const double*, arena_Arena*, mesh_Data*, mesh_Fault*);
    const char* meaning;
  } shape[] = {
      [mjMESH_BUILTIN_SPHERE] = {"sphere", 1, makeSphere, "subdivisions"},
      [mjMESH_BUILTIN_HEMISPHERE] = {"hemisphere", 1, makeHemisphere, "resolution"},
      [mjMESH_BUILTIN_CONE] = {"cone", 2, makeCone, "number of edges, radius of the top"},
      [mjMESH_BUILTIN_SUPERSPHERE] = {"supersphere", 3, makeSupersphere,
                                      "resolution, two exponents"},
      [mjMESH_BUILTIN_SUPERTORUS] = {"supertorus", 4, makeSupertorus,
                                     "resolution, radius, two exponents"},
      [mjMESH_BUILTIN_WEDGE] = {"wedge", 5, makeWedge,
                                "two resolutions, two fields of view, gamma"},
      [mjMESH_BUILTIN_PLATE] = {"plate", 2, makePlate, "two resolutions"},
  };
  if (builtin <= mjMESH_BUILTIN_NONE || builtin > mjMESH_BUILTIN_PLATE)
    return mesh_fail(fault, "builtin: there is no such shape");
  if (nparams != shape[builtin].nparams) {
    return mesh_fail(fault, "params: a %s needs %d (%s), not %d", shape[builtin].name,
                     shape[builtin].nparams, shape[builtin].meaning, nparams);
  }
  return shape[builtin].make(params, arena, mesh, fault);
}
