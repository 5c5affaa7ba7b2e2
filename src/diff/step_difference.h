// Finite differences of whole steps: the reference that analytic derivatives are compared with. A
// column is a five-point stencil of mj_step, each step from the same state, with the solver
// converged to rounding and warm-started at the solution. Columns whose steps are not all on the
// same smooth piece of the dynamics are reported.
#ifndef SINEW_DIFF_STEP_DIFFERENCE_H_
#define SINEW_DIFF_STEP_DIFFERENCE_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/data.h>
#include <sinew/model.h>

// the input that is perturbed
typedef enum {
  STEPDIFF_QPOS = 0,
  STEPDIFF_QVEL,
  STEPDIFF_ACT,
  STEPDIFF_CTRL,
  STEPDIFF_NKIND
} stepdiff_Kind;

enum { STEPDIFF_NPOINT = 4 };

typedef struct {
  mjModel model;  // the caller's arrays; options that make a step differentiable
  int solver;     // that of the caller
  mjData* d;      // a copy of the caller's
  mjtNum* start;  // integration state, warm start at the solution
  uint64_t signature;
  int ndx, nsensor;                 // 2 nv + na, nsensordata
  mjtNum* result[STEPDIFF_NPOINT];  // (nq + nv + na + nsensor) after each step of a stencil
  mjtNum *near, *far;               // (ndx + nsensor) differences over 2 eps and 4 eps
  mjtNum *qvel, *act;               // before a step
  mjtNum* size;                     // (nsensor) largest value of the sensor, at the point
  mjtNum* unit;                     // zeros (nv)
} stepdiff_Steps;

// d is unchanged. False, after an error message, if out of memory; there is nothing to close then
bool stepdiff_open(stepdiff_Steps* s, const mjModel* m, const mjData* d, const char* function);
void stepdiff_close(stepdiff_Steps* s);
// resets s->d to the point
void stepdiff_restore(stepdiff_Steps* s);
// number of inputs of a kind
int stepdiff_count(const stepdiff_Steps* s, stepdiff_Kind kind);
// derivative (ndx + nsensor) of the next state and of sensordata by input i of a kind. False if a
// step had another signature than the point: then the values are meaningless
bool stepdiff_column(stepdiff_Steps* s, stepdiff_Kind kind, int i, mjtNum eps, mjtNum* column);

// Hash of the smooth piece of the dynamics that a step was on: contacts, active set (zones of
// rows), paths of tendons, limits of inputs and outputs, sides of kinks. d is the result of the
// step; qvel and act are those before it.
uint64_t signature_of(const mjModel* m, mjData* d, const mjtNum* qvel, const mjtNum* act);

#endif
