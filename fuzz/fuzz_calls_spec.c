// The editable model: elements are added, removed, attached and wired together, their numbers,
// kinds, strings and vectors set to anything, and the whole is compiled, also in place of a model
// that has a data. Members come from the tables of the grammar and of the spec, so new ones are
// found.
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "mjcf/schema.h"
#include "spec/spec_types.h"

enum { MOST_ELEMENTS = 150, MOST_MEMBERS = 1000, MOST_TEXT = 1 << 16 };

// ---- the spec, parsed when the first call needs it

static mjSpec* specOf(calls_Player* p) {
  char error[300];
  if (!p->spec) p->spec = mj_parseXMLString(calls_sourceText(p->source), NULL, error, sizeof error);
  return p->spec;
}

static const mjtObj types[] = {
    mjOBJ_BODY,    mjOBJ_JOINT,   mjOBJ_GEOM,   mjOBJ_SITE,     mjOBJ_CAMERA,   mjOBJ_LIGHT,
    mjOBJ_FRAME,   mjOBJ_MESH,    mjOBJ_HFIELD, mjOBJ_TEXTURE,  mjOBJ_SKIN,     mjOBJ_MATERIAL,
    mjOBJ_PAIR,    mjOBJ_EXCLUDE, mjOBJ_TENDON, mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR,
    mjOBJ_NUMERIC, mjOBJ_TEXT,    mjOBJ_TUPLE,  mjOBJ_KEY,      mjOBJ_DEFAULT};
enum { NTYPE = sizeof types / sizeof *types };

static int count(const mjSpec* spec, mjtObj type) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(spec, type); e; e = mjs_nextElement(spec, e)) n++;
  return n;
}

static int countAll(const mjSpec* spec) {
  int n = 0;
  for (int i = 0; i < NTYPE; i++) n += count(spec, types[i]);
  return n;
}

// an element of a type, NULL if there is none
static mjsElement* elementOf(calls_Player* p, mjSpec* spec, mjtObj type) {
  const int n = count(spec, type), at = n ? calls_byte(p) % n : 0;
  mjsElement* e = mjs_firstElement(spec, type);
  for (int i = 0; e && i < at; i++) e = mjs_nextElement(spec, e);
  return e;
}

static mjsElement* anyElement(calls_Player* p, mjSpec* spec) {
  return elementOf(p, spec, types[calls_byte(p) % NTYPE]);
}

static mjsBody* bodyOf(calls_Player* p, mjSpec* spec) {
  return mjs_asBody(elementOf(p, spec, mjOBJ_BODY));
}

static const mjsDefault* classOf(calls_Player* p, mjSpec* spec) {
  return calls_byte(p) % 2 ? mjs_findDefault(spec, calls_name(p)) : NULL;
}

// ---- adding

#define IN_BODY(Kind)                                                                              \
  static void add##Kind(calls_Player* p, mjSpec* s) { mjs_add##Kind(bodyOf(p, s), classOf(p, s)); }
#define WITH_CLASS(Kind)                                                                           \
  static void add##Kind(calls_Player* p, mjSpec* s) { mjs_add##Kind(s, classOf(p, s)); }
#define ALONE(Kind)                                                                                \
  static void add##Kind(calls_Player* p, mjSpec* s) {                                              \
    (void)p;                                                                                       \
    mjs_add##Kind(s);                                                                              \
  }
IN_BODY(Body)
IN_BODY(Site)
IN_BODY(Joint)
IN_BODY(Geom)
IN_BODY(Camera)
IN_BODY(Light)
WITH_CLASS(Actuator)
WITH_CLASS(Pair)
WITH_CLASS(Equality)
WITH_CLASS(Tendon)
WITH_CLASS(Material)
WITH_CLASS(Mesh)
ALONE(Sensor)
ALONE(Exclude)
ALONE(HField)
ALONE(Texture)
ALONE(Skin)
ALONE(Numeric)
ALONE(Text)
ALONE(Tuple)
ALONE(Key)

static void addFreeJoint(calls_Player* p, mjSpec* s) { mjs_addFreeJoint(bodyOf(p, s)); }
static void addFrame(calls_Player* p, mjSpec* s) {
  mjsBody* body = bodyOf(p, s);
  mjs_addFrame(body, calls_byte(p) % 2 ? mjs_findFrame(s, calls_name(p)) : NULL);
}
static void addDefault(calls_Player* p, mjSpec* s) {
  mjs_addDefault(s, calls_name(p), classOf(p, s));
}

