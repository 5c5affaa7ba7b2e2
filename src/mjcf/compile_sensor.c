// Sensors: one row of a table per kind says what it may be attached to, how many numbers it gives,
// of which sort and after which stage; a function checks what a row cannot say. Reads the spec and
// all objects -> nsensor, nsensordata, nhistory; sensor_*.
#include "mjcf/compile_sensor.h"

#include <limits.h>
#include <string.h>

#include "mjcf/compile_actuator.h"
#include "mjcf/compile_index.h"
#include "mjcf/compile_tendon.h"

typedef bool (*Check)(comp_Compile* c, comp_Sensor* s);

typedef struct {
  unsigned obj, ref;  // bits of mjtObj that may be its object and reference; bit 0: may be absent
  int dim;            // 0: the check sets it
  int datatype, needstage;  // -1: as given
  Check check;
} Kind;

#define BIT(type) (1u << (type))

enum {
  NONE = BIT(mjOBJ_UNKNOWN),
  BODY = BIT(mjOBJ_BODY),
  SITE = BIT(mjOBJ_SITE),
  CAMERA = BIT(mjOBJ_CAMERA),
  JOINT = BIT(mjOBJ_JOINT),
  TENDON = BIT(mjOBJ_TENDON),
  ACTUATOR = BIT(mjOBJ_ACTUATOR),
  SURFACE = BIT(mjOBJ_GEOM) | BODY,
  FRAME = BODY | BIT(mjOBJ_XBODY) | BIT(mjOBJ_GEOM) | SITE | CAMERA,
  COLLIDER = NONE | BODY | BIT(mjOBJ_XBODY) | BIT(mjOBJ_GEOM),
  ANY = BIT(mjNOBJECT) - 1
};

static bool fail(comp_Compile* c, const comp_Sensor* s, const char* text) {
  comp_error(c, s->e, "%s", text);
  return false;
}

static const mjsSensor* dataOf(const comp_Sensor* s) { return SPEC_DATA(mjsSensor, s->e); }

// ---- checks of single kinds

static bool checkScalar(comp_Compile* c, comp_Sensor* s) {
  return c->joint[s->objid].nv == 1 || fail(c, s, "joint: it must be a hinge or slide joint");
}

static bool checkBall(comp_Compile* c, comp_Sensor* s) {
  bool ball = SPEC_DATA(mjsJoint, c->joint[s->objid].e)->type == mjJNT_BALL;
  return ball || fail(c, s, "joint: it must be a ball joint");
}

static bool checkLimitedJoint(comp_Compile* c, comp_Sensor* s) {
  return c->joint[s->objid].limited ||
         fail(c, s, "joint: it has no limit to measure; give it a range");
}

static bool checkLimitedTendon(comp_Compile* c, comp_Sensor* s) {
  return c->tendon[s->objid].limited ||
         fail(c, s, "tendon: it has no limit to measure; give it a range");
}

static bool setActuatorDim(comp_Compile* c, comp_Sensor* s) {
  s->dim = c->actuator[s->objid].outnum;
  return true;
}

static bool isHeightField(const comp_Compile* c, int type, int id) {
  return type == mjOBJ_GEOM && c->geom[id].type == mjGEOM_HFIELD;
}

static bool checkDistance(comp_Compile* c, comp_Sensor* s) {
  if (s->objtype == s->reftype && s->objid == s->refid) {
    return fail(c, s, "the distance of an object to itself; name two different ones");
  }
  if (isHeightField(c, s->objtype, s->objid) || isHeightField(c, s->reftype, s->refid)) {
    return fail(c, s, "distances to height fields cannot be measured; name another geom");
  }
  return true;
}

// sum of the sizes of the fields whose bits are set; -1 if there are none, or others
static int fieldSize(int dataspec, const int* size, int nfield) {
  if (dataspec <= 0 || dataspec >= 1 << nfield) return -1;
  int sum = 0;
  for (int i = 0; i < nfield; i++) sum += dataspec & 1 << i ? size[i] : 0;
  return sum;
}

