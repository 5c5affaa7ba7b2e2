// Is a model from a file safe to step: does every index lie in the array that it points into, and
// do the structures agree that the run time takes for granted. A file with a right checksum may
// still be made to do harm.
#ifndef SINEW_IO_GUARD_H_
#define SINEW_IO_GUARD_H_

#include <stdbool.h>

#include <sinew/model.h>

#include "base/assert.h"

typedef struct {
  const char* field;  // what is wrong, NULL: nothing
  mjtSize row;
} guard_Fault;

// true if it is safe; else the fault says why
bool guard_model(const mjModel* m, guard_Fault* fault);

// ---- its parts; each returns false after it has set the fault

bool guard_fault(guard_Fault* fault, const char* field, mjtSize row);  // sets it, returns false
// guard_tree.c: bodies, joints, dofs, trees and the sparse patterns that follow from them
bool guard_tree(const mjModel* m, guard_Fault* fault);
// guard_parts.c: what equalities, tendons, actuators and sensors refer to, by their kind
bool guard_parts(const mjModel* m, guard_Fault* fault);
// guard_assets.c: meshes, hulls, skins, height fields, textures, bounding volumes
bool guard_assets(const mjModel* m, guard_Fault* fault);
// guard_flex.c: elements, edges and elasticity of flexes
bool guard_flexes(const mjModel* m, guard_Fault* fault);

// last dof of a body or of its nearest ancestor that has dofs, -1 if none has
static inline int guard_lastDof(const mjModel* m, int body) {
  while (body && !m->body_dofnum[body]) {
    ASSERT_FULL(m->body_parentid[body] < body);
    body = m->body_parentid[body];
  }
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

#endif
