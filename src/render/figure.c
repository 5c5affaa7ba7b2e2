// Figures (mjvFigure): 2D plots of lines or bars, with axes, a grid, tick labels, a legend and
// titles.
//   viewport, figure -> image; axes as they were drawn -> xaxispixel, yaxispixel, xaxisdata,
//   yaxisdata
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/macros.h>
#include <sinew/render.h>

#include "base/args.h"
#include "render/canvas.h"
#include "render/overlay.h"

#define LEAST_RANGE 1e-5f  // of an axis
enum {
  MOST_GRID = 200,   // most grid lines of an axis
  MOST_NUMBER = 20,  // most characters of a tick label
  WIDER = 5,         // factor for the width of the highlighted line
};

// a figure that is being drawn
typedef struct {
  context_Buffer* buffer;
  font_Font* font;
  const mjvFigure* fig;
  mjrRect view;
  int pad;              // half a line of text
  int low[2], high[2];  // corners of the plot area (pane), in pixels
  float range[2][2];    // data range of each axis
  int chosen;           // line that is highlighted, -1: none
} Figure;

static int pointsOf(const mjvFigure* fig, int line) {
  return mjMAX(0, mjMIN(fig->linepnt[line], mjMAXLINEPNT));
}

static bool isPoint(const float p[2]) { return isfinite(p[0]) && isfinite(p[1]); }

// ---- ranges

// extends the range of axis k by all points
static void addPoints(const mjvFigure* fig, int k, float range[2]) {
  for (int i = 0; i < mjMAXLINE; i++) {
    for (int n = 0; n < pointsOf(fig, i); n++) {
      const float* p = fig->linedata[i] + 2 * n;
      if (!isPoint(p)) continue;
      range[0] = fminf(range[0], p[k]);
      range[1] = fmaxf(range[1], p[k]);
    }
  }
}

// rounds outward to multiples of the largest power of ten that is in the range
static void roundRange(float range[2]) {
  const double size = (double)range[1] - range[0], most = FLT_MAX, rounding = 1e-6;
  double up = 1, down = 1;  // the power is up / down, both exact
  while (up * 10 <= size) up *= 10;
  while (size * down < 1 - rounding) down *= 10;
  range[0] = (float)mjMAX(-most, floor(range[0] * down / up + rounding) * up / down);
  range[1] = (float)mjMIN(most, ceil(range[1] * down / up - rounding) * up / down);
}

static void setRange(const mjvFigure* fig, int k, float range[2]) {
  const bool given = fig->range[k][0] < fig->range[k][1] && isPoint(fig->range[k]);
  range[0] = given ? fig->range[k][0] : INFINITY;
  range[1] = given ? fig->range[k][1] : -INFINITY;
  if (!given || fig->flg_extend) addPoints(fig, k, range);
  if (!isPoint(range)) {
    const float middle = 0.5f * (fig->range[k][0] + fig->range[k][1]);
    range[0] = range[1] = isfinite(middle) ? middle : 0;
  }
  // at least so much that the ends differ
  const float middle = 0.5f * range[0] + 0.5f * range[1];
  const float least = fmaxf(LEAST_RANGE, 1e-6f * fabsf(middle));
  if (range[1] - range[0] < least) {
    range[0] = middle - 0.5f * least;
    range[1] = middle + 0.5f * least;
  }
  if (k == 0) return;
  roundRange(range);
  if (!fig->flg_symmetric) return;
  range[1] = fmaxf(fabsf(range[0]), fabsf(range[1]));
  range[0] = -range[1];
}

// ---- tick labels

// Whether a format has one conversion, of a floating-point number, and no more than two digits of
// width and precision: formats are the program's, and others would read arguments that are not
// there.
static bool isFormat(const char* format, int n) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    if (format[i] != '%') continue;
    if (i + 1 < n && format[i + 1] == '%') {
      i++;
      continue;
    }
    int digits = 0;
    for (i++; i < n && strchr("-+ #0", format[i]); i++) {
    }
    for (; i < n && format[i] >= '0' && format[i] <= '9'; i++) digits++;
    if (digits > 2) return false;
    if (i < n && format[i] == '.') {
      for (i++, digits = 0; i < n && format[i] >= '0' && format[i] <= '9'; i++) digits++;
      if (digits > 2) return false;
    }
    if (i >= n || !strchr("fFeEgG", format[i])) return false;
    found++;
  }
  return found == 1;
}

