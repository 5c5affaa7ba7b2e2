// The whole API under the reference's header name, so that programs compile unchanged.
#ifndef MUJOCO_MUJOCO_H_
#define MUJOCO_MUJOCO_H_

#include <sinew/sinew.h>

#endif
