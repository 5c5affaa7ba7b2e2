// A user interface that a script drives: events in lines of text, and after each of them a line
// with what it changed. It needs the public API only, so the same text runs in the reference
// (tools/oracle/ui.c), where the golden file of test_ui_events.c comes from.
//   ui SPACING FONT HEIGHT    the user interface below, anew, in a rectangle of that height
//   open SECTION STATE        state of a section
//   press ITEM FX FY BUTTON [CLICKS]   at that part of the item's rectangle; ITEM is
//   "section.item",
//                             "tSECTION": its title; "x": FX, FY are pixels of the window
//   move ITEM FX FY           of the mouse; the last button that was pressed is held
//   release                   of that button
//   scroll ITEM FX FY SY      of the wheel
//   key CODE [MODIFIERS]      code or 'character', modifiers among c, s, a
//   event TYPE                any other
//   set VARIABLE VALUE        a variable of the program: i7 is the eighth int
#ifndef TESTS_UI_SCRIPT_H_
#define TESTS_UI_SCRIPT_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef UI_SCRIPT_ORACLE
#include <mujoco/mujoco.h>
#else
#include <sinew/render.h>
#include <sinew/ui.h>
#endif

// variables of the program
static struct {
  int i[12];
  mjtByte b[4];
  mjtNum n[8];
  float f[4];
  char t[mjMAXUITEXT];
} script_var;

static const mjuiDef script_def[] = {
    {mjITEM_SECTION, "Section", mjSECT_OPEN, NULL, "AS", 0},
    {mjITEM_SEPARATOR, "Sep", 1, NULL, "", 0},
    {mjITEM_STATIC, "static", 1, NULL, "", 0},
    {mjITEM_STATIC, "static2", 1, NULL, "other text", 0},
    {mjITEM_BUTTON, "button", 1, NULL, " #258", 0},
    {mjITEM_BUTTON, "button2", 1, NULL, "CB", 0},
    {mjITEM_BUTTON, "button3", 0, NULL, " X", 0},
    {mjITEM_CHECKINT, "checki", 1, &script_var.i[0], "SC", 0},
    {mjITEM_CHECKBYTE, "checkb", 1, &script_var.b[0], " D", 0},
    {mjITEM_CHECKBYTE, "checkb2", 2, &script_var.b[1], " E", 0},
    {mjITEM_RADIO, "radio", 1, &script_var.i[1], "one\ntwo\nthree", 0},
    {mjITEM_RADIO, "radio2", 1, &script_var.i[2], "one\ntwo", 0},
    {mjITEM_RADIO, "radio3", 1, &script_var.i[3], "a long one of text\ntwo", 0},
    {mjITEM_RADIOLINE, "rline", 1, &script_var.i[4], "x\ny\nz", 0},
    {mjITEM_SELECT, "select", 1, &script_var.i[5], "alpha\nbeta\ngamma", 0},
    {mjITEM_SLIDERINT, "slideri", 1, &script_var.i[6], "0 10", 0},
    {mjITEM_SLIDERNUM, "slidern", 1, &script_var.n[0], "-1 1", 0},
    {mjITEM_EDITINT, "editi", 1, &script_var.i[7], "1 0 100", 0},
    {mjITEM_EDITNUM, "editn", 1, &script_var.n[1], "3", 0},
    {mjITEM_EDITFLOAT, "editf", 1, &script_var.f[0], "2", 0},
    {mjITEM_EDITTXT, "editt", 1, &script_var.t[0], "", 0},
    {mjITEM_SEPARATOR, "Fold", mjSEPCLOSED, NULL, "", 0},
    {mjITEM_BUTTON, "hidden", 1, NULL, " H", 0},
    {mjITEM_BUTTON, "hidden2", 1, NULL, "", 0},
    {mjITEM_SEPARATOR, "Open", mjSEPCLOSED + 1, NULL, "", 0},
    {mjITEM_BUTTON, "shown", 1, NULL, "", 0},
    {mjITEM_SECTION, "Closed", mjSECT_CLOSED, NULL, "C#290", 1},
    {mjITEM_BUTTON, "inclosed", 1, NULL, " I", 0},
    {mjITEM_SECTION, "Fixed", mjSECT_FIXED, NULL, "AF", 2},
    {mjITEM_BUTTON, "infixed", 1, NULL, "", 0},
    {mjITEM_SECTION, "Empty", mjSECT_OPEN, NULL, "", 0},
    {mjITEM_SECTION, "Last", mjSECT_OPEN, NULL, "", 2},
    {mjITEM_CHECKINT, "c", 1, &script_var.i[8], "", 0},
    {mjITEM_END, "", 0, NULL, "", 0}};

