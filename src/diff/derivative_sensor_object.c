// Analytic derivatives of frame sensors and others at bodies, geoms, sites and cameras (position,
// orientation, velocity, acceleration, force, projection). An object has a position p, which moves
// by dp, and a frame R, which turns by t: a vector x in it is y = R' x, dy = R' (dx - t x x).
//   dv(p) = dv_b + dw x (p - C) + w x dp
//   dA(p) = da_b + dalpha x (p - C) + alpha x dp + dw x v(p) + w x dv(p)
// Most objects move with their body; cameras may track or look at another point.
//   frames, cvel, cacc, cfrc_int, column -> *res
#include "diff/derivative_sensor_parts.h"
#include "dyn/dyn.h"
#include "math/quat.h"
#include "math/spatial.h"

typedef struct {
  int body;
  const mjtNum *pos, *mat;
  mjtNum moves[3], turns[3];  // dp, t
} Object;

// ---- cameras

// change of unit(vec) for a change of vec
static void unitSlope(mjtNum res[3], const mjtNum unit[3], mjtNum norm, const mjtNum change[3]) {
  v3_addScl(res, change, unit, -v3_dot(unit, change));
  v3_scl(res, res, norm > mjMINVAL ? 1 / norm : 0);
}

// columns of the frame: z = unit(pos - target), x = unit(-z1, z0, 0), y = z x x. A frame rotates by
// half the sum of axis x change
static void lookAt(Object* o, const mjtNum target[3], const mjtNum moves[3]) {
  mjtNum x[3], y[3], z[3], dx[3], dy[3], dz[3], offset[3], change[3];
  m3_column(x, o->mat, 0);
  m3_column(y, o->mat, 1);
  m3_column(z, o->mat, 2);
  v3_sub(offset, o->pos, target);
  v3_sub(change, o->moves, moves);
  unitSlope(dz, z, v3_norm(offset), change);
  v3_set(change, -dz[1], dz[0], 0);
  unitSlope(dx, x, lane_sqrt(z[0] * z[0] + z[1] * z[1]), change);
  v3_cross(dy, dz, x);
  v3_addCross(dy, z, dx);
  v3_cross(o->turns, x, dx);
  v3_addCross(o->turns, y, dy);
  v3_addCross(o->turns, z, dz);
  v3_scl(o->turns, o->turns, 0.5);
}

static void cameraMotion(const column_Column* c, int cam, Object* o) {
  const mjModel* m = c->m;
  const int mode = m->cam_mode[cam], target = m->cam_targetbodyid[cam];
  const bool follows = mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM;
  if (follows) {
    v3_zero(o->turns);
    if (mode == mjCAMLIGHT_TRACKCOM) {
      v3_copy(o->moves, c->com + 3 * o->body);
    } else {
      column_point(c, o->body, c->d->xpos + 3 * o->body, o->moves);
    }
  } else if (target >= 0 && mode == mjCAMLIGHT_TARGETBODY) {
    mjtNum moves[3];
    column_point(c, target, c->d->xpos + 3 * target, moves);
    lookAt(o, c->d->xpos + 3 * target, moves);
  } else if (target >= 0 && mode == mjCAMLIGHT_TARGETBODYCOM) {
    lookAt(o, c->d->subtree_com + 3 * target, c->com + 3 * target);
  }
}

// ---- objects

static Object objectOf(const column_Column* c, int type, int id) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  Object o = {0};
  switch (type) {
    case mjOBJ_BODY:
      o = (Object){.body = id, .pos = d->xipos + 3 * id, .mat = d->ximat + 9 * id};
      break;
    case mjOBJ_XBODY:
      o = (Object){.body = id, .pos = d->xpos + 3 * id, .mat = d->xmat + 9 * id};
      break;
    case mjOBJ_GEOM:
      o = (Object){m->geom_bodyid[id], d->geom_xpos + 3 * id, d->geom_xmat + 9 * id, {0}, {0}};
      break;
    case mjOBJ_SITE:
      o = (Object){m->site_bodyid[id], d->site_xpos + 3 * id, d->site_xmat + 9 * id, {0}, {0}};
      break;
    default:
      ASSERT(type == mjOBJ_CAMERA);
      o = (Object){m->cam_bodyid[id], d->cam_xpos + 3 * id, d->cam_xmat + 9 * id, {0}, {0}};
  }
  column_point(c, o.body, o.pos, o.moves);
  v3_copy(o.turns, column_shift(c, o.body));
  if (type == mjOBJ_CAMERA) cameraMotion(c, id, &o);
  return o;
}

static Object ownObject(const column_Column* c, int i) {
  return objectOf(c, c->m->sensor_objtype[i], c->m->sensor_objid[i]);
}

static Object refObject(const column_Column* c, int i) {
  return objectOf(c, c->m->sensor_reftype[i], c->m->sensor_refid[i]);
}

static bool hasRef(const column_Column* c, int i) { return c->m->sensor_refid[i] >= 0; }

