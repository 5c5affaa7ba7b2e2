// Cameras: pose and view frustum of an mjvCamera (free, tracking or fixed), and the pair of OpenGL
// cameras that a scene is rendered with.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "math/elementary.h"
#include "math/vec.h"
#include "scene/view.h"

// ---- validation

static bool isKnown(int type) {
  return type == mjCAMERA_FREE || type == mjCAMERA_TRACKING || type == mjCAMERA_FIXED;
}

static bool checkType(const mjvCamera* cam, const char* function) {
  if (isKnown(cam->type)) return true;
  mju_error("%s: a camera of type %d is set by the program itself; the type must be "
            "mjCAMERA_FREE, mjCAMERA_TRACKING or mjCAMERA_FIXED",
            function, cam->type);
  return false;
}

// checks type and ids of a camera
static bool checkCamera(const mjModel* m, const mjvCamera* cam, const char* function) {
  if (!checkType(cam, function)) return false;
  if (cam->type == mjCAMERA_FIXED) return args_hasId(function, "camera", cam->fixedcamid, m->ncam);
  if (cam->type == mjCAMERA_TRACKING)
    return args_hasId(function, "body", cam->trackbodyid, m->nbody);
  return true;
}

static bool needsData(const mjvCamera* cam) { return cam->type != mjCAMERA_FREE; }

// ---- place and axes

static view_Frame fixedFrame(const mjData* d, int id) {
  view_Frame f;
  const mjtNum* mat = d->cam_xmat + 9 * id;
  m3_column(f.forward, mat, 2);
  v3_neg(f.forward, f.forward);
  m3_column(f.up, mat, 1);
  m3_column(f.right, mat, 0);
  v3_copy(f.head, d->cam_xpos + 3 * id);
  return f;
}

// on a sphere around the point that it looks at: azimuth, elevation, distance
static view_Frame freeFrame(const mjtNum lookat[3], const mjvCamera* cam) {
  view_Frame f;
  mjtNum sa, ca, se, ce;
  lane_sincos(cam->azimuth * mjPI / 180, &sa, &ca);
  lane_sincos(cam->elevation * mjPI / 180, &se, &ce);
  v3_set(f.forward, ce * ca, ce * sa, se);
  v3_set(f.up, -se * ca, -se * sa, ce);
  v3_set(f.right, sa, -ca, 0);
  v3_addScl(f.head, lookat, f.forward, -cam->distance);
  return f;
}

view_Frame view_frame(const mjData* d, const mjvCamera* cam) {
  if (cam->type == mjCAMERA_FIXED) return fixedFrame(d, cam->fixedcamid);
  const bool tracks = cam->type == mjCAMERA_TRACKING && cam->trackbodyid >= 0;
  return freeFrame(tracks ? d->subtree_com + 3 * cam->trackbodyid : cam->lookat, cam);
}

void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                     const mjData* d, const mjvCamera* cam) {
  ARGS_NEED(cam);
  if (!checkType(cam, __func__)) return;
  const bool fixed = cam->type == mjCAMERA_FIXED;
  if (fixed && cam->fixedcamid < 0) {
    mju_error("%s: there is no camera %d", __func__, cam->fixedcamid);
    return;
  }
  if (fixed || (needsData(cam) && cam->trackbodyid >= 0)) ARGS_NEED(d);
  const view_Frame f = view_frame(d, cam);
  if (headpos) v3_copy(headpos, f.head);
  if (forward) v3_copy(forward, f.forward);
  if (up) v3_copy(up, f.up);
  if (right) v3_copy(right, f.right);
}

// ---- view frustum

static bool isParallel(const mjModel* m, const mjvCamera* cam) {
  if (cam->type != mjCAMERA_FIXED) return m->vis.global.orthographic;
  return m->cam_projection[cam->fixedcamid] == mjPROJ_ORTHOGRAPHIC;
}

void view_frustum(const mjModel* m, const mjvCamera* cam, float zver[2], float zhor[2],
                  float zclip[2]) {
  const bool fixed = cam->type == mjCAMERA_FIXED;
  const int id = cam->fixedcamid;
  const mjtNum fovy = fixed ? m->cam_fovy[id] : (mjtNum)m->vis.global.fovy;
  zclip[0] = (float)(m->vis.map.znear * m->stat.extent);
  zclip[1] = (float)(m->vis.map.zfar * m->stat.extent);
  zhor[0] = zhor[1] = 0;
  if (isParallel(m, cam)) {
    zver[0] = zver[1] = (float)(0.5 * fovy);  // fovy is a length
    return;
  }
  if (!fixed || m->cam_sensorsize[2 * id + 1] == 0) {
    zver[0] = zver[1] = (float)(zclip[0] * lane_tan(fovy * mjPI / 360));
    return;
  }
  // pinhole camera with a sensor: focal lengths x, y, principal point x, y
  const float *size = m->cam_sensorsize + 2 * id, *lens = m->cam_intrinsic + 4 * id;
  zhor[0] = zclip[0] / lens[0] * (0.5f * size[0] - lens[2]);
  zhor[1] = zclip[0] / lens[0] * (0.5f * size[0] + lens[2]);
  zver[0] = zclip[0] / lens[1] * (0.5f * size[1] - lens[3]);
  zver[1] = zclip[0] / lens[1] * (0.5f * size[1] + lens[3]);
}

