// Figures: axes against formulas and against what the reference made of the same ranges and data;
// lines, bars, grid, legend and titles where the axes say.
#include "support.h"

#include <math.h>

enum { WIDTH = 520, HEIGHT = 420 };

static mjrContext con;
static mjvFigure fig;
static unsigned char rgb[WIDTH * HEIGHT * 3];
static const mjrRect ALL = {0, 0, WIDTH, HEIGHT}, VIEW = {20, 20, 500, 400};

static void setUp(void) {
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  mjr_resizeOffscreen(WIDTH, HEIGHT, &con);
  mjv_defaultFigure(&fig);
}

static void tearDown(void) { mjr_freeContext(&con); }

static void draw(void) {
  mjr_rectangle(ALL, 0.5f, 0.5f, 0.5f, 1);
  mjr_figure(VIEW, &fig, &con);
  mjr_readPixels(rgb, NULL, ALL, &con);
}

static const unsigned char* pixel(int x, int y) { return rgb + 3 * (y * WIDTH + x); }

static bool isColor(int x, int y, const float c[3]) {
  for (int k = 0; k < 3; k++) {
    if (abs(pixel(x, y)[k] - (int)(255 * c[k] + 0.5f)) > 1) return false;
  }
  return true;
}

static int widthOf(const char* text) {
  int n = 0;
  for (; *text; text++) n += con.charWidth[(int)*text];
  return n;
}

static void setLine(int line, int n, const float* xy) {
  fig.linepnt[line] = n;
  memcpy(fig.linedata[line], xy, (size_t)n * 2 * sizeof *xy);
}

// ---- axes

static void assertPane(int left, int right, int bottom, int top) {
  const int *x = fig.xaxispixel, *y = fig.yaxispixel;
  if (x[0] - 20 == left && 520 - x[1] == right && y[0] - 20 == bottom && 420 - y[1] == top) return;
  fail_msg("margins %d %d %d %d should be %d %d %d %d", x[0] - 20, 520 - x[1], y[0] - 20,
           420 - y[1], left, right, bottom, top);
}

// margins as the reference has them, with the width of our letters
static void test_pane(void** state) {
  (void)state;
  setUp();
  for (int scale = 50; scale <= 300; scale += 50) {
    mjr_changeFont(scale, &con);
    const int line = con.charHeight, pad = line / 2;
    for (int i = 0; i < 16; i++) {
      mjv_defaultFigure(&fig);
      fig.flg_ticklabel[0] = i & 1;
      fig.flg_ticklabel[1] = i >> 1 & 1;
      if (i & 4) strcpy(fig.title, "Title");
      if (i & 8) strcpy(fig.xlabel, "label");
      draw();
      assertPane(pad + (i & 2 ? widthOf("XXX") + pad : 0), pad + 1,
                 pad + (i & 1 ? line + pad : 0) + (i & 8 ? line + pad / 2 : 0),
                 pad + 1 + (i & 4 ? line + pad : 0));
    }
  }
  // numbers that are wider than minwidth
  mjr_changeFont(100, &con);
  mjv_defaultFigure(&fig);
  fig.range[1][1] = 1e6f;
  strcpy(fig.yformat, "%.0f");
  draw();
  assertPane(9 + widthOf("1000000") + 9, 10, 36, 10);
  tearDown();
}

// ranges that the reference (3.12.0) made; NAN in data: a point that is left out
static const struct {
  float range[2], y[2];
  int symmetric, extend;
  float want[2];
} ranges[] = {
    {{0, 1}, {0.2f, 0.9f}, 0, 1, {0, 1}},
    {{0, 1}, {0.2f, 0.9f}, 1, 1, {-1, 1}},
    {{0, 1}, {-3.3f, 7.2f}, 0, 0, {0, 1}},
    {{0, 1}, {-3.3f, 7.2f}, 0, 1, {-10, 10}},
    {{0, 1}, {12.5f, 130}, 0, 1, {0, 200}},
    {{0, 1}, {12.5f, 130}, 1, 1, {-200, 200}},
    {{0, 1}, {-0.0013f, 0.00017f}, 0, 1, {-1, 1}},
    {{0, 1}, {5, 5}, 0, 1, {0, 5}},
    {{0, 1}, {NAN, 3}, 0, 1, {0, 3}},
    {{0, 1}, {250, 260}, 0, 1, {0, 300}},
    {{0, 0}, {0.5f, 0.5f}, 0, 1, {0.49999f, 0.50001f}},
    {{0, 0}, {0.2f, 0.9f}, 0, 0, {0.2f, 0.9f}},
    {{0, 0}, {0.2f, 0.9f}, 1, 0, {-0.9f, 0.9f}},
    {{0, 0}, {-3.3f, 7.2f}, 0, 0, {-10, 10}},
    {{0, 0}, {-0.0013f, 0.00017f}, 0, 1, {-0.002f, 0.001f}},
    {{0, 0}, {NAN, NAN}, 0, 1, {-1e-5f, 1e-5f}},
    {{0, 0}, {1e-9f, 2e-9f}, 0, 1, {-1e-5f, 1e-5f}},
    {{0, 0}, {250, 260}, 0, 1, {250, 260}},
    {{0, 0}, {NAN, 3}, 0, 1, {2.99999f, 3.00001f}},
    {{1, 0}, {NAN, NAN}, 0, 1, {0.49999f, 0.50001f}},
    {{1, 0}, {12.5f, 130}, 0, 0, {0, 200}},
    {{-1, 1}, {12.5f, 130}, 0, 1, {-100, 200}},
    {{-1, 1}, {5, 5}, 0, 1, {-1, 5}},
    {{0, 0.37f}, {0.1f, 0.1f}, 0, 0, {0, 0.4f}},
    {{0, 0.37f}, {-0.0013f, 0.1f}, 0, 1, {-0.1f, 0.4f}},
    {{-0.03f, 0.3f}, {0.1f, 0.1f}, 0, 0, {-0.1f, 0.3f}},
    {{-0.03f, 0.3f}, {5, 5}, 0, 1, {-1, 5}},
    {{-0.03f, 0.3f}, {0.1f, 0.1f}, 1, 0, {-0.3f, 0.3f}},
};

