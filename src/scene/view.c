// Transforms between model space and room space (translation, rotation and scale of a scene), and
// the mean camera of a scene in both.
#include "scene/view.h"

#include <sinew/api.h>

#include "base/args.h"
#include "math/quat.h"

// translation and rotation of the scene in double precision
static void fromScene(const mjvScene* scn, mjtNum translate[3], mjtNum rotate[4]) {
  v3_set(translate, scn->translate[0], scn->translate[1], scn->translate[2]);
  v4_set(rotate, scn->rotate[0], scn->rotate[1], scn->rotate[2], scn->rotate[3]);
}

static bool hasScale(const mjvScene* scn, const char* function) {
  if (scn->scale >= mjMINVAL) return true;
  mju_error("%s: the scene's scale is %g; it must be positive", function, (double)scn->scale);
  return false;
}

// ---- between model space and room space

void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                    const mjtNum roomquat[4], const mjvScene* scn) {
  ARGS_NEED(modelpos, modelquat, roompos, roomquat, scn);
  if (!scn->enabletransform) {
    v3_copy(modelpos, roompos);
    v4_copy(modelquat, roomquat);
    return;
  }
  if (!hasScale(scn, __func__)) return;
  mjtNum translate[3], rotate[4], pos[3];
  fromScene(scn, translate, rotate);
  quat_neg(rotate, rotate);
  v3_sub(pos, roompos, translate);
  quat_rotate(pos, pos, rotate);
  v3_scl(modelpos, pos, 1 / (mjtNum)scn->scale);
  quat_mul(modelquat, rotate, roomquat);
  quat_normalize(modelquat);
}

// odd: translation of a scene; it is scaled here and nowhere else
void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                    const mjtNum modelquat[4], const mjvScene* scn) {
  ARGS_NEED(roompos, roomquat, modelpos, modelquat, scn);
  if (!scn->enabletransform) {
    v3_copy(roompos, modelpos);
    v4_copy(roomquat, modelquat);
    return;
  }
  if (!hasScale(scn, __func__)) return;
  mjtNum translate[3], rotate[4], pos[3];
  fromScene(scn, translate, rotate);
  quat_rotate(pos, modelpos, rotate);
  v3_addTo(pos, translate);
  v3_scl(roompos, pos, scn->scale);
  quat_mul(roomquat, rotate, modelquat);
  quat_normalize(roomquat);
}

// ---- cameras

bool view_isSet(const mjvScene* scn, const char* function) {
  if (scn->camera[0].frustum_near >= mjMINVAL && scn->camera[1].frustum_near >= mjMINVAL)
    return true;
  mju_error("%s: the scene has no camera: its near plane is at %g; update the scene or its camera "
            "first",
            function, (double)scn->camera[0].frustum_near);
  return false;
}

static void inRoom(const mjvScene* scn, mjtNum head[3], mjtNum forward[3], mjtNum up[3]) {
  const mjvGLCamera* cam = scn->camera;
  for (int k = 0; k < 3; k++) {
    head[k] = 0.5 * ((mjtNum)cam[0].pos[k] + cam[1].pos[k]);
    forward[k] = (mjtNum)cam[0].forward[k] + cam[1].forward[k];
    up[k] = (mjtNum)cam[0].up[k] + cam[1].up[k];
  }
  v3_normalize(forward);
  v3_normalize(up);
}

// orientation with x to the left, y up and z forward, as a quaternion
// order: the axes are single precision and not quite orthogonal, so that results depend on the way
static void cameraQuat(const mjvGLCamera* cam, mjtNum quat[4]) {
  mjtNum up[3] = {cam->up[0], cam->up[1], cam->up[2]}, left[3], mat[9];
  mjtNum forward[3] = {cam->forward[0], cam->forward[1], cam->forward[2]};
  v3_normalize(up);
  v3_normalize(forward);
  v3_cross(left, up, forward);
  for (int k = 0; k < 3; k++) v3_set(mat + 3 * k, left[k], up[k], forward[k]);
  quat_fromMat(quat, mat);
}

void view_inModel(const mjvScene* scn, mjtNum head[3], mjtNum forward[3], mjtNum up[3]) {
  v3_zero(head);
  v3_zero(forward);
  v3_zero(up);
  for (int k = 0; k < 2; k++) {
    const mjvGLCamera* cam = scn->camera + k;
    mjtNum pos[3] = {cam->pos[0], cam->pos[1], cam->pos[2]}, quat[4], mat[9], axis[3];
    cameraQuat(cam, quat);
    mjv_room2model(pos, quat, pos, quat, scn);
    quat_toMat(mat, quat);
    v3_addToScl(head, pos, 0.5);
    m3_column(axis, mat, 2);
    v3_addTo(forward, axis);
    m3_column(axis, mat, 1);
    v3_addTo(up, axis);
  }
  v3_normalize(forward);
  v3_normalize(up);
}

static void give(mjtNum* res, const mjtNum vec[3]) {
  if (res) v3_copy(res, vec);
}

void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  ARGS_NEED(scn);
  mjtNum head[3], front[3], top[3];
  if (!view_isSet(scn, __func__) || (scn->enabletransform && !hasScale(scn, __func__))) return;
  view_inModel(scn, head, front, top);
  give(headpos, head);
  give(forward, front);
  give(up, top);
}

void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  ARGS_NEED(scn);
  mjtNum head[3], front[3], top[3];
  if (!view_isSet(scn, __func__)) return;
  inRoom(scn, head, front, top);
  give(headpos, head);
  give(forward, front);
  give(up, top);
}

mjtNum mjv_frustumHeight(const mjvScene* scn) {
  ARGS_NEED_OR(0, scn);
  if (!view_isSet(scn, __func__)) return 0;
  mjtNum height = 0;
  for (int k = 0; k < 2; k++) {
    const mjvGLCamera* cam = scn->camera + k;
    const float size = cam->frustum_top - cam->frustum_bottom;
    height += 0.5 * (mjtNum)(cam->orthographic ? size : size / cam->frustum_near);
  }
  return height;
}

// ---- directions

void view_align(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]) {
  mjtNum level[3] = {forward[0], forward[1], 0};
  v3_normalize(level);
  const mjtNum x = level[0], y = level[1], v0 = vec[0], v1 = vec[1];
  v3_set(res, v0 * y + v1 * x, v1 * y - v0 * x, vec[2]);
}

void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]) {
  ARGS_NEED(res, vec, forward);
  view_align(res, vec, forward);
}
