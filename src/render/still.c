// Off-screen rendering in one call: RGB, metric depth and segmentation images, rows from the top.
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>
#include <sinew/math.h>
#include <sinew/visualize.h>

#include "base/args.h"
#include "render/context.h"

// index of the first pixel of row y of the buffer, in an image with rows from the top
static size_t rowOf(const sn_Picture* picture, int y) {
  return (size_t)(picture->height - 1 - y) * (size_t)picture->width;
}

static void readColours(const context_Buffer* b, const sn_Picture* picture) {
  const size_t width = (size_t)picture->width;
  for (int y = 0; y < picture->height; y++) {
    memcpy(picture->rgb + 3 * rowOf(picture, y), b->rgb + 3 * (size_t)y * (size_t)b->width,
           3 * width);
  }
}

// The depth buffer has z = (1/d - 1/far) / (1/near - 1/far) of a distance d, in orthographic views
// (far - d) / (far - near). A scene without a camera has nothing at any distance.
static void readDistances(const context_Buffer* b, const mjvGLCamera* cam,
                          const sn_Picture* picture) {
  const float n = cam->frustum_near, f = cam->frustum_far;
  const bool flat = cam->orthographic || !(n > 0);
  for (int y = 0; y < picture->height; y++) {
    const float* z = b->depth + (size_t)y * (size_t)b->width;
    float* d = picture->depth + rowOf(picture, y);
    for (int x = 0; x < picture->width; x++) {
      d[x] = flat ? f - z[x] * (f - n) : n * f / (z[x] * (f - n) + n);
    }
  }
}

// ---- segmentation

static const mjvGeom* geomOf(const mjvScene* scn, int segment) {
  if (segment < scn->ngeom && scn->geoms[segment].segid == segment) return &scn->geoms[segment];
  for (int i = 0; i < scn->ngeom; i++) {
    if (scn->geoms[i].segid == segment) return &scn->geoms[i];
  }
  return NULL;
}

// segment ids from colors -> object ids and types; ids of runs of pixels are looked up once
static void readThings(const context_Buffer* b, const mjvScene* scn, const sn_Picture* picture) {
  int last = -1, id = -1, type = -1;
  for (int y = 0; y < picture->height; y++) {
    const uint8_t* rgb = b->rgb + 3 * (size_t)y * (size_t)b->width;
    int* out = picture->segment + 2 * rowOf(picture, y);
    for (int x = 0; x < picture->width; x++, rgb += 3) {
      const int segment = (rgb[0] | rgb[1] << 8 | rgb[2] << 16) - 1;
      if (segment != last) {
        const mjvGeom* g = segment < 0 ? NULL : geomOf(scn, segment);
        id = g ? g->objid : -1;
        type = g ? g->objtype : -1;
        last = segment;
      }
      out[2 * x] = id;
      out[2 * x + 1] = type;
    }
  }
}

static void drawThings(mjrRect view, mjvScene* scn, const mjrContext* con) {
  mjtByte flags[mjNRNDFLAG];
  memcpy(flags, scn->flags, sizeof flags);
  scn->flags[mjRND_SEGMENT] = scn->flags[mjRND_IDCOLOR] = 1;
  mjr_render(view, scn, con);
  memcpy(scn->flags, flags, sizeof flags);
}

// ---- one call

// capacity for the elements of the model, as many decorations, and contacts
int sn_sceneRoom(const mjModel* m) {
  ARGS_NEED_OR(0, m);
  const mjtSize contacts = 5000, most = 10000000;
  const mjtSize n = m->nbody + m->njnt + m->ngeom + m->nsite + m->ncam + m->nlight + m->nu +
                    m->nflex + m->nskin + m->ntendon + m->nwrap;
  return (int)(2 * n + contacts < most ? 2 * n + contacts : most);
}

mjtBool sn_draw(mjvScene* scn, const mjrContext* con, const sn_Picture* picture) {
  ARGS_NEED_OR(0, scn, con, picture);
  context_Private* p = context_private(con);
  const mjrRect view = {0, 0, picture->width, picture->height};
  if (!p) {
    mju_error("sn_draw: the context was not made; call mjr_makeContext first");
    return 0;
  }
  if (view.width < 1 || view.height < 1 || view.width > p->off.width ||
      view.height > p->off.height) {
    mju_error("sn_draw: a picture of %d x %d pixels; the context has room for 1 x 1 to %d x %d, "
              "more after mjr_resizeOffscreen",
              view.width, view.height, p->off.width, p->off.height);
    return 0;
  }
  mjr_restoreBuffer(con);
  if (picture->rgb || picture->depth) {
    const mjvGLCamera cam = mjv_averageCamera(&scn->camera[0], &scn->camera[1]);
    mjr_render(view, scn, con);
    if (picture->rgb) readColours(&p->off, picture);
    if (picture->depth) readDistances(&p->off, &cam, picture);
  }
  if (picture->segment) {
    drawThings(view, scn, con);
    readThings(&p->off, scn, picture);
  }
  return 1;
}

void sn_setDrawThreads(mjrContext* con, int nthread) {
  ARGS_NEED(con);
  context_Private* p = context_private(con);
  if (!p || nthread < 0) {
    mju_error("sn_setDrawThreads: %s", p ? "the number of threads is negative"
                                         : "the context was not made; call mjr_makeContext first");
    return;
  }
  picture_Picture* fresh = picture_make(nthread);
  if (!fresh) {
    mju_error("sn_setDrawThreads: out of memory for %d threads", nthread);
    return;
  }
  picture_free(p->picture);
  p->picture = fresh;
}
