// Flat drawing: letters stay in their boxes, text, labels, overlays and figures are where formulas
// and measurements of the reference say, and bytes are those that they were.
#include "support.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>

#include "render/context.h"
#include "render/font.h"

enum { WIDTH = 400, HEIGHT = 300 };

static mjrContext con;
static unsigned char rgb[WIDTH * HEIGHT * 3];
static const mjrRect ALL = {0, 0, WIDTH, HEIGHT};

static void setUp(void) {
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  mjr_resizeOffscreen(WIDTH, HEIGHT, &con);
  mjr_rectangle(ALL, 0, 0, 0, 1);
}

static void tearDown(void) { mjr_freeContext(&con); }

static void clear(float gray) { mjr_rectangle(ALL, gray, gray, gray, 1); }

static const unsigned char* pixel(int x, int y) { return rgb + 3 * (y * WIDTH + x); }

// the box of pixels that are not of a shade of gray
static mjrRect inkOf(int gray) {
  int x0 = WIDTH, y0 = HEIGHT, x1 = 0, y1 = 0;
  mjr_readPixels(rgb, NULL, ALL, &con);
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++) {
      const unsigned char* p = pixel(x, y);
      if (p[0] == gray && p[1] == gray && p[2] == gray) continue;
      x0 = mjMIN(x0, x), y0 = mjMIN(y0, y), x1 = mjMAX(x1, x + 1), y1 = mjMAX(y1, y + 1);
    }
  }
  return (mjrRect){x0, y0, x1 - x0, y1 - y0};
}

static void assertRect(mjrRect r, int left, int bottom, int width, int height) {
  if (r.left == left && r.bottom == bottom && r.width == width && r.height == height) return;
  fail_msg("(%d, %d, %d, %d) should be (%d, %d, %d, %d)", r.left, r.bottom, r.width, r.height, left,
           bottom, width, height);
}

static int widthOf(const char* text) {
  int n = 0;
  for (; *text; text++) n += con.charWidth[(int)*text];
  return n;
}

static uint64_t hashOf(void) {
  uint64_t h = 14695981039346656037ull;
  mjr_readPixels(rgb, NULL, ALL, &con);
  for (size_t i = 0; i < sizeof rgb; i++) h = (h ^ rgb[i]) * 1099511628211ull, h ^= h >> 29;
  return h;
}

// ---- letters

static const int heights[6][2] = {{11, 18}, {18, 37}, {28, 54}, {37, 71}, {45, 89}, {54, 106}};

static void test_letters(void** state) {
  (void)state;
  for (int i = 0; i < 12; i++) {
    font_Font f;
    font_make(&f, heights[i / 2][i % 2]);
    for (int c = FONT_FIRST; c <= FONT_LAST; c++) {
      const font_Glyph* g = font_glyph(&f, (char)c);
      const int width = font_width(&f, (char)c);
      assert_non_null(g);
      assert_true(width > 0 && width < 2 * f.height);
      long ink = 0, outside = 0, thin = 0;
      for (int y = 0; y < g->height && g->mask; y++) {
        for (int x = 0; x < g->width; x++) {
          const int at = y * g->width + x, column = x + g->left;
          ink += g->mask[at];
          outside += column < 0 || column >= width ? g->mask[at] : 0;
          thin += g->rim[at] < g->mask[at];
        }
      }
      if (outside || thin || (c == ' ') != (ink == 0))
        fail_msg("height %d, %c: ink %ld, outside of its box %ld", f.height, c, ink, outside);
    }
    // numbers in columns stand below each other
    for (int c = '1'; c <= '9'; c++) assert_int_equal(font_width(&f, (char)c), font_width(&f, '0'));
    assert_null(font_glyph(&f, '\n'));
    assert_null(font_glyph(&f, (char)200));
    font_free(&f);
  }
}

