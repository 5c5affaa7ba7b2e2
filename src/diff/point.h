// The point at which derivatives are taken: what evaluations around it change is kept and put back
// bit by bit, and no tree sleeps there.
#ifndef SINEW_DIFF_POINT_H_
#define SINEW_DIFF_POINT_H_

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
} point_Point;

// keeps the point that d is at, and takes n numbers of scratch for the caller; NULL, after a
// message, if it is no point to take derivatives at or the arena is too small: there is nothing to
// close then
mjtNum* point_open(point_Point* p, const mjModel* m, mjData* d, size_t n, const char* function);
// puts back what a move or an evaluation changed
void point_restore(point_Point* p);
// the same at the end, with sensordata, energies and sleeping trees; scratch is freed
void point_close(point_Point* p);

// moves to the point's neighbours: number i of an array, or the position of dof i
void point_moveCtrl(point_Point* p, int i, mjtNum by);
void point_moveAct(point_Point* p, int i, mjtNum by);
void point_moveQvel(point_Point* p, int i, mjtNum by);
void point_moveQacc(point_Point* p, int i, mjtNum by);
void point_moveQpos(point_Point* p, int i, mjtNum by);

// how often contacts, rows or scratch did not fit into the arena
int point_countFull(const mjData* d);
// false, after a message, if it is not `full` any more (-1: it cannot be)
bool point_tellFull(const point_Point* p, int full);

// a sensor reads velocities though it is computed with positions: that of kinetic energy
bool point_hasKinetic(const mjModel* m);

#endif
