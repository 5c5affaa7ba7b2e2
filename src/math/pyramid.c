// Friction cone, pyramidal: contact force <-> coordinates of the edges of the pyramid. Friction
// direction k has two edges, normal plus and minus mu_k times the tangent: normal = sum of all
// coordinates, tangent_k = mu_k times the difference of its two. dim 1 (frictionless) has the
// normal force as its only coordinate.
#include <sinew/math.h>

#include "base/args.h"
#include "math/dense.h"

void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim) {
  ARGS_NEED(pyramid, force, mu);
  if (dim == 1) {
    pyramid[0] = force[0];
    return;
  }
  // each direction gets an equal share of the normal force, and at most the tangent force that it
  // allows
  const mjtNum share = force[0] / (dim - 1);
  for (int k = 0; k < dim - 1; k++) {
    const mjtNum tangent = mju_min(share, force[k + 1] / mu[k]);
    pyramid[2 * k] = 0.5 * (share + tangent);
    pyramid[2 * k + 1] = 0.5 * (share - tangent);
  }
}

void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim) {
  ARGS_NEED(force, pyramid, mu);
  if (dim == 1) {
    force[0] = pyramid[0];
    return;
  }
  force[0] = dense_sum(pyramid, 2 * (dim - 1));
  for (int k = 0; k < dim - 1; k++) {
    force[k + 1] = (pyramid[2 * k] - pyramid[2 * k + 1]) * mu[k];
  }
}
