// Mesh processing, from the arrays of a file to a mesh of the model: convex hull and polygons of
// the vertices as given, normals, the transformation of the asset (scale, reference frame), mass
// properties, then the frame at the center of mass along the principal axes of inertia, and the
// bounding volume hierarchy (BVH) of faces. Positions are doubles in between and floats at the end.
#include <math.h>
#include <string.h>

#include "asset/mesh.h"
#include "base/assert.h"
#include "base/clock.h"
#include "math/rigid.h"

// ---- normals

static void setUp(float v[3]) {
  v[0] = v[1] = 0;
  v[2] = 1;
}

// Unit vectors, from sums of face normals and from transformed normals.
// order: the former are divided by their length, the latter multiplied by its inverse
static void divideByLength(float v[3]) {
  const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > (float)mjMINVAL)) setUp(v);
  for (int k = 0; k < 3 && length > (float)mjMINVAL; k++) v[k] /= length;
}

static void normalizeFloat(float v[3]) {
  const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  if (!(square > (float)mjMINVAL)) {
    setUp(v);
    return;
  }
  const float scale = 1 / sqrtf(square);
  for (int k = 0; k < 3; k++) v[k] *= scale;
}

// vectors too short by the compiler's rules are not normalized, and so are far from every direction
static void normalizeLong(float v[3]) {
  const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], length = sqrtf(square);
  if (!(square >= (float)RIGID_EPS)) return;
  for (int k = 0; k < 3; k++) v[k] /= length;
}

// unit normal and length of each face; faces too small to be normalized have length 0
static double faceNormal(const double* x, const int* face, double n[3]) {
  mesh_cross(x, face, n);
  return rigid_normalize(n, 3);
}

// subtracts the contributions of faces at sharp edges
static bool sharpen(const double* x, const mesh_Data* mesh, float* normal, mesh_Fault* fault) {
  arena_Arena scratch = arena_make(0);
  float* removed = arena_array(&scratch, (size_t)mesh->nvert, 3 * sizeof *removed);
  float* unit = arena_raw(&scratch, (size_t)mesh->nvert, 3 * sizeof *unit);
  const bool ok = (removed && unit) || mesh_noMemory(fault);
  if (ok) memcpy(unit, normal, (size_t)mesh->nvert * 3 * sizeof *unit);
  for (int i = 0; i < mesh->nvert && ok; i++) normalizeLong(unit + 3 * (size_t)i);
  for (int i = 0; i < mesh->nface && ok; i++) {
    const int* face = mesh->face + 3 * (size_t)i;
    double n[3];
    const double length = faceNormal(x, face, n);
    for (int k = 0; k < 3; k++) {
      const float* v = unit + 3 * (size_t)face[k];
      if (!(n[0] * v[0] + n[1] * v[1] + n[2] * v[2] < 0.8)) continue;
      float* r = removed + 3 * (size_t)face[k];
      for (int j = 0; j < 3; j++) r[j] = (float)(r[j] + n[j] * length);
    }
  }
  for (size_t i = 0; i < 3 * (size_t)mesh->nvert && ok; i++) normal[i] -= removed[i];
  arena_free(&scratch);
  return ok;
}

bool mesh_makeNormals(const double* x, bool smooth, arena_Arena* arena, mesh_Data* mesh,
                      mesh_Fault* fault) {
  const size_t nface = (size_t)mesh->nface, nvert = (size_t)mesh->nvert;
  mesh->normal = arena_array(arena, nvert, 3 * sizeof *mesh->normal);
  mesh->facenormal = arena_raw(arena, nface, 3 * sizeof *mesh->facenormal);
  if (!mesh->normal || !mesh->facenormal) return mesh_noMemory(fault);
  mesh->nnormal = mesh->nvert;
  memcpy(mesh->facenormal, mesh->face, nface * 3 * sizeof *mesh->face);
  for (size_t i = 0; i < nface; i++) {
    const int* face = mesh->face + 3 * i;
    double n[3];
    const double length = faceNormal(x, face, n);
    for (int k = 0; k < 3; k++) {
      float* v = mesh->normal + 3 * (size_t)face[k];
      for (int j = 0; j < 3; j++) v[j] = (float)(v[j] + n[j] * length);
    }
  }
  if (!smooth && !sharpen(x, mesh, mesh->normal, fault)) return false;
  for (size_t i = 0; i < nvert; i++) divideByLength(mesh->normal + 3 * i);
  return true;
}

