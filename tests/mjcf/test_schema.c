// The grammar tables: consistent with the structs they point to, and every attribute used by a
// test model with a value other than its default.
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <dirent.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "spec/flexcomp.h"
#include "xml/xml_include.h"

// ---- consistency

// bytes of the struct that a row of an element points into
static size_t structSize(const schema_Element* element, const schema_Attr* attr) {
  if (element == &schema_composite) return sizeof(read_Composite);
  if (attr->flags & ATTR_ARG) {
    if (element->type == mjOBJ_FLEX) return sizeof(flexcomp_Args);
    return element->type == mjOBJ_ACTUATOR ? sizeof(act_Params) : sizeof(read_Replicate);
  }
  if (element->type == SPEC_WRAP) return sizeof(spec_WrapExtra);
  return element->type ? spec_dataSize(element->type) : sizeof(mjSpec);
}

static void checkRow(const char* path, const schema_Element* element, const schema_Attr* attr) {
  const bool many =
      attr->kind == ATTR_NUMBER || attr->kind == ATTR_QUAT || attr->kind == ATTR_ORIENTATION;
  const bool worded = attr->kind == ATTR_KEYWORD || attr->kind == ATTR_FLAGS ||
                      attr->kind == ATTR_DISABLE || attr->kind == ATTR_ENABLE;
  if (attr->repr != REPR_NONE) {
    assert_true(attr->offset + attr->size <= structSize(element, attr));
    if (many && attr->size != (size_t)attr->max * schema_reprSize(attr->repr)) {
      fail_msg("%s %s: %d values do not fill %zu bytes", path, attr->name, attr->max, attr->size);
    }
  }
  if (many) assert_true(attr->min >= 1 && attr->min <= attr->max);
  if (worded && !(attr->words && attr->words->n > 0)) fail_msg("%s %s: no words", path, attr->name);
  if (attr->kindOffset) assert_true(attr->kindOffset + sizeof(int) <= structSize(element, attr));
}

static void checkRule(const char* path, const schema_Element* element, const char* list) {
  for (const char* at = list; at && *at;) {
    char word[40];
    const size_t n = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)n, at);
    if (!schema_attr(element, word))
      fail_msg("%s: a rule names '%s', which is no attribute", path, word);
    at += n + (at[n] == ' ');
  }
}

static void checkElement(void* context, const char* path, const schema_Element* element) {
  int* count = context;
  for (int i = 0; i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    // the row that the name finds is this one: no name stands twice
    assert_ptr_equal(schema_attr(element, attr->name), attr);
    checkRow(path, element, attr);
    ++*count;
  }
  for (int part = 0; part < SCHEMA_PARTS; part++) assert_true(element->rows[part].n <= 64);
  for (int i = 0; i < element->nrule; i++) {
    checkRule(path, element, element->rule[i].a);
    checkRule(path, element, element->rule[i].b);
  }
  if (element->flags & ELEM_IGNORED) assert_null(element->read);
}

static void test_tables_fit_structs(void** state) {
  (void)state;
  int count = 0;
  schema_walk(checkElement, &count);
  printf("%d attributes of elements and classes\n", count);
  assert_true(count > 800);
}

// ---- coverage by the models in data/mjcf and data/read

enum { MOST_ROWS = 2000, MOST_TAGS = 300 };

typedef struct {
  const schema_Attr* row[MOST_ROWS];
  int nrow;
  const schema_Element* element[MOST_TAGS];
  int nelement;
  int models;
} Seen;

static bool sawRow(const Seen* seen, const schema_Attr* attr) {
  for (int i = 0; i < seen->nrow; i++) {
    if (seen->row[i] == attr) return true;
  }
  return false;
}

static bool sawElement(const Seen* seen, const schema_Element* element) {
  for (int i = 0; i < seen->nelement; i++) {
    if (seen->element[i] == element) return true;
  }
  return false;
}

static bool changed(const schema_Attr* attr, const char* before, const char* after) {
  if (attr->repr == REPR_VEC) return ((spec_Vec*)*(void* const*)(after + attr->offset))->size > 0;
  return memcmp(before + attr->offset, after + attr->offset, attr->size) != 0;
}

