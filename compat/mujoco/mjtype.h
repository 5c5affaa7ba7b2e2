// Types, constants and enums under the reference's header name.
#ifndef MUJOCO_MJTYPE_H_
#define MUJOCO_MJTYPE_H_

#include <sinew/log.h>
#include <sinew/types.h>

#endif
