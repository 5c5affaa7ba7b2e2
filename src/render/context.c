// Rendering contexts (mjrContext): what mjr_makeContext copies of a model, frame buffers, and the
// functions that copy pixels. The private data is found by a handle in offFBO, which in OpenGL is
// the name of the frame buffer object.
#include <string.h>

#include <sinew/api.h>
#include <sinew/macros.h>
#include <sinew/math.h>

#include "base/args.h"
#include "base/mem.h"
#include "render/context.h"

context_Private* context_private(const mjrContext* con) {
  return con->glInitialized ? (context_Private*)handle_find(con->offFBO) : NULL;
}

context_Private* context_need(const mjrContext* con, const char* caller) {
  context_Private* p = context_private(con);
  if (!p) mju_error("%s: the context was not made; call mjr_makeContext first", caller);
  if (p) handle_use(con->offFBO);
  return p;
}

context_Private* context_used(const char* caller) {
  context_Private* p = (context_Private*)handle_find(handle_used());
  if (!p) mju_error("%s: this thread has no context; call mjr_makeContext first", caller);
  return p;
}

context_Buffer* context_buffer(context_Private* p) {
  return p->current >= 0 ? &p->aux[p->current] : &p->off;
}

// coordinates far outside of every buffer
static bool isFar(int x) { return x < -4 * CONTEXT_SIDE || x > 4 * CONTEXT_SIDE; }

bool context_setView(context_Private* p, mjrRect v) {
  p->view = v;
  return v.width > 0 && v.height > 0 && !isFar(v.left) && !isFar(v.bottom) && !isFar(v.width) &&
         !isFar(v.height);
}

mjrRect context_common(mjrRect a, mjrRect b) {
  const int left = mjMAX(a.left, b.left), bottom = mjMAX(a.bottom, b.bottom);
  const long long right = mjMIN((long long)a.left + a.width, (long long)b.left + b.width);
  const long long top = mjMIN((long long)a.bottom + a.height, (long long)b.bottom + b.height);
  if (right <= left || top <= bottom) return (mjrRect){0, 0, 0, 0};
  return (mjrRect){left, bottom, (int)(right - left), (int)(top - bottom)};
}

mjrRect context_clip(const context_Buffer* b, mjrRect v) {
  return context_common(v, (mjrRect){0, 0, b->width, b->height});
}

// ---- buffers

static bool makeBuffer(context_Buffer* b, int width, int height) {
  const size_t n = (size_t)width * (size_t)height;
  uint8_t* rgb = mem_calloc(n, 3);
  float* depth = mem_calloc(n, sizeof *depth);
  if (!rgb || !depth) {
    mem_free(rgb);
    mem_free(depth);
    return false;
  }
  mem_free(b->rgb);
  mem_free(b->depth);
  *b = (context_Buffer){width, height, rgb, depth};
  return true;
}

static void freeBuffer(context_Buffer* b) {
  mem_free(b->rgb);
  mem_free(b->depth);
  *b = (context_Buffer){0};
}

static bool isSize(int width, int height) {
  return width > 0 && height > 0 && width <= CONTEXT_SIDE && height <= CONTEXT_SIDE;
}

// ---- construction and destruction

void mjr_defaultContext(mjrContext* con) {
  ARGS_NEED(con);
  memset(con, 0, sizeof *con);
}

static void freePrivate(context_Private* p) {
  if (!p) return;
  handle_remove(&p->entry);
  assets_free(p->assets);
  picture_free(p->picture);
  items_free(&p->items);
  font_free(&p->normal);
  font_free(&p->big);
  wire_free(&p->wire);
  freeBuffer(&p->off);
  for (int i = 0; i < mjNAUX; i++) freeBuffer(&p->aux[i]);
  mem_free(p);
}

void mjr_freeContext(mjrContext* con) {
  ARGS_NEED(con);
  freePrivate(context_private(con));
  mjr_defaultContext(con);
}

// sets fonts of a scale; line heights of the normal and the big font are those of the reference
static void setFonts(mjrContext* con, context_Private* p, int scale) {
  static const int heights[6][2] = {{11, 18}, {18, 37}, {28, 54}, {37, 71}, {45, 89}, {54, 106}};
  const int* height = heights[scale / 50 - 1];
  font_free(&p->normal);
  font_free(&p->big);
  font_make(&p->normal, height[0]);
  font_make(&p->big, height[1]);
  con->fontScale = scale;
  con->charHeight = height[0];
  con->charHeightBig = height[1];
  for (int i = FONT_FIRST; i <= FONT_LAST; i++) {
    con->charWidth[i] = font_width(&p->normal, (char)i);
    con->charWidthBig[i] = font_width(&p->big, (char)i);
  }
}

