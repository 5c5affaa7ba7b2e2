// Types of visualisation under the reference's header name.
#ifndef MUJOCO_MJVISUALIZE_H_
#define MUJOCO_MJVISUALIZE_H_

#include <mujoco/mjtype.h>
#include <sinew/visualize.h>

#endif
