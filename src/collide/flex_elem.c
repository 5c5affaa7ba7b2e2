// Narrow phase of flex elements: lines are capsules; sphere, box and capsule against a triangle
// have a closed form; all other pairs go through the convex solver (GJK, EPA), for one point.
// Against triangles, the contact normals of ellipsoids and cylinders are those of their surfaces.
//   flexvert_xpos, flexelem_aabb, geom_xpos, geom_xmat -> con
#include "collide/flex_elem.h"

#include <math.h>

#include "base/assert.h"
#include "collide/convex.h"
#include "collide/pair.h"

#define CLEARLY 1e-8  // by more than rounding

// ---- lines

typedef struct {
  mjtNum pos[3], mat[9], size[3];
} Capsule;

// order: the axis points from the second vertex to the first
static pair_Shape capsuleOf(const flex_Elem* elem, Capsule* c) {
  const mjtNum *a = flex_vertex(elem, 0), *b = flex_vertex(elem, 1);
  mjtNum axis[3];
  v3_add(c->pos, a, b);
  v3_scl(c->pos, c->pos, 0.5);
  v3_sub(axis, a, b);
  v3_set(c->size, elem->radius, 0.5 * v3_normalize(axis), 0);
  for (int k = 0; k < 3; k++) {
    c->mat[3 * k] = c->mat[3 * k + 1] = 0;  // capsules need no other axes
    c->mat[3 * k + 2] = axis[k];
  }
  return (pair_Shape){c->pos, c->mat, c->size};
}

static int sphereLine(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                      mjtNum limit) {
  Capsule c;
  const pair_Shape geom = pair_geom(m, d, g), line = capsuleOf(elem, &c);
  return pair_sphereCapsule(con, &geom, &line, limit);
}

static int capsuleLine(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                       mjtNum limit) {
  Capsule c;
  const pair_Shape geom = pair_geom(m, d, g), line = capsuleOf(elem, &c);
  return pair_capsuleCapsule(con, &geom, &line, limit);
}

static int boxLine(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                   mjtNum limit) {
  Capsule c;
  const pair_Shape geom = pair_geom(m, d, g), line = capsuleOf(elem, &c);
  const int n = pair_capsuleBox(con, &line, &geom, limit);
  for (int i = 0; i < n; i++) v3_neg(con[i].normal, con[i].normal);
  return n;
}

// ---- triangles

// closest point of a segment to x
static void nearestOnSegment(mjtNum res[3], const mjtNum a[3], const mjtNum b[3],
                             const mjtNum x[3]) {
  mjtNum ab[3], ax[3];
  v3_sub(ab, b, a);
  v3_sub(ax, x, a);
  const mjtNum length2 = v3_dot(ab, ab);
  const mjtNum t = length2 > 0 ? pair_clip(v3_dot(ax, ab) / length2, 0, 1) : 0;
  v3_addScl(res, a, ab, t);
}

// Vector from x to the closest point of a triangle: to its projection if that is inside, else to
// the nearest edge.
// order: relative to the first vertex, with a unit normal; contacts that are equally good but for
// rounding are chosen by it
static void towardTriangle(mjtNum res[3], const mjtNum* const v[3], const mjtNum x[3]) {
  mjtNum corner[3][3] = {{0}}, n[3], y[3], inside[2], cross[3];
  v3_sub(corner[1], v[1], v[0]);
  v3_sub(corner[2], v[2], v[0]);
  v3_sub(y, x, v[0]);
  v3_cross(n, corner[1], corner[2]);
  const mjtNum area = v3_normalize(n);
  // barycentric coordinates of the projection along the edges, times the area
  v3_cross(cross, y, corner[2]);
  inside[0] = v3_dot(cross, n);
  v3_cross(cross, corner[1], y);
  inside[1] = v3_dot(cross, n);
  if (inside[0] >= 0 && inside[1] >= 0 && inside[0] + inside[1] <= area) {
    mjtNum point[3];
    v3_addScl(point, y, n, -v3_dot(y, n));
    v3_sub(res, point, y);
    return;
  }
  mjtNum best = __builtin_inf();
  v3_neg(res, y);
  for (int i = 0; i < 3; i++) {
    mjtNum point[3], off[3];
    nearestOnSegment(point, corner[i], corner[(i + 1) % 3], y);
    v3_sub(off, point, y);
    const mjtNum dist2 = v3_dot(off, off);
    if (dist2 < best) {
      best = dist2;
      v3_copy(res, off);
    }
  }
}

