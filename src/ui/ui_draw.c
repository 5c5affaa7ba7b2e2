// Draws user interface items (widgets) and sections into the auxiliary frame buffer, in the
// coordinates of the user interface.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/macros.h>

#include "ui/ui_kinds.h"
#include "ui/ui_shape.h"

enum {
  MOST_TICKS = 20,  // on a slider
  TICK = 4,         // their height in pixels
};

// ---- parts

static mjrRect shrunk(mjrRect r, int by) {
  return (mjrRect){r.left + by, r.bottom + by, mjMAX(0, r.width - 2 * by),
                   mjMAX(0, r.height - 2 * by)};
}

// a text of at most size bytes, its line at the bottom of a rectangle, clipped
static void drawText(const ui_Sheet* s, mjrRect clip, int left, int bottom, const char* text,
                     int size, const float rgb[3]) {
  canvas_text(s->buffer, clip, s->font, left, bottom, text, ui_length(text, size), false, rgb);
}

static const float* inkOf(const ui_Sheet* s, bool enabled) {
  return enabled ? s->ui->color.fontactive : s->ui->color.fontinactive;
}

// text in an item of one row, or in a part of one
static void drawInside(const ui_Sheet* s, mjrRect r, const char* text, int size, bool enabled) {
  const mjrRect clip = {r.left, r.bottom, r.width - UI_BORDER, r.height};
  drawText(s, clip, r.left + s->size.hor, r.bottom + s->size.text, text, size, inkOf(s, enabled));
}

// the label of an item on its left, `down` pixels below its upper edge
static void drawNameAt(const ui_Sheet* s, const mjuiItem* item, bool enabled, int down) {
  const int left = s->size.section + s->size.side, top = item->rect.bottom + item->rect.height;
  const mjrRect clip = {left, top - s->size.row, item->rect.left - left, s->size.row};
  drawText(s, clip, left + s->size.hor, top - down - s->size.letter, item->name, mjMAXUINAME,
           inkOf(s, enabled));
}

static void drawName(const ui_Sheet* s, const mjuiItem* item, bool enabled) {
  drawNameAt(s, item, enabled, s->size.text);
}

// ---- shortcuts

static const char* keyName(int key, char text[16]) {
  static const struct {
    int key;
    const char* name;
  } names[] = {{' ', "Space"},
               {mjKEY_ESCAPE, "Esc"},
               {mjKEY_ENTER, "Enter"},
               {mjKEY_TAB, "Tab"},
               {mjKEY_BACKSPACE, "Backspace"},
               {mjKEY_INSERT, "Insert"},
               {mjKEY_DELETE, "Delete"},
               {mjKEY_RIGHT, "Right"},
               {mjKEY_LEFT, "Left"},
               {mjKEY_DOWN, "Down"},
               {mjKEY_UP, "Up"},
               {mjKEY_PAGE_UP, "PageUp"},
               {mjKEY_PAGE_DOWN, "PageDown"},
               {mjKEY_HOME, "Home"},
               {mjKEY_END, "End"}};
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    if (names[i].key == key) return names[i].name;
  }
  if (key >= mjKEY_F1 && key <= mjKEY_F12)
    snprintf(text, 16, "F%d", key - mjKEY_F1 + 1);
  else if (key > ' ' && key <= '~')
    snprintf(text, 16, "%c", (char)key);
  else
    snprintf(text, 16, "#%d", key);
  return text;
}

// at the right end of a rectangle, shown while the right button is down
static void drawShortcut(const ui_Sheet* s, mjrRect r, int modifier, int shortcut) {
  if (!s->ui->mousehelp || !shortcut) return;
  char text[64], key[16];
  snprintf(text, sizeof text, "%s%s%s%s", modifier & 1 ? "Ctrl " : "", modifier & 2 ? "Shift " : "",
           modifier & 4 ? "Alt " : "", keyName(shortcut, key));
  const int width = canvas_textWidth(s->font, text, ui_length(text, sizeof text)) + s->size.hor;
  const mjrRect box = {r.left + r.width - width, r.bottom + s->size.text, width, s->size.letter};
  shape_fill(s->buffer, box, s->ui->color.shortcut);
  drawText(s, box, box.left + s->size.hor / 2, box.bottom, text, sizeof text,
           s->ui->color.fontactive);
}

