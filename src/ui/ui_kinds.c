// Dispatch table of item types (widgets) of the user interface, and validation of an mjUI.
#include "ui/ui_kinds.h"

#include <sinew/macros.h>

// rows that differ only in the type of their variable
#define SLIDER                                                                                     \
  {                                                                                                \
    .data = true, .labeled = true, .held = true, .define = ui_defineSlider,                        \
    .height = ui_heightRow, .draw = ui_drawSlider, .press = ui_dragSlider, .drag = ui_dragSlider   \
  }
#define EDIT(define_)                                                                              \
  {                                                                                                \
    .data = true, .labeled = true, .held = true, .define = (define_), .height = ui_heightRow,      \
    .draw = ui_drawEdit, .press = ui_pressEdit                                                     \
  }

static const ui_Kind kinds[mjNITEM] = {
    [mjITEM_SEPARATOR] = {.define = ui_defineNone,
                          .height = ui_heightRow,
                          .draw = ui_drawSeparator,
                          .press = ui_pressSeparator},
    [mjITEM_STATIC] = {.labeled = true,
                       .define = ui_defineMulti,
                       .height = ui_heightStatic,
                       .draw = ui_drawStatic},
    [mjITEM_BUTTON] = {.half = true,
                       .held = true,
                       .define = ui_defineSingle,
                       .height = ui_heightRow,
                       .draw = ui_drawButton,
                       .press = ui_pressButton},
    [mjITEM_CHECKINT] = {.data = true,
                         .half = true,
                         .define = ui_defineSingle,
                         .height = ui_heightRow,
                         .draw = ui_drawCheck,
                         .press = ui_pressCheck},
    [mjITEM_CHECKBYTE] = {.data = true,
                          .half = true,
                          .define = ui_defineSingle,
                          .height = ui_heightRow,
                          .draw = ui_drawCheck,
                          .press = ui_pressCheck},
    [mjITEM_RADIO] = {.data = true,
                      .labeled = true,
                      .define = ui_defineMulti,
                      .height = ui_heightRadio,
                      .draw = ui_drawRadio,
                      .press = ui_pressRadio},
    [mjITEM_RADIOLINE] = {.data = true,
                          .labeled = true,
                          .define = ui_defineMulti,
                          .height = ui_heightRow,
                          .draw = ui_drawLine,
                          .press = ui_pressLine},
    [mjITEM_SELECT] = {.data = true,
                       .labeled = true,
                       .held = true,
                       .define = ui_defineMulti,
                       .height = ui_heightRow,
                       .draw = ui_drawSelect,
                       .release = ui_releaseSelect},
    [mjITEM_SLIDERINT] = SLIDER,
    [mjITEM_SLIDERNUM] = SLIDER,
    [mjITEM_EDITINT] = EDIT(ui_defineEdit),
    [mjITEM_EDITNUM] = EDIT(ui_defineEdit),
    [mjITEM_EDITFLOAT] = EDIT(ui_defineEdit),
    [mjITEM_EDITTXT] = EDIT(ui_defineNone),
};

const ui_Kind* ui_kind(int type) { return type >= 0 && type < mjNITEM ? &kinds[type] : NULL; }

static int bounded(int x, int most) { return mjMAX(0, mjMIN(x, most)); }

int ui_sections(const mjUI* ui) { return bounded(ui->nsect, mjMAXUISECT); }

int ui_items(const mjuiSection* section) { return bounded(section->nitem, mjMAXUIITEM); }

int ui_elements(const mjuiItem* item) { return bounded(item->multi.nelem, mjMAXUIMULTI); }

int ui_numbers(const mjuiItem* item) { return bounded(item->edit.nelem, mjMAXUIEDIT); }

int ui_columns(const mjUI* ui, const mjuiItem* item) {
  if (item->type == mjITEM_RADIOLINE) return mjMAX(1, ui_elements(item));
  return ui->radiocol > 0 ? mjMIN(ui->radiocol, mjMAXUIMULTI) : 2;
}

int ui_length(const char* text, int size) {
  int n = 0;
  while (n < size && text[n]) n++;
  return n;
}

bool ui_usable(const mjuiItem* item) {
  const ui_Kind* kind = ui_kind(item->type);
  return kind && (!kind->data || item->pdata);
}

bool ui_enabled(const mjUI* ui, const mjuiItem* item) {
  if (!ui_usable(item) || item->state <= 0) return false;
  if (item->type == mjITEM_SEPARATOR || item->state == 1 || !ui->predicate) return true;
  return ui->predicate(item->state, ui->userdata) != 0;
}

// lookup of an item by its section, counted from 1, and its index, counted from 0
static mjuiItem* itemAt(const mjUI* ui, int sect, int item) {
  if (sect < 1 || sect > ui_sections(ui)) return NULL;
  const mjuiSection* section = &ui->sect[sect - 1];
  if (item < 0 || item >= ui_items(section) || !ui_usable(&section->item[item])) return NULL;
  return (mjuiItem*)&section->item[item];
}

mjuiItem* ui_edited(const mjUI* ui) {
  mjuiItem* item = itemAt(ui, ui->editsect, ui->edititem);
  return item && item->type >= mjITEM_EDITINT ? item : NULL;
}

mjuiItem* ui_held(const mjUI* ui) { return itemAt(ui, ui->mousesect, ui->mouseitem); }
