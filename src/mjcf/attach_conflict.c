// Options that parent and child of an attach both have: kept, merged or refused by the parent's
// <compiler conflict>. An option counts as given when it was written, whatever its value
// (authored.h); sizes count as given when they are not at their default.
#include "mjcf/attach_conflict.h"

#include <string.h>

#include "mjcf/authored.h"

// how two given values are merged
typedef enum { MERGE_NONE, MERGE_MIN, MERGE_MAX } Merge;
typedef enum { NUM, FLOAT, INT, SIZE } Kind;

typedef struct {
  const char* name;
  size_t offset;  // in mjSpec
  Kind kind;
  int n;
  Merge merge;
  int unset;  // of a size: the value that means "not given"
} Field;

#define OPTION(name, kind, n, merge)                                                               \
  { #name, offsetof(mjSpec, option.name), kind, n, merge, 0 }
#define VISUAL(part, name, merge)                                                                  \
  { #name, offsetof(mjSpec, visual.part.name), FLOAT, 1, merge, 0 }
#define LENGTH(name, kind, unset)                                                                  \
  { #name, offsetof(mjSpec, name), kind, 1, MERGE_MAX, unset }

static const Field option[] = {
    OPTION(timestep, NUM, 1, MERGE_MIN),
    OPTION(impratio, NUM, 1, MERGE_NONE),
    OPTION(tolerance, NUM, 1, MERGE_MIN),
    OPTION(ls_tolerance, NUM, 1, MERGE_MIN),
    OPTION(noslip_tolerance, NUM, 1, MERGE_MIN),
    OPTION(ccd_tolerance, NUM, 1, MERGE_MIN),
    OPTION(sleep_tolerance, NUM, 1, MERGE_MIN),
    OPTION(gravity, NUM, 3, MERGE_NONE),
    OPTION(wind, NUM, 3, MERGE_NONE),
    OPTION(magnetic, NUM, 3, MERGE_NONE),
    OPTION(density, NUM, 1, MERGE_NONE),
    OPTION(viscosity, NUM, 1, MERGE_NONE),
    OPTION(o_margin, NUM, 1, MERGE_NONE),
    OPTION(o_solref, NUM, mjNREF, MERGE_NONE),
    OPTION(o_solimp, NUM, mjNIMP, MERGE_NONE),
    OPTION(o_friction, NUM, 5, MERGE_NONE),
    OPTION(integrator, INT, 1, MERGE_NONE),
    OPTION(cone, INT, 1, MERGE_NONE),
    OPTION(jacobian, INT, 1, MERGE_NONE),
    OPTION(solver, INT, 1, MERGE_NONE),
    OPTION(iterations, INT, 1, MERGE_MAX),
    OPTION(ls_iterations, INT, 1, MERGE_MAX),
    OPTION(noslip_iterations, INT, 1, MERGE_MAX),
    OPTION(ccd_iterations, INT, 1, MERGE_MAX),
    OPTION(sdf_iterations, INT, 1, MERGE_MAX),
    OPTION(sdf_initpoints, INT, 1, MERGE_MAX),
    VISUAL(map, znear, MERGE_MIN),
    VISUAL(map, zfar, MERGE_MAX),
    VISUAL(global, realtime, MERGE_MIN),
};

static const Field length[] = {
    LENGTH(memory, SIZE, -1),      LENGTH(njmax, INT, -1),        LENGTH(nconmax, INT, -1),
    LENGTH(nuserdata, INT, 0),     LENGTH(nkey, INT, 0),          LENGTH(nuser_body, INT, -1),
    LENGTH(nuser_jnt, INT, -1),    LENGTH(nuser_geom, INT, -1),   LENGTH(nuser_site, INT, -1),
    LENGTH(nuser_cam, INT, -1),    LENGTH(nuser_tendon, INT, -1), LENGTH(nuser_actuator, INT, -1),
    LENGTH(nuser_sensor, INT, -1),
};

static const size_t kindBytes[] = {
    [NUM] = sizeof(mjtNum), [FLOAT] = sizeof(float), [INT] = sizeof(int), [SIZE] = sizeof(mjtSize)};

static double number(const Field* f, const char* at, int i) {
  mjtNum num;
  float single;
  int integer;
  mjtSize size;
  if (f->kind == NUM) return memcpy(&num, at + sizeof num * (size_t)i, sizeof num), num;
  if (f->kind == FLOAT)
    return memcpy(&single, at + sizeof single * (size_t)i, sizeof single), single;
  if (f->kind == INT)
    return memcpy(&integer, at + sizeof integer * (size_t)i, sizeof integer), integer;
  return memcpy(&size, at + sizeof size * (size_t)i, sizeof size), (double)size;
}

typedef struct {
  mjSpec* parent;
  const mjSpec* child;
  mjtConflict policy;
  text_Text kept;     // what was left at the parent's value
  text_Text refused;  // what cannot be
} Conflict;

static void describe(text_Text* out, const Field* f, const char* parent, const char* child) {
  if (out->size) text_add(out, "; ");
  text_format(out, "%s: the parent has", f->name);
  for (int i = 0; i < f->n; i++) {
    text_add(out, " ");
    text_num(out, number(f, parent, i), 6);
  }
  text_add(out, ", the child");
  for (int i = 0; i < f->n; i++) {
    text_add(out, " ");
    text_num(out, number(f, child, i), 6);
  }
}

// one field that the child gives with another value than the parent's
static void settle(Conflict* c, const Field* f, bool parentGiven) {
  char* parent = (char*)c->parent + f->offset;
  const char* child = (const char*)c->child + f->offset;
  const size_t bytes = kindBytes[f->kind] * (size_t)f->n;
  if (c->policy == mjCONFLICT_WARNING) {
    describe(&c->kept, f, parent, child);
  } else if (c->policy == mjCONFLICT_ERROR) {
    if (parentGiven) describe(&c->refused, f, parent, child);
  } else if (parentGiven && f->merge == MERGE_NONE) {
    describe(&c->refused, f, parent, child);
  } else {
    const bool less = number(f, child, 0) < number(f, parent, 0);
    if (!parentGiven || less == (f->merge == MERGE_MIN)) memcpy(parent, child, bytes);
    authored_mark(c->parent, parent);
  }
}

static bool differs(const Conflict* c, const Field* f) {
  return memcmp((char*)c->parent + f->offset, (const char*)c->child + f->offset,
                kindBytes[f->kind] * (size_t)f->n);
}

static void settleOptions(Conflict* c) {
  for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
    const Field* f = &option[i];
    if (!differs(c, f) || !authored_has(c->child, (const char*)c->child + f->offset)) continue;
    settle(c, f, authored_has(c->parent, (char*)c->parent + f->offset));
  }
}

static void settleSizes(Conflict* c) {
  for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
    const Field* f = &length[i];
    if (!differs(c, f) || number(f, (const char*)c->child + f->offset, 0) == f->unset) continue;
    settle(c, f, number(f, (char*)c->parent + f->offset, 0) != f->unset);
  }
}

// bits: a merge takes over those that the child has set
static void settleBits(Conflict* c, const char* name, int* parent, int child, int* parentGiven,
                       int given) {
  if (c->policy == mjCONFLICT_MERGE) {
    *parent |= child & given;
    *parentGiven |= child & given;
  } else if (c->policy == mjCONFLICT_WARNING && ((*parent ^ child) & given)) {
    if (c->kept.size) text_add(&c->kept, "; ");
    text_format(&c->kept, "%s: the parent has bits %#x, the child %#x", name, (unsigned)*parent,
                (unsigned)child);
  }
}

bool attach_settleOptions(spec_Spec* parent, const spec_Spec* child, diag_Where where,
                          const char* what) {
  Conflict c = {
      .parent = &parent->pub, .child = &child->pub, .policy = parent->pub.compiler.conflict};
  settleOptions(&c);
  settleSizes(&c);
  mjOption* to = &parent->pub.option;
  const mjOption* from = &child->pub.option;
  mjsAuthored* authored = &parent->pub.authored;
  const mjsAuthored* given = &child->pub.authored;
  settleBits(&c, "flags that disable", &to->disableflags, from->disableflags,
             &authored->disableflags, given->disableflags);
  settleBits(&c, "flags that enable", &to->enableflags, from->enableflags, &authored->enableflags,
             given->enableflags);
  settleBits(&c, "actuatorgroupdisable", &to->disableactuator, from->disableactuator,
             &authored->disableactuator, given->disableactuator);
  if (c.kept.failed || c.refused.failed) {
    diag_noMemory(&parent->diag);
  } else if (c.refused.size) {
    diag_error(&parent->diag, where, what,
               "options of the attached model conflict: %s; make them equal, or remove one, or use "
               "<compiler conflict=\"warning\"/>",
               text_get(&c.refused));
  } else if (c.kept.size) {
    diag_warning(&parent->diag, where, what,
                 "options of the attached model are ignored: %s; set them in the parent, or use "
                 "<compiler conflict=\"merge\"/>",
                 text_get(&c.kept));
  }
  text_free(&c.kept);
  text_free(&c.refused);
  return !parent->diag.failed;
}