static int sphereTriangle(mjPreContact* con, const mjtNum centre[3], mjtNum radius,
                          const flex_Elem* elem, mjtNum limit) {
  const mjtNum* const v[3] = {flex_vertex(elem, 0), flex_vertex(elem, 1), flex_vertex(elem, 2)};
  mjtNum normal[3];
  towardTriangle(normal, v, centre);
  const mjtNum dist = v3_normalize(normal) - radius - elem->radius;
  if (!(dist <= limit)) return 0;
  pair_put(con, dist, normal);
  v3_addScl(con->pos, centre, normal, radius + 0.5 * dist);
  return 1;
}

static int geomSphereTriangle(const mjModel* m, mjData* d, mjPreContact* con, int g,
                              const flex_Elem* elem, mjtNum limit) {
  return sphereTriangle(con, d->geom_xpos + 3 * g, m->geom_size[3 * g], elem, limit);
}

// ends of the capsule against the triangle, then vertices beside the capsule against the capsule
static int capsuleTriangle(const mjModel* m, mjData* d, mjPreContact* con, int g,
                           const flex_Elem* elem, mjtNum limit) {
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
  const mjtNum radius = m->geom_size[3 * g], half = m->geom_size[3 * g + 1];
  mjtNum axis[3], centre[3], off[3];
  int n = 0;
  m3_column(axis, mat, 2);
  for (int sign = -1; sign <= 1; sign += 2) {
    v3_addScl(centre, pos, axis, sign * half);
    n += sphereTriangle(con + n, centre, radius, elem, limit);
  }
  for (int i = 0; i < 3; i++) {
    const mjtNum* vertex = flex_vertex(elem, i);
    v3_sub(off, vertex, pos);
    const mjtNum x = v3_dot(off, axis);
    if (!(fabs(x) < half)) continue;
    v3_addScl(centre, pos, axis, x);
    n += pair_spheres(con + n, centre, radius, mat, vertex, elem->radius, mat, limit);
  }
  return n;
}

// a vertex inside the slabs of a box: pushed out along the axis of least penetration
static int boxVertex(mjPreContact* con, const pair_Shape* box, const mjtNum vertex[3],
                     mjtNum radius, mjtNum limit) {
  mjtNum off[3], local[3], normal[3], most = -__builtin_inf();
  int axis = 0;
  v3_sub(off, vertex, box->pos);
  m3_mulTVec(local, box->mat, off);
  for (int k = 0; k < 3; k++) {
    const mjtNum over = fabs(local[k]) - box->size[k];
    if (!(over <= limit + radius)) return 0;
    if (over > most) {
      most = over;
      axis = k;
    }
  }
  m3_column(normal, box->mat, axis);
  if (local[axis] < 0) v3_neg(normal, normal);
  const mjtNum dist = most - radius;
  pair_put(con, dist, normal);
  v3_addScl(con->pos, vertex, normal, -(radius + 0.5 * dist));
  return 1;
}

// vertices of the triangle against the box, then corners of the box against the triangle
static int boxTriangle(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                       mjtNum limit) {
  const pair_Shape box = pair_geom(m, d, g);
  int n = 0;
  for (int i = 0; i < 3; i++) {
    n += boxVertex(con + n, &box, flex_vertex(elem, i), elem->radius, limit);
  }
  for (int i = 0; i < 8; i++) {
    const mjtNum local[3] = {i & 1 ? box.size[0] : -box.size[0], i & 2 ? box.size[1] : -box.size[1],
                             i & 4 ? box.size[2] : -box.size[2]};
    mjtNum corner[3];
    m3_mulVec(corner, box.mat, local);
    v3_addTo(corner, box.pos);
    n += sphereTriangle(con + n, corner, 0, elem, limit);
  }
  return n;
}

