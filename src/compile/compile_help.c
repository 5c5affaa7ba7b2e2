// Helper functions of the compiler passes: error messages, scratch memory, name lookup of
// references, limits.
#include <stdarg.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "base/pool.h"
#include "compile/compile.h"
#include "spec/copy_refs.h"
#include "spec/spec_suggest.h"

static const diag_Where nowhere = {0};

void comp_error(comp_Compile* c, const spec_Element* e, const char* format, ...) {
  char label[SPEC_LABEL_SIZE];
  va_list args;
  va_start(args, format);
  diag_errorArgs(c->diag, e ? e->where : nowhere, e ? spec_label(label, e) : NULL, format, args);
  va_end(args);
}

bool comp_resume(comp_Compile* c) { return c->diag->failed && diag_resume(c->diag); }

void comp_warning(comp_Compile* c, const spec_Element* e, const char* format, ...) {
  char label[SPEC_LABEL_SIZE];
  va_list args;
  va_start(args, format);
  diag_warningArgs(c->diag, e ? e->where : nowhere, e ? spec_label(label, e) : NULL, format, args);
  va_end(args);
}

void* comp_alloc(comp_Compile* c, int n, size_t bytes) {
  ASSERT_FULL(n >= 0);
  void* ptr = arena_array(&c->scratch, n > 0 ? (size_t)n : 1, bytes);
  if (!ptr) diag_noMemory(c->diag);
  return ptr;
}

// the program's own allocator may not be thread-safe
pool_Pool* comp_makePool(const comp_Compile* c, int ntask) {
  const int threads = pool_processors() < ntask ? pool_processors() : ntask;
  const bool alone = threads < 2 || !c->spec->pub.compiler.usethread || mju_user_malloc;
  return alone ? NULL : pool_make(threads);
}

int comp_find(comp_Compile* c, const spec_Element* e, const char* what, int type,
              const char* name) {
  if (!name || !*name) return -1;
  const bool visual = type == mjOBJ_MATERIAL || type == mjOBJ_TEXTURE;
  if (visual && c->spec->pub.compiler.discardvisual) return -1;  // discarded on purpose
  const spec_Element* found = spec_find(c->spec, type, name);
  ASSERT(!found || found->id < c->spec->list[type].n + c->npiece);
  if (found && found->id >= 0) return found->id;
  if (c->diag->failed) return -1;
  char advice[SUGGEST_SIZE];
  suggest_name(advice, c->spec, type, name, "name one that exists in the model");
  const int before = c->diag->nerror;
  comp_error(c, e, "%s: there is no %s named '%s'; %s", what, spec_typeName(type), name, advice);
  if (c->diag->nerror > before && c->nunknown < DIAG_MOST)
    c->unknown[c->nunknown++] = (comp_Unknown){type, name};
  return -1;
}

// ---- all unknown names: reported when a compilation has failed anyway

typedef struct {
  comp_Compile* c;
  const spec_Element* e;
} Visit;

static bool isReported(const comp_Compile* c, int type, const char* name) {
  for (int i = 0; i < c->nunknown; i++) {
    if (c->unknown[i].type == type && !strcmp(c->unknown[i].name, name)) return true;
  }
  return false;
}

static bool checkRef(void* context, const copy_Ref* ref) {
  const Visit* visit = context;
  comp_Compile* c = visit->c;
  const char* name = vec_text(ref->name);
  if (ref->type == mjOBJ_PLUGIN || spec_find(c->spec, ref->type, name)) return true;
  if (!isReported(c, ref->type, name))
    comp_find(c, visit->e, spec_typeName(ref->type), ref->type, name);
  return diag_resume(c->diag);
}

// meshes without a name have that of their file only during compilation
static bool namesAreKnown(const spec_Spec* spec) {
  const spec_List* list = &spec->list[mjOBJ_MESH];
  for (int i = 0; i < list->n; i++) {
    if (!*spec_name(list->item[i])) return false;
  }
  return true;
}

void comp_findUnknown(comp_Compile* c) {
  if (!c->diag->nerror || !diag_resume(c->diag)) return;
  for (int type = 0; type < SPEC_NTYPE && namesAreKnown(c->spec); type++) {
    const spec_List* list = &c->spec->list[type];
    for (int i = 0; i < list->n; i++) {
      Visit visit = {c, list->item[i]};
      if (type != SPEC_DEFAULT && !copy_eachRef(list->item[i], checkRef, &visit)) break;
    }
  }
  diag_settle(c->diag);
}

bool comp_limited(comp_Compile* c, const spec_Element* e, const char* what, int limited,
                  const double range[2], bool* result) {
  *result = limited == mjLIMITED_TRUE;
  if (limited == mjLIMITED_AUTO) {
    *result = range[0] < range[1];
    if (!e->compiler->autolimits && (range[0] != 0 || range[1] != 0)) {
      comp_error(
          c, e,
          "%s: a range is given, but autolimits is off and nothing says whether it limits; set the "
          "limited attribute to true or false, or <compiler autolimits=\"true\"/>",
          what);
      return false;
    }
  }
  if (*result && !(range[0] < range[1])) {
    comp_error(c, e,
               "%s: '%.6g %.6g' limits nothing; the first number must be less than the second",
               what, range[0], range[1]);
    return false;
  }
  return true;
}

void comp_fillUser(mjtNum* dst, mjtSize n, int i, const mjDoubleVec* userdata) {
  const spec_Vec* vec = userdata;
  ASSERT_FULL(vec->size <= n);  // checked by comp_prepareUser, comp_prepareCustom
  for (mjtSize j = 0; j < n; j++)
    dst[i * n + j] = j < vec->size ? ((const double*)vec->data)[j] : 0;
}

void comp_markChain(const comp_Compile* c, int body, mjtByte* mark) {
  for (; body > 0; body = c->body[body].parent) {
    const comp_Body* b = &c->body[body];
    ASSERT(b->parent < body);
    for (int i = 0; i < b->dofnum; i++) mark[b->dofadr + i] = 1;
  }
}
