// Renders many worlds of a batch in parallel: each thread has its own rendering context and scene,
// and draws one world after the other.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/mem.h"
#include "batch/batch.h"

typedef struct {
  mjrContext con;
  mjvScene scn;
} Easel;

typedef struct {
  int n, width, height, maxgeom;
  Easel* easel;  // (n) one per thread
} Studio;

// arguments of a call
typedef struct {
  const sn_BatchPicture* wanted;
  const Studio* studio;
  mjvCamera camera;
  mjvOption option;
} Shoot;

// ---- contexts and scenes of threads

static void freeStudio(void* drawing) {
  Studio* s = drawing;
  for (int i = 0; i < s->n; i++) {
    mjr_freeContext(&s->easel[i].con);
    mjv_freeScene(&s->easel[i].scn);
  }
  mem_free(s->easel);
  mem_free(s);
}

// false: out of memory
static bool makeEasel(Easel* e, const mjModel* m, const Studio* s) {
  mjr_defaultContext(&e->con);
  mjv_defaultScene(&e->scn);
  mjr_makeContext(m, &e->con, mjFONTSCALE_100);
  if (!e->con.glInitialized) return false;
  sn_setDrawThreads(&e->con, 1);
  mjr_resizeOffscreen(s->width, s->height, &e->con);
  mjv_makeScene(m, &e->scn, s->maxgeom);
  return e->con.offWidth == s->width && e->con.offHeight == s->height && e->scn.geoms;
}

static Studio* makeStudio(const sn_Batch* b, int width, int height, int maxgeom) {
  Studio* s = mem_calloc(1, sizeof *s);
  if (!s) return NULL;
  *s = (Studio){.width = width, .height = height, .maxgeom = maxgeom};
  s->easel = mem_calloc((size_t)b->nworker, sizeof *s->easel);
  bool good = s->easel;
  for (int i = 0; good && i < b->nworker; i++) {
    s->n++;  // counted first: what was made is freed, all of it or not
    good = makeEasel(&s->easel[i], b->m, s);
  }
  if (good) return s;
  freeStudio(s);
  return NULL;
}

// ---- one world

static void drawWorld(sn_Batch* b, batch_Worker* worker, int item, void* context) {
  const Shoot* shoot = context;
  const sn_BatchPicture* wanted = shoot->wanted;
  Easel* e = &shoot->studio->easel[worker - b->worker];
  const int world = wanted->world ? wanted->world[item] : item;
  const mjModel* m = batch_worldModel(b, worker, world);
  mjData* d = batch_worldData(b, worker, world);
  mjvCamera camera = shoot->camera;
  sn_Picture p = wanted->picture;
  const size_t before = (size_t)item * (size_t)p.width * (size_t)p.height;
  if (p.rgb) p.rgb += 3 * before;
  if (p.depth) p.depth += before;
  if (p.segment) p.segment += 2 * before;
  mj_forward(m, d);
  // infinite planes follow the camera that the scene has, which must not be that of the world
  // before
  mjv_updateCamera(m, d, &camera, &e->scn);
  if (sn_lastError()) return;  // whose message says more than those that would follow
  mjv_updateScene(m, d, &shoot->option, NULL, &camera, mjCAT_ALL, &e->scn);
  sn_draw(&e->scn, &e->con, &p);
}

// ---- all

static bool isGood(const sn_Batch* b, const sn_BatchPicture* wanted) {
  for (int i = 0; wanted->world && i < wanted->n; i++) {
    if (wanted->world[i] >= 0 && wanted->world[i] < b->nworld) continue;
    mju_error("sn_batchRender: there is no world %d among %d", wanted->world[i], b->nworld);
    return false;
  }
  if (wanted->maxgeom >= 0 && wanted->picture.width > 0 && wanted->picture.height > 0) return true;
  mju_error("sn_batchRender: pictures of %d x %d pixels with %d things", wanted->picture.width,
            wanted->picture.height, wanted->maxgeom);
  return false;
}

// the cached contexts and scenes if their sizes match, else new ones
static Studio* studioFor(sn_Batch* b, const sn_BatchPicture* wanted) {
  const int width = wanted->picture.width, height = wanted->picture.height;
  const int maxgeom = wanted->maxgeom ? wanted->maxgeom : sn_sceneRoom(b->m);
  Studio* s = b->drawing;
  if (s && s->width == width && s->height == height && s->maxgeom == maxgeom) return s;
  if (s) freeStudio(s);
  b->drawing = makeStudio(b, width, height, maxgeom);
  b->freeDrawing = freeStudio;
  if (!b->drawing && !sn_lastError()) {
    mju_error("sn_batchRender: out of memory for pictures of %d x %d pixels", width, height);
  }
  return b->drawing;
}

int sn_batchRender(sn_Batch* b, const sn_BatchPicture* pictures) {
  ARGS_NEED_OR(-1, b, pictures);
  if (!isGood(b, pictures)) return -1;
  Shoot shoot = {.wanted = pictures, .studio = studioFor(b, pictures)};
  if (!shoot.studio) return -1;
  mjv_defaultOption(&shoot.option);
  if (pictures->option) shoot.option = *pictures->option;
  mjv_defaultFreeCamera(b->m, &shoot.camera);
  if (pictures->camera) shoot.camera = *pictures->camera;
  const int n = pictures->world ? pictures->n : b->nworld;
  return batch_share(b, "sn_batchRender", n, drawWorld, &shoot) ? 0 : -1;
}
