// Constraint cost of the rows of a system or an island, with forces and active-set states
// (constraint/law.h), and the Hessian of friction cones.
#ifndef SINEW_CONSTRAINT_COST_H_
#define SINEW_CONSTRAINT_COST_H_

#include "constraint/block.h"

typedef struct {
  int nactive;  // rows that are not satisfied
  int nchange;  // rows whose state changed
  int ncone;    // contacts in the middle zone of the friction cone
} cost_Count;

// jar -> force, state; returns the cost. state is compared with its previous value.
mjtNum cost_update(const con_Rows* rows, const mjtNum* jar, mjtNum* force, int* state,
                   cost_Count* count);
// the cost alone
mjtNum cost_value(const con_Rows* rows, const mjtNum* jar);
// Hessian (dim x dim) of an elliptic contact in the middle zone. Stored in the contact's H, which
// is returned; jar is that of the list
mjtNum* cost_coneHessian(const con_Rows* rows, const con_Block* block, const mjtNum* jar);

#endif
