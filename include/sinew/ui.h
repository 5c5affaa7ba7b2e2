// A user interface of sections and items (mjui_): a column of check boxes, sliders, edit boxes and
// the like that show and change variables of the program. The program gives it events of mouse and
// keyboard; it is drawn with an mjrContext. Names, values and member order are those of MuJoCo
// 3.12.0. docs/ui.md shows how it is used.
#ifndef SINEW_UI_H_
#define SINEW_UI_H_

#include <sinew/export.h>
#include <sinew/render.h>

//------------------------------------ constants ---------------------------------------------------

// limits
#define mjMAXUISECT 10   // sections of a user interface
#define mjMAXUIITEM 200  // items of a section
#define mjMAXUITEXT 300  // bytes of text that is edited, and of `other` in a definition
#define mjMAXUINAME 40   // bytes of a name
#define mjMAXUIMULTI 35  // elements of a radio group or a selection
#define mjMAXUIEDIT 7    // numbers of an edit box
#define mjMAXUIRECT 25   // rectangles of the window

// states of separators and sections in definitions
#define mjSEPCLOSED 1000  // separator that folds what follows it: closed; one more: open
#define mjPRESERVE 2000   // keep the state that a section of this place has

// keys that have no character, numbered as GLFW does
#define mjKEY_ESCAPE 256
#define mjKEY_ENTER 257
#define mjKEY_TAB 258
#define mjKEY_BACKSPACE 259
#define mjKEY_INSERT 260
#define mjKEY_DELETE 261
#define mjKEY_RIGHT 262
#define mjKEY_LEFT 263
#define mjKEY_DOWN 264
#define mjKEY_UP 265
#define mjKEY_PAGE_UP 266
#define mjKEY_PAGE_DOWN 267
#define mjKEY_HOME 268
#define mjKEY_END 269
#define mjKEY_F1 290
#define mjKEY_F2 291
#define mjKEY_F3 292
#define mjKEY_F4 293
#define mjKEY_F5 294
#define mjKEY_F6 295
#define mjKEY_F7 296
#define mjKEY_F8 297
#define mjKEY_F9 298
#define mjKEY_F10 299
#define mjKEY_F11 300
#define mjKEY_F12 301
#define mjKEY_NUMPAD_0 320
#define mjKEY_NUMPAD_9 329

//------------------------------------ enums -------------------------------------------------------

// buttons of the mouse
typedef enum mjtButton_ {
  mjBUTTON_NONE = 0,  // none
  mjBUTTON_LEFT,      // left
  mjBUTTON_RIGHT,     // right
  mjBUTTON_MIDDLE     // middle
} mjtButton;

// what happened
typedef enum mjtEvent_ {
  mjEVENT_NONE = 0,  // nothing
  mjEVENT_MOVE,      // the mouse moved
  mjEVENT_PRESS,     // a button went down
  mjEVENT_RELEASE,   // a button went up
  mjEVENT_SCROLL,    // the wheel turned
  mjEVENT_KEY,       // a key went down
  mjEVENT_RESIZE,    // the window changed its size
  mjEVENT_REDRAW,    // the window must be drawn again
  mjEVENT_FILESDROP  // files were dropped on the window
} mjtEvent;

// kinds of items
typedef enum mjtItem_ {
  mjITEM_END = -2,       // end of a table of definitions
  mjITEM_SECTION = -1,   // no item: begins a section
  mjITEM_SEPARATOR = 0,  // heading
  mjITEM_STATIC,         // text
  mjITEM_BUTTON,         // button
  mjITEM_CHECKINT,       // check box of an int
  mjITEM_CHECKBYTE,      // check box of an mjtByte
  mjITEM_RADIO,          // buttons of which one is chosen
  mjITEM_RADIOLINE,      // the same in one line
  mjITEM_SELECT,         // list that unfolds, of which one line is chosen
  mjITEM_SLIDERINT,      // slider of an int
  mjITEM_SLIDERNUM,      // slider of an mjtNum
  mjITEM_EDITINT,        // edit box of ints
  mjITEM_EDITNUM,        // edit box of mjtNums
  mjITEM_EDITFLOAT,      // edit box of floats
  mjITEM_EDITTXT,        // edit box of text
  mjNITEM                // how many there are
} mjtItem;