// some locales have a decimal comma: between two digits it is nothing else
static void usePoint(char* text) {
  for (char* at = text; *at; at++) {
    if (*at != ',' || at == text || at[-1] < '0' || at[-1] > '9') continue;
    if (at[1] >= '0' && at[1] <= '9') *at = '.';
  }
}

// removes trailing zeros after the decimal point
static void dropZeros(char* text) {
  char* point = strchr(text, '.');
  if (!point) return;
  char* end = point + 1;
  while (*end >= '0' && *end <= '9') end++;
  char* last = end;
  while (last[-1] == '0') last--;
  if (last[-1] == '.') last--;
  if (*end != 'e' && *end != 'E') memmove(last, end, strlen(end) + 1);
}

// returns the number of characters
static int printNumber(char text[256], const char* given, int size, double x) {
  char format[32];
  const int n = mjMIN(overlay_length(given, size), (int)sizeof format - 1);
  memcpy(format, given, (size_t)n);
  format[n] = 0;
  snprintf(text, 256, isFormat(format, n) ? format : "%g", x);
  usePoint(text);
  dropZeros(text);
  if (!strcmp(text, "-0")) memcpy(text, "0", 2);
  return overlay_length(text, MOST_NUMBER);
}

static int printTick(const Figure* f, int k, int i, char text[256]) {
  const double share = (double)i / (f->fig->gridsize[k] - 1);
  const double low = f->range[k][0], high = f->range[k][1];
  double x = (1 - share) * low + share * high;
  if (fabs(x) < 1e-6 * (high - low)) x = 0;  // a rounding error
  return printNumber(text, k ? f->fig->yformat : f->fig->xformat, sizeof f->fig->xformat, x);
}

static int gridOf(const Figure* f, int k) {
  const int n = f->fig->gridsize[k];
  return n < 2 || n > MOST_GRID ? 0 : n;
}

// ---- layout

static int widthOf(const Figure* f, const char* text, int n) {
  return canvas_textWidth(f->font, text, n);
}

// pixels of the widest tick label of the y axis
static int numbersWidth(const Figure* f) {
  const char* least = f->fig->minwidth;
  int widest = widthOf(f, least, overlay_length(least, sizeof f->fig->minwidth));
  char text[256];
  for (int i = 0; i < gridOf(f, 1); i++) {
    const int n = printTick(f, 1, i, text);
    widest = mjMAX(widest, widthOf(f, text, n));
  }
  return widest;
}

static void placePane(Figure* f) {
  const mjvFigure* fig = f->fig;
  const int line = f->font->height, pad = f->pad;
  f->low[0] = f->view.left + pad + (fig->flg_ticklabel[1] ? numbersWidth(f) + pad : 0);
  f->high[0] = f->view.left + f->view.width - pad - 1;
  f->low[1] = f->view.bottom + pad + (fig->flg_ticklabel[0] ? line + pad : 0) +
              (fig->xlabel[0] ? line + pad / 2 : 0);
  f->high[1] = f->view.bottom + f->view.height - pad - 1 - (fig->title[0] ? line + pad : 0);
}

static mjrRect paneOf(const Figure* f) {
  return (mjrRect){f->low[0], f->low[1], f->high[0] - f->low[0], f->high[1] - f->low[1]};
}

// position of a value on axis k, in pixels
static float placeOf(const Figure* f, int k, float x) {
  const double low = f->range[k][0], high = f->range[k][1];
  return (float)(f->low[k] + (x - low) / (high - low) * (f->high[k] - f->low[k]));
}

// ---- parts

static void drawText(const Figure* f, int x, int y, const char* text, int n, bool rim,
                     const float rgb[3]) {
  canvas_text(f->buffer, f->view, f->font, x, y, text, n, rim, rgb);
}

// parts that are two or more spaces apart are titles of subplots, of which the selected one is
// bright
static void drawTitle(const Figure* f) {
  const char* title = f->fig->title;
  const int n = overlay_length(title, sizeof f->fig->title);
  int x = f->view.left + (f->view.width - widthOf(f, title, n)) / 2;
  const int y = f->view.bottom + f->view.height - f->pad - f->font->height;
  for (int i = 0, part = 0, end; i < n; i = end, part++) {
    for (end = i; end < n && !(title[end] == ' ' && end + 1 < n && title[end + 1] == ' ');) end++;
    while (end < n && title[end] == ' ') end++;
    const float share = i == 0 && end == n ? 1 : part == f->fig->subplot ? 1 : 0.5f;
    float rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = share * f->fig->textrgb[k];
    drawText(f, x, y, title + i, end - i, false, rgb);
    x += widthOf(f, title + i, end - i);
  }
}

