// mujoco.sdf.torus: signed distance field (SDF) of a torus: radius1 of the circle, radius2 of the
// tube.
#include <math.h>

#include <sinew/math.h>

#include "plugin/shape.h"

static const char* const names[] = {"radius1", "radius2"};

static void readAttributes(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum standard[] = {0.35, 0.15};
  (void)name;
  shape_read(attribute, value, standard, 2);
}

static mjtNum distance(const mjtNum p[3], const mjtNum* attribute) {
  return shape_length(shape_length(p[0], p[1]) - attribute[0], p[2]) - attribute[1];
}

static void gradient(mjtNum res[3], const mjtNum p[3], const mjData* d, int instance) {
  const mjtNum* attribute = shape_attributes(d, instance);
  const mjtNum rho = fmax(shape_length(p[0], p[1]), mjMINVAL), out = rho - attribute[0];
  const mjtNum size = fmax(shape_length(out, p[2]), mjMINVAL);
  res[0] = out / size * p[0] / rho;
  res[1] = out / size * p[1] / rho;
  res[2] = p[2] / size;
}

static void box(mjtNum aabb[6], const mjtNum* attribute) {
  aabb[0] = aabb[1] = aabb[2] = 0;
  aabb[3] = aabb[4] = attribute[0] + attribute[1];
  aabb[5] = attribute[1];
}

SHAPE_PLUGIN(torus, "mujoco.sdf.torus", names, readAttributes, distance, gradient, box);
