// Differences of whole steps: the yardstick of derivatives. A column is a five-point stencil of
// mj_step, every step of it from the same state, with the solver converged to rounding and started
// at the solution; one whose steps are not all on the same smooth piece of the dynamics is told.
#ifndef SINEW_DIFF_STEP_DIFFERENCE_H_
#define SINEW_DIFF_STEP_DIFFERENCE_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/data.h>
#include <sinew/model.h>

// what is moved
typedef enum {
  STEPDIFF_QPOS = 0,
  STEPDIFF_QVEL,
  STEPDIFF_ACT,
  STEPDIFF_CTRL,
  STEPDIFF_NKIND
} stepdiff_Kind;

enum { STEPDIFF_NPOINT = 4 };

typedef struct {
  mjModel model;  // the caller's arrays; options of a step that can be differentiated
  int solver;     // the caller's
  mjData* d;      // a copy of the caller's
  mjtNum* start;  // integration state, warm start at the solution
  uint64_t signature;
  int ndx, nsensor;                 // 2 nv + na, nsensordata
  mjtNum* result[STEPDIFF_NPOINT];  // (nq + nv + na + nsensor) after each step of a stencil
  mjtNum *near, *far;               // (ndx + nsensor) differences over 2 eps and 4 eps
  mjtNum *qvel, *act;               // before a step
  mjtNum* size;                     // (nsensor) largest number of the sensor, at the point
  mjtNum* unit;                     // zeros (nv)
} stepdiff_Steps;

// d is left as it is. False, after a message, if memory is short; there is nothing to close then
bool stepdiff_open(stepdiff_Steps* s, const mjModel* m, const mjData* d, const char* function);
void stepdiff_close(stepdiff_Steps* s);
// s->d is at the point again
void stepdiff_restore(stepdiff_Steps* s);
// inputs of a kind
int stepdiff_count(const stepdiff_Steps* s, stepdiff_Kind kind);
// derivative (ndx + nsensor) of the next state and of sensordata by input i of a kind. False if a
// step had another signature than the point: the numbers mean nothing then
bool stepdiff_column(stepdiff_Steps* s, stepdiff_Kind kind, int i, mjtNum eps, mjtNum* column);

// Hash of the smooth piece of the dynamics that a step was on: contacts, rows and their zones,
// paths of tendons, limits of inputs and outputs, sides of kinks. d is as the step leaves it; qvel
// and act are those before it.
uint64_t signature_of(const mjModel* m, mjData* d, const mjtNum* qvel, const mjtNum* act);

#endif
