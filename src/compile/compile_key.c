// Keyframes (saved states). A vector that is missing gets its value after a reset. A vector that is
// too short is padded, entry by entry, with unprocessed values of the file instead: identity for
// free and ball joints, `ref` in the file's units, `pos` and `quat` of mocap bodies without frames.
//   spec, m->qpos0, m->body_pos, m->body_quat -> key_*
#include <string.h>

#include "base/assert.h"
#include "compile/compile_index.h"
#include "math/rigid.h"

// ---- checks

typedef struct {
  const char* what;
  size_t offset;  // offset of the vector in mjsKey
  mjtSize size;
} Vector;

enum { NVECTOR = 6 };

static void vectorsOf(const mjModel* size, Vector v[NVECTOR]) {
  const Vector all[NVECTOR] = {{"qpos", offsetof(mjsKey, qpos), size->nq},
                               {"qvel", offsetof(mjsKey, qvel), size->nv},
                               {"act", offsetof(mjsKey, act), size->na},
                               {"mpos", offsetof(mjsKey, mpos), 3 * size->nmocap},
                               {"mquat", offsetof(mjsKey, mquat), 4 * size->nmocap},
                               {"ctrl", offsetof(mjsKey, ctrl), size->nu}};
  memcpy(v, all, sizeof all);
}

bool comp_prepareKeys(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_KEY];
  Vector vector[NVECTOR];
  vectorsOf(&c->size, vector);
  for (int i = 0; i < list->n; i++) {
    for (int k = 0; k < NVECTOR; k++) {
      const spec_Vec* vec;
      memcpy(&vec, (const char*)list->item[i]->data + vector[k].offset, sizeof vec);
      if (vec->size <= vector[k].size) continue;
      comp_error(c, list->item[i], "%s: %d numbers, but the model has %lld; leave the surplus out",
                 vector[k].what, vec->size, (long long)vector[k].size);
      if (!comp_resume(c)) return false;
    }
  }
  c->size.nkey = c->spec->pub.nkey > list->n ? c->spec->pub.nkey : list->n;
  return true;
}

// ---- arrays

// row `key` of an array with n columns: the given values, then zeros
static void fillPlain(mjtNum* array, mjtSize n, int key, const spec_Vec* vec) {
  for (mjtSize i = 0; i < n; i++) {
    array[key * n + i] = vec && i < vec->size ? ((const double*)vec->data)[i] : 0;
  }
}

// padding value for entry k of a joint's qpos
// odd: short keyframes
static mjtNum jointPad(const mjsJoint* joint, int k) {
  const int quat = joint->type == mjJNT_FREE ? 3 : 0;  // start of the quaternion
  if (joint->type == mjJNT_FREE || joint->type == mjJNT_BALL) return k == quat;
  return joint->ref;
}

static void fillPosition(const comp_Compile* c, int key, const spec_Vec* vec) {
  const mjModel* m = c->m;
  if (!m->nq) return;
  mjtNum* qpos = m->key_qpos + key * m->nq;
  if (!vec || !vec->size) {
    for (int i = 0; i < m->nq; i++) qpos[i] = m->qpos0[i];
    return;
  }
  const double* given = vec->data;
  for (int j = 0; j < m->njnt; j++) {
    const comp_Joint* joint = &c->joint[j];
    const mjsJoint* data = SPEC_DATA(mjsJoint, joint->e);
    for (int k = 0; k < joint->nq; k++) {
      int i = joint->qposadr + k;
      qpos[i] = i < vec->size ? given[i] : jointPad(data, k);
    }
    if (data->type == mjJNT_FREE) rigid_normalizeKey(qpos + joint->qposadr + 3);
    if (data->type == mjJNT_BALL) rigid_normalizeKey(qpos + joint->qposadr);
  }
}

// poses of one mocap body; a partly given pose counts as not given
// odd: short keyframes
static void fillMocap(const comp_Compile* c, int body, int key, const mjsKey* data) {
  mjModel* m = c->m;
  const int id = c->body[body].mocap;
  ASSERT(id >= 0 && id < m->nmocap);
  const mjsBody* raw = SPEC_DATA(mjsBody, c->body[body].e);
  const spec_Vec *mpos = data ? data->mpos : NULL, *mquat = data ? data->mquat : NULL;
  mjtNum* pos = m->key_mpos + 3 * (key * m->nmocap + id);
  mjtNum* quat = m->key_mquat + 4 * (key * m->nmocap + id);
  const double *fromPos = m->body_pos + 3 * body, *fromQuat = m->body_quat + 4 * body;
  if (mpos && mpos->size) {
    fromPos = mpos->size >= 3 * (id + 1) ? (const double*)mpos->data + 3 * id : raw->pos;
  }
  if (mquat && mquat->size) {
    fromQuat = mquat->size >= 4 * (id + 1) ? (const double*)mquat->data + 4 * id : raw->quat;
  }
  memcpy(pos, fromPos, 3 * sizeof *pos);
  memcpy(quat, fromQuat, 4 * sizeof *quat);
  rigid_normalize(quat, 4);
}

bool comp_fillKeys(comp_Compile* c) {
  mjModel* m = c->m;
  const spec_List* list = &c->list[mjOBJ_KEY];
  ASSERT(list->n <= m->nkey);
  for (int i = 0; i < m->nkey; i++) {
    const mjsKey* data = i < list->n ? SPEC_DATA(mjsKey, list->item[i]) : NULL;
    m->key_time[i] = data ? data->time : 0;
    fillPosition(c, i, data ? data->qpos : NULL);
    fillPlain(m->key_qvel, m->nv, i, data ? data->qvel : NULL);
    fillPlain(m->key_act, m->na, i, data ? data->act : NULL);
    fillPlain(m->key_ctrl, m->nu, i, data ? data->ctrl : NULL);
    for (int body = 0; body < m->nbody; body++) {
      if (c->body[body].mocap >= 0) fillMocap(c, body, i, data);
    }
  }
  return true;
}
