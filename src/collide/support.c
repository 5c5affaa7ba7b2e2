// Support functions by geom type. The direction is transformed to the local frame (l = R' d), the
// local support point q back (p + R q). Meshes use hill climbing on the convex hull graph, from the
// vertex found last time or, if that is better, from a table of extreme vertices; small ones are
// scanned linearly.
#include "collide/support.h"

#include <stddef.h>

#include "base/assert.h"

LANE_INLINE void toWorld(const Shape* s, const mjtNum local[3], mjtNum res[3]) {
  mjtNum q[3];
  m3_mulVec(q, s->mat, local);
  v3_add(res, s->pos, q);
}

// ---- smooth

static void supportPoint(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  (void)dir;
  v3_copy(res, s->pos);
}

static void supportSegment(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const mjtNum* mat = s->mat;
  const mjtNum lz = mat[2] * dir[0] + mat[5] * dir[1] + mat[8] * dir[2];
  const mjtNum z = lz >= 0 ? s->size[1] : -s->size[1];
  v3_set(res, s->pos[0] + mat[2] * z, s->pos[1] + mat[5] * z, s->pos[2] + mat[8] * z);
}

static void supportSphere(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  v3_addScl(res, s->pos, dir, s->size[0]);
}

static void supportCapsule(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  const mjtNum r = s->size[0], z = l[2] >= 0 ? s->size[1] : -s->size[1];
  const mjtNum q[3] = {r * l[0], r * l[1], r * l[2] + z};
  toWorld(s, q, res);
}

static void supportEllipsoid(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const mjtNum* size = s->size;
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  const mjtNum t[3] = {size[0] * l[0], size[1] * l[1], size[2] * l[2]};
  const mjtNum tt = v3_dot(t, t);
  mjtNum q[3] = {size[0], 0, 0};
  if (!(tt < mjMINVAL * mjMINVAL)) {
    const mjtNum inv = 1 / lane_sqrt(tt);
    // order: size by the norm first
    for (int i = 0; i < 3; i++) q[i] = (size[i] * inv) * t[i];
  }
  toWorld(s, q, res);
}

static void supportCylinder(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  const mjtNum rr = l[0] * l[0] + l[1] * l[1];
  mjtNum q[3] = {0, 0, l[2] >= 0 ? s->size[1] : -s->size[1]};
  if (!(rr < mjMINVAL * mjMINVAL)) {
    const mjtNum scl = s->size[0] / lane_sqrt(rr);
    q[0] = l[0] * scl;
    q[1] = l[1] * scl;
  }
  toWorld(s, q, res);
}

// ---- with vertices

static void supportBox(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const mjtNum* size = s->size;
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  const mjtNum q[3] = {l[0] >= 0 ? size[0] : -size[0], l[1] >= 0 ? size[1] : -size[1],
                       l[2] >= 0 ? size[2] : -size[2]};
  s->id = (q[0] > 0) | (q[1] > 0) << 1 | (q[2] > 0) << 2;
  toWorld(s, q, res);
}

static void supportScan(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const HullGraph* h = &s->hull;
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  int best = s->last < 0 ? 0 : s->last;
  ASSERT_FULL(best < h->nvert);
  mjtNum most = support_along(l, h->vert + 3 * best);
  for (int i = 0; i < h->nvert; i++) {
    const mjtNum value = support_along(l, h->vert + 3 * i);
    if (value > most) {
      most = value;
      best = i;
    }
  }
  s->last = s->id = best;
  const mjtNum q[3] = {h->vert[3 * best], h->vert[3 * best + 1], h->vert[3 * best + 2]};
  toWorld(s, q, res);
}

static int gridCell(mjtNum x) { return x < -0.4 ? 0 : x > 0.4 ? 2 : 1; }

// hill climbing: hull index where the climb along l ends
static int climb(const Shape* s, const mjtNum l[3]) {
  const HullGraph* h = &s->hull;
  int best = h->extrema[9 * gridCell(l[0]) + 3 * gridCell(l[1]) + gridCell(l[2])];
  mjtNum most = support_along(l, h->vert + 3 * h->vertex[best]);
  if (s->last >= 0) {
    const mjtNum value = support_along(l, h->vert + 3 * h->vertex[s->last]);
    if (!(most > value)) {  // order: ties fall to the last result
      most = value;
      best = s->last;
    }
  }
  int from;
  do {
    from = best;
    for (const int* n = h->neighbor + h->edgeadr[from]; *n >= 0; n++) {
      const mjtNum value = support_along(l, h->vert + 3 * h->vertex[*n]);
      if (value > most) {
        most = value;
        best = *n;
      }
    }
  } while (best != from);
  ASSERT_FULL(best >= 0 && best < h->nhull);
  return best;
}

static void supportClimb(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const HullGraph* h = &s->hull;
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  s->last = climb(s, l);
  const int id = s->id = h->vertex[s->last];
  const mjtNum q[3] = {h->vert[3 * id], h->vert[3 * id + 1], h->vert[3 * id + 2]};
  toWorld(s, q, res);
}

// support function by the support table
static void supportCells(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const HullGraph* h = &s->hull;
  mjtNum l[3];
  m3_mulTVec(l, s->mat, dir);
  const int end = supportTable_end(h->cells, l);
  ASSERT_FULL(end < 0 || end == climb(s, l));
  s->last = end < 0 ? climb(s, l) : end;
  s->id = h->vertex[s->last];
  toWorld(s, h->cells->graph.at + 3 * s->last, res);
}