typedef void Add(calls_Player* p, mjSpec* s);
static Add* const adders[] = {
    addBody,   addSite,     addJoint,    addGeom,  addCamera, addLight,  addActuator,  addPair,
    addTendon, addEquality, addMaterial, addMesh,  addSensor, addHField, addExclude,   addTexture,
    addSkin,   addNumeric,  addText,     addTuple, addKey,    addFrame,  addFreeJoint, addDefault};

void calls_add(calls_Player* p) {
  mjSpec* s = specOf(p);
  if (!s || countAll(s) > MOST_ELEMENTS) return;
  adders[calls_byte(p) % (int)(sizeof adders / sizeof *adders)](p, s);
}

void calls_remove(calls_Player* p) {
  mjSpec* s = specOf(p);
  mjsElement* e = s ? anyElement(p, s) : NULL;
  if (e) mjs_delete(s, e);
}

// ---- numbers and kinds: one place in a public struct

typedef struct {
  int type;
  size_t offset, size;
  schema_Repr repr;
} Member;

// of elements that only programs set, or that files set by their tag
#define M(type, S, m, repr)                                                                        \
  { type, offsetof(S, m), sizeof(((S*)0)->m), repr }
static const Member programs[] = {
    M(mjOBJ_BODY, mjsBody, simple, REPR_BYTE),
    M(mjOBJ_BODY, mjsBody, explicitinertial, REPR_BOOL),
    M(mjOBJ_BODY, mjsBody, plugin.active, REPR_BOOL),
    M(mjOBJ_BODY, mjsBody, alt.type, REPR_INT),
    M(mjOBJ_BODY, mjsBody, ialt.type, REPR_INT),
    M(mjOBJ_BODY, mjsBody, fullinertia, REPR_DOUBLE),
    M(SPEC_FRAME, mjsFrame, alt.type, REPR_INT),
    M(mjOBJ_GEOM, mjsGeom, alt.type, REPR_INT),
    M(mjOBJ_GEOM, mjsGeom, typeinertia, REPR_INT),
    M(mjOBJ_GEOM, mjsGeom, plugin.active, REPR_BOOL),
    M(mjOBJ_SITE, mjsSite, alt.type, REPR_INT),
    M(mjOBJ_CAMERA, mjsCamera, alt.type, REPR_INT),
    M(mjOBJ_TEXTURE, mjsTexture, nchannel, REPR_INT),
    M(mjOBJ_MESH, mjsMesh, plugin.active, REPR_BOOL),
    M(mjOBJ_EQUALITY, mjsEquality, type, REPR_INT),
    M(mjOBJ_EQUALITY, mjsEquality, objtype, REPR_INT),
    M(mjOBJ_EQUALITY, mjsEquality, data, REPR_DOUBLE),
    M(mjOBJ_ACTUATOR, mjsActuator, trntype, REPR_INT),
    M(mjOBJ_ACTUATOR, mjsActuator, plugin.active, REPR_BOOL),
    M(mjOBJ_SENSOR, mjsSensor, type, REPR_INT),
    M(mjOBJ_SENSOR, mjsSensor, objtype, REPR_INT),
    M(mjOBJ_SENSOR, mjsSensor, reftype, REPR_INT),
    M(mjOBJ_SENSOR, mjsSensor, intprm, REPR_INT),
    M(mjOBJ_SENSOR, mjsSensor, datatype, REPR_INT),
    M(mjOBJ_SENSOR, mjsSensor, dim, REPR_INT),
    M(mjOBJ_SENSOR, mjsSensor, plugin.active, REPR_BOOL),
    M(mjOBJ_NUMERIC, mjsNumeric, size, REPR_INT),
};
#undef M

typedef struct {
  Member member[MOST_MEMBERS];
  int n;
} Members;

// each place once, though several tags may lead to it
static void addMember(Members* all, Member m) {
  for (int i = 0; i < all->n; i++) {
    if (all->member[i].type == m.type && all->member[i].offset == m.offset) return;
  }
  if (all->n < MOST_MEMBERS) all->member[all->n++] = m;
}

static void collect(void* context, const char* path, const schema_Element* element) {
  (void)path;
  for (int i = 0; element->type && i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    if (attr->flags & ATTR_ARG || attr->kind == ATTR_ORIENTATION || attr->repr == REPR_NONE ||
        attr->repr == REPR_VEC || attr->repr == REPR_CHARS) {
      continue;
    }
    addMember(context, (Member){element->type, attr->offset, attr->size, attr->repr});
  }
}

static const Members* members(void) {
  static Members all;
  if (!all.n) {
    schema_walk(collect, &all);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) addMember(&all, programs[i]);
  }
  return &all;
}

