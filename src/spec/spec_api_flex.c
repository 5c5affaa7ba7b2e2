// Public API of editable models: generates a flex (deformable mesh) with all its bodies, as
// <flexcomp> does.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "spec/flexcomp.h"
#include "spec/spec_api.h"

// index of a word in a table; 0 if it is not found
static int findWord(const char* word, const char* const* words, int n) {
  for (int i = 0; i < n && word; i++) {
    if (!strcmp(word, words[i])) return i;
  }
  return 0;
}

#define TAKE(to, from)                                                                             \
  do {                                                                                             \
    if (from) memcpy(to, from, sizeof(to));                                                        \
  } while (0)

// lists to which the generation adds, so that after a failure the additions can be removed
static const int made[] = {mjOBJ_EQUALITY, mjOBJ_JOINT, mjOBJ_BODY, mjOBJ_FLEX};
enum { NMADE = sizeof made / sizeof *made };

static void undo(spec_Spec* spec, const int n[NMADE]) {
  for (int i = 0; i < NMADE; i++) {
    const spec_List* list = &spec->list[made[i]];
    while (list->n > n[i]) spec_remove(list->item[list->n - 1]);
  }
}

static bool setName(spec_Element* e, const char* name) {
  if (name && *name && spec_setName(e, name)) return true;
  char label[SPEC_LABEL_SIZE];
  diag_error(&e->spec->diag, e->where, spec_label(label, e),
             "name: '%.100s' is empty, or another flex has it; every flex needs a name of its own",
             name ? name : "");
  return false;
}

mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim, const char* dof,
                      const int count[3], const int cellcount[3], const double spacing[3],
                      const double scale[3], double radius, double mass, double inertiabox,
                      int equality, int rigid, int flatskin, int elastic2d, const double pos[3],
                      const double quat[4], const double origin[3], const char* file,
                      const mjVFS* vfs) {
  ARGS_NEED_OR(NULL, body, name);
  spec_Element* parent = spec_of(body->element);
  spec_Spec* spec = parent->spec;
  api_clearError(spec);
  int n[NMADE];
  for (int i = 0; i < NMADE; i++) n[i] = spec->list[made[i]].n;
  flexcomp_Args args;
  spec_Element* e = spec_add(spec, mjOBJ_FLEX, NULL, NULL, NULL);
  if (!e || !flexcomp_defaults(&args, spec)) return NULL;
  e->def = spec->root;
  mjsFlex* flex = SPEC_DATA(mjsFlex, e);
  flex->dim = dim;
  flex->radius = radius;
  flex->flatskin = flatskin != 0;
  flex->elastic2d = elastic2d;
  args.type = findWord(type, flexcomp_typeName, FLEXCOMP_NTYPE);
  args.dof = findWord(dof, flexcomp_dofName, FLEXCOMP_NDOF);
  args.equality = equality > 0 && equality < FLEXCOMP_NEQUALITY ? equality : 0;
  args.rigid = rigid != 0;
  if (mass > 0) args.mass = mass;
  if (inertiabox > 0) args.inertiabox = inertiabox;
  TAKE(args.count, count);
  TAKE(args.cellcount, cellcount);
  TAKE(args.spacing, spacing);
  TAKE(args.scale, scale);
  TAKE(args.pos, pos);
  TAKE(args.quat, quat);
  TAKE(args.origin, origin);
  if (file) vec_setText(args.file, file);
  if (setName(e, name) && flexcomp_make(e, parent, &args, vfs)) return flex;
  undo(spec, n);
  return NULL;
}
