// Sensor types (accelerometer, gyro, force, frame pose, joint, actuator, ...), lane-generic: one
// row of the dispatch table and one small function each. A function reads the results of the stages
// in d and writes the values of the sensor, before the cutoff.
//   qpos, qvel, frames, lengths, velocities, forces, cvel, cacc, cfrc_int, energy, time -> *res
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/quat.h"
#include "math/spatial.h"
#include "math/vec.h"
#include "step/sensor_parts.h"

#define ARGS const lane_Model *m, lane_Data *d, int i, real *res

// ---- frames of objects

// member offsets of an object's frame: position and matrix in d; body and local quaternion in m
typedef struct {
  size_t pos, mat, body, quat;
} FrameRow;

#define NO_FIELD ((size_t)-1)

static const FrameRow frameTable[mjNOBJECT] = {
    [mjOBJ_BODY] = {offsetof(lane_Data, xipos), offsetof(lane_Data, ximat), NO_FIELD,
                    offsetof(lane_Model, body_iquat)},
    [mjOBJ_XBODY] = {offsetof(lane_Data, xpos), offsetof(lane_Data, xmat), NO_FIELD, NO_FIELD},
    [mjOBJ_GEOM] = {offsetof(lane_Data, geom_xpos), offsetof(lane_Data, geom_xmat),
                    offsetof(lane_Model, geom_bodyid), offsetof(lane_Model, geom_quat)},
    [mjOBJ_SITE] = {offsetof(lane_Data, site_xpos), offsetof(lane_Data, site_xmat),
                    offsetof(lane_Model, site_bodyid), offsetof(lane_Model, site_quat)},
    [mjOBJ_CAMERA] = {offsetof(lane_Data, cam_xpos), offsetof(lane_Data, cam_xmat),
                      offsetof(lane_Model, cam_bodyid), offsetof(lane_Model, cam_quat)},
};

static const void* fieldAt(const void* structure, size_t offset) {
  const void* field;
  memcpy(&field, (const char*)structure + offset, sizeof field);
  return field;
}

static const real* posOf(const lane_Data* d, int type, int id) {
  ASSERT_FULL(frameTable[type].pos && id >= 0);
  return (const real*)fieldAt(d, frameTable[type].pos) + 3 * id;
}

static const real* matOf(const lane_Data* d, int type, int id) {
  ASSERT_FULL(frameTable[type].mat && id >= 0);
  return (const real*)fieldAt(d, frameTable[type].mat) + 9 * id;
}

// orientation of the body times that in the body
// odd: quaternion of a camera; whatever its mode
static void quatOf(const lane_Model* m, const lane_Data* d, int type, int id, real res[4]) {
  const FrameRow* row = &frameTable[type];
  const int body = row->body == NO_FIELD ? id : ((const int*)fieldAt(m, row->body))[id];
  v4_copy(res, d->xquat + 4 * body);
  if (row->quat == NO_FIELD) return;
  quat_mul(res, res, (const real*)fieldAt(m, row->quat) + 4 * id);
}

static bool hasRef(const lane_Model* m, int i) { return m->sensor_refid[i] >= 0; }

static const real* refMat(const lane_Model* m, const lane_Data* d, int i) {
  return matOf(d, m->sensor_reftype[i], m->sensor_refid[i]);
}

// position relative to that of the reference, world axes
static void refOffset(const lane_Model* m, const lane_Data* d, int i, real res[3]) {
  v3_sub(res, posOf(d, m->sensor_objtype[i], m->sensor_objid[i]),
         posOf(d, m->sensor_reftype[i], m->sensor_refid[i]));
}

static void framePos(ARGS) {
  if (!hasRef(m, i)) {
    v3_copy(res, posOf(d, m->sensor_objtype[i], m->sensor_objid[i]));
    return;
  }
  real offset[3];
  refOffset(m, d, i, offset);
  m3_mulTVec(res, refMat(m, d, i), offset);
}

