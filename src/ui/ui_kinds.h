// Item types (widgets) of the user interface: a table of functions for each (ui_kinds.c). Validates
// what is read from an mjUI, since it is memory of the program: counts of sections, items and
// elements, cursor positions, texts that may lack a terminator.
#ifndef SINEW_UI_UI_KINDS_H_
#define SINEW_UI_UI_KINDS_H_

#include <stdbool.h>

#include <sinew/ui.h>

#include "render/context.h"

// sizes of a theme in pixels for a font
typedef struct {
  int total, scroll, label, section, cornersect, cornersep;
  int side, mid, ver;   // of items
  int hor, text, line;  // of text, and of a line of wheel scrolling
  int letter;           // height of text
  int row;              // height of most items
} ui_Sizes;

// a user interface and its render target
typedef struct {
  const mjUI* ui;
  const mjuiState* state;
  font_Font* font;
  context_Buffer* buffer;
  ui_Sizes size;
} ui_Sheet;

// an event
typedef struct {
  mjUI* ui;
  mjuiState* state;
  font_Font* font;
  ui_Sizes size;
  int x, y;  // of the mouse, relative to the lower left corner of the user interface
} ui_Event;

typedef struct {
  bool data;     // has a variable
  bool half;     // two items share a row
  bool labeled;  // its label is on its left
  bool held;     // captures the mouse until the button is released
  // parses `other` into the item's part of the union; returns an error message, NULL: valid
  const char* (*define)(mjuiItem* item, const char* other);
  int (*height)(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item);
  void (*draw)(const ui_Sheet* sheet, const mjuiItem* item);
  // mouse button pressed on it, mouse moved, button released: returns whether its value changed
  bool (*press)(ui_Event* event, mjuiItem* item);
  bool (*drag)(ui_Event* event, mjuiItem* item);
  bool (*release)(ui_Event* event, mjuiItem* item);
} ui_Kind;

// NULL: invalid type
const ui_Kind* ui_kind(int type);

// ---- validated access

int ui_sections(const mjUI* ui);
int ui_items(const mjuiSection* section);
int ui_elements(const mjuiItem* item);  // of a radio group or a selection
int ui_numbers(const mjuiItem* item);   // of an edit box
int ui_columns(const mjUI* ui, const mjuiItem* item);
// length of a text in an array of size bytes
int ui_length(const char* text, int size);
// can the item be shown and changed
bool ui_usable(const mjuiItem* item);
bool ui_enabled(const mjUI* ui, const mjuiItem* item);
// the item being edited, NULL: none
mjuiItem* ui_edited(const mjUI* ui);
// the item that has captured the mouse, NULL: none
mjuiItem* ui_held(const mjUI* ui);

// ---- layout

ui_Sizes ui_sizes(const mjUI* ui, const mjrContext* con);
void ui_place(mjUI* ui, const ui_Sizes* s);
int ui_heightRow(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item);
int ui_heightStatic(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item);
int ui_heightRadio(const ui_Sizes* s, const mjUI* ui, const mjuiItem* item);
bool ui_inside(mjrRect r, int x, int y);
// a window coordinate as an integer, clamped near the window; NaN too
int ui_pixel(double x);
// maximum scroll in pixels in its rectangle
int ui_mostScroll(const mjUI* ui, const mjuiState* state);
// viewport: its rectangle in the window
mjrRect ui_view(const mjUI* ui, const mjuiState* state);
// the handle of the scroll bar in the window, empty if it is not needed
mjrRect ui_thumb(const mjUI* ui, const mjuiState* state, const ui_Sizes* s);

// ---- definitions

const char* ui_defineNone(mjuiItem* item, const char* other);
const char* ui_defineSingle(mjuiItem* item, const char* other);
const char* ui_defineMulti(mjuiItem* item, const char* other);
const char* ui_defineSlider(mjuiItem* item, const char* other);
const char* ui_defineEdit(mjuiItem* item, const char* other);

// ---- variables

enum { UI_VALUE = 16 * mjMAXUIEDIT };  // bytes of the values of an item as text

// value of a check box or the like
int ui_getInt(const mjuiItem* item);
void ui_setInt(mjuiItem* item, int value);
// fraction of a slider's range
double ui_getShare(const mjuiItem* item);
void ui_setShare(mjuiItem* item, double share);
// value as text, in an array of mjMAXUITEXT bytes
void ui_print(const mjuiItem* item, char text[mjMAXUITEXT]);
// is the text a valid value
bool ui_valid(const mjuiItem* item, const char text[mjMAXUITEXT]);
// text -> variable, if valid
bool ui_parse(mjuiItem* item, const char text[mjMAXUITEXT]);

// ---- editing

void ui_beginEdit(ui_Event* event, mjuiItem* item);
// accepts the text if it is valid; returns whether it was
bool ui_endEdit(ui_Event* event);
// returns the item if the key ends the edit
mjuiItem* ui_editKey(ui_Event* event);
// x -> cursor position
void ui_placeCursor(ui_Event* event, const mjuiItem* item);

// ---- drawing

void ui_drawAll(const ui_Sheet* sheet);
void ui_drawSection(const ui_Sheet* sheet, int i);
void ui_drawItem(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawSeparator(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawStatic(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawButton(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawCheck(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawRadio(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawLine(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawSelect(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawSlider(const ui_Sheet* sheet, const mjuiItem* item);
void ui_drawEdit(const ui_Sheet* sheet, const mjuiItem* item);
// the drop-down list of a selection that has captured the mouse; move: offset from the user
// interface to the window
void ui_drawList(const ui_Sheet* sheet, const mjuiItem* item, int moveX, int moveY);
// the element of the list under the mouse, -1: none
int ui_listAt(const ui_Sizes* s, const mjuiItem* item, int x, int y);
// a sheet for the auxiliary buffer; false: no such buffer
bool ui_sheet(ui_Sheet* sheet, const mjUI* ui, const mjuiState* state, context_Private* p,
              const mjrContext* con);

// ---- events of items

bool ui_pressSeparator(ui_Event* event, mjuiItem* item);
bool ui_pressButton(ui_Event* event, mjuiItem* item);
bool ui_pressCheck(ui_Event* event, mjuiItem* item);
bool ui_pressRadio(ui_Event* event, mjuiItem* item);
bool ui_pressLine(ui_Event* event, mjuiItem* item);
bool ui_pressEdit(ui_Event* event, mjuiItem* item);
bool ui_dragSlider(ui_Event* event, mjuiItem* item);
bool ui_releaseSelect(ui_Event* event, mjuiItem* item);

#endif
