// Cost of the rows of a system or an island, with forces and states (constraint/law.h).
#ifndef SINEW_CONSTRAINT_COST_H_
#define SINEW_CONSTRAINT_COST_H_

#include "constraint/block.h"

typedef struct {
  int nactive;  // rows that are not satisfied
  int nchange;  // rows whose state was another before
  int ncone;    // contacts in the middle zone
} cost_Count;

// jar -> force, state; returns the cost. state is compared with what it held before.
mjtNum cost_update(const con_Rows* rows, const mjtNum* jar, mjtNum* force, int* state,
                   cost_Count* count);
// the cost alone
mjtNum cost_value(const con_Rows* rows, const mjtNum* jar);
// Hessian (dim x dim) of an elliptic contact in the middle zone, to the contact's H, which it
// returns; jar of the list
mjtNum* cost_coneHessian(const con_Rows* rows, const con_Block* block, const mjtNum* jar);

#endif
