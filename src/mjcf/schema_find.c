// Lookup of elements and attributes in the MJCF schema, and depth-first traversal of it.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "mjcf/schema_row.h"

enum { LONGEST_PATH = 200 };

const schema_Element* schema_child(const schema_Element* parent, const char* tag) {
  for (int i = 0; i < parent->nchild; i++) {
    if (*parent->child[i]->tag == *tag && !strcmp(parent->child[i]->tag, tag))
      return parent->child[i];
  }
  return NULL;
}

// does the element accept the row?
static bool accepts(const schema_Element* element, const schema_Attr* attr) {
  return !(element->flags & ELEM_CLASS && attr->flags & ATTR_OWN);
}

const schema_Attr* schema_attr(const schema_Element* element, const char* name) {
  for (int part = 0; part < SCHEMA_PARTS && element->rows[part].n; part++) {
    const schema_Rows* rows = &element->rows[part];
    for (int i = 0; i < rows->n; i++) {
      const schema_Attr* attr = &rows->row[i];
      if (*attr->name == *name && !strcmp(attr->name, name))
        return accepts(element, attr) ? attr : NULL;
    }
  }
  return NULL;
}

const schema_Attr* schema_attrAt(const schema_Element* element, int i) {
  for (int part = 0; part < SCHEMA_PARTS && element->rows[part].n; part++) {
    const schema_Rows* rows = &element->rows[part];
    for (int k = 0; k < rows->n; k++) {
      if (accepts(element, &rows->row[k]) && i-- == 0) return &rows->row[k];
    }
  }
  return NULL;
}

int schema_attrCount(const schema_Element* element) {
  int n = 0;
  while (schema_attrAt(element, n)) n++;
  return n;
}

bool schema_listed(const char* list, const char* word) {
  size_t n = strlen(word);
  for (const char* at = list; at; at = strchr(at, ' ')) {
    if (*at == ' ') at++;
    if (!strncmp(at, word, n) && (at[n] == ' ' || !at[n])) return true;
  }
  return false;
}

size_t schema_reprSize(schema_Repr repr) {
  static const size_t size[REPR_NTYPE] = {
      [REPR_DOUBLE] = sizeof(double), [REPR_FLOAT] = sizeof(float),  [REPR_INT] = sizeof(int),
      [REPR_BOOL] = sizeof(mjtBool),  [REPR_BYTE] = sizeof(mjtByte), [REPR_SIZE] = sizeof(mjtSize),
      [REPR_CHARS] = sizeof(char),    [REPR_VEC] = sizeof(void*)};
  ASSERT((size_t)repr < REPR_NTYPE);
  return size[repr];
}

double schema_number(schema_Repr repr, const void* at, int i) {
  switch (repr) {
    case REPR_DOUBLE:
      return ((const double*)at)[i];
    case REPR_FLOAT:
      return (double)((const float*)at)[i];
    case REPR_BOOL:
      return ((const mjtBool*)at)[i];
    case REPR_BYTE:
      return ((const mjtByte*)at)[i];
    case REPR_SIZE:
      return (double)((const mjtSize*)at)[i];
    default:
      return ((const int*)at)[i];
  }
}

// ---- traversal

typedef struct {
  schema_Visit visit;
  void* context;
  char path[LONGEST_PATH];
} Walk;

static void walk(Walk* w, const schema_Element* element, size_t length) {
  int n =
      snprintf(w->path + length, sizeof w->path - length, "%s%s", length ? "/" : "", element->tag);
  size_t end = length + (size_t)n;
  if (end >= sizeof w->path) return;
  w->visit(w->context, w->path, element);
  // the contents of a body are visited once: not in worldbody, frame, replicate or a nested body
  const bool shown =
      element == &schema_worldbody || element == &schema_frame || element == &schema_replicate;
  for (int i = 0; i < element->nchild; i++) {
    const schema_Element* child = element->child[i];
    if (child == element || (shown && child != &schema_body) ||
        (shown && element != &schema_worldbody))
      continue;
    walk(w, child, end);
    w->path[end] = 0;
  }
}

void schema_walk(schema_Visit visit, void* context) {
  Walk w = {.visit = visit, .context = context};
  walk(&w, &schema_root, 0);
}
