// Sensors: the table row of a sensor type (model/sensor_row.h) says which objects it may be
// attached to, its dimension, its data type and the pipeline stage that computes it; a function
// validates what a row cannot express.
//   spec, all objects -> nsensor, nsensordata, nhistory; sensor_*
#include "compile/compile_sensor.h"

#include <limits.h>
#include <string.h>

#include "base/assert.h"
#include "compile/compile_actuator.h"
#include "compile/compile_index.h"
#include "compile/compile_mesh.h"
#include "compile/compile_plugin.h"
#include "compile/compile_tendon.h"
#include "model/sensor_row.h"

typedef bool (*Check)(comp_Compile* c, comp_Sensor* s);

static bool fail(comp_Compile* c, const comp_Sensor* s, const char* text) {
  comp_error(c, s->e, "%s", text);
  return false;
}

static const mjsSensor* dataOf(const comp_Sensor* s) { return SPEC_DATA(mjsSensor, s->e); }

// ---- checks of single types

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

// dim = size * count, with an overflow check (int)
static bool setProduct(comp_Compile* c, comp_Sensor* s, int size, mjtSize count) {
  if (size < 0) return fail(c, s, "data: no field is chosen, or an unknown one");
  ASSERT(size > 0 && count > 0);
  if (count > INT_MAX / size) {
    comp_error(c, s->e, "it would give %d numbers %lld times; that is more than an int can count",
               size, (long long)count);
    return false;
  }
  s->dim = (int)(size * count);
  return true;
}

enum { MOST_RAYS = 1 << 24 };  // maximum for one sensor

// one ray along the z axis of a site, or one for each pixel of a camera
static bool setRays(comp_Compile* c, comp_Sensor* s) {
  mjtSize count = 1;
  if (s->objtype == mjOBJ_CAMERA) {
    const int* resolution = SPEC_DATA(mjsCamera, c->camera[s->objid].e)->resolution;
    if (resolution[0] <= 0 || resolution[1] <= 0)
      return fail(c, s, "camera: its resolution is not positive");
    count = (mjtSize)resolution[0] * resolution[1];
    if (count > MOST_RAYS) {
      comp_error(
          c, s->e,
          "camera: its resolution '%d %d' asks for %lld rays; at most %d are accepted, as of "
          "4096 x 4096 pixels",
          resolution[0], resolution[1], (long long)count, MOST_RAYS);
      return false;
    }
  }
  return setProduct(c, s, sensor_raySize(dataOf(s)->intprm[0]), count);
}

static bool setContacts(comp_Compile* c, comp_Sensor* s) {
  const int* prm = dataOf(s)->intprm;
  if (prm[1] < 0 || prm[1] >= SENSOR_NREDUCE)
    return fail(c, s, "reduce: it is none of the four ways to choose contacts");
  if (prm[2] <= 0) {
    comp_error(c, s->e, "num: %d contacts; 1 or more are needed", prm[2]);
    return false;
  }
  return setProduct(c, s, sensor_contactSize(prm[0]), prm[2]);
}

// at least one of the body's geoms must collide: the sensor finds what it touches by contacts
static bool checkTouching(comp_Compile* c, const comp_Sensor* s) {
  const int body = c->geom[s->refid].body;
  for (int i = 0; i < c->size.ngeom; i++) {
    const mjsGeom* geom = SPEC_DATA(mjsGeom, c->geom[i].e);
    if (c->geom[i].body == body && (geom->contype || geom->conaffinity)) return true;
  }
  return fail(
      c, s,
      "geom: its body touches nothing, since none of its geoms collides; give one of them a "
      "contype or conaffinity other than 0");
}

static bool setTactile(comp_Compile* c, comp_Sensor* s) {
  return checkTouching(c, s) && setProduct(c, s, 3, comp_mesh(c, s->objid)->data.nvert);
}

// comp_sizePlugins sets the dimension when the model exists
static bool setPlugin(comp_Compile* c, comp_Sensor* s) {
  const comp_Plugin* p = comp_pluginOf(c, s->e);
  ASSERT(p);  // checked by comp_preparePlugins
  const int stage = p->plugin->needstage;
  if (stage < mjSTAGE_NONE || stage > mjSTAGE_ACC)
    return fail(c, s, "plugin: its needstage is none of the stages");
  if (dataOf(s)->nsample > 0 || dataOf(s)->delay > 0 || dataOf(s)->interval[0] > 0)
    return fail(c, s, "nsample, delay, interval: sensors of plugins keep no samples; remove them");
  s->dim = 0;
  s->needstage = stage;
  return true;
}

static bool setUser(comp_Compile* c, comp_Sensor* s) {
  const mjsSensor* data = dataOf(s);
  s->dim = data->dim;
  if (s->dim < 0) {
    comp_error(c, s->e, "dim: %d numbers; 0 or more are needed", s->dim);
    return false;
  }
  if (data->datatype == mjDATATYPE_AXIS && s->dim != 3)
    return fail(c, s, "dim: an axis has 3 numbers");
  if (data->datatype == mjDATATYPE_QUATERNION && s->dim != 4) {
    return fail(c, s, "dim: a quaternion has 4 numbers");
  }
  return true;
}

