// Validation of untrusted models from binary files: bounds checks of every index, and consistency
// of the structures that the run time relies on. A file with a correct checksum may still be
// malicious.
#ifndef SINEW_IO_VALIDATE_H_
#define SINEW_IO_VALIDATE_H_

#include <stdbool.h>

#include <sinew/model.h>

#include "base/assert.h"

typedef struct {
  const char* field;  // the invalid field, NULL: none
  mjtSize row;
} validate_Fault;

// returns true if the model is safe; otherwise sets the fault
bool validate_model(const mjModel* m, validate_Fault* fault);

// ---- its parts; each returns false after setting the fault

bool validate_fault(validate_Fault* fault, const char* field,
                    mjtSize row);  // sets it, returns false
// validate_tree.c: bodies, joints, dofs, kinematic trees and the sparsity patterns that follow from
// them
bool validate_tree(const mjModel* m, validate_Fault* fault);
// validate_parts.c: references of equalities, tendons, actuators and sensors, by type
bool validate_parts(const mjModel* m, validate_Fault* fault);
// validate_assets.c: meshes, convex hulls, skins, height fields, textures, bounding volumes
bool validate_assets(const mjModel* m, validate_Fault* fault);
// validate_flex.c: elements, edges and elasticity of flexes
bool validate_flexes(const mjModel* m, validate_Fault* fault);

// validate_plugins.c: instances, their config strings and states, and the elements that use them;
// runs last, since plugins read the model
bool validate_plugins(const mjModel* m, validate_Fault* fault);

// last dof of a body or of its nearest ancestor with dofs, -1 if none has
static inline int validate_lastDof(const mjModel* m, int body) {
  while (body && !m->body_dofnum[body]) {
    ASSERT_FULL(m->body_parentid[body] < body);
    body = m->body_parentid[body];
  }
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

#endif
