// Reference table: which members of each element struct hold names of other elements, and the
// iteration over them (reflection).
#include "spec/copy_refs.h"

#include <string.h>

#include "base/assert.h"

enum { MOST_REFS = 5, BY_DATA = -1 };

// a string, or vector of strings, with names of elements
typedef struct {
  size_t offset;  // offset of the pointer in the public struct
  bool many;      // a vector of strings
  int target;     // type of the target, or BY_DATA
  copy_RefRule rule;
  int (*typeOf)(const void* data, int i);  // BY_DATA: type from the other members; -1: none
} Member;

// ---- target types that depend on other members

int copy_listOf(int objtype) {
  static const int special[][2] = {
      {mjOBJ_UNKNOWN, -1},       {mjOBJ_XBODY, mjOBJ_BODY},     {mjOBJ_DOF, -1},
      {mjOBJ_FRAME, SPEC_FRAME}, {mjOBJ_DEFAULT, SPEC_DEFAULT}, {mjOBJ_MODEL, SPEC_MODEL}};
  for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
    if (special[i][0] == objtype) return special[i][1];
  }
  return objtype > 0 && objtype < mjNOBJECT ? objtype : -1;
}

static int equalityType(const void* data, int i) {
  (void)i;
  const mjsEquality* equality = data;
  static const int table[] = {[mjEQ_JOINT] = mjOBJ_JOINT,
                              [mjEQ_TENDON] = mjOBJ_TENDON,
                              [mjEQ_FLEX] = mjOBJ_FLEX,
                              [mjEQ_FLEXVERT] = mjOBJ_FLEX,
                              [mjEQ_FLEXSTRAIN] = mjOBJ_FLEX};
  if (equality->type == mjEQ_CONNECT || equality->type == mjEQ_WELD) {
    return equality->objtype == mjOBJ_SITE ? mjOBJ_SITE : mjOBJ_BODY;
  }
  return (size_t)equality->type < sizeof table / sizeof *table ? table[equality->type] : -1;
}

static int transmissionType(const void* data, int i) {
  (void)i;
  const mjsActuator* actuator = data;
  static const int table[] = {[mjTRN_JOINT] = mjOBJ_JOINT,      [mjTRN_JOINTINPARENT] = mjOBJ_JOINT,
                              [mjTRN_SLIDERCRANK] = mjOBJ_SITE, [mjTRN_TENDON] = mjOBJ_TENDON,
                              [mjTRN_SITE] = mjOBJ_SITE,        [mjTRN_BODY] = mjOBJ_BODY};
  if (actuator->trntype == mjTRN_SO3)
    return *vec_text(actuator->refsite) ? mjOBJ_SITE : mjOBJ_JOINT;
  return (size_t)actuator->trntype < sizeof table / sizeof *table ? table[actuator->trntype] : -1;
}

static int sensorObject(const void* data, int i) {
  (void)i;
  return copy_listOf(((const mjsSensor*)data)->objtype);
}

static int sensorReference(const void* data, int i) {
  (void)i;
  return copy_listOf(((const mjsSensor*)data)->reftype);
}

static int tupleObject(const void* data, int i) {
  const spec_Vec* type = ((const mjsTuple*)data)->objtype;
  return i < type->size ? copy_listOf(((const int*)type->data)[i]) : -1;
}

// ---- the table

#define ONE(struct_, member, target, rule)                                                         \
  { offsetof(struct_, member), false, target, rule, NULL }
#define MANY(struct_, member, target, rule)                                                        \
  { offsetof(struct_, member), true, target, rule, NULL }
#define ANY(struct_, member, many, rule, typeOf)                                                   \
  { offsetof(struct_, member), many, BY_DATA, rule, typeOf }