static void test_scales(void** state) {
  (void)state;
  setUp();
  for (int i = 0; i < 6; i++) {
    mjr_changeFont(50 * (i + 1), &con);
    assert_int_equal(con.fontScale, 50 * (i + 1));
    assert_int_equal(con.charHeight, heights[i][0]);
    assert_int_equal(con.charHeightBig, heights[i][1]);
    double mean[2] = {0, 0};
    for (int c = FONT_FIRST; c <= FONT_LAST; c++) {
      mean[0] += con.charWidth[c] / 95.0;
      mean[1] += con.charWidthBig[c] / 95.0;
    }
    print_message("scale %d: mean widths %.2f and %.2f\n", con.fontScale, mean[0], mean[1]);
    assert_true(fabs(mean[0] / con.charHeight - 0.44) < 0.09);
    assert_true(fabs(mean[1] / con.charHeightBig - 0.44) < 0.05);
  }
  catch_begin();
  mjr_changeFont(75, &con);
  mjr_changeFont(0, &con);
  mjr_changeFont(350, &con);
  assert_int_equal(caught_count, 3);
  catch_end();
  // makeContext rounds and clamps
  static const int asked[4][2] = {{1, 100}, {120, 100}, {130, 150}, {INT_MAX, 300}};
  for (int i = 0; i < 4; i++) {
    mjr_makeContext(NULL, &con, asked[i][0]);
    assert_int_equal(con.fontScale, asked[i][1]);
  }
  tearDown();
}

// ---- text

static void test_text(void** state) {
  (void)state;
  setUp();
  // the box of a letter begins at the point; an H stands on the base line, 10 pixels high
  mjr_text(mjFONT_NORMAL, "H", &con, 0.5f, 0.5f, 1, 1, 1);
  mjrRect ink = inkOf(0);
  assertRect(ink, WIDTH / 2 + 1, HEIGHT / 2 + 4, con.charWidth['H'] - 2, 10);
  // the next letter is as far away as the first is wide
  clear(0);
  mjr_text(mjFONT_NORMAL, "..H", &con, 0.5f, 0.5f, 1, 1, 1);
  const int dots = 2 * con.charWidth['.'];
  mjr_rectangle((mjrRect){0, 0, WIDTH / 2 + dots, HEIGHT}, 0, 0, 0, 1);
  assertRect(inkOf(0), WIDTH / 2 + dots + 1, HEIGHT / 2 + 4, con.charWidth['H'] - 2, 10);
  // the rim is dark and one pixel wide
  clear(0.5f);
  mjr_text(mjFONT_SHADOW, "H", &con, 0.5f, 0.5f, 1, 1, 1);
  ink = inkOf(128);
  assert_true(ink.height == 12 && ink.width >= con.charWidth['H'] && pixel(ink.left, 158)[0] < 128);
  // places are those of the last viewport
  mjr_rectangle((mjrRect){100, 50, 200, 100}, 0, 0, 0, 1);
  clear(0);
  mjr_rectangle((mjrRect){100, 50, 200, 100}, 0, 0, 0, 1);
  mjr_text(mjFONT_NORMAL, "H", &con, 0.25f, 0.5f, 1, 1, 1);
  assertRect(inkOf(0), 151, 104, con.charWidth['H'] - 2, 10);
  // text that begins outside is left out, other characters than letters are nothing
  clear(0);
  mjr_text(mjFONT_NORMAL, "H", &con, -0.01f, 0.5f, 1, 1, 1);
  mjr_text(mjFONT_NORMAL, "H", &con, 0.5f, 1.01f, 1, 1, 1);
  mjr_text(mjFONT_NORMAL, "H", &con, NAN, 0.5f, 1, 1, 1);
  mjr_text(mjFONT_NORMAL, "\n\t\xc3\xa4 ", &con, 0.5f, 0.5f, 1, 1, 1);
  assert_true(inkOf(0).width <= 0);
  tearDown();
}

static const struct {
  int scale, font;
  uint64_t hash;
} golden[] = {
#include "golden_text.inc"
};

