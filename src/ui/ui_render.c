// Renders the user interface: variables -> auxiliary buffer (update), auxiliary buffer -> frame
// buffer (render).
#include <sinew/api.h>
#include <sinew/macros.h>

#include "base/args.h"
#include "ui/ui_kinds.h"
#include "ui/ui_shape.h"

bool ui_sheet(ui_Sheet* sheet, const mjUI* ui, const mjuiState* state, context_Private* p,
              const mjrContext* con) {
  if (ui->auxid < 0 || ui->auxid >= mjNAUX || !p->aux[ui->auxid].rgb) return false;
  *sheet = (ui_Sheet){ui, state, &p->normal, &p->aux[ui->auxid], ui_sizes(ui, con)};
  return true;
}

// as above, but raises an error
static bool needSheet(ui_Sheet* sheet, const mjUI* ui, const mjuiState* state, context_Private* p,
                      const mjrContext* con, const char* caller) {
  if (ui_sheet(sheet, ui, state, p, con)) return true;
  mju_error(
      "%s: there is no auxiliary buffer %d; call mjr_addAux with auxid, width and maxheight of "
      "the user interface",
      caller, ui->auxid);
  return false;
}

void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                 const mjrContext* con) {
  ARGS_NEED(ui, state, con);
  context_Private* p = context_need(con, "mjui_update");
  ui_Sheet sheet;
  if (!p || !needSheet(&sheet, ui, state, p, con, "mjui_update")) return;
  if (section < 0) {
    ui_drawAll(&sheet);
    return;
  }
  if (section >= ui_sections(ui) || item >= ui_items(&ui->sect[section])) {
    mju_error("mjui_update: there is no item %d in a section %d", item, section);
    return;
  }
  if (item < 0)
    ui_drawSection(&sheet, section);
  else if (ui->sect[section].state != mjSECT_CLOSED)
    ui_drawItem(&sheet, &ui->sect[section].item[item]);
}

void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  ARGS_NEED(ui, state, con);
  context_Private* p = context_need(con, "mjui_render");
  ui_Sheet sheet;
  if (!p || !needSheet(&sheet, ui, state, p, con, "mjui_render")) return;
  const mjrRect view = ui_view(ui, state);
  const int height = mjMAX(0, mjMIN(ui->height, CONTEXT_SIDE)), most = ui_mostScroll(ui, state);
  ui->scroll = mjMAX(0, mjMIN(ui->scroll, most));
  sheet.buffer = context_buffer(p);
  shape_fill(sheet.buffer, view, ui->color.master);
  // rows of the user interface visible in the rectangle, from the top down
  const int shown = mjMIN(height, view.height), bottom = height - ui->scroll - shown;
  const int moveX = view.left, moveY = view.bottom + view.height - shown - bottom;
  const mjrRect part = {0, bottom, mjMIN(mjMAX(0, ui->width), view.width), shown};
  mjr_blitAux(ui->auxid, part, view.left, bottom + moveY, con);
  shape_fill(sheet.buffer, context_common(view, ui_thumb(ui, state, &sheet.size)), ui->color.thumb);
  const mjuiItem* item = ui_held(ui);
  if (item && item->type == mjITEM_SELECT) ui_drawList(&sheet, item, moveX, moveY);
}
