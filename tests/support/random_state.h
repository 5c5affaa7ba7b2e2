// Random states for the tests of sensors, by the generator of support.h.
#ifndef SINEW_TESTS_RANDOM_STATE_H_
#define SINEW_TESTS_RANDOM_STATE_H_

#include "support.h"

static inline void randomize(mjtNum* x, mjtSize n, const mjtNum* start, double scale) {
  for (mjtSize i = 0; i < n; i++) x[i] = (start ? start[i] : 0) + scale * rng_uniform();
}

// the golden script repeats the order in which numbers are drawn
static inline void randomState(const mjModel* m, mjData* d) {
  randomize(d->qpos, m->nq, m->qpos0, 0.3);
  randomize(d->qvel, m->nv, NULL, 1);
  randomize(d->act, m->na, NULL, 0.5);
  randomize(d->ctrl, m->nu, NULL, 1);
  randomize(d->qfrc_applied, m->nv, NULL, 1);
  randomize(d->xfrc_applied, 6 * m->nbody, NULL, 1);
  randomize(d->mocap_pos, 3 * m->nmocap, NULL, 1);
  randomize(d->mocap_quat, 4 * m->nmocap, NULL, 1);
}

#endif
