// mjModel under the reference's header name.
#ifndef MUJOCO_MJMODEL_H_
#define MUJOCO_MJMODEL_H_

#include <mujoco/mjtype.h>
#include <sinew/model.h>

#endif