// states of a section
typedef enum mjtSection_ {
  mjSECT_CLOSED = 0,  // only its title is shown
  mjSECT_OPEN,        // its items too
  mjSECT_FIXED        // always open, without a title
} mjtSection;

//------------------------------------ state -------------------------------------------------------

// are items of a category enabled; data: mjUI.userdata
typedef int (*mjfItemEnable)(int category, void* data);

// mouse, keyboard and rectangles of a window, and the last event: the program fills it in
typedef struct mjuiState_ {
  // window
  int nrect;                  // rectangles
  mjrRect rect[mjMAXUIRECT];  // rectangles; 0 is the whole window
  void* userdata;             // of the program

  // event
  int type;  // mjtEvent

  // buttons: is each down
  int left;
  int right;
  int middle;
  int doubleclick;    // the last press was the second of a double click
  int button;         // mjtButton of the last press or release
  double buttontime;  // when it was

  // mouse, in pixels from the lower left corner
  double x;  // position
  double y;
  double dx;  // movement
  double dy;
  double sx;  // turn of the wheel
  double sy;

  // keyboard
  int control;  // is the key down
  int shift;
  int alt;
  int key;         // the key of the event
  double keytime;  // when it was

  // which rectangle
  int mouserect;   // has the mouse in it
  int dragrect;    // is dragged in, 0: none
  int dragbutton;  // mjtButton that drags

  // files that were dropped
  int dropcount;           // how many
  const char** droppaths;  // their names
} mjuiState;

//------------------------------------ themes ------------------------------------------------------

// sizes in pixels, before they are scaled with the font
typedef struct mjuiThemeSpacing_ {
  int total;       // width of the user interface
  int scroll;      // width of the scroll bar
  int label;       // width of the names of items
  int section;     // space between sections
  int cornersect;  // radius of the corners of section titles
  int cornersep;   // radius of the corners of separators
  int itemside;    // space at the sides of items
  int itemmid;     // space between an item's name and what follows
  int itemver;     // space between items
  int texthor;     // space at the left of text
  int textver;     // space above and below text
  int linescroll;  // pixels that a line of the wheel scrolls by
  int samples;     // samples a pixel of the auxiliary buffer
} mjuiThemeSpacing;

// colours, from 0 to 1; those with a 2 are the second of two that change into each other
typedef struct mjuiThemeColor_ {
  float master[3];     // background
  float thumb[3];      // handle of the scroll bar
  float secttitle[3];  // title of a section
  float secttitle2[3];
  float secttitleuncheck[3];  // title of a section whose check box is off
  float secttitleuncheck2[3];
  float secttitlecheck[3];  // title of a section whose check box is on
  float secttitlecheck2[3];
  float sectfont[3];    // text of titles
  float sectsymbol[3];  // symbol of titles
  float sectpane[3];    // background of a section
  float separator[3];   // separator
  float separator2[3];
  float shortcut[3];       // text of shortcuts
  float fontactive[3];     // text of items that are enabled
  float fontinactive[3];   // text of items that are not
  float decorinactive[3];  // parts of items that are not
  float decorinactive2[3];
  float button[3];   // button
  float check[3];    // check box
  float radio[3];    // chosen radio button
  float select[3];   // selection
  float select2[3];  // list of a selection
  float slider[3];   // slider, beyond its value
  float slider2[3];  // slider, as far as it
  float edit[3];     // edit box
  float edit2[3];    // edit box with a mistake
  float cursor[3];   // cursor
} mjuiThemeColor;

//------------------------------------ items and sections ------------------------------------------

// of buttons and check boxes
struct mjuiItemSingle_ {
  int modifier;  // key that is held: 0 none, 1 control, 2 shift, 4 alt
  int shortcut;  // key that is pressed, 0: none
};

// of radio groups and selections
struct mjuiItemMulti_ {
  int nelem;                             // elements
  char name[mjMAXUIMULTI][mjMAXUINAME];  // their names
};

// of sliders
struct mjuiItemSlider_ {
  double range[2];   // least and greatest value
  double divisions;  // steps from one to the other
};

// of edit boxes
struct mjuiItemEdit_ {
  int nelem;                     // numbers
  double range[mjMAXUIEDIT][2];  // least and greatest value of each; not limited if both are 0
};

