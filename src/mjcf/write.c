// The MJCF (XML) writer's document: sections in a fixed order; empty sections are left out.
#include "mjcf/write.h"

#include <string.h>

#include "base/assert.h"
#include "mjcf/schema_row.h"
#include "mjcf/write_parts.h"

// ---- sections of settings in the spec itself: attributes, then children by the same table

static bool settingsDiffer(write_Writer* w, const schema_Element* element) {
  if (write_differs(&(write_Rows){element, &w->spec->pub, &w->plain->pub, NULL, NULL, NULL, NULL}))
    return true;
  for (int i = 0; i < element->nchild; i++) {
    if (settingsDiffer(w, element->child[i])) return true;
  }
  return false;
}

static void writeSettings(write_Writer* w, const schema_Element* element) {
  write_begin(w, element->tag);
  write_rows(w, &(write_Rows){element, &w->spec->pub, &w->plain->pub, NULL, NULL, NULL, NULL});
  for (int i = 0; i < element->nchild; i++) {
    if (settingsDiffer(w, element->child[i])) writeSettings(w, element->child[i]);
  }
  write_end(w, element->tag);
}

// ---- default classes

// must the defaults of an element in a class be written, because they differ from those of a base?
// rows: how to write them
static bool recordDiffers(const schema_Element* element, const spec_Element* def,
                          const spec_Element* base, write_Rows* rows) {
  if (element->type == SPEC_DEFAULT || element->value) return false;  // actuators: only general
  *rows = (write_Rows){.element = element,
                       .data = spec_defaultRecord(def, element->type),
                       .base = spec_defaultRecord(base, element->type)};
  return rows->data && rows->base && write_differs(rows);
}

// defaults are compared with those of the parent class, or with built-in values
static void writeRecords(write_Writer* w, const spec_Element* def) {
  const spec_Element* parent = spec_default(def)->parent;
  if (!parent) parent = w->plain->root;
  for (int i = 0; i < schema_default.nchild; i++) {
    const schema_Element* element = schema_default.child[i];
    write_Rows rows;
    if (!recordDiffers(element, def, parent, &rows)) continue;
    write_begin(w, element->tag);
    write_rows(w, &rows);
    write_end(w, element->tag);
  }
}

static void writeDefault(write_Writer* w, const spec_Element* def) {
  const spec_List* children = &spec_default(def)->children;
  write_begin(w, schema_default.tag);
  if (def != w->spec->root) write_attr(w, "class", spec_name(def));
  writeRecords(w, def);
  for (int i = 0; i < children->n; i++) writeDefault(w, children->item[i]);
  write_end(w, schema_default.tag);
}

static bool defaultsDiffer(write_Writer* w) {
  const spec_Element *root = w->spec->root, *plain = w->plain->root;
  if (spec_default(root)->children.n) return true;
  for (int i = 0; i < schema_default.nchild; i++) {
    write_Rows rows;
    if (recordDiffers(schema_default.child[i], root, plain, &rows)) return true;
  }
  return false;
}

// ---- sections that are lists of elements

typedef struct {
  const schema_Element* section;
  int type[5];  // lists that it contains, in this order; 0 ends
} Lists;

static const Lists assets = {&schema_asset,
                             {mjOBJ_TEXTURE, mjOBJ_MATERIAL, mjOBJ_MESH, mjOBJ_HFIELD}};
static const Lists deformables = {&schema_deformable, {mjOBJ_FLEX, mjOBJ_SKIN}};
static const Lists contacts = {&schema_contact, {mjOBJ_PAIR, mjOBJ_EXCLUDE}};
static const Lists tendons = {&schema_tendon, {mjOBJ_TENDON}};
static const Lists equalities = {&schema_equality, {mjOBJ_EQUALITY}};
static const Lists actuators = {&schema_actuator, {mjOBJ_ACTUATOR}};
static const Lists sensors = {&schema_sensor, {mjOBJ_SENSOR}};
static const Lists custom = {&schema_custom, {mjOBJ_NUMERIC, mjOBJ_TEXT, mjOBJ_TUPLE}};
static const Lists keys = {&schema_keyframe, {mjOBJ_KEY}};

static void writeLists(write_Writer* w, const Lists* lists) {
  int n = 0;
  for (int i = 0; i < COUNT(lists->type) && lists->type[i]; i++)
    n += w->spec->list[lists->type[i]].n;
  if (!n) return;
  text_add(w->out, "\n");
  write_begin(w, lists->section->tag);
  text_add(w->out, ">\n");
  w->open = false;
  for (int i = 0; i < COUNT(lists->type) && lists->type[i]; i++) {
    const spec_List* list = &w->spec->list[lists->type[i]];
    for (int k = 0; k < list->n; k++) write_object(w, lists->section, list->item[k]);
  }
  write_end(w, lists->section->tag);
}

// ---- the document

// a comment cannot contain two dashes
static void writeComment(write_Writer* w, const char* comment) {
  if (!*comment) return;
  text_add(w->out, "<!--");
  for (; *comment; comment++) {
    text_bytes(w->out, comment, 1);
    if (comment[0] == '-' && (comment[1] == '-' || !comment[1])) text_add(w->out, " ");
  }
  text_add(w->out, "-->\n");
}

static void writeRoot(write_Writer* w) {
  static const schema_Element* const settings[] = {&schema_compiler, &schema_option, &schema_size,
                                                   &schema_statistic, &schema_visual};
  static const Lists* const later[] = {&deformables, &contacts, &tendons, &equalities,
                                       &actuators,   &sensors,  &custom,  &keys};
  writeComment(w, vec_text(w->spec->pub.comment));
  write_begin(w, schema_root.tag);
  write_attr(w, "model", vec_text(w->spec->pub.modelname));
  text_add(w->out, ">\n");
  w->open = false;
  for (int i = 0; i < COUNT(settings); i++) {
    if (!settingsDiffer(w, settings[i])) continue;
    if (i) text_add(w->out, "\n");
    writeSettings(w, settings[i]);
  }
  write_extension(w);
  if (defaultsDiffer(w)) {
    text_add(w->out, "\n");
    writeDefault(w, w->spec->root);
  }
  writeLists(w, &assets);
  text_add(w->out, "\n");
  write_world(w);
  for (int i = 0; i < COUNT(later); i++) writeLists(w, later[i]);
  write_end(w, schema_root.tag);
}

bool write_mjcf(text_Text* out, spec_Spec* spec) {
  write_Writer w = {.out = out, .spec = spec, .plain = spec_make()};
  if (!w.plain) return false;
  writeRoot(&w);
  ASSERT(w.depth == 0 && !w.open);  // every element was closed
  const bool ok = !out->failed && !w.plain->pool.failed;
  spec_free(w.plain);
  return ok;
}
