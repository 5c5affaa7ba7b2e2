// Conflict resolution (merge) for options that parent and child of an attach both set: kept, merged
// or rejected as the parent's <compiler conflict> says. An option is set if it was written in a
// file, whatever its value (authored.h), or if a program gave it a value other than the default.
#include "spec/attach_conflict.h"

#include <string.h>

#include "base/assert.h"
#include "spec/authored.h"
#include "spec/spec_types.h"

// how two set values are merged
typedef enum { MERGE_NONE, MERGE_MIN, MERGE_MAX } Merge;
typedef enum { NUM, FLOAT, INT, SIZE } Kind;

typedef struct {
  const char* name;
  size_t offset;  // in mjSpec
  Kind kind;
  int n;
  Merge merge;
} Field;

#define OPTION(name, kind, n, merge)                                                               \
  { #name, offsetof(mjSpec, option.name), kind, n, merge }
#define VISUAL(part, name, merge)                                                                  \
  { #name, offsetof(mjSpec, visual.part.name), FLOAT, 1, merge }
#define LENGTH(name, kind)                                                                         \
  { #name, offsetof(mjSpec, name), kind, 1, MERGE_MAX }

static const Field field[] = {
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
    LENGTH(memory, SIZE),
    LENGTH(njmax, INT),
    LENGTH(nconmax, INT),
    LENGTH(nuserdata, INT),
    LENGTH(nkey, INT),
    LENGTH(nuser_body, INT),
    LENGTH(nuser_jnt, INT),
    LENGTH(nuser_geom, INT),
    LENGTH(nuser_site, INT),
    LENGTH(nuser_cam, INT),
    LENGTH(nuser_tendon, INT),
    LENGTH(nuser_actuator, INT),
    LENGTH(nuser_sensor, INT),
};

static const size_t kindBytes[] = {
    [NUM] = sizeof(mjtNum), [FLOAT] = sizeof(float), [INT] = sizeof(int), [SIZE] = sizeof(mjtSize)};

static double number(const Field* f, const char* at, int i) {
  ASSERT_FULL(i >= 0 && i < f->n);
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
  mjSpec builtin;  // all defaults
  mjtConflict policy;
  text_Text kept;     // options left at the parent's value
  text_Text merged;   // options changed by merging
  text_Text refused;  // options that cannot be merged
} Conflict;

static void addNumbers(text_Text* out, const Field* f, const void* spec) {
  for (int i = 0; i < f->n; i++) {
    text_add(out, " ");
    text_num(out, number(f, (const char*)spec + f->offset, i), 6);
  }
}

static void describe(text_Text* out, const Field* f, const mjSpec* parent, const mjSpec* child) {
  if (out->size) text_add(out, "; ");
  text_format(out, "%s: the parent has", f->name);
  addNumbers(out, f, parent);
  text_add(out, ", the child");
  addNumbers(out, f, child);
}

static bool differ(const Field* f, const mjSpec* a, const mjSpec* b) {
  return memcmp((const char*)a + f->offset, (const char*)b + f->offset,
                kindBytes[f->kind] * (size_t)f->n);
}

// was it written in a file, or set by a program
static bool isGiven(const Conflict* c, const Field* f, const mjSpec* spec) {
  return authored_has(spec, (const char*)spec + f->offset) || differ(f, spec, &c->builtin);
}

static void merge(Conflict* c, const Field* f, bool parentGiven) {
  ASSERT(!parentGiven || f->merge != MERGE_NONE);
  char* parent = (char*)c->parent + f->offset;
  const char* child = (const char*)c->child + f->offset;
  const bool less = number(f, child, 0) < number(f, parent, 0);
  describe(&c->merged, f, c->parent, c->child);
  if (!parentGiven || less == (f->merge == MERGE_MIN))
    memcpy(parent, child, kindBytes[f->kind] * (size_t)f->n);
  authored_mark(c->parent, parent);
  text_add(&c->merged, ", now");
  addNumbers(&c->merged, f, c->parent);
}

// merges one field that the child sets to another value than the parent
static void settle(Conflict* c, const Field* f) {
  const bool parentGiven = isGiven(c, f, c->parent);
  const bool merges = c->policy == mjCONFLICT_MERGE;
  if (c->policy != mjCONFLICT_WARNING && parentGiven && !(merges && f->merge != MERGE_NONE)) {
    describe(&c->refused, f, c->parent, c->child);
  } else if (merges) {
    merge(c, f, parentGiven);
  } else {
    describe(&c->kept, f, c->parent, c->child);
  }
}

static void settleFields(Conflict* c) {
  for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
    if (differ(&field[i], c->parent, c->child) && isGiven(c, &field[i], c->child))
      settle(c, &field[i]);
  }
}

static void describeBits(text_Text* out, const char* name, int parent, int child) {
  if (out->size) text_add(out, "; ");
  text_format(out, "%s: the parent has bits %#x, the child %#x", name, (unsigned)parent,
              (unsigned)child);
}

// Merges bit flags that only the child sets. Written bits are known from the file. Bits set by a
// program count as set by both sides, because unset and default bits cannot be distinguished.
static void settleBits(Conflict* c, const char* name, int* parent, int child, int* parentGiven,
                       int childGiven) {
  const int more = child & ~*parent, disputed = more & (*parentGiven | ~childGiven);
  if (!more) return;
  if (c->policy == mjCONFLICT_MERGE) {
    describeBits(&c->merged, name, *parent, child);
    *parent |= more;
    *parentGiven |= more;
  } else {
    const bool error = c->policy == mjCONFLICT_ERROR && disputed;
    describeBits(error ? &c->refused : &c->kept, name, *parent, child);
  }
}

static void settleFlags(Conflict* c) {
  mjOption* to = &c->parent->option;
  const mjOption* from = &c->child->option;
  mjsAuthored* authored = &c->parent->authored;
  const mjsAuthored* given = &c->child->authored;
  settleBits(c, "flags that disable", &to->disableflags, from->disableflags,
             &authored->disableflags, given->disableflags);
  settleBits(c, "flags that enable", &to->enableflags, from->enableflags, &authored->enableflags,
             given->enableflags);
  settleBits(c, "actuatorgroupdisable", &to->disableactuator, from->disableactuator,
             &authored->disableactuator, given->disableactuator);
}

bool attach_settleOptions(spec_Spec* parent, const spec_Spec* child, diag_Where where,
                          const char* what) {
  Conflict c = {
      .parent = &parent->pub, .child = &child->pub, .policy = parent->pub.compiler.conflict};
  const mjSpec before = parent->pub;
  spec_builtinSpec(&c.builtin);
  settleFields(&c);
  settleFlags(&c);
  if (c.refused.size) parent->pub = before;
  if (c.kept.failed || c.merged.failed || c.refused.failed) {
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
  } else if (c.merged.size) {
    diag_warning(&parent->diag, where, what, "options of the attached model are merged: %s",
                 text_get(&c.merged));
  }
  text_free(&c.kept);
  text_free(&c.merged);
  text_free(&c.refused);
  return !parent->diag.failed;
}