static const struct {
  int n;
  Member member[MOST_REFS];
} refTable[SPEC_NTYPE] = {
    [mjOBJ_BODY] = {2,
                    {ONE(mjsBody, childclass, SPEC_DEFAULT, REF_ATTRIBUTE),
                     ONE(mjsBody, plugin.name, mjOBJ_PLUGIN, REF_ATTRIBUTE)}},
    [SPEC_FRAME] = {1, {ONE(mjsFrame, childclass, SPEC_DEFAULT, REF_ATTRIBUTE)}},
    [mjOBJ_GEOM] = {4,
                    {ONE(mjsGeom, material, mjOBJ_MATERIAL, REF_ATTRIBUTE),
                     ONE(mjsGeom, hfieldname, mjOBJ_HFIELD, REF_ATTRIBUTE),
                     ONE(mjsGeom, meshname, mjOBJ_MESH, REF_ATTRIBUTE),
                     ONE(mjsGeom, plugin.name, mjOBJ_PLUGIN, REF_ATTRIBUTE)}},
    [mjOBJ_SITE] = {1, {ONE(mjsSite, material, mjOBJ_MATERIAL, REF_ATTRIBUTE)}},
    [mjOBJ_CAMERA] = {1, {ONE(mjsCamera, targetbody, mjOBJ_BODY, REF_ATTRIBUTE)}},
    [mjOBJ_LIGHT] = {2,
                     {ONE(mjsLight, targetbody, mjOBJ_BODY, REF_ATTRIBUTE),
                      ONE(mjsLight, texture, mjOBJ_TEXTURE, REF_ATTRIBUTE)}},
    [mjOBJ_FLEX] = {3,
                    {ONE(mjsFlex, material, mjOBJ_MATERIAL, REF_ATTRIBUTE),
                     MANY(mjsFlex, nodebody, mjOBJ_BODY, REF_STRICT),
                     MANY(mjsFlex, vertbody, mjOBJ_BODY, REF_STRICT)}},
    [mjOBJ_MESH] = {2,
                    {ONE(mjsMesh, material, mjOBJ_MATERIAL, REF_ATTRIBUTE),
                     ONE(mjsMesh, plugin.name, mjOBJ_PLUGIN, REF_ATTRIBUTE)}},
    [mjOBJ_SKIN] = {2,
                    {ONE(mjsSkin, material, mjOBJ_MATERIAL, REF_ATTRIBUTE),
                     MANY(mjsSkin, bodyname, mjOBJ_BODY, REF_STRICT)}},
    [mjOBJ_MATERIAL] = {1, {MANY(mjsMaterial, textures, mjOBJ_TEXTURE, REF_ATTRIBUTE)}},
    [mjOBJ_PAIR] = {2,
                    {ONE(mjsPair, geomname1, mjOBJ_GEOM, REF_LOOSE),
                     ONE(mjsPair, geomname2, mjOBJ_GEOM, REF_LOOSE)}},
    [mjOBJ_EXCLUDE] = {2,
                       {ONE(mjsExclude, bodyname1, mjOBJ_BODY, REF_LOOSE),
                        ONE(mjsExclude, bodyname2, mjOBJ_BODY, REF_LOOSE)}},
    [mjOBJ_EQUALITY] = {2,
                        {ANY(mjsEquality, name1, false, REF_STRICT, equalityType),
                         ANY(mjsEquality, name2, false, REF_STRICT, equalityType)}},
    [mjOBJ_TENDON] = {1, {ONE(mjsTendon, material, mjOBJ_MATERIAL, REF_ATTRIBUTE)}},
    [mjOBJ_ACTUATOR] = {4,
                        {ANY(mjsActuator, target, false, REF_STRICT, transmissionType),
                         ONE(mjsActuator, refsite, mjOBJ_SITE, REF_STRICT),
                         ONE(mjsActuator, slidersite, mjOBJ_SITE, REF_STRICT),
                         ONE(mjsActuator, plugin.name, mjOBJ_PLUGIN, REF_ATTRIBUTE)}},
    [mjOBJ_SENSOR] = {3,
                      {ANY(mjsSensor, objname, false, REF_LOOSE, sensorObject),
                       ANY(mjsSensor, refname, false, REF_LOOSE, sensorReference),
                       ONE(mjsSensor, plugin.name, mjOBJ_PLUGIN, REF_ATTRIBUTE)}},
    [mjOBJ_TUPLE] = {1, {ANY(mjsTuple, objname, true, REF_STRICT, tupleObject)}},
};

// ---- iteration

static bool visitRef(const copy_Ref* ref, copy_RefVisit visit, void* context) {
  return !ref->name || !ref->name->size || ref->type < 0 || visit(context, ref);
}

static bool visitMember(const Member* member, void* data, copy_RefVisit visit, void* context) {
  spec_Vec* vec;
  ASSERT((member->target == BY_DATA) == (member->typeOf != NULL));
  memcpy(&vec, (char*)data + member->offset, sizeof vec);
  if (!vec) return true;
  const int n = member->many ? vec->size : 1;
  for (int i = 0; i < n; i++) {
    spec_Vec* name = member->many ? (spec_Vec*)vec->data + i : vec;
    const int type = member->target == BY_DATA ? member->typeOf(data, i) : member->target;
    const copy_Ref ref = {name, type, member->rule, NULL};
    if (!visitRef(&ref, visit, context)) return false;
  }
  return true;
}

bool copy_eachRefOfData(int type, void* data, copy_RefVisit visit, void* context) {
  ASSERT(type >= 0 && type < SPEC_NTYPE && refTable[type].n <= MOST_REFS);
  for (int i = 0; i < refTable[type].n; i++) {
    if (!visitMember(&refTable[type].member[i], data, visit, context)) return false;
  }
  return true;
}

int copy_wrapTarget(const spec_Element* wrap) {
  static const int target[] = {
      [mjWRAP_NONE] = -1,         [mjWRAP_JOINT] = mjOBJ_JOINT, [mjWRAP_PULLEY] = -1,
      [mjWRAP_SITE] = mjOBJ_SITE, [mjWRAP_SPHERE] = mjOBJ_GEOM, [mjWRAP_CYLINDER] = mjOBJ_GEOM};
  const size_t type = (size_t)SPEC_DATA(mjsWrap, wrap)->type;
  return type < sizeof target / sizeof *target ? target[type] : -1;
}

// targets of the objects on a tendon's path
static bool visitPath(const spec_Element* tendon, copy_RefVisit visit, void* context) {
  const spec_List* path = &spec_tendon(tendon)->path;
  for (int i = 0; i < path->n; i++) {
    const int type = copy_wrapTarget(path->item[i]);
    const spec_WrapExtra* wrap = spec_wrap(path->item[i]);
    const copy_Ref target = {wrap->target, type, REF_LOOSE, NULL};
    const copy_Ref side = {wrap->sidesite, mjOBJ_SITE, REF_PAIRED, &target};
    if (!visitRef(&target, visit, context) || !visitRef(&side, visit, context)) return false;
  }
  return true;
}

bool copy_eachRef(const spec_Element* e, copy_RefVisit visit, void* context) {
  if (e->data && !copy_eachRefOfData(e->type, e->data, visit, context)) return false;
  return e->type != mjOBJ_TENDON || visitPath(e, visit, context);
}
