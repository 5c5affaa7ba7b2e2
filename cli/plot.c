// Plots recorded time series as SVG (vector graphics): one panel per field and unit with axes, grid
// and legend. The axis range of a panel is that of its curves.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/text.h"
#include "record.h"

enum {
  CURVES = 690,  // width of a panel without its legend
  PANEL = 240,   // its height
  LEFT = 80,
  LEAST_LEGEND = 160,
  LETTER = 7,  // maximum width of a character
  TOP = 40,
  GAP = 56,
  MOST_LINES = 14,
  MOST_PANELS = 24,
  MOST_PIXELS = 600,  // a curve has at most two points for each pixel column
  NAME_SIZE = 300
};

static const char* const color[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                    "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
                                    "#393b79", "#637939", "#843c39", "#7b4173"};

typedef struct {
  double lo, hi, step;
} Axis;

typedef struct {
  const char *source, *unit;
  int column[MOST_LINES];  // columns of the record that are shown
  int nshown, n;
  double x0, y0;
  Axis t, v;
} Panel;

_Static_assert(sizeof color / sizeof *color >= MOST_LINES, "every curve has its colour");

static const double panelWidth = CURVES, panelHeight = PANEL;
static const double edge = 0.02;  // margin around curves, as a fraction of their range

// ---- axes