// does the attribute of a node set something else than the default: read it alone into a new struct
static bool setsSomething(const xml_Node* node, const schema_Element* element,
                          const schema_Attr* attr) {
  const xml_Attr one = {attr->name, xml_attr(node, attr->name)};
  if (attr->repr == REPR_NONE || attr->kind == ATTR_ORIENTATION) return *one.value != 0;
  spec_Spec* spec = spec_make();
  read_Reader r = {.spec = spec, .diag = &spec->diag, .def = spec->root};
  union {
    act_Params actuator;
    read_Replicate replicate;
    read_Composite composite;
    flexcomp_Args flexcomp;
  } args;
  memset(&args, 0, sizeof args);
  act_clearParams(&args.actuator);
  if (element->type != mjOBJ_ACTUATOR) memset(&args, 0, sizeof args);
  if (element->type == mjOBJ_FLEX) flexcomp_defaults(&args.flexcomp, spec);
  char* data = (char*)&spec->pub;
  const int type = element == &schema_usePlugin ? mjOBJ_PLUGIN : element->type;  // its struct
  if (type) {
    spec_Element* e = spec_add(spec, type, NULL, NULL, NULL);
    data = type == SPEC_WRAP ? e->extra : e->data;
  }
  char* target = attr->flags & ATTR_ARG ? (char*)&args : data;
  char* before = malloc(structSize(element, attr));
  memcpy(before, target, structSize(element, attr));
  xml_Node alone = *node;
  alone.attr = &one;
  alone.nattr = 1;
  read_attrs(&r, &alone, element, data, &args);
  const bool result = changed(attr, before, target);
  free(before);
  spec_free(spec);
  return result;
}

static void scanNode(Seen* seen, const xml_Node* node, const schema_Element* element) {
  if (!sawElement(seen, element)) {
    assert_true(seen->nelement < MOST_TAGS);
    seen->element[seen->nelement++] = element;
  }
  for (int i = 0; i < node->nattr; i++) {
    const schema_Attr* attr = schema_attr(element, node->attr[i].name);
    if (!attr || sawRow(seen, attr) || !setsSomething(node, element, attr)) continue;
    assert_true(seen->nrow < MOST_ROWS);
    seen->row[seen->nrow++] = attr;
  }
  for (const xml_Node* child = xml_first(node); child; child = xml_next(child)) {
    const schema_Element* kind = schema_child(element, child->tag);
    if (kind) scanNode(seen, child, kind);
  }
}

static void scanFile(Seen* seen, const char* path) {
  diag_Diag diag = {0};
  xml_Doc* doc = xml_load(path, NULL, NULL, &diag);
  if (doc && xml_is(doc->root, "mujoco")) {
    scanNode(seen, doc->root, &schema_root);
    seen->models++;
  }
  xml_free(doc);
  diag_free(&diag);
}

static void scanFolder(Seen* seen, const char* path) {
  DIR* dir = opendir(path);
  if (!dir) return;
  for (struct dirent* entry = readdir(dir); entry; entry = readdir(dir)) {
    char name[1000];
    if (entry->d_name[0] == '.') continue;
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    const size_t n = strlen(name);
    if (n > 4 && !strcmp(name + n - 4, ".xml")) {
      scanFile(seen, name);
    } else {
      scanFolder(seen, name);
    }
  }
  closedir(dir);
}

typedef struct {
  const Seen* seen;
  int missing;
} Report;

static void reportMissing(void* context, const char* path, const schema_Element* element) {
  Report* report = context;
  if (element->flags & ELEM_IGNORED) return;
  if (!sawElement(report->seen, element)) {
    printf("no model uses <%s>\n", path);
    report->missing++;
  }
  for (int i = 0; i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    if (attr->flags & ATTR_LATER || sawRow(report->seen, attr)) continue;
    printf("no model sets %s of <%s> to another value than its default\n", attr->name, path);
    report->missing++;
  }
}

static void test_every_attribute_is_used(void** state) {
  (void)state;
  static Seen seen;
  memset(&seen, 0, sizeof seen);
  scanFolder(&seen, TEST_DIR "/data/mjcf");
  scanFolder(&seen, TEST_DIR "/data/read");
  Report report = {&seen, 0};
  schema_walk(reportMissing, &report);
  printf("%d models set %d attributes; %d missing\n", seen.models, seen.nrow, report.missing);
  assert_int_equal(report.missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables_fit_structs),
      cmocka_unit_test(test_every_attribute_is_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
