// Reset of mjData: initial state and keyframes.
#ifndef SINEW_MODEL_RESET_H_
#define SINEW_MODEL_RESET_H_

#include <sinew/data.h>
#include <sinew/model.h>

// qpos0, zero velocity and controls, all trees awake, empty arena; results are filled with a byte
void reset_data(const mjModel* m, mjData* d, unsigned char resultByte);
// time, qpos, qvel, act, mocap poses and controls of a keyframe; does nothing if it does not exist
void reset_toKeyframe(const mjModel* m, mjData* d, int key);

#endif