// ---- faces

// indices of normals that belong to vertices, possibly several for each vertex
static bool normalIndices(arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault) {
  const size_t n = 3 * (size_t)mesh->nface;
  const int each = mesh->nnormal / mesh->nvert;
  ASSERT(mesh->nvert > 0 && mesh->nnormal > 0);
  mesh->facenormal = arena_raw(arena, n, sizeof *mesh->facenormal);
  if (!mesh->facenormal) return mesh_noMemory(fault);
  for (size_t i = 0; i < n; i++) mesh->facenormal[i] = each * mesh->face[i];
  return true;
}

// indices of texture coordinates that belong to vertices
static bool texcoordIndices(arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault) {
  const size_t n = 3 * (size_t)mesh->nface;
  if (mesh->ntexcoord != mesh->nvert) {
    return mesh_fail(fault,
                     "it has %d texture coordinates for %d vertices and no indices of them for "
                     "faces; give one for each vertex, or an OBJ file",
                     mesh->ntexcoord, mesh->nvert);
  }
  mesh->facetexcoord = arena_raw(arena, n, sizeof *mesh->facetexcoord);
  if (!mesh->facetexcoord) return mesh_noMemory(fault);
  memcpy(mesh->facetexcoord, mesh->face, n * sizeof *mesh->face);
  return true;
}

static bool completeFaces(const mesh_Settings* settings, const double* x, arena_Arena* arena,
                          mesh_Mesh* mesh, mesh_Fault* fault) {
  mesh_Data* data = &mesh->data;
  mesh->hullFaces = !data->nface;
  if (mesh->hullFaces) {
    const size_t n = (size_t)mesh->hull.nface;
    data->face = arena_array(arena, n, 3 * sizeof *data->face);
    if (!data->face) return mesh_noMemory(fault);
    memcpy(data->face, mesh->hull.face, 3 * n * sizeof *data->face);
    data->nface = mesh->hull.nface;
  }
  if (!data->nnormal) {
    if (!mesh_makeNormals(x, settings->smoothnormal, arena, data, fault)) return false;
  } else if (!data->facenormal && !normalIndices(arena, data, fault)) {
    return false;
  }
  return !data->ntexcoord || data->facetexcoord || texcoordIndices(arena, data, fault);
}

static void flipFaces(int* face, int nface) {
  for (int i = 0; i < nface && face; i++, face += 3) {
    const int second = face[1];
    face[1] = face[2];
    face[2] = second;
  }
}

// ---- frames

// v = R^T v
static void turnBack(const double R[9], double v[3]) {
  const double a = v[0], b = v[1], c = v[2];
  v[0] = R[0] * a + R[3] * b + R[6] * c;
  v[1] = R[1] * a + R[4] * b + R[7] * c;
  v[2] = R[2] * a + R[5] * b + R[8] * c;
}

static void turnBackAll(const double quat[4], double* x, const mesh_Data* mesh) {
  double R[9];
  rigid_quat2Mat(R, quat);
  for (int i = 0; i < mesh->nvert; i++) turnBack(R, x + 3 * (size_t)i);
  for (int i = 0; i < mesh->nnormal; i++) {
    float* n = mesh->normal + 3 * (size_t)i;
    double v[3] = {n[0], n[1], n[2]};
    turnBack(R, v);
    for (int k = 0; k < 3; k++) n[k] = (float)v[k];
  }
}

static void scaleAll(const double scale[3], double* x, const mesh_Data* mesh) {
  for (size_t i = 0; i < 3 * (size_t)mesh->nvert; i++) x[i] *= scale[i % 3];
  for (int i = 0; i < mesh->nnormal; i++) {
    float* n = mesh->normal + 3 * (size_t)i;
    for (int k = 0; k < 3; k++) n[k] = (float)(n[k] / scale[k]);
  }
}

