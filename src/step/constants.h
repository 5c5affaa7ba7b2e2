// Derived constants of a model (mj_setConst): flags, sums and inverse weights that follow from its
// other parameters, and results of forward kinematics and dynamics at qpos0 and qpos_spring. One
// world.
#ifndef SINEW_STEP_CONSTANTS_H_
#define SINEW_STEP_CONSTANTS_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// error codes of step_setConst
enum { CONST_NO_ROOM = -1, CONST_NOT_FLAT = -2 };

// Computes all constants except length ranges of actuators; leaves qpos of d at qpos_spring.
// Returns 0, or the body that counts as simple although its inertial frame is no longer the body
// frame (nothing is computed then), or an error: CONST_NO_ROOM: the arena is too small;
// CONST_NOT_FLAT - i: flex i, which keeps the shape of its vertices, does not lie in a plane z =
// const at qpos0
int step_setConst(mjModel* m, mjData* d);

// parts, in this order
void const_fixed(mjModel* m);                    // sameframe, flags, subtree masses, actuator ids
bool const_weights(mjModel* m, mjData* d);       // dof_M0, inverse weights, lengths, acc0
int const_flexPatterns(mjModel* m, mjData* d);   // flex*_J_*, vertmetric; 0 or the error
bool const_flexWeights(mjModel* m, mjData* d);   // flexedge_length0, flexedge_invweight0
void const_frames(mjModel* m, const mjData* d);  // equality anchors, cameras, lights
void const_statistics(mjModel* m, const mjData* d,
                      mjtNum* size);  // stat, dof_length; size: (nbody)
// grows the size of each body to the reach of its flexes
void const_flexSizes(const mjModel* m, const mjData* d, mjtNum* size);

#endif