// res = R' (change - t x vec)
static void inFrame(mjtNum res[3], const Object* frame, const mjtNum vec[3],
                    const mjtNum change[3]) {
  mjtNum turned[3];
  v3_cross(turned, frame->turns, vec);
  v3_sub(turned, change, turned);
  m3_mulTVec(res, frame->mat, turned);
}

// motion (rotation, translation) of a body at the object, and its change
static void atObject(const column_Column* c, const Object* o, const mjtNum motion[6],
                     const mjtNum change[6], mjtNum value[6], mjtNum slope[6]) {
  mjtNum offset[3];
  v3_sub(offset, o->pos, c->d->subtree_com + 3 * c->m->body_rootid[o->body]);
  spat_shiftMotion(value, motion, offset);
  spat_shiftMotion(slope, change, offset);
  v3_addCross(slope + 3, motion, o->moves);
}

static void velocityOf(const column_Column* c, const Object* o, mjtNum vel[6], mjtNum slope[6]) {
  mjtNum change[6];
  column_velocity(c, o->body, change);
  atObject(c, o, c->d->cvel + 6 * o->body, change, vel, slope);
}

// the acceleration of what no dof moves is zero, but so is its change
static void accelerationOf(const column_Column* c, const Object* o, mjtNum acc[6],
                           mjtNum slope[6]) {
  mjtNum change[6], vel[6], velSlope[6];
  velocityOf(c, o, vel, velSlope);
  column_acceleration(c, o->body, change);
  atObject(c, o, c->s->work->cacc + 6 * o->body, change, acc, slope);
  v3_addCross(acc + 3, vel, vel + 3);
  v3_addCross(slope + 3, velSlope, vel + 3);
  v3_addCross(slope + 3, vel, velSlope + 3);
}

// ---- frames

COLUMN_SLOPE(column_framePos) {
  const Object o = ownObject(c, i);
  if (!hasRef(c, i)) {
    v3_copy(res, o.moves);
    return;
  }
  const Object ref = refObject(c, i);
  mjtNum offset[3], change[3];
  v3_sub(offset, o.pos, ref.pos);
  v3_sub(change, o.moves, ref.moves);
  inFrame(res, &ref, offset, change);
}

// orientation of the object's body times its local orientation, even if a camera looks at a target
static int quatOf(const column_Column* c, int type, int id, mjtNum quat[4]) {
  const mjModel* m = c->m;
  const mjtNum* local = NULL;
  int body = id;
  if (type == mjOBJ_BODY) local = m->body_iquat + 4 * id;
  if (type == mjOBJ_GEOM) local = m->geom_quat + 4 * id, body = m->geom_bodyid[id];
  if (type == mjOBJ_SITE) local = m->site_quat + 4 * id, body = m->site_bodyid[id];
  if (type == mjOBJ_CAMERA) local = m->cam_quat + 4 * id, body = m->cam_bodyid[id];
  v4_copy(quat, c->d->xquat + 4 * body);
  if (local) quat_mul(quat, quat, local);
  return body;
}

// q' = (0, t) q / 2; with a reference conj(r)' q + conj(r) q'
COLUMN_SLOPE(column_frameQuat) {
  const mjModel* m = c->m;
  mjtNum quat[4], slope[4], ref[4], refSlope[4], part[4];
  const int body = quatOf(c, m->sensor_objtype[i], m->sensor_objid[i], quat);
  quat_deriv(slope, quat, column_shift(c, body));
  if (!hasRef(c, i)) {
    v4_copy(res, slope);
    return;
  }
  const int other = quatOf(c, m->sensor_reftype[i], m->sensor_refid[i], ref);
  quat_deriv(refSlope, ref, column_shift(c, other));
  quat_neg(ref, ref);
  quat_neg(refSlope, refSlope);
  quat_mul(res, ref, slope);
  quat_mul(part, refSlope, quat);
  for (int k = 0; k < 4; k++) res[k] += part[k];
}

static void frameAxis(const column_Column* c, int i, int k, mjtNum res[3]) {
  const Object o = ownObject(c, i);
  mjtNum axis[3], change[3];
  m3_column(axis, o.mat, k);
  v3_cross(change, o.turns, axis);
  if (!hasRef(c, i)) {
    v3_copy(res, change);
    return;
  }
  const Object ref = refObject(c, i);
  inFrame(res, &ref, axis, change);
}

COLUMN_SLOPE(column_frameXAxis) { frameAxis(c, i, 0, res); }
COLUMN_SLOPE(column_frameYAxis) { frameAxis(c, i, 1, res); }
COLUMN_SLOPE(column_frameZAxis) { frameAxis(c, i, 2, res); }

