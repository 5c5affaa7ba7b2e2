// MJAPI under the reference's header name.
#ifndef MUJOCO_MJEXPORT_H_
#define MUJOCO_MJEXPORT_H_

#include <sinew/export.h>

#endif