static void test_bytes(void** state) {
  (void)state;
  static const char* const lines[] = {"The quick brown fox jumps", "over the lazy dog. {[(<>)]}",
                                      "0123456789 +-*/=%&|^~", "SPHINX OF BLACK QUARTZ,",
                                      "JUDGE MY VOW! \"#$',:;?@\\_`"};
  setUp();
  bool good = true;
  for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
    mjr_changeFont(golden[i].scale, &con);
    clear(0.3f);
    for (int k = 0; k < 5; k++)
      mjr_text(golden[i].font, lines[k], &con, 0.01f, 0.8f - 0.18f * (float)k, 1, 0.9f, 0.5f);
    const uint64_t hash = hashOf();
    if (hash != golden[i].hash)
      print_message("{%d, %d, 0x%016llxull},\n", golden[i].scale, golden[i].font,
                    (unsigned long long)hash);
    good = good && hash == golden[i].hash;
  }
  assert_true(good);
  tearDown();
}

// ---- rectangles and labels

static void test_rectangle(void** state) {
  (void)state;
  setUp();
  mjr_rectangle((mjrRect){10, 20, 30, 40}, 1, 0.5f, 0, 1);
  assertRect(inkOf(0), 10, 20, 30, 40);
  assert_true(pixel(10, 20)[0] == 255 && pixel(10, 20)[1] == 128 && pixel(39, 59)[2] == 0);
  clear(0.8f);  // 204
  mjr_rectangle((mjrRect){10, 20, 30, 40}, 0, 0, 0, 0.5f);
  assertRect(inkOf(204), 10, 20, 30, 40);
  assert_in_range(pixel(20, 30)[0], 101, 102);
  // what is outside, empty or beyond all numbers
  clear(0);
  mjr_rectangle((mjrRect){-10, -10, 15, 15}, 1, 1, 1, 1);
  assertRect(inkOf(0), 0, 0, 5, 5);
  clear(0);
  mjr_rectangle((mjrRect){WIDTH, 0, 10, 10}, 1, 1, 1, 1);
  mjr_rectangle((mjrRect){0, 0, -10, 10}, 1, 1, 1, 1);
  mjr_rectangle((mjrRect){INT_MAX, INT_MIN, INT_MAX, INT_MAX}, 1, 1, 1, 1);
  mjr_rectangle(ALL, NAN, NAN, NAN, 1);
  assert_true(inkOf(0).width <= 0);
  mjr_rectangle((mjrRect){INT_MIN, INT_MIN, INT_MAX, INT_MAX}, 1, 1, 1, 1);
  assert_true(inkOf(0).width <= 0);
  mjr_rectangle((mjrRect){-5, -5, INT_MAX, INT_MAX}, 1, 1, 1, 1);
  assertRect(inkOf(0), 0, 0, WIDTH, HEIGHT);
  tearDown();
}

static void test_label(void** state) {
  (void)state;
  setUp();
  // text in the middle; the reference: its box begins at (200 - width)/2 and (50 - 18)/2
  mjr_label((mjrRect){100, 100, 200, 50}, mjFONT_NORMAL, "HHH", 0.2f, 0.2f, 0.2f, 1, 1, 0, 0, &con);
  assertRect(inkOf(0), 100, 100, 200, 50);
  clear(0);
  mjr_label((mjrRect){100, 100, 200, 50}, mjFONT_NORMAL, "HHH", 0, 0, 0, 1, 1, 1, 1, &con);
  const int width = widthOf("HHH");
  assertRect(inkOf(0), 100 + (200 - width) / 2 + 1, 116 + 4, width - 2, 10);
  // one that is too long begins at the left and is cut
  clear(0);
  mjr_label((mjrRect){100, 100, 30, 30}, mjFONT_NORMAL, "HHHHHHHH", 0, 0, 0, 1, 1, 1, 1, &con);
  assertRect(inkOf(0), 101, 110, 29, 10);
  tearDown();
}

// ---- overlays

