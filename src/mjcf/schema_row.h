// Building blocks of the schema's attribute tables: macros that derive the type, offset and size of
// a row from the struct member that stores it (reflection), shared keywords and shared rows.
#ifndef SINEW_MJCF_SCHEMA_ROW_H_
#define SINEW_MJCF_SCHEMA_ROW_H_

#include <sinew/spec.h>

#include "mjcf/schema.h"
#include "spec/spec.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define ROWS(array)                                                                                \
  { array, COUNT(array) }
#define RULES(array) .rule = array, .nrule = COUNT(array)
#define CHILDREN(array) .child = array, .nchild = COUNT(array)

#define MEMBER(S, m) (((S*)0)->m)

// type of a member; arrays count as pointers here, enums as ints
#define REPR(S, m)                                                                                 \
  _Generic(MEMBER(S, m),                                                                        \
      double: REPR_DOUBLE, double*: REPR_DOUBLE, float: REPR_FLOAT, float*: REPR_FLOAT,         \
      int: REPR_INT, int*: REPR_INT, unsigned: REPR_INT, bool: REPR_BOOL,                       \
      unsigned char: REPR_BYTE, mjtSize: REPR_SIZE, char*: REPR_CHARS, void*: REPR_VEC,        \
      spec_Vec*: REPR_VEC)

// a row with everything that can be derived from the member m of struct S
#define ROW(key, k, S, m)                                                                          \
  .name = key, .kind = k, .repr = REPR(S, m), .offset = offsetof(S, m), .size = sizeof MEMBER(S, m)

#define NUM(S, key, m, n0, n1, bits)                                                               \
  { ROW(key, ATTR_NUMBER, S, m), .min = n0, .max = n1, .flags = bits }
#define WORD(S, key, m, table, bits)                                                               \
  { ROW(key, ATTR_KEYWORD, S, m), .words = &table, .flags = bits }
#define FLAGS(S, key, m, table, bits)                                                              \
  { ROW(key, ATTR_FLAGS, S, m), .words = &table, .flags = bits }
#define TEXT(S, key, m, bits)                                                                      \
  { ROW(key, ATTR_TEXT, S, m), .flags = bits }
#define LIST(S, key, m, bits)                                                                      \
  { ROW(key, ATTR_LIST, S, m), .flags = bits }
#define REFERS(S, key, m, to, bits)                                                                \
  { ROW(key, ATTR_REF, S, m), .ref = to, .flags = bits }
// a reference that also sets the type of the object: writes `val` to member km
#define REFKIND(S, key, m, to, km, val, bits)                                                      \
  {                                                                                                \
    ROW(key, ATTR_REF, S, m), .ref = to, .flags = bits, .kindOffset = offsetof(S, km),             \
                              .value = val                                                         \
  }

#define NAME_ROW                                                                                   \
  { .name = "name", .kind = ATTR_NAME, .flags = ATTR_OWN }
#define NAME_REQUIRED                                                                              \
  { .name = "name", .kind = ATTR_NAME, .flags = ATTR_OWN | ATTR_REQUIRED }
// name of elements that nothing else refers to: it may be empty, as in elements made by a program
#define NAME_PRESENT                                                                               \
  { .name = "name", .kind = ATTR_NAME, .flags = ATTR_OWN | ATTR_PRESENT }
#define CLASS_ROW                                                                                  \
  { .name = "class", .kind = ATTR_CLASS, .flags = ATTR_OWN }

// pose: pos and the five forms of an orientation
#define ORIENTATION_ROWS(S, quat, alt)                                                             \
  {ROW("quat", ATTR_QUAT, S, quat), .min = 4, .max = 4},                                           \
      ALT_ROW("axisangle", S, alt, axisangle, mjORIENTATION_AXISANGLE, 4, ATTR_ANGLE),             \
      ALT_ROW("xyaxes", S, alt, xyaxes, mjORIENTATION_XYAXES, 6, 0),                               \
      ALT_ROW("zaxis", S, alt, zaxis, mjORIENTATION_ZAXIS, 3, 0),                                  \
      ALT_ROW("euler", S, alt, euler, mjORIENTATION_EULER, 3, ATTR_ANGLE)
#define ALT_ROW(key, S, alt, m, type, n, bits)                                                     \
  {                                                                                                \
    .name = key, .kind = ATTR_ORIENTATION, .repr = REPR_DOUBLE, .offset = offsetof(S, alt),        \
    .size = sizeof MEMBER(S, alt.m), .min = n, .max = n, .value = type, .flags = bits              \
  }
#define ORIENTATIONS "quat axisangle xyaxes zaxis euler"

// keywords that several tables use (schema_words.c)
extern const schema_Words words_bool;
extern const schema_Words words_limited;
extern const schema_Words words_onoff;
extern const schema_Words words_geom;
extern const schema_Words words_mode;
extern const schema_Words words_interp;
extern const schema_Words words_object;

// rows shared by geoms and the geoms of a cable (schema_body.c)
enum { SCHEMA_NGEOMROW = 18 };
extern const schema_Attr schema_geomRows[SCHEMA_NGEOMROW];

// elements, by the file that defines them
extern const schema_Element schema_compiler, schema_option, schema_size, schema_statistic,
    schema_visual;
extern const schema_Element schema_worldbody, schema_body, schema_frame, schema_replicate;
extern const schema_Element schema_asset, schema_contact, schema_equality, schema_tendon;
extern const schema_Element schema_actuator, schema_sensor, schema_custom, schema_keyframe;
extern const schema_Element schema_default, schema_deformable, schema_skin;
extern const schema_Element schema_flex, schema_flexcomp;  // schema_flex.c

// plugins (schema_plugin.c): the elements that use them, and what may be inside these
extern const schema_Element schema_extension, schema_usePlugin;
enum { SCHEMA_NCONFIG = 1 };
extern const schema_Element* const schema_pluginConfig[SCHEMA_NCONFIG];

// a cable and the common properties of its parts (schema_composite.c)
extern const schema_Element schema_composite, schema_cableJoint, schema_cableGeom, schema_cableSite,
    schema_cableSkin;

// elements of default classes
extern const schema_Element schema_classJoint, schema_classGeom, schema_classSite,
    schema_classCamera;
extern const schema_Element schema_classLight, schema_classMesh, schema_classMaterial,
    schema_classPair;
extern const schema_Element schema_classEquality, schema_classTendon;
enum { SCHEMA_NACTUATOR = 12 };
extern const schema_Element schema_classActuator[SCHEMA_NACTUATOR];

#endif