// ---- kinds of items

// an icon at the right end of a rectangle; share: of the height of text, in ninths
static mjrRect arrowOf(const ui_Sheet* s, mjrRect r, int share) {
  const int side = mjMAX(4, s->size.letter * share / 9);
  return (mjrRect){r.left + r.width - s->size.hor - side, r.bottom + (r.height - side) / 2, side,
                   side};
}

void ui_drawSeparator(const ui_Sheet* s, const mjuiItem* item) {
  const mjuiThemeColor* c = &s->ui->color;
  const bool folds = item->state == mjSEPCLOSED || item->state == mjSEPCLOSED + 1;
  shape_box(s->buffer, item->rect, folds ? s->size.cornersep : 0, 0, c->separator, c->separator2);
  drawInside(s, item->rect, item->name, mjMAXUINAME, true);
  if (folds)
    shape_arrow(s->buffer, arrowOf(s, item->rect, 5), item->state != mjSEPCLOSED, c->sectsymbol);
}

void ui_drawStatic(const ui_Sheet* s, const mjuiItem* item) {
  const bool enabled = ui_enabled(s->ui, item);
  const int n = ui_elements(item), line = s->size.letter + s->size.text;
  if (n) drawNameAt(s, item, enabled, 0);
  for (int i = 0; i < n; i++) {
    const int bottom = item->rect.bottom + item->rect.height - (i + 1) * line;
    drawInside(s, (mjrRect){item->rect.left, bottom, item->rect.width, line}, item->multi.name[i],
               mjMAXUINAME, enabled);
  }
}

static const float* colorOf(const ui_Sheet* s, const float rgb[3], bool enabled) {
  return enabled ? rgb : s->ui->color.decorinactive;
}

void ui_drawButton(const ui_Sheet* s, const mjuiItem* item) {
  const bool enabled = ui_enabled(s->ui, item), pressed = ui_held(s->ui) == item;
  const float* color = colorOf(s, s->ui->color.button, enabled);
  const int round = item->rect.height / 2;
  shape_box(s->buffer, item->rect, round, round, color, color);
  if (!pressed) {
    const float* pane = s->ui->color.sectpane;
    shape_box(s->buffer, shrunk(item->rect, UI_BORDER), round, round, pane, pane);
  }
  drawInside(s, item->rect, item->name, mjMAXUINAME, enabled);
  if (enabled) drawShortcut(s, item->rect, item->single.modifier, item->single.shortcut);
}

void ui_drawCheck(const ui_Sheet* s, const mjuiItem* item) {
  const bool enabled = ui_enabled(s->ui, item);
  const float* color = colorOf(s, s->ui->color.check, enabled);
  if (ui_usable(item) && ui_getInt(item))
    shape_fill(s->buffer, item->rect, color);
  else
    shape_frame(s->buffer, item->rect, UI_BORDER, color);
  drawInside(s, item->rect, item->name, mjMAXUINAME, enabled);
  if (enabled) drawShortcut(s, item->rect, item->single.modifier, item->single.shortcut);
}

// cells of a radio group; middle: text is centered
static void drawCells(const ui_Sheet* s, const mjuiItem* item, bool middle) {
  const bool enabled = ui_enabled(s->ui, item);
  const float* color = colorOf(s, s->ui->color.radio, enabled);
  const int columns = ui_columns(s->ui, item), width = item->rect.width;
  const int chosen = ui_usable(item) ? ui_getInt(item) : -1;
  drawName(s, item, enabled);
  shape_frame(s->buffer, item->rect, UI_BORDER, color);
  for (int i = 0; i < ui_elements(item); i++) {
    const int k = i % columns, from = k * width / columns, to = (k + 1) * width / columns;
    const int top = item->rect.bottom + item->rect.height - i / columns * s->size.row;
    const mjrRect cell = {item->rect.left + from, top - s->size.row, to - from, s->size.row};
    const char* name = item->multi.name[i];
    const int wide = canvas_textWidth(s->font, name, ui_length(name, mjMAXUINAME));
    const int left = middle ? mjMAX(0, (cell.width - wide) / 2) : s->size.hor;
    if (i == chosen) shape_fill(s->buffer, cell, color);
    drawText(s, shrunk(cell, UI_BORDER), cell.left + left, cell.bottom + s->size.text, name,
             mjMAXUINAME, inkOf(s, enabled));
  }
}

