// Extreme vertices of a convex hull: the first hull vertex that is farthest along each of the 27
// directions (i, j, k) with entries -1, 0, 1. The hill climbing of the support function starts
// there. Single precision, as the stored vertices.
#include "asset/hull.h"
#include "base/assert.h"

void hull_findExtrema(const hull_Hull* hull, const float* vert, int extrema[HULL_NEXTREMA]) {
  _Static_assert(HULL_NEXTREMA == 3 * 3 * 3, "a direction for each combination of -1, 0, 1");
  ASSERT(hull->nvert > 0);
  for (int d = 0; d < HULL_NEXTREMA; d++) {
    const float i = (float)(d / 9 - 1), j = (float)(d / 3 % 3 - 1), k = (float)(d % 3 - 1);
    float best = 0;
    extrema[d] = 0;
    for (int n = 0; n < hull->nvert; n++) {
      const float* v = vert + 3 * (size_t)hull->globalid[n];
      const float reach = (i * v[0] + j * v[1]) + k * v[2];  // order: of ties the first
      if (n && !(reach > best)) continue;
      best = reach;
      extrema[d] = n;
    }
  }
}
