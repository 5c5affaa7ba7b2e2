// Sizes that users may set: user data per object, keyframes, memory of the mjData arena; and the
// total mass.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <sinew/data.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "base/size.h"
#include "compile/compile.h"
#include "model/model.h"

// ---- user data

typedef struct {
  const char* name;
  size_t given;  // offset of the int in mjSpec
  size_t size;   // offset of the size in mjModel
  int type;
  size_t userdata;  // offset of the vector in the public struct
} User;

#define USER(name, type, structure)                                                                \
  { #name, offsetof(mjSpec, name), offsetof(mjModel, name), type, offsetof(structure, userdata) }

static const User userTable[] = {
    USER(nuser_body, mjOBJ_BODY, mjsBody),
    USER(nuser_jnt, mjOBJ_JOINT, mjsJoint),
    USER(nuser_geom, mjOBJ_GEOM, mjsGeom),
    USER(nuser_site, mjOBJ_SITE, mjsSite),
    USER(nuser_cam, mjOBJ_CAMERA, mjsCamera),
    USER(nuser_tendon, mjOBJ_TENDON, mjsTendon),
    USER(nuser_actuator, mjOBJ_ACTUATOR, mjsActuator),
    USER(nuser_sensor, mjOBJ_SENSOR, mjsSensor),
};

// the given number of columns, or the length of the longest user data
static bool prepareColumns(comp_Compile* c, const User* user) {
  int given, most = 0;
  memcpy(&given, (const char*)&c->spec->pub + user->given, sizeof given);
  if (given < -1) {
    comp_error(c, NULL, "size: %s is %d; -1 (automatic) or more is needed", user->name, given);
    return false;
  }
  const spec_List* list = &c->list[user->type];
  for (int i = 0; i < list->n; i++) {
    const spec_Vec* vec;
    memcpy(&vec, (const char*)list->item[i]->data + user->userdata, sizeof vec);
    if (vec->size > most) most = vec->size;
    if (given < 0 || vec->size <= given) continue;
    comp_error(c, list->item[i], "user: %d numbers, but %s is %d; make it larger, or leave it out",
               vec->size, user->name, given);
    return false;
  }
  *(mjtSize*)((char*)&c->size + user->size) = given < 0 ? most : given;
  return true;
}

bool comp_prepareUser(comp_Compile* c) {
  const mjSpec* spec = &c->spec->pub;
  for (size_t i = 0; i < sizeof userTable / sizeof *userTable; i++) {
    if (!prepareColumns(c, &userTable[i])) return false;
  }
  const struct {
    const char* name;
    mjtSize value, least, most;
  } number[] = {{"nuserdata", spec->nuserdata, 0, MODEL_MOST_USERDATA},
                {"njmax", spec->njmax, -1, INT_MAX},
                {"nconmax", spec->nconmax, -1, INT_MAX},
                {"nstack", spec->nstack, -1, INT64_MAX},
                {"memory", spec->memory, -1, INT64_MAX}};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    const bool low = number[i].value < number[i].least;
    if (!low && number[i].value <= number[i].most) continue;
    comp_error(c, NULL, "size: %s is %lld; %lld or %s is needed", number[i].name,
               (long long)number[i].value, (long long)(low ? number[i].least : number[i].most),
               low ? "more" : "less");
    return false;
  }
  c->size.nuserdata = spec->nuserdata;
  c->size.njmax = spec->njmax;
  c->size.nconmax = spec->nconmax;
  return true;
}

// ---- memory

// sum += a * b * bytes; sets failed on overflow
typedef struct {
  size_t bytes;
  bool failed;
} Sum;

static void addProduct(Sum* sum, mjtSize a, mjtSize b, size_t bytes) {
  size_t product;
  bool fits = size_mul((size_t)a, (size_t)b, &product) && size_mul(product, bytes, &product) &&
              size_add(sum->bytes, product, &sum->bytes);
  sum->failed = sum->failed || !fits;
}

// The automatic size is that of versions in which njmax and nconmax sized the arena: the stack, by
// a rule of thumb, then the arrays of contacts and of constraint rows.
static Sum automaticArena(const mjModel* m, mjtSize nstack) {
  const mjtSize njmax = m->njmax < 0 ? 500 : m->njmax, nconmax = m->nconmax < 0 ? 100 : m->nconmax;
  const mjtSize rows = njmax + m->neq + m->nv;
  const mjtSize objects = m->nq + m->nv + m->nu + m->na + m->nbody + m->njnt + m->ngeom + m->nsite +
                          m->neq + m->ntendon + m->nwrap;
  const mjtSize least = 1000;
  Sum stack = {0};
  addProduct(&stack, rows, rows, 5);
  addProduct(&stack, objects, 20, 1);
  if (stack.bytes < (size_t)least) stack.bytes = (size_t)least;
  Sum sum = {.failed = nstack < 0 && stack.failed};
  addProduct(&sum, nstack >= 0 ? nstack : (mjtSize)stack.bytes, 1, sizeof(mjtNum));
  addProduct(&sum, nconmax, 1, sizeof(mjContact));
  addProduct(&sum, njmax, 1, 8 * sizeof(int) + 14 * sizeof(mjtNum));
  addProduct(&sum, m->nv, 3, sizeof(int));
  addProduct(&sum, njmax, m->nv, 2 * sizeof(int) + 2 * sizeof(mjtNum));
  addProduct(&sum, njmax, njmax, sizeof(int) + sizeof(mjtNum));
  const size_t page = (size_t)1 << 20;
  sum.failed = sum.failed || !size_align(sum.bytes, page, &sum.bytes) || sum.bytes > PTRDIFF_MAX;
  return sum;
}

bool comp_fillArena(comp_Compile* c) {
  mjModel* m = c->m;
  if (c->spec->pub.memory >= 0) {
    m->narena = c->spec->pub.memory;
    return true;
  }
  const Sum sum = automaticArena(m, c->spec->pub.nstack);
  if (sum.failed) {
    comp_error(
        c, NULL,
        "size: njmax %lld and nconmax %lld need more memory than can be addressed; make them "
        "smaller, or give memory instead",
        (long long)m->njmax, (long long)m->nconmax);
    return false;
  }
  m->narena = (mjtSize)sum.bytes;
  return true;
}

// ---- total mass

bool comp_setTotalMass(comp_Compile* c) {
  mjModel* m = c->m;
  const double target = c->spec->pub.compiler.settotalmass;
  if (!(target > 0)) return true;
  ASSERT(m->body_mass[0] == 0);
  // order: that of mju_sum
  const double total = mju_sum(m->body_mass, (int)m->nbody);
  const double ratio = target / (total > mjMINVAL ? total : mjMINVAL);
  const double scale = ratio > mjMINVAL ? ratio : mjMINVAL;
  for (int i = 1; i < m->nbody; i++) {
    m->body_mass[i] *= scale;
    for (int k = 0; k < 3; k++) m->body_inertia[3 * i + k] *= scale;
  }
  return true;
}