// R_ref' (v - v_ref + (x - x_ref) x w_ref)
COLUMN_SLOPE(column_frameLinVel) {
  const Object o = ownObject(c, i);
  mjtNum vel[6], slope[6], refVel[6], refSlope[6], offset[3], change[3];
  velocityOf(c, &o, vel, slope);
  if (!hasRef(c, i)) {
    v3_copy(res, slope + 3);
    return;
  }
  const Object ref = refObject(c, i);
  velocityOf(c, &ref, refVel, refSlope);
  v3_sub(offset, o.pos, ref.pos);
  v3_sub(change, o.moves, ref.moves);
  v3_subFrom(vel + 3, refVel + 3);
  v3_addCross(vel + 3, offset, refVel);
  v3_subFrom(slope + 3, refSlope + 3);
  v3_addCross(slope + 3, change, refVel);
  v3_addCross(slope + 3, offset, refSlope);
  inFrame(res, &ref, vel + 3, slope + 3);
}

COLUMN_SLOPE(column_frameAngVel) {
  const Object o = ownObject(c, i);
  mjtNum vel[6], slope[6], refVel[6], refSlope[6];
  velocityOf(c, &o, vel, slope);
  if (!hasRef(c, i)) {
    v3_copy(res, slope);
    return;
  }
  const Object ref = refObject(c, i);
  velocityOf(c, &ref, refVel, refSlope);
  v3_subFrom(vel, refVel);
  v3_subFrom(slope, refSlope);
  inFrame(res, &ref, vel, slope);
}

COLUMN_SLOPE(column_frameLinAcc) {
  const Object o = ownObject(c, i);
  mjtNum acc[6], slope[6];
  accelerationOf(c, &o, acc, slope);
  v3_copy(res, slope + 3);
}

COLUMN_SLOPE(column_frameAngAcc) {
  const Object o = ownObject(c, i);
  mjtNum acc[6], slope[6];
  accelerationOf(c, &o, acc, slope);
  v3_copy(res, slope);
}

// ---- sites

static Object siteOf(const column_Column* c, int i) {
  return objectOf(c, mjOBJ_SITE, c->m->sensor_objid[i]);
}

COLUMN_SLOPE(column_accelerometer) {
  const Object o = siteOf(c, i);
  mjtNum acc[6], slope[6];
  accelerationOf(c, &o, acc, slope);
  inFrame(res, &o, acc + 3, slope + 3);
}

COLUMN_SLOPE(column_velocimeter) {
  const Object o = siteOf(c, i);
  mjtNum vel[6], slope[6];
  velocityOf(c, &o, vel, slope);
  inFrame(res, &o, vel + 3, slope + 3);
}

COLUMN_SLOPE(column_gyro) {
  const Object o = siteOf(c, i);
  mjtNum vel[6], slope[6];
  velocityOf(c, &o, vel, slope);
  inFrame(res, &o, vel, slope);
}

COLUMN_SLOPE(column_magnetometer) {
  const Object o = siteOf(c, i);
  inFrame(res, &o, c->m->opt.magnetic, (const mjtNum[3]){0, 0, 0});
}

// wrench on the site's body at the site, and its change; about the center of mass of the tree, held
// fixed except for the world, whose wrench is a sum about moving points
static void siteWrench(const column_Column* c, const Object* o, mjtNum wrench[6], mjtNum slope[6]) {
  const int root = c->m->body_rootid[o->body];
  mjtNum offset[3], moves[3], turn[3];
  v3_sub(offset, o->pos, c->d->subtree_com + 3 * root);
  v3_copy(moves, o->moves);
  if (!o->body) v3_subFrom(moves, c->com);
  spat_shiftForce(wrench, c->d->cfrc_int + 6 * o->body, offset);
  spat_shiftForce(slope, c->wrench + 6 * o->body, offset);
  v3_cross(turn, moves, wrench + 3);
  v3_subFrom(slope, turn);
}

COLUMN_SLOPE(column_force) {
  const Object o = siteOf(c, i);
  mjtNum wrench[6], slope[6];
  siteWrench(c, &o, wrench, slope);
  inFrame(res, &o, wrench + 3, slope + 3);
}

COLUMN_SLOPE(column_torque) {
  const Object o = siteOf(c, i);
  mjtNum wrench[6], slope[6];
  siteWrench(c, &o, wrench, slope);
  inFrame(res, &o, wrench, slope);
}

// pixel = center -+ focal x / z of the site in the frame of the camera
COLUMN_SLOPE(column_camProjection) {
  const Object site = siteOf(c, i), cam = objectOf(c, mjOBJ_CAMERA, c->m->sensor_refid[i]);
  mjtNum offset[3], change[3], at[3], slope[3];
  double focal[2];
  v3_sub(offset, site.pos, cam.pos);
  v3_sub(change, site.moves, cam.moves);
  m3_mulTVec(at, cam.mat, offset);
  inFrame(slope, &cam, offset, change);
  sensor_focal(c->m, c->m->sensor_refid[i], focal);
  const bool held = at[2] > -mjMINVAL && at[2] < mjMINVAL;
  const mjtNum depth = !held ? at[2] : at[2] < 0 ? -mjMINVAL : mjMINVAL;
  const mjtNum deeper = held ? 0 : slope[2];
  for (int k = 0; k < 2; k++) {
    const mjtNum ratio = (slope[k] - at[k] / depth * deeper) / depth;
    res[k] = (k ? focal[k] : -focal[k]) * ratio;
  }
}
