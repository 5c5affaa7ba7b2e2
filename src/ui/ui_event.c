// Event handling of the user interface: dispatches mouse, wheel and keyboard events to items
// (widgets), which change the program's variables.
#include <math.h>

#include <sinew/macros.h>

#include "base/args.h"
#include "ui/ui_kinds.h"

// ---- items

bool ui_pressSeparator(ui_Event* e, mjuiItem* item) {
  if (item->state != mjSEPCLOSED && item->state != mjSEPCLOSED + 1) return false;
  item->state = item->state == mjSEPCLOSED ? mjSEPCLOSED + 1 : mjSEPCLOSED;
  ui_place(e->ui, &e->size);
  return false;
}

bool ui_pressButton(ui_Event* e, mjuiItem* item) {
  (void)e, (void)item;
  return true;
}

bool ui_pressCheck(ui_Event* e, mjuiItem* item) {
  (void)e;
  ui_setInt(item, !ui_getInt(item));
  return true;
}

// the element at row and column; returns whether the mouse hit one
static bool choose(mjuiItem* item, int row, int column, int columns) {
  const int k = row * columns + column;
  if (k < 0 || k >= ui_elements(item)) return false;
  ui_setInt(item, k);
  return true;
}

static int columnAt(const ui_Event* e, const mjuiItem* item, int columns) {
  return mjMIN(columns - 1, (e->x - item->rect.left) * columns / mjMAX(1, item->rect.width));
}

bool ui_pressRadio(ui_Event* e, mjuiItem* item) {
  const int columns = ui_columns(e->ui, item);
  const int row = (item->rect.bottom + item->rect.height - 1 - e->y) / mjMAX(1, e->size.row);
  return choose(item, row, columnAt(e, item, columns), columns);
}

bool ui_pressLine(ui_Event* e, mjuiItem* item) {
  const int columns = ui_columns(e->ui, item);
  return choose(item, 0, columnAt(e, item, columns), columns);
}

bool ui_pressEdit(ui_Event* e, mjuiItem* item) {
  if (ui_edited(e->ui) == item)
    ui_placeCursor(e, item);
  else
    ui_beginEdit(e, item);
  return false;
}

bool ui_dragSlider(ui_Event* e, mjuiItem* item) {
  ui_setShare(item, (double)(e->x - item->rect.left) / mjMAX(1, item->rect.width));
  return true;
}

int ui_listAt(const ui_Sizes* s, const mjuiItem* item, int x, int y) {
  const int down = item->rect.bottom - 1 - y, k = down / mjMAX(1, s->row);
  const bool beside = x < item->rect.left || x >= item->rect.left + item->rect.width;
  return down < 0 || beside || k >= ui_elements(item) ? -1 : k;
}

bool ui_releaseSelect(ui_Event* e, mjuiItem* item) {
  const int k = ui_listAt(&e->size, item, e->x, e->y);
  if (k >= 0) ui_setInt(item, k);
  return k >= 0;
}

// ---- sections

// all sections except fixed ones
static void setStates(mjUI* ui, int state) {
  for (int i = 0; i < ui_sections(ui); i++) {
    if (ui->sect[i].state != mjSECT_FIXED) ui->sect[i].state = state;
  }
}

// a double click does to all sections what its first click did to this one
static void pressTitle(ui_Event* e, int i) {
  mjuiSection* section = &e->ui->sect[i];
  section->lastclick = e->ui->mouseclicks;
  e->ui->mousesectcheck = 0;
  if (section->checkbox && e->x - section->rtitle.left <= section->rtitle.height) {
    e->ui->mousesectcheck = i + 1;
    return;
  }
  if (e->state->doubleclick)
    setStates(e->ui, section->state);
  else
    section->state = section->state == mjSECT_CLOSED ? mjSECT_OPEN : mjSECT_CLOSED;
  ui_place(e->ui, &e->size);
}

// hit test; the borders of an item belong to it, so one without height can be hit too
static mjuiItem* itemAt(const ui_Event* e, mjuiSection* section) {
  if (section->state == mjSECT_CLOSED) return NULL;
  for (int i = 0; i < ui_items(section); i++) {
    mjuiItem* item = &section->item[i];
    const mjrRect r = {item->rect.left, item->rect.bottom, item->rect.width + 1,
                       item->rect.height + 1};
    if (!item->skip && ui_inside(r, e->x, e->y)) return item;
  }
  return NULL;
}

// ---- mouse

static void setScroll(ui_Event* e, double scroll) {
  const int most = ui_mostScroll(e->ui, e->state);
  e->ui->scroll = scroll > 0 ? (int)mjMIN(scroll, most) : 0;
}

// on the scroll bar: a click beside the handle scrolls to that end
static bool pressScrollBar(ui_Event* e) {
  const mjrRect view = ui_view(e->ui, e->state), thumb = ui_thumb(e->ui, e->state, &e->size);
  if (!thumb.height || !(e->state->x >= thumb.left && e->state->x < view.left + view.width))
    return false;
  if (e->state->y >= thumb.bottom + thumb.height)
    setScroll(e, 0);
  else if (e->state->y < thumb.bottom)
    setScroll(e, e->ui->height);
  else
    e->ui->mousesect = -1;
  return true;
}

static mjuiItem* pressItem(ui_Event* e, mjuiItem* item) {
  const ui_Kind* kind = ui_kind(item->type);
  if (!ui_enabled(e->ui, item)) return NULL;
  if (kind->held) {
    e->ui->mousesect = item->sectionid + 1;
    e->ui->mouseitem = item->itemid;
  }
  return kind->press && kind->press(e, item) ? item : NULL;
}

