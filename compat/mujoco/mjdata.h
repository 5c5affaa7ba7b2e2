// mjData under the reference's header name.
#ifndef MUJOCO_MJDATA_H_
#define MUJOCO_MJDATA_H_

#include <mujoco/mjtype.h>
#include <sinew/data.h>

#endif