static void drawXLabel(const Figure* f) {
  const char* text = f->fig->xlabel;
  const int n = overlay_length(text, sizeof f->fig->xlabel);
  drawText(f, f->view.left + (f->view.width - widthOf(f, text, n)) / 2, f->view.bottom + f->pad,
           text, n, false, f->fig->textrgb);
}

static void drawNumbers(const Figure* f) {
  char text[256];
  for (int i = 0; f->fig->flg_ticklabel[0] && i < gridOf(f, 0); i++) {
    const int n = printTick(f, 0, i, text), width = widthOf(f, text, n);
    const int middle = f->low[0] + i * (f->high[0] - f->low[0]) / (f->fig->gridsize[0] - 1);
    const int x = mjMAX(f->low[0], mjMIN(middle - width / 2, f->high[0] + 1 - width));
    drawText(f, x, f->low[1] - f->pad - f->font->height, text, n, false, f->fig->textrgb);
  }
  for (int i = 0; f->fig->flg_ticklabel[1] && i < gridOf(f, 1); i++) {
    const int n = printTick(f, 1, i, text), width = widthOf(f, text, n);
    const int middle = f->low[1] + i * (f->high[1] - f->low[1]) / (f->fig->gridsize[1] - 1);
    drawText(f, f->low[0] - f->pad - width, middle - f->font->height / 2, text, n, false,
             f->fig->textrgb);
  }
}

// lines are as wide as whole pixels, so that they are sharp
static void drawGrid(const Figure* f) {
  const float* c = f->fig->gridrgb;
  const float rgba[4] = {c[0], c[1], c[2], 1};
  const float w = f->fig->gridwidth;
  const int width = w > 0 ? (int)fmaxf(1, fminf(w + 0.5f, 100)) : 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < gridOf(f, k); i++) {
      const int at = f->low[k] + i * (f->high[k] - f->low[k]) / (f->fig->gridsize[k] - 1);
      mjrRect line = paneOf(f);
      line.width++, line.height++;
      if (k == 0) line.left = at - (width - 1) / 2, line.width = width;
      if (k == 1) line.bottom = at - (width - 1) / 2, line.height = width;
      canvas_fill(f->buffer, context_common(f->view, line), rgba);
    }
  }
}

// between consecutive points, or for bars between the two of each pair
static void drawLine(const Figure* f, int line) {
  const mjvFigure* fig = f->fig;
  const float* c = fig->linergb[line];
  const float rgba[4] = {c[0], c[1], c[2], 1};
  const float width = fig->linewidth * (line == f->chosen ? WIDER : 1);
  for (int i = 0; i + 1 < pointsOf(fig, line); i += fig->flg_barplot ? 2 : 1) {
    const float* p = fig->linedata[line] + 2 * i;
    if (!isPoint(p) || !isPoint(p + 2)) continue;
    canvas_line(f->buffer, paneOf(f), (const float[2]){placeOf(f, 0, p[0]), placeOf(f, 1, p[1])},
                (const float[2]){placeOf(f, 0, p[2]), placeOf(f, 1, p[3])}, width,
                fig->flg_barplot != 0, rgba);
  }
}

static void drawSelection(const Figure* f) {
  const float *c = f->fig->textrgb, x = placeOf(f, 0, f->fig->selection);
  canvas_line(f->buffer, paneOf(f), (const float[2]){x, (float)f->low[1]},
              (const float[2]){x, (float)f->high[1]}, f->fig->linewidth, true,
              (const float[4]){c[0], c[1], c[2], 1});
}

// labels the point of the highlighted line that is nearest to the selection
static void drawPoint(const Figure* f) {
  const float* best = NULL;
  char text[80];
  for (int i = 0; i < pointsOf(f->fig, f->chosen); i++) {
    const float* p = f->fig->linedata[f->chosen] + 2 * i;
    if (!isPoint(p)) continue;
    if (!best || fabsf(p[0] - f->fig->selection) < fabsf(best[0] - f->fig->selection)) best = p;
  }
  if (!best) return;
  const int n = snprintf(text, sizeof text, "(%.4g : %.4g)", best[0], best[1]);
  drawText(f, f->low[0] + 3 * f->pad, f->low[1] + 2 * f->pad, text, n, true, f->fig->textrgb);
}