static void setNumber(calls_Player* p, char* data, const Member* m) {
  const size_t bytes = schema_reprSize(m->repr), n = m->size / bytes;
  char* to = data + m->offset + (n ? (size_t)calls_byte(p) % n * bytes : 0);
  const double real = m->repr == REPR_DOUBLE || m->repr == REPR_FLOAT ? calls_number(p) : 0;
  const float less = (float)real;
  const int whole = m->repr == REPR_INT || m->repr == REPR_SIZE ? calls_id(p, 12) : calls_byte(p);
  const mjtSize wide = whole;
  const mjtBool flag = whole % 2;
  const mjtByte byte = (mjtByte)whole;
  const void* const value[REPR_NTYPE] = {
      [REPR_DOUBLE] = &real, [REPR_FLOAT] = &less, [REPR_INT] = &whole,
      [REPR_BOOL] = &flag,   [REPR_BYTE] = &byte,  [REPR_SIZE] = &wide};
  if (value[m->repr]) memcpy(to, value[m->repr], bytes);
}

// options and sizes of the spec itself
static void setOption(calls_Player* p, mjSpec* s) {
  int* const whole[] = {&s->nuserdata,
                        &s->nuser_body,
                        &s->nuser_sensor,
                        &s->nkey,
                        &s->njmax,
                        &s->nconmax,
                        &s->option.integrator,
                        &s->option.cone,
                        &s->option.jacobian,
                        &s->option.solver,
                        (int*)&s->compiler.inertiafromgeom,
                        (int*)&s->compiler.conflict,
                        (int*)&s->compiler.LRopt.mode,
                        s->compiler.inertiagrouprange};
  mjtBool* const flag[] = {&s->compiler.fusestatic,     &s->compiler.discardvisual,
                           &s->compiler.alignfree,      &s->compiler.degree,
                           &s->compiler.balanceinertia, &s->compiler.autolimits};
  const int k = calls_byte(p) % 3, which = calls_byte(p);
  if (k == 0) *whole[which % 14] = calls_id(p, 5);
  if (k == 1) *flag[which % 6] = calls_byte(p) % 2;
  if (k == 2) s->compiler.eulerseq[which % 3] = (char)calls_byte(p);
}

// a member of a type, NULL if it has none
static const Member* memberOf(calls_Player* p, int type) {
  const Members* all = members();
  int n = 0;
  for (int i = 0; i < all->n; i++) n += all->member[i].type == type;
  int at = n ? calls_byte(p) % n : 0;
  for (int i = 0; i < all->n; i++) {
    if (all->member[i].type == type && at-- == 0) return &all->member[i];
  }
  return NULL;
}

// a number of an element, or of the record of a class
static void setMember(calls_Player* p) {
  mjSpec* s = specOf(p);
  const int k = calls_byte(p) % (NTYPE + 1);
  if (!s) return;
  if (k == NTYPE) {
    setOption(p, s);
    return;
  }
  const int type = types[k] == mjOBJ_FRAME ? SPEC_FRAME : (int)types[k];
  const Member* m = types[k] == mjOBJ_DEFAULT ? NULL : memberOf(p, type);
  if (!m) return;
  const size_t record = spec_type(type)->record;
  const bool ofClass = record && calls_byte(p) % 4 == 0;
  mjsElement* e = elementOf(p, s, ofClass ? mjOBJ_DEFAULT : types[k]);
  if (!e) return;
  void* data = spec_of(e)->data;
  if (ofClass) memcpy(&data, (char*)data + record, sizeof data);
  if (data) setNumber(p, data, m);
}

// mostly one, then compiled: two faults hide each other
void calls_member(calls_Player* p) {
  setMember(p);
  if (calls_byte(p) % 2) calls_compile(p);
}

// ---- strings and vectors

static void setVector(calls_Player* p, void* vec, spec_VecKind kind) {
  double real[8];
  float less[8];
  int whole[8];
  const int n = calls_byte(p) % 9;
  for (int i = 0; i < 8; i++) {
    whole[i] = kind == VEC_STRING ? 0 : calls_id(p, 6);
    real[i] = kind == VEC_DOUBLE ? calls_number(p) : whole[i] * 0.1;
    less[i] = (float)real[i];
  }
  if (kind == VEC_STRING) mjs_setString(vec, calls_name(p));
  if (kind == VEC_STRINGS) mjs_appendString(vec, calls_name(p));
  if (kind == VEC_DOUBLE) mjs_setDouble(vec, real, n);
  if (kind == VEC_FLOAT) mjs_setFloat(vec, less, n);
  if (kind == VEC_INT) mjs_setInt(vec, whole, n);
  if (kind == VEC_BYTE) mjs_setBuffer(vec, whole, n);
  if (kind == VEC_INTS) mjs_appendIntVec(vec, whole, n);
  if (kind == VEC_FLOATS) mjs_appendFloatVec(vec, less, n);
}