typedef struct {
  mjUI ui;
  mjuiState state;
  mjrContext* con;
  FILE* out;
  int button;  // that is held
} script_Run;

static int script_enabled(int category, void* data) { return category != 2 || data; }

// ---- output

static void script_item(FILE* out, const mjuiItem* item) {
  fprintf(out, "  %d.%d %d '%s' state %d skip %d rect %d %d %d %d\n", item->sectionid, item->itemid,
          item->type, item->name, item->state, item->skip, item->rect.left, item->rect.bottom,
          item->rect.width, item->rect.height);
}

static void script_layout(FILE* out, const mjUI* ui) {
  fprintf(out, "ui %d %d %d\n", ui->width, ui->height, ui->maxheight);
  for (int s = 0; s < ui->nsect; s++) {
    const mjuiSection* x = ui->sect + s;
    fprintf(out, " %d '%s' state %d mod %d key %d check %d title %d %d %d %d content %d %d %d %d\n",
            s, x->name, x->state, x->modifier, x->shortcut, x->checkbox, x->rtitle.left,
            x->rtitle.bottom, x->rtitle.width, x->rtitle.height, x->rcontent.left,
            x->rcontent.bottom, x->rcontent.width, x->rcontent.height);
    for (int i = 0; i < x->nitem; i++) script_item(out, x->item + i);
  }
}

#define SCRIPT_CHANGED(name, now, before)                                                          \
  if ((now) != (before)) fprintf(out, " %s=%d", name, now)

static void script_changes(const script_Run* run, const mjUI* was, const void* vars) {
  FILE* out = run->out;
  const mjUI* ui = &run->ui;
  SCRIPT_CHANGED("height", ui->height, was->height);
  SCRIPT_CHANGED("scroll", ui->scroll, was->scroll);
  SCRIPT_CHANGED("mousesect", ui->mousesect, was->mousesect);
  SCRIPT_CHANGED("mouseitem", ui->mouseitem, was->mouseitem);
  SCRIPT_CHANGED("mousehelp", ui->mousehelp, was->mousehelp);
  SCRIPT_CHANGED("mouseclicks", ui->mouseclicks, was->mouseclicks);
  SCRIPT_CHANGED("mousesectcheck", ui->mousesectcheck, was->mousesectcheck);
  SCRIPT_CHANGED("editsect", ui->editsect, was->editsect);
  SCRIPT_CHANGED("edititem", ui->edititem, was->edititem);
  SCRIPT_CHANGED("editcursor", ui->editcursor, was->editcursor);
  SCRIPT_CHANGED("editscroll", ui->editscroll, was->editscroll);
  if (strcmp(ui->edittext, was->edittext)) fprintf(out, " edittext='%s'", ui->edittext);
  if (ui->editchanged != was->editchanged) {
    if (!ui->editchanged)
      fprintf(out, " editchanged=none");
    else
      fprintf(out, " editchanged=%d.%d", ui->editchanged->sectionid, ui->editchanged->itemid);
  }
  for (int s = 0; s < ui->nsect; s++) {
    const mjuiSection *x = ui->sect + s, *y = was->sect + s;
    if (x->state != y->state) fprintf(out, " s%d.state=%d", s, x->state);
    if (x->checkbox != y->checkbox) fprintf(out, " s%d.checkbox=%d", s, x->checkbox);
    if (x->lastclick != y->lastclick) fprintf(out, " s%d.lastclick=%d", s, x->lastclick);
    for (int i = 0; i < x->nitem; i++) {
      if (x->item[i].state != y->item[i].state)
        fprintf(out, " %d.%d.state=%d", s, i, x->item[i].state);
    }
  }
  struct {
    int i[12];
    mjtByte b[4];
    mjtNum n[8];
    float f[4];
    char t[mjMAXUITEXT];
  } v;
  memcpy(&v, vars, sizeof script_var);
  for (int k = 0; k < 12; k++) {
    if (script_var.i[k] != v.i[k]) fprintf(out, " i%d=%d", k, script_var.i[k]);
    if (k < 4 && script_var.b[k] != v.b[k]) fprintf(out, " b%d=%d", k, script_var.b[k]);
    if (k < 8 && script_var.n[k] != v.n[k]) fprintf(out, " n%d=%.10g", k, script_var.n[k]);
    if (k < 4 && script_var.f[k] != v.f[k]) fprintf(out, " f%d=%g", k, (double)script_var.f[k]);
  }
  if (strcmp(script_var.t, v.t)) fprintf(out, " t='%s'", script_var.t);
}

