// Visual geoms of cameras, with their view frustums, and of lights.
#include <sinew/math.h>

#include "math/quat.h"
#include "scene/draw.h"
#include "scene/view.h"

// ---- camera frustum

typedef struct {
  const draw_Job* job;
  int id;
  mjtNum corner[2][4][3];  // near and far
} Frustum;

// a corner in world coordinates; x and y at a depth in the camera frame
static void placeCorner(const Frustum* f, mjtNum res[3], mjtNum x, mjtNum y, mjtNum depth) {
  const mjtNum local[3] = {x, y, -depth};
  m3_mulVec(res, f->job->d->cam_xmat + 9 * f->id, local);
  v3_addTo(res, f->job->d->cam_xpos + 3 * f->id);
}

static void addTriangle(const Frustum* f, const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]) {
  mjvGeom* geom = draw_add(f->job, mjOBJ_CAMERA, f->id, mjCAT_DECOR);
  if (!geom) return;
  draw_triangle(geom, a, b, c);
  draw_colour(geom, f->job->m->vis.rgba.frustum);
}

static void addLine(const Frustum* f, const mjtNum a[3], const mjtNum b[3]) {
  draw_bar(f->job, mjOBJ_CAMERA, f->id, mjGEOM_LINE, 3, a, b, f->job->m->vis.rgba.frustum);
}

// half sizes of the near plane, to the left, right, bottom and top
static void nearPlane(const mjModel* m, int id, mjtNum zhor[2], mjtNum zver[2]) {
  float ver[2], hor[2], clip[2];
  const mjvCamera cam = {.type = mjCAMERA_FIXED, .fixedcamid = id};
  view_frustum(m, &cam, ver, hor, clip);
  const int* pixels = m->cam_resolution + 2 * id;
  const mjtNum aspect = pixels[1] > 0 ? (mjtNum)pixels[0] / pixels[1] : 1;
  const bool lens = hor[0] != 0 || hor[1] != 0;
  for (int k = 0; k < 2; k++) {
    zver[k] = ver[k];
    zhor[k] = lens ? hor[k] : aspect * ver[k];
  }
}

static void setCorners(Frustum* f, mjtNum near) {
  const mjModel* m = f->job->m;
  const bool parallel = m->cam_projection[f->id] == mjPROJ_ORTHOGRAPHIC;
  mjtNum zhor[2], zver[2];
  nearPlane(m, f->id, zhor, zver);
  const mjtNum far =
      parallel ? 0.5 * (zhor[0] + zver[0]) : draw_scaled(f->job, m->vis.scale.frustum);
  const mjtNum scale = parallel || !(near > 0) ? 1 : far / near;
  const mjtNum x[4] = {-zhor[0], zhor[1], zhor[1], -zhor[0]};
  const mjtNum y[4] = {-zver[0], -zver[0], zver[1], zver[1]};
  for (int e = 0; e < 4; e++) {
    placeCorner(f, f->corner[0][e], x[e], y[e], near);
    placeCorner(f, f->corner[1][e], scale * x[e], scale * y[e], far);
  }
}

static void addFrustum(const draw_Job* job, int id) {
  Frustum f = {.job = job, .id = id};
  setCorners(&f, (float)(job->m->vis.map.znear * job->m->stat.extent));
  for (int e = 0; e < 4; e++) {
    const int next = (e + 1) % 4;
    const mjtNum *near = f.corner[0][e], *nearNext = f.corner[0][next], *far = f.corner[1][e],
                 *farNext = f.corner[1][next];
    addTriangle(&f, near, far, nearNext);
    addTriangle(&f, far, farNext, nearNext);
    addLine(&f, near, nearNext);
    addLine(&f, far, farNext);
    addLine(&f, near, far);
  }
}

// ---- cameras: a box and a lens

static void addCamera(const draw_Job* job, int id, bool frustum) {
  const mjVisual* vis = &job->m->vis;
  const mjtNum s = draw_scaled(job, vis->scale.camera);
  const mjtNum *pos = job->d->cam_xpos + 3 * id, *mat = job->d->cam_xmat + 9 * id;
  float rgba[4];
  for (int k = 0; k < 4; k++) rgba[k] = vis->rgba.camera[k];
  if (frustum) rgba[3] = 0.3f;
  mjvGeom* geom = draw_add(job, mjOBJ_CAMERA, id, mjCAT_DECOR);
  if (!geom) return;
  draw_shape(geom, mjGEOM_BOX, (const mjtNum[3]){s, 0.8 * s, 0.4 * s}, pos, mat, rgba);
  draw_label(job, geom, mjLABEL_CAMERA, mjOBJ_CAMERA, id);
  geom = draw_add(job, mjOBJ_CAMERA, id, mjCAT_DECOR);
  if (!geom) return;
  mjtNum lens[3];
  m3_column(lens, mat, 2);
  v3_addScl(lens, pos, lens, -0.6 * s);
  for (int k = 0; k < 3; k++) rgba[k] *= 0.5f;
  draw_shape(geom, mjGEOM_CYLINDER, (const mjtNum[3]){0.4 * s, 0.3 * s, 0}, lens, mat, rgba);
}

void draw_cameras(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->ncam; i++) {
    const bool frustum = m->cam_resolution[2 * i] > 1 || m->cam_resolution[2 * i + 1] > 1;
    if (frustum) addFrustum(job, i);
    addCamera(job, i, frustum);
    if (job->opt->frame == mjFRAME_CAMERA)
      draw_frame(job, i, job->d->cam_xpos + 3 * i, job->d->cam_xmat + 9 * i);
  }
}

// ---- lights

void draw_lights(const draw_Job* job) {
  const mjModel* m = job->m;
  const mjtNum s = draw_scaled(job, m->vis.scale.light), size[3] = {0.8 * s, s, 0};
  for (int i = 0; i < m->nlight; i++) {
    const mjtNum *pos = job->d->light_xpos + 3 * i, *dir = job->d->light_xdir + 3 * i;
    mjtNum quat[4], mat[9], back[3];
    mju_quatZ2Vec(quat, dir);
    quat_toMat(mat, quat);
    v3_addScl(back, pos, dir, -(s + 0.0001));
    mjvGeom* geom = draw_add(job, mjOBJ_LIGHT, i, mjCAT_DECOR);
    if (!geom) return;
    draw_shape(geom, mjGEOM_CYLINDER, size, back, mat, m->vis.rgba.light);
    draw_label(job, geom, mjLABEL_LIGHT, mjOBJ_LIGHT, i);
    if (job->opt->frame == mjFRAME_LIGHT) draw_frame(job, i, pos, mat);
  }
}
