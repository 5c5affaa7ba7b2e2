// The linearization point: the state at which derivatives are taken. What evaluations around it
// change is saved and restored bit by bit, and no tree sleeps there.
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
  mjModel awake;       // the caller's without sleep, where trees sleep
  mjtNum time, *kept;  // state, controls, qacc, in the order of a table
  mjtNum* sensordata;  // before the first evaluation, and so
  mjtNum energy[2];
  mjtBool hasEnergy[2];
  void* asleep;          // all arrays of d, NULL where no tree sleeps
  mjtNum* unit;          // zeros (nv), for moves of one dof
  const char* function;  // for messages
} linpoint_Point;

// keeps the point that d is at, and takes n numbers of scratch for the caller; NULL, after a
// message, if it is no point to take derivatives at or the arena is too small: there is nothing to
// close then
mjtNum* linpoint_open(linpoint_Point* p, const mjModel* m, mjData* d, size_t n,
                      const char* function);
// puts back what a move or an evaluation changed
void linpoint_restore(linpoint_Point* p);
// the same at the end, with sensordata, energies and sleeping trees; scratch is freed
void linpoint_close(linpoint_Point* p);

// moves to the point's neighbours: number i of an array, or the position of dof i
void linpoint_moveCtrl(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveAct(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveQvel(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveQacc(linpoint_Point* p, int i, mjtNum by);
void linpoint_moveQpos(linpoint_Point* p, int i, mjtNum by);

// how often contacts, rows or scratch did not fit into the arena
int linpoint_countFull(const mjData* d);
// false, after a message, if it is not `full` any more (-1: it cannot be)
bool linpoint_tellFull(const linpoint_Point* p, int full);

// a sensor reads velocities though it is computed with positions: that of kinetic energy
bool linpoint_hasKinetic(const mjModel* m);

#endif
