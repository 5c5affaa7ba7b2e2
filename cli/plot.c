// Chosen fields over time as SVG: one panel per field with axes, units, grid and legend.
#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "record.h"

enum {
  WIDTH = 960,
  PANEL = 240,
  LEFT = 80,
  RIGHT = 190,
  TOP = 40,
  GAP = 56,
  MOST_LINES = 14,
  MOST_POINTS = 1200,
  LABEL_SIZE = 300
};

static const char* const color[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                    "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
                                    "#393b79", "#637939", "#843c39", "#7b4173"};

typedef struct {
  double lo, hi, step;
} Axis;

// a round step so that about n of them fill the range
static double niceStep(double range, int n) {
  double power = 1;
  const double rough = range / n;
  while (power * 10 <= rough) power *= 10;
  while (power > rough) power /= 10;
  const double lead = rough / power;
  return power * (lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

static Axis makeAxis(double lo, double hi, int n) {
  if (!(hi > lo)) {
    const double pad = lo == 0 ? 1 : 0.1 * fabs(lo);
    lo -= pad;
    hi += pad;
  }
  Axis axis = {lo, hi, niceStep(hi - lo, n)};
  axis.lo = sn_floor(lo / axis.step) * axis.step;
  axis.hi = sn_ceil(hi / axis.step) * axis.step;
  return axis;
}

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

typedef struct {
  double x0, y0, width, height;
  Axis t, v;
} Panel;

static double atX(const Panel* p, double t) {
  return p->x0 + p->width * (t - p->t.lo) / (p->t.hi - p->t.lo);
}
static double atY(const Panel* p, double v) {
  return p->y0 + p->height * (p->v.hi - v) / (p->v.hi - p->v.lo);
}

static void addTicks(text_Text* out, const Panel* p, bool last) {
  char label[LABEL_SIZE];
  for (int i = 0; p->t.lo + i * p->t.step <= p->t.hi * (1 + 1e-12); i++) {
    const double t = p->t.lo + i * p->t.step;
    addLine(out, atX(p, t), p->y0, atX(p, t), p->y0 + p->height, "stroke=\"#e0e0e0\"");
    snprintf(label, sizeof label, "%.4g", t);
    addText(out, atX(p, t), p->y0 + p->height + 16, "middle", label);
  }
  for (int i = 0; p->v.lo + i * p->v.step <= p->v.hi + 1e-9 * p->v.step; i++) {
    double v = p->v.lo + i * p->v.step;
    if (fabs(v) < 1e-9 * p->v.step) v = 0;
    addLine(out, p->x0, atY(p, v), p->x0 + p->width, atY(p, v), "stroke=\"#e0e0e0\"");
    snprintf(label, sizeof label, "%.4g", v);
    addText(out, p->x0 - 8, atY(p, v) + 4, "end", label);
  }
  if (last) addText(out, p->x0 + p->width / 2, p->y0 + p->height + 36, "middle", "time (s)");
}

static void addCurve(text_Text* out, const record_Record* r, const Panel* p, int column,
                     const char* stroke) {
  const long stride = r->nrow > MOST_POINTS ? r->nrow / MOST_POINTS : 1;
  text_format(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", stroke);
  for (long i = 0; i < r->nrow; i += stride) {
    const double v = r->value[i * r->ncolumn + column];
    if (!(fabs(v) < mjMAXVAL)) continue;
    addNum(out, atX(p, r->value[i * r->ncolumn]));
    text_add(out, ",");
    addNum(out, atY(p, v));
    text_add(out, " ");
  }
  text_add(out, "\"/>\n");
}

static void valueRange(const record_Record* r, const record_Field* f, double* lo, double* hi) {
  *lo = 1e300;
  *hi = -1e300;
  for (long i = 0; i < r->nrow; i++) {
    for (int k = 0; k < f->n; k++) {
      const double v = r->value[i * r->ncolumn + f->column + k];
      if (!(fabs(v) < mjMAXVAL)) continue;
      if (v < *lo) *lo = v;
      if (v > *hi) *hi = v;
    }
  }
  if (*lo > *hi) *lo = *hi = 0;
}

static void addPanel(text_Text* out, const record_Record* r, const mjModel* m,
                     const record_Field* f, Panel* p, bool last) {
  double lo, hi;
  valueRange(r, f, &lo, &hi);
  p->v = makeAxis(lo, hi, 5);
  addTicks(out, p, last);
  const int lines = f->n < MOST_LINES ? f->n : MOST_LINES;
  const char* unit = record_unit(f, m, f->first);
  bool same = true;
  for (int k = 0; k < f->n; k++) same = same && unit == record_unit(f, m, f->first + k);
  char label[LABEL_SIZE];
  snprintf(label, sizeof label, same && *unit ? "%s (%s)" : "%s",
           f->field ? f->field->name : "energy", unit);
  addText(out, p->x0, p->y0 - 8, "start", label);
  for (int k = 0; k < lines; k++) {
    addCurve(out, r, p, f->column + k, color[k]);
    const double y = p->y0 + 10 + 15.0 * k;
    char style[64], name[100];
    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"3\"", color[k]);
    addLine(out, p->x0 + p->width + 10, y, p->x0 + p->width + 28, y, style);
    record_label(name, sizeof name, f, m, f->first + k);
    const char* own = record_unit(f, m, f->first + k);
    snprintf(label, sizeof label, same || !*own ? "%s" : "%s (%s)", name, own);
    addText(out, p->x0 + p->width + 34, y + 4, "start", label);
  }
  if (f->n > lines) {
    snprintf(label, sizeof label, "and %d more", f->n - lines);
    addText(out, p->x0 + p->width + 10, p->y0 + 14 + 15.0 * lines, "start", label);
  }
  text_add(out, "<rect fill=\"none\" stroke=\"#404040\" x=\"");
  addNum(out, p->x0);
  text_add(out, "\" y=\"");
  addNum(out, p->y0);
  text_format(out, "\" width=\"%d\" height=\"%d\"/>\n", (int)p->width, (int)p->height);
}

bool record_writeSvg(const record_Record* record, const mjModel* m, const char* title,
                     const char* path) {
  text_Text out = {0};
  const int height = TOP + record->nfield * (PANEL + GAP) + 10;
  text_format(&out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "font-family=\"sans-serif\" "
              "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
              WIDTH, height);
  addText(&out, LEFT, 22, "start", title);
  Panel panel = {.x0 = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
  const double end = record->nrow ? record->value[(record->nrow - 1) * record->ncolumn] : 1;
  const double begin = record->nrow ? record->value[0] : 0;
  panel.t = makeAxis(begin, end, 8);
  panel.t.lo = begin;
  panel.t.hi = end > begin ? end : begin + 1;
  for (int i = 0; i < record->nfield; i++) {
    panel.y0 = TOP + 10 + i * (PANEL + GAP);
    addPanel(&out, record, m, &record->field[i], &panel, i + 1 == record->nfield);
  }
  text_add(&out, "</svg>\n");
  const bool ok = !out.failed && file_write(path, out.data, out.size);
  text_free(&out);
  return ok;
}