void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                       const mjvCamera* cam) {
  ARGS_NEED(m, cam);
  const bool valid =
      cam->type != mjCAMERA_FIXED || args_hasId(__func__, "camera", cam->fixedcamid, m->ncam);
  if (!checkType(cam, __func__) || !valid) return;
  float ver[2], hor[2], clip[2];
  view_frustum(m, cam, ver, hor, clip);
  if (zver) memcpy(zver, ver, sizeof ver);
  if (zhor) memcpy(zhor, hor, sizeof hor);
  if (zclip) memcpy(zclip, clip, sizeof clip);
}

// ---- OpenGL cameras

// the camera of an eye, so far to the right of the camera's position
static mjvGLCamera eye(const mjModel* m, const mjvCamera* cam, const view_Frame* f, mjtNum right) {
  float zver[2], zhor[2], zclip[2];
  mjvGLCamera gl = {.orthographic = isParallel(m, cam)};
  view_frustum(m, cam, zver, zhor, zclip);
  for (int k = 0; k < 3; k++) {
    gl.pos[k] = (float)(f->head[k] + right * f->right[k]);
    gl.forward[k] = (float)f->forward[k];
    gl.up[k] = (float)f->up[k];
  }
  gl.frustum_top = zver[0];
  gl.frustum_bottom = -zver[1];
  gl.frustum_center = 0.5f * (zhor[1] - zhor[0]);
  gl.frustum_width = 0.5f * (zhor[1] + zhor[0]);
  gl.frustum_near = zclip[0];
  gl.frustum_far = zclip[1];
  return gl;
}

void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) {
  if (!m || !cam || cam->type == mjCAMERA_USER) return;
  ARGS_NEED(scn);
  if (!checkCamera(m, cam, __func__)) return;
  if (needsData(cam)) ARGS_NEED(d);
  if (cam->type == mjCAMERA_TRACKING) v3_copy(cam->lookat, d->subtree_com + 3 * cam->trackbodyid);
  const mjtNum ipd =
      cam->type == mjCAMERA_FIXED ? m->cam_ipd[cam->fixedcamid] : (mjtNum)m->vis.global.ipd;
  const view_Frame f = view_frame(d, cam);
  scn->camera[0] = eye(m, cam, &f, -0.5 * ipd);
  scn->camera[1] = eye(m, cam, &f, 0.5 * ipd);
  scn->enabletransform = 0;
}

mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                const mjvCamera* mjv_camera) {
  const mjvGLCamera none = {0};
  ARGS_NEED_OR(none, model, mjv_camera);
  if (!checkCamera(model, mjv_camera, __func__)) return none;
  if (needsData(mjv_camera)) ARGS_NEED_OR(none, data);
  const view_Frame f = view_frame(data, mjv_camera);
  return eye(model, mjv_camera, &f, 0);
}

// ---- mean of two cameras

static void meanDirection(mjtNum res[3], const float a[3], const float b[3]) {
  for (int k = 0; k < 3; k++) res[k] = (mjtNum)a[k] + b[k];
}

mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) {
  mjvGLCamera res = {0};
  ARGS_NEED_OR(res, cam1, cam2);
  if (cam1->orthographic != cam2->orthographic) {
    mju_error("mjv_averageCamera: one camera is orthographic, the other has a perspective");
    return res;
  }
  mjtNum forward[3], up[3];
  meanDirection(forward, cam1->forward, cam2->forward);
  v3_normalize(forward);
  meanDirection(up, cam1->up, cam2->up);
  v3_addToScl(up, forward, -v3_dot(up, forward));
  v3_normalize(up);
  for (int k = 0; k < 3; k++) {
    res.pos[k] = 0.5f * (cam1->pos[k] + cam2->pos[k]);
    res.forward[k] = (float)forward[k];
    res.up[k] = (float)up[k];
  }
  res.frustum_center = 0.5f * (cam1->frustum_center + cam2->frustum_center);
  res.frustum_width = 0.5f * (cam1->frustum_width + cam2->frustum_width);
  res.frustum_bottom = 0.5f * (cam1->frustum_bottom + cam2->frustum_bottom);
  res.frustum_top = 0.5f * (cam1->frustum_top + cam2->frustum_top);
  res.frustum_near = 0.5f * (cam1->frustum_near + cam2->frustum_near);
  res.frustum_far = 0.5f * (cam1->frustum_far + cam2->frustum_far);
  res.orthographic = cam1->orthographic;
  return res;
}