static mjuiItem* pressLeft(ui_Event* e) {
  mjUI* ui = e->ui;
  if (pressScrollBar(e)) return NULL;
  for (int i = 0; i < ui_sections(ui); i++) {
    mjuiSection* section = &ui->sect[i];
    if (ui_inside(section->rtitle, e->x, e->y)) {
      pressTitle(e, i);
      return NULL;
    }
    mjuiItem* item = itemAt(e, section);
    if (!item) continue;
    section->lastclick = ui->mouseclicks;
    return pressItem(e, item);
  }
  return NULL;
}

// a click on the item being edited continues the edit
static bool onEdited(const ui_Event* e) {
  const mjuiItem* item = ui_edited(e->ui);
  return item && !item->skip && ui_inside(item->rect, e->x, e->y);
}

static mjuiItem* press(ui_Event* e) {
  mjUI* ui = e->ui;
  ui->mouseclicks = ui->mouseclicks < 1 << 30 ? ui->mouseclicks + 1 : 1;
  if (e->state->button == mjBUTTON_RIGHT) ui->mousehelp = 1;
  if (e->state->button != mjBUTTON_LEFT) return NULL;
  if (ui->editsect && !onEdited(e)) ui_endEdit(e);
  mjuiItem* item = pressLeft(e);
  return item ? item : ui->editchanged;
}

static mjuiItem* move(ui_Event* e) {
  mjUI* ui = e->ui;
  if (ui->mousesect < 0) {
    const mjrRect view = ui_view(ui, e->state);
    const double step = e->state->dy * ui->height / mjMAX(1, view.height);
    setScroll(e, ui->scroll - floor(step + 0.5));
    return NULL;
  }
  mjuiItem* item = ui_held(ui);
  const ui_Kind* kind = item ? ui_kind(item->type) : NULL;
  return kind && kind->drag && kind->drag(e, item) ? item : NULL;
}

static mjuiItem* release(ui_Event* e) {
  mjUI* ui = e->ui;
  mjuiItem* item = ui_held(ui);
  const ui_Kind* kind = item ? ui_kind(item->type) : NULL;
  ui->mousesect = 0;
  ui->mousehelp = 0;
  return kind && kind->release && kind->release(e, item) ? item : NULL;
}

static mjuiItem* turnWheel(ui_Event* e) {
  const double step = e->state->sy * e->size.line;
  setScroll(e, e->ui->scroll - floor(step + 0.5));
  return NULL;
}

// ---- keyboard

static bool isKey(const mjuiState* state, int modifier, int shortcut) {
  const int held = (state->control ? 1 : 0) + (state->shift ? 2 : 0) + (state->alt ? 4 : 0);
  return shortcut && shortcut == state->key && modifier == held;
}

// opens a section and closes all others
static bool sectionKey(ui_Event* e) {
  for (int i = 0; i < ui_sections(e->ui); i++) {
    mjuiSection* section = &e->ui->sect[i];
    if (!isKey(e->state, section->modifier, section->shortcut)) continue;
    setStates(e->ui, mjSECT_CLOSED);
    if (section->state != mjSECT_FIXED) section->state = mjSECT_OPEN;
    ui_place(e->ui, &e->size);
    return true;
  }
  return false;
}

static mjuiItem* pressKey(ui_Event* e) {
  if (ui_edited(e->ui)) return ui_editKey(e);
  for (int s = 0; s < ui_sections(e->ui); s++) {
    mjuiSection* section = &e->ui->sect[s];
    for (int i = 0; i < ui_items(section); i++) {
      mjuiItem* item = &section->item[i];
      const ui_Kind* kind = ui_kind(item->type);
      if (!kind || kind->define != ui_defineSingle) continue;
      if (!isKey(e->state, item->single.modifier, item->single.shortcut)) continue;
      if (ui_enabled(e->ui, item) && kind->press(e, item)) return item;
    }
  }
  sectionKey(e);
  return NULL;
}

// ---- all

static mjuiItem* (*const handlers[])(ui_Event*) = {[mjEVENT_MOVE] = move,
                                                   [mjEVENT_PRESS] = press,
                                                   [mjEVENT_RELEASE] = release,
                                                   [mjEVENT_SCROLL] = turnWheel,
                                                   [mjEVENT_KEY] = pressKey};

mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con) {
  ARGS_NEED_OR(NULL, ui, state, con);
  context_Private* p = context_need(con, "mjui_event");
  if (!p) return NULL;
  ui->editchanged = NULL;
  if (state->type < 0 || state->type >= (int)(sizeof handlers / sizeof *handlers)) return NULL;
  if (!handlers[state->type]) return NULL;
  const mjrRect view = ui_view(ui, state);
  ui_Event e = {ui, state, &p->normal, ui_sizes(ui, con), 0, 0};
  const int most = ui_mostScroll(ui, state), before = ui->mousesect;
  ui->scroll = mjMAX(0, mjMIN(ui->scroll, most));
  e.x = ui_pixel(state->x) - view.left;
  e.y = ui_pixel(state->y) - view.bottom - view.height + mjMIN(ui->height, 1 << 24) - ui->scroll;
  mjuiItem* item = handlers[state->type](&e);
  // redraws everything if more than one item may have changed: a separator moves all below it
  ui_Sheet sheet;
  const bool idle = state->type == mjEVENT_MOVE && !item && !before;
  if (!idle && state->type != mjEVENT_SCROLL && ui_sheet(&sheet, ui, state, p, con)) {
    if (item && state->type == mjEVENT_MOVE)
      ui_drawItem(&sheet, item);
    else
      ui_drawAll(&sheet);
  }
  return item;
}