// resolution of the tessellation for wireframes
static int piecesOf(int n, int least) { return mjMAX(least, mjMIN(n, 200)); }

static context_Private* makePrivate(const mjModel* m, int width, int height) {
  context_Private* p = mem_calloc(1, sizeof *p);
  if (!p) return NULL;
  p->current = -1;
  p->assets = assets_make(m);
  p->picture = picture_make(0);
  p->haze = m ? m->vis.map.haze : 0;
  p->wire.slices = piecesOf(m ? m->vis.quality.numslices : 28, 3);
  p->wire.stacks = piecesOf(m ? m->vis.quality.numstacks : 16, 2);
  p->wire.quads = piecesOf(m ? m->vis.quality.numquads : 4, 1);
  if (m) memcpy(p->hazeRgb, m->vis.rgba.haze, sizeof p->hazeRgb);
  handle_add(&p->entry);
  if (p->assets && p->picture && makeBuffer(&p->off, width, height)) return p;
  freePrivate(p);
  return NULL;
}

static void copyOptions(mjrContext* con, const mjModel* m) {
  const float extent = (float)m->stat.extent;
  con->lineWidth = m->vis.global.linewidth;
  con->shadowClip = extent * m->vis.map.shadowclip;
  con->shadowScale = m->vis.map.shadowscale;
  con->fogStart = extent * m->vis.map.fogstart;
  con->fogEnd = extent * m->vis.map.fogend;
  memcpy(con->fogRGBA, m->vis.rgba.fog, sizeof con->fogRGBA);
  con->shadowSize = mjMAX(0, mjMIN(m->vis.quality.shadowsize, CONTEXT_SIDE / 2));
  con->offWidth = m->vis.global.offwidth;
  con->offHeight = m->vis.global.offheight;
  con->offSamples = mjMAX(0, m->vis.quality.offsamples);
}

static void copyMaterials(mjrContext* con, const mjModel* m) {
  con->ntexture = (int)m->ntex;
  for (int i = 0; i < con->ntexture; i++) con->textureType[i] = m->tex_type[i];
  for (int i = 0; i < (int)m->nmat; i++) {
    for (int k = 0; k < mjNTEXROLE; k++)
      con->mat_texid[i * mjNTEXROLE + k] = m->mat_texid[i * mjNTEXROLE + k];
    con->mat_texuniform[i] = m->mat_texuniform[i];
    for (int k = 0; k < 2; k++) con->mat_texrepeat[2 * i + k] = m->mat_texrepeat[2 * i + k];
  }
}

// whether a model is within the limits of a context
static bool fits(const mjModel* m) {
  bool sky = false;
  for (int i = 0; i < (int)m->ntex; i++) sky = sky || m->tex_type[i] == mjTEXTURE_SKYBOX;
  if (m->ntex > mjMAXTEXTURE || m->nmat > mjMAXMATERIAL - 2 - sky) {
    mju_error("mjr_makeContext: %d textures and %d materials are too many, at most %d and %d can "
              "be drawn",
              (int)m->ntex, (int)m->nmat, mjMAXTEXTURE, mjMAXMATERIAL - 2 - sky);
    return false;
  }
  if (!isSize(m->vis.global.offwidth, m->vis.global.offheight)) {
    mju_error("mjr_makeContext: pictures of %d x %d pixels cannot be drawn; visual/global offwidth "
              "and offheight "
              "are from 1 to %d",
              m->vis.global.offwidth, m->vis.global.offheight, CONTEXT_SIDE);
    return false;
  }
  return true;
}