// ---- commands

// a place of an item in pixels of the window
static void script_place(script_Run* run, const char* item, double fx, double fy) {
  const mjrRect* view = &run->state.rect[run->ui.rectid];
  mjrRect r = {0, 0, 0, 0};
  int s = 0, i = 0;
  if (sscanf(item, "t%d", &s) == 1)
    r = run->ui.sect[s].rtitle;
  else if (sscanf(item, "%d.%d", &s, &i) == 2)
    r = run->ui.sect[s].item[i].rect;
  double x = fx, y = fy;
  if (*item != 'x') {
    x = view->left + r.left + (int)(fx * r.width);
    y = view->bottom + view->height - run->ui.height + run->ui.scroll + r.bottom +
        (int)(fy * r.height);
  }
  run->state.dx = x - run->state.x;
  run->state.dy = y - run->state.y;
  run->state.x = x;
  run->state.y = y;
  run->state.mouserect =
      1 + mjr_findRect((int)x, (int)y, run->state.nrect - 1, run->state.rect + 1);
}

static void script_event(script_Run* run, const char* line) {
  static mjUI was;
  char vars[sizeof script_var];
  memcpy(&was, &run->ui, sizeof was);
  memcpy(vars, &script_var, sizeof vars);
  const mjuiItem* item = mjui_event(&run->ui, &run->state, run->con);
  fprintf(run->out, "%s ->", line);
  if (item) fprintf(run->out, " item %d.%d", item->sectionid, item->itemid);
  script_changes(run, &was, vars);
  fprintf(run->out, "\n");
}

static void script_ui(script_Run* run, const char* line, int spacing, int font, int height) {
  memset(&run->ui, 0, sizeof run->ui);
  memset(&run->state, 0, sizeof run->state);
  memset(&script_var, 0, sizeof script_var);
  memcpy(script_var.t, "hello", 6);
  mjr_changeFont(font, run->con);
  run->ui.spacing = mjui_themeSpacing(spacing);
  run->ui.color = mjui_themeColor(0);
  run->ui.predicate = script_enabled;
  run->ui.rectid = 1;
  mjui_add(&run->ui, script_def);
  mjui_resize(&run->ui, run->con);
  mjr_addAux(0, run->ui.width, run->ui.maxheight, run->ui.spacing.samples, run->con);
  run->state.nrect = 3;
  run->state.rect[0] = (mjrRect){0, 0, 1600, 1200};
  run->state.rect[1] = (mjrRect){100, 50, run->ui.width, height};
  run->state.rect[2] = (mjrRect){800, 0, 800, 1200};
  run->button = 0;
  mjui_update(-1, -1, &run->ui, &run->state, run->con);
  fprintf(run->out, "%s\n", line);
}

static void script_press(script_Run* run, const char* line, int button, int clicks) {
  mjuiState* st = &run->state;
  st->type = mjEVENT_PRESS;
  st->button = run->button = button;
  st->doubleclick = clicks > 1;
  st->left = button == mjBUTTON_LEFT;
  st->right = button == mjBUTTON_RIGHT;
  st->middle = button == mjBUTTON_MIDDLE;
  if (st->mouserect) {
    st->dragbutton = button;
    st->dragrect = st->mouserect;
  }
  script_event(run, line);
}