// ---- by support functions

typedef struct {
  mjtNum corner[12];
  Shape shape;
} Convex;

static Shape* convexOf(const flex_Elem* elem, mjtNum limit, Convex* c) {
  for (int i = 0; i <= elem->dim; i++) v3_copy(c->corner + 3 * i, flex_vertex(elem, i));
  const mjtNum inflated = limit > 0 ? elem->radius + 0.5 * limit : elem->radius;
  shape_fromElement(&c->shape, c->corner, elem->dim + 1, elem->box, inflated);
  return &c->shape;
}

static int geomElem(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                    mjtNum limit) {
  Shape geom;
  Convex c;
  ConvexResult res;
  shape_fromGeom(&geom, m, g, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, limit);
  convex_solve(m, d, &geom, convexOf(elem, limit, &c), 0, false, &res);
  return convex_contacts(&res, limit, con);
}

// ---- surface normals

enum { NORMAL_STEPS = 30 };
#define NORMAL_TOLERANCE 1e-6

// local normal of a cylinder at a point near its side; false: the point is near an end
static bool cylinderNormal(mjtNum normal[3], const mjtNum q[3], const mjtNum size[3]) {
  const mjtNum side = fabs(sqrt(q[0] * q[0] + q[1] * q[1]) - size[0]);
  if (fabs(q[2]) > 0.95 * size[1] || fabs(fabs(q[2]) - size[1]) < 0.25 * side) return false;
  v3_set(normal, q[0], q[1], 0);
  return true;
}

// from inside: fixed-point iteration; the next normal is that where a ray along the last one leaves
// the ellipsoid
static void normalFromInside(mjtNum normal[3], const mjtNum q[3], const mjtNum size[3]) {
  for (int step = 0; step < NORMAL_STEPS; step++) {
    mjtNum a = 0, b = 0, c = -1, next[3], change[3];
    for (int k = 0; k < 3; k++) {
      const mjtNum weight = 1 / (size[k] * size[k]);
      a += weight * normal[k] * normal[k];
      b += weight * normal[k] * q[k];
      c += weight * q[k] * q[k];
    }
    const mjtNum det = b * b - a * c;
    if (!(det >= 0) || !(a >= mjMINVAL)) return;
    const mjtNum x = (-b + sqrt(det)) / a;
    for (int k = 0; k < 3; k++) next[k] = (q[k] + x * normal[k]) / (size[k] * size[k]);
    v3_normalize(next);
    v3_sub(change, next, normal);
    v3_copy(normal, next);
    if (v3_norm(change) < NORMAL_TOLERANCE) return;
  }
}

// from outside: q - x is normal to the surface at x for x_i = s_i^2 q_i / (s_i^2 + lambda), with
// lambda by Newton's method
static void normalFromOutside(mjtNum normal[3], const mjtNum q[3], const mjtNum size[3]) {
  mjtNum lambda = 0;
  for (int step = 0; step < NORMAL_STEPS; step++) {
    mjtNum value = -1, slope = 0;
    for (int k = 0; k < 3; k++) {
      const mjtNum ss = size[k] * size[k], sum = ss + lambda;
      const mjtNum term = q[k] * q[k] * ss / (sum * sum);
      value += term;
      slope -= 2 * term / sum;
    }
    const mjtNum delta = -value / slope;
    if (!(fabs(delta) >= NORMAL_TOLERANCE)) break;
    lambda += delta;
  }
  for (int k = 0; k < 3; k++) normal[k] = q[k] / (size[k] * size[k] + lambda);
}

static bool ellipsoidNormal(mjtNum normal[3], const mjtNum q[3], const mjtNum size[3]) {
  mjtNum at = 0;
  for (int k = 0; k < 3; k++) at += q[k] * q[k] / (size[k] * size[k]);
  if (at <= 1) {
    normalFromInside(normal, q, size);
  } else {
    normalFromOutside(normal, q, size);
  }
  return true;
}