// dim = size * count, if it is an index
static bool setProduct(comp_Compile* c, comp_Sensor* s, int size, mjtSize count) {
  if (size < 0) return fail(c, s, "data: no field is chosen, or an unknown one");
  if (count > INT_MAX / size) {
    comp_error(c, s->e, "it would give %d numbers %lld times; that is more than an int can count",
               size, (long long)count);
    return false;
  }
  s->dim = (int)(size * count);
  return true;
}

// one ray along a site's z axis, or one per pixel of a camera
static bool setRays(comp_Compile* c, comp_Sensor* s) {
  static const int size[mjNRAYDATA] = {
      [mjRAYDATA_DIST] = 1,  [mjRAYDATA_DIR] = 3,    [mjRAYDATA_ORIGIN] = 3,
      [mjRAYDATA_POINT] = 3, [mjRAYDATA_NORMAL] = 3, [mjRAYDATA_DEPTH] = 1};
  mjtSize count = 1;
  if (s->objtype == mjOBJ_CAMERA) {
    const int* resolution = SPEC_DATA(mjsCamera, c->camera[s->objid].e)->resolution;
    if (resolution[0] <= 0 || resolution[1] <= 0)
      return fail(c, s, "camera: its resolution is not positive");
    count = (mjtSize)resolution[0] * resolution[1];
  }
  return setProduct(c, s, fieldSize(dataOf(s)->intprm[0], size, mjNRAYDATA), count);
}

static bool setContacts(comp_Compile* c, comp_Sensor* s) {
  static const int size[mjNCONDATA] = {
      [mjCONDATA_FOUND] = 1, [mjCONDATA_FORCE] = 3,  [mjCONDATA_TORQUE] = 3, [mjCONDATA_DIST] = 1,
      [mjCONDATA_POS] = 3,   [mjCONDATA_NORMAL] = 3, [mjCONDATA_TANGENT] = 3};
  enum { NREDUCE = 4 };  // none, mindist, maxforce, netforce
  const int* prm = dataOf(s)->intprm;
  if (prm[1] < 0 || prm[1] >= NREDUCE)
    return fail(c, s, "reduce: it is none of the four ways to choose contacts");
  if (prm[2] <= 0) {
    comp_error(c, s->e, "num: %d contacts; 1 or more are needed", prm[2]);
    return false;
  }
  return setProduct(c, s, fieldSize(prm[0], size, mjNCONDATA), prm[2]);
}

static bool setUser(comp_Compile* c, comp_Sensor* s) {
  const mjsSensor* data = dataOf(s);
  s->dim = data->dim;
  if (s->dim < 0) {
    comp_error(c, s->e, "dim: %d numbers; 0 or more are needed", s->dim);
    return false;
  }
  if ((unsigned)data->datatype > mjDATATYPE_QUATERNION || (unsigned)data->needstage > mjSTAGE_ACC) {
    return fail(c, s, "datatype, needstage: one of them has no meaning");
  }
  if (data->datatype == mjDATATYPE_AXIS && s->dim != 3)
    return fail(c, s, "dim: an axis has 3 numbers");
  if (data->datatype == mjDATATYPE_QUATERNION && s->dim != 4) {
    return fail(c, s, "dim: a quaternion has 4 numbers");
  }
  return true;
}

static bool refuseTactile(comp_Compile* c, comp_Sensor* s) {
  return fail(c, s, "tactile sensors are not supported yet");
}

static bool refusePlugin(comp_Compile* c, comp_Sensor* s) {
  return fail(c, s, "sensor plugins are not supported yet");
}

// ---- the table

enum { REAL = mjDATATYPE_REAL, POSITIVE = mjDATATYPE_POSITIVE, AXIS = mjDATATYPE_AXIS };
enum { QUAT = mjDATATYPE_QUATERNION, GIVEN = -1 };
enum { POS = mjSTAGE_POS, VEL = mjSTAGE_VEL, ACC = mjSTAGE_ACC };

