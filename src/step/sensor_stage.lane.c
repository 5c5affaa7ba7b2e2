// Stages of sensors, lane-generic: all sensors of a stage in order, each computed or read from its
// history buffer, then clamped to its cutoff; then user and plugin sensors. Results that several
// sensors use are evaluated lazily, by the first that needs them.
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "step/sensor.h"
#include "step/sensor_parts.h"

// ---- shared results

typedef struct {
  int bit;
  void (*compute)(const lane_Model* m, lane_Data* d);
} Shared;

static const Shared sharedTable[] = {
    {SENSOR_SUBTREEVEL, LANE(dyn_subtreeVel)},
    {SENSOR_RNEPOST, sensor_rnePost},
    {SENSOR_ENERGYPOS, LANE(dyn_energyPos)},
    {SENSOR_ENERGYVEL, LANE(dyn_energyVel)},
};

// computes the needed results that are missing; *there: bits of those that are current
static void provide(const lane_Model* m, lane_Data* d, int needed, int* there) {
  const int missing = needed & ~*there;
  if (!missing) return;
  for (size_t k = 0; k < sizeof sharedTable / sizeof *sharedTable; k++) {
    if (missing & sharedTable[k].bit) sharedTable[k].compute(m, d);
  }
  ASSERT_FULL(missing < 2 * SENSOR_ENERGYVEL);  // the table has all bits
  *there |= missing;
  sensor_setLazyFlags(d, *there);
}

// ---- one sensor

// clamps that propagate NaN
static real cutReal(real x, real c) { return lane_select(x < -c, -c, lane_select(x > c, c, x)); }
static real cutPositive(real x, real c) { return lane_select(x > c, c, x); }

static void cut(const lane_Model* m, int i, real* res) {
  const real c = lane_prm(m->sensor_cutoff, i);
  if (!lane_agree(m, c > 0)) return;
  const int type = m->sensor_datatype[i], dim = m->sensor_dim[i];
  if (type == mjDATATYPE_REAL) {  // odd: miss of a rangefinder
    for (int k = 0; k < dim; k++) res[k] = cutReal(res[k], c);
  } else if (type == mjDATATYPE_POSITIVE) {
    for (int k = 0; k < dim; k++) res[k] = cutPositive(res[k], c);
  }
}

static bool evaluate(const lane_Model* m, lane_Data* d, int i, int* there, real* res) {
  const sensor_Kind* kind = LANE(sensor_kind)(m->sensor_type[i]);
  if (!kind || !kind->compute) return false;
  provide(m, d, kind->shared, there);
  kind->compute(m, d, i, res);
  if (!kind->uncut) cut(m, i, res);
  return true;
}

bool LANE(sensor_evaluate)(const lane_Model* m, lane_Data* d, int sensor, real* res) {
  int there = sensor_lazyFlags(d);
  return evaluate(m, d, sensor, &there, res);
}

// ---- stages

// plugin sensors without a stage belong to the position stage
static bool isStage(const lane_Model* m, int i, int stage) {
  const int needs = m->sensor_needstage[i];
  return (needs == mjSTAGE_NONE ? mjSTAGE_POS : needs) == stage;
}

// User sensors of a stage: the callback may read the results in `needed`, and writes sensordata.
// odd: user sensors
static void userStage(const lane_Model* m, lane_Data* d, int stage, int needed, int* there) {
  int n = 0;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] != mjSENS_USER || m->sensor_needstage[i] != stage) continue;
    vn_zero(d->sensordata + m->sensor_adr[i], m->sensor_dim[i]);
    n++;
  }
  if (!n) return;
  provide(m, d, needed, there);
  sensor_callback(m, d, stage);
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_USER && m->sensor_needstage[i] == stage)
      cut(m, i, d->sensordata + m->sensor_adr[i]);
  }
}

// plugin sensors: they write sensordata; needed as above
static void pluginStage(const lane_Model* m, lane_Data* d, int stage, int needed, int* there) {
  int n = 0;
  for (int i = 0; i < m->nsensor && m->nplugin; i++)
    n += m->sensor_type[i] == mjSENS_PLUGIN && isStage(m, i, stage);
  if (!n) return;
  provide(m, d, needed, there);
  sensor_plugins(m, d, stage);
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_PLUGIN && isStage(m, i, stage))
      cut(m, i, d->sensordata + m->sensor_adr[i]);
  }
}

static void runStage(const lane_Model* m, lane_Data* d, int stage, int userNeeds) {
  if (m->opt.disableflags & mjDSBL_SENSOR) return;
  int there = sensor_lazyFlags(d);
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_needstage[i] != stage) continue;
    real* res = d->sensordata + m->sensor_adr[i];
    ASSERT_FULL(m->sensor_adr[i] + m->sensor_dim[i] <= m->nsensordata);
    // odd: sensors of sleeping objects
    if (sensor_fromHistory(m, d, i, res) || lane_isSensorAsleep(m, d, i)) continue;
    evaluate(m, d, i, &there, res);
  }
  userStage(m, d, stage, userNeeds, &there);
  pluginStage(m, d, stage, userNeeds, &there);
}

void LANE(sensor_pos)(const lane_Model* m, lane_Data* d) { runStage(m, d, mjSTAGE_POS, 0); }

void LANE(sensor_vel)(const lane_Model* m, lane_Data* d) {
  runStage(m, d, mjSTAGE_VEL, SENSOR_SUBTREEVEL);
}

void LANE(sensor_acc)(const lane_Model* m, lane_Data* d) {
  runStage(m, d, mjSTAGE_ACC, SENSOR_RNEPOST);
}
