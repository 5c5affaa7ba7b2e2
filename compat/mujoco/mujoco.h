// The whole API under the reference's header name, so that programs compile unchanged.
#ifndef MUJOCO_MUJOCO_H_
#define MUJOCO_MUJOCO_H_

#include <mujoco/mjassert.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjsan.h>
#include <mujoco/mjspecmacro.h>
#include <mujoco/mjxmacro.h>
#include <sinew/sinew.h>

#endif
