// Clipping of a closed triangle mesh by planes (mesh clipping, plane cuts). The cross section is
// closed (capped) by signed triangles from one of its points to each of its edges (a cone over the
// boundary of the chain of triangles), which requires no triangulation and no edge loops, so it
// works for any section.
//   surface, plane -> surface of one side, volume, hull
#include "asset/solid_part.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "asset/hull.h"
#include "base/assert.h"
#include "base/mem.h"
#include "math/vec.h"

// ---- hulls

enum {
  MANY_POINTS = 300,   // larger point sets are reduced before their hull is computed
  NDIRECTION = 120,    // the farthest points along this number of directions are kept
  MOST_SAMPLES = 3000  // sample size of these points
};

static double signedVolume(const double* a, const double* b, const double* c, const double o[3]) {
  double p[3], q[3], r[3], n[3];
  v3_sub(p, a, o);
  v3_sub(q, b, o);
  v3_sub(r, c, o);
  v3_cross(n, q, r);
  return v3_dot(p, n) / 6;
}

part_Status part_hullOf(const double* x, int n, double* volume, double* hull, int* nhull) {
  arena_Arena scratch = arena_make(0);
  hull_Hull h;
  *volume = 0;
  if (nhull) *nhull = 0;
  const hull_Status status = hull_make(&scratch, x, n, -1, &h);
  for (int i = 0; status == HULL_OK && i < h.nface; i++) {
    const int* f = h.face + 3 * (size_t)i;
    *volume += signedVolume(x + 3 * (size_t)f[0], x + 3 * (size_t)f[1], x + 3 * (size_t)f[2], x);
  }
  for (int i = 0; status == HULL_OK && hull && i < h.nvert; i++, ++*nhull) {
    memcpy(hull + 3 * (size_t)i, x + 3 * (size_t)h.globalid[i], 3 * sizeof *hull);
  }
  arena_free(&scratch);
  return status == HULL_NO_MEMORY ? PART_NO_MEMORY : PART_OK;
}

// Directions on a Fibonacci spiral from pole to pole, evenly distributed (a golden angle apart);
// sine and cosine of the angle by recurrence
static void spiral(double dir[NDIRECTION][3]) {
  const double cosine = -0.73736887807831963, sine = 0.67549029426152362;
  double c = 1, s = 0;
  for (int i = 0; i < NDIRECTION; i++) {
    const double z = 1 - (2 * i + 1.0) / NDIRECTION, r = sqrt(1 - z * z),
                 next = c * cosine - s * sine;
    v3_set(dir[i], r * c, r * s, z);
    s = s * cosine + c * sine;
    c = next;
  }
}

// moves the farthest points along the directions to the front of x; returns their number
static int thinOut(double* x, int n) {
  double dir[NDIRECTION][3], best[NDIRECTION], chosen[NDIRECTION][3];
  int at[NDIRECTION], nchosen = 0;
  const int step = 1 + n / MOST_SAMPLES;
  spiral(dir);
  for (int i = 0; i < NDIRECTION; i++) best[i] = -INFINITY, at[i] = 0;
  for (int k = 0; k < n; k += step) {
    const double* p = x + 3 * (size_t)k;
    for (int i = 0; i < NDIRECTION; i++) {
      const double far = v3_dot(p, dir[i]);
      if (far > best[i]) best[i] = far, at[i] = k;
    }
  }
  for (int i = 0; i < NDIRECTION; i++) {
    bool known = false;
    for (int k = 0; k < i; k++) known = known || at[k] == at[i];
    if (!known) memcpy(chosen[nchosen++], x + 3 * (size_t)at[i], sizeof chosen[0]);
  }
  memcpy(x, chosen, (size_t)nchosen * sizeof chosen[0]);
  return nchosen;
}

// ---- clipping a triangle by a plane

// a corner of a clipped triangle: a vertex, or the intersection of an edge with the plane
typedef struct {
  double x[3];
  int from, to;  // vertices of the edge; equal: a vertex
  bool on;       // it is on the plane
} Corner;

typedef struct {
  const part_Part* part;
  double* d;  // (nvert) signed distances from the plane, 0 if they are tiny
} Sides;

// heights at the level of rounding become zero
static void setHeights(const part_Part* part, const part_Plane* plane, double* d) {
  double size = 0;
  for (int i = 0; i < part->nvert; i++) {
    d[i] = v3_dot(plane->normal, part->x + 3 * (size_t)i) - plane->offset;
    size = fabs(d[i]) > size ? fabs(d[i]) : size;
  }
  for (int i = 0; i < part->nvert; i++) d[i] = fabs(d[i]) < 1e-9 * size ? 0 : d[i];
}