static const Kind kindTable[] = {
    [mjSENS_TOUCH] = {SITE, NONE, 1, POSITIVE, ACC, NULL},
    [mjSENS_ACCELEROMETER] = {SITE, NONE, 3, REAL, ACC, NULL},
    [mjSENS_VELOCIMETER] = {SITE, NONE, 3, REAL, VEL, NULL},
    [mjSENS_GYRO] = {SITE, NONE, 3, REAL, VEL, NULL},
    [mjSENS_FORCE] = {SITE, NONE, 3, REAL, ACC, NULL},
    [mjSENS_TORQUE] = {SITE, NONE, 3, REAL, ACC, NULL},
    [mjSENS_MAGNETOMETER] = {SITE, NONE, 3, REAL, POS, NULL},
    [mjSENS_RANGEFINDER] = {SITE | CAMERA, NONE, 0, REAL, POS, setRays},
    [mjSENS_CAMPROJECTION] = {SITE, CAMERA, 2, REAL, POS, NULL},
    [mjSENS_JOINTPOS] = {JOINT, NONE, 1, REAL, POS, checkScalar},
    [mjSENS_JOINTVEL] = {JOINT, NONE, 1, REAL, VEL, checkScalar},
    [mjSENS_TENDONPOS] = {TENDON, NONE, 1, REAL, POS, NULL},
    [mjSENS_TENDONVEL] = {TENDON, NONE, 1, REAL, VEL, NULL},
    [mjSENS_ACTUATORPOS] = {ACTUATOR, NONE, 0, REAL, POS, setActuatorDim},
    [mjSENS_ACTUATORVEL] = {ACTUATOR, NONE, 0, REAL, VEL, setActuatorDim},
    [mjSENS_ACTUATORFRC] = {ACTUATOR, NONE, 0, REAL, ACC, setActuatorDim},
    [mjSENS_JOINTACTFRC] = {JOINT, NONE, 1, REAL, ACC, checkScalar},
    [mjSENS_TENDONACTFRC] = {TENDON, NONE, 1, REAL, ACC, NULL},
    [mjSENS_BALLQUAT] = {JOINT, NONE, 4, QUAT, POS, checkBall},
    [mjSENS_BALLANGVEL] = {JOINT, NONE, 3, REAL, VEL, checkBall},
    [mjSENS_JOINTLIMITPOS] = {JOINT, NONE, 1, REAL, POS, checkLimitedJoint},
    [mjSENS_JOINTLIMITVEL] = {JOINT, NONE, 1, REAL, VEL, checkLimitedJoint},
    [mjSENS_JOINTLIMITFRC] = {JOINT, NONE, 1, REAL, ACC, checkLimitedJoint},
    [mjSENS_TENDONLIMITPOS] = {TENDON, NONE, 1, REAL, POS, checkLimitedTendon},
    [mjSENS_TENDONLIMITVEL] = {TENDON, NONE, 1, REAL, VEL, checkLimitedTendon},
    [mjSENS_TENDONLIMITFRC] = {TENDON, NONE, 1, REAL, ACC, checkLimitedTendon},
    [mjSENS_FRAMEPOS] = {FRAME, NONE | FRAME, 3, REAL, POS, NULL},
    [mjSENS_FRAMEQUAT] = {FRAME, NONE | FRAME, 4, QUAT, POS, NULL},
    [mjSENS_FRAMEXAXIS] = {FRAME, NONE | FRAME, 3, AXIS, POS, NULL},
    [mjSENS_FRAMEYAXIS] = {FRAME, NONE | FRAME, 3, AXIS, POS, NULL},
    [mjSENS_FRAMEZAXIS] = {FRAME, NONE | FRAME, 3, AXIS, POS, NULL},
    [mjSENS_FRAMELINVEL] = {FRAME, NONE | FRAME, 3, REAL, VEL, NULL},
    [mjSENS_FRAMEANGVEL] = {FRAME, NONE | FRAME, 3, REAL, VEL, NULL},
    [mjSENS_FRAMELINACC] = {FRAME, NONE, 3, REAL, ACC, NULL},
    [mjSENS_FRAMEANGACC] = {FRAME, NONE, 3, REAL, ACC, NULL},
    [mjSENS_SUBTREECOM] = {BODY, NONE, 3, REAL, POS, NULL},
    [mjSENS_SUBTREELINVEL] = {BODY, NONE, 3, REAL, VEL, NULL},
    [mjSENS_SUBTREEANGMOM] = {BODY, NONE, 3, REAL, VEL, NULL},
    [mjSENS_INSIDESITE] = {FRAME, SITE, 1, POSITIVE, POS, NULL},
    [mjSENS_GEOMDIST] = {SURFACE, SURFACE, 1, REAL, POS, checkDistance},
    [mjSENS_GEOMNORMAL] = {SURFACE, SURFACE, 3, AXIS, POS, checkDistance},
    [mjSENS_GEOMFROMTO] = {SURFACE, SURFACE, 6, REAL, POS, checkDistance},
    [mjSENS_CONTACT] = {COLLIDER | SITE, COLLIDER, 0, REAL, ACC, setContacts},
    [mjSENS_E_POTENTIAL] = {NONE, NONE, 1, REAL, POS, NULL},
    [mjSENS_E_KINETIC] = {NONE, NONE, 1, REAL, POS, NULL},
    [mjSENS_CLOCK] = {NONE, NONE, 1, REAL, POS, NULL},
    [mjSENS_TACTILE] = {ANY, ANY, 0, REAL, ACC, refuseTactile},
    [mjSENS_PLUGIN] = {ANY, ANY, 0, GIVEN, GIVEN, refusePlugin},
    [mjSENS_USER] = {ANY, ANY, 0, GIVEN, GIVEN, setUser},
};

