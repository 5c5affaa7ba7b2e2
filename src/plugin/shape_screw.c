// Screw thread and hexagonal head as signed distance fields (SDF), shared by bolt and nut: 12
// threads per unit length around the z axis.
#include <math.h>

#include <sinew/extra.h>
#include <sinew/model.h>

#include "plugin/shape.h"

shape_Thread shape_thread(const mjtNum p[3], mjtNum radius) {
  const mjtNum turn = sn_atan2(p[1], p[0]) / (2 * mjPI);
  const mjtNum x = p[2] * 12 - turn;
  return (shape_Thread){shape_length(p[0], p[1]) - radius, fabs(x - floor(x) - 0.5)};
}

mjtNum shape_head(const mjtNum p[3], mjtNum d) {
  const mjtNum side = 6 / (2 * mjPI);  // sides per angle
  const mjtNum t = -floor(sn_atan2(p[1], p[0]) * side + 0.5) / side;
  mjtNum sine, cosine;
  sn_sincos(t, &sine, &cosine);
  const mjtNum x = cosine * p[0] - sine * p[1];
  const mjtNum hull = shape_both(x - 0.5, fabs(p[2] + 0.25) - 0.25);
  return shape_both(hull, (p[2] + d - 0.22) * SHAPE_SLOPE);
}