// intersection of an edge with the plane; bitwise equal for both triangles of the edge
static Corner crossing(const Sides* s, int a, int b) {
  const int from = a < b ? a : b, to = a < b ? b : a;
  const double *x = s->part->x + 3 * (size_t)from, *y = s->part->x + 3 * (size_t)to;
  const double t = s->d[from] / (s->d[from] - s->d[to]);
  Corner c = {.from = from, .to = to, .on = true};
  for (int k = 0; k < 3; k++) c.x[k] = x[k] + t * (y[k] - x[k]);
  return c;
}

// The part of a triangle on one side: 0, 3 or 4 corners. A triangle in the plane belongs to the
// lower side if it faces up
static int clip(const Sides* s, const part_Plane* plane, const int tri[3], int side,
                Corner corner[4]) {
  const double sign = side ? 1 : -1;
  const double h[3] = {sign * s->d[tri[0]], sign * s->d[tri[1]], sign * s->d[tri[2]]};
  int n = 0, above = 0;
  for (int i = 0; i < 3; i++) {
    const int next = (i + 1) % 3;
    above += h[i] > 0;
    if (h[i] >= 0) {
      corner[n] = (Corner){.from = tri[i], .to = tri[i], .on = h[i] == 0};
      memcpy(corner[n++].x, s->part->x + 3 * (size_t)tri[i], sizeof corner->x);
    }
    if ((h[i] > 0 && h[next] < 0) || (h[i] < 0 && h[next] > 0)) {
      corner[n++] = crossing(s, tri[i], tri[next]);
    }
  }
  if (above) return n;
  if (n < 3) return 0;
  double e1[3], e2[3], normal[3];
  v3_sub(e1, corner[1].x, corner[0].x);
  v3_sub(e2, corner[2].x, corner[0].x);
  v3_cross(normal, e1, e2);
  return (v3_dot(normal, plane->normal) > 0) == (side == 0) ? 3 : 0;
}

// ---- corners where three planes meet

// intersection of three planes; false: there is none, or it is far away
static bool meet(const part_Plane* a, const part_Plane* b, const part_Plane* c, double p[3]) {
  double bc[3], ca[3], ab[3];
  v3_cross(bc, b->normal, c->normal);
  v3_cross(ca, c->normal, a->normal);
  v3_cross(ab, a->normal, b->normal);
  const double det = v3_dot(a->normal, bc);
  if (!(fabs(det) > 1e-6)) return false;
  for (int k = 0; k < 3; k++) {
    p[k] = (a->offset * bc[k] + b->offset * ca[k] + c->offset * ab[k]) / det;
  }
  return true;
}

static bool isBelowAll(const part_Part* part, int i, int k, const double p[3]) {
  for (int j = 0; j < part->nplane; j++) {
    const part_Plane* plane = &part->plane[j];
    if (j != i && j != k && v3_dot(plane->normal, p) > plane->offset) return false;
  }
  return true;
}

// corners of the part on one side of a plane, and those that the plane makes; returns their number
static int cornersOf(const part_Part* part, const part_Plane* plane, int side,
                     double corner[PART_MOST_CORNERS][3]) {
  int n = 0, hint = -1;
  for (int i = 0; i < part->ncorner; i++) {
    const double h = v3_dot(plane->normal, part->corner[i]) - plane->offset;
    if (side ? h >= 0 : h <= 0) v3_copy(corner[n++], part->corner[i]);
  }
  for (int i = 0; i < part->nplane; i++) {
    for (int k = 0; k < i && n < PART_MOST_CORNERS; k++) {
      double p[3];
      if (!meet(&part->plane[i], &part->plane[k], plane, p)) continue;
      if (!isBelowAll(part, i, k, p) || !(surface_distance(part->solid, p, &hint) < 0)) continue;
      v3_copy(corner[n++], p);
    }
  }
  return n;
}

static void notePlane(part_Part* res, const part_Part* part, const part_Plane* plane, int side) {
  const int first = part->nplane < PART_MOST_PLANES ? 0 : 1;
  const double sign = side ? -1 : 1;
  res->nplane = part->nplane - first;
  memcpy(res->plane, part->plane + first, (size_t)res->nplane * sizeof *res->plane);
  part_Plane* last = &res->plane[res->nplane++];
  v3_scl(last->normal, plane->normal, sign);
  last->offset = sign * plane->offset;
}

// ---- measuring a cut

// vertices of the surface on one side, without duplicates
typedef struct {
  double* x;
  int n;
  char* seen;  // (nvert) vertices that are in x
} Points;

static void addCorner(Points* points, const Corner* c) {
  if (c->from == c->to && points->seen[c->from]) return;
  if (c->from == c->to) points->seen[c->from] = 1;
  memcpy(points->x + 3 * (size_t)points->n++, c->x, sizeof c->x);
}