// applies the transformation of the asset
static void transform(const mesh_Settings* settings, double* x, const mesh_Data* mesh) {
  const double *pos = settings->refpos, *scale = settings->scale;
  if (pos[0] || pos[1] || pos[2]) {
    for (size_t i = 0; i < 3 * (size_t)mesh->nvert; i++) x[i] -= pos[i % 3];
  }
  double quat[4];
  memcpy(quat, settings->refquat, sizeof quat);
  rigid_normalize(quat, 4);
  if (quat[0] != 1 || quat[1] || quat[2] || quat[3]) turnBackAll(quat, x, mesh);
  if (scale[0] != 1 || scale[1] != 1 || scale[2] != 1) scaleAll(scale, x, mesh);
  for (int i = 0; i < mesh->nnormal; i++) normalizeFloat(mesh->normal + 3 * (size_t)i);
}

static void findBounds(const double* x, int nvert, double aamm[6]) {
  memcpy(aamm, x, 3 * sizeof *x);
  memcpy(aamm + 3, x, 3 * sizeof *x);
  for (int i = 1; i < nvert; i++) {
    const double* v = x + 3 * (size_t)i;
    for (int k = 0; k < 3; k++) {
      if (v[k] < aamm[k]) aamm[k] = v[k];
      if (v[k] > aamm[3 + k]) aamm[3 + k] = v[k];
    }
  }
}

// ---- the whole

void mesh_lap(mesh_Mesh* mesh, mjtCTimer stage, double* start) {
  const double now = clock_seconds();
  mesh->seconds[stage] += now - *start;
  *start = now;
}

static bool makeHull(const mesh_Settings* settings, const double* x, arena_Arena* arena,
                     mesh_Mesh* mesh, mesh_Fault* fault) {
  mesh->hasHull = settings->hull || !mesh->data.nface || settings->inertia == mjMESH_INERTIA_CONVEX;
  if (!mesh->hasHull) return true;
  const hull_Status status =
      hull_make(arena, x, mesh->data.nvert, settings->maxhullvert, &mesh->hull);
  if (status == HULL_NO_MEMORY) return mesh_noMemory(fault);
  return status == HULL_OK ||
         mesh_fail(fault, "its convex hull cannot be computed: %s", hull_message(status));
}

static bool makeField(const mesh_Settings* settings, const double* x, arena_Arena* arena,
                      mesh_Mesh* mesh, mesh_Fault* fault) {
  const mesh_Data* data = &mesh->data;
  if (!settings->field) return true;
  const oct_Status status = oct_make(arena, x, data->nvert, data->face, data->nface, &mesh->tree,
                                     settings->maxdepth, &mesh->oct);
  if (status == OCT_NO_MEMORY) return mesh_noMemory(fault);
  return status == OCT_OK ||
         mesh_fail(fault,
                   "the octree of its signed distances would have more than %d cells; choose a "
                   "smaller octree_maxdepth than %d",
                   OCT_MOST_CELLS, settings->maxdepth);
}

static bool makePieces(const mesh_Settings* settings, const double* x, arena_Arena* arena,
                       mesh_Mesh* mesh, mesh_Fault* fault) {
  static const char* const wrong[] = {
      [PIECES_OPEN] = "decompose: its surface is not closed, so it has no inside to cut into "
                      "pieces; close it, or leave decompose out and let its hull collide",
      [PIECES_FLAT] = "decompose: it has no volume to cut into pieces; if its faces turn clockwise "
                      "seen from outside, flip them"};
  const mesh_Data* data = &mesh->data;
  if (!settings->pieces || !settings->hull) return true;
  const surface_Surface solid = {x, data->face, &mesh->tree};
  const pieces_Status status = pieces_make(arena, &solid, data->nvert, data->nface,
                                           settings->pieces, settings->concavity, &mesh->pieces);
  if (status == PIECES_NO_MEMORY) return mesh_noMemory(fault);
  return status == PIECES_OK || mesh_fail(fault, "%s", wrong[status]);
}

