// mujoco.sdf.bolt: signed distance field (SDF) of a threaded shaft of `radius` with a head.
#include <math.h>

#include "plugin/shape.h"

static mjtNum distance(const mjtNum p[3], const mjtNum* attribute) {
  const shape_Thread thread = shape_thread(p, attribute[0]);
  const mjtNum screw = (thread.d - thread.tooth / 12) * SHAPE_SLOPE;
  const mjtNum shaft = shape_without(screw, 0.5 - fabs(p[2] + 0.5));
  const mjtNum cone = (p[2] - thread.d) * SHAPE_SLOPE;
  return shape_union(shape_without(shaft, cone + SHAPE_SLOPE), shape_head(p, thread.d));
}

SHAPE_PLUGIN(bolt, "mujoco.sdf.bolt", shape_threadNames, shape_readThread, distance, shape_gradient,
             shape_threadBox);
