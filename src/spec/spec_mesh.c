// Built-in primitive meshes (procedural geometry without a file), as vertices and faces of an
// editable mesh.
#include "spec/spec_mesh.h"

#include <limits.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "spec/spec_api.h"

bool spec_fillBuiltin(mjsMesh* mesh, int builtin, const double* params, int nparams,
                      mesh_Fault* fault) {
  arena_Arena scratch = arena_make(0);
  mesh_Data data = {0};
  bool ok = mesh_makeBuiltin(builtin, params, nparams, &scratch, &data, fault);
  if (ok) {
    ASSERT(data.nvert > 0 && data.nvert <= INT_MAX / 3);
    ok = (vec_set(mesh->uservert, data.vert, 3 * data.nvert, sizeof(float)) &&
          vec_set(mesh->usernormal, data.normal, 3 * data.nnormal, sizeof(float)) &&
          vec_set(mesh->userface, data.face, 3 * data.nface, sizeof(int))) ||
         mesh_noMemory(fault);
    if (builtin == mjMESH_BUILTIN_PLATE) mesh->inertia = mjMESH_INERTIA_SHELL;
  }
  arena_free(&scratch);
  return ok;
}

int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams) {
  ARGS_NEED_OR(-1, mesh);
  if (nparams > 0) ARGS_NEED_OR(-1, params);
  const spec_Element* e = spec_of(mesh->element);
  mesh_Fault fault = {0};
  api_clearError(e->spec);
  if (spec_fillBuiltin(mesh, builtin, params, params ? nparams : 0, &fault)) return 0;
  char label[SPEC_LABEL_SIZE];
  if (fault.noMemory) diag_noMemory(&e->spec->diag);
  diag_error(&e->spec->diag, e->where, spec_label(label, e), "%s", fault.text);
  return -1;
}
