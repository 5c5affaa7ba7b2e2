// Types of drawing under the reference's header name.
#ifndef MUJOCO_MJRENDER_H_
#define MUJOCO_MJRENDER_H_

#include <mujoco/mjtype.h>
#include <sinew/render.h>

#endif