// volume of one side, from apexes on the plane, so that the triangles of the cap have no volume
static double volumeOf(const Sides* s, const part_Plane* plane, int side, Points* points) {
  const part_Part* part = s->part;
  double o[3], sum = 0;
  v3_scl(o, plane->normal, plane->offset / v3_dot(plane->normal, plane->normal));
  for (int i = 0; i < part->ntri; i++) {
    Corner c[4];
    const int n = clip(s, plane, part->tri + 3 * (size_t)i, side, c);
    for (int k = 2; k < n; k++) sum += signedVolume(c[0].x, c[k - 1].x, c[k].x, o);
    for (int k = 0; k < n && i < part->nreal; k++) addCorner(points, &c[k]);
  }
  return sum;
}

part_Status part_measure(const part_Part* part, const part_Plane* plane, part_Halves* res) {
  arena_Arena scratch = arena_make(0);
  Sides s = {part, arena_raw(&scratch, (size_t)part->nvert, sizeof(double))};
  const size_t most = (size_t)part->nsurface + 2 * (size_t)part->nreal + PART_MOST_CORNERS;
  Points points = {.x = arena_raw(&scratch, most, 3 * sizeof(double)),
                   .seen = arena_raw(&scratch, (size_t)part->nvert, 1)};
  part_Status status = s.d && points.x && points.seen ? PART_OK : PART_NO_MEMORY;
  if (status == PART_OK) setHeights(part, plane, s.d);
  for (int side = 0; side < 2 && status == PART_OK; side++) {
    points.n = 0;
    memset(points.seen, 0, (size_t)part->nvert);
    res->volume[side] = volumeOf(&s, plane, side, &points);
    ASSERT((size_t)points.n <= most);
    points.n += cornersOf(part, plane, side, (double(*)[3])(points.x + 3 * (size_t)points.n));
    if (points.n > MANY_POINTS) points.n = thinOut(points.x, points.n);
    status = part_hullOf(points.x, points.n, &res->hullVolume[side], NULL, NULL);
  }
  arena_free(&scratch);
  return status;
}

// ---- cutting

typedef struct {
  int a, b, vertex;  // hash table entry of an edge of the part; vertex + 1, 0: empty
} Crossed;

typedef struct {
  part_Part* out;
  int* moved;  // (nvert of the part) vertex index in out, -1: none
  Crossed* slot;
  size_t nslot;
  int* edge;  // edges of the section, directed as in the triangles of this side
  int nedge;
} Cut;

static int addVertex(part_Part* out, const double x[3]) {
  memcpy(out->x + 3 * (size_t)out->nvert, x, 3 * sizeof *x);
  return out->nvert++;
}

static int vertexOf(Cut* cut, const Corner* c) {
  if (c->from == c->to) {
    if (cut->moved[c->from] < 0) cut->moved[c->from] = addVertex(cut->out, c->x);
    return cut->moved[c->from];
  }
  size_t at = ((size_t)c->from * 0x9e3779b97f4a7c15ull ^ (size_t)c->to * 0xc2b2ae3d27d4eb4full);
  for (at = (at ^ at >> 31) & (cut->nslot - 1);; at = (at + 1) & (cut->nslot - 1)) {
    Crossed* slot = &cut->slot[at];
    if (slot->vertex && (slot->a != c->from || slot->b != c->to)) continue;
    if (!slot->vertex) *slot = (Crossed){c->from, c->to, addVertex(cut->out, c->x) + 1};
    return slot->vertex - 1;
  }
}

static void addTriangle(part_Part* out, int a, int b, int c) {
  int* tri = out->tri + 3 * (size_t)out->ntri++;
  tri[0] = a;
  tri[1] = b;
  tri[2] = c;
}

static void cutTriangle(Cut* cut, const Corner* corner, int n) {
  int v[4];
  for (int i = 0; i < n; i++) v[i] = vertexOf(cut, &corner[i]);
  for (int i = 2; i < n; i++) addTriangle(cut->out, v[0], v[i - 1], v[i]);
  for (int i = 0; i < n; i++) {
    const int next = (i + 1) % n;
    if (!corner[i].on || !corner[next].on) continue;
    cut->edge[2 * (size_t)cut->nedge] = v[i];
    cut->edge[2 * (size_t)cut->nedge++ + 1] = v[next];
  }
}

// caps the section: its edges reversed, each with one point of the plane
static void closeSection(Cut* cut) {
  if (!cut->nedge) return;
  double middle[3] = {0};
  for (int i = 0; i < cut->nedge; i++) {
    v3_addTo(middle, cut->out->x + 3 * (size_t)cut->edge[2 * (size_t)i]);
  }
  v3_scl(middle, middle, 1.0 / cut->nedge);
  const int top = addVertex(cut->out, middle);
  for (int i = 0; i < cut->nedge; i++) {
    addTriangle(cut->out, top, cut->edge[2 * (size_t)i + 1], cut->edge[2 * (size_t)i]);
  }
}

