// Procedural mesh generation for flexcomps: lines, circles, sheets, discs, solid grids
// (tetrahedra), and boxes, cylinders and ellipsoids made of the surface of a grid (solid ones with
// a point in the middle that all tetrahedra share).
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "math/elementary.h"
#include "math/rigid.h"
#include "spec/copy.h"
#include "spec/flexcomp_parts.h"

bool flexcomp_reserve(flexcomp_Work* w, double npoint, double nelem) {
  const double most = COPY_LIMIT;
  if (!(npoint <= most) || !(nelem <= most)) {
    return flexcomp_error(w,
                          "count: it makes %.3g points and %.3g elements; at most %d of each are "
                          "accepted",
                          npoint, nelem, COPY_LIMIT);
  }
  w->point = flexcomp_alloc(w, (size_t)npoint, 3 * sizeof *w->point);
  w->elem = flexcomp_alloc(w, (size_t)nelem, ((size_t)w->flex->dim + 1) * sizeof *w->elem);
  return w->point && w->elem;
}

// reserves capacity for generated points and elements, after those that are given
// odd: points of a flexcomp that is generated
static bool makeRoom(flexcomp_Work* w, double npoint, double nelem) {
  const spec_Vec *point = w->args->point, *element = w->args->element;
  const int each = w->flex->dim + 1;
  if (!flexcomp_checkGroups(w, "point", point, 3) ||
      !flexcomp_checkGroups(w, "element", element, each) ||
      !flexcomp_reserve(w, npoint + point->size / 3, nelem + element->size / each))
    return false;
  w->npoint = point->size / 3;
  w->nelem = element->size / each;
  if (w->npoint) memcpy(w->point, point->data, (size_t)point->size * sizeof *w->point);
  if (w->nelem) memcpy(w->elem, element->data, (size_t)element->size * sizeof *w->elem);
  return true;
}

static void addPoint(flexcomp_Work* w, double x, double y, double z) {
  double* p = w->point + 3 * (size_t)w->npoint++;
  p[0] = x, p[1] = y, p[2] = z;
}

// vertex indices of an element: as many as it has
static void addElem(flexcomp_Work* w, const int vert[4]) {
  const size_t n = (size_t)w->flex->dim + 1;
  memcpy(w->elem + n * (size_t)w->nelem++, vert, n * sizeof *vert);
}

static void addTexcoord(flexcomp_Work* w, float u, float v) {
  if (!w->texcoord) return;
  w->texcoord[2 * w->ntexcoord] = u;
  w->texcoord[2 * w->ntexcoord + 1] = v;
  w->ntexcoord++;
}

// reserves texture coordinates if they are to be generated: a material is named and none were given
static bool wantTexcoords(flexcomp_Work* w, double n) {
  if (!*vec_text(w->flex->material) || ((const spec_Vec*)w->flex->texcoord)->size) return true;
  w->texcoord = flexcomp_alloc(w, (size_t)n, 2 * sizeof *w->texcoord);
  return w->texcoord != NULL;
}

static float ratio(int i, int count) { return (float)i / (float)(count > 2 ? count - 1 : 1); }

// coordinate of the i-th of n points, centered
static double spread(double spacing, int i, int n) { return spacing * (i - 0.5 * (n - 1)); }

// ---- lines

static bool makeLine(flexcomp_Work* w) {
  const int n = w->args->count[0];
  if (!makeRoom(w, n, n - 1)) return false;
  for (int i = 0; i < n; i++) {
    addPoint(w, spread(w->args->spacing[0], i, n), 0, 0);
    if (i + 1 < n) addElem(w, (int[4]){i, i + 1});
  }
  return true;
}

