// Scalar types under the reference's header name.
#ifndef MUJOCO_MJTNUM_H_
#define MUJOCO_MJTNUM_H_

#include <sinew/types.h>

#endif
