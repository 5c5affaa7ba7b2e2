// What a picture costs: CPU time of one thread for the scene and for the picture, and where the
// picture's time goes; the best of many runs. python/tests/compare/pictures.py has the reference
// beside it.
//   bench_render model.xml width height samples           a table
//   bench_render model.xml width height samples n         n pictures, for a profiler
//   bench_render model.xml width height samples out.ppm   one picture
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "render/context.h"
#include <sinew/render.h>

enum { MOST_GEOMS = 10000, RUNS = 40, WINDOW_MS = 20 };

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjrContext con;
  mjrRect view;
} Stage;

static bool open(Stage* s, const char* path, int width, int height, int samples) {
  char error[500] = "";
  s->m = mj_loadXML(path, NULL, error, sizeof error);
  if (!s->m) {
    fprintf(stderr, "%s: %s\n", path, error);
    return false;
  }
  s->m->vis.global.offwidth = width;
  s->m->vis.global.offheight = height;
  s->m->vis.quality.offsamples = samples;
  s->d = mj_makeData(s->m);
  if (s->m->nkey) mj_resetDataKeyframe(s->m, s->d, 0);
  mj_forward(s->m, s->d);
  mjv_defaultScene(&s->scn);
  mjv_makeScene(s->m, &s->scn, MOST_GEOMS);
  mjv_defaultOption(&s->opt);
  mjv_defaultFreeCamera(s->m, &s->cam);
  mjr_defaultContext(&s->con);
  mjr_makeContext(s->m, &s->con, 100);
  s->view = (mjrRect){0, 0, width, height};
  // one thread, whatever the machine has
  context_Private* p = context_private(&s->con);
  picture_free(p->picture);
  p->picture = picture_make(1);
  return p->picture != NULL;
}

static void update(Stage* s) {
  mjv_updateScene(s->m, s->d, &s->opt, NULL, &s->cam, mjCAT_ALL, &s->scn);
}

static void picture(Stage* s) {
  update(s);
  mjr_render(s->view, &s->scn, &s->con);
}

// ms of CPU of one call, the best window
static double measure(Stage* s, void (*call)(Stage*)) {
  double best = 1e30;
  int count = 1;
  for (int run = 0; run < RUNS; run++) {
    const double start = clock_cpuSeconds();
    for (int i = 0; i < count; i++) call(s);
    const double ms = 1e3 * (clock_cpuSeconds() - start);
    if (run && ms / count < best) best = ms / count;
    if (ms < WINDOW_MS) count = (int)(count * (ms > 0.1 * WINDOW_MS ? WINDOW_MS / ms : 10)) + 1;
  }
  return best;
}

// the best of many pictures for each lap
static void printLaps(Stage* s) {
  static const char* const name[LAP_COUNT] = {"bins",   "clear", "raster",  "parts", "shade",
                                              "mirror", "sky",   "through", "write"};
  picture_Laps laps, best;
  context_Private* p = context_private(&s->con);
  for (int k = 0; k < LAP_COUNT; k++) best.spent[k] = 1e30;
  best.shadow = 1e30;
  p->picture->laps = &laps;
  for (int run = 0; run < RUNS; run++) {
    memset(&laps, 0, sizeof laps);
    picture(s);
    laps.spent[LAP_SHADE] -= laps.shadow;
    for (int k = 0; k < LAP_COUNT; k++) best.spent[k] = fmin(best.spent[k], laps.spent[k]);
    best.shadow = fmin(best.shadow, laps.shadow);
  }
  p->picture->laps = NULL;
  for (int k = 0; k < LAP_COUNT; k++) printf("%s %.3f, ", name[k], 1e3 * best.spent[k]);
  printf("shadow maps %.3f ms\n", 1e3 * best.shadow);
}

static bool write(Stage* s, const char* path) {
  const size_t row = 3 * (size_t)s->view.width;
  unsigned char* rgb = malloc(row * (size_t)s->view.height);
  FILE* file = fopen(path, "wb");
  for (int i = 0; i < 2; i++) picture(s);  // endless planes follow the camera of the one before
  mjr_readPixels(rgb, NULL, s->view, &s->con);
  if (file) fprintf(file, "P6\n%d %d\n255\n", s->view.width, s->view.height);
  for (int y = s->view.height - 1; file && y >= 0; y--) fwrite(rgb + row * (size_t)y, 1, row, file);
  free(rgb);
  return file && !fclose(file);
}

int main(int argc, char** argv) {
  Stage s;
  if (argc < 5) {
    fprintf(stderr, "bench_render model.xml width height samples [pictures | out.ppm]\n");
    return 1;
  }
  if (!open(&s, argv[1], atoi(argv[2]), atoi(argv[3]), atoi(argv[4]))) return 1;
  if (argc > 5 && strstr(argv[5], ".ppm")) return write(&s, argv[5]) ? 0 : 1;
  if (argc > 5) {
    for (int i = atoi(argv[5]); i > 0; i--) picture(&s);
    return 0;
  }
  const double scene = measure(&s, update), whole = measure(&s, picture);
  printf("scene %.3f ms, scene and picture %.3f ms\n", scene, whole);
  printLaps(&s);
  return 0;
}
