// 2D overlays: rectangles, text, labels, and boxes of text at the borders of a viewport.
#include "render/overlay.h"

#include <math.h>

#include <sinew/api.h>
#include <sinew/macros.h>
#include <sinew/render.h>

#include "base/args.h"
#include "render/canvas.h"

font_Font* overlay_font(context_Private* p, int font) {
  return font == mjFONT_BIG ? &p->big : &p->normal;
}

int overlay_length(const char* text, int most) {
  int n = 0;
  while (n < most && text[n]) n++;
  return n;
}

void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  context_Private* p = context_used("mjr_rectangle");
  if (!p) return;
  p->view = viewport;
  canvas_fill(context_buffer(p), viewport, (const float[4]){r, g, b, a});
}

// ---- text

void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g,
              float b) {
  ARGS_NEED(txt, con);
  context_Private* p = context_need(con, "mjr_text");
  // text that begins outside of the viewport is not drawn
  if (!p || !context_setView(p, p->view) || !(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return;
  context_Buffer* buffer = context_buffer(p);
  const int left = p->view.left + (int)floorf(x * (float)p->view.width + 0.5f);
  const int bottom = p->view.bottom + (int)floorf(y * (float)p->view.height + 0.5f);
  canvas_text(buffer, (mjrRect){0, 0, buffer->width, buffer->height}, overlay_font(p, font), left,
              bottom, txt, overlay_length(txt, OVERLAY_TEXT), font == mjFONT_SHADOW,
              (const float[3]){r, g, b});
}

void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a,
               float rt, float gt, float bt, const mjrContext* con) {
  ARGS_NEED(txt, con);
  context_Private* p = context_need(con, "mjr_label");
  if (!p || !context_setView(p, viewport)) return;
  font_Font* f = overlay_font(p, font);
  const int n = overlay_length(txt, OVERLAY_TEXT), width = canvas_textWidth(f, txt, n);
  canvas_fill(context_buffer(p), viewport, (const float[4]){r, g, b, a});
  canvas_text(context_buffer(p), viewport, f,
              viewport.left + mjMAX(0, (viewport.width - width) / 2),
              viewport.bottom + (viewport.height - f->height) / 2, txt, n, font == mjFONT_SHADOW,
              (const float[3]){rt, gt, bt});
}

// ---- overlays

enum {
  EDGE = 5,    // pixels to the left and lower border of the viewport; one more to the others
  GAP = 5,     // between lines
  SPACE = 13,  // padding: how much wider a box is than its text
  INDENT = 3,  // of text in its box
  MEET = 2,    // pixels by which the boxes of two columns overlap
};

// a column of lines
typedef struct {
  const char* text;
  int n;              // characters
  int width, height;  // of its box; 0: there is none
} Column;

static Column columnOf(const font_Font* f, const char* text) {
  Column c = {text, text ? overlay_length(text, mjMAXOVERLAY) : 0, 0, 0};
  int nline = 1, first = 0, widest = 0;
  if (!c.n) return c;
  for (int i = 0; i <= c.n; i++) {
    if (i < c.n && text[i] != '\n') continue;
    widest = mjMAX(widest, canvas_textWidth(f, text + first, i - first));
    nline += i < c.n;
    first = i + 1;
  }
  c.width = widest + SPACE;
  c.height = nline * (f->height + GAP);
  return c;
}

// alignment of a part: 0 at the lower or left border, 1 in the middle, 2 at the other border
static int placeOf(int side, int size, int part) {
  return side == 0 ? EDGE : side == 1 ? (size - part) / 2 : size - part - EDGE - 1;
}

static void drawColumn(context_Private* p, mjrRect view, int font, const Column* c, int left,
                       int top, float gray) {
  font_Font* f = overlay_font(p, font);
  context_Buffer* b = context_buffer(p);
  int y = top - f->height;
  canvas_fill(b, context_common(view, (mjrRect){left, top - c->height, c->width, c->height}),
              (const float[4]){0, 0, 0, 0.5f});
  for (int i = 0, first = 0; i <= c->n; i++) {
    if (i < c->n && c->text[i] != '\n') continue;
    canvas_text(b, view, f, left + INDENT, y, c->text + first, i - first, font == mjFONT_SHADOW,
                (const float[3]){gray, gray, gray});
    first = i + 1;
    y -= f->height + GAP;
  }
}

void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay, const char* overlay2,
                 const mjrContext* con) {
  // left, middle or right; bottom, middle or top
  static const struct {
    int x, y;
  } places[] = {
      [mjGRID_TOPLEFT] = {0, 2},     [mjGRID_TOPRIGHT] = {2, 2}, [mjGRID_BOTTOMLEFT] = {0, 0},
      [mjGRID_BOTTOMRIGHT] = {2, 0}, [mjGRID_TOP] = {1, 2},      [mjGRID_BOTTOM] = {1, 0},
      [mjGRID_LEFT] = {0, 1},        [mjGRID_RIGHT] = {2, 1}};
  ARGS_NEED(overlay, con);
  context_Private* p = context_need(con, "mjr_overlay");
  if (!p) return;
  if (gridpos < 0 || gridpos > mjGRID_RIGHT) {
    mju_error("mjr_overlay: place %d; they are from 0 to %d (mjtGridPos)", gridpos, mjGRID_RIGHT);
    return;
  }
  if (!context_setView(p, viewport)) return;
  const font_Font* f = overlay_font(p, font);
  const Column first = columnOf(f, overlay), second = columnOf(f, overlay2);
  const bool two = first.n && second.n;
  const int step = first.width - (two ? MEET : 0), width = step + second.width;
  const int height = mjMAX(first.height, second.height);
  const int left = viewport.left + placeOf(places[gridpos].x, viewport.width, width);
  const int top = viewport.bottom + placeOf(places[gridpos].y, viewport.height, height) + height;
  if (first.n) drawColumn(p, viewport, font, &first, left, top, second.n ? 0.7f : 1);
  if (second.n) drawColumn(p, viewport, font, &second, left + step, top, 1);
}
