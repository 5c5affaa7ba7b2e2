// Ray casting against the geoms of a model: which geoms count, the nearest hit of one ray, and of
// many rays from one point. Many rays cull more: in bodies that have a bounding volume hierarchy,
// geoms beyond the cutoff, and all geoms if the ray misses a sphere around the root box, whose
// center is added to the inertial frame's position without rotation.
//   geom_xpos, geom_xmat -> x, geomid, normal
#include <math.h>

#include "base/assert.h"
#include "collide/ray.h"
#include "math/vec.h"

// ---- one geom

static mjtNum onMesh(const mjModel* m, int mesh, const mjtNum pos[3], const mjtNum mat[9],
                     const mjtNum size[3], const mjtNum pnt[3], const mjtNum vec[3],
                     mjtNum normal[3]) {
  mjtNum from[3], o[3], d[3];
  v3_sub(from, pnt, pos);
  m3_mulTVec(o, mat, from);
  m3_mulTVec(d, mat, vec);
  return ray_mesh(m, mesh, size, o, d, normal);
}

mjtNum ray_geom(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                const mjtNum vec[3], mjtNum normal[3]) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  const mjtNum* size = m->geom_size + 3 * geom;
  const int type = m->geom_type[geom], id = m->geom_dataid[geom];
  if (type < mjGEOM_MESH && type != mjGEOM_HFIELD) {
    return ray_primitive(type, pos, mat, size, pnt, vec, normal);
  }
  if (type == mjGEOM_SDF) return ray_field(m, d, geom, pnt, vec, normal);
  mjtNum local[3], *res = normal ? local : NULL;
  const mjtNum x = type == mjGEOM_MESH ? onMesh(m, id, pos, mat, size, pnt, vec, res)
                                       : ray_hfield(m, id, pos, mat, pnt, vec, res);
  if (x >= 0 && normal) m3_mulVec(normal, mat, local);
  return x;
}

// ---- which geoms

enum { NGROUP = 6 };  // geom groups that can be selected

static bool isSeen(const mjModel* m, const ray_Filter* filter, int geom) {
  const int body = m->geom_bodyid[geom], mat = m->geom_matid[geom];
  if (body == filter->bodyexclude) return false;
  const float* rgba = mat >= 0 ? m->mat_rgba + 4 * mat : m->geom_rgba + 4 * geom;
  if (rgba[3] == 0) return false;
  if (!filter->statics && m->body_weldid[body] == 0) return false;
  if (!filter->geomgroup) return true;
  const int group = m->geom_group[geom];
  return filter->geomgroup[group < 0 ? 0 : group >= NGROUP ? NGROUP - 1 : group] != 0;
}

// squared radius of a bounding sphere of a geom about its frame, from its size
typedef mjtNum (*Reach)(const mjtNum s[3]);

static mjtNum reachSphere(const mjtNum s[3]) { return s[0] * s[0]; }
static mjtNum reachCapsule(const mjtNum s[3]) { return (s[0] + s[1]) * (s[0] + s[1]); }
static mjtNum reachCylinder(const mjtNum s[3]) { return s[0] * s[0] + s[1] * s[1]; }
static mjtNum reachBox(const mjtNum s[3]) { return v3_dot(s, s); }

static const Reach reachTable[mjNGEOMTYPES] = {
    [mjGEOM_SPHERE] = reachSphere, [mjGEOM_CAPSULE] = reachCapsule,
    [mjGEOM_ELLIPSOID] = reachBox, [mjGEOM_CYLINDER] = reachCylinder,
    [mjGEOM_BOX] = reachBox,       [mjGEOM_MESH] = reachBox,
    [mjGEOM_SDF] = reachBox,
};

// bounding sphere of a geom, tested before the kernel; rounding must not drop what the kernel hits
typedef struct {
  mjtNum from[3];  // from its center to the origin of the rays
  mjtNum gap;      // |from|^2 - radius^2; negative: the origin is inside
} Ball;

static Ball ballOf(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3]) {
  Ball ball;
  v3_sub(ball.from, pnt, d->geom_xpos + 3 * geom);
  const int type = m->geom_type[geom];
  const Reach reach = type >= 0 && type < mjNGEOMTYPES ? reachTable[type] : NULL;
  const mjtNum far = v3_dot(ball.from, ball.from);
  ball.gap = reach ? far - (1 + 1e-9) * reach(m->geom_size + 3 * geom) - 1e-13 * far : -1;
  return ball;
}

