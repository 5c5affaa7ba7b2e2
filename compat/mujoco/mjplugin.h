// Plugins, resource providers, decoders and encoders under the reference's header name.
#ifndef MUJOCO_MJPLUGIN_H_
#define MUJOCO_MJPLUGIN_H_

#include <mujoco/mjtype.h>
#include <sinew/plugin.h>

#endif
