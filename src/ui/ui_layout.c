// Layout of the user interface: computes the rectangles of sections, stacked from the top down, and
// of their items in rows.
//   sizes of the theme, font, states of sections and separators -> all rectangles
#include <math.h>
#include <stdlib.h>

#include <sinew/macros.h>

#include "base/args.h"
#include "ui/ui_kinds.h"

enum { MOST_SIZE = 4096 };  // pixels of any size of a theme

// a size of the theme, scaled for a font
static int scaled(int size, int scale) {
  const int x = mjMAX(0, mjMIN(size, MOST_SIZE));
  return mjMIN(MOST_SIZE, (x * scale + 50) / 100);
}

ui_Sizes ui_sizes(const mjUI* ui, const mjrContext* con) {
  const mjuiThemeSpacing* t = &ui->spacing;
  const int scale = mjMAX(1, mjMIN(con->fontScale, 1000));
  ui_Sizes s = {
      .total = scaled(t->total, scale),
      .scroll = scaled(t->scroll, scale),
      .label = scaled(t->label, scale),
      .section = scaled(t->section, scale),
      .cornersect = scaled(t->cornersect, scale),
      .cornersep = scaled(t->cornersep, scale),
      .side = scaled(t->itemside, scale),
      .mid = scaled(t->itemmid, scale),
      .ver = scaled(t->itemver, scale),
      .hor = scaled(t->texthor, scale),
      .text = scaled(t->textver, scale),
      .line = scaled(t->linescroll, scale),
      .letter = mjMAX(1, mjMIN(con->charHeight, MOST_SIZE)),
  };
  s.row = s.letter + 2 * s.text;
  return s;
}

// ---- heights of items

int ui_heightRow(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item) {
  (void)ui, (void)item;
  return s->row;
}

int ui_heightStatic(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item) {
  (void)ui;
  return ui_elements(item) * (s->letter + s->text);
}

int ui_heightRadio(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item) {
  const int columns = ui_columns(ui, item);
  return mjMAX(1, (ui_elements(item) + columns - 1) / columns) * s->row;
}

// ---- sections

// state of the layout pass down the items of a section
typedef struct {
  const ui_Sizes* s;
  const mjUI* ui;
  int left, width;  // of items
  int y;            // lower end of the items so far
  int half;         // kind of the item that has free space beside it, -1: none
} Walk;

// places an item; the layout continues below it
static mjrRect placeItem(Walk* w, const mjuiItem* item, const ui_Kind* kind) {
  const int height = kind->height(w->s, w->ui, item);
  mjrRect r = {w->left, 0, w->width, height};
  if (kind->half) {
    r.width = mjMAX(0, (w->width - w->s->mid) / 2);
    if (w->half == item->type) {
      r.left += r.width + w->s->mid;
      r.bottom = w->y;
      w->half = -1;
      return r;
    }
  } else if (kind->labeled && item->name[0]) {
    r.left += mjMIN(w->s->label, w->width);
    r.width -= mjMIN(w->s->label, w->width);
  }
  w->half = kind->half ? item->type : -1;
  w->y -= (item->type == mjITEM_SEPARATOR ? w->s->section : w->s->ver) + height;
  r.bottom = w->y;
  return r;
}

// items below y; all: includes folded ones. Returns their total height.
static int placeItems(mjUI* ui, mjuiSection* section, const ui_Sizes* s, int y, bool all) {
  const int width = mjMAX(0, s->total - 2 * s->section - s->scroll);
  Walk w = {s, ui, s->section + s->side, mjMAX(0, width - 2 * s->side), y, -1};
  bool folded = false;
  for (int i = 0; i < ui_items(section); i++) {
    mjuiItem* item = &section->item[i];
    const ui_Kind* kind = ui_kind(item->type);
    if (item->type == mjITEM_SEPARATOR) folded = item->state == mjSEPCLOSED;
    item->skip = !kind || (folded && item->type != mjITEM_SEPARATOR);
    item->rect = (mjrRect){0, 0, 0, 0};
    if (kind && (all || !item->skip)) item->rect = placeItem(&w, item, kind);
  }
  return y - w.y + s->ver;
}

// all sections below y = 0; returns the height
static int placeSections(mjUI* ui, const ui_Sizes* s, bool all) {
  const int width = mjMAX(0, s->total - 2 * s->section - s->scroll);
  int y = 0;
  for (int i = 0; i < ui_sections(ui); i++) {
    mjuiSection* section = &ui->sect[i];
    const int title = section->state == mjSECT_FIXED ? 0 : s->row;
    y -= s->section + title;
    section->rtitle = (mjrRect){s->section, y, width, title};
    const int height = placeItems(ui, section, s, y, all);
    section->rcontent = (mjrRect){s->section, y - height, width, height};
    if (all || section->state != mjSECT_CLOSED) y -= height;
  }
  return s->section - y;
}

void ui_place(mjUI* ui, const ui_Sizes* s) {
  ui->width = s->total;
  ui->maxheight = placeSections(ui, s, true);
  ui->height = placeSections(ui, s, false);
  for (int i = 0; i < ui_sections(ui); i++) {
    mjuiSection* section = &ui->sect[i];
    section->rtitle.bottom += ui->height;
    section->rcontent.bottom += ui->height;
    for (int k = 0; k < ui_items(section); k++) section->item[k].rect.bottom += ui->height;
  }
}

void mjui_resize(mjUI* ui, const mjrContext* con) {
  ARGS_NEED(ui, con);
  if (!context_need(con, "mjui_resize")) return;
  const ui_Sizes s = ui_sizes(ui, con);
  ui_place(ui, &s);
}

// ---- in the window

int ui_pixel(double x) {
  const int most = 4 * CONTEXT_SIDE;
  return x >= most ? most : x > -most ? (int)floor(x) : -most;
}

bool ui_inside(mjrRect r, int x, int y) {
  return x >= r.left && y >= r.bottom && x - r.left < r.width && y - r.bottom < r.height;
}

mjrRect ui_view(const mjUI* ui, const mjuiState* state) {
  if (ui->rectid < 0 || ui->rectid >= mjMAXUIRECT) return (mjrRect){0, 0, 0, 0};
  mjrRect r = state->rect[ui->rectid];
  if (abs(r.left) > CONTEXT_SIDE || abs(r.bottom) > CONTEXT_SIDE) return (mjrRect){0, 0, 0, 0};
  r.width = mjMAX(0, mjMIN(r.width, CONTEXT_SIDE));
  r.height = mjMAX(0, mjMIN(r.height, CONTEXT_SIDE));
  return r;
}

int ui_mostScroll(const mjUI* ui, const mjuiState* state) {
  return mjMAX(0, ui->height - ui_view(ui, state).height);
}

mjrRect ui_thumb(const mjUI* ui, const mjuiState* state, const ui_Sizes* s) {
  const mjrRect view = ui_view(ui, state);
  if (!ui_mostScroll(ui, state)) return (mjrRect){0, 0, 0, 0};
  const double scale = (double)view.height / ui->height;
  const int from = (int)(scale * ui->scroll + 0.5);
  const int to = (int)(scale * ((double)ui->scroll + view.height) + 0.5);
  return (mjrRect){view.left + view.width - s->scroll, view.bottom + view.height - to, s->scroll,
                   to - from};
}