void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale) {
  ARGS_NEED(con);
  mjr_freeContext(con);
  if (m && !fits(m)) return;
  con->offWidth = 800;
  con->offHeight = 600;
  con->lineWidth = 1;
  for (int i = 0; i < mjMAXMATERIAL * mjNTEXROLE; i++) con->mat_texid[i] = -1;
  if (m) {
    copyOptions(con, m);
    copyMaterials(con, m);
  }
  con->currentBuffer = mjFB_OFFSCREEN;
  con->readPixelFormat = 0x1907;  // GL_RGB
  con->readDepthMap = mjDEPTH_ZERONEAR;
  context_Private* p = makePrivate(m, con->offWidth, con->offHeight);
  if (!p) {
    mju_error("mjr_makeContext: out of memory");
    mjr_defaultContext(con);
    return;
  }
  con->offFBO = p->entry.number;
  con->glInitialized = 1;
  setFonts(con, p, (mjMAX(100, mjMIN(300, fontscale)) + 25) / 50 * 50);
  p->view = mjr_maxViewport(con);
  handle_use(con->offFBO);
}

void mjr_changeFont(int fontscale, mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_changeFont");
  if (!p) return;
  if (fontscale < 50 || fontscale > 300 || fontscale % 50) {
    mju_error("mjr_changeFont: a scale of %d; there are 50, 100, 150, 200, 250 and 300", fontscale);
    return;
  }
  setFonts(con, p, fontscale);
}

void mjr_resizeOffscreen(int width, int height, mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_resizeOffscreen");
  if (!p) return;
  if (!isSize(width, height)) {
    mju_error("mjr_resizeOffscreen: %d x %d pixels; sides are from 1 to %d", width, height,
              CONTEXT_SIDE);
    return;
  }
  if (width == p->off.width && height == p->off.height) return;
  if (!makeBuffer(&p->off, width, height)) {
    mju_error("mjr_resizeOffscreen: out of memory for %d x %d pixels", width, height);
    return;
  }
  con->offWidth = width;
  con->offHeight = height;
}

// ---- uploads

static void upload(const mjModel* m, const mjrContext* con, const char* caller, int id, int have,
                   int ours, bool (*put)(assets_Assets*, const mjModel*, int)) {
  context_Private* p = context_need(con, caller);
  if (!p) return;
  if (id < 0 || id >= have || id >= ours) {
    mju_error("%s: there is no %d among the %d that the context has", caller, id, ours);
  } else if (!put(p->assets, m, id)) {
    mju_warning("%s: %d cannot be drawn anew, what was there stays", caller, id);
  }
}

static const assets_Assets* assetsOf(const mjrContext* con) {
  static const assets_Assets none;
  const context_Private* p = context_private(con);
  return p ? p->assets : &none;
}

void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid) {
  ARGS_NEED(m, con);
  upload(m, con, "mjr_uploadMesh", meshid, (int)m->nmesh, assetsOf(con)->nmesh, assets_uploadMesh);
}

void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid) {
  ARGS_NEED(m, con);
  upload(m, con, "mjr_uploadHField", hfieldid, (int)m->nhfield, assetsOf(con)->nhfield,
         assets_uploadHfield);
}

void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid) {
  ARGS_NEED(m, con);
  upload(m, con, "mjr_uploadTexture", texid, (int)m->ntex, assetsOf(con)->ntexture,
         assets_uploadTexture);
}

// ---- choice of buffers

void mjr_setBuffer(int framebuffer, mjrContext* con) {
  ARGS_NEED(con);
  (void)framebuffer;  // there is no window
  context_Private* p = context_need(con, "mjr_setBuffer");
  if (!p) return;
  p->current = -1;
  con->currentBuffer = mjFB_OFFSCREEN;
}

void mjr_restoreBuffer(const mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_private(con);
  if (p) p->current = -1;
}

mjrRect mjr_maxViewport(const mjrContext* con) {
  ARGS_NEED_OR((mjrRect){0}, con);
  return (mjrRect){0, 0, con->offWidth, con->offHeight};
}

// ---- auxiliary buffers

static bool isAux(int index, const char* caller) {
  if (index >= 0 && index < mjNAUX) return true;
  mju_error("%s: auxiliary buffer %d; they are from 0 to %d", caller, index, mjNAUX - 1);
  return false;
}

void mjr_addAux(int index, int width, int height, int samples, mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_addAux");
  if (!p || !isAux(index, "mjr_addAux")) return;
  if (!isSize(width, height) || !makeBuffer(&p->aux[index], width, height)) {
    mju_error("mjr_addAux: no memory for %d x %d pixels", width, height);
    return;
  }
  con->auxWidth[index] = width;
  con->auxHeight[index] = height;
  con->auxSamples[index] = samples;
}

