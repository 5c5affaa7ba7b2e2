// Small models with flexes, as text, and states in which they are deformed.
#ifndef SINEW_TESTS_FLEX_SCENE_H_
#define SINEW_TESTS_FLEX_SCENE_H_

#include <math.h>

#include "support.h"

#define FLEX_SHEET                                                                                 \
  "type=\"grid\" dim=\"2\" count=\"4 3 1\" spacing=\".1 .1 .1\" radius=\".01\" mass=\".1\""
#define FLEX_SOLID                                                                                 \
  "type=\"grid\" dim=\"3\" count=\"3 3 3\" spacing=\".1 .1 .1\" radius=\".01\" mass=\".1\""
#define FLEX_ELASTIC(kind)                                                                         \
  "<elasticity young=\"1000\" poisson=\".2\" thickness=\".01\" damping=\".01\" elastic2d=\"" kind  \
  "\"/>"
#define FLEX_FREE "<body name=\"b\" pos=\"0 0 1\"><freejoint/><geom size=\".05\"/>"

static inline mjModel* flex_load(const char* option, const char* body, mjData** d) {
  char text[4000], error[500] = "";
  snprintf(text, sizeof text,
           "<mujoco><option timestep=\"0.002\" %s><flag contact=\"disable\"/></option>"
           "<worldbody>%s</worldbody></mujoco>",
           option, body);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) fail_msg("%s", spec ? mjs_getError(spec) : error);
  mj_deleteSpec(spec);
  *d = mj_makeData(m);
  assert_non_null(*d);
  return m;
}

// dofs moved by up to `size`, velocities ten times as large
static inline void flex_deform(const mjModel* m, mjData* d, double size) {
  mjtNum* move = calloc((size_t)m->nv, sizeof *move);
  for (int i = 0; i < m->nv; i++) {
    move[i] = size * rng_uniform();
    d->qvel[i] = 10 * size * rng_uniform();
  }
  mj_integratePos(m, d->qpos, move, 1);
  free(move);
}

static inline void flex_near(double a, double b, double tol) {
  if (!(fabs(a - b) <= tol)) fail_msg("%.17g is not %.17g, they differ by %.1e", a, b, fabs(a - b));
}

static inline void flex_free(mjModel* m, mjData* d) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

#endif
