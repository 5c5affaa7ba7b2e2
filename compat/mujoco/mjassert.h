// Checks at compile time that scalar types, enums and pointers have the sizes that the library was
// built with. Under the reference's header name.
#ifndef MUJOCO_MJASSERT_H_
#define MUJOCO_MJASSERT_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mjrender.h>
#include <mujoco/mjspec.h>
#include <mujoco/mjspecmacro.h>
#include <mujoco/mjtype.h>
#include <mujoco/mjui.h>
#include <mujoco/mjvisualize.h>
#include <mujoco/mjxmacro.h>

#ifdef __cplusplus
#define SINEW_SAME_SIZE(type, bytes)                                                               \
  static_assert(sizeof(type) == (bytes), #type " has another size than in the library")
#else
#define SINEW_SAME_SIZE(type, bytes)                                                               \
  _Static_assert(sizeof(type) == (bytes), #type " has another size than in the library")
#endif

SINEW_SAME_SIZE(mjtNum, 8);
SINEW_SAME_SIZE(mjtSize, 8);
SINEW_SAME_SIZE(mjtByte, 1);
SINEW_SAME_SIZE(mjtBool, 1);

// compilers may be asked for short enums: one with few values, one with many, one with flags
SINEW_SAME_SIZE(mjtButton, 4);
SINEW_SAME_SIZE(mjtGeom, 4);
SINEW_SAME_SIZE(mjtDisableBit, 4);

#undef SINEW_SAME_SIZE

#endif