// a round tick step (1, 2 or 5 times a power of ten) for about n ticks in the range
static double niceStep(double range, int n) {
  double power = 1;
  const double rough = range / n;
  while (power * 10 <= rough) power *= 10;
  while (power > rough) power /= 10;
  const double lead = rough / power;
  return power * (lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

// rounds lo..hi to ticks and widens the range if it is only rounding noise
static Axis makeAxis(double lo, double hi, int n) {
  const double size = fmax(fabs(lo), fabs(hi));
  if (!(hi - lo > 1e-9 * size) || !(hi - lo > 1e-300)) {
    const double pad = size > 1e-290 ? 0.1 * size : 1;
    lo -= pad;
    hi += pad;
  }
  Axis axis = {lo, hi, niceStep(hi - lo, n)};
  ASSERT(axis.step > 0);
  axis.lo = sn_floor(lo / axis.step) * axis.step;
  axis.hi = sn_ceil(hi / axis.step) * axis.step;
  return axis;
}

static bool shows(double v) { return fabs(v) < mjMAXVAL; }

static double valueAt(const record_Record* r, long row, int column) {
  return r->value[row * (1 + r->columns.n) + 1 + column];
}

static double timeAt(const record_Record* r, long row) {
  return r->value[row * (1 + r->columns.n)];
}

// vertical axis of the panel's curves
static Axis valueAxis(const record_Record* r, const Panel* p) {
  double lo = 0, hi = 0;
  bool any = false;
  for (int k = 0; k < p->nshown; k++) {
    for (long i = 0; i < r->nrow; i++) {
      const double v = valueAt(r, i, p->column[k]);
      if (!shows(v)) continue;
      lo = any ? fmin(lo, v) : v;
      hi = any ? fmax(hi, v) : v;
      any = true;
    }
  }
  // a constant curve at the edge would be hidden by the frame
  const double pad = edge * (hi - lo);
  return makeAxis(lo == 0 ? lo : lo - pad, hi == 0 ? hi : hi + pad, 5);
}

// ---- shapes

static void addNum(text_Text* out, double x) { text_num(out, x, 6); }

static void addText(text_Text* out, double x, double y, const char* anchor, const char* text) {
  text_format(out, "<text x=\"");
  addNum(out, x);
  text_add(out, "\" y=\"");
  addNum(out, y);
  text_format(out, "\" text-anchor=\"%s\">", anchor);
  for (; *text; text++) {
    if (*text == '<') {
      text_add(out, "&lt;");
    } else if (*text == '&') {
      text_add(out, "&amp;");
    } else {
      text_bytes(out, text, 1);
    }
  }
  text_add(out, "</text>\n");
}

static void addLine(text_Text* out, double x0, double y0, double x1, double y1, const char* style) {
  const double v[] = {x0, y0, x1, y1};
  static const char* const key[] = {"x1", "y1", "x2", "y2"};
  text_add(out, "<line");
  for (int i = 0; i < 4; i++) {
    text_format(out, " %s=\"", key[i]);
    addNum(out, v[i]);
    text_add(out, "\"");
  }
  text_format(out, " %s/>\n", style);
}

static double atX(const Panel* p, double t) {
  return p->x0 + panelWidth * (t - p->t.lo) / (p->t.hi - p->t.lo);
}
static double atY(const Panel* p, double v) {
  return p->y0 + panelHeight * (p->v.hi - v) / (p->v.hi - p->v.lo);
}

static void addTicks(text_Text* out, const Panel* p, bool last) {
  char label[NAME_SIZE];
  const double bottom = p->y0 + panelHeight, right = p->x0 + panelWidth;
  const double begin = sn_ceil(p->t.lo / p->t.step - 1e-9) * p->t.step;
  for (int i = 0; begin + i * p->t.step <= p->t.hi + 1e-9 * p->t.step; i++) {
    const double t = begin + i * p->t.step;
    addLine(out, atX(p, t), p->y0, atX(p, t), bottom, "stroke=\"#e0e0e0\"");
    snprintf(label, sizeof label, "%.6g", fabs(t) < 1e-9 * p->t.step ? 0 : t);
    addText(out, atX(p, t), bottom + 16, "middle", label);
  }
  for (int i = 0; p->v.lo + i * p->v.step <= p->v.hi + 1e-9 * p->v.step; i++) {
    double v = p->v.lo + i * p->v.step;
    if (fabs(v) < 1e-9 * p->v.step) v = 0;
    addLine(out, p->x0, atY(p, v), right, atY(p, v), "stroke=\"#e0e0e0\"");
    snprintf(label, sizeof label, "%.5g", v);
    addText(out, p->x0 - 8, atY(p, v) + 4, "end", label);
  }
  if (last) addText(out, p->x0 + panelWidth / 2, bottom + 36, "middle", "time (s)");
}

static void addPoint(text_Text* out, const record_Record* r, const Panel* p, int column, long row) {
  addNum(out, atX(p, timeAt(r, row)));
  text_add(out, ",");
  addNum(out, atY(p, valueAt(r, row, column)));
  text_add(out, " ");
}

// Downsampling: of the rows that fall into the same pixel column, minimum and maximum are drawn, so
// that no peak is lost.
static void addCurve(text_Text* out, const record_Record* r, const Panel* p, int column,
                     const char* stroke) {
  const long stride = r->nrow / MOST_PIXELS + 1;
  text_format(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", stroke);
  for (long i = 0; i < r->nrow; i += stride) {
    long lo = -1, hi = -1;
    for (long k = i; k < r->nrow && k < i + stride; k++) {
      const double v = valueAt(r, k, column);
      if (!shows(v)) continue;
      if (lo < 0 || v < valueAt(r, lo, column)) lo = k;
      if (hi < 0 || v > valueAt(r, hi, column)) hi = k;
    }
    ASSERT((lo < 0) == (hi < 0));
    if (lo < 0) continue;
    addPoint(out, r, p, column, lo < hi ? lo : hi);
    if (lo != hi) addPoint(out, r, p, column, lo < hi ? hi : lo);
  }
  text_add(out, "\"/>\n");
}

// ---- panels

static void addLegend(text_Text* out, const record_Record* r, const mjModel* m, const Panel* p) {
  const double x = p->x0 + panelWidth;
  char note[NAME_SIZE];
  for (int k = 0; k < p->nshown; k++) {
    const double y = p->y0 + 10 + 15.0 * k;
    const column_Column* c = &r->columns.column[p->column[k]];
    char style[64];
    column_Label label;
    column_label(&label, m, &c->source, c->element, true);
    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"3\"", color[k]);
    addLine(out, x + 10, y, x + 28, y, style);
    addText(out, x + 34, y + 4, "start", *label.text ? label.text : p->source);
  }
  if (p->n == p->nshown) return;
  snprintf(note, sizeof note, "%d more are not shown", p->n - p->nshown);
  addText(out, x + 10, p->y0 + 14 + 15.0 * p->nshown, "start", note);
}

static void panelTitle(char title[NAME_SIZE], const Panel* p) {
  text_print(title, NAME_SIZE, *p->unit ? "%s (%s)" : "%s", p->source, p->unit);
}

static void addPanel(text_Text* out, const record_Record* r, const mjModel* m, Panel* p,
                     bool last) {
  char title[NAME_SIZE];
  p->v = valueAxis(r, p);
  addTicks(out, p, last);
  panelTitle(title, p);
  addText(out, p->x0, p->y0 - 8, "start", title);
  ASSERT(p->nshown > 0 && p->nshown <= p->n);
  for (int k = 0; k < p->nshown; k++) addCurve(out, r, p, p->column[k], color[k]);
  addLegend(out, r, m, p);
  text_add(out, "<rect fill=\"none\" stroke=\"#404040\" x=\"");
  addNum(out, p->x0);
  text_add(out, "\" y=\"");
  addNum(out, p->y0);
  text_format(out, "\" width=\"%d\" height=\"%d\"/>\n", (int)panelWidth, (int)panelHeight);
}

// Groups columns into panels by field and unit, in the order of their first columns. Returns the
// number of panels; *over: the number of columns for which there is no panel.
static int makePanels(Panel panel[MOST_PANELS], const record_Record* r, const mjModel* m,
                      int* over) {
  int n = 0;
  *over = 0;
  for (int i = 0; i < r->columns.n; i++) {
    const column_Column* c = &r->columns.column[i];
    const char* unit = column_unit(m, &c->source, c->element);
    int k = 0;
    while (k < n && (strcmp(panel[k].source, c->source.name) || strcmp(panel[k].unit, unit))) k++;
    if (k == MOST_PANELS) {
      ++*over;
      continue;
    }
    if (k == n) panel[n++] = (Panel){.source = c->source.name, .unit = unit};
    if (panel[k].nshown < MOST_LINES) panel[k].column[panel[k].nshown++] = i;
    panel[k].n++;
  }
  ASSERT(n <= MOST_PANELS);
  return n;
}

static void listLeft(text_Text* left, const Panel* panel, int n, int over) {
  char title[NAME_SIZE];
  for (int i = 0; i < n; i++) {
    if (panel[i].n == panel[i].nshown) continue;
    panelTitle(title, &panel[i]);
    text_format(left, "%s%d of %d in %s", left->size ? ", " : "", panel[i].n - panel[i].nshown,
                panel[i].n, title);
  }
  if (over) text_format(left, "%s%d of further fields", left->size ? ", " : "", over);
}

// width of the longest name
static int legendWidth(const record_Record* r, const mjModel* m, const Panel* panel, int n) {
  int width = LEAST_LEGEND;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < panel[i].nshown; k++) {
      const column_Column* c = &r->columns.column[panel[i].column[k]];
      column_Label label;
      column_label(&label, m, &c->source, c->element, true);
      const int length = LETTER * (int)strlen(label.text);
      if (length > width) width = length;
    }
  }
  return width;
}