static bool makeCircle(flexcomp_Work* w) {
  const int n = w->args->count[0] - 1;
  if (n < 2) {
    return flexcomp_error(w,
                          "count: a circle of %d has %d points; its first number must be 3 or "
                          "more",
                          n + 1, n);
  }
  if (!makeRoom(w, n, n)) return false;
  const double step = 2 * mjPI / n;
  double sine, cosine;
  lane_sincos(step / 2, &sine, &cosine);
  const double radius = w->args->spacing[0] / sine / 2;
  for (int i = 0; i < n; i++) {
    lane_sincos(step * i, &sine, &cosine);
    addPoint(w, radius * cosine, radius * sine, 0);
    addElem(w, (int[4]){i, i + 1 < n ? i + 1 : 0});
  }
  return true;
}

// ---- sheets

// in a disc the diagonals of squares point to the center
static bool turnsDiagonal(const double p[3]) {
  return (p[0] < -RIGID_EPS && p[1] > -RIGID_EPS) || (p[0] > -RIGID_EPS && p[1] < -RIGID_EPS);
}

// odd: size of a disc
static void roundSheet(flexcomp_Work* w) {
  const int* count = w->args->count;
  const double* spacing = w->args->spacing;
  const double half[2] = {0.5 * spacing[0] * (count[0] - 1), 0.5 * spacing[1] * (count[1] - 1)};
  for (int i = 0; i < w->npoint; i++) {
    double* p = w->point + 3 * (size_t)i;
    const double most = fmax(fabs(p[0]), fabs(p[1]));
    rigid_normalize(p, 2);
    for (int k = 0; k < 2; k++) p[k] *= half[k] * most;
  }
}

static bool makeSheet(flexcomp_Work* w) {
  const int nx = w->args->count[0], ny = w->args->count[1];
  const bool disc = w->args->type == FLEXCOMP_DISC;
  if (w->args->count[2] != 1) {
    // odd: third count of a sheet
    return flexcomp_error(w,
                          "count: '%d %d %d': a flex of dim 2 is one layer; its third number "
                          "must be 1",
                          nx, ny, w->args->count[2]);
  }
  const double npoint = (double)nx * ny;
  if (!makeRoom(w, npoint, 2 * (nx - 1.0) * (ny - 1.0)) || !wantTexcoords(w, npoint)) return false;
  for (int ix = 0; ix < nx; ix++) {
    for (int iy = 0; iy < ny; iy++) {
      addPoint(w, spread(w->args->spacing[0], ix, nx), spread(w->args->spacing[1], iy, ny), 0);
      addTexcoord(w, ratio(ix, nx), ratio(iy, ny));
      if (ix + 1 == nx || iy + 1 == ny) continue;
      const int a = ix * ny + iy, b = a + ny, c = b + 1, d = a + 1;
      const bool turned = disc && turnsDiagonal(w->point + 3 * (size_t)(w->npoint - 1));
      addElem(w, (int[4]){a, b, turned ? d : c});
      addElem(w, (int[4]){turned ? b : a, c, d});
    }
  }
  if (disc) roundSheet(w);
  return true;
}

// ---- solid grids

