// Keyframe values by element: splits the state vectors (qpos, qvel, act, ctrl, mocap) of a key into
// values of joints, actuators and mocap bodies of a spec, and copies them to copies of these
// elements. A cursor makes lookups in the order of ids fast.
#include "spec/attach_key.h"

#include <string.h>

#include "base/assert.h"

typedef struct {
  const spec_Element* owner;
  const double* value;  // n values in the pool
  int n;
} Entry;

typedef struct {
  bool given;  // the vector exists; owners without an entry have their default
  Entry* entry;
  int n, capacity;
  int cursor;  // index of the last lookup
} Vector;

// spec_Element.extra of a key whose values are stored by element
struct key_Values {
  Vector vector[KEY_NVECTOR];
};

static const char* const vectorName[KEY_NVECTOR] = {"qpos", "qvel", "act", "ctrl", "mpos", "mquat"};

static spec_Vec* publicVec(const spec_Element* key, int vector) {
  const mjsKey* data = SPEC_DATA(mjsKey, key);
  mjDoubleVec* const table[KEY_NVECTOR] = {data->qpos, data->qvel, data->act,
                                           data->ctrl, data->mpos, data->mquat};
  ASSERT(vector >= 0 && vector < KEY_NVECTOR);
  return table[vector];
}

static bool ofActuator(int vector) { return vector == KEY_ACT || vector == KEY_CTRL; }

static bool addEntry(spec_Pool* pool, Vector* v, const spec_Element* owner, const double* value,
                     int n) {
  ASSERT(n > 0);
  if (v->n == v->capacity) {
    Entry* entry = vec_grow(pool, v->entry, v->n, &v->capacity, sizeof *entry);
    if (!entry) return false;
    v->entry = entry;
  }
  v->entry[v->n++] = (Entry){owner, value, n};
  return true;
}

// ---- lookup

bool attach_keySplit(const spec_Element* key) { return key->extra != NULL; }

bool attach_keyByElement(const spec_Element* key, key_Vector vector) {
  const key_Values* values = key->extra;
  return values && values->vector[vector].given && !publicVec(key, vector)->size;
}

const double* attach_keyValue(const spec_Element* key, key_Vector vector, const spec_Element* owner,
                              int* n) {
  key_Values* values = key->extra;
  Vector* v = values ? &values->vector[vector] : NULL;
  *n = 0;
  for (int i = 0; v && i < v->n; i++) {
    const int at = (v->cursor + i) % v->n;
    if (v->entry[at].owner != owner) continue;
    v->cursor = (at + 1) % v->n;
    *n = v->entry[at].n;
    return v->entry[at].value;
  }
  return NULL;
}

// ---- number of values of an element in each vector

static int jointSize(const spec_Element* e, bool velocity) {
  static const int size[][2] = {
      [mjJNT_FREE] = {7, 6}, [mjJNT_BALL] = {4, 3}, [mjJNT_SLIDE] = {1, 1}, [mjJNT_HINGE] = {1, 1}};
  const unsigned type = (unsigned)SPEC_DATA(mjsJoint, e)->type;
  return type < sizeof size / sizeof *size ? size[type][velocity] : 0;
}

static int countBits(int x) { return __builtin_popcount((unsigned)x); }

static int controls(const mjsActuator* a) {
  if (a->gaintype == mjGAIN_SO3) return a->ctrlspec == mjCHART_QUAT ? 4 : 3;
  if (a->gaintype == mjGAIN_PID) return a->ctrlspec ? countBits(a->ctrlspec) : 2;
  if (a->gaintype == mjGAIN_DCMOTOR) {
    return !a->ctrlspec ? 1 : a->ctrlspec & mjINPUT_NONE ? 0 : countBits(a->ctrlspec);
  }
  return 1;
}

// indices of the parameters that add an activation to a PID controller
enum { PID_KI = 0, PID_SLEWMAX = 1 };

static int activations(const mjsActuator* a) {
  if (a->actdim >= 0) return a->actdim;
  if (a->dyntype == mjDYN_NONE || a->dyntype == mjDYN_DCMOTOR) return 0;
  if (a->dyntype == mjDYN_PID) return (a->dynprm[PID_SLEWMAX] > 0) + (a->gainprm[PID_KI] > 0);
  return a->gaintype == mjGAIN_SO3 ? 3 : 1;
}

static int sizeIn(const spec_Element* e, int vector) {
  if (ofActuator(vector)) {
    const mjsActuator* a = SPEC_DATA(mjsActuator, e);
    return vector == KEY_CTRL ? controls(a) : activations(a);
  }
  if (vector == KEY_MPOS || vector == KEY_MQUAT) {
    return !SPEC_DATA(mjsBody, e)->mocap ? 0 : vector == KEY_MPOS ? 3 : 4;
  }
  return jointSize(e, vector == KEY_QVEL);
}

// ---- splitting

// the elements with values in a vector, in the order of their ids
static bool owners(spec_Pool* pool, const spec_Spec* spec, int vector, const spec_List* bodies,
                   spec_List* list) {
  if (ofActuator(vector)) {
    *list = spec->list[mjOBJ_ACTUATOR];
    return true;
  }
  if (vector == KEY_MPOS || vector == KEY_MQUAT) {
    *list = *bodies;
    return true;
  }
  for (int i = 0; i < bodies->n; i++) {
    const spec_List* joints = &spec_body(bodies->item[i])->child[mjOBJ_JOINT];
    for (int k = 0; k < joints->n; k++) {
      if (!spec_listAdd(pool, list, joints->item[k])) return false;
    }
  }
  return true;
}