static bool roomFor(arena_Arena* arena, arena_Arena* scratch, const part_Part* part, Cut* cut) {
  const size_t n = (size_t)part->ntri, nvert = (size_t)part->nvert;
  part_Part* out = cut->out;
  cut->nslot = 16;
  while (cut->nslot < 4 * n) cut->nslot *= 2;
  cut->moved = arena_raw(scratch, nvert, sizeof *cut->moved);
  cut->slot = arena_array(scratch, cut->nslot, sizeof *cut->slot);
  cut->edge = arena_raw(scratch, 3 * n, 2 * sizeof *cut->edge);
  *out = (part_Part){0};
  out->x = arena_raw(arena, nvert + 2 * n + 1, 3 * sizeof *out->x);
  out->tri = arena_raw(arena, 5 * n, 3 * sizeof *out->tri);
  for (size_t i = 0; i < nvert && cut->moved; i++) cut->moved[i] = -1;
  return cut->moved && cut->slot && cut->edge && out->x && out->tri;
}

// ---- parts

static part_Status complete(arena_Arena* arena, part_Part* part) {
  part->volume = 0;
  for (int i = 0; i < part->ntri; i++) {
    const int* t = part->tri + 3 * (size_t)i;
    part->volume += signedVolume(part->x + 3 * (size_t)t[0], part->x + 3 * (size_t)t[1],
                                 part->x + 3 * (size_t)t[2], part->x);
  }
  const size_t n = (size_t)part->nsurface + (size_t)part->ncorner;
  arena_Arena scratch = arena_make(0);
  double* x = arena_raw(&scratch, n, 3 * sizeof *x);
  part->hull = arena_raw(arena, n, 3 * sizeof *part->hull);
  part_Status status = x && part->hull ? PART_OK : PART_NO_MEMORY;
  if (status == PART_OK) {
    memcpy(x, part->x, 3 * (size_t)part->nsurface * sizeof *x);
    memcpy(x + 3 * (size_t)part->nsurface, part->corner, 3 * (size_t)part->ncorner * sizeof *x);
    status = part_hullOf(x, (int)n, &part->hullVolume, part->hull, &part->nhull);
  }
  arena_free(&scratch);
  return status;
}

part_Status part_make(arena_Arena* arena, const surface_Surface* solid, int nvert, int nface,
                      part_Part* part) {
  const double* x = solid->vert;
  const int* face = solid->face;
  *part =
      (part_Part){.nvert = nvert, .nsurface = nvert, .ntri = nface, .nreal = nface, .solid = solid};
  part->x = arena_raw(arena, (size_t)nvert, 3 * sizeof *part->x);
  part->tri = arena_raw(arena, (size_t)nface, 3 * sizeof *part->tri);
  if (!part->x || !part->tri) return PART_NO_MEMORY;
  memcpy(part->x, x, (size_t)nvert * 3 * sizeof *x);
  memcpy(part->tri, face, (size_t)nface * 3 * sizeof *face);
  return complete(arena, part);
}

part_Status part_cut(arena_Arena* arena, const part_Part* part, const part_Plane* plane, int side,
                     part_Part* res) {
  arena_Arena scratch = arena_make(0);
  Sides s = {part, arena_raw(&scratch, (size_t)part->nvert, sizeof(double))};
  Cut cut = {.out = res};
  const bool ok = roomFor(arena, &scratch, part, &cut) && s.d;
  if (ok) setHeights(part, plane, s.d);
  for (int i = 0; i < part->ntri && ok; i++) {
    Corner corner[4];
    if (i == part->nreal) res->nreal = res->ntri, res->nsurface = res->nvert;
    const int n = clip(&s, plane, part->tri + 3 * (size_t)i, side, corner);
    cutTriangle(&cut, corner, n);
  }
  if (part->nreal == part->ntri) res->nreal = res->ntri, res->nsurface = res->nvert;
  if (ok) closeSection(&cut);
  res->solid = part->solid;
  res->ncorner = cornersOf(part, plane, side, res->corner);
  notePlane(res, part, plane, side);
  arena_free(&scratch);
  return ok ? complete(arena, res) : PART_NO_MEMORY;
}

void part_extent(const part_Part* part, const double normal[3], double range[2]) {
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (int i = 0; i < part->nsurface; i++) {
    const double at = v3_dot(normal, part->x + 3 * (size_t)i);
    if (at < range[0]) range[0] = at;
    if (at > range[1]) range[1] = at;
  }
}