static void frameQuat(ARGS) {
  quatOf(m, d, m->sensor_objtype[i], m->sensor_objid[i], res);
  if (!hasRef(m, i)) return;
  real ref[4];
  quatOf(m, d, m->sensor_reftype[i], m->sensor_refid[i], ref);
  quat_neg(ref, ref);
  quat_mul(res, ref, res);
}

static void frameAxis(ARGS, int k) {
  real axis[3];
  m3_column(axis, matOf(d, m->sensor_objtype[i], m->sensor_objid[i]), k);
  if (hasRef(m, i)) {
    m3_mulTVec(res, refMat(m, d, i), axis);
  } else {
    v3_copy(res, axis);
  }
}

static void frameXAxis(ARGS) { frameAxis(m, d, i, res, 0); }
static void frameYAxis(ARGS) { frameAxis(m, d, i, res, 1); }
static void frameZAxis(ARGS) { frameAxis(m, d, i, res, 2); }

// velocity of the object, and of the reference (zero without one), world axes
static void velocities(const lane_Model* m, const lane_Data* d, int i, real vel[6], real ref[6]) {
  LANE(dyn_objectVelocity)(m, d, m->sensor_objtype[i], m->sensor_objid[i], vel, 0);
  if (hasRef(m, i))
    LANE(dyn_objectVelocity)(m, d, m->sensor_reftype[i], m->sensor_refid[i], ref, 0);
}

// R_ref' (v - v_ref + (x - x_ref) x w_ref)
static void frameLinVel(ARGS) {
  real vel[6], ref[6];
  velocities(m, d, i, vel, ref);
  if (!hasRef(m, i)) {
    v3_copy(res, vel + 3);
    return;
  }
  real offset[3];
  refOffset(m, d, i, offset);
  v3_sub(vel + 3, vel + 3, ref + 3);
  v3_addCross(vel + 3, offset, ref);
  m3_mulTVec(res, refMat(m, d, i), vel + 3);
}

static void frameAngVel(ARGS) {
  real vel[6], ref[6];
  velocities(m, d, i, vel, ref);
  if (!hasRef(m, i)) {
    v3_copy(res, vel);
    return;
  }
  v3_sub(vel, vel, ref);
  m3_mulTVec(res, refMat(m, d, i), vel);
}

static void frameLinAcc(ARGS) {
  real acc[6];
  LANE(dyn_objectAcceleration)(m, d, m->sensor_objtype[i], m->sensor_objid[i], acc, 0);
  v3_copy(res, acc + 3);
}

static void frameAngAcc(ARGS) {
  real acc[6];
  LANE(dyn_objectAcceleration)(m, d, m->sensor_objtype[i], m->sensor_objid[i], acc, 0);
  v3_copy(res, acc);
}

// ---- sites

static void accelerometer(ARGS) {
  real acc[6];
  LANE(dyn_objectAcceleration)(m, d, mjOBJ_SITE, m->sensor_objid[i], acc, 1);
  v3_copy(res, acc + 3);
}

static void velocimeter(ARGS) {
  real vel[6];
  LANE(dyn_objectVelocity)(m, d, mjOBJ_SITE, m->sensor_objid[i], vel, 1);
  v3_copy(res, vel + 3);
}

static void gyro(ARGS) {
  real vel[6];
  LANE(dyn_objectVelocity)(m, d, mjOBJ_SITE, m->sensor_objid[i], vel, 1);
  v3_copy(res, vel);
}

// interaction wrench (torque, force) of the parent on the site's body; at the site, in its frame
static void siteWrench(const lane_Model* m, const lane_Data* d, int i, real wrench[6]) {
  const int site = m->sensor_objid[i], body = m->site_bodyid[site];
  real offset[3];
  v3_sub(offset, d->site_xpos + 3 * site, d->subtree_com + 3 * m->body_rootid[body]);
  spat_shiftForce(wrench, d->cfrc_int + 6 * body, offset);
  real rotated[6];
  spat_toFrame(rotated, wrench, d->site_xmat + 9 * site);
  v6_copy(wrench, rotated);
}

static void force(ARGS) {
  real wrench[6];
  siteWrench(m, d, i, wrench);
  v3_copy(res, wrench + 3);
}

