// Text editing in edit boxes: text buffer, cursor position, and horizontal scroll (first visible
// character).
#include <string.h>

#include <sinew/macros.h>

#include "render/canvas.h"
#include "ui/ui_kinds.h"

static int lengthOf(const mjUI* ui) { return ui_length(ui->edittext, mjMAXUITEXT - 1); }

static int widthOf(const ui_Event* e, int from, int to) {
  return from < to ? canvas_textWidth(e->font, e->ui->edittext + from, to - from) : 0;
}

// clamps the cursor to the text, and scrolls until it is visible
static void showCursor(ui_Event* e, const mjuiItem* item) {
  mjUI* ui = e->ui;
  const int length = lengthOf(ui), room = item->rect.width - 2 * e->size.hor;
  ui->edittext[length] = 0;
  ui->editcursor = mjMAX(0, mjMIN(ui->editcursor, length));
  ui->editscroll = mjMAX(0, mjMIN(ui->editscroll, ui->editcursor));
  while (ui->editscroll < ui->editcursor && widthOf(e, ui->editscroll, ui->editcursor) > room)
    ui->editscroll++;
}

void ui_placeCursor(ui_Event* e, const mjuiItem* item) {
  mjUI* ui = e->ui;
  showCursor(e, item);
  const int length = lengthOf(ui), x = e->x - item->rect.left - e->size.hor;
  int at = ui->editscroll;
  // skips each character whose middle is left of the mouse
  while (at < length && widthOf(e, ui->editscroll, at) + widthOf(e, ui->editscroll, at + 1) < 2 * x)
    at++;
  ui->editcursor = at;
  showCursor(e, item);
}

void ui_beginEdit(ui_Event* e, mjuiItem* item) {
  mjUI* ui = e->ui;
  ui->editsect = item->sectionid + 1;
  ui->edititem = item->itemid;
  ui->editscroll = 0;
  ui_print(item, ui->edittext);
  ui_placeCursor(e, item);
}

bool ui_endEdit(ui_Event* e) {
  mjuiItem* item = ui_edited(e->ui);
  e->ui->editsect = 0;
  if (!item || !ui_parse(item, e->ui->edittext)) return false;
  e->ui->editchanged = item;
  return true;
}

// ---- characters

// shift: the other character of a key of a US keyboard
static char shifted(char c) {
  static const char lower[] = "`1234567890-=[]\\;',./", upper[] = "~!@#$%^&*()_+{}|:\"<>?";
  const char* at = c ? strchr(lower, c) : NULL;
  return at ? upper[at - lower] : c;
}

// the character that a key enters in a kind of text, 0: none. Key codes are character codes,
// letters are uppercase; number boxes accept digits whatever modifier is held.
static char characterOf(const mjuiState* state, int type) {
  int key = state->key;
  if (key >= mjKEY_NUMPAD_0 && key <= mjKEY_NUMPAD_9) return (char)('0' + key - mjKEY_NUMPAD_0);
  if (key < ' ' || key > '~') return 0;
  if (key >= 'A' && key <= 'Z' && !state->shift) key += 'a' - 'A';
  const bool digit = key >= '0' && key <= '9';
  if (type == mjITEM_EDITTXT) return state->shift ? shifted((char)key) : (char)key;
  if (digit || strchr("+- ", key)) return (char)key;
  if (key == '=' && state->shift) return '+';
  if (type == mjITEM_EDITINT) return 0;
  return key == '.' ? '.' : key == 'e' || key == 'E' ? 'e' : 0;
}

static void insert(ui_Event* e, const mjuiItem* item) {
  mjUI* ui = e->ui;
  const char c = characterOf(e->state, item->type);
  const int length = lengthOf(ui);
  if (!c || length >= mjMAXUITEXT - 1) return;
  char* at = ui->edittext + ui->editcursor++;
  memmove(at + 1, at, (size_t)(length - (at - ui->edittext)) + 1);
  *at = c;
}

// removes the characters between two positions; the cursor moves to the first
static void removePart(mjUI* ui, int from, int to) {
  const int length = lengthOf(ui);
  from = mjMAX(0, from);
  to = mjMIN(to, length);
  if (from >= to) return;
  memmove(ui->edittext + from, ui->edittext + to, (size_t)(length - to) + 1);
  ui->editcursor = from;
}

// ---- keys

static void goLeft(mjUI* ui, bool far) { ui->editcursor = far ? 0 : ui->editcursor - 1; }
static void goRight(mjUI* ui, bool far) { ui->editcursor = far ? mjMAXUITEXT : ui->editcursor + 1; }
static void goHome(mjUI* ui, bool far) {
  (void)far;
  ui->editcursor = 0;
}
static void goEnd(mjUI* ui, bool far) {
  (void)far;
  ui->editcursor = mjMAXUITEXT;
}
static void backspace(mjUI* ui, bool far) {
  (void)far;
  removePart(ui, ui->editcursor - 1, ui->editcursor);
}
static void erase(mjUI* ui, bool far) {
  (void)far;
  removePart(ui, ui->editcursor, ui->editcursor + 1);
}

static const struct {
  int key;
  void (*act)(mjUI* ui, bool far);  // far: control is held
} keys[] = {{mjKEY_LEFT, goLeft}, {mjKEY_RIGHT, goRight},       {mjKEY_HOME, goHome},
            {mjKEY_END, goEnd},   {mjKEY_BACKSPACE, backspace}, {mjKEY_DELETE, erase}};

mjuiItem* ui_editKey(ui_Event* e) {
  mjUI* ui = e->ui;
  mjuiItem* item = ui_edited(ui);
  if (!item) return NULL;
  showCursor(e, item);
  const int key = e->state->key;
  if (key == mjKEY_ESCAPE) {
    ui->editsect = 0;
    return NULL;
  }
  if (key == mjKEY_ENTER) {
    // an invalid text stays open and can be corrected
    return ui_valid(item, ui->edittext) && ui_endEdit(e) ? item : NULL;
  }
  int k = 0;
  while (k < (int)(sizeof keys / sizeof *keys) && keys[k].key != key) k++;
  if (k < (int)(sizeof keys / sizeof *keys))
    keys[k].act(ui, e->state->control != 0);
  else
    insert(e, item);
  showCursor(e, item);
  return NULL;
}