static bool finish(const mesh_Settings* settings, double* x, arena_Arena* arena, mesh_Mesh* mesh,
                   double* start, mesh_Fault* fault) {
  mesh_Data* data = &mesh->data;
  ASSERT(data->nface > 0 && data->nvert >= 4);
  findBounds(x, data->nvert, mesh->aamm);
  for (size_t i = 0; i < 3 * (size_t)data->nvert; i++) data->vert[i] = (float)x[i];
  if (mesh->hasHull) {
    mesh->polynormal =
        arena_array(arena, (size_t)mesh->poly.npoly + 1, 3 * sizeof *mesh->polynormal);
    if (!mesh->polynormal) return mesh_noMemory(fault);
    hull_polygonNormals(&mesh->poly, x, mesh->polynormal);
    hull_findExtrema(&mesh->hull, data->vert, mesh->extrema);
    mesh_lap(mesh, mjCTIMER_MESH_POLYGON, start);
  }
  if (!hull_makeTree(arena, x, data->face, data->nface, &mesh->tree)) return mesh_noMemory(fault);
  mesh_lap(mesh, mjCTIMER_MESH_BVH, start);
  if (!makeField(settings, x, arena, mesh, fault)) return false;
  mesh_lap(mesh, mjCTIMER_MESH_OCTREE, start);
  if (!makePieces(settings, x, arena, mesh, fault)) return false;
  mesh_lap(mesh, mjCTIMER_MESH_HULL, start);
  return true;
}

// Mass properties and the frame that follows from them; a mesh that stays in place only gets its
// mass properties
static bool findFrame(const mesh_Settings* settings, double* x, arena_Arena* arena, mesh_Mesh* mesh,
                      mesh_Fault* fault) {
  const mesh_Data* data = &mesh->data;
  const bool convex = settings->inertia == mjMESH_INERTIA_CONVEX;
  double* moved = x;
  if (settings->inPlace) {
    moved = arena_raw(arena, (size_t)data->nvert, 3 * sizeof *moved);
    if (!moved) return mesh_noMemory(fault);
    memcpy(moved, x, (size_t)data->nvert * 3 * sizeof *x);
  }
  if (!mesh_inertia(settings->inertia, moved, data, convex ? mesh->hull.face : data->face,
                    convex ? mesh->hull.nface : data->nface, mesh, fault))
    return false;
  if (!settings->inPlace) {
    turnBackAll(mesh->quat, x, data);
    return true;
  }
  for (int k = 0; k < 4; k++) mesh->quat[k] = k == 0;
  memset(mesh->pos, 0, sizeof mesh->pos);
  return true;
}

static bool processWith(const mesh_Settings* settings, double* x, arena_Arena* arena,
                        mesh_Mesh* mesh, mesh_Fault* fault) {
  mesh_Data* data = &mesh->data;
  const double* scale = settings->scale;
  const bool convex = settings->inertia == mjMESH_INERTIA_CONVEX;
  mesh->hole = (mesh_Hole){.edge = {-1, -1}};
  double start = clock_seconds();
  if (settings->inertia == mjMESH_INERTIA_EXACT &&
      !mesh_checkEdges(x, data->face, data->nface, &mesh->hole, fault))
    return false;
  // odd: hull of a mirrored mesh; it is that of the vertices as given, not turned below
  if (!makeHull(settings, x, arena, mesh, fault)) return false;
  mesh_lap(mesh, mjCTIMER_MESH_HULL, &start);
  ASSERT(mesh->hasHull || (!convex && data->nface > 0));
  if (!completeFaces(settings, x, arena, mesh, fault)) return false;
  if (mesh->hasHull && !hull_makePolygons(arena, x, data->nvert, &mesh->hull, &mesh->poly))
    return mesh_noMemory(fault);
  mesh_lap(mesh, mjCTIMER_MESH_POLYGON, &start);
  if (scale[0] * scale[1] * scale[2] <= 0) {
    flipFaces(data->face, data->nface);
    flipFaces(data->facenormal, data->nface);
    flipFaces(data->facetexcoord, data->nface);
  }
  transform(settings, x, data);
  if (!findFrame(settings, x, arena, mesh, fault)) return false;
  mesh_lap(mesh, mjCTIMER_MESH_INERTIA, &start);
  return finish(settings, x, arena, mesh, &start, fault);
}

bool mesh_process(const mesh_Settings* settings, arena_Arena* arena, mesh_Mesh* mesh,
                  mesh_Fault* fault) {
  if (!mesh_check(&mesh->data, fault)) return false;
  arena_Arena scratch = arena_make(0);
  const size_t n = 3 * (size_t)mesh->data.nvert;
  double* x = arena_raw(&scratch, n, sizeof *x);
  if (!x) return mesh_noMemory(fault);
  for (size_t i = 0; i < n; i++) x[i] = mesh->data.vert[i];
  const bool ok = processWith(settings, x, arena, mesh, fault);
  arena_free(&scratch);
  return ok;
}
