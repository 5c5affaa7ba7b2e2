// Dispatch table and functions that the sensor files share. Lanes have neither callbacks nor
// history buffers: there the functions of one world are empty.
#ifndef SINEW_STEP_SENSOR_PARTS_H_
#define SINEW_STEP_SENSOR_PARTS_H_

#include <sinew/extra.h>

#include "model/lane_data.h"
#include "step/lane_force.h"

// results that several sensors use, computed once per pass (lazy evaluation): bits, and flags in
// mjData
enum {
  SENSOR_SUBTREEVEL = 1,
  SENSOR_RNEPOST = 2,
  SENSOR_ENERGYPOS = 4,
  SENSOR_ENERGYVEL = 8,
};

// where a kind of sensor can be computed
typedef enum {
  SENSOR_LANES,     // in any width
  SENSOR_WORLD,     // in one world
  SENSOR_CALLBACK,  // by mjcb_sensor
  SENSOR_PLUGIN,    // by plugins, all of a stage together
} sensor_Reach;

// *res (sensor_dim) = value of one sensor; of d only scratch is changed
typedef void (*sensor_Compute)(const lane_Model* m, lane_Data* d, int sensor, real* res);

typedef struct {
  sensor_Compute compute;  // NULL: see reach
  int shared;              // bits of the shared results that it reads
  sensor_Reach reach;
  bool uncut;  // its cutoff has another meaning
} sensor_Kind;

// table row of a sensor type; NULL: there is no such type
const sensor_Kind* LANE(sensor_kind)(int type);
// whether a point is strictly inside the shape of a site
mask LANE(sensor_inSite)(const lane_Model* m, const lane_Data* d, int site, const real point[3]);

// focal lengths of a camera in pixels: from the sizes of its lens and chip, or from the field of
// view
// order: sizes in single precision, as they are stored
LANE_INLINE void sensor_focalOf(const mjModel* m, int cam, double focal[2]) {
  const float *size = lane_prmAt(m->cam_sensorsize, 2 * cam),
              *lens = lane_prmAt(m->cam_intrinsic, 4 * cam);
  const int* pixels = m->cam_resolution + 2 * cam;
  if (size[0] != 0 && size[1] != 0) {
    for (int k = 0; k < 2; k++) focal[k] = lens[k] / size[k] * (float)pixels[k];
  } else {
    const double halfAngle = lane_prm(m->cam_fovy, cam) * mjPI / 360;  // degrees
    focal[0] = focal[1] = 0.5 * pixels[1] / sn_tan(halfAngle);
  }
}
LANE_INLINE void sensor_focal(const lane_Model* m, int cam, real focal[2]) {
  focal[0] = focal[1] = lane_bc(0);
  for (int lane = 0; lane < LANE_W; lane++) {
    double one[2];
    sensor_focalOf(lane_one(m, lane), cam, one);
    for (int k = 0; k < 2; k++) focal[k] = lane_set(focal[k], lane, one[k]);
  }
}

// whether the line through a contact along its normal meets a site
bool sensor_lineMeetsSite(const mjModel* m, int site, const mjtNum sitePos[3],
                          const mjtNum siteMat[9], const mjtNum pos[3], const mjtNum line[3]);

#if LANE_W == 1

// bits of the shared results that are current
LANE_INLINE int sensor_lazyFlags(const mjData* d) {
  return (d->flg_subtreevel ? SENSOR_SUBTREEVEL : 0) | (d->flg_rnepost ? SENSOR_RNEPOST : 0) |
         (d->flg_energypos ? SENSOR_ENERGYPOS : 0) | (d->flg_energyvel ? SENSOR_ENERGYVEL : 0);
}
LANE_INLINE void sensor_setLazyFlags(mjData* d, int bits) {
  d->flg_subtreevel = (bits & SENSOR_SUBTREEVEL) != 0;
  d->flg_rnepost = (bits & SENSOR_RNEPOST) != 0;
  d->flg_energypos = (bits & SENSOR_ENERGYPOS) != 0;
  d->flg_energyvel = (bits & SENSOR_ENERGYVEL) != 0;
}

// if the sensor reports a past sample (delay): *res = that, true
bool sensor_fromHistory(const mjModel* m, const mjData* d, int sensor, mjtNum* res);
// computes sensordata of all user sensors of a stage, and of all plugin sensors
void sensor_callback(const mjModel* m, mjData* d, int stage);
void sensor_plugins(const mjModel* m, mjData* d, int stage);

