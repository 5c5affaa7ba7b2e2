// What the files of the sensors share. Lanes have neither callbacks, past samples, constraint rows
// nor lazy flags: there the functions of one world are empty.
#ifndef SINEW_STEP_SENSOR_PARTS_H_
#define SINEW_STEP_SENSOR_PARTS_H_

#include "model/lane_data.h"

// results that several sensors use, computed once per pass: bits, and lazy flags in mjData
enum {
  SENSOR_SUBTREEVEL = 1,
  SENSOR_RNEPOST = 2,
  SENSOR_ENERGYPOS = 4,
  SENSOR_ENERGYVEL = 8,
};

// where a kind of sensor can be computed
typedef enum {
  SENSOR_LANES,         // in any width
  SENSOR_WORLD,         // in one world
  SENSOR_CALLBACK,      // by mjcb_sensor
  SENSOR_NO_CONTACTS,   // not yet: needs contacts
  SENSOR_NO_RAYS,       // not yet: needs rays
  SENSOR_NO_DISTANCES,  // not yet: needs distances of geoms
  SENSOR_NO_PLUGINS,    // not yet: needs plugins
} sensor_Reach;

// *res (sensor_dim) = value of one sensor
typedef void (*sensor_Compute)(const mjModel* m, const lane_Data* d, int sensor, real* res);

typedef struct {
  sensor_Compute compute;  // NULL: see reach
  int shared;              // bits of what must be there
  sensor_Reach reach;
  bool uncut;  // its cutoff has another meaning
} sensor_Kind;

// row of the table; NULL if the type is none
const sensor_Kind* LANE(sensor_kind)(int type);

#if LANE_W == 1

// bits of the shared results that are there
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

// if the sensor reports a past sample now: *res = that, true
bool sensor_fromHistory(const mjModel* m, const mjData* d, int sensor, mjtNum* res);
// sensordata of all user sensors of a stage
void sensor_callback(const mjModel* m, mjData* d, int stage);

// first limit row of the joint or tendon; 0 if there is none
void sensor_limitPos(const mjModel* m, const mjData* d, int sensor, mjtNum* res);
void sensor_limitVel(const mjModel* m, const mjData* d, int sensor, mjtNum* res);
void sensor_limitFrc(const mjModel* m, const mjData* d, int sensor, mjtNum* res);

#else

LANE_INLINE int sensor_lazyFlags(const lane_Data* d) {
  (void)d;
  return 0;
}
LANE_INLINE void sensor_setLazyFlags(lane_Data* d, int bits) {
  (void)d;
  (void)bits;
}
LANE_INLINE bool sensor_fromHistory(const mjModel* m, const lane_Data* d, int sensor, real* res) {
  (void)m;
  (void)d;
  (void)sensor;
  (void)res;
  return false;
}
LANE_INLINE void sensor_callback(const mjModel* m, lane_Data* d, int stage) {
  (void)m;
  (void)d;
  (void)stage;
}
#define sensor_limitPos NULL
#define sensor_limitVel NULL
#define sensor_limitFrc NULL

#endif

#endif