static bool missesBall(const Ball* ball, const mjtNum vec[3]) {
  if (ball->gap <= 0) return false;
  const mjtNum along = v3_dot(ball->from, vec);
  return along >= 0 || along * along < v3_dot(vec, vec) * ball->gap;
}

// ---- one ray

mjtNum ray_nearest(const mjModel* m, const mjData* d, const ray_Filter* filter, const mjtNum pnt[3],
                   const mjtNum vec[3], int* geomid, mjtNum normal[3]) {
  mjtNum best = -1, candidate[3];
  int nearest = -1;
  if (normal) v3_zero(normal);
  for (int geom = 0; geom < m->ngeom; geom++) {
    if (!isSeen(m, filter, geom)) continue;
    const Ball ball = ballOf(m, d, geom, pnt);
    if (missesBall(&ball, vec)) continue;
    const mjtNum x = ray_geom(m, d, geom, pnt, vec, normal ? candidate : NULL);
    // NaN is no hit
    if (!(x >= 0) || (best >= 0 && x >= best)) continue;
    ASSERT_FULL(geom > nearest);  // ties fall to the lower geom
    best = x;
    nearest = geom;
    if (normal) v3_copy(normal, candidate);
  }
  if (geomid) *geomid = nearest;
  return best;
}

// ---- many rays

typedef struct {
  const mjtNum* vec;
  int nray;
  int* geomid;
  mjtNum *dist, *normal;
} Rays;

static bool isRay(const mjtNum vec[3]) { return !(v3_dot(vec, vec) < mjMINVAL); }

// the sphere of a body that has a bounding volume hierarchy
typedef struct {
  bool given;
  mjtNum from[3], gap;
} BodySphere;

// odd: many rays from a point
static BodySphere sphereOf(const mjModel* m, const mjData* d, int body, const mjtNum pnt[3]) {
  BodySphere sphere = {.given = m->body_bvhnum[body] > 0};
  if (!sphere.given) return sphere;
  const mjtNum* box = m->bvh_aabb + 6 * m->body_bvhadr[body];
  mjtNum centre[3];
  v3_add(centre, d->xipos + 3 * body, box);
  v3_sub(sphere.from, pnt, centre);
  sphere.gap = v3_dot(sphere.from, sphere.from) - v3_dot(box + 3, box + 3);
  return sphere;
}

static bool missesSphere(const BodySphere* sphere, const mjtNum vec[3]) {
  if (!sphere->given || sphere->gap <= 0) return false;
  const mjtNum along = v3_dot(sphere->from, vec);
  return along > 0 || along * along < v3_dot(vec, vec) * sphere->gap;
}

static void castOnGeom(const mjModel* m, const mjData* d, const Rays* rays, const mjtNum pnt[3],
                       const BodySphere* sphere, int geom) {
  const Ball ball = ballOf(m, d, geom, pnt);
  mjtNum candidate[3];
  for (int i = 0; i < rays->nray; i++) {
    const mjtNum* vec = rays->vec + 3 * i;
    if (!isRay(vec) || missesSphere(sphere, vec) || missesBall(&ball, vec)) continue;
    const mjtNum x = ray_geom(m, d, geom, pnt, vec, rays->normal ? candidate : NULL);
    if (!(x >= 0) || (rays->dist[i] >= 0 && x >= rays->dist[i])) continue;
    rays->dist[i] = x;
    if (rays->geomid) rays->geomid[i] = geom;
    if (rays->normal) v3_copy(rays->normal + 3 * i, candidate);
  }
}

void ray_many(const mjModel* m, const mjData* d, const ray_Filter* filter, const mjtNum pnt[3],
              const mjtNum* vec, int nray, mjtNum cutoff, int* geomid, mjtNum* dist,
              mjtNum* normal) {
  const Rays rays = {vec, nray, geomid, dist, normal};
  for (int i = 0; i < nray; i++) {
    dist[i] = -1;
    if (!isRay(vec + 3 * i)) continue;
    if (geomid) geomid[i] = -1;
    if (normal) v3_zero(normal + 3 * i);
  }
  for (int body = 0; body < m->nbody; body++) {
    if (m->body_geomnum[body] == 0) continue;
    const BodySphere sphere = sphereOf(m, d, body, pnt);
    const int first = m->body_geomadr[body];
    for (int geom = first; geom < first + m->body_geomnum[body]; geom++) {
      if (!isSeen(m, filter, geom)) continue;
      // odd: many rays from a point
      if (sphere.given && v3_dist(d->geom_xpos + 3 * geom, pnt) > cutoff + m->geom_rbound[geom])
        continue;
      castOnGeom(m, d, &rays, pnt, &sphere, geom);
    }
  }
}
