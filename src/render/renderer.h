// The functions mjr_ as far as they are there: they become public when text and figures can be
// drawn too. There is no window, all buffers are offscreen.
#ifndef SINEW_RENDER_RENDERER_H_
#define SINEW_RENDER_RENDERER_H_

#include <sinew/render.h>

// ---- contexts

void mjr_defaultContext(mjrContext* con);
void mjr_defaultRendererInfo(mjrRendererInfo* info);
void mjr_getRendererInfo(mjrRendererInfo* info);
// copies what drawing needs of the model; m may be NULL
void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale);
void mjr_freeContext(mjrContext* con);
void mjr_resizeOffscreen(int width, int height, mjrContext* con);
// copies once more what changed in the model
void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid);
void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid);
void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid);

// ---- buffers

void mjr_setBuffer(int framebuffer, mjrContext* con);
void mjr_restoreBuffer(const mjrContext* con);
mjrRect mjr_maxViewport(const mjrContext* con);
void mjr_addAux(int index, int width, int height, int samples, mjrContext* con);
void mjr_setAux(int index, const mjrContext* con);
void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con);
void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con);
// rows from the bottom up, 3 bytes a pixel; rgb or depth may be NULL
void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);
void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                    const mjrContext* con);

// ---- drawing

void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);
void mjr_finish(void);
int mjr_getError(void);
int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);

#endif