void ui_drawRadio(const ui_Sheet* s, const mjuiItem* item) { drawCells(s, item, false); }

void ui_drawLine(const ui_Sheet* s, const mjuiItem* item) { drawCells(s, item, true); }

void ui_drawSelect(const ui_Sheet* s, const mjuiItem* item) {
  const bool enabled = ui_enabled(s->ui, item);
  const int chosen = ui_usable(item) ? ui_getInt(item) : -1;
  drawName(s, item, enabled);
  shape_fill(s->buffer, item->rect, colorOf(s, s->ui->color.select, enabled));
  if (chosen >= 0 && chosen < ui_elements(item))
    drawInside(s, item->rect, item->multi.name[chosen], mjMAXUINAME, enabled);
}

void ui_drawList(const ui_Sheet* s, const mjuiItem* item, int moveX, int moveY) {
  const mjrRect view = ui_view(s->ui, s->state);
  const int x = ui_pixel(s->state->x) - moveX, y = ui_pixel(s->state->y) - moveY;
  const int over = ui_listAt(&s->size, item, x, y);
  for (int i = 0; i < ui_elements(item); i++) {
    const mjrRect row = {item->rect.left + moveX, item->rect.bottom + moveY - (i + 1) * s->size.row,
                         item->rect.width, s->size.row};
    const bool lit = i == (over >= 0 ? over : ui_getInt(item));
    const mjrRect part = context_common(row, view);
    shape_fill(s->buffer, part, lit ? s->ui->color.select : s->ui->color.select2);
    drawText(s, part, row.left + s->size.hor, row.bottom + s->size.text, item->multi.name[i],
             mjMAXUINAME, s->ui->color.fontactive);
  }
}

// tick marks between the values of a slider with few values
static void drawTicks(const ui_Sheet* s, const mjuiItem* item) {
  const double steps = item->slider.divisions;
  if (item->type != mjITEM_SLIDERINT || !(steps > 1 && steps <= MOST_TICKS)) return;
  for (int i = 1; i < steps; i++) {
    const int x = item->rect.left + (int)(i * item->rect.width / steps) - 1;
    shape_fill(s->buffer, (mjrRect){x, item->rect.bottom, UI_BORDER, TICK}, s->ui->color.sectpane);
  }
}

void ui_drawSlider(const ui_Sheet* s, const mjuiItem* item) {
  const mjuiThemeColor* c = &s->ui->color;
  const bool enabled = ui_enabled(s->ui, item);
  mjrRect part = item->rect;
  drawName(s, item, enabled);
  shape_fill(s->buffer, item->rect, enabled ? c->slider : c->decorinactive);
  if (!ui_usable(item)) return;
  part.width = (int)(ui_getShare(item) * part.width);
  shape_fill(s->buffer, part, enabled ? c->slider2 : c->decorinactive2);
  drawTicks(s, item);
  char text[mjMAXUITEXT];
  ui_print(item, text);
  drawInside(s, item->rect, text, mjMAXUITEXT, enabled);
}