static void torque(ARGS) {
  real wrench[6];
  siteWrench(m, d, i, wrench);
  v3_copy(res, wrench);
}

static void magnetometer(ARGS) {
  m3_mulTVec(res, d->site_xmat + 9 * m->sensor_objid[i], lane_prms(m->opt.magnetic));
}

// perspective projection of a site to pixels; y grows downwards. The camera looks along -z
// odd: principal point of a camera
static void camProjection(ARGS) {
  const int cam = m->sensor_refid[i];
  real offset[3], local[3];
  v3_sub(offset, d->site_xpos + 3 * m->sensor_objid[i], d->cam_xpos + 3 * cam);
  m3_mulTVec(local, d->cam_xmat + 9 * cam, offset);
  const real depth = lane_select(local[2] < 0, lane_min(local[2], lane_bc(-mjMINVAL)),
                                 lane_max(local[2], lane_bc(mjMINVAL)));
  real focal[2];
  sensor_focal(m, cam, focal);
  const int* pixels = m->cam_resolution + 2 * cam;
  res[0] = 0.5 * pixels[0] - focal[0] * local[0] / depth;
  res[1] = 0.5 * pixels[1] + focal[1] * local[1] / depth;
}

// ---- inside a site: p relative to the site, in its frame; s its size

typedef mask (*Inside)(const real p[3], const real s[3]);

static mask inPlane(const real p[3], const real s[3]) {
  (void)s;
  return p[2] < 0;
}
static mask inSphere(const real p[3], const real s[3]) { return v3_dot(p, p) < s[0] * s[0]; }
static mask inCylinder(const real p[3], const real s[3]) {
  const mask height = lane_abs(p[2]) < s[1], radius = p[0] * p[0] + p[1] * p[1] < s[0] * s[0];
  return height & radius;
}
static mask inCapsule(const real p[3], const real s[3]) {
  const real z = p[2] - lane_clip(p[2], -s[1], s[1]);  // distance from the segment along it
  return p[0] * p[0] + p[1] * p[1] + z * z < s[0] * s[0];
}
static mask inEllipsoid(const real p[3], const real s[3]) {
  const real x = p[0] / s[0], y = p[1] / s[1], z = p[2] / s[2];
  return x * x + y * y + z * z < 1;
}
static mask inBox(const real p[3], const real s[3]) {
  const mask x = lane_abs(p[0]) < s[0], y = lane_abs(p[1]) < s[1], z = lane_abs(p[2]) < s[2];
  return x & y & z;
}

static const Inside insideTable[mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = inPlane,       [mjGEOM_SPHERE] = inSphere,       [mjGEOM_CAPSULE] = inCapsule,
    [mjGEOM_CYLINDER] = inCylinder, [mjGEOM_ELLIPSOID] = inEllipsoid, [mjGEOM_BOX] = inBox,
};

// a body without mass is located at the center of mass of its subtree
static const real* centreOf(const lane_Model* m, const lane_Data* d, int type, int id) {
  const bool empty = type == mjOBJ_BODY && id > 0 &&
                     lane_agree(m, lane_prm(m->body_mass, id) < mjMINVAL) &&
                     lane_agree(m, lane_prm(m->body_subtreemass, id) >= mjMINVAL);
  return empty ? d->subtree_com + 3 * id : posOf(d, type, id);
}

mask LANE(sensor_inSite)(const lane_Model* m, const lane_Data* d, int site, const real point[3]) {
  const int type = m->site_type[site];
  const Inside inside = type < mjNGEOMTYPES ? insideTable[type] : NULL;
  real offset[3], local[3], size[3];
  v3_sub(offset, point, d->site_xpos + 3 * site);
  if (!inside) return lane_bc(0) != 0.0;  // such shapes have no inside
  m3_mulTVec(local, d->site_xmat + 9 * site, offset);
  for (int k = 0; k < 3; k++) size[k] = lane_prm(m->site_size, 3 * site + k);
  return inside(local, size);
}

