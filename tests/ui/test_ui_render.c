// User interfaces as pictures: colours and places of items, sections and the scroll bar where the
// layout has them; and calls that make no sense, none of which ends the process.
#include "support.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include <sinew/render.h>
#include <sinew/ui.h>

enum { WIDTH = 300, HEIGHT = 420 };

static mjrContext con;
static mjUI ui;
static mjuiState st;
static unsigned char rgb[WIDTH * HEIGHT * 3];

static struct {
  int check, radio, select, slide, edit;
  mjtByte flag;
  mjtNum num, pair[2];
  char text[mjMAXUITEXT];
} var;

static const mjuiDef defs[] = {{mjITEM_SECTION, "One", mjSECT_OPEN, NULL, "AO", 0},
                               {mjITEM_BUTTON, "button", 1, NULL, " B", 0},
                               {mjITEM_CHECKINT, "check", 1, &var.check, " C", 0},
                               {mjITEM_RADIO, "radio", 1, &var.radio, "a\nb", 0},
                               {mjITEM_SELECT, "select", 1, &var.select, "a\nb\nc", 0},
                               {mjITEM_SLIDERNUM, "slide", 1, &var.num, "0 1", 0},
                               {mjITEM_SLIDERINT, "steps", 1, &var.slide, "0 4", 0},
                               {mjITEM_EDITINT, "edit", 1, &var.edit, "1 0 9", 0},
                               {mjITEM_EDITTXT, "text", 1, var.text, "", 0},
                               {mjITEM_CHECKBYTE, "off", 0, &var.flag, "", 0},
                               {mjITEM_STATIC, "static", 1, NULL, "words", 0},
                               {mjITEM_SEPARATOR, "fold", mjSEPCLOSED, NULL, "", 0},
                               {mjITEM_EDITNUM, "pair", 1, var.pair, "2", 0},
                               {mjITEM_SECTION, "Two", mjSECT_CLOSED, NULL, "", 1},
                               {mjITEM_END, "", 0, NULL, "", 0}};

static int setUp(void** state) {
  (void)state;
  memset(&ui, 0, sizeof ui);
  memset(&st, 0, sizeof st);
  memset(&var, 0, sizeof var);
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  mjr_resizeOffscreen(WIDTH, HEIGHT, &con);
  ui.spacing = mjui_themeSpacing(0);
  ui.color = mjui_themeColor(0);
  ui.rectid = 1;
  mjui_add(&ui, defs);
  mjui_resize(&ui, &con);
  mjr_addAux(0, ui.width, ui.maxheight, 0, &con);
  st.nrect = 2;
  st.rect[1] = (mjrRect){10, 5, ui.width, HEIGHT - 10};
  return 0;
}

static int tearDown(void** state) {
  (void)state;
  mjr_freeContext(&con);
  return 0;
}

static void render(void) {
  mjr_rectangle((mjrRect){0, 0, WIDTH, HEIGHT}, 0, 1, 0, 1);
  mjui_render(&ui, &st, &con);
  mjr_readPixels(rgb, NULL, (mjrRect){0, 0, WIDTH, HEIGHT}, &con);
}

// from places of the user interface to those of the window
static int winX(int x) { return x + st.rect[1].left; }
static int winY(int y) { return y + st.rect[1].bottom + st.rect[1].height - ui.height + ui.scroll; }

static void assertColor(int x, int y, const float want[3]) {
  assert_in_range(x, 0, WIDTH - 1);
  assert_in_range(y, 0, HEIGHT - 1);
  const unsigned char* p = rgb + 3 * (y * WIDTH + x);
  for (int k = 0; k < 3; k++) {
    if (abs(p[k] - (int)(255 * want[k] + 0.5f)) > 1)
      fail_msg("(%d, %d) is %d %d %d, should be %g %g %g", x, y, p[0], p[1], p[2], (double)want[0],
               (double)want[1], (double)want[2]);
  }
}

// in the rectangle of an item of the first section, shares of its sides
static void assertItem(int i, double fx, double fy, const float want[3]) {
  const mjrRect r = ui.sect[0].item[i].rect;
  assertColor(winX(r.left + (int)(fx * (r.width - 1))), winY(r.bottom + (int)(fy * (r.height - 1))),
              want);
}

static void send(int type, int i, double fx, double fy) {
  const mjrRect r = ui.sect[0].item[i].rect;
  st.type = type;
  st.button = mjBUTTON_LEFT;
  st.x = winX(r.left + (int)(fx * r.width));
  st.y = winY(r.bottom + (int)(fy * r.height));
  mjui_event(&ui, &st, &con);
}

