// Validates models from binary files: is every index in range, and do the structures agree that the
// run time takes for granted? A file with a right checksum may still be malicious.
#ifndef SINEW_IO_VALIDATE_H_
#define SINEW_IO_VALIDATE_H_

#include <stdbool.h>

#include <sinew/model.h>

#include "base/assert.h"

typedef struct {
  const char* field;  // what is wrong, NULL: nothing
  mjtSize row;
} validate_Fault;

// true if it is safe; else the fault says why
bool validate_model(const mjModel* m, validate_Fault* fault);

// ---- its parts; each returns false after it has set the fault

bool validate_fault(validate_Fault* fault, const char* field,
                    mjtSize row);  // sets it, returns false
// validate_tree.c: bodies, joints, dofs, trees and the sparse patterns that follow from them
bool validate_tree(const mjModel* m, validate_Fault* fault);
// validate_parts.c: what equalities, tendons, actuators and sensors refer to, by their kind
bool validate_parts(const mjModel* m, validate_Fault* fault);
// validate_assets.c: meshes, hulls, skins, height fields, textures, bounding volumes
bool validate_assets(const mjModel* m, validate_Fault* fault);
// validate_flex.c: elements, edges and elasticity of flexes
bool validate_flexes(const mjModel* m, validate_Fault* fault);

// validate_plugins.c: instances, their texts and states, and what uses them; the rest must be safe,
// for plugins look at it
bool validate_plugins(const mjModel* m, validate_Fault* fault);

// last dof of a body or of its nearest ancestor that has dofs, -1 if none has
static inline int validate_lastDof(const mjModel* m, int body) {
  while (body && !m->body_dofnum[body]) {
    ASSERT_FULL(m->body_parentid[body] < body);
    body = m->body_parentid[body];
  }
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

#endif
