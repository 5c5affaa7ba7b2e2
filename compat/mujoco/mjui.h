// Types of user interfaces under the reference's header name.
#ifndef MUJOCO_MJUI_H_
#define MUJOCO_MJUI_H_

#include <mujoco/mjtype.h>
#include <sinew/ui.h>

#endif