static void testColors(void** state) {
  (void)state;
  const mjuiThemeColor* c = &ui.color;
  var.num = 0.5;
  mjui_update(-1, -1, &ui, &st, &con);
  render();
  assertColor(winX(ui.width) - 1, HEIGHT - 8, c->master);
  assertColor(5, 5, (const float[3]){0, 1, 0});
  assertItem(0, 0.5, 0, c->button);
  assertItem(0, 0.95, 0.5, c->sectpane);
  assertItem(0, 0, 0, c->sectpane);  // corners are round
  assertItem(1, 0, 0, c->check);
  assertItem(1, 0.95, 0.5, c->sectpane);
  assertItem(2, 0.05, 0.2, c->radio);
  assertItem(2, 0.95, 0.2, c->sectpane);
  assertItem(3, 0.95, 0.2, c->select);
  assertItem(4, 0.45, 0.1, c->slider2);
  assertItem(4, 0.55, 0.1, c->slider);
  assertItem(6, 0, 0.5, c->edit);
  assertItem(8, 0, 0.5, c->decorinactive);
  // one item alone is drawn anew
  var.check = 1;
  var.radio = 1;
  mjui_update(0, 1, &ui, &st, &con);
  render();
  assertItem(1, 0.95, 0.5, c->check);
  assertItem(2, 0.05, 0.2, c->radio);
  mjui_update(0, -1, &ui, &st, &con);
  render();
  assertItem(2, 0.95, 0.2, c->radio);
  assertItem(2, 0.05, 0.2, c->sectpane);
}

static void testStates(void** state) {
  (void)state;
  const mjuiThemeColor* c = &ui.color;
  // a button is full while it is pressed
  send(mjEVENT_PRESS, 0, 0.5, 0.5);
  render();
  assertItem(0, 0.9, 0.5, c->button);
  send(mjEVENT_RELEASE, 0, 0.5, 0.5);
  render();
  assertItem(0, 0.9, 0.5, c->sectpane);
  // a list is over what is below it
  send(mjEVENT_PRESS, 3, 0.5, 0.5);
  send(mjEVENT_MOVE, 3, 0.5, -1.5);
  render();
  assertItem(3, 0.9, -0.5, c->select2);
  assertItem(3, 0.9, -1.5, c->select);
  send(mjEVENT_RELEASE, 3, 0.5, -1.5);
  assert_int_equal(var.select, 1);
  // an edit box is full while it is edited, and red if it cannot be
  send(mjEVENT_PRESS, 6, 0.9, 0.5);
  send(mjEVENT_RELEASE, 6, 0.9, 0.5);
  render();
  assertItem(6, 0.9, 0.5, c->edit);
  st.type = mjEVENT_KEY;
  st.key = '9';
  assert_null(mjui_event(&ui, &st, &con));
  st.key = '9';
  mjui_event(&ui, &st, &con);
  render();
  assertItem(6, 0.9, 0.5, c->edit2);
  st.key = mjKEY_BACKSPACE;
  mjui_event(&ui, &st, &con);
  st.key = mjKEY_ENTER;
  assert_ptr_equal(mjui_event(&ui, &st, &con), &ui.sect[0].item[6]);
  assert_int_equal(var.edit, 9);
  // shortcuts are shown while the right button is down
  const mjrRect r = ui.sect[0].item[1].rect;
  st.type = mjEVENT_PRESS;
  st.button = mjBUTTON_RIGHT;
  mjui_event(&ui, &st, &con);
  render();
  assertColor(winX(r.left + r.width - 1), winY(r.bottom + r.height / 2), c->shortcut);
}

static void testScrollBar(void** state) {
  (void)state;
  const mjuiThemeColor* c = &ui.color;
  st.rect[1].height = 200;
  mjui_update(-1, -1, &ui, &st, &con);
  const int x = winX(ui.width - ui.spacing.scroll / 2), top = st.rect[1].bottom + 199;
  render();
  assertColor(x, top, c->thumb);
  assertColor(x, st.rect[1].bottom, c->master);
  assertColor(x, top + 1, (const float[3]){0, 1, 0});
  ui.scroll = INT_MAX;  // too far
  render();
  assert_int_equal(ui.scroll, ui.height - 200);
  assertColor(x, top, c->master);
  assertColor(x, st.rect[1].bottom, c->thumb);
  // the lower end of the last section, above it the margin
  assertColor(winX(100), st.rect[1].bottom + ui.spacing.section - 1, c->master);
}

// ---- calls that make no sense

static char message[1024];
static void keepMessage(const char* text) { snprintf(message, sizeof message, "%s", text); }

static void assertMistake(const char* part) {
  if (!strstr(message, part)) fail_msg("\"%s\" does not say \"%s\"", message, part);
  message[0] = 0;
}