void calls_vector(calls_Player* p) {
  mjSpec* s = specOf(p);
  mjsElement* e = s ? anyElement(p, s) : NULL;
  if (!e) return;
  if (calls_byte(p) % 4 == 0) {
    mjs_setName(e, calls_name(p));
    return;
  }
  const spec_Type* type = spec_type(spec_of(e)->type);
  if (!type->nmember) return;
  const spec_Member* m = &type->member[calls_byte(p) % type->nmember];
  void* vec;
  memcpy(&vec, (char*)spec_of(e)->data + m->offset, sizeof vec);
  setVector(p, vec, m->kind);
}

// ---- what belongs together

static void wrap(calls_Player* p, mjSpec* s) {
  mjsTendon* tendon = mjs_asTendon(elementOf(p, s, mjOBJ_TENDON));
  const int kind = calls_byte(p) % 5;
  if (!tendon || mjs_getWrapNum(tendon) > 10) return;
  if (kind == 0) mjs_wrapSite(tendon, calls_name(p));
  if (kind == 1) mjs_wrapGeom(tendon, calls_name(p), calls_name(p));
  if (kind == 2) mjs_wrapJoint(tendon, calls_name(p), calls_number(p));
  if (kind == 3) mjs_wrapPulley(tendon, calls_number(p));
  mjsWrap* w = mjs_getWrap(tendon, calls_id(p, mjs_getWrapNum(tendon)));
  if (!w) return;
  if (kind == 4) w->type = (mjtWrap)calls_id(p, mjWRAP_CYLINDER + 1);
  mjs_getWrapTarget(w);
  mjs_getWrapSideSite(w);
  mjs_getWrapDivisor(w);
  mjs_getWrapCoef(w);
}

static void setFrame(calls_Player* p, mjSpec* s) {
  mjsElement* e = anyElement(p, s);
  mjsFrame* frame = mjs_asFrame(elementOf(p, s, mjOBJ_FRAME));
  if (e) mjs_setFrame(e, calls_byte(p) % 4 ? frame : NULL);
}

static void setClass(calls_Player* p, mjSpec* s) {
  mjsElement* e = anyElement(p, s);
  mjsDefault* def = mjs_findDefault(s, calls_name(p));
  if (e && def) mjs_setDefault(e, def);
}

static void toFrame(calls_Player* p, mjSpec* s) {
  mjsBody* body = bodyOf(p, s);
  if (body) mjs_bodyToFrame(&body);
}

static void makeMesh(calls_Player* p, mjSpec* s) {
  double prm[6];
  mjsMesh* mesh = mjs_asMesh(elementOf(p, s, mjOBJ_MESH));
  for (int i = 0; i < 6; i++) prm[i] = calls_byte(p) % 4 ? calls_byte(p) % 16 : calls_number(p);
  if (mesh) mjs_makeMesh(mesh, (mjtMeshBuiltin)calls_id(p, 8), prm, calls_byte(p) % 7);
}

void calls_wiring(calls_Player* p) {
  static Add* const kinds[] = {wrap, setFrame, setClass, toFrame, makeMesh};
  mjSpec* s = specOf(p);
  if (s) kinds[calls_byte(p) % 5](p, s);
}

// ---- whole models

// another model of the table, a copy of this one, or one of its own elements, under a frame or body
void calls_attach(calls_Player* p) {
  char error[300];
  mjSpec* s = specOf(p);
  if (!s || countAll(s) > MOST_ELEMENTS) return;
  const int kind = calls_byte(p);
  mjSpec* other = kind % 3 == 0   ? mj_copySpec(s)
                  : kind % 3 == 1 ? mj_parseXMLString(calls_sourceText(kind / 3), NULL, error, 300)
                                  : NULL;
  mjSpec* from = other ? other : s;
  mjsElement* parent = elementOf(p, s,
                                 kind & 64   ? mjOBJ_FRAME
                                 : kind & 32 ? mjOBJ_SITE
                                             : mjOBJ_BODY);
  mjsElement* child = kind & 128 ? from->element : anyElement(p, from);
  const char* prefix = calls_name(p);
  if (parent && child) mjs_attach(parent, child, prefix, calls_name(p));
  mj_deleteSpec(other);
}

