// Macros under the reference's header name.
#ifndef MUJOCO_MJMACRO_H_
#define MUJOCO_MJMACRO_H_

#include <sinew/macros.h>

#endif