static void script_release(script_Run* run, const char* line) {
  mjuiState* st = &run->state;
  st->type = mjEVENT_RELEASE;
  st->button = run->button;
  st->left = st->right = st->middle = 0;
  script_event(run, line);
  st->dragrect = st->dragbutton = run->button = 0;
}

static void script_key(script_Run* run, const char* line, const char* code, const char* mods) {
  mjuiState* st = &run->state;
  st->type = mjEVENT_KEY;
  st->key = *code == '\'' ? code[1] ? code[1] : ' ' : atoi(code);
  st->control = strchr(mods, 'c') != NULL;
  st->shift = strchr(mods, 's') != NULL;
  st->alt = strchr(mods, 'a') != NULL;
  script_event(run, line);
  st->control = st->shift = st->alt = 0;
}

static void script_set(const char* name, const char* value) {
  const int k = atoi(name + 1);
  if (*name == 'i') script_var.i[k] = atoi(value);
  if (*name == 'b') script_var.b[k] = (mjtByte)atoi(value);
  if (*name == 'n') script_var.n[k] = atof(value);
  if (*name == 'f') script_var.f[k] = (float)atof(value);
  if (*name == 't') snprintf(script_var.t, sizeof script_var.t, "%s", value);
}

static void script_line(script_Run* run, char* line) {
  char word[6][64] = {"", "", "", "", "", ""};
  line[strcspn(line, "\n")] = 0;
  const int n = sscanf(line, "%63s %63s %63s %63s %63s %63s", word[0], word[1], word[2], word[3],
                       word[4], word[5]);
  if (n < 1 || *word[0] == '#') return;
  const char* command = word[0];
  if (!strcmp(command, "ui")) {
    script_ui(run, line, atoi(word[1]), atoi(word[2]), atoi(word[3]));
  } else if (!strcmp(command, "layout")) {
    script_layout(run->out, &run->ui);
  } else if (!strcmp(command, "set")) {
    script_set(word[1], word[2]);
  } else if (!strcmp(command, "open")) {
    run->ui.sect[atoi(word[1])].state = atoi(word[2]);
    mjui_resize(&run->ui, run->con);
  } else if (!strcmp(command, "resize")) {
    mjui_resize(&run->ui, run->con);
    mjui_update(-1, -1, &run->ui, &run->state, run->con);
  } else if (!strcmp(command, "enable")) {
    run->ui.userdata = atoi(word[1]) ? run : NULL;
  } else if (!strcmp(command, "press")) {
    script_place(run, word[1], atof(word[2]), atof(word[3]));
    script_press(run, line, atoi(word[4]), n > 5 ? atoi(word[5]) : 1);
  } else if (!strcmp(command, "click")) {
    script_place(run, word[1], atof(word[2]), atof(word[3]));
    script_press(run, line, mjBUTTON_LEFT, 1);
    script_release(run, line);
  } else if (!strcmp(command, "move")) {
    script_place(run, word[1], atof(word[2]), atof(word[3]));
    run->state.type = mjEVENT_MOVE;
    script_event(run, line);
  } else if (!strcmp(command, "release")) {
    script_release(run, line);
  } else if (!strcmp(command, "scroll")) {
    script_place(run, word[1], atof(word[2]), atof(word[3]));
    run->state.type = mjEVENT_SCROLL;
    run->state.sy = atof(word[4]);
    script_event(run, line);
    run->state.sy = 0;
  } else if (!strcmp(command, "key")) {
    script_key(run, line, word[1], word[2]);
  } else if (!strcmp(command, "type")) {  // the rest of the line, letter by letter
    for (const char* c = line + 5; *c; c++) {
      char one[4] = {'\'', *c, '\'', 0};
      script_key(run, one, one, "");
    }
  } else if (!strcmp(command, "event")) {
    run->state.type = atoi(word[1]);
    script_event(run, line);
  } else {
    fprintf(run->out, "no command: %s\n", line);
  }
}

// the script in a file -> out
static void script_run(FILE* in, FILE* out, mjrContext* con) {
  static script_Run run;
  char line[256];
  run.con = con;
  run.out = out;
  while (fgets(line, sizeof line, in)) script_line(&run, line);
}

#endif