static Axis timeAxis(const record_Record* r) {
  const double begin = r->nrow ? timeAt(r, 0) : 0;
  const double end = r->nrow ? timeAt(r, r->nrow - 1) : 1;
  Axis axis = makeAxis(begin, end > begin ? end : begin + 1, 8);
  axis.lo = begin;
  axis.hi = end > begin ? end : begin + 1;
  return axis;
}

void record_svg(const record_Record* record, const mjModel* m, const char* title, text_Text* out,
                text_Text* left) {
  Panel panel[MOST_PANELS];
  int over;
  const int n = makePanels(panel, record, m, &over);
  text_format(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "font-family=\"sans-serif\" "
              "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
              LEFT + CURVES + 50 + legendWidth(record, m, panel, n),
              TOP + n * (PANEL + GAP) + 10 + (over ? 20 : 0));
  addText(out, LEFT, 22, "start", title);
  for (int i = 0; i < n; i++) {
    panel[i].x0 = LEFT;
    panel[i].y0 = TOP + 10 + i * (PANEL + GAP);
    panel[i].t = timeAxis(record);
    addPanel(out, record, m, &panel[i], i + 1 == n);
  }
  if (over) {
    char note[NAME_SIZE];
    snprintf(note, sizeof note, "%d columns of further fields are not shown", over);
    addText(out, LEFT, TOP + n * (PANEL + GAP) + 14, "start", note);
  }
  text_add(out, "</svg>\n");
  listLeft(left, panel, n, over);
}