// an item
typedef struct mjuiItem_ {
  int type;                // mjtItem
  char name[mjMAXUINAME];  // name
  int state;               // 0: disabled, 1: enabled, above: category that the predicate decides on
  void* pdata;             // variable that it shows and changes
  int sectionid;           // number of its section
  int itemid;              // its number in the section
  int userid;              // number that the program may give it
  union {
    struct mjuiItemSingle_ single;  // buttons and check boxes
    struct mjuiItemMulti_ multi;    // radio groups and selections
    struct mjuiItemSlider_ slider;  // sliders
    struct mjuiItemEdit_ edit;      // edit boxes
  };
  mjrRect rect;  // where it is, from the lower left corner of the user interface
  int skip;      // is it folded away by a separator
} mjuiItem;

// a section
typedef struct mjuiSection_ {
  char name[mjMAXUINAME];      // title
  int state;                   // mjtSection
  int modifier;                // as of buttons
  int shortcut;                // as of buttons
  int checkbox;                // of the title: 0 none, 1 off, 2 on; the program changes it
  int nitem;                   // items
  mjuiItem item[mjMAXUIITEM];  // items
  mjrRect rtitle;              // where its title is
  mjrRect rcontent;            // where its items are
  int lastclick;               // number of its last click (mjUI.mouseclicks)
} mjuiSection;

// a user interface
typedef struct mjUI_ {
  // the program sets these
  mjuiThemeSpacing spacing;  // sizes
  mjuiThemeColor color;      // colours
  mjfItemEnable predicate;   // which categories are enabled, NULL: all
  void* userdata;            // given to it
  int rectid;                // rectangle of the window (mjuiState.rect)
  int auxid;                 // auxiliary buffer that it is drawn to
  int radiocol;              // columns of radio groups, 0: two

  // size
  int width;      // width, as the theme has it
  int height;     // height as it is, with sections open or closed
  int maxheight;  // height with all sections open
  int scroll;     // pixels that it is scrolled down by

  // what the mouse acts on
  int mousesect;       // section, counted from 1, 0: none, -1: the scroll bar
  int mouseitem;       // item
  int mousehelp;       // are shortcuts shown
  int mouseclicks;     // presses of buttons so far
  int mousesectcheck;  // section whose check box the last click on a title met, from 1, 0: none

  // what is edited
  int editsect;                // section, counted from 1, 0: none
  int edititem;                // item
  int editcursor;              // place of the cursor
  int editscroll;              // first character that is shown
  char edittext[mjMAXUITEXT];  // the text
  mjuiItem* editchanged;       // the item that the last edit changed

  // sections
  int nsect;                      // how many there are
  mjuiSection sect[mjMAXUISECT];  // sections
} mjUI;

// a row of a table that items are made of
typedef struct mjuiDef_ {
  int type;                 // mjtItem
  char name[mjMAXUINAME];   // name
  int state;                // state
  void* pdata;              // variable that it shows and changes
  char other[mjMAXUITEXT];  // names of elements, ranges, shortcut: see docs/ui.md
  int otherint;             // check box of a section
} mjuiDef;

//------------------------------------ functions ---------------------------------------------------

#ifdef __cplusplus
extern "C" {
#endif

// sizes of a theme: 0 tight, 1 wide
MJAPI mjuiThemeSpacing mjui_themeSpacing(int ind);
// colours of a theme, 0 to 3
MJAPI mjuiThemeColor mjui_themeColor(int ind);
// definitions, the last of which is mjITEM_END -> sections and items behind those that are there
MJAPI void mjui_add(mjUI* ui, const mjuiDef* def);
// definitions without sections -> items of a section behind those that are there
MJAPI void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def);
// sections and items, font -> width, height, maxheight and all rectangles
MJAPI void mjui_resize(mjUI* ui, const mjrContext* con);
// an item, a section (item -1) or all (both -1) -> auxiliary buffer
MJAPI void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                       const mjrContext* con);
// the event in the state -> user interface and the program's variables; returns the item that
// changed, NULL: none
MJAPI mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con);
// auxiliary buffer and scroll bar -> the buffer that is drawn to
MJAPI void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con);

#ifdef __cplusplus
}
#endif

#endif
