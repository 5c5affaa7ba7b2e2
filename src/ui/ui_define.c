// Parses user interface definitions (mjuiDef tables): builds sections and items (widgets) of an
// mjUI.
#include <string.h>

#include <sinew/api.h>
#include <sinew/macros.h>

#include "base/args.h"
#include "base/number.h"
#include "ui/ui_kinds.h"

// copies at most size - 1 bytes, and pads with zeros
static void copyText(char* to, int size, const char* from, int n) {
  n = mjMIN(n, size - 1);
  memcpy(to, from, (size_t)n);
  memset(to + n, 0, (size_t)(size - n));
}

// ---- shortcuts: a letter for the modifier key, then the key or # and its number

static const char* defineShortcut(const char* other, int* modifier, int* shortcut) {
  static const struct {
    char letter;
    int modifier;
  } modifiers[] = {{' ', 0}, {'C', 1}, {'S', 2}, {'A', 4}};
  const int n = ui_length(other, mjMAXUITEXT);
  *modifier = *shortcut = 0;
  if (!n) return NULL;
  int k = 0;
  while (k < 4 && modifiers[k].letter != other[0]) k++;
  if (k == 4) return "a shortcut begins with a space, C, S or A";
  if (n < 2 || n > 5 || (n > 2 && other[1] != '#'))
    return "a shortcut is a modifier and a character, or a modifier, # and the number of a key";
  int key = other[1];
  if (n > 2) {
    key = 0;
    for (int i = 2; i < n; i++) {
      if (other[i] < '0' || other[i] > '9') return "the number of a key has digits only";
      key = 10 * key + other[i] - '0';
    }
  } else if (key == '#') {
    return "after # the number of a key is missing";
  }
  *modifier = modifiers[k].modifier;
  *shortcut = key;
  return NULL;
}

const char* ui_defineNone(mjuiItem* item, const char* other) {
  (void)item, (void)other;
  return NULL;
}

const char* ui_defineSingle(mjuiItem* item, const char* other) {
  return defineShortcut(other, &item->single.modifier, &item->single.shortcut);
}

// ---- elements: one per line

const char* ui_defineMulti(mjuiItem* item, const char* other) {
  const int n = ui_length(other, mjMAXUITEXT);
  item->multi.nelem = 0;
  for (int first = 0; first < n;) {
    int end = first;
    while (end < n && other[end] != '\n') end++;
    if (end == first) return "an element has no name";
    if (end - first >= mjMAXUINAME) return "the name of an element is too long";
    if (item->multi.nelem == mjMAXUIMULTI) return "too many elements";
    copyText(item->multi.name[item->multi.nelem++], mjMAXUINAME, other + first, end - first);
    first = end + 1;
  }
  return NULL;
}

// ---- numbers

// parses up to `most` numbers; returns their count, stops at anything else
static int readNumbers(const char* other, double* number, int most) {
  char text[mjMAXUITEXT + 1];
  copyText(text, sizeof text, other, ui_length(other, mjMAXUITEXT));
  const char* at = text;
  int n = 0;
  while (n < most) {
    while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
    const char* end = num_parse(at, &number[n]);
    if (!end || end == at || number[n] - number[n] != 0) break;
    at = end;
    n++;
  }
  return n;
}

const char* ui_defineSlider(mjuiItem* item, const char* other) {
  double number[3];
  const int n = readNumbers(other, number, 3);
  if (n < 2) return "a slider has 'least greatest [steps]'";
  item->slider.range[0] = number[0];
  item->slider.range[1] = number[1];
  const bool whole = item->type == mjITEM_SLIDERINT;
  const double steps = n > 2 ? number[2] : whole ? number[1] - number[0] : 200;
  item->slider.divisions = mjMAX(1, steps);
  return NULL;
}