static void drawEdited(const ui_Sheet* s, const mjuiItem* item) {
  const mjUI* ui = s->ui;
  const int length = ui_length(ui->edittext, mjMAXUITEXT - 1);
  const int cursor = mjMAX(0, mjMIN(ui->editcursor, length));
  const int first = mjMAX(0, mjMIN(ui->editscroll, cursor));
  const bool valid = ui_valid(item, ui->edittext);
  shape_fill(s->buffer, item->rect, valid ? ui->color.edit : ui->color.edit2);
  drawInside(s, item->rect, ui->edittext + first, mjMAXUITEXT - first, true);
  const int at = canvas_textWidth(s->font, ui->edittext + first, cursor - first);
  const mjrRect bar = {item->rect.left + s->size.hor + at, item->rect.bottom + UI_BORDER, UI_BORDER,
                       item->rect.height - 2 * UI_BORDER};
  shape_fill(s->buffer, context_common(bar, item->rect), ui->color.cursor);
}

void ui_drawEdit(const ui_Sheet* s, const mjuiItem* item) {
  const bool enabled = ui_enabled(s->ui, item);
  drawName(s, item, enabled);
  if (ui_edited(s->ui) == item) {
    drawEdited(s, item);
    return;
  }
  char text[mjMAXUITEXT] = "";
  if (ui_usable(item)) ui_print(item, text);
  shape_frame(s->buffer, item->rect, UI_BORDER, colorOf(s, s->ui->color.edit, enabled));
  drawInside(s, item->rect, text, mjMAXUITEXT, enabled);
}

// ---- sections

// the item on a cleared background
void ui_drawItem(const ui_Sheet* s, const mjuiItem* item) {
  const ui_Kind* kind = ui_kind(item->type);
  if (!kind || item->skip) return;
  mjrRect pane = item->rect;
  if (kind->labeled) {
    pane.width += pane.left - (s->size.section + s->size.side);
    pane.left = s->size.section + s->size.side;
  }
  shape_fill(s->buffer, pane, s->ui->color.sectpane);
  kind->draw(s, item);
}

static void drawTitle(const ui_Sheet* s, const mjuiSection* section) {
  const mjuiThemeColor* c = &s->ui->color;
  const mjrRect r = section->rtitle;
  const bool open = section->state != mjSECT_CLOSED;
  const float* top = !section->checkbox      ? c->secttitle
                     : section->checkbox > 1 ? c->secttitlecheck
                                             : c->secttitleuncheck;
  const float* bottom = !section->checkbox      ? c->secttitle2
                        : section->checkbox > 1 ? c->secttitlecheck2
                                                : c->secttitleuncheck2;
  shape_box(s->buffer, r, s->size.cornersect, open ? 0 : s->size.cornersect, top, bottom);
  int left = r.left + s->size.hor;
  if (section->checkbox) {
    const int side = s->size.letter * 7 / 9, gap = (r.height - side) / 2;
    const mjrRect box = {r.left + gap, r.bottom + gap, side, side};
    if (section->checkbox > 1)
      shape_fill(s->buffer, box, c->sectsymbol);
    else
      shape_frame(s->buffer, box, UI_BORDER, c->sectsymbol);
    left = box.left + side + s->size.hor;
  }
  drawText(s, r, left, r.bottom + s->size.text, section->name, mjMAXUINAME, c->sectfont);
  shape_arrow(s->buffer, arrowOf(s, r, 6), open, c->sectsymbol);
  drawShortcut(s, r, section->modifier, section->shortcut);
}

void ui_drawSection(const ui_Sheet* s, int i) {
  const mjuiSection* section = &s->ui->sect[i];
  const mjuiThemeColor* c = &s->ui->color;
  if (section->state != mjSECT_CLOSED) {
    const int upper = section->state == mjSECT_FIXED ? s->size.cornersect : 0;
    shape_box(s->buffer, section->rcontent, upper, s->size.cornersect, c->sectpane, c->sectpane);
    for (int k = 0; k < ui_items(section); k++) ui_drawItem(s, &section->item[k]);
  }
  if (section->state != mjSECT_FIXED) drawTitle(s, section);
}

void ui_drawAll(const ui_Sheet* s) {
  shape_fill(s->buffer, (mjrRect){0, 0, s->buffer->width, s->buffer->height}, s->ui->color.master);
  for (int i = 0; i < ui_sections(s->ui); i++) ui_drawSection(s, i);
}
