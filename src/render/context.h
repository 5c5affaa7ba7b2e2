// What is behind an mjrContext.
#ifndef SINEW_RENDER_CONTEXT_H_
#define SINEW_RENDER_CONTEXT_H_

#include <sinew/render.h>

#include "render/font.h"
#include "render/handle_table.h"
#include "render/items.h"
#include "render/picture.h"
#include "render/render_assets.h"
#include "render/wire.h"

enum { CONTEXT_SIDE = 16384 };  // most pixels of a side of a buffer

// a frame buffer, rows upward
typedef struct {
  int width, height;
  uint8_t* rgb;
  float* depth;  // 0 far, 1 near
} context_Buffer;

typedef struct {
  handle_Entry entry;  // first
  assets_Assets* assets;
  picture_Picture* picture;
  items_Items items;
  context_Buffer off, aux[mjNAUX];
  int current;   // aux that is drawn to, -1: off
  mjrRect view;  // last one drawn to, for text
  font_Font normal, big;
  wire_Wire wire;
  // of the model
  float haze, hazeRgb[3];
} context_Private;

// NULL: the context was not made
context_Private* context_private(const mjrContext* con);
// the same with an error; the thread uses it from now on
context_Private* context_need(const mjrContext* con, const char* caller);
// the one that the thread used last; NULL with an error: there is none
context_Private* context_used(const char* caller);
context_Buffer* context_buffer(context_Private* p);
// keeps a viewport for text; whether it can be drawn to
bool context_setView(context_Private* p, mjrRect viewport);
// the part that two rectangles share, all 0 if there is none
mjrRect context_common(mjrRect a, mjrRect b);
// the part of a viewport that is in a buffer
mjrRect context_clip(const context_Buffer* b, mjrRect view);

#endif