const char* ui_defineEdit(mjuiItem* item, const char* other) {
  double number[2 * mjMAXUIEDIT + 2];
  const int n = readNumbers(other, number, 2 * mjMAXUIEDIT + 2);
  memset(&item->edit, 0, sizeof item->edit);
  if (!n) return "the number of values is missing";
  if (!(number[0] >= 0.5 && number[0] < mjMAXUIEDIT + 0.5)) return "there are 1 to 7 values";
  const int nelem = (int)(number[0] + 0.5);
  if (n != 1 && n != 1 + 2 * nelem) return "there are two numbers of range for each value, or none";
  item->edit.nelem = nelem;
  for (int i = 0; i < (n - 1) / 2; i++) {
    item->edit.range[i][0] = number[1 + 2 * i];
    item->edit.range[i][1] = number[2 + 2 * i];
  }
  return NULL;
}

// ---- rows of a table

static const char* defineSection(mjUI* ui, const mjuiDef* def) {
  if (ui_sections(ui) == mjMAXUISECT) return "too many sections";
  if ((def->state < mjSECT_CLOSED || def->state > mjSECT_FIXED) && def->state != mjPRESERVE)
    return "the state of a section is mjtSection or mjPRESERVE";
  mjuiSection* section = &ui->sect[ui_sections(ui)];
  int modifier, shortcut;
  const char* mistake = defineShortcut(def->other, &modifier, &shortcut);
  if (mistake) return mistake;
  copyText(section->name, mjMAXUINAME, def->name, ui_length(def->name, mjMAXUINAME));
  if (def->state != mjPRESERVE) section->state = def->state;
  if (section->state < mjSECT_CLOSED || section->state > mjSECT_FIXED)
    section->state = mjSECT_CLOSED;
  section->modifier = modifier;
  section->shortcut = shortcut;
  section->checkbox = def->otherint;
  section->nitem = 0;
  ui->nsect = ui_sections(ui) + 1;
  return NULL;
}

static const char* defineItem(mjUI* ui, int sect, const mjuiDef* def) {
  const ui_Kind* kind = ui_kind(def->type);
  if (!kind) return "there is no such kind of items (mjtItem)";
  if (sect < 0) return "there is no section that it could be in";
  mjuiSection* section = &ui->sect[sect];
  const int n = ui_items(section);
  if (n == mjMAXUIITEM) return "too many items in the section";
  if (def->state < 0) return "its state is negative";
  if (kind->data && !def->pdata) return "it has no variable (pdata)";
  if (!kind->data && def->pdata) return "it has a variable (pdata), but shows none";
  // a separator may preserve the state of the item previously at this place
  const mjuiItem old = section->item[n];
  mjuiItem* item = &section->item[n];
  memset(item, 0, sizeof *item);
  item->type = def->type;
  copyText(item->name, mjMAXUINAME, def->name, ui_length(def->name, mjMAXUINAME));
  item->state = def->state;
  if (def->type == mjITEM_SEPARATOR && def->state == mjPRESERVE)
    item->state =
        old.type == mjITEM_SEPARATOR && old.state >= mjSEPCLOSED ? old.state : mjSEPCLOSED;
  item->pdata = def->pdata;
  item->sectionid = sect;
  item->itemid = n;
  const char* mistake = kind->define(item, def->other);
  if (!mistake) section->nitem = n + 1;
  return mistake;
}

// sect: section that items are added to, -1: the last one; rows may begin a new section
static void define(mjUI* ui, int sect, const mjuiDef* def, const char* caller) {
  for (int i = 0; def[i].type != mjITEM_END; i++) {
    const bool begins = def[i].type == mjITEM_SECTION;
    const char* mistake = begins && sect >= 0 ? "a section cannot be in another"
                          : begins
                              ? defineSection(ui, &def[i])
                              : defineItem(ui, sect >= 0 ? sect : ui_sections(ui) - 1, &def[i]);
    if (!mistake) continue;
    mju_error("%s: row %d, \"%.*s\": %s", caller, i, ui_length(def[i].name, mjMAXUINAME),
              def[i].name, mistake);
    return;
  }
}

void mjui_add(mjUI* ui, const mjuiDef* def) {
  ARGS_NEED(ui, def);
  define(ui, -1, def, "mjui_add");
}

void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def) {
  ARGS_NEED(ui, def);
  if (sect < 0 || sect >= ui_sections(ui)) {
    mju_error("mjui_addToSection: section %d; there are %d", sect, ui_sections(ui));
    return;
  }
  define(ui, sect, def, "mjui_addToSection");
}
