// mujoco.sdf.nut: signed distance field (SDF) of a head with a threaded hole of `radius`, which
// fits the bolt.
#include <math.h>

#include "plugin/shape.h"

static mjtNum distance(const mjtNum p[3], const mjtNum* attribute) {
  const shape_Thread thread = shape_thread(p, attribute[0]);
  const mjtNum screw = (thread.d - thread.tooth / 12) * SHAPE_SLOPE;
  const mjtNum cone = (p[2] - thread.d) * SHAPE_SLOPE;
  const mjtNum hole =
      shape_union(shape_without(screw, cone + 0.5 * SHAPE_SLOPE), -cone - 0.05 * SHAPE_SLOPE);
  return shape_without(shape_head(p, thread.d), hole);
}

SHAPE_PLUGIN(nut, "mujoco.sdf.nut", shape_threadNames, shape_readThread, distance, shape_gradient,
             shape_threadBox);
