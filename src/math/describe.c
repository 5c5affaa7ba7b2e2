// Strings for object types, memory sizes and warnings (lookup tables).
#include <stdio.h>
#include <string.h>

#include <sinew/data.h>
#include <sinew/math.h>
#include <sinew/model.h>

#include "base/args.h"

// ---- object types

// indexed by mjtObj; the types above mjNOBJECT have a name, but the lookup by name skips them,
// since no object of a compiled model has such a type
static const char* const OBJECT_NAME[mjNOBJECT] = {
    [mjOBJ_BODY] = "body",         [mjOBJ_XBODY] = "xbody",       [mjOBJ_JOINT] = "joint",
    [mjOBJ_DOF] = "dof",           [mjOBJ_GEOM] = "geom",         [mjOBJ_SITE] = "site",
    [mjOBJ_CAMERA] = "camera",     [mjOBJ_LIGHT] = "light",       [mjOBJ_FLEX] = "flex",
    [mjOBJ_MESH] = "mesh",         [mjOBJ_SKIN] = "skin",         [mjOBJ_HFIELD] = "hfield",
    [mjOBJ_TEXTURE] = "texture",   [mjOBJ_MATERIAL] = "material", [mjOBJ_PAIR] = "pair",
    [mjOBJ_EXCLUDE] = "exclude",   [mjOBJ_EQUALITY] = "equality", [mjOBJ_TENDON] = "tendon",
    [mjOBJ_ACTUATOR] = "actuator", [mjOBJ_SENSOR] = "sensor",     [mjOBJ_NUMERIC] = "numeric",
    [mjOBJ_TEXT] = "text",         [mjOBJ_TUPLE] = "tuple",       [mjOBJ_KEY] = "key",
    [mjOBJ_PLUGIN] = "plugin",
};

const char* mju_type2Str(int type) {
  if (type == mjOBJ_FRAME) return "frame";
  if (type < 0 || type >= mjNOBJECT) return NULL;
  return OBJECT_NAME[type];
}

int mju_str2Type(const char* str) {
  ARGS_NEED_OR(mjOBJ_UNKNOWN, str);
  for (int type = 0; type < mjNOBJECT; type++) {
    if (OBJECT_NAME[type] && !strcmp(str, OBJECT_NAME[type])) return type;
  }
  return mjOBJ_UNKNOWN;
}

// ---- memory sizes

// exact: the largest suffix that divides nbytes, so that the memory attribute of MJCF can be parsed
// back
const char* mju_writeNumBytes(size_t nbytes) {
  static _Thread_local char buf[32];
  static const char suffix[] = "KMGTPE";
  int power = -1;
  for (; suffix[power + 1] && nbytes && nbytes % 1024 == 0; power++) nbytes /= 1024;
  if (power < 0) {
    snprintf(buf, sizeof buf, "%zu", nbytes);
  } else {
    snprintf(buf, sizeof buf, "%zu%c", nbytes, suffix[power]);
  }
  return buf;
}

// ---- warnings

// indexed by mjtWarning; %zu is the value that comes with it: an index, the number of contacts, or
// the size of the arena in bytes
static const char* const WARNING_TEXT[mjNWARNING] = {
    [mjWARN_INERTIA] = "The inertia matrix is close to singular at dof %zu: check masses and "
                       "inertias of the model",
    [mjWARN_CONTACTFULL] =
        "The arena is full with %zu contacts, those that do not fit are ignored: "
        "increase <size memory>",
    [mjWARN_CNSTRFULL] = "Constraint rows do not fit into the arena of %zu bytes and are ignored: "
                         "increase <size memory>",
    [mjWARN_BADQPOS] = "NaN, infinite or huge position at index %zu of qpos: the simulation is "
                       "unstable",
    [mjWARN_BADQVEL] = "NaN, infinite or huge velocity at dof %zu: the simulation is unstable",
    [mjWARN_BADQACC] = "NaN, infinite or huge acceleration at dof %zu: the simulation is unstable",
    [mjWARN_BADCTRL] = "NaN, infinite or huge control at index %zu of ctrl: all controls are set "
                       "to 0",
};

const char* mju_warningText(int warning, size_t info) {
  static _Thread_local char buf[256];
  if (warning < 0 || warning >= mjNWARNING) {
    snprintf(buf, sizeof buf, "Unknown warning type %d", warning);
  } else {
    snprintf(buf, sizeof buf, WARNING_TEXT[warning], info);
  }
  return buf;
}

_Static_assert(mjNWARNING == mjWARN_BADCTRL + 1, "a text for every warning");

// ---- strings

char* mju_strncpy(char* dst, const char* src, int n) {
  if (dst && src && n > 0) {
    const size_t size = (size_t)n, length = strlen(src);
    const size_t kept = length < size ? length : size - 1;
    memcpy(dst, src, kept);
    memset(dst + kept, 0, size - kept);
  }
  return dst;
}