// replaces the contact normal of the solver by the surface normal of the geom
static int surfaceElem(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                       mjtNum limit) {
  const int n = geomElem(m, d, con, g, elem, limit);
  if (!n) return 0;
  const mjtNum *mat = d->geom_xmat + 9 * g, *size = m->geom_size + 3 * g;
  mjtNum off[3], local[3], normal[3];
  v3_sub(off, con->pos, d->geom_xpos + 3 * g);
  m3_mulTVec(local, mat, off);
  m3_mulTVec(normal, mat, con->normal);
  const bool known = m->geom_type[g] == mjGEOM_CYLINDER ? cylinderNormal(normal, local, size)
                                                        : ellipsoidNormal(normal, local, size);
  if (!known) return n;
  m3_mulVec(con->normal, mat, normal);
  v3_normalize(con->normal);
  return n;
}

// ---- tables

static flex_Pair* const pairTable[mjNGEOMTYPES][4] = {
    [mjGEOM_HFIELD] = {NULL, flex_hfieldElem, flex_hfieldElem, flex_hfieldElem},
    [mjGEOM_SPHERE] = {NULL, sphereLine, geomSphereTriangle, geomElem},
    [mjGEOM_CAPSULE] = {NULL, capsuleLine, capsuleTriangle, geomElem},
    [mjGEOM_ELLIPSOID] = {NULL, geomElem, surfaceElem, geomElem},
    [mjGEOM_CYLINDER] = {NULL, geomElem, surfaceElem, geomElem},
    [mjGEOM_BOX] = {NULL, boxLine, boxTriangle, geomElem},
    [mjGEOM_MESH] = {NULL, geomElem, geomElem, geomElem},
};

flex_Pair* flex_pairOf(int geomType, int dim) {
  ASSERT_FULL(geomType >= 0 && geomType < mjNGEOMTYPES && dim >= 1 && dim <= 3);
  return pairTable[geomType][dim];
}

// interval of an element's vertices along an axis (projection)
static inline void extentAlong(const flex_Elem* elem, const mjtNum axis[3], mjtNum range[2]) {
  range[0] = range[1] = v3_dot(flex_vertex(elem, 0), axis);
  for (int i = 1; i <= elem->dim; i++) {
    const mjtNum x = v3_dot(flex_vertex(elem, i), axis);
    range[0] = x < range[0] ? x : range[0];
    range[1] = x > range[1] ? x : range[1];
  }
}

// True if two elements are clearly separated along the line between the centers of their boxes: the
// solver would try this axis first, but needs more preparation.
static bool isApart(const flex_Elem* one, const flex_Elem* two, mjtNum limit) {
  mjtNum axis[3], range1[2], range2[2];
  v3_sub(axis, one->box, two->box);
  extentAlong(one, axis, range1);
  extentAlong(two, axis, range2);
  const mjtNum gap = range1[0] - range2[1];
  const mjtNum reach = one->radius + two->radius + (limit > 0 ? limit : 0) + CLEARLY;
  return gap > 0 && gap * gap > reach * reach * v3_dot(axis, axis);
}

int flex_elemElem(const mjModel* m, mjData* d, mjPreContact* con, const flex_Elem* one,
                  const flex_Elem* two, mjtNum limit) {
  if (one->dim == 1 && two->dim == 1) {
    Capsule c1, c2;
    const pair_Shape a = capsuleOf(one, &c1), b = capsuleOf(two, &c2);
    return pair_capsuleCapsule(con, &a, &b, limit);
  }
  if (isApart(one, two, limit)) return 0;
  Convex a, b;
  ConvexResult res;
  convex_solve(m, d, convexOf(one, limit, &a), convexOf(two, limit, &b), 0, false, &res);
  return convex_contacts(&res, limit, con);
}

int flex_sphereElem(mjPreContact* con, const mjtNum centre[3], mjtNum radius, const flex_Elem* elem,
                    mjtNum limit) {
  if (elem->dim == 2) return sphereTriangle(con, centre, radius, elem, limit);
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const mjtNum size[3] = {radius, 0, 0};
  Capsule c;
  const pair_Shape sphere = {centre, unit, size}, line = capsuleOf(elem, &c);
  return pair_sphereCapsule(con, &sphere, &line, limit);
}