static void test_ranges(void** state) {
  (void)state;
  setUp();
  double worst = 0;
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    mjv_defaultFigure(&fig);
    fig.range[0][1] = 3;
    memcpy(fig.range[1], ranges[i].range, sizeof fig.range[1]);
    fig.flg_symmetric = ranges[i].symmetric;
    fig.flg_extend = ranges[i].extend;
    setLine(0, 2, (const float[4]){1, ranges[i].y[0], 2, ranges[i].y[1]});
    draw();
    for (int k = 0; k < 2; k++) {
      const double error = fabs((double)fig.yaxisdata[k] - ranges[i].want[k]) /
                           (ranges[i].want[1] - ranges[i].want[0]);
      if (!(error < 0.02))
        print_message("case %d: %g %g\n", (int)i, fig.yaxisdata[0], fig.yaxisdata[1]);
      worst = fmax(worst, error);
    }
    assert_true(fig.xaxisdata[0] == 0 && fig.xaxisdata[1] == 3);
  }
  print_message("largest relative error of ranges %.2g\n", worst);
  assert_true(worst < 0.02);
  // the x axis is that of the data, not rounded
  fig.range[0][0] = fig.range[0][1] = 0;
  setLine(0, 2, (const float[4]){3, 0, 4.7f, 1});
  draw();
  assert_true(fig.xaxisdata[0] == 3 && fig.xaxisdata[1] == 4.7f);
  // numbers at the ends of float
  setLine(0, 2, (const float[4]){-3e38f, -3e38f, 3e38f, 3e38f});
  draw();
  assert_true(isfinite(fig.yaxisdata[0]) && isfinite(fig.yaxisdata[1]));
  tearDown();
}

// ---- contents

// pixel of a number of the axes
static int placeX(double x) {
  const double s = (x - fig.xaxisdata[0]) / (fig.xaxisdata[1] - fig.xaxisdata[0]);
  return (int)floor(fig.xaxispixel[0] + s * (fig.xaxispixel[1] - fig.xaxispixel[0]));
}

static int placeY(double y) {
  const double s = (y - fig.yaxisdata[0]) / (fig.yaxisdata[1] - fig.yaxisdata[0]);
  return (int)floor(fig.yaxispixel[0] + s * (fig.yaxispixel[1] - fig.yaxispixel[0]));
}

static void test_lines(void** state) {
  (void)state;
  setUp();
  fig.range[0][1] = 2, fig.range[1][1] = 2;
  fig.flg_extend = 0;
  fig.gridsize[0] = 5, fig.gridsize[1] = 3;
  fig.panergba[2] = 0.5f;
  setLine(0, 2, (const float[4]){0.3f, 0.2f, 1.7f, 1.4f});
  setLine(1, 3, (const float[6]){0.1f, 1, NAN, 1, 1.9f, 1});  // nothing to draw
  setLine(2, 2, (const float[4]){0.5f, 1.9f, 0.5f, 5});       // leaves the pane
  draw();
  for (int i = 0; i <= 10; i++) {
    const double t = 0.05 + 0.09 * i;
    assert_true(isColor(placeX(0.3 + 1.4 * t), placeY(0.2 + 1.2 * t), fig.linergb[0]));
  }
  assert_false(isColor(placeX(1), placeY(1.05), fig.linergb[1]));
  assert_true(isColor(placeX(0.5), placeY(1.96), fig.linergb[2]));
  assert_false(isColor(placeX(0.5), fig.yaxispixel[1] + 3, fig.linergb[2]));
  // the grid, between its own lines, and the pane elsewhere
  for (int i = 0; i < 5; i++) {
    const int x = fig.xaxispixel[0] + i * (fig.xaxispixel[1] - fig.xaxispixel[0]) / 4;
    assert_true(isColor(x, fig.yaxispixel[0] + 20, fig.gridrgb));
    assert_false(isColor(x + 3, fig.yaxispixel[0] + 20, fig.gridrgb));
  }
  assert_true(isColor(placeX(1.95), placeY(0.1), (const float[3]){0, 0, 0.5f}));
  // all of the viewport is painted, and nothing else
  for (int x = 0; x < WIDTH; x++) {
    assert_int_equal(pixel(x, 19)[0], 128);
    assert_int_equal(pixel(x, 25)[0] == 128, x < 20);
  }
  tearDown();
}

