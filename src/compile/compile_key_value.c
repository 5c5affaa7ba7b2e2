// Keyframes stored per element: copies each value to the index of its joint, actuator or mocap body
// in mjModel; what has no value keeps the default that comp_fillKeys has written.
#include <string.h>

#include "base/assert.h"
#include "compile/compile_actuator.h"
#include "math/rigid.h"
#include "spec/attach_key.h"

// copies `n` values of an element to dst, if the key has that number of values for it
static bool put(const spec_Element* key, key_Vector vector, const spec_Element* owner, mjtNum* dst,
                int n) {
  int given;
  const double* value = attach_keyValue(key, vector, owner, &given);
  if (!value || given != n) return false;
  memcpy(dst, value, (size_t)n * sizeof *dst);
  return true;
}

static void fillJoints(const comp_Compile* c, const spec_Element* key, mjtNum* qpos, mjtNum* qvel) {
  for (int j = 0; j < c->m->njnt; j++) {
    const comp_Joint* joint = &c->joint[j];
    if (attach_keyByElement(key, KEY_QPOS) &&
        put(key, KEY_QPOS, joint->e, qpos + joint->qposadr, joint->nq)) {
      const int type = SPEC_DATA(mjsJoint, joint->e)->type;
      if (type == mjJNT_FREE) rigid_normalizeKey(qpos + joint->qposadr + 3);
      if (type == mjJNT_BALL) rigid_normalizeKey(qpos + joint->qposadr);
    }
    if (attach_keyByElement(key, KEY_QVEL))
      put(key, KEY_QVEL, joint->e, qvel + joint->dofadr, joint->nv);
  }
}

static void fillActuators(const comp_Compile* c, const spec_Element* key, mjtNum* act,
                          mjtNum* ctrl) {
  ASSERT(c->list[mjOBJ_ACTUATOR].n == c->m->nactuator);
  for (int i = 0; i < c->list[mjOBJ_ACTUATOR].n; i++) {
    const comp_Actuator* a = &c->actuator[i];
    if (a->actadr >= 0 && attach_keyByElement(key, KEY_ACT)) {
      put(key, KEY_ACT, a->e, act + a->actadr, a->actnum);
    }
    if (attach_keyByElement(key, KEY_CTRL)) put(key, KEY_CTRL, a->e, ctrl + a->ctrladr, a->ctrlnum);
  }
}

static void fillMocap(const comp_Compile* c, const spec_Element* key, mjtNum* mpos, mjtNum* mquat) {
  for (int b = 0; b < c->m->nbody; b++) {
    const int id = c->body[b].mocap;
    if (id < 0) continue;
    if (attach_keyByElement(key, KEY_MPOS)) put(key, KEY_MPOS, c->body[b].e, mpos + 3 * id, 3);
    if (attach_keyByElement(key, KEY_MQUAT) &&
        put(key, KEY_MQUAT, c->body[b].e, mquat + 4 * id, 4)) {
      rigid_normalize(mquat + 4 * id, 4);
    }
  }
}

bool comp_fillKeyValues(comp_Compile* c) {
  const mjModel* m = c->m;
  const spec_List* keys = &c->list[mjOBJ_KEY];
  ASSERT(keys->n <= m->nkey);
  for (int i = 0; i < keys->n; i++) {
    const spec_Element* key = keys->item[i];
    if (!attach_keySplit(key)) continue;
    fillJoints(c, key, m->key_qpos + i * m->nq, m->key_qvel + i * m->nv);
    fillActuators(c, key, m->key_act + i * m->na, m->key_ctrl + i * m->nu);
    fillMocap(c, key, m->key_mpos + 3 * i * m->nmocap, m->key_mquat + 4 * i * m->nmocap);
  }
  return true;
}
