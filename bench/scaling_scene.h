// Scenes of n free bodies, for bench_scaling and its test.
#ifndef SINEW_BENCH_SCALING_SCENE_H_
#define SINEW_BENCH_SCALING_SCENE_H_

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCALING_AIR, SCALING_FLOOR, SCALING_COLUMNS, SCALING_HEAP, SCALING_NSCENE };

static const char* const scaling_names[SCALING_NSCENE] = {
    "balls in the air", "boxes on a floor", "columns of ten balls", "a heap of balls"};

// where body i stands on a square grid of n places, as far apart as `step`
static inline void scaling_place(int i, int n, double step, double* x, double* y) {
  const int side = (int)ceil(sqrt((double)n));
  *x = step * (i % side);
  *y = step * (i / side);
}

static inline int scaling_body(int scene, int i, int n, char* out, size_t size) {
  static const char* const ball = "<geom size='.1' mass='1'/>";
  static const char* const box = "<geom type='box' size='.1 .1 .1' mass='1'/>";
  double x, y, z = 0;
  if (scene == SCALING_AIR) {
    scaling_place(i, n, 1, &x, &y);
    z = 5;
  } else if (scene == SCALING_FLOOR) {
    scaling_place(i, n, .5, &x, &y);
    z = .0999;
  } else if (scene == SCALING_COLUMNS) {
    scaling_place(i / 10, (n + 9) / 10, .5, &x, &y);
    z = .0999 + .1998 * (i % 10);
  } else {
    const int side = (int)ceil(cbrt((double)n));
    x = .1998 * (i % side);
    y = .1998 * (i / side % side);
    z = .0999 + .1998 * (i / side / side);
  }
  return snprintf(out, size, "<body pos='%.4f %.4f %.4f'><freejoint/>%s</body>\n", x, y, z,
                  scene == SCALING_FLOOR ? box : ball);
}

// the XML of a scene, to be freed; NULL: memory is short
static inline char* scaling_write(int scene, int n) {
  enum { BODY = 160, FRAME = 400 };
  const size_t size = (size_t)n * BODY + FRAME;
  char* xml = malloc(size);
  if (!xml) return NULL;
  size_t at = (size_t)snprintf(xml, size,
                               "<mujoco><option gravity='0 0 %s'/><size memory='500M'/>"
                               "<worldbody>%s\n",
                               scene == SCALING_AIR ? "0" : "-9.81",
                               scene == SCALING_AIR ? "" : "<geom type='plane' size='9 9 1'/>");
  for (int i = 0; i < n; i++) at += (size_t)scaling_body(scene, i, n, xml + at, size - at);
  snprintf(xml + at, size - at, "</worldbody></mujoco>");
  return xml;
}

#endif