static void test_bars(void** state) {
  (void)state;
  setUp();
  fig.range[0][1] = 10, fig.range[1][1] = 1;
  fig.flg_barplot = 1;
  fig.linewidth = 8;
  setLine(0, 4, (const float[8]){2, 0, 2, 0.8f, 6, 0, 6, 0.5f});
  draw();
  assert_true(isColor(placeX(2), placeY(0.75), fig.linergb[0]));
  assert_true(isColor(placeX(6), placeY(0.45), fig.linergb[0]));
  assert_false(isColor(placeX(2), placeY(0.82), fig.linergb[0]));  // ends are flat
  assert_false(isColor(placeX(6), placeY(0.52), fig.linergb[0]));
  assert_false(isColor(placeX(4), placeY(0.65), fig.linergb[0]));  // bars are apart
  tearDown();
}

static int countColor(mjrRect r, const float c[3]) {
  int n = 0;
  for (int y = r.bottom; y < r.bottom + r.height; y++) {
    for (int x = r.left; x < r.left + r.width; x++) n += isColor(x, y, c);
  }
  return n;
}

static void test_legend(void** state) {
  (void)state;
  setUp();
  fig.range[0][1] = fig.range[1][1] = 1;
  for (int i = 0; i < 3; i++) {
    snprintf(fig.linename[i], sizeof fig.linename[i], "HHH");
    setLine(i, 2, (const float[4]){0, 0.1f * (float)i, 0.3f, 0.1f * (float)i});
  }
  strcpy(fig.linename[3], "without points");
  draw();
  // rows of the names, from the upper right corner of the pane
  for (int i = 0; i < 3; i++) {
    const int right = fig.xaxispixel[1] - 9, bottom = fig.yaxispixel[1] - 9 - 18 * (i + 1);
    const mjrRect row = {right - widthOf("HHH"), bottom, widthOf("HHH"), 18};
    assert_true(countColor(row, fig.linergb[i]) > 20);
    assert_int_equal(countColor(row, fig.linergb[(i + 1) % 3]), 0);
  }
  const mjrRect left = {placeX(0.02), fig.yaxispixel[0], 100, 200};
  const int thin = countColor(left, fig.linergb[1]);
  // a line that is named, or whose name is pointed at, is wider
  fig.highlightid = 1;
  draw();
  assert_true(countColor(left, fig.linergb[1]) > 3 * thin);
  fig.highlightid = -1;
  fig.highlight[0] = fig.xaxispixel[1] - 12;
  fig.highlight[1] = fig.yaxispixel[1] - 9 - 18 - 9;
  draw();
  assert_true(countColor(left, fig.linergb[1]) > 3 * thin);
  fig.highlight[1] -= 60;
  draw();
  assert_int_equal(countColor(left, fig.linergb[1]), thin);
  // names that are left out at the beginning
  fig.legendoffset = 2;
  draw();
  const mjrRect first = {fig.xaxispixel[1] - 60, fig.yaxispixel[1] - 27, 60, 18};
  assert_true(countColor(first, fig.linergb[2]) > 20);
  tearDown();
}

// formats are the program's: those that would read what is not there are not used
static void test_formats(void** state) {
  (void)state;
  static const char* const formats[] = {"%s%n%n", "%d",      "%999f",  "%.999f", "%*f",   "%",
                                        "%lf",    "%g %g",   "%%",     "%.2f",   "%5.1e", "%+g s",
                                        "a%%%gb", "%%%%%%%", "%.20f%", ""};
  setUp();
  fig.gridsize[0] = fig.gridsize[1] = 4;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    snprintf(fig.xformat, sizeof fig.xformat, "%s", formats[i]);
    snprintf(fig.yformat, sizeof fig.yformat, "%s", formats[i]);
    draw();
  }
  memset(fig.yformat, '%', sizeof fig.yformat);
  memset(fig.title, 'T', sizeof fig.title);
  memset(fig.xlabel, 'x', sizeof fig.xlabel);
  memset(fig.linename, 'n', sizeof fig.linename);
  for (int i = 0; i < mjMAXLINE; i++) fig.linepnt[i] = i % 2 ? -5 : 1 << 30;
  draw();
  // there is no room for a pane
  mjr_figure((mjrRect){10, 10, 20, 20}, &fig, &con);
  mjr_figure((mjrRect){10, 10, -20, 20}, &fig, &con);
  tearDown();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pane),   cmocka_unit_test(test_ranges),
                                     cmocka_unit_test(test_lines),  cmocka_unit_test(test_bars),
                                     cmocka_unit_test(test_legend), cmocka_unit_test(test_formats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