static void insideSite(ARGS) {
  const real* centre = centreOf(m, d, m->sensor_objtype[i], m->sensor_objid[i]);
  const mask inside = LANE(sensor_inSite)(m, d, m->sensor_refid[i], centre);
  res[0] = lane_select(inside, lane_bc(1), lane_bc(0));
}

// ---- joints, tendons, actuators

static void jointPos(ARGS) { res[0] = d->qpos[m->jnt_qposadr[m->sensor_objid[i]]]; }
static void jointVel(ARGS) { res[0] = d->qvel[m->jnt_dofadr[m->sensor_objid[i]]]; }
static void jointActuatorFrc(ARGS) { res[0] = d->qfrc_actuator[m->jnt_dofadr[m->sensor_objid[i]]]; }
static void ballQuat(ARGS) {
  v4_copy(res, d->qpos + m->jnt_qposadr[m->sensor_objid[i]]);
  quat_normalize(res);
}
static void ballAngVel(ARGS) { v3_copy(res, d->qvel + m->jnt_dofadr[m->sensor_objid[i]]); }

static void tendonPos(ARGS) { res[0] = d->ten_length[m->sensor_objid[i]]; }
static void tendonVel(ARGS) { res[0] = d->ten_velocity[m->sensor_objid[i]]; }

// sum over the actuators that pull the tendon
static void tendonActuatorFrc(ARGS) {
  real sum = lane_bc(0);
  for (int k = 0; k < m->nactuator; k++) {
    if (m->actuator_trntype[k] != mjTRN_TENDON) continue;
    if (m->actuator_trnid[2 * k] != m->sensor_objid[i]) continue;
    sum = sum + d->actuator_force[m->actuator_outadr[k]];
  }
  res[0] = sum;
}

static void copyOutputs(const lane_Model* m, int i, real* res, const real* output) {
  vn_copy(res, output + m->actuator_outadr[m->sensor_objid[i]], m->sensor_dim[i]);
}
static void actuatorPos(ARGS) { copyOutputs(m, i, res, d->actuator_length); }
static void actuatorVel(ARGS) { copyOutputs(m, i, res, d->actuator_velocity); }
static void actuatorFrc(ARGS) { copyOutputs(m, i, res, d->actuator_force); }

// ---- subtrees and globals

static void subtreeCom(ARGS) { v3_copy(res, d->subtree_com + 3 * m->sensor_objid[i]); }
static void subtreeLinVel(ARGS) { v3_copy(res, d->subtree_linvel + 3 * m->sensor_objid[i]); }
static void subtreeAngMom(ARGS) { v3_copy(res, d->subtree_angmom + 3 * m->sensor_objid[i]); }

static void potential(ARGS) {
  (void)m;
  (void)i;
  res[0] = d->energy[0];
}
// energy of this pass, even where energies are computed: that of the previous pass is not part of
// the state
static void kinetic(ARGS) {
  (void)m;
  (void)i;
  res[0] = d->energy[1];
}
static void clockTime(ARGS) {
  (void)m;
  (void)i;
  res[0] = d->time;
}

// ---- the table

#define LANES(compute, shared)                                                                     \
  { compute, shared, SENSOR_LANES, false }
#define WORLD(compute)                                                                             \
  { compute, 0, SENSOR_WORLD, false }
#define UNCUT(compute)                                                                             \
  { compute, 0, SENSOR_WORLD, true }
#define OTHER(reach)                                                                               \
  { NULL, 0, reach, false }

