// Tactile sensors: penetration depth of each vertex of a mesh, which a geom carries, in the geoms
// that its body touches and, on meshes with tangents, the sliding speed along them. The contact
// list gives these geoms; depths come from signed distance functions (SDF).
//   contact, geom_x*, cvel -> depths, speeds along the first and the second tangent
#include <stdalign.h>

#include "base/assert.h"
#include "collide/sdf.h"
#include "dyn/dyn.h"
#include "math/quat.h"
#include "math/spatial.h"
#include "math/vec.h"
#include "model/contact_range.h"
#include "model/stack.h"
#include "step/sensor_parts.h"

enum { NCHANNEL = 3 };

// a geom that the sensor's body touches
typedef struct {
  int geom;
  sdf_Shape shape;
  mjtNum velocity[3];  // of its body, at its center
} Touched;

typedef struct {
  const mjModel* m;
  const mjData* d;
  int body;  // that the sensor is welded to
  int mesh, geom, nvert;
  bool hasTangents;
  Touched* touched;
  int n;
} Skin;

static int weldOf(const mjModel* m, int geom) { return m->body_weldid[m->geom_bodyid[geom]]; }

static void addTouched(Skin* skin, int geom) {
  const mjModel* m = skin->m;
  for (int i = 0; i < skin->n; i++) {
    if (skin->touched[i].geom == geom) return;
  }
  Touched* t = &skin->touched[skin->n];
  mjtNum velocity[6];
  t->geom = geom;
  if (!sdf_ofGeom(&t->shape, m, skin->d, geom)) return;  // it has no distances
  LANE(dyn_objectVelocity)(m, skin->d, mjOBJ_GEOM, geom, velocity, 0);
  v3_copy(t->velocity, velocity + 3);
  skin->n++;
}

// in the order of contacts, each geom once; flexes have no distances
static void findTouched(Skin* skin) {
  for (int i = 0; i < skin->d->ncon; i++) {
    const int* geom = skin->d->contact[i].geom;
    if (!contact_hasSides(skin->m, skin->d->contact + i)) continue;
    for (int k = 0; k < 2; k++) {
      if (geom[0] < 0 || geom[1] < 0 || weldOf(skin->m, geom[k]) != skin->body) continue;
      addTouched(skin, geom[1 - k]);
    }
  }
}

// velocity of the sensor's body at a point
static void velocityAt(const Skin* skin, mjtNum res[3], const mjtNum x[3]) {
  const mjModel* m = skin->m;
  const mjtNum* com = skin->d->subtree_com + 3 * m->body_rootid[skin->body];
  mjtNum offset[3], motion[6];
  v3_sub(offset, x, com);
  spat_shiftMotion(motion, skin->d->cvel + 6 * skin->body, offset);
  v3_copy(res, motion + 3);
}

// odd: tangents of a tactile sensor; they are turned as the mesh is, not as its geom
static void tangentOf(const Skin* skin, int vert, int which, mjtNum res[3]) {
  const mjModel* m = skin->m;
  const float* t =
      m->mesh_normal + 3 * ((size_t)m->mesh_normaladr[skin->mesh] + (size_t)(3 * vert + which));
  const mjtNum stored[3] = {t[0], t[1], t[2]};
  quat_rotate(res, stored, m->mesh_quat + 4 * skin->mesh);
}

static void addSpeeds(const Skin* skin, int vert, const Touched* t, const mjtNum x[3],
                      mjtNum* res) {
  mjtNum velocity[3], tangent[3];
  velocityAt(skin, velocity, x);
  v3_subFrom(velocity, t->velocity);
  for (int k = 1; k < NCHANNEL; k++) {
    tangentOf(skin, vert, k, tangent);
    const mjtNum speed = v3_dot(velocity, tangent);
    res[k * skin->nvert] += speed < 0 ? -speed : speed;
  }
}

static void feel(const Skin* skin, int vert, mjtNum* res) {
  const mjModel* m = skin->m;
  const mjData* d = skin->d;
  const float* v = m->mesh_vert + 3 * ((size_t)m->mesh_vertadr[skin->mesh] + (size_t)vert);
  const mjtNum local[3] = {v[0], v[1], v[2]};
  mjtNum x[3];
  m3_mulVec(x, d->geom_xmat + 9 * skin->geom, local);
  v3_addTo(x, d->geom_xpos + 3 * skin->geom);
  for (int i = 0; i < skin->n; i++) {
    const Touched* t = &skin->touched[i];
    mjtNum from[3], y[3];
    v3_sub(from, x, d->geom_xpos + 3 * t->geom);
    m3_mulTVec(y, d->geom_xmat + 9 * t->geom, from);
    const mjtNum depth = -sdf_distance(&t->shape, y);
    if (!(depth > 0)) continue;
    if (depth > res[0]) res[0] = depth;
    if (skin->hasTangents) addSpeeds(skin, vert, t, x, res);
  }
}

void sensor_tactile(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int mesh = m->sensor_objid[sensor], geom = m->sensor_refid[sensor];
  const int nvert = m->mesh_vertnum[mesh];
  ASSERT_FULL(m->sensor_dim[sensor] == NCHANNEL * nvert);
  Skin skin = {.m = m,
               .d = d,
               .body = weldOf(m, geom),
               .mesh = mesh,
               .geom = geom,
               .nvert = nvert,
               .hasTangents = m->mesh_normalnum[mesh] == 3 * nvert};
  vn_zero(res, m->sensor_dim[sensor]);
  if (!d->ncon) return;
  mj_markStack(d);
  skin.touched = stack_alloc(d, (size_t)d->ncon * sizeof(Touched), alignof(Touched));
  if (skin.touched) findTouched(&skin);
  for (int i = 0; i < nvert && skin.n; i++) feel(&skin, i, res + i);
  mj_freeStack(d);
}
