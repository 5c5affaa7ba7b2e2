// Picking (mjv_select): casts a ray through a point of the image, and finds the nearest geom, flex
// or skin that it hits.
#include <sinew/api.h>

#include "base/args.h"
#include "collide/ray.h"
#include "dyn/flex_grid.h"
#include "math/vec.h"
#include "scene/draw.h"
#include "scene/scene.h"
#include "scene/view.h"

typedef struct {
  mjtNum from[3], dir[3];
} Ray;

typedef struct {
  mjtNum dist;  // -1: nothing
  mjtNum point[3];
  int body, geom, flex, skin;
} Hit;

// ---- the ray; relx and rely run from 0 to 1, from the left and from the bottom

static Ray rayOf(const mjvScene* scn, mjtNum aspect, mjtNum relx, mjtNum rely) {
  const mjvGLCamera cam = mjv_averageCamera(scn->camera, scn->camera + 1);
  mjtNum forward[3], up[3], left[3];
  Ray ray;
  view_inModel(scn, ray.from, forward, up);
  v3_cross(left, up, forward);
  const mjtNum height = cam.frustum_top - cam.frustum_bottom;
  const mjtNum upward = cam.frustum_bottom + rely * height;
  const mjtNum leftward = -(cam.frustum_center + (2 * relx - 1) * 0.5 * aspect * height);
  mjtNum* to = cam.orthographic ? ray.from : ray.dir;
  v3_scl(ray.dir, forward, cam.orthographic ? 1 : cam.frustum_near);
  v3_addToScl(to, up, upward);
  v3_addToScl(to, left, leftward);
  if (!cam.orthographic) v3_normalize(ray.dir);
  return ray;
}

// ---- geoms

static void tryGeoms(const mjModel* m, const mjData* d, const mjvOption* opt, const Ray* ray,
                     Hit* hit) {
  const ray_Filter filter = {opt->geomgroup, opt->flags[mjVIS_STATIC], -1};
  int geom;
  const mjtNum dist = ray_nearest(m, d, &filter, ray->from, ray->dir, &geom, NULL);
  if (dist < 0 || geom < 0) return;
  *hit = (Hit){.dist = dist, .body = m->geom_bodyid[geom], .geom = geom, .flex = -1, .skin = -1};
  v3_addScl(hit->point, ray->from, ray->dir, dist);
}

// ---- flexes

// the node with the largest weight for a vertex
static int leadingNode(const mjModel* m, int flex, int vert) {
  const grid_Grid grid = grid_of(m, flex);
  mjtNum local[3], weight[GRID_LOCAL];
  int cell[3], node[GRID_LOCAL], best = 0;
  grid_locate(&grid, m->flex_vert0 + 3 * (m->flex_vertadr[flex] + vert), cell, local);
  grid_weights(&grid, local, weight);
  grid_cellNodes(&grid, cell, node);
  for (int i = 1; i < grid_cellSize(&grid); i++) {
    if (weight[i] > weight[best]) best = i;
  }
  return m->flex_nodeadr[flex] + node[best];
}

static void tryFlex(const mjModel* m, const mjData* d, const mjvOption* opt, int flex,
                    const Ray* ray, Hit* hit) {
  const ray_FlexParts parts = {opt->flags[mjVIS_FLEXVERT], opt->flags[mjVIS_FLEXEDGE],
                               opt->flags[mjVIS_FLEXFACE], opt->flags[mjVIS_FLEXSKIN],
                               opt->flex_layer};
  const ray_FlexHit met = ray_flex(m, d, flex, &parts, ray->from, ray->dir);
  if (met.x < 0 || met.vert < 0 || (hit->dist >= 0 && hit->dist <= met.x)) return;
  *hit = (Hit){.dist = met.x, .geom = -1, .flex = flex, .skin = -1};
  if (m->flex_interp[flex]) {
    const int node = leadingNode(m, flex, met.vert), body = m->flex_nodebodyid[node];
    hit->body = body;
    m3_mulVec(hit->point, d->xmat + 9 * body, m->flex_node + 3 * node);
    v3_addTo(hit->point, d->xpos + 3 * body);
  } else {
    const int vert = m->flex_vertadr[flex] + met.vert;
    hit->body = m->flex_vertbodyid[vert];
    v3_copy(hit->point, d->flexvert_xpos + 3 * vert);
  }
}

// ---- skins

// body of the bone with the largest weight for a vertex, -1: none
static int boneBody(const mjModel* m, int skin, int vert) {
  const int first = m->skin_boneadr[skin], end = first + m->skin_bonenum[skin];
  float most = -1;
  int body = -1;
  for (int bone = first; bone < end; bone++) {
    const int adr = m->skin_bonevertadr[bone];
    for (int k = adr; k < adr + m->skin_bonevertnum[bone]; k++) {
      if (m->skin_bonevertid[k] != vert || m->skin_bonevertweight[k] <= most) continue;
      most = m->skin_bonevertweight[k];
      body = m->skin_bonebodyid[bone];
    }
  }
  return body;
}

static void trySkin(const mjModel* m, int skin, const mjvScene* scn, const Ray* ray, Hit* hit) {
  const float* verts = scn->skinvert + 3 * m->skin_vertadr[skin];
  int vert = -1;
  const mjtNum dist = ray_skin(m->skin_facenum[skin], m->skin_face + 3 * m->skin_faceadr[skin],
                               verts, ray->from, ray->dir, &vert);
  if (dist < 0 || vert < 0 || (hit->dist >= 0 && hit->dist <= dist)) return;
  const int body = boneBody(m, skin, vert);
  if (body < 0) return;
  *hit = (Hit){.dist = dist, .body = body, .geom = -1, .flex = -1, .skin = skin};
  for (int k = 0; k < 3; k++) hit->point[k] = verts[3 * vert + k];
}

// ---- the nearest

int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
               mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3], int geomid[1],
               int flexid[1], int skinid[1]) {
  ARGS_NEED_OR(-1, m, d, vopt, scn, geomid, flexid, skinid);
  Hit hit = {.dist = -1, .body = -1, .geom = -1, .flex = -1, .skin = -1};
  if (view_isSet(scn, __func__) && scene_fits(m, scn, __func__)) {
    const Ray ray = rayOf(scn, aspectratio, relx, rely);
    tryGeoms(m, d, vopt, &ray, &hit);
    for (int i = 0; i < m->nflex; i++) tryFlex(m, d, vopt, i, &ray, &hit);
    for (int i = 0; vopt->flags[mjVIS_SKIN] && i < m->nskin; i++) trySkin(m, i, scn, &ray, &hit);
  }
  if (hit.body >= 0 && selpnt) v3_copy(selpnt, hit.point);
  *geomid = hit.geom;
  *flexid = hit.flex;
  *skinid = hit.skin;
  return hit.body;
}
