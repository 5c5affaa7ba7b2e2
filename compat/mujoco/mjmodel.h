// mjModel under the reference's header name.
#ifndef MUJOCO_MJMODEL_H_
#define MUJOCO_MJMODEL_H_

#include <sinew/model.h>

#endif