void mjr_setAux(int index, const mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_setAux");
  if (!p || !isAux(index, "mjr_setAux")) return;
  if (!p->aux[index].rgb) {
    mju_error("mjr_setAux: auxiliary buffer %d was not added", index);
    return;
  }
  p->current = index;
}

static int clampInt(long long x) { return (int)mjMAX(-CONTEXT_SIDE, mjMIN(CONTEXT_SIDE, x)); }

void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_blitAux");
  if (!p || !isAux(index, "mjr_blitAux") || !p->aux[index].rgb) return;
  const context_Buffer* from = &p->aux[index];
  context_Buffer* to = context_buffer(p);
  const mjrRect part = context_clip(from, src);
  // clamped: outside of the buffer nothing is drawn, however far
  left = clampInt((long long)left + part.left - src.left);
  bottom = clampInt((long long)bottom + part.bottom - src.bottom);
  const mjrRect dst = context_clip(to, (mjrRect){left, bottom, part.width, part.height});
  for (int y = 0; y < dst.height; y++) {
    const int sy = part.bottom + dst.bottom - bottom + y, sx = part.left + dst.left - left;
    memmove(to->rgb + 3 * ((size_t)(dst.bottom + y) * (size_t)to->width + (size_t)dst.left),
            from->rgb + 3 * ((size_t)sy * (size_t)from->width + (size_t)sx), 3 * (size_t)dst.width);
  }
}

// there is no window to copy to
void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con) {
  ARGS_NEED(con);
  (void)src, (void)dst, (void)flg_color, (void)flg_depth;
}

// ---- pixels

// Iterates over the rows of a viewport that are in the buffer: offset of a row in the program's
// arrays and in the buffer, and its length, in pixels.
typedef struct {
  size_t outside, inside, n;
} Row;

static bool rowAt(Row* row, const context_Buffer* b, mjrRect v, int y) {
  const mjrRect c = context_clip(b, v);
  if (y >= c.height || c.width < 1) return false;
  row->n = (size_t)c.width;
  row->outside = (size_t)(y + c.bottom - v.bottom) * (size_t)v.width + (size_t)(c.left - v.left);
  row->inside = (size_t)(y + c.bottom) * (size_t)b->width + (size_t)c.left;
  return true;
}

void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_readPixels");
  if (!p) return;
  const context_Buffer* b = context_buffer(p);
  const bool flip = con->readDepthMap == mjDEPTH_ZERONEAR;
  Row row;
  for (int y = 0; rowAt(&row, b, viewport, y); y++) {
    if (rgb) memcpy(rgb + 3 * row.outside, b->rgb + 3 * row.inside, 3 * row.n);
    for (size_t x = 0; depth && x < row.n; x++) {
      const float z = b->depth[row.inside + x];
      depth[row.outside + x] = flip ? 1 - z : z;
    }
  }
}

void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                    const mjrContext* con) {
  ARGS_NEED(con);
  context_Private* p = context_need(con, "mjr_drawPixels");
  if (!p) return;
  const context_Buffer* b = context_buffer(p);
  Row row;
  for (int y = 0; rowAt(&row, b, viewport, y); y++) {
    if (rgb) memcpy(b->rgb + 3 * row.inside, rgb + 3 * row.outside, 3 * row.n);
    if (depth) memcpy(b->depth + row.inside, depth + row.outside, row.n * sizeof *depth);
  }
}

// ---- other functions

void mjr_defaultRendererInfo(mjrRendererInfo* info) {
  ARGS_NEED(info);
  *info = (mjrRendererInfo){"", ""};
}

void mjr_getRendererInfo(mjrRendererInfo* info) {
  ARGS_NEED(info);
  *info = (mjrRendererInfo){"Sinew", "CPU"};
}

void mjr_finish(void) {}

int mjr_getError(void) { return 0; }

int mjr_findRect(int x, int y, int nrect, const mjrRect* rect) {
  ARGS_NEED_OR(-1, rect);
  for (int i = 0; i < nrect; i++) {
    const mjrRect* r = &rect[i];
    const long long dx = (long long)x - r->left, dy = (long long)y - r->bottom;
    if (dx >= 0 && dx < r->width && dy >= 0 && dy < r->height) return i;
  }
  return -1;
}
