// mujoco.sdf.bolt: a threaded shaft of `radius` with a head.
#include <math.h>

#include "plugin/shape.h"

static const char* const names[] = {"radius"};

static void readAttributes(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum standard[] = {0.26};
  (void)name;
  shape_read(attribute, value, standard, 1);
}

static mjtNum distance(const mjtNum p[3], const mjtNum* attribute) {
  const shape_Thread thread = shape_thread(p, attribute[0]);
  const mjtNum screw = (thread.d - thread.tooth / 12) * SHAPE_SLOPE;
  const mjtNum shaft = shape_without(screw, 0.5 - fabs(p[2] + 0.5));
  const mjtNum cone = (p[2] - thread.d) * SHAPE_SLOPE;
  return shape_union(shape_without(shaft, cone + SHAPE_SLOPE), shape_head(p, thread.d));
}

static void box(mjtNum aabb[6], const mjtNum* attribute) {
  (void)attribute;
  aabb[0] = aabb[1] = aabb[2] = 0;
  aabb[3] = aabb[4] = 0.6;
  aabb[5] = 1;
}

SHAPE_PLUGIN(bolt, "mujoco.sdf.bolt", names, readAttributes, distance, shape_gradient, box);
