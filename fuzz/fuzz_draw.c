// Pictures of what no program means to show: models with numbers of any kind in their visual part,
// scenes whose geoms, lights and cameras were overwritten, rectangles beyond every buffer, figures
// and labels without an end, contexts that are copied and freed twice. The input is a text of MJCF;
// what is done with the model follows from its bytes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_SIDE = 80, NCALL = 14, MOST_INPUT = 1 << 14 };

typedef struct {
  uint64_t random;
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjrContext con;
} Player;

static mjvFigure figure;

// ---- chance

// splitmix64
static unsigned chance(Player* p, unsigned n) {
  uint64_t z = (p->random += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return (unsigned)((z ^ (z >> 31)) >> 33) % n;
}

static int anyInt(Player* p) {
  static const int odd[] = {0, 1, -1, 2, 7, -100, 1000, 65536, 1 << 30, INT32_MAX, INT32_MIN};
  return odd[chance(p, sizeof odd / sizeof *odd)];
}

static float anyFloat(Player* p) {
  static const float odd[] = {0,     -0.0f,  NAN,  INFINITY, -INFINITY, 1e38f, -1e38f, 1e-40f,
                              1e10f, -1e10f, 1e5f, 1e-6f,    -1,        1,     2,      100};
  const unsigned n = sizeof odd / sizeof *odd, k = chance(p, 3 * n);
  return k < n ? odd[k] : (float)((int)chance(p, 401) - 200) / 50;
}

// some of n numbers
static void spoil(Player* p, float* x, int n, unsigned rarely) {
  for (int i = 0; i < n; i++) {
    if (!chance(p, rarely)) x[i] = anyFloat(p);
  }
}

static mjrRect anyRect(Player* p) {
  mjrRect r = {(int)chance(p, 40) - 10, (int)chance(p, 40) - 10, (int)chance(p, 90),
               (int)chance(p, 90)};
  int* side[] = {&r.left, &r.bottom, &r.width, &r.height};
  if (!chance(p, 3)) *side[chance(p, 4)] = anyInt(p);
  return r;
}

// ---- what is drawn

static void anyScene(Player* p) {
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(p->m, &cam);
  mjv_defaultPerturb(&pert);
  opt.label = (int)chance(p, mjNLABEL);
  opt.frame = (int)chance(p, mjNFRAME);
  for (int i = 0; i < mjNVISFLAG; i++) opt.flags[i] = (mjtByte)chance(p, 2);
  if (p->m->ncam && chance(p, 2)) {
    cam.type = mjCAMERA_FIXED;
    cam.fixedcamid = (int)chance(p, (unsigned)p->m->ncam);
  }
  pert.select = (int)chance(p, (unsigned)p->m->nbody);
  pert.active = (int)chance(p, 4);
  mjv_updateScene(p->m, p->d, &opt, &pert, &cam, mjCAT_ALL, &p->scn);
}

static void spoilGeom(Player* p, mjvGeom* g) {
  spoil(p, g->pos, 3, 6);
  spoil(p, g->mat, 9, 20);
  spoil(p, g->size, 3, 6);
  spoil(p, g->rgba, 4, 8);
  spoil(p, &g->emission, 1, 8);
  spoil(p, &g->specular, 1, 8);
  spoil(p, &g->shininess, 1, 8);
  spoil(p, &g->reflectance, 1, 4);
  spoil(p, g->texrepeat, 2, 4);
  spoil(p, &g->modelrbound, 1, 4);
  if (!chance(p, 3))
    g->type = chance(p, 4) ? (int)chance(p, 9) + (chance(p, 2) ? 100 : 0) : anyInt(p);
  if (!chance(p, 4)) g->dataid = anyInt(p);
  if (!chance(p, 4)) g->objid = anyInt(p);
  if (!chance(p, 4)) g->matid = anyInt(p);
  if (!chance(p, 4)) g->texid = anyInt(p);
  if (!chance(p, 4)) g->segid = anyInt(p);
  if (!chance(p, 4)) g->category = anyInt(p);
  if (!chance(p, 4)) g->texcoord = anyInt(p);
  if (!chance(p, 4)) memset(g->label, (int)chance(p, 255) + 1, sizeof g->label);
}

static void spoilScene(Player* p) {
  mjvScene* s = &p->scn;
  for (int i = 0; i < s->ngeom; i++) {
    if (!chance(p, 3)) spoilGeom(p, &s->geoms[i]);
  }
  for (int i = 0; i < mjNRNDFLAG; i++) {
    if (!chance(p, 3)) s->flags[i] = (mjtByte)chance(p, 3);
  }
  if (!chance(p, 3)) s->nlight = (int)chance(p, mjMAXLIGHT);
  for (int i = 0; i < s->nlight; i++) {
    mjvLight* l = &s->lights[i];
    if (chance(p, 3)) continue;
    spoil(p, l->pos, 3, 6);
    spoil(p, l->dir, 3, 6);
    spoil(p, l->attenuation, 3, 6);
    spoil(p, &l->cutoff, 1, 4);
    spoil(p, &l->exponent, 1, 4);
    spoil(p, l->diffuse, 3, 6);
    l->type = (int)chance(p, 4);
    l->castshadow = (mjtByte)chance(p, 2);
  }
  for (int i = 0; i < 2; i++) {
    mjvGLCamera* c = &s->camera[i];
    if (chance(p, 4)) continue;
    spoil(p, c->pos, 3, 12);
    spoil(p, c->forward, 3, 12);
    spoil(p, c->up, 3, 12);
    float* more[] = {&c->frustum_center, &c->frustum_width, &c->frustum_bottom,
                     &c->frustum_top,    &c->frustum_near,  &c->frustum_far};
    spoil(p, more[chance(p, 6)], 1, 1);
    c->orthographic = (int)chance(p, 2);
  }
  if (!chance(p, 4)) s->stereo = anyInt(p);
  if (!chance(p, 4)) s->framewidth = anyInt(p);
  s->enabletransform = !chance(p, 4);
  spoil(p, &s->scale, 1, 6);
  spoil(p, s->rotate, 4, 12);
  spoil(p, s->translate, 3, 12);
}

static void anyFigure(Player* p) {
  mjvFigure* f = &figure;
  mjv_defaultFigure(f);
  int* flags[] = {&f->flg_legend, &f->flg_extend, &f->flg_barplot, &f->flg_selection,
                  &f->flg_symmetric};
  for (int i = 0; i < 5; i++) *flags[i] = (int)chance(p, 2);
  for (int k = 0; k < 2; k++) f->gridsize[k] = chance(p, 4) ? (int)chance(p, 8) : anyInt(p);
  spoil(p, f->range[0], 4, 3);
  spoil(p, f->figurergba, 4, 4);
  spoil(p, &f->linewidth, 1, 3);
  spoil(p, &f->gridwidth, 1, 3);
  spoil(p, &f->selection, 1, 3);
  static const char* const formats[] = {"%s%n", "%*d", "%.99f", "%999f", "%", "%%", "%.2g%g", "%a"};
  if (chance(p, 2)) strncpy(f->xformat, formats[chance(p, 8)], sizeof f->xformat);
  if (!chance(p, 4)) memset(f->yformat, '%', sizeof f->yformat);
  if (!chance(p, 2)) memset(f->title, (int)chance(p, 255), sizeof f->title);
  if (!chance(p, 2)) memset(f->xlabel, 'x', sizeof f->xlabel);
  if (!chance(p, 3)) memset(f->minwidth, 'W', sizeof f->minwidth);
  for (int i = 0; i < 5; i++) {
    const int k = (int)chance(p, mjMAXLINE);
    f->linepnt[k] = chance(p, 3) ? (int)chance(p, 30) : anyInt(p);
    memset(f->linename[k], 'a' + i, chance(p, 2) ? sizeof f->linename[k] : 5);
    spoil(p, f->linedata[k], 60, 2);
  }
  f->highlightid = anyInt(p);
  f->highlight[0] = anyInt(p);
  f->legendoffset = anyInt(p);
  f->subplot = anyInt(p);
  mjr_figure(anyRect(p), f, &p->con);
}

static void anyText(Player* p) {
  char text[700];
  const size_t n = chance(p, sizeof text - 1);
  for (size_t i = 0; i < n; i++) text[i] = (char)(chance(p, 5) ? chance(p, 255) + 1 : '\n');
  text[n] = 0;
  const int font = chance(p, 3) ? (int)chance(p, 3) : anyInt(p);
  mjr_text(font, text, &p->con, anyFloat(p), anyFloat(p), anyFloat(p), 1, 1);
  mjr_label(anyRect(p), font, text, 1, 1, anyFloat(p), anyFloat(p), 0, 0, 0, &p->con);
  mjr_overlay(font, chance(p, 5) ? (int)chance(p, 8) : anyInt(p), anyRect(p), text,
              chance(p, 2) ? text : NULL, &p->con);
  mjr_rectangle(anyRect(p), anyFloat(p), anyFloat(p), anyFloat(p), anyFloat(p));
}

// arrays as large as the rectangle says, if that can be
static void anyPixels(Player* p) {
  const mjrRect r = anyRect(p);
  const long long n = r.width > 0 && r.height > 0 ? (long long)r.width * r.height : 0;
  if (n > MOST_SIDE * 1000) return;
  unsigned char* rgb = malloc(3 * (size_t)n + 1);
  float* depth = malloc((size_t)n * sizeof *depth + 1);
  if (rgb && depth) {
    memset(rgb, 7, 3 * (size_t)n);
    for (long long i = 0; i < n; i++) depth[i] = 0.5f;
    if (chance(p, 2)) mjr_drawPixels(rgb, depth, r, &p->con);
    mjr_readPixels(rgb, chance(p, 2) ? depth : NULL, r, &p->con);
  }
  free(rgb);
  free(depth);
}

static void anyBuffer(Player* p) {
  const int index = chance(p, 4) ? (int)chance(p, mjNAUX) : anyInt(p);
  mjr_addAux(index, (int)chance(p, MOST_SIDE), chance(p, 4) ? (int)chance(p, MOST_SIDE) : anyInt(p),
             anyInt(p), &p->con);
  if (chance(p, 2)) mjr_setAux(index, &p->con);
  mjr_blitAux(index, anyRect(p), anyInt(p), (int)chance(p, 30), &p->con);
  mjr_blitBuffer(anyRect(p), anyRect(p), 1, 1, &p->con);
  if (chance(p, 2)) mjr_restoreBuffer(&p->con);
  if (chance(p, 2)) mjr_setBuffer(anyInt(p), &p->con);
  mjr_resizeOffscreen((int)chance(p, MOST_SIDE) + 1,
                      chance(p, 4) ? (int)chance(p, MOST_SIDE) + 1 : anyInt(p), &p->con);
}

static void anyUpload(Player* p) {
  mjr_uploadMesh(p->m, &p->con, chance(p, 2) ? 0 : anyInt(p));
  mjr_uploadHField(p->m, &p->con, chance(p, 2) ? 0 : anyInt(p));
  mjr_uploadTexture(p->m, &p->con, chance(p, 2) ? 0 : anyInt(p));
  mjr_changeFont(chance(p, 2) ? 50 * (int)chance(p, 8) : anyInt(p), &p->con);
}

// copies of a context, one that is freed, and one that was never set
static void anyContext(Player* p) {
  mjrContext copy = p->con;
  if (!chance(p, 3)) {
    mjr_freeContext(&p->con);
    mjr_freeContext(&p->con);
  }
  mjr_render(anyRect(p), &p->scn, &copy);
  if (!chance(p, 4)) mjr_freeContext(&copy);
  if (!chance(p, 4)) {
    memset(&copy, (int)chance(p, 256), sizeof copy);
    mjr_render(anyRect(p), &p->scn, &copy);
    mjr_freeContext(&copy);
  }
  if (!p->con.glInitialized || !chance(p, 3)) mjr_makeContext(p->m, &p->con, anyInt(p));
}

static void play(Player* p) {
  for (int i = 0; i < NCALL; i++) {
    const unsigned kind = chance(p, 8);
    if (kind < 3) {
      anyScene(p);
      if (chance(p, 4)) spoilScene(p);
      mjr_render(chance(p, 3) ? mjr_maxViewport(&p->con) : anyRect(p), &p->scn, &p->con);
    }
    if (kind == 3) anyText(p);
    if (kind == 4) anyFigure(p);
    if (kind == 5) anyPixels(p);
    if (kind == 6) anyBuffer(p);
    if (kind == 7 && chance(p, 2)) anyContext(p);
    if (kind == 7) anyUpload(p);
    fuzz_counts.calls++;
  }
}

// ---- models

static void spoilModel(Player* p) {
  mjModel* m = p->m;
  m->vis.global.offwidth = chance(p, 12) ? (int)chance(p, MOST_SIDE) + 1 : anyInt(p);
  m->vis.global.offheight = chance(p, 12) ? (int)chance(p, MOST_SIDE) + 1 : anyInt(p);
  m->vis.quality.shadowsize = chance(p, 4) ? (int)chance(p, 300) : anyInt(p);
  m->vis.quality.offsamples = chance(p, 4) ? 4 * (int)chance(p, 2) : anyInt(p);
  m->vis.quality.numslices = chance(p, 4) ? 8 : anyInt(p);
  spoil(p, &m->vis.map.znear, 1, 6);
  spoil(p, &m->vis.map.zfar, 1, 6);
  spoil(p, &m->vis.map.haze, 1, 6);
  spoil(p, &m->vis.map.fogend, 1, 4);
  spoil(p, &m->vis.global.fovy, 1, 6);
  spoil(p, m->mat_texrepeat, (int)(2 * m->nmat), 6);
  spoil(p, m->mesh_vert, (int)(3 * m->nmeshvert), 200);
  spoil(p, m->hfield_data, (int)m->nhfielddata, 200);
  if (!chance(p, 8)) m->stat.extent = anyFloat(p);
}

int fuzz_draw(const uint8_t* data, size_t size) {
  Player p = {.random = size};
  char text[MOST_INPUT + 1];
  if (size > MOST_INPUT) return 0;
  for (size_t i = 0; i < size; i++) p.random = (p.random ^ data[i]) * 1099511628211ull;
  if (size) memcpy(text, data, size);
  text[size] = 0;
  mju_setLogHandler(fuzz_ignoreMessage);
  fuzz_counts.texts++;
  mjSpec* spec = mj_parseXMLString(text, NULL, NULL, 0);
  p.m = spec ? mj_compile(spec, NULL) : NULL;
  mj_deleteSpec(spec);
  if (p.m && fuzz_isSmall(p.m)) {
    fuzz_counts.models++;
    spoilModel(&p);
    p.d = mj_makeData(p.m);
    mjv_defaultScene(&p.scn);
    mjv_makeScene(p.m, &p.scn, (int)chance(&p, 200));
    mjr_defaultContext(&p.con);
    mjr_makeContext(p.m, &p.con, anyInt(&p));
    if (p.d) {
      mj_step(p.m, p.d);
      play(&p);
    }
    mjr_freeContext(&p.con);
    mjv_freeScene(&p.scn);
    mj_deleteData(p.d);
  }
  mj_deleteModel(p.m);
  mju_setLogHandler(NULL);
  return 0;
}
