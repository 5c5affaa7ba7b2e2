// mujoco.sdf.nut: a head with a threaded hole of `radius`, which takes the bolt.
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
  const mjtNum cone = (p[2] - thread.d) * SHAPE_SLOPE;
  const mjtNum hole =
      shape_union(shape_without(screw, cone + 0.5 * SHAPE_SLOPE), -cone - 0.05 * SHAPE_SLOPE);
  return shape_without(shape_head(p, thread.d), hole);
}

static void box(mjtNum aabb[6], const mjtNum* attribute) {
  (void)attribute;
  aabb[0] = aabb[1] = aabb[2] = 0;
  aabb[3] = aabb[4] = 0.6;
  aabb[5] = 1;
}

SHAPE_PLUGIN(nut, "mujoco.sdf.nut", names, readAttributes, distance, shape_gradient, box);