enum { NKIND = sizeof kindTable / sizeof *kindTable };

// ---- objects

// The object or reference of a sensor: type and name as given -> type and id.
static bool findObject(comp_Compile* c, const comp_Sensor* s, const char* what, unsigned allowed,
                       int* type, int* id, const char* name) {
  *id = -1;
  if (!*name) {
    *type = mjOBJ_UNKNOWN;
    if (!(allowed & NONE))
      comp_error(c, s->e, "%s: missing; name the object that it measures", what);
    return allowed & NONE;
  }
  if ((unsigned)*type >= mjNOBJECT || !(allowed & BIT(*type)) || *type == mjOBJ_UNKNOWN) {
    comp_error(c, s->e, "%s: '%s' is of a kind that this sensor cannot use", what, name);
    return false;
  }
  *id = comp_find(c, s->e, what, *type == mjOBJ_XBODY ? mjOBJ_BODY : *type, name);
  return *id >= 0;
}

static bool findObjects(comp_Compile* c, comp_Sensor* s, const Kind* kind) {
  const mjsSensor* data = dataOf(s);
  s->objtype = (int)data->objtype;
  s->reftype = (int)data->reftype;
  return findObject(c, s, "object", kind->obj, &s->objtype, &s->objid, vec_text(data->objname)) &&
         findObject(c, s, "reference", kind->ref, &s->reftype, &s->refid, vec_text(data->refname));
}

// ---- numbers that all sensors have