static bool splitVector(const spec_Element* key, int vector, const spec_List* list, spec_Pool* pool,
                        Vector* out, diag_Diag* diag) {
  const spec_Vec* given = publicVec(key, vector);
  int n = 0;
  for (int i = 0; i < list->n; i++) n += sizeIn(list->item[i], vector);
  const bool fits = given->size == n || (given->size < n && key->spec->grown);
  if (!fits) {
    char label[SPEC_LABEL_SIZE];
    diag_error(
        diag, key->where, spec_label(label, key),
        "%s: has %d numbers, but the model has %d at the point where it is copied; a keyframe "
        "that attach or replicate copies must fit exactly",
        vectorName[vector], given->size, n);
    return false;
  }
  n = given->size;
  double* value = arena_array(&pool->arena, (size_t)n, sizeof *value);
  if (!value) {
    pool->failed = true;
    return false;
  }
  if (n) memcpy(value, given->data, (size_t)n * sizeof *value);
  out->given = true;
  for (int i = 0; i < list->n && n > 0; i++) {
    const int size = sizeIn(list->item[i], vector);
    if (size && size <= n && !addEntry(pool, out, list->item[i], value, size)) return false;
    value += size;
    n -= size;
  }
  return true;
}

// splits a key into values by element without changing it; allocates from `pool`
static key_Values* split(const spec_Element* key, spec_Pool* pool, diag_Diag* diag) {
  key_Values* values = arena_alloc(&pool->arena, sizeof *values);
  spec_Pool scratch = {.arena = arena_make(0)};
  spec_List bodies = {0};
  bool ok = values && copy_bodies(&scratch, key->spec->world, &bodies);
  for (int v = 0; ok && v < KEY_NVECTOR; v++) {
    const key_Values* old = key->extra;
    spec_List list = {0};
    if (publicVec(key, v)->size) {
      ok = owners(&scratch, key->spec, v, &bodies, &list) &&
           splitVector(key, v, &list, pool, &values->vector[v], diag);
    } else if (old) {
      values->vector[v] = old->vector[v];
    }
  }
  if (!values || scratch.failed) pool->failed = true;
  arena_free(&scratch.arena);
  return ok ? values : NULL;
}

bool attach_splitKey(spec_Element* key, diag_Diag* diag) {
  key_Values* values = split(key, &key->spec->pool, diag);
  if (!values) return false;
  for (int v = 0; v < KEY_NVECTOR; v++) vec_set(publicVec(key, v), NULL, 0, sizeof(double));
  key->extra = values;
  return !key->spec->pool.failed;
}

// ---- copying to other elements

const key_Values* attach_keyValues(copy_Job* job, const spec_Element* key) {
  bool byIndex = !key->extra;
  for (int v = 0; v < KEY_NVECTOR; v++) byIndex |= publicVec(key, v)->size > 0;
  return byIndex ? split(key, &job->scratch, &job->dst->diag) : key->extra;
}

// the owner of a value in the copy, NULL if it has none there
static const spec_Element* newOwner(const copy_Job* job, const spec_Element* owner, bool outside) {
  if (copy_mapHas(&job->map, owner)) return copy_mapGet(&job->map, owner);
  return outside ? owner : NULL;
}

static bool copyVector(copy_Job* job, Vector* dst, const Vector* src, bool outside) {
  spec_Pool* pool = &job->dst->pool;
  dst->given = src->given;
  for (int i = 0; i < src->n; i++) {
    const Entry* e = &src->entry[i];
    const spec_Element* owner = newOwner(job, e->owner, outside);
    if (!owner) continue;
    double* value = arena_array(&pool->arena, (size_t)e->n, sizeof *value);
    if (!value) {
      pool->failed = true;
      return false;
    }
    memcpy(value, e->value, (size_t)e->n * sizeof *value);
    if (!addEntry(pool, dst, owner, value, e->n)) return false;
  }
  return true;
}

bool attach_copyKeyValues(copy_Job* job, spec_Element* dst, const key_Values* from, bool outside,
                          bool actuators) {
  ASSERT(from && dst->type == mjOBJ_KEY);
  key_Values* to = arena_alloc(&job->dst->pool.arena, sizeof *to);
  if (!to) {
    job->dst->pool.failed = true;
    return false;
  }
  dst->extra = to;
  for (int v = 0; v < KEY_NVECTOR; v++) {
    if (!job->whole) vec_set(publicVec(dst, v), NULL, 0, sizeof(double));
    if (ofActuator(v) && !actuators) continue;
    if (!copyVector(job, &to->vector[v], &from->vector[v], outside)) return false;
  }
  return !job->dst->pool.failed;
}

void attach_moveKeyValues(spec_Element* key, const copy_Map* map, bool move, bool actuators) {
  key_Values* values = key->extra;
  for (int v = 0; values && v < KEY_NVECTOR; v++) {
    Vector* vector = &values->vector[v];
    int n = 0;
    for (int i = 0; i < vector->n; i++) {
      Entry e = vector->entry[i];
      if (ofActuator(v) && !actuators) continue;
      if (copy_mapHas(map, e.owner)) e.owner = move ? copy_mapGet(map, e.owner) : NULL;
      if (e.owner) vector->entry[n++] = e;
    }
    vector->n = n;
    vector->cursor = 0;
  }
}
