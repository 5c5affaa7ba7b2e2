// mjSpec under the reference's header name.
#ifndef MUJOCO_MJSPEC_H_
#define MUJOCO_MJSPEC_H_

#include <mujoco/mjtype.h>
#include <sinew/spec.h>

#endif
