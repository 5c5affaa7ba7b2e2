// mujoco.sdf.bowl: signed distance field (SDF) of a spherical shell of `radius`, cut at `height`
// above its center.
#include <math.h>

#include "plugin/shape.h"

enum { HEIGHT, RADIUS, THICKNESS, N };
static const char* const names[] = {"height", "radius", "thickness"};

static void readAttributes(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum standard[] = {0.4, 1, 0.02};
  (void)name;
  shape_read(attribute, value, standard, N);
}

static mjtNum distance(const mjtNum p[3], const mjtNum* attribute) {
  const mjtNum h = attribute[HEIGHT], r = attribute[RADIUS];
  const mjtNum w = sqrt(r * r - h * h), rho = shape_length(p[0], p[1]);
  const mjtNum shell =
      h * rho < w * p[2] ? shape_length(rho - w, p[2] - h) : fabs(shape_length(rho, p[2]) - r);
  return shell - attribute[THICKNESS];
}

static void box(mjtNum aabb[6], const mjtNum* attribute) {
  aabb[0] = aabb[1] = aabb[2] = 0;
  aabb[3] = aabb[4] = aabb[5] = attribute[RADIUS] + attribute[THICKNESS];
}

SHAPE_PLUGIN(bowl, "mujoco.sdf.bowl", names, readAttributes, distance, shape_gradient, box);
