// Private data of a rendering context (mjrContext): frame buffers, render assets, draw list, fonts.
#ifndef SINEW_RENDER_CONTEXT_H_
#define SINEW_RENDER_CONTEXT_H_

#include <sinew/render.h>

#include "render/font.h"
#include "render/handle_table.h"
#include "render/items.h"
#include "render/picture.h"
#include "render/render_assets.h"
#include "render/wire.h"

enum { CONTEXT_SIDE = 16384 };  // largest width or height of a buffer, in pixels

// a frame buffer; rows upward, from the bottom
typedef struct {
  int width, height;
  uint8_t* rgb;
  float* depth;  // 0 far, 1 near
} context_Buffer;

typedef struct {
  handle_Entry entry;  // must be the first member (handle_table.h)
  assets_Assets* assets;
  picture_Picture* picture;
  items_Items items;
  context_Buffer off, aux[mjNAUX];
  int current;   // auxiliary buffer that is drawn to, -1: off-screen buffer
  mjrRect view;  // last viewport, for text
  font_Font normal, big;
  wire_Wire wire;
  // haze of the model
  float haze, hazeRgb[3];
} context_Private;

// private data of a context; NULL: the context was not made
context_Private* context_private(const mjrContext* con);
// the same, with an error if there is none; it becomes the current context of the thread
context_Private* context_need(const mjrContext* con, const char* caller);
// the current context of the thread; NULL with an error if there is none
context_Private* context_used(const char* caller);
context_Buffer* context_buffer(context_Private* p);
// stores a viewport for text; returns whether it can be drawn to
bool context_setView(context_Private* p, mjrRect viewport);
// intersection of two rectangles, all 0 if it is empty
mjrRect context_common(mjrRect a, mjrRect b);
// a viewport, clipped to a buffer
mjrRect context_clip(const context_Buffer* b, mjrRect view);

#endif
