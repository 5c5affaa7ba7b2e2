// Public API of ray casting: validates arguments and calls the kernels of ray.h.
#include <sinew/api.h>

#include "base/args.h"
#include "collide/ray.h"
#include "math/vec.h"

mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
              const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int geomid[1],
              mjtNum normal[3]) {
  ARGS_NEED_OR(-1, m, d, pnt, vec);
  if (v3_norm(vec) < mjMINVAL) {
    mju_error("mj_ray: the ray has no direction: vec is (%g, %g, %g)", vec[0], vec[1], vec[2]);
    return -1;
  }
  const ray_Filter filter = {geomgroup, flg_static != 0, bodyexclude};
  return ray_nearest(m, d, &filter, pnt, vec, geomid, normal);
}

void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                 const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int* geomid,
                 mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff) {
  ARGS_NEED(m, d, pnt);
  if (nray > 0) ARGS_NEED(vec, dist);
  const ray_Filter filter = {geomgroup, flg_static != 0, bodyexclude};
  ray_many(m, d, &filter, pnt, vec, nray, cutoff, geomid, dist, normal);
}

// one geom, whose type must be the given one
static mjtNum rayTyped(const char* function, const mjModel* m, const mjData* d, int geomid,
                       int type, const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  if (!args_hasId(function, "geom", geomid, m->ngeom)) return -1;
  if (m->geom_type[geomid] != type) {
    mju_error("%s: geom %d has type %d, it must be %d", function, geomid, m->geom_type[geomid],
              type);
    return -1;
  }
  const mjtNum x = ray_geom(m, d, geomid, pnt, vec, normal);
  if (x < 0 && normal) v3_zero(normal);
  return x;
}

mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                    const mjtNum vec[3], mjtNum normal[3]) {
  ARGS_NEED_OR(-1, m, d, pnt, vec);
  return rayTyped("mj_rayHfield", m, d, geomid, mjGEOM_HFIELD, pnt, vec, normal);
}

mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                  const mjtNum vec[3], mjtNum normal[3]) {
  ARGS_NEED_OR(-1, m, d, pnt, vec);
  return rayTyped("mj_rayMesh", m, d, geomid, mjGEOM_MESH, pnt, vec, normal);
}

mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtBool flg_vert,
                  mjtBool flg_edge, mjtBool flg_face, mjtBool flg_skin, int flexid,
                  const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]) {
  ARGS_NEED_OR(-1, m, d, pnt, vec);
  if (!args_hasId("mj_rayFlex", "flex", flexid, m->nflex)) return -1;
  const ray_FlexParts parts = {flg_vert != 0, flg_edge != 0, flg_face != 0, flg_skin != 0,
                               flex_layer};
  const ray_FlexHit hit = ray_flex(m, d, flexid, &parts, pnt, vec);
  if (vertid && hit.x >= 0) *vertid = hit.vert;
  if (normal) v3_copy(normal, hit.normal);
  return hit.x;
}

mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                   const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]) {
  ARGS_NEED_OR(-1, pos, size, pnt, vec);
  if (!ray_shape(geomtype)) {
    mju_error("mju_rayGeom: geom type %d is no primitive shape", geomtype);
    return -1;
  }
  const mjtNum x = ray_primitive(geomtype, pos, mat, size, pnt, vec, normal);
  if (x < 0 && normal) v3_zero(normal);
  return x;
}

mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3],
                   const mjtNum vec[3], int vertid[1]) {
  ARGS_NEED_OR(-1, pnt, vec);
  if (nface > 0) ARGS_NEED_OR(-1, face, vert);
  (void)nvert;
  return ray_skin(nface, face, vert, pnt, vec, vertid);
}