static const sensor_Kind kindTable[] = {
    [mjSENS_TOUCH] = LANES(sensor_touch, 0),
    [mjSENS_ACCELEROMETER] = LANES(accelerometer, SENSOR_RNEPOST),
    [mjSENS_VELOCIMETER] = LANES(velocimeter, 0),
    [mjSENS_GYRO] = LANES(gyro, 0),
    [mjSENS_FORCE] = LANES(force, SENSOR_RNEPOST),
    [mjSENS_TORQUE] = LANES(torque, SENSOR_RNEPOST),
    [mjSENS_MAGNETOMETER] = LANES(magnetometer, 0),
    [mjSENS_RANGEFINDER] = WORLD(sensor_range),
    [mjSENS_CAMPROJECTION] = LANES(camProjection, 0),
    [mjSENS_JOINTPOS] = LANES(jointPos, 0),
    [mjSENS_JOINTVEL] = LANES(jointVel, 0),
    [mjSENS_TENDONPOS] = LANES(tendonPos, 0),
    [mjSENS_TENDONVEL] = LANES(tendonVel, 0),
    [mjSENS_ACTUATORPOS] = LANES(actuatorPos, 0),
    [mjSENS_ACTUATORVEL] = LANES(actuatorVel, 0),
    [mjSENS_ACTUATORFRC] = LANES(actuatorFrc, 0),
    [mjSENS_JOINTACTFRC] = LANES(jointActuatorFrc, 0),
    [mjSENS_TENDONACTFRC] = LANES(tendonActuatorFrc, 0),
    [mjSENS_BALLQUAT] = LANES(ballQuat, 0),
    [mjSENS_BALLANGVEL] = LANES(ballAngVel, 0),
    [mjSENS_JOINTLIMITPOS] = WORLD(sensor_limitPos),
    [mjSENS_JOINTLIMITVEL] = WORLD(sensor_limitVel),
    [mjSENS_JOINTLIMITFRC] = WORLD(sensor_limitFrc),
    [mjSENS_TENDONLIMITPOS] = WORLD(sensor_limitPos),
    [mjSENS_TENDONLIMITVEL] = WORLD(sensor_limitVel),
    [mjSENS_TENDONLIMITFRC] = WORLD(sensor_limitFrc),
    [mjSENS_FRAMEPOS] = LANES(framePos, 0),
    [mjSENS_FRAMEQUAT] = LANES(frameQuat, 0),
    [mjSENS_FRAMEXAXIS] = LANES(frameXAxis, 0),
    [mjSENS_FRAMEYAXIS] = LANES(frameYAxis, 0),
    [mjSENS_FRAMEZAXIS] = LANES(frameZAxis, 0),
    [mjSENS_FRAMELINVEL] = LANES(frameLinVel, 0),
    [mjSENS_FRAMEANGVEL] = LANES(frameAngVel, 0),
    [mjSENS_FRAMELINACC] = LANES(frameLinAcc, SENSOR_RNEPOST),
    [mjSENS_FRAMEANGACC] = LANES(frameAngAcc, SENSOR_RNEPOST),
    [mjSENS_SUBTREECOM] = LANES(subtreeCom, 0),
    [mjSENS_SUBTREELINVEL] = LANES(subtreeLinVel, SENSOR_SUBTREEVEL),
    [mjSENS_SUBTREEANGMOM] = LANES(subtreeAngMom, SENSOR_SUBTREEVEL),
    [mjSENS_INSIDESITE] = LANES(insideSite, 0),
    [mjSENS_GEOMDIST] = WORLD(sensor_distance),
    [mjSENS_GEOMNORMAL] = WORLD(sensor_distanceNormal),
    [mjSENS_GEOMFROMTO] = UNCUT(sensor_distanceFromto),
    [mjSENS_CONTACT] = UNCUT(sensor_contact),
    [mjSENS_E_POTENTIAL] = LANES(potential, SENSOR_ENERGYPOS),
    [mjSENS_E_KINETIC] = LANES(kinetic, SENSOR_ENERGYVEL),
    [mjSENS_CLOCK] = LANES(clockTime, 0),
    [mjSENS_TACTILE] = WORLD(sensor_tactile),
    [mjSENS_PLUGIN] = OTHER(SENSOR_PLUGIN),
    [mjSENS_USER] = OTHER(SENSOR_CALLBACK),
};

enum { NKIND = sizeof kindTable / sizeof *kindTable };
_Static_assert(NKIND == mjSENS_USER + 1, "every kind has its row, the user's is the last");

const sensor_Kind* LANE(sensor_kind)(int type) {
  return type >= 0 && type < NKIND ? &kindTable[type] : NULL;
}