static bool makeSolid(flexcomp_Work* w) {
  static const int tetra[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7},
                                  {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
  const int *n = w->args->count, nx = n[0], ny = n[1], nz = n[2];
  const double *s = w->args->spacing, npoint = (double)nx * ny * nz;
  if (!makeRoom(w, npoint, 6 * (nx - 1.0) * (ny - 1.0) * (nz - 1.0)) || !wantTexcoords(w, npoint))
    return false;
  for (int ix = 0; ix < nx; ix++) {
    for (int iy = 0; iy < ny; iy++) {
      for (int iz = 0; iz < nz; iz++) {
        addPoint(w, spread(s[0], ix, nx), spread(s[1], iy, ny), spread(s[2], iz, nz));
        addTexcoord(w, ratio(ix, nx), ratio(iy, ny));
        if (ix + 1 == nx || iy + 1 == ny || iz + 1 == nz) continue;
        const int at = (ix * ny + iy) * nz + iz, x = ny * nz, y = nz;
        const int corner[8] = {at,     at + x,     at + x + y,     at + y,
                               at + 1, at + x + 1, at + x + y + 1, at + y + 1};
        for (int t = 0; t < 6; t++) {
          addElem(w, (int[4]){corner[tetra[t][0]], corner[tetra[t][1]], corner[tetra[t][2]],
                              corner[tetra[t][3]]});
        }
      }
    }
  }
  return w->nelem || flexcomp_error(w,
                                    "count: '%d %d %d' makes no elements; a solid grid needs 2 "
                                    "or more along each axis",
                                    nx, ny, nz);
}

// odd: circle of another dim
static bool makeGrid(flexcomp_Work* w) {
  static bool (*const make[])(flexcomp_Work*) = {makeLine, makeSheet, makeSolid};
  const bool circle = w->args->type == FLEXCOMP_CIRCLE && w->flex->dim == 1;
  return circle ? makeCircle(w) : make[w->flex->dim - 1](w);
}

// ---- surfaces of a grid: box, cylinder, ellipsoid

// index of a point of the surface, by its grid position
typedef struct {
  flexcomp_Work* w;
  int *id, last[3];
} Surface;

static int* idAt(const Surface* s, const int at[3]) {
  const size_t ny = (size_t)s->last[1] + 1, nz = (size_t)s->last[2] + 1;
  return &s->id[((size_t)at[0] * ny + (size_t)at[1]) * nz + (size_t)at[2]];
}

// maps a point of the unit cube to the shape
static void shape(const flexcomp_Work* w, double u[3]) {
  double half[3];
  for (int k = 0; k < 3; k++) half[k] = 0.5 * w->args->spacing[k] * (w->args->count[k] - 1);
  if (w->args->type == FLEXCOMP_CYLINDER) {
    const double most = fmax(fabs(u[0]), fabs(u[1]));
    rigid_normalize(u, 2);
    for (int k = 0; k < 2; k++) u[k] *= half[k] * most;
    u[2] *= half[2];
    return;
  }
  if (w->args->type == FLEXCOMP_ELLIPSOID) rigid_normalize(u, 3);
  for (int k = 0; k < 3; k++) u[k] *= half[k];
}

// a: the two axes whose ratios are the texture coordinates
static void addSurfacePoint(Surface* s, const int at[3], int a, int b) {
  double u[3];
  for (int k = 0; k < 3; k++) u[k] = 2.0 * at[k] / s->last[k] - 1;
  shape(s->w, u);
  *idAt(s, at) = s->w->npoint - s->w->args->point->size / 3;
  addPoint(s->w, u[0], u[1], u[2]);
  addTexcoord(s->w, ratio(at[a], s->last[a] + 1), ratio(at[b], s->last[b] + 1));
}

// points of the faces across an axis; later faces omit the edges shared with earlier ones
static void addFacePoints(Surface* s, int axis, bool open) {
  static const int across[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  const int a = across[axis][0], b = across[axis][1];
  const int a0 = axis == 0, a1 = s->last[a] - (axis == 0);
  const int b0 = axis < 2, b1 = s->last[b] - (axis < 2 && !open);
  for (int side = 0; side < (axis == 2 && open ? 1 : 2); side++) {
    int at[3];
    at[axis] = side ? s->last[axis] : 0;
    for (at[a] = a0; at[a] <= a1; at[a]++) {
      for (at[b] = b0; at[b] <= b1; at[b]++) addSurfacePoint(s, at, a, b);
    }
  }
}

// triangulates a square of a face: two tetrahedra with the center point, or two triangles with
// outward normals
static void addSquare(const Surface* s, const int at[3], int axis, int a, int b) {
  int corner[4];  // at, a step along a, along b, along both
  for (int k = 0; k < 4; k++) {
    int p[3] = {at[0], at[1], at[2]};
    p[a] += k & 1, p[b] += k >> 1;
    corner[k] = *idAt(s, p);
  }
  if (s->w->flex->dim == 3) {
    addElem(s->w, (int[4]){0, corner[0], corner[1], corner[3]});
    addElem(s->w, (int[4]){0, corner[0], corner[2], corner[3]});
  } else if (axis == 2) {
    addElem(s->w, (int[4]){corner[0], corner[3], corner[1]});
    addElem(s->w, (int[4]){corner[0], corner[2], corner[3]});
  } else {
    // corner order by face, so that the winding stays outward
    const bool far = at[axis] > 0, swap = axis == 1 ? far : !far;
    const int q = corner[swap], d = corner[!swap], qz = corner[2 + swap], dz = corner[2 + !swap];
    addElem(s->w, (int[4]){q, d, dz});
    addElem(s->w, (int[4]){q, dz, qz});
  }
}

static void addFaceElements(const Surface* s, int axis, bool open) {
  static const int across[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  const int a = across[axis][0], b = across[axis][1];
  for (int side = 0; side < (axis == 2 && open ? 1 : 2); side++) {
    int at[3];
    at[axis] = side ? s->last[axis] : 0;
    for (at[a] = 0; at[a] < s->last[a]; at[a]++) {
      for (at[b] = 0; at[b] < s->last[b]; at[b]++) addSquare(s, at, axis, a, b);
    }
  }
}

static bool makeSurface(flexcomp_Work* w) {
  const int* n = w->args->count;
  const bool open = w->flex->dim == 2;  // odd: open top of a 2D box
  if (w->flex->dim == 1)
    return flexcomp_error(w, "dim: a %s has dim 2 or 3", flexcomp_typeName[w->args->type]);
  if (n[0] < 2 || n[1] < 2 || n[2] < 2) {
    return flexcomp_error(w, "count: '%d %d %d': a %s needs 2 or more along each axis", n[0], n[1],
                          n[2], flexcomp_typeName[w->args->type]);
  }
  const double x = n[0], y = n[1], z = n[2], all = x * y * z;
  if (!(all <= COPY_LIMIT))
    return flexcomp_error(w, "count: it makes a grid of %.3g points; at most %d are accepted", all,
                          COPY_LIMIT);
  const double squares = 2 * ((x - 1) * (y - 1) + (x - 1) * (z - 1) + (y - 1) * (z - 1));
  if (!makeRoom(w, all + 1, 2 * squares) || !wantTexcoords(w, all + 1)) return false;
  if (w->texcoord && open) {
    return flexcomp_error(w,
                          "material: texture coordinates of a %s of dim 2 cannot be made; give "
                          "texcoord, two numbers for each point",
                          flexcomp_typeName[w->args->type]);
  }
  Surface s = {.w = w, .last = {n[0] - 1, n[1] - 1, n[2] - 1}};
  s.id = flexcomp_alloc(w, (size_t)all, sizeof *s.id);
  if (!s.id) return false;
  if (!open) {
    addPoint(w, 0, 0, 0);
    addTexcoord(w, 0, 0);
  }
  for (int axis = 2; axis >= 0; axis--) addFacePoints(&s, axis, open);
  for (int axis = 2; axis >= 0; axis--) addFaceElements(&s, axis, open);
  return true;
}

// ---- all

bool flexcomp_generate(flexcomp_Work* w) {
  static bool (*const make[FLEXCOMP_NTYPE])(flexcomp_Work*) = {
      [FLEXCOMP_GRID] = makeGrid,        [FLEXCOMP_BOX] = makeSurface,
      [FLEXCOMP_CYLINDER] = makeSurface, [FLEXCOMP_ELLIPSOID] = makeSurface,
      [FLEXCOMP_SQUARE] = makeSheet,     [FLEXCOMP_DISC] = makeSheet,
      [FLEXCOMP_CIRCLE] = makeGrid};
  ASSERT(w->args->type >= 0 && w->args->type < FLEXCOMP_NTYPE && make[w->args->type]);
  return make[w->args->type](w);
}