static bool checkNumbers(comp_Compile* c, const comp_Sensor* s) {
  const mjsSensor* data = dataOf(s);
  const double period = data->interval[0], phase = data->interval[1];
  bool unit = s->datatype == mjDATATYPE_AXIS || s->datatype == mjDATATYPE_QUATERNION;
  if (data->cutoff < 0) {
    comp_error(c, s->e, "cutoff: %g is negative; 0 switches it off", data->cutoff);
  } else if (data->noise < 0) {
    comp_error(c, s->e, "noise: %g is negative; 0 or more is needed", data->noise);
  } else if (data->cutoff > 0 && unit && data->type != mjSENS_GEOMNORMAL) {
    comp_error(c, s->e, "cutoff: axes and quaternions are not cut off; remove it");
  } else if (period < 0) {
    comp_error(c, s->e, "interval: the period %g is negative; 0 or more is needed", period);
  } else if (phase > 0 || (period > 0 && phase <= -period)) {
    comp_error(c, s->e, "interval: the phase %g is not in (-%g, 0]", phase, period);
  }
  return !c->diag->failed && comp_checkHistory(c, s->e, data->nsample, data->interp, data->delay);
}

static bool prepareSensor(comp_Compile* c, comp_Sensor* s) {
  const mjsSensor* data = dataOf(s);
  if ((unsigned)data->type >= NKIND) {
    comp_error(c, s->e, "type: there is no sensor of kind %d", (int)data->type);
    return false;
  }
  const Kind* kind = &kindTable[data->type];
  if (data->type == mjSENS_TACTILE || data->type == mjSENS_PLUGIN) return kind->check(c, s);
  s->dim = kind->dim;
  s->datatype = kind->datatype == GIVEN ? (int)data->datatype : kind->datatype;
  s->needstage = kind->needstage == GIVEN ? (int)data->needstage : kind->needstage;
  return findObjects(c, s, kind) && (!kind->check || kind->check(c, s)) && checkNumbers(c, s);
}

// numbers of a buffer: user and cursor, times, values
static mjtSize historySize(const comp_Sensor* s, int nsample) {
  return 2 + nsample + (mjtSize)nsample * s->dim;
}

bool comp_prepareSensors(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_SENSOR];
  c->sensor = comp_alloc(c, list->n, sizeof *c->sensor);
  if (!c->sensor) return false;
  for (int i = 0; i < list->n; i++) {
    comp_Sensor* s = &c->sensor[i];
    s->e = list->item[i];
    if (!prepareSensor(c, s)) return false;
    int nsample = dataOf(s)->nsample;
    s->adr = (int)c->size.nsensordata;
    s->historyadr = nsample > 0 ? (int)c->size.nhistory : -1;
    if (!comp_advance(c, s->e, "the number of sensor values", &c->size.nsensordata, s->dim))
      return false;
    if (nsample > 0 && !comp_advance(c, s->e, "the number of history entries", &c->size.nhistory,
                                     historySize(s, nsample))) {
      return false;
    }
  }
  c->size.nsensor = list->n;
  return true;
}

// ---- arrays

bool comp_fillSensors(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->nsensor; i++) {
    const comp_Sensor* s = &c->sensor[i];
    const mjsSensor* data = dataOf(s);
    m->sensor_type[i] = data->type;
    m->sensor_datatype[i] = s->datatype;
    m->sensor_needstage[i] = s->needstage;
    m->sensor_objtype[i] = s->objtype;
    m->sensor_objid[i] = s->objid;
    m->sensor_reftype[i] = s->reftype;
    m->sensor_refid[i] = s->refid;
    memcpy(m->sensor_intprm + mjNSENS * i, data->intprm, sizeof data->intprm);
    m->sensor_dim[i] = s->dim;
    m->sensor_adr[i] = s->adr;
    m->sensor_cutoff[i] = data->cutoff;
    m->sensor_noise[i] = data->noise;
    m->sensor_history[2 * i] = data->nsample;
    m->sensor_history[2 * i + 1] = data->interp;
    m->sensor_historyadr[i] = s->historyadr;
    m->sensor_delay[i] = data->delay;
    memcpy(m->sensor_interval + 2 * i, data->interval, sizeof data->interval);
    m->sensor_plugin[i] = -1;
    comp_fillUser(m->sensor_user, m->nuser_sensor, i, data->userdata);
  }
  return true;
}
