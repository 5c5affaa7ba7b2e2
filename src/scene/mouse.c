// Mouse motion (mjtMouse): moves a camera, the model in room space, or the target of a perturbed
// body. dx and dy are fractions of the window's height.
#include <sinew/api.h>

#include "base/args.h"
#include "math/quat.h"
#include "scene/perturb.h"
#include "scene/view.h"

static mjtNum clip(mjtNum x, mjtNum low, mjtNum high) {
  return x < low ? low : x > high ? high : x;
}

static void refuse(const char* function, int action) {
  mju_error("%s: %d is no movement that it knows (mjtMouse)", function, action);
}

static bool isRotate(int action) {
  return action == mjMOUSE_ROTATE_V || action == mjMOUSE_ROTATE_H;
}

// a translation or rotation vector for a mouse motion, aligned with the camera
static void toVector(mjtNum res[3], int action, mjtNum dx, mjtNum dy, const mjtNum forward[3]) {
  mjtNum vec[3] = {0};
  switch (action) {
    case mjMOUSE_ROTATE_V:
      v3_set(vec, dy, 0, dx);
      break;
    case mjMOUSE_ROTATE_H:
      v3_set(vec, dy, dx, 0);
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL:
      v3_set(vec, dx, 0, -dy);
      break;
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL:
      v3_set(vec, dx, -dy, 0);
      break;
    default:
      break;
  }
  view_align(res, vec, forward);
}

// ---- camera

// meters per height of the window, at the point that the camera looks at
static mjtNum lookScale(const mjModel* m, const mjvCamera* cam) {
  float zver[2], zhor[2], zclip[2];
  view_frustum(m, cam, zver, zhor, zclip);
  const float height = zver[0] + zver[1], near = zclip[0];
  if (cam->orthographic) return 0.15 * cam->distance * height;
  return near > 0 ? cam->distance * (height / near) : 0;
}

static void moveLook(const mjModel* m, int action, mjtNum dx, mjtNum dy, mjvCamera* cam) {
  const view_Frame f = view_frame(NULL, cam);
  mjtNum vec[3];
  toVector(vec, action, dx, dy, f.forward);
  v3_addToScl(cam->lookat, vec, -lookScale(m, cam));
}

static void moveLookAlong(int action, mjtNum dx, mjtNum dy, mjvCamera* cam) {
  const view_Frame f = view_frame(NULL, cam);
  mjtNum side[3];
  v3_cross(side, f.forward, f.up);
  v3_addToScl(cam->lookat, action == mjMOUSE_MOVE_V_REL ? f.up : f.forward, dy);
  v3_addToScl(cam->lookat, side, dx);
}

// turns the camera, whose position stays
static void turnHead(int action, mjtNum dx, mjtNum dy, mjvCamera* cam) {
  const view_Frame before = view_frame(NULL, cam);
  if (action == mjMOUSE_TURN_V) {
    cam->elevation -= 180 * dy;
  } else {
    cam->azimuth -= 180 * dx;
  }
  const view_Frame after = view_frame(NULL, cam);
  v3_addScl(cam->lookat, before.head, after.forward, cam->distance);
}

static void limitCamera(const mjModel* m, mjvCamera* cam) {
  if (cam->azimuth > 180) {
    cam->azimuth -= 360;
  } else if (cam->azimuth < -180) {
    cam->azimuth += 360;
  }
  cam->elevation = clip(cam->elevation, -89, 89);
  cam->distance = clip(cam->distance, 0.01 * m->stat.extent, 100 * m->stat.extent);
}

// free cameras only: a tracking camera moves with its body alone
static void moveFree(const mjModel* m, int action, mjtNum dx, mjtNum dy, mjvCamera* cam) {
  switch (action) {
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
      moveLook(m, action, dx, dy, cam);
      break;
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL:
      moveLookAlong(action, dx, dy, cam);
      break;
    default:
      turnHead(action, dx, dy, cam);
      break;
  }
}

static void zoom(const mjModel* m, mjtNum dy, mjvCamera* cam) {
  const mjtNum extent = m->stat.extent;
  if (extent > 0) cam->distance -= lane_log(1 + cam->distance / extent / 3) * dy * 9 * extent;
}

void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, mjvCamera* cam) {
  ARGS_NEED(m, cam);
  if (cam->type == mjCAMERA_FIXED) return;
  if (action <= mjMOUSE_NONE || action > mjMOUSE_TURN_H) {
    refuse(__func__, action);
    return;
  }
  if (isRotate(action)) {
    cam->azimuth -= 180 * reldx;
    cam->elevation -= 180 * reldy;
  } else if (action == mjMOUSE_ZOOM) {
    zoom(m, reldy, cam);
  } else if (cam->type == mjCAMERA_TRACKING) {
    return;
  } else {
    moveFree(m, action, reldx, reldy, cam);
  }
  limitCamera(m, cam);
}

// ---- model in room space

typedef struct {
  mjtNum up[3], forward[3], right[3];
} Room;