// support function by linear scan of all vertices
static void supportFew(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const HullGraph* h = &s->hull;
  mjtNum l[3], q[3];
  m3_mulTVec(l, s->mat, dir);
  const int end = scan_end(h->scan, l);
  ASSERT_FULL(end < 0 || end == climb(s, l));
  s->last = end < 0 ? climb(s, l) : end;
  s->id = h->vertex[s->last];
  scan_vertex(h->scan, s->last, q);
  toWorld(s, q, res);
}

static void supportPrism(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  const mjtNum* p = s->corner + (dir[2] < 0 ? 0 : 9);
  const mjtNum d0 = v3_dot(p, dir), d1 = v3_dot(p + 3, dir), d2 = v3_dot(p + 6, dir);
  const int best = d1 > d0 ? (d2 > d1 ? 2 : 1) : (d2 > d0 ? 2 : 0);
  v3_copy(res, p + 3 * best);
}

// order: the first of the highest vertices, then the radius
static void supportElement(Shape* s, const mjtNum dir[3], mjtNum res[3]) {
  int best = 0;
  mjtNum most = v3_dot(s->corner, dir);
  for (int i = 1; i < s->ncorner; i++) {
    const mjtNum value = v3_dot(s->corner + 3 * i, dir);
    if (value > most) {
      most = value;
      best = i;
    }
  }
  v3_addScl(res, s->corner + 3 * best, dir, s->radius);
}

// ---- making shapes

static const SupportFunc supportOf[mjNGEOMTYPES] = {
    [mjGEOM_SPHERE] = supportSphere,
    [mjGEOM_CAPSULE] = supportCapsule,
    [mjGEOM_ELLIPSOID] = supportEllipsoid,
    [mjGEOM_CYLINDER] = supportCylinder,
    [mjGEOM_BOX] = supportBox,
};

static void setMesh(Shape* s, const mjModel* m) {
  HullGraph* h = &s->hull;
  h->nvert = s->dataid >= 0 ? m->mesh_vertnum[s->dataid] : 0;
  h->edgeadr = NULL;
  h->cells = NULL;
  h->scan = NULL;
  s->support = h->nvert > 0 ? supportScan : supportPoint;
  if (h->nvert <= 0) return;
  h->vert = m->mesh_vert + 3 * m->mesh_vertadr[s->dataid];
  const int adr = m->mesh_graphadr[s->dataid];
  if (h->nvert < SUPPORT_SCAN || adr < 0) return;
  const int* graph = m->mesh_graph + adr;
  h->nhull = graph[0];
  h->edgeadr = graph + 2;
  h->vertex = h->edgeadr + h->nhull;
  h->neighbor = h->vertex + h->nhull;
  h->extrema = m->mesh_extrema + 27 * s->dataid;
  s->support = supportClimb;
}

void shape_fromGeom(Shape* s, const mjModel* m, int geom, const mjtNum pos[3], const mjtNum mat[9],
                    mjtNum margin) {
  s->pos = s->center = pos;
  s->mat = mat;
  s->size = m->geom_size + 3 * geom;
  s->margin = margin;
  s->type = m->geom_type[geom] == mjGEOM_SDF ? mjGEOM_MESH : m->geom_type[geom];
  s->id = s->last = -1;
  s->dataid = m->geom_dataid[geom];
  ASSERT_FULL(s->type >= 0 && s->type < mjNGEOMTYPES);
  s->support = supportOf[s->type];
  if (s->type == mjGEOM_MESH) {
    setMesh(s, m);
  } else if (!s->support) {
    s->support = supportPoint;
  }
}

void shape_useHull(Shape* s, const supportTable_Hull* cells, const scan_Hull* scan) {
  if (s->support != supportClimb) return;
  s->hull.cells = cells;
  s->hull.scan = scan;
  if (cells) s->support = supportCells;
  if (scan) s->support = supportFew;
}

void shape_fromPrism(Shape* s, const mjtNum corner[18], const mjtNum center[3]) {
  s->support = supportPrism;
  s->pos = s->center = center;
  s->mat = s->size = NULL;
  s->corner = corner;
  s->margin = 0;
  s->type = mjGEOM_HFIELD;
  s->id = s->last = s->dataid = -1;
}

void shape_fromElement(Shape* s, const mjtNum* corner, int n, const mjtNum center[3],
                       mjtNum radius) {
  s->support = supportElement;
  s->pos = s->center = center;
  s->mat = s->size = NULL;
  s->corner = corner;
  s->ncorner = n;
  s->radius = radius;
  s->margin = 0;
  s->type = mjGEOM_FLEX;
  s->id = s->last = s->dataid = -1;
}

mjtNum shape_core(Shape* s) {
  if (!shape_isRound(s)) return 0;
  const mjtNum radius = s->size[0] + 0.5 * s->margin;
  s->support = s->type == mjGEOM_SPHERE ? supportPoint : supportSegment;
  s->margin = 0;
  return radius;
}

void shape_whole(Shape* s, mjtNum margin) {
  if (!shape_isRound(s)) return;
  ASSERT_FULL(s->support == supportPoint || s->support == supportSegment);
  s->support = supportOf[s->type];
  s->margin = margin;
}