// checks that table rows cannot express
static const Check checkOf[] = {
    [mjSENS_RANGEFINDER] = setRays,
    [mjSENS_JOINTPOS] = checkScalar,
    [mjSENS_JOINTVEL] = checkScalar,
    [mjSENS_ACTUATORPOS] = setActuatorDim,
    [mjSENS_ACTUATORVEL] = setActuatorDim,
    [mjSENS_ACTUATORFRC] = setActuatorDim,
    [mjSENS_JOINTACTFRC] = checkScalar,
    [mjSENS_BALLQUAT] = checkBall,
    [mjSENS_BALLANGVEL] = checkBall,
    [mjSENS_JOINTLIMITPOS] = checkLimitedJoint,
    [mjSENS_JOINTLIMITVEL] = checkLimitedJoint,
    [mjSENS_JOINTLIMITFRC] = checkLimitedJoint,
    [mjSENS_TENDONLIMITPOS] = checkLimitedTendon,
    [mjSENS_TENDONLIMITVEL] = checkLimitedTendon,
    [mjSENS_TENDONLIMITFRC] = checkLimitedTendon,
    [mjSENS_GEOMDIST] = checkDistance,
    [mjSENS_GEOMNORMAL] = checkDistance,
    [mjSENS_GEOMFROMTO] = checkDistance,
    [mjSENS_CONTACT] = setContacts,
    [mjSENS_TACTILE] = setTactile,
    [mjSENS_PLUGIN] = setPlugin,
    [mjSENS_USER] = setUser,
};

// ---- objects

// Looks up the object or reference of a sensor: type and name as given -> type and id.
static bool findObject(comp_Compile* c, const comp_Sensor* s, const char* what, unsigned allowed,
                       int* type, int* id, const char* name) {
  *id = -1;
  if (!*name) {
    *type = mjOBJ_UNKNOWN;
    if (!(allowed & SENSOR_BIT(mjOBJ_UNKNOWN)))
      comp_error(c, s->e, "%s: missing; name the object that it measures", what);
    return allowed & SENSOR_BIT(mjOBJ_UNKNOWN);
  }
  if (!(allowed & SENSOR_BIT(*type)) || *type == mjOBJ_UNKNOWN) {
    comp_error(c, s->e, "%s: '%s' is of a kind that this sensor cannot use", what, name);
    return false;
  }
  *id = comp_find(c, s->e, what, *type == mjOBJ_XBODY ? mjOBJ_BODY : *type, name);
  return *id >= 0;
}

static bool findObjects(comp_Compile* c, comp_Sensor* s, const sensor_Row* kind) {
  const mjsSensor* data = dataOf(s);
  s->objtype = (int)data->objtype;
  s->reftype = (int)data->reftype;
  return findObject(c, s, "object", kind->obj, &s->objtype, &s->objid, vec_text(data->objname)) &&
         findObject(c, s, "reference", kind->ref, &s->reftype, &s->refid, vec_text(data->refname));
}

// ---- settings that all sensors have

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
  const sensor_Row* kind = sensor_row((int)data->type);
  ASSERT(kind &&
         (size_t)data->type < sizeof checkOf / sizeof *checkOf);  // validated by comp_checkKinds
  s->dim = kind->dim;
  s->datatype = kind->datatype == SENSOR_GIVEN ? (int)data->datatype : kind->datatype;
  s->needstage = kind->needstage == SENSOR_GIVEN ? (int)data->needstage : kind->needstage;
  const Check check = checkOf[data->type];
  return findObjects(c, s, kind) && (!check || check(c, s)) && checkNumbers(c, s);
}

// length of a history buffer: user and cursor, times, values
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
    if (!prepareSensor(c, s)) {
      if (!comp_resume(c)) return false;
      continue;
    }
    int nsample = dataOf(s)->nsample;
    s->adr = (int)c->size.nsensordata;
    s->historyadr = nsample > 0 ? (int)c->size.nhistory : -1;
    if (!comp_advance(c, s->e, "the number of sensor values", &c->size.nsensordata, s->dim))
      return false;
    if (nsample > 0 && !comp_addHistory(c, s->e, historySize(s, nsample))) return false;
  }
  c->size.nsensor = list->n;
  return true;
}

// ---- arrays

bool comp_fillSensors(comp_Compile* c) {
  mjModel* m = c->m;
  const comp_Sensor* last = m->nsensor ? &c->sensor[m->nsensor - 1] : NULL;
  ASSERT(!last || last->adr + last->dim == m->nsensordata);
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
    comp_fillUser(m->sensor_user, m->nuser_sensor, i, data->userdata);
  }
  return true;
}