void calls_actuator(calls_Player* p) {
  mjSpec* s = specOf(p);
  mjsActuator* a = s ? mjs_asActuator(elementOf(p, s, mjOBJ_ACTUATOR)) : NULL;
  const int kind = calls_byte(p) % 10;
  double x[20];
  for (int i = 0; i < 20; i++) x[i] = calls_byte(p) / 16.0;
  x[calls_byte(p) % 20] = calls_number(p);
  if (!a) return;
  if (kind == 0) mjs_setToMotor(a);
  if (kind == 1) mjs_setToPosition(a, x[0], &x[1], NULL, &x[2], x[3]);
  if (kind == 2) mjs_setToIntVelocity(a, x[0], NULL, &x[1], NULL, x[3]);
  if (kind == 3) mjs_setToVelocity(a, x[0]);
  if (kind == 4) mjs_setToOrientation(a, x[0], &x[1], NULL, calls_id(p, 4));
  if (kind == 5) mjs_setToPID(a, x[0], &x[1], NULL, &x[2], &x[3], &x[4], x[5], calls_id(p, 8));
  if (kind == 6) mjs_setToDamper(a, x[0]);
  if (kind == 7) mjs_setToMuscle(a, x, x[2], x + 3, x[5], x[6], x[7], x[8], x[9], x[10], x[11]);
  if (kind == 8) mjs_setToAdhesion(a, x[0]);
  if (kind == 9)
    mjs_setToDCMotor(a, x, x[2], x + 3, x + 6, x + 9, x + 4, x + 8, x + 12, x + 10, calls_id(p, 8));
}

void calls_askSpec(calls_Player* p) {
  mjSpec* s = specOf(p);
  mjsElement* e = s ? anyElement(p, s) : NULL;
  if (!e) return;
  mjs_getId(e);
  mjs_getName(e);
  mjs_getDefault(e);
  mjs_getParent(e);
  mjs_getFrame(e);
  mjs_getCompiler(e);
  mjs_getOriginSpec(e);
  mjs_getError(s);
  mjs_getWarning(s, calls_id(p, mjs_numWarnings(s)));
  mjs_findElement(s, (mjtObj)calls_id(p, mjNOBJECT), calls_name(p));
  mjsBody* body = bodyOf(p, s);
  if (body) mjs_firstChild(body, (mjtObj)calls_id(p, mjNOBJECT), calls_byte(p) % 2);
  if (mjs_asSensor(e)) mjs_sensorDim(mjs_asSensor(e));
  mjs_setUserValue(e, calls_name(p), e);
  mjs_getUserValue(e, calls_name(p));
  mjs_deleteUserValue(e, calls_name(p));
}

void calls_copySpec(calls_Player* p) {
  mjSpec* s = specOf(p);
  if (!s) return;
  mjs_setDeepCopy(s, calls_byte(p) % 2);
  if (calls_byte(p) % 4 == 0) mj_copyBack(s, p->m);
  mjSpec* copy = mj_copySpec(s);
  if (!copy) return;
  mj_deleteSpec(s);
  p->spec = copy;
}

// a spec that does not compile is sometimes begun anew: most edits are of one that does
static void abandon(calls_Player* p) {
  if (calls_byte(p) % 2) return;
  mj_deleteSpec(p->spec);
  p->spec = NULL;
}

void calls_compile(calls_Player* p) {
  mjSpec* s = specOf(p);
  mjModel* m = s ? mj_compile(s, &p->vfs) : NULL;
  if (s && !m) abandon(p);
  calls_takeModel(p, m);
}

void calls_recompile(calls_Player* p) {
  mjSpec* s = specOf(p);
  if (!s) return;
  s->memory = p->m->narena;
  if (mj_recompile(s, &p->vfs, p->m, p->d)) {
    abandon(p);
    return;
  }
  calls_limitWork(p->m);
  if (!fuzz_isSmall(p->m)) {
    p->at = p->end;
    return;
  }
  for (int i = 0; i < 2; i++) mj_step(p->m, p->d);  // of the data that lived on
  if (!calls_makeData(p)) p->at = p->end;
}

void calls_saveText(calls_Player* p) {
  static char text[MOST_TEXT];
  char error[300];
  mjSpec* s = specOf(p);
  if (!s || mj_saveXMLString(s, text, 1 + calls_word(p), error, sizeof error)) return;
  mjSpec* again = mj_parseXMLString(text, &p->vfs, error, sizeof error);
  mj_deleteModel(again ? mj_compile(again, &p->vfs) : NULL);
  mj_deleteSpec(again);
}