static void test_overlay(void** state) {
  (void)state;
  setUp();
  const mjrRect view = {20, 30, 350, 250};
  const int w1 = widthOf("HHHH") + 13, w2 = widthOf("HHH") + 13, h1 = 23, h3 = 69;
  const struct {
    int place, x, y;
  } cases[] = {{mjGRID_TOPLEFT, 0, 2},     {mjGRID_TOPRIGHT, 2, 2}, {mjGRID_BOTTOMLEFT, 0, 0},
               {mjGRID_BOTTOMRIGHT, 2, 0}, {mjGRID_TOP, 1, 2},      {mjGRID_BOTTOM, 1, 0},
               {mjGRID_LEFT, 0, 1},        {mjGRID_RIGHT, 2, 1}};
  for (int i = 0; i < 8; i++) {
    for (int two = 0; two < 2; two++) {
      const int width = two ? w1 + w2 - 2 : w1, height = two ? h3 : h1;
      const int left[3] = {5, (350 - width) / 2, 350 - 6 - width};
      const int bottom[3] = {5, (250 - height) / 2, 250 - 6 - height};
      clear(0.8f);
      mjr_overlay(mjFONT_NORMAL, cases[i].place, view, "HHHH", two ? "HH\nHHH\nH" : NULL, &con);
      assertRect(inkOf(204), 20 + left[cases[i].x], 30 + bottom[cases[i].y], width, height);
      // columns begin at the same height
      assert_int_equal(pixel(20 + left[cases[i].x] + 1, 30 + bottom[cases[i].y] + height - 1)[0],
                       102);
    }
  }
  // an empty second column is none; text of the first is then white
  clear(0);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, view, "HHHH", "", &con);
  mjrRect ink = inkOf(0);
  assertRect(ink, 25 + 3 + 1, 30 + 250 - 6 - 18 + 4, widthOf("HHHH") - 2, 10);
  assert_int_equal(pixel(ink.left, ink.bottom + 5)[0], 255);
  clear(0);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, view, "HHHH", "H", &con);
  inkOf(0);
  assert_int_equal(pixel(ink.left, ink.bottom + 5)[0], 179);
  catch_begin();
  mjr_overlay(mjFONT_NORMAL, 8, view, "H", NULL, &con);
  mjr_overlay(mjFONT_NORMAL, -1, view, "H", NULL, &con);
  assert_int_equal(caught_count, 2);
  catch_end();
  tearDown();
}

// ---- contexts

static void* drawElsewhere(void* arg) {
  mjr_rectangle(ALL, 1, 1, 1, 1);  // this thread has no context
  *(int*)arg = caught_count;
  return NULL;
}

static void test_contexts(void** state) {
  (void)state;
  mjrContext other;
  setUp();
  mjr_defaultContext(&other);
  mjr_makeContext(NULL, &other, 100);
  // rectangles go where this thread drew last
  mjr_rectangle(ALL, 1, 1, 1, 1);
  assert_true(inkOf(0).width <= 0);  // reading uses con
  mjr_rectangle(ALL, 1, 1, 1, 1);
  assertRect(inkOf(0), 0, 0, WIDTH, HEIGHT);
  // a copy is the same context, which is freed once
  mjrContext copy = con;
  mjr_freeContext(&copy);
  catch_begin();
  mjr_readPixels(rgb, NULL, ALL, &con);
  mjr_text(mjFONT_NORMAL, "a", &con, 0, 0, 1, 1, 1);
  assert_int_equal(caught_count, 2);
  mjr_freeContext(&con);
  mjr_freeContext(&con);
  assert_int_equal(caught_count, 2);
  mjr_rectangle(ALL, 1, 1, 1, 1);  // the thread's context is gone
  assert_int_equal(caught_count, 3);
  // bytes that were never set
  memset(&copy, 0xa5, sizeof copy);
  mjr_rectangle(ALL, 1, 1, 1, 1);
  mjr_setBuffer(mjFB_OFFSCREEN, &copy);
  assert_int_equal(caught_count, 5);
  mjr_makeContext(NULL, &copy, 100);
  mjr_freeContext(&copy);
  int count = 0;
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, drawElsewhere, &count), 0);
  pthread_join(thread, NULL);
  assert_int_equal(count, 6);
  catch_end();
  mjr_freeContext(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_letters),   cmocka_unit_test(test_scales),
      cmocka_unit_test(test_text),      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_rectangle), cmocka_unit_test(test_label),
      cmocka_unit_test(test_overlay),   cmocka_unit_test(test_contexts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