static void testMistakes(void** state) {
  (void)state;
  mju_user_error = keepMessage;
  static mjuiDef def[3];
  static const struct {
    int type, state, data;
    const char *other, *want;
  } rows[] = {
      {mjITEM_BUTTON, 1, 1, "", "shows none"},   {mjITEM_CHECKINT, 1, 0, "", "no variable"},
      {mjITEM_BUTTON, -1, 0, "", "negative"},    {mjITEM_BUTTON, 1, 0, "XY", "begins with"},
      {mjITEM_BUTTON, 1, 0, "C#x", "digits"},    {mjITEM_BUTTON, 1, 0, "Cxy", "modifier"},
      {mjITEM_RADIO, 1, 1, "a\n\nb", "no name"}, {mjITEM_SLIDERINT, 1, 1, "1", "least greatest"},
      {mjITEM_EDITNUM, 1, 1, "8", "1 to 7"},     {mjITEM_EDITNUM, 1, 1, "2 0 1", "for each value"},
      {mjNITEM, 1, 0, "", "no such kind"},       {INT_MIN, 1, 0, "", "no such kind"},
      {mjITEM_SECTION, 7, 0, "", "mjtSection"}};
  const int nitem = ui.sect[1].nitem;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    memset(def, 0, sizeof def);
    def[0] = (mjuiDef){.type = rows[i].type, .state = rows[i].state};
    memset(def[0].name, 'n', sizeof def[0].name);  // without an end
    def[0].pdata = rows[i].data ? &var : NULL;
    snprintf(def[0].other, sizeof def[0].other, "%s", rows[i].other);
    def[1].type = mjITEM_END;
    mjui_add(&ui, def);
    assertMistake(rows[i].want);
  }
  assert_int_equal(ui.sect[1].nitem, nitem);
  def[0] = (mjuiDef){.type = mjITEM_BUTTON, .state = 1};
  mjui_addToSection(&ui, 2, def);
  assertMistake("there are 2");
  mjui_addToSection(&ui, -1, def);
  assertMistake("section -1");
  def[0].type = mjITEM_SECTION;
  mjui_addToSection(&ui, 0, def);
  assertMistake("in another");
  def[0].type = mjITEM_BUTTON;
  for (int i = 0; i < 2 * mjMAXUIITEM; i++) mjui_addToSection(&ui, 1, def);
  assertMistake("too many items");
  mjui_update(9, 0, &ui, &st, &con);
  assertMistake("no item");
  ui.auxid = 3;
  mjui_render(&ui, &st, &con);
  assertMistake("mjr_addAux");
  ui.auxid = INT_MAX;
  mjui_update(-1, -1, &ui, &st, &con);
  assertMistake("mjr_addAux");
  static mjrContext none;
  mjui_resize(&ui, &none);
  assertMistake("mjr_makeContext");
  assert_null(mjui_event(&ui, &st, &none));
  mju_user_error = NULL;
}

static uint64_t seed = 1;
static uint32_t next(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(seed >> 33);
}

static double wild(void) {
  static const double values[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0};
  return next() % 4 ? (double)(next() % 500) : values[next() % 6];
}

// any numbers in the structs and any events
static void testWild(void** state) {
  (void)state;
  mju_user_error = keepMessage;
  for (int round = 0; round < 300; round++) {
    int* words = (int*)&ui;
    const int plain = (int)(offsetof(mjUI, predicate) / sizeof(int));
    if (round % 3 == 0) words[next() % (uint32_t)plain] = (int)next() - (int)next();
    int* fields[] = {&ui.rectid,
                     &ui.auxid,
                     &ui.radiocol,
                     &ui.scroll,
                     &ui.height,
                     &ui.mousesect,
                     &ui.mouseitem,
                     &ui.editsect,
                     &ui.edititem,
                     &ui.editcursor,
                     &ui.editscroll,
                     &ui.nsect,
                     &ui.sect[0].nitem,
                     &ui.sect[0].state,
                     &ui.sect[0].item[2].multi.nelem,
                     &ui.sect[0].item[12].edit.nelem,
                     &ui.sect[0].item[next() % 12].type,
                     &st.rect[1].left,
                     &st.rect[1].height};
    const uint32_t f = next() % (sizeof fields / sizeof *fields);
    const int before = *fields[f];
    if (round % 2) *fields[f] = next() % 3 ? (int)(next() % 20) - 5 : (int)(next() * 2u);
    // items of another kind have another kind of variable: those of text are the largest
    for (int i = 0; i < mjMAXUIITEM; i++) ui.sect[0].item[i].pdata = i % 7 ? var.text : NULL;
    memset(ui.edittext, 'x', round % 5 ? 0 : sizeof ui.edittext);
    for (int i = 0; i < 12; i++) {
      st.type = (int)(next() % 10);
      st.button = (int)(next() % 5);
      st.x = wild(), st.y = wild(), st.dx = wild(), st.dy = wild(), st.sy = wild();
      st.key = next() % 2 ? (int)(next() % 400) : (int)next();
      st.control = (int)(next() % 2), st.shift = (int)(next() % 2);
      st.doubleclick = (int)(next() % 2);
      mjui_event(&ui, &st, &con);
    }
    mjui_resize(&ui, &con);
    mjui_update(-1, -1, &ui, &st, &con);
    mjui_update((int)(next() % 12), (int)(next() % 20) - 1, &ui, &st, &con);
    mjui_render(&ui, &st, &con);
    *fields[f] = before;
  }
  mju_user_error = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(testColors, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testStates, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testScrollBar, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testMistakes, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testWild, setUp, tearDown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