static Room roomAxes(const mjvScene* scn, const mjtNum roomup[3]) {
  Room r;
  mjtNum head[3], up[3];
  mjv_cameraInRoom(head, r.forward, up, scn);
  v3_copy(r.up, roomup);
  v3_addToScl(r.forward, r.up, -v3_dot(r.forward, r.up));
  v3_normalize(r.forward);
  v3_cross(r.right, r.forward, r.up);
  v3_normalize(r.right);
  return r;
}

static void rotateModel(const Room* r, int action, mjtNum dx, mjtNum dy, mjvScene* scn) {
  mjtNum vec[3], turn[4], rotate[4];
  v3_scl(vec, action == mjMOUSE_ROTATE_V ? r->up : r->forward, dx);
  v3_addToScl(vec, r->right, dy);
  const mjtNum angle = mjPI * v3_normalize(vec);
  quat_fromAxisAngle(turn, vec, angle);
  for (int k = 0; k < 4; k++) rotate[k] = scn->rotate[k];
  quat_mul(rotate, turn, rotate);
  quat_normalize(rotate);
  for (int k = 0; k < 4; k++) scn->rotate[k] = (float)rotate[k];
}

static void shiftModel(const Room* r, bool vertical, mjtNum dx, mjtNum dy, mjtNum extent,
                       mjvScene* scn) {
  const mjtNum* other = vertical ? r->up : r->forward;
  for (int k = 0; k < 3; k++)
    scn->translate[k] += (float)((r->right[k] * dx - other[k] * dy) * extent);
}

static void scaleModel(mjtNum dy, mjvScene* scn) {
  const float scale = scn->scale;
  scn->scale = (float)clip(scale + (float)(3 * lane_log(1 + scale / 3) * dy), 0.01, 100);
}

void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum roomup[3],
                   mjvScene* scn) {
  ARGS_NEED(scn);
  if (!scn->enabletransform) return;
  ARGS_NEED(m, roomup);
  if (!view_isSet(scn, __func__)) return;
  const Room r = roomAxes(scn, roomup);
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      rotateModel(&r, action, reldx, reldy, scn);
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL:
      shiftModel(&r, action == mjMOUSE_MOVE_V || action == mjMOUSE_MOVE_V_REL, reldx, reldy,
                 m->stat.extent, scn);
      break;
    case mjMOUSE_ZOOM:
      scaleModel(reldy, scn);
      break;
    default:
      refuse(__func__, action);
  }
}

// ---- perturbed body

static void shiftTarget(const mjtNum vec[3], mjvPerturb* pert) {
  v3_addToScl(pert->refpos, vec, pert->scale);
  v3_addToScl(pert->refselpos, vec, pert->scale);
}

// along the axes of the body
static void shiftAlong(const mjtNum mat[9], int action, mjtNum dx, mjtNum dy, mjvPerturb* pert) {
  mjtNum vec[3], side[3];
  m3_column(vec, mat, action == mjMOUSE_MOVE_V_REL ? 2 : 0);
  m3_column(side, mat, 1);
  v3_scl(vec, vec, dy);
  v3_addToScl(vec, side, dx);
  shiftTarget(vec, pert);
}

// limits the target to a right angle from the orientation of the body
static void limitTurn(const mjModel* m, const mjData* d, mjvPerturb* pert) {
  mjtNum quat[4], inverse[4], apart[4], axis[3];
  perturb_quat(m, d, pert->select, quat);
  quat_neg(inverse, quat);
  quat_mul(apart, inverse, pert->refquat);
  quat_toVel(axis, apart, 1);
  if (v3_normalize(axis) <= 0.5 * mjPI) return;
  quat_fromAxisAngle(apart, axis, 0.5 * mjPI);
  quat_mul(pert->refquat, quat, apart);
}

static void turnTarget(const mjModel* m, const mjData* d, mjtNum vec[3], mjvPerturb* pert) {
  mjtNum turn[4];
  const mjtNum angle = 2 * mjPI * v3_normalize(vec);
  quat_fromAxisAngle(turn, vec, angle);
  quat_mul(pert->refquat, turn, pert->refquat);
  quat_normalize(pert->refquat);
  if (pert->select > 0 && pert->select < m->nbody) limitTurn(m, d, pert);
}

void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy,
                     const mjvScene* scn, mjvPerturb* pert) {
  ARGS_NEED(d, scn, pert);
  if (pert->select > 0) ARGS_NEED(m);
  if (!view_isSet(scn, __func__)) return;
  mjtNum head[3], forward[3], up[3], vec[3];
  view_inModel(scn, head, forward, up);
  toVector(vec, action, reldx, reldy, forward);
  switch (action) {
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
      shiftTarget(vec, pert);
      break;
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL:
      if (args_hasId(__func__, "body", pert->select, m ? m->nbody : 1))
        shiftAlong(d->xmat + 9 * pert->select, action, reldx, reldy, pert);
      break;
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      turnTarget(m, d, vec, pert);
      break;
    case mjMOUSE_ZOOM:
      break;
    default:
      refuse(__func__, action);
  }
}