// qacc, forces of the user, contacts and equalities -> cacc, cfrc_int, cfrc_ext
void sensor_rnePost(const mjModel* m, mjData* d);

// value of the first limit row of the joint or tendon; 0 if there is none
void sensor_limitPos(const mjModel* m, mjData* d, int sensor, mjtNum* res);
void sensor_limitVel(const mjModel* m, mjData* d, int sensor, mjtNum* res);
void sensor_limitFrc(const mjModel* m, mjData* d, int sensor, mjtNum* res);
// a struct member that a sensor may report: its offset and number of values
typedef struct {
  size_t offset;
  int size;
} sensor_Member;
// copies the members that bits select, one after another; returns the end
LANE_INLINE mjtNum* sensor_report(const void* from, const sensor_Member* member, int n, int bits,
                                  mjtNum* res) {
  for (int k = 0; k < n; k++) {
    if (!(bits & 1 << k)) continue;
    memcpy(res, (const char*)from + member[k].offset, (size_t)member[k].size * sizeof *res);
    res += member[k].size;
  }
  return res;
}

// sensor_contact.c: forces on a site, contacts of two objects
void sensor_touch(const mjModel* m, mjData* d, int sensor, mjtNum* res);
void sensor_contact(const mjModel* m, mjData* d, int sensor, mjtNum* res);
// force of a contact on a site; 0: none
mjtNum sensor_touchForce(const mjModel* m, const mjData* d, int site, int contact);
// a contact that matches a contact sensor: as stored (sign 1) or flipped (-1)
typedef struct {
  int contact, sign;
  mjtNum key;  // sort key: the smallest is first, then the lowest contact
} sensor_Match;
typedef struct {
  sensor_Match* match;  // those of the slots first, sorted
  int n, shown;         // number of matches, and of those that have slots
  int bits;             // of fields (mjtConDataField)
  bool net;             // all are summed up in one slot
} sensor_Matches;
// allocates in the caller's frame of the scratch stack
sensor_Matches sensor_findContacts(const mjModel* m, mjData* d, int sensor);
// what a contact sensor may report
typedef struct {
  mjtNum found, force[3], torque[3], dist, pos[3], normal[3], tangent[3];
} sensor_Slot;
mjtNum* sensor_reportSlot(const sensor_Slot* slot, int bits, mjtNum* res);
// sensor_range.c: rangefinder rays of a site or of the pixels of a camera
void sensor_range(const mjModel* m, mjData* d, int sensor, mjtNum* res);
// sensor_distance.c: smallest distance between the geoms of two objects
void sensor_distance(const mjModel* m, mjData* d, int sensor, mjtNum* res);
void sensor_distanceNormal(const mjModel* m, mjData* d, int sensor, mjtNum* res);
void sensor_distanceFromto(const mjModel* m, mjData* d, int sensor, mjtNum* res);
// sensor_tactile.c: penetration depth and slip speed at the vertices of a mesh
void sensor_tactile(const mjModel* m, mjData* d, int sensor, mjtNum* res);

#else

LANE_INLINE int sensor_lazyFlags(const lane_Data* d) {
  (void)d;
  return 0;
}
LANE_INLINE void sensor_setLazyFlags(lane_Data* d, int bits) { d->lazy |= bits; }
LANE_INLINE bool sensor_fromHistory(const lane_Model* m, const lane_Data* d, int sensor,
                                    real* res) {
  (void)m;
  (void)d;
  (void)sensor;
  (void)res;
  return false;
}
LANE_INLINE void sensor_callback(const lane_Model* m, lane_Data* d, int stage) {
  (void)m;
  (void)d;
  (void)stage;
}
#define sensor_plugins sensor_callback
#define sensor_rnePost LANE(force_rnePost)
#define sensor_limitPos NULL
#define sensor_limitVel NULL
#define sensor_limitFrc NULL
#define sensor_touch LANE(force_touch)
#define sensor_contact NULL
#define sensor_range NULL
#define sensor_distance NULL
#define sensor_distanceNormal NULL
#define sensor_distanceFromto NULL
#define sensor_tactile NULL

#endif

#endif
