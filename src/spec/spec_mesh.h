// Built-in primitive meshes (procedural geometry without a file), as vertices and faces of an
// editable mesh.
#ifndef SINEW_SPEC_SPEC_MESH_H_
#define SINEW_SPEC_SPEC_MESH_H_

#include <sinew/spec.h>

#include "asset/mesh.h"

// replaces vertices, normals and faces of the element by those of a built-in mesh; false after an
// error
bool spec_fillBuiltin(mjsMesh* mesh, int builtin, const double* params, int nparams,
                      mesh_Fault* fault);

#endif
