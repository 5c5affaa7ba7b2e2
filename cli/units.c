// Physical units of columns: from the field table; if it gives two units, chosen by the type of the
// joint, tendon or actuator, and for sensors by sensor type.
#include <string.h>

#include "base/assert.h"
#include "columns.h"

// units of a linear and of an angular quantity: {m, rad}, {m/s, rad/s}, ...
typedef struct {
  const char *linear, *angular;
} Pair;

static const Pair position = {"m", "rad"}, velocity = {"m/s", "rad/s"},
                  acceleration = {"m/s²", "rad/s²"}, force = {"N", "N m"};

static const Pair* const pairs[] = {&position, &velocity, &acceleration, &force};

// sensors whose unit depends on a joint, tendon or actuator; others have a fixed unit
static const struct {
  int type;
  const Pair* pair;
} movingSensor[] = {
    {mjSENS_JOINTPOS, &position},       {mjSENS_JOINTVEL, &velocity},
    {mjSENS_JOINTACTFRC, &force},       {mjSENS_JOINTLIMITPOS, &position},
    {mjSENS_JOINTLIMITVEL, &velocity},  {mjSENS_JOINTLIMITFRC, &force},
    {mjSENS_ACTUATORPOS, &position},    {mjSENS_ACTUATORVEL, &velocity},
    {mjSENS_ACTUATORFRC, &force},       {mjSENS_TENDONPOS, &position},
    {mjSENS_TENDONVEL, &velocity},      {mjSENS_TENDONACTFRC, &force},
    {mjSENS_TENDONLIMITPOS, &position}, {mjSENS_TENDONLIMITVEL, &velocity},
    {mjSENS_TENDONLIMITFRC, &force},
};
static const char* const sensorUnit[mjSENS_USER + 1] = {
    [mjSENS_TOUCH] = "N",
    [mjSENS_ACCELEROMETER] = "m/s²",
    [mjSENS_VELOCIMETER] = "m/s",
    [mjSENS_GYRO] = "rad/s",
    [mjSENS_FORCE] = "N",
    [mjSENS_TORQUE] = "N m",
    [mjSENS_RANGEFINDER] = "m",
    [mjSENS_CAMPROJECTION] = "pixels",
    [mjSENS_BALLANGVEL] = "rad/s",
    [mjSENS_FRAMEPOS] = "m",
    [mjSENS_FRAMELINVEL] = "m/s",
    [mjSENS_FRAMEANGVEL] = "rad/s",
    [mjSENS_FRAMELINACC] = "m/s²",
    [mjSENS_FRAMEANGACC] = "rad/s²",
    [mjSENS_SUBTREECOM] = "m",
    [mjSENS_SUBTREELINVEL] = "m/s",
    [mjSENS_SUBTREEANGMOM] = "kg m²/s",
    [mjSENS_GEOMDIST] = "m",
    [mjSENS_GEOMFROMTO] = "m",
    [mjSENS_E_POTENTIAL] = "J",
    [mjSENS_E_KINETIC] = "J",
    [mjSENS_CLOCK] = "s",
};

static const char* ofJoint(const mjModel* m, const Pair* pair, int joint) {
  return m->jnt_type[joint] == mjJNT_SLIDE ? pair->linear : pair->angular;
}

// a fixed tendon may add meters to radians
static const char* ofTendon(const mjModel* m, const Pair* pair, int tendon) {
  return m->wrap_type[m->tendon_adr[tendon]] == mjWRAP_JOINT ? "" : pair->linear;
}

// an actuator of a joint with one dof, or of a tendon; for others the unit is unknown
static const char* ofActuator(const mjModel* m, const Pair* pair, int i) {
  const int trn = m->actuator_trntype[i], id = m->actuator_trnid[2 * i];
  if (trn == mjTRN_TENDON) return ofTendon(m, pair, id);
  if (trn == mjTRN_SLIDERCRANK) return pair->linear;
  const bool joint = trn == mjTRN_JOINT || trn == mjTRN_JOINTINPARENT;
  return joint && m->jnt_type[id] >= mjJNT_SLIDE ? ofJoint(m, pair, id) : "";
}

static const char* ofSensor(const mjModel* m, int sensor) {
  const int type = m->sensor_type[sensor], id = m->sensor_objid[sensor];
  for (size_t i = 0; i < sizeof movingSensor / sizeof *movingSensor; i++) {
    if (movingSensor[i].type != type) continue;
    const int object = m->sensor_objtype[sensor];
    const Pair* pair = movingSensor[i].pair;
    return object == mjOBJ_JOINT    ? ofJoint(m, pair, id)
           : object == mjOBJ_TENDON ? ofTendon(m, pair, id)
                                    : ofActuator(m, pair, id);
  }
  ASSERT(type >= 0 && type <= mjSENS_USER);
  return sensorUnit[type] ? sensorUnit[type] : "";
}

static const char* ofPosition(const mjModel* m, column_Owner owner, int row) {
  if (owner.id < 0) return "";
  const int type = m->jnt_type[owner.id];
  if (type == mjJNT_FREE && row - owner.first < 3) return position.linear;
  return type >= mjJNT_SLIDE ? ofJoint(m, &position, owner.id) : "";
}

// linear or angular, by the owner of the row
static const char* byOwner(const mjModel* m, const field_Field* f, const Pair* pair, int element) {
  const column_Owner owner = column_owner(m, f, element);
  if (owner.id < 0) return "";
  if (owner.type == mjOBJ_ACTUATOR) return ofActuator(m, pair, owner.id);
  if (owner.type == mjOBJ_TENDON) return ofTendon(m, pair, owner.id);
  const bool slides = m->jnt_type[owner.id] == mjJNT_FREE && element - owner.first < 3;
  return slides ? pair->linear : ofJoint(m, pair, owner.id);
}

static bool isPair(const char* unit, const char* first, const char* between, const char* second) {
  const size_t n = strlen(first), k = strlen(between);
  return !strncmp(unit, first, n) && !strncmp(unit + n, between, k) &&
         !strcmp(unit + n + k, second);
}

// unit from the field table (sn_Field): one, or two of which the element has one
static const char* ofField(const mjModel* m, const field_Field* f, int element) {
  const int cols = (int)field_dim(&f->cols, m, NULL);
  ASSERT(cols > 0);
  const bool second = cols > 1 && element % cols >= cols / 2;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const char *linear = pairs[i]->linear, *angular = pairs[i]->angular;
    if (isPair(f->unit, linear, "|", angular)) return byOwner(m, f, pairs[i], element);
    if (isPair(f->unit, linear, ", ", angular)) return second ? angular : linear;
    if (isPair(f->unit, angular, ", ", linear)) return second ? linear : angular;
  }
  return strcmp(f->unit, "mixed") ? f->unit : "";
}

const char* column_unit(const mjModel* m, const column_Source* source, int element) {
  const field_Field* f = source->field;
  if (!f) return source->real ? "J" : "";
  const column_Owner owner = column_owner(m, f, element);
  if (!strcmp(f->name, "qpos")) return ofPosition(m, owner, element);
  if (!strcmp(f->name, "sensordata")) return owner.id < 0 ? "" : ofSensor(m, owner.id);
  return ofField(m, f, element);
}
