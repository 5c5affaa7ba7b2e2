// Constants of a model that follow from its other numbers: flags and sums, and what the dynamics at
// qpos0 and qpos_spring give. One world.
#ifndef SINEW_STEP_CONSTANTS_H_
#define SINEW_STEP_CONSTANTS_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// what may be wrong with a model whose constants are computed
enum { CONST_NO_ROOM = -1, CONST_NOT_FLAT = -2 };

// all constants but length ranges of actuators; qpos of d ends as qpos_spring. Returns 0, or the
// body that counts as simple although its inertial frame is no longer the body frame (nothing is
// computed then), or one of the above: the arena has no room, flex i (CONST_NOT_FLAT - i), which
// keeps the shape of its vertices, does not lie in a plane z = const at qpos0
int step_setConst(mjModel* m, mjData* d);

// parts, in this order
void const_fixed(mjModel* m);                    // sameframe, flags, subtree masses, actuator ids
bool const_weights(mjModel* m, mjData* d);       // dof_M0, inverse weights, lengths, acc0
int const_flexPatterns(mjModel* m, mjData* d);   // flex*_J_*, vertmetric; 0 or what is wrong
bool const_flexWeights(mjModel* m, mjData* d);   // flexedge_length0, flexedge_invweight0
void const_frames(mjModel* m, const mjData* d);  // equality anchors, cameras, lights
void const_statistics(mjModel* m, const mjData* d,
                      mjtNum* size);  // stat, dof_length; size: (nbody)
// size of a body: how far flexes reach from it
void const_flexSizes(const mjModel* m, const mjData* d, mjtNum* size);

#endif
