// sinew info --json: JSON serialization of sizes, options, bodies, joints, actuators, sensors and
// keyframes of a model.
#include <string.h>

#include "info.h"
#include "kinds.h"
#include "output.h"

// ---- members of an object; each except the first starts with a comma

static void addKey(text_Text* out, const char* key) {
  const char last = out->size ? out->data[out->size - 1] : 0;
  text_format(out, "%s\"%s\": ", last == '{' ? "" : ", ", key);
}

static void addString(text_Text* out, const char* key, const char* value) {
  addKey(out, key);
  if (value) json_string(out, value);
  if (!value) text_add(out, "null");
}

static void addNumber(text_Text* out, const char* key, double value) {
  addKey(out, key);
  json_number(out, value);
}

static void addName(text_Text* out, const char* key, const mjModel* m, int type, int id) {
  addString(out, key, id >= 0 ? mj_id2name(m, type, id) : NULL);
}

// "range": [lo, hi], null if unlimited
static void addRange(text_Text* out, const char* key, bool limited, const mjtNum range[2]) {
  addKey(out, key);
  if (!limited) {
    text_add(out, "null");
    return;
  }
  text_add(out, "[");
  json_number(out, range[0]);
  text_add(out, ", ");
  json_number(out, range[1]);
  text_add(out, "]");
}

// ---- lists

static void addBody(text_Text* out, const mjModel* m, int i) {
  addName(out, "name", m, mjOBJ_BODY, i);
  addNumber(out, "parent", m->body_parentid[i]);
  addNumber(out, "mass", m->body_mass[i]);
  addNumber(out, "mocap", m->body_mocapid[i]);
}

static void addJoint(text_Text* out, const mjModel* m, int i) {
  addName(out, "name", m, mjOBJ_JOINT, i);
  addString(out, "kind", kind_joint(m, i));
  addNumber(out, "body", m->jnt_bodyid[i]);
  addNumber(out, "qpos", m->jnt_qposadr[i]);
  addNumber(out, "dof", m->jnt_dofadr[i]);
  addRange(out, "range", m->jnt_limited[i], m->jnt_range + 2 * i);
}

static void addActuator(text_Text* out, const mjModel* m, int i) {
  int type, id;
  const int ctrl = m->actuator_ctrladr[i];
  addName(out, "name", m, mjOBJ_ACTUATOR, i);
  addString(out, "kind", kind_actuator(m, i));
  addString(out, "transmission", kind_transmission(m, i, &type, &id));
  addNumber(out, "target", id);
  addName(out, "target_name", m, type, id);
  addNumber(out, "ctrl", ctrl);
  addNumber(out, "nctrl", m->actuator_ctrlnum[i]);
  addRange(out, "ctrlrange", m->actuator_ctrlnum[i] && m->actuator_ctrllimited[ctrl],
           m->actuator_ctrlrange + 2 * ctrl);
  addRange(out, "forcerange", m->actuator_forcelimited[i], m->actuator_forcerange + 2 * i);
}

static void addSensor(text_Text* out, const mjModel* m, int i) {
  const char* object = m->sensor_objid[i] >= 0 ? mju_type2Str(m->sensor_objtype[i]) : NULL;
  addName(out, "name", m, mjOBJ_SENSOR, i);
  addString(out, "kind", kind_sensor(m, i));
  addNumber(out, "dim", m->sensor_dim[i]);
  addNumber(out, "adr", m->sensor_adr[i]);
  addString(out, "object", object);
  addName(out, "object_name", m, m->sensor_objtype[i], object ? m->sensor_objid[i] : -1);
}

static void addKeyframe(text_Text* out, const mjModel* m, int i) {
  addName(out, "name", m, mjOBJ_KEY, i);
  addNumber(out, "time", m->key_time[i]);
}

static const struct {
  const char* key;
  size_t size;
  void (*add)(text_Text* out, const mjModel* m, int i);
} list[] = {
    {"bodies", offsetof(mjModel, nbody), addBody},
    {"joints", offsetof(mjModel, njnt), addJoint},
    {"actuators", offsetof(mjModel, nactuator), addActuator},
    {"sensors", offsetof(mjModel, nsensor), addSensor},
    {"keyframes", offsetof(mjModel, nkey), addKeyframe},
};

static mjtSize sizeAt(const mjModel* m, size_t offset) {
  return *(const mjtSize*)((const char*)m + offset);
}

void info_json(text_Text* out, const mjModel* m, const char* path, double seconds) {
  text_add(out, "{");
  addString(out, "model", path);
  addString(out, "name", m->names);
  addNumber(out, "load_seconds", seconds);
  addNumber(out, "timestep", m->opt.timestep);
  addNumber(out, "mass", m->body_subtreemass[0]);
  addNumber(out, "model_bytes", (double)m->nbuffer);
  addNumber(out, "arena_bytes", (double)m->narena);
  text_add(out, ",\n  \"sizes\": {");
  for (int i = 0; i < info_nsize; i++) {
    addNumber(out, info_size[i].name, (double)sizeAt(m, info_size[i].offset));
  }
  text_add(out, "}");
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    const int n = (int)sizeAt(m, list[k].size);
    text_format(out, ",\n  \"%s\": [", list[k].key);
    for (int i = 0; i < n; i++) {
      text_add(out, i ? ",\n    {" : "\n    {");
      list[k].add(out, m, i);
      text_add(out, "}");
    }
    text_add(out, n ? "\n  ]" : "]");
  }
  text_add(out, "\n}\n");
}