// ---- legend

static int nameOf(const Figure* f, int line) {
  return overlay_length(f->fig->linename[line], sizeof f->fig->linename[line]);
}

static bool isListed(const Figure* f, int line) {
  return pointsOf(f->fig, line) > 0 && nameOf(f, line) > 0;
}

// names of lines, one below the other, without the first ones, which legendoffset skips
typedef struct {
  int n, width;
  int line[mjMAXLINE];
} Legend;

static Legend legendOf(const Figure* f) {
  Legend l = {0};
  int skip = mjMAX(0, f->fig->legendoffset);
  for (int i = 0; i < mjMAXLINE; i++) {
    if (!isListed(f, i) || skip-- > 0) continue;
    l.line[l.n++] = i;
    l.width = mjMAX(l.width, widthOf(f, f->fig->linename[i], nameOf(f, i)));
  }
  return l;
}

static mjrRect legendBox(const Figure* f, const Legend* l) {
  const int width = l->width + 2 * f->pad, height = l->n * f->font->height + 2 * f->pad;
  return (mjrRect){f->high[0] - width, f->high[1] - height, width, height};
}

// y of row i of the legend, in pixels
static int legendRow(const Figure* f, int i) {
  return f->high[1] - f->pad - (i + 1) * f->font->height;
}

static void drawLegend(const Figure* f, const Legend* l) {
  if (!l->n) return;
  canvas_fill(f->buffer, context_common(paneOf(f), legendBox(f, l)), f->fig->legendrgba);
  for (int i = 0; i < l->n; i++) {
    const char* name = f->fig->linename[l->line[i]];
    const int n = nameOf(f, l->line[i]);
    if (legendRow(f, i) < f->low[1]) return;
    drawText(f, f->high[0] - f->pad - widthOf(f, name, n), legendRow(f, i), name, n, true,
             f->fig->linergb[l->line[i]]);
  }
}

// the line with highlightid, or the one whose name in the legend is at the point `highlight`
static int chosenLine(const Figure* f, const Legend* l) {
  const int id = f->fig->highlightid, *at = f->fig->highlight;
  const mjrRect box = legendBox(f, l);
  if (id >= 0) return id < mjMAXLINE ? id : -1;
  if (!f->fig->flg_legend || !l->n) return -1;
  for (int i = 0; i < l->n; i++) {
    const mjrRect row = {box.left, legendRow(f, i), box.width, f->font->height};
    if (mjr_findRect(at[0], at[1], 1, &row) == 0) return l->line[i];
  }
  return -1;
}

// ---- the figure

static void drawFigure(Figure* f) {
  const mjvFigure* fig = f->fig;
  const Legend legend = legendOf(f);
  f->chosen = chosenLine(f, &legend);
  canvas_fill(f->buffer, f->view, fig->figurergba);
  if (fig->title[0]) drawTitle(f);
  if (fig->xlabel[0]) drawXLabel(f);
  if (f->low[0] >= f->high[0] || f->low[1] >= f->high[1]) return;  // too small
  canvas_fill(f->buffer, paneOf(f), fig->panergba);
  drawGrid(f);
  drawNumbers(f);
  for (int i = mjMAXLINE - 1; i >= 0; i--) drawLine(f, i);
  if (fig->flg_selection) drawSelection(f);
  if (fig->flg_selection && f->chosen >= 0) drawPoint(f);
  if (fig->flg_legend) drawLegend(f, &legend);
}

void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con) {
  ARGS_NEED(fig, con);
  context_Private* p = context_need(con, "mjr_figure");
  if (!p || !context_setView(p, viewport)) return;
  font_Font* font = overlay_font(p, mjFONT_NORMAL);
  Figure f = {.buffer = context_buffer(p), .font = font, .fig = fig, .view = viewport};
  f.pad = font->height / 2;
  for (int k = 0; k < 2; k++) setRange(fig, k, f.range[k]);
  placePane(&f);
  drawFigure(&f);
  for (int i = 0; i < 2; i++) {
    fig->xaxispixel[i] = i ? f.high[0] : f.low[0];
    fig->yaxispixel[i] = i ? f.high[1] : f.low[1];
    fig->xaxisdata[i] = f.range[0][i];
    fig->yaxisdata[i] = f.range[1][i];
  }
}
