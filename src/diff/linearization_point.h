// The linearization point (operating point): the state at which derivatives are taken. Saves and
// restores bit by bit what evaluations around it change, and keeps all trees awake there.
#ifndef SINEW_DIFF_LINEARIZATION_POINT_H_
#define SINEW_DIFF_LINEARIZATION_POINT_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/data.h>
#include <sinew/model.h>

typedef struct {
  const mjModel* m;  // to evaluate with: the caller's, or awake
  mjData* d;
  const mjModel* given;
  mjModel awake;       // copy of the caller's without sleep, where trees sleep
  mjtNum time, *kept;  // state, controls, qacc, in the order of a table
  mjtNum* sensordata;  // from before the first evaluation
  mjtNum energy[2];
  mjtBool hasEnergy[2];
  void* asleep;          // all arrays of d, NULL where no tree sleeps
  mjtNum* unit;          // zeros (nv), for moves of one dof
  const char* function;  // for messages
} linpoint_Point;

// saves the state of d as the point, and allocates n values of scratch for the caller; NULL, after
// an error message, if the state is not finite or the arena is too small: then there is nothing to
// close
mjtNum* linpoint_open(linpoint_Point* p, const mjModel* m, mjData* d, size_t n,
                      const char* function);
// restores what a move or an evaluation changed
void linpoint_restore(linpoint_Point* p);
// the same at the end, with sensordata, energies and sleeping trees; frees the scratch
void linpoint_close(linpoint_Point* p);

// moves to a neighboring state: element i of an array, or the position of dof i
void linpoint_moveCtrl(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveAct(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveQvel(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveQacc(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveQpos(linpoint_Point* p, int i, mjtNum by);

// counts how often contacts, rows or scratch did not fit into the arena
int linpoint_countFull(const mjData* d);
// false, after an error message, unless that count is still `full`; -1: always false
bool linpoint_tellFull(const linpoint_Point* p, int full);

// does a sensor read velocities though it is computed with positions (kinetic energy)
bool linpoint_hasKinetic(const mjModel* m);

#endif
